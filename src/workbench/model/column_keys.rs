//! The keys that are about the marked column.

use std::sync::Arc;

use super::super::action::Action;
use super::super::app::App;
use super::super::job::Job;
use super::change::{self, Role};
use super::{Line, changed, current};
use crate::table::Kind;

/// A key that is about the marked column.
pub(super) fn act(app: &mut App, line: Line, action: &Action) -> Option<Job> {
    let Line::Column(column) = line else { return None };
    let (recipe, table) = (current(app)?, Arc::clone(app.session.table.as_ref()?));
    let about = app.screens.model.view.as_ref()?.columns.get(column)?.clone();
    let why_not = match (action, about.role, about.kind) {
        (Action::MakeTarget, Role::Target, _) => Some("It is the target already."),
        (Action::MakeTarget, ..) => None,
        (_, Role::Target, _) => Some("It is the target. Press t on another column first."),
        (Action::MakeWeight, _, kind) if kind != Kind::Numeric => {
            Some("Only numbers can say how many times a row was seen.")
        }
        (Action::MakeWeight, ..) => None,
        (_, Role::Weight, _) => Some("It is the weight. Press w to make it a feature again."),
        (Action::One, _, Kind::Text) => Some("A text has words, not a value that counts as 1."),
        (Action::One, ..) if change::ones(&recipe, &table, column).len() < 2 => {
            Some("Only a column of two values or more, or of 0 and 1, can be read as yes or no.")
        }
        (Action::Bins, _, kind) if kind != Kind::Numeric => Some("Only numbers have bins."),
        _ => None,
    };
    if let Some(why) = why_not {
        app.say(why);
        return None;
    }
    let next = match action {
        Action::Toggle => change::toggled(&recipe, &table, column),
        Action::MakeTarget => change::with_target(&recipe, &table, column),
        Action::MakeWeight => change::with_weight(&recipe, &table, column),
        Action::Bins => change::with_next_bins(&recipe, &table, column),
        Action::One => change::with_next_one(&recipe, &table, column),
        _ => change::with_other_kind(&recipe, &table, column),
    };
    next.and_then(|recipe| changed(app, recipe))
}
