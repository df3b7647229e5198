//! A column at a glance, for the data screen: its values or its spread, class by class.
//!
//! A profile describes; nothing is estimated from it. It knows classes only as the values of another column.

use std::collections::HashMap;

use super::columns::Kind;
use super::load::Rows;
use super::number::written;
use super::row_name::RowName;
use super::store::{Cells, MISSING, Table, number_key};
use crate::math::{Name, explained_by_means, explained_by_values};

/// The most values, or words, that a profile lists.
const MOST: usize = 50;

/// The most different numbers that a target may have to be taken for classes.
const CLASSES: usize = 20;

#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    pub name: Name,
    pub kind: Kind,
    pub rows: usize,
    pub missing: u64,
    /// Different known values; for a text column, different words.
    pub distinct: usize,
    /// The two values that could be read as 0 and 1.
    pub binary: Option<(Name, Name)>,
    /// Why the column is taken for a name of its rows, where it is.
    pub row_name: Option<RowName>,
    /// The target's values in order of appearance; empty without a target, or when it has too many numbers.
    pub classes: Vec<Name>,
    /// How much of the classes it explains, from 0 to 1: of a number η², of values their mutual information with the class
    /// over H(class). `None` for text, for the class itself, and where nothing can be told.
    pub explained: Option<f64>,
    /// The commonest values first, at most 50; empty for text.
    pub values: Vec<ValueCount>,
    pub numbers: Option<NumberProfile>,
    pub words: Option<WordProfile>,
}

/// How often a value, or a word, occurs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueCount {
    pub value: Name,
    /// Rows (for words: tokens) that have it, those without a class too.
    pub count: u64,
    /// The same by class, in the order of [`Profile::classes`].
    pub by_class: Vec<u64>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct NumberProfile {
    pub min: f64,
    pub mean: f64,
    pub max: f64,
    /// The population standard deviation, dividing by n.
    pub sd: f64,
    /// Bins of equal width from the least number to the greatest: 8 to 16, or 1 when all numbers are equal.
    pub bins: Vec<Bin>,
}

/// One bar of a histogram: the numbers in `[low, high)`, in the last bin `[low, high]`.
#[derive(Clone, Debug, PartialEq)]
pub struct Bin {
    pub low: f64,
    pub high: f64,
    /// Rows in it, those without a class too.
    pub count: u64,
    /// The same by class, in the order of [`Profile::classes`].
    pub by_class: Vec<u64>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordProfile {
    pub documents: u64,
    /// Documents without any word.
    pub empty: u64,
    pub words: u64,
    pub vocabulary: usize,
    pub longest: u64,
    /// The commonest words first, at most 50.
    pub commonest: Vec<ValueCount>,
}

/// Counts that know their class.
#[derive(Clone, Default)]
pub(super) struct ClassCounts {
    pub count: u64,
    by_class: Vec<u64>,
}

impl ClassCounts {
    pub fn add(&mut self, class: u32, classes: usize) {
        self.count += 1;
        if self.by_class.is_empty() {
            self.by_class = vec![0; classes];
        }
        if let Some(count) = self.by_class.get_mut(class as usize) {
            *count += 1;
        }
    }

    pub fn by_class(self, classes: usize) -> Vec<u64> {
        if self.by_class.is_empty() { vec![0; classes] } else { self.by_class }
    }
}

/// Describes a column of all rows or of some, class by class when `target` is given; `None` when the table has no such column.
pub fn profile_of(
    table: &Table,
    column: usize,
    target: Option<usize>,
    some: Option<&[u32]>,
) -> Option<Profile> {
    let about = table.columns().get(column)?;
    let rows = Rows { table, some };
    let (classes, class_of) = classes(table, target);
    let class = |row: usize| class_of.get(row).copied().unwrap_or(MISSING);
    let k = classes.len();
    let mut profile = Profile {
        name: about.name.clone(),
        kind: about.kind,
        rows: rows.many(),
        missing: match (some, about.kind) {
            (None, _) | (_, Kind::Text) => about.missing,
            (_, Kind::Numeric) => (rows.many() - rows.numbers(column).count()) as u64,
            _ => (rows.many() - rows.codes(column).count()) as u64,
        },
        distinct: rows.distinct(column),
        binary: table.could_be_binary(column),
        row_name: table.row_name(column),
        classes,
        explained: None,
        values: Vec::new(),
        numbers: None,
        words: None,
    };
    match about.kind {
        Kind::Text => profile.words = Some(words(rows, column, &class, k)),
        Kind::Numeric => {
            profile.numbers = numbers(rows, column, &class, k);
            profile.explained = explained_by_means_of(rows, column, &class, k);
            profile.values = number_values(rows, column, &class, k);
        }
        Kind::Binary | Kind::Categorical => {
            let mut tallies = vec![ClassCounts::default(); about.dictionary.len()];
            for (row, code) in rows.codes(column) {
                if let Some(tally) = tallies.get_mut(code as usize) {
                    tally.add(class(row), k);
                }
            }
            let mut classes = vec![0; k];
            let known: Vec<&[u64]> = tallies.iter().map(|tally| tally.by_class.as_slice()).collect();
            for (sum, class) in classes.iter_mut().zip(0..) {
                *sum = known.iter().filter_map(|counts| counts.get(class)).sum();
            }
            let known = known.into_iter().filter(|counts: &&[u64]| counts.iter().any(|n| *n > 0));
            profile.explained = explained_by_values(known, &classes);
            profile.values = commonest(about.dictionary.names(), tallies, k);
        }
    }
    profile.explained = profile.explained.filter(|_| target != Some(column));
    Some(profile)
}

fn classes(table: &Table, target: Option<usize>) -> (Vec<Name>, Vec<u32>) {
    let none = (Vec::new(), Vec::new());
    let Some((column, about)) = target.and_then(|t| Some((t, table.columns().get(t)?))) else { return none };
    match about.kind {
        Kind::Text => none,
        Kind::Binary | Kind::Categorical => {
            (about.dictionary.names().to_vec(), table.codes(column).collect())
        }
        Kind::Numeric => {
            let (mut names, mut codes) = (Vec::new(), HashMap::new());
            let mut rows = Vec::with_capacity(table.rows());
            for value in table.numbers(column) {
                if value.is_nan() {
                    rows.push(MISSING);
                    continue;
                }
                let next = u32::try_from(codes.len()).unwrap_or(MISSING);
                let code = *codes.entry(number_key(value)).or_insert_with(|| {
                    names.push(Name::from(written(value)));
                    next
                });
                if names.len() > CLASSES {
                    return none;
                }
                rows.push(code);
            }
            (names, rows)
        }
    }
}

/// The commonest first; on a tie, in order of first appearance.
fn commonest(names: &[Name], tallies: Vec<ClassCounts>, classes: usize) -> Vec<ValueCount> {
    let mut values: Vec<_> = names.iter().zip(tallies).collect();
    values.sort_by_key(|(_, tally)| std::cmp::Reverse(tally.count));
    values.truncate(MOST);
    let value = |(name, tally): (&Name, ClassCounts)| ValueCount {
        value: name.clone(),
        count: tally.count,
        by_class: tally.by_class(classes),
    };
    values.into_iter().map(value).collect()
}

fn number_values(rows: Rows<'_>, column: usize, class: &impl Fn(usize) -> u32, k: usize) -> Vec<ValueCount> {
    let (mut codes, mut values) = (HashMap::new(), Vec::<(f64, ClassCounts)>::new());
    for (row, value) in rows.numbers(column) {
        let code = *codes.entry(number_key(value)).or_insert_with(|| {
            values.push((value, ClassCounts::default()));
            values.len() - 1
        });
        if let Some((_, tally)) = values.get_mut(code) {
            tally.add(class(row), k);
        }
    }
    values.sort_by_key(|(_, tally)| std::cmp::Reverse(tally.count));
    values.truncate(MOST);
    let (values, tallies): (Vec<f64>, Vec<ClassCounts>) = values.into_iter().unzip();
    let names: Vec<Name> = values.into_iter().map(|value| written(value).into()).collect();
    commonest(&names, tallies, k)
}

/// η² of the numbers of the rows that have a class.
fn explained_by_means_of(
    rows: Rows<'_>,
    column: usize,
    class: &impl Fn(usize) -> u32,
    k: usize,
) -> Option<f64> {
    let known = || {
        let numbers = rows.numbers(column);
        numbers.map(|(row, value)| (class(row) as usize, value)).filter(|(class, _)| *class < k)
    };
    let (_, first) = known().next()?;
    let mut sums = vec![(0.0, 0.0); k];
    for (class, value) in known() {
        if let Some((n, sum)) = sums.get_mut(class) {
            *n += 1.0;
            *sum += value - first;
        }
    }
    let (n, sum) = sums.iter().fold((0.0, 0.0), |(n, sum), (of, part)| (n + of, sum + part));
    let mean = first + sum / n;
    let means: Vec<f64> = sums.iter().map(|(n, sum)| first + sum / n).collect();
    let (mut within, mut total) = (0.0, 0.0);
    for (class, value) in known() {
        let own = value - means.get(class)?;
        within += own * own;
        total += (value - mean) * (value - mean);
    }
    explained_by_means(within, total)
}

fn words(rows: Rows<'_>, column: usize, class: &impl Fn(usize) -> u32, k: usize) -> WordProfile {
    let table = rows.table;
    let names = table.columns().get(column).map_or(&[][..], |about| about.dictionary.names());
    let mut tallies = vec![ClassCounts::default(); names.len()];
    let mut found = WordProfile {
        documents: rows.many() as u64,
        empty: 0,
        words: 0,
        vocabulary: rows.distinct(column),
        longest: 0,
        commonest: Vec::new(),
    };
    let mut document = |cells: &Cells, at: usize, row: usize| {
        let tokens = cells.tokens(at);
        found.words += tokens.len() as u64;
        found.empty += u64::from(tokens.len() == 0);
        found.longest = found.longest.max(tokens.len() as u64);
        for token in tokens {
            if let Some(tally) = tallies.get_mut(token as usize) {
                tally.add(class(row), k);
            }
        }
    };
    let all = || table.segments().iter().filter_map(|segment| Some((segment.cells.get(column)?, segment)));
    match rows.some {
        None => all().for_each(|(cells, segment)| {
            segment.rows.clone().enumerate().for_each(|(at, row)| document(cells, at, row));
        }),
        Some(some) => {
            for row in some.iter().map(|row| *row as usize) {
                let Some((segment, at)) = table.locate(row) else { continue };
                segment.cells.get(column).into_iter().for_each(|cells| document(cells, at, row));
            }
        }
    }
    found.commonest = commonest(names, tallies, k);
    found.commonest.retain(|word| word.count > 0);
    found
}

/// Describes the known numbers of a column; `None` when there is none.
fn numbers(rows: Rows<'_>, column: usize, class: &impl Fn(usize) -> u32, k: usize) -> Option<NumberProfile> {
    let known = || rows.numbers(column).map(|(_, value)| value);
    let first = known().next()?;
    let (mut n, mut min, mut max, mut sum) = (0.0, first, first, 0.0);
    for value in known() {
        n += 1.0;
        min = value.min(min);
        max = value.max(max);
        sum += value - first;
    }
    // Deviations from a first guess of the mean keep their digits where plain sums of squares lose them all.
    let guess = first + sum / n;
    let (mut off, mut squares) = (0.0, 0.0);
    for value in known() {
        off += value - guess;
        squares += (value - guess) * (value - guess);
    }
    let mean = guess + off / n;
    let variance = ((squares - off * off / n) / n).max(0.0);
    let width = max - min;
    let count = if width > 0.0 && width.is_finite() { bins_for(n) } else { 1 };
    let edge = |i: usize| if i == count { max } else { min + width * i as f64 / count as f64 };
    let mut tallies = vec![ClassCounts::default(); count];
    for (row, value) in rows.numbers(column) {
        let place = if count == 1 { 0.0 } else { (value - min) / width * count as f64 };
        let mut bin = (place as usize).min(count - 1);
        // Rounding may put a number that lies on an edge one bin too low or too high.
        if bin + 1 < count && value >= edge(bin + 1) {
            bin += 1;
        } else if value < edge(bin) {
            bin = bin.saturating_sub(1);
        }
        if let Some(tally) = tallies.get_mut(bin) {
            tally.add(class(row), k);
        }
    }
    let bins = tallies.into_iter().enumerate().map(|(i, tally)| Bin {
        low: edge(i),
        high: edge(i + 1),
        count: tally.count,
        by_class: tally.by_class(k),
    });
    Some(NumberProfile { min, mean, max, sd: variance.sqrt(), bins: bins.collect() })
}

fn bins_for(n: f64) -> usize {
    ((n.log2().ceil() as usize) + 1).clamp(8, 16)
}
