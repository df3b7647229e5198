//! Answer sheets on screen 7: graded line by line.
//!
//! Several sheets are a list, and one of them is opened; a single one is open from the start. Sheets are only read.

use std::sync::Arc;

use super::graded::{AnsweredExercise, Sheets};
use crate::practice::worksheet::Questions;
use crate::practice::{GradedSheet, LeftOver, MarkedLine, Reveal, Verdict};
use crate::workbench::frame::Pane;
use crate::workbench::keys::Scope;

#[derive(Clone, Debug, Default)]
pub struct SheetsScreen {
    pub(super) sheets: Option<Arc<Sheets>>,
    pub marked: Vec<GradedSheet>,
    pub(super) taught: Vec<Arc<AnsweredExercise>>,
    pub warnings: Vec<String>,
    pub cursor: usize,
    pub open: bool,
    /// The selected line of the open sheet: a step, or below the steps a line that answers none.
    pub line: usize,
    pub detail: usize,
    pub shown: bool,
}

#[derive(Clone, Copy, Debug)]
pub enum SheetLine<'a> {
    Step(&'a MarkedLine),
    Other(&'a LeftOver),
}

impl SheetsScreen {
    pub fn sheet(&self) -> Option<&GradedSheet> {
        self.marked.get(self.cursor)
    }

    pub(super) fn lines(&self) -> usize {
        self.sheet().map_or(0, |sheet| sheet.lines.len() + sheet.left_over.len())
    }

    pub fn line(&self, at: usize) -> Option<SheetLine<'_>> {
        let sheet = self.sheet()?;
        let other = || sheet.left_over.get(at.checked_sub(sheet.lines.len())?).map(SheetLine::Other);
        sheet.lines.get(at).map(SheetLine::Step).or_else(other)
    }

    pub fn taught(&self, sheet: &GradedSheet) -> Option<&AnsweredExercise> {
        let taught = self.taught.iter().find(|taught| Arc::ptr_eq(&taught.exercise, &sheet.answered));
        taught.map(Arc::as_ref)
    }

    pub fn questions(&self) -> Option<&Arc<Questions>> {
        Some(&self.taught(self.sheet()?)?.questions)
    }

    /// The next line of the open sheet that is not right, from the top again where there is none below.
    pub(super) fn next_wrong(&self) -> Option<usize> {
        let is_open = |at: &usize| match self.line(*at) {
            Some(SheetLine::Step(line)) => {
                !matches!(line.marked.verdict, Verdict::Correct | Verdict::Noted) || line.answer.is_none()
            }
            Some(SheetLine::Other(_)) => true,
            None => false,
        };
        (self.line + 1..self.lines()).chain(0..self.line).find(is_open)
    }

    /// Whether the exercise of the selected sheet never shows its answers.
    pub(super) fn keeps_back(&self) -> bool {
        self.questions().is_some_and(|questions| never_shows(questions))
    }

    pub fn has_list(&self) -> bool {
        self.marked.len() != 1
    }

    pub fn exercises(&self) -> impl Iterator<Item = &str> {
        self.sheets.iter().flat_map(|sheets| sheets.exercises.ids())
    }

    pub fn scopes(&self, pane: Pane) -> &'static [Scope] {
        use Scope::{Always, Detail, Everywhere, List, Page, Sheet, Sheets};
        match pane {
            Pane::Master if self.open => &[List, Sheet, Page, Everywhere, Always],
            Pane::Master => &[List, Sheets, Page, Everywhere, Always],
            Pane::Detail if self.open => &[Detail, Sheet, Page, Everywhere, Always],
            Pane::Detail => &[Detail, Sheets, Page, Everywhere, Always],
        }
    }

    pub fn reading(&self) -> &'static str {
        match (self.open, self.sheet()) {
            (true, Some(sheet)) if sheet.first_wrong.is_some() => {
                "Enter: the next line that is not right. F5 marks the file again."
            }
            (true, _) => "a shows what belongs on a line. F5 marks the file again.",
            (false, None) => "Mend a sheet and save it. F5 marks it again.",
            (false, Some(_)) => "Each sheet with its marks. Enter opens one. F5 marks them again.",
        }
    }
}

/// Whether the exercise never shows its answers.
fn never_shows(questions: &Questions) -> bool {
    questions.exercise.as_ref().is_some_and(|exercise| exercise.rules.reveal == Reveal::Never)
}
