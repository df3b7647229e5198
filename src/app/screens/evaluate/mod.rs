//! Screen 4: evaluation of the model.

pub(crate) mod actions;
pub(crate) mod compare;
pub mod curve;
pub(crate) mod view;

use std::collections::BTreeMap;

use crate::app::prelude::*;
use crate::app::screens::data::filter::RowResult;
pub use crate::app::screens::evaluate::actions::{Evaluate, PREDICTING, evaluate};
pub use crate::app::screens::evaluate::compare::{CompareColumn, CompareView};
pub use crate::app::screens::evaluate::curve::{Curve, CurveView, Rivals};
use crate::evaluate::{EvaluatedRow, Evaluation, Experiment, Metrics, Model, Trial};
use crate::problem::Problem;
use rayon::prelude::*;

pub(crate) type Outcome<T> = (Arc<Study>, Result<Arc<T>, Problem>);

/// Returns a result if it is for the model of the session.
pub(crate) fn current<'a, T>(
    outcome: &'a Option<Outcome<T>>,
    session: &Session,
) -> Option<Result<&'a Arc<T>, &'a Problem>> {
    let (study, result) = outcome.as_ref()?;
    session.study.as_ref().filter(|now| Arc::ptr_eq(now, study)).map(|_| result.as_ref())
}

#[derive(Clone, Debug, Default)]
pub struct EvaluateScreen {
    outcome: Option<Outcome<EvaluatedModel>>,
    metrics: Option<Arc<Metrics>>,
    pub positive: Option<Name>,
    pub view: View,
    pub cell: (usize, usize),
    pub shares: Shares,
    pub scores: Selection,
    pub threshold: usize,
    pub bin: usize,
    pub rows: Selection,
    pub detail: Scroll,
    pub compare: CompareView,
    pub curve: CurveView,
}

impl EvaluateScreen {
    pub fn begin_again(&mut self) {
        (self.outcome, self.metrics) = (None, None);
    }

    pub fn begin(&mut self, experiment: &'static Experiment) {
        self.view = View::Learning;
        self.curve = CurveView::default();
        (self.curve.rivals, self.curve.measure) = (Rivals::Of(experiment), experiment.measure);
    }

    pub fn evaluated(&self, session: &Session) -> Option<&Arc<EvaluatedModel>> {
        current(&self.outcome, session)?.ok()
    }

    pub fn refused(&self, session: &Session) -> Option<&Problem> {
        current(&self.outcome, session)?.err()
    }

    /// Returns the last evaluation, which may be of another model than that of the session.
    pub fn last(&self) -> Option<&Arc<EvaluatedModel>> {
        self.outcome.as_ref()?.1.as_ref().ok()
    }

    pub fn measured(&self, session: &Session) -> Option<(&Arc<EvaluatedModel>, &Arc<Metrics>)> {
        self.evaluated(session).zip(self.metrics.as_ref())
    }

    /// Returns the rows that the right pane lists, as positions in [`Evaluation::rows`].
    pub(crate) fn listed(&self, session: &Session) -> Option<&[u32]> {
        Some(match self.view {
            View::Matrix => self.evaluated(session)?.cell(self.cell),
            View::Roc => self.measured(session)?.1.roc.rows_of(self.threshold),
            View::Reliability => &self.measured(session)?.1.calibration.bins.get(self.bin)?.rows,
            _ => return None,
        })
    }

    pub(crate) fn selected_row(&self, session: &Session) -> Option<EvaluatedRow<'_>> {
        let at = self.listed(session)?.get(self.rows.at)?;
        self.evaluated(session)?.at(*at)
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
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
    pub const ALL: &[View] = {
        use View::{Compare, Decisions, Learning, Matrix, Reliability, Roc, Scores, Sweep};
        &[Matrix, Scores, Roc, Reliability, Sweep, Learning, Compare, Decisions]
    };

    pub(crate) fn words(self) -> ([&'static str; 2], &'static str, &'static str) {
        match self {
            View::Matrix => (
                ["Confusion matrix", "actual and predicted classes"],
                "Rows: actual class. Columns: predicted class. m: other views.",
                "Enter explains the selected row, step by step.",
            ),
            View::Scores => (
                ["Scores", "every figure, with its working"],
                "The right pane explains the selected figure. m: other views.",
                "What it is, how it is computed, and when it misleads.",
            ),
            View::Roc => (
                ["ROC curve", "one class at every threshold, AUC"],
                "Left: few rows are predicted positive. Right: all. ✕: the threshold in use.",
                "Enter explains the selected row, step by step.",
            ),
            View::Reliability => (
                ["Reliability", "is 0.8 right in eight of ten rows?"],
                "On the dotted line predictions are calibrated. Bars: 95 % intervals.",
                "Enter explains the selected row, step by step.",
            ),
            View::Decisions => (
                ["Decisions", "chosen actions and their costs"],
                "Rows: chosen action. Columns: actual class.",
                "The rule, and what the chosen actions cost.",
            ),
            View::Sweep => (
                ["Smoothing", "the model under another α"],
                "Each point is the model with another α. Enter: use the selected α.",
                "The selected point of the curve, explained.",
            ),
            View::Learning => (
                ["Learning curve", "how many rows the model needs"],
                "Each point: models of that many training rows, tested on unseen rows.",
                "The selected point of the curve, explained.",
            ),
            View::Compare => (
                ["Compare models", "is another model better?"],
                "The right pane explains the selected number. Space: use this model.",
                "Enter, v: explain the row with this or the other model.",
            ),
        }
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
        beside(&[Shares::Counts, Shares::OfActual, Shares::OfPredicted], &self, true)
    }
}

#[derive(Clone, Debug)]
pub struct EvaluatedModel {
    pub trial: Trial,
    pub evaluation: Evaluation,
    /// By actual class and column: positions in [`Evaluation::rows`], most confident first, and the cases.
    cells: BTreeMap<(usize, usize), (Vec<u32>, u64)>,
}

impl EvaluatedModel {
    pub fn new(fitted: Arc<Fitted>, watch: &Arc<Watch>) -> Result<EvaluatedModel, Problem> {
        let trial = Trial::of(Model::Generative(fitted), Some(Arc::clone(watch)))?;
        let evaluation = trial.run(Some(watch))?;
        let mut cells: BTreeMap<(usize, usize), (Vec<u32>, u64)> = BTreeMap::new();
        for (at, row) in (0..).zip(evaluation.rows.iter()) {
            // The last column is for rows whose posterior is undefined.
            let column = row.prediction.predicted.unwrap_or(evaluation.predictable);
            let (cell, cases) = cells.entry((row.actual, column)).or_default();
            cell.push(at);
            *cases += row.weight;
        }
        cells.par_iter_mut().for_each(|(_, (cell, _))| {
            let mut rows: Vec<(f64, u32)> =
                cell.iter().map(|at| (log_odds_of(&evaluation, *at), *at)).collect();
            rows.sort_by(|(a, _), (b, _)| b.total_cmp(a));
            *cell = rows.into_iter().map(|(_, at)| at).collect();
        });
        Ok(EvaluatedModel { trial, evaluation, cells })
    }

    pub fn at(&self, place: u32) -> Option<EvaluatedRow<'_>> {
        self.evaluation.rows.get(place as usize)
    }

    pub fn classes(&self) -> &[Name] {
        self.evaluation.labels.get(..self.evaluation.predictable).unwrap_or_default()
    }

    /// Returns the row numbers of the most confident mistakes of a cell, and how many of all cells are as
    /// confident; `None` if another cell has a more confident one.
    pub fn most_confident_mistakes(&self, cell: (usize, usize)) -> Option<(Vec<usize>, Option<usize>)> {
        let is_mistake =
            |(actual, column): &(usize, usize)| *column < self.evaluation.predictable && column != actual;
        let mistakes: BTreeMap<_, _> = self.cells.iter().filter(|(cell, _)| is_mistake(cell)).collect();
        let log_odds = |at: &u32| log_odds_of(&self.evaluation, *at);
        let highest = log_odds(mistakes.get(&cell)?.0.first()?);
        let as_confident = |rows: &[u32]| rows.iter().take_while(|at| log_odds(at) >= highest).count();
        let mut first = mistakes.values().filter_map(|(rows, _)| rows.first());
        let is_highest = !first.any(|at| log_odds(at) > highest);
        let here = self.cell(cell).iter().take(as_confident(self.cell(cell)));
        let numbers = here.filter_map(|at| Some(self.evaluation.row_number(&self.at(*at)?)));
        Some((
            numbers.collect(),
            is_highest.then(|| mistakes.values().map(|(rows, _)| as_confident(rows)).sum()),
        ))
    }

    pub fn tests_data(&self) -> bool {
        !matches!(self.trial.split, Split::File(_))
    }

    pub fn results(&self, rows: usize) -> Vec<RowResult> {
        let mut results = vec![RowResult::Never; rows];
        for row in self.evaluation.rows.iter().filter(|_| self.tests_data()) {
            let right = row.prediction.predicted == Some(row.actual);
            let place = results.get_mut(row.prediction.row).filter(|of| **of != RowResult::Wrong);
            let result = if right { RowResult::Right } else { RowResult::Wrong };
            place.into_iter().for_each(|place| *place = result);
        }
        results
    }

    pub fn title(&self) -> &'static str {
        self.trial.whole.fitted().map_or("", |fitted| fitted.title())
    }

    /// Columns of the matrix: the classes that can be predicted, and one for undefined posteriors, if there are any.
    pub fn columns(&self) -> usize {
        self.evaluation.predictable + usize::from(self.evaluation.n_undefined > 0)
    }

    pub fn last_cell(&self) -> (usize, usize) {
        (self.evaluation.labels.len().saturating_sub(1), self.columns().saturating_sub(1))
    }

    pub fn seen(&self, cell: (usize, usize)) -> u64 {
        self.cells.get(&cell).map_or(0, |(_, cases)| *cases)
    }

    pub fn is_weighted(&self) -> bool {
        self.trial.data.resolved.weight.is_some()
    }

    /// Returns the rows of a cell, the most confident first.
    pub fn cell(&self, cell: (usize, usize)) -> &[u32] {
        self.cells.get(&cell).map_or(&[], |(rows, _)| rows)
    }

    pub fn worst(&self) -> Option<(usize, usize)> {
        let wrong = self.cells.iter().filter(|((actual, column), _)| actual != column);
        // The first of several.
        wrong.rev().max_by_key(|(_, (_, cases))| *cases).map(|(cell, _)| *cell)
    }
}

/// Returns the log-odds of the predicted class of a test row; −∞ if no class is predicted.
fn log_odds_of(evaluation: &Evaluation, at: u32) -> f64 {
    let row = evaluation.rows.get(at as usize);
    let log_odds = row.and_then(|row| row.prediction.log_odds(row.prediction.predicted?));
    log_odds.unwrap_or(f64::NEG_INFINITY)
}
