//! The open data and model, the case, the undo history, and the command that prints the screen.

use crate::app::prelude::*;
use crate::app::recents;
use crate::app::screens::Needs;
use crate::app::screens::data::Shown;
use crate::app::screens::data::actions::find_rows;
use crate::app::screens::model::{current, set_recipe};
use crate::app::source::Problem;
use crate::app::words::{Width, widths};
use crate::recipe::{DataWarning, Opening, quoted};
use crate::table::Table;
use crate::text::{display_width, pair_item};

#[derive(Clone, Debug)]
pub struct Loaded {
    pub study: Arc<Study>,
    pub table: Arc<Table>,
    pub notices: Vec<String>,
    pub warnings: Vec<DataWarning>,
    pub opening: Option<Opening>,
    pub target: Option<usize>,
    pub widths: Vec<Width>,
}

impl Loaded {
    pub fn new(study: Study) -> Self {
        let table = Arc::clone(&study.loaded.table);
        let target = study.target();
        let warnings = study.warnings();
        let of_data = warnings.len() - study.fitted.as_ref().map_or(0, |fitted| fitted.warnings().len());
        let notices = warnings.iter().take(of_data).map(|warning| warning.notice.to_string()).collect();
        let widths = widths(&table, target);
        Loaded { study: Arc::new(study), table, notices, warnings, opening: None, target, widths }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Pick {
    /// The query of the recipe, else the first row without a class, else the first row.
    #[default]
    Query,
    /// A row of the data, from 0.
    Row(usize),
    Changed(Arc<Changed>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changed {
    pub base: Pick,
    pub changes: Vec<(String, String)>,
}

impl Pick {
    /// Returns the name of the case: `row 5`, `query`, `row 5, changed: Wind=Weak`. `case` is the case that it picks.
    pub fn words(&self, case: &Case) -> String {
        match self {
            Pick::Changed(changed) => {
                let text =
                    |text: &str| if text.is_empty() { "missing".into() } else { shown(text).into_owned() };
                let change = |(name, to): &(String, String)| format!("{}={}", shown(name), text(to));
                let changes: Vec<String> = changed.changes.iter().map(change).collect();
                format!("{}, changed: {}", changed.base.words(case), changes.join(", "))
            }
            Pick::Row(row) => format!("row {}", row + 1),
            Pick::Query => case.row.map_or_else(|| "query".to_owned(), |row| format!("row {}", row + 1)),
        }
    }
}

#[derive(Clone, Debug)]
pub struct FoldModel {
    pub fitted: Arc<Fitted>,
    pub words: String,
}

/// Why screens are closed while an exercise is not finished.
const SEALED: &str = "Finish the exercise first (7), or leave it: Esc on screen 7.";

#[derive(Clone, Debug, Default)]
pub struct Session {
    pub order: Option<Order>,
    pub study: Option<Arc<Study>>,
    pub table: Option<Arc<Table>>,
    pub notices: Vec<String>,
    /// All warnings about the data and the model, the notices first; also settled ones.
    pub warnings: Vec<DataWarning>,
    pub settled: Vec<DataWarning>,
    pub target: Option<usize>,
    pub fold_model: Option<FoldModel>,
    pub pick: Pick,
    pub history: History,
    pub case: Option<Arc<Case>>,
    pub wanted: Option<Quantity>,
    /// Whether an unfinished exercise is open: the screens with its answers are closed.
    pub sealed: bool,
}

impl Session {
    pub fn begin(&mut self, order: Order, loaded: Loaded) {
        *self = Session { order: Some(order), ..Session::default() };
        self.take(loaded);
    }

    /// Takes the same data under another recipe; the case stays.
    pub fn take(&mut self, loaded: Loaded) {
        let Loaded { study, table, notices, mut warnings, target, .. } = loaded;
        // Warnings that the recipe answers stay in the list.
        for (at, before) in std::mem::take(&mut self.warnings).into_iter().enumerate() {
            let is_there = warnings.iter().any(|now| now.is_like(&before));
            if !is_there && before.chosen_fix(&study.recipe).is_some() {
                warnings.insert(at.min(warnings.len()), before);
            }
        }
        self.study = Some(study);
        self.table = Some(table);
        (self.notices, self.warnings) = (notices, warnings);
        self.target = target;
        self.fold_model = None;
        self.choose(self.pick.clone());
    }

    pub fn choose(&mut self, pick: Pick) {
        let case = self.study.as_ref().zip(self.fitted());
        self.case = case.and_then(|(study, fitted)| Session::case_of(study, fitted, &pick)).map(Arc::new);
        self.pick = match pick {
            // If the new model cannot read the changed case, the original case is used.
            Pick::Changed(changed) if self.case.is_none() => return self.choose(changed.base.clone()),
            pick => pick,
        };
    }

    pub fn case_of(study: &Study, fitted: &Fitted, pick: &Pick) -> Option<Case> {
        match pick {
            Pick::Row(row) => Case::from_row(fitted, *row).ok(),
            Pick::Query => {
                let first = study.first_case().ok()?;
                first.or_else(|| Case::from_row(fitted, 0).ok()).or_else(|| Case::of_common_values(fitted))
            }
            Pick::Changed(changed) => {
                let base = Session::case_of(study, fitted, &changed.base)?;
                base.changed(fitted, &changed.changes).ok()
            }
        }
    }

    pub fn is_settled(&self, warning: &DataWarning) -> bool {
        let is_answered =
            || self.study.as_ref().is_some_and(|study| warning.chosen_fix(&study.recipe).is_some());
        self.settled.contains(warning) || is_answered()
    }

    pub fn open_warnings(&self) -> usize {
        self.warnings.iter().filter(|warning| !self.is_settled(warning)).count()
    }

    pub fn fitted(&self) -> Option<&Arc<Fitted>> {
        self.fold_model
            .as_ref()
            .map(|fold_model| &fold_model.fitted)
            .or_else(|| self.study.as_ref()?.fitted.as_ref().ok())
    }

    /// Explains a row with a model that was not trained on it, until [`Session::restore_model`].
    pub fn use_fold_model(&mut self, fold_model: FoldModel, row: usize) {
        self.fold_model = Some(fold_model);
        self.choose(Pick::Row(row));
    }

    /// Returns to the model of the study; returns whether another one was shown.
    pub fn restore_model(&mut self) -> bool {
        let was = self.fold_model.take().is_some();
        if was {
            // A row of a test file is not a row of the study.
            let rows = self.table.as_ref().map_or(0, |table| table.rows());
            let pick = std::mem::take(&mut self.pick);
            self.choose(if matches!(pick, Pick::Row(row) if row >= rows) { Pick::Query } else { pick });
        }
        was
    }

    pub fn origin(&self) -> String {
        let words = match &self.case {
            Some(case) if self.pick != Pick::Query || case.row.is_some() => self.pick.words(case),
            _ => String::new(),
        };
        let Some(fold_model) = &self.fold_model else { return words };
        let words = match self.pick {
            // A row of a test file has its number in that file.
            Pick::Row(row) => fold_model.fitted.data.row_name(row).to_string(),
            _ => words,
        };
        format!("{words}, by the model trained {}", fold_model.words)
    }

    pub fn problem(&self) -> Option<Problem> {
        Some(self.study.as_ref()?.fitted.as_ref().err()?.clone().into())
    }

    /// Returns the name and size of the open data, in at most `most` columns: the size is dropped first.
    pub fn headline(&self, most: usize) -> String {
        let Some(table) = &self.table else { return "no data".into() };
        let name = shown(table.source.trim_start_matches("sample:"));
        let given = self.study.as_ref().is_some_and(|study| study.recipe.given.is_some());
        let counted = || format!("{}×{}", table.described_rows(), table.columns().len());
        let size = if given { "given numbers".to_owned() } else { counted() };
        let full = format!("{name} {size}");
        if display_width(&full) <= most { full } else { clip(&name, most).into_owned() }
    }

    pub fn blocked(&self, screen: ScreenId) -> Option<String> {
        match (screen.needs(), &self.study) {
            (Needs::Answers, _) if self.sealed => Some(SEALED.into()),
            (Needs::Nothing, _) | (Needs::Data, Some(_)) => None,
            (_, None) => Some("There are no data yet. Choose a sample, or press o to open a file.".into()),
            (_, Some(_)) => self
                .problem()
                .map(|problem| format!("There is no model yet. Press 2 to see what to do. {}", problem.what)),
        }
    }
}

#[derive(Clone, Debug)]
pub enum Past {
    Recipe(Box<Recipe>),
    Case(Pick),
    Shown(Shown),
}

const MOST: usize = 200;

/// Earlier and later states; the owner holds the present one.
#[derive(Clone, Debug, Default)]
pub struct History {
    pub(crate) past: Vec<Past>,
    pub(crate) future: Vec<Past>,
}

impl History {
    pub(crate) fn turns(&self, forward: bool) -> bool {
        !if forward { &self.future } else { &self.past }.is_empty()
    }

    pub fn remember(&mut self, now: Past) {
        if self.past.len() >= MOST {
            self.past.remove(0);
        }
        self.past.push(now);
        self.future.clear();
    }

    /// Returns the previous state, or the last undone one, if there is one. `now` gets that state and returns the present
    /// one in its place.
    pub fn turn(&mut self, forward: bool, now: impl FnOnce(&Past) -> Past) -> Option<Past> {
        let (from, to) = match forward {
            true => (&mut self.future, &mut self.past),
            false => (&mut self.past, &mut self.future),
        };
        let found = from.pop()?;
        to.push(now(&found));
        Some(found)
    }
}

pub fn turn(app: &mut App, forward: bool) -> Option<Job> {
    if app.screen == ScreenId::Practice {
        return app.reply(
            "Answers cannot be undone: type over them, or press R. Undo other changes on their screens.",
        );
    }
    if app.session.sealed {
        return app
            .reply("The exercise sets recipe and case. Finish it first, or leave it: Esc on screen 7.");
    }
    let (recipe, pick, rows) = (current(app), app.session.pick.clone(), app.screens.data.shown.clone());
    let now = |past: &Past| match past {
        Past::Recipe(_) => Past::Recipe(Box::new(recipe.clone().unwrap_or_default())),
        Past::Case(_) => Past::Case(pick.clone()),
        Past::Shown(_) => Past::Shown(rows.clone()),
    };
    let Some(past) = app.session.history.turn(forward, now) else {
        return app.reply(if forward {
            "There is no change to redo."
        } else {
            "There is no change to undo."
        });
    };
    match past {
        Past::Recipe(past) => {
            let found = recipe.map(|now| now.differences(&past)).unwrap_or_default();
            app.say(turned_message(forward, &differences(&found)));
            set_recipe(app, *past)
        }
        Past::Case(pick) => {
            app.session.choose(pick);
            let case = app.session.case.as_ref().map(|case| app.session.pick.words(case));
            app.say(turned_message(forward, &format!("the case is {}", case.unwrap_or_default())));
            app.entered()
        }
        Past::Shown(past) => {
            let words = app.session.table.as_ref().map(|table| past.words(table)).unwrap_or_default();
            app.say(turned_message(forward, &format!("1 Data shows {words}")));
            find_rows(app, past, false, None)
        }
    }
}

fn turned_message(forward: bool, what: &str) -> String {
    if forward { format!("Redone: {what}. u: undo.") } else { format!("Undone: {what}. U: redo.") }
}

fn differences(all: &[String]) -> String {
    let Some(first) = all.first() else { return "the recipe".into() };
    let more = if all.len() > 1 { format!(", and {} more", all.len() - 1) } else { String::new() };
    shown(&format!("{first}{more}")).into_owned()
}

/// Returns the command that prints the screen, and the keys of the recipe for which there is no flag.
pub fn command_line(app: &App) -> Option<(String, Vec<&'static str>)> {
    let study = app.session.study.as_ref()?;
    let query = query(app);
    let source = app.session.order.as_ref().map(|order| &order.source);
    let mut written = Recipe { query: query.clone(), ..study.recipe.clone() };
    if let Some(Source::Exercise { seed: Some(seed), .. }) = source {
        written.seed = Some(*seed);
    }
    let flags = written.to_flags();
    let place = source.and_then(Source::word).unwrap_or_else(|| "-".to_owned());
    let mut words = vec!["posterior".to_owned(), app.screen.command().to_owned(), place];
    if let Some(Source::Exercise { reach: Reach::Anywhere, .. }) = source {
        words.push("--outside".to_owned());
    }
    let mut left_out = flags.left_out;
    if app.screen == ScreenId::Explain {
        match (&app.session.pick, &query) {
            (Pick::Row(row), _) => words.extend(["--row".to_owned(), (row + 1).to_string()]),
            (_, Some(cells)) => {
                // `Outlook=Sunny,Temp="cool, or so"`: as `--query` reads it.
                let cells: Vec<String> = cells.iter().map(|(column, text)| pair_item(column, text)).collect();
                words.extend(["--query".to_owned(), cells.join(",")]);
            }
            _ => {}
        }
        left_out.retain(|key| *key != "query");
    }
    words.extend(flags.words);
    let words: Vec<_> = words.iter().map(|word| quoted(word)).collect();
    Some((words.join(" "), left_out))
}

/// Returns the recipe as a file in a folder, with its data and every choice, also the automatic ones. `None` if nothing is
/// open.
pub fn recipe_file(app: &App, folder: &Path) -> Option<String> {
    let study = app.session.study.as_ref()?;
    let resolved = app.session.fitted().map_or(&study.recipe, |fitted| &fitted.data.resolved.recipe);
    let here = std::env::current_dir().unwrap_or_default();
    let data = app.session.order.as_ref().and_then(|order| recents::word(&order.source));
    // A recipe of given numbers is opened like data.
    let data = data.filter(|_| resolved.given.is_none());
    let recipe = Recipe { data, query: query(app), ..resolved.clone() };
    Some(recipe.in_folder(&here).beside(&here.join(folder)).to_toml())
}

fn query(app: &App) -> Option<Vec<(String, String)>> {
    let case = app.session.case.as_ref().zip(app.session.fitted()).map(|(case, fitted)| case.written(fitted));
    let changed = matches!(app.session.pick, Pick::Changed(_));
    case.filter(|_| changed).or_else(|| app.session.study.as_ref()?.recipe.query.clone())
}
