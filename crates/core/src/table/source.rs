//! Where the bytes come from: a file, standard input, memory or a sample; and how they are read. A directory, a device and
//! an endless stream are refused before they fill the memory.

use super::error::quoted;
use super::file::open;
use super::windows::WINDOW;
use super::{Decimal, FeatureMap, Kind, NumberStyle, TableError, encoding, plain};
use crate::problem::nearest;
use flate2::read::MultiGzDecoder;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The most bytes that are read unless [`Options::limit`] says otherwise.
pub const LIMIT: u64 = 1 << 30;

/// What refuses bytes by how they begin, with the name of their source.
type Check = fn(&str, &[u8]) -> Result<(), TableError>;

#[derive(Clone, Debug)]
pub enum Source {
    Path(PathBuf),
    /// Standard input, `-` on the command line.
    Stdin,
    /// Bytes in memory, with a name for messages, such as `pasted text`.
    Bytes {
        name: String,
        bytes: Arc<[u8]>,
    },
    /// A sample that is part of the program, `sample:weather` on the command line.
    Sample(&'static Sample),
}

#[derive(Clone, Debug)]
pub struct Options {
    /// Cells, after trimming, that are missing. By default these are the empty cell and `?`, marks such as `NA` where
    /// every other cell of the column is a number, and `NA` in the categories of such a file.
    pub missing: Option<Vec<String>>,
    pub missing_in: BTreeMap<String, Vec<String>>,
    /// Kinds the user chose, by column name; the kind of other columns depends on their cells.
    pub kinds: BTreeMap<String, Kind>,
    /// Columns of numbers whose cells must be whole numbers, 0 or more; and whether a cell may be missing.
    pub whole: BTreeMap<String, bool>,
    pub decimals: BTreeMap<String, Decimal>,
    /// Columns of which it is known how their numbers are written, though their cells may not show it.
    pub styles: BTreeMap<String, NumberStyle>,
    /// Columns that are computed from others, where the file has those.
    pub maps: Vec<FeatureMap>,
    pub delimiter: Option<u8>,
    /// Whether the first line has names; by default, its cells decide.
    pub header: Option<bool>,
    pub ragged: Ragged,
    pub lower_case: bool,
    /// Whether documents are kept as they are written, to show them.
    pub documents: bool,
    pub limit: u64,
    pub watch: Option<Arc<Watch>>,
    /// Rows per segment. It changes no number, so only tests choose it.
    #[doc(hidden)]
    pub segment_rows: usize,
    /// Bytes that are read together. It changes no cell, so only tests choose it.
    #[doc(hidden)]
    pub window: usize,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ragged {
    #[default]
    Error,
    Skip,
    /// Surplus fields become columns of their own; absent fields are missing.
    Extra,
}

impl Options {
    pub(super) fn listed(&self, column: &str) -> Option<&[String]> {
        self.missing_in.get(column).or(self.missing.as_ref()).map(Vec::as_slice)
    }
}

/// How far a load is, and a way to stop it from another thread.
#[derive(Debug, Default)]
pub struct Watch {
    /// Set to stop: the load ends with [`TableError::stopped`] soon after.
    pub stop: AtomicBool,
    /// Bytes of the text that the pass over all rows has read.
    pub done: AtomicU64,
    /// Bytes of the text; 0 while they are not yet read.
    pub total: AtomicU64,
    /// How many equal parts the work has, where it is counted in parts; 0 where it is not.
    pub parts: AtomicU64,
}

impl Watch {
    /// How much of the work is done, in per cent; 0 while nothing is known of it.
    pub fn percent(&self) -> u64 {
        let (done, total) = (self.done.load(Ordering::Relaxed), self.total.load(Ordering::Relaxed));
        done.min(total).saturating_mul(100).checked_div(total).unwrap_or(0)
    }
}

impl Default for Options {
    fn default() -> Self {
        Options {
            missing: None,
            missing_in: BTreeMap::new(),
            decimals: BTreeMap::new(),
            kinds: BTreeMap::new(),
            whole: BTreeMap::new(),
            styles: BTreeMap::new(),
            maps: Vec::new(),
            delimiter: None,
            header: None,
            ragged: Ragged::default(),
            lower_case: true,
            documents: true,
            limit: LIMIT,
            watch: None,
            segment_rows: 65_536,
            window: WINDOW,
        }
    }
}

impl Source {
    /// Reads a `DATA` argument: `-`, `sample:NAME` or a path.
    pub fn from_arg(arg: impl AsRef<OsStr>) -> Result<Self, TableError> {
        let arg = arg.as_ref();
        match arg.to_str().and_then(|text| text.strip_prefix("sample:")) {
            Some(name) => sample(name).map(Source::Sample),
            None if arg == "-" => Ok(Source::Stdin),
            None => Ok(Source::Path(arg.into())),
        }
    }

    pub fn bytes(name: impl Into<String>, bytes: impl Into<Arc<[u8]>>) -> Self {
        Source::Bytes { name: name.into(), bytes: bytes.into() }
    }

    /// What a person calls it: `weather.csv`, `sample:weather`, `standard input`.
    pub fn label(&self) -> String {
        match self {
            Source::Path(path) => path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned(),
            Source::Stdin => "standard input".to_owned(),
            Source::Bytes { name, .. } => name.clone(),
            Source::Sample(sample) => format!("sample:{}", sample.name),
        }
    }

    /// The file that is read, if there is one: standard input may be one, too.
    pub fn file(&self) -> Option<PathBuf> {
        match self {
            Source::Path(path) => Some(path.clone()),
            Source::Stdin => Some(PathBuf::from("/dev/stdin")),
            Source::Bytes { .. } | Source::Sample(_) => None,
        }
    }

    pub(super) fn plain_file(&self) -> Option<&Path> {
        match self {
            Source::Path(path) => (!is_packed(path)).then_some(path),
            _ => None,
        }
    }

    /// A source of the same bytes that can be read more than once.
    pub fn kept(self) -> Result<Source, TableError> {
        match &self {
            Source::Bytes { .. } | Source::Sample(_) => Ok(self),
            Source::Path(path) if path.is_file() || !path.exists() => Ok(self),
            _ => Ok(Source::bytes(self.label(), self.read(LIMIT)?.into_owned())),
        }
    }

    pub fn recipe(&self) -> Option<&'static str> {
        match self {
            Source::Sample(sample) => Some(sample.recipe),
            _ => None,
        }
    }

    pub(crate) fn begins_with(&self, text: &str) -> bool {
        let bytes: Vec<u8> = match self {
            Source::Bytes { bytes, .. } => bytes.iter().copied().take(text.len() + 4).collect(),
            Source::Path(path) if path.is_file() => self.head(text.len() as u64 + 4).unwrap_or_default().0,
            Source::Path(_) | Source::Stdin | Source::Sample(_) => return false,
        };
        let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&bytes);
        bytes.strip_prefix(b"\"").unwrap_or(bytes).starts_with(text.as_bytes())
    }

    /// All bytes; an error where there are more than `limit`.
    pub fn read(&self, limit: u64) -> Result<Cow<'_, [u8]>, TableError> {
        self.read_checked(limit, encoding::refuse)
    }

    /// The first bytes, and whether these are all.
    pub(super) fn head(&self, most: u64) -> Result<(Vec<u8>, bool), TableError> {
        let mut bytes = self.first_bytes(most.saturating_add(1), encoding::refuse)?;
        let whole = bytes.len() as u64 <= most;
        bytes.truncate(usize::try_from(most).unwrap_or(usize::MAX));
        Ok((bytes, whole))
    }

    /// All bytes, after a check of the first ones.
    pub(super) fn read_checked(&self, limit: u64, check: Check) -> Result<Cow<'_, [u8]>, TableError> {
        match self {
            Source::Bytes { bytes, .. } => return Ok(Cow::Borrowed(bytes)),
            Source::Sample(sample) => return Ok(Cow::Borrowed(sample.csv.as_bytes())),
            Source::Path(_) | Source::Stdin => {}
        }
        let bytes = self.first_bytes(limit.saturating_add(1), check)?;
        if bytes.len() as u64 > limit {
            let source = self.label();
            let what =
                format!("{} is longer than {limit} bytes, the most that is read of it", quoted(&source));
            let fix = "Have a database count the rows, by the query that posterior sql prints; or take a sample of the rows, \
                       or keep only the columns you need.";
            return Err(TableError::bad_csv(&source, what, fix));
        }
        Ok(Cow::Owned(bytes))
    }

    /// The first of them are checked before the rest is read, so that an endless stream of zeros ends at once.
    fn first_bytes(&self, most: u64, check: Check) -> Result<Vec<u8>, TableError> {
        const FIRST: u64 = 65_536;
        let (mut reader, expected) = self.open()?;
        let mut bytes = Vec::with_capacity(usize::try_from(expected.min(most)).unwrap_or(0));
        reader.by_ref().take(FIRST.min(most)).read_to_end(&mut bytes).map_err(|error| self.lost(&error))?;
        check(&self.label(), &bytes)?;
        let rest = most.saturating_sub(bytes.len() as u64);
        reader.take(rest).read_to_end(&mut bytes).map_err(|error| self.lost(&error))?;
        Ok(bytes)
    }

    /// The bytes as they come, and how many there are thought to be.
    pub(super) fn open(&self) -> Result<(Box<dyn Read + '_>, u64), TableError> {
        match self {
            Source::Path(path) => {
                let failed = |error| TableError::cannot_open(&path.to_string_lossy(), &plain(&error));
                let (file, length) = open(path).map_err(failed)?;
                if is_packed(path) {
                    return Ok((Box::new(MultiGzDecoder::new(BufReader::new(file))), 0));
                }
                Ok((file, length))
            }
            Source::Stdin => Ok((Box::new(io::stdin().lock()), 0)),
            Source::Bytes { bytes, .. } => Ok((Box::new(bytes.as_ref()), bytes.len() as u64)),
            Source::Sample(sample) => Ok((Box::new(sample.csv.as_bytes()), sample.csv.len() as u64)),
        }
    }

    pub(super) fn lost(&self, error: &io::Error) -> TableError {
        let (label, reason) = (self.label(), plain(error));
        match self {
            Source::Path(path) if is_packed(path) => {
                let what = format!("{} cannot be unpacked: {reason}", quoted(&label));
                TableError::bad_csv(&label, what, "Copy or download the file again; gunzip -t checks it.")
            }
            Source::Path(path) => TableError::cannot_open(&path.to_string_lossy(), &reason),
            _ => TableError::cannot_open(&label, &reason),
        }
    }
}

fn is_packed(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("gz"))
}

#[derive(Debug, PartialEq, Eq)]
pub struct Sample {
    pub name: &'static str,
    pub title: &'static str,
    pub teaches: &'static str,
    pub csv: &'static str,
    pub recipe: &'static str,
}

impl Sample {
    /// Whether it has rows. Without rows, it has counts, or the numbers of its model are given.
    pub fn has_rows(&self) -> bool {
        !self.csv.is_empty() && !self.recipe.contains("\ncounts = ")
    }
}

pub fn samples() -> &'static [Sample] {
    SAMPLES
}

/// The sample with a name; the error suggests a similar one.
pub fn sample(name: &str) -> Result<&'static Sample, TableError> {
    SAMPLES.iter().find(|sample| sample.name == name).ok_or_else(|| {
        let fix = match nearest(name, SAMPLES.iter().map(|sample| sample.name)) {
            Some(name) => format!("Did you mean sample:{name}?"),
            None => "Run posterior samples to list them.".to_owned(),
        };
        let mut error = TableError::new("no_data", "", format!("there is no sample {}", quoted(name)), fix);
        error.problem.place = None;
        error
    })
}

macro_rules! samples {
    ($($name:literal: $title:literal, $teaches:literal;)*) => {
        static SAMPLES: &[Sample] = &[$(Sample {
            name: $name,
            title: $title,
            teaches: $teaches,
            csv: include_str!(concat!("../../samples/", $name, ".csv")),
            recipe: include_str!(concat!("../../samples/", $name, ".toml")),
        }),*];
    };
}

samples! {
    "weather": "14 days, one feature: is the match played when sunny?",
        "Counts become a prior and likelihoods, and Bayes' rule turns them into a posterior: 3/5 against 2/5.";
    "play-tennis": "14 days, four features: Mitchell's tennis table",
        "Naive Bayes multiplies one factor per feature. Without smoothing, Overcast would rule out No.";
    "chinese-japan": "Five short documents: China or Japan?",
        "The multinomial model counts words, repeats included. The row without a class is the query.";
    "living-area": "27 houses: living area in square feet and a price class",
        "Bins turn a number into a category. Values exactly on a cut show which bin they fall into.";
    "spam": "13 short messages, one with a word that is in no other",
        "A vocabulary word that no class has seen makes every score 0 and the posterior 0/0. Smoothing prevents that.";
    "person": "8 people: height, weight and foot; a ninth to predict",
        "Each number has a normal distribution in each class. The score multiplies densities, not probabilities.";
    "loan": "10 borrowers: two categories and an income",
        "A score multiplies probabilities and densities. A single probability of 0 rules out a class for any income.";
    "iris": "150 flowers of three species: four measurements",
        "The query lies between two species: the petals decide. The training rows show where the model is wrong.";
    "elephants": "200 young elephants and large dogs: weight and height",
        "Drawn from a Gaussian in each class, with one Σ for both. So the boundary is a line and the posterior is logistic.";
    "bolts": "200 bolts from two machines: length and width",
        "The machines differ in spread, hardly in mean. A Σ for each class gives a curved boundary; one Σ for both fails.";
    "calls": "200 hours at a help desk, by day or by night: two counts",
        "The counts are Poisson, not Gaussian. Logistic regression assumes less and fits them better.";
    "two-clusters": "200 rooms: too cold or too warm is bad, between is fine",
        "One class is two clusters, one on each side of the other class. One Σ cannot separate them; naive Bayes with ten bins can.";
    "repairs": "200 repairs, minor or major: minutes and cost of parts",
        "A few repairs take days. They distort the mean and Σ; logistic regression is hardly affected.";
    "letters": "200 letters by a sailor or a farmer, 60 to 140 words",
        "Both use the same words, but not equally often. How often a word occurs shows the writer; whether it occurs says little.";
    "subjects": "Counts, not rows: six words in two subjects",
        "A table of counts is enough for a model: fun occurs 415 and 200 times. Then try α = 10.";
    "messages": "Counts, not rows: three words in 18 messages",
        "8 spam, 6 ham and 4 work messages. The message has offer twice: a word counts as often as it occurs.";
    "mammography": "Given numbers: 1 % have cancer, a mammogram is positive",
        "The base rate: only 7.8 % of those who test positive are ill (Eddy 1982). Every number is given; no row is counted.";
    "two-tests": "Given numbers: two tests in a row, both positive",
        "Evidence multiplies: one positive test raises 1 % to 15 %, two independent ones raise it to 77 %.";
    "taxi": "Given numbers: most cabs are green, a witness says blue",
        "The witness is right in 80 % of cases, but few cabs are blue: only 41 % (Tversky and Kahneman 1982).";
}
