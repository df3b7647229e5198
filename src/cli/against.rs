//! `posterior explain --against`: the same case under the conventions of another program.

use super::Outcome;
use super::output::{self, OutputFlags};
use crate::model::{Case, Fitted, Study};
use crate::problem::Problem;
use crate::recipe::Convention;
use crate::report::{self, Document, json};
use crate::worked::{Against, compare};

/// What is compared, and for whom.
pub(super) struct Request<'a> {
    /// The data and the recipe.
    pub study: &'a Study,
    /// The model here.
    pub fitted: &'a Fitted,
    /// The cases.
    pub cases: &'a [Case],
    /// One number, as typed, instead of the posteriors.
    pub quantity: Option<&'a str>,
    /// The other program.
    pub convention: Convention,
}

/// Compares every case, and prints what was found. That the other program has no model is an answer.
pub(super) fn run(request: &Request<'_>, flags: &OutputFlags) -> Outcome {
    let study = request.study.under(request.convention)?;
    let program = request.convention.program();
    let there = match &study.fitted {
        Ok(there) => there,
        Err(problem) => {
            let message =
                format!("Under the conventions of {program} no model can be fitted: {}.", problem.what);
            return refused(request, &message, problem, flags);
        }
    };
    let found = request.each(there);
    if flags.is_json() {
        return request.print(json::Against::new(request.convention, &found), flags);
    }
    let mut document = request.opening();
    for (case, found) in found {
        let name = case.map_or_else(|| "The number".to_owned(), report::case_name);
        match found {
            Ok(found) => {
                let cells = case.map(|case| report::cells(request.fitted, case));
                document.append(report::against(&found, &name, cells));
            }
            Err(problem) => {
                document.heading(name);
                document.text(format!("{program} cannot read this case: {}.", problem.what));
            }
        }
    }
    document.text(format!("Here: {}", request.fitted.conventions()));
    document.text(format!("There: {}", there.conventions()));
    output::document(&document, flags)
}

fn refused(request: &Request<'_>, message: &str, problem: &Problem, flags: &OutputFlags) -> Outcome {
    if flags.is_json() {
        return request.print(json::Against::refused(request.convention, message, problem), flags);
    }
    let mut document = request.opening();
    document.heading(format!("Nothing to compare with {}", request.convention.program()));
    document.text(message);
    document.text(problem.advice());
    output::document(&document, flags)
}

impl<'a> Request<'a> {
    fn print(&self, answer: json::Against<'_>, flags: &OutputFlags) -> Outcome {
        output::object(&json::Answer::new(self.study, Some(self.fitted), answer), flags)
    }

    fn opening(&self) -> Document {
        let mut document = Document::default();
        document.title(self.study.source.label());
        document
    }

    /// The comparison of each case; of the number alone where it is about none.
    fn each(&self, there: &Fitted) -> Vec<(Option<&'a Case>, Result<Against, Problem>)> {
        let cases: Vec<Option<&'a Case>> = match self.cases {
            [] => vec![None],
            cases => cases.iter().map(Some).collect(),
        };
        let compared = |case: Option<&'a Case>| (case, compare(self.fitted, there, case, self.quantity));
        cases.into_iter().map(compared).collect()
    }
}
