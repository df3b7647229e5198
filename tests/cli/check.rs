//! `posterior check`: the card, the JSON, and the exit status that reports the verdict.

use crate::{fails, prints, run};

use serde_json::Value;

fn json(line: &str) -> (i32, Value) {
    let (status, out, _) = run(&format!("check {line} --format json"));
    (status, serde_json::from_str(&out).expect("JSON"))
}

#[test]
fn the_exit_status_reports_the_verdict() {
    for (line, status) in [
        ("3/9 --of 'P(Sunny | Yes)' sample:weather", 0),
        ("3:12 --of 'P(Sunny | Yes)' sample:play-tennis", 0),
        ("2:9 --of 'P(Sunny | Yes)' sample:play-tennis", 4),
        ("'3 out 9' --of P(Sunny|Yes) sample:weather", 5),
        ("6.1984e-9 --of score(male) sample:person", 0),
        ("0.59 --of P(Y|S) sample:weather", 0),
        ("0.35 --of 'P(sunny | yes)' sample:weather", 4),
        ("60 --of 'P(Yes | x)' sample:weather", 5),
        ("0.0003 --of score(c) sample:chinese-japan", 5),
        ("-8,1077 --of 'ln score(c)' sample:chinese-japan", 0),
        ("-ln(3) --of 'ln score(c)' sample:chinese-japan", 4),
        ("Yes --of class sample:weather", 0),
        ("3/9 --of 'P(Snowy | Yes)' sample:weather", 2),
        ("3/9 --of 'chance of sun' sample:weather", 2),
        ("3/9 --of 'P(Sunny | Yes)' nothing-here.csv", 3),
        ("--of P(Yes) 9/14 sample:weather", 0),
        ("--of 'ln P(Yes)' -- -0.44 sample:weather", 0),
        ("-8,108 --comma --of 'ln score(c)' sample:chinese-japan", 0),
        ("0.40 --of 'P(Yes | x)' --query Weather=Rainy sample:weather", 0),
        ("4/12 --of P(Sunny|Yes) --alpha 1 sample:weather", 0),
    ] {
        fails(status, &format!("check {line}"), &[]);
    }
}

#[test]
fn the_json_has_the_keys_of_the_contract() {
    let (status, checked) = json("0,33 --of P(Sunny|Yes) sample:weather");
    assert_eq!(status, 0);
    for (key, value) in [
        ("quantity", "P(Weather=Sunny | Yes)".into()),
        ("typed", "0,33".into()),
        ("read_as", "0.33".into()),
        ("verdict", "correct".into()),
        ("note", Value::Null),
        ("causes", Value::Array(vec![])),
        ("flips", false.into()),
        ("hint", "".into()),
    ] {
        assert_eq!(checked[key], value, "{key}");
    }
    let (_, early) = json("0.59 --of P(Yes|x) sample:weather");
    assert_eq!((&early["verdict"], &early["note"]), (&"noted".into(), &"rounded_early".into()));
    assert_eq!(early["causes"], serde_json::json!(["N7"]));
    let (status, unread) = json("3/ --of P(Yes|x) sample:weather");
    assert_eq!((status, &unread["read_as"]), (5, &Value::Null));
}

/// Values that tables of published mistakes print: of a question that is not about the case, and above 1.
#[test]
fn causes_of_printed_values() {
    for (line, causes) in [
        ("0.75 --of 'P(c | x)' sample:chinese-japan", &["N6"][..]),
        ("3/5 --of P(c) sample:chinese-japan", &["X14"]),
        ("2.18 --of score(c) sample:chinese-japan", &["B16"]),
        ("1.36 --of score(j) sample:chinese-japan", &["B16"]),
        ("2.2 --of score(c) sample:chinese-japan", &["B16"]),
        ("0.3876 --of 'P(c | x)' sample:chinese-japan", &["S4", "S5", "X10"]),
        // The same but for the last figure.
        ("0.3877 --of 'P(c | x)' sample:chinese-japan", &["S4", "S5", "X10"]),
        ("216 --of 'p(weight=130 | male)' sample:person", &["G7"]),
    ] {
        assert_eq!(json(line).1["causes"], serde_json::json!(causes), "{line}");
    }
}

#[test]
fn the_card_shows_how_the_answer_was_read() {
    insta::assert_snapshot!("right", prints("check 3/9·9/14 --of score(Yes) sample:weather"));
    for (name, line) in [
        ("wrong", "0.35 --of 'P(sunny | Yes)' sample:weather"),
        ("early_ascii", "0.33*0.64/0.36 --of 'P(Yes | x)' sample:weather --ascii"),
        ("asked_plain", "0.0003 --of score(c) sample:chinese-japan --plain"),
    ] {
        insta::assert_snapshot!(name, run(&format!("check {line}")).1);
    }
}
