//! Sheets as people lay them out, of an exercise with three classes, and the verdict on each step.

use std::path::Path;
use std::sync::Arc;

use posterior::practice::{Exercise, GradedSheet, Marker, read_sheet, read_table};

/// Eighteen ways to work. P(walk) = 5/18, P(sun | walk) = 3/5, score(bike) = 1/6, P(bike | x) = 3/7, bike.
const EXERCISE: &str = "id = \"ways\"\ndata = \"ways.csv\"\nquery = { weather = \"sun\" }\n\
    [recipe]\ntarget = \"way\"\nalpha = \"0\"\n[[step]]\nask = \"P(walk)\"\n[[step]]\nask = \"P(sun | walk)\"\n\
    [[step]]\nask = \"score(bike)\"\n[[step]]\nask = \"P(bike | sun)\"\n[[step]]\nask = \"class\"\n";

const WAYS: &str = "weather,way
sun,walk\nsun,walk\nrain,walk\nsun,walk\ncloud,walk
sun,bike\nsun,bike\ncloud,bike\ncloud,bike\nsun,bike\nrain,bike
rain,bus\nrain,bus\nrain,bus\ncloud,bus\nsun,bus\nrain,bus\ncloud,bus
";

fn marker() -> Marker {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("ways.csv"), WAYS).unwrap();
    let path = folder.path().join("ways.toml");
    std::fs::write(&path, EXERCISE).unwrap();
    let exercise = Exercise::from_toml(EXERCISE, Path::new(&path)).unwrap();
    Marker::new(Arc::new(exercise)).unwrap()
}

/// One letter for each step: correct, noted, wrong, unmarked with an answer, lost (flagged, without an answer), and - for
/// a blank.
fn letters(sheet: &GradedSheet) -> String {
    let letter = |line: &posterior::practice::MarkedLine| match line.marked.verdict.word() {
        _ if line.is_blank() => '-',
        _ if line.answer.is_none() => 'l',
        word => word.chars().next().unwrap_or('?'),
    };
    sheet.lines.iter().map(letter).collect()
}

fn all(rows: &[(&str, &str)]) {
    let marker = marker();
    let mut wrong = Vec::new();
    for (text, expected) in rows {
        let sheet = marker.mark(&read_sheet("s", text)).unwrap();
        let found = letters(&sheet);
        if found != *expected {
            let messages: Vec<String> = sheet.lines.iter().map(|line| line.marked.message.plain()).collect();
            wrong.push(format!("{text}\n  {found}, not {expected}: {messages:?} {:?}", sheet.left_over));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

const RIGHT: &str = "ccccc";

/// Layouts of a line, divided by ¦: its number, its letter, its label and its answer.
const LAYOUTS: &str = "LABEL = ANSWER¦- LABEL = ANSWER¦* LABEL = ANSWER¦• LABEL = ANSWER¦•\tLABEL: ANSWER¦– LABEL = ANSWER¦\
    NUMBER) LABEL = ANSWER¦NUMBER. LABEL = ANSWER¦(NUMBER) LABEL = ANSWER¦Step NUMBER: LABEL = ANSWER¦\
    NUMBER LABEL = ANSWER¦LETTER) LABEL = ANSWER¦LABEL\tANSWER¦LABEL\t=\tANSWER¦LABEL ANSWER¦LABEL, ANSWER¦\
    LABEL;ANSWER¦LABEL is ANSWER¦LABEL ≃ ANSWER¦LABEL = ANSWER # sure\r¦LABEL\t\"ANSWER\"¦\"LABEL\",\"ANSWER\"¦\
    | LABEL | ANSWER |¦| NUMBER | LABEL | ANSWER |¦**LABEL** = ANSWER¦`LABEL` = ANSWER¦$LABEL$ = $ANSWER$¦\
    LABEL =\nANSWER¦LABEL\n= ANSWER¦LABEL:\n    ANSWER\n¦NUMBER) ANSWER¦NUMBER. ANSWER¦(NUMBER) ANSWER¦\
    NUMBER: ANSWER¦Step NUMBER: ANSWER¦QNUMBER: ANSWER¦QNUMBER = ANSWER¦Answer NUMBER\nANSWER¦\
    Aufgabe NUMBER: ANSWER¦LETTER) ANSWER¦1LETTER) ANSWER¦NUMBER\tANSWER¦| NUMBER | ANSWER |¦ANSWER¦= ANSWER¦\
    - ANSWER¦* ANSWER";

#[test]
fn lists_and_numbers_before_lines() {
    let lines = |layout: &str| {
        let steps = [
            ("P(walk)", "5/18"),
            ("P(sun | walk)", "3/5"),
            ("score(bike)", "1/6"),
            ("P(bike | sun)", "3/7"),
            ("class", "bike"),
        ];
        let line = |(at, (label, answer)): (usize, &(&str, &str))| {
            let line = layout.replace("NUMBER", &(at + 1).to_string()).replace("LETTER", &"abcde"[at..=at]);
            line.replace("LABEL", label).replace("ANSWER", answer)
        };
        steps.iter().enumerate().map(line).collect::<Vec<_>>().join("\n")
    };
    let mut texts: Vec<String> = LAYOUTS.split('¦').map(lines).collect();
    texts.push("| Step | Answer |\n|------|:---:|\n".to_owned() + &lines("| LABEL | ANSWER |"));
    texts.push("|step|answer|\n|--|--|\n".to_owned() + &lines("|NUMBER|ANSWER|"));
    texts.push("5 : 18\n3/5\n1: 6\n3/7\nbike".to_owned());
    let rows: Vec<(&str, &str)> = texts.iter().map(|text| (text.as_str(), RIGHT)).collect();
    all(&rows);
    all(&[
        ("Exercise: ways\r\nstudent:\ts01\r\n# nothing\r\nP(walk) = 5/18 # sure\rclass = bike", "c---c"),
        ("a. P(walk): 5/18\nb. P(sun | walk) = 3/5", "cc---"),
    ]);
}

#[test]
fn names_as_people_spell_them() {
    let right = "P(walk) = 5/18\nP(sun|walk) = 3/5\nscore(bike) = 1/6\nP(bike|sun) = 3/7\nclass = bike";
    let prior = "p\u{302}(walk)¦P\u{302}(walk)¦P(y=walk)¦P(Y = walk)¦Pr(walk)¦P(way=walk)¦P(class = walk)¦\
                 $\\hat{P}(\\text{walk})$¦$P(Y=\\text{walk})$¦\\(P(\\mathrm{walk})\\)¦P(WALK)¦prior(walk)¦p(walk )";
    let share = "P(sun/walk)¦P(weather=sun|y=walk)¦P(sun | Y = walk)¦$P(\\text{sun}\\mid\\text{walk})$¦\
                 p\u{302}(sun|walk)¦P(sun given walk)";
    let class = "Klasse: bike¦class bike¦so class bike¦therefore bike¦→ bike¦way = bike¦y = bike¦bike¦\
                 Decision: BIKE (43 %)";
    for (name, spellings) in [("P(walk)", prior), ("P(sun|walk)", share), ("class = bike", class)] {
        for spelling in spellings.split('¦') {
            all(&[(&right.replace(name, spelling), RIGHT)]);
        }
    }
}

#[test]
fn several_answers_on_a_line_are_several() {
    all(&[
        ("P(walk)=5/18; P(bike)=6/18\nP(sun|walk)=3/5", "cc---"),
        ("P(walk)\t5/18\tsure\nP(sun|walk)\tthree of five\t3/5", "cc---"),
        ("P(walk)=5/18; P(sun|walk)=3/5; score(bike)=1/6; P(bike|sun)=3/7; class=bike", RIGHT),
        ("P(walk) = 5/18, P(sun|walk) = 0.6\nscore(bike)=1/6 (0.1667), P(bike|sun)=3/7\nclass: bike", RIGHT),
        (
            "P(walk) = 5/18 = 0.2778\nP(sun|walk) = 3/5\nscore(bike) = 3/6 · 6/18\n  = 18/108\n  = 0.167\nP(bike|sun) = 3/7\nclass = bike",
            RIGHT,
        ),
    ]);
}

/// A line that belongs to no step is never taken for a blank.
#[test]
fn lines_that_belong_to_no_step_are_reported() {
    all(&[
        ("", "-----"),
        ("P(walk) =\nP(sun|walk) =\n", "-----"),
        // Four lines for five steps, and six.
        ("5/18\n3/5\n1/6\n3/7", "lllll"),
        ("Homework\n5/18\n3/5\n1/6\n3/7\nbike", "lllll"),
        // Names on some lines only.
        ("5/18\n3/5\n1/6\n3/7\nclass: bike", "ccccc"),
        ("5/18\n3/5\n1/6\nclass: bike", "llllc"),
        ("5/18\n3/5\nP(walk) = 5/18\n3/7\nbike", "clllc"),
        // Five lines, of which one is not an answer.
        ("Jane Doe\n5/18\n3/5\n1/6\nbike", "lllll"),
        ("?\n3/5\n-\n3/7\nbike", "ucucc"),
        // Numbers without a step.
        ("1) 5/18\n2) 3/5\n1) 1/6", "lllll"),
        ("3) 5/18\n9) 3/5", "lllll"),
        // The name of another quantity behind the number of a step is asked about.
        ("1) P(walk) = 5/18\n2) P(rain | walk) = 1/5\n", "cu---"),
        ("P(walk) = 5/18\nthe next is 3/5", "cllll"),
        ("P(walk) = 5/18\nI do not know the others", "c----"),
        ("I know nothing", "lllll"),
        ("P(walk) = 5/18\nP(sun|walk) = ?\nscore(bike) =\nP(bike|sun) = 1/3\nclass =", "cu-w-"),
        ("P(walk) = 1/3\n3/5", "wllll"),
    ]);
    let sheet = marker().mark(&read_sheet("s", "5/18\n3/5")).unwrap();
    assert_eq!(
        sheet.lines[0].marked.message.plain(),
        "No answer to this step was found. It may be on a line that could not be assigned to a step: 1, 2."
    );
    assert!(sheet.lines.iter().all(|line| line.flagged) && sheet.left_over.len() == 2);
}

/// Negative numbers in a list of hyphens, and a wrong answer in any layout.
#[test]
fn a_hyphen_may_be_a_minus_sign_and_wrong_stays_wrong() {
    all(&[
        ("- 5/18\n- 3/5\n- 1/5\n- 3/7\n- bike", "ccwcc"),
        ("1) 1/3\n2) 3/5\n3) 1/6\n4) 3/7\n5) bus", "wcccw"),
        ("1/3\n3/5\n1/6\n3/7\nbus", "wcccw"),
        ("P(walk)\t0.34\nP(sun|walk)\t0,6\nscore(bike)\t0,1667\nP(bike|sun)\t0,43\nclass\tbus", "wcccw"),
    ]);
}

#[test]
fn a_table_of_answers_is_marked_like_text() {
    let marker = marker();
    let table = |text: &str| -> Vec<String> {
        let sheets = read_table("w.csv", text).unwrap();
        sheets.iter().map(|sheet| letters(&marker.mark(sheet).unwrap())).collect()
    };
    let named =
        "student,step,answer\na,P(walk),5/18\na,P(sun|walk),3/5\nb,P(walk),1/3\nb,4,3/7\nb,class,bike\n";
    assert_eq!(table(named), ["cc---", "w--cc"]);
    assert_eq!(table("step,answer\n1,5/18\n2,3/5\n3,1/6\n4,3/7\n5,bike\n"), ["ccccc"]);
}
