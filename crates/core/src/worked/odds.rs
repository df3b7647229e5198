//! Odds and natural frequencies of a case, and the log-odds of normal classes as a weighted sum of monomials.

use super::gda::named;
use super::naive_bayes::factors;
use super::{CaseTerm, Context, Defined, Result, Rule, WorkedError, estimated, formula, mean_of, var_of};
use crate::math::{Expr, Name, Number, Quantity};
use crate::model::{Case, CaseValue, Factor, FactorForm, Fitted, class_normals};
use crate::table::FeatureMap;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::One;
use std::iter;

fn both(classes: [&Name; 2], context: &Context<'_>) -> Result<[usize; 2]> {
    let [a, b] = [context.class(classes[0])?, context.class(classes[1])?];
    if a == b { Err(WorkedError::NotHere) } else { Ok([a, b]) }
}

fn others<'a>(class: &Name, context: &Context<'a>) -> Result<Vec<&'a Name>> {
    let (at, classes) = (context.class(class)?, context.fitted.classes.iter().enumerate());
    Ok(classes.filter(|(other, _)| *other != at).map(|(_, other)| other).collect())
}

/// P(a)/P(b), or for the case score(a)/score(b), which is P(a | x)/P(b | x) with the evidence cancelled.
pub(super) fn odds(class: &Name, against: Option<&Name>, of_case: bool, context: &Context<'_>) -> Defined {
    let others = others(class, context)?;
    if of_case {
        context.case()?;
    }
    let of = |class: &Name| Expr::from(if of_case { Quantity::score(class) } else { Quantity::prior(class) });
    let below = match against {
        Some(against) => both([class, against], context).map(|_| of(against))?,
        None => Expr::sum(others.into_iter().map(of).collect()),
    };
    formula(Rule::Odds, of(class) / below)
}

/// The factor of a feature in the odds of two classes. In naive Bayes P(value | a)/P(value | b). In GDA with one Σ
/// exp(θ (x − (μ_a + μ_b)/2)), where θ is the difference of the weights of both discriminants. With a diagonal Σ for each class
/// the ratio of two densities. Otherwise the contribution of a feature depends on the others.
pub(super) fn ratio(feature: &Name, class: &Name, against: Option<&Name>, context: &Context<'_>) -> Defined {
    let Some(against) = against else { return ratio_of_rest(feature, class, context) };
    let classes = both([class, against], context)?;
    let expr = match context.fitted.gda() {
        None => {
            let (own, _) = split(feature, context)?;
            let of = |class: &Name| Expr::product(factors(class, &own, context));
            of(class) / of(against)
        }
        Some(gda) if gda.is_shared() => {
            let x = context.case()?.numbers().get(context.feature(feature)?).copied();
            let x = Expr::float(x.ok_or(WorkedError::NotHere)?);
            let middle = Expr::ratio(1, 2) * (mean_of(feature, class) + mean_of(feature, against));
            (weight(Some(feature), classes, context)? * (x - middle)).exp()
        }
        Some(gda) if !gda.is_diagonal() => return Err(WorkedError::NotHere),
        Some(_) => {
            let var = |class: &Name| variance(feature, class, context);
            let far = |class: &Name| {
                let gap = Expr::from(Quantity::difference(feature, class));
                gap.squared() / (Expr::int(2) * var(class))
            };
            (var(against) / var(class)).sqrt() * (far(against) - far(class)).exp()
        }
    };
    formula(Rule::Ratio, expr)
}

/// The terms of a feature, and those of the features before it.
fn split(feature: &Name, context: &Context<'_>) -> Result<(Vec<CaseTerm>, Vec<CaseTerm>)> {
    let at = context.feature(feature)?;
    let before: Vec<&Name> = context.fitted.feature_names().take(at).collect();
    let (own, others): (Vec<CaseTerm>, Vec<CaseTerm>) =
        context.terms()?.into_iter().partition(|term| term.feature == *feature);
    Ok((own, others.into_iter().filter(|term| before.contains(&&term.feature)).collect()))
}

/// A weight of the line between two classes, or its intercept: with two classes ±θ, else a difference.
fn weight(feature: Option<&Name>, [a, b]: [usize; 2], context: &Context<'_>) -> Result<Expr> {
    let classes = &context.fitted.classes;
    if context.fitted.theta().is_some() {
        let theta = Expr::from(Quantity::theta(feature, None));
        return Ok(if a > b { theta } else { -theta });
    }
    let of = |class: usize| classes.get(class).map(|class| Expr::from(Quantity::theta(feature, Some(class))));
    of(a).zip(of(b)).map(|(a, b)| a - b).ok_or(WorkedError::NotHere)
}

/// The variance of a feature in a class, which in GDA is an entry of Σ.
pub(super) fn variance(feature: &Name, class: &Name, context: &Context<'_>) -> Expr {
    match context.fitted.gda() {
        Some(gda) => Quantity::cov(feature, feature, named(class, gda)).into(),
        None => var_of(feature, class),
    }
}

fn weighed(class: &Name, terms: &[CaseTerm], context: &Context<'_>) -> Expr {
    let prior = Expr::from(Quantity::prior(class));
    Expr::product(iter::once(prior).chain(factors(class, terms, context)).collect())
}

/// The factor of a feature in the odds of a class against all others, given the features before it:
/// `∏_≤ / ∑ P(k) ∏_≤` over `∏_< / ∑ P(k) ∏_<`.
fn ratio_of_rest(feature: &Name, class: &Name, context: &Context<'_>) -> Defined {
    let others = others(class, context)?;
    if context.fitted.gda().is_some() {
        return Err(WorkedError::NotHere);
    }
    let (own, before) = split(feature, context)?;
    let all = [before.as_slice(), own.as_slice()].concat();
    let sum =
        |terms: &[CaseTerm]| Expr::sum(others.iter().map(|other| weighed(other, terms, context)).collect());
    let expr = Expr::product(factors(class, &own, context)) * sum(&before) / sum(&all);
    formula(Rule::RatioOfRest, expr)
}

pub(super) fn crossing(
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
    estimated(Rule::Crossing, expr, x)
}

/// Where θ₀ + θᵀx = 0 with the other features as in the case: −(θ₀ + ∑ θ_k x_k)/θ_j.
fn on_the_line(feature: &Name, [a, b]: [usize; 2], context: &Context<'_>) -> Result<Expr> {
    // With two classes, the sign of θ does not matter here.
    let classes = if context.fitted.theta().is_some() { [a.max(b), a.min(b)] } else { [a, b] };
    let mut terms = vec![weight(None, classes, context)?];
    let x = context.fitted.feature_names().zip(context.case()?.numbers());
    for (name, x) in x.filter(|(name, _)| *name != feature) {
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
) -> Result<Expr> {
    // The other features of the case multiply the prior.
    let mut others = if of_case { context.terms()? } else { Vec::new() };
    others.retain(|term| term.feature != *feature);
    let weighed = |class: &Name| weighed(class, &others, context);
    let mean = |class: &Name| mean_of(feature, class);
    let var = |class: &Name| variance(feature, class, context);
    let normals = class_normals(context.fitted, context.feature(feature)?).ok_or(WorkedError::NotHere)?;
    let of = |class: &Name| normals.get(context.class(class).ok()?).copied().flatten();
    let (one, other) = of(a).zip(of(b)).ok_or(WorkedError::NotHere)?;
    if one.variance == other.variance {
        let middle = Expr::ratio(1, 2) * (mean(a) + mean(b));
        let log = (weighed(a) / weighed(b)).ln();
        return Ok(middle - var(a) * log / (mean(a) - mean(b)));
    }
    let log = ((weighed(a) / weighed(b)) * (var(b) / var(a)).sqrt()).ln();
    let gap = var(b) - var(a);
    let inside = (mean(a) - mean(b)).squared() + Expr::int(2) * gap.clone() * log;
    let root = (var(a) * var(b) * inside).sqrt();
    let middle = mean(a) * var(b) - mean(b) * var(a);
    // The sign for the crossing on the right is that of the difference of the variances.
    let right = (place == 2) == (other.variance > one.variance);
    let top = if right { middle + root } else { middle - root };
    Ok(top / gap)
}

/// The number of cases of one class, and how many of them fit after each feature of the case.
#[derive(Clone, Debug, PartialEq)]
pub struct FrequencyBranch {
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
    pub branches: Vec<FrequencyBranch>,
    pub fitting: Number,
    /// The share of each class among these; `None` where none fits.
    pub shares: Option<Vec<Number>>,
}

/// Whether cases of a model can be counted one by one: only with categories under the naive assumption.
pub fn has_frequencies(fitted: &Fitted) -> bool {
    let counted = |of: &Factor| !of.is_words() && !of.is_number();
    fitted.is_naive() && !fitted.is_by_value() && fitted.factors().iter().all(counted)
}

/// The smallest and the largest number of cases that is tried.
const CASES: [u64; 2] = [1_000, 1_000_000_000];

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
    let known = fitted.factors().iter().zip(&case.cells).filter_map(|(factor, cell)| match cell.value {
        CaseValue::Value(value) => Some((factor, value)),
        _ => None,
    });
    let known: Vec<(&Factor, usize)> = known.collect();
    let exact = |number: Option<Number>| number?.as_exact().cloned();
    // The prior, and the product so far after each feature.
    let products = (0..fitted.classes.len()).map(|class| {
        let mut products = vec![exact(fitted.prior(class))?];
        for (factor, value) in &known {
            products.push(products.last()? * exact(factor.conditional(*value, class))?);
        }
        Some(products)
    });
    let products: Vec<Vec<BigRational>> = products.collect::<Option<_>>()?;
    let [least, most] = CASES;
    let mut powers = iter::successors(Some(least), |n| n.checked_mul(10)).take_while(|n| *n <= most);
    let whole = |n: &u64| products.iter().flatten().all(|part| (part * BigInt::from(*n)).denom().is_one());
    let of = powers.find(whole).unwrap_or(least);
    let times = |part: &BigRational| Number::from(part * BigInt::from(of));
    let branches = fitted.classes.iter().zip(&products).map(|(class, products)| {
        let fitting = known.iter().zip(products.iter().skip(1)).map(|((factor, value), part)| {
            Some((factor.name.clone(), factor.values().get(*value)?.clone(), times(part)))
        });
        Some(FrequencyBranch {
            class: class.clone(),
            cases: times(products.first()?),
            fitting: fitting.collect::<Option<_>>()?,
            left: times(products.last()?),
        })
    });
    let branches: Vec<FrequencyBranch> = branches.collect::<Option<_>>()?;
    let fitting = branches.iter().fold(Number::zero(), |sum, branch| sum.add(&branch.left));
    let shares = branches.iter().map(|branch| branch.left.div(&fitting)).collect();
    Some(Frequencies { of, branches, fitting, shares })
}

/// More features have too many products to be listed.
const FEATURES: usize = 8;

/// ln(P(a | x)/P(b | x)) = θᵀφ(x), with the monomials up to degree 2 as φ(x).
///
/// # Formula
/// With A = Σₐ⁻¹ − Σ_b⁻¹: the weight of xⱼ² is −½ Aⱼⱼ, of xⱼxₖ it is −Aⱼₖ, of x it is Σₐ⁻¹μₐ − Σ_b⁻¹μ_b, and the constant is
/// the log-odds at x = 0. Classes that share Σ have A = 0, so the form is linear in (1, x) (CS229 notes).
#[derive(Clone, Debug, PartialEq)]
pub struct Monomials {
    /// The classes a and b: the second against the first of two, else the most likely against the next.
    pub classes: [usize; 2],
    /// The constant first, then the features, then squares and products.
    pub terms: Vec<MonomialTerm>,
    /// How many terms there are without squares and products: the constant and the features.
    pub linear: usize,
    /// The sum of the terms.
    pub log_odds: f64,
}

#[derive(Clone, Debug, PartialEq)]
pub struct MonomialTerm {
    /// `1`, `x`, `x^2` or `x*y`.
    pub name: String,
    pub weight: f64,
    /// The monomial at the case.
    pub value: f64,
}

impl Monomials {
    /// Whether a model may have the form: it has normal distributions of up to eight features.
    pub fn are_of(fitted: &Fitted) -> bool {
        fitted.features.len() <= FEATURES
            && (!fitted.is_naive() || fitted.factors().iter().all(Factor::is_gaussian))
    }

    /// Returns the form at a case; `None` for models without normal distributions of all features, for more than eight
    /// features, and where a number of the case or a log-odds is missing.
    pub fn of(fitted: &Fitted, case: &Case) -> Option<Monomials> {
        let d = fitted.features.len();
        let x: Vec<f64> = case.numbers();
        if !Monomials::are_of(fitted) || x.iter().any(|x| !x.is_finite()) {
            return None;
        }
        let classes = contest(fitted, case)?;
        let [a, b] = classes.map(|class| Normals::of(fitted, class));
        let (a, b) = (a?, b?);
        let names: Vec<&str> = fitted.feature_names().map(|name| name.as_str()).collect();
        let mut terms =
            vec![MonomialTerm { name: "1".to_owned(), weight: a.ln_at_0 - b.ln_at_0, value: 1.0 }];
        for ((name, x), (a, b)) in names.iter().zip(&x).zip(a.linear.iter().zip(&b.linear)) {
            terms.push(MonomialTerm { name: (*name).to_owned(), weight: a - b, value: *x });
        }
        for (j, (first, x_j)) in names.iter().zip(&x).enumerate() {
            // Independent features have no products.
            let to = if fitted.is_naive() { j + 1 } else { d };
            for (k, (second, x_k)) in names.iter().zip(&x).enumerate().take(to).skip(j) {
                let difference = a.inverse.get(j)?.get(k)? - b.inverse.get(j)?.get(k)?;
                let weight = if j == k { -0.5 * difference } else { -difference };
                let name = FeatureMap::product_of(first, second).to_string();
                terms.push(MonomialTerm { name, weight, value: x_j * x_k });
            }
        }
        // The terms may be large and cancel, so their sum is taken from the scores.
        let joint = fitted.predict(case).joint;
        let score = |class: usize| Some(joint.get(class)?.as_ref()?.ln());
        let log_odds = score(classes[0])? - score(classes[1])?;
        log_odds.is_finite().then_some(Monomials { classes, terms, linear: 1 + d, log_odds })
    }

    /// P(a | x) among the two classes.
    pub fn share(&self) -> Number {
        Number::Float(1.0 / (1.0 + (-self.log_odds).exp()))
    }

    pub fn is_linear(&self) -> bool {
        self.quadratic().all(|term| term.weight == 0.0)
    }

    pub fn quadratic(&self) -> impl Iterator<Item = &MonomialTerm> {
        self.terms.iter().skip(self.linear)
    }
}

fn contest(fitted: &Fitted, case: &Case) -> Option<[usize; 2]> {
    if fitted.classes.len() == 2 {
        return Some([1, 0]);
    }
    let joint = fitted.predict(case).joint;
    let scores = joint.iter().map(|score| Some(score.as_ref()?.ln())).collect::<Option<Vec<f64>>>()?;
    let mut order: Vec<usize> = (0..scores.len()).collect();
    let score = |class: usize| scores.get(class).copied().unwrap_or(f64::NEG_INFINITY);
    order.sort_by(|a, b| score(*b).total_cmp(&score(*a)));
    Some([*order.first()?, *order.get(1)?])
}

/// What the log-odds take of a class.
struct Normals {
    /// ln of prior times density at x = 0.
    ln_at_0: f64,
    /// Σ⁻¹μ
    linear: Vec<f64>,
    /// Σ⁻¹
    inverse: Vec<Vec<f64>>,
}

impl Normals {
    fn of(fitted: &Fitted, class: usize) -> Option<Normals> {
        let d = fitted.features.len();
        let ln_prior = fitted.prior(class)?.ln();
        if let Some(gda) = fitted.gda() {
            let mean = (0..d).map(|at| gda.mean(class, at)).collect::<Option<Vec<f64>>>()?;
            let sigma = gda.sigma(class)?;
            let ln_at_0 = ln_prior + gda.ln_density(class, &vec![0.0; d]);
            return Some(Normals { ln_at_0, linear: sigma.solve(&mean), inverse: sigma.inverse().to_vec() });
        }
        let mut found = Normals { ln_at_0: ln_prior, linear: Vec::new(), inverse: vec![vec![0.0; d]; d] };
        for (at, factor) in fitted.factors().iter().enumerate() {
            let FactorForm::Gaussian(normals) = &factor.form else { return None };
            let normal = normals.get(class)?.as_ref()?;
            found.ln_at_0 += normal.ln_density(0.0);
            found.linear.push(normal.mean / normal.variance);
            *found.inverse.get_mut(at)?.get_mut(at)? = 1.0 / normal.variance;
        }
        Some(found)
    }
}
