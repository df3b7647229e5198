//! A number as written, with its last place, and the comparison of its figures with the right value.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

use super::Unread;
use crate::math::{Number, ParseNumberError, read_exact};

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Literal {
    pub value: BigRational,
    /// `None` for a whole number without point, exponent or percent sign.
    pub places: Option<Places>,
    /// In one notation: a 0 before the point, `e` for powers of ten.
    pub text: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Places {
    /// The value of a 1 in the last written place: 1/100 for 0.33 and for 33 %, 10⁻⁶ for 3.01e-4.
    pub unit: BigRational,
    /// Significant figures; 0 for 0.00.
    pub figures: usize,
    /// Whether dots after it mean that further figures follow: 0.277…
    pub goes_on: bool,
}

impl Places {
    /// The places of a whole number, if it is a rounded one; `None` for a fraction.
    pub fn of_whole(number: &Number) -> Option<Places> {
        let value = number.as_exact().filter(|value| value.is_integer())?;
        let figures = value.numer().magnitude().to_string().len();
        Some(Places::of_units(figures))
    }

    /// The places of 1 as a probability, which counts as 1.0.
    pub fn of_certain(number: &Number) -> Option<Places> {
        let places = Places { unit: ten_to(-1), ..Places::of_units(1) };
        (number == &Number::one()).then_some(places)
    }

    fn of_units(figures: usize) -> Places {
        Places { unit: BigRational::one(), figures, goes_on: false }
    }
}

impl Literal {
    pub(super) fn read(text: &str) -> Result<Literal, Unread> {
        let value = read_exact(text).map_err(|error| match error {
            ParseNumberError::Exponent { .. } => Unread::Exponent,
            _ => Unread::Strange(text.to_owned()),
        })?;
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, ""));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let is_whole = !mantissa.contains('.') && exponent.is_empty();
        let power: i32 = exponent.parse().unwrap_or(0);
        let decimals = i32::try_from(fraction.len()).unwrap_or(i32::MAX);
        let figures = format!("{whole}{fraction}").trim_start_matches('0').len();
        let unit = ten_to(power.saturating_sub(decimals));
        let places = Places { unit, ..Places::of_units(figures) };
        let whole = whole.trim_start_matches('0');
        let whole = if whole.is_empty() { "0" } else { whole };
        let text = match (fraction, exponent) {
            ("", "") => whole.to_owned(),
            (_, "") => format!("{whole}.{fraction}"),
            ("", _) => format!("{whole}e{power}"),
            _ => format!("{whole}.{fraction}e{power}"),
        };
        Ok(Literal { value, places: (!is_whole).then_some(places), text })
    }

    pub(super) fn going_on(self) -> Literal {
        let places = self.places.map(|places| Places { goes_on: true, ..places });
        Literal { places, text: format!("{}…", self.text), ..self }
    }

    pub(super) fn whole(value: BigInt) -> Literal {
        Literal { text: value.to_string(), value: BigRational::from_integer(value), places: None }
    }

    /// The same as a percentage. A percentage counts as a decimal: 33 % has two figures.
    pub(super) fn percent(&self) -> Literal {
        let figures = self.text.trim_start_matches(['0', '.']).bytes().filter(u8::is_ascii_digit).count();
        let places = self.places.clone().unwrap_or(Places::of_units(figures));
        let hundredth = ten_to(-2);
        Literal {
            value: &self.value * &hundredth,
            places: Some(Places { unit: places.unit * hundredth, ..places }),
            text: format!("{} %", self.text),
        }
    }

    /// `3.01·10^-4` is one number as 3.01e-4 is.
    pub(super) fn times_ten_to(&self, power: i32) -> Literal {
        let digits = self.text.bytes().filter(u8::is_ascii_digit).count();
        let places = self.places.clone().unwrap_or(Places::of_units(digits));
        Literal {
            value: &self.value * ten_to(power),
            places: Some(Places { unit: places.unit * ten_to(power), ..places }),
            text: format!("{}e{power}", self.text),
        }
    }

    /// The smallest and the largest number that have this text when rounded or cut off.
    pub(super) fn range(&self, places: &Places) -> (BigRational, BigRational) {
        let half = &places.unit / BigInt::from(2);
        // A number that a program printed in full is only as exact as a float.
        let printed = if places.figures >= PRINTED {
            self.value.abs() * ten_to(1 - PRINTED as i32)
        } else {
            BigRational::zero()
        };
        let low = &self.value - half.max(printed.clone());
        let low = if low < BigRational::zero() { BigRational::zero() } else { low };
        (low, &self.value + (&places.unit).max(&printed))
    }
}

/// A power of ten; the exponents of answers are within ±10,000.
pub(super) fn ten_to(power: i32) -> BigRational {
    let size = BigInt::from(10).pow(power.unsigned_abs());
    if power < 0 { BigRational::new(BigInt::one(), size) } else { BigRational::from_integer(size) }
}

/// A value that answers are compared with.
#[derive(Clone, Debug)]
pub struct Near {
    value: BigRational,
    /// The tolerance for exact forms: 0 if the value is exact.
    slack: BigRational,
}

impl Near {
    /// Returns `None` for infinity and the like, and for exponents that are too large.
    pub fn of(number: &Number) -> Option<Near> {
        let value = rational(number)?;
        let slack =
            if number.as_exact() == Some(&value) { BigRational::zero() } else { value.abs() * billionth() };
        Some(Near { value, slack })
    }

    pub(super) fn value(&self) -> BigRational {
        self.value.clone()
    }

    /// Whether a number is this value: exactly, or to a billionth if one of the two is not a fraction.
    pub fn is(&self, number: &Number) -> bool {
        let Some(other) = Near::of(number) else { return false };
        (&self.value - &other.value).abs() <= (&self.slack).max(&other.slack).clone()
    }

    /// Whether a decimal agrees with this value in every figure: it is off by at most half a unit of its last place. For a float
    /// that a program printed in full, 14 figures are enough.
    pub fn rounds_to(&self, decimal: &Number, places: &Places) -> bool {
        let half = &places.unit / BigInt::from(2);
        let Some(decimal) = rational(decimal) else { return false };
        let off = (&self.value - &decimal).abs();
        let printed = || places.figures >= PRINTED && off <= self.value.abs() * ten_to(1 - PRINTED as i32);
        off <= half + &self.slack || printed() || places.goes_on && self.begins_with(&decimal, places)
    }

    pub fn cuts_to(&self, decimal: &Number, places: &Places) -> bool {
        rational(decimal).is_some_and(|decimal| self.begins_with(&decimal, places))
    }

    fn begins_with(&self, decimal: &BigRational, places: &Places) -> bool {
        let same_side = decimal.is_zero() || decimal.is_negative() == self.value.is_negative();
        let left = self.value.abs() - decimal.abs();
        // A float a little below its decimal is not cut off at the previous decimal.
        same_side && left >= -self.slack.clone() && left < &places.unit - &self.slack
    }

    /// Whether a decimal differs from this value, rounded to as many places, by one in the last place.
    pub fn is_one_off(&self, decimal: &Number, places: &Places) -> bool {
        let Some(decimal) = rational(decimal) else { return false };
        let off = (&self.value - decimal).abs() / &places.unit;
        off > half() && off <= BigRational::one() + half()
    }

    pub fn is_between(&self, low: &Number, high: &Number) -> bool {
        let ends = rational(low).zip(rational(high));
        ends.is_some_and(|(low, high)| low <= &self.value + &self.slack && &self.value - &self.slack <= high)
    }

    pub fn complement(&self) -> Near {
        Near { value: BigRational::one() - &self.value, slack: self.slack.clone() }
    }

    pub fn times_ten_to(&self, power: i32) -> Near {
        let by = ten_to(power);
        Near { value: &self.value * &by, slack: &self.slack * by }
    }

    /// Whether the value is 0 or 1, which many calculations give.
    pub fn is_degenerate(&self) -> bool {
        self.value.is_zero() || self.value == BigRational::one()
    }

    pub fn is_whole(&self) -> bool {
        self.value.is_integer()
    }

    pub fn is_share(&self) -> bool {
        !self.value.is_negative() && self.value <= BigRational::one()
    }
}

/// A decimal with so many figures was printed by a program.
const PRINTED: usize = 15;

fn half() -> BigRational {
    BigRational::new(1.into(), 2.into())
}

fn billionth() -> BigRational {
    BigRational::new(1.into(), 1_000_000_000.into())
}

const BITS: u64 = 4_000;

/// A number as a fraction; logarithms and long fractions are rounded.
fn rational(number: &Number) -> Option<BigRational> {
    match number {
        Number::Exact(value) if value.numer().bits() + value.denom().bits() <= BITS => Some(value.clone()),
        Number::Float(value) => BigRational::from_float(*value),
        Number::Log(_) | Number::MinusLog(_) | Number::Exact(_) => {
            number.significant(20).number()?.as_exact().cloned()
        }
    }
}

/// Decimals that count as one value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    pub value: f64,
    /// The tolerance: half a unit of the last compared figure.
    pub half: f64,
}

/// Smaller numbers have no window.
const SMALLEST: f64 = 1e-12;

impl Window {
    /// The decimals that agree with a value in so many figures; `None` if it is too small or too large.
    pub fn of(value: &Number, figures: usize) -> Option<Window> {
        let value: f64 = value.significant(6).pointed().parse().unwrap_or_else(|_| value.to_f64());
        let size = value.abs();
        if !value.is_finite() || size < SMALLEST && size > 0.0 {
            return None;
        }
        let place = if size > 0.0 { size.log10().floor() - figures as f64 + 1.0 } else { -6.0 };
        let half: f64 = format!("{:.2e}", 0.5 * 10f64.powf(place)).parse().ok()?;
        Some(Window { value, half })
    }

    pub fn meets(&self, other: &Window) -> bool {
        (self.value - other.value).abs() <= self.half + other.half
    }
}
