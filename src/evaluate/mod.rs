//! How good a model is: what it says of rows whose class is known.
//!
//! An [`Evaluation`] counts predictions against classes and is all numbers; how it is drawn is told elsewhere. The rows
//! are those that the model learned from, or, by a [`Trial`], rows that it did not see.

mod confusion;
mod folds;
mod remarks;
mod trial;

pub use confusion::{Evaluation, JudgedRow, PerClass, evaluate};
pub use folds::Folds;
pub use trial::{Fold, Model, Tested, Trial};
