//! The query in SQL of what a model says of each row.

mod predict;
mod said;

pub use predict::scoring_query;
