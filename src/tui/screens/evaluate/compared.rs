//! Screen 4, right: the marked number of a comparison opened, or two models row by row.
//!
//! ```text
//! ╭─ QDA ───────────────────╮
//! │ row is   QDA      GDA   │
//! │▸ 71 ▲  ■ 0.6642 ▲ 0.7466│
//! ╰─────────────────────────╯
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::super::super::formula;
use super::super::super::pane::{self, Frame, cell, cell_right, scrolled};
use super::super::super::pen::Pen;
use super::super::super::row_line::named;
use super::super::super::theme::{Theme, class_mark};
use crate::evaluate::{Comparison, ComparisonResult, Figure, Kind, Measure, Pair};
use crate::math::Chain;
use crate::report;
use crate::workbench::words::clip;
use crate::workbench::{App, CompareColumn, CompareView};

/// Columns of what a model says of a row: its mark and the posterior.
const SAID: usize = 8;

/// Draws the right pane.
pub fn draw(app: &App, theme: &Theme, focused: bool, area: Rect, buffer: &mut Buffer) {
    let view = &app.screens.evaluate.compare;
    let columns = usize::from(area.width.saturating_sub(4));
    let mut pen = Pen::new(app, theme, area);
    let title = view.marked().map(|(_, standing)| standing.contestant.name.clone());
    let title = title.or_else(|| Some(view.marked_refused()?.name.clone()));
    let title = title.unwrap_or_else(|| "This model".to_owned());
    let title = clip(&title, columns.saturating_sub(4));
    let height = usize::from(area.height.saturating_sub(2));
    if let (Some(found), Some((_, standing))) = (view.found(), view.marked()) {
        if focused && view.lists_rows() {
            pen.marked_row(view, found);
        } else {
            pen.opened(view, found, standing);
        }
        if view.lists_rows() {
            let room = height.saturating_sub(pen.lines.len());
            pen.rows(view, found, if focused { room } else { room.max(4) });
        }
    } else if let Some(refused) = view.marked_refused() {
        pen.text("Not compared", theme.strong);
        pen.text(&format!("{}.", capital(&refused.problem.what)), theme.text);
        pen.text(&refused.problem.advice(), theme.text);
    } else if view.refused(&app.session).is_none() {
        pen.text(
            "Every model that can read the columns is judged by the same rows, each time by a model of the same others.",
            theme.text,
        );
    }
    let bare = Rect { height: area.height.saturating_sub(2), ..area };
    let wanted = if view.lists_rows() { 0 } else { view.scroll };
    let (scroll, words) = scrolled(app, pen.lines.len(), wanted, bare);
    let foot = match view.pair().filter(|_| view.lists_rows()) {
        Some(pair) => format!("{} of {} rows", view.row + 1, pair.differ.len()),
        None => words,
    };
    let inside = Frame { title: &title, foot: &foot, focused }.draw(theme, area, buffer);
    pane::lines(&pen.lines, scroll, inside, buffer);
}

/// The same words with a capital letter: a sentence of its own.
fn capital(what: &str) -> String {
    let mut letters = what.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}", letters.as_str())
}

impl Pen<'_> {
    /// A formula in two dimensions where it fits, else on lines that are broken at operators.
    fn chain(&mut self, chain: &Chain) {
        self.lines.extend(formula::fitting(chain, self.columns, self.ascii(), self.theme));
    }

    /// The marked cell.
    fn opened(&mut self, view: &CompareView, found: &Comparison, standing: &ComparisonResult) {
        let theme = self.theme;
        match view.column() {
            CompareColumn::Model => {
                self.text(report::about(standing.entrant), theme.text);
                if found.own.is_some() && found.own == view.marked().map(|(at, _)| at) {
                    self.text("* It is the model of the recipe.", theme.strong);
                }
                report::remarks(standing)
                    .iter()
                    .for_each(|remark| self.text(&capital(remark), theme.secondary));
                self.blank();
                self.pair(view, found);
                self.blank();
            }
            CompareColumn::Against => {
                self.pair(view, found);
                let Some(pair) = view.pair() else { return };
                if let (Some(chain), Some(meaning)) = (&pair.chain, report::p_meaning(pair)) {
                    self.blank();
                    self.chain(chain);
                    self.blank();
                    self.text(&meaning, theme.secondary);
                }
            }
            CompareColumn::Figure(Measure::Accuracy) => {
                self.figure(standing.figure(Kind::Accuracy));
                self.blank();
                found.remarks.iter().for_each(|remark| self.text(remark, theme.secondary));
            }
            CompareColumn::Figure(Measure::LogLoss) => self.figure(standing.figure(Kind::LogLoss)),
            CompareColumn::Figure(Measure::Brier) => self.figure(standing.figure(Kind::Brier)),
            CompareColumn::Figure(Measure::Parameters) => {
                self.text("Free parameters of the model of all rows", theme.strong);
                self.blank();
                self.chain(&standing.parameters.chain);
                self.blank();
                standing.parameters.told.iter().for_each(|told| self.text(told, theme.secondary));
            }
            CompareColumn::Figure(Measure::Training) => {
                let (right, n) = standing.training;
                self.text("On the rows it learned from", theme.strong);
                self.text(&format!("The model of all rows is right for {right} of {n}."), theme.text);
                self.blank();
                self.text(
                    "It has seen these rows, which flatters it: the more parameters, the more.",
                    theme.secondary,
                );
            }
            CompareColumn::Figure(Measure::Seconds) => {
                self.text("Seconds", theme.strong);
                self.text(
                    "To fit it to all rows and without each part, and to predict, on this machine. It is the only number here that is not the same every time.",
                    theme.secondary,
                );
            }
        }
    }

    fn figure(&mut self, figure: Option<&Figure>) {
        let Some(figure) = figure else { return };
        let theme = self.theme;
        self.text(&figure.meaning, theme.strong);
        for chain in &figure.chains {
            self.blank();
            self.chain(chain);
        }
        self.blank();
        self.text(figure.misleads, theme.secondary);
    }

    /// The marked model against the one that all are held against.
    fn pair(&mut self, view: &CompareView, found: &Comparison) {
        let theme = self.theme;
        let Some(pair) = view.pair() else {
            self.text("The others are held against this model: mark one of them.", theme.text);
            return;
        };
        self.text(&report::verdict(found, pair), theme.strong);
        self.blank();
        self.square(found, pair);
    }

    /// The rows by which of the two is right.
    fn square(&mut self, found: &Comparison, pair: &Pair) {
        let theme = self.theme;
        let (a, b) = report::names(found, pair);
        let most = [pair.both, pair.only_a, pair.only_b, pair.neither].into_iter().max().unwrap_or(0);
        let wide = most.to_string().len().max("right".len());
        let label = self.columns.saturating_sub(2 * (wide + 1) + "right".len() + 1).clamp(4, 14);
        let left = label + 1 + "right".len();
        let head = format!("{} {}", " ".repeat(left), clip(b, self.columns.saturating_sub(left + 1)));
        self.lines.push(Line::styled(head, theme.secondary));
        let head =
            format!("{} {} {}", " ".repeat(left), cell_right("right", wide), cell_right("wrong", wide));
        self.lines.push(Line::styled(head, theme.secondary));
        for (name, what, first, second) in
            [(a, "right", pair.both, pair.only_a), ("", "wrong", pair.only_b, pair.neither)]
        {
            let mut line = Line::styled(format!("{} {what}", cell(name, label)), theme.secondary);
            for count in [first, second] {
                line.push_span(Span::styled(
                    format!(" {}", cell_right(&count.to_string(), wide)),
                    theme.number,
                ));
            }
            self.lines.push(line);
        }
    }

    /// The marked row in words.
    fn marked_row(&mut self, view: &CompareView, found: &Comparison) {
        let (Some((at, row)), Some(pair)) = (view.marked_row(), view.pair()) else { return };
        let theme = self.theme;
        let (a, b) = report::names(found, pair);
        let class =
            |class: Option<usize>| match class.and_then(|class| Some((class, found.labels.get(class)?))) {
                Some((class, label)) => named(class, label.as_str()),
                None => "undefined".to_owned(),
            };
        let number = report::row_number(found, row.row);
        self.text(&format!("Row {number} is {}.", class(Some(row.actual))), theme.strong);
        for (name, model) in [(a, pair.a), (b, pair.b)] {
            let (said, posterior) = report::said(found, model, at);
            self.text(&format!("{name}: {}, {posterior}", class(said)), theme.text);
        }
        self.blank();
    }

    /// The rows for which the two say different things, around the marked one.
    fn rows(&mut self, view: &CompareView, found: &Comparison, room: usize) {
        let Some(pair) = view.pair() else { return };
        let theme = self.theme;
        let total = pair.differ.len();
        let number = found.rows.last().map_or(1, |row| report::row_number(found, row.row).len()).max(3);
        let (a, b) = report::names(found, pair);
        let head = format!("  {} is {} {}", cell_right("row", number), cell(a, SAID), cell(b, SAID));
        self.lines.push(Line::styled(clip(&head, self.columns).into_owned(), theme.heading));
        let fitting = room.saturating_sub(1).max(1);
        let top = view.row.saturating_sub(fitting / 2).min(total.saturating_sub(fitting));
        for at in top..total.min(top + fitting) {
            let Some((place, row)) = pair.differ.get(at).and_then(|at| Some((*at, found.rows.get(*at)?)))
            else {
                continue;
            };
            let marked = at == view.row;
            let mark = if marked { "▸" } else { " " };
            let text = format!(
                "{mark} {} {}",
                cell_right(&report::row_number(found, row.row), number),
                class_mark(row.actual)
            );
            let style = if marked { theme.cursor } else { theme.text };
            let mut line = Line::styled(text, style);
            for model in [pair.a, pair.b] {
                let (class, posterior) = report::said(found, model, place);
                let said = match class {
                    Some(class) => format!("{} {posterior}", class_mark(class)),
                    None => posterior,
                };
                let right = class == Some(row.actual);
                let style = if marked {
                    theme.cursor
                } else if right {
                    theme.strong
                } else {
                    theme.number
                };
                line.push_span(Span::styled(format!(" {}", cell(&said, SAID)), style));
            }
            self.lines.push(line);
        }
    }
}
