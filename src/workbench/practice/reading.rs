//! What is told under screen 7: what to do next on the selected line, and which keys do something now. The footer offers no
//! others; those that are not offered say why when pressed.

use super::exercise::InHand;
use super::sheets::SheetLine;
use super::state::{PracticeScreen, View};
use crate::practice::find_error::Stage;
use crate::practice::worksheet::{Kind, Level, Line, OFFERED};
use crate::practice::{Verdict, Worksheet, course};
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
        if self.view == View::Pictures {
            return self.pictures.reading();
        }
        let Some(sheet) = &self.sheet else { return "The steps of the case in hand, as questions." };
        match sheet.level {
            _ if self.field.is_some() => "A fraction, a decimal, a percentage or a product. Enter checks it.",
            Level::Worked => "All is worked out. v leaves lines blank for you.",
            _ if sheet.is_done() && self.is_of_course() => {
                "Finished. n: the next exercise. r: once more. Esc: the list."
            }
            _ if sheet.is_done() && self.exercise.as_ref().is_some_and(InHand::is_drawn) => {
                "Finished. n: the same with other data. r: once more. Esc leaves."
            }
            _ if sheet.is_done() && self.exercise.is_some() => {
                "Finished: the other screens are open again. r: once more. Esc leaves."
            }
            _ if sheet.is_done() => "Every line is filled in. n: the next case. v: more or fewer blanks.",
            _ if !self.is_open() => "Type the next answer, or Enter goes to its line.",
            _ if self.is_offered(sheet) => {
                "s shows this step; i gives a hint, or just go on: nothing is locked."
            }
            _ if self.misses() > 0 => {
                "Type another answer, or Enter to change this one. f: I think it is right."
            }
            _ if self.was_told() => "Type another answer, or Enter to change this one. i gives a hint.",
            _ if self.names_the_class() => "Enter begins to type the name of the class.",
            _ => "Type what belongs on the selected line. i gives a hint, d shows the data.",
        }
    }

    /// The same where one pane fits: shorter, and it says what the other one is for.
    pub fn reading_alone(&self) -> &'static str {
        let worksheet = self.sheet.as_ref().filter(|_| self.view == View::Worksheet);
        let Some(sheet) = worksheet else { return self.reading() };
        match sheet.level {
            _ if self.field.is_some() => "A fraction, a decimal or a product. Enter checks it.",
            Level::Worked => self.reading(),
            _ if sheet.is_done() && self.is_of_course() => {
                "Finished. n: next exercise. r: once more. Esc: list."
            }
            _ if sheet.is_done() && self.exercise.is_some() => "Finished. r: once more. Esc leaves.",
            _ if sheet.is_done() => "Finished. n: the next case. v: more or fewer blanks.",
            _ if !self.is_open() => self.reading(),
            _ if self.is_offered(sheet) => "s shows this step, i hints; Tab says what is wrong.",
            _ if self.was_told() => "Tab says what is wrong. Type another answer.",
            _ if self.names_the_class() => self.reading(),
            _ => "Type the answer. Tab: what is asked. d: the data.",
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

    fn names_the_class(&self) -> bool {
        self.marked().is_some_and(|(_, question)| question.kind == Kind::Class)
    }

    fn is_offered(&self, sheet: &Worksheet) -> bool {
        self.misses() >= OFFERED && sheet.may_show(self.cursor).is_ok()
    }

    /// Whether an action does something in the screen as it is.
    pub fn works(&self, session: &Session, action: &Action) -> bool {
        match self.view {
            View::Worksheet => self.sheet(session).is_none_or(|sheet| self.works_on(sheet, session, action)),
            View::FindError => self.works_on_error(session, action),
            View::Pictures => !matches!(action, Action::Hint | Action::ShowStep) || self.pictures.is_open(),
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
            Action::NextLevel => !(session.sealed || sheet.is_closed_book() && sheet.level == Level::Blank),
            Action::FromPicture | Action::FindError | Action::Project => !session.sealed,
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

/// Whether there is an exercise after the one in hand, or the same with other data.
fn goes_on(held: &InHand) -> bool {
    held.lesson().map_or(held.is_drawn(), |lesson| course::after(lesson.id).is_some())
}
