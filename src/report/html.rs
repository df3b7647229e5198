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

pub fn render(document: &Document) -> String {
    let title = |block: &Block| if let Block::Title(text) = block { Some(text.plain()) } else { None };
    let title = document.blocks.iter().find_map(title);
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n",
        MathMl.text(title.as_deref().unwrap_or("posterior"))
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
            Block::Title(text) | Block::Heading(text) => {
                under = text.plain();
                line(out, if matches!(**block, Block::Title(_)) { "h1" } else { "h2" }, &under);
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
                out.push_str(&format!("<figure>\n{}</figure>\n", svg::element(&picture.scene)));
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
    let cell = |text: &str, align: Align, scope: Option<&str>| {
        let (align, escaped) = (of(align), escaped(text));
        match scope.filter(|_| !text.is_empty()) {
            Some(scope) => format!("<th scope=\"{scope}\"{align}>{escaped}</th>"),
            None => format!("<td{align}>{escaped}</td>"),
        }
    };
    let head: String = grid.columns.iter().map(|(name, align)| cell(name, *align, Some("col"))).collect();
    out.push_str(&format!("<thead><tr>{head}</tr></thead>\n<tbody>\n"));
    for row in grid.plain() {
        let cells = grid.columns.iter().enumerate().map(|(at, (_, align))| {
            let scope = if at == 0 { Some("row") } else { None };
            cell(row.get(at).map(String::as_str).unwrap_or_default(), *align, scope)
        });
        out.push_str(&format!("<tr>{}</tr>\n", cells.collect::<String>()));
    }
    out.push_str("</tbody>\n</table></div>\n");
}
