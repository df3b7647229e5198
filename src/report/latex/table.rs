//! Tables that fit the page: cells in lines where a column is too wide, then small letters, then several tables.

use super::super::document::{Align, BLANK, Grid};
use super::words::{LONG, extent, told};
use crate::text::shown;

/// Points of a line.
const ROOM: usize = 480;

/// The least width of a column of words, in characters.
const NARROW: usize = 22;

/// A line to write on is as wide as this many characters, and never broken: the preamble gives it 5 cm.
const LINE: usize = 32;

/// Numbers up to this many characters are never broken.
const NUMBER: usize = 40;

/// A table of more rows is broken over pages.
const ON_ONE_PAGE: usize = 36;

#[derive(Clone, Copy)]
struct Size {
    command: &'static str,
    letter: usize,
    gap: usize,
}

const NORMAL: Size = Size { command: "", letter: 54, gap: 12 };
const SMALL: Size = Size { command: "\\footnotesize\\setlength{\\tabcolsep}{3.5pt}", letter: 45, gap: 7 };

struct Column {
    natural: usize,
    least: usize,
}

/// One of the tables that a grid becomes: its columns, each with its width in characters where cells are broken.
struct Part {
    columns: Vec<(usize, Option<usize>)>,
    size: Size,
}

/// The grid as one table, or as several with the first column in each where it is too wide for the page.
pub(super) fn table(out: &mut String, grid: &Grid) {
    let rows = &grid.plain();
    let parts = parts(&columns(grid, rows));
    let several = parts.len() > 1;
    for part in &parts {
        if let (true, Some((first, _)), Some((last, _))) = (several, part.columns.get(1), part.columns.last())
        {
            let which = match (first + 1, last + 1) {
                (from, to) if from == to => format!("Column {from}"),
                (from, to) => format!("Columns {from} to {to}"),
            };
            out.push_str(&format!("\n\\textit{{{which} of {}}}\n", grid.columns.len()));
        }
        one(out, grid, rows, part);
    }
}

fn one(out: &mut String, grid: &Grid, cells: &[Vec<String>], part: &Part) {
    let spec = |(at, width): &(usize, Option<usize>)| {
        let align = grid.columns.get(*at).map(|(_, align)| *align).unwrap_or_default();
        match (align, width.map(|width| width * part.size.letter / 10)) {
            (Align::Left, None) => "l".to_owned(),
            (Align::Right, None) => "r".to_owned(),
            (Align::Left, Some(points)) => format!(">{{\\raggedright\\arraybackslash}}p{{{points}pt}}"),
            (Align::Right, Some(points)) => format!(">{{\\raggedleft\\arraybackslash}}p{{{points}pt}}"),
        }
    };
    let row = |cells: &[String]| {
        let cell = |(at, _): &(usize, Option<usize>)| told(cells.get(*at).map_or("", String::as_str).trim());
        // The braces keep a bracket at the beginning of a row from being read as a distance.
        format!("{{}}{} \\\\\n", part.columns.iter().map(cell).collect::<Vec<_>>().join(" & "))
    };
    let by_hand = cells.iter().flatten().any(|cell| cell.contains(BLANK));
    let stretch = if by_hand { "\\renewcommand{\\arraystretch}{1.8}" } else { "" };
    let header = row(&grid.columns.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>());
    let rows: String = cells.iter().map(|cells| row(cells)).collect();
    let spec: String = part.columns.iter().map(spec).collect();
    out.push_str(&format!("\n{{{}{stretch}\n", part.size.command));
    out.push_str(&if cells.len() <= ON_ONE_PAGE {
        format!(
            "\\begin{{tabular}}{{@{{}}{spec}@{{}}}}\n\\toprule\n{header}\\midrule\n{rows}\\bottomrule\n\\end{{tabular}}"
        )
    } else {
        let widest = row(&widest(grid, cells)).replace(" \\\\\n", " \\kill\n");
        format!(
            "\\begin{{longtable}}{{@{{}}{spec}@{{}}}}\n{widest}\\toprule\n{header}\\midrule\n\\endhead\n\
             \\bottomrule\n\\endfoot\n{widest}{rows}\\end{{longtable}}"
        )
    });
    out.push_str("\\par}\n");
}

/// The widest cell of each column, for a hidden row: it gives the head and the body of a long table, which are set
/// separately, the same column widths.
fn widest(grid: &Grid, rows: &[Vec<String>]) -> Vec<String> {
    let of = |(at, (name, _)): (usize, &(String, Align))| {
        let cells = rows.iter().filter_map(|row| row.get(at)).chain([name]);
        cells.max_by_key(|cell| extent(&shown(cell))).cloned().unwrap_or_default()
    };
    grid.columns.iter().enumerate().map(of).collect()
}

fn columns(grid: &Grid, rows: &[Vec<String>]) -> Vec<Column> {
    let column = |(at, (name, align)): (usize, &(String, Align))| {
        let wide = |text: &String| {
            let lines = text.matches(BLANK).count();
            (extent(&shown(&text.replace(BLANK, ""))) + lines * LINE).max(1)
        };
        let body = rows.iter().filter_map(|row| row.get(at)).map(wide).max().unwrap_or(0);
        let natural = body.max(wide(name));
        // Only long words are broken.
        let word = |text: &String| {
            let wide = |word: &str| if word.contains(BLANK) { LINE } else { extent(&shown(word)).min(LONG) };
            text.split(' ').map(wide).max().unwrap_or(0)
        };
        let least = match align {
            Align::Left => {
                let cells = rows.iter().filter_map(|row| row.get(at)).chain([name]);
                cells.map(word).max().unwrap_or(0).max(NARROW)
            }
            Align::Right => body.clamp(word(name).max(8), NUMBER),
        };
        Column { natural, least: least.min(natural) }
    };
    grid.columns.iter().enumerate().map(column).collect()
}

fn parts(columns: &[Column]) -> Vec<Part> {
    let all: Vec<usize> = (0..columns.len()).collect();
    if let Some(whole) = [NORMAL, SMALL].into_iter().find_map(|size| fitted(columns, &all, size)) {
        return vec![whole];
    }
    let mut groups: Vec<Vec<usize>> = vec![vec![0]];
    for at in 1..columns.len() {
        let Some(group) = groups.last_mut() else { continue };
        group.push(at);
        if group.len() > 2 && fitted(columns, group, SMALL).is_none() {
            group.pop();
            groups.push(vec![0, at]);
        }
    }
    let fitted =
        |group: &Vec<usize>| fitted(columns, group, SMALL).unwrap_or_else(|| part(columns, group, SMALL, 0));
    groups.iter().map(fitted).collect()
}

/// The columns at their natural widths, or the widest as narrow as needed; `None` if that is not enough.
fn fitted(columns: &[Column], wanted: &[usize], size: Size) -> Option<Part> {
    let gaps = wanted.len().saturating_sub(1) * size.gap;
    let room = ROOM.saturating_sub(gaps) * 10 / size.letter;
    let all = || wanted.iter().filter_map(|at| columns.get(*at));
    let total = |most: usize| all().map(|column| column.natural.min(most.max(column.least))).sum::<usize>();
    let most = all().map(|column| column.natural).max().unwrap_or(0).min(room.max(1));
    let most = (0..=most).rev().find(|most| total(*most) <= room)?;
    Some(part(columns, wanted, size, most))
}

fn part(columns: &[Column], wanted: &[usize], size: Size, most: usize) -> Part {
    let width = |at: &usize| {
        let narrow = columns.get(*at).map(|column| (column.natural, most.max(column.least)));
        (*at, narrow.filter(|(natural, most)| natural > most).map(|(_, most)| most))
    };
    Part { columns: wanted.iter().map(width).collect(), size }
}
