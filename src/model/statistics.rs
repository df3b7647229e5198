//! Sufficient statistics: sums over rows that can be taken in parts and merged.

use super::moments::{Moments, Scatter};
use crate::encode::{Counted, Cuts, Layout, ValueCounts};

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
    pub features: Vec<Counts>,
    /// Rows of each class in which every feature is known, by class code; empty where features are counted one by one.
    pub complete: Vec<Scatter>,
}

/// What was counted of one feature. Tables hold one count per class for each code: entry `code · classes + class`.
#[derive(Clone, Debug, PartialEq)]
pub enum Counts {
    Codes(Vec<u64>),
    Numbers(ValueCounts),
    Bins {
        /// Where the bins lie.
        cuts: Cuts,
        /// Entry `bin · classes + class`.
        table: Vec<u64>,
    },
    Moments(Vec<Moments>),
    /// How often the column's word stands in the documents of a class, and in how many of them, by class code.
    WordCounts {
        tokens: Vec<u64>,
        documents: Vec<u64>,
    },
    /// Nothing of its own: its numbers are in [`Statistics::complete`].
    Together,
    Words {
        tokens: Vec<u64>,
        documents: Vec<u64>,
        /// How often each word stands in documents without a class.
        unlabelled: Vec<u64>,
    },
}

impl Statistics {
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

    pub(crate) fn used_table_rows(&self) -> Vec<u64> {
        if self.layout.is_complete_case() {
            return self.complete.iter().map(|scatter| scatter.rows).collect();
        }
        self.table_rows.clone()
    }

    pub(crate) fn used_table_rows_of(&self, code: usize) -> u64 {
        let rows = match self.layout.is_complete_case() {
            true => self.complete.get(code).map(|scatter| scatter.rows),
            false => self.table_rows.get(code).copied(),
        };
        rows.unwrap_or(0)
    }

    /// The first row that a model learns from, for each class code; `None` for a class without such a row.
    pub(crate) fn first_used(&self) -> Vec<Option<usize>> {
        if self.layout.is_complete_case() {
            return self.complete.iter().map(|scatter| scatter.first).collect();
        }
        self.first.clone()
    }

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
