//! Where a chain is broken, and how its rows are aligned.
//!
//! First the whole chain on one row; else one relation per row, behind the left side or, when that is too wide, below
//! it; else sides broken before their own operators. Nothing inside a bracket, fraction, limit or matrix is ever
//! broken in two dimensions: what is still too wide is written on one line and that line is wrapped. This module
//! arranges pictures and knows nothing of how they are drawn.

use super::draw::{Pen, of_span};
use super::picture::{Picture, Row};
use super::precedence::relation;
use super::wrap::{blank_span, trimmed_left, wrap};
use super::{Chain, Expr, Rel};

const INDENT: usize = 2;

/// Indentation of what continues a relation below its left side.
const DEEPEST_INDENT: usize = 4;

pub(super) fn chain(pen: Pen, width: usize, chain: &Chain) -> Picture {
    // Names are cut only where they do not fit whole.
    let whole = Layout::new(pen, width, chain);
    whole.fitted().unwrap_or_else(|| {
        let longest_name = width.saturating_sub(DEEPEST_INDENT).max(1);
        let cut = Layout::new(Pen { longest_name, ..pen }, width, chain);
        cut.fitted().unwrap_or_else(|| cut.wrapped())
    })
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

    fn fitted(&self) -> Option<Picture> {
        let whole = self.on_one_row();
        if whole.width() <= self.width {
            return Some(whole);
        }
        [false, true].into_iter().find_map(|breaking| {
            let arrangements = [self.rows(true, breaking), self.rows(false, breaking)];
            // The first of equals is kept: the left side stays in line.
            arrangements.into_iter().flatten().min_by_key(Picture::height)
        })
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
            let before = match at {
                0 if in_line => Picture::beside([self.lhs.clone(), blank(1), rel]),
                _ => Picture::beside([blank(indent), rel]),
            };
            rows.extend(self.behind(before, side, breaking)?);
        }
        let fits = rows.iter().all(|row| row.width() <= self.width);
        fits.then(|| below_each_other(rows))
    }

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
        for (op, piece) in self.pen.pieces(expr, false, true) {
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

    /// What fits as a picture as that, and everything else in one-line form, wrapped before operators and, where that
    /// is not enough, at other blanks.
    fn wrapped(&self) -> Picture {
        let line = self.pen.line();
        // Where there is hardly any room, none is spent on indenting.
        let indents = if self.width >= 4 * DEEPEST_INDENT { [INDENT, DEEPEST_INDENT] } else { [0; 2] };
        let [outer, inner] = indents;
        let mut rows = self.in_one_line(line.row(self.lhs_expr), 0, inner);
        if self.lhs.width() <= self.width {
            rows = vec![self.lhs.clone()];
        }
        for side in &self.sides {
            if let Some(longer) = self.stuck_to_last(&rows, side) {
                rows.pop();
                rows.push(longer);
                continue;
            }
            let rel = trimmed_left(line.rel(side.rel));
            let before = Picture::beside([blank(outer), of_span(rel.clone())]);
            if let Some(lines) = self.behind(before, side, true) {
                rows.extend(lines);
                continue;
            }
            let mut row = vec![rel];
            row.extend(line.row(side.expr));
            rows.extend(self.in_one_line(row, outer, inner));
        }
        below_each_other(rows)
    }

    fn in_one_line(&self, row: Row, start: usize, rest: usize) -> Vec<Picture> {
        wrap(self.pen.cut(row), self.width, start, rest).into_iter().map(Picture::of_row).collect()
    }

    fn behind(&self, before: Picture, side: &Side, breaking: bool) -> Option<Vec<Picture>> {
        let column = before.width();
        let lines = self.lines(side.expr, &side.picture, self.width.checked_sub(column)?, breaking)?;
        let mut before = Some(before);
        let mut next_before = || before.take().unwrap_or_else(|| blank(column));
        Some(lines.into_iter().map(|line| Picture::beside([next_before(), line])).collect())
    }
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
