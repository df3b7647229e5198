//! How a number of the model was computed: its formula, its inputs, the part of each row in a sum, the elimination for
//! an inverse, and its value under another α. Screen 3 shows it beside the table.

use super::document::{Block, Document, Grid, Role, cells, equals};
use super::parameters::float_cell;
use crate::math::{Expr, Linear, Number, Quantity, Sentence, sentence};
use crate::text::display_width;
use crate::worked::likelihood::{Argument, Passage};
use crate::worked::{Deviations, Elimination, Step};

/// The steps that compute a number, itself first, then its inputs, the nearest first; a warning about it; and the counts,
/// with their titles.
pub fn why<'a>(
    quantity: &Quantity,
    steps: impl Iterator<Item = &'a Step>,
    counts: impl Iterator<Item = &'a Step>,
    by_elimination: Option<&Elimination>,
    trouble: Option<&str>,
    selected: Option<usize>,
) -> Document {
    let mut out = Document::default();
    let (whole, used) = with_lines(quantity, steps);
    for (at, step) in whole.into_iter().enumerate() {
        if at > 0 {
            out.blank();
        }
        out.blocks.push(Block::Working(step.chain.clone(), quantity.clone()));
        if let Some(found) = by_elimination.filter(|_| step.of == *quantity) {
            out.blank();
            out.append(elimination(found));
        }
    }
    if !used.is_empty() {
        out.blank();
        let mut grid = folded(&used);
        // Beside a table there is no room for the column “from”.
        grid.columns.remove(1);
        grid.rows.iter_mut().for_each(|row| drop(row.remove(1)));
        let role = |at| if selected == Some(at) { Role::Selected } else { Role::Text };
        grid.roles = (0..grid.rows.len()).map(role).collect();
        out.grid(grid);
    }
    if let Some(trouble) = trouble {
        out.blank();
        out.say(Role::Warning, trouble);
    }
    let counts: Vec<([String; 2], &Step)> =
        counts.map(|step| ([address(&step.of), Linear::default().expr(&step.shown)], step)).collect();
    let [name, number] = [0, 1].map(|at: usize| {
        let texts = counts.iter().filter_map(|(texts, _)| texts.get(at));
        texts.map(|text| display_width(text)).max().unwrap_or(0)
    });
    for (at, ([address, value], step)) in counts.iter().enumerate() {
        if at == 0 {
            out.blank();
        }
        let blanks = " ".repeat(name + 2 + number - display_width(address) - display_width(value));
        out.labelled(format!("{address}{blanks}{value}  "), Role::Text, step.title.clone());
    }
    out
}

/// The steps of a number that are shown in full, and those of its inputs, which have a line each.
pub fn with_lines<'a>(
    quantity: &Quantity,
    steps: impl Iterator<Item = &'a Step>,
) -> (Vec<&'a Step>, Vec<&'a Step>) {
    // ℓ is shown with its parts.
    let is_whole = |(at, step): &(usize, &Step)| {
        *at == 0 || step.of == *quantity || matches!(step.of, Quantity::LogLik(_))
    };
    let (whole, mut used): (Vec<_>, Vec<_>) = steps.enumerate().partition(is_whole);
    used.reverse();
    used.sort_by_key(|(_, step)| step.rule as usize);
    let steps = |all: Vec<(usize, &'a Step)>| all.into_iter().map(|(_, step)| step).collect();
    (steps(whole), steps(used))
}

/// Steps with a line each: the name, the numbers it comes from, and the value.
pub(super) fn folded(steps: &[&Step]) -> Grid {
    let mut grid = Grid::of(["number", ">from", ">value"]);
    for step in steps {
        let sides = &step.chain.rest;
        let before = sides.len().checked_sub(2).and_then(|at| sides.get(at)).map(|(_, side)| side);
        let from = before.filter(|side| side.is_of_numbers()).map(Sentence::from).unwrap_or_default();
        let value = sides.last().map(|(_, side)| Sentence::from(side)).unwrap_or_default();
        grid.row([Sentence::from(&Expr::Of(step.of.clone())), from, value]);
    }
    grid
}

/// An address, its names left out where they are long: `count(…)`.
fn address(quantity: &Quantity) -> String {
    let whole = Linear::default().expr(&Expr::Of(quantity.clone()));
    match whole.split_once('(') {
        Some((head, _)) if display_width(&whole) > 10 => format!("{head}(…)"),
        _ => whole,
    }
}

/// The same number under other α: the α, whether it is the current one, the number as counted, its value.
pub fn under_other_alphas(alphas: &[(String, bool, Expr, Option<Number>)]) -> Document {
    let mut out = Document::headed("If α were");
    let mut grid = Grid::of(["", ">", ">", ""]);
    for (alpha, now, shown, value) in alphas {
        let value = value.as_ref().map_or_else(|| "has no value".into(), equals);
        let value = if *now { value.and("  ◂ now") } else { value };
        let role = if *now { Role::Strong } else { Role::Text };
        grid.push(role, cells!["", alpha.clone(), sentence!("{}", shown), value]);
    }
    out.grid(grid);
    out
}

/// What each row adds to a mean, a variance or an entry of Σ.
pub fn deviations(found: &Deviations) -> Document {
    let mut out = Document::headed("Row by row");
    let mut grid = Grid::of([">row"]).numbers(&found.heads);
    for (row, numbers) in &found.rows {
        let cells = numbers.iter().map(|number| float_cell(Some(*number)));
        grid.named((row + 1).to_string(), cells);
    }
    let blanks = found.heads.len().saturating_sub(1);
    let line = |name: String, last: Sentence| {
        cells![name].into_iter().chain(std::iter::repeat_n(Sentence::default(), blanks)).chain([last])
    };
    let more = found.total - found.rows.len();
    if more > 0 {
        grid.push(Role::Secondary, line(format!("… {more} more"), "…".into()));
    }
    grid.push(Role::Strong, line("sum".into(), float_cell(Some(found.sum))));
    out.grid(grid);
    out
}

pub fn elimination(found: &Elimination) -> Document {
    let mut out = Document::headed("By elimination");
    out.text(Elimination::OPENING);
    let tableau = |out: &mut Document, tableau: &_| {
        out.blank();
        out.blocks.push(Block::Tableau(Clone::clone(tableau)));
        out.blank();
    };
    tableau(&mut out, &found.start);
    for step in &found.steps {
        out.text(step.sentence());
        tableau(&mut out, &step.tableau);
    }
    out.text(Elimination::CLOSING);
    out
}

/// The first `revealed` passages of an argument.
pub fn argument(argument: &Argument, revealed: usize) -> Document {
    let mut out = Document::headed(format!("Why this formula: {}", argument.parameter));
    out.append(passages(argument.passages.get(..revealed).unwrap_or(&argument.passages)));
    out
}

pub(super) fn passages(passages: &[Passage]) -> Document {
    let mut out = Document::default();
    for passage in passages {
        out.text(passage.text.clone());
        out.blocks.extend(passage.chains.iter().cloned().map(Block::Formula));
    }
    out
}
