//! The questions of an exercise: its own steps, in its order, by its labels.

use std::collections::HashMap;
use std::sync::Arc;

use super::in_notation::written;
use super::questions::{Kind, Questions};
use crate::math::{Event, Name, Quantity};
use crate::practice::carry::of_case;
use crate::practice::{Asked, Base, Exercise};
use crate::worked::{Step, WorkedError, derive_all};

impl Questions {
    /// The questions of an exercise.
    ///
    /// # Errors
    /// When a quantity is none of the model; those of an opened exercise are.
    pub fn of_exercise(exercise: Arc<Exercise>) -> Result<Questions, WorkedError> {
        let goals = exercise.steps.iter().filter_map(|step| match &step.asked {
            Asked::Number(quantity) => Some(quantity.clone()),
            Asked::Class => None,
        });
        let context = exercise.context();
        let goals: Vec<Quantity> = goals.flat_map(|of| [of_case(context, &of), of]).collect();
        let steps = derive_all(&exercise.fitted, exercise.case.as_ref(), &goals, &[])?.into_iter();
        let steps: HashMap<Quantity, Step> = steps.map(|step| (step.of.clone(), step)).collect();
        let steps = written(&exercise.notation, steps);
        let mut questions = Questions {
            fitted: Arc::clone(&exercise.fitted),
            case: exercise.case.clone().map(Arc::new),
            exercise: Some(Arc::clone(&exercise)),
            list: Vec::new(),
            steps,
            unasked: Vec::new(),
            keys: exercise.keys()?,
            trees: Vec::new(),
        };
        for step in &exercise.steps {
            match &step.asked {
                Asked::Number(quantity) => {
                    let (kind, class) = kind(quantity);
                    questions.number(kind, quantity.clone(), class);
                }
                Asked::Class => questions.decision(),
            }
            if let Some(question) = questions.list.last_mut() {
                // Quotation marks are there for the reader of the file only.
                if question.name != step.label.replace('"', "") {
                    question.short.clone_from(&step.label);
                }
                question.name.clone_from(&step.label);
                if let Asked::Number(Quantity::Ln(inner)) = &step.asked {
                    question.meaning = format!("{} of {inner}", exercise.notation.base().meaning());
                }
            }
        }
        questions.trees = (0..questions.list.len()).map(|line| questions.count(line)).collect();
        Ok(questions)
    }
}

impl Questions {
    /// Whether logarithms on the lines are those of the working, to base e.
    pub(in crate::practice) fn has_natural_logarithms(&self) -> bool {
        self.exercise.as_ref().is_none_or(|exercise| exercise.notation.base() == Base::E)
    }
}

/// Which step of a posterior a quantity is, and the class that it is about.
pub(super) fn kind(quantity: &Quantity) -> (Kind, Option<Name>) {
    match quantity {
        Quantity::Prob { event: Event::Class(class), given: None } => (Kind::Prior, Some(class.clone())),
        Quantity::Prob { event: Event::Class(class), given: Some(_) } => {
            (Kind::Posterior, Some(class.clone()))
        }
        Quantity::Prob { event: Event::Value { .. }, given: Some(Event::Class(class)) }
        | Quantity::Density { given: Some(class), .. } => (Kind::Factor, Some(class.clone())),
        Quantity::Prob { given: None, .. } => (Kind::Evidence, None),
        Quantity::Mean { class, .. }
        | Quantity::Var { class, .. }
        | Quantity::Cov { class, .. }
        | Quantity::Inverse { class, .. }
        | Quantity::Det { class } => (Kind::Parameter, class.clone()),
        Quantity::SquaredDistance(class) => (Kind::Parameter, Some(class.clone())),
        Quantity::Score(class) => (Kind::Score, Some(class.clone())),
        _ => (Kind::Other, None),
    }
}
