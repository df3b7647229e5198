//! Teachers with data of their own: odd names, long texts, folders of sheets as students leave them, errors in exercises.

use crate::{Folder, contains, flat, has};

const SURVEY: &str = "Wetter am Tag (morgens);Laune?;Pünktlich = ja/nein\nheiter, warm;gut;ja\n\
                      heiter, warm;gut;ja\nRegen;schlecht;nein\nRegen;gut;ja\n\"Schnee; Eis\";schlecht;nein\n\
                      heiter, warm;schlecht;nein\nRegen;schlecht;nein\n";

/// A folder with data and an exercise made from them.
fn exercise(csv: &str, flags: &str) -> Folder {
    let folder = Folder::with(&[("data.csv", csv)]);
    folder.prints(&format!("exercise new data.csv --id own --output own.toml {flags}"));
    folder
}

fn survey() -> Folder {
    exercise(SURVEY, "--query '\"Wetter am Tag (morgens)\"=\"heiter, warm\",Laune?=gut'")
}

#[test]
fn the_key_has_fractions_as_counted_and_whole_sentences() {
    let folder = survey();
    folder.prints("exercise print own.toml --key key.md");
    let key = folder.read("key.md");
    // Three of the seven rows; two of three and three values; the posterior is worked out, not counted.
    let sentence = "Take the priors from the table, which has 3 rows of ja and 4 rows of nein.";
    has(&key, &["| 3/7 ≈ 0.4286 ", "| 3/6 = 0.5 ", sentence]);
    assert!(!key.contains('…'), "a sentence is cut off: {key}");
}

#[test]
fn a_question_sheet_and_a_quiz_have_the_whole_of_a_long_text() {
    let letter = "Dear winner, you have won a free prize of one million euros, so click here to claim <your> free money";
    let csv = format!("mail,label\n\"{letter}\",spam\nlunch at noon,ham\n");
    for event in ["multinomial", "bernoulli"] {
        let folder = exercise(&csv, &format!("--event {event} --query 'mail=free lunch'"));
        let sheet = folder.prints("exercise print own.toml --format text");
        contains(&sheet, &[letter], event);
        contains(&flat(&sheet), &["so the total grows by α · k."], event);
        let cell = letter.replace('<', "&lt;").replace('>', "&gt;");
        contains(&folder.prints("exercise moodle own.toml"), &[&format!("<td>{cell}</td>")], event);
    }
}

#[test]
fn sheets_show_part_of_a_large_table_and_reminders_of_the_model() {
    let points = "a,b,c\n1,2,A\n2,1,A\n3,3,A\n5,4,B\n6,6,B\n7,5,B\n6,5,B\n";
    let large = format!("a,c\n{}", "x,u\ny,v\n".repeat(150));
    for (csv, flags, part) in [
        (large.as_str(), "--query a=x", "… and 295 more rows; they are in data.csv."),
        (points, "--model gda --query a=4,b=4", "The joint normal density at the case."),
        (points, "--model gaussian --query a=4,b=4", "The normal density at this number."),
    ] {
        contains(&exercise(csv, flags).prints("exercise print own.toml"), &[part], flags);
    }
}

#[test]
fn a_value_of_the_query_that_no_row_has_is_reported() {
    let folder = exercise("sky,c\nSunny,u\nRainy,v\n", "--query sky=Sunny");
    let text = folder.read("own.toml").replace("sky = \"Sunny\"", "sky = \"Suny\"");
    folder.write("own.toml", text.replace("P(sky=Suny", "P(sky=Sunny"));
    let err = folder.run("exercise print own.toml").2;
    let parts = ["note: sky is “Suny” in the case x, but no row has this value", "Did you mean Sunny?"];
    has(&flat(&err), &parts);
}

#[test]
fn repeated_sheets_are_marked_and_long_labels_are_numbers() {
    let folder = survey();
    let sheet = "exercise: own\nstudent: Ann\nP(ja) = 3/7\nP(heiter, warm | ja) = 3/6\nP(gut|ja) = 1/2\n";
    folder.write("in/a.txt", sheet);
    folder.write("in/b.txt", sheet);
    let (status, report, err) = folder.run("mark in --exercise own.toml --csv marks.csv");
    assert_eq!(status, 4, "{err}");
    has(&err, &["a.txt, b.txt are 2 sheets of one student for own, and each was marked"]);
    // The labels do not fit beside one another, so the steps are numbers.
    for line in [
        "• 3: P(\"Wetter am Tag (morgens)\"=\"heiter, warm\" | ja)",
        "student 1 2 3 4 5 6 7 8 9 10 11 marks cause",
    ] {
        assert!(report.lines().any(|found| flat(found) == line), "{line}: {report}");
    }
    assert!(report.lines().all(|line| line.chars().count() < 100), "{report}");
    let marks = folder.read("marks.csv");
    let header =
        "student,exercise,seed,step,answer,read_as,verdict,carried,cause,marks,max,note,flagged,sheet\n";
    assert!(marks.starts_with(header));
    // An unquoted label finds its step.
    let cells = "Ann,own,,\"P(\"\"Wetter am Tag (morgens)\"\"=\"\"heiter, warm\"\" | ja)\",3/6,3/6,correct,";
    has(&marks, &[cells]);
}

/// A small exercise, line by line.
const SUNNY: &str = "format = 1\nid = \"sunny\"\ndata = \"sample:weather\"\nquery = { Weather = \"Sunny\" }\n\n\
                     [recipe]\ntarget = \"Play\"\nmodel = \"categorical\"\nalpha = \"0\"\n\n[[step]]\nask = \"P(Yes)\"\n\n\
                     [[step]]\nask = \"P(Sunny|Yes)\"\n\n[policy]\nfigures = 2\n";

/// A list as Windows saves it: with a byte order mark, its line ends, blank lines, and a name twice.
#[test]
fn a_list_of_students_is_read_as_any_system_writes_it() {
    let list = "\u{feff}Anna Müller\r\n\r\n  Bob \r\n\t\r\nbob\r\n";
    let folder = Folder::with(&[("sunny.toml", SUNNY), ("list.txt", list)]);
    let line = "exercise print sunny.toml --students list.txt";
    let (_, sheets, err) = folder.run(line);
    let students: Vec<&str> = sheets.lines().filter_map(|line| line.strip_prefix("student: ")).collect();
    assert_eq!(students, ["Anna Müller", "Bob", "bob"]);
    has(&err, &["in the list more than once, with a sheet for each line: bob"]);
    folder.write("list.txt", "\r\n \r\n");
    folder.fails(3, line, &["the list names no student"]);
}

/// Changes a part of an exercise: the message must have these parts and name this line.
fn check_errors(folder: &Folder, text: &str, cases: &[(&str, &str, usize, &str, &str)]) {
    for (from, to, line, what, fix) in cases {
        assert!(text.contains(from), "{from}: {text}");
        folder.write("wrong.toml", text.replacen(from, to, 1));
        folder.fails(3, "exercise print wrong.toml", &[what, fix, &format!(".toml, line {line}\n")]);
    }
}

#[test]
fn every_error_in_an_exercise_names_its_line_and_what_to_write() {
    let folder = survey();
    check_errors(
        &folder,
        &folder.read("own.toml"),
        &[
            ("title = \"The", "title = 3 # \"The", 3, "expected text in quotes, found 3", "text in quotes"),
            (
                "\"data.csv\"\n",
                "\"date.csv\"\n",
                4,
                "there is no file",
                "a path from the folder of this file",
            ),
            ("alpha = \"1\"", "alpha = \"-1\"", 13, "it cannot be below 0", "Use 0 for none"),
            ("\"Laune?\" = \"", "\"Laun\" = \"", 6, "which is not a feature of the model", "Did you mean"),
            (
                "\n[[step]]\nask = \"P(ja)",
                "\n[step]\nask = \"P(ja)",
                25,
                "one pair of brackets",
                "with [[step]]",
            ),
            ("ask = \"P(ja)\"", "ask = \"P(ja\"", 26, "is not a quantity", "^ here"),
            (
                "ask = \"P(ja)\"",
                "ask = \"P(ja)\"\naccept = [\"half\"]",
                27,
                "which is not a number",
                "\"0.60\"",
            ),
        ],
    );
    check_errors(
        &folder,
        SUNNY,
        &[
            ("\"Play\"", "\"Plays\"", 7, "there is no column “Plays”", "Did you mean “Play”?"),
            ("\"categorical\"", "\"gaussian\"", 6, "gaussian cannot read “Weather”", "keys of [recipe]"),
            ("alpha", "alfa", 9, "there is no key “alfa” here", "Did you mean alpha?"),
            ("figures", "figure", 18, "there is no key “figure” here", "Did you mean figures?"),
            ("ask = \"P(Yes)\"", "marks = 2", 11, "the key ask is missing here", "Add it"),
            ("\"P(Yes)\"\n", "\"P(Yes)\"\nmark = 2\n", 13, "key “mark” here", "Did you mean marks?"),
            ("P(Sunny|Yes)", "P( yes )", 15, "step 2, “P( yes )”, asks the same as step 1", "Delete one"),
            ("P(Sunny|Yes)", "P(Snowy|Yes)", 15, "Snowy is neither a class nor a value", "Sunny"),
            ("P(Sunny|Yes)", "height(Weather=Sunny|Yes)", 15, "step 2", ""),
            ("\"sunny\"", "\"a#b\"", 2, "has the sign #", "a short word"),
            ("\"sunny\"", "\"a\\u202Eb\"", 2, "the character ⟨U+202E⟩", "a short word"),
            ("sample:weather", "sample:wether", 3, "there is no sample “wether”", "sample:weather"),
            ("sample:weather", ".", 3, "is not a file", "a path from the folder of this file"),
            ("sample:weather", "", 3, "data is empty", "data = \"sample:weather\""),
            ("figures = 2", "figures = 0", 18, "figures is 0", ""),
            ("figures = 2", "figures = 16", 18, "figures is 16", "from 1 to 15"),
            ("figures = 2", "early_rounding = 2.0", 18, "2 is not a share", "from 0 to 1"),
            ("figures = 2", "early_rounding = \"half\"", 18, "expected a number", ""),
            ("figures = 2", "diagnose = [\"*\", \"!B99\"]", 18, "is not a known cause", ""),
            ("figures = 2", "diagnose = [\"b24\"]", 18, "", "Did you mean B24?"),
            ("figures = 2", "carry_forward = \"no\"", 18, "expected true or false", ""),
        ],
    );
    let random = SUNNY.replace("[policy]\nfigures = 2", "[random]\nrows = [10, 20]");
    let wrong = ("\"Play\"", "\"Plays\"", 7, "there is no column “Plays”", "Did you mean “Play”?");
    check_errors(&folder, &random, &[wrong]);
    // The limits themselves are allowed.
    for policy in ["figures = 1", "figures = 15", "early_rounding = 0.0", "early_rounding = 1.0"] {
        folder.write("right.toml", SUNNY.replace("figures = 2", policy));
        folder.prints("exercise print right.toml");
    }
    let (head, rest) = SUNNY.split_once("[recipe]").unwrap();
    let (_, steps) = rest.split_once("[[step]]").unwrap();
    for (text, part) in [
        (SUNNY.replace("format = 1", "format = 2"), "format 1"),
        (head.to_owned(), "has no steps"),
        (
            format!("{}[[step]]{steps}", head.replace("id =", "recipe = \"none.toml\"\nid =")),
            "its recipe cannot be read",
        ),
    ] {
        folder.write("wrong.toml", text);
        let err = folder.fails(3, "exercise print wrong.toml", &[part]);
        assert!(!err.contains("os error") && (!err.contains("recipe") || err.contains("line 2\n")), "{err}");
    }
}

#[test]
fn every_file_of_a_messy_folder_is_marked_or_reported() {
    let folder = Folder::with(&[("sunny.toml", SUNNY)]);
    let text = |student: &str| {
        format!("exercise: sunny\nstudent: {student}\nP(Yes) = 9/14\nP(Sunny|Yes) = 0,33 # sure\n")
    };
    let utf16 = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    folder.write("in/notepad.txt", [vec![0xff, 0xfe], utf16(&text("wide"))].concat());
    folder.write("in/nomark.txt", utf16(&text("nomark")));
    folder.write("in/scan.txt", b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n");
    let form = "student;step;answer;Note\r\ns1;P(Yes);0,64;\r\ns1;P(Sunny|Yes);\"0,33\";\"a; b\"\r\ns2;1;9/14\r\ns2;2;1/3\r\n";
    for (name, text) in [
        ("in/bom.txt", format!("\u{feff}{}", text("bom"))),
        ("in/crlf.TXT", text("crlf").replace('\n', "\r\n")),
        ("in/nohead.txt", "P(Yes) = 9/14\n".to_owned()),
        ("in/other.txt", text("other").replace("sunny", "rainy")),
        ("in/blank.txt", String::new()),
        ("in/scan.pdf", "%PDF-1.4".to_owned()),
        ("in/answers", text("noending")),
        ("in/.hidden.txt", text("hidden")),
        ("in/group b/inner.txt", text("inner")),
        ("in/form.csv", form.to_owned()),
        ("empty/scan.pdf", "%PDF".to_owned()),
    ] {
        folder.write(name, text);
    }
    let line = "mark in --exercise sunny.toml";
    let parts = [
        "nomark.txt: Nearly every second byte is zero, so the file was read as UTF-16",
        "other.txt was not marked: there is no exercise “rainy” here, only: sunny",
        "scan.pdf was not read: sheets are .txt or .csv files",
        "scan.txt was not marked: this is a PDF document",
        "answers was not read: sheets are .txt or .csv files",
        "the folder group b was skipped; pass it as well",
    ];
    assert!(!folder.fails(5, line, &parts).contains("hidden"));
    let report = flat(&folder.run(&format!("{line} --report --names")).1);
    for student in ["wide", "nomark", "bom", "crlf", "s1", "s2"] {
        contains(&report, &[&format!(" {student} ✓ ✓ 2 of 2")], student);
    }
    has(&report, &["2 sheets were not marked: other.txt, scan.txt."]);
    let json = folder.run(&format!("{line} --format json")).1;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["unread"], serde_json::json!(["other.txt", "scan.txt"]));
    assert!(json["remarks"].as_array().unwrap().len() >= 6 && json["sheets"].as_array().unwrap().len() == 8);
    let part = "there are no answer sheets here: scan.pdf was not read";
    folder.fails(3, "mark empty --exercise sunny.toml", &[part]);
}

/// SUNNY with a course, a deadline and texts.
fn worded() -> String {
    let head = "course = \"Statistics 2\"\ntitle = \"Play & sun\"\ndeadline = 2030-11-30T18:00:00\nreminders = false\n\
                intro = \"\"\"\nWork alone.\n\nWrite what you count,\nnot only what comes out.\n\"\"\"\n";
    let text = SUNNY.replacen("format = 1\n", &format!("format = 1\n{head}"), 1);
    let step = "ask = \"P(Yes)\"\n";
    text.replace(step, &format!("{step}text = \"How common are days of Yes (in 100 %)?\"\nmarks = 2\n"))
}

#[test]
fn course_deadline_and_texts_are_on_every_sheet() {
    let folder = Folder::with(&[("sunny.toml", &worded())]);
    for (format, title, question) in [
        ("text", "Statistics 2: Play & sun", "(in 100 %)"),
        ("markdown", "Statistics 2: Play \\& sun", "(in 100 %)"),
        ("html", "Statistics 2: Play &amp; sun", "(in 100 %)"),
        ("latex", "Statistics 2: Play \\& sun", "(in 100 \\%)"),
    ] {
        let sheet = flat(&folder.prints(&format!("exercise print sunny.toml --format {format}")));
        let intro = "Write what you count, not only what comes out.";
        let parts = ["Work alone.", intro, "Hand in by 2030-11-30 18:00:00.", title, question];
        contains(&sheet, &parts, format);
        assert!(!sheet.contains("Reminders"), "{format}: {sheet}");
    }
    let sheet = folder.prints("exercise sheet sunny.toml");
    insta::assert_snapshot!("worded_answer_sheet", sheet);
    // Remarks are not answers.
    let sheet = sheet.replace("P(Yes) =", "P(Yes) = 9/14").replace("P(Sunny|Yes) =", "P(Sunny|Yes) = 1/3");
    folder.write("s.txt", sheet);
    has(&folder.prints("mark s.txt --exercise sunny.toml"), &["3 of 3 marks"]);
    check_errors(
        &folder,
        &worded(),
        &[
            ("2030-11-30T18:00:00", "3", 4, "the deadline 3 is not a date", "deadline = 2026-11-30"),
            ("\"Statistics 2\"", "\" \"", 2, "course is empty", "leave course out"),
            (
                "Work alone.",
                "Work \\u202E alone.",
                6,
                "intro has the invisible character ⟨U+202E⟩",
                "Remove it",
            ),
            (
                "How common are days of Yes (in 100 %)?",
                "",
                23,
                "step 1, “P(Yes)”: text is empty",
                "leave text out",
            ),
            ("reminders =", "reminder =", 5, "there is no key “reminder” here", "Did you mean reminders?"),
            ("figures = 2", "carried = 1.5", 30, "1.5 is not a share of the marks", "from 0 to 1"),
            ("figures = 2", "reveal = \"soon\"", 30, "“soon” is not known here", "always, after-attempts"),
            ("figures = 2", "causes = { B4 = 2.0 }", 30, "2 is not a share of the marks", "from 0 to 1"),
            ("figures = 2", "causes = { b4 = 0.5 }", 30, "is not a known cause", "Did you mean B4?"),
        ],
    );
}

#[test]
fn the_policy_gives_partial_marks_for_causes_and_carried_lines() {
    let folder = Folder::new();
    let text = SUNNY.replace("\n[policy]", "\n[[step]]\nask = \"score(Yes)\"\nmarks = 2\n\n[policy]");
    // 3/14 is the joint probability (B4), and the score with it is right with that line. 8/14 is a count that is off by one.
    let joint = "P(Yes) = 9/14\nP(Sunny|Yes) = 3/14\nscore(Yes) = 3/14 * 9/14";
    let count = "P(Yes) = 8/14\nP(Sunny|Yes) = 3/9\nscore(Yes) = 3/9 * 8/14";
    for (policy, answers, expected) in [
        ("", joint, [1.0, 0.0, 2.0]),
        ("carried = 0.25\ncauses = { B4 = 0.3 }", joint, [1.0, 0.3, 0.5]),
        ("causes = { \"*\" = 0.1 }", joint, [1.0, 0.1, 2.0]),
        ("causes = { B23 = 0.75, \"*\" = 0.5 }", count, [0.75, 1.0, 2.0]),
        ("causes = { B23 = 0.0, \"*\" = 0.5 }", count, [0.0, 1.0, 2.0]),
        // A number that no known mistake gives.
        ("causes = { \"*\" = 0.5 }", "P(Yes) = 0.8123", [0.0, 0.0, 0.0]),
    ] {
        folder.write("sunny.toml", format!("{text}{policy}\n"));
        folder.write("s.txt", format!("exercise: sunny\nstudent: s\n{answers}\n"));
        let csv = folder.run("mark s.txt --exercise sunny.toml --format csv").1;
        let mut rows = csv::Reader::from_reader(csv.as_bytes());
        let at = rows.headers().unwrap().iter().position(|name| name == "marks").unwrap();
        let marks: Vec<f64> = rows.records().map(|row| row.unwrap()[at].parse().unwrap()).collect();
        assert_eq!(marks, expected, "{policy}: {answers}");
    }
}
