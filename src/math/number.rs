//! A number that knows whether it is exact.

use std::cmp::Ordering;

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// An exact rational, a float, or a positive number too small (or too long) to hold, known by its logarithm.
///
/// Arithmetic between two exact numbers is exact; as soon as a float takes part the result is a float, and
/// [`Number::is_exact`] says so. Nothing turns a float back into an exact number.
#[derive(Clone, Debug, PartialEq)]
pub enum Number {
    /// Exact, in lowest terms.
    Exact(BigRational),
    /// The nearest `f64`; always finite.
    Float(f64),
    /// A positive number by its natural logarithm, for what underflows or has too many digits to be of use.
    Log(f64),
}

/// Above this many bits in numerators and denominators together a result is kept as its logarithm only.
const EXACT_BITS: u64 = 60_000;

impl Number {
    /// Exactly 0.
    pub fn zero() -> Self {
        Number::Exact(BigRational::zero())
    }

    /// Exactly 1.
    pub fn one() -> Self {
        Number::Exact(BigRational::one())
    }

    /// A whole number.
    pub fn from_int(value: impl Into<BigInt>) -> Self {
        Number::Exact(BigRational::from_integer(value.into()))
    }

    /// `numerator / denominator` in lowest terms; `None` when the denominator is 0.
    pub fn ratio(numerator: impl Into<BigInt>, denominator: impl Into<BigInt>) -> Option<Self> {
        let denominator = denominator.into();
        (!denominator.is_zero()).then(|| Number::Exact(BigRational::new(numerator.into(), denominator)))
    }

    /// A positive number from its natural logarithm: a float where a float can hold it.
    pub fn from_ln(ln: f64) -> Self {
        from_ln(ln)
    }

    /// The same number, by its logarithm where its fraction has more than so many bits and is of no use to a reader.
    #[must_use]
    pub fn within(self, most: u64) -> Self {
        match &self {
            Number::Exact(value)
                if value.is_positive() && value.numer().bits() + value.denom().bits() > most =>
            {
                Number::Log(self.ln())
            }
            _ => self,
        }
    }

    /// Whether no rounding took part.
    pub fn is_exact(&self) -> bool {
        matches!(self, Number::Exact(_))
    }

    /// The exact value, if there is one.
    pub fn as_exact(&self) -> Option<&BigRational> {
        match self {
            Number::Exact(value) => Some(value),
            _ => None,
        }
    }

    /// Whether the number is 0 (a logarithm never is).
    pub fn is_zero(&self) -> bool {
        match self {
            Number::Exact(value) => value.is_zero(),
            Number::Float(value) => *value == 0.0,
            Number::Log(_) => false,
        }
    }

    /// Whether the number is below 0.
    pub fn is_negative(&self) -> bool {
        match self {
            Number::Exact(value) => value.is_negative(),
            Number::Float(value) => *value < 0.0,
            Number::Log(_) => false,
        }
    }

    /// The nearest `f64`; 0 when the number is smaller than the smallest one.
    pub fn to_f64(&self) -> f64 {
        match self {
            Number::Exact(value) => rational_to_f64(value),
            Number::Float(value) => *value,
            Number::Log(ln) => ln.exp(),
        }
    }

    /// Natural logarithm: minus infinity for 0, NaN below 0. Accurate near 1 and for numbers that underflow.
    pub fn ln(&self) -> f64 {
        match self {
            Number::Float(value) => value.ln(),
            Number::Log(ln) => *ln,
            Number::Exact(value) if value.is_zero() => f64::NEG_INFINITY,
            Number::Exact(value) if value.is_negative() => f64::NAN,
            Number::Exact(value) => {
                let near = rational_to_f64(&(value - BigRational::one()));
                if near.abs() < 0.5 {
                    near.ln_1p()
                } else {
                    ln_big(value.numer().magnitude()) - ln_big(value.denom().magnitude())
                }
            }
        }
    }

    /// Sum; a logarithm when the fractions are too long for their common denominator to be of use.
    pub fn add(&self, other: &Number) -> Number {
        match (self, other) {
            (Number::Exact(zero), other) | (other, Number::Exact(zero)) if zero.is_zero() => other.clone(),
            (Number::Exact(a), Number::Exact(b)) if too_long(a, b) => {
                Number::Log(log_add(self.ln(), other.ln()))
            }
            (Number::Exact(a), Number::Exact(b)) => Number::Exact(a + b),
            (Number::Log(a), Number::Log(b)) => Number::Log(log_add(*a, *b)),
            (Number::Log(a), b) | (b, Number::Log(a)) if !b.is_negative() => {
                if b.is_zero() {
                    Number::Log(*a)
                } else {
                    Number::Log(log_add(*a, b.ln()))
                }
            }
            (a, b) => Number::Float(a.to_f64() + b.to_f64()),
        }
    }

    /// The other sign. A logarithm becomes a float.
    pub fn neg(&self) -> Number {
        match self {
            Number::Exact(value) => Number::Exact(-value),
            other => Number::Float(-other.to_f64()),
        }
    }

    /// Difference.
    pub fn sub(&self, other: &Number) -> Number {
        self.add(&other.neg())
    }

    /// Product.
    pub fn mul(&self, other: &Number) -> Number {
        match (self, other) {
            (Number::Exact(a), Number::Exact(b)) => Number::product([(a, 1), (b, 1)]),
            (Number::Log(_), zero) | (zero, Number::Log(_)) if zero.is_zero() => zero.clone(),
            (Number::Log(a), b) | (b, Number::Log(a)) if !b.is_negative() => Number::Log(a + b.ln()),
            (a, b) => {
                let value = a.to_f64() * b.to_f64();
                let lost = value == 0.0 || value.is_subnormal();
                if lost && !a.is_zero() && !b.is_zero() && !a.is_negative() && !b.is_negative() {
                    return Number::Log(a.ln() + b.ln());
                }
                Number::Float(value)
            }
        }
    }

    /// Product of powers, reduced once at the end; a logarithm when it would be too long to be of use.
    pub fn product<'a>(factors: impl IntoIterator<Item = (&'a BigRational, u32)>) -> Number {
        let factors: Vec<(&BigRational, u32)> = factors.into_iter().collect();
        let bits: u64 = factors
            .iter()
            .map(|(value, times)| {
                (value.numer().bits() + value.denom().bits()).saturating_mul(u64::from(*times))
            })
            .fold(0, u64::saturating_add);
        let positive = factors.iter().all(|(value, _)| value.is_positive());
        if bits > EXACT_BITS && positive {
            let ln =
                factors.iter().map(|(value, times)| Number::Exact((*value).clone()).ln() * f64::from(*times));
            return Number::Log(ln.sum());
        }
        if factors.iter().any(|(value, times)| value.is_zero() && *times > 0) {
            return Number::zero();
        }
        let mut numerator = BigInt::one();
        let mut denominator = BigInt::one();
        for (value, times) in factors {
            numerator *= value.numer().pow(times);
            denominator *= value.denom().pow(times);
        }
        Number::Exact(BigRational::new(numerator, denominator))
    }

    /// Product of powers of any numbers: the exact ones are multiplied together first.
    pub fn powers(factors: &[(Number, u32)]) -> Number {
        let exact = factors.iter().filter_map(|(value, times)| Some((value.as_exact()?, *times)));
        let exact = Number::product(exact);
        let others = factors.iter().filter(|(value, _)| !value.is_exact());
        others.fold(exact, |product, (value, times)| {
            let power = i32::try_from(*times).ok().and_then(|times| value.powi(times));
            power.map_or_else(|| product.clone(), |power| product.mul(&power))
        })
    }

    /// Quotient; `None` for a division by 0. From fractions that are too long to be reduced, by their logarithms.
    pub fn div(&self, other: &Number) -> Option<Number> {
        if other.is_zero() {
            return None;
        }
        Some(match (self, other) {
            (Number::Exact(a), Number::Exact(b)) if too_long(a, b) => from_ln(self.ln() - other.ln()),
            (Number::Exact(a), Number::Exact(b)) => Number::Exact(a / b),
            (Number::Log(_), _) | (_, Number::Log(_)) if !self.is_negative() && !other.is_negative() => {
                if self.is_zero() {
                    return Some(self.clone());
                }
                from_ln(self.ln() - other.ln())
            }
            (a, b) => Number::Float(a.to_f64() / b.to_f64()),
        })
    }

    /// Whole power; `None` for a negative power of 0.
    pub fn powi(&self, exponent: i32) -> Option<Number> {
        if exponent < 0 {
            return Number::one().div(&self.powi(exponent.checked_neg()?)?);
        }
        Some(match self {
            Number::Exact(value) => Number::product([(value, exponent.unsigned_abs())]),
            Number::Float(value) => Number::Float(value.powi(exponent)),
            Number::Log(ln) => Number::Log(ln * f64::from(exponent)),
        })
    }

    /// Order by value; exact where both are exact, by logarithm where a float would underflow.
    pub fn compare(&self, other: &Number) -> Ordering {
        match (self, other) {
            (Number::Exact(a), Number::Exact(b)) => a.cmp(b),
            (Number::Log(_), b) | (b, Number::Log(_)) if !b.is_negative() => self.ln().total_cmp(&other.ln()),
            (a, b) => a.to_f64().total_cmp(&b.to_f64()),
        }
    }

    /// `9/14`, whole numbers as `3/1`, in lowest terms; `None` for what is not exact.
    pub fn to_fraction(&self) -> Option<String> {
        self.as_exact().map(|value| format!("{}/{}", value.numer(), value.denom()))
    }
}

/// Whether two positive fractions are so long that what they make is known by its logarithm only.
fn too_long(a: &BigRational, b: &BigRational) -> bool {
    let bits = |value: &BigRational| value.numer().bits() + value.denom().bits();
    bits(a).saturating_add(bits(b)) > EXACT_BITS && a.is_positive() && b.is_positive()
}

/// ln k! of a whole number.
pub fn ln_factorial(k: f64) -> f64 {
    libm::lgamma(k + 1.0)
}

/// A number from its logarithm: a float where a float can hold it.
fn from_ln(ln: f64) -> Number {
    let value = ln.exp();
    if value.is_normal() { Number::Float(value) } else { Number::Log(ln) }
}

/// ln(eᵃ + eᵇ) without overflow.
pub(crate) fn log_add(a: f64, b: f64) -> f64 {
    let (high, low) = if a >= b { (a, b) } else { (b, a) };
    if high == f64::NEG_INFINITY { high } else { high + (low - high).exp().ln_1p() }
}

fn ln_big(value: &BigUint) -> f64 {
    let shift = value.bits().saturating_sub(64);
    let top: BigUint = value >> shift;
    top.to_f64().unwrap_or(f64::NAN).ln() + shift as f64 * std::f64::consts::LN_2
}

/// Nearest `f64` of a fraction of any size, ties to even, subnormals included.
fn rational_to_f64(value: &BigRational) -> f64 {
    value.to_f64().unwrap_or(0.0)
}

impl From<u64> for Number {
    fn from(value: u64) -> Self {
        Number::from_int(value)
    }
}

impl From<BigRational> for Number {
    fn from(value: BigRational) -> Self {
        Number::Exact(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn exact(n: i64, d: i64) -> Number {
        Number::ratio(n, d).unwrap()
    }

    #[test]
    fn exact_stays_exact_and_a_float_is_contagious() {
        let product = exact(3, 9).mul(&exact(9, 14));
        assert_eq!(product, exact(3, 14));
        assert!(!product.add(&Number::Float(0.5)).is_exact());
        assert_eq!(exact(1, 2).div(&Number::zero()), None);
    }

    #[test]
    fn what_underflows_keeps_its_logarithm() {
        let tiny = exact(1, 1000).powi(200).unwrap();
        assert_eq!(tiny.to_f64(), 0.0);
        assert!((tiny.ln() + 200.0 * 1000f64.ln()).abs() < 1e-9);
        let long = exact(6, 14).powi(20_000).unwrap();
        assert!(matches!(long, Number::Log(_)));
        let half = long.div(&long.add(&long)).unwrap();
        assert!((half.to_f64() - 0.5).abs() < 1e-12);
    }

    #[test]
    fn what_is_too_long_to_be_reduced_is_added_and_divided_by_logarithms() {
        let (a, b) = (exact(3, 7).powi(8_000).unwrap(), exact(5, 11).powi(8_000).unwrap());
        assert!(a.is_exact() && b.is_exact());
        let sum = a.add(&b);
        assert!(matches!(sum, Number::Log(ln) if (ln - b.ln()).abs() < 1e-9), "{sum:?}");
        let share = a.div(&b).unwrap();
        assert!((share.ln() / (a.ln() - b.ln()) - 1.0).abs() < 1e-12, "{share:?}");
        assert_eq!((a.add(&Number::zero()), Number::zero().add(&sum)), (a.clone(), sum));
        assert_eq!(Number::zero().div(&a), Some(Number::zero()));
    }

    #[test]
    fn the_logarithm_is_good_near_one() {
        let value = exact(10_000_000_001, 10_000_000_000);
        let relative = (value.ln() / 9.999_999_999_5e-11 - 1.0).abs();
        assert!(relative < 1e-15, "{relative}");
    }

    proptest! {
        #[test]
        fn the_nearest_float_is_that_of_division(n in -1_000_000i64..1_000_000, d in 1i64..1_000_000) {
            prop_assert_eq!(exact(n, d).to_f64(), n as f64 / d as f64);
        }
    }
}
