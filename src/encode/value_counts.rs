//! How often each number was seen, in increasing order, with how many rows of each class lie at each of them or below:
//! a sum from which cuts can be learned again, and of which every question about bins and quantiles is one search.

use std::cmp::Ordering;
use std::sync::Arc;

use num_rational::BigRational;
use num_traits::Zero;

use crate::math::read_exact;

/// How often each number was seen in each class, in increasing order of the number: all rows, or all but some that are
/// taken away again, which costs nothing however many there are.
#[derive(Clone, Debug, Default)]
pub struct ValueCounts {
    all: Arc<Sorted>,
    gone: Option<Arc<Sorted>>,
}

impl ValueCounts {
    pub fn new() -> Self {
        ValueCounts::default()
    }

    /// Of some numbers, each with its class and how many times it was seen.
    pub fn of(classes: usize, seen: impl IntoIterator<Item = (Ordered, usize, u64)>) -> Self {
        let mut sightings = SeenValues::new(classes);
        seen.into_iter().for_each(|(value, class, times)| sightings.push(value, class, times));
        sightings.into()
    }

    pub fn merge(&mut self, other: &ValueCounts) {
        if self.is_empty() {
            self.clone_from(other);
        } else if !other.is_empty() {
            *self = ValueCounts { all: Arc::new(self.merged(other)), gone: None };
        }
    }

    fn merged(&self, other: &ValueCounts) -> Sorted {
        let (mut mine, mut theirs) = (self.iter().peekable(), other.iter().peekable());
        let next = || {
            let order = match (mine.peek(), theirs.peek()) {
                (Some((one, _)), Some((other, _))) => one.cmp(other),
                (None, Some(_)) => Ordering::Greater,
                _ => Ordering::Less,
            };
            let added = if order.is_lt() { None } else { theirs.next() };
            let Some((value, mut counts)) = (if order.is_gt() { None } else { mine.next() }) else {
                return added;
            };
            let added = added.map(|(_, counts)| counts).unwrap_or_default();
            counts.iter_mut().zip(added).for_each(|(sum, count)| *sum += count);
            Some((value, counts))
        };
        Sorted::of(self.all.classes, std::iter::from_fn(next))
    }

    /// Without rows that it counts; numbers that no row is left of are gone.
    #[must_use]
    pub fn without(&self, part: &ValueCounts) -> ValueCounts {
        let flat = |tally: &ValueCounts| match &tally.gone {
            None => Arc::clone(&tally.all),
            Some(_) => Arc::new(Sorted::of(tally.all.classes, tally.iter())),
        };
        ValueCounts { all: flat(self), gone: (!part.is_empty()).then(|| flat(part)) }
    }

    pub fn iter(&self) -> impl Iterator<Item = (Ordered, Vec<u64>)> + '_ {
        let mut taken = 0;
        let each = (0..).zip(&self.all.values).map(move |(place, value)| {
            let mut counts = self.all.at(place);
            if let Some(gone) = self.gone.as_ref().filter(|gone| gone.values.get(taken) == Some(value)) {
                counts.iter_mut().zip(gone.at(taken)).for_each(|(left, gone)| *left -= gone);
                taken += 1;
            }
            (*value, counts)
        });
        each.filter(|(_, counts)| counts.iter().any(|count| *count > 0))
    }

    /// The least and the greatest number; `None` where there is none.
    pub fn range(&self) -> Option<(f64, f64)> {
        Some((self.nth(0)?, self.nth(self.total().checked_sub(1)?)?))
    }

    /// The number at a place of the sorted rows, from 0; the last one beyond the end.
    pub fn nth(&self, at: u64) -> Option<f64> {
        let at = at.min(self.total().checked_sub(1)?);
        let rows = |place: usize, value: Ordered| {
            let gone = self.gone.as_ref();
            let gone = gone.map_or(0, |gone| gone.total_of_first(gone.count_while(|other| other <= value)));
            self.all.total_of_first(place + 1) - gone
        };
        let (mut low, mut high) = (0, self.all.values.len());
        while low < high {
            let middle = low.midpoint(high);
            match self.all.values.get(middle) {
                Some(value) if rows(middle, *value) <= at => low = middle + 1,
                _ => high = middle,
            }
        }
        self.all.values.get(low).map(|value| value.value())
    }

    /// How many rows of each class have a number that fits, where all that do come before all that do not.
    pub(crate) fn count_while(&self, fits: impl Fn(f64) -> bool) -> Vec<u64> {
        let first = |sorted: &Sorted| sorted.first(sorted.count_while(|value| fits(value.value()))).to_vec();
        let mut counts = first(&self.all);
        counts.resize(self.all.classes, 0);
        let gone = self.gone.as_ref().map(|gone| first(gone)).unwrap_or_default();
        counts.iter_mut().zip(gone).for_each(|(left, gone)| *left -= gone);
        counts
    }

    pub fn total(&self) -> u64 {
        self.all.total() - self.gone.as_ref().map_or(0, |gone| gone.total())
    }

    pub fn entries(&self) -> usize {
        self.all.values.len() * (self.all.classes + 1)
    }

    pub fn is_empty(&self) -> bool {
        self.total() == 0
    }
}

impl From<SeenValues> for ValueCounts {
    fn from(sightings: SeenValues) -> Self {
        ValueCounts { all: Arc::new(sightings.sorted()), gone: None }
    }
}

impl PartialEq for ValueCounts {
    fn eq(&self, other: &Self) -> bool {
        self.total() == other.total() && self.iter().eq(other.iter())
    }
}

/// A finite number as a key: ordered by value, with one zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ordered(f64);

impl Ordered {
    pub fn new(value: f64) -> Self {
        // Adding zero turns -0 into 0, which the data cannot tell apart either.
        Ordered(value + 0.0)
    }

    pub fn value(self) -> f64 {
        self.0
    }
}

impl Eq for Ordered {}

impl PartialOrd for Ordered {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ordered {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

pub(super) fn shortest(value: f64) -> BigRational {
    read_exact(&value.to_string()).unwrap_or_else(|_| BigRational::zero())
}

/// Numbers and the rows up to each of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Sorted {
    pub(super) classes: usize,
    pub(super) values: Vec<Ordered>,
    /// For each number, `classes` counts of the rows at it or below.
    up_to: Vec<u64>,
    totals: Vec<u64>,
}

/// Numbers as they are met, not yet in order.
#[derive(Clone, Debug, Default)]
pub struct SeenValues {
    /// By class, those that were seen once.
    once: Vec<Vec<Ordered>>,
    often: Vec<(Ordered, usize, u64)>,
}

impl SeenValues {
    pub fn new(classes: usize) -> Self {
        SeenValues { once: vec![Vec::new(); classes], often: Vec::new() }
    }

    pub fn push(&mut self, value: Ordered, class: usize, times: u64) {
        match self.once.get_mut(class) {
            Some(once) if times == 1 => once.push(value),
            _ => self.often.push((value, class, times)),
        }
    }

    pub fn append(&mut self, other: SeenValues) {
        self.once.iter_mut().zip(other.once).for_each(|(mine, theirs)| mine.extend(theirs));
        self.often.extend(other.often);
    }

    pub(super) fn sorted(mut self) -> Sorted {
        self.once.iter_mut().for_each(|values| values.sort_unstable());
        self.often.sort_unstable_by_key(|(value, ..)| *value);
        let mut sorted = Sorted { classes: self.once.len(), ..Sorted::default() };
        let mut runs: Vec<&[Ordered]> = self.once.iter().map(Vec::as_slice).collect();
        let mut often = self.often.as_slice();
        let mut sum = vec![0; sorted.classes];
        loop {
            let first = runs.iter().filter_map(|run| run.first()).chain(often.first().map(|(x, ..)| x)).min();
            let Some(value) = first.copied() else { break };
            for (run, sum) in runs.iter_mut().zip(&mut sum) {
                let same = run.iter().take_while(|other| **other == value).count();
                *sum += same as u64;
                *run = run.get(same..).unwrap_or_default();
            }
            while let Some(((_, class, times), rest)) = often.split_first().filter(|(one, _)| one.0 == value)
            {
                sum.get_mut(*class).into_iter().for_each(|sum| *sum += times);
                often = rest;
            }
            sorted.push(value, &sum);
        }
        sorted
    }
}

impl Sorted {
    fn push(&mut self, value: Ordered, up_to: &[u64]) {
        self.values.push(value);
        self.up_to.extend_from_slice(up_to);
        self.totals.push(up_to.iter().sum());
    }

    /// From numbers in increasing order, each with its own counts; numbers without rows are left out.
    pub(super) fn of<'a>(classes: usize, each: impl Iterator<Item = (Ordered, Vec<u64>)> + 'a) -> Sorted {
        let mut sorted = Sorted { classes, ..Sorted::default() };
        let mut sum = vec![0; classes];
        for (value, counts) in each.filter(|(_, counts)| counts.iter().any(|count| *count > 0)) {
            sum.iter_mut().zip(&counts).for_each(|(sum, count)| *sum += count);
            sorted.push(value, &sum);
        }
        sorted
    }

    /// The counts of the rows at a place of the list.
    pub(super) fn at(&self, place: usize) -> Vec<u64> {
        let mut counts = self.first(place + 1).to_vec();
        let below = self.first(place);
        counts.iter_mut().zip(below).for_each(|(count, below)| *count -= below);
        counts
    }

    /// How many rows the first numbers have, by class; nothing for none of them.
    pub(super) fn first(&self, numbers: usize) -> &[u64] {
        let from = numbers.checked_sub(1).map(|last| last * self.classes);
        from.and_then(|from| self.up_to.get(from..from + self.classes)).unwrap_or_default()
    }

    pub(super) fn total_of_first(&self, numbers: usize) -> u64 {
        numbers.checked_sub(1).and_then(|last| self.totals.get(last)).copied().unwrap_or(0)
    }

    pub(super) fn count_while(&self, fits: impl Fn(Ordered) -> bool) -> usize {
        self.values.partition_point(|value| fits(*value))
    }

    pub(super) fn total(&self) -> u64 {
        self.total_of_first(self.values.len())
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
            let seen: Vec<_> = numbers.iter().map(|(x, c, n)| (Ordered::new(f64::from(*x)), *c, *n)).collect();
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
