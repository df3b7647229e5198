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
use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::sync::Arc;

/// More cases than this are not assigned one by one, but in about this many chunks, since the time to shuffle grows
/// with them.
const HEAPS: u64 = 100_000;

/// A row and a number of its cases: a chunk that stays together.
pub type Heap = (usize, u64);

/// The part of each case. A model is evaluated on one part and fitted to all other cases.
#[derive(Clone, Debug)]
pub struct Folds {
    pub(super) partition: Arc<Partition>,
    rows: Vec<Vec<usize>>,
    names: Arc<[String]>,
}

impl Folds {
    /// Assigns rows, given class by class with their cases, to parts by a split; `all` is the number of rows of the
    /// data. Within a class the cases are shuffled by ChaCha8 from the seed and assigned in turn. The next class
    /// continues where the last one stopped, so parts differ by at most one case (one chunk, with more than 100,000
    /// cases).
    ///
    /// A holdout takes its share of each class, rounded to the nearest whole number (a half up), but never the last
    /// case. Leave-one-out leaves out one case of each row, since the others are the same. Testing on the training rows
    /// or on a test file needs no parts; for folds from a column see [`Folds::by_column`].
    pub fn deal(by_class: &[Vec<Heap>], all: usize, split: &Split, seed: u64) -> Folds {
        let mut draw = ChaCha8Rng::seed_from_u64(seed);
        let mut partition = Partition::new(all);
        let heaps = heaps(by_class);
        let mut of_row = Vec::new();
        if let Cow::Owned(_) = heaps {
            of_row.resize(all, 0);
            for (row, cases) in by_class.iter().flatten() {
                of_row.get_mut(*row).into_iter().for_each(|of| *of = *cases);
            }
        }
        // A chunk has all cases of its row, unless some row has several chunks.
        let of = |(row, cases): Heap| of_row.get(row).copied().unwrap_or(cases);
        match split {
            Split::None | Split::File(_) | Split::Folds(FoldRule::Column(_) | FoldRule::Groups { .. }) => {}
            Split::LeaveOneOut => {
                let mut rows: Vec<Heap> = by_class.iter().flatten().copied().collect();
                rows.sort_unstable();
                rows.into_iter().zip(0..).for_each(|((row, cases), part)| partition.put(row, part, 1, cases));
            }
            Split::Folds(FoldRule::Random(folds)) => {
                let mut parts = (0..*folds).cycle();
                for heaps in heaps.iter() {
                    for (heap, part) in shuffled(heaps, &mut draw).into_iter().zip(parts.by_ref()) {
                        partition.put(heap.0, part, heap.1, of(heap));
                    }
                }
            }
            Split::Holdout(share) => {
                for heaps in heaps.iter() {
                    let mut left = taken(share.value(), cases(heaps));
                    for heap in shuffled(heaps, &mut draw) {
                        let cases = heap.1.min(left);
                        if cases > 0 {
                            partition.put(heap.0, 0, cases, of(heap));
                        }
                        left -= cases;
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

    pub fn are_named(&self) -> bool {
        !self.names.is_empty()
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

    pub fn partition(&self) -> &Partition {
        &self.partition
    }
}

pub(super) fn cases(heaps: &[Heap]) -> u64 {
    heaps.iter().map(|(_, cases)| cases).sum()
}

/// The cases of each class, one by one, or in chunks if there are too many.
pub(super) fn heaps(by_class: &[Vec<Heap>]) -> Cow<'_, [Vec<Heap>]> {
    let all: u64 = by_class.iter().map(|rows| cases(rows)).sum();
    let most = all.div_ceil(HEAPS).max(1);
    if by_class.iter().flatten().all(|(_, cases)| (1..=most).contains(cases)) {
        return Cow::Borrowed(by_class);
    }
    let of_row = |(row, cases): &Heap| {
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
) -> Vec<Vec<Heap>> {
    let of_row = |row: usize| of(row).map(|(class, cases)| (class, (row, cases)));
    let found: Vec<(usize, Heap)> = (0..rows).into_par_iter().filter_map(of_row).collect();
    let mut all = vec![Vec::new(); classes];
    for (class, heap) in found {
        all.get_mut(class).into_iter().for_each(|heaps: &mut Vec<Heap>| heaps.push(heap));
    }
    all
}

fn taken(share: &BigRational, cases: u64) -> u64 {
    let half = BigRational::new(1.into(), 2.into());
    let exact = share * BigRational::from_integer(cases.into()) + half;
    exact.floor().to_integer().to_u64().unwrap_or(0).min(cases.saturating_sub(1))
}

/// Shuffles chunks (Fisher and Yates; written out, so that no new version of a library changes the folds).
pub fn shuffled<T: Copy>(heaps: &[T], draw: &mut ChaCha8Rng) -> Vec<T> {
    let mut heaps = heaps.to_vec();
    for last in (1..heaps.len()).rev() {
        // The upper half of the product is a number up to `last`; for fewer than 2³² chunks its bias is below 2⁻³².
        let place = (u128::from(draw.next_u64()) * (last as u128 + 1)) >> 64;
        heaps.swap(last, place as usize);
    }
    heaps
}

/// The most folds that the values of a column make.
const FOLDS: usize = 1_000;

/// The values of a column: by row, and their names, in the order of the folds.
fn groups(table: &Table, column: usize) -> (Vec<Option<u32>>, Vec<String>) {
    let mut places: HashMap<Value<'_>, u32> = HashMap::new();
    let mut values: Vec<(f64, u32, String)> = Vec::new();
    let mut of_row: Vec<Option<u32>> = vec![None; table.rows()];
    for (row, group) in of_row.iter_mut().enumerate() {
        let (value, number) = match table.cell(row, column) {
            Cell::Missing => continue,
            // −0 is 0.
            Cell::Number(number) => (Value::Number((number + 0.0).to_bits()), number),
            Cell::Category(name) => (Value::Text(name.as_str()), 0.0),
            Cell::Text(text) => (Value::Text(text), 0.0),
        };
        *group = Some(*places.entry(value).or_insert_with(|| {
            let place = values.len() as u32;
            values.push((number, place, table.cell_text(row, column).to_string()));
            place
        }));
    }
    values.sort_by(|a, b| a.0.total_cmp(&b.0));
    let place: HashMap<u32, u32> = (0..).zip(&values).map(|(to, (_, from, _))| (*from, to)).collect();
    of_row.iter_mut().for_each(|group| *group = group.and_then(|group| place.get(&group).copied()));
    (of_row, values.into_iter().map(|(.., name)| name).collect())
}

#[derive(PartialEq, Eq, Hash)]
enum Value<'t> {
    Number(u64),
    Text(&'t str),
}

impl Folds {
    /// Folds from a column; `None` if the rule names none.
    ///
    /// # Errors
    /// When there is no such column, or it has too few values for folds, or too many.
    pub(super) fn by_column(
        table: &Table,
        by_class: &[Vec<Heap>],
        rule: &FoldRule,
        seed: u64,
    ) -> Result<Option<Folds>, Problem> {
        let (column, asked) = match rule {
            FoldRule::Random(_) => return Ok(None),
            FoldRule::Column(column) => (column, None),
            FoldRule::Groups { folds, column } => (column, Some(*folds)),
        };
        let (of_row, values) = groups(table, find_column(table, column)?);
        let group = |row: usize| Some(*of_row.get(row)?.as_ref()? as usize);
        let mut cases = vec![0; values.len()];
        for (row, of) in by_class.iter().flatten() {
            group(*row).and_then(|group| cases.get_mut(group)).into_iter().for_each(|cases| *cases += of);
        }
        let sizes = cases.iter().copied().enumerate().filter(|(_, cases)| *cases > 0);
        let mut sizes: Vec<(usize, u64)> = sizes.collect();
        if sizes.len() < asked.map_or(2, |folds| folds as usize) {
            return Err(too_few(column, sizes.len(), asked));
        }
        let mut part_of = vec![None; values.len()];
        let mut put =
            |group: usize, part| part_of.get_mut(group).into_iter().for_each(|own| *own = Some(part));
        let mut names = Vec::new();
        if let Some(folds) = asked {
            // The largest group comes first, each into the smallest fold so far.
            sizes = shuffled(&sizes, &mut ChaCha8Rng::seed_from_u64(seed));
            sizes.sort_by_key(|(_, cases)| Reverse(*cases));
            let mut parts: BinaryHeap<Reverse<(u64, u32)>> =
                (0..folds).map(|part| Reverse((0, part))).collect();
            for (group, cases) in sizes {
                let Some(Reverse((size, part))) = parts.pop() else { break };
                parts.push(Reverse((size + cases, part)));
                put(group, part);
            }
        } else {
            if sizes.len() > FOLDS {
                return Err(too_many(column, sizes.len()));
            }
            for (part, (group, _)) in (0..).zip(sizes) {
                put(group, part);
                names.extend(values.get(group).map(|name| shown(name).into_owned()));
            }
        }
        let mut partition = Partition::new(table.rows());
        for (row, cases) in by_class.iter().flatten() {
            let part = group(*row).and_then(|group| *part_of.get(group)?);
            part.into_iter().for_each(|part| partition.put(*row, part, *cases, *cases));
        }
        Ok(Some(Folds { names: names.into(), ..Folds::of(partition) }))
    }
}

fn too_few(column: &str, values: usize, folds: Option<u32>) -> Problem {
    let has = match values {
        0 => "no value".to_owned(),
        1 => "only one value".to_owned(),
        many => format!("{many} values"),
    };
    let (what, fix) = match folds {
        Some(folds) if values > 1 => (
            format!(
                "“{}” has {has} in the rows that have a class, but {folds} folds of whole groups need at least {folds}",
                brief(column)
            ),
            format!("use fewer folds: {}", flag("split", &format!("groups:{values}:{column}"))),
        ),
        _ => (
            format!(
                "“{}” has {has} in the rows that have a class, but folds need at least two",
                brief(column)
            ),
            "name a column with more values: --split column:COL; or shuffle the rows: --split folds:10"
                .to_owned(),
        ),
    };
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

    fn deal(sizes: &[usize], split: &str, seed: u64) -> (Folds, Vec<Vec<Heap>>) {
        let mut next = (0..).map(|row| (row, 1));
        let by_class: Vec<Vec<Heap>> = sizes.iter().map(|size| next.by_ref().take(*size).collect()).collect();
        let all = sizes.iter().sum();
        (Folds::deal(&by_class, all, &split.parse().unwrap(), seed), by_class)
    }

    #[test]
    fn the_seed_decides_for_ever() {
        let (folds, _) = deal(&[5, 4], "folds:3", 1);
        let parts: Vec<usize> = (0..9).filter_map(|row| folds.of_row(row)).collect();
        assert_eq!(parts, [0, 2, 1, 1, 0, 0, 2, 1, 2]);
    }

    #[test]
    fn a_holdout_takes_the_nearest_share_and_never_the_last_row() {
        for (size, share, wanted) in
            [(10, "0.3", 3), (5, "0.3", 2), (4, "0.3", 1), (1, "0.9", 0), (2, "0.9", 1), (3, "0.1", 0)]
        {
            let (folds, _) = deal(&[size], &format!("holdout:{share}"), 7);
            assert_eq!(folds.rows(0).len(), wanted, "{share} of {size}");
        }
    }

    fn cases(folds: &Folds, by_class: &[Vec<Heap>]) -> Vec<Vec<u64>> {
        let of_row = |(row, of): &Heap| (0..folds.count()).map(|part| folds.cases(*row, part, *of)).collect();
        by_class.iter().flatten().map(of_row).collect()
    }

    #[test]
    fn more_cases_than_can_be_shuffled_are_dealt_in_heaps() {
        // On both sides of the bound: with the last case, cases are no longer assigned one by one.
        for extra in [0, 1] {
            let by_class = vec![vec![(0, 60_000), (1, 1)], vec![(2, 39_999 + extra), (3, 0)]];
            let all: u64 = heaps(&by_class).iter().flatten().map(|(_, cases)| cases).sum();
            assert_eq!(all, 100_000 + extra);
            let many = heaps(&by_class).iter().flatten().count();
            assert_eq!(many, if extra == 0 { 100_000 } else { 50_001 });
            let folds = Folds::deal(&by_class, 4, &"folds:10".parse().unwrap(), 1);
            let cases = cases(&folds, &by_class);
            let each: Vec<u64> = (0..10).map(|part| cases.iter().map(|row| row[part]).sum()).collect();
            let apart = each.iter().max().unwrap() - each.iter().min().unwrap();
            assert!(apart <= 4 * extra, "{each:?}");
        }
        // A thousand million cases and a row with one case: no part is far from its share.
        let by_class = vec![vec![(0, 600_000_000), (1, 1)], vec![(2, 400_000_000)]];
        let of = |split: &str| cases(&Folds::deal(&by_class, 3, &split.parse().unwrap(), 1), &by_class);
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
        fn a_row_of_many_cases_is_dealt_as_so_many_rows(
            classes in proptest::collection::vec(proptest::collection::vec(0u64..9, 0..6), 1..4),
            split in proptest::sample::select(&["folds:2", "folds:5", "holdout:0.3", "holdout:0.5"][..]),
            seed in 0u64..50,
        ) {
            let (mut row, mut rows) = (0.., 0..);
            let by_class: Vec<Vec<Heap>> =
                classes.iter().map(|of| of.iter().map(|cases| (row.next().unwrap(), *cases)).collect()).collect();
            let written_out: Vec<Vec<Heap>> = classes
                .iter()
                .map(|of| of.iter().sum::<u64>())
                .map(|cases| (0..cases).map(|_| (rows.next().unwrap(), 1)).collect())
                .collect();
            let split = split.parse().unwrap();
            let all = written_out.iter().flatten().count();
            let mine = Folds::deal(&by_class, classes.iter().map(Vec::len).sum(), &split, seed);
            let theirs = Folds::deal(&written_out, all, &split, seed);
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
        fn parts_are_as_equal_as_can_be_in_each_class_and_in_all(
            sizes in proptest::collection::vec(0usize..30, 1..4),
            k in 2u32..8,
            seed in 0u64..50,
        ) {
            let (folds, by_class) = deal(&sizes, &format!("folds:{k}"), seed);
            let even = |rows: &[Heap]| {
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
