//! Natural frequencies: a posterior told as so many cases of a round number of them. Of 1,000 people 10 are ill, and of
//! these 9 are positive.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::One;

use crate::math::{Name, Number};
use crate::model::{Case, CaseValue, Factor, Fitted};

/// How many cases of one class there are, and how many of these still fit as the features of the case come in.
#[derive(Clone, Debug, PartialEq)]
pub struct Branch {
    pub class: Name,
    pub cases: Number,
    /// For each known feature its name and value, and how many of the cases fit up to there.
    pub fitting: Vec<(Name, Name, Number)>,
    /// How many fit in the end: N · score.
    pub left: Number,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Frequencies {
    pub of: u64,
    pub branches: Vec<Branch>,
    pub fitting: Number,
    /// The share of each class among these; `None` where none fits.
    pub shares: Option<Vec<Number>>,
}

/// Whether cases of a model can be counted one by one: only those of categories, each on its own, can.
pub fn has_frequencies(fitted: &Fitted) -> bool {
    let counted = |of: &Factor| !of.is_words() && !of.is_number();
    fitted.is_naive() && !fitted.is_by_value() && fitted.factors().iter().all(counted)
}

/// Rounder numbers are tried up to this one.
const MOST: u64 = 1_000_000_000;

const LEAST: u64 = 1_000;

/// A feature with its value, and the share of all cases that is left when it is known.
type Left = (Name, Name, BigRational);

/// A case told by natural frequencies: the least power of ten, from 1,000 on, of which all counts are whole; 1,000 where
/// there is none. `None` where a feature is no category of a naive model, since only these are counted one by one.
///
/// # Formula
/// `N · P(c) · P(x₁ | c) · …`, which is N times the score (Gigerenzer and Hoffrage, "How to improve Bayesian reasoning
/// without instruction: frequency formats", Psychological Review, 1995).
pub fn frequencies(fitted: &Fitted, case: &Case) -> Option<Frequencies> {
    if !has_frequencies(fitted) {
        return None;
    }
    let exact = |number: Option<Number>| match number? {
        Number::Exact(exact) => Some(exact),
        _ => None,
    };
    let mut all: Vec<(BigRational, Vec<Left>)> = Vec::new();
    for class in 0..fitted.classes.len() {
        let prior = exact(fitted.prior(class))?;
        let mut left = prior.clone();
        let mut fitting = Vec::new();
        for (factor, cell) in fitted.factors().iter().zip(&case.cells) {
            let CaseValue::Value(value) = cell.value else { continue };
            left *= exact(factor.conditional(value, class))?;
            fitting.push((factor.name.clone(), factor.values().get(value)?.clone(), left.clone()));
        }
        all.push((prior, fitting));
    }
    let parts = || {
        all.iter()
            .flat_map(|(prior, fitting)| std::iter::once(prior).chain(fitting.iter().map(|(.., left)| left)))
    };
    let powers = std::iter::successors(Some(LEAST), |n| n.checked_mul(10)).take_while(|n| *n <= MOST);
    let whole = |n: &u64| parts().all(|part| (part * BigInt::from(*n)).denom().is_one());
    let of = powers.into_iter().find(whole).unwrap_or(LEAST);
    let times = |part: &BigRational| part * BigInt::from(of);
    let mut branches = Vec::new();
    let mut sum = BigRational::from_integer(0.into());
    for (class, (prior, fitting)) in fitted.classes.iter().zip(&all) {
        let left = fitting.last().map_or(prior, |(.., left)| left);
        sum += times(left);
        let fitting = fitting.iter();
        branches.push(Branch {
            class: class.clone(),
            cases: times(prior).into(),
            fitting: fitting
                .map(|(name, value, left)| (name.clone(), value.clone(), times(left).into()))
                .collect(),
            left: times(left).into(),
        });
    }
    let fitting: Number = sum.into();
    let shares: Option<Vec<Number>> = branches.iter().map(|branch| branch.left.div(&fitting)).collect();
    Some(Frequencies { of, branches, fitting, shares })
}
