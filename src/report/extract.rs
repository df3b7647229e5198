//! Something that is taken out of a screen: written in each format that it has, when it is asked for.

use super::format::Format;
use super::text::Style;
use super::{Document, Sheet, json, latex};
use serde::Serialize;

/// Bytes of the longest JSON that is made in memory.
const LONGEST: usize = 8 << 20;

type Made<'a, T> = Option<Box<dyn Fn() -> T + 'a>>;

/// A number, its working, a table: nothing of it is made before it is asked for.
#[derive(Default)]
pub struct Extract<'a> {
    line: Made<'a, String>,
    document: Made<'a, Document>,
    sheet: Made<'a, Sheet>,
    json: Made<'a, Option<String>>,
}

impl<'a> Extract<'a> {
    /// A line of text, which stands for the document where there is one, too.
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

    /// `None` where there is no answer that could be told to programs.
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

    /// The text in a format: LaTeX for a document of one's own. `None` where it has none in it, or where that is too long.
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
