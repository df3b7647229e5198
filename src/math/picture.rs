//! Formulas drawn in two dimensions from characters, and how boxes are laid out.
//!
//! All rows of a picture are equally wide at all times; blanks at the end of rows go only when it is printed. The
//! baseline is the row that stands level with the text around it, the bar of a fraction for instance. This module
//! knows nothing of formulas.
//!
//! Terminals draw the box characters themselves, so those always join; ASCII is for everything else.

use super::draw::{Pen, of_span};
use super::linear::{blank_span, trimmed_left, wrap};
use super::precedence::relation;
use super::{Chain, Expr, Quantity, Rel};
use crate::text::display_width;

/// What a piece of a formula is, for whoever colours it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Role {
    #[default]
    Plain,
    Number,
    /// A relation or an operator with the blanks around it; a row may be broken before it.
    Operator,
    /// A matrix by its letter, to be drawn bold so that Σ is not taken for ∑.
    Matrix,
    Name,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    pub text: String,
    pub role: Role,
    /// The number it stands for, where it has an address.
    pub link: Option<Quantity>,
}

pub type Row = Vec<Span>;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    rows: Vec<Row>,
    width: usize,
    baseline: usize,
}

impl Span {
    pub(super) fn new(text: impl Into<String>, role: Role) -> Self {
        Span { text: text.into(), role, link: None }
    }

    fn blank(width: usize) -> Self {
        Span::new(" ".repeat(width), Role::Plain)
    }
}

pub(super) fn row_width(row: &[Span]) -> usize {
    row.iter().map(|span| display_width(&span.text)).sum()
}

pub(super) fn row_text(row: &[Span]) -> String {
    row.iter().map(|span| span.text.as_str()).collect()
}

fn pad(row: &mut Row, left: usize, right: usize) {
    if left > 0 {
        row.insert(0, Span::blank(left));
    }
    if right > 0 {
        row.push(Span::blank(right));
    }
}

impl Picture {
    /// The rows, from the top; all are [`Picture::width`] cells wide.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    pub fn width(&self) -> usize {
        self.width
    }

    pub fn height(&self) -> usize {
        self.rows.len()
    }

    pub fn baseline(&self) -> usize {
        self.baseline
    }

    /// The rows as text, without blanks at their ends.
    pub fn lines(&self) -> Vec<String> {
        self.rows.iter().map(|row| row_text(row).trim_end().to_owned()).collect()
    }

    pub(super) fn of_row(row: Row) -> Self {
        Picture { width: row_width(&row), rows: vec![row], baseline: 0 }
    }

    pub(super) fn text(text: impl Into<String>, role: Role) -> Self {
        Picture::of_row(vec![Span::new(text, role)])
    }

    pub(super) fn column(pieces: impl IntoIterator<Item = &'static str>, baseline: usize) -> Self {
        let pieces = pieces.into_iter().map(|piece| Picture::text(piece, Role::Plain));
        Picture::stack(pieces, baseline)
    }

    #[must_use]
    fn with_baseline(mut self, baseline: usize) -> Self {
        self.baseline = baseline.min(self.rows.len().saturating_sub(1));
        self
    }

    pub(super) fn beside(pictures: impl IntoIterator<Item = Picture>) -> Self {
        let pictures: Vec<Picture> = pictures.into_iter().collect();
        let above = pictures.iter().map(|p| p.baseline).max().unwrap_or(0);
        let below = pictures.iter().map(|p| p.rows.len().saturating_sub(p.baseline)).max().unwrap_or(0);
        let mut rows: Vec<Row> = vec![Row::new(); above + below];
        let mut width = 0;
        for picture in pictures {
            let top = above - picture.baseline;
            let bottom = top + picture.rows.len();
            for (at, row) in rows.iter_mut().enumerate() {
                if (at < top || at >= bottom) && picture.width > 0 {
                    row.push(Span::blank(picture.width));
                }
            }
            for (row, more) in rows.iter_mut().skip(top).zip(picture.rows) {
                row.extend(more);
            }
            width += picture.width;
        }
        Picture { rows, width, baseline: above }
    }

    /// Pictures above each other, centred with the odd column on the left, so that units stand under units.
    pub(super) fn stack(pictures: impl IntoIterator<Item = Picture>, baseline: usize) -> Self {
        Picture::pile(pictures, baseline, |room| room.div_ceil(2))
    }

    pub(super) fn flush_left(pictures: impl IntoIterator<Item = Picture>, baseline: usize) -> Self {
        Picture::pile(pictures, baseline, |_| 0)
    }

    fn pile(
        pictures: impl IntoIterator<Item = Picture>,
        baseline: usize,
        left_of: impl Fn(usize) -> usize,
    ) -> Self {
        let pictures: Vec<Picture> = pictures.into_iter().collect();
        let width = pictures.iter().map(|p| p.width).max().unwrap_or(0);
        let mut rows = Vec::new();
        for picture in pictures {
            let room = width - picture.width;
            let left = left_of(room);
            for mut row in picture.rows {
                pad(&mut row, left, room - left);
                rows.push(row);
            }
        }
        Picture { rows, width, baseline: 0 }.with_baseline(baseline)
    }

    #[must_use]
    pub(super) fn right_in(mut self, width: usize) -> Self {
        let room = width.saturating_sub(self.width);
        for row in &mut self.rows {
            pad(row, room, 0);
        }
        self.width += room;
        self
    }

    #[must_use]
    pub(super) fn with_corner(mut self, corner: Row) -> Self {
        let more = row_width(&corner);
        for (at, row) in self.rows.iter_mut().enumerate() {
            if at == 0 {
                row.extend(corner.iter().cloned());
            } else {
                pad(row, 0, more);
            }
        }
        self.width += more;
        self
    }

    #[must_use]
    pub(super) fn with_raised(self, raised: Picture) -> Self {
        let baseline = raised.height() + self.baseline;
        let left = Picture::of_row(vec![Span::blank(self.width)]);
        let upper = Picture::beside([left, raised.with_baseline(0)]);
        let lower = self.with_baseline(0);
        Picture::flush_left([upper, lower], baseline)
    }

    pub(super) fn gap() -> Self {
        Picture::of_row(Row::new())
    }
}

/// Which characters a two-dimensional formula may use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tier {
    /// Fences from the box-drawing block.
    #[default]
    Box,
    Ascii,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fence {
    Round,
    Square,
    Bar,
}

/// One side of a tall fence: its top, middle and bottom piece.
pub(super) type Pieces = [&'static str; 3];

impl Fence {
    pub(super) fn flat(self) -> [&'static str; 2] {
        match self {
            Fence::Round => ["(", ")"],
            Fence::Square => ["[", "]"],
            Fence::Bar => ["|", "|"],
        }
    }

    pub(super) fn tall(self, tier: Tier) -> [Pieces; 2] {
        match (self, tier) {
            (Fence::Round, Tier::Box) => [["╭", "│", "╰"], ["╮", "│", "╯"]],
            (Fence::Round, Tier::Ascii) => [["/", "|", "\\"], ["\\", "|", "/"]],
            (Fence::Square, Tier::Box) => [["┌", "│", "└"], ["┐", "│", "┘"]],
            (Fence::Square, Tier::Ascii) => [["["; 3], ["]"; 3]],
            (Fence::Bar, Tier::Box) => [["│"; 3], ["│"; 3]],
            (Fence::Bar, Tier::Ascii) => [["|"; 3], ["|"; 3]],
        }
    }
}

/// The text in superscript characters, if every one of its characters has one that fonts can be relied on to hold.
///
/// Blanks around the signs are dropped: `n − 1` becomes `ⁿ⁻¹`.
pub(super) fn superscript(text: &str) -> Option<String> {
    let mut tight = text.to_owned();
    for sign in ["+", "−", "="] {
        tight = tight.replace(&format!(" {sign} "), sign);
    }
    tight.chars().map(superscript_char).collect()
}

fn superscript_char(c: char) -> Option<char> {
    Some(match c {
        '0' => '⁰',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        '4'..='9' => char::from_u32(u32::from('⁴') + u32::from(c) - u32::from('4'))?,
        '+' => '⁺',
        '−' | '-' => '⁻',
        '=' => '⁼',
        '(' => '⁽',
        ')' => '⁾',
        'i' => 'ⁱ',
        'n' => 'ⁿ',
        'T' => 'ᵀ',
        'd' => 'ᵈ',
        _ => return None,
    })
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn superscripts_are_all_or_nothing() {
        assert_eq!(superscript("0123456789").as_deref(), Some("⁰¹²³⁴⁵⁶⁷⁸⁹"));
        assert_eq!(superscript("n − 1").as_deref(), Some("ⁿ⁻¹"));
        assert_eq!(superscript("(i)").as_deref(), Some("⁽ⁱ⁾"));
        assert_eq!(superscript("k"), None);
        assert_eq!(superscript("1/2"), None);
        assert_eq!(superscript("n d"), None, "two factors would read as one name");
    }
}
