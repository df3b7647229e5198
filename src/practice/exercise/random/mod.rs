//! Random data: the columns of an exercise, drawn for each seed.
//!
//! A [`Random`] describes the columns, which may have a data set as their pattern: its values, and the distribution of numbers
//! in each class. [`Random::draw`] makes a CSV in memory, which is read like any other. All random numbers are whole numbers,
//! so that a seed draws the same data on every machine. This module does not know the questions, so it cannot check whether a
//! table suits them.

mod file;

pub(super) use file::RawRandom;

use crate::model::{Fitted, Study};
use crate::problem::Problem;
use crate::recipe::{Recipe, folded};
use crate::table::{Cell, Kind, Table, tokens};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};

#[derive(Clone, Debug)]
pub struct Random {
    pub seeds: Vec<u64>,
    pub rows: (usize, usize),
    /// Whether one class has no known values, so that the exercise is about 0/0.
    pub empty_class: bool,
    pub(super) columns: Vec<Drawing>,
    pub(super) target: usize,
}

#[derive(Clone, Debug)]
pub(super) struct Drawing {
    pub name: String,
    pub values: Values,
}

#[derive(Clone, Debug)]
pub(super) enum Values {
    OneOf(Vec<String>),
    Numbers(Numbers),
    Documents {
        /// The words, those of the case first.
        words: Vec<String>,
        length: (usize, usize),
    },
    RowNumber,
}

/// Numbers with a fixed count of decimals, stored as whole numbers of their last place.
#[derive(Clone, Debug)]
pub(super) struct Numbers {
    /// Decimals, up to 9.
    pub decimals: u32,
    pub range: (i64, i64),
    /// Mean and spread of each class; empty if both are drawn.
    pub of_class: Vec<(i64, i64)>,
}

impl Random {
    pub fn classes(&self) -> &[String] {
        match self.columns.get(self.target).map(|column| &column.values) {
            Some(Values::OneOf(classes)) => classes,
            _ => &[],
        }
    }

    /// The first class without a row.
    pub(super) fn missing_class(&self, drawn: &Drawn) -> Option<&str> {
        let empty = drawn.of_class.iter().position(|rows| *rows == 0)?;
        self.classes().get(empty).map(String::as_str)
    }

    /// Completes a recipe with the choices that the columns determine: the class, its order, and the kinds.
    pub(super) fn completed(&self, mut recipe: Recipe) -> Recipe {
        for (_, column) in self.columns.iter().enumerate().filter(|(at, _)| *at != self.target) {
            let kind = match column.values {
                Values::OneOf(_) => Kind::Categorical,
                Values::Numbers(_) => Kind::Numeric,
                Values::Documents { .. } => Kind::Text,
                Values::RowNumber => continue,
            };
            let choice = recipe.column_mut(&column.name);
            choice.kind = choice.kind.or(Some(kind));
        }
        recipe.target =
            recipe.target.or_else(|| self.columns.get(self.target).map(|column| column.name.clone()));
        recipe.classes = recipe.classes.or_else(|| Some(self.classes().to_vec()));
        recipe
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn {
    pub csv: String,
    /// The number of rows of each class, in the order of [`Random::classes`].
    pub of_class: Vec<usize>,
}

/// The ranges of the weights of classes and of values.
const CLASSES: (i64, i64) = (3, 7);
const VALUES: (i64, i64) = (1, 9);

/// The least rows of every class.
const EACH: usize = 2;

/// How often a number outside its range is drawn again before it is moved to the edge.
const AGAIN: usize = 20;

impl Random {
    /// Draws the data of a seed: first the classes, then, column by column, the share of every value in each class, and the
    /// rows. If there are enough rows, every value occurs, so that the number of values of a feature does not depend on the
    /// seed.
    pub fn draw(&self, seed: u64) -> Drawn {
        let mut dice = Dice::new(seed);
        let rows = dice.between(self.rows.0 as i64, self.rows.1 as i64).max(1) as usize;
        let classes = self.classes().len();
        let mut class_of = self.classes_of(rows, classes, &mut dice);
        let unknown = self.empty_class.then(|| dice.below(classes as u64) as usize);
        if let Some(class) = unknown {
            self.left_alone(class, &mut class_of, &mut dice);
        }
        let mut columns: Vec<Vec<String>> = Vec::new();
        for at in 0..self.columns.len() {
            let mut cells = self.column(at, &class_of, &mut dice);
            for (cell, class) in cells.iter_mut().zip(&class_of) {
                if at != self.target && Some(*class) == unknown {
                    cell.clear();
                }
            }
            columns.push(cells);
        }
        let mut csv = csv::Writer::from_writer(Vec::new());
        // Writing to memory cannot fail.
        let _ = csv.write_record(self.columns.iter().map(|column| &column.name));
        for row in 0..rows {
            let _ = csv.write_record(columns.iter().map(|column| column.get(row).map_or("", String::as_str)));
        }
        let csv = String::from_utf8(csv.into_inner().unwrap_or_default()).unwrap_or_default();
        let count = |class| class_of.iter().filter(|own| **own == class).count();
        Drawn { csv, of_class: (0..classes).map(count).collect() }
    }

    /// The class of each row. If there are enough rows, every class has two: one row has no spread.
    fn classes_of(&self, rows: usize, classes: usize, dice: &mut Dice) -> Vec<usize> {
        let weights = sums(dice.weights(classes, CLASSES));
        let sure = if rows >= EACH * classes { EACH * classes } else { 0 };
        let mut class_of: Vec<usize> = (0..classes).cycle().take(sure).collect();
        class_of.extend((sure..rows).map(|_| dice.weighted(&weights)));
        for last in (1..class_of.len()).rev() {
            class_of.swap(last, dice.below(last as u64 + 1) as usize);
        }
        class_of
    }

    fn left_alone(&self, class: usize, class_of: &mut [usize], dice: &mut Dice) {
        let others: Vec<usize> = (0..self.classes().len()).filter(|other| *other != class).collect();
        let last = class_of.len().saturating_sub(1);
        for (row, own) in class_of.iter_mut().enumerate() {
            if row == last {
                *own = class;
            } else if *own == class {
                let other = others.get(dice.below(others.len() as u64) as usize);
                *own = other.copied().unwrap_or(class);
            }
        }
    }

    fn column(&self, at: usize, class_of: &[usize], dice: &mut Dice) -> Vec<String> {
        let classes = self.classes().len();
        match self.columns.get(at).map(|column| &column.values) {
            None => Vec::new(),
            Some(Values::RowNumber) => (1..=class_of.len()).map(|row| row.to_string()).collect(),
            Some(Values::OneOf(values)) if at == self.target => named(values, class_of),
            Some(Values::OneOf(values)) => {
                let mut codes = vec![Vec::new(); class_of.len()];
                dice.fill(&mut codes, class_of, classes, values.len(), |_| 1);
                let codes: Vec<usize> = codes.into_iter().flatten().collect();
                named(values, &codes)
            }
            Some(Values::Documents { words, length }) => {
                let mut codes = vec![Vec::new(); class_of.len()];
                let long = |dice: &mut Dice| dice.between(length.0 as i64, length.1 as i64).max(0) as usize;
                dice.fill(&mut codes, class_of, classes, words.len(), long);
                codes.iter().map(|codes| named(words, codes).join(" ")).collect()
            }
            Some(Values::Numbers(numbers)) => numbers.drawn(class_of, classes, dice),
        }
    }
}

fn named(values: &[String], codes: &[usize]) -> Vec<String> {
    codes.iter().map(|code| values.get(*code).cloned().unwrap_or_default()).collect()
}

impl Dice {
    fn weights(&mut self, count: usize, range: (i64, i64)) -> Vec<u64> {
        (0..count).map(|_| self.between(range.0, range.1).unsigned_abs()).collect()
    }

    /// Fills each row with values by the shares of its class, then inserts the values that do not occur yet.
    fn fill(
        &mut self,
        rows: &mut [Vec<usize>],
        class_of: &[usize],
        classes: usize,
        values: usize,
        mut long: impl FnMut(&mut Dice) -> usize,
    ) {
        let shares: Vec<Vec<u64>> = (0..classes).map(|_| sums(self.weights(values, VALUES))).collect();
        for (row, class) in rows.iter_mut().zip(class_of) {
            let count = long(self);
            let share = shares.get(*class).map(Vec::as_slice).unwrap_or_default();
            *row = (0..count).map(|_| self.weighted(share)).collect();
        }
        let mut slots: Vec<&mut usize> = rows.iter_mut().flatten().collect();
        let places = slots.len();
        let mut counts = vec![0usize; values];
        for slot in &slots {
            counts.get_mut(**slot).into_iter().for_each(|count| *count += 1);
        }
        for value in 0..values.min(places) {
            if counts.get(value).is_some_and(|count| *count > 0) {
                continue;
            }
            // The first slot, from a random one on, whose value occurs elsewhere, too.
            let from = self.below(places as u64) as usize;
            let stands_twice = |at: &usize| {
                let found = slots.get(*at).and_then(|found| counts.get(**found));
                found.is_some_and(|count| *count > 1)
            };
            let spare = (0..places).map(|step| (from + step) % places).find(stands_twice);
            let Some(slot) = spare.and_then(|at| slots.get_mut(at)) else { continue };
            counts.get_mut(**slot).into_iter().for_each(|count| *count -= 1);
            counts.get_mut(value).into_iter().for_each(|count| *count += 1);
            **slot = value;
        }
    }
}

fn sums(weights: Vec<u64>) -> Vec<u64> {
    let sum = |sum: &mut u64, weight: u64| {
        *sum += weight;
        Some(*sum)
    };
    weights.into_iter().scan(0, sum).collect()
}

impl Numbers {
    fn drawn(&self, class_of: &[usize], classes: usize, dice: &mut Dice) -> Vec<String> {
        let bells = if self.of_class.is_empty() { self.bells(classes, dice) } else { self.of_class.clone() };
        let (least, most) = self.range;
        let number = |class: &usize| {
            let (mean, spread) = bells.get(*class).copied().unwrap_or_default();
            let mut drawn = || dice.bell(mean, spread);
            let first = drawn();
            let found = std::iter::once(first)
                .chain(std::iter::repeat_with(drawn).take(AGAIN))
                .find(|number| (least..=most).contains(number));
            found.unwrap_or(first.clamp(least, most))
        };
        let mut all: Vec<i64> = class_of.iter().map(number).collect();
        for class in 0..classes {
            spread_out(&mut all, class_of, class, most);
        }
        all.into_iter().map(|number| self.written(number)).collect()
    }

    /// A mean and a spread for each class: the mean in the middle two thirds, the spread a twelfth to a fifth of the range.
    fn bells(&self, classes: usize, dice: &mut Dice) -> Vec<(i64, i64)> {
        let (least, most) = self.range;
        let width = most.saturating_sub(least);
        let bell = |_| {
            let mean = dice.between(least.saturating_add(width / 6), most.saturating_sub(width / 6));
            (mean, dice.between((width / 12).max(1), (width / 5).max(1)))
        };
        (0..classes).map(bell).collect()
    }

    fn written(&self, number: i64) -> String {
        let decimals = self.decimals as usize;
        if decimals == 0 {
            return number.to_string();
        }
        let digits = format!("{:0>1$}", number.unsigned_abs(), decimals + 1);
        let (whole, rest) = digits.split_at(digits.len() - decimals);
        format!("{}{whole}.{rest}", if number < 0 { "-" } else { "" })
    }
}

/// Moves one number of a class by one in its last place if all are the same: a density needs a spread.
fn spread_out(all: &mut [i64], class_of: &[usize], class: usize, most: i64) {
    let mut own = all.iter_mut().zip(class_of).filter(|(_, of)| **of == class).map(|(number, _)| number);
    let Some(first) = own.next() else { return };
    let mut others = own.peekable();
    if others.peek().is_some() && others.all(|number| number == first) {
        *first += if *first < most { 1 } else { -1 };
    }
}

/// The most decimals of drawn numbers.
const DECIMALS: u8 = 9;

/// A number as whole steps of its last place; `None` if it is too large.
fn in_last_place(number: f64, decimals: u32) -> Option<i64> {
    const LARGEST: f64 = 1e12;
    let steps = (number * f64::from(10_u32.checked_pow(decimals)?)).round();
    (steps.is_finite() && steps.abs() <= LARGEST).then_some(steps as i64)
}

/// Moves the words of a case to the front: they must occur, or nothing can be asked about them.
fn first<'a>(words: &mut [String], cells: impl Iterator<Item = &'a str>) {
    let asked: BTreeSet<String> =
        cells.flat_map(|cell| tokens(cell, true).map(Cow::into_owned).collect::<Vec<_>>()).collect();
    words.sort_by_key(|word| !asked.contains(&word.to_lowercase()));
}

/// The columns of a data set as a pattern, and the position of the class. Rows without a class are ignored.
pub(super) fn pattern(
    study: &Study,
    fitted: &Fitted,
    query: &[(String, String)],
) -> Result<(Vec<Drawing>, usize), Problem> {
    let table = &study.loaded.table;
    let target = fitted.data.resolved.target;
    let labelled: Vec<usize> =
        (0..table.rows()).filter(|row| table.cell(*row, target) != Cell::Missing).collect();
    let classes: Vec<String> = fitted.classes.iter().map(|class| class.as_str().to_owned()).collect();
    let is_used =
        |at: usize| at == target || fitted.data.resolved.features.iter().any(|feature| feature.column == at);
    let mut columns = Vec::new();
    for (at, column) in table.columns().iter().enumerate() {
        let cells = || query.iter().filter(|(name, _)| folded(name) == folded(column.name.as_str()));
        let values = match column.kind {
            _ if at == target => Values::OneOf(classes.clone()),
            _ if !is_used(at) && table.row_name(at).is_some() => Values::RowNumber,
            Kind::Numeric => {
                let drawn = numbers(table, at, target, &classes, column.decimals.min(DECIMALS));
                Values::Numbers(drawn.ok_or_else(|| Problem {
                    kind: "wrong_kind",
                    what: format!("the numbers of column {} are too large to draw similar ones", column.name),
                    place: Some(study.source.label()),
                    fix: "leave the column out of the data, or list the columns in [random.columns]".into(),
                    column: Some(column.name.as_str().to_owned()),
                    ..Problem::default()
                })?)
            }
            Kind::Text => {
                let (mut words, length) = documents(table, at, &labelled, fitted);
                first(&mut words, cells().map(|(_, cell)| cell.as_str()));
                Values::Documents { words, length }
            }
            Kind::Categorical | Kind::Binary => {
                let mut seen = HashSet::new();
                let cells = labelled.iter().map(|row| table.cell_text(*row, at).into_owned());
                Values::OneOf(cells.filter(|cell| !cell.is_empty() && seen.insert(cell.clone())).collect())
            }
        };
        columns.push(Drawing { name: column.name.as_str().to_owned(), values });
    }
    Ok((columns, target))
}

fn documents(table: &Table, at: usize, rows: &[usize], fitted: &Fitted) -> (Vec<String>, (usize, usize)) {
    let lower_case = fitted.data.resolved.words.lower_case;
    let same = |a: &str, b: &str| if lower_case { a.to_lowercase() == b.to_lowercase() } else { a == b };
    let mut words: Vec<String> = Vec::new();
    let mut lengths: Vec<usize> = Vec::new();
    for row in rows {
        let text = table.cell_text(*row, at);
        let own: Vec<String> = tokens(&text, false).map(Cow::into_owned).collect();
        lengths.push(own.len());
        for word in own {
            if !words.iter().any(|known| same(known, &word)) {
                words.push(word);
            }
        }
    }
    let least = lengths.iter().copied().min().unwrap_or(1).max(1);
    (words, (least, lengths.into_iter().max().unwrap_or(1).max(least)))
}

/// The distribution of a numeric column in each class. Columns without negative numbers, or without 0, stay so.
fn numbers(table: &Table, at: usize, target: usize, classes: &[String], decimals: u8) -> Option<Numbers> {
    let decimals = u32::from(decimals);
    let mut all: Vec<(usize, i64)> = Vec::new();
    for row in 0..table.rows() {
        let Cell::Number(number) = table.cell(row, at) else { continue };
        let own = table.cell_text(row, target);
        if let Some(class) = classes.iter().position(|name| *name == own) {
            all.push((class, in_last_place(number, decimals)?));
        }
    }
    let whole: Vec<i64> = all.iter().map(|(_, number)| *number).collect();
    let (_, spread) = bell(&whole)?;
    let of_class = (0..classes.len()).map(|class| {
        let own = all.iter().filter(|(of, _)| *of == class);
        let own: Vec<i64> = own.map(|(_, number)| *number).collect();
        // One row has no spread of its own.
        let (mean, own) = bell(&own).unwrap_or((0, 0));
        (mean, if own > 0 { own } else { spread.max(1) })
    });
    let of_class = of_class.collect();
    let (least, most) = (whole.iter().min()?, whole.iter().max()?);
    let floor = if *least < 0 { i64::MIN } else { (*least).min(1) };
    let range = (least.saturating_sub(spread).max(floor), most.saturating_add(spread));
    Some(Numbers { decimals, range, of_class })
}

fn bell(numbers: &[i64]) -> Option<(i64, i64)> {
    let n = i128::try_from(numbers.len()).ok().filter(|n| *n > 0)?;
    let sum: i128 = numbers.iter().map(|x| i128::from(*x)).sum();
    let squares: i128 = numbers.iter().map(|x| i128::from(*x).pow(2)).sum();
    let variance = (n * squares - sum * sum).max(0).unsigned_abs().isqrt() / n.unsigned_abs();
    Some((i64::try_from(sum / n).ok()?, i64::try_from(variance).ok()?))
}

struct Dice(ChaCha8Rng);

/// Uniform numbers that are added to one normal number: their variance is 1 if each is between 0 and 1.
const ADDED: i64 = 12;

/// Steps of a uniform number between 0 and 1.
const STEPS: i64 = 1 << 16;

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A whole number from 0 to one less than `end`; 0 where `end` is 0.
    pub fn below(&mut self, end: u64) -> u64 {
        // The upper half of the product; its bias is negligible for such small ranges.
        ((u128::from(self.0.next_u64()) * u128::from(end)) >> 64) as u64
    }

    /// A whole number from `least` to `most`, both included.
    pub fn between(&mut self, least: i64, most: i64) -> i64 {
        let width = most.saturating_sub(least).saturating_add(1).max(1);
        least.saturating_add(self.below(width.unsigned_abs()) as i64)
    }

    /// The index of one of several weights, drawn in proportion to them; 0 if there are none. `sums` are the cumulative weights.
    pub fn weighted(&mut self, sums: &[u64]) -> usize {
        let drawn = self.below(sums.last().copied().unwrap_or(0));
        let place = sums.partition_point(|sum| *sum <= drawn);
        if place < sums.len() { place } else { 0 }
    }

    /// An approximately normal number with this mean and spread, at most six spreads from the mean: the sum of twelve uniform
    /// numbers, which is the same on every machine.
    pub fn bell(&mut self, mean: i64, spread: i64) -> i64 {
        let sum: i64 = (0..ADDED).map(|_| self.between(0, STEPS)).sum();
        let off = i128::from(sum - ADDED / 2 * STEPS) * i128::from(spread);
        mean.saturating_add((off / i128::from(STEPS)) as i64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_written_with_the_decimals_of_its_column() {
        let written =
            |decimals, number| Numbers { decimals, range: (0, 0), of_class: Vec::new() }.written(number);
        assert_eq!(written(0, -12), "-12");
        assert_eq!(written(2, -5), "-0.05");
        assert_eq!(written(1, 60), "6.0");
        assert_eq!(written(3, 12_345), "12.345");
    }

    #[test]
    fn the_seed_decides_for_ever() {
        let mut dice = Dice::new(7);
        let drawn: Vec<u64> = (0..8).map(|_| dice.below(10)).collect();
        assert_eq!(drawn, DRAWN);
        let mut dice = Dice::new(7);
        let drawn: Vec<i64> = (0..6).map(|_| dice.bell(100, 10)).collect();
        assert_eq!(drawn, BELL);
    }

    const DRAWN: [u64; 8] = [1, 1, 7, 7, 6, 3, 0, 8];
    const BELL: [i64; 6] = [96, 81, 100, 94, 102, 99];

    #[test]
    fn a_bell_has_its_mean_and_its_spread() {
        let mut dice = Dice::new(1);
        let drawn: Vec<i64> = (0..20_000).map(|_| dice.bell(5_000, 1_000)).collect();
        let mean = drawn.iter().sum::<i64>() / 20_000;
        let spread = (drawn.iter().map(|x| (x - mean) * (x - mean)).sum::<i64>() as f64 / 20_000.0).sqrt();
        assert!((4_970..5_030).contains(&mean) && (spread - 1_000.0).abs() < 20.0, "{mean} {spread}");
    }

    #[test]
    fn weights_are_shares() {
        let mut dice = Dice::new(3);
        let mut counts = [0; 3];
        (0..6_000).for_each(|_| counts[dice.weighted(&[1, 1, 3])] += 1);
        assert!(counts[1] == 0 && (1_900..2_100).contains(&counts[0]), "{counts:?}");
        assert_eq!(dice.weighted(&[]), 0);
    }
}
