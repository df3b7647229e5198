//! Checks that a model can count what it reads: weights and word counts must be whole, and their sums small enough to be exact.

use super::dataset::{Counted, Dataset, times};
use crate::problem::Problem;
use crate::recipe::{Bins, Feature, ModelKind, Resolved};
use crate::table::{Cells, Table, TableError, is_whole};
use crate::text::{brief, flag_of, grouped};
use std::collections::BTreeMap;

/// The largest sum of counts: 2⁵³, up to which every whole number is a float.
const MOST: u128 = 1 << 53;

/// The most often that a word may occur in one document: shares to a higher power are no longer multiplied out in
/// reasonable time.
pub(crate) const TIMES: f64 = 1e6;

fn counts(resolved: &Resolved) -> impl Iterator<Item = &Feature> {
    let are_counts = resolved.is_word_counts() || resolved.model.is_of_counts();
    resolved.features.iter().filter(move |_| are_counts)
}

/// Returns the columns that must have whole numbers, and whether a cell of theirs may be missing.
pub(super) fn whole(resolved: &Resolved, table: &Table) -> BTreeMap<String, bool> {
    let words = counts(resolved).map(|feature| (feature.column, true));
    let columns = words.chain(resolved.weight.map(|weight| (weight, false)));
    columns.map(|(column, missing)| (table.name_of(column).to_owned(), missing)).collect()
}

pub(super) fn are_whole(whole: &BTreeMap<String, bool>, table: &Table) -> bool {
    let fits = |(name, missing): (&String, &bool)| {
        let Some(at) = table.position(name) else { return false };
        table.numbers(at).all(|x| if x.is_nan() { *missing } else { is_whole(x) })
    };
    whole.iter().all(fits)
}

/// Rejects a model of counts if a column that is in memory has a number that is not a count.
pub fn check_counts(resolved: &Resolved, table: &Table) -> Result<(), Problem> {
    for at in counts(resolved).map(|feature| feature.column) {
        if let Some(row) = table.numbers(at).position(|x| !x.is_nan() && !is_whole(x)) {
            let value = table.cell_text(row, at);
            return Err(no_count(resolved, row as u64 + 1, &value, table.name_of(at)));
        }
    }
    Ok(())
}

/// Explains what a column that must have whole numbers is to the model.
pub(super) fn explain(error: TableError, resolved: &Resolved, table: &Table) -> Problem {
    let Some(row) = error.row else { return error.into() };
    let problem = Problem::from(error);
    let column = problem.column.clone().unwrap_or_default();
    let value = brief(problem.value.as_deref().unwrap_or(""));
    if resolved.weight.is_none_or(|weight| table.name_of(weight) != column) {
        let Problem { kind, what, fix, feature, .. } = no_count(resolved, row, &value, &column);
        return Problem { kind, what, fix, feature, ..problem };
    }
    let what = match value.as_str() {
        "" => format!("row {row} has no weight: its cell in “{}” is missing", brief(&column)),
        _ => format!("row {row} has the weight “{value}”, which is not a whole number of 0 or more"),
    };
    let fix = "write how many times the row was seen, 0 or more, or choose another weight column".to_owned();
    Problem { what, fix, ..problem }
}

/// Returns the problem of a cell that is not a count; the row is counted from 1.
fn no_count(resolved: &Resolved, row: u64, value: &str, column: &str) -> Problem {
    let model = resolved.model;
    let why = match model.is_of_counts() {
        true => "reads counts: whole numbers of 0 or more",
        false => "takes each column for a word and each number for how often it occurs in the document",
    };
    let cell = format!("row {row} has “{}” in “{}”", brief(value), brief(column));
    wrong_number(column, format!("{cell}, and {model} {why}"))
}

fn wrong_number(column: &str, what: String) -> Problem {
    let ignore = flag_of("ignore", column);
    let fix = format!(
        "write a whole number, 0 or more; use --model gaussian for measurements; or leave the column out: {ignore}"
    );
    of_column("wrong_kind", column, what, fix)
}

pub(super) fn of_column(kind: &'static str, column: &str, what: String, fix: String) -> Problem {
    let column = Some(column.to_owned());
    Problem { kind, what, fix, feature: column.clone(), column, ..Problem::default() }
}

/// Rejects whole numbers that are too large: a word a million times in a document, or sums beyond 2⁵³.
pub(super) fn check_sums(data: &Dataset) -> Result<(), Problem> {
    let (resolved, table) = (&data.resolved, &data.table);
    let words: Vec<usize> = counts(resolved).map(|feature| feature.column).collect();
    if resolved.weight.is_none() && words.is_empty() {
        return Ok(());
    }
    for at in words.iter().filter(|_| resolved.is_word_counts()) {
        if let Some(row) = table.numbers(*at).position(|x| x > TIMES) {
            let (name, value) = (table.name_of(*at), table.cell_text(row, *at));
            let cell = format!("row {} has {value} in “{}”", row + 1, brief(name));
            let what = format!("{cell}, and a word may occur in one document {TIMES} times at most");
            return Err(wrong_number(name, what));
        }
    }
    let mut sum: u128 = 0;
    for segment in table.segments() {
        let is_text = |cells: &&Cells| matches!(cells, Cells::Tokens { .. });
        let texts: Vec<&Cells> = segment.cells.iter().filter(is_text).collect();
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
    let (what, done) = match resolved.weight {
        Some(weight) => (format!("the weights in “{}”", brief(table.name_of(weight))), "counted"),
        None if resolved.is_word_counts() => ("the numbers of words".to_owned(), "counted"),
        None => ("the counts".to_owned(), "added"),
    };
    let what = format!("{what} add up to more than can be {done} exactly");
    let fix = format!("write smaller numbers: together at most {MOST}");
    Err(Problem { kind: "wrong_kind", what, fix, ..Problem::default() })
}

/// The most counts of a model. Every model of a comparison has so many, and every fold of each.
const COUNTS: u64 = 1 << 22;
const COVARIANCES: u64 = 1 << 25;

pub(super) fn check_size(data: &Dataset) -> Result<(), Problem> {
    if data.resolved.model == ModelKind::Logistic {
        return Ok(());
    }
    let layout = data.layout();
    let classes = layout.classes as u64;
    let together = layout.features.iter().filter(|(_, counted)| *counted == Counted::Together).count() as u64;
    let covariances = (together * (together + 1) / 2).saturating_mul(classes);
    if covariances > COVARIANCES {
        let [numbers, covariances, classes] = [together, covariances, classes].map(grouped);
        let of_all = format!("{numbers} numbers read together would have {covariances} covariances");
        let what = format!("{of_all} in {classes} classes, and at most {} are kept", grouped(COVARIANCES));
        let fix = "use --model gaussian, which has a variance for each number, or choose fewer of them: --features A,B";
        return Err(Problem { kind: "too_large", what, fix: fix.into(), ..Problem::default() });
    }
    let (mut sum, mut largest) = (0u64, (0, 0));
    for (column, counted) in &layout.features {
        let room = COUNTS.saturating_sub(sum) / classes.max(1);
        let values = values(data, *column, counted, room);
        sum = sum.saturating_add(values.saturating_mul(classes));
        largest = largest.max((values, *column));
    }
    if sum <= COUNTS {
        return Ok(());
    }
    let name = data.table.name_of(largest.1);
    let [classes, sum, most, values] = [classes, sum, COUNTS, largest.0].map(grouped);
    let of_all = format!("a count of each value in each of {classes} classes would be {sum} counts");
    let what = format!("{of_all}, and at most {most} are kept");
    let (column, ignore) = (brief(name), flag_of("ignore", name));
    let leave = format!("leave out “{column}”, which has {values} values: {ignore}");
    Err(of_column(
        "too_large",
        name,
        what,
        format!("{leave}; or choose a class of fewer values with --target"),
    ))
}

/// Returns how many entries a column has in each class; if there is clearly `room` for them, rather too many.
fn values(data: &Dataset, column: usize, counted: &Counted, room: u64) -> u64 {
    let rows = data.table.rows() as u64;
    match counted {
        Counted::Together => 0,
        Counted::Moments => 4,
        Counted::WordCounts => 2,
        Counted::Bins(Bins::Width(k) | Bins::Frequency(k), _) => u64::from(*k),
        Counted::Bins(Bins::Cuts(cuts), _) => cuts.len() as u64 + 1,
        // As many as pay for themselves, of which nothing is known before.
        Counted::Bins(Bins::Mdl | Bins::None, _) => 1,
        Counted::Numbers if rows <= room => rows,
        Counted::Numbers | Counted::Codes | Counted::Words => data.table.distinct(column) as u64,
    }
}
