//! Why a file could not be read as a table, said so that a person can mend it.
//!
//! Text that comes from the file is made safe to show here, once. Exit codes and screens are not known here.
//!
//! Nothing is mended in silence: what the loader did to the data, or noticed about it, is a [`Notice`].

use std::borrow::Cow;
use std::fmt;

use super::ragged::RaggedRows;
use crate::problem::Problem;
use crate::text::shown;

/// A table could not be read, or was asked for what it does not have.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{}", problem.what)]
pub struct TableError {
    pub problem: Box<Problem>,
    /// Rows with more or fewer fields than the header, where they are what is wrong.
    pub ragged: Option<Box<RaggedRows>>,
    /// The row of the data, from 1, of a cell that is no whole number.
    pub row: Option<u64>,
}

impl TableError {
    pub(super) fn new(kind: &'static str, source: &str, what: String, fix: impl Into<String>) -> TableError {
        let place = Some(shown(source).into_owned());
        let problem = Problem { kind, what, fix: fix.into(), place, ..Problem::default() };
        TableError { problem: Box::new(problem), ragged: None, row: None }
    }

    pub(super) fn bad_csv(source: &str, what: String, fix: impl Into<String>) -> TableError {
        TableError::new("bad_csv", source, what, fix)
    }

    pub(super) fn cannot_open(source: &str, reason: &str) -> TableError {
        let what = format!("“{}” cannot be read: {reason}", shown(source));
        TableError::new(
            "no_data",
            source,
            what,
            "Check the path, or start with a sample such as sample:weather.",
        )
    }

    pub fn stopped(source: &str) -> TableError {
        let what = format!("the loading of {} was stopped", quoted(source));
        TableError::new("no_data", source, what, "Open the file again.")
    }

    pub(super) fn of_rows(rows: RaggedRows) -> TableError {
        let error =
            TableError::bad_csv(&rows.source_name, rows.to_string(), rows.fix()).at_line(Some(rows.line));
        let problem = Box::new(Problem { excerpt: rows.excerpt(), ..*error.problem });
        TableError { problem, ragged: Some(Box::new(rows)), row: None }
    }

    /// The same, with the line of the file, from 1.
    #[must_use]
    pub(super) fn at_line(mut self, line: Option<u64>) -> TableError {
        self.problem.line = line;
        self.further(line.map(|line| format!("line {line}")))
    }

    #[must_use]
    pub(super) fn further(mut self, place: Option<String>) -> TableError {
        if let (Some(whole), Some(place)) = (&mut self.problem.place, place) {
            whole.push_str(&format!(", {place}"));
        }
        self
    }

    #[must_use]
    pub(super) fn in_cell(mut self, column: &str, value: &str) -> TableError {
        self.problem.column = Some(column.to_owned());
        self.problem.value = Some(value.to_owned());
        self.further(Some(format!("column {}", quoted(column))))
    }
}

impl From<TableError> for Problem {
    fn from(error: TableError) -> Self {
        *error.problem
    }
}

/// The first names of a list; a table may have thousands.
pub(super) fn listed(names: &[String]) -> String {
    const MOST: usize = 12;
    let first: Vec<_> = names.iter().take(MOST).map(|name| quoted(name)).collect();
    let more = names.len().saturating_sub(MOST);
    let mut list = first.join(", ");
    if more > 0 {
        list.push_str(&format!(" and {more} more"));
    }
    list
}

impl fmt::Display for RaggedRows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "this line has {}, but the header has {}; {} like this",
            counted(self.fields, "field"),
            self.header,
            match self.lines {
                1 => "1 line is".to_owned(),
                n => format!("{n} lines are"),
            }
        )
    }
}

/// A repair or an observation: nothing is mended in silence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// The line of the file, from 1, where it has one.
    pub line: Option<u64>,
    /// The column by name, where it concerns one.
    pub column: Option<String>,
    /// One sentence or two, safe to show.
    pub what: String,
    /// What it is about, as far as the data may mean something else.
    pub topic: Topic,
}

/// What may be meant otherwise than it was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Topic {
    #[default]
    Clear,
    /// All cells of a category are numbers, and one begins with a zero: codes, or numbers.
    Codes,
    Decimal(String),
    /// The numbers of a column are not written as they are written here, nor are those of these other columns.
    Styled(Vec<String>),
    Odd(Vec<String>),
    /// A category has this text, which often marks a missing cell, in so many rows.
    Mark(String, u64),
    /// Texts such as `NA` count as missing.
    Marks,
    Few,
    Counts,
    /// Columns that are left out, because they name, number or date the rows.
    LeftOut,
    Names,
    Missing,
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
        let names: &[String] = if let Topic::Styled(others) = &self.topic { others } else { &[] };
        let topic = if names.is_empty() { self.topic.clone() } else { Topic::Styled(Vec::new()) };
        let columns = self.column.iter().chain(names).map(|name| Some(name.clone()));
        let columns: Vec<Option<String>> =
            if names.is_empty() { vec![self.column.clone()] } else { columns.collect() };
        columns.into_iter().map(|column| Notice { column, topic: topic.clone(), ..self.clone() }).collect()
    }
}

/// The notice in one line: `line 7, column “age”: …`, without what else may be meant.
impl std::fmt::Display for Notice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}")?;
        }
        if let Some(column) = &self.column {
            let comma = if self.line.is_some() { ", " } else { "" };
            write!(f, "{comma}column {}", quoted(column))?;
        }
        if self.line.is_some() || self.column.is_some() {
            f.write_str(": ")?;
        }
        f.write_str(&self.what)
    }
}

/// A wide table says the same of thousands of columns: the first few are said, the rest counted.
pub(super) fn capped(mut notices: Vec<Notice>, most: usize, about: &str) -> Vec<Notice> {
    let more = notices.len().saturating_sub(most);
    if more > 0 {
        notices.truncate(most);
        notices.push(Notice::file(format!("{} more: {about}.", counted(more as u64, "column"))));
    }
    notices
}

/// Longest piece of data that a message repeats.
pub(super) const LONGEST: usize = 60;

/// A piece of data in quotation marks, made safe to show and shortened.
pub(super) fn quoted(text: &str) -> String {
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
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_and_steering_data_is_tamed() {
        assert_eq!(quoted("a\u{1b}b"), "“a␛b”");
        assert_eq!(quoted(&"é".repeat(200)).chars().count(), 63);
    }
}
