//! `posterior show`: the whole story as a document; and `posterior fit`: the parameter tables.

use std::mem::ManuallyDrop;

use super::cases;
use super::flags::{DataFlags, MemoryFlag, OfData};
use super::output::{self, Outcome, OutputFlags};
use crate::evaluate::{Evaluation, Trial};
use crate::model::{Case, Fitted, Study};
use crate::problem::Problem;
use crate::recipe::Recipe;
use crate::report::json::{Answer, Evaluated, Explained, Fit, Shown};
use crate::report::{self, Document};
use crate::worked::WorkedError;

const VALUES: usize = 30;

const CASES: usize = 10;

pub(super) fn run(command: OfData) -> Outcome {
    show(&command.data, &command.output)
}

pub(super) fn show(data: &DataFlags, flags: &OutputFlags) -> Outcome {
    // As in `evaluate`.
    let study = ManuallyDrop::new(data.study(flags)?);
    let fitted = match &study.fitted {
        Ok(fitted) => fitted.as_ref(),
        Err(problem) => {
            return without_model(&study, problem, data.recipe.recipe()? == Recipe::default(), flags);
        }
    };
    let cases = cases::of_study(&study, fitted)?;
    let evaluation = match Trial::plan(&study, None).and_then(|trial| trial.run(None)) {
        Err(problem) if problem.kind != "too_large" => return Err(problem),
        evaluation => evaluation,
    };
    if flags.is_json() {
        let queries = cases.iter().map(|case| match Explained::new(fitted, case, (false, false)) {
            Err(WorkedError::TooLong { .. }) => Ok(None),
            explained => explained.map(Some),
        });
        let shown = Shown {
            fit: Fit::new(fitted),
            evaluation: evaluation.as_ref().ok().map(|evaluation| Evaluated::new(evaluation, None, false)),
            queries: queries.collect::<Result<_, _>>()?,
        };
        return output::object(&Answer::new(&study, Some(fitted), shown), flags);
    }
    output::document(&story(&study, fitted, &cases, &evaluation)?, flags)
}

fn story(
    study: &Study,
    fitted: &Fitted,
    cases: &[Case],
    evaluation: &Result<Evaluation, Problem>,
) -> Result<Document, WorkedError> {
    let mut out = Document::default();
    out.title(study.source.label());
    out.append(report::profile(study));
    out.append(report::overview(fitted));
    out.append(report::parameters(fitted, Some(VALUES)));
    match evaluation {
        Ok(evaluation) => out.append(report::evaluation(evaluation)),
        Err(problem) => out.text(format!("Not evaluated: {}. {}", problem.what, problem.advice())),
    }
    for case in cases.iter().take(CASES) {
        match report::posterior(fitted, case, &report::case_name(case)) {
            Err(long @ WorkedError::TooLong { .. }) => {
                out.text(format!("{}: {long}.", report::case_name(case)))
            }
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

/// What can be said of data that no model fits: when nothing was asked for, that is an answer.
fn without_model(study: &Study, problem: &Problem, nothing_chosen: bool, flags: &OutputFlags) -> Outcome {
    if !nothing_chosen || flags.is_json() {
        return Err(problem.clone());
    }
    let mut out = Document::default();
    out.title(study.source.label());
    out.append(report::profile(study));
    out.heading("No model yet");
    for note in study.resolved().map(|resolved| resolved.notes.clone()).unwrap_or_default() {
        out.item(format!("Chosen for you: {note}."));
    }
    out.text(format!("{}. {}", problem.what, problem.advice()));
    output::document(&out, flags)
}

pub(super) fn fit(command: OfData, memory: MemoryFlag) -> Outcome {
    let study = command.data.study_within(&command.output, memory)?;
    let fitted = study.model()?;
    if command.output.is_json() {
        return output::object(&Answer::new(&study, Some(fitted), Fit::new(fitted)), &command.output);
    }
    if command.output.is_csv() {
        return output::sheet(&report::sheets::parameters(fitted), &command.output);
    }
    let mut document = Document::default();
    document.title(study.source.label());
    document.append(report::overview(fitted));
    document.append(report::parameters(fitted, None));
    document.append(report::words(fitted));
    output::document(&document, &command.output)
}
