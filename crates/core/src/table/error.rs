//! Why a file could not be read as a table, and what the loader repaired or noticed; safe to show.

use super::dialect;
use super::number::number;
use super::rows::{RowCounts, TextBody};
use super::windows::line_at;
use crate::problem::Problem;
use crate::text::{self, shown};
use std::borrow::Cow;
use std::fmt;

#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{}", problem.what)]
pub struct TableError {
    pub problem: Box<Problem>,
    /// Rows with more or fewer fields than the header, if they are the reason.
    pub ragged: Option<Box<RaggedRows>>,
    /// The row of the data, from 1, of a cell that is not a whole number.
    pub row: Option<u64>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RaggedRows {
    /// The fields of the first of them.
    pub fields: u64,
    pub header: u64,
    pub lines: u64,
    pub fitting: u64,
    pub hint: Option<&'static str>,
}

impl TableError {
    pub(super) fn new(
        kind: &'static str,
        source: &str,
        what: impl Into<String>,
        fix: impl Into<String>,
    ) -> Self {
        let place = Some(shown(source).into_owned());
        let problem = Problem { kind, what: what.into(), fix: fix.into(), place, ..Problem::default() };
        TableError { problem: Box::new(problem), ragged: None, row: None }
    }

    pub(super) fn bad_csv(source: &str, what: impl Into<String>, fix: impl Into<String>) -> TableError {
        TableError::new("bad_csv", source, what, fix)
    }

    pub(super) fn no_data(source: &str, what: impl Into<String>) -> TableError {
        const FIX: &str = "A data file has column names in its first line and one row on each line after it.";
        TableError::new("no_data", source, what, FIX)
    }

    pub(super) fn cannot_open(source: &str, reason: &str) -> TableError {
        let what = format!("“{}” cannot be read: {reason}", shown(source));
        let fix = "Check the path, or start with a sample such as sample:weather.";
        TableError::new("no_data", source, what, fix)
    }

    pub fn stopped(source: &str) -> TableError {
        let what = format!("the loading of {} was stopped", quoted(source));
        TableError::new("no_data", source, what, "Open the file again.")
    }

    /// Rows that do not fit the header: the first of them with the lines before it, and a caret under its surplus.
    pub(super) fn ragged(body: &TextBody<'_>, tally: &RowCounts) -> TableError {
        let (lines, start) = tally.unfit;
        let (fields, header, fitting) = (tally.fields as u64, body.width as u64, tally.fitting);
        let like = text::counted(lines, "line is", "lines are");
        let this = format!("this line has {}", counted(fields, "field"));
        let what = format!("{this}, but the header has {header}; {like} like this");
        let number_of_line = line_at(body.text.as_bytes(), start);
        let width = number_of_line.to_string().len();
        let context = lines_until(body.text, start, 3);
        let numbers = (0..context.len() as u64).rev().map(|before| number_of_line.saturating_sub(before));
        let shown = numbers.zip(&context).map(|(number, line)| format!("{number:>width$} │ {line}"));
        let mut excerpt: Vec<String> = shown.collect();
        let line = context.last().map_or("", |line| line);
        let delimiter = char::from(body.delimiter);
        if let Some(from) = place_of_field(line, delimiter, body.width).filter(|_| fields > header) {
            let caret = "^".repeat(line.chars().count().saturating_sub(from).clamp(1, 40));
            excerpt.push(format!("{:>width$} │ {}{caret}", "", " ".repeat(from)));
        }
        let first = line.split(delimiter).next().unwrap_or_default();
        let is_name = number(first.trim().as_bytes()).is_none();
        let hint = if is_name && fields == header + 1 && lines > fitting {
            Some("If the first field of these lines names the row, put the delimiter before the first name.")
        } else {
            hint(line, body.delimiter, fields, header)
        };
        let choice = "Correct the line, leave such lines out with --ragged skip, or keep surplus fields in columns \
                      of their own with --ragged extra.";
        let fix = hint.map_or(choice.to_owned(), |hint| format!("{hint} {choice}"));
        let mut error = TableError::bad_csv(body.source, what, fix).at_line(Some(number_of_line));
        error.problem.excerpt = excerpt;
        error.ragged = Some(Box::new(RaggedRows { fields, header, lines, fitting, hint }));
        error
    }

    pub(super) fn at_line(mut self, line: Option<u64>) -> TableError {
        self.problem.line = line;
        self.further(line.map(|line| format!("line {line}")))
    }

    pub(super) fn further(mut self, place: Option<String>) -> TableError {
        if let (Some(whole), Some(place)) = (&mut self.problem.place, place) {
            whole.push_str(&format!(", {place}"));
        }
        self
    }

    pub(super) fn in_column(mut self, column: &str) -> TableError {
        self.problem.column = Some(column.to_owned());
        self.further(Some(format!("column {}", quoted(column))))
    }
}

impl From<TableError> for Problem {
    fn from(error: TableError) -> Self {
        *error.problem
    }
}

/// Where a field of a line begins, counted in characters; `None` where the line is too short to have it.
fn place_of_field(line: &str, delimiter: char, field: usize) -> Option<usize> {
    let mut is_quoted = false;
    let ends = line.chars().enumerate().filter(|(_, c)| {
        is_quoted ^= *c == '"';
        !is_quoted && *c == delimiter
    });
    ends.map(|(at, _)| at + 1).nth(field.saturating_sub(1))
}

fn hint(line: &str, delimiter: u8, fields: u64, header: u64) -> Option<&'static str> {
    let is_longer = fields > header;
    let has_bare_quote = dialect::walk(line, delimiter).lone.is_some();
    let delimiter = char::from(delimiter);
    let is_comma = |w: &[u8]| matches!(w, [a, b',', b] if a.is_ascii_digit() && b.is_ascii_digit());
    let has_decimal_comma = !line.contains('.') && line.as_bytes().windows(3).any(is_comma);
    let is_whole = line.len() > 1 && line.starts_with('"') && line.ends_with('"');
    let has_other = [',', ';', '\t', '|'].iter().any(|d| *d != delimiter && line.contains(*d));
    let hint = if ["<<<<<<<", "=======", ">>>>>>>"].iter().any(|mark| line.starts_with(mark)) {
        "The line is the mark of a merge conflict."
    } else if line.contains(&format!("{delimiter} \"")) {
        "A blank before a quote makes the quote part of the text: delete the blank."
    } else if fields == 1 && is_whole {
        "The whole line is in quotes: delete the first and the last one."
    } else if is_longer && has_bare_quote {
        "A field that does not begin with a quote ends at the delimiter: put the whole field in quotes."
    } else if is_longer && line.contains('\'') {
        "Single quotes do not hold a field together in CSV: use double quotes."
    } else if is_longer && delimiter == ',' && has_decimal_comma {
        "If 1,5 means one and a half, write 1.5 or separate the fields with semicolons."
    } else if header == 1 && fields > 1 {
        "If the lines before this one are a title, delete them, so that the first line names the columns."
    } else if fields == 1 && header > 1 && has_other {
        "The line seems to have another delimiter than the header."
    } else if line.contains("\\\"") {
        "A quote within a quoted field is written twice (\"\"), not with a backslash."
    } else {
        return None;
    };
    Some(hint)
}

/// The line that begins at a byte, after up to `most - 1` lines before it; very long ones are shortened.
fn lines_until(text: &str, start: usize, most: usize) -> Vec<Cow<'_, str>> {
    const LONGEST: usize = 200;
    let rest = text.get(start..).unwrap_or_default();
    let mut lines = vec![rest.split(['\n', '\r']).next().unwrap_or_default()];
    let mut before = text.get(..start).unwrap_or_default();
    while lines.len() < most {
        let Some(trimmed) = before.strip_suffix("\r\n").or_else(|| before.strip_suffix(['\n', '\r'])) else {
            break;
        };
        let from = trimmed.rfind(['\n', '\r']).map_or(0, |at| at + 1);
        lines.insert(0, trimmed.get(from..).unwrap_or_default());
        before = trimmed.get(..from).unwrap_or_default();
    }
    lines.into_iter().map(|line| shortened(line, LONGEST)).collect()
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    pub line: Option<u64>,
    pub column: Option<String>,
    /// One sentence or two, safe to show.
    pub what: String,
    pub topic: Topic,
}

/// What the data may mean otherwise than it was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Topic {
    #[default]
    Clear,
    /// All cells of a category are numbers, and one begins with a zero: codes, or numbers.
    Codes,
    Decimal(String),
    /// The numbers of a column, and those of these other columns, are not written with a point alone.
    Styled(Vec<String>),
    Odd(Vec<String>),
    /// A category has this text, which often marks a missing cell, in so many rows.
    Mark(String, u64),
    /// Texts such as `NA` count as missing.
    Marks,
    Few,
    Counts,
    /// Columns that are left out because they name, number or date the rows.
    LeftOut,
    Names,
    Missing,
    /// The first line looks like a row, and why; whether it was read as one.
    FirstLine(String, bool),
}

impl Notice {
    pub(crate) fn file(what: impl Into<String>) -> Self {
        Notice { line: None, column: None, what: what.into(), topic: Topic::Clear }
    }

    pub(super) fn at_line(line: u64, what: impl Into<String>) -> Self {
        Notice { line: Some(line), ..Notice::file(what) }
    }

    pub(crate) fn column(name: &str, line: Option<u64>, what: impl Into<String>) -> Self {
        Notice { line, column: Some(name.to_owned()), ..Notice::file(what) }
    }

    pub(super) fn about(self, topic: Topic) -> Self {
        Notice { topic, ..self }
    }

    pub(crate) fn each(&self) -> Vec<Notice> {
        let Topic::Styled(others) = &self.topic else { return vec![self.clone()] };
        let topic = Topic::Styled(Vec::new());
        let of = |name: &String| Notice { column: Some(name.clone()), topic: topic.clone(), ..self.clone() };
        self.column.iter().chain(others).map(of).collect()
    }
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = self.line.map(|line| format!("line {line}"));
        let column = self.column.as_ref().map(|column| format!("column {}", quoted(column)));
        let place: Vec<String> = line.into_iter().chain(column).collect();
        let colon = if place.is_empty() { "" } else { ": " };
        write!(f, "{}{colon}{}", place.join(", "), self.what)
    }
}

/// The first notices of many of the same kind, and how many columns more there are.
pub(crate) fn capped<T: From<Notice>>(mut notices: Vec<T>, most: usize, about: &str) -> Vec<T> {
    let more = notices.len().saturating_sub(most);
    if more > 0 {
        notices.truncate(most);
        let columns = if more == 1 { "column" } else { "columns" };
        notices.push(Notice::file(format!("{} more {columns}: {about}.", text::grouped(more as u64))).into());
    }
    notices
}

pub(super) fn quoted(text: &str) -> String {
    const LONGEST: usize = 60;
    format!("“{}”", shown(&shortened(text, LONGEST)))
}

/// The first characters of a text, with `…` where some were left out.
pub(super) fn shortened(text: &str, most: usize) -> Cow<'_, str> {
    match text.char_indices().nth(most) {
        None => Cow::Borrowed(text),
        Some((at, _)) => Cow::Owned(format!("{}…", text.get(..at).unwrap_or_default())),
    }
}

pub(super) fn counted(n: u64, noun: &str) -> String {
    text::counted(n, noun, &format!("{noun}s"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_are_quoted_and_lines_and_fields_are_found() {
        assert_eq!(quoted("a\u{1b}b"), "“a␛b”");
        assert_eq!(quoted(&"é".repeat(200)).chars().count(), 63);
        assert_eq!(place_of_field("\"3,3\",4,é,5", ',', 2), Some(8));
        assert_eq!(place_of_field("1,2", ',', 2), None);
        assert_eq!(lines_until("a\r\nb\n\nd\n", 6, 3), ["b", "", "d"]);
        assert_eq!(lines_until("a", 0, 3), ["a"]);
    }
}
