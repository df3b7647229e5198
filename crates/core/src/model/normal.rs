//! The distributions of a number in one class: the normal one, and the Poisson distribution of counts.

use super::{Factor, FactorForm, FeatureCounts, Moments, Statistics, error};
use crate::encode::{Dataset, Dialect, ValueCounts};
use crate::math::{Name, Number, ln_factorial};
use crate::problem::Problem;
use crate::recipe::{Convention, Variance};
use num_traits::ToPrimitive;

/// A normal distribution, estimated from the rows of a class.
///
/// ```
/// use posterior_core::model::Normal;
///
/// // At the mean of the standard normal distribution the density is 1/√(2π).
/// let normal = Normal { n: 2, mean: 0.0, rest: 0.0, raw: 1.0, variance: 1.0 };
/// assert!((normal.density(0.0).to_f64() - 1.0 / std::f64::consts::TAU.sqrt()).abs() < 1e-15);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Normal {
    /// Rows of the class in which the feature is known.
    pub n: u64,
    pub mean: f64,
    /// The rounding error of the mean as a float.
    pub rest: f64,
    pub raw: f64,
    /// Variance with ε added; if that is 0, the replacement of the convention.
    pub variance: f64,
}

/// The number that replaces a standard deviation of 0 in e1071, and a factor of 0 (`predict.naiveBayes`, its
/// `threshold`).
const LEAST_DEVIATION: f64 = 0.001;

impl Normal {
    /// ln of the density as a function of a number.
    ///
    /// # Formula
    /// `p(x) = 1/√(2π σ²) · exp(−(x − μ)²/(2 σ²))` (CS229 notes, the multivariate normal distribution with d = 1).
    pub(super) fn ln(&self) -> impl Fn(f64) -> f64 + use<> {
        let Normal { mean, rest, variance, .. } = *self;
        let norm = std::f64::consts::TAU.ln() + variance.ln();
        move |x| {
            let distance = x - mean - rest;
            // Neither 2π σ² nor the squared distance is computed: both can overflow where their logarithm and their
            // ratio do not.
            -0.5 * (norm + distance / variance * distance)
        }
    }

    pub fn ln_density(&self, x: f64) -> f64 {
        self.ln()(x)
    }

    /// The density at a number, per unit of the feature; it may exceed 1.
    pub fn density(&self, x: f64) -> Number {
        Number::from_ln(self.ln_density(x))
    }
}

/// Below this a variance has lost digits or is 0: the squares are too small for floats.
pub(super) const LEAST: f64 = f64::MIN_POSITIVE / f64::EPSILON;

/// Gives the factors of numbers without bins their normal distributions, `None` for an absent class. Returns ε, the
/// number added to every variance: a share of the largest population variance of any such feature over all rows.
///
/// # Errors
/// When a class has no mean or no variance of a feature, or variances are 0.
pub(super) fn fit(
    factors: &mut [Factor],
    data: &Dataset,
    statistics: &Statistics,
    (order, classes, absent): (&[u32], &[Name], &[bool]),
) -> Result<f64, Problem> {
    let resolved = &data.resolved;
    let by_class = |counts: &FeatureCounts| -> Vec<Moments> {
        let FeatureCounts::Moments(moments) = counts else { return Vec::new() };
        order.iter().map(|code| moments.get(*code as usize).copied().unwrap_or_default()).collect()
    };
    let moments: Vec<Vec<Moments>> = statistics.features.iter().map(by_class).collect();
    let variance = |classes: &Vec<Moments>| {
        classes.iter().copied().fold(Moments::default(), Moments::merged).variance(0)
    };
    let variances = moments.iter().filter_map(variance);
    let largest = variances.map(|of| if of.is_nan() { f64::INFINITY } else { of }).fold(0.0, f64::max);
    let share = resolved.recipe.var_smoothing_or_default().value().to_f64().unwrap_or(0.0);
    let epsilon = if share == 0.0 { 0.0 } else { share * largest };
    let unbiased = resolved.variance == Variance::Unbiased;
    let mut columns = Vec::new();
    for (factor, moments) in factors.iter_mut().zip(&moments).filter(|(factor, _)| factor.is_gaussian()) {
        let (mut normals, mut constant) = (Vec::new(), Vec::new());
        let feature = factor.name.as_str();
        for (((class, code), moments), absent) in classes.iter().zip(order).zip(moments).zip(absent) {
            let class = class.as_str();
            if *absent {
                normals.push(None);
                continue;
            }
            if moments.n == 0 {
                return Err(error::never_known(feature, class));
            }
            let Some(raw) = moments.variance(u64::from(unbiased)) else {
                return Err(error::variance_undefined(feature, class));
            };
            let mut variance = raw + epsilon;
            if variance <= 0.0 && resolved.recipe.convention() == Convention::RE1071 {
                variance = LEAST_DEVIATION * LEAST_DEVIATION;
            }
            if !moments.mean.is_finite() || !variance.is_finite() {
                return Err(error::not_computable(feature, class, false));
            }
            if variance < LEAST {
                if data.varies(factor.column, &[*code]) {
                    return Err(error::not_computable(feature, class, true));
                }
                constant.push((class.to_owned(), moments.n));
            }
            let Moments { n, mean, rest, .. } = *moments;
            normals.push(Some(Normal { n, mean, rest, raw, variance }));
        }
        if !constant.is_empty() {
            columns.push((feature.to_owned(), constant));
        }
        factor.form = FactorForm::Gaussian(normals);
    }
    if columns.is_empty() {
        return Ok(epsilon);
    }
    let target = data.table.name_of(resolved.target);
    let chosen = resolved.recipe.chosen.of("target").is_some();
    Err(error::zero_variance(&columns, (target, classes.len()), largest > 0.0, chosen))
}

/// The number below which a standard normal variable falls with probability `p`; infinite at 0 and 1, NaN outside.
///
/// # Formula
/// Rational approximations in three regions, right to about 16 figures (Wichura, "Algorithm AS 241: The percentage points
/// of the normal distribution", Applied Statistics 37, 1988). Logarithm and root are those of `libm`, so that every machine
/// gives the same bits.
///
/// ```
/// use posterior_core::model::normal_quantile;
///
/// assert_eq!(normal_quantile(0.5), 0.0);
/// assert!((normal_quantile(0.975) - 1.959963984540054).abs() < 1e-15);
/// assert!((normal_quantile(1e-10) + 6.361340902404056).abs() < 1e-14);
/// ```
pub fn normal_quantile(p: f64) -> f64 {
    let from_half = p - 0.5;
    if from_half.abs() <= 0.425 {
        let r = 0.180625 - from_half * from_half;
        let (above, below) = polynomials(&MIDDLE, r);
        return from_half * above / below;
    }
    let tail = if from_half < 0.0 { p } else { 1.0 - p };
    if !(0.0..=1.0).contains(&p) {
        return f64::NAN;
    }
    let r = libm::sqrt(-libm::log(tail));
    let (above, below) = if r <= 5.0 { polynomials(&NEAR, r - 1.6) } else { polynomials(&FAR, r - 5.0) };
    let size = if tail == 0.0 { f64::INFINITY } else { above / below };
    if from_half < 0.0 { -size } else { size }
}

/// Two polynomials at a number, from the coefficients of each power.
fn polynomials(coefficients: &[(f64, f64); 8], x: f64) -> (f64, f64) {
    coefficients.iter().rev().fold((0.0, 0.0), |(above, below), (p, q)| (above * x + p, below * x + q))
}

const MIDDLE: [(f64, f64); 8] = [
    (3.387_132_872_796_366_5, 1.0),
    (1.331_416_678_917_843_8e2, 4.231_333_070_160_091e1),
    (1.971_590_950_306_551_3e3, 6.871_870_074_920_579e2),
    (1.373_169_376_550_946e4, 5.394_196_021_424_751e3),
    (4.592_195_393_154_987e4, 2.121_379_430_158_659_7e4),
    (6.726_577_092_700_87e4, 3.930_789_580_009_271e4),
    (3.343_057_558_358_813e4, 2.872_908_573_572_194_3e4),
    (2.509_080_928_730_122_7e3, 5.226_495_278_852_545e3),
];

const NEAR: [(f64, f64); 8] = [
    (1.423_437_110_749_683_5, 1.0),
    (4.630_337_846_156_546, 2.053_191_626_637_759),
    (5.769_497_221_460_691, 1.676_384_830_183_803_8),
    (3.647_848_324_763_204_5, 6.897_673_349_851e-1),
    (1.270_458_252_452_368_4, 1.481_039_764_274_800_8e-1),
    (2.417_807_251_774_506e-1, 1.519_866_656_361_645_7e-2),
    (2.272_384_498_926_918_4e-2, 5.475_938_084_995_345e-4),
    (7.745_450_142_783_414e-4, 1.050_750_071_644_416_9e-9),
];

const FAR: [(f64, f64); 8] = [
    (6.657_904_643_501_103, 1.0),
    (5.463_784_911_164_114, 5.998_322_065_558_88e-1),
    (1.784_826_539_917_291_3, 1.369_298_809_227_358e-1),
    (2.965_605_718_285_048_7e-1, 1.487_536_129_085_061_5e-2),
    (2.653_218_952_657_612_4e-2, 7.868_691_311_456_133e-4),
    (1.242_660_947_388_078_4e-3, 1.846_318_317_510_054_7e-5),
    (2.711_555_568_743_487_6e-5, 1.421_511_758_316_446e-7),
    (2.010_334_399_292_288_1e-7, 2.044_263_103_389_939_8e-15),
];

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
    use super::normal_quantile;
    use super::*;

    #[test]
    fn known_quantiles_on_both_sides_of_each_region() {
        // Computed with 60 digits.
        for (p, z) in [
            (0.075, -1.439_531_470_938_456),
            (0.07499, -1.439_602_118_239_316_2),
            (0.925, 1.439_531_470_938_456),
            (0.9, 1.281_551_565_544_600_5),
            (1.5e-11, -6.646_570_887_477_113),
            (1.3e-11, -6.667_611_456_510_741),
            (1e-300, -37.047_096_299_361_2),
        ] {
            let found = normal_quantile(p);
            assert!((found / z - 1.0).abs() < 5e-15, "{p}: {found}");
        }
        assert_eq!(normal_quantile(0.0), f64::NEG_INFINITY);
        assert_eq!(normal_quantile(1.0), f64::INFINITY);
        assert!(normal_quantile(1.5).is_nan() && normal_quantile(-0.5).is_nan());
    }

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
