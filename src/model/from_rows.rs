//! A Σ so near to singular that its entries, rounded to floats, no longer say what it is: its factor is found from the
//! rows themselves, which loses half as many digits.

use nalgebra::DMatrix;

use super::sigma::{Defect, Sigma};

/// Rows that are reduced to a triangle at a time.
const BLOCK: usize = 512;

/// What is left of a column below this many units of rounding of its numbers is rounding.
const ROUNDING: f64 = 8.0;

/// Distances from the means, row after row, and what else bounds how exact they are.
pub(super) struct Distances {
    /// How many columns.
    d: usize,
    /// The triangle R of the rows so far, with RᵀR the sum of their products.
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

    /// Adds a row: its numbers, and their distances from the means of its class. A row that was seen several times is
    /// as long as their root.
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

    /// The Σ of the rows, divided by `by`, with something added to its diagonal; `entries` are its entries as they are
    /// shown.
    ///
    /// # Errors
    /// When a column follows from those before it as exactly as its numbers are known.
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
            self.judge(column)?;
        }
        let root = by.sqrt();
        let row = |a: usize| -> Vec<f64> {
            // A row of the triangle may be turned round: its pivot is to be positive.
            let entry = |b: usize| self.at(b, a) * self.at(b, b).signum() / root;
            (0..=a).map(entry).collect()
        };
        Ok(Sigma::from_lower(entries, (0..self.d).map(row).collect()))
    }

    fn at(&self, row: usize, column: usize) -> f64 {
        self.triangle.get((row, column)).copied().unwrap_or(0.0)
    }

    /// Whether something of a column is left by the columns before it, beyond the rounding of their numbers.
    fn judge(&self, column: usize) -> Result<(), Defect> {
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
    fn what_the_entries_lose_the_rows_still_know() {
        // b = a ± 2⁻³⁰, so |Σ| = var(a) · 2⁻⁶⁰ and b differs from a by one part in 10⁹.
        let tiny = 2f64.powi(-30);
        let rows: Vec<[f64; 2]> = [(-1.0, 1.0), (-1.0, -1.0), (1.0, 1.0), (1.0, -1.0)]
            .map(|(a, sign)| [a, a + sign * tiny])
            .to_vec();
        let sigma = of(&rows).unwrap();
        assert!((sigma.log_det() - 2.0 * tiny.ln()).abs() < 1e-6, "{}", sigma.log_det());
        assert!((sigma.quadratic(&mut [0.0, tiny]) - 1.0).abs() < 1e-6);
        let solved = sigma.solve(&[0.0, tiny]);
        assert!((solved[1] * tiny - 1.0).abs() < 1e-6);
    }

    #[test]
    fn what_is_only_rounding_is_refused() {
        let rows: Vec<[f64; 2]> = (1..20).map(|i| [f64::from(i) / 10.0, f64::from(3 * i) / 10.0]).collect();
        assert_eq!(of(&rows).unwrap_err().collinear, [0, 1]);
        let far: Vec<[f64; 2]> =
            (1..20).map(|i| [1e6 + f64::from(i) / 10.0, 3e6 + f64::from(3 * i) / 10.0]).collect();
        assert_eq!(of(&far).unwrap_err().collinear, [0, 1]);
    }

    #[test]
    fn blocks_and_weights_change_nothing() {
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
        assert!((many.log_det() - weighed.log_det()).abs() < 1e-12);
    }
}
