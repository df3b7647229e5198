//! How good a model is: its predictions for rows whose class is known.
//!
//! An [`Evaluation`] counts predicted and actual classes, and [`Metrics`] are the figures that follow, each with its
//! formula. The test rows are the training rows, or, in a [`Trial`], rows that the model did not see.

mod calibration;
mod compare;
mod confusion;
mod figures;
mod folds;
mod curves;
mod metrics;
mod warnings;
mod roc;
mod rows;
mod run;
mod trial;

pub use calibration::{Calibration, CalibrationBin, Interval, Spread, Z};
pub use compare::{
    Comparison, ComparisonProgress, ComparisonResult, Measure, ModelPair, ModelSpec, ParameterCount,
    PredictedClass, RefusedModel, TestedRow,
};
pub use confusion::{
    Decisions, Evaluation, Fold, MATRIX, Majority, POSTERIORS, PerClass, TestResults, evaluate,
};
pub use curves::{
    Experiment, Learning, LearningCurve, LearningStage, Point, SEEDS, Sweep, experiment, experiments,
};
pub use figures::{Metric, MetricKind, MetricValue};
pub use folds::{Folds, shuffled};
pub use metrics::{Metrics, Summary, default_positive};
pub use roc::{Pairs, Roc, RocPoint, ThresholdCounts};
pub use rows::{EvaluatedRow, EvaluatedRows, evaluate_for, evaluate_once};
pub use trial::{CandidateModel, Model, Trial};
pub use warnings::rows_or_cases;
