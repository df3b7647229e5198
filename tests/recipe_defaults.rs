//! What is chosen when a recipe leaves it open, and that it is said.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod models;

use models::{model, open, recipe};
use posterior::recipe::{ModelKind, Recipe, RecipeError, Resolved, resolve};
use posterior::table::{Kind, Options, Source, load};

fn resolved(csv: &str, toml: &str) -> Result<Resolved, RecipeError> {
    resolve(
        &recipe(toml),
        &load(&Source::bytes("data.csv", csv.as_bytes()), &Options::default()).unwrap().table,
    )
}

/// A column: its name, and what stands in each of its rows.
type Column = (&'static str, fn(usize) -> String);

/// A table of columns made by row number.
fn columns(rows: usize, columns: &[Column]) -> String {
    let header: Vec<&str> = columns.iter().map(|(name, _)| *name).collect();
    let row = |at: usize| columns.iter().map(|(_, cell)| cell(at)).collect::<Vec<String>>().join(",");
    let rows = (0..rows).map(|at| row(at) + "\n");
    format!("{}\n{}", header.join(","), rows.collect::<String>())
}

const KIND: Column = ("kind", |at| ["a", "b"][at % 2].to_owned());
const SHAPE: Column = ("shape", |at| ["x", "y", "z"][at % 3].to_owned());
const NAME: Column = ("name", |at| format!("person {at}"));
const PRICE: Column = ("price", |at| format!("{}.5", at / 2));
const GRADE: Column = ("grade", |at| (at % 4).to_string());
const NUMBER: Column = ("number", |at| at.to_string());
const NOTE: Column = ("note", |at| format!("it is the day {at} of some"));
const HALF_NAMED: Column = ("half", |at| if at % 2 == 0 { "?".into() } else { format!("person {at}") });

#[test]
fn the_class_is_the_last_column_that_can_be_one() {
    for (rows, table, target) in [
        (30, &[SHAPE, KIND][..], "kind"),
        (30, &[KIND, SHAPE], "shape"),
        (30, &[KIND, GRADE], "grade"),
        (60, &[KIND, PRICE], "kind"),
        (60, &[SHAPE, KIND, NAME], "kind"),
        (12, &[SHAPE, KIND, NAME], "kind"),
        (12, &[SHAPE, KIND, NUMBER], "kind"),
        (30, &[SHAPE, KIND, NOTE], "kind"),
        (24, &[KIND, HALF_NAMED], "kind"),
        (8, &[SHAPE, KIND, NAME], "name"),
        (60, &[NAME, PRICE], "price"),
    ] {
        let csv = columns(rows, table);
        let names: Vec<&str> = table.iter().map(|(name, _)| *name).collect();
        let found = resolved(&csv, "model = \"mixed\"\n").map(|found| found.recipe.target.unwrap());
        // A model that cannot read the other columns still says which class was meant.
        match found {
            Ok(found) => assert_eq!(found, target, "{rows} rows of {names:?}"),
            Err(RecipeError::WrongKind { column, .. }) => {
                assert!(
                    names.contains(&column.as_str()) && column != target,
                    "{rows} rows of {names:?}: {column}"
                );
            }
            Err(other) => panic!("{rows} rows of {names:?}: {other}"),
        }
    }
}

#[test]
fn the_choice_of_the_class_is_said() {
    let notes = |csv: &str| resolved(csv, "model = \"mixed\"\n").unwrap().notes;
    assert!(notes(&columns(30, &[SHAPE, KIND])).contains(&"the class is kind, the last column".to_owned()));
    let fallback = "the class is kind, the last column with 2 to 20 values".to_owned();
    assert!(notes(&columns(30, &[SHAPE, KIND, NAME])).contains(&fallback));
    let said = resolved(&columns(30, &[SHAPE, KIND]), "target = \"shape\"").unwrap();
    assert!(said.notes.iter().all(|note| !note.contains("the class is")), "{:?}", said.notes);
}

#[test]
fn a_column_with_another_role_is_not_the_class() {
    let csv = columns(30, &[GRADE, SHAPE, KIND]);
    for (change, target) in [
        (Recipe { ignore: vec!["kind".into()], ..Recipe::default() }, "shape"),
        (Recipe { ignore: vec!["KIND".into()], ..Recipe::default() }, "shape"),
        (Recipe { features: Some(vec!["Kind".into()]), ..Recipe::default() }, "shape"),
        (Recipe { features: Some(vec!["kind".into(), "shape".into()]), ..Recipe::default() }, "grade"),
    ] {
        let table = load(&Source::bytes("data.csv", csv.as_bytes()), &Options::default()).unwrap().table;
        let change = Recipe { bins: Some("width:2".parse().unwrap()), ..change };
        let found = resolve(&change, &table).unwrap();
        assert_eq!(found.recipe.target.as_deref(), Some(target), "{change:?}");
    }
}

#[test]
fn the_model_follows_the_kinds_of_the_columns() {
    let target = "target = \"kind\"\n";
    for (table, more, wanted) in [
        (&[SHAPE, KIND][..], "", Some(ModelKind::Categorical)),
        (&[NOTE, KIND], "", Some(ModelKind::Multinomial)),
        (&[NOTE, SHAPE, KIND], "", Some(ModelKind::Mixed)),
        (&[GRADE, KIND], "[[feature]]\nname = \"grade\"\nbins = \"width:2\"", Some(ModelKind::Categorical)),
        (
            &[GRADE, KIND],
            "[[feature]]\nname = \"grade\"\nkind = \"categorical\"",
            Some(ModelKind::Categorical),
        ),
        (&[GRADE, KIND], "", Some(ModelKind::Gaussian)),
        (&[GRADE, SHAPE, KIND], "", Some(ModelKind::Mixed)),
    ] {
        let csv = columns(30, table);
        let found = resolved(&csv, &format!("{target}{more}"));
        assert_eq!(found.as_ref().ok().map(|found| found.model), wanted, "{found:?}");
        if let Ok(found) = found {
            let said = format!("the model is {}, chosen by the kinds of the columns", found.model.word());
            assert!(found.notes.contains(&said));
        }
    }
}

#[test]
fn a_resolved_recipe_says_everything_and_resolves_to_itself() {
    for (table, more) in [
        (
            &[SHAPE, GRADE, KIND][..],
            "[[feature]]\nname = \"shape\"\n[[feature]]\nname = \"grade\"\nbins = \"mdl\"",
        ),
        (&[NOTE, KIND], ""),
        (&[NAME, SHAPE, KIND], "alpha = \"2/3\"\nprior = \"laplace:1\"\nclasses = [\"b\", \"a\"]"),
    ] {
        let csv = columns(30, table);
        let first = resolved(&csv, more).unwrap();
        let again = resolved(&csv, &first.recipe.to_toml()).unwrap();
        assert_eq!(first.recipe, again.recipe);
        assert_eq!(first.features, again.features);
        assert_eq!(first.notes, again.notes, "what was chosen is told again");
    }
}

#[test]
fn a_feature_of_a_sample_can_be_made_the_class() {
    for target in ["Wind", "wind"] {
        let found = model(&models::sample("play-tennis", &format!("target = \"{target}\"")));
        assert_eq!(models::texts(&found.classes), ["Weak", "Strong"]);
        let features: Vec<&str> = found.factors.iter().map(|factor| factor.name.as_str()).collect();
        assert_eq!(features, ["Outlook", "Temp", "Humidity"]);
    }
    let turned = model(&models::sample("weather", "target = \"Weather\""));
    assert_eq!(turned.factors[0].name.as_str(), "Play");
    let both = models::sample("play-tennis", "target = \"Wind\"\n[[feature]]\nname = \"Wind\"");
    assert!(both.fitted.is_err(), "what is said of both at once is not mended");
}

#[test]
fn smoothing_is_one_unless_said_and_this_is_said() {
    let found = resolved(&columns(30, &[SHAPE, KIND]), "").unwrap();
    assert_eq!(found.alpha.text(), "1");
    assert!(found.notes.iter().any(|note| note.contains("α = 1")));
    let said = resolved(&columns(30, &[SHAPE, KIND]), "alpha = \"1\"").unwrap();
    assert!(!said.notes.iter().any(|note| note.contains('α')));
}

#[test]
fn an_identifier_among_the_features_is_pointed_out() {
    let found = resolved(&columns(30, &[NAME, SHAPE, KIND]), "").unwrap();
    assert!(found.notes.iter().any(|note| note.contains("name has another value in every row")));
    assert!(!found.notes.iter().any(|note| note.contains("shape has")));
}

#[test]
fn short_documents_are_read_as_text_by_the_multinomial_model() {
    let csv = "words,class\nfree money,spam\nlunch,ham\nfree lunch,ham\n";
    let found = model(&open(csv, "target = \"class\"\nmodel = \"multinomial\""));
    assert!(found.factors[0].is_words());
    assert_eq!(models::texts(found.factors[0].values()), ["free", "money", "lunch"]);
    let found = resolved(csv, "target = \"class\"").unwrap();
    assert_eq!((found.model, found.features[0].kind), (ModelKind::Categorical, Kind::Categorical));
}

#[test]
fn a_class_written_in_numbers_is_compared_as_text() {
    let csv = "a,class\nu,1\nv,1.0\nu,01\nv,1\n";
    let found = model(&open(csv, "target = \"class\""));
    assert_eq!(models::texts(&found.classes), ["1", "1.0", "01"]);
    assert_eq!(found.class_count(0), 2);
}
