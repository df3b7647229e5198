//! A number of a table in the form that is chosen.

use crate::math::{Expr, FIGURES, Linear, Number, fixed, significant};
use crate::report::decimal;
use crate::workbench::NumberForm;
use crate::workbench::words::width;

/// Fractions with more characters than this are left to the decimal.
const LONGEST: usize = 24;

/// How numbers are to be written.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    /// The form that was chosen.
    pub form: NumberForm,
    /// Without Unicode.
    pub ascii: bool,
}

impl Form {
    /// A number in at most `most` columns where it can be: a fraction that is too long becomes a decimal. No number is
    /// ever cut.
    pub fn write(self, shown: &Expr, value: Option<&Number>, most: usize) -> String {
        match (value, self.form) {
            (None, _) => "0/0".to_owned(),
            (Some(value), NumberForm::Ln) => ln(value),
            (Some(value), NumberForm::Decimal) => decimal(value),
            (Some(value), NumberForm::Fraction) => {
                let readable = value.to_fraction().is_some_and(|text| text.len() <= LONGEST);
                let fraction = readable.then(|| Linear { ascii: self.ascii }.expr(shown));
                fraction.filter(|text| width(text) <= most).unwrap_or_else(|| decimal(value))
            }
        }
    }
}

/// A product on its way: six figures, which is enough to multiply on by hand.
pub fn product(value: &Number, form: NumberForm) -> String {
    if form == NumberForm::Ln { ln(value) } else { significant(value, FIGURES).0 }
}

/// The natural logarithm; 0 has none.
pub fn ln(value: &Number) -> String {
    if value.is_zero() { "ln 0".to_owned() } else { fixed(&Number::Float(value.ln()), 4) }
}
