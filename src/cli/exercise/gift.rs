//! `posterior exercise gift`: the questions for Moodle.

use super::super::Outcome;
use super::super::output;
use super::one::One;
use crate::report;

/// Prints them: of all seeds that the file lists, one after the other, unless one is chosen.
pub(super) fn run(one: &One) -> Outcome {
    output::refuse_format(
        &one.output,
        "the questions are printed as GIFT, which is no format to choose",
        &[],
    )?;
    let file = one.read()?;
    let listed = file.random.as_ref().map(|random| random.seeds.as_slice()).unwrap_or_default();
    let exercises = match one.seed {
        None if listed.len() > 1 => {
            listed.iter().map(|seed| file.open(Some(*seed))).collect::<Result<_, _>>()?
        }
        _ => vec![one.open()?],
    };
    let mut text = String::new();
    for exercise in &exercises {
        text.push_str(&report::gift(exercise, &exercise.keys()?));
    }
    output::deliver(&text, &one.output)
}
