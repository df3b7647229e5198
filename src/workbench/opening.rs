//! The form of the first opening: what the data are taken as, line by line; what is unclear stands first. It is asked once for
//! each file, and everything can be changed later.

use super::model::changed;
use super::prelude::*;
use crate::recipe::{CLASS, Change, Opening, Recipe};

/// The widest that it is good to read.
pub const WIDTH: u16 = 104;
/// Lines of it that are none of the list: the borders and the heading.
const OTHER_LINES: u16 = 3;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningDialog {
    pub opening: Opening,
    pub cursor: usize,
    pub scroll: usize,
}

impl OpeningDialog {
    pub fn new(opening: Opening) -> OpeningDialog {
        let cursor = opening.lines.iter().position(|line| line.unclear).unwrap_or(0);
        OpeningDialog { opening, cursor, scroll: 0 }
    }

    pub fn size(&self, app: &App) -> (u16, u16) {
        let lines = u16::try_from(self.opening.lines.len()).unwrap_or(u16::MAX);
        let (_, rows) = app.frame.dialog(WIDTH, lines.saturating_add(OTHER_LINES));
        (WIDTH.min(app.frame.width), rows)
    }

    pub fn room(&self, app: &App) -> usize {
        usize::from(self.size(app).1.saturating_sub(OTHER_LINES)).max(1)
    }

    fn turn(&mut self, app: &App, forward: bool) {
        let Some(line) = self.opening.lines.get_mut(self.cursor) else { return };
        let all = line.choices.len().max(1);
        line.chosen = (line.chosen + if forward { 1 } else { all - 1 }) % all;
        if line.name != CLASS {
            return;
        }
        // Under another class other columns are asked about; what was changed stays.
        let Some(Change::Target(target)) = line.now().map(|now| now.change.clone()) else { return };
        let Some(study) = &app.session.study else { return };
        let recipe = Recipe { target: Some(target), ..study.recipe.clone() };
        let before = std::mem::take(&mut self.opening);
        let mut now = Opening::of(&recipe, &study.loaded);
        for line in &mut now.lines {
            let Some(old) = before.lines.iter().find(|old| old.name == line.name) else { continue };
            if old.name == CLASS {
                (line.unclear, line.suggested) = (old.unclear, old.suggested);
            } else if old.chosen != old.suggested && old.choices == line.choices {
                line.chosen = old.chosen;
            }
        }
        self.opening = now;
    }

    fn take(&self, app: &mut App, opening: &Opening) -> Option<Job> {
        let (study, table) = (app.session.study.clone()?, app.session.table.clone()?);
        let recipe = opening.applied(&study.recipe, &table);
        // The rest was seen, and taken as it is.
        let seen = app.session.warnings.iter().filter(|warning| !warning.fixes.is_empty());
        app.session.settled = seen.cloned().collect();
        if recipe == study.recipe { None } else { changed(app, recipe) }
    }
}

impl Dialog for OpeningDialog {
    fn scopes(&self) -> &'static [Scope] {
        &[Scope::List, Scope::Opening, Scope::Page, Scope::Always]
    }

    fn hint(&self) -> &'static str {
        "? is unclear: ← → change it. Enter takes all as shown. Later: 2 and !"
    }

    fn settle(&mut self, app: &App) {
        self.scroll = follow(self.scroll, self.cursor, self.room(app));
    }

    fn act(&mut self, app: &mut App, action: &Action) -> Reply {
        let (last, room) = (self.opening.lines.len().saturating_sub(1), self.room(app));
        match action {
            Action::Enter => return Reply::Close(self.take(app, &self.opening)),
            Action::Back => {
                app.say("Taken as suggested. 2 changes it, ! lists what was noticed.");
                return Reply::Close(self.take(app, &self.opening.clone().suggested()));
            }
            Action::Left | Action::Right => self.turn(app, matches!(action, Action::Right)),
            action if moves(&mut self.cursor, last, room, action) => {}
            _ => return Reply::Pass,
        }
        self.settle(app);
        Reply::Taken
    }
}
