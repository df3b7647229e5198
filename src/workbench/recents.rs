//! What was open lately, and how each was left: recipe, screen, case, and the changes that can be taken back. A file of the state
//! folder.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use super::keys::ScreenId;
use super::source::{Order, Source};
use crate::practice::progress::StateFolder;
use crate::recipe::Recipe;
use crate::table::{read_file, write_file};

pub(super) const FILE: &str = "recent.toml";
const LONGEST: u64 = 4 << 20;
const MOST: usize = 12;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recent {
    pub source: String,
    /// When they were opened, in seconds since 1970.
    pub opened: u64,
    pub rows: usize,
    pub columns: usize,
    /// The size of the file, and when it was written, in seconds since 1970.
    pub(super) bytes: u64,
    pub(super) written: u64,
    pub(super) screen: String,
    pub(super) row: Option<usize>,
    pub recipe: String,
    pub(super) before: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    Same,
    Changed,
    Gone,
}

#[derive(Clone, Debug, Default)]
pub struct Recents {
    pub(super) file: Option<PathBuf>,
    pub list: Vec<Recent>,
    states: Vec<State>,
    pub(super) opened: u64,
}

#[derive(Default, Serialize, Deserialize)]
struct Kept {
    #[serde(default)]
    recent: Vec<Recent>,
}

impl Recents {
    /// Reads what was open. A file that is damaged is as good as none: it is written anew.
    pub fn read(folder: &StateFolder) -> Recents {
        let file = folder.path().map(|folder| folder.join(FILE));
        let list = file.as_deref().map(kept).unwrap_or_default();
        let states = list.iter().map(Recent::state).collect();
        Recents { file, list, states, opened: 0 }
    }

    pub fn state(&self, at: usize) -> State {
        self.states.get(at).copied().unwrap_or(State::Same)
    }

    pub fn forget(&mut self, at: usize) {
        if at < self.list.len() {
            let gone = self.list.remove(at);
            self.states.remove(at);
            let _ = self.file.as_deref().map(|file| {
                let list = kept(file).into_iter().filter(|recent| recent.source != gone.source).collect();
                write(file, list)
            });
        }
    }

    pub(super) fn put(&mut self, recent: Recent) -> bool {
        if self.list.first() == Some(&recent) {
            return false;
        }
        if let Some(at) = self.list.iter().position(|other| other.source == recent.source) {
            self.list.remove(at);
            self.states.remove(at);
        }
        self.list.insert(0, recent);
        self.states.insert(0, State::Same);
        self.list.truncate(MOST);
        self.states.truncate(MOST);
        true
    }
}

pub(super) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}

fn kept(file: &Path) -> Vec<Recent> {
    let text = read_file(file, LONGEST).ok().and_then(|bytes| String::from_utf8(bytes).ok());
    let kept = text.and_then(|text| toml::from_str::<Kept>(&text).ok());
    kept.unwrap_or_default().recent
}

pub(super) fn add(file: &Path, recent: Recent) {
    let others = kept(file).into_iter().filter(|other| other.source != recent.source).take(MOST - 1);
    let list = std::iter::once(recent.clone()).chain(others).collect();
    write(file, list);
}

fn write(file: &Path, recent: Vec<Recent>) {
    let _ = file.parent().map(fs::create_dir_all);
    if let Ok(text) = toml::to_string(&Kept { recent }) {
        let _ = write_file(file, &text, true);
    }
}

pub(super) fn word(source: &Source) -> Option<String> {
    match source {
        Source::File(path) => Some(std::path::absolute(path).ok()?.to_str()?.to_owned()),
        Source::Sample(name) => Some(format!("sample:{name}")),
        Source::Input | Source::Pasted(_) | Source::Exercise { .. } => None,
    }
}

pub(super) fn stamp(path: &str) -> Option<(u64, u64)> {
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

    pub fn state(&self) -> State {
        match stamp(&self.source) {
            _ if self.is_sample() => State::Same,
            None => State::Gone,
            Some(stamp) if stamp == (self.bytes, self.written) => State::Same,
            Some(_) => State::Changed,
        }
    }

    pub(super) fn order(&self) -> Order {
        let recipe = Recipe::from_toml(&self.recipe, FILE).unwrap_or_default();
        let source = match self.source.strip_prefix("sample:") {
            Some(name) => Source::Sample(name.to_owned()),
            None => Source::File(PathBuf::from(&self.source)),
        };
        Order { source, recipe: Box::new(recipe) }
    }
}
