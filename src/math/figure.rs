//! How a number stands in a formula: its sign, and either digits or a fraction.
//!
//! Every notation draws numbers from here, so that they agree on what is written as a fraction, what as a decimal,
//! and when `=` has become `≈`. This module knows nothing of fences or layout.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

use super::decimal::{FIGURES, significant};
use super::{Expr, Number, Rel};

/// A fraction longer than this is drawn as a decimal.
const LONGEST_FRACTION: usize = 40;

/// A number ready to be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Figure {
    pub(super) negative: bool,
    /// Digits, or numerator and denominator; without a sign.
    pub(super) body: Body,
    /// Whether the digits are not the whole number.
    pub(super) rounded: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Body {
    Digits(String),
    Fraction(String, String),
}

impl Figure {
    pub(super) fn is_fraction(&self) -> bool {
        matches!(self.body, Body::Fraction(..))
    }

    /// The digits before and after the `e` of a number written with an exponent.
    pub(super) fn scientific(&self) -> Option<(&str, &str)> {
        match &self.body {
            Body::Digits(digits) => digits.split_once('e'),
            Body::Fraction(..) => None,
        }
    }

    fn decimal(number: &Number) -> Self {
        let (text, exact) = significant(number, FIGURES);
        let digits = text.strip_prefix('-');
        let negative = digits.is_some();
        Figure { negative, body: Body::Digits(digits.unwrap_or(&text).to_owned()), rounded: !exact }
    }

    fn of_number(number: &Number) -> Self {
        match number {
            Number::Exact(value) => Self::fraction(value.numer(), value.denom(), value.denom().is_one())
                .unwrap_or_else(|| Self::decimal(number)),
            _ => Self::decimal(number),
        }
    }

    fn of_ratio(numerator: &BigInt, denominator: &BigInt) -> Option<Self> {
        Self::fraction(numerator, denominator, false).or_else(|| {
            let value =
                (!denominator.is_zero()).then(|| BigRational::new(numerator.clone(), denominator.clone()))?;
            Some(Self::decimal(&Number::Exact(value)))
        })
    }

    /// The fraction (or whole number) written out, unless it is too long.
    fn fraction(numerator: &BigInt, denominator: &BigInt, whole: bool) -> Option<Self> {
        // Writing out a very long number is slow, and its length is known from its bits.
        let bits = numerator.bits() + denominator.bits();
        if bits > 4 * LONGEST_FRACTION as u64 {
            return None;
        }
        let (above, below) = (numerator.magnitude().to_string(), denominator.magnitude().to_string());
        let length = if whole { above.len() } else { above.len() + 1 + below.len() };
        (length <= LONGEST_FRACTION).then(|| Figure {
            negative: numerator.is_negative() != denominator.is_negative(),
            body: if whole { Body::Digits(above) } else { Body::Fraction(above, below) },
            rounded: false,
        })
    }
}

/// The number that a formula consists of, if it is one.
pub(super) fn figure(expr: &Expr) -> Option<Figure> {
    match expr.plain() {
        Expr::Num(number) => Some(Figure::of_number(number)),
        Expr::Decimal(digits) => {
            Some(Figure { negative: false, body: Body::Digits(digits.clone()), rounded: false })
        }
        Expr::Ratio(numerator, denominator) => {
            Some(Figure::of_ratio(numerator, denominator).unwrap_or(Figure {
                negative: false,
                body: Body::Fraction(numerator.to_string(), denominator.to_string()),
                rounded: false,
            }))
        }
        Expr::Frac(above, below) => match (digits(above), digits(below)) {
            (Some(above), Some(below)) => {
                Some(Figure { negative: false, body: Body::Fraction(above, below), rounded: false })
            }
            _ => None,
        },
        _ => None,
    }
}

/// The digits of a number without a sign that is not a fraction.
fn digits(expr: &Expr) -> Option<String> {
    match expr.plain() {
        Expr::Num(number) => match Figure::of_number(number) {
            Figure { negative: false, body: Body::Digits(digits), .. } if !digits.contains('e') => {
                Some(digits)
            }
            _ => None,
        },
        _ => None,
    }
}

/// The relation as it must be drawn: before a single number that had to be rounded, `=` would be untrue.
pub(super) fn relation(rel: Rel, side: &Expr) -> Rel {
    let number = match side.plain() {
        Expr::Neg(inner) => figure(inner),
        other => figure(other),
    };
    match rel {
        Rel::Eq if number.is_some_and(|number| number.rounded) => Rel::Approx,
        other => other,
    }
}
