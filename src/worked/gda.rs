//! The definitions of Gaussian discriminant analysis: means and covariances over the complete rows, Σ⁻¹ and |Σ|, and
//! the density at all numbers of the case together.

use super::context::Context;
use super::definition::{Definition, Rule};
use super::elimination::WIDE;
use super::error::WorkedError;
use super::{discriminant, gaussian, logistic};
use crate::math::{Event, Expr, Func, Name, Number, Quantity, symbols};
use crate::model::{Gda, Sigma};
use crate::recipe::Variance;

/// Sums over more rows than make this many numbers do not hold their terms: nobody reads them, and a Σ of many columns
/// has a sum for each pair of them.
const NUMBERS: u64 = 10_000;

/// The definition of a quantity that these models define otherwise than naive Bayes, or alone; `None` for others.
pub(super) fn define(
    quantity: &Quantity,
    gda: &Gda,
    context: &Context<'_>,
) -> Result<Option<Definition>, WorkedError> {
    Ok(Some(match quantity {
        Quantity::Mean { feature, class: Some(class) } => mean(feature, class, gda, context)?,
        Quantity::Var { feature, class } => {
            let of = Quantity::Cov { a: feature.clone(), b: feature.clone(), class: class.clone() };
            Definition::Formula { rule: Rule::Covariance, expr: Expr::Of(of) }
        }
        Quantity::Cov { a, b, class } => covariance(a, b, class, gda, context)?,
        Quantity::Det { class } => determinant(class, gda, context)?,
        Quantity::Inverse { a, b, class } => inverse(a, b, class, gda, context)?,
        Quantity::SquaredDistance(class) => quadratic(class, gda, context)?,
        Quantity::Discriminant(class) => discriminant::of_case(class, gda, context)?,
        Quantity::Density { event: Event::Case, given: Some(class) } => density(class, gda, context)?,
        Quantity::Prob { event: Event::Case, given: Some(Event::Class(class)) } => {
            context.class(class)?;
            context.case()?;
            Definition::Formula { rule: Rule::JointDensity, expr: Expr::Of(density_of(class)) }
        }
        Quantity::Ln(inner) => match inner.as_ref() {
            Quantity::Density { event: Event::Case, given: Some(class) } => ln_density(class, gda, context)?,
            _ => return Ok(None),
        },
        Quantity::Theta { feature: None, class: None } => logistic::intercept(context)?,
        Quantity::Theta { feature: Some(feature), class: None } => logistic::weight(feature, gda, context)?,
        Quantity::Theta { feature, class: Some(class) } => {
            discriminant::define(feature.as_ref(), class, gda, context)?
        }
        _ => return Ok(None),
    }))
}

/// `mean(feature | class)`
pub(super) fn mean_of(feature: &Name, class: &Name) -> Expr {
    Expr::Of(Quantity::Mean { feature: feature.clone(), class: Some(class.clone()) })
}

fn density_of(class: &Name) -> Quantity {
    Quantity::Density { event: Event::Case, given: Some(class.clone()) }
}

/// The class that a Σ goes by.
pub fn named(class: &Name, gda: &Gda) -> Option<Name> {
    (!gda.is_shared()).then(|| class.clone())
}

/// The position of a feature.
pub(super) fn feature(name: &Name, context: &Context<'_>) -> Result<usize, WorkedError> {
    context.feature(name)
}

/// The Σ that a class names, or the one of all classes where none is named.
fn sigma<'a>(
    class: &Option<Name>,
    gda: &'a Gda,
    context: &Context<'_>,
    asked: &dyn Fn() -> Quantity,
) -> Result<&'a Sigma, WorkedError> {
    let at = class.as_ref().map(|class| context.class(class)).transpose()?;
    let found = if at.is_none() == gda.is_shared() { gda.sigma(at.unwrap_or_default()) } else { None };
    found.ok_or_else(|| WorkedError::NotOfThisModel { quantity: asked() })
}

pub(super) fn count(class: &Name) -> Expr {
    Expr::Of(Quantity::Count { event: Event::Class(class.clone()), class: None })
}

/// The mean of a class over its complete rows.
fn mean(name: &Name, class: &Name, gda: &Gda, context: &Context<'_>) -> Result<Definition, WorkedError> {
    let (at, of) = (feature(name, context)?, context.class(class)?);
    let rows = rows(Some(of), context);
    let term = |row: &Row| Some(gaussian::weighed(Expr::float(*row.numbers.get(at)?), row.weight));
    let terms = rows.iter().filter_map(term).collect();
    let body = Expr::Sample(Box::new(Expr::Sym(symbols::X)), symbols::I);
    let body = gaussian::weighed_sample(body, context);
    let expr = Expr::frac(gaussian::sum(terms, body, context.fitted.class_table_rows(of)), count(class));
    let value = Number::Float(gda.mean(of, at).unwrap_or(f64::NAN));
    Ok(Definition::Estimated { rule: Rule::Mean, expr, value })
}

/// An entry of Σ: the sum of the products of the distances from the means of the class of each row, over how many rows
/// there are, or these less the classes (CS229 notes, the estimates of GDA), with the ridge on the diagonal.
fn covariance(
    a: &Name,
    b: &Name,
    class: &Option<Name>,
    gda: &Gda,
    context: &Context<'_>,
) -> Result<Definition, WorkedError> {
    let asked = || Quantity::Cov { a: a.clone(), b: b.clone(), class: class.clone() };
    let sigma = sigma(class, gda, context, &asked)?;
    let (row, column) = (feature(a, context)?, feature(b, context)?);
    if row != column && gda.is_diagonal() {
        return Ok(Definition::Fact { rule: Rule::LeftOut, value: Number::zero() });
    }
    let fitted = context.fitted;
    let at = class.as_ref().map(|class| context.class(class)).transpose()?;
    let product = |one: Expr, other: Expr| {
        if row == column { Expr::pow(one, Expr::int(2)) } else { Expr::Mul(vec![one, other]) }
    };
    let less = |x: Expr, mean: Expr| Expr::Add(vec![x, mean.negated()]);
    let terms = rows(at, context).into_iter().filter_map(|found| {
        let of = fitted.classes.get(found.class)?;
        let x = |at: usize| found.numbers.get(at).copied();
        let distance = |at: usize, name: &Name| Some(less(Expr::float(x(at)?), mean_of(name, of)));
        Some(gaussian::weighed(product(distance(row, a)?, distance(column, b)?), found.weight))
    });
    let of_row = |name: &Name| {
        let sample = |expr: Expr| Expr::Sample(Box::new(expr), symbols::I);
        let text = || Expr::Text(name.to_string());
        let given = || Some(Box::new(sample(Expr::Sym(symbols::Y))));
        let mean = class.as_ref().map_or_else(
            || Expr::General { head: symbols::MEAN, args: vec![text()], given: given() },
            |class| mean_of(name, class),
        );
        less(sample(text()), mean)
    };
    let unbiased = fitted.data.resolved.variance == Variance::Unbiased;
    // One mean is estimated for each class that has rows.
    let groups = (0..fitted.classes.len()).filter(|class| fitted.class_count(*class) > 0).count() as u64;
    let (n, groups, by) = match (class, at) {
        (Some(class), Some(at)) => (fitted.class_table_rows(at), 1, count(class)),
        _ => (fitted.table_rows(), groups, Expr::Of(Quantity::Rows)),
    };
    let by = if unbiased { Expr::Add(vec![by, Expr::int(groups).negated()]) } else { by };
    let body = gaussian::weighed_sample(product(of_row(a), of_row(b)), context);
    let share = Expr::frac(gaussian::sum(terms.collect(), body, n), by);
    let ridge = row == column && gda.ridge > 0.0;
    let expr = if ridge { Expr::Add(vec![share, Expr::float(gda.ridge)]) } else { share };
    let rule = if unbiased { Rule::UnbiasedCovariance } else { Rule::Covariance };
    Ok(Definition::Estimated { rule, expr, value: Number::Float(sigma.entry(row, column)) })
}

/// A complete row: its class, its numbers, and how many times it was seen where rows have weights.
pub(super) struct Row {
    class: usize,
    pub(super) numbers: Vec<f64>,
    pub(super) weight: Option<u64>,
}

/// The complete rows of a class, or of all; none where there are too many.
pub(super) fn rows(class: Option<usize>, context: &Context<'_>) -> Vec<Row> {
    let fitted = context.fitted;
    let rows = class.map_or(fitted.table_rows(), |class| fitted.class_table_rows(class));
    if rows * fitted.features.len() as u64 > NUMBERS {
        return Vec::new();
    }
    let numbers = |row: usize| {
        let of = fitted.class_of_row(row)?;
        let cells =
            fitted.features.iter().map(|feature| Some(fitted.data.number(row, feature.column)?.value()));
        Some(Row { class: of, numbers: cells.collect::<Option<Vec<f64>>>()?, weight: fitted.weight(row) })
    };
    match class {
        Some(class) => fitted.rows_of(class).iter().copied().filter_map(numbers).collect(),
        None => (0..fitted.data.table.rows()).filter_map(numbers).collect(),
    }
}

/// The entries of Σ, or of its inverse, as addresses: those below the diagonal are those above it.
pub fn entries(names: &[Name], class: &Option<Name>, inverse: bool) -> Vec<Vec<Expr>> {
    let entry = |row: usize, column: usize| {
        let (a, b) = (names.get(row.min(column))?.clone(), names.get(row.max(column))?.clone());
        let class = class.clone();
        Some(Expr::Of(if inverse {
            Quantity::Inverse { a, b, class }
        } else {
            Quantity::Cov { a, b, class }
        }))
    };
    let d = names.len();
    (0..d).map(|row| (0..d).filter_map(|column| entry(row, column)).collect()).collect()
}

pub(super) fn names(context: &Context<'_>) -> Vec<Name> {
    context.fitted.feature_names().cloned().collect()
}

/// |Σ|: for two numbers by the formula, for more of the matrix; the value is the product of the squared pivots.
fn determinant(class: &Option<Name>, gda: &Gda, context: &Context<'_>) -> Result<Definition, WorkedError> {
    let sigma = sigma(class, gda, context, &|| Quantity::Det { class: class.clone() })?;
    let (rule, value) = (Rule::Determinant, Number::from_ln(sigma.log_det()));
    let rows = entries(&names(context), class, false);
    let expr = match rows.as_slice() {
        [row] => row.first().cloned().unwrap_or_else(|| Expr::int(1)),
        _ if gda.is_diagonal() => {
            Expr::Mul(rows.iter().enumerate().filter_map(|(at, row)| row.get(at).cloned()).collect())
        }
        [first, second] => match (first.as_slice(), second.as_slice()) {
            ([a, b], [_, d]) => {
                let across = Expr::pow(b.clone(), Expr::int(2));
                Expr::Add(vec![Expr::Mul(vec![a.clone(), d.clone()]), across.negated()])
            }
            _ => Expr::int(1),
        },
        _ => {
            let general = Expr::Det(Box::new(Expr::Sym(symbols::COVARIANCE)));
            let expr = Expr::Det(Box::new(Expr::Matrix(rows)));
            return Ok(Definition::Matrices { rule, general, expr, value });
        }
    };
    Ok(Definition::Estimated { rule, expr, value })
}

/// An entry of Σ⁻¹: for two numbers by the formula, for more as what the inverse makes of a row and a column.
fn inverse(
    a: &Name,
    b: &Name,
    class: &Option<Name>,
    gda: &Gda,
    context: &Context<'_>,
) -> Result<Definition, WorkedError> {
    let asked = || Quantity::Inverse { a: a.clone(), b: b.clone(), class: class.clone() };
    let sigma = sigma(class, gda, context, &asked)?;
    let (row, column) = (feature(a, context)?, feature(b, context)?);
    let rule = Rule::Inverse;
    let cov =
        |a: &Name, b: &Name| Expr::Of(Quantity::Cov { a: a.clone(), b: b.clone(), class: class.clone() });
    if row != column && gda.is_diagonal() {
        return Ok(Definition::Fact { rule: Rule::LeftOut, value: Number::zero() });
    }
    let value = sigma.inverse().get(column).and_then(|found| found.get(row)).copied().unwrap_or(f64::NAN);
    let value = Number::Float(value);
    if sigma.d() == 1 || gda.is_diagonal() {
        return Ok(Definition::Estimated { rule, expr: Expr::frac(Expr::int(1), cov(a, a)), value });
    }
    let names = names(context);
    if let [first, second] = names.as_slice() {
        let top = match (row, column) {
            (0, 0) => cov(second, second),
            (1, 1) => cov(first, first),
            _ => cov(first, second).negated(),
        };
        let expr = Expr::frac(top, Expr::Of(Quantity::Det { class: class.clone() }));
        return Ok(Definition::Estimated { rule, expr, value });
    }
    if names.len() > WIDE {
        return Ok(Definition::Fact { rule, value });
    }
    let unit = |at: usize| (0..names.len()).map(move |other| Expr::int(i32::from(other == at)));
    let between = |matrix: Expr| {
        let across = Expr::Matrix(vec![unit(row).collect()]);
        let down = Expr::Matrix(unit(column).map(|cell| vec![cell]).collect());
        Expr::Juxt(vec![across, Expr::Inverse(Box::new(matrix)), down])
    };
    let general = between(Expr::Sym(symbols::COVARIANCE));
    let expr = between(Expr::Matrix(entries(&names, class, false)));
    Ok(Definition::Matrices { rule, general, expr, value })
}

/// (x − μ)ᵀ Σ⁻¹ (x − μ) of the case in hand.
fn quadratic(class: &Name, gda: &Gda, context: &Context<'_>) -> Result<Definition, WorkedError> {
    let (of, x) = (context.class(class)?, context.case()?.numbers());
    let names = names(context);
    let distances = || {
        let less =
            |(name, x): (&Name, &f64)| Expr::Add(vec![Expr::float(*x), mean_of(name, class).negated()]);
        names.iter().zip(&x).map(less).collect::<Vec<Expr>>()
    };
    let value = Number::Float(gda.quadratic(of, &x));
    let rule = Rule::QuadraticForm;
    let inverse = entries(&names, &named(class, gda), true);
    if gda.is_diagonal() || names.len() == 1 {
        let own = inverse.into_iter().enumerate().filter_map(|(at, row)| row.into_iter().nth(at));
        let squares = distances().into_iter().map(|distance| Expr::pow(distance, Expr::int(2)));
        let terms = squares.zip(own).map(|(square, own)| Expr::Mul(vec![square, own]));
        return Ok(Definition::Estimated { rule, expr: Expr::Add(terms.collect()), value });
    }
    let distance = || Expr::Add(vec![Expr::Sym(symbols::X), Expr::Sym(symbols::MU).negated()]);
    let general = Expr::Juxt(vec![
        Expr::Transpose(Box::new(distance())),
        Expr::Inverse(Box::new(Expr::Sym(symbols::COVARIANCE))),
        distance(),
    ]);
    let down = distances().into_iter().map(|cell| vec![cell]).collect();
    let expr = Expr::Juxt(vec![Expr::Matrix(vec![distances()]), Expr::Matrix(inverse), Expr::Matrix(down)]);
    Ok(Definition::Matrices { rule, general, expr, value })
}

/// p(x | c) = 1/√((2π)ᵈ |Σ|) · exp(−½ q(c))
fn density(class: &Name, gda: &Gda, context: &Context<'_>) -> Result<Definition, WorkedError> {
    let (of, x) = (context.class(class)?, context.case()?.numbers());
    let two_pi = match x.len() {
        1 => Expr::Sym(symbols::TWO_PI),
        d => Expr::pow(Expr::Sym(symbols::TWO_PI), Expr::int(d as u64)),
    };
    let det = Expr::Of(Quantity::Det { class: named(class, gda) });
    let constant = Expr::frac(Expr::int(1), Expr::Sqrt(Box::new(Expr::Mul(vec![two_pi, det]))));
    let half = Expr::Mul(vec![Expr::ratio(1, 2), Expr::Of(Quantity::SquaredDistance(class.clone()))]);
    let expr = Expr::Mul(vec![constant, Expr::Call(Func::Exp, Box::new(half.negated()))]);
    Ok(Definition::Estimated { rule: Rule::JointDensity, expr, value: gda.density(of, &x) })
}

/// ln p(x | c) = −½ (d · ln 2π + ln |Σ| + q(c))
fn ln_density(class: &Name, gda: &Gda, context: &Context<'_>) -> Result<Definition, WorkedError> {
    let (of, x) = (context.class(class)?, context.case()?.numbers());
    let ln_two_pi = Expr::Call(Func::Ln, Box::new(Expr::Sym(symbols::TWO_PI)));
    let sum = Expr::Add(vec![
        Expr::Mul(vec![Expr::int(x.len() as u64), ln_two_pi]),
        Expr::Of(Quantity::Det { class: named(class, gda) }.ln()),
        Expr::Of(Quantity::SquaredDistance(class.clone())),
    ]);
    let expr = Expr::Mul(vec![Expr::ratio(1, 2), sum]).negated();
    Ok(Definition::Estimated { rule: Rule::Logarithm, expr, value: Number::Float(gda.ln_density(of, &x)) })
}
