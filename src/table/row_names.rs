//! A header that is one field short, as R's `write.table` writes it: the first field of every row is the row's name.

use std::collections::HashSet;

use super::error::TableError;
use super::number::number;
use super::ragged::Ragged;
use super::rows::Body;

/// Rows that are looked at.
const ROWS: usize = 10_000;

/// Whether the first field of the rows is a name for them that the header, of `width` names, leaves out.
pub(super) fn are_left_out(body: &Body<'_>, width: usize) -> Result<bool, TableError> {
    let mut rows = Body { ragged: Ragged::Extra, ..body.clone() }.rows();
    let (mut names, mut seen, mut all_numbers) = (HashSet::new(), 0usize, true);
    let bytes = body.text.as_bytes();
    // What the first row has no number in, and all others have: then the first row is the header, and a title above it.
    let (mut of_words, mut of_numbers) = (vec![false; width], vec![true; width]);
    while seen < ROWS && rows.advance()? {
        if rows.width() != width + 1 {
            return Ok(false);
        }
        let name = rows.field(0).unwrap_or_default();
        // R writes names in quotes, numbers too. Bare numbers that do not count the rows are more often whole parts, whose
        // decimals stand behind a comma that was taken for the delimiter.
        let is_quoted = bytes.get(rows.start()) == Some(&b'"');
        let is_number = name.iter().all(u8::is_ascii_digit);
        let counts = name == (seen + 1).to_string().as_bytes();
        all_numbers &= is_number;
        if name.is_empty() || is_number && !is_quoted && !counts || !names.insert(name.to_owned()) {
            return Ok(false);
        }
        for (column, (of_words, of_numbers)) in of_words.iter_mut().zip(&mut of_numbers).enumerate() {
            let is_number = rows.field(column + 1).is_some_and(|cell| number(cell).is_some());
            if seen == 0 {
                *of_words = !is_number;
            } else {
                *of_numbers &= is_number;
            }
        }
        seen += 1;
    }
    let is_title = of_words.iter().zip(&of_numbers).any(|(words, numbers)| *words && *numbers);
    // A single name above two fields is more often a title.
    Ok(seen > 1 && !is_title && (width > 1 || all_numbers))
}
