//! Which single change to a case would change the decision.
//!
//! Every other value of a category, a yes/no column or a bin is tried, and a document without each of its words. Numbers
//! that are read as they are have no list of other values: the nearest number at which the decision changes is another
//! question, and not asked here. A missing cell is a cell that may get a value; that a value goes missing is not tried.

use std::cmp::Ordering;

use super::case::{Case, CaseCell, CaseValue};
use super::factor::{Factor, Form};
use super::fitted::Fitted;
use super::predict::Logs;
use super::prediction::{NEAR, Prediction};
use crate::math::{Name, Number};

/// Changes that are listed; the exact posterior is worked out of these only.
const LISTED: usize = 12;
/// Cases with more factors are not tried.
const LONG: usize = 200;
/// Changes that are tried, so that a column of names or a book does not take for ever.
const TRIED: usize = 20_000;
/// Of so many changes that logarithms cannot decide, exact arithmetic decides.
const CLOSE: usize = 200;

/// One change after which another class wins, or classes tie that did not.
#[derive(Clone, Debug, PartialEq)]
pub struct Flip {
    /// The column.
    pub feature: Name,
    /// The cell as written, or the word of the document; `None` for a missing cell.
    pub from: Option<String>,
    /// The value or bin it would be; `None` where the word would be left out.
    pub to: Option<String>,
    /// Whether that is a bin.
    pub is_bin: bool,
    /// The class that wins then, the first of the tied in the order of the classes.
    pub predicted: usize,
    /// The classes that tie then, if several do.
    pub tied: Vec<usize>,
    /// P(c | x) after the change, by class.
    pub posterior: Vec<Number>,
}

/// What single changes do to a decision.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Flips {
    /// The changes that flip it, the highest posterior of the new winner first; at most 12.
    pub found: Vec<Flip>,
    /// How many more flip it.
    pub more: usize,
    /// How many changes were tried; 0 where the case has nothing that could be tried, or no decision.
    pub tried: usize,
    /// Whether there were too many to try all of them.
    pub cut: bool,
}

/// A change with what it leads to in logarithms.
struct Candidate {
    feature: usize,
    from: Option<String>,
    to: Option<String>,
    name: Name,
    value: CaseValue,
    /// ln of the largest posterior after it.
    ln: f64,
    /// Whether two classes are too close for logarithms.
    close: bool,
}

impl Fitted {
    /// The single changes to a case that would change what the model says of it. All are tried in logarithms; those that
    /// are listed are predicted exactly. Long documents are not tried: exact products of so many factors take seconds each.
    pub fn flips(&self, case: &Case) -> Flips {
        let mut out = Flips::default();
        if self.is_long(case) {
            return out;
        }
        let before = self.predict(case);
        if self.gda.is_some() || before.posterior.is_none() {
            return out;
        }
        let mut candidates = self.candidates(case, &winners(&before), &mut out);
        candidates.sort_by(|a, b| b.ln.total_cmp(&a.ln));
        let mut close = 0;
        for candidate in candidates {
            if candidate.close {
                close += 1;
            }
            if out.found.len() >= LISTED || close > CLOSE {
                out.more += usize::from(!candidate.close);
                continue;
            }
            let is_bin = self.factors.get(candidate.feature).is_some_and(|factor| factor.cuts().is_some());
            let mut changed = case.clone();
            if let Some(cell) = changed.cells.get_mut(candidate.feature) {
                cell.value = candidate.value;
            }
            let after = self.predict(&changed);
            let flipped = winners(&after) != winners(&before);
            if let (Some(predicted), Some(posterior), true) = (after.predicted, after.posterior, flipped) {
                let Candidate { name: feature, from, to, .. } = candidate;
                let tied = after.tied;
                out.found.push(Flip { feature, from, to, is_bin, predicted, tied, posterior });
            }
        }
        let winner = |flip: &Flip| flip.posterior.get(flip.predicted).cloned().unwrap_or_else(Number::zero);
        out.found.sort_by(|a, b| winner(b).compare(&winner(a)));
        out
    }

    /// The changes after which logarithms say something else, or cannot say.
    fn candidates(&self, case: &Case, before: &[usize], out: &mut Flips) -> Vec<Candidate> {
        let classes = self.classes.len();
        let logs: Vec<Logs> = self.factors.iter().map(|factor| self.logs(factor)).collect();
        let parts: Vec<Vec<f64>> = (self.factors.iter().zip(&logs).zip(&case.cells))
            .map(|((factor, logs), cell)| self.part(factor, logs, &cell.value))
            .collect();
        let mut candidates = Vec::new();
        for (at, ((factor, logs), cell)) in self.factors.iter().zip(&logs).zip(&case.cells).enumerate() {
            // Added up anew: infinities cannot be taken away from a sum again.
            let others: Vec<f64> = (0..classes)
                .map(|class| {
                    let prior = self.prior(class).map_or(f64::NAN, |prior| prior.ln());
                    let rest = parts.iter().enumerate().filter(|(other, _)| *other != at);
                    rest.fold(prior, |sum, (_, part)| sum + part.get(class).copied().unwrap_or(0.0))
                })
                .collect();
            for (name, from, to, value) in changes(factor, cell) {
                if out.tried >= TRIED {
                    out.cut = true;
                    return candidates;
                }
                out.tried += 1;
                let part = self.part(factor, logs, &value);
                let joint: Vec<f64> = others.iter().zip(&part).map(|(sum, ln)| sum + ln).collect();
                let Some((best, ln, close)) = decided(&joint) else { continue };
                if close || before != [best] {
                    candidates.push(Candidate { feature: at, from, to, name, value, ln, close });
                }
            }
        }
        candidates
    }

    /// Whether a case has so many factors that exact products take long.
    fn is_long(&self, case: &Case) -> bool {
        let words = |(factor, cell): (&Factor, &CaseCell)| match &cell.value {
            CaseValue::Words { .. } if factor.form == Form::Presence => factor.k(),
            CaseValue::Words { known, .. } => known.len(),
            _ => 1,
        };
        self.factors.iter().zip(&case.cells).map(words).sum::<usize>() > LONG
    }

    /// ln of what a cell multiplies each score with; 0 for no factor.
    fn part(&self, factor: &Factor, logs: &Logs, value: &CaseValue) -> Vec<f64> {
        let classes = self.classes.len();
        let mut sums = vec![0.0; classes];
        let mut add = |value: usize, times: f64| {
            let from = value * classes;
            let row = logs.table.get(from..from + classes).unwrap_or_default();
            sums.iter_mut().zip(row).for_each(|(sum, ln)| *sum += times * ln);
        };
        match value {
            CaseValue::Missing | CaseValue::Unseen => {}
            CaseValue::Value(value) => add(*value, 1.0),
            CaseValue::Number(x) => {
                for (class, sum) in sums.iter_mut().enumerate() {
                    let ln = factor.normal(class).map_or(f64::NAN, |normal| normal.ln_density(*x));
                    *sum = self.ln_density_taken(ln);
                }
            }
            CaseValue::Words { known, .. } => match &logs.absences {
                Some(absences) => {
                    absences.add(&mut sums, known.iter().map(|(word, _)| *word).collect(), &logs.table);
                }
                None => known.iter().for_each(|(word, times)| add(*word, f64::from(*times))),
            },
        }
        sums
    }
}

type Change = (Name, Option<String>, Option<String>, CaseValue);

/// What a cell could be instead: the column, what it is, what it would be, and that to the model.
fn changes(factor: &Factor, cell: &CaseCell) -> Vec<Change> {
    let name = &factor.name;
    if let CaseValue::Words { known, unknown } = &cell.value {
        let without = |at: usize| {
            let (word, times) = known.get(at)?;
            let mut known = known.clone();
            known.remove(at);
            let value = CaseValue::Words { known, unknown: unknown.clone() };
            let word = factor.values().get(*word)?;
            Some(match factor.is_word_counts() {
                true => (word.clone(), Some(times.to_string()), Some("0".to_owned()), value),
                false => (name.clone(), Some(word.as_str().to_owned()), None, value),
            })
        };
        return (0..known.len().min(TRIED)).filter_map(without).collect();
    }
    if !matches!(factor.form, Form::Categories | Form::Flag | Form::Bins(_)) {
        return Vec::new();
    }
    let now = if let CaseValue::Value(value) = cell.value { Some(value) } else { None };
    let from = (cell.value != CaseValue::Missing).then(|| cell.text.clone());
    let others = factor.values().iter().enumerate().filter(|(at, _)| Some(*at) != now).take(TRIED + 1);
    others
        .map(|(at, value)| {
            (name.clone(), from.clone(), Some(value.as_str().to_owned()), CaseValue::Value(at))
        })
        .collect()
}

/// The classes that win: one, or those that tie; none where the posterior is undefined.
fn winners(prediction: &Prediction) -> Vec<usize> {
    match prediction.tied.as_slice() {
        [] => prediction.predicted.into_iter().collect(),
        tied => tied.to_vec(),
    }
}

/// The class with the largest ln score, ln of its posterior, and whether another is too close; `None` where the posterior
/// is undefined.
fn decided(joint: &[f64]) -> Option<(usize, f64, bool)> {
    if joint.iter().any(|ln| ln.is_nan()) {
        return None;
    }
    let order = |a: &(usize, &f64), b: &(usize, &f64)| a.1.partial_cmp(b.1).unwrap_or(Ordering::Equal);
    // Of several, `max_by` takes the last: the first is the one that is named.
    let (best, highest) = joint.iter().enumerate().rev().max_by(order)?;
    if *highest == f64::NEG_INFINITY {
        return None;
    }
    let sum: f64 = joint.iter().map(|ln| (ln - highest).exp()).sum();
    let close = joint.iter().enumerate().any(|(class, ln)| class != best && highest - ln < NEAR);
    Some((best, -sum.ln(), close))
}
