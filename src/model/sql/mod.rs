//! Queries in SQL: the sums of a table that an engine has, and a model's scores for its rows. Names and texts of the data
//! are quoted, never pasted; what differs between engines stands in a table.

mod base;
mod dialect;
mod predict;
mod rows;
mod sums;

pub use base::{TableInEngine, described};
pub use dialect::{DIALECTS, Dialect};
pub use rows::RowsOf;
