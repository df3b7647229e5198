//! The state of screen 4: the view, the evaluated model, and the cursor of each view.

use std::sync::Arc;

use crate::app::keys::Scope;
use crate::app::screens::evaluate::compare::CompareView;
use crate::app::screens::evaluate::curve::CurveView;
use crate::app::screens::evaluate::evaluated_model::{EvaluatedModel, Shares};
use crate::app::session::Session;
use crate::app::words::{Pane, Scroll, Selection};
use crate::evaluate::{Calibration, Experiment, Metrics, Roc};
use crate::math::Name;
use crate::model::Study;
use crate::problem::Problem;

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
