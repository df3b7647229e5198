//! How typical a case is: where its evidence P(x) ranks among the training rows.

use super::{Case, CaseValue, Factor, Fitted, Predictions, predict_pieces};
use crate::math::{ln_chi_square_tail, log_add};
use crate::table::Cell;
use std::collections::HashMap;
use std::sync::{Arc, PoisonError};

#[derive(Clone, Debug, PartialEq)]
pub struct Typicality {
    pub ln_evidence: f64,
    pub ranking: Ranking,
    pub tails: Vec<Option<f64>>,
}

/// Logarithms that differ by less than this share are equal: a row may be summed in another order than a case.
const SAME: f64 = 1e-12;

/// The most sets of features for which the evidence of the training rows is cached.
const KEPT: usize = 16;

impl Fitted {
    /// By feature, whether a case has it: only these are compared with the training rows.
    pub fn compared(&self, case: &Case) -> Vec<bool> {
        case.cells.iter().map(|cell| cell.value.has_factor()).collect()
    }

    /// The evidence of the training rows on some features, in increasing order, without rows that lack one of them or
    /// have no evidence.
    fn evidences(&self, compared: &[bool]) -> Arc<[RowEvidence]> {
        let kept = || self.evidences.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = kept().get(compared) {
            return Arc::clone(found);
        }
        let is_compared = |feature: usize| compared.get(feature).copied().unwrap_or(false);
        // A document without words is a document.
        let is_words = |feature: usize| self.factors().get(feature).is_some_and(Factor::is_words);
        let needed = (0..).zip(&self.features).filter(|(at, _)| is_compared(*at) && !is_words(*at));
        let columns: Vec<usize> = needed.map(|(_, feature)| feature.column).collect();
        let has =
            |row: usize| columns.iter().all(|column| self.data.table.cell(row, *column) != Cell::Missing);
        let rows = 0..self.data.table.rows();
        let rows: Vec<usize> = rows.filter(|row| self.class_of_row(*row).is_some() && has(*row)).collect();
        let ln = |joint: &[f64]| joint.iter().copied().fold(f64::NEG_INFINITY, log_add);
        let mut all: Vec<RowEvidence> = Vec::with_capacity(rows.len());
        let predictor = self.predictor_on(rows.len(), is_compared);
        let add = |piece: Predictions| {
            let defined = piece.iter().filter(|of| !of.log_joint.iter().any(|ln| ln.is_nan()));
            all.extend(defined.map(|of| (ln(of.log_joint), self.weight(of.row).unwrap_or(1))));
            true
        };
        predict_pieces(&|rows: &[usize]| predictor.rows(rows), &rows, |piece| piece, add);
        all.sort_by(|(a, ..), (b, ..)| a.total_cmp(b));
        all.iter_mut().fold(0, |before, (.., through)| {
            *through += before;
            *through
        });
        let found: Arc<[RowEvidence]> = all.into();
        let mut kept = kept();
        if kept.len() >= KEPT {
            kept.clear();
        }
        kept.insert(compared.to_vec(), Arc::clone(&found));
        found
    }

    /// The rank of the evidence of a case among the training rows; `None` if it is undefined. Only the features that
    /// the case has are compared, with the rows that have them: with fewer factors P(x) is larger.
    pub fn rank(&self, case: &Case) -> Option<Ranking> {
        let ln = self.predict(case).evidence?.ln();
        let same = SAME * if ln.is_finite() { ln.abs().max(1.0) } else { 1.0 };
        let all = self.evidences(&self.compared(case));
        let is_same = |of: f64| of == ln || (of - ln).abs() <= same;
        let from = all.partition_point(|(of, ..)| *of < ln && !is_same(*of));
        let to = all.partition_point(|(of, ..)| *of <= ln || is_same(*of));
        let before = |place: usize| {
            let last = place.checked_sub(1).and_then(|last| all.get(last));
            last.map_or(0, |(_, through)| *through)
        };
        let [below, equal, all] = [from, to, all.len()].map(before);
        Some(Ranking { below, equal: equal - below, above: all - equal })
    }

    pub fn typicality(&self, case: &Case) -> Option<Typicality> {
        let ln_evidence = self.predict(case).evidence?.ln();
        let ranking = self.rank(case)?;
        Some(Typicality { ln_evidence, ranking, tails: self.tails(case) })
    }

    pub fn has_tails(&self) -> bool {
        self.gda().is_some() || self.factors().iter().all(Factor::is_gaussian)
    }

    /// The share of each class at least as far from its mean as a case: the χ² tail of q. `None` for a class without
    /// rows; empty for models with other features than normal ones.
    pub fn tails(&self, case: &Case) -> Vec<Option<f64>> {
        let x = case.numbers();
        let q = |class: usize| match self.gda() {
            Some(gda) => gda.sigma(class).map(|_| (x.len(), gda.quadratic(class, &x))),
            None => {
                let cells = self.factors().iter().zip(&case.cells);
                let numbers = cells.filter_map(|(factor, cell)| match cell.value {
                    CaseValue::Number(x) => {
                        Some(factor.normal(class).map(|normal| (x - normal.mean).powi(2) / normal.variance))
                    }
                    _ => None,
                });
                let squares: Vec<f64> = numbers.collect::<Option<_>>()?;
                Some((squares.len(), squares.iter().sum()))
            }
        };
        if !self.has_tails() {
            return Vec::new();
        }
        let tail = |(k, q): (usize, f64)| Some(ln_chi_square_tail(u32::try_from(k).ok()?, q).exp());
        (0..self.classes.len()).map(|class| q(class).filter(|(k, _)| *k > 0).and_then(tail)).collect()
    }
}

/// How many training rows are less probable than a case, equally probable, and more probable; weighted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ranking {
    pub below: u64,
    pub equal: u64,
    pub above: u64,
}

/// ln P(x) of a row, and the weights up to it.
type RowEvidence = (f64, u64);

/// The evidence of the training rows, in increasing order, by the features that are compared.
pub(super) type Evidences = HashMap<Vec<bool>, Arc<[RowEvidence]>>;

impl Ranking {
    pub fn rows(&self) -> u64 {
        self.below + self.equal + self.above
    }

    /// The share of rows that are not more probable; `None` without rows.
    pub fn share(&self) -> Option<f64> {
        (self.rows() > 0).then(|| (self.below + self.equal) as f64 / self.rows() as f64)
    }
}
