//! One class against the rest: the thresholds of the ROC curve, and the rows at each.

use super::{EvaluatedModel, measure, rows};
use crate::evaluate::{Metrics, Roc};
use crate::workbench::action::Action;
use crate::workbench::app::{App, Pane};
use crate::workbench::dialog::Reply;

/// The marked threshold, and the cursor in its rows.
#[derive(Clone, Debug, Default)]
pub struct RocView {
    /// The marked point of the curve.
    pub point: usize,
    /// The marked row among those at its threshold.
    pub row: usize,
}

impl RocView {
    /// Begins at the threshold in use.
    pub(super) fn settle(&mut self, roc: &Roc) {
        *self = RocView { point: roc.start(), row: 0 };
    }
}

/// Takes an action.
pub fn act(app: &mut App, action: &Action) -> Reply {
    let evaluate = &app.screens.evaluate;
    let Some((judged, metrics)) = evaluate.judged(app).cloned().zip(evaluate.metrics(app).cloned()) else {
        return Reply::Pass;
    };
    let roc = &metrics.roc;
    let at = roc.rows_of(evaluate.roc.point);
    if app.pane == Pane::Detail {
        let row_at = |place: usize| at.get(place).and_then(|at| judged.at(*at));
        return rows::act(app, action, at.len(), row_at, |screen| &mut screen.roc.row);
    }
    let last = roc.points.len().saturating_sub(1);
    let point = evaluate.roc.point;
    let to = match action {
        Action::Enter => return rows::enter(app, at.len(), "At this end of the curve there are no rows."),
        Action::Up | Action::Down => return turn(app, &judged, &metrics, matches!(action, Action::Down)),
        Action::Left => point.saturating_sub(1),
        Action::Right => (point + 1).min(last),
        Action::PageUp => point.saturating_sub(PAGE),
        Action::PageDown => (point + PAGE).min(last),
        Action::First => 0,
        Action::Last => last,
        _ => return Reply::Pass,
    };
    app.screens.evaluate.roc = RocView { point: to, row: 0 };
    Reply::Taken
}

/// Thresholds of a page.
const PAGE: usize = 10;

/// Puts the next or the previous class against the rest.
fn turn(app: &mut App, judged: &EvaluatedModel, metrics: &Metrics, forward: bool) -> Reply {
    let labels = judged.evaluation.labels.get(..judged.evaluation.predictable).unwrap_or_default();
    let by = if forward { 1 } else { labels.len().saturating_sub(1) };
    let next = (metrics.positive() + by) % labels.len().max(1);
    app.screens.evaluate.positive = labels.get(next).cloned();
    Reply::of(measure(app))
}
