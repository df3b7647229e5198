//! `posterior show`: the whole report as a document; and `posterior fit`: the parameter tables.

use std::mem::ManuallyDrop;

use super::cases;
use super::flags::OfData;
use super::output::{self, Outcome};
use crate::recipe::Recipe;
use crate::report::json::Fit;
use crate::report::{self, FullReport};

pub(super) fn run(command: OfData) -> Outcome {
    let (data, flags) = (&command.data, &command.output);
    // As in `evaluate`.
    let study = ManuallyDrop::new(data.study(flags)?);
    let fitted = match &study.fitted {
        Ok(fitted) => fitted.as_ref(),
        // Where nothing was asked for, that there is no model is an answer.
        Err(problem) if flags.is_json() || data.recipe.recipe()? != Recipe::default() => {
            return Err(problem.clone());
        }
        Err(problem) => return output::document(&FullReport::without_model(&study, problem), flags),
    };
    let full = FullReport::of(&study, fitted, cases::of_study(&study, fitted)?)?;
    if flags.is_json() {
        return output::object(&full.answer()?, flags);
    }
    output::document(&full.document()?, flags)
}

pub(super) fn fit(command: OfData) -> Outcome {
    let study = command.data.last_study(&command.output)?;
    let fitted = study.model()?;
    if command.output.is_json() {
        return output::answer(&study, Some(fitted), Fit::new(fitted), &command.output);
    }
    if command.output.is_csv() {
        return output::sheet(&report::sheets::parameters(fitted), &command.output);
    }
    let mut document = output::report_on(&study, fitted);
    document.append(report::parameters(fitted, None));
    document.append(report::words(fitted));
    output::document(&document, &command.output)
}
