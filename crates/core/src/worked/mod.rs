//! Working as data: how each number of a model is computed.
//!
//! Each [`Quantity`](crate::math::Quantity) has a definition over other quantities. One evaluator turns definitions into
//! values, and [`derive()`] into the flat list of steps that every face renders. An [`Overlay`] replaces definitions: a
//! mistake, another program's convention, or a student's own earlier lines are overlays, and evaluating under one gives
//! every number that follows from it. This module draws nothing and prints nothing.

mod against;
mod assumption;
mod conventions;
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
mod lms;
mod meaning;
mod monomials;
mod naive_bayes;
mod odds;
mod posterior;
mod quality;
mod quantities;
mod remarks;
mod resolve;
mod route;
mod variations;

use definition::{Defined, LISTED, estimated, fact, formula, matrices, over_classes, with_value};
use gaussian::{mean_of, var_of, weighed_sample};

type Result<T, E = WorkedError> = std::result::Result<T, E>;

pub use against::{Against, ComparedStep, StepDifference, StepSide, figures_apart};
pub use against::{Agreement, compare};
pub use assumption::{Correlation, Dependence, DoubledFeature, MOST_WORDS, ValuePair, VocabularyParameters};
pub use definition::{CaseTerm, TermKind};
pub use definition::{Context, Definition, Rule};
pub use derivation::QuantityWorking;
pub use derivation::{Step, derive, derive_all};
pub use deviations::{Deviations, Elimination, Tableau, WIDE, deviations, elimination};
pub use error::WorkedError;
pub use evaluate::{Evaluator, value_of};
pub use gda::FITS;
pub use gda::in_matrices;
pub use lms::{LMS_ROWS, LMS_STEPS, LmsFormula, LmsMethod, LmsRun, LmsStep};
pub use meaning::meaning;
pub use monomials::{MonomialTerm, Monomials};
pub use naive_bayes::{beside_product, multiplied};
pub use odds::frequencies;
pub use odds::{Frequencies, FrequencyBranch, has_frequencies};
pub use posterior::{Posterior, RowKind, in_logarithms};
pub use posterior::{PosteriorRow, Worked, goals};
pub(crate) use quality::area_under_curve;
pub use quantities::RowsCounted;
pub use quantities::{parameters, quantities, quantities_of_case, rows_behind};
pub use remarks::CaseWarning;
pub use remarks::{About, how_typical, warnings};
pub use resolve::resolve_quantity;
pub use resolve::{Resolution, resolve_label};
pub use route::{no_route, weight_times_x, why_logistic};
pub use variations::{Constants, Overlay};
pub use variations::{Kinds, Under, Variations};
