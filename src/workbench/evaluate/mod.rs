//! Screen 4: how good the model is. One judgement, and several ways to look at it.
//!
//! Each view is a file of its own with its own cursor: the left pane shows it, the right pane explains what is marked.
//! What is shared stands here: which view is on, the judgement they read, and the work that makes it.

mod compare;
pub mod curve;
mod evaluated_model;
mod look;
mod matrix;
mod test_on;
mod reliability;
mod roc;
mod rows;
mod scores;
mod view;

use std::sync::Arc;

pub use compare::{Column, CompareView};
pub use curve::{CurveView, Drawn, Learned, Plot, Rivals};
pub use evaluated_model::EvaluatedModel;
pub use look::{HEIGHT as LOOK_HEIGHT, LookDialog, WIDTH as LOOK_WIDTH};
pub use matrix::{MatrixView, Shares};
pub use reliability::ReliabilityView;
pub use roc::RocView;
pub use scores::ScoresView;
pub use test_on::{HEIGHT as TEST_HEIGHT, TestDialog, TestLine, WIDTH as TEST_WIDTH};
pub use view::View;

use super::action::Action;
use super::app::{App, Pane};
use super::dialog::Reply;
use super::frame::Shape;
use super::job::{Job, Lane};
use super::keys::Scope;
use super::screen::{Screen, Screens};
use crate::evaluate::Metrics;
use crate::math::Name;
use crate::model::Study;
use crate::problem::Problem;
use crate::table::Watch;
use crate::workbench::bins;
use crate::workbench::model::{redo, undo};

/// Which view is on, and the cursor of each.
#[derive(Clone, Debug, Default)]
pub struct EvaluateScreen {
    judged: Option<Arc<EvaluatedModel>>,
    /// Why a study cannot be judged.
    refused: Option<(Arc<Study>, Problem)>,
    /// The figures, with the judgement that they are of.
    measured: Option<(Arc<EvaluatedModel>, Arc<Metrics>)>,
    /// The class that was put against the rest, if one was chosen.
    pub positive: Option<Name>,
    /// What the screen shows.
    pub view: View,
    /// The confusion matrix.
    pub matrix: MatrixView,
    /// The figures.
    pub scores: ScoresView,
    /// The ROC curve.
    pub roc: RocView,
    /// The reliability plot.
    pub reliability: ReliabilityView,
    /// Several models side by side.
    pub compare: CompareView,
    /// The curves.
    pub curve: CurveView,
}

impl EvaluateScreen {
    /// The judgement, if it is of the model of the session.
    pub fn judged(&self, app: &App) -> Option<&Arc<EvaluatedModel>> {
        self.judged.as_ref().filter(|judged| judged.is_of(&app.session))
    }

    /// The last judgement, be it of the recipe before.
    pub fn last(&self) -> Option<&Arc<EvaluatedModel>> {
        self.judged.as_ref()
    }

    /// Why the model of the session cannot be judged, if it cannot.
    pub fn refused(&self, app: &App) -> Option<&Problem> {
        let (study, problem) = self.refused.as_ref()?;
        app.session.study.as_ref().filter(|now| Arc::ptr_eq(now, study)).map(|_| problem)
    }

    /// Takes a judgement; the cursors stay where there still is something.
    pub fn take(&mut self, judged: Arc<EvaluatedModel>) {
        if self.judged.is_none() && self.curve.experiment.is_some() {
            // What a claim is about is where the model goes wrong.
            self.matrix.cell = judged.worst().unwrap_or_default();
        }
        self.matrix.settle(&judged);
        self.judged = Some(judged);
    }

    /// The figures of the judgement.
    pub fn metrics(&self, app: &App) -> Option<&Arc<Metrics>> {
        let judged = self.judged(app)?;
        self.measured.as_ref().filter(|(of, _)| Arc::ptr_eq(of, judged)).map(|(_, metrics)| metrics)
    }

    /// Takes the figures; the cursors begin where there is most to see.
    pub fn take_metrics(&mut self, judged: Arc<EvaluatedModel>, metrics: Arc<Metrics>) {
        self.scores.cursor = self.scores.cursor.min(metrics.figures.len().saturating_sub(1));
        self.roc.settle(&metrics.roc);
        self.reliability.settle(&metrics.calibration);
        self.measured = Some((judged, metrics));
    }

    /// The class that is to stand against the rest.
    fn wanted(&self, judged: &EvaluatedModel) -> usize {
        let labels = judged.evaluation.labels.get(..judged.evaluation.predictable).unwrap_or_default();
        let chosen = self.positive.as_ref().and_then(|name| labels.iter().position(|label| label == name));
        chosen.unwrap_or_else(|| judged.trial.positive())
    }

    /// The scopes whose keys hold in a pane, nearest first.
    pub fn scopes(&self, pane: Pane) -> &'static [Scope] {
        use Scope::{Always, CellRows, Compare, CompareRows, Confusion, Curve, Detail, Evaluate, Everywhere};
        use Scope::{Figures, Grid, Learning, List, Page, Sweep};
        match (self.view, pane) {
            (View::Matrix, Pane::Master) => &[Grid, Confusion, Evaluate, Page, Everywhere, Always],
            (View::Scores, Pane::Master) => &[List, Figures, Evaluate, Page, Everywhere, Always],
            (View::Scores, Pane::Detail) => &[Detail, Evaluate, Page, Everywhere, Always],
            (View::Roc, Pane::Master) => &[Scope::Roc, Evaluate, Page, Everywhere, Always],
            (View::Reliability, Pane::Master) => &[Scope::Reliability, Evaluate, Page, Everywhere, Always],
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

/// Has what the screen shows worked out, unless it is.
pub fn refresh(app: &mut App) -> Option<Job> {
    match app.screens.evaluate.view {
        View::Compare => compare::refresh(app),
        View::Matrix | View::Scores | View::Roc | View::Reliability => judge(app).or_else(|| measure(app)),
        View::Sweep | View::Learning => curve::ask(app),
    }
}

/// Has the model of the session judged, unless it is.
pub fn judge(app: &mut App) -> Option<Job> {
    let screen = &app.screens.evaluate;
    if screen.judged(app).is_some() || screen.refused(app).is_some() {
        return None;
    }
    let (study, fitted) = (app.session.study.clone()?, Arc::clone(app.session.fitted()?));
    let work = move |watch: Arc<Watch>| EvaluatedModel::new(study, fitted, &watch).map(Arc::new);
    Some(app.jobs.start_watched(Lane::Evaluate, "predicting the rows …", work, |app, judged| match judged {
        Ok(judged) => {
            app.screens.evaluate.take(judged);
            bins::judged(app);
            measure(app)
        }
        Err(problem) => {
            app.screens.evaluate.refused = app.session.study.clone().map(|study| (study, problem));
            None
        }
    }))
}

/// Has the figures worked out, unless they are, or no view that is on needs them.
pub fn measure(app: &mut App) -> Option<Job> {
    let screen = &app.screens.evaluate;
    let needed = matches!(screen.view, View::Scores | View::Roc | View::Reliability);
    let judged = screen.judged(app).filter(|_| needed)?;
    let positive = screen.wanted(judged);
    if screen.metrics(app).is_some_and(|metrics| metrics.positive() == positive) {
        return None;
    }
    let judged = Arc::clone(judged);
    let work = move || (Arc::new(judged.measure(positive)), judged);
    Some(app.jobs.start(Lane::Evaluate, "working out the figures …", work, |app, (metrics, judged)| {
        app.screens.evaluate.take_metrics(judged, metrics);
        None
    }))
}

/// How screen 4 answers.
#[derive(Debug)]
pub struct Evaluate;

impl Screen for Evaluate {
    fn act(&self, app: &mut App, action: &Action) -> Reply {
        if matches!(action, Action::LookAt) {
            let dialog = LookDialog::new(app);
            app.show(dialog);
            return Reply::Taken;
        }
        match action {
            Action::TestOn => return TestDialog::open(app),
            Action::Undo => return Reply::of(undo(app)),
            Action::Redo => return Reply::of(redo(app)),
            _ => {}
        }
        match app.screens.evaluate.view {
            View::Matrix => matrix::act(app, action),
            View::Scores => scores::act(app, action),
            View::Roc => roc::act(app, action),
            View::Reliability => reliability::act(app, action),
            View::Compare => compare::act(app, action),
            View::Sweep | View::Learning => curve::act(app, action),
        }
    }

    fn scopes(&self, app: &App) -> &'static [Scope] {
        app.screens.evaluate.scopes(app.pane)
    }

    fn hint(&self, app: &App) -> &'static str {
        let view = app.screens.evaluate.view;
        match app.pane {
            Pane::Master if app.frame.shape() == Shape::One => view.reading_alone(),
            Pane::Master => view.reading(),
            Pane::Detail => view.reading_detail(),
        }
    }

    fn entered(&self, app: &mut App) -> Option<Job> {
        refresh(app)
    }

    fn scroll<'a>(&self, screens: &'a mut Screens) -> Option<&'a mut usize> {
        let screen = &mut screens.evaluate;
        match screen.view {
            View::Scores => Some(&mut screen.scores.scroll),
            View::Sweep | View::Learning => Some(&mut screen.curve.detail),
            View::Compare => Some(&mut screen.compare.scroll),
            _ => None,
        }
    }

    fn wide(&self, app: &App) -> bool {
        app.screens.evaluate.view == View::Compare
    }
}

/// Puts another view on.
pub fn show(app: &mut App, view: View) -> Option<Job> {
    app.screens.evaluate.view = view;
    app.pane = Pane::Master;
    refresh(app)
}
