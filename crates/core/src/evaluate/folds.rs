//! Splits: which rows test which model. Cases are assigned to folds class by class, from the seed alone, or by groups.
//!
//! A row of weight w is w cases, assigned as if each were a row of its own.

use crate::encode::Partition;
use crate::problem::Problem;
use crate::recipe::{FoldRule, Split, find_column};
use crate::table::{Cell, Table};
use crate::text::{brief, flag, grouped, shown};
use num_rational::BigRational;
use num_traits::ToPrimitive;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rayon::prelude::*;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::sync::Arc;

/// More cases than this are not assigned one by one, but in about this many chunks, since the time to shuffle grows
/// with them.
const CHUNKS: u64 = 100_000;

/// A row and a number of its cases: a chunk that stays together.
pub type Chunk = (usize, u64);

/// The part of each case. A model is evaluated on one part and fitted to all other cases.
#[derive(Clone, Debug)]
pub struct Folds {
    pub partition: Arc<Partition>,
    rows: Vec<Vec<usize>>,
    /// The values of the column of folds; empty for other splits.
    pub(super) names: Arc<[String]>,
}

impl Folds {
    /// Assigns rows, given class by class with their cases, to parts by a split; `all` is the number of rows of the
    /// data. Within a class the cases are shuffled by ChaCha8 from the seed and assigned in turn. The next class
    /// continues where the last one stopped, so parts differ by at most one case (one chunk, with more than 100,000
    /// cases).
    ///
    /// A holdout takes its share of each class, rounded to the nearest whole number (a half up), but never the last
    /// case. Leave-one-out leaves out one case of each row, since the others are the same. Testing on the training rows
    /// or on a test file needs no parts; for folds from a column see `of_split`.
    pub fn assign(by_class: &[Vec<Chunk>], all: usize, split: &Split, seed: u64) -> Folds {
        let mut draw = ChaCha8Rng::seed_from_u64(seed);
        let (mut partition, of_row, chunks) =
            (Partition::new(all), cases_of_rows(by_class, all), chunks(by_class));
        let mut put = |row: usize, part: u32, cases: u64| {
            let of = of_row.get(row).filter(|_| cases > 0);
            of.into_iter().for_each(|of| partition.put(row, part, cases, *of));
        };
        match split {
            Split::None | Split::File(_) | Split::Folds(FoldRule::Column(_) | FoldRule::Groups { .. }) => {}
            Split::LeaveOneOut => {
                let rows = of_row.iter().enumerate().filter(|(_, cases)| **cases > 0);
                rows.zip(0..).for_each(|((row, _), part)| put(row, part, 1));
            }
            Split::Folds(FoldRule::Random(folds)) => {
                let mut parts = (0..*folds).cycle();
                for chunks in chunks.iter() {
                    let chunks = shuffled(chunks, &mut draw).into_iter().zip(parts.by_ref());
                    chunks.for_each(|((row, cases), part)| put(row, part, cases));
                }
            }
            Split::Holdout(share) => {
                for chunks in chunks.iter() {
                    let mut left = taken(share.value(), cases(chunks));
                    for (row, cases) in shuffled(chunks, &mut draw) {
                        put(row, 0, cases.min(left));
                        left -= cases.min(left);
                    }
                }
            }
        }
        Folds::of(partition)
    }

    pub fn from_row(from: usize, all: usize) -> Folds {
        // Without rows in any part, no place is stored.
        let mut partition = Partition::new(if from < all { all } else { 0 });
        (from..all).for_each(|row| partition.put(row, 0, 1, 1));
        Folds::of(partition)
    }

    fn of(partition: Partition) -> Folds {
        Folds { rows: partition.rows(), partition: Arc::new(partition), names: Arc::default() }
    }

    /// The name of a part after the word fold: its value in the column of folds, else its number from 1.
    pub fn name(&self, part: usize) -> String {
        self.names.get(part).cloned().unwrap_or_else(|| (part + 1).to_string())
    }

    pub fn count(&self) -> usize {
        self.rows.len()
    }

    /// The rows that have a case in a part, in increasing order.
    pub fn rows(&self, part: usize) -> &[usize] {
        self.rows.get(part).map_or(&[], Vec::as_slice)
    }

    /// How many cases of a row are in a part; `of` is the number it has.
    pub fn cases(&self, row: usize, part: usize, of: u64) -> u64 {
        u32::try_from(part).ok().and_then(|part| self.partition.cases(row, part, of)).unwrap_or(0)
    }

    /// The part of a row, the first if its cases are in several; `None` for a row that is not a test row.
    pub fn of_row(&self, row: usize) -> Option<usize> {
        self.partition.of_row(row, 1).next().map(|(part, _)| part)
    }
}

pub(super) fn cases(chunks: &[Chunk]) -> u64 {
    chunks.iter().map(|(_, cases)| cases).sum()
}

fn cases_of_rows(by_class: &[Vec<Chunk>], all: usize) -> Vec<u64> {
    let mut of_row = vec![0; all];
    for (row, cases) in by_class.iter().flatten() {
        of_row.get_mut(*row).into_iter().for_each(|of| *of = *cases);
    }
    of_row
}

/// The cases of each class, one by one, or in chunks if there are too many.
pub(super) fn chunks(by_class: &[Vec<Chunk>]) -> Vec<Vec<Chunk>> {
    let all: u64 = by_class.iter().map(|rows| cases(rows)).sum();
    let most = all.div_ceil(CHUNKS).max(1);
    let of_row = |(row, cases): &Chunk| {
        let (row, cases) = (*row, *cases);
        (0..cases.div_ceil(most)).map(move |at| (row, most.min(cases - at * most)))
    };
    by_class.iter().map(|rows| rows.iter().flat_map(of_row).collect()).collect()
}

/// Rows by class with their cases, in order: `of` gives class and cases of a training row.
pub(super) fn by_class(
    classes: usize,
    rows: usize,
    of: impl Fn(usize) -> Option<(usize, u64)> + Sync,
) -> Vec<Vec<Chunk>> {
    let of_row = |row: usize| of(row).map(|(class, cases)| (class, (row, cases)));
    let found: Vec<(usize, Chunk)> = (0..rows).into_par_iter().filter_map(of_row).collect();
    let mut all = vec![Vec::new(); classes];
    for (class, chunk) in found {
        all.get_mut(class).into_iter().for_each(|chunks: &mut Vec<Chunk>| chunks.push(chunk));
    }
    all
}

fn taken(share: &BigRational, cases: u64) -> u64 {
    let half = BigRational::new(1.into(), 2.into());
    let exact = share * BigRational::from_integer(cases.into()) + half;
    exact.floor().to_integer().to_u64().unwrap_or(0).min(cases.saturating_sub(1))
}

/// Shuffles chunks (Fisher and Yates; written out, so that no new version of a library changes the folds).
pub fn shuffled<T: Copy>(chunks: &[T], draw: &mut ChaCha8Rng) -> Vec<T> {
    let mut chunks = chunks.to_vec();
    for last in (1..chunks.len()).rev() {
        // The upper half of the product is a number up to `last`; for fewer than 2³² chunks its bias is below 2⁻³².
        let place = (u128::from(draw.next_u64()) * (last as u128 + 1)) >> 64;
        chunks.swap(last, place as usize);
    }
    chunks
}

/// The most folds that the values of a column make.
const FOLDS: usize = 1_000;

/// The training rows with one value in a column.
struct Group {
    name: String,
    number: f64,
    rows: Vec<usize>,
    cases: u64,
}

/// The groups of a column, in the order of the data or of the numbers; `of_row` gives the cases of training rows.
fn groups(table: &Table, column: usize, of_row: &[u64]) -> Vec<Group> {
    let (mut places, mut groups) = (HashMap::new(), Vec::new());
    for (row, cases) in of_row.iter().enumerate() {
        let (value, number) = match table.cell(row, column) {
            Cell::Missing => continue,
            // −0 is 0.
            Cell::Number(number) => (((number + 0.0).to_bits(), ""), number),
            Cell::Category(name) => ((0, name.as_str()), 0.0),
            Cell::Text(text) => ((0, text), 0.0),
        };
        let place = *places.entry(value).or_insert(groups.len());
        if place == groups.len() {
            let name = shown(&table.cell_text(row, column)).into_owned();
            groups.push(Group { name, number, rows: Vec::new(), cases: 0 });
        }
        if let Some(group) = groups.get_mut(place).filter(|_| *cases > 0) {
            group.rows.push(row);
            group.cases += cases;
        }
    }
    groups.retain(|group| group.cases > 0);
    groups.sort_by(|a, b| a.number.total_cmp(&b.number));
    groups
}

impl Folds {
    /// Splits rows as a split says, also by a column; otherwise as [`Folds::assign`].
    pub(super) fn of_split(
        table: &Table,
        by_class: &[Vec<Chunk>],
        split: &Split,
        seed: u64,
    ) -> Result<Folds, Problem> {
        let (column, asked) = match split {
            Split::Folds(FoldRule::Column(column)) => (column, None),
            Split::Folds(FoldRule::Groups { folds, column }) => (column, Some(*folds)),
            _ => return Ok(Folds::assign(by_class, table.rows(), split, seed)),
        };
        let of_row = cases_of_rows(by_class, table.rows());
        let groups = groups(table, find_column(table, column)?, &of_row);
        if groups.len() < asked.map_or(2, |folds| folds as usize) {
            return Err(too_few(column, groups.len(), asked));
        }
        if asked.is_none() && groups.len() > FOLDS {
            return Err(too_many(column, groups.len()));
        }
        let mut order: Vec<&Group> = groups.iter().collect();
        if asked.is_some() {
            // The largest comes first.
            order = shuffled(&order, &mut ChaCha8Rng::seed_from_u64(seed));
            order.sort_by_key(|group| Reverse(group.cases));
        }
        let folds = 0..asked.unwrap_or(groups.len() as u32);
        let mut folds: BinaryHeap<Reverse<(u64, u32)>> = folds.map(|fold| Reverse((0, fold))).collect();
        let mut partition = Partition::new(table.rows());
        for group in order {
            // Each goes into the smallest fold so far.
            let Some(Reverse((size, fold))) = folds.pop() else { break };
            folds.push(Reverse((size + group.cases, fold)));
            for row in &group.rows {
                of_row.get(*row).into_iter().for_each(|cases| partition.put(*row, fold, *cases, *cases));
            }
        }
        let names = groups.into_iter().filter(|_| asked.is_none()).map(|group| group.name);
        Ok(Folds { names: names.collect(), ..Folds::of(partition) })
    }
}

fn too_few(column: &str, values: usize, folds: Option<u32>) -> Problem {
    let has = match values {
        0 => "no value".to_owned(),
        1 => "only one value".to_owned(),
        many => format!("{many} values"),
    };
    let (need, fix) = match folds {
        Some(folds) if values > 1 => (
            format!("{folds} folds of whole groups need at least {folds}"),
            format!("use fewer folds: {}", flag("split", &format!("groups:{values}:{column}"))),
        ),
        _ => (
            "folds need at least two".to_owned(),
            "name a column with more values: --split column:COL; or shuffle the rows: --split folds:10"
                .to_owned(),
        ),
    };
    let what = format!("“{}” has {has} in the rows that have a class, but {need}", brief(column));
    Problem { kind: "no_data", what, fix, column: Some(column.to_owned()), ..Problem::default() }
}

fn too_many(column: &str, values: usize) -> Problem {
    let (most, values) = (grouped(FOLDS as u64), grouped(values as u64));
    Problem {
        kind: "too_large",
        what: format!("“{}” has {values} values, but a column can make at most {most} folds", brief(column)),
        fix: format!("use fewer folds: {}", flag("split", &format!("groups:10:{column}"))),
        column: Some(column.to_owned()),
        ..Problem::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn assign(sizes: &[usize], split: &str, seed: u64) -> (Folds, Vec<Vec<Chunk>>) {
        let mut next = (0..).map(|row| (row, 1));
        let by_class: Vec<Vec<Chunk>> =
            sizes.iter().map(|size| next.by_ref().take(*size).collect()).collect();
        let all = sizes.iter().sum();
        (Folds::assign(&by_class, all, &split.parse().unwrap(), seed), by_class)
    }

    #[test]
    fn a_seed_gives_fixed_folds() {
        let (folds, _) = assign(&[5, 4], "folds:3", 1);
        let parts: Vec<usize> = (0..9).filter_map(|row| folds.of_row(row)).collect();
        assert_eq!(parts, [0, 2, 1, 1, 0, 0, 2, 1, 2]);
    }

    #[test]
    fn a_holdout_rounds_its_share_and_never_takes_the_last_row() {
        for (size, share, wanted) in
            [(10, "0.3", 3), (5, "0.3", 2), (4, "0.3", 1), (1, "0.9", 0), (2, "0.9", 1), (3, "0.1", 0)]
        {
            let (folds, _) = assign(&[size], &format!("holdout:{share}"), 7);
            assert_eq!(folds.rows(0).len(), wanted, "{share} of {size}");
        }
    }

    fn cases(folds: &Folds, by_class: &[Vec<Chunk>]) -> Vec<Vec<u64>> {
        let of_row =
            |(row, of): &Chunk| (0..folds.count()).map(|part| folds.cases(*row, part, *of)).collect();
        by_class.iter().flatten().map(of_row).collect()
    }

    #[test]
    fn more_cases_than_can_be_shuffled_are_assigned_in_chunks() {
        // On both sides of the bound: with the last case, cases are no longer assigned one by one.
        for extra in [0, 1] {
            let by_class = vec![vec![(0, 60_000), (1, 1)], vec![(2, 39_999 + extra), (3, 0)]];
            let all: u64 = chunks(&by_class).iter().flatten().map(|(_, cases)| cases).sum();
            assert_eq!(all, 100_000 + extra);
            let many = chunks(&by_class).iter().flatten().count();
            assert_eq!(many, if extra == 0 { 100_000 } else { 50_001 });
            let folds = Folds::assign(&by_class, 4, &"folds:10".parse().unwrap(), 1);
            let cases = cases(&folds, &by_class);
            let each: Vec<u64> = (0..10).map(|part| cases.iter().map(|row| row[part]).sum()).collect();
            let gap = each.iter().max().unwrap() - each.iter().min().unwrap();
            assert!(gap <= 4 * extra, "{each:?}");
        }
        // A thousand million cases and a row with one case: no part is far from its share.
        let by_class = vec![vec![(0, 600_000_000), (1, 1)], vec![(2, 400_000_000)]];
        let of = |split: &str| cases(&Folds::assign(&by_class, 3, &split.parse().unwrap(), 1), &by_class);
        for row in [&of("folds:10")[0], &of("folds:10")[2]] {
            let all: u64 = row.iter().sum();
            assert!(row.iter().all(|cases| (*cases as f64 / all as f64 - 0.1).abs() < 0.003), "{row:?}");
        }
        let held = of("holdout:0.3");
        assert_eq!((held[0][0] + held[1][0], held[2][0]), (180_000_000, 120_000_000));
        assert_eq!(of("leave-one-out"), [[1, 0, 0], [0, 1, 0], [0, 0, 1]]);
    }

    proptest! {
        #[test]
        fn a_weighted_row_is_assigned_like_that_many_rows(
            classes in proptest::collection::vec(proptest::collection::vec(0u64..9, 0..6), 1..4),
            split in proptest::sample::select(&["folds:2", "folds:5", "holdout:0.3", "holdout:0.5"][..]),
            seed in 0u64..50,
        ) {
            let (mut row, mut rows) = (0.., 0..);
            let by_class: Vec<Vec<Chunk>> =
                classes.iter().map(|of| of.iter().map(|cases| (row.next().unwrap(), *cases)).collect()).collect();
            let written_out: Vec<Vec<Chunk>> = classes
                .iter()
                .map(|of| of.iter().sum::<u64>())
                .map(|cases| (0..cases).map(|_| (rows.next().unwrap(), 1)).collect())
                .collect();
            let split = split.parse().unwrap();
            let all = written_out.iter().flatten().count();
            let mine = Folds::assign(&by_class, classes.iter().map(Vec::len).sum(), &split, seed);
            let theirs = Folds::assign(&written_out, all, &split, seed);
            prop_assert_eq!(mine.count(), theirs.count());
            let mut single = 0..;
            for (row, cases) in by_class.iter().flatten() {
                let mut wanted = vec![0; theirs.count()];
                for single in single.by_ref().take(*cases as usize) {
                    theirs.of_row(single).into_iter().for_each(|part| wanted[part] += 1);
                }
                let found: Vec<u64> = (0..mine.count()).map(|part| mine.cases(*row, part, *cases)).collect();
                prop_assert_eq!(found, wanted);
            }
        }

        #[test]
        fn folds_differ_by_at_most_one_row_in_each_class_and_in_total(
            sizes in proptest::collection::vec(0usize..30, 1..4),
            k in 2u32..8,
            seed in 0u64..50,
        ) {
            let (folds, by_class) = assign(&sizes, &format!("folds:{k}"), seed);
            let even = |rows: &[Chunk]| {
                let mut counts = vec![0; k as usize];
                rows.iter().for_each(|(row, _)| counts[folds.of_row(*row).unwrap()] += 1);
                counts.iter().max().unwrap() - counts.iter().min().unwrap() <= 1
            };
            prop_assert!(by_class.iter().all(|rows| even(rows)));
            prop_assert!(even(&by_class.concat()));
            let mut partition: Vec<usize> = (0..folds.count()).flat_map(|part| folds.rows(part).to_vec()).collect();
            partition.sort_unstable();
            prop_assert_eq!(partition, (0..sizes.iter().sum()).collect::<Vec<_>>());
        }
    }
}
