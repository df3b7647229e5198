//! One covariance matrix Σ, and what is computed from its Cholesky factor: never from a determinant, never from an
//! inverse. If Σ is so nearly singular that its entries as floats are too coarse, the factor is computed from the rows,
//! which loses half as many digits.

use nalgebra::{Cholesky, DMatrix, DVector, Dyn};
use std::sync::OnceLock;

/// If the other columns leave less than this share of a column's variance, the rest is rounding.
const PIVOT: f64 = 1e-13;

/// If the other columns leave less than this share of a column's variance, it is computed from the rows: entries of Σ
/// as floats keep only 16 − k digits of a share of 10⁻ᵏ.
const COARSE: f64 = 1e-4;

#[derive(Clone, Debug)]
pub struct Sigma {
    entries: Vec<Vec<f64>>,
    /// The rows of L, whose entries above the diagonal are 0: Σ = L Lᵀ.
    pub lower: Vec<Vec<f64>>,
    /// ln |Σ|: twice the sum of the logarithms of the pivots.
    pub log_det: f64,
    inverse: OnceLock<Vec<Vec<f64>>>,
}

/// Why a covariance matrix cannot be inverted: the columns at fault, if they can be identified.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Defect {
    pub constant: Vec<usize>,
    pub collinear: Vec<usize>,
}

impl Sigma {
    pub fn new(entries: Vec<Vec<f64>>) -> Result<Sigma, Defect> {
        let d = entries.len();
        let at = |a: usize, b: usize| entries.get(a).and_then(|row| row.get(b)).copied().unwrap_or(f64::NAN);
        if entries.iter().flatten().any(|entry| !entry.is_finite()) {
            return Err(Defect::default());
        }
        let constant: Vec<usize> = (0..d).filter(|a| at(*a, *a) <= 0.0).collect();
        if !constant.is_empty() {
            return Err(Defect { constant, collinear: Vec::new() });
        }
        // Σ is factored as correlations, so that very different units do not matter.
        let scales: Vec<f64> = (0..d).map(|a| at(a, a).sqrt()).collect();
        let scale = |a: usize| scales.get(a).copied().unwrap_or(1.0);
        let correlation =
            DMatrix::from_fn(d, d, |a, b| if a == b { 1.0 } else { at(a, b) / scale(a) / scale(b) });
        let correlations = factored(correlation.clone()).ok_or_else(|| collinear(&correlation))?;
        let factor = correlations.l_dirty();
        let lower = (0..d)
            .map(|a| (0..=a).map(|b| scale(a) * factor.get((a, b)).copied().unwrap_or(0.0)).collect())
            .collect();
        Ok(Sigma::from_lower(entries, lower))
    }

    pub(super) fn from_lower(entries: Vec<Vec<f64>>, lower: Vec<Vec<f64>>) -> Sigma {
        let log_det = 2.0 * lower.iter().filter_map(|row| row.last()).map(|pivot| pivot.ln()).sum::<f64>();
        Sigma { entries, lower, log_det, inverse: OnceLock::new() }
    }

    /// Whether the columns before a column leave so little of its variance that the entries of Σ as floats are too
    /// coarse.
    pub(crate) fn is_coarse(&self) -> bool {
        let share =
            |(at, row): (usize, &Vec<f64>)| row.last().map(|pivot| pivot * pivot / self.entry(at, at));
        self.lower.iter().enumerate().filter_map(share).any(|share| share < COARSE)
    }

    /// d ln 2π + ln |Σ|: minus twice ln of the density at the mean.
    pub(super) fn norm(&self) -> f64 {
        self.d() as f64 * std::f64::consts::TAU.ln() + self.log_det
    }

    pub fn d(&self) -> usize {
        self.entries.len()
    }

    pub fn rows(&self) -> &[Vec<f64>] {
        &self.entries
    }

    pub fn entry(&self, a: usize, b: usize) -> f64 {
        self.entries.get(a).and_then(|row| row.get(b)).copied().unwrap_or(0.0)
    }

    /// A covariance divided by both standard deviations; 1 on the diagonal.
    pub fn correlation(&self, a: usize, b: usize) -> f64 {
        if a == b { 1.0 } else { self.entry(a, b) / (self.entry(a, a) * self.entry(b, b)).sqrt() }
    }

    /// The normal distribution of two columns given the others: how far its mean moves, its covariance matrix, and ln of the
    /// density of the others. `distance` is x − μ of every column. `None` for an unknown column.
    ///
    /// # Formula
    /// With the others first and Σ = L Lᵀ by blocks, z = L_rr⁻¹ (x_r − μ_r): the mean moves by L_kr z, the covariance is
    /// L_kk L_kkᵀ, which is Σ_kk − Σ_kr Σ_rr⁻¹ Σ_rk without its difference, and q of the others is |z|².
    pub(crate) fn given(&self, keep: [usize; 2], distance: &[f64]) -> Option<([f64; 2], [[f64; 2]; 2], f64)> {
        let rest = (0..self.d()).filter(|at| !keep.contains(at));
        let order: Vec<usize> = rest.chain(keep).collect();
        let entries = order.iter().map(|a| order.iter().map(|b| self.entry(*a, *b)).collect()).collect();
        let sorted = Sigma::new(entries).ok()?;
        let known = order.len().checked_sub(2)?;
        let mut z: Vec<f64> = order.iter().map(|at| distance.get(*at).copied()).collect::<Option<_>>()?;
        z.truncate(known);
        sorted.solve_lower(&mut z);
        let pivots = sorted.lower.iter().take(known).filter_map(|row| row.last());
        let ln_det = pivots.fold(0.0, |sum, pivot| sum + 2.0 * pivot.ln());
        let [first, second] = [sorted.lower.get(known)?, sorted.lower.get(known + 1)?];
        let shift = [first, second].map(|row| row.iter().zip(&z).map(|(l, z)| l * z).sum());
        let [a, b, c] = [*first.get(known)?, *second.get(known)?, *second.get(known + 1)?];
        let cov = [[a * a, a * b], [a * b, b * b + c * c]];
        let q: f64 = z.iter().map(|z| z * z).sum();
        Some((shift, cov, -0.5 * (known as f64 * std::f64::consts::TAU.ln() + ln_det + q)))
    }

    /// ln of the density of each column given those before it, without −½ ln 2π: −ln L_jj − ½ z_j² with z = L⁻¹ v. They
    /// sum to the joint density of all.
    pub fn chain(&self, distance: &[f64]) -> Vec<f64> {
        let mut z = distance.to_vec();
        self.solve_lower(&mut z);
        let pivots = self.lower.iter().map(|row| row.last().copied().unwrap_or(f64::NAN));
        pivots.zip(z).map(|(pivot, z)| -pivot.ln() - 0.5 * z * z).collect()
    }

    /// vᵀ Σ⁻¹ v: with Σ = L Lᵀ, the length of L⁻¹ v squared. `distance` is overwritten.
    pub fn quadratic(&self, distance: &mut [f64]) -> f64 {
        self.solve_lower(distance);
        distance.iter().map(|z| z * z).sum()
    }

    /// L⁻¹ v in place, for as many columns as v has.
    fn solve_lower(&self, v: &mut [f64]) {
        for (at, row) in self.lower.iter().enumerate() {
            let Some((done, [next, ..])) = v.split_at_mut_checked(at) else { return };
            let Some((pivot, before)) = row.split_last() else { return };
            let known: f64 = before.iter().zip(done.iter()).map(|(l, y)| l * y).sum();
            *next = (*next - known) / pivot;
        }
    }

    /// The same for many v, given column by column, with exactly the results of [`Sigma::quadratic`].
    pub(super) fn quadratics(&self, mut distances: Vec<Vec<f64>>) -> Vec<f64> {
        let many = distances.first().map_or(0, Vec::len);
        let (mut sums, mut known) = (vec![0.0; many], vec![0.0; many]);
        for (at, row) in self.lower.iter().enumerate() {
            let Some((done, [next, ..])) = distances.split_at_mut_checked(at) else {
                return vec![f64::NAN; many];
            };
            let Some((pivot, before)) = row.split_last() else { return vec![f64::NAN; many] };
            known.fill(0.0);
            for (l, y) in before.iter().zip(done.iter()) {
                known.iter_mut().zip(y).for_each(|(known, y)| *known += l * y);
            }
            for ((next, known), sum) in next.iter_mut().zip(&known).zip(&mut sums) {
                *next = (*next - known) / pivot;
                *sum += *next * *next;
            }
        }
        sums
    }

    /// Σ⁻¹ v: forward through L, then backward through Lᵀ.
    pub fn solve(&self, v: &[f64]) -> Vec<f64> {
        if v.len() != self.d() {
            return Vec::new();
        }
        let mut x = v.to_vec();
        self.solve_lower(&mut x);
        for (at, row) in self.lower.iter().enumerate().rev() {
            let Some((before, [next, ..])) = x.split_at_mut_checked(at) else { continue };
            let Some((pivot, left)) = row.split_last() else { continue };
            *next /= pivot;
            before.iter_mut().zip(left).for_each(|(y, l)| *y -= l * *next);
        }
        x
    }

    /// Σ⁻¹, column by column; computed on first use.
    pub fn inverse(&self) -> &[Vec<f64>] {
        self.inverse.get_or_init(|| {
            let unit = |at: usize| (0..self.d()).map(|a| f64::from(u8::from(a == at))).collect::<Vec<f64>>();
            (0..self.d()).map(|at| self.solve(&unit(at))).collect()
        })
    }
}

/// The Cholesky factor of a matrix with ones on its diagonal. It is rejected if a pivot is so small that it may be
/// rounding.
pub(super) fn factored(correlation: DMatrix<f64>) -> Option<Cholesky<f64, Dyn>> {
    let found = Cholesky::new(correlation)?;
    let pivots = found.l_dirty().diagonal();
    pivots.iter().all(|pivot| pivot * pivot >= PIVOT).then_some(found)
}

/// Collinear columns: the first that is a weighted sum of columns before it, and those columns.
fn collinear(correlation: &DMatrix<f64>) -> Defect {
    let lead = |k: usize| correlation.view((0, 0), (k, k)).clone_owned();
    let Some(last) = (1..correlation.nrows()).find(|last| factored(lead(last + 1)).is_none()) else {
        return Defect::default();
    };
    let weights = factored(lead(last)).map(|factor| {
        let others = DVector::from_iterator(last, correlation.column(last).iter().take(last).copied());
        factor.solve(&others)
    });
    let of = weights.iter().flat_map(|weights| weights.iter().enumerate());
    let mut collinear: Vec<usize> = of.filter(|(_, weight)| weight.abs() > 1e-6).map(|(at, _)| at).collect();
    collinear.push(last);
    Defect { constant: Vec::new(), collinear }
}

/// Rows that are reduced to a triangle at a time.
const BLOCK: usize = 512;

/// A residual of a column below this many units of rounding of its numbers is rounding.
const ROUNDING: f64 = 8.0;

/// Distances from the means, row by row, and the bounds of their rounding errors.
pub(super) struct Distances {
    d: usize,
    triangle: DMatrix<f64>,
    block: Vec<f64>,
    /// The largest number of each column, without its sign: each was rounded to a float when it was read.
    largest: Vec<f64>,
    rows: f64,
}

impl Distances {
    pub(super) fn new(d: usize) -> Distances {
        Distances { d, triangle: DMatrix::zeros(0, d), block: Vec::new(), largest: vec![0.0; d], rows: 0.0 }
    }

    /// Adds a row: its numbers, and their distances from the means of its class. A row of weight w is scaled by √w.
    pub(super) fn add(&mut self, numbers: &[f64], distances: impl Iterator<Item = f64>, times: u64) {
        let length = (times as f64).sqrt();
        self.block.extend(distances.map(|distance| distance * length));
        for (largest, number) in self.largest.iter_mut().zip(numbers) {
            *largest = largest.max(number.abs());
        }
        self.rows += times as f64;
        if self.block.len() >= BLOCK * self.d.max(1) {
            self.reduce();
        }
    }

    /// Puts the rows of the block into the triangle (Householder's orthogonal triangularisation, block after block).
    fn reduce(&mut self) {
        let rows = self.block.len() / self.d.max(1);
        let old = self.triangle.nrows();
        let mut all = DMatrix::zeros(old + rows, self.d);
        all.rows_mut(0, old).copy_from(&self.triangle);
        all.rows_mut(old, rows).copy_from(&DMatrix::from_row_slice(rows, self.d, &self.block));
        self.triangle = all.qr().unpack_r();
        self.block.clear();
    }

    /// The Σ of the rows, divided by `by`, with the ridge added to its diagonal; `entries` are the entries that are
    /// shown.
    pub(super) fn sigma(mut self, by: f64, ridge: f64, entries: Vec<Vec<f64>>) -> Result<Sigma, Defect> {
        if ridge > 0.0 {
            let root = (ridge * by).sqrt();
            let cell = |row: usize, column: usize| if row == column { root } else { 0.0 };
            self.block.extend((0..self.d * self.d).map(|at| cell(at / self.d, at % self.d)));
        }
        self.reduce();
        if self.triangle.nrows() < self.d {
            return Err(Defect::default());
        }
        for column in 0..self.d {
            self.check_column(column)?;
        }
        let root = by.sqrt();
        let row = |a: usize| -> Vec<f64> {
            // The sign of a row of the triangle is free: its pivot is made positive.
            let entry = |b: usize| self.at(b, a) * self.at(b, b).signum() / root;
            (0..=a).map(entry).collect()
        };
        Ok(Sigma::from_lower(entries, (0..self.d).map(row).collect()))
    }

    fn at(&self, row: usize, column: usize) -> f64 {
        self.triangle.get((row, column)).copied().unwrap_or(0.0)
    }

    /// Checks that a column is not a weighted sum of the columns before it, up to rounding.
    fn check_column(&self, column: usize) -> Result<(), Defect> {
        let before = self.triangle.view((0, 0), (column, column)).clone_owned();
        let with = self.triangle.view((0, column), (column, 1)).clone_owned();
        let weights = before.solve_upper_triangular(&with).unwrap_or_else(|| DMatrix::zeros(column, 1));
        let largest = |at: usize| self.largest.get(at).copied().unwrap_or(0.0);
        let known = weights.iter().enumerate().map(|(at, weight)| weight.abs() * largest(at));
        let size = largest(column) + known.sum::<f64>();
        let spread = (0..=column).map(|row| self.at(row, column).powi(2)).sum::<f64>().sqrt();
        let rounding = ROUNDING * f64::EPSILON * (size * self.rows.sqrt()).max(spread * self.d as f64);
        if self.at(column, column).abs() > rounding {
            return Ok(());
        }
        let length = |at: usize| (0..=at).map(|row| self.at(row, at).powi(2)).sum::<f64>().sqrt();
        let matters = |(at, weight): &(usize, &f64)| weight.abs() * length(*at) > 1e-6 * spread;
        let mut collinear: Vec<usize> =
            weights.iter().enumerate().filter(matters).map(|(at, _)| at).collect();
        collinear.push(column);
        Err(Defect { constant: Vec::new(), collinear })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() <= 1e-12 * a.abs().max(b.abs())
    }

    #[test]
    fn two_by_two_matches_the_hand_computation_in_any_unit() {
        let sigma = Sigma::new(vec![vec![4.0, 2.0], vec![2.0, 3.0]]).unwrap();
        assert!(close(sigma.log_det, 8f64.ln()));
        for (found, wanted) in sigma.inverse().iter().flatten().zip([3.0 / 8.0, -0.25, -0.25, 0.5]) {
            assert!(close(*found, wanted), "{found}");
        }
        for (s, t) in [(1.0, 1.0), (1e-9, 1e9), (1e9, 1e9), (1e-9, 1e-9), (1e-100, 1e100)] {
            let sigma =
                Sigma::new(vec![vec![4.0 * s * s, 2.0 * s * t], vec![2.0 * s * t, 3.0 * t * t]]).unwrap();
            assert!(close(sigma.quadratic(&mut [s, 2.0 * t]), 11.0 / 8.0));
            assert!(close(sigma.solve(&[s, 2.0 * t])[1] * t, 0.75));
        }
    }

    #[test]
    fn singular_entries_are_rejected() {
        let rejected =
            |rows: &[&[f64]]| Sigma::new(rows.iter().map(|row| row.to_vec()).collect()).unwrap_err();
        // A Cholesky factor of this one is found, with a pivot of 1e-17.
        assert_eq!(rejected(&[&[0.1, 0.3], &[0.3, 0.9]]).collinear, [0, 1]);
        assert_eq!(rejected(&[&[1.0, 0.0], &[0.0, 0.0]]).constant, [1]);
        assert_eq!(rejected(&[&[1.0, f64::NAN], &[f64::NAN, 1.0]]), Defect::default());
        let sum = rejected(&[
            &[1.0, 0.0, 0.0, 1.0],
            &[0.0, 1.0, 0.0, 0.0],
            &[0.0, 0.0, 1.0, 1.0],
            &[1.0, 0.0, 1.0, 2.0],
        ]);
        assert_eq!(sum.collinear, [0, 2, 3]);
    }

    fn of(rows: &[[f64; 2]]) -> Result<Sigma, Defect> {
        let n = rows.len() as f64;
        let mean = [0, 1].map(|at| rows.iter().map(|row| row[at]).sum::<f64>() / n);
        let mut all = Distances::new(2);
        for row in rows {
            all.add(row, row.iter().zip(mean).map(|(x, mean)| x - mean), 1);
        }
        all.sigma(n, 0.0, vec![vec![f64::NAN; 2]; 2])
    }

    #[test]
    fn a_nearly_singular_sigma_is_computed_from_rows() {
        // b = a ± 2⁻³⁰, so |Σ| = var(a) · 2⁻⁶⁰ and b differs from a by one part in 10⁹.
        let tiny = 2f64.powi(-30);
        let rows: Vec<[f64; 2]> = [(-1.0, 1.0), (-1.0, -1.0), (1.0, 1.0), (1.0, -1.0)]
            .map(|(a, sign)| [a, a + sign * tiny])
            .to_vec();
        let sigma = of(&rows).unwrap();
        assert!((sigma.log_det - 2.0 * tiny.ln()).abs() < 1e-6, "{}", sigma.log_det);
        assert!((sigma.quadratic(&mut [0.0, tiny]) - 1.0).abs() < 1e-6);
        let solved = sigma.solve(&[0.0, tiny]);
        assert!((solved[1] * tiny - 1.0).abs() < 1e-6);
    }

    #[test]
    fn collinear_rows_are_rejected() {
        let rows: Vec<[f64; 2]> = (1..20).map(|i| [f64::from(i) / 10.0, f64::from(3 * i) / 10.0]).collect();
        assert_eq!(of(&rows).unwrap_err().collinear, [0, 1]);
        let far: Vec<[f64; 2]> =
            (1..20).map(|i| [1e6 + f64::from(i) / 10.0, 3e6 + f64::from(3 * i) / 10.0]).collect();
        assert_eq!(of(&far).unwrap_err().collinear, [0, 1]);
    }

    #[test]
    fn blocks_and_weights_do_not_change_the_result() {
        let rows: Vec<[f64; 2]> = (0..2_000).map(|i| [f64::from(i % 7), f64::from(i % 11)]).collect();
        let many = of(&rows).unwrap();
        let mean = [0, 1].map(|at| rows.iter().map(|row| row[at]).sum::<f64>() / 2e3);
        let mut weighed = Distances::new(2);
        for a in 0..7u32 {
            for b in 0..11u32 {
                let row = [f64::from(a), f64::from(b)];
                let times = rows.iter().filter(|other| **other == row).count() as u64;
                weighed.add(&row, row.iter().zip(mean).map(|(x, mean)| x - mean), times);
            }
        }
        let weighed = weighed.sigma(2e3, 0.0, Vec::new()).unwrap();
        assert!((many.log_det - weighed.log_det).abs() < 1e-12);
    }
}
