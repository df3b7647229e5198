//! Answers that are handed in from the screen, and those whose mark a student does not believe.

use super::Worksheet;
use crate::practice::{HandedIn, Verdict};

impl Worksheet {
    /// Takes down that the student thinks the answer of a line is right, or takes it back; `None` where it was taken as
    /// right.
    pub fn dispute(&mut self, at: usize) -> Option<bool> {
        let line = self.lines.get_mut(at)?;
        matches!(line.verdict(), Some(Verdict::Wrong | Verdict::Unmarked)).then(|| {
            line.disputed = !line.disputed;
            line.disputed
        })
    }

    /// The answers so far, with the lines that are still empty.
    pub fn handed_in(&self) -> Vec<HandedIn> {
        let lines = self.lines.iter().zip(&self.questions.list).filter(|(line, _)| line.blank);
        lines
            .map(|(line, question)| HandedIn {
                label: question.name.clone(),
                answer: line.told.as_ref().map(|told| told.checked.answer.typed.clone()).unwrap_or_default(),
                disputed: line.disputed,
            })
            .collect()
    }
}
