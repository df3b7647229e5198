//! How good a model is: what it says of rows whose class is known.
//!
//! An [`Evaluation`] counts predictions against classes and is all numbers; how it is drawn is told elsewhere.

mod confusion;

pub use confusion::{Evaluation, JudgedRow, PerClass, evaluate};
