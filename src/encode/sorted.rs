//! Numbers in increasing order, with how many rows of each class lie at each of them or below.
//!
//! Sums from below make every question about bins and quantiles one search, whatever the number of rows.

use super::value_counts::Ordered;

/// Numbers and the rows up to each of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Sorted {
    pub(super) classes: usize,
    pub(super) values: Vec<Ordered>,
    /// For each number, `classes` counts of the rows at it or below.
    up_to: Vec<u64>,
    /// The same of all classes together.
    totals: Vec<u64>,
}

/// Numbers as they are met, not yet in order.
#[derive(Clone, Debug, Default)]
pub struct SeenValues {
    /// By class, those that were seen once.
    once: Vec<Vec<Ordered>>,
    /// Others: number, class, how often.
    often: Vec<(Ordered, usize, u64)>,
}

impl SeenValues {
    /// Nothing met yet.
    pub fn new(classes: usize) -> Self {
        SeenValues { once: vec![Vec::new(); classes], often: Vec::new() }
    }

    /// A number, its class, and how many times it was seen.
    pub fn push(&mut self, value: Ordered, class: usize, times: u64) {
        match self.once.get_mut(class) {
            Some(once) if times == 1 => once.push(value),
            _ => self.often.push((value, class, times)),
        }
    }

    /// The numbers in order.
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

    /// The same of all classes together.
    pub(super) fn total_of_first(&self, numbers: usize) -> u64 {
        numbers.checked_sub(1).and_then(|last| self.totals.get(last)).copied().unwrap_or(0)
    }

    /// How many numbers fit, which those do that come first.
    pub(super) fn count_while(&self, fits: impl Fn(Ordered) -> bool) -> usize {
        self.values.partition_point(|value| fits(*value))
    }

    /// All rows.
    pub(super) fn total(&self) -> u64 {
        self.total_of_first(self.values.len())
    }
}
