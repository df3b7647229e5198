//! A worksheet: the steps of a worked posterior as lines, some of them blank.
//!
//! [`Questions`] are made once for a case and know the right answers. A [`Worksheet`] is the student's progress: which
//! lines are blank, the answers, the hints that were given, and the score. Every line can be answered, shown or skipped at
//! any time.

mod hint;
mod of_exercise;
mod policy;
mod questions;

use std::sync::Arc;

pub use of_exercise::solved;
pub use policy::Kept;
pub use questions::{Branch, Tree};
pub use questions::{Kind, Question, Questions, Right};

use super::{Checked, Verdict};

/// Blanks of the first faded worksheet.
const FADED: usize = 3;
/// How many more the next one has after a worksheet without a miss.
const MORE: usize = 2;
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
    pub told: Option<Arc<Checked>>,
    pub misses: usize,
    pub hints: usize,
    pub shown: bool,
    pub disputed: bool,
}

impl Line {
    pub fn verdict(&self) -> Option<Verdict> {
        self.told.as_ref().map(|told| told.marked.verdict)
    }

    /// Whether it is right and worth marks; a right answer without marks needs another form.
    fn is_right(&self) -> bool {
        let worth = |told: &Arc<Checked>| told.marked.verdict == Verdict::Correct || told.credit > 0.0;
        self.told.as_ref().is_some_and(worth)
    }

    pub fn is_open(&self) -> bool {
        self.blank && !self.shown && !self.is_right()
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

#[derive(Clone, Debug)]
pub struct Worksheet {
    pub questions: Arc<Questions>,
    pub lines: Vec<Line>,
    pub level: Level,
    /// The score over all worksheets since the first.
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

    /// The next worksheet of the same student. The last missed kind of line is blank there, and without a miss there are
    /// more blanks.
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
        let of = |kind: Kind| {
            let lines = list.iter().enumerate().rev();
            let lines = lines.filter(move |(_, line)| line.kind == kind && line.asked.is_some());
            lines.map(|(at, _)| at).collect::<Vec<usize>>()
        };
        match self.level {
            Level::Worked => Vec::new(),
            Level::Blank => {
                (0..list.len()).filter(|at| list.get(*at).is_some_and(|q| q.asked.is_some())).collect()
            }
            Level::Faded => {
                let mut order: Vec<usize> = self.missed.map(of).unwrap_or_default();
                let kinds = [
                    Kind::Factor,
                    Kind::Score,
                    Kind::Posterior,
                    Kind::Parameter,
                    Kind::Prior,
                    Kind::Evidence,
                    Kind::Class,
                ];
                let columns = kinds.map(of);
                for round in 0..list.len() {
                    let more = columns.iter().filter_map(|column| column.get(round));
                    more.for_each(|at| {
                        if !order.contains(at) {
                            order.push(*at)
                        }
                    });
                }
                order.truncate(self.blanks);
                order
            }
        }
    }

    pub fn others(&self, but: usize) -> Vec<Arc<Checked>> {
        let lines = self.lines.iter().enumerate().filter(|(at, line)| *at != but && !line.shown);
        lines.filter_map(|(_, line)| line.told.clone()).collect()
    }

    pub fn take(&mut self, at: usize, told: Arc<Checked>) {
        let kind = self.questions.list.get(at).map(|question| question.kind);
        let Some(line) = self.lines.get_mut(at) else { return };
        let open = line.is_open();
        let verdict = told.marked.verdict;
        (line.told, line.disputed) = (Some(told), false);
        let right = line.is_right();
        match verdict {
            Verdict::Correct | Verdict::Noted if open && right => {
                self.score.right += 1;
                self.score.streak += 1;
            }
            Verdict::Wrong if open => {
                line.misses += 1;
                self.score.wrong += 1;
                self.score.streak = 0;
                self.missed = kind;
            }
            _ => {}
        }
    }

    /// The next open line after one; starts again at the top if there is none below.
    pub fn next_open(&self, after: usize) -> Option<usize> {
        let open = |at: &usize| self.lines.get(*at).is_some_and(Line::is_open);
        (after + 1..self.lines.len()).find(open).or_else(|| (0..=after).find(open))
    }

    pub fn is_done(&self) -> bool {
        !self.lines.iter().any(Line::is_open)
    }

    pub fn is_begun(&self) -> bool {
        self.lines.iter().any(|line| line.told.is_some() || line.shown || line.hints > 0)
    }

    pub fn filled(&self) -> (usize, usize) {
        let blanks = self.lines.iter().filter(|line| line.blank);
        (blanks.clone().filter(|line| !line.is_open()).count(), blanks.count())
    }
}
