//! Exercises: a data set, a case and a list of questions, whose right answers nobody types.
//!
//! An [`Exercise`] is opened from a TOML file; its steps are what is asked, in order, and [`Exercise::key`] works out
//! what an answer to one of them is compared with. Nothing here reads an answer sheet: see [`super::sheet`].

mod author;
mod choices;
mod claims;
mod options;
mod opened;
mod file;
mod kept;
mod lint;
mod sources;
mod open;
mod plain;
mod policy;
mod random;
pub(super) use random::Dice;
mod rules;
mod search;
mod vet;
mod vetted;
mod words;

pub use author::{author, data_path, few_enough, out_of_reach, questions, random_table, with_title};
pub use file::Outline;
pub use kept::SeedCache;
pub(in crate::practice) use kept::mark;
pub use lint::{Accepted, Collision, Lint, Tested, figures_of, lint};
pub use open::ExerciseFile;
pub use opened::{Exercise, Step, unseen};
pub use random::{Drawn, Level, Random};
pub use rules::{Reveal, Rules, Unreduced, tidy};
pub use search::{Dealt, Failed, Search, Seeds, seeds};
pub use sources::Reach;
pub use vet::{Vetting, vet};
pub use vetted::{Failure, Rule, Vetted};
pub use words::{Deadline, Words};
