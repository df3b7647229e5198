//! Sources of data, and opening them: another thread reads them, then every screen starts with them.

use std::ffi::OsStr;
use std::fmt;

use crate::app::dialogs::problem::{OpeningDialog, QUESTION, question};
use crate::app::prelude::*;
use crate::app::recents::{self, Recent, State, word};
use crate::app::screens::data::DataScreen;
use crate::app::screens::model::renewed;
use crate::app::screens::practice::stays;
use crate::encode::UNCLEAR_COUNTS;
use crate::practice::ExerciseFile;
use crate::problem;
use crate::recipe::{CountsKind, Opening, Ragged};
use crate::table::{self, TableError};
use crate::text::brief;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    Sample(String),
    File(PathBuf),
    Input,
    Pasted(Arc<str>),
    Exercise { name: String, seed: Option<u64>, reach: Reach },
}

impl Source {
    /// Parses a word of the command line: `sample:NAME`, `-`, or a path.
    pub fn named(word: &OsStr) -> Source {
        match word.to_str() {
            Some("-") => Source::Input,
            Some(text) if text.starts_with("sample:") => Source::Sample(text.replacen("sample:", "", 1)),
            _ => Source::File(PathBuf::from(word)),
        }
    }

    pub fn pasted(text: &str) -> Source {
        Source::Pasted(text.replace("\r\n", "\n").replace('\r', "\n").into())
    }

    fn reader(&self) -> Result<table::Source, problem::Problem> {
        Ok(match self {
            Source::Sample(name) => table::Source::Sample(table::sample(name)?),
            Source::File(path) => table::Source::Path(path.clone()),
            Source::Input => table::Source::Stdin,
            Source::Pasted(text) => table::Source::bytes("pasted table", text.as_bytes()),
            Source::Exercise { name, seed, reach } => {
                ExerciseFile::named(name, *reach)?.open(*seed)?.study.source
            }
        })
    }

    /// Returns its word on the command line; `None` if it has none.
    pub fn word(&self) -> Option<String> {
        match self {
            Source::Sample(name) => Some(format!("sample:{name}")),
            Source::File(path) => Some(path.to_string_lossy().into_owned()),
            Source::Exercise { name, .. } => Some(name.clone()),
            Source::Input | Source::Pasted(_) => None,
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Sample(name) => write!(f, "sample:{}", shown(name)),
            Source::File(path) => write!(f, "{}", shown(&path.to_string_lossy())),
            Source::Input => f.write_str("standard input"),
            Source::Pasted(_) => f.write_str("the pasted table"),
            Source::Exercise { name, seed: None, .. } => write!(f, "{}", shown(name)),
            Source::Exercise { name, seed: Some(seed), .. } => write!(f, "{}, seed {seed}", shown(name)),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    pub source: Source,
    /// The chosen options; they override the recipe of a sample.
    pub recipe: Box<Recipe>,
}

impl From<Source> for Order {
    fn from(source: Source) -> Self {
        Order { source, recipe: Box::default() }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problem {
    pub what: String,
    pub place: String,
    pub excerpt: Vec<String>,
    pub fix: String,
    pub choices: Vec<(String, Answer)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    Cancel,
    /// Read the file again, and treat the rows that do not fit like this.
    Read(Ragged),
    /// Read the file again, as a table of such counts.
    Count(CountsKind),
    Fit(Box<Recipe>),
}

const COUNTED: [(CountsKind, &str); 3] = [
    (CountsKind::Documents, "Documents with the word (Bernoulli)"),
    (CountsKind::Tokens, "Occurrences of the word (multinomial)"),
    (CountsKind::Table, "Rows with the value (categorical)"),
];

impl From<problem::Problem> for Problem {
    fn from(problem: problem::Problem) -> Self {
        let fix = problem.advice();
        let what = problem.sentence();
        let place = problem.place.unwrap_or_default();
        let mut choices = Vec::new();
        if problem.kind == UNCLEAR_COUNTS {
            let of = |(kind, text): (CountsKind, &str)| (text.to_owned(), Answer::Count(kind));
            choices.extend(COUNTED.map(of));
            choices.push(("Cancel".into(), Answer::Cancel));
        }
        let fix = if choices.is_empty() { fix } else { "What does each number count?".to_owned() };
        Problem { what: what + ".", place, excerpt: problem.excerpt, fix, choices }
    }
}

impl From<TableError> for Problem {
    fn from(error: TableError) -> Self {
        let TableError { problem, ragged: Some(rows), .. } = error else {
            return problem::Problem::from(error).into();
        };
        let mut problem = Problem::from(*problem);
        // The reader's advice names flags; here the same is offered as choices.
        problem.fix = rows.hint.unwrap_or_default().to_string();
        let lines = if rows.lines == 1 { "this line".into() } else { format!("these {} lines", rows.lines) };
        let others = if rows.fitting == 1 { "line".into() } else { format!("{} lines", rows.fitting) };
        let extra = if rows.fields > rows.header {
            "Keep them; put the extra fields in new columns"
        } else {
            "Keep them; treat absent fields as missing"
        };
        problem.choices = vec![
            (format!("Skip {lines} and open the other {others}"), Answer::Read(Ragged::Skip)),
            (extra.into(), Answer::Read(Ragged::Extra)),
            ("Cancel".into(), Answer::Cancel),
        ];
        problem
    }
}

pub fn read(order: &Order, watch: Arc<Watch>) -> Result<Loaded, Problem> {
    let source = order.source.reader()?;
    let mut loaded =
        Loaded::new(Study::open_watched(source, Recipe::clone(&order.recipe), Some(watch), true)?);
    // Samples and exercises need no questions.
    if matches!(order.source, Source::File(_) | Source::Input | Source::Pasted(_)) {
        let opening = Opening::of(&loaded.study.recipe, &loaded.study.loaded);
        loaded.opening = Some(opening).filter(Opening::is_unclear);
    }
    Ok(loaded)
}

pub fn load(app: &mut App, order: impl Into<Order>) -> Option<Job> {
    if stays(app, "Open the other data again to leave it.") {
        return None;
    }
    let order = order.into();
    Some(reading(app, order, read, show_loaded))
}

fn reading<T: Send + 'static>(
    app: &mut App,
    order: Order,
    work: fn(&Order, Arc<Watch>) -> Result<T, Problem>,
    show: fn(&mut App, Order, Result<T, Problem>) -> Option<Job>,
) -> Job {
    (app.screens.start.experiment, app.screens.practice.wanted) = (None, None);
    app.screens.start.resumed = None;
    app.screens.course.open = false;
    let label = format!("reading {} …", order.source);
    let read = order.clone();
    let work = move |stage: Arc<ComparisonProgress>| work(&read, Arc::clone(&stage.watch));
    app.jobs.start_watched(Lane::Load, label, work, move |app, found| show(app, order, found))
}

/// Reads the open data again; the recipe, screen, case and undo history stay, as far as they fit. An exercise begins anew
/// with its data.
pub fn read_again(app: &mut App, order: Order) -> Option<Job> {
    if app.screens.practice.exercise.is_some() || app.session.table.is_none() {
        return load(app, order);
    }
    if stays(app, "Press the same key again to read the data again and leave it.") {
        return None;
    }
    Some(reading(app, order, read_known_columns, show_loaded_again))
}

/// Reads the data again with the recipe without missing columns; also returns these columns.
fn read_known_columns(order: &Order, watch: Arc<Watch>) -> Result<(Loaded, Vec<String>), Problem> {
    let loaded = read(order, watch)?;
    let has = |name: &str| loaded.table.columns().iter().any(|column| column.name.as_str() == name);
    let (recipe, gone) = loaded.study.recipe.of_columns(has);
    if gone.is_empty() {
        return Ok((loaded, gone));
    }
    Ok((Loaded::new(loaded.study.with_recipe(recipe)?), gone))
}

fn show_loaded_again(
    app: &mut App,
    order: Order,
    found: Result<(Loaded, Vec<String>), Problem>,
) -> Option<Job> {
    let (loaded, gone) = match found {
        Ok(found) => found,
        Err(problem) => {
            app.show(ProblemDialog::new(order, problem));
            return None;
        }
    };
    recents::opened(app);
    app.leave_counted();
    app.screens.data.refitted(&app.session, &loaded);
    let before = app.session.table.clone()?;
    let rows = loaded.table.rows();
    let data = &mut app.screens.data;
    let name = before.columns().get(data.column).map(|column| column.name.clone());
    let now = loaded.table.columns().iter().position(|column| Some(&column.name) == name.as_ref());
    (data.column, data.row) = (now.unwrap_or(0), data.row.min(rows.saturating_sub(1)));
    (data.profile, data.widths) = (None, loaded.widths.clone());
    let line = app.screens.model.line();
    let recipe = Box::new(if gone.is_empty() { *order.recipe } else { loaded.study.recipe.clone() });
    app.session.order = Some(Order { source: order.source, recipe });
    app.session.take(loaded);
    let mut messages =
        vec![format!("Read again: {}, {} before.", counted(rows, "row", "rows"), before.rows())];
    if !gone.is_empty() {
        let names: Vec<_> = gone.iter().map(|name| shown(&brief(name)).into_owned()).collect();
        messages.push(format!("Not in the data any more, so removed from the recipe: {}.", names.join(", ")));
    }
    if app.session.case.is_none() && app.session.pick != Pick::Query {
        app.session.choose(Pick::Query);
        messages.push("This case does not exist any more, so the first one is selected.".to_owned());
    }
    renewed(app);
    if let Some(line) = line {
        app.screens.model.mark(line);
    }
    app.renewed();
    app.screens.evaluate.begin_again();
    app.screens.practice = Default::default();
    app.dialogs.clear();
    ScreenId::ALL.iter().for_each(|id| id.screen().settle(app));
    if let Some(problem) = app.session.problem() {
        messages.push(format!("There is no model now. {} Press 2 to see what to do.", problem.what));
    }
    app.say(messages.join(" "));
    let screen = if app.session.blocked(app.screen).is_some() { ScreenId::Model } else { app.screen };
    if screen == app.screen { app.entered() } else { app.enter(screen) }
}

/// Opens data without options. An unchanged recent file is opened with its last recipe.
pub fn reopen(app: &mut App, mut order: Order) -> Option<Job> {
    let known = || {
        let word = word(&order.source).filter(|_| *order.recipe == Recipe::default())?;
        let recents = app.screens.start.recents.list.iter();
        recents.filter(|recent| !recent.is_sample()).find(|recent| recent.source == word).cloned()
    };
    let known = known().filter(|recent| recent.state_now() == State::Same && !recent.before.is_empty());
    let Some(recent) = known else { return load(app, order) };
    order.recipe = recent.order().recipe;
    let job = load(app, order);
    app.screens.start.resumed = Some(Recent { screen: ScreenId::Data.name().to_owned(), ..recent });
    job
}

fn show_loaded(app: &mut App, order: Order, loaded: Result<Loaded, Problem>) -> Option<Job> {
    let loaded = match loaded {
        Ok(loaded) => loaded,
        Err(problem) => {
            app.show(ProblemDialog::new(order, problem));
            return app.entered();
        }
    };
    let asked = (*order.recipe != Recipe::default()).then(|| order.clone());
    let opening = opening(app, &order, &loaded);
    let question = question(&loaded.study).map(|question| (order.clone(), question));
    let worksheet = app.screens.practice.wanted;
    let resumed = app.screens.start.resumed.take();
    begun(app, order, loaded);
    if let Some(notice) = app.session.notices.first().filter(|_| opening.is_none()) {
        let more = app.session.warnings.len().saturating_sub(1);
        let more = if more > 0 { format!(" ({more} more: !)") } else { String::new() };
        app.say(format!("{notice}{more}"));
    }
    // An experiment and a worksheet begin with their own recipe.
    let question = question.filter(|_| worksheet.is_none() && app.screens.start.experiment.is_none());
    if let (Some(opening), None) = (opening, worksheet) {
        app.show(OpeningDialog::new(opening));
    } else if let Some((order, question)) = question {
        app.show(ProblemDialog::titled(QUESTION, order, question));
    } else if let Some(problem) = app.session.problem() {
        match asked {
            Some(order) => app.show(ProblemDialog::titled("There is no model", order, problem)),
            None => app.say("There is no model yet. Press 2 to see what to do."),
        }
    }
    if let (Some(experiment), None) = (app.screens.start.experiment.take(), app.session.problem()) {
        app.screens.evaluate.begin(experiment);
        return app.enter(ScreenId::Evaluate);
    }
    if let Some(recent) = resumed {
        return recent.resume(app);
    }
    if let (Some(level), None) = (worksheet, app.session.problem()) {
        app.screens.practice.level = level;
        return app.enter(ScreenId::Practice);
    }
    app.entered()
}

/// Returns the questions about data that are opened for the first time without options.
fn opening(app: &App, order: &Order, loaded: &Loaded) -> Option<Opening> {
    let open = *order.recipe == Recipe::default() || loaded.target.is_none();
    let recents = &app.screens.start.recents.list;
    let known = word(&order.source).is_some_and(|word| recents.iter().any(|recent| recent.source == word));
    loaded.opening.clone().filter(|_| open && !known)
}

pub(crate) fn begun(app: &mut App, order: Order, loaded: Loaded) {
    recents::opened(app);
    app.screens.data = DataScreen { widths: loaded.widths.clone(), ..DataScreen::default() };
    app.session.begin(order, loaded);
    app.screens.parameters = Default::default();
    app.renewed();
    app.screens.model = Default::default();
    renewed(app);
    app.screens.evaluate = Default::default();
    app.screens.explain = Default::default();
    app.screens.practice = Default::default();
    app.trail.clear();
    app.dialogs.clear();
    app.screen = ScreenId::Data;
    app.pane = Pane::Master;
}
