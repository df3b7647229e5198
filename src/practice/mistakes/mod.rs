//! The catalogue of mistakes, as overlays on the definitions.
//!
//! An [`entry::Entry`] says where a mistake can be made and which definitions it replaces; [`candidates`] evaluates what
//! is asked under each that can change it. Nothing here marks an answer: that is done with what comes out.

mod asked;
mod bayes;
mod normal_density;
mod cell;
mod counting;
mod density;
mod edges;
mod entry;
mod evidence;
mod gaussian;
mod left_out;
pub(super) mod logs;
mod made;
mod miscounted;
mod occurrences;
mod one_value;
mod place;
mod poisson;
mod rounding;
mod run;
mod sigma;
mod smoothing;
mod table;
mod training;
mod unknown;
mod vocabulary;
mod words;

pub(super) use logs::{OTHER_BASE, other_bases};
pub use made::{Made, Written, first_at};
pub(in crate::practice) use rounding::figures_left;
pub(super) use run::all;
pub use run::{MOST_FACTORS, Way, candidates, of_decision, too_many};
pub(super) use run::{leaders, same};
pub use table::{about, tags};
