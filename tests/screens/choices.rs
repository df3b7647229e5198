//! Questions with options on screen 7: letters are typed, and a person's line does not stay open.

use crate::support;

use posterior::workbench::practice::{ExerciseSource, Variant, open_exercise};
use support::Bench;

const WEATHER: &str = r#"
title = "What wins"
data = "sample:weather"
query = { Weather = "Sunny" }
[[step]]
kind = "choice"
ask = "winner"
of = "class"
[[step]]
kind = "choices"
ask = "what holds"
options = ["P(Yes) > P(No)", "P(Sunny | Yes) > P(Sunny | No)", "P(Yes | x) = 0.6"]
[[step]]
kind = "true-false"
ask = "much smoothing"
of = "class"
change = { alpha = "1000" }
[[step]]
kind = "text"
ask = "reason"
text = "Why does a sunny day speak for No?"
"#;

fn opened(width: u16, height: u16) -> Bench {
    let mut bench = Bench::sized(None, width, height);
    let source = ExerciseSource::Text { name: "wins.toml".into(), text: WEATHER.into() };
    let job = open_exercise(&mut bench.app, source, Variant::Usual, None);
    bench.work(job);
    bench
}

fn answer(bench: Bench, text: &str) -> Bench {
    let bench = if bench.app.typing() { bench } else { bench.keys("Enter") };
    bench.typed(text).keys("Enter")
}

#[test]
fn options_are_listed_and_letters_are_answers() {
    let bench = answer(opened(80, 24), "b");
    insta::assert_snapshot!("options_and_an_answer_80", bench.screen());
    let bench = answer(bench, "a, b");
    let screen = bench.screen();
    assert!(screen.contains("is not right") && screen.contains("0.333"), "{screen}");
    assert!(screen.contains("c) P(Yes | x) = 0.6"), "{screen}");
}

#[test]
fn a_line_for_the_teacher_is_done_when_something_is_written() {
    let mut bench = opened(120, 40);
    for text in ["b", "a, c", "false", "n of the days were sunny, so no"] {
        bench = answer(bench, text);
    }
    let sheet = bench.app.screens.practice.sheet(&bench.app.session).unwrap();
    assert!(sheet.is_done(), "{}", bench.screen());
    assert_eq!(sheet.marks(), Some((3.0, 4.0)));
    assert_eq!(sheet.handed_in()[3].answer, "n of the days were sunny, so no");
    insta::assert_snapshot!("options_all_answered_120", bench.screen());
}
