//! The marking rule: answers to a question, and their verdicts.

use crate::models;
use crate::questions::checked;

use models::{exact, model, sample};
use num_rational::BigRational;
use posterior::math::{Face, Number};
use posterior::practice::{
    Answer, Asked, Candidate, DecimalMark, Graded, Key, ParsedAnswer, Unreduced, Verdict, check, mark,
};
use proptest::prelude::*;

/// The key of a number of a sample, without the catalogue of mistakes.
fn key(name: &str, over: &str, of: &str) -> Key {
    let study = sample(name, over);
    let fitted = model(&study);
    let case = study.cases().unwrap().into_iter().next();
    let (Asked::Number(quantity), _) = Asked::find(&fitted, None, of).unwrap() else { panic!("{of}") };
    Key { mistakes: Vec::new(), ..Key::of(&fitted, case.as_ref(), &quantity).unwrap() }
}

/// `correct`, `noted cut_off`, `wrong B4 B7`.
pub fn verdict(marked: &Graded) -> String {
    let note = marked.note.map(|note| format!(" {}", note.word())).unwrap_or_default();
    let causes: String = marked.causes.iter().map(|cause| format!(" {cause}")).collect();
    format!("{}{note}{causes}", marked.verdict.word())
}

/// The verdicts and answers of a list. A line is `verdict: answers`, or goes on with the answers of the line before; `//`
/// begins a comment.
pub fn cases(list: &str) -> Vec<(&str, &str)> {
    let mut verdict = "";
    let mut all = Vec::new();
    for line in list.lines().map(str::trim).filter(|line| !line.starts_with("//")) {
        let is_verdict = |word: &str| ["correct", "noted", "wrong", "unmarked"].contains(&word);
        let begun = line.split_once(": ").filter(|(head, _)| head.split(' ').next().is_some_and(is_verdict));
        let answers = begun.map_or(line, |(head, answers)| {
            verdict = head;
            answers
        });
        all.extend(listed(answers).into_iter().map(|typed| (verdict, typed)));
    }
    all
}

/// Marks the answers of a list, each with its verdict.
fn holds(key: &Key, list: &str) {
    for (expected, typed) in cases(list) {
        let marked = mark(&Answer::alone(typed), key);
        let message = marked.message.plain();
        assert_eq!(verdict(&marked), expected, "{typed} for {}: {message}", key.of);
        assert!(!message.is_empty() && !message.contains("close enough"), "{typed}: {message}");
    }
}

/// The answers in a text, between signs or on lines of their own.
pub fn listed(text: &str) -> Vec<&str> {
    text.split(['¦', '\n']).map(str::trim).filter(|typed| !typed.is_empty()).collect()
}

const RAW: &str = "alpha = \"0\"";

fn mistake(tag: &'static str, value: &str) -> Candidate {
    Candidate {
        tag,
        value: Some(exact(value)),
        message: format!("This is {tag}.").into(),
        hint: format!("Look at {tag}.").into(),
        flips: None,
        harmless: false,
    }
}

/// Cut off is only a number with more figures: not a whole unit below a number of these figures.
#[test]
fn only_numbers_with_more_figures_are_cut_off() {
    let of = key("weather", RAW, "P(Sunny | Yes)");
    for (value, rows) in [
        (
            4.6,
            "
            wrong: 4.5
            wrong N12: 4.59
            correct: 4.6",
        ),
        (4.66, "noted cut_off: 4.6"),
        (4.599, "noted cut_off: 4.59"),
        (0.152, "wrong N12: 0.151"),
        (0.1529, "noted cut_off: 0.152"),
        (122.92, "correct: 122.9"),
        (122.98, "noted cut_off: 122.9"),
    ] {
        let truth = Key { truth: Some(Number::Float(value)), is_share: false, predicted: None, ..of.clone() };
        holds(&truth, rows);
    }
}

/// Spellings of numbers. `written.rs` has those of a number in words and beside others.
#[test]
fn an_answer_is_read_exactly_as_it_is_written() {
    holds(
        &key("weather", RAW, "P(Sunny | Yes)"),
        r"
        correct: 3/9 ¦ 1/3 ¦ 6/18 ¦ (3)(1/9) ¦ 3/9*1 ¦ 3/9·1 ¦ 3×1/9 ¦ 3/9 x 1 ¦ ⅓ ¦ 3⁄9 ¦ ３/９ ¦ P(Weather=Sunny | Yes) = 3/9
          ,33 ¦ 33.3 % ¦ 33,3 % ¦ 3,3 · 10⁻¹ ¦ 33·10^-2 ¦ 3/9 = 1/3 = 0.333 ¦ 1 − 6/9 ¦ 1-6/9 ¦ (1/9 + 2/9)
          √(1/9) ¦ sqrt(1/9) ¦ 3^-1 ¦ 3⁻¹ ¦ 3/9 9/9 ¦ [3]/{9} ¦ +3/9 ¦ --3/9 ¦ 1/(1+2) ¦ ln(e)/3 ¦ exp(0)/3 ¦ 1/√9
          (1/9)^(1/2) ¦ 0.5/1.5 ¦ \(\frac{1}{9}+\frac{2}{9}\) ¦ \frac{3}{9} \approx 0{,}33 ¦ 3.3\cdot 10^{-1}
          P(\text{Sunny}\mid \text{Yes}) = \frac{3}{9} ¦ 3 over 9 ¦ approx. 0.33 ¦ 0.33 approximately
          3/9; ¦ 3/9 -> 0.33 ¦ 3/9 => 0.33 ¦ 3/9 → 0.33 ¦ P(Sunny|Yes): 3/9",
    );
    holds(&key("weather", RAW, "P(Sunny | Yes)"), "correct: 3\u{2009}/\u{2009}9");
    assert_eq!(
        mark(&Answer::alone(" 3/9 "), &key("weather", RAW, "P(Sunny | Yes)")).verdict,
        Verdict::Correct
    );
    let answers =
        "correct: 3/4 · (6/14)³ · 1/14 · 1/14 ¦ 3/4(6/14)^3(1/14)^2 ¦ 0.75*(6/14)**3/14² ¦ 81/268912";
    holds(&key("chinese-japan", "", "score(c)"), answers);
}

#[test]
fn answers_that_cannot_be_read_are_asked_about_and_not_marked() {
    let sunny = key("weather", RAW, "P(Sunny | Yes)");
    let long = "1+".repeat(600) + "1";
    let deep = "(".repeat(400) + "1" + &")".repeat(400);
    let typed = listed(
        r"
        ? ¦ 3/ ¦ /9 ¦ 3//9 ¦ (3/9 ¦ 3/9) ¦ 3 1/9 ¦ 3½ ¦ 1 234 ¦ 1,234 ¦ 1.234.567 ¦ 1,234.5
        0,3 0.3 ¦ 3/14÷9/14 ¦ 3; 9 ¦ 3, 9 ¦ maybe 0.33 ¦ 3/14/9/14 ¦ 3/14 / 9/14 ¦ 0.33 ± 0.01
        0.3 to 0.4 ¦ [0.3, 0.4] ¦ \foo{3}{9} ¦ \frac{3} ¦ \frac{3}{9} = 0.44 ¦ 3/9 = 0.34
        0.3333333x ¦ ln 3/9 ¦ ln(-1) ¦ √(-1) ¦ 3/0 ¦ 9^9^9^9 ¦ 1e99999 ¦ 10^10001 ¦ 0^-1
        (1/700)^9999 ¦ -1/3 ¦ 33 ¦ 3.3 ¦ 150 ¦ 1e300 ¦ Rainy ¦ I do not know
    ",
    );
    for typed in typed.into_iter().chain(["", " ", "\u{1b}[31m", &long, &deep]) {
        let marked = mark(&Answer::alone(typed), &sunny);
        assert_eq!(marked.verdict, Verdict::Unmarked, "{typed}: {}", marked.message.plain());
    }
    for (answers, part) in [
        ("33", "A probability is at most 1. Did you mean 33 %?"),
        ("0,3 0.3", "decimal mark"),
        ("3/9 = 0.34", "not equal"),
        ("3 9", "side by side"),
        ("x ¦ / ¦ - ¦ x 3/9 ¦ 3/9 ·", "cannot be read as part of a number"),
    ] {
        for typed in listed(answers) {
            let message = mark(&Answer::alone(typed), &sunny).message.plain();
            assert!(message.contains(part), "{typed}: {message}");
        }
    }
}

#[test]
fn the_decimal_mark_is_that_of_the_sheet() {
    assert_eq!(DecimalMark::of(["3/9", "0,33"]), DecimalMark::Comma);
    assert_eq!(DecimalMark::of(["0.6", "0,33"]), DecimalMark::Point);
    assert_eq!(DecimalMark::of(["8,107"]), DecimalMark::Point);
    assert_eq!(DecimalMark::of(["8,107", "0,5"]), DecimalMark::Comma);
    assert_eq!(DecimalMark::of(["P(area=[800,1200) | low) = 0.5"]), DecimalMark::Point);
    let logarithm = key("chinese-japan", "", "ln score(c)");
    let on = |typed: &str, mark_of: DecimalMark| verdict(&mark(&Answer::read(typed, mark_of), &logarithm));
    assert_eq!(on("-8,108", DecimalMark::Comma), "correct");
    // No logarithm here has thousands, so a comma is the decimal mark, right or wrong.
    assert_eq!(on("-8,108", DecimalMark::Point), "correct");
    assert_eq!(on("-8,208", DecimalMark::Point), "wrong");
}

#[test]
fn how_an_answer_is_read_does_not_depend_on_whether_it_is_right() {
    let readings = [
        ("3:12", &["1/4", "1/5"][..]),
        ("log(5)", &["1.6094379124341003", "0.6989700043360189", "2.321928094887362"]),
        ("log 5/18", &["-1.2809338454620642", "-0.5563025007672873"]),
        ("ln 5/18", &["-1.2809338454620642", "0.08941321735745"]),
        ("1,234", &["1.234", "1234"]),
        ("1.234,5", &["1234.5", "1.2345"]),
        ("5/18 (see line 3)", &["5/18"]),
        ("0.28 walk", &["0.28"]),
        ("5/18 (0.34)", &["5/18", "0.34", "17/180"]),
        ("0.2778(5/18)", &["5/18", "0.0772"]),
        ("3 1/9", &["28/9", "1/3"]),
        ("0.2(7)", &["5/18", "1.4"]),
        ("0.2 (7)", &["5/18", "1.4", "0.2"]),
        ("0.28, maybe 6/18", &["0.28", "1/3"]),
        ("3.01·10-4", &["0.000301", "26.1"]),
        ("0·27", &["0.27", "0"]),
        ("- 0.28", &["0.28", "-0.28"]),
    ];
    for (typed, values) in readings {
        for is_share in [true, false] {
            let open = |truth: &&str| {
                let asked = Key::plain("P", Some(exact(truth)), is_share);
                mark(&Answer::alone(typed), &asked).verdict == Verdict::Unmarked
            };
            let none = open(&"1/7");
            let is_possible = |truth: &&&str| !is_share || (0.0..=1.0).contains(&exact(truth).to_f64());
            assert!(values.iter().filter(is_possible).all(|truth| open(truth) == none), "{typed}");
        }
    }
}

#[test]
fn read_answers_are_shown_in_one_notation() {
    for (typed, read_as) in [
        ("0,33", "0.33"),
        (".690", "0.690"),
        ("33%", "33 %"),
        ("3/9", "3/9"),
        ("−3/9", "-3/9"),
        ("3/14*9/14", "27/196"),
        ("(3/9)(9/14)", "3/14"),
        ("3,01 · 10⁻⁴", "3.01e-4"),
        ("3.0x10^-4", "3.0e-4"),
        ("0.5·0.5", "0.25"),
        ("2·3", "6"),
        ("P(Yes) = 9/14 = 0.64", "9/14"),
    ] {
        assert_eq!(Answer::alone(typed).read_as().as_deref(), Some(read_as), "{typed}");
    }
    assert_eq!(Answer::alone("3/").read_as(), None);
}

#[test]
fn answers_and_their_verdicts() {
    for (name, over, of, rows) in [
        // Every figure that was written counts.
        (
            "weather",
            RAW,
            "P(Sunny | Yes)",
            "
                correct: 0.33 ¦ 0.333333
                wrong: 0.34 ¦ 0.35 ¦ 0.32 ¦ 0.330 ¦ 0.4 ¦ 0.2 ¦ 0.0 ¦ 1 ¦ 0 ¦ 1/4 ¦ 2/9
                wrong N12: 0.334 ¦ 33.4 %
                unmarked: 0.3
                // One slip of any number is named, but not of a whole one.
                wrong B8: 6/9 ¦ 0.67
                wrong N11: 0.033
                unmarked N10: 0.33 %",
        ),
        (
            "weather",
            RAW,
            "P(Yes | Sunny)",
            "
                correct: 0.6 ¦ 0.60 ¦ 0.600 ¦ 3/5 ¦ 60 %
                unmarked N10: 60
                wrong: 0.61 ¦ 0.33*0.64
                // Formulas that only come near are wrong.
                wrong: 0.5987+0.0012 ¦ 0.77^2 ¦ 0.33*0.64/0.37
                // With other figures in the places of the decimals, these come to the value itself.
                noted rounded_early N7: 0.59 ¦ 0.587 ¦ 0.33*0.64/0.36 ¦ 0.33·0.64/0.36 = 0.587 ¦ 0.21/0.36
                noted rounded_early N7: 0.33*0.643/0.357 ¦ 0.214/(0.214+0.143) ¦ 1 - 0.142857/0.357
                noted rounded_early N7: 33 % · 64 % / 36 %
                unmarked: 0.3*0.6/0.4",
        ),
        (
            "weather",
            RAW,
            "P(Yes)",
            "
            noted cut_off: 0.642
            correct: 0.643
            wrong: 0.641",
        ),
        (
            "weather",
            RAW,
            "score(Yes)",
            "
                noted rounded_early N7: 0.2112 ¦ 0.33·0.64
                unmarked: 0.3·0.6
                wrong: 0.5·0.64",
        ),
        (
            "chinese-japan",
            "",
            "P(c | x)",
            "
                correct: 0.69 ¦ 0.6898 ¦ .690 ¦ 69 %
                unmarked: 0.7 ¦ 0.6
                // With scores rounded to four decimals it is 0.75.
                wrong: 0.8 ¦ 0.710 ¦ 0.75
                noted rounded_early N7: 0.700 ¦ 0.6940
                noted cut_off: 0.689 ¦ 0.68 ¦ 68.9 %
                wrong B8: 0.31 ¦ 0.3102",
        ),
        (
            "chinese-japan",
            "",
            "score(c)",
            "
                correct: 3.0e-4 ¦ 3.0·10^-4 ¦ 3.01e-4 ¦ 0.00030 ¦ 0.000301
                unmarked: 0.0003 ¦ 3e-4 ¦ 0.000
                wrong: 3.2e-4 ¦ 0.0004
                noted rounded_early N7: 2.922e-4",
        ),
        (
            "chinese-japan",
            "",
            "ln score(c)",
            "
                correct: -8.108 ¦ ln(81/268912) ¦ -8.1077 ¦ -8.11 ¦ ln(3/4) + 3ln(6/14) + 2·ln(1/14)
                correct: log(81/268912) ¦ log 81/268912
                wrong: 8.11 ¦ log10(81/268912)
                noted cut_off: -8.107",
        ),
        (
            "play-tennis",
            "",
            "P(Sunny | Yes)",
            "wrong: 0.5*0.4999 ¦ e^-1.3863 ¦ 1/3.999 ¦ 2.9999/12 ¦ 0.5·0.5001",
        ),
        ("iris", "model = \"gaussian\"", "P(virginica)", "wrong: 0.577^2 ¦ 0.6667/2.0002"),
        // The density as a well-known page prints it, from a variance rounded to 122.92.
        ("person", "", "p(weight=130 | male)", "noted rounded_early N7: 5.9881e-6"),
        // Numbers that are no fractions are compared to a billionth. A density may exceed 1, and is not a percentage.
        (
            "person",
            "",
            "p(height=6 | male)",
            "
                correct: 1.58 ¦ 1.57888 ¦ 1.6
                noted cut_off: 1.5788 ¦ 1.57
                wrong: 1.50 ¦ 3
                wrong N11: 15.8
                noted rounded_early N7: 1/sqrt(2π·0.035033)·e^(-(6-5.855)²/(2·0.035033))",
        ),
        // A right value in the form of another rule is right by luck.
        (
            "weather",
            "alpha = \"1\"",
            "P(Sunny | Yes)",
            "correct: 4/12 ¦ 1/3 ¦ 0.33 ¦ (3+1)/(9+3)\nnoted lucky S1: 3/9",
        ),
        ("spam", RAW, "P(spam | x)", "correct: 0/0 ¦ undefined\nwrong: 0 ¦ 0.5"),
        ("weather", RAW, "P(Sunny | Yes)", "wrong: 0/0 ¦ not defined"),
    ] {
        holds(&key(name, over, of), rows);
    }
    let mut key = key("weather", RAW, "P(Sunny | Yes)");
    key.policy.unreduced = Unreduced::Note;
    holds(&key, "noted unreduced: 3/9\ncorrect: 1/3 ¦ 0.33");
}

#[test]
fn a_tie_is_right_either_way_and_decides_by_fractions() {
    let eighth = Key::plain("P", Some(exact("1/8")), true);
    holds(&eighth, "correct: 0.12 ¦ 0.13\nwrong: 0.14");
    // In floats 46.0 is outside 45.8 ± 0.2.
    let near = Key::plain("mean", Some(exact("4595/100")), false);
    holds(&near, "correct: 46.0 ¦ 45.9 ¦ 46\nwrong: 45.90 ¦ 45");
}

#[test]
fn known_mistakes_are_named_unless_the_answer_is_right() {
    let mut key = key("weather", RAW, "P(Sunny | Yes)");
    key.mistakes = [
        ("B4", "3/14"),
        ("B22", "2/9"),
        ("B23", "2/9"),
        ("B18", "9/5"),
        ("S1", "0"),
        ("A1", "4/9"),
        ("A2", "4/9"),
        ("A3", "4/9"),
        ("Z", "334/1000"),
    ]
    .map(|(tag, value)| mistake(tag, value))
    .to_vec();
    holds(
        &key,
        "
            wrong B4: 3/14 ¦ 0.2143 ¦ 0.21 ¦ 0.33·0.64 ¦ 3/9·9/14
            wrong: 0.2
            wrong B22 B23: 2/9 ¦ 0.22
            wrong B18: 1.8 ¦ 9/5
            unmarked N10: 1.79
            wrong S1: 0 ¦ 0.00
            wrong A1 A2 A3: 4/9
            correct: 0.33
            wrong Z: 0.334",
    );
    let two = mark(&Answer::alone("2/9"), &key).message.plain();
    assert!(two.contains("This is B22.") && two.contains("This is B23."), "{two}");
    let many = mark(&Answer::alone("4/9"), &key).message.plain();
    assert!(!many.contains("This is"), "more than two are no cause: {many}");
    key.mistakes = vec![Candidate { flips: Some("No".into()), ..mistake("B2", "5/11") }];
    let flips = mark(&Answer::alone("0.4545"), &key);
    assert_eq!(flips.message.plain(), "This is B2. With this slip the answer would change to No.");
}

#[test]
fn harmless_and_rounding_mistakes_are_no_misses() {
    let mut harmless = key("chinese-japan", "", "score(c)");
    let coefficient = Candidate { harmless: true, ..mistake("X16", "1620/268912") };
    harmless.mistakes = vec![coefficient, mistake("N7", "2922/10000000")];
    holds(&harmless, "noted X16: 6.024e-3\nnoted rounded_early N7: 2.922e-4");
    let mut early = key("weather", RAW, "P(Yes | Sunny)");
    early.mistakes = vec![mistake("Q", "591/1000")];
    holds(&early, "noted rounded_early N7: 0.59\nwrong Q: 0.591");
}

#[test]
fn an_exercise_accepts_its_own_answers_and_sets_the_figures() {
    let mut key = key("chinese-japan", "", "score(c)");
    key.accept = vec!["0.0003".into()];
    holds(&key, "correct: 0.0003 ¦ 3e-4\nwrong: 0.0004");
    key.accept.clear();
    key.policy.figures = 3;
    holds(&key, "unmarked: 3.0e-4\ncorrect: 3.01e-4");
}

#[test]
fn the_students_own_lines_come_before_known_mistakes() {
    let mut key = key("weather", RAW, "score(Yes)");
    key.carried = Some(exact("27/196"));
    key.mistakes = vec![mistake("B5", "27/196")];
    let marked = mark(&Answer::alone("3/14*9/14"), &key);
    assert_eq!((verdict(&marked).as_str(), marked.carried), ("correct", true));
    let right = mark(&Answer::alone("3/14"), &key);
    assert_eq!((verdict(&right).as_str(), right.carried), ("correct", false));
    key.carried = Some(Number::zero());
    holds(&key, "correct: 0\nwrong B5: 27/196");
}

#[test]
fn a_decision_is_a_class_and_a_number_is_a_number() {
    let study = sample("weather", "");
    let fitted = model(&study);
    let case = study.cases().unwrap().remove(0);
    for (of, typed, expected) in [
        ("class", "Yes", "correct"),
        ("class", "yes", "correct"),
        ("class", "class = Yes", "correct"),
        ("decision", "No", "wrong B30"),
        ("class", "0.6", "wrong B21"),
        ("class", "0.7", "unmarked"),
        ("class", "maybe", "unmarked"),
        ("P(Yes | x)", "Yes", "wrong B20"),
        ("P(Y|S)", "P(Y|S) = 0.60", "correct"),
        ("P(S|Y)", "p(s|y) = 3/9", "correct"),
        ("P(Sunny|Yes)", "P(Sunny|No) = 3/9", "unmarked"),
        ("P(Yes)", "P(Yes) = 9/14 = 0.64", "correct"),
        ("P(Yes | x)", "P(Sunny|Yes)·P(Yes)/P(Sunny) = 3/5", "correct"),
    ] {
        let (asked, _) = Asked::find(&fitted, None, of).unwrap();
        let marked = check(&fitted, Some(&case), &asked, Answer::alone(typed)).unwrap().marked;
        assert_eq!(verdict(&marked), expected, "{typed} for {of}");
    }
}

#[test]
fn messages_on_wrong_answers_do_not_have_the_answer() {
    let (posterior, factor) = (key("chinese-japan", "", "P(c | x)"), key("weather", RAW, "P(Sunny | Yes)"));
    for (key, answer, typed) in [
        (&posterior, ["0.69", "0.68", "4782969"], "0.5 ¦ 0.31 ¦ 0.75 ¦ 1/2 ¦ 0.699 ¦ 6.898 ¦ 0/0 ¦ 0.0690"),
        (&factor, ["3/9", "1/3", "0.33"], "3/14 ¦ 2/5 ¦ 0.35 ¦ 6/9 ¦ 30 %"),
    ] {
        for typed in listed(typed) {
            let marked = mark(&Answer::alone(typed), key);
            let text = format!("{} {}", marked.message.plain(), marked.hint.plain()).replace(typed, "");
            assert!(answer.iter().all(|answer| !text.contains(answer)), "{typed}: {text}");
        }
    }
}

fn truths() -> impl Strategy<Value = BigRational> {
    (1i64..5_000, 1i64..5_000).prop_map(|(a, b)| BigRational::new(a.into(), (a + b).into()))
}

proptest! {
    #[test]
    fn the_truth_in_any_figures_is_correct(truth in truths(), figures in 2usize..12, decimals in 2usize..12) {
        let key = Key::plain("P", Some(Number::Exact(truth.clone())), true);
        let number = Number::Exact(truth);
        let text = number.significant(figures).pointed().to_owned();
        prop_assert_eq!(verdict(&mark(&Answer::alone(&text), &key)), "correct", "{}", text);
        let text = number.fixed(decimals).pointed().to_owned();
        if text.trim_start_matches(['0', '.']).len() >= 2 {
            prop_assert_eq!(verdict(&mark(&Answer::alone(&text), &key)), "correct", "{}", text);
            let comma = text.replace('.', ",");
            prop_assert_eq!(verdict(&mark(&Answer::read(&comma, DecimalMark::Comma), &key)), "correct", "{}", comma);
        }
    }

    #[test]
    fn anything_can_be_typed(text in ".{0,60}", signs in "[-0-9.,/*^()+ ex%=√²½]{0,80}", nines in "[(9^*/.e-]{0,200}") {
        let sunny = Key::plain("P", Some(exact("1/3")), true);
        for typed in [text, signs, nines] {
            let answer = Answer::alone(&typed);
            prop_assert_eq!(&answer.typed, &typed);
            let marked = mark(&answer, &sunny);
            prop_assert!(!marked.message.plain().is_empty());
            if matches!(answer.parsed, ParsedAnswer::Unread(_)) {
                prop_assert_eq!(marked.verdict, Verdict::Unmarked);
            }
        }
    }
}

#[test]
fn hard_expressions_take_little_time() {
    let key = key("chinese-japan", "", "P(c | x)");
    let started = std::time::Instant::now();
    for typed in [
        "1.1e-900*".repeat(100) + "1",
        "0.1+".repeat(240) + "0.1",
        "(1/7)^999+".repeat(90) + "1",
        "1/7919+".repeat(120) + "1",
        "√".repeat(900) + "2",
        "2^".repeat(400) + "2",
        "-".repeat(990) + "1",
        "9^9^9^9".into(),
        "1e9999·1e-9999".into(),
        "(1e-9999)^9999".into(),
        "exp(".repeat(20) + "1" + &")".repeat(20),
        "0.1^0.1^0.1^0.1".into(),
    ] {
        mark(&Answer::alone(&typed), &key);
    }
    assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
}

#[test]
fn a_wrong_number_that_is_another_one_of_the_exercise_is_named() {
    for (name, over, of, typed, other) in [
        ("weather", RAW, "score(Yes)", "9/14", "P(Yes)"),
        ("weather", RAW, "score(Yes)", "0,64", "P(Yes)"),
        ("weather", RAW, "ln score(Yes)", "0.2143", "score(Yes)"),
        ("weather", RAW, "P(Weather=Sunny | Yes)", "9/14", "P(Yes)"),
        ("weather", RAW, "ln score(Yes)", "-0.442", "ln P(Yes)"),
        ("person", "variance = \"unbiased\"", "var(height | male)", "5.855", "mean(height | male)"),
        // Not of one figure, and not a count.
        ("weather", RAW, "score(Yes)", "0.6", ""),
        ("weather", RAW, "score(Yes)", "9", ""),
        ("weather", RAW, "P(Yes)", "0.5", ""),
    ] {
        let marked = checked(name, over, of, typed).marked;
        let message = marked.message.text(Answer::alone(typed).face(Face::default()));
        if other.is_empty() {
            assert!(!message.contains("the question asks for"), "{typed} for {of}: {message}");
            continue;
        }
        assert_eq!(message, format!("{typed} is {other}, but the question asks for {of}."));
        assert_eq!(verdict(&marked), "wrong", "no tag: which slip led there is not known");
    }
    // A known cause comes first; a label with the only value of the case asks the same question.
    for (of, typed, expected) in [
        ("score(Yes)", "1/3", "wrong B1"),
        ("P(Yes | x)", "P(Yes|Sunny) = 0.6", "correct"),
        ("P(Yes | x)", "P(No|Sunny) = 0.6", "unmarked"),
    ] {
        assert_eq!(verdict(&checked("weather", RAW, of, typed).marked), expected, "{typed}");
    }
}
