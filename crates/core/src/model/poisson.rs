//! The Poisson distribution of a count in one class.

use crate::encode::{Dialect, ValueCounts};
use crate::math::{Number, ln_factorial};

/// A family of distributions of counts whose only parameter is the mean count of a class.
#[derive(Debug)]
pub struct CountFamily {
    pub word: &'static str,
    pub name: &'static str,
    pub(super) title: &'static str,
    pub formula: &'static str,
    pub rule: &'static str,
    pub(crate) ln_probability: fn(&Rate, f64) -> f64,
    pub(super) probability: fn(&Rate, f64) -> Option<Number>,
    /// ln of the probability of the rows that the mean was computed from.
    pub(super) log_likelihood: fn(&Rate) -> f64,
    /// ln of the probability of a column in SQL; what is the same in every class may be left out.
    pub(super) sql: fn(&Dialect, &str, f64) -> String,
    /// The count at a share u of the probability, by the mean.
    pub(super) draw: fn(f64, f64) -> u64,
}

impl PartialEq for CountFamily {
    fn eq(&self, other: &CountFamily) -> bool {
        self.word == other.word
    }
}

pub(super) static POISSON: CountFamily = CountFamily {
    word: "poisson",
    name: "Poisson",
    title: "Poisson naive Bayes",
    formula: "λ^k · exp(−λ) / k!",
    rule: "P(count | class) = λ^k · exp(−λ) / k!, with the count k and λ = mean(feature | class).",
    ln_probability: Rate::ln_probability,
    probability: Rate::probability,
    log_likelihood: Rate::log_likelihood,
    // ln k! is left out: it is the same in every class.
    sql: |dialect, x, lambda| format!("{x} * ({}) - {}", dialect.number(lambda.ln()), dialect.number(lambda)),
    draw: drawn,
};

/// A Poisson distribution, estimated from the rows of a class.
///
/// ```
/// use posterior_core::model::Rate;
///
/// // Three rows with the counts 1, 2 and 3: λ = 2, so P(0) = exp(−2).
/// let rate = Rate { n: 3, sum: 6, ..Rate::default() };
/// assert!((rate.ln_probability(0.0) + 2.0).abs() < 1e-12);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rate {
    /// Rows of the class in which the count is known.
    pub n: u64,
    pub sum: u64,
    /// The sum of ln k! over these rows.
    pub ln_factorials: f64,
}

/// From here on the logarithm of a probability is computed from the distance between k and λ: as a difference of large
/// numbers it would lose digits.
const LARGE: f64 = 64.0;

impl Rate {
    pub(super) fn of(tally: &ValueCounts, code: u32) -> Rate {
        let mut rate = Rate::default();
        for (k, counts) in tally.iter() {
            let times = counts.get(code as usize).copied().unwrap_or(0);
            rate.n += times;
            // A whole number below 2⁵³; the model rejects others.
            rate.sum += times * k as u64;
            rate.ln_factorials += times as f64 * ln_factorial(k);
        }
        rate
    }

    /// λ, the mean count of the class; `None` if the count is missing in every row of it.
    pub fn lambda(&self) -> Option<Number> {
        Number::ratio(self.sum, self.n)
    }

    /// ln of the probability of a count; NaN where λ is 0/0.
    ///
    /// # Formula
    /// `P(k) = λ^k · exp(−λ) / k!`. λ = 0 gives 1 to the count 0 and 0 to every other.
    pub fn ln_probability(&self, k: f64) -> f64 {
        let lambda = self.sum as f64 / self.n as f64;
        if k == 0.0 || lambda == 0.0 {
            return if k == 0.0 { -lambda } else { f64::NEG_INFINITY };
        }
        if k < LARGE {
            return k * lambda.ln() - lambda - ln_factorial(k);
        }
        // Stirling's series of ln k!, with k ln k − k taken together with k ln λ − λ.
        let gap = (lambda - k) / k;
        let rest = (1.0 / 12.0 - (1.0 / 360.0 - 1.0 / (1260.0 * k * k)) / (k * k)) / k;
        let ln = if gap > -0.5 { gap.ln_1p() } else { (lambda / k).ln() };
        k * (ln - gap) - 0.5 * (std::f64::consts::TAU * k).ln() - rest
    }

    /// The probability of a count; `None` where λ is 0/0.
    pub fn probability(&self, k: f64) -> Option<Number> {
        Some(match (self.lambda()?.is_zero(), k == 0.0) {
            (true, true) => Number::one(),
            (true, false) => Number::zero(),
            _ => Number::from_ln(self.ln_probability(k)),
        })
    }

    fn log_likelihood(&self) -> f64 {
        if self.sum == 0 {
            return 0.0;
        }
        let sum = self.sum as f64;
        sum * (sum / self.n as f64).ln() - sum - self.ln_factorials
    }
}

/// Returns the first count whose cumulated probability exceeds `u`.
fn drawn(lambda: f64, u: f64) -> u64 {
    // Beyond this many deviations above the mean the remaining probability is 0 as a float.
    let most = lambda + 40.0 * libm::sqrt(lambda.max(1.0)) + 40.0;
    let (mut k, mut sum) = (0u64, 0.0);
    while (k as f64) <= most {
        let ln = k as f64 * libm::log(lambda) - lambda - ln_factorial(k as f64);
        sum += if k == 0 { libm::exp(-lambda) } else { libm::exp(ln) };
        if sum > u || lambda == 0.0 {
            return k;
        }
        k += 1;
    }
    k
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_counts_keep_their_digits() {
        // Computed with 50 digits.
        for (sum, n, k, ln) in [
            (20, 1, 15.0, -2.963_287_280_531_027),
            (20, 1, 16.0, -2.740_143_729_216_817),
            (3, 2, 40.0, -95.602_035_390_430_82),
            (1_000_003, 7, 142_857.0, -6.853_739_963_848_058),
            (1_000_003, 7, 143_500.0, -8.298_320_142_462_5),
        ] {
            let rate = Rate { n, sum, ln_factorials: 0.0 };
            assert!((rate.ln_probability(k) / ln - 1.0).abs() < 2e-14, "{k}: {}", rate.ln_probability(k));
        }
    }
}
