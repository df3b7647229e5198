//! Formulas on one line, with or without Unicode, and how long ones are broken over lines.
//!
//! The line is complete: no name is shortened and nothing is rounded that the picture does not round. Its pieces keep
//! their links, so that the picture can use them where a part of it is one row tall. This module knows nothing of
//! width.
//!
//! The picture uses its smallest pieces, signs, symbols, numbers and terms, so that a minus looks the same in both.

use super::picture::{Role, Row, Span, row_text, row_width, superscript};
use super::precedence::{Body, Figure, Op, Sign, Style, fence, figure, items, relation};
use super::{BigOp, Chain, Expr, Face, Func, Quantity, Rel, Symbol};
use crate::text::shown;

/// The one-line notation for a reader.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Linear(pub Face);

impl Linear {
    pub fn chain(&self, chain: &Chain) -> String {
        row_text(&self.chain_row(chain))
    }

    pub fn expr(&self, expr: &Expr) -> String {
        row_text(&self.row(expr))
    }

    /// A chain on one line, in pieces that know what they stand for.
    pub fn chain_row(&self, chain: &Chain) -> Row {
        let mut row = self.row(&chain.lhs);
        for (rel, side) in &chain.rest {
            row.push(self.rel(relation(*rel, side)));
            row.extend(self.row(side));
        }
        row
    }

    /// A chain on as few lines as it needs within `width` cells, broken before its relations only; a side that is wider
    /// than that keeps a line of its own.
    pub fn sides(&self, chain: &Chain, width: usize) -> Vec<Row> {
        let mut rows = vec![self.row(&chain.lhs)];
        for (rel, side) in &chain.rest {
            let mut next = vec![self.rel(relation(*rel, side))];
            next.extend(self.row(side));
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

    /// A formula on one line, in pieces that know what they stand for.
    pub fn row(&self, expr: &Expr) -> Row {
        if let Some(number) = figure(expr) {
            return self.number(&number);
        }
        match expr.plain() {
            // Numbers are figures and have been drawn.
            Expr::Num(_) | Expr::Rounded(..) | Expr::Ratio(..) | Expr::Decimal(_) => Row::new(),
            Expr::Sym(symbol) => vec![self.symbol(symbol)],
            Expr::Of(quantity) => vec![self.quantity(quantity)],
            Expr::Text(text) => vec![Span::new(shown(text), Role::Name)],
            Expr::General { head, args, given } => self.general(head, args, given.as_deref()),
            Expr::Add(items) if items.is_empty() => digits("0"),
            Expr::Mul(items) | Expr::Juxt(items) if items.is_empty() => digits("1"),
            list @ (Expr::Add(_) | Expr::Mul(_) | Expr::Juxt(_)) => self.list(list),
            Expr::Neg(inner) => join([vec![plain(self.minus())], self.part(inner, Op::Negated)]),
            Expr::Frac(above, below) => {
                join([self.part(above, Op::Over), vec![plain("/")], self.part(below, Op::Over)])
            }
            Expr::Pow(base, exponent) => join([self.part(base, Op::Base), self.exponent(exponent)]),
            Expr::Call(Func::Factorial, inner) => join([self.part(inner, Op::Base), vec![plain("!")]]),
            Expr::Call(Func::ChiSquareTail(k), inner) => {
                let beyond = vec![plain(format!("{} > ", self.chi_square(*k)))];
                join([vec![plain("P")], fenced(join([beyond, self.row(inner)]))])
            }
            Expr::Call(func, inner) => join([vec![plain(func.name())], fenced(self.row(inner))]),
            Expr::Sqrt(inner) if self.0.ascii => join([vec![plain("sqrt")], fenced(self.row(inner))]),
            Expr::Sqrt(inner) if is_short(inner) => join([vec![plain("√")], self.row(inner)]),
            Expr::Sqrt(inner) => join([vec![plain("√")], fenced(self.row(inner))]),
            Expr::Det(inner) => join([vec![plain("|")], self.in_bars(inner), vec![plain("|")]]),
            Expr::Big { op, index, lower, upper, body, .. } => {
                let sign = vec![plain(op.sign(self.0.ascii)), plain("["), self.symbol(index), plain("=")];
                let limits = join([self.row(lower), vec![plain("..")], self.row(upper), vec![plain("] ")]]);
                join([sign, limits, self.part(body, Op::Body)])
            }
            Expr::Sample(inner, index) => join([self.part(inner, Op::Base), self.index(index)]),
            Expr::Transpose(inner) => {
                join([self.part(inner, Op::Base), vec![plain(if self.0.ascii { "'" } else { "ᵀ" })]])
            }
            Expr::Inverse(inner) if self.0.ascii => join([vec![plain("inv")], fenced(self.row(inner))]),
            Expr::Inverse(inner) => join([self.part(inner, Op::Base), vec![plain("⁻¹")]]),
            Expr::Indicator(chain) => join([vec![plain("1{")], self.chain_row(chain), vec![plain("}")]]),
            Expr::Matrix(rows) => self.matrix(rows),
        }
    }

    fn style(&self) -> Style {
        Style::Line { ascii: self.0.ascii }
    }

    fn part(&self, expr: &Expr, op: Op) -> Row {
        let row = self.row(expr);
        if fence(expr, op, self.style()) { fenced(row) } else { row }
    }

    fn general(&self, head: &Symbol, args: &[Expr], given: Option<&Expr>) -> Row {
        let mut row = vec![self.symbol(head), plain("(")];
        for (at, arg) in args.iter().enumerate() {
            if at > 0 {
                row.push(plain(", "));
            }
            row.extend(self.row(arg));
        }
        if let Some(given) = given {
            row.push(plain(" | "));
            row.extend(self.row(given));
        }
        row.push(plain(")"));
        row
    }

    fn list(&self, list: &Expr) -> Row {
        let mut row = Row::new();
        for (sign, item, op) in items(list, self.style()) {
            row.extend(sign.map(|sign| self.sign(sign)));
            row.extend(self.part(item, op));
        }
        row
    }

    /// The exponent as superscript characters where it has them, else behind `^`.
    fn exponent(&self, exponent: &Expr) -> Row {
        match self.script(exponent) {
            Some(script) => vec![plain(script)],
            None => join([vec![plain("^")], self.part(exponent, Op::Exponent)]),
        }
    }

    fn in_bars(&self, inner: &Expr) -> Row {
        let row = self.row(inner);
        if has_outside_brackets(&row, '|') { fenced(row) } else { row }
    }

    fn matrix(&self, rows: &[Vec<Expr>]) -> Row {
        let mut all = vec![plain("[")];
        for (at, cells) in rows.iter().enumerate() {
            if at > 0 {
                all.push(plain("; "));
            }
            for (at, cell) in cells.iter().enumerate() {
                if at > 0 {
                    all.push(plain(" "));
                }
                let row = self.row(cell);
                // Blanks part the cells, so a cell may not have any of its own.
                all.extend(if has_outside_brackets(&row, ' ') { fenced(row) } else { row });
            }
        }
        all.push(plain("]"));
        all
    }
}

/// Whether a root needs no brackets round it: a number without sign or bar, or a letter.
pub(super) fn is_short(expr: &Expr) -> bool {
    match expr.plain() {
        Expr::Sym(symbol) => !symbol.is_product(),
        Expr::Num(_) => figure(expr).is_some_and(|number| !number.negative && !number.is_fraction()),
        _ => false,
    }
}

pub(super) fn has_outside_brackets(row: &[Span], wanted: char) -> bool {
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

fn digits(text: impl Into<String>) -> Row {
    vec![Span::new(text, Role::Number)]
}

fn fenced(row: Row) -> Row {
    join([vec![plain("(")], row, vec![plain(")")]])
}

fn join<const N: usize>(rows: [Row; N]) -> Row {
    rows.into_iter().flatten().collect()
}

impl Linear {
    pub(super) fn minus(&self) -> &'static str {
        if self.0.ascii { "-" } else { "−" }
    }

    pub(super) fn sign(&self, sign: Sign) -> Span {
        match (sign, self.0.ascii) {
            (Sign::Plus, _) => operator(" + "),
            (Sign::Less, true) => operator(" - "),
            (Sign::Less, false) => operator(" − "),
            (Sign::Beside { dotted: false }, _) => plain(" "),
            (Sign::Times | Sign::Beside { .. }, true) => operator(" * "),
            (Sign::Times | Sign::Beside { .. }, false) => operator(" · "),
        }
    }

    pub(super) fn rel(&self, rel: Rel) -> Span {
        operator(match (rel, self.0.ascii) {
            (Rel::Eq, _) => " = ",
            (Rel::Approx, false) => " ≈ ",
            (Rel::Approx, true) => " ~= ",
        })
    }

    pub(super) fn symbol(&self, symbol: &Symbol) -> Span {
        let role = if symbol.is_matrix() { Role::Matrix } else { Role::Plain };
        Span::new(if self.0.ascii { symbol.ascii } else { symbol.uni }, role)
    }

    pub(super) fn quantity(&self, quantity: &Quantity) -> Span {
        let text = self.quantity_text(quantity);
        Span { text: shown(&text).into_owned(), role: Role::Name, link: Some(quantity.clone()) }
    }

    fn quantity_text(&self, quantity: &Quantity) -> String {
        let parts = quantity.parts();
        if let Quantity::Formula(of) = quantity {
            let signs = if self.0.ascii { ("*", "-") } else { ("·", "−") };
            return of.written(signs, &|of| self.quantity_text(of));
        }
        let either = |unicode, ascii| if self.0.ascii { ascii } else { unicode };
        match quantity {
            Quantity::Ln(inner) if matches!(**inner, Quantity::Formula(_)) => {
                format!("ln ({})", self.quantity_text(inner))
            }
            Quantity::Ln(inner) => format!("ln {}", self.quantity_text(inner)),
            Quantity::Alpha if !self.0.ascii => parts.headed("α"),
            Quantity::LogLik(_) if !self.0.ascii => parts.headed("ℓ"),
            Quantity::Slope(of) if !self.0.ascii => format!("∂ℓ/∂{}", self.quantity_text(of)),
            Quantity::Mean { .. } => parts.headed(either("μ", "mu")),
            Quantity::Var { .. } => parts.headed(either("σ²", "sigma^2")),
            Quantity::Cov { .. } => parts.headed(either("Σ", "Sigma")),
            Quantity::Cholesky { .. } => parts.headed("L"),
            Quantity::Inverse { .. } => parts.headed(either("Σ⁻¹", "inv(Sigma)")),
            Quantity::Correlation { .. } => parts.headed(either("ρ", "rho")),
            Quantity::Det { class } => {
                let of = class.as_ref().map(|class| format!("({class})")).unwrap_or_default();
                format!("|{}{of}|", either("Σ", "Sigma"))
            }
            Quantity::Difference { .. } => parts.headed(either("(x − μ)", "(x - mu)")),
            Quantity::Solved { .. } => parts.headed(either("(Σ⁻¹(x − μ))", "(inv(Sigma)(x - mu))")),
            Quantity::Theta { feature: None, class } => {
                let of = class.as_ref().map(|class| format!("({class})")).unwrap_or_default();
                format!("{}{of}", either("θ₀", "theta_0"))
            }
            Quantity::Theta { .. } => parts.headed(either("θ", "theta")),
            Quantity::Sigmoid if !self.0.ascii => "σ(z)".to_owned(),
            other => other.to_string(),
        }
    }

    pub(super) fn number(&self, number: &Figure) -> Row {
        let mut row = Row::new();
        if number.negative {
            row.push(Span::new(self.minus(), Role::Number));
        }
        row.push(match &number.body {
            Body::Digits(digits) => Span::new(self.0.sign.in_digits(digits), Role::Number),
            Body::Fraction(above, below) => {
                let [above, below] = [above, below].map(|part| self.0.sign.in_digits(part));
                Span::new(format!("{above}/{below}"), Role::Number)
            }
        });
        row
    }

    /// χ² with its degrees of freedom.
    pub(super) fn chi_square(&self, k: u32) -> String {
        if self.0.ascii {
            return format!("chi2[{k}]");
        }
        let below = |digit: char| digit.to_digit(10).and_then(|digit| char::from_u32(0x2080 + digit));
        format!("χ²{}", k.to_string().chars().filter_map(below).collect::<String>())
    }

    pub(super) fn script(&self, exponent: &Expr) -> Option<String> {
        if self.0.ascii { None } else { superscript(&self.expr(exponent)) }
    }

    pub(super) fn index(&self, index: &Symbol) -> Row {
        if self.0.ascii {
            return vec![plain(format!("[{}]", index.ascii))];
        }
        let text = format!("({})", index.uni);
        vec![plain(superscript(&text).unwrap_or_else(|| format!("^{text}")))]
    }
}

impl Func {
    pub(super) fn name(self) -> &'static str {
        match self {
            Func::Exp => "exp",
            Func::Ln => "ln",
            Func::Log10 => "log10",
            Func::Log2 => "log2",
            Func::Factorial => "!",
            Func::ChiSquareTail(_) => "P",
        }
    }
}

impl BigOp {
    pub(super) fn sign(self, ascii: bool) -> &'static str {
        match (self, ascii) {
            (BigOp::Sum, false) => "∑",
            (BigOp::Sum, true) => "sum",
            (BigOp::Product, false) => "∏",
            (BigOp::Product, true) => "prod",
        }
    }
}

pub(super) fn plain(text: impl Into<String>) -> Span {
    Span::new(text, Role::Plain)
}

fn operator(text: &str) -> Span {
    Span::new(text, Role::Operator)
}

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
