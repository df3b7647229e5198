//! What a learner makes of a solution with a mistake in it.

use std::sync::Arc;

use super::solution::{LineStatus, Solution};
use crate::math::{Sentence, sentence};
use crate::practice::worksheet::{Questions, Score};
use crate::practice::{Checked, Verdict};

/// How far it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stage {
    /// The first wrong line is looked for.
    #[default]
    Looking,
    /// It is found, and what belongs there is wanted.
    Mending,
    /// It was mended.
    Mended,
    /// All was shown.
    Shown,
}

/// The grades of hints: where to look, the formula, the line, the value.
const GRADES: usize = 4;

/// A solution in hand, and what was made of it.
#[derive(Clone, Debug)]
pub struct FindError {
    /// The solution.
    pub solution: Arc<Solution>,
    /// How far it is.
    pub stage: Stage,
    /// Lines that were picked, in order.
    pub picks: Vec<usize>,
    /// Hints that were given.
    pub hints: Vec<Sentence>,
    /// What is said of the last answer.
    pub told: Option<Arc<Checked>>,
    /// How it went, over all solutions since the first.
    pub score: Score,
    grade: usize,
}

impl FindError {
    /// A solution, nothing picked; the score goes on.
    pub fn new(solution: Arc<Solution>, score: Score) -> FindError {
        FindError {
            solution,
            stage: Stage::Looking,
            picks: Vec::new(),
            hints: Vec::new(),
            told: None,
            score,
            grade: 0,
        }
    }

    /// The same solution once more.
    pub fn again(&mut self) {
        *self = FindError::new(Arc::clone(&self.solution), self.score);
    }

    /// What is asked.
    pub fn questions(&self) -> &Arc<Questions> {
        &self.solution.questions
    }

    /// Whether nothing is wanted any more.
    pub fn is_done(&self) -> bool {
        matches!(self.stage, Stage::Mended | Stage::Shown)
    }

    /// How a line that was picked stands; `None` for any other. When all is done, every line is told.
    pub fn known(&self, line: usize) -> Option<&LineStatus> {
        let standing = &self.solution.lines.get(line)?.standing;
        let known = self.is_done()
            || self.picks.contains(&line)
            || (self.stage == Stage::Mending && line == self.solution.first);
        known.then_some(standing)
    }

    /// Picks a line as the first wrong one. The same line twice costs nothing more.
    pub fn pick(&mut self, line: usize) {
        if self.stage != Stage::Looking || line >= self.solution.lines.len() {
            return;
        }
        let new = !self.picks.contains(&line);
        self.picks.retain(|picked| *picked != line);
        self.picks.push(line);
        if line == self.solution.first {
            self.stage = Stage::Mending;
            self.won();
        } else if new {
            self.lost();
        }
    }

    /// What is said of the last pick.
    pub fn said(&self) -> Option<String> {
        Some(self.solution.said_of(*self.picks.last()?))
    }

    /// Takes what is said of an answer in the place of the wrong line. One that goes back with a question costs nothing.
    pub fn take(&mut self, told: Arc<Checked>) {
        if self.stage != Stage::Mending {
            return;
        }
        match told.marked.verdict {
            Verdict::Correct | Verdict::Noted => {
                self.stage = Stage::Mended;
                self.won();
            }
            Verdict::Wrong => self.lost(),
            Verdict::Unmarked => {}
        }
        self.told = Some(told);
    }

    /// Gives the next hint: where to look, the formula, the line, the value. Where the line is found already, the third
    /// is the numbers that it is made of.
    pub fn hint(&mut self) {
        let (first, questions) = (self.solution.first, Arc::clone(self.questions()));
        let found = self.stage == Stage::Mending;
        if self.is_done() {
            return;
        }
        self.grade = if found { (self.grade + 1).max(3) } else { self.grade + 1 };
        match self.grade {
            1 => self.hints.push(self.solution.where_to_look().into()),
            2 => self.hints.push(self.solution.formula()),
            3 if found => self.hints.extend(questions.hint(first, 3)),
            3 => {
                self.hints.push(sentence!("Line {} is the first wrong line.", first + 1));
                self.stage = Stage::Mending;
            }
            _ => self.show(),
        }
    }

    /// Whether the next hint is the last one, which shows all.
    pub fn is_last_hint(&self) -> bool {
        self.grade + 1 == GRADES
    }

    /// Shows the line, what belongs there, and what follows.
    pub fn show(&mut self) {
        if !self.is_done() {
            self.stage = Stage::Shown;
            self.score.shown += 1;
            self.score.streak = 0;
        }
    }

    /// The lines in which something else stands than belongs there.
    pub fn wrong_lines(&self) -> impl Iterator<Item = usize> + '_ {
        let lines = self.solution.lines.iter().enumerate();
        lines.filter(|(_, line)| line.standing != LineStatus::Right).map(|(at, _)| at)
    }

    /// The catalogue's sentence, without its tag, which is for teachers; before it is mended nothing is told of it.
    pub fn cause(&self) -> Option<Sentence> {
        let solution = &self.solution;
        let flips = match &solution.flips {
            Some(class) => format!(" With this slip the answer changes to {class}."),
            None => " The answer stays the same with it.".to_owned(),
        };
        self.is_done().then(|| solution.says.clone().and(flips))
    }

    fn won(&mut self) {
        self.score.right += 1;
        self.score.streak += 1;
    }

    fn lost(&mut self) {
        self.score.wrong += 1;
        self.score.streak = 0;
    }
}
