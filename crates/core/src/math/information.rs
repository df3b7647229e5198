//! Mutual information of a value, a category or a number with the class; and the tail of the χ² distribution, which measures
//! how unusual a squared distance from a mean is.

use super::number::log_add;

/// The entropy of the classes, in nats, where they occur so often.
pub fn entropy(classes: &[u64]) -> f64 {
    let all: u64 = classes.iter().sum();
    let part = |n: &u64| {
        let share = *n as f64 / all as f64;
        -share * share.ln()
    };
    classes.iter().filter(|n| **n > 0).map(part).sum()
}

/// What a value adds to the mutual information of the values and the classes, in nats: P(v) times how far P(c | v) is from
/// P(c). `with` is how often each class has the value, `classes` how often each occurs in all. It is never below 0.
///
/// ```
/// use posterior_core::math::{entropy, information};
///
/// // Two values that distinguish two classes: what they add is the whole entropy.
/// let classes = [2, 6];
/// let both = information(&[2, 0], &classes) + information(&[0, 6], &classes);
/// assert!((both - entropy(&classes)).abs() < 1e-12);
/// assert_eq!(information(&[1, 3], &classes), 0.0);
/// ```
pub fn information(with: &[u64], classes: &[u64]) -> f64 {
    let (of_value, all) = (with.iter().sum::<u64>() as f64, classes.iter().sum::<u64>() as f64);
    let part = |(n, of_class): (&u64, &u64)| {
        let n = *n as f64;
        n / all * (n / of_value * (all / *of_class as f64)).ln()
    };
    let sum: f64 = with.iter().zip(classes).filter(|(n, _)| **n > 0).map(part).sum();
    sum.max(0.0)
}

/// The share of the class entropy that values explain: their mutual information over H(class). `None` where there is only
/// one class. `values` gives how often each class has each value.
pub fn explained_by_values<'a>(values: impl Iterator<Item = &'a [u64]>, classes: &[u64]) -> Option<f64> {
    let entropy = entropy(classes);
    let shared = values.map(|with| information(with, classes)).sum::<f64>();
    (entropy > 0.0).then(|| (shared / entropy).min(1.0))
}

/// η²: the share of the squared distances of a number from its mean that is between the means of the classes. `within` are the
/// squared distances from these, `total` those from the one mean; `None` where the number never varies.
pub fn explained_by_means(within: f64, total: f64) -> Option<f64> {
    let share = 1.0 - within / total;
    (total > 0.0 && share.is_finite()).then_some(share.clamp(0.0, 1.0))
}

/// ln P(χ²_k > q) of `k` degrees of freedom; 0 (all of it) for a q that is not above 0, and for no degree of freedom minus
/// infinity.
///
/// # Formula
/// With h = q/2, for an even k `exp(−h) ∑ hⁱ/i!` over i < k/2; for an odd k `erfc(√h) + exp(−h) ∑ hⁱ⁺½/Γ(i + 3/2)` over
/// i < (k − 1)/2 (Abramowitz and Stegun, Handbook of Mathematical Functions, 26.4.4 and 26.4.5). No term is negative, so
/// none cancels another, however far out q is.
///
/// ```
/// use posterior_core::math::ln_chi_square_tail;
///
/// // Of two degrees of freedom it is exp(−q/2).
/// assert_eq!(ln_chi_square_tail(2, 9.0), -4.5);
/// // 1.96² leaves 5 % of one degree of freedom.
/// assert!((ln_chi_square_tail(1, 3.841458820694124).exp() - 0.05).abs() < 1e-15);
/// ```
pub fn ln_chi_square_tail(k: u32, q: f64) -> f64 {
    if q.is_nan() || q <= 0.0 {
        return if q.is_nan() { q } else { 0.0 };
    }
    if k == 0 || q == f64::INFINITY {
        return f64::NEG_INFINITY;
    }
    let h = q / 2.0;
    let odd = k % 2 == 1;
    let half = if odd { 0.5 } else { 0.0 };
    let term = |i: u32| {
        let power = f64::from(i) + half;
        if power == 0.0 { 0.0 } else { power * h.ln() - libm::lgamma(power + 1.0) }
    };
    let terms = (0..k / 2).map(term);
    let sum = terms.fold(f64::NEG_INFINITY, log_add) - h;
    let all = if odd { log_add(ln_erfc(h), sum) } else { sum };
    all.min(0.0)
}

/// Beyond this h, erfc(√h) is soon too small for a float, and its asymptotic series is exact to 13 digits.
const FAR: f64 = 400.0;

fn ln_erfc(h: f64) -> f64 {
    if h < FAR {
        return libm::erfc(h.sqrt()).ln();
    }
    let t = 1.0 / (2.0 * h);
    let series = 1.0 - t * (1.0 - 3.0 * t * (1.0 - 5.0 * t * (1.0 - 7.0 * t * (1.0 - 9.0 * t))));
    series.ln() - h - (std::f64::consts::PI * h).sqrt().ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of mpmath's gammainc(k/2, q/2, regularized=True) with 40 digits.
    #[test]
    fn tails_agree_with_references() {
        for (k, q, tail) in [
            (1, 0.5, 0.479_500_122_186_953_5),
            (3, 7.814_727_903_251_179, 0.05),
            (4, 9.487_729_036_781_154, 0.05),
            (5, 1.0, 0.962_565_773_247_296_4),
            (10, 18.307_038_053_275_143, 0.05),
        ] {
            let found = ln_chi_square_tail(k, q).exp();
            assert!((found - tail).abs() < 1e-12 * tail.max(1e-3), "{k} {q}: {found} for {tail}");
        }
        // Of 101 and 100,000 degrees of freedom about half lies beyond the mean.
        for (k, q) in [(101, 101.0), (100_000, 100_000.0)] {
            let found = ln_chi_square_tail(k, q).exp();
            assert!((0.47..0.5).contains(&found), "{found}");
        }
    }

    #[test]
    fn both_sides_of_the_far_end_meet_and_no_tail_is_lost() {
        for k in [1, 2, 3, 4, 7, 100, 101] {
            let (near, far) = (ln_chi_square_tail(k, 2.0 * FAR - 1e-9), ln_chi_square_tail(k, 2.0 * FAR));
            assert!((near - far).abs() < 1e-8, "{k}: {near} {far}");
            assert!(ln_chi_square_tail(k, 1e6).is_finite(), "{k}");
            assert_eq!(ln_chi_square_tail(k, 0.0), 0.0);
            assert_eq!(ln_chi_square_tail(k, f64::INFINITY), f64::NEG_INFINITY);
        }
        // ln erfc(√h) at h = 400, by mpmath.
        assert!((ln_erfc(400.0) - -403.569_343_334_104_3).abs() < 1e-9);
    }
}
