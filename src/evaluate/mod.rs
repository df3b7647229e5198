//! How good a model is: what it says of rows whose class is known.
//!
//! An [`Evaluation`] counts predictions against classes, and [`Metrics`] are the figures that follow from it, each with
//! the formula it is worked out by; how they are drawn is told elsewhere. The rows are those that the model learned
//! from, or, by a [`Trial`], rows that it did not see.

mod again;
mod calibration;
mod compare;
mod confusion;
mod candidate_model;
mod experiment;
mod figures;
mod folds;
mod learning;
mod metrics;
mod model;
mod parameter;
mod pooled;
mod remarks;
mod roc;
mod run;
mod spread;
mod summary;
mod sureness;
mod sweep;
mod trial;
mod wilson;

pub use calibration::{Bin, Calibration};
pub use candidate_model::CandidateModel;
pub use compare::{
    Comparison, ComparisonResult, Measure, ModelSpec, Pair, Parameters, Refused, Said, Stage, TestedRow,
};
pub use confusion::{EvaluatedRow, Evaluation, MATRIX, POSTERIORS, PerClass, evaluate};
pub use experiment::{Course, Experiment, experiment, experiments};
pub use figures::{Figure, Kind, Measured};
pub use folds::{Folds, shuffled};
pub use learning::{Curve, Learning, LearningStage, SEEDS};
pub use metrics::{Metrics, default_positive};
pub use model::Model;
pub use parameter::{Parameter, Setting};
pub use pooled::{Pooled, pooled};
pub use remarks::rows_or_cases;
pub use roc::{Counts, Pairs, Roc, RocPoint};
pub use run::{Fold, Tested};
pub use spread::Spread;
pub use summary::{Summary, Yardstick};
pub use sureness::Sureness;
pub use sweep::{Point, Sweep};
pub use trial::Trial;
pub use wilson::{Interval, Z};
