//! Why a formula is what it is, and how another program's numbers compare with those here.

use serde_json::{Value, json};

use super::{Object, steps, with};
use crate::math::{Name, Number};
use crate::model::{Case, Fitted};
use crate::problem::Problem;
use crate::recipe::Convention;
use crate::worked::likelihood::Argument;
use crate::worked::{self, Agreement};

/// Why the formula of a parameter is what it is; a log-likelihood of minus infinity is null. `notes` say how names in
/// what was typed were read.
pub fn why(fitted: &Fitted, notes: Vec<String>, argument: Argument, latex: bool) -> Value {
    let Argument { parameter, value, log_likelihood, passages, slope, moves, verdict } = argument;
    json!({
        "notes": notes,
        "why": {
            "parameter": parameter,
            "value": value,
            "log_likelihood": log_likelihood,
            "argument": passages,
            "slope": slope.last().and_then(|step| step.value.clone()),
            "steps": steps(fitted, slope.steps, latex),
            "nudges": moves,
            "verdict": verdict,
        },
    })
}

pub fn against(convention: Convention, found: &[(Option<&Case>, Result<worked::Against, Problem>)]) -> Value {
    let queries = found.iter().map(|(case, found)| match found {
        Ok(found) => compared(*case, found),
        Err(problem) => json!({ "steps": [], "message": problem.what }),
    });
    json!({ "against": { "convention": convention.word(), "queries": queries.collect::<Vec<_>>() } })
}

pub fn against_refused(convention: Convention, message: &str, problem: &Problem) -> Value {
    json!({
        "against": {
            "convention": convention.word(),
            "queries": [],
            "message": message,
            "kind": problem.kind,
        },
    })
}

fn compared(case: Option<&Case>, found: &worked::Against) -> Value {
    // Null where the posterior is undefined.
    let posterior = |classes: &[(Name, Option<Number>)]| {
        let each = classes.iter().map(|(class, value)| Some((class.clone(), value.clone()?)));
        each.collect::<Option<Vec<_>>>().map(Object)
    };
    let step = |step: &worked::Compared| {
        let of = json!({
            "quantity": step.quantity,
            "here": step.here,
            "there": step.there,
            "differs": step.agreement.differs(),
            "first": step.agreement == Agreement::First,
            "follows": step.agreement == Agreement::Follows,
        });
        with(of, "why", step.why.as_ref().map(|why| why.sentence.plain()))
    };
    let row = case.and_then(|case| case.row).map(|row| row + 1);
    let steps: Vec<Value> = found.steps.iter().map(step).collect();
    let answer = with(with(json!({}), "row", row), "steps", Some(steps));
    let answer = with(answer, "posterior_here", Some(posterior(&found.posterior_here)));
    let answer = with(answer, "posterior_there", Some(posterior(&found.posterior_there)));
    let agree = found.steps.iter().filter(|step| !step.agreement.differs()).count();
    let answer = with(answer, "agree", Some(agree));
    with(with(answer, "message", Some(found.message.plain())), "warnings", Some(&found.warnings))
}
