//! Newton's method for ℓ over rows in standard units, and the check whether ℓ has a maximum.
//!
//! Only the non-zero entries of a row are kept, so a large vocabulary costs no more than the words of the documents.
//! Weights are one list: those of the first class after the base, θ₀ first, then those of the next.
//!
//! The cost of fitting is estimated in advance: Newton's method solves for all weights together, and every step needs
//! the products of the columns of every row for every pair of classes.

use super::RidgeReason;
use super::encoding::{DesignEncoding, StandardUnit};
use crate::encode::Dataset;
use crate::model::sigma::factored;
use crate::recipe::Bins;
use crate::table::{Cells, Kind};
use nalgebra::{DMatrix, DVector};
use rayon::prelude::*;

/// The least rows of a piece: fewer are summed faster on one thread.
const PIECE: usize = 4096;
const PIECES: usize = 64;
/// The most numbers that the sums of all pieces hold at once, 128 MB.
const HELD: usize = 16 << 20;
/// The most steps before the search for a maximum of ℓ is given up.
const STEPS: usize = 100;
/// The gradient, per row and in standard units, below which ℓ is at its maximum.
const FLAT: f64 = 1e-10;
/// The most that the last step may change the log-odds of a row.
const STILL: f64 = 1e-6;
/// Log-odds of a row's class below which they may be rounding.
const SURE: f64 = 1e-6;
/// The least change in log-odds of some row in a step of a diverging fit: Newton's steps there are about 1.
const FAR: f64 = 0.1;
/// If the columns before it leave less than this share of a column's spread, the rest is rounding.
const LEFT: f64 = 1e-10;

/// Rows in standard units. Column 0 is the constant 1 of θ₀; a column that never varies is left out.
pub(super) struct Design {
    pub(super) width: usize,
    /// The classes besides the base.
    pub(super) others: usize,
    rows: Vec<DesignRow>,
}

/// The non-zero entries of a row, its class, 0 for the base, and its weight.
struct DesignRow {
    columns: Vec<usize>,
    values: Vec<f64>,
    class: usize,
    times: f64,
}

/// ℓ and its derivatives with respect to the weights.
#[derive(Default)]
struct Slopes {
    /// ℓ = ∑ ln P(class of the row | row).
    log_likelihood: Sum,
    gradient: Vec<f64>,
    /// −∇²ℓ, the lower triangle of each column.
    curvature: Vec<f64>,
    /// The least log-odds of the class of a row against another class: above 0, every row is predicted right.
    margin: f64,
}

impl Design {
    pub(super) fn new(
        data: &Dataset,
        encoding: &DesignEncoding,
        units: &[StandardUnit],
        rows: &[(usize, usize)],
        others: usize,
    ) -> Design {
        let mut width = 1;
        let mut place = |(mean, deviation)| {
            width += 1;
            (width - 1, mean, deviation)
        };
        let places: Vec<Option<(usize, f64, f64)>> = units.iter().map(|unit| unit.map(&mut place)).collect();
        let row = |(row, class): &(usize, usize)| {
            let (mut columns, mut values) = (vec![0], vec![1.0]);
            for (column, value) in encoding.row(data, *row).unwrap_or_default() {
                let Some(Some((place, mean, deviation))) = places.get(column) else { continue };
                columns.push(*place);
                values.push((value - mean) / deviation);
            }
            DesignRow { columns, values, class: *class, times: data.weight(*row) as f64 }
        };
        Design { width, others, rows: rows.iter().map(row).collect() }
    }

    fn n(&self) -> f64 {
        self.rows.iter().map(|row| row.times).sum()
    }

    /// Adds up the sums of pieces of the rows, in their order; `numbers` is the size of each sum. The pieces do not
    /// depend on the number of processors, so a sum is the same on every machine.
    fn sum<T: Default + Send>(
        &self,
        numbers: usize,
        of: impl Fn(&[DesignRow]) -> T + Sync,
        add: impl Fn(T, T) -> T,
    ) -> T {
        let rows = self.rows.len();
        let pieces = (rows / PIECE).clamp(1, (HELD / numbers.max(1)).clamp(1, PIECES));
        let rows_of = |at: usize| self.rows.get(rows * at / pieces..rows * (at + 1) / pieces);
        let piece = |at: usize| of(rows_of(at).unwrap_or_default());
        let pieces: Vec<T> = (0..pieces).into_par_iter().map(piece).collect();
        pieces.into_iter().reduce(add).unwrap_or_default()
    }

    fn log_likelihood(&self, weights: &[f64]) -> f64 {
        let of = |rows: &[DesignRow]| {
            let mut sum = Sum::default();
            self.each_log_odds(rows, weights, |row, odds| sum.add(row.log_likelihood(odds, log_sum(odds))));
            sum
        };
        self.sum(1, of, Sum::and).total()
    }

    /// ℓ, its gradient and its curvature at some weights.
    ///
    /// # Formula
    /// With `P(c | x) = exp(θ_cᵀx)/∑ exp(θᵀx)`, `∇_c ℓ = ∑ (1{y = c} − P(c | x)) x` and
    /// `∇_c ∇_d ℓ = −∑ P(c | x)(1{c = d} − P(d | x)) x xᵀ`; for two classes these are `∑ (y − h(x)) x` and
    /// `−∑ h(x)(1 − h(x)) x xᵀ` (CS229 notes, logistic regression, Newton's method and softmax regression).
    fn slopes(&self, weights: &[f64]) -> Slopes {
        let add = |sum: Slopes, piece: Slopes| Slopes {
            log_likelihood: sum.log_likelihood.and(piece.log_likelihood),
            margin: sum.margin.min(piece.margin),
            gradient: added(sum.gradient, piece.gradient),
            curvature: added(sum.curvature, piece.curvature),
        };
        self.sum(weights.len().pow(2), |rows| self.slopes_of(rows, weights), add)
    }

    fn slopes_of(&self, rows: &[DesignRow], weights: &[f64]) -> Slopes {
        let side = weights.len();
        let mut out = Slopes {
            log_likelihood: Sum::default(),
            gradient: vec![0.0; side],
            curvature: vec![0.0; side * side],
            margin: f64::INFINITY,
        };
        let mut shares = vec![0.0; self.others];
        self.each_log_odds(rows, weights, |row, odds| {
            out.margin = out.margin.min(row.odds_against(odds).fold(f64::INFINITY, f64::min));
            let sum = log_sum(odds);
            out.log_likelihood.add(row.log_likelihood(odds, sum));
            for (c, (share, ln)) in shares.iter_mut().zip(odds.iter().skip(1)).enumerate() {
                *share = (ln - sum).exp();
                let left = row.times * (f64::from(u8::from(row.class == c + 1)) - *share);
                let gradient = out.gradient.get_mut(c * self.width..).unwrap_or_default();
                row.add(gradient, 0, left, self.width);
            }
            for (c, share) in shares.iter().enumerate() {
                for (d, other) in shares.iter().enumerate().skip(c) {
                    let times = row.times * if c == d { share * (1.0 - share) } else { -share * other };
                    row.add_products(&mut out.curvature, [c, d, self.width, side], times);
                }
            }
        });
        out
    }

    /// ∑ x xᵀ over the rows, the lower triangle of each column.
    fn products(&self) -> Vec<f64> {
        let of = |rows: &[DesignRow]| {
            let mut out = vec![0.0; self.width * self.width];
            let add = |row: &DesignRow| row.add_products(&mut out, [0, 0, self.width, self.width], row.times);
            rows.iter().for_each(add);
            out
        };
        self.sum(self.width.pow(2), of, added)
    }

    /// The change in log-odds of each row's class against the others when the weights change: the least and the
    /// greatest.
    fn gains(&self, change: &[f64]) -> (f64, f64) {
        let of = |rows: &[DesignRow]| {
            let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
            self.each_log_odds(rows, change, |row, odds| {
                for gain in row.odds_against(odds) {
                    least = least.min(gain);
                    most = most.max(gain);
                }
            });
            (least, most)
        };
        self.sum(1, of, |(least, most), (low, high)| (f64::min(least, low), f64::max(most, high)))
    }

    /// Calls a function with each row and its θᵀx by class, which is 0 for the base.
    fn each_log_odds(&self, rows: &[DesignRow], weights: &[f64], mut of: impl FnMut(&DesignRow, &[f64])) {
        let mut all = vec![0.0; self.others + 1];
        for row in rows {
            for (odds, theta) in all.iter_mut().skip(1).zip(weights.chunks_exact(self.width)) {
                let cells = row.columns.iter().zip(&row.values);
                *odds = cells.filter_map(|(at, x)| Some(theta.get(*at)? * x)).sum();
            }
            of(row, &all);
        }
    }
}

impl DesignRow {
    /// ln P(class | row), times the weight of the row, from the log-odds of the classes and their ln ∑ exp.
    fn log_likelihood(&self, odds: &[f64], sum: f64) -> f64 {
        self.times * (odds.get(self.class).copied().unwrap_or(f64::NAN) - sum)
    }

    /// The log-odds of its class against each other class.
    fn odds_against(&self, odds: &[f64]) -> impl Iterator<Item = f64> {
        let own = odds.get(self.class).copied().unwrap_or(f64::NAN);
        odds.iter().enumerate().filter(|(class, _)| *class != self.class).map(move |(_, odds)| own - odds)
    }

    /// Adds `times · x` to a line of sums by column, without the first `skip` entries of the row.
    fn add(&self, line: &mut [f64], skip: usize, times: f64, width: usize) {
        let columns = self.columns.get(skip..).unwrap_or_default();
        let values = self.values.get(skip..).unwrap_or_default();
        let dense = columns.first().filter(|first| **first + columns.len() == width);
        if let Some(line) = dense.and_then(|first| line.get_mut(*first..)) {
            // No column is 0 from here on, so the loop is plain arithmetic.
            line.iter_mut().zip(values).for_each(|(sum, x)| *sum += times * x);
            return;
        }
        for (column, x) in columns.iter().zip(values) {
            line.get_mut(*column).into_iter().for_each(|sum| *sum += times * x);
        }
    }

    /// Adds `times · x xᵀ` to the block of two classes, of a width, in a matrix with such a side. Within a block of one class the matrix is symmetric.
    fn add_products(&self, matrix: &mut [f64], [c, d, width, side]: [usize; 4], times: f64) {
        for (at, (column, x)) in self.columns.iter().zip(&self.values).enumerate() {
            let from = (c * width + column) * side + d * width;
            let Some(line) = matrix.get_mut(from..from + width) else { continue };
            self.add(line, if c == d { at } else { 0 }, times * x, width);
        }
    }
}

fn added(mut sums: Vec<f64>, more: Vec<f64>) -> Vec<f64> {
    sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
    sums
}

/// A sum that keeps its rounding errors (Neumaier, "Rundungsfehleranalyse einiger Verfahren zur Summation endlicher
/// Summen", 1974): near the maximum of ℓ, rounding over a million rows would otherwise decide.
#[derive(Default)]
struct Sum {
    sum: f64,
    rest: f64,
}

impl Sum {
    fn add(&mut self, x: f64) {
        let next = self.sum + x;
        self.rest += if self.sum.abs() >= x.abs() { (self.sum - next) + x } else { (x - next) + self.sum };
        self.sum = next;
    }

    fn and(mut self, next: Sum) -> Sum {
        self.add(next.sum);
        self.rest += next.rest;
        self
    }

    fn total(&self) -> f64 {
        self.sum + self.rest
    }
}

/// ln ∑ exp, without overflow.
pub(super) fn log_sum(logs: &[f64]) -> f64 {
    let highest = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    highest + logs.iter().map(|ln| (ln - highest).exp()).sum::<f64>().ln()
}

/// The weights at which ℓ is largest; `log_likelihood` is without the penalty.
pub(super) struct Peak {
    pub(super) weights: Vec<f64>,
    pub(super) steps: usize,
    pub(super) log_likelihood: f64,
}

/// Maximises ℓ − λ/2 ∑ θ², starting at 0; θ₀ is not penalised. A step that would decrease it is halved until it does
/// not.
///
/// # Formula
/// `θ := θ − H⁻¹ ∇ℓ(θ)` (CS229 notes, Newton's method), with `H = −curvature − λ` and the gradient less `λθ`. The
/// classes can be separated if there is a direction in which no row gets less probable: then ℓ has no maximum (Albert
/// and Anderson, "On the existence of maximum likelihood estimates in logistic regression models", 1984).
pub(super) fn climb(design: &Design, lambda: f64) -> Result<Peak, RidgeReason> {
    let mut weights = vec![0.0; design.width * design.others];
    let penalty = |at: usize| if at.is_multiple_of(design.width) { 0.0 } else { lambda };
    let penalised = |log_likelihood: f64, weights: &[f64]| {
        let squares = weights.iter().enumerate().map(|(at, weight)| penalty(at) * weight * weight);
        log_likelihood - 0.5 * squares.sum::<f64>()
    };
    for steps in 0..STEPS {
        let slopes = design.slopes(&weights);
        if lambda == 0.0 && slopes.margin > SURE && !weights.is_empty() {
            return Err(RidgeReason::Separable { every: true });
        }
        let gradient = slopes.gradient.iter().zip(&weights).enumerate();
        let gradient: Vec<f64> = gradient.map(|(at, (slope, weight))| slope - penalty(at) * weight).collect();
        let side = gradient.len();
        let mut curvature = DMatrix::from_vec(side, side, slopes.curvature);
        curvature.iter_mut().step_by(side + 1).enumerate().for_each(|(at, entry)| *entry += penalty(at));
        let step = solve(curvature, &gradient).ok_or(RidgeReason::NotFound)?;
        let (least, most) = design.gains(&step);
        if lambda == 0.0 && most > FAR && least >= -SURE * most {
            return Err(RidgeReason::Separable { every: least > SURE });
        }
        let now = penalised(slopes.log_likelihood.total(), &weights);
        let flat = gradient.iter().all(|slope| slope.abs() <= FLAT * design.n());
        let still = side == 0 || (least.abs() <= STILL && most.abs() <= STILL);
        let halved = std::iter::successors(Some(1.0), |share| Some(share / 2.0)).take(60);
        let next = halved.map(|share| {
            let next: Vec<f64> =
                weights.iter().zip(&step).map(|(weight, step)| weight + share * step).collect();
            (design.log_likelihood(&next), next)
        });
        // At the maximum a step is so small that the rounding of the sum decides.
        let mut uphill = next.filter(|(ln, next)| penalised(*ln, next) >= now - 1e-13 * now.abs());
        let (log_likelihood, next) = uphill.next().ok_or(RidgeReason::NotFound)?;
        weights = next;
        if flat && still {
            return Ok(Peak { weights, steps, log_likelihood });
        }
    }
    Err(RidgeReason::NotFound)
}

/// Solves for a step by a Cholesky factor, with ones on the diagonal so that units do not matter. `None` if only
/// rounding is left of a column.
fn solve(mut curvature: DMatrix<f64>, gradient: &[f64]) -> Option<Vec<f64>> {
    let scales: Vec<f64> = curvature.diagonal().iter().map(|entry| entry.sqrt()).collect();
    if scales.iter().any(|scale| !scale.is_finite() || *scale <= 0.0) {
        return None;
    }
    for (mut column, by) in curvature.column_iter_mut().zip(&scales) {
        column.iter_mut().zip(&scales).for_each(|(entry, scale)| *entry /= scale * by);
    }
    let right = gradient.iter().zip(&scales).map(|(slope, scale)| slope / scale);
    let solved = factored(curvature)?.solve(&DVector::from_iterator(scales.len(), right));
    let step: Vec<f64> = solved.iter().zip(&scales).map(|(x, scale)| x / scale).collect();
    step.iter().all(|x| x.is_finite()).then_some(step)
}

/// The columns of the design that are weighted sums of the columns before them, including the constant.
pub(super) fn redundant(design: &Design) -> Vec<usize> {
    let width = design.width;
    let mut left = DMatrix::from_vec(width, width, design.products());
    let mut found = Vec::new();
    for at in 0..width {
        // Entries below the diagonal hold the residuals after the columns before; the spread of a standard column is 1
        // per row.
        let pivot = left.get((at, at)).copied().unwrap_or(0.0);
        if pivot <= LEFT * design.n() {
            found.push(at);
            continue;
        }
        let column: Vec<f64> = left.column(at).iter().skip(at + 1).copied().collect();
        for (skip, by) in column.iter().enumerate().filter(|(_, by)| **by != 0.0) {
            let mut line = left.column_mut(at + 1 + skip);
            let entries = line.iter_mut().skip(at + 1 + skip).zip(column.iter().skip(skip));
            entries.for_each(|(entry, x)| *entry -= x * by / pivot);
        }
    }
    found
}

/// Weights, and about how many multiplications a step of Newton's method takes; no row is read for it.
pub fn work(data: &Dataset) -> (u64, f64) {
    let rows = data.table.rows() as f64;
    // The number of columns, and of non-zero entries per row, including the constant.
    let (mut width, mut filled) = (1, 1.0);
    for feature in &data.resolved.features {
        let distinct = || data.table.distinct(feature.column) as u64;
        width += match (feature.kind, &feature.bins) {
            (Kind::Numeric, None | Some(Bins::None | Bins::Mdl)) | (Kind::Binary, _) => 1,
            (Kind::Numeric, Some(Bins::Width(k) | Bins::Frequency(k))) => u64::from(*k).saturating_sub(1),
            (Kind::Numeric, Some(Bins::Cuts(cuts))) => cuts.len() as u64,
            (Kind::Categorical, _) => distinct().saturating_sub(1),
            (Kind::Text, _) => distinct(),
        };
        let cells = data.table.segments().iter().filter_map(|segment| segment.cells.get(feature.column));
        let tokens = |cells: &Cells| if let Cells::Tokens { ids, .. } = cells { ids.len() } else { 0 };
        filled += match feature.kind {
            Kind::Text => cells.map(tokens).sum::<usize>() as f64 / rows.max(1.0),
            _ => 1.0,
        };
    }
    let others = (data.table.distinct(data.resolved.target) as u64).saturating_sub(1);
    let weights = others.saturating_mul(width);
    let step = rows * (others as f64 * filled).powi(2) + (weights as f64).powi(3) / 3.0;
    (weights, step)
}
