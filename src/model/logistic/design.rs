//! The rows in standard units, and the sums over them that Newton's method needs.
//!
//! Only the non-zero entries of a row are kept, so a large vocabulary costs no more than the words of the documents.
//! Weights are one list: those of the first class after the base, θ₀ first, then those of the next.

use std::ops::Range;

use rayon::prelude::*;

use super::encoding::{Column, Encoding, Part};
use crate::encode::Dataset;
use crate::model::error::{larger_unit, problem};
use crate::problem::Problem;
use crate::text::brief;

/// The least rows of a piece: fewer are summed faster on one thread.
const PIECE: usize = 4096;
const PIECES: usize = 64;
/// The most numbers that the sums of all pieces hold at once, 128 MB.
const HELD: usize = 16 << 20;
/// Rows that are added to a sum at once.
const BLOCK: usize = 4;

/// Rows in standard units, each with its class. Column 0 is the constant 1 of θ₀.
#[derive(Clone, Debug, Default)]
pub(super) struct Design {
    pub(super) width: usize,
    pub(super) others: usize,
    starts: Vec<usize>,
    columns: Vec<usize>,
    values: Vec<f64>,
    /// The class of each row; 0 is the base.
    classes: Vec<usize>,
    times: Vec<f64>,
}

/// The non-zero entries of a row, its class, and its weight.
struct Row<'a> {
    columns: &'a [usize],
    values: &'a [f64],
    class: usize,
    times: f64,
}

/// ℓ and its derivatives with respect to the weights.
#[derive(Default)]
pub(super) struct Slopes {
    /// ℓ = ∑ ln P(class of the row | row).
    pub(super) log_likelihood: Sum,
    pub(super) gradient: Vec<f64>,
    /// −∇²ℓ, the lower triangle of each column.
    pub(super) curvature: Vec<f64>,
    /// The least log-odds of the class of a row against another class: above 0, every row is predicted right.
    pub(super) margin: f64,
}

impl Design {
    /// The training rows. A constant column is left out; `classes` gives the place of each class, 0 for the base.
    pub(super) fn new(
        data: &Dataset,
        encoding: &Encoding,
        units: &[Unit],
        rows: &[(usize, usize)],
        classes: &[usize],
    ) -> Design {
        let mut places: Vec<Option<usize>> = Vec::with_capacity(units.len());
        let mut width = 1;
        for unit in units {
            places.push((unit.scale > 0.0).then_some(width));
            width += usize::from(unit.scale > 0.0);
        }
        let others = classes.iter().copied().max().unwrap_or(0);
        let mut design = Design { width, others, starts: vec![0], ..Design::default() };
        let mut cells = Vec::new();
        for (row, class) in rows {
            encoding.row(data, *row, &mut cells);
            design.columns.push(0);
            design.values.push(1.0);
            for (column, value) in &cells {
                let at = *column as usize;
                if let (Some(Some(place)), Some(unit)) = (places.get(at), units.get(at)) {
                    design.columns.push(*place);
                    design.values.push((value - unit.shift) / unit.scale);
                }
            }
            design.starts.push(design.columns.len());
            design.classes.push(classes.get(*class).copied().unwrap_or(0));
            design.times.push(data.weight(*row) as f64);
        }
        design
    }

    pub(super) fn rows(&self) -> f64 {
        self.times.iter().sum()
    }

    pub(super) fn weights(&self) -> usize {
        self.width * self.others
    }

    fn row(&self, row: usize) -> Option<Row<'_>> {
        let cells = *self.starts.get(row)?..*self.starts.get(row + 1)?;
        let (columns, values) = (self.columns.get(cells.clone())?, self.values.get(cells)?);
        Some(Row { columns, values, class: *self.classes.get(row)?, times: *self.times.get(row)? })
    }

    /// Adds up the sums of pieces of the rows, in their order; `numbers` is the size of each sum. The pieces do not
    /// depend on the number of processors, so a sum is the same on every machine.
    fn sum<T: Default + Send>(
        &self,
        numbers: usize,
        of: impl Fn(Range<usize>) -> T + Sync,
        add: impl Fn(T, T) -> T,
    ) -> T {
        let rows = self.classes.len();
        let pieces = (rows / PIECE).clamp(1, (HELD / numbers.max(1)).clamp(1, PIECES));
        let piece = |at: usize| of(rows * at / pieces..rows * (at + 1) / pieces);
        let pieces: Vec<T> = (0..pieces).into_par_iter().map(piece).collect();
        pieces.into_iter().reduce(add).unwrap_or_default()
    }

    pub(super) fn log_likelihood(&self, weights: &[f64]) -> f64 {
        let of = |rows: Range<usize>| {
            let mut odds = vec![0.0; self.others + 1];
            let mut sum = Sum::default();
            for row in rows.filter_map(|row| self.row(row)) {
                self.log_odds(&row, weights, &mut odds);
                sum.add(row.log_likelihood(&odds, log_sum(&odds)));
            }
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
    pub(super) fn slopes(&self, weights: &[f64]) -> Slopes {
        let add = |mut sum: Slopes, piece: Slopes| {
            sum.log_likelihood = sum.log_likelihood.and(piece.log_likelihood);
            sum.margin = sum.margin.min(piece.margin);
            add_all(&mut sum.gradient, &piece.gradient);
            add_all(&mut sum.curvature, &piece.curvature);
            sum
        };
        self.sum(self.weights().pow(2), |rows| self.slopes_of(rows, weights), add)
    }

    fn slopes_of(&self, rows: Range<usize>, weights: &[f64]) -> Slopes {
        let side = self.weights();
        let mut out = Slopes {
            log_likelihood: Sum::default(),
            gradient: vec![0.0; side],
            curvature: vec![0.0; side * side],
            margin: f64::INFINITY,
        };
        let mut odds = vec![0.0; self.others + 1];
        let mut shares = Vec::new();
        for block in self.blocks(rows) {
            shares.clear();
            for row in &block {
                self.log_odds(row, weights, &mut odds);
                out.margin = out.margin.min(margin(&odds, row.class));
                let sum = log_sum(&odds);
                out.log_likelihood.add(row.log_likelihood(&odds, sum));
                for (c, ln) in odds.iter().skip(1).enumerate() {
                    let share = (ln - sum).exp();
                    let left = row.times * (f64::from(u8::from(row.class == c + 1)) - share);
                    if let Some(part) = out.gradient.get_mut(c * self.width..) {
                        add(part, row.columns, row.values, left, self.width);
                    }
                    shares.push(share);
                }
            }
            for (c, d) in (0..self.others).flat_map(|c| (c..self.others).map(move |d| (c, d))) {
                let of_row = |(row, shares): (&Row<'_>, &[f64])| {
                    let (share, other) = (shares.get(c)?, shares.get(d)?);
                    Some(row.times * if c == d { share * (1.0 - share) } else { -share * other })
                };
                let times = block.iter().zip(shares.chunks_exact(self.others)).filter_map(of_row);
                self.add_products(&mut out.curvature, side, (c, d), &times.collect::<Vec<f64>>(), &block);
            }
        }
        out
    }

    fn blocks(&self, rows: Range<usize>) -> impl Iterator<Item = Vec<Row<'_>>> {
        let ends = rows.end;
        rows.step_by(BLOCK)
            .map(move |from| (from..ends.min(from + BLOCK)).filter_map(|row| self.row(row)).collect())
    }

    /// ∑ x xᵀ over the rows, the lower triangle of each column.
    pub(super) fn products(&self) -> Vec<f64> {
        let of = |rows: Range<usize>| {
            let mut out = vec![0.0; self.width * self.width];
            for block in self.blocks(rows) {
                let times: Vec<f64> = block.iter().map(|row| row.times).collect();
                self.add_products(&mut out, self.width, (0, 0), &times, &block);
            }
            out
        };
        let add = |mut sum: Vec<f64>, piece: Vec<f64>| {
            add_all(&mut sum, &piece);
            sum
        };
        self.sum(self.width.pow(2), of, add)
    }

    /// The change in log-odds of each row's class against the others when the weights change: the least and the
    /// greatest.
    pub(super) fn gains(&self, change: &[f64]) -> (f64, f64) {
        let of = |rows: Range<usize>| {
            let mut odds = vec![0.0; self.others + 1];
            let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
            for row in rows.filter_map(|row| self.row(row)) {
                self.log_odds(&row, change, &mut odds);
                let mine = odds.get(row.class).copied().unwrap_or(0.0);
                for (_, other) in odds.iter().enumerate().filter(|(at, _)| *at != row.class) {
                    least = least.min(mine - other);
                    most = most.max(mine - other);
                }
            }
            (least, most)
        };
        self.sum(1, of, |(least, most), (low, high)| (f64::min(least, low), f64::max(most, high)))
    }

    /// θᵀx of each class; 0 for the base.
    fn log_odds(&self, row: &Row<'_>, weights: &[f64], out: &mut [f64]) {
        for (odds, theta) in out.iter_mut().skip(1).zip(weights.chunks_exact(self.width)) {
            if row.values.len() == self.width {
                *odds = theta.iter().zip(row.values).map(|(theta, x)| theta * x).sum();
                continue;
            }
            let cells = row.columns.iter().zip(row.values);
            *odds = cells.filter_map(|(at, x)| Some(theta.get(*at)? * x)).sum();
        }
    }

    /// Adds `times · x xᵀ` of each row to the block of two classes.
    fn add_products(
        &self,
        matrix: &mut [f64],
        side: usize,
        (c, d): (usize, usize),
        times: &[f64],
        rows: &[Row<'_>],
    ) {
        // Within a block of one class the matrix is symmetric.
        let skip = |at: usize| if c == d { at } else { 0 };
        let line = |column: usize| (c * self.width + column) * side + d * self.width;
        let is_full = |row: &Row<'_>| row.values.len() == self.width;
        if let ([one, two, three, four], [by_one, by_two, by_three, by_four]) = (rows, times)
            && rows.iter().all(is_full)
        {
            // Row by row as below, but each sum is fetched once for all four.
            let all = one.values.iter().zip(two.values).zip(three.values.iter().zip(four.values));
            for (at, ((a, b), (e, f))) in all.enumerate() {
                let (a, b, e, f) = (by_one * a, by_two * b, by_three * e, by_four * f);
                let sums = matrix.get_mut(line(at) + skip(at)..line(at) + self.width).unwrap_or_default();
                let cells = one
                    .from(skip(at))
                    .iter()
                    .zip(two.from(skip(at)))
                    .zip(three.from(skip(at)))
                    .zip(four.from(skip(at)));
                for (sum, (((one, two), three), four)) in sums.iter_mut().zip(cells) {
                    *sum = *sum + a * one + b * two + e * three + f * four;
                }
            }
            return;
        }
        for (row, times) in rows.iter().zip(times) {
            for (at, (column, x)) in row.columns.iter().zip(row.values).enumerate() {
                let from = line(*column);
                let Some(line) = matrix.get_mut(from..from + self.width) else { continue };
                let (columns, values) = (row.columns.get(skip(at)..), row.values.get(skip(at)..));
                add(line, columns.unwrap_or_default(), values.unwrap_or_default(), times * x, self.width);
            }
        }
    }
}

impl Row<'_> {
    fn from(&self, at: usize) -> &[f64] {
        self.values.get(at..).unwrap_or_default()
    }

    /// ln P(class | row), times the weight of the row, from the log-odds of the classes and their ln ∑ exp.
    fn log_likelihood(&self, odds: &[f64], sum: f64) -> f64 {
        self.times * (odds.get(self.class).copied().unwrap_or(f64::NAN) - sum)
    }
}

fn add_all(sums: &mut [f64], more: &[f64]) {
    sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
}

fn add(line: &mut [f64], columns: &[usize], values: &[f64], times: f64, width: usize) {
    let dense = columns.first().filter(|first| **first + columns.len() == width);
    if let Some(line) = dense.and_then(|first| line.get_mut(*first..)) {
        // No column is 0 from here on, so the loop is plain arithmetic.
        line.iter_mut().zip(values).for_each(|(sum, x)| *sum += times * x);
        return;
    }
    for (column, x) in columns.iter().zip(values) {
        if let Some(sum) = line.get_mut(*column) {
            *sum += times * x;
        }
    }
}

/// A sum that keeps its rounding errors (Neumaier, "Rundungsfehleranalyse einiger Verfahren zur Summation endlicher
/// Summen", 1974): near the maximum of ℓ, rounding over a million rows would otherwise decide.
#[derive(Default)]
pub(super) struct Sum {
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

    pub(super) fn total(&self) -> f64 {
        self.sum + self.rest
    }
}

/// ln ∑ exp, without overflow.
pub(super) fn log_sum(logs: &[f64]) -> f64 {
    let highest = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    highest + logs.iter().map(|ln| (ln - highest).exp()).sum::<f64>().ln()
}

fn margin(odds: &[f64], class: usize) -> f64 {
    let others = odds.iter().enumerate().filter(|(at, _)| *at != class).map(|(_, odds)| *odds);
    odds.get(class).copied().unwrap_or(f64::NAN) - others.fold(f64::NEG_INFINITY, f64::max)
}

/// The standard units of a column: `(x − shift)/scale`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Unit {
    /// The mean of a column of numbers. Indicators and counts are not shifted: most of theirs are 0 and stay so.
    pub(super) shift: f64,
    /// The standard deviation; 0 for a column that never varies.
    pub(super) scale: f64,
}

pub(super) fn units(
    data: &Dataset,
    encoding: &Encoding,
    rows: &[(usize, usize)],
) -> Result<Vec<Unit>, Problem> {
    let n: f64 = rows.iter().map(|(row, _)| data.weight(*row) as f64).sum();
    let mut sums = vec![(0.0f64, 0.0f64, f64::INFINITY, f64::NEG_INFINITY, 0.0f64); encoding.columns.len()];
    let mut cells = Vec::new();
    let mut each = |take: &mut dyn FnMut(usize, f64, f64)| {
        for (row, _) in rows {
            encoding.row(data, *row, &mut cells);
            let times = data.weight(*row) as f64;
            cells.iter().for_each(|(column, value)| take(*column as usize, *value, times));
        }
    };
    each(&mut |column, value, times| {
        if let Some((sum, _, low, high, known)) = sums.get_mut(column) {
            *sum += times * value / n;
            *low = low.min(value);
            *high = high.max(value);
            *known += times;
        }
    });
    each(&mut |column, value, times| {
        if let Some((mean, squares, ..)) = sums.get_mut(column) {
            *squares += times * (value - *mean).powi(2) / n;
        }
    });
    let unit = |((mean, squares, low, high, known), column): (_, &Column)| {
        // Entries that are not listed are 0, so their distance from the mean is the mean itself.
        let zeros: f64 = n - known;
        let variance: f64 = squares + zeros / n * mean * mean;
        let varies = low < high || (zeros > 0.0 && known > 0.0);
        if !variance.is_finite() {
            let name = column.feature.as_str();
            let what = format!(
                "the numbers of {} lie so far apart that their spread is too large to compute",
                brief(name)
            );
            let problem = problem("variance_undefined", what, larger_unit(name));
            return Err(Problem { feature: Some(name.to_owned()), ..problem });
        }
        let shift = if column.part == Part::Number { mean } else { 0.0 };
        // The square of a very small distance may underflow to 0.
        let scale = if variance > 0.0 { variance.sqrt() } else { high - low };
        Ok(Unit { shift, scale: if varies { scale } else { 0.0 } })
    };
    sums.into_iter().zip(&encoding.columns).map(unit).collect()
}
