//! How many free parameters a model has.

use super::super::figures::{some, text};
use crate::evaluate::Model;
use crate::math::{BigOp, Chain, Expr, Symbol, symbols};
use crate::model::{Factor, Fitted, Form, Logistic};
use crate::recipe::{Covariance, Prior};

/// Number of classes.
const CLASSES: Symbol = Symbol { uni: "K", ascii: "K", tex: "K" };
/// Number of words.
const WORDS: Symbol = Symbol { uni: "V", ascii: "V", tex: "V" };
/// Running feature.
const J: Symbol = Symbol { uni: "j", ascii: "j", tex: "j" };

/// The free parameters of a model, counted.
#[derive(Clone, Debug)]
pub struct Parameters {
    /// How many there are.
    pub count: u64,
    /// The formula with the numbers put in.
    pub chain: Chain,
    /// What the letters stand for, and what is not counted, one sentence each.
    pub told: Vec<String>,
}

/// One part of the sum.
struct Term {
    general: Expr,
    put: Expr,
    value: u64,
}

impl Parameters {
    /// Counts what is estimated from the rows and free to vary; the last share of what must sum to 1 is not.
    ///
    /// # Formula
    /// K classes, d features, k_j values of feature j, V words:
    /// priors K − 1 where they are counted (0 where they are given or uniform); categories and bins K · ∑(k_j − 1); yes/no
    /// K · d; Bernoulli text K · V; multinomial K · (V − 1); Gaussian naive Bayes 2 · K · d; Poisson K · d; GDA K · d means and d(d + 1)/2
    /// entries of Σ where it is shared, K · d(d + 1)/2 where each class has one, d and K · d where it is diagonal; logistic
    /// regression (K − 1)(d + 1) with d columns that vary (Ng and Jordan 2001; CS229 notes).
    pub fn of(model: &Model) -> Parameters {
        match model {
            Model::Generative(fitted) => generative(fitted),
            Model::Logistic(logistic) => discriminative(logistic),
            Model::Baseline(baseline) => Parameters::sum(
                vec![less_one(baseline.classes.len())],
                vec!["One share for each of K classes, less one, since they sum to 1.".to_owned()],
            ),
        }
    }

    fn sum(terms: Vec<Term>, told: Vec<String>) -> Parameters {
        let count = terms.iter().map(|term| term.value).sum();
        let values = terms.iter().map(|term| Expr::int(term.value)).collect();
        let several = terms.len() > 1;
        let (general, put) = terms.into_iter().map(|term| (term.general, term.put)).unzip();
        let mut chain = Chain::new(text("parameters")).eq(Expr::Add(general)).eq(Expr::Add(put));
        if several {
            chain = chain.eq(Expr::Add(values));
        }
        Parameters { count, chain: chain.eq(Expr::int(count)), told }
    }
}

fn generative(fitted: &Fitted) -> Parameters {
    let k = fitted.classes.len();
    let (mut terms, mut told) = (Vec::new(), vec!["K counts the classes.".to_owned()]);
    match &fitted.data.resolved.prior {
        Prior::Counts | Prior::Laplace(_) => terms.push(less_one(k)),
        Prior::Uniform | Prior::Given(_) => {
            told.push("The prior is not counted: it is given, and not estimated.".to_owned());
        }
    }
    let of = |wanted: fn(&Form) -> bool| -> Vec<&Factor> {
        fitted.factors().iter().filter(|factor| wanted(&factor.form)).collect()
    };
    let gaussian = of(|form| matches!(form, Form::Gaussian(_)));
    if !gaussian.is_empty() {
        terms.push(product(&[(None, 2), (Some(CLASSES), k), (Some(symbols::D), gaussian.len())]));
        told.push("Each of d columns of numbers has a mean and a variance in each class.".to_owned());
    }
    let rates = of(|form| form.count_family().is_some()).len();
    if rates > 0 {
        terms.push(product(&[(Some(CLASSES), k), (Some(symbols::D), rates)]));
        told.push("Each of d columns of counts has a rate in each class.".to_owned());
    }
    let counted = of(|form| matches!(form, Form::Categories | Form::Bins(_)));
    if !counted.is_empty() {
        terms.push(categories(k, &counted));
        told.push("Column j has kⱼ values or bins, whose shares sum to 1 in each class.".to_owned());
    }
    let flags = of(|form| *form == Form::Flag).len();
    if flags > 0 {
        terms.push(product(&[(Some(CLASSES), k), (Some(symbols::D), flags)]));
        told.push("Each of d yes/no columns has one probability in each class.".to_owned());
    }
    for factor in of(|form| *form == Form::Words) {
        terms.push(words(k, factor.values().len()));
        told.push("The probabilities of the V words sum to 1 in each class.".to_owned());
    }
    for factor in of(|form| *form == Form::Presence) {
        terms.push(product(&[(Some(CLASSES), k), (Some(WORDS), factor.values().len())]));
        told.push("Each of V words has one probability in each class.".to_owned());
    }
    if fitted.gda().is_some() {
        let d = fitted.features.len();
        terms.push(product(&[(Some(CLASSES), k), (Some(symbols::D), d)]));
        let shape = fitted.data.resolved.covariance;
        terms.push(covariance(shape, k, d));
        told.push(format!(
            "Each class has a mean for each of d columns; {}.",
            match shape {
                Covariance::Shared => "Σ is symmetric, and one for all classes",
                Covariance::PerClass => "Σ is symmetric, and each class has one",
                Covariance::SharedDiagonal => "the diagonal of Σ is one for all classes",
                Covariance::PerClassDiagonal => "each class has a diagonal of Σ",
            }
        ));
    }
    if fitted.factors().iter().any(|factor| matches!(factor.form, Form::Bins(_))) {
        told.push("The cuts between bins are not counted.".to_owned());
    }
    Parameters::sum(terms, told)
}

fn discriminative(logistic: &Logistic) -> Parameters {
    let with_rows =
        (0..logistic.classes.len()).filter(|class| logistic.coefficients(*class).is_some()).count();
    let columns = (0..logistic.columns().len()).filter(|column| !logistic.is_constant(*column)).count();
    let (general, put) = (minus_one(CLASSES), minus(with_rows));
    let term = Term {
        general: general * (Expr::from(symbols::D) + Expr::int(1)),
        put: put * (Expr::int(columns) + Expr::int(1)),
        value: (with_rows.saturating_sub(1) * (columns + 1)) as u64,
    };
    let told = "Each of K classes but the base has θ₀ and a weight for each of d columns: numbers, and indicators of categories, bins and words.";
    Parameters::sum(vec![term], vec![told.to_owned()])
}

/// K − 1
fn less_one(k: usize) -> Term {
    Term { general: minus_one(CLASSES), put: minus(k), value: k.saturating_sub(1) as u64 }
}

/// K · (V − 1)
fn words(k: usize, v: usize) -> Term {
    Term {
        general: Expr::from(CLASSES) * minus_one(WORDS),
        put: Expr::int(k) * minus(v),
        value: (k * v.saturating_sub(1)) as u64,
    }
}

/// K · ∑(kⱼ − 1)
fn categories(k: usize, factors: &[&Factor]) -> Term {
    let each = |factor: &&Factor| minus(factor.values().len());
    let of_j = Expr::general(symbols::K, J, None) - Expr::int(1);
    let sum = Expr::big(BigOp::Sum, J, Expr::int(factors.len()), of_j, Vec::new());
    let free: usize = factors.iter().map(|factor| factor.values().len().saturating_sub(1)).sum();
    Term {
        general: Expr::from(CLASSES) * sum,
        put: Expr::int(k) * some(factors.iter().map(each).collect()),
        value: (k * free) as u64,
    }
}

/// The entries of Σ that are free.
fn covariance(shape: Covariance, k: usize, d: usize) -> Term {
    let symmetric = |d: Expr| d.clone() * (d + Expr::int(1)) / Expr::int(2);
    let (general, put) = (symmetric(Expr::Sym(symbols::D)), symmetric(Expr::int(d)));
    let entries = (d * (d + 1) / 2) as u64;
    match shape {
        Covariance::Shared => Term { general, put, value: entries },
        Covariance::PerClass => Term {
            general: Expr::from(CLASSES) * general,
            put: Expr::int(k) * put,
            value: k as u64 * entries,
        },
        Covariance::SharedDiagonal => product(&[(Some(symbols::D), d)]),
        Covariance::PerClassDiagonal => product(&[(Some(CLASSES), k), (Some(symbols::D), d)]),
    }
}

/// A product of whole numbers, each with its letter where it has one.
fn product(factors: &[(Option<Symbol>, usize)]) -> Term {
    let general = |(symbol, value): &(Option<Symbol>, usize)| symbol.map_or(Expr::int(*value), Expr::Sym);
    Term {
        general: Expr::Mul(factors.iter().map(general).collect()),
        put: Expr::Mul(factors.iter().map(|(_, value)| Expr::int(*value)).collect()),
        value: factors.iter().map(|(_, value)| *value as u64).product(),
    }
}

fn minus_one(symbol: Symbol) -> Expr {
    Expr::from(symbol) - Expr::int(1)
}

fn minus(value: usize) -> Expr {
    Expr::int(value) - Expr::int(1)
}
