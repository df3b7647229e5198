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
mod binning;
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
mod ranking;
mod score_tables;
mod sigma;
mod sql;
mod statistics;
mod study;
mod sums;
mod sums_profile;
mod telling;
mod typicality;
mod verdicts;
mod vocabulary;

pub use case::Case;
pub use case_cell::{CaseCell, CaseValue};
pub use classes::Estimate;
pub(crate) use classifier::PIECE;
pub use classifier::{Baseline, Classifier, RowPredictor, predict_pieces};
pub use counterfactuals::{Counterfactual, Counterfactuals};
pub use crossings::{Bell, Crossing, PAIRS, all_crossings, bells, bells_given, crossings};
pub use decision::{Decider, DecisionRule};
pub use draw::{Cumulated, DrawOptions, DrawnRow, DrawnValue, Sampler, Uniform, Uniforms};
pub use error::{MISSING_FEATURE, no_row, not_generative};
pub use factor::Factor;
pub use fitted::{FeatureColumn, Fitted, Likelihood};
pub use form::Form;
pub use gda::{Gda, Theta};
pub(crate) use leaders::{NEAR, compare_exactly, fractions};
pub use leaders::{leaders, leaders_of};
pub use logistic::work as logistic_work;
pub use logistic::{Column, Logistic, Part, Ridge, Why};
pub use moments::{Moments, Scatter};
pub use normal::Normal;
pub use parts::Parts;
pub use poisson::{CountFamily, Rate};
pub use prediction::{Prediction, Undefined};
pub(crate) use predictions::share;
pub use predictions::{Predictions, RowPrediction, Rows};
pub use quantile::normal_quantile;
pub use queries::{Answer, Answers, Queries, Unseen};
pub use ranking::Ranking;
pub use score_tables::ScoreTables;
pub use sigma::{Conditional, Defect, Sigma};
pub use sql::scoring_query;
pub use statistics::{Counts, Statistics};
pub use study::{OpenError, Study};
pub use telling::OrderBy;
pub use typicality::Typicality;
pub use verdicts::{MeanOfRows, Verdicts};
pub use vocabulary::LeftOutWord;
pub use what_if::{Perturbation, TopWord, UnderAlpha};
pub use write_sums::write_sums;
