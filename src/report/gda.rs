//! The parameters of Gaussian discriminant analysis as tables: means, Σ, and θ or the discriminants.

use super::document::{Align, Document, Grid};
use crate::math::{Name, Number, significant};
use crate::model::{Fitted, Gda, Sigma};

/// Everything but the priors.
pub(super) fn parameters(fitted: &Fitted, gda: &Gda) -> Document {
    let mut out = Document::default();
    out.heading("Means, in the unit of each feature");
    let classes = fitted.classes.iter().map(ToString::to_string);
    out.grid(by_feature(fitted, classes.collect(), |feature| {
        (0..fitted.classes.len()).map(|class| gda.mean(class, feature)).collect()
    }));
    if gda.is_shared() {
        gda.sigma(0)
            .into_iter()
            .for_each(|sigma| out.append(matrix(fitted, sigma, "Covariances Σ of all classes")));
    } else {
        for (class, name) in fitted.classes.iter().enumerate() {
            let title = format!("Covariances Σ of {name}");
            gda.sigma(class).into_iter().for_each(|sigma| out.append(matrix(fitted, sigma, &title)));
        }
    }
    match fitted.theta() {
        Some(_) => out.append(logistic(fitted)),
        None if gda.is_shared() => out.append(discriminants(fitted)),
        None => {}
    }
    out
}

/// A table with a row for each feature.
fn by_feature(fitted: &Fitted, heads: Vec<String>, of: impl Fn(usize) -> Vec<Option<f64>>) -> Grid {
    let heads = heads.into_iter().map(|head| (head, Align::Right));
    let mut grid = Grid::new(std::iter::once(("feature".to_owned(), Align::Left)).chain(heads));
    for (at, name) in fitted.feature_names().enumerate() {
        grid.rows.push(std::iter::once(name.to_string()).chain(of(at).into_iter().map(cell)).collect());
    }
    grid
}

pub(super) fn cell(value: Option<f64>) -> String {
    match value {
        None => "-".to_owned(),
        Some(f64::NEG_INFINITY) => "−∞".to_owned(),
        Some(value) => significant(&Number::Float(value), 6).0,
    }
}

fn matrix(fitted: &Fitted, sigma: &Sigma, title: &str) -> Document {
    let mut out = Document::default();
    out.heading(title);
    let heads = fitted.feature_names().map(ToString::to_string).collect();
    out.grid(by_feature(fitted, heads, |a| (0..sigma.d()).map(|b| Some(sigma.entry(a, b))).collect()));
    out.text(format!("ln |Σ| = {}", cell(Some(sigma.log_det()))));
    out
}

fn logistic(fitted: &Fitted) -> Document {
    let mut out = Document::default();
    let (Some(theta), Some(positive)) = (fitted.theta(), fitted.classes.get(1)) else { return out };
    out.heading(format!("θ: the posterior of {positive} is 1/(1 + exp(−(θ₀ + θᵀx)))"));
    out.grid(by_feature(fitted, vec!["θ".to_owned()], |feature| vec![theta.weights.get(feature).copied()]));
    out.text(match theta.intercept {
        Some(intercept) => format!("θ₀ = {}", cell(Some(intercept))),
        None => "θ₀ is undefined: a class has prior 0.".to_owned(),
    });
    out
}

fn discriminants(fitted: &Fitted) -> Document {
    let mut out = Document::default();
    out.heading("Linear discriminants: the class with the largest sum is named");
    let found: Vec<(f64, Vec<f64>)> =
        (0..fitted.classes.len()).filter_map(|class| fitted.discriminant(class)).collect();
    let mut grid = by_feature(fitted, fitted.classes.iter().map(Name::to_string).collect(), |feature| {
        found.iter().map(|(_, weights)| weights.get(feature).copied()).collect()
    });
    let intercepts = found.iter().map(|(intercept, _)| cell(Some(*intercept)));
    grid.rows.insert(0, std::iter::once("(intercept)".to_owned()).chain(intercepts).collect());
    out.grid(grid);
    out.text("Each is ln P(class) − ½ μᵀΣ⁻¹μ, and Σ⁻¹μ times the numbers of the case.");
    out
}
