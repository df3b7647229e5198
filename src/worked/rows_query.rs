//! The rows behind a number, where they are in an engine: the query that lists them.

use super::rows::{Wanted, wanted};
use crate::encode::{Dialect, TableInEngine};
use crate::math::Quantity;
use crate::model::{Fitted, RowsOf};

/// The query of the training rows that a quantity counts, at most so many; `None` for what counts no rows, and where the
/// engine cannot read what the recipe reads.
pub fn rows_query(
    fitted: &Fitted,
    quantity: &Quantity,
    of: &TableInEngine,
    dialect: &Dialect,
    limit: usize,
) -> Option<String> {
    let rows = match wanted(fitted, quantity)? {
        Wanted::Rows => RowsOf::default(),
        Wanted::Class(class) => RowsOf { class: Some(class), ..RowsOf::default() },
        Wanted::Known { factor, class } => RowsOf { class, feature: Some(factor), value: None },
        Wanted::Value { factor, value, class } => RowsOf { class, feature: Some(factor), value: Some(value) },
    };
    of.rows(dialect, fitted, rows, limit).ok()
}

/// The same where sums say which engine has the rows; `None` where the rows are here.
pub fn rows_elsewhere(fitted: &Fitted, quantity: &Quantity, limit: usize) -> Option<String> {
    let sums = fitted.data.sums.as_ref()?;
    let dialect = Dialect::named(&sums.engine).or_else(|| Dialect::named("duckdb"))?;
    let table = match Dialect::named(&sums.engine) {
        Some(dialect) => dialect.unquoted(&sums.asked),
        None => sums.asked.clone(),
    };
    rows_query(fitted, quantity, &TableInEngine { table, ..TableInEngine::default() }, dialect, limit)
}
