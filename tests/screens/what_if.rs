//! What if a cell were another: the core against brute force, the dialog before and after keys, the printed sentences.

use crate::models;
use crate::program;
use crate::support;

use models::{case, fitted, model, sample};
use posterior::app::WhatIfDialog;
use posterior::app::*;
use posterior::model::{Case, CaseValue, FactorForm, Fitted, Prediction};
use program::printed;
use serde_json::Value;
use support::Bench;

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

fn after(bench: &Bench) -> &After {
    let Some(dialog) = bench.app.front::<WhatIfDialog>() else { panic!("no dialog") };
    dialog.after.as_ref().unwrap().as_ref().unwrap()
}

fn now(bench: &Bench) -> Vec<String> {
    let Some(dialog) = bench.app.front::<WhatIfDialog>() else { panic!("no dialog") };
    dialog.lines.iter().map(|line| line.now.clone()).collect()
}

#[test]
fn a_cell_steps_through_its_values_and_the_posterior_follows() {
    let bench = Bench::tennis().keys("5 e").gives(now, ["Sunny", "Cool", "High", "Strong"]);
    assert!(!after(&bench).flipped);
    let bench = bench.keys("Right");
    assert_eq!(now(&bench)[0], "Overcast");
    assert!(after(&bench).flipped && after(&bench).decision.plain().contains("Yes"));
    let fitted = bench.fitted();
    let typed = case(fitted, "Outlook=Overcast,Temp=Cool,Humidity=High,Wind=Strong");
    assert_eq!(after(&bench).prediction, fitted.predict(&typed));
    assert_eq!(now(&bench.keys("Left Left"))[0], "", "before the first value the cell is missing");
}

#[test]
fn a_cell_is_made_missing_and_restored_and_so_are_all() {
    let bench = Bench::tennis()
        .keys("5 e Right Down Del")
        .gives(now, ["Overcast", "", "High", "Strong"])
        .keys("Backspace")
        .gives(now, ["Overcast", "Cool", "High", "Strong"])
        .keys("R")
        .gives(now, ["Sunny", "Cool", "High", "Strong"]);
    assert!(!after(&bench).flipped);
}

#[test]
fn numbers_are_nudged_and_cells_typed_and_what_cannot_be_read_is_reported() {
    let bench =
        Bench::open("living-area", "").keys("5 e Left").gives(now, ["840"]).shows("bin 2, [620,1000)");
    let bench = bench.keys("5").gives(now, ["5"]);
    assert!(after(&bench).flipped, "the posterior follows while a number is typed");
    bench.keys("Esc").gives(now, ["840"]);
    let iris = Bench::open("iris", "").keys("5 e Right");
    assert_eq!(now(&iris)[0], "6.0", "the column is written with one decimal, so that is the least step");
    let bench = Bench::open("chinese-japan", "")
        .keys("5 e e ' Japan' Enter")
        .gives(now, ["Chinese Chinese Chinese Tokyo Japan Japan"]);
    assert!(after(&bench).prediction.posterior.is_some());
    let bench = Bench::sample("iris", 80, 24, |recipe| recipe.model = "gda".parse().ok())
        .keys("5 e Del")
        .shows("sepal_length")
        .shows("missing")
        .keys("Enter");
    assert!(!bench.app.dialogs.is_empty() && !bench.toast().is_empty());
    assert_eq!(bench.app.session.pick, Pick::Query);
    Bench::open("iris", "").keys("5 e 5 x").shows("5x");
}

#[test]
fn the_changed_case_is_explained_and_the_case_before_comes_back() {
    let bench = Bench::tennis().keys("5 r '5' Enter e End Right Enter").without_dialog();
    assert_eq!(bench.app.session.case.as_ref().unwrap().cells[3].text, "Strong");
    let bench = bench.shows("(row 5,").shows("Wind=Strong)");
    // The dialog tells the changes of the case as it was.
    let again = bench.keys("e");
    assert_eq!(now(&again)[3], "Strong");
    assert!(after(&again).change.is_some());
    let bench = again.keys("Esc u");
    assert_eq!(bench.app.session.pick, Pick::Row(4));
    let bench = bench.keys("u");
    assert_eq!(bench.app.session.pick, Pick::Query);
    let bench = bench.keys("U U");
    assert!(matches!(bench.app.session.pick, Pick::Changed(_)));
    // It outlives another model of the same columns.
    let bench = bench.keys("2 End Up Right 5");
    assert_eq!(bench.app.session.case.as_ref().unwrap().cells[3].text, "Strong");
    let bench = Bench::tennis().keys("5 e Right Left Enter");
    assert_eq!(bench.app.session.pick, Pick::Query);
    bench.without_dialog();
    let bench = Bench::tennis().keys("5 e Right Esc");
    assert_eq!(bench.app.session.pick, Pick::Query);
}

#[test]
fn explain_tells_what_would_flip_it() {
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
