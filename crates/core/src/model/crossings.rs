//! Where two classes are equally probable along one number: the boundary in one dimension.

use super::{Case, Fitted, NEAR};
use crate::math::Name;

/// A class with a normal distribution of one number: ln P(c), μ and σ².
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClassNormal {
    pub ln_prior: f64,
    pub mean: f64,
    pub variance: f64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossing {
    pub x: f64,
    pub classes: (usize, usize),
    /// Whether no other class leads there, so that it is a boundary.
    pub leads: bool,
}

/// The most classes for which crossings are searched, since the number of pairs grows with their square.
pub const PAIRS: usize = 60;

impl ClassNormal {
    /// ln P(c) + ln p(x | c).
    pub fn score(&self, x: f64) -> f64 {
        let gap = x - self.mean;
        self.ln_prior - 0.5 * (std::f64::consts::TAU.ln() + self.variance.ln() + gap / self.variance * gap)
    }
}

/// Where `P(a) p(x | a) = P(b) p(x | b)`, from left to right: none, one or two places.
///
/// # Formula
/// With u = x − (m_a + m_b)/2 and h = (m_a − m_b)/2 the logarithm of the ratio times 2 v_a v_b is a quadratic A u² − 2B
/// u + C = 0. Its roots are computed without cancellation: w/A and C/w, with w the larger of B ± √D.
///
/// ```
/// use posterior_core::model::{ClassNormal, crossings};
///
/// let half = 0.5_f64.ln();
/// let (a, b) = (ClassNormal { ln_prior: half, mean: 0.0, variance: 1.0 }, ClassNormal { ln_prior: half, mean: 2.0, variance: 1.0 });
/// assert_eq!(crossings(&a, &b), [1.0]);
/// ```
pub fn crossings(a: &ClassNormal, b: &ClassNormal) -> Vec<f64> {
    let (h, middle) = ((a.mean - b.mean) / 2.0, f64::midpoint(a.mean, b.mean));
    let (va, vb) = (a.variance, b.variance);
    let l = a.ln_prior - b.ln_prior + 0.5 * (vb / va).ln();
    if !(l.is_finite() && va > 0.0 && vb > 0.0) {
        return Vec::new();
    }
    let first = (va - vb) / 2.0;
    let second = h * f64::midpoint(va, vb);
    let third = l * va * vb + first * h * h;
    let d = va * vb * (h * h - first * l);
    if d < 0.0 || (first == 0.0 && second == 0.0) {
        return Vec::new();
    }
    let root = d.sqrt();
    let w = if second < 0.0 { root - second } else { -(second + root) };
    let mut found = Vec::new();
    if first != 0.0 {
        found.push(w / first);
    }
    if w != 0.0 && d > 0.0 {
        found.push(third / w);
    }
    let mut found: Vec<f64> = found.into_iter().map(|u| middle + u).filter(|x| x.is_finite()).collect();
    found.sort_by(f64::total_cmp);
    found
}

pub fn all_crossings(class_normals: &[Option<ClassNormal>]) -> Vec<Crossing> {
    let mut all = Vec::new();
    let known = || (0..).zip(class_normals).filter_map(|(class, normal)| Some((class, normal.as_ref()?)));
    for (a, one) in known().filter(|_| class_normals.len() <= PAIRS) {
        for (b, other) in known().filter(|(b, _)| *b > a) {
            for x in crossings(one, other) {
                let most = class_normals
                    .iter()
                    .flatten()
                    .map(|normal| normal.score(x))
                    .fold(f64::NEG_INFINITY, f64::max);
                let leads = one.score(x).min(other.score(x)) >= most - NEAR * most.abs().max(1.0);
                all.push(Crossing { x, classes: (a, b), leads });
            }
        }
    }
    all.sort_by(|a, b| a.x.total_cmp(&b.x));
    all
}

/// The normal distributions of a feature, by class; `None` where the model has none of it.
pub fn class_normals(fitted: &Fitted, feature: usize) -> Option<Vec<Option<ClassNormal>>> {
    let gda = fitted.gda();
    let factor = fitted.factors().get(feature).filter(|factor| factor.is_gaussian());
    let normal = |class: usize| {
        let (mean, variance) = match gda {
            Some(gda) => (gda.mean(class, feature)?, gda.sigma(class)?.entry(feature, feature)),
            None => factor?.normal(class).map(|normal| (normal.mean, normal.variance))?,
        };
        Some(ClassNormal { ln_prior: fitted.prior(class)?.ln(), mean, variance })
    };
    (gda.is_some() || factor.is_some()).then(|| (0..fitted.classes.len()).map(normal).collect())
}

/// The same, with the other features fixed by a case: the prior of each class includes their factors. `None` if the
/// model has no normal distributions of the feature, or the case lacks a feature it needs.
pub fn class_normals_given(fitted: &Fitted, feature: usize, case: &Case) -> Option<Vec<Option<ClassNormal>>> {
    let alone = class_normals(fitted, feature)?;
    let Some(gda) = fitted.gda() else {
        let name = fitted.features.get(feature).map(|feature| feature.name.to_string())?;
        let without = case.changed(fitted, &[(name, String::new())]).ok()?;
        let joint = fitted.predict(&without).joint;
        let all = alone.into_iter().zip(joint);
        return Some(
            all.map(|(normal, joint)| Some(ClassNormal { ln_prior: joint?.ln(), ..normal? })).collect(),
        );
    };
    let mut x = case.numbers();
    let own = x.get_mut(feature)?;
    if !own.is_finite() {
        *own = 0.0;
    }
    let at = *own;
    if x.iter().any(|number| !number.is_finite()) {
        return None;
    }
    // The squared distance along the feature is a parabola. Its minimum is the mean given the other features, and half
    // its curvature is 1 over the variance given them.
    let known = |(class, normal): (usize, Option<ClassNormal>)| {
        let sigma = gda.sigma(class)?;
        let precision = *sigma.inverse().get(feature)?.get(feature)?;
        let solved = *sigma.solve(&gda.distances(class, &x)?).get(feature)?;
        let (variance, gap) = (precision.recip(), solved / precision);
        let rest = gda.ln_density(class, &x) + 0.5 * (std::f64::consts::TAU * variance).ln();
        let ln_prior = normal?.ln_prior + rest + 0.5 * gap * gap * precision;
        Some(ClassNormal { ln_prior, mean: at - gap, variance })
    };
    Some(alone.into_iter().enumerate().map(known).collect())
}

impl Fitted {
    /// Returns the places at which two classes are equally probable along a feature, from the left; with the others
    /// fixed by a case, or left out. `None` if the model has no normal distributions of the feature.
    pub(crate) fn crossings_of(
        &self,
        feature: &Name,
        classes: [usize; 2],
        case: Option<&Case>,
    ) -> Option<Vec<f64>> {
        let at = self.feature(feature.as_str())?;
        let class_normals =
            case.map_or_else(|| class_normals(self, at), |case| class_normals_given(self, at, case))?;
        let [a, b] = classes.map(|class| class_normals.get(class).copied().flatten());
        Some(crossings(&a?, &b?))
    }
}
