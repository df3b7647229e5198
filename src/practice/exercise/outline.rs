//! What an exercise asks, told without opening its data.

use toml::Spanned;

use super::file::Text;
use crate::problem::Problem;

/// What can be told of an exercise without its data.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outline {
    /// What stands above it.
    pub title: String,
    /// What is asked, as the exercise writes it, in order.
    pub asks: Vec<String>,
    /// Most marks that can be had.
    pub marks: f64,
}

impl Outline {
    /// Reads it from the text of an exercise; the name is that of messages.
    ///
    /// # Errors
    /// When the text is no exercise.
    pub fn read(text: &str, name: &str) -> Result<Outline, Problem> {
        let raw = Text { path: name, text }.raw()?;
        Ok(Outline {
            title: raw.title.or(raw.id.map(Spanned::into_inner)).unwrap_or_else(|| name.to_owned()),
            asks: raw.step.iter().map(|step| step.ask.get_ref().trim().to_owned()).collect(),
            marks: raw.step.iter().map(|step| step.marks.unwrap_or(USUAL)).sum(),
        })
    }
}

/// Marks of a step that says nothing of them.
pub(super) const USUAL: f64 = 1.0;
