//! The keys of screen 4, and copies of its figures.

use std::sync::Arc;

use crate::app::dialogs::menu::MenuDialog;
use crate::app::dialogs::test_on::TestDialog;
use crate::app::prelude::*;
use crate::app::screens::evaluate::{
    Column, EvaluateScreen, EvaluatedModel, ReliabilityView, RocView, View, compare, curve, view,
};
use crate::app::session::{FoldModel, Pick};
use crate::app::state::App;
use crate::app::terminal::theme::Theme;
use crate::app::words::Pane;
use crate::evaluate::{EvaluatedRow, Metrics, Yardstick};
use crate::math::{Number, Sentence, sentence};
use crate::problem::Problem;
use crate::recipe::Split;
use crate::report;
use crate::report::json::{Answer, Compared, Curve, Evaluated, Evaluation};
use crate::report::{Extract, figure_name, measured, sheets};
use crate::table::Watch;

#[derive(Debug)]
pub struct Evaluate;

fn ask(app: &mut App) -> Option<Job> {
    match app.screens.evaluate.view {
        View::Sweep | View::Learning => curve::ask(app),
        View::Compare => compare::refresh(app),
        _ => evaluate(app).or_else(|| measure(app)),
    }
}

impl Screen for Evaluate {
    fn left(&self, canvas: &mut Canvas<'_>) -> Option<Position> {
        view::left(canvas);
        None
    }

    fn right(&self, canvas: &mut Canvas<'_>) {
        view::right(canvas);
    }

    fn needed(&self, app: &App, _: &Theme) -> usize {
        view::needed(app)
    }

    fn lines(&self, app: &App) -> Option<usize> {
        view::lines(app)
    }

    fn extract<'a>(&self, app: &'a App, what: What) -> Option<Found<'a>> {
        extract(app, what)
    }

    fn act(&self, app: &mut App, action: &Action) -> Reply {
        match action {
            Action::LookAt => {
                let on = app.screens.evaluate.view;
                app.show(MenuDialog {
                    title: "Views",
                    scopes: &[Scope::List, Scope::Look, Scope::Page, Scope::Always],
                    selection: Selection::new(View::ALL.iter().position(|view| *view == on).unwrap_or(0)),
                    rows: View::ALL
                        .iter()
                        .map(|view| [view.title(), view.answers()].map(str::to_owned))
                        .collect(),
                    accept: |app, at| {
                        let on = &mut app.screens.evaluate.view;
                        *on = View::ALL.get(at).copied().unwrap_or(*on);
                        app.pane = Pane::Master;
                        app.entered()
                    },
                });
                Reply::Taken
            }
            Action::TestOn => TestDialog::open(app),
            action => match app.screens.evaluate.view {
                View::Matrix => matrix(app, action),
                View::Scores => scores(app, action),
                View::Roc => roc(app, action),
                View::Reliability => reliability(app, action),
                View::Decisions => Reply::Pass,
                View::Sweep | View::Learning => curve::act(app, action),
                View::Compare => compare::act(app, action),
            },
        }
    }

    fn scopes(&self, app: &App) -> &'static [Scope] {
        app.screens.evaluate.scopes(app.pane)
    }

    fn hint(&self, app: &App) -> &'static str {
        app.screens.evaluate.view.hint(app.pane)
    }

    fn entered(&self, app: &mut App) -> Option<Job> {
        ask(app)
    }

    fn wide(&self, app: &App) -> bool {
        app.screens.evaluate.view == View::Compare
    }
}

fn matrix(app: &mut App, action: &Action) -> Reply {
    let Some(evaluated) = app.screens.evaluate.evaluated(&app.session).cloned() else { return Reply::Pass };
    let page = app.frame.page(4);
    let (classes, columns) = (evaluated.evaluation.labels.len(), evaluated.columns());
    let screen = &mut app.screens.evaluate.matrix;
    let (actual, column) = screen.cell;
    let inside = evaluated.count(actual, column);
    if app.pane == Pane::Detail {
        let row_at = |place: usize| evaluated.row((actual, column), place);
        return act(app, action, inside, row_at, |screen| &mut screen.matrix.rows);
    }
    match action {
        Action::Enter => return enter(app, inside, "There are no rows in this cell."),
        Action::Form => screen.shares = screen.shares.next(),
        Action::Left => screen.cell.1 = column.saturating_sub(1),
        Action::Right => screen.cell.1 = (column + 1).min(columns.saturating_sub(1)),
        Action::SelectColumn(to) => screen.cell.1 = to.saturating_sub(1).min(columns.saturating_sub(1)),
        action if moves(&mut screen.cell.0, classes.saturating_sub(1), page, action) => {}
        _ => return Reply::Pass,
    }
    if screen.cell != (actual, column) {
        screen.rows = Selection::default();
    }
    Reply::Taken
}

fn scores(app: &mut App, action: &Action) -> Reply {
    let Some(metrics) = app.screens.evaluate.metrics(&app.session).cloned() else { return Reply::Pass };
    let figures = metrics.figures.len();
    if app.pane == Pane::Detail {
        return Reply::moved(app.screens.evaluate.detail.moves(action));
    }
    if matches!(action, Action::Enter) {
        return enter(app, figures, "There are no figures.");
    }
    let screen = &mut app.screens.evaluate;
    let moved = screen.scores.moves(figures, action);
    if moved {
        screen.detail.to(0);
    }
    Reply::moved(moved)
}

fn roc(app: &mut App, action: &Action) -> Reply {
    let evaluate = &app.screens.evaluate;
    let Some((evaluated, metrics)) =
        evaluate.evaluated(&app.session).cloned().zip(evaluate.metrics(&app.session).cloned())
    else {
        return Reply::Pass;
    };
    let roc = &metrics.roc;
    let at = roc.rows_of(evaluate.roc.point);
    if app.pane == Pane::Detail {
        let row_at = |place: usize| at.get(place).and_then(|at| evaluated.at(*at as usize));
        return act(app, action, at.len(), row_at, |screen| &mut screen.roc.rows);
    }
    let last = roc.points().saturating_sub(1);
    let point = evaluate.roc.point;
    let to = match action {
        Action::Enter => return enter(app, at.len(), "There are no rows at this end of the curve."),
        Action::Up | Action::Down => return turn(app, &evaluated, &metrics, matches!(action, Action::Down)),
        Action::Left => point.saturating_sub(1),
        Action::Right => (point + 1).min(last),
        Action::PageUp => point.saturating_sub(PAGE),
        Action::PageDown => (point + PAGE).min(last),
        Action::First => 0,
        Action::Last => last,
        _ => return Reply::Pass,
    };
    app.screens.evaluate.roc = RocView { point: to, rows: Selection::default() };
    Reply::Taken
}

const PAGE: usize = 10;

fn turn(app: &mut App, evaluated: &EvaluatedModel, metrics: &Metrics, forward: bool) -> Reply {
    let labels = evaluated.evaluation.labels.get(..evaluated.evaluation.predictable).unwrap_or_default();
    let by = if forward { 1 } else { labels.len().saturating_sub(1) };
    let next = (metrics.positive() + by) % labels.len().max(1);
    app.screens.evaluate.positive = labels.get(next).cloned();
    Reply::of(measure(app))
}

fn reliability(app: &mut App, action: &Action) -> Reply {
    let evaluate = &app.screens.evaluate;
    let Some((evaluated, metrics)) =
        evaluate.evaluated(&app.session).cloned().zip(evaluate.metrics(&app.session).cloned())
    else {
        return Reply::Pass;
    };
    let bins = &metrics.calibration.bins;
    let at = evaluate.reliability.bin;
    let inside = bins.get(at).map_or(&[][..], |bin| &bin.rows);
    if app.pane == Pane::Detail {
        let row_at = |place: usize| inside.get(place).and_then(|at| evaluated.at(*at as usize));
        return act(app, action, inside.len(), row_at, |screen| &mut screen.reliability.rows);
    }
    // Empty bins are skipped.
    let filled = |bin: &usize| bins.get(*bin).is_some_and(|bin| bin.n > 0);
    let to = match action {
        Action::Enter => return enter(app, inside.len(), "There are no rows in this bin."),
        Action::Left => (0..at).rev().find(filled),
        Action::Right => (at + 1..bins.len()).find(filled),
        Action::First => (0..bins.len()).find(filled),
        Action::Last => (0..bins.len()).rev().find(filled),
        _ => return Reply::Pass,
    };
    if let Some(to) = to {
        app.screens.evaluate.reliability = ReliabilityView { bin: to, rows: Selection::default() };
    }
    Reply::Taken
}

/// The label of the job that evaluates a model.
pub const PREDICTING: &str = "predicting the rows …";

pub fn evaluate(app: &mut App) -> Option<Job> {
    let screen = &app.screens.evaluate;
    if screen.evaluated(&app.session).is_some() || screen.refused(&app.session).is_some() {
        return None;
    }
    let (study, fitted) = (app.session.study.clone()?, Arc::clone(app.session.fitted()?));
    let work = move |watch: Arc<Watch>| EvaluatedModel::new(study, fitted, &watch).map(Arc::new);
    Some(app.jobs.start_watched(Lane::Evaluate, PREDICTING, work, |app, evaluated| match evaluated {
        Ok(evaluated) => {
            app.screens.evaluate.take(evaluated);
            app.settle_dialogs();
            measure(app)
        }
        Err(problem) => {
            let problem = told_here(problem);
            app.screens.evaluate.refused = app.session.study.clone().map(|study| (study, problem));
            None
        }
    }))
}

pub fn measure(app: &mut App) -> Option<Job> {
    let screen = &app.screens.evaluate;
    let needed = matches!(screen.view, View::Scores | View::Roc | View::Reliability | View::Decisions);
    let evaluated = screen.evaluated(&app.session).filter(|_| needed)?;
    let positive = screen.wanted(evaluated);
    if screen.metrics(&app.session).is_some_and(|metrics| metrics.positive() == positive) {
        return None;
    }
    let evaluated = Arc::clone(evaluated);
    let work = move || (Arc::new(evaluated.measure(positive)), evaluated);
    Some(app.jobs.start(Lane::Evaluate, "computing the figures …", work, |app, (metrics, evaluated)| {
        app.screens.evaluate.take_metrics(evaluated, metrics);
        None
    }))
}

/// Handles an action while the list has the keys. `row_at` returns the row at a position of the list.
pub(crate) fn act<'a>(
    app: &mut App,
    action: &Action,
    total: usize,
    row_at: impl Fn(usize) -> Option<EvaluatedRow<'a>>,
    selection: fn(&mut EvaluateScreen) -> &mut Selection,
) -> Reply {
    let selection = selection(&mut app.screens.evaluate);
    if matches!(action, Action::Enter) {
        let at = selection.at;
        return explain_row(app, row_at(at).map(|row| (row.prediction.row, row.fold)));
    }
    Reply::moved(selection.moves(total, action))
}

pub(crate) fn enter(app: &mut App, total: usize, none: &str) -> Reply {
    if total == 0 {
        app.say(none);
    } else {
        app.pane = Pane::Detail;
    }
    Reply::Taken
}

/// Explains a row with the model that predicted it; Esc comes back.
fn explain_row(app: &mut App, row: Option<(usize, Option<usize>)>) -> Reply {
    let Some(((row, fold), evaluated)) = row.zip(app.screens.evaluate.evaluated(&app.session).cloned())
    else {
        app.say("There are no rows here.");
        return Reply::Taken;
    };
    if evaluated.trial.split == Split::None {
        return Reply::of(explain(app, row, None));
    }
    Reply::Job(look_by(app, row, move || evaluated.fold_model(row, fold)))
}

pub(crate) fn look_by(
    app: &mut App,
    row: usize,
    work: impl FnOnce() -> Result<Option<FoldModel>, Problem> + Send + 'static,
) -> Job {
    app.jobs.start(
        Lane::FoldModel,
        "fitting the model that predicted it …",
        work,
        move |app, fold_model| match fold_model {
            Ok(fold_model) => explain(app, row, fold_model),
            Err(problem) => {
                app.say(problem.what);
                None
            }
        },
    )
}

/// Selects a row and goes to screen 5, with the model that predicted it if that is another.
pub(crate) fn explain(app: &mut App, row: usize, fold_model: Option<FoldModel>) -> Option<Job> {
    match fold_model {
        Some(fold_model) => {
            app.session.look_by(fold_model, row);
            app.renewed();
        }
        None => app.take_up(Pick::Row(row)),
    }
    app.descend(ScreenId::Explain)
}

/// Replaces the advice of a command line, which names flags, by a key.
pub(crate) fn told_here(problem: Problem) -> Problem {
    match problem.kind {
        "no_rows" => {
            let fix = "press t and name a file of rows to test on".to_owned();
            Problem { fix, ..problem }
        }
        _ => problem,
    }
}

fn extract(app: &App, what: What) -> Option<Found<'_>> {
    match (what, app.screens.evaluate.view) {
        (What::Marked, _) => {
            marked(app).map(|text| Ok(Extract::default().line(move || text.text(app.settings.face()))))
        }
        (What::Working, View::Scores) => {
            let screen = &app.screens.evaluate;
            let figure = screen.metrics(&app.session)?.figures.get(screen.scores.at)?;
            Some(Ok(Extract::default().document(move || {
                let mut out = report::Document::default();
                figure.chains.iter().for_each(|chain| out.formula(chain));
                out
            })))
        }
        (What::Table, _) => table(app).map(Ok),
        _ => None,
    }
}

fn marked(app: &App) -> Option<Sentence> {
    let screen = &app.screens.evaluate;
    let evaluated = || screen.evaluated(&app.session);
    let metrics = || screen.metrics(&app.session);
    let beside = app.pane == Pane::Detail;
    match screen.view {
        View::Matrix => {
            let (evaluated, cell) = (evaluated()?, screen.matrix.cell);
            match evaluated.row(cell, screen.matrix.rows.at).filter(|_| beside) {
                Some(row) => Some(of_row(evaluated, &row)),
                None => Some(report::called(&evaluated.evaluation, cell, evaluated.seen(cell.0, cell.1))),
            }
        }
        View::Scores => {
            let figure = metrics()?.figures.get(screen.scores.at)?;
            let name = figure_name(&evaluated()?.evaluation, figure);
            Some(sentence!("{} = {}", name, measured(figure)))
        }
        View::Roc => {
            let (evaluated, roc) = (evaluated()?, &metrics()?.roc);
            let row = roc.rows_of(screen.roc.point).get(screen.roc.rows.at).filter(|_| beside);
            match row.and_then(|at| evaluated.at(*at as usize)) {
                Some(row) => Some(of_row(evaluated, &row)),
                None => report::at_threshold(&evaluated.evaluation, roc, screen.roc.point),
            }
        }
        View::Decisions => {
            report::decisions_told(evaluated()?.evaluation.decisions.as_deref()?).into_iter().next()
        }
        View::Reliability => {
            let (evaluated, calibration) = (evaluated()?, &metrics()?.calibration);
            let bin = calibration.bins.get(screen.reliability.bin)?;
            let row = bin.rows.get(screen.reliability.rows.at).filter(|_| beside);
            match row.and_then(|at| evaluated.at(*at as usize)) {
                Some(row) => Some(of_row(evaluated, &row)),
                None => Some(report::bin_told(calibration, screen.reliability.bin).into()),
            }
        }
        View::Sweep => {
            let sweep = curve::sweep(app)?;
            let point = sweep.points.get(curve::cursor(app).1)?;
            let figures = [Yardstick::Accuracy, Yardstick::LogLoss, Yardstick::Brier]
                .map(|measure| sentence!("{} {}", measure.name(), report::cell(&point.summary, measure)));
            Some(sentence!("α = {}: {}", point.setting.text.as_str(), Sentence::join(figures, ", ")))
        }
        View::Learning => {
            let (learning, at) = (&curve::learned(app)?.learning, curve::cursor(app).1);
            let stage = report::stage(learning, at, screen.curve.measure);
            let figures = stage.into_iter().map(|(name, told)| sentence!("{} {}", name, told));
            let measure = screen.curve.measure.name();
            Some(sentence!(
                "{} rows, {}: {}",
                *learning.sizes.get(at)?,
                measure,
                Sentence::join(figures, ", ")
            ))
        }
        View::Compare => {
            let (view, found) = (&screen.compare, screen.compare.found()?);
            let (_, result) = view.marked()?;
            let name = &result.candidate.name;
            match (view.column(), view.pair()) {
                (Column::Figure(measure), _) => {
                    Some(sentence!("{}: {} {}", name, measure.name(), report::stands_at(result, measure)))
                }
                (Column::Against, Some(pair)) => Some(report::verdict(found, pair)),
                _ => Some(name.as_str().into()),
            }
        }
    }
}

fn of_row(evaluated: &EvaluatedModel, row: &EvaluatedRow<'_>) -> Sentence {
    let labels = &evaluated.evaluation.labels;
    let name = |class: usize| labels.get(class).map(ToString::to_string).unwrap_or_default();
    let (number, actual) = (evaluated.evaluation.row_number(row), name(row.actual));
    match row.prediction.predicted.and_then(|class| Some((class, row.prediction.log_posterior(class)?))) {
        Some((class, ln)) => {
            let posterior = report::decimal(&Number::Log(ln));
            sentence!(
                "row {}: actual {}, predicted {} with P({} | x) = {}",
                number,
                actual,
                name(class),
                name(class),
                posterior
            )
        }
        None => sentence!("row {}: actual {}, no class predicted", number, actual),
    }
}

fn table(app: &App) -> Option<Extract<'_>> {
    let (screen, study) = (&app.screens.evaluate, app.session.study.as_deref()?);
    let fitted = study.fitted.as_ref().ok()?;
    match screen.view {
        View::Matrix | View::Scores | View::Roc | View::Reliability | View::Decisions => {
            let evaluated = screen.evaluated(&app.session)?;
            let (evaluation, metrics) = (&evaluated.evaluation, screen.metrics(&app.session));
            let document = move || match metrics {
                Some(metrics) => report::assessment(evaluation, metrics),
                None => report::evaluation(evaluation),
            };
            let answer = move || {
                let evaluation = Evaluated::new(evaluation, metrics.map(|metrics| &**metrics), false);
                Some(Answer::new(study, Some(&**fitted), Evaluation { evaluation, logistic: None }))
            };
            Some(Extract::default().document(document).sheet(move || sheets::matrix(evaluation)).json(answer))
        }
        View::Sweep => {
            let sweep = curve::sweep(app)?;
            Some(
                Extract::default()
                    .document(move || report::sweep(sweep))
                    .sheet(move || sheets::sweep(sweep))
                    .json(move || Some(Curve::from(&**sweep))),
            )
        }
        View::Learning => {
            let learning = &curve::learned(app)?.learning;
            Some(
                Extract::default()
                    .document(move || report::learning(learning))
                    .sheet(move || sheets::learning(learning))
                    .json(move || Some(Curve::from(learning))),
            )
        }
        View::Compare => {
            let (found, by) = (screen.compare.found()?, screen.compare.sort);
            Some(
                Extract::default()
                    .document(move || report::comparison(found, by))
                    .sheet(move || sheets::comparison(found, by))
                    .json(move || Some(Compared::new(found, by))),
            )
        }
    }
}
