//! Sums over rows that are somewhere else: what a file of sums holds, by class and value. Who reads such a file is in
//! `encode`, who makes one in `model`.

use std::collections::{BTreeMap, HashMap};

/// Rows, and what their weights add up to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seen {
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
pub(crate) struct Powers {
    pub seen: Seen,
    pub shift: f64,
    /// ∑ (x − shift), weighted.
    pub s1: f64,
    /// ∑ (x − shift)², weighted.
    pub s2: f64,
}

/// Rows of a class with a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ValueSum {
    pub value: u32,
    pub class: usize,
    pub seen: Seen,
}

/// Documents of a class with a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WordSum {
    pub word: u32,
    /// The code of the class; `None` of documents without one.
    pub class: Option<usize>,
    pub seen: Seen,
    pub tokens: u64,
}

/// What a file says of one column.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct FeatureSums {
    pub values: Vec<ValueSum>,
    pub words: Vec<WordSum>,
    /// The numbers of each class, by class code; empty where none are summed.
    pub moments: Vec<Powers>,
    pub together: Vec<Powers>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct RowSums {
    pub unlabelled: Seen,
    pub weightless: u64,
    pub weightless_unlabelled: u64,
    pub classes: Vec<Seen>,
    /// The same of rows in which every number is known; empty where numbers are not read together.
    pub complete: Vec<Seen>,
    pub features: BTreeMap<String, FeatureSums>,
    /// ∑ (x − shift)(y − shift′) of two columns, the lesser name first, by class code.
    pub products: HashMap<(usize, String, String), f64>,
}

/// What stands in a file of sums.
#[derive(Clone, Debug, PartialEq)]
pub struct Sums {
    pub recipe: String,
    /// What summed them, such as `duckdb`.
    pub engine: String,
    /// The table or the query that the rows are in, as that would be asked.
    pub asked: String,
    /// The numbers of columns whose values were counted each by itself, by the codes of their values.
    pub numbers: BTreeMap<String, Vec<f64>>,
    pub bins: BTreeMap<String, Vec<String>>,
    /// The classes in the order of the rows in which every number is known.
    pub complete_order: Vec<usize>,
    pub(crate) of_rows: RowSums,
}

impl Sums {
    /// The same where each row is counted once, whatever its weight.
    #[must_use]
    pub fn once(&self) -> Sums {
        fn once<'s>(all: impl IntoIterator<Item = &'s mut Seen>) {
            all.into_iter().for_each(|seen| seen.w = seen.n);
        }
        let mut sums = self.clone();
        let of = &mut sums.of_rows;
        once([&mut of.unlabelled]);
        once(&mut of.classes);
        once(&mut of.complete);
        for feature in of.features.values_mut() {
            once(feature.values.iter_mut().map(|sum| &mut sum.seen));
            once(feature.words.iter_mut().map(|sum| &mut sum.seen));
            once(feature.moments.iter_mut().map(|sum| &mut sum.seen));
        }
        sums
    }

    /// Rows without a class and with a weight, and how many without a class have the weight 0.
    pub fn unlabelled(&self) -> (Seen, u64) {
        (self.of_rows.unlabelled, self.of_rows.weightless_unlabelled)
    }
    pub fn rows(&self) -> u64 {
        let of = &self.of_rows;
        of.classes.iter().map(|seen| seen.n).sum::<u64>() + of.unlabelled.n + of.weightless
    }
}
