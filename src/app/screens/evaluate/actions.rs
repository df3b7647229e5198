//! The keys of screen 4, and copies of its figures.

use crate::app::dialogs::menu::MenuDialog;
use crate::app::dialogs::test_on::TestDialog;
use crate::app::prelude::*;
use crate::app::screens::evaluate::{
    CompareColumn, Curve, EvaluatedModel, View, compare, current, curve, view,
};
use crate::app::session::FoldModel;
use crate::evaluate::{self, EvaluatedRow, Metrics, Trial};
use crate::problem::Problem;
use crate::report::json::{self, Answer, Evaluated, Evaluation};
use crate::report::{figure_name, sheets};

pub struct Evaluate;

impl Screen for Evaluate {
    fn lines(&self, app: &App) -> Option<usize> {
        view::lines(app)
    }

    fn extract<'a>(&self, app: &'a App, what: What) -> Option<Found<'a>> {
        let screen = &app.screens.evaluate;
        Some(Ok(match (what, screen.view) {
            (What::Marked, _) => {
                let text = marked(app)?;
                Extract::default().line(move || text.text(app.settings.face()))
            }
            (What::Working, View::Scores) => {
                let (_, metrics) = screen.measured(&app.session)?;
                let figure = metrics.figures.get(screen.scores.at)?;
                Extract::default().document(move || {
                    let mut out = report::Document::default();
                    figure.chains.iter().for_each(|chain| out.formula(chain));
                    out
                })
            }
            (What::Table, _) => table(app)?,
            _ => return None,
        }))
    }

    fn act(&self, app: &mut App, action: &Action) -> Reply {
        let screen = &mut app.screens.evaluate;
        match (action, screen.view, app.pane) {
            (Action::LookAt, ..) => choose_view(app),
            (Action::TestOn, ..) => Reply::of(TestDialog::open(app)),
            (_, View::Sweep | View::Learning, _) => curve::act(app, action),
            (_, View::Compare, Pane::Detail) if screen.compare.lists_rows() => rows(app, action),
            (_, View::Scores | View::Compare, Pane::Detail) => Reply::moved(screen.detail.moves(action)),
            (_, View::Compare, Pane::Master) => compare::models(app, action),
            (_, View::Decisions, _) => Reply::Pass,
            (_, View::Matrix | View::Roc | View::Reliability, Pane::Detail) => rows(app, action),
            (_, View::Matrix, Pane::Master) => matrix(app, action),
            (_, View::Scores, Pane::Master) => scores(app, action),
            (_, View::Roc, Pane::Master) => roc(app, action),
            (_, View::Reliability, Pane::Master) => reliability(app, action),
        }
    }

    fn scopes(&self, app: &App) -> &'static [Scope] {
        use Scope::{Always, CellRows, Compare, CompareRows, Confusion, Curve, Detail, Evaluate, Everywhere};
        use Scope::{Figures, Grid, Learning, List, Page, Reliability, Roc, Sweep};
        match (app.screens.evaluate.view, app.pane) {
            (View::Matrix, Pane::Master) => &[Grid, Confusion, Evaluate, Page, Everywhere, Always],
            (View::Scores, Pane::Master) => &[List, Figures, Evaluate, Page, Everywhere, Always],
            (View::Roc, Pane::Master) => &[Roc, Evaluate, Page, Everywhere, Always],
            (View::Reliability, Pane::Master) => &[Reliability, Evaluate, Page, Everywhere, Always],
            (View::Decisions, _) => &[Evaluate, Page, Everywhere, Always],
            (View::Sweep, Pane::Master) => &[List, Sweep, Curve, Evaluate, Page, Everywhere, Always],
            (View::Sweep, Pane::Detail) => &[Detail, Sweep, Curve, Evaluate, Page, Everywhere, Always],
            (View::Learning, Pane::Master) => &[List, Learning, Curve, Evaluate, Page, Everywhere, Always],
            (View::Learning, Pane::Detail) => &[Detail, Learning, Curve, Evaluate, Page, Everywhere, Always],
            (View::Compare, Pane::Master) => &[Grid, Compare, Evaluate, Page, Everywhere, Always],
            (View::Compare, Pane::Detail) if app.screens.evaluate.compare.lists_rows() => {
                &[List, CompareRows, Evaluate, Page, Everywhere, Always]
            }
            (View::Scores | View::Compare, Pane::Detail) => &[Detail, Evaluate, Page, Everywhere, Always],
            (_, Pane::Detail) => &[List, CellRows, Evaluate, Page, Everywhere, Always],
        }
    }

    fn hint(&self, app: &App) -> &'static str {
        let (_, left, right) = app.screens.evaluate.view.words();
        if app.pane == Pane::Master { left } else { right }
    }

    fn entered(&self, app: &mut App) -> Option<Job> {
        match app.screens.evaluate.view {
            View::Sweep | View::Learning => curve::ask(app),
            View::Compare => compare::refresh(app),
            _ => evaluate(app).or_else(|| measure(app)),
        }
    }

    fn wide(&self, app: &App) -> bool {
        app.screens.evaluate.view == View::Compare
    }
}

fn choose_view(app: &mut App) -> Reply {
    let on = app.screens.evaluate.view;
    app.show(MenuDialog {
        title: "Views",
        scopes: &[Scope::List, Scope::Look, Scope::Page, Scope::Always],
        size: (64, 1),
        selection: Selection::new(View::ALL.iter().position(|view| *view == on).unwrap_or(0)),
        rows: |_| View::ALL.iter().map(|view| view.words().0.map(TableCell::from).into()).collect(),
        act: |app, at, action| {
            if !matches!(action, Action::Enter) {
                return Reply::Pass;
            }
            let screen = &mut app.screens.evaluate;
            screen.view = View::ALL.get(at).copied().unwrap_or(screen.view);
            (screen.rows, screen.detail) = (Selection::default(), Scroll::default());
            app.pane = Pane::Master;
            Reply::Close(app.entered())
        },
        below: |_| {},
    });
    Reply::Taken
}

pub fn moves_cell(cell: &mut (usize, usize), last: (usize, usize), page: usize, action: &Action) -> bool {
    match action {
        Action::Left => cell.1 = cell.1.saturating_sub(1),
        Action::Right => cell.1 = (cell.1 + 1).min(last.1),
        Action::SelectColumn(to) => cell.1 = (*to).min(last.1),
        action => return moves(&mut cell.0, last.0, page, action),
    }
    true
}

/// Returns the same movement along a list from left to right.
pub(crate) fn along(action: &Action) -> &Action {
    match action {
        Action::Left => &Action::Up,
        Action::Right => &Action::Down,
        action => action,
    }
}

fn matrix(app: &mut App, action: &Action) -> Reply {
    let page = app.frame.page(4);
    let screen = &mut app.screens.evaluate;
    let Some(evaluated) = screen.evaluated(&app.session) else { return Reply::Pass };
    let (last, mut cell) = (evaluated.last_cell(), screen.cell);
    match action {
        Action::Enter => return enter(app, "There are no rows in this cell."),
        Action::Form => {
            screen.shares = screen.shares.next();
            return Reply::Taken;
        }
        // The first column of the table has the names of the classes.
        Action::SelectColumn(column) => cell.1 = column.saturating_sub(1).min(last.1),
        action if moves_cell(&mut cell, last, page, action) => {}
        _ => return Reply::Pass,
    }
    if cell != screen.cell {
        (screen.cell, screen.rows) = (cell, Selection::default());
    }
    Reply::Taken
}

fn scores(app: &mut App, action: &Action) -> Reply {
    let screen = &mut app.screens.evaluate;
    let Some((_, metrics)) = screen.measured(&app.session) else { return Reply::Pass };
    let figures = metrics.figures.len();
    match action {
        Action::Enter => app.pane = Pane::Detail,
        action if screen.scores.moves(figures, action) => screen.detail.to(0),
        _ => return Reply::Pass,
    }
    Reply::Taken
}

fn roc(app: &mut App, action: &Action) -> Reply {
    const PAGE: usize = 10;
    let screen = &mut app.screens.evaluate;
    let Some((evaluated, metrics)) = screen.measured(&app.session) else { return Reply::Pass };
    let last = metrics.roc.points().saturating_sub(1);
    match action {
        Action::Enter => enter(app, "There are no rows at this end of the curve."),
        Action::Up | Action::Down => {
            let classes = evaluated.classes();
            let by = if matches!(action, Action::Down) { 1 } else { classes.len().saturating_sub(1) };
            let next = (metrics.roc.positive + by) % classes.len().max(1);
            screen.positive = classes.get(next).cloned();
            Reply::of(measure(app))
        }
        action if moves(&mut screen.threshold, last, PAGE, along(action)) => {
            screen.rows = Selection::default();
            Reply::Taken
        }
        _ => Reply::Pass,
    }
}

fn reliability(app: &mut App, action: &Action) -> Reply {
    let screen = &mut app.screens.evaluate;
    let Some((_, metrics)) = screen.measured(&app.session) else { return Reply::Pass };
    let (at, bins) = (screen.bin, &metrics.calibration.bins);
    // Empty bins are skipped.
    let mut bins = (0..bins.len()).filter(|at| bins.get(*at).is_some_and(|bin| bin.n > 0));
    let to = match action {
        Action::Enter => return enter(app, "There are no rows in this bin."),
        Action::Left => bins.take_while(|bin| *bin < at).last(),
        Action::Right => bins.find(|bin| *bin > at),
        Action::First => bins.next(),
        Action::Last => bins.next_back(),
        _ => return Reply::Pass,
    };
    if let Some(to) = to {
        (screen.bin, screen.rows) = (to, Selection::default());
    }
    Reply::Taken
}

pub const PREDICTING: &str = "predicting the rows …";

pub fn evaluate(app: &mut App) -> Option<Job> {
    if current(&app.screens.evaluate.outcome, &app.session).is_some() {
        return None;
    }
    let (study, fitted) = (app.session.study.clone()?, Arc::clone(app.session.fitted()?));
    let work = move |stage: Arc<ComparisonProgress>| (study, EvaluatedModel::new(fitted, &stage.watch));
    Some(app.jobs.start_watched(Lane::Evaluate, PREDICTING, work, |app, (study, found)| {
        let screen = &mut app.screens.evaluate;
        if let Ok(evaluated) = &found {
            if screen.last().is_none() && screen.curve.experiment().is_some() {
                // A claim is about the mistakes of the model.
                screen.cell = evaluated.worst().unwrap_or_default();
            }
            let last = evaluated.last_cell();
            screen.cell = (screen.cell.0.min(last.0), screen.cell.1.min(last.1));
            screen.rows.at = screen.rows.at.min(evaluated.cell(screen.cell).len().saturating_sub(1));
        }
        screen.outcome = Some((study, found.map(Arc::new).map_err(advise_keys)));
        screen.metrics = None;
        app.settle_dialogs();
        measure(app)
    }))
}

fn measure(app: &mut App) -> Option<Job> {
    let screen = &app.screens.evaluate;
    let needed = matches!(screen.view, View::Scores | View::Roc | View::Reliability | View::Decisions);
    let evaluated = screen.evaluated(&app.session).filter(|_| needed)?;
    let chosen = screen.positive.as_ref();
    let chosen = chosen.and_then(|name| evaluated.classes().iter().position(|class| class == name));
    let positive = chosen.unwrap_or_else(|| evaluated.trial.positive());
    if screen.measured(&app.session).is_some_and(|(_, metrics)| metrics.roc.positive == positive) {
        return None;
    }
    let evaluated = Arc::clone(evaluated);
    let work = move || Metrics::new(&evaluated.evaluation, positive);
    Some(app.jobs.start(Lane::Evaluate, "computing the figures …", work, |app, metrics| {
        let screen = &mut app.screens.evaluate;
        screen.scores.at = screen.scores.at.min(metrics.figures.len().saturating_sub(1));
        screen.threshold = metrics.roc.start();
        screen.bin = metrics.calibration.bins.iter().rposition(|bin| bin.n > 0).unwrap_or(0);
        (screen.rows, screen.metrics) = (Selection::default(), Some(Arc::new(metrics)));
        None
    }))
}

fn enter(app: &mut App, none: &str) -> Reply {
    if app.screens.evaluate.listed(&app.session).is_none_or(<[u32]>::is_empty) {
        app.say(none);
    } else {
        app.pane = Pane::Detail;
    }
    Reply::Taken
}

fn rows(app: &mut App, action: &Action) -> Reply {
    let screen = &mut app.screens.evaluate;
    let pair = screen.compare.pair().filter(|_| screen.view == View::Compare);
    match action {
        Action::Enter | Action::ExplainOther if pair.is_some() => {
            compare::explain_row(app, matches!(action, Action::ExplainOther))
        }
        Action::Enter => explain_row(app),
        action => {
            let rows = || screen.listed(&app.session).map_or(0, <[u32]>::len);
            let rows = pair.map_or_else(rows, |pair| pair.differ.len());
            Reply::moved(screen.rows.moves(rows, action))
        }
    }
}

fn explain_row(app: &mut App) -> Reply {
    let screen = &app.screens.evaluate;
    let found = screen.selected_row(&app.session).zip(screen.evaluated(&app.session));
    let Some((row, evaluated)) = found else { return app.reply("There are no rows here.") };
    let (row, fold, trial) = (row.prediction.row, row.fold, evaluated.trial.clone());
    explain(app, trial, row, fold, true)
}

/// Selects a row and goes to screen 5, with the model of a trial that predicted it; Esc comes back. `own` is
/// whether the trial is that of the model of the session.
pub(crate) fn explain(app: &mut App, trial: Trial, row: usize, fold: Option<usize>, own: bool) -> Reply {
    let words = trained(&trial, row, fold);
    if own && words.is_none() {
        app.set_pick(Pick::Row(row));
        return Reply::of(app.descend(ScreenId::Explain));
    }
    let words = words.unwrap_or_else(|| "on all rows".to_owned());
    let (label, fit) = ("fitting the model that predicted it …", move || trial.model_of(fold));
    Reply::Job(app.jobs.start(Lane::FoldModel, label, fit, move |app, model| {
        let fitted = match model {
            Ok(model) => model.fitted().cloned()?,
            Err(problem) => {
                return app.reply(problem.what);
            }
        };
        app.session.use_fold_model(FoldModel { fitted, words }, row);
        app.renewed();
        app.descend(ScreenId::Explain)
    }))
}

/// Returns what the model that predicted a row was trained without: `without fold 3`; `None` for that of all rows.
fn trained(trial: &Trial, row: usize, fold: Option<usize>) -> Option<String> {
    Some(match &trial.split {
        Split::None => return None,
        Split::LeaveOneOut if trial.data.seen(row) > 1 => {
            format!("without one case of {}", trial.data.row_name(row))
        }
        Split::LeaveOneOut => format!("without {}", trial.data.row_name(row)),
        Split::Folds(_) => format!("without fold {}", trial.folds.name(fold.unwrap_or(0))),
        Split::Holdout(_) => "without the held-out rows".to_owned(),
        Split::File(_) => "without the test file".to_owned(),
    })
}

/// Replaces the advice of a command line, which names flags, by a key.
pub(crate) fn advise_keys(problem: Problem) -> Problem {
    match problem.kind {
        "no_rows" => Problem { fix: "press t and name a file of rows to test on".to_owned(), ..problem },
        _ => problem,
    }
}

fn marked(app: &App) -> Option<Sentence> {
    let screen = &app.screens.evaluate;
    let evaluated = screen.evaluated(&app.session);
    let evaluation = evaluated.map(|evaluated| &evaluated.evaluation);
    let metrics = screen.measured(&app.session).map(|(_, metrics)| metrics);
    if let Some(row) = screen.selected_row(&app.session).filter(|_| app.pane == Pane::Detail) {
        return Some(of_row(evaluation?, &row));
    }
    Some(match screen.view {
        View::Matrix => report::matrix_cell(evaluation?, screen.cell, evaluated?.seen(screen.cell)),
        View::Scores => {
            let figure = metrics?.figures.get(screen.scores.at)?;
            sentence!("{} = {}", figure_name(evaluation?, figure), report::measured(figure))
        }
        View::Roc => report::at_threshold(evaluation?, &metrics?.roc, screen.threshold)?,
        View::Decisions => {
            report::describe_decisions(evaluation?.decisions.as_deref()?).into_iter().next()?
        }
        View::Reliability => {
            let calibration = &metrics?.calibration;
            calibration.bins.get(screen.bin)?;
            report::describe_bin(calibration, screen.bin).into()
        }
        View::Sweep | View::Learning => {
            let at = curve::cursor(app).1;
            match curve::drawn(app)? {
                Curve::Sweep(sweep) => {
                    let point = sweep.points.get(at)?;
                    let figures = Measure::QUALITY.map(|measure| {
                        sentence!("{} {}", measure.name(), report::cell(&point.summary, measure))
                    });
                    sentence!("α = {}: {}", point.alpha.as_str(), Sentence::join(figures, ", "))
                }
                Curve::Learning(learning) => {
                    let measure = screen.curve.measure;
                    let figures = report::stage(learning, at, measure).into_iter();
                    let figures = figures.map(|(name, text)| sentence!("{} {}", name, text));
                    let figures = Sentence::join(figures, ", ");
                    sentence!("{} rows, {}: {}", *learning.sizes.get(at)?, measure.name(), figures)
                }
            }
        }
        View::Compare => {
            let (view, found) = (&screen.compare, screen.compare.found()?);
            let (_, result) = view.marked()?;
            let name = &result.candidate.name;
            match (view.column(), view.pair()) {
                (CompareColumn::Figure(measure), _) => {
                    sentence!("{}: {} {}", name, measure.name(), report::measured_text(result, measure))
                }
                (CompareColumn::Against, Some(pair)) => report::verdict(found, pair),
                _ => name.as_str().into(),
            }
        }
    })
}

fn of_row(evaluation: &evaluate::Evaluation, row: &EvaluatedRow<'_>) -> Sentence {
    let name = |class: usize| evaluation.labels.get(class).map(ToString::to_string).unwrap_or_default();
    let (number, actual) = (evaluation.row_number(row), name(row.actual));
    let predicted = row.prediction.predicted;
    match predicted.and_then(|class| Some((name(class), row.prediction.log_posterior(class)?))) {
        Some((class, ln)) => {
            let of = format!("{class} with P({class} | x)");
            let posterior = report::decimal(&Number::Log(ln));
            sentence!("row {}: actual {}, predicted {} = {}", number, actual, of, posterior)
        }
        None => sentence!("row {}: actual {}, no class predicted", number, actual),
    }
}

fn table(app: &App) -> Option<Extract<'_>> {
    let (screen, study) = (&app.screens.evaluate, app.session.study.as_deref()?);
    let fitted = study.fitted.as_ref().ok()?;
    let extract = Extract::default();
    Some(match screen.view {
        View::Matrix | View::Scores | View::Roc | View::Reliability | View::Decisions => {
            let evaluation = &screen.evaluated(&app.session)?.evaluation;
            let metrics = screen.measured(&app.session).map(|(_, metrics)| &**metrics);
            let document = move || report::evaluation(evaluation, metrics);
            let answer = move || {
                let evaluation = Evaluated::new(evaluation, metrics, false);
                Some(Answer::new(study, Some(&**fitted), Evaluation { evaluation, logistic: None }))
            };
            extract.document(document).sheet(move || sheets::matrix(evaluation)).json(answer)
        }
        View::Sweep | View::Learning => match curve::drawn(app)? {
            Curve::Sweep(sweep) => extract
                .document(move || report::sweep(sweep))
                .sheet(move || sheets::sweep(sweep))
                .json(move || Some(json::sweep(sweep))),
            Curve::Learning(learning) => extract
                .document(move || report::learning(learning))
                .sheet(move || sheets::learning(learning))
                .json(move || Some(json::learning(learning))),
        },
        View::Compare => {
            let (found, by) = (screen.compare.found()?, screen.compare.sort);
            extract
                .document(move || report::comparison(found, by))
                .sheet(move || sheets::comparison(found, by))
                .json(move || Some(json::compared(found, by)))
        }
    })
}
