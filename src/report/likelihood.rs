//! Why a formula is what it is, as a document.

use super::document::{Align, Block, Document, Grid};
use crate::math::{FIGURES, Number, significant};
use crate::worked::likelihood::Argument;

/// What stands in the place of a change where nothing is changed.
pub const HERE: &str = "the model";

/// The argument from ℓ to the estimate, and ℓ beside it.
pub fn argument(argument: &Argument) -> Document {
    let mut out = Document::default();
    out.heading(format!("Why this formula: {}", argument.parameter));
    for passage in &argument.passages {
        out.text(passage.text.clone());
        out.blocks.extend(passage.chains.iter().cloned().map(Block::Formula));
    }
    out.heading(format!("ℓ when {} is nudged", argument.parameter));
    if !argument.moves.is_empty() {
        out.grid(nudges(argument));
    }
    out.text(argument.verdict.clone());
    out
}

/// The parameter, ℓ, and how much ℓ changes; where counts are added to, also what that makes of the change.
pub fn nudges(argument: &Argument) -> Grid {
    let smoothed = argument.moves.iter().any(|moved| moved.smoothed.is_some());
    let is_prior = argument.parameter.feature().is_none();
    let mut heads = vec![argument.parameter.to_string(), "ℓ".to_owned(), "change".to_owned()];
    if smoothed {
        let name = if is_prior { "a" } else { "α" };
        heads.push(format!("change of ℓ + {name} · ∑ ln P"));
    }
    let mut grid = Grid::new(heads.into_iter().map(|head| (head, Align::Right)));
    let minus_infinity = || "-∞".to_owned();
    let here = |out: &mut Grid| {
        let now = argument.log_likelihood.as_ref();
        let value = argument.value.as_ref().map(|value| significant(value, FIGURES).0).unwrap_or_default();
        let ln = now.map_or_else(minus_infinity, |now| significant(now, FIGURES).0);
        let mut row = vec![value, ln, HERE.to_owned()];
        row.extend(smoothed.then(String::new));
        out.rows.push(row);
    };
    let below =
        |value: &Number| argument.value.as_ref().is_none_or(|estimate| value.compare(estimate).is_lt());
    let mut passed = false;
    for moved in &argument.moves {
        if !passed && !below(&moved.value) {
            here(&mut grid);
            passed = true;
        }
        let float = |value: Option<f64>| {
            value.map_or_else(minus_infinity, |value| significant(&Number::Float(value), FIGURES).0)
        };
        let mut row = vec![
            significant(&moved.value, FIGURES).0,
            float(moved.log_likelihood),
            moved.change.map_or_else(|| "-".to_owned(), change),
        ];
        row.extend(smoothed.then(|| moved.smoothed.map_or_else(String::new, change)));
        grid.rows.push(row);
    }
    if !passed {
        here(&mut grid);
    }
    grid
}

/// `-0.53`, `+0.02`: a change with its sign.
fn change(value: f64) -> String {
    let size = significant(&Number::Float(value.abs()), 3).0;
    format!("{}{size}", if value < 0.0 { "-" } else { "+" })
}
