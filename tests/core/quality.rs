//! The figures of an evaluation by their addresses: those of other programs, those that `evaluate` prints, and the rows behind
//! them.

use crate::models;

use models::{exact, fitted, open, sample};
use posterior::evaluate::{Evaluation, Metrics, Trial, evaluate, evaluate_once};
use posterior::math::{Name, Number, Quality, Quantity};
use posterior::model::Fitted;
use posterior::worked::{Step, derive, resolve_quantity, rows_behind};
use serde_json::Value;

fn last(model: &Fitted, address: &str) -> Step {
    models::derived(model, None, address).pop().unwrap()
}

fn value(model: &Fitted, address: &str) -> Option<Number> {
    last(model, address).value
}

cases!(
    check: evaluated_certain_rows,
    evaluated_gaussian_3_classes,
    evaluated_one_row_in_a_class,
    evaluated_weights_categorical,
    evaluated_weights_folds,
);

/// Checks the figures of each split; null has no value.
fn check(case: &Value) {
    let [csv, recipe] = ["csv", "recipe"].map(|key| case[key].as_str().unwrap());
    for (split, figures) in case["splits"].as_object().unwrap() {
        let model = fitted(csv, &format!("split = \"{split}\"\n{recipe}"));
        evaluate_once(&model);
        for (address, wanted) in figures.as_object().unwrap() {
            let found = value(&model, address);
            if wanted.is_null() {
                assert_eq!(found, None, "{address} {split}");
                continue;
            }
            let found = found.unwrap_or_else(|| panic!("{address} {split} has no value"));
            let fraction = wanted.as_str().map(exact);
            if let (Some(fraction), true) = (&fraction, found.is_exact()) {
                assert_eq!(found, *fraction, "{address} {split}");
            }
            let number = fraction.map_or_else(|| wanted.as_f64().unwrap(), |fraction| fraction.to_f64());
            assert!((found.to_f64() - number).abs() <= 1e-9 * number.abs().max(1.0), "{address} {split}");
        }
    }
}

/// Rows of so many classes with two features; some rows have no class, and their weights are 0 to 2.
fn table(classes: usize, rows: usize) -> String {
    let mut text = String::from("u,v,w,kind\n");
    for row in 0..rows {
        let class = if row % 17 == 16 { "?".to_owned() } else { format!("k{}", row * 7 % 31 % classes) };
        text += &format!("a{},b{},{},{class}\n", row * 5 % 4, (row * row + row % classes) % 5, row % 3);
    }
    text
}

fn evaluated(csv: &str, recipe: &str) -> (std::sync::Arc<Fitted>, Evaluation) {
    let study = open(csv, recipe);
    let model = study.fitted.clone().unwrap();
    evaluate_once(&model);
    (model, Trial::plan(&study, None).unwrap().run(None).unwrap())
}

#[test]
fn a_figure_has_one_value() {
    for (classes, split) in
        [(2, "none"), (2, "folds:3"), (3, "leave-one-out"), (5, "holdout:0.3"), (5, "folds:4"), (13, "none")]
    {
        for more in ["", "alpha = \"0\"", "weight = \"w\""] {
            let ignored = if more.starts_with("weight") { "" } else { "ignore = [\"w\"]\n" };
            let recipe =
                format!("target = \"kind\"\nmodel = \"categorical\"\nsplit = \"{split}\"\n{more}\n{ignored}");
            let (model, evaluation) = evaluated(&table(classes, 80), &recipe);
            let what = format!("{classes} {split} {more}");
            let metrics = Metrics::new(&evaluation, 0);
            let float = |value: Option<f64>| value.map(Number::Float);
            for (address, wanted) in [
                ("accuracy", evaluation.accuracy.clone()),
                ("log loss", float(evaluation.log_loss)),
                ("Brier", float(metrics.brier)),
                ("balanced accuracy", metrics.balanced_accuracy.clone()),
                ("macro F1", metrics.macro_f1.clone()),
                ("matrix(*, *)", Some(Number::from(evaluation.n))),
            ] {
                assert_eq!(value(&model, address), wanted, "{address} {what}");
            }
            for (class, label) in evaluation.labels.iter().enumerate() {
                let counts = &evaluation.per_class[class];
                let area = Metrics::new(&evaluation, class).roc.area();
                for (address, wanted) in [
                    (format!("precision({label})"), counts.precision.clone()),
                    (format!("recall({label})"), counts.recall.clone()),
                    (format!("f1({label})"), counts.f1.clone()),
                    (format!("auc({label})"), area),
                    (format!("matrix({label}, *)"), Some(Number::from(counts.support))),
                    (format!("matrix(*, {label})"), Some(Number::from(counts.called))),
                ] {
                    assert_eq!(value(&model, &address), wanted, "{address} {what}");
                }
                for (other, name) in evaluation.labels.iter().enumerate() {
                    let cell = Number::from(evaluation.matrix[class][other]);
                    assert_eq!(value(&model, &format!("matrix({label}, {name})")), Some(cell), "{what}");
                }
            }
        }
    }
}

/// The rows behind a cell are those with its actual and predicted class: as many as it counts, without weights.
#[test]
fn a_cell_has_its_rows() {
    for split in ["none", "folds:3", "leave-one-out", "holdout:0.25"] {
        let recipe =
            format!("target = \"kind\"\nmodel = \"categorical\"\nignore = [\"w\"]\nsplit = \"{split}\"\n");
        let (model, evaluation) = evaluated(&table(3, 70), &recipe);
        let names: Vec<Option<Name>> = evaluation.labels.iter().cloned().map(Some).chain([None]).collect();
        let is = |class: usize, name: &Option<Name>| {
            name.as_ref().is_none_or(|name| evaluation.labels[class] == *name)
        };
        for (actual, predicted) in names.iter().flat_map(|one| names.iter().map(move |other| (one, other))) {
            let quantity = Quantity::Matrix { actual: actual.clone(), predicted: predicted.clone() };
            let of_cell = evaluation.rows.iter().filter(|row| {
                is(row.actual, actual)
                    && (predicted.is_none() || row.prediction.predicted.is_some_and(|at| is(at, predicted)))
            });
            let wanted: Vec<usize> = of_cell.map(|row| row.prediction.row).collect();
            let found = rows_behind(&model, &[&quantity, &Quantity::Rows], 5).remove(0);
            assert_eq!(found.total, wanted.len(), "{quantity}");
            assert_eq!(found.rows, wanted[..wanted.len().min(5)], "{quantity}");
            let count = Some(Number::from(wanted.len() as u64));
            assert_eq!(value(&model, &quantity.to_string()), count, "{split}");
        }
    }
}

/// Cells are added up to twelve classes; of more, the sums of the matrix are counted, or their working would have K² steps.
#[test]
fn sums_of_many_classes_are_counted() {
    for (classes, steps) in [(12, 1 + 1 + 12 + 12 * 12), (13, 1 + 1 + 13)] {
        let model =
            fitted(&table(classes, 120), "target = \"kind\"\nmodel = \"categorical\"\nignore = [\"w\"]\n");
        evaluate_once(&model);
        let quantity = Quantity::Quality(Quality::Accuracy);
        // The accuracy, all rows, the sums of the rows of the matrix, its cells; or its diagonal alone.
        let found = derive(&model, None, &quantity).unwrap();
        assert_eq!(found.len(), steps, "{classes}");
        assert_eq!(found.last().unwrap().value, evaluate(model.as_ref()).accuracy);
    }
}

/// Up to sixteen rows that differ are written out, and more have a sum sign; both come to what was estimated.
#[test]
fn a_mean_of_few_rows_is_written_out() {
    for rows in [16, 17] {
        let numbers: String =
            (0..rows).map(|row| format!("{}.{row},{}\n", row, ["a", "b"][row % 2])).collect();
        let model = fitted(&format!("x,c\n{numbers}"), "target = \"c\"\nmodel = \"gaussian\"\n");
        evaluate_once(&model);
        for address in ["log loss", "Brier"] {
            let step = last(&model, address);
            let drawn = posterior::math::Linear::default().chain(&step.chain);
            assert_eq!(drawn.contains('∑') || drawn.contains("sum"), rows == 17, "{drawn}");
        }
    }
}

/// A row without a posterior is called nothing: it counts in the row of its class and in no column.
#[test]
fn rows_without_a_posterior_count_as_wrong() {
    let study = sample("spam", "alpha = \"0\"\nsplit = \"leave-one-out\"");
    let model = study.fitted.clone().unwrap();
    evaluate_once(&model);
    let class = model.classes[0].clone();
    assert_eq!(value(&model, "matrix(*, *)"), Some(Number::from(12u64)));
    assert_eq!(value(&model, &format!("matrix({class}, {class})")), Some(Number::from(0u64)));
    assert_eq!(value(&model, "accuracy"), Some(Number::zero()));
    assert_eq!(value(&model, &format!("precision({class})")), None, "0/0");
    assert_eq!(value(&model, &format!("recall({class})")), Some(Number::zero()));
    assert_eq!(value(&model, "log loss"), None);
    let sum = last(&model, &format!("matrix({class}, *)"));
    assert!(sum.uses.is_empty(), "its cells do not add up to it: {:?}", sum.uses);
}

#[test]
fn an_impossible_row_makes_the_log_loss_infinite() {
    let csv = "f,c\nu,a\nv,b\nu,a\nv,b\nu,b\n";
    let model = fitted(csv, "target = \"c\"\nalpha = \"0\"\nsplit = \"leave-one-out\"\n");
    evaluate_once(&model);
    let step = last(&model, "log loss");
    assert_eq!(step.value, None);
    let drawn = posterior::math::Linear::default().chain(&step.chain);
    assert_eq!(drawn, "log loss = ∞");
}

/// The figures report it, and other numbers do not depend on it.
#[test]
fn a_split_that_cannot_be_carried_out_is_reported() {
    let csv = "f,c\nu,a\nv,b\n";
    let model = fitted(csv, "target = \"c\"\nmodel = \"categorical\"\nsplit = \"holdout:0.1\"\n");
    let prior = value(&model, "P(a)");
    evaluate_once(&model);
    let quantity = resolve_quantity(&model, "accuracy").unwrap().quantity;
    let problem: posterior::problem::Problem = derive(&model, None, &quantity).unwrap_err().into();
    assert!(problem.what.contains("holdout:0.1"), "{problem:?}");
    assert_eq!(value(&model, "P(a)"), prior);
}

/// Nothing is evaluated before it is asked for, and then once.
#[test]
fn a_model_is_evaluated_once() {
    let model = fitted(&table(3, 40), "target = \"kind\"\nmodel = \"categorical\"\nignore = [\"w\"]\n");
    let quantity = Quantity::Quality(Quality::Accuracy);
    assert!(model.verdicts().is_none());
    assert!(derive(&model, None, &quantity).is_err());
    posterior::evaluate::evaluate_for(&model, &Quantity::Rows);
    assert!(model.verdicts().is_none());
    posterior::evaluate::evaluate_for(&model, &quantity.clone().ln());
    assert!(derive(&model, None, &quantity).is_ok());
    let again = |model: &Fitted| std::ptr::from_ref(model.verdicts().unwrap());
    let first = again(&model);
    evaluate_once(&model);
    assert_eq!(first, again(&model));
    // Another recipe is another model.
    assert!(model.with_alpha(models::recipe("alpha = \"2\"").alpha.unwrap()).unwrap().verdicts().is_none());
}
