//! What an answer to a step is held against.

use super::{Exercise, Step};
use crate::practice::grader::{Asked, Checked, Grader, check};
use crate::practice::mark::Key;
use crate::practice::notation::is_log;
use crate::practice::read::Answer;
use crate::worked::WorkedError;

impl Exercise {
    /// What an answer to a step is held against; `None` where the class is asked.
    ///
    /// # Errors
    /// When the quantity is none of this model; that of an opened exercise is.
    pub fn key(&self, step: &Step) -> Result<Option<Key>, WorkedError> {
        let Asked::Number(quantity) = &step.asked else { return Ok(None) };
        let mut key = Key::of(&self.fitted, self.case.as_ref(), quantity)?;
        if is_log(quantity) {
            key = key.in_base(self.notation.base());
        }
        for mistake in &mut key.mistakes {
            mistake.message = self.notation.sentence(std::mem::take(&mut mistake.message));
        }
        key.mistakes.retain(|mistake| self.rules.looks_for(mistake.tag));
        key.ways.retain(|way| self.rules.looks_for(way.tag));
        key.others.retain(|other| self.rules.looks_for(other.tag));
        key.accept.clone_from(&step.accept);
        key.policy = self.rules.policy.clone();
        Ok(Some(key))
    }

    /// The same of each of its steps.
    ///
    /// # Errors
    /// As [`Exercise::key`].
    pub fn keys(&self) -> Result<Vec<Option<Key>>, WorkedError> {
        self.steps.iter().map(|step| self.key(step)).collect()
    }

    /// Grades answers to a step that stands on a line.
    pub(in crate::practice) fn grader<'a>(
        &'a self,
        step: &'a Step,
        line: usize,
        key: Option<&'a Key>,
    ) -> Grader<'a> {
        Grader { context: self.context(), line, asked: &step.asked, key, rules: &self.rules }
    }

    /// The step that asks for this.
    pub fn step(&self, asked: &Asked) -> Option<&Step> {
        self.steps.iter().find(|step| step.asked == *asked)
    }

    /// Checks one answer that stands alone. What is no step is held against the model without the exercise's rules.
    ///
    /// # Errors
    /// When the quantity is none of this model, or is about a case and the exercise has none.
    pub fn check(&self, asked: &Asked, answer: Answer) -> Result<Checked, WorkedError> {
        let Some(step) = self.step(asked) else {
            return check(&self.fitted, self.case.as_ref(), asked, answer);
        };
        let key = self.key(step)?;
        self.grader(step, 1, key.as_ref()).grade(answer, &[])
    }
}
