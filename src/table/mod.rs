//! A CSV becomes a [`Table`] of typed columns.
//!
//! This room reads text, decides what each column holds, and answers for it: every error names the file, the line, the
//! column and a fix, and every repair is a [`Notice`]. It knows nothing of classes, models or recipes. Columns are
//! stored by column, in segments of consecutive rows, so that sums can be taken segment by segment.

mod build;
mod column;
mod columns;
mod dialect;
mod encoding;
mod error;
mod facts;
mod file;
mod files_read;
mod write_file;
mod header;
mod hints;
mod infer;
mod lines;
mod load;
mod magic;
mod missing;
mod naming;
mod notation;
mod notice;
mod number;
mod number_style;
mod profile;
mod quotes;
mod ragged;
mod row_names;
mod rows;
mod samples;
mod say;
mod source;
mod spread;
mod store;
mod tokens;
mod whole_lines;

pub use build::is_whole;
pub use column::{Cell, Column, Dictionary, Kind};
pub use dialect::{Dialect, LineEnd};
pub use encoding::{Encoding, read_text};
pub use error::TableError;
pub use file::{plain, read_file};
pub use files_read::FilesRead;
pub use load::{Loaded, load};
pub use naming::{RowName, words};
pub use notice::Notice;
pub use number_style::{NumberStyle, may_divide_thousands, with_point};
pub use profile::{Bin, NumberProfile, Profile, ValueCount, WordProfile, profile};
pub use ragged::{ContextLine, Ragged, RaggedRows};
pub use samples::{Sample, sample, samples};
pub use source::{LIMIT, Options, Source, Watch};
pub use store::{Cells, MISSING, Segment, Table};
pub use tokens::tokens;
pub use write_file::write_file;
