//! Why a file could not be read as a table, said so that a person can mend it.
//!
//! Every error has three parts: one sentence of what is wrong (`Display`), where it is ([`TableError::place`]) and what
//! to do ([`TableError::fix`]). Text that comes from the file is made safe to show here, once. Exit codes and screens
//! are not known here.
//!
//! Nothing is mended in silence: what the loader did to the data, or noticed about it, is a [`Notice`].

use std::borrow::Cow;
use std::fmt;

use super::columns::Kind;
use super::number_style::comma_number;
use super::ragged::RaggedRows;
use crate::text::shown;

/// A table could not be read, or was asked for what it does not have.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// The file could not be opened or read.
    #[error("{}", cannot_open(source_name, reason))]
    Open {
        /// The file as the user named it.
        source_name: String,
        /// What the system said, in plain words.
        reason: String,
    },
    /// More bytes than the program is willing to hold.
    #[error("{} is longer than {limit} bytes, the most that is read of it", quoted(source_name))]
    TooLarge {
        /// The source.
        source_name: String,
        /// The limit in bytes.
        limit: u64,
    },
    /// The first bytes belong to another format.
    #[error("this is {what}, not CSV")]
    NotCsv {
        /// The source.
        source_name: String,
        /// The format with its article: `a PDF document`.
        what: &'static str,
        /// What to do about it.
        fix: &'static str,
        /// The line that shows it, where one does.
        line: Option<u64>,
    },
    /// The bytes are no UTF-8 text.
    #[error("{what}")]
    Encoding {
        /// The source.
        source_name: String,
        /// One sentence.
        what: String,
        /// Line of the first bad byte.
        line: Option<u64>,
        /// Its character within the line, from 1.
        at: Option<u64>,
        /// What to do about it.
        fix: &'static str,
    },
    /// Nothing in the file.
    #[error("{what}")]
    NoData {
        /// The source.
        source_name: String,
        /// One sentence.
        what: String,
        /// What to do about it.
        fix: &'static str,
    },
    /// A quote that no other quote closes.
    #[error("the double quote that opens here is never closed, so the rest of the file would be one cell")]
    UnclosedQuote {
        /// The source.
        source_name: String,
        /// The line on which it opens.
        line: u64,
    },
    /// Rows with more or fewer fields than the header.
    #[error("{0}")]
    Ragged(Box<RaggedRows>),
    /// A column that must be numeric has a cell that is no number.
    #[error("{} is not a finite number", quoted(value))]
    NotANumber {
        /// The source.
        source_name: String,
        /// The line of the cell.
        line: u64,
        /// The column.
        column: String,
        /// The cell as written.
        value: String,
    },
    /// A column of whole numbers has a cell that is none.
    #[error("row {row} has {}, which is no whole number of 0 or more", if value.is_empty() { "nothing".to_owned() } else { quoted(value) })]
    NotWhole {
        /// The source.
        source_name: String,
        /// The line of the cell.
        line: u64,
        /// The row of the data, from 1.
        row: u64,
        /// The column.
        column: String,
        /// The cell as written.
        value: String,
    },
    /// No column has this name.
    #[error("there is no column {}", quoted(column))]
    UnknownColumn {
        /// The source.
        source_name: String,
        /// The name that was asked for.
        column: String,
        /// The name that was probably meant.
        nearest: Option<String>,
        /// The columns there are.
        columns: Vec<String>,
    },
    /// A column cannot be read as the kind that was asked for.
    #[error("the column {} cannot be {}: it has {}", quoted(column), kind.word(), counted(*distinct, "different value"))]
    WrongKind {
        /// The source.
        source_name: String,
        /// The column.
        column: String,
        /// The kind that was asked for.
        kind: Kind,
        /// How many values it has.
        distinct: u64,
    },
    /// No sample has this name.
    #[error("there is no sample {}", quoted(name))]
    UnknownSample {
        /// The name that was asked for.
        name: String,
        /// The name that was probably meant.
        nearest: Option<&'static str>,
    },
    /// Somebody stopped the loading.
    #[error("the loading of {} was stopped", quoted(source_name))]
    Stopped {
        /// The source.
        source_name: String,
    },
    /// The reader gave up.
    #[error("the file cannot be read as CSV: {what}")]
    Unreadable {
        /// The source.
        source_name: String,
        /// What the reader said.
        what: String,
        /// The line, where it is known.
        line: Option<u64>,
    },
}

fn cannot_open(source: &str, reason: &str) -> String {
    format!("“{}” cannot be read: {reason}", crate::text::shown(source))
}

impl TableError {
    /// The word for this error in JSON.
    pub fn kind(&self) -> &'static str {
        match self {
            TableError::Open { .. }
            | TableError::Stopped { .. }
            | TableError::NoData { .. }
            | TableError::UnknownSample { .. } => "no_data",
            TableError::Encoding { .. } => "bad_encoding",
            TableError::NotANumber { .. } | TableError::NotWhole { .. } => "not_a_number",
            TableError::UnknownColumn { .. } => "unknown_column",
            TableError::WrongKind { .. } => "wrong_kind",
            TableError::TooLarge { .. }
            | TableError::NotCsv { .. }
            | TableError::UnclosedQuote { .. }
            | TableError::Ragged(_)
            | TableError::Unreadable { .. } => "bad_csv",
        }
    }

    /// The source, as a person names it.
    pub fn source_name(&self) -> Option<&str> {
        match self {
            TableError::Open { source_name, .. }
            | TableError::TooLarge { source_name, .. }
            | TableError::Stopped { source_name }
            | TableError::NotCsv { source_name, .. }
            | TableError::Encoding { source_name, .. }
            | TableError::NoData { source_name, .. }
            | TableError::UnclosedQuote { source_name, .. }
            | TableError::NotANumber { source_name, .. }
            | TableError::NotWhole { source_name, .. }
            | TableError::UnknownColumn { source_name, .. }
            | TableError::WrongKind { source_name, .. }
            | TableError::Unreadable { source_name, .. } => Some(source_name),
            TableError::Ragged(rows) => Some(&rows.source_name),
            TableError::UnknownSample { .. } => None,
        }
    }

    /// The line of the file, from 1.
    pub fn line(&self) -> Option<u64> {
        match self {
            TableError::Encoding { line, .. }
            | TableError::NotCsv { line, .. }
            | TableError::Unreadable { line, .. } => *line,
            TableError::UnclosedQuote { line, .. }
            | TableError::NotANumber { line, .. }
            | TableError::NotWhole { line, .. } => Some(*line),
            TableError::Ragged(rows) => Some(rows.line),
            _ => None,
        }
    }

    /// The column, by name.
    pub fn column(&self) -> Option<&str> {
        match self {
            TableError::NotANumber { column, .. }
            | TableError::NotWhole { column, .. }
            | TableError::UnknownColumn { column, .. }
            | TableError::WrongKind { column, .. } => Some(column),
            _ => None,
        }
    }

    /// Where it is: `marks.csv, line 7, column “age”`.
    pub fn place(&self) -> Option<String> {
        let mut place = crate::text::shown(self.source_name()?).into_owned();
        if let Some(line) = self.line() {
            place.push_str(&format!(", line {line}"));
        }
        if let TableError::Encoding { at: Some(at), .. } = self {
            place.push_str(&format!(", character {at}"));
        }
        if let Some(column) = self.column().filter(|_| !matches!(self, TableError::UnknownColumn { .. })) {
            place.push_str(&format!(", column {}", quoted(column)));
        }
        Some(place)
    }

    /// What to do about it, in one or two sentences.
    pub fn fix(&self) -> String {
        match self {
            TableError::Open { .. } => {
                "Check the path, or start with a sample such as sample:weather.".to_owned()
            }
            TableError::TooLarge { .. } => {
                "Take a sample of the rows, or keep only the columns you need.".to_owned()
            }
            TableError::NotCsv { fix, .. }
            | TableError::NoData { fix, .. }
            | TableError::Encoding { fix, .. } => (*fix).to_owned(),
            TableError::UnclosedQuote { .. } => {
                "Close the quote on that line; a quote that belongs to the text is written twice: \"\"."
                    .to_owned()
            }
            TableError::Ragged(rows) => rows.fix(),
            TableError::NotANumber { value, .. } if comma_number(value.as_bytes()).is_some() => {
                "Write all numbers of the column with a point, or all with a decimal comma of which one cell at least, \
                 such as 0,5, shows that it marks no thousands."
                    .to_owned()
            }
            TableError::NotANumber { column, value, .. } => format!(
                "Correct the cell, count {} as missing with --missing, or read the column as --kind {}=categorical.",
                quoted(value),
                in_flag(column),
            ),
            TableError::NotWhole { column, .. } => format!(
                "Write a whole number such as 0 or 3 there, or leave the column out: --ignore {}.",
                in_flag(column)
            ),
            TableError::UnknownColumn { nearest, columns, .. } => match nearest {
                Some(name) => format!("Did you mean {}?", quoted(name)),
                None => format!("The columns are {}.", listed(columns)),
            },
            TableError::WrongKind { .. } => {
                "A binary column has two values; read it as categorical.".to_owned()
            }
            TableError::UnknownSample { nearest, .. } => match nearest {
                Some(name) => format!("Did you mean sample:{name}?"),
                None => "The command “posterior samples” lists them.".to_owned(),
            },
            TableError::Stopped { .. } => "Open the file again.".to_owned(),
            TableError::Unreadable { .. } => {
                "Open the file in a text editor and look at that line.".to_owned()
            }
        }
    }
}

/// The first names of a list; a table may have thousands.
fn listed(names: &[String]) -> String {
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
}

impl Notice {
    /// About the whole file.
    pub(super) fn file(what: impl Into<String>) -> Self {
        Notice { line: None, column: None, what: what.into() }
    }

    /// About a line.
    pub(super) fn at_line(line: u64, what: impl Into<String>) -> Self {
        Notice { line: Some(line), column: None, what: what.into() }
    }

    /// About a column, at a line where one shows it.
    pub(super) fn column(name: &str, line: Option<u64>, what: impl Into<String>) -> Self {
        Notice { line, column: Some(name.to_owned()), what: what.into() }
    }
}

/// The notice in one line: `line 7, column “age”: …`.
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

/// A name as it is typed after a flag: in single quotes where a shell would take it apart.
pub(super) fn in_flag(name: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    let name = shortened(name, LONGEST);
    if !name.is_empty() && name.chars().all(plain) {
        name.into_owned()
    } else {
        format!("'{}'", shown(&name))
    }
}

/// The first characters of a text, with `…` where some were left out.
pub(super) fn shortened(text: &str, most: usize) -> Cow<'_, str> {
    match text.char_indices().nth(most) {
        None => Cow::Borrowed(text),
        Some((at, _)) => Cow::Owned(format!("{}…", text.get(..at).unwrap_or_default())),
    }
}

/// `1 field`, `3 fields`.
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
