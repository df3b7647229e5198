//! The first row names the columns: every name is made unique, and every change is noted.
//!
//! Columns that name, number or date their rows tell the rows of this table apart, and say nothing of others. A header that
//! is one field short is one of R's `write.table`: the first field of every row is the row's name.

use std::collections::{HashMap, HashSet};
use std::fmt;

use super::column::Kind;
use super::error::{Notice, TableError, capped, quoted};
use super::number::number;
use super::ragged::Ragged;
use super::rows::Body;
use super::store::Table;

#[derive(Clone, Debug)]
pub(super) struct Header {
    /// Unique, never empty.
    pub names: Vec<String>,
    /// Which cells of the header were empty.
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

/// Rows from which on a column whose values all differ is taken for a name: in a smaller table they differ by chance.
const ROWS: u64 = 10;

/// What makes a name of a column that is called one: more values than these, or one for every second row.
const VALUES: usize = 20;

/// The values of words, two of three in one row each, from which on there are too many to learn from.
const SELDOM: u64 = 50;

/// Why a column is taken for a name of its rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RowName {
    /// The first column, which has no name in the header: programs write the names of rows there.
    Unnamed,
    /// 0, 1, 2 … or 1, 2, 3 … down to the last row.
    Numbers,
    /// More than 95 % of the known cells differ.
    Unique,
    /// Words of which two in three are in one row only: many values, and few rows to learn each from.
    Seldom,
    /// Its name says so, and it has many values.
    Called,
    /// Dates and times.
    Times,
}

impl fmt::Display for RowName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            RowName::Unnamed => "has no name in the header",
            RowName::Numbers => "numbers the rows",
            RowName::Unique => "has another value in nearly every row",
            RowName::Seldom => "has another value in most rows",
            RowName::Called => "is called like a name of the rows",
            RowName::Times => "holds dates or times",
        })
    }
}

impl Table {
    /// Why a column is taken for a name of its rows; `None` for a column that may say something of other rows. It is found
    /// out once.
    pub fn row_name(&self, column: usize) -> Option<RowName> {
        *self.row_name_cell(column)?.get_or_init(|| self.judge_row_name(column))
    }

    fn judge_row_name(&self, at: usize) -> Option<RowName> {
        let column = self.columns().get(at)?;
        let known = (self.rows() as u64).saturating_sub(column.missing);
        let values = column.dictionary.len() as u64;
        if column.unnamed && at == 0 {
            return Some(RowName::Unnamed);
        }
        if known == 0 {
            return None;
        }
        let called = || is_called_a_name(column.name.as_str());
        match column.kind {
            Kind::Numeric if self.numbers_rows(at) => Some(RowName::Numbers),
            Kind::Numeric if column.decimals == 0 && called() => {
                let many = usize::try_from(known.div_ceil(2)).unwrap_or(usize::MAX).clamp(3, VALUES + 1);
                self.number_counts(at, many - 1).is_none().then_some(RowName::Called)
            }
            Kind::Numeric => None,
            Kind::Text => (known > ROWS && called()).then_some(RowName::Called),
            Kind::Categorical | Kind::Binary => {
                if values > 0 && column.dictionary.names().iter().all(|name| is_time(name.as_str())) {
                    Some(RowName::Times)
                } else if known > ROWS && values * 20 > known * 19 {
                    Some(RowName::Unique)
                } else if values > SELDOM && values * 3 > known * 2 {
                    Some(RowName::Seldom)
                } else {
                    let many = values > VALUES as u64 || 2 * values >= known;
                    (values > 2 && many && called()).then_some(RowName::Called)
                }
            }
        }
    }

    /// Whether a column of more than ten whole numbers counts the rows from 0 or 1 on, without a gap.
    fn numbers_rows(&self, at: usize) -> bool {
        let Some(first) = self.numbers(at).next().filter(|first| *first == 0.0 || *first == 1.0) else {
            return false;
        };
        self.rows() as u64 > ROWS
            && self.numbers(at).zip(0u32..).all(|(value, row)| value == first + f64::from(row))
    }
}

/// Whether a column's name ends in a word for what names rows, `PassengerId`, `team_name`, or is such a word.
fn is_called_a_name(name: &str) -> bool {
    let words = words(name);
    let last = words.last().map(String::as_str).unwrap_or_default();
    matches!(last, "id" | "ids" | "uuid" | "guid" | "name" | "names" | "ticket" | "timestamp")
        || words.len() == 1 && matches!(last, "index" | "idx" | "rowname" | "rownames" | "url" | "email")
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

/// Whether a text is a date, a time, or both: `2024-01-05T10:00:00Z`, `05.01.2024`, `1/5/24 9:30 PM`.
fn is_time(text: &str) -> bool {
    let text = text.trim();
    let (date, time) = match text.split_once(['T', ' ']) {
        Some((date, time)) => (date, Some(time)),
        None => (text, None),
    };
    let is_clock = |text: &str| {
        let text = text.trim_end_matches(['Z', 'z']);
        let text = text.trim_end_matches(|c: char| matches!(c.to_ascii_lowercase(), 'a' | 'p' | 'm' | ' '));
        let clock = text.split(['+', '-']).next().unwrap_or_default();
        let mut parts = clock.split([':', '.']);
        clock.contains(':') && parts.all(|part| is_digits(part, 1..=9))
    };
    match time {
        Some(time) => is_date(date) && is_clock(time.trim()),
        None => is_date(date),
    }
}

fn is_date(text: &str) -> bool {
    ['-', '/', '.'].iter().any(|sign| {
        let parts: Vec<&str> = text.split(*sign).collect();
        let [a, b, c] = parts[..] else { return false };
        is_digits(b, 1..=2)
            && (is_digits(a, 4..=4) && is_digits(c, 1..=2)
                || is_digits(a, 1..=2) && (is_digits(c, 4..=4) || is_digits(c, 2..=2)))
    })
}

fn is_digits(text: &str, long: std::ops::RangeInclusive<usize>) -> bool {
    long.contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
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

    #[test]
    fn times_are_known_by_their_shape() {
        for text in
            ["2024-01-05", "2024-01-05 10:00:00", "2024-01-05T10:00:00.123Z", "05.01.2024", "1/5/24 9:30 PM"]
        {
            assert!(is_time(text), "{text}");
        }
        for text in ["1-2", "12", "a-b-c", "10:00", "2024", "1.2.3.4", "25-34", "0-5yrs", "123-45-6789", ""] {
            assert!(!is_time(text), "{text}");
        }
    }

    #[test]
    fn names_are_known_by_their_last_word() {
        for name in ["ID", "id", "PassengerId", "customer_id", "Country Name", "Ticket", "index", "userID"] {
            assert!(is_called_a_name(name), "{name}");
        }
        for name in ["paid", "valid", "body mass index", "idle", "surname length", "humid", ""] {
            assert!(!is_called_a_name(name), "{name}");
        }
    }
}
