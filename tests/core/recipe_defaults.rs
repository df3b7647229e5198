//! What is chosen when a recipe leaves it open, and that it is reported.

use crate::models;

use models::{has, model, open, recipe};
use posterior::problem::Problem;
use posterior::recipe::{ModelKind, Recipe, Resolved, looks_like_counts, resolve, target_column};
use posterior::table::{Kind, Options, Source, load};

fn resolved(csv: &str, toml: &str) -> Result<Resolved, Problem> {
    resolve(
        &recipe(toml),
        &load(&Source::bytes("data.csv", csv.as_bytes()), &Options::default()).unwrap().table,
    )
}

/// A column: its name, and the cell of each row.
type Column = (&'static str, fn(usize) -> String);

fn columns(rows: usize, columns: &[Column]) -> String {
    let header: Vec<&str> = columns.iter().map(|(name, _)| *name).collect();
    let row = |at: usize| columns.iter().map(|(_, cell)| cell(at)).collect::<Vec<String>>().join(",");
    let rows = (0..rows).map(|at| row(at) + "\n");
    format!("{}\n{}", header.join(","), rows.collect::<String>())
}

const KIND: Column = ("kind", |at| ["a", "b"][at % 2].to_owned());
const SHAPE: Column = ("shape", |at| ["x", "y", "z"][at % 3].to_owned());
const NAME: Column = ("name", |at| format!("person {at}"));
const WORD: Column = ("word", |at| format!("w{at}"));
const PRICE: Column = ("price", |at| format!("{}.5", at / 2));
const GRADE: Column = ("grade", |at| (at % 4).to_string());
const NUMBER: Column = ("number", |at| at.to_string());
const FLAG: Column = ("flag", |at| (at % 3 % 2).to_string());
const NOTE: Column = ("note", |at| format!("it is the day {at} of some"));
const HALF_NAMED: Column = ("half", |at| if at % 2 == 0 { "?".into() } else { format!("person {at}") });

/// The candidates for the class that a problem lists.
fn asked_of(problem: &Problem) -> Vec<String> {
    assert_eq!(problem.kind, "no_target");
    let listed = problem.fix.split_once("candidates: ").map_or("", |(_, listed)| listed);
    listed.split(", ").filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

/// The class column of a table by default, or the candidates if none stands out.
fn class_of(rows: usize, table: &[Column]) -> Result<String, Vec<String>> {
    let table =
        load(&Source::bytes("data.csv", columns(rows, table).as_bytes()), &Options::default()).unwrap().table;
    match target_column(&Recipe::default(), &table) {
        Ok(at) => Ok(table.columns()[at].name.as_str().to_owned()),
        Err(problem) if problem.kind == "no_target" => Err(asked_of(&problem)),
        Err(other) => panic!("{other}"),
    }
}

#[test]
fn the_class_is_the_last_column_that_can_be_one() {
    for (rows, table, target) in [
        (30, &[SHAPE, KIND][..], Ok("kind")),
        (30, &[KIND, SHAPE], Ok("shape")),
        (30, &[KIND, GRADE], Ok("grade")),
        // Columns that name, number or date the rows are not the class.
        (60, &[SHAPE, KIND, NAME], Ok("kind")),
        (12, &[SHAPE, KIND, NAME], Ok("kind")),
        (12, &[SHAPE, KIND, NUMBER], Ok("kind")),
        (24, &[KIND, HALF_NAMED], Ok("kind")),
        (8, &[SHAPE, KIND, NAME], Ok("kind")),
        // In ten rows all values may differ by chance.
        (10, &[SHAPE, KIND, WORD], Ok("word")),
        (11, &[SHAPE, KIND, WORD], Ok("kind")),
        // A number of many values and a text are not classes: the only other column is the class, two are candidates.
        (60, &[KIND, PRICE], Ok("kind")),
        (30, &[KIND, NOTE], Ok("kind")),
        (30, &[SHAPE, KIND, NOTE], Err(&["shape", "kind"][..])),
        (30, &[FLAG, NOTE], Ok("flag")),
        (30, &[FLAG, SHAPE, PRICE], Err(&["flag", "shape"])),
        // A column of different words is the class where each row holds counts of one.
        (3, &[("topic", |at| format!("t{at}")), GRADE, ("words", |at| (7 - at).to_string())], Ok("topic")),
        (3, &[("topic", |at| format!("t{at}")), GRADE, ("size", |at| format!("{at}.5"))], Err(&["topic"])),
        (60, &[NAME, PRICE], Err(&[])),
        (20, &[KIND, ("x", |at| (at % 19).to_string())], Ok("kind")),
    ] {
        let names: Vec<&str> = table.iter().map(|(name, _)| *name).collect();
        let wanted = target
            .map(str::to_owned)
            .map_err(|names| names.iter().map(|name| (*name).to_owned()).collect::<Vec<String>>());
        assert_eq!(class_of(rows, table), wanted, "{rows} rows of {names:?}");
    }
}

#[test]
fn a_column_named_like_a_class_is_one() {
    fn two(at: usize) -> String {
        ["no", "yes"][at % 2].to_owned()
    }
    let plain = "class Class target LABEL y outcome Diagnosis Survived species Type play result";
    for name in plain.split(' ').chain(["tumour_class", "HeartType", "is_spam", "isSpam", "cell.type"]) {
        assert_eq!(class_of(30, &[(name, two), SHAPE]), Ok(name.to_owned()), "{name}");
    }
    for name in ["classic", "typed", "pos_y", "Pclass", "misspelt", "this", "days"] {
        assert_eq!(class_of(30, &[(name, two), SHAPE]), Ok("shape".to_owned()), "{name}");
    }
    let cases: [(Column, usize, bool); 10] = [
        // From 2 to 50 values, and no name of the rows.
        (("class", |at| format!("c{}", at % 50)), 200, true),
        (("class", |at| format!("c{}", at % 51)), 200, false),
        (("class", |_| "one".into()), 200, false),
        (("class", |at| format!("c{at}")), 40, false),
        // A number is a class unless it was measured.
        (("y", |at| (at % 20).to_string()), 60, true),
        (("y", |at| (at % 21).to_string()), 60, false),
        (("y", |at| (at % 21).to_string()), 210, true),
        (("y", |at| (at % 20).to_string()), 39, false),
        (("y", |at| format!("{}.5", at % 6)), 60, true),
        (("y", |at| format!("{}.5", at % 7)), 60, false),
    ];
    for (nth, (column, rows, is_class)) in cases.into_iter().enumerate() {
        let class = if is_class { column.0 } else { "shape" };
        assert_eq!(class_of(rows, &[column, SHAPE]), Ok(class.to_owned()), "case {nth}");
    }
    // The last of several.
    assert_eq!(class_of(30, &[("y", two), ("label", two), SHAPE]), Ok("label".into()));
}

#[test]
fn a_last_column_of_0_and_1_wins_over_a_weak_name() {
    const TYPE: Column = ("type", SHAPE.1);
    const NEW: Column = ("new", |at| (at % 2).to_string());
    const FRAUD: Column = ("fraud", |at| ["no", "yes"][at % 2].to_owned());
    for (table, class) in [
        ([TYPE, PRICE, FLAG], "flag"),
        ([TYPE, PRICE, FRAUD], "fraud"),
        ([("is_new", SHAPE.1), PRICE, FLAG], "flag"),
        // Other values, another such column, or a strong name.
        ([TYPE, PRICE, KIND], "type"),
        ([TYPE, NEW, FLAG], "type"),
        ([("species", SHAPE.1), PRICE, FLAG], "species"),
    ] {
        let names = table.map(|(name, _)| name);
        assert_eq!(class_of(30, &table), Ok(class.to_owned()), "{names:?}");
    }
}

#[test]
fn a_column_named_class_that_is_not_taken_for_it_is_reported_with_the_reason() {
    let refused = |cell: fn(usize) -> String| {
        let csv = columns(204, &[SHAPE, ("class", cell), PRICE, ("size", |at| format!("{at}.5"))]);
        resolved(&csv, "").unwrap_err()
    };
    let many = refused(|at| format!("c{}", at % 51));
    assert!(
        many.what.ends_with("“class” is named like one, but it has 51 values, more than 50"),
        "{}",
        many.what
    );
    assert_eq!(asked_of(&many), ["shape", "class"]);
    let none = resolved(&columns(30, &[SHAPE, KIND, NOTE]), "").unwrap_err();
    has(&none.what, &["no column is named like one"]);
}

#[test]
fn a_guessed_class_gives_way_to_the_column_that_a_query_leaves_out() {
    let csv = columns(
        30,
        &[SHAPE, ("type", KIND.1), ("size", GRADE.1), ("stolen", |at| ["never", "once"][at % 2].into())],
    );
    let class = |toml: &str| {
        let study = open(&csv, toml);
        study.fitted.map(|fitted| fitted.data.resolved.recipe.target.clone().unwrap_or_default())
    };
    assert_eq!(class(""), Ok("type".into()));
    assert_eq!(class("query = { shape = \"x\", size = \"1\" }"), Ok("type".into()));
    assert_eq!(class("query = { shape = \"x\", size = \"1\", type = \"a\" }"), Ok("stolen".into()));
    // A cell that is not known is not a value, and a class that was chosen stays.
    assert_eq!(class("query = { shape = \"x\", size = \"1\", type = \"?\" }"), Ok("type".into()));
    assert_eq!(
        class("target = \"type\"\nquery = { shape = \"x\", size = \"1\", type = \"a\" }"),
        Ok("type".into())
    );
    let several = class("query = { shape = \"x\", type = \"a\" }").unwrap_err();
    has(&several.what, &["the query has a value for “type”"]);
    assert_eq!(asked_of(&several), ["size", "stolen"]);
}

#[test]
fn the_choice_of_the_class_is_reported() {
    for (table, more, note) in [
        (&[SHAPE, KIND][..], "", "the class is kind, the last column"),
        (&[SHAPE, KIND, NAME], "", "the class is kind, the last column that is left"),
        (&[KIND, NOTE], "", "the class is kind, the only column that looks like one"),
        (&[("class", KIND.1), SHAPE], "", "the class is class, by its name"),
        // Where everything else has a role, the column that is left is the class.
        (&[SHAPE, PRICE], "[[feature]]\nname = \"shape\"", "the class is price, the last column"),
    ] {
        let notes = resolved(&columns(30, table), &format!("model = \"mixed\"\n{more}")).unwrap().notes;
        assert!(notes.iter().any(|found| found == note), "{note}: {notes:?}");
    }
    let specified = resolved(&columns(30, &[SHAPE, KIND]), "target = \"shape\"").unwrap();
    assert!(specified.notes.iter().all(|note| !note.contains("the class is")), "{:?}", specified.notes);
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
            let note = format!("the model is {}, chosen by the kinds of the columns", found.model.word());
            assert!(found.notes.contains(&note));
        }
    }
}

#[test]
fn a_resolved_recipe_is_complete_and_resolves_to_itself() {
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
        assert_eq!(first.notes, again.notes, "what was chosen is reported again");
    }
}

#[test]
fn a_feature_of_a_sample_can_be_made_the_class() {
    for target in ["Wind", "wind"] {
        let found = model(&models::sample("play-tennis", &format!("target = \"{target}\"")));
        assert_eq!(models::texts(&found.classes), ["Weak", "Strong"]);
        let features: Vec<&str> = found.factors().iter().map(|factor| factor.name.as_str()).collect();
        assert_eq!(features, ["Outlook", "Temp", "Humidity"]);
    }
    let turned = model(&models::sample("weather", "target = \"Weather\""));
    assert_eq!(turned.factors()[0].name.as_str(), "Play");
    let both = models::sample("play-tennis", "target = \"Wind\"\n[[feature]]\nname = \"Wind\"");
    assert!(both.fitted.is_err(), "one column cannot be both");
}

#[test]
fn what_names_the_rows_is_left_out_unless_it_is_asked_for() {
    let csv = columns(30, &[("", |at| (at + 1).to_string()), NAME, SHAPE, KIND]);
    let features = |found: &Resolved| -> Vec<String> {
        found.features.iter().map(|feature| feature.name.as_str().to_owned()).collect()
    };
    let found = resolved(&csv, "").unwrap();
    assert_eq!(features(&found), ["shape"]);
    let notice = "column 1 (has no name in the header), name (has another value in nearly every row) are left out; \
                Space in 2, or --features, takes them in";
    assert!(notice.starts_with(&found.warnings[0].notice.what));
    assert_eq!(found.notes.iter().filter(|note| note.contains("left out")).count(), 1, "it is reported once");
    assert_eq!(found.warnings.len(), 1, "{:?}", found.warnings);
    // Listing the features, or the kind of such a column, includes it.
    let asked = resolved(&csv, "[[feature]]\nname = \"name\"\n[[feature]]\nname = \"shape\"").unwrap();
    assert_eq!(features(&asked), ["name", "shape"]);
    let warning = "the features have name (has another value in nearly every row): what the model \
                   learns from it does not carry over to new rows";
    assert_eq!(asked.warnings.iter().map(|it| it.notice.what.as_str()).collect::<Vec<_>>(), [warning]);
    let kind = resolved(&csv, "[[column]]\nname = \"name\"\nkind = \"categorical\"").unwrap();
    assert_eq!(features(&kind), ["name", "shape"]);
    // A column that is left out on purpose is not reported.
    let ignored = resolved(&csv, "ignore = [\"name\", \"column 1\"]").unwrap();
    assert!(ignored.warnings.is_empty(), "{:?}", ignored.warnings);
    let none = resolved(&columns(30, &[NAME, KIND]), "").unwrap_err();
    assert_eq!(none.kind, "no_data");
    has(&none.fix, &["only identifies the rows is left out: name;"]);
}

#[test]
fn numbers_that_are_0_and_1_are_flags() {
    const OTHER: Column = ("other", |at| ((at + 1) % 2).to_string());
    const NOTHING: Column = ("nothing", |_| "0".to_owned());
    const FLOAT: Column = ("float", |at| format!("{}.0", at % 3 % 2));
    let model = |table: &[Column], more: &str| {
        let found = resolved(&columns(30, table), more).unwrap();
        let kinds: Vec<Kind> = found.features.iter().map(|feature| feature.kind).collect();
        (found.model, kinds)
    };
    use Kind::{Binary, Categorical, Numeric};
    assert_eq!(model(&[FLAG, OTHER, KIND], ""), (ModelKind::Bernoulli, vec![Binary, Binary]));
    assert_eq!(model(&[FLAG, NOTHING, KIND], ""), (ModelKind::Bernoulli, vec![Binary, Binary]));
    assert_eq!(model(&[FLAG, FLOAT, KIND], ""), (ModelKind::Bernoulli, vec![Binary, Binary]));
    assert_eq!(model(&[FLAG, SHAPE, KIND], ""), (ModelKind::Mixed, vec![Binary, Categorical]));
    let price = "target = \"kind\"";
    assert_eq!(model(&[FLAG, PRICE, KIND], price), (ModelKind::Mixed, vec![Binary, Numeric]));
    for chosen in ["gaussian", "gda", "qda", "multinomial"] {
        let (_, kinds) = model(&[FLAG, OTHER, KIND], &format!("model = \"{chosen}\""));
        assert_eq!(kinds, [Numeric, Numeric], "{chosen}");
    }
    // Two words are a category, as before.
    let answer: Column = ("answer", |at| ["no", "yes"][at % 2].to_owned());
    assert_eq!(model(&[answer, SHAPE, KIND], ""), (ModelKind::Categorical, vec![Categorical, Categorical]));
}

#[test]
fn a_one_that_is_written_with_a_point_is_a_one() {
    let rows = |one: &str, zero: &str| -> String {
        (0..20)
            .map(|at| format!("{},{}\n", if at % 5 < 2 { one } else { zero }, ["a", "b"][at % 2]))
            .collect()
    };
    for (one, zero) in [("1", "0"), ("1.0", "0.0"), ("1", "0.0")] {
        let found = model(&open(&format!("flag,class\n{}", rows(one, zero)), ""));
        assert_eq!(found.title(), "Bernoulli naive Bayes");
        let ones: Vec<u64> = (0..2).map(|class| found.factors()[0].count(0, class)).collect();
        assert_eq!(ones, [4, 4], "{one} and {zero}");
    }
}

#[test]
fn a_column_that_counts_its_rows_is_the_weight() {
    const LETTER: Column = ("letter", |at| ["p", "q", "r", "s"][at % 4].to_owned());
    let table = |rows: usize, last: Column| {
        let csv = columns(rows, &[SHAPE, LETTER, ("kind", |at| ["a", "b"][at / 12 % 2].to_owned()), last]);
        load(&Source::bytes("data.csv", csv.as_bytes()), &Options::default()).unwrap().table
    };
    let hinted =
        |rows: usize, last: Column| looks_like_counts(&Recipe::default(), &table(rows, last)).is_some();
    let counts: fn(usize) -> String = |at| (7 * at % 11).to_string();
    for name in ["Freq", "n", "count", "frequency"] {
        assert!(hinted(24, (name, counts)), "{name}");
    }
    // A count that was measured is beside rows that repeat; a number of another name, a fraction or one number
    // throughout counts no rows.
    assert!(!hinted(25, ("count", counts)));
    assert!(!hinted(24, ("price", counts)));
    assert!(!hinted(24, ("n", |at| format!("{at}.5"))));
    assert!(!hinted(24, ("n", |_| "20".to_owned())));
    // Beside measurements it is one of them.
    let measured =
        columns(24, &[SHAPE, GRADE, ("kind", |at| ["a", "b"][at / 12 % 2].to_owned()), ("n", counts)]);
    assert_eq!(resolved(&measured, "").unwrap().weight, None);
    // It is not the class, and the one before it is.
    let csv = columns(24, &[SHAPE, LETTER, ("kind", |at| ["a", "b"][at / 12 % 2].to_owned()), ("n", counts)]);
    let found = resolved(&csv, "").unwrap();
    assert_eq!(found.recipe.target.as_deref(), Some("kind"));
    assert_eq!(found.recipe.weight.as_deref(), Some("n"));
    let flags: Vec<String> = found.warnings.iter().map(ToString::to_string).collect();
    assert!(flags.iter().any(|flag| flag.contains("--kind n=numeric")), "{flags:?}");
    let again = resolved(&csv, &found.recipe.to_toml()).unwrap();
    assert_eq!((&again.recipe, &again.warnings), (&found.recipe, &found.warnings));
    let feature = resolved(&csv, "[[feature]]\nname = \"n\"\nkind = \"numeric\"").unwrap();
    assert_eq!((feature.weight, feature.warnings.len()), (None, 0));
    let weighted = resolved(&csv, "weight = \"n\"").unwrap();
    assert!(weighted.warnings.is_empty(), "{:?}", weighted.warnings);
}

#[test]
fn short_documents_are_read_as_text_by_the_multinomial_model() {
    let csv = "words,class\nfree money,spam\nlunch,ham\nfree lunch,ham\n";
    let found = model(&open(csv, "target = \"class\"\nmodel = \"multinomial\""));
    assert!(found.factors()[0].is_words());
    assert_eq!(models::texts(found.factors()[0].values()), ["free", "money", "lunch"]);
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

/// Tables of R's own collection as `write.csv` writes them: the class or the columns that are asked of, the model, and
/// whether a column may count the rows. The names of the rows are left out of each.
#[test]
fn tables_as_their_users_write_them() {
    use ModelKind::{Categorical, Gaussian, Mixed};
    for (file, wanted, counts) in [
        ("PlantGrowth", Ok(("group", Gaussian)), false),
        ("Puromycin", Ok(("state", Gaussian)), false),
        ("sleep", Ok(("group", Gaussian)), false),
        ("ToothGrowth", Ok(("dose", Mixed)), false),
        ("warpbreaks", Ok(("tension", Mixed)), false),
        ("Titanic", Ok(("Survived", Categorical)), true),
        ("HairEyeColor", Ok(("Sex", Categorical)), true),
        ("UCBAdmissions", Ok(("Dept", Categorical)), true),
        ("mtcars", Err(&["cyl", "vs", "am", "gear", "carb"][..]), false),
        ("swiss", Err(&["Education"][..]), false),
        ("USArrests", Err(&[][..]), false),
    ] {
        let path = format!("{}/tests/data/open/{file}.csv", env!("CARGO_MANIFEST_DIR"));
        let table = load(&Source::from_arg(path).unwrap(), &Options::default()).unwrap().table;
        assert_eq!(looks_like_counts(&Recipe::default(), &table).is_some(), counts, "{file}");
        match (resolve(&Recipe::default(), &table), wanted) {
            (Ok(found), Ok((target, model))) => {
                assert_eq!((found.recipe.target.as_deref(), found.model), (Some(target), model), "{file}");
                assert!(
                    found.warnings[0].notice.what.contains("column 1 (has no name in the header)"),
                    "{file}"
                );
            }
            (Err(problem), Err(wanted)) => assert_eq!(asked_of(&problem), wanted, "{file}"),
            (found, _) => panic!("{file}: {found:?}"),
        }
    }
}

#[test]
fn yes_and_no_are_read_however_they_are_written() {
    for (no, yes) in
        [("n", "y"), ("F", "T"), ("absent", "present"), ("neg", "pos"), ("nein", "ja"), ("No", "Yes")]
    {
        let row = |at: usize| {
            format!("{},{},{}\n", [no, yes][at % 2], [yes, no][at % 3 % 2], ["p", "q", "r"][at % 3])
        };
        let csv = format!("fever,ache,class\n{}", (0..12).map(row).collect::<String>());
        let found = resolved(&csv, "target = \"class\"\nmodel = \"bernoulli\"").unwrap();
        let ones: Vec<_> = found.features.iter().map(|feature| feature.one.as_deref()).collect();
        assert_eq!(ones, [Some(yes), Some(yes)]);
    }
    // For other words the recipe must name the one that counts as 1.
    let csv = "wing,class\nleft,a\nright,b\nleft,c\nright,c\n";
    let model = "target = \"class\"\nmodel = \"bernoulli\"\n";
    assert!(resolved(csv, model).unwrap_err().fix.contains("--one wing=VALUE"));
    let found = resolved(csv, &format!("{model}[[feature]]\nname = \"wing\"\none = \"left\"\n")).unwrap();
    assert_eq!(found.features[0].kind, Kind::Binary);
}
