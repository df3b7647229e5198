//! The naive assumption compared with the rows: counts of pairs, posteriors without it, and numbers of parameters.

use std::sync::Arc;

use posterior::math::Number;
use posterior::model::{Case, Fitted, Study};
use posterior::problem::Problem;
use posterior::recipe::Recipe;
use posterior::report::Block;
use posterior::table::Source;
use posterior::worked::{Dependence, VocabularyParameters, WorkedError};
use serde_json::Value;

use crate::models::{csv_of, has, sample};

/// Computed by another program with exact fractions.
fn reference() -> Value {
    serde_json::from_str(include_str!("../cases/assumption.json")).unwrap()
}

fn of_case(case: &Value) -> (Arc<Fitted>, Dependence) {
    let recipe = Recipe::from_toml(case["recipe"].as_str().unwrap(), "recipe.toml").unwrap();
    let csv = csv_of(case["csv"].as_str().unwrap()).as_bytes();
    let fitted = Study::open(Source::bytes("t.csv", csv), recipe).unwrap().fitted.unwrap();
    let row = case["row"].as_u64().unwrap() as usize - 1;
    let found = Dependence::of(&fitted, &Case::from_row(&fitted, row).unwrap()).unwrap();
    (fitted, found)
}

fn fractions(fitted: &Fitted, all: Option<&Vec<Number>>) -> Value {
    let each = all.map(|all| {
        fitted
            .classes
            .iter()
            .zip(all)
            .map(|(class, share)| (class.as_str().to_owned(), Value::from(share.to_fraction().unwrap())))
    });
    each.map_or(Value::Null, |each| Value::Object(each.collect()))
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
            let [first, second] = [&pair.first, &pair.second].map(event);
            let counts = (pair.both, pair.first_rows, pair.second_rows, pair.rows);
            // Words come in another order.
            let turned = (pair.both, pair.second_rows, pair.first_rows, pair.rows);
            let is = |one: &Value| {
                let own = |names: [&str; 2], (both, first, second, rows)| {
                    *one == serde_json::json!([class, names[0], names[1], both, first, second, rows])
                };
                own([&first, &second], counts) || own([&second, &first], turned)
            };
            let at = wanted.iter().position(is).unwrap_or_else(|| panic!("{name}: {pair:?}"));
            wanted.remove(at);
        }
        let sizes: Vec<f64> = found.pairs.iter().map(|pair| pair.difference().abs()).collect();
        assert!(sizes.is_sorted_by(|a, b| a >= b), "{name}: the largest violation first");
        if case["joint"].is_array() {
            let joint: Vec<Value> = fitted
                .classes
                .iter()
                .zip(&found.joint)
                .map(|(class, (counted, product))| {
                    serde_json::json!([class.as_str(), counted.to_fraction(), product.to_fraction()])
                })
                .collect();
            assert_eq!(Value::from(joint), case["joint"], "{name}");
            assert_eq!(
                fractions(&fitted, found.counted_posterior.as_ref()),
                case["counted_posterior"],
                "{name}"
            );
            assert_eq!(fractions(&fitted, found.posterior.as_ref()), case["posterior"], "{name}");
            assert_eq!(found.doubled.len(), case["doubled"].as_object().unwrap().len(), "{name}");
            for twice in &found.doubled {
                let wanted = &case["doubled"][twice.feature.as_str()];
                assert_eq!(
                    fractions(&fitted, twice.posterior.as_ref()),
                    *wanted,
                    "{name}: {}",
                    twice.feature
                );
            }
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
        let text: Vec<String> = (0..words).map(|at| format!("w{at}")).collect();
        let text = text.join(" ");
        let case = serde_json::json!({
            "csv": format!("t,y\n{text},a\n{text},b\nw1 w2,c\n{text},c\n"),
            "recipe": "target = \"y\"\n[[feature]]\nname = \"t\"\nkind = \"text\"\nevent = \"bernoulli\"",
            "row": 1,
        });
        let (fitted, found) = of_case(&case);
        assert_eq!((found.pairs.len(), found.left_out), (pairs, left_out));
        let report =
            posterior::report::assumption(&fitted, &Case::from_row(&fitted, 0).unwrap(), None).unwrap();
        let is_reported = format!("{report:?}").contains("1 more value of this case is not paired.");
        assert_eq!(is_reported, left_out == 1);
    }
}

#[test]
fn up_to_50000_pairs_are_counted() {
    let document = (0..24).map(|at| format!("w{at}")).collect::<Vec<_>>().join(" ");
    for (classes, values) in [(181, 24), (182, 23)] {
        let rows: String = (0..2 * classes).map(|row| format!("{document},c{}\n", row % classes)).collect();
        let case = serde_json::json!({
            "csv": format!("t,y\n{rows}"),
            "recipe": "target = \"y\"\n[[feature]]\nname = \"t\"\nkind = \"text\"\nevent = \"bernoulli\"",
            "row": 1,
        });
        let (_, found) = of_case(&case);
        assert_eq!((found.pairs.len(), found.left_out), (classes * values * (values - 1) / 2, 24 - values));
    }
}

#[test]
fn why_the_counted_shares_give_no_posterior_is_reported_truly() {
    let csv = "a,b,y\nu,p,k\nu,p,k\nv,q,l\nv,p,l\nu,q,m\nv,q,m\n";
    for (recipe, row, part) in [
        // Rows of k are like the case, and k has prior 0.
        (
            "prior = { k = \"0\", l = \"1/2\", m = \"1/2\" }",
            0,
            Some("A class that has all these values has prior 0"),
        ),
        ("prior = { k = \"1/2\", l = \"1/2\", m = \"0\" }", 0, None),
    ] {
        let recipe = format!("target = \"y\"\nmodel = \"categorical\"\n{recipe}");
        let recipe = Recipe::from_toml(&recipe, "recipe.toml").unwrap();
        let fitted = Study::open(Source::bytes("t.csv", csv.as_bytes()), recipe).unwrap().fitted.unwrap();
        let case = Case::from_row(&fitted, row).unwrap();
        let report = format!("{:?}", posterior::report::assumption(&fitted, &case, None).unwrap());
        assert_eq!(report.contains("give no posterior"), part.is_some());
        assert!(
            part.is_none_or(|part| report.contains(part)) && !report.contains("No training row"),
            "{report}"
        );
    }
    // Without smoothing the assumption gives none either.
    let recipe =
        Recipe::from_toml("target = \"y\"\nmodel = \"categorical\"\nalpha = \"0\"", "recipe.toml").unwrap();
    let csv = "a,b,y\nu,p,k\nu,p,k\nv,q,l\nv,q,l\nw,r,m\nw,r,m\n";
    let fitted = Study::open(Source::bytes("t.csv", csv.as_bytes()), recipe).unwrap().fitted.unwrap();
    let typed = [("a".to_owned(), "u".to_owned()), ("b".to_owned(), "q".to_owned())];
    let case = Case::from_typed(&fitted, &typed).unwrap();
    let report = format!("{:?}", posterior::report::assumption(&fitted, &case, None).unwrap());
    has(&report, &["No training row has all these values"]);
    assert!(!report.contains("The assumption does"), "{report}");
}
