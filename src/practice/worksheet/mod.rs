//! A worksheet: the steps of a worked posterior as lines, some of them blank.
//!
//!
//! [`Questions`] are made once for a case and know the right answers. A [`Worksheet`] is the student's progress.

mod hint;
mod questions;

pub use questions::{Kind, Question, Questions, Right, solved};

use super::exercise::{Reveal, Rules};
use super::{Checked, Verdict};
use crate::math::{Chain, Sentence};
use std::sync::Arc;

const FADED: usize = 3;
const MORE: usize = 2;
const FIRST_BLANK: [Kind; 7] =
    [Kind::Factor, Kind::Score, Kind::Posterior, Kind::Parameter, Kind::Prior, Kind::Evidence, Kind::Class];
/// Misses after which the program offers to show a line.
pub const OFFERED: usize = 2;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Level {
    Worked,
    #[default]
    Faded,
    Blank,
}

impl Level {
    pub fn named(word: &str) -> Option<Level> {
        [Level::Worked, Level::Faded, Level::Blank].into_iter().find(|level| level.word() == word)
    }

    pub fn word(self) -> &'static str {
        match self {
            Level::Worked => "worked",
            Level::Faded => "faded",
            Level::Blank => "blank",
        }
    }
}

#[derive(Clone, Debug, Default)]
pub struct Line {
    pub blank: bool,
    pub checked: Option<Arc<Checked>>,
    pub misses: usize,
    pub hints: usize,
    pub shown: bool,
    pub disputed: bool,
}

impl Line {
    pub fn verdict(&self) -> Option<Verdict> {
        self.checked.as_ref().map(|checked| checked.marked.verdict)
    }

    /// Whether it is right and worth marks; a right answer without marks needs another form.
    fn is_right(&self) -> bool {
        let worth =
            |checked: &Arc<Checked>| checked.marked.verdict == Verdict::Correct || checked.credit > 0.0;
        self.checked.as_ref().is_some_and(worth)
    }

    pub fn is_open(&self) -> bool {
        self.blank && !self.shown && !self.is_right()
    }

    pub(super) fn is_begun(&self) -> bool {
        self.checked.is_some() || self.shown || self.hints > 0
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    pub right: usize,
    pub wrong: usize,
    pub shown: usize,
    /// Lines that were right since the last one that was not.
    pub streak: usize,
}

impl Score {
    pub(super) fn add_right(&mut self) {
        self.right += 1;
        self.streak += 1;
    }

    pub(super) fn add_wrong(&mut self) {
        self.wrong += 1;
        self.streak = 0;
    }

    pub(super) fn add_shown(&mut self) {
        self.shown += 1;
        self.streak = 0;
    }
}

#[derive(Clone, Debug)]
pub struct Worksheet {
    pub questions: Arc<Questions>,
    pub lines: Vec<Line>,
    pub level: Level,
    pub score: Score,
    blanks: usize,
    missed: Option<Kind>,
}

impl Worksheet {
    pub fn new(questions: Arc<Questions>, level: Level) -> Worksheet {
        let (score, lines) = (Score::default(), Vec::new());
        let mut sheet = Worksheet { questions, lines, level, score, blanks: FADED, missed: None };
        sheet.again();
        sheet
    }

    /// The next worksheet of the same student: the last missed kind of line is blank; without a miss, more are.
    pub fn next(&self, questions: Arc<Questions>) -> Worksheet {
        let clean = self.is_done() && self.lines.iter().all(|line| line.misses == 0 && !line.shown);
        let blanks = self.blanks + if clean && self.level == Level::Faded { MORE } else { 0 };
        let mut sheet = Worksheet { questions, blanks: blanks.min(self.lines.len()), ..self.clone() };
        sheet.again();
        sheet
    }

    pub fn again(&mut self) {
        let blank = self.blank_lines();
        let lines = 0..self.questions.list.len();
        self.lines = lines.map(|at| Line { blank: blank.contains(&at), ..Line::default() }).collect();
    }

    pub fn set_level(&mut self, level: Level) {
        self.level = level;
        self.again();
    }

    fn blank_lines(&self) -> Vec<usize> {
        let list = &self.questions.list;
        let asked = || list.iter().enumerate().filter(|(_, line)| line.asked.is_some());
        let of = |kind: Kind| {
            let lines = asked().rev().filter(move |(_, line)| line.kind == kind);
            lines.map(|(at, _)| at).collect::<Vec<usize>>()
        };
        match self.level {
            Level::Worked => Vec::new(),
            Level::Blank => asked().map(|(at, _)| at).collect(),
            Level::Faded => {
                let mut order: Vec<usize> = self.missed.map(of).unwrap_or_default();
                let columns = FIRST_BLANK.map(of);
                for round in 0..list.len() {
                    for at in columns.iter().filter_map(|column| column.get(round)) {
                        if !order.contains(at) {
                            order.push(*at);
                        }
                    }
                }
                order.truncate(self.blanks);
                order
            }
        }
    }

    pub fn others(&self, but: usize) -> Vec<Arc<Checked>> {
        let lines = self.lines.iter().enumerate().filter(|(at, line)| *at != but && !line.shown);
        lines.filter_map(|(_, line)| line.checked.clone()).collect()
    }

    pub fn take(&mut self, at: usize, checked: Arc<Checked>) {
        let kind = self.questions.list.get(at).map(|question| question.kind);
        let Some(line) = self.lines.get_mut(at) else { return };
        let open = line.is_open();
        let verdict = checked.marked.verdict;
        (line.checked, line.disputed) = (Some(checked), false);
        let right = line.is_right();
        match verdict {
            Verdict::Correct | Verdict::Noted if open && right => self.score.add_right(),
            Verdict::Wrong if open => {
                line.misses += 1;
                self.score.add_wrong();
                self.missed = kind;
            }
            _ => {}
        }
    }

    pub fn next_open(&self, after: usize) -> Option<usize> {
        let open = |at: &usize| self.lines.get(*at).is_some_and(Line::is_open);
        (after + 1..self.lines.len()).find(open).or_else(|| (0..=after).find(open))
    }

    pub fn is_done(&self) -> bool {
        !self.lines.iter().any(Line::is_open)
    }

    pub fn is_begun(&self) -> bool {
        self.lines.iter().any(Line::is_begun)
    }

    pub fn filled(&self) -> (usize, usize) {
        let blanks = self.lines.iter().filter(|line| line.blank);
        (blanks.clone().filter(|line| !line.is_open()).count(), blanks.count())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Kept {
    #[error("{} needed before this step can be shown.", attempts(*.0))]
    Attempts(u32),
    #[error("In this exercise the teacher shows the answers.")]
    Teacher,
    #[error("This exercise does not show its answers.")]
    Never,
}

fn attempts(more: u32) -> String {
    if more == 1 { "One more attempt is".to_owned() } else { format!("{more} more attempts are") }
}

impl Worksheet {
    fn rules(&self) -> Option<&Rules> {
        self.questions.exercise.as_ref().map(|exercise| &exercise.rules)
    }

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

    pub fn is_closed_book(&self) -> bool {
        self.rules().is_some_and(|rules| matches!(rules.reveal, Reveal::Teacher | Reveal::Never))
    }

    fn other_open(&self, at: usize) -> Vec<usize> {
        let open = |other: &usize| *other != at && self.lines.get(*other).is_some_and(Line::is_open);
        (0..self.lines.len()).filter(open).collect()
    }

    /// A hint for a line reveals neither the answers of other open lines nor, while it may not be shown, its own.
    pub fn hint_text(&self, at: usize, grade: usize) -> Option<Sentence> {
        let mut hidden = self.other_open(at);
        hidden.extend(self.may_show(at).is_err().then_some(at));
        self.questions.hint_without(at, grade, &hidden)
    }

    pub fn hint(&mut self, at: usize) -> Result<(), Kept> {
        let open = self.lines.get(at).filter(|line| line.is_open());
        let Some(next) = open.map(|line| line.hints + 1) else { return Ok(()) };
        let last = next >= self.questions.grades(at);
        // The derived hint with numbers reveals the value.
        if last || (self.is_closed_book() && next > 1 && self.questions.own(at, next).is_none()) {
            self.may_show(at)?;
        }
        if let Some(line) = self.lines.get_mut(at) {
            line.hints = next;
        }
        if last { self.show(at) } else { Ok(()) }
    }

    /// The working of a line, shown when it is filled in, without the answers of open lines.
    pub fn working(&self, at: usize) -> Option<Chain> {
        let step = self.questions.step(at)?;
        let open = self.other_open(at);
        let reveals = step.uses.iter().any(|of| self.questions.among(of, &open).is_some());
        let last = step.chain.rest.len().saturating_sub(1);
        let has_formula = step.numbers.is_some() && last > 0;
        let keep = |place: usize| match reveals {
            true => place == last || place > 1 || (place == 0 && has_formula),
            false => place > 0 || !has_formula,
        };
        let rest = step.chain.rest.iter().enumerate().filter(|(place, _)| keep(*place));
        Some(Chain { lhs: step.chain.lhs.clone(), rest: rest.map(|(_, side)| side.clone()).collect() })
    }

    pub fn show(&mut self, at: usize) -> Result<(), Kept> {
        if !self.lines.get(at).is_some_and(Line::is_open) {
            return Ok(());
        }
        self.may_show(at)?;
        if let Some(line) = self.lines.get_mut(at) {
            line.shown = true;
        }
        self.score.add_shown();
        self.missed = self.questions.list.get(at).map(|question| question.kind);
        Ok(())
    }

    pub fn show_all(&mut self) -> Result<(), Kept> {
        (0..self.lines.len()).map(|at| self.show(at)).fold(Ok(()), Result::and)
    }

    pub fn marks(&self) -> Option<(f64, f64)> {
        let exercise = self.questions.exercise.as_ref()?;
        let own = self.lines.iter().zip(&exercise.steps).filter(|(line, _)| line.blank);
        let had =
            |line: &Line| line.checked.as_ref().filter(|_| !line.shown).map_or(0.0, |checked| checked.credit);
        Some(own.fold((0.0, 0.0), |(marks, max), (line, step)| {
            (marks + step.marks * had(line), max + step.marks)
        }))
    }

    pub fn dispute(&mut self, at: usize) -> Option<bool> {
        let line = self.lines.get_mut(at)?;
        matches!(line.verdict(), Some(Verdict::Wrong | Verdict::Unmarked)).then(|| {
            line.disputed = !line.disputed;
            line.disputed
        })
    }

    /// The lines of an answer sheet with the answers so far. A disputed mark becomes a comment for the teacher.
    pub fn handed_in(&self) -> Vec<String> {
        let lines = self.lines.iter().zip(&self.questions.list).filter(|(line, _)| line.blank);
        let answer = |(line, question): (&Line, &Question)| {
            let label = &question.name;
            let typed = line.checked.as_ref().map(|checked| checked.answer.typed.replace(['\n', '\r'], " "));
            let answer = format!("{label} = {}", typed.unwrap_or_default()).trim_end().to_owned();
            let remark = line.disputed.then(|| format!("# I think this answer to {label} is right."));
            [Some(answer), remark].into_iter().flatten().collect::<Vec<_>>().join("\n")
        };
        lines.map(answer).collect()
    }
}
