//! The parameters behind the densities of a case, as questions for tables that are small enough to work by hand.

use crate::math::{Name, Quantity};
use crate::model::{Factor, Fitted, Gda};

/// The most rows that are counted and added up by hand.
pub(super) const BY_HAND: usize = 20;

/// The most univariate densities whose parameters are asked for, in all classes together.
const DENSITIES: usize = 12;

/// The most features whose Σ is worked out by hand, if it is not diagonal.
const TOGETHER: usize = 3;

/// The most features for which the inverse of such a Σ is asked for.
const INVERTED: usize = 2;

/// The means, Σ, its determinant and its inverse. Empty for naive Bayes, and if that is too much work by hand.
pub(super) fn together(fitted: &Fitted) -> Vec<Quantity> {
    let Some(gda) = fitted.gda().filter(|_| is_by_hand(fitted)) else { return Vec::new() };
    let names: Vec<&Name> = fitted.feature_names().collect();
    let width = if gda.is_diagonal() { 1 } else { names.len() };
    let is_inverted = !gda.is_diagonal() && (2..=INVERTED).contains(&names.len());
    let sigma = |class: Option<&Name>| -> Vec<Quantity> {
        let row = |at: usize| names.iter().skip(at).take(width);
        let pairs = || names.iter().enumerate().flat_map(|(at, a)| row(at).map(|b| (*a, *b)));
        // With one feature, the determinant is its variance.
        let det = (names.len() > 1).then(|| Quantity::det(class));
        let inverse = pairs().filter(|_| is_inverted).map(|(a, b)| Quantity::inverse(a, b, class));
        pairs().map(|(a, b)| Quantity::cov(a, b, class)).chain(det).chain(inverse).collect()
    };
    let mut all = Vec::new();
    for class in present(fitted) {
        all.extend(names.iter().map(|name| Quantity::mean(name, class)));
        if !gda.is_shared() {
            all.extend(sigma(Some(class)));
        }
    }
    if gda.is_shared() {
        all.extend(sigma(None));
    }
    all
}

/// The parameters of one density of a class: mean and variance, or the squared distance. Empty if too much work.
pub(super) fn behind(fitted: &Fitted, density: &Quantity, class: &Name) -> Vec<Quantity> {
    let rate = density.feature().and_then(|name| fitted.factor(name.as_str())).is_some_and(Factor::is_count);
    if !(rate || matches!(density, Quantity::Density { .. }))
        || !is_by_hand(fitted)
        || !present(fitted).any(|present| present == class)
    {
        return Vec::new();
    }
    match density.feature() {
        Some(feature) if rate => vec![Quantity::mean(feature, class)],
        Some(feature) => vec![Quantity::mean(feature, class), Quantity::var(feature, class)],
        None => {
            let names = || fitted.feature_names();
            // With more features the entries of Σ⁻¹ are given, and q is worked out from them.
            let solved = names().len() <= INVERTED || fitted.gda().is_some_and(Gda::is_diagonal);
            let differences = names().map(|name| Quantity::difference(name, class));
            let rows = names().filter(|_| solved && names().len() > 1);
            differences
                .chain(rows.map(|name| Quantity::solved(name, class)))
                .chain([Quantity::SquaredDistance(class.clone())])
                .collect()
        }
    }
}

/// θ, θ₀ and z of two classes with one Σ. Empty if there are none, or if that is too much work by hand.
pub(super) fn logistic(fitted: &Fitted) -> Vec<Quantity> {
    if fitted.theta().is_none() || !is_by_hand(fitted) {
        return Vec::new();
    }
    let weights = fitted.feature_names().map(|name| Quantity::theta(Some(name), None));
    weights.chain([Quantity::theta(None, None), Quantity::Logit]).collect()
}

fn present(fitted: &Fitted) -> impl Iterator<Item = &Name> {
    (0..).zip(&fitted.classes).filter(|(at, _)| !fitted.is_absent(*at)).map(|(_, class)| class)
}

fn is_by_hand(fitted: &Fitted) -> bool {
    let numbers = match fitted.is_naive() {
        true => fitted.factors().iter().filter(|factor| factor.is_number()).count(),
        false => fitted.features.len(),
    };
    let matrix = fitted.gda().is_some_and(|gda| !gda.is_diagonal());
    fitted.table_rows() <= BY_HAND as u64
        && numbers * fitted.classes.len() <= DENSITIES
        && (!matrix || numbers <= TOGETHER)
}
