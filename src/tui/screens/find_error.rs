//! Screen 7, find the error, left: a finished solution, one line of which is wrong.
//!
//! ```text
//! ┏━ ▶ Find the error ━━━━━━━━━━━━━━━━━━━┓
//! ┃ Weather=Sunny                        ┃
//! ┃                                      ┃
//! ┃    1 P(No)                  5/14   ✓ ┃
//! ┃ ▸  2 P(Sunny | Yes)         3/14   ✗ ┃
//! ┃    3 score(Yes)           0.1378   ✓2┃
//! ┗━━━━━━━━━━━━━━━━ 1 right, 1 wrong ━━━━┛
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};

use super::super::card;
use super::super::pane::{self, Frame, cell_of_name, cell_right, wrap};
use super::super::theme::Theme;
use super::answer_cell::{value_columns, value_room, written};
use super::steps::case_lines;
use crate::practice::Verdict;
use crate::practice::find_error::{FindError, LineStatus};
use crate::practice::worksheet::Question;
use crate::report;
use crate::workbench::words::{shown, width};
use crate::workbench::{App, follow};

/// The most lines that the case takes.
const CASE: usize = 2;
/// Columns of what is known of a line.
const SIGN: usize = 3;

/// Draws the left pane and gives the place of the text cursor while an answer is typed.
pub fn draw(app: &App, theme: &Theme, focused: bool, area: Rect, buffer: &mut Buffer) -> Option<Position> {
    let screen = &app.screens.practice.find;
    let title = "Find the error";
    let Some(game) = app.screens.practice.game(&app.session) else {
        let inside = Frame { title, foot: "", focused }.draw(theme, area, buffer);
        pane::lines(
            &[Line::default(), Line::styled("making a mistake …", theme.secondary)],
            0,
            inside,
            buffer,
        );
        return None;
    };
    let foot = format!("{} right, {} wrong", game.score.right, game.score.wrong);
    let inside = Frame { title, foot: &foot, focused }.draw(theme, area, buffer);
    let columns = usize::from(inside.width);
    let questions = game.questions();
    let case = questions.case.as_deref();
    let cells = case.map(|case| report::case_cells(&questions.fitted, case)).unwrap_or_default();
    let mut head = case_lines(&cells, &app.session.origin(), theme, columns, CASE);
    head.push(Line::default());
    pane::lines(&head, 0, inside, buffer);
    let used = u16::try_from(head.len()).unwrap_or(u16::MAX).min(inside.height);
    let body = Rect { y: inside.y + used, height: inside.height - used, ..inside };
    let name = columns.saturating_sub(2 + 2 + 1 + value_columns(columns) + 1 + SIGN);
    let fits = |question: &Question| width(&shown(&question.name)) <= name;
    let pen = Pen { app, game, theme, columns, name, short: !questions.list.iter().all(fits) };
    let mut cursor = None;
    let first = follow(0, screen.cursor, usize::from(body.height));
    for (row, at) in body.rows().zip(first..game.solution.lines.len()) {
        let place = pen.line(at, row, buffer);
        cursor = cursor.or(place);
    }
    let used = u16::try_from(game.solution.lines.len() + 1).unwrap_or(u16::MAX).min(body.height);
    let below = Rect { y: body.y + used, height: body.height - used, ..body };
    pane::lines(&pen.legend(), 0, below, buffer);
    cursor
}

struct Pen<'a> {
    app: &'a App,
    game: &'a FindError,
    theme: &'a Theme,
    columns: usize,
    /// Columns of the name of a line.
    name: usize,
    /// Whether names go without their features.
    short: bool,
}

impl Pen<'_> {
    fn line(&self, at: usize, row: Rect, buffer: &mut Buffer) -> Option<Position> {
        let (line, question) = (self.game.solution.lines.get(at)?, self.game.questions().list.get(at)?);
        let screen = &self.app.screens.practice.find;
        let marked = at == screen.cursor;
        let name = if self.short { &question.short } else { &question.name };
        let mark = if marked { "▸ " } else { "  " };
        let start = format!("{mark}{:>2} {}", at + 1, cell_of_name(&shown(name), self.name));
        let style = if marked { self.theme.strong } else { self.theme.text };
        let left = (width(&start) as u16).min(row.width);
        if let Some(field) = screen.field.as_ref().filter(|_| marked) {
            pane::lines(&[Line::styled(start, style)], 0, row, buffer);
            let place = Rect { x: row.x + left, width: row.width - left, ..row };
            return pane::field("", field, self.theme, place, buffer);
        }
        let value = value_columns(self.columns);
        let text =
            cell_right(&written(self.app, &line.written, value_room(&shown(name), self.name, value)), value);
        let (sign, sign_style) = self.sign(at);
        let spans = vec![
            Span::styled(start, style),
            Span::styled(text, if marked { self.theme.cursor } else { self.theme.text }),
            Span::raw(" "),
            Span::styled(sign, sign_style),
        ];
        pane::lines(&[Line::from(spans)], 0, row, buffer);
        None
    }

    /// What the number behind a sign means, where one stands behind a sign.
    fn legend(&self) -> Vec<Line<'static>> {
        let with = (0..self.game.solution.lines.len()).find_map(|at| match self.game.known(at)? {
            LineStatus::With(lines) => Some((at, lines.first()? + 1)),
            _ => None,
        });
        let Some((at, line)) = with else { return Vec::new() };
        let text = format!("{}: right with what stands in line {line}.", self.sign(at).0);
        wrap(&text, self.columns).into_iter().map(|line| Line::styled(line, self.theme.secondary)).collect()
    }

    /// What is known of a line: right, wrong, or right with an earlier one.
    fn sign(&self, at: usize) -> (String, ratatui::style::Style) {
        let of = |verdict: Verdict| {
            (card::sign(verdict, self.app.settings.ascii), card::style(verdict, self.theme))
        };
        let (verdict, with) = match self.game.known(at) {
            None => return (String::new(), self.theme.secondary),
            Some(LineStatus::Right) => (Verdict::Correct, None),
            Some(LineStatus::First | LineStatus::Again) => (Verdict::Wrong, None),
            Some(LineStatus::With(lines)) => (Verdict::Correct, lines.first()),
        };
        let (sign, style) = of(verdict);
        (with.map_or_else(|| sign.to_owned(), |line| format!("{sign}{}", line + 1)), style)
    }
}
