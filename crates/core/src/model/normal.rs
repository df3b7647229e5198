//! The normal distribution of one number: density and quantile.

use super::{Factor, FactorForm, FeatureCounts, Moments, Statistics, error};
use crate::encode::Dataset;
use crate::math::{Name, Number};
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

#[cfg(test)]
mod tests {
    use super::normal_quantile;

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
}
