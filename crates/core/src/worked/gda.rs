//! The definitions of Gaussian discriminant analysis: means and covariances over the complete rows, Σ⁻¹ and |Σ|, the joint
//! density at the case, and with one Σ for all classes the linear forms: θ of two classes as a logistic function, and the
//! linear discriminant of each class.

use super::definition::summed;
use super::gaussian::{NUMBERS, weighed};
use super::odds::variance;
use super::route::{agrees, is_rounded};
use super::{
    Context, Defined, LISTED, Result, RowKind, Rule, WIDE, WorkedError, estimated, fact, formula, matrices,
    mean_of, weighed_sample, with_value,
};
use crate::math::{Chain, Event, Expr, Name, Number, Precision, Quantity, Rel, log_add, symbols};
use crate::model::{Case, FactorForm, Fitted, Gda, Sigma, Theta};
use crate::recipe::Variance;

/// The definition of a quantity that differs from naive Bayes or exists only here; `None` for others.
pub(super) fn define(quantity: &Quantity, gda: &Gda, context: &Context<'_>) -> Option<Defined> {
    Some(match quantity {
        Quantity::Mean { feature, class: Some(class) } => mean(feature, class, gda, context),
        Quantity::Var { feature, class } => {
            formula(Rule::Covariance, Quantity::cov(feature, feature, class.as_ref()))
        }
        Quantity::Cov { a, b, class }
        | Quantity::Inverse { a, b, class }
        | Quantity::Correlation { a, b, class } => entry(quantity, [a, b], class.as_ref(), gda, context),
        Quantity::Det { class } => determinant(class.as_ref(), gda, context),
        Quantity::SquaredDistance(class) => squared_distance(class, gda, context),
        Quantity::Difference { feature, class } => difference(feature, class, gda, context),
        Quantity::Solved { feature, class } => solved(feature, class, gda, context),
        Quantity::Discriminant(class) => discriminant_of_case(class, gda, context),
        Quantity::Logit => logit(context),
        Quantity::Sigmoid => sigmoid(context),
        Quantity::Softmax(class) => softmax(class, gda, context),
        Quantity::Density { event: Event::Case, given: Some(class) } => density(class, gda, context),
        Quantity::Prob { event: Event::Case, given: Some(Event::Class(class)) } => context
            .class(class)
            .and_then(|_| context.case())
            .and_then(|_| formula(Rule::JointDensity, Quantity::density(class))),
        Quantity::Ln(inner) => match inner.as_ref() {
            Quantity::Density { event: Event::Case, given: Some(class) } => ln_density(class, gda, context),
            _ => return None,
        },
        Quantity::Theta { feature: None, class: None } => intercept(context),
        Quantity::Theta { feature: Some(feature), class: None } => weight(feature, gda, context),
        Quantity::Theta { feature, class: Some(class) } => {
            discriminant(feature.as_ref(), class, gda, context)
        }
        _ => return None,
    })
}

/// The class in the name of a Σ.
pub(super) fn named<'a>(class: &'a Name, gda: &Gda) -> Option<&'a Name> {
    (!gda.is_shared()).then_some(class)
}

/// The Σ of a class, or the shared one without a class.
pub(super) fn sigma<'a>(class: Option<&Name>, gda: &'a Gda, context: &Context<'_>) -> Result<&'a Sigma> {
    let at = class.map(|class| context.class(class)).transpose()?;
    let found = if at.is_none() == gda.is_shared() { gda.sigma(at.unwrap_or_default()) } else { None };
    found.ok_or(WorkedError::NotHere)
}

pub(super) fn count(class: &Name) -> Expr {
    Quantity::class_count(class).into()
}

fn mean(name: &Name, class: &Name, gda: &Gda, context: &Context<'_>) -> Defined {
    let (at, of) = (context.feature(name)?, context.class(class)?);
    let term = |row: &CompleteRow| Some(weighed(Expr::float(*row.numbers.get(at)?), row.weight));
    let terms = rows(Some(of), context).iter().filter_map(term).collect();
    let body = weighed_sample(Expr::of_row(symbols::X), context);
    let n = Expr::int(context.fitted.class_table_rows(of));
    estimated(Rule::Mean, Expr::over_rows(n, body, terms) / count(class), gda.mean(of, at))
}

pub(super) fn times(same: bool, one: Expr, other: Expr) -> Expr {
    if same { one.squared() } else { one * other }
}

fn entry(
    quantity: &Quantity,
    [a, b]: [&Name; 2],
    class: Option<&Name>,
    gda: &Gda,
    context: &Context<'_>,
) -> Defined {
    let sigma = sigma(class, gda, context)?;
    let at = (context.feature(a)?, context.feature(b)?);
    let cov = |a: &Name, b: &Name| Expr::from(Quantity::cov(a, b, class));
    match quantity {
        Quantity::Correlation { .. } if at.0 == at.1 => fact(Rule::Correlation, Number::one()),
        _ if at.0 != at.1 && gda.is_diagonal() => fact(Rule::LeftOut, Number::zero()),
        Quantity::Cov { .. } => covariance([a, b], at, class, (sigma, gda), context),
        Quantity::Inverse { .. } => {
            let value = sigma.inverse().get(at.1).and_then(|row| row.get(at.0)).copied();
            if sigma.d() == 1 || gda.is_diagonal() {
                return estimated(Rule::Inverse, Expr::int(1) / cov(a, a), value);
            }
            inverse(at, class, value, context)
        }
        _ => {
            let (first, second) = if at.0 < at.1 { (a, b) } else { (b, a) };
            let expr = cov(first, second) / (cov(a, a) * cov(b, b)).sqrt();
            estimated(Rule::Correlation, expr, sigma.correlation(at.0, at.1))
        }
    }
}

/// An entry of Σ: the sum of the products of the distances from the means of the class of each row, divided by the rows, or
/// by the rows minus the classes (CS229 notes, the estimates of GDA), plus the ridge on the diagonal.
fn covariance(
    names: [&Name; 2],
    (row, column): (usize, usize),
    class: Option<&Name>,
    (sigma, gda): (&Sigma, &Gda),
    context: &Context<'_>,
) -> Defined {
    let fitted = context.fitted;
    let at = class.map(|class| context.class(class)).transpose()?;
    // One mean is estimated for each class that has rows.
    let groups = (0..fitted.classes.len()).filter(|class| fitted.class_count(*class) > 0).count() as u64;
    let (n, groups, by) = match (class, at) {
        (Some(class), Some(at)) => (fitted.class_table_rows(at), 1, count(class)),
        _ => (fitted.table_rows(), groups, Quantity::Rows.into()),
    };
    let (rule, by) = match fitted.data.resolved.variance {
        Variance::Unbiased => (Rule::UnbiasedCovariance, by - Expr::int(groups)),
        Variance::Population => (Rule::Covariance, by),
    };
    let (body, terms) = products(names, (row, column), class, rows(at, context), context);
    let share = Expr::over_rows(Expr::int(n), body, terms) / by;
    let ridge = row == column && gda.ridge > 0.0;
    let expr = if ridge { share + Expr::float(gda.ridge) } else { share };
    estimated(rule, expr, sigma.entry(row, column))
}

/// The products of the distances of two features from their means: the general one, and that of each row.
pub(super) fn products(
    [a, b]: [&Name; 2],
    (row, column): (usize, usize),
    class: Option<&Name>,
    rows: Vec<CompleteRow>,
    context: &Context<'_>,
) -> (Expr, Vec<Expr>) {
    let product = |one: Expr, other: Expr| times(row == column, one, other);
    let terms = rows.into_iter().filter_map(|found| {
        let of = context.fitted.classes.get(found.class)?;
        let distance =
            |at: usize, name: &Name| Some(Expr::float(*found.numbers.get(at)?) - mean_of(name, of));
        Some(weighed(product(distance(row, a)?, distance(column, b)?), found.weight))
    });
    let of_row = |name: &Name| {
        let text = || Expr::Text(name.to_string());
        let mean = class.map_or_else(
            || Expr::general(symbols::MEAN, text(), Some(Expr::of_row(symbols::Y))),
            |class| mean_of(name, class),
        );
        Expr::of_row(text()) - mean
    };
    (weighed_sample(product(of_row(a), of_row(b)), context), terms.collect())
}

/// A complete row: its class, its numbers, and its weight, if rows have weights.
pub(super) struct CompleteRow {
    class: usize,
    pub(super) numbers: Vec<f64>,
    pub(super) weight: Option<u64>,
}

/// The complete rows of a class, or of all; empty if there are too many.
pub(super) fn rows(class: Option<usize>, context: &Context<'_>) -> Vec<CompleteRow> {
    let fitted = context.fitted;
    let rows = class.map_or(fitted.table_rows(), |class| fitted.class_table_rows(class));
    if rows * fitted.features.len() as u64 > NUMBERS || !fitted.data.has_all_rows() {
        return Vec::new();
    }
    let complete = |row: usize| {
        let class = fitted.class_of_row(row)?;
        let cells = fitted.features.iter().map(|feature| fitted.data.number(row, feature.column));
        let numbers = cells.collect::<Option<Vec<f64>>>()?;
        Some(CompleteRow { class, numbers, weight: fitted.weight(row) })
    };
    match class {
        Some(class) => fitted.rows_of(class).iter().copied().filter_map(complete).collect(),
        None => (0..fitted.data.table.rows()).filter_map(complete).collect(),
    }
}

type IndexedName<'a> = (usize, &'a Name);

/// Each pair of features, a feature with itself among them.
pub(super) fn pairs(fitted: &Fitted) -> impl Iterator<Item = (IndexedName<'_>, IndexedName<'_>)> {
    let features = fitted.feature_names().enumerate();
    features.clone().flat_map(move |a| features.clone().skip(a.0).map(move |b| (a, b)))
}

pub(super) fn names(context: &Context<'_>) -> Vec<Name> {
    context.fitted.feature_names().cloned().collect()
}

/// The entries of Σ as addresses; the matrix is symmetric.
fn entries(names: &[Name], class: Option<&Name>) -> Expr {
    let entry = |(row, a): (usize, &Name), (column, b): (usize, &Name)| {
        let (first, second) = if row <= column { (a, b) } else { (b, a) };
        Expr::from(Quantity::cov(first, second, class))
    };
    let row = |a| names.iter().enumerate().map(|b| entry(a, b)).collect();
    Expr::Matrix(names.iter().enumerate().map(row).collect())
}

/// |Σ|: for two features by the formula, for more from the matrix; the value is the product of the squared pivots.
fn determinant(class: Option<&Name>, gda: &Gda, context: &Context<'_>) -> Defined {
    let sigma = sigma(class, gda, context)?;
    let (rule, value) = (Rule::Determinant, Number::from_ln(sigma.log_det));
    let names = names(context);
    let cov = |a: &Name, b: &Name| Expr::from(Quantity::cov(a, b, class));
    let expr = match names.as_slice() {
        all if all.len() == 1 || gda.is_diagonal() => {
            Expr::product(all.iter().map(|name| cov(name, name)).collect())
        }
        [a, b] => cov(a, a) * cov(b, b) - cov(a, b).squared(),
        all => {
            let det = |matrix: Expr| Expr::Det(Box::new(matrix));
            return matrices(rule, det(symbols::COVARIANCE.into()), det(entries(all, class)), value);
        }
    };
    with_value(rule, expr, value)
}

pub(super) fn unit(at: usize, d: usize) -> impl Iterator<Item = Expr> {
    (0..d).map(move |other| Expr::int(i32::from(other == at)))
}

pub(super) fn column(cells: impl Iterator<Item = Expr>) -> Expr {
    Expr::Matrix(cells.map(|cell| vec![cell]).collect())
}

pub(super) fn inverse_of(matrix: Expr) -> Expr {
    Expr::Inverse(Box::new(matrix))
}

/// An entry of Σ⁻¹: for two features by the formula, for more as a row times the inverse times a column.
fn inverse(
    (at, of): (usize, usize),
    class: Option<&Name>,
    value: Option<f64>,
    context: &Context<'_>,
) -> Defined {
    let (rule, names) = (Rule::Inverse, names(context));
    if let [first, second] = names.as_slice() {
        let cov = |a: &Name, b: &Name| Expr::from(Quantity::cov(a, b, class));
        let top = match (at, of) {
            (0, 0) => cov(second, second),
            (1, 1) => cov(first, first),
            _ => -cov(first, second),
        };
        return estimated(rule, top / Quantity::det(class).into(), value);
    }
    let (d, value) = (names.len(), Number::Float(value.ok_or(WorkedError::NotHere)?));
    if d > WIDE {
        return fact(rule, value);
    }
    let between = |matrix: Expr| {
        let across = Expr::Matrix(vec![unit(at, d).collect()]);
        Expr::Juxt(vec![across, inverse_of(matrix), column(unit(of, d))])
    };
    matrices(rule, between(symbols::COVARIANCE.into()), between(entries(&names, class)), value)
}

/// (x − μ)ᵀ Σ⁻¹ (x − μ) in letters, with an expression for x.
pub(super) fn quadratic_form(x: Expr) -> Expr {
    let distance = x - symbols::MU.into();
    let inverse = inverse_of(symbols::COVARIANCE.into());
    Expr::Juxt(vec![Expr::Transpose(Box::new(distance.clone())), inverse, distance])
}

/// x − μ of this case in a class; an error for a class without rows.
fn differences(class: &Name, gda: &Gda, context: &Context<'_>) -> Result<Vec<f64>> {
    let of = context.class(class)?;
    gda.distances(of, &context.case()?.numbers()).ok_or(WorkedError::NotHere)
}

/// A sum smaller than the rounding of its terms is 0.
fn cleared(value: f64, terms: impl Iterator<Item = f64>) -> f64 {
    let size: f64 = terms.map(f64::abs).sum();
    if value.abs() <= 8.0 * f64::EPSILON * size { 0.0 } else { value }
}

fn difference(feature: &Name, class: &Name, gda: &Gda, context: &Context<'_>) -> Defined {
    let (at, x) = (context.feature(feature)?, context.case()?.numbers());
    let both = x.get(at).copied().zip(differences(class, gda, context)?.get(at).copied());
    let (x, value) = both.ok_or(WorkedError::NotHere)?;
    let expr = Expr::float(x) - mean_of(feature, class);
    estimated(Rule::Difference, expr, cleared(value, [x, x].into_iter()))
}

/// A row of Σ⁻¹ times x − μ of this case.
fn solved(feature: &Name, class: &Name, gda: &Gda, context: &Context<'_>) -> Defined {
    let own = gda.sigma(context.class(class)?).ok_or(WorkedError::NotHere)?;
    let (at, distances) = (context.feature(feature)?, differences(class, gda, context)?);
    let found = own.inverse().get(at).zip(own.solve(&distances).get(at).copied());
    let value = found.map(|(row, value)| cleared(value, row.iter().zip(&distances).map(|(a, b)| a * b)));
    let difference = |other: &Name| Quantity::difference(other, class).into();
    let expr = row_of_inverse(at, gda, named(class, gda), context, difference);
    estimated(Rule::Solved, expr, value)
}

/// (x − μ)ᵀ Σ⁻¹ (x − μ) of this case: x − μ times Σ⁻¹(x − μ), feature by feature.
fn squared_distance(class: &Name, gda: &Gda, context: &Context<'_>) -> Defined {
    let (of, x) = (context.class(class)?, context.case()?.numbers());
    let (rule, value) = (Rule::QuadraticForm, gda.quadratic(of, &x));
    let difference = |name: &Name| Expr::from(Quantity::difference(name, class));
    if let [only] = names(context).as_slice() {
        let own = Quantity::inverse(only, only, named(class, gda));
        return estimated(rule, difference(only).squared() * own.into(), value);
    }
    let term = |name: &Name| difference(name) * Quantity::solved(name, class).into();
    let expr = Expr::sum(context.fitted.feature_names().map(term).collect());
    matrices(rule, quadratic_form(symbols::X.into()), expr, Number::Float(value))
}

/// p(x | c) = 1/√((2π)ᵈ |Σ|) · exp(−½ q(c))
fn density(class: &Name, gda: &Gda, context: &Context<'_>) -> Defined {
    let (of, x) = (context.class(class)?, context.case()?.numbers());
    let two_pi = match x.len() {
        1 => symbols::TWO_PI.into(),
        d => Expr::pow(symbols::TWO_PI.into(), Expr::int(d as u64)),
    };
    let constant = Expr::int(1) / (two_pi * Quantity::det(named(class, gda)).into()).sqrt();
    let half = Expr::ratio(1, 2) * Quantity::SquaredDistance(class.clone()).into();
    with_value(Rule::JointDensity, constant * (-half).exp(), gda.density(of, &x))
}

/// ln p(x | c) = −½ (d · ln 2π + ln |Σ| + q(c))
fn ln_density(class: &Name, gda: &Gda, context: &Context<'_>) -> Defined {
    let (of, x) = (context.class(class)?, context.case()?.numbers());
    let sum = Expr::Add(vec![
        Expr::int(x.len() as u64) * Expr::from(symbols::TWO_PI).ln(),
        Quantity::det(named(class, gda)).ln().into(),
        Quantity::SquaredDistance(class.clone()).into(),
    ]);
    estimated(Rule::Logarithm, -(Expr::ratio(1, 2) * sum), gda.ln_density(of, &x))
}

/// θ, and the names of its two classes: the reference class, then the other.
fn theta<'a>(context: &Context<'a>) -> Result<(Theta, &'a Name, &'a Name)> {
    match (context.fitted.theta(), context.fitted.classes.as_slice()) {
        (Some(theta), [zero, one]) => Ok((theta, zero, one)),
        _ => Err(WorkedError::NotHere),
    }
}

/// θ = Σ⁻¹(μ₁ − μ₀), one row of it.
fn weight(name: &Name, gda: &Gda, context: &Context<'_>) -> Defined {
    let at = context.feature(name)?;
    let (theta, zero, one) = theta(context)?;
    let expr = row_of_inverse(at, gda, None, context, |other| mean_of(other, one) - mean_of(other, zero));
    estimated(Rule::Logistic, expr, theta.weights.get(at).copied())
}

/// θ₀ = ln(P(1)/P(0)) − ½ θᵀ(μ₁ + μ₀), which is the notes' ln(φ/(1 − φ)) − ½ μ₁ᵀΣ⁻¹μ₁ + ½ μ₀ᵀΣ⁻¹μ₀. Undefined where
/// a prior is 0.
fn intercept(context: &Context<'_>) -> Defined {
    let (theta, zero, one) = theta(context)?;
    let prior = |class: &Name| Expr::from(Quantity::prior(class));
    let weighed = |name: &Name| theta_of(Some(name), None) * (mean_of(name, one) + mean_of(name, zero));
    let expr = (prior(one) / prior(zero)).ln() - half_of_sum(context, weighed);
    estimated(Rule::Logistic, expr, theta.intercept)
}

/// θ = Σ⁻¹ μ, one row of it, or θ₀ = ln P(c) − ½ θᵀμ, which is ln P(c) − ½ μᵀΣ⁻¹μ (Johnson and Wichern, Applied
/// Multivariate Statistical Analysis, section 11.5). θ₀ is undefined for a prior of 0.
fn discriminant(name: Option<&Name>, class: &Name, gda: &Gda, context: &Context<'_>) -> Defined {
    let of = context.class(class)?;
    let (intercept, weights) = context.fitted.discriminant(of).ok_or(WorkedError::NotHere)?;
    let Some(name) = name else {
        let weighed = |name: &Name| theta_of(Some(name), Some(class)) * mean_of(name, class);
        let expr = Expr::from(Quantity::prior(class).ln()) - half_of_sum(context, weighed);
        return estimated(Rule::Discriminant, expr, Some(intercept).filter(|value| value.is_finite()));
    };
    let at = context.feature(name)?;
    let expr = row_of_inverse(at, gda, None, context, |other| mean_of(other, class));
    estimated(Rule::Discriminant, expr, weights.get(at).copied())
}

/// θ₀ + θᵀx of this case. Undefined for a prior of 0.
fn discriminant_of_case(class: &Name, gda: &Gda, context: &Context<'_>) -> Defined {
    let x = context.case()?.numbers();
    let of = context.class(class)?;
    if !gda.is_shared() {
        return Err(WorkedError::NotHere);
    }
    let value = context.fitted.discriminant_at(of, &x).filter(|value| value.is_finite());
    estimated(Rule::Discriminant, of_case(&x, Some(class), context), value)
}

/// θ₀ + θᵀx of this case, of two classes. Undefined where a prior is 0.
fn logit(context: &Context<'_>) -> Defined {
    let x = context.case()?.numbers();
    let (theta, ..) = theta(context)?;
    let value = context.fitted.log_odds_at((1, 0), &x).filter(|value| value.is_finite());
    let terms = theta.weights.iter().zip(&x).map(|(weight, x)| weight * x);
    let largest = terms.chain(theta.intercept).map(f64::abs).fold(0.0, f64::max);
    let rule = if value.is_some_and(|z| cancels(largest, z)) { Rule::Centred } else { Rule::Logistic };
    estimated(rule, of_case(&x, None, context), value)
}

/// Whether terms of this size cancel so far that their printed figures do not give the sum.
fn cancels(largest: f64, sum: f64) -> bool {
    largest > 1e5 * sum.abs().max(1.0)
}

/// 1/(1 + exp(−z)), the posterior of the second class (CS229 notes, GDA and logistic regression).
fn sigmoid(context: &Context<'_>) -> Defined {
    theta(context)?;
    let expr = Expr::int(1) / (Expr::int(1) + (-Expr::from(Quantity::Logit)).exp());
    formula(Rule::Sigmoid, expr)
}

/// exp(d(c)) over the sum of these, computed from the differences to d(c), so that no power is too large.
fn softmax(class: &Name, gda: &Gda, context: &Context<'_>) -> Defined {
    let of = context.class(class)?;
    if !gda.is_shared() {
        return Err(WorkedError::NotHere);
    }
    let x = context.case()?.numbers();
    let at = |class: usize| context.fitted.discriminant_at(class, &x).unwrap_or(f64::NAN);
    let own = at(of);
    if own == f64::NEG_INFINITY {
        return formula(Rule::Softmax, Quantity::prior(class));
    }
    let d = |class: &Name| Expr::from(Quantity::Discriminant(class.clone()));
    // A class of prior 0 adds nothing.
    let classes = context.fitted.classes.iter().enumerate();
    let classes: Vec<(usize, &Name)> = classes.filter(|(other, _)| at(*other) > f64::NEG_INFINITY).collect();
    let general = d(class).exp() / Expr::sum(classes.iter().map(|(_, other)| d(other).exp()).collect());
    if classes.len() == 1 {
        return formula(Rule::Softmax, general);
    }
    let against = |other: usize| context.fitted.log_odds_at((other, of), &x).unwrap_or(f64::NAN);
    let lost = classes.iter().any(|(other, _)| *other != of && cancels(own.abs(), against(*other)));
    let rule = if lost { Rule::Centred } else { Rule::Softmax };
    let term = |(other, name): &(usize, &Name)| {
        if *other == of { Expr::int(1) } else { (d(name) - d(class)).exp() }
    };
    let expr = Expr::int(1) / Expr::sum(classes.iter().map(term).collect());
    let sum = classes.iter().fold(f64::NEG_INFINITY, |sum, (other, _)| log_add(sum, against(*other)));
    matrices(rule, general, expr, Number::from_ln(-sum))
}

/// θ₀ + θᵀx, term by term.
fn of_case(x: &[f64], class: Option<&Name>, context: &Context<'_>) -> Expr {
    let terms = context.fitted.feature_names().zip(x);
    let terms = terms.map(|(name, x)| theta_of(Some(name), class) * Expr::float(*x));
    Expr::Add(std::iter::once(theta_of(None, class)).chain(terms).collect())
}

fn theta_of(feature: Option<&Name>, class: Option<&Name>) -> Expr {
    Quantity::theta(feature, class).into()
}

fn half_of_sum(context: &Context<'_>, of: impl Fn(&Name) -> Expr) -> Expr {
    Expr::ratio(1, 2) * Expr::Add(context.fitted.feature_names().map(of).collect())
}

/// A row of Σ⁻¹ times a vector with an entry for each feature; Σ⁻¹ is symmetric, so each entry goes by one name.
pub(super) fn row_of_inverse(
    at: usize,
    gda: &Gda,
    class: Option<&Name>,
    context: &Context<'_>,
    entry: impl Fn(&Name) -> Expr,
) -> Expr {
    let names = names(context);
    let terms = names.iter().enumerate().filter(|(other, _)| *other == at || !gda.is_diagonal());
    let terms = terms.filter_map(|(other, name)| {
        let (a, b) = (names.get(at.min(other))?, names.get(at.max(other))?);
        Some(Expr::from(Quantity::inverse(a, b, class)) * entry(name))
    });
    Expr::Add(terms.collect())
}

/// Matrices of more columns than this are too wide for a page.
pub const FITS: usize = 6;

/// The most figures of an operand.
const MOST: usize = 8;

/// The line of a class in matrices; `None` for other rows of the table, for one feature or more than [`FITS`], and for a
/// class without rows.
pub fn in_matrices(fitted: &Fitted, case: &Case, class: usize, kind: &RowKind) -> Option<Chain> {
    let gda = fitted.gda()?;
    let (sigma, x) = (gda.sigma(class)?, case.numbers());
    if !(2..=FITS).contains(&x.len()) {
        return None;
    }
    let distances = gda.distances(class, &x)?;
    let rounded = |value: f64, precision: Precision| Expr::Rounded(Number::Float(value), precision);
    let is_result = |line: Expr, value: f64| agrees(&line, &Number::Float(value), Precision::TERM);
    let results = |values: &[f64]| column(values.iter().map(|value| rounded(*value, Precision::TERM)));
    let difference = || Expr::from(symbols::X) - symbols::MU.into();
    // Rows times a column, with figures enough for the results, or with the most if terms cancel.
    let multiplied = |rows: &[Vec<f64>], by: &[f64], results: &[f64]| {
        let precision = enough(|precision| {
            rows.iter().zip(results).all(|(row, value)| {
                let terms = row.iter().zip(by).map(|(a, b)| rounded(*a, precision) * rounded(*b, precision));
                is_result(Expr::sum(terms.collect()), *value)
            })
        });
        let entry = |value: &f64| rounded(*value, precision);
        let matrix = Expr::Matrix(rows.iter().map(|row| row.iter().map(entry).collect()).collect());
        Expr::Juxt(vec![matrix, column(by.iter().map(entry))])
    };
    let (lhs, numbers, result) = match kind {
        RowKind::Difference { .. } => {
            let mean = |at: usize| gda.mean(class, at).unwrap_or(f64::NAN);
            let precision = enough(|precision| {
                let lines = x.iter().enumerate();
                let mut lines =
                    lines.map(|(at, x)| Expr::float(*x) - rounded(mean(at), precision)).zip(&distances);
                lines.all(|(line, value)| is_result(line, *value))
            });
            let means = column((0..x.len()).map(|at| rounded(mean(at), precision)));
            let case = column(x.iter().map(|value| Expr::float(*value)));
            (difference(), case - means, results(&distances))
        }
        RowKind::Solved { .. } => {
            let found = sigma.solve(&distances);
            let lhs = Expr::Juxt(vec![inverse_of(symbols::COVARIANCE.into()), difference()]);
            (lhs, multiplied(sigma.inverse(), &distances, &found), results(&found))
        }
        RowKind::SquaredDistance => {
            let q = gda.quadratic(class, &x);
            let numbers = multiplied(std::slice::from_ref(&distances), &sigma.solve(&distances), &[q]);
            (quadratic_form(symbols::X.into()), numbers, rounded(q, Precision::TERM))
        }
        _ => return None,
    };
    let relation = |rounds: bool| if rounds { Rel::Approx } else { Rel::Eq };
    // A result of rounded numbers is rounded.
    let [first, after] = [is_rounded(&numbers), is_rounded(&numbers) || is_rounded(&result)];
    Some(Chain { lhs, rest: vec![(relation(first), numbers), (relation(after), result)] })
}

/// The first precision that is enough, or the highest one if terms cancel.
fn enough(agree: impl Fn(Precision) -> bool) -> Precision {
    let mut all = (5..MOST).map(|figures| Precision::TERM.with(figures));
    all.find(|precision| agree(*precision)).unwrap_or(Precision::TERM.with(MOST))
}

pub(super) fn cumulated(event: &Event, class: Option<&Name>, context: &Context<'_>) -> Defined {
    if context.fitted.is_by_value() {
        return Err(WorkedError::NotHere);
    }
    let terms: Vec<Expr> = match (event, class) {
        (Event::Class(name), None) => {
            let last = context.class(name)?;
            context.fitted.classes.iter().take(last + 1).map(|class| Quantity::prior(class).into()).collect()
        }
        (Event::Value { feature, value }, Some(class)) => {
            context.class(class)?;
            let factor = context.factor(feature)?;
            if factor.is_number() || factor.form == FactorForm::Presence {
                return Err(WorkedError::NotHere);
            }
            let last = context.value(factor, value)?;
            let order = factor.drawn_order();
            let until = order.iter().position(|of| *of == last).ok_or(WorkedError::NotHere)?;
            let names = order.iter().take(until + 1).filter_map(|of| factor.values().get(*of));
            names.map(|name| Quantity::conditional(feature, name, class).into()).collect()
        }
        _ => return Err(WorkedError::NotHere),
    };
    let given = class.map(|class| Expr::Text(class.to_string()));
    let general = || Expr::general(symbols::P, Expr::Text("v".to_owned()), given);
    formula(Rule::Cumulated, summed(terms, LISTED, symbols::I, general))
}

/// An entry of L, from the entries of Σ and the entries of L to the left: on the diagonal the root of the remainder.
pub(super) fn cholesky(a: &Name, b: &Name, class: Option<&Name>, context: &Context<'_>) -> Defined {
    let gda = context.fitted.gda().ok_or(WorkedError::NotHere)?;
    let sigma = sigma(class, gda, context)?;
    let (row, column) = (context.feature(a)?, context.feature(b)?);
    let found = sigma.lower.get(row).and_then(|entries| entries.get(column)).copied();
    let value = found.filter(|_| column <= row).unwrap_or(0.0);
    if column > row || (row != column && gda.is_diagonal()) || row >= WIDE {
        return fact(Rule::Cholesky, Number::Float(value));
    }
    let entry = |a: &Name, b: &Name| Expr::from(Quantity::cholesky(a, b, class));
    let before: Vec<&Name> =
        context.fitted.feature_names().take(if gda.is_diagonal() { 0 } else { column }).collect();
    // Σ is symmetric.
    let own = Expr::from(Quantity::cov(b, a, class));
    let left = before.into_iter().fold(own, |left, k| {
        left - if row == column { entry(a, k).squared() } else { entry(a, k) * entry(b, k) }
    });
    let expr = if row == column { left.sqrt() } else { left / entry(b, b) };
    estimated(Rule::Cholesky, expr, value)
}

/// The number drawn by standard normal numbers: μ + σ z, or a row of μ + L z.
pub(super) fn drawn(feature: &Name, by: &[String], class: Option<&Name>, context: &Context<'_>) -> Defined {
    let class = class.ok_or(WorkedError::NotHere)?;
    let at = context.feature(feature)?;
    context.class(class)?;
    let z = |text: &String| text.parse().map(Expr::float).map_err(|_| WorkedError::NotHere);
    let zs = by.iter().map(z).collect::<Result<Vec<_>, _>>()?;
    let (rule, scales) = match context.fitted.gda() {
        Some(gda) if !gda.is_diagonal() => {
            let entry = |other: &Name| Expr::from(Quantity::cholesky(feature, other, named(class, gda)));
            let row = context.fitted.feature_names().take(at + 1).map(entry).collect();
            (Rule::DrawnTogether, row)
        }
        None if !context.factor(feature)?.is_gaussian() => return Err(WorkedError::NotHere),
        _ => (Rule::Drawn, vec![variance(feature, class, context).sqrt()]),
    };
    if zs.len() != scales.len() {
        return Err(WorkedError::NotSoMany(feature.clone(), scales.len()));
    }
    let moved = scales.into_iter().zip(zs).map(|(scale, z)| scale * z);
    let terms = std::iter::once(mean_of(feature, class)).chain(moved).collect();
    formula(rule, Expr::sum(terms))
}
