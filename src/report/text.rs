//! A document as plain text: what a pipe, a printer and a screen reader get.

use super::document::{Align, Block, Document, Grid};
use crate::math::{Chain, Linear, Stacked, Tier};
use crate::text::{display_width, shown};

/// How text is drawn.
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

/// The document as text. Text from data is made safe to show; every line ends with a newline.
pub fn render(document: &Document, style: Style) -> String {
    let mut out = String::new();
    let mut before: Option<&Block> = None;
    for block in &document.blocks {
        if let Block::Page(_) = block {
            out.push_str(if out.is_empty() { "" } else { "\u{c}" });
            before = None;
            continue;
        }
        let tight = matches!(
            (before, block),
            (None, _) | (Some(Block::Item(_)), Block::Item(_)) | (Some(Block::Line(_)), Block::Line(_))
        );
        if !tight {
            out.push('\n');
        }
        match block {
            Block::Title(text) => headed(&mut out, text, if style.ascii { '=' } else { '═' }, style),
            Block::Heading(text) => headed(&mut out, text, if style.ascii { '-' } else { '─' }, style),
            Block::Text(text) => wrapped(&mut out, text, "", "", style),
            Block::Item(text) => wrapped(&mut out, text, if style.ascii { "* " } else { "• " }, "  ", style),
            Block::Grid(grid) => table(&mut out, grid, style),
            Block::Formula(chain) => formula(&mut out, chain, style),
            Block::Line(chain) => {
                let rows = Linear { ascii: style.ascii }.lines(chain, style.width.saturating_sub(2));
                rows.iter().for_each(|row| line(&mut out, row, "  "));
            }
            Block::Page(_) => {}
        }
        before = Some(block);
    }
    out
}

/// Text made safe to show, in the characters of the style. It is spelled before it is laid out: what takes one cell here
/// may take five in ASCII.
pub(super) fn told(text: &str, style: Style) -> String {
    let text = shown(text);
    if style.ascii { spelled(&text) } else { text.into_owned() }
}

/// The program's own characters in ASCII; letters of the data that are none of these are kept.
pub fn spelled(text: &str) -> String {
    // A right answer with a note has one sign of its own.
    let text = text.replace("✓~", "~");
    let mut out = String::with_capacity(text.len());
    let mut raised = false;
    for c in text.chars() {
        let power = "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().position(|digit| digit == c);
        if let Some(digit) = power {
            out.push_str(if raised { "" } else { "^" });
            out.push_str(&digit.to_string());
        } else {
            match c {
                '×' => out.push('x'),
                '·' => out.push('*'),
                '−' | '–' => out.push('-'),
                '≈' => out.push_str("~="),
                '≠' => out.push_str("!="),
                '≥' => out.push_str(">="),
                '≤' => out.push_str("<="),
                'α' => out.push_str("alpha"),
                'ε' => out.push_str("epsilon"),
                'θ' => out.push_str("theta"),
                'σ' => out.push_str("sigma"),
                'Σ' => out.push_str("Sigma"),
                'ᵈ' => out.push_str("^d"),
                'μ' => out.push_str("mu"),
                '½' => out.push_str("1/2"),
                '⁻' => out.push_str("^-"),
                'λ' => out.push_str("lambda"),
                'ℓ' => out.push_str("log L"),
                '∑' => out.push_str("sum"),
                'ᵀ' => out.push('\''),
                '₀' => out.push_str("_0"),
                '…' => out.push_str("..."),
                '✓' => out.push_str("ok"),
                '✗' => out.push('x'),
                '√' => out.push_str("sqrt"),
                'π' => out.push_str("pi"),
                '“' | '”' => out.push('"'),
                '‘' | '’' => out.push('\''),
                other => out.push(other),
            }
        }
        raised = power.is_some() || c == '⁻';
    }
    out
}

fn line(out: &mut String, text: &str, indent: &str) {
    out.push_str(format!("{indent}{text}").trim_end());
    out.push('\n');
}

fn headed(out: &mut String, text: &str, rule: char, style: Style) {
    let text = told(text, style);
    line(out, &text, "");
    if !style.plain {
        line(out, &rule.to_string().repeat(display_width(&text).min(style.width)), "");
    }
}

fn wrapped(out: &mut String, text: &str, first: &str, next: &str, style: Style) {
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
        line(out, &Linear { ascii: style.ascii }.chain(chain), "  ");
        return;
    }
    let glyphs = if style.ascii { Tier::Ascii } else { Tier::Box };
    let stacked = Stacked { width: style.width.saturating_sub(2), glyphs };
    for row in stacked.chain(chain).lines() {
        line(out, &row, "  ");
    }
}

fn table(out: &mut String, grid: &Grid, style: Style) {
    let cell = |text: &String| told(text, style);
    let header: Vec<String> = grid.columns.iter().map(|(name, _)| cell(name)).collect();
    let rows: Vec<Vec<String>> = grid.rows.iter().map(|row| row.iter().map(cell).collect()).collect();
    let width = |at: usize| {
        let cells = std::iter::once(&header).chain(&rows).filter_map(|row| row.get(at));
        cells.map(|text| display_width(text)).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..header.len()).map(width).collect();
    let row = |out: &mut String, cells: &[String]| {
        let mut text = String::new();
        for ((cell, width), (_, align)) in cells.iter().zip(&widths).zip(&grid.columns) {
            let gap = " ".repeat(width.saturating_sub(display_width(cell)));
            text.push_str("  ");
            match align {
                Align::Left => text.extend([cell.as_str(), &gap]),
                Align::Right => text.extend([gap.as_str(), cell]),
            }
        }
        line(out, &text, "");
    };
    row(out, &header);
    if !style.plain {
        let rule = if style.ascii { "-" } else { "─" };
        let total = widths.iter().map(|width| width + 2).sum::<usize>().saturating_sub(2);
        line(out, &rule.repeat(total), "  ");
    }
    rows.iter().for_each(|cells| row(out, cells));
}
