//! Exercises and answer sheets as a shell sees them: the verdicts, the marks, the files, and what is refused.

use crate::{fails, program, written, written as sheet};
use program::ended as posterior;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

const WEATHER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/exercises/weather.toml");
const JAPAN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/exercises/japan.toml");
const ANSWERS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/exercises/answers");

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
    // Without a wrong line before it, the same number is a mistake: as 3/9 is right, the prior is in it twice.
    let (_, said, _) = lines("P(Sunny|Yes) = 3/9\nscore(Yes) = 27/196\n", WEATHER);
    assert!(said[2].starts_with("wrong B17"), "{said:?}");
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
    let (_, said, _) = lines(text, &crate::written(&folder, "exercise.toml", &exercise));
    assert!(said[3].starts_with("wrong") && said[5].starts_with("wrong"), "{said:?}");
}

#[test]
fn a_table_of_answers_has_an_answer_on_each_row() {
    let folder = TempDir::new().unwrap();
    for (name, text) in [
        (
            "a.csv",
            "student;exercise;step;answer\r\na@b;weather-sunny;P(Yes);0,64\r\na@b;weather-sunny;2. P(Sunny|Yes);3/14\r\n",
        ),
        (
            "b.csv",
            "student,exercise,step,answer\na@b,weather-sunny,P(Yes),\"0,64\"\na@b,weather-sunny,2,3/14\n",
        ),
        (
            "c.tsv",
            "\u{feff}student\texercise\tstep\tanswer\na@b\tweather-sunny\tP(Yes)\t0.64\na@b\tweather-sunny\tP(Sunny|Yes)\t3/14",
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
        assert_eq!(told["causes"], serde_json::json!({"B4": 1}), "{name}");
    }
    let path = sheet(&folder, "d.csv", "student,P(Yes)\na@b,9/14\n");
    fails(5, &["mark", &path, "--exercise", WEATHER], &["the columns step and answer"]);
}

#[test]
fn own_values_of_0_and_1_and_ties_carry_on() {
    let (_, said, _) = lines("P(Sunny|Yes) = 1\nscore(Yes) = 9/14\n", WEATHER);
    assert!(said[1].starts_with("wrong") && said[2] == "correct carried", "{said:?}");
    let (_, said, _) = lines("P(Sunny|Yes) = 0\nscore(Yes) = 0\nP(Yes|Sunny) = 0\n", WEATHER);
    assert!(said[1].starts_with("wrong"), "{said:?}");
    assert_eq!(said[2..4], ["correct carried", "correct carried"]);
    // A tie: with 2/9 both scores are 1/7.
    let (_, said, _) = lines("P(Sunny|Yes) = 2/9\nP(Yes|Sunny) = 1/2\n", WEATHER);
    assert_eq!(said[3], "correct carried", "{said:?}");
}

#[test]
fn every_verdict_can_stand_on_a_sheet() {
    let text = "P(c) = 3/4\nP(Chinese|c) = 0.42\nP(Tokyo|c) = 1/\nscore(c) = 0.0003\nscore(j) = 1.35e-4\nP(c|x) = 0.3876\n";
    let (status, said, sheet) = lines(text, JAPAN);
    assert_eq!(said, ["correct", "noted", "unmarked", "unmarked", "correct", "wrong X10"]);
    assert_eq!((status, &sheet["lines"][1]["note"]), (4, &"cut_off".into()));
    assert_eq!((&sheet["marks"], &sheet["max"]), (&4.0.into(), &8.0.into()));
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
    assert_eq!(said, ["correct", "correct", "correct", "unmarked", "wrong B30"]);
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
    let (_folder, at) = crate::folder();
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
fn the_exercise_of_a_sheet_is_found_beside_it() {
    program::printed(&["mark", &format!("{ANSWERS}/s01.txt")]);
    let folder = TempDir::new().unwrap();
    let path = sheet(&folder, "s.txt", "exercise: nothing\nP(Yes) = 9/14\n");
    fails(2, &["mark", &path], &["--exercise"]);
    fails(5, &["mark", &path, "--exercise", WEATHER], &["“nothing”", "weather-sunny"]);
    let none = sheet(&folder, "t.txt", "P(Yes) = 9/14\n");
    fails(5, &["mark", &none, "--exercise", WEATHER, "--exercise", JAPAN], &["does not name its exercise"]);
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
    assert!(said[4].starts_with("wrong"), "{}", told["lines"][4]);
    // Something else is still wrong.
    let (said, told) = answered(["9/14", "5/14", "0.214", "0.400", "0.138", "0.143", "0.281", "0.617"]);
    assert!(said[7].starts_with("wrong"), "{}", told["lines"][7]);
}

#[test]
fn a_number_of_the_working_is_named() {
    let (_, said, told) = lines("P(Yes) = 9/14\nP(Sunny|Yes) = 3/9\nscore(Yes) = 9/14\n", WEATHER);
    assert!(said.iter().any(|line| line == "wrong"), "{said:?}");
    let messages: Vec<&str> =
        told["lines"].as_array().unwrap().iter().filter_map(|line| line["message"].as_str()).collect();
    assert!(messages.contains(&"9/14 is P(Yes), but the question asks for score(Yes)."), "{messages:?}");
}

/// A course: a plain exercise, a list of students and their sheets, in a folder of its own.
fn course() -> (TempDir, impl Fn(&str) -> String) {
    let folder = TempDir::new().unwrap();
    let root = folder.path().to_path_buf();
    let at = move |name: &str| root.join(name).to_string_lossy().into_owned();
    fs::copy(WEATHER, at("weather.toml")).unwrap();
    fs::copy(Path::new(WEATHER).with_file_name("weather.csv"), at("weather.csv")).unwrap();
    fs::create_dir(at("in")).unwrap();
    let list = "id,name,email\ns01,Ada Lovelace,ada@uni.example\ns02,=Bob,bob@uni.example\ns03,Cem,cem@uni.example\n\
                s04,Dora,dora@uni.example\n";
    fs::write(at("list.csv"), list).unwrap();
    for (file, student, conditional) in
        [("a.txt", "s01", "3/9"), ("b.txt", "BOB@uni.example", "3/14"), ("c.txt", "s03", "0.2143")]
    {
        let text = format!(
            "exercise: weather-sunny\nstudent: {student}\nP(Yes) = 9/14\nP(Sunny|Yes) = {conditional}\nscore(Yes) = {conditional} * 9/14\n"
        );
        fs::write(at(&format!("in/{file}")), text).unwrap();
    }
    (folder, at)
}

fn rows(path: &str) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_path(path).unwrap();
    reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect()
}

#[test]
fn a_gradebook_has_a_row_for_each_student() {
    let (_folder, at) = course();
    let run = |flags: &[&str]| {
        let book = at("grades.csv");
        let (weather, list, sheets) = (at("weather.toml"), at("list.csv"), at("in"));
        let fixed =
            ["mark", &sheets, "--exercise", &weather, "--students", &list, "--gradebook", &book, "--force"];
        let (status, _, said) = posterior(&[&fixed[..], flags].concat());
        assert_eq!(status, 4, "{said}");
        rows(&book)
    };
    let plain = run(&[]);
    assert_eq!(plain[0], ["id", "name", "email", "weather-sunny", "total", "maximum"]);
    assert_eq!(plain[1], ["s01", "Ada Lovelace", "ada@uni.example", "4", "4", "6"]);
    // A name that a spreadsheet would run is text; the sheet was found by the address.
    assert_eq!(plain[2], ["s02", "'=Bob", "bob@uni.example", "2", "2", "6"]);
    assert_eq!(plain[4], ["s04", "Dora", "dora@uni.example", "", "", "6"]);
    assert_eq!(plain.len(), 5);
    assert_eq!(run(&["--raw"])[2][1], "=Bob");
    assert_eq!(run(&["--zeros"])[4][3..], ["0", "0", "6"]);
    // Where the list has nothing but addresses, they are in the column of addresses, too.
    fs::write(at("list.csv"), "id,name\nada@uni.example,Ada\nbob@uni.example,Bob\ncem@uni.example,Cem\n")
        .unwrap();
    for (file, student) in [("a", "s01"), ("b", "BOB@uni.example"), ("c", "s03")] {
        let path = at(&format!("in/{file}.txt"));
        let address =
            ["ada@uni.example", "bob@uni.example", "cem@uni.example"][usize::from(file.as_bytes()[0] - b'a')];
        fs::write(&path, fs::read_to_string(&path).unwrap().replace(student, address)).unwrap();
    }
    assert_eq!(run(&[])[1][..3], ["ada@uni.example", "Ada", "ada@uni.example"]);
    // In the folder of the sheets it is none of them.
    fs::copy(at("grades.csv"), at("in/grades.csv")).unwrap();
    assert_eq!(run(&[]).len(), 4);
}

#[test]
fn who_handed_in_nothing_or_is_unknown_or_twice_there_is_reported() {
    let (_folder, at) = course();
    let a = fs::read_to_string(at("in/a.txt")).unwrap();
    fs::write(at("in/d.txt"), a.replace("s01", "Ada Lovelac")).unwrap();
    fs::write(at("in/e.txt"), a.replace("s01", "Lovelace, Ada")).unwrap();
    fs::write(at("in/s03.txt"), a.replace("student: s01\n", "")).unwrap();
    let arguments =
        ["mark", &at("in"), "--exercise", &at("weather.toml"), "--students", &at("list.csv"), "--names"];
    let (_, report, said) = posterior(&arguments);
    let report = report.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(report.contains("6 sheets. 1 student on the list handed in nothing: s04."), "{report}");
    assert!(
        report.contains("“Ada Lovelac” of d.txt is not in the list of students; did you mean Ada Lovelace?"),
        "{report}"
    );
    for twice in ["a.txt, e.txt are 2 sheets of one student", "c.txt, s03.txt are 2 sheets of one student"] {
        assert!(report.contains(twice) && said.contains(twice), "{twice}: {report}\n{said}");
    }
    assert!(report.contains("Ada Lovelace (s01)"), "{report}");
    let json = posterior(&[&arguments[..], &["--format", "json"]].concat()).1;
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["classes"][0]["absent"], serde_json::json!(["s04"]));
    assert_eq!(
        (&json["sheets"][0]["student"], &json["sheets"][0]["name"]),
        (&"s01".into(), &"Ada Lovelace".into())
    );
}

#[test]
fn the_table_of_another_student_is_reported() {
    let (_folder, at) = crate::folder();
    let flags = ["--target", "Play", "--query", "Weather=Sunny", "--random"];
    let weather = Path::new(WEATHER).with_file_name("weather.csv");
    fs::copy(weather, at("weather.csv")).unwrap();
    let made = posterior(
        &[&["exercise", "new", &at("weather.csv"), "--output", &at("w.toml")][..], &flags].concat(),
    );
    assert_eq!(made.0, 0, "{}", made.2);
    fs::write(at("w.tables.csv"), "id,seed,table\ns01,11,\ns02,12,\n").unwrap();
    fs::create_dir(at("in")).unwrap();
    for (name, student, seed) in [("a", "s01", 11), ("b", "s02", 11), ("c", "s03", 12), ("d", "s01", 13)] {
        let text = format!("exercise: w\nstudent: {student}\nseed: {seed}\nP(Yes) = 1/2\n");
        fs::write(at(&format!("in/{name}.txt")), text).unwrap();
    }
    let (_, report, said) = posterior(&["mark", &at("in"), "--exercise", &at("w.toml")]);
    for told in [
        "b.txt: this sheet has the table of s01 (seed 11); s02 was given seed 12",
        "c.txt: this sheet has the table of s02 (seed 12); s03 is not among the students who were given a table",
        "d.txt: no student was given the table of this sheet (seed 13); s01 was given seed 11",
    ] {
        assert!(said.contains(told), "{told}\n{said}");
        assert!(report.split_whitespace().collect::<Vec<_>>().join(" ").contains(told), "{told}\n{report}");
    }
    assert!(!said.contains("a.txt: "), "{said}");
}

#[test]
fn feedback_is_written_as_it_is_read_and_the_solution_comes_by_request() {
    let (_folder, at) = course();
    let files = |flags: &[&str]| {
        let out = at("feedback");
        let (weather, list, sheets) = (at("weather.toml"), at("list.csv"), at("in"));
        let fixed = ["mark", &sheets, "--exercise", &weather, "--students", &list, "--feedback", &out];
        let (status, _, said) = posterior(&[&fixed[..], flags].concat());
        assert_eq!(status, 4, "{said}");
        let mut all: Vec<(String, String)> = fs::read_dir(&out)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .map(|path| {
                (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read_to_string(&path).unwrap())
            })
            .collect();
        all.sort();
        fs::remove_dir_all(&out).unwrap();
        (all, said)
    };
    let has_tag = |text: &str| {
        let words = text.split(|c: char| !c.is_alphanumeric());
        let mut tags = words.filter(|word| posterior_tag(word));
        tags.next().map(str::to_owned)
    };
    let (html, _) = files(&["--feedback-format", "html", "--solution"]);
    let names: Vec<&str> = html.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["s01.html", "s02.html", "s03.html"]);
    let page = &html[1].1;
    roxmltree::Document::parse(
        page.split_once("<html").map(|(_, rest)| format!("<html{rest}")).unwrap().as_str(),
    )
    .unwrap();
    for told in [
        "width=device-width",
        "prefers-color-scheme: dark",
        "Play when it is sunny?",
        "=Bob (s02)",
        "<math",
        "Solution",
    ] {
        assert!(page.contains(told), "{told}: {page}");
    }
    assert!(
        !page.contains("http://")
            || page.matches("http://").count() == page.matches("http://www.w3.org").count()
    );
    let (text, _) = files(&["--feedback-format", "text"]);
    assert!(text[1].0 == "s02.txt" && text[1].1.contains("2 of 6 marks.") && !text[1].1.contains("Solution"));
    let (solved, _) = files(&["--feedback-format", "text", "--solution"]);
    let solved = &solved[1].1;
    for told in
        ["Solution", "2. P(Sunny|Yes)", "Rows counted: 2, 3, 4", "score(Yes) =", "The model predicts Yes"]
    {
        assert!(solved.contains(told) || solved.replace('\n', " ").contains(told), "{told}: {solved}");
    }
    for (_, text) in text.iter().chain(&html) {
        assert_eq!(has_tag(text.split("<style>").next().unwrap()), None);
    }
    assert_eq!(has_tag(solved), None, "{solved}");
    let weather = fs::read_to_string(at("weather.toml")).unwrap();
    for (reveal, flags, told) in [
        ("never", &["--solution"][..], false),
        ("always", &[][..], true),
        ("teacher", &[][..], false),
        ("teacher", &["--solution"][..], true),
    ] {
        fs::write(
            at("weather.toml"),
            weather.replace("[policy]", &format!("[policy]\nreveal = \"{reveal}\"")),
        )
        .unwrap();
        let (all, said) = files(flags);
        assert_eq!(all[0].1.contains("Solution"), told, "{reveal}");
        assert_eq!(said.contains("its solution is left out"), reveal == "never", "{said}");
    }
}

/// Whether a word is a tag of the catalogue: a letter and a number, as B8.
fn posterior_tag(word: &str) -> bool {
    let (letter, number) = word.split_at(word.char_indices().nth(1).map_or(word.len(), |(at, _)| at));
    matches!(letter, "B" | "S" | "X" | "G" | "N")
        && !number.is_empty()
        && number.chars().all(|c| c.is_ascii_digit())
}

/// What a class report must hold to whatever the labels, the names and the number of steps are.
#[test]
fn the_class_report_fits_a_page_and_its_lines_stay_short() {
    let (_folder, at) = course();
    let name = "Ada ".to_owned() + &"Maximiliana ".repeat(12);
    let mut list = "id,name\n".to_owned();
    for number in 0..70 {
        let text = fs::read_to_string(at("in/b.txt")).unwrap();
        let id = format!("id-{number:03}");
        fs::write(at(&format!("in/{id}.txt")), text.replace("BOB@uni.example", &id)).unwrap();
        list.push_str(&format!("{id},{name}{number}\n"));
    }
    fs::write(at("list.csv"), list).unwrap();
    let arguments =
        ["mark", &at("in"), "--exercise", &at("weather.toml"), "--students", &at("list.csv"), "--names"];
    for format in ["text", "markdown"] {
        let (_, report, _) = posterior(&[&arguments[..], &["--format", format]].concat());
        if format == "text" {
            assert!(report.lines().all(|line| line.chars().count() <= 100), "{report}");
            let first = report.split('\u{c}').next().unwrap();
            assert!(first.lines().count() <= 60 && first.contains("The hardest steps"), "{first}");
        }
        for told in ["Mean", "median", "is divided by all rows", "P(Sunny|Yes)"] {
            assert!(report.contains(told), "{format} {told}: {report}");
        }
    }
}

const ODDS: &str = r#"
format = 1
id     = "odds"
data   = "sample:play-tennis"
[recipe]
alpha = "0"
split = "leave-one-out"
[[step]]
ask = "P(Yes)"
[[step]]
ask = "P(No)"
[[step]]
ask = "P(Yes) / P(No)"
[[step]]
ask = "ln (P(Yes)/P(No))"
[[step]]
ask = "precision(Yes)"
[[step]]
ask = "recall(Yes)"
[[step]]
ask = "F1(Yes)"
[[step]]
ask = "log loss"
"#;

/// A formula and a figure go on with the student's own lines: 8/13 for P(Yes), 7/9 for the precision.
#[test]
fn formulas_and_figures_rest_on_earlier_lines() {
    let folder = TempDir::new().unwrap();
    let exercise = sheet(&folder, "odds.toml", ODDS);
    let head = "exercise: odds\nstudent: s01\n";
    let right = "P(Yes) = 9/14\nP(No) = 5/14\nP(Yes) / P(No) = 1.8\nln(P(Yes)/P(No)) = 0.588\nprecision(Yes) = 7/11\n\
                 Recall(Yes) = 7/9\nf1(Yes) = 0.70\nlog loss = 0.74\n";
    let (_, _, told) = lines(&format!("{head}{right}"), &exercise);
    let wanted = told["lines"].as_array().unwrap().iter().map(|line| line["verdict"].as_str().unwrap());
    let verdicts: Vec<&str> = wanted.collect();
    assert_eq!(verdicts[..7], ["correct"; 7], "{told}");
    let wrong = "P(Yes) = 8/13\nP(No) = 5/14\nP(Yes)/P(No) = 112/65\nln (P(Yes) / P(No)) = 0.544\nprecision(Yes) = 8/10\n\
                 recall(Yes) = 7/9\nF1(Yes) = 0.789\n";
    let (_, said, _) = lines(&format!("{head}{wrong}"), &exercise);
    let carried: Vec<bool> = said.iter().map(|line| line.starts_with("correct carried")).collect();
    assert_eq!(carried[..7], [false, false, true, true, false, false, true], "{said:?}");
}

const WAYS: &str = "weather,way\nsun,walk\nsun,walk\nrain,walk\nsun,walk\ncloud,walk\nsun,bike\nsun,bike\ncloud,bike
cloud,bike\nsun,bike\nrain,bike\nrain,bus\nrain,bus\nrain,bus\ncloud,bus\nsun,bus\nrain,bus\ncloud,bus\nsun,bike\n";

const EXERCISE: &str = "id = \"ways\"\ndata = \"ways.csv\"\nquery = { weather = \"sun\" }\n[recipe]\ntarget = \"way\"\nalpha = \"0\"
[[step]]\nask = \"P(walk)\"\n[[step]]\nask = \"P(sun | walk)\"\n[[step]]\nask = \"ln P(bike)\"\n[[step]]\nask = \"class\"\n";

/// One answer, and the same on a sheet: one verdict.
#[test]
fn an_answer_is_marked_alike_by_check_and_on_a_sheet() {
    let folder = TempDir::new().unwrap();
    written(&folder, "ways.csv", WAYS);
    written(&folder, "ways.toml", EXERCISE);
    let at = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    for (answer, label, status) in [
        ("0.3", "P(walk)", 5),
        ("0.26", "P(walk)", 0),
        ("0.2", "P(walk)", 5),
        ("0.4", "P(walk)", 4),
        ("0.6", "P(sun | walk)", 0),
        ("0.5", "P(sun | walk)", 4),
        ("5:19", "P(walk)", 0),
        ("5:14", "P(walk)", 4),
        ("-0,999", "ln P(bike)", 0),
        ("-1", "ln P(bike)", 5),
        ("bike (57 %)", "class", 0),
        ("bike or bus", "class", 5),
    ] {
        let of = format!("--of={label}");
        assert_eq!(
            posterior(&["check", &of, "--", answer, &at("ways.toml")]).0,
            status,
            "check {answer} for {label}"
        );
        // The sheet asks for other steps, too; only its own line says something.
        written(&folder, "s.txt", format!("{label} = {answer}\n"));
        let (_, json, _) =
            posterior(&["mark", &at("s.txt"), "--exercise", &at("ways.toml"), "--format", "json"]);
        let told: serde_json::Value = serde_json::from_str(&json).unwrap();
        let lines = told["sheets"][0]["lines"].as_array().unwrap();
        let line = lines.iter().find(|line| line["typed"] == *answer).unwrap();
        let wanted = match status {
            0 => &["correct", "noted"][..],
            4 => &["wrong"],
            _ => &["unmarked"],
        };
        assert!(wanted.contains(&line["verdict"].as_str().unwrap()), "mark {answer} for {label}: {line}");
    }
}
