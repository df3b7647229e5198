//! A CSV becomes a [`Table`] of typed columns.
//!
//! This room reads text, decides what each column holds, and answers for it: every error names the file, the line, the
//! column and a fix, and every repair is a [`Notice`]. It knows nothing of classes, models or recipes. Columns are
//! stored by column, in segments of consecutive rows, so that sums can be taken segment by segment.

mod column;
mod store;

pub use column::{Cell, Column, Dictionary, Kind};
pub use store::{Cells, MISSING, Segment, Table};
