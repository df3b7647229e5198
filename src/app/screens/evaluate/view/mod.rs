//! Screen 4: what is selected on the left is explained on the right. Scores, decisions and lists of rows are here, the
//! other views have files.

pub(crate) mod compare;
pub(crate) mod curve;
pub(crate) mod matrix;
pub(crate) mod roc;

use crate::app::terminal::theme::class_mark;
use crate::app::widgets::document::Writer;
use crate::app::widgets::pane::{Canvas, SPACIOUS};
use crate::app::widgets::rows::{FeatureColumns, named};
use crate::app::widgets::table::{Column, Table, TableCell};
use crate::app::words::{Selection, clip, digits};
use crate::app::{App, EvaluatedModel, Lane, PREDICTING, ROW, View};
use crate::evaluate::{EvaluatedRow, Figure, Kind};
use crate::math::{Number, Sentence};
use crate::model::Fitted;
use crate::recipe::Split;
use crate::report::{
    by_posterior, decided_matrix, decimal, decision_told, decisions_told, figure_opened, interval, measured,
    tested_on,
};

pub fn left(canvas: &mut Canvas<'_>) {
    match canvas.app.screens.evaluate.view {
        View::Matrix => matrix::left(canvas),
        View::Scores => scores(canvas),
        View::Roc => roc::left(canvas),
        View::Reliability => roc::reliability(canvas),
        View::Decisions => decisions(canvas),
        View::Compare => compare::left(canvas),
        View::Sweep | View::Learning => curve::left(canvas),
    }
}

pub fn right(canvas: &mut Canvas<'_>) {
    match canvas.app.screens.evaluate.view {
        View::Matrix => matrix::right(canvas),
        View::Scores => score_working(canvas),
        View::Roc => roc::right(canvas),
        View::Reliability => roc::bin_details(canvas),
        View::Decisions => decision_costs(canvas),
        View::Compare => compare::right(canvas),
        View::Sweep | View::Learning => curve::right(canvas),
    }
}

/// The lines of the matrix, if it is above its rows.
pub fn lines(app: &App) -> Option<usize> {
    let evaluated = tabled(app)?;
    matrix::is_above(app, evaluated).then(|| matrix::lines(app, evaluated))
}

fn tabled(app: &App) -> Option<&EvaluatedModel> {
    let screen = &app.screens.evaluate;
    let found = screen.evaluated(&app.session).or_else(|| screen.last());
    found.filter(|_| screen.view == View::Matrix).map(|evaluated| &**evaluated)
}

/// The columns that the confusion matrix or the comparison needs to show every number.
pub fn needed(app: &App) -> usize {
    if app.screens.evaluate.view == View::Compare {
        return compare::needed(app);
    }
    let needed = tabled(app).map_or(0, |evaluated| matrix::needed(app, evaluated));
    if lines(app).is_some() { needed.max(app.frame.width.into()) } else { needed }
}

pub fn scores(canvas: &mut Canvas<'_>) {
    let (app, theme) = (canvas.app, canvas.theme);
    let screen = &app.screens.evaluate;
    let Some((evaluated, metrics)) = screen.evaluated(&app.session).zip(screen.metrics(&app.session)) else {
        canvas.frame("Evaluate", "");
        return waiting(canvas);
    };
    let (selected, total) = (screen.scores.at, metrics.figures.len());
    canvas.frame("Evaluate", &format!("{} of {total}", selected + 1));
    let mut out = canvas.inside();
    out.blank();
    heading(evaluated, &mut out);
    out.blank();
    canvas.put(&out.lines);
    let row = |at: usize| {
        let Some(figure) = metrics.figures.get(at) else { return Vec::new() };
        let range = figure.interval.as_ref().map(|range| interval(range).written(theme.face.sign));
        vec![
            name(evaluated, figure).into(),
            TableCell::styled(measured(figure).written(theme.face.sign), theme.number),
            TableCell::styled(range.unwrap_or_default(), theme.secondary),
        ]
    };
    let columns = [Column::text("").most(30), Column::number(""), Column::prose("").optional()];
    Table::new(columns, total, row).row(selected).draw(canvas, &screen.scores.scroll);
}

pub fn score_working(canvas: &mut Canvas<'_>) {
    let (app, mut out) = (canvas.app, canvas.writer());
    let screen = &app.screens.evaluate;
    let found = screen.evaluated(&app.session).zip(screen.metrics(&app.session));
    let found =
        found.and_then(|(evaluated, metrics)| Some((evaluated, metrics.figures.get(screen.scores.at)?)));
    let Some((evaluated, figure)) = found else { return canvas.frame("This figure", "") };
    out.document(&figure_opened(figure));
    let title = name(evaluated, figure);
    canvas.scrolling(&clip(&title, out.columns.saturating_sub(4)), &out.lines, &screen.detail);
}

/// `precision of ● No`
fn name(evaluated: &EvaluatedModel, figure: &Figure) -> String {
    let label = figure.class.and_then(|class| Some((class, evaluated.evaluation.labels.get(class)?)));
    match label {
        Some((class, label)) => format!("{} of {}", figure.kind.name(), named(class, label.as_str())),
        None => figure.kind.name().to_owned(),
    }
}

const NONE: &str =
    "No decision rule is chosen: the most probable class is predicted, without regard to costs.";
const HOW: &str = "Screen 2, line decision: → gives every mistake the cost 1. Enter types costs, a threshold or a reject bound.";

pub fn decisions(pane: &mut Canvas<'_>) {
    pane.frame("Evaluate", "");
    let (app, theme) = (pane.app, pane.theme);
    let screen = &app.screens.evaluate;
    let Some((evaluated, metrics)) = screen.evaluated(&app.session).zip(screen.metrics(&app.session)) else {
        return waiting(pane);
    };
    let evaluation = &evaluated.evaluation;
    let mut out = pane.inside();
    let Some(found) = &evaluation.decisions else {
        out.text(NONE, theme.strong);
        out.blank();
        out.text(HOW, theme.text);
        return pane.lines(&out.lines, 0);
    };
    heading(evaluated, &mut out);
    out.blank();
    out.grid(&decided_matrix(evaluation, found));
    out.blank();
    decisions_told(found).iter().for_each(|sentence| out.text(sentence, theme.text));
    let told = by_posterior(&found.decider, &evaluation.labels, metrics.positive());
    told.iter().for_each(|told| out.text(told, theme.text));
    if pane.height() < SPACIOUS {
        out.dense();
    }
    pane.lines(&out.lines, 0);
}

pub fn decision_costs(pane: &mut Canvas<'_>) {
    let app = pane.app;
    let screen = &app.screens.evaluate;
    let found = screen.evaluated(&app.session).zip(screen.metrics(&app.session));
    let Some((evaluated, metrics)) = found else { return pane.frame("Costs", "") };
    pane.frame("Costs", "");
    let mut out = pane.inside();
    if let Some(found) = &evaluated.evaluation.decisions {
        out.text(&decision_told(&found.said), pane.theme.text);
    }
    let cost = metrics.figures.iter().find(|figure| figure.kind == Kind::MeanCost);
    cost.iter().for_each(|figure| out.document(&figure_opened(figure)));
    pane.lines(&out.lines, 0);
}

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
    format!("{PREDICTING}{far}")
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
