//! One long row of text cut into rows that fit.
//!
//! A row is broken before an operator or a fraction's bar, which then begins the next one; only a part that is too wide even so is broken
//! at its other blanks. Nothing is ever cut between blanks. This module knows nothing of formulas.
//!
//! A display in LaTeX or a browser is broken by nobody, and a page cuts or scrolls one that is too wide: there, chains stand on
//! one line where they fit, else under each other at their relations. How wide a formula is, is measured on a line of text.

use super::picture::{Role, Row, Span, row_width};
use super::precedence::{Op, Sign, Style, items, relation};
use super::{Chain, Expr, Linear, Rel};
use crate::text::display_width;

/// The row in rows of at most `width` cells where that can be done, the first indented by `start`, others by `rest`.
pub(super) fn wrap(row: Row, width: usize, start: usize, rest: usize) -> Vec<Row> {
    let mut wrap = Wrap { width, rest, row: vec![blank_span(start)], begun: false, rows: Vec::new() };
    wrap.fill(row);
    wrap.end();
    wrap.rows
}

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

fn trimmed_row(row: &Row) -> Row {
    let mut row = row.clone();
    if let Some(first) = row.first_mut() {
        first.text = first.text.trim_start_matches(' ').to_owned();
    }
    row
}

pub(super) fn trimmed_left(span: Span) -> Span {
    Span { text: span.text.trim_start().to_owned(), ..span }
}

pub(super) fn blank_span(width: usize) -> Span {
    Span::new(" ".repeat(width), Role::Plain)
}

/// What the breaking of chains asks of a notation that is set by another program.
pub(super) trait Typeset {
    /// What stands before a row that goes on with a side.
    const FURTHER_IN: &'static str;

    fn side(&self, expr: &Expr) -> String;

    /// A formula with the brackets that it needs at its place.
    fn placed(&self, expr: &Expr, op: Op) -> String;

    fn relation(&self, rel: Rel) -> &'static str;

    fn sign(&self, sign: Sign) -> &'static str;

    /// The terms, factors or neighbours that a list is made of, each but the first with its sign before it.
    fn items(&self, list: &Expr) -> Vec<String> {
        let item = |(sign, item, op): (Option<Sign>, &Expr, Op)| {
            format!("{}{}", sign.map_or("", |sign| self.sign(sign)), self.placed(item, op))
        };
        items(list, Style::Typeset).into_iter().map(item).collect()
    }
}

/// One row of chains that stand below each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AlignedRow {
    /// What stands before the relation; empty where a row goes on with what is above it.
    pub left: String,
    pub right: String,
    /// About how many characters wide the two are drawn.
    pub widths: [usize; 2],
}

/// Chains in rows, broken before relations and between the terms or factors of a side where a row would be wider than
/// `width` characters. A row is still wider than that where a single part is.
pub(super) fn rows<'a>(
    notation: &impl Typeset,
    chains: impl IntoIterator<Item = &'a Chain>,
    width: usize,
) -> Vec<AlignedRow> {
    chains.into_iter().flat_map(|chain| rows_of(notation, chain, width)).collect()
}

fn rows_of<N: Typeset>(notation: &N, chain: &Chain, width: usize) -> Vec<AlignedRow> {
    let sign = |rel: Rel, side: &Expr| notation.relation(relation(rel, side));
    let own = extent(&chain.lhs);
    let rest: usize = chain.rest.iter().map(|(_, side)| extent(side) + RELATION).sum();
    if own + rest <= width || chain.rest.is_empty() && !is_list(&chain.lhs) {
        let sides =
            chain.rest.iter().map(|(rel, side)| format!("{}{}", sign(*rel, side), notation.side(side)));
        return vec![AlignedRow {
            left: notation.side(&chain.lhs),
            right: sides.collect(),
            widths: [own, rest],
        }];
    }
    if chain.rest.is_empty() {
        let parts = broken(notation, &chain.lhs, width).into_iter();
        let row =
            |(part, wide)| AlignedRow { left: String::new(), right: format!(" {part}"), widths: [0, wide] };
        return parts.map(row).collect();
    }
    let narrow = width.saturating_sub(own + RELATION);
    let widest = chain.rest.iter().flat_map(|(_, side)| broken(notation, side, narrow)).map(|(_, wide)| wide);
    // Where a part has no room beside the left side, it stands below it.
    let hangs = widest.max().is_some_and(|widest| widest > narrow + RELATION);
    let (room, indent) =
        if hangs { (width.saturating_sub(INDENT), N::FURTHER_IN) } else { (width.saturating_sub(own), "") };
    let mut left = notation.side(&chain.lhs);
    let mut rows: Vec<AlignedRow> = Vec::new();
    if hangs {
        let right = format!(" {}", std::mem::take(&mut left));
        rows.push(AlignedRow { left: String::new(), right, widths: [0, own] });
    }
    let mut used = usize::MAX;
    for (rel, side) in &chain.rest {
        let sign = sign(*rel, side);
        let more = extent(side) + RELATION;
        match rows.last_mut().filter(|_| used.saturating_add(more) <= room) {
            Some(last) => {
                last.right.extend([sign, &notation.side(side)]);
                last.widths[1] += more;
                used += more;
            }
            None => {
                let mut first = sign;
                for (part, wide) in broken(notation, side, room.saturating_sub(RELATION)) {
                    let taken = if rows.is_empty() { own } else { 0 };
                    rows.push(AlignedRow {
                        left: std::mem::take(&mut left),
                        right: if hangs {
                            format!("{indent}{}{part}", first.trim_start())
                        } else {
                            format!("{first}{part}")
                        },
                        widths: [taken, wide + RELATION],
                    });
                    first = N::FURTHER_IN;
                }
                used = more;
            }
        }
    }
    rows
}

/// A side in pieces of about `width` characters with the width of each, each but the first with the operator before it.
fn broken(notation: &impl Typeset, side: &Expr, width: usize) -> Vec<(String, usize)> {
    let whole = extent(side);
    let items = match side.plain() {
        Expr::Add(items) | Expr::Mul(items) | Expr::Juxt(items) if whole > width => items,
        plain => return vec![(notation.side(plain), whole)],
    };
    let mut pieces: Vec<(String, usize)> = Vec::new();
    let mut used = 0;
    for (part, item) in notation.items(side.plain()).iter().zip(items) {
        let more = extent(item) + RELATION;
        match pieces.last_mut() {
            Some((last, wide)) if used + more <= width => {
                last.push_str(part);
                *wide += more;
            }
            _ => {
                pieces.push((part.trim_start().to_owned(), more));
                used = 0;
            }
        }
        used += more;
    }
    pieces
}

/// Characters that what stands below its left side is indented by.
const INDENT: usize = 4;

/// Characters of a relation or an operator with its blanks.
const RELATION: usize = 3;

/// About how many characters wide a formula is drawn: of what stands above each other, the widest counts.
fn extent(expr: &Expr) -> usize {
    fn flat(expr: &Expr) -> Option<Expr> {
        let widest = |parts: Vec<Expr>| parts.into_iter().max_by_key(length);
        match expr {
            Expr::Frac(above, below) => widest(vec![above.map(&flat), below.map(&flat)]),
            Expr::Matrix(rows) => {
                let row = |row: &Vec<Expr>| Expr::Juxt(row.iter().map(|cell| cell.map(&flat)).collect());
                widest(rows.iter().map(row).collect())
            }
            _ => None,
        }
    }
    length(&expr.map(&flat))
}

fn length(expr: &Expr) -> usize {
    display_width(&Linear::default().expr(expr))
}

fn is_list(expr: &Expr) -> bool {
    matches!(expr.plain(), Expr::Add(_) | Expr::Mul(_) | Expr::Juxt(_))
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
