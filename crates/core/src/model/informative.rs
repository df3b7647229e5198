//! The most informative values and features (mutual information), and the order by them.

use super::{Factor, FactorForm, FeatureCounts, Fitted, Moments};
use crate::math::{explained_by_means, explained_by_values, information};

/// The order of the values of a feature. Equal values stay in the order of the data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderBy {
    /// [`Fitted::log_odds`] for a class, the highest first. +∞ for values that no other class has, −∞ for values that
    /// only others have. Values that no class has, and 0/0, come last.
    LogOdds(usize),
    Information,
    Count,
    Name,
}

impl Factor {
    /// The part of a value in the mutual information of the feature and the class, in nats. For a word in the Bernoulli
    /// event model, presence and absence together.
    pub fn information(&self, value: usize) -> f64 {
        let classes = 0..self.classes;
        let with: Vec<u64> = classes.clone().map(|class| self.count(value, class)).collect();
        let all: Vec<u64> = classes.map(|class| self.total(class)).collect();
        if self.form != FactorForm::Presence {
            return information(&with, &all);
        }
        information(&with, &all) + information(&rest(&all, &with), &all)
    }
}

impl Fitted {
    /// `ln(P(value | class)/P(value | other))`, where `other` is the class among the rest in which the value is
    /// likeliest: the log-odds between two classes. Infinite for a value that no other class has; NaN if no class has
    /// it, or for 0/0.
    pub fn log_odds(&self, factor: &Factor, value: usize, class: usize) -> f64 {
        let ln = |class: usize| match self.is_by_value() {
            // For P(class | value), the denominator is the same for all classes.
            true => factor.ln_above(value, class),
            false => factor.ln_above(value, class) - factor.ln_below(class),
        };
        let others = (0..self.classes.len()).filter(|other| *other != class);
        others.map(ln).reduce(f64::max).map_or(f64::NAN, |best| ln(class) - best)
    }

    /// The values of a feature in an order; empty for a number.
    pub fn order(&self, factor: &Factor, by: OrderBy) -> Vec<u32> {
        match by {
            OrderBy::LogOdds(class) => highest_first(factor.k(), |value| self.log_odds(factor, value, class)),
            OrderBy::Information => highest_first(factor.k(), |value| factor.information(value)),
            OrderBy::Count => highest_first(factor.k(), |value| factor.count_in_all(value) as f64),
            OrderBy::Name => {
                let mut all: Vec<(String, u32)> =
                    factor.values().iter().map(|name| name.as_str().to_lowercase()).zip(0..).collect();
                all.sort();
                all.into_iter().map(|(_, value)| value).collect()
            }
        }
    }

    /// How much of the class a feature explains, from 0 to 1: η² of a number; for values, their mutual information with
    /// the class divided by H(class). In the Bernoulli event model, the word that explains most. `None` if it is
    /// undefined.
    pub fn explained(&self, feature: usize) -> Option<f64> {
        let factor = self.factors().get(feature)?;
        let classes: Vec<u64> = (0..self.classes.len()).map(|class| factor.total(class)).collect();
        if factor.is_number() {
            let of_classes = match self.statistics.features.get(feature)? {
                FeatureCounts::Moments(moments) => {
                    self.class_codes().iter().map(|code| moments.get(*code as usize))
                }
                _ => return None,
            };
            let of_classes: Vec<Moments> = of_classes.flatten().copied().collect();
            let within = of_classes.iter().map(|moments| moments.scatter).sum();
            let total = of_classes.into_iter().fold(Moments::default(), Moments::merged).scatter;
            return explained_by_means(within, total);
        }
        let values = factor.counts().chunks_exact(self.classes.len().max(1));
        if factor.form != FactorForm::Presence {
            return explained_by_values(values, &classes);
        }
        let of_word = |with: &[u64]| explained_by_values([with, &rest(&classes, with)].into_iter(), &classes);
        values.filter_map(of_word).reduce(f64::max)
    }

    /// The features, those that explain most of the class first; undefined ones last.
    pub fn feature_order(&self) -> Vec<u32> {
        highest_first(self.features.len(), |at| self.explained(at).unwrap_or(f64::NAN))
    }
}

fn rest(all: &[u64], some: &[u64]) -> Vec<u64> {
    all.iter().zip(some).map(|(all, some)| all.saturating_sub(*some)).collect()
}

/// The places below `many`, those with the highest numbers first; NaN last.
fn highest_first(many: usize, of: impl Fn(usize) -> f64) -> Vec<u32> {
    let mut all: Vec<(f64, u32)> = (0..many).map(of).zip(0..).collect();
    all.sort_by(|(a, _), (b, _)| b.partial_cmp(a).unwrap_or_else(|| a.is_nan().cmp(&b.is_nan())));
    all.into_iter().map(|(_, place)| place).collect()
}
