//! What a course leaves behind: folders of a learning platform, spreadsheets and forms, marked in one go.

use crate::program;

use std::fs;
use std::path::Path;

use program::ended as posterior;
use tempfile::TempDir;

const WAYS: &str = "weather,way\nsun,walk\nsun,walk\nrain,walk\nsun,walk\ncloud,walk\nsun,bike\nsun,bike\ncloud,bike
cloud,bike\nsun,bike\nrain,bike\nrain,bus\nrain,bus\nrain,bus\ncloud,bus\nsun,bus\nrain,bus\ncloud,bus\nsun,bike\n";

const EXERCISE: &str = "id = \"ways\"\ndata = \"ways.csv\"\nquery = { weather = \"sun\" }\n[recipe]\ntarget = \"way\"\nalpha = \"0\"
[[step]]\nask = \"P(walk)\"\n[[step]]\nask = \"P(sun | walk)\"\n[[step]]\nask = \"ln P(bike)\"\n[[step]]\nask = \"class\"\n";

/// UTF-16 with its mark, as a spreadsheet saves “Unicode text”.
fn utf16(text: &str) -> Vec<u8> {
    let units = std::iter::once(0xfeff_u16).chain(text.encode_utf16());
    units.flat_map(u16::to_le_bytes).collect()
}

fn write(folder: &Path, name: &str, bytes: impl AsRef<[u8]>) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, bytes).unwrap();
}

/// The verdicts of each sheet of the marks, by what is in its last columns.
fn verdicts(marks: &str) -> Vec<(String, String, Vec<String>)> {
    let mut reader = csv::Reader::from_reader(marks.as_bytes());
    let mut found: Vec<(String, String, Vec<String>)> = Vec::new();
    for row in reader.records().map(Result::unwrap) {
        let (student, id, verdict) = (row[0].to_owned(), row[15].to_owned(), row[6].to_owned());
        match found.iter_mut().find(|(name, number, _)| *name == student && *number == id) {
            Some((.., verdicts)) => verdicts.push(verdict),
            None => found.push((student, id, vec![verdict])),
        }
    }
    found
}

#[test]
fn a_folder_of_a_learning_platform_is_marked_with_names_and_numbers() {
    let folder = TempDir::new().unwrap();
    write(folder.path(), "ways.csv", WAYS);
    write(folder.path(), "ways.toml", EXERCISE);
    let answers = folder.path().join("in");
    let sheet = "P(walk)\t5/19\r\nP(sun|walk)\t\"0,6\"\r\nln P(bike)\t\"-0,999\"\r\nclass\tbike\r\n";
    write(&answers, "Ada Lovelace_11_assignsubmission_file_/answers.txt", utf16(sheet));
    let html = "<p><b>Exercise</b></p><ol><li>P(walk)&nbsp;= 5/19 &asymp; 0.263</li><li>P(sun | walk) = 3&divide;5</li>\
                <li>ln P(bike) = log(7/19)</li><li>so class <i>Bike</i></li></ol>";
    write(&answers, "Alan Turing_12_assignsubmission_onlinetext_/onlinetext.html", html);
    write(&answers, "Grace Hopper_13_assignsubmission_file_/homework.docx", "PK");
    write(
        &answers,
        "Grace Hopper_14_assignsubmission_file_/sheet.md",
        "| step | answer |\n|---|---|\n| P(walk) | 5/19 |\n| class | bus |\n",
    );
    write(&answers, "Emmy Noether_15_assignsubmission_file_answers.txt", "5/19\n3/5\n-0.9985\nbike\n");
    write(
        &answers,
        "s6.csv",
        "\"P(walk)\",\"5/19\"\n\"P(sun|walk)\",\"3/5\"\n\"ln P(bike)\",\"-0.999\"\n\"class\",\"BIKE, 57%\"\n",
    );
    write(&answers, "s7.txt", "student: s7\n5/19\n3/5\n");
    let at = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (status, report, said) = posterior(&[
        "mark",
        &at("in"),
        "--exercise",
        &at("ways.toml"),
        "--csv",
        &at("marks.csv"),
        "--feedback",
        &at("back"),
        "--names",
    ]);
    assert_eq!(status, 4, "{report}{said}");
    let found = verdicts(&fs::read_to_string(at("marks.csv")).unwrap());
    let of = |student: &str, id: &str| {
        let own = found.iter().find(|(name, number, _)| name == student && number == id);
        own.unwrap_or_else(|| panic!("{student} {id}: {found:?}")).2.join(" ")
    };
    let right = "correct correct correct correct";
    for (student, id) in
        [("Ada Lovelace", "11"), ("Alan Turing", "12"), ("Emmy Noether", "15"), ("s6.csv", "")]
    {
        assert_eq!(of(student, id), right, "{student}");
    }
    assert_eq!(of("Grace Hopper", "14"), "correct unanswered unanswered wrong");
    assert_eq!(of("s7", ""), "unmarked unmarked unmarked unmarked");
    // What was not marked is told in the report and in the feedback, not only while it is read.
    let report = report.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(report.contains("_13_assignsubmission_file_/homework.docx"), "{report}");
    assert!(report.contains("Steps without an answer on sheets with line"), "{report}");
    let feedback = fs::read_to_string(folder.path().join("back").join("s7.md")).unwrap();
    assert!(feedback.contains("No answer to this step was found"), "{feedback}");
    assert!(said.contains("homework.docx was not marked"), "{said}");
}

/// One answer, and the same on a sheet: one verdict.
#[test]
fn one_answer_is_judged_by_one_rule_wherever_it_stands() {
    let folder = TempDir::new().unwrap();
    write(folder.path(), "ways.csv", WAYS);
    write(folder.path(), "ways.toml", EXERCISE);
    let at = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    for (answer, label, status) in [
        ("0.3", "P(walk)", 5),
        ("0.26", "P(walk)", 0),
        ("0.2", "P(walk)", 5),
        ("0.4", "P(walk)", 4),
        ("0.6", "P(sun | walk)", 0),
        ("0.5", "P(sun | walk)", 4),
        ("5:19", "P(walk)", 0),
        ("5:14", "P(walk)", 5),
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
        write(folder.path(), "s.txt", format!("{label} = {answer}\n"));
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
    // An exercise may say otherwise; then a teacher is told.
    write(folder.path(), "ways.toml", format!("{EXERCISE}[policy]\ncoarse = \"accept\"\n"));
    write(folder.path(), "s.txt", "P(walk) = 0.3\nP(sun | walk) = 0.60\n");
    let (_, marks, _) = posterior(&["mark", &at("s.txt"), "--exercise", &at("ways.toml"), "--format", "csv"]);
    let rows: Vec<&str> = marks.lines().collect();
    assert!(rows[1].contains(",correct,") && rows[1].contains(",yes,,s.txt"), "{marks}");
    assert!(rows[2].contains(",correct,") && rows[2].contains(",no,,s.txt"), "{marks}");
}
