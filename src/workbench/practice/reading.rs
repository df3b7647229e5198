//! The sentence under screen 7: what to do next on the marked line.

use super::in_hand::InHand;
use super::screen::PracticeScreen;
use super::view::View;
use crate::practice::Worksheet;
use crate::practice::worksheet::{Kind, Level, OFFERED};

impl PracticeScreen {
    /// How to read the left pane.
    pub fn reading(&self) -> &'static str {
        if self.view == View::FindError {
            return self.find.reading();
        }
        if self.view == View::Sheets {
            return self.sheets.reading();
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
            _ => "Type what belongs on the marked line. i gives a hint, d shows the data.",
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

    /// Whether so much was tried that the step is offered.
    fn is_offered(&self, sheet: &Worksheet) -> bool {
        self.misses() >= OFFERED && sheet.may_show(self.cursor).is_ok()
    }
}
