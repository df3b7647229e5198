//! Adds the rows of a segment to the sums: each row as often as its weight says, so a row of weight 0 is left out.

use super::{FeatureCounts, Moments, Scatter, Statistics};
use crate::encode::{
    Counted, Cuts, Dataset, HeldOut, Layout, Partition, SeenValues, ValueCounts, equal_frequency,
    equal_width, learn, times,
};
use crate::problem::Problem;
use crate::recipe::{Bins, Convention};
use crate::table::{Cells, MISSING, Segment};
use rayon::prelude::*;

#[derive(Default)]
struct SegmentRows {
    seen: Vec<LabelledRow>,
    /// Rows of which only the words are counted, with their weights: their class is missing or hidden.
    others: Vec<(usize, u64)>,
    unlabelled: u64,
    unseen: u64,
}

#[derive(Clone, Copy)]
struct LabelledRow {
    at: usize,
    class: usize,
    weight: u64,
    /// Whether it counts as a row of the data; not if only some of its cases are removed.
    is_row: bool,
}

impl SegmentRows {
    fn take(&mut self, at: usize, class: u32, cases: u64, is_row: bool) {
        match (class, cases) {
            (MISSING, _) => {
                self.unlabelled += 1;
                self.others.push((at, cases));
            }
            (_, 0) => self.unseen += 1,
            (class, weight) => self.seen.push(LabelledRow { at, class: class as usize, weight, is_row }),
        }
    }

    /// Returns the rows of a segment without the cases that are held out. Only the words of these are counted, as for
    /// rows without a class.
    fn learned(segment: &Segment, layout: &Layout, held_out: Option<&HeldOut>) -> SegmentRows {
        let mut rows = SegmentRows::default();
        for (at, class, of) in labelled(segment, layout) {
            let held = held_out.and_then(|held_out| held_out.cases(segment.rows.start + at, of));
            rows.others.extend(held.map(|held| (at, held)));
            if held.is_none_or(|held| held < of) {
                rows.take(at, class, of - held.unwrap_or(0), true);
            }
        }
        rows
    }

    /// Returns the rows of a segment by part; the last entry has the cases in no part.
    fn partition(segment: &Segment, layout: &Layout, by: &Partition, parts: usize) -> Vec<SegmentRows> {
        let mut all: Vec<SegmentRows> = (0..=parts).map(|_| SegmentRows::default()).collect();
        for (at, class, of) in labelled(segment, layout) {
            let (mut rest, mut none) = (of, true);
            for (part, cases) in by.of_row(segment.rows.start + at, of) {
                all.get_mut(part).into_iter().for_each(|rows| rows.take(at, class, cases, cases == of));
                (rest, none) = (rest.saturating_sub(cases), false);
            }
            if let Some(rows) = all.last_mut().filter(|_| none || rest > 0) {
                rows.take(at, class, rest, rest == of);
            }
        }
        all
    }

    fn known<'a>(&'a self, numbers: &'a [f64]) -> impl Iterator<Item = (&'a LabelledRow, f64)> {
        let number =
            |row: &'a LabelledRow| Some((row, numbers.get(row.at).copied().filter(|x| !x.is_nan())?));
        self.seen.iter().filter_map(number)
    }
}

pub(super) fn labelled<'a>(
    segment: &'a Segment,
    layout: &Layout,
) -> impl Iterator<Item = (usize, u32, u64)> + 'a {
    let classes = segment.cells.get(layout.target).map(Cells::codes).unwrap_or_default();
    classes.iter().zip(layout.weights(segment)).zip(0..).map(|((class, weight), at)| (at, *class, weight))
}

impl Statistics {
    /// Counts the training rows of a model.
    ///
    /// # Errors
    /// When the sums lack a feature that the model reads.
    pub fn of(data: &Dataset) -> Result<Statistics, Problem> {
        Statistics::after(None, data)
    }

    /// The same, where other features of the same rows were counted before. Counts of the same kind are reused.
    pub(super) fn after(before: Option<&Statistics>, data: &Dataset) -> Result<Statistics, Problem> {
        match &data.sums {
            Some(sums) => Statistics::of_sums(data, sums),
            None => Ok(Statistics::counted(before, data, false)),
        }
    }

    /// Counts each training row once, ignoring its weight.
    pub fn of_rows(data: &Dataset) -> Result<Statistics, Problem> {
        match &data.sums {
            Some(sums) => Statistics::of_sums(data, &sums.once()),
            None => Ok(Statistics::counted(None, data, true)),
        }
    }

    pub(super) fn of_classes(data: &Dataset) -> Statistics {
        let mut data = data.clone();
        data.resolved.features.clear();
        Statistics::counted(None, &data, false)
    }

    fn counted(before: Option<&Statistics>, data: &Dataset, once: bool) -> Statistics {
        let mut none = Statistics::new(data.layout());
        let known = before.map(|before| none.take_known(before)).unwrap_or_default();
        none.in_bins(data, |_, _, _| Vec::new());
        let of = |segment: &Segment| {
            let mut rows = SegmentRows::learned(segment, &none.layout, data.held_out.as_ref());
            if once {
                rows.seen.iter_mut().for_each(|row| row.weight = 1);
            }
            none.with_rows(segment, &rows)
        };
        let mut all = none.with_numbers();
        in_waves(data.table.segments(), of, |_| true, |found| merge(&mut all, found));
        let mut all = in_order(all);
        all.features.iter_mut().zip(known).for_each(|(counts, known)| {
            known.into_iter().for_each(|known| *counts = known);
        });
        all
    }

    /// Returns the counts of features that were counted before by the same rule, which are not counted again.
    fn take_known(&mut self, before: &Statistics) -> Vec<Option<FeatureCounts>> {
        let (mine, theirs) = (self.layout.clone(), &before.layout);
        let is_same_layout =
            (mine.target, mine.classes, mine.weight) == (theirs.target, theirs.classes, theirs.weight);
        let find = |(counts, feature): (&mut FeatureCounts, &(usize, Counted))| {
            let at = theirs.features.iter().position(|other| is_same_layout && other == feature)?;
            *counts = FeatureCounts::Together;
            before.features.get(at).cloned()
        };
        self.features.iter_mut().zip(&mine.features).map(find).collect()
    }

    pub fn add_segment(&mut self, segment: &Segment) {
        *self = in_order(self.with_rows(segment, &SegmentRows::learned(segment, &self.layout, None)));
    }

    fn with_numbers(&self) -> Counting {
        (self.clone(), vec![SeenValues::new(self.layout.classes); self.features.len()])
    }

    fn with_rows(&self, segment: &Segment, rows: &SegmentRows) -> Counting {
        let (mut all, mut numbers) = self.with_numbers();
        all.add_rows(segment, rows, &mut numbers);
        (all, numbers)
    }

    /// Counts the cases of a data set by part, in one pass; the last entry has the cases in no part. `goes_on` gets the
    /// number of rows counted and can stop the count: then there is no result.
    pub(super) fn partition(
        data: &Dataset,
        partition: &Partition,
        parts: usize,
        goes_on: impl Fn(usize) -> bool,
    ) -> Option<Vec<Statistics>> {
        let none = Statistics::new(data.layout());
        let of = |segment: &Segment| -> Vec<Counting> {
            let partition = SegmentRows::partition(segment, &none.layout, partition, parts);
            partition.iter().map(|rows| none.with_rows(segment, rows)).collect()
        };
        let mut all = vec![none.with_numbers(); parts + 1];
        let add = |found: Vec<Counting>| all.iter_mut().zip(found).for_each(|(all, found)| merge(all, found));
        let counted = in_waves(data.table.segments(), of, |segment| goes_on(segment.rows.start), add);
        counted.then(|| all.into_par_iter().map(in_order).collect())
    }

    /// Counts one case of a row that has a class, even if it is held out.
    pub(super) fn of_case(data: &Dataset, row: usize) -> Statistics {
        let none = Statistics::new(data.layout());
        let (Some((segment, at)), Some(class)) = (data.table.locate(row), data.class_code(row)) else {
            return none;
        };
        let (mut rows, seen) = (SegmentRows::default(), data.seen(row));
        rows.take(at, class, seen.min(1), seen == 1);
        in_order(none.with_rows(segment, &rows))
    }

    fn add_rows(&mut self, segment: &Segment, rows: &SegmentRows, numbers: &mut [SeenValues]) {
        self.unlabelled += rows.unlabelled;
        self.unseen += rows.unseen;
        for row in &rows.seen {
            *entry(&mut self.rows, row.class) += row.weight;
            *entry(&mut self.table_rows, row.class) += u64::from(row.is_row);
            if let Some(first) = self.first.get_mut(row.class) {
                first.get_or_insert(segment.rows.start + row.at);
            }
        }
        self.add_complete(segment, rows);
        let summed = self.features.iter().any(|counts| matches!(counts, FeatureCounts::Moments(_)));
        let of_class = if summed { OfClass::all(rows.seen.iter(), &self.layout) } else { Vec::new() };
        let stride = self.layout.classes;
        let columns: Vec<usize> = self.layout.features.iter().map(|(column, _)| *column).collect();
        let weighted = self.layout.weight.is_some();
        let features = self.features.iter_mut().zip(numbers);
        for (column, (counts, sightings)) in columns.into_iter().zip(features) {
            let Some(cells) = segment.cells.get(column) else { continue };
            match (counts, cells) {
                (FeatureCounts::Codes(table), Cells::Codes(codes)) => {
                    for row in &rows.seen {
                        if let Some(code) = codes.get(row.at).filter(|code| **code != MISSING) {
                            *entry(table, *code as usize * stride + row.class) += row.weight;
                        }
                    }
                }
                (FeatureCounts::Numbers(_), Cells::Numbers(numbers)) => {
                    for (row, x) in rows.known(numbers) {
                        sightings.push(x, row.class, row.weight);
                    }
                }
                (FeatureCounts::Bins { cuts, table }, Cells::Numbers(numbers)) => {
                    for (row, x) in rows.known(numbers) {
                        *entry(table, cuts.bin(x) * stride + row.class) += row.weight;
                    }
                }
                (FeatureCounts::Moments(moments), Cells::Numbers(numbers)) => {
                    add_moments(moments, numbers, &of_class, weighted);
                }
                (FeatureCounts::WordCounts { tokens, documents }, cells @ Cells::Numbers(_)) => {
                    for row in &rows.seen {
                        let times = times(cells, row.at);
                        *entry(tokens, row.class) += times * row.weight;
                        *entry(documents, row.class) += if times > 0 { row.weight } else { 0 };
                    }
                }
                (counts @ FeatureCounts::Words { .. }, cells @ Cells::Tokens { .. }) => {
                    add_words(counts, stride, cells, rows);
                }
                _ => {}
            }
        }
    }

    pub(super) fn in_bins(&mut self, data: &Dataset, of: impl Fn(&Layout, usize, &Cuts) -> Vec<u64> + Sync) {
        let layout = self.layout.clone();
        let features = self.features.par_iter_mut().zip(&layout.features).enumerate();
        features.for_each(|(at, (counts, (_, counted)))| {
            if let (FeatureCounts::Bins { cuts, table }, Counted::Bins(bins, convention)) = (counts, counted)
            {
                *cuts = cuts_of(data, &layout, at, bins, *convention);
                *table = of(&layout, at, cuts);
            }
        });
    }

    fn add_complete(&mut self, segment: &Segment, rows: &SegmentRows) {
        if self.complete.is_empty() {
            return;
        }
        let weighted = self.layout.weight.is_some();
        let numbers = |column: usize| segment.cells.get(column).map(Cells::numbers).unwrap_or_default();
        let columns: Vec<&[f64]> = self.layout.features.iter().map(|(column, _)| numbers(*column)).collect();
        let known =
            |row: &&LabelledRow| columns.iter().all(|column| column.get(row.at).is_some_and(|x| !x.is_nan()));
        let of_class = OfClass::all(rows.seen.iter().filter(known), &self.layout);
        for (scatter, of_class) in self.complete.iter_mut().zip(&of_class) {
            let Some(first) = of_class.places.first() else { continue };
            let at = |column: &&[f64]| -> Vec<f64> {
                of_class.places.iter().filter_map(|at| column.get(*at as usize).copied()).collect()
            };
            let numbers: Vec<Vec<f64>> = columns.iter().map(at).collect();
            let weights = weighted.then_some(of_class.weights.as_slice());
            let mut found = Scatter::of(&numbers, segment.rows.start + *first as usize, weights);
            found.rows = of_class.rows;
            *scatter = scatter.merged(&found);
        }
    }
}

/// From this many rows on, several threads share the work.
const MANY: u64 = 4096;

/// Maps the segments in parallel and takes the results in their order; `false` if `goes_on` stopped it. As many results
/// are held at once as there are threads.
fn in_waves<T: Send>(
    segments: &[Segment],
    of: impl Fn(&Segment) -> T + Sync,
    goes_on: impl Fn(&Segment) -> bool,
    mut take: impl FnMut(T),
) -> bool {
    for wave in segments.chunks(2 * rayon::current_num_threads()) {
        if !wave.first().is_none_or(&goes_on) {
            return false;
        }
        let found: Vec<T> = wave.par_iter().map(&of).collect();
        found.into_iter().for_each(&mut take);
    }
    true
}

/// Sums of some rows, and the numbers of each feature, which are not yet in order.
type Counting = (Statistics, Vec<SeenValues>);

fn merge((all, numbers): &mut Counting, (other, more): Counting) {
    all.merge(&other);
    numbers.iter_mut().zip(more).for_each(|(mine, theirs)| mine.append(theirs));
}

/// Sorts the numbers and adds them. Once for all segments is much faster than segment by segment.
fn in_order((mut all, numbers): Counting) -> Statistics {
    let take = |(counts, numbers): (&mut FeatureCounts, SeenValues)| {
        if let FeatureCounts::Numbers(tally) = counts {
            tally.merge(&numbers.into());
        }
    };
    match all.rows.iter().sum::<u64>() {
        ..MANY => all.features.iter_mut().zip(numbers).for_each(take),
        _ => all.features.par_iter_mut().zip(numbers).for_each(take),
    }
    all
}

#[derive(Clone, Default)]
struct OfClass {
    places: Vec<u32>,
    weights: Vec<u64>,
    rows: u64,
}

impl OfClass {
    fn all<'a>(rows: impl Iterator<Item = &'a LabelledRow>, layout: &Layout) -> Vec<OfClass> {
        let mut all = vec![OfClass::default(); layout.classes];
        let weighted = layout.weight.is_some();
        for row in rows {
            let Some(of) = all.get_mut(row.class) else { continue };
            of.places.push(row.at as u32);
            of.weights.extend(weighted.then_some(row.weight));
            of.rows += u64::from(row.is_row);
        }
        all
    }
}

fn add_moments(moments: &mut [Moments], numbers: &[f64], of_class: &[OfClass], weighted: bool) {
    let number = |at: &u32| numbers.get(*at as usize).copied().filter(|x| !x.is_nan());
    let mut all = Vec::new();
    for (moments, of) in moments.iter_mut().zip(of_class) {
        let found = if weighted {
            let known =
                of.places.iter().zip(&of.weights).filter_map(|(at, times)| Some((number(at)?, *times)));
            Moments::weighted(&known.collect::<Vec<_>>())
        } else {
            all.clear();
            all.extend(of.places.iter().filter_map(number));
            Moments::of(&all)
        };
        *moments = moments.merged(found);
    }
}

fn add_words(counts: &mut FeatureCounts, stride: usize, cells: &Cells, rows: &SegmentRows) {
    let FeatureCounts::Words { tokens, documents, unlabelled } = counts else { return };
    for (at, weight) in &rows.others {
        cells.tokens(*at).for_each(|word| *entry(unlabelled, word as usize) += weight);
    }
    // The tokens and documents of each word and class, side by side, and the last document that has the word: it
    // distinguishes repeats from first occurrences.
    let mut found: Vec<[u64; 3]> = Vec::new();
    for row in &rows.seen {
        let document = row.at as u64 + 1;
        cells.tokens(row.at).for_each(|word| {
            let [tokens, documents, last] = entry(&mut found, word as usize * stride + row.class);
            *tokens += row.weight;
            *documents += if *last == document { 0 } else { row.weight };
            *last = document;
        });
    }
    for (at, [more_tokens, more_documents, _]) in found.into_iter().enumerate() {
        *entry(tokens, at) += more_tokens;
        *entry(documents, at) += more_documents;
    }
}

pub(super) fn entry<T: Clone + Default>(table: &mut Vec<T>, at: usize) -> &mut T {
    if table.len() <= at {
        table.resize(at + 1, T::default());
    }
    // The table was just resized.
    #[expect(clippy::indexing_slicing)]
    &mut table[at]
}

/// Returns the rows of each bin and class of a feature under some cuts: entry `bin · classes + class`.
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
        Bins::Cuts(_) | Bins::None => learn(bins, &ValueCounts::default(), convention),
        Bins::Width(k) => {
            let range = all().fold(None, |range, (x, ..)| {
                // Adding zero turns −0 into 0.
                let (low, high) = range.unwrap_or((x + 0.0, x + 0.0));
                Some((low.min(x + 0.0), high.max(x + 0.0)))
            });
            equal_width(*k, range, convention)
        }
        Bins::Frequency(k) if layout.weight.is_none() => {
            let mut sorted: Vec<f64> = all().map(|(number, ..)| number).collect();
            sorted.sort_unstable_by(f64::total_cmp);
            let nth = |at: u64| sorted.get(at as usize).or(sorted.last()).copied();
            equal_frequency(*k, sorted.len() as u64, nth, convention)
        }
        Bins::Frequency(_) | Bins::Mdl => learn(bins, &ValueCounts::of(layout.classes, all()), convention),
    }
}

/// Returns the known numbers of a feature in the training rows of a segment, each with its class and its cases.
fn numbers(data: &Dataset, layout: &Layout, feature: usize, segment: &Segment) -> Vec<(f64, usize, u64)> {
    let cells = layout.features.get(feature).and_then(|(column, _)| segment.cells.get(*column));
    let numbers = cells.map(Cells::numbers).unwrap_or_default();
    let rows = SegmentRows::learned(segment, layout, data.held_out.as_ref());
    rows.known(numbers).map(|(row, x)| (x, row.class, row.weight)).collect()
}
