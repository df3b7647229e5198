//! ln of the score of each class over two features of a model, the others fixed at the case or left out.

use super::plane::Plane;
use crate::encode::Cuts;
use crate::math::Number;
use crate::model::{Case, CaseCell, Factor, Fitted, Form, Logistic, Normal, Rate, leaders};

/// What is done with the features that are not drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Others {
    #[default]
    Slice,
    Marginal,
}

/// The scores over a plane of two features.
#[derive(Clone, Debug)]
pub enum Surface {
    /// Normal distributions, one a class; `None` for a class without one.
    Normal(Vec<Option<Plane>>),
    /// Two factors that are taken as independent, by class: what all else comes to, and the two.
    Naive {
        /// ln of the score without the two.
        base: Vec<f64>,
        /// ln P(x | c) along each axis.
        parts: Box<[Part; 2]>,
    },
    /// θ₀ and the two weights of each class.
    Linear(Vec<(f64, [f64; 2])>),
}

/// ln of a conditional along one axis, by class.
#[derive(Clone, Debug)]
pub enum Part {
    Normal(Vec<Option<Normal>>),
    Rates(Vec<Rate>),
    /// Bins, and ln P by bin and class.
    Bins(Cuts, Vec<Vec<f64>>),
}

impl Part {
    /// `None` for a factor that is not read of a number.
    pub fn of(factor: &Factor, classes: usize) -> Option<Part> {
        let ln = |value: Option<Number>| value.map_or(f64::NAN, |value| value.ln());
        Some(match &factor.form {
            Form::Gaussian(normals) => Part::Normal(normals.clone()),
            Form::Poisson(rates) => Part::Rates(rates.clone()),
            Form::Bins(cuts) => {
                let row = |bin| (0..classes).map(|class| ln(factor.conditional(bin, class))).collect();
                Part::Bins(cuts.clone(), (0..cuts.bins()).map(row).collect())
            }
            _ => return None,
        })
    }

    /// ln P(x | c).
    pub fn ln(&self, class: usize, x: f64) -> f64 {
        match self {
            Part::Normal(normals) => {
                normals.get(class).and_then(Option::as_ref).map_or(f64::NEG_INFINITY, |one| one.ln_density(x))
            }
            Part::Rates(rates) => {
                rates.get(class).map_or(f64::NEG_INFINITY, |rate| rate.ln_probability(x.round().max(0.0)))
            }
            Part::Bins(cuts, logs) => {
                logs.get(cuts.bin(x)).and_then(|row| row.get(class)).copied().unwrap_or(f64::NEG_INFINITY)
            }
        }
    }
}

pub fn drawable(fitted: &Fitted) -> Vec<usize> {
    let of = |at: &usize| {
        fitted.gda().is_some()
            || fitted.factors().get(*at).is_some_and(|factor| factor.is_number() || factor.cuts().is_some())
    };
    (0..fitted.features.len()).filter(of).collect()
}

impl Surface {
    /// The scores of a model over two of its features; `None` where it does not read them of numbers, and of a slice where
    /// there is no case.
    pub fn of(fitted: &Fitted, features: [usize; 2], others: Others, case: Option<&Case>) -> Option<Surface> {
        let classes = fitted.classes.len();
        let prior = |class| fitted.prior(class).map_or(f64::NEG_INFINITY, |prior| prior.ln());
        if let Some(gda) = fitted.gda() {
            let x = case.map(Case::numbers);
            let all = fitted.features.len() <= 2;
            let plane = |class: usize| {
                let sigma = gda.sigma(class)?;
                let mean = [gda.mean(class, features[0])?, gda.mean(class, features[1])?];
                let cov = features.map(|a| features.map(|b| sigma.entry(a, b)));
                if all || others == Others::Marginal {
                    return Some(Plane { ln_prior: prior(class), mean, cov });
                }
                let apart = gda.distances(class, x.as_ref()?)?;
                let given = sigma.given(features, &apart)?;
                let rest = (fitted.features.len() - 2) as f64;
                let ln = -0.5 * (rest * std::f64::consts::TAU.ln() + given.ln_det + given.q);
                let mean = [mean[0] + given.shift[0], mean[1] + given.shift[1]];
                Some(Plane { ln_prior: prior(class) + ln, mean, cov: given.cov })
            };
            if !all && others == Others::Slice {
                case?;
            }
            return Some(Surface::Normal((0..classes).map(plane).collect()));
        }
        let [first, second] = features.map(|at| fitted.factors().get(at));
        let parts = [Part::of(first?, classes)?, Part::of(second?, classes)?];
        let base: Vec<f64> = match others {
            Others::Slice => {
                let mut rest =
                    case.cloned().unwrap_or(Case { cells: Vec::new(), row: None, notes: Vec::new() });
                if rest.cells.len() != fitted.features.len() {
                    if fitted.features.len() > 2 {
                        return None;
                    }
                    rest.cells = vec![CaseCell::default(); 2];
                }
                features.into_iter().for_each(|at| {
                    if let Some(cell) = rest.cells.get_mut(at) {
                        *cell = CaseCell::default();
                    }
                });
                let joint = fitted.predict(&rest).joint;
                joint.into_iter().map(|score| score.map_or(f64::NEG_INFINITY, |score| score.ln())).collect()
            }
            Others::Marginal => (0..classes).map(prior).collect(),
        };
        if let [Part::Normal(first), Part::Normal(second)] = &parts {
            let plane = |class: usize| {
                let [a, b] = [first, second].map(|normals| normals.get(class).and_then(Option::as_ref));
                let (a, b) = (a?, b?);
                let cov = [[a.variance, 0.0], [0.0, b.variance]];
                Some(Plane { ln_prior: *base.get(class)?, mean: [a.mean, b.mean], cov })
            };
            return Some(Surface::Normal((0..classes).map(plane).collect()));
        }
        Some(Surface::Naive { base, parts: Box::new(parts) })
    }

    /// The scores of logistic regression over two features, its others at the case; `None` where one of them is not a
    /// column of its own, or another is not known.
    pub fn rival(logistic: &Logistic, names: [&str; 2], case: &[(String, f64)]) -> Option<Surface> {
        let columns = logistic.columns();
        let column = |name: &str| columns.iter().position(|column| column.label() == name);
        let [first, second] = [column(names[0])?, column(names[1])?];
        let class = |class: usize| {
            if logistic.base() == Some(class) {
                return Some((0.0, [0.0; 2]));
            }
            let (mut intercept, weights) = logistic.coefficients(class)?;
            for (at, (column, weight)) in columns.iter().zip(&weights).enumerate() {
                if at != first && at != second {
                    let (_, value) = case.iter().find(|(name, _)| *name == column.label())?;
                    intercept += weight * value;
                }
            }
            Some((intercept, [*weights.get(first)?, *weights.get(second)?]))
        };
        (0..logistic.classes.len()).map(class).collect::<Option<Vec<_>>>().map(Surface::Linear)
    }

    pub fn classes(&self) -> usize {
        match self {
            Surface::Normal(planes) => planes.len(),
            Surface::Naive { base, .. } => base.len(),
            Surface::Linear(all) => all.len(),
        }
    }

    /// ln of the score of a class at a point.
    pub fn score(&self, class: usize, x: [f64; 2]) -> f64 {
        match self {
            Surface::Normal(planes) => {
                planes.get(class).and_then(Option::as_ref).map_or(f64::NEG_INFINITY, |plane| plane.score(x))
            }
            Surface::Naive { base, parts } => {
                let [first, second] = &**parts;
                base.get(class).copied().unwrap_or(f64::NEG_INFINITY)
                    + first.ln(class, x[0])
                    + second.ln(class, x[1])
            }
            Surface::Linear(all) => all
                .get(class)
                .map_or(f64::NEG_INFINITY, |(intercept, [a, b])| intercept + a * x[0] + b * x[1]),
        }
    }

    /// ln of the score of every class at a point.
    pub fn scores(&self, x: [f64; 2]) -> Vec<f64> {
        (0..self.classes()).map(|class| self.score(class, x)).collect()
    }

    /// The posterior of every class at a point; NaN where every score is 0.
    pub fn posteriors(&self, x: [f64; 2]) -> Vec<f64> {
        shares(&self.scores(x))
    }

    /// The same of two classes alone; the numbers of the classes are then 0 and 1.
    pub fn only(&self, classes: [usize; 2]) -> Option<Surface> {
        Some(match self {
            Surface::Normal(planes) => {
                Surface::Normal(classes.iter().filter_map(|class| planes.get(*class).copied()).collect())
            }
            Surface::Linear(all) => {
                Surface::Linear(classes.iter().filter_map(|class| all.get(*class).copied()).collect())
            }
            Surface::Naive { .. } => return None,
        })
    }

    pub fn plane(&self, class: usize) -> Option<&Plane> {
        let Surface::Normal(planes) = self else { return None };
        planes.get(class)?.as_ref()
    }
}

/// The class with the largest ln score, the first of those that tie; `None` where every score is 0.
pub fn leader(scores: &[f64]) -> Option<usize> {
    leaders(scores, |_, _| None).first().copied()
}

pub fn shares(scores: &[f64]) -> Vec<f64> {
    let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let sum: f64 = scores.iter().map(|score| (score - most).exp()).sum();
    scores.iter().map(|score| (score - most).exp() / sum).collect()
}

#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    pub at: [f64; 2],
    /// By class: q(c) and ln p(x | c) where it has a normal distribution, and P(c | x).
    pub classes: Vec<(Option<(f64, f64)>, f64)>,
    pub leader: Option<usize>,
}

pub fn reading(surface: &Surface, at: [f64; 2]) -> Reading {
    let posteriors = surface.posteriors(at);
    let class = |(class, share): (usize, &f64)| {
        (surface.plane(class).map(|plane| (plane.q(at), plane.ln_density(at))), *share)
    };
    let classes = posteriors.iter().enumerate().map(class).collect();
    Reading { at, classes, leader: leader(&surface.scores(at)) }
}
