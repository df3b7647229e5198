//! The editor of bins: where the cuts of a column of numbers lie, and what that does to the model.
//!
//! Every change is a change of the recipe on the way that all changes of screen 2 take, so the table of bins and the accuracy
//! are those of the fitted model. What is kept here is the chosen cut, the field that is typed into, and what is drawn.

mod change;
mod keys;

pub use change::{Method, Probe};

use std::sync::Arc;

use super::evaluate::{EvaluatedModel, evaluate};
use super::model::{self, Role};
use crate::encode::{Cuts, Spread, learn};
use crate::model::Study;
use crate::recipe::{Bins, Recipe, with_bins};
use crate::table::Kind;
use crate::workbench::prelude::*;

pub const WIDTH: u16 = 104;
pub const HEIGHT: u16 = 36;

/// Fewer lines than this have no room for a chart.
const LEAST: u16 = 12;
/// What stands around the tests: a blank line and two headings before them, a sentence after.
const TESTS_FRAME: usize = 4;
/// The lines that are told of a number that was tried, at most.
const TOLD: usize = 4;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Typed {
    Cut,
    Probe,
}

#[derive(Clone, Debug)]
pub struct BinsDialog {
    pub column: usize,
    pub cut: usize,
    pub scroll: usize,
    pub field: Option<(Typed, Field)>,
    asked: Option<String>,
    pub probe: Option<Probe>,
    /// Where the numbers lie; `None` while they are counted.
    pub spread: Option<Arc<Spread>>,
    /// How the recipe on screen makes bins; `None` for the number itself.
    pub bins: Option<Bins>,
    pub cuts: Option<Cuts>,
    /// The histogram, as wide as the screen allows: rows by interval and class.
    pub bars: Vec<Vec<u64>>,
    opened: Option<Arc<Study>>,
    pub before: Option<Arc<EvaluatedModel>>,
}

/// Opens the editor on a column, or says why there is nothing to edit.
pub fn open(app: &mut App, column: usize) -> Option<Job> {
    let about = app.screens.model.view.as_ref()?.columns.get(column)?.clone();
    let why_not = match (about.role, about.kind) {
        (Role::Target, _) => Some("It is the target. Press t on another column first."),
        (Role::Weight, _) => Some("It is the weight. Press W to make it a feature again."),
        (Role::Ignored, _) => Some("It is left out. Press Space to make it a feature."),
        (Role::Feature, kind) if kind != Kind::Numeric => Some("Only numbers have bins."),
        (Role::Feature, _) => None,
    };
    if let Some(why) = why_not {
        app.say(why);
        return None;
    }
    let job = count(app, column)?;
    let mut dialog = BinsDialog {
        column,
        cut: 0,
        scroll: 0,
        field: None,
        asked: asked(app, &about.name),
        probe: None,
        spread: None,
        bins: None,
        cuts: None,
        bars: Vec::new(),
        opened: app.session.study.clone(),
        before: app.screens.evaluate.evaluated(&app.session).cloned(),
    };
    dialog.look(app);
    app.show(dialog);
    Some(job)
}

fn asked(app: &App, name: &str) -> Option<String> {
    let query = app.session.study.as_ref()?.recipe.query.as_ref()?;
    let (_, text) = query.iter().find(|(column, _)| column == name)?;
    Some(text.clone())
}

fn count(app: &mut App, column: usize) -> Option<Job> {
    let table = Arc::clone(app.session.table.as_ref()?);
    let fitted = app.session.fitted();
    let target = app.session.target;
    let names = || Some(table.columns().get(target?)?.dictionary.names().to_vec());
    let classes = fitted.map_or_else(|| names().unwrap_or_default(), |fitted| fitted.classes.clone());
    let weight = fitted.and_then(|fitted| fitted.data.resolved.weight);
    let work = move || Arc::new(Spread::of(&table, column, target, weight, &classes));
    let taken = move |app: &mut App, spread| counted(app, column, spread);
    Some(app.jobs.start(Lane::Spread, "", work, taken))
}

fn counted(app: &mut App, column: usize, spread: Arc<Spread>) -> Option<Job> {
    if let Some(dialog) = app.dialog::<BinsDialog>().filter(|dialog| dialog.column == column) {
        dialog.spread = Some(spread);
        dialog.bars.clear();
    }
    refresh(app)
}

/// Has the model of the session evaluated, where an editor shows how good it is.
pub fn refresh(app: &mut App) -> Option<Job> {
    app.settle_dialogs();
    let dialog = app.dialog::<BinsDialog>()?;
    let (column, counted) = (dialog.column, dialog.spread.clone());
    // Another model may drop other rows, and with them a class.
    let classes = app.session.fitted().map(|fitted| &fitted.classes);
    let stale = classes.is_some_and(|classes| counted.iter().any(|spread| spread.classes != *classes));
    if stale {
        return count(app, column);
    }
    evaluate(app)
}

impl BinsDialog {
    pub fn name<'a>(&self, app: &'a App) -> &'a str {
        let column = app.session.table.as_ref().and_then(|table| table.columns().get(self.column));
        column.map_or("", |column| column.name.as_str())
    }

    /// The lines below the heading of the table, at most: the bins, and every test of minimum description length with what
    /// is said of them; a sentence where there are no bins.
    fn lines(&self) -> usize {
        let Some(cuts) = &self.cuts else { return TESTS_FRAME };
        cuts.bins() + if cuts.tests.is_empty() { 0 } else { cuts.tests.len() + TESTS_FRAME }
    }

    /// The rows of the chart; 0 where there is no room for one.
    pub fn chart(app: &App) -> u16 {
        let rows = app.frame.dialog(WIDTH, HEIGHT).1.saturating_sub(2);
        if rows >= LEAST { (rows.saturating_sub(9) / 2).clamp(2, 10) } else { 0 }
    }

    /// The lines of the table that fit, where `told` lines stand between it and the chart.
    pub fn room(app: &App, told: usize) -> usize {
        let rows = usize::from(app.frame.dialog(WIDTH, HEIGHT).1.saturating_sub(2));
        let chart = usize::from(BinsDialog::chart(app));
        // The method and the accuracy, the classes over a chart, the axis and its words, the heading of the table.
        rows.saturating_sub(2 + usize::from(chart > 0) + chart + 2 + told + 1)
    }

    pub fn columns(app: &App) -> usize {
        usize::from(app.frame.dialog(WIDTH, HEIGHT).0.saturating_sub(4))
    }

    /// Works out what is drawn: the cuts of the recipe on screen, the bars, the bin of the number that was tried.
    fn look(&mut self, app: &App) {
        let columns = app.screens.model.view.as_ref().map(|view| view.columns.as_slice());
        self.bins =
            columns.and_then(|columns| columns.get(self.column)).and_then(|column| column.bins.clone());
        let convention = app.screens.model.view.as_ref().map(|view| view.convention);
        let fitted = app.session.fitted().filter(|fitted| Some(fitted.convention()) == convention);
        let found = fitted.and_then(|fitted| {
            let feature = fitted.data.resolved.features.iter().find(|it| it.column == self.column)?;
            let factor = fitted.factor(self.name(app)).filter(|_| feature.bins == self.bins)?;
            factor.cuts().cloned()
        });
        // Minimum description length may take long, and is waited for.
        let waits = matches!(self.bins, Some(Bins::Mdl)) && app.screens.model.refused.is_none();
        self.cuts = match (&self.bins, &self.spread, convention) {
            (None, ..) => None,
            _ if found.is_some() => found,
            (Some(bins), Some(spread), Some(convention)) if !waits => {
                Some(learn(bins, &spread.numbers, convention))
            }
            _ => None,
        };
        let last = self.cuts.as_ref().map_or(0, |cuts| cuts.texts().len()).saturating_sub(1);
        self.cut = self.cut.min(last);
        // Two columns a bar: thin enough to see where a cut is due, wide enough to see the fill.
        let bars = BinsDialog::columns(app) / 2;
        if self.bars.len() != bars {
            self.bars = self.spread.as_ref().map(|spread| spread.bars(bars)).unwrap_or_default();
        }
        let told =
            |text: &String| Probe::read(&app.session, self.name(app), text).unwrap_or_else(Probe::only);
        self.probe = self.asked.as_ref().map(told);
    }

    fn wanted(&mut self, app: &mut App, recipe: Recipe) -> Option<Job> {
        let before = app.screens.model.view.as_ref().map(|view| view.model);
        let job = model::changed(app, recipe);
        let after = app.screens.model.view.as_ref().map(|view| view.model);
        if let (Some(before), true) = (before, before != after) {
            let word = before.word();
            let why = if self.bins_after(app) { "takes no" } else { "needs" };
            app.say(format!("{word} {why} bins, so the model is auto now. u takes it back."));
        }
        self.look(app);
        job
    }

    fn bins_after(&self, app: &App) -> bool {
        let view = app.screens.model.view.as_ref();
        view.and_then(|view| view.columns.get(self.column)).is_some_and(|column| column.bins.is_some())
    }

    fn choose(&mut self, app: &mut App, columns: &[usize], bins: Option<&Bins>) -> Option<Job> {
        let (recipe, table) = (model::current(app)?, Arc::clone(app.session.table.as_ref()?));
        match with_bins(&recipe, &table, columns, bins) {
            Some(next) => self.wanted(app, next),
            None => {
                let program = recipe.convention().program();
                app.say(format!("{program} always makes bins: choose another convention in 2 Model."));
                None
            }
        }
    }

    fn turned(&mut self, app: &mut App, forward: bool) -> Option<Job> {
        let job = super::undo::turn(app, forward);
        self.look(app);
        job
    }
}
