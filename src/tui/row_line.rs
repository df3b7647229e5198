//! A row of the data on one line: what the model reads of it.

use ratatui::style::Style;

use super::pane::cell;
use super::theme::{Theme, class_mark};
use crate::model::{Factor, Fitted};
use crate::table::Table;
use crate::workbench::App;
use crate::workbench::words::{self, clip, shown};

/// The features of a row of a table with the model's columns side by side, in the widths of the data's columns, cut to `most` columns.
pub fn features(app: &App, fitted: &Fitted, table: &Table, row: usize, most: usize) -> String {
    in_columns(app, fitted, most, |column| words::cell(table, row, column))
}

/// The names of the features over them.
pub fn names(app: &App, fitted: &Fitted, most: usize) -> String {
    let name = |column: usize| {
        let about = fitted.data.table.columns().get(column);
        about.map(|about| shown(about.name.as_str()).into_owned()).unwrap_or_default()
    };
    in_columns(app, fitted, most, name)
}

fn in_columns(app: &App, fitted: &Fitted, most: usize, text: impl Fn(usize) -> String) -> String {
    let mut line = String::new();
    let mut used = 0;
    let read = |factor: &'_ Factor| {
        let document = factor.is_words() && !factor.is_word_counts();
        factor.table_columns().iter().map(move |column| (*column, document)).collect::<Vec<_>>()
    };
    for (column, document) in fitted.factors.iter().flat_map(read) {
        if used >= most {
            break;
        }
        let wide = app.screens.data.widths.get(column).map_or(8, |width| width.least);
        // Text runs to the end of the line: a document is not known by its first word.
        let wide = if document { wide.max(most.saturating_sub(used)) } else { wide };
        line.push_str(&cell(&text(column), wide));
        line.push_str("  ");
        used += wide + 2;
    }
    clip(line.trim_end(), most).into_owned()
}

/// A class with its mark, and its style; `?` where a row has none.
pub fn class(fitted: &Fitted, class: Option<usize>, theme: &Theme) -> (String, Style) {
    match class.and_then(|class| Some((class, fitted.classes.get(class)?))) {
        Some((class, name)) => (named(class, name.as_str()), theme.class(class)),
        None => ("?".to_owned(), theme.secondary),
    }
}

/// `● No`
pub fn named(class: usize, name: &str) -> String {
    format!("{} {}", class_mark(class), shown(name))
}
