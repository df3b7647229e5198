//! Odds and natural frequencies of a case.

use super::definition::{Context, Defined, Definition, Rule, Term};
use super::error::WorkedError;
use super::gaussian::{mean_of, var_of};
use super::gda::named;
use super::naive_bayes::factors;
use crate::math::{Expr, Name, Number, Quantity};
use crate::model::{Case, CaseValue, Factor, Fitted, Gda};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::One;

pub(super) fn define(quantity: &Quantity, context: &Context<'_>) -> Option<Defined> {
    Some(match quantity {
        Quantity::Odds { class, against, of_case } => odds(class, against.as_ref(), *of_case, context),
        Quantity::Ratio { feature, class, against: Some(against) } => {
            ratio(feature, [class, against], context)
        }
        Quantity::Ratio { feature, class, against: None } => ratio_of_rest(feature, class, context),
        Quantity::Crossing { feature, class, against, place, of_case } => {
            crossing(feature, [class, against], (*place, *of_case), context)
        }
        _ => return None,
    })
}

fn both(classes: [&Name; 2], context: &Context<'_>) -> Result<[usize; 2], WorkedError> {
    let [a, b] = [context.class(classes[0])?, context.class(classes[1])?];
    if a == b { Err(WorkedError::NotHere) } else { Ok([a, b]) }
}

/// P(a)/P(b), or for the case score(a)/score(b), which is P(a | x)/P(b | x) with the evidence cancelled.
fn odds(class: &Name, against: Option<&Name>, of_case: bool, context: &Context<'_>) -> Defined {
    let at = context.class(class)?;
    if of_case {
        context.case()?;
    }
    let of = |class: &Name| Expr::from(if of_case { Quantity::score(class) } else { Quantity::prior(class) });
    let below = match against {
        Some(against) => {
            both([class, against], context)?;
            of(against)
        }
        None => {
            let others = context.fitted.classes.iter().enumerate().filter(|(other, _)| *other != at);
            Expr::sum(others.map(|(_, other)| of(other)).collect())
        }
    };
    Ok(Definition::Formula { rule: Rule::Odds, expr: of(class) / below })
}

fn split(feature: &Name, context: &Context<'_>) -> Result<(Vec<Term>, Vec<Term>), WorkedError> {
    let at = context.feature(feature)?;
    let before: Vec<&Name> = context.fitted.feature_names().take(at).collect();
    let (own, others): (Vec<Term>, Vec<Term>) =
        context.terms()?.into_iter().partition(|term| term.feature == *feature);
    Ok((own, others.into_iter().filter(|term| before.contains(&&term.feature)).collect()))
}

/// P(value | a)/P(value | b) of the case; in GDA with one Σ, the part of the ratio that belongs to the feature.
fn ratio(feature: &Name, classes: [&Name; 2], context: &Context<'_>) -> Defined {
    let [a, b] = both(classes, context)?;
    if let Some(gda) = context.fitted.gda() {
        return Ok(Definition::Formula {
            rule: Rule::Ratio,
            expr: ratio_of_gda(feature, [a, b], gda, context)?,
        });
    }
    let (own, _) = split(feature, context)?;
    let of = |class: &Name| Expr::product(factors(class, &own, context));
    Ok(Definition::Formula { rule: Rule::Ratio, expr: of(classes[0]) / of(classes[1]) })
}

/// With one Σ: exp(θ (x − (μ_a + μ_b)/2)), θ the difference of the weights of both discriminants. With a diagonal Σ for each
/// class: the ratio of two densities. Otherwise the contribution of a feature depends on the others.
fn ratio_of_gda(
    feature: &Name,
    [a, b]: [usize; 2],
    gda: &Gda,
    context: &Context<'_>,
) -> Result<Expr, WorkedError> {
    let name = |class: usize| context.fitted.classes.get(class).ok_or(WorkedError::NotHere);
    let (one, other) = (name(a)?, name(b)?);
    if gda.is_shared() {
        let x = context.case()?.numbers().get(context.feature(feature)?).copied().unwrap_or(f64::NAN);
        let middle = Expr::ratio(1, 2) * (mean_of(feature, one) + mean_of(feature, other));
        return Ok((weight(Some(feature), [a, b], context)? * (Expr::float(x) - middle)).exp());
    }
    if !gda.is_diagonal() {
        return Err(WorkedError::NotHere);
    }
    let var = |class: &Name| variance(feature, class, context);
    let far = |class: &Name| {
        let apart = Expr::from(Quantity::difference(feature, class));
        apart.squared() / (Expr::int(2) * var(class))
    };
    Ok((var(other) / var(one)).sqrt() * (far(other) - far(one)).exp())
}

/// A weight of the line between two classes, or its intercept: with two classes ±θ, else a difference.
fn weight(feature: Option<&Name>, [a, b]: [usize; 2], context: &Context<'_>) -> Result<Expr, WorkedError> {
    let classes = &context.fitted.classes;
    if context.fitted.theta().is_some() {
        let theta = Expr::from(Quantity::theta(feature, None));
        return Ok(if a > b { theta } else { -theta });
    }
    let of = |class: usize| classes.get(class).map(|class| Expr::from(Quantity::theta(feature, Some(class))));
    of(a).zip(of(b)).map(|(a, b)| a - b).ok_or(WorkedError::NotHere)
}

/// The variance of a feature in a class, which in GDA is an entry of Σ.
fn variance(feature: &Name, class: &Name, context: &Context<'_>) -> Expr {
    match context.fitted.gda() {
        Some(gda) => Quantity::cov(feature, feature, named(class, gda)).into(),
        None => var_of(feature, class),
    }
}

/// The factor of a feature in the odds of a class against all others, given the features before it:
/// `∏_≤ / ∑ P(k) ∏_≤` over `∏_< / ∑ P(k) ∏_<`.
fn ratio_of_rest(feature: &Name, class: &Name, context: &Context<'_>) -> Defined {
    let at = context.class(class)?;
    if context.fitted.gda().is_some() {
        return Err(WorkedError::NotHere);
    }
    let (own, before) = split(feature, context)?;
    let others = || context.fitted.classes.iter().enumerate().filter(|(other, _)| *other != at);
    let all: Vec<Term> = before.iter().chain(&own).cloned().collect();
    let sum = |terms: &[Term]| {
        let one = |(_, other): (usize, &Name)| {
            let prior = Expr::from(Quantity::prior(other));
            Expr::product(std::iter::once(prior).chain(factors(other, terms, context)).collect())
        };
        Expr::sum(others().map(one).collect())
    };
    let expr = Expr::product(factors(class, &own, context)) * sum(&before) / sum(&all);
    Ok(Definition::Formula { rule: Rule::RatioOfRest, expr })
}

fn crossing(
    feature: &Name,
    classes: [&Name; 2],
    (place, of_case): (u32, bool),
    context: &Context<'_>,
) -> Defined {
    let [a, b] = both(classes, context)?;
    let case = if of_case { Some(context.case()?) } else { None };
    let found = context.fitted.crossings_of(feature, [a, b], case).ok_or(WorkedError::NotHere)?;
    let at = (place as usize).checked_sub(1).and_then(|place| found.get(place)).copied();
    let Some(x) = at else {
        let [class, against] = classes.map(Name::clone);
        return Err(WorkedError::NoCrossing(feature.clone(), class, against, found.len()));
    };
    let expr = match context.fitted.gda() {
        Some(gda) if of_case && gda.is_shared() => on_the_line(feature, [a, b], context)?,
        // With a Σ for each class, the squares cannot be separated by feature.
        Some(_) if of_case => return Err(WorkedError::NotHere),
        _ => where_both_are_equal(feature, classes, (place, of_case), context)?,
    };
    Ok(Definition::Estimated { rule: Rule::Crossing, expr, value: Number::Float(x) })
}

/// Where θ₀ + θᵀx = 0 with the other features as in the case: −(θ₀ + ∑ θ_k x_k)/θ_j.
fn on_the_line(feature: &Name, classes: [usize; 2], context: &Context<'_>) -> Result<Expr, WorkedError> {
    let x = context.case()?.numbers();
    // With two classes, the sign of θ does not matter here.
    let [a, b] = classes;
    let classes = if context.fitted.theta().is_some() { [a.max(b), a.min(b)] } else { classes };
    let mut terms = vec![weight(None, classes, context)?];
    for (name, x) in context.fitted.feature_names().zip(x).filter(|(name, _)| *name != feature) {
        terms.push(weight(Some(name), classes, context)? * Expr::float(x));
    }
    Ok(-(Expr::sum(terms) / weight(Some(feature), classes, context)?))
}

/// The root of (x − μ_a)²/(2σ²_a) − (x − μ_b)²/(2σ²_b) = ln(P(a)σ_b/(P(b)σ_a)).
fn where_both_are_equal(
    feature: &Name,
    [a, b]: [&Name; 2],
    (place, of_case): (u32, bool),
    context: &Context<'_>,
) -> Result<Expr, WorkedError> {
    // The other features of the case multiply the prior.
    let others: Vec<Term> = match of_case {
        true => context.terms()?.into_iter().filter(|term| term.feature != *feature).collect(),
        false => Vec::new(),
    };
    let weighed = |class: &Name| {
        let prior = Expr::from(Quantity::prior(class));
        Expr::product(std::iter::once(prior).chain(factors(class, &others, context)).collect())
    };
    let mean = |class: &Name| mean_of(feature, class);
    let var = |class: &Name| variance(feature, class, context);
    let bells = {
        let at = context.feature(feature)?;
        crate::model::bells(context.fitted, at).ok_or(WorkedError::NotHere)?
    };
    let of = |class: &Name| context.class(class).ok().and_then(|class| bells.get(class).copied().flatten());
    let (Some(one), Some(other)) = (of(a), of(b)) else { return Err(WorkedError::NotHere) };
    if one.variance == other.variance {
        let middle = Expr::ratio(1, 2) * (mean(a) + mean(b));
        let log = (weighed(a) / weighed(b)).ln();
        return Ok(middle - var(a) * log / (mean(a) - mean(b)));
    }
    let log = ((weighed(a) / weighed(b)) * (var(b) / var(a)).sqrt()).ln();
    let apart = var(b) - var(a);
    let inside = (mean(a) - mean(b)).squared() + Expr::int(2) * apart.clone() * log;
    let root = (var(a) * var(b) * inside).sqrt();
    let middle = mean(a) * var(b) - mean(b) * var(a);
    // The sign for the crossing on the right is that of the difference of the variances.
    let right = (place == 2) == (other.variance > one.variance);
    let top = if right { middle + root } else { middle - root };
    Ok(top / apart)
}

/// The number of cases of one class, and how many of them fit after each feature of the case.
#[derive(Clone, Debug, PartialEq)]
pub struct Branch {
    pub class: Name,
    pub cases: Number,
    /// Each known feature with its value, and how many of the cases fit up to it.
    pub fitting: Vec<(Name, Name, Number)>,
    /// How many fit all features: N · score.
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

/// Whether cases of a model can be counted one by one: only with categories under the naive assumption.
pub fn has_frequencies(fitted: &Fitted) -> bool {
    let counted = |of: &Factor| !of.is_words() && !of.is_number();
    fitted.is_naive() && !fitted.is_by_value() && fitted.factors().iter().all(counted)
}

/// Rounder numbers are tried up to this one.
const MOST: u64 = 1_000_000_000;

const LEAST: u64 = 1_000;

/// A feature with its value, and the share of all cases that still fit.
type Left = (Name, Name, BigRational);

/// Returns a case in natural frequencies: N is the least power of ten from 1,000 on for which all counts are whole, or 1,000 if
/// there is none. `None` unless all features are categories of a naive model.
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
