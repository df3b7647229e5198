//! Numbers counted by bin: the cuts are learned from the rows that are learned from, then the rows are counted by them.
//! Nothing is kept of the numbers themselves, so a table may be as long as it likes.

use rayon::prelude::*;

use super::counting::{Rows, entry};
use super::statistics::{Counts, Statistics};
use crate::encode::{
    Counted, Cuts, Dataset, Layout, Ordered, ValueCounts, equal_frequency, equal_width, learn,
};
use crate::recipe::{Bins, Convention};
use crate::table::{Cells, Segment};

impl Statistics {
    /// Finds the cuts of every column that is counted by bin, in the rows that are learned from.
    pub(super) fn learn_cuts(&mut self, data: &Dataset) {
        self.in_bins(data, |_, _, _| Vec::new());
    }

    pub(super) fn count_bins(&mut self, data: &Dataset) {
        self.in_bins(data, |layout, at, cuts| bin_counts(data, layout, at, cuts));
    }

    fn in_bins(&mut self, data: &Dataset, count: impl Fn(&Layout, usize, &Cuts) -> Vec<u64> + Sync) {
        let layout = self.layout().clone();
        let features = self.features.par_iter_mut().zip(&layout.features).enumerate();
        features.for_each(|(at, (counts, (_, counted)))| {
            if let (Counts::Bins { cuts, table }, Counted::Bins(bins, convention)) = (counts, counted) {
                *cuts = cuts_of(data, &layout, at, bins, *convention);
                *table = count(&layout, at, cuts);
            }
        });
    }
}

/// Rows of each bin and class of a feature under some cuts: entry `bin · classes + class`.
pub(super) fn bin_counts(data: &Dataset, layout: &Layout, feature: usize, cuts: &Cuts) -> Vec<u64> {
    let mut table = Vec::new();
    for segment in data.table.segments() {
        for (number, class, cases) in numbers(data, layout, feature, segment) {
            *entry(&mut table, cuts.bin(number) * layout.classes + class) += cases;
        }
    }
    table
}

fn cuts_of(data: &Dataset, layout: &Layout, feature: usize, bins: &Bins, convention: Convention) -> Cuts {
    let segments = || data.table.segments().iter();
    let all = || segments().flat_map(|segment| numbers(data, layout, feature, segment));
    match bins {
        Bins::Cuts(_) | Bins::None => learn(bins, &ValueCounts::new(), convention),
        Bins::Width(k) => equal_width(*k, range(data, layout, feature), convention),
        Bins::Frequency(k) if layout.weight.is_none() => {
            let mut sorted: Vec<Ordered> = all().map(|(number, ..)| Ordered::new(number)).collect();
            sorted.sort_unstable();
            equal_frequency(*k, sorted.as_slice(), convention)
        }
        Bins::Frequency(_) | Bins::Mdl => {
            let seen = all().map(|(number, class, cases)| (Ordered::new(number), class, cases));
            learn(bins, &ValueCounts::of(layout.classes, seen), convention)
        }
    }
}

/// The least and the greatest number of a feature; `None` where there is none.
fn range(data: &Dataset, layout: &Layout, feature: usize) -> Option<(f64, f64)> {
    let segments = data.table.segments().iter();
    let numbers = segments.flat_map(|segment| numbers(data, layout, feature, segment));
    // Adding zero turns −0 into 0.
    numbers.fold(None, |range, (x, ..)| wider(range, Some((x + 0.0, x + 0.0))))
}

fn wider(one: Option<(f64, f64)>, other: Option<(f64, f64)>) -> Option<(f64, f64)> {
    match (one, other) {
        (Some((low, high)), Some((lower, higher))) => Some((low.min(lower), high.max(higher))),
        (one, other) => one.or(other),
    }
}

/// The known numbers of a feature in the rows of a segment that are learned from, each with its class and its cases.
fn numbers<'a>(
    data: &'a Dataset,
    layout: &Layout,
    feature: usize,
    segment: &'a Segment,
) -> impl Iterator<Item = (f64, usize, u64)> + 'a {
    let column = layout.features.get(feature).and_then(|(column, _)| segment.cells.get(*column));
    let cells: &[f64] = match column {
        Some(Cells::Numbers(numbers)) => numbers,
        _ => &[],
    };
    let held_out = data.held_out.as_ref();
    let known = move |((at, class, of), number): ((usize, u32, u64), &f64)| {
        if number.is_nan() || class == crate::table::MISSING {
            return None;
        }
        let held = held_out.and_then(|held_out| held_out.cases(segment.rows.start + at, of));
        let cases = of.saturating_sub(held.unwrap_or(0));
        (cases > 0).then_some((*number, class as usize, cases))
    };
    Rows::of(segment, layout).zip(cells).filter_map(known)
}
