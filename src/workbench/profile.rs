//! What one column holds, counted by class: the right pane of room 1.

use crate::math::Name;
use crate::table::{Cells, Kind, Segment, Table};

/// The most values that are listed.
const MOST_VALUES: usize = 60;
/// The intervals of a histogram.
const INTERVALS: usize = 8;

/// A column's counts.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// The classes, in the order of their marks; empty without a target.
    pub classes: Vec<Name>,
    /// How many different values there are; for numbers counted as written.
    pub distinct: Option<usize>,
    /// How many cells hold no value.
    pub missing: u64,
    /// The middle of it, for numbers.
    pub summary: Option<Summary>,
    /// Counts of each value or interval.
    pub parts: Vec<Part>,
    /// How many values are left out at the end.
    pub more: usize,
}

/// Five numbers about a numeric column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// Cells that hold a number.
    pub count: u64,
    /// The smallest.
    pub least: f64,
    /// The greatest.
    pub greatest: f64,
    /// The mean.
    pub mean: f64,
    /// The standard deviation, with n below.
    pub deviation: f64,
}

/// One value or interval and how often it occurs.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// The value, or the interval as `low to high`.
    pub label: Label,
    /// Rows.
    pub total: u64,
    /// Rows by class.
    pub by_class: Vec<u64>,
}

/// What a part stands for.
#[derive(Clone, Debug, PartialEq)]
pub enum Label {
    /// A category or a word.
    Value(Name),
    /// The numbers from the first to the second; the last interval holds its end.
    Interval(f64, f64),
}

/// Counts a column, by class where there is a target with codes.
pub fn profile(table: &Table, column: usize, target: Option<usize>) -> Profile {
    let Some(about) = table.columns().get(column) else {
        return Profile { classes: vec![], distinct: None, missing: 0, summary: None, parts: vec![], more: 0 };
    };
    let classes = target
        .and_then(|target| table.columns().get(target))
        .filter(|target| matches!(target.kind, Kind::Categorical | Kind::Binary) && target.dictionary.len() <= 20)
        .map(|target| target.dictionary.names().to_vec())
        .unwrap_or_default();
    let target = target.filter(|_| !classes.is_empty());
    let mut profile =
        Profile { classes, distinct: None, missing: about.missing, summary: None, parts: vec![], more: 0 };
    match about.kind {
        Kind::Numeric => numbers(table, column, target, &mut profile),
        Kind::Categorical | Kind::Binary | Kind::Text => {
            values(table, column, target, &mut profile);
            profile.distinct = Some(about.dictionary.len());
        }
    }
    profile
}

fn values(table: &Table, column: usize, target: Option<usize>, profile: &mut Profile) {
    let Some(about) = table.columns().get(column) else { return };
    let width = profile.classes.len();
    let mut parts: Vec<Part> = about
        .dictionary
        .names()
        .iter()
        .map(|name| Part { label: Label::Value(name.clone()), total: 0, by_class: vec![0; width] })
        .collect();
    for segment in table.segments() {
        let Some(cells) = segment.cells.get(column) else { continue };
        for row in 0..segment.rows.len() {
            let class = class(segment, target, row);
            let code = cells.code(row);
            for code in code.iter().chain(cells.tokens(row)) {
                if let Some(part) = parts.get_mut(*code as usize) {
                    add(part, class);
                }
            }
        }
    }
    if about.kind == Kind::Text {
        parts.sort_by_key(|part| std::cmp::Reverse(part.total));
    }
    profile.more = parts.len().saturating_sub(MOST_VALUES);
    parts.truncate(MOST_VALUES);
    profile.parts = parts;
}

fn numbers(table: &Table, column: usize, target: Option<usize>, profile: &mut Profile) {
    let all = || table.segments().iter().filter_map(move |segment| Some((segment, segment.cells.get(column)?)));
    let present = || all().flat_map(|(_, cells)| numbers_of(cells)).copied().filter(|value| !value.is_nan());
    let (mut count, mut mean, mut squares) = (0_u64, 0.0, 0.0);
    let (mut least, mut greatest) = (f64::INFINITY, f64::NEG_INFINITY);
    for value in present() {
        count += 1;
        // Welford's update: the mean is kept, so that large values with small differences do not cancel.
        let away = value - mean;
        mean += away / count as f64;
        squares += away * (value - mean);
        least = least.min(value);
        greatest = greatest.max(value);
    }
    if count == 0 {
        return;
    }
    let deviation = (squares / count as f64).sqrt();
    profile.summary = Some(Summary { count, least, greatest, mean, deviation });
    let intervals = if least < greatest { INTERVALS } else { 1 };
    let wide = greatest / intervals as f64 - least / intervals as f64;
    let edge = |n: usize| if n == intervals { greatest } else { least + wide * n as f64 };
    let width = profile.classes.len();
    profile.parts = (0..intervals)
        .map(|n| Part { label: Label::Interval(edge(n), edge(n + 1)), total: 0, by_class: vec![0; width] })
        .collect();
    for (segment, cells) in all() {
        for row in 0..segment.rows.len() {
            let Some(value) = cells.number(row) else { continue };
            let place = if wide > 0.0 { (value / wide - least / wide) as usize } else { 0 };
            if let Some(part) = profile.parts.get_mut(place.min(intervals - 1)) {
                add(part, class(segment, target, row));
            }
        }
    }
}

fn numbers_of(cells: &Cells) -> &[f64] {
    match cells {
        Cells::Numbers(numbers) => numbers,
        _ => &[],
    }
}

fn class(segment: &Segment, target: Option<usize>, row: usize) -> Option<u32> {
    segment.cells.get(target?)?.code(row)
}

fn add(part: &mut Part, class: Option<u32>) {
    part.total += 1;
    if let Some(count) = class.and_then(|class| part.by_class.get_mut(class as usize)) {
        *count += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{Column, Dictionary};

    #[test]
    fn numbers_get_intervals_that_hold_every_value() {
        let numbers = vec![1.0, 2.0, f64::NAN, 5.0, 9.0];
        let column =
            Column { name: "n".into(), kind: Kind::Numeric, dictionary: Dictionary::default(), missing: 1, decimals: 0 };
        let segment = Segment { rows: 0..5, cells: vec![Cells::Numbers(numbers)] };
        let table = Table::new("t".into(), vec![column], vec![segment]);
        let profile = profile(&table, 0, None);
        assert_eq!(profile.parts.iter().map(|part| part.total).sum::<u64>(), 4);
        let summary = profile.summary.unwrap();
        assert_eq!((summary.mean, summary.least, summary.greatest), (4.25, 1.0, 9.0));
        assert_eq!(profile.missing, 1);
    }
}
