//! A document as LaTeX that compiles as it is, with pdflatex, xelatex or lualatex.
//!
//! Formulas are those of Markdown and of the JSON ([`Latex`]), broken into lines. LaTeX scales down what is still too
//! wide. Names from the data are escaped.

mod table;
mod words;

use self::table::table;
use self::words::{lettered, typeset_words};
use super::document::{Block, Document, chains, groups, items};
use crate::math::{AlignedRow, Chain, Latex, Sentence};

/// The packages, and the few commands that the document uses.
const PREAMBLE: &str = include_str!("preamble.tex");

/// Characters of a formula before it is broken: so many fit on a line unless they are wide ones.
const WIDTH: usize = 96;

/// Formulas of more characters are made smaller where they are too wide.
const SURE: usize = 76;

/// Rows of one display: more would not break over a page.
const ROWS: usize = 12;

/// The most columns of a matrix that `amsmath` accepts by default.
const COLUMNS: usize = 10;

pub fn render(document: &Document) -> String {
    let body = part(document);
    let mut out = PREAMBLE.to_owned();
    let columns = body.lines().map(|line| line.matches(" & ").count() + 1).max().unwrap_or(0);
    if columns > COLUMNS {
        out.push_str(&format!("\\setcounter{{MaxMatrixCols}}{{{columns}}}\n"));
    }
    if body.contains("\\uni{") {
        out.push_str(
            "% pdflatex may lack letters of some names, and prints their code points instead. To print the letters,\n\
             % set a font that has them with \\setmainfont above, and use xelatex or lualatex.\n",
        );
    }
    out.push_str(&format!("\\begin{{document}}\n{body}\\end{{document}}\n"));
    out
}

/// The body alone, for another document. That document needs the packages of the preamble and its command `\fit`, for
/// formulas that are wider than a line.
pub fn part(document: &Document) -> String {
    let typeset = |text: &Sentence| typeset_words(&text.plain());
    let mut out = String::new();
    let mut pages = 0;
    let printed = document.printed();
    for group in groups(&printed) {
        let Some(block) = group.first() else { continue };
        match &**block {
            Block::Title(text) => out.push_str(&format!("\n\\section*{{{}}}\n", typeset(text))),
            Block::Heading(text) => out.push_str(&format!("\n\\subsection*{{{}}}\n", typeset(text))),
            Block::Text(text) => out.push_str(&format!("\n{}\n", typeset(text))),
            Block::Item(_) => {
                // The braces keep a bracket at the beginning from being read as the item's label.
                let item = |text: &Sentence| format!("\\item {{}}{}\n", typeset(text));
                let items: String = items(group).map(item).collect();
                out.push_str(&format!("\n\\begin{{itemize}}\n{items}\\end{{itemize}}\n"));
            }
            Block::Grid(grid) => table(&mut out, grid),
            Block::Formula(_) | Block::Line(_) => formula(&mut out, chains(group)),
            Block::Page(foot) => {
                out.push_str(if pages > 0 { "\n\\newpage\n\\setcounter{page}{1}\n" } else { "\n" });
                out.push_str(&format!("\\markright{{{}}}\n", typeset_words(foot)));
                pages += 1;
            }
            _ => {}
        }
    }
    out
}

fn formula<'a>(out: &mut String, chains: impl Iterator<Item = &'a Chain>) {
    let rows = Latex.rows(chains, WIDTH);
    for rows in rows.chunks(ROWS) {
        let tex = lettered(&Latex.display(rows));
        let widest = |of: fn(&AlignedRow) -> usize| rows.iter().map(of).max().unwrap_or(0);
        let wide = widest(|row| row.widths[0]) + widest(|row| row.widths[1]) > SURE;
        // A matrix can be too tall, and a name whose letters are shown by their numbers too long.
        let grows = ["\\begin{pmatrix}", "\\uni{"].iter().any(|what| tex.contains(what));
        let tex = if wide || grows { format!("\\fit{{{tex}}}") } else { tex };
        out.push_str(&format!("\\[\n{tex}\n\\]\n"));
    }
}
