//! The dialog that asks for a file: a path is typed, or chosen from the folder that it names.

use std::path::{Path, PathBuf};

use super::action::Action;
use super::app::{App, Dialog, Reply};
use super::field::Field;
use super::frame::{follow, moved};
use super::job::{Job, Lane};
use super::keys::Scope;
use super::listing::{self, Entry, expanded};
use super::load::load;
use super::practice::{Exercises, open_sheets};
use super::recipe_file;
use super::source::Source;
use crate::practice::Reach;

pub const WIDTH: u16 = 62;
pub const HEIGHT: u16 = 18;
/// Lines of the dialog that are not names.
const OTHER_LINES: u16 = 6;

#[derive(Clone, Debug, Default)]
pub struct OpenDialog {
    pub field: Field,
    /// The marked name among those that [`OpenDialog::matching`] gives; `None`: what is typed counts.
    pub cursor: Option<usize>,
    /// The first name shown.
    pub scroll: usize,
    /// The names in the folder, or why there are none.
    pub entries: Option<Result<Vec<Entry>, String>>,
    folder: PathBuf,
}

impl OpenDialog {
    pub fn open(app: &mut App) -> Job {
        let dialog = OpenDialog::default();
        let job = dialog.list(app);
        app.show(dialog);
        job
    }

    fn list(&self, app: &mut App) -> Job {
        let folder = expanded(&self.folder);
        let read = folder.clone();
        app.jobs.start(
            Lane::Listing,
            "",
            move || listing::read(&read),
            move |app, entries| {
                let dialog = app.dialog::<OpenDialog>();
                if let Some(dialog) = dialog.filter(|dialog| expanded(&dialog.folder) == folder) {
                    dialog.entries = Some(entries);
                }
                None
            },
        )
    }

    /// The names that begin with what is typed after the last `/`, without regard to case.
    pub fn matching(&self) -> Vec<&Entry> {
        let (_, start) = parts(self.field.text());
        let start = start.to_lowercase();
        let Some(Ok(entries)) = &self.entries else { return Vec::new() };
        entries.iter().filter(|entry| entry.name.to_lowercase().starts_with(&start)).collect()
    }

    /// The one name that what is typed can mean, where it names nothing by itself: Enter opens that.
    pub fn only(&self) -> Option<usize> {
        let text = self.field.text().trim();
        let typed = !parts(text).1.is_empty() && !text.starts_with("sample:");
        let one = self.cursor.is_none() && self.matching().len() == 1;
        (typed && one && !expanded(Path::new(text)).exists()).then_some(0)
    }

    pub fn room(app: &App) -> usize {
        let (_, height) = app.frame.dialog(WIDTH, HEIGHT);
        usize::from(height.saturating_sub(OTHER_LINES)).max(1)
    }

    fn choose(&mut self, app: &App, action: &Action) {
        let last = self.matching().len().checked_sub(1);
        let room = OpenDialog::room(app);
        self.cursor = last.and_then(|last| match (self.cursor, action) {
            (None, Action::Down | Action::PageDown) => Some(0),
            (None, _) => None,
            (Some(0), Action::Up | Action::PageUp) => None,
            (Some(at), action) => moved(at, last, room, action),
        });
        self.scroll = follow(self.scroll, self.cursor.unwrap_or(0), room);
    }

    /// After a change of the text: another folder needs another listing.
    fn typed(&mut self, app: &mut App) -> Reply {
        self.cursor = None;
        self.scroll = 0;
        let folder = PathBuf::from(parts(self.field.text()).0);
        if folder == self.folder {
            return Reply::Taken;
        }
        self.folder = folder;
        self.entries = None;
        Reply::Job(self.list(app))
    }

    /// The marked name, else as far as all that match agree.
    fn complete(&mut self) {
        let matching = self.matching();
        let marked = self.cursor.and_then(|cursor| matching.get(cursor)).or(match matching.as_slice() {
            [only] => Some(only),
            _ => None,
        });
        let (folder, start) = parts(self.field.text());
        let ending = match marked {
            Some(entry) if entry.folder => format!("{}/", entry.name),
            Some(entry) => entry.name.clone(),
            None => common(&matching),
        };
        if marked.is_some() || ending.chars().count() > start.chars().count() {
            self.field = Field::new(format!("{folder}{ending}"));
        }
    }

    fn enter(&mut self, app: &mut App) -> Reply {
        if self.cursor.is_some() || self.only().is_some() {
            self.complete();
        }
        let text = self.field.text().trim();
        if text.is_empty() {
            app.say("Type a file name, or choose one with ↓.");
            return Reply::Taken;
        }
        if text.starts_with("sample:") {
            return Reply::Close(load(app, Source::named(text.as_ref())));
        }
        let path = expanded(Path::new(text));
        if text.ends_with('/') || self.names_a_folder(text) {
            if !text.ends_with('/') {
                self.field = Field::new(format!("{text}/"));
            }
            return self.typed(app);
        }
        if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("toml")) {
            return Reply::Close(Some(recipe_file::open(app, path)));
        }
        if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("txt")) {
            let held = app.screens.practice.exercise.as_ref().map(|held| held.exercise.clone());
            let exercises = held.map_or(Exercises::Beside(Reach::Beside), Exercises::Held);
            return Reply::Close(open_sheets(app, vec![path], exercises, true));
        }
        Reply::Close(load(app, Source::File(path)))
    }

    fn names_a_folder(&self, text: &str) -> bool {
        let (_, name) = parts(text);
        matches!(name, "." | ".." | "~")
            || self.matching().iter().any(|entry| entry.folder && entry.name == name)
    }
}

impl Dialog for OpenDialog {
    fn scopes(&self) -> &'static [Scope] {
        &[Scope::OpenFile, Scope::Always]
    }

    fn hint(&self) -> &'static str {
        "Type a path, or choose below. ~ is your home folder, .. the folder above."
    }

    fn field(&mut self) -> Option<&mut Field> {
        Some(&mut self.field)
    }

    fn edited(&mut self, app: &mut App) -> Reply {
        self.typed(app)
    }

    fn act(&mut self, app: &mut App, action: &Action) -> Reply {
        match action {
            Action::Up | Action::Down | Action::PageUp | Action::PageDown => {
                self.choose(app, action);
                return Reply::Taken;
            }
            Action::Complete => self.complete(),
            Action::Enter => return self.enter(app),
            Action::Back => return Reply::Close(None),
            _ => return Reply::Pass,
        }
        self.typed(app)
    }
}

/// The path up to its last `/`, and the rest.
fn parts(path: &str) -> (&str, &str) {
    path.rfind('/').map_or(("", path), |at| path.split_at(at + 1))
}

fn common(entries: &[&Entry]) -> String {
    let Some((first, rest)) = entries.split_first() else { return String::new() };
    let mut shared = first.name.clone();
    for entry in rest {
        let same = shared.chars().zip(entry.name.chars()).take_while(|(a, b)| a == b).count();
        shared = shared.chars().take(same).collect();
    }
    shared
}
