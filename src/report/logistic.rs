//! Logistic regression as tables: what it is, how it was found, and its coefficients.

use super::document::{Align, Document, Grid};
use super::gda::cell;
use crate::model::Logistic;

/// Coefficients that are listed.
const LISTED: usize = 60;

/// Classes that stand side by side.
const SIDE_BY_SIDE: usize = 5;

/// What kind of model it is, how it was fitted, and θ of each class.
pub fn logistic(model: &Logistic) -> Document {
    let mut out = Document::default();
    out.text(
        "It is discriminative: it models P(class | x) only. How likely x itself is it does not say, so it stands here \
         as a rival of the generative models and is not one of them.",
    );
    let (ln, twice) = (cell(Some(model.log_likelihood)), cell(Some(-2.0 * model.log_likelihood)));
    out.text(format!(
        "Newton's method took {} {} to ℓ = ∑ ln P(class | x) = {ln}, which is −2ℓ = {twice}.",
        model.steps,
        if model.steps == 1 { "step" } else { "steps" },
    ));
    model.remarks().into_iter().for_each(|remark| out.item(remark));
    let others: Vec<usize> = (0..model.classes.len())
        .filter(|class| Some(*class) != model.base() && model.coefficients(*class).is_some())
        .collect();
    let name = |class: usize| model.classes.get(class).map(ToString::to_string).unwrap_or_default();
    match (others.as_slice(), model.base()) {
        ([], _) | (_, None) => {}
        ([one], _) => out.heading(format!("θ: P({} | x) = 1/(1 + exp(−(θ₀ + θᵀx)))", name(*one))),
        (_, Some(base)) => {
            out.heading("θ: P(c | x) = exp(θ₀ + θᵀx)/∑ exp(θ₀ + θᵀx), with θ of class c");
            out.text(format!("Each class is held against {}, whose θ₀ and θ are 0.", name(base)));
        }
    }
    others.chunks(SIDE_BY_SIDE).for_each(|classes| out.grid(coefficients(model, classes)));
    let columns = model.columns().len();
    if columns > LISTED && !others.is_empty() {
        out.text(format!("… and {} more columns: --format json lists them all.", columns - LISTED));
    }
    out
}

/// A row for θ₀ and for each column.
fn coefficients(model: &Logistic, classes: &[usize]) -> Grid {
    let found: Vec<(f64, Vec<f64>)> = classes.iter().filter_map(|class| model.coefficients(*class)).collect();
    let names = classes.iter().filter_map(|class| model.classes.get(*class));
    let heads = names.map(|name| (name.to_string(), Align::Right));
    let mut grid = Grid::new(std::iter::once(("column".to_owned(), Align::Left)).chain(heads));
    let intercepts = found.iter().map(|(intercept, _)| cell(Some(*intercept)));
    grid.rows.push(std::iter::once("θ₀".to_owned()).chain(intercepts).collect());
    for (at, column) in model.columns().iter().enumerate().take(LISTED) {
        let weights = found.iter().map(|(_, weights)| cell(weights.get(at).copied()));
        grid.rows.push(std::iter::once(column.label()).chain(weights).collect());
    }
    grid
}
