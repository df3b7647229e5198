//! The dialog that asks for a file: a path is typed, or chosen from the folder that it names.

use crate::app::dialogs::save::{self, expanded};
use crate::app::prelude::*;
use crate::app::screens::practice::{Exercises, open_sheets};
use crate::app::screens::start::view::about_table;
use crate::app::source::{Problem, reopen};
use crate::problem;
use crate::table::{self, Loaded};
use ratatui::macros::horizontal;

const PREVIEW: u64 = 1 << 16;
const LINES: usize = 60;

#[derive(Clone, Debug, Default)]
pub struct OpenDialog {
    pub field: Field,
    /// The selected name in [`OpenDialog::matching`]; `None` if the typed path counts.
    pub cursor: Option<usize>,
    scroll: Scroll,
    pub entries: Option<Result<Vec<FileEntry>, String>>,
    pub preview: Option<(PathBuf, Result<Head, String>)>,
    folder: PathBuf,
}

#[derive(Clone, Debug)]
pub enum Head {
    Table(Box<Loaded>, bool),
    Text(Vec<String>),
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
        let work = move || (entries(&folder), folder);
        app.jobs.start(Lane::Listing, "", work, |app, (entries, folder)| {
            let dialog = app.dialog::<OpenDialog>().filter(|dialog| expanded(&dialog.folder) == folder)?;
            dialog.entries = Some(entries);
            // Cloned, so that it can start work.
            dialog.clone().look(app)
        })
    }

    /// Returns the names that begin with the text after the last `/`, ignoring case.
    pub fn matching(&self) -> Vec<&FileEntry> {
        let start = parts(self.field.text()).1.to_lowercase();
        let Some(Ok(entries)) = &self.entries else { return Vec::new() };
        entries.iter().filter(|entry| entry.name.to_lowercase().starts_with(&start)).collect()
    }

    /// Returns the only match of the typed text, if no file has exactly that name: Enter opens it.
    pub fn only(&self) -> Option<usize> {
        let text = self.field.text().trim();
        let typed = !parts(text).1.is_empty() && !text.starts_with("sample:");
        let one = self.cursor.is_none() && self.matching().len() == 1;
        (typed && one && !expanded(Path::new(text)).exists()).then_some(0)
    }

    pub fn file(&self) -> Option<PathBuf> {
        let matching = self.matching();
        let entry = matching.get(self.only().or(self.cursor)?)?;
        (!entry.folder).then(|| expanded(&self.folder).join(&entry.name))
    }

    pub fn preview(&self) -> Option<&Result<Head, String>> {
        let file = self.file()?;
        self.preview.as_ref().filter(|(of, _)| *of == file).map(|(_, head)| head)
    }

    fn look(&self, app: &mut App) -> Option<Job> {
        let path = self.file().filter(|_| self.preview().is_none())?;
        let work = move || (head(&path), path);
        Some(app.jobs.start(Lane::Preview, "", work, |app, (head, path)| {
            app.dialog::<OpenDialog>()?.preview = Some((path, head));
            None
        }))
    }

    fn choose(&mut self, action: &Action) {
        let last = self.matching().len().checked_sub(1);
        self.cursor = last.and_then(|last| match (self.cursor, action) {
            (None, Action::Down | Action::PageDown) => Some(0),
            (_, Action::Select(to)) => Some((*to).min(last)),
            (None, _) => None,
            (Some(0), Action::Up | Action::PageUp) => None,
            (Some(at), action) => moved(at, last, self.scroll.page(), action),
        });
    }

    fn complete(&mut self) {
        let matching = self.matching();
        let single = (matching.len() == 1).then_some(0);
        let marked = self.cursor.or(single).and_then(|at| matching.get(at));
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
            return app.reply("Type a file name, or choose one with ↓.");
        }
        if text.starts_with("sample:") {
            return Reply::Close(reopen(app, Source::named(text.as_ref()).into()));
        }
        let (_, name) = parts(text);
        let is_folder = |entry: &&FileEntry| entry.folder && entry.name == name;
        if matches!(name, "." | ".." | "~") || self.matching().iter().any(is_folder) {
            self.field = Field::new(format!("{text}/"));
            return self.edited(app);
        }
        if name.is_empty() {
            return self.edited(app);
        }
        let path = expanded(Path::new(text));
        Reply::Close(match ending(&path).as_str() {
            "toml" => Some(save::open(app, path)),
            "txt" => {
                let open = app.screens.practice.exercise.clone();
                let exercises = open.map_or(Exercises::Beside(Reach::Beside), Exercises::Held);
                open_sheets(app, vec![path], exercises, true)
            }
            _ => reopen(app, Source::File(path).into()),
        })
    }
}

impl Dialog for OpenDialog {
    fn scopes(&self) -> &'static [Scope] {
        &[Scope::TypedList, Scope::OpenFile, Scope::Always]
    }

    fn field(&mut self) -> Option<&mut Field> {
        Some(&mut self.field)
    }

    fn edited(&mut self, app: &mut App) -> Reply {
        self.cursor = None;
        self.scroll = Scroll::default();
        let folder = PathBuf::from(parts(self.field.text()).0);
        if folder == self.folder {
            return Reply::of(self.look(app));
        }
        self.folder = folder;
        self.entries = None;
        Reply::Job(self.list(app))
    }

    fn act(&mut self, app: &mut App, action: &Action) -> Reply {
        match action {
            Action::Up | Action::Down | Action::PageUp | Action::PageDown | Action::Select(_) => {
                self.choose(action);
                return Reply::of(self.look(app));
            }
            Action::Complete => self.complete(),
            Action::Enter => return self.enter(app),
            _ => return Reply::Pass,
        }
        self.edited(app)
    }

    fn draw(&self, canvas: &mut Canvas<'_>) {
        let (names, theme) = (self.matching(), canvas.theme);
        let foot = if names.is_empty() { String::new() } else { counted(names.len(), "name", "names") };
        let (width, height) = canvas.app.frame.dialog(116, 18);
        // The names of files leave room for what they hold, in all but the narrowest windows.
        let list = if width < 76 { width } else { 2 * width / 5 };
        canvas.dialog("Open a file", &foot, (width, height));
        canvas.take(1);
        let line = canvas.take(2);
        canvas.field("path: ", &self.field, line);
        canvas.area.height = canvas.area.height.saturating_sub(1);
        if list < width {
            let [names, _, beside] = canvas.area.layout(&horizontal![==list, ==2, >=0]);
            canvas.area = beside;
            preview(canvas, self);
            canvas.area = names;
        }
        let mut text = canvas.inside();
        match &self.entries {
            None => text.text("reading the folder …", theme.secondary),
            Some(Err(why)) => text.text(why.as_str(), theme.warning),
            Some(Ok(_)) if names.is_empty() => text.text(
                "No folder begins like this, and no file with the ending .csv, .tsv, .txt, .tab, .dat, .data or none. Enter tries the path as it is.",
                theme.secondary,
            ),
            Some(Ok(_)) => {
                let row = |at: usize| match names.get(at) {
                    Some(entry) if entry.folder => vec![format!("{}/", shown(&entry.name)).into(), "".into()],
                    Some(entry) => vec![shown(&entry.name).into_owned().into(), size(entry.bytes).into()],
                    None => Vec::new(),
                };
                let columns = [Column::text("").least(canvas.columns().saturating_sub(13)), Column::number("").least(9)];
                let marked = self.only().or(self.cursor).unwrap_or(usize::MAX);
                Table::new(columns, names.len(), row).row(marked).draw(canvas, &self.scroll);
            }
        }
        canvas.lines(&text.lines, 0);
    }
}

fn preview(pane: &mut Canvas<'_>, dialog: &OpenDialog) {
    let mut out = pane.inside();
    let theme = pane.theme;
    match dialog.preview() {
        None if dialog.file().is_some() => out.text("reading …", theme.secondary),
        None => {}
        Some(Err(why)) => out.text(why, theme.warning),
        Some(Ok(Head::Text(lines))) => lines.iter().for_each(|line| out.line(line.as_str(), theme.secondary)),
        Some(Ok(Head::Table(loaded, whole))) => {
            let notices: Vec<String> = loaded.notices.iter().map(ToString::to_string).collect();
            about_table("", &loaded.table, *whole, &notices, &mut out);
            out.lines.remove(0);
        }
    }
    pane.lines(&out.lines, 0);
}

fn parts(path: &str) -> (&str, &str) {
    path.rfind('/').map_or(("", path), |at| path.split_at(at + 1))
}

fn ending(path: &Path) -> String {
    path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default()
}

fn common(entries: &[&FileEntry]) -> String {
    let shared = entries.iter().map(|entry| entry.name.clone()).reduce(|shared, name| {
        let same = shared.chars().zip(name.chars()).take_while(|(a, b)| a == b);
        same.map(|(c, _)| c).collect()
    });
    shared.unwrap_or_default()
}

fn head(path: &Path) -> Result<Head, String> {
    // Reading a pipe would block.
    if !path.is_file() {
        return Err("This is not a regular file: no preview.".to_owned());
    }
    if ending(path) == "toml" {
        let text = table::read_file(path, RECIPE).map_err(|error| table::plain(&error))?;
        let text = String::from_utf8_lossy(&text);
        return Ok(Head::Text(text.lines().take(LINES).map(|line| shown(line).into_owned()).collect()));
    }
    let (loaded, whole) = table::head(&table::Source::Path(path.to_owned()), PREVIEW, None)
        .map_err(|error| Problem::from(problem::Problem::from(error)).what)?;
    Ok(Head::Table(Box::new(loaded), whole))
}

const RECIPE: u64 = 1 << 20;
const MOST: usize = 2000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileEntry {
    pub name: String,
    pub folder: bool,
    pub bytes: u64,
}

fn entries(folder: &Path) -> Result<Vec<FileEntry>, String> {
    let shown = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let reader = std::fs::read_dir(shown).map_err(|error| format!("{}: {error}", shown.display()))?;
    let mut entries: Vec<FileEntry> = Vec::new();
    for entry in reader.flatten() {
        // A name that is not Unicode cannot be typed into the field, so it is not offered.
        let Ok(name) = entry.file_name().into_string() else { continue };
        let Ok(about) = std::fs::metadata(entry.path()) else { continue };
        let folder = about.is_dir();
        if !name.starts_with('.') && (folder || is_data(&name)) {
            entries.push(FileEntry { name, folder, bytes: about.len() });
        }
    }
    entries.sort_by_cached_key(|entry| (!entry.folder, entry.name.to_lowercase()));
    entries.truncate(MOST);
    Ok(entries)
}

fn is_data(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let (_, ending) = name.strip_suffix(".gz").unwrap_or(&name).rsplit_once('.').unwrap_or_default();
    matches!(ending, "" | "csv" | "tsv" | "txt" | "dat" | "data" | "tab" | "toml")
}

pub fn size(bytes: u64) -> String {
    let value = bytes as f64;
    match bytes {
        0..1000 => format!("{bytes} B"),
        1000..1_000_000 => format!("{:.1} kB", value / 1e3),
        1_000_000..1_000_000_000 => format!("{:.1} MB", value / 1e6),
        _ => format!("{:.1} GB", value / 1e9),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_come_first_and_only_data_files_are_shown() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["b.csv", "A.TSV", "notes.md", ".hidden.csv", "SMSSpamCollection"] {
            std::fs::write(folder.path().join(name), "x").unwrap();
        }
        std::fs::create_dir(folder.path().join("zoo")).unwrap();
        let names: Vec<String> =
            entries(folder.path()).unwrap().into_iter().map(|entry| entry.name).collect();
        assert_eq!(names, ["zoo", "A.TSV", "b.csv", "SMSSpamCollection"]);
        assert!(entries(&folder.path().join("gone")).is_err());
    }

    #[test]
    fn sizes_are_short() {
        assert_eq!(size(999), "999 B");
        assert_eq!(size(1500), "1.5 kB");
        assert_eq!(size(2_500_000), "2.5 MB");
    }
}
