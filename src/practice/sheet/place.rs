//! Which step a label means: as it is written, as the model reads it, or by its beginning.

use super::AnswerSheet;
use crate::practice::exercise::{Exercise, Step};
use crate::practice::grader::Asked;
use crate::recipe::folded;

/// Bytes of the longest label that is looked for.
const LONGEST: usize = 400;

impl AnswerSheet {
    /// Whether a line of it names a step of an exercise.
    pub fn answers(&self, exercise: &Exercise) -> bool {
        self.entries.iter().any(|entry| step_of(exercise, &entry.label).is_some())
    }
}

/// The step that a label means; `None` where it means none or several.
pub(super) fn step_of(exercise: &Exercise, label: &str) -> Option<usize> {
    if label.len() > LONGEST {
        return None;
    }
    let whole = found(exercise, label);
    whole.or_else(|| found(exercise, numbered(label)?))
}

fn found(exercise: &Exercise, label: &str) -> Option<usize> {
    let plain = plain(label);
    if plain.is_empty() {
        return None;
    }
    let steps = || exercise.steps.iter().enumerate();
    let same = steps()
        .find(|(_, step)| [&step.label, &step.asked.name()].iter().any(|name| self::plain(name) == plain));
    if let Some((at, _)) = same {
        return Some(at);
    }
    let mut bare = steps().filter(|(_, step)| self::bare(step).contains(&plain.replace('"', "")));
    if let (Some((at, _)), None) = (bare.next(), bare.next()) {
        return Some(at);
    }
    if let Ok((asked, _)) =
        Asked::find(&exercise.fitted, exercise.case.as_ref(), &exercise.notation.natural(label))
        && let Some((at, _)) = steps().find(|(_, step)| step.asked == asked)
    {
        return Some(at);
    }
    let mut begin = steps().filter(|(_, step)| self::plain(&step.label).starts_with(&plain));
    begin.next().filter(|_| begin.next().is_none()).map(|(at, _)| at)
}

/// What a student may write who leaves out the quotes that a name needs, and perhaps the feature.
fn bare(step: &Step) -> Vec<String> {
    let short = match &step.asked {
        Asked::Number(quantity) => quantity.short(),
        Asked::Class => step.label.clone(),
    };
    [step.label.clone(), step.asked.name(), short].map(|name| plain(&name).replace('"', "")).into()
}

/// A label without case and blanks.
fn plain(label: &str) -> String {
    folded(label).chars().filter(|c| !c.is_whitespace()).collect()
}

/// A label behind its number: `2. P(Yes)`, `Q2) P(Yes)`.
fn numbered(label: &str) -> Option<&str> {
    let rest = label.trim().trim_start_matches(['q', 'Q']);
    let after = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let behind = after.trim_start_matches(['.', ')', ':', ' ', '\t']);
    (after.len() < rest.len() && behind.len() < after.len()).then_some(behind)
}
