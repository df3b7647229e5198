//! The picture that stands beside a parameter: the densities of its feature, or both features of a covariance.

use super::feature;
use super::pair::Pair;
use super::rows::Rows;
use super::scene::Scene;
use super::surface::Others;
use crate::math::Quantity;
use crate::model::Fitted;

/// What a parameter is of, as a picture: for a mean, a variance or the probability of a bin each class along the feature; for a
/// covariance both features. `None` where there is nothing of numbers to draw.
pub fn beside(fitted: &Fitted, of: &Quantity) -> Option<Scene> {
    let at = |name: &crate::math::Name| fitted.feature(name.as_str());
    let mut scene = match of {
        Quantity::Cov { a, b, .. }
        | Quantity::Correlation { a, b, .. }
        | Quantity::Inverse { a, b, .. }
        | Quantity::Cholesky { a, b, .. }
        | Quantity::Scatter { a, b, .. }
            if a != b =>
        {
            let pair = Pair { others: Others::Marginal, ..Pair::new([at(a)?, at(b)?]) };
            pair.scene(fitted, None, &Rows::of(fitted, pair.features), None).ok()?
        }
        _ => {
            let feature = at(of.feature()?)?;
            let is_number = fitted.gda().is_some()
                || fitted.factors().get(feature).is_some_and(|one| one.is_number() || one.cuts().is_some());
            if !is_number {
                return None;
            }
            feature::scene(fitted, feature, None, None).ok()?
        }
    };
    scene.frames.truncate(1);
    Some(scene)
}
