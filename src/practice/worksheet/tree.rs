//! Counts before shares: how many rows there are, how many of a class, and how many of those are like the case.

use super::questions::{Kind, Questions};
use crate::math::{Event, Name, Number, Quantity};
use crate::worked::{Context, Evaluator};

/// Classes that are shown; of more, only the one that is asked about.
const CLASSES: usize = 4;

/// The counts behind a probability.
#[derive(Clone, Debug, PartialEq)]
pub struct Tree {
    pub all: Number,
    pub unit: &'static str,
    pub branches: Vec<Branch>,
}

/// A class of a [`Tree`].
#[derive(Clone, Debug, PartialEq)]
pub struct Branch {
    pub class: Name,
    pub count: Number,
    /// The value, and how much of the class has it; nothing for a prior.
    pub value: Option<(Name, Number)>,
}

impl Branch {
    /// How much of the class has another value; nothing for a prior.
    pub fn others(&self) -> Option<Number> {
        let (_, inside) = self.value.as_ref()?;
        Some(self.count.sub(inside))
    }
}

impl Questions {
    pub(super) fn count(&self, line: usize) -> Option<Tree> {
        let question = self.list.get(line)?;
        let own = question.class.as_ref()?;
        let event = match (question.kind, self.quantity(line)?) {
            (Kind::Prior, Quantity::Prob { event: Event::Class(_), given: None }) => None,
            (Kind::Factor, Quantity::Prob { event: Event::Value { feature, value }, given: Some(_) }) => {
                Some((feature.clone(), value.clone()))
            }
            _ => return None,
        };
        let factor = event.as_ref().and_then(|(feature, _)| self.fitted.factor(feature.as_str()));
        let unit = factor.map_or("rows", |factor| factor.form.unit());
        let mut evaluator =
            Evaluator::new(Context { fitted: &self.fitted, case: self.case.as_deref() }, Vec::new());
        let mut count = |event: Option<Event>, class: Option<&Name>| {
            let quantity = match (event, class) {
                (Some(event), class) => Quantity::Count { event, class: class.cloned() },
                (None, Some(class)) => Quantity::Count { event: Event::Class(class.clone()), class: None },
                (None, None) => Quantity::Rows,
            };
            evaluator.value(&quantity).ok().flatten()
        };
        let any = event.as_ref().map(|(feature, _)| Event::Any(feature.clone()));
        let all = count(any.clone(), None)?;
        let many = self.fitted.classes.len() > CLASSES;
        let mut branches = Vec::new();
        for class in self.fitted.classes.iter().filter(|class| !many || *class == own) {
            let value = match &event {
                Some((feature, value)) => {
                    let is = Event::Value { feature: feature.clone(), value: value.clone() };
                    Some((value.clone(), count(Some(is), Some(class))?))
                }
                None => None,
            };
            branches.push(Branch { class: class.clone(), count: count(any.clone(), Some(class))?, value });
        }
        Some(Tree { all, unit, branches })
    }
}
