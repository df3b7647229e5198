//! Definitions in the place of others: mistakes, other programs' conventions, a student's own earlier lines.

use std::collections::HashMap;

use super::context::Context;
use super::definition::{Definition, Rule};
use super::kinds::Kinds;
use crate::math::{Number, Quantity};

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
