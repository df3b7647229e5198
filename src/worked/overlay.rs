//! Definitions in the place of others: mistakes, other programs' conventions, a student's own earlier lines; and the kinds of
//! quantities that they may replace.

use std::collections::HashMap;

use super::context::Context;
use super::definition::{Definition, Rule};
use crate::math::{Event, Number, Quantity, Several};

/// Replaces some definitions. Everything that rests on them is then evaluated anew.
pub trait Overlay: Send + Sync {
    /// The stable tag: of a mistake, its number in the catalogue.
    fn tag(&self) -> &str;

    /// The kinds of quantities that it may replace: what rests on none of them need not be looked at.
    fn kinds(&self) -> Kinds {
        Kinds::ALL
    }

    /// The definition to use instead of `right`; `None` leaves it alone.
    fn replace(&self, quantity: &Quantity, right: &Definition, context: &Context<'_>) -> Option<Definition>;
}

/// Fixed values in the place of some quantities, such as a student's own earlier lines.
#[derive(Clone, Debug, Default)]
pub struct Constants(pub HashMap<Quantity, Number>);

impl Overlay for Constants {
    fn tag(&self) -> &str {
        "given"
    }

    fn replace(
        &self,
        quantity: &Quantity,
        _right: &Definition,
        _context: &Context<'_>,
    ) -> Option<Definition> {
        let value = self.0.get(quantity)?.clone();
        Some(Definition::Fact { rule: Rule::Taken, value })
    }
}

/// A set of kinds of quantities.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kinds(u32);

impl Kinds {
    /// All kinds.
    pub const ALL: Kinds = Kinds(u32::MAX);
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
    /// Determinants of Σ.
    pub const DETERMINANT: Kinds = Kinds(1 << 10);
    /// Entries of Σ⁻¹.
    pub const INVERSE: Kinds = Kinds(1 << 11);
    /// x − μ
    pub const DIFFERENCE: Kinds = Kinds(1 << 12);
    /// Entries of Σ⁻¹(x − μ).
    pub const SOLVED: Kinds = Kinds(1 << 13);
    /// Cells of the confusion matrix and figures.
    pub const QUALITY: Kinds = Kinds(1 << 15);
    /// Costs, and what they are expected to be.
    pub const COST: Kinds = Kinds(1 << 16);
    /// Everything else.
    const OTHER: Kinds = Kinds(1 << 14);

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
            Quantity::Det { .. } => Kinds::DETERMINANT,
            Quantity::Inverse { .. } => Kinds::INVERSE,
            Quantity::Difference { .. } => Kinds::DIFFERENCE,
            Quantity::Solved { .. } => Kinds::SOLVED,
            Quantity::Matrix { .. } | Quantity::Decided { .. } | Quantity::Quality(_) => Kinds::QUALITY,
            Quantity::Cost { .. } => Kinds::COST,
            Quantity::Several { of: Several::Count, .. } => Kinds::COUNT,
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
