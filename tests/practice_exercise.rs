//! Exercises in room 7: before, keys, after.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test may fail"
)]

mod support;

use posterior::practice::worksheet::{Level, Line};
use posterior::practice::{Verdict, Worksheet};
use posterior::workbench::practice::{ExerciseSource, open_exercise};
use posterior::workbench::{Leaving, Room};
use support::Bench;

const SUNNY: &str = r#"
format = 1
id = "weather-sunny"
title = "Play when it is sunny?"
data = "sample:weather"
query = { Weather = "Sunny" }

[recipe]
alpha = "0"

[[step]]
ask = "P(Yes)"
[[step]]
ask = "P(Sunny | Yes)"
marks = 2
hint = ["Only look at the Yes days.", "How many of them are Sunny?"]
why = "Why is the denominator 9 and not 14?"
[[step]]
ask = "score(Yes)"
[[step]]
ask = "P(Yes | Sunny)"
accept = ["0.59"]
[[step]]
ask = "class"
"#;

/// An exercise in hand, with more said of it.
fn opened(more: &str, level: Option<Level>, width: u16, height: u16) -> Bench {
    let text = format!("{SUNNY}\n{more}");
    let mut bench = Bench::sized(None, width, height);
    let source = ExerciseSource::Text { name: "sunny.toml".into(), text: text.into() };
    let job = open_exercise(&mut bench.app, source, None, level);
    bench.work(job);
    bench
}

fn sunny() -> Bench {
    opened("", None, 80, 24)
}

fn sheet(bench: &Bench) -> &Worksheet {
    bench.app.screens.practice.sheet(&bench.app).expect("a worksheet")
}

fn line(bench: &Bench, at: usize) -> &Line {
    &sheet(bench).lines[at]
}

/// Types an answer on the marked line.
fn answer(bench: Bench, text: &str) -> Bench {
    bench.keys("Enter").typed(text).keys("Enter")
}

#[test]
fn it_opens_blank_on_its_first_step_with_its_data_on_the_desk() {
    let bench = sunny();
    assert_eq!(
        (bench.app.room, sheet(&bench).level, sheet(&bench).filled()),
        (Room::Practice, Level::Blank, (0, 5))
    );
    let names: Vec<&str> =
        sheet(&bench).questions.list.iter().map(|question| question.name.as_str()).collect();
    assert_eq!(names, ["P(Yes)", "P(Sunny | Yes)", "score(Yes)", "P(Yes | Sunny)", "class"]);
    let screen = bench.screen();
    assert!(screen.contains("Practice · Play when") && screen.contains("blank"), "{screen}");
    let bench = bench.keys("Tab 1");
    assert!(bench.app.room == Room::Data && bench.screen().contains("Overcast"), "{}", bench.screen());
    let bench = bench.keys("7");
    assert!(bench.app.screens.practice.exercise.is_some() && bench.app.room == Room::Practice);
}

#[test]
fn rooms_with_answers_are_closed_until_it_is_finished() {
    let mut bench = sunny();
    for room in ["Tab 3", "Tab 4", "Tab 5", "Tab 2 Enter"] {
        bench = bench.keys(room);
        assert!(bench.toast().contains("Finish the exercise first"), "{room}: {}", bench.toast());
        bench = bench.keys("7");
    }
    for right in ["9/14", "3/9", "3/14", "3/5", "Yes"] {
        bench = answer(bench, right).keys("Enter");
    }
    assert!(sheet(&bench).is_done());
    assert_eq!(bench.keys("5").app.room, Room::Explain);
    let open = opened("[policy]\nreveal = \"always\"", None, 80, 24).keys("Tab 3");
    assert_eq!(open.app.room, Room::Parameters);
}

#[test]
fn leaving_an_unfinished_exercise_asks_once() {
    let bench = sunny().keys("Esc");
    assert!(bench.app.screens.practice.exercise.is_some() && bench.toast().contains("not finished"));
    let bench = bench.keys("Down Esc");
    assert!(bench.app.room == Room::Practice, "another key takes the question back");
    let bench = bench.keys("Esc");
    assert!(bench.app.room != Room::Practice && bench.app.screens.practice.exercise.is_none());
    assert_eq!(bench.keys("3").app.room, Room::Parameters, "nothing is closed any more");
}

#[test]
fn q_asks_once_too() {
    let bench = sunny().keys("q");
    assert!(bench.app.leaving == Leaving::No && bench.toast().contains("not finished"));
    assert_eq!(bench.keys("q").app.leaving, Leaving::Yes);
    assert_eq!(Bench::tennis().keys("q").app.leaving, Leaving::Yes, "nothing is lost elsewhere");
}

#[test]
fn an_answer_is_checked_by_the_exercise() {
    let bench = answer(sunny(), "5/14");
    assert_eq!(line(&bench, 0).verdict(), Some(Verdict::Wrong));
    let bench = answer(sunny().keys("Down Down Down"), "0.59");
    assert_eq!(line(&bench, 3).verdict(), Some(Verdict::Correct), "it accepts 0.59");
}

#[test]
fn one_that_cannot_be_opened_says_where() {
    let mut bench = Bench::empty();
    let source =
        ExerciseSource::Text { name: "bad.toml".into(), text: "[[step]]\nask = \"P(Yes)\"\nmark = 2".into() };
    let job = open_exercise(&mut bench.app, source, None, None);
    bench.work(job);
    let screen = bench.screen();
    assert!(screen.contains("line 3") && screen.contains("Did you mean marks?"), "{screen}");
}
