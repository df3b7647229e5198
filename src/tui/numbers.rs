//! Numbers and answers in the form that is chosen.

use crate::math::{Expr, FIGURES, Face, Linear, Number};
use crate::practice::Verdict;
use crate::practice::worksheet::{Question, Right};
use crate::report::decimal;
use crate::report::ln;
use crate::workbench::words::{clip, shown, width};
use crate::workbench::{App, NumberForm};

/// Fractions with more characters than this are left to the decimal.
const LONGEST: usize = 24;

#[derive(Clone, Copy, Debug)]
pub struct Form {
    pub form: NumberForm,
    pub face: Face,
}

impl Form {
    pub fn of(app: &App) -> Form {
        Form { form: app.settings.form, face: app.settings.face() }
    }

    /// A number in at most `most` columns where it can be: a fraction that is too long becomes a decimal. No number is
    /// ever cut.
    pub fn write(self, shown: &Expr, value: Option<&Number>, most: usize) -> String {
        match (value, self.form) {
            (None, _) => "0/0".to_owned(),
            (Some(value), NumberForm::Ln) => ln(value).written(self.face.sign),
            (Some(value), NumberForm::Decimal) => decimal(value).written(self.face.sign),
            (Some(value), NumberForm::Fraction) => {
                let readable = value.to_fraction().is_some_and(|text| text.len() <= LONGEST);
                let fraction = readable.then(|| Linear(self.face).expr(shown));
                fraction
                    .filter(|text| width(text) <= most)
                    .unwrap_or_else(|| decimal(value).written(self.face.sign))
            }
        }
    }

    /// A product on its way: six figures, which is enough to multiply on by hand.
    pub fn product(self, value: &Number) -> String {
        let text = if self.form == NumberForm::Ln { ln(value) } else { value.significant(FIGURES).into() };
        text.written(self.face.sign)
    }
}

pub fn sign(verdict: Verdict, ascii: bool) -> &'static str {
    if ascii { verdict.ascii() } else { verdict.glyph() }
}

pub fn value_columns(columns: usize) -> usize {
    if columns < 60 { 10 } else { 22 }
}

/// The columns of them that may be used: a blank keeps a name that takes all its `room` apart.
pub fn value_room(name: &str, room: usize, value: usize) -> usize {
    if width(name) < room { value } else { value.saturating_sub(1) }
}

/// What belongs on a line, in the form that is chosen.
pub fn right(app: &App, question: &Question, room: usize) -> String {
    written(app, &question.right, room)
}

/// A number or a class on a line, in the form that is chosen.
pub fn written(app: &App, right: &Right, room: usize) -> String {
    let form = Form::of(app);
    match right {
        Right::Class(name) => clip(&shown(name), room).into_owned(),
        Right::Number(shown, value) => {
            let text = form.write(shown, value.as_ref(), room);
            // One multiplies on with it, and four decimals of a small number are too few for that.
            let sign = form.face.sign;
            let short = value.as_ref().filter(|value| text == decimal(value).written(sign));
            let shorter = short.and_then(|value| {
                let mut figures = (3..=FIGURES).rev().map(|figures| value.significant(figures).written(sign));
                figures.find(|text| width(text) <= room)
            });
            shorter.unwrap_or(text)
        }
    }
}
