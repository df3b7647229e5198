//! The keys of the model's own samples, and the work that draws them.

use std::sync::Arc;

use super::rows::evaluate;
use super::samples_view::Samples;
use crate::table::Watch;
use crate::workbench::prelude::*;

/// Has rows drawn and the model fitted to them, unless it is done; and the rows predicted, to stand beside.
pub(super) fn ask(app: &mut App) -> Option<Job> {
    let judged = evaluate(app);
    let view = &app.screens.evaluate.samples;
    if view.found(&app.session).is_some() || view.refused(&app.session).is_some() {
        return judged;
    }
    let Some(fitted) = app.session.fitted().map(Arc::clone) else { return judged };
    let of = Arc::clone(&fitted);
    let work = move |watch: Arc<Watch>| Samples::new(fitted, &watch).map(Arc::new);
    let drawn = app.jobs.start_watched(Lane::Samples, "drawing rows …", work, |app, found| {
        let view = &mut app.screens.evaluate.samples;
        match found {
            Ok(found) => {
                let last = found.refits.as_ref().map_or(0, |refits| refits.spreads.len().saturating_sub(1));
                view.cursor = view.cursor.min(last);
                view.found = Some(found);
            }
            Err(problem) => view.refused = Some((of, problem)),
        }
        None
    });
    Job::both(judged, Some(drawn))
}

/// Lines of the right pane that can be scrolled past.
const LAST: usize = 60;

pub(super) fn act(app: &mut App, action: &Action) -> Reply {
    let (page, pane) = (app.frame.page(4), app.pane);
    let last = app.screens.evaluate.samples.parameters(&app.session).saturating_sub(1);
    let view = &mut app.screens.evaluate.samples;
    match pane {
        Pane::Master => {
            let moved = moves(&mut view.cursor, last, page, action);
            if moved {
                view.scroll = 0;
            }
            Reply::moved(moved)
        }
        Pane::Detail => Reply::moved(moves(&mut view.scroll, LAST, page, action)),
    }
}
