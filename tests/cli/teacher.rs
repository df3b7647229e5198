//! What a teacher with data of their own meets: odd names, long texts, Σ, a folder as students leave it, slips in the file.

use crate::{fails, program};

use std::fs;

use program::ended as posterior;
use tempfile::TempDir;

const SURVEY: &str = "Wetter am Tag (morgens);Laune?;Pünktlich = ja/nein\nheiter, warm;gut;ja\nheiter, \
                      warm;gut;ja\nRegen;schlecht;nein\nRegen;gut;ja\n\"Schnee; Eis\";schlecht;nein\nheiter, \
                      warm;schlecht;nein\nRegen;schlecht;nein\n";

/// A folder with data and an exercise made from them.
struct Session(TempDir);

impl Session {
    fn new(csv: &str, flags: &[&str]) -> Session {
        let session = Session(TempDir::new().unwrap());
        fs::write(session.at("data.csv"), csv).unwrap();
        let (data, file) = (session.at("data.csv"), session.at("own.toml"));
        program::printed(&[&["exercise", "new", &data, "--id", "own", "--output", &file], flags].concat());
        session
    }

    fn at(&self, name: &str) -> String {
        self.0.path().join(name).to_string_lossy().into_owned()
    }

    fn exercise(&self, command: &str, flags: &[&str]) -> (i32, String, String) {
        posterior(&[&["exercise", command, &self.at("own.toml")], flags].concat())
    }
}

fn survey() -> Session {
    Session::new(SURVEY, &["--query", "\"Wetter am Tag (morgens)\"=\"heiter, warm\",Laune?=gut"])
}

#[test]
fn the_key_has_fractions_as_counted_and_whole_sentences() {
    let session = survey();
    let key = session.at("key.md");
    assert_eq!(session.exercise("print", &["--key", &key]).0, 0);
    let key = fs::read_to_string(key).unwrap();
    // Three of the seven rows; two of three and three values; the posterior is worked out, not counted.
    assert!(key.contains("| 3/7 ≈ 0.4286 ") && key.contains("| 3/6 = 0.5 "), "{key}");
    assert!(
        key.contains("Take the priors from the table, which has 3 rows of ja and 4 rows of nein."),
        "{key}"
    );
    assert!(!key.contains('…'), "a sentence is cut off: {key}");
}

#[test]
fn a_question_sheet_and_a_quiz_have_the_whole_of_a_long_text() {
    let letter = "Dear winner, you have won a free prize of one million euros, so click here to claim <your> free money";
    let csv = format!("mail,label\n\"{letter}\",spam\nlunch at noon,ham\n");
    for (event, told) in
        [("multinomial", "so the total grows by α · k."), ("bernoulli", "so the total grows by α · k.")]
    {
        let session = Session::new(&csv, &["--event", event, "--query", "mail=free lunch"]);
        let sheet = session.exercise("print", &["--format", "text"]).1;
        assert!(sheet.contains(letter), "{sheet}");
        let reminders: String = sheet.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(reminders.contains(told), "{sheet}");
        let quiz = session.exercise("moodle", &[]).1;
        let cell = letter.replace('<', "&lt;").replace('>', "&gt;");
        assert!(quiz.contains(&format!("<td>{cell}</td>")), "{quiz}");
    }
}

#[test]
fn a_large_table_is_said_to_be_left_out() {
    let csv = format!("a,c\n{}", "x,u\ny,v\n".repeat(150));
    let session = Session::new(&csv, &["--query", "a=x"]);
    assert!(session.exercise("print", &[]).1.contains("… and 295 more rows; they are in data.csv."));
}

#[test]
fn gda_is_reminded_of_the_density_of_all_features_together() {
    let csv = "a,b,c\n1,2,A\n2,1,A\n3,3,A\n5,4,B\n6,6,B\n7,5,B\n6,5,B\n";
    let session = Session::new(csv, &["--model", "gda", "--query", "a=4,b=4"]);
    let sheet = session.exercise("print", &[]).1;
    assert!(sheet.contains("The joint normal density at the case."), "{sheet}");
    let session = Session::new(csv, &["--model", "gaussian", "--query", "a=4,b=4"]);
    assert!(session.exercise("print", &[]).1.contains("The normal density at this number."));
}

#[test]
fn a_value_that_no_row_has_is_reported() {
    let session = Session::new("sky,c\nSunny,u\nRainy,v\n", &["--query", "sky=Sunny"]);
    let file = session.at("own.toml");
    let text = fs::read_to_string(&file).unwrap().replace("sky = \"Sunny\"", "sky = \"Suny\"");
    fs::write(&file, text.replace("P(sky=Suny", "P(sky=Sunny")).unwrap();
    let told = session.exercise("print", &[]).2.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains("sky is “Suny” in the case x, but no row has this value"), "{told}");
    assert!(told.contains("Did you mean Sunny?"), "{told}");
    assert!(session.exercise("print", &[]).2.contains("note: sky is “Suny”"));
}

#[test]
fn a_folder_as_students_leave_it_is_marked_and_nothing_is_lost_in_silence() {
    let session = survey();
    fs::create_dir(session.at("in")).unwrap();
    let sheet = "exercise: own\nstudent: Ann\nP(ja) = 3/7\nP(heiter, warm | ja) = 3/6\nP(gut|ja) = 1/2\n";
    for (name, text) in [("in/a.txt", sheet), ("in/b.txt", sheet), ("in/c.docx", "PK")] {
        fs::write(session.at(name), text).unwrap();
    }
    let marks = session.at("marks.csv");
    let (status, report, said) =
        posterior(&["mark", &session.at("in"), "--exercise", &session.at("own.toml"), "--csv", &marks]);
    assert_eq!(status, 4, "{said}");
    assert!(said.contains("c.docx was not read: sheets are .txt or .csv files"), "{said}");
    assert!(said.contains("a.txt, b.txt are 2 sheets of one student for own, and each was marked"), "{said}");
    // The labels do not fit beside one another, so the steps are numbers.
    let line =
        |text: &str| report.lines().any(|line| line.split_whitespace().collect::<Vec<_>>().join(" ") == text);
    assert!(line("• 3: P(\"Wetter am Tag (morgens)\"=\"heiter, warm\" | ja)"), "{report}");
    assert!(line("student 1 2 3 4 5 6 7 8 9 10 11 marks cause"), "{report}");
    assert!(report.lines().all(|line| line.chars().count() < 100), "{report}");
    let marks = fs::read_to_string(marks).unwrap();
    assert!(marks.starts_with(
        "student,exercise,seed,step,answer,read_as,verdict,carried,cause,marks,max,note,flagged,sheet\n"
    ));
    let cells = ",own,,\"P(\"\"Wetter am Tag (morgens)\"\"=\"\"heiter, warm\"\" | ja)\",3/6,3/6,correct,";
    assert!(marks.contains(&format!("Ann{cells}")), "an unquoted label finds its step: {marks}");
}

/// Refuses an exercise with this text: what is told of it, and the line that it names.
fn refused(file: &str, text: &str, line: usize, told: &[&str]) {
    fs::write(file, text).unwrap();
    let (status, _, said) = posterior(&["exercise", "print", file]);
    assert_eq!(status, 3, "{text}: {said}");
    let place = format!(".toml, line {line}\n");
    for told in told.iter().chain([&place.as_str()]) {
        assert!(said.contains(told), "{told}: {text}: {said}");
    }
}

#[test]
fn slips_in_the_file_are_reported_in_plain_words_with_the_line() {
    let session = survey();
    let file = session.at("own.toml");
    let right = fs::read_to_string(&file).unwrap();
    let policy = right.lines().count() + 2;
    for (from, to, line, told, fix) in [
        ("title = \"The", "title = 3 # \"The", 3, "expected text in quotes, found 3", "text in quotes"),
        ("\"data.csv\"\n", "\"date.csv\"\n", 4, "there is no file", "a path from the folder of this file"),
        ("alpha = \"1\"", "alpha = \"-1\"", 13, "it cannot be below 0", "Use 0 for none"),
        (
            "\"Laune?\" = \"gut\"",
            "\"Laun\" = \"gut\"",
            6,
            "which is not a feature of the model",
            "Did you mean",
        ),
        ("\n[[step]]\nask = \"P(ja)", "\n[step]\nask = \"P(ja)", 25, "one pair of brackets", "with [[step]]"),
        ("ask = \"P(ja)\"", "ask = \"P(ja\"", 26, "is not a quantity", "^ here"),
        ("ask = \"P(ja)\"", "ask = \"P(ja)\"\naccept = [\"half\"]", 27, "which is not a number", "\"0.60\""),
    ] {
        assert!(right.contains(from), "{from}: {right}");
        refused(&file, &right.replacen(from, to, 1), line, &[told, fix]);
    }
    for (key, told) in [
        ("figures = 0", "figures is 0"),
        ("diagnose = [\"*\", \"!B99\"]", "is not a known cause"),
        ("diagnose = [\"b24\"]", "Did you mean B24?"),
        ("carry_forward = \"no\"", "expected true or false"),
        ("early_rounding = \"half\"", "expected a number"),
    ] {
        refused(&file, &format!("{right}[policy]\n{key}\n"), policy, &[told]);
    }
}

/// A small exercise, line by line.
const SUNNY: &str = "format = 1\nid = \"sunny\"\ndata = \"sample:weather\"\nquery = { Weather = \"Sunny\" }\n\n\
                     [recipe]\ntarget = \"Play\"\nmodel = \"categorical\"\nalpha = \"0\"\n\n[[step]]\nask = \"P(Yes)\"\n\n\
                     [[step]]\nask = \"P(Sunny|Yes)\"\n\n[policy]\nfigures = 2\n";

/// A list as Windows saves it: with a mark, its line ends, blank lines, and a name twice.
#[test]
fn a_list_of_students_is_read_as_any_system_writes_it() {
    let (_folder, at) = crate::folder();
    fs::write(at("sunny.toml"), SUNNY).unwrap();
    fs::write(at("list.txt"), "\u{feff}Anna Müller\r\n\r\n  Bob \r\n\t\r\nbob\r\n").unwrap();
    let print = ["exercise", "print", &at("sunny.toml"), "--students", &at("list.txt")];
    let (status, sheets, said) = posterior(&print);
    let students: Vec<&str> = sheets.lines().filter_map(|line| line.strip_prefix("student: ")).collect();
    assert_eq!((status, students), (0, vec!["Anna Müller", "Bob", "bob"]));
    assert!(said.contains("in the list more than once, with a sheet for each line: bob"), "{said}");
    fs::write(at("list.txt"), "\r\n \r\n").unwrap();
    fails(3, &print, &["the list names no student"]);
}

#[test]
fn every_slip_in_an_exercise_names_its_line_and_what_to_write() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("sunny.toml").to_string_lossy().into_owned();
    let pattern = SUNNY.replace("[policy]\nfigures = 2", "[random]\nrows = [10, 20]");
    for (text, from, to, line, told, fix) in [
        (SUNNY, "\"Play\"", "\"Plays\"", 7, "there is no column “Plays”", "Did you mean “Play”?"),
        (SUNNY, "\"categorical\"", "\"gaussian\"", 6, "gaussian cannot read “Weather”", "keys of [recipe]"),
        (SUNNY, "alpha", "alfa", 9, "there is no key “alfa” here", "Did you mean alpha?"),
        (SUNNY, "figures", "figure", 18, "there is no key “figure” here", "Did you mean figures?"),
        (SUNNY, "id =", "colour =", 2, "there is no key “colour” here", "The keys here are: format, id"),
        (SUNNY, "ask = \"P(Yes)\"", "marks = 2", 11, "the key ask is missing here", "Add it"),
        (SUNNY, "P(Sunny|Yes)", "P( yes )", 15, "step 2, “P( yes )”, asks the same as step 1", "Delete one"),
        (SUNNY, "P(Sunny|Yes)", "P(Snowy|Yes)", 15, "Snowy is neither a class nor a value", "Sunny"),
        (SUNNY, "\"sunny\"", "\"a#b\"", 2, "has the sign #", "a short word"),
        (SUNNY, "\"sunny\"", "\"a\\u202Eb\"", 2, "the character ⟨U+202E⟩", "a short word"),
        (SUNNY, "figures = 2", "figures = 16", 18, "figures is 16", "from 1 to 15"),
        (SUNNY, "sample:weather", "sample:wether", 3, "there is no sample “wether”", "sample:weather"),
        (SUNNY, "sample:weather", ".", 3, "is not a file", "a path from the folder of this file"),
        (SUNNY, "sample:weather", "", 3, "data is empty", "data = \"sample:weather\""),
        (
            SUNNY,
            "ask = \"P(Yes)\"\n",
            "ask = \"P(Yes)\"\nmark = 2\n",
            13,
            "key “mark” here",
            "Did you mean marks?",
        ),
        (SUNNY, "P(Sunny|Yes)", "height(Weather=Sunny|Yes)", 15, "step 2", ""),
        (SUNNY, "figures = 2", "early_rounding = 2.0", 18, "2 is not a share", "from 0 to 1"),
        (&pattern, "\"Play\"", "\"Plays\"", 7, "there is no column “Plays”", "Did you mean “Play”?"),
    ] {
        assert!(text.contains(from), "{from}");
        refused(&file, &text.replacen(from, to, 1), line, &[told, fix]);
    }
    // The limits themselves are allowed.
    for policy in ["figures = 1", "figures = 15", "early_rounding = 0.0", "early_rounding = 1.0"] {
        fs::write(&file, SUNNY.replace("figures = 2", policy)).unwrap();
        assert_eq!(posterior(&["exercise", "print", &file]).0, 0, "{policy}");
    }
    let (head, _) = SUNNY.split_once("[recipe]").unwrap();
    for (text, told) in
        [(SUNNY.replace("format = 1", "format = 2"), "format 1"), (head.to_owned(), "has no steps")]
    {
        fs::write(&file, text).unwrap();
        let (status, _, said) = posterior(&["exercise", "print", &file]);
        assert!(status == 3 && said.contains(told), "{told}: {said}");
    }
    let whole = SUNNY.find("[recipe]").unwrap()..SUNNY.find("[[step]]").unwrap();
    let mut named = SUNNY.to_owned();
    named.replace_range(whole, "");
    let named = named.replacen("id =", "recipe = \"own.toml\"\nid =", 1);
    fs::write(&file, named).unwrap();
    let said = posterior(&["exercise", "print", &file]).2;
    assert!(said.contains("its recipe cannot be read") && said.contains("line 2\n"), "{said}");
    assert!(!said.contains("os error"), "{said}");
}

/// Everything that is in the folder and was not marked is told; what was marked is there.
#[test]
fn a_mess_of_a_folder_is_marked_and_all_of_it_is_accounted_for() {
    let session = Session(TempDir::new().unwrap());
    fs::write(session.at("sunny.toml"), SUNNY).unwrap();
    fs::create_dir_all(session.at("in/group b")).unwrap();
    let text = |student: &str| {
        format!("exercise: sunny\nstudent: {student}\nP(Yes) = 9/14\nP(Sunny|Yes) = 0,33 # sure\n")
    };
    let utf16 = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    let files: [(&str, Vec<u8>); 13] = [
        ("notepad.txt", [vec![0xff, 0xfe], utf16(&text("wide"))].concat()),
        ("nomark.txt", utf16(&text("nomark"))),
        ("bom.txt", format!("\u{feff}{}", text("bom")).into_bytes()),
        ("crlf.TXT", text("crlf").replace('\n', "\r\n").into_bytes()),
        ("nohead.txt", b"P(Yes) = 9/14\n".to_vec()),
        ("other.txt", text("other").replace("sunny", "rainy").into_bytes()),
        ("blank.txt", Vec::new()),
        ("scan.pdf", b"%PDF-1.4".to_vec()),
        ("scan.txt", b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n".to_vec()),
        ("answers", text("noending").into_bytes()),
        (".hidden.txt", text("hidden").into_bytes()),
        ("group b/inner.txt", text("inner").into_bytes()),
        (
            "form.csv",
            b"student;step;answer;Note\r\ns1;P(Yes);0,64;\r\ns1;P(Sunny|Yes);\"0,33\";\"a; b\"\r\ns2;1;9/14\r\ns2;2;1/3\r\n"
                .to_vec(),
        ),
    ];
    for (name, bytes) in files {
        fs::write(session.at("in").to_owned() + "/" + name, bytes).unwrap();
    }
    let arguments = ["mark", &session.at("in"), "--exercise", &session.at("sunny.toml")];
    let (status, _, said) = posterior(&arguments);
    for told in [
        "nomark.txt: Nearly every second byte is zero, so the file was read as UTF-16",
        "other.txt was not marked: there is no exercise “rainy” here, only: sunny",
        "scan.pdf was not read: sheets are .txt or .csv files",
        "scan.txt was not marked: this is a PDF document",
        "answers was not read: sheets are .txt or .csv files",
        "the folder group b was skipped; pass it as well",
    ] {
        assert!(said.contains(told), "{told}\n{said}");
    }
    assert!(!said.contains("hidden") && status == 5, "{status} {said}");
    let report = posterior(&[&arguments[..], &["--report", "--names"]].concat()).1;
    let report = report.split_whitespace().collect::<Vec<_>>().join(" ");
    for student in ["wide", "nomark", "bom", "crlf", "s1", "s2"] {
        assert!(report.contains(&format!(" {student} ✓ ✓ 2 of 2")), "{student}: {report}");
    }
    assert!(report.contains("2 sheets were not marked: other.txt, scan.txt."), "{report}");
    let json = posterior(&[&arguments[..], &["--format", "json"]].concat()).1;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["unread"], serde_json::json!(["other.txt", "scan.txt"]));
    assert!(json["remarks"].as_array().unwrap().len() >= 6 && json["sheets"].as_array().unwrap().len() == 8);

    fs::create_dir(session.at("empty")).unwrap();
    fs::write(session.at("empty") + "/scan.pdf", "%PDF").unwrap();
    fails(
        3,
        &["mark", &session.at("empty"), "--exercise", &session.at("sunny.toml")],
        &["there are no answer sheets here: scan.pdf was not read"],
    );
}

/// SUNNY with what a course says around it.
fn worded() -> String {
    let head = "course = \"Statistics 2\"\ntitle = \"Play & sun\"\ndeadline = 2030-11-30T18:00:00\nreminders = false\n\
                intro = \"\"\"\nWork alone.\n\nWrite what you count,\nnot only what comes out.\n\"\"\"\n";
    let text = SUNNY.replacen("format = 1\n", &format!("format = 1\n{head}"), 1);
    text.replace(
        "ask = \"P(Yes)\"\n",
        "ask = \"P(Yes)\"\ntext = \"How common are days of Yes (in 100 %)?\"\nmarks = 2\n",
    )
}

#[test]
fn what_a_course_says_stands_on_every_sheet() {
    let (_folder, at) = crate::folder();
    fs::write(at("sunny.toml"), worded()).unwrap();
    for (format, escaped) in [
        ("text", ["Statistics 2: Play & sun", "(in 100 %)"]),
        ("markdown", ["Statistics 2: Play \\& sun", "(in 100 %)"]),
        ("html", ["Statistics 2: Play &amp; sun", "(in 100 %)"]),
        ("latex", ["Statistics 2: Play \\& sun", "(in 100 \\%)"]),
    ] {
        let sheet = program::printed(&["exercise", "print", &at("sunny.toml"), "--format", format]);
        let flat = sheet.split_whitespace().collect::<Vec<_>>().join(" ");
        let all = [
            "Work alone.",
            "Write what you count, not only what comes out.",
            "Hand in by 2030-11-30 18:00:00.",
        ];
        for told in all.iter().chain(&escaped) {
            assert!(flat.contains(told), "{format}: {told}: {sheet}");
        }
        assert!(!flat.contains("Reminders"), "{format}: {sheet}");
    }
    let sheet = posterior(&["exercise", "sheet", &at("sunny.toml")]).1;
    insta::assert_snapshot!("worded_answer_sheet", sheet);
    // Remarks are not answers.
    fs::write(
        at("s.txt"),
        sheet.replace("P(Yes) =", "P(Yes) = 9/14").replace("P(Sunny|Yes) =", "P(Sunny|Yes) = 1/3"),
    )
    .unwrap();
    let (status, report, said) = posterior(&["mark", &at("s.txt"), "--exercise", &at("sunny.toml")]);
    assert!(status == 0 && report.contains("3 of 3 marks"), "{status} {report}{said}");
}

#[test]
fn slips_in_what_a_course_says_name_their_line() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("sunny.toml").to_string_lossy().into_owned();
    for (from, to, line, told, fix) in [
        ("2030-11-30T18:00:00", "3", 4, "the deadline 3 is not a date", "deadline = 2026-11-30"),
        ("\"Statistics 2\"", "\" \"", 2, "course is empty", "leave course out"),
        ("Work alone.", "Work \\u202E alone.", 6, "intro has the invisible character ⟨U+202E⟩", "Remove it"),
        (
            "How common are days of Yes (in 100 %)?",
            "",
            23,
            "step 1, “P(Yes)”: text is empty",
            "leave text out",
        ),
        (
            "reminders = false",
            "reminder = false",
            5,
            "there is no key “reminder” here",
            "Did you mean reminders?",
        ),
        ("figures = 2", "carried = 1.5", 30, "1.5 is not a share of the marks", "from 0 to 1"),
        ("figures = 2", "reveal = \"soon\"", 30, "“soon” is not known here", "always, after-attempts"),
        ("figures = 2", "causes = { B4 = 2.0 }", 30, "2 is not a share of the marks", "from 0 to 1"),
        ("figures = 2", "causes = { b4 = 0.5 }", 30, "is not a known cause", "Did you mean B4?"),
    ] {
        assert!(worded().contains(from), "{from}");
        refused(&file, &worded().replacen(from, to, 1), line, &[told, fix]);
    }
}

/// The right method with a slip, a known mistake, and lines that are right with the student's own.
#[test]
fn a_part_of_the_marks_is_had_for_what_the_policy_says() {
    let (_folder, at) = crate::folder();
    let text = SUNNY.replace("\n[policy]", "\n[[step]]\nask = \"score(Yes)\"\nmarks = 2\n\n[policy]");
    let marks = |policy: &str, lines: &[&str]| {
        fs::write(at("sunny.toml"), format!("{text}{policy}\n")).unwrap();
        fs::write(at("s.txt"), format!("exercise: sunny\nstudent: s\n{}\n", lines.join("\n"))).unwrap();
        let csv = posterior(&["mark", &at("s.txt"), "--exercise", &at("sunny.toml"), "--format", "csv"]).1;
        let mut rows = csv::Reader::from_reader(csv.as_bytes());
        let at = rows.headers().unwrap().iter().position(|name| name == "marks").unwrap();
        rows.records().map(|row| row.unwrap()[at].parse::<f64>().unwrap()).collect::<Vec<_>>()
    };
    // 3/14 is the joint probability (B4); the score with it is right with that line.
    let joint = ["P(Yes) = 9/14", "P(Sunny|Yes) = 3/14", "score(Yes) = 3/14 * 9/14"];
    assert_eq!(marks("", &joint), [1.0, 0.0, 2.0]);
    assert_eq!(marks("carried = 0.25\ncauses = { B4 = 0.3 }", &joint), [1.0, 0.3, 0.5]);
    assert_eq!(marks("causes = { \"*\" = 0.1 }", &joint), [1.0, 0.1, 2.0]);
    // A count that is off by one is.
    let slip = ["P(Yes) = 8/14", "P(Sunny|Yes) = 3/9", "score(Yes) = 3/9 * 8/14"];
    assert_eq!(marks("causes = { B23 = 0.75, \"*\" = 0.5 }", &slip), [0.75, 1.0, 2.0]);
    assert_eq!(marks("causes = { B23 = 0.0, \"*\" = 0.5 }", &slip), [0.0, 1.0, 2.0]);
    // What no known mistake gives has none.
    assert_eq!(marks("causes = { \"*\" = 0.5 }", &["P(Yes) = 0.8123", "", ""]), [0.0, 0.0, 0.0]);
}
