//! What stands on a line of a worksheet: a number or a class, in the form that is chosen.

use super::super::numbers::Form;
use crate::math::{FIGURES, significant};
use crate::practice::worksheet::{Question, Right};
use crate::report;
use crate::workbench::App;
use crate::workbench::words::{clip, shown, width};

/// Its columns, in a pane of `columns`.
pub fn value_columns(columns: usize) -> usize {
    if columns < 60 { 10 } else { 22 }
}

/// The columns of them that may be used: a blank keeps a name that takes all its `room` apart.
pub fn value_room(name: &str, room: usize, value: usize) -> usize {
    if width(name) < room { value } else { value.saturating_sub(1) }
}

/// What belongs on a line, in the form that is chosen.
pub fn right(app: &App, question: &Question, room: usize) -> String {
    written(app, &question.right, room)
}

/// A number or a class on a line, in the form that is chosen.
pub fn written(app: &App, right: &Right, room: usize) -> String {
    let form = Form { form: app.settings.form, ascii: app.settings.ascii };
    match right {
        Right::Class(name) => clip(&shown(name), room).into_owned(),
        Right::Number(shown, value) => {
            let text = form.write(shown, value.as_ref(), room);
            // One multiplies on with it, and four decimals of a small number are too few for that.
            let short = value.as_ref().filter(|value| text == report::decimal(value));
            let figures = |value| (3..=FIGURES).rev().map(move |figures| significant(value, figures).0);
            short.and_then(|value| figures(value).find(|text| width(text) <= room)).unwrap_or(text)
        }
    }
}
