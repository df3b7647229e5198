//! Which text is scrolled by the keys, so that it begins where it was drawn: how far it reaches, and what was kept in sight,
//! is known only where it is laid out.

use super::app::{App, Pane, Room};
use super::evaluate::View;
use super::practice;

/// Takes over how far the text that has the keys was scrolled when it was drawn last.
pub fn settle(app: &mut App) {
    let Some(at) = app.reached.take() else { return };
    if let Some(place) = place(app) {
        *place = at;
    }
}

fn place(app: &mut App) -> Option<&mut usize> {
    if let Some(dialog) = app.dialogs.last_mut() {
        return dialog.scroll();
    }
    let screens = &mut app.screens;
    match app.room {
        _ if app.pane == Pane::Master => None,
        Room::Start => Some(&mut screens.start.detail),
        Room::Data => Some(&mut screens.data.detail),
        Room::Model => Some(&mut screens.model.detail),
        Room::Parameters => Some(&mut screens.parameters.detail),
        Room::Explain => Some(&mut screens.explain.detail),
        Room::Evaluate => match screens.evaluate.view {
            View::Scores => Some(&mut screens.evaluate.scores.scroll),
            View::Sweep | View::Learning => Some(&mut screens.evaluate.curve.detail),
            View::Compare => Some(&mut screens.evaluate.compare.scroll),
            _ => None,
        },
        Room::Practice => match screens.practice.view {
            practice::View::Sheets => Some(&mut screens.practice.sheets.detail),
            practice::View::FindError => Some(&mut screens.practice.find.detail),
            practice::View::Worksheet => Some(&mut screens.practice.detail),
        },
    }
}
