//! The formats of a report, and what is copied or exported in each of them.

use std::path::Path;

use serde::Serialize;

use super::text::{self, Style};
use super::{Document, Sheet, html, json, latex, markdown};

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

    /// The name in a sentence, the name in a command, the purpose, and the file endings, the usual one first.
    fn words(self) -> (&'static str, &'static str, &'static str, &'static [&'static str]) {
        match self {
            Format::Text => ("text", "text", "For people", &["txt"]),
            Format::Markdown => (
                "Markdown",
                "markdown",
                "For a notebook or a hand-in, with formulas as LaTeX",
                &["md", "markdown"],
            ),
            Format::Latex => ("LaTeX", "latex", "For print: a complete document", &["tex"]),
            Format::Html => ("HTML", "html", "For a browser: one self-contained page", &["html", "htm"]),
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

    pub fn by_ending(path: &Path) -> Option<Format> {
        let ending = path.extension()?.to_string_lossy().to_lowercase();
        Format::ALL.into_iter().find(|format| format.words().3.contains(&ending.as_str()))
    }

    /// Renders a document in a format for people; CSV, JSON and SVG get text.
    pub fn draw(self, document: &Document, style: Style) -> String {
        match self {
            Format::Text | Format::Csv | Format::Json | Format::Svg => text::render(document, style),
            Format::Markdown => markdown::render(document, style),
            Format::Latex => latex::render(document),
            Format::Html => html::render(document),
        }
    }
}

/// Bytes of the longest JSON that is made in memory.
const LONGEST: usize = 8 << 20;

type Made<'a, T> = Option<Box<dyn Fn() -> T + 'a>>;

/// A number, its working or a table, built only when it is requested.
#[derive(Default)]
pub struct Extract<'a> {
    line: Made<'a, String>,
    document: Made<'a, Document>,
    sheet: Made<'a, Sheet>,
    json: Made<'a, Option<String>>,
}

impl<'a> Extract<'a> {
    pub fn line(mut self, line: impl Fn() -> String + 'a) -> Self {
        self.line = Some(Box::new(line));
        self
    }

    pub fn document(mut self, document: impl Fn() -> Document + 'a) -> Self {
        self.document = Some(Box::new(document));
        self
    }

    pub fn sheet(mut self, sheet: impl Fn() -> Sheet + 'a) -> Self {
        self.sheet = Some(Box::new(sheet));
        self
    }

    /// `None` where there is no answer for programs.
    pub fn json<T: Serialize>(mut self, answer: impl Fn() -> Option<T> + 'a) -> Self {
        self.json = Some(Box::new(move || json::written_within(&answer()?, LONGEST)));
        self
    }

    pub fn formats(&self) -> Vec<Format> {
        let has = |format: &Format| match format {
            Format::Text => self.line.is_some() || self.document.is_some(),
            Format::Markdown | Format::Latex => self.document.is_some(),
            Format::Csv => self.sheet.is_some(),
            Format::Json => self.json.is_some(),
            Format::Html | Format::Svg => false,
        };
        Format::ALL.into_iter().filter(has).collect()
    }

    /// The text in a format, LaTeX without a preamble. `None` where there is none, or where it is too long.
    pub fn written(&self, format: Format) -> Option<String> {
        let document = || self.document.as_ref().map(|document| document());
        let text = match format {
            Format::Text if self.line.is_some() => self.line.as_ref().map(|line| line()),
            Format::Latex => document().map(|document| latex::part(&document)),
            Format::Text | Format::Markdown => {
                document().map(|document| format.draw(&document, Style::default()))
            }
            Format::Csv => self.sheet.as_ref().map(|sheet| sheet().to_csv(false)),
            Format::Json => self.json.as_ref().and_then(|json| json()),
            Format::Html | Format::Svg => None,
        };
        text.map(|text| text.trim_start_matches('\n').to_owned())
    }
}
