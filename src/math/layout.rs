//! Where a chain is broken, and how its rows are aligned.
//!
//! First the whole chain on one row; else one relation per row, behind the left side or, when that is too wide, below
//! it; else sides broken before their own operators. Nothing inside a bracket, fraction, limit or matrix is ever
//! broken in two dimensions: what is still too wide is written on one line and that line is wrapped. This module
//! arranges pictures and knows nothing of how they are drawn.

use super::draw::{Pen, of_span};
use super::figure::relation;
use super::picture::{Picture, Role, Row, Span, row_width};
use super::{Chain, Expr, Rel};

/// Indentation of relations below their left side.
const INDENT: usize = 2;

/// Indentation of what continues a relation below its left side.
pub(super) const DEEPEST_INDENT: usize = 4;

/// The chain within the width, as well as can be.
pub(super) fn chain(pen: Pen, width: usize, chain: &Chain) -> Picture {
    let layout = Layout::new(pen, width, chain);
    let whole = layout.on_one_row();
    if whole.width() <= width {
        return whole;
    }
    [false, true]
        .into_iter()
        .find_map(|breaking| {
            let arrangements = [layout.rows(true, breaking), layout.rows(false, breaking)];
            // The first of equals is kept: the left side stays in line.
            arrangements.into_iter().flatten().min_by_key(Picture::height)
        })
        .unwrap_or_else(|| layout.wrapped(chain))
}

struct Side<'a> {
    rel: Rel,
    expr: &'a Expr,
    picture: Picture,
}

struct Layout<'a> {
    pen: Pen,
    width: usize,
    lhs_expr: &'a Expr,
    lhs: Picture,
    sides: Vec<Side<'a>>,
}

impl<'a> Layout<'a> {
    fn new(pen: Pen, width: usize, chain: &'a Chain) -> Self {
        let sides = chain
            .rest
            .iter()
            .map(|(rel, expr)| Side { rel: relation(*rel, expr), expr, picture: pen.draw(expr, false) })
            .collect();
        Layout { pen, width, lhs_expr: &chain.lhs, lhs: pen.draw(&chain.lhs, false), sides }
    }

    fn rel(&self, rel: Rel) -> Picture {
        of_span(self.pen.line().rel(rel))
    }

    fn on_one_row(&self) -> Picture {
        let sides = self.sides.iter().flat_map(|side| [self.rel(side.rel), side.picture.clone()]);
        Picture::beside(std::iter::once(self.lhs.clone()).chain(sides))
    }

    /// One relation per row; `None` when something does not fit.
    fn rows(&self, in_line: bool, breaking: bool) -> Option<Picture> {
        let indent = if in_line { self.lhs.width() + 1 } else { INDENT };
        let mut rows = if self.sides.is_empty() {
            self.lines(self.lhs_expr, &self.lhs, self.width, breaking)?
        } else if in_line {
            Vec::new()
        } else {
            vec![self.lhs.clone()]
        };
        for (at, side) in self.sides.iter().enumerate() {
            if let (true, Some(longer)) = (at > 0, self.stuck_to_last(&rows, side)) {
                rows.pop();
                rows.push(longer);
                continue;
            }
            let rel = of_span(trimmed_left(self.pen.line().rel(side.rel)));
            let column = indent + rel.width();
            let room = self.width.checked_sub(column)?;
            let lines = self.lines(side.expr, &side.picture, room, breaking)?;
            for (nth, line) in lines.into_iter().enumerate() {
                let before = match (nth, at) {
                    (0, 0) if in_line => Picture::beside([self.lhs.clone(), blank(1), rel.clone()]),
                    (0, _) => Picture::beside([blank(indent), rel.clone()]),
                    _ => blank(column),
                };
                rows.push(Picture::beside([before, line]));
            }
        }
        let fits = rows.iter().all(|row| row.width() <= self.width);
        fits.then(|| below_each_other(rows))
    }

    /// A decimal behind the row before it, if it fits there.
    fn stuck_to_last(&self, rows: &[Picture], side: &Side) -> Option<Picture> {
        if side.rel != Rel::Approx || side.picture.height() > 1 {
            return None;
        }
        let last = rows.last()?.clone();
        let longer = Picture::beside([last, self.rel(side.rel), side.picture.clone()]);
        (longer.width() <= self.width).then_some(longer)
    }

    /// A side as one line, or as several that begin with an operator, each filled as far as it goes.
    fn lines(&self, expr: &Expr, picture: &Picture, room: usize, breaking: bool) -> Option<Vec<Picture>> {
        if picture.width() <= room {
            return Some(vec![picture.clone()]);
        }
        if !breaking {
            return None;
        }
        let mut lines: Vec<Picture> = Vec::new();
        for (op, piece) in self.pen.pieces(expr, false) {
            let Some(op) = op else {
                lines.push(piece);
                continue;
            };
            let longer =
                lines.last().map(|last| Picture::beside([last.clone(), of_span(op.clone()), piece.clone()]));
            match longer {
                Some(longer) if longer.width() <= room => {
                    lines.pop();
                    lines.push(longer);
                }
                _ => lines.push(Picture::beside([of_span(trimmed_left(op)), piece])),
            }
        }
        lines.iter().all(|line| line.width() <= room).then_some(lines)
    }

    /// The one-line form, wrapped before relations and operators, and at other blanks where that is not enough.
    fn wrapped(&self, chain: &Chain) -> Picture {
        let line = self.pen.line();
        // Where there is hardly any room, none is spent on indenting.
        let indents = if self.width >= 4 * DEEPEST_INDENT { [0, INDENT, DEEPEST_INDENT] } else { [0; 3] };
        let [first, outer, inner] = indents;
        let mut rows = Vec::new();
        let fill = |rows: &mut Vec<Picture>, row: Row, start: usize, rest: usize| {
            let mut wrap = Wrap { width: self.width, rest, row: vec![blank_span(start)], begun: false, rows };
            wrap.fill(self.pen.cut(row));
            wrap.end();
        };
        fill(&mut rows, line.row(&chain.lhs), first, inner);
        for side in &self.sides {
            if let Some(longer) = self.stuck_to_last(&rows, side) {
                rows.pop();
                rows.push(longer);
                continue;
            }
            let mut row = vec![trimmed_left(line.rel(side.rel))];
            row.extend(line.row(side.expr));
            fill(&mut rows, row, outer, inner);
        }
        below_each_other(rows)
    }
}

/// A row in the making, and those that are full.
struct Wrap<'a> {
    width: usize,
    rest: usize,
    row: Row,
    begun: bool,
    rows: &'a mut Vec<Picture>,
}

impl Wrap<'_> {
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
            self.rows.push(Picture::of_row(row));
        }
        self.begun = false;
    }
}

/// Parts that may stand on rows of their own; all but the first begin with an operator.
fn split_before_operators(row: Row) -> Vec<Row> {
    let mut parts: Vec<Row> = Vec::new();
    for span in row {
        match parts.last_mut() {
            Some(part) if span.role != Role::Operator || !span.text.starts_with(' ') => part.push(span),
            _ => parts.push(vec![span]),
        }
    }
    parts
}

/// Parts that begin with a blank, the operator in front staying with what follows it.
fn split_at_blanks(row: Row) -> Vec<Row> {
    let mut words: Vec<Row> = vec![Row::new()];
    for span in row {
        if span.role == Role::Operator {
            words.last_mut().get_or_insert(&mut Row::new()).push(span);
            continue;
        }
        let mut start = 0;
        let blanks: Vec<usize> =
            span.text.match_indices(' ').map(|(at, _)| at).chain([span.text.len()]).collect();
        for (nth, end) in blanks.into_iter().enumerate() {
            let text = span.text.get(start..end).unwrap_or_default();
            let piece = Span { text: text.to_owned(), ..span.clone() };
            if nth > 0 {
                words.push(Row::new());
            }
            if let (Some(word), false) = (words.last_mut(), text.is_empty()) {
                word.push(piece);
            }
            start = end;
        }
    }
    words.retain(|word| !word.is_empty());
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

fn trimmed_left(span: Span) -> Span {
    Span { text: span.text.trim_start().to_owned(), ..span }
}

fn blank_span(width: usize) -> Span {
    Span::new(" ".repeat(width), Role::Plain)
}

fn blank(width: usize) -> Picture {
    of_span(blank_span(width))
}

/// Rows from the top, with a blank one between two that are both taller than 1: a denominator would sit on the next
/// numerator. The first is level with its surroundings.
fn below_each_other(rows: Vec<Picture>) -> Picture {
    let baseline = rows.first().map_or(0, Picture::baseline);
    let mut all: Vec<Picture> = Vec::new();
    for row in rows {
        if row.height() > 1 && all.last().is_some_and(|last| last.height() > 1) {
            all.push(Picture::gap());
        }
        all.push(row);
    }
    Picture::flush_left(all, baseline)
}
