//! The prediction of a case if one cell were different.
//!
//! Every other value of a category, a yes/no column or a bin is tried, and a document without each of its words.
//! Numbers without bins have no list of other values, so they are not changed here. A missing cell may get a value, but
//! no value is made missing.
//!
//! A change is tried in logarithms, by subtracting and adding terms of the sums. If two classes are too close, exact
//! arithmetic decides, as for a prediction.

use super::case::{Case, CaseCell, CaseValue};
use super::classes::Estimate;
use super::factor::{Factor, Form};
use super::fitted::Fitted;
use super::moments::Moments;
use super::prediction::{Prediction, near};
use super::sums::{self, LogSums, Term};
use crate::encode::round_step;
use crate::math::{Name, Number};
use crate::recipe::Written;
use num_traits::{ToPrimitive, Zero};
use std::cmp::Ordering;

const LISTED: usize = 12;
/// Cases with more factors get their posterior from logarithms, since exact products would take long.
const LONG: usize = 200;
/// The most changes that are tried: a column of names or a book would take too long.
const TRIED: usize = 20_000;
/// The most changes that exact arithmetic decides because logarithms cannot.
const CLOSE: usize = 200;
const CLOSE_LONG: usize = 10;

/// A change after which another class wins, or other classes tie.
#[derive(Clone, Debug, PartialEq)]
pub struct Counterfactual {
    pub feature: Name,
    /// The cell as written, or the word of the document; `None` for a missing cell.
    pub from: Option<String>,
    /// The new value or bin; `None` if the word is left out.
    pub to: Option<String>,
    pub(crate) is_bin: bool,
    /// The class that wins then, the first of the tied in the order of the classes.
    pub predicted: usize,
    pub tied: Vec<usize>,
    /// P(c | x) after the change, by class; computed from its logarithm if the case is long.
    pub posterior: Vec<Number>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Counterfactuals {
    /// The changes after which another class wins, the highest posterior of the new winner first; at most 12.
    pub found: Vec<Counterfactual>,
    pub more: usize,
    /// How many changes were tried; 0 if the case has no cell to change, or no prediction.
    pub tried: usize,
    pub cut: bool,
    /// How many were too close for logarithms and too many to decide exactly.
    pub undecided: usize,
}

#[derive(Clone, Copy, Debug)]
enum Change {
    To(usize),
    /// Removes a word of the document, by its place among the known words.
    Without(usize),
}

struct Candidate {
    feature: usize,
    change: Change,
    /// ln score after it, by class.
    joint: Vec<f64>,
    best: usize,
    /// ln of the posterior of that class.
    ln: f64,
    close: bool,
}

/// The relative change of the scores, where it is exact, and the classes that win then.
type Decided = (Option<Vec<Number>>, Vec<usize>);

impl Fitted {
    /// Returns the single changes to a case that would change its prediction.
    pub fn counterfactuals(&self, case: &Case) -> Counterfactuals {
        let mut out = Counterfactuals::default();
        if !self.is_naive() {
            return out;
        }
        let mut sums = LogSums::priors(self);
        for (factor, cell) in self.factors().iter().zip(&case.cells) {
            sums.merge(&LogSums::of(self, factor, &cell.value));
        }
        let joint = sums.values();
        if best_of(&joint).is_none() {
            return out;
        }
        let before = self.leading(&joint, Some(case));
        let mut candidates = self.candidates(case, &sums, &before, &mut out);
        candidates.sort_by(|a, b| b.ln.total_cmp(&a.ln));
        let long = self.is_long(case);
        let mut decided: Vec<Decided> = Vec::new();
        for candidate in candidates {
            let winners = if candidate.close {
                let most = if long { CLOSE_LONG } else { CLOSE };
                self.winners_after(case, &candidate, most, &mut decided)
            } else {
                Some(vec![candidate.best])
            };
            match winners {
                None => out.undecided += 1,
                Some(winners) if winners == before => {}
                Some(_) if out.found.len() >= LISTED => out.more += 1,
                Some(winners) if long => out.found.extend(self.by_logarithms(case, &candidate, winners)),
                Some(_) => out.found.extend(self.exactly(case, &candidate, &before)),
            }
        }
        let winner =
            |of: &Counterfactual| of.posterior.get(of.predicted).cloned().unwrap_or_else(Number::zero);
        out.found.sort_by(|a, b| winner(b).compare(&winner(a)));
        out
    }

    fn candidates(
        &self,
        case: &Case,
        sums: &LogSums,
        before: &[usize],
        out: &mut Counterfactuals,
    ) -> Vec<Candidate> {
        let mut candidates = Vec::new();
        for (feature, (factor, cell)) in self.factors().iter().zip(&case.cells).enumerate() {
            for change in changes(factor, cell) {
                if out.tried >= TRIED {
                    out.cut = true;
                    return candidates;
                }
                out.tried += 1;
                let mut after = sums.clone();
                for (term, times) in effect(factor, cell, change) {
                    after.take(self, factor, term, times);
                }
                let joint = after.values();
                let Some((best, ln, close)) = best_of(&joint) else { continue };
                if close || before != [best] {
                    candidates.push(Candidate { feature, change, joint, best, ln, close });
                }
            }
        }
        candidates
    }

    /// Returns the classes that win after a change, by exact arithmetic. Changes with the same relative effect on the
    /// scores are decided once; `None` if `most` others were decided already.
    fn winners_after(
        &self,
        case: &Case,
        candidate: &Candidate,
        most: usize,
        decided: &mut Vec<Decided>,
    ) -> Option<Vec<usize>> {
        let moved = self.moved(case, candidate);
        let alike = |(other, _): &&Decided| moved.is_some() && *other == moved;
        if let Some((_, winners)) = decided.iter().find(alike) {
            return Some(winners.clone());
        }
        if decided.len() >= most {
            return None;
        }
        let changed = changed(case, candidate);
        let winners = self.leading(&candidate.joint, Some(&changed));
        decided.push((moved, winners.clone()));
        Some(winners)
    }

    /// Returns the factor of a change for the score of each class, divided by that of the first; `None` if it is not
    /// exact.
    fn moved(&self, case: &Case, candidate: &Candidate) -> Option<Vec<Number>> {
        let (factor, cell) = (self.factors().get(candidate.feature)?, case.cells.get(candidate.feature)?);
        let effect = effect(factor, cell, candidate.change);
        let of = |class: usize| {
            effect.iter().try_fold(Number::one(), |product, (term, times)| {
                Some(product.mul(&term.number(self, factor, class)?.powi(*times)?))
            })
        };
        let first = of(0)?;
        let moved = (1..self.classes.len()).map(|class| of(class)?.div(&first).filter(Number::is_exact));
        moved.collect()
    }

    /// Returns a change with its exact posterior; `None` if the same class wins.
    fn exactly(&self, case: &Case, candidate: &Candidate, before: &[usize]) -> Option<Counterfactual> {
        let after = self.predict(&changed(case, candidate));
        let winners = winners(&after);
        let posterior = after.posterior.filter(|_| winners != before)?;
        self.counterfactual(case, candidate, winners, posterior)
    }

    fn by_logarithms(
        &self,
        case: &Case,
        candidate: &Candidate,
        winners: Vec<usize>,
    ) -> Option<Counterfactual> {
        let highest = *candidate.joint.get(candidate.best)?;
        // Tied classes are equal, even if the last digits of their sums differ.
        let joint = candidate.joint.iter().enumerate();
        let joint = joint.map(|(class, ln)| if winners.contains(&class) { 0.0 } else { ln - highest });
        let joint: Vec<f64> = joint.collect();
        let sum = joint.iter().map(|ln| ln.exp()).sum::<f64>().ln();
        let share = |ln: &f64| if ln.is_finite() { Number::from_ln(ln - sum) } else { Number::zero() };
        let posterior = joint.iter().map(share).collect();
        self.counterfactual(case, candidate, winners, posterior)
    }

    fn counterfactual(
        &self,
        case: &Case,
        candidate: &Candidate,
        winners: Vec<usize>,
        posterior: Vec<Number>,
    ) -> Option<Counterfactual> {
        let (factor, cell) = (self.factors().get(candidate.feature)?, case.cells.get(candidate.feature)?);
        let text = |value: usize| factor.values().get(value).map(|name| name.as_str().to_owned());
        let (feature, from, to) = match (candidate.change, &cell.value) {
            (Change::Without(at), CaseValue::Words { known, .. }) => {
                let (word, times) = known.get(at)?;
                match factor.is_word_counts() {
                    true => {
                        (factor.values().get(*word)?.clone(), Some(times.to_string()), Some("0".to_owned()))
                    }
                    false => (factor.name.clone(), text(*word), None),
                }
            }
            (Change::To(value), now) => {
                let from = (*now != CaseValue::Missing).then(|| cell.text.clone());
                (factor.name.clone(), from, text(value))
            }
            _ => return None,
        };
        Some(Counterfactual {
            feature,
            from,
            to,
            is_bin: factor.cuts().is_some(),
            predicted: *winners.first()?,
            tied: if winners.len() > 1 { winners } else { Vec::new() },
            posterior,
        })
    }

    fn is_long(&self, case: &Case) -> bool {
        let terms = self.factors().iter().zip(&case.cells);
        terms.map(|(factor, cell)| sums::terms(factor, &cell.value).len()).sum::<usize>() > LONG
    }
}

fn changes(factor: &Factor, cell: &CaseCell) -> Vec<Change> {
    if let CaseValue::Words { known, .. } = &cell.value {
        return (0..known.len()).map(Change::Without).collect();
    }
    if !matches!(factor.form, Form::Categories | Form::Flag | Form::Bins(_)) {
        return Vec::new();
    }
    let others = (0..factor.k()).filter(|value| cell.value != CaseValue::Value(*value));
    others.map(Change::To).collect()
}

/// Returns the terms of a change, each with its exponent; a negative exponent divides.
fn effect(factor: &Factor, cell: &CaseCell, change: Change) -> Vec<(Term, i32)> {
    match (change, &cell.value) {
        (Change::To(value), CaseValue::Value(now)) => vec![(Term::Value(*now), -1), (Term::Value(value), 1)],
        (Change::To(value), _) => vec![(Term::Value(value), 1)],
        (Change::Without(at), CaseValue::Words { known, .. }) => match known.get(at) {
            Some((word, _)) if factor.form == Form::Presence => {
                vec![(Term::Value(*word), -1), (Term::Absent(*word), 1)]
            }
            Some((word, times)) => {
                vec![(Term::Value(*word), i32::try_from(*times).map_or(-i32::MAX, |it| -it))]
            }
            None => Vec::new(),
        },
        (Change::Without(_), _) => Vec::new(),
    }
}

fn changed(case: &Case, candidate: &Candidate) -> Case {
    let mut case = case.clone();
    let Some(cell) = case.cells.get_mut(candidate.feature) else { return case };
    match (candidate.change, &mut cell.value) {
        (Change::To(value), _) => cell.value = CaseValue::Value(value),
        (Change::Without(at), CaseValue::Words { known, .. }) if at < known.len() => {
            known.remove(at);
        }
        (Change::Without(_), _) => {}
    }
    case
}

/// The classes that win: one, or those that tie; none if the posterior is undefined.
fn winners(prediction: &Prediction) -> Vec<usize> {
    match prediction.tied.as_slice() {
        [] => prediction.predicted.into_iter().collect(),
        tied => tied.to_vec(),
    }
}

/// The class with the largest ln score, ln of its posterior, and whether another is too close; `None` where the posterior
/// is undefined.
fn best_of(joint: &[f64]) -> Option<(usize, f64, bool)> {
    if joint.iter().any(|ln| ln.is_nan()) {
        return None;
    }
    // Of several, `max_by` takes the last, but the first is reported.
    let (best, highest) = joint.iter().enumerate().rev().max_by(|a, b| a.1.total_cmp(b.1))?;
    if *highest == f64::NEG_INFINITY {
        return None;
    }
    let sum: f64 = joint.iter().map(|ln| (ln - highest).exp()).sum();
    let close = near(joint, *highest).any(|class| class != best);
    Some((best, -sum.ln(), close))
}

#[derive(Clone, Debug, PartialEq)]
pub struct UnderAlpha {
    pub alpha: Written,
    /// The smallest P(value | class) of the tables; `None` where none is defined.
    pub smallest: Option<Estimate>,
    pub zeros: usize,
    pub conditionals: usize,
    pub posterior: Option<Vec<Number>>,
}

impl Fitted {
    /// Returns this model and a case under each of these α; may take long for large tables. An α without a model is
    /// left out.
    pub(crate) fn under_alphas(
        &self,
        case: &Case,
        alphas: impl IntoIterator<Item = Written>,
    ) -> Vec<UnderAlpha> {
        let under = |alpha: Written| {
            let fitted = self.with_alpha(alpha.clone()).ok()?;
            let (smallest, zeros, conditionals) = fitted.smallest();
            let posterior = fitted.predict(case).posterior;
            Some(UnderAlpha { alpha, smallest, zeros, conditionals, posterior })
        };
        alphas.into_iter().filter_map(under).collect()
    }

    /// The smallest entry of the tables, how many entries are 0 and how many there are. Within a class of a factor the
    /// smallest count has the smallest probability, so only these are compared as fractions.
    fn smallest(&self) -> (Option<Estimate>, usize, usize) {
        let (mut zeros, mut all) = (0, 0);
        let mut smallest: Option<Estimate> = None;
        for factor in self.factors().iter().filter(|factor| !factor.is_number()) {
            for class in 0..self.classes.len() {
                all += factor.k();
                let Some(value) = (0..factor.k()).min_by_key(|value| factor.count(*value, class)) else {
                    continue;
                };
                let estimate = factor.estimate(value, class);
                if estimate.denominator.is_zero() {
                    continue;
                }
                if estimate.numerator.is_zero() {
                    zeros += (0..factor.k()).filter(|value| factor.count(*value, class) == 0).count();
                }
                let is_less = |other: &Estimate| {
                    &estimate.numerator * &other.denominator < &other.numerator * &estimate.denominator
                };
                if smallest.as_ref().is_none_or(is_less) {
                    smallest = Some(estimate);
                }
            }
        }
        (smallest, zeros, all)
    }
}

/// A column's round step is about this share of its standard deviation.
const SHARE: f64 = 0.1;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Perturbation {
    pub step: f64,
    pub decimals: u8,
    /// The start for a missing number: the column's mean.
    pub mean: f64,
}

impl Fitted {
    /// Returns the step of a column of numbers: a round number of about a tenth of its standard deviation, but at least
    /// the last decimal that the column is written with.
    pub(crate) fn perturbation(&self, column: usize) -> Perturbation {
        let table = &self.data.table;
        let decimals = table.columns().get(column).map_or(0, |column| column.decimals).min(12);
        let numbers: Vec<f64> = table.numbers(column).filter(|value| !value.is_nan()).collect();
        let moments = Moments::of(&numbers);
        let deviation = moments.variance(0).filter(|variance| variance.is_finite()).unwrap_or(0.0).sqrt();
        let least = 10f64.powi(-i32::from(decimals));
        let step =
            if deviation > 0.0 { round_step(SHARE * deviation).to_f64().unwrap_or(least) } else { least };
        Perturbation { step: step.max(least), decimals, mean: moments.mean }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TopWord {
    pub word: usize,
    /// [`Fitted::log_odds`]: infinite for a word that no other class has.
    pub log_odds: f64,
}

impl Fitted {
    /// Returns the `n` words of a factor with the largest log-odds for a class, the largest first; fewer if fewer are
    /// above 0. Equal words are ordered by their count in the class, then by the vocabulary.
    pub fn top_words(&self, factor: &Factor, class: usize, n: usize) -> Vec<TopWord> {
        if !factor.is_words() {
            return Vec::new();
        }
        let speaks = |word: usize| {
            // A word that neither class has is left out: −∞ − −∞ is NaN, which is not above 0.
            let log_odds = self.log_odds(factor, word, class);
            (log_odds > 0.0).then_some(TopWord { word, log_odds })
        };
        let mut all: Vec<TopWord> = (0..factor.k()).filter_map(speaks).collect();
        let count = |top: &TopWord| factor.count(top.word, class);
        all.sort_by(|a, b| {
            let order = b.log_odds.partial_cmp(&a.log_odds).unwrap_or(Ordering::Equal);
            order.then_with(|| count(b).cmp(&count(a)))
        });
        all.truncate(n);
        all
    }
}
