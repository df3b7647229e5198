//! An experiment from the start screen: its sample is open, and its curve is to be drawn.

use super::CurveView;
use crate::evaluate::{Course, Experiment};
use crate::workbench::app::App;
use crate::workbench::evaluate::View;
use crate::workbench::job::Job;
use crate::workbench::screen_id::ScreenId;
use crate::workbench::update;

/// Goes to the curve of an experiment whose sample is open.
pub fn begin(app: &mut App, experiment: &'static Experiment) -> Option<Job> {
    let parameter = match experiment.course {
        Course::Sweep(parameter) => Some(parameter),
        Course::Learning(..) => None,
    };
    app.screens.evaluate.view = if parameter.is_some() { View::Sweep } else { View::Learning };
    app.screens.evaluate.curve = CurveView {
        parameter,
        experiment: Some(experiment),
        measure: experiment.measure,
        ..CurveView::default()
    };
    update::enter(app, ScreenId::Evaluate)
}
