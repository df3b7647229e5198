//! A number that knows whether it is exact.

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::cmp::Ordering;

/// An exact rational, a float, or a number too small, too large or too long to hold, known by its logarithm.
///
/// Arithmetic between two exact numbers is exact; as soon as a float takes part the result is a float, and
/// [`Number::is_exact`] says so. Nothing turns a float back into an exact number.
#[derive(Clone, Debug, PartialEq)]
pub enum Number {
    Exact(BigRational),
    /// The nearest `f64`; always finite.
    Float(f64),
    /// A positive number by its natural logarithm, for what underflows, overflows or has too many digits to be of use.
    Log(f64),
    /// A negative number by the natural logarithm of its absolute value.
    MinusLog(f64),
}

/// Above this many bits in numerators and denominators together a result is kept as its logarithm only.
const EXACT_BITS: u64 = 60_000;

impl Number {
    pub fn zero() -> Self {
        Number::Exact(BigRational::zero())
    }

    pub fn one() -> Self {
        Number::Exact(BigRational::one())
    }

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
        from_logs(false, ln)
    }

    /// The same number, by its logarithm where its fraction has more than so many bits and is of no use to a reader.
    #[must_use]
    pub fn within(self, most: u64) -> Self {
        match &self {
            Number::Exact(value) if value.is_positive() && bits(value) > most => Number::Log(self.ln()),
            _ => self,
        }
    }

    pub fn is_exact(&self) -> bool {
        matches!(self, Number::Exact(_))
    }

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
            Number::Log(_) | Number::MinusLog(_) => false,
        }
    }

    pub fn is_negative(&self) -> bool {
        match self {
            Number::Exact(value) => value.is_negative(),
            Number::Float(value) => *value < 0.0,
            Number::Log(_) => false,
            Number::MinusLog(_) => true,
        }
    }

    /// The nearest `f64`: 0 when the number is smaller than the smallest one, infinite when it is too large.
    pub fn to_f64(&self) -> f64 {
        match self {
            // To the nearest, ties to even, subnormals included.
            Number::Exact(value) => value.to_f64().unwrap_or(0.0),
            Number::Float(value) => *value,
            Number::Log(ln) => ln.exp(),
            Number::MinusLog(ln) => -ln.exp(),
        }
    }

    /// Natural logarithm: minus infinity for 0, NaN below 0. Accurate near 1 and for numbers that underflow.
    pub fn ln(&self) -> f64 {
        if self.is_negative() { f64::NAN } else { self.ln_abs() }
    }

    /// Natural logarithm of the absolute value: minus infinity for 0.
    pub fn ln_abs(&self) -> f64 {
        match self {
            Number::Float(value) => value.abs().ln(),
            Number::Log(ln) | Number::MinusLog(ln) => *ln,
            Number::Exact(value) if value.is_zero() => f64::NEG_INFINITY,
            Number::Exact(value) => {
                let value = value.abs();
                let near = (&value - BigRational::one()).to_f64().unwrap_or(0.0);
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
            _ => match self.in_floats(other, |a, b| a + b) {
                Some(sum) if sum.is_finite() => Number::Float(sum),
                _ => self.add_logs(other),
            },
        }
    }

    fn add_logs(&self, other: &Number) -> Number {
        let (high, low) = if self.ln_abs() >= other.ln_abs() { (self, other) } else { (other, self) };
        let difference = low.ln_abs() - high.ln_abs();
        if high.is_negative() == low.is_negative() {
            from_logs(high.is_negative(), log_add(high.ln_abs(), low.ln_abs()))
        } else if difference == 0.0 {
            Number::Float(0.0)
        } else {
            from_logs(high.is_negative(), high.ln_abs() + (-difference.exp_m1()).ln())
        }
    }

    /// A result of floats; `None` where a float cannot hold one of the numbers.
    fn in_floats(&self, other: &Number, of: impl Fn(f64, f64) -> f64) -> Option<f64> {
        Some(of(self.as_float()?, other.as_float()?))
    }

    fn as_float(&self) -> Option<f64> {
        match self {
            Number::Float(value) => Some(*value),
            Number::Exact(value) => Some(self.to_f64()).filter(|float| float.is_normal() || value.is_zero()),
            Number::Log(_) | Number::MinusLog(_) => None,
        }
    }

    pub fn neg(&self) -> Number {
        match self {
            Number::Exact(value) => Number::Exact(-value),
            Number::Float(value) => Number::Float(-value),
            Number::Log(ln) => Number::MinusLog(*ln),
            Number::MinusLog(ln) => Number::Log(*ln),
        }
    }

    pub fn sub(&self, other: &Number) -> Number {
        self.add(&other.neg())
    }

    pub fn mul(&self, other: &Number) -> Number {
        match (self, other) {
            (Number::Exact(a), Number::Exact(b)) => Number::product([(a, 1), (b, 1)]),
            _ => self.scaled(other, |a, b| a * b, |a, b| a + b),
        }
    }

    /// A product or a quotient of two numbers that are not both exact: as floats, or by their logarithms where a float
    /// would lose the result.
    fn scaled(&self, other: &Number, floats: fn(f64, f64) -> f64, logs: fn(f64, f64) -> f64) -> Number {
        let zero = [self, other].into_iter().find(|number| number.is_zero());
        match (self.in_floats(other, floats), zero) {
            (Some(value), zero) if value.is_normal() || zero.is_some() => Number::Float(value),
            (_, Some(zero)) => zero.clone(),
            _ => from_logs(self.is_negative() != other.is_negative(), logs(self.ln_abs(), other.ln_abs())),
        }
    }

    /// Product of powers, reduced once at the end; a logarithm when it would be too long to be of use.
    pub fn product<'a>(factors: impl IntoIterator<Item = (&'a BigRational, u32)>) -> Number {
        let factors: Vec<(&BigRational, u32)> = factors.into_iter().collect();
        let length = factors.iter().map(|(value, times)| bits(value).saturating_mul(u64::from(*times)));
        let positive = factors.iter().all(|(value, _)| value.is_positive());
        if length.fold(0, u64::saturating_add) > EXACT_BITS && positive {
            let ln = |value: &BigRational| Number::Exact(value.clone()).ln();
            return Number::Log(factors.iter().map(|(value, times)| ln(value) * f64::from(*times)).sum());
        }
        if factors.iter().any(|(value, times)| value.is_zero() && *times > 0) {
            return Number::zero();
        }
        let (mut numerator, mut denominator) = (BigInt::one(), BigInt::one());
        for (value, times) in factors {
            numerator *= value.numer().pow(times);
            denominator *= value.denom().pow(times);
        }
        Number::Exact(BigRational::new(numerator, denominator))
    }

    pub(crate) fn powers(factors: &[(Number, u32)]) -> Number {
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
            (Number::Exact(a), Number::Exact(b)) if too_long(a, b) => Number::from_ln(self.ln() - other.ln()),
            (Number::Exact(a), Number::Exact(b)) => Number::Exact(a / b),
            _ => self.scaled(other, |a, b| a / b, |a, b| a - b),
        })
    }

    /// Whole power; `None` for a negative power of 0.
    pub fn powi(&self, exponent: i32) -> Option<Number> {
        if exponent < 0 {
            return Number::one().div(&self.powi(exponent.checked_neg()?)?);
        }
        let power = match self {
            Number::Exact(value) => return Some(Number::product([(value, exponent.unsigned_abs())])),
            Number::Float(value) => Some(value.powi(exponent)).filter(|of| of.is_normal() || *value == 0.0),
            Number::Log(_) | Number::MinusLog(_) => None,
        };
        let is_negative = self.is_negative() && exponent % 2 == 1;
        let by_logarithm = || from_logs(is_negative, self.ln_abs() * f64::from(exponent));
        Some(power.map_or_else(by_logarithm, Number::Float))
    }

    pub fn sqrt(&self) -> Option<Number> {
        (!self.is_negative()).then(|| match self.as_float() {
            Some(value) => Number::Float(value.sqrt()),
            None => Number::from_ln(self.ln() / 2.0),
        })
    }

    /// Order by value; exact where both are exact, by logarithms where a float cannot hold one of them.
    pub fn compare(&self, other: &Number) -> Ordering {
        match (self, other) {
            (Number::Exact(a), Number::Exact(b)) => a.cmp(b),
            _ => match (self.as_float(), other.as_float()) {
                (Some(a), Some(b)) => a.total_cmp(&b),
                _ => self.sign().cmp(&other.sign()).then_with(|| {
                    let sizes = self.ln_abs().total_cmp(&other.ln_abs());
                    if self.is_negative() { sizes.reverse() } else { sizes }
                }),
            },
        }
    }

    fn sign(&self) -> i8 {
        if self.is_zero() { 0 } else { 1 - 2 * i8::from(self.is_negative()) }
    }

    /// `9/14`, whole numbers as `3/1`, in lowest terms; `None` for what is not exact.
    pub fn to_fraction(&self) -> Option<String> {
        self.as_exact().map(|value| format!("{}/{}", value.numer(), value.denom()))
    }
}

fn bits(value: &BigRational) -> u64 {
    value.numer().bits() + value.denom().bits()
}

/// Whether two positive fractions are so long that what they make is known by its logarithm only.
fn too_long(a: &BigRational, b: &BigRational) -> bool {
    bits(a).saturating_add(bits(b)) > EXACT_BITS && a.is_positive() && b.is_positive()
}

/// ln k! of a whole number.
pub fn ln_factorial(k: f64) -> f64 {
    libm::lgamma(k + 1.0)
}

fn from_logs(negative: bool, ln: f64) -> Number {
    let value = ln.exp();
    match (value.is_normal(), negative) {
        (true, false) => Number::Float(value),
        (true, true) => Number::Float(-value),
        (false, false) => Number::Log(ln),
        (false, true) => Number::MinusLog(ln),
    }
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

    #[test]
    fn numbers_known_by_their_logarithm_have_signs_powers_and_roots() {
        let (tiny, huge) = (Number::Log(-3_000.0), Number::Log(3_000.0));
        for number in [&tiny, &huge] {
            assert!(number.sub(number).is_zero());
            let minus = number.sub(&number.mul(&Number::Float(3.0)));
            assert!(minus.is_negative() && minus.ln().is_nan());
            assert!((minus.ln_abs() - number.ln() - 2f64.ln()).abs() < 1e-11, "{minus:?}");
            assert!(minus.compare(number).is_lt() && minus.compare(&minus.mul(&minus)).is_lt());
            assert!(minus.powi(2).is_some_and(|square| !square.is_negative()));
            assert!(minus.powi(3).is_some_and(|cube| cube.is_negative()));
            assert_eq!((minus.sqrt(), number.sqrt().map(|root| root.ln())), (None, Some(number.ln() / 2.0)));
        }
        // A float beside what is too small for one, and too large.
        assert_eq!(Number::Float(-0.5).add(&tiny), Number::Float(-0.5));
        assert_eq!(Number::Float(0.5).sub(&huge), Number::MinusLog(3_000.0));
        assert_eq!(tiny.sub(&Number::Float(0.0)), tiny);
    }

    #[test]
    fn floats_that_overflow_or_underflow_become_logarithms() {
        let (large, small) = (Number::Float(1e200), Number::Float(-1e-200));
        for (found, ln, negative) in [
            (large.mul(&large), 400.0, false),
            (large.div(&small).unwrap(), 400.0, true),
            (small.mul(&large.powi(-1).unwrap()), -400.0, true),
            (large.powi(3).unwrap(), 600.0, false),
            (small.powi(3).unwrap(), -600.0, true),
            (Number::Float(1.5e308).add(&Number::Float(1.5e308)), 308.0 + 3f64.log10(), false),
            (exact(-1, 10).powi(400).unwrap().mul(&small), -600.0, true),
        ] {
            assert!((found.ln_abs() / std::f64::consts::LN_10 - ln).abs() < 1e-9, "{found:?}");
            assert_eq!(found.is_negative(), negative, "{found:?}");
        }
        // What cancels below the smallest normal float is a float, and 0 stays 0.
        let least = Number::Float(f64::MIN_POSITIVE);
        assert_eq!(
            Number::Float(1.5 * f64::MIN_POSITIVE).sub(&least),
            Number::Float(0.5 * f64::MIN_POSITIVE)
        );
        assert_eq!(Number::Float(0.0).mul(&large), Number::Float(0.0));
        assert_eq!(Number::zero().mul(&Number::Log(-3_000.0)), Number::zero());
    }

    proptest! {
        #[test]
        fn logarithms_and_floats_give_the_same(a in -1e9..1e9f64, b in -1e9..1e9f64) {
            let [a, b] = [a, b].map(Number::Float);
            let far = |number: &Number| number.mul(&Number::Log(-2_000.0));
            let near = |number: &Number| number.mul(&Number::Log(2_000.0));
            let size = a.to_f64().abs().max(b.to_f64().abs());
            for (found, wanted) in [(far(&a).add(&far(&b)), a.add(&b)), (far(&a).sub(&far(&b)), a.sub(&b))] {
                prop_assert!((near(&found).to_f64() - wanted.to_f64()).abs() <= 1e-10 * size, "{:?}", found);
            }
            prop_assert_eq!(far(&a).compare(&far(&b)), a.compare(&b));
        }

        #[test]
        fn the_nearest_float_is_that_of_division(n in -1_000_000i64..1_000_000, d in 1i64..1_000_000) {
            prop_assert_eq!(exact(n, d).to_f64(), n as f64 / d as f64);
        }
    }
}
