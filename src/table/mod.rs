//! A CSV becomes a [`Table`] of typed columns.
//!
//! This room reads text, decides what each column holds, and answers for it: every error names the file, the line, the
//! column and a fix, and every repair is a [`Notice`]. It knows nothing of classes, models or recipes. Columns are
//! stored by column, in segments of consecutive rows, so that sums can be taken segment by segment.

mod build;
mod columns;
mod dialect;
mod encoding;
mod error;
mod file;
mod header;
mod hints;
mod infer;
mod load;
mod magic;
mod number;
mod number_style;
mod pieces;
mod profile;
mod ragged;
mod row_name;
mod rows;
mod samples;
mod source;
mod store;
mod sums;
mod texts;
mod unit;
mod windows;

pub use build::is_whole;
pub use columns::{ALWAYS_MISSING, guarded, is_missing};
pub use columns::{Cell, Column, Dictionary, Kind};
pub use dialect::{Dialect, LineEnd};
pub use encoding::{Encoding, read_text};
pub use error::{Notice, TableError, Topic};
pub use file::{FilesRead, plain, read_file, write_file, write_file_by};
pub use header::head;
pub use header::words;
pub use hints::similar_values;
pub use load::{Loaded, load};
pub use number_style::{NumberStyle, may_divide_thousands, with_point};
pub(crate) use pieces::Piece;
pub use profile::{Bin, NumberProfile, Profile, ValueCount, WordProfile, profile_of};
pub use ragged::{ContextLine, Ragged, RaggedRows};
pub use row_name::RowName;
pub use samples::{Sample, sample, samples};
pub(crate) use source::LIMIT;
pub use source::{Decimal, Options, Source, Watch};
pub use store::{Cells, Documents, MISSING, Segment, Table, Words};
pub(crate) use sums::{FeatureSums, Powers, RowSums, ValueSum, WordSum};
pub use sums::{Seen, Sums};
pub use texts::tokens;
pub use unit::Unit;
