//! A table in which each column is a word and each number says how often it stands in the document, held against the
//! same documents as text.

use crate::models;

use models::{case, cells_of, exact, fitted, fraction, refused, texts};
use posterior::evaluate::evaluate;
use posterior::model::{Case, Fitted};
use posterior::worked::{derive, resolve_quantity};
use proptest::prelude::*;

/// The documents of the sample chinese-japan, counted.
const COUNTS: &str = "chinese,beijing,shanghai,macao,tokyo,japan,class\n2,1,,,,,China\n2,0,1,0,0,0,China\n\
                      1,0,0,1,0,0,China\n1,0,0,0,1,1,Japan\n3,0,0,0,1,1,\n";
const RECIPE: &str = "target = \"class\"\nmodel = \"multinomial\"";

fn as_counts() -> std::sync::Arc<Fitted> {
    fitted(COUNTS, RECIPE)
}

#[test]
fn chinese_and_japan_as_counts() {
    let (model, query) = (as_counts(), "chinese=3,tokyo=1,japan=1");
    assert_eq!(model.title(), "Multinomial naive Bayes");
    assert_eq!(
        texts(model.factors()[0].values()),
        ["chinese", "beijing", "shanghai", "macao", "tokyo", "japan"]
    );
    assert_eq!((model.factors()[0].total(0), model.factors()[0].total(1), model.is_exact()), (8, 3, true));
    for found in [case(&model, query), Case::from_row(&model, 4).unwrap()] {
        let prediction = model.predict(&found);
        let scores: Vec<String> = prediction.joint.iter().flatten().map(fraction).collect();
        assert_eq!(scores, ["81/268912", "8/59049"]);
        assert_eq!(prediction.posterior.unwrap()[0], exact("4782969/6934265"));
    }
    let quantity = resolve_quantity(&model, "P(word=chinese | China)").unwrap();
    assert_eq!(quantity.notes, Vec::<String>::new());
    let derivation = derive(&model, None, &quantity.quantity).unwrap();
    assert_eq!(derivation.last().unwrap().value, Some(exact("3/7")));
}

#[test]
fn a_column_of_zeros_is_a_word_of_the_vocabulary() {
    let csv = "a,neurips,class\n2,0,x\n1,0,y\n";
    let model = fitted(csv, RECIPE);
    let factor = &model.factors()[0];
    assert_eq!((factor.k(), factor.conditional(1, 0)), (2, Some(exact("1/4"))), "(0 + 1)/(2 + 2)");
    let raw = fitted(csv, &format!("{RECIPE}\nalpha = \"0\""));
    let prediction = raw.predict(&case(&raw, "neurips=1"));
    assert_eq!(prediction.undefined.unwrap().word(), "zero_evidence");
    assert_eq!(
        raw.predict_rows(|_| true).get(0).unwrap().predicted,
        Some(0),
        "0 times has no factor, not 0⁰ and not 0"
    );
}

#[test]
fn queries_name_columns_and_say_how_often() {
    let model = as_counts();
    let loose = case(&model, "Chinese=3,tokyo=?,class=x,beijing=");
    assert_eq!(loose.cells.len(), 1);
    assert_eq!(loose.cells[0].text, "chinese=3");
    assert_eq!(
        loose.notes,
        ["Chinese is read as chinese", "class is the class, so its value in the query is not used"]
    );
    assert_eq!(case(&model, "").cells[0].text, "", "a document without words");
    for (query, kind, what) in [
        ("chinese=1.5", "not_a_number", "“1.5” does not say how often chinese stands"),
        ("chinese=-1", "not_a_number", "“-1”"),
        ("chinese=two", "not_a_number", "“two”"),
        ("chinese=1000001", "not_a_number", "“1000001”"),
        ("chinese=1,Chinese=2", "unknown_column", "gives “chinese” twice"),
        ("chinesse=1", "unknown_column", "“chinesse”, which is no feature"),
        ("word=chinese", "unknown_column", "“word”"),
    ] {
        let problem = Case::from_typed(&model, &cells_of(query)).unwrap_err();
        assert_eq!(problem.kind, kind, "{query}");
        assert!(problem.what.contains(what), "{query}: {}", problem.what);
    }
}

#[test]
fn the_word_gives_way_to_a_column_or_class_of_its_name() {
    let name = |csv: &str| fitted(csv, RECIPE).factors()[0].name.as_str().to_owned();
    assert_eq!(name("a,b,class\n1,0,x\n0,1,y\n"), "word");
    assert_eq!(name("word,b,class\n1,0,x\n0,1,y\n"), "word (2)");
    assert_eq!(name("a,b,class\n1,0,word\n0,1,word (2)\n"), "word (3)");
}

#[test]
fn tables_that_count_no_words() {
    for (csv, kind, column, what, fix) in [
        ("a,b,class\n1,2,x\n1,2.5,y\n", "wrong_kind", "b", "row 2 has “2.5” in “b”", "--model gaussian"),
        ("a,b,class\n1,2,x\n-3,2,y\n", "wrong_kind", "a", "row 2 has “-3” in “a”", "--ignore a"),
        ("a,b,class\n1,2,x\n1000001,2,y\n", "wrong_kind", "a", "1000000 times at most", "--ignore a"),
        (
            "a,t,class\n1,u v w,x\n2,w u u,y\n",
            "wrong_kind",
            "a",
            "cannot read “a”",
            "columns of numbers alone",
        ),
    ] {
        let problem = refused(csv, RECIPE);
        assert_eq!((problem.kind, problem.feature.as_deref()), (kind, Some(column)), "{csv}: {problem:?}");
        assert!(problem.what.contains(what), "{}", problem.what);
        assert!(problem.fix.contains(fix), "{}", problem.fix);
    }
    let problem = refused("a,b,class\n1,2,x\n1,2.5,y\n", RECIPE);
    assert_eq!((problem.line, problem.place.as_deref()), (Some(3), Some("data.csv, line 3, column “b”")));
    assert_eq!(
        fitted(COUNTS, "target = \"class\"\nvar_smoothing = \"1\"").title(),
        "Mixed naive Bayes",
        "auto: counts of 0 and 1 are flags"
    );
}

const WORDS: [&str; 4] = ["ant", "bee", "cat", "dog"];

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    /// Each document as text and as a row of counts, with weights.
    #[test]
    fn counts_and_texts_are_the_same_documents(
        rows in prop::collection::vec(
            (prop::array::uniform4(0usize..4), proptest::sample::select(&["x", "y", "?"][..]), 0usize..4), 1..9
        ),
        alpha in proptest::sample::select(&["0", "1", "1/2"][..]),
    ) {
        prop_assume!(rows.iter().any(|(_, class, n)| *class != "?" && *n > 0));
        // Words that no training row has are in the vocabulary of the columns alone.
        let taught = |word: usize| rows.iter().any(|(times, class, n)| times[word] > 0 && *class != "?" && *n > 0);
        let words: Vec<usize> = (0..4).filter(|word| taught(*word)).collect();
        prop_assume!(!words.is_empty());
        let names: Vec<&str> = words.iter().map(|word| WORDS[*word]).collect();
        let (mut text, mut counts) = ("note,n,class\n".to_owned(), format!("{},n,class\n", names.join(",")));
        for (times, class, n) in &rows {
            let document: Vec<&str> = words.iter().flat_map(|word| vec![WORDS[*word]; times[*word]]).collect();
            let cells: Vec<String> = words.iter().map(|word| times[*word].to_string()).collect();
            text += &format!("{},{n},{class}\n", document.join(" "));
            counts += &format!("{},{n},{class}\n", cells.join(","));
        }
        let recipe = format!("{RECIPE}\nweight = \"n\"\nalpha = \"{alpha}\"\n");
        let text = fitted(&text, &format!("{recipe}[[feature]]\nname = \"note\"\nkind = \"text\"\n"));
        let counts = fitted(&counts, &recipe);
        prop_assert_eq!(&text.classes, &counts.classes);
        let (a, b) = (&text.factors()[0], &counts.factors()[0]);
        prop_assert_eq!(a.k(), b.k());
        for class in 0..text.classes.len() {
            prop_assert_eq!(a.total(class), b.total(class));
            for (at, word) in a.values().iter().enumerate() {
                let other = counts.position(b, word.as_str()).unwrap();
                prop_assert_eq!(a.count(at, class), b.count(other, class));
                prop_assert_eq!(a.documents(at, class), b.documents(other, class));
            }
        }
        for row in 0..rows.len() {
            let of = |model: &Fitted| model.predict(&Case::from_row(model, row).unwrap());
            let (a, b) = (of(&text), of(&counts));
            prop_assert_eq!((a.joint, a.posterior, a.predicted, a.tied), (b.joint, b.posterior, b.predicted, b.tied));
        }
        prop_assert_eq!(evaluate(text.as_ref()).matrix, evaluate(counts.as_ref()).matrix);
    }
}
