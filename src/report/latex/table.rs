//! Tables that fit the page: wide columns of words are broken into lines, and what is still too wide is scaled.

use super::super::document::{Align, BLANK, Grid};
use super::words::{LONG, extent, typeset_words};
use crate::text::shown;

/// Characters on a line of normal and of small letters.
const LINE: [usize; 2] = [88, 106];
const GAP: usize = 2;

/// A line to write on is as wide as this many characters: the preamble gives it 5 cm.
const BY_HAND: usize = 32;

/// A table of more rows is broken over pages.
const ON_ONE_PAGE: usize = 36;

struct Column {
    align: Align,
    widest: String,
    width: usize,
    /// Whether it may be broken into lines.
    is_wide: bool,
}

pub(super) fn table(out: &mut String, grid: &Grid) {
    let rows = grid.plain();
    let width = |text: &str| extent(&shown(&text.replace(BLANK, ""))) + text.matches(BLANK).count() * BY_HAND;
    let column = |(at, (name, align)): (usize, &(String, Align))| {
        let cells = rows.iter().filter_map(|row| row.get(at)).chain([name]);
        let widest = cells.max_by_key(|cell| width(cell)).cloned().unwrap_or_default();
        let width = width(&widest);
        let is_wide = *align == Align::Left && width > LONG && !widest.contains(BLANK);
        Column { align: *align, widest, width, is_wide }
    };
    let columns: Vec<Column> = grid.columns.iter().enumerate().map(column).collect();
    let total = |most: usize| -> usize {
        let width = |column: &Column| if column.is_wide { column.width.min(most) } else { column.width };
        columns.iter().map(|column| width(column) + GAP).sum()
    };
    let is_small = total(usize::MAX) > LINE[0];
    // Wide columns share what the others leave.
    let share =
        LINE[1].saturating_sub(total(0)) / columns.iter().filter(|column| column.is_wide).count().max(1);
    let most = if is_small { share.max(LONG) } else { usize::MAX };
    let is_scaled = is_small && total(most) > LINE[1];
    let spec = |column: &Column| match column.align {
        Align::Left if column.is_wide && column.width > most => {
            format!(">{{\\raggedright\\arraybackslash}}p{{{}pt}}", most * 45 / 10)
        }
        Align::Left => "l".to_owned(),
        Align::Right => "r".to_owned(),
    };
    let spec: String = columns.iter().map(spec).collect();
    let row = |cells: &[String]| {
        let cell = |at: usize| typeset_words(cells.get(at).map_or("", String::as_str).trim());
        // The braces keep a bracket at the beginning of a row from being read as a distance.
        format!("{{}}{} \\\\\n", (0..columns.len()).map(cell).collect::<Vec<_>>().join(" & "))
    };
    let header = row(&grid.columns.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>());
    let lines: Vec<String> = rows.iter().map(|cells| row(cells)).collect();
    let size = if is_small { "\\footnotesize\\setlength{\\tabcolsep}{3.5pt}" } else { "" };
    let by_hand = rows.iter().flatten().any(|cell| cell.contains(BLANK));
    let stretch = if by_hand { "\\renewcommand{\\arraystretch}{1.8}" } else { "" };
    // A scaled table cannot be broken over pages.
    let on_one_page = if is_scaled { ON_ONE_PAGE } else { lines.len().max(1) };
    for lines in lines.chunks(on_one_page) {
        let body = lines.concat();
        out.push_str(&format!("\n{{{size}{stretch}\n"));
        out.push_str(&if lines.len() <= ON_ONE_PAGE {
            let [before, after] = if is_scaled { ["\\fit{\n", "\n}"] } else { [""; 2] };
            format!(
                "{before}\\begin{{tabular}}{{@{{}}{spec}@{{}}}}\n\\toprule\n{header}\\midrule\n{body}\\bottomrule\n\\end{{tabular}}{after}"
            )
        } else {
            // The hidden row of the widest cells gives the head and the body, which are set separately, the same widths.
            let widest: Vec<String> = columns.iter().map(|column| column.widest.clone()).collect();
            let widest = row(&widest).replace(" \\\\\n", " \\kill\n");
            format!(
                "\\begin{{longtable}}{{@{{}}{spec}@{{}}}}\n{widest}\\toprule\n{header}\\midrule\n\\endhead\n\
                 \\bottomrule\n\\endfoot\n{widest}{body}\\end{{longtable}}"
            )
        });
        out.push_str("\\par}\n");
    }
}
