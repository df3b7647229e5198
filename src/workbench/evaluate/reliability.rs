//! What was said held against what is so: the bins, and the rows in each.

use super::rows;
use crate::evaluate::Calibration;
use crate::workbench::action::Action;
use crate::workbench::app::{App, Pane};
use crate::workbench::dialog::Reply;

/// The marked bin, and the cursor in its rows.
#[derive(Clone, Debug, Default)]
pub struct ReliabilityView {
    /// The marked bin.
    pub bin: usize,
    /// The marked row among its rows.
    pub row: usize,
}

impl ReliabilityView {
    /// Begins at the bin of the surest rows.
    pub(super) fn settle(&mut self, calibration: &Calibration) {
        let filled = calibration.bins.iter().rposition(|bin| bin.n > 0);
        *self = ReliabilityView { bin: filled.unwrap_or(0), row: 0 };
    }
}

/// Takes an action.
pub fn act(app: &mut App, action: &Action) -> Reply {
    let evaluate = &app.screens.evaluate;
    let Some((judged, metrics)) = evaluate.judged(app).cloned().zip(evaluate.metrics(app).cloned()) else {
        return Reply::Pass;
    };
    let bins = &metrics.calibration.bins;
    let at = evaluate.reliability.bin;
    let inside = bins.get(at).map_or(&[][..], |bin| &bin.rows);
    if app.pane == Pane::Detail {
        let row_at = |place: usize| inside.get(place).and_then(|at| judged.at(*at));
        return rows::act(app, action, inside.len(), row_at, |screen| &mut screen.reliability.row);
    }
    // Bins without rows have nothing to tell and are stepped over.
    let filled = |bin: &usize| bins.get(*bin).is_some_and(|bin| bin.n > 0);
    let to = match action {
        Action::Enter => return rows::enter(app, inside.len(), "There are no rows in this bin."),
        Action::Left => (0..at).rev().find(filled),
        Action::Right => (at + 1..bins.len()).find(filled),
        Action::First => (0..bins.len()).find(filled),
        Action::Last => (0..bins.len()).rev().find(filled),
        _ => return Reply::Pass,
    };
    if let Some(to) = to {
        app.screens.evaluate.reliability = ReliabilityView { bin: to, row: 0 };
    }
    Reply::Taken
}
