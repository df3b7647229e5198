//! Numbers and classes as people and programs write them, on tables with three classes.

use crate::marking::{cases, listed};
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

fn verdict(marked: &Graded) -> String {
    let note = marked.note.map(|note| format!(" {}", note.word())).unwrap_or_default();
    format!("{}{note}", marked.verdict.word())
}

/// Marks lists of answers to one question, each with its verdict, on a sheet with this decimal mark.
fn answers_of(study: &Study, of: &str, decimal_mark: Option<DecimalMark>, list: &str) {
    let (fitted, case) = (models::model(study), study.cases().unwrap().remove(0));
    let (asked, _) = Asked::find(&fitted, Some(&case), of).unwrap();
    let mut wrong = Vec::new();
    for (expected, typed) in cases(list) {
        let answer = decimal_mark.map_or_else(|| Answer::alone(typed), |mark| Answer::read(typed, mark));
        let marked = check(&fitted, Some(&case), &asked, answer).unwrap().marked;
        if verdict(&marked) != expected {
            let message = marked.message.plain();
            wrong.push(format!("{typed}: {}, not {expected}: {message}", verdict(&marked)));
        }
    }
    assert!(wrong.is_empty(), "{of}:\n{}", wrong.join("\n"));
}

fn answers(of: &str, list: &str) {
    answers_of(&models::open(WAYS, "alpha = \"0\"\ntarget = \"way\""), of, None, list);
}

/// P(walk) is 5/18, which is 0.2777….
#[test]
fn one_number_in_many_ways() {
    answers(
        "P(walk)",
        r"
        correct: 5/18 ¦ 0.2778 ¦ 0.278 ¦ 0.28 ¦ .28 ¦ 28% ¦ 27.8 % ¦ 27.8 percent ¦ 27,8 Prozent
          28 per cent ¦ 0.27777777777777778 ¦ 0.2777777777777778 ¦ 2.7777777777777778e-01
          0.27777777777777779 ¦ 5 out of 18 ¦ 5 von 18 ¦ 5 of 18 ¦ =5/18 ¦ = 5/18 ¦ ==5/18
          \frac{5}{18} ¦ \tfrac{5}{18} ¦ \dfrac5{18} ¦ $5/18$ ¦ $\frac{5}{18} \approx 0.28$
          ⁵⁄₁₈ ¦ ⁵/₁₈ ¦ 0.27777… ¦ 0.2777... ¦ 0.2777.. ¦ 0.27... ¦ 2.78e-1 ¦ 2.78E-01 ¦ 2.78 e-1 ¦ 2.78*10^-1 ¦ 2.78·10^-1
          2.78 x 10^-1 ¦ 2.78*10**-1 ¦ 27.8·10-2 ¦ 2.78x10-1 ¦ 5:18 ¦ 5 : 18 ¦ 5÷18 ¦ ≈0.28 ¦ ~0.28
          ca. 0.28 ¦ about 0.278 ¦ etwa 0,28 ¦ 0.278. ¦ “0.278” ¦ '0.278' ¦ `5/18` ¦ **5/18**
          P(walk)=5/18 ¦ P(walk) = 5/18 = 0.2778 ¦ so 0.278 ¦ thus 5/18 ¦ the answer is 0.278 ¦ somit 5/18 ¦ 0.28…
        // Repeating digits are asked about.
        unmarked: 0.2(7) ¦ 0.2\overline{7} ¦ 0.(27) ¦ 0.2(8)
        // One figure is too few, with dots as without; dots continue the figures that were written.
        unmarked: 0.3 ¦ 0.2…
        wrong: 0.26… ¦ 0.279…
        noted cut_off: 0.27",
    );
    answers("P(walk)", "correct: 5\u{a0}/\u{a0}18\nunmarked: 0.27\u{305}");
}

#[test]
fn equal_values_side_by_side_are_one_answer() {
    answers(
        "P(walk)",
        "
            correct: 0.2778 (5/18) ¦ 5/18 (0.2778) ¦ 5/18, 0.2778 ¦ 5/18; 0.2778 ¦ 0.2778, 5/18
              5/18 (27.8 %) ¦ 5/18 (=0.2778) ¦ 5/18 (≈ 0.28)
              5/18 [0.2778] ¦ 5/18 (ca. 0.28) ¦ 5/18 or 0.2778 ¦ 27.8% (0.278)
              0.2778(5/18) ¦ 5/18(0.2778) ¦ 5/18 (10/36) ¦ P(walk)=0.2778 (5/18)
              5/18 = 0.2778 (27.8%) ¦ 5/18 (5 of 18 days) ¦ 5/18 (0,2778) ¦ 0,2778 (5/18)
              0,28; 5/18
            unmarked: 5/18; 6/18 ¦ 5/18, 6/18 ¦ 5/18 or 6/18 ¦ 5/18 (0.34) ¦ 0.28 (6/18)
              P(walk)=5/18; P(bike)=6/18 ¦ 0.3333 or 0.2778 ¦ 5/18 0.3333 ¦ 5/18 = 0.34
              5/18 0.2778 ¦ 0.2778 5/18 ¦ 5/18,0.2778",
    );
    // A number in brackets may be a factor.
    answers(
        "P(sun | walk)",
        "
            correct: 3/5 ¦ (3/5)(1) ¦ (6/5)(1/2) ¦ 2 (3/10) ¦ 3 (1/5) ¦ 0.6
            wrong: (3/5)(3/5) ¦ 3/5 (3/5) ¦ 1/2 (1/2)",
    );
}

#[test]
fn words_beside_a_number() {
    answers(
        "P(walk)",
        "
            correct: 0.278 (3 s.f.) ¦ 0.278 (3 sf) ¦ 0.28 (2 dp) ¦ 0.28 (2 d.p.) ¦ 0.278 (rounded)
              0.28 rounded ¦ 0.278 to 3 s.f. ¦ 0.278 to 3 decimal places ¦ 0,278 (gerundet)
              0.28 (auf 2 Stellen gerundet) ¦ 5/18 (0.2778) (4 d.p.) ¦ 5/18 (walk) ¦ 5/18, rounded
              5/18 days ¦ 0.2778 walk ¦ 5/18 because of walk ¦ 5/18 (I counted)
            // A word may change everything.
            unmarked: not 5/18 ¦ 5/18 not ¦ 5 hundred ¦ 5/18 thousand ¦ maybe 5/18 ¦ walk
            wrong: 0.34 sure ¦ 0.28, 0.2812 ¦ 0.34 (2 dp) ¦ 6/18 days ¦ so 6/18 ¦ 6/18 (0.3333)",
    );
}

#[test]
fn answers_with_two_readings_are_read_as_the_question_asks() {
    answers("P(walk)", "wrong: 5:13 ¦ 7:18 ¦ 6:18\nunmarked: 5:18:3 ¦ 5: ¦ :18");
    answers(
        "ln P(walk)",
        "
            correct: ln(5/18) ¦ log(5/18) ¦ ln 5/18 ¦ log 5/18 ¦ -1.281 ¦ -1,281 ¦ −1,281 ¦ -1.28 nats
              log(5/18) = -1.281 ¦ -log(18/5)
            unmarked: log(5/18) = -1.4
            wrong: -1,381 ¦ 1,281 ¦ log(6/18) ¦ log10(5/18) ¦ -0.556 ¦ 1.281 ¦ ln(6/18) ¦ log2(5/18)",
    );
    let study = models::open(WAYS, "alpha = \"0\"\ntarget = \"way\"");
    // A comma among points, where it can divide no thousands.
    let rows = "correct: 0,28 ¦ 0,2778 ¦ 0,278 ¦ ,278\nwrong: 0,34";
    answers_of(&study, "P(walk)", Some(DecimalMark::Point), rows);
    let rows = "correct: 0,28 ¦ 5/18, 0,28 ¦ 0.28\nwrong: 0,34";
    answers_of(&study, "P(walk)", Some(DecimalMark::Comma), rows);
}

#[test]
fn a_class_in_many_ways() {
    answers(
        "class",
        r"
            correct: bike ¦ Bike ¦ BIKE ¦ class bike ¦ class: bike ¦ class = bike ¦ Klasse: bike
              \text{bike} ¦ $\text{bike}$ ¦ BIKE, 51% ¦ bike (0.51) ¦ bike, 51 % ¦ so class bike
              therefore bike ¦ → bike ¦ => bike ¦ bike. ¦ “bike” ¦ **bike** ¦ bi
              the class is bike ¦ bike with probability 0.51 ¦ way = bike ¦ bike: 0.51
              predict bike ¦ bike wins
            wrong: walk ¦ BUS ¦ class walk ¦ walk (0.51) ¦ so bus
            unmarked: b ¦ not bike ¦ bike or walk ¦ bike > walk ¦ no idea ¦ maybe bike ¦ bike is less likely ¦ bikes ¦ 3 ¦ ?
              walk: 0.3, bike: 0.6, bus: 0.1",
    );
}

/// Yes and No, names that begin with another word, that are numbers, and that are part of another name.
#[test]
fn names_of_classes() {
    answers_of(
        &models::sample("weather", "alpha = \"0\""),
        "class",
        None,
        "
            correct: Yes ¦ y ¦ Ja ¦ Klasse: Ja ¦ so class Yes ¦ therefore Yes ¦ Yes (0.6) ¦ Yes, 60 %
            wrong: No ¦ nein
            unmarked: no, it is Yes ¦ No idea ¦ I do not know",
    );
    let words = "f,class\na,normal\na,normal\na,classic\nb,yesterday\nb,classic\na,?\n";
    let numbers = "f,class\na,0\na,0\na,0\nb,1\nb,1\na,10\nb,10\na,?\n";
    let parts = "f,class\na,spam\na,spam\nb,not spam\nb,not spam\nb,New York\na,?\n";
    for (csv, rows) in [
        (words, "correct: normal ¦ norm\nwrong: classi ¦ yest\nunmarked: no ¦ class ¦ yes"),
        (numbers, "correct: 0 ¦ class 0 ¦ 0 (0.75) ¦ y = 0\nwrong: 0.75 ¦ 1 ¦ 10"),
        (
            parts,
            "
            correct: spam ¦ class spam
            wrong: not spam ¦ class: not spam ¦ new york
            unmarked: spam, not not spam",
        ),
    ] {
        answers_of(&models::open(csv, "target = \"class\"\nalpha = \"0\""), "class", None, rows);
    }
}

/// A whole number of two figures or more is right for numbers that are rounded to it.
#[test]
fn whole_numbers_follow_the_figures_written() {
    let mean = |value| Key::plain("mean", Some(Number::Float(value)), false);
    let share = |percent| Key::plain("P", Number::ratio(percent, 100), true);
    for (key, rows) in [
        (
            mean(122.92),
            "
            correct: 123
            wrong: 122 ¦ 124 ¦ 130
            unmarked: 120",
        ),
        (mean(12.4), "correct: 12"),
        (mean(12.6), "wrong: 12"),
        (mean(5.855), "unmarked: 6\nwrong: 5"),
        (mean(-12.4), "correct: -12\nwrong: 12"),
        (mean(0.3), "wrong: 0"),
        // A count is exact, and so is a probability; a 1 may be 0.97.
        (Key::plain("count", Number::ratio(123, 1), false), "wrong: 120"),
        (share(97), "unmarked: 1"),
        (share(94), "wrong: 1"),
        (share(4), "wrong: 0"),
        (share(64), "wrong: 1"),
    ] {
        for (expected, typed) in cases(rows) {
            let marked = mark(&Answer::alone(typed), &key);
            assert_eq!(verdict(&marked), expected, "{typed} for {:?}", key.truth);
        }
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
                format!("{float:.16}"),
                format!("{float:.15}"),
                format!("{float:.14e}"),
                format!("{:?} %", float * 100.0),
                format!("{top}/{bottom} ({float:.3})"),
                format!("{float:.4}, {top}/{bottom}"),
            ];
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
                    assert_eq!(verdict(&typed), wanted, "{typed} for {top}/{bottom}");
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
fn printed_numbers_are_read_back() {
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
