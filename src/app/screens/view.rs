//! The screens, each with its left and its right pane.

use ratatui::layout::Position;

use crate::app::screens::data::given::given as given_numbers;
use crate::app::screens::data::view as data;
use crate::app::screens::data::view::{given, profile};
use crate::app::screens::evaluate::view as evaluate;
use crate::app::screens::explain::view as explain;
use crate::app::screens::model::view as model;
use crate::app::screens::parameters::view as parameters;
use crate::app::screens::plot::view as plot;
use crate::app::screens::practice::View;
use crate::app::screens::practice::view as practice;
use crate::app::screens::practice::view::{find_error, sheets};
use crate::app::screens::start::view as start;
use crate::app::terminal::theme::Theme;
use crate::app::widgets::pane::Pane;
use crate::app::{App, ScreenId};

struct Drawing {
    left: Left,
    right: fn(&mut Pane<'_>),
    /// The columns that the left pane needs to show its table uncut; 0 where it has none.
    needed: fn(&App, &Theme) -> usize,
    lines: fn(&App) -> Option<usize>,
}

enum Left {
    Shown(fn(&mut Pane<'_>)),
    Typed(fn(&mut Pane<'_>) -> Option<Position>),
}

fn drawing(screen: ScreenId, app: &App) -> Drawing {
    let drawn = |left, right| Drawing { left, right, needed: |_, _| 0, lines: |_| None };
    match screen {
        ScreenId::Start => drawn(Left::Typed(start::left), start::right),
        ScreenId::Data if given_numbers(app).is_some() => Drawing {
            needed: |app, _| given_numbers(app).map_or(0, given::needed),
            ..drawn(Left::Shown(given_left), given::right)
        },
        ScreenId::Data => Drawing { needed: data::needed, ..drawn(Left::Shown(data::left), profile::right) },
        ScreenId::Model => {
            Drawing { needed: |app, _| model::needed(app), ..drawn(Left::Typed(model::left), model::right) }
        }
        ScreenId::Parameters => {
            Drawing { needed: parameters::needed, ..drawn(Left::Shown(parameters::left), find_error::draw) }
        }
        ScreenId::Evaluate => Drawing {
            needed: |app, _| evaluate::needed(app),
            lines: evaluate::lines,
            ..drawn(Left::Shown(evaluate::left), evaluate::right)
        },
        ScreenId::Explain => Drawing {
            needed: explain::needed,
            lines: explain::lines,
            ..drawn(Left::Shown(explain::left), explain::right)
        },
        ScreenId::Plot => {
            Drawing { needed: |_, _| plot::NEEDED, ..drawn(Left::Shown(plot::left), plot::right) }
        }
        ScreenId::Practice if app.screens.practice.view == View::Sheets => {
            drawn(Left::Shown(sheets::left), sheets::right_pane)
        }
        ScreenId::Practice => drawn(Left::Typed(practice::left), practice::detail),
    }
}

fn given_left(pane: &mut Pane<'_>) {
    if let Some(recipe) = given_numbers(pane.app) {
        given::left(pane, recipe);
    }
}

pub fn left(mut pane: Pane<'_>) -> Option<Position> {
    match drawing(pane.app.screen, pane.app).left {
        Left::Shown(draw) => {
            draw(&mut pane);
            None
        }
        Left::Typed(draw) => draw(&mut pane),
    }
}

pub fn right(mut pane: Pane<'_>) {
    (drawing(pane.app.screen, pane.app).right)(&mut pane);
}

pub fn lines(app: &App) -> Option<usize> {
    (drawing(app.screen, app).lines)(app)
}

pub fn needed(app: &App, theme: &Theme) -> usize {
    (drawing(app.screen, app).needed)(app, theme)
}
