//! A recipe in the words of the screen: a line for each column, and the lines below them.

use super::super::words::shown;
use super::change::{self, Role};
use super::lines::Line;
use crate::recipe::{Bins, Convention, ModelKind, Prior, Recipe, target_column};
use crate::table::{self, Kind, Table};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    pub name: String,
    pub shown: String,
    pub role: Role,
    pub kind: Kind,
    pub bins: Option<Bins>,
    pub one: Option<String>,
    /// How many different texts it has; 0 for a column of numbers.
    pub distinct: usize,
}

impl Column {
    pub(super) fn is_bare_number(&self) -> bool {
        self.role == Role::Feature && self.kind == Kind::Numeric && self.bins.is_none()
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    pub columns: Vec<Column>,
    pub target: String,
    pub model: ModelKind,
    pub prior: Prior,
    pub convention: Convention,
    pub lines: Vec<Line>,
    /// The marks that are missing cells, though they are not empty.
    pub(super) marks: Vec<String>,
    pub(super) recipe: Recipe,
    /// The same with what holds where it says nothing.
    filled: Recipe,
}

impl View {
    pub fn new(recipe: &Recipe, table: &Table) -> View {
        let target = target_column(recipe, table).ok();
        let column = |(at, column): (usize, &table::Column)| {
            let said = recipe.column(column.name.as_str());
            let bins = recipe.bins_of(said);
            let role = change::role(recipe, table, target, at);
            let one = change::one(recipe, table, at).filter(|_| role == Role::Feature);
            let kind = said.and_then(|said| said.kind);
            let kind = kind.unwrap_or(match column.kind {
                _ if one.is_some() => Kind::Binary,
                // As the core reads short documents that look like categories.
                Kind::Categorical
                    if role == Role::Feature && recipe.model == Some(ModelKind::Multinomial) =>
                {
                    Kind::Text
                }
                other => other,
            });
            Column {
                name: column.name.as_str().to_owned(),
                shown: shown(column.name.as_str()).into_owned(),
                role,
                kind,
                one: one.map(|one| shown(&one).into_owned()),
                bins: bins.filter(|_| kind == Kind::Numeric),
                // How many different numbers there are takes a look at every row, and is not told here.
                distinct: if column.kind == Kind::Numeric { 0 } else { column.dictionary.len() },
            }
        };
        let columns: Vec<Column> = table.columns().iter().enumerate().map(column).collect();
        let mut marks: Vec<String> = Vec::new();
        for (mark, _) in table.columns().iter().flat_map(|column| &column.marks) {
            if !marks.contains(mark) {
                marks.push(mark.clone());
            }
        }
        let name = target.and_then(|at| columns.get(at)).map(|column| column.shown.clone());
        View {
            target: name.unwrap_or_else(|| "?".into()),
            lines: Line::below(recipe, &columns, !marks.is_empty()),
            marks,
            columns,
            model: recipe.model.unwrap_or(ModelKind::Auto),
            filled: recipe.filled(),
            prior: recipe.prior_or_default(),
            convention: recipe.convention(),
            recipe: recipe.clone(),
        }
    }

    pub fn value(&self, line: Line) -> String {
        line.value(self)
    }

    /// What holds for the option of a line, as a flag says it.
    pub(super) fn now(&self, line: Line) -> String {
        line.now(&self.filled)
    }
}

/// The row of a line: the heading of the columns stands first, and a blank one and another heading before the model.
pub fn row_of(line: usize, columns: usize) -> usize {
    if line < columns { line + 1 } else { line + 3 }
}
