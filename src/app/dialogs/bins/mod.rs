//! The editor of bins: the cuts of a column of numbers, and their effect on the model.
//!
//! Every change is a change of the recipe, like all changes of screen 2, so the table of bins and the accuracy are those of
//! the fitted model. The editor keeps only the chosen cut, the text field, and what is drawn.

mod view;

use crate::app::prelude::*;
use crate::app::screens::evaluate::{EvaluatedModel, evaluate};
use crate::app::screens::model;
use crate::app::session;
use crate::encode::{Cuts, Histogram, learn};
use crate::recipe::with_bins;

const WIDTH: u16 = 104;
const HEIGHT: u16 = 36;

/// The most bins that keys make, and how many they make first.
const MOST: u32 = 50;
const FIRST: u32 = 10;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TypedFor {
    Cut,
    Probe,
}

#[derive(Clone, Debug, Default)]
pub struct BinsDialog {
    column: usize,
    name: String,
    pub cut: usize,
    scroll: Scroll,
    field: Option<(TypedFor, Field)>,
    probe: Option<String>,
    spread: Option<Arc<Histogram>>,
    pub bins: Option<Bins>,
    cuts: Option<Cuts>,
    pub bars: Vec<Vec<u64>>,
    opened: Option<Arc<Study>>,
    /// The evaluation when the editor was opened.
    before: Option<Arc<EvaluatedModel>>,
}

pub fn open(app: &mut App, column: usize) -> Option<Job> {
    let about = app.screens.model.view.as_ref()?.columns.get(column)?;
    let why_not = match (about.role, about.kind) {
        (ColumnRole::Target, _) => Some("This column is the class. Press * on another column first."),
        (ColumnRole::Weight, _) => Some("This column is the weight. Press W to make it a feature."),
        (ColumnRole::Ignored, _) => Some("This column is left out. Press Space to make it a feature."),
        (ColumnRole::Feature, kind) if kind != Kind::Numeric => Some("Only a column of numbers has bins."),
        (ColumnRole::Feature, _) => None,
    };
    if let Some(why) = why_not {
        return app.reply(why);
    }
    let query = app.session.study.as_ref().and_then(|study| study.recipe.query.as_ref());
    let probe = query.into_iter().flatten().find(|(name, _)| *name == about.name);
    let mut dialog = BinsDialog {
        column,
        name: about.name.clone(),
        probe: probe.map(|(_, text)| text.clone()),
        opened: app.session.study.clone(),
        ..BinsDialog::default()
    };
    let job = count(app, column)?;
    dialog.settle(app);
    app.show(dialog);
    Some(job)
}

fn count(app: &mut App, column: usize) -> Option<Job> {
    let table = Arc::clone(app.session.table.as_ref()?);
    let fitted = app.session.fitted();
    let target = app.session.target;
    let names = || Some(table.columns().get(target?)?.dictionary.names().to_vec());
    let classes = fitted.map_or_else(|| names().unwrap_or_default(), |fitted| fitted.classes.clone());
    let weight = fitted.and_then(|fitted| fitted.data.resolved.weight);
    let work = move || Arc::new(Histogram::of(&table, column, target, weight, &classes));
    Some(app.jobs.start(Lane::Spread, "", work, move |app, spread| {
        let dialog = app.dialog::<BinsDialog>().filter(|dialog| dialog.column == column)?;
        (dialog.spread, dialog.bars) = (Some(spread), Vec::new());
        refresh(app)
    }))
}

pub fn refresh(app: &mut App) -> Option<Job> {
    app.settle_dialogs();
    let dialog = app.dialog::<BinsDialog>()?;
    let (column, counted) = (dialog.column, dialog.spread.clone());
    // Another model may drop other rows, and with them a class.
    let classes = app.session.fitted().map(|fitted| &fitted.classes);
    let stale = classes.is_some_and(|classes| counted.iter().any(|spread| spread.classes != *classes));
    if stale { count(app, column) } else { evaluate(app) }
}

fn method(bins: Option<&Bins>) -> &'static str {
    match bins {
        None | Some(Bins::None) => "the number itself",
        Some(Bins::Width(_)) => "equal width",
        Some(Bins::Frequency(_)) => "equal frequency",
        Some(Bins::Cuts(_)) => "cut points",
        Some(Bins::Mdl) => "MDL (Fayyad–Irani)",
    }
}

impl BinsDialog {
    fn number_of_cuts(&self) -> usize {
        self.cuts.as_ref().map_or(0, |cuts| cuts.texts().len())
    }

    fn choose(&self, app: &mut App, columns: &[usize], bins: Option<&Bins>) -> Option<Job> {
        let (recipe, table) = (model::current(app)?, Arc::clone(app.session.table.as_ref()?));
        let Some(next) = with_bins(&recipe, &table, columns, bins) else {
            let program = recipe.convention().program();
            return app.reply(format!("{program} always makes bins. Choose another convention in 2 Model."));
        };
        let before = app.screens.model.view.as_ref()?.model;
        let job = model::change_recipe(app, next);
        if let Some(view) = app.screens.model.view.as_ref().filter(|view| view.model != before) {
            let has_bins = view.columns.get(self.column).is_some_and(|column| column.bins.is_some());
            let why = if has_bins { "cannot use" } else { "needs" };
            app.say(format!("{} {why} bins, so the model is auto now. u: undo.", before.word()));
        }
        job
    }

    fn edit(
        &mut self,
        app: &mut App,
        how: impl FnOnce(&Cuts, &Histogram, usize) -> Result<(Bins, usize), String>,
    ) -> Option<Job> {
        let Some(spread) = &self.spread else {
            return app.reply("The numbers are still being counted.");
        };
        let none = || learn(&Bins::Width(1), &spread.numbers, Convention::Cs229);
        let cuts = self.cuts.clone().unwrap_or_else(none);
        match how(&cuts, spread, self.cut) {
            Ok((bins, at)) => {
                self.cut = at;
                self.choose(app, &[self.column], Some(&bins))
            }
            Err(error) => app.reply(error),
        }
    }

    fn push(&mut self, app: &mut App, up: bool) -> Option<Job> {
        self.edit(app, |cuts, spread, at| cuts.moved(at, &spread.step(), up))
    }

    fn more(&mut self, app: &mut App, more: bool) -> Option<Job> {
        let (k, bins): (u32, fn(u32) -> Bins) = match self.bins {
            Some(Bins::Width(k)) => (k, Bins::Width),
            Some(Bins::Frequency(k)) => (k, Bins::Frequency),
            _ => return self.push(app, more),
        };
        let k = if more { k.saturating_add(1) } else { k.saturating_sub(1) };
        if !(1..=MOST).contains(&k) {
            return app.reply(if more { "50 bins are the most." } else { "One bin is the fewest." });
        }
        self.choose(app, &[self.column], Some(&bins(k)))
    }

    /// Chooses the previous or next method, with as many bins; without a cut, cut points are skipped.
    fn next_method(&mut self, app: &mut App, forward: bool) -> Option<Job> {
        let k = match (&self.bins, &self.cuts) {
            (Some(Bins::Width(k) | Bins::Frequency(k)), _) => *k,
            (Some(_), Some(cuts)) => u32::try_from(cuts.bins()).unwrap_or(MOST),
            _ => FIRST,
        };
        let k = k.clamp(1, MOST);
        let mut all = vec![None, Some(Bins::Width(k)), Some(Bins::Frequency(k))];
        all.extend(
            self.cuts
                .as_ref()
                .filter(|_| self.number_of_cuts() > 0)
                .map(|cuts| Some(Bins::Cuts(cuts.written()))),
        );
        all.push(Some(Bins::Mdl));
        let is_now = |bins: &&Option<Bins>| method(bins.as_ref()) == method(self.bins.as_ref());
        let next = beside(&all, all.iter().find(is_now).unwrap_or(&None), forward);
        self.choose(app, &[self.column], next.as_ref())
    }

    fn everywhere(&mut self, app: &mut App) -> Option<Job> {
        if matches!(self.bins, Some(Bins::Cuts(_))) {
            return app.reply("Cut points are of one column. m: choose a method that all columns can share.");
        }
        let columns = (0..).zip(&app.screens.model.view.as_ref()?.columns);
        let numbers = columns.filter(|(_, it)| it.role == ColumnRole::Feature && it.kind == Kind::Numeric);
        let numbers: Vec<usize> = numbers.map(|(at, _)| at).collect();
        if numbers.len() < 2 {
            return app.reply("There is no other column of numbers.");
        }
        self.choose(app, &numbers, self.bins.as_ref())
    }

    fn typing(&mut self, app: &mut App, purpose: TypedFor, text: String) -> Option<Job> {
        match (purpose, ExactNumber::any(&text)) {
            (TypedFor::Probe, _) => match view::Probe::new(app, &self.name, &text) {
                Ok(_) => (self.field, self.probe) = (None, Some(text)),
                Err(why) => app.say(why),
            },
            (TypedFor::Cut, Ok(cut)) => {
                self.field = None;
                let place = |cuts: &Cuts, at: usize| (at < cuts.texts().len()).then_some(at);
                return self.edit(app, |cuts, _, at| cuts.placed(place(cuts, at), cut));
            }
            (TypedFor::Cut, Err(_)) => app.say(format!(
                "“{}” is not a number. Type it as 800, 0.5 or 1/2. Esc: cancel.",
                clip(&shown(&text), 20)
            )),
        }
        None
    }

    fn acted(&mut self, app: &mut App, action: &Action) -> Reply {
        let forward = matches!(action, Action::MoveRight | Action::More | Action::Bins | Action::Redo);
        match (action, &self.field) {
            (Action::Back, Some(_)) => self.field = None,
            (Action::Enter, Some((purpose, field))) => {
                let (purpose, text) = (*purpose, field.text().trim().to_owned());
                return Reply::of(self.typing(app, purpose, text));
            }
            (_, Some(_)) => return Reply::Pass,
            (Action::EditBins, _) => return Reply::Close(None),
            (Action::Left, _) => self.cut = self.cut.saturating_sub(1),
            (Action::Right, _) => self.cut += 1,
            (Action::MoveLeft | Action::MoveRight, _) => return Reply::of(self.push(app, forward)),
            (Action::Less | Action::More, _) => return Reply::of(self.more(app, forward)),
            (Action::AddCut, _) => return Reply::of(self.edit(app, |cuts, spread, _| cuts.divided(spread))),
            (Action::RemoveCut, _) => return Reply::of(self.edit(app, |cuts, _, at| cuts.without(at))),
            (Action::Bins | Action::BinsBefore, _) => return Reply::of(self.next_method(app, forward)),
            (Action::AllBins, _) => return Reply::of(self.everywhere(app)),
            (Action::Undo | Action::Redo, _) => return Reply::of(session::turn(app, forward)),
            (Action::Form, _) => app.settings.form = app.settings.form.next(),
            (Action::Find, _) => self.field = Some((TypedFor::Probe, Field::default())),
            (Action::Enter, _) => {
                let cut = self.cuts.as_ref().and_then(|cuts| cuts.texts().get(self.cut));
                self.field = Some((TypedFor::Cut, Field::new(cut.cloned().unwrap_or_default())));
            }
            (Action::Edit(Edit::InsertChar(c)), _) => {
                self.field = Some((TypedFor::Cut, Field::new(c.to_string())));
            }
            (action, _) => return Reply::moved(self.scroll.moves(action)),
        }
        Reply::Taken
    }
}

impl Dialog for BinsDialog {
    fn scopes(&self) -> &'static [Scope] {
        match self.field {
            Some(_) => &[Scope::Typed, Scope::Always],
            None => &[Scope::Bins, Scope::Detail, Scope::Page, Scope::Always],
        }
    }

    fn hint(&self) -> &'static str {
        match &self.field {
            Some((TypedFor::Cut, _)) => {
                "Type the position of the cut, a decimal or a fraction. Enter: accept."
            }
            Some((TypedFor::Probe, _)) => "Type a number. Enter: show its bin and the posterior.",
            None if self.cuts.is_some() && self.number_of_cuts() == 0 => {
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
        if self.opened.iter().zip(&app.session.study).any(|(opened, now)| Arc::ptr_eq(opened, now)) {
            self.before = app.screens.evaluate.evaluated(&app.session).cloned();
        }
        // The cuts of the recipe on screen, and the bars.
        let view = app.screens.model.view.as_ref();
        self.bins = view.and_then(|view| view.columns.get(self.column)?.bins.clone());
        let convention = view.map(|view| view.convention);
        let fitted = app.session.fitted().filter(|fitted| Some(fitted.convention()) == convention);
        let cuts_of = |fitted: &Fitted| {
            let feature = fitted.data.resolved.features.iter().find(|it| it.column == self.column)?;
            let factor = fitted.factor(&self.name).filter(|_| feature.bins == self.bins)?;
            factor.cuts().cloned()
        };
        // Minimum description length may take long: wait for the fitted model.
        let waits = matches!(self.bins, Some(Bins::Mdl)) && app.screens.model.refused.is_none();
        self.cuts = self.bins.as_ref().and_then(|bins| {
            let cuts = fitted.and_then(|fitted| cuts_of(fitted));
            let spread = self.spread.as_ref().filter(|_| !waits);
            cuts.or_else(|| Some(learn(bins, &spread?.numbers, convention?)))
        });
        self.cut = self.cut.min(self.number_of_cuts().saturating_sub(1));
        // Two columns per bar: thin enough to place a cut, wide enough to see the fill.
        let bars = usize::from(app.frame.dialog(WIDTH, HEIGHT).0.saturating_sub(4)) / 2;
        if self.bars.len() != bars {
            self.bars = self.spread.as_ref().map(|spread| spread.bars(bars)).unwrap_or_default();
        }
    }

    fn act(&mut self, app: &mut App, action: &Action) -> Reply {
        let reply = self.acted(app, action);
        self.settle(app);
        reply
    }

    fn draw(&self, canvas: &mut Canvas<'_>) {
        view::draw(canvas, self);
    }
}
