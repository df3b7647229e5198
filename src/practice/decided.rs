//! What is done with a posterior, as a question with options: the actions, each with what the model says of it.

use std::sync::Arc;

use super::asked::Asked;
use super::choice::{Choice, ChoiceOption, MOST_OPTIONS};
use crate::math::{Name, Number, Quantity, Sentence, sentence};
use crate::model::{Case, Decider, DecisionRule, Fitted};
use crate::recipe::folded;

/// What stands before the answer on a sheet.
const LABEL: &str = "decision";

/// Whether a label asks what is done with the posterior.
pub(super) fn is_decision(fitted: &Fitted, label: &str) -> bool {
    fitted.decider.is_some() && matches!(folded(label).as_str(), LABEL | "action")
}

/// Which action is chosen for a case? `None` where no recipe says, the posterior is undefined, or there are too many actions.
pub(super) fn question(fitted: &Fitted, case: &Case) -> Option<Asked> {
    let decider = fitted.decider.as_ref().filter(|decider| decider.actions.len() <= MOST_OPTIONS)?;
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
    let options = decider.actions.iter().enumerate().map(|(action, name)| {
        let (cause, about) = told.of(action);
        ChoiceOption {
            text: name.to_string(),
            is_right: action == told.chosen,
            is_tie: tied.contains(&action) && action == told.chosen,
            about,
            cause: cause.filter(|_| action != told.chosen),
        }
    });
    Some(Asked::Choice(Arc::new(Choice {
        label: LABEL.to_owned(),
        wording: "Which action is chosen for x?".to_owned(),
        options: options.collect(),
        is_about_case: true,
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
    /// Which mistake leads to an action, if one does, and what the model says of it.
    fn of(&self, action: usize) -> (Option<&'static str>, Sentence) {
        let name = self.decider.actions.get(action).cloned().unwrap_or_else(|| Name::new(""));
        let largest = self.fitted.classes.get(self.predicted) == Some(&name);
        let posterior = |class: usize| -> Option<Sentence> {
            let address = Quantity::posterior(self.fitted.classes.get(class)?);
            Some(sentence!("{} = {}", address, self.posterior.get(class)?.significant(3)))
        };
        match &self.decider.rule {
            DecisionRule::Costs(_) => {
                let expected = self.decider.expected(self.posterior);
                let value = expected.get(action).map(|value| value.significant(3));
                let cost = value.map(|value| sentence!("{} = {}", Quantity::cost(&name, None), value));
                let cost = cost.unwrap_or_default();
                let ties = self.decider.least(self.posterior).1.contains(&action);
                let turned = self.decider.turned(&self.fitted.classes);
                let turned = turned.and_then(|turned| turned.choose(self.posterior, Some(self.predicted)))
                    == Some(action);
                match (action == self.chosen, largest, turned) {
                    (true, ..) => (None, sentence!("{}, the least.", cost)),
                    _ if ties => (None, sentence!("{}, as little as an action that comes before it.", cost)),
                    (_, true, _) => {
                        let said = posterior(self.predicted).unwrap_or_default();
                        (
                            Some("D6"),
                            sentence!(
                                "{} is the largest posterior, but {}, and another action costs less.",
                                said,
                                cost
                            ),
                        )
                    }
                    (_, _, true) => (
                        Some("D1"),
                        sentence!(
                            "It is chosen where action and class are turned round; {}, and another action costs less.",
                            cost
                        ),
                    ),
                    _ => (None, sentence!("{}, and another action costs less.", cost)),
                }
            }
            DecisionRule::Threshold { positive, at } => {
                let bound = Number::Exact(at.clone()).significant(3);
                let said = posterior(*positive).unwrap_or_default();
                let fact = sentence!("{}, and the threshold is {}.", said, bound);
                let other = (0..self.posterior.len()).filter(|class| class != positive && *class == action);
                let reached = |class: usize| {
                    self.posterior.get(class).is_some_and(|p| p.compare(&Number::Exact(at.clone())).is_ge())
                };
                let wrong_class = other.into_iter().any(reached);
                match (action == self.chosen, largest, wrong_class) {
                    (true, ..) => (None, fact),
                    (_, _, true) => (Some("D7"), sentence!("The threshold is not on this class: {}", fact)),
                    (_, true, _) => (
                        Some("D6"),
                        sentence!("It has the largest posterior, but the threshold decides: {}", fact),
                    ),
                    _ => (None, fact),
                }
            }
            DecisionRule::RejectBelow(bound) => {
                let bound = Number::Exact(bound.clone()).significant(3);
                let said = posterior(self.predicted).unwrap_or_default();
                let fact = sentence!("The largest posterior is {}, and the bound is {}.", said, bound);
                let cause = (largest && action != self.chosen).then_some("D6");
                (cause, fact)
            }
        }
    }
}
