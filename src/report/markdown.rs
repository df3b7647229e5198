//! A document as Markdown: CommonMark with the tables of GitHub, formulas as LaTeX between `$$`.
//!
//! Text is escaped, so that a name from the data is never a table, a heading, a link or a formula. The LaTeX uses only
//! commands that GitHub, notebooks and Pandoc accept. GitHub refuses `\operatorname`, and parses the text between `$$` as
//! Markdown first, where `\\` is a line break at the end of a line only.

use super::document::{Align, Block, Document, Grid, chains, groups, items};
use super::drawn;
use super::text::{Laid, Room, Style, in_style, laid};
use crate::math::{Chain, Latex, Sentence};
use crate::text::display_width;

/// Characters of a formula before it is broken.
const WIDTH: usize = 84;

/// Cells up to this width are padded, so that the source of the table is readable.
const PADDED: usize = 40;

/// Ends a page of a browser or of Pandoc.
const PAGE: &str = "<div style=\"page-break-after: always\"></div>\n\n";

pub fn render(document: &Document, style: Style) -> String {
    let mut out = String::new();
    let printed = document.printed();
    for group in groups(&printed) {
        let Some(block) = group.first() else { continue };
        let tight = out.is_empty() || out.ends_with(PAGE);
        out.push_str(if tight { "" } else { "\n" });
        match &**block {
            Block::Title(text) => line(&mut out, "# ", text, style),
            Block::Heading(text) => line(&mut out, "## ", text, style),
            Block::Text(text) => line(&mut out, "", text, style),
            Block::Item(_) => items(group).for_each(|text| line(&mut out, "- ", text, style)),
            Block::Grid(grid) => table(&mut out, grid, style),
            Block::Formula(_) | Block::Line(_) => formula(&mut out, chains(group)),
            Block::Picture(picture) => {
                out.push_str(&format!("```text\n{}```\n", drawn::text(picture, style.ascii)));
            }
            Block::Page(_) => out.push_str(if tight { "" } else { PAGE }),
            _ => {}
        }
    }
    out
}

fn line(out: &mut String, mark: &str, text: &Sentence, style: Style) {
    let text = escaped(in_style(text, style).trim());
    out.push_str(mark);
    out.push_str(&at_line_start(&text));
    out.push('\n');
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '&' | '~' | '$') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// Escapes marks that act at the beginning of a line only: of headings, lists and rules, and numbers of lists.
fn at_line_start(text: &str) -> String {
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let acts = if digits > 0 {
        let rest = text.get(digits..).and_then(|rest| rest.strip_prefix(['.', ')']));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    } else {
        text.starts_with(['#', '+', '-', '=', '|', ':'])
    };
    match text.split_at_checked(digits).filter(|_| acts) {
        Some((before, after)) => format!("{before}\\{after}"),
        None => text.to_owned(),
    }
}

fn table(out: &mut String, grid: &Grid, style: Style) {
    let cell = |text: &Sentence| escaped(in_style(text, style).trim()).replace('|', "\\|");
    let Laid { header, rows, .. } = laid(grid, Room { column: [3, PADDED], ..Room::open(0) }, cell);
    let mut row = |cells: &[String]| out.push_str(&format!("| {} |\n", cells.join(" | ")));
    row(&header);
    let rule = |(head, (_, align)): (&String, &(String, Align))| match align {
        Align::Left => "-".repeat(display_width(head)),
        Align::Right => format!("{}:", "-".repeat(display_width(head).saturating_sub(1))),
    };
    row(&header.iter().zip(&grid.columns).map(rule).collect::<Vec<_>>());
    rows.iter().for_each(|cells| row(cells));
}

fn formula<'a>(out: &mut String, chains: impl Iterator<Item = &'a Chain>) {
    let tex = Latex.display(&Latex.rows(chains, WIDTH));
    // No name can hold these: a backslash of the data is spelled out.
    let tex =
        tex.replace("\\operatorname{", "\\mathrm{").replace(" \\, ", " \\thinspace ").replace("_{", " _{");
    out.push_str(&format!("$$\n{tex}\n$$\n"));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(block: Block) -> String {
        render(&Document { blocks: vec![block] }, Style::default())
    }

    #[test]
    fn names_do_not_act() {
        for (text, line) in [
            ("a*b_c`d`", "a\\*b\\_c\\`d\\`"),
            ("# no heading", "\\# no heading"),
            ("- no item", "\\- no item"),
            ("12. no list", "12\\. no list"),
            ("1986) no list", "1986\\) no list"),
            ("12.5 is a number", "12.5 is a number"),
            ("<b>&amp;[x](y)", "\\<b\\>\\&amp;\\[x\\](y)"),
            ("$x$ ~~y~~ C:\\n", "\\$x\\$ \\~\\~y\\~\\~ C:\\\\n"),
            ("a\nb\u{1b}[2J", "a␊b␛\\[2J"),
            ("    no code", "no code"),
            ("P(Yes | x)", "P(Yes | x)"),
        ] {
            assert_eq!(drawn(Block::Text(text.into())), format!("{line}\n"));
        }
        assert_eq!(drawn(Block::Item("[ ] no task".into())), "- \\[ \\] no task\n");
    }
}
