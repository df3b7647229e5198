//! Screen 7, right: what is said of the marked line of an answer sheet.
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
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::super::pen::Pen;
use super::super::theme::Theme;
use super::answer_cell;
use crate::practice::worksheet::Questions;
use crate::practice::{LeftOver, MarkedLine, Verdict};
use crate::report::without_formula;
use crate::workbench::App;
use crate::workbench::practice::SheetLine;

/// Draws the pane.
pub fn draw(app: &App, theme: &Theme, focused: bool, area: Rect, buffer: &mut Buffer) {
    let screen = &app.screens.practice.sheets;
    let mut pen = Pen::new(app, theme, area);
    match screen.line(screen.line) {
        Some(SheetLine::Step(line)) => pen.step(line),
        Some(SheetLine::Other(left)) => pen.other(left),
        None => pen.text("This sheet has no lines.", theme.text),
    }
    pen.draw("This line", screen.detail, focused, area, buffer);
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
            Some(checked) => self.card(&checked),
            None => self.text(&line.message(self.app.settings.face()), theme.secondary),
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
        let theme = self.theme;
        let Some(question) = questions.list.get(at) else { return };
        self.blank();
        let head = "right      ";
        let right = answer_cell::right(self.app, question, self.columns.saturating_sub(head.len()));
        self.lines
            .push(Line::from(vec![Span::styled(head, theme.secondary), Span::styled(right, theme.strong)]));
        if let Some(step) = questions.step(at) {
            self.formula(&without_formula(step));
        }
        if let Some(tree) = questions.tree(at) {
            self.tree(tree);
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
}
