//! Random data: tables like the data of an exercise, one for each seed.
//!
//!
//! All random numbers are whole numbers, so that a seed draws the same data on every machine. This module does not
//! know the questions, so it cannot check whether a table suits them.

use super::file::Text;
use crate::model::{Fitted, Study};
use crate::practice::{problem, problem_in};
use crate::problem::Problem;
use crate::recipe::{Recipe, folded};
use crate::table::{Cell, Kind, Table, tokens};
use crate::text::{brief, grouped};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde::Deserialize;
use std::borrow::Cow;
use std::collections::HashSet;
use toml::Spanned;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawRandom {
    #[serde(default)]
    seeds: Vec<u64>,
    rows: Option<Spanned<Vec<usize>>>,
}

#[derive(Clone, Debug)]
pub struct Random {
    pub seeds: Vec<u64>,
    pub rows: (usize, usize),
    columns: Vec<(String, Pattern)>,
    target: usize,
}

#[derive(Clone, Debug)]
enum Pattern {
    OneOf(Vec<String>),
    /// Numbers with a fixed count of decimals, as whole numbers of their last place.
    Numbers {
        decimals: u32,
        least: i64,
        /// The numbers of each class, and how far a drawn number may be from one of them.
        of_class: Vec<(Vec<i64>, i64)>,
    },
    Documents {
        words: Vec<String>,
        length: (usize, usize),
    },
    RowNumber,
}

const ROWS: (usize, usize) = (10, 20);
const MOST_ROWS: usize = 10_000;

const SHARES: usize = 1 << 20;

/// The ranges of the weights of classes and of values.
const CLASSES: (i64, i64) = (3, 7);
const VALUES: (i64, i64) = (1, 9);

/// The least rows of every class: one row has no spread.
const EACH: usize = 2;

const DECIMALS: u8 = 9;

impl Random {
    /// Random data like those of a study. Words of the query come first: they must occur.
    pub(super) fn of(
        raw: &Spanned<RawRandom>,
        study: &Study,
        fitted: &Fitted,
        query: &[(String, String)],
        text: &Text,
    ) -> Result<Random, Problem> {
        let mut seen = HashSet::new();
        let seeds = raw.get_ref().seeds.iter().copied().filter(|seed| seen.insert(*seed)).collect();
        let rows = match &raw.get_ref().rows {
            None => ROWS,
            Some(rows) => match rows.get_ref().as_slice() {
                [least @ (1..), most] if least <= most && *most <= MOST_ROWS => (*least, *most),
                _ => {
                    let what = "rows must be the smallest and the largest number of rows, from 1 to 10000";
                    return Err(text.wrong_at(rows, what, "write rows = [10, 20]"));
                }
            },
        };
        let target = fitted.data.resolved.target;
        // What is computed from columns is computed again from the drawn ones.
        let columns = study.loaded.table.columns().iter().enumerate().filter(|(_, column)| !column.derived);
        let columns = columns.map(|(at, column)| {
            Ok((column.name.as_str().to_owned(), Pattern::of(at, study, fitted, query)?))
        });
        let columns = columns.collect::<Result<_, Problem>>()?;
        let random = Random { seeds, rows, columns, target };
        random.check(raw, text)?;
        Ok(random)
    }

    fn check(&self, raw: &Spanned<RawRandom>, text: &Text) -> Result<(), Problem> {
        let classes = self.classes().len();
        if classes < 2 {
            let what = format!("an exercise needs at least two classes, but this one has {classes}");
            return Err(text.wrong_at(raw, what, "add rows of another class to the data"));
        }
        for (name, pattern) in &self.columns {
            let (Pattern::OneOf(values) | Pattern::Documents { words: values, .. }) = pattern else {
                continue;
            };
            let (name, found, (least, most)) = (brief(name), values.len(), self.rows);
            if found.saturating_mul(classes) > SHARES {
                let [found, classes, shares] = [found, classes, SHARES].map(|count| grouped(count as u64));
                let limit = format!("values times classes may be at most {shares}");
                let what = format!("column {name} has {found} values in {classes} classes, but {limit}");
                return Err(text.wrong_at(raw, what, "leave the column out of the data"));
            }
            if matches!(pattern, Pattern::OneOf(_)) && found > least {
                let limit = format!("rows starts at {least}, which is too few to show them all");
                let fix = format!("draw more rows: rows = [{found}, {}]", most.max(found));
                return Err(text.wrong_at(
                    raw,
                    format!("column {name} has {found} values, but {limit}"),
                    fix,
                ));
            }
        }
        Ok(())
    }

    pub fn classes(&self) -> &[String] {
        match self.columns.get(self.target) {
            Some((_, Pattern::OneOf(classes))) => classes,
            _ => &[],
        }
    }

    /// Completes a recipe with the choices that the columns determine: the order of the classes, and the kinds.
    pub(super) fn completed(&self, mut recipe: Recipe) -> Recipe {
        for (_, (name, pattern)) in self.columns.iter().enumerate().filter(|(at, _)| *at != self.target) {
            let kind = match pattern {
                Pattern::OneOf(_) => Kind::Categorical,
                Pattern::Numbers { .. } => Kind::Numeric,
                Pattern::Documents { .. } => Kind::Text,
                Pattern::RowNumber => continue,
            };
            let choice = recipe.column_mut(name);
            choice.kind = choice.kind.or(Some(kind));
        }
        recipe.classes = recipe.classes.or_else(|| Some(self.classes().to_vec()));
        recipe
    }

    /// Draws the data of a seed: first the classes, then, column by column, the shares of the values in each class,
    /// and the rows. If there are enough rows, every value occurs, so that k does not depend on the seed.
    pub fn draw(&self, seed: u64) -> String {
        let mut dice = Dice(ChaCha8Rng::seed_from_u64(seed));
        let rows = dice.between(self.rows.0 as i64, self.rows.1 as i64).max(1) as usize;
        let classes = self.classes().len();
        let class_of = dice.classes(rows, classes);
        let column = |(at, (_, pattern)): (usize, &(String, Pattern))| match pattern {
            Pattern::RowNumber => (1..=rows).map(|row| row.to_string()).collect(),
            Pattern::OneOf(values) if at == self.target => named(values, &class_of),
            Pattern::OneOf(values) => {
                let codes = dice.filled(&class_of, classes, values.len(), (1, 1));
                named(values, &codes.into_iter().flatten().collect::<Vec<_>>())
            }
            Pattern::Documents { words, length } => {
                let codes = dice.filled(&class_of, classes, words.len(), *length);
                codes.iter().map(|codes| named(words, codes).join(" ")).collect()
            }
            Pattern::Numbers { decimals, least, of_class } => {
                let number = |class: &usize| dice.number(of_class.get(*class), *least);
                class_of.iter().map(number).map(|number| with_decimals(number, *decimals)).collect()
            }
        };
        let columns: Vec<Vec<String>> = self.columns.iter().enumerate().map(column).collect();
        let mut csv = csv::Writer::from_writer(Vec::new());
        // Writing to memory cannot fail.
        let _ = csv.write_record(self.columns.iter().map(|(name, _)| name));
        for row in 0..rows {
            let _ = csv.write_record(columns.iter().map(|column| column.get(row).map_or("", String::as_str)));
        }
        String::from_utf8(csv.into_inner().unwrap_or_default()).unwrap_or_default()
    }
}

fn named(values: &[String], codes: &[usize]) -> Vec<String> {
    codes.iter().map(|code| values.get(*code).cloned().unwrap_or_default()).collect()
}

impl Pattern {
    fn of(at: usize, study: &Study, fitted: &Fitted, query: &[(String, String)]) -> Result<Pattern, Problem> {
        let (table, resolved) = (&study.loaded.table, &fitted.data.resolved);
        let Some(column) = table.columns().get(at) else { return Ok(Pattern::RowNumber) };
        let is_used = resolved.features.iter().any(|feature| feature.column == at);
        let labelled = (0..table.rows()).filter(|row| table.cell(*row, resolved.target) != Cell::Missing);
        let labelled: Vec<usize> = labelled.collect();
        Ok(match column.kind {
            _ if at == resolved.target => {
                Pattern::OneOf(fitted.classes.iter().map(|class| class.as_str().to_owned()).collect())
            }
            _ if !is_used && table.row_name(at).is_some() => Pattern::RowNumber,
            Kind::Numeric => {
                let decimals = u32::from(column.decimals.min(DECIMALS));
                let numbers = numbers(table, at, decimals, fitted.classes.len(), |row| {
                    let own = table.cell_text(row, resolved.target);
                    fitted.classes.iter().position(|class| class.as_str() == own)
                });
                numbers.ok_or_else(|| {
                    let what =
                        format!("the numbers of column {} are too large to draw similar ones", column.name);
                    let problem = problem("wrong_kind", what, "leave the column out of the data");
                    let problem = problem_in(&study.source.label(), None, problem);
                    Problem { column: Some(column.name.as_str().to_owned()), ..problem }
                })?
            }
            Kind::Text => {
                let asked = query.iter().filter(|(name, _)| folded(name) == folded(column.name.as_str()));
                let asked: Vec<&str> = asked.map(|(_, cell)| cell.as_str()).collect();
                documents(table, at, &labelled, &asked, resolved.words.lower_case)
            }
            Kind::Categorical | Kind::Binary => {
                let mut seen = HashSet::new();
                let cells = labelled.iter().map(|row| table.cell_text(*row, at).into_owned());
                Pattern::OneOf(cells.filter(|cell| !cell.is_empty() && seen.insert(cell.clone())).collect())
            }
        })
    }
}

fn documents(table: &Table, at: usize, rows: &[usize], asked: &[&str], lower_case: bool) -> Pattern {
    let key = |word: &str| if lower_case { word.to_lowercase() } else { word.to_owned() };
    let (mut words, mut seen, mut lengths) = (Vec::new(), HashSet::new(), Vec::new());
    for row in rows {
        let text = table.cell_text(*row, at);
        let own: Vec<String> = tokens(&text, false).map(Cow::into_owned).collect();
        lengths.push(own.len().max(1));
        words.extend(own.into_iter().filter(|word| seen.insert(key(word))));
    }
    let asked: HashSet<String> =
        asked.iter().flat_map(|cell| tokens(cell, false)).map(|word| key(&word)).collect();
    words.sort_by_key(|word| !asked.contains(&key(word)));
    let least = lengths.iter().copied().min().unwrap_or(1);
    Pattern::Documents { words, length: (least, lengths.into_iter().max().unwrap_or(1)) }
}

/// The numbers of a column by class; `None` if one is too large. Columns without negative numbers, or without 0, stay so.
fn numbers(
    table: &Table,
    at: usize,
    decimals: u32,
    classes: usize,
    class: impl Fn(usize) -> Option<usize>,
) -> Option<Pattern> {
    const LARGEST: f64 = 1e12;
    let mut of_class: Vec<Vec<i64>> = vec![Vec::new(); classes];
    for row in 0..table.rows() {
        let (Cell::Number(number), Some(class)) = (table.cell(row, at), class(row)) else { continue };
        let steps = (number * f64::from(10_u32.checked_pow(decimals)?)).round();
        of_class.get_mut(class)?.push((steps.abs() <= LARGEST).then_some(steps as i64)?);
    }
    let all: Vec<i64> = of_class.iter().flatten().copied().collect();
    let range = |numbers: &[i64]| Some(numbers.iter().max()? - numbers.iter().min()?);
    let least = if *all.iter().min()? < 0 { i64::MIN } else { (*all.iter().min()?).min(1) };
    let class = |own: Vec<i64>| {
        let own = if own.is_empty() { all.clone() } else { own };
        // One row has no range of its own.
        let width = range(&own).filter(|width| *width > 0).or_else(|| range(&all)).unwrap_or(0);
        (own, (width / 4).max(1))
    };
    Some(Pattern::Numbers { decimals, least, of_class: of_class.into_iter().map(class).collect() })
}

fn with_decimals(number: i64, decimals: u32) -> String {
    let decimals = decimals as usize;
    if decimals == 0 {
        return number.to_string();
    }
    let digits = format!("{:0>1$}", number.unsigned_abs(), decimals + 1);
    let (whole, rest) = digits.split_at(digits.len() - decimals);
    format!("{}{whole}.{rest}", if number < 0 { "-" } else { "" })
}

struct Dice(ChaCha8Rng);

impl Dice {
    /// A whole number from 0 to one less than `end`; 0 where `end` is 0.
    fn below(&mut self, end: u64) -> u64 {
        // The upper half of the product; its bias is negligible for such small ranges.
        ((u128::from(self.0.next_u64()) * u128::from(end)) >> 64) as u64
    }

    fn between(&mut self, least: i64, most: i64) -> i64 {
        let width = most.saturating_sub(least).saturating_add(1).max(1);
        least.saturating_add(self.below(width.unsigned_abs()) as i64)
    }

    /// A number near one of a class, and not less than `least`.
    fn number(&mut self, of_class: Option<&(Vec<i64>, i64)>, least: i64) -> i64 {
        let Some((numbers, most)) = of_class else { return least };
        let near = numbers.get(self.below(numbers.len() as u64) as usize).copied().unwrap_or(0);
        (near + self.between(-most, *most)).max(least)
    }

    /// The cumulated weights of some outcomes, each weight drawn from a range.
    fn shares(&mut self, outcomes: usize, range: (i64, i64)) -> Vec<u64> {
        let mut sum = 0;
        let add = |_| {
            sum += self.between(range.0, range.1).unsigned_abs();
            sum
        };
        (0..outcomes).map(add).collect()
    }

    fn weighted(&mut self, shares: &[u64]) -> usize {
        let drawn = self.below(shares.last().copied().unwrap_or(0));
        let place = shares.partition_point(|sum| *sum <= drawn);
        if place < shares.len() { place } else { 0 }
    }

    fn classes(&mut self, rows: usize, classes: usize) -> Vec<usize> {
        let shares = self.shares(classes, CLASSES);
        let sure = if rows >= EACH * classes { EACH * classes } else { 0 };
        let mut class_of: Vec<usize> = (0..classes).cycle().take(sure).collect();
        class_of.extend((sure..rows).map(|_| self.weighted(&shares)));
        for last in (1..class_of.len()).rev() {
            class_of.swap(last, self.below(last as u64 + 1) as usize);
        }
        class_of
    }

    fn filled(
        &mut self,
        class_of: &[usize],
        classes: usize,
        values: usize,
        length: (usize, usize),
    ) -> Vec<Vec<usize>> {
        let shares: Vec<Vec<u64>> = (0..classes).map(|_| self.shares(values, VALUES)).collect();
        let row = |class: &usize| {
            let count = self.between(length.0 as i64, length.1 as i64).max(0) as usize;
            let share = shares.get(*class).map(Vec::as_slice).unwrap_or_default();
            (0..count).map(|_| self.weighted(share)).collect()
        };
        let mut rows: Vec<Vec<usize>> = class_of.iter().map(row).collect();
        let mut slots: Vec<&mut usize> = rows.iter_mut().flatten().collect();
        let mut counts = vec![0_usize; values];
        let count_of = |counts: &[usize], value: usize| counts.get(value).copied().unwrap_or(0);
        slots.iter().for_each(|slot| counts.get_mut(**slot).into_iter().for_each(|count| *count += 1));
        let places = slots.len();
        for value in 0..values.min(places) {
            if count_of(&counts, value) > 0 {
                continue;
            }
            // The first slot, from a random one on, whose value occurs elsewhere, too.
            let from = self.below(places as u64) as usize;
            let mut order = (0..places).map(|step| (from + step) % places);
            let spare = order.find(|at| slots.get(*at).is_some_and(|found| count_of(&counts, **found) > 1));
            let Some(slot) = spare.and_then(|at| slots.get_mut(at)) else { continue };
            counts.get_mut(**slot).into_iter().for_each(|count| *count -= 1);
            counts.get_mut(value).into_iter().for_each(|count| *count += 1);
            **slot = value;
        }
        rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_written_with_the_decimals_of_its_column() {
        assert_eq!(with_decimals(-12, 0), "-12");
        assert_eq!(with_decimals(-5, 2), "-0.05");
        assert_eq!(with_decimals(60, 1), "6.0");
    }
}
