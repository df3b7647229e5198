//! Several models on the same rows: a table of figures, and the marked model held against another row by row.

use std::sync::Arc;

use super::evaluated_model::trained;
use super::rows;
use crate::evaluate::{Comparison, ComparisonResult, Measure, ModelSpec, Pair, Refused, Stage, TestedRow};
use crate::model::Study;
use crate::problem::Problem;
use crate::recipe::Recipe;
use crate::report;
use crate::workbench::action::Action;
use crate::workbench::app::{App, Pane};
use crate::workbench::dialog::Reply;
use crate::workbench::frame::moved;
use crate::workbench::job::{Job, Lane};
use crate::workbench::model;
use crate::workbench::session::{FoldModel, Session};

/// A column of the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Column {
    /// The model itself.
    #[default]
    Model,
    /// One of its figures.
    Figure(Measure),
    /// How it compares with the model that all are held against.
    Against,
}

impl Column {
    /// All columns, from left to right.
    pub const ALL: [Column; 8] = [
        Column::Model,
        Column::Figure(Measure::Accuracy),
        Column::Figure(Measure::LogLoss),
        Column::Figure(Measure::Brier),
        Column::Figure(Measure::Parameters),
        Column::Against,
        Column::Figure(Measure::Training),
        Column::Figure(Measure::Seconds),
    ];
}

/// A comparison, and where one is in it.
#[derive(Clone, Debug, Default)]
pub struct CompareView {
    found: Option<(Arc<Study>, Arc<Comparison>)>,
    refused: Option<(Arc<Study>, Problem)>,
    /// The order of the table: positions of standings.
    pub order: Vec<usize>,
    /// What the table is sorted by.
    pub sort: Option<Measure>,
    /// The marked line, and the marked column among [`Column::ALL`].
    pub cell: (usize, usize),
    /// The model that the others are held against, as a position of a standing.
    pub reference: usize,
    /// Each model, by position, held against it; `None` for itself.
    pub pairs: Vec<Option<Pair>>,
    /// The marked row of those for which the two say different things.
    pub row: usize,
    /// How far the right pane is scrolled.
    pub scroll: usize,
}

impl CompareView {
    /// The last comparison that was finished, of whatever recipe.
    pub fn found(&self) -> Option<&Arc<Comparison>> {
        self.found.as_ref().map(|(_, found)| found)
    }

    /// Whether it is of the recipe of the session.
    pub fn is_of(&self, session: &Session) -> bool {
        self.found.as_ref().is_some_and(|(study, _)| is_on(session, study))
    }

    /// Why nothing of the session can be compared, if that is so.
    pub fn refused(&self, session: &Session) -> Option<&Problem> {
        self.refused.as_ref().filter(|(study, _)| is_on(session, study)).map(|(_, problem)| problem)
    }

    /// The marked column.
    pub fn column(&self) -> Column {
        Column::ALL.get(self.cell.1).copied().unwrap_or_default()
    }

    /// The marked model: its position, and what came of it.
    pub fn marked(&self) -> Option<(usize, &ComparisonResult)> {
        let at = *self.order.get(self.cell.0)?;
        Some((at, self.found()?.standings.get(at)?))
    }

    /// The marked line below the models, where it is one that could not be compared.
    pub fn marked_refused(&self) -> Option<&Refused> {
        self.found()?.refused.get(self.cell.0.checked_sub(self.order.len())?)
    }

    /// Lines of the table: the models, and below them those that could not be compared.
    pub fn lines(&self) -> usize {
        self.order.len() + self.found().map_or(0, |found| found.refused.len())
    }

    /// The marked model against the reference.
    pub fn pair(&self) -> Option<&Pair> {
        self.pairs.get(self.marked()?.0)?.as_ref()
    }

    /// The marked row of those for which the two say different things, with its position.
    pub fn marked_row(&self) -> Option<(usize, TestedRow)> {
        let at = *self.pair()?.differ.get(self.row)?;
        Some((at, *self.found()?.rows.get(at)?))
    }

    /// Whether the right pane lists rows, one of which is marked; it is text otherwise.
    pub fn lists_rows(&self) -> bool {
        self.column() == Column::Model && self.pair().is_some_and(|pair| !pair.differ.is_empty())
    }

    /// Takes what was found; the cursor stays on its model.
    pub(super) fn take(&mut self, study: Arc<Study>, found: Result<Arc<Comparison>, Problem>) {
        let found = match found {
            Ok(found) => found,
            Err(problem) => {
                self.refused = Some((study, problem));
                return;
            }
        };
        let marked = self.marked().map(|(_, standing)| standing.entrant);
        let place = |entrant: Option<ModelSpec>| {
            found.standings.iter().position(|standing| Some(standing.entrant) == entrant)
        };
        let at = place(marked);
        let reference = found.own.unwrap_or(0);
        self.found = Some((study, found));
        self.hold_against(reference);
        self.sort(self.sort, at);
    }

    fn hold_against(&mut self, reference: usize) {
        let Some(found) = self.found().cloned() else { return };
        self.reference = reference;
        let models = 0..found.standings.len();
        self.pairs =
            models.map(|at| if at == reference { None } else { found.pair(at, reference) }).collect();
        (self.row, self.scroll) = (0, 0);
    }

    /// Sorts the table, and marks the model at a position.
    fn sort(&mut self, by: Option<Measure>, marked: Option<usize>) {
        self.sort = by;
        self.order = self.found().map(|found| found.sorted(by)).unwrap_or_default();
        let line = marked.and_then(|marked| self.order.iter().position(|at| *at == marked));
        self.cell.0 = line.unwrap_or(0);
    }
}

fn is_on(session: &Session, study: &Arc<Study>) -> bool {
    session.study.as_ref().is_some_and(|now| Arc::ptr_eq(now, study))
}

/// Has the models compared under the recipe of the session, unless they are.
pub(super) fn refresh(app: &mut App) -> Option<Job> {
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

/// Takes an action.
pub(super) fn act(app: &mut App, action: &Action) -> Reply {
    let page = app.frame.lines().saturating_sub(4).max(1);
    let view = &mut app.screens.evaluate.compare;
    let Some(found) = view.found().cloned() else { return Reply::Pass };
    if app.pane == Pane::Detail {
        return within(app, &found, page, action);
    }
    let last = view.lines().saturating_sub(1);
    let before = view.cell;
    match action {
        Action::Left => view.cell.1 = view.cell.1.saturating_sub(1),
        Action::Right => view.cell.1 = (view.cell.1 + 1).min(Column::ALL.len() - 1),
        Action::Enter => app.pane = Pane::Detail,
        Action::Sort => sort(app),
        Action::HoldAgainst => hold_against(app),
        Action::UseModel => return use_model(app),
        action => match moved(view.cell.0, last, page, action) {
            Some(to) => view.cell.0 = to,
            None => return Reply::Pass,
        },
    }
    let view = &mut app.screens.evaluate.compare;
    if view.cell != before {
        (view.row, view.scroll) = (0, 0);
    }
    Reply::Taken
}

/// In the right pane: a list of rows, or a text that scrolls.
fn within(app: &mut App, found: &Arc<Comparison>, page: usize, action: &Action) -> Reply {
    let view = &mut app.screens.evaluate.compare;
    let marked = view.marked().map_or(0, |(at, _)| at);
    if !view.lists_rows() {
        let to = moved(view.scroll, TEXT, page, action);
        return to.map_or(Reply::Pass, |to| {
            view.scroll = to;
            Reply::Taken
        });
    }
    match action {
        Action::Enter => explain(app, found, marked),
        Action::ExplainOther => {
            let reference = view.reference;
            explain(app, found, reference)
        }
        action => {
            let last = view.pair().map_or(0, |pair| pair.differ.len().saturating_sub(1));
            moved(view.row, last, page, action).map_or(Reply::Pass, |to| {
                view.row = to;
                Reply::Taken
            })
        }
    }
}

/// Lines that no text of the right pane has; drawing stops at its end.
const TEXT: usize = 200;

/// Sorts by the marked column, or as asked for where it is sorted so.
fn sort(app: &mut App) {
    let view = &mut app.screens.evaluate.compare;
    let marked = view.marked().map(|(at, _)| at);
    let by = match view.column() {
        Column::Figure(measure) if view.sort != Some(measure) => Some(measure),
        _ => None,
    };
    view.sort(by, marked);
    app.say(match by {
        Some(measure) => format!("Sorted by {}, the best first. s again: as before.", measure.name()),
        None => "In the usual order. On a figure, s sorts by it.".to_owned(),
    });
}

/// Holds all others against the marked model.
fn hold_against(app: &mut App) {
    let view = &mut app.screens.evaluate.compare;
    let Some((at, name)) = view.marked().map(|(at, standing)| (at, standing.contestant.name.clone())) else {
        return;
    };
    view.hold_against(at);
    app.say(format!("The others are held against {name} now."));
}

/// Makes the marked model that of the session.
fn use_model(app: &mut App) -> Reply {
    let view = &app.screens.evaluate.compare;
    let Some((_, standing)) = view.marked() else {
        app.say("This model cannot read the data: the right pane says why.");
        return Reply::Taken;
    };
    let name = standing.contestant.name.clone();
    if standing.trial.whole.fitted().is_none() {
        let why = report::without_working(standing.entrant);
        app.say(format!("{name} is only compared here. {why}"));
        return Reply::Taken;
    }
    let entrant = standing.entrant;
    let Some(before) = model::current(app) else { return Reply::Taken };
    // How it is tested stays as it was: only the model is taken over.
    let recipe = Recipe { split: before.split.clone(), ..entrant.recipe(&before) };
    if recipe == before || view.found().is_some_and(|found| found.own == view.marked().map(|(at, _)| at)) {
        app.say(format!("{name} is the model already."));
        return Reply::Taken;
    }
    let job = model::changed(app, recipe);
    app.say(format!("{name} is the model now. u in 2 Model takes it back."));
    Reply::of(job)
}

/// Has the marked row explained by a model; Esc comes back.
fn explain(app: &mut App, found: &Arc<Comparison>, place: usize) -> Reply {
    let view = &app.screens.evaluate.compare;
    let (Some((_, row)), Some(standing)) = (view.marked_row(), found.standings.get(place)) else {
        return Reply::Taken;
    };
    if standing.trial.whole.fitted().is_none() {
        app.say(report::without_working(standing.entrant));
        return Reply::Taken;
    }
    if !view.is_of(&app.session) {
        app.say("The recipe has changed since: press 4 to compare again.");
        return Reply::Taken;
    }
    let own = found.own == Some(place) && trained(&standing.trial, row.row, row.fold).is_none();
    if own {
        return Reply::of(rows::explain(app, row.row, None));
    }
    let found = Arc::clone(found);
    Reply::Job(rows::lend(app, row.row, move || lent(&found, place, row)))
}

/// The model that predicted a row of a comparison; fitted when asked for.
fn lent(found: &Comparison, place: usize, row: TestedRow) -> Result<Option<FoldModel>, Problem> {
    let Some(standing) = found.standings.get(place) else { return Ok(None) };
    let words = trained(&standing.trial, row.row, row.fold).unwrap_or_else(|| "on all rows".to_owned());
    let model = standing.trial.model_of(row.fold)?;
    Ok(model.fitted().map(|fitted| FoldModel { fitted: Arc::clone(fitted), words }))
}
