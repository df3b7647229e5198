//! Screen 4: comparison of models.

use crate::app::prelude::*;
use crate::app::screens::evaluate::actions::{explain, look_by, told_here};
use crate::app::screens::evaluate::trained;
use crate::app::screens::model;
use crate::app::session::{FoldModel, Session};
use crate::evaluate::{Comparison, ComparisonResult, Measure, ModelSpec, Pair, Refused, Stage, TestedRow};
use crate::model::Study;
use crate::problem::Problem;
use crate::recipe::Recipe;
use crate::report;
use std::sync::Arc;

/// Compares the models under the recipe of the session, unless that is done.
pub(crate) fn refresh(app: &mut App) -> Option<Job> {
    let view = &app.screens.evaluate.compare;
    if view.is_of(&app.session) || view.refused(&app.session).is_some() {
        return None;
    }
    let study = app.session.study.clone()?;
    let work = move |stage: Arc<Stage>| (Comparison::run(&study, None, Some(&stage)).map(Arc::new), study);
    Some(app.jobs.start_staged(Lane::Compare, "comparing …", work, |app, (found, study)| {
        app.screens.evaluate.compare.take(study, found);
        None
    }))
}

pub(crate) fn act(app: &mut App, action: &Action) -> Reply {
    let page = app.frame.page(4);
    let view = &mut app.screens.evaluate.compare;
    let Some(found) = view.found().cloned() else { return Reply::Pass };
    if app.pane == Pane::Detail {
        return within(app, &found, action);
    }
    let last = view.lines().saturating_sub(1);
    let before = view.cell;
    match action {
        Action::Left => view.cell.1 = view.cell.1.saturating_sub(1),
        Action::Right => view.cell.1 = (view.cell.1 + 1).min(Column::ALL.len() - 1),
        Action::SelectColumn(to) => view.cell.1 = (*to).min(Column::ALL.len() - 1),
        Action::Enter => app.pane = Pane::Detail,
        Action::Sort => sort(app),
        Action::CompareWith => compare_with(app),
        Action::UseModel => return use_model(app),
        action if moves(&mut view.cell.0, last, page, action) => {}
        _ => return Reply::Pass,
    }
    let view = &mut app.screens.evaluate.compare;
    if view.cell != before {
        (view.rows, view.detail) = (Selection::default(), Scroll::default());
    }
    Reply::Taken
}

fn within(app: &mut App, found: &Arc<Comparison>, action: &Action) -> Reply {
    let view = &mut app.screens.evaluate.compare;
    let marked = view.marked().map_or(0, |(at, _)| at);
    if !view.lists_rows() {
        return Reply::moved(view.detail.moves(action));
    }
    match action {
        Action::Enter => explain_row(app, found, marked),
        Action::ExplainOther => {
            let reference = view.reference;
            explain_row(app, found, reference)
        }
        action => {
            let rows = view.pair().map_or(0, |pair| pair.differ.len());
            Reply::moved(view.rows.moves(rows, action))
        }
    }
}

fn sort(app: &mut App) {
    let view = &mut app.screens.evaluate.compare;
    let marked = view.marked().map(|(at, _)| at);
    let by = match view.column() {
        Column::Figure(measure) if view.sort != Some(measure) => Some(measure),
        _ => None,
    };
    view.sort(by, marked);
    app.say(match by {
        Some(measure) => format!("Sorted by {}, best first. s again: the usual order.", measure.name()),
        None => "In the usual order. Select a figure and press s to sort by it.".to_owned(),
    });
}

fn compare_with(app: &mut App) {
    let view = &mut app.screens.evaluate.compare;
    let Some((at, name)) = view.marked().map(|(at, result)| (at, result.candidate.name.clone())) else {
        return;
    };
    view.compare_with(at);
    app.say(format!("The others are compared with {name} now."));
}

fn use_model(app: &mut App) -> Reply {
    let view = &app.screens.evaluate.compare;
    let Some((_, result)) = view.marked() else {
        app.say("This model cannot read the data: the right pane says why.");
        return Reply::Taken;
    };
    let name = result.candidate.name.clone();
    if result.trial.whole.fitted().is_none() {
        let why = report::without_working(result.spec);
        app.say(format!("{name} is only compared here. {why}"));
        return Reply::Taken;
    }
    let spec = result.spec;
    let Some(before) = model::current(app) else { return Reply::Taken };
    // The split stays: only the model changes.
    let recipe = Recipe { split: before.split.clone(), ..spec.recipe(&before) };
    if recipe == before || view.found().is_some_and(|found| found.own == view.marked().map(|(at, _)| at)) {
        app.say(format!("{name} is the model already."));
        return Reply::Taken;
    }
    let job = model::changed(app, recipe);
    app.say(format!("{name} is the model now. u: undo."));
    Reply::of(job)
}

/// Explains the selected row with a model; Esc comes back.
fn explain_row(app: &mut App, found: &Arc<Comparison>, place: usize) -> Reply {
    let view = &app.screens.evaluate.compare;
    let (Some((_, row)), Some(result)) = (view.marked_row(), found.results.get(place)) else {
        return Reply::Taken;
    };
    if result.trial.whole.fitted().is_none() {
        app.say(report::without_working(result.spec));
        return Reply::Taken;
    }
    if !view.is_of(&app.session) {
        app.say("The recipe has changed since: press 4 to compare again.");
        return Reply::Taken;
    }
    let own = found.own == Some(place) && trained(&result.trial, row.row, row.fold).is_none();
    if own {
        return Reply::of(explain(app, row.row, None));
    }
    let found = Arc::clone(found);
    Reply::Job(look_by(app, row.row, move || fold_model(&found, place, row)))
}

/// Fits the model that predicted a row of a comparison.
fn fold_model(found: &Comparison, place: usize, row: TestedRow) -> Result<Option<FoldModel>, Problem> {
    let Some(result) = found.results.get(place) else { return Ok(None) };
    let words = trained(&result.trial, row.row, row.fold).unwrap_or_else(|| "on all rows".to_owned());
    let model = result.trial.model_of(row.fold)?;
    Ok(model.fitted().map(|fitted| FoldModel { fitted: Arc::clone(fitted), words }))
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Column {
    #[default]
    Model,
    Figure(Measure),
    Against,
}

impl Column {
    pub const ALL: [Column; 9] = [
        Column::Model,
        Column::Figure(Measure::Accuracy),
        Column::Figure(Measure::LogLoss),
        Column::Figure(Measure::Brier),
        Column::Figure(Measure::Parameters),
        Column::Against,
        Column::Figure(Measure::Area),
        Column::Figure(Measure::Training),
        Column::Figure(Measure::Seconds),
    ];
}

#[derive(Clone, Debug, Default)]
pub struct CompareView {
    found: Option<(Arc<Study>, Arc<Comparison>)>,
    refused: Option<(Arc<Study>, Problem)>,
    pub order: Vec<usize>,
    pub sort: Option<Measure>,
    /// The selected line, and the selected column among [`Column::ALL`].
    pub cell: (usize, usize),
    pub reference: usize,
    /// Each model, by position, compared with it; `None` for itself.
    pub pairs: Vec<Option<Pair>>,
    pub rows: Selection,
    pub detail: Scroll,
}

impl CompareView {
    pub fn found(&self) -> Option<&Arc<Comparison>> {
        self.found.as_ref().map(|(_, found)| found)
    }

    pub fn is_of(&self, session: &Session) -> bool {
        self.found.as_ref().is_some_and(|(study, _)| is_on(session, study))
    }

    pub fn refused(&self, session: &Session) -> Option<&Problem> {
        self.refused.as_ref().filter(|(study, _)| is_on(session, study)).map(|(_, problem)| problem)
    }

    pub fn column(&self) -> Column {
        Column::ALL.get(self.cell.1).copied().unwrap_or_default()
    }

    pub fn marked(&self) -> Option<(usize, &ComparisonResult)> {
        let at = *self.order.get(self.cell.0)?;
        Some((at, self.found()?.results.get(at)?))
    }

    pub fn marked_refused(&self) -> Option<&Refused> {
        self.found()?.refused.get(self.cell.0.checked_sub(self.order.len())?)
    }

    pub fn lines(&self) -> usize {
        self.order.len() + self.found().map_or(0, |found| found.refused.len())
    }

    pub fn pair(&self) -> Option<&Pair> {
        self.pairs.get(self.marked()?.0)?.as_ref()
    }

    pub fn marked_row(&self) -> Option<(usize, TestedRow)> {
        let at = *self.pair()?.differ.get(self.rows.at)?;
        Some((at, *self.found()?.rows.get(at)?))
    }

    /// Whether the right pane lists rows, one of which is selected; it is text otherwise.
    pub fn lists_rows(&self) -> bool {
        self.column() == Column::Model && self.pair().is_some_and(|pair| !pair.differ.is_empty())
    }

    pub(crate) fn take(&mut self, study: Arc<Study>, found: Result<Arc<Comparison>, Problem>) {
        let found = match found {
            Ok(found) => found,
            Err(problem) => {
                self.refused = Some((study, told_here(problem)));
                return;
            }
        };
        let marked = self.marked().map(|(_, result)| result.spec);
        let place =
            |spec: Option<ModelSpec>| found.results.iter().position(|result| Some(result.spec) == spec);
        let at = place(marked);
        let reference = found.own.unwrap_or(0);
        self.found = Some((study, found));
        self.compare_with(reference);
        self.sort(self.sort, at);
    }

    pub(crate) fn compare_with(&mut self, reference: usize) {
        let Some(found) = self.found().cloned() else { return };
        self.reference = reference;
        let models = 0..found.results.len();
        self.pairs =
            models.map(|at| if at == reference { None } else { found.pair(at, reference) }).collect();
        (self.rows, self.detail) = (Selection::default(), Scroll::default());
    }

    pub(crate) fn sort(&mut self, by: Option<Measure>, marked: Option<usize>) {
        self.sort = by;
        self.order = self.found().map(|found| found.sorted(by)).unwrap_or_default();
        let line = marked.and_then(|marked| self.order.iter().position(|at| *at == marked));
        self.cell.0 = line.unwrap_or(0);
    }
}

fn is_on(session: &Session, study: &Arc<Study>) -> bool {
    session.study.as_ref().is_some_and(|now| Arc::ptr_eq(now, study))
}
