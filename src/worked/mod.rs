//! Working as data: how each number of a model comes about.
//!
//! Each [`Quantity`](crate::math::Quantity) has a definition over other quantities. One evaluator turns definitions into
//! values, and [`derive()`] into the flat list of steps that every face renders. An [`Overlay`] replaces definitions: a
//! mistake, another program's convention, or a student's own earlier lines are overlays, and evaluating under one gives
//! every number that follows from it. This room draws nothing and prints nothing.

mod warnings;
mod against;
mod context;
mod conventions;
mod decision;
mod definition;
mod derivation;
mod deviations;
mod draw;
mod elimination;
mod error;
mod evaluate;
mod frequencies;
pub(crate) mod free;
mod gaussian;
mod gda;
pub mod likelihood;
mod linear;
mod meaning;
mod naive_bayes;
mod odds;
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

pub(crate) use against::{Against, Compared, Why};
pub use against::{Agreement, compare};
pub use context::Context;
pub(crate) use context::{Term, TermKind};
pub use definition::{Definition, Rule};
pub(crate) use derivation::Working;
pub use derivation::{Derivation, Step, derive, derive_all, derive_under};
pub(crate) use deviations::{Deviations, deviations};
pub(crate) use elimination::{Elimination, Tableau, WIDE, elimination};
pub use error::WorkedError;
pub use evaluate::Evaluator;
pub use frequencies::frequencies;
pub(crate) use frequencies::{Branch, Frequencies, has_frequencies};
pub(crate) use gda::FITS;
pub use gda::in_matrices;
pub(crate) use meaning::meaning;
pub(crate) use naive_bayes::multiplied;
pub(crate) use overlay::Kinds;
pub use overlay::{Constants, Overlay};
pub use posterior::{Posterior, RowKind, in_logarithms};
pub(crate) use posterior::{Row, Worked, goals};
pub use quantities::{parameters, quantities, quantities_of_case};
pub use resolve::resolve_quantity;
pub(crate) use resolve::{Resolution, resolve_label};
pub use route::{no_route, weight_times_x, why_logistic};
pub(crate) use rows::RowsCounted;
pub use rows::rows_behind;
pub(crate) use several::beside_product;
pub(crate) use side::{Side, figures_apart};
pub use typicality::how_typical;
pub use value::value_of;
pub(crate) use variations::{Under, Variations};
pub(crate) use warnings::Warning;
pub use warnings::{About, warnings};
