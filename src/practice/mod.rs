//! Answers, and the mistakes that explain the wrong ones.
//!
//! A mistake is another definition: [`candidates`] evaluates the model once under each mistake of the catalogue that can
//! change the number asked, and says what a student who made it has.

mod candidate;
pub mod mistakes;

pub use candidate::Candidate;
pub use mistakes::{candidates, of_decision};
