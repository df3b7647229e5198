//! What fitting costs, told beforehand: Newton's method solves for all weights together, and every step of it takes the
//! products of the columns of every row for every pair of classes.

use crate::encode::Dataset;
use crate::recipe::Bins;
use crate::table::{Cells, Kind};

/// Weights, and about how many multiplications a step of Newton's method takes; no row is read for it.
pub fn work(data: &Dataset) -> (u64, f64) {
    let classes = data.table.distinct(data.resolved.target) as u64;
    let others = classes.saturating_sub(1);
    let rows = data.table.rows() as f64;
    // Columns, and how many of a row are not 0, the constant among both.
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

/// Words of all documents.
fn tokens(data: &Dataset, column: usize) -> f64 {
    let of = |cells: &Cells| match cells {
        Cells::Tokens { ids, .. } => ids.len(),
        _ => 0,
    };
    data.table.segments().iter().filter_map(|segment| segment.cells.get(column)).map(of).sum::<usize>() as f64
}
