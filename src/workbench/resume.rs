//! Data are gone on with where they were left. How they are left is kept whenever it changes, so that nothing is lost however the
//! program ends.

use super::prelude::*;
use super::recents::{FILE, Recent, add, now, stamp, word};
use super::session::Past;
use super::session::{History, Pick, Session};
use crate::recipe::Recipe;

const CHANGES: usize = 20;

/// Keeps how the data at hand are now, where that is not what is kept. The work is to be done by another thread.
pub fn keep(app: &mut App) -> Option<Job> {
    let file = app.screens.start.recents.file.clone()?;
    let now = Recent::of(app)?;
    if !app.screens.start.recents.put(now.clone()) {
        return None;
    }
    Some(app.jobs.start(Lane::Session, "", move || add(&file, now), |_, ()| None))
}

/// Writes what the last work may not have written, when the program ends. There is nobody left to tell of a failure.
pub fn finish(app: &App) {
    let recents = &app.screens.start.recents;
    if let (Some(file), Some(last), true) = (&recents.file, recents.list.first(), recents.opened > 0) {
        add(file, last.clone());
    }
}

pub(super) fn opened(app: &mut App) {
    app.screens.start.recents.opened = now();
}

impl Recent {
    /// The data at hand; `None` where there are none, or none that can be opened again.
    fn of(app: &App) -> Option<Recent> {
        let Session { order, table, pick, sealed, .. } = &app.session;
        let (order, table) = (order.as_ref()?, table.as_ref()?);
        let recents = &app.screens.start.recents;
        if *sealed || recents.opened == 0 {
            return None;
        }
        let source = word(&order.source)?;
        let known = recents.list.first().filter(|first| first.source == source);
        let screen = match app.screen {
            // Where one goes to choose other data is no place to come back to.
            ScreenId::Start | ScreenId::Practice => {
                known.map_or_else(|| ScreenId::Data.name(), |known| &known.screen).to_owned()
            }
            screen => screen.name().to_owned(),
        };
        // What the file was is what it was when it was read.
        let same = known.filter(|known| known.opened == recents.opened);
        let stamp = same.map(|known| (known.bytes, known.written)).or_else(|| stamp(&source));
        let (bytes, written) = stamp.unwrap_or_default();
        let row = match pick {
            Pick::Row(row) => Some(row + 1),
            Pick::Changed(changed) => match changed.base {
                Pick::Row(row) => Some(row + 1),
                _ => None,
            },
            Pick::Query => None,
        };
        let past = app.session.history.past().iter().filter_map(|past| match past {
            Past::Recipe(recipe) => Some(recipe.to_toml()),
            Past::Case(_) | Past::Shown(_) => None,
        });
        let past: Vec<String> = past.collect();
        let before = past.get(past.len().saturating_sub(CHANGES)..).unwrap_or_default().to_vec();
        let (rows, columns) = (table.rows(), table.columns().len());
        let recipe = order.recipe.to_toml();
        Some(Recent {
            source,
            opened: recents.opened,
            rows,
            columns,
            bytes,
            written,
            screen,
            row,
            recipe,
            before,
        })
    }

    pub(super) fn resume(&self, app: &mut App) -> Option<Job> {
        let read = |text: &String| Some(Past::Recipe(Box::new(Recipe::from_toml(text, FILE).ok()?)));
        app.session.history = History::of(self.before.iter().filter_map(read).collect());
        if self.screen() == ScreenId::Data && !self.before.is_empty() {
            app.say(format!("By the recipe of {}; u takes its changes back.", self.age()));
        }
        let rows = app.session.table.as_ref().map_or(0, |table| table.rows());
        if let Some(row) = self.row.and_then(|row| row.checked_sub(1)).filter(|row| *row < rows) {
            app.session.choose(Pick::Row(row));
        }
        match app.session.blocked(self.screen()) {
            None => app.enter(self.screen()),
            Some(_) => app.entered(),
        }
    }
}
