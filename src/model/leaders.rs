//! Which classes lead: the one rule by which a prediction, a working, a plot and a decision tell a leader from a tie.

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};

use crate::math::Number;

/// Logarithms closer than this share of their size do not decide between two classes.
pub(crate) const NEAR: f64 = 1e-9;

/// The classes whose ln score is so close to the highest that logarithms do not decide between them.
pub(super) fn near(ln_scores: &[f64], highest: f64) -> impl Iterator<Item = usize> {
    let near = NEAR * highest.abs().max(1.0);
    let is_near = move |ln: f64| ln == highest || highest - ln <= near;
    ln_scores.iter().enumerate().filter(move |(_, ln)| is_near(**ln)).map(|(class, _)| class)
}

/// The classes that lead, in their order: several where they tie, none where all scores are 0. A class leads if its ln score is
/// larger by more than 1e-9 of its size. Closer ones are compared by `exactly`, and tie where that says nothing.
///
/// ```
/// use posterior::model::leaders;
///
/// assert_eq!(leaders(&[-2.0, -1.0, -1.0 - 2e-9], |_, _| None), [1]);
/// assert_eq!(leaders(&[-2.0, -1.0, -1.0 - 5e-10], |_, _| None), [1, 2]);
/// assert_eq!(leaders(&[-2.0, -1.0, -1.0 - 5e-10], |a, b| Some(a.cmp(&b))), [2]);
/// ```
pub fn leaders(ln_scores: &[f64], exactly: impl Fn(usize, usize) -> Option<Ordering>) -> Vec<usize> {
    let highest = ln_scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut leading: Vec<usize> = Vec::new();
    if highest == f64::NEG_INFINITY {
        return leading;
    }
    for class in near(ln_scores, highest) {
        match leading.first().and_then(|leader| exactly(class, *leader)).unwrap_or(Ordering::Equal) {
            Ordering::Greater => leading = vec![class],
            Ordering::Equal => leading.push(class),
            Ordering::Less => {}
        }
    }
    leading
}

pub fn leaders_of(scores: &[Number]) -> Vec<usize> {
    let ln_scores: Vec<f64> = scores.iter().map(Number::ln).collect();
    leaders(&ln_scores, |a, b| scores.get(a).zip(scores.get(b)).and_then(|(a, b)| fractions(a, b)))
}

pub(crate) fn fractions(a: &Number, b: &Number) -> Option<Ordering> {
    (a.is_exact() && b.is_exact()).then(|| a.compare(b))
}

/// Compares two products of non-negative factors without reducing them; `None` where one of the factors is not exact.
pub(crate) fn compare_exactly(f: &[(Number, u32)], g: &[(Number, u32)]) -> Option<Ordering> {
    let exact = |factors: &[(Number, u32)]| -> Option<Vec<(BigRational, u32)>> {
        factors.iter().map(|(value, times)| Some((value.as_exact()?.clone(), *times))).collect()
    };
    let (f, g) = (exact(f)?, exact(g)?);
    let zero = |factors: &[(BigRational, u32)]| factors.iter().any(|(value, _)| value.is_zero());
    if zero(&f) || zero(&g) {
        return Some(zero(&g).cmp(&zero(&f)));
    }
    let side = |above: &[(BigRational, u32)], below: &[(BigRational, u32)]| {
        let top =
            above.iter().fold(BigInt::one(), |product, (value, times)| product * value.numer().pow(*times));
        below.iter().fold(top, |product, (value, times)| product * value.denom().pow(*times))
    };
    Some(side(&f, &g).cmp(&side(&g, &f)))
}
