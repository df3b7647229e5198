//! What an exercise lets be seen, and what an answer is worth. A worksheet of a case keeps nothing back.

use std::fmt;

use super::{Line, Worksheet};
use crate::practice::exercise::{Reveal, Rules};

/// Why something is not shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// So many attempts come first.
    Attempts(u32),
    /// The teacher shows it.
    Teacher,
    /// It is never shown.
    Never,
}

impl fmt::Display for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kept::Attempts(1) => f.write_str("One more attempt comes first; then s may show this step."),
            Kept::Attempts(more) => {
                write!(f, "{more} more attempts come first; then s may show this step.")
            }
            Kept::Teacher => f.write_str("In this exercise the teacher shows the answers."),
            Kept::Never => f.write_str("This exercise does not show its answers."),
        }
    }
}

impl Worksheet {
    fn rules(&self) -> Option<&Rules> {
        self.questions.exercise.as_ref().map(|exercise| &exercise.rules)
    }

    /// Whether what belongs on a line may be shown now.
    ///
    /// # Errors
    /// Why not.
    pub fn may_show(&self, at: usize) -> Result<(), Kept> {
        let Some(rules) = self.rules() else { return Ok(()) };
        let misses = self.lines.get(at).map_or(0, |line| line.misses);
        let left = rules.attempts.saturating_sub(u32::try_from(misses).unwrap_or(u32::MAX));
        match rules.reveal {
            Reveal::Always => Ok(()),
            Reveal::AfterAttempts if left == 0 => Ok(()),
            Reveal::AfterAttempts => Err(Kept::Attempts(left)),
            Reveal::Teacher => Err(Kept::Teacher),
            Reveal::Never => Err(Kept::Never),
        }
    }

    /// Whether answers are never shown here, whatever is tried.
    pub fn is_closed_book(&self) -> bool {
        self.rules().is_some_and(|rules| matches!(rules.reveal, Reveal::Teacher | Reveal::Never))
    }

    /// Gives the next hint of a line; the last one shows it.
    ///
    /// # Errors
    /// Why there is no further one.
    pub fn hint(&mut self, at: usize) -> Result<(), Kept> {
        let Some(next) = self.lines.get(at).filter(|line| line.is_open()).map(|line| line.hints + 1) else {
            return Ok(());
        };
        let tells = next >= self.questions.grades(at);
        // The numbers put in are as good as the value.
        if tells || (self.is_closed_book() && self.questions.is_of_numbers(at, next)) {
            self.may_show(at)?;
        }
        if let Some(line) = self.lines.get_mut(at) {
            line.hints = next;
        }
        if tells { self.show(at) } else { Ok(()) }
    }

    /// Shows what belongs on a line, if it is open.
    ///
    /// # Errors
    /// Why it is not shown.
    pub fn show(&mut self, at: usize) -> Result<(), Kept> {
        if !self.lines.get(at).is_some_and(Line::is_open) {
            return Ok(());
        }
        self.may_show(at)?;
        if let Some(line) = self.lines.get_mut(at) {
            line.shown = true;
        }
        self.score.shown += 1;
        self.score.streak = 0;
        self.missed = self.questions.list.get(at).map(|question| question.kind);
        Ok(())
    }

    /// Shows all open lines that may be shown.
    ///
    /// # Errors
    /// Why one of them is not.
    pub fn show_all(&mut self) -> Result<(), Kept> {
        let shown: Vec<Result<(), Kept>> = (0..self.lines.len()).map(|at| self.show(at)).collect();
        shown.into_iter().collect()
    }

    /// Marks had and most marks, over the lines that are the student's; `None` where nothing has marks.
    pub fn marks(&self) -> Option<(f64, f64)> {
        let exercise = self.questions.exercise.as_ref()?;
        let own = self.lines.iter().zip(&exercise.steps).filter(|(line, _)| line.blank);
        let had = |line: &Line| line.told.as_ref().filter(|_| !line.shown).map_or(0.0, |told| told.credit);
        Some(own.fold((0.0, 0.0), |(marks, max), (line, step)| {
            (marks + step.marks * had(line), max + step.marks)
        }))
    }
}
