//! How a probability is written in a table: as counted, as a decimal, or as its logarithm.

use crate::math::{Number, fixed};
use crate::model::Estimate;
use crate::report::decimal;

/// The form of the probabilities on every screen.
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

    /// The form after this one.
    #[must_use]
    pub fn next(self) -> NumberForm {
        match self {
            NumberForm::Fraction => NumberForm::Decimal,
            NumberForm::Decimal => NumberForm::Ln,
            NumberForm::Ln => NumberForm::Fraction,
        }
    }

    /// What the numbers are called in a sentence.
    pub fn words(self) -> &'static str {
        match self {
            NumberForm::Fraction => "fractions as counted",
            NumberForm::Decimal => "decimals",
            NumberForm::Ln => "natural logarithms",
        }
    }

    /// An estimate in this form; `0/0` where it has no value and `ln 0` where it has no logarithm.
    pub fn written(self, estimate: &Estimate) -> String {
        let fraction = || format!("{}/{}", estimate.numerator, estimate.denominator);
        match (self, estimate.value()) {
            (NumberForm::Fraction, _) | (_, None) => fraction(),
            (NumberForm::Decimal, Some(value)) => decimal(&value),
            (NumberForm::Ln, Some(value)) if value.is_zero() => "ln 0".into(),
            (NumberForm::Ln, Some(_)) => fixed(&Number::Float(estimate.ln()), 4),
        }
    }
}

#[cfg(test)]
mod tests {
    use num_rational::BigRational;
    use num_traits::{One, Zero};

    use super::*;

    #[test]
    fn each_form_says_when_there_is_no_number() {
        let forms = |estimate: Estimate| NumberForm::ALL.map(|form| form.written(&estimate));
        assert_eq!(forms(Estimate::smoothed(3, 5, 3, &BigRational::one())), ["4/8", "0.5000", "-0.6931"]);
        assert_eq!(forms(Estimate::smoothed(0, 5, 3, &BigRational::zero())), ["0/5", "0.0000", "ln 0"]);
        assert_eq!(forms(Estimate::smoothed(0, 0, 3, &BigRational::zero())), ["0/0"; 3]);
    }
}
