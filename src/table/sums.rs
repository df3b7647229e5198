//! Sums over rows that are somewhere else: what a file of sums holds, by class and value. Who reads such a file is in
//! `encode`, who makes one in `model`.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::str::FromStr;

use crate::problem::Problem;
use crate::text::brief;

/// Rows, and what their weights add up to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// How many rows.
    pub n: u64,
    /// How many cases: each row as often as its weight says.
    pub w: u64,
}

impl std::ops::AddAssign for Seen {
    fn add_assign(&mut self, other: Seen) {
        self.n = self.n.saturating_add(other.n);
        self.w = self.w.saturating_add(other.w);
    }
}

/// The powers of some numbers, about a number near their mean.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Powers {
    /// How many numbers.
    pub seen: Seen,
    /// The number that distances are taken from.
    pub shift: f64,
    /// ∑ (x − shift), weighted.
    pub s1: f64,
    /// ∑ (x − shift)², weighted.
    pub s2: f64,
}

/// Rows of a class with a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueSum {
    /// The code of the value in its column.
    pub value: u32,
    /// The code of the class.
    pub class: usize,
    /// How many.
    pub seen: Seen,
}

/// Documents of a class with a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WordSum {
    /// The code of the word in its column.
    pub word: u32,
    /// The code of the class; `None` of documents without one.
    pub class: Option<usize>,
    /// How many documents.
    pub seen: Seen,
    /// How often the word stands in them.
    pub tokens: u64,
}

/// What a file says of one column.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FeatureSums {
    /// Rows with each value.
    pub values: Vec<ValueSum>,
    /// Documents with each word.
    pub words: Vec<WordSum>,
    /// The numbers of each class, by class code; empty where none are summed.
    pub moments: Vec<Powers>,
    /// The same of the rows in which every number is known.
    pub together: Vec<Powers>,
}

/// The sums of some rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RowSums {
    /// The part that these rows are in; empty where there is one only.
    pub fold: String,
    /// Rows without a class.
    pub unlabelled: Seen,
    /// Rows of weight 0.
    pub weightless: u64,
    /// Of these, how many have no class.
    pub weightless_unlabelled: u64,
    /// The rows of each class, by class code.
    pub classes: Vec<Seen>,
    /// The same of rows in which every number is known; empty where numbers are not read together.
    pub complete: Vec<Seen>,
    /// What is said of each column.
    pub features: BTreeMap<String, FeatureSums>,
    /// ∑ (x − shift)(y − shift′) of two columns, the lesser name first, by class code.
    pub products: HashMap<(usize, String, String), f64>,
}

/// How the rows of a table in an engine are dealt to folds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dealt {
    /// To so many, by a hash of a column that tells rows apart.
    Hash {
        /// How many folds.
        folds: u32,
        /// The column.
        key: String,
    },
    /// By the values of a column; a row without one is always learned from.
    Column(String),
}

/// The most folds that rows are dealt to.
pub const MOST_FOLDS: u32 = 1_000;

impl Dealt {
    /// To so many folds by a hash of a column.
    ///
    /// # Errors
    /// When none is named, or the number is out of range.
    pub fn by_hash(folds: u32, key: Option<&str>) -> Result<Dealt, Problem> {
        let Some(key) = key else {
            return Err(Problem {
                kind: "no_key",
                ..Problem::usage(
                    "rows are dealt to folds by a column that tells them apart, and none is named",
                    "name it: --key COLUMN",
                )
            });
        };
        Dealt::from_str(&format!("hash:{folds}:{key}"))
    }
}

impl fmt::Display for Dealt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Dealt::Hash { folds, key } => write!(f, "hash:{folds}:{key}"),
            Dealt::Column(column) => write!(f, "column:{column}"),
        }
    }
}

impl FromStr for Dealt {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Dealt, Problem> {
        let hash = |rest: &str| {
            let (folds, key) = rest.split_once(':')?;
            let folds = folds.parse().ok().filter(|folds| (2..=MOST_FOLDS).contains(folds))?;
            (!key.is_empty()).then(|| Dealt::Hash { folds, key: key.to_owned() })
        };
        let column = |name: &str| (!name.is_empty()).then(|| Dealt::Column(name.to_owned()));
        let read = match text.split_once(':') {
            Some(("hash", rest)) => hash(rest),
            Some(("column", name)) => column(name),
            _ => None,
        };
        read.ok_or_else(|| {
            let what = format!("“{}” says no folds", brief(text));
            Problem::usage(what, format!("write hash:10:KEY, of 2 to {MOST_FOLDS} folds, or column:COLUMN"))
        })
    }
}

/// What stands in a file of sums.
#[derive(Clone, Debug, PartialEq)]
pub struct Sums {
    /// The recipe that the rows were summed by, as TOML.
    pub recipe: String,
    /// What summed them, such as `duckdb`.
    pub engine: String,
    /// The table or the query that the rows are in, as that would be asked.
    pub asked: String,
    /// The query that this is the answer to; empty where it was read from a file.
    pub query: String,
    /// The numbers of columns whose values were counted each by itself, by the codes of their values.
    pub numbers: BTreeMap<String, Vec<f64>>,
    /// The bins of the others, as labels, by code.
    pub bins: BTreeMap<String, Vec<String>>,
    /// The classes in the order of the rows in which every number is known.
    pub complete_order: Vec<usize>,
    /// How rows were dealt to folds, where they were.
    pub dealt: Option<Dealt>,
    /// The sums of each fold; of all rows, where there is one only.
    pub folds: Vec<RowSums>,
}

impl Sums {
    /// The same where each row is counted once, whatever its weight.
    #[must_use]
    pub fn once(&self) -> Sums {
        fn once<'s>(all: impl IntoIterator<Item = &'s mut Seen>) {
            all.into_iter().for_each(|seen| seen.w = seen.n);
        }
        let mut sums = self.clone();
        for of in &mut sums.folds {
            once([&mut of.unlabelled]);
            once(&mut of.classes);
            once(&mut of.complete);
            for feature in of.features.values_mut() {
                once(feature.values.iter_mut().map(|sum| &mut sum.seen));
                once(feature.words.iter_mut().map(|sum| &mut sum.seen));
                once(feature.moments.iter_mut().map(|sum| &mut sum.seen));
            }
        }
        sums
    }

    /// Rows without a class and with a weight, and how many without a class have the weight 0.
    pub fn unlabelled(&self) -> (Seen, u64) {
        let (mut seen, mut weightless) = (Seen::default(), 0);
        for of in &self.folds {
            seen += of.unlabelled;
            weightless += of.weightless_unlabelled;
        }
        (seen, weightless)
    }
    /// How many rows were summed.
    pub fn rows(&self) -> u64 {
        let of = |fold: &RowSums| {
            fold.classes.iter().map(|seen| seen.n).sum::<u64>() + fold.unlabelled.n + fold.weightless
        };
        self.folds.iter().map(of).sum()
    }
}
