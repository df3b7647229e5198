//! Screen 7, right: what is asked on the marked line, the counts behind it, hints, and what is said of the answer.
//!
//! ```text
//! ╭─ This line ──────────────────────────╮
//! │ P(Weather=Sunny | Yes)               │
//! │ how often Weather is Sunny in Yes    │
//! │                                      │
//! │ 14 rows ┬─ 5 No ──┬─ 2 Sunny         │
//! │         │         └─ 3 other         │
//! │         └─ 9 Yes ─┬─ 3 Sunny         │
//! │                   └─ 6 other         │
//! │                                      │
//! │ you wrote  3/14                      │
//! │ ✗  …                                 │
//! ╰──────────────────────────────────────╯
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::super::pen::Pen;
use super::super::theme::Theme;
use super::answer_cell::right;
use super::{find_error_line, practice_data};
use crate::math::sentence;
use crate::practice::worksheet::{Line as Filled, OFFERED};
use crate::practice::{Checked, Worksheet};
use crate::report::without_formula;
use crate::workbench::practice::{InHand, Why};
use crate::workbench::{App, Lane, PracticeView};

/// Draws the right pane.
pub fn draw(app: &App, theme: &Theme, focused: bool, area: Rect, buffer: &mut Buffer) {
    if app.screens.practice.view == PracticeView::FindError {
        return find_error_line::draw(app, theme, focused, area, buffer);
    }
    let mut pen = Pen::new(app, theme, area);
    let screen = &app.screens.practice;
    match screen.sheet(&app.session) {
        Some(sheet) if screen.data => pen.lines = practice_data::lines(app, sheet, pen.columns, theme),
        Some(sheet) => pen.worksheet(sheet),
        None => {}
    }
    pen.draw(if screen.data { "Data" } else { "This line" }, screen.detail, focused, area, buffer);
}

impl Pen<'_> {
    fn worksheet(&mut self, sheet: &Worksheet) {
        let screen = &self.app.screens.practice;
        let (at, questions) = (screen.cursor, &sheet.questions);
        let Some((line, question)) = screen.marked() else { return };
        let theme = self.theme;
        self.text(&question.name, theme.strong);
        self.text(&question.meaning, theme.text);
        // In an exercise the counts are part of what is asked.
        let counts = screen.exercise.is_none() || !line.is_open();
        if let Some(tree) = questions.tree(at).filter(|_| counts) {
            self.tree(tree);
        }
        let given = questions.given(at);
        if !given.is_empty() {
            self.blank();
            given.iter().for_each(|number| self.sentence(number, theme.text));
        }
        self.why(sheet, at, line.is_open());
        if !line.is_open() && (!line.blank || line.shown) {
            self.blank();
            match questions.step(at) {
                Some(step) => {
                    let own = questions.is_in_notation(at);
                    self.formula(&if own { step.chain.clone() } else { without_formula(step) });
                }
                None => self.text(&right(self.app, question, self.columns), theme.strong),
            }
        }
        let lesson = screen.exercise.as_ref().and_then(InHand::lesson).filter(|_| !sheet.is_begun());
        if let Some(lesson) = lesson {
            self.blank();
            self.text(lesson.teaches, theme.secondary);
        }
        self.blank();
        if self.app.jobs.waits_for(Lane::Practice) {
            self.text("checking …", theme.secondary);
        } else if let Some(told) = &line.told {
            self.told(line, told, sheet.may_show(at).is_ok());
        }
        if line.is_open() && line.hints > 0 {
            // Below a card there is room for the last hint only.
            let first = if line.told.is_some() { line.hints } else { 1 };
            if line.told.is_some() {
                self.blank();
            }
            for grade in first..=line.hints {
                let hint = questions.hint(at, grade).unwrap_or_default();
                self.sentence(&sentence!("{}. {}", grade, hint), theme.text);
            }
            if line.hints + 1 == questions.grades(at) && sheet.may_show(at).is_ok() {
                self.text("i once more shows the value.", theme.secondary);
            }
        }
    }

    /// The exercise's question about the reason, or below it the reason.
    fn why(&mut self, sheet: &Worksheet, at: usize, open: bool) {
        let theme = self.theme;
        match (self.app.screens.practice.why, sheet.questions.why(at)) {
            (Why::Asked, Some(question)) => {
                self.blank();
                self.text(question, theme.strong);
                self.text("Answer for yourself, then press w.", theme.secondary);
            }
            (Why::LineFeedback, question) => {
                self.blank();
                let because = sheet.questions.because(at);
                match question {
                    Some(question) => {
                        self.text(question, theme.strong);
                        self.sentence(&because, theme.text);
                    }
                    None => self.sentence(&sentence!("Why: {}", because), theme.text),
                }
                if sheet.questions.is_parameter(at) {
                    // It ends in the value.
                    let when =
                        if open { "comes when the line is filled in" } else { "opens with w once more" };
                    self.text(&format!("The whole argument {when}."), theme.secondary);
                }
            }
            _ => {}
        }
    }

    /// What is said of the last answer.
    fn told(&mut self, line: &Filled, told: &Checked, may_show: bool) {
        self.card(told);
        if line.disputed {
            self.blank();
            self.text(
                "You think that this is right. e writes your answers, with this note.",
                self.theme.text,
            );
        }
        if line.is_open() && line.misses >= OFFERED && may_show {
            self.blank();
            self.text("s shows this step.", self.theme.secondary);
        }
    }
}
