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
mod error;
mod evaluate;
pub(crate) mod free;
mod gaussian;
mod gda;
pub mod likelihood;
mod lms;
mod meaning;
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

pub use against::{
    Against, Agreement, ComparedStep, StepDifference, StepSide, compare, distinguishing_figures,
};
pub use assumption::{Correlation, Dependence, DoubledFeature, MOST_WORDS, ValuePair, VocabularyParameters};
pub use definition::{CaseTerm, Context, Definition, Rule, TermKind};
pub use derivation::{QuantityWorking, Step, derive, derive_all};
pub use deviations::{Deviations, Elimination, Tableau, WIDE, deviations, elimination};
pub use error::WorkedError;
pub use evaluate::{Evaluator, value_of};
pub use gda::{FITS, in_matrices};
pub use lms::{LMS_ROWS, LMS_STEPS, LmsFormula, LmsMethod, LmsRun, LmsStep};
pub use meaning::meaning;
pub use naive_bayes::{beside_product, multiplied};
pub use odds::{Frequencies, FrequencyBranch, MonomialTerm, Monomials, frequencies, has_frequencies};
pub use posterior::{Posterior, PosteriorRow, RowKind, Worked, goals, in_logarithms};
pub(crate) use quality::area_under_curve;
pub use quantities::{RowsCounted, parameters, quantities, quantities_of_case, rows_behind};
pub use remarks::{About, CaseWarning, how_typical, warnings};
pub use resolve::{Resolution, resolve_label, resolve_quantity};
pub use route::{no_route, weight_times_x, why_logistic};
pub use variations::{Constants, Kinds, Overlay, Under, Variations};
