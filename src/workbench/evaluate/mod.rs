//! Room 4: how good the model is. One judgement, and several ways to look at it.
//!
//! Each view is a file of its own with its own cursor: the left pane shows it, the right pane explains what is marked.
//! What is shared stands here: which view is on, the judgement they read, and the work that makes it.

pub mod curve;
mod job;
mod judged;
mod look;
mod matrix;
mod test_on;
mod view;

use std::sync::Arc;

pub use curve::{CurveView, Drawn, Learned, Plot, Rivals};
pub use job::{Ask, Found, take};
pub use judged::Judged;
pub use look::{HEIGHT as LOOK_HEIGHT, LookDialog, WIDTH as LOOK_WIDTH};
pub use matrix::MatrixView;
pub use test_on::{HEIGHT as TEST_HEIGHT, TestDialog, TestLine, WIDTH as TEST_WIDTH};
pub use view::View;

use super::action::Action;
use super::app::{App, Pane};
use super::job::{Job, Lane, Work};
use super::keys::Scope;
use super::overlay::{Overlay, Reply};
use crate::model::Study;
use crate::problem::Problem;

/// Which view is on, and the cursor of each.
#[derive(Clone, Debug, Default)]
pub struct EvaluateScreen {
    judged: Option<Arc<Judged>>,
    /// Why a study cannot be judged.
    refused: Option<(Arc<Study>, Problem)>,
    /// What the room shows.
    pub view: View,
    /// The confusion matrix.
    pub matrix: MatrixView,
    /// The curves.
    pub curve: CurveView,
}

impl EvaluateScreen {
    /// The judgement, if it is of the model on the desk.
    pub fn judged(&self, app: &App) -> Option<&Arc<Judged>> {
        self.judged.as_ref().filter(|judged| judged.is_of(&app.desk))
    }

    /// Why the model on the desk cannot be judged, if it cannot.
    pub fn refused(&self, app: &App) -> Option<&Problem> {
        let (study, problem) = self.refused.as_ref()?;
        app.desk.study.as_ref().filter(|now| Arc::ptr_eq(now, study)).map(|_| problem)
    }

    /// Takes a judgement; the cursors stay where there still is something.
    pub fn take(&mut self, judged: Arc<Judged>) {
        if self.judged.is_none() && self.curve.experiment.is_some() {
            // What a claim is about is where the model goes wrong.
            self.matrix.cell = judged.worst().unwrap_or_default();
        }
        self.matrix.settle(&judged);
        self.judged = Some(judged);
    }

    /// The scopes whose keys hold in a pane, nearest first.
    pub fn scopes(&self, pane: Pane) -> &'static [Scope] {
        use Scope::Sweep;
        use Scope::{
            Always, CellRows, Confusion, Curve, Detail, Evaluate, Everywhere, Grid, Learning, List, Page,
        };
        match (self.view, pane) {
            (View::Matrix, Pane::Master) => &[Grid, Confusion, Evaluate, Page, Everywhere, Always],
            (View::Matrix, Pane::Detail) => &[List, CellRows, Evaluate, Page, Everywhere, Always],
            (View::Sweep, Pane::Master) => &[List, Sweep, Curve, Evaluate, Page, Everywhere, Always],
            (View::Learning, Pane::Master) => &[List, Learning, Curve, Evaluate, Page, Everywhere, Always],
            (View::Sweep, Pane::Detail) => &[Detail, Sweep, Curve, Evaluate, Page, Everywhere, Always],
            (View::Learning, Pane::Detail) => &[Detail, Learning, Curve, Evaluate, Page, Everywhere, Always],
        }
    }
}

/// Has what the room shows worked out, unless it is.
pub fn refresh(app: &mut App) -> Option<Job> {
    match app.screens.evaluate.view {
        View::Matrix => judge(app),
        View::Sweep | View::Learning => curve::ask(app),
    }
}

/// Has the model on the desk judged, unless it is.
pub fn judge(app: &mut App) -> Option<Job> {
    let screen = &app.screens.evaluate;
    if screen.judged(app).is_some() || screen.refused(app).is_some() {
        return None;
    }
    let ask = Ask::Judge(app.desk.study.clone()?, Arc::clone(app.desk.fitted()?), Arc::default());
    Some(app.jobs.start(Lane::Evaluate, "predicting the rows …", Work::Evaluate(ask)))
}

/// Takes an action.
pub fn act(app: &mut App, action: &Action) -> Reply {
    if matches!(action, Action::LookAt) {
        let dialog = LookDialog::new(app);
        app.overlays.push(Overlay::Look(dialog));
        return Reply::Taken;
    }
    if matches!(action, Action::TestOn) {
        return TestDialog::open(app);
    }
    match app.screens.evaluate.view {
        View::Matrix => matrix::act(app, action),
        View::Sweep | View::Learning => curve::act(app, action),
    }
}

/// Puts another view on.
pub fn show(app: &mut App, view: View) -> Option<Job> {
    app.screens.evaluate.view = view;
    app.pane = Pane::Master;
    refresh(app)
}
