//! How wide the columns of a table are, and its cells cut and filled to them: for text, Markdown and the terminal alike.

use std::collections::BTreeSet;

use super::document::{Align, Grid, Role};
use crate::math::Sentence;
use crate::text::{display_width, names};

/// Columns that a name keeps while headings of numbers can still be cut, and at last.
const LEAST: [usize; 2] = [8, 4];

/// The heading and the rows, every cell as wide as its column.
pub struct Laid {
    pub header: Vec<String>,
    pub rows: Vec<Vec<String>>,
    pub gap: usize,
}

/// What a table has to fit into.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    pub gap: usize,
    pub columns: usize,
    /// The least and the most width of a column; a cell that is wider stands as it is.
    pub column: [usize; 2],
}

impl Room {
    pub fn open(gap: usize) -> Room {
        Room { gap, columns: usize::MAX, column: [0, usize::MAX] }
    }
}

/// Lays a table out. Where it is too wide, a blank between two columns goes first, then names are cut so that they stay apart, then headings of numbers; numbers are
/// never cut.
pub fn laid(grid: &Grid, room: Room, written: impl Fn(&Sentence) -> String) -> Laid {
    let [least, most] = room.column;
    let mut header: Vec<String> =
        grid.columns.iter().map(|(name, _)| written(&name.as_str().into())).collect();
    let mut rows: Vec<Vec<String>> = Vec::new();
    for row in &grid.rows {
        let cell = |at: usize| row.get(at).map(&written).unwrap_or_default();
        rows.push((0..header.len()).map(cell).collect());
    }
    let widest = |cells: &mut dyn Iterator<Item = &String>| {
        cells.map(|cell| display_width(cell)).filter(|width| *width <= most).max().unwrap_or(0).max(least)
    };
    // What is said of further rows goes on over the next columns, where it has no room in its own.
    let over = |row: usize| room.columns < usize::MAX && grid.roles.get(row) == Some(&Role::Secondary);
    let cells = |at: usize| {
        let rows = rows.iter().enumerate().filter(move |(row, _)| at > 0 || !over(*row));
        rows.filter_map(move |(_, row)| row.get(at))
    };
    let body: Vec<usize> = (0..header.len()).map(|at| widest(&mut cells(at))).collect();
    let whole = header.iter().zip(&body).map(|(name, body)| widest(&mut [name].into_iter()).max(*body));
    let mut widths: Vec<usize> = whole.map(|width| width.min(room.columns)).collect();
    let total = |widths: &[usize], gap: usize| {
        widths.iter().map(|width| width.saturating_add(gap)).fold(0, usize::saturating_add)
    };
    let gap = if total(&widths, room.gap) > room.columns { room.gap.min(1) } else { room.gap };
    let columns = room.columns.saturating_sub(room.gap).saturating_add(gap);
    let is_name = |at: usize| grid.columns.get(at).is_some_and(|(_, align)| *align == Align::Left);
    let steps = [(true, LEAST[0]), (false, 0), (true, LEAST[1])];
    for (of_names, least) in steps {
        let floor = |at: usize| if of_names { least } else { body.get(at).copied().unwrap_or(0).max(least) };
        while total(&widths, gap) > columns {
            let some = widths
                .iter_mut()
                .enumerate()
                .filter(|(at, width)| is_name(*at) == of_names && **width > floor(*at));
            let Some((_, widest)) = some.max_by_key(|(_, width)| **width) else { break };
            *widest -= 1;
        }
    }
    if room.columns < usize::MAX {
        for (at, (width, name)) in widths.iter().zip(&mut header).enumerate() {
            let rows = rows.iter_mut().enumerate().filter(|(row, _)| at > 0 || !over(*row));
            cut(rows.filter_map(|(_, row)| row.get_mut(at)), *width);
            cut([name].into_iter(), *width);
        }
    }
    let fill = |cells: &mut Vec<String>| {
        for ((cell, width), (_, align)) in cells.iter_mut().zip(&widths).zip(&grid.columns) {
            let blanks = " ".repeat(width.saturating_sub(display_width(cell)));
            match align {
                Align::Left => cell.push_str(&blanks),
                Align::Right => cell.insert_str(0, &blanks),
            }
        }
    };
    fill(&mut header);
    rows.iter_mut().for_each(fill);
    Laid { header, rows, gap }
}

/// Cuts the cells that are too wide so that those that differ still do.
fn cut<'a>(cells: impl Iterator<Item = &'a mut String>, width: usize) {
    let cells: Vec<&mut String> = cells.filter(|cell| display_width(cell) > width).collect();
    let different: BTreeSet<String> = cells.iter().map(|cell| (**cell).clone()).collect();
    let short = names(&different.iter().map(String::as_str).collect::<Vec<_>>(), width);
    for cell in cells {
        if let Some((_, name)) = different.iter().zip(&short).find(|(name, _)| *name == cell) {
            name.clone_into(cell);
        }
    }
}
