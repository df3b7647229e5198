//! Screen 5: the worked posterior of a case.

pub(crate) mod view;

use std::cell::Cell;

use crate::app::copying::{number, within, working};
use crate::app::dialogs::check;
use crate::app::dialogs::choose::ChooseDialog;
use crate::app::dialogs::line::LineDialog;
use crate::app::dialogs::what_if::WhatIfDialog;
use crate::app::dialogs::why::ConventionsDialog;
use crate::app::prelude::*;
use crate::model::Prediction;
use crate::report::json::{Answer, Explained, Explanations};
use crate::report::sheets;
use crate::worked::likelihood::Passage;
use crate::worked::{
    CaseWarning, MOST_WORDS, Monomials, Posterior, PosteriorRow, RowKind, Step, WorkedError, derive_all,
    goals, has_frequencies, how_typical, no_route, warnings, why_logistic,
};

#[derive(Clone, Debug)]
pub struct Explanation {
    pub case: Arc<Case>,
    pub fitted: Arc<Fitted>,
    pub posterior: Posterior,
    /// Whether it goes by way of θᵀx + θ₀, and why that is the same posterior.
    pub by_theta: bool,
    pub why: Vec<Passage>,
    pub prediction: Prediction,
    pub warnings: Vec<CaseWarning>,
    pub typicality: Vec<Sentence>,
    pub counted: Option<Sentence>,
    /// The same in natural frequencies, or as a sum over monomials; empty if there is neither.
    pub other_view: report::Document,
    /// The naive assumption on this case, once it was asked for.
    pub naive: Option<report::Document>,
    steps: HashMap<Quantity, Step>,
    pub ranges: Vec<Range<usize>>,
}

impl Explanation {
    /// Works out a case, by way of θ if the model has it and `by_theta` is set; slow for long documents.
    /// With `naive`, it also compares the naive assumption with the rows, and counts the parameters for that many words.
    pub fn new(
        fitted: Arc<Fitted>,
        case: Arc<Case>,
        by_theta: bool,
        naive: Option<u64>,
    ) -> Result<Explanation, WorkedError> {
        let by_theta = by_theta && no_route(&fitted).is_none();
        let (posterior, why) = match by_theta {
            true => (Posterior::by_theta(&fitted, &case)?, why_logistic(&fitted, &case)?),
            false => (Posterior::new(&fitted, &case)?, Vec::new()),
        };
        let prediction = fitted.predict(&case);
        let mut goals = goals(&fitted);
        if by_theta {
            let linear = |row: &&PosteriorRow| matches!(row.kind, RowKind::Linear | RowKind::Squashed);
            let last = posterior.rows.iter().filter(linear).flat_map(|row| &row.cells);
            goals.extend(last.filter(|cell| !cell.is_blank()).map(|cell| cell.quantity.clone()));
        }
        let steps = derive_all(&fitted, Some(&case), &goals, &[])?.into_iter();
        Ok(Explanation {
            steps: steps.map(|step| (step.of.clone(), step)).collect(),
            warnings: warnings(&fitted, &case, &prediction)?,
            typicality: how_typical(&fitted, &case),
            counted: report::counted_together(&fitted, &case),
            other_view: match Monomials::of(&fitted, &case).filter(|_| no_route(&fitted).is_some()) {
                Some(form) => report::monomials(&fitted, &form),
                None => report::natural_frequencies(&fitted, &case),
            },
            ranges: posterior.steps(),
            naive: naive.and_then(|words| report::assumption(&fitted, &case, Some(words)).ok()),
            posterior,
            by_theta,
            why,
            prediction,
            case,
            fitted,
        })
    }

    pub fn is_of(&self, session: &Session) -> bool {
        session.fitted().is_some_and(|fitted| Arc::ptr_eq(fitted, &self.fitted))
            && session.case.as_ref().is_some_and(|case| Arc::ptr_eq(case, &self.case))
    }

    pub fn rows(&self) -> &[PosteriorRow] {
        &self.posterior.rows
    }

    pub fn step_of(&self, row: usize) -> usize {
        self.ranges.iter().take_while(|range| range.end <= row).count()
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
    pub by_theta: bool,
    pub other_view: bool,
    /// The number of words for which parameters are counted, while the naive assumption is shown.
    pub naive: Option<u64>,
    /// Whether the table, as last drawn, has the product so far beside each class.
    pub so_far: Cell<bool>,
}

impl ExplainScreen {
    pub fn explanation(&self, session: &Session) -> Option<&Arc<Explanation>> {
        self.explanation.as_ref().filter(|it| it.is_of(session))
    }

    pub fn row<'a>(&self, explanation: &'a Explanation) -> Option<&'a PosteriorRow> {
        explanation.rows().get(self.cursor).filter(|_| self.revealed > 0)
    }

    pub fn take(&mut self, explanation: Arc<Explanation>, pick: Pick) {
        if pick != self.pick {
            let (by_theta, other_view, naive) = (self.by_theta, self.other_view, self.naive);
            *self = ExplainScreen { pick, by_theta, other_view, naive, ..ExplainScreen::default() };
        }
        self.revealed = self.revealed.min(explanation.rows().len());
        self.cursor = self.cursor.min(self.revealed.saturating_sub(1));
        let classes = explanation.posterior.classes.len();
        self.class = self.class.min(classes.saturating_sub(1));
        // With two classes, only one has the terms of θ.
        let first = explanation.rows().first();
        let cell = |class: usize| first.and_then(|row| row.cells.get(class));
        let has_term = |class: &usize| cell(*class).is_some_and(|cell| !cell.is_blank());
        self.class = (self.class..classes).find(has_term).unwrap_or(self.class);
        self.mark_leader(&explanation);
        self.explanation = Some(explanation);
    }

    /// Selects the class with the largest posterior at the last step, so that its column is on screen.
    fn mark_leader(&mut self, explanation: &Explanation) {
        let last = explanation.rows().last().filter(|_| self.revealed == explanation.rows().len());
        self.class = last.and_then(|row| row.leaders.first().copied()).unwrap_or(self.class);
    }
}

/// Whether `m` shows another view of the same posterior beside the steps.
fn has_view(fitted: &Fitted) -> bool {
    has_frequencies(fitted) || no_route(fitted).is_some() && Monomials::are_of(fitted)
}

fn other_way(app: &mut App) -> Reply {
    let Some(fitted) = app.session.fitted() else { return Reply::Taken };
    let screen = &mut app.screens.explain;
    if has_view(fitted) {
        match screen.explanation(&app.session).map(|it| it.other_view.blocks.is_empty()) {
            Some(true) if !screen.other_view && has_frequencies(fitted) => app.say(report::NO_FREQUENCIES),
            Some(true) if !screen.other_view => {
                app.say("This case has no log-odds: a number is missing, or a class has prior 0.")
            }
            Some(_) => {
                screen.naive = None;
                screen.other_view = !screen.other_view;
                screen.detail.to(0);
            }
            None => {}
        }
    } else if let Some(why) = no_route(fitted) {
        app.say(format!("This model has no form θᵀx + θ₀. {why}"));
    } else {
        // If all steps were revealed, they stay revealed.
        let all = screen.explanation.take().is_some_and(|it| it.rows().len() == screen.revealed);
        screen.by_theta = !screen.by_theta;
        screen.revealed = if all { usize::MAX } else { 0 };
        screen.cursor = screen.revealed.saturating_sub(1);
        return Reply::of(app.entered());
    }
    Reply::Taken
}

fn show_assumption(app: &mut App, words: Option<u64>) -> Option<Job> {
    if app.session.fitted().is_some_and(|fitted| !fitted.is_naive()) {
        app.say("This model does not assume that the features are independent.");
        return None;
    }
    let screen = &mut app.screens.explain;
    screen.naive = words;
    screen.other_view = false;
    screen.detail.to(0);
    if words.is_some() {
        // It is worked out again with the assumption.
        screen.explanation.take();
    }
    app.entered()
}

fn vocabulary_dialog() -> LineDialog {
    let scopes = &[Scope::Vocabulary, Scope::Typed, Scope::Always];
    LineDialog::new("Size of a vocabulary", "words ", scopes, |app, text| {
        match text.trim().replace(',', "").parse::<u64>() {
            Ok(words) if (1..=MOST_WORDS).contains(&words) => Ok(show_assumption(app, Some(words))),
            _ => Err(format!("Type a number of words from 1 to {}.", grouped(MOST_WORDS))),
        }
    })
}

/// The vocabulary of the CS229 notes.
const WORDS: u64 = 50_000;

pub struct Explain;

impl Screen for Explain {
    fn lines(&self, app: &App) -> Option<usize> {
        Some(app.screens.explain.explanation(&app.session)?.rows().len() + 2)
    }

    fn extract<'a>(&self, app: &'a App, what: What) -> Option<Found<'a>> {
        let screen = &app.screens.explain;
        let explanation = screen.explanation(&app.session)?;
        let (fitted, case) = (explanation.fitted.as_ref(), explanation.case.as_ref());
        let cell = screen.row(explanation).and_then(|row| row.cells.get(screen.class));
        let cell = cell.filter(|cell| !cell.is_blank());
        match what {
            What::Marked | What::Working if cell.is_none() => Some(Err(NOTHING.to_owned())),
            What::Marked => Some(Ok(number(
                app,
                fitted,
                explanation.steps.get(&cell?.quantity)?,
                app.pane == Pane::Detail,
            ))),
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
            Action::Naive => {
                let words = if app.screens.explain.naive.is_some() { None } else { Some(WORDS) };
                return Reply::of(show_assumption(app, words));
            }
            Action::Vocabulary => {
                app.show(vocabulary_dialog());
                return Reply::Taken;
            }
            _ => {}
        }
        let screen = &mut app.screens.explain;
        let Some(explanation) = screen.explanation(&app.session).cloned() else {
            // Keys are typed ahead; showing the case limits the revealed steps to those it has.
            screen.revealed = match action {
                Action::RevealNext | Action::Right => screen.revealed.saturating_add(1),
                Action::Left => screen.revealed.saturating_sub(1),
                Action::RevealAll => usize::MAX,
                _ => return Reply::Pass,
            };
            screen.cursor = screen.revealed.saturating_sub(1);
            return Reply::Taken;
        };
        let steps = explanation.rows().len();
        let last_class = explanation.posterior.classes.len().saturating_sub(1);
        let (detail, before) = (app.pane == Pane::Detail, screen.revealed);
        screen.revealed = match action {
            Action::RevealNext | Action::Right => {
                explanation.ranges.get(explanation.step_of(before)).map_or(steps, |step| step.end)
            }
            Action::Left => {
                let last = explanation.step_of(before.saturating_sub(1));
                explanation.ranges.get(last).map_or(0, |step| step.start)
            }
            Action::RevealAll if before == steps => 0,
            Action::RevealAll => steps,
            Action::CheckAnswer | Action::Enter => return open(app, &explanation, action),
            action if detail => {
                screen.follow = matches!(action, Action::Up | Action::Down);
                return Reply::moved(match screen.follow {
                    true => moves(&mut screen.class, last_class, 1, action),
                    false => screen.detail.moves(action),
                });
            }
            action => {
                if let Action::SelectColumn(to) = action {
                    let columns = if screen.so_far.get() { 2 } else { 1 };
                    screen.class = (to.saturating_sub(2) / columns).min(last_class);
                }
                let moved = moves(&mut screen.cursor, before.saturating_sub(1), screen.scroll.page(), action);
                if moved {
                    screen.detail.to(0);
                }
                return Reply::moved(moved);
            }
        };
        screen.cursor = screen.revealed.saturating_sub(1);
        screen.detail.to(0);
        if matches!(action, Action::RevealNext | Action::Right) && screen.revealed == before {
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
        let explanation = screen.explanation(&app.session);
        match app.pane {
            Pane::Master if explanation.is_some_and(|it| it.rows().len() == screen.revealed) => {
                "All steps shown. r: another case. 7: try it yourself."
            }
            Pane::Master => "Space: next step. · = not revealed yet.",
            Pane::Detail if screen.naive.is_some() => {
                "N: type the size of a vocabulary. n: back to the steps."
            }
            Pane::Detail => "The formula of the selected class, in full.",
        }
    }

    fn entered(&self, app: &mut App) -> Option<Job> {
        if app.screens.explain.explanation(&app.session).is_some() {
            return None;
        }
        let (fitted, case) = (Arc::clone(app.session.fitted()?), app.session.case.clone()?);
        let (pick, by_theta) = (app.session.pick.clone(), app.screens.explain.by_theta);
        let naive = app.screens.explain.naive;
        let work = move || Explanation::new(fitted, case, by_theta, naive);
        Some(app.jobs.start(Lane::Explain, "working out the case …", work, move |app, explanation| {
            let explanation = Arc::new(app.or_report(explanation)?);
            app.screens.explain.take(explanation, pick);
            None
        }))
    }

    fn works(&self, app: &App, action: &Action) -> bool {
        let ways = |fitted: &Arc<Fitted>| has_view(fitted) || no_route(fitted).is_none();
        match action {
            Action::LookAt => app.session.fitted().is_some_and(ways),
            Action::Naive => app.session.fitted().is_some_and(|fitted| fitted.is_naive()),
            Action::Vocabulary => app.screens.explain.naive.is_some(),
            _ => true,
        }
    }
}

const NOTHING: &str = "Nothing is revealed yet. Press Space to reveal one step.";

/// Opens the check of an answer for the selected number, or the screen of the parameters.
fn open(app: &mut App, explanation: &Explanation, action: &Action) -> Reply {
    let screen = &app.screens.explain;
    let row = screen.row(explanation);
    match row.and_then(|row| Some((&row.kind, row.cells.get(screen.class)?))) {
        None => app.say(NOTHING),
        Some((_, cell)) if matches!(action, Action::CheckAnswer) => return check::open(app, &cell.quantity),
        // Scores and posteriors depend on the case.
        Some((kind, cell))
            if kind.is_factor()
                || kind.is_towards_density()
                || matches!(kind, RowKind::Weight { .. } | RowKind::Intercept) =>
        {
            app.session.wanted = Some(cell.quantity.clone());
            return Reply::of(app.descend(ScreenId::Parameters));
        }
        Some(_) => app.say("This number belongs to the case. The right pane shows its working."),
    }
    Reply::Taken
}
