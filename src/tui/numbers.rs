//! Numbers and answers in the form that is chosen.

use crate::math::{Expr, Face, Linear, Number, Precision};
use crate::practice::Verdict;
use crate::practice::worksheet::{Question, Right};
use crate::report::{ln, to};
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
    pub fn write(self, shown: &Expr, value: Option<&Number>, most: usize, precision: Precision) -> String {
        let decimal = |value: &Number| to(value, precision);
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

    pub fn product(self, value: &Number) -> String {
        let text = if self.form == NumberForm::Ln { ln(value) } else { to(value, Precision::FACTOR) };
        text.written(self.face.sign)
    }
}

pub fn sign(verdict: Verdict, ascii: bool) -> &'static str {
    if ascii { verdict.ascii() } else { verdict.glyph() }
}

pub fn right(app: &App, question: &Question, room: usize) -> String {
    written(app, &question.right, room)
}

pub fn written(app: &App, right: &Right, room: usize) -> String {
    let form = Form::of(app);
    match right {
        Right::Class(name) => clip(&shown(name), room).into_owned(),
        Right::Number(shown, value) => {
            let text = form.write(shown, value.as_ref(), room, Precision::FACTOR);
            let fits = |text: &String| width(text) <= room;
            let shorter =
                value.as_ref().filter(|_| form.form != NumberForm::Ln && !fits(&text)).and_then(|value| {
                    let figures = (3..5).rev().map(|figures| to(value, Precision::Figures(figures)));
                    figures.map(|text| text.written(form.face.sign)).find(fits)
                });
            shorter.unwrap_or(text)
        }
    }
}
