//! Screen 5: the posterior of one case, revealed step by step.

use std::sync::Arc;

use super::choose::ChooseDialog;
use super::conventions::ConventionsDialog;
use super::explanation::{ExplainScreen, Explanation};
use super::practice;
use super::prelude::*;
use super::what_if::WhatIfDialog;
use crate::model::Fitted;
use crate::report;
use crate::worked::{has_frequencies, no_route};

/// Has the case of the session worked out, unless it is.
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

/// By the factors, or by way of θᵀx + θ₀, or in natural frequencies.
fn other_way(app: &mut App) -> Reply {
    let screen = &mut app.screens.explain;
    if app.session.fitted().is_some_and(|fitted| has_frequencies(fitted)) {
        match screen.explanation(&app.session).map(|told| told.in_cases.blocks.is_empty()) {
            Some(true) if !screen.in_cases => app.say(report::NO_FREQUENCIES),
            Some(_) => (screen.in_cases, screen.detail) = (!screen.in_cases, 0),
            None => {}
        }
        return Reply::Taken;
    }
    let fitted = app.session.fitted().cloned();
    match fitted.as_deref().and_then(no_route) {
        Some(why) => {
            app.say(format!("There is no θᵀx + θ₀ of this model. {why}"));
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
        let page = app.frame.page(2);
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
            action if detail => return within_step(screen, &explanation, page, action),
            action => {
                let moved = moves(&mut screen.cursor, screen.revealed.saturating_sub(1), page, action);
                screen.detail = if moved { 0 } else { screen.detail };
                return Reply::moved(moved);
            }
        };
        let nothing_left =
            matches!(action, Action::RevealNext | Action::Right) && revealed == screen.revealed;
        screen.revealed = revealed;
        (screen.cursor, screen.detail) = (revealed.saturating_sub(1), 0);
        if nothing_left {
            app.say("Every step is revealed. a hides them again, r takes another case.");
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
            Pane::Detail => "The selected class has its formula written out in full.",
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

fn within_step(screen: &mut ExplainScreen, explanation: &Explanation, page: usize, action: &Action) -> Reply {
    /// How far the lines reach is known where they are drawn.
    const FARTHEST: usize = 400;
    let classes = explanation.posterior.classes.len();
    screen.follow = matches!(action, Action::Up | Action::Down);
    match action {
        Action::Up => screen.class = screen.class.saturating_sub(1),
        Action::Down => screen.class = (screen.class + 1).min(classes.saturating_sub(1)),
        action => return Reply::moved(moves(&mut screen.detail, FARTHEST, page, action)),
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

/// Said where a selected step is needed and there is none.
pub(super) const NOTHING: &str = "Nothing is revealed yet: Space reveals one step.";

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
            app.say("This number belongs to the case: the right pane shows all of its working.");
            Reply::Taken
        }
    }
}
