//! Where a quantity stands in a model.

use crate::math::{Event, Quantity};

/// Where a quantity stands in a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// P(c)
    Prior,
    /// P(v | c)
    Conditional,
    /// P(c | w) or P(w) of a word alone, where that is no case.
    Alone,
    /// P(x | c), a probability.
    Likelihood,
    /// P(c) · P(x | c)
    Score,
    /// P(x)
    Evidence,
    /// P(c | x)
    Posterior,
    /// A density, of one number or of the whole case.
    Density,
    /// A count, or n.
    Count,
    /// k
    Values,
    /// μ
    Mean,
    /// σ² of one feature by itself.
    Variance,
    /// An entry of Σ or Σ⁻¹, or |Σ|.
    Sigma,
    /// The squared distance from the mean.
    SquaredDistance,
    /// θ and the linear discriminants.
    Linear,
}

impl Place {
    /// `None` for what the catalogue has no mistakes of.
    pub fn of(quantity: &Quantity) -> Option<Place> {
        Some(match quantity {
            Quantity::Prob { event: Event::Class(_), given: None } => Place::Prior,
            Quantity::Prob { event: Event::Value { .. }, given: Some(Event::Class(_)) } => Place::Conditional,
            Quantity::Prob { event: Event::Case, given: Some(Event::Class(_)) } => Place::Likelihood,
            Quantity::Prob { event: Event::Case, given: None } => Place::Evidence,
            Quantity::Prob { event: Event::Class(_), given: Some(Event::Case) } => Place::Posterior,
            Quantity::Prob { .. } => Place::Alone,
            Quantity::Score(_) => Place::Score,
            Quantity::Density { .. } => Place::Density,
            Quantity::Count { .. } | Quantity::Rows => Place::Count,
            Quantity::Values(_) => Place::Values,
            Quantity::Mean { .. } => Place::Mean,
            Quantity::Var { .. } => Place::Variance,
            Quantity::Cov { .. } | Quantity::Det { .. } | Quantity::Inverse { .. } => Place::Sigma,
            Quantity::SquaredDistance(_) => Place::SquaredDistance,
            Quantity::Discriminant(_) | Quantity::Theta { .. } => Place::Linear,
            // α is given, and the catalogue has no mistakes of the log-likelihood.
            _ => return None,
        })
    }
}
