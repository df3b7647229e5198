//! Σ, its inverse and the correlations as they stand on a board: in fences, with the names of the features, a cell selected.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::super::pane::cell_right;
use super::super::theme::Theme;
use crate::model::{Fitted, Gda};
use crate::text::names;
use crate::workbench::App;
use crate::workbench::parameters::board::{Board, Matrix, Row};
use crate::workbench::parameters::{Columns, ParametersScreen, columns};
use crate::workbench::words::{clip, shown, width};

pub struct Matrices<'a> {
    fitted: &'a Fitted,
    gda: &'a Gda,
    screen: &'a ParametersScreen,
    board: Option<&'a Board>,
    columns: Columns,
    names: Vec<String>,
}

impl<'a> Matrices<'a> {
    pub fn new(app: &'a App, fitted: &'a Fitted, gda: &'a Gda) -> Matrices<'a> {
        let screen = &app.screens.parameters;
        let names = fitted.feature_names().map(|name| shown(name.as_str()).into_owned()).collect();
        Matrices { fitted, gda, screen, board: screen.lines.board.as_ref(), columns: columns(app), names }
    }

    fn range(&self) -> std::ops::Range<usize> {
        self.columns.shown(self.screen.first)
    }

    /// Calls for each column on screen with its left end and its width.
    fn each(&self, row: Rect, mut draw: impl FnMut(usize, u16, usize)) -> u16 {
        let mut x = usize::from(row.x) + self.columns.label + 3;
        for column in self.range() {
            let wide = self.columns.widths.get(column).copied().unwrap_or(0);
            draw(column, u16::try_from(x).unwrap_or(u16::MAX), wide);
            x += wide + 1;
        }
        u16::try_from(x).unwrap_or(u16::MAX)
    }

    /// The names above a matrix, cut so that they stay apart, with its letter before them and signs where there are more.
    pub fn names(&self, matrix: Matrix, row: Rect, theme: &Theme, buffer: &mut Buffer) {
        let letter = match matrix {
            Matrix::Sigma => "Σ",
            Matrix::Inverse => "Σ⁻¹",
            Matrix::Correlation if self.columns.label >= 12 => "correlations",
            Matrix::Correlation => "corr.",
        };
        buffer.set_stringn(row.x, row.y, letter, self.columns.label + 1, theme.heading);
        let whole: Vec<&str> = self.names.iter().map(String::as_str).collect();
        let end = self.each(row, |column, x, wide| {
            let Some(name) = names(&whole, wide).into_iter().nth(column) else { return };
            let style = if self.screen.column == column { theme.text } else { theme.secondary };
            buffer.set_stringn(x, row.y, cell_right(&name, wide), wide, style);
        });
        let shown = self.range();
        if shown.start > 0 {
            buffer.set_stringn(row.x + self.columns.label as u16 + 1, row.y, "‹", 1, theme.secondary);
        }
        if shown.end < self.columns.widths.len() {
            buffer.set_stringn(end.min(row.right().saturating_sub(1)), row.y, "›", 1, theme.secondary);
        }
    }

    /// The line of |Σ|, or a row of a matrix between its fences.
    pub fn line(&self, line: Row, selected: bool, row: Rect, theme: &Theme, buffer: &mut Buffer) {
        match line {
            Row::Of(matrix, at) => self.row(matrix, at, selected, row, theme, buffer),
            _ => self.determinant(selected, row, theme, buffer),
        }
    }

    fn determinant(&self, selected: bool, row: Rect, theme: &Theme, buffer: &mut Buffer) {
        let class = self.screen.class;
        let number = Row::Determinant.written(self.fitted, class).written(theme.face.sign);
        let number = if selected { format!("▸{number}◂") } else { format!("{number} ") };
        let room = usize::from(row.width).saturating_sub(width(&number) + 2);
        let (many, name) = (self.fitted.classes.len(), self.fitted.classes.get(class));
        let name = name.map(|name| shown(name.as_str()).into_owned()).unwrap_or_default();
        let title = match self.gda.is_shared() {
            true => {
                let ways = ["Σ, one for all classes", "Σ, shared by all", "Σ"];
                ways.into_iter().find(|way| width(way) <= room).unwrap_or("Σ").to_owned()
            }
            false => format!("Σ of {} ‹{}/{many}›", clip(&name, room.saturating_sub(11)), class + 1),
        };
        let style =
            if self.gda.is_shared() { theme.heading } else { theme.class(class).patch(theme.heading) };
        buffer.set_stringn(row.x, row.y, title, room, style);
        let x = row.right().saturating_sub(width(&number) as u16);
        buffer.set_stringn(
            x,
            row.y,
            &number,
            width(&number),
            if selected { theme.cursor } else { theme.number },
        );
    }

    fn row(&self, matrix: Matrix, at: usize, selected: bool, row: Rect, theme: &Theme, buffer: &mut Buffer) {
        let label = self.columns.label;
        let whole: Vec<&str> = self.names.iter().map(String::as_str).collect();
        let name = names(&whole, label).into_iter().nth(at).unwrap_or_default();
        buffer.set_stringn(row.x, row.y, name, label, if selected { theme.text } else { theme.secondary });
        let last = self.names.len().saturating_sub(1);
        let [open, close] = match at {
            _ if last == 0 => ["(", ")"],
            0 => ["┌", "┐"],
            at if at == last => ["└", "┘"],
            _ => ["│", "│"],
        };
        buffer.set_stringn(row.x + label as u16 + 1, row.y, open, 1, theme.secondary);
        let class = self.screen.class;
        let end = self.each(row, |column, x, wide| {
            let text = matrix.written(self.fitted, class, at, column).written(theme.face.sign);
            let shape = self.board.map(|board| board.shape(self.gda, class, matrix, column));
            let [before, _] = shape.map_or([0, 0], |shape| shape.blanks(&text));
            let own = shape.map_or(wide, |shape| shape.width());
            let x = x + (wide.saturating_sub(own) + before) as u16;
            if selected && column == self.screen.column {
                let marked = format!("▸{text}◂");
                buffer.set_stringn(x.saturating_sub(1), row.y, &marked, width(&marked), theme.cursor);
            } else {
                buffer.set_stringn(x, row.y, &text, wide, theme.number);
            }
        });
        buffer.set_stringn(end, row.y, close, 1, theme.secondary);
    }
}
