//! The prediction of a case if one cell were different.
//!
//! Every other value of a category, a yes/no column or a bin is tried, and a document without each of its words.
//! Numbers without bins have no list of other values, so they are not changed here. A missing cell may get a value, but
//! no value is made missing.
//!
//! A change is tried in logarithms. If two classes are too close, exact arithmetic decides, as for a prediction.

use super::prediction::near;
use super::score::factor_count;
use super::{Case, CaseCell, CaseValue, Factor, FactorForm, Fitted, Moments};
use crate::encode::round_step;
use crate::math::{Name, Number};
use crate::recipe::ExactNumber;
use num_traits::ToPrimitive;
use std::cmp::Reverse;

const LISTED: usize = 12;
/// Cases with more factors get their posterior from logarithms, since exact products would take long.
const LONG: usize = 200;
/// The most changes that are tried, and the most words of all of them: a column of names or a book would take too long.
const TRIED: usize = 20_000;
const WORDS: usize = 4_000_000;
/// The most factors of the changes that exact arithmetic decides because logarithms cannot.
const EXACT: usize = 60_000;

/// A change after which another class wins, or other classes tie.
#[derive(Clone, Debug, PartialEq)]
pub struct Counterfactual {
    pub feature: Name,
    /// The cell as written, or the word of the document; `None` for a missing cell.
    pub from: Option<String>,
    /// The new value or bin; `None` if the word is left out.
    pub to: Option<String>,
    pub is_bin: bool,
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

struct CandidateChange {
    feature: usize,
    /// The value that the cell gets, or the word that a document loses, by its place among the known words.
    change: usize,
    /// ln score after it, by class.
    joint: Vec<f64>,
    best: usize,
    /// ln of the posterior of that class.
    ln: f64,
    close: bool,
}

impl Fitted {
    pub fn counterfactuals(&self, case: &Case) -> Counterfactuals {
        let mut out = Counterfactuals::default();
        if !self.is_naive() {
            return out;
        }
        let predictor = self.predictor(usize::MAX);
        let joint = predictor.joint(case);
        if best_of(&joint).is_none() {
            return out;
        }
        let cells = || self.factors().iter().zip(&case.cells);
        let factors = cells().map(|(factor, cell)| factor_count(factor, &cell.value)).sum::<usize>().max(1);
        let words =
            |cell: &CaseCell| if let CaseValue::Words { known, .. } = &cell.value { known.len() } else { 1 };
        let most = TRIED.min(WORDS / case.cells.iter().map(words).sum::<usize>().max(1));
        let before = self.leading(&joint, Some(case));
        let mut candidates = Vec::new();
        'tried: for (feature, (factor, cell)) in cells().enumerate() {
            for change in changes(factor, cell) {
                if out.tried >= most {
                    out.cut = true;
                    break 'tried;
                }
                out.tried += 1;
                let joint = predictor.joint(&changed(case, feature, change));
                let Some((best, ln, close)) = best_of(&joint) else { continue };
                if close || before != [best] {
                    candidates.push(CandidateChange { feature, change, joint, best, ln, close });
                }
            }
        }
        // Equal changes stay in the order of the features, even if the last digits of their sums differ.
        candidates.sort_by_key(|change| Reverse((change.ln * 1e9).round() as i64));
        let mut exact = EXACT / factors;
        for candidate in candidates {
            let after = changed(case, candidate.feature, candidate.change);
            let winners = if !candidate.close {
                vec![candidate.best]
            } else if exact > 0 {
                exact -= 1;
                self.leading(&candidate.joint, Some(&after))
            } else {
                out.undecided += 1;
                continue;
            };
            if winners == before {
                continue;
            }
            if out.found.len() >= LISTED {
                out.more += 1;
                continue;
            }
            let posterior = match factors > LONG {
                true => Some(candidate.posterior(&winners)),
                false => self.predict(&after).posterior,
            };
            let found =
                posterior.and_then(|posterior| self.counterfactual(case, &candidate, winners, posterior));
            out.found.extend(found);
        }
        let winner =
            |of: &Counterfactual| of.posterior.get(of.predicted).cloned().unwrap_or_else(Number::zero);
        out.found.sort_by(|a, b| winner(b).compare(&winner(a)));
        out
    }

    fn counterfactual(
        &self,
        case: &Case,
        candidate: &CandidateChange,
        winners: Vec<usize>,
        posterior: Vec<Number>,
    ) -> Option<Counterfactual> {
        let (factor, cell) = (self.factors().get(candidate.feature)?, case.cells.get(candidate.feature)?);
        let text = |value: usize| factor.values().get(value).map(|name| name.as_str().to_owned());
        let (feature, from, to) = match &cell.value {
            CaseValue::Words { known, .. } => {
                let (word, times) = known.get(candidate.change)?;
                match factor.is_word_counts() {
                    true => (Name::new(text(*word)?), Some(times.to_string()), Some("0".to_owned())),
                    false => (factor.name.clone(), text(*word), None),
                }
            }
            now => {
                let from = (*now != CaseValue::Missing).then(|| cell.text.clone());
                (factor.name.clone(), from, text(candidate.change))
            }
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
}

impl CandidateChange {
    fn posterior(&self, winners: &[usize]) -> Vec<Number> {
        let highest = self.joint.get(self.best).copied().unwrap_or(f64::NAN);
        // Tied classes are equal, even if the last digits of their sums differ.
        let ln = |(class, ln): (usize, &f64)| if winners.contains(&class) { 0.0 } else { ln - highest };
        let joint: Vec<f64> = self.joint.iter().enumerate().map(ln).collect();
        let sum = joint.iter().map(|ln| ln.exp()).sum::<f64>().ln();
        let share = |ln: &f64| if ln.is_finite() { Number::from_ln(ln - sum) } else { Number::zero() };
        joint.iter().map(share).collect()
    }
}

fn changed(case: &Case, feature: usize, change: usize) -> Case {
    let mut case = case.clone();
    match case.cells.get_mut(feature).map(|cell| &mut cell.value) {
        Some(CaseValue::Words { known, .. }) if change < known.len() => _ = known.remove(change),
        Some(value) => *value = CaseValue::Value(change),
        None => {}
    }
    case
}

fn changes(factor: &Factor, cell: &CaseCell) -> Vec<usize> {
    match &cell.value {
        CaseValue::Words { known, .. } => (0..known.len()).collect(),
        now if matches!(factor.form, FactorForm::Categories | FactorForm::Flag | FactorForm::Bins(_)) => {
            (0..factor.k()).filter(|value| *now != CaseValue::Value(*value)).collect()
        }
        _ => Vec::new(),
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
    pub alpha: ExactNumber,
    /// The smallest P(value | class) of the tables; `None` where none is defined.
    pub smallest: Option<Number>,
    pub zeros: usize,
    pub conditionals: usize,
    pub posterior: Option<Vec<Number>>,
}

/// A column's round step is about this share of its standard deviation.
const SHARE: f64 = 0.1;

impl Fitted {
    /// Returns this model and a case under each of these α; may take long for large tables. An α without a model is
    /// left out.
    pub fn under_alphas(&self, case: &Case, all: impl IntoIterator<Item = ExactNumber>) -> Vec<UnderAlpha> {
        let under = |alpha: ExactNumber| {
            let fitted = self.with_alpha(alpha.clone()).ok()?;
            let posterior = fitted.predict(case).posterior;
            let mut out = UnderAlpha { alpha, smallest: None, zeros: 0, conditionals: 0, posterior };
            let tables = fitted.factors().iter().filter(|factor| !factor.is_number());
            let of_classes = |factor| (0..self.classes.len()).map(move |class| (factor, class));
            for (factor, class) in tables.flat_map(of_classes) {
                out.conditionals += factor.k();
                // Within a class the smallest count has the smallest probability, so only these are compared.
                let least = (0..factor.k()).min_by_key(|value| factor.count(*value, class));
                let Some(p) = least.and_then(|value| factor.conditional(value, class)) else { continue };
                if p.is_zero() {
                    out.zeros += factor.k() - factor.values_of(class);
                }
                if out.smallest.as_ref().is_none_or(|other| p.compare(other).is_lt()) {
                    out.smallest = Some(p);
                }
            }
            Some(out)
        };
        all.into_iter().filter_map(under).collect()
    }

    /// Returns the step of a column of numbers, its decimals, and its mean, from which a missing number starts. The step
    /// is a round number of about a tenth of the standard deviation, but at least the last decimal that is written.
    pub fn perturbation(&self, column: usize) -> (f64, u8, f64) {
        let table = &self.data.table;
        let decimals = table.columns().get(column).map_or(0, |column| column.decimals).min(12);
        let numbers: Vec<f64> = table.numbers(column).filter(|value| !value.is_nan()).collect();
        let moments = Moments::of(&numbers);
        let deviation = moments.variance(0).filter(|variance| variance.is_finite()).unwrap_or(0.0).sqrt();
        let least = 10f64.powi(-i32::from(decimals));
        let step = if deviation > 0.0 { round_step(SHARE * deviation).to_f64() } else { None };
        (step.unwrap_or(least).max(least), decimals, moments.mean)
    }

    /// Returns the `n` words of a factor with the largest [`Fitted::log_odds`] for a class, the largest first; fewer if
    /// fewer are above 0. It is infinite for a word that no other class has. Equal words are ordered by their count in
    /// the class, then by the vocabulary.
    pub fn top_words(&self, factor: &Factor, class: usize, n: usize) -> Vec<(usize, f64)> {
        if !factor.is_words() {
            return Vec::new();
        }
        let words = (0..factor.k()).map(|word| (word, self.log_odds(factor, word, class)));
        // A word that neither class has is left out: −∞ − −∞ is NaN, which is not above 0.
        let mut all: Vec<(usize, f64)> = words.filter(|(_, log_odds)| *log_odds > 0.0).collect();
        let count = |(word, _): &(usize, f64)| factor.count(*word, class);
        all.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| count(b).cmp(&count(a))));
        all.truncate(n);
        all
    }
}
