//! Checking what was typed on a line.

use std::sync::Arc;

use super::questions::Questions;
use crate::practice::carry::Earlier;
use crate::practice::exercise::Rules;
use crate::practice::grader::Grader;
use crate::practice::{Answer, Asked, Checked, Key};
use crate::worked::{Context, WorkedError};

impl Questions {
    /// Checks what was typed on a line. `before` is what was said of the other answers: those of the lines above count,
    /// so that what follows from a wrong one is no second mistake.
    ///
    /// # Errors
    /// When nothing is asked there, which no line with a blank causes.
    pub fn check(&self, line: usize, typed: &str, before: &[Arc<Checked>]) -> Result<Checked, WorkedError> {
        let question = self.list.get(line).and_then(|question| question.asked.as_ref());
        let asked = question.ok_or(WorkedError::NoCase)?;
        let context = Context { fitted: &self.fitted, case: self.case.as_deref() };
        let earlier = before.iter().filter_map(|checked| checked.earlier.clone());
        let earlier: Vec<Earlier> = earlier.filter(|earlier| earlier.number <= line).collect();
        let usual = Rules::default();
        let rules = self.exercise.as_ref().map_or(&usual, |exercise| &exercise.rules);
        let answer = Answer::alone(typed);
        let key = self.key(line, asked, context)?;
        Grader { context, line: line + 1, asked, key: key.as_ref(), rules }.grade(answer, &earlier)
    }

    /// What an answer is held against; `None` where the class is asked.
    fn key(&self, line: usize, asked: &Asked, context: Context<'_>) -> Result<Option<Key>, WorkedError> {
        match (self.keys.get(line), asked) {
            (Some(key), _) => Ok(key.clone()),
            (None, Asked::Class) => Ok(None),
            (None, Asked::Number(quantity)) => Key::of(context.fitted, context.case, quantity).map(Some),
        }
    }
}
