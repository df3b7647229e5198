//! A teacher's way through exercises: write one from data, test it, print it, give it to Moodle, mark the sheets.

use crate::{fails, program};

use std::fs;

use program::ended as posterior;

const WEATHER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/exercises/weather.toml");
const CSV: &str = include_str!("../../samples/weather.csv");

#[test]
fn a_teacher_makes_prints_and_marks_an_exercise() {
    let (_folder, at) = crate::folder();
    fs::write(at("weather.csv"), CSV).unwrap();
    let (data, exercise) = (at("weather.csv"), at("sunny.toml"));
    let new = [
        "exercise",
        "new",
        &data,
        "--target",
        "Play",
        "--alpha",
        "0",
        "--query",
        "Weather=Sunny",
        "--output",
        &exercise,
    ];
    program::printed(&new);
    insta::assert_snapshot!("new", fs::read_to_string(&exercise).unwrap());
    assert_eq!(posterior(&new).0, 2, "it writes over nothing");
    fs::write(at("ids.txt"), "s1\ns2\n").unwrap();
    let (key, sheets) = (at("key.md"), at("sheets.md"));
    let print =
        ["exercise", "print", &exercise, "--students", &at("ids.txt"), "--key", &key, "--output", &sheets];
    program::printed(&print);
    let printed = fs::read_to_string(&sheets).unwrap();
    assert_eq!(printed.matches("page-break-after").count(), 1);
    assert!(printed.contains("student: s1") && printed.contains("student: s2") && !printed.contains("9/14"));
    assert!(fs::read_to_string(&key).unwrap().contains("9/14"));
    fs::create_dir(at("answers")).unwrap();
    fs::write(
        at("answers/s1.txt"),
        "student: s1\nexercise: sunny\nP(Yes) = 9/14\nP(Yes|x) = 0.6\nclass = Yes\n",
    )
    .unwrap();
    let (status, report, said) = posterior(&["mark", &at("answers"), "--report"]);
    assert_eq!(status, 5, "not all steps are answered: {report}{said}");
    assert!(report.contains("3 of 9"), "{report}");
}

#[test]
fn new_asks_what_is_asked_for() {
    let new = ["exercise", "new", "sample:weather", "--ask", "score(Yes)", "--ask", "class", "--id", "short"];
    let (status, text, _) = posterior(&new);
    assert_eq!(status, 0);
    assert!(text.contains("id = \"short\"") && text.contains("data = \"sample:weather\""), "{text}");
    assert_eq!(text.matches("[[step]]").count(), 2, "{text}");
    assert_eq!(posterior(&["exercise", "new", "sample:weather", "--ask", "P(Snowy|Yes)"]).0, 2);
    // Every sample that has a case makes an exercise that can be opened again.
    let (_folder, at) = crate::folder();
    for (sample, row) in [
        ("weather", None),
        ("chinese-japan", None),
        ("person", None),
        ("play-tennis", Some("1")),
        ("bolts", Some("1")),
    ] {
        let path = at(&format!("{sample}.toml"));
        let data = format!("sample:{sample}");
        let row: Vec<&str> = row.map(|row| vec!["--row", row]).unwrap_or_default();
        let new = [&["exercise", "new", &data, "--output", &path][..], &row].concat();
        assert_eq!(posterior(&new).0, 0, "{sample}: {}", posterior(&new).2);
        program::printed(&["exercise", "print", &path]);
        // A pattern of the same data draws tables that can be printed.
        if sample != "bolts" {
            program::printed(&[&new[..], &["--random", "--force"]].concat());
            let (status, sheet, said) = posterior(&["exercise", "print", &path, "--seed", "3"]);
            assert!(status == 0 && sheet.contains("seed: 3"), "{sample}: {said}");
        }
    }
}

#[test]
fn practice_without_a_terminal_prints_the_questions() {
    let (status, printed, said) = posterior(&["practice", WEATHER]);
    assert_eq!((status, said.starts_with("note: practice needs a terminal")), (0, true), "{said}");
    assert_eq!(printed, posterior(&["exercise", "print", WEATHER]).1);
    let (status, printed, _) = posterior(&["practice", "sample:weather", "--alpha", "0"]);
    assert!(status == 0 && printed.contains("score(Yes)") && !printed.contains("9/14"), "{printed}");
    fails(2, &["practice", "sample:weather", "--seed", "7"], &["data set"]);
    assert_eq!(posterior(&["practice", WEATHER, "--alpha", "1"]).0, 2);
    assert_eq!(posterior(&["practice"]).0, 2);
    assert_eq!(posterior(&["practice", "no.toml"]).0, 3);
}

#[test]
fn an_exercise_needs_no_command() {
    for name in [WEATHER, "course:prior-from-counts"] {
        assert_eq!(posterior(&[name]), posterior(&["practice", name]), "{name}");
    }
    fails(2, &[WEATHER, "--alpha", "1"], &["its own recipe"]);
    fails(2, &["check", "1", "--of", "P(Yes)", WEATHER, "--alpha", "1"], &[]);
    fails(3, &["course:nothing"], &["prior-from-counts"]);
    let (status, page, _) = posterior(&["practice", WEATHER, "--format", "html"]);
    assert!(status == 0 && page.starts_with("<!DOCTYPE html>"), "{page}");
    assert_eq!(posterior(&["practice", WEATHER, "--format", "csv"]).0, 2, "a sheet is no table");
}

#[test]
fn an_answer_sheet_is_no_data_and_a_recipe_is_no_exercise() {
    let (_folder, at) = crate::folder();
    fs::write(at("weather.csv"), CSV).unwrap();
    fs::copy(WEATHER, at("weather.toml")).unwrap();
    fs::write(at("own.txt"), "# mine\n\nExercise: weather-sunny\nP(Yes) = 9/14\n").unwrap();
    fs::write(at("course.txt"), "exercise: prior-from-counts\r\nP(Yes) = 9/14\r\n").unwrap();
    fs::write(at("other.txt"), "exercise: of-another-folder\n").unwrap();
    fs::write(at("play.toml"), "target = \"Play\"\n").unwrap();
    for (file, fixes) in [
        (
            "own.txt",
            [
                "posterior mark ",
                "/own.txt`, or open its exercise with `posterior practice ",
                "/weather.toml`.",
            ],
        ),
        (
            "course.txt",
            [
                "/course.txt --exercise course:prior-from-counts`",
                ", or open",
                "practice course:prior-from-counts`.",
            ],
        ),
        ("other.txt", ["  Mark it with", "/other.txt --exercise FILE.toml`.", ""]),
        (
            "play.toml",
            [
                "is a recipe that does not say of which data",
                "name them: `posterior DATA --recipe ",
                "/play.toml`;",
            ],
        ),
    ] {
        let file = at(file);
        for arguments in [&[file.as_str()][..], &["show", &file], &["practice", &file], &["explain", &file]] {
            let (status, printed, said) = posterior(arguments);
            assert_eq!((status, printed.as_str()), (3, ""), "{arguments:?}: {said}");
            let said = said.replace("Name them", "name them");
            assert!(fixes.iter().all(|fix| said.contains(fix)), "{arguments:?}: {said}");
        }
    }
    fs::write(at("gym.csv"), "exercise: kind,minutes,class\nrun,2,a\nswim,3,b\n").unwrap();
    assert_eq!(posterior(&[&at("gym.csv")]).0, 0, "a header may begin with that word");
}

#[test]
fn a_course_s_logarithms_stand_on_sheets_and_are_marked() {
    let (_folder, at) = crate::folder();
    let exercise = "data = \"sample:chinese-japan\"\n[notation]\nlog = \"log10\"\nsigma_means = \"variance\"\n[[step]]\nask = \"log score(c)\"\n";
    fs::write(at("logs.toml"), exercise).unwrap();
    let (_, printed, said) = posterior(&["exercise", "print", &at("logs.toml"), "--format", "text"]);
    assert!(
        printed.contains("log10 score(c)") && printed.contains("σ names the variance"),
        "{printed}{said}"
    );
    for (name, line, wanted) in [
        ("a.txt", "log10 score(c) = -3.521", 0),
        ("b.txt", "log(score(c)) = -3.521", 0),
        ("c.txt", "lg score(c) = -8.108", 4),
    ] {
        fs::write(at(name), line).unwrap();
        let (status, report, said) = posterior(&["mark", &at(name), "--exercise", &at("logs.toml")]);
        assert_eq!(status, wanted, "{line}: {report}{said}");
        assert!(wanted == 0 || report.contains("natural logarithm"), "{report}");
    }
}
