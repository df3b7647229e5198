//! Kinds of quantities, as a set: what an overlay may replace, and what a quantity rests on.

use crate::math::{Event, Quantity};

/// A set of kinds of quantities.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kinds(u16);

impl Kinds {
    /// All kinds.
    pub const ALL: Kinds = Kinds(u16::MAX);
    /// None.
    pub const NONE: Kinds = Kinds(0);
    /// P(c)
    pub const PRIOR: Kinds = Kinds(1);
    /// P(v | c)
    pub const SHARE: Kinds = Kinds(1 << 1);
    /// P(x | c)
    pub const LIKELIHOOD: Kinds = Kinds(1 << 2);
    /// Scores.
    pub const SCORE: Kinds = Kinds(1 << 3);
    /// P(c | x)
    pub const POSTERIOR: Kinds = Kinds(1 << 4);
    /// Densities, of one number or of the whole case.
    pub const DENSITY: Kinds = Kinds(1 << 5);
    /// Counts, and n.
    pub const COUNT: Kinds = Kinds(1 << 6);
    /// Variances and covariances.
    pub const VARIANCE: Kinds = Kinds(1 << 7);
    /// SquaredDistance forms.
    pub const QUADRATIC: Kinds = Kinds(1 << 8);
    /// Means, and rates of counts.
    pub const MEAN: Kinds = Kinds(1 << 9);
    /// Everything else.
    const OTHER: Kinds = Kinds(1 << 10);

    /// The kind of a quantity.
    pub fn of(quantity: &Quantity) -> Kinds {
        match quantity {
            Quantity::Prob { event: Event::Class(_), given: None } => Kinds::PRIOR,
            Quantity::Prob { event: Event::Value { .. }, given: Some(Event::Class(_)) } => Kinds::SHARE,
            Quantity::Prob { event: Event::Case, given: Some(Event::Class(_)) } => Kinds::LIKELIHOOD,
            Quantity::Prob { event: Event::Class(_), given: Some(Event::Case) } => Kinds::POSTERIOR,
            Quantity::Score(_) => Kinds::SCORE,
            Quantity::Density { .. } => Kinds::DENSITY,
            Quantity::Count { .. } | Quantity::Rows => Kinds::COUNT,
            Quantity::Var { .. } | Quantity::Cov { .. } => Kinds::VARIANCE,
            Quantity::SquaredDistance(_) => Kinds::QUADRATIC,
            Quantity::Mean { .. } => Kinds::MEAN,
            _ => Kinds::OTHER,
        }
    }

    /// The kinds of both sets.
    #[must_use]
    pub const fn and(self, other: Kinds) -> Kinds {
        Kinds(self.0 | other.0)
    }

    /// Whether the sets have a kind in common.
    pub const fn meets(self, other: Kinds) -> bool {
        self.0 & other.0 != 0
    }
}
