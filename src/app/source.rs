//! Sources of data, and the results of reading them. This is the only file here that calls the reader.

use std::ffi::OsStr;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use crate::app::session::Loaded;
use crate::model::{OpenError, Study};
use crate::practice::{ExerciseFile, Reach};
use crate::problem;
use crate::recipe::{Opening, Ragged, Recipe};
use crate::table;
use crate::table::{Sample, TableError, Watch};
use crate::text::shown;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    Sample(String),
    File(PathBuf),
    Input,
    Pasted(Arc<str>),
    Exercise { name: String, seed: Option<u64>, reach: Reach },
}

impl Source {
    /// Parses a word of the command line: `sample:NAME`, `-`, or a path.
    pub fn named(word: &OsStr) -> Source {
        match word.to_str() {
            Some("-") => Source::Input,
            Some(text) if text.starts_with("sample:") => Source::Sample(text.replacen("sample:", "", 1)),
            _ => Source::File(PathBuf::from(word)),
        }
    }

    pub fn pasted(text: &str) -> Source {
        Source::Pasted(text.replace("\r\n", "\n").replace('\r', "\n").into())
    }

    fn reader(&self) -> Result<table::Source, problem::Problem> {
        Ok(match self {
            Source::Sample(name) => table::Source::Sample(table::sample(name)?),
            Source::File(path) => table::Source::Path(path.clone()),
            Source::Input => table::Source::Stdin,
            Source::Pasted(text) => table::Source::bytes("pasted table", text.as_bytes()),
            Source::Exercise { name, seed, reach } => {
                ExerciseFile::named(name, *reach)?.open(*seed)?.study.source
            }
        })
    }

    /// Returns its word on the command line; `None` if it has none.
    pub fn word(&self) -> Option<String> {
        match self {
            Source::Sample(name) => Some(format!("sample:{name}")),
            Source::File(path) => Some(path.to_string_lossy().into_owned()),
            Source::Exercise { name, .. } => Some(name.clone()),
            Source::Input | Source::Pasted(_) => None,
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
            Source::Exercise { name, seed: None, .. } => write!(f, "{}", shown(name)),
            Source::Exercise { name, seed: Some(seed), .. } => write!(f, "{}, seed {seed}", shown(name)),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    pub source: Source,
    /// The chosen options; they override the recipe of a sample.
    pub recipe: Box<Recipe>,
}

impl From<Source> for Order {
    fn from(source: Source) -> Self {
        Order { source, recipe: Box::default() }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problem {
    pub what: String,
    pub place: String,
    pub excerpt: Vec<String>,
    pub fix: String,
    pub choices: Vec<(String, Answer)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    Cancel,
    /// Read the file again, and treat the rows that do not fit like this.
    Read(Ragged),
    Fit(Box<Recipe>),
}

impl From<problem::Problem> for Problem {
    fn from(problem: problem::Problem) -> Self {
        let fix = problem.advice();
        let what = problem.sentence();
        let place = problem.place.unwrap_or_default();
        Problem { what: what + ".", place, excerpt: problem.excerpt, fix, choices: Vec::new() }
    }
}

impl From<OpenError> for Problem {
    fn from(error: OpenError) -> Self {
        let OpenError::Table(TableError { problem, ragged: Some(rows), .. }) = error else {
            return problem::Problem::from(error).into();
        };
        let mut problem = Problem::from(*problem);
        // The reader's advice names flags; here the same is offered as choices.
        problem.fix = rows.hint.unwrap_or_default().to_string();
        let lines = if rows.lines == 1 { "this line".into() } else { format!("these {} lines", rows.lines) };
        let others = if rows.fitting == 1 { "line".into() } else { format!("{} lines", rows.fitting) };
        let extra = if rows.fields > rows.header {
            "Keep them; put the extra fields in new columns"
        } else {
            "Keep them; treat absent fields as missing"
        };
        problem.choices = vec![
            (format!("Skip {lines} and open the other {others}"), Answer::Read(Ragged::Skip)),
            (extra.into(), Answer::Read(Ragged::Extra)),
            ("Cancel".into(), Answer::Cancel),
        ];
        problem
    }
}

pub fn samples() -> &'static [Sample] {
    table::samples()
}

pub fn load(order: &Order, watch: Arc<Watch>) -> Result<Loaded, Problem> {
    let opened = || -> Result<Study, OpenError> {
        let source = order.source.reader()?;
        Study::open_watched(source, Recipe::clone(&order.recipe), Some(watch))
    };
    let study = opened().map_err(Problem::from)?;
    let mut loaded = Loaded::new(study);
    // Samples and exercises need no questions.
    if matches!(order.source, Source::File(_) | Source::Input | Source::Pasted(_)) {
        let opening = Opening::of(&loaded.study.recipe, &loaded.study.loaded);
        loaded.opening = Some(opening).filter(Opening::is_unclear);
    }
    Ok(loaded)
}
