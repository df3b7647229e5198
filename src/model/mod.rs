//! Statistics (sums over rows), the parameters estimated from them, and what they say of a case.
//!
//! [`Statistics`] are raw and exact: α and priors never enter them, so any number of parts can be counted apart and
//! merged, and a new α needs no second reading. [`Fitted`] holds the parameters of naive Bayes over categories, bins and
//! words; [`Fitted::predict`] gives the exact posterior of one [`Case`], and [`Fitted::predict_rows`] predicts many
//! rows by logarithms. [`Logistic`] is no generative model but their rival; what it shares with them is a
//! [`Classifier`]. This room knows no formula as text and no derivation; those are told in `worked`.

mod what_if;
mod write_sums;
mod warnings;
mod block;
mod case;
mod case_cell;
mod classes;
mod classifier;
mod convention;
mod counterfactuals;
mod counting;
mod crossings;
mod draw;
mod decision;
mod error;
mod factor;
mod fitted;
mod form;
mod gda;
mod given;
mod leaders;
mod likelihood;
mod log_sums;
mod logistic;
mod moments;
mod normal;
mod parts;
mod poisson;
mod predict;
mod prediction;
mod predictions;
mod quantile;
mod queries;
mod score_tables;
mod sigma;
mod sql;
mod statistics;
mod study;
mod sums;
mod telling;
mod typicality;
mod verdicts;
mod vocabulary;

pub use case::Case;
pub use case_cell::{CaseCell, CaseValue};
pub use classes::Estimate;
pub(crate) use classifier::{Baseline, PIECE, predict_pieces};
pub use classifier::{Classifier, RowPredictor};
pub(crate) use counterfactuals::{Counterfactual, Counterfactuals};
pub use crossings::{Bell, all_crossings, bells, crossings};
pub(crate) use crossings::{Crossing, PAIRS};
pub(crate) use decision::{Decider, DecisionRule};
pub(crate) use draw::{Cumulated, Sampler, Uniform};
pub use draw::{DrawOptions, DrawnRow, DrawnValue, Uniforms};
pub(crate) use error::{MISSING_FEATURE, no_row, not_generative};
pub use factor::Factor;
pub(crate) use fitted::FeatureColumn;
pub use fitted::Fitted;
pub use form::Form;
pub use gda::Gda;
pub(crate) use gda::Theta;
pub use leaders::leaders;
pub(crate) use leaders::{NEAR, compare_exactly, fractions, leaders_of};
pub(crate) use logistic::work as logistic_work;
pub use logistic::{Column, Logistic, Part, Why};
pub use moments::Moments;
pub(crate) use moments::Scatter;
pub use normal::Normal;
pub use parts::Parts;
pub(crate) use poisson::CountFamily;
pub use poisson::Rate;
pub use prediction::{Prediction, Undefined};
pub use predictions::RowPrediction;
pub(crate) use predictions::{Predictions, Rows, share};
pub use quantile::normal_quantile;
pub use queries::Answers;
pub(crate) use queries::{Answer, Queries, Unseen};
pub use score_tables::ScoreTables;
pub(crate) use sigma::Sigma;
pub use sql::scoring_query;
pub use statistics::{Counts, Statistics};
pub(crate) use study::OpenError;
pub use study::Study;
pub use telling::OrderBy;
pub(crate) use typicality::{Ranking, Typicality};
pub(crate) use verdicts::{MeanOfRows, Verdicts};
pub(crate) use what_if::UnderAlpha;
pub use write_sums::write_sums;
