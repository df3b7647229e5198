//! Answer sheets on screen 7: graded line by line, and graded again whenever they are saved, with the cursor where it was.
//!
//! Several sheets are a list, and one of them is opened; a single one is open from the start. Sheets are only read.

use std::sync::Arc;

use super::graded::{AnsweredExercise, GradedSheets, Sheets};
use crate::practice::worksheet::Questions;
use crate::practice::{FileStamps, GradedSheet, LeftOver, MarkedLine, Reveal, Verdict};
use crate::text::shown;
use crate::workbench::frame::Pane;
use crate::workbench::keys::Scope;
use crate::workbench::words::counted;

#[derive(Clone, Debug, Default)]
pub struct SheetsScreen {
    pub(super) sheets: Option<Arc<Sheets>>,
    pub(super) stamps: Arc<FileStamps>,
    pub marked: Vec<GradedSheet>,
    pub(super) taught: Vec<Arc<AnsweredExercise>>,
    pub warnings: Vec<String>,
    pub cursor: usize,
    pub open: bool,
    /// The selected line of the open sheet: a step, or below the steps a line that answers none.
    pub line: usize,
    pub detail: usize,
    pub shown: bool,
    /// The lines whose verdict has changed since the last key: the sheet, and the step from 1.
    pub(super) changed: Vec<(String, usize)>,
    /// Looks since a file was last seen, where it is gone.
    pub(super) gone: u8,
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
            Some(SheetLine::Other(left)) => left.column.is_none(),
            None => false,
        };
        (self.line + 1..self.lines()).chain(0..self.line).find(is_open)
    }

    /// Whether the exercise of the selected sheet never shows its answers.
    pub(super) fn keeps_back(&self) -> bool {
        self.questions().is_some_and(|questions| never_shows(questions))
    }

    /// Whether there are several sheets, or what is said of them needs a list.
    pub fn has_list(&self) -> bool {
        self.marked.len() != 1
    }

    pub fn exercises(&self) -> impl Iterator<Item = &str> {
        self.sheets.iter().flat_map(|sheets| sheets.exercises.ids())
    }

    /// Whether the verdict on a step has changed since the last key.
    pub fn has_changed(&self, sheet: &GradedSheet, number: usize) -> bool {
        self.changed.iter().any(|(name, step)| *name == sheet.sheet && *step == number)
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
                "Marked again when the file is saved. Enter: the next line that is not right."
            }
            (true, _) => "Marked again when the file is saved. a shows what belongs on a line.",
            (false, None) => "Mend a sheet and save it: then it is marked at once.",
            (false, Some(_)) => "Each sheet with its marks, marked again when it is saved. Enter opens one.",
        }
    }

    /// Takes the sheets as they are now, and tells what has changed.
    pub(super) fn renew(&mut self, graded_sheets: GradedSheets) -> String {
        let before = std::mem::replace(&mut self.marked, graded_sheets.marked);
        self.taught = graded_sheets.taught;
        self.warnings = graded_sheets.warnings;
        let mut touched: Vec<(String, usize)> = Vec::new();
        for sheet in &self.marked {
            let old = before.iter().find(|old| old.sheet == sheet.sheet);
            let lines =
                || sheet.lines.iter().map(|line| (line, old.and_then(|old| old.lines.get(line.number - 1))));
            let turned = lines().filter(|(line, old)| old.is_some_and(|old| verdict(old) != verdict(line)));
            self.changed.extend(turned.map(|(line, _)| (sheet.sheet.clone(), line.number)));
            let other = |(line, old): &(&MarkedLine, Option<&MarkedLine>)| {
                old.is_none_or(|old| typed(old) != typed(line) || verdict(old) != verdict(line))
            };
            let lines = lines().filter(other).count();
            if lines > 0 || old.is_none_or(|old| old.left_over != sheet.left_over) {
                touched.push((sheet.who().to_owned(), lines));
            }
        }
        let is_gone = |old: &&GradedSheet| !self.marked.iter().any(|sheet| sheet.sheet == old.sheet);
        let gone = before.iter().filter(is_gone).count();
        let marked = before.get(self.cursor).map(|sheet| sheet.sheet.clone());
        let at = marked.and_then(|name| self.marked.iter().position(|sheet| sheet.sheet == name));
        self.open &= at.is_some();
        self.cursor = at.unwrap_or(self.cursor).min(self.marked.len().saturating_sub(1));
        self.line = self.line.min(self.lines().saturating_sub(1));
        told(&touched, gone, self.marked.len() == 1)
    }
}

/// `Graded again: 3 lines changed.`
fn told(touched: &[(String, usize)], gone: usize, alone: bool) -> String {
    let lines = |count: usize| match count {
        0 => "no step changed".to_owned(),
        1 => "1 line changed".to_owned(),
        count => format!("{count} lines changed"),
    };
    match touched {
        _ if gone > 0 => {
            let gone = counted(gone, "sheet is gone", "sheets are gone");
            match touched.len() {
                0 => format!("Marked again: {gone}."),
                changed => format!("Marked again: {gone}, {} changed.", counted(changed, "sheet", "sheets")),
            }
        }
        [] => "Marked again: nothing changed.".into(),
        [(_, count)] if alone => format!("Marked again: {}.", lines(*count)),
        [(who, count)] => format!("Marked again: {}, {}.", shown(who), lines(*count)),
        several => format!("Marked again: {} sheets changed.", several.len()),
    }
}

fn verdict(line: &MarkedLine) -> (bool, &'static str, &[usize]) {
    (line.answer.is_some(), line.marked.verdict.word(), &line.with)
}

fn typed(line: &MarkedLine) -> Option<&str> {
    line.answer.as_ref().map(|answer| answer.typed.as_str())
}

/// Whether the exercise never shows its answers.
fn never_shows(questions: &Questions) -> bool {
    questions.exercise.as_ref().is_some_and(|exercise| exercise.rules.reveal == Reveal::Never)
}
