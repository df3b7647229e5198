//! What if a cell were another: the core against brute force, the dialog by keys, the printed sentences.

use crate::models;
use crate::program;
use crate::support::Bench;

use models::{case, fitted, model, sample};
use posterior::app::WhatIfDialog;
use posterior::app::*;
use posterior::model::{Case, CaseValue, FactorForm, Fitted, Prediction};
use program::printed;
use serde_json::Value;

fn winners(prediction: &Prediction) -> Vec<usize> {
    match prediction.tied.as_slice() {
        [] => prediction.predicted.into_iter().collect(),
        tied => tied.to_vec(),
    }
}

/// Every change of the rules, predicted exactly.
fn by_hand(fitted: &Fitted, case: &Case) -> Vec<Prediction> {
    let before = winners(&fitted.predict(case));
    if before.is_empty() {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut with = |at: usize, value: CaseValue| {
        let mut changed = case.clone();
        changed.cells[at].value = value;
        let after = fitted.predict(&changed);
        if after.posterior.is_some() && winners(&after) != before {
            found.push(after);
        }
    };
    for (at, (factor, cell)) in fitted.factors().iter().zip(&case.cells).enumerate() {
        match &cell.value {
            CaseValue::Words { known, unknown } => {
                for word in 0..known.len() {
                    let mut known = known.clone();
                    known.remove(word);
                    with(at, CaseValue::Words { known, unknown: unknown.clone() });
                }
            }
            value
                if matches!(factor.form, FactorForm::Categories | FactorForm::Flag | FactorForm::Bins(_)) =>
            {
                let others = (0..factor.k()).filter(|other| *value != CaseValue::Value(*other));
                others.for_each(|other| with(at, CaseValue::Value(other)));
            }
            _ => {}
        }
    }
    found
}

#[test]
fn the_flips_are_those_that_trying_every_change_finds() {
    let mut flipping = 0;
    for (name, over) in [
        ("weather", ""),
        ("play-tennis", ""),
        ("play-tennis", "alpha = \"0\""),
        ("play-tennis", "convention = \"orange\""),
        ("play-tennis", "alpha = \"0\"\nconvention = \"r-e1071\""),
        ("chinese-japan", ""),
        ("chinese-japan", "alpha = \"0\""),
        ("chinese-japan", "model = \"bernoulli\"\n[[feature]]\nname = \"text\"\nevent = \"bernoulli\""),
        (
            "chinese-japan",
            "model = \"bernoulli\"\nalpha = \"0\"\n[[feature]]\nname = \"text\"\nevent = \"bernoulli\"",
        ),
        ("spam", ""),
        ("living-area", ""),
        ("loan", ""),
        ("loan", "prior = \"uniform\""),
    ] {
        let study = sample(name, over);
        let fitted = model(&study);
        for row in 0..fitted.data.table.rows() {
            let case = Case::from_row(&fitted, row).unwrap();
            let (flips, expected) = (fitted.counterfactuals(&case), by_hand(&fitted, &case));
            assert_eq!(flips.found.len() + flips.more, expected.len(), "{name} {over} row {}", row + 1);
            for flip in &flips.found {
                let same = |after: &Prediction| after.posterior.as_ref() == Some(&flip.posterior);
                assert!(expected.iter().any(same), "{name} {over} row {}: {flip:?}", row + 1);
            }
            let winner = |at: usize| flips.found[at].posterior[flips.found[at].predicted].to_f64();
            assert!((1..flips.found.len()).all(|at| winner(at - 1) >= winner(at)), "not sorted");
            flipping += expected.len();
        }
    }
    assert!(flipping > 100, "only {flipping} flips were met");
}

#[test]
fn a_change_that_only_makes_a_tie_is_a_flip_and_numbers_are_not_tried() {
    let tie = fitted("a,class\nu,x\nu,x\nv,x\nv,y\nu,y\nv,y\nw,x\nw,y\n", "alpha = \"0\"");
    let flips = tie.counterfactuals(&case(&tie, "a=u"));
    let tied: Vec<&str> =
        flips.found.iter().filter(|flip| !flip.tied.is_empty()).filter_map(|f| f.to.as_deref()).collect();
    assert_eq!(tied, ["w"]);
    let study = sample("iris", "");
    let iris = model(&study);
    assert_eq!(iris.counterfactuals(&Case::from_row(&iris, 0).unwrap()).tried, 0);
}

fn dialog(bench: &Bench) -> &WhatIfDialog {
    bench.app.front::<WhatIfDialog>().expect("the dialog")
}

fn after(bench: &Bench) -> &After {
    dialog(bench).after.as_ref().unwrap().as_ref().unwrap()
}

fn flipped(bench: &Bench) -> bool {
    after(bench).flipped
}

/// The cells as they are now.
fn now(bench: &Bench) -> String {
    dialog(bench).lines.iter().map(|line| line.now.clone()).collect::<Vec<_>>().join(",")
}

fn pick(bench: &Bench) -> Pick {
    bench.app.session.pick.clone()
}

#[test]
fn a_cell_steps_through_its_values_and_the_posterior_follows() {
    let bench = Bench::tennis().keys("5 e").gives(now, "Sunny,Cool,High,Strong").gives(flipped, false);
    let bench = bench.keys("Right").gives(now, "Overcast,Cool,High,Strong").gives(flipped, true);
    assert!(after(&bench).decision.plain().contains("Yes"));
    let typed = case(bench.fitted(), "Outlook=Overcast,Temp=Cool,Humidity=High,Wind=Strong");
    assert_eq!(after(&bench).prediction, bench.fitted().predict(&typed));
    // Before the first value the cell is missing.
    bench.keys("Left Left").gives(now, ",Cool,High,Strong");
}

#[test]
fn a_cell_is_made_missing_and_restored_and_so_are_all() {
    let bench = Bench::tennis().keys("5 e Right Down Del").gives(now, "Overcast,,High,Strong");
    let bench = bench.keys("Backspace").gives(now, "Overcast,Cool,High,Strong").keys("R");
    bench.gives(now, "Sunny,Cool,High,Strong").gives(flipped, false);
}

#[test]
fn numbers_are_changed_by_steps_and_cells_typed_and_what_is_invalid_is_reported() {
    let areas = Bench::open("living-area", "").keys("5 e Left").gives(now, "840").shows("bin 2, [620,1000)");
    // The posterior follows while a number is typed.
    areas.keys("5").gives(now, "5").gives(flipped, true).keys("Esc").gives(now, "840");
    // The column has one decimal, so that is the smallest step.
    Bench::open("iris", "").keys("5 e Right").gives(now, "6.0,3.2,4.8,1.8");
    let words = Bench::open("chinese-japan", "").keys("5 e e ' Japan' Enter");
    let words = words.gives(now, "Chinese Chinese Chinese Tokyo Japan Japan");
    assert!(after(&words).prediction.posterior.is_some());
    let gda = Bench::open("iris", "model = \"gda\"").keys("5 e Del").shows("sepal_length").shows("missing");
    let gda = gda.keys("Enter").gives(pick, Pick::Query);
    assert!(!gda.app.dialogs.is_empty() && !gda.toast().is_empty());
    Bench::open("iris", "").keys("5 e 5 x").shows("5x");
}

#[test]
fn the_changed_case_is_explained_and_the_previous_case_comes_back() {
    let wind = |bench: &Bench| bench.app.session.case.as_ref().unwrap().cells[3].text.to_string();
    let bench =
        Bench::tennis().keys("5 r '5' Enter e End Right Enter").without_dialog().gives(wind, "Strong");
    // The dialog shows the changes of the original case.
    let again = bench.shows("(row 5,").shows("Wind=Strong)").keys("e");
    let again = again.gives(|bench| now(bench).ends_with("Strong"), true);
    assert!(after(&again).change.is_some());
    let bench = again.keys("Esc u").gives(pick, Pick::Row(4)).keys("u").gives(pick, Pick::Query).keys("U U");
    assert!(matches!(pick(&bench), Pick::Changed(_)));
    // It outlives another model of the same columns.
    bench.keys("2 End Up Right 5").gives(wind, "Strong");
    Bench::tennis().keys("5 e Right Left Enter").gives(pick, Pick::Query).without_dialog();
    Bench::tennis().keys("5 e Right Esc").gives(pick, Pick::Query);
}

#[test]
fn explain_reports_what_would_flip_it() {
    let text = printed(&["explain", "sample:play-tennis"]);
    assert!(text.contains("Humidity=Normal → Yes 0.6297"), "{text}");
    let text = printed(&["explain", "sample:chinese-japan"]);
    assert!(text.contains("One change would flip the prediction: without chinese → j 0.7634."), "{text}");
    assert!(printed(&["explain", "sample:spam"]).contains("No single change flips the prediction."));
    let json: Value =
        serde_json::from_str(&printed(&["explain", "sample:play-tennis", "--format", "json"])).unwrap();
    let flips = json["queries"][0]["flips"].as_array().unwrap();
    assert_eq!(flips.len(), 2);
    assert_eq!(flips[0]["feature"], "Outlook");
    assert_eq!((&flips[0]["from"], &flips[0]["to"]), (&"Sunny".into(), &"Overcast".into()));
    assert_eq!(flips[0]["predicted"], "Yes");
    assert_eq!(flips[0]["posterior"]["Yes"]["frac"], "1568/2173");
}
