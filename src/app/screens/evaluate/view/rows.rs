//! A list of evaluated rows, shared by the views of screen 4.

use crate::app::terminal::theme::class_mark;
use crate::app::widgets::document::Writer;
use crate::app::widgets::pane::Canvas;
use crate::app::widgets::rows::FeatureColumns;
use crate::app::widgets::table::{Column, Table, TableCell};
use crate::app::words::{Selection, digits};
use crate::app::{App, EvaluatedModel, JUDGING, Lane, ROW};
use crate::evaluate::EvaluatedRow;
use crate::math::{Number, Sentence};
use crate::model::Fitted;
use crate::recipe::Split;
use crate::report::{decimal, tested_on};

pub fn waiting(canvas: &mut Canvas<'_>) {
    let (app, mut out) = (canvas.app, canvas.inside());
    match app.screens.evaluate.refused(&app.session) {
        Some(problem) => out.problem(&problem.clone().into()),
        None => out.paragraph(&waiting_words(app), canvas.theme.secondary),
    }
    canvas.lines(&out.lines, 0);
}

pub fn waiting_words(app: &App) -> String {
    if app.jobs.busy().is_none() {
        return "press 4 to predict the rows.".to_owned();
    }
    let far = app.jobs.progress(Lane::Evaluate).map(|far| format!(" {far}")).unwrap_or_default();
    format!("{JUDGING}{far}")
}

pub fn heading(evaluated: &EvaluatedModel, out: &mut Writer<'_>) {
    out.text(&tested_on(&evaluated.evaluation), out.theme.strong);
}

/// Columns of a posterior.
const POSTERIOR: usize = 6;

pub struct RowList<'a> {
    pub total: usize,
    pub selection: &'a Selection,
    pub row_at: &'a dyn Fn(usize) -> Option<EvaluatedRow<'a>>,
    /// The classes whose posteriors are shown; empty for the predicted class of each row.
    pub classes: Vec<usize>,
    /// Whether each row has the mark of its actual class.
    pub marks: bool,
}

impl RowList<'_> {
    /// Draws the rows around the selected one.
    pub fn draw(&self, canvas: &mut Canvas<'_>, evaluated: &EvaluatedModel, fitted: &Fitted) {
        if self.total == 0 || canvas.height() < 2 {
            return;
        }
        let (app, theme, data) = (canvas.app, canvas.theme, &evaluated.trial.data);
        let features = FeatureColumns::new(app, fitted);
        let folds = matches!(evaluated.trial.split, Split::Folds(_));
        let row = |at: usize| {
            let Some(row) = (self.row_at)(at) else { return Vec::new() };
            let prediction = &row.prediction;
            let mut cells: Vec<TableCell> = Vec::new();
            if self.marks {
                cells.push(TableCell::styled(class_mark(row.actual).to_string(), theme.class(row.actual)));
            }
            cells.push((data.row_number(prediction.row) + 1).to_string().into());
            if evaluated.is_weighted() {
                cells.push(format!("×{}", row.weight).into());
            }
            if folds {
                let fold = row.fold.map(|part| evaluated.trial.folds.name(part));
                cells.push(TableCell::styled(fold.unwrap_or_default(), theme.secondary));
            }
            cells.extend(features.cells(&data.table, prediction.row));
            let predicted: Vec<usize> = prediction.predicted.into_iter().collect();
            let classes = if self.classes.is_empty() { &predicted } else { &self.classes };
            let posterior =
                |class: &usize| posterior(prediction.log_posterior(*class)).written(theme.face.sign);
            let posteriors: Vec<String> = classes.iter().map(posterior).collect();
            cells.extend(posteriors.into_iter().map(TableCell::from));
            if classes.is_empty() {
                cells.push("0/0".into());
            }
            cells
        };
        let mut columns: Vec<Column> = Vec::new();
        columns.extend(self.marks.then(|| Column::text("").pinned()));
        columns.push(Column::number(ROW).least(digits(data.table.rows())).pinned());
        columns.extend(evaluated.is_weighted().then(|| Column::number("").pinned()));
        columns.extend(folds.then(|| Column::text("fold").most(10).optional()));
        columns.extend(features.columns(fitted));
        let head = |class: &usize| format!("P({} | x)", class_mark(*class));
        let heads: Vec<String> = self.classes.iter().map(head).collect();
        let heads = if heads.is_empty() { vec!["P(c | x)".to_owned()] } else { heads };
        columns.extend(heads.into_iter().map(|head| Column::number(head).least(POSTERIOR).pinned()));
        Table::new(columns, self.total, row).row(self.selection.at).draw(canvas, &self.selection.scroll);
    }
}

fn posterior(ln: Option<f64>) -> Sentence {
    match ln {
        None => "0/0".into(),
        Some(f64::NEG_INFINITY) => decimal(&Number::zero()),
        Some(ln) => decimal(&Number::Log(ln)),
    }
}
