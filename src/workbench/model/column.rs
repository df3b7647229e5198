//! A column as the recipe on screen has it.

use super::change::Role;
use crate::recipe::Bins;
use crate::table::Kind;

/// What is shown of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name as it stands in the data.
    pub name: String,
    /// The same, safe to show.
    pub shown: String,
    /// What it is to the model.
    pub role: Role,
    /// How its cells are read.
    pub kind: Kind,
    /// How its numbers become categories.
    pub bins: Option<Bins>,
    /// The value that counts as 1, in a yes/no column.
    pub one: Option<String>,
    /// How many different texts it has; 0 for a column of numbers.
    pub distinct: usize,
}

impl Column {
    /// Whether it is a feature of numbers without bins.
    pub(super) fn is_bare_number(&self) -> bool {
        self.role == Role::Feature && self.kind == Kind::Numeric && self.bins.is_none()
    }
}
