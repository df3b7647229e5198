//! `posterior evaluate --of-predictions`: figures of predictions that are read from a file.

use assert_cmd::Command;
use serde_json::Value;

fn run(arguments: &[&str], stdin: &str) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_posterior"));
    let output = command.args(arguments).write_stdin(stdin).output().expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (output.status.code().expect("a status"), text(output.stdout), text(output.stderr))
}

fn json(arguments: &[&str], stdin: &str) -> Value {
    let (status, out, err) =
        run(&[&["evaluate", "--of-predictions", "-", "--format", "json"], arguments].concat(), stdin);
    assert_eq!(status, 0, "{err}");
    serde_json::from_str(&out).unwrap()
}

const NAMED: &str = "id,truth,said\n1,a,a\n2,b,a\n3,c,c\n4,d,c\n5,b,b\n6,,a\n7,c,\n";

#[test]
fn classes_alone_give_the_matrix_and_no_figure_of_posteriors() {
    let of = json(&["--actual", "truth", "--predicted", "said"], NAMED);
    let found = &of["evaluation"];
    assert_eq!(found["labels"], serde_json::json!(["a", "c", "b", "d"]));
    assert_eq!(found["n"], 6);
    assert_eq!(found["n_undefined"], 1);
    assert_eq!(found["accuracy"]["frac"], "1/2");
    assert_eq!(found["per_class"]["c"]["precision"]["frac"], "1/2");
    assert!(found["log_loss"].is_null() && found.get("brier").is_none() && found["training"].is_null());
    let (status, text, _) =
        run(&["evaluate", "-", "--of-predictions", "--actual", "truth", "--predicted", "said"], NAMED);
    assert_eq!(status, 0);
    insta::assert_snapshot!(text);
}

#[test]
fn what_this_program_writes_gives_the_figures_that_it_had() {
    for split in ["folds:5", "holdout:0.3"] {
        let model = ["evaluate", "sample:iris", "--split", split];
        let (_, rows, _) = run(&[&model[..], &["--format", "csv", "--table", "rows"]].concat(), "");
        let (_, whole, _) = run(&[&model[..], &["--format", "json"]].concat(), "");
        let whole: Value = serde_json::from_str(&whole).unwrap();
        let read = json(&[], &rows);
        let (whole, read) = (&whole["evaluation"], &read["evaluation"]);
        for key in ["labels", "matrix", "n", "accuracy", "per_class", "balanced_accuracy", "macro_f1"] {
            assert_eq!(whole[key], read[key], "{key}");
        }
        for key in ["log_loss", "brier"] {
            let (one, other) = (whole[key].as_f64().unwrap(), read[key].as_f64().unwrap());
            assert!((one - other).abs() < 1e-9, "{key}: {one} {other}");
        }
        assert_eq!(whole["roc"]["auc"]["frac"], read["roc"]["auc"]["frac"]);
        assert_eq!(read["remarks"], serde_json::json!([]));
    }
}

#[test]
fn posteriors_that_do_not_add_up_or_are_not_followed_are_told() {
    let csv = "actual,predicted,P(a),P(b),P(c)\na,a,0.5,0.3,0.1\nb,b,0.3333,0.3333,0.3333\nc,b,0.1,0.2,0.7\n";
    let remarks = json(&[], csv)["evaluation"]["remarks"].clone();
    assert_eq!(
        remarks[0],
        "The posteriors of row 1 do not add up to 1; each is taken as its share of their sum."
    );
    assert_eq!(remarks[1], "In row 3 the predicted class is not the one of the largest posterior.");
    assert_eq!(remarks.as_array().unwrap().len(), 2);
    // Without a column of predictions the largest posterior speaks.
    let found = json(&[], &csv.replace("predicted", "other"));
    assert_eq!(found["evaluation"]["accuracy"]["frac"], "2/3");
}

#[test]
fn what_cannot_be_judged_is_refused_with_its_place() {
    let refusal = |arguments: &[&str], csv: &str| {
        let (status, _, err) = run(&[&["evaluate", "--of-predictions", "-"], arguments].concat(), csv);
        assert_ne!(status, 0, "{err}");
        err
    };
    let err = refusal(&[], NAMED);
    assert!(err.contains("there is no column “actual”"), "{err}");
    let bad = "actual,predicted,P(a),P(b),P(c)\na,a,0.5,0.3,0.2\nb,a,1.5,0,0\n";
    let err = refusal(&[], bad);
    assert!(err.contains("row 2, column P(a): “1.5” is no probability"), "{err}");
    let lacking = "actual,predicted,P(a),P(b),P(c)\na,a,0.5,0.3,0.2\nb,a,0.5,,0.5\n";
    let err = refusal(&[], lacking);
    assert!(err.contains("row 2, column P(b): a posterior is missing"), "{err}");
    let many: String = (0..5_001).map(|class| format!("c{class},c0\n")).collect();
    let err = refusal(&[], &format!("actual,predicted\n{many}"));
    assert!(err.contains("5,001 classes are more than the 5,000"), "{err}");
    let weighted = json(&["--weight", "n"], "actual,predicted,n\na,a,3\nb,c,1\nc,c,0\n");
    assert_eq!(weighted["evaluation"]["accuracy"]["frac"], "3/4");
}
