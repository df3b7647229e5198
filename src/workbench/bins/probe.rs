//! A number that is tried: which bin it falls in, why, and what the model says of it.

use super::super::app::App;
use super::super::source::Problem;
use crate::math::{Event, Name, Number, Quantity, read_exact};
use crate::model::{Case, CaseValue, Fitted, Undefined};
use crate::report::bin_reason;

/// A number held against the model on the desk.
#[derive(Clone, Debug, PartialEq)]
pub struct Probe {
    /// Which bin it falls in and why, or why it cannot be read.
    pub told: String,
    /// The bin, from 0; `None` where there are no bins.
    pub bin: Option<usize>,
    /// What is asked, `P(c | area=890)`, and its value for each class; `None` where the posterior is undefined.
    pub posterior: Option<(String, Option<Vec<Number>>)>,
    /// Why it is undefined, if it is.
    pub undefined: Option<Undefined>,
}

impl Probe {
    /// What the model says of a number in a column; `None` where there is no model.
    pub fn of(app: &App, name: &str, text: &str) -> Option<Probe> {
        let fitted = app.desk.fitted()?;
        let only = |told: String| Probe { told, bin: None, posterior: None, undefined: None };
        Some(match Case::from_typed(fitted, &[(name.to_owned(), text.to_owned())]) {
            Ok(case) => held(fitted, &case, name, text),
            Err(_) if fitted.gda.is_some() && read_exact(text).is_ok() => only(format!(
                "{text} is read as the number it is, together with all the others: 5 works out a whole case"
            )),
            Err(error) => {
                let problem = Problem::from(crate::problem::Problem::from(error));
                only(format!("{} {}", problem.what, problem.fix))
            }
        })
    }
}

fn held(fitted: &Fitted, case: &Case, name: &str, text: &str) -> Probe {
    let cell = fitted.feature(name).and_then(|at| case.cells.get(at));
    let bin = match cell.map(|cell| &cell.value) {
        Some(CaseValue::Value(bin)) => Some(*bin),
        _ => None,
    };
    let cuts = fitted.factor(name).and_then(|factor| factor.cuts());
    let number = read_exact(text).ok().map(|number| Number::Exact(number).to_f64());
    let told = match (cuts, number) {
        (Some(cuts), Some(number)) => bin_reason(cuts, number, text),
        _ => format!("{text} is read as the number it is"),
    };
    let prediction = fitted.predict(case);
    let asked = Quantity::Prob {
        event: Event::Class(Name::from("c")),
        given: Some(Event::Value { feature: Name::from(name), value: Name::from(text) }),
    };
    Probe {
        told,
        bin,
        posterior: Some((asked.to_string(), prediction.posterior)),
        undefined: prediction.undefined,
    }
}
