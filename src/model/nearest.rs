//! The rows of the training data that are most like one row, whatever a model makes of them: Gower's distance, which reads
//! numbers and categories alike and leaves out what is missing.

use super::Fitted;
use crate::table::Kind;

/// Rows times features up to which they are looked for.
const MOST: usize = 2_000_000;

/// A row that was learned from, and how far it is from another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Near {
    /// Its place in the table, from 0.
    pub row: usize,
    /// Its class, as a class of the model.
    pub class: usize,
    /// The mean over the features that both have: of a number the difference as a share of the range, of a category 0
    /// where both are the same and else 1.
    pub distance: f64,
}

/// The rows that a model learned from that are nearest to a row of its table, at most `many`, the row itself left out; of
/// two that are as near the first. None where documents are read, and of tables that are too large to be looked through.
pub fn nearest(fitted: &Fitted, row: usize, many: usize) -> Vec<Near> {
    let table = &fitted.data.table;
    let columns: Vec<usize> = match fitted.is_naive() {
        true => fitted.factors().iter().flat_map(|factor| factor.table_columns().iter().copied()).collect(),
        false => fitted.features.iter().map(|feature| feature.column).collect(),
    };
    let is_text = |at: &usize| table.columns().get(*at).is_none_or(|column| column.kind == Kind::Text);
    if columns.iter().any(is_text) || table.rows().saturating_mul(columns.len()) > MOST {
        return Vec::new();
    }
    let number = |row: usize, column: usize| {
        let (segment, at) = table.locate(row)?;
        segment.cells.get(column)?.number(at)
    };
    let code = |row: usize, column: usize| {
        let (segment, at) = table.locate(row)?;
        segment.cells.get(column)?.code(at)
    };
    let learned = || (0..table.rows()).filter_map(|row| Some((row, fitted.class_of_row(row)?)));
    let range = |column: usize| {
        let known = learned().filter_map(|(row, _)| number(row, column));
        let ends = known.fold(None, |ends: Option<(f64, f64)>, value| {
            Some(ends.map_or((value, value), |(low, high)| (low.min(value), high.max(value))))
        });
        ends.map_or(0.0, |(low, high)| high - low)
    };
    let ranges: Vec<f64> = columns.iter().map(|column| range(*column)).collect();
    let apart = |other: usize, (column, range): (usize, f64)| {
        if let (Some(one), Some(other)) = (number(row, column), number(other, column)) {
            // Beyond the range of what was learned nothing is farther than its end.
            return Some(if one == other { 0.0 } else { ((one - other).abs() / range).min(1.0) });
        }
        let (one, other) = (code(row, column)?, code(other, column)?);
        Some(f64::from(u8::from(one != other)))
    };
    let distance = |(other, class): (usize, usize)| {
        let features = columns.iter().copied().zip(ranges.iter().copied());
        let known: Vec<f64> = features.filter_map(|feature| apart(other, feature)).collect();
        let distance = known.iter().sum::<f64>() / known.len() as f64;
        (!known.is_empty()).then_some(Near { row: other, class, distance })
    };
    let mut near: Vec<Near> = learned().filter(|(other, _)| *other != row).filter_map(distance).collect();
    near.sort_by(|one, other| one.distance.total_cmp(&other.distance));
    near.truncate(many);
    near
}
