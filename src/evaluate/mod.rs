//! How good a model is: what it says of rows whose class is known.
//!
//! An [`Evaluation`] counts predictions against classes, and [`Metrics`] are the figures that follow from it, each with
//! the formula it is worked out by; how they are drawn is told elsewhere.

mod calibration;
mod confusion;
mod figures;
mod metrics;
mod pooled;
mod roc;
mod wilson;

pub use calibration::{Bin, Calibration};
pub use confusion::{Evaluation, PerClass, evaluate};
pub use figures::{Figure, Kind, Measured};
pub use metrics::{Metrics, default_positive};
pub use pooled::{Pooled, pooled};
pub use roc::{Counts, Pairs, Roc, RocPoint};
pub use wilson::{Interval, Z};
