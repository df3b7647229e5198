//! Writing files: asking for their name, and whether to overwrite an existing one. They are written completely or not at
//! all. Also reads recipes; exercises are files of the same kind.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::app::dialogs::problem::ProblemDialog;
use crate::app::prelude::*;
use crate::app::recents;
use crate::app::screens::model;
use crate::app::screens::practice::{ExerciseSource, Variant, open_exercise};
use crate::app::source::{Order, Problem, Source, load};
use crate::practice::{Exercise, Reach};
use crate::problem;
use crate::recipe::{Recipe, recipe_text};
use crate::table::{FilesRead, write_file};
use crate::text::{shorten, shown};

const NAME: usize = 30;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Saved {
    Written(PathBuf),
    Exists(PathBuf),
    Failed(String),
}

/// Writes a text completely or not at all. An existing file is overwritten only if `over` is set; a file that is open is
/// never overwritten.
pub fn save(path: &Path, text: &str, over: bool, read: &FilesRead) -> Saved {
    if let Some(refused) = refusal(path, over, read) {
        return refused;
    }
    match write_file(path, text, over) {
        Ok(()) => Saved::Written(path.to_path_buf()),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Saved::Exists(path.to_path_buf()),
        Err(error) => {
            Saved::Failed(format!("{} cannot be written: {error}.", shown(&path.to_string_lossy())))
        }
    }
}

pub fn refusal(path: &Path, over: bool, read: &FilesRead) -> Option<Saved> {
    if read.hold(path) {
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
        let name = shown(&shorten(&name, NAME)).into_owned();
        return Some(Saved::Failed(format!(
            "{name} is open here, so it is never overwritten. Type another name."
        )));
    }
    if !over && fs::symlink_metadata(path).is_ok() {
        return Some(Saved::Exists(path.to_path_buf()));
    }
    // Writing would replace a device or a pipe by a file.
    if fs::metadata(path).is_ok_and(|about| !about.is_file()) {
        return Some(Saved::Failed(format!(
            "{} is not a regular file. Type another name.",
            shown(&path.to_string_lossy())
        )));
    }
    path.file_name().is_none().then(|| Saved::Failed("This is not a file name. Type another name.".into()))
}

/// Reads a recipe from a file; its dictionary is relative to the file. `None` for an exercise.
fn read(path: &Path) -> Result<Option<Recipe>, Problem> {
    let name = path.to_string_lossy();
    let text = recipe_text(path).map_err(|error| Problem::from(problem::Problem::from(error)))?;
    if Exercise::is_one(&text) {
        return Ok(None);
    }
    let recipe = Recipe::from_toml(&text, &name).map_err(Problem::from)?;
    Ok(Some(recipe.in_folder(path.parent().unwrap_or(Path::new("")))))
}

pub fn open(app: &mut App, path: PathBuf) -> Job {
    let from = path.clone();
    app.jobs.start(Lane::Save, "", move || read(&from), move |app, found| opened(app, path, found))
}

/// Writes a text to a file; `show` gets the result.
pub fn write(app: &mut App, (path, over): (&Path, bool), text: String, show: fn(&mut App, Saved)) -> Job {
    let (path, read) = (path.to_path_buf(), app.files_read());
    app.jobs.start(
        Lane::Save,
        "",
        move || save(&path, &text, over, &read),
        move |app, saved| {
            show(app, saved);
            None
        },
    )
}

fn opened(app: &mut App, path: PathBuf, found: Result<Option<Recipe>, Problem>) -> Option<Job> {
    let named = shown(&path.to_string_lossy()).into_owned();
    match found {
        Ok(None) => open_exercise(app, ExerciseSource::File(path, Reach::Beside), Variant::Usual, None),
        Ok(Some(mut recipe)) => {
            let data = recipe.data.take().map(|data| Source::named(OsStr::new(&data)));
            let open = app.session.order.as_ref().and_then(|order| recents::word(&order.source));
            match data {
                Some(data) if recents::word(&data) != open => {
                    load(app, Order { source: data, recipe: Box::new(recipe) })
                }
                None if app.session.study.is_none() => {
                    app.say(format!("{named} is a recipe: open its data first, then the recipe."));
                    None
                }
                _ => {
                    app.say(format!("The recipe of {named} is applied. u: undo."));
                    model::changed(app, recipe)
                }
            }
        }
        Err(problem) => {
            app.show(ProblemDialog::new(Source::File(path).into(), problem));
            None
        }
    }
}

#[derive(Clone, Debug, Default)]
pub struct SaveAs {
    pub field: Option<Field>,
    pub over: Option<PathBuf>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Named {
    File(PathBuf, bool),
    Asking,
    Pass,
    Idle,
}

impl SaveAs {
    pub fn ask(&mut self, name: impl Into<String>) {
        self.field = Some(Field::selected(name));
    }

    pub fn field(&mut self) -> Option<&mut Field> {
        self.field.as_mut().filter(|_| self.over.is_none())
    }

    pub fn scopes(&self) -> Option<&'static [Scope]> {
        match (&self.over, &self.field) {
            (Some(_), _) => Some(&[Scope::WriteOver, Scope::Always]),
            (None, Some(_)) => Some(&[Scope::TypedName, Scope::Always]),
            (None, None) => None,
        }
    }

    pub fn act(&mut self, app: &mut App, action: &Action) -> Named {
        if let Some(path) = self.over.take() {
            return match action {
                Action::WriteOver => Named::File(path, true),
                Action::Back => Named::Asking,
                _ => {
                    self.over = Some(path);
                    Named::Pass
                }
            };
        }
        let Some(field) = &mut self.field else { return Named::Idle };
        match action {
            Action::Enter if field.text().trim().is_empty() => app.say("Type a file name."),
            Action::Enter => return Named::File(expanded(Path::new(field.text().trim())), false),
            Action::Back => self.field = None,
            _ => return Named::Pass,
        }
        Named::Asking
    }
}

/// Writes a file of the user's state, and its folder if there is none.
pub(crate) fn write_state(file: &Path, text: &str) -> io::Result<()> {
    file.parent().map_or(Ok(()), fs::create_dir_all)?;
    write_file(file, text, true)
}

pub fn expanded(path: &Path) -> PathBuf {
    match (path.strip_prefix("~"), std::env::var_os("HOME")) {
        (Ok(rest), Some(home)) => PathBuf::from(home).join(rest),
        _ => path.to_path_buf(),
    }
}
