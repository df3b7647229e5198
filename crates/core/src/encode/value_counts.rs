//! How often each number of a column was seen in each class: a sum from which cuts can be learned again. Every question
//! about bins and quantiles is answered by binary search.

use std::ops::Range;
use std::sync::Arc;

/// Counts of each number by class, in increasing order of the number: of all rows, or of all but some. Removing rows
/// costs the same however many they are.
#[derive(Clone, Debug, Default)]
pub struct ValueCounts {
    all: Arc<Sorted>,
    gone: Option<Arc<Sorted>>,
}

impl ValueCounts {
    /// Counts numbers, each with its class and how many times it was seen.
    pub fn of(classes: usize, seen: impl IntoIterator<Item = (f64, usize, u64)>) -> Self {
        let mut values = SeenValues::new(classes);
        seen.into_iter().for_each(|(value, class, times)| values.push(value, class, times));
        values.into()
    }

    pub fn merge(&mut self, other: &ValueCounts) {
        if self.is_empty() {
            self.clone_from(other);
        } else if !other.is_empty() {
            let by_class = |(value, counts): (f64, Vec<u64>)| {
                (0..).zip(counts).map(move |(class, count)| (value, class, count))
            };
            *self = ValueCounts::of(self.all.classes, self.iter().chain(other.iter()).flat_map(by_class));
        }
    }

    /// Returns the counts without some of their rows; a number that has no rows left is gone.
    #[must_use]
    pub fn without(&self, part: &ValueCounts) -> ValueCounts {
        ValueCounts { all: self.sorted(), gone: (!part.is_empty()).then(|| part.sorted()) }
    }

    pub(super) fn sorted(&self) -> Arc<Sorted> {
        match &self.gone {
            None => Arc::clone(&self.all),
            Some(_) => Arc::new(Sorted::of(self.all.classes, self.iter())),
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = (f64, Vec<u64>)> + '_ {
        let mut removed = 0;
        let each = (0..).zip(&self.all.values).map(move |(place, value)| {
            let mut counts = self.all.between(place..place + 1);
            if let Some(gone) = self.gone.as_ref().filter(|gone| gone.values.get(removed) == Some(value)) {
                subtract(&mut counts, &gone.between(removed..removed + 1));
                removed += 1;
            }
            (*value, counts)
        });
        each.filter(|(_, counts)| counts.iter().any(|count| *count > 0))
    }

    pub fn range(&self) -> Option<(f64, f64)> {
        self.nth(0).zip(self.nth(u64::MAX))
    }

    /// Returns the number at a place of the sorted rows, from 0; beyond the end the last one.
    pub fn nth(&self, at: u64) -> Option<f64> {
        let at = at.min(self.total().checked_sub(1)?);
        let values = &self.all.values;
        let place = values.partition_point(|value| self.total_while(|other| other <= *value) <= at);
        values.get(place).copied()
    }

    /// Counts the rows of each class whose number fits; the numbers that fit must come before all others.
    pub(crate) fn count_while(&self, fits: impl Fn(f64) -> bool) -> Vec<u64> {
        let count = |sorted: &Sorted| sorted.between(0..sorted.values.partition_point(|value| fits(*value)));
        let mut counts = count(&self.all);
        self.gone.iter().for_each(|gone| subtract(&mut counts, &count(gone)));
        counts
    }

    fn total_while(&self, fits: impl Fn(f64) -> bool) -> u64 {
        let place = |sorted: &Sorted| sorted.values.partition_point(|value| fits(*value));
        let count = |sorted: &Sorted| sorted.first(place(sorted)).last().copied().unwrap_or(0);
        count(&self.all) - self.gone.as_ref().map_or(0, |gone| count(gone))
    }

    pub fn total(&self) -> u64 {
        self.total_while(|_| true)
    }

    pub fn entries(&self) -> usize {
        self.all.values.len() * (self.all.classes + 1)
    }

    pub fn is_empty(&self) -> bool {
        self.total() == 0
    }
}

impl PartialEq for ValueCounts {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

fn subtract(counts: &mut [u64], gone: &[u64]) {
    counts.iter_mut().zip(gone).for_each(|(count, gone)| *count -= gone);
}

/// Numbers in increasing order, and how many rows come before each.
#[derive(Clone, Debug, Default)]
pub(super) struct Sorted {
    pub(super) classes: usize,
    pub(super) values: Vec<f64>,
    /// For each place from 0 to the number of values: the rows of each class before it, and those of all classes.
    before: Vec<u64>,
}

impl Sorted {
    /// Sums the counts of increasing numbers; numbers without rows are left out.
    fn of(classes: usize, each: impl Iterator<Item = (f64, Vec<u64>)>) -> Sorted {
        let mut sum = vec![0; classes + 1];
        let mut sorted = Sorted { classes, values: Vec::new(), before: sum.clone() };
        for (value, counts) in each.filter(|(_, counts)| counts.iter().any(|count| *count > 0)) {
            let total = counts.iter().sum();
            sum.iter_mut().zip(counts.into_iter().chain([total])).for_each(|(sum, count)| *sum += count);
            sorted.values.push(value);
            sorted.before.extend_from_slice(&sum);
        }
        sorted
    }

    /// Returns the rows of the first numbers by class, and last the rows of all classes.
    pub(super) fn first(&self, numbers: usize) -> &[u64] {
        let width = self.classes + 1;
        self.before.get(numbers * width..(numbers + 1) * width).unwrap_or_default()
    }

    pub(super) fn between(&self, places: Range<usize>) -> Vec<u64> {
        let sides = self.first(places.start).iter().zip(self.first(places.end));
        sides.take(self.classes).map(|(before, up_to)| up_to - before).collect()
    }
}

/// Numbers that are not yet in order: for each class every number, with how many times it was seen.
#[derive(Clone, Debug, Default)]
pub struct SeenValues(Vec<Vec<(f64, u64)>>);

impl SeenValues {
    pub fn new(classes: usize) -> Self {
        SeenValues(vec![Vec::new(); classes])
    }

    pub fn push(&mut self, value: f64, class: usize, times: u64) {
        // Adding zero turns −0 into 0.
        self.0.get_mut(class).into_iter().for_each(|seen| seen.push((value + 0.0, times)));
    }

    pub fn append(&mut self, other: SeenValues) {
        self.0.iter_mut().zip(other.0).for_each(|(mine, theirs)| mine.extend(theirs));
    }
}

impl From<SeenValues> for ValueCounts {
    fn from(SeenValues(mut seen): SeenValues) -> Self {
        seen.iter_mut().for_each(|values| values.sort_unstable_by(|(a, _), (b, _)| a.total_cmp(b)));
        let mut rest: Vec<&[(f64, u64)]> = seen.iter().map(Vec::as_slice).collect();
        let next = || {
            let first = rest.iter().filter_map(|values| Some(values.first()?.0)).min_by(f64::total_cmp)?;
            let count = |values: &mut &[(f64, u64)]| {
                let same = values.iter().take_while(|(value, _)| *value == first).count();
                let (same, larger) = values.split_at(same);
                *values = larger;
                same.iter().map(|(_, times)| times).sum()
            };
            Some((first, rest.iter_mut().map(count).collect()))
        };
        ValueCounts { all: Arc::new(Sorted::of(seen.len(), std::iter::from_fn(next))), gone: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn parts_merge_to_the_whole_and_are_taken_away_again(
            numbers in proptest::collection::vec((-4i32..4, 0usize..2, 1u64..3), 0..40),
            at in 0usize..40,
        ) {
            let seen: Vec<_> = numbers.iter().map(|(x, class, n)| (f64::from(*x), *class, *n)).collect();
            let (a, b) = seen.split_at(at.min(seen.len()));
            let (whole, part) = (ValueCounts::of(2, seen.clone()), ValueCounts::of(2, b.to_vec()));
            let mut merged = ValueCounts::of(2, a.to_vec());
            prop_assert_eq!(whole.without(&part).range(), merged.range());
            for at in 0..=a.len() as u64 {
                prop_assert_eq!(whole.without(&part).nth(at), merged.nth(at));
            }
            for x in -5..5 {
                let below = |value: f64| value < f64::from(x);
                prop_assert_eq!(whole.without(&part).count_while(below), merged.count_while(below));
            }
            prop_assert_eq!(&whole.without(&part), &merged);
            merged.merge(&part);
            prop_assert_eq!(&merged, &whole);
            prop_assert_eq!(whole.total(), numbers.iter().map(|(.., n)| n).sum::<u64>());
        }
    }
}
