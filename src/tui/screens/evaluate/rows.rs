//! A list of judged rows: of a cell, of a threshold, of a bin. Only the rows on screen are looked at.
//!
//! ```text
//!       Outlook   Temp  Humidity
//! ▸ ● 6 Rain      Cool  Normal    0.7410
//!   ▲ 9 Sunny     Mild  Normal    0.7410
//! ```

use ratatui::text::{Line, Span};

use super::super::super::pane::{cell, cell_right};
use super::super::super::row_line;
use super::super::super::theme::{Theme, class_mark};
use crate::evaluate::EvaluatedRow;
use crate::math::Number;
use crate::model::{Fitted, RowPrediction};
use crate::report::decimal;
use crate::workbench::words::digits;
use crate::workbench::{App, EvaluatedModel};

/// Columns of a posterior.
const POSTERIOR: usize = 8;

/// Rows to be listed.
pub struct RowList<'a> {
    /// How many there are.
    pub total: usize,
    /// The marked one.
    pub marked: usize,
    /// The row at a place of the list.
    pub row_at: &'a dyn Fn(usize) -> Option<&'a EvaluatedRow>,
    /// The class whose posterior stands in the last column; `None` for the one that was predicted.
    pub class: Option<usize>,
    /// Whether the class of each row is told by its mark.
    pub marks: bool,
    /// How often all of them were seen, where rows have weights: none weighs more than that.
    pub seen: Option<u64>,
}

impl RowList<'_> {
    /// The names of the columns, and the rows around the marked one, on at most so many lines.
    pub fn lines(
        &self,
        app: &App,
        (judged, fitted): (&EvaluatedModel, &Fitted),
        (columns, lines): (usize, usize),
        theme: &Theme,
    ) -> Vec<Line<'static>> {
        if self.total == 0 || lines < 2 {
            return Vec::new();
        }
        let data = &judged.trial.data;
        let number = digits(data.table.rows());
        // The weight, `×` and a blank before it included.
        let weights = self.seen.map_or(0, |seen| seen.to_string().len() + 2);
        let marks = if self.marks { 2 } else { 0 };
        let before = number + weights + marks;
        let room = columns.saturating_sub(before + 3 + POSTERIOR);
        let names = row_line::names(app, fitted, room);
        let mut out = vec![Line::styled(format!("{}{names}", " ".repeat(before + 3)), theme.heading)];
        let fitting = lines - 1;
        let top = self.marked.saturating_sub(fitting / 2).min(self.total.saturating_sub(fitting));
        for at in top..self.total.min(top.saturating_add(fitting)) {
            let Some(EvaluatedRow { prediction: row, actual, weight, .. }) = (self.row_at)(at) else {
                continue;
            };
            let marked = at == self.marked;
            let mark = if marked { "▸" } else { " " };
            let of = if self.marks { format!("{} ", class_mark(*actual)) } else { String::new() };
            let cells = row_line::features(app, fitted, &data.table, row.row, room);
            let weight = if self.seen.is_some() { format!(" ×{weight}") } else { String::new() };
            let row_number = cell_right(&(data.row_number(row.row) + 1).to_string(), number);
            let text = format!("{row_number}{} {}", cell(&weight, weights), cell(&cells, room));
            let value = cell_right(&self.posterior(row), POSTERIOR);
            out.push(if marked {
                Line::styled(format!("{mark} {of}{text}{value}"), theme.cursor)
            } else {
                Line::from(vec![
                    Span::styled(format!("{mark} "), theme.text),
                    Span::styled(of, theme.class(*actual)),
                    Span::styled(text, theme.text),
                    Span::styled(value, theme.number),
                ])
            });
        }
        out
    }

    fn posterior(&self, row: &RowPrediction) -> String {
        let ln = self.class.or(row.predicted).and_then(|class| row.log_posterior(class));
        match ln {
            None => "0/0".to_owned(),
            Some(f64::NEG_INFINITY) => decimal(&Number::zero()),
            Some(ln) => decimal(&Number::Log(ln)),
        }
    }
}
