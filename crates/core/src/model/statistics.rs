//! Statistics: the counts, means and scatter matrices of a set of rows, and of all rows except some.

use super::counting::bin_counts;
use super::{Moments, Scatter};
use crate::encode::{Counted, Cuts, Dataset, Layout, Partition, ValueCounts};
use std::sync::Arc;

#[derive(Clone, Debug, PartialEq)]
pub struct Statistics {
    pub(crate) layout: Layout,
    /// Rows of each class, weighted, by class code.
    pub rows: Vec<u64>,
    /// Rows of the data of each class with a weight above 0, by class code: the same as `rows` without weights.
    pub table_rows: Vec<u64>,
    /// The first of these rows of each class, from 0: classes go by the order in which their rows appear.
    pub first: Vec<Option<usize>>,
    /// Rows of the data without a class.
    pub unlabelled: u64,
    /// Rows of the data that have a class and weight 0.
    pub unseen: u64,
    pub features: Vec<FeatureCounts>,
    /// Rows of each class in which every feature is known, by class code; empty if features are counted one by one.
    pub complete: Vec<Scatter>,
}

/// The counts of one feature. Tables hold one count per class for each code: entry `code · classes + class`.
#[derive(Clone, Debug, PartialEq)]
pub enum FeatureCounts {
    Codes(Vec<u64>),
    Numbers(ValueCounts),
    Bins {
        cuts: Cuts,
        table: Vec<u64>,
    },
    Moments(Vec<Moments>),
    /// Occurrences of the column's word in the documents of a class, and documents that contain it, by class code.
    WordCounts {
        tokens: Vec<u64>,
        documents: Vec<u64>,
    },
    /// No counts of its own: its numbers are in [`Statistics::complete`].
    Together,
    Words {
        tokens: Vec<u64>,
        documents: Vec<u64>,
        /// Occurrences of each word in documents without a class.
        unlabelled: Vec<u64>,
    },
}

/// The tables of counts: what is added when rows are merged and subtracted when they are left out.
macro_rules! tables {
    ($counts:expr) => {
        match $counts {
            FeatureCounts::Codes(table) | FeatureCounts::Bins { table, .. } => vec![table],
            FeatureCounts::WordCounts { tokens, documents } => vec![tokens, documents],
            FeatureCounts::Words { tokens, documents, unlabelled } => vec![tokens, documents, unlabelled],
            FeatureCounts::Numbers(_) | FeatureCounts::Moments(_) | FeatureCounts::Together => Vec::new(),
        }
    };
}

impl FeatureCounts {
    fn tables(&self) -> Vec<&Vec<u64>> {
        tables!(self)
    }

    fn tables_mut(&mut self) -> Vec<&mut Vec<u64>> {
        tables!(self)
    }

    fn merge(&mut self, other: &FeatureCounts) {
        let tables = self.tables_mut().into_iter().zip(other.tables());
        tables.for_each(|(mine, theirs)| add(mine, theirs));
        match (self, other) {
            (FeatureCounts::Numbers(mine), FeatureCounts::Numbers(theirs)) => mine.merge(theirs),
            (FeatureCounts::Moments(mine), FeatureCounts::Moments(theirs)) => {
                mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine = mine.merged(*theirs));
            }
            _ => {}
        }
    }

    /// Subtracts the counts of some of the rows, whose words count as those of rows without a class. Means stay as they
    /// are. `classes` is the number of classes.
    fn subtract(&mut self, gone: &FeatureCounts, classes: usize) {
        match (self, gone) {
            (FeatureCounts::Numbers(mine), FeatureCounts::Numbers(gone)) => *mine = mine.without(gone),
            (
                FeatureCounts::Words { tokens, documents, unlabelled },
                FeatureCounts::Words { tokens: t, documents: d, .. },
            ) => {
                subtract(tokens, t);
                subtract(documents, d);
                let words: Vec<u64> = t.chunks(classes.max(1)).map(|counts| counts.iter().sum()).collect();
                add(unlabelled, &words);
            }
            (mine, gone) => {
                let tables = mine.tables_mut().into_iter().zip(gone.tables());
                tables.for_each(|(mine, gone)| subtract(mine, gone));
            }
        }
    }
}

fn add(mine: &mut Vec<u64>, theirs: &[u64]) {
    if mine.len() < theirs.len() {
        mine.resize(theirs.len(), 0);
    }
    mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine += theirs);
}

fn subtract(mine: &mut [u64], gone: &[u64]) {
    mine.iter_mut().zip(gone).for_each(|(mine, gone)| *mine = mine.saturating_sub(*gone));
}

impl Statistics {
    pub fn new(layout: Layout) -> Self {
        let none = || vec![0; layout.classes];
        let empty = |(_, counted): &(usize, Counted)| match counted {
            Counted::Codes => FeatureCounts::Codes(Vec::new()),
            Counted::Numbers => FeatureCounts::Numbers(ValueCounts::default()),
            Counted::Bins(..) => FeatureCounts::Bins { cuts: Cuts::none(), table: Vec::new() },
            Counted::Moments => FeatureCounts::Moments(vec![Moments::default(); layout.classes]),
            Counted::Together => FeatureCounts::Together,
            Counted::WordCounts => FeatureCounts::WordCounts { tokens: none(), documents: none() },
            Counted::Words => {
                FeatureCounts::Words { tokens: Vec::new(), documents: Vec::new(), unlabelled: Vec::new() }
            }
        };
        let complete = if layout.is_complete_case() { layout.classes } else { 0 };
        Statistics {
            rows: none(),
            table_rows: none(),
            first: vec![None; layout.classes],
            unlabelled: 0,
            unseen: 0,
            features: layout.features.iter().map(empty).collect(),
            complete: vec![Scatter::default(); complete],
            layout,
        }
    }

    /// The training rows of a class code: weighted, each counted once, and the first of them. Only rows in which every
    /// feature is known, if features are counted together.
    pub(super) fn used_of(&self, code: usize) -> Option<(u64, u64, Option<usize>)> {
        // Asked of each number of the model: to look through the features each time would take the square of their count.
        if !self.complete.is_empty() {
            return self.complete.get(code).map(|scatter| (scatter.n, scatter.rows, scatter.first));
        }
        Some((*self.rows.get(code)?, *self.table_rows.get(code)?, *self.first.get(code)?))
    }

    pub(super) fn used(&self) -> impl Iterator<Item = (u64, u64, Option<usize>)> + '_ {
        (0..self.layout.classes).filter_map(|code| self.used_of(code))
    }

    pub fn entries(&self) -> usize {
        let of = |counts: &FeatureCounts| match counts {
            FeatureCounts::Numbers(tally) => tally.entries(),
            FeatureCounts::Moments(moments) => 4 * moments.len(),
            counts => counts.tables().into_iter().map(Vec::len).sum(),
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
        self.features.iter_mut().zip(&other.features).for_each(|(mine, theirs)| mine.merge(theirs));
    }

    /// Returns the sums without one case of a row that has a class; its words count as those of a row without a class.
    /// `None` where means and scatter would lose digits or cuts may move, so that the rows must be read again.
    pub fn all_but_case(&self, data: &Dataset, row: usize) -> Option<Statistics> {
        let gone = Statistics::of_case(data, row);
        let mut left = self.without_counts(&gone);
        for (left, gone) in left.features.iter_mut().zip(&gone.features) {
            match (left, gone) {
                (FeatureCounts::Moments(left), FeatureCounts::Moments(gone)) => {
                    for (left, gone) in left.iter_mut().zip(gone) {
                        *left = left.without(*gone)?;
                    }
                }
                (FeatureCounts::Bins { .. }, _) => return None,
                _ => {}
            }
        }
        for (left, gone) in left.complete.iter_mut().zip(&gone.complete) {
            *left = left.without(gone)?;
        }
        Some(left)
    }

    /// Returns the sums without the counts of some of the rows. Means, scatter and first rows stay as they are.
    fn without_counts(&self, gone: &Statistics) -> Statistics {
        let mut left = self.clone();
        subtract(&mut left.rows, &gone.rows);
        subtract(&mut left.table_rows, &gone.table_rows);
        let features = left.features.iter_mut().zip(&gone.features);
        features.for_each(|(left, gone)| left.subtract(gone, self.layout.classes));
        left
    }

    /// Returns what cannot be subtracted exactly, so that it is added up again without some of the rows: means, scatter
    /// and the first rows.
    fn means(&self) -> Statistics {
        let features = self.features.iter().map(|counts| match counts {
            FeatureCounts::Moments(moments) => FeatureCounts::Moments(moments.clone()),
            _ => FeatureCounts::Together,
        });
        Statistics {
            features: features.collect(),
            first: self.first.clone(),
            complete: self.complete.clone(),
            ..Statistics::new(self.layout.clone())
        }
    }
}

/// The sums of disjoint sets of rows, and of the rows in none of them.
#[derive(Debug)]
pub struct PartStatistics {
    parts: Vec<Statistics>,
    whole: Arc<Statistics>,
    /// By part: the means of all rows except those of the part.
    others: Vec<Statistics>,
}

impl PartStatistics {
    /// Counts the cases of a data set part by part in one pass; `whole` counts them all. `goes_on` gets the number of
    /// rows counted so far; if it returns false, counting stops without a result.
    pub fn count(
        data: &Dataset,
        whole: Arc<Statistics>,
        partition: &Partition,
        parts: usize,
        goes_on: impl Fn(usize) -> bool,
    ) -> Option<PartStatistics> {
        debug_assert_eq!(whole.layout, data.layout());
        let mut parts = Statistics::partition(data, partition, parts, goes_on)?;
        let rest = parts.pop()?;
        let mut after: Vec<Statistics> = Vec::new();
        let mut sum = Statistics::new(rest.layout.clone()).means();
        for part in parts.iter().rev() {
            after.push(sum.clone());
            sum.merge(&part.means());
        }
        let mut before = rest.means();
        let mut others = Vec::new();
        for (part, after) in parts.iter().zip(after.into_iter().rev()) {
            let mut all = before.clone();
            all.merge(&after);
            others.push(all);
            before.merge(&part.means());
        }
        Some(PartStatistics { parts, whole, others })
    }

    /// Returns the sums of all rows except those of a part, whose words count as those of rows without a class; `None`
    /// if there is no such part. `data` are the remaining rows, in which the cuts are searched again.
    pub fn all_but(&self, part: usize, data: &Dataset) -> Option<Statistics> {
        let (gone, others) = (self.parts.get(part)?, self.others.get(part)?);
        let mut left = self.whole.without_counts(gone);
        left.first.clone_from(&others.first);
        left.complete.clone_from(&others.complete);
        let rows = self.whole.complete.iter().zip(&gone.complete).map(|(all, gone)| all.rows - gone.rows);
        left.complete.iter_mut().zip(rows).for_each(|(left, rows)| left.rows = rows);
        for (left, others) in left.features.iter_mut().zip(&others.features) {
            if let FeatureCounts::Moments(_) = others {
                left.clone_from(others);
            }
        }
        left.in_bins(data, |layout, at, cuts| bin_counts(data, layout, at, cuts));
        Some(left)
    }
}
