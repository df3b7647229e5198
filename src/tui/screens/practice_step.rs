//! Room 7, right: what is asked on the marked line, the counts behind it, hints, and what is said of the answer.
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
use ratatui::layout::{Margin, Rect};
use ratatui::style::Style;
use ratatui::text::Line;

use super::super::pane::{self, Frame, wrap};
use super::super::theme::Theme;
use super::super::{card, formula};
use super::{counts_tree, find_error_line, practice_data};
use crate::practice::Worksheet;
use crate::practice::worksheet::{Line as Filled, OFFERED, Told};
use crate::report::without_formula;
use crate::workbench::practice::{InHand, Why};
use crate::workbench::words::{shown, worded};
use crate::workbench::{App, Lane, PracticeView};

/// Draws the right pane.
pub fn draw(app: &App, theme: &Theme, focused: bool, area: Rect, buffer: &mut Buffer) {
    if app.screens.practice.view == PracticeView::FindError {
        return find_error_line::draw(app, theme, focused, area, buffer);
    }
    let columns = usize::from(area.width.saturating_sub(4));
    let mut pen = Pen { app, theme, columns, lines: Vec::new() };
    let screen = &app.screens.practice;
    match screen.sheet(app) {
        Some(sheet) if screen.data => pen.lines = practice_data::lines(app, sheet, columns, theme),
        Some(sheet) => pen.write(sheet),
        None => {}
    }
    let (scroll, foot) = pane::reach(pen.lines.len(), screen.detail, area.inner(Margin::new(1, 1)));
    let title = if screen.data { "Data" } else { "This line" };
    let inside = Frame { title, foot: &foot, focused }.draw(theme, area, buffer);
    pane::lines(&pen.lines, scroll, inside, buffer);
}

struct Pen<'a> {
    app: &'a App,
    theme: &'a Theme,
    columns: usize,
    lines: Vec<Line<'static>>,
}

impl Pen<'_> {
    fn write(&mut self, sheet: &Worksheet) {
        let screen = &self.app.screens.practice;
        let (at, questions) = (screen.cursor, &sheet.questions);
        let Some((line, question)) = screen.marked() else { return };
        let theme = self.theme;
        self.text(&question.name, theme.strong);
        self.text(&question.meaning, theme.text);
        // In an exercise the counts are part of what is asked.
        let counts = screen.exercise.is_none() || !line.is_open();
        if let Some(tree) = questions.tree(at).filter(|_| counts) {
            self.blank();
            let tree = counts_tree::lines(tree, self.columns, self.app.settings.ascii);
            self.lines.extend(tree.into_iter().map(|line| Line::styled(line, theme.text)));
        }
        let given = questions.given(at);
        if !given.is_empty() {
            self.blank();
            given.iter().for_each(|number| self.text(number, theme.text));
        }
        self.why(sheet, at, line.is_open());
        if !line.is_open() && (!line.blank || line.shown) {
            self.blank();
            match questions.step(at) {
                Some(step) => {
                    let own = questions.is_in_notation(at);
                    let chain = if own { step.chain.clone() } else { without_formula(step) };
                    let ascii = self.app.settings.ascii;
                    self.lines.extend(formula::short(&chain, 0, self.columns, ascii, theme));
                }
                None => self.text(&super::practice::right(self.app, question, self.columns), theme.strong),
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
                self.text(&format!("{grade}. {hint}"), theme.text);
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
            (Why::Told, question) => {
                self.blank();
                let because = sheet.questions.because(at);
                match question {
                    Some(question) => {
                        self.text(question, theme.strong);
                        self.text(&because, theme.text);
                    }
                    None => self.text(&format!("Why: {because}"), theme.text),
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
    fn told(&mut self, line: &Filled, told: &Told, may_show: bool) {
        self.lines.extend(card::lines(&told.checked, self.columns, self.app.settings.ascii, self.theme));
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

    fn text(&mut self, text: &str, style: Style) {
        let text = shown(text);
        let lines = wrap(&worded(&text, self.app.settings.ascii), self.columns).into_iter();
        self.lines.extend(lines.map(|line| Line::styled(line, style)));
    }

    fn blank(&mut self) {
        self.lines.push(Line::default());
    }
}
