//! Queries in SQL. Names and texts of the data are quoted, never pasted; what differs between engines stands in a table.

mod base;
mod dialect;
mod numbers;
mod query;

pub(crate) use base::{Base, Read};
pub use base::{TableInEngine, described};
pub use dialect::{DIALECTS, Dialect};
