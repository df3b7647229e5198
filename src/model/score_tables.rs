//! Many cases of a model of counts: their posteriors as exact arithmetic has them, rounded once, from factors that are kept
//! with 127 bits each and multiplied so.
//!
//! A number of a table is worked out when it is first asked for. What these bits do not decide (a tie, a float in the middle
//! between two) is said to be undecided, and somebody else works it out exactly.

use std::cmp::Ordering;
use std::sync::OnceLock;

use super::case::Case;
use super::case_cell::CaseValue;
use super::factor::Factor;
use super::fitted::Fitted;
use super::form::Form;
use super::prediction::Undefined;
use super::queries::Answer;
use crate::math::{Number, Scaled};

/// The numbers that the score of each class is multiplied with, 0 among them.
type ByClass = Box<[Option<Scaled>]>;

/// What a model's scores are made of.
pub struct ScoreTables<'a> {
    fitted: &'a Fitted,
    priors: Option<ByClass>,
    /// By factor and value; `None` where one of them is not exact.
    factors: Vec<Vec<OnceLock<Option<ByClass>>>>,
    absences: Vec<OnceLock<Option<ByClass>>>,
}

impl<'a> ScoreTables<'a> {
    pub fn new(fitted: &'a Fitted) -> Self {
        let is_of_counts = |factor: &Factor| !factor.is_number();
        let exact = fitted.is_naive() && fitted.factors().iter().all(is_of_counts);
        let tables = |factor: &Factor| (0..factor.k()).map(|_| OnceLock::new()).collect();
        let prior = |class| fitted.prior(class)?.as_exact().map(Scaled::of);
        let priors = || (0..fitted.classes.len()).map(prior).collect::<Option<ByClass>>();
        ScoreTables {
            priors: if exact { priors() } else { None },
            factors: if exact { fitted.factors().iter().map(tables).collect() } else { Vec::new() },
            absences: fitted.factors().iter().map(|_| OnceLock::new()).collect(),
            fitted,
        }
    }

    pub fn fitted(&self) -> &'a Fitted {
        self.fitted
    }

    /// What the model says of a case; `None` where exact arithmetic must decide.
    pub fn answer(&self, case: &Case) -> Option<Answer> {
        let mut scores = self.priors.clone()?;
        for (at, (factor, cell)) in self.fitted.factors().iter().zip(&case.cells).enumerate() {
            match &cell.value {
                CaseValue::Missing | CaseValue::Unseen => {}
                CaseValue::Value(value) => multiply(&mut scores, self.of_value(at, factor, *value)?, 1),
                CaseValue::Number(_) => return None,
                CaseValue::Words { known, .. } => {
                    let is_set = factor.form == Form::Presence;
                    if is_set {
                        multiply(&mut scores, self.without_words(at, factor)?, 1);
                    }
                    for (word, times) in known {
                        let times = if is_set { 1 } else { *times };
                        multiply(&mut scores, self.of_value(at, factor, *word)?, times);
                    }
                }
            }
        }
        decided(&scores)
    }

    /// P(value | c) as it is multiplied; of words that are present or absent, over that of its absence.
    fn of_value(&self, at: usize, factor: &Factor, value: usize) -> Option<&ByClass> {
        let made = || {
            let present = by_class(self.fitted, |class| self.fitted.multiplied(factor, value, class))?;
            if factor.form != Form::Presence {
                return Some(present);
            }
            let absent = self.without_word(factor, value)?;
            let over = |(present, absent): (&Option<Scaled>, &Option<Scaled>)| match (present, absent) {
                (Some(present), Some(absent)) => Some(Some(present.over(*absent))),
                (None, Some(_)) => Some(None),
                // 0 cannot be taken out of a product again.
                (_, None) => None,
            };
            present.iter().zip(&absent).map(over).collect()
        };
        self.factors.get(at)?.get(value)?.get_or_init(made).as_ref()
    }

    fn without_word(&self, factor: &Factor, word: usize) -> Option<ByClass> {
        by_class(self.fitted, |class| self.fitted.multiplied_absent(&factor.estimate(word, class)))
    }

    fn without_words(&self, at: usize, factor: &Factor) -> Option<&ByClass> {
        let made = || {
            let mut product: ByClass = vec![Some(Scaled::ONE); self.fitted.classes.len()].into();
            for word in 0..factor.k() {
                let absent = self.without_word(factor, word)?;
                // See above.
                if absent.iter().any(Option::is_none) {
                    return None;
                }
                multiply(&mut product, &absent, 1);
            }
            Some(product)
        };
        self.absences.get(at)?.get_or_init(made).as_ref()
    }
}

/// What each class has of something; `None` where it is not exact in one of them.
fn by_class(fitted: &Fitted, of: impl Fn(usize) -> Option<Number>) -> Option<ByClass> {
    // The score of an absent class is 0 by its prior, whatever it is multiplied with.
    let of = |class: usize| if fitted.is_absent(class) { Some(Number::one()) } else { of(class) };
    let scaled = |class: usize| of(class)?.as_exact().map(Scaled::of);
    (0..fitted.classes.len()).map(scaled).collect()
}

fn multiply(scores: &mut ByClass, with: &ByClass, times: u32) {
    for (score, with) in scores.iter_mut().zip(with) {
        *score = score.zip(*with).map(|(score, with)| match times {
            1 => score.times(with),
            times => score.times(with.power(times)),
        });
    }
}

fn decided(scores: &ByClass) -> Option<Answer> {
    let known = || scores.iter().enumerate().filter_map(|(class, score)| Some((class, (*score)?)));
    let Some((first, score)) = known().next() else {
        return Some(Answer { undefined: Some(Undefined::ZERO_EVIDENCE), ..Answer::default() });
    };
    let (mut predicted, mut highest, mut evidence) = (first, score, score);
    for (class, score) in known().skip(1) {
        if score.compare(highest)? == Ordering::Greater {
            (predicted, highest) = (class, score);
        }
        evidence = evidence.plus(score);
    }
    let share = |score: &Option<Scaled>| score.map_or(Some(0.0), |score| score.share_of(evidence));
    let posterior = scores.iter().map(share).collect::<Option<Vec<f64>>>()?;
    Some(Answer { predicted: Some(predicted), posterior, ..Answer::default() })
}
