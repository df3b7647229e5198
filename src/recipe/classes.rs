//! Whether a column can be the class: one that tells rows apart is none, and every number of a model is counted or
//! estimated for each class, so there must be few of them beside the rows.

use super::RecipeError;
use crate::table::{Kind, Table};

/// A table of few rows may have a class in each of them.
const FEW: usize = 20;

/// The most classes of a column of numbers: beyond them it is a measurement.
const OF_NUMBERS: usize = 1_000;

/// The most classes of any column. Confusion matrices have a cell for each pair of them.
const MOST: usize = 5_000;

/// Refuses a class column that is continuous, nearly unique, or has more classes than can be told apart. A text must
/// have been read as categories before it can be judged.
///
/// # Errors
/// When it has such values.
pub fn check_classes(table: &Table, target: usize) -> Result<(), RecipeError> {
    let Some(column) = table.columns().get(target).filter(|column| column.kind != Kind::Text) else {
        return Ok(());
    };
    let classes = table.distinct(target);
    let rows = (table.rows() as u64).saturating_sub(column.missing);
    let unique = classes > FEW && rows < 2 * classes as u64;
    let most = if column.kind == Kind::Numeric { OF_NUMBERS } else { MOST };
    if !unique && classes <= most {
        return Ok(());
    }
    let name = column.name.as_str().to_owned();
    Err(RecipeError::TooManyClasses { name, classes, rows, most: (!unique).then_some(most) })
}
