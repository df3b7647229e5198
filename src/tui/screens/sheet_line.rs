//! Room 7, right: what is said of the marked line of an answer sheet.
//!
//! ```text
//! ╭─ This line ──────────────────────────╮
//! │ P(Sunny|Yes)                         │
//! │ how often Weather is Sunny in Yes    │
//! │                                      │
//! │ you wrote  3/14                      │
//! │ read as    3/14                      │
//! │                                      │
//! │ ✗  3/14 is P(Sunny and Yes). Given   │
//! │    Yes, divide by the 9 Yes days.    │
//! │                                      │
//! │ right      3/9                       │
//! ╰──────────────────────────────────────╯
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::super::pane::{self, Frame, wrap};
use super::super::theme::Theme;
use super::super::{card, formula};
use super::counts_tree;
use crate::practice::worksheet::Questions;
use crate::practice::{LeftOver, MarkedLine, Verdict};
use crate::report::without_formula;
use crate::workbench::App;
use crate::workbench::practice::SheetLine;
use crate::workbench::words::{shown, worded};

/// Draws the pane.
pub fn draw(app: &App, theme: &Theme, focused: bool, area: Rect, buffer: &mut Buffer) {
    let columns = usize::from(area.width.saturating_sub(4));
    let screen = &app.screens.practice.sheets;
    let mut pen = Pen { app, theme, columns, lines: Vec::new() };
    match screen.line(screen.line) {
        Some(SheetLine::Step(line)) => pen.step(line),
        Some(SheetLine::Other(left)) => pen.other(left),
        None => pen.text("This sheet has no lines.", theme.text),
    }
    let (scroll, foot) = pane::reach(pen.lines.len(), screen.detail, area.inner(Margin::new(1, 1)));
    let inside = Frame { title: "This line", foot: &foot, focused }.draw(theme, area, buffer);
    pane::lines(&pen.lines, scroll, inside, buffer);
}

struct Pen<'a> {
    app: &'a App,
    theme: &'a Theme,
    columns: usize,
    lines: Vec<Line<'static>>,
}

impl Pen<'_> {
    fn step(&mut self, line: &MarkedLine) {
        let screen = &self.app.screens.practice.sheets;
        let (theme, at) = (self.theme, line.number.saturating_sub(1));
        let questions = screen.questions().cloned();
        self.text(&line.label, theme.strong);
        if let Some(question) = questions.as_ref().and_then(|questions| questions.list.get(at)) {
            self.text(&question.meaning, theme.text);
        }
        self.blank();
        match line.checked() {
            Some(checked) => {
                self.lines.extend(card::lines(&checked, self.columns, self.app.settings.ascii, theme));
            }
            None => self.text(&line.marked.message, theme.secondary),
        }
        if let Some(line) = line.at {
            self.blank();
            self.text(&format!("line {line} of the file"), theme.secondary);
        }
        if line.flagged {
            self.text("It has few figures, and was accepted with them.", theme.secondary);
        }
        let first = screen.sheet().and_then(|sheet| sheet.first_wrong);
        if let Some(first) = first.filter(|first| line.is(Verdict::Wrong) && line.number > *first) {
            self.blank();
            self.text(&format!("Line {first} is wrong before it: begin there."), theme.text);
        }
        if let Some(questions) = questions.filter(|_| screen.shown) {
            self.right(&questions, at);
        }
    }

    /// What belongs on the line, and the counts behind it.
    fn right(&mut self, questions: &Questions, at: usize) {
        let (theme, ascii) = (self.theme, self.app.settings.ascii);
        let Some(question) = questions.list.get(at) else { return };
        self.blank();
        let head = "right      ";
        let right = super::practice::right(self.app, question, self.columns.saturating_sub(head.len()));
        self.lines
            .push(Line::from(vec![Span::styled(head, theme.secondary), Span::styled(right, theme.strong)]));
        if let Some(step) = questions.step(at) {
            self.lines.extend(formula::short(&without_formula(step), 0, self.columns, ascii, theme));
        }
        if let Some(tree) = questions.tree(at) {
            self.blank();
            let tree = counts_tree::lines(tree, self.columns, ascii);
            self.lines.extend(tree.into_iter().map(|line| Line::styled(line, theme.text)));
        }
    }

    /// A line that answers no step.
    fn other(&mut self, left: &LeftOver) {
        let theme = self.theme;
        self.text(&left.text, theme.strong);
        self.blank();
        self.text(&format!("It was not marked: {}.", left.why), theme.warning);
        self.blank();
        let place = match &left.column {
            Some(column) => format!("the column “{column}”, line {} of the file", left.line),
            None => format!("line {} of the file", left.line),
        };
        self.text(&place, theme.secondary);
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
