//! Queries in SQL. Names and texts of the data are quoted, never pasted; what differs between engines stands in a table.

mod dialect;
mod query;

pub(crate) use dialect::Base;
pub use dialect::described;
pub use dialect::{DIALECTS, Dialect};
pub use query::sums_query;
