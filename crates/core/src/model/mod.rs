//! Statistics (sums over rows), the parameters estimated from them, and the predictions that follow.
//!
//! [`Statistics`] are raw and exact: α and priors never enter them, so parts can be counted separately and merged, and
//! a new α needs no second pass over the rows. [`Fitted`] holds the parameters of naive Bayes over categories, bins and
//! words; [`Fitted::predict`] gives the exact posterior of one [`Case`], and [`Fitted::predict_rows`] predicts many
//! rows by logarithms. [`Logistic`] is the discriminative alternative; [`Classifier`] is what both kinds share.
//! Formulas as text and derivations are in `worked`.

mod case;
mod classes;
mod convention;
mod counterfactuals;
mod counting;
mod crossings;
mod draw;
mod decision;
mod error;
mod factor;
mod fitted;
mod gda;
mod informative;
mod logistic;
mod moments;
mod normal;
mod prediction;
mod predictions;
mod queries;
mod score;
mod sigma;
mod sql;
mod statistics;
mod study;
mod sums;
mod typicality;

pub use case::{Case, CaseCell, CaseValue};
pub use classes::Estimate;
pub(crate) use classes::places as class_places;
pub use counterfactuals::{Counterfactual, Counterfactuals, UnderAlpha};
pub use crossings::{ClassNormal, all_crossings, class_normals, crossings};
pub(crate) use crossings::{Crossing, PAIRS};
pub use decision::{Decider, DecisionRule};
pub use draw::{Cumulated, DrawnRow, DrawnValue, Sampler, Uniform, Uniforms};
pub(crate) use error::first_of;
pub use error::{MISSING_FEATURE, no_row, not_generative};
pub use factor::{Factor, FactorForm};
pub use fitted::{FeatureColumn, Fitted};
pub use gda::{Gda, Theta};
pub use informative::OrderBy;
pub(crate) use logistic::work as logistic_work;
pub use logistic::{DesignColumn, Logistic, RidgeReason};
pub use moments::{Moments, Scatter};
pub use normal::{CountFamily, Normal, Rate, normal_quantile};
pub use prediction::{
    MeanOfRows, NEAR, Prediction, Undefined, Verdicts, compare_exactly, fractions, leaders, leaders_of,
};
pub(crate) use predictions::{Baseline, PIECE, Predictions, predict_pieces, share};
pub use predictions::{Classifier, RowPrediction, RowPredictor};
pub use queries::{Queries, QueryAnswer, Unseen};
pub use score::CasePredictor;
pub use sigma::Sigma;
pub use sql::scoring_query;
pub use statistics::{FeatureCounts, PartStatistics, Statistics};
pub use study::Study;
pub use sums::write_sums;
pub use typicality::{Ranking, Typicality};
