//! The definitions of Gaussian discriminant analysis: means and covariances over the complete rows, Σ⁻¹ and |Σ|, and
//! the joint density at the case.

use super::definition::Context;
use super::definition::{Defined, Definition, Rule};
use super::deviations::WIDE;
use super::error::WorkedError;
use super::gaussian::{mean_of, weighed, weighed_sample};
use super::linear;
use super::posterior::RowKind;
use super::route::{agrees, is_rounded};
use crate::math::{Chain, Event, Expr, Name, Number, Precision, Quantity, Rel, symbols};
use crate::model::{Case, Fitted, Gda, Sigma};
use crate::recipe::Variance;

/// Sums over more numbers than this do not hold their terms: a Σ of many columns has a sum for each pair.
const NUMBERS: u64 = 10_000;

/// The definition of a quantity that differs from naive Bayes or exists only here; `None` for others.
pub(super) fn define(
    quantity: &Quantity,
    gda: &Gda,
    context: &Context<'_>,
) -> Result<Option<Definition>, WorkedError> {
    Ok(Some(match quantity {
        Quantity::Mean { feature, class: Some(class) } => mean(feature, class, gda, context)?,
        Quantity::Var { feature, class } => {
            let of = Quantity::cov(feature, feature, class.as_ref());
            Definition::Formula { rule: Rule::Covariance, expr: of.into() }
        }
        Quantity::Cov { a, b, class } => covariance(a, b, class.as_ref(), gda, context)?,
        Quantity::Det { class } => determinant(class.as_ref(), gda, context)?,
        Quantity::Inverse { a, b, class } => inverse(a, b, class.as_ref(), gda, context)?,
        Quantity::Correlation { a, b, class } => correlation(a, b, class.as_ref(), gda, context)?,
        Quantity::SquaredDistance(class) => squared_distance(class, gda, context)?,
        Quantity::Difference { feature, class } => difference(feature, class, gda, context)?,
        Quantity::Solved { feature, class } => solved(feature, class, gda, context)?,
        Quantity::Discriminant(class) => linear::discriminant_of_case(class, gda, context)?,
        Quantity::Logit => linear::logit(context)?,
        Quantity::Sigmoid => linear::sigmoid(context)?,
        Quantity::Softmax(class) => linear::softmax(class, gda, context)?,
        Quantity::Density { event: Event::Case, given: Some(class) } => density(class, gda, context)?,
        Quantity::Prob { event: Event::Case, given: Some(Event::Class(class)) } => {
            context.class(class)?;
            context.case()?;
            Definition::Formula { rule: Rule::JointDensity, expr: Quantity::density(class).into() }
        }
        Quantity::Ln(inner) => match inner.as_ref() {
            Quantity::Density { event: Event::Case, given: Some(class) } => ln_density(class, gda, context)?,
            _ => return Ok(None),
        },
        Quantity::Theta { feature: None, class: None } => linear::intercept(context)?,
        Quantity::Theta { feature: Some(feature), class: None } => linear::weight(feature, gda, context)?,
        Quantity::Theta { feature, class: Some(class) } => {
            linear::discriminant(feature.as_ref(), class, gda, context)?
        }
        _ => return Ok(None),
    }))
}

/// The class in the name of a Σ.
pub fn named<'a>(class: &'a Name, gda: &Gda) -> Option<&'a Name> {
    (!gda.is_shared()).then_some(class)
}

/// The Σ of a class, or the shared one without a class.
fn sigma<'a>(class: Option<&Name>, gda: &'a Gda, context: &Context<'_>) -> Result<&'a Sigma, WorkedError> {
    let at = class.map(|class| context.class(class)).transpose()?;
    let found = if at.is_none() == gda.is_shared() { gda.sigma(at.unwrap_or_default()) } else { None };
    found.ok_or(WorkedError::NotHere)
}

pub(super) fn count(class: &Name) -> Expr {
    Quantity::class_count(class).into()
}

fn mean(name: &Name, class: &Name, gda: &Gda, context: &Context<'_>) -> Defined {
    let (at, of) = (context.feature(name)?, context.class(class)?);
    let term = |row: &Row| Some(weighed(Expr::float(*row.numbers.get(at)?), row.weight));
    let terms = rows(Some(of), context).iter().filter_map(term).collect();
    let body = weighed_sample(Expr::of_row(symbols::X), context);
    let n = Expr::int(context.fitted.class_table_rows(of));
    let value = Number::Float(gda.mean(of, at).unwrap_or(f64::NAN));
    Ok(Definition::Estimated {
        rule: Rule::Mean,
        expr: Expr::over_rows(n, body, terms) / count(class),
        value,
    })
}

pub(super) fn times(same: bool, one: Expr, other: Expr) -> Expr {
    if same { one.squared() } else { one * other }
}

/// An entry of Σ: the sum of the products of the distances from the means of the class of each row, divided by the rows, or
/// by the rows minus the classes (CS229 notes, the estimates of GDA), plus the ridge on the diagonal.
fn covariance(a: &Name, b: &Name, class: Option<&Name>, gda: &Gda, context: &Context<'_>) -> Defined {
    let sigma = sigma(class, gda, context)?;
    let (row, column) = (context.feature(a)?, context.feature(b)?);
    if row != column && gda.is_diagonal() {
        return Ok(Definition::Fact { rule: Rule::LeftOut, value: Number::zero() });
    }
    let fitted = context.fitted;
    let at = class.map(|class| context.class(class)).transpose()?;
    let product = |one: Expr, other: Expr| times(row == column, one, other);
    let terms = rows(at, context).into_iter().filter_map(|found| {
        let of = fitted.classes.get(found.class)?;
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
    let body = weighed_sample(product(of_row(a), of_row(b)), context);
    let share = Expr::over_rows(Expr::int(n), body, terms.collect()) / by;
    let ridge = row == column && gda.ridge > 0.0;
    let expr = if ridge { share + Expr::float(gda.ridge) } else { share };
    Ok(Definition::Estimated { rule, expr, value: Number::Float(sigma.entry(row, column)) })
}

fn correlation(a: &Name, b: &Name, class: Option<&Name>, gda: &Gda, context: &Context<'_>) -> Defined {
    let sigma = sigma(class, gda, context)?;
    let (row, column) = (context.feature(a)?, context.feature(b)?);
    if row == column {
        return Ok(Definition::Fact { rule: Rule::Correlation, value: Number::one() });
    }
    if gda.is_diagonal() {
        return Ok(Definition::Fact { rule: Rule::LeftOut, value: Number::zero() });
    }
    let entry = |a: &Name, b: &Name| Expr::from(Quantity::cov(a, b, class));
    let (first, second) = if row < column { (a, b) } else { (b, a) };
    let expr = entry(first, second) / (entry(a, a) * entry(b, b)).sqrt();
    let value = Number::Float(sigma.correlation(row, column));
    Ok(Definition::Estimated { rule: Rule::Correlation, expr, value })
}

/// A complete row: its class, its numbers, and its weight, if rows have weights.
pub(super) struct Row {
    class: usize,
    pub(super) numbers: Vec<f64>,
    pub(super) weight: Option<u64>,
}

/// The complete rows of a class, or of all; empty if there are too many.
pub(super) fn rows(class: Option<usize>, context: &Context<'_>) -> Vec<Row> {
    let fitted = context.fitted;
    let rows = class.map_or(fitted.table_rows(), |class| fitted.class_table_rows(class));
    if rows * fitted.features.len() as u64 > NUMBERS || !fitted.data.has_all_rows() {
        return Vec::new();
    }
    let numbers = |row: usize| {
        let of = fitted.class_of_row(row)?;
        let cells = fitted.features.iter().map(|feature| fitted.data.number(row, feature.column));
        Some(Row { class: of, numbers: cells.collect::<Option<Vec<f64>>>()?, weight: fitted.weight(row) })
    };
    match class {
        Some(class) => fitted.rows_of(class).iter().copied().filter_map(numbers).collect(),
        None => (0..fitted.data.table.rows()).filter_map(numbers).collect(),
    }
}

/// The entries of Σ, or of its inverse, as addresses; the matrix is symmetric.
pub fn entries(names: &[Name], class: Option<&Name>, inverse: bool) -> Vec<Vec<Expr>> {
    let address = if inverse { Quantity::inverse } else { Quantity::cov };
    let entry = |row: usize, column: usize| {
        Some(address(names.get(row.min(column))?, names.get(row.max(column))?, class).into())
    };
    let d = names.len();
    (0..d).map(|row| (0..d).filter_map(|column| entry(row, column)).collect()).collect()
}

pub(super) fn names(context: &Context<'_>) -> Vec<Name> {
    context.fitted.feature_names().cloned().collect()
}

/// |Σ|: for two features by the formula, for more from the matrix; the value is the product of the squared pivots.
fn determinant(class: Option<&Name>, gda: &Gda, context: &Context<'_>) -> Defined {
    let sigma = sigma(class, gda, context)?;
    let (rule, value) = (Rule::Determinant, Number::from_ln(sigma.log_det()));
    let rows = entries(&names(context), class, false);
    let expr = match rows.as_slice() {
        [row] => row.first().cloned().unwrap_or_else(|| Expr::int(1)),
        _ if gda.is_diagonal() => {
            Expr::Mul(rows.iter().enumerate().filter_map(|(at, row)| row.get(at).cloned()).collect())
        }
        [first, second] => match (first.as_slice(), second.as_slice()) {
            ([a, b], [_, d]) => a.clone() * d.clone() - b.clone().squared(),
            _ => Expr::int(1),
        },
        _ => {
            let general = Expr::Det(Box::new(symbols::COVARIANCE.into()));
            let expr = Expr::Det(Box::new(Expr::Matrix(rows)));
            return Ok(Definition::Matrices { rule, general, expr, value });
        }
    };
    Ok(Definition::Estimated { rule, expr, value })
}

pub(super) fn unit(at: usize, d: usize) -> impl Iterator<Item = Expr> {
    (0..d).map(move |other| Expr::int(i32::from(other == at)))
}

pub(super) fn column(cells: impl Iterator<Item = Expr>) -> Expr {
    Expr::Matrix(cells.map(|cell| vec![cell]).collect())
}

/// An entry of Σ⁻¹: for two features by the formula, for more as a row times the inverse times a column.
fn inverse(a: &Name, b: &Name, class: Option<&Name>, gda: &Gda, context: &Context<'_>) -> Defined {
    let sigma = sigma(class, gda, context)?;
    let (at, of) = (context.feature(a)?, context.feature(b)?);
    let rule = Rule::Inverse;
    let cov = |a: &Name, b: &Name| Expr::from(Quantity::cov(a, b, class));
    if at != of && gda.is_diagonal() {
        return Ok(Definition::Fact { rule: Rule::LeftOut, value: Number::zero() });
    }
    let value = sigma.inverse().get(of).and_then(|found| found.get(at)).copied().unwrap_or(f64::NAN);
    let value = Number::Float(value);
    if sigma.d() == 1 || gda.is_diagonal() {
        return Ok(Definition::Estimated { rule, expr: Expr::int(1) / cov(a, a), value });
    }
    let names = names(context);
    if let [first, second] = names.as_slice() {
        let top = match (at, of) {
            (0, 0) => cov(second, second),
            (1, 1) => cov(first, first),
            _ => -cov(first, second),
        };
        let expr = top / Quantity::det(class).into();
        return Ok(Definition::Estimated { rule, expr, value });
    }
    let d = names.len();
    if d > WIDE {
        return Ok(Definition::Fact { rule, value });
    }
    let between = |matrix: Expr| {
        let across = Expr::Matrix(vec![unit(at, d).collect()]);
        Expr::Juxt(vec![across, Expr::Inverse(Box::new(matrix)), column(unit(of, d))])
    };
    let general = between(symbols::COVARIANCE.into());
    let expr = between(Expr::Matrix(entries(&names, class, false)));
    Ok(Definition::Matrices { rule, general, expr, value })
}

/// (x − μ)ᵀ Σ⁻¹ (x − μ) in letters, with an expression for x.
pub(super) fn quadratic_form(x: Expr) -> Expr {
    let distance = x - symbols::MU.into();
    let inverse = Expr::Inverse(Box::new(symbols::COVARIANCE.into()));
    Expr::Juxt(vec![Expr::Transpose(Box::new(distance.clone())), inverse, distance])
}

/// x − μ of this case in a class; `None` for a class without rows.
fn differences(class: &Name, gda: &Gda, context: &Context<'_>) -> Result<Vec<f64>, WorkedError> {
    let of = context.class(class)?;
    gda.distances(of, &context.case()?.numbers()).ok_or(WorkedError::NotHere)
}

/// A sum smaller than the rounding of its terms is 0.
fn cleared(value: f64, terms: impl Iterator<Item = f64>) -> Number {
    let size: f64 = terms.map(f64::abs).sum();
    Number::Float(if value.abs() <= 8.0 * f64::EPSILON * size { 0.0 } else { value })
}

/// x − μ of this case, one feature of it.
fn difference(feature: &Name, class: &Name, gda: &Gda, context: &Context<'_>) -> Defined {
    let at = context.feature(feature)?;
    let entry = |values: &[f64]| values.get(at).copied().unwrap_or(f64::NAN);
    let (x, value) = (entry(&context.case()?.numbers()), entry(&differences(class, gda, context)?));
    let expr = Expr::float(x) - mean_of(feature, class);
    Ok(Definition::Estimated { rule: Rule::Difference, expr, value: cleared(value, [x, x].into_iter()) })
}

/// A row of Σ⁻¹ times x − μ of this case.
fn solved(feature: &Name, class: &Name, gda: &Gda, context: &Context<'_>) -> Defined {
    let own = gda.sigma(context.class(class)?).ok_or(WorkedError::NotHere)?;
    let (at, apart) = (context.feature(feature)?, differences(class, gda, context)?);
    let value = own.solve(&apart).get(at).copied().unwrap_or(f64::NAN);
    let row = own.inverse().get(at).map(Vec::as_slice).unwrap_or_default();
    let value = cleared(value, row.iter().zip(&apart).map(|(inverse, apart)| inverse * apart));
    let expr = linear::row_of_inverse(at, gda, named(class, gda), context, |other| {
        Quantity::difference(other, class).into()
    });
    Ok(Definition::Estimated { rule: Rule::Solved, expr, value })
}

/// (x − μ)ᵀ Σ⁻¹ (x − μ) of this case: x − μ times Σ⁻¹(x − μ), feature by feature.
fn squared_distance(class: &Name, gda: &Gda, context: &Context<'_>) -> Defined {
    let (of, x) = (context.class(class)?, context.case()?.numbers());
    let value = Number::Float(gda.quadratic(of, &x));
    let rule = Rule::QuadraticForm;
    let difference = |name: &Name| Expr::from(Quantity::difference(name, class));
    if let [only] = names(context).as_slice() {
        let own = Quantity::inverse(only, only, named(class, gda));
        return Ok(Definition::Estimated { rule, expr: difference(only).squared() * own.into(), value });
    }
    let term = |name: &Name| difference(name) * Quantity::solved(name, class).into();
    let expr = Expr::sum(context.fitted.feature_names().map(term).collect());
    Ok(Definition::Matrices { rule, general: quadratic_form(symbols::X.into()), expr, value })
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
    let expr = constant * (-half).exp();
    Ok(Definition::Estimated { rule: Rule::JointDensity, expr, value: gda.density(of, &x) })
}

/// ln p(x | c) = −½ (d · ln 2π + ln |Σ| + q(c))
fn ln_density(class: &Name, gda: &Gda, context: &Context<'_>) -> Defined {
    let (of, x) = (context.class(class)?, context.case()?.numbers());
    let sum = Expr::int(x.len() as u64) * Expr::from(symbols::TWO_PI).ln();
    let sum = Expr::Add(vec![
        sum,
        Quantity::det(named(class, gda)).ln().into(),
        Quantity::SquaredDistance(class.clone()).into(),
    ]);
    let expr = -(Expr::ratio(1, 2) * sum);
    Ok(Definition::Estimated { rule: Rule::Logarithm, expr, value: Number::Float(gda.ln_density(of, &x)) })
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
    let apart = gda.distances(class, &x)?;
    let difference = || Expr::from(symbols::X) - symbols::MU.into();
    let inverse = || Expr::Inverse(Box::new(symbols::COVARIANCE.into()));
    let results = |values: &[f64]| column(values.iter().map(|value| rounded(*value, Precision::TERM)));
    let chain = |lhs: Expr, numbers: Expr, result: Expr| {
        let relation = |rounds: bool| if rounds { Rel::Approx } else { Rel::Eq };
        // A result of rounded numbers is rounded.
        let [first, after] = [is_rounded(&numbers), is_rounded(&numbers) || is_rounded(&result)];
        Chain { lhs, rest: vec![(relation(first), numbers), (relation(after), result)] }
    };
    match kind {
        RowKind::Difference { .. } => {
            let mean = |at: usize| gda.mean(class, at).unwrap_or(f64::NAN);
            let precision = enough(|precision| {
                apart.iter().zip(&x).enumerate().all(|(at, (value, x))| {
                    let line = Expr::float(*x) - rounded(mean(at), precision);
                    agrees(&line, &Number::Float(*value), Precision::TERM)
                })
            });
            let means = column((0..x.len()).map(|at| rounded(mean(at), precision)));
            let case = column(x.iter().map(|value| Expr::float(*value)));
            Some(chain(difference(), case - means, results(&apart)))
        }
        RowKind::Solved { .. } => {
            let (rows, found) = (sigma.inverse(), sigma.solve(&apart));
            let lines = rows.iter().zip(&found).map(|(row, value)| (row.as_slice(), *value));
            let precision = proved(lines, &apart);
            let entry = |value: &f64| rounded(*value, precision);
            let matrix = Expr::Matrix(rows.iter().map(|row| row.iter().map(entry).collect()).collect());
            let of = column(apart.iter().map(entry));
            let lhs = Expr::Juxt(vec![inverse(), difference()]);
            Some(chain(lhs, Expr::Juxt(vec![matrix, of]), results(&found)))
        }
        RowKind::SquaredDistance => {
            let (found, q) = (sigma.solve(&apart), gda.quadratic(class, &x));
            let precision = proved([(apart.as_slice(), q)].into_iter(), &found);
            let entry = |value: &f64| rounded(*value, precision);
            let across = Expr::Matrix(vec![apart.iter().map(entry).collect()]);
            let numbers = Expr::Juxt(vec![across, column(found.iter().map(entry))]);
            Some(chain(quadratic_form(symbols::X.into()), numbers, rounded(q, Precision::TERM)))
        }
        _ => None,
    }
}

fn rounded(value: f64, precision: Precision) -> Expr {
    Expr::Rounded(Number::Float(value), precision)
}

fn proved<'a>(rows: impl Iterator<Item = (&'a [f64], f64)> + Clone, column: &[f64]) -> Precision {
    enough(|precision| {
        rows.clone().all(|(row, value)| {
            let terms = row.iter().zip(column).map(|(a, b)| rounded(*a, precision) * rounded(*b, precision));
            agrees(&Expr::sum(terms.collect()), &Number::Float(value), Precision::TERM)
        })
    })
}

/// The first precision that is enough, or the highest one if terms cancel.
fn enough(agree: impl Fn(Precision) -> bool) -> Precision {
    let mut all = (5..MOST).map(|figures| Precision::TERM.with(figures));
    all.find(|precision| agree(*precision)).unwrap_or(Precision::TERM.with(MOST))
}
