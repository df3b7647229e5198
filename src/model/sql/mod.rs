//! The query in SQL of what a model says of each row.

mod predict;

pub use predict::scoring_query;
