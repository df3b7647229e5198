//! One formula as a picture, however wide it becomes.
//!
//! A fraction gets a bar, a big operator its limits, a tall body tall fences. What is one row tall by nature (terms,
//! indicators, limits) comes from the one-line notation. Breaking and the width of the screen are the business of
//! the layout, not of this module.
//!
//! A term in little room has its names cut in the middle, and its notation kept: `P(petal length=1.4 | Iris setosa)` stays a
//! conditional probability. The short text is for the eye only: the link of the piece keeps the whole address.

use super::linear::{Linear, has_outside_brackets, is_short};
use super::picture::{Fence, Picture, Role, Row, Span, Tier, superscript};
use super::precedence::{Body, Figure, Op, Sign, Style, fence, figure, items};
use super::{BigOp, Chain, DecimalSign, Expr, Face, Func, Name, Quantity, Symbol, picture};
use crate::text::{display_width, names, shorten_with};
use std::cell::RefCell;

const COLUMN_GAP: usize = 2;

/// How formulas are drawn: with which characters, and how long a name may be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pen {
    pub(super) tier: Tier,
    pub(super) sign: DecimalSign,
    pub(super) longest_name: usize,
}

impl Pen {
    pub(super) fn line(self) -> Linear {
        Linear(Face { ascii: self.is_ascii(), sign: self.sign })
    }

    /// The formula as a picture. `small` is set inside fractions and matrices.
    pub(super) fn draw(self, expr: &Expr, small: bool) -> Picture {
        if let Some(number) = figure(expr) {
            return self.number(expr, &number, small);
        }
        match expr.plain() {
            Expr::Add(items) | Expr::Mul(items) | Expr::Juxt(items) if !items.is_empty() => {
                let pieces = self.pieces(expr, small, false).into_iter();
                Picture::beside(pieces.flat_map(|(sign, piece)| sign.map(of_span).into_iter().chain([piece])))
            }
            Expr::Neg(inner) => self.negated(self.part(inner, Op::Negated, small), Role::Operator),
            Expr::Frac(above, below) => {
                self.fraction(self.part(above, Op::Over, true), self.part(below, Op::Over, true))
            }
            Expr::Pow(base, exponent) => self.power(base, exponent, small),
            Expr::Call(Func::Factorial, inner) => {
                Picture::beside([self.part(inner, Op::Base, small), text("!")])
            }
            Expr::Call(func, inner) => self.call(func.name(), inner, small),
            Expr::Sqrt(inner) => self.root(inner, small),
            Expr::Det(inner) => self.determinant(inner, small),
            Expr::Big { op, index, lower, upper, body, .. } => {
                let limits = (self.line().row(lower), self.line().row(upper));
                self.big(*op, index, limits, self.part(body, Op::Body, small))
            }
            Expr::Sample(inner, index) => self.sample(self.part(inner, Op::Base, small), index),
            Expr::Transpose(inner) => {
                let sign = if self.is_ascii() { "'" } else { "ᵀ" };
                self.part(inner, Op::Base, small).with_corner(vec![Span::new(sign, Role::Plain)])
            }
            Expr::Inverse(inner) if self.is_ascii() => self.call("inv", inner, small),
            Expr::Inverse(inner) => {
                self.part(inner, Op::Base, small).with_corner(vec![Span::new("⁻¹", Role::Plain)])
            }
            Expr::Matrix(rows) => self.matrix(rows),
            _ => Picture::of_row(self.cut(self.line().row(expr))),
        }
    }

    /// The items of a list, each but the first with the sign before it; else the formula alone. What stands side by side on one
    /// line needs a sign where it is broken.
    pub(super) fn pieces(self, expr: &Expr, small: bool, broken: bool) -> Vec<(Option<Span>, Picture)> {
        let items = items(expr.plain(), self.style(small));
        if items.is_empty() {
            return vec![(None, self.draw(expr, small))];
        }
        let sign = |sign| {
            self.line().sign(if broken && sign != Sign::Less && sign != Sign::Plus {
                Sign::Times
            } else {
                sign
            })
        };
        items.into_iter().map(|(before, item, op)| (before.map(sign), self.part(item, op, small))).collect()
    }

    pub(super) fn cut(self, mut row: Row) -> Row {
        let mark = if self.is_ascii() { "..." } else { "…" };
        for span in row.iter_mut().filter(|span| span.role == Role::Name) {
            if display_width(&span.text) <= self.longest_name {
                continue;
            }
            let names_cut = span.link.as_ref().and_then(|quantity| {
                abbreviated(quantity, self.longest_name, mark, |short| self.line().quantity(short).text)
            });
            span.text =
                names_cut.unwrap_or_else(|| shorten_with(&span.text, self.longest_name, mark).into_owned());
        }
        row
    }

    fn is_ascii(self) -> bool {
        self.tier == Tier::Ascii
    }

    fn style(self, small: bool) -> Style {
        Style::Stacked { ascii: self.is_ascii(), small }
    }

    fn part(self, expr: &Expr, op: Op, small: bool) -> Picture {
        let picture = self.draw(expr, small);
        if fence(expr, op, self.style(small)) { self.fenced(picture, Fence::Round) } else { picture }
    }

    fn fenced(self, body: Picture, fence: Fence) -> Picture {
        let height = body.height();
        if height < 2 {
            let [left, right] = fence.flat();
            return Picture::beside([text(left), body, text(right)]);
        }
        let baseline = body.baseline();
        let [left, right] = fence.tall(self.tier).map(|[top, middle, bottom]| {
            let middles = std::iter::repeat_n(middle, height - 2);
            Picture::column(std::iter::once(top).chain(middles).chain([bottom]), baseline)
        });
        Picture::beside([left, body, right])
    }

    fn negated(self, body: Picture, role: Role) -> Picture {
        // Tight before a tall body the sign would read as part of its bar.
        let blank = if body.height() > 1 { " " } else { "" };
        Picture::beside([Picture::text(format!("{}{blank}", self.line().minus()), role), body])
    }

    fn number(self, expr: &Expr, number: &Figure, small: bool) -> Picture {
        match &number.body {
            Body::Fraction(above, below) if !small => {
                let digits = |text: &str| Picture::text(self.sign.in_digits(text), Role::Number);
                let fraction = self.fraction(digits(above), digits(below));
                if number.negative { self.negated(fraction, Role::Number) } else { fraction }
            }
            _ => Picture::of_row(self.line().row(expr)),
        }
    }

    fn fraction(self, above: Picture, below: Picture) -> Picture {
        let bar = if self.is_ascii() { "-" } else { "─" }.repeat(above.width().max(below.width()));
        let baseline = above.height();
        Picture::stack([above, text(bar), below], baseline)
    }

    fn power(self, base: &Expr, exponent: &Expr, small: bool) -> Picture {
        let base = self.part(base, Op::Base, small);
        if let Some(script) = self.line().script(exponent) {
            return base.with_corner(vec![Span::new(script, Role::Plain)]);
        }
        // In ASCII a square would make every formula a row taller.
        if self.is_ascii() && base.height() == 1 {
            let inline = self.part(exponent, Op::Exponent, true);
            if inline.height() == 1 {
                return Picture::beside([base, text("^"), inline]);
            }
        }
        base.with_raised(self.draw(exponent, true))
    }

    fn sample(self, base: Picture, index: &Symbol) -> Picture {
        if self.is_ascii() {
            return Picture::beside([base, text(format!("[{}]", index.ascii))]);
        }
        let index = format!("({})", index.uni);
        match superscript(&index) {
            Some(script) => base.with_corner(vec![Span::new(script, Role::Plain)]),
            None => base.with_raised(text(index)),
        }
    }

    fn call(self, name: &'static str, inner: &Expr, small: bool) -> Picture {
        Picture::beside([text(name), self.fenced(self.draw(inner, small), Fence::Round)])
    }

    fn root(self, inner: &Expr, small: bool) -> Picture {
        if self.is_ascii() {
            return self.call("sqrt", inner, small);
        }
        let body = self.draw(inner, small);
        let body = if is_short(inner) { body } else { self.fenced(body, Fence::Round) };
        Picture::beside([text("√"), body])
    }

    fn determinant(self, inner: &Expr, small: bool) -> Picture {
        let body = self.draw(inner, small);
        let barred = has_outside_brackets(&self.line().row(inner), '|');
        let body = if barred { self.fenced(body, Fence::Round) } else { body };
        self.fenced(body, Fence::Bar)
    }

    fn big(self, op: BigOp, index: &Symbol, (lower, upper): (Row, Row), body: Picture) -> Picture {
        let mut below = vec![self.line().symbol(index), Span::new("=", Role::Plain)];
        below.extend(lower);
        let rows = [self.cut(upper), vec![Span::new(op.sign(self.is_ascii()), Role::Plain)], self.cut(below)];
        let sign = Picture::stack(rows.map(Picture::of_row), 1);
        Picture::beside([sign, text(" "), body])
    }

    fn matrix(self, rows: &[Vec<Expr>]) -> Picture {
        let cells: Vec<Vec<Picture>> =
            rows.iter().map(|row| row.iter().map(|cell| self.draw(cell, true)).collect()).collect();
        let columns = cells.iter().map(Vec::len).max().unwrap_or(0);
        let widths: Vec<usize> = (0..columns)
            .map(|at| cells.iter().filter_map(|row| row.get(at)).map(Picture::width).max().unwrap_or(0))
            .collect();
        let loose = cells.len() == 2 || cells.iter().flatten().any(|cell| cell.height() > 1);
        let mut all = Vec::new();
        for row in cells {
            if loose && !all.is_empty() {
                all.push(Picture::gap());
            }
            let mut row = row.into_iter();
            let mut parts = vec![Picture::gap()];
            for (at, width) in widths.iter().enumerate() {
                let gap = if at > 0 { COLUMN_GAP } else { 0 };
                parts.push(row.next().unwrap_or_else(Picture::gap).right_in(width + gap));
            }
            all.push(Picture::beside(parts));
        }
        if all.is_empty() {
            all.push(Picture::gap());
        }
        let height: usize = all.iter().map(Picture::height).sum();
        self.fenced(Picture::flush_left(all, height.saturating_sub(1) / 2), Fence::Square)
    }
}

pub(super) fn of_span(span: Span) -> Picture {
    Picture::of_row(vec![span])
}

fn text(text: impl Into<String>) -> Picture {
    Picture::text(text, Role::Plain)
}

/// Formulas in two dimensions, broken to fit a width where that can be done without tearing anything apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stacked {
    pub width: usize,
    pub glyphs: Tier,
    pub sign: DecimalSign,
}

impl Stacked {
    /// A chain, one relation per row where one row is too narrow for all.
    ///
    /// A term wider than the whole width is cut in the middle. A picture can still be wider than asked for, when a
    /// single number or bracket does not fit.
    pub fn chain(&self, chain: &Chain) -> Picture {
        picture::chain(self.pen(), self.width, chain)
    }

    pub fn expr(&self, expr: &Expr) -> Picture {
        picture::chain(self.pen(), self.width, &Chain::new(expr.clone()))
    }

    fn pen(&self) -> Pen {
        Pen { tier: self.glyphs, sign: self.sign, longest_name: usize::MAX }
    }
}

/// The quantity with the longest names for which `text` is at most `width` wide, if there are any.
pub(super) fn abbreviated(
    quantity: &Quantity,
    width: usize,
    mark: &str,
    text: impl Fn(&Quantity) -> String,
) -> Option<String> {
    // A mark alone says nothing about the name.
    let shortest = display_width(mark) + 2;
    let whole = RefCell::new(Vec::new());
    let _ = quantity.with_names(&|name| {
        let mut whole = whole.borrow_mut();
        if !whole.iter().any(|one: &String| one == name.as_str()) {
            whole.push(name.as_str().to_owned());
        }
        name.clone()
    });
    let whole = whole.into_inner();
    let whole: Vec<&str> = whole.iter().map(String::as_str).collect();
    (shortest..=width)
        .rev()
        .map(|longest| {
            let cut = names(&whole, longest);
            let short = |name: &Name| whole.iter().position(|whole| *whole == name.as_str());
            let short = |name: &Name| short(name).and_then(|at| cut.get(at));
            let short = |name: &Name| {
                short(name).map_or_else(|| name.clone(), |cut| Name::new(cut.replace('…', mark)))
            };
            text(&quantity.with_names(&short))
        })
        .find(|text| display_width(text) <= width)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cut_and_the_notation_is_not() {
        let of = "mean(petal length in centimetres | Iris setosa)".parse().unwrap();
        let short = |width| abbreviated(&of, width, "…", Quantity::to_string);
        assert_eq!(short(60).as_deref(), Some("mean(petal length in centimetres | Iris setosa)"));
        assert_eq!(short(30).as_deref(), Some("mean(petal…tres | Iris seto…)"));
        assert_eq!(short(16).as_deref(), Some("mean(p…s | I…a)"));
        assert_eq!(short(14), None);
    }
}
