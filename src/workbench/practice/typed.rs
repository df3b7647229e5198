//! An answer that is being typed on a line, of a worksheet or of a solution with a mistake in it.

use super::super::action::Action;
use super::super::field::Field;
use super::super::toast::Toast;

/// What came of an action while an answer is typed.
pub(super) enum Typed {
    /// The text changed, or typing ended with nothing to check.
    Taken,
    /// An answer to be checked; its field is closed.
    Answer(String),
    /// The action is none of typing.
    Other,
}

/// Gives an action to the field.
pub(super) fn typed(slot: &mut Option<Field>, action: &Action, said: &mut Option<Toast>) -> Typed {
    let Some(field) = slot else { return Typed::Other };
    match action {
        action if field.take(action, said) => Typed::Taken,
        Action::Back => {
            *slot = None;
            Typed::Taken
        }
        Action::Enter => {
            let answer = field.text().trim().to_owned();
            *slot = None;
            if answer.is_empty() { Typed::Taken } else { Typed::Answer(answer) }
        }
        _ => Typed::Other,
    }
}
