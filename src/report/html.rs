//! A document as one self-contained page of HTML: no script, no network, no font of its own.
//!
//! Formulas are MathML, which browsers draw and screen readers speak. The page is well-formed XML. Text is escaped, so
//! that a name from the data is never a tag.

use super::document::{Align, BLANK, Block, Document, Grid, chains, groups, items};
use super::svg;
use crate::math::MathMl;

/// How the page looks on a screen, light or dark, and on paper.
const STYLE: &str = include_str!("page.css");

/// Characters of a formula before it is broken.
const WIDTH: usize = 96;
const UNTITLED: &str = "posterior";

pub fn render(document: &Document) -> String {
    let title = document.blocks.iter().find_map(|block| match block {
        Block::Title(text) => Some(text.plain()),
        _ => None,
    });
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n",
        MathMl.text(title.as_deref().unwrap_or(UNTITLED))
    );
    out.push_str(&part(document));
    out.push_str("</main>\n</body>\n</html>\n");
    out
}

/// The body alone.
pub(super) fn part(document: &Document) -> String {
    let out = &mut String::new();
    // The heading above a table is its caption for screen readers.
    let mut under = String::new();
    let mut foot: Option<&str> = None;
    let printed = document.printed();
    for group in groups(&printed) {
        let Some(block) = group.first() else { continue };
        match &**block {
            Block::Title(text) => {
                under = text.plain();
                line(out, "h1", &under);
            }
            Block::Heading(text) => {
                under = text.plain();
                line(out, "h2", &under);
            }
            Block::Text(text) => line(out, "p", &text.plain()),
            Block::Item(_) => {
                out.push_str("<ul>\n");
                items(group).for_each(|text| line(out, "li", &text.plain()));
                out.push_str("</ul>\n");
            }
            Block::Grid(grid) => table(out, grid, &under),
            Block::Formula(_) | Block::Line(_) => {
                let math = MathMl.display(chains(group), WIDTH);
                out.push_str(&format!("<div class=\"formula\">{math}</div>\n"));
            }
            Block::Picture(picture) => {
                out.push_str("<figure>\n");
                out.push_str(&svg::element(&picture.scene));
                out.push_str("</figure>\n");
            }
            Block::Page(text) => {
                end_page(out, foot);
                out.push_str("<section>\n");
                foot = Some(text);
            }
            _ => {}
        }
    }
    end_page(out, foot);
    std::mem::take(out)
}

fn end_page(out: &mut String, foot: Option<&str>) {
    if let Some(foot) = foot {
        line(out, "footer", foot);
        out.push_str("</section>\n");
    }
}

fn escaped(text: &str) -> String {
    MathMl.text(text).replace(BLANK, "<span class=\"blank\"></span>")
}

fn line(out: &mut String, name: &str, text: &str) {
    out.push_str(&format!("<{name}>{}</{name}>\n", escaped(text)));
}

fn table(out: &mut String, grid: &Grid, caption: &str) {
    out.push_str("<div class=\"table\"><table>\n");
    if !caption.is_empty() {
        line(out, "caption", caption);
    }
    let of = |align: Align| match align {
        Align::Left => "",
        Align::Right => " class=\"n\"",
    };
    out.push_str("<thead><tr>");
    for (name, align) in &grid.columns {
        let align = of(*align);
        out.push_str(&match name.as_str() {
            "" => format!("<td{align}></td>"),
            name => format!("<th scope=\"col\"{align}>{}</th>", escaped(name)),
        });
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for row in grid.plain() {
        out.push_str("<tr>");
        for (at, (_, align)) in grid.columns.iter().enumerate() {
            let cell = row.get(at).map(String::as_str).unwrap_or_default();
            let (align, text) = (of(*align), escaped(cell));
            out.push_str(&if at == 0 && !cell.is_empty() {
                format!("<th scope=\"row\"{align}>{text}</th>")
            } else {
                format!("<td{align}>{text}</td>")
            });
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody>\n</table></div>\n");
}
