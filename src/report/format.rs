//! What results are written as, and how the ending of a file chooses it.

use std::path::Path;

use super::text::{self, Style};
use super::{Document, html, latex, markdown};

/// A format of results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    #[default]
    Text,
    Markdown,
    Latex,
    Html,
    Svg,
    Csv,
    Json,
}

impl Format {
    pub const ALL: [Format; 7] =
        [Format::Text, Format::Markdown, Format::Latex, Format::Html, Format::Svg, Format::Csv, Format::Json];

    /// What it is called in a sentence and in a command, what it is for, and the endings of its files, the usual one first.
    fn words(self) -> (&'static str, &'static str, &'static str, &'static [&'static str]) {
        match self {
            Format::Text => ("text", "text", "For people", &["txt"]),
            Format::Markdown => (
                "Markdown",
                "markdown",
                "For a notebook or a hand-in, with formulas as LaTeX",
                &["md", "markdown"],
            ),
            Format::Latex => ("LaTeX", "latex", "For print: a document that compiles as it stands", &["tex"]),
            Format::Html => {
                ("HTML", "html", "For a browser: one page that needs nothing else", &["html", "htm"])
            }
            Format::Svg => ("SVG", "svg", "A picture for a page or a slide", &["svg"]),
            Format::Csv => ("CSV", "csv", "For a spreadsheet", &["csv"]),
            Format::Json => ("JSON", "json", "For programs", &["json"]),
        }
    }

    pub fn name(self) -> &'static str {
        self.words().0
    }

    pub fn word(self) -> &'static str {
        self.words().1
    }

    pub fn purpose(self) -> &'static str {
        self.words().2
    }

    pub fn ending(self) -> &'static str {
        self.words().3.first().copied().unwrap_or_default()
    }

    /// The format of a file by its ending, if it is one of these.
    pub fn by_ending(path: &Path) -> Option<Format> {
        let ending = path.extension()?.to_string_lossy().to_lowercase();
        Format::ALL.into_iter().find(|format| format.words().3.contains(&ending.as_str()))
    }

    /// A document in a format for people; those for programs have none of their own, and get text.
    pub fn draw(self, document: &Document, style: Style) -> String {
        match self {
            Format::Text | Format::Csv | Format::Json | Format::Svg => text::render(document, style),
            Format::Markdown => markdown::render(document, style),
            Format::Latex => latex::render(document),
            Format::Html => html::render(document),
        }
    }
}
