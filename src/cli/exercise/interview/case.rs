//! The case of an exercise, asked for column by column.

use super::ask::{Terminal, reason};
use super::{apart, matching};
use crate::model::{Case, Fitted, Study, no_row};
use crate::problem::Problem;
use crate::workbench::{CellChoice, CellLine};

/// Columns that are asked for one by one; of more, a row is asked for.
const COLUMNS: usize = 16;

/// Asks for the case.
pub(super) fn ask(terminal: &mut Terminal<'_>, study: &Study, fitted: &Fitted) -> Result<Case, Problem> {
    let first = study.first_case()?;
    let base = first.map_or_else(|| Case::from_row(fitted, 0), Ok)?;
    let lines = CellLine::all(fitted, &base);
    if lines.len() > COLUMNS {
        return row(terminal, fitted);
    }
    terminal.say("The case. A dash leaves a column out.")?;
    let mut changes: Vec<(String, String)> = Vec::new();
    for line in &lines {
        let (question, default) = match &line.choice {
            CellChoice::Values(values) => {
                (format!("  {}: {}", line.name, listed(values)), values.first().unwrap_or(&line.original))
            }
            CellChoice::Number => (format!("  {}, a number", line.name), &line.original),
            CellChoice::Times => (format!("  {}, how often", line.name), &line.original),
            CellChoice::Text => (format!("  {}, a text", line.name), &line.original),
        };
        let text = terminal.ask(&question, default, |typed| {
            let text = match (typed, &line.choice) {
                ("-", _) => line.missing(),
                (typed, CellChoice::Values(values)) => matching(values, typed).ok_or_else(|| {
                    format!("{} is never “{typed}” in the data; it is {}.", line.name, listed(values))
                })?,
                (typed, _) => typed,
            };
            base.changed(fitted, &[(line.name.clone(), text.to_owned())]).map_err(reason)?;
            Ok(text.to_owned())
        })?;
        changes.push((line.name.clone(), text));
    }
    base.changed(fitted, &changes)
}

/// Asks for a row of the data.
fn row(terminal: &mut Terminal<'_>, fitted: &Fitted) -> Result<Case, Problem> {
    let rows = fitted.data.table.rows();
    terminal.ask(&format!("The case: a row of the data, 1 to {rows}"), "1", |typed| {
        let number: usize = typed.parse().map_err(|_| format!("“{typed}” is no row number."))?;
        let at = number.checked_sub(1).ok_or_else(|| reason(no_row(number, rows)))?;
        Case::from_row(fitted, at).map_err(reason)
    })
}

fn listed(values: &[String]) -> String {
    values.iter().map(|value| apart(value)).collect::<Vec<_>>().join(", ")
}
