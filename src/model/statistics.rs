//! Sufficient statistics: sums over rows that can be taken in parts and merged.

use super::moments::Moments;
use super::scatter::Scatter;
use crate::encode::{Counted, Layout, Ordered, Tally};
use crate::table::{Cells, MISSING, Segment};

/// Counts of a set of rows, raw and exact.
#[derive(Clone, Debug, PartialEq)]
pub struct Statistics {
    layout: Layout,
    /// Rows of each class, by class code.
    pub rows: Vec<u64>,
    /// Rows without a class.
    pub unlabelled: u64,
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
    Numbers(Tally),
    /// Moments of the numbers of each class, by class code.
    Moments(Vec<Moments>),
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
            Counted::Numbers => Counts::Numbers(Tally::new()),
            Counted::Moments => Counts::Moments(vec![Moments::default(); layout.classes]),
            Counted::Together => Counts::Together,
            Counted::Words => {
                Counts::Words { tokens: Vec::new(), documents: Vec::new(), unlabelled: Vec::new() }
            }
        };
        Statistics {
            rows: vec![0; layout.classes],
            unlabelled: 0,
            features: layout.features.iter().map(empty).collect(),
            complete: if layout.is_complete_case() {
                vec![Scatter::default(); layout.classes]
            } else {
                Vec::new()
            },
            layout,
        }
    }

    /// Which columns were counted, and how.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Counts the rows of a segment.
    pub fn add_segment(&mut self, segment: &Segment) {
        let Some(Cells::Codes(classes)) = segment.cells.get(self.layout.target) else { return };
        for class in classes {
            match self.rows.get_mut(*class as usize) {
                Some(rows) => *rows += 1,
                None => self.unlabelled += 1,
            }
        }
        self.add_complete(segment, classes);
        let stride = self.layout.classes;
        for ((column, _), counts) in self.layout.features.iter().zip(&mut self.features) {
            let Some(cells) = segment.cells.get(*column) else { continue };
            match (counts, cells) {
                (Counts::Codes(table), Cells::Codes(codes)) => add_codes(table, stride, codes, classes),
                (Counts::Numbers(tally), Cells::Numbers(numbers)) => {
                    add_numbers(tally, stride, numbers, classes)
                }
                (Counts::Moments(moments), Cells::Numbers(numbers)) => add_moments(moments, numbers, classes),
                (Counts::Words { tokens, documents, unlabelled }, cells @ Cells::Tokens { .. }) => {
                    let mut last = Vec::new();
                    for (row, class) in classes.iter().enumerate() {
                        let words = cells.tokens(row);
                        if *class == MISSING {
                            words.iter().for_each(|word| *entry(unlabelled, *word as usize) += 1);
                            continue;
                        }
                        for word in words {
                            let at = *word as usize * stride + *class as usize;
                            *entry(tokens, at) += 1;
                            // The last document a word was seen in tells repeats from first occurrences.
                            let seen = entry(&mut last, *word as usize);
                            if *seen != row as u64 + 1 {
                                *seen = row as u64 + 1;
                                *entry(documents, at) += 1;
                            }
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// Adds the rows of a segment in which every feature is known.
    fn add_complete(&mut self, segment: &Segment, classes: &[u32]) {
        if self.complete.is_empty() {
            return;
        }
        let columns = self.layout.features.iter().map(|(column, _)| match segment.cells.get(*column) {
            Some(Cells::Numbers(numbers)) => numbers.as_slice(),
            _ => &[],
        });
        let columns: Vec<&[f64]> = columns.collect();
        let known = |at: usize| columns.iter().all(|column| column.get(at).is_some_and(|x| !x.is_nan()));
        let mut rows: Vec<Vec<usize>> = vec![Vec::new(); self.complete.len()];
        for (at, class) in classes.iter().enumerate() {
            if let Some(rows) = rows.get_mut(*class as usize).filter(|_| known(at)) {
                rows.push(at);
            }
        }
        for (scatter, rows) in self.complete.iter_mut().zip(&rows) {
            let Some(first) = rows.first() else { continue };
            let numbers: Vec<Vec<f64>> = columns
                .iter()
                .map(|column| rows.iter().filter_map(|at| column.get(*at).copied()).collect())
                .collect();
            *scatter = scatter.merged(&Scatter::of(&numbers, segment.rows.start + first));
        }
    }

    /// The rows of each class that a model learns from, by class code: those in which every feature is known, where
    /// features are counted together.
    pub fn used(&self) -> Vec<u64> {
        if self.layout.is_complete_case() {
            return self.complete.iter().map(|scatter| scatter.n).collect();
        }
        self.rows.clone()
    }

    /// Adds the counts of other rows. Both must have been counted by the same layout.
    pub fn merge(&mut self, other: &Statistics) {
        debug_assert_eq!(self.layout, other.layout);
        add(&mut self.rows, &other.rows);
        self.unlabelled += other.unlabelled;
        for (mine, theirs) in self.complete.iter_mut().zip(&other.complete) {
            *mine = mine.merged(theirs);
        }
        for (mine, theirs) in self.features.iter_mut().zip(&other.features) {
            match (mine, theirs) {
                (Counts::Codes(mine), Counts::Codes(theirs)) => add(mine, theirs),
                (Counts::Numbers(mine), Counts::Numbers(theirs)) => {
                    for (value, counts) in theirs {
                        add(mine.entry(*value).or_default(), counts);
                    }
                }
                (Counts::Moments(mine), Counts::Moments(theirs)) => {
                    for (mine, theirs) in mine.iter_mut().zip(theirs) {
                        *mine = mine.merged(*theirs);
                    }
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

fn add_codes(table: &mut Vec<u64>, stride: usize, codes: &[u32], classes: &[u32]) {
    for (code, class) in codes.iter().zip(classes) {
        if *code != MISSING && *class != MISSING {
            *entry(table, *code as usize * stride + *class as usize) += 1;
        }
    }
}

fn add_numbers(tally: &mut Tally, stride: usize, numbers: &[f64], classes: &[u32]) {
    for (value, class) in numbers.iter().zip(classes) {
        if !value.is_nan() && *class != MISSING {
            let counts = tally.entry(Ordered::new(*value)).or_insert_with(|| vec![0; stride]);
            *entry(counts, *class as usize) += 1;
        }
    }
}

fn add_moments(moments: &mut [Moments], numbers: &[f64], classes: &[u32]) {
    let mut of_class: Vec<Vec<f64>> = vec![Vec::new(); moments.len()];
    for (value, class) in numbers.iter().zip(classes) {
        if let Some(numbers) = of_class.get_mut(*class as usize).filter(|_| !value.is_nan()) {
            numbers.push(*value);
        }
    }
    for (moments, numbers) in moments.iter_mut().zip(&of_class) {
        *moments = moments.merged(Moments::of(numbers));
    }
}

/// The count at a place, which is made if it is not there yet.
fn entry(table: &mut Vec<u64>, at: usize) -> &mut u64 {
    if table.len() <= at {
        table.resize(at + 1, 0);
    }
    // The table was just made long enough.
    #[expect(clippy::indexing_slicing)]
    &mut table[at]
}

fn add(mine: &mut Vec<u64>, theirs: &[u64]) {
    if mine.len() < theirs.len() {
        mine.resize(theirs.len(), 0);
    }
    for (mine, theirs) in mine.iter_mut().zip(theirs) {
        *mine += theirs;
    }
}
