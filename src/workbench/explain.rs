//! Screen 5: the posterior of one case, revealed step by step.

use std::sync::Arc;

use super::action::Action;
use super::against::AgainstDialog;
use super::app::{App, Pane};
use super::choose::ChooseDialog;
use super::dialog::Reply;
use super::explanation::Explanation;
use super::frame::moved;
use super::job::{Job, Lane};
use super::keys::Scope;
use super::practice;
use super::screen::{Screen, Screens};
use super::screen_id::ScreenId;
use super::session::Pick;
use super::update;
use super::what_if::WhatIfDialog;
use crate::math::Quantity;

/// What is revealed, and the cursor.
#[derive(Clone, Debug, Default)]
pub struct ExplainScreen {
    told: Option<Arc<Explanation>>,
    /// Which case the revealed steps belong to.
    pick: Pick,
    /// How many steps are revealed.
    pub revealed: usize,
    /// The marked step among the revealed ones.
    pub cursor: usize,
    /// The marked class.
    pub class: usize,
    /// The first line shown on the right.
    pub detail: usize,
    /// Whether the right pane keeps the marked class in sight.
    pub follow: bool,
}

impl ExplainScreen {
    /// The working, if it is of the case and the model of the session.
    pub fn told(&self, app: &App) -> Option<&Arc<Explanation>> {
        self.told.as_ref().filter(|told| told.is_of(&app.session))
    }

    /// Takes a working: another case begins with nothing revealed, another model keeps what is.
    pub fn take(&mut self, told: Arc<Explanation>, pick: Pick) {
        if pick != self.pick {
            *self = ExplainScreen { pick, ..ExplainScreen::default() };
        }
        self.revealed = self.revealed.min(told.rows().len());
        self.cursor = self.cursor.min(self.revealed.saturating_sub(1));
        self.class = self.class.min(told.posterior.classes.len().saturating_sub(1));
        if self.told.is_none() {
            self.mark_leader(&told);
        }
        self.told = Some(told);
    }

    /// With the last step the class that leads is the marked one, so that its column is on screen.
    fn mark_leader(&mut self, told: &Explanation) {
        let last = told.rows().last().filter(|_| self.revealed == told.rows().len());
        if let Some(leader) = last.and_then(|row| row.leaders().first().copied()) {
            self.class = leader;
        }
    }
}

/// Has the case of the session worked out, unless it is.
pub fn refresh(app: &mut App) -> Option<Job> {
    if app.screens.explain.told(app).is_some() {
        return None;
    }
    let (study, case) = (app.session.study.clone()?, app.session.case.clone()?);
    let fitted = Arc::clone(app.session.fitted()?);
    let (pick, origin) = (app.session.pick.clone(), app.session.origin());
    let work = move || Explanation::new(study, fitted, case, origin);
    Some(app.jobs.start(Lane::Explain, "working out the case …", work, move |app, told| {
        match told {
            Ok(told) => app.screens.explain.take(Arc::new(told), pick),
            Err(error) => app.say(error.to_string()),
        }
        None
    }))
}

/// Takes another case in hand.
pub fn choose(app: &mut App, pick: Pick) -> Option<Job> {
    take_up(app, pick);
    refresh(app)
}

/// The same from another screen, which goes to screen 5 itself.
pub fn take_up(app: &mut App, pick: Pick) {
    if pick != app.session.pick {
        let before = app.session.pick.clone();
        app.session.picks.remember(before);
    }
    app.session.choose(pick);
}

/// The case that was in hand before, or the one that was taken back.
fn again(app: &mut App, forward: bool) -> Reply {
    let now = app.session.pick.clone();
    let found = if forward { app.session.picks.forth(now) } else { app.session.picks.back(now) };
    let Some(pick) = found else {
        app.say(if forward { "No case was taken back." } else { "This is the first case that was in hand." });
        return Reply::Taken;
    };
    app.session.choose(pick);
    Reply::of(refresh(app))
}

/// Opens a number of the model on screen 3; Esc comes back to where we are.
fn open_number(app: &mut App, quantity: &Quantity) -> Option<Job> {
    app.session.wanted = Some(quantity.clone());
    update::descend(app, ScreenId::Parameters, Pane::Master)
}

/// How screen 5 answers.
#[derive(Debug)]
pub struct Explain;

impl Screen for Explain {
    fn act(&self, app: &mut App, action: &Action) -> Reply {
        if matches!(action, Action::Form) {
            app.settings.form = app.settings.form.next();
            return Reply::Taken;
        }
        if matches!(action, Action::ChooseRow) {
            let dialog = ChooseDialog::new(app);
            dialog.into_iter().for_each(|dialog| app.show(dialog));
            return Reply::Taken;
        }
        match action {
            Action::Against => return AgainstDialog::open(app),
            Action::WhatIf => return WhatIfDialog::open(app),
            Action::Project => return practice::projector::ask(app),
            Action::Undo | Action::Redo => return again(app, matches!(action, Action::Redo)),
            _ => {}
        }
        let Some(told) = app.screens.explain.told(app).cloned() else {
            return typed_ahead(&mut app.screens.explain, action);
        };
        let steps = told.rows().len();
        let page = app.frame.lines().saturating_sub(2).max(1);
        let (detail, screen) = (app.pane == Pane::Detail, &mut app.screens.explain);
        let revealed = match action {
            Action::RevealNext | Action::Right => (screen.revealed + 1).min(steps),
            Action::Left => screen.revealed.saturating_sub(1),
            Action::RevealAll if screen.revealed == steps => 0,
            Action::RevealAll => steps,
            Action::CheckAnswer => return check(app, &told),
            Action::Enter => return open(app, &told),
            action if detail => return within_step(screen, &told, page, action),
            action => {
                let Some(to) = moved(screen.cursor, screen.revealed.saturating_sub(1), page, action) else {
                    return Reply::Pass;
                };
                (screen.cursor, screen.detail) = (to, 0);
                return Reply::Taken;
            }
        };
        let nothing_left =
            matches!(action, Action::RevealNext | Action::Right) && revealed == screen.revealed;
        screen.revealed = revealed;
        (screen.cursor, screen.detail) = (revealed.saturating_sub(1), 0);
        if !nothing_left {
            screen.mark_leader(&told);
        }
        if nothing_left {
            app.say("Every step is revealed. a hides them again, r takes another case.");
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
        let all = screen.told(app).is_some_and(|told| told.rows().len() == screen.revealed);
        match app.pane {
            Pane::Master if all => "All is revealed. r: another case. 7: answer the steps yourself.",
            Pane::Master => "Space reveals one step. A dot hides what is to come.",
            Pane::Detail => "The formula of the marked class is written out in full.",
        }
    }

    fn entered(&self, app: &mut App) -> Option<Job> {
        refresh(app)
    }

    fn scroll<'a>(&self, screens: &'a mut Screens) -> Option<&'a mut usize> {
        Some(&mut screens.explain.detail)
    }
}

/// Keys that come before the case is worked out are kept: taking it cuts what is revealed to the steps there are.
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

/// The right pane: the class by the arrows, the lines by pages.
fn within_step(screen: &mut ExplainScreen, told: &Explanation, page: usize, action: &Action) -> Reply {
    /// How far the lines reach is known where they are drawn.
    const FARTHEST: usize = 400;
    let classes = told.posterior.classes.len();
    screen.follow = matches!(action, Action::Up | Action::Down);
    match action {
        Action::Up => screen.class = screen.class.saturating_sub(1),
        Action::Down => screen.class = (screen.class + 1).min(classes.saturating_sub(1)),
        action => match moved(screen.detail, FARTHEST, page, action) {
            Some(to) => screen.detail = to,
            None => return Reply::Pass,
        },
    }
    Reply::Taken
}

/// Asks for the number of the marked step and class.
fn check(app: &mut App, told: &Explanation) -> Reply {
    let screen = &app.screens.explain;
    let row = told.rows().get(screen.cursor).filter(|_| screen.revealed > 0);
    match row.and_then(|row| row.cells.get(screen.class)) {
        Some(cell) => practice::open(app, &cell.quantity),
        None => {
            app.say(NOTHING);
            Reply::Taken
        }
    }
}

/// ParsedAnswer where a marked step is needed and there is none.
const NOTHING: &str = "Nothing is revealed yet: Space reveals one step.";

fn open(app: &mut App, told: &Explanation) -> Reply {
    let screen = &app.screens.explain;
    if screen.revealed == 0 {
        app.say(NOTHING);
        return Reply::Taken;
    }
    match told.parameter(screen.cursor, screen.class) {
        Some(quantity) => Reply::of(open_number(app, quantity)),
        None => {
            app.say("This number belongs to the case: the right pane shows all of its working.");
            Reply::Taken
        }
    }
}
