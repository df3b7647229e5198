//! A column that a model reads.

use std::sync::Arc;

use super::{Bins, EventModel, Vocabulary};
use crate::math::Name;
use crate::table::Kind;

/// A column that the model reads, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Feature {
    pub column: usize,
    pub name: Name,
    /// How its cells must have been read.
    pub kind: Kind,
    pub bins: Option<Bins>,
    /// The text that counts as 1, in a yes/no column.
    pub one: Option<String>,
    /// The event model of a text column.
    pub event: EventModel,
    pub vocabulary: Vocabulary,
    /// Its declared values, which count whether or not a row has them.
    pub values: Arc<[String]>,
    /// The words of the file that the vocabulary names, each once, in its order; `None` until it is read.
    pub dictionary: Option<Arc<[Name]>>,
}

impl Feature {
    pub(crate) fn dictionary_path(&self) -> Option<&str> {
        match &self.vocabulary {
            Vocabulary::File(path) if self.kind == Kind::Text => Some(path),
            _ => None,
        }
    }
}
