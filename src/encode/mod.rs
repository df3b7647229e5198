//! Columns become features.
