//! Statistics (sums over rows), the parameters estimated from them, and what they say of a case.
//!
//! [`Statistics`] are raw and exact: α and priors never enter them, so any number of parts can be counted apart and
//! merged, and a new α needs no second reading. [`Fitted`] holds the parameters of naive Bayes over categories, bins and
//! words; [`Fitted::predict`] gives the exact posterior of one [`Case`], and [`Fitted::predict_rows`] predicts many
//! rows by logarithms. This room knows no formula as text and no derivation; those are told in `worked`.

mod absences;
mod case;
mod convention;
mod error;
mod estimate;
mod factor;
mod fitted;
mod gda;
mod moments;
mod normal;
mod predict;
mod prediction;
mod scatter;
mod sigma;
mod statistics;
mod study;

pub use case::{Case, CaseCell, CaseValue};
pub use error::{CaseError, FitError};
pub use estimate::Estimate;
pub use factor::{Factor, Form};
pub use fitted::Fitted;
pub use gda::{Gda, Theta};
pub use moments::Moments;
pub use normal::Normal;
pub use predict::RowPrediction;
pub use prediction::{Prediction, Undefined};
pub use scatter::Scatter;
pub use sigma::{Defect, Sigma};
pub use statistics::{Counts, Statistics};
pub use study::{OpenError, Study};
