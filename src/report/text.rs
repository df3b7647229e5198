//! Documents as plain text for a terminal or a file, with their tables.

use super::document::{Align, Block, Document, Grid, Role};
use super::drawn;
use crate::math::{Chain, Face, Linear, Sentence, Stacked};
use crate::text::{display_width, names, shown, shown_lines, spelled};
use std::collections::BTreeSet;

const GAP: usize = 2;

#[derive(Clone, Copy, Debug)]
pub struct Style {
    pub width: usize,
    /// Only ASCII characters in formulas and rules.
    pub ascii: bool,
    pub plain: bool,
    /// With terminal colours; all other text is made safe for a terminal.
    pub colour: bool,
}

impl Default for Style {
    fn default() -> Self {
        Style { width: 78, ascii: false, plain: false, colour: false }
    }
}

impl Style {
    fn line(self) -> Linear {
        Linear(Face { ascii: self.ascii, ..Face::default() })
    }

    fn begins(self, role: Role) -> Option<&'static str> {
        if !self.colour {
            return None;
        }
        Some(match role {
            Role::Strong => "\x1b[1m",
            Role::Warning => "\x1b[33m",
            Role::Good => "\x1b[34m",
            Role::Bad => "\x1b[31m",
            Role::Class(class) => {
                ["\x1b[34m", "\x1b[33m", "\x1b[36m", "\x1b[31m", "\x1b[35m"].get(class % 5)?
            }
            Role::Text | Role::Secondary | Role::Number | Role::Selected => return None,
        })
    }
}

/// The document as text. Text from data is made safe to show; every line ends with a newline.
pub fn render(document: &Document, style: Style) -> String {
    let mut out = String::new();
    let blocks: Vec<_> = document.blocks.iter().map(|block| (block.role(), block.printed())).collect();
    let mut before: Option<&Block> = None;
    let each = blocks.iter().flat_map(|(role, blocks)| blocks.iter().map(|block| (*role, &**block)));
    for (role, block) in each {
        if let Block::Page(_) = block {
            out.push_str(if out.is_empty() { "" } else { "\u{c}" });
            before = None;
            continue;
        }
        if !block.is_tight(before) {
            out.push('\n');
        }
        let bullet = if style.ascii { "* " } else { "• " };
        match block {
            Block::Title(text) => headed(&mut out, text, if style.ascii { "=" } else { "═" }, style),
            Block::Heading(text) => headed(&mut out, text, if style.ascii { "-" } else { "─" }, style),
            // A screen reader would read out a bullet.
            Block::Item(text) if !style.plain => wrapped(&mut out, text, [bullet, "  "], role, style),
            Block::Text(text) | Block::Item(text) => wrapped(&mut out, text, ["", ""], role, style),
            Block::Grid(grid) => table(&mut out, grid, style),
            Block::Formula(chain) => formula(&mut out, chain, style),
            Block::Picture(picture) if !style.plain => {
                let text = drawn::text(picture, style.ascii);
                out.push_str(&if style.colour { shown_lines(&text) } else { text.as_str().into() });
            }
            Block::Line(chain) => {
                let rows = style.line().lines(chain, style.width.saturating_sub(2));
                rows.iter().for_each(|row| line(&mut out, row, "  ", Role::Text, style));
            }
            _ => {}
        }
        before = Some(block);
    }
    out
}

/// The text in the characters of the style. It is spelled out before layout: one cell here may become five in ASCII.
pub(super) fn in_style(text: &Sentence, style: Style) -> String {
    let text = text.plain();
    if style.ascii { spelled(&text) } else { text }
}

fn line(out: &mut String, text: &str, indent: &str, role: Role, style: Style) {
    let text = format!("{indent}{text}");
    let text = text.trim_end();
    let safe = if style.colour { shown(text) } else { text.into() };
    match style.begins(role).filter(|_| !safe.is_empty()) {
        Some(begins) => out.extend([begins, &safe, "\x1b[0m"]),
        None => out.push_str(&safe),
    }
    out.push('\n');
}

fn headed(out: &mut String, text: &Sentence, rule: &str, style: Style) {
    let text = in_style(text, style);
    line(out, &text, "", Role::Strong, style);
    if !style.plain {
        line(out, &rule.repeat(display_width(&text).min(style.width)), "", Role::Text, style);
    }
}

fn wrapped(out: &mut String, text: &Sentence, [first, next]: [&str; 2], role: Role, style: Style) {
    let text = in_style(text, style);
    let options = textwrap::Options::new(style.width)
        .initial_indent(first)
        .subsequent_indent(next)
        .break_words(false)
        .word_splitter(textwrap::WordSplitter::NoHyphenation);
    textwrap::wrap(&text, options).iter().for_each(|part| line(out, part, "", role, style));
}

fn formula(out: &mut String, chain: &Chain, style: Style) {
    if style.plain {
        line(out, &style.line().chain(chain), "  ", Role::Text, style);
        return;
    }
    let stacked = Stacked { width: style.width.saturating_sub(2), face: style.line().0 };
    stacked.chain(chain).lines().iter().for_each(|row| line(out, row, "  ", Role::Text, style));
}

fn table(out: &mut String, grid: &Grid, style: Style) {
    let Laid { header, rows, .. } = laid(grid, Room::open(GAP), |text| in_style(text, style));
    let row = |out: &mut String, cells: &[String], role: Role| {
        let cells: String = cells.iter().map(|cell| format!("{:GAP$}{cell}", "")).collect();
        line(out, &cells, "", role, style);
    };
    row(out, &header, Role::Strong);
    if !style.plain {
        let rule = if style.ascii { "-" } else { "─" };
        let total = header.iter().map(|cell| display_width(cell) + GAP).sum::<usize>().saturating_sub(GAP);
        line(out, &rule.repeat(total), "  ", Role::Text, style);
    }
    let roles = grid.roles.iter().copied().chain(std::iter::repeat(Role::Text));
    rows.iter().zip(roles).for_each(|(cells, role)| row(out, cells, role));
}

/// The least width of a name while headings of numbers can still be cut, and after that.
const LEAST: [usize; 2] = [8, 4];

/// The heading and the rows, every cell as wide as its column.
pub struct Laid {
    pub header: Vec<String>,
    pub rows: Vec<Vec<String>>,
    pub gap: usize,
}

#[derive(Clone, Copy, Debug)]
pub struct Room {
    pub gap: usize,
    pub columns: usize,
    /// The least and the most width of a column; a wider cell is not cut.
    pub column: [usize; 2],
}

impl Room {
    pub fn open(gap: usize) -> Room {
        Room { gap, columns: usize::MAX, column: [0, usize::MAX] }
    }
}

/// Lays out a table. If it is too wide, the gap between columns shrinks first. Then names are cut but stay distinct, then
/// headings of numbers. Numbers are never cut.
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
    // A note on further rows may run over the next columns.
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

/// Cuts the cells that are too wide; different cells stay distinct.
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
