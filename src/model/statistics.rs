//! Sufficient statistics: sums over rows that can be taken in parts and merged. Rows are counted in parts once, so that the
//! sums of all rows but those of a part cost no second reading.
//!
//! What is counted is taken away from the whole, exactly. Means and scatter are not taken away but merged anew from the
//! other parts, which loses no digit.

use std::sync::Arc;

use super::moments::{Moments, Scatter};
use crate::encode::{Counted, Cuts, Dataset, Layout, Partition, ValueCounts};

/// Counts of a set of rows, raw and exact.
#[derive(Clone, Debug, PartialEq)]
pub struct Statistics {
    layout: Layout,
    /// Rows of each class, each as often as its weight says, by class code.
    pub rows: Vec<u64>,
    /// Rows of the data of each class that were seen at all, by class code: the same where nothing is weighted.
    pub table_rows: Vec<u64>,
    /// The first of these rows of each class, from 0: classes go by the order in which their rows appear.
    pub first: Vec<Option<usize>>,
    /// Rows of the data without a class.
    pub unlabelled: u64,
    /// Rows of the data that have a class and weight 0.
    pub unseen: u64,
    /// One entry per feature.
    pub features: Vec<Counts>,
    /// Rows of each class in which every feature is known, by class code; empty where features are counted one by one.
    pub complete: Vec<Scatter>,
}

/// What was counted of one feature. Tables hold one count per class for each code: entry `code · classes + class`.
#[derive(Clone, Debug, PartialEq)]
pub enum Counts {
    /// Rows with each category.
    Codes(Vec<u64>),
    /// Rows with each number.
    Numbers(ValueCounts),
    /// Rows with a number in each bin.
    Bins {
        /// Where the bins lie.
        cuts: Cuts,
        /// Entry `bin · classes + class`.
        table: Vec<u64>,
    },
    /// Moments of the numbers of each class, by class code.
    Moments(Vec<Moments>),
    /// How often the column's word stands in the documents of a class, and in how many of them, by class code.
    WordCounts {
        /// Tokens.
        tokens: Vec<u64>,
        /// Documents.
        documents: Vec<u64>,
    },
    /// Nothing of its own: its numbers are in [`Statistics::complete`].
    Together,
    /// Words.
    Words {
        /// How often each word stands in the documents of a class.
        tokens: Vec<u64>,
        /// In how many documents of a class each word stands.
        documents: Vec<u64>,
        /// How often each word stands in documents without a class.
        unlabelled: Vec<u64>,
    },
}

impl Statistics {
    /// Nothing counted yet.
    pub fn new(layout: Layout) -> Self {
        let empty = |(_, counted): &(usize, Counted)| match counted {
            Counted::Codes => Counts::Codes(Vec::new()),
            Counted::Numbers => Counts::Numbers(ValueCounts::new()),
            Counted::Bins(..) => Counts::Bins { cuts: Cuts::none(), table: Vec::new() },
            Counted::Moments => Counts::Moments(vec![Moments::default(); layout.classes]),
            Counted::Together => Counts::Together,
            Counted::WordCounts => {
                let none = || vec![0; layout.classes];
                Counts::WordCounts { tokens: none(), documents: none() }
            }
            Counted::Words => {
                Counts::Words { tokens: Vec::new(), documents: Vec::new(), unlabelled: Vec::new() }
            }
        };
        Statistics {
            rows: vec![0; layout.classes],
            table_rows: vec![0; layout.classes],
            first: vec![None; layout.classes],
            unlabelled: 0,
            unseen: 0,
            features: layout.features.iter().map(empty).collect(),
            complete: if layout.is_complete_case() {
                vec![Scatter::default(); layout.classes]
            } else {
                Vec::new()
            },
            layout,
        }
    }

    /// The same without what is counted of each feature.
    pub(super) fn without_features(&self) -> Self {
        Statistics {
            layout: self.layout.clone(),
            rows: self.rows.clone(),
            table_rows: self.table_rows.clone(),
            first: self.first.clone(),
            features: Vec::new(),
            complete: self.complete.clone(),
            ..*self
        }
    }

    /// Which columns were counted, and how.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The rows of each class that a model learns from, each as often as its weight says, by class code: those in which
    /// every feature is known, where features are counted together.
    pub fn used(&self) -> Vec<u64> {
        if self.layout.is_complete_case() {
            return self.complete.iter().map(|scatter| scatter.n).collect();
        }
        self.rows.clone()
    }

    /// The rows of the data of each class that a model learns from, by class code.
    pub fn used_table_rows(&self) -> Vec<u64> {
        if self.layout.is_complete_case() {
            return self.complete.iter().map(|scatter| scatter.rows).collect();
        }
        self.table_rows.clone()
    }

    /// The same of one class code.
    pub fn used_table_rows_of(&self, code: usize) -> u64 {
        let rows = match self.layout.is_complete_case() {
            true => self.complete.get(code).map(|scatter| scatter.rows),
            false => self.table_rows.get(code).copied(),
        };
        rows.unwrap_or(0)
    }

    /// The first row that a model learns from, for each class code; `None` for a class without such a row.
    pub fn first_used(&self) -> Vec<Option<usize>> {
        if self.layout.is_complete_case() {
            return self.complete.iter().map(|scatter| scatter.first).collect();
        }
        self.first.clone()
    }

    /// How many numbers these are.
    pub fn entries(&self) -> usize {
        let of = |counts: &Counts| match counts {
            Counts::Codes(table) => table.len(),
            Counts::Numbers(tally) => tally.entries(),
            Counts::Bins { table, .. } => table.len(),
            Counts::Moments(moments) => 4 * moments.len(),
            Counts::WordCounts { tokens, documents } => tokens.len() + documents.len(),
            Counts::Together => 0,
            Counts::Words { tokens, documents, unlabelled } => {
                tokens.len() + documents.len() + unlabelled.len()
            }
        };
        let d = self.layout.features.len();
        self.features.iter().map(of).sum::<usize>() + self.complete.len() * d * (d + 1) / 2
    }

    /// Adds the counts of other rows. Both must have been counted by the same layout.
    pub fn merge(&mut self, other: &Statistics) {
        debug_assert_eq!(self.layout, other.layout);
        add(&mut self.rows, &other.rows);
        add(&mut self.table_rows, &other.table_rows);
        for (mine, theirs) in self.first.iter_mut().zip(&other.first) {
            *mine = mine.iter().chain(theirs).min().copied();
        }
        self.unlabelled += other.unlabelled;
        self.unseen += other.unseen;
        for (mine, theirs) in self.complete.iter_mut().zip(&other.complete) {
            *mine = mine.merged(theirs);
        }
        for (mine, theirs) in self.features.iter_mut().zip(&other.features) {
            match (mine, theirs) {
                (Counts::Codes(mine), Counts::Codes(theirs)) => add(mine, theirs),
                (Counts::Numbers(mine), Counts::Numbers(theirs)) => mine.merge(theirs),
                (Counts::Bins { cuts, table: mine }, Counts::Bins { cuts: same, table: theirs }) => {
                    debug_assert_eq!(cuts, same);
                    add(mine, theirs);
                }
                (Counts::Moments(mine), Counts::Moments(theirs)) => {
                    for (mine, theirs) in mine.iter_mut().zip(theirs) {
                        *mine = mine.merged(*theirs);
                    }
                }
                (
                    Counts::WordCounts { tokens, documents },
                    Counts::WordCounts { tokens: t, documents: d },
                ) => {
                    add(tokens, t);
                    add(documents, d);
                }
                (
                    Counts::Words { tokens, documents, unlabelled },
                    Counts::Words { tokens: t, documents: d, unlabelled: u },
                ) => {
                    add(tokens, t);
                    add(documents, d);
                    add(unlabelled, u);
                }
                _ => {}
            }
        }
    }
}

fn add(mine: &mut Vec<u64>, theirs: &[u64]) {
    if mine.len() < theirs.len() {
        mine.resize(theirs.len(), 0);
    }
    for (mine, theirs) in mine.iter_mut().zip(theirs) {
        *mine += theirs;
    }
}

/// The sums of disjoint sets of rows, and of the rows that are in none of them.
#[derive(Debug)]
pub struct Parts {
    parts: Vec<Statistics>,
    whole: Arc<Statistics>,
    /// For each part, means and scatter of all rows that are not in it.
    others: Vec<Distances>,
}

/// What of the sums is no count: means and scatter, and the first rows.
#[derive(Clone, Debug)]
struct Distances {
    first: Vec<Option<usize>>,
    moments: Vec<Vec<Moments>>,
    complete: Vec<Scatter>,
}

impl Parts {
    /// Counts the cases of a data set in one pass, by so many parts; `whole` counts them all. `goes_on` is told how many
    /// rows are counted, and ends it: then there is no result.
    pub fn count(
        data: &Dataset,
        whole: Arc<Statistics>,
        partition: &Partition,
        parts: usize,
        goes_on: impl Fn(usize) -> bool,
    ) -> Option<Parts> {
        debug_assert_eq!(*whole.layout(), data.layout());
        let mut parts = Statistics::partition(data, partition, parts, goes_on)?;
        let rest = parts.pop()?;
        let others = all_but_each(&parts, &rest);
        Some(Parts { parts, whole, others })
    }

    /// The sums of all rows but those of a part, whose words count as those of rows without a class; `None` where there
    /// is no such part. `data` is what is left without it, in which cuts are looked for again.
    pub fn all_but(&self, part: usize, data: &Dataset) -> Option<Statistics> {
        let (gone, others) = (self.parts.get(part)?, self.others.get(part)?);
        let mut left = self.whole.without_counts(gone);
        left.first.clone_from(&others.first);
        left.complete.clone_from(&others.complete);
        let rows = self.whole.complete.iter().zip(&gone.complete).map(|(all, gone)| all.rows - gone.rows);
        left.complete.iter_mut().zip(rows).for_each(|(left, rows)| left.rows = rows);
        for (counts, moments) in left.features.iter_mut().zip(&others.moments) {
            if let Counts::Moments(left) = counts {
                left.clone_from(moments);
            }
        }
        left.count_bins(data);
        Some(left)
    }
}

impl Statistics {
    /// All but one case of a row, which has a class and is among them; its words count as those of a row without a class.
    /// `None` where means and scatter would lose digits or cuts may move, so that the rows must be read again.
    pub fn all_but_case(&self, data: &Dataset, row: usize) -> Option<Statistics> {
        let gone = Statistics::of_case(data, row);
        let mut left = self.without_counts(&gone);
        for (left, gone) in left.features.iter_mut().zip(&gone.features) {
            match (left, gone) {
                (Counts::Moments(left), Counts::Moments(gone)) => {
                    for (left, gone) in left.iter_mut().zip(gone) {
                        *left = left.without(*gone)?;
                    }
                }
                (Counts::Bins { .. }, _) => return None,
                _ => {}
            }
        }
        for (left, gone) in left.complete.iter_mut().zip(&gone.complete) {
            *left = left.without(gone)?;
        }
        Some(left)
    }

    /// Counts less those of rows that are among them; means and scatter stay as they are.
    fn without_counts(&self, gone: &Statistics) -> Statistics {
        let stride = self.layout().classes.max(1);
        let features = self.features.iter().zip(&gone.features);
        let mut left = self.without_features();
        left.rows = less(&self.rows, &gone.rows);
        left.table_rows = less(&self.table_rows, &gone.table_rows);
        left.features = features.map(|(all, gone)| all.without(gone, stride)).collect();
        left
    }

    fn distances(&self) -> Distances {
        let moments = |counts: &Counts| match counts {
            Counts::Moments(moments) => moments.clone(),
            _ => Vec::new(),
        };
        Distances {
            first: self.first.clone(),
            moments: self.features.iter().map(moments).collect(),
            complete: self.complete.clone(),
        }
    }
}

impl Distances {
    fn merge(&mut self, other: &Distances) {
        for (mine, theirs) in self.first.iter_mut().zip(&other.first) {
            *mine = mine.iter().chain(theirs).min().copied();
        }
        for (mine, theirs) in self.moments.iter_mut().flatten().zip(other.moments.iter().flatten()) {
            *mine = mine.merged(*theirs);
        }
        for (mine, theirs) in self.complete.iter_mut().zip(&other.complete) {
            *mine = mine.merged(theirs);
        }
    }
}

/// For each part, the merged sums of the rest and of all other parts: those before it and those after it.
fn all_but_each(parts: &[Statistics], rest: &Statistics) -> Vec<Distances> {
    let mut after: Vec<Distances> = Vec::new();
    let mut sum = Statistics::new(rest.layout().clone()).distances();
    for part in parts.iter().rev() {
        after.push(sum.clone());
        sum.merge(&part.distances());
    }
    let mut before = rest.distances();
    let mut all = Vec::new();
    for (part, after) in parts.iter().zip(after.into_iter().rev()) {
        let mut others = before.clone();
        others.merge(&after);
        all.push(others);
        before.merge(&part.distances());
    }
    all
}

impl Counts {
    /// Less those of rows that are among them; `stride` is the number of classes.
    fn without(&self, gone: &Counts, stride: usize) -> Counts {
        match (self, gone) {
            (Counts::Codes(all), Counts::Codes(gone)) => Counts::Codes(less(all, gone)),
            (Counts::Numbers(all), Counts::Numbers(gone)) => Counts::Numbers(all.without(gone)),
            (Counts::WordCounts { tokens, documents }, Counts::WordCounts { tokens: t, documents: d }) => {
                Counts::WordCounts { tokens: less(tokens, t), documents: less(documents, d) }
            }
            (
                Counts::Words { tokens, documents, unlabelled },
                Counts::Words { tokens: t, documents: d, .. },
            ) => {
                let words = t.chunks(stride).map(|counts| counts.iter().sum::<u64>());
                let mut others = unlabelled.clone();
                others.resize(others.len().max(t.len().div_ceil(stride)), 0);
                others.iter_mut().zip(words).for_each(|(sum, count)| *sum += count);
                Counts::Words { tokens: less(tokens, t), documents: less(documents, d), unlabelled: others }
            }
            (all, _) => all.clone(),
        }
    }
}

fn less(all: &[u64], gone: &[u64]) -> Vec<u64> {
    let gone = gone.iter().copied().chain(std::iter::repeat(0));
    all.iter().zip(gone).map(|(all, gone)| all.saturating_sub(gone)).collect()
}
