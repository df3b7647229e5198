//! Columns become the features that a model reads. Where the cuts between bins are is learned from training rows only, from
//! sums that can be merged: how often each value was seen in each class.

mod bins;
mod checks;
mod counts;
mod dataset;
mod dialect;
mod edits;
mod mdl;
mod prepare;
mod sums;
mod sums_query;
mod value_counts;

pub use bins::{Cuts, equal_frequency, equal_width, learn};
pub(crate) use checks::TIMES;
pub use checks::check_counts;
pub use counts::{UNCLEAR_COUNTS, kind_of_counts, names_features};
pub use dataset::{Counted, Dataset, HeldOut, Layout, Partition, times};
pub(crate) use dialect::BaseQuery;
pub use dialect::{DIALECTS, Dialect};
pub use edits::{Histogram, round_step};
pub use mdl::MdlTest;
pub use prepare::{described, load, prepare, with_test_file};
pub use sums::SUMS_COLUMNS;
pub use sums_query::sums_query;
pub use value_counts::{SeenValues, ValueCounts};
