//! Classes along one number: their scores.

use super::surface::{Part, shares};
use crate::model::{Bell, Fitted, bells};

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
