//! Which keys of screen 7 do something now: the footer offers no others. Those that are not offered say why when pressed.

use super::super::action::Action;
use super::super::app::App;
use super::in_hand::InHand;
use super::screen::PracticeScreen;
use super::sheets::SheetLine;
use super::view::View;
use crate::practice::course;
use crate::practice::find_error::Stage;
use crate::practice::worksheet::{Level, Line};
use crate::practice::{Verdict, Worksheet};

impl PracticeScreen {
    /// Whether an action does something in the screen as it is.
    pub fn works(&self, app: &App, action: &Action) -> bool {
        match self.view {
            View::Worksheet => self.sheet(app).is_none_or(|sheet| self.works_on(sheet, app, action)),
            View::FindError => self.works_on_error(app, action),
            View::Sheets => self.works_on_sheets(action),
        }
    }

    fn works_on(&self, sheet: &Worksheet, app: &App, action: &Action) -> bool {
        let line = sheet.lines.get(self.cursor);
        let open = line.is_some_and(Line::is_open);
        let may_show = sheet.may_show(self.cursor).is_ok();
        match action {
            Action::Enter => !sheet.is_done(),
            Action::Hint => {
                let tells = line.is_some_and(|line| line.hints + 1 >= sheet.questions.grades(self.cursor));
                open && (may_show || !tells)
            }
            Action::ShowStep => open && may_show,
            Action::Dispute => {
                let verdict = line.and_then(Line::verdict);
                matches!(verdict, Some(Verdict::Wrong | Verdict::Unmarked))
            }
            Action::NextCase => self.exercise.as_ref().is_none_or(goes_on),
            Action::SameAgain => sheet.is_begun(),
            Action::NextLevel => {
                !(app.session.sealed || sheet.is_closed_book() && sheet.level == Level::Blank)
            }
            Action::FindError | Action::Project => !app.session.sealed,
            _ => true,
        }
    }

    fn works_on_error(&self, app: &App, action: &Action) -> bool {
        let Some(game) = self.find.game(app) else { return true };
        match action {
            Action::Enter => matches!(game.stage, Stage::Looking | Stage::Mending),
            Action::Hint | Action::ShowStep => !game.is_done(),
            Action::SameAgain => game.is_done() || !game.picks.is_empty() || !game.hints.is_empty(),
            _ => true,
        }
    }

    fn works_on_sheets(&self, action: &Action) -> bool {
        let sheets = &self.sheets;
        match action {
            Action::Enter if sheets.open => sheets.next_wrong().is_some(),
            Action::Enter => sheets.sheet().is_some(),
            Action::ShowStep => {
                matches!(sheets.line(sheets.line), Some(SheetLine::Step(_))) && !sheets.keeps_back()
            }
            _ => true,
        }
    }
}

/// Whether there is an exercise after the one in hand, or the same with other data.
fn goes_on(held: &InHand) -> bool {
    held.lesson().map_or(held.is_drawn(), |lesson| course::after(lesson.id).is_some())
}
