//! The parameters as tables.

use num_bigint::BigInt;
use num_traits::Zero;

use super::document::{Align, Document, Grid};
use super::gda;
use super::number::written;
use crate::math::{Expr, Name, Number, significant};
use crate::model::{Estimate, Factor, Fitted};
use crate::recipe::Variance;

/// Priors and one table per feature; `limit` bounds the values that are listed of each.
pub fn parameters(fitted: &Fitted, limit: Option<usize>) -> Document {
    let mut out = Document::default();
    out.heading("Prior P(class)");
    let mut grid = Grid::new([
        ("class".to_owned(), Align::Left),
        (rows(fitted).to_owned(), Align::Right),
        ("P(class)".to_owned(), Align::Right),
    ]);
    for (class, name) in fitted.classes.iter().enumerate() {
        let prior = fitted.prior_estimate(class).map(estimate).unwrap_or_default();
        grid.rows.push(vec![name.to_string(), fitted.class_count(class).to_string(), prior]);
    }
    out.grid(grid);
    if let Some(gda) = fitted.gda() {
        out.append(gda::parameters(fitted, gda));
        return out;
    }
    for factor in fitted.factors() {
        out.append(table(fitted, factor, limit));
    }
    out
}

/// What is counted: rows, or their weights.
fn rows(fitted: &Fitted) -> &'static str {
    if fitted.weight_column().is_some() { "weight" } else { "rows" }
}

fn estimate(estimate: &Estimate) -> String {
    let ratio = Expr::Ratio(BigInt::clone(&estimate.numerator), estimate.denominator.clone());
    written(&ratio, estimate.value().as_ref())
}

fn table(fitted: &Fitted, factor: &Factor, limit: Option<usize>) -> Document {
    if factor.is_gaussian() {
        return gaussian(fitted, factor);
    }
    if factor.is_poisson() {
        return poisson(fitted, factor);
    }
    let mut out = Document::default();
    let what = match (factor.is_words(), factor.cuts()) {
        _ if factor.is_word_counts() => format!("P({} | class), {} words", factor.name, factor.k()),
        _ if fitted.is_by_value() => format!("P(class | {}), {} values", factor.name, factor.k()),
        (true, _) => format!("P({}=word | class), {} words", factor.name, factor.k()),
        (_, Some(cuts)) => {
            format!("P({} | class), {} bins {}", factor.name, factor.k(), cuts.side.bins())
        }
        _ => format!("P({} | class), {} values", factor.name, factor.k()),
    };
    out.heading(what);
    let classes = fitted.classes.iter().map(|class| (class.to_string(), Align::Right));
    let mut grid = Grid::new(std::iter::once((factor.name.to_string(), Align::Left)).chain(classes));
    let listed = limit.unwrap_or(usize::MAX);
    for (value, name) in factor.values().iter().enumerate().take(listed) {
        let cells = (0..fitted.classes.len()).map(|class| estimate(&fitted.tabled(factor, value, class)));
        grid.rows.push(std::iter::once(name.to_string()).chain(cells).collect());
    }
    out.grid(grid);
    let more = factor.k().saturating_sub(listed);
    if more > 0 {
        let unit = if factor.is_words() { "words" } else { "values" };
        out.text(format!("… and {more} more {unit}: `posterior fit` lists all of them."));
    }
    out.text(formula(fitted, factor));
    out
}

/// Mean and variance of each class.
fn gaussian(fitted: &Fitted, factor: &Factor) -> Document {
    let mut out = Document::default();
    out.heading(format!("{}: a normal distribution in each class", factor.name));
    let heads = [
        ("class", Align::Left),
        (rows(fitted), Align::Right),
        ("mean", Align::Right),
        ("variance", Align::Right),
    ];
    let mut grid = Grid::new(heads.map(|(name, align)| (name.to_owned(), align)));
    for (class, name) in fitted.classes.iter().enumerate() {
        let number = |value: Option<f64>| {
            value.map_or("-".to_owned(), |value| significant(&Number::Float(value), 6).0)
        };
        let normal = factor.normal(class);
        grid.rows.push(vec![
            name.to_string(),
            factor.total(class).to_string(),
            number(normal.map(|normal| normal.mean)),
            number(normal.map(|normal| normal.variance)),
        ]);
    }
    out.grid(grid);
    let by = match fitted.data.resolved.variance {
        Variance::Population => rows(fitted).to_owned(),
        Variance::Unbiased => format!("({} − 1)", rows(fitted)),
    };
    let (value, square) = match fitted.weight_column() {
        Some(_) => ("weight · value", "weight · squared distance"),
        None => ("the values", "squared distances"),
    };
    let added = if fitted.epsilon > 0.0 { ", plus ε" } else { "" };
    out.text(format!(
        "Each mean is (sum of {value})/{}; each variance is (sum of {square} from the mean)/{by}{added}.",
        rows(fitted)
    ));
    out
}

/// The rate of each class.
fn poisson(fitted: &Fitted, factor: &Factor) -> Document {
    let mut out = Document::default();
    out.heading(format!("{}: a Poisson distribution in each class", factor.name));
    let heads =
        [("class", Align::Left), (rows(fitted), Align::Right), ("sum", Align::Right), ("λ", Align::Right)];
    let mut grid = Grid::new(heads.map(|(name, align)| (name.to_owned(), align)));
    for (class, name) in fitted.classes.iter().enumerate() {
        let rate = factor.rate(class).copied().unwrap_or_default();
        let ratio = Expr::Ratio(rate.sum.into(), rate.n.into());
        let lambda = written(&ratio, rate.lambda().as_ref());
        grid.rows.push(vec![name.to_string(), rate.n.to_string(), rate.sum.to_string(), lambda]);
    }
    out.grid(grid);
    out.text("Each λ is sum/n of the class, the mean count; P(k) = λ^k · exp(−λ) / k!.".to_owned());
    out
}

/// How the table is computed, in one sentence.
fn formula(fitted: &Fitted, factor: &Factor) -> String {
    if fitted.is_by_value() {
        let (alpha, k) = (fitted.data.resolved.alpha.text(), fitted.classes.len());
        return format!(
            "Each is (count + α)/(rows with the value + α · K) with α = {alpha}, K = {k} classes; divided by the prior it is what a score is multiplied with."
        );
    }
    let totals = fitted
        .classes
        .iter()
        .enumerate()
        .map(|(class, name): (usize, &Name)| format!("{} in {name}", factor.total(class)));
    let totals = totals.collect::<Vec<String>>().join(", ");
    let (unit, k) = if factor.is_words() { ("words", "V") } else { (rows(fitted), "k") };
    let known = (0..fitted.classes.len()).all(|class| factor.total(class) == fitted.class_count(class));
    let which = if factor.is_words() || known { "" } else { " with a known value" };
    if factor.alpha().is_zero() {
        return format!("Each is count/{unit}; {unit}{which}: {totals}.");
    }
    let alpha = fitted.data.resolved.alpha.text();
    format!(
        "Each is (count + α)/({unit} + α · {k}) with α = {alpha}, {k} = {}; {unit}{which}: {totals}.",
        factor.k()
    )
}
