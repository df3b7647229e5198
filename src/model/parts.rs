//! Sums in parts. Rows are counted in parts once, so that the sums of all rows but those of a part cost no second reading.
//!
//! What is counted is taken away from the whole, exactly. Means and scatter are not taken away but merged anew from the
//! other parts, which loses no digit.

use std::sync::Arc;

use super::moments::{Moments, Scatter};
use super::statistics::{Counts, Statistics};
use crate::encode::{Dataset, Partition};

/// The sums of disjoint sets of rows, and of the rows that are in none of them.
#[derive(Debug)]
pub struct Parts {
    parts: Vec<Statistics>,
    whole: Arc<Statistics>,
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
            (Counts::Bins { cuts, table }, Counts::Bins { table: gone, .. }) => {
                Counts::Bins { cuts: cuts.clone(), table: less(table, gone) }
            }
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
