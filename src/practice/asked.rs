//! What a question asks for: a number or a name. A name is the class or the chosen action.

use std::sync::Arc;

use super::label;
use crate::evaluate::evaluate_for;
use crate::math::{Name, Number, Quantity, Sentence, sentence};
use crate::model::{Case, Decider, DecisionRule, Fitted};
use crate::recipe::folded;
use crate::worked::WorkedError;
use num_rational::BigRational;

#[derive(Clone, Debug, PartialEq)]
pub enum Asked {
    Class,
    Number(Quantity),
    Name(Arc<NameQuestion>),
}

#[derive(Clone, Debug, PartialEq)]
pub struct NameQuestion {
    pub label: String,
    pub wording: String,
    pub names: Vec<NameOption>,
    pub right: usize,
    pub is_tied: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct NameOption {
    pub name: Name,
    pub cause: Option<&'static str>,
    pub about: Sentence,
}

impl NameQuestion {
    pub fn solution(&self) -> Option<&NameOption> {
        self.names.get(self.right)
    }
}

impl Asked {
    /// Returns what a label asks for, and a note for each name in it that was read as another.
    pub fn find(
        fitted: &Fitted,
        case: Option<&Case>,
        label: &str,
    ) -> Result<(Asked, Vec<String>), WorkedError> {
        if fitted.decider.is_some() && matches!(folded(label).as_str(), LABEL | "action") {
            let case = case.ok_or(WorkedError::NoCase)?;
            if let Some(asked) = decision(fitted, case) {
                return Ok((asked, Vec::new()));
            }
        }
        if label::is_class(fitted, label) {
            return Ok((Asked::Class, Vec::new()));
        }
        let found = label::found(fitted, case, label)?;
        evaluate_for(fitted, &found.quantity);
        Ok((Asked::Number(found.quantity), found.notes))
    }

    pub fn name(&self) -> String {
        match self {
            Asked::Class => "class".into(),
            Asked::Number(quantity) => quantity.to_string(),
            Asked::Name(question) => question.label.clone(),
        }
    }

    pub fn number(&self) -> Option<&Quantity> {
        if let Asked::Number(quantity) = self { Some(quantity) } else { None }
    }

    pub fn name_question(&self) -> Option<&NameQuestion> {
        if let Asked::Name(question) = self { Some(question) } else { None }
    }

    pub fn names<'a>(&'a self, fitted: &'a Fitted) -> Vec<&'a Name> {
        match self {
            Asked::Class => fitted.classes.iter().collect(),
            Asked::Number(_) => Vec::new(),
            Asked::Name(question) => question.names.iter().map(|option| &option.name).collect(),
        }
    }

    pub fn is_about_case(&self) -> bool {
        match self {
            Asked::Class | Asked::Name(_) => true,
            Asked::Number(quantity) => quantity.is_about_case(),
        }
    }
}

const MOST_NAMES: usize = 26;

const LABEL: &str = "decision";

/// The question for the action of a case. `None` without a decision rule or a posterior, or with too many actions.
pub(super) fn decision(fitted: &Fitted, case: &Case) -> Option<Asked> {
    let decider = fitted.decider.as_ref().filter(|decider| decider.actions.len() <= MOST_NAMES)?;
    let prediction = fitted.predict(case);
    let (posterior, predicted) = (prediction.posterior.as_ref()?, prediction.predicted?);
    let chosen = decider.choose(posterior, Some(predicted))?;
    let cause = |action: usize, name: &Name| match &decider.rule {
        _ if action == chosen => None,
        DecisionRule::Threshold { positive, at } if action != *positive => {
            let own = posterior.get(action)?;
            own.compare(&Number::Exact(at.clone())).is_ge().then_some("D7")
        }
        _ if fitted.classes.get(predicted) == Some(name) => Some("D6"),
        DecisionRule::Costs(_) => {
            let turned = decider.turned(&fitted.classes)?.choose(posterior, Some(predicted))?;
            (turned == action).then_some("D1")
        }
        _ => None,
    };
    let (_, tied) = decider.least(posterior);
    let names = decider.actions.iter().enumerate().map(|(action, name)| NameOption {
        name: name.clone(),
        cause: cause(action, name),
        about: about(fitted, decider, posterior, predicted, action),
    });
    let actions: Vec<&str> = decider.actions.iter().map(Name::as_str).collect();
    Some(Asked::Name(Arc::new(NameQuestion {
        label: LABEL.to_owned(),
        wording: format!("Which action is chosen for x: {}?", actions.join(" or ")),
        names: names.collect(),
        right: chosen,
        is_tied: tied.contains(&chosen),
    })))
}

fn about(
    fitted: &Fitted,
    decider: &Decider,
    posterior: &[Number],
    largest: usize,
    action: usize,
) -> Sentence {
    let equation = |of: Option<Quantity>, value: Option<&Number>| {
        let value = value.map(|value| value.significant(3));
        of.zip(value).map(|(of, value)| sentence!("{} = {}", of, value)).unwrap_or_default()
    };
    let own =
        |class: usize| equation(fitted.classes.get(class).map(Quantity::posterior), posterior.get(class));
    let bound = |bound: &BigRational| Number::Exact(bound.clone()).significant(3);
    match &decider.rule {
        DecisionRule::Costs(_) => {
            let name = decider.actions.get(action).map(|name| Quantity::cost(name, None));
            let cost = equation(name, decider.expected(posterior).get(action));
            let (chosen, tied) = decider.least(posterior);
            let rank = match tied.contains(&action) {
                _ if chosen == Some(action) => "the lowest",
                true => "the same as an earlier action, which is chosen",
                false => "and another action costs less",
            };
            sentence!("{}, {}.", cost, rank)
        }
        DecisionRule::Threshold { positive, at } => {
            sentence!("{}, and the threshold is {}.", own(*positive), bound(at))
        }
        DecisionRule::RejectBelow(at) => {
            sentence!("The largest posterior is {}, and the bound is {}.", own(largest), bound(at))
        }
    }
}
