//! Working as data: how each number of a model is computed.
//!
//! Each [`Quantity`](crate::math::Quantity) has a definition over other quantities. One evaluator turns definitions into
//! values, and [`derive()`] into the flat list of steps that every face renders. An [`Overlay`] replaces definitions: a
//! mistake, another program's convention, or a student's own earlier lines are overlays, and evaluating under one gives
//! every number that follows from it. This module draws nothing and prints nothing.

mod warnings;
mod against;
mod definition;
mod derivation;
mod deviations;
mod draw;
mod error;
mod evaluate;
pub(crate) mod free;
mod gaussian;
mod gda;
pub mod likelihood;
mod linear;
mod meaning;
mod naive_bayes;
mod odds;
mod poisson;
mod posterior;
mod quality;
mod quantities;
mod resolve;
mod route;
mod several;
mod side;
mod typicality;
mod variations;

pub(crate) use against::{Against, Compared, Why};
pub use against::{Agreement, compare};
pub use definition::Context;
pub use definition::{Definition, Rule};
pub(crate) use definition::{Term, TermKind};
pub(crate) use derivation::Working;
pub use derivation::{Derivation, Step, derive, derive_all, derive_under};
pub(crate) use deviations::{Deviations, deviations};
pub(crate) use deviations::{Elimination, Tableau, WIDE, elimination};
pub use error::WorkedError;
pub use evaluate::Evaluator;
pub use evaluate::value_of;
pub(crate) use gda::FITS;
pub use gda::in_matrices;
pub(crate) use meaning::meaning;
pub(crate) use naive_bayes::multiplied;
pub use odds::frequencies;
pub(crate) use odds::{Branch, Frequencies, has_frequencies};
pub use posterior::{Posterior, RowKind, in_logarithms};
pub(crate) use posterior::{Row, Worked, goals};
pub(crate) use quantities::RowsCounted;
pub use quantities::rows_behind;
pub use quantities::{parameters, quantities, quantities_of_case};
pub use resolve::resolve_quantity;
pub(crate) use resolve::{Resolution, resolve_label};
pub use route::{no_route, weight_times_x, why_logistic};
pub(crate) use several::beside_product;
pub(crate) use side::{Side, figures_apart};
pub use typicality::how_typical;
pub(crate) use variations::Kinds;
pub use variations::{Constants, Overlay};
pub(crate) use variations::{Under, Variations};
pub(crate) use warnings::Warning;
pub use warnings::{About, warnings};
