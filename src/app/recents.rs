//! The recent files, and the state in which they were left.

use std::collections::BTreeMap;
use std::fs;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::app::dialogs::save::write_state;
use crate::app::prelude::*;
use crate::app::session::History;
use crate::table::read_file;
use serde::{Deserialize, Serialize};

const FILE: &str = "recent.toml";
const KEY: &str = "recent";
const LONGEST: u64 = 4 << 20;
const MOST: usize = 12;
const CHANGES: usize = 20;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recent {
    pub source: String,
    /// When it was opened, in seconds since 1970.
    pub opened: u64,
    pub rows: usize,
    pub columns: usize,
    /// The size of the file, and when it was written, in seconds since 1970.
    pub(crate) bytes: u64,
    pub(crate) written: u64,
    pub(crate) screen: String,
    pub(crate) row: Option<usize>,
    pub recipe: String,
    pub(crate) before: Vec<String>,
    /// The state of the file when the list was read.
    #[serde(skip)]
    pub state: State,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum State {
    #[default]
    Same,
    Changed,
    Gone,
}

#[derive(Clone, Debug, Default)]
pub struct Recents {
    pub(crate) file: Option<PathBuf>,
    pub list: Vec<Recent>,
    pub(crate) opened: u64,
}

impl Recents {
    /// Reads the recent files. A damaged file counts as empty, and is written anew.
    pub fn read(folder: &StateFolder) -> Recents {
        let file = folder.path().map(|folder| folder.join(FILE));
        let mut list = file.as_deref().map(read_list).unwrap_or_default();
        list.iter_mut().for_each(|recent| recent.state = recent.state_now());
        Recents { file, list, opened: 0 }
    }

    pub fn state(&self, at: usize) -> State {
        self.list.get(at).map_or(State::Same, |recent| recent.state)
    }

    pub fn forget(&mut self, at: usize) {
        if at < self.list.len() {
            let gone = self.list.remove(at);
            if let Some(file) = &self.file {
                let mut list = read_list(file);
                list.retain(|recent| recent.source != gone.source);
                write(file, list);
            }
        }
    }

    pub(crate) fn put(&mut self, recent: Recent) -> bool {
        if self.list.first() == Some(&recent) {
            return false;
        }
        put_first(&mut self.list, recent);
        true
    }
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}

fn read_list(file: &Path) -> Vec<Recent> {
    let text = read_file(file, LONGEST).ok().and_then(|bytes| String::from_utf8(bytes).ok());
    let table = text.and_then(|text| text.parse::<toml::Table>().ok());
    table.and_then(|mut table| table.remove(KEY)?.try_into().ok()).unwrap_or_default()
}

fn put_first(list: &mut Vec<Recent>, recent: Recent) {
    list.retain(|other| other.source != recent.source);
    list.insert(0, recent);
    list.truncate(MOST);
}

fn add(file: &Path, recent: Recent) {
    let mut list = read_list(file);
    put_first(&mut list, recent);
    write(file, list);
}

fn write(file: &Path, recent: Vec<Recent>) {
    if let Ok(text) = toml::to_string(&BTreeMap::from([(KEY, recent)])) {
        let _ = write_state(file, &text);
    }
}

pub(crate) fn word(source: &Source) -> Option<String> {
    match source {
        Source::File(path) => Some(std::path::absolute(path).ok()?.to_str()?.to_owned()),
        Source::Sample(name) => Some(format!("sample:{name}")),
        Source::Input | Source::Pasted(_) | Source::Exercise { .. } => None,
    }
}

fn stamp(path: &str) -> Option<(u64, u64)> {
    let about = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
    let written = about.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    Some((about.len(), written.as_secs()))
}

impl Recent {
    pub fn name(&self) -> &str {
        let path = Path::new(&self.source);
        path.file_name().and_then(|name| name.to_str()).unwrap_or(&self.source)
    }

    pub fn screen(&self) -> ScreenId {
        let named = |id: &&ScreenId| id.name() == self.screen;
        ScreenId::ALL.iter().find(named).copied().unwrap_or(ScreenId::Data)
    }

    pub fn age(&self) -> String {
        match now().saturating_sub(self.opened) / 60 {
            0..2 => "just now".to_owned(),
            minutes @ ..60 => format!("{minutes} min ago"),
            minutes @ ..1440 => format!("{} h ago", minutes / 60),
            minutes => format!("{} d ago", minutes / 1440),
        }
    }

    pub fn is_sample(&self) -> bool {
        self.source.starts_with("sample:")
    }

    pub(crate) fn state_now(&self) -> State {
        match stamp(&self.source) {
            _ if self.is_sample() => State::Same,
            None => State::Gone,
            Some(stamp) if stamp == (self.bytes, self.written) => State::Same,
            Some(_) => State::Changed,
        }
    }

    pub(crate) fn order(&self) -> Order {
        let recipe = Recipe::from_toml(&self.recipe, FILE).unwrap_or_default();
        Order { source: Source::named(self.source.as_ref()), recipe: Box::new(recipe) }
    }

    /// Returns the open data; `None` if there are none, or if they cannot be opened again.
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
            // These screens are not a place to come back to.
            ScreenId::Start | ScreenId::Practice => {
                known.map_or_else(|| ScreenId::Data.name(), |known| &known.screen).to_owned()
            }
            screen => screen.name().to_owned(),
        };
        // The size and time of the file are those when it was read.
        let same = known.filter(|known| known.opened == recents.opened);
        let stamp = same.map(|known| (known.bytes, known.written)).or_else(|| stamp(&source));
        let (bytes, written) = stamp.unwrap_or_default();
        let base = if let Pick::Changed(changed) = pick { &changed.base } else { pick };
        let row = if let Pick::Row(row) = base { Some(row + 1) } else { None };
        let recipes = app.session.history.past.iter().filter_map(|past| match past {
            Past::Recipe(recipe) => Some(recipe.to_toml()),
            Past::Case(_) | Past::Shown(_) => None,
        });
        let mut before: Vec<String> = recipes.collect();
        before.drain(..before.len().saturating_sub(CHANGES));
        Some(Recent {
            source,
            opened: recents.opened,
            rows: table.rows(),
            columns: table.columns().len(),
            bytes,
            written,
            screen,
            row,
            recipe: order.recipe.to_toml(),
            before,
            state: State::Same,
        })
    }

    pub(crate) fn resume(&self, app: &mut App) -> Option<Job> {
        let read = |text: &String| Some(Past::Recipe(Box::new(Recipe::from_toml(text, FILE).ok()?)));
        let past = self.before.iter().filter_map(read).collect();
        app.session.history = History { past, ..History::default() };
        if self.screen() == ScreenId::Data && !self.before.is_empty() {
            app.say(format!("Opened with the recipe from {}. u: undo its changes.", self.age()));
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

pub fn keep(app: &mut App) -> Option<Job> {
    let file = app.screens.start.recents.file.clone()?;
    let now = Recent::of(app)?;
    if !app.screens.start.recents.put(now.clone()) {
        return None;
    }
    Some(app.jobs.start(Lane::Session, "", move || add(&file, now), |_, ()| None))
}

/// Writes the last state when the program ends. A failure is not reported.
pub fn finish(app: &App) {
    let recents = &app.screens.start.recents;
    if let (Some(file), Some(last), true) = (&recents.file, recents.list.first(), recents.opened > 0) {
        add(file, last.clone());
    }
}

pub(crate) fn opened(app: &mut App) {
    app.screens.start.recents.opened = now();
}
