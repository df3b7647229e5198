//! The columns of a data set as a pattern for others: what stands in them, and how numbers lie in each class.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::{Drawing, Numbers, Values};
use crate::model::{Fitted, Study};
use crate::problem::Problem;
use crate::recipe::folded;
use crate::table::{Cell, Kind, Table, tokens};

/// More decimals than these are those of a measuring device, and not of an exercise.
const DECIMALS: u8 = 9;

/// A number as whole steps of its last place; `None` where it is too large for them.
pub(super) fn in_last_place(number: f64, decimals: u32) -> Option<i64> {
    const LARGEST: f64 = 1e12;
    let steps = (number * f64::from(10_u32.checked_pow(decimals)?)).round();
    (steps.is_finite() && steps.abs() <= LARGEST).then_some(steps as i64)
}

/// Puts the words of a case before the others: they must stand somewhere, or nothing can be asked of them.
pub(super) fn first<'a>(words: &mut [String], cells: impl Iterator<Item = &'a str>) {
    let asked: BTreeSet<String> =
        cells.flat_map(|cell| tokens(cell, true).map(Cow::into_owned).collect::<Vec<_>>()).collect();
    words.sort_by_key(|word| !asked.contains(&word.to_lowercase()));
}

/// The columns of a data set, to be drawn anew, and the place of the classes. The rows without a class are no pattern.
///
/// # Errors
/// When a column of numbers is too large to be drawn.
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
                    what: format!(
                        "the numbers of column {} are too large to draw others like them",
                        column.name
                    ),
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

/// The words of the rows as they are first written, and the lengths of the documents.
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

/// How numbers lie in each class. A number that is never negative, or never 0, stays so.
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

/// Mean and spread (divided by n) of whole numbers, in whole numbers.
fn bell(numbers: &[i64]) -> Option<(i64, i64)> {
    let n = i128::try_from(numbers.len()).ok().filter(|n| *n > 0)?;
    let sum: i128 = numbers.iter().map(|x| i128::from(*x)).sum();
    let squares: i128 = numbers.iter().map(|x| i128::from(*x).pow(2)).sum();
    let variance = (n * squares - sum * sum).max(0).unsigned_abs().isqrt() / n.unsigned_abs();
    Some((i64::try_from(sum / n).ok()?, i64::try_from(variance).ok()?))
}
