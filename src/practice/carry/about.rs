//! What follows from earlier lines that are written rounded, when a student goes on with more figures than he wrote.
//!
//! Each decimal stands for all numbers that are rounded to it, so what follows lies between two ends.

use super::{Earlier, behind, is_posterior, is_tie, posteriors, says_nothing, value};
use crate::math::{Number, Quantity};
use crate::worked::Context;

/// Between which numbers something lies, and the wrong lines that it rests on.
#[derive(Clone, Debug)]
pub(in crate::practice) struct Between {
    pub low: Number,
    pub high: Number,
    pub lines: Vec<usize>,
}

/// Of more lines it is not asked how each of them may have been rounded.
const LINES: usize = 40;

/// Ends further apart than this share of the number between them leave room for anything.
const WIDEST: f64 = 0.1;

/// Between what a number lies when each earlier decimal is any number that is rounded to it. Nothing where no earlier
/// line is wrong or rounded, where the ends are far apart, or where what is carried on says nothing.
pub(in crate::practice) fn between(
    context: Context<'_>,
    earlier: &[Earlier],
    of: &Quantity,
) -> Option<Between> {
    if earlier.len() > LINES || !earlier.iter().any(|line| line.is_wrong) {
        return None;
    }
    let with = |moved: &dyn Fn(usize, &Earlier) -> Option<Number>| {
        let line = |(at, line): (usize, &Earlier)| Earlier {
            value: moved(at, line).unwrap_or_else(|| line.value.clone()),
            ..line.clone()
        };
        let lines: Vec<Earlier> = earlier.iter().enumerate().map(line).collect();
        value(context, &lines.iter().collect::<Vec<_>>(), of)
    };
    let end =
        |line: &Earlier, up: bool| line.about.as_ref().map(|(low, high)| if up { high } else { low }.clone());
    let middle = with(&|_, _| None)?;
    let rises = |at: usize| {
        let one = |up: bool| with(&|i, line| if i == at { end(line, up) } else { None });
        one(false).zip(one(true)).is_none_or(|(low, high)| low.compare(&high).is_le())
    };
    let rises: Vec<bool> = (0..earlier.len()).map(rises).collect();
    let all = |up: bool| with(&|at, line| end(line, rises.get(at).copied().unwrap_or(true) == up));
    let (low, high) = (all(false)?, all(true)?);
    let width = high.sub(&low).to_f64().abs();
    let chosen: Vec<&Earlier> = earlier.iter().collect();
    let lines = behind(context, &chosen, |without| value(context, without, of).as_ref() != Some(&middle));
    let degenerate = chosen.iter().any(|line| lines.contains(&line.number) && says_nothing(&line.value));
    let tie = || is_posterior(of) && is_tie(&posteriors(context, &chosen));
    let near = width > 0.0 && width <= WIDEST * middle.to_f64().abs();
    (near && !lines.is_empty() && !degenerate && !tie()).then_some(Between { low, high, lines })
}
