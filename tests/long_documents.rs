//! Documents so long that their scores underflow, and so long that their fractions are of no use: logarithms stay
//! finite, posteriors stay posteriors, and ties are still decided exactly.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod models;

use std::time::{Duration, Instant};

use models::{close, fitted};
use posterior::math::Number;
use posterior::model::{Case, Fitted};
use posterior::worked::{Posterior, RowKind, derive, quantities_of_case};

const TEXT: &str = "alpha = \"1\"\n[[feature]]\nname = \"text\"\nkind = \"text\"\n";

/// Documents with a fixed but uneven mixture of words, by a small congruential generator.
fn document(seed: u64, words: usize, vocabulary: u64) -> String {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state >> 33
    };
    let word = |_| format!("w{}", (next() % vocabulary).min(next() % vocabulary));
    (0..words).map(word).collect::<Vec<String>>().join(" ")
}

/// One training document per class, each of another length so that no denominator is shared, and one of 2,000 words without a class.
fn corpus(classes: u64, words: usize) -> String {
    let labelled = (0..classes).map(|c| format!("{},c{c}\n", document(c + 1, 300 + 7 * c as usize, 400)));
    format!("text,class\n{}{},?\n", labelled.collect::<String>(), document(99, words, 400))
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
    let row = fitted.predict_rows(|_| true).pop().unwrap();
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
/// multiplied out, only exact arithmetic can tell this from a document with one word more.
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
        let row = fitted.predict_rows(|row| row == 2).remove(0);
        assert_eq!((row.tied, row.predicted), (tied, Some(predicted)), "{more:?}");
    }
}

/// A class that is nearly as likely as another, closer than logarithms of this size can tell.
#[test]
fn a_difference_too_small_for_logarithms_is_found() {
    let words = "w ".repeat(30_000);
    let csv = format!("text,class\nv w,one\nw v,two\n{words},?\n");
    for (prior, predicted) in [("0.5", 0), ("0.49999999999999", 1), ("0.50000000000001", 0)] {
        let other =
            num_rational::BigRational::from_integer(1.into()) - posterior::math::read_exact(prior).unwrap();
        let recipe = format!("prior = {{ one = \"{prior}\", two = \"{other}\" }}\n{TEXT}");
        let fitted = fitted(&csv, &recipe);
        let found = fitted.predict(&last_case(&fitted));
        assert_eq!(found.predicted, Some(predicted), "{prior}");
        assert_eq!(found.tied.is_empty(), prior != "0.5", "{prior}");
        let row = fitted.predict_rows(|row| row == 2).remove(0);
        assert_eq!((row.predicted, row.tied), (found.predicted, found.tied), "{prior}");
    }
}

/// A class that is ruled out by one zero, beside others that are known by their logarithms only.
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
        let worked = Posterior::new(&fitted, &case, &[]).unwrap();
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
    let worked = Posterior::new(&fitted, &case, &[]).unwrap();
    assert!(!worked.by_influence);
    let words = worked.rows.iter().filter_map(|row| match &row.kind {
        RowKind::Word { word, .. } => Some(word.to_string()),
        _ => None,
    });
    assert_eq!(words.collect::<Vec<String>>(), ["b", "c", "a"]);
}
