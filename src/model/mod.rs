//! Statistics (sums over rows), the parameters estimated from them, and what they say of a case.
//!
//! [`Statistics`] are raw and exact: α and priors never enter them, so any number of parts can be counted apart and
//! merged, and a new α needs no second reading. [`Fitted`] holds the parameters of naive Bayes over categories, bins and
//! words; [`Fitted::predict`] gives the exact posterior of one [`Case`], and [`Fitted::predict_rows`] predicts many
//! rows by logarithms. [`Logistic`] is no generative model but their rival; what it shares with them is a
//! [`Classifier`]. This room knows no formula as text and no derivation; those are told in `worked`.

mod absences;
mod answers;
mod baseline;
mod case;
mod case_cell;
mod cautions;
mod classes;
mod classifier;
mod convention;
mod conventions;
mod counterfactuals;
mod counting;
mod error;
mod estimate;
mod factor;
mod fitted;

mod from_rows;
mod gda;
mod likelihood;
mod log_sums;
mod logistic;
mod moments;
mod normal;
mod perturbation;
mod parts;
mod poisson;
mod predict;
mod prediction;
mod queries;
mod scatter;
mod sigma;
mod smoothing;
mod statistics;
mod study;
mod top_words;
mod vocabulary;
mod word_counts;

pub use answers::{Answer, Answers};
pub use baseline::Baseline;
pub use case::Case;
pub use case_cell::{CaseCell, CaseValue};
pub use classifier::Classifier;
pub use counterfactuals::{Counterfactual, Counterfactuals};
pub use error::{MISSING_FEATURE, no_row, not_generative};
pub use estimate::Estimate;
pub use factor::{Factor, Form};
pub use fitted::{FeatureColumn, Fitted, Likelihood};
pub use gda::{Gda, Theta};
pub use logistic::work as logistic_work;
pub use logistic::{Column, Logistic, Part, Ridge, Why};
pub use moments::Moments;
pub use normal::Normal;
pub use parts::Parts;
pub use perturbation::Perturbation;
pub use poisson::Rate;
pub use predict::RowPrediction;
pub use prediction::{Prediction, Undefined};
pub use queries::{Queries, Unseen};
pub use scatter::Scatter;
pub use sigma::{Defect, Sigma};
pub use smoothing::UnderAlpha;
pub use statistics::{Counts, Statistics};
pub use study::{OpenError, Study};
pub use top_words::TopWord;
pub use vocabulary::LeftOutWord;
