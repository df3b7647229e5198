//! Queries in SQL of what a model says: the scores of rows, how many are told right, and the rows behind a number.

mod judge;
mod predict;
mod rows;
mod said;

pub use judge::{COUNTED, FoldModels};
pub use rows::RowsOf;
