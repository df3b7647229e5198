//! Screen 4: comparison of models.

use crate::app::prelude::*;
use crate::app::screens::evaluate::actions::{advise_keys, explain, moves_cell};
use crate::app::screens::evaluate::{Outcome, current};
use crate::app::screens::model;
use crate::evaluate::{Comparison, ComparisonResult, ModelPair, RefusedModel, TestedRow};
use crate::problem::Problem;

pub(crate) fn refresh(app: &mut App) -> Option<Job> {
    if current(&app.screens.evaluate.compare.outcome, &app.session).is_some() {
        return None;
    }
    let study = app.session.study.clone()?;
    let work = move |stage: Arc<ComparisonProgress>| (Comparison::run(&study, None, Some(&stage)), study);
    Some(app.jobs.start_watched(Lane::Compare, "comparing …", work, |app, (found, study)| {
        let view = &mut app.screens.evaluate.compare;
        let marked = view.marked().map(|(_, result)| result.spec);
        view.outcome = Some((study, found.map(Arc::new).map_err(advise_keys)));
        let results = view.found().map_or(&[][..], |found| &found.results);
        let at = results.iter().position(|result| Some(result.spec) == marked);
        view.compare_with(view.found().and_then(|found| found.own).unwrap_or(0));
        view.sort(view.sort, at);
        app.screens.evaluate.rows = Selection::default();
        None
    }))
}

pub(crate) fn models(app: &mut App, action: &Action) -> Reply {
    let page = app.frame.page(4);
    let view = &mut app.screens.evaluate.compare;
    let (before, last) = (view.cell, (view.lines().saturating_sub(1), CompareColumn::ALL.len() - 1));
    match action {
        _ if view.found().is_none() => return Reply::Pass,
        Action::Enter => app.pane = Pane::Detail,
        Action::Sort => sort(app),
        Action::CompareWith => compare_with(app),
        Action::UseModel => return use_model(app),
        action if moves_cell(&mut view.cell, last, page, action) => {}
        _ => return Reply::Pass,
    }
    let screen = &mut app.screens.evaluate;
    if screen.compare.cell != before {
        (screen.rows, screen.detail) = (Selection::default(), Scroll::default());
    }
    Reply::Taken
}

fn sort(app: &mut App) {
    let view = &mut app.screens.evaluate.compare;
    let marked = view.marked().map(|(at, _)| at);
    let by = match view.column() {
        CompareColumn::Figure(measure) if view.sort != Some(measure) => Some(measure),
        _ => None,
    };
    view.sort(by, marked);
    app.say(match by {
        Some(measure) => format!("Sorted by {}, best first. s again: the usual order.", measure.name()),
        None => "In the usual order. Select a figure and press s to sort by it.".to_owned(),
    });
}

fn compare_with(app: &mut App) {
    let screen = &mut app.screens.evaluate;
    let Some((at, result)) = screen.compare.marked() else { return };
    let words = format!("The others are compared with {} now.", result.candidate.name);
    screen.compare.compare_with(at);
    (screen.rows, screen.detail) = (Selection::default(), Scroll::default());
    app.say(words);
}

fn use_model(app: &mut App) -> Reply {
    let view = &app.screens.evaluate.compare;
    let Some((at, result)) = view.marked() else {
        return app.reply("This model cannot read the data: the right pane says why.");
    };
    let (name, spec) = (result.candidate.name.clone(), result.spec);
    let own = view.found().is_some_and(|found| found.own == Some(at));
    if result.trial.whole.fitted().is_none() {
        return app.reply(format!("{name} is only compared here. {}", report::without_working(spec)));
    }
    let Some(before) = model::current(app) else { return Reply::Taken };
    // The split stays: only the model changes.
    let recipe = Recipe { split: before.split.clone(), ..spec.recipe(&before) };
    if recipe == before || own {
        return app.reply(format!("{name} is the model already."));
    }
    let job = model::change_recipe(app, recipe);
    app.say(format!("{name} is the model now. u: undo."));
    Reply::of(job)
}

pub(crate) fn explain_row(app: &mut App, other: bool) -> Reply {
    let (view, at) = (&app.screens.evaluate.compare, app.screens.evaluate.rows.at);
    let place = if other { view.reference } else { view.marked().map_or(0, |(at, _)| at) };
    let Some(((_, TestedRow { row, fold, .. }), found)) = view.row(at).zip(view.found().cloned()) else {
        return Reply::Taken;
    };
    let Some(result) = found.results.get(place) else { return Reply::Taken };
    if result.trial.whole.fitted().is_none() {
        return app.reply(report::without_working(result.spec));
    }
    if !view.is_of(&app.session) {
        return app.reply("The recipe has changed since: press 4 to compare again.");
    }
    explain(app, result.trial.clone(), row, fold, found.own == Some(place))
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CompareColumn {
    #[default]
    Model,
    Figure(Measure),
    Against,
}

impl CompareColumn {
    pub const ALL: [CompareColumn; 9] = {
        use CompareColumn::{Against, Figure, Model};
        use Measure::{Accuracy, Area, Brier, LogLoss, Parameters, Seconds, Training};
        let [accuracy, log_loss, brier] = [Figure(Accuracy), Figure(LogLoss), Figure(Brier)];
        let [area, training, seconds] = [Figure(Area), Figure(Training), Figure(Seconds)];
        [Model, accuracy, log_loss, brier, Figure(Parameters), Against, area, training, seconds]
    };
}

#[derive(Clone, Debug, Default)]
pub struct CompareView {
    outcome: Option<Outcome<Comparison>>,
    pub order: Vec<usize>,
    pub sort: Option<Measure>,
    /// The selected line, and the selected column among [`CompareColumn::ALL`].
    pub cell: (usize, usize),
    pub reference: usize,
    /// Each model, by position, compared with it; `None` for itself.
    pub pairs: Vec<Option<ModelPair>>,
}

impl CompareView {
    pub fn found(&self) -> Option<&Arc<Comparison>> {
        self.outcome.as_ref()?.1.as_ref().ok()
    }

    pub fn is_of(&self, session: &Session) -> bool {
        current(&self.outcome, session).is_some_and(|result| result.is_ok())
    }

    pub fn refused(&self, session: &Session) -> Option<&Problem> {
        current(&self.outcome, session)?.err()
    }

    pub fn column(&self) -> CompareColumn {
        CompareColumn::ALL.get(self.cell.1).copied().unwrap_or_default()
    }

    pub fn marked(&self) -> Option<(usize, &ComparisonResult)> {
        let at = *self.order.get(self.cell.0)?;
        Some((at, self.found()?.results.get(at)?))
    }

    pub fn marked_refused(&self) -> Option<&RefusedModel> {
        self.found()?.refused.get(self.cell.0.checked_sub(self.order.len())?)
    }

    pub fn lines(&self) -> usize {
        self.order.len() + self.found().map_or(0, |found| found.refused.len())
    }

    pub fn pair(&self) -> Option<&ModelPair> {
        self.pairs.get(self.marked()?.0)?.as_ref()
    }

    /// Returns the row at a position of the list, and its position in the comparison.
    pub fn row(&self, at: usize) -> Option<(usize, TestedRow)> {
        let at = *self.pair()?.differ.get(at)?;
        Some((at, *self.found()?.rows.get(at)?))
    }

    /// Whether the right pane lists rows, one of which is selected; it is text otherwise.
    pub fn lists_rows(&self) -> bool {
        self.column() == CompareColumn::Model && self.pair().is_some_and(|pair| !pair.differ.is_empty())
    }

    fn compare_with(&mut self, reference: usize) {
        let models = 0..self.found().map_or(0, |found| found.results.len());
        let pair = |at| self.found()?.pair(at, reference).filter(|_| at != reference);
        (self.pairs, self.reference) = (models.map(pair).collect(), reference);
    }

    fn sort(&mut self, by: Option<Measure>, marked: Option<usize>) {
        self.sort = by;
        self.order = self.found().map(|found| found.sorted(by)).unwrap_or_default();
        let line = marked.and_then(|marked| self.order.iter().position(|at| *at == marked));
        self.cell.0 = line.unwrap_or(0);
    }
}
