//! Why the formulas are right: the log-likelihood ℓ of the training rows, and its slope in each parameter.
//!
//! The derivations are those of the CS229 notes on generative learning, for K classes. ℓ and its slopes are definitions
//! over other quantities like any number.

mod argument;
mod parameter;

pub use argument::{Argument, Passage, argue};

use self::parameter::Parameter;
use super::definition::summed;
use super::gaussian::deviations;
use super::gda::{column, count, inverse_of, named, names, pairs, quadratic_form, times, unit};
use super::naive_bayes::total;
use super::route::ROWS;
use super::{
    Context, Defined, LISTED, Rule, WIDE, WorkedError, estimated, fact, gaussian, gda, matrices, mean_of,
    weighed_sample,
};
use crate::math::{Expr, Name, Number, Quantity, Share, Symbol, symbols};
use crate::model::{Factor, FactorForm, Gda};

pub(super) fn slope(of: &Quantity, context: &Context<'_>) -> Defined {
    if !context.fitted.has_likelihood() {
        return Err(WorkedError::NotHere);
    }
    Parameter::of(of, context)?.slope(context)
}

/// ℓ of all rows is the sum over the classes; ℓ of a class is `n_c ln P(c)` plus the part of each feature.
pub(super) fn log_likelihood(share: &Share, context: &Context<'_>) -> Defined {
    let fitted = context.fitted;
    if !fitted.has_likelihood() {
        return Err(WorkedError::NotHere);
    }
    let (expr, value) = match share {
        Share::Whole => {
            let of = |class: &Name| Quantity::LogLik(Share::Class(class.clone())).into();
            let general = || Expr::general(symbols::LOG_LIKELIHOOD, symbols::C, None);
            let parts = fitted.classes.iter().map(of).collect();
            (summed(parts, LISTED, symbols::C, general), fitted.log_likelihood())
        }
        Share::Class(class) => {
            let at = context.class(class)?;
            let mut parts = Vec::new();
            if fitted.class_count(at) > 0 {
                parts.push(count(class) * Expr::from(Quantity::prior(class)).ln());
            }
            if fitted.is_naive() {
                let of = |feature: &Name| {
                    let (feature, class) = (feature.clone(), class.clone());
                    Quantity::LogLik(Share::Feature { feature, class }).into()
                };
                let features = fitted.feature_names().map(of).collect();
                let general = || general(symbols::LOG_LIKELIHOOD, symbols::X_I, class);
                parts.push(summed(features, LISTED, symbols::I, general));
            } else {
                parts.push(Quantity::LogLik(Share::Together(class.clone())).into());
            }
            (Expr::sum(parts), fitted.class_log_likelihood(at))
        }
        Share::Feature { feature, class } => {
            let (factor, at) = (context.factor(feature)?, context.class(class)?);
            let expr = match &factor.form {
                FactorForm::Counts(..) => {
                    let rate = factor.rate(at).copied().unwrap_or_default();
                    gaussian::poisson_likelihood(feature, &rate, class)
                }
                FactorForm::Gaussian(_) if factor.normal(at).is_none() => Expr::int(0),
                FactorForm::Gaussian(_) => gaussian::log_likelihood(feature, class, context)?,
                _ => counted(factor, at, class, context),
            };
            (expr, fitted.feature_log_likelihood(factor, at))
        }
        Share::Together(class) => return together(class, context),
    };
    estimated(Rule::LogLikelihood, expr, Some(value).filter(|value| value.is_finite()))
}

fn general(head: Symbol, argument: Symbol, class: &Name) -> Expr {
    Expr::general(head, argument, Some(Expr::Text(class.to_string())))
}

/// `∑ count(v, c) · ln P(v | c)`, over the counted values; for Bernoulli words, over present and absent ones.
fn counted(factor: &Factor, at: usize, class: &Name, context: &Context<'_>) -> Expr {
    let all = || Expr::from(total(factor, at, class, context));
    let present = |count: Expr, p: Expr| count * p.ln();
    let absent = |count: Expr, p: Expr| (all() - count) * p.opposite().ln();
    let (rows, presence) = (factor.total(at), factor.form == FactorForm::Presence);
    let mut terms = Vec::new();
    for (position, value) in factor.values().iter().enumerate() {
        let count = || Expr::from(Quantity::value_count(&factor.name, value, Some(class)));
        let p = || Expr::from(Quantity::conditional(&factor.name, value, class));
        let seen = factor.count(position, at);
        terms.extend((seen > 0).then(|| present(count(), p())));
        terms.extend((presence && seen < rows).then(|| absent(count(), p())));
    }
    if terms.len() <= LISTED {
        return Expr::sum(terms);
    }
    let symbol = if factor.is_words() { symbols::WORD_I } else { symbols::X_I };
    let [count, p] = [symbols::COUNT, symbols::P].map(|head| general(head, symbol, class));
    let body = present(count.clone(), p.clone());
    let body = if presence { body + absent(count, p) } else { body };
    Expr::over_rows(Expr::int(factor.k() as u64), body, terms)
}

/// The scatter of two features: the sum of the products of their distances from the means of each row's class.
pub(super) fn scatter(a: &Name, b: &Name, class: Option<&Name>, context: &Context<'_>) -> Defined {
    let fitted = context.fitted;
    fitted.gda().ok_or(WorkedError::NotHere)?;
    let (row, column) = (context.feature(a)?, context.feature(b)?);
    let Some(class) = class else {
        let of = |class: &Name| Quantity::scatter(a, b, Some(class)).into();
        let expr = Expr::sum(fitted.classes.iter().map(of).collect());
        let all = (0..fitted.classes.len()).filter_map(|class| fitted.scatter(class));
        return estimated(Rule::Scatter, expr, all.map(|scatter| scatter.product(row, column)).sum::<f64>());
    };
    let at = context.class(class)?;
    let of = fitted.scatter(at).ok_or(WorkedError::NotHere)?;
    let few = of.rows <= ROWS as u64;
    let rows = if few { gda::rows(Some(at), context) } else { Vec::new() };
    let (body, mut terms) = gda::products([a, b], (row, column), Some(class), rows, context);
    let product = of.product(row, column);
    if let (false, Some(x), Some(y)) = (few, of.mean.get(row), of.mean.get(column)) {
        let less = |x: f64, name: &Name| Expr::float(x) - mean_of(name, class);
        let gap = times(row == column, less(*x, a), less(*y, b));
        terms = vec![Expr::float(product) + Expr::int(of.n) * gap];
    }
    estimated(Rule::Scatter, Expr::over_rows(Expr::int(of.rows), body, terms), product)
}

/// Whether Σ⁻¹ is too wide to list its entries.
fn is_wide(context: &Context<'_>) -> bool {
    context.fitted.gda().is_some_and(|gda| !gda.is_diagonal()) && context.fitted.features.len() > WIDE
}

/// `−½ (n (d ln 2π + ln |Σ|) + ∑ (x − μ)ᵀ Σ⁻¹ (x − μ))` of the rows of a class; the sum is that of the entries of Σ⁻¹
/// times those of the scatter.
fn together(class: &Name, context: &Context<'_>) -> Defined {
    let fitted = context.fitted;
    let gda = fitted.gda().ok_or(WorkedError::NotHere)?;
    let (rule, at, d) = (Rule::LogLikelihood, context.class(class)?, fitted.features.len());
    let value = fitted.together_log_likelihood(at);
    let sigma = named(class, gda);
    let whole = |squares: Expr| {
        let two_pi = Expr::int(d as u64) * Expr::from(symbols::TWO_PI).ln();
        let det = Expr::from(Quantity::det(sigma)).ln();
        let constant = count(class) * Expr::Add(vec![two_pi, det]);
        -(Expr::ratio(1, 2) * Expr::Add(vec![constant, squares]))
    };
    let term = |a: &Name, b: &Name| {
        let inverse = Expr::from(Quantity::inverse(a, b, sigma));
        // An entry off the diagonal is in the matrix twice.
        let inverse = if a == b { inverse } else { Expr::int(2) * inverse };
        inverse * Quantity::scatter(a, b, Some(class)).into()
    };
    if gda.is_diagonal() || d == 1 {
        let own = fitted.feature_names().map(|name| term(name, name));
        return estimated(rule, whole(Expr::Add(own.collect())), value);
    }
    let value = Number::Float(value);
    let body = weighed_sample(quadratic_form(Expr::of_row(symbols::X)), context);
    let n = Expr::int(fitted.class_table_rows(at));
    let over_rows = |terms| whole(Expr::over_rows(n, body, terms));
    if is_wide(context) {
        return matrices(rule, over_rows(Vec::new()), Expr::Num(value.clone()), value);
    }
    let terms: Vec<Expr> = pairs(fitted).map(|((_, a), (_, b))| term(a, b)).collect();
    let expr = whole(Expr::Add(terms.clone()));
    matrices(rule, over_rows(terms), expr, value)
}

/// A row of `Σ⁻¹ ∑ (x − μ)`, the slope of ℓ in a mean of a class.
fn joint_mean_slope(feature: &Name, class: &Name, gda: &Gda, context: &Context<'_>) -> Defined {
    let (at, of) = (context.feature(feature)?, context.class(class)?);
    let scatter = context.fitted.scatter(of).ok_or(WorkedError::NotHere)?;
    if is_wide(context) {
        let distance = Expr::of_row(symbols::X) - symbols::MU.into();
        let sum = Expr::over_rows(Expr::int(scatter.rows), weighed_sample(distance, context), Vec::new());
        let general = Expr::Juxt(vec![inverse_of(symbols::COVARIANCE.into()), sum]);
        return matrices(Rule::Slope, general, Expr::float(0.0), Number::Float(0.0));
    }
    let gap = |other: &Name| {
        let body = Expr::of_row(Expr::Text(other.to_string())) - mean_of(other, class);
        let at = context.fitted.feature(other.as_str());
        let listed = || {
            let rows = gda::rows(Some(of), context).into_iter();
            rows.filter_map(|row| Some((*row.numbers.get(at?)?, row.weight))).collect()
        };
        let mean = at.and_then(|at| scatter.mean.get(at)).copied().unwrap_or(f64::NAN);
        let rows = (scatter.rows, scatter.n, mean);
        deviations(other, class, weighed_sample(body, context), rows, listed)
    };
    estimated(Rule::Slope, gda::row_of_inverse(at, gda, named(class, gda), context, gap), 0.0)
}

/// An entry of `−n/2 Σ⁻¹ + ½ Σ⁻¹ S Σ⁻¹`, the slope of ℓ in an entry of Σ; off the diagonal twice that, since the entry
/// is in Σ twice. `at` holds the positions of the two features, in order.
fn entry_slope(at: (usize, usize), class: Option<&Name>, gda: &Gda, context: &Context<'_>) -> Defined {
    let (rule, (row, other), names) = (Rule::Slope, at, names(context));
    let of = class.map(|class| context.class(class)).transpose()?;
    let value = entry_value(at, of, gda, context).ok_or(WorkedError::NotHere)?;
    let n = || class.map_or(Quantity::Rows.into(), count);
    let entry = |of: fn(&Name, &Name, Option<&Name>) -> Quantity, a: usize, b: usize| {
        Some(Expr::from(of(names.get(a.min(b))?, names.get(a.max(b))?, class)))
    };
    if gda.is_diagonal() || names.len() == 1 {
        let own = entry(Quantity::cov, row, row).zip(entry(Quantity::scatter, row, row));
        let (var, scatter) = own.ok_or(WorkedError::NotHere)?;
        let constant = n() / (Expr::int(2) * var.clone());
        return estimated(rule, -constant + scatter / (Expr::int(2) * var.squared()), value);
    }
    let value = Number::Float(value);
    if is_wide(context) {
        return fact(rule, value);
    }
    let d = names.len();
    let own = entry(Quantity::inverse, row, other).ok_or(WorkedError::NotHere)?;
    // Off the diagonal the factor ½ doubles to 1.
    let whole = |product: Expr| {
        let n = if row == other { n() / Expr::int(2) } else { n() };
        let half = (row == other).then(|| Expr::ratio(1, 2));
        -(n * own.clone()) + Expr::Mul(half.into_iter().chain([product]).collect())
    };
    let across = |cells: Vec<Expr>| Expr::Matrix(vec![cells]);
    let letter = || inverse_of(symbols::COVARIANCE.into());
    let general = whole(Expr::Juxt(vec![
        across(unit(row, d).collect()),
        letter(),
        symbols::SCATTER.into(),
        letter(),
        column(unit(other, d)),
    ]));
    let inverses = |row: usize| (0..d).filter_map(move |at| entry(Quantity::inverse, row, at));
    let scatters = |row: usize| (0..d).filter_map(|at| entry(Quantity::scatter, row, at)).collect();
    let expr = whole(Expr::Juxt(vec![
        across(inverses(row).collect()),
        Expr::Matrix((0..d).map(scatters).collect()),
        column(inverses(other)),
    ]));
    matrices(rule, general, expr, value)
}

/// `n/2 Σ⁻¹ (S/n − Σ) Σ⁻¹`: the same, computed from a difference that is exactly 0 if Σ is S/n.
fn entry_value(at: (usize, usize), class: Option<usize>, gda: &Gda, context: &Context<'_>) -> Option<f64> {
    let ((row, column), fitted, sigma) = (at, context.fitted, gda.sigma(class.unwrap_or(0))?);
    let all = (0..fitted.classes.len()).filter(|other| class.is_none_or(|class| class == *other));
    let scatters: Vec<_> = all.filter_map(|class| fitted.scatter(class)).collect();
    let n = scatters.iter().map(|scatter| scatter.n).sum::<u64>() as f64;
    let solved = |at: usize| {
        let unit: Vec<f64> = (0..sigma.d()).map(|a| f64::from(u8::from(a == at))).collect();
        sigma.solve(&unit).into_iter().enumerate()
    };
    let gap = |a: usize, b: usize| {
        if gda.is_diagonal() && a != b {
            return 0.0;
        }
        scatters.iter().map(|scatter| scatter.product(a, b)).sum::<f64>() / n - sigma.entry(a, b)
    };
    let right: Vec<(usize, f64)> = solved(column).collect();
    let cells = solved(row).flat_map(|(a, x)| right.iter().map(move |(b, y)| x * gap(a, *b) * y));
    let form: f64 = cells.sum();
    Some(n / 2.0 * form * if row == column { 1.0 } else { 2.0 })
}
