//! How the workbench looks: chosen at start or with F2, and nothing that changes a number.

use crate::math::{DecimalSign, Face, Number, Precision, Sentence};
use crate::model::Estimate;
use crate::report::to;

/// A theme by name; what its colours are is the terminal's side of the house.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ThemeName {
    #[default]
    Auto,
    Dark,
    Light,
    Projector,
    Mono,
}

impl ThemeName {
    pub const ALL: [ThemeName; 5] =
        [ThemeName::Auto, ThemeName::Dark, ThemeName::Light, ThemeName::Projector, ThemeName::Mono];

    /// Its word, as in `--theme`, and what to choose it for.
    pub fn words(self) -> (&'static str, &'static str) {
        match self {
            ThemeName::Auto => ("auto", "suits most terminals"),
            ThemeName::Dark => ("dark", "for a dark background"),
            ThemeName::Light => ("light", "for a light background"),
            ThemeName::Projector => ("projector", "black on white, for a room"),
            ThemeName::Mono => ("mono", "no colours at all"),
        }
    }

    pub fn named(word: &str) -> Option<ThemeName> {
        ThemeName::ALL.into_iter().find(|theme| theme.words().0 == word)
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    pub theme: ThemeName,
    pub ascii: bool,
    pub form: NumberForm,
    pub sign: DecimalSign,
}

impl Settings {
    /// How texts with numbers are written.
    pub fn face(&self) -> Face {
        Face { ascii: self.ascii, sign: self.sign }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum NumberForm {
    /// `4/8`, as counted.
    #[default]
    Fraction,
    /// `0.5000`.
    Decimal,
    /// `-0.6931`, the natural logarithm.
    Ln,
}

impl NumberForm {
    /// All forms, in the order of the key that changes them.
    pub const ALL: [NumberForm; 3] = [NumberForm::Fraction, NumberForm::Decimal, NumberForm::Ln];

    #[must_use]
    pub fn next(self) -> NumberForm {
        match self {
            NumberForm::Fraction => NumberForm::Decimal,
            NumberForm::Decimal => NumberForm::Ln,
            NumberForm::Ln => NumberForm::Fraction,
        }
    }

    pub fn words(self) -> &'static str {
        match self {
            NumberForm::Fraction => "fractions as counted",
            NumberForm::Decimal => "decimals",
            NumberForm::Ln => "natural logarithms",
        }
    }

    /// An estimate in this form; `0/0` where it has no value and `ln 0` where it has no logarithm.
    pub fn written(self, estimate: &Estimate) -> Sentence {
        let fraction = || format!("{}/{}", estimate.numerator, estimate.denominator).into();
        match (self, estimate.value()) {
            (NumberForm::Fraction, _) | (_, None) => fraction(),
            (NumberForm::Decimal, Some(value)) => to(&value, Precision::FACTOR),
            (NumberForm::Ln, Some(value)) if value.is_zero() => "ln 0".into(),
            (NumberForm::Ln, Some(_)) => Number::Float(estimate.ln()).rounded(Precision::Share).into(),
        }
    }
}

pub fn word(sign: DecimalSign) -> &'static str {
    match sign {
        DecimalSign::Point => "point",
        DecimalSign::Comma => "comma",
    }
}

pub fn example(sign: DecimalSign) -> String {
    Number::Float(0.25).fixed(2).written(sign)
}

#[cfg(test)]
mod tests {
    use num_rational::BigRational;
    use num_traits::{One, Zero};

    use super::*;

    #[test]
    fn each_form_says_when_there_is_no_number() {
        let forms = |estimate: Estimate| NumberForm::ALL.map(|form| form.written(&estimate).plain());
        assert_eq!(forms(Estimate::smoothed(3, 5, 3, &BigRational::one())), ["4/8", "0.5", "-0.6931"]);
        assert_eq!(forms(Estimate::smoothed(0, 5, 3, &BigRational::zero())), ["0/5", "0", "ln 0"]);
        assert_eq!(forms(Estimate::smoothed(0, 0, 3, &BigRational::zero())), ["0/0"; 3]);
    }
}
