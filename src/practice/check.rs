//! Checking one answer to one question about a model.

use super::carry;
use super::elsewhere;
use super::label;
use super::mark::{Graded, Key, Verdict, mark, mark_class};
use super::read::Answer;
use crate::math::Quantity;
use crate::model::{Case, Fitted};
use crate::worked::{Context, WorkedError};

/// What is asked.
#[derive(Clone, Debug, PartialEq)]
pub enum Asked {
    /// The class that the case is given.
    Class,
    /// A number.
    Number(Quantity),
}

/// An answer and what is said of it.
#[derive(Clone, Debug)]
pub struct Checked {
    /// What was asked, in one notation.
    pub of: String,
    /// The answer.
    pub answer: Answer,
    /// What is said of it.
    pub marked: Graded,
}

impl Asked {
    /// What a label asks for, and one sentence for each name in it that was read as another. The case in hand is what
    /// `P(No | Sunny, Cool)` and `p(height | male)` are about.
    ///
    /// # Errors
    /// When the text is no quantity, or a name in it is not found or fits several.
    pub fn find(
        fitted: &Fitted,
        case: Option<&Case>,
        label: &str,
    ) -> Result<(Asked, Vec<String>), WorkedError> {
        let plain = label.trim().to_lowercase();
        if matches!(plain.as_str(), "class" | "decision" | "prediction" | "predicted class") {
            return Ok((Asked::Class, Vec::new()));
        }
        let found = label::found(fitted, case, label)?;
        Ok((Asked::Number(found.quantity), found.notes))
    }

    /// Its name, in one notation.
    pub fn name(&self) -> String {
        match self {
            Asked::Class => "class".into(),
            Asked::Number(quantity) => quantity.to_string(),
        }
    }

    /// Whether it can only be told of a case.
    pub fn is_about_case(&self) -> bool {
        match self {
            Asked::Class => true,
            Asked::Number(quantity) => quantity.is_about_case(),
        }
    }
}

/// Checks an answer.
///
/// # Errors
/// When the quantity is none of this model, or is about a case and none is given.
pub fn check(
    fitted: &Fitted,
    case: Option<&Case>,
    asked: &Asked,
    answer: Answer,
) -> Result<Checked, WorkedError> {
    let key = answer.spoken_of(|| match asked {
        Asked::Class => Ok(None),
        Asked::Number(quantity) => Key::of(fitted, case, quantity).map(Some),
    })?;
    let mut checked = check_by(fitted, case, asked, key.as_ref(), answer)?;
    if let (Asked::Number(quantity), Some(key)) = (asked, &key) {
        let told =
            |marked| elsewhere::told(Context { fitted, case }, quantity, key, &checked.answer, &[], marked);
        checked.marked = checked.answer.spoken_of(|| told(checked.marked.clone()));
    }
    Ok(checked)
}

/// Checks an answer by a key that is there already; without one, the class is asked.
///
/// # Errors
/// When the class is asked and no case is given.
pub(super) fn check_by(
    fitted: &Fitted,
    case: Option<&Case>,
    asked: &Asked,
    key: Option<&Key>,
    answer: Answer,
) -> Result<Checked, WorkedError> {
    let marked = answer.spoken_of(|| match (of_another(fitted, case, asked, &answer), key) {
        (Some(question), _) => Ok(question),
        (None, Some(key)) => Ok(mark(&answer, key)),
        (None, None) => Ok(mark_class(&answer, fitted, case.ok_or(WorkedError::NoCase)?)),
    })?;
    let of = key.map_or_else(|| asked.name(), |key| key.of.clone());
    Ok(Checked { of, answer, marked })
}

/// An answer that names another number than the one that is asked for.
fn of_another(fitted: &Fitted, case: Option<&Case>, asked: &Asked, answer: &Answer) -> Option<Graded> {
    let (named, _) = Asked::find(fitted, case, answer.label.as_ref()?).ok()?;
    let context = Context { fitted, case };
    let same = match (&named, asked) {
        // P(Yes | Sunny) is P(Yes | x) where Sunny is all that is known.
        (Asked::Number(named), Asked::Number(asked)) => {
            carry::of_case(context, named) == carry::of_case(context, asked)
        }
        _ => named == *asked,
    };
    let message =
        || format!("You wrote {}, and {} is asked for; which is meant?", named.name(), asked.name());
    (!same).then(|| Graded::new(Verdict::Unmarked, message()))
}
