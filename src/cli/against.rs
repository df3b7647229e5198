//! `posterior explain --against`: the same case under the conventions of another program.

use serde_json::{Map, Value, json};

use super::Outcome;
use super::output::{self, OutputFlags};
use crate::model::{Case, Fitted, Study};
use crate::problem::Problem;
use crate::recipe::Convention;
use crate::report::{self, Document};
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
pub(super) fn run(request: &Request<'_>, mut out: Map<String, Value>, flags: &OutputFlags) -> Outcome {
    let study = request.study.under(request.convention)?;
    let program = request.convention.program();
    let there = match &study.fitted {
        Ok(there) => there,
        Err(problem) => {
            let message =
                format!("Under the conventions of {program} no model can be fitted: {}.", problem.what);
            return refused(request, &message, problem, out, flags);
        }
    };
    let found = request.each(there);
    if flags.is_json() {
        let entry = |(case, found): (Option<&Case>, Result<Against, Problem>)| match found {
            Ok(found) => report::json::against(&found, case),
            Err(problem) => json!({ "steps": [], "message": problem.what }),
        };
        let queries: Vec<Value> = found.into_iter().map(entry).collect();
        out.insert("against".into(), json!({ "convention": request.convention.word(), "queries": queries }));
        return output::object(&Value::Object(out), flags);
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

fn refused(
    request: &Request<'_>,
    message: &str,
    problem: &Problem,
    mut out: Map<String, Value>,
    flags: &OutputFlags,
) -> Outcome {
    if flags.is_json() {
        let answer = json!({
            "convention": request.convention.word(), "queries": [], "message": message, "kind": problem.kind,
        });
        out.insert("against".into(), answer);
        return output::object(&Value::Object(out), flags);
    }
    let mut document = request.opening();
    document.heading(format!("Nothing to compare with {}", request.convention.program()));
    document.text(message);
    document.text(problem.advice());
    output::document(&document, flags)
}

impl<'a> Request<'a> {
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
