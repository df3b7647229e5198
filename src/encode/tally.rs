//! How often each number was seen: a sum from which cuts can be learned again.

use std::cmp::Ordering;

use num_rational::BigRational;
use num_traits::Zero;

use crate::math::read_exact;

/// How often each number was seen in each class, in increasing order of the number.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    classes: usize,
    values: Vec<Ordered>,
    /// `classes` counts for each value.
    counts: Vec<u64>,
}

impl Tally {
    /// Nothing seen yet.
    pub fn new() -> Self {
        Tally::default()
    }

    /// Of some numbers, each with its class and how many times it was seen.
    pub fn of(classes: usize, mut seen: Vec<(Ordered, usize, u64)>) -> Self {
        seen.sort_unstable_by_key(|(value, ..)| *value);
        let mut tally = Tally { classes, values: Vec::new(), counts: Vec::new() };
        for same in seen.chunk_by(|(one, ..), (other, ..)| one == other) {
            let from = tally.counts.len();
            tally.counts.resize(from + classes, 0);
            for (_, class, times) in same {
                if let Some(count) = tally.counts.get_mut(from..).and_then(|row| row.get_mut(*class)) {
                    *count += times;
                }
            }
            tally.values.extend(same.first().map(|(value, ..)| *value));
        }
        tally
    }

    /// Adds the counts of other rows of the same classes.
    pub fn merge(&mut self, other: &Tally) {
        if self.is_empty() {
            self.clone_from(other);
        } else if !other.is_empty() {
            *self = self.merged(other);
        }
    }

    fn merged(&self, other: &Tally) -> Tally {
        let room = self.values.len() + other.values.len();
        let mut sum = Tally {
            classes: self.classes,
            values: Vec::with_capacity(room),
            counts: Vec::with_capacity(room * self.classes),
        };
        let (mut mine, mut theirs) = (self.iter().peekable(), other.iter().peekable());
        loop {
            let order = match (mine.peek(), theirs.peek()) {
                (Some((one, _)), Some((other, _))) => one.cmp(other),
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (None, None) => break,
            };
            let taken = if order.is_gt() { None } else { mine.next() };
            let added = if order.is_lt() { None } else { theirs.next() };
            let from = sum.counts.len();
            for (value, counts) in taken.into_iter().chain(added) {
                if sum.counts.len() == from {
                    sum.values.push(value);
                    sum.counts.extend_from_slice(counts);
                } else if let Some(row) = sum.counts.get_mut(from..) {
                    row.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
                }
            }
        }
        sum
    }

    /// Without rows that it counts; numbers that no row is left of are gone.
    #[must_use]
    pub fn without(&self, part: &Tally) -> Tally {
        let mut rest = Tally {
            classes: self.classes,
            values: Vec::with_capacity(self.values.len()),
            counts: Vec::with_capacity(self.counts.len()),
        };
        let mut gone = part.iter().peekable();
        for (value, counts) in self.iter() {
            let from = rest.counts.len();
            rest.counts.extend_from_slice(counts);
            if let Some((_, taken)) = gone.next_if(|(other, _)| *other == value) {
                let row = rest.counts.get_mut(from..).unwrap_or_default();
                row.iter_mut().zip(taken).for_each(|(left, taken)| *left = left.saturating_sub(*taken));
                if row.iter().all(|left| *left == 0) {
                    rest.counts.truncate(from);
                    continue;
                }
            }
            rest.values.push(value);
        }
        rest
    }

    /// Each number with its count of each class.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Ordered, &[u64])> {
        self.values.iter().copied().zip(self.counts.chunks_exact(self.classes.max(1)))
    }

    /// The numbers.
    pub fn values(&self) -> &[Ordered] {
        &self.values
    }

    /// The least and the greatest number; `None` where there is none.
    pub fn range(&self) -> Option<(f64, f64)> {
        Some((self.values.first()?.value(), self.values.last()?.value()))
    }

    /// How many numbers were seen, each as often as it was.
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Whether no number was seen.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }
}

/// A finite number as a key: ordered by value, with one zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ordered(f64);

impl Ordered {
    /// Wraps a finite number.
    pub fn new(value: f64) -> Self {
        // Adding zero turns -0 into 0, which the data cannot tell apart either.
        Ordered(value + 0.0)
    }

    /// The number.
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

/// The exact value of the shortest decimal that a float is printed as.
pub(super) fn shortest(value: f64) -> BigRational {
    read_exact(&value.to_string()).unwrap_or_else(|_| BigRational::zero())
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
            let (whole, part) = (Tally::of(2, seen.clone()), Tally::of(2, b.to_vec()));
            let mut merged = Tally::of(2, a.to_vec());
            prop_assert_eq!(&whole.without(&part), &merged);
            merged.merge(&part);
            prop_assert_eq!(&merged, &whole);
            prop_assert_eq!(whole.total(), numbers.iter().map(|(.., n)| n).sum::<u64>());
        }
    }
}
