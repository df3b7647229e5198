//! Classes along one number: their scores, and the places at which two of them are as likely.

use super::surface::{Part, shares};
use crate::model::Fitted;

/// A class with a normal distribution of one number: ln P(c), μ and σ².
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bell {
    /// ln of the prior.
    pub ln_prior: f64,
    /// μ.
    pub mean: f64,
    /// σ².
    pub variance: f64,
}

/// A place at which two classes have the same score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossing {
    /// Where.
    pub x: f64,
    /// The two classes, the smaller number first.
    pub classes: (usize, usize),
    /// Whether no other class leads there, so that it is a boundary.
    pub leads: bool,
}

/// Classes of which crossings are sought: there are as many pairs as their square.
pub(super) const PAIRS: usize = 60;

impl Bell {
    /// ln P(c) + ln p(x | c).
    pub fn score(&self, x: f64) -> f64 {
        let apart = x - self.mean;
        self.ln_prior
            - 0.5 * (std::f64::consts::TAU.ln() + self.variance.ln() + apart / self.variance * apart)
    }
}

/// Where `P(a) p(x | a) = P(b) p(x | b)`, from left to right: none, one or two places.
///
/// # Formula
/// With u = x − (m_a + m_b)/2 and h = (m_a − m_b)/2 the logarithm of the ratio times 2 v_a v_b is a quadratic A u² − 2B u + C = 0
/// whose roots are taken without cancelling: w/A and C/w, w the larger of B ± √D.
///
/// ```
/// use posterior::plot::{Bell, crossings};
///
/// let half = 0.5_f64.ln();
/// let (a, b) = (Bell { ln_prior: half, mean: 0.0, variance: 1.0 }, Bell { ln_prior: half, mean: 2.0, variance: 1.0 });
/// assert_eq!(crossings(&a, &b), [1.0]);
/// ```
pub fn crossings(a: &Bell, b: &Bell) -> Vec<f64> {
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

/// The crossings of every two classes, from left to right.
pub fn all_crossings(bells: &[Option<Bell>]) -> Vec<Crossing> {
    let mut all = Vec::new();
    if bells.len() > PAIRS {
        return all;
    }
    for (a, one) in bells.iter().enumerate() {
        for (b, other) in bells.iter().enumerate().skip(a + 1) {
            let (Some(one), Some(other)) = (one, other) else { continue };
            for x in crossings(one, other) {
                let most = bells.iter().flatten().map(|bell| bell.score(x)).fold(f64::NEG_INFINITY, f64::max);
                let leads = one.score(x).min(other.score(x)) >= most - 1e-9 * (1.0 + most.abs());
                all.push(Crossing { x, classes: (a, b), leads });
            }
        }
    }
    all.sort_by(|a, b| a.x.total_cmp(&b.x));
    all
}

/// The normal distributions of a feature, by class; `None` where the model has none of it.
pub fn bells(fitted: &Fitted, feature: usize) -> Option<Vec<Option<Bell>>> {
    let classes = fitted.classes.len();
    let ln_prior = |class| fitted.prior(class).map(|prior| prior.ln());
    if let Some(gda) = fitted.gda() {
        let bell = |class: usize| {
            let variance = gda.sigma(class)?.entry(feature, feature);
            Some(Bell { ln_prior: ln_prior(class)?, mean: gda.mean(class, feature)?, variance })
        };
        return Some((0..classes).map(bell).collect());
    }
    let factor = fitted.factors().get(feature).filter(|factor| factor.is_gaussian())?;
    let bell = |class: usize| {
        let normal = factor.normal(class)?;
        Some(Bell { ln_prior: ln_prior(class)?, mean: normal.mean, variance: normal.variance })
    };
    Some((0..classes).map(bell).collect())
}

/// The two features that tell the classes best apart, each alone: by the variance of the class means over that within the
/// classes. In the order of the model; `None` where fewer than two have normal distributions.
pub fn most_telling(fitted: &Fitted) -> Option<[usize; 2]> {
    let ratio = |at: &usize| {
        let all: Vec<Bell> = bells(fitted, *at)?.into_iter().flatten().collect();
        let mean =
            |of: &dyn Fn(&Bell) -> f64| all.iter().map(|bell| bell.ln_prior.exp() * of(bell)).sum::<f64>();
        let middle = mean(&|bell| bell.mean);
        Some(mean(&|bell| (bell.mean - middle).powi(2)) / mean(&|bell| bell.variance))
            .filter(|ratio| ratio.is_finite())
    };
    let mut ranked: Vec<(f64, usize)> =
        (0..fitted.features.len()).filter_map(|at| Some((ratio(&at)?, at))).collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let [(_, a), (_, b), ..] = ranked.as_slice() else { return None };
    Some([*a.min(b), *a.max(b)])
}

/// The scores of each class along one feature that is read of numbers.
#[derive(Clone, Debug)]
pub struct Along {
    pub(super) bells: Option<Vec<Option<Bell>>>,
    pub(super) part: Option<Part>,
    priors: Vec<f64>,
    /// The least and the largest number of the rows: where the outer bins end.
    reach: (f64, f64),
}

impl Along {
    /// Of a feature of a model.
    pub fn of(fitted: &Fitted, feature: usize) -> Along {
        let classes = fitted.classes.len();
        let column = fitted.features.get(feature).map_or(0, |feature| feature.column);
        let part = fitted.factors().get(feature).and_then(|factor| Part::of(factor, classes));
        let mut reach = (f64::INFINITY, f64::NEG_INFINITY);
        if matches!(part, Some(Part::Bins(..))) {
            for row in (0..fitted.data.table.rows()).filter(|row| fitted.class_of_row(*row).is_some()) {
                let Some(number) = fitted.data.number(row, column) else { continue };
                reach = (reach.0.min(number.value()), reach.1.max(number.value()));
            }
        }
        let prior = |class| fitted.prior(class).map_or(f64::NEG_INFINITY, |prior| prior.ln());
        Along { bells: bells(fitted, feature), part, priors: (0..classes).map(prior).collect(), reach }
    }

    /// ln of P(c) times the density, or the probability, at a number; a bin's is spread over its width.
    pub fn score(&self, class: usize, x: f64) -> f64 {
        if let Some(bells) = &self.bells {
            return bells.get(class).and_then(Option::as_ref).map_or(f64::NEG_INFINITY, |bell| bell.score(x));
        }
        let (Some(part), Some(prior)) = (&self.part, self.priors.get(class)) else {
            return f64::NEG_INFINITY;
        };
        prior + part.ln(class, x) - self.width(x).ln()
    }

    /// The width of the bin of a number; 1 where there are no bins.
    fn width(&self, x: f64) -> f64 {
        let Some(Part::Bins(cuts, _)) = &self.part else { return 1.0 };
        let (bin, values) = (cuts.bin(x), cuts.values());
        let low = bin.checked_sub(1).and_then(|at| values.get(at)).copied();
        let high = values.get(bin).copied();
        let (least, most) = self.reach;
        let wide =
            high.unwrap_or(most.max(low.unwrap_or(most))) - low.unwrap_or(least.min(high.unwrap_or(least)));
        if wide > 0.0 && wide.is_finite() { wide } else { 1.0 }
    }

    /// P(c) times the density of each class at a number, and the posterior of this feature alone.
    pub fn reading(&self, x: f64) -> Vec<(f64, f64)> {
        let scores: Vec<f64> = (0..self.priors.len()).map(|class| self.score(class, x)).collect();
        scores.iter().map(|score| score.exp()).zip(shares(&scores)).collect()
    }
}
