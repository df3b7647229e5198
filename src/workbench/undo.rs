//! Changes are taken back and made again, the last one first, on whichever screen they were made.

use super::data::turned;
use super::model::{current, wanted};
use super::prelude::*;
use super::session::Past;
use crate::recipe::Difference;
use crate::text::{brief, shown};

pub fn turn(app: &mut App, forward: bool) -> Option<Job> {
    if app.screen == ScreenId::Practice {
        app.say("An answer stays: type over it, or R begins again. Other changes are taken back on their screens.");
        return None;
    }
    if app.session.sealed {
        app.say("The exercise sets recipe and case. Finish it first, or leave it: Esc on screen 7.");
        return None;
    }
    let (recipe, pick, rows) = (current(app), app.session.pick.clone(), app.screens.data.shown.clone());
    let now = |past: &Past| match past {
        Past::Recipe(_) => Past::Recipe(Box::new(recipe.clone().unwrap_or_default())),
        Past::Case(_) => Past::Case(pick.clone()),
        Past::Shown(_) => Past::Shown(rows.clone()),
    };
    let Some(past) = app.session.history.turn(forward, now) else {
        app.say(no_change(forward));
        return None;
    };
    match past {
        Past::Recipe(past) => {
            let found = recipe.map(|now| now.differences(&past)).unwrap_or_default();
            app.say(said(forward, &differences(&found)));
            wanted(app, *past)
        }
        Past::Case(pick) => {
            app.session.choose(pick);
            let case = app.session.case.as_ref().map(|case| app.session.pick.words(case));
            app.say(said(forward, &format!("the case is {}", case.unwrap_or_default())));
            app.entered()
        }
        Past::Shown(past) => {
            let words = app.session.table.as_ref().map(|table| past.words(table)).unwrap_or_default();
            app.say(said(forward, &format!("1 Data shows {words}")));
            turned(app, past)
        }
    }
}

fn said(forward: bool, what: &str) -> String {
    match forward {
        true => format!("Made again: {what}. u takes it back."),
        false => format!("Taken back: {what}. U makes it again."),
    }
}

pub fn differences(all: &[Difference]) -> String {
    let Some(first) = all.first() else { return "the recipe".into() };
    let column = first.column.as_deref().map(|name| format!(" of {}", brief(name))).unwrap_or_default();
    let values = match (&first.before, &first.after) {
        (Some(before), Some(after)) => format!(" {} → {}", brief(before), brief(after)),
        (None, Some(after)) => format!(" {}", brief(after)),
        _ => String::new(),
    };
    let more = match all.len() {
        1 => String::new(),
        many => format!(", and {} more", many - 1),
    };
    shown(&format!("{}{column}{values}{more}", first.name)).into_owned()
}

pub fn no_change(forward: bool) -> &'static str {
    if forward { "There is no change to make again." } else { "There is no change to take back." }
}
