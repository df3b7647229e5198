//! Exercises: a data set, a case and a list of questions. The right answers are computed, not typed.
//!
//! An [`Exercise`] is opened from a TOML file. Its steps are the questions in order, and [`Exercise::key`] computes
//! the key of a step. Answer sheets are read in [`super::sheet`].

mod opened;
mod words;
mod file;
mod open;
mod random;
mod rules;

pub use file::Outline;
pub use open::ExerciseFile;
pub use opened::Reach;
pub use opened::{Exercise, Step, figures_of, unseen};
pub use random::{Drawn, Random};
pub use rules::{Reveal, Rules, Unreduced, tidy};
pub use words::{Deadline, Words};
pub use words::{author, data_path, few_enough, out_of_reach, questions, random_table};
