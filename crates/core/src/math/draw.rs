//! One formula drawn with characters: on one line, or as a picture, however wide it becomes.
//!
//! A term in little room has its names cut in the middle, and its notation kept: `P(petal length=1.4 | Iris setosa)` stays
//! a conditional probability. The link of the piece keeps the whole address.

use super::address::QuantitySpelling;
use super::picture::{Fence, Picture, Row, Span, SpanRole, row_text, superscript};
use super::precedence::{DrawnNumber, FormulaStyle, InfixSign, Op, fence, figure, items, relation};
use super::{Chain, Expr, Face, Func, Name, Quantity, Rel, Symbol};
use crate::text::{display_width, names, shorten_with, shown};
use std::cell::RefCell;
use std::collections::HashSet;

/// The one-line notation for a reader. No name is shortened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Linear(pub Face);

impl Linear {
    pub fn chain(&self, chain: &Chain) -> String {
        row_text(&self.chain_row(chain))
    }

    pub fn expr(&self, expr: &Expr) -> String {
        row_text(&self.row(expr))
    }

    pub fn chain_row(&self, chain: &Chain) -> Row {
        self.pen().chain(chain).into_row()
    }

    pub fn row(&self, expr: &Expr) -> Row {
        self.pen().draw(expr).into_row()
    }

    pub(super) fn pen(self) -> Pen {
        Pen { face: self.0, longest_name: usize::MAX, room: FormulaHeight::Line }
    }
}

/// How tall a formula may become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FormulaHeight {
    Line,
    /// Inside a fraction or a matrix, where a number over a number is drawn on one row.
    Small,
    Full,
}

/// How formulas are drawn: with which characters, in how much room, and how long a name may be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pen {
    pub(super) face: Face,
    pub(super) longest_name: usize,
    pub(super) room: FormulaHeight,
}

const COLUMN_GAP: usize = 2;

impl Pen {
    pub(super) fn draw(self, expr: &Expr) -> Picture {
        if let Some(number) = figure(expr) {
            return self.number(&number);
        }
        let ascii = self.face.ascii;
        match expr.plain() {
            // Numbers are figures and have been drawn.
            Expr::Num(_) | Expr::Rounded(..) | Expr::Ratio(..) | Expr::Decimal(_) => Picture::gap(),
            Expr::Sym(symbol) => self.symbol(symbol),
            Expr::Of(quantity) => self.quantity(quantity),
            Expr::Text(text) => self.name(Span::new(shown(text), SpanRole::Name)),
            Expr::General { head, args, given } => self.on_line().general(head, args, given.as_deref()),
            Expr::Add(_) | Expr::Mul(_) | Expr::Juxt(_) => {
                let pieces = self.pieces(expr, false).into_iter();
                Picture::beside(pieces.flat_map(|(sign, piece)| sign.into_iter().chain([piece])))
            }
            Expr::Neg(inner) => self.negated(self.part(inner, Op::Negated), SpanRole::Operator),
            Expr::Frac(above, below) => {
                let [above, below] = [above, below].map(|part| self.inside().part(part, Op::Over));
                match self.room {
                    FormulaHeight::Line => Picture::beside([above, text("/"), below]),
                    _ => self.fraction(above, below),
                }
            }
            Expr::Pow(base, exponent) => self.power(base, exponent),
            Expr::Call(Func::Factorial, inner) => Picture::beside([self.part(inner, Op::Base), text("!")]),
            Expr::Call(Func::ChiSquareTail(k), inner) => {
                let beyond = Picture::beside([text(self.chi_square(*k)), text(" > "), self.draw(inner)]);
                Picture::beside([text("P"), self.fenced(beyond, Fence::Round)])
            }
            Expr::Call(func, inner) => self.call(func.symbol().uni, inner),
            Expr::Sqrt(inner) if ascii => self.call("sqrt", inner),
            Expr::Sqrt(inner) if is_short(inner) => Picture::beside([text("√"), self.draw(inner)]),
            Expr::Sqrt(inner) => self.call("√", inner),
            Expr::Det(inner) => {
                let barred = has_outside_brackets(&Linear(self.face).row(inner), '|');
                let body = self.draw(inner);
                self.fenced(if barred { self.fenced(body, Fence::Round) } else { body }, Fence::Bar)
            }
            Expr::Big { op, index, lower, upper, body, .. } => {
                let line = self.on_line();
                let (sign, index) = (self.symbol(&op.symbol()), self.symbol(index));
                let (lower, upper, body) = (line.draw(lower), line.draw(upper), self.part(body, Op::Body));
                if self.room == FormulaHeight::Line {
                    let limits = [text("["), index, text("="), lower, text(".."), upper, text("] ")];
                    return Picture::beside([sign].into_iter().chain(limits).chain([body]));
                }
                let below = Picture::beside([index, text("="), lower]);
                Picture::beside([Picture::stack([upper, sign, below], 1), text(" "), body])
            }
            Expr::Sample(inner, index) => self.sample(self.part(inner, Op::Base), index),
            Expr::Transpose(inner) => self.part(inner, Op::Base).with_corner(if ascii { "'" } else { "ᵀ" }),
            Expr::Inverse(inner) if ascii => self.call("inv", inner),
            Expr::Inverse(inner) => self.part(inner, Op::Base).with_corner("⁻¹"),
            Expr::Indicator(chain) => Picture::beside([text("1{"), self.on_line().chain(chain), text("}")]),
            Expr::Matrix(rows) if self.room == FormulaHeight::Line => self.matrix_on_line(rows),
            Expr::Matrix(rows) => self.inside().matrix(rows),
        }
    }

    pub(super) fn chain(self, chain: &Chain) -> Picture {
        let sides = chain.rest.iter();
        let sides = sides.flat_map(|(rel, side)| [self.rel(relation(*rel, side)), self.draw(side)]);
        Picture::beside(std::iter::once(self.draw(&chain.lhs)).chain(sides))
    }

    pub(super) fn on_line(self) -> Pen {
        Pen { room: FormulaHeight::Line, ..self }
    }

    fn inside(self) -> Pen {
        let room = if self.room == FormulaHeight::Line { FormulaHeight::Line } else { FormulaHeight::Small };
        Pen { room, ..self }
    }

    fn style(self) -> FormulaStyle {
        let ascii = self.face.ascii;
        match self.room {
            FormulaHeight::Line => FormulaStyle::Line { ascii },
            FormulaHeight::Small | FormulaHeight::Full => {
                FormulaStyle::Stacked { ascii, small: self.room == FormulaHeight::Small }
            }
        }
    }

    /// The items of a list, each but the first with the sign before it; else the formula alone. What stands side by side on one
    /// line needs a sign where it is broken.
    pub(super) fn pieces(self, expr: &Expr, broken: bool) -> Vec<(Option<Picture>, Picture)> {
        let items = items(expr.plain(), self.style());
        if items.is_empty() {
            return vec![(None, self.draw(expr))];
        }
        let sign = |sign| match sign {
            InfixSign::Beside { .. } if broken => self.sign(InfixSign::Times),
            sign => self.sign(sign),
        };
        items.into_iter().map(|(before, item, op)| (before.map(sign), self.part(item, op))).collect()
    }

    fn part(self, expr: &Expr, op: Op) -> Picture {
        let picture = self.draw(expr);
        if fence(expr, op, self.style()) { self.fenced(picture, Fence::Round) } else { picture }
    }

    fn fenced(self, body: Picture, fence: Fence) -> Picture {
        let (height, baseline) = (body.height(), body.baseline);
        let [left, right] = fence.sides(self.face.ascii).map(|[flat, top, middle, bottom]| match height {
            0 | 1 => text(flat),
            _ => {
                let middles = std::iter::repeat_n(middle, height - 2);
                Picture::stack(std::iter::once(top).chain(middles).chain([bottom]).map(text), baseline)
            }
        });
        Picture::beside([left, body, right])
    }

    fn negated(self, body: Picture, role: SpanRole) -> Picture {
        // Tight before a tall body the sign would read as part of its bar.
        let blank = if body.height() > 1 { " " } else { "" };
        let minus = if self.face.ascii { "-" } else { "−" };
        Picture::beside([Picture::text(format!("{minus}{blank}"), role), body])
    }

    fn number(self, number: &DrawnNumber) -> Picture {
        let written = |text: &str| self.face.sign.in_digits(text);
        let above = written(&number.digits);
        let body = match number.denominator.as_deref().map(written) {
            Some(below) if self.room == FormulaHeight::Full => self.fraction(digits(above), digits(below)),
            Some(below) => digits(format!("{above}/{below}")),
            None => digits(above),
        };
        if number.negative { self.negated(body, SpanRole::Number) } else { body }
    }

    fn fraction(self, above: Picture, below: Picture) -> Picture {
        let bar = if self.face.ascii { "-" } else { "─" }.repeat(above.width.max(below.width));
        let baseline = above.height();
        Picture::stack([above, text(bar), below], baseline)
    }

    fn power(self, base: &Expr, exponent: &Expr) -> Picture {
        let base = self.part(base, Op::Base);
        let script = || superscript(&Linear(self.face).expr(exponent));
        if let Some(script) = (!self.face.ascii).then(script).flatten() {
            return base.with_corner(script);
        }
        // In ASCII a square would make every formula a row taller.
        if self.room == FormulaHeight::Line || self.face.ascii && base.height() == 1 {
            let inline = self.inside().part(exponent, Op::Exponent);
            if inline.height() == 1 {
                return Picture::beside([base, text("^"), inline]);
            }
        }
        base.with_raised(self.inside().draw(exponent))
    }

    fn sample(self, base: Picture, index: &Symbol) -> Picture {
        if self.face.ascii {
            return Picture::beside([base, text(format!("[{}]", index.ascii))]);
        }
        let index = format!("({})", index.uni);
        match superscript(&index) {
            Some(script) => base.with_corner(script),
            None if self.room == FormulaHeight::Line => Picture::beside([base, text(format!("^{index}"))]),
            None => base.with_raised(text(index)),
        }
    }

    fn call(self, name: &'static str, inner: &Expr) -> Picture {
        Picture::beside([text(name), self.fenced(self.draw(inner), Fence::Round)])
    }

    fn general(self, head: &Symbol, args: &[Expr], given: Option<&Expr>) -> Picture {
        let mut parts = vec![self.symbol(head), text("(")];
        for (at, arg) in args.iter().enumerate() {
            parts.extend((at > 0).then(|| text(", ")));
            parts.push(self.draw(arg));
        }
        parts.extend(given.into_iter().flat_map(|given| [text(" | "), self.draw(given)]));
        parts.push(text(")"));
        Picture::beside(parts)
    }

    fn matrix_on_line(self, rows: &[Vec<Expr>]) -> Picture {
        let mut parts = vec![text("[")];
        for (at, cells) in rows.iter().enumerate() {
            parts.extend((at > 0).then(|| text("; ")));
            for (at, cell) in cells.iter().enumerate() {
                parts.extend((at > 0).then(|| text(" ")));
                // Blanks part the cells, so a cell may not have any of its own.
                let blank = has_outside_brackets(&Linear(self.face).row(cell), ' ');
                let cell = self.draw(cell);
                parts.push(if blank { self.fenced(cell, Fence::Round) } else { cell });
            }
        }
        parts.push(text("]"));
        Picture::beside(parts)
    }

    fn matrix(self, rows: &[Vec<Expr>]) -> Picture {
        let cells: Vec<Vec<_>> =
            rows.iter().map(|row| row.iter().map(|cell| self.draw(cell)).collect()).collect();
        let columns = cells.iter().map(Vec::len).max().unwrap_or(0);
        let column = |at: usize| cells.iter().filter_map(move |row| row.get(at)).map(|cell| cell.width);
        let widths: Vec<usize> = (0..columns).map(|at| column(at).max().unwrap_or(0)).collect();
        let loose = cells.len() == 2 || cells.iter().flatten().any(|cell| cell.height() > 1);
        let mut all = Vec::new();
        for row in cells {
            if loose && !all.is_empty() {
                all.push(Picture::gap());
            }
            let row = row.into_iter().chain(std::iter::repeat_with(Picture::gap));
            let parts = widths.iter().zip(row).enumerate().flat_map(|(at, (width, cell))| {
                let gap = if at > 0 { COLUMN_GAP } else { 0 };
                [text(" ".repeat(gap + width - cell.width)), cell]
            });
            all.push(Picture::beside([Picture::gap()].into_iter().chain(parts)));
        }
        if all.is_empty() {
            all.push(Picture::gap());
        }
        let height: usize = all.iter().map(Picture::height).sum();
        self.fenced(Picture::flush_left(all, height.saturating_sub(1) / 2), Fence::Square)
    }

    fn sign(self, sign: InfixSign) -> Picture {
        match (sign, self.face.ascii) {
            (InfixSign::Plus, _) => operator(" + "),
            (InfixSign::Less, true) => operator(" - "),
            (InfixSign::Less, false) => operator(" − "),
            (InfixSign::Beside { dotted: false }, _) => text(" "),
            (InfixSign::Times | InfixSign::Beside { .. }, true) => operator(" * "),
            (InfixSign::Times | InfixSign::Beside { .. }, false) => operator(" · "),
        }
    }

    pub(super) fn rel(self, rel: Rel) -> Picture {
        operator(match (rel, self.face.ascii) {
            (Rel::Eq, _) => " = ",
            (Rel::Approx, false) => " ≈ ",
            (Rel::Approx, true) => " ~= ",
        })
    }

    fn symbol(self, symbol: &Symbol) -> Picture {
        let role = if symbol.is_matrix() { SpanRole::Matrix } else { SpanRole::Plain };
        Picture::text(if self.face.ascii { symbol.ascii } else { symbol.uni }, role)
    }

    fn chi_square(self, k: u32) -> String {
        if self.face.ascii {
            return format!("chi2[{k}]");
        }
        let below = |digit: char| digit.to_digit(10).and_then(|digit| char::from_u32(0x2080 + digit));
        format!("χ²{}", k.to_string().chars().filter_map(below).collect::<String>())
    }

    fn spelling(self) -> QuantitySpelling {
        if self.face.ascii { QuantitySpelling::Ascii } else { QuantitySpelling::Unicode }
    }

    fn quantity(self, quantity: &Quantity) -> Picture {
        let text = shown(&quantity.text(self.spelling(), &Name::clone)).into_owned();
        self.name(Span { text, role: SpanRole::Name, link: Some(quantity.clone()) })
    }

    /// A term, with its names cut where it is too long.
    fn name(self, mut span: Span) -> Picture {
        if self.longest_name < usize::MAX && display_width(&span.text) > self.longest_name {
            let mark = if self.face.ascii { "..." } else { "…" };
            let cut = |of: &Quantity| abbreviated(of, self.longest_name, mark, self.spelling());
            let whole = || shorten_with(&span.text, self.longest_name, mark).into_owned();
            span.text = span.link.as_ref().and_then(cut).unwrap_or_else(whole);
        }
        Picture::of_row(vec![span])
    }
}

fn text(text: impl Into<String>) -> Picture {
    Picture::text(text, SpanRole::Plain)
}

fn digits(text: impl Into<String>) -> Picture {
    Picture::text(text, SpanRole::Number)
}

fn operator(text: &str) -> Picture {
    Picture::text(text, SpanRole::Operator)
}

/// Whether a root needs no brackets round it: a number without sign or bar, or a letter.
fn is_short(expr: &Expr) -> bool {
    match expr.plain() {
        Expr::Sym(symbol) => !symbol.is_product(),
        Expr::Num(_) => figure(expr).is_some_and(|number| !number.negative && number.denominator.is_none()),
        _ => false,
    }
}

fn has_outside_brackets(row: &[Span], wanted: char) -> bool {
    let mut depth = 0usize;
    row.iter().flat_map(|span| span.text.chars()).any(|c| {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && c == wanted
    })
}

/// The quantity with the longest names for which its text is at most `width` wide, if there are any.
fn abbreviated(quantity: &Quantity, width: usize, mark: &str, spelling: QuantitySpelling) -> Option<String> {
    // A mark alone says nothing about the name.
    let shortest = display_width(mark) + 2;
    let whole = RefCell::new(Vec::<Name>::new());
    quantity.text(spelling, &|name| {
        whole.borrow_mut().push(name.clone());
        name.clone()
    });
    let mut whole = whole.into_inner();
    let mut seen = HashSet::new();
    whole.retain(|name| seen.insert(name.clone()));
    let whole: Vec<&str> = whole.iter().map(Name::as_str).collect();
    let cut_to = |longest| {
        let cut = names(&whole, longest);
        let short = |name: &Name| {
            let at = whole.iter().position(|whole| *whole == name.as_str());
            at.and_then(|at| cut.get(at)).map_or_else(|| name.clone(), |cut| cut.replace('…', mark).into())
        };
        Some(shown(&quantity.text(spelling, &short)).into_owned()).filter(|text| display_width(text) <= width)
    };
    // Each try cuts all names anew, so the length that fits is found by halving.
    let mut longest = cut_to(shortest)?;
    let (mut fits, mut too_long) = (shortest, width + 1);
    while fits + 1 < too_long {
        let between = usize::midpoint(fits, too_long);
        match cut_to(between) {
            Some(text) => (longest, fits) = (text, between),
            None => too_long = between,
        }
    }
    Some(longest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cut_and_the_notation_is_not() {
        let of = "mean(petal length in centimetres | Iris setosa)".parse().unwrap();
        let short = |width| abbreviated(&of, width, "…", QuantitySpelling::Address);
        assert_eq!(short(60).as_deref(), Some("mean(petal length in centimetres | Iris setosa)"));
        assert_eq!(short(30).as_deref(), Some("mean(petal…tres | Iris seto…)"));
        assert_eq!(short(16).as_deref(), Some("mean(p…s | I…a)"));
        assert_eq!(short(14), None);
    }
}
