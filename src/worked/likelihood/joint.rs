//! Arguments for the estimates of joint normal densities and of counts.

use super::super::definition::{Context, Defined, Definition, Rule};
use super::super::deviations::WIDE;
use super::super::error::WorkedError;
use super::super::gaussian::{deviations, mean_of, weighed, weighed_sample};
use super::super::gda::{self, column, count, named, quadratic_form, times, unit};
use super::super::naive_bayes::total;
use super::super::route::ROWS;
use crate::math::{Expr, Name, Number, Quantity, symbols};
use crate::model::{Form, Gda};
use crate::recipe::Prior;
use num_rational::BigRational;
use num_traits::Zero;

/// The scatter of two features: the sum of the products of their distances from the means of each row's class.
pub(super) fn scatter(a: &Name, b: &Name, class: Option<&Name>, context: &Context<'_>) -> Defined {
    context.fitted.gda().ok_or(WorkedError::NotHere)?;
    let (row, column) = (context.feature(a)?, context.feature(b)?);
    let fitted = context.fitted;
    let rule = Rule::Scatter;
    let Some(class) = class else {
        let of = |class: &Name| Quantity::scatter(a, b, Some(class)).into();
        let expr = Expr::sum(fitted.classes.iter().map(of).collect());
        let all = (0..fitted.classes.len()).filter_map(|class| fitted.scatter(class));
        let value = Number::Float(all.map(|scatter| scatter.product(row, column)).sum());
        return Ok(Definition::Estimated { rule, expr, value });
    };
    let at = context.class(class)?;
    let of = fitted.scatter(at).ok_or(WorkedError::NotHere)?;
    let product = |one: Expr, other: Expr| times(row == column, one, other);
    let less = |x: f64, name: &Name| Expr::float(x) - mean_of(name, class);
    let terms = if of.rows <= ROWS as u64 {
        let term = |found: &gda::Row| {
            let (x, y) = (found.numbers.get(row)?, found.numbers.get(column)?);
            Some(weighed(product(less(*x, a), less(*y, b)), found.weight))
        };
        gda::rows(Some(at), context).iter().filter_map(term).collect()
    } else {
        let mean = |at: usize| of.mean.get(at).copied().unwrap_or(0.0);
        let apart = product(less(mean(row), a), less(mean(column), b));
        vec![Expr::float(of.product(row, column)) + Expr::int(of.n) * apart]
    };
    let sample = |name: &Name| Expr::of_row(Expr::Text(name.to_string())) - mean_of(name, class);
    let body = weighed_sample(product(sample(a), sample(b)), context);
    let expr = Expr::over_rows(Expr::int(of.rows), body, terms);
    Ok(Definition::Estimated { rule, expr, value: Number::Float(of.product(row, column)) })
}

/// Whether Σ⁻¹ is too wide to list its entries.
pub(super) fn is_wide(context: &Context<'_>) -> bool {
    context.fitted.gda().is_some_and(|gda| !gda.is_diagonal()) && context.fitted.features.len() > WIDE
}

/// `−½ (n (d ln 2π + ln |Σ|) + ∑ (x − μ)ᵀ Σ⁻¹ (x − μ))` of the rows of a class; the sum is that of the entries of Σ⁻¹
/// times those of the scatter.
pub(super) fn log_likelihood(class: &Name, context: &Context<'_>) -> Defined {
    let gda = context.fitted.gda().ok_or(WorkedError::NotHere)?;
    let at = context.class(class)?;
    let value = Number::Float(context.fitted.together_log_likelihood(at));
    let rule = Rule::LogLikelihood;
    let names = gda::names(context);
    let sigma = named(class, gda);
    let whole = |squares: Expr| {
        let d = Expr::int(names.len() as u64) * Expr::from(symbols::TWO_PI).ln();
        let det = Expr::from(Quantity::det(sigma)).ln();
        let constant = count(class) * Expr::Add(vec![d, det]);
        -(Expr::ratio(1, 2) * Expr::Add(vec![constant, squares]))
    };
    let scatter = |a: &Name, b: &Name| Expr::from(Quantity::scatter(a, b, Some(class)));
    let inverse = |a: &Name, b: &Name| Expr::from(Quantity::inverse(a, b, sigma));
    if gda.is_diagonal() || names.len() == 1 {
        let own = names.iter().map(|name| inverse(name, name) * scatter(name, name));
        return Ok(Definition::Estimated { rule, expr: whole(Expr::Add(own.collect())), value });
    }
    let body = weighed_sample(quadratic_form(Expr::of_row(symbols::X)), context);
    let n = Expr::int(context.fitted.class_table_rows(at));
    let over_rows = |terms| whole(Expr::over_rows(n, body, terms));
    if is_wide(context) {
        let general = over_rows(Vec::new());
        return Ok(Definition::Matrices { rule, general, expr: Expr::Num(value.clone()), value });
    }
    let mut terms = Vec::new();
    for (at, a) in names.iter().enumerate() {
        for b in names.iter().skip(at) {
            // An entry off the diagonal is in the matrix twice.
            let inverse = if a == b { inverse(a, b) } else { Expr::int(2) * inverse(a, b) };
            terms.push(inverse * scatter(a, b));
        }
    }
    let expr = whole(Expr::Add(terms.clone()));
    Ok(Definition::Matrices { rule, general: over_rows(terms), expr, value })
}

/// A row of `Σ⁻¹ ∑ (x − μ)`, the slope of ℓ in a mean of a class.
pub(super) fn mean_slope(feature: &Name, class: &Name, gda: &Gda, context: &Context<'_>) -> Defined {
    let (at, of) = (context.feature(feature)?, context.class(class)?);
    let (rule, value) = (Rule::Slope, Number::Float(0.0));
    let scatter = context.fitted.scatter(of).ok_or(WorkedError::NotHere)?;
    if is_wide(context) {
        let distance = Expr::of_row(symbols::X) - symbols::MU.into();
        let inverse = Expr::Inverse(Box::new(symbols::COVARIANCE.into()));
        let body = weighed_sample(distance, context);
        let sum = Expr::over_rows(Expr::int(scatter.rows), body, Vec::new());
        let (general, expr) = (Expr::Juxt(vec![inverse, sum]), Expr::Num(value.clone()));
        return Ok(Definition::Matrices { rule, general, expr, value });
    }
    let names = gda::names(context);
    let own = |other: &usize| *other == at || !gda.is_diagonal();
    let terms = (0..names.len()).filter(own).filter_map(|other| {
        let (name, mean) = (names.get(other)?, scatter.mean.get(other)?);
        let body = Expr::of_row(Expr::Text(name.to_string())) - mean_of(name, class);
        let listed = || {
            let rows = gda::rows(Some(of), context);
            rows.iter().filter_map(|row| Some((*row.numbers.get(other)?, row.weight))).collect()
        };
        let rows = (scatter.rows, scatter.n, *mean);
        let apart = deviations(name, class, weighed_sample(body, context), rows, listed);
        let (a, b) = (names.get(at.min(other))?, names.get(at.max(other))?);
        Some(Expr::from(Quantity::inverse(a, b, named(class, gda))) * apart)
    });
    Ok(Definition::Estimated { rule, expr: Expr::Add(terms.collect()), value })
}

/// An entry of `−n/2 Σ⁻¹ + ½ Σ⁻¹ S Σ⁻¹`, the slope of ℓ in an entry of Σ; off the diagonal twice that, since the entry
/// is in Σ twice. `at` holds the positions of the two features, in order.
pub(super) fn entry_slope(
    at: (usize, usize),
    class: Option<&Name>,
    gda: &Gda,
    context: &Context<'_>,
) -> Defined {
    let rule = Rule::Slope;
    let (row, other) = at;
    let names = gda::names(context);
    let of = class.map(|class| context.class(class)).transpose()?;
    let value = Number::Float(entry_value(at, of, gda, context));
    let name = |at: usize| names.get(at).cloned().unwrap_or_else(|| Name::new(""));
    let n = || class.map_or(Quantity::Rows.into(), count);
    let entry = |of: fn(&Name, &Name, Option<&Name>) -> Quantity, a: usize, b: usize| {
        Expr::from(of(&name(a.min(b)), &name(a.max(b)), class))
    };
    if gda.is_diagonal() || names.len() == 1 {
        let var = || entry(Quantity::cov, row, row);
        let constant = n() / (Expr::int(2) * var());
        let rest = Expr::int(2) * var().squared();
        let expr = -constant + entry(Quantity::scatter, row, row) / rest;
        return Ok(Definition::Estimated { rule, expr, value });
    }
    if is_wide(context) {
        return Ok(Definition::Fact { rule, value });
    }
    let d = names.len();
    // Off the diagonal the factor ½ doubles to 1.
    let whole = |product: Expr| {
        let n = if row == other { n() / Expr::int(2) } else { n() };
        let half = (row == other).then(|| Expr::ratio(1, 2));
        let product = Expr::Mul(half.into_iter().chain([product]).collect());
        -(n * entry(Quantity::inverse, row, other)) + product
    };
    let letter = || Expr::Inverse(Box::new(symbols::COVARIANCE.into()));
    let general = whole(Expr::Juxt(vec![
        Expr::Matrix(vec![unit(row, d).collect()]),
        letter(),
        symbols::SCATTER.into(),
        letter(),
        column(unit(other, d)),
    ]));
    let scatters = |row: usize| (0..d).map(|column| entry(Quantity::scatter, row, column)).collect();
    let expr = whole(Expr::Juxt(vec![
        Expr::Matrix(vec![(0..d).map(|at| entry(Quantity::inverse, row, at)).collect()]),
        Expr::Matrix((0..d).map(scatters).collect()),
        column((0..d).map(|at| entry(Quantity::inverse, at, other))),
    ]));
    Ok(Definition::Matrices { rule, general, expr, value })
}

/// `n/2 Σ⁻¹ (S/n − Σ) Σ⁻¹`: the same, computed from a difference that is exactly 0 if Σ is S/n.
fn entry_value(at: (usize, usize), class: Option<usize>, gda: &Gda, context: &Context<'_>) -> f64 {
    let fitted = context.fitted;
    let Some(sigma) = gda.sigma(class.unwrap_or(0)) else { return f64::NAN };
    let all = (0..fitted.classes.len()).filter(|other| class.is_none_or(|class| class == *other));
    let scatters: Vec<_> = all.filter_map(|class| fitted.scatter(class)).collect();
    let n = scatters.iter().map(|scatter| scatter.n).sum::<u64>() as f64;
    let (row, column) = at;
    let unit = |at: usize| (0..sigma.d()).map(|a| f64::from(u8::from(a == at))).collect::<Vec<f64>>();
    let (left, right) = (sigma.solve(&unit(row)), sigma.solve(&unit(column)));
    let apart = |a: usize, b: usize| {
        if gda.is_diagonal() && a != b {
            return 0.0;
        }
        scatters.iter().map(|scatter| scatter.product(a, b)).sum::<f64>() / n - sigma.entry(a, b)
    };
    let cells =
        left.iter().enumerate().flat_map(|(a, x)| right.iter().enumerate().map(move |(b, y)| (a, b, x, y)));
    let form: f64 = cells.map(|(a, b, x, y)| x * apart(a, b) * y).sum();
    n / 2.0 * form * if row == column { 1.0 } else { 2.0 }
}

#[derive(Clone, Debug)]
pub(super) struct Chance {
    pub of: Quantity,
    /// The outcomes that share the total, itself included; for a Bernoulli word, itself alone.
    pub table: Vec<Quantity>,
    pub outcomes: usize,
    pub count: Expr,
    pub counted: u64,
    pub total: Expr,
    /// The count of the other outcomes: the count of the only other one, or the total minus its own.
    pub rest: Expr,
    pub others: u64,
    /// The smoothing of each count.
    pub added: Added,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Added {
    Nothing,
    /// The amount added to each count, as a formula and as a number.
    Some(Expr, BigRational),
    Given,
}

impl Added {
    fn of(expr: Expr, value: &BigRational) -> Added {
        if value.is_zero() { Added::Nothing } else { Added::Some(expr, value.clone()) }
    }
}

impl Chance {
    pub(super) fn prior(class: &Name, context: &Context<'_>) -> Result<Chance, WorkedError> {
        let fitted = context.fitted;
        let at = context.class(class)?;
        let added = match &fitted.data.resolved.prior {
            Prior::Counts => Added::Nothing,
            Prior::Laplace(a) => Added::of(Expr::Num(Number::Exact(a.value().clone())), a.value()),
            Prior::Uniform | Prior::Given(_) => Added::Given,
        };
        let mut others = fitted.classes.iter().filter(|other| *other != class);
        let only = others.next().filter(|_| fitted.classes.len() == 2).map(gda::count);
        let (count, total) = (gda::count(class), Expr::Of(Quantity::Rows));
        let counted = fitted.class_count(at);
        Ok(Chance {
            of: Quantity::prior(class),
            table: fitted.classes.iter().map(Quantity::prior).collect(),
            outcomes: fitted.classes.len(),
            rest: only.unwrap_or_else(|| total.clone() - count.clone()),
            count,
            counted,
            total,
            others: fitted.rows().saturating_sub(counted),
            added,
        })
    }

    pub(super) fn conditional(
        feature: &Name,
        value: &Name,
        class: &Name,
        context: &Context<'_>,
    ) -> Result<Chance, WorkedError> {
        let (factor, at) = (context.factor(feature)?, context.class(class)?);
        let position = context.value(factor, value)?;
        let of = Quantity::conditional(feature, value, class);
        let count = |value: &Name| Expr::from(Quantity::value_count(feature, value, Some(class)));
        let all = Expr::Of(total(factor, at, class, context));
        let counted = factor.count(position, at);
        let presence = factor.form == Form::Presence;
        let other = match factor.values() {
            [one, other] if !presence => Some(if position == 0 { other } else { one }),
            _ => None,
        };
        let table = |value: &Name| Quantity::conditional(feature, value, class);
        Ok(Chance {
            table: if presence { vec![of.clone()] } else { factor.values().iter().map(table).collect() },
            outcomes: factor.outcomes(),
            rest: other.map_or_else(|| all.clone() - count(value), count),
            count: count(value),
            counted,
            total: all,
            others: factor.total(at).saturating_sub(counted),
            added: Added::of(Expr::Of(Quantity::Alpha), factor.alpha()),
            of,
        })
    }

    fn p(&self) -> Expr {
        self.of.clone().into()
    }

    /// The part of ℓ that depends on the probability: `count · ln P + rest · ln(1 − P)`. The others of its table keep their
    /// proportions, so they are shares of 1 − P, and the logarithms of those do not change.
    pub(super) fn share(&self) -> Expr {
        let own = (self.counted > 0).then(|| self.count.clone() * self.p().ln());
        let rest = (self.others > 0).then(|| self.rest.clone() * self.p().opposite().ln());
        Expr::sum(own.into_iter().chain(rest).collect())
    }

    /// `count/P − rest/(1 − P)`; a count of 0 has no term.
    pub(super) fn slope(&self) -> Definition {
        let own = (self.counted > 0).then(|| self.count.clone() / self.p());
        let rest = (self.others > 0).then(|| -(self.rest.clone() / self.p().opposite()));
        Definition::Formula { rule: Rule::Slope, expr: Expr::sum(own.into_iter().chain(rest).collect()) }
    }

    /// `a · ln P + a (k − 1) · ln(1 − P)`, where `a` is added to each count; `None` without smoothing.
    pub(super) fn added_share(&self) -> Option<Expr> {
        let (own, rest) = self.added_terms()?;
        Some(own * self.p().ln() + rest * self.p().opposite().ln())
    }

    /// Its slope: `a/P − a (k − 1)/(1 − P)`.
    pub(super) fn added_slope(&self) -> Option<Expr> {
        let (own, rest) = self.added_terms()?;
        Some(own / self.p() - rest / self.p().opposite())
    }

    pub(super) fn added_terms(&self) -> Option<(Expr, Expr)> {
        let Added::Some(each, _) = &self.added else { return None };
        let others = self.outcomes.checked_sub(1).filter(|others| *others > 0)? as u64;
        let rest = match others {
            1 => each.clone(),
            more => each.clone() * Expr::int(more),
        };
        Some((each.clone(), rest))
    }
}
