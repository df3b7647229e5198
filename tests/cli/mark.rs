//! Exercises and answer sheets as a shell sees them: the verdicts, the marks, the files, and what is refused.

use crate::program;

use std::fs;
use std::path::{Path, PathBuf};

use program::ended as posterior;
use serde_json::Value;
use tempfile::TempDir;

const WEATHER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/exercises/weather.toml");
const JAPAN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/exercises/japan.toml");
const ANSWERS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/exercises/answers");

fn sheet(folder: &TempDir, name: &str, bytes: impl AsRef<[u8]>) -> String {
    let path = folder.path().join(name);
    fs::write(&path, bytes).unwrap();
    path.to_string_lossy().into_owned()
}

/// Marks one sheet of the weather: its status and its lines as `verdict[c] causes`.
fn lines(text: &str, exercise: &str) -> (i32, Vec<String>, Value) {
    let folder = TempDir::new().unwrap();
    let path = sheet(&folder, "s.txt", text);
    let (status, out, _) = posterior(&["mark", &path, "--exercise", exercise, "--format", "json"]);
    let told: Value = serde_json::from_str(&out).unwrap();
    let sheet = told["sheets"][0].clone();
    let said = |line: &Value| {
        let causes: Vec<&str> =
            line["causes"].as_array().unwrap().iter().map(|tag| tag.as_str().unwrap()).collect();
        let carried = if line["carried"] == true { " carried" } else { "" };
        format!("{}{carried} {}", line["verdict"].as_str().unwrap(), causes.join(" ")).trim_end().to_owned()
    };
    (status, sheet["lines"].as_array().unwrap().iter().map(said).collect(), sheet)
}

#[test]
fn an_exercise_stands_in_the_place_of_data() {
    for (answer, of, exercise, status) in [
        ("3/5", "P(Yes|Sunny)", WEATHER, 0),
        ("0.59", "P(Yes|Sunny)", WEATHER, 0),
        ("0.21", "P(Yes|Sunny)", WEATHER, 4),
        ("2/5", "P(Sunny|No)", WEATHER, 0),
        ("Yes", "class", WEATHER, 0),
        ("0.0003", "score(c)", JAPAN, 5),
        ("0.69", "P(c|x)", JAPAN, 0),
    ] {
        assert_eq!(posterior(&["check", answer, "--of", of, exercise]).0, status, "{answer} for {of}");
    }
    let (status, _, said) = posterior(&["check", "1", "--of", "P(Yes)", WEATHER, "--alpha", "1"]);
    assert_eq!(status, 2, "{said}");
}

#[test]
fn an_exercise_file_is_read_strictly() {
    let folder = TempDir::new().unwrap();
    let head = "data = \"sample:weather\"\n";
    for (text, status, line, said) in [
        ("[[step]]\nask = \"P(Yes)\"\nmark = 2\n", 3, "line 4", "Did you mean marks?"),
        ("[recipe]\nalfa = \"1\"\n[[step]]\nask = \"P(Yes)\"\n", 3, "line 3", "alfa"),
        (
            "[[step]]\nask = \"P(Yes)\"\n[[step]]\nask = \"P(Snowy|Yes)\"\n",
            3,
            "line 5",
            "step 2, “P(Snowy|Yes)”",
        ),
        ("[[step]]\nask = \"height(Weather=Sunny|Yes)\"\n", 3, "line 3", "step 1"),
        ("[[step]]\nask = \"P(Yes)\"\n[policy]\ncoarse = \"maybe\"\n", 3, "line 5", "ask, accept, wrong"),
        ("[[step]]\nask = \"P(Yes)\"\n[policy]\nearly_rounding = 2.0\n", 3, "line 5", "from 0 to 1"),
        ("[[step]]\nask = \"P(Yes)\"\n[random]\nrows = [1]\n", 3, "line 5", "rows = [10, 20]"),
        ("format = 2\n[[step]]\nask = \"P(Yes)\"\n", 3, "", "format 1"),
    ] {
        let path = sheet(&folder, "e.toml", format!("{head}{text}"));
        let (found, _, error) = posterior(&["check", "1", "--of", "P(Yes)", &path]);
        assert_eq!(found, status, "{text}: {error}");
        assert!(error.contains(line) && error.contains(said), "{text}: {error}");
    }
    let path = sheet(&folder, "e.toml", "data = \"sample:weather\"\n");
    assert!(posterior(&["check", "1", "--of", "P(Yes)", &path]).2.contains("asks nothing"));
}

#[test]
fn later_lines_are_marked_with_the_students_own_earlier_values() {
    let text =
        "P(Yes) = 9/14\nP(Sunny|Yes) = 3/14\nscore(Yes) = 3/14 * 9/14\nP(Yes|Sunny) = 27/55\nclass = No\n";
    let (status, said, sheet) = lines(text, WEATHER);
    assert_eq!(said, ["correct", "wrong B4", "correct carried", "correct carried", "correct carried"]);
    assert_eq!((status, &sheet["first_wrong"], &sheet["marks"]), (4, &2.into(), &4.0.into()));
    assert_eq!(sheet["lines"][2]["message"], "27/196 is right with your line 2.");
    // Rounded values are carried on as they were read.
    let (_, said, _) = lines("P(Sunny|Yes) = 0,21\nscore(Yes) = 0,135\n", WEATHER);
    assert_eq!(said, ["unmarked", "wrong B4", "correct carried", "unmarked", "unmarked"]);
    // So are the figures that a calculator kept: 0.21 was 3/14.
    let (_, said, _) = lines("P(Sunny|Yes) = 0.21\nscore(Yes) = 0.1378\n", WEATHER);
    assert_eq!(said[2], "correct carried");
    // Without a wrong line before it, the same number is a mistake.
    let (_, said, _) = lines("P(Sunny|Yes) = 3/9\nscore(Yes) = 27/196\n", WEATHER);
    assert_eq!(said[2], "wrong B5");
}

#[test]
fn a_wrong_share_is_carried_through_a_document() {
    // P(Chinese | c) = 4/12 is that of a text without repeats; what follows from it is right with it.
    let text = "P(c) = 3/4\nP(Chinese|c) = 4/12\nP(Tokyo|c) = 1/14\nscore(c) = 1.42e-4\nscore(j) = 1.35e-4\nP(c|x) = 0.51\n";
    let (_, said, sheet) = lines(text, JAPAN);
    assert_eq!(said, ["correct", "wrong X10", "correct", "correct carried", "correct", "correct carried"]);
    assert_eq!(sheet["lines"][5]["message"], "0.51 is right with your line 2.");
    let folder = TempDir::new().unwrap();
    let alone = "carry_forward = false\n";
    let exercise = fs::read_to_string(JAPAN).unwrap() + "[policy]\n" + alone;
    let (_, said, _) = lines(text, &exercise_file(&folder, &exercise));
    assert!(said[3].starts_with("wrong") && said[5].starts_with("wrong"), "{said:?}");
}

/// An exercise in a folder of its own.
fn exercise_file(folder: &TempDir, text: &str) -> String {
    sheet(folder, "exercise.toml", text)
}

#[test]
fn a_wide_csv_has_a_sheet_in_each_row() {
    let folder = TempDir::new().unwrap();
    for (name, text) in [
        ("a.csv", "Email;exercise;P(Yes);2. P(Sunny|Yes);Comment\r\na@b;weather-sunny;0,64;3/14;hello\r\n"),
        (
            "b.csv",
            "Email,exercise,P(Yes),2. P(Sunny|Yes),Comment\na@b,weather-sunny,\"0,64\",3/14,\"hello, you\"\n",
        ),
        (
            "c.tsv",
            "\u{feff}Email\texercise\tP(Yes)\t2. P(Sunny|Yes)\tComment\na@b\tweather-sunny\t0.64\t3/14\thello",
        ),
    ] {
        let path = sheet(&folder, name, text);
        let (status, out, said) =
            posterior(&["mark", &path, "--exercise", WEATHER, "--exercise", JAPAN, "--format", "json"]);
        assert_eq!(status, 4, "{name}: {said}");
        let told: Value = serde_json::from_str(&out).unwrap();
        let sheet = &told["sheets"][0];
        assert_eq!(
            (&sheet["student"], &sheet["lines"][0]["verdict"]),
            (&"a@b".into(), &"correct".into()),
            "{name}"
        );
        assert_eq!(sheet["lines"][1]["causes"], serde_json::json!(["B4"]), "{name}");
        assert!(sheet["left_over"][0]["text"].as_str().unwrap().starts_with("Comment = hello"), "{name}");
        assert_eq!(told["causes"], serde_json::json!({"B4": 1}), "{name}");
    }
}

#[test]
fn a_value_that_says_nothing_carries_nothing_on() {
    // Given 1, the score is the prior whatever was done.
    let (_, said, _) = lines("P(Sunny|Yes) = 1\nscore(Yes) = 9/14\n", WEATHER);
    assert!(said[1].starts_with("wrong") && said[2].starts_with("wrong"), "{said:?}");
    let (_, said, _) = lines("P(Sunny|Yes) = 0\nscore(Yes) = 0\nP(Yes|Sunny) = 0\n", WEATHER);
    assert!(said[1..4].iter().all(|line| line.starts_with("wrong")), "{said:?}");
    // A tie: with 2/9 both scores are 1/7.
    let (_, said, _) = lines("P(Sunny|Yes) = 2/9\nP(Yes|Sunny) = 1/2\n", WEATHER);
    assert!(said[3].starts_with("wrong"), "{said:?}");
}

#[test]
fn every_verdict_can_stand_on_a_sheet() {
    let text = "P(c) = 3/4\nP(Chinese|c) = 0.42\nP(Tokyo|c) = 1/\nscore(c) = 0.0003\nscore(j) = 1.35e-4\nP(c|x) = 0.3876\n";
    let (status, said, sheet) = lines(text, JAPAN);
    assert_eq!(said, ["correct", "noted", "unmarked", "correct", "correct", "wrong S4 S5 X10"]);
    assert_eq!((status, &sheet["lines"][1]["note"]), (4, &"cut_off".into()));
    assert_eq!(sheet["lines"][3]["flagged"], true);
    assert_eq!(sheet["lines"][4]["flagged"], false);
    assert_eq!((&sheet["marks"], &sheet["max"]), (&6.0.into(), &8.0.into()));
    let right = "P(c) = 3/4\nP(Chinese|c) = 6/14\nP(Tokyo|c) = 1/14\nscore(c) = 3.01e-4\nscore(j) = 1.35e-4\nP(c|x) = 69%\n";
    assert_eq!(lines(right, JAPAN).0, 0);
    assert_eq!(lines("P(c) = 3/4\n", JAPAN).0, 5);
}

#[test]
fn the_exercise_says_what_early_rounding_and_diagnoses_are_worth() {
    let folder = TempDir::new().unwrap();
    let text = "data = \"sample:weather\"\n[[step]]\nask = \"P(Yes|Sunny)\"\nmarks = 2\n[[step]]\nask = \"P(Sunny|Yes)\"\n\
                [policy]\nearly_rounding = 0.5\nunreduced = \"required\"\ndiagnose = [\"*\", \"!B4\"]\n";
    let exercise = sheet(&folder, "e.toml", text);
    let (_, said, marked) = lines("P(Yes|Sunny) = 0.59\nP(Sunny|Yes) = 3/14\n", &exercise);
    assert_eq!(said, ["noted N7", "wrong"]);
    assert_eq!(marked["marks"], 1.0);
    let (_, said, marked) = lines("P(Yes|Sunny) = 0.6\nP(Sunny|Yes) = 3/9\n", &exercise);
    assert_eq!((said[1].as_str(), &marked["marks"]), ("noted", &2.0.into()));
}

#[test]
fn labels_match_loosely_and_what_matches_nothing_is_listed() {
    let text = "1. p( yes ) = 9/14\r\nP(S|Y): 1/3\r\nSCORE(YES) = 3/14\r\nwhat is this\r\nP(Rainy|Yes) = 3/9\r\nclass = Yes\r\nclass = No\r\n";
    let (_, said, sheet) = lines(text, WEATHER);
    assert_eq!(said, ["correct", "correct", "correct", "unmarked", "wrong"]);
    let left: Vec<(u64, &str)> = sheet["left_over"]
        .as_array()
        .unwrap()
        .iter()
        .map(|left| (left["line"].as_u64().unwrap(), left["text"].as_str().unwrap()))
        .collect();
    assert_eq!(left, [(4, "what is this"), (5, "P(Rainy|Yes) = 3/9"), (6, "class = Yes")]);
}

#[test]
fn a_folder_gives_marks_feedback_and_a_report() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (csv, feedback) = (at("marks.csv"), at("feedback"));
    let arguments =
        ["mark", ANSWERS, "--exercise", WEATHER, "--csv", &csv, "--feedback", &feedback, "--report"];
    let (status, report, warnings) = posterior(&arguments);
    assert_eq!(status, 4);
    insta::assert_snapshot!("report", report);
    insta::assert_snapshot!("marks", fs::read_to_string(&csv).unwrap());
    insta::assert_snapshot!("feedback", fs::read_to_string(Path::new(&feedback).join("s02.md")).unwrap());
    assert!(warnings.contains("s04.txt") && warnings.contains("Windows-1252"), "{warnings}");
    let mut names: Vec<PathBuf> =
        fs::read_dir(&feedback).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.sort();
    assert_eq!(names.len(), 6);
    assert!(!report.contains("s02") && !report.contains("w01"), "students are numbers: {report}");
    let (_, report, _) = posterior(&["mark", ANSWERS, "--exercise", WEATHER, "--names"]);
    assert!(report.contains("s02") && report.contains("André"), "{report}");
    // A second time nothing is written over.
    let before = fs::read_to_string(&csv).unwrap();
    assert_eq!(posterior(&arguments).0, 2);
    assert_eq!(posterior(&[&arguments[..], &["--force"]].concat()).0, 4);
    assert_eq!(fs::read_to_string(&csv).unwrap(), before);
}

#[test]
fn feedback_on_a_miss_never_tells_the_answer() {
    for wrong in ["3/14", "2/5", "0.35", "6/9", "4/12x", "30 %"] {
        let (_, _, sheet) = lines(&format!("P(Sunny|Yes) = {wrong}\n"), WEATHER);
        let message = sheet["lines"][1]["message"].as_str().unwrap();
        assert!(
            !message.contains("3/9") && !message.contains("1/3") && !message.contains("0.33"),
            "{message}"
        );
    }
}

#[test]
fn the_exercise_of_a_sheet_is_found_beside_it() {
    let (status, _, said) = posterior(&["mark", &format!("{ANSWERS}/s01.txt")]);
    assert_eq!(status, 0, "{said}");
    let folder = TempDir::new().unwrap();
    let path = sheet(&folder, "s.txt", "exercise: nothing\nP(Yes) = 9/14\n");
    let (status, _, said) = posterior(&["mark", &path]);
    assert!(status == 2 && said.contains("--exercise"), "{said}");
    let (status, _, said) = posterior(&["mark", &path, "--exercise", WEATHER]);
    assert!(status == 5 && said.contains("“nothing”") && said.contains("weather-sunny"), "{said}");
    let none = sheet(&folder, "t.txt", "P(Yes) = 9/14\n");
    let (status, _, said) = posterior(&["mark", &none, "--exercise", WEATHER, "--exercise", JAPAN]);
    assert!(status == 5 && said.contains("which exercise"), "{said}");
}

#[test]
fn hostile_sheets_are_refused_or_read_and_never_changed() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().to_string_lossy().into_owned();
    let long = format!("P(Yes) = {}\n", "9".repeat(200_000));
    let files: [(&str, Vec<u8>); 7] = [
        ("binary.txt", (0..=255_u8).cycle().take(4_000).collect()),
        ("bom.txt", b"\xef\xbb\xbfstudent: bom\r\nP(Yes) = 9/14\r\n".to_vec()),
        ("empty.txt", Vec::new()),
        ("escape.txt", b"student: \x1b[2Jx\nP(Yes) = \x1b[31m9/14\n=cmd = 1\n".to_vec()),
        ("huge.txt", long.into_bytes()),
        ("twice.txt", b"P(Yes) = 1\nP(Yes) = 2\nP(Yes) = 9/14\n".to_vec()),
        ("utf16.txt", "\u{feff}P(Yes) = 9/14".encode_utf16().flat_map(u16::to_le_bytes).collect()),
    ];
    for (name, bytes) in &files {
        sheet(&folder, name, bytes);
    }
    let (status, report, warnings) = posterior(&["mark", &path, "--exercise", WEATHER, "--names"]);
    assert_eq!(status, 5, "{report}{warnings}");
    assert!(warnings.contains("binary.txt") && !warnings.contains("utf16.txt"), "{warnings}");
    assert!(!report.contains('\u{1b}') && !warnings.contains('\u{1b}'));
    for name in ["bom", "empty.txt", "huge.txt", "twice.txt", "utf16.txt"] {
        assert!(report.contains(name), "{name}: {report}");
    }
    for (name, bytes) in &files {
        assert_eq!(&fs::read(folder.path().join(name)).unwrap(), bytes, "{name}");
    }
    let (_, csv, _) = posterior(&["mark", &path, "--exercise", WEATHER, "--format", "csv"]);
    assert!(!csv.contains('\u{1b}'), "{csv}");
}

#[test]
fn a_line_that_was_carried_on_carries_on_itself() {
    let folder = TempDir::new().unwrap();
    let steps =
        ["P(Yes)", "P(No)", "P(Sunny|Yes)", "P(Sunny|No)", "score(Yes)", "score(No)", "P(x)", "P(Yes|x)"];
    let asks: String = steps.iter().map(|step| format!("[[step]]\nask = \"{step}\"\n")).collect();
    let text = format!(
        "data = \"sample:weather\"\nquery = {{ Weather = \"Sunny\" }}\n[recipe]\nalpha = \"0\"\n{asks}"
    );
    let exercise = sheet(&folder, "e.toml", text);
    let answered = |values: [&str; 8]| {
        let written: Vec<String> =
            steps.iter().zip(values).map(|(step, value)| format!("{step} = {value}")).collect();
        let (_, said, told) = lines(&written.join("\n"), &exercise);
        (said, told)
    };
    // Each line is worked out from the lines before it as they stand, three figures each.
    let (said, told) = answered(["9/14", "5/14", "0.214", "0.400", "0.138", "0.143", "0.281", "0.491"]);
    assert_eq!(said[2], "wrong B4", "{told}");
    for line in [4, 6, 7] {
        assert!(said[line].contains("carried"), "line {}: {}", line + 1, told["lines"][line]);
        let message = told["lines"][line]["message"].as_str().unwrap();
        assert!(message.ends_with("is right with your line 3."), "{message}");
    }
    // The same with all figures, of which only three are written.
    let (said, told) = answered(["9/14", "5/14", "0.272", "0.400", "0.175", "0.143", "0.318", "0.5504"]);
    assert!(said[7].contains("carried"), "{}", told["lines"][7]);
    // 0.64 was rounded from 9/14 and 0.21 from 3/14: between 0.21 · 0.64 and 3/14 · 9/14, and no further.
    for (score, verdict) in [("0.134", "correct carried"), ("0.138", "correct carried"), ("0.132", "wrong")] {
        let (said, told) = answered(["0.64", "0.36", "0.21", "0.40", score, "0.143", "0.281", "0.491"]);
        assert!(said[4].starts_with(verdict), "{}", told["lines"][4]);
    }
    // What a known mistake gives, 1/2 · 3/9, is not taken for something near to 0.26 · 9/14.
    let (said, told) = answered(["9/14", "5/14", "0.26", "0.40", "0.1667", "0.143", "0.281", "0.491"]);
    assert_eq!(said[4], "wrong B3", "{}", told["lines"][4]);
    // Something else is still wrong.
    let (said, told) = answered(["9/14", "5/14", "0.214", "0.400", "0.138", "0.143", "0.281", "0.617"]);
    assert!(said[7].starts_with("wrong"), "{}", told["lines"][7]);
}

#[test]
fn a_number_that_stands_on_an_earlier_line_is_told_with_its_line() {
    let (_, said, told) = lines("P(Yes) = 9/14\nP(Sunny|Yes) = 3/9\nscore(Yes) = 9/14\n", WEATHER);
    assert!(said.iter().any(|line| line == "wrong"), "{said:?}");
    let messages: Vec<&str> =
        told["lines"].as_array().unwrap().iter().filter_map(|line| line["message"].as_str()).collect();
    assert!(messages.contains(&"9/14 is P(Yes), your line 1; score(Yes) is asked."), "{messages:?}");
}
