//! The decimal comma: of the screen, of what is said to somebody who writes commas, and of nothing that programs read.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod support;

use std::fs;
use std::process::Command;

use posterior::math::DecimalSign;
use support::Bench;
use tempfile::TempDir;

const WEATHER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/exercises/weather.toml");

#[test]
fn the_comma_is_in_every_number_of_a_room_and_goes_again() {
    for (room, keys) in [("3", "3 x"), ("practice", "7 v v x"), ("find", "7 E x")] {
        let points = Bench::sample("play-tennis", 120, 40, |_| {}).keys(keys).screen();
        let bench = Bench::sample("play-tennis", 120, 40, |_| {}).keys(keys).keys("Tab ,");
        assert_eq!(bench.app.settings.sign, DecimalSign::Comma, "{room}");
        let commas = bench.keys("Tab").screen();
        let numbers = |text: &str, sign: &str| {
            let shown = text.lines().map(|line| line.split("LaTeX").next().unwrap());
            let words =
                shown.flat_map(str::split_whitespace).map(|word| word.trim_start_matches(['-', '▸', '0']));
            words.filter(|word| word.starts_with(sign) && word.len() > 2).count()
        };
        assert!(numbers(&points, ".") > 3, "{room}\n{points}");
        assert_eq!(numbers(&commas, "."), 0, "{room}\n{commas}");
        assert!(numbers(&commas, ",") >= numbers(&points, "."), "{room}\n{commas}");
    }
}

#[test]
fn a_comma_on_a_blank_line_begins_an_answer_and_f2_has_the_sign_there() {
    let bench = Bench::sample("weather", 80, 24, |_| {}).keys("7 v");
    let bench = bench.keys(",");
    assert_eq!(bench.app.settings.sign, DecimalSign::Point);
    assert!(bench.screen().contains("▸"), "{}", bench.screen());
    let bench = bench.keys("Esc F2 Down Down Right");
    assert_eq!(bench.app.settings.sign, DecimalSign::Comma);
    insta::assert_snapshot!("settings_comma_80", bench.screen());
}

#[test]
fn what_is_said_of_an_answer_has_the_sign_of_its_writer() {
    let said = |sign: &str, typed: &str| {
        let bench =
            Bench::sample("weather", 120, 40, |_| {}).keys("7 v").keys(sign).keys("Home").typed(typed);
        let screen = bench.keys("Enter").screen();
        screen.split_whitespace().collect::<Vec<&str>>().join(" ")
    };
    assert!(said("", "0.111").contains("0.111 is not P(No)"), "{}", said("", "0.111"));
    assert!(said("", "0,111").contains("0,111 is not P(No)"), "{}", said("", "0,111"));
    assert!(said("Tab , Tab", "0.111").contains("0,111 is not P(No)"), "{}", said("Tab , Tab", "0.111"));
}

fn run(arguments: &[&str]) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_posterior")).args(arguments).output().unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn a_sheet_with_commas_is_spoken_of_with_commas_and_programs_read_points() {
    let folder = TempDir::new().unwrap();
    let sheet = |name: &str, answers: &str| {
        let path = folder.path().join(name);
        fs::write(&path, format!("exercise: weather-sunny\nstudent: {name}\n{answers}")).unwrap();
        path.to_string_lossy().into_owned()
    };
    let comma = sheet("a.txt", "P(Yes) = 9/14\nP(Sunny|Yes) = 0,111\nscore(Yes) = 3/14\n");
    let point = sheet("b.txt", "P(Yes) = 9/14\nP(Sunny|Yes) = 0.111\nscore(Yes) = 3/14\n");
    let told = |path: &str, more: &[&str]| run(&[&["mark", path, "--exercise", WEATHER], more].concat()).1;
    let (comma_text, point_text) = (told(&comma, &[]), told(&point, &[]));
    assert!(comma_text.contains("0,111 is not") && point_text.contains("0.111 is not"), "{comma_text}");
    let json: serde_json::Value = serde_json::from_str(&told(&comma, &["--format", "json"])).unwrap();
    assert_eq!(json["sheets"][0]["lines"][1]["read_as"], "0.111", "a value is in one notation");
    let plain = run(&["check", "0,25", "--of", "P(Yes|x)", "sample:weather"]);
    assert!(plain.0 == 4 && plain.1.contains("0,25"), "{}", plain.1);
}
