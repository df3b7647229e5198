//! What a question asks for: a number or a name. A name is the class or the chosen action.

use std::sync::Arc;

use super::label;
use crate::evaluate::judge_for;
use crate::math::{Name, Number, Quantity, Sentence, sentence};
use crate::model::{Case, Decider, DecisionRule, Fitted};
use crate::recipe::folded;
use crate::worked::WorkedError;

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
    /// Returns what a label asks for, and one sentence for each name in it that was read as another. `case` is the case of
    /// `P(No | Sunny, Cool)` and `p(height | male)`.
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
        judge_for(fitted, &found.quantity);
        Ok((Asked::Number(found.quantity), found.notes))
    }

    pub fn name(&self) -> String {
        match self {
            Asked::Class => "class".into(),
            Asked::Number(quantity) => quantity.to_string(),
            Asked::Name(question) => question.label.clone(),
        }
    }

    /// The quantity asked for; `None` if the question asks for a name.
    pub fn number(&self) -> Option<&Quantity> {
        if let Asked::Number(quantity) = self { Some(quantity) } else { None }
    }

    /// The question for an action; `None` if it asks for a number or the class.
    pub fn name_question(&self) -> Option<&NameQuestion> {
        if let Asked::Name(question) = self { Some(question) } else { None }
    }

    /// The possible names; empty if the question asks for a number.
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
    let posterior = prediction.posterior.as_ref()?;
    let told = Told {
        fitted,
        decider,
        posterior,
        predicted: prediction.predicted?,
        chosen: decider.choose(posterior, prediction.predicted)?,
    };
    let (_, tied) = decider.least(posterior);
    let names = decider.actions.iter().enumerate().map(|(action, name)| {
        let (cause, about) = told.of(action);
        NameOption { name: name.clone(), cause: cause.filter(|_| action != told.chosen), about }
    });
    let actions: Vec<&str> = decider.actions.iter().map(Name::as_str).collect();
    Some(Asked::Name(Arc::new(NameQuestion {
        label: LABEL.to_owned(),
        wording: format!("Which action is chosen for x: {}?", actions.join(" or ")),
        names: names.collect(),
        right: told.chosen,
        is_tied: tied.contains(&told.chosen),
    })))
}

struct Told<'a> {
    fitted: &'a Fitted,
    decider: &'a Decider,
    posterior: &'a [Number],
    predicted: usize,
    chosen: usize,
}

impl Told<'_> {
    /// Returns the mistake that leads to an action, if any, and the explanation of the action.
    fn of(&self, action: usize) -> (Option<&'static str>, Sentence) {
        let name = self.decider.actions.get(action).cloned().unwrap_or_else(|| Name::new(""));
        let largest = self.fitted.classes.get(self.predicted) == Some(&name);
        let posterior = |class: usize| -> Option<Sentence> {
            let address = Quantity::posterior(self.fitted.classes.get(class)?);
            Some(sentence!("{} = {}", address, self.posterior.get(class)?.significant(3)))
        };
        let own = posterior(self.predicted).unwrap_or_default();
        let is_chosen = action == self.chosen;
        match &self.decider.rule {
            DecisionRule::Costs(_) => {
                let expected = self.decider.expected(self.posterior);
                let cost = expected.get(action).map(|value| value.significant(3));
                let cost = cost.map(|value| sentence!("{} = {}", Quantity::cost(&name, None), value));
                let cost = cost.unwrap_or_default();
                let turned = self.decider.turned(&self.fitted.classes);
                let turned = turned.and_then(|turned| turned.choose(self.posterior, Some(self.predicted)));
                let less = sentence!("{}, and another action costs less.", cost);
                match (is_chosen, self.decider.least(self.posterior).1.contains(&action)) {
                    (true, _) => (None, sentence!("{}, the lowest.", cost)),
                    (_, true) => {
                        (None, sentence!("{}, the same as an earlier action, which is chosen.", cost))
                    }
                    _ if largest => (Some("D6"), sentence!("{} is the largest posterior, but {}", own, less)),
                    _ if turned == Some(action) => {
                        (Some("D1"), sentence!("You get it if action and class are swapped. {}", less))
                    }
                    _ => (None, less),
                }
            }
            DecisionRule::Threshold { positive, at } => {
                let bound = Number::Exact(at.clone());
                let said = posterior(*positive).unwrap_or_default();
                let fact = sentence!("{}, and the threshold is {}.", said, bound.significant(3));
                let of_action = self.posterior.get(action).filter(|_| action != *positive);
                let is_above = of_action.is_some_and(|p| p.compare(&bound).is_ge());
                match (is_chosen, is_above) {
                    (false, true) => (Some("D7"), sentence!("The threshold is for another class: {}", fact)),
                    (false, false) if largest => (
                        Some("D6"),
                        sentence!("It has the largest posterior, but the threshold decides: {}", fact),
                    ),
                    _ => (None, fact),
                }
            }
            DecisionRule::RejectBelow(bound) => {
                let bound = Number::Exact(bound.clone()).significant(3);
                let fact = sentence!("The largest posterior is {}, and the bound is {}.", own, bound);
                ((largest && !is_chosen).then_some("D6"), fact)
            }
        }
    }
}
