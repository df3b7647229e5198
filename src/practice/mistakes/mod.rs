//! The catalogue of mistakes, as overlays on the definitions.
//!
//! An [`entry::Entry`] says where a mistake can be made and which definitions it replaces; [`candidates`] evaluates what
//! is asked under each that can change it. Nothing here marks an answer: that is done with what comes out.

mod asked;
mod bayes;
mod cell;
mod costs;
mod counting;
mod density;
mod draws;
mod entry;
mod estimates;
mod evidence;
mod formula;
mod gaussian;
mod given;
mod lines;
pub(super) mod logs;
mod made;
mod miscounted;
mod occurrences;
mod poisson;
mod quality;
mod run;
mod sigma;
mod smoothing;
mod table;
mod training;
mod vocabulary;

pub(super) use cell::{list, text};
pub use entry::Candidate;
pub(in crate::practice) use logs::figures_left;
pub(super) use logs::{OTHER_BASE, other_bases};
pub use made::{Made, Written, first_at};
pub use run::{MOST_FACTORS, Way, candidates, of_decision, too_many};
pub(super) use run::{all, numbers};
pub(super) use run::{of_one_value, same};
pub use table::{about, tags};
pub(super) use table::{frequency, is_general};
