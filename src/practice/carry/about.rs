//! What follows from earlier lines that are written rounded, when a student goes on with more figures than he wrote.
//!
//! A right decimal was rounded from the right value, and one that a known mistake gives from that; any other stands for
//! all numbers that are rounded to it. So what follows lies between two ends.

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

/// Between what a number lies when each earlier decimal may have had more figures. Nothing where no earlier
/// line is wrong or rounded, where the ends are far apart, or where what is carried on says nothing.
pub(in crate::practice) fn between(
    context: Context<'_>,
    earlier: &[Earlier],
    of: &Quantity,
) -> Option<Between> {
    if earlier.len() > LINES || !earlier.iter().any(|line| line.is_wrong) {
        return None;
    }
    let with = |moved: &dyn Fn(usize) -> Option<Number>| {
        let line = |(at, line): (usize, &Earlier)| Earlier {
            value: moved(at).unwrap_or_else(|| line.value.clone()),
            ..line.clone()
        };
        let lines: Vec<Earlier> = earlier.iter().enumerate().map(line).collect();
        value(context, &lines.iter().collect::<Vec<_>>(), of)
    };
    let ends: Vec<Option<(Number, Number)>> = earlier.iter().map(|line| ends(context, line)).collect();
    let end = |at: usize, up: bool| {
        let (low, high) = ends.get(at)?.as_ref()?;
        Some(if up { high } else { low }.clone())
    };
    let middle = with(&|_| None)?;
    let rises = |at: usize| {
        let one = |up: bool| with(&|i| if i == at { end(i, up) } else { None });
        one(false).zip(one(true)).is_none_or(|(low, high)| low.compare(&high).is_le())
    };
    let rises: Vec<bool> = (0..earlier.len()).map(rises).collect();
    let all = |up: bool| with(&|at| end(at, rises.get(at).copied().unwrap_or(true) == up));
    let (low, high) = (all(false)?, all(true)?);
    let width = high.sub(&low).to_f64().abs();
    let chosen: Vec<&Earlier> = earlier.iter().collect();
    let lines = behind(context, &chosen, |without| value(context, without, of).as_ref() != Some(&middle));
    let degenerate = chosen.iter().any(|line| lines.contains(&line.number) && says_nothing(&line.value));
    let tie = || is_posterior(of) && is_tie(&posteriors(context, &chosen));
    let near = width > 0.0 && width <= WIDEST * middle.to_f64().abs();
    (near && !lines.is_empty() && !degenerate && !tie()).then_some(Between { low, high, lines })
}

/// Between what the number lay that was rounded to an earlier decimal.
fn ends(context: Context<'_>, line: &Earlier) -> Option<(Number, Number)> {
    let about = line.about.as_ref()?;
    let right = || value(context, &[], &line.quantity).filter(|_| !line.is_wrong && !line.is_carried);
    let Some(from) = line.meant.clone().or_else(right) else { return Some(about.clone()) };
    let (from, to) = (from, line.value.clone());
    Some(if from.compare(&to).is_le() { (from, to) } else { (to, from) })
}
