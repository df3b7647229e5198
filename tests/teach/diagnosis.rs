//! Causes of the mistakes on a sheet: reference cases, tables of three and four classes, formulas part by part, and both
//! sides of each limit.

use std::fmt::Display;
use std::path::Path;
use std::sync::Arc;

use posterior::math::Face;
use posterior::practice::{AnswerSheet, Exercise, GradedSheet, MarkedLine, Marker, Verdict, read_sheet};
use serde::Deserialize;

/// Play tennis with α = 1.
const TENNIS: &str = "data = \"sample:play-tennis\"\n\
    query = { Outlook = \"Sunny\", Temp = \"Cool\", Humidity = \"High\", Wind = \"Strong\" }\n[recipe]\nalpha = \"1\"\n";

/// Four classes with other numbers of rows, features of 3, 2 and 4 values.
const TREES: &str = "leaf,bark,soil,tree\n\
    long,rough,wet,oak\nlong,smooth,dry,oak\nround,rough,dry,oak\nlong,rough,sandy,oak\nlobed,rough,wet,oak\n\
    round,smooth,wet,elm\nlobed,smooth,dry,elm\nround,rough,rocky,elm\n\
    lobed,rough,sandy,ash\nlobed,smooth,sandy,ash\nlong,smooth,rocky,ash\nlobed,smooth,wet,ash\n\
    round,smooth,dry,fir\nlong,rough,rocky,fir\nround,rough,sandy,fir\nround,smooth,rocky,fir\nround,rough,dry,fir\nlong,smooth,wet,fir\n";

fn steps(of: &[&str]) -> String {
    of.iter().map(|ask| format!("[[step]]\nask = \"{}\"\n", ask.replace('"', "\\\""))).collect()
}

fn marker(toml: &str, ask: &[&str]) -> Marker {
    let toml = format!("{toml}{}", steps(ask));
    Marker::new(Arc::new(Exercise::from_toml(&toml, Path::new("case.toml")).unwrap())).unwrap()
}

/// Marks sheets of a table.
fn marker_of(csv: &str, head: &str, ask: &[&str]) -> Marker {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("data.csv"), csv).unwrap();
    let toml = format!("format = 1\nid = \"case\"\ndata = \"data.csv\"\n{head}\n{}", steps(ask));
    let exercise = Exercise::from_toml(&toml, &folder.path().join("case.toml")).unwrap();
    Marker::new(Arc::new(exercise)).unwrap()
}

fn sheet(lines: &[(impl Display, impl Display)]) -> AnswerSheet {
    let text: Vec<String> = lines.iter().map(|(label, answer)| format!("{label} = {answer}")).collect();
    read_sheet("sheet", &text.join("\n"))
}

fn marked(marker: &Marker, lines: &[(impl Display, impl Display)]) -> GradedSheet {
    marker.mark(&sheet(lines)).unwrap()
}

fn marked_steps<const N: usize>(marker: &Marker, asks: &[&str; N], answers: [&str; N]) -> GradedSheet {
    marked(marker, &asks.iter().zip(answers).collect::<Vec<_>>())
}

fn wrong(sheet: &GradedSheet) -> Vec<&MarkedLine> {
    sheet.lines.iter().filter(|line| line.is(Verdict::Wrong)).collect()
}

/// The first cause of each wrong line, each once.
fn causes(sheet: &GradedSheet) -> Vec<&'static str> {
    let mut found = Vec::new();
    for tag in wrong(sheet).into_iter().flat_map(|line| line.marked.causes.first().copied()) {
        if !found.contains(&tag) {
            found.push(tag);
        }
    }
    found
}

/// Answers to the same lines, the wrong ones among them, and the tags that are reported.
#[derive(Deserialize)]
struct Sheets {
    labels: Vec<String>,
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    name: String,
    answers: Vec<String>,
    wrong: Vec<String>,
    causes: Vec<String>,
}

#[test]
fn the_reference_sheets_are_explained() {
    let Sheets { labels, cases } = serde_json::from_str(include_str!("../cases/diagnosis.json")).unwrap();
    let marker = marker(TENNIS, &labels.iter().map(String::as_str).collect::<Vec<_>>());
    for case in &cases {
        let lines: Vec<_> = labels.iter().cloned().zip(case.answers.iter().cloned()).collect();
        let found = marker.mark(&sheet(&lines)).unwrap();
        let wrong: Vec<&str> = wrong(&found).into_iter().map(|line| line.label.as_str()).collect();
        assert_eq!(wrong, case.wrong, "{}", case.name);
        let mut expected: Vec<&str> = case.causes.iter().map(String::as_str).collect();
        let mut found = causes(&found);
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected, "{}", case.name);
    }
}

const QUERY: &str = "query = { leaf = \"round\", bark = \"smooth\", soil = \"wet\" }\n[recipe]\ntarget = \"tree\"\nalpha = \"1\"";

/// Marks the factors of each tree: leaf, bark and soil of oak, elm, ash and fir.
fn mark_factors(answers: [&str; 12]) -> GradedSheet {
    let labels: Vec<String> = ["oak", "elm", "ash", "fir"]
        .into_iter()
        .flat_map(|tree| {
            ["leaf=round", "bark=smooth", "soil=wet"].map(|value| format!("P({value} | {tree})"))
        })
        .collect();
    let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
    let lines: Vec<(&str, &str)> = labels.iter().copied().zip(answers).collect();
    marked(&marker_of(TREES, QUERY, &labels), &lines)
}

const FACTORS: [&str; 12] =
    ["2/8", "2/7", "3/9", "3/6", "3/5", "2/7", "1/7", "4/6", "2/8", "5/9", "4/8", "2/10"];

#[test]
fn a_mistake_for_one_class_or_one_feature_is_reported_where_it_was_made() {
    assert!(wrong(&mark_factors(FACTORS)).is_empty());
    // Nothing is smoothed for fir.
    let mut fir = FACTORS;
    (fir[9], fir[11]) = ("4/6", "1/6");
    let found = mark_factors(fir);
    assert_eq!((wrong(&found).len(), causes(&found)), (2, vec!["S1"]));
    assert_eq!(found.diagnosis.findings[0].numbers(), [10, 12]);
    // In every class the soil has too many values.
    let mut soil = FACTORS;
    (soil[2], soil[5], soil[8], soil[11]) = ("3/14", "2/12", "2/13", "2/15");
    let found = mark_factors(soil);
    assert_eq!(causes(&found), ["S16"]);
    assert_eq!(found.diagnosis.findings[0].numbers(), [3, 6, 9, 12]);
}

#[test]
fn right_lines_rule_a_cause_out_unless_the_number_has_enough_figures() {
    // 0.1667 is P(soil=wet | fir) without smoothing; every other line is smoothed. Two figures on one line are no proof, and
    // nothing gives 0.6431.
    for (last, expected) in [("0.17", &[][..]), ("0.1667", &["S1"]), ("0.6431", &[])] {
        let mut answers = FACTORS;
        answers[11] = last;
        let found = mark_factors(answers);
        assert_eq!((wrong(&found).len(), causes(&found).as_slice()), (1, expected), "{last}");
    }
}

/// The documents of the textbook: 8 words of c, 3 of j, 6 in all.
const DOCUMENTS: &str = "data = \"sample:chinese-japan\"\nquery = { text = \"Chinese Chinese Chinese Tokyo Japan\" }\n[recipe]\nalpha = \"1\"\n";

fn message(marker: &Marker, answer: &str) -> String {
    let found = marked(marker, &[(&marker.exercise.steps[0].label, answer)]);
    assert!(found.lines[0].is(Verdict::Wrong), "{answer}: {}", found.lines[0].message(Face::default()));
    found.lines[0].message(Face::default())
}

#[test]
fn messages_on_formulas_name_the_part_that_is_wrong() {
    let score = "score(Yes)";
    for (head, of, answer, parts, never) in [
        (DOCUMENTS, "P(chinese | c)", "(5+1)/(8+5)", ["8", "V is 6, but you have 5"], "7 words"),
        (DOCUMENTS, "P(tokyo | c)", "(0+1)/(8+4)", ["8", "V is 6, but you have 4"], "documents"),
        (DOCUMENTS, "P(tokyo | j)", "(1+1)/(3+5)", ["3", "V is 6, but you have 5"], "count"),
        (DOCUMENTS, "P(tokyo | j)", "(1+1)/(1+6)", ["6", "you have 1"], "number of documents"),
        (TENNIS, "P(Outlook=Sunny | Yes)", "2/9", ["without smoothing", ""], "left out"),
        // Outlook is not smoothed, the others are: 3/12 would be right.
        (
            TENNIS,
            score,
            "9/14 * 2/9 * 4/12 * 4/11 * 4/11",
            ["Check P(Outlook=Sunny | Yes): you have 2/9", "without smoothing"],
            "left out",
        ),
        // The wind is left out; one factor too many.
        (TENNIS, score, "9/14 * 3/12 * 4/12 * 4/11", ["left out", ""], "does not belong"),
        (TENNIS, score, "9/14 * 9/14 * 3/12 * 4/12 * 4/11 * 4/11", ["does not belong here", ""], "left out"),
    ] {
        let message = message(&marker(head, &[of]), answer);
        assert!(parts.iter().all(|part| message.contains(part)), "{answer}: {message}");
        assert!(!message.contains(never), "{answer}: {message}");
    }
}

#[test]
fn the_same_mistake_on_every_line_is_one_finding() {
    let marker = marker(TENNIS, &["P(No)", "P(Yes)"]);
    let found = marked(&marker, &[("P(No)", "0.5"), ("P(Yes)", "0.5")]);
    assert_eq!(causes(&found), ["B3"]);
    assert_eq!(found.diagnosis.findings.len(), 1, "{:?}", found.diagnosis.findings);
}

#[test]
fn a_wrong_line_rests_on_those_that_its_formula_uses() {
    let asks = ["P(No)", "P(Yes)", "P(Outlook=Sunny | No)", "score(No)", "score(Yes)"];
    let found = marked_steps(&marker(TENNIS, &asks), &asks, ["0.3", "9/14", "1/2", "0.4", "0.9"]);
    let rests: Vec<Vec<usize>> = found.lines.iter().map(|line| line.rests_on.clone()).collect();
    assert_eq!(rests, [vec![], vec![], vec![], vec![1], vec![]]);
}

#[test]
fn own_lines_of_0_and_1_and_those_asked_about_are_carried() {
    let asks = ["P(No)", "P(Yes)", "score(No)", "score(Yes)", "P(No | x)", "P(Yes | x)"];
    let marker = marker(TENNIS, &asks);
    let found = marked_steps(&marker, &asks, ["5/14", "9/14", "0", "6/847", "0", "1"]);
    let carried: Vec<bool> = found.lines.iter().map(|line| line.marked.carried).collect();
    assert_eq!(carried, [false, false, false, false, true, true]);
    // 36 is asked about (36 %?), and lines that follow from it are right.
    let found = marked(&marker, &[("P(No)", "36"), ("score(No)", "900/490")]);
    assert!(found.lines[0].is(Verdict::Unmarked));
}

/// Three documents of three classes. The number of orders of the two words, 2, is harmless in every class; in one class alone,
/// the later lines follow from it.
#[test]
fn a_coefficient_in_one_class_alone_carries_on() {
    let csv = "text,kind\nfree prize,spam\nmeet lunch lunch,ham\nprize note,news\n";
    let head = "query = { text = \"free prize\" }\n[recipe]\nalpha = \"1\"";
    let asks = ["score(spam)", "score(ham)", "score(news)", "P(x)", "P(spam | x)"];
    let marker = marker_of(csv, head, &asks);
    let mark = |answers| marked_steps(&marker, &asks, answers);
    let all = mark(["8/147", "2/192", "4/147", "433/4704", "256/433"]);
    assert!(wrong(&all).is_empty() && all.lines.iter().all(|line| !line.marked.carried), "in every class");
    let one = mark(["8/147", "1/192", "2/147", "689/9408", "512/689"]);
    let carried: Vec<(bool, &[usize])> =
        one.lines.iter().map(|line| (line.marked.carried, line.with.as_slice())).collect();
    let none: &[usize] = &[];
    assert_eq!(carried, [(false, none), (false, none), (false, none), (true, &[1]), (true, &[1])]);
    let mixed = mark(["8/147", "1/192", "2/147", "433/9408", "256/433"]);
    assert!(wrong(&mixed).is_empty(), "the coefficient was left out again");
    let other = mark(["8/147", "1/192", "2/147", "1/77", "1/3"]);
    assert_eq!(other.lines[3].rests_on, none, "line 1 is not wrong");
    assert_eq!(other.lines[4].rests_on, [4]);
}

/// 18 rows of three classes: P(walk) = 5/18, score(bike) = 1/6, score(bus) = 1/18. The student takes 0.4405986 for P(sun | walk),
/// writes 0.4406, and continues with all figures.
#[test]
fn carried_decimals_may_have_more_figures_than_were_written() {
    let rows = [("sun", "walk", 3), ("rain", "walk", 2), ("sun", "bike", 3), ("rain", "bike", 3)];
    let rows = rows.into_iter().chain([("sun", "bus", 1), ("rain", "bus", 6)]);
    let rows: String = rows.map(|(sky, way, n)| format!("{sky},{way}\n").repeat(n)).collect();
    let head = "query = { sky = \"sun\" }\n[recipe]\nalpha = \"0\"";
    let asks = ["P(sun | walk)", "score(walk)", "P(x)", "P(walk | x)"];
    let marker = marker_of(&format!("sky,way\n{rows}"), head, &asks);
    for (posterior, follows) in
        [("0.3549", false), ("0.3550", true), ("0.3551", true), ("0.3554", true), ("0.3555", false)]
    {
        let answers = ["0.4406", "0.1224", "0.3446", posterior];
        let sheet = marked_steps(&marker, &asks, answers);
        let found: Vec<bool> = sheet.lines.iter().map(|line| line.marked.carried).collect();
        assert_eq!(found, [false, true, true, follows], "{posterior}");
        assert_eq!(wrong(&sheet).len(), if follows { 1 } else { 2 }, "{posterior}");
    }
}

#[test]
fn a_sheet_is_diagnosed_as_a_whole_up_to_200_lines() {
    // One line for each value of a column with many values, α above the bar only.
    let csv = |k: usize| {
        let rows = (0..k).map(|at| format!("v{at},a\nv{at},b\nv{at},b\nv{at},c\n"));
        format!("f,class\n{}", rows.collect::<String>())
    };
    for (k, whole) in [(200, true), (201, false)] {
        let labels: Vec<String> = (0..k).map(|at| format!("P(f=v{at} | b)")).collect();
        let ask: Vec<&str> = labels.iter().map(String::as_str).collect();
        let marker = marker_of(&csv(k), "[recipe]\ntarget = \"class\"\nalpha = \"1\"", &ask);
        let lines: Vec<(&str, String)> = ask.iter().map(|label| (*label, format!("3/{}", 2 * k))).collect();
        let found = marked(&marker, &lines);
        assert_eq!(wrong(&found).len(), k);
        assert_eq!(found.diagnosis.findings.is_empty(), !whole, "{k}");
    }
}

/// Three classes of 53, 29 and 11 rows; of the 53 of class a, `at + 10` have y in the feature at `at`.
fn shares(features: usize) -> String {
    let names: Vec<String> = (1..=features).map(|at| format!("f{at}")).collect();
    let row = |row: usize, class: &str| {
        let cells = (1..=features).map(|at| if (row * (at + 3) + at) % 53 < at + 10 { "y" } else { "n" });
        format!("{},{class}\n", cells.collect::<Vec<_>>().join(","))
    };
    let rows = [(53, "a"), (29, "b"), (11, "c")];
    let rows: String = rows.iter().flat_map(|(count, class)| (0..*count).map(|at| row(at, class))).collect();
    format!("{},class\n{rows}", names.join(","))
}

fn all_y(features: usize, alpha: u8) -> String {
    let cells: Vec<String> = (1..=features).map(|at| format!("f{at} = \"y\"")).collect();
    format!("query = {{ {} }}\n[recipe]\ntarget = \"class\"\nalpha = \"{alpha}\"", cells.join(", "))
}

#[test]
fn a_factor_left_out_is_named_among_twelve_and_not_among_thirteen() {
    for (features, named) in [(12, true), (13, false)] {
        let marker = marker_of(&shares(features), &all_y(features, 0), &["score(a)"]);
        let without = |out: usize| {
            let factors = (1..=features).filter(|at| *at != out).map(|at| (at + 10) as f64 / 53.0);
            format!("{:.5e}", factors.product::<f64>() * 53.0 / 93.0)
        };
        let right = marked(&marker, &[("score(a)", &without(0))]);
        assert!(wrong(&right).is_empty(), "{}", right.lines[0].message(Face::default()));
        let found = marked(&marker, &[("score(a)", &without(7))]);
        assert_eq!(causes(&found).contains(&"B24"), named, "{features}: {:?}", causes(&found));
    }
}

#[test]
fn a_product_is_checked_part_by_part_up_to_forty_factors() {
    for (factors, is_checked) in [(40, true), (41, false)] {
        let features = factors - 1;
        let marker = marker_of(&shares(features), &all_y(features, 0), &["score(a)"]);
        let own: Vec<String> =
            (1..=features).map(|at| format!("{}/53", if at == 9 { 8 } else { at + 10 })).collect();
        let found = message(&marker, &format!("53/93 * {}", own.join(" * ")));
        assert_eq!(found.contains("is 19, but you have 8."), is_checked, "{factors}: {found}");
    }
}

#[test]
fn six_mistakes_on_six_lines_are_all_reported() {
    let labels: Vec<String> = (1..=6).map(|at| format!("P(f{at}=y | a)")).collect();
    let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
    let marker = marker_of(&shares(6), &all_y(6, 1), &labels);
    let with = |answers: [&str; 6]| {
        let lines: Vec<(&str, &str)> = labels.iter().copied().zip(answers).collect();
        marked(&marker, &lines)
    };
    assert!(wrong(&with(["12/55", "13/55", "14/55", "15/55", "16/55", "17/55"])).is_empty());
    // Not smoothed, α above the bar only, α below it only, the other value, over all rows, over all rows of the table smoothed.
    let found = with(["11/53", "13/53", "13/55", "40/55", "15/93", "17/95"]);
    assert_eq!(wrong(&found).len(), 6);
    assert_eq!(causes(&found), ["S1", "S2", "S15", "B8", "B4", "S9"]);
}
