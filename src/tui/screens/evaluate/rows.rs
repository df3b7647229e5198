//! What the views of screen 4 share: a list of evaluated rows, and what stands where nothing is worked out yet.
//!
//! ```text
//!       Outlook   Temp  Humidity
//! ▸ ● 6 Rain      Cool  Normal    0.7410
//!   ▲ 9 Sunny     Mild  Normal    0.7410
//! ```

use ratatui::text::{Line, Span};

use super::super::super::document::Writer;
use super::super::super::pane::{Pane, cell, cell_right, centred, mark};
use super::super::super::row_line;
use super::super::super::theme::class_mark;
use crate::evaluate::EvaluatedRow;
use crate::math::{Number, Sentence};
use crate::model::{Fitted, RowPrediction};
use crate::report::{decimal, tested_on};
use crate::workbench::words::digits;
use crate::workbench::{App, EvaluatedModel, Lane};

/// What stands where nothing is worked out yet.
pub fn waiting(pane: &mut Pane<'_>) {
    let (app, mut out) = (pane.app, pane.inside());
    match app.screens.evaluate.refused(&app.session) {
        Some(problem) => out.problem(&problem.clone().into()),
        None => out.paragraph(&waiting_words(app), pane.theme.secondary),
    }
    pane.lines(&out.lines, 0);
}

/// How far the assessment is that is waited for, or what to press for it.
pub fn waiting_words(app: &App) -> String {
    if app.jobs.busy().is_none() {
        return "press 4 to predict the rows.".to_owned();
    }
    let far = app.jobs.progress(Lane::Evaluate).map(|far| format!(" {far}")).unwrap_or_default();
    format!("predicting the rows …{far}")
}

/// Which rows were evaluated.
pub fn heading(evaluated: &EvaluatedModel, out: &mut Writer<'_>) {
    out.text(&tested_on(&evaluated.evaluation), out.theme.strong);
}

const POSTERIOR: usize = 8;

pub struct RowList<'a> {
    pub total: usize,
    pub marked: usize,
    /// The row at a place of the list.
    pub row_at: &'a dyn Fn(usize) -> Option<EvaluatedRow<'a>>,
    /// The class whose posterior stands in the last column; `None` for the one that was predicted.
    pub class: Option<usize>,
    /// Whether the class of each row is told by its mark.
    pub marks: bool,
    /// How often all of them were seen, where rows have weights: none weighs more than that.
    pub seen: Option<u64>,
}

impl RowList<'_> {
    /// The names of the columns, and the rows around the marked one, on at most so many lines.
    pub fn write(
        &self,
        app: &App,
        (evaluated, fitted): (&EvaluatedModel, &Fitted),
        lines: usize,
        out: &mut Writer<'_>,
    ) {
        if self.total == 0 || lines < 2 {
            return;
        }
        let (theme, columns) = (out.theme, out.columns);
        let data = &evaluated.trial.data;
        let number = digits(data.table.rows());
        // The weight, `×` and a blank before it included.
        let weights = self.seen.map_or(0, |seen| seen.to_string().len() + 2);
        let marks = if self.marks { 2 } else { 0 };
        let before = number + weights + marks;
        let room = columns.saturating_sub(before + 3 + POSTERIOR);
        let names = row_line::names(app, fitted, room);
        out.line(format!("{}{names}", " ".repeat(before + 3)), theme.heading);
        let fitting = lines - 1;
        let top = centred(self.marked, self.total, fitting);
        for at in top..self.total.min(top.saturating_add(fitting)) {
            let Some(EvaluatedRow { prediction: row, actual, weight, .. }) = (self.row_at)(at) else {
                continue;
            };
            let marked = at == self.marked;
            let mark = mark(marked);
            let of = if self.marks { format!("{} ", class_mark(actual)) } else { String::new() };
            let cells = row_line::features(app, fitted, &data.table, row.row, room);
            let weight = if self.seen.is_some() { format!(" ×{weight}") } else { String::new() };
            let row_number = cell_right(&(data.row_number(row.row) + 1).to_string(), number);
            let text = format!("{row_number}{} {}", cell(&weight, weights), cell(&cells, room));
            let value = cell_right(&self.posterior(&row).written(theme.face.sign), POSTERIOR);
            out.lines.push(if marked {
                Line::styled(format!("{mark} {of}{text}{value}"), theme.cursor)
            } else {
                Line::from(vec![
                    Span::styled(format!("{mark} "), theme.text),
                    Span::styled(of, theme.class(actual)),
                    Span::styled(text, theme.text),
                    Span::styled(value, theme.number),
                ])
            });
        }
    }

    fn posterior(&self, row: &RowPrediction<'_>) -> Sentence {
        let ln = self.class.or(row.predicted).and_then(|class| row.log_posterior(class));
        match ln {
            None => "0/0".into(),
            Some(f64::NEG_INFINITY) => decimal(&Number::zero()),
            Some(ln) => decimal(&Number::Log(ln)),
        }
    }
}
