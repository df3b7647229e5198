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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kinds(u32);

impl Kinds {
    pub const ALL: Kinds = Kinds(u32::MAX);
    pub(crate) const NONE: Kinds = Kinds(0);
    /// P(c)
    pub(crate) const PRIOR: Kinds = Kinds(1);
    /// P(v | c)
    pub(crate) const SHARE: Kinds = Kinds(1 << 1);
    /// P(x | c)
    pub(crate) const LIKELIHOOD: Kinds = Kinds(1 << 2);
    pub(crate) const SCORE: Kinds = Kinds(1 << 3);
    /// P(c | x)
    pub(crate) const POSTERIOR: Kinds = Kinds(1 << 4);
    /// Densities, of one number or of the whole case.
    pub(crate) const DENSITY: Kinds = Kinds(1 << 5);
    pub(crate) const COUNT: Kinds = Kinds(1 << 6);
    pub(crate) const VARIANCE: Kinds = Kinds(1 << 7);
    pub(crate) const QUADRATIC: Kinds = Kinds(1 << 8);
    pub(crate) const MEAN: Kinds = Kinds(1 << 9);
    pub(crate) const DETERMINANT: Kinds = Kinds(1 << 10);
    /// Entries of Σ⁻¹.
    pub(crate) const INVERSE: Kinds = Kinds(1 << 11);
    /// x − μ
    pub(crate) const DIFFERENCE: Kinds = Kinds(1 << 12);
    /// Entries of Σ⁻¹(x − μ).
    pub(crate) const SOLVED: Kinds = Kinds(1 << 13);
    pub(crate) const QUALITY: Kinds = Kinds(1 << 15);
    pub(crate) const COST: Kinds = Kinds(1 << 16);
    /// Everything else.
    const OTHER: Kinds = Kinds(1 << 14);

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

    #[must_use]
    pub const fn and(self, other: Kinds) -> Kinds {
        Kinds(self.0 | other.0)
    }

    pub const fn meets(self, other: Kinds) -> bool {
        self.0 & other.0 != 0
    }
}
