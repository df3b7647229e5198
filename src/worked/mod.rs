//! Working as data: how each number of a model comes about.
//!
//! Each [`Quantity`](crate::math::Quantity) has a definition over other quantities. One evaluator turns definitions into
//! values, and [`derive()`] into the flat list of steps that every face renders. An [`Overlay`] replaces definitions: a
//! mistake, another program's convention, or a student's own earlier lines are overlays, and evaluating under one gives
//! every number that follows from it. This room draws nothing and prints nothing.

mod warnings;
mod against;
mod beside_product;
mod contest;
mod context;
mod conventions;
mod decided;
mod decision;
mod definition;
mod derivation;
mod deviations;
mod draw;
mod elimination;
mod error;
mod evaluate;
mod frequencies;
pub mod free;
mod gaussian;
mod gda;
mod given;
mod in_matrices;
pub mod likelihood;
mod logarithms;
mod linear;
mod meaning;
mod naive_bayes;
mod odds;
mod over_classes;
mod overlay;
mod poisson;
mod proof;
mod posterior;
mod quality;
mod quantities;
mod resolve;
mod route;
mod rows;
mod several;
mod side;
mod typicality;
mod value;
mod variations;
mod written_out;

pub use against::{Against, Agreement, Compared, ComparedModel, Why, against, compare};
pub use beside_product::beside_product;
pub use contest::Contest;
pub use context::{Context, Term, TermKind};
pub use conventions::of_convention;
pub use decided::{Decided, goals};
pub use definition::{Definition, Rule};
pub use derivation::{Derivation, Step, Working, derive, derive_all, derive_under};
pub use deviations::{Deviations, deviations};
pub use elimination::{Cleared, Elimination, Tableau, WIDE, elimination};
pub use error::WorkedError;
pub use evaluate::{Evaluator, Rounding};
pub use frequencies::{Branch, Frequencies, frequencies, has_frequencies};
pub use gda::{entries as sigma_entries, named as sigma_of};
pub use in_matrices::{FITS, in_matrices};
pub use logarithms::in_logarithms;
pub use meaning::meaning;
pub use naive_bayes::multiplied;
pub use overlay::{Constants, Kinds, Overlay};
pub use posterior::{Posterior, Row, RowKind, Worked};
pub use quantities::{parameters, quantities, quantities_of_case};
pub use resolve::{Resolution, resolve_label, resolve_quantity};
pub use route::{no_route, weight_times_x, why_logistic};
pub use rows::{RowsCounted, rows_behind};
pub use side::{Side, figures_apart};
pub use typicality::how_typical;
pub use value::value_of;
pub use variations::{Under, Variations};
pub use warnings::{About, Warning, warnings};
