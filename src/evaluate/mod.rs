//! How good a model is: what it says of rows whose class is known.
//!
//! An [`Evaluation`] counts predictions against classes and is all numbers; how it is drawn is told elsewhere. The rows
//! are those that the model learned from, or, by a [`Trial`], rows that it did not see.

mod confusion;
mod folds;
mod model;
mod remarks;
mod run;
mod trial;

pub use confusion::{Evaluation, JudgedRow, PerClass, evaluate};
pub use folds::Folds;
pub use model::Model;
pub use run::{Fold, Tested};
pub use trial::Trial;
