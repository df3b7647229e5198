//! Saving: what can be saved, in which formats, under which name.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fs, io};

use crate::app::dialogs::problem::ProblemDialog;
use crate::app::jobs::Drawing;
use crate::app::prelude::*;
use crate::app::recents;
use crate::app::screens::model;
use crate::app::screens::practice::{ExerciseSource, Variant, open_exercise};
use crate::app::session::recipe_file;
use crate::app::source::{Order, Source, load};
use crate::app::widgets::pane::cell;
use crate::model::Study;
use crate::practice::{Exercise, Reach};
use crate::recipe::{Recipe, recipe_text};
use crate::report::text::Style;
use crate::report::{Format, FullReport, Picture, json, sheets, svg};
use crate::table::{FilesRead, write_file};
use crate::text::{shorten, shown};
use crate::{problem, report};

#[derive(Clone, Debug)]
pub struct SaveDialog {
    pub things: Vec<Thing>,
    pub at: usize,
    pub save: SaveAs,
}

impl SaveDialog {
    pub fn new(app: &App) -> SaveDialog {
        let open = app.session.study.is_some() && !app.session.sealed;
        let drawn = app.screens.plot.drawn.as_ref().filter(|_| app.screen == ScreenId::Plot);
        let drawn = drawn.is_some_and(|drawn| drawn.scene.is_ok());
        let all =
            [(open, Thing::Recipe), (open, Thing::Report), (true, Thing::Screen), (drawn, Thing::Picture)];
        let things: Vec<Thing> = all.into_iter().filter(|(is, _)| *is).map(|(_, thing)| thing).collect();
        let at = things.iter().position(|thing| Some(*thing) == app.saved).unwrap_or(0);
        let mut dialog = SaveDialog { things, at, save: SaveAs::default() };
        dialog.save.ask(dialog.offered(app));
        dialog
    }

    pub fn thing(&self) -> Thing {
        self.things.get(self.at).copied().unwrap_or(Thing::Screen)
    }

    fn offered(&self, app: &App) -> String {
        let name = app.session.table.as_ref().map_or("", |table| table.source.trim_start_matches("sample:"));
        let stem = stem(Path::new(name));
        let stem = stem.filter(|stem| stem.chars().all(|c| c.is_alphanumeric() || "-_ .".contains(c)));
        let stem = stem.unwrap_or_else(|| "posterior".to_owned());
        let thing = self.thing();
        let what = match thing {
            Thing::Screen => app.screen.name().to_lowercase(),
            thing => thing.name().trim_start_matches("the ").to_owned(),
        };
        format!("{stem}-{what}.{}", thing.endings().first().copied().unwrap_or_default())
    }

    pub fn becomes(&self) -> Result<String, String> {
        let thing = self.thing();
        match (thing, thing.format(Path::new(self.save.name()))) {
            (Thing::Recipe, _) => Ok("The recipe. Open it again with o or --recipe.".to_owned()),
            (Thing::Report, Some(Format::Csv)) => Ok("All parameters as one table (CSV).".to_owned()),
            (thing, Some(format)) => {
                let what = match thing {
                    Thing::Report | Thing::Recipe => "Data, model, figures and cases",
                    Thing::Screen => "This screen without this window",
                    Thing::Picture => "The picture with its facts",
                };
                Ok(format!("{what}, as {}.", format.name()))
            }
            (thing, None) => Err(format!("The ending chooses the format: .{}.", thing.endings().join(" ."))),
        }
    }

    fn write(&self, app: &mut App, (path, over): (PathBuf, bool)) -> Option<Job> {
        let thing = self.thing();
        if let Err(why) = self.becomes() {
            app.say(why);
            return None;
        }
        let format = thing.format(&path).unwrap_or(Format::Text);
        let text = match thing {
            Thing::Recipe => recipe_file(app, path.parent().unwrap_or(Path::new(""))),
            Thing::Picture => picture(app, format),
            Thing::Screen => {
                let write = move |app: &mut App, drawn| Some(write(app, (path, over), drawn, saved));
                return Some(Job::Draw(Drawing::new(format, write)));
            }
            Thing::Report => {
                let (study, read) = (app.session.study.clone()?, app.files_read());
                let work = move || {
                    // Refuse or ask before the work.
                    check(&path, over, &read)?;
                    let text = full_report(&study, format).map_err(Refused::Failed)?;
                    save(path, &text, over, &read)
                };
                return Some(app.jobs.start(Lane::Save, "writing the report …", work, saved));
            }
        };
        Some(write(app, (path, over), text.unwrap_or_default(), saved))
    }
}

/// Returns what `posterior show` writes; as CSV, what `posterior fit` writes.
fn full_report(study: &Arc<Study>, format: Format) -> Result<String, String> {
    let fitted = match &study.fitted {
        Ok(fitted) => fitted,
        Err(problem) if matches!(format, Format::Csv | Format::Json) => return Err(problem.what.clone()),
        Err(problem) => return Ok(format.draw(&FullReport::without_model(study, problem), Style::default())),
    };
    if format == Format::Csv {
        return Ok(sheets::parameters(fitted).to_csv(false));
    }
    let cases = study.cases().map_err(|problem| problem.what)?;
    let full = FullReport::of(study, fitted, cases).map_err(|problem| problem.what)?;
    match format {
        Format::Json => full.answer().map(|answer| json::written(&answer)),
        format => full.document().map(|document| format.draw(&document, Style::default())),
    }
    .map_err(|error| error.to_string())
}

fn picture(app: &App, format: Format) -> Option<String> {
    let scene = app.screens.plot.drawn.as_ref()?.scene.as_ref().ok()?;
    Some(match format {
        Format::Svg => svg::page(scene, svg::Theme::default()),
        format => {
            let picture = Picture { scene: scene.clone(), ..Picture::default() };
            format.draw(&report::plot(picture), Style::default())
        }
    })
}

impl Dialog for SaveDialog {
    fn scopes(&self) -> &'static [Scope] {
        match self.save.over {
            Some(_) => &[Scope::WriteOver, Scope::Always],
            None => &[Scope::Save, Scope::Always],
        }
    }

    fn hint(&self) -> &'static str {
        "↑↓: what to save. The ending chooses the format."
    }

    fn field(&mut self) -> Option<&mut Field> {
        self.save.field()
    }

    fn edited(&mut self, _: &mut App) -> Reply {
        let name = Path::new(self.save.name());
        let takes = |thing: &Thing| match thing {
            Thing::Recipe => name.extension().is_some_and(|ending| ending == "toml"),
            thing => thing.format(name).is_some(),
        };
        if !takes(&self.thing()) {
            self.at = self.things.iter().position(takes).unwrap_or(self.at);
        }
        Reply::Taken
    }

    fn act(&mut self, app: &mut App, action: &Action) -> Reply {
        match action {
            Action::Back if self.save.over.is_none() => Reply::Close(None),
            Action::Up | Action::Down if self.save.over.is_none() => {
                let offered = self.offered(app);
                moves(&mut self.at, self.things.len().saturating_sub(1), 1, action);
                if self.save.name() == offered || self.becomes().is_err() {
                    self.save.ask(self.offered(app));
                }
                Reply::Taken
            }
            action => match self.save.act(app, action) {
                Ok(file) => Reply::of(self.write(app, file)),
                Err(reply) => reply,
            },
        }
    }

    fn draw(&self, pane: &mut Canvas<'_>) -> Option<Position> {
        let theme = pane.theme;
        // Two borders, three blank lines, the name, and what it becomes in two lines.
        let rows = u16::try_from(self.things.len()).unwrap_or_default() + 8;
        pane.dialog("Save", "", (51, rows));
        pane.take(1);
        let thing = |thing: &Thing| {
            let text = format!("{} {}", cell(thing.name(), 12), thing.endings().join(" "));
            pane.entry(*thing == self.thing(), &text)
        };
        pane.put(&self.things.iter().map(thing).collect::<Vec<_>>());
        pane.take(1);
        let name = pane.take(1);
        let cursor = pane.save_as(&self.save, "save as: ", name);
        pane.take(1);
        let mut below = pane.inside();
        match self.becomes() {
            _ if self.save.over.is_some() => {}
            Ok(what) => below.text(&what, theme.secondary),
            Err(why) => below.text(&why, theme.warning),
        }
        pane.lines(&below.lines, 0);
        cursor
    }
}

fn saved(app: &mut App, saved: Saved) -> Option<Job> {
    match saved {
        Ok(path) => {
            let thing = app.dialog::<SaveDialog>().map(|dialog| dialog.thing());
            app.close::<SaveDialog>();
            app.saved = thing.or(app.saved);
            let more = if thing == Some(Thing::Recipe) { " o: open it again." } else { "" };
            app.say(format!("Saved as {}.{more}", shown(&path.to_string_lossy())));
        }
        Err(Refused::Exists(path)) => app.dialog::<SaveDialog>()?.save.over = Some(path),
        Err(Refused::Failed(why)) => app.say(why),
    }
    None
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum What {
    #[default]
    Marked,
    Working,
    Column,
    Table,
    Screen,
    Command,
    Recipe,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thing {
    Recipe,
    Report,
    Screen,
    Picture,
}

impl Thing {
    fn name(self) -> &'static str {
        match self {
            Thing::Recipe => "the recipe",
            Thing::Report => "the report",
            Thing::Screen => "this screen",
            Thing::Picture => "the picture",
        }
    }

    /// Returns the possible endings, the offered one first.
    fn endings(self) -> &'static [&'static str] {
        match self {
            Thing::Recipe => &["toml"],
            Thing::Report => &["html", "md", "tex", "txt", "json", "csv"],
            Thing::Screen => &["svg", "txt"],
            Thing::Picture => &["svg", "html", "md", "tex", "txt"],
        }
    }

    /// Returns the format of a file of that name; `None` if its ending is not one of these.
    fn format(self, path: &Path) -> Option<Format> {
        Format::by_ending(path).filter(|format| self.endings().contains(&format.ending()))
    }
}

const NAME: usize = 30;

/// The written file, or why it was not written.
pub type Saved = Result<PathBuf, Refused>;

type Show = fn(&mut App, Saved) -> Option<Job>;

pub enum Refused {
    Exists(PathBuf),
    Failed(String),
}

/// Writes a text completely or not at all. An existing file is overwritten only if `over` is set; a file that is open is
/// never overwritten.
fn save(path: PathBuf, text: &str, over: bool, read: &FilesRead) -> Saved {
    check(&path, over, read)?;
    match write_file(&path, text, over) {
        Ok(()) => Ok(path),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(Refused::Exists(path)),
        Err(error) => {
            let name = path.to_string_lossy();
            Err(Refused::Failed(format!("{} cannot be written: {error}.", shown(&name))))
        }
    }
}

fn check(path: &Path, over: bool, read: &FilesRead) -> Result<(), Refused> {
    let why = if read.hold(path) {
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
        format!("{} is open here, so it is never overwritten.", shown(&shorten(&name, NAME)))
    } else if !over && fs::symlink_metadata(path).is_ok() {
        return Err(Refused::Exists(path.to_path_buf()));
    } else if fs::metadata(path).is_ok_and(|about| !about.is_file()) {
        // Writing would replace a device or a pipe by a file.
        format!("{} is not a regular file.", shown(&path.to_string_lossy()))
    } else if path.file_name().is_none() {
        "This is not a file name.".to_owned()
    } else {
        return Ok(());
    };
    Err(Refused::Failed(format!("{why} Type another name.")))
}

/// Opens a recipe, whose dictionary is relative to the file, or an exercise.
pub fn open(app: &mut App, path: PathBuf) -> Job {
    let work = move || {
        let recipe = recipe_text(&path).map_err(problem::Problem::from).and_then(|text| {
            let parse = || Recipe::from_toml(&text, &path.to_string_lossy());
            if Exercise::is_one(&text) { Ok(None) } else { parse().map(Some) }
        });
        (recipe, path)
    };
    app.jobs.start(Lane::Save, "", work, |app, (recipe, path)| match recipe {
        Ok(Some(recipe)) => open_recipe(app, recipe, &path),
        Ok(None) => open_exercise(app, ExerciseSource::File(path, Reach::Beside), Variant::Usual, None),
        Err(problem) => {
            app.show(ProblemDialog::new(Source::File(path).into(), problem.into()));
            None
        }
    })
}

fn open_recipe(app: &mut App, recipe: Recipe, path: &Path) -> Option<Job> {
    let named = shown(&path.to_string_lossy()).into_owned();
    let mut recipe = recipe.in_folder(path.parent().unwrap_or(Path::new("")));
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

/// Writes a text to a file; `show` gets the result.
pub fn write(app: &mut App, (path, over): (PathBuf, bool), text: String, show: Show) -> Job {
    let read = app.files_read();
    app.jobs.start(Lane::Save, "", move || save(path, &text, over, &read), show)
}

#[derive(Clone, Debug, Default)]
pub struct SaveAs {
    pub field: Option<Field>,
    pub over: Option<PathBuf>,
}

impl SaveAs {
    pub fn ask(&mut self, name: impl Into<String>) {
        self.field = Some(Field::selected(name));
    }

    pub fn field(&mut self) -> Option<&mut Field> {
        self.field.as_mut().filter(|_| self.over.is_none())
    }

    fn name(&self) -> &str {
        self.field.as_ref().map_or("", |field| field.text().trim())
    }

    /// Returns the file to write, and whether to write over it, if the action chooses it.
    pub fn act(&mut self, app: &mut App, action: &Action) -> Result<(PathBuf, bool), Reply> {
        match (action, self.over.take()) {
            (Action::WriteOver, Some(path)) => return Ok((path, true)),
            (Action::Back, Some(_)) => {}
            (Action::Back, None) => self.field = None,
            (Action::Enter, None) if self.name().is_empty() => app.say("Type a file name."),
            (Action::Enter, None) => return Ok((expanded(Path::new(self.name())), false)),
            (_, over) => {
                self.over = over;
                return Err(Reply::Pass);
            }
        }
        Err(Reply::Taken)
    }
}

/// Writes a file of the user's state, and its folder if there is none.
pub(crate) fn write_state(file: &Path, text: &str) -> io::Result<()> {
    file.parent().map_or(Ok(()), fs::create_dir_all)?;
    write_file(file, text, true)
}

pub fn stem(path: &Path) -> Option<String> {
    path.file_stem().map(|stem| stem.to_string_lossy().into_owned())
}

pub fn expanded(path: &Path) -> PathBuf {
    match (path.strip_prefix("~"), std::env::var_os("HOME")) {
        (Ok(rest), Some(home)) => PathBuf::from(home).join(rest),
        _ => path.to_path_buf(),
    }
}
