//! What is told under screen 7: what to do next on the selected line, and which keys do something now. The footer offers no
//! others; those that are not offered say why when pressed.

use super::opening::InHand;
use super::sheet_keys::SheetLine;
use super::state::{PracticeScreen, View};
use crate::practice::find_error::Stage;
use crate::practice::worksheet::{Level, Line, OFFERED};
use crate::practice::{Verdict, Worksheet, course};
use crate::workbench::field::Field;
use crate::workbench::keys::Action;
use crate::workbench::session::Session;

impl PracticeScreen {
    pub fn reading(&self) -> &'static str {
        if self.view == View::FindError {
            return self.find.reading();
        }
        if self.view == View::Sheets {
            return self.sheets.reading();
        }
        let Some(sheet) = &self.sheet else { return "The steps of the case in hand, as questions." };
        match sheet.level {
            _ if self.field.is_some() && self.asks_for_class() => {
                "← → or its first letters choose a class. Enter checks; Esc: commands."
            }
            _ if self.field.as_ref().is_some_and(Field::is_selected) => {
                "Type another answer over this one, or change it with ← → and Backspace."
            }
            _ if self.field.is_some() => "Type your answer. Enter: check. Esc: back to commands.",
            _ if self.writing && sheet.is_done() => {
                "Finished. Esc: then letters are commands, and digits go to other screens."
            }
            _ if self.writing => "This line is filled in. Enter: the next blank one. Esc: commands.",
            Level::Worked => "All is worked out. m leaves lines blank for you.",
            _ if sheet.is_done() && self.is_of_course() => {
                "Finished. n: the next exercise. R: once more. Esc: the list."
            }
            _ if sheet.is_done() && self.exercise.as_ref().is_some_and(InHand::is_drawn) => {
                "Finished. n: the same with other data. R: once more. Esc leaves."
            }
            _ if sheet.is_done() && self.exercise.is_some() => {
                "Finished: the other screens are open again. R: once more. Esc leaves."
            }
            _ if sheet.is_done() => "Every line is filled in. n: the next case. m: more or fewer blanks.",
            _ if !self.is_open() => "Letters are commands now. Enter writes into the next blank line.",
            _ if self.is_offered(sheet) => "a shows this step; i gives a hint. Enter writes again.",
            _ if self.misses() > 0 => "Enter writes again. i gives a hint; f: I think that it is right.",
            _ => "Letters are commands, digits go to screens. Enter writes again.",
        }
    }

    pub fn reading_alone(&self) -> &'static str {
        let worksheet = self.sheet.as_ref().filter(|_| self.view == View::Worksheet);
        let Some(sheet) = worksheet else { return self.reading() };
        match sheet.level {
            _ if self.field.is_some() && self.asks_for_class() => {
                "← → or letters choose. Enter checks. Esc: commands."
            }
            _ if self.field.is_some() && self.was_told() => {
                "Tab: what is wrong. Type another answer. Esc: commands."
            }
            _ if self.field.is_some() => "Every key writes. Enter checks. Tab: what is asked.",
            _ if self.writing && sheet.is_done() => "Finished. Esc: then letters are commands.",
            _ if self.writing => "Filled in. Enter: the next blank line. Esc: commands.",
            Level::Worked => self.reading(),
            _ if sheet.is_done() && self.is_of_course() => {
                "Finished. n: next exercise. R: once more. Esc: list."
            }
            _ if sheet.is_done() && self.exercise.is_some() => "Finished. R: once more. Esc leaves.",
            _ if sheet.is_done() => "Finished. n: the next case. m: more or fewer blanks.",
            _ if self.is_offered(sheet) => "a shows this step, i hints; Tab says what is wrong.",
            _ => "Letters are commands, Enter writes. Tab: what is asked.",
        }
    }

    fn is_of_course(&self) -> bool {
        self.exercise.as_ref().is_some_and(InHand::is_of_course)
    }

    fn misses(&self) -> usize {
        self.marked().map_or(0, |(line, _)| line.misses)
    }

    fn was_told(&self) -> bool {
        self.marked().is_some_and(|(line, _)| line.told.is_some())
    }

    fn is_offered(&self, sheet: &Worksheet) -> bool {
        self.misses() >= OFFERED && sheet.may_show(self.cursor).is_ok()
    }

    pub fn works(&self, session: &Session, action: &Action) -> bool {
        match self.view {
            View::Worksheet => self.sheet(session).is_none_or(|sheet| self.works_on(sheet, session, action)),
            View::FindError => self.works_on_error(session, action),
            View::Sheets => self.works_on_sheets(action),
        }
    }

    fn works_on(&self, sheet: &Worksheet, session: &Session, action: &Action) -> bool {
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
            Action::LookAt => !session.sealed,
            Action::Left | Action::Right => self.asks_for_class(),
            Action::FindError => !session.sealed,
            _ => true,
        }
    }

    fn works_on_error(&self, session: &Session, action: &Action) -> bool {
        let Some(game) = self.game(session) else { return true };
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

fn goes_on(held: &InHand) -> bool {
    held.lesson().map_or(held.is_drawn(), |lesson| course::after(lesson.id).is_some())
}
