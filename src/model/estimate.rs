//! One smoothed estimate, as counted.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};

use crate::math::Number;

/// `(count + α) / (total + α k)` with whole numbers above and below the bar, not reduced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// Above the bar.
    pub numerator: BigInt,
    /// Below the bar.
    pub denominator: BigInt,
}

impl Estimate {
    /// The estimate of a probability from `count` of `total`, when `k` values share the total.
    ///
    /// A fractional α = p/q multiplies both sides of the bar by q, so that (3 + 1/2)/(9 + 3/2) is 7/21.
    pub fn smoothed(count: u64, total: u64, k: usize, alpha: &BigRational) -> Self {
        let (p, q) = (alpha.numer(), alpha.denom());
        Estimate {
            numerator: BigInt::from(count) * q + p,
            denominator: BigInt::from(total) * q + p * BigInt::from(k),
        }
    }

    /// The estimate of the opposite: 1 − p over the same bar.
    #[must_use]
    pub fn opposite(&self) -> Self {
        Estimate { numerator: &self.denominator - &self.numerator, denominator: self.denominator.clone() }
    }

    /// Its value; `None` for 0/0.
    pub fn value(&self) -> Option<Number> {
        Number::ratio(self.numerator.clone(), self.denominator.clone())
    }

    /// Natural logarithm as a float: minus infinity for 0, NaN for 0/0.
    pub fn ln(&self) -> f64 {
        if self.denominator.is_zero() {
            return f64::NAN;
        }
        let float = |n: &BigInt| n.to_f64().unwrap_or(f64::INFINITY);
        float(&self.numerator).ln() - float(&self.denominator).ln()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::read_exact;

    #[test]
    fn estimates_are_as_counted() {
        let estimate = |alpha: &str| {
            let e = Estimate::smoothed(3, 9, 3, &read_exact(alpha).unwrap());
            format!("{}/{}", e.numerator, e.denominator)
        };
        assert_eq!(
            [estimate("0"), estimate("1"), estimate("0.5"), estimate("1/3")],
            ["3/9", "4/12", "7/21", "10/30"]
        );
        assert_eq!(Estimate::smoothed(0, 0, 3, &BigRational::zero()).value(), None);
        assert!(Estimate::smoothed(0, 0, 3, &BigRational::zero()).ln().is_nan());
        assert_eq!(Estimate::smoothed(0, 4, 3, &BigRational::zero()).ln(), f64::NEG_INFINITY);
    }
}
