//! The file of the data is looked at while they are at hand, so that a change of it is said. It is read again only when asked.

use std::fs;
use std::path::{Path, PathBuf};

use super::keys;
use super::prelude::*;
use super::session::Stamp;
use super::source::{Order, Source};
use crate::text::{brief, shown};

/// How the file of an order is now.
pub(super) fn stamp(order: &Order) -> Option<Stamp> {
    if let Source::File(path) = &order.source { stamp_of(path) } else { None }
}

fn stamp_of(path: &Path) -> Option<Stamp> {
    let about = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
    Some((about.len(), about.modified().ok()?))
}

/// The file of the data at hand.
fn file(app: &App) -> Option<&PathBuf> {
    match &app.session.order.as_ref()?.source {
        Source::File(path) if app.session.watched.is_on() => Some(path),
        _ => None,
    }
}

/// Looks at the file, unless a look has not come back: then it is where nobody answers.
pub(super) fn look(app: &mut App) -> Option<Job> {
    let path = file(app)?.clone();
    if app.jobs.waits_for(Lane::File) || app.jobs.waits_for(Lane::Load) {
        return None;
    }
    let work = move || (stamp_of(&path), path);
    Some(app.jobs.start(Lane::File, "", work, |app, (now, path)| {
        if file(app) == Some(&path) {
            seen(app, now, &path);
        }
        None
    }))
}

/// A change counts once two looks have found the same: then it is not being written.
fn seen(app: &mut App, now: Option<Stamp>, path: &Path) {
    let watched = &mut app.session.watched;
    let before = std::mem::replace(&mut watched.seen, now);
    if now.is_none() || now == watched.read {
        watched.changed &= now.is_none();
    } else if before == now && !watched.changed {
        watched.changed = true;
        let key = keys::of(Scope::Everywhere, &Action::Reload).map(|(key, _)| key).unwrap_or_default();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        app.say(format!("{} has changed: {key} reads it.", shown(&brief(&name))));
    }
}
