//! The beginning of a file, to be looked at before it is opened.

use super::error::TableError;
use super::load::{Loaded, load_bytes};
use super::source::{Options, Source};
use super::windows::last_row_end;

/// Reads the rows that end within so many bytes, and says whether these are all.
///
/// # Errors
/// As [`load`].
pub fn head(source: &Source, most: u64) -> Result<(Loaded, bool), TableError> {
    let (mut bytes, whole) = source.head(most)?;
    if let Some(end) = last_row_end(&bytes).filter(|_| !whole) {
        // Of UTF-16 with the low byte first a line ends with two bytes.
        bytes.truncate(end + usize::from(bytes.starts_with(&[0xff, 0xfe])));
    }
    Ok((load_bytes(&source.label(), &bytes, &Options::default())?, whole))
}
