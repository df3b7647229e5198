//! Numbers and classes as people and programs write them, on tables with three classes: what was written, and what is said of it.

use crate::marking::listed;
use crate::models;

use posterior::math::{Face, Linear, Number};
use posterior::model::Study;
use posterior::practice::{Answer, Asked, DecimalMark, Graded, Key, ParsedAnswer, Verdict, check, mark};

/// Eighteen ways to work: 5 walk, 6 ride a bike, 7 take the bus.
const WAYS: &str = "weather,hilly,way
sun,yes,walk\nsun,no,walk\nrain,no,walk\nsun,no,walk\ncloud,yes,walk
sun,no,bike\nsun,no,bike\ncloud,no,bike\ncloud,yes,bike\nsun,no,bike\nrain,no,bike
rain,yes,bus\nrain,no,bus\nrain,yes,bus\ncloud,yes,bus\nsun,yes,bus\nrain,yes,bus\ncloud,no,bus
sun,no,?
";

fn said(marked: &Graded) -> String {
    let note = marked.note.map(|note| format!(" {}", note.word())).unwrap_or_default();
    format!("{}{note}", marked.verdict.word())
}

/// What is said of answers to one question, on a sheet with this decimal mark.
fn answers(of: &str, mark: Option<DecimalMark>, rows: &[(&str, &str)]) {
    answers_of(&models::open(WAYS, "alpha = \"0\"\ntarget = \"way\""), of, mark, rows);
}

fn answers_of(study: &Study, of: &str, mark: Option<DecimalMark>, rows: &[(&str, &str)]) {
    let (fitted, case) = (models::model(study), study.cases().unwrap().remove(0));
    let (asked, _) = Asked::find(&fitted, Some(&case), of).unwrap();
    let mut other = Vec::new();
    for (typed, verdict) in rows {
        let answer = mark.map_or_else(|| Answer::alone(typed), |mark| Answer::read(typed, mark));
        let marked = check(&fitted, Some(&case), &asked, answer).unwrap().marked;
        if said(&marked) != *verdict {
            other.push(format!("{typed}: {}, not {verdict}: {}", said(&marked), marked.message.plain()));
        }
    }
    assert!(other.is_empty(), "{of}:\n{}", other.join("\n"));
}

fn all(of: &str, verdict: &str, typed: &[&str]) {
    let rows: Vec<(&str, &str)> = typed.iter().map(|typed| (*typed, verdict)).collect();
    answers(of, None, &rows);
}

/// P(walk) is 5/18, which is 0.2777….
#[test]
fn one_number_in_many_ways() {
    all(
        "P(walk)",
        "correct",
        &listed(
            r"
        5/18 ¦ 0.2778 ¦ 0.278 ¦ 0.28 ¦ .28 ¦ 28% ¦ 27.8 % ¦ 27.8 percent ¦ 27,8 Prozent
        28 per cent ¦ 0.27777777777777778 ¦ 0.2777777777777778 ¦ 2.7777777777777778e-01
        0.27777777777777779 ¦ 5 out of 18 ¦ 5 von 18 ¦ 5 of 18 ¦ =5/18 ¦ = 5/18 ¦ ==5/18
        \frac{5}{18} ¦ \tfrac{5}{18} ¦ \dfrac5{18} ¦ $5/18$ ¦ $\frac{5}{18} \approx 0.28$
        ⁵⁄₁₈ ¦ ⁵/₁₈ ¦ 0.27777… ¦ 0.2777... ¦ 0.2777.. ¦ 0.27... ¦ 2.78e-1 ¦ 2.78E-01 ¦ 2.78 e-1 ¦ 2.78*10^-1 ¦ 2.78·10^-1 ¦ 2.78 x 10^-1
        2.78*10**-1 ¦ 27.8·10-2 ¦ 2.78x10-1 ¦ 5:18 ¦ 5 : 18 ¦ 5÷18 ¦ ≈0.28 ¦ ~0.28
        ca. 0.28 ¦ about 0.278 ¦ etwa 0,28 ¦ 0.278. ¦ “0.278” ¦ '0.278' ¦ `5/18` ¦ **5/18**
        P(walk)=5/18 ¦ P(walk) = 5/18 = 0.2778 ¦ so 0.278 ¦ thus 5/18 ¦ the answer is 0.278
        somit 5/18
    ",
        ),
    );
    all("P(walk)", "correct", &["5\u{a0}/\u{a0}18"]);
    // Repeating digits are asked about.
    all("P(walk)", "unmarked", &["0.2(7)", "0.2\\overline{7}", "0.27\u{305}", "0.(27)", "0.2(8)"]);
    // One figure is too few, with dots as without; and dots go on with the figures that were written.
    answers(
        "P(walk)",
        None,
        &[
            ("0.3", "unmarked"),
            ("0.2…", "unmarked"),
            ("0.26…", "wrong"),
            ("0.279…", "wrong"),
            ("0.28…", "correct"),
            ("0.27", "noted cut_off"),
        ],
    );
}

#[test]
fn equal_values_side_by_side_are_one_answer() {
    all(
        "P(walk)",
        "correct",
        &listed(
            r"
        0.2778 (5/18) ¦ 5/18 (0.2778) ¦ 5/18, 0.2778 ¦ 5/18; 0.2778 ¦ 0.2778, 5/18
        5/18 (27.8 %) ¦ 5/18 (=0.2778) ¦ 5/18 (≈ 0.28)
        5/18 [0.2778] ¦ 5/18 (ca. 0.28) ¦ 5/18 or 0.2778 ¦ 27.8% (0.278)
        0.2778(5/18) ¦ 5/18(0.2778) ¦ 5/18 (10/36) ¦ P(walk)=0.2778 (5/18)
        5/18 = 0.2778 (27.8%) ¦ 5/18 (5 of 18 days) ¦ 5/18 (0,2778) ¦ 0,2778 (5/18)
        0,28; 5/18
    ",
        ),
    );
    all(
        "P(walk)",
        "unmarked",
        &listed(
            r"
        5/18; 6/18 ¦ 5/18, 6/18 ¦ 5/18 or 6/18 ¦ 5/18 (0.34) ¦ 0.28 (6/18)
        P(walk)=5/18; P(bike)=6/18 ¦ 0.3333 or 0.2778 ¦ 5/18 0.3333 ¦ 5/18 = 0.34
        5/18 0.2778 ¦ 0.2778 5/18 ¦ 5/18,0.2778
    ",
        ),
    );
    // What stands in brackets may be a factor.
    all("P(sun | walk)", "correct", &["3/5", "(3/5)(1)", "(6/5)(1/2)", "2 (3/10)", "3 (1/5)", "0.6"]);
    answers(
        "P(sun | walk)",
        None,
        &[("(3/5)(3/5)", "wrong"), ("3/5 (3/5)", "wrong"), ("1/2 (1/2)", "wrong")],
    );
}

#[test]
fn what_stands_beside_a_number() {
    all(
        "P(walk)",
        "correct",
        &listed(
            r"
        0.278 (3 s.f.) ¦ 0.278 (3 sf) ¦ 0.28 (2 dp) ¦ 0.28 (2 d.p.) ¦ 0.278 (rounded)
        0.28 rounded ¦ 0.278 to 3 s.f. ¦ 0.278 to 3 decimal places ¦ 0,278 (gerundet)
        0.28 (auf 2 Stellen gerundet) ¦ 5/18 (0.2778) (4 d.p.) ¦ 5/18 (walk) ¦ 5/18, rounded
        5/18 days ¦ 0.2778 walk ¦ 5/18 because of walk ¦ 5/18 (I counted)
    ",
        ),
    );
    // A word may change everything.
    all("P(walk)", "unmarked", &["not 5/18", "5/18 not", "5 hundred", "5/18 thousand", "maybe 5/18", "walk"]);
    all(
        "P(walk)",
        "wrong",
        &["0.34 sure", "0.28, 0.2812", "0.34 (2 dp)", "6/18 days", "so 6/18", "6/18 (0.3333)"],
    );
}

#[test]
fn what_can_be_read_in_two_ways_is_read_as_the_question_asks() {
    all("P(walk)", "wrong", &["5:13", "7:18", "6:18"]);
    all("P(walk)", "unmarked", &["5:18:3", "5:", ":18"]);
    all(
        "ln P(walk)",
        "correct",
        &listed(
            r"
        ln(5/18) ¦ log(5/18) ¦ ln 5/18 ¦ log 5/18 ¦ -1.281 ¦ -1,281 ¦ −1,281 ¦ -1.28 nats
        log(5/18) = -1.281 ¦ -log(18/5)
    ",
        ),
    );
    all("ln P(walk)", "unmarked", &["log(5/18) = -1.4"]);
    all(
        "ln P(walk)",
        "wrong",
        &["-1,381", "1,281", "log(6/18)", "log10(5/18)", "-0.556", "1.281", "ln(6/18)", "log2(5/18)"],
    );
    // A comma among points, where it can divide no thousands.
    answers(
        "P(walk)",
        Some(DecimalMark::Point),
        &[
            ("0,28", "correct"),
            ("0,2778", "correct"),
            ("0,34", "wrong"),
            ("0,278", "correct"),
            (",278", "correct"),
        ],
    );
    answers(
        "P(walk)",
        Some(DecimalMark::Comma),
        &[("0,28", "correct"), ("5/18, 0,28", "correct"), ("0.28", "correct"), ("0,34", "wrong")],
    );
}

#[test]
fn a_class_in_many_ways() {
    all(
        "class",
        "correct",
        &listed(
            r"
        bike ¦ Bike ¦ BIKE ¦ class bike ¦ class: bike ¦ class = bike ¦ Klasse: bike
        \text{bike} ¦ $\text{bike}$ ¦ BIKE, 51% ¦ bike (0.51) ¦ bike, 51 % ¦ so class bike
        therefore bike ¦ → bike ¦ => bike ¦ bike. ¦ “bike” ¦ **bike** ¦ bi
        the class is bike ¦ bike with probability 0.51 ¦ way = bike ¦ bike: 0.51
        predict bike ¦ bike wins
    ",
        ),
    );
    all("class", "wrong", &["walk", "BUS", "class walk", "walk (0.51)", "so bus"]);
    all(
        "class",
        "unmarked",
        &listed(
            r"
        b ¦ not bike ¦ bike or walk ¦ bike > walk ¦ no idea ¦ maybe bike
        bike is less likely ¦ bikes ¦ 3 ¦ ? ¦ walk: 0.3, bike: 0.6, bus: 0.1
    ",
        ),
    );
}

#[test]
fn yes_and_no_are_classes_like_others() {
    let rows = [
        ("Yes", "correct"),
        ("y", "correct"),
        ("Ja", "correct"),
        ("Klasse: Ja", "correct"),
        ("so class Yes", "correct"),
        ("therefore Yes", "correct"),
        ("Yes (0.6)", "correct"),
        ("Yes, 60 %", "correct"),
        ("No", "wrong"),
        ("nein", "wrong"),
        ("no, it is Yes", "unmarked"),
        ("No idea", "unmarked"),
        ("I do not know", "unmarked"),
    ];
    answers_of(&models::sample("weather", "alpha = \"0\""), "class", None, &rows);
}

/// The first letters of a class name it, but a word that says something else does not.
#[test]
fn a_word_is_not_the_beginning_of_a_class() {
    let csv = "f,class\na,normal\na,normal\na,classic\nb,yesterday\nb,classic\na,?\n";
    let rows = [
        ("normal", "correct"),
        ("norm", "correct"),
        ("no", "unmarked"),
        ("classi", "wrong"),
        ("class", "unmarked"),
        ("yest", "wrong"),
        ("yes", "unmarked"),
    ];
    answers_of(&models::open(csv, "target = \"class\"\nalpha = \"0\""), "class", None, &rows);
}

/// Classes whose names are numbers, and of which one is in another.
#[test]
fn a_class_may_be_a_number_or_part_of_another() {
    let csv = "f,class\na,0\na,0\na,0\nb,1\nb,1\na,10\nb,10\na,?\n";
    let spam = "f,class\na,spam\na,spam\nb,not spam\nb,not spam\nb,New York\na,?\n";
    for (csv, rows) in [
        (
            csv,
            [
                ("0", "correct"),
                ("class 0", "correct"),
                ("0 (0.75)", "correct"),
                ("0.75", "wrong"),
                ("1", "wrong"),
                ("10", "wrong"),
                ("y = 0", "correct"),
            ]
            .as_slice(),
        ),
        (
            spam,
            &[
                ("spam", "correct"),
                ("class spam", "correct"),
                ("not spam", "wrong"),
                ("class: not spam", "wrong"),
                ("new york", "wrong"),
                ("spam, not not spam", "unmarked"),
            ],
        ),
    ] {
        answers_of(&models::open(csv, "alpha = \"0\""), "class", None, rows);
    }
}

/// A whole number stands for what is rounded to it, from two figures on.
#[test]
fn whole_numbers_follow_the_figures_written() {
    for (truth, typed, verdict) in [
        (122.92, "123", "correct"),
        (122.92, "122", "wrong"),
        (122.92, "124", "wrong"),
        (122.92, "120", "unmarked"),
        (122.92, "130", "wrong"),
        (12.4, "12", "correct"),
        (12.6, "12", "wrong"),
        (5.855, "6", "unmarked"),
        (5.855, "5", "wrong"),
        (-12.4, "-12", "correct"),
        (-12.4, "12", "wrong"),
        (0.3, "0", "wrong"),
    ] {
        let key = Key::plain("mean", Some(Number::Float(truth)), false);
        assert_eq!(said(&mark(&Answer::alone(typed), &key)), verdict, "{typed} for {truth}");
    }
    // A count is exact, and so is a probability; a 1 may be 0.97.
    let count = Key::plain("count", Number::ratio(123, 1), false);
    assert_eq!(mark(&Answer::alone("120"), &count).verdict, Verdict::Wrong);
    for (truth, typed, verdict) in
        [(97, "1", "unmarked"), (94, "1", "wrong"), (4, "0", "wrong"), (64, "1", "wrong")]
    {
        let key = Key::plain("P", Number::ratio(truth, 100), true);
        assert_eq!(said(&mark(&Answer::alone(typed), &key)), verdict, "{typed} for {truth} %");
    }
}

fn divisor(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { divisor(b, a % b) }
}

/// Every reduced fraction of numbers up to 40 in the ways that people and programs write it; and off by one in the last figure.
#[test]
fn every_fraction_is_right_as_it_is_written_and_wrong_one_off() {
    let mut tried = 0;
    for bottom in 2..=40_u32 {
        for top in (1..bottom).filter(|top| divisor(*top, bottom) == 1) {
            let key = Key::plain("P", Number::ratio(u64::from(top), u64::from(bottom)), true);
            let verdict = |typed: &str| mark(&Answer::alone(typed), &key).verdict;
            let float = f64::from(top) / f64::from(bottom);
            let mut right = vec![
                format!("{float}"),
                format!("{top}/{bottom}"),
                format!("{top} / {bottom}"),
                format!("{top}:{bottom}"),
            ];
            right.extend([
                format!("{float:.16}"),
                format!("{float:.15}"),
                format!("{float:.14e}"),
                format!("{:?} %", float * 100.0),
                format!("{top}/{bottom} ({float:.3})"),
                format!("{float:.4}, {top}/{bottom}"),
            ]);
            // As a program prints it, but with another fourteenth figure.
            let off = format!("{:.16}", float * (1.0 + 3e-13));
            assert_eq!(verdict(&off), Verdict::Wrong, "{off} for {top}/{bottom}");
            for figures in 2..=6 {
                let truth = Number::ratio(u64::from(top), u64::from(bottom)).unwrap();
                let text = truth.significant(figures).pointed().to_owned();
                right.extend([text.clone(), text.replace('.', ","), format!("{text}.")]);
                // The same with its last figure one more and one less.
                let decimals = text.split_once('.').map_or(0, |(_, decimals)| decimals.len()) as i32;
                let units = (text.parse::<f64>().unwrap() * 10f64.powi(decimals)).round() as i64;
                for off in [-1, 1] {
                    let near = (units + off) as f64 / 10f64.powi(decimals);
                    let typed = format!("{near:.*}", decimals as usize);
                    let (unit, exact) = (10i64.pow(decimals as u32), i64::from(top));
                    // A tie is right either way, and the figures of the number are only cut off.
                    let doubled = (2 * exact * unit - 2 * (units + off) * i64::from(bottom)).abs();
                    let cut = (units + off) == exact * unit / i64::from(bottom);
                    let wanted = match (doubled <= i64::from(bottom), cut) {
                        (true, _) => Verdict::Correct,
                        (false, true) => Verdict::Noted,
                        _ => Verdict::Wrong,
                    };
                    let said = verdict(&typed);
                    assert_eq!(said, wanted, "{typed} for {top}/{bottom}");
                }
            }
            for typed in right {
                assert_eq!(verdict(&typed), Verdict::Correct, "{typed} for {top}/{bottom}");
                tried += 1;
            }
        }
    }
    assert!(tried > 10_000, "{tried}");
}

/// What is printed of a number is read as this number again: fractions, decimals, logarithms, powers of ten.
#[test]
fn what_is_printed_is_read_back() {
    for typed in listed(
        r"
        3/9 ¦ −3/9 ¦ 0.33 ¦ 33 % ¦ 3.01e-4 ¦ 3.01·10⁻⁴ ¦ 0.277… ¦ 12 ¦ (6/14)³ ¦ √(4/7) ¦ ln(5/18) ¦ log10(3/9)
        e^-2 ¦ exp(-2) ¦ 4! ¦ 2·π ¦ 3/14 · 9/14 ¦ 1 − 6/9 ¦ (3 + 1)/(9 + 3) ¦ 0.75 · (6/14)^3
    ",
    ) {
        let ParsedAnswer::Number(written) = Answer::alone(typed).parsed else { panic!("{typed}") };
        for face in [Face::default(), Face::ASCII] {
            let printed = Linear(face).expr(&written.formula());
            let ParsedAnswer::Number(again) = Answer::alone(&printed).parsed else {
                panic!("{typed}: {printed}")
            };
            assert_eq!(again.value, written.value, "{typed}: {printed}");
            assert_eq!(again.form, written.form, "{typed}: {printed}");
        }
    }
}
