//! Where data comes from, and how the reader's answer becomes what the workbench shows. This is the only file here
//! that calls the reader.

use std::ffi::OsStr;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use super::data;
use super::study::{Loaded, usual_target};
use crate::table::{self, Options, Ragged, Sample, TableError, Watch};
use crate::text::shown;

/// Where data comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// An embedded sample, by name.
    Sample(String),
    /// A file.
    File(PathBuf),
    /// Standard input.
    Input,
    /// Text that was pasted.
    Pasted(Arc<str>),
}

impl Source {
    /// What a word on the command line means: `sample:NAME`, `-`, or a path.
    pub fn named(word: &OsStr) -> Source {
        match word.to_str() {
            Some("-") => Source::Input,
            Some(text) if text.starts_with("sample:") => Source::Sample(text.replacen("sample:", "", 1)),
            _ => Source::File(PathBuf::from(word)),
        }
    }

    /// A table that was pasted. Terminals send the ends of lines as carriage returns.
    pub fn pasted(text: &str) -> Source {
        Source::Pasted(text.replace("\r\n", "\n").replace('\r', "\n").into())
    }

    fn reader(&self) -> Result<table::Source, TableError> {
        match self {
            Source::Sample(name) => table::sample(name).map(table::Source::Sample),
            Source::File(path) => Ok(table::Source::Path(path.clone())),
            Source::Input => Ok(table::Source::Stdin),
            Source::Pasted(text) => Ok(table::Source::bytes("pasted table", text.as_bytes())),
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Sample(name) => write!(f, "sample:{}", shown(name)),
            Source::File(path) => write!(f, "{}", shown(&path.to_string_lossy())),
            Source::Input => f.write_str("standard input"),
            Source::Pasted(_) => f.write_str("the pasted table"),
        }
    }
}

/// What is to be read, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// Where from.
    pub source: Source,
    /// What to do with rows that do not fit the header.
    pub ragged: Ragged,
}

impl From<Source> for Order {
    fn from(source: Source) -> Self {
        Order { source, ragged: Ragged::Error }
    }
}

/// Why data cannot be worked with, and what to do about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problem {
    /// What is wrong, in one sentence.
    pub what: String,
    /// Where: file, line, column.
    pub place: String,
    /// The lines around it, with a caret where it is known.
    pub excerpt: Vec<String>,
    /// What to do.
    pub fix: String,
    /// What can be done at once.
    pub choices: Vec<(String, Ragged)>,
}

impl From<&TableError> for Problem {
    fn from(error: &TableError) -> Self {
        let mut what = error.to_string();
        if let Some(first) = what.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        let place = error.place().unwrap_or_default();
        let mut problem =
            Problem { what: what + ".", place, excerpt: Vec::new(), fix: error.fix(), choices: Vec::new() };
        if let TableError::Ragged(rows) = error {
            // The reader's advice names flags; here the same is offered as choices.
            problem.fix = rows.hint.unwrap_or_default().to_string();
            let number = rows.context.iter().map(|line| line.line.to_string().len()).max().unwrap_or(1);
            for line in &rows.context {
                problem.excerpt.push(format!("{:>number$} │ {}", line.line, line.text));
            }
            if let Some(surplus) = &rows.surplus {
                let caret = "^".repeat(surplus.len().clamp(1, 40));
                problem.excerpt.push(format!("{:>number$} │ {}{caret}", "", " ".repeat(surplus.start)));
            }
            let lines =
                if rows.lines == 1 { "this line".into() } else { format!("these {} lines", rows.lines) };
            problem.choices.push((format!("Skip {lines} and open the other {}", rows.fitting), Ragged::Skip));
            let extra = if rows.fields > rows.header {
                "Keep them; put the extra fields in new columns"
            } else {
                "Keep them; the fields that are not there are missing"
            };
            problem.choices.push((extra.into(), Ragged::Extra));
            problem.choices.push(("Cancel".into(), Ragged::Error));
        }
        problem
    }
}

/// The embedded samples.
pub fn samples() -> &'static [Sample] {
    table::samples()
}

/// Reads data; takes as long as it takes.
pub fn load(order: &Order, watch: Arc<Watch>) -> Result<Loaded, Problem> {
    let options = Options { ragged: order.ragged, watch: Some(watch), ..Options::default() };
    let read = order.source.reader().and_then(|source| table::load(&source, &options));
    let read = read.map_err(|error| Problem::from(&error))?;
    let target = usual_target(&read.table);
    let notices = read.notices.iter().map(ToString::to_string).collect();
    let widths = data::widths(&read.table, target);
    Ok(Loaded { table: Arc::new(read.table), notices, target, widths })
}
