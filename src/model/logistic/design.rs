//! The rows in standard units, and the sums over them that Newton's method needs.
//!
//! Only what is not 0 is kept of a row, so that a thousand words cost what the words of a document cost. Weights are one
//! list: those of the first class after the base, θ₀ first, then those of the next.

use super::encoding::{Column, Encoding, Part};
use crate::encode::Dataset;
use crate::model::error::larger_unit;
use crate::problem::Problem;
use crate::text::brief;

/// How a column is put into standard units: `(x − shift)/scale`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Unit {
    /// The mean of a column of numbers. Indicators and counts are not shifted: most of theirs are 0 and stay so.
    pub(super) shift: f64,
    /// The standard deviation; 0 for a column that never varies.
    pub(super) scale: f64,
}

/// Rows in standard units, each with its class. Column 0 is the constant 1 of θ₀.
#[derive(Clone, Debug, Default)]
pub(super) struct Design {
    /// Columns, the constant included.
    pub(super) width: usize,
    /// Classes after the base.
    pub(super) others: usize,
    starts: Vec<usize>,
    columns: Vec<usize>,
    values: Vec<f64>,
    /// The class of each row; 0 is the base.
    classes: Vec<usize>,
    /// How often each row was seen.
    times: Vec<f64>,
}

/// ℓ and how it changes with the weights.
pub(super) struct Slopes {
    /// ℓ = ∑ ln P(class of the row | row).
    pub(super) log_likelihood: f64,
    /// ∇ℓ.
    pub(super) gradient: Vec<f64>,
    /// −∇²ℓ, the lower triangle of each column.
    pub(super) curvature: Vec<f64>,
    /// The least advantage, in log odds, that the class of a row has over another: above 0, every row is right.
    pub(super) margin: f64,
}

/// Finds the unit of each column over the training rows.
///
/// # Errors
/// When numbers lie so far apart that their spread is no float.
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
        // What is not listed of a row is 0, and as far from the mean as that.
        let zeros: f64 = n - known;
        let variance: f64 = squares + zeros / n * mean * mean;
        let varies = low < high || (zeros > 0.0 && known > 0.0);
        if !variance.is_finite() {
            let name = brief(column.feature.as_str());
            return Err(Problem {
                kind: "variance_undefined",
                what: format!(
                    "the numbers of {name} lie so far apart that their spread is too large to be computed"
                ),
                fix: larger_unit(&name),
                feature: Some(column.feature.as_str().to_owned()),
                ..Problem::default()
            });
        }
        let shift = if column.part == Part::Number { mean } else { 0.0 };
        // The square of a very small distance may be no float above 0.
        let scale = if variance > 0.0 { variance.sqrt() } else { high - low };
        Ok(Unit { shift, scale: if varies { scale } else { 0.0 } })
    };
    sums.into_iter().zip(&encoding.columns).map(unit).collect()
}

impl Design {
    /// The training rows. A column without a spread is left out; `classes` gives the place of each class, 0 the base.
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

    /// How many rows, each as often as it was seen.
    pub(super) fn rows(&self) -> f64 {
        self.times.iter().sum()
    }

    /// How many weights there are.
    pub(super) fn weights(&self) -> usize {
        self.width * self.others
    }

    /// Columns and values of each row that are not 0, its class, and how often it was seen.
    fn each(&self) -> impl Iterator<Item = (&[usize], &[f64], usize, f64)> {
        let bounds = self.starts.iter().zip(self.starts.iter().skip(1));
        bounds.zip(self.classes.iter().zip(&self.times)).map(|((from, to), (class, times))| {
            let columns = self.columns.get(*from..*to).unwrap_or_default();
            (columns, self.values.get(*from..*to).unwrap_or_default(), *class, *times)
        })
    }

    /// ℓ at some weights.
    pub(super) fn log_likelihood(&self, weights: &[f64]) -> f64 {
        let mut odds = vec![0.0; self.others + 1];
        let mut sum = Sum::default();
        for (columns, values, class, times) in self.each() {
            self.log_odds(columns, values, weights, &mut odds);
            sum.add(times * (odds.get(class).copied().unwrap_or(f64::NAN) - log_sum(&odds)));
        }
        sum.total()
    }

    /// ℓ, its gradient and its curvature at some weights.
    ///
    /// # Formula
    /// With `P(c | x) = exp(θ_cᵀx)/∑ exp(θᵀx)`, `∇_c ℓ = ∑ (1{y = c} − P(c | x)) x` and
    /// `∇_c ∇_d ℓ = −∑ P(c | x)(1{c = d} − P(d | x)) x xᵀ`; for two classes these are `∑ (y − h(x)) x` and
    /// `−∑ h(x)(1 − h(x)) x xᵀ` (CS229 notes, logistic regression, Newton's method and softmax regression).
    pub(super) fn slopes(&self, weights: &[f64]) -> Slopes {
        let side = self.weights();
        let mut out = Slopes {
            log_likelihood: 0.0,
            gradient: vec![0.0; side],
            curvature: vec![0.0; side * side],
            margin: f64::INFINITY,
        };
        let mut odds = vec![0.0; self.others + 1];
        let mut log_likelihood = Sum::default();
        for (columns, values, class, times) in self.each() {
            self.log_odds(columns, values, weights, &mut odds);
            out.margin = out.margin.min(margin(&odds, class));
            let sum = log_sum(&odds);
            log_likelihood.add(times * (odds.get(class).copied().unwrap_or(f64::NAN) - sum));
            let shares: Vec<f64> = odds.iter().skip(1).map(|ln| (ln - sum).exp()).collect();
            for (c, share) in shares.iter().enumerate() {
                let left = times * (f64::from(u8::from(class == c + 1)) - share);
                if let Some(part) = out.gradient.get_mut(c * self.width..) {
                    add(part, columns, values, left, self.width);
                }
                for (d, other) in shares.iter().enumerate().skip(c) {
                    let weight = if c == d { share * (1.0 - share) } else { -share * other };
                    self.add_products(&mut out.curvature, side, (c, d), times * weight, columns, values);
                }
            }
        }
        out.log_likelihood = log_likelihood.total();
        out
    }

    /// ∑ x xᵀ over the rows, the lower triangle of each column.
    pub(super) fn products(&self) -> Vec<f64> {
        let mut out = vec![0.0; self.width * self.width];
        for (columns, values, _, times) in self.each() {
            self.add_products(&mut out, self.width, (0, 0), times, columns, values);
        }
        out
    }

    /// How a change of the weights moves each row's class against the others, in log odds: the least and the greatest
    /// advantage it gains.
    pub(super) fn gains(&self, change: &[f64]) -> (f64, f64) {
        let mut odds = vec![0.0; self.others + 1];
        let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
        for (columns, values, class, _) in self.each() {
            self.log_odds(columns, values, change, &mut odds);
            let mine = odds.get(class).copied().unwrap_or(0.0);
            for (_, other) in odds.iter().enumerate().filter(|(at, _)| *at != class) {
                least = least.min(mine - other);
                most = most.max(mine - other);
            }
        }
        (least, most)
    }

    /// θᵀx of each class; 0 for the base.
    fn log_odds(&self, columns: &[usize], values: &[f64], weights: &[f64], out: &mut [f64]) {
        for (odds, theta) in out.iter_mut().skip(1).zip(weights.chunks_exact(self.width)) {
            *odds = columns.iter().zip(values).filter_map(|(at, x)| Some(theta.get(*at)? * x)).sum();
        }
    }

    /// Adds `weight · x xᵀ` to the block of two classes.
    fn add_products(
        &self,
        matrix: &mut [f64],
        side: usize,
        (c, d): (usize, usize),
        weight: f64,
        columns: &[usize],
        values: &[f64],
    ) {
        for (at, (column, x)) in columns.iter().zip(values).enumerate() {
            let from = (c * self.width + column) * side + d * self.width;
            let Some(line) = matrix.get_mut(from..from + self.width) else { continue };
            // Within a block of one class what stands left of the diagonal is the mirror of what stands right.
            let skip = if c == d { at } else { 0 };
            let (columns, values) = (columns.get(skip..), values.get(skip..));
            add(line, columns.unwrap_or_default(), values.unwrap_or_default(), weight * x, self.width);
        }
    }
}

/// Adds a multiple of some columns' values to a line of all columns.
fn add(line: &mut [f64], columns: &[usize], values: &[f64], times: f64, width: usize) {
    let dense = columns.first().filter(|first| **first + columns.len() == width);
    if let Some(line) = dense.and_then(|first| line.get_mut(*first..)) {
        // No column is 0 from here on: plain arithmetic, line on line.
        line.iter_mut().zip(values).for_each(|(sum, x)| *sum += times * x);
        return;
    }
    for (column, x) in columns.iter().zip(values) {
        if let Some(sum) = line.get_mut(*column) {
            *sum += times * x;
        }
    }
}

/// A sum that keeps what rounding takes off it (Neumaier, "Rundungsfehleranalyse einiger Verfahren zur Summation endlicher
/// Summen", 1974): at the top of ℓ a million rows would otherwise differ by rounding alone.
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

    fn total(&self) -> f64 {
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
