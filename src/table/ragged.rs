//! Rows whose number of fields is not the header's: what is said about them, with the lines around the first one.

use std::ops::Range;

use super::error::shortened;
use super::lines;
use super::number::number;

/// What is done with rows that have more or fewer fields than the header.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ragged {
    #[default]
    Error,
    Skip,
    /// Surplus fields become columns of their own; fields that are not there are missing.
    Extra,
}

/// A line of the file, to be shown beside an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContextLine {
    /// The line of the file, from 1.
    pub line: u64,
    pub text: String,
}

/// The rows that do not fit the header.
#[derive(Clone, Debug, PartialEq)]
pub struct RaggedRows {
    pub source_name: String,
    /// The first line that does not fit.
    pub line: u64,
    pub fields: u64,
    pub header: u64,
    /// How many rows do not fit.
    pub lines: u64,
    pub fitting: u64,
    pub hint: Option<&'static str>,
    /// The line that does not fit, last, after up to two lines before it.
    pub context: Vec<ContextLine>,
    /// The surplus fields within that line's text, in characters: where a caret belongs.
    pub surplus: Option<Range<usize>>,
}

const LONGEST: usize = 200;

impl RaggedRows {
    /// The lines around the first one, with a caret under what is too much.
    pub fn excerpt(&self) -> Vec<String> {
        let number = self.context.iter().map(|line| line.line.to_string().len()).max().unwrap_or(1);
        let mut lines: Vec<String> =
            self.context.iter().map(|line| format!("{:>number$} │ {}", line.line, line.text)).collect();
        if let Some(surplus) = &self.surplus {
            let caret = "^".repeat(surplus.len().clamp(1, 40));
            lines.push(format!("{:>number$} │ {}{caret}", "", " ".repeat(surplus.start)));
        }
        lines
    }

    pub(super) fn new(source_name: String, text: &str, start: usize, fields: usize, header: usize) -> Self {
        let mut rows = RaggedRows {
            source_name,
            line: lines::line_at(text.as_bytes(), start),
            fields: fields as u64,
            header: header as u64,
            lines: 1,
            fitting: 0,
            hint: None,
            context: Vec::new(),
            surplus: None,
        };
        for (before, line) in lines::ending_at(text, start, 3).into_iter().rev().enumerate() {
            let line = ContextLine {
                line: rows.line.saturating_sub(before as u64),
                text: shortened(line, LONGEST).into_owned(),
            };
            rows.context.insert(0, line);
        }
        rows
    }

    /// Finds the surplus fields and a likely cause, now that the delimiter is at hand; whether a field of a line has a
    /// quote that is none of its own, `has_bare_quote` knows.
    pub(super) fn explain(mut self, delimiter: u8, has_bare_quote: impl Fn(&str) -> bool) -> Self {
        let Some(line) = self.context.last() else { return self };
        let delimiter = char::from(delimiter);
        if self.fields > self.header {
            let mut quoted = false;
            let surplus = line
                .text
                .chars()
                .enumerate()
                .filter(|(_, c)| {
                    quoted ^= *c == '"';
                    !quoted && *c == delimiter
                })
                .map(|(at, _)| at + 1)
                .nth(usize::try_from(self.header).unwrap_or(usize::MAX).saturating_sub(1));
            self.surplus = surplus.map(|from| from..line.text.chars().count().max(from + 1));
        }
        let first = line.text.split(delimiter).next().unwrap_or_default();
        let is_name = number(first.trim().as_bytes()).is_none();
        let names_rows = is_name && self.fields == self.header + 1 && self.lines > self.fitting;
        self.hint = if names_rows {
            Some("If the first field of these lines names the row, put the delimiter before the first name.")
        } else {
            hint(&line.text, delimiter, (self.fields, self.header), has_bare_quote(&line.text))
        };
        self
    }

    pub fn fix(&self) -> String {
        let choice = "Correct the line, leave such lines out with --ragged skip, or keep surplus fields in columns \
                      of their own with --ragged extra.";
        match self.hint {
            Some(hint) => format!("{hint} {choice}"),
            None => choice.to_owned(),
        }
    }
}

fn hint(
    line: &str,
    delimiter: char,
    (fields, header): (u64, u64),
    has_bare_quote: bool,
) -> Option<&'static str> {
    let digit_comma_digit = !line.contains('.')
        && line
            .as_bytes()
            .windows(3)
            .any(|w| matches!(w, [a, b',', b] if a.is_ascii_digit() && b.is_ascii_digit()));
    let is_whole = line.len() > 1 && line.starts_with('"') && line.ends_with('"');
    if line.starts_with("<<<<<<<") || line.starts_with("=======") || line.starts_with(">>>>>>>") {
        Some("The line is the mark of a merge conflict.")
    } else if line.contains(&format!("{delimiter} \"")) {
        Some("A blank before a quote makes the quote part of the text: delete the blank.")
    } else if fields == 1 && is_whole {
        Some("The whole line stands in quotes: delete the first and the last one.")
    } else if fields > header && has_bare_quote {
        Some("A field that does not begin with a quote ends at the delimiter: put the whole field in quotes.")
    } else if fields > header && line.contains('\'') {
        Some("Single quotes do not hold a field together in CSV: use double quotes.")
    } else if fields > header && delimiter == ',' && digit_comma_digit {
        Some("If 1,5 means one and a half, write 1.5 or separate the fields with semicolons.")
    } else if header == 1 && fields > 1 {
        Some(
            "If the lines before this one are a title, delete them, so that the first line names the columns.",
        )
    } else if fields == 1
        && header > 1
        && [',', ';', '\t', '|'].iter().any(|d| *d != delimiter && line.contains(*d))
    {
        Some("The line seems to be separated by another sign than the header.")
    } else if line.contains("\\\"") {
        Some("A quote within a quoted field is written twice (\"\"), not with a backslash.")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_caret_stands_under_the_surplus() {
        let text = "a,b\n1,2\n\"3,3\",4,é,5\n";
        let rows = RaggedRows::new("t.csv".into(), text, 8, 4, 2).explain(b',', |_| false);
        assert_eq!(rows.line, 3);
        assert_eq!(rows.context.iter().map(|c| c.line).collect::<Vec<_>>(), [1, 2, 3]);
        let line: Vec<char> = rows.context[2].text.chars().collect();
        assert_eq!(line[rows.surplus.unwrap()].iter().collect::<String>(), "é,5");
    }
}
