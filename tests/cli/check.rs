//! `posterior check` as a shell sees it: the card, the JSON, and the exit status that tells the verdict.

use serde_json::Value;

/// Exit status and standard output.
fn checked(arguments: &[&str]) -> (i32, String) {
    let (status, printed, _) = crate::program::ended(&[&["check"], arguments].concat());
    (status, printed)
}

fn json(arguments: &[&str]) -> (i32, Value) {
    let (status, text) = checked(&[arguments, &["--format", "json"]].concat());
    (status, serde_json::from_str(&text).expect("JSON"))
}

#[test]
fn the_exit_status_tells_the_verdict() {
    for (answer, of, data, status) in [
        ("3/9", "P(Sunny | Yes)", "sample:weather", 0),
        ("0,33", "P(Sunny|Yes)", "sample:weather", 0),
        ("3 of 9", "P(Sunny|Yes)", "sample:weather", 0),
        ("3:12", "P(Sunny | Yes)", "sample:play-tennis", 0),
        ("2:9", "P(Sunny | Yes)", "sample:play-tennis", 4),
        ("1:3", "P(Sunny | Yes)", "sample:play-tennis", 4),
        ("3 out 9", "P(Sunny|Yes)", "sample:weather", 5),
        ("6.1984e-9", "score(male)", "sample:person", 0),
        ("0.59", "P(Yes | Sunny)", "sample:weather", 0),
        ("0.59", "P(Y|S)", "sample:weather", 0),
        ("0.35", "P(sunny | yes)", "sample:weather", 4),
        ("60", "P(Yes | x)", "sample:weather", 5),
        ("0.0003", "score(c)", "sample:chinese-japan", 5),
        ("-8.1077", "ln score(c)", "sample:chinese-japan", 0),
        ("-8,1077", "ln score(c)", "sample:chinese-japan", 0),
        ("-ln(3)", "ln score(c)", "sample:chinese-japan", 4),
        ("Yes", "class", "sample:weather", 0),
        ("3/9", "P(Snowy | Yes)", "sample:weather", 2),
        ("3/9", "chance of sun", "sample:weather", 2),
        ("3/9", "P(Sunny | Yes)", "nothing-here.csv", 3),
    ] {
        assert_eq!(checked(&[answer, "--of", of, data]).0, status, "{answer} for {of}");
    }
    assert_eq!(checked(&["--of", "P(Yes)", "9/14", "sample:weather"]).0, 0);
    assert_eq!(checked(&["--of", "ln P(Yes)", "--", "-0.44", "sample:weather"]).0, 0);
    assert_eq!(checked(&["-8,108", "--comma", "--of", "ln score(c)", "sample:chinese-japan"]).0, 0);
    assert_eq!(checked(&["0.40", "--of", "P(Yes | x)", "--query", "Weather=Rainy", "sample:weather"]).0, 0);
    assert_eq!(checked(&["4/12", "--of", "P(Sunny|Yes)", "--alpha", "1", "sample:weather"]).0, 0);
}

#[test]
fn the_json_has_the_keys_of_the_contract() {
    let (status, told) = json(&["0,33", "--of", "P(Sunny|Yes)", "sample:weather"]);
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
        assert_eq!(told[key], value, "{key}");
    }
    let (_, early) = json(&["0.59", "--of", "P(Yes|x)", "sample:weather"]);
    assert_eq!((&early["verdict"], &early["note"]), (&"noted".into(), &"rounded_early".into()));
    assert_eq!(early["causes"], serde_json::json!(["N7"]));
    let (status, unread) = json(&["3/", "--of", "P(Yes|x)", "sample:weather"]);
    assert_eq!((status, &unread["read_as"]), (5, &Value::Null));
}

/// What the tables of published slips print, where a case is at hand though the question is not about it, and where the
/// value is above 1.
#[test]
fn causes_of_printed_values() {
    for (answer, of, data, causes) in [
        ("0.75", "P(c | x)", "sample:chinese-japan", &["N6"][..]),
        ("3/5", "P(c)", "sample:chinese-japan", &["X14"]),
        ("2.18", "score(c)", "sample:chinese-japan", &["B16"]),
        ("1.36", "score(j)", "sample:chinese-japan", &["B16"]),
        ("2.2", "score(c)", "sample:chinese-japan", &["B16"]),
        ("0.3876", "P(c | x)", "sample:chinese-japan", &["S4", "S5", "X10"]),
        // The same but for the last figure.
        ("0.3877", "P(c | x)", "sample:chinese-japan", &["S4", "S5", "X10"]),
        ("216", "p(weight=130 | male)", "sample:person", &["G7"]),
    ] {
        assert_eq!(
            json(&[answer, "--of", of, data]).1["causes"],
            serde_json::json!(causes),
            "{answer} of {of}"
        );
    }
}

#[test]
fn the_card_says_how_the_answer_was_read() {
    for (name, arguments) in [
        ("right", &["3/9·9/14", "--of", "score(Yes)", "sample:weather"][..]),
        ("wrong", &["0.35", "--of", "P(sunny | Yes)", "sample:weather"]),
        ("early_ascii", &["0.33*0.64/0.36", "--of", "P(Yes | x)", "sample:weather", "--ascii"]),
        ("asked_plain", &["0.0003", "--of", "score(c)", "sample:chinese-japan", "--plain"]),
    ] {
        insta::assert_snapshot!(name, checked(arguments).1);
    }
}
