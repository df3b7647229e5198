//! Columns in standard units: their means and standard deviations over the training rows.

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
            let name = column.feature.as_str();
            return Err(Problem {
                kind: "variance_undefined",
                what: format!(
                    "the numbers of {} lie so far apart that their spread is too large to be computed",
                    brief(name)
                ),
                fix: larger_unit(name),
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
