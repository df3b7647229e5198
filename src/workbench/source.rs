//! Where data comes from. This is the only file of the workbench that knows how tables are read.

use std::fmt;
use std::path::PathBuf;

use super::study::Loaded;

/// Where data comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// An embedded sample, by name.
    Sample(String),
    /// A file.
    File(PathBuf),
    /// Standard input.
    Input,
}

impl Source {
    /// What a word on the command line means: `sample:NAME`, `-`, or a path.
    pub fn named(word: &std::ffi::OsStr) -> Source {
        match word.to_str() {
            Some("-") => Source::Input,
            Some(text) if text.starts_with("sample:") => Source::Sample(text.replacen("sample:", "", 1)),
            _ => Source::File(PathBuf::from(word)),
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Sample(name) => write!(f, "sample:{name}"),
            Source::File(path) => write!(f, "{}", path.display()),
            Source::Input => f.write_str("standard input"),
        }
    }
}

/// Why data cannot be worked with, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// What is wrong, in one sentence.
    pub what: String,
    /// Where: file, line, column.
    pub place: String,
    /// What to do.
    pub fix: String,
}

/// An embedded sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SampleInfo {
    /// Its name in `sample:NAME`.
    pub name: &'static str,
    /// What it is about.
    pub title: &'static str,
}

/// The embedded samples.
pub fn samples() -> Vec<SampleInfo> {
    vec![SampleInfo { name: "play-tennis", title: "Play tennis" }]
}

/// Reads data; takes as long as it takes.
pub fn load(source: &Source) -> Result<Loaded, Problem> {
    let text = match source {
        Source::Sample(name) if name == "play-tennis" => PLAY_TENNIS,
        _ => {
            return Err(Problem {
                what: format!("There is no sample “{source}”."),
                place: String::new(),
                fix: "Choose one of the samples on the start screen.".into(),
            });
        }
    };
    Ok(Loaded { table: std::sync::Arc::new(by_hand(&source.to_string(), text)), notices: Vec::new() })
}

const PLAY_TENNIS: &str = "Outlook,Temp,Humidity,Wind,Play\nSunny,Hot,High,Weak,No\nSunny,Hot,High,Strong,No\n\
Overcast,Hot,High,Weak,Yes\nRain,Mild,High,Weak,Yes\nRain,Cool,Normal,Weak,Yes\nRain,Cool,Normal,Strong,No\n\
Overcast,Cool,Normal,Strong,Yes\nSunny,Mild,High,Weak,No\nSunny,Cool,Normal,Weak,Yes\nRain,Mild,Normal,Weak,Yes\n\
Sunny,Mild,Normal,Strong,Yes\nOvercast,Mild,High,Strong,Yes\nOvercast,Hot,Normal,Weak,Yes\nRain,Mild,High,Strong,No";

fn by_hand(name: &str, text: &str) -> crate::table::Table {
    use crate::table::{Cells, Column, Dictionary, Kind, Segment, Table};
    let mut lines = text.lines();
    let header: Vec<&str> = lines.next().unwrap_or_default().split(',').collect();
    let rows: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
    let (mut columns, mut cells) = (Vec::new(), Vec::new());
    for (at, name) in header.iter().enumerate() {
        let mut dictionary = Dictionary::default();
        let codes = rows.iter().map(|row| dictionary.intern(row.get(at).copied().unwrap_or_default())).collect();
        cells.push(Cells::Codes(codes));
        columns.push(Column { name: (*name).into(), kind: Kind::Categorical, dictionary, missing: 0, decimals: 0 });
    }
    Table::new(name.into(), columns, vec![Segment { rows: 0..rows.len(), cells }])
}
