//! A row of the data on one line: what the model reads of it.

use std::ops::Range;

use ratatui::style::Style;

use super::pane::cell;
use super::theme::{Theme, class_mark};
use crate::math::Name;
use crate::model::{Factor, Fitted};
use crate::table::Table;
use crate::text;
use crate::workbench::App;
use crate::workbench::words::{self, clip, shown};

/// Blanks between columns.
const GAP: usize = 2;

/// The features of a row of a table with the model's columns side by side, in the widths of the data's columns, cut to `most` columns.
pub fn features(app: &App, fitted: &Fitted, table: &Table, row: usize, most: usize) -> String {
    line(&columns(app, fitted), GAP, most, |column| words::cell(table, row, column))
}

/// The names of the features over them.
pub fn names(app: &App, fitted: &Fitted, most: usize) -> String {
    line(&columns(app, fitted), GAP, most, |column| name(fitted, column))
}

/// A column of the data that the model reads.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// Its place in the table.
    pub at: usize,
    /// How wide it is drawn.
    pub wide: usize,
    /// Whether it holds documents, which run to the end of the line: none is known by its first word.
    pub document: bool,
}

/// The columns that the model reads, as wide as screen 1 draws them at least.
pub fn columns(app: &App, fitted: &Fitted) -> Vec<Column> {
    let read = |factor: &'_ Factor| {
        let document = factor.is_words() && !factor.is_word_counts();
        factor.table_columns().iter().map(move |at| (*at, document)).collect::<Vec<_>>()
    };
    let wide = |at: usize| app.screens.data.widths.get(at).map_or(8, |width| width.least);
    let column = |(at, document)| Column { at, wide: wide(at), document };
    let together =
        fitted.features.iter().filter(|_| !fitted.is_naive()).map(|feature| (feature.column, false));
    fitted.factors().iter().flat_map(read).chain(together).map(column).collect()
}

/// The name of a column.
pub fn name(fitted: &Fitted, column: usize) -> String {
    let about = fitted.data.table.columns().get(column);
    about.map(|about| shown(about.name.as_str()).into_owned()).unwrap_or_default()
}

/// A text of each column side by side, `gap` blanks apart, cut to `most` columns.
pub fn line(list: &[Column], gap: usize, most: usize, text: impl Fn(usize) -> String) -> String {
    let mut line = String::new();
    let mut used = 0;
    for column in list {
        if used >= most {
            break;
        }
        let wide = if column.document { column.wide.max(most.saturating_sub(used)) } else { column.wide };
        line.push_str(&cell(&text(column.at), wide));
        line.push_str(&" ".repeat(gap));
        used += wide + gap;
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

/// Some classes with their marks, each in so many columns: cut where they do not differ.
pub fn class_names(classes: &[Name], shown: Range<usize>, room: usize) -> Vec<String> {
    // All of a table at once, so that a name is cut alike wherever the table is looked at; of very many, those shown.
    let from = if classes.len() > 400 { shown.start } else { 0 };
    let all = classes.iter().skip(from).take(400).map(|name| words::shown(name.as_str()));
    let all: Vec<_> = all.collect();
    let cut = text::names(&all.iter().map(|name| &**name).collect::<Vec<&str>>(), room.saturating_sub(2));
    let cut = cut.into_iter().enumerate().map(|(at, name)| (from + at, name));
    cut.filter(|(at, _)| shown.contains(at)).map(|(at, name)| format!("{} {name}", class_mark(at))).collect()
}

/// `● No`
pub fn named(class: usize, name: &str) -> String {
    format!("{} {}", class_mark(class), shown(name))
}
