//! A case: chosen by its row or its values, and worked out step by step.

use std::sync::Arc;

use super::super::cases::{of_row, pairs};
use super::Room;
use super::talk::Told;
use crate::model::{Case, Fitted, Study};
use crate::problem::Problem;
use crate::report::{self, Document, Working};
use crate::workbench::Explanation;

/// Values that the prompt names.
const NAMED: usize = 2;

impl Room<'_> {
    /// Works out cases, until it is left.
    pub(super) fn work_out(&mut self) -> Told {
        let (Some(study), Some(fitted)) = (self.study.clone(), self.fitted()) else { return Ok(()) };
        let rows = fitted.data.table.rows();
        let first = self.case.clone().or_else(|| study.first_case().ok().flatten().map(Arc::new));
        let example = Case::from_row(&fitted, 0).map(|case| case.written(&fitted)).unwrap_or_default();
        let example: Vec<String> =
            example.iter().take(NAMED).map(|(name, cell)| format!("{name}={cell}")).collect();
        let mut prompt =
            format!("Which case? Type a row, 1 to {rows}; values such as {}", example.join(", "));
        if let Some(first) = &first {
            prompt.push_str(&format!("; Enter for {}", report::case_name(first).to_lowercase()));
        }
        prompt.push_str("; b for back or q to leave.");
        let help =
            ["A column that is not named is missing. A value with a comma stands in double quotes."
                .to_owned()];
        while let Some(typed) = self.talk.ask(&prompt, &help)? {
            let case = match (typed.as_str(), &first) {
                ("", Some(first)) => Ok(Arc::clone(first)),
                ("", None) => {
                    self.talk.unknown("")?;
                    continue;
                }
                (typed, _) => named(&fitted, typed).map(Arc::new),
            };
            match case.and_then(|case| Ok((Arc::clone(&case), explained(&study, &fitted, case)?))) {
                Ok((case, explanation)) => {
                    self.choose(case);
                    self.steps(&explanation)?;
                }
                Err(problem) => self.talk.problem(problem)?,
            }
        }
        Ok(())
    }

    /// Says the steps of a case one by one, and opens numbers between them.
    fn steps(&mut self, explanation: &Explanation) -> Told {
        let (fitted, case) = (&explanation.fitted, &explanation.case);
        let working = Working {
            fitted,
            case,
            posterior: &explanation.posterior,
            prediction: &explanation.prediction,
            why: &explanation.why,
            decision: &explanation.decision,
            decided: explanation.decided.as_ref(),
            warnings: &explanation.warnings,
            typicality: &explanation.typicality,
            counted: explanation.counted.as_ref(),
            step: &|quantity| explanation.step(quantity),
        };
        let steps = explanation.ranges.len();
        self.talk.document(&report::case_aloud(working))?;
        let mut at = 0;
        while at < steps {
            let prompt = format!(
                "Enter for step {} of {steps}, a for all, the name of a number, b for another case or q to leave.",
                at + 1
            );
            let Some(typed) = self.talk.ask(&prompt, &[])? else { return Ok(()) };
            let said = match typed.as_str() {
                "" => 1,
                "a" => steps - at,
                name => {
                    self.number(name)?;
                    0
                }
            };
            for step in at..at + said {
                self.talk.document(&report::step_aloud(working, step))?;
            }
            at += said;
        }
        let flips = report::counterfactuals(fitted, &fitted.counterfactuals(case));
        let mut out = Document::default();
        flips.into_iter().for_each(|flips| out.text(flips));
        self.talk.document(&out)
    }
}

/// The case that was typed.
fn named(fitted: &Fitted, typed: &str) -> Result<Case, Problem> {
    match typed.parse::<usize>() {
        Ok(row) => of_row(fitted, row),
        Err(_) => {
            let fix =
                "type a row, or column=value between commas; a value with a comma stands in double quotes";
            let pairs = pairs(typed).map_err(|problem| Problem { fix: fix.into(), ..problem })?;
            Case::from_typed(fitted, &pairs)
        }
    }
}

fn explained(study: &Arc<Study>, fitted: &Arc<Fitted>, case: Arc<Case>) -> Result<Explanation, Problem> {
    Ok(Explanation::new(Arc::clone(study), Arc::clone(fitted), case, String::new(), false)?)
}
