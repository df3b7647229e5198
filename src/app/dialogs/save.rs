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
use crate::app::source::{Order, Problem, Source, load};
use crate::app::widgets::pane::{cell, wrap};
use crate::model::Study;
use crate::practice::{Exercise, Reach};
use crate::recipe::{Recipe, recipe_text};
use crate::report::text::Style;
use crate::report::{Format, FullReport, Picture, json, sheets, svg};
use crate::table::{FilesRead, write_file};
use crate::text::{shorten, shown};
use crate::{problem, report};
use ratatui::text::Line;

#[derive(Clone, Debug)]
pub struct SaveDialog {
    pub things: Vec<Thing>,
    pub at: usize,
    pub save: SaveAs,
    stem: String,
    screen: ScreenId,
}

impl SaveDialog {
    pub fn new(app: &App) -> SaveDialog {
        let open = app.session.study.is_some() && !app.session.sealed;
        let drawn = app.screens.plot.drawn.as_ref().filter(|_| app.screen == ScreenId::Plot);
        let all = [
            (open, Thing::Recipe),
            (open, Thing::Report),
            (true, Thing::Screen),
            (drawn.is_some_and(|drawn| drawn.scene.is_ok()), Thing::Picture),
        ];
        let things: Vec<Thing> = all.into_iter().filter(|(is, _)| *is).map(|(_, thing)| thing).collect();
        let at = things.iter().position(|thing| Some(*thing) == app.saved).unwrap_or(0);
        let name = app.session.table.as_ref().map(|table| table.source.clone()).unwrap_or_default();
        let stem =
            Path::new(name.trim_start_matches("sample:")).file_stem().map(|stem| stem.to_string_lossy());
        let stem = stem.filter(|stem| stem.chars().all(|c| c.is_alphanumeric() || "-_ .".contains(c)));
        let stem = stem.map_or_else(|| "posterior".to_owned(), |stem| stem.into_owned());
        let mut dialog = SaveDialog { things, at, save: SaveAs::default(), stem, screen: app.screen };
        dialog.save.ask(dialog.offered());
        dialog
    }

    pub fn thing(&self) -> Thing {
        self.things.get(self.at).copied().unwrap_or(Thing::Screen)
    }

    fn offered(&self) -> String {
        let thing = self.thing();
        let what = match thing {
            Thing::Recipe => "recipe".to_owned(),
            Thing::Report => "report".to_owned(),
            Thing::Screen => self.screen.name().to_lowercase(),
            Thing::Picture => "picture".to_owned(),
        };
        format!("{}-{what}.{}", self.stem, thing.endings().first().copied().unwrap_or_default())
    }

    pub fn becomes(&self) -> Result<String, String> {
        let thing = self.thing();
        let name = self.save.field.as_ref().map(|field| field.text().trim().to_owned()).unwrap_or_default();
        match (thing, thing.format(Path::new(&name))) {
            (Thing::Recipe, _) => Ok("The recipe. Open it again with o or --recipe.".to_owned()),
            (Thing::Report, Some(Format::Csv)) => Ok("All parameters as one table (CSV).".to_owned()),
            (Thing::Report, Some(format)) => {
                Ok(format!("Data, model, figures and cases, as {}.", format.name()))
            }
            (Thing::Screen, Some(format)) => {
                Ok(format!("This screen without this window, as {}.", format.name()))
            }
            (Thing::Picture, Some(format)) => {
                Ok(format!("The picture with its facts, as {}.", format.name()))
            }
            (thing, None) => {
                let endings: Vec<String> =
                    thing.endings().iter().map(|ending| format!(".{ending}")).collect();
                Err(format!("The ending chooses the format: {}.", endings.join(" ")))
            }
        }
    }

    fn step(&mut self, forward: bool) {
        let offered = self.offered();
        self.at = if forward {
            (self.at + 1).min(self.things.len().saturating_sub(1))
        } else {
            self.at.saturating_sub(1)
        };
        let is_offered = self.save.field.as_ref().is_some_and(|field| field.text() == offered);
        if is_offered || self.becomes().is_err() {
            self.save.ask(self.offered());
        }
    }

    fn write(&mut self, app: &mut App, path: &Path, over: bool) -> Reply {
        let thing = self.thing();
        if let Err(why) = self.becomes() {
            app.say(why);
            return Reply::Taken;
        }
        // Refuse or ask before any work starts.
        let read = app.files_read();
        match refusal(path, over, &read) {
            Some(Saved::Exists(path)) => {
                self.save.over = Some(path);
                return Reply::Taken;
            }
            Some(Saved::Failed(why)) => {
                app.say(why);
                return Reply::Taken;
            }
            Some(Saved::Written(_)) | None => app.saved = Some(thing),
        }
        let format = thing.format(path).unwrap_or(Format::Text);
        let target = path.to_path_buf();
        Reply::Job(match thing {
            Thing::Recipe => {
                let folder = path.parent().unwrap_or(Path::new(""));
                let text = recipe_file(app, folder).unwrap_or_default();
                write(app, (path, over), text, saved)
            }
            Thing::Screen => Job::Draw(Drawing::new(format, move |app, drawn| {
                Some(write(app, (&target, over), drawn, saved))
            })),
            Thing::Picture => {
                let text = picture(app, format).unwrap_or_default();
                write(app, (path, over), text, saved)
            }
            Thing::Report => {
                let Some(study) = app.session.study.clone() else { return Reply::Taken };
                let work = move || match full_report(&study, format) {
                    Ok(text) => save(&target, &text, over, &read),
                    Err(why) => Saved::Failed(why),
                };
                app.jobs.start(Lane::Save, "writing the report …", work, |app, found| {
                    saved(app, found);
                    None
                })
            }
        })
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
        if self.save.over.is_some() {
            &[Scope::WriteOver, Scope::Always]
        } else {
            &[Scope::Save, Scope::Always]
        }
    }

    fn hint(&self) -> &'static str {
        "↑↓: what to save. The ending chooses the format."
    }

    fn field(&mut self) -> Option<&mut Field> {
        self.save.field()
    }

    fn edited(&mut self, _: &mut App) -> Reply {
        let name =
            PathBuf::from(self.save.field.as_ref().map(|field| field.text().trim()).unwrap_or_default());
        let takes = |thing: &Thing| match thing {
            Thing::Recipe => name.extension().is_some_and(|ending| ending == "toml"),
            thing => thing.format(&name).is_some(),
        };
        if !takes(&self.thing())
            && let Some(at) = self.things.iter().position(takes)
        {
            self.at = at;
        }
        Reply::Taken
    }

    fn act(&mut self, app: &mut App, action: &Action) -> Reply {
        match action {
            Action::Up | Action::Down if self.save.over.is_none() => {
                self.step(matches!(action, Action::Down));
                return Reply::Taken;
            }
            Action::Back if self.save.over.is_none() => return Reply::Close(None),
            _ => {}
        }
        match self.save.act(app, action) {
            Named::File(path, over) => self.write(app, &path, over),
            Named::Asking => Reply::Taken,
            Named::Pass | Named::Idle => Reply::Pass,
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
        let things: Vec<Line<'_>> = self.things.iter().map(thing).collect();
        pane.put(&things);
        pane.take(1);
        let name = pane.take(1);
        let cursor = pane.save_as(&self.save, "save as: ", name);
        pane.take(1);
        let (said, style) = match self.becomes() {
            Ok(said) => (said, theme.secondary),
            Err(said) => (said, theme.warning),
        };
        if self.save.over.is_none() {
            let lines: Vec<Line<'_>> =
                wrap(&said, pane.columns()).into_iter().map(|line| Line::styled(line, style)).collect();
            pane.lines(&lines, 0);
        }
        cursor
    }
}

fn saved(app: &mut App, saved: Saved) {
    match saved {
        Saved::Written(path) => {
            app.close::<SaveDialog>();
            let name = shown(&path.to_string_lossy()).into_owned();
            let is_recipe = app.saved == Some(Thing::Recipe);
            app.say(format!("Saved as {name}.{}", if is_recipe { " o: open it again." } else { "" }));
        }
        Saved::Exists(path) => {
            if let Some(dialog) = app.dialog::<SaveDialog>() {
                dialog.save.over = Some(path);
            }
        }
        Saved::Failed(why) => app.say(why),
    }
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

impl What {
    pub const ALL: [What; 7] =
        [What::Marked, What::Working, What::Column, What::Table, What::Screen, What::Command, What::Recipe];

    pub fn name(self) -> &'static str {
        match self {
            What::Marked => "the selection",
            What::Working => "its working",
            What::Column => "its column",
            What::Table => "the table",
            What::Screen => "the screen",
            What::Command => "the command",
            What::Recipe => "the recipe",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thing {
    Recipe,
    Report,
    Screen,
    Picture,
}

impl Thing {
    pub fn name(self) -> &'static str {
        match self {
            Thing::Recipe => "the recipe",
            Thing::Report => "the report",
            Thing::Screen => "this screen",
            Thing::Picture => "the picture",
        }
    }

    /// Returns the possible endings, the offered one first.
    pub fn endings(self) -> Vec<&'static str> {
        let formats: &[Format] = match self {
            Thing::Recipe => return vec!["toml"],
            Thing::Report => {
                &[Format::Html, Format::Markdown, Format::Latex, Format::Text, Format::Json, Format::Csv]
            }
            Thing::Screen => &[Format::Svg, Format::Text],
            Thing::Picture => &[Format::Svg, Format::Html, Format::Markdown, Format::Latex, Format::Text],
        };
        formats.iter().map(|format| format.ending()).collect()
    }

    /// Returns the format of a file of that name; `None` if its ending is not one of these.
    pub fn format(self, path: &Path) -> Option<Format> {
        Format::by_ending(path).filter(|format| self.endings().contains(&format.ending()))
    }
}

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
