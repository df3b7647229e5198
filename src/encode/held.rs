//! Rows that a model does not see, so that it can be judged by them.

use std::sync::Arc;

use super::dataset::Dataset;

/// The rows of a data set that one model is kept from, and the classes that it must know all the same.
#[derive(Clone, Debug)]
pub struct HeldOut {
    parts: Arc<[u32]>,
    part: u32,
    order: Arc<[u32]>,
}

impl HeldOut {
    /// Holds out one part of the rows. `parts` gives the part of each row, [`HeldOut::NEVER`] for rows that are in none;
    /// `order` gives the class codes of the whole data in the order of the classes, which every model keeps to.
    pub fn new(parts: Arc<[u32]>, part: u32, order: Arc<[u32]>) -> HeldOut {
        HeldOut { parts, part, order }
    }

    /// The part of rows that are never held out.
    pub const NEVER: u32 = u32::MAX;

    /// Whether a row is held out.
    pub fn has(&self, row: usize) -> bool {
        self.part != HeldOut::NEVER && self.parts.get(row) == Some(&self.part)
    }

    /// The class codes of the whole data, in the order of the classes.
    pub fn order(&self) -> &[u32] {
        &self.order
    }
}

impl Dataset {
    /// The same data, of which some rows are not to be learned from.
    #[must_use]
    pub fn without(&self, held_out: HeldOut) -> Dataset {
        Dataset { held_out: Some(held_out), ..self.clone() }
    }

    /// Whether a row is not to be learned from, since a model is judged by it.
    pub fn is_held_out(&self, row: usize) -> bool {
        self.held_out.as_ref().is_some_and(|held_out| held_out.has(row))
    }
}
