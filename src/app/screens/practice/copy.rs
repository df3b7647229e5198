//! Copies of the worksheet: the selected line, and all lines; never the answer of an open line.

use crate::app::copying::Found;
use crate::app::dialogs::save::What;
use crate::app::screens::practice::View;
use crate::app::state::App;
use crate::math::Linear;
use crate::practice::Worksheet;
use crate::practice::worksheet::Right;
use crate::report::{Extract, Sheet};

pub(crate) fn extract(app: &App, what: What) -> Option<Found<'_>> {
    let screen = &app.screens.practice;
    let sheet = screen.sheet(&app.session).filter(|_| screen.view == View::Worksheet)?;
    match what {
        What::Marked => Some(Ok(Extract::default().line(move || {
            let [name, value] = line(app, sheet, screen.cursor);
            if value.is_empty() { name } else { format!("{name} = {value}") }
        }))),
        What::Table => {
            let lines = move || {
                let mut all = Sheet::new(["step", "value"]);
                all.rows = (0..sheet.lines.len()).map(|at| line(app, sheet, at).into()).collect();
                all
            };
            Some(Ok(Extract::default().document(move || lines().document()).sheet(lines)))
        }
        _ => None,
    }
}

/// Returns a line with its value: the answer, the given or shown value, or nothing yet.
fn line(app: &App, sheet: &Worksheet, at: usize) -> [String; 2] {
    let (Some(line), Some(question)) = (sheet.lines.get(at), sheet.questions.list.get(at)) else {
        return Default::default();
    };
    let face = app.settings.face();
    let answer =
        line.told.as_ref().filter(|_| line.blank && !line.shown).map(|told| told.answer.typed.clone());
    let draft = app.screens.practice.draft(at).map(str::to_owned);
    let right = || match &question.right {
        Right::Number(shown, _) => Linear(face).expr(shown),
        Right::Class(name) => name.clone(),
    };
    let value = match draft.or(answer) {
        Some(typed) => typed,
        None if line.is_open() => String::new(),
        None => right(),
    };
    [question.in_symbols(false).text(face), value]
}
