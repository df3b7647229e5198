//! Screen 5: the worked posterior of a case.

pub(crate) mod view;

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use crate::app::copying::{number, within, working};
use crate::app::dialogs::choose::ChooseDialog;
use crate::app::dialogs::what_if::WhatIfDialog;
use crate::app::dialogs::why::ConventionsDialog;
use crate::app::prelude::*;
use crate::app::screens::practice;
use crate::app::session::{Pick, Session};
use crate::app::terminal::theme::Theme;
use crate::math::{Quantity, Sentence};
use crate::model::{Case, Fitted, Prediction, Study};
use crate::report;
use crate::report::CellText;
use crate::report::json::{Answer, Explained, Explanations};
use crate::report::{Extract, sheets};
use crate::worked::likelihood::Passage;
use crate::worked::{
    Posterior, Row, RowKind, Step, Warning, WorkedError, derive_all, goals, has_frequencies, how_typical,
    no_route, warnings, why_logistic,
};

#[derive(Clone, Debug)]
pub struct Explanation {
    study: Arc<Study>,
    pub case: Arc<Case>,
    /// The name of the case: `row 5`, `row 5, changed: Wind=Weak`; empty for the query.
    pub origin: String,
    pub fitted: Arc<Fitted>,
    pub cells: Vec<CellText>,
    pub posterior: Posterior,
    /// Whether it goes by way of θᵀx + θ₀, and why that is the same posterior.
    pub by_theta: bool,
    pub why: Vec<Passage>,
    pub prediction: Prediction,
    pub decision: Sentence,
    pub decided: Option<Sentence>,
    pub warnings: Vec<Warning>,
    pub typicality: Vec<Sentence>,
    pub counted: Option<Sentence>,
    /// The same in natural frequencies; empty if there are none.
    pub in_cases: report::Document,
    steps: HashMap<Quantity, Step>,
    pub ranges: Vec<Range<usize>>,
}

impl Explanation {
    /// Works out a case named `origin`, by way of θ if the model has it and `by_theta` is set; slow for long documents.
    pub fn new(
        study: Arc<Study>,
        fitted: Arc<Fitted>,
        case: Arc<Case>,
        origin: String,
        by_theta: bool,
    ) -> Result<Explanation, WorkedError> {
        let by_theta = by_theta && no_route(&fitted).is_none();
        let (posterior, why) = match by_theta {
            true => (Posterior::by_theta(&fitted, &case)?, why_logistic(&fitted, &case)?),
            false => (Posterior::new(&fitted, &case, &[])?, Vec::new()),
        };
        let prediction = fitted.predict(&case);
        let mut goals = goals(&fitted);
        if by_theta {
            let linear = |row: &&Row| matches!(row.kind, RowKind::Linear | RowKind::Squashed);
            let last = posterior.rows.iter().filter(linear).flat_map(|row| &row.cells);
            goals.extend(last.filter(|cell| !cell.is_blank()).map(|cell| cell.quantity.clone()));
        }
        let costs = posterior.decided.iter().flat_map(|decided| &decided.costs);
        let cells = posterior.rows.iter().flat_map(|row| &row.cells);
        let shown = cells.chain(costs).map(|cell| &cell.quantity);
        let mut wanted: HashMap<Quantity, ()> = shown.map(|quantity| (quantity.clone(), ())).collect();
        wanted.insert(Quantity::evidence(), ());
        let steps = derive_all(&fitted, Some(&case), &goals, &[])?.into_iter();
        let steps = steps.filter(|step| wanted.contains_key(&step.of));
        Ok(Explanation {
            steps: steps.map(|step| (step.of.clone(), step)).collect(),
            cells: report::case_cells(&fitted, &case),
            decision: report::decision(&fitted, &prediction),
            decided: report::decided(&fitted, &prediction),
            warnings: warnings(&fitted, &case, &prediction)?,
            typicality: how_typical(&fitted, &case),
            counted: report::counted_together(&fitted, &case),
            in_cases: report::natural_frequencies(&fitted, &case),
            origin,
            ranges: posterior.steps(),
            posterior,
            by_theta,
            why,
            prediction,
            study,
            case,
            fitted,
        })
    }

    pub fn is_of(&self, session: &Session) -> bool {
        let study = session.study.as_ref().is_some_and(|study| Arc::ptr_eq(study, &self.study));
        study && session.case.as_ref().is_some_and(|case| Arc::ptr_eq(case, &self.case))
    }

    pub fn rows(&self) -> &[Row] {
        &self.posterior.rows
    }

    /// Returns the position of the step of a row; after the last row, the number of steps.
    pub fn step_of(&self, row: usize) -> usize {
        self.ranges.iter().take_while(|range| range.end <= row).count()
    }

    pub fn step(&self, quantity: &Quantity) -> Option<&Step> {
        self.steps.get(quantity)
    }

    /// Returns the quantity of a number that does not depend on the case: not a score, not a posterior.
    pub fn parameter(&self, row: usize, class: usize) -> Option<&Quantity> {
        let row = self.rows().get(row)?;
        let opens = row.kind.is_factor() || row.kind.is_towards_density() || row.kind.is_of_theta();
        let opens = opens && !row.kind.is_last() && row.kind != RowKind::Linear;
        row.cells.get(class).filter(|_| opens).map(|cell| &cell.quantity)
    }
}

#[derive(Clone, Debug, Default)]
pub struct ExplainScreen {
    explanation: Option<Arc<Explanation>>,
    pick: Pick,
    pub revealed: usize,
    pub cursor: usize,
    pub class: usize,
    pub scroll: Scroll,
    pub detail: Scroll,
    pub follow: bool,
    /// Whether it goes by way of θ, where the model has one.
    pub by_theta: bool,
    pub in_cases: bool,
}

impl ExplainScreen {
    pub fn explanation(&self, session: &Session) -> Option<&Arc<Explanation>> {
        self.explanation.as_ref().filter(|it| it.is_of(session))
    }

    pub fn take(&mut self, explanation: Arc<Explanation>, pick: Pick) {
        if pick != self.pick {
            *self = ExplainScreen {
                pick,
                by_theta: self.by_theta,
                in_cases: self.in_cases,
                ..ExplainScreen::default()
            };
        }
        self.revealed = self.revealed.min(explanation.rows().len());
        self.cursor = self.cursor.min(self.revealed.saturating_sub(1));
        self.class = self.class.min(explanation.posterior.classes.len().saturating_sub(1));
        // With two classes, only one has the terms of θ.
        let first = explanation.rows().first();
        let is_blank =
            |class: usize| first.and_then(|row| row.cells.get(class)).is_some_and(|cell| cell.is_blank());
        self.class = (self.class..explanation.posterior.classes.len())
            .find(|class| !is_blank(*class))
            .unwrap_or(self.class);
        self.mark_leader(&explanation);
        self.explanation = Some(explanation);
    }

    /// Switches the way to the posterior; if all steps were revealed, they stay revealed.
    pub(crate) fn turn(&mut self) {
        let all = self.explanation.take().is_some_and(|it| it.rows().len() == self.revealed);
        self.by_theta = !self.by_theta;
        self.revealed = if all { usize::MAX } else { 0 };
        self.cursor = self.revealed.saturating_sub(1);
    }

    /// Selects the class with the largest posterior at the last step, so that its column is on screen.
    pub(crate) fn mark_leader(&mut self, explanation: &Explanation) {
        let last = explanation.rows().last().filter(|_| self.revealed == explanation.rows().len());
        if let Some(leader) = last.and_then(|row| row.leaders.first().copied()) {
            self.class = leader;
        }
    }
}

/// Works out the case of the session, unless that is done.
pub fn refresh(app: &mut App) -> Option<Job> {
    if app.screens.explain.explanation(&app.session).is_some() {
        return None;
    }
    let (study, case) = (app.session.study.clone()?, app.session.case.clone()?);
    let fitted = Arc::clone(app.session.fitted()?);
    let (pick, origin) = (app.session.pick.clone(), app.session.origin());
    let by_theta = app.screens.explain.by_theta;
    let work = move || Explanation::new(study, fitted, case, origin, by_theta);
    Some(app.jobs.start(Lane::Explain, "working out the case …", work, move |app, explanation| {
        match explanation {
            Ok(explanation) => app.screens.explain.take(Arc::new(explanation), pick),
            Err(error) => app.say(error.to_string()),
        }
        None
    }))
}

/// Switches between the factors, θᵀx + θ₀, and natural frequencies.
fn other_way(app: &mut App) -> Reply {
    let screen = &mut app.screens.explain;
    if app.session.fitted().is_some_and(|fitted| has_frequencies(fitted)) {
        match screen.explanation(&app.session).map(|it| it.in_cases.blocks.is_empty()) {
            Some(true) if !screen.in_cases => app.say(report::NO_FREQUENCIES),
            Some(_) => {
                screen.in_cases = !screen.in_cases;
                screen.detail.to(0);
            }
            None => {}
        }
        return Reply::Taken;
    }
    let fitted = app.session.fitted().cloned();
    match fitted.as_deref().and_then(no_route) {
        Some(why) => {
            app.say(format!("This model has no form θᵀx + θ₀. {why}"));
            Reply::Taken
        }
        None => {
            app.screens.explain.turn();
            Reply::of(refresh(app))
        }
    }
}

#[derive(Debug)]
pub struct Explain;

impl Screen for Explain {
    fn left(&self, canvas: &mut Canvas<'_>) -> Option<Position> {
        view::left(canvas);
        None
    }

    fn right(&self, canvas: &mut Canvas<'_>) {
        view::right(canvas);
    }

    fn needed(&self, app: &App, theme: &Theme) -> usize {
        view::needed(app, theme)
    }

    fn lines(&self, app: &App) -> Option<usize> {
        view::lines(app)
    }

    fn extract<'a>(&self, app: &'a App, what: What) -> Option<Found<'a>> {
        extract(app, what)
    }

    fn act(&self, app: &mut App, action: &Action) -> Reply {
        match action {
            Action::Form => {
                app.settings.form = app.settings.form.next();
                return Reply::Taken;
            }
            Action::ChooseRow => return ChooseDialog::open(app),
            Action::OtherProgram => return ConventionsDialog::open(app),
            Action::WhatIf => return WhatIfDialog::open(app),
            Action::LookAt => return other_way(app),
            _ => {}
        }
        let Some(explanation) = app.screens.explain.explanation(&app.session).cloned() else {
            return typed_ahead(&mut app.screens.explain, action);
        };
        let steps = explanation.rows().len();
        let (detail, screen) = (app.pane == Pane::Detail, &mut app.screens.explain);
        let revealed = match action {
            Action::RevealNext | Action::Right => {
                explanation.ranges.get(explanation.step_of(screen.revealed)).map_or(steps, |step| step.end)
            }
            Action::Left => {
                let last = explanation.step_of(screen.revealed.saturating_sub(1));
                explanation.ranges.get(last).map_or(0, |step| step.start)
            }
            Action::RevealAll if screen.revealed == steps => 0,
            Action::RevealAll => steps,
            Action::CheckAnswer => return check(app, &explanation),
            Action::Enter => return open(app, &explanation),
            action if detail => return within_step(screen, &explanation, action),
            action => {
                let last = screen.revealed.saturating_sub(1);
                let moved = moves(&mut screen.cursor, last, screen.scroll.page(), action);
                if let Action::SelectColumn(to) = action {
                    screen.class =
                        to.saturating_sub(2).min(explanation.posterior.classes.len().saturating_sub(1));
                }
                if moved {
                    screen.detail.to(0);
                }
                return Reply::moved(moved);
            }
        };
        let nothing_left =
            matches!(action, Action::RevealNext | Action::Right) && revealed == screen.revealed;
        screen.revealed = revealed;
        screen.cursor = revealed.saturating_sub(1);
        screen.detail.to(0);
        if nothing_left {
            app.say("All steps are shown. a: hide them. r: another case.");
        } else {
            screen.mark_leader(&explanation);
        }
        Reply::Taken
    }

    fn scopes(&self, app: &App) -> &'static [Scope] {
        match app.pane {
            Pane::Master => &[Scope::Explain, Scope::Steps, Scope::Page, Scope::Everywhere, Scope::Always],
            Pane::Detail => &[Scope::Explain, Scope::Classes, Scope::Page, Scope::Everywhere, Scope::Always],
        }
    }

    fn hint(&self, app: &App) -> &'static str {
        let screen = &app.screens.explain;
        let all = screen
            .explanation(&app.session)
            .is_some_and(|explanation| explanation.rows().len() == screen.revealed);
        match app.pane {
            Pane::Master if all => "All steps shown. r: another case. 7: try it yourself.",
            Pane::Master => "Space: next step. · = not revealed yet.",
            Pane::Detail => "The formula of the selected class, in full.",
        }
    }

    fn entered(&self, app: &mut App) -> Option<Job> {
        refresh(app)
    }

    fn works(&self, app: &App, action: &Action) -> bool {
        let ways = |fitted: &Arc<Fitted>| has_frequencies(fitted) || no_route(fitted).is_none();
        let has_route = || app.session.fitted().is_some_and(ways);
        !matches!(action, Action::LookAt) || has_route()
    }
}

/// Keeps keys typed before the case is worked out; showing it limits the revealed steps to those it has.
fn typed_ahead(screen: &mut ExplainScreen, action: &Action) -> Reply {
    screen.revealed = match action {
        Action::RevealNext | Action::Right => screen.revealed.saturating_add(1),
        Action::Left => screen.revealed.saturating_sub(1),
        Action::RevealAll => usize::MAX,
        _ => return Reply::Pass,
    };
    screen.cursor = screen.revealed.saturating_sub(1);
    Reply::Taken
}

fn within_step(screen: &mut ExplainScreen, explanation: &Explanation, action: &Action) -> Reply {
    let classes = explanation.posterior.classes.len();
    screen.follow = matches!(action, Action::Up | Action::Down);
    match action {
        Action::Up => screen.class = screen.class.saturating_sub(1),
        Action::Down => screen.class = (screen.class + 1).min(classes.saturating_sub(1)),
        action => return Reply::moved(screen.detail.moves(action)),
    }
    Reply::Taken
}

fn check(app: &mut App, explanation: &Explanation) -> Reply {
    let screen = &app.screens.explain;
    let row = explanation.rows().get(screen.cursor).filter(|_| screen.revealed > 0);
    match row.and_then(|row| row.cells.get(screen.class)) {
        Some(cell) => practice::open(app, &cell.quantity),
        None => {
            app.say(NOTHING);
            Reply::Taken
        }
    }
}

/// The message if a selected step is needed and there is none.
pub(crate) const NOTHING: &str = "Nothing is revealed yet. Press Space to reveal one step.";

fn open(app: &mut App, explanation: &Explanation) -> Reply {
    let screen = &app.screens.explain;
    if screen.revealed == 0 {
        app.say(NOTHING);
        return Reply::Taken;
    }
    match explanation.parameter(screen.cursor, screen.class) {
        Some(quantity) => {
            app.session.wanted = Some(quantity.clone());
            Reply::of(app.descend(ScreenId::Parameters))
        }
        None => {
            app.say("This number belongs to the case. The right pane shows its working.");
            Reply::Taken
        }
    }
}

fn extract(app: &App, what: What) -> Option<Found<'_>> {
    let screen = &app.screens.explain;
    let explanation = screen.explanation(&app.session)?;
    let (fitted, case) = (explanation.fitted.as_ref(), explanation.case.as_ref());
    let row = explanation.rows().get(screen.cursor).filter(|_| screen.revealed > 0);
    let cell = row.and_then(|row| row.cells.get(screen.class)).filter(|cell| !cell.is_blank());
    match what {
        What::Marked | What::Working if cell.is_none() => Some(Err(NOTHING.to_owned())),
        What::Marked => {
            Some(Ok(number(app, fitted, explanation.step(&cell?.quantity)?, app.pane == Pane::Detail)))
        }
        What::Working => working(app, fitted, Some(case), cell?.quantity.clone()),
        What::Table if screen.revealed < explanation.rows().len() => {
            Some(Err("Not every step is revealed yet. a: reveal all steps.".to_owned()))
        }
        What::Table => {
            let study = app.session.study.as_deref()?;
            let numbers = explanation.rows().len().saturating_mul(fitted.classes.len());
            Some(within(numbers, "explain").map(|()| {
                let name = report::case_name(case);
                Extract::default()
                    .document(move || report::posterior(fitted, case, &name).unwrap_or_default())
                    .sheet(move || sheets::posteriors(fitted, std::slice::from_ref(case)))
                    .json(move || {
                        let explained = Explained::new(fitted, case, (false, false)).ok()?;
                        Some(Answer::new(study, Some(fitted), Explanations { queries: vec![explained] }))
                    })
            }))
        }
        _ => None,
    }
}
