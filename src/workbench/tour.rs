//! The tour of the start screen: a sample is walked through with the user's own keys. A station says what to press, in the place of
//! the hint; it is done when the workbench is as the key leaves it, however it came to that. All other keys work as always.

use super::keys;
use super::model::Line;
use super::prelude::*;
use super::session::{Before, Pick, Tour};
use super::source::{Order, Source};

/// The sample that is walked through.
pub const SAMPLE: &str = "play-tennis";

/// Something to do.
struct Station {
    /// The screen where it is done, and what there is to see.
    on: ScreenId,
    why: &'static str,
    /// What to do there; `{0}` is the first of the keys.
    says: &'static str,
    /// What is to be pressed, as the table of keys has it.
    keys: &'static [(Scope, Action)],
    done: fn(&App, &Tour) -> bool,
}

const STATIONS: &[Station] = &[
    Station {
        on: ScreenId::Data,
        why: "the table",
        says: "A row is a day, the class whether tennis was played. {0}: other columns.",
        keys: &[(Scope::Grid, Action::Right)],
        done: |app, tour| app.screens.data.column != tour.before.column,
    },
    Station {
        on: ScreenId::Model,
        why: "which columns are read, and by which model",
        says: "{0} goes down to the smoothing α, which is added to every count.",
        keys: &[(Scope::List, Action::Down)],
        done: |app, _| app.screen == ScreenId::Model && app.screens.model.line() == Some(Line::Alpha),
    },
    Station {
        on: ScreenId::Model,
        why: "there is α",
        says: "{0} makes α larger: at once all is fitted again. See its effect beside.",
        keys: &[(Scope::Choice, Action::Right)],
        done: |app, tour| alpha(app) != tour.before.alpha,
    },
    Station {
        on: ScreenId::Parameters,
        why: "every number of the model",
        says: "Every number opens: {0} or {1} to another; formula and counts follow.",
        keys: &[(Scope::Grid, Action::Down), (Scope::Grid, Action::Right)],
        done: |app, tour| number(app) != tour.before.number,
    },
    Station {
        on: ScreenId::Parameters,
        why: "every number of the model",
        says: "{0} shows the rows that were counted for this number.",
        keys: &[(Scope::Parameters, Action::Enter)],
        done: |app, _| app.screen == ScreenId::Data && app.screens.data.only.is_some(),
    },
    Station {
        on: ScreenId::Explain,
        why: "one case, step by step",
        says: "{0} reveals a step, {1} all: prior, factors, scores, posterior.",
        keys: &[(Scope::Explain, Action::RevealNext), (Scope::Explain, Action::RevealAll)],
        done: |app, _| {
            let explanation = app.screens.explain.explanation(&app.session);
            explanation.is_some_and(|all| all.rows().len() == app.screens.explain.revealed)
        },
    },
    Station {
        on: ScreenId::Explain,
        why: "what if the case were another",
        says: "{0}: what if? There {1} changes the cell, {2} explains that case.",
        keys: &[
            (Scope::Explain, Action::WhatIf),
            (Scope::WhatIf, Action::Right),
            (Scope::WhatIf, Action::Enter),
        ],
        done: |app, _| matches!(app.session.pick, Pick::Changed(_)),
    },
    Station {
        on: ScreenId::Evaluate,
        why: "how often the model is right",
        says: "Rows: what is so; columns: what was said. {0} {1} move, {2}: its rows.",
        keys: &[(Scope::Grid, Action::Down), (Scope::Grid, Action::Right), (Scope::Confusion, Action::Enter)],
        done: |app, _| app.screen == ScreenId::Evaluate && app.pane == Pane::Detail,
    },
    Station {
        on: ScreenId::Plot,
        why: "the same in pictures",
        says: "Bars: what pushed the case to a class. {0} selects another one.",
        keys: &[(Scope::PlotBars, Action::Down)],
        done: |app, tour| app.screens.plot.bar != tour.before.bar,
    },
    Station {
        on: ScreenId::Parameters,
        why: "its formulas can be taken along",
        says: "{0} copies the marked number; {1} its working, also as LaTeX.",
        keys: &[
            (Scope::Screens, Action::Copy),
            (Scope::Screens, Action::CopyAs),
            (Scope::CopyAs, Action::Enter),
        ],
        done: |_, tour| tour.copied,
    },
    Station {
        on: ScreenId::Practice,
        why: "the same steps, as questions",
        says: "Type what the open line comes to, as 3/8; {0} checks, {1} hints.",
        keys: &[
            (Scope::TypedAnswer, Action::Enter),
            (Scope::TypedAnswer, Action::Hint),
            (Scope::Practice, Action::Enter),
        ],
        done: |app, _| {
            let sheet = app.screens.practice.sheet(&app.session);
            sheet.is_some_and(|sheet| sheet.lines.iter().any(|line| line.told.is_some()))
        },
    },
];

fn alpha(app: &App) -> Option<String> {
    Some(app.session.fitted()?.data.resolved.alpha.text().to_owned())
}

fn number(app: &App) -> (usize, usize) {
    (app.screens.parameters.line, app.screens.parameters.class)
}

/// The first look at a station.
fn arrive(app: &App, at: usize) -> Tour {
    let (column, bar) = (app.screens.data.column, app.screens.plot.bar);
    Tour { at, before: Before { column, alpha: alpha(app), number: number(app), bar }, copied: false }
}

/// How many there are.
pub fn stations() -> usize {
    STATIONS.len()
}

fn station(tour: &Tour) -> Option<&'static Station> {
    STATIONS.get(tour.at)
}

/// Data were opened: the tour begins with its own, and ends with others.
pub(super) fn opened(app: &mut App, order: &Order) {
    let own = order.source == Source::Sample(SAMPLE.into());
    app.tour = app.tour.take().filter(|_| own).map(|_| arrive(app, 0));
}

/// Whether an action leaves the tour: Esc, where it has nothing nearer to close or to stop.
pub(super) fn leaves(app: &mut App, action: &Action) -> bool {
    let nearer = !app.dialogs.is_empty() || app.typing() || app.jobs.busy().is_some();
    let leaves = app.tour.is_some() && matches!(action, Action::Back) && !nearer;
    if leaves {
        leave(app);
    }
    leaves
}

pub(super) fn leave(app: &mut App) {
    app.tour = None;
    app.say("The tour is left. The start screen and the commands have it.");
}

/// Goes on where what was to be done is done. `job` is what the last action asked for.
pub(super) fn follow(app: &mut App, job: Option<&Job>) {
    let Some(mut tour) = app.tour.take() else { return };
    tour.copied |= matches!(job, Some(Job::Copy(_) | Job::Draw(_)));
    if !station(&tour).is_some_and(|station| (station.done)(app, &tour)) {
        app.tour = Some(tour);
        return;
    }
    let next = arrive(app, tour.at + 1);
    if station(&next).is_some() {
        app.tour = Some(next);
    } else {
        let key = |action| key(Scope::Everywhere, &action).unwrap_or_default();
        let (help, all) = (key(Action::Help), key(Action::Palette));
        app.say(format!("That was the tour. {help} lists the keys of a screen, {all} finds all commands."));
    }
}

/// The key by which an action is asked for.
fn key(scope: Scope, action: &Action) -> Option<String> {
    keys::of(scope, action).map(|(key, _)| key)
}

/// What to do next, while the tour is on.
pub fn sentence(app: &App) -> Option<String> {
    let tour = app.tour.as_ref()?;
    let station = station(tour)?;
    if !app.dialogs.is_empty() && wanted(app).is_empty() {
        return None;
    }
    let text = if app.screen == station.on {
        let all = station.keys.iter().enumerate();
        all.fold(station.says.to_owned(), |text, (at, (scope, action))| {
            text.replace(&format!("{{{at}}}"), &key(*scope, action).unwrap_or_default())
        })
    } else {
        let key = key(Scope::Stages, &Action::Go(station.on)).unwrap_or_default();
        let typing = if app.typing() { "Esc, then " } else { "" };
        format!("{typing}{key} goes to {}: {}.", station.on.name(), station.why)
    };
    Some(format!("{}/{} {text}", tour.at + 1, STATIONS.len()))
}

/// The keys that are wanted next and mean that now, with their labels.
pub fn wanted(app: &App) -> Vec<(String, &'static str)> {
    let Some(station) = app.tour.as_ref().and_then(station) else { return Vec::new() };
    if app.screen != station.on {
        let key =
            key(Scope::Stages, &Action::Go(station.on)).filter(|_| !app.typing() && app.dialogs.is_empty());
        return key.map(|key| (key, station.on.name())).into_iter().collect();
    }
    let holds = |scope: Scope| app.scopes().iter().any(|held| held.holds(scope));
    let mut all: Vec<(String, &'static str)> = Vec::new();
    for (scope, action) in station.keys.iter().filter(|(scope, _)| holds(*scope)) {
        let Some((_, entry)) = keys::of(*scope, action) else { continue };
        let first = entry.sentence.split([':', ',']).next().unwrap_or_default();
        let label = (entry.shown(), entry.hint.map_or(first, |hint| hint.label));
        if !all.contains(&label) {
            all.push(label);
        }
    }
    all
}

/// The hints of the last row: the wanted keys first, then as many others as fit.
pub fn footer(app: &App, width: usize) -> Vec<(String, &'static str)> {
    let mut all = wanted(app);
    let taken: usize = all.iter().map(|(key, label)| key.chars().count() + label.chars().count() + 3).sum();
    let mut others = app.footer(width.saturating_sub(taken));
    others.retain(|(key, _)| !all.iter().any(|(wanted, _)| wanted == key));
    all.extend(others);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_of_a_station_is_in_the_table_and_in_its_sentence() {
        for station in STATIONS {
            assert!(key(Scope::Stages, &Action::Go(station.on)).is_some(), "{}", station.says);
            for (scope, action) in station.keys {
                assert!(key(*scope, action).is_some(), "{action:?}: {}", station.says);
            }
            assert!(
                station.says.contains("{0}")
                    && !station.says.contains(&format!("{{{}}}", station.keys.len()))
            );
        }
    }
}
