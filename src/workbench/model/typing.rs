//! A number typed on a line of the recipe.

use super::super::action::Action;
use super::super::app::App;
use super::super::dialog::Reply;
use super::super::field::Field;
use super::{Problem, changed, current};

/// Types over the number on the marked line.
pub(super) fn begin(app: &mut App) {
    let number = current(app).zip(app.screens.model.line()).map(|(recipe, line)| line.number(&recipe));
    app.screens.model.field = number.map(Field::new);
}

/// Takes an action while a number is typed.
pub(super) fn typed(app: &mut App, action: &Action) -> Reply {
    let Some(line) = app.screens.model.line() else { return Reply::Pass };
    let Some(field) = &mut app.screens.model.field else { return Reply::Pass };
    match action {
        action if field.take(action, &mut app.toast) => {}
        Action::Back => app.screens.model.field = None,
        Action::Enter => {
            let text = field.text().to_owned();
            let Some(recipe) = current(app) else { return Reply::Taken };
            match line.typed(&recipe, &text) {
                Ok(recipe) => {
                    app.screens.model.field = None;
                    return Reply::of(changed(app, recipe));
                }
                Err(error) => {
                    let problem = Problem::from(crate::problem::Problem::from(error));
                    app.say(format!("{} {}", problem.what, problem.fix));
                }
            }
        }
        _ => return Reply::Pass,
    }
    Reply::Taken
}

/// Stops typing, if a number is being typed.
pub fn stop_typing(app: &mut App) -> bool {
    app.screens.model.field.take().is_some()
}
