//! What can be taken out of each screen, to be copied: the thing that is marked at once, or what is chosen, as what is chosen.

mod dialog;
mod found;
mod of_data;
mod of_evaluate;
mod of_model;
mod of_plot;
mod of_practice;

pub use super::taking::What;
pub use dialog::{CopyDialog, HEIGHT, WIDTH};

use std::path::Path;

use found::Found;

use super::clipboard::Copying;
use super::command::{CommandLine, recipe_file};
use super::prelude::*;
use crate::report::{Extract, Format};

/// What can be taken of the screen that is on; `None` for what it does not have.
fn extract(app: &App, what: What) -> Option<Found<'_>> {
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
        ScreenId::Data => of_data::extract(app, what),
        ScreenId::Model => of_model::model(app, what),
        ScreenId::Parameters => of_model::parameters(app, what),
        ScreenId::Evaluate => of_evaluate::extract(app, what),
        ScreenId::Explain => of_model::explain(app, what),
        ScreenId::Plot => of_plot::extract(app, what),
        ScreenId::Practice => of_practice::extract(app, what),
    }
}

pub fn copy(app: &mut App) -> Option<Job> {
    let found = extract(app, What::Marked).map(|found| found.map(|extract| extract.written(Format::Text)));
    match found {
        Some(Ok(Some(text))) => return Some(Job::Copy(Copying::short(text.trim_end_matches('\n')))),
        Some(Err(why)) => app.say(why),
        Some(Ok(None)) | None => app.say("Nothing is marked here. Y chooses what to copy."),
    }
    None
}
