//! A recipe in the words of the screen: a line for each column, and the lines below them.

use num_rational::BigRational;
use num_traits::One;

use super::super::words::shown;
use super::change::{self, Role};
use crate::recipe::{Bins, Convention, ModelKind, Prior, Recipe, target_column};
use crate::table::{self, Kind, Table};

/// A line of the recipe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// A column of the data.
    Column(usize),
    /// Which column holds the classes.
    Target,
    /// Which model.
    Model,
    /// α.
    Alpha,
    /// Where the priors come from.
    Prior,
    /// Whose conventions hold.
    Convention,
}

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
    /// How many different texts it has; 0 for a column of numbers.
    pub distinct: usize,
}

impl Column {
    /// Whether it is a feature of numbers without bins.
    pub(super) fn is_bare_number(&self) -> bool {
        self.role == Role::Feature && self.kind == Kind::Numeric && self.bins.is_none()
    }
}

/// The recipe on screen, worked out when it changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// The columns.
    pub columns: Vec<Column>,
    /// The name of the class column.
    pub target: String,
    /// The model that was chosen.
    pub model: ModelKind,
    /// α as written.
    pub alpha: String,
    /// Where the priors come from.
    pub prior: Prior,
    /// Whose conventions hold.
    pub convention: Convention,
}

impl View {
    /// A recipe in the words of the screen.
    pub fn new(recipe: &Recipe, table: &Table) -> View {
        let target = target_column(recipe, table).ok();
        let column = |(at, column): (usize, &table::Column)| {
            let said = recipe.column(column.name.as_str());
            let bins = said.and_then(|said| said.bins.clone()).or_else(|| recipe.bins_or_default());
            let kind = said.and_then(|said| said.kind).unwrap_or(column.kind);
            Column {
                name: column.name.as_str().to_owned(),
                shown: shown(column.name.as_str()).into_owned(),
                role: change::role(recipe, table, target, at),
                kind,
                bins: bins.filter(|_| kind == Kind::Numeric),
                // How many different numbers there are takes a look at every row, and is not told here.
                distinct: if column.kind == Kind::Numeric { 0 } else { column.dictionary.len() },
            }
        };
        let columns: Vec<Column> = table.columns().iter().enumerate().map(column).collect();
        let name = target.and_then(|at| columns.get(at)).map(|column| column.shown.clone());
        View {
            target: name.unwrap_or_else(|| "?".into()),
            columns,
            model: recipe.model.unwrap_or(ModelKind::Auto),
            alpha: alpha(recipe).0,
            prior: recipe.prior_or_default(),
            convention: recipe.convention(),
        }
    }
}

/// The row of a line: the heading of the columns stands first, and a blank one and another heading before the model.
pub fn row_of(line: usize, columns: usize) -> usize {
    if line < columns { line + 1 } else { line + 3 }
}

/// α as written and its value; 1 where the recipe leaves it open.
pub(super) fn alpha(recipe: &Recipe) -> (String, BigRational) {
    recipe.alpha.as_ref().map_or_else(
        || ("1".to_owned(), BigRational::one()),
        |alpha| (alpha.text().to_owned(), alpha.value().clone()),
    )
}
