//! `predict`, the rows of `evaluate`, and `explain` with its working give the same posterior of a case: for every model,
//! for narrow and wide tables, with weights and with missing cells.

use crate::{Folder, models, random};

use models::tables::{Sheet, sheets};
use models::{close, fitted};
use posterior::evaluate::evaluate;
use posterior::math::{Number, Quantity};
use posterior::model::{Case, CasePredictor, Fitted};
use posterior::worked::derive;
use proptest::prelude::*;

/// Two ways to add the same numbers up may differ by this share.
const NEAR: f64 = 1e-9;

/// Compares all of them for every row, and the working for the first `working` rows.
fn agree(fitted: &Fitted, working: usize, what: &str) {
    let predictor = CasePredictor::new(fitted);
    let predicted = fitted.predict_rows(|_| true);
    let evaluated = evaluate(fitted).rows;
    assert_eq!(predicted.len(), fitted.data.table.rows(), "{what}");
    for row in predicted.iter() {
        let what = format!("{what}, row {}", row.row + 1);
        let case = Case::from_row(fitted, row.row);
        let answer = predictor.answer(case.clone()).unwrap();
        if let Some(other) = evaluated.iter().find(|other| other.prediction.row == row.row) {
            let found = (other.prediction.predicted, other.prediction.undefined);
            assert_eq!(found, (row.predicted, row.undefined), "{what}");
        }
        assert_eq!(answer.undefined, row.undefined, "{what}");
        let unwritten = Case::unwritten(fitted, row.row);
        assert_eq!(unwritten.is_err(), case.is_err(), "{what}");
        let Ok(case) = case else { continue };
        let again = predictor.answer(unwritten).unwrap();
        assert_eq!((again.predicted, again.is_tie), (answer.predicted, answer.is_tie), "{what}");
        // Of a wide table the posterior is a sum of logarithms, whose order may be another.
        let mut both = again.posterior.iter().zip(&answer.posterior);
        let is_same = both.all(|(one, other)| (one - other).abs() <= NEAR * one.abs());
        assert_eq!(again.posterior.len(), answer.posterior.len(), "{what}");
        assert!(!fitted.is_exact() || is_same, "{what}");
        let explained = fitted.predict(&case);
        assert_eq!(answer.undefined, explained.undefined.as_ref().map(|why| why.word()), "{what}");
        let Some(posterior) = &explained.posterior else { continue };
        let posterior: Vec<f64> = posterior.iter().map(Number::to_f64).collect();
        assert_eq!(answer.posterior.len(), posterior.len(), "{what}");
        for (class, wanted) in posterior.iter().enumerate() {
            let found = [answer.posterior[class], row.log_posterior(class).unwrap().exp()];
            assert!(found.iter().all(|found| close(*found, *wanted, NEAR)), "{what}: {found:?} for {wanted}");
        }
        // Where floats are closer than they are exact, any class may be predicted.
        let first = posterior.iter().copied().fold(0.0, f64::max);
        let near = posterior.iter().filter(|share| first - **share <= NEAR).count();
        if near == 1 || fitted.is_exact() {
            assert_eq!([answer.predicted, row.predicted], [explained.predicted; 2], "{what}");
            assert_eq!(
                (answer.is_tie, row.tied),
                (!explained.tied.is_empty(), &explained.tied[..]),
                "{what}"
            );
        }
        if row.row < working {
            for (class, wanted) in fitted.classes.iter().zip(&posterior) {
                let working = derive(fitted, Some(&case), &Quantity::posterior(class)).unwrap();
                let value = working.last().unwrap().value.as_ref().unwrap().to_f64();
                assert!(close(value, *wanted, NEAR), "{what}: worked out as {value}, not {wanted}");
            }
        }
    }
}

/// A table of `width` columns of a kind, three classes and weights. Some cells are missing.
fn table(kind: &str, width: usize) -> String {
    let mut seed = width as u64;
    let mut next = |below: u64| random(&mut seed) % below;
    let names: String = (0..width).map(|at| format!("f{at},")).collect();
    let mut csv = match kind {
        "text" => "note,n,class\n".to_owned(),
        _ => format!("{names}n,class\n"),
    };
    for row in 0..14 {
        let class = ["a", "b", "c", "a"][row % 4];
        let words: Vec<String> = (0..width)
            .map(|at| {
                let missing = next(9) == 0;
                let drawn = next(3) + u64::from(next(5) < (row % 4) as u64);
                // Every column has both values of a flag, and every class has a number.
                let drawn = if row < 2 { 3 * row as u64 } else { drawn };
                let missing = missing && row > 3;
                match (kind, at % 3) {
                    ("text", _) => format!("w{}", (at as u64 + drawn) % width as u64),
                    ("count", _) => format!("{drawn}"),
                    _ if missing && kind != "together" => "?".to_owned(),
                    ("counts", _) => format!("{drawn}"),
                    ("flag", _) | ("mixed", 0) => (if drawn > 1 { "yes" } else { "no" }).to_owned(),
                    ("category", _) | ("mixed", 1) => format!("v{drawn}"),
                    _ => format!("{}.{}", drawn, next(1000)),
                }
            })
            .collect();
        let cells = if kind == "text" { words.join(" ") } else { words.join(",") };
        csv.push_str(&format!("{cells},{},{class}\n", 1 + next(3)));
    }
    csv
}

/// A kind of table for every model, and its recipe.
const MODELS: [(&str, &str); 11] = [
    ("flag", "model = \"bernoulli\""),
    ("category", "model = \"categorical\""),
    ("number", "model = \"categorical\"\nbins = \"width:3\""),
    ("mixed", "model = \"mixed\"\nvar_smoothing = \"0.1\""),
    ("count", "model = \"multinomial\""),
    ("counts", "model = \"poisson\""),
    ("number", "model = \"gaussian\"\nvar_smoothing = \"0.1\""),
    ("together", "model = \"gda\"\nridge = \"1\""),
    ("together", "model = \"qda\"\nridge = \"1\""),
    ("text", "model = \"multinomial\"\n[[feature]]\nname = \"note\"\nkind = \"text\""),
    ("text", "model = \"bernoulli\"\n[[feature]]\nname = \"note\"\nkind = \"text\"\nevent = \"bernoulli\""),
];

#[test]
fn every_model_agrees_at_every_width() {
    for (kind, model) in MODELS {
        for width in [1, 2, 100, 101] {
            let csv = table(kind, width);
            for alpha in if width == 101 { &["1", "0"][..] } else { &["1"] } {
                let recipe = format!("target = \"class\"\nweight = \"n\"\nalpha = \"{alpha}\"\n{model}");
                let working = if width <= if kind == "together" { 2 } else { 101 } { 1 } else { 0 };
                agree(&fitted(&csv, &recipe), working, &format!("{model}, {kind} × {width}, α = {alpha}"));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_tables_of_all_kinds(
        sheet in sheets(8),
        weights in prop::collection::vec(0usize..4, 8),
        copies in proptest::sample::select(&[1usize, 2, 34][..]),
        more in proptest::sample::select(
            &["alpha = \"1\"", "alpha = \"0\"", "alpha = \"1/2\"\nprior = \"uniform\"", "alpha = \"0\"\nprior = \"laplace:1\""][..]
        ),
        weighted: bool,
        words: bool,
    ) {
        let columns: Vec<usize> = (0..sheet.header.len()).filter(|at| words || sheet.header[*at] != "note").collect();
        let mut sheet = wide(&sheet.with_columns(&columns), copies);
        let mut recipe = sheet.recipe("cuts:3", more);
        let labelled = |row: &Vec<String>| !models::tables::is_missing(sheet.cell(row, "class"));
        if weighted && sheet.rows.iter().zip(&weights).any(|(row, n)| *n > 0 && labelled(row)) {
            sheet.header.push("n".into());
            sheet.rows.iter_mut().zip(&weights).for_each(|(row, n)| row.push(n.to_string()));
            recipe = format!("weight = \"n\"\n{recipe}");
        }
        agree(&fitted(&sheet.csv(), &recipe), 1, &format!("{}\n{recipe}", sheet.csv()));
    }
}

/// The same with every column but the first and the last so many times, so that cases have up to 130 factors and more.
fn wide(sheet: &Sheet, copies: usize) -> Sheet {
    let again = |cells: &[String], name: bool| -> Vec<String> {
        let inner = &cells[1..cells.len() - 1];
        let named =
            |cell: &String, at: usize| if name && at > 0 { format!("{cell}{at}") } else { cell.clone() };
        let copied = (0..copies).flat_map(|at| inner.iter().map(move |cell| named(cell, at)));
        cells.first().cloned().into_iter().chain(copied).chain(cells.last().cloned()).collect()
    };
    let rows = sheet.rows.iter().map(|row| again(row, false)).collect();
    Sheet { header: again(&sheet.header, true), rows }
}

#[test]
fn commands_agree_on_a_hundred_and_one_features() {
    let folder = Folder::with(&[("w101.csv", &table("flag", 101))]);
    let json = |command: &str| folder.json(&format!("{command} w101.csv --model bernoulli --weight n"));
    let (predicted, evaluated) = (json("predict --all"), json("evaluate"));
    for row in 0..3 {
        let explained = &json(&format!("explain --row {}", row + 1))["queries"][0];
        let predicted = &predicted["predictions"][row];
        assert_eq!(predicted["predicted"], explained["predicted"]);
        assert_eq!(evaluated["evaluation"]["predicted"][row], explained["predicted"]);
        for class in ["a", "b", "c"] {
            let [one, other] =
                [predicted, explained].map(|of| of["posterior"][class]["value"].as_f64().unwrap());
            assert!(close(one, other, 1e-11), "{row} {class}: {one} {other}");
        }
    }
}
