//! What if: another value in the case in hand, and what becomes of its posterior.

use std::sync::Arc;

use super::super::cases::pairs;
use super::super::plot::{along, feature};
use super::Room;
use super::talk::Told;
use crate::model::{Case, Fitted};
use crate::problem::Problem;
use crate::report;
use crate::workbench::what_if::{CellLine, Choice};

/// Values of a column that are read out.
const NAMED: usize = 20;

impl Room<'_> {
    /// Changes cells of the case in hand, which stays changed, until it is left.
    pub(super) fn what_if(&mut self) -> Told {
        let (Some(study), Some(fitted)) = (self.study.clone(), self.fitted()) else { return Ok(()) };
        if self.case.is_none() {
            self.case = study.first_case().ok().flatten().map(Arc::new);
        }
        let Some(first) = self.case.clone() else {
            return self.talk.say("There is no case to change yet: choose Work out a case.");
        };
        self.talk.say(&format!("The case: {}.", report::cells(&fitted, &first)))?;
        let lines = CellLine::all(&fitted, &first);
        let example =
            lines.iter().find_map(|line| another(line, &fitted)).unwrap_or_else(|| "column=value".to_owned());
        let prompt = format!(
            "What if? Type another value such as {example}, a column alone to hear all along it, undo, ? for the columns, b for back or q to leave."
        );
        let help: Vec<String> = lines.iter().map(|line| can_be(line, &fitted)).collect();
        while let Some(typed) = self.talk.ask(&prompt, &help)? {
            let Some(case) = self.case.clone() else { return Ok(()) };
            match typed.as_str() {
                "" => self.talk.unknown("")?,
                "undo" => self.turn(false)?,
                "redo" => self.turn(true)?,
                column if !column.contains('=') => match self.heard_along(&fitted, &case, column) {
                    Ok(document) => self.talk.document(&document)?,
                    Err(problem) => self.talk.problem(problem)?,
                },
                typed => match pairs(typed).and_then(|pairs| case.changed(&fitted, &pairs)) {
                    Ok(changed) => {
                        let (before, now) = (fitted.predict(&case), fitted.predict(&changed));
                        let cells = fitted.factors().iter().zip(&changed.cells);
                        let unseen: Vec<String> =
                            cells.filter_map(|(factor, cell)| cell.unseen(&fitted, factor)).collect();
                        self.choose(Arc::new(changed));
                        unseen.iter().try_for_each(|said| self.talk.say(&format!("{said}.")))?;
                        self.talk.document(&report::moved_aloud(&fitted, &before, &now))?;
                    }
                    Err(problem) => self.talk.problem(problem)?,
                },
            }
        }
        Ok(())
    }

    /// The posterior along all that a column can be.
    fn heard_along(&self, fitted: &Fitted, case: &Case, column: &str) -> Result<report::Document, Problem> {
        Ok(report::plot_aloud(&along(fitted, case, feature(fitted, column)?)?))
    }
}

/// Another value of a column, as it is typed.
fn another(line: &CellLine, fitted: &Fitted) -> Option<String> {
    let value = match &line.choice {
        Choice::Values(values) => values.iter().find(|value| **value != line.original)?.clone(),
        _ => line.step(fitted, &line.original, true)?,
    };
    let plain = !value.contains([',', '"']) && !line.name.contains(['=', ',', '"']);
    plain.then(|| format!("{}={value}", line.name))
}

/// A column and what it can be.
fn can_be(line: &CellLine, fitted: &Fitted) -> String {
    let name = &line.name;
    match &line.choice {
        Choice::Values(values) => {
            let more = values.len().saturating_sub(NAMED);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            let named: Vec<&str> = values.iter().take(NAMED).map(String::as_str).collect();
            format!("{name}: {}{more}.", named.join(", "))
        }
        Choice::Number => {
            let step = |forward| line.step(fitted, &line.original, forward);
            let near: Vec<String> = [step(false), step(true)].into_iter().flatten().collect();
            format!("{name}: a number such as {}.", near.join(" or "))
        }
        Choice::Times => format!("{name}: how often it stands there."),
        Choice::Text => format!("{name}: a text in double quotes."),
    }
}
