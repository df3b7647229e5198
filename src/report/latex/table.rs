//! Tables that fit the page: cells in lines where a column is too wide, then small letters, then the table is scaled.

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

/// How a grid is set: the width in characters of each column whose cells are broken.
struct Setting {
    widths: Vec<Option<usize>>,
    size: Size,
    /// Whether the table is still too wide and is scaled to the page.
    scaled: bool,
}

pub(super) fn table(out: &mut String, grid: &Grid) {
    let rows = &grid.plain();
    let columns = columns(grid, rows);
    match [NORMAL, SMALL].into_iter().find_map(|size| fitted(&columns, size)) {
        Some(setting) => one(out, grid, rows, &setting),
        // A scaled table cannot be broken over pages.
        None => {
            let setting = Setting { scaled: true, ..setting(&columns, SMALL, 0) };
            rows.chunks(ON_ONE_PAGE).for_each(|rows| one(out, grid, rows, &setting));
        }
    }
}

fn one(out: &mut String, grid: &Grid, cells: &[Vec<String>], setting: &Setting) {
    let spec = |((_, align), width): (&(String, Align), &Option<usize>)| match (
        align,
        width.map(|width| width * setting.size.letter / 10),
    ) {
        (Align::Left, None) => "l".to_owned(),
        (Align::Right, None) => "r".to_owned(),
        (Align::Left, Some(points)) => format!(">{{\\raggedright\\arraybackslash}}p{{{points}pt}}"),
        (Align::Right, Some(points)) => format!(">{{\\raggedleft\\arraybackslash}}p{{{points}pt}}"),
    };
    let row = |cells: &[String]| {
        let cell = |at: usize| told(cells.get(at).map_or("", String::as_str).trim());
        // The braces keep a bracket at the beginning of a row from being read as a distance.
        format!("{{}}{} \\\\\n", (0..grid.columns.len()).map(cell).collect::<Vec<_>>().join(" & "))
    };
    let by_hand = cells.iter().flatten().any(|cell| cell.contains(BLANK));
    let stretch = if by_hand { "\\renewcommand{\\arraystretch}{1.8}" } else { "" };
    let header = row(&grid.columns.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>());
    let rows: String = cells.iter().map(|cells| row(cells)).collect();
    let spec: String = grid.columns.iter().zip(&setting.widths).map(spec).collect();
    out.push_str(&format!("\n{{{}{stretch}\n", setting.size.command));
    out.push_str(&if cells.len() <= ON_ONE_PAGE {
        let [before, after] = if setting.scaled { ["\\fit{\n", "\n}"] } else { [""; 2] };
        format!(
            "{before}\\begin{{tabular}}{{@{{}}{spec}@{{}}}}\n\\toprule\n{header}\\midrule\n{rows}\\bottomrule\n\\end{{tabular}}{after}"
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

/// The columns at their natural widths, or the widest as narrow as needed; `None` if that is not enough.
fn fitted(columns: &[Column], size: Size) -> Option<Setting> {
    let gaps = columns.len().saturating_sub(1) * size.gap;
    let room = ROOM.saturating_sub(gaps) * 10 / size.letter;
    let total =
        |most: usize| columns.iter().map(|column| column.natural.min(most.max(column.least))).sum::<usize>();
    let most = columns.iter().map(|column| column.natural).max().unwrap_or(0).min(room.max(1));
    let most = (0..=most).rev().find(|most| total(*most) <= room)?;
    Some(setting(columns, size, most))
}

fn setting(columns: &[Column], size: Size, most: usize) -> Setting {
    let width = |column: &Column| {
        let most = most.max(column.least);
        (column.natural > most).then_some(most)
    };
    Setting { widths: columns.iter().map(width).collect(), size, scaled: false }
}
