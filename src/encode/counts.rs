//! Columns whose numbers say how often: the weight of a row, and how often a word stands in a document.
//!
//! Counts are sums of these numbers, so they must be whole, and their sums small enough to be added up exactly.

use std::collections::BTreeMap;

use super::dataset::{Dataset, Layout};
use crate::problem::Problem;
use crate::recipe::{Feature, Resolved};
use crate::table::{Cells, Segment, Table, TableError};
use crate::text::{brief, flag_of};

/// The most that anything may add up to: 2⁵³, up to which every whole number is a float.
const MOST: u128 = 1 << 53;

/// The most often that a word may stand in one document: shares to a higher power are no longer multiplied out in
/// reasonable time.
pub(crate) const TIMES: f64 = 1e6;

impl Layout {
    /// How many times each row of a segment was seen: 1 where there is no weight column.
    pub fn weights(&self, segment: &Segment) -> Vec<u64> {
        let cells = self.weight.and_then(|column| segment.cells.get(column));
        (0..segment.rows.len()).map(|at| cells.map_or(1, |cells| times(cells, at))).collect()
    }
}

impl Dataset {
    /// How many times a row is learned from: as often as it was seen, less the cases of it that are held out.
    pub fn weight(&self, row: usize) -> u64 {
        let seen = self.seen(row);
        let held = self.held_out.as_ref().and_then(|held_out| held_out.cases(row, seen));
        seen.saturating_sub(held.unwrap_or(0))
    }

    /// How many times a row was seen: 1 where there is no weight column.
    pub fn seen(&self, row: usize) -> u64 {
        let Some(column) = self.resolved.weight else { return 1 };
        self.times(row, column)
    }

    /// The whole number in a cell: how often a word stands in a document. 0 where it is missing.
    pub fn times(&self, row: usize, column: usize) -> u64 {
        let Some((segment, at)) = self.table.locate(row) else { return 0 };
        segment.cells.get(column).map_or(0, |cells| times(cells, at))
    }
}

/// The whole number of a row within a segment; 0 where it is missing.
pub fn times(cells: &Cells, at: usize) -> u64 {
    // Whole and below 2⁵³, or there would be no model.
    cells.number(at).map_or(0, |number| number as u64)
}

fn counts(resolved: &Resolved) -> impl Iterator<Item = &Feature> {
    let are_counts = resolved.is_word_counts() || resolved.model.is_of_counts();
    resolved.features.iter().filter(move |_| are_counts)
}

/// The columns that must hold whole numbers, and whether a cell of theirs may be missing.
pub(super) fn whole(resolved: &Resolved, table: &Table) -> BTreeMap<String, bool> {
    let name = |at: usize| table.columns().get(at).map(|column| column.name.as_str().to_owned());
    let words = counts(resolved).filter_map(|feature| Some((name(feature.column)?, true)));
    words.chain(resolved.weight.and_then(name).map(|name| (name, false))).collect()
}

/// Refuses a model of counts for columns with a number that is none: what is in memory is looked at, and nothing is counted.
pub fn check_counts(resolved: &Resolved, table: &Table) -> Result<(), Problem> {
    for at in counts(resolved).map(|feature| feature.column) {
        let row = table.numbers(at).position(|x| !x.is_nan() && !crate::table::is_whole(x));
        if let Some((row, column)) = row.zip(table.columns().get(at)) {
            let column = column.name.as_str();
            return Err(no_count(resolved, row as u64 + 1, &table.cell_text(row, at), column));
        }
    }
    Ok(())
}

/// Whether every cell that must be a whole number is one.
pub(super) fn is_whole(whole: &BTreeMap<String, bool>, table: &Table) -> bool {
    let fits = |(name, missing): (&String, &bool)| {
        let Some(at) = table.position(name) else { return false };
        table.numbers(at).all(|x| if x.is_nan() { *missing } else { crate::table::is_whole(x) })
    };
    whole.iter().all(fits)
}

/// Refuses what is whole and too much: a word a million times in a document, or sums beyond 2⁵³.
pub(super) fn check_sizes(data: &Dataset) -> Result<(), Problem> {
    let (resolved, table) = (&data.resolved, &data.table);
    let words: Vec<usize> = counts(resolved).map(|feature| feature.column).collect();
    if resolved.weight.is_none() && words.is_empty() {
        return Ok(());
    }
    for at in words.iter().filter(|_| resolved.is_word_counts()) {
        if let Some(row) = table.numbers(*at).position(|x| x > TIMES) {
            let name = table.columns().get(*at).map(|column| column.name.as_str().to_owned());
            return Err(too_often(table, row, name.unwrap_or_default()));
        }
    }
    let mut sum: u128 = 0;
    for segment in table.segments() {
        let texts: Vec<&Cells> =
            segment.cells.iter().filter(|cells| matches!(cells, Cells::Tokens { .. })).collect();
        let counts: Vec<&Cells> = words.iter().filter_map(|at| segment.cells.get(*at)).collect();
        let weights = resolved.weight.and_then(|at| segment.cells.get(at));
        for at in 0..segment.rows.len() {
            let tokens: u64 = texts.iter().map(|cells| cells.tokens(at).len() as u64).sum();
            let tokens = tokens + counts.iter().map(|cells| times(cells, at)).sum::<u64>();
            let weight = weights.map_or(1, |cells| times(cells, at));
            sum += u128::from(weight) * u128::from(tokens.max(1));
        }
    }
    if sum <= MOST {
        return Ok(());
    }
    let what = match resolved.weight.and_then(|at| table.columns().get(at)) {
        Some(column) => format!(
            "the weights in “{}” add up to more than can be counted exactly",
            brief(column.name.as_str())
        ),
        None if resolved.is_word_counts() => {
            "the numbers of words add up to more than can be counted exactly".to_owned()
        }
        None => "the counts add up to more than can be added exactly".to_owned(),
    };
    let fix = format!("write smaller numbers: together at most {MOST}");
    Err(Problem { kind: "wrong_kind", what, fix, ..Problem::default() })
}

fn too_often(table: &Table, row: usize, column: String) -> Problem {
    Problem {
        kind: "wrong_kind",
        what: format!(
            "row {} has {} in “{}”, and a word may occur in one document {TIMES} times at most",
            row + 1,
            table.cell_text(row, table.position(&column).unwrap_or_default()),
            brief(&column),
        ),
        fix: other_model(&column),
        feature: Some(column.clone()),
        column: Some(column),
        ..Problem::default()
    }
}

/// What a column that is read as whole numbers is to the model, where a cell is none.
pub(super) fn told(error: TableError, resolved: &Resolved, table: &Table) -> Problem {
    let Some(row) = error.row else { return error.into() };
    let problem = Problem::from(error);
    let (column, value) =
        (problem.column.clone().unwrap_or_default(), brief(problem.value.as_deref().unwrap_or("")));
    let weight = resolved.weight.and_then(|at| table.columns().get(at));
    let is_weight = weight.is_some_and(|weight| weight.name.as_str() == column);
    if is_weight {
        let what = if value.is_empty() {
            format!("row {row} has no weight: its cell in “{}” is missing", brief(&column))
        } else {
            format!("row {row} has the weight “{value}”, which is not a whole number of 0 or more")
        };
        let fix =
            "write how many times the row was seen, 0 or more, or choose another weight column".to_owned();
        return Problem { what, fix, ..problem };
    }
    let of = no_count(resolved, row, &value, &column);
    Problem { kind: of.kind, what: of.what, fix: of.fix, feature: of.feature, ..problem }
}

/// A cell of a column of counts that is no whole number; the row is counted from 1.
fn no_count(resolved: &Resolved, row: u64, value: &str, column: &str) -> Problem {
    Problem {
        kind: "wrong_kind",
        what: format!(
            "row {row} has “{}” in “{}”, and {}",
            brief(value),
            brief(column),
            if resolved.model.is_of_counts() {
                format!("{} reads counts: whole numbers of 0 or more", resolved.model)
            } else {
                format!(
                    "{} takes each column for a word and each number for how often it occurs in the document",
                    resolved.model
                )
            }
        ),
        fix: other_model(column),
        feature: Some(column.to_owned()),
        column: Some(column.to_owned()),
        ..Problem::default()
    }
}

fn other_model(column: &str) -> String {
    format!(
        "write a whole number, 0 or more; use --model gaussian for measurements; or leave the column out: {}",
        flag_of("ignore", column)
    )
}
