//! Why a formula is what it is, and how another program's numbers compare with those here.

use serde::Serialize;

use super::Object;
use super::steps::{Step, steps};
use crate::math::{Name, Number, Quantity};
use crate::model::{Case, Fitted};
use crate::problem::Problem;
use crate::recipe::Convention;
use crate::worked::likelihood::{Argument, MovedParameter, Passage};
use crate::worked::{self, Agreement, Side};

/// Why the formula of a parameter is what it is; a log-likelihood of minus infinity is null.
#[derive(Serialize)]
pub struct Why {
    notes: Vec<String>,
    why: Reasons,
}

#[derive(Serialize)]
struct Reasons {
    parameter: Quantity,
    value: Option<Number>,
    log_likelihood: Option<Number>,
    argument: Vec<Passage>,
    slope: Option<Number>,
    steps: Vec<Step>,
    #[serde(rename = "nudges")]
    moves: Vec<MovedParameter>,
    verdict: String,
}

impl Why {
    pub fn new(fitted: &Fitted, notes: Vec<String>, argument: Argument, latex: bool) -> Why {
        let Argument { parameter, value, log_likelihood, passages, slope, moves, verdict } = argument;
        let why = Reasons {
            parameter,
            value,
            log_likelihood,
            argument: passages,
            slope: slope.last().and_then(|step| step.value.clone()),
            steps: steps(fitted, slope.steps, latex),
            moves,
            verdict,
        };
        Why { notes, why }
    }
}

/// Cases under the conventions of another program.
#[derive(Serialize)]
pub struct Against<'a> {
    against: Comparison<'a>,
}

#[derive(Serialize)]
struct Comparison<'a> {
    convention: &'static str,
    queries: Vec<ComparedCase<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'a str>,
}

#[derive(Serialize)]
struct ComparedCase<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    row: Option<usize>,
    steps: Vec<BothSides<'a>>,
    #[serde(flatten)]
    posteriors: Option<Posteriors<'a>>,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    warnings: Option<&'a [String]>,
}

#[derive(Serialize)]
struct Posteriors<'a> {
    posterior_here: Option<Object<&'a Name, &'a Number>>,
    posterior_there: Option<Object<&'a Name, &'a Number>>,
    agree: usize,
}

#[derive(Serialize)]
struct BothSides<'a> {
    quantity: &'a Quantity,
    here: &'a Option<Side>,
    there: &'a Option<Side>,
    differs: bool,
    first: bool,
    follows: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

impl<'a> Against<'a> {
    pub fn new(
        convention: Convention,
        found: &'a [(Option<&Case>, Result<worked::Against, Problem>)],
    ) -> Against<'a> {
        let queries = found.iter().map(|(case, found)| ComparedCase::new(*case, found)).collect();
        Against { against: Comparison { convention: convention.word(), queries, message: None, kind: None } }
    }

    pub fn refused(convention: Convention, message: &'a str, problem: &Problem) -> Against<'a> {
        let (message, kind) = (Some(message), Some(problem.kind));
        Against { against: Comparison { convention: convention.word(), queries: Vec::new(), message, kind } }
    }
}

impl<'a> ComparedCase<'a> {
    fn new(case: Option<&Case>, found: &'a Result<worked::Against, Problem>) -> ComparedCase<'a> {
        let found = match found {
            Ok(found) => found,
            Err(problem) => {
                return ComparedCase {
                    row: None,
                    steps: Vec::new(),
                    posteriors: None,
                    message: problem.what.clone(),
                    warnings: None,
                };
            }
        };
        // Null where the posterior is undefined.
        let posterior = |classes: &'a [(Name, Option<Number>)]| {
            let each = classes.iter().map(|(class, value)| Some((class, value.as_ref()?)));
            each.collect::<Option<Vec<_>>>().map(Object)
        };
        ComparedCase {
            row: case.and_then(|case| case.row).map(|row| row + 1),
            steps: found.steps.iter().map(BothSides::new).collect(),
            posteriors: Some(Posteriors {
                posterior_here: posterior(&found.posterior_here),
                posterior_there: posterior(&found.posterior_there),
                agree: found.steps.iter().filter(|step| !step.agreement.differs()).count(),
            }),
            message: found.message.plain(),
            warnings: Some(&found.warnings),
        }
    }
}

impl<'a> BothSides<'a> {
    fn new(step: &'a worked::Compared) -> BothSides<'a> {
        BothSides {
            quantity: &step.quantity,
            here: &step.here,
            there: &step.there,
            differs: step.agreement.differs(),
            first: step.agreement == Agreement::First,
            follows: step.agreement == Agreement::Follows,
            why: step.why.as_ref().map(|why| why.sentence.plain()),
        }
    }
}
