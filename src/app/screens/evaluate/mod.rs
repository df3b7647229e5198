//! Screen 4: evaluation of the model.

pub(crate) mod actions;
pub(crate) mod compare;
pub mod curve;
pub(crate) mod view;

use std::sync::Arc;

use crate::app::keys::Scope;
use crate::app::screens::data::filter::RowResult;
pub use crate::app::screens::evaluate::actions::{Evaluate, PREDICTING, evaluate};
pub use crate::app::screens::evaluate::compare::{Column, CompareView};
pub use crate::app::screens::evaluate::curve::{CurveView, Drawn, Learned, Plot, Rivals};
use crate::app::session::{FoldModel, Session};
use crate::app::words::{Pane, Scroll, Selection};
use crate::evaluate::{Calibration, EvaluatedRow, Evaluation, Experiment, Metrics, Model, Roc, Trial};
use crate::math::{Name, Number};
use crate::model::{Fitted, Study};
use crate::problem::Problem;
use crate::recipe::Split;
use crate::table::Watch;
use rayon::prelude::*;

#[derive(Clone, Debug, Default)]
pub struct EvaluateScreen {
    evaluated: Option<Arc<EvaluatedModel>>,
    pub(crate) refused: Option<(Arc<Study>, Problem)>,
    measured: Option<(Arc<EvaluatedModel>, Arc<Metrics>)>,
    pub positive: Option<Name>,
    pub view: View,
    pub matrix: MatrixView,
    pub scores: Selection,
    pub detail: Scroll,
    pub roc: RocView,
    pub reliability: ReliabilityView,
    pub compare: CompareView,
    pub curve: CurveView,
}

impl EvaluateScreen {
    pub fn begin_again(&mut self) {
        (self.evaluated, self.measured, self.refused) = (None, None, None);
    }

    pub fn begin(&mut self, experiment: &'static Experiment) {
        self.view = View::Learning;
        self.curve =
            CurveView { experiment: Some(experiment), measure: experiment.measure, ..CurveView::default() };
    }

    pub fn evaluated(&self, session: &Session) -> Option<&Arc<EvaluatedModel>> {
        self.evaluated.as_ref().filter(|evaluated| evaluated.is_of(session))
    }

    pub fn last(&self) -> Option<&Arc<EvaluatedModel>> {
        self.evaluated.as_ref()
    }

    pub fn refused(&self, session: &Session) -> Option<&Problem> {
        let (study, problem) = self.refused.as_ref()?;
        session.study.as_ref().filter(|now| Arc::ptr_eq(now, study)).map(|_| problem)
    }

    pub fn take(&mut self, evaluated: Arc<EvaluatedModel>) {
        if self.evaluated.is_none() && self.curve.experiment.is_some() {
            // A claim is about the mistakes of the model.
            self.matrix.cell = evaluated.worst().unwrap_or_default();
        }
        self.matrix.settle(&evaluated);
        self.evaluated = Some(evaluated);
    }

    pub fn metrics(&self, session: &Session) -> Option<&Arc<Metrics>> {
        let evaluated = self.evaluated(session)?;
        self.measured.as_ref().filter(|(of, _)| Arc::ptr_eq(of, evaluated)).map(|(_, metrics)| metrics)
    }

    pub fn take_metrics(&mut self, evaluated: Arc<EvaluatedModel>, metrics: Arc<Metrics>) {
        self.scores.at = self.scores.at.min(metrics.figures.len().saturating_sub(1));
        self.roc.settle(&metrics.roc);
        self.reliability.settle(&metrics.calibration);
        self.measured = Some((evaluated, metrics));
    }

    pub(crate) fn wanted(&self, evaluated: &EvaluatedModel) -> usize {
        let labels = evaluated.evaluation.labels.get(..evaluated.evaluation.predictable).unwrap_or_default();
        let chosen = self.positive.as_ref().and_then(|name| labels.iter().position(|label| label == name));
        chosen.unwrap_or_else(|| evaluated.trial.positive())
    }

    pub fn scopes(&self, pane: Pane) -> &'static [Scope] {
        use Scope::{Always, CellRows, Compare, CompareRows, Confusion, Curve, Detail, Evaluate, Everywhere};
        use Scope::{Figures, Grid, Learning, List, Page, Sweep};
        match (self.view, pane) {
            (View::Matrix, Pane::Master) => &[Grid, Confusion, Evaluate, Page, Everywhere, Always],
            (View::Scores, Pane::Master) => &[List, Figures, Evaluate, Page, Everywhere, Always],
            (View::Scores, Pane::Detail) => &[Detail, Evaluate, Page, Everywhere, Always],
            (View::Roc, Pane::Master) => &[Scope::Roc, Evaluate, Page, Everywhere, Always],
            (View::Reliability, Pane::Master) => &[Scope::Reliability, Evaluate, Page, Everywhere, Always],
            (View::Decisions, _) => &[Evaluate, Page, Everywhere, Always],
            (View::Sweep, Pane::Master) => &[List, Sweep, Curve, Evaluate, Page, Everywhere, Always],
            (View::Sweep, Pane::Detail) => &[Detail, Sweep, Curve, Evaluate, Page, Everywhere, Always],
            (View::Learning, Pane::Master) => &[List, Learning, Curve, Evaluate, Page, Everywhere, Always],
            (View::Learning, Pane::Detail) => &[Detail, Learning, Curve, Evaluate, Page, Everywhere, Always],
            (View::Compare, Pane::Master) => &[Grid, Compare, Evaluate, Page, Everywhere, Always],
            (View::Compare, Pane::Detail) if self.compare.lists_rows() => {
                &[List, CompareRows, Evaluate, Page, Everywhere, Always]
            }
            (View::Compare, Pane::Detail) => &[Detail, Evaluate, Page, Everywhere, Always],
            (View::Matrix | View::Roc | View::Reliability, Pane::Detail) => {
                &[List, CellRows, Evaluate, Page, Everywhere, Always]
            }
        }
    }
}

#[derive(Clone, Debug, Default)]
pub struct MatrixView {
    pub cell: (usize, usize),
    pub rows: Selection,
    pub shares: Shares,
}

impl MatrixView {
    pub(crate) fn settle(&mut self, evaluated: &EvaluatedModel) {
        let (actual, column) = self.cell;
        let classes = evaluated.evaluation.labels.len();
        self.cell =
            (actual.min(classes.saturating_sub(1)), column.min(evaluated.columns().saturating_sub(1)));
        self.rows.at = self.rows.at.min(evaluated.count(self.cell.0, self.cell.1).saturating_sub(1));
    }
}

#[derive(Clone, Debug, Default)]
pub struct RocView {
    pub point: usize,
    pub rows: Selection,
}

impl RocView {
    pub(crate) fn settle(&mut self, roc: &Roc) {
        *self = RocView { point: roc.start(), rows: Selection::default() };
    }
}

#[derive(Clone, Debug, Default)]
pub struct ReliabilityView {
    pub bin: usize,
    pub rows: Selection,
}

impl ReliabilityView {
    pub(crate) fn settle(&mut self, calibration: &Calibration) {
        let filled = calibration.bins.iter().rposition(|bin| bin.n > 0);
        *self = ReliabilityView { bin: filled.unwrap_or(0), rows: Selection::default() };
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    #[default]
    Matrix,
    Scores,
    Roc,
    Reliability,
    Decisions,
    Compare,
    /// The model under other α.
    Sweep,
    Learning,
}

impl View {
    pub const ALL: &[View] = &[
        View::Matrix,
        View::Scores,
        View::Roc,
        View::Reliability,
        View::Sweep,
        View::Learning,
        View::Compare,
        View::Decisions,
    ];

    /// Returns the title, the question it answers, and the hints of the left and right panes.
    fn words(self) -> [&'static str; 4] {
        match self {
            View::Matrix => [
                "Confusion matrix",
                "actual and predicted classes",
                "Rows: actual class. Columns: predicted class. m: other views.",
                "Enter explains the selected row, step by step.",
            ],
            View::Scores => [
                "Scores",
                "every figure, with its working",
                "The right pane explains the selected figure. m: other views.",
                "What it is, how it is computed, and when it misleads.",
            ],
            View::Roc => [
                "ROC curve",
                "one class at every threshold, AUC",
                "Left: few rows are predicted positive. Right: all. ✕: the threshold in use.",
                "Enter explains the selected row, step by step.",
            ],
            View::Reliability => [
                "Reliability",
                "is 0.8 right in eight of ten rows?",
                "On the dotted line predictions are calibrated. Bars: 95 % intervals.",
                "Enter explains the selected row, step by step.",
            ],
            View::Decisions => [
                "Decisions",
                "chosen actions and their costs",
                "Rows: chosen action. Columns: actual class.",
                "The rule, and what the chosen actions cost.",
            ],
            View::Sweep => [
                "Smoothing",
                "the model under another α",
                "Each point is the model with another α. Enter: use the selected α.",
                "The selected point of the curve, explained.",
            ],
            View::Learning => [
                "Learning curve",
                "how many rows the model needs",
                "Each point: models of that many training rows, tested on unseen rows.",
                "The selected point of the curve, explained.",
            ],
            View::Compare => [
                "Compare models",
                "is another model better?",
                "The right pane explains the selected number. Space: use this model.",
                "Enter, v: explain the row with this or the other model.",
            ],
        }
    }

    pub fn title(self) -> &'static str {
        self.words()[0]
    }

    pub fn answers(self) -> &'static str {
        self.words()[1]
    }

    pub fn hint(self, pane: Pane) -> &'static str {
        let [.., left, right] = self.words();
        if pane == Pane::Master { left } else { right }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shares {
    #[default]
    Counts,
    OfActual,
    OfPredicted,
}

impl Shares {
    pub fn next(self) -> Shares {
        match self {
            Shares::Counts => Shares::OfActual,
            Shares::OfActual => Shares::OfPredicted,
            Shares::OfPredicted => Shares::Counts,
        }
    }
}

/// The most rows that are named when several are equally confident.
const MOST_NAMED: usize = 3;

/// The most confident mistakes of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfidentMistakes {
    pub rows: Vec<usize>,
    pub here: usize,
    /// How many there are in all cells; `None` if another cell has a more confident one.
    pub all: Option<usize>,
}

/// A model evaluated as its recipe says, with the test rows by cell.
#[derive(Clone, Debug)]
pub struct EvaluatedModel {
    study: Arc<Study>,
    pub trial: Trial,
    pub evaluation: Evaluation,
    /// Positions in [`Evaluation::rows`], by actual class and column.
    cells: Vec<Vec<Vec<u32>>>,
    weights: Option<Vec<Vec<u64>>>,
}

impl EvaluatedModel {
    /// Predicts every test row; may take long.
    pub fn new(
        study: Arc<Study>,
        fitted: Arc<Fitted>,
        watch: &Arc<Watch>,
    ) -> Result<EvaluatedModel, Problem> {
        let trial = Trial::of(Model::Generative(fitted), Some(Arc::clone(watch)))?;
        let evaluation = trial.run(Some(watch))?;
        let (classes, predictable) = (evaluation.labels.len(), evaluation.predictable);
        // The last column is for rows whose posterior is undefined.
        let mut cells = vec![vec![Vec::new(); predictable + 1]; classes];
        let mut weights = vec![vec![0; predictable + 1]; classes];
        for (at, row) in (0..).zip(evaluation.rows.iter()) {
            let EvaluatedRow { prediction, actual, weight, .. } = row;
            let column = prediction.predicted.unwrap_or(predictable);
            if let Some(cell) = cells.get_mut(actual).and_then(|row: &mut Vec<Vec<u32>>| row.get_mut(column))
            {
                cell.push(at);
            }
            if let Some(sum) = weights.get_mut(actual).and_then(|row: &mut Vec<u64>| row.get_mut(column)) {
                *sum += weight;
            }
        }
        let weights = trial.data.resolved.weight.map(|_| weights);
        cells.par_iter_mut().flatten().for_each(|cell| most_confident_first(&evaluation, cell));
        Ok(EvaluatedModel { study, trial, evaluation, cells, weights })
    }

    /// Computes the figures, with one class against the rest; may take long.
    pub fn measure(&self, positive: usize) -> Metrics {
        Metrics::new(&self.evaluation, positive)
    }

    pub fn at(&self, place: usize) -> Option<EvaluatedRow<'_>> {
        self.evaluation.rows.get(place)
    }

    /// Returns the most confident mistakes of a cell; `None` for cells without mistakes.
    pub fn most_confident_mistakes(&self, (actual, column): (usize, usize)) -> Option<ConfidentMistakes> {
        let wrong = |actual: usize, column: usize| {
            let is_mistake = column < self.evaluation.predictable && column != actual;
            if is_mistake { self.cell(actual, column) } else { &[] }
        };
        let sure = |at: u32| log_odds_of(&self.evaluation, at);
        let here = wrong(actual, column);
        let most = sure(*here.first()?);
        // The most confident come first.
        let as_sure = |cell: &[u32]| cell.iter().take_while(|at| sure(**at) >= most).count();
        let (classes, columns) = (0..self.evaluation.labels.len(), 0..self.evaluation.predictable);
        let cells = classes.flat_map(|actual| columns.clone().map(move |column| (actual, column)));
        let cells: Vec<&[u32]> = cells.map(|(actual, column)| wrong(actual, column)).collect();
        let is_surer = |cell: &&[u32]| cell.first().is_some_and(|at| sure(*at) > most);
        let number = |at: &u32| Some(self.evaluation.row_number(&self.at(*at as usize)?));
        Some(ConfidentMistakes {
            rows: here.iter().take(as_sure(here)).take(MOST_NAMED).filter_map(number).collect(),
            here: as_sure(here),
            all: (!cells.iter().any(is_surer)).then(|| cells.iter().map(|cell| as_sure(cell)).sum()),
        })
    }

    pub fn tests_data(&self) -> bool {
        !matches!(self.trial.split, Split::File(_))
    }

    /// Returns whether each row of the data is predicted right. A row that is tested several times is wrong if it is wrong
    /// once.
    pub fn judged(&self, rows: usize) -> Vec<RowResult> {
        let mut judged = vec![RowResult::Never; rows];
        for row in self.evaluation.rows.iter().filter(|_| self.tests_data()) {
            let right = row.prediction.predicted == Some(row.actual);
            if let Some(place) = judged.get_mut(row.prediction.row).filter(|of| **of != RowResult::Wrong) {
                *place = if right { RowResult::Right } else { RowResult::Wrong };
            }
        }
        judged
    }

    pub fn title(&self) -> &'static str {
        self.study.fitted.as_ref().map_or("", |fitted| fitted.title())
    }

    pub fn is_of(&self, session: &Session) -> bool {
        session.study.as_ref().is_some_and(|study| Arc::ptr_eq(study, &self.study))
    }

    /// Columns of the matrix: the classes that can be predicted, and one for undefined posteriors, if there are any.
    pub fn columns(&self) -> usize {
        self.evaluation.predictable + usize::from(self.evaluation.n_undefined > 0)
    }

    pub fn seen(&self, actual: usize, column: usize) -> u64 {
        let weight = self.weights.as_ref().map(|weights| weights.get(actual)?.get(column).copied());
        weight.map_or_else(|| self.count(actual, column) as u64, Option::unwrap_or_default)
    }

    pub fn of_actual(&self, actual: usize) -> u64 {
        (0..self.columns()).map(|column| self.seen(actual, column)).sum()
    }

    pub fn of_column(&self, column: usize) -> u64 {
        (0..self.evaluation.labels.len()).map(|actual| self.seen(actual, column)).sum()
    }

    /// Returns the share of a cell in its row or column; `None` for 0/0, and where cells are counts.
    pub fn share(&self, (actual, column): (usize, usize), of: Shares) -> Option<Number> {
        let all = match of {
            Shares::Counts => return None,
            Shares::OfActual => self.of_actual(actual),
            Shares::OfPredicted => self.of_column(column),
        };
        Number::ratio(self.seen(actual, column), all)
    }

    pub fn is_weighted(&self) -> bool {
        self.weights.is_some()
    }

    pub fn count(&self, actual: usize, column: usize) -> usize {
        self.cell(actual, column).len()
    }

    pub fn row(&self, (actual, column): (usize, usize), at: usize) -> Option<EvaluatedRow<'_>> {
        let place = self.cell(actual, column).get(at)?;
        self.at(*place as usize)
    }

    pub fn worst(&self) -> Option<(usize, usize)> {
        let actual = 0..self.evaluation.labels.len();
        let cells = actual.flat_map(|actual| (0..self.columns()).map(move |column| (actual, column)));
        let wrong = cells.filter(|(actual, column)| actual != column && self.seen(*actual, *column) > 0);
        // The first of several.
        wrong.rev().max_by_key(|(actual, column)| self.seen(*actual, *column))
    }

    /// Fits the model that predicted a test row; `None` if that is the model of the study on its own rows.
    pub fn fold_model(&self, row: usize, fold: Option<usize>) -> Result<Option<FoldModel>, Problem> {
        let Some(words) = trained(&self.trial, row, fold) else { return Ok(None) };
        let model = self.trial.model_of(fold)?;
        Ok(model.fitted().map(|fitted| FoldModel { fitted: Arc::clone(fitted), words }))
    }

    fn cell(&self, actual: usize, column: usize) -> &[u32] {
        self.cells.get(actual).and_then(|row| row.get(column)).map_or(&[], Vec::as_slice)
    }
}

fn most_confident_first(evaluation: &Evaluation, cell: &mut [u32]) {
    let mut by: Vec<(f64, u32)> = cell.iter().map(|at| (log_odds_of(evaluation, *at), *at)).collect();
    by.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    cell.iter_mut().zip(by).for_each(|(place, (_, at))| *place = at);
}

/// Returns the log-odds of the predicted class of a test row; −∞ if no class is predicted.
fn log_odds_of(evaluation: &Evaluation, at: u32) -> f64 {
    let log_odds =
        evaluation.rows.get(at as usize).and_then(|row| row.prediction.log_odds(row.prediction.predicted?));
    log_odds.unwrap_or(f64::NEG_INFINITY)
}

/// Returns what the model that predicted a row was trained without: `without fold 3`; `None` for the model of all rows.
pub(crate) fn trained(trial: &Trial, row: usize, fold: Option<usize>) -> Option<String> {
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
