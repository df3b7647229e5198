//! The question when data are opened for the first time: what each column is taken as.

use crate::app::prelude::*;
use crate::app::screens::model::changed;
use crate::app::widgets::table::{Column, Table, TableCell};
use crate::app::words::{shown, width};
use crate::recipe::{CLASS, Change, Opening, Recipe};

#[derive(Clone, Debug)]
pub struct OpeningDialog {
    pub opening: Opening,
    pub selection: Selection,
}

impl OpeningDialog {
    pub fn new(opening: Opening) -> OpeningDialog {
        let cursor = opening.lines.iter().position(|line| line.unclear).unwrap_or(0);
        OpeningDialog { opening, selection: Selection::new(cursor) }
    }

    fn turn(&mut self, app: &App, forward: bool) {
        let Some(line) = self.opening.lines.get_mut(self.selection.at) else { return };
        let all = line.choices.len().max(1);
        line.chosen = (line.chosen + if forward { 1 } else { all - 1 }) % all;
        if line.name != CLASS {
            return;
        }
        // With another class, the questions are about other columns; changed answers stay.
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
        // The other lines were seen and accepted.
        let seen = app.session.warnings.iter().filter(|warning| !warning.fixes.is_empty());
        app.session.settled = seen.cloned().collect();
        if recipe == study.recipe { None } else { changed(app, recipe) }
    }
}

impl Dialog for OpeningDialog {
    fn scopes(&self) -> &'static [Scope] {
        &[Scope::List, Scope::Opening, Scope::Page, Scope::Always]
    }

    fn act(&mut self, app: &mut App, action: &Action) -> Reply {
        match action {
            Action::Enter => return Reply::Close(self.take(app, &self.opening)),
            Action::Back => {
                app.say("Accepted as suggested. 2: change it. !: all warnings.");
                return Reply::Close(self.take(app, &self.opening.clone().suggested()));
            }
            Action::Left | Action::Right => self.turn(app, matches!(action, Action::Right)),
            action if self.selection.moves(self.opening.lines.len(), action) => {}
            _ => return Reply::Pass,
        }
        Reply::Taken
    }

    fn draw(&self, canvas: &mut Canvas<'_>) -> Option<Position> {
        let (app, theme, lines) = (canvas.app, canvas.theme, &self.opening.lines);
        let rows = u16::try_from(lines.len()).unwrap_or(u16::MAX).saturating_add(3);
        let size = (104.min(app.frame.width), app.frame.dialog(104, rows).1);
        let foot = match lines.iter().filter(|line| line.unclear).count() {
            1 => "1 is unclear".to_owned(),
            many => format!("{many} are unclear"),
        };
        let headline = app.session.headline(usize::from(size.0.saturating_sub(34)));
        canvas.dialog(&format!("{headline}: what it is taken as"), &foot, size);
        let row = |at: usize| {
            let Some((line, now)) = lines.get(at).and_then(|line| Some((line, line.now()?))) else {
                return Vec::new();
            };
            let selected = at == self.selection.at;
            let value = shown(&now.taken);
            let value = if selected { format!("← {value} →") } else { value.into_owned() };
            let style = if line.unclear { theme.strong } else { theme.text };
            let texts = [
                if line.unclear { "?".to_owned() } else { String::new() },
                shown(&line.name).into_owned(),
                value,
                shown(&now.because).into_owned(),
                shown(&line.examples.join(", ")).into_owned(),
            ];
            texts.map(|text| TableCell::styled(text, style)).into()
        };
        let widest =
            lines.iter().filter_map(|line| line.now()).map(|now| width(&shown(&now.taken)) + 4).max();
        let columns = [
            Column::text(""),
            Column::text("column").most(14),
            Column::text("is taken as").least(widest.unwrap_or(0).min(20)),
            Column::prose("because"),
            Column::prose("for example").most(24).optional(),
        ];
        Table::new(columns, lines.len(), row).row(self.selection.at).draw(canvas, &self.selection.scroll);
        None
    }
}
