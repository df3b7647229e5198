//! Screen 2: the recipe and its keys. Every change is fitted at once. A recipe without a model is shown with the reason,
//! and the previous model stays.

pub(crate) mod lines;
pub(crate) mod meaning;
pub(crate) mod state;
pub(crate) mod view;

use std::sync::Arc;

use crate::app::copying::line;
use crate::app::dialogs::bins;
use crate::app::dialogs::priors::PriorsDialog;
use crate::app::prelude::*;
use crate::app::source::Problem;
use crate::app::terminal::theme::Theme;
use crate::recipe::{Role, is_weight, target_column, toggled, with_target, with_weight};
use crate::report;
use crate::report::Extract;
use crate::table::Kind;

pub use crate::app::dialogs::choices::ListDialog;
pub use crate::app::screens::model::lines::Line;
use crate::app::screens::model::lines::{
    values_for_one, with_equal_costs, with_next_bins, with_next_one, with_other_kind,
};
pub(crate) use crate::app::screens::model::meaning::{Column, Refusal};
pub use crate::app::screens::model::state::{
    ModelScreen, Smoothing, changed, current, refit, renewed, stopped, wanted, written,
};

#[derive(Debug)]
pub struct Model;

impl Screen for Model {
    fn left(&self, canvas: &mut Canvas<'_>) -> Option<Position> {
        view::left(canvas)
    }

    fn right(&self, canvas: &mut Canvas<'_>) {
        view::right(canvas);
    }

    fn needed(&self, app: &App, _: &Theme) -> usize {
        view::needed(app)
    }

    fn extract<'a>(&self, app: &'a App, what: What) -> Option<Found<'a>> {
        extract(app, what)
    }

    fn act(&self, app: &mut App, action: &Action) -> Reply {
        if app.screens.model.field.is_some() {
            return typed(app, action);
        }
        let line = app.screens.model.line();
        match (action, line) {
            (Action::Enter, _) if app.pane == Pane::Master && app.screens.model.takes_number() => {
                let number = current(app).zip(line).map(|(recipe, line)| line.number(&recipe));
                app.screens.model.field = number.map(Field::selected);
                return Reply::Taken;
            }
            (Action::Enter | Action::OpenList, Some(line)) => return Reply::of(ListDialog::open(app, line)),
            (Action::Left | Action::Right, Some(line)) => {
                return Reply::of(stepped(app, line, matches!(action, Action::Right)));
            }
            (Action::GivePriors, _) => {
                PriorsDialog::open(app);
                return Reply::Taken;
            }
            (Action::EditBins, Some(Line::Column(column))) => return Reply::of(bins::open(app, column)),
            (Action::Toggle | Action::MakeTarget | Action::MakeWeight, Some(Line::Column(column)))
            | (Action::Bins | Action::Kind | Action::One, Some(Line::Column(column))) => {
                return Reply::of(column_key(app, column, action));
            }
            _ => {}
        }
        let page = app.frame.page(1);
        let screen = &mut app.screens.model;
        if app.pane == Pane::Detail {
            return Reply::moved(screen.detail.moves(action));
        }
        let last = screen.lines().saturating_sub(1);
        if !moves(&mut screen.cursor, last, page, action) {
            return Reply::Pass;
        }
        screen.detail.to(0);
        Reply::of(ask_smoothing(app))
    }

    fn scopes(&self, app: &App) -> &'static [Scope] {
        if app.pane == Pane::Detail {
            return &[Scope::Detail, Scope::Model, Scope::Page, Scope::Everywhere, Scope::Always];
        }
        use Scope::{Always, Choice, Columns, Everywhere, List, Number, Page, PriorLine};
        let screen = &app.screens.model;
        match screen.line() {
            _ if screen.field.is_some() => &[Scope::Typed, Always],
            Some(Line::Prior) if screen.takes_number() => {
                &[List, Number, PriorLine, Choice, Scope::Model, Page, Everywhere, Always]
            }
            Some(Line::Prior) => &[List, PriorLine, Choice, Scope::Model, Page, Everywhere, Always],
            Some(_) if screen.takes_number() => {
                &[List, Number, Choice, Scope::Model, Page, Everywhere, Always]
            }
            Some(Line::Column(_)) | None => &[List, Columns, Scope::Model, Page, Everywhere, Always],
            Some(_) => &[List, Choice, Scope::Model, Page, Everywhere, Always],
        }
    }

    fn hint(&self, app: &App) -> &'static str {
        let screen = &app.screens.model;
        match (app.pane, screen.line()) {
            (_, Some(line)) if screen.field.is_some() && line.takes_whole() => {
                "Type a whole number, 1 or more. Enter: accept."
            }
            (_, Some(Line::Decision)) if screen.field.is_some() => {
                "costs:ACTION/CLASS=COST,…  threshold:CLASS=1/3  reject:2/3  file:COSTS.csv"
            }
            _ if screen.field.is_some() => "Type a decimal or a fraction: 0.5 or 1/2. Enter: accept.",
            (Pane::Master, _) => "Every change refits the model. u: undo, S: save the recipe.",
            (Pane::Detail, _) => "The selected line explained, and the fitted model.",
        }
    }

    fn entered(&self, app: &mut App) -> Option<Job> {
        bins::refresh(app).or_else(|| ask_smoothing(app))
    }

    fn wide(&self, _: &App) -> bool {
        true
    }
}

fn stepped(app: &mut App, line: Line, forward: bool) -> Option<Job> {
    let (recipe, table) = (current(app)?, Arc::clone(app.session.table.as_ref()?));
    let next = match line {
        Line::Column(_) => return None,
        Line::Target => {
            let now = target_column(&recipe, &table).ok()?;
            let last = table.columns().len().saturating_sub(1);
            let may_be = |at: &usize| !is_weight(&recipe, &table, *at);
            let other = if forward { (now + 1..=last).find(may_be) } else { (0..now).rev().find(may_be) };
            other.and_then(|other| with_target(&recipe, &table, other))
        }
        Line::Decision if forward && recipe.decision.is_none() => {
            let classes = app.session.fitted().map(|fitted| fitted.classes.as_slice()).unwrap_or_default();
            with_equal_costs(&recipe, classes)
        }
        line => line.stepped(&recipe, forward),
    };
    match next {
        Some(recipe) => return changed(app, recipe),
        None if line == Line::Prior && forward => PriorsDialog::open(app),
        None => app.say(if forward { "This is the last choice." } else { "This is the first choice." }),
    }
    None
}

fn column_key(app: &mut App, column: usize, action: &Action) -> Option<Job> {
    let (recipe, table) = (current(app)?, Arc::clone(app.session.table.as_ref()?));
    let about = app.screens.model.view.as_ref()?.columns.get(column)?;
    let is_number = about.kind == Kind::Numeric;
    let next = match (action, about.role) {
        (Action::MakeTarget, Role::Target) => Err("This column is the class already."),
        (Action::MakeTarget, _) => Ok(with_target(&recipe, &table, column)),
        (_, Role::Target) => Err("This column is the class. Press * on another column first."),
        (Action::MakeWeight, _) if !is_number => Err("Only a column of numbers can be the weight."),
        (Action::MakeWeight, _) => Ok(with_weight(&recipe, &table, column)),
        (_, Role::Weight) => Err("This column is the weight. Press W to make it a feature."),
        (Action::Toggle, _) => Ok(toggled(&recipe, &table, column)),
        (Action::One, _) if about.kind == Kind::Text => {
            Err("A text column has words, so no value can count as 1.")
        }
        (Action::One, _) if values_for_one(&recipe, &table, column).len() < 2 => {
            Err("Only a column with two or more values, or with 0 and 1, can be yes or no.")
        }
        (Action::One, _) => Ok(with_next_one(&recipe, &table, column)),
        (Action::Bins, _) if !is_number => Err("Only a column of numbers has bins."),
        (Action::Bins, _) => Ok(Some(with_next_bins(&recipe, &table, column))),
        _ => Ok(Some(with_other_kind(&recipe, &table, column))),
    };
    match next {
        Ok(recipe) => changed(app, recipe?),
        Err(why) => {
            app.say(why);
            None
        }
    }
}

fn typed(app: &mut App, action: &Action) -> Reply {
    let Some(line) = app.screens.model.line() else { return Reply::Pass };
    let Some(field) = &mut app.screens.model.field else { return Reply::Pass };
    match action {
        action if field.take(action, &mut app.toast) => {}
        Action::Back => app.screens.model.field = None,
        Action::Enter => {
            let text = field.text().to_owned();
            match current(app).map(|recipe| line.typed(&recipe, &text)) {
                Some(Ok(recipe)) => {
                    app.screens.model.field = None;
                    return Reply::of(changed(app, recipe));
                }
                Some(Err(error)) => {
                    let problem = Problem::from(error);
                    app.say(format!("{} {}", problem.what, problem.fix));
                }
                None => {}
            }
        }
        _ => return Reply::Pass,
    }
    Reply::Taken
}

/// Computes the case under other α, if their line is selected, α is used, and they are not known yet.
fn ask_smoothing(app: &mut App) -> Option<Job> {
    // Other α would give away the answer of an exercise.
    if app.session.sealed || app.screen != ScreenId::Model || app.screens.model.line() != Some(Line::Alpha) {
        return None;
    }
    let (fitted, case) = (Arc::clone(app.session.fitted()?), app.session.case.clone()?);
    if app.screens.model.smoothing(&app.session).is_some() || !fitted.is_smoothed() {
        return None;
    }
    let work = move || Arc::new(Smoothing::of(fitted, case));
    Some(app.jobs.start(Lane::Smoothing, "", work, |app, found| {
        app.screens.model.smoothing = Some(found);
        None
    }))
}

fn extract(app: &App, what: What) -> Option<Found<'_>> {
    let screen = &app.screens.model;
    match what {
        What::Marked => {
            let (view, selected) = (screen.view.as_ref()?, screen.line()?);
            line(match selected {
                Line::Column(at) => view.columns.get(at)?.name.clone(),
                selected => view.now(selected),
            })
        }
        What::Table => {
            let study = app.session.study.as_deref()?;
            Some(Ok(Extract::default().document(move || {
                let mut out = report::profile(study);
                study.fitted.iter().for_each(|fitted| out.append(report::overview(&**fitted)));
                out
            })))
        }
        _ => None,
    }
}
