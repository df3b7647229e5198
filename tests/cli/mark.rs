//! `posterior mark`: verdicts, marks, the files it writes, and the sheets it refuses.

use crate::{Folder, contains, flat, has, prints};

use std::fs;

use serde_json::Value;

const WEATHER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/exercises/weather.toml");
const JAPAN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/exercises/japan.toml");
const ANSWERS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/exercises/answers");

/// Marks one sheet: the exit status, and the sheet as JSON.
fn marked(exercise: &str, text: &str) -> (i32, Value) {
    let folder = Folder::with(&[("s.txt", text)]);
    let (status, out, err) = folder.run(&format!("mark s.txt --exercise {exercise} --format json"));
    let json: Value = serde_json::from_str(&out).unwrap_or_else(|_| panic!("{err}"));
    (status, json["sheets"][0].clone())
}

/// The lines of a sheet as `verdict carried causes`.
fn verdicts(sheet: &Value) -> Vec<String> {
    let verdict = |line: &Value| {
        let carried = if line["carried"] == true { "carried" } else { "" };
        let causes = line["causes"].as_array().unwrap().iter().map(|tag| tag.as_str().unwrap());
        let parts: Vec<&str> =
            [line["verdict"].as_str().unwrap(), carried].into_iter().chain(causes).collect();
        flat(&parts.join(" "))
    };
    sheet["lines"].as_array().unwrap().iter().map(verdict).collect()
}

/// Compares the first verdicts of each sheet with those expected, divided by commas. `*` matches any causes.
fn check(exercise: &str, sheets: &[(&str, &str)]) {
    for (text, expected) in sheets {
        let found = verdicts(&marked(exercise, text).1);
        assert!(found.len() >= expected.split(", ").count(), "{text}: {found:?}");
        for (found, expected) in found.iter().zip(expected.split(", ")) {
            let is_same = match expected.strip_suffix('*') {
                Some(begin) => found.starts_with(begin),
                None => found == expected,
            };
            assert!(is_same, "{text}: {found}, not {expected}");
        }
    }
}

#[test]
fn later_lines_are_marked_with_the_students_own_earlier_values() {
    let text =
        "P(Yes) = 9/14\nP(Sunny|Yes) = 3/14\nscore(Yes) = 3/14 * 9/14\nP(Yes|Sunny) = 27/55\nclass = No\n";
    let (status, sheet) = marked(WEATHER, text);
    assert_eq!((status, &sheet["first_wrong"], &sheet["marks"]), (4, &2.into(), &4.0.into()));
    assert_eq!(sheet["lines"][2]["message"], "27/196 is right with your line 2.");
    check(
        WEATHER,
        &[
            (text, "correct, wrong B4, correct carried, correct carried, correct carried"),
            // Rounded values are carried as they were written, or with the figures of the calculator: 0.21 was 3/14.
            (
                "P(Sunny|Yes) = 0,21\nscore(Yes) = 0,135\n",
                "unmarked, wrong B4, correct carried, unmarked, unmarked",
            ),
            ("P(Sunny|Yes) = 0.21\nscore(Yes) = 0.1378\n", "unmarked, wrong B4, correct carried"),
            // Without a wrong line before it, the same number is a mistake: with 3/9 the prior is in it twice.
            ("P(Sunny|Yes) = 3/9\nscore(Yes) = 27/196\n", "unmarked, correct, wrong B17*"),
            // A tie: with 2/9 both scores are 1/7.
            ("P(Sunny|Yes) = 2/9\nP(Yes|Sunny) = 1/2\n", "unmarked, wrong*, unmarked, correct carried"),
        ],
    );
}

#[test]
fn a_wrong_share_is_carried_through_a_document_unless_the_policy_forbids_it() {
    // P(Chinese | c) = 4/12 is that of a text without repeats; what follows from it is right with it.
    let text = "P(c) = 3/4\nP(Chinese|c) = 4/12\nP(Tokyo|c) = 1/14\nscore(c) = 1.42e-4\nscore(j) = 1.35e-4\nP(c|x) = 0.51\n";
    check(JAPAN, &[(text, "correct, wrong X10, correct, correct carried, correct, correct carried")]);
    assert_eq!(marked(JAPAN, text).1["lines"][5]["message"], "0.51 is right with your line 2.");
    let exercise = fs::read_to_string(JAPAN).unwrap() + "[policy]\ncarry_forward = false\n";
    let folder = Folder::with(&[("exercise.toml", &exercise)]);
    let expected = "correct, wrong X10, correct, wrong*, correct, wrong*";
    check(&folder.at("exercise.toml"), &[(text, expected)]);
}

#[test]
fn a_table_of_answers_has_an_answer_on_each_row() {
    let folder = Folder::new();
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
        folder.write(name, text);
        let line = format!("mark {name} --exercise {WEATHER} --exercise {JAPAN} --format json");
        let (status, out, err) = folder.run(&line);
        assert_eq!(status, 4, "{name}: {err}");
        let json: Value = serde_json::from_str(&out).unwrap();
        let sheet = &json["sheets"][0];
        assert_eq!(sheet["student"], "a@b", "{name}");
        assert_eq!(verdicts(sheet)[..2], ["correct", "wrong B4"], "{name}");
        assert_eq!(json["causes"], serde_json::json!({"B4": 1}), "{name}");
    }
    folder.write("d.csv", "student,P(Yes)\na@b,9/14\n");
    folder.fails(5, &format!("mark d.csv --exercise {WEATHER}"), &["the columns step and answer"]);
}

#[test]
fn a_sheet_may_have_every_verdict() {
    let text = "P(c) = 3/4\nP(Chinese|c) = 0.42\nP(Tokyo|c) = 1/\nscore(c) = 0.0003\nscore(j) = 1.35e-4\nP(c|x) = 0.3876\n";
    let (status, sheet) = marked(JAPAN, text);
    assert_eq!(verdicts(&sheet), ["correct", "noted", "unmarked", "unmarked", "correct", "wrong X10"]);
    assert_eq!((status, &sheet["lines"][1]["note"]), (4, &"cut_off".into()));
    assert_eq!((&sheet["marks"], &sheet["max"]), (&4.0.into(), &8.0.into()));
    let right = "P(c) = 3/4\nP(Chinese|c) = 6/14\nP(Tokyo|c) = 1/14\nscore(c) = 3.01e-4\nscore(j) = 1.35e-4\nP(c|x) = 69%\n";
    assert_eq!(marked(JAPAN, right).0, 0);
    assert_eq!(marked(JAPAN, "P(c) = 3/4\n").0, 5);
}

#[test]
fn the_policy_sets_the_marks_of_early_rounding_and_the_causes_that_are_named() {
    let text = "data = \"sample:weather\"\n[[step]]\nask = \"P(Yes|Sunny)\"\nmarks = 2\n[[step]]\nask = \"P(Sunny|Yes)\"\n\
                [policy]\nearly_rounding = 0.5\nunreduced = \"required\"\ndiagnose = [\"*\", \"!B4\"]\n";
    let folder = Folder::with(&[("e.toml", text)]);
    let (_, sheet) = marked(&folder.at("e.toml"), "P(Yes|Sunny) = 0.59\nP(Sunny|Yes) = 3/14\n");
    assert_eq!((verdicts(&sheet).join(", "), &sheet["marks"]), ("noted N7, wrong".into(), &1.0.into()));
    let (_, sheet) = marked(&folder.at("e.toml"), "P(Yes|Sunny) = 0.6\nP(Sunny|Yes) = 3/9\n");
    assert_eq!((verdicts(&sheet)[1].as_str(), &sheet["marks"]), ("noted", &2.0.into()));
}

#[test]
fn labels_match_loosely_and_lines_that_match_no_step_are_listed() {
    let text = "1. p( yes ) = 9/14\r\nP(S|Y): 1/3\r\nSCORE(YES) = 3/14\r\nwhat is this\r\nP(Rainy|Yes) = 3/9\r\nclass = Yes\r\nclass = No\r\n";
    let (_, sheet) = marked(WEATHER, text);
    assert_eq!(verdicts(&sheet), ["correct", "correct", "correct", "unmarked", "wrong B30"]);
    let left = sheet["left_over"].as_array().unwrap().iter();
    let left: Vec<_> =
        left.map(|left| (left["line"].as_u64().unwrap(), left["text"].as_str().unwrap())).collect();
    assert_eq!(left, [(4, "what is this"), (5, "P(Rainy|Yes) = 3/9"), (6, "class = Yes")]);
}

#[test]
fn a_folder_gives_marks_feedback_and_a_report() {
    let folder = Folder::new();
    let line = format!("mark {ANSWERS} --exercise {WEATHER} --csv marks.csv --feedback feedback --report");
    let (status, report, warnings) = folder.run(&line);
    assert_eq!(status, 4);
    let marks = folder.read("marks.csv");
    insta::assert_snapshot!("report", report);
    insta::assert_snapshot!("marks", marks);
    insta::assert_snapshot!("feedback", folder.read("feedback/s02.md"));
    has(&warnings, &["s04.txt", "Windows-1252"]);
    assert_eq!(fs::read_dir(folder.at("feedback")).unwrap().count(), 6);
    assert!(!report.contains("s02") && !report.contains("w01"), "students are numbers: {report}");
    let (_, report, _) = folder.run(&format!("mark {ANSWERS} --exercise {WEATHER} --names"));
    has(&report, &["s02", "André"]);
    folder.fails(2, &line, &[]);
    folder.fails(4, &format!("{line} --force"), &[]);
    assert_eq!(folder.read("marks.csv"), marks);
}

#[test]
fn the_exercise_of_a_sheet_is_found_beside_it() {
    prints(&format!("mark {ANSWERS}/s01.txt"));
    let folder =
        Folder::with(&[("s.txt", "exercise: nothing\nP(Yes) = 9/14\n"), ("t.txt", "P(Yes) = 9/14\n")]);
    folder.fails(2, "mark s.txt", &["--exercise"]);
    folder.fails(5, &format!("mark s.txt --exercise {WEATHER}"), &["“nothing”", "weather-sunny"]);
    let line = format!("mark t.txt --exercise {WEATHER} --exercise {JAPAN}");
    folder.fails(5, &line, &["does not name its exercise"]);
}

#[test]
fn hostile_sheets_are_refused_or_read_and_never_changed() {
    let folder = Folder::new();
    let files: [(&str, Vec<u8>); 7] = [
        ("binary.txt", (0..=255_u8).cycle().take(4_000).collect()),
        ("bom.txt", b"\xef\xbb\xbfstudent: bom\r\nP(Yes) = 9/14\r\n".to_vec()),
        ("empty.txt", Vec::new()),
        ("escape.txt", b"student: \x1b[2Jx\nP(Yes) = \x1b[31m9/14\n=cmd = 1\n".to_vec()),
        ("huge.txt", format!("P(Yes) = {}\n", "9".repeat(200_000)).into_bytes()),
        ("twice.txt", b"P(Yes) = 1\nP(Yes) = 2\nP(Yes) = 9/14\n".to_vec()),
        ("utf16.txt", "\u{feff}P(Yes) = 9/14".encode_utf16().flat_map(u16::to_le_bytes).collect()),
    ];
    files.iter().for_each(|(name, bytes)| folder.write(name, bytes));
    let line = format!("mark . --exercise {WEATHER}");
    let (status, report, warnings) = folder.run(&format!("{line} --names"));
    assert_eq!(status, 5, "{report}{warnings}");
    assert!(warnings.contains("binary.txt") && !warnings.contains("utf16.txt"), "{warnings}");
    assert!(!report.contains('\u{1b}') && !warnings.contains('\u{1b}'));
    has(&report, &["bom", "empty.txt", "huge.txt", "twice.txt", "utf16.txt"]);
    for (name, bytes) in &files {
        assert_eq!(&fs::read(folder.at(name)).unwrap(), bytes, "{name}");
    }
    assert!(!folder.run(&format!("{line} --format csv")).1.contains('\u{1b}'));
}

#[test]
fn carried_lines_are_carried_on() {
    let steps =
        ["P(Yes)", "P(No)", "P(Sunny|Yes)", "P(Sunny|No)", "score(Yes)", "score(No)", "P(x)", "P(Yes|x)"];
    let asks: String = steps.iter().map(|step| format!("[[step]]\nask = \"{step}\"\n")).collect();
    let head = "data = \"sample:weather\"\nquery = { Weather = \"Sunny\" }\n[recipe]\nalpha = \"0\"\n";
    let folder = Folder::with(&[("e.toml", &format!("{head}{asks}"))]);
    let sheet = |values: &str| {
        let lines = steps.iter().zip(values.split(' ')).map(|(step, value)| format!("{step} = {value}\n"));
        lines.collect::<String>()
    };
    for (values, expected) in [
        // Each line is worked out from the lines before it as they are written, three figures each.
        (
            "9/14 5/14 0.214 0.400 0.138 0.143 0.281 0.491",
            "*, *, wrong B4, *, correct carried, *, correct carried, correct carried",
        ),
        ("9/14 5/14 0.214 0.400 0.138 0.143 0.281 0.617", "*, *, *, *, *, *, *, wrong*"),
        // 0.64 was rounded from 9/14 and 0.21 from 3/14: between 0.21 · 0.64 and 3/14 · 9/14, and no further.
        ("0.64 0.36 0.21 0.40 0.134", "*, *, *, *, correct carried"),
        ("0.64 0.36 0.21 0.40 0.138", "*, *, *, *, correct carried"),
        ("0.64 0.36 0.21 0.40 0.132", "*, *, *, *, wrong*"),
        // The value of a known mistake, 1/2 · 3/9, is not taken for a number near 0.26 · 9/14.
        ("9/14 5/14 0.26 0.40 0.1667", "*, *, *, *, wrong*"),
    ] {
        check(&folder.at("e.toml"), &[(&sheet(values), expected)]);
    }
    let (_, found) = marked(&folder.at("e.toml"), &sheet("9/14 5/14 0.214 0.400 0.138 0.143 0.281 0.491"));
    has(found["lines"][7]["message"].as_str().unwrap(), &["is right with your line 3."]);
}

/// A course: an exercise, a list of students and their sheets.
fn course() -> Folder {
    let folder = Folder::with(&[
        ("weather.toml", &fs::read_to_string(WEATHER).unwrap()),
        ("weather.csv", &fs::read_to_string(WEATHER.replace(".toml", ".csv")).unwrap()),
        (
            "list.csv",
            "id,name,email\ns01,Ada Lovelace,ada@uni.example\ns02,=Bob,bob@uni.example\ns03,Cem,cem@uni.example\n\
             s04,Dora,dora@uni.example\n",
        ),
    ]);
    for (file, student, share) in
        [("a", "s01", "3/9"), ("b", "BOB@uni.example", "3/14"), ("c", "s03", "0.2143")]
    {
        let answers = format!("P(Yes) = 9/14\nP(Sunny|Yes) = {share}\nscore(Yes) = {share} * 9/14\n");
        folder.write(
            &format!("in/{file}.txt"),
            format!("exercise: weather-sunny\nstudent: {student}\n{answers}"),
        );
    }
    folder
}

const MARK: &str = "mark in --exercise weather.toml --students list.csv";

#[test]
fn a_gradebook_has_a_row_for_each_student() {
    let folder = course();
    let rows = |flags: &str| -> Vec<Vec<String>> {
        folder.fails(4, &format!("{MARK} --gradebook grades.csv --force {flags}"), &[]);
        let mut reader =
            csv::ReaderBuilder::new().has_headers(false).from_path(folder.at("grades.csv")).unwrap();
        reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect()
    };
    let plain = rows("");
    assert_eq!(plain[0], ["id", "name", "email", "weather-sunny", "total", "maximum"]);
    assert_eq!(plain[1], ["s01", "Ada Lovelace", "ada@uni.example", "4", "4", "6"]);
    // A name that a spreadsheet would run is text; the sheet was found by the address.
    assert_eq!(plain[2], ["s02", "'=Bob", "bob@uni.example", "2", "2", "6"]);
    assert_eq!(plain[4], ["s04", "Dora", "dora@uni.example", "", "", "6"]);
    assert_eq!(plain.len(), 5);
    assert_eq!(rows("--raw")[2][1], "=Bob");
    assert_eq!(rows("--zeros")[4][3..], ["0", "0", "6"]);
    // A gradebook in the folder of the sheets is not read as a sheet.
    fs::copy(folder.at("grades.csv"), folder.at("in/grades.csv")).unwrap();
    assert_eq!(rows("").len(), 5);
    // Ids that are addresses are in the column of addresses, too.
    folder.write("list.csv", "id,name\nada@uni.example,Ada\nbob@uni.example,Bob\ns03,Cem\n");
    folder.write("in/a.txt", folder.read("in/a.txt").replace("s01", "ada@uni.example"));
    assert_eq!(rows("")[1][..3], ["ada@uni.example", "Ada", "ada@uni.example"]);
}

#[test]
fn missing_unknown_and_repeated_students_are_reported() {
    let folder = course();
    let a = folder.read("in/a.txt");
    folder.write("in/d.txt", a.replace("s01", "Ada Lovelac"));
    folder.write("in/e.txt", a.replace("s01", "Lovelace, Ada"));
    folder.write("in/s03.txt", a.replace("student: s01\n", ""));
    let (_, report, err) = folder.run(&format!("{MARK} --names"));
    let twice = ["a.txt, e.txt are 2 sheets of one student", "c.txt, s03.txt are 2 sheets of one student"];
    has(&err, &twice);
    let report = flat(&report);
    has(&report, &twice);
    let parts = [
        "6 sheets. 1 student on the list handed in nothing: s04.",
        "“Ada Lovelac” of d.txt is not in the list of students; did you mean Ada Lovelace?",
        "Ada Lovelace (s01)",
    ];
    has(&report, &parts);
    let json: Value = serde_json::from_str(&folder.run(&format!("{MARK} --names --format json")).1).unwrap();
    assert_eq!(json["classes"][0]["absent"], serde_json::json!(["s04"]));
    assert_eq!(
        (&json["sheets"][0]["student"], &json["sheets"][0]["name"]),
        (&"s01".into(), &"Ada Lovelace".into())
    );
}

#[test]
fn a_sheet_with_the_table_of_another_student_is_reported() {
    let folder = course();
    folder.prints("exercise new weather.csv --output w.toml --target Play --query Weather=Sunny --random");
    folder.write("w.tables.csv", "id,seed,table\ns01,11,\ns02,12,\n");
    for (name, student, seed) in [("a", "s01", 11), ("b", "s02", 11), ("c", "s03", 12), ("d", "s01", 13)] {
        let text = format!("exercise: w\nstudent: {student}\nseed: {seed}\nP(Yes) = 1/2\n");
        folder.write(&format!("in/{name}.txt"), text);
    }
    let (_, report, err) = folder.run("mark in --exercise w.toml");
    let parts = [
        "b.txt: this sheet has the table of s01 (seed 11); s02 was given seed 12",
        "c.txt: this sheet has the table of s02 (seed 12); s03 is not among the students who were given a table",
        "d.txt: no student was given the table of this sheet (seed 13); s01 was given seed 11",
    ];
    has(&err, &parts);
    has(&flat(&report), &parts);
    assert!(!err.contains("a.txt: "), "{err}");
}

/// Whether a text has a tag of the catalogue as a word: a letter and a number, as B8.
fn has_tag(text: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric()).any(|word| {
        let number = word.strip_prefix(['B', 'S', 'X', 'G', 'N']).unwrap_or("");
        !number.is_empty() && number.chars().all(|c| c.is_ascii_digit())
    })
}

#[test]
fn feedback_has_the_format_and_the_solution_that_are_asked_for() {
    let folder = course();
    let files = |flags: &str| {
        let err = folder.fails(4, &format!("{MARK} --feedback feedback {flags}"), &[]);
        let files = fs::read_dir(folder.at("feedback")).unwrap();
        let mut names: Vec<String> =
            files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        let texts: Vec<String> = names.iter().map(|name| folder.read(&format!("feedback/{name}"))).collect();
        fs::remove_dir_all(folder.at("feedback")).unwrap();
        (names, texts, err)
    };
    let (names, html, _) = files("--feedback-format html --solution");
    assert_eq!(names, ["s01.html", "s02.html", "s03.html"]);
    let page = &html[1];
    roxmltree::Document::parse(&page[page.find("<html").unwrap()..]).unwrap();
    let parts = ["width=device-width", "prefers-color-scheme: dark", "Play when it is sunny?", "=Bob (s02)"];
    has(page, &parts);
    has(page, &["<math", "Solution"]);
    assert_eq!(page.matches("http://").count(), page.matches("http://www.w3.org").count());
    let (names, text, _) = files("--feedback-format text");
    assert!(names[1] == "s02.txt" && text[1].contains("2 of 6 marks.") && !text[1].contains("Solution"));
    let (_, solved, _) = files("--feedback-format text --solution");
    let parts =
        ["Solution", "2. P(Sunny|Yes)", "Rows counted: 2, 3, 4", "score(Yes) =", "The model predicts Yes"];
    has(&flat(&solved[1]), &parts);
    for text in text.iter().chain(&html).chain([&solved[1]]) {
        assert!(!has_tag(text.split("<style>").next().unwrap()), "{text}");
    }
    let weather = folder.read("weather.toml");
    for (reveal, flags, has_solution) in [
        ("never", "--solution", false),
        ("always", "", true),
        ("teacher", "", false),
        ("teacher", "--solution", true),
    ] {
        let policy = format!("[policy]\nreveal = \"{reveal}\"");
        folder.write("weather.toml", weather.replace("[policy]", &policy));
        let (_, texts, err) = files(flags);
        assert_eq!(texts[0].contains("Solution"), has_solution, "{reveal}");
        assert_eq!(err.contains("its solution is left out"), reveal == "never", "{err}");
    }
}

#[test]
fn the_class_report_of_many_students_fits_a_page() {
    let folder = course();
    let mut list = "id,name\n".to_owned();
    for number in 0..70 {
        let id = format!("id-{number:03}");
        folder.write(&format!("in/{id}.txt"), folder.read("in/b.txt").replace("BOB@uni.example", &id));
        list.push_str(&format!("{id},Ada {}{number}\n", "Maximiliana ".repeat(12)));
    }
    folder.write("list.csv", list);
    for format in ["text", "markdown"] {
        let (_, report, _) = folder.run(&format!("{MARK} --names --format {format}"));
        contains(&report, &["Mean", "median", "is divided by all rows", "P(Sunny|Yes)"], format);
        if format == "text" {
            assert!(report.lines().all(|line| line.chars().count() <= 100), "{report}");
            let first = report.split('\u{c}').next().unwrap();
            assert!(first.lines().count() <= 60 && first.contains("The hardest steps"), "{first}");
        }
    }
}

/// Formulas and figures are marked with the student's own lines: 8/13 for P(Yes), 7/9 for the precision.
#[test]
fn formulas_and_figures_use_earlier_lines() {
    let steps = "P(Yes);P(No);P(Yes) / P(No);ln (P(Yes)/P(No));precision(Yes);recall(Yes);F1(Yes);log loss";
    let asks: String = steps.split(';').map(|step| format!("[[step]]\nask = \"{step}\"\n")).collect();
    let head =
        "id = \"odds\"\ndata = \"sample:play-tennis\"\n[recipe]\nalpha = \"0\"\nsplit = \"leave-one-out\"\n";
    let folder = Folder::with(&[("odds.toml", &format!("{head}{asks}"))]);
    check(
        &folder.at("odds.toml"),
        &[
            (
                "P(Yes) = 9/14\nP(No) = 5/14\nP(Yes) / P(No) = 1.8\nln(P(Yes)/P(No)) = 0.588\n\
                 precision(Yes) = 7/11\nRecall(Yes) = 7/9\nf1(Yes) = 0.70\nlog loss = 0.74\n",
                "correct, correct, correct, correct, correct, correct, correct",
            ),
            (
                "P(Yes) = 8/13\nP(No) = 5/14\nP(Yes)/P(No) = 112/65\nln (P(Yes) / P(No)) = 0.544\n\
                 precision(Yes) = 8/10\nrecall(Yes) = 7/9\nF1(Yes) = 0.789\n",
                "wrong*, correct, correct carried*, correct carried*, wrong*, correct, correct carried*",
            ),
        ],
    );
}

const WAYS: &str = "weather,way\nsun,walk\nsun,walk\nrain,walk\nsun,walk\ncloud,walk\nsun,bike\nsun,bike\n\
                    cloud,bike\ncloud,bike\nsun,bike\nrain,bike\nrain,bus\nrain,bus\nrain,bus\ncloud,bus\nsun,bus\n\
                    rain,bus\ncloud,bus\nsun,bike\n";

const EXERCISE: &str = "id = \"ways\"\ndata = \"ways.csv\"\nquery = { weather = \"sun\" }\n[recipe]\ntarget = \"way\"\n\
                        alpha = \"0\"\n[[step]]\nask = \"P(walk)\"\n[[step]]\n\
                        ask = \"ln P(bike)\"\n[[step]]\nask = \"class\"\n";

#[test]
fn check_and_mark_give_the_same_verdict() {
    let folder = Folder::with(&[("ways.csv", WAYS), ("ways.toml", EXERCISE)]);
    for (answer, label, status) in [
        ("0.3", "P(walk)", 5),
        ("0.26", "P(walk)", 0),
        ("0.4", "P(walk)", 4),
        ("5:19", "P(walk)", 0),
        ("5:14", "P(walk)", 4),
        ("-0,999", "ln P(bike)", 0),
        ("-1", "ln P(bike)", 5),
        ("bike (57 %)", "class", 0),
        ("bike or bus", "class", 5),
    ] {
        folder.fails(status, &format!("check '--of={label}' -- '{answer}' ways.toml"), &[]);
        let (_, sheet) = marked(&folder.at("ways.toml"), &format!("{label} = {answer}\n"));
        let lines = sheet["lines"].as_array().unwrap();
        let line = lines.iter().find(|line| line["typed"] == *answer).unwrap();
        let expected = match status {
            0 => &["correct", "noted"][..],
            4 => &["wrong"],
            _ => &["unmarked"],
        };
        assert!(expected.contains(&line["verdict"].as_str().unwrap()), "mark {answer} for {label}: {line}");
    }
}
