//! What ℓ and its slopes are of numbers: of one with a normal distribution in each class, and of several together.

use super::super::context::Context;
use super::super::definition::{Definition, Rule};
use super::super::elimination::WIDE;
use super::super::error::WorkedError;
use super::super::rows::Weighed;
use super::super::written_out::ROWS;
use super::super::{gaussian, gda};
use super::define::sum;
use crate::math::{Expr, Func, Name, Number, Quantity, Share, symbols};
use crate::model::Gda;

type Defined = Result<Definition, WorkedError>;

fn not_here(quantity: Quantity) -> WorkedError {
    WorkedError::NotOfThisModel { quantity }
}

/// The numbers read together; an error for other models.
fn model<'a>(context: &Context<'a>, asked: impl Fn() -> Quantity) -> Result<&'a Gda, WorkedError> {
    context.fitted.gda().ok_or_else(|| not_here(asked()))
}

/// `∑ (x − μ)` of a number in a class: row by row where the numbers are put in, else what it comes to.
pub(super) fn deviations(
    feature: &Name,
    class: &Name,
    body: Expr,
    (rows, n, mean): (u64, u64, f64),
    listed: impl Fn() -> Vec<Weighed>,
) -> Expr {
    let less = |x: Expr| Expr::Add(vec![x, gda::mean_of(feature, class).negated()]);
    // Beyond these the terms are never written out, and one that they come to loses no digits.
    let terms = if rows <= ROWS as u64 {
        listed().into_iter().map(|(x, weight)| gaussian::weighed(less(Expr::float(x)), weight)).collect()
    } else {
        vec![Expr::Mul(vec![Expr::int(n), less(Expr::float(mean))])]
    };
    gaussian::sum(terms, body, rows)
}

/// The scatter of two numbers: the products of their distances from the means of each row's class, added.
pub(super) fn scatter(a: &Name, b: &Name, class: Option<&Name>, context: &Context<'_>) -> Defined {
    let asked = || Quantity::Scatter { a: a.clone(), b: b.clone(), class: class.cloned() };
    model(context, asked)?;
    let (row, column) = (gda::feature(a, context)?, gda::feature(b, context)?);
    let fitted = context.fitted;
    let rule = Rule::Scatter;
    let Some(class) = class else {
        let of = |class: &Name| {
            let (a, b) = (a.clone(), b.clone());
            Expr::Of(Quantity::Scatter { a, b, class: Some(class.clone()) })
        };
        let expr = sum(fitted.classes.iter().map(of).collect());
        let all = (0..fitted.classes.len()).filter_map(|class| fitted.scatter(class));
        let value = Number::Float(all.map(|scatter| scatter.product(row, column)).sum());
        return Ok(Definition::Estimated { rule, expr, value });
    };
    let at = context.class(class)?;
    let of = fitted.scatter(at).ok_or_else(|| not_here(asked()))?;
    let product = |one: Expr, other: Expr| {
        if row == column { Expr::pow(one, Expr::int(2)) } else { Expr::Mul(vec![one, other]) }
    };
    let less = |x: Expr, name: &Name| Expr::Add(vec![x, gda::mean_of(name, class).negated()]);
    let terms = if of.rows <= ROWS as u64 {
        let rows = gda::rows(Some(at), context);
        let term = |found: &gda::Row| {
            let (x, y) = (found.numbers.get(row)?, found.numbers.get(column)?);
            let product = product(less(Expr::float(*x), a), less(Expr::float(*y), b));
            Some(gaussian::weighed(product, found.weight))
        };
        rows.iter().filter_map(term).collect()
    } else {
        let mean = |at: usize| Expr::float(of.mean.get(at).copied().unwrap_or(0.0));
        let apart = product(less(mean(row), a), less(mean(column), b));
        vec![Expr::Add(vec![Expr::float(of.product(row, column)), Expr::Mul(vec![Expr::int(of.n), apart])])]
    };
    let sample = |name: &Name| less(sampled(Expr::Text(name.to_string())), name);
    let body = gaussian::weighed_sample(product(sample(a), sample(b)), context);
    let expr = gaussian::sum(terms, body, of.rows);
    Ok(Definition::Estimated { rule, expr, value: Number::Float(of.product(row, column)) })
}

fn sampled(expr: Expr) -> Expr {
    Expr::Sample(Box::new(expr), symbols::I)
}

/// Whether Σ⁻¹ is too wide for its entries to be told one by one, as what is made of all of them would need.
pub(super) fn is_wide(context: &Context<'_>) -> bool {
    context.fitted.gda().is_some_and(|gda| !gda.is_diagonal()) && context.fitted.features.len() > WIDE
}

/// `−½ (n (d ln 2π + ln |Σ|) + ∑ (x − μ)ᵀ Σ⁻¹ (x − μ))` of the rows of a class; the sum is that of the entries of Σ⁻¹
/// times those of the scatter.
pub(super) fn together(class: &Name, context: &Context<'_>) -> Defined {
    let asked = || Quantity::LogLik(Share::Together(class.clone()));
    let gda = model(context, asked)?;
    let at = context.class(class)?;
    let value = Number::Float(context.fitted.together_log_likelihood(at));
    let rule = Rule::LogLikelihood;
    let names = gda::names(context);
    let ln = |expr: Expr| Expr::Call(Func::Ln, Box::new(expr));
    let whole = |squares: Expr| {
        let d = Expr::Mul(vec![Expr::int(names.len() as u64), ln(Expr::Sym(symbols::TWO_PI))]);
        let det = ln(Expr::Of(Quantity::Det { class: gda::named(class, gda) }));
        let constant = Expr::Mul(vec![gda::count(class), Expr::Add(vec![d, det])]);
        Expr::Mul(vec![Expr::ratio(1, 2), Expr::Add(vec![constant, squares])]).negated()
    };
    let scatter = |a: &Name, b: &Name| {
        let (a, b) = (a.clone(), b.clone());
        Expr::Of(Quantity::Scatter { a, b, class: Some(class.clone()) })
    };
    let inverse = |a: &Name, b: &Name| {
        let (a, b) = (a.clone(), b.clone());
        Expr::Of(Quantity::Inverse { a, b, class: gda::named(class, gda) })
    };
    if gda.is_diagonal() || names.len() == 1 {
        let own = names.iter().map(|name| Expr::Mul(vec![inverse(name, name), scatter(name, name)]));
        return Ok(Definition::Estimated { rule, expr: whole(Expr::Add(own.collect())), value });
    }
    let distance = || Expr::Add(vec![sampled(Expr::Sym(symbols::X)), Expr::Sym(symbols::MU).negated()]);
    let body = Expr::Juxt(vec![
        Expr::Transpose(Box::new(distance())),
        Expr::Inverse(Box::new(Expr::Sym(symbols::COVARIANCE))),
        distance(),
    ]);
    let body = gaussian::weighed_sample(body, context);
    let over_rows = |terms| whole(gaussian::sum(terms, body, context.fitted.class_table_rows(at)));
    if is_wide(context) {
        let general = over_rows(Vec::new());
        return Ok(Definition::Matrices { rule, general, expr: Expr::Num(value.clone()), value });
    }
    let mut terms = Vec::new();
    for (at, a) in names.iter().enumerate() {
        for b in names.iter().skip(at) {
            let product = vec![inverse(a, b), scatter(a, b)];
            // An entry off the diagonal stands in the matrix twice.
            let twice = (a != b).then(|| Expr::int(2));
            terms.push(Expr::Mul(twice.into_iter().chain(product).collect()));
        }
    }
    let expr = whole(Expr::Add(terms.clone()));
    Ok(Definition::Matrices { rule, general: over_rows(terms), expr, value })
}

/// `∑ (x − μ)/σ²`, the slope of ℓ in the mean of a class.
pub(super) fn mean_slope(feature: &Name, class: &Name, context: &Context<'_>) -> Defined {
    let address = || Quantity::Mean { feature: feature.clone(), class: Some(class.clone()) };
    let (normal, numbers) = gaussian::normal(feature, class, context, &address)?;
    let body = Expr::Add(vec![sampled(Expr::Sym(symbols::X)), gda::mean_of(feature, class).negated()]);
    let body = gaussian::weighed_sample(body, context);
    let listed = || numbers.listed.clone().unwrap_or_default();
    let top = deviations(feature, class, body, (numbers.rows, normal.n, normal.mean), listed);
    let var = Expr::Of(Quantity::Var { feature: feature.clone(), class: Some(class.clone()) });
    // The mean is where the distances cancel: what is left of their sum would be rounding.
    Ok(Definition::Estimated { rule: Rule::Slope, expr: Expr::frac(top, var), value: Number::Float(0.0) })
}

/// `−n/(2σ²) + ∑ (x − μ)²/(2σ⁴)`, the slope of ℓ in the variance of a class.
pub(super) fn variance_slope(feature: &Name, class: &Name, context: &Context<'_>) -> Defined {
    let address = || Quantity::Var { feature: feature.clone(), class: Some(class.clone()) };
    let (normal, _) = gaussian::normal(feature, class, context, &address)?;
    let var = || Expr::Of(address());
    let two = Expr::int(2);
    let constant = Expr::frac(gaussian::known(feature, class), Expr::Mul(vec![two.clone(), var()]));
    let squares = gaussian::squares(feature, class, context)?;
    let rest = Expr::frac(squares, Expr::Mul(vec![two, Expr::pow(var(), Expr::int(2))]));
    let expr = Expr::Add(vec![constant.negated(), rest]);
    // From the difference of the two variances, which is 0 where they are the same, and not rounding.
    let n = normal.n as f64;
    let squares = context.fitted.squares(context.factor(feature)?, context.class(class)?);
    let apart = if normal.variance == normal.raw && squares == normal.raw * n {
        0.0
    } else {
        squares / n - normal.variance
    };
    let value = n / 2.0 * (apart / normal.variance / normal.variance);
    Ok(Definition::Estimated { rule: Rule::Slope, expr, value: Number::Float(value) })
}

/// A row of `Σ⁻¹ ∑ (x − μ)`, the slope of ℓ in a mean of a class.
pub(super) fn together_mean_slope(feature: &Name, class: &Name, gda: &Gda, context: &Context<'_>) -> Defined {
    let (at, of) = (gda::feature(feature, context)?, context.class(class)?);
    let (rule, value) = (Rule::Slope, Number::Float(0.0));
    let scatter = context.fitted.scatter(of).ok_or_else(|| {
        not_here(Quantity::Mean { feature: feature.clone(), class: Some(class.clone()) }.slope())
    })?;
    if is_wide(context) {
        let distance = Expr::Add(vec![sampled(Expr::Sym(symbols::X)), Expr::Sym(symbols::MU).negated()]);
        let inverse = Expr::Inverse(Box::new(Expr::Sym(symbols::COVARIANCE)));
        let general = Expr::Juxt(vec![
            inverse,
            gaussian::sum(Vec::new(), gaussian::weighed_sample(distance, context), scatter.rows),
        ]);
        return Ok(Definition::Matrices { rule, general, expr: Expr::Num(value.clone()), value });
    }
    let names = gda::names(context);
    let own = |other: &usize| *other == at || !gda.is_diagonal();
    let terms = (0..names.len()).filter(own).filter_map(|other| {
        let (name, mean) = (names.get(other)?, scatter.mean.get(other)?);
        let body =
            Expr::Add(vec![sampled(Expr::Text(name.to_string())), gda::mean_of(name, class).negated()]);
        let body = gaussian::weighed_sample(body, context);
        let listed = || {
            let rows = gda::rows(Some(of), context);
            rows.iter().filter_map(|row| Some((*row.numbers.get(other)?, row.weight))).collect()
        };
        let apart = deviations(name, class, body, (scatter.rows, scatter.n, *mean), listed);
        let (a, b) = (names.get(at.min(other))?.clone(), names.get(at.max(other))?.clone());
        Some(Expr::Mul(vec![Expr::Of(Quantity::Inverse { a, b, class: gda::named(class, gda) }), apart]))
    });
    Ok(Definition::Estimated { rule, expr: Expr::Add(terms.collect()), value })
}

/// An entry of `−n/2 Σ⁻¹ + ½ Σ⁻¹ S Σ⁻¹`, the slope of ℓ in an entry of Σ; off the diagonal twice that, since the entry
/// stands in Σ twice. `at` are the positions of the two numbers, the first one first.
pub(super) fn entry_slope(
    (row, column): (usize, usize),
    class: Option<&Name>,
    gda: &Gda,
    context: &Context<'_>,
) -> Defined {
    let rule = Rule::Slope;
    let names = gda::names(context);
    let of = class.map(|class| context.class(class)).transpose()?;
    let value = Number::Float(entry_value((row, column), of, gda, context));
    let name = |at: usize| names.get(at).cloned().unwrap_or_else(|| Name::new(""));
    let n = || class.map_or(Expr::Of(Quantity::Rows), gda::count);
    let scatter = |row: usize, column: usize| {
        let (a, b) = (name(row.min(column)), name(row.max(column)));
        Expr::Of(Quantity::Scatter { a, b, class: class.cloned() })
    };
    if gda.is_diagonal() || names.len() == 1 {
        let var = || Expr::Of(Quantity::Cov { a: name(row), b: name(row), class: class.cloned() });
        let constant = Expr::frac(n(), Expr::Mul(vec![Expr::int(2), var()]));
        let rest = Expr::Mul(vec![Expr::int(2), Expr::pow(var(), Expr::int(2))]);
        let expr = Expr::Add(vec![constant.negated(), Expr::frac(scatter(row, row), rest)]);
        return Ok(Definition::Estimated { rule, expr, value });
    }
    if is_wide(context) {
        return Ok(Definition::Fact { rule, value });
    }
    let d = names.len();
    let inverse = |row: usize, column: usize| {
        let (a, b) = (name(row.min(column)), name(row.max(column)));
        Expr::Of(Quantity::Inverse { a, b, class: class.cloned() })
    };
    // Off the diagonal the halves are whole.
    let whole = |product: Expr| {
        let n = if row == column { Expr::frac(n(), Expr::int(2)) } else { n() };
        let half = (row == column).then(|| Expr::ratio(1, 2));
        let product = Expr::Mul(half.into_iter().chain([product]).collect());
        Expr::Add(vec![Expr::Mul(vec![n, inverse(row, column)]).negated(), product])
    };
    let unit = |at: usize| (0..d).map(move |other| Expr::int(i32::from(other == at)));
    let letter = || Expr::Inverse(Box::new(Expr::Sym(symbols::COVARIANCE)));
    let general = whole(Expr::Juxt(vec![
        Expr::Matrix(vec![unit(row).collect()]),
        letter(),
        Expr::Sym(symbols::SCATTER),
        letter(),
        Expr::Matrix(unit(column).map(|cell| vec![cell]).collect()),
    ]));
    let expr = whole(Expr::Juxt(vec![
        Expr::Matrix(vec![(0..d).map(|other| inverse(row, other)).collect()]),
        Expr::Matrix((0..d).map(|row| (0..d).map(|column| scatter(row, column)).collect()).collect()),
        Expr::Matrix((0..d).map(|other| vec![inverse(other, column)]).collect()),
    ]));
    Ok(Definition::Matrices { rule, general, expr, value })
}

/// `n/2 Σ⁻¹ (S/n − Σ) Σ⁻¹`: the same from a difference that is 0, and not rounding, where Σ is S/n.
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
