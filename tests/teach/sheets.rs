//! Sheets as people lay them out, of an exercise with three classes: a sheet, and what is said of each of its steps.

use std::path::Path;
use std::sync::Arc;

use posterior::practice::{Exercise, GradedSheet, Marker, read_sheet, read_table};

/// Eighteen ways to work. P(walk) = 5/18, P(sun | walk) = 3/5, score(bike) = 1/6, P(bike | x) = 3/7, bike.
const EXERCISE: &str = r#"
id = "ways"
data = "ways.csv"
query = { weather = "sun" }
[recipe]
target = "way"
alpha = "0"
[[step]]
ask = "P(walk)"
[[step]]
ask = "P(sun | walk)"
[[step]]
ask = "score(bike)"
[[step]]
ask = "P(bike | sun)"
[[step]]
ask = "class"
"#;

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

/// One letter a step: right, noted, wrong, unmarked with an answer, lost (flagged, without an answer), and - for a blank.
fn said(sheet: &GradedSheet) -> String {
    let sign = |line: &posterior::practice::MarkedLine| match line.marked.verdict.word() {
        _ if line.is_blank() => '-',
        _ if line.answer.is_none() => 'l',
        word => word.chars().next().unwrap_or('?'),
    };
    sheet.lines.iter().map(sign).collect()
}

fn all(rows: &[(&str, &str)]) {
    let marker = marker();
    let mut other = Vec::new();
    for (text, wanted) in rows {
        let sheet = marker.mark(&read_sheet("s", text)).unwrap();
        if said(&sheet) != *wanted {
            let told: Vec<String> = sheet.lines.iter().map(|line| line.marked.message.plain()).collect();
            other.push(format!(
                "{text}\n  {} and not {wanted}: {told:?} {:?}",
                said(&sheet),
                sheet.left_over
            ));
        }
    }
    assert!(other.is_empty(), "{}", other.join("\n"));
}

const RIGHT: &str = "ccccc";

#[test]
fn lists_and_numbers_before_lines() {
    let labels = ["P(walk)", "P(sun | walk)", "score(bike)", "P(bike | sun)", "class"];
    let answers = ["5/18", "3/5", "1/6", "3/7", "bike"];
    let lines = |make: &dyn Fn(usize, &str, &str) -> String| -> String {
        let line = |(at, (label, answer)): (usize, (&&str, &&str))| make(at + 1, label, answer);
        labels.iter().zip(&answers).enumerate().map(line).collect::<Vec<_>>().join("\n")
    };
    let letter = |at: usize| char::from(b'a' + at as u8 - 1);
    type Make = Box<dyn Fn(usize, &str, &str) -> String>;
    let makes: Vec<Make> = vec![
        Box::new(|_, label, answer| format!("{label} = {answer}")),
        Box::new(|_, label, answer| format!("- {label} = {answer}")),
        Box::new(|_, label, answer| format!("* {label} = {answer}")),
        Box::new(|_, label, answer| format!("• {label} = {answer}")),
        Box::new(|_, label, answer| format!("•\t{label}: {answer}")),
        Box::new(|_, label, answer| format!("– {label} = {answer}")),
        Box::new(|at, label, answer| format!("{at}) {label} = {answer}")),
        Box::new(|at, label, answer| format!("{at}. {label} = {answer}")),
        Box::new(|at, label, answer| format!("({at}) {label} = {answer}")),
        Box::new(|at, label, answer| format!("Step {at}: {label} = {answer}")),
        Box::new(|at, label, answer| format!("{at} {label} = {answer}")),
        Box::new(move |at, label, answer| format!("{}) {label} = {answer}", letter(at))),
        Box::new(|_, label, answer| format!("{label}\t{answer}")),
        Box::new(|_, label, answer| format!("{label}\t=\t{answer}")),
        Box::new(|_, label, answer| format!("{label} {answer}")),
        Box::new(|_, label, answer| format!("{label}, {answer}")),
        Box::new(|_, label, answer| format!("{label};{answer}")),
        Box::new(|_, label, answer| format!("{label} is {answer}")),
        Box::new(|_, label, answer| format!("{label} ≃ {answer}")),
        Box::new(|_, label, answer| format!("{label} = {answer} # sure\r")),
        Box::new(|_, label, answer| format!("{label}\t\"{answer}\"")),
        Box::new(|_, label, answer| format!("\"{label}\",\"{answer}\"")),
        Box::new(|_, label, answer| format!("| {label} | {answer} |")),
        Box::new(|at, label, answer| format!("| {at} | {label} | {answer} |")),
        Box::new(|_, label, answer| format!("**{label}** = {answer}")),
        Box::new(|_, label, answer| format!("`{label}` = {answer}")),
        Box::new(|_, label, answer| format!("${label}$ = ${answer}$")),
        Box::new(|_, label, answer| format!("{label} =\n{answer}")),
        Box::new(|_, label, answer| format!("{label}\n= {answer}")),
        Box::new(|_, label, answer| format!("{label}:\n    {answer}\n")),
        Box::new(|at, _, answer| format!("{at}) {answer}")),
        Box::new(|at, _, answer| format!("{at}. {answer}")),
        Box::new(|at, _, answer| format!("({at}) {answer}")),
        Box::new(|at, _, answer| format!("{at}: {answer}")),
        Box::new(|at, _, answer| format!("Step {at}: {answer}")),
        Box::new(|at, _, answer| format!("Q{at}: {answer}")),
        Box::new(|at, _, answer| format!("Q{at} = {answer}")),
        Box::new(|at, _, answer| format!("Answer {at}\n{answer}")),
        Box::new(|at, _, answer| format!("Aufgabe {at}: {answer}")),
        Box::new(move |at, _, answer| format!("{}) {answer}", letter(at))),
        Box::new(move |at, _, answer| format!("1{}) {answer}", letter(at))),
        Box::new(|at, _, answer| format!("{at}\t{answer}")),
        Box::new(|at, _, answer| format!("| {at} | {answer} |")),
        Box::new(|_, _, answer| answer.to_owned()),
        Box::new(|_, _, answer| format!("= {answer}")),
        Box::new(|_, _, answer| format!("- {answer}")),
        Box::new(|_, _, answer| format!("* {answer}")),
    ];
    let texts: Vec<String> = makes.iter().map(|make| lines(make.as_ref())).collect();
    let mut rows: Vec<(&str, &str)> = texts.iter().map(|text| (text.as_str(), RIGHT)).collect();
    let table = format!(
        "| Step | Answer |\n|------|:---:|\n{}",
        lines(&|_, label, answer| format!("| {label} | {answer} |"))
    );
    rows.push((&table, RIGHT));
    let numbered = lines(&|at, _, answer| format!("|{at}|{answer}|"));
    let table = format!("|step|answer|\n|--|--|\n{numbered}");
    rows.push((&table, RIGHT));
    rows.push(("5 : 18\n3/5\n1: 6\n3/7\nbike", RIGHT));
    rows.push((
        "Exercise: ways\r\nstudent:\ts01\r\n# nothing\r\nP(walk) = 5/18 # sure\rclass = bike",
        "c---c",
    ));
    rows.push(("a. P(walk): 5/18\nb. P(sun | walk) = 3/5", "cc---"));
    all(&rows);
}

#[test]
fn names_as_people_spell_them() {
    let rest = "P(sun|walk) = 3/5\nscore(bike) = 1/6\nP(bike|sun) = 3/7\nclass = bike";
    for label in [
        "p\u{302}(walk)",
        "P\u{302}(walk)",
        "P(y=walk)",
        "P(Y = walk)",
        "Pr(walk)",
        "P(way=walk)",
        "P(class = walk)",
        r"$\hat{P}(\text{walk})$",
        r"$P(Y=\text{walk})$",
        r"\(P(\mathrm{walk})\)",
        "P(WALK)",
        "prior(walk)",
        "p(walk )",
    ] {
        all(&[(&format!("{label} = 5/18\n{rest}"), RIGHT)]);
    }
    for label in [
        "P(sun/walk)",
        "P(weather=sun|y=walk)",
        "P(sun | Y = walk)",
        r"$P(\text{sun}\mid\text{walk})$",
        "p\u{302}(sun|walk)",
        "P(sun given walk)",
    ] {
        all(&[(
            &format!("P(walk)=5/18\n{label} = 3/5\nscore(bike) = 1/6\nP(bike|sun) = 3/7\nclass = bike"),
            RIGHT,
        )]);
    }
    for line in [
        "Klasse: bike",
        "class bike",
        "so class bike",
        "therefore bike",
        "→ bike",
        "way = bike",
        "y = bike",
        "bike",
        "Decision: BIKE (43 %)",
    ] {
        all(&[(
            &format!("P(walk)=5/18\nP(sun|walk) = 3/5\nscore(bike) = 1/6\nP(bike|sun) = 3/7\n{line}"),
            RIGHT,
        )]);
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

/// What cannot be placed is never taken for a blank.
#[test]
fn what_cannot_be_placed_is_reported_loudly() {
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
        // Numbers that are none of steps.
        ("1) 5/18\n2) 3/5\n1) 1/6", "lllll"),
        ("3) 5/18\n9) 3/5", "lllll"),
        // The name of something else behind the number of a step is asked about.
        ("1) P(walk) = 5/18\n2) P(rain | walk) = 1/5\n", "cu---"),
        ("P(walk) = 5/18\nthe next is 3/5", "cllll"),
        ("P(walk) = 5/18\nI do not know the others", "c----"),
        ("I know nothing", "lllll"),
        ("P(walk) = 5/18\nP(sun|walk) = ?\nscore(bike) =\nP(bike|sun) = 1/3\nclass =", "cu-w-"),
        ("P(walk) = 1/3\n3/5", "wllll"),
    ]);
    let sheet = marker().mark(&read_sheet("s", "5/18\n3/5")).unwrap();
    let said = sheet.lines[0].marked.message.plain();
    assert_eq!(
        said,
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
        sheets.iter().map(|sheet| said(&marker.mark(sheet).unwrap())).collect()
    };
    let named = "student,step,answer
a,P(walk),5/18
a,P(sun|walk),3/5
b,P(walk),1/3
b,4,3/7
b,class,bike
";
    assert_eq!(table(named), ["cc---", "w--cc"]);
    assert_eq!(table("step,answer\n1,5/18\n2,3/5\n3,1/6\n4,3/7\n5,bike\n"), ["ccccc"]);
}
