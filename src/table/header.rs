//! The first row names the columns: every name is made unique, and every change is noted.
//!
//! A header that is one field short is one of R's `write.table`: the first field of every row is the row's name.

use std::collections::{HashMap, HashSet};

use super::error::{Notice, TableError, capped, quoted};
use super::number::number;
use super::ragged::Ragged;
use super::rows::Body;

#[derive(Clone, Debug)]
pub(super) struct Header {
    /// Unique, never empty.
    pub names: Vec<String>,
    pub blank: Vec<bool>,
}

/// Names the columns as the header does; an empty name becomes `column 3`, a second `age` becomes `age (2)`. The first
/// column may have the names of the rows, which the header leaves out.
pub(super) fn name_columns(
    cells: &[String],
    line: u64,
    row_names: bool,
    notices: &mut Vec<Notice>,
) -> Header {
    let written: HashSet<&str> = cells.iter().map(String::as_str).collect();
    let mut taken: HashSet<String> = HashSet::new();
    let mut seen: HashMap<&str, usize> = HashMap::new();
    let mut header =
        Header { names: Vec::with_capacity(cells.len()), blank: Vec::with_capacity(cells.len()) };
    let (mut blanks, mut doubles) = (Vec::new(), Vec::new());
    for (i, cell) in cells.iter().enumerate() {
        let blank = cell.is_empty();
        let mut name = if blank { format!("column {}", i + 1) } else { cell.clone() };
        let times = seen.entry(cell.as_str()).or_insert(0);
        *times += 1;
        let clash = |name: &str| taken.contains(name) || (written.contains(name) && name != cell);
        if (!blank && *times > 1) || clash(&name) {
            let base = name;
            let mut number = (*times).max(2);
            name = format!("{base} ({number})");
            while clash(&name) {
                number += 1;
                name = format!("{base} ({number})");
            }
            *times = (*times).max(number);
        }
        // Programs write the names of rows into a first column without a name: what becomes of it is said elsewhere.
        if blank && (i > 0 || row_names) {
            let what = if row_names && i == 0 {
                "Every row has one field more than the header, as R's write.table writes it: the first one names the row."
            } else {
                "The header has no name here; this one was given."
            };
            blanks.push(Notice::column(&name, Some(line), what));
        } else if !blank && name != *cell {
            let what =
                format!("A column before this one is called {} too; this name was given.", quoted(cell));
            doubles.push(Notice::column(&name, Some(line), what));
        }
        taken.insert(name.clone());
        header.names.push(name);
        header.blank.push(blank);
    }
    notices.extend(capped(blanks, 5, "the header has no name for them either"));
    notices.extend(capped(doubles, 5, "their names repeat others too"));
    header
}

/// The words of a name in lower case: `PassengerId` and `passenger_id` have the same two.
pub fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before = ' ';
    for c in name.chars() {
        if !c.is_alphanumeric() || c.is_uppercase() && before.is_lowercase() {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| c.is_alphanumeric()) {
            word.extend(c.to_lowercase());
        }
        before = c;
    }
    words.retain(|word| !word.is_empty());
    words
}

const LOOKED_AT: usize = 10_000;

/// Whether the first field of the rows is a name for them that the header, of `width` names, leaves out.
pub(super) fn are_left_out(body: &Body<'_>, width: usize) -> Result<bool, TableError> {
    let mut rows = Body { ragged: Ragged::Extra, ..body.clone() }.rows();
    let (mut names, mut seen, mut all_numbers) = (HashSet::new(), 0usize, true);
    let bytes = body.text.as_bytes();
    // What the first row has no number in, and all others have: then the first row is the header, and a title above it.
    let (mut of_words, mut of_numbers) = (vec![false; width], vec![true; width]);
    while seen < LOOKED_AT && rows.advance()? {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn named(cells: &[&str]) -> (Vec<String>, usize) {
        let cells: Vec<String> = cells.iter().map(|c| (*c).to_owned()).collect();
        let mut notices = Vec::new();
        (name_columns(&cells, 1, false, &mut notices).names, notices.len())
    }

    #[test]
    fn names_become_unique_without_meeting_real_ones() {
        assert_eq!(named(&["a", "b"]), (vec!["a".into(), "b".into()], 0));
        assert_eq!(named(&["a", "a", "a"]).0, ["a", "a (2)", "a (3)"]);
        assert_eq!(named(&["a", "a", "a (2)"]).0, ["a", "a (3)", "a (2)"]);
        assert_eq!(named(&["a", "", "c"]), (vec!["a".into(), "column 2".into(), "c".into()], 1));
        assert_eq!(named(&["", "column 1"]).0, ["column 1 (2)", "column 1"]);
        assert_eq!(named(&[""; 100]).1, 6);
    }
}
