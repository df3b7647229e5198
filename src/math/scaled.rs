//! Positive numbers with 127 bits and an exponent: products of many fractions, which give the nearest float as exact
//! arithmetic would, without the fractions' thousands of digits.

use std::cmp::Ordering;

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::{Signed, ToPrimitive};

/// A positive number `mantissa · 2^exponent`, off by less than one part in 2^125 for each of the `steps` that led to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Scaled {
    mantissa: u128,
    exponent: i64,
    steps: u64,
}

/// Bits of a quotient that are worked out: of a float's 53 and of what decides how it is rounded.
const QUOTIENT: u32 = 90;

/// With more steps the last bit of a quotient may be off by more than one.
const STEPS: u64 = 1 << 30;

/// Bits that two numbers must differ in to be distinguished.
const APART: u32 = 90;

impl Scaled {
    /// 1.
    pub const ONE: Scaled = Scaled { mantissa: 1 << 127, exponent: -127, steps: 0 };

    /// A fraction; `None` for 0 and below.
    pub fn of(value: &BigRational) -> Option<Scaled> {
        if !value.is_positive() {
            return None;
        }
        let (above, below) = (value.numer().magnitude(), value.denom().magnitude());
        let up = (129 + below.bits()).saturating_sub(above.bits());
        let quotient: BigUint = (above << up) / below;
        let down = quotient.bits().saturating_sub(128);
        let mantissa = (quotient >> down).to_u128()?;
        Some(Scaled { mantissa, exponent: i64::try_from(down).ok()? - i64::try_from(up).ok()?, steps: 1 })
    }

    #[must_use]
    pub fn times(self, other: Scaled) -> Scaled {
        let high = high_product(self.mantissa, other.mantissa);
        // Of two numbers from 2^127 on the product is 2^254 at least: at most one bit is lost.
        Scaled::normal(high, self.exponent + other.exponent + 128, self.steps + other.steps + 1)
    }

    #[must_use]
    pub fn over(self, other: Scaled) -> Scaled {
        let (quotient, exponent) = self.quotient(other, 127);
        Scaled::normal(quotient, exponent, self.steps + other.steps + 2)
    }

    fn normal(mantissa: u128, exponent: i64, steps: u64) -> Scaled {
        let up = mantissa.leading_zeros();
        Scaled { mantissa: mantissa << up, exponent: exponent - i64::from(up), steps }
    }

    #[must_use]
    pub fn power(self, mut times: u32) -> Scaled {
        let (mut square, mut product) = (self, Scaled::ONE);
        while times > 0 {
            if times % 2 == 1 {
                product = product.times(square);
            }
            times /= 2;
            if times > 0 {
                square = square.times(square);
            }
        }
        product
    }

    #[must_use]
    pub fn plus(self, other: Scaled) -> Scaled {
        let (_, large, small) = self.aligned(other);
        let steps = self.steps.max(other.steps) + 1;
        match large.mantissa.checked_add(small) {
            Some(mantissa) => Scaled { mantissa, steps, ..large },
            None => {
                let mantissa = (large.mantissa.wrapping_add(small) >> 1) | (1 << 127);
                Scaled { mantissa, exponent: large.exponent + 1, steps }
            }
        }
    }

    /// How two compare as they are rounded, the larger, and the mantissa of the other with the exponent of the larger.
    fn aligned(self, other: Scaled) -> (Ordering, Scaled, u128) {
        let order = (self.exponent, self.mantissa).cmp(&(other.exponent, other.mantissa));
        let (large, small) = if order.is_ge() { (self, other) } else { (other, self) };
        let lower = u32::try_from(large.exponent - small.exponent).ok().filter(|lower| *lower < 128);
        (order, large, lower.map_or(0, |lower| small.mantissa >> lower))
    }

    /// Which of two is larger; `None` where they are so close that only exact arithmetic decides.
    pub fn compare(self, other: Scaled) -> Option<Ordering> {
        let (order, large, small) = self.aligned(other);
        let is_apart = large.mantissa - small > (1 << (128 - APART)) && self.steps.max(other.steps) < STEPS;
        is_apart.then_some(order)
    }

    /// The nearest float to `self/whole`, ties to even; `None` where only exact arithmetic tells it.
    pub(crate) fn share_of(self, whole: Scaled) -> Option<f64> {
        const MANTISSA: u32 = 53;
        if self.steps.max(whole.steps) >= STEPS {
            return None;
        }
        let (quotient, exponent) = self.quotient(whole, QUOTIENT);
        let drop = (128 - quotient.leading_zeros()).checked_sub(MANTISSA)?;
        let (half, rest) = (1u128 << (drop - 1), quotient & ((1 << drop) - 1));
        // What is divided by and what is divided are off by less than one unit of the last place, together by two.
        if rest.abs_diff(half) <= 3 {
            return None;
        }
        let (mut bits, mut exponent) = ((quotient >> drop) as u64, exponent + i64::from(drop));
        bits += u64::from(rest > half);
        if bits >> MANTISSA == 1 {
            (bits, exponent) = (bits >> 1, exponent + 1);
        }
        match exponent + 52 {
            // Less than half of the smallest float that there is.
            ..-1080 => Some(0.0),
            -1022..=1023 => {
                let biased = u64::try_from(exponent + 52 + 1023).ok()?;
                Some(f64::from_bits((biased << 52) | (bits & ((1 << 52) - 1))))
            }
            _ => None,
        }
    }

    /// `self/other` in whole units of a power of two, and that power: of `bits` or one bit more.
    fn quotient(self, other: Scaled, bits: u32) -> (u128, i64) {
        let mut rest = self.mantissa;
        let mut quotient = 0;
        for at in 0..=bits {
            let mut carry = false;
            if at > 0 {
                carry = rest >> 127 == 1;
                rest <<= 1;
            }
            let fits = carry || rest >= other.mantissa;
            if fits {
                rest = rest.wrapping_sub(other.mantissa);
            }
            quotient = (quotient << 1) | u128::from(fits);
        }
        (quotient, self.exponent - other.exponent - i64::from(bits))
    }
}

/// The upper half of a product of 256 bits.
fn high_product(a: u128, b: u128) -> u128 {
    const LOW: u128 = u64::MAX as u128;
    let ((a1, a0), (b1, b0)) = ((a >> 64, a & LOW), (b >> 64, b & LOW));
    let (middle, other) = (a1 * b0, a0 * b1);
    let carry = ((a0 * b0) >> 64) + (middle & LOW) + (other & LOW);
    a1 * b1 + (middle >> 64) + (other >> 64) + (carry >> 64)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn ratio(above: u64, below: u64) -> BigRational {
        BigRational::new(above.into(), below.into())
    }

    fn product(of: &[BigRational]) -> (BigRational, Scaled) {
        let exact = of.iter().fold(ratio(1, 1), |product, value| product * value);
        (exact, of.iter().filter_map(Scaled::of).fold(Scaled::ONE, Scaled::times))
    }

    #[test]
    fn small_shares_are_those_of_fractions() {
        for (above, below) in
            [(1, 1), (1, 2), (1, 3), (2, 3), (3, 14), (1, 1 << 60), ((1 << 53) + 1, 1 << 54)]
        {
            let (above, below) = (ratio(above, 1), ratio(below, 1));
            let share = Scaled::of(&above).zip(Scaled::of(&below));
            let exact = (&above / &below).to_f64();
            // The last lies in the middle between two floats.
            let found = share.and_then(|(above, below)| above.share_of(below));
            assert!(found == exact || found.is_none() && above > ratio(1 << 53, 1), "{above}/{below}");
        }
        assert_eq!(Scaled::of(&ratio(0, 1)), None);
        let tiny = Scaled::of(&ratio(1, 10)).unwrap().power(400);
        assert_eq!(tiny.share_of(Scaled::ONE), Some(0.0));
        // Between the smallest float with all its bits and the smallest of all.
        assert_eq!(Scaled::of(&ratio(1, 10)).unwrap().power(315).share_of(Scaled::ONE), None);
        assert_eq!(Scaled::of(&ratio(1, 10)).unwrap().power(300).share_of(Scaled::ONE), Some(1e-300));
    }

    #[test]
    fn close_numbers_are_left_to_exact_arithmetic() {
        let one = Scaled::of(&ratio(1, 1)).unwrap();
        let next = |bits: u32| {
            let more = BigRational::new(
                (num_bigint::BigInt::from(1) << bits) + 1,
                num_bigint::BigInt::from(1) << bits,
            );
            Scaled::of(&more).unwrap()
        };
        assert_eq!(one.compare(one), None);
        assert_eq!(one.compare(next(60)), Some(Ordering::Less));
        assert_eq!(next(88).compare(one), Some(Ordering::Greater));
        assert_eq!(next(92).compare(one), None);
        // On either side of a power of two.
        let below =
            BigRational::new((num_bigint::BigInt::from(1) << 100) - 1, num_bigint::BigInt::from(1) << 100);
        assert_eq!(Scaled::of(&below).unwrap().compare(one), None);
        assert_eq!(Scaled::of(&ratio(999, 1000)).unwrap().compare(one), Some(Ordering::Less));
    }

    proptest! {
        #[test]
        fn a_share_is_the_nearest_float(
            of in prop::collection::vec(prop::collection::vec((1u64..1 << 40, 1u64..1 << 40), 1..30), 1..5),
        ) {
            let of = of.iter().map(|class| class.iter().map(|(a, b)| ratio(*a, *b)).collect::<Vec<_>>());
            let all: Vec<(BigRational, Scaled)> = of.map(|class| product(&class)).collect();
            let exact = all.iter().fold(ratio(0, 1), |sum, (value, _)| sum + value);
            let sum = all.iter().skip(1).fold(all[0].1, |sum, (_, value)| sum.plus(*value));
            for (value, scaled) in &all {
                let share = (value / &exact).to_f64().unwrap();
                if let Some(found) = scaled.share_of(sum) {
                    prop_assert_eq!(found, share);
                } else {
                    prop_assert!(share < f64::MIN_POSITIVE);
                }
                // There and back.
                let back = scaled.over(sum).times(sum);
                prop_assert_eq!(back.share_of(*scaled).map(|share| share - 1.0), Some(0.0));
            }
            for ((a, x), (b, y)) in all.iter().zip(all.iter().skip(1)) {
                prop_assert_eq!(x.compare(*y).unwrap_or_else(|| a.cmp(b)), a.cmp(b));
            }
        }
    }
}
