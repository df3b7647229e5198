//! Queries in SQL of what a model says: the scores of rows, and the rows behind a number.

mod predict;
mod rows;

pub use rows::RowsOf;
