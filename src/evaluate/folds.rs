//! Which rows judge which model: rows are dealt to parts, class by class, by nothing but the seed.

use std::sync::Arc;

use num_rational::BigRational;
use num_traits::ToPrimitive;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::encode::HeldOut;
use crate::recipe::Split;

/// The part of each row. A model is judged by one part and learns from all rows that are not in it.
#[derive(Clone, Debug)]
pub struct Folds {
    of_row: Arc<[u32]>,
    rows: Vec<Vec<usize>>,
}

impl Folds {
    /// Deals rows, given class by class, as a split says. Within a class they are shuffled by ChaCha8 from the seed, and
    /// dealt in turn; the next class goes on where the last one stopped, so that parts differ by one row at most.
    ///
    /// Of a class, a holdout takes its share, rounded to the nearest whole number (a half up), but never the last row.
    /// The training rows themselves and a test file need no dealing, and have no parts here.
    pub fn deal(by_class: &[Vec<usize>], all: usize, split: &Split, seed: u64) -> Folds {
        let mut draw = ChaCha8Rng::seed_from_u64(seed);
        let mut of_row = vec![HeldOut::NEVER; all];
        let mut put = |row: usize, part: u32| of_row.get_mut(row).into_iter().for_each(|place| *place = part);
        match split {
            Split::None | Split::File(_) => {}
            Split::LeaveOneOut => {
                let mut rows: Vec<usize> = by_class.iter().flatten().copied().collect();
                rows.sort_unstable();
                rows.into_iter().zip(0..).for_each(|(row, part)| put(row, part));
            }
            Split::Folds(k) => {
                let shuffled = by_class.iter().flat_map(|rows| shuffled(rows, &mut draw));
                shuffled.zip((0..*k).cycle()).for_each(|(row, part)| put(row, part));
            }
            Split::Holdout(share) => {
                for rows in by_class {
                    let taken = taken(share.value(), rows.len());
                    shuffled(rows, &mut draw).into_iter().take(taken).for_each(|row| put(row, 0));
                }
            }
        }
        Folds::of(of_row)
    }

    /// The rows from a place on, as one part.
    pub fn from_row(from: usize, all: usize) -> Folds {
        Folds::of((0..all).map(|row| if row < from { HeldOut::NEVER } else { 0 }).collect())
    }

    fn of(of_row: Vec<u32>) -> Folds {
        let mut rows: Vec<Vec<usize>> = Vec::new();
        for (row, part) in of_row.iter().enumerate().filter(|(_, part)| **part != HeldOut::NEVER) {
            let part = *part as usize;
            if rows.len() <= part {
                rows.resize(part + 1, Vec::new());
            }
            rows.get_mut(part).into_iter().for_each(|rows| rows.push(row));
        }
        Folds { of_row: of_row.into(), rows }
    }

    /// How many parts there are.
    pub fn count(&self) -> usize {
        self.rows.len()
    }

    /// The rows of a part, in increasing order.
    pub fn rows(&self, part: usize) -> &[usize] {
        self.rows.get(part).map_or(&[], Vec::as_slice)
    }

    /// The part of a row; `None` for a row that judges no model.
    pub fn of_row(&self, row: usize) -> Option<usize> {
        self.of_row.get(row).filter(|part| **part != HeldOut::NEVER).map(|part| *part as usize)
    }

    /// One part of the rows, held out; `order` gives the class codes in the order of the classes.
    pub fn held_out(&self, part: usize, order: &[u32]) -> HeldOut {
        HeldOut::new(Arc::clone(&self.of_row), u32::try_from(part).unwrap_or(HeldOut::NEVER), order.into())
    }
}

/// How many of a class's rows a holdout takes.
fn taken(share: &BigRational, rows: usize) -> usize {
    let half = BigRational::new(1.into(), 2.into());
    let exact = share * BigRational::from_integer(rows.into()) + half;
    exact.floor().to_integer().to_usize().unwrap_or(0).min(rows.saturating_sub(1))
}

/// Rows in an order that only the numbers drawn decide (Fisher and Yates; written out, so that no new version of a
/// library ever deals other folds).
pub fn shuffled(rows: &[usize], draw: &mut ChaCha8Rng) -> Vec<usize> {
    let mut rows = rows.to_vec();
    for last in (1..rows.len()).rev() {
        // The upper half of the product is a number up to `last`; for fewer than 2³² rows its bias is below 2⁻³².
        let place = (u128::from(draw.next_u64()) * (last as u128 + 1)) >> 64;
        rows.swap(last, place as usize);
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn deal(sizes: &[usize], split: &str, seed: u64) -> (Folds, Vec<Vec<usize>>) {
        let mut next = 0..;
        let by_class: Vec<Vec<usize>> =
            sizes.iter().map(|size| next.by_ref().take(*size).collect()).collect();
        let all = sizes.iter().sum();
        (Folds::deal(&by_class, all, &split.parse().unwrap(), seed), by_class)
    }

    #[test]
    fn the_seed_decides_for_ever() {
        let (folds, _) = deal(&[5, 4], "folds:3", 1);
        let parts: Vec<usize> = (0..9).filter_map(|row| folds.of_row(row)).collect();
        assert_eq!(parts, PARTS);
        assert_ne!(
            parts,
            (0..9).filter_map(|row| deal(&[5, 4], "folds:3", 2).0.of_row(row)).collect::<Vec<_>>()
        );
    }

    const PARTS: [usize; 9] = [0, 2, 1, 1, 0, 0, 2, 1, 2];

    #[test]
    fn a_holdout_takes_the_nearest_share_and_never_the_last_row() {
        for (size, share, wanted) in
            [(10, "0.3", 3), (5, "0.3", 2), (4, "0.3", 1), (1, "0.9", 0), (2, "0.9", 1), (3, "0.1", 0)]
        {
            let (folds, _) = deal(&[size], &format!("holdout:{share}"), 7);
            assert_eq!(folds.rows(0).len(), wanted, "{share} of {size}");
        }
    }

    proptest! {
        #[test]
        fn parts_are_as_equal_as_can_be_in_each_class_and_in_all(
            sizes in proptest::collection::vec(0usize..30, 1..4),
            k in 2u32..8,
            seed in 0u64..50,
        ) {
            let (folds, by_class) = deal(&sizes, &format!("folds:{k}"), seed);
            let even = |rows: &[usize]| {
                let mut counts = vec![0; k as usize];
                rows.iter().for_each(|row| counts[folds.of_row(*row).unwrap()] += 1);
                counts.iter().max().unwrap() - counts.iter().min().unwrap() <= 1
            };
            prop_assert!(by_class.iter().all(|rows| even(rows)));
            prop_assert!(even(&by_class.concat()));
            let mut dealt: Vec<usize> = (0..folds.count()).flat_map(|part| folds.rows(part).to_vec()).collect();
            dealt.sort_unstable();
            prop_assert_eq!(dealt, (0..sizes.iter().sum()).collect::<Vec<_>>());
        }
    }
}
