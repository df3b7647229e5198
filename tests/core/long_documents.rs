//! Documents so long that their scores underflow, and so long that their fractions are of no use: logarithms stay
//! finite, posteriors stay posteriors, and ties are still decided exactly.

use crate::models;

use std::time::{Duration, Instant};

use models::{close, fitted, has};
use posterior::math::Number;
use posterior::model::{Case, CaseValue, Fitted, Prediction};
use posterior::worked::{Posterior, RowKind, derive, quantities_of_case};

const TEXT: &str = "alpha = \"1\"\n[[feature]]\nname = \"text\"\nkind = \"text\"\n";

fn document(seed: u64, words: usize, vocabulary: u64) -> String {
    let mut next = models::random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let word = |_| format!("w{}", (next() % vocabulary).min(next() % vocabulary));
    (0..words).map(word).collect::<Vec<String>>().join(" ")
}

/// One training document per class, each of another length so that no denominator is shared, and one of 2,000 words without a class.
fn corpus(classes: u64, words: usize) -> String {
    let labelled = (0..classes).map(|c| format!("{},c{c}\n", document(c + 1, 300 + 7 * c as usize, 400)));
    format!("text,class\n{}{},?\n", labelled.collect::<String>(), document(99, words, 400))
}

/// What is left of 1.
fn rest(prior: &str) -> num_rational::BigRational {
    num_rational::BigRational::from_integer(1.into()) - posterior::math::read_exact(prior).unwrap()
}

fn last_case(fitted: &Fitted) -> Case {
    Case::from_row(fitted, fitted.data.table.rows() - 1).unwrap()
}

#[test]
fn two_thousand_words_and_twenty_classes() {
    let started = Instant::now();
    let fitted = fitted(&corpus(20, 2_000), TEXT);
    let case = last_case(&fitted);
    let found = fitted.predict(&case);
    let rows = fitted.predict_rows(|_| true);
    let row = rows.iter().last().unwrap();
    assert_eq!(row.predicted, found.predicted);
    for (class, joint) in found.joint.iter().enumerate() {
        let joint = joint.as_ref().unwrap();
        assert_eq!(joint.to_f64(), 0.0, "a score this small underflows");
        assert!(!joint.is_zero() && joint.ln() < -5_000.0, "its logarithm does not: {}", joint.ln());
        assert!(close(row.log_joint[class], joint.ln(), 1e-12));
    }
    assert!(found.evidence.as_ref().unwrap().ln().is_finite());
    let factors: u32 = case.cells.iter().map(|cell| cell.text.split(' ').count() as u32).sum();
    assert_eq!(factors, 2_000);
    let sum: f64 = found.posterior.as_ref().unwrap().iter().map(Number::to_f64).sum();
    assert!((sum - 1.0).abs() < 1e-9, "{sum}");
    let shares: f64 = (0..20).map(|class| row.log_posterior(class).unwrap().exp()).sum();
    assert!((shares - 1.0).abs() < 1e-12, "{shares}");
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
}

#[test]
fn the_working_of_a_long_document_agrees_with_its_prediction() {
    let fitted = fitted(&corpus(3, 2_000), TEXT);
    let case = last_case(&fitted);
    let found = fitted.predict(&case);
    for quantity in quantities_of_case(&fitted, &case) {
        let value = derive(&fitted, Some(&case), &quantity).unwrap().last().unwrap().value.clone().unwrap();
        let text = quantity.to_string();
        for (class, joint) in found.joint.iter().flatten().enumerate() {
            let posterior = &found.posterior.as_ref().unwrap()[class];
            let wanted = match &text {
                t if *t == format!("score(c{class})") => joint.ln(),
                t if *t == format!("P(c{class} | x)") => posterior.ln(),
                t if *t == format!("ln score(c{class})") => {
                    assert!(close(value.to_f64(), joint.ln(), 1e-12), "{text}");
                    continue;
                }
                _ => continue,
            };
            assert!(close(value.ln(), wanted, 1e-9), "{text}: {} against {wanted}", value.ln());
        }
    }
}

/// Two classes whose words are each other's mirror image, and a document that favours neither: far beyond what is
/// multiplied out, only exact arithmetic distinguishes this from a document with one word more.
#[test]
fn a_tie_beyond_the_exact_limit_is_still_a_tie() {
    let half = 15_000;
    let csv = |more: &str| {
        let (a, b) = ("left ".repeat(half), "right ".repeat(half));
        format!("text,class\nleft left right,one\nright right left,two\n{a}{b}{more},?\n")
    };
    for (more, tied, predicted) in [("", vec![0, 1], 0), ("right", vec![], 1), ("left", vec![], 0)] {
        let fitted = fitted(&csv(more), TEXT);
        let found = fitted.predict(&last_case(&fitted));
        assert!(found.joint.iter().flatten().all(|joint| !joint.is_exact()), "the limit is not reached");
        assert_eq!((found.tied.clone(), found.predicted), (tied.clone(), Some(predicted)), "{more:?}");
        let rows = fitted.predict_rows(|row| row == 2);
        let row = rows.get(0).unwrap();
        assert_eq!((row.tied, row.predicted), (tied.as_slice(), Some(predicted)), "{more:?}");
    }
}

#[test]
fn a_difference_too_small_for_logarithms_is_found() {
    let words = "w ".repeat(30_000);
    let csv = format!("text,class\nv w,one\nw v,two\n{words},?\n");
    for (prior, predicted) in [("0.5", 0), ("0.49999999999999", 1), ("0.50000000000001", 0)] {
        let other = rest(prior);
        let recipe = format!("prior = {{ one = \"{prior}\", two = \"{other}\" }}\n{TEXT}");
        let fitted = fitted(&csv, &recipe);
        let found = fitted.predict(&last_case(&fitted));
        assert_eq!(found.predicted, Some(predicted), "{prior}");
        assert_eq!(found.tied.is_empty(), prior != "0.5", "{prior}");
        let rows = fitted.predict_rows(|row| row == 2);
        let row = rows.get(0).unwrap();
        assert_eq!((row.predicted, row.tied), (found.predicted, found.tied.as_slice()), "{prior}");
    }
}

#[test]
fn an_impossible_class_stays_impossible_beside_long_products() {
    let words = "w ".repeat(40_000);
    let csv = format!("text,class\nw v,one\nv v,two\nw w v,three\n{words},?\n");
    for order in [["one", "two", "three"], ["three", "one", "two"], ["two", "three", "one"]] {
        let recipe = format!("classes = {order:?}\n{}", TEXT.replace("\"1\"", "\"0\""));
        let fitted = fitted(&csv, &recipe);
        let class = |name: &str| fitted.class(name).unwrap();
        let found = fitted.predict(&last_case(&fitted));
        let posterior = found.posterior.unwrap();
        assert!(posterior[class("two")].is_zero());
        assert!(found.joint[class("two")].as_ref().is_some_and(Number::is_zero));
        assert_eq!((found.predicted, found.tied), (Some(class("three")), vec![]), "{order:?}");
        assert!(close(posterior.iter().map(Number::to_f64).sum(), 1.0, 1e-9));
    }
}

#[test]
fn the_words_that_move_the_decision_most_come_first() {
    let texts = "text,class\na a a b c d e f g h i,x\nb c d e f g h i i i i z,y\n";
    for event in ["multinomial", "bernoulli"] {
        let fitted = fitted(texts, &format!("{TEXT}event = \"{event}\"\n"));
        let case = Case::from_typed(&fitted, &[("text".into(), "b c a d e f g h i a".into())]).unwrap();
        let worked = Posterior::new(&fitted, &case).unwrap();
        assert!(worked.by_influence);
        let contest = worked.contest.unwrap();
        assert_eq!((contest.leader, contest.rival), (0, 1), "{event}");
        let words: Vec<(String, f64)> = worked
            .rows
            .iter()
            .filter_map(|row| match &row.kind {
                RowKind::Word { word, .. } | RowKind::Absent { word, .. } => {
                    Some((word.to_string(), row.moves.unwrap()))
                }
                _ => None,
            })
            .collect();
        assert_eq!(words[0].0, "a", "{words:?}");
        assert!(words[0].1 > 0.0);
        assert!(words.windows(2).all(|pair| pair[0].1.abs() >= pair[1].1.abs()), "{words:?}");
        // The prior and the words together move the score as far as they do one by one.
        let sum: f64 = worked.rows[0].moves.unwrap() + words.iter().map(|(_, moves)| moves).sum::<f64>();
        let score = worked.rows.iter().find(|row| row.kind == RowKind::Score).unwrap();
        assert!(close(score.moves.unwrap(), sum, 1e-12));
        // However they are ordered, the products so far end at the score.
        let last = &worked.rows[worked.rows.len() - 3];
        for (cell, score) in last.cells.iter().zip(&score.cells) {
            assert!(close(
                cell.so_far.as_ref().unwrap().to_f64(),
                score.value.as_ref().unwrap().to_f64(),
                1e-12
            ));
        }
    }
}

#[test]
fn a_short_document_keeps_its_own_order() {
    let fitted = fitted("text,class\na b c a,x\nc b c,y\n", TEXT);
    let case = Case::from_typed(&fitted, &[("text".into(), "b c a".into())]).unwrap();
    let worked = Posterior::new(&fitted, &case).unwrap();
    assert!(!worked.by_influence);
    let words = worked.rows.iter().filter_map(|row| match &row.kind {
        RowKind::Word { word, .. } => Some(word.to_string()),
        _ => None,
    });
    assert_eq!(words.collect::<Vec<String>>(), ["b", "c", "a"]);
}
#[test]
fn flips_of_a_long_document_are_those_that_trying_every_change_finds() {
    let mut flipping = 0;
    for event in ["multinomial", "bernoulli"] {
        for prior in ["1/2", "1/1000000", "999999/1000000"] {
            let rest = rest(prior);
            let recipe =
                format!("prior = {{ c0 = \"{prior}\", c1 = \"{rest}\" }}\n{TEXT}event = \"{event}\"\n");
            let fitted = fitted(&corpus(2, 400), &recipe);
            let case = last_case(&fitted);
            let before = fitted.predict(&case);
            let flips = fitted.counterfactuals(&case);
            let CaseValue::Words { known, .. } = &case.cells[0].value else { panic!("no words") };
            assert_eq!((flips.tried, flips.undecided, flips.cut), (known.len(), 0, false));
            let without = |at: usize| {
                let mut changed = case.clone();
                let CaseValue::Words { known, .. } = &mut changed.cells[0].value else { panic!("no words") };
                known.remove(at);
                fitted.predict(&changed)
            };
            let decision = |after: &Prediction| (after.predicted, after.tied.clone());
            let all = (0..known.len()).map(without);
            let expected: Vec<_> = all.filter(|after| decision(after) != decision(&before)).collect();
            assert_eq!(flips.found.len() + flips.more, expected.len(), "{event} {prior}");
            for flip in &flips.found {
                let same = |after: &Prediction| {
                    let exact = after.posterior.as_ref().unwrap();
                    flip.posterior.iter().zip(exact).all(|(a, b)| close(a.to_f64(), b.to_f64(), 1e-9))
                };
                assert!(expected.iter().any(same), "{event} {prior}: {flip:?}");
                assert!(flip.to.is_none() && flip.from.is_some());
            }
            flipping += expected.len();
        }
    }
    assert!(flipping > 20, "only {flipping} flips were met");
}

#[test]
fn flips_of_two_thousand_words_have_posteriors_that_sum_to_1() {
    for event in ["multinomial", "bernoulli"] {
        let fitted = fitted(&corpus(20, 2_000), &format!("{TEXT}event = \"{event}\"\n"));
        let case = last_case(&fitted);
        let flips = fitted.counterfactuals(&case);
        assert!(flips.tried > 300 && !flips.found.is_empty(), "{event}: {flips:?}");
        for flip in &flips.found {
            let sum: f64 = flip.posterior.iter().map(Number::to_f64).sum();
            assert!((sum - 1.0).abs() < 1e-9, "{flip:?}");
            let winner = flip.posterior[flip.predicted].to_f64();
            assert!(flip.posterior.iter().all(|share| share.to_f64() <= winner), "{flip:?}");
        }
    }
}

/// Many changes that make a tie, which only exact arithmetic finds: equal ones are decided once.
#[test]
fn ties_in_a_long_document_are_reported_exactly() {
    let words = |letter: char, many: usize| (1..=many).map(|at| format!("{letter}{at} ")).collect::<String>();
    let (a, b) = (words('a', 150), words('b', 150));
    let one_less = words('b', 149);
    let fitted = fitted(&format!("text,class\n{a},one\n{b},two\n{a}{one_less},?\n"), TEXT);
    let flips = fitted.counterfactuals(&last_case(&fitted));
    assert_eq!((flips.tried, flips.found.len(), flips.more, flips.undecided), (299, 12, 138, 0));
    for flip in &flips.found {
        assert_eq!((flip.tied.as_slice(), flip.predicted), (&[0, 1][..], 0));
        assert!(close(flip.posterior[1].to_f64(), 0.5, 1e-12));
    }
    let text = posterior::report::counterfactuals(&fitted, &flips).unwrap().plain();
    assert!(
        text.contains("without a1 → a tie of one and two at 0.5") && text.ends_with("; and 145 more."),
        "{text}"
    );
}

/// So many words that hardly distinguish the classes that neither logarithms nor a few exact products can decide them all.
#[test]
fn what_was_left_out_is_reported() {
    let names: Vec<String> = (0..300).map(|at| format!("w{at}")).collect();
    let row = |weight: u64, class: &str, times: &dyn Fn(usize) -> usize| {
        let counts: Vec<String> = (0..300).map(|at| times(at).to_string()).collect();
        format!("{},{weight},{class}\n", counts.join(","))
    };
    let once = |_: usize| 1;
    let many = 100_000_000;
    let rows =
        [row(many, "one", &once), row(1, "one", &|at| at), row(many, "two", &once), row(1, "?", &once)];
    let csv = format!("{},n,class\n{}", names.join(","), rows.concat());
    let fit = |one: f64| {
        let two = format!("{:.15}", 1.0 - one);
        let one = rest(&two);
        fitted(
            &csv,
            &format!(
                "model = \"multinomial\"\nweight = \"n\"\nprior = {{ one = \"{one}\", two = \"{two}\" }}\n"
            ),
        )
    };
    let even = fit(0.5);
    let rows = even.predict_rows(|row| row == 3);
    let joint = rows.get(0).unwrap().log_joint;
    let fitted = fit(1.0 / (1.0 + (joint[0] - joint[1]).exp()));
    let flips = fitted.counterfactuals(&last_case(&fitted));
    assert_eq!(flips.tried, 300);
    assert_eq!(flips.undecided, 100, "{flips:?}");
    let text = posterior::report::counterfactuals(&fitted, &flips).unwrap().plain();
    has(&text, &["100 changes give a near tie, which cannot be decided."]);
}
