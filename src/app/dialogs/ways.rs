//! The menu of ways to practise: worked, faded, blank, or a solution with an error.

use crate::app::prelude::*;
use crate::app::screens::practice::find_error;
use crate::app::screens::practice::state::View;
use crate::practice::worksheet::Level;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    Level(Level),
    FindError,
}

impl Way {
    pub const ALL: [Way; 4] =
        [Way::Level(Level::Worked), Way::Level(Level::Faded), Way::Level(Level::Blank), Way::FindError];

    pub fn name(self) -> &'static str {
        match self {
            Way::Level(level) => level.word(),
            Way::FindError => "find the error",
        }
    }

    pub fn meaning(self) -> &'static str {
        match self {
            Way::Level(Level::Worked) => "every line is filled in, to read",
            Way::Level(Level::Faded) => "some lines are yours to fill in",
            Way::Level(Level::Blank) => "every line is yours to fill in",
            Way::FindError => "find one mistake in a finished solution",
        }
    }
}

#[derive(Clone, Debug)]
pub struct WaysDialog {
    pub selection: Selection,
    pub on: Option<usize>,
}

const WIDTH: u16 = 62;

pub(crate) fn open(app: &mut App) {
    let screen = &app.screens.practice;
    let on = match screen.view {
        View::FindError => Some(Way::FindError),
        _ => screen.sheet.as_ref().map(|sheet| Way::Level(sheet.level)),
    };
    let on = on.and_then(|on| Way::ALL.iter().position(|way| *way == on));
    app.show(WaysDialog { selection: Selection::new(on.unwrap_or_default()), on });
}

impl Dialog for WaysDialog {
    fn scopes(&self) -> &'static [Scope] {
        &[Scope::List, Scope::Ways, Scope::Page, Scope::Always]
    }

    fn act(&mut self, app: &mut App, action: &Action) -> Reply {
        match action {
            Action::Enter => Reply::Close(Way::ALL.get(self.selection.at).and_then(|way| take(app, *way))),
            Action::Back => Reply::Close(None),
            action => Reply::moved(self.selection.moves(Way::ALL.len(), action)),
        }
    }

    fn draw(&self, canvas: &mut Canvas<'_>) -> Option<Position> {
        let rows = Way::ALL.iter().enumerate().map(|(at, way)| {
            let star = if self.on == Some(at) { "*" } else { " " };
            vec![format!("{star} {}", way.name()).into(), way.meaning().into()]
        });
        canvas.menu("How to practise", WIDTH, &self.selection, rows)
    }
}

fn take(app: &mut App, way: Way) -> Option<Job> {
    let view = app.screens.practice.view;
    let reply = match way {
        Way::Level(level) => {
            app.screens.practice.view = View::Worksheet;
            set_level(app, level);
            Reply::Taken
        }
        Way::FindError if view == View::FindError => Reply::Taken,
        _ if app.session.sealed => {
            app.say("This would show the answers. It opens when the exercise is finished.");
            Reply::Taken
        }
        Way::FindError => find_error::toggle(app),
    };
    match reply {
        Reply::Job(job) => Some(job),
        _ => None,
    }
}

/// Sets the level, unless the exercise hides its answers until it is finished.
fn set_level(app: &mut App, level: Level) {
    let sealed = app.session.sealed;
    let screen = &mut app.screens.practice;
    let Some(sheet) = &mut screen.sheet else { return };
    if sheet.level == level {
        return;
    }
    if sealed {
        app.say("The level cannot change until the exercise is finished.");
    } else if sheet.is_closed_book() && level != Level::Blank {
        app.say("This exercise does not show its answers, so it stays blank.");
    } else {
        sheet.set_level(level);
        screen.level = level;
        screen.first_open();
        crate::app::screens::practice::state::seal(app);
        app.say(format!("Level: {}.", level.word()));
    }
}
