//! The whole story of a study: the data, the model, how it does, and its cases.

use serde::Serialize;

use super::json::{Answer, Evaluated, Explained, Fit, Shown};
use super::{Document, case_name, evaluation, overview, parameters, posterior, profile};
use crate::evaluate::{Evaluation, Trial};
use crate::model::{Case, Fitted, Study};
use crate::problem::Problem;
use crate::worked::WorkedError;

/// Values of a feature that are listed.
const VALUES: usize = 30;

const CASES: usize = 10;

pub struct Story<'a> {
    study: &'a Study,
    fitted: &'a Fitted,
    cases: Vec<Case>,
    /// Why there is none where it would be too large.
    evaluation: Result<Evaluation, Problem>,
}

impl<'a> Story<'a> {
    /// Evaluates the model, which may take long.
    pub fn of(study: &'a Study, fitted: &'a Fitted, cases: Vec<Case>) -> Result<Story<'a>, Problem> {
        let evaluation = match Trial::plan(study, None).and_then(|trial| trial.run(None)) {
            Err(problem) if !matches!(problem.kind, "too_large" | "no_rows") => return Err(problem),
            evaluation => evaluation,
        };
        Ok(Story { study, fitted, cases, evaluation })
    }

    pub fn document(&self) -> Result<Document, WorkedError> {
        let Story { study, fitted, cases, .. } = self;
        let mut out = Document::default();
        out.title(study.source.label());
        out.append(profile(study));
        out.append(overview(*fitted));
        out.append(parameters(fitted, Some(VALUES)));
        match &self.evaluation {
            Ok(found) => out.append(evaluation(found)),
            Err(problem) => out.text(format!("Not evaluated: {}. {}", problem.what, problem.advice())),
        }
        for case in cases.iter().take(CASES) {
            match posterior(fitted, case, &case_name(case)) {
                Err(long @ WorkedError::TooLong { .. }) => out.text(format!("{}: {long}.", case_name(case))),
                worked => out.append(worked?),
            }
        }
        if let Some(left_out) = study.left_out() {
            out.item(format!("Left out: {left_out}."));
        }
        if cases.len() > CASES {
            out.text(format!(
                "… and {} more rows without a class: `posterior explain --row N` works one out.",
                cases.len() - CASES
            ));
        }
        Ok(out)
    }

    pub fn answer(&self) -> Result<impl Serialize + '_, WorkedError> {
        let queries = self.cases.iter().map(|case| match Explained::new(self.fitted, case, (false, false)) {
            Err(WorkedError::TooLong { .. }) => Ok(None),
            explained => explained.map(Some),
        });
        let shown = Shown {
            fit: Fit::new(self.fitted),
            evaluation: self.evaluation.as_ref().ok().map(|found| Evaluated::new(found, None, false)),
            queries: queries.collect::<Result<_, _>>()?,
        };
        Ok(Answer::new(self.study, Some(self.fitted), shown))
    }

    pub fn without_model(study: &Study, problem: &Problem) -> Document {
        let mut out = Document::default();
        out.title(study.source.label());
        out.append(profile(study));
        out.heading("No model yet");
        for note in study.resolved().map(|resolved| resolved.notes.clone()).unwrap_or_default() {
            out.item(format!("Chosen for you: {note}."));
        }
        out.text(format!("{}. {}", problem.what, problem.advice()));
        out
    }
}
