//! Whether a number is the right one, in every figure that was written.
//!
//! All tests are made in rational arithmetic: a test in floats finds 46.0 outside 45.8 ± 0.2. Where the right value is
//! no fraction, it is the fraction of its float, with a billionth of itself to either side.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Signed, Zero};

use super::literal::Places;
use crate::math::Number;

/// A value that answers are held against.
#[derive(Clone, Debug)]
pub struct Near {
    value: BigRational,
    /// How far an exact form may be off: 0 for what is exact.
    slack: BigRational,
}

impl Near {
    /// A value; `None` for what is no number, such as infinity, or beyond the exponents that are read.
    pub fn of(number: &Number) -> Option<Near> {
        let value = rational(number)?;
        let slack =
            if number.as_exact() == Some(&value) { BigRational::zero() } else { value.abs() * billionth() };
        Some(Near { value, slack })
    }

    /// Whether a number is this value: exactly, or to a billionth where one of the two is no fraction.
    pub fn is(&self, number: &Number) -> bool {
        let Some(other) = Near::of(number) else { return false };
        (&self.value - &other.value).abs() <= (&self.slack).max(&other.slack).clone()
    }

    /// Whether a decimal has this value in every figure: it is off by half a unit of its last place at most.
    pub fn rounds_to(&self, decimal: &Number, places: &Places) -> bool {
        let half = &places.unit / BigInt::from(2);
        rational(decimal).is_some_and(|decimal| (&self.value - decimal).abs() <= half + &self.slack)
    }

    /// Whether a decimal is this value with the further figures cut off.
    pub fn cuts_to(&self, decimal: &Number, places: &Places) -> bool {
        let Some(decimal) = rational(decimal) else { return false };
        let same_side = decimal.is_zero() || decimal.is_negative() == self.value.is_negative();
        let left = self.value.abs() - decimal.abs();
        same_side && left >= -self.slack.clone() && left < places.unit
    }

    /// Whether a decimal differs from this value, rounded to as many places, by one in the last place.
    pub fn is_one_off(&self, decimal: &Number, places: &Places) -> bool {
        let Some(decimal) = rational(decimal) else { return false };
        let off = (&self.value - decimal).abs() / &places.unit;
        off > half() && off <= BigRational::from_integer(1.into()) + half()
    }

    /// Whether this value lies between two numbers.
    pub fn is_between(&self, low: &Number, high: &Number) -> bool {
        let ends = rational(low).zip(rational(high));
        ends.is_some_and(|(low, high)| low <= &self.value + &self.slack && &self.value - &self.slack <= high)
    }

    /// 1 less this value.
    pub fn complement(&self) -> Near {
        Near { value: BigRational::from_integer(1.into()) - &self.value, slack: self.slack.clone() }
    }

    /// This value times a power of ten.
    pub fn times_ten_to(&self, power: i32) -> Near {
        let size = BigRational::from_integer(BigInt::from(10).pow(power.unsigned_abs()));
        let by = if power < 0 { size.recip() } else { size };
        Near { value: &self.value * &by, slack: &self.slack * by }
    }

    /// Whether the value is 0 or 1: what is carried on from there says nothing.
    pub fn is_degenerate(&self) -> bool {
        self.value.is_zero() || self.value == BigRational::from_integer(1.into())
    }

    /// Whether the value lies from 0 to 1.
    pub fn is_share(&self) -> bool {
        !self.value.is_negative() && self.value <= BigRational::from_integer(1.into())
    }
}

fn half() -> BigRational {
    BigRational::new(1.into(), 2.into())
}

fn billionth() -> BigRational {
    BigRational::new(1.into(), 1_000_000_000.into())
}

/// Fractions with more bits are held by their first figures: nobody writes them out.
const BITS: u64 = 4_000;

/// The fraction of a number. Of a logarithm and a long fraction, that of its first figures.
fn rational(number: &Number) -> Option<BigRational> {
    match number {
        Number::Exact(value) if value.numer().bits() + value.denom().bits() <= BITS => Some(value.clone()),
        Number::Float(value) => BigRational::from_float(*value),
        Number::Log(_) | Number::Exact(_) => number.significant(20).number()?.as_exact().cloned(),
    }
}
