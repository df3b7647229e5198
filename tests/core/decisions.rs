//! Where two honest readings exist, one was chosen: each choice by its name, where no other test holds it.

use crate::models;
use crate::program;

use std::fs;

use models::{fitted, fraction, model, posteriors, sample, texts};
use posterior::model::Case;
use program::printed;
use serde_json::Value;

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&printed(&[arguments, &["--format", "json"]].concat())).unwrap()
}

/// The CSV of some lines as a file, and the folder that keeps it.
fn file(csv: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("data.csv");
    fs::write(&path, csv).unwrap();
    let path = path.to_string_lossy().into_owned();
    (folder, path)
}

#[test]
fn fractions_are_as_counted_with_cleared_denominators() {
    let text = printed(&["explain", "sample:weather", "--alpha", "1/2"]);
    assert!(text.contains("7/21  0.3333"), "(3 + 1/2)/(9 + 3/2): {text}");
}

#[test]
fn two_values_are_a_category_unless_the_model_reads_flags() {
    for (yes, no) in [("1", "0"), ("yes", "no"), ("True", "False")] {
        let csv = format!("a,class\n{yes},p\n{no},p\n{yes},q\n");
        let kind = |recipe: &str| {
            let model = fitted(&csv, &format!("target = \"class\"\n{recipe}"));
            model.data.resolved.features[0].kind.word()
        };
        assert_eq!(kind("model = \"bernoulli\""), "binary");
        assert_eq!(kind("model = \"mixed\""), "binary");
        assert_eq!(kind("[[feature]]\nname = \"a\"\nkind = \"categorical\""), "categorical");
    }
    let colours = fitted("a,b,class\nred,1.5,p\nblue,2,p\nred,4,q\nblue,9,q\n", "model = \"mixed\"");
    assert_eq!(colours.data.resolved.features[0].kind.word(), "categorical", "they are no opposites");
}

#[test]
fn a_text_cell_is_never_missing() {
    let csv = "note,class\nfree money,spam\n,spam\n?,ham\nlunch now,ham\n";
    let kind = "target = \"class\"\n[[feature]]\nname = \"note\"\nkind = \"text\"\n";
    let model = fitted(csv, kind);
    assert_eq!(model.rows(), 4);
    assert_eq!(texts(model.factors()[0].values()), ["free", "money", "lunch", "now"]);
    for row in [1, 2] {
        let found = model.predict(&Case::from_row(&model, row).unwrap());
        assert_eq!(posteriors(&found), ["1/2", "1/2"], "a document without words has the prior");
    }
    // Where absence counts, a document without words has a factor for each of them.
    let present = fitted(csv, &format!("{kind}event = \"bernoulli\""));
    let found = present.predict(&Case::from_row(&present, 1).unwrap());
    assert_eq!(fraction(found.joint[0].as_ref().unwrap()), "9/128", "1/2 · (2/4)² · (3/4)²");
}

#[test]
fn a_word_is_a_run_of_letters_and_numbers() {
    // ⓐ is alphabetic to Unicode but a symbol by its general category; a combining accent belongs to its letter.
    let csv = "note,class\nRain-42 aⓐb e\u{301}te x² Ⅷ,p\nsun,q\n";
    let model = fitted(csv, "target = \"class\"\n[[feature]]\nname = \"note\"\nkind = \"text\"\n");
    assert_eq!(texts(model.factors()[0].values()), ["rain", "42", "a", "b", "e\u{301}te", "x²", "ⅷ", "sun"]);
}

#[test]
fn cuts_are_computed_in_decimals() {
    // In floats 0 + 3 · 0.1 is above 0.3, and the row would fall into the bin below its cut.
    let rows: String = (0..=10).map(|at| format!("{},c\n", f64::from(at) / 10.0)).collect();
    let model = fitted(&format!("a,class\n{rows}"), "[[feature]]\nname = \"a\"\nbins = \"width:10\"\n");
    let counts: Vec<u64> = (0..10).map(|bin| model.factors()[0].count(bin, 0)).collect();
    assert_eq!(counts, [1, 1, 1, 1, 1, 1, 1, 1, 1, 2]);
}

#[test]
fn explicit_flags_win_over_a_recipe() {
    let bernoulli =
        json(&["explain", "sample:chinese-japan", "--model", "bernoulli", "--event", "bernoulli"]);
    assert_eq!(bernoulli["queries"][0]["joint"]["c"]["frac"], "81/15625");
    let bins = json(&["fit", "sample:living-area", "--bins", "width:3"]);
    assert_eq!(bins["recipe"]["feature"][0]["bins"], "width:3");
    let words = json(&["fit", "sample:spam", "--vocabulary", "training"]);
    assert_eq!(words["recipe"]["feature"][0]["vocabulary"], "training");
}

#[test]
fn a_split_judges_and_changes_no_parameter() {
    let plain = json(&["fit", "sample:play-tennis"]);
    let split = json(&["fit", "sample:play-tennis", "--split", "folds:5", "--seed", "4"]);
    assert_eq!(plain["parameters"], split["parameters"]);
    assert_eq!((&split["recipe"]["split"], &split["recipe"]["seed"]), (&"folds:5".into(), &4.into()));
    let judged = json(&["evaluate", "sample:play-tennis", "--split", "leave-one-out"]);
    let judged = &judged["evaluation"];
    assert_eq!((&judged["split"], &judged["seed"]), (&"leave-one-out".into(), &1.into()));
    assert_eq!(judged["accuracy"]["frac"], "1/2");
    assert_eq!((&judged["training"]["right"], &judged["training"]["n"]), (&13.into(), &14.into()));
    assert_eq!(judged["baseline"]["frac"], "9/14");
    let folds = json(&["show", "sample:play-tennis", "--split", "folds:3"]);
    let folds = &folds["evaluation"];
    assert_eq!(folds["folds"].as_array().unwrap().len(), 3);
    let rows: u64 = (0..3).map(|fold| folds["folds"][fold]["n"].as_u64().unwrap()).sum();
    assert_eq!(rows, 14);
    assert_eq!(folds["fold"].as_array().unwrap().len(), folds["predicted"].as_array().unwrap().len());
}

#[test]
fn an_undefined_cell_has_its_counts_and_an_undefined_prediction_is_wrong() {
    let (_folder, path) = file("a,class\nu,yes\n?,no\nv,yes\n?,yes\n");
    let fit = json(&["fit", &path, "--alpha", "0"]);
    let cell = &fit["parameters"]["a"]["table"]["no"]["u"];
    assert_eq!(*cell, serde_json::json!({"count": 0, "total": 0, "undefined": true}));
    let found = json(&["evaluate", &path, "--alpha", "0"]);
    let evaluation = &found["evaluation"];
    assert_eq!((&evaluation["n"], &evaluation["n_undefined"]), (&4.into(), &2.into()));
    assert_eq!(evaluation["accuracy"]["frac"], "1/4");
    assert!(evaluation["per_class"]["no"]["precision"].is_null(), "a precision of nothing");
}

#[test]
fn log_loss_of_an_impossible_truth_is_null() {
    let (_folder, path) = file("a,class\nu,yes\nu,no\nv,no\n");
    let found = json(&["evaluate", &path, "--alpha", "0", "--prior", "yes=0,no=1"]);
    let evaluation = &found["evaluation"];
    assert_eq!((&evaluation["log_loss"], &evaluation["n_impossible"]), (&Value::Null, &1.into()));
}

#[test]
fn a_step_lists_twenty_rows_and_says_how_many_there_are() {
    let found = json(&["explain", "sample:iris"]);
    let steps = found["queries"][0]["steps"].as_array().unwrap();
    let prior = steps.iter().find(|step| step["quantity"] == "P(setosa)").unwrap();
    assert_eq!((prior["rows"].as_array().unwrap().len(), &prior["rows_total"]), (20, &50.into()));
    assert!(steps.iter().all(|step| step.get("latex").is_none()));
}

#[test]
fn living_area_starts_with_equal_widths() {
    let own = model(&sample("living-area", ""));
    assert_eq!(own.data.resolved.features[0].bins.as_ref().unwrap().to_string(), "width:5");
}
