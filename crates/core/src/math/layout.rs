//! Formulas broken to fit a width: as pictures, and on lines of text.

use super::draw::{FormulaHeight, Linear, Pen};
use super::picture::{Picture, Row, Span, SpanRole, row_text, row_width};
use super::precedence::relation;
use super::{Chain, Expr, Face, Rel};

/// Formulas in two dimensions, broken to fit a width where that can be done without dividing a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stacked {
    pub width: usize,
    pub face: Face,
}

impl Stacked {
    /// A chain, one relation per row where one row is too narrow for all.
    ///
    /// A term wider than the whole width is cut in the middle. A picture can still be wider than asked for, when a
    /// single number or bracket does not fit.
    pub fn chain(&self, chain: &Chain) -> Picture {
        let pen = Pen { face: self.face, longest_name: usize::MAX, room: FormulaHeight::Full };
        // Names are cut only where they do not fit whole.
        ChainLayout::new(pen, self.width, chain).fitted().unwrap_or_else(|| {
            let longest_name = self.width.saturating_sub(DEEPEST_INDENT).max(1);
            let cut = ChainLayout::new(Pen { longest_name, ..pen }, self.width, chain);
            cut.fitted().unwrap_or_else(|| cut.wrapped())
        })
    }

    pub fn expr(&self, expr: &Expr) -> Picture {
        self.chain(&Chain::new(expr.clone()))
    }
}

const INDENT: usize = 2;
/// Indentation of what continues a relation below its left side.
const DEEPEST_INDENT: usize = 4;

struct ChainSide<'a> {
    rel: Rel,
    expr: &'a Expr,
    picture: Picture,
}

struct ChainLayout<'a> {
    pen: Pen,
    width: usize,
    lhs_expr: &'a Expr,
    lhs: Picture,
    sides: Vec<ChainSide<'a>>,
}

impl<'a> ChainLayout<'a> {
    fn new(pen: Pen, width: usize, chain: &'a Chain) -> Self {
        let sides = chain.rest.iter();
        let sides =
            sides.map(|(rel, expr)| ChainSide { rel: relation(*rel, expr), expr, picture: pen.draw(expr) });
        let (lhs, sides) = (pen.draw(&chain.lhs), sides.collect());
        ChainLayout { pen, width, lhs_expr: &chain.lhs, lhs, sides }
    }

    fn fitted(&self) -> Option<Picture> {
        let sides = self.sides.iter().flat_map(|side| [self.pen.rel(side.rel), side.picture.clone()]);
        let whole = Picture::beside(std::iter::once(self.lhs.clone()).chain(sides));
        if whole.width <= self.width {
            return Some(whole);
        }
        [false, true].into_iter().find_map(|breaking| {
            let arrangements = [self.rows(true, breaking), self.rows(false, breaking)];
            // The first of equals is kept: the left side stays in line.
            arrangements.into_iter().flatten().min_by_key(Picture::height)
        })
    }

    /// One relation per row; `None` when something does not fit.
    fn rows(&self, in_line: bool, breaking: bool) -> Option<Picture> {
        let indent = if in_line { self.lhs.width + 1 } else { INDENT };
        let mut rows = if self.sides.is_empty() {
            self.lines(self.lhs_expr, &self.lhs, self.width, breaking)?
        } else if in_line {
            Vec::new()
        } else {
            vec![self.lhs.clone()]
        };
        for (at, side) in self.sides.iter().enumerate() {
            if at > 0 && self.joins_last(&mut rows, side) {
                continue;
            }
            let rel = trimmed(self.pen.rel(side.rel));
            let before = match at {
                0 if in_line => Picture::beside([self.lhs.clone(), blank(1), rel]),
                _ => Picture::beside([blank(indent), rel]),
            };
            rows.extend(self.behind(before, side, breaking)?);
        }
        let fits = rows.iter().all(|row| row.width <= self.width);
        fits.then(|| below_each_other(rows))
    }

    /// Whether a rounded number fits on the last row, which it is then added to.
    fn joins_last(&self, rows: &mut [Picture], side: &ChainSide) -> bool {
        let Some(last) = rows.last_mut().filter(|_| side.rel == Rel::Approx && side.picture.height() <= 1)
        else {
            return false;
        };
        let longer = Picture::beside([last.clone(), self.pen.rel(side.rel), side.picture.clone()]);
        let fits = longer.width <= self.width;
        if fits {
            *last = longer;
        }
        fits
    }

    /// A side as one line, or as several that begin with an operator, each filled as far as it goes.
    fn lines(&self, expr: &Expr, picture: &Picture, room: usize, breaking: bool) -> Option<Vec<Picture>> {
        if picture.width <= room {
            return Some(vec![picture.clone()]);
        }
        if !breaking {
            return None;
        }
        let mut lines: Vec<Picture> = Vec::new();
        for (op, piece) in self.pen.pieces(expr, true) {
            let Some(op) = op else {
                lines.push(piece);
                continue;
            };
            let longer = lines.last().map(|last| Picture::beside([last.clone(), op.clone(), piece.clone()]));
            match (longer, lines.last_mut()) {
                (Some(longer), Some(last)) if longer.width <= room => *last = longer,
                _ => lines.push(Picture::beside([trimmed(op), piece])),
            }
        }
        lines.iter().all(|line| line.width <= room).then_some(lines)
    }

    /// What fits as a picture as that, and everything else in one-line form, wrapped before operators and, where that
    /// is not enough, at other blanks.
    fn wrapped(&self) -> Picture {
        // Where there is hardly any room, none is spent on indenting.
        let indents = if self.width >= 4 * DEEPEST_INDENT { [INDENT, DEEPEST_INDENT] } else { [0; 2] };
        let [outer, inner] = indents;
        let mut rows = self.in_one_line(self.pen.on_line().draw(self.lhs_expr), 0, inner);
        if self.lhs.width <= self.width {
            rows = vec![self.lhs.clone()];
        }
        for side in &self.sides {
            if self.joins_last(&mut rows, side) {
                continue;
            }
            let rel = trimmed(self.pen.rel(side.rel));
            let before = Picture::beside([blank(outer), rel.clone()]);
            rows.extend(self.behind(before, side, true).unwrap_or_else(|| {
                let row = Picture::beside([rel, self.pen.on_line().draw(side.expr)]);
                self.in_one_line(row, outer, inner)
            }));
        }
        below_each_other(rows)
    }

    fn in_one_line(&self, row: Picture, start: usize, rest: usize) -> Vec<Picture> {
        wrap(row.into_row(), self.width, start, rest).into_iter().map(Picture::of_row).collect()
    }

    fn behind(&self, before: Picture, side: &ChainSide, breaking: bool) -> Option<Vec<Picture>> {
        let column = before.width;
        let lines = self.lines(side.expr, &side.picture, self.width.checked_sub(column)?, breaking)?;
        let before = std::iter::once(before).chain(std::iter::repeat(blank(column)));
        Some(before.zip(lines).map(|(before, line)| Picture::beside([before, line])).collect())
    }
}

fn blank(width: usize) -> Picture {
    Picture::of_row(vec![Span::blank(width)])
}

fn trimmed(operator: Picture) -> Picture {
    Picture::of_row(trimmed_row(operator.into_row()))
}

/// Rows from the top, with a blank one between two that are both taller than 1: a denominator would sit on the next
/// numerator. The first is level with its surroundings.
fn below_each_other(rows: Vec<Picture>) -> Picture {
    let baseline = rows.first().map_or(0, |row| row.baseline);
    let mut all: Vec<Picture> = Vec::new();
    for row in rows {
        if row.height() > 1 && all.last().is_some_and(|last| last.height() > 1) {
            all.push(Picture::gap());
        }
        all.push(row);
    }
    Picture::flush_left(all, baseline)
}

impl Linear {
    /// A chain on as few lines as it needs within `width` cells, broken before its relations only; a side that is wider
    /// than that keeps a line of its own.
    pub fn sides(&self, chain: &Chain, width: usize) -> Vec<Row> {
        let mut rows = vec![self.row(&chain.lhs)];
        for (rel, side) in &chain.rest {
            let rel = self.pen().rel(relation(*rel, side));
            let next = Picture::beside([rel, self.pen().draw(side)]).into_row();
            match rows.last_mut() {
                Some(last) if row_width(last) + row_width(&next) <= width => last.extend(next),
                _ => rows.push(next),
            }
        }
        rows
    }

    /// A chain on lines of at most `width` cells, where it has blanks to be broken at: before its relations first, then
    /// before operators.
    pub fn lines(&self, chain: &Chain, width: usize) -> Vec<String> {
        const FURTHER_IN: usize = 4;
        let sides = self.sides(chain, width).into_iter().enumerate();
        let rows = sides.flat_map(|(at, row)| wrap(row, width, if at == 0 { 0 } else { 2 }, FURTHER_IN));
        rows.map(|row| row_text(&row)).collect()
    }
}

/// The row in rows of at most `width` cells where that can be done, the first indented by `start`, others by `rest`.
fn wrap(row: Row, width: usize, start: usize, rest: usize) -> Vec<Row> {
    let mut rows = Vec::new();
    let (mut current, mut begun) = (vec![Span::blank(start)], false);
    for segment in split_before_operators(row) {
        let fits = row_width(&current) + row_width(&segment) <= width;
        let fits_below = begun && rest + row_width(&trimmed_row(segment.clone())) <= width;
        let pieces = if fits || fits_below { vec![segment] } else { split_at_blanks(segment) };
        for piece in pieces {
            if begun && row_width(&current) + row_width(&piece) > width {
                rows.push(std::mem::replace(&mut current, vec![Span::blank(rest)]));
                begun = false;
            }
            current.extend(if begun { piece } else { trimmed_row(piece) });
            begun = true;
        }
    }
    rows.extend(begun.then_some(current));
    rows
}

/// Parts that may be on rows of their own; all but the first begin with an operator.
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
    span.text == "/" || span.role == SpanRole::Operator && span.text.starts_with(' ')
}

fn split_at_blanks(row: Row) -> Vec<Row> {
    let mut words = Vec::new();
    let mut word = Row::new();
    for span in row {
        if span.role == SpanRole::Operator {
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

fn trimmed_row(mut row: Row) -> Row {
    if let Some(first) = row.first_mut() {
        first.text = first.text.trim_start_matches(' ').to_owned();
    }
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrapped(pieces: &[(&str, SpanRole)], width: usize) -> Vec<String> {
        let row = pieces.iter().map(|(text, role)| Span::new(*text, *role)).collect();
        wrap(row, width, 0, 2).iter().map(|row| row_text(row)).collect()
    }

    #[test]
    fn operators_begin_a_row_and_blanks_only_where_they_must() {
        let sum = [
            ("P(né à | b)", SpanRole::Name),
            (" + ", SpanRole::Operator),
            ("(", SpanRole::Plain),
            ("a b", SpanRole::Name),
            (")", SpanRole::Plain),
        ];
        assert_eq!(wrapped(&sum, 20), ["P(né à | b) + (a b)"]);
        assert_eq!(wrapped(&sum, 12), ["P(né à | b)", "  + (a b)"]);
        assert_eq!(wrapped(&sum, 8), ["P(né à |", "  b)", "  + (a", "  b)"]);
        assert_eq!(wrapped(&sum, 0), ["P(né", "  à", "  |", "  b)", "  + (a", "  b)"]);
    }
}
