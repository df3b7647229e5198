//! Saving: what can be saved, in which formats, under which name.

use std::ffi::OsStr;
use std::{fs, io};

use crate::app::prelude::*;
use crate::app::recents;
use crate::app::screens::model;
use crate::app::screens::practice::{ExerciseSource, Variant, open_exercise};
use crate::app::session::recipe_file;
use crate::practice::{Asked, Exercise, author, data_path, empty_sheet, out_of_reach, sheet_of};
use crate::problem;
use crate::recipe::recipe_text;
use crate::report::text::Style;
use crate::report::{FullReport, Picture, json, sheets, svg};
use crate::table::{FilesRead, write_file};
use crate::text::shorten;

#[derive(Clone, Debug)]
pub struct SaveDialog {
    pub things: Vec<Thing>,
    pub at: usize,
    pub field: Field,
    pub over: Option<PathBuf>,
    worksheet: Option<WorksheetFiles>,
}

/// What an exercise and its answer sheets are made from.
#[derive(Clone, Debug)]
struct WorksheetFiles {
    id: String,
    refused: Option<String>,
    questions: Arc<Questions>,
    answers: Vec<String>,
    study: Arc<Study>,
    data: String,
}

impl WorksheetFiles {
    fn of(app: &App) -> Option<WorksheetFiles> {
        let screen = &app.screens.practice;
        let sheet = screen.sheet(&app.session).filter(|_| app.screen == ScreenId::Practice)?;
        let (questions, answers) = (Arc::clone(&sheet.questions), sheet.handed_in());
        let study = app.session.study.clone()?;
        let source = app.session.order.as_ref().map(|order| &order.source);
        // The data of an exercise cannot be used in another one.
        let own = source.filter(|source| !matches!(source, Source::Exercise { .. })).and_then(Source::word);
        let no_file =
            || "The data are not in a file. Save them with S on screen 1, and open that file.".to_owned();
        let has_file = |name: &str| format!("This exercise has a file already: {}.", shown(name));
        let known = screen.exercise.as_ref().map(|open| has_file(&open.path.to_string_lossy()));
        let refused = known.or_else(|| own.is_none().then(no_file));
        let data = own.unwrap_or_default();
        let named = || stem(Path::new(data.trim_start_matches("sample:"))).unwrap_or("exercise".into());
        let own_id = screen.exercise.as_ref().map(|open| open.id.clone());
        let id = own_id.or_else(|| screen.saved_as.clone()).unwrap_or_else(named);
        Some(WorksheetFiles { id, refused, questions, answers, study, data })
    }

    fn asked(&self) -> Vec<Asked> {
        self.questions.list.iter().filter_map(|question| question.asked.clone()).collect()
    }

    fn exercise(&self, path: &Path) -> String {
        let id = stem(path).unwrap_or_else(|| self.id.clone());
        let (data, questions) = (data_path(&self.data, Some(path)), &self.questions);
        author(&id, &data, &self.study, &questions.fitted, questions.case.as_deref(), &self.asked())
    }

    fn empty_sheet(&self) -> String {
        match &self.questions.exercise {
            Some(exercise) => empty_sheet(exercise, None),
            None => {
                let open = |asked: &Asked| format!("{} =", asked.name());
                sheet_of(&self.id, None, &self.asked().iter().map(open).collect::<Vec<_>>())
            }
        }
    }

    fn describe(&self, thing: Thing) -> Result<String, String> {
        match (thing, &self.refused) {
            (Thing::Exercise, Some(why)) => Err(why.clone()),
            (Thing::Exercise, None) => {
                let steps = counted(self.asked().len(), "step", "steps");
                Ok(format!("The {steps} of this worksheet, its data and its recipe, without the answers."))
            }
            (Thing::Answers, _) if self.answers.is_empty() => {
                Err("No line was blank, so there are no answers. m: leave lines blank.".to_owned())
            }
            (Thing::Answers, _) => Ok("Your answers so far, to hand in.".to_owned()),
            _ => Ok(format!("An empty answer sheet: the labels, and the line “exercise: {}”.", self.id)),
        }
    }

    fn answers(&self) -> String {
        let seed = self.questions.exercise.as_ref().and_then(|exercise| exercise.seed);
        sheet_of(&self.id, seed, &self.answers)
    }
}

impl SaveDialog {
    pub fn new(app: &App) -> SaveDialog {
        let worksheet = WorksheetFiles::of(app);
        let open = app.session.study.is_some() && !app.session.sealed && worksheet.is_none();
        let drawn = app.screens.plot.drawn.as_ref().filter(|_| app.screen == ScreenId::Plot);
        let drawn = drawn.is_some_and(|drawn| drawn.scene.is_ok());
        let asked = worksheet.is_some();
        let pasted = open && pasted(app).is_some();
        let all = [
            (asked, Thing::Exercise),
            (asked, Thing::Sheet),
            (asked, Thing::Answers),
            (pasted, Thing::Table),
            (open, Thing::Recipe),
            (open, Thing::Report),
            (true, Thing::Screen),
            (drawn, Thing::Picture),
        ];
        let things: Vec<Thing> = all.into_iter().filter(|(is, _)| *is).map(|(_, thing)| thing).collect();
        let at = things.iter().position(|thing| Some(*thing) == app.saved).unwrap_or(0);
        let mut dialog = SaveDialog { things, at, field: Field::default(), over: None, worksheet };
        dialog.field = Field::selected(dialog.offered(app));
        dialog
    }

    pub fn thing(&self) -> Thing {
        self.things.get(self.at).copied().unwrap_or(Thing::Screen)
    }

    fn name(&self) -> &str {
        self.field.text().trim()
    }

    fn offered(&self, app: &App) -> String {
        let id = self.worksheet.as_ref().map_or("", |files| &files.id);
        let name = app.session.table.as_ref().map_or("", |table| table.source.trim_start_matches("sample:"));
        let stem = stem(Path::new(name));
        let stem = stem.filter(|stem| stem.chars().all(|c| c.is_alphanumeric() || "-_ .".contains(c)));
        let stem = stem.unwrap_or_else(|| "posterior".to_owned());
        let thing = self.thing();
        let what = match thing {
            Thing::Exercise => return format!("{id}.toml"),
            Thing::Sheet => return "answers.txt".to_owned(),
            Thing::Answers => return format!("{id}-answers.txt"),
            Thing::Screen => app.screen.name().to_lowercase(),
            Thing::Table => return "table.csv".to_owned(),
            thing => thing.words().0.trim_start_matches("the ").to_owned(),
        };
        format!("{stem}-{what}.{}", thing.words().1.first().copied().unwrap_or_default())
    }

    pub fn becomes(&self) -> Result<String, String> {
        let thing = self.thing();
        match (thing, thing.format(Path::new(self.name()))) {
            (Thing::Exercise | Thing::Sheet | Thing::Answers, _) => {
                self.worksheet.as_ref().map_or(Ok(String::new()), |files| files.describe(thing))
            }
            (Thing::Table, Some(_)) => Ok("The table as you pasted or typed it. Open it with o.".to_owned()),
            (Thing::Recipe, _) => Ok("The recipe. Open it again with o or --recipe.".to_owned()),
            (Thing::Report, Some(Format::Csv)) => Ok("All parameters as one table (CSV).".to_owned()),
            (thing, Some(format)) => {
                let what = match thing {
                    Thing::Screen => "This screen without this window",
                    Thing::Picture => "The picture with its facts",
                    _ => "Data, model, figures and cases",
                };
                Ok(format!("{what}, as {}.", format.name()))
            }
            (thing, None) => Err(format!("The ending chooses the format: .{}.", thing.words().1.join(" ."))),
        }
    }

    fn write(&self, app: &mut App, mut path: PathBuf, over: bool) -> Option<Job> {
        let thing = self.thing();
        if let Err(why) = self.becomes() {
            return app.reply(why);
        }
        if path.extension().is_none() {
            path.set_extension(thing.words().1.first().copied().unwrap_or_default());
        }
        let format = thing.format(&path).unwrap_or(Format::Text);
        let files = self.worksheet.as_ref();
        let text = match thing {
            Thing::Exercise => files.map(|files| files.exercise(&path)),
            Thing::Sheet => files.map(WorksheetFiles::empty_sheet),
            Thing::Answers => files.map(WorksheetFiles::answers),
            Thing::Recipe => recipe_file(app, path.parent().unwrap_or(Path::new(""))),
            Thing::Table => pasted(app).map(|text| text.to_string()),
            Thing::Picture => picture(app, format),
            Thing::Screen => {
                let write = move |app: &mut App, drawn| Some(write(app, path, over, drawn));
                return Some(Job::Draw(format, Box::new(write)));
            }
            Thing::Report => {
                let (study, read) = (app.session.study.clone()?, app.files_read());
                let work = move || {
                    // Refuse or ask before the work.
                    check(&path, over, &read)?;
                    let text = full_report(&study, format).map_err(NotSaved::Failed)?;
                    save(path, &text, over, &read)
                };
                return Some(app.jobs.start(Lane::Save, "writing the report …", work, saved));
            }
        };
        Some(write(app, path, over, text.unwrap_or_default()))
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

fn pasted(app: &App) -> Option<&Arc<str>> {
    match &app.session.order.as_ref()?.source {
        Source::Pasted(text) => Some(text),
        _ => None,
    }
}

fn picture(app: &App, format: Format) -> Option<String> {
    let scene = app.screens.plot.drawn.as_ref()?.scene.as_ref().ok()?;
    Some(match format {
        Format::Svg => svg::page(scene),
        format => {
            let picture = Picture { scene: scene.clone(), ..Picture::default() };
            format.draw(&report::plot(picture), Style::default())
        }
    })
}

impl Dialog for SaveDialog {
    fn scopes(&self) -> &'static [Scope] {
        match self.over {
            Some(_) => &[Scope::WriteOver, Scope::Always],
            None => &[Scope::Save, Scope::Always],
        }
    }

    fn hint(&self) -> &'static str {
        match self.over {
            Some(_) => "Nothing is written yet.",
            None => "↑↓: what to save. The ending chooses the format.",
        }
    }

    fn field(&mut self) -> Option<&mut Field> {
        Some(&mut self.field).filter(|_| self.over.is_none())
    }

    fn edited(&mut self, _: &mut App) -> Reply {
        let name = Path::new(self.name());
        let takes = |thing: &Thing| match thing {
            Thing::Recipe | Thing::Exercise => name.extension().is_some_and(|ending| ending == "toml"),
            thing => thing.format(name).is_some(),
        };
        if !takes(&self.thing()) {
            self.at = self.things.iter().position(takes).unwrap_or(self.at);
        }
        Reply::Taken
    }

    fn act(&mut self, app: &mut App, action: &Action) -> Reply {
        match (action, self.over.take()) {
            (Action::WriteOver, Some(path)) => return Reply::of(self.write(app, path, true)),
            (Action::Back, Some(_)) => {}
            (Action::Up | Action::Down, None) => {
                let offered = self.offered(app);
                moves(&mut self.at, self.things.len().saturating_sub(1), 1, action);
                if self.name() == offered || self.becomes().is_err() {
                    self.field = Field::selected(self.offered(app));
                }
            }
            (Action::Enter, None) if self.name().is_empty() => app.say("Type a file name."),
            (Action::Enter, None) => {
                return Reply::of(self.write(app, expanded(Path::new(self.name())), false));
            }
            (_, over) => {
                self.over = over;
                return Reply::Pass;
            }
        }
        Reply::Taken
    }

    fn draw(&self, pane: &mut Canvas<'_>) {
        let theme = pane.theme;
        // Two borders, three blank lines, the name, and what it becomes in two lines.
        let rows = u16::try_from(self.things.len()).unwrap_or_default() + 8;
        pane.dialog("Save", "", (51, rows));
        pane.take(1);
        let thing = |thing: &Thing| {
            let text = format!("{} {}", cell(thing.words().0, 12), thing.words().1.join(" "));
            pane.entry(*thing == self.thing(), &text)
        };
        pane.put(&self.things.iter().map(thing).collect::<Vec<_>>());
        pane.take(1);
        let name = pane.take(1);
        pane.field("save as: ", &self.field, name);
        pane.cursor = pane.cursor.filter(|_| self.over.is_none());
        pane.take(1);
        let mut below = pane.inside();
        match (&self.over, self.becomes()) {
            (Some(path), _) => {
                let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
                let name = shown(&shorten(&name, NAME)).into_owned();
                below.text(
                    &format!("{name} is there already. w overwrites it, Enter keeps it."),
                    theme.warning,
                );
            }
            (None, Ok(what)) => below.text(&what, theme.secondary),
            (None, Err(why)) => below.text(&why, theme.warning),
        }
        pane.lines(&below.lines, 0);
    }
}

fn saved(app: &mut App, saved: Result<PathBuf, NotSaved>) -> Option<Job> {
    match saved {
        Ok(path) => {
            let dialog = app.dialog::<SaveDialog>();
            let data = dialog.as_ref().and_then(|dialog| Some(dialog.worksheet.as_ref()?.data.clone()));
            let thing = dialog.map(|dialog| dialog.thing());
            app.close::<SaveDialog>();
            app.saved = thing.or(app.saved);
            if thing == Some(Thing::Exercise) {
                app.screens.practice.saved_as = stem(&path);
            }
            let more = match (thing, data) {
                (Some(Thing::Recipe | Thing::Table), _) => " o: open it again.".to_owned(),
                (Some(Thing::Exercise), Some(data)) => match out_of_reach(&data_path(&data, Some(&path))) {
                    Some(why) => format!(" {why}."),
                    None => " S: save the empty answer sheet.".to_owned(),
                },
                _ => String::new(),
            };
            app.say(format!("Saved as {}.{more}", shown(&path.to_string_lossy())));
        }
        Err(NotSaved::Exists(path)) => app.dialog::<SaveDialog>()?.over = Some(path),
        Err(NotSaved::Failed(why)) => app.say(why),
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
    Exercise,
    Sheet,
    Answers,
    Table,
    Recipe,
    Report,
    Screen,
    Picture,
}

impl Thing {
    /// Returns its name, and the possible endings of its file, the offered one first.
    fn words(self) -> (&'static str, &'static [&'static str]) {
        match self {
            Thing::Exercise => ("the exercise", &["toml"]),
            Thing::Sheet => ("empty sheet", &["txt"]),
            Thing::Answers => ("my answers", &["txt"]),
            Thing::Table => ("the table", &["csv"]),
            Thing::Recipe => ("the recipe", &["toml"]),
            Thing::Report => ("the report", &["html", "md", "tex", "txt", "json", "csv"]),
            Thing::Screen => ("this screen", &["svg", "txt"]),
            Thing::Picture => ("the picture", &["svg", "html", "md", "tex", "txt"]),
        }
    }

    fn format(self, path: &Path) -> Option<Format> {
        Format::by_ending(path).filter(|format| self.words().1.contains(&format.ending()))
    }
}

const NAME: usize = 30;

enum NotSaved {
    Exists(PathBuf),
    Failed(String),
}

/// Writes a text completely or not at all. An existing file is overwritten only if `over` is set; a file that is open is
/// never overwritten.
fn save(path: PathBuf, text: &str, over: bool, read: &FilesRead) -> Result<PathBuf, NotSaved> {
    check(&path, over, read)?;
    match write_file(&path, text, over) {
        Ok(()) => Ok(path),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(NotSaved::Exists(path)),
        Err(error) => {
            let name = path.to_string_lossy();
            Err(NotSaved::Failed(format!("{} cannot be written: {error}.", shown(&name))))
        }
    }
}

fn check(path: &Path, over: bool, read: &FilesRead) -> Result<(), NotSaved> {
    let why = if read.hold(path) {
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
        format!("{} is open here, so it is never overwritten.", shown(&shorten(&name, NAME)))
    } else if !over && fs::symlink_metadata(path).is_ok() {
        return Err(NotSaved::Exists(path.to_path_buf()));
    } else if fs::metadata(path).is_ok_and(|about| !about.is_file()) {
        // Writing would replace a device or a pipe by a file.
        format!("{} is not a regular file.", shown(&path.to_string_lossy()))
    } else if path.file_name().is_none() {
        "This is not a file name.".to_owned()
    } else {
        return Ok(());
    };
    Err(NotSaved::Failed(format!("{why} Type another name.")))
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
        Ok(None) => {
            let source = ExerciseSource { file: path, reach: Reach::Beside };
            open_exercise(app, source, Variant::Usual, None)
        }
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
            app.reply(format!("{named} is a recipe: open its data first, then the recipe."))
        }
        _ => {
            app.say(format!("The recipe of {named} is applied. u: undo."));
            model::change_recipe(app, recipe)
        }
    }
}

fn write(app: &mut App, path: PathBuf, over: bool, text: String) -> Job {
    let read = app.files_read();
    app.jobs.start(Lane::Save, "", move || save(path, &text, over, &read), saved)
}

pub(crate) fn write_state(file: &Path, text: &str) -> io::Result<()> {
    file.parent().map_or(Ok(()), fs::create_dir_all)?;
    write_file(file, text, true)
}

fn stem(path: &Path) -> Option<String> {
    path.file_stem().map(|stem| stem.to_string_lossy().into_owned())
}

pub fn expanded(path: &Path) -> PathBuf {
    match (path.strip_prefix("~"), std::env::var_os("HOME")) {
        (Ok(rest), Some(home)) => PathBuf::from(home).join(rest),
        _ => path.to_path_buf(),
    }
}
