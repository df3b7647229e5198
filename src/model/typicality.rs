//! How typical a case is: where its evidence P(x) ranks among the training rows.

use std::cmp::Ordering;
use std::collections::HashMap;

use super::case::Case;
use super::fitted::Fitted;
use super::prediction::NEAR;
use crate::math::log_add;

/// How many training rows are less probable than a case, as probable, and more probable; each row as often as its weight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ranking {
    /// P(x) of the row is less.
    pub below: u64,
    /// P(x) of the row is the same.
    pub equal: u64,
    /// P(x) of the row is more.
    pub above: u64,
}

/// Floats whose logarithms are closer than this share are the same: a row may be summed in another order than a case.
const SAME: f64 = 1e-12;

impl Fitted {
    /// ln P(x) of the training rows, each with its row; without the rows that have none.
    fn evidences(&self) -> &[(f64, usize)] {
        self.evidences.get_or_init(|| {
            let rows: Vec<usize> =
                (0..self.data.table.rows()).filter(|row| self.class_of_row(*row).is_some()).collect();
            let predicted = self.predictor().rows(&rows);
            let ln = |joint: &[f64]| joint.iter().copied().fold(f64::NEG_INFINITY, log_add);
            let defined = predicted.iter().filter(|of| !of.log_joint.iter().any(|ln| ln.is_nan()));
            defined.map(|of| (ln(&of.log_joint), of.row)).collect()
        })
    }

    /// Where the evidence of a case ranks among the training rows; `None` where it is undefined. Models without floats
    /// compare the fractions.
    pub fn rank(&self, case: &Case) -> Option<Ranking> {
        let own = self.predict(case).evidence?;
        let (ln, exact) = (own.ln(), self.is_exact());
        let size = if ln.is_finite() { ln.abs().max(1.0) } else { 1.0 };
        let (same, near) = (SAME * size, if exact { NEAR } else { SAME } * size);
        let mut decided: HashMap<u64, Ordering> = HashMap::new();
        let mut compared = |(other, row): (f64, usize)| {
            let apart = other - ln;
            if other == ln || apart.abs() <= near {
                // Rows that are alike have the same logarithm to the bit, so each kind of row is multiplied out once.
                let exactly = || {
                    let theirs = self.predict(&Case::from_row(self, row).ok()?).evidence?;
                    // Fractions of very many digits are known by their logarithm.
                    let fractions = theirs.is_exact() && own.is_exact();
                    let order = theirs.compare(&own);
                    Some(if fractions || (theirs.ln() - ln).abs() > same { order } else { Ordering::Equal })
                };
                let order = || exact.then(exactly).flatten().unwrap_or(Ordering::Equal);
                return *decided.entry(other.to_bits()).or_insert_with(order);
            }
            other.total_cmp(&ln)
        };
        let mut ranking = Ranking::default();
        for found in self.evidences() {
            let times = self.weight(found.1).unwrap_or(1);
            match compared(*found) {
                Ordering::Less => ranking.below += times,
                Ordering::Equal => ranking.equal += times,
                Ordering::Greater => ranking.above += times,
            }
        }
        Some(ranking)
    }
}
