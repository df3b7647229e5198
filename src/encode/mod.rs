//! Columns become the features that a model reads.
//!
//! What is learned here (where the cuts between bins lie) is learned from training rows only, from sums that can be
//! merged: how often each value was seen in each class. This room knows recipes and tables, and nothing of
//! probabilities.

mod bins;
mod counts;
mod dataset;
mod edits;
mod mdl;
mod prepare;
mod sql;
mod sums;
mod value_counts;

pub use bins::{Cuts, equal_frequency, equal_width, learn};
pub(crate) use counts::TIMES;
pub use counts::{check_counts, times};
pub use dataset::{Counted, Dataset, HeldOut, Layout, Partition};
pub use edits::{Histogram, round_step};
pub use mdl::MdlTest;

pub use dataset::with_test_file;
pub use prepare::{load, prepare};
pub(crate) use sql::Base;
pub use sql::{DIALECTS, Dialect, described, sums_query};
pub use sums::SUMS_COLUMNS;
pub use value_counts::{SeenValues, ValueCounts};
