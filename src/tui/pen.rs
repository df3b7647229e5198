//! Writes a pane from top to bottom: texts are broken where it ends, and all of it is scrolled as a whole.

use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect};
use ratatui::style::Style;
use ratatui::text::Line;

use super::pane::{self, Frame, wrap};
use super::theme::Theme;
use super::{card, counts_tree, formula};
use crate::math::{Chain, Sentence};
use crate::practice::Checked;
use crate::practice::worksheet::Tree;
use crate::workbench::App;
use crate::workbench::words::{shown, worded};

/// Writes a pane. A screen whose pane is long adds what it writes in a block `impl Pen` of its own.
pub struct Pen<'a> {
    /// What it is about.
    pub app: &'a App,
    /// The colours.
    pub theme: &'a Theme,
    /// The columns inside its border.
    pub columns: usize,
    /// What was written so far.
    pub lines: Vec<Line<'static>>,
}

impl<'a> Pen<'a> {
    /// An empty pane inside a border.
    pub fn new(app: &'a App, theme: &'a Theme, area: Rect) -> Pen<'a> {
        Pen { app, theme, columns: usize::from(area.width.saturating_sub(4)), lines: Vec::new() }
    }

    /// Whether only ASCII is drawn.
    pub fn ascii(&self) -> bool {
        self.app.settings.ascii
    }

    /// Writes a text, on as many lines as it takes.
    pub fn text(&mut self, text: &str, style: Style) {
        let text = shown(text);
        let lines = wrap(&worded(&text, self.ascii()), self.columns).into_iter();
        self.lines.extend(lines.map(|line| Line::styled(line, style)));
    }

    /// Writes a sentence for whom the screen is.
    pub fn sentence(&mut self, sentence: &Sentence, style: Style) {
        let lines = wrap(&sentence.text(self.app.settings.face()), self.columns).into_iter();
        self.lines.extend(lines.map(|line| Line::styled(line, style)));
    }

    /// Writes a blank line.
    pub fn blank(&mut self) {
        self.lines.push(Line::default());
    }

    /// Writes a formula, on one line where that is possible.
    pub fn formula(&mut self, chain: &Chain) {
        self.lines.extend(formula::short(chain, 0, self.columns, self.ascii(), self.theme));
    }

    /// Writes counts before shares, after a blank line.
    pub fn tree(&mut self, tree: &Tree) {
        self.blank();
        let lines = counts_tree::lines(tree, self.columns, self.ascii()).into_iter();
        self.lines.extend(lines.map(|line| Line::styled(line, self.theme.text)));
    }

    /// Writes what is said of an answer.
    pub fn card(&mut self, checked: &Checked) {
        self.lines.extend(card::lines(checked, self.columns, self.app.settings.face(), self.theme));
    }

    /// Draws it inside its border, from the `scroll`th line on.
    pub fn draw(self, title: &str, scroll: usize, focused: bool, area: Rect, buffer: &mut Buffer) {
        let (scroll, foot) =
            pane::scrolled(self.app, self.lines.len(), scroll, area.inner(Margin::new(1, 1)));
        let inside = Frame { title, foot: &foot, focused }.draw(self.theme, area, buffer);
        pane::lines(&self.lines, scroll, inside, buffer);
    }
}
