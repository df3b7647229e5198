//! The SQL query that predicts each row.

mod predict;

pub use predict::scoring_query;
