//! The columns of a data set as a pattern: their values, and the distribution of numbers in each class. Also the random
//! numbers of a seed: whole numbers only, so that a seed draws the same data on every machine.

use super::{Drawing, Numbers, Values};
use crate::model::{Fitted, Study};
use crate::problem::Problem;
use crate::recipe::folded;
use crate::table::{Cell, Kind, Table, tokens};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::borrow::Cow;
use std::collections::BTreeSet;

/// The most decimals of drawn numbers.
const DECIMALS: u8 = 9;

/// A number as whole steps of its last place; `None` if it is too large.
pub(super) fn in_last_place(number: f64, decimals: u32) -> Option<i64> {
    const LARGEST: f64 = 1e12;
    let steps = (number * f64::from(10_u32.checked_pow(decimals)?)).round();
    (steps.is_finite() && steps.abs() <= LARGEST).then_some(steps as i64)
}

/// Moves the words of a case to the front: they must occur, or nothing can be asked about them.
pub(super) fn first<'a>(words: &mut [String], cells: impl Iterator<Item = &'a str>) {
    let asked: BTreeSet<String> =
        cells.flat_map(|cell| tokens(cell, true).map(Cow::into_owned).collect::<Vec<_>>()).collect();
    words.sort_by_key(|word| !asked.contains(&word.to_lowercase()));
}

/// The columns of a data set as a pattern, and the position of the class. Rows without a class are ignored.
pub(in super::super) fn of(
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
                let mut values: Vec<String> = Vec::new();
                for row in &labelled {
                    let cell = table.cell_text(*row, at);
                    if !cell.is_empty() && !values.iter().any(|value| *value == cell) {
                        values.push(cell.into_owned());
                    }
                }
                Values::OneOf(values)
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
        let own: Vec<String> = tokens(&text, false).map(std::borrow::Cow::into_owned).collect();
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
    let all: Vec<(Option<usize>, i64)> = (0..table.rows())
        .filter_map(|row| match table.cell(row, at) {
            Cell::Number(number) => {
                let class = table.cell_text(row, target);
                Some((classes.iter().position(|name| *name == class), number))
            }
            _ => None,
        })
        .filter(|(class, _)| class.is_some())
        .map(|(class, number)| Some((class, in_last_place(number, decimals)?)))
        .collect::<Option<_>>()?;
    let whole: Vec<i64> = all.iter().map(|(_, number)| *number).collect();
    let (_, spread) = bell(&whole)?;
    let of_class = (0..classes.len()).map(|class| {
        let own: Vec<i64> =
            all.iter().filter(|(of, _)| *of == Some(class)).map(|(_, number)| *number).collect();
        // One row has no spread of its own.
        let (mean, own) = bell(&own).unwrap_or((0, 0));
        (mean, if own > 0 { own } else { spread.max(1) })
    });
    let of_class = of_class.collect();
    let (least, most) = (whole.iter().min()?, whole.iter().max()?);
    let floor = if *least > 0 {
        1
    } else if *least == 0 {
        0
    } else {
        i64::MIN
    };
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

pub(in crate::practice) struct Dice(ChaCha8Rng);

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

    /// The index of one of several weights, drawn in proportion to them; `None` if there is none.
    pub fn weighted(&mut self, weights: &[u64]) -> Option<usize> {
        let mut left = self.below(weights.iter().sum());
        weights.iter().position(|weight| {
            let found = left < *weight;
            left = left.saturating_sub(*weight);
            found
        })
    }

    /// [`Dice::weighted`] for cumulative weights; 0 if there are none.
    pub fn summed(&mut self, sums: &[u64]) -> usize {
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
        (0..6_000).for_each(|_| counts[dice.weighted(&[1, 0, 2]).unwrap()] += 1);
        assert!(counts[1] == 0 && (1_900..2_100).contains(&counts[0]), "{counts:?}");
        assert_eq!(dice.weighted(&[]), None);
    }
}
