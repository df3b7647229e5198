//! Rows that a column puts together: each value is a group, and a group is in one fold.

use std::cmp::Reverse;
use std::collections::HashMap;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::folds::{Folds, Heap, shuffled};
use crate::problem::Problem;
use crate::recipe::{FoldRule, find_column};
use crate::table::{Cell, Table};
use crate::text::{brief, grouped, shown};

/// The most folds that the values of a column make.
const FOLDS: usize = 1_000;

/// The group of each row.
pub(super) struct Groups {
    /// By row; [`NONE`] where the column says nothing.
    pub(super) of_row: Vec<u32>,
    names: Vec<String>,
}

const NONE: u32 = u32::MAX;

impl Groups {
    fn new(table: &Table, column: usize) -> Groups {
        let mut places: HashMap<Value<'_>, u32> = HashMap::new();
        let mut values: Vec<(f64, String)> = Vec::new();
        let mut of_row = vec![NONE; table.rows()];
        for (row, group) in of_row.iter_mut().enumerate() {
            let (value, number) = match table.cell(row, column) {
                Cell::Missing => continue,
                // −0 is 0.
                Cell::Number(number) => (Value::Number((number + 0.0).to_bits()), number),
                Cell::Category(name) => (Value::Text(name.as_str()), 0.0),
                Cell::Text(text) => (Value::Text(text), 0.0),
            };
            *group = *places.entry(value).or_insert_with(|| {
                values.push((number, table.cell_text(row, column).to_string()));
                (values.len() - 1) as u32
            });
        }
        let mut order: Vec<usize> = (0..values.len()).collect();
        let number = |at: usize| values.get(at).map_or(0.0, |(number, _)| *number);
        order.sort_by(|a, b| number(*a).total_cmp(&number(*b)));
        let mut place = vec![NONE; order.len()];
        order
            .iter()
            .zip(0..)
            .for_each(|(at, to)| place.get_mut(*at).into_iter().for_each(|place| *place = to));
        of_row.iter_mut().for_each(|group| *group = place.get(*group as usize).copied().unwrap_or(NONE));
        let name = |at: &usize| values.get(*at).map(|(_, name)| name.clone()).unwrap_or_default();
        Groups { of_row, names: order.iter().map(name).collect() }
    }

    /// The group of a row.
    pub(super) fn of(&self, row: usize) -> Option<usize> {
        self.of_row.get(row).filter(|group| **group != NONE).map(|group| *group as usize)
    }

    fn cases(&self, by_class: &[Vec<Heap>]) -> Vec<u64> {
        let mut cases = vec![0; self.names.len()];
        for (row, of) in by_class.iter().flatten() {
            self.of(*row).and_then(|group| cases.get_mut(group)).into_iter().for_each(|cases| *cases += of);
        }
        cases
    }
}

#[derive(PartialEq, Eq, Hash)]
enum Value<'t> {
    Number(u64),
    Text(&'t str),
}

impl Folds {
    /// Folds that a column says; `None` where the rule names none.
    ///
    /// # Errors
    /// When there is no such column, or it has too few values to judge by, or too many.
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
        let groups = Groups::new(table, find_column(table, column)?);
        let cases = groups.cases(by_class);
        let there: Vec<usize> =
            (0..cases.len()).filter(|group| cases.get(*group).is_some_and(|cases| *cases > 0)).collect();
        let least = asked.map_or(2, |folds| folds as usize);
        if there.len() < least {
            return Err(too_few(column, there.len(), asked));
        }
        let mut parts = vec![0; cases.len()];
        let mut put =
            |group: usize, part: usize| parts.get_mut(group).into_iter().for_each(|own| *own = part as u32);
        let Some(folds) = asked else {
            if there.len() > FOLDS {
                return Err(too_many(column, there.len()));
            }
            there.iter().enumerate().for_each(|(part, group)| put(*group, part));
            let names = there
                .iter()
                .filter_map(|group| groups.names.get(*group))
                .map(|name| shown(name).into_owned());
            let names = names.collect();
            return Ok(Some(Folds::of_groups(by_class, &groups, &parts).named(names)));
        };
        let mut sizes = vec![0; folds as usize];
        let mut order = shuffled(&there, &mut ChaCha8Rng::seed_from_u64(seed));
        order.sort_by_key(|group| Reverse(cases.get(*group).copied()));
        for group in order {
            let Some((part, size)) = sizes.iter_mut().enumerate().min_by_key(|(part, size)| (**size, *part))
            else {
                break;
            };
            *size += cases.get(group).copied().unwrap_or(0);
            put(group, part);
        }
        Ok(Some(Folds::of_groups(by_class, &groups, &parts)))
    }
}

fn too_few(column: &str, values: usize, folds: Option<u32>) -> Problem {
    let has = match values {
        0 => "no value".to_owned(),
        1 => "one value only".to_owned(),
        many => format!("{many} values"),
    };
    let (what, fix) = match folds {
        Some(folds) if values > 1 => (
            format!(
                "“{}” has {has} in the rows that have a class, and {folds} folds of whole groups need as many",
                brief(column)
            ),
            format!("ask for fewer folds: groups:{values}:{column}"),
        ),
        _ => (
            format!("“{}” has {has} in the rows that have a class, and folds need two", brief(column)),
            "name a column that tells the rows apart, or deal them: folds:10".to_owned(),
        ),
    };
    Problem { kind: "no_data", what, fix, column: Some(column.to_owned()), ..Problem::default() }
}

fn too_many(column: &str, values: usize) -> Problem {
    let (most, values) = (grouped(FOLDS as u64), grouped(values as u64));
    Problem {
        kind: "too_large",
        what: format!("“{}” has {values} values, and they make at most {most} folds", brief(column)),
        fix: format!("deal the values to fewer folds: groups:10:{column}"),
        column: Some(column.to_owned()),
        ..Problem::default()
    }
}
