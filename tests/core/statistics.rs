//! What is counted: in parts or in one pass, in any order, the same numbers come out as from a slow and obvious
//! counter.

use crate::models;

use std::collections::BTreeMap;

use models::slow::{CUTS, Slow, is_distribution};
use models::tables::{Sheet, sheets};
use models::{counts, dataset, fitted, fitted_in_segments, fraction, open, recipe};
use num_rational::BigRational;
use posterior::math::read_exact;
use posterior::model::{Case, Fitted};
use posterior::recipe::ExactNumber;
use proptest::prelude::*;

/// Every parameter and every posterior of a row, by name, so that orders do not matter.
fn everything(model: &Fitted) -> BTreeMap<String, String> {
    let mut all = parameters(model);
    for row in 0..model.data.table.rows() {
        let case = Case::from_row(model, row).unwrap();
        let found = model.predict(&case);
        let mut cells: Vec<String> = model
            .factors()
            .iter()
            .zip(&case.cells)
            .map(|(f, cell)| format!("{}={}", f.name, cell.text))
            .collect();
        cells.sort();
        for (class, name) in model.classes.iter().enumerate() {
            let posterior = found.posterior.as_ref().map(|all| fraction(&all[class]));
            all.insert(format!("P({name} | {})", cells.join(",")), format!("{posterior:?}"));
        }
    }
    all
}

fn parameters(model: &Fitted) -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    for (class, name) in model.classes.iter().enumerate() {
        all.insert(format!("P({name})"), fraction(&model.prior(class).unwrap()));
        for factor in model.factors() {
            for (value, label) in factor.values().iter().enumerate() {
                let value = factor.conditional(value, class).map(|p| fraction(&p));
                all.insert(format!("P({}={label} | {name})", factor.name), format!("{value:?}"));
            }
        }
    }
    all
}

/// All rows as predicted, as text: an undefined logarithm is not equal to itself.
fn rows(model: &Fitted) -> String {
    format!("{:?}", model.predict_rows(|_| true))
}

const FEATURES: [&str; 4] = ["colour", "size", "area", "note"];

fn alphas() -> impl Strategy<Value = &'static str> {
    proptest::sample::select(&["0", "1", "1/2", "2/3"][..])
}

fn bins() -> impl Strategy<Value = &'static str> {
    proptest::sample::select(&[CUTS, "width:3", "frequency:3", "mdl"][..])
}

fn shuffled() -> impl Strategy<Value = (Sheet, Vec<usize>, Vec<usize>)> {
    sheets(10).prop_flat_map(|sheet| {
        let rows: Vec<usize> = (0..sheet.rows.len()).collect();
        let columns: Vec<usize> = (0..sheet.header.len()).collect();
        (Just(sheet), Just(rows).prop_shuffle(), Just(columns).prop_shuffle())
    })
}

fn class_order(sheet: &Sheet) -> String {
    let mut classes = sheet.classes();
    classes.sort_unstable();
    format!("classes = {classes:?}")
}

proptest! {
    #![proptest_config(crate::models::tables::cases(96))]

    #[test]
    fn counts_are_those_of_a_slow_counter(sheet in sheets(12), alpha in alphas()) {
        let model = fitted(&sheet.csv(), &sheet.recipe(CUTS, &format!("alpha = \"{alpha}\"")));
        let slow = Slow { sheet: &sheet, alpha: read_exact(alpha).unwrap() };
        prop_assert_eq!(models::texts(&model.classes), sheet.classes());
        for (class, name) in model.classes.iter().enumerate() {
            prop_assert_eq!(model.class_count(class), slow.rows(name.as_str()));
        }
        for factor in model.factors() {
            let feature = factor.name.as_str();
            let mut values = models::texts(factor.values());
            values.sort_unstable();
            prop_assert_eq!(values, slow.all_values(feature));
            for (class, name) in model.classes.iter().enumerate() {
                prop_assert_eq!(factor.total(class), slow.total(feature, name.as_str()));
                for (value, label) in factor.values().iter().enumerate() {
                    let (label, name) = (label.as_str(), name.as_str());
                    prop_assert_eq!(factor.count(value, class), slow.count(feature, label, name));
                    let found = factor.conditional(value, class).map(|p| p.as_exact().unwrap().clone());
                    prop_assert_eq!(found, slow.conditional(feature, label, name), "P({} | {})", label, name);
                }
            }
        }
    }

    #[test]
    fn posteriors_are_those_of_a_slow_counter(sheet in sheets(10), alpha in alphas()) {
        let model = fitted(&sheet.csv(), &sheet.recipe(CUTS, &format!("alpha = \"{alpha}\"")));
        let slow = Slow { sheet: &sheet, alpha: read_exact(alpha).unwrap() };
        for (row, cells) in sheet.rows.iter().enumerate() {
            let found = model.predict(&Case::from_row(&model, row).unwrap());
            let exact = |p: &posterior::math::Number| p.as_exact().unwrap().clone();
            let posteriors: Option<Vec<BigRational>> =
                found.posterior.as_ref().map(|all| all.iter().map(exact).collect());
            prop_assert!(posteriors.as_deref().is_none_or(is_distribution));
            prop_assert_eq!(found.undefined.is_some(), posteriors.is_none());
            prop_assert_eq!(posteriors, slow.posteriors(cells, &FEATURES), "row {}", row);
        }
    }

    #[test]
    fn another_smoothing_of_a_model_is_a_model_fitted_anew(sheet in sheets(8), alpha in alphas(), bins in bins()) {
        let before = fitted(&sheet.csv(), &sheet.recipe(bins, "alpha = \"1\""));
        let after = fitted(&sheet.csv(), &sheet.recipe(bins, &format!("alpha = \"{alpha}\"")));
        let changed = before.with_alpha(ExactNumber::non_negative(alpha, "smoothing").unwrap()).unwrap();
        prop_assert_eq!(everything(&changed), everything(&after));
        prop_assert_eq!(rows(&changed), rows(&after));
        prop_assert_eq!(changed.conventions(), after.conventions());
    }

    #[test]
    fn parts_merged_in_order_are_one_pass(sheet in sheets(12), cuts in prop::collection::vec(0usize..13, 0..4)) {
        let (csv, recipe) = (sheet.csv(), sheet.recipe("mdl", ""));
        let data = dataset(&csv, &recipe, 1);
        let (layout, rows) = (data.layout(), sheet.rows.len());
        let mut bounds: Vec<usize> = cuts.into_iter().map(|cut| cut.min(rows)).chain([0, rows]).collect();
        bounds.sort_unstable();
        let parts = bounds.windows(2).map(|pair| counts(&data, &layout, pair[0]..pair[1]));
        let merged = parts.reduce(|mut sum, part| { sum.merge(&part); sum }).unwrap();
        let whole = dataset(&csv, &recipe, 65_536);
        prop_assert_eq!(merged, counts(&whole, &layout, 0..1));
    }

    #[test]
    fn the_length_of_segments_changes_nothing(sheet in sheets(12), bins in bins(), length in 1usize..6) {
        let (csv, recipe) = (sheet.csv(), sheet.recipe(bins, "alpha = \"1\""));
        let (long, short) = (fitted_in_segments(&csv, &recipe, 65_536), fitted_in_segments(&csv, &recipe, length));
        prop_assert_eq!(everything(&long), everything(&short));
        prop_assert_eq!(rows(&long), rows(&short));
    }

    #[test]
    fn rows_written_twice_change_no_share(sheet in sheets(10), times in 2usize..4) {
        let recipe = sheet.recipe(CUTS, "alpha = \"0\"");
        let order: Vec<usize> = (0..times).flat_map(|_| 0..sheet.rows.len()).collect();
        let once = fitted(&sheet.csv(), &recipe);
        let twice = fitted(&sheet.with_rows(&order).csv(), &recipe);
        prop_assert_eq!(everything(&once), everything(&twice));
    }

    #[test]
    fn the_order_of_rows_columns_and_classes_changes_nothing((sheet, order, columns) in shuffled(), bins in bins()) {
        let more = format!("alpha = \"1\"\n{}", class_order(&sheet));
        let before = fitted(&sheet.csv(), &sheet.recipe(bins, &more));
        for moved in [sheet.with_rows(&order), sheet.with_columns(&columns)] {
            let after = fitted(&moved.csv(), &moved.recipe(bins, &more));
            prop_assert_eq!(models::texts(&before.classes), models::texts(&after.classes));
            prop_assert_eq!(everything(&before), everything(&after));
        }
        // Another order of the classes permutes the posteriors.
        let classes: Vec<&str> = models::texts(&before.classes).into_iter().rev().collect();
        let reversed = fitted(&sheet.csv(), &sheet.recipe(bins, &format!("alpha = \"1\"\nclasses = {classes:?}")));
        prop_assert_eq!(models::texts(&reversed.classes), classes);
        prop_assert_eq!(everything(&before), everything(&reversed));
        let moved = sheet.with_columns(&columns);
        let order = moved.header.iter().map(String::as_str).filter(|name| FEATURES.contains(name));
        let after = fitted(&moved.csv(), &moved.recipe(bins, &more));
        prop_assert_eq!(order.collect::<Vec<&str>>(), after.factors().iter().map(|f| f.name.as_str()).collect::<Vec<_>>());
    }

    #[test]
    fn another_recipe_on_an_open_study_is_a_study_opened_anew(
        sheet in sheets(8),
        choices in prop::collection::vec((alphas(), bins(), 0usize..CHANGES.len()), 1..4),
    ) {
        let csv = sheet.csv();
        let mut study = open(&csv, &sheet.recipe(CUTS, ""));
        for (alpha, bins, change) in choices {
            let toml = CHANGES[change](&sheet, bins, &format!("alpha = \"{alpha}\""));
            study = study.with_recipe(recipe(&toml)).unwrap();
            match (&study.fitted, &open(&csv, &toml).fitted) {
                (Ok(changed), Ok(anew)) => {
                    prop_assert_eq!(everything(changed), everything(anew));
                    prop_assert_eq!(rows(changed), rows(anew));
                }
                (changed, anew) => {
                    prop_assert_eq!(changed.as_ref().err(), anew.as_ref().err(), "{}", toml)
                }
            }
        }
    }
}

/// Recipes that differ in what has to be read again: nothing, the kinds, the class, the missing markers.
const CHANGES: [fn(&Sheet, &str, &str) -> String; 5] = [
    |sheet, bins, more| sheet.recipe(bins, more),
    |sheet, bins, more| sheet.recipe(bins, &format!("{more}\nmissing = [\"\", \"?\", \"red\"]")),
    |_, _, more| {
        format!("target = \"colour\"\nmodel = \"categorical\"\n{more}\n[[feature]]\nname = \"class\"\n")
    },
    |_, _, more| {
        let area = "[[feature]]\nname = \"area\"\nkind = \"categorical\"";
        format!("target = \"class\"\nmodel = \"categorical\"\n{more}\n{area}\n")
    },
    |_, _, more| format!("target = \"nothing\"\n{more}"),
];

#[test]
fn a_class_whose_cells_are_all_missing_makes_the_posterior_undefined() {
    let csv = "a,b,class\nu,s,yes\n?,t,no\nv,s,yes\n";
    let model = fitted(csv, "alpha = \"0\"");
    let rows = model.predict_rows(|_| true);
    assert_eq!(
        rows.iter().map(|row| row.undefined).collect::<Vec<_>>(),
        [Some("undefined_parameter"), None, Some("undefined_parameter")]
    );
    let found = model.predict(&Case::from_row(&model, 0).unwrap());
    let blame = posterior::model::Undefined::UndefinedParameter { feature: 0, class: 1 };
    assert_eq!((found.undefined, found.posterior, found.predicted), (Some(blame), None, None));
    let smoothed = fitted(csv, "alpha = \"1\"");
    assert!(smoothed.predict_rows(|_| true).iter().all(|row| row.undefined.is_none()));
}

#[test]
fn a_tie_is_shown_and_the_first_class_named() {
    let csv = "a,b,class\nu,s,three\nu,s,one\nv,t,two\n";
    for (classes, first, tied) in [
        ("", "three", ["three", "one"]),
        ("classes = [\"two\", \"one\", \"three\"]", "one", ["one", "three"]),
    ] {
        let model = fitted(csv, &format!("target = \"class\"\nalpha = \"1\"\n{classes}"));
        let name = |class: usize| model.classes[class].as_str();
        let exact = model.predict(&models::case(&model, "a=u,b=s"));
        let rows = model.predict_rows(|row| row == 0);
        let row = rows.get(0).unwrap();
        for (predicted, ties) in [(exact.predicted, exact.tied.as_slice()), (row.predicted, row.tied)] {
            assert_eq!(predicted.map(name), Some(first));
            assert_eq!(ties.iter().copied().map(name).collect::<Vec<_>>(), tied);
        }
    }
}

/// The classes that lead in a case by the prediction, the table of the working and the answers of `predict`, and the sentence.
fn leading(model: &Fitted, case: Case) -> (Vec<usize>, String) {
    let exact = model.predict(&case);
    let found = if exact.tied.is_empty() { vec![exact.predicted.unwrap()] } else { exact.tied.clone() };
    let table = posterior::worked::Posterior::new(model, &case).unwrap();
    assert_eq!(table.rows.last().unwrap().leaders, found, "the table of the working");
    let answer = posterior::model::CasePredictor::new(model).answer(Ok(case)).unwrap();
    assert_eq!((answer.predicted, answer.is_tie), (exact.predicted, found.len() > 1), "predict");
    (found, posterior::report::decision(model, &exact).plain())
}

#[test]
fn a_class_leads_by_more_than_a_billionth_or_by_exact_comparison() {
    // ln P(b) − ln P(a) is 1e-10, 0 and 1e-8: fractions decide, however near they are.
    for (b, found, sentence) in [
        (
            "10000000001",
            &[1][..],
            "The model predicts b, with posterior 0.5. The posterior of a is smaller by ≈ 5.00e-11.",
        ),
        ("10000000000", &[0, 1], "The model cannot decide: 2 classes have posterior 0.5."),
        (
            "10000000100",
            &[1],
            "The model predicts b, with posterior 0.5. The posterior of a is smaller by ≈ 5.00e-9.",
        ),
        (
            "9999999999",
            &[0],
            "The model predicts a, with posterior 0.5. The posterior of b is smaller by ≈ 5.00e-11.",
        ),
    ] {
        let csv = format!("f,n,class\nu,10000000000,a\nu,5,c\nu,{b},b\n");
        let recipe = "target = \"class\"\nweight = \"n\"\nclasses = [\"a\", \"b\", \"c\"]";
        let model = fitted(&csv, recipe);
        let leaders = leading(&model, Case::from_row(&model, 2).unwrap());
        assert_eq!((leaders.0.as_slice(), leaders.1.as_str()), (found, sentence), "{b}");
        let evaluation = posterior::evaluate::evaluate(model.as_ref());
        let same = evaluation.rows.iter().find(|row| row.prediction.row == 2).unwrap();
        let rows = model.predict_rows(|row| row == 2);
        for row in [rows.get(0).unwrap(), same.prediction] {
            assert_eq!(
                if row.tied.is_empty() { vec![row.predicted.unwrap()] } else { row.tied.to_vec() },
                found
            );
        }
        assert!(found.len() == 1 || evaluation.n_tied >= model.weight(2).unwrap(), "evaluate");
    }
    // Two normal distributions around −1 and 1: ln p(x | b) − ln p(x | a) is 2x, and ln score(b) is about −2.5. Floats that are
    // nearer than 1e-9 of that tie.
    let model =
        fitted("x,class\n-2,a\n0,a\n0,b\n2,b\n9,c\n11,c\n", "target = \"class\"\nmodel = \"gaussian\"");
    for (x, found) in [("1e-9", &[0, 1][..]), ("-1e-9", &[0, 1]), ("2e-9", &[1]), ("-2e-9", &[0])] {
        let case = models::case(&model, &format!("x={x}"));
        let table = posterior::worked::Posterior::new(&model, &case).unwrap();
        assert!(table.rows.iter().skip(1).all(|row| row.leaders == found), "{x}");
        let (leaders, sentence) = leading(&model, case);
        assert_eq!(leaders, found, "{x}");
        match found {
            [class] => {
                let start = format!(
                    "The model predicts {}, with posterior 0.5. The posterior of",
                    model.classes[*class]
                );
                assert!(sentence.starts_with(&start), "{sentence}");
            }
            _ => assert_eq!(sentence, "The model cannot decide: 2 classes have posterior 0.5."),
        }
    }
    // The same as a row of the data, where it is learned from, too.
    let csv = "x,class\n-2,a\n0,a\n0,b\n2,b\n9,c\n11,c\n0,?\n";
    let model = fitted(csv, "target = \"class\"\nmodel = \"gaussian\"");
    let rows = model.predict_rows(|row| row == 6);
    assert_eq!(rows.get(0).unwrap().tied, [0, 1]);
}
