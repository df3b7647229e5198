//! The naive assumption compared with the rows: counts of pairs, posteriors without it, and numbers of parameters.

use std::sync::Arc;

use posterior::math::Number;
use posterior::model::{Case, Fitted};
use posterior::problem::Problem;
use posterior::report::Block;
use posterior::worked::{Dependence, VocabularyParameters, WorkedError};
use serde_json::{Value, json};

use crate::models::{case, csv_of, fitted, has, sample};

/// Computed by another program with exact fractions.
fn reference() -> Value {
    serde_json::from_str(include_str!("../cases/assumption.json")).unwrap()
}

fn of_case(case: &Value) -> (Arc<Fitted>, Dependence) {
    let fitted = fitted(csv_of(case["csv"].as_str().unwrap()), case["recipe"].as_str().unwrap());
    let row = case["row"].as_u64().unwrap() as usize - 1;
    let found = Dependence::of(&fitted, &Case::from_row(&fitted, row).unwrap()).unwrap();
    (fitted, found)
}

/// The report on a case, with all that it is made of.
fn report(fitted: &Fitted, case: &Case) -> String {
    format!("{:?}", posterior::report::assumption(fitted, case, None).unwrap())
}

/// A document of so many words in every row of so many classes.
fn document(words: usize, rows: impl Fn(&str) -> String) -> Value {
    let text = (0..words).map(|at| format!("w{at}")).collect::<Vec<_>>().join(" ");
    json!({
        "csv": format!("t,y\n{}", rows(&text)),
        "recipe": "target = \"y\"\n[[feature]]\nname = \"t\"\nkind = \"text\"\nevent = \"bernoulli\"",
        "row": 1,
    })
}

fn fractions(fitted: &Fitted, all: Option<&Vec<Number>>) -> Value {
    let named = |all: &Vec<Number>| {
        let shares = all.iter().map(|share| Value::from(share.to_fraction().unwrap()));
        Value::Object(fitted.classes.iter().map(ToString::to_string).zip(shares).collect())
    };
    all.map_or(Value::Null, named)
}

#[test]
fn pairs_and_posteriors_are_those_of_the_reference() {
    for case in reference()["cases"].as_array().unwrap() {
        let name = case["name"].as_str().unwrap();
        let (fitted, found) = of_case(case);
        let mut wanted = case["pairs"].as_array().cloned().unwrap_or_default();
        assert_eq!(found.pairs.len(), wanted.len(), "{name}");
        for pair in &found.pairs {
            let event = |event: &posterior::math::Event| {
                let text = event.to_string();
                if case["words"].is_null() { text } else { text.trim_start_matches("message=").to_owned() }
            };
            let class = fitted.classes[pair.class].as_str();
            let (first, second) = (event(&pair.first), event(&pair.second));
            let (both, rows) = (pair.both, pair.rows);
            // Words come in another order.
            let either = [
                json!([class, first, second, both, pair.first_rows, pair.second_rows, rows]),
                json!([class, second, first, both, pair.second_rows, pair.first_rows, rows]),
            ];
            let at = wanted.iter().position(|one| either.contains(one));
            wanted.remove(at.unwrap_or_else(|| panic!("{name}: {pair:?}")));
        }
        let sizes: Vec<f64> = found.pairs.iter().map(|pair| pair.difference().abs()).collect();
        assert!(sizes.is_sorted_by(|a, b| a >= b), "{name}: the largest violation first");
        if !case["joint"].is_array() {
            continue;
        }
        let joint = fitted.classes.iter().zip(&found.joint).map(|(class, (counted, product))| {
            json!([class.as_str(), counted.to_fraction(), product.to_fraction()])
        });
        assert_eq!(Value::from(joint.collect::<Vec<_>>()), case["joint"], "{name}");
        let counted = fractions(&fitted, found.counted_posterior.as_ref());
        assert_eq!(counted, case["counted_posterior"], "{name}");
        assert_eq!(fractions(&fitted, found.posterior.as_ref()), case["posterior"], "{name}");
        assert_eq!(found.doubled.len(), case["doubled"].as_object().unwrap().len(), "{name}");
        for twice in &found.doubled {
            let wanted = &case["doubled"][twice.feature.as_str()];
            assert_eq!(fractions(&fitted, twice.posterior.as_ref()), *wanted, "{name}: {}", twice.feature);
        }
    }
}

#[test]
fn correlations_are_those_of_the_reference() {
    for case in reference()["cases"].as_array().unwrap() {
        let Some(wanted) = case["correlations"].as_array() else { continue };
        let (fitted, found) = of_case(case);
        assert_eq!(found.correlations.len(), wanted.len());
        for one in &found.correlations {
            let names = [fitted.classes[one.class].as_str(), one.first.as_str(), one.second.as_str()];
            let same = |other: &&Value| (0..3).all(|at| other[at] == names[at]);
            let wanted = wanted.iter().find(same).unwrap();
            assert_eq!(one.rows, wanted[3].as_u64().unwrap(), "{names:?}");
            match wanted[4].as_f64() {
                Some(wanted) => {
                    assert!((one.value.unwrap() - wanted).abs() < 1e-12, "{names:?}: {:?}", one.value)
                }
                None => assert_eq!(one.value, None, "{names:?}"),
            }
        }
        let sizes: Vec<f64> = found.correlations.iter().map(|one| one.value.map_or(0.0, f64::abs)).collect();
        assert!(sizes.is_sorted_by(|a, b| a >= b));
    }
}

#[test]
fn two_to_the_power_of_the_words_has_so_many_digits() {
    for pair in reference()["digits"].as_array().unwrap() {
        let words = pair[0].as_u64().unwrap();
        assert_eq!(Value::from(VocabularyParameters { words }.digits()), pair[1], "{words}");
    }
}

#[test]
fn without_rows_a_feature_can_still_be_entered_twice() {
    let study = sample("subjects", "");
    let fitted = study.fitted.as_ref().unwrap();
    let case = study.cases().unwrap().remove(0);
    let found = Dependence::of(fitted, &case).unwrap();
    assert!(matches!(found.no_rows, Some(WorkedError::NoRows(_))));
    assert!(found.pairs.is_empty() && found.joint.is_empty() && !found.doubled.is_empty());
    assert_eq!(found.counted_posterior, None);
}

#[test]
fn a_feature_entered_twice_is_reported_by_a_number_that_changes() {
    for (name, over, row, part) in [
        ("play-tennis", "", 0, "Outlook: P(No | x) from 0.688 to 0.8151"),
        // The leader is nearly certain, and stays so.
        ("iris", "model = \"gaussian\"", 59, "petal_length: P(virginica | x) from "),
    ] {
        let study = sample(name, over);
        let fitted = study.fitted.as_ref().unwrap();
        let case = Case::from_row(fitted, row).unwrap();
        let blocks = posterior::report::assumption(fitted, &case, None).unwrap().blocks;
        let items = blocks.iter().filter_map(|block| match block {
            Block::Item(text) => Some(text.plain()),
            _ => None,
        });
        assert!(items.clone().any(|item| item.starts_with(part)), "{name}: {:?}", items.collect::<Vec<_>>());
    }
    // Heard twice, the witness turns the prediction round.
    let study = sample("taxi", "");
    let fitted = study.fitted.as_ref().unwrap();
    let found = Dependence::of(fitted, &study.cases().unwrap()[0]).unwrap();
    let [twice] = found.doubled.as_slice() else { panic!("{:?}", found.doubled) };
    assert_ne!(twice.leaders, [found.predicted.unwrap()]);
}

#[test]
fn models_without_the_assumption_are_refused() {
    let study = sample("iris", "model = \"gda\"");
    let fitted = study.fitted.as_ref().unwrap();
    let case = Case::from_row(fitted, 0).unwrap();
    let error = Dependence::of(fitted, &case).unwrap_err();
    assert_eq!(error, WorkedError::NotNaive);
    let problem = Problem::from(error);
    assert!(
        problem.kind == "not_naive" && problem.usage && problem.fix.contains("--model gaussian"),
        "{problem:?}"
    );
}

#[test]
fn up_to_24_values_are_paired() {
    for (words, pairs, left_out) in [(24, 3 * 276, 0), (25, 3 * 276, 1)] {
        let case = document(words, |text| format!("{text},a\n{text},b\nw1 w2,c\n{text},c\n"));
        let (fitted, found) = of_case(&case);
        assert_eq!((found.pairs.len(), found.left_out), (pairs, left_out));
        let report = report(&fitted, &Case::from_row(&fitted, 0).unwrap());
        assert_eq!(report.contains("1 more value of this case is not paired."), left_out == 1);
    }
}

#[test]
fn up_to_50000_pairs_are_counted() {
    for (classes, values) in [(181, 24), (182, 23)] {
        let row = |text: &str, row: usize| format!("{text},c{}\n", row % classes);
        let (_, found) = of_case(&document(24, |text| (0..2 * classes).map(|at| row(text, at)).collect()));
        assert_eq!((found.pairs.len(), found.left_out), (classes * values * (values - 1) / 2, 24 - values));
    }
}

#[test]
fn why_the_counted_shares_give_no_posterior_is_reported_truly() {
    let csv = "a,b,y\nu,p,k\nu,p,k\nv,q,l\nv,p,l\nu,q,m\nv,q,m\n";
    // The values of row 1 are those of rows of k.
    for (prior, has_none) in
        [("k = \"0\", l = \"1/2\", m = \"1/2\"", true), ("k = \"1/2\", l = \"1/2\", m = \"0\"", false)]
    {
        let fitted = fitted(csv, &format!("target = \"y\"\nmodel = \"categorical\"\nprior = {{ {prior} }}"));
        let report = report(&fitted, &Case::from_row(&fitted, 0).unwrap());
        assert_eq!(report.contains("give no posterior"), has_none);
        assert_eq!(report.contains("A class that has all these values has prior 0"), has_none, "{report}");
        assert!(!report.contains("No training row"), "{report}");
    }
    // Without smoothing the assumption gives none either.
    let csv = "a,b,y\nu,p,k\nu,p,k\nv,q,l\nv,q,l\nw,r,m\nw,r,m\n";
    let fitted = fitted(csv, "target = \"y\"\nmodel = \"categorical\"\nalpha = \"0\"");
    let report = report(&fitted, &case(&fitted, "a=u,b=q"));
    has(&report, &["No training row has all these values"]);
    assert!(!report.contains("The assumption does"), "{report}");
}
