//! The families of factors, each with one description: what the values of a factor are, and what is said of it.
//!
//! How the values are counted is told in [`Factor`](super::Factor).

use super::normal::Normal;
use super::poisson::{CountFamily, POISSON, Rate};
use crate::encode::{Cuts, ValueCounts};
use crate::math::Number;

/// What the values of a factor are.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    Categories,
    Bins(Cuts),
    Words,
    /// Yes or no: the first value is the text that counts as 1, the second stands for every other text.
    Flag,
    /// Words of its documents, each word of the vocabulary a factor: present or absent.
    Presence,
    /// Its numbers themselves, with a normal distribution in each class that training rows have.
    Gaussian(Vec<Option<Normal>>),
    Poisson(Vec<Rate>),
}

impl Form {
    /// Counts with a distribution of their own in each class of `order`.
    pub(super) fn of_counts(tally: &ValueCounts, order: &[u32]) -> (Form, Vec<u64>) {
        let rates: Vec<Rate> = order.iter().map(|code| Rate::of(tally, *code)).collect();
        let totals = rates.iter().map(|rate| rate.n).collect();
        (Form::Poisson(rates), totals)
    }

    pub fn title(&self) -> &'static str {
        match self {
            Form::Gaussian(_) => "Gaussian naive Bayes",
            Form::Poisson(_) => "Poisson naive Bayes",
            Form::Categories | Form::Bins(_) => "Categorical naive Bayes",
            Form::Words => "Multinomial naive Bayes",
            Form::Flag | Form::Presence => "Bernoulli naive Bayes",
        }
    }

    pub fn unit(&self) -> &'static str {
        match self {
            Form::Words => "words",
            Form::Presence => "documents",
            _ => "rows",
        }
    }

    /// What each class has of its own, where numbers are read as they are: the first is the mean.
    pub fn parameters(&self) -> &'static [&'static str] {
        match self {
            Form::Gaussian(_) => &["μ", "σ²"],
            form if form.count_family().is_some() => &["λ"],
            _ => &[],
        }
    }

    pub(crate) fn count_family(&self) -> Option<&'static CountFamily> {
        match self {
            Form::Poisson(_) => Some(&POISSON),
            _ => None,
        }
    }

    /// The distribution of counts in a class; `None` for other forms.
    pub fn rate(&self, class: usize) -> Option<&Rate> {
        match self {
            Form::Poisson(rates) => rates.get(class),
            _ => None,
        }
    }

    /// The normal distribution of a class; `None` for other forms.
    pub fn normal(&self, class: usize) -> Option<&Normal> {
        match self {
            Form::Gaussian(normals) => normals.get(class)?.as_ref(),
            _ => None,
        }
    }

    /// ln of the density or the probability of a class at a number; NaN where the class has no distribution of it.
    pub(super) fn ln_at(&self, x: f64, class: usize) -> f64 {
        match self {
            Form::Gaussian(normals) => {
                normals.get(class).and_then(Option::as_ref).map_or(f64::NAN, |normal| normal.ln_density(x))
            }
            Form::Poisson(rates) => rates.get(class).map_or(f64::NAN, |rate| rate.ln_probability(x)),
            _ => f64::NAN,
        }
    }

    /// The density or the probability of a class at a number; `None` where the class has no distribution of it.
    pub(super) fn number_at(&self, x: f64, class: usize) -> Option<Number> {
        match self {
            Form::Poisson(rates) => rates.get(class)?.probability(x),
            form => Some(form.normal(class)?.density(x)),
        }
    }

    pub(super) fn counts_log_likelihood(&self, class: usize) -> f64 {
        match self {
            Form::Poisson(rates) => rates.get(class).map_or(0.0, Rate::log_likelihood),
            _ => 0.0,
        }
    }

    /// What two equal columns of numbers have in common; `None` for what is counted.
    pub(super) fn sums(&self) -> Option<String> {
        match self {
            Form::Gaussian(normals) => {
                let of = normals
                    .iter()
                    .flatten()
                    .map(|normal| format!("{} {:e} {:e}", normal.n, normal.mean, normal.raw));
                Some(of.collect::<Vec<String>>().join("|"))
            }
            Form::Poisson(rates) => Some(format!("{rates:?}")),
            _ => None,
        }
    }
}
