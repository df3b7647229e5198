//! A document as plain text: what a pipe, a printer and a screen reader get.

use super::document::{Block, Document, Grid};
use super::grid::{Laid, Room, laid};
use super::plot;
use crate::math::{Chain, DecimalSign, Face, Linear, Sentence, Stacked, Tier};
use crate::text::{display_width, spelled};

/// Blanks before each column of a table.
const GAP: usize = 2;

#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// Cells of a line.
    pub width: usize,
    /// Only ASCII characters in formulas and rules.
    pub ascii: bool,
    /// No drawn formulas and no rules: for screen readers.
    pub plain: bool,
}

impl Default for Style {
    fn default() -> Self {
        Style { width: 78, ascii: false, plain: false }
    }
}

impl Style {
    fn line(self) -> Linear {
        Linear(Face { ascii: self.ascii, ..Face::default() })
    }
}

/// The document as text. Text from data is made safe to show; every line ends with a newline.
pub fn render(document: &Document, style: Style) -> String {
    let mut out = String::new();
    let blocks: Vec<_> = document.printed().collect();
    let mut before: Option<&Block> = None;
    for block in blocks.iter().map(|block| &**block) {
        if let Block::Page(_) = block {
            out.push_str(if out.is_empty() { "" } else { "\u{c}" });
            before = None;
            continue;
        }
        if !block.is_tight(before) {
            out.push('\n');
        }
        match block {
            Block::Title(text) => headed(&mut out, text, if style.ascii { '=' } else { '═' }, style),
            Block::Heading(text) => headed(&mut out, text, if style.ascii { '-' } else { '─' }, style),
            Block::Text(text) => wrapped(&mut out, text, "", "", style),
            Block::Item(text) => wrapped(&mut out, text, if style.ascii { "* " } else { "• " }, "  ", style),
            Block::Grid(grid) => table(&mut out, grid, style),
            Block::Formula(chain) => formula(&mut out, chain, style),
            Block::Picture(picture) if !style.plain => out.push_str(&plot::text(picture, style.ascii)),
            Block::Line(chain) => {
                let rows = style.line().lines(chain, style.width.saturating_sub(2));
                rows.iter().for_each(|row| line(&mut out, row, "  "));
            }
            _ => {}
        }
        before = Some(block);
    }
    out
}

/// Text made safe to show, in the characters of the style. It is spelled before it is laid out: what takes one cell here
/// may take five in ASCII.
pub(super) fn told(text: &Sentence, style: Style) -> String {
    let text = text.plain();
    if style.ascii { spelled(&text) } else { text }
}

fn line(out: &mut String, text: &str, indent: &str) {
    out.push_str(format!("{indent}{text}").trim_end());
    out.push('\n');
}

fn headed(out: &mut String, text: &Sentence, rule: char, style: Style) {
    let text = told(text, style);
    line(out, &text, "");
    if !style.plain {
        line(out, &rule.to_string().repeat(display_width(&text).min(style.width)), "");
    }
}

fn wrapped(out: &mut String, text: &Sentence, first: &str, next: &str, style: Style) {
    let text = told(text, style);
    let options = textwrap::Options::new(style.width)
        .initial_indent(first)
        .subsequent_indent(next)
        .break_words(false)
        .word_splitter(textwrap::WordSplitter::NoHyphenation);
    for part in textwrap::wrap(&text, options) {
        line(out, &part, "");
    }
}

fn formula(out: &mut String, chain: &Chain, style: Style) {
    if style.plain {
        line(out, &style.line().chain(chain), "  ");
        return;
    }
    let glyphs = if style.ascii { Tier::Ascii } else { Tier::Box };
    let stacked = Stacked { width: style.width.saturating_sub(2), glyphs, sign: DecimalSign::Point };
    for row in stacked.chain(chain).lines() {
        line(out, &row, "  ");
    }
}

fn table(out: &mut String, grid: &Grid, style: Style) {
    let Laid { header, rows, .. } = laid(grid, Room::open(GAP), |text| told(text, style));
    let row = |out: &mut String, cells: &[String]| {
        let cells: String = cells.iter().map(|cell| format!("{:GAP$}{cell}", "")).collect();
        line(out, &cells, "");
    };
    row(out, &header);
    if !style.plain {
        let rule = if style.ascii { "-" } else { "─" };
        let total = header.iter().map(|cell| display_width(cell) + GAP).sum::<usize>().saturating_sub(GAP);
        line(out, &rule.repeat(total), "  ");
    }
    rows.iter().for_each(|cells| row(out, cells));
}
