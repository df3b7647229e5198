//! One long row of text cut into rows that fit.
//!
//! A row is broken before an operator or a fraction's bar, which then begins the next one; only a part that is too wide even so is broken
//! at its other blanks. Nothing is ever cut between blanks. This module knows nothing of formulas.

use super::picture::{Role, Row, Span, row_width};

/// The row in rows of at most `width` cells where that can be done, the first indented by `start`, others by `rest`.
pub(super) fn wrap(row: Row, width: usize, start: usize, rest: usize) -> Vec<Row> {
    let mut wrap = Wrap { width, rest, row: vec![blank_span(start)], begun: false, rows: Vec::new() };
    wrap.fill(row);
    wrap.end();
    wrap.rows
}

/// A row in the making, and those that are full.
struct Wrap {
    width: usize,
    rest: usize,
    row: Row,
    begun: bool,
    rows: Vec<Row>,
}

impl Wrap {
    fn fill(&mut self, row: Row) {
        for segment in split_before_operators(row) {
            if self.fits(&segment) {
                self.push(segment);
                continue;
            }
            if self.begun && self.rest + row_width(&trimmed_row(&segment)) <= self.width {
                self.end();
                self.push(segment);
                continue;
            }
            for word in split_at_blanks(segment) {
                if self.begun && !self.fits(&word) {
                    self.end();
                }
                self.push(word);
            }
        }
    }

    fn fits(&self, more: &Row) -> bool {
        row_width(&self.row) + row_width(more) <= self.width
    }

    fn push(&mut self, more: Row) {
        self.row.extend(if self.begun { more } else { trimmed_row(&more) });
        self.begun = true;
    }

    fn end(&mut self) {
        let row = std::mem::replace(&mut self.row, vec![blank_span(self.rest)]);
        if self.begun {
            self.rows.push(row);
        }
        self.begun = false;
    }
}

/// Parts that may stand on rows of their own; all but the first begin with an operator.
fn split_before_operators(row: Row) -> Vec<Row> {
    let mut parts: Vec<Row> = Vec::new();
    for span in row {
        match parts.last_mut() {
            Some(part) if !may_begin_a_row(&span) => part.push(span),
            _ => parts.push(vec![span]),
        }
    }
    parts
}

/// An operator that is not the first of its row already, or the bar of a fraction.
fn may_begin_a_row(span: &Span) -> bool {
    span.text == "/" || span.role == Role::Operator && span.text.starts_with(' ')
}

/// Parts that begin with a blank, the operator in front staying with what follows it.
fn split_at_blanks(row: Row) -> Vec<Row> {
    let mut words = Vec::new();
    let mut word = Row::new();
    for span in row {
        if span.role == Role::Operator {
            word.push(span);
            continue;
        }
        for part in span.text.split_inclusive(' ').flat_map(|part| match part.strip_suffix(' ') {
            Some(text) => [text, " "],
            None => [part, ""],
        }) {
            if part == " " && !word.is_empty() {
                words.push(std::mem::take(&mut word));
            }
            word.push(Span { text: part.to_owned(), ..span.clone() });
        }
    }
    words.push(word);
    words
}

/// The row without the blanks it begins with.
fn trimmed_row(row: &Row) -> Row {
    let mut row = row.clone();
    if let Some(first) = row.first_mut() {
        first.text = first.text.trim_start_matches(' ').to_owned();
    }
    row
}

/// The piece without the blanks it begins with.
pub(super) fn trimmed_left(span: Span) -> Span {
    Span { text: span.text.trim_start().to_owned(), ..span }
}

/// That many blanks.
pub(super) fn blank_span(width: usize) -> Span {
    Span::new(" ".repeat(width), Role::Plain)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::picture::row_text;

    fn wrapped(pieces: &[(&str, Role)], width: usize) -> Vec<String> {
        let row = pieces.iter().map(|(text, role)| Span::new(*text, *role)).collect();
        wrap(row, width, 0, 2).iter().map(|row| row_text(row)).collect()
    }

    #[test]
    fn operators_begin_a_row_and_blanks_only_where_they_must() {
        let sum = [
            ("P(né à | b)", Role::Name),
            (" + ", Role::Operator),
            ("(", Role::Plain),
            ("a b", Role::Name),
            (")", Role::Plain),
        ];
        assert_eq!(wrapped(&sum, 20), ["P(né à | b) + (a b)"]);
        assert_eq!(wrapped(&sum, 12), ["P(né à | b)", "  + (a b)"]);
        assert_eq!(wrapped(&sum, 8), ["P(né à |", "  b)", "  + (a", "  b)"]);
        assert_eq!(wrapped(&sum, 0), ["P(né", "  à", "  |", "  b)", "  + (a", "  b)"]);
    }
}
