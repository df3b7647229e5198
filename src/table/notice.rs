//! What the loader did to the data, or noticed about it, without being asked.

use super::say::{counted, quoted};

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
