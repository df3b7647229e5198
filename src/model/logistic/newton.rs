//! Newton's method for ℓ, and the check whether ℓ has a maximum.
//!
//! The cost of fitting is estimated in advance: Newton's method solves for all weights together, and every step needs
//! the products of the columns of every row for every pair of classes.

use nalgebra::{DMatrix, DVector};

use super::design::Design;
use crate::encode::Dataset;
use crate::model::sigma::factored;
use crate::recipe::Bins;
use crate::table::{Cells, Kind};

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

#[derive(Clone, Debug)]
pub(super) struct Peak {
    pub(super) weights: Vec<f64>,
    pub(super) steps: usize,
    pub(super) log_likelihood: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoPeak {
    /// ℓ never falls in some direction: the classes can be separated.
    Separable { every: bool },
    /// The steps cannot be computed, or do not converge.
    NotFound,
}

/// Maximises ℓ − λ/2 ∑ θ², starting at 0; θ₀ is not penalised. A step that would decrease it is halved until it does
/// not.
///
/// # Formula
/// `θ := θ − H⁻¹ ∇ℓ(θ)` (CS229 notes, Newton's method), with `H = −curvature − λ` and the gradient less `λθ`. The
/// classes can be separated if there is a direction in which no row gets less probable: then ℓ has no maximum (Albert
/// and Anderson, "On the existence of maximum likelihood estimates in logistic regression models", 1984).
pub(super) fn climb(design: &Design, lambda: f64) -> Result<Peak, NoPeak> {
    let mut weights = vec![0.0; design.weights()];
    let penalty = |at: usize| if at.is_multiple_of(design.width) { 0.0 } else { lambda };
    let penalised = |log_likelihood: f64, weights: &[f64]| {
        let squares = weights.iter().enumerate().map(|(at, weight)| penalty(at) * weight * weight);
        log_likelihood - 0.5 * squares.sum::<f64>()
    };
    for steps in 0..STEPS {
        let slopes = design.slopes(&weights);
        if lambda == 0.0 && slopes.margin > SURE && !weights.is_empty() {
            return Err(NoPeak::Separable { every: true });
        }
        let gradient = slopes.gradient.iter().zip(&weights).enumerate();
        let gradient: Vec<f64> = gradient.map(|(at, (slope, weight))| slope - penalty(at) * weight).collect();
        let side = gradient.len();
        let mut curvature = DMatrix::from_vec(side, side, slopes.curvature);
        curvature.iter_mut().step_by(side + 1).enumerate().for_each(|(at, entry)| *entry += penalty(at));
        let step = solve(curvature, &gradient).ok_or(NoPeak::NotFound)?;
        let (least, most) = design.gains(&step);
        if lambda == 0.0 && most > FAR && least >= -SURE * most {
            return Err(NoPeak::Separable { every: least > SURE });
        }
        let now = penalised(slopes.log_likelihood.total(), &weights);
        let flat = gradient.iter().all(|slope| slope.abs() <= FLAT * design.rows());
        let still = side == 0 || (least.abs() <= STILL && most.abs() <= STILL);
        let (next, log_likelihood) =
            uphill(design, &weights, &step, now, &penalised).ok_or(NoPeak::NotFound)?;
        weights = next;
        if flat && still {
            return Ok(Peak { weights, steps, log_likelihood });
        }
    }
    Err(NoPeak::NotFound)
}

/// The end of a step, halved until ℓ does not fall.
fn uphill(
    design: &Design,
    weights: &[f64],
    step: &[f64],
    now: f64,
    penalised: &impl Fn(f64, &[f64]) -> f64,
) -> Option<(Vec<f64>, f64)> {
    let mut share = 1.0;
    for _ in 0..60 {
        let next: Vec<f64> = weights.iter().zip(step).map(|(weight, step)| weight + share * step).collect();
        let log_likelihood = design.log_likelihood(&next);
        // At the maximum a step is so small that the rounding of the sum decides.
        if penalised(log_likelihood, &next) >= now - 1e-13 * now.abs() {
            return Some((next, log_likelihood));
        }
        share /= 2.0;
    }
    None
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
        if pivot <= LEFT * design.rows() {
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
    let classes = data.table.distinct(data.resolved.target) as u64;
    let others = classes.saturating_sub(1);
    let rows = data.table.rows() as f64;
    // The number of columns, and of non-zero entries per row, including the constant.
    let (mut width, mut filled) = (1u64, 1.0);
    for feature in &data.resolved.features {
        let distinct = || data.table.distinct(feature.column) as u64;
        let (columns, own) = match (feature.kind, &feature.bins) {
            (Kind::Numeric, None | Some(Bins::None | Bins::Mdl)) | (Kind::Binary, _) => (1, 1.0),
            (Kind::Numeric, Some(Bins::Width(k) | Bins::Frequency(k))) => {
                (u64::from(*k).saturating_sub(1), 1.0)
            }
            (Kind::Numeric, Some(Bins::Cuts(cuts))) => (cuts.len() as u64, 1.0),
            (Kind::Categorical, _) => (distinct().saturating_sub(1), 1.0),
            (Kind::Text, _) => (distinct(), tokens(data, feature.column) / rows.max(1.0)),
        };
        width += columns;
        filled += own;
    }
    let weights = others.saturating_mul(width);
    let step = rows * (others as f64 * filled).powi(2) + (weights as f64).powi(3) / 3.0;
    (weights, step)
}

fn tokens(data: &Dataset, column: usize) -> f64 {
    let of = |cells: &Cells| match cells {
        Cells::Tokens { ids, .. } => ids.len(),
        _ => 0,
    };
    data.table.segments().iter().filter_map(|segment| segment.cells.get(column)).map(of).sum::<usize>() as f64
}
