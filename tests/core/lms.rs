//! Least mean squares, against a program with exact fractions.

use std::sync::Arc;

use crate::models::has;
use posterior::math::Number;
use posterior::model::Study;
use posterior::recipe::Recipe;
use posterior::table::{Source, Table};
use posterior::worked::{LmsFormula, LmsMethod, LmsRun};
use serde_json::Value;

fn table(csv: &str) -> Arc<Table> {
    Study::open(Source::bytes("t.csv", csv.as_bytes()), Recipe::default()).unwrap().loaded.table.clone()
}

fn run(csv: &str, formula: &str, method: LmsMethod, rate: Option<f64>, steps: usize) -> LmsRun {
    LmsRun::of(&table(csv), &LmsFormula::parse(formula).unwrap(), method, rate, steps).unwrap()
}

const LINE: &str = "x,y\n1,2\n2,3\n3,5\n4,4\n5,6\n";

fn near(found: f64, wanted: f64) -> bool {
    (found - wanted).abs() <= 1e-12 * wanted.abs().max(1.0)
}

#[test]
fn steps_are_those_of_the_reference() {
    let cases: Value = serde_json::from_str(include_str!("../cases/lms.json")).unwrap();
    for case in cases.as_array().unwrap() {
        let method = match case["method"].as_str().unwrap() {
            "batch" => LmsMethod::Batch,
            "stochastic" => LmsMethod::Stochastic,
            _ => LmsMethod::Kernel,
        };
        let steps = case["steps"].as_array().unwrap();
        let [csv, formula, name] = ["csv", "formula", "name"].map(|key| case[key].as_str().unwrap());
        let found = run(csv, formula, method, case["rate"].as_f64(), steps.len());
        assert!(near(found.first_cost, case["first_cost"].as_f64().unwrap()), "{name}");
        for (step, wanted) in found.steps.iter().zip(steps) {
            let is = |found: &[f64], key: &str| {
                let wanted = wanted[key].as_array().unwrap();
                found.len() == wanted.len()
                    && found.iter().zip(wanted).all(|(a, b)| near(*a, b.as_f64().unwrap()))
            };
            assert!(is(&step.theta, "theta") && is(&step.beta, "beta"), "{name}: {step:?} {wanted}");
            assert!(near(step.cost, wanted["cost"].as_f64().unwrap()), "{name}");
        }
    }
}

#[test]
fn a_run_ends_before_numbers_are_too_large() {
    for method in [LmsMethod::Batch, LmsMethod::Stochastic, LmsMethod::Kernel] {
        let found = run(LINE, "y ~ x", method, Some(1e9), 1_000);
        assert!(found.is_cut && (2..1_000).contains(&found.steps.len()), "{method:?}");
        assert!(found.steps.iter().all(|step| step.theta.iter().all(|theta| theta.is_finite())));
    }
}

#[test]
fn batch_steps_converge_below_the_largest_rate_only() {
    for formula in ["y ~ x", "y ~ x + x^2", "y ~ x + 0"] {
        let largest = run(LINE, formula, LmsMethod::Batch, None, 1).largest_rate;
        for (factor, converges) in [(0.99, true), (1.01, false)] {
            let found = run(LINE, formula, LmsMethod::Batch, Some(largest * factor), 1_000);
            let last = found.steps.last().unwrap().cost;
            assert_eq!(
                (found.converges(), last < found.first_cost),
                (converges, converges),
                "{formula}: {last}"
            );
        }
        let chosen = run(LINE, formula, LmsMethod::Batch, None, 5);
        assert!(chosen.is_chosen && chosen.converges());
        assert_eq!(Number::Float(chosen.rate).significant(1).pointed(), chosen.rate.to_string());
    }
}

#[test]
fn formulas_that_cannot_be_worked_are_refused() {
    for (formula, why) in [
        ("y", "has no ~"),
        ("y ~ 0", "has no features"),
        ("y ~ x + x", "has x twice"),
        ("y ~ x +", "no column"),
        ("y ~ x + x^2 + x^3 + x^4 + x^5 + x^6 + x^7 + x^8", "at most 8"),
    ] {
        let problem = LmsFormula::parse(formula).unwrap_err();
        assert!(problem.what.contains(why), "{formula}: {}", problem.what);
    }
    assert_eq!(LmsFormula::parse("y ~ x + x^2 + x^3 + x^4 + x^5 + x^6 + x^7").unwrap().terms.len(), 7);
    let rows = |rows: usize| (0..rows).map(|row| format!("{row},{}\n", row * row)).collect::<String>();
    let formula = LmsFormula::parse("y ~ x").unwrap();
    for (count, works) in [(10, true), (11, false)] {
        let table = table(&format!("x,y\n{}", rows(count)));
        assert_eq!(LmsRun::of(&table, &formula, LmsMethod::Batch, None, 1).is_ok(), works);
    }
    let texts = table("x,y,z\none,2,3\ntwo,3,4\n");
    let problem = LmsRun::of(&texts, &formula, LmsMethod::Batch, None, 1).unwrap_err();
    has(&problem.what, &["no row has a number in each column"]);
    let gone = LmsFormula::parse("y ~ gone").unwrap();
    let problem = LmsRun::of(&texts, &gone, LmsMethod::Batch, None, 1).unwrap_err();
    assert!(problem.what.contains("“gone”") && problem.fix.contains("x, y, z"), "{problem:?}");
}

#[test]
fn a_table_without_classes_is_pointed_to_a_regression() {
    for (csv, formula) in [
        ("area,price\n1,2\n2,3\n3,5\n4,4\n5,6\n", "price ~ area"),
        ("\"a*b\",\"y, k$\"\n1.5,2\n2.5,3\n3.5,5\n4.5,4\n5.5,6\n", "\"y, k$\" ~ \"a*b\""),
    ] {
        let study = Study::open(Source::bytes("t.csv", csv.as_bytes()), Recipe::default()).unwrap();
        let problem = study.fitted.unwrap_err();
        has(&problem.fix, &[formula]);
        assert_eq!(run(csv, formula, LmsMethod::Batch, None, 1).rows.len(), 5);
    }
}
