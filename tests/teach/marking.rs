//! The marking rule, read as a specification: what was written, and what is said of it.

use crate::models;
use crate::questions::told;

use models::{exact, model, sample};
use num_rational::BigRational;
use posterior::math::{Face, Number};
use posterior::practice::{
    Answer, Asked, Candidate, DecimalMark, Graded, Key, ParsedAnswer, Unreduced, Verdict, check, mark,
};
use proptest::prelude::*;

/// The key of a number of a sample, without the catalogue: what is tested here is the rule.
fn key(name: &str, over: &str, of: &str) -> Key {
    let study = sample(name, over);
    let fitted = model(&study);
    let case = study.cases().unwrap().into_iter().next();
    let (Asked::Number(quantity), _) = Asked::find(&fitted, None, of).unwrap() else { panic!("{of}") };
    Key { mistakes: Vec::new(), ..Key::of(&fitted, case.as_ref(), &quantity).unwrap() }
}

/// `correct`, `noted cut_off`, `wrong B4 B7`.
fn said(marked: &Graded) -> String {
    let note = marked.note.map(|note| format!(" {}", note.word())).unwrap_or_default();
    let causes: String = marked.causes.iter().map(|cause| format!(" {cause}")).collect();
    format!("{}{note}{causes}", marked.verdict.word())
}

fn holds(key: &Key, rows: &[(&str, &str)]) {
    for (typed, verdict) in rows {
        let marked = mark(&Answer::alone(typed), key);
        assert_eq!(said(&marked), *verdict, "{typed} for {}: {}", key.of, marked.message.plain());
        assert!(!marked.message.plain().is_empty() && !marked.message.plain().contains("close enough"));
    }
}

/// The answers in a text, between signs or on lines of their own.
pub fn listed(text: &str) -> Vec<&str> {
    text.split(['¦', '\n']).map(str::trim).filter(|typed| !typed.is_empty()).collect()
}

const RAW: &str = "alpha = \"0\"";

fn mistake(tag: &'static str, value: Option<Number>) -> Candidate {
    Candidate {
        tag,
        value,
        message: format!("This is {tag}.").into(),
        hint: format!("Look at {tag}.").into(),
        flips: None,
        harmless: false,
    }
}

/// Cut off is only what has the figures of the number: not what is a whole unit below a number that is written so itself.
#[test]
fn cut_off_is_only_what_was_cut() {
    let of = key("weather", RAW, "P(Sunny | Yes)");
    for (value, typed, verdict) in [
        (4.6, "4.5", "wrong"),
        (4.6, "4.59", "wrong N12"),
        (4.6, "4.6", "correct"),
        (4.66, "4.6", "noted cut_off"),
        (4.599, "4.59", "noted cut_off"),
        (0.152, "0.151", "wrong N12"),
        (0.1529, "0.152", "noted cut_off"),
        (122.92, "122.9", "correct"),
        (122.98, "122.9", "noted cut_off"),
    ] {
        let truth = Key { truth: Some(Number::Float(value)), is_share: false, predicted: None, ..of.clone() };
        let marked = mark(&Answer::alone(typed), &truth);
        assert_eq!(said(&marked), verdict, "{typed} for {value}: {}", marked.message.plain());
    }
}

#[test]
fn an_answer_is_read_exactly_as_it_is_written() {
    let sunny = key("weather", RAW, "P(Sunny | Yes)");
    let typed = listed(
        r"
        3/9 ¦ 1/3 ¦ 6/18 ¦ 3 / 9 ¦ (3)(1/9) ¦ 3/9*1 ¦ 3/9·1 ¦ 3×1/9 ¦ 3/9 x 1 ¦ 3 : 9 ¦ ⅓
        3⁄9 ¦ ３/９ ¦ P(Sunny|Yes) = 3/9 ¦ P(Weather=Sunny | Yes) = 3/9 ¦ ≈ 0.33 ¦ = 3/9
        ~0.33 ¦ 0.33 ¦ 0,33 ¦ .33 ¦ ,33 ¦ 33 % ¦ 33% ¦ 33.3 % ¦ 33,3 % ¦ 33 percent ¦ 3.3e-1
        3.3·10^-1 ¦ 3.3x10^-1 ¦ 3,3 · 10⁻¹ ¦ 3.3*10**-1 ¦ 33·10^-2 ¦ 3/9 = 1/3 = 0.333
        1 − 6/9 ¦ 1-6/9 ¦ (1/9 + 2/9) ¦ √(1/9) ¦ sqrt(1/9) ¦ 3^-1 ¦ 3⁻¹ ¦ 3/9 9/9 ¦ [3]/{9}
        +3/9 ¦ --3/9 ¦ “3/9” ¦ 1/(1+2) ¦ ln(e)/3 ¦ exp(0)/3 ¦ 1/√9 ¦ (1/9)^(1/2) ¦ 0.5/1.5
    ",
    );
    for typed in typed.into_iter().chain([" 3/9 ", "3\u{2009}/\u{2009}9"]) {
        holds(&sunny, &[(typed, "correct")]);
    }
    let typed = listed(
        r"
        \frac{3}{9} ¦ $\dfrac39$ ¦ \(\frac{1}{9}+\frac{2}{9}\) ¦ \frac{3}{9} \approx 0{,}33
        P(\text{Sunny}\mid \text{Yes}) = \frac{3}{9} ¦ 3.3\cdot 10^{-1} ¦ 3÷9
        3 over 9 ¦ 33 per cent ¦ about 0.33 ¦ approx. 0.33 ¦ 0.33 approximately ¦ 0.33.
        3/9; ¦ '3/9' ¦ 3/9 -> 0.33 ¦ 3/9 => 0.33 ¦ 3/9 → 0.33 ¦ P(Sunny|Yes): 3/9
    ",
    );
    for typed in typed {
        holds(&sunny, &[(typed, "correct")]);
    }
    let document = key("chinese-japan", "", "score(c)");
    for typed in ["3/4 · (6/14)³ · 1/14 · 1/14", "3/4(6/14)^3(1/14)^2", "0.75*(6/14)**3/14²", "81/268912"]
    {
        holds(&document, &[(typed, "correct")]);
    }
}

#[test]
fn what_cannot_be_read_is_asked_and_not_marked() {
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
    let asked = |typed: &str| mark(&Answer::alone(typed), &sunny).message.plain();
    assert_eq!(asked("33"), "A probability is at most 1. Did you mean 33 %?");
    assert!(asked("0,3 0.3").contains("decimal mark"));
    assert!(asked("3/9 = 0.34").contains("not equal"));
    assert!(asked("3 9").contains("side by side"));
    for typed in ["x", "/", "-", "x 3/9", "3/9 ·"] {
        assert!(asked(typed).contains("cannot be read as part of a number"), "{typed}: {}", asked(typed));
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
    let on = |typed: &str, mark_of: DecimalMark| said(&mark(&Answer::read(typed, mark_of), &logarithm));
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
    holds(
        &key("chinese-japan", "", "ln score(c)"),
        &[("log(81/268912)", "correct"), ("log 81/268912", "correct"), ("log10(81/268912)", "wrong")],
    );
}

#[test]
fn a_formula_that_only_comes_near_is_wrong() {
    for (sample, over, of, near) in [
        (
            "play-tennis",
            "",
            "P(Sunny | Yes)",
            &["0.5*0.4999", "e^-1.3863", "1/3.999", "2.9999/12", "0.5·0.5001"][..],
        ),
        ("weather", RAW, "P(Yes | Sunny)", &["0.5987+0.0012", "0.77^2", "0.33*0.64/0.37"]),
        ("iris", "model = \"gaussian\"", "P(virginica)", &["0.577^2", "0.6667/2.0002"]),
    ] {
        let of = key(sample, over, of);
        near.iter().for_each(|typed| holds(&of, &[(typed, "wrong")]));
    }
    // With all that the decimals stand for in their places, these come to the value itself.
    holds(
        &key("weather", RAW, "P(Yes | Sunny)"),
        &[
            ("0.33*0.643/0.357", "noted rounded_early N7"),
            ("0.214/(0.214+0.143)", "noted rounded_early N7"),
            ("1 - 0.142857/0.357", "noted rounded_early N7"),
            ("33 % · 64 % / 36 %", "noted rounded_early N7"),
            ("0.3*0.6/0.4", "unmarked"),
        ],
    );
}

#[test]
fn what_was_read_is_reported_in_one_notation() {
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
fn every_figure_that_was_written_counts() {
    holds(
        &key("weather", RAW, "P(Sunny | Yes)"),
        &[
            ("0.33", "correct"),
            ("0.333333", "correct"),
            ("0.34", "wrong"),
            ("0.35", "wrong"),
            ("0.32", "wrong"),
            ("0.330", "wrong"),
            ("0.334", "wrong N12"),
            ("33.4 %", "wrong N12"),
            ("0.3", "unmarked"),
            ("0.4", "wrong"),
            ("0.2", "wrong"),
            ("0.0", "wrong"),
            ("1", "wrong"),
            ("0", "wrong"),
            ("1/4", "wrong"),
            ("2/9", "wrong"),
        ],
    );
    holds(
        &key("weather", RAW, "P(Yes | Sunny)"),
        &[
            ("0.6", "correct"),
            ("0.60", "correct"),
            ("0.600", "correct"),
            ("3/5", "correct"),
            ("60 %", "correct"),
            ("60", "unmarked N10"),
            ("0.61", "wrong"),
        ],
    );
    holds(
        &key("chinese-japan", "", "P(c | x)"),
        &[
            ("0.69", "correct"),
            ("0.6898", "correct"),
            (".690", "correct"),
            ("69 %", "correct"),
            ("0.7", "unmarked"),
            ("0.6", "unmarked"),
            ("0.8", "wrong"),
            ("0.700", "noted rounded_early N7"),
            ("0.710", "wrong"),
        ],
    );
    holds(
        &key("chinese-japan", "", "score(c)"),
        &[
            ("3.0e-4", "correct"),
            ("3.0·10^-4", "correct"),
            ("3.01e-4", "correct"),
            ("0.00030", "correct"),
            ("0.000301", "correct"),
            ("0.0003", "unmarked"),
            ("3e-4", "unmarked"),
            ("0.000", "unmarked"),
            ("3.2e-4", "wrong"),
            ("0.0004", "wrong"),
        ],
    );
}

#[test]
fn a_tie_is_right_either_way_and_decides_by_fractions() {
    let eighth = Key::plain("P", Some(exact("1/8")), true);
    holds(&eighth, &[("0.12", "correct"), ("0.13", "correct"), ("0.14", "wrong")]);
    // In floats 46.0 is outside 45.8 ± 0.2.
    let near = Key::plain("mean", Some(exact("4595/100")), false);
    holds(
        &near,
        &[("46.0", "correct"), ("45.9", "correct"), ("45.90", "wrong"), ("46", "correct"), ("45", "wrong")],
    );
}

#[test]
fn cutting_off_is_right_with_a_note() {
    holds(
        &key("chinese-japan", "", "P(c | x)"),
        &[("0.689", "noted cut_off"), ("0.68", "noted cut_off"), ("68.9 %", "noted cut_off")],
    );
    holds(&key("chinese-japan", "", "ln score(c)"), &[("-8.107", "noted cut_off"), ("-8.108", "correct")]);
    holds(
        &key("weather", RAW, "P(Yes)"),
        &[("0.642", "noted cut_off"), ("0.643", "correct"), ("0.641", "wrong")],
    );
}

#[test]
fn rounding_on_the_way_is_right_with_a_note() {
    holds(
        &key("weather", RAW, "P(Yes | Sunny)"),
        &[
            ("0.59", "noted rounded_early N7"),
            ("0.587", "noted rounded_early N7"),
            ("0.33*0.64/0.36", "noted rounded_early N7"),
            ("0.33·0.64/0.36 = 0.587", "noted rounded_early N7"),
            ("0.21/0.36", "noted rounded_early N7"),
            ("0.33*0.64", "wrong"),
        ],
    );
    holds(
        &key("weather", RAW, "score(Yes)"),
        &[
            ("0.2112", "noted rounded_early N7"),
            ("0.33·0.64", "noted rounded_early N7"),
            ("0.3·0.6", "unmarked"),
            ("0.5·0.64", "wrong"),
        ],
    );
    holds(&key("chinese-japan", "", "score(c)"), &[("2.922e-4", "noted rounded_early N7")]);
    // Scores rounded to four decimals lose too much.
    holds(&key("chinese-japan", "", "P(c | x)"), &[("0.6940", "noted rounded_early N7"), ("0.75", "wrong")]);
    // The density as a well-known page prints it, from a variance rounded to 122.92.
    holds(&key("person", "", "p(weight=130 | male)"), &[("5.9881e-6", "noted rounded_early N7")]);
}

#[test]
fn what_is_no_fraction_is_compared_to_a_billionth() {
    holds(
        &key("person", "", "p(height=6 | male)"),
        &[
            ("1.58", "correct"),
            ("1.57888", "correct"),
            ("1.6", "correct"),
            ("1.5788", "noted cut_off"),
            ("1.57", "noted cut_off"),
            ("1.50", "wrong"),
            ("1/sqrt(2π·0.035033)·e^(-(6-5.855)²/(2·0.035033))", "noted rounded_early N7"),
        ],
    );
    holds(
        &key("chinese-japan", "", "ln score(c)"),
        &[
            ("ln(81/268912)", "correct"),
            ("-8.1077", "correct"),
            ("-8.11", "correct"),
            ("8.11", "wrong"),
            ("ln(3/4) + 3ln(6/14) + 2·ln(1/14)", "correct"),
        ],
    );
}

#[test]
fn one_slip_of_any_number_is_named_but_not_of_a_whole_one() {
    holds(
        &key("weather", RAW, "P(Sunny | Yes)"),
        &[
            ("6/9", "wrong B8"),
            ("0.67", "wrong B8"),
            ("0.033", "wrong N11"),
            ("0.33 %", "unmarked N10"),
            ("0", "wrong"),
        ],
    );
    holds(&key("chinese-japan", "", "P(c | x)"), &[("0.31", "wrong B8"), ("0.3102", "wrong B8")]);
    // A density may exceed 1, and is not a percentage.
    holds(&key("person", "", "p(height=6 | male)"), &[("3", "wrong"), ("15.8", "wrong N11")]);
}

#[test]
fn a_known_mistake_is_reported_after_what_is_right() {
    let mut key = key("weather", RAW, "P(Sunny | Yes)");
    key.mistakes = vec![
        mistake("B4", Some(exact("3/14"))),
        mistake("B22", Some(exact("2/9"))),
        mistake("B23", Some(exact("2/9"))),
        mistake("B18", Some(exact("9/5"))),
        mistake("S1", Some(Number::zero())),
        mistake("A1", Some(exact("4/9"))),
        mistake("A2", Some(exact("4/9"))),
        mistake("A3", Some(exact("4/9"))),
        mistake("Z", Some(exact("334/1000"))),
    ];
    holds(
        &key,
        &[
            ("3/14", "wrong B4"),
            ("0.2143", "wrong B4"),
            ("0.21", "wrong B4"),
            ("0.33·0.64", "wrong B4"),
            ("3/9·9/14", "wrong B4"),
            ("0.2", "wrong"),
            ("2/9", "wrong B22 B23"),
            ("0.22", "wrong B22 B23"),
            ("1.8", "wrong B18"),
            ("9/5", "wrong B18"),
            ("1.79", "unmarked N10"),
            ("0", "wrong S1"),
            ("0.00", "wrong S1"),
            ("4/9", "wrong A1 A2 A3"),
            ("0.33", "correct"),
            ("0.334", "wrong Z"),
        ],
    );
    let two = mark(&Answer::alone("2/9"), &key).message.plain();
    assert!(two.contains("This is B22.") && two.contains("This is B23."), "{two}");
    let many = mark(&Answer::alone("4/9"), &key).message.plain();
    assert!(!many.contains("This is"), "more than two are no cause: {many}");
    key.mistakes = vec![Candidate { flips: Some("No".into()), ..mistake("B2", Some(exact("5/11"))) }];
    let flips = mark(&Answer::alone("0.4545"), &key);
    assert_eq!(flips.message.plain(), "This is B2. With this slip the answer would change to No.");
}

#[test]
fn what_is_harmless_or_rounding_is_no_miss_though_it_is_catalogued() {
    let mut key = key("chinese-japan", "", "score(c)");
    let harmless = Candidate { harmless: true, ..mistake("X16", Some(exact("1620/268912"))) };
    key.mistakes = vec![harmless, mistake("N7", Some(exact("2922/10000000")))];
    holds(&key, &[("6.024e-3", "noted X16"), ("2.922e-4", "noted rounded_early N7")]);
}

#[test]
fn rounding_on_the_way_comes_before_a_rounded_mistake() {
    let mut key = key("weather", RAW, "P(Yes | Sunny)");
    key.mistakes = vec![mistake("Q", Some(exact("591/1000")))];
    holds(&key, &[("0.59", "noted rounded_early N7"), ("0.591", "wrong Q")]);
}

#[test]
fn an_exercise_accepts_what_it_prints() {
    let mut key = key("chinese-japan", "", "score(c)");
    key.accept = vec!["0.0003".into()];
    holds(&key, &[("0.0003", "correct"), ("3e-4", "correct"), ("0.0004", "wrong")]);
    key.accept.clear();
    key.policy.figures = 3;
    holds(&key, &[("3.0e-4", "unmarked"), ("3.01e-4", "correct")]);
}

#[test]
fn the_students_own_lines_carry_on_before_mistakes() {
    let mut key = key("weather", RAW, "score(Yes)");
    key.carried = Some(exact("27/196"));
    key.mistakes = vec![mistake("B5", Some(exact("27/196")))];
    let marked = mark(&Answer::alone("3/14*9/14"), &key);
    assert_eq!((said(&marked).as_str(), marked.carried), ("correct", true));
    let right = mark(&Answer::alone("3/14"), &key);
    assert_eq!((said(&right).as_str(), right.carried), ("correct", false));
    key.carried = Some(Number::zero());
    holds(&key, &[("0", "correct"), ("27/196", "wrong B5")]);
}

#[test]
fn a_right_value_in_the_form_of_another_rule_is_called_lucky() {
    holds(
        &key("weather", "alpha = \"1\"", "P(Sunny | Yes)"),
        &[
            ("4/12", "correct"),
            ("1/3", "correct"),
            ("0.33", "correct"),
            ("3/9", "noted lucky S1"),
            ("(3+1)/(9+3)", "correct"),
        ],
    );
    let mut key = key("weather", RAW, "P(Sunny | Yes)");
    key.policy.unreduced = Unreduced::Note;
    holds(&key, &[("3/9", "noted unreduced"), ("1/3", "correct"), ("0.33", "correct")]);
}

#[test]
fn what_is_undefined_is_answered_so() {
    let spam = key("spam", RAW, "P(spam | x)");
    holds(&spam, &[("0/0", "correct"), ("undefined", "correct"), ("0", "wrong"), ("0.5", "wrong")]);
    let sunny = key("weather", RAW, "P(Sunny | Yes)");
    holds(&sunny, &[("0/0", "wrong"), ("not defined", "wrong")]);
}

#[test]
fn a_decision_is_a_class_and_a_number_is_a_number() {
    let study = sample("weather", "");
    let fitted = model(&study);
    let case = study.cases().unwrap().remove(0);
    let told = |of: &str, typed: &str| {
        let (asked, _) = Asked::find(&fitted, None, of).unwrap();
        said(&check(&fitted, Some(&case), &asked, Answer::alone(typed)).unwrap().marked)
    };
    for (of, typed, verdict) in [
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
        assert_eq!(told(of, typed), verdict, "{typed} for {of}");
    }
}

#[test]
fn a_miss_never_tells_the_answer() {
    let (posterior, factor) = (key("chinese-japan", "", "P(c | x)"), key("weather", RAW, "P(Sunny | Yes)"));
    for (key, answer, typed) in [
        (&posterior, ["0.69", "0.68", "4782969"], "0.5 ¦ 0.31 ¦ 0.75 ¦ 1/2 ¦ 0.699 ¦ 6.898 ¦ 0/0 ¦ 0.0690"),
        (&factor, ["3/9", "1/3", "0.33"], "3/14 ¦ 2/5 ¦ 0.35 ¦ 6/9 ¦ 30 %"),
    ] {
        for typed in listed(typed) {
            let marked = mark(&Answer::alone(typed), key);
            let told = format!("{} {}", marked.message.plain(), marked.hint.plain()).replace(typed, "");
            assert!(answer.iter().all(|answer| !told.contains(answer)), "{typed}: {told}");
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
        prop_assert_eq!(said(&mark(&Answer::alone(&text), &key)), "correct", "{}", text);
        let text = number.fixed(decimals).pointed().to_owned();
        if text.trim_start_matches(['0', '.']).len() >= 2 {
            prop_assert_eq!(said(&mark(&Answer::alone(&text), &key)), "correct", "{}", text);
            let comma = text.replace('.', ",");
            prop_assert_eq!(said(&mark(&Answer::read(&comma, DecimalMark::Comma), &key)), "correct", "{}", comma);
        }
    }

    #[test]
    fn the_truth_cut_off_is_correct_or_noted(truth in truths(), decimals in 2u32..9) {
        let key = Key::plain("P", Some(Number::Exact(truth.clone())), true);
        let scale = BigRational::from_integer(10i64.pow(decimals).into());
        let cut = Number::Exact((&truth * &scale).floor() / scale);
        let text = cut.fixed(decimals as usize).pointed().to_owned();
        prop_assume!(text.trim_start_matches(['0', '.']).len() >= 2);
        let verdict = said(&mark(&Answer::alone(&text), &key));
        prop_assert!(verdict == "correct" || verdict == "noted cut_off", "{}: {}", text, verdict);
    }

    #[test]
    fn what_is_a_unit_off_is_never_right(truth in truths(), decimals in 2u32..7, units in 1i64..40, below in any::<bool>()) {
        let key = Key::plain("P", Some(Number::Exact(truth.clone())), true);
        let unit = BigRational::new(1.into(), 10i64.pow(decimals).into());
        let off = unit * BigRational::new((units * 10 + 16).into(), 10.into());
        let wrong = Number::Exact(if below { truth - off } else { truth + off });
        let marked = mark(&Answer::alone(wrong.fixed(decimals as usize).pointed()), &key);
        prop_assert!(!matches!(marked.verdict, Verdict::Correct | Verdict::Noted), "{}", marked.message.plain());
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
fn what_is_hard_to_work_out_takes_no_time() {
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
        ("weather", RAW, "score(Yes)", "0.643", "P(Yes)"),
        ("weather", RAW, "score(Yes)", "0,64", "P(Yes)"),
        ("weather", RAW, "ln score(Yes)", "0.2143", "score(Yes)"),
        ("weather", RAW, "P(Weather=Sunny | Yes)", "9/14", "P(Yes)"),
        ("weather", RAW, "ln score(Yes)", "-0.442", "ln P(Yes)"),
        ("person", "variance = \"unbiased\"", "var(height | male)", "5.855", "mean(height | male)"),
    ] {
        let says = format!("{typed} is {other}, but the question asks for {of}.");
        let marked = told(name, over, of, typed).marked;
        let said_of = marked.message.text(Answer::alone(typed).face(Face::default()));
        assert_eq!(said_of, says, "{typed} for {of}");
        assert_eq!(said(&marked), "wrong", "no tag: which slip led there is not known");
    }
}

#[test]
fn of_one_figure_a_count_and_a_known_cause_no_other_number_is_named() {
    for (of, typed) in [("score(Yes)", "0.6"), ("score(Yes)", "9"), ("score(Yes)", "14"), ("P(Yes)", "0.5")] {
        let said = told("weather", RAW, of, typed).marked.message.plain();
        assert!(!said.contains("the question asks for"), "{typed} for {of}: {said}");
    }
    let known = told("weather", RAW, "score(Yes)", "1/3").marked;
    assert_eq!(said(&known), "wrong B1", "{}", known.message.plain());
}

#[test]
fn a_label_that_says_the_same_with_the_only_value_is_the_same_question() {
    let same = told("weather", RAW, "P(Yes | x)", "P(Yes|Sunny) = 0.6").marked;
    assert_eq!(said(&same), "correct", "{}", same.message.plain());
    let other = told("weather", RAW, "P(Yes | x)", "P(No|Sunny) = 0.6").marked;
    assert_eq!(said(&other), "unmarked", "{}", other.message.plain());
}
