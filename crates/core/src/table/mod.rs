//! A CSV becomes a [`Table`] of typed columns.
//!
//! Every error names the file, the line, the column and a fix, and every repair is a [`Notice`]. Columns are stored in
//! segments of consecutive rows, so that sums can be taken segment by segment.

mod build;
mod columns;
mod dialect;
mod encoding;
mod error;
mod feature_map;
mod file;
mod header;
mod hints;
mod load;
mod number;
mod pass;
mod profile;
mod rows;
mod source;
mod store;
mod unit;
mod windows;

use columns::is_mark;
pub use columns::{ALWAYS_MISSING, Cell, Column, Dictionary, Kind, guarded, is_missing, tokens};
pub(crate) use dialect::commonest_in_first_line;
pub use encoding::{Encoding, read_text};
pub(crate) use error::capped;
pub use error::{Notice, RaggedRows, TableError, Topic};
pub use feature_map::FeatureMap;
pub use file::{FilesRead, plain, read_file, write_file, write_file_by};
pub use header::words;
pub use hints::similar_values;
pub use load::{Loaded, head, load};
pub use number::{Decimal, NumberStyle, is_whole, may_divide_thousands, with_point};
pub use profile::{HistogramBin, NumberProfile, Profile, RowName, ValueCount, WordProfile, profile_of};
pub use source::{LIMIT, Options, Ragged, Sample, Source, Watch, sample, samples};
pub use store::{Cells, Documents, FeatureSums, MISSING, Powers, Segment, Table, TableSums, ValueSum};
pub use store::{WeightedCount, WordSum};
pub use unit::Unit;
pub use windows::RowPiece;

/// Returns the first item for which `is` holds, or a new one at the end.
pub(crate) fn found_or<T>(all: &mut Vec<T>, is: impl Fn(&T) -> bool, new: impl FnOnce() -> T) -> &mut T {
    let at = all.iter().position(is).unwrap_or(all.len());
    if at == all.len() {
        all.push(new());
    }
    // The position was just found or made.
    #[expect(clippy::indexing_slicing)]
    &mut all[at]
}
