//! How a key of the editor changes a recipe: the bins of a column, and the model where it cannot read them; and a number that
//! is tried: which bin it falls in, why, and what the model says of it.

use crate::math::{Event, Name, Number, Quantity, read_exact};
use crate::model::{Case, CaseValue, Fitted, MISSING_FEATURE};
use crate::recipe::Bins;
use crate::report::bin_reason;
use crate::workbench::model::{Column, Role};
use crate::workbench::session::Session;

const MOST: u32 = 50;
const FIRST: u32 = 10;

/// A way to make bins, in the order of the key that goes through them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// None: the number itself.
    Number,
    Width,
    Frequency,
    Cuts,
    Mdl,
}

impl Method {
    pub const ALL: [Method; 5] =
        [Method::Number, Method::Width, Method::Frequency, Method::Cuts, Method::Mdl];

    pub fn of(bins: Option<&Bins>) -> Method {
        match bins {
            None | Some(Bins::None) => Method::Number,
            Some(Bins::Width(_)) => Method::Width,
            Some(Bins::Frequency(_)) => Method::Frequency,
            Some(Bins::Cuts(_)) => Method::Cuts,
            Some(Bins::Mdl) => Method::Mdl,
        }
    }

    pub fn words(self) -> &'static str {
        match self {
            Method::Number => "the number itself",
            Method::Width => "equal width",
            Method::Frequency => "equal frequency",
            Method::Cuts => "cut points",
            Method::Mdl => "MDL (Fayyad–Irani)",
        }
    }

    #[must_use]
    pub fn beside(self, forward: bool) -> Method {
        let at = Method::ALL.iter().position(|method| *method == self).unwrap_or(0);
        let step = if forward { 1 } else { Method::ALL.len() - 1 };
        Method::ALL.get((at + step) % Method::ALL.len()).copied().unwrap_or(self)
    }

    /// The bins of this method. The number of bins there were is kept; `drawn` are the cuts there were.
    pub fn bins(self, before: Option<&Bins>, drawn: Option<Bins>) -> Option<Bins> {
        let k = match (before, &drawn) {
            (Some(Bins::Width(k) | Bins::Frequency(k)), _) => *k,
            (Some(_), Some(Bins::Cuts(cuts))) => u32::try_from(cuts.len() + 1).unwrap_or(MOST),
            _ => FIRST,
        };
        let k = k.clamp(1, MOST);
        match self {
            Method::Number => None,
            Method::Width => Some(Bins::Width(k)),
            Method::Frequency => Some(Bins::Frequency(k)),
            // No cut at all is one bin, which has no cut points to write.
            Method::Cuts => drawn.filter(|bins| !matches!(bins, Bins::Cuts(cuts) if cuts.is_empty())),
            Method::Mdl => Some(Bins::Mdl),
        }
    }
}

/// One bin more or fewer, where a number of bins is chosen; `None` at the ends.
pub fn counted(bins: &Bins, more: bool) -> Option<Bins> {
    let next = |k: u32| if more { k + 1 } else { k.saturating_sub(1) };
    let within = |k: &u32| (1..=MOST).contains(k);
    match bins {
        Bins::Width(k) => Some(next(*k)).filter(within).map(Bins::Width),
        Bins::Frequency(k) => Some(next(*k)).filter(within).map(Bins::Frequency),
        Bins::Cuts(_) | Bins::Mdl | Bins::None => None,
    }
}

pub fn numbers(columns: &[Column]) -> Vec<usize> {
    let is_number =
        |column: &Column| column.role == Role::Feature && column.kind == crate::table::Kind::Numeric;
    (0..).zip(columns).filter(|(_, column)| is_number(column)).map(|(at, _)| at).collect()
}

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
