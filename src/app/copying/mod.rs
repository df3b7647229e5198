//! Copying what is on screen.

pub(crate) mod of_model;

pub use crate::app::dialogs::copy::CopyDialog;
pub use crate::app::dialogs::save::What;

use std::path::Path;

use crate::app::clipboard::Copying;
use crate::app::prelude::*;
use crate::app::session::{CommandLine, recipe_file};
use crate::report::{Extract, Format};

/// Returns what can be copied from the current screen; `None` for what it does not have.
pub(crate) fn extract(app: &App, what: What) -> Option<Found<'_>> {
    match what {
        What::Screen => return Some(Ok(Extract::default().line(String::new))),
        What::Command if !app.session.sealed => {
            let command = CommandLine::of(app)?;
            return Some(Ok(Extract::default().line(move || command.text.clone())));
        }
        What::Recipe if !app.session.sealed => {
            let recipe = recipe_file(app, Path::new(""))?;
            return Some(Ok(Extract::default().line(move || recipe.clone())));
        }
        What::Command | What::Recipe => return None,
        What::Marked | What::Working | What::Column | What::Table => {}
    }
    match app.screen {
        ScreenId::Start => None,
        ScreenId::Data => of_model::extract(app, what),
        ScreenId::Model => of_model::model(app, what),
        ScreenId::Parameters => of_model::parameters(app, what),
        ScreenId::Evaluate => crate::app::screens::evaluate::copy::extract(app, what),
        ScreenId::Explain => of_model::explain(app, what),
        ScreenId::Plot => crate::app::screens::plot::copy::extract(app, what),
        ScreenId::Practice => crate::app::screens::practice::actions::extract(app, what),
    }
}

pub fn copy(app: &mut App) -> Option<Job> {
    let found = extract(app, What::Marked).map(|found| found.map(|extract| extract.written(Format::Text)));
    match found {
        Some(Ok(Some(text))) => return Some(Job::Copy(Copying::short(text.trim_end_matches('\n')))),
        Some(Err(why)) => app.say(why),
        Some(Ok(None)) | None => app.say("Nothing is selected here. Press Y to choose what to copy."),
    }
    None
}

/// Cells of the largest table that is made in memory.
pub const CELLS: usize = 200_000;

/// The text to copy, or why it cannot be copied.
pub type Found<'a> = Result<Extract<'a>, String>;

pub fn within(cells: usize, command: &str) -> Result<(), String> {
    if cells <= CELLS {
        return Ok(());
    }
    Err(format!(
        "{} numbers are too many to copy. Use posterior {command} to write them to a file.",
        crate::text::grouped(cells as u64)
    ))
}
