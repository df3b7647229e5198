//! Copies of screen 4: a cell, a row, a figure, a point of a curve; and the table that the view shows.

use crate::app::copying::Found;
use crate::app::dialogs::save::What;
use crate::app::screens::evaluate::{Column, EvaluatedModel, View, curve};
use crate::app::state::App;
use crate::app::words::Pane;
use crate::evaluate::{EvaluatedRow, Yardstick};
use crate::math::{Number, Sentence, sentence};
use crate::report;
use crate::report::json::{Answer, Compared, Curve, Evaluated, Evaluation};
use crate::report::{Extract, figure_name, measured, sheets};

pub(crate) fn extract(app: &App, what: What) -> Option<Found<'_>> {
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
