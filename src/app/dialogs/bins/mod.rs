//! The editor of bins: the cuts of a column of numbers, and their effect on the model.
//!
//! Every change is a change of the recipe, like all changes of screen 2, so the table of bins and the accuracy are those of
//! the fitted model. The editor keeps only the chosen cut, the text field, and what is drawn.

mod view;

use std::sync::Arc;

use crate::app::prelude::*;
use crate::app::screens::evaluate::{EvaluatedModel, evaluate};
use crate::app::screens::model;
use crate::app::screens::model::Column;
use crate::app::session::Session;
use crate::app::words::{clip, shown};
use crate::encode::{Cuts, EditError, Spread, learn};
use crate::math::{Event, Name, Number, Quantity, read_exact};
use crate::model::{Case, CaseValue, Fitted, MISSING_FEATURE, Study};
use crate::recipe::{Bins, Convention, Recipe, Role, Written, with_bins};
use crate::report::bin_reason;
use crate::table::Kind;

const WIDTH: u16 = 104;
const HEIGHT: u16 = 36;

const LEAST: u16 = 12;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Typed {
    Cut,
    Probe,
}

#[derive(Clone, Debug)]
pub struct BinsDialog {
    pub column: usize,
    pub cut: usize,
    scroll: Scroll,
    pub field: Option<(Typed, Field)>,
    asked: Option<String>,
    pub probe: Option<Probe>,
    pub spread: Option<Arc<Spread>>,
    pub bins: Option<Bins>,
    pub cuts: Option<Cuts>,
    pub bars: Vec<Vec<u64>>,
    opened: Option<Arc<Study>>,
    pub before: Option<Arc<EvaluatedModel>>,
}

pub fn open(app: &mut App, column: usize) -> Option<Job> {
    let about = app.screens.model.view.as_ref()?.columns.get(column)?.clone();
    let why_not = match (about.role, about.kind) {
        (Role::Target, _) => Some("This column is the class. Press * on another column first."),
        (Role::Weight, _) => Some("This column is the weight. Press W to make it a feature."),
        (Role::Ignored, _) => Some("This column is left out. Press Space to make it a feature."),
        (Role::Feature, kind) if kind != Kind::Numeric => Some("Only a column of numbers has bins."),
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
        scroll: Scroll::default(),
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

    pub fn chart(app: &App) -> u16 {
        let rows = app.frame.dialog(WIDTH, HEIGHT).1.saturating_sub(2);
        if rows >= LEAST { (rows.saturating_sub(9) / 2).clamp(2, 10) } else { 0 }
    }

    /// The lines of the table that fit, with `told` lines between it and the chart.
    pub fn room(app: &App, told: usize) -> usize {
        let rows = usize::from(app.frame.dialog(WIDTH, HEIGHT).1.saturating_sub(2));
        let chart = usize::from(BinsDialog::chart(app));
        // The method and the accuracy, the classes over a chart, the axis and its words, the heading of the table.
        rows.saturating_sub(2 + usize::from(chart > 0) + chart + 2 + told + 1)
    }

    pub fn columns(app: &App) -> usize {
        usize::from(app.frame.dialog(WIDTH, HEIGHT).0.saturating_sub(4))
    }

    /// Computes what is drawn: the cuts of the recipe on screen, the bars, the bin of the tried number.
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
        // Minimum description length may take long: wait for the fitted model.
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
        // Two columns per bar: thin enough to place a cut, wide enough to see the fill.
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
            let why = if self.bins_after(app) { "cannot use" } else { "needs" };
            app.say(format!("{word} {why} bins, so the model is auto now. u: undo."));
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
                app.say(format!("{program} always makes bins. Choose another convention in 2 Model."));
                None
            }
        }
    }

    fn turned(&mut self, app: &mut App, forward: bool) -> Option<Job> {
        let job = crate::app::session::turn(app, forward);
        self.look(app);
        job
    }
}

const MOST: u32 = 50;
const FIRST: u32 = 10;

/// A binning method, in the order of the key that goes through them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    Number,
    Width,
    Frequency,
    Cuts,
    Mdl,
}

impl Method {
    pub const ALL: [Method; 5] =
        [Method::Number, Method::Width, Method::Frequency, Method::Cuts, Method::Mdl];

    pub fn of(bins: Option<&Bins>) -> Method {
        match bins {
            None | Some(Bins::None) => Method::Number,
            Some(Bins::Width(_)) => Method::Width,
            Some(Bins::Frequency(_)) => Method::Frequency,
            Some(Bins::Cuts(_)) => Method::Cuts,
            Some(Bins::Mdl) => Method::Mdl,
        }
    }

    pub fn words(self) -> &'static str {
        match self {
            Method::Number => "the number itself",
            Method::Width => "equal width",
            Method::Frequency => "equal frequency",
            Method::Cuts => "cut points",
            Method::Mdl => "MDL (Fayyad–Irani)",
        }
    }

    #[must_use]
    pub fn beside(self, forward: bool) -> Method {
        let at = Method::ALL.iter().position(|method| *method == self).unwrap_or(0);
        let step = if forward { 1 } else { Method::ALL.len() - 1 };
        Method::ALL.get((at + step) % Method::ALL.len()).copied().unwrap_or(self)
    }

    /// Returns the bins of this method, with the previous number of bins; `drawn` are the previous cuts.
    pub fn bins(self, before: Option<&Bins>, drawn: Option<Bins>) -> Option<Bins> {
        let k = match (before, &drawn) {
            (Some(Bins::Width(k) | Bins::Frequency(k)), _) => *k,
            (Some(_), Some(Bins::Cuts(cuts))) => u32::try_from(cuts.len() + 1).unwrap_or(MOST),
            _ => FIRST,
        };
        let k = k.clamp(1, MOST);
        match self {
            Method::Number => None,
            Method::Width => Some(Bins::Width(k)),
            Method::Frequency => Some(Bins::Frequency(k)),
            // One bin has no cut points to write.
            Method::Cuts => drawn.filter(|bins| !matches!(bins, Bins::Cuts(cuts) if cuts.is_empty())),
            Method::Mdl => Some(Bins::Mdl),
        }
    }
}

/// Returns one bin more or fewer, if a number of bins is chosen; `None` at the ends.
pub fn one_more(bins: &Bins, more: bool) -> Option<Bins> {
    let next = |k: u32| if more { k + 1 } else { k.saturating_sub(1) };
    let within = |k: &u32| (1..=MOST).contains(k);
    match bins {
        Bins::Width(k) => Some(next(*k)).filter(within).map(Bins::Width),
        Bins::Frequency(k) => Some(next(*k)).filter(within).map(Bins::Frequency),
        Bins::Cuts(_) | Bins::Mdl | Bins::None => None,
    }
}

pub fn numbers(columns: &[Column]) -> Vec<usize> {
    let is_number =
        |column: &Column| column.role == Role::Feature && column.kind == crate::table::Kind::Numeric;
    (0..).zip(columns).filter(|(_, column)| is_number(column)).map(|(at, _)| at).collect()
}

#[derive(Clone, Debug, PartialEq)]
pub struct Probe {
    pub told: String,
    pub bin: Option<usize>,
    /// The quantity, `P(c | area=890)`, and its value for each class; `None` if the posterior is undefined.
    pub posterior: Option<(String, Option<Vec<Number>>)>,
}

impl Probe {
    pub fn read(session: &Session, name: &str, text: &str) -> Result<Probe, String> {
        let Some(fitted) = session.fitted() else {
            return Err("There is no model yet. Fix the recipe on screen 2 first.".to_owned());
        };
        match Case::from_typed(fitted, &[(name.to_owned(), text.to_owned())]) {
            Ok(case) => Ok(held(fitted, &case, name, text)),
            Err(problem) if problem.kind == MISSING_FEATURE => Ok(Probe::only(format!(
                "{text} is not binned, and the model needs all features at once. Press 5 to explain a whole case."
            ))),
            Err(problem) => Err(problem.what),
        }
    }

    pub(crate) fn only(told: String) -> Probe {
        Probe { told, bin: None, posterior: None }
    }
}

fn held(fitted: &Fitted, case: &Case, name: &str, text: &str) -> Probe {
    let cell = fitted.feature(name).and_then(|at| case.cells.get(at));
    let bin = match cell.map(|cell| &cell.value) {
        Some(CaseValue::Value(bin)) => Some(*bin),
        _ => None,
    };
    let cuts = fitted.factor(name).and_then(|factor| factor.cuts());
    let number = read_exact(text).ok().map(|number| Number::Exact(number).to_f64());
    let told = match (cuts, number) {
        (Some(cuts), Some(number)) => bin_reason(cuts, number, text),
        _ => format!("{text} is not binned"),
    };
    let prediction = fitted.predict(case);
    let asked = Quantity::Prob {
        event: Event::Class(Name::from("c")),
        given: Some(Event::Value { feature: Name::from(name), value: Name::from(text) }),
    };
    Probe { told, bin, posterior: Some((asked.to_string(), prediction.posterior)) }
}

impl BinsDialog {
    fn typing(&mut self, app: &mut App, action: &Action) -> Reply {
        let Some((purpose, field)) = &self.field else { return Reply::Pass };
        match action {
            Action::Back => self.field = None,
            Action::Enter => {
                let (purpose, text) = (*purpose, field.text().trim().to_owned());
                match purpose {
                    Typed::Probe => match Probe::read(&app.session, self.name(app), &text) {
                        Ok(probe) => (self.field, self.asked, self.probe) = (None, Some(text), Some(probe)),
                        Err(why) => app.say(why),
                    },
                    Typed::Cut => match Written::any(&text) {
                        Ok(cut) => {
                            self.field = None;
                            let place = |cuts: &Cuts, at: usize| (at < cuts.texts().len()).then_some(at);
                            let job = self.edit(app, |cuts, _, at| cuts.placed(place(cuts, at), cut));
                            return Reply::of(job);
                        }
                        Err(_) => app.say(format!(
                            "“{}” is not a number. Type it as 800, 0.5 or 1/2. Esc: cancel.",
                            clip(&shown(&text), 20)
                        )),
                    },
                }
            }
            _ => return Reply::Pass,
        }
        Reply::Taken
    }

    fn edit(
        &mut self,
        app: &mut App,
        how: impl FnOnce(&Cuts, &Spread, usize) -> Result<(Bins, usize), EditError>,
    ) -> Option<Job> {
        let Some(spread) = self.spread.clone() else {
            app.say("The numbers are still being counted.");
            return None;
        };
        let none = || learn(&Bins::Width(1), &spread.numbers, Convention::Cs229);
        let cuts = self.cuts.clone().unwrap_or_else(none);
        match how(&cuts, &spread, self.cut) {
            Ok((bins, at)) => {
                self.cut = at;
                self.choose(app, &[self.column], Some(&bins))
            }
            Err(error) => {
                app.say(error.to_string());
                None
            }
        }
    }

    fn push(&mut self, app: &mut App, up: bool) -> Option<Job> {
        self.edit(app, |cuts, spread, at| cuts.moved(at, &spread.step(), up))
    }

    fn more(&mut self, app: &mut App, more: bool) -> Option<Job> {
        let Some(bins @ (Bins::Width(_) | Bins::Frequency(_))) = &self.bins else {
            return self.push(app, more);
        };
        match one_more(bins, more) {
            Some(bins) => self.choose(app, &[self.column], Some(&bins)),
            None => {
                app.say(if more { "50 bins are the most." } else { "One bin is the fewest." });
                None
            }
        }
    }

    /// Chooses the previous or next method; without a cut, cut points are skipped.
    fn method(&mut self, app: &mut App, forward: bool) -> Option<Job> {
        let drawn = || self.cuts.as_ref().map(Bins::from);
        let now = Method::of(self.bins.as_ref());
        let mut next = now.beside(forward);
        let mut bins = next.bins(self.bins.as_ref(), drawn());
        if next == Method::Cuts && bins.is_none() {
            next = next.beside(forward);
            bins = next.bins(self.bins.as_ref(), drawn());
        }
        self.choose(app, &[self.column], bins.as_ref())
    }

    fn everywhere(&mut self, app: &mut App) -> Option<Job> {
        if matches!(self.bins, Some(Bins::Cuts(_))) {
            app.say("Cut points are of one column. m: choose a method that all columns can share.");
            return None;
        }
        let columns = numbers(&app.screens.model.view.as_ref()?.columns);
        if columns.len() < 2 {
            app.say("There is no other column of numbers.");
            return None;
        }
        let bins = self.bins.clone();
        self.choose(app, &columns, bins.as_ref())
    }
}

impl Dialog for BinsDialog {
    fn scopes(&self) -> &'static [Scope] {
        if self.field.is_some() {
            &[Scope::Typed, Scope::Always]
        } else {
            &[Scope::Bins, Scope::Detail, Scope::Page, Scope::Always]
        }
    }

    fn hint(&self) -> &'static str {
        match &self.field {
            Some((Typed::Cut, _)) => "Type the position of the cut, a decimal or a fraction. Enter: accept.",
            Some((Typed::Probe, _)) => "Type a number. Enter: show its bin and the posterior.",
            None if self.cuts.as_ref().is_some_and(|cuts| cuts.texts().is_empty()) => {
                "One bin says nothing about the class. Type a number to add a cut."
            }
            None if self.bins.is_none() => "The number itself has no bins. m: make bins. Or type a cut.",
            None => "Every change refits the model. Type a number to place the cut ▲.",
        }
    }

    fn field(&mut self) -> Option<&mut Field> {
        self.field.as_mut().map(|(_, field)| field)
    }

    fn settle(&mut self, app: &App) {
        let same = self.opened.iter().zip(&app.session.study).any(|(opened, now)| Arc::ptr_eq(opened, now));
        if same {
            self.before = app.screens.evaluate.evaluated(&app.session).cloned();
        }
        self.look(app);
    }

    fn act(&mut self, app: &mut App, action: &Action) -> Reply {
        if self.field.is_some() {
            return self.typing(app, action);
        }
        let last = self.cuts.as_ref().map_or(0, |cuts| cuts.texts().len()).saturating_sub(1);
        Reply::of(match action {
            Action::Back | Action::EditBins => return Reply::Close(None),
            Action::Left => {
                self.cut = self.cut.saturating_sub(1);
                None
            }
            Action::Right => {
                self.cut = (self.cut + 1).min(last);
                None
            }
            Action::MoveLeft | Action::MoveRight => self.push(app, matches!(action, Action::MoveRight)),
            Action::Less | Action::More => self.more(app, matches!(action, Action::More)),
            Action::AddCut => self.edit(app, |cuts, spread, _| cuts.divided(spread)),
            Action::RemoveCut => self.edit(app, |cuts, _, at| cuts.without(at)),
            Action::Bins | Action::BinsBefore => self.method(app, matches!(action, Action::Bins)),
            Action::AllBins => self.everywhere(app),
            Action::Undo | Action::Redo => self.turned(app, matches!(action, Action::Redo)),
            Action::Form => {
                app.settings.form = app.settings.form.next();
                None
            }
            Action::Find => {
                self.field = Some((Typed::Probe, Field::default()));
                None
            }
            Action::Enter => {
                let cut = self.cuts.as_ref().and_then(|cuts| cuts.texts().get(self.cut));
                self.field = Some((Typed::Cut, Field::new(cut.cloned().unwrap_or_default())));
                None
            }
            Action::Edit(Edit::InsertChar(c)) => {
                self.field = Some((Typed::Cut, Field::new(c.to_string())));
                None
            }
            action => return Reply::moved(self.scroll.moves(action)),
        })
    }

    fn draw(&self, canvas: &mut Canvas<'_>) -> Option<Position> {
        view::draw(canvas, self)
    }
}
