//! Screen 7, find the error, right: how the marked line was worked out, and what is said of it.
//!
//! ```text
//! ╭─ This line ──────────────────────────╮
//! │ P(Weather=Sunny | Yes)               │
//! │ how often Weather is Sunny in Yes    │
//! │ P(Weather=Sunny | Yes) = 3/14        │
//! │                                      │
//! │ 14 rows ┬─ 5 No ──┬─ 2 Sunny         │
//! │         │         └─ 3 other         │
//! │                                      │
//! │ Line 4 is right with line 2: look …  │
//! ╰──────────────────────────────────────╯
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::super::card;
use super::super::pane::{cell, cell_right};
use super::super::pen::Pen;
use super::super::theme::Theme;
use super::answer_cell::{right, written};
use crate::math::sentence;
use crate::practice::Verdict;
use crate::practice::find_error::{FindError, LineStatus, Stage};
use crate::report::without_formula;
use crate::workbench::words::{shown, width};
use crate::workbench::{App, Lane};

/// The most columns of a number in the table of what changes.
const NUMBER: usize = 10;

/// Draws the right pane.
pub fn draw(app: &App, theme: &Theme, focused: bool, area: Rect, buffer: &mut Buffer) {
    let mut pen = Pen::new(app, theme, area);
    if let Some(game) = app.screens.practice.game(&app.session) {
        pen.game(game);
    }
    pen.draw("This line", app.screens.practice.find.detail, focused, area, buffer);
}

impl Pen<'_> {
    fn game(&mut self, game: &FindError) {
        if game.is_done() {
            self.cause(game);
            self.changes(game);
            return;
        }
        self.said(game);
        self.line(game);
        if game.stage == Stage::Looking && game.picks.is_empty() && game.hints.is_empty() {
            self.blank();
            self.text("One mistake was made in these lines. What comes after it was worked out rightly from what stands there.", self.theme.text);
        }
    }

    /// What is said of the last pick, the last answer, and hints.
    fn said(&mut self, game: &FindError) {
        if self.app.jobs.waits_for(Lane::Practice) {
            self.text("checking …", self.theme.secondary);
            self.blank();
            return;
        }
        if let Some(told) = &game.told {
            self.card(told);
            self.blank();
        } else if let Some(said) = game.said() {
            let found = game.stage == Stage::Mending;
            let style = if found { self.theme.good } else { self.theme.strong };
            self.text(&said, style);
            let last = game.picks.last().copied().unwrap_or_default();
            if matches!(game.known(last), Some(LineStatus::Right)) {
                self.sentence(&game.questions().reason(last), self.theme.text);
            }
            self.blank();
        }
        for hint in &game.hints {
            self.sentence(&sentence!("Hint: {}", hint), self.theme.text);
        }
        if game.is_last_hint() {
            self.text("i once more shows the value.", self.theme.secondary);
        }
        if !game.hints.is_empty() {
            self.blank();
        }
    }

    /// What the marked line asks, how it was worked out, and the counts that it may be checked by.
    fn line(&mut self, game: &FindError) {
        let at = self.app.screens.practice.find.cursor;
        let questions = game.questions();
        let (Some(line), Some(question)) = (game.solution.lines.get(at), questions.list.get(at)) else {
            return;
        };
        let theme = self.theme;
        self.text(&question.name, theme.strong);
        self.text(&question.meaning, theme.text);
        match &line.step {
            Some(step) => self.formula(&without_formula(step)),
            None => self.text(&written(self.app, &line.written, self.columns), theme.strong),
        }
        if let Some(tree) = questions.tree(at) {
            self.tree(tree);
        }
        let given = questions.given(at);
        if !given.is_empty() {
            self.blank();
            given.iter().for_each(|number| self.sentence(number, theme.text));
        }
    }

    /// The mistake, once it is mended or shown.
    fn cause(&mut self, game: &FindError) {
        let mended = game.stage == Stage::Mended;
        let sign = if mended { card::sign(Verdict::Correct, self.app.settings.ascii) } else { "" };
        let head = if mended { format!("{sign} Mended.") } else { "Here it is.".to_owned() };
        self.text(&head, if mended { self.theme.good } else { self.theme.strong });
        let first = game.solution.first;
        let name = game.questions().list.get(first).map(|question| question.name.clone()).unwrap_or_default();
        self.text(&format!("Line {}, {name}:", first + 1), self.theme.text);
        self.sentence(&game.cause().unwrap_or_default(), self.theme.strong);
        self.blank();
    }

    /// Every line that changes: what stood there, and what belongs there.
    fn changes(&mut self, game: &FindError) {
        let table: Vec<[String; 4]> = game.wrong_lines().filter_map(|at| self.change(game, at)).collect();
        let head = ["", "", "it said", "right"].map(str::to_owned);
        let number = |column: usize| {
            let cells = table.iter().chain([&head]).filter_map(|row| row.get(column));
            cells.map(|text| width(text)).max().unwrap_or(0)
        };
        let (was, is) = (number(2), number(3));
        let name = self.columns.saturating_sub(3 + was + 2 + is);
        for (at, [line, what, before, after]) in [head.clone()].iter().chain(&table).enumerate() {
            let text = format!(
                "{line:>2} {}{} {}",
                cell(what, name),
                cell_right(before, was),
                cell_right(after, is + 1)
            );
            let style = match at {
                0 => self.theme.heading,
                1 => self.theme.strong,
                _ => self.theme.text,
            };
            self.lines.push(Line::styled(text, style));
        }
    }

    /// A row of that table.
    fn change(&self, game: &FindError, at: usize) -> Option<[String; 4]> {
        let (line, question) = (game.solution.lines.get(at)?, game.questions().list.get(at)?);
        Some([
            (at + 1).to_string(),
            shown(&question.short).into_owned(),
            written(self.app, &line.written, NUMBER),
            right(self.app, question, NUMBER),
        ])
    }
}
