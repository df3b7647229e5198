//! A number that is tried: which bin it falls in, why, and what the model says of it.

use crate::math::{Event, Name, Number, Quantity, read_exact};
use crate::model::{Case, CaseValue, Fitted, MISSING_FEATURE};
use crate::report::bin_reason;
use crate::workbench::session::Session;

/// A number held against the model of the session.
#[derive(Clone, Debug, PartialEq)]
pub struct Probe {
    /// Which bin it falls in and why, or why it cannot be read.
    pub told: String,
    /// The bin, from 0; `None` where there are no bins.
    pub bin: Option<usize>,
    /// What is asked, `P(c | area=890)`, and its value for each class; `None` where the posterior is undefined.
    pub posterior: Option<(String, Option<Vec<Number>>)>,
}

impl Probe {
    /// What the model says of a number in a column.
    ///
    /// # Errors
    /// When there is no model, or the text is no number; in words.
    pub fn read(session: &Session, name: &str, text: &str) -> Result<Probe, String> {
        let Some(fitted) = session.fitted() else {
            return Err("There is no model yet that could read a number.".to_owned());
        };
        match Case::from_typed(fitted, &[(name.to_owned(), text.to_owned())]) {
            Ok(case) => Ok(held(fitted, &case, name, text)),
            Err(problem) if problem.kind == MISSING_FEATURE => Ok(Probe::only(format!(
                "{text} is read as the number it is, together with all the others: 5 works out a whole case."
            ))),
            Err(problem) => Err(problem.what),
        }
    }

    /// Only words.
    pub(super) fn only(told: String) -> Probe {
        Probe { told, bin: None, posterior: None }
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
    Probe { told, bin, posterior: Some((asked.to_string(), prediction.posterior)) }
}
