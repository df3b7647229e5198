//! Which part of a formula needs brackets, in each notation.
//!
//! There are two tables because a stacked fraction delimits itself while `3/9` on one line does not: with one table
//! either the picture gets brackets it does not need or the line loses those it does. Left and right matter too: a
//! minus needs none at the beginning of a product, and ∑ takes in all that follows it, so it needs them unless it
//! is the last factor. This module knows nothing of how anything is drawn.
//!
//! How a number stands in a formula is settled here too, for every notation: what is written as a fraction, what as a decimal,
//! and when `=` has become `≈`.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed};

use super::{Expr, Func, Number, Precision, Quantity, Rel};

/// The notation in which a formula is about to be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    Line {
        /// Without Unicode: roots, inverses and sample indices are then calls or suffixes that bind of themselves.
        ascii: bool,
    },
    Stacked {
        ascii: bool,
        /// Inside a fraction or a matrix, where a number over a number is drawn on one row.
        small: bool,
    },
    /// LaTeX and MathML, where a bar, a root and an exponent delimit themselves.
    Typeset,
}

impl Style {
    fn is_ascii(self) -> bool {
        matches!(self, Style::Line { ascii: true } | Style::Stacked { ascii: true, .. })
    }
}

/// How tightly a formula holds together; the first is the loosest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Sum,
    Negation,
    Product,
    Juxtaposition,
    Power,
    /// A fraction with a bar of its own: an atom everywhere except under a power or in another fraction.
    Bar,
    Atom,
}

/// Where in its surroundings a part stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Op {
    Term {
        first: bool,
    },
    Negated,
    Factor {
        first: bool,
        last: bool,
    },
    Beside {
        first: bool,
        last: bool,
    },
    /// What ∑ or ∏ runs over.
    Body,
    Over,
    Base,
    Exponent,
}

/// What stands before an item of a sum, a product or a row of neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    Plus,
    Less,
    Times,
    Beside { dotted: bool },
}

/// The terms, factors or neighbours of a list, each but the first with the sign before it; nothing of another formula.
pub(super) fn items(list: &Expr, style: Style) -> Vec<(Option<Sign>, &Expr, Op)> {
    let (Expr::Add(all) | Expr::Mul(all) | Expr::Juxt(all)) = list else { return Vec::new() };
    let mut before: Option<&Expr> = None;
    let mut item = |(at, item)| {
        let (first, last) = (at == 0, at + 1 == all.len());
        let (sign, op) = match list {
            Expr::Add(_) => (Sign::Plus, Op::Term { first }),
            Expr::Mul(_) => (Sign::Times, Op::Factor { first, last }),
            _ => {
                let dotted = before.is_some_and(|before| is_dotted(before, item, style));
                (Sign::Beside { dotted }, Op::Beside { first, last })
            }
        };
        before = Some(item);
        match item.plain() {
            Expr::Neg(inner) if !first && sign == Sign::Plus => (Some(Sign::Less), &**inner, op),
            item => ((!first).then_some(sign), item, op),
        }
    };
    all.iter().enumerate().map(&mut item).collect()
}

fn level(expr: &Expr, style: Style) -> Level {
    if let Some(number) = figure(expr) {
        return level_of_number(&number, style);
    }
    let unless_ascii = |level| if style.is_ascii() { Level::Atom } else { level };
    match expr.plain() {
        // An empty list is drawn as the number it amounts to.
        Expr::Add(items) | Expr::Mul(items) | Expr::Juxt(items) if items.is_empty() => Level::Atom,
        Expr::Add(_) => Level::Sum,
        Expr::Neg(_) => Level::Negation,
        Expr::Mul(_) | Expr::Big { .. } => Level::Product,
        Expr::Juxt(items) => {
            let dotted = items.windows(2).any(|pair| matches!(pair, [a, b] if is_dotted(a, b, style)));
            if dotted { Level::Product } else { Level::Juxtaposition }
        }
        Expr::Frac(..) => level_of_fraction(style),
        Expr::Pow(..) | Expr::Transpose(_) | Expr::Call(Func::Factorial, _) => Level::Power,
        Expr::Inverse(_) | Expr::Sample(..) => unless_ascii(Level::Power),
        // There a root covers its body, and in LaTeX a second superscript on a sample is an error.
        Expr::Sqrt(_) if style == Style::Typeset => Level::Atom,
        Expr::Sqrt(_) => unless_ascii(Level::Power),
        Expr::Sym(symbol) if symbol.is_product() => Level::Juxtaposition,
        Expr::Of(Quantity::Ln(_)) => Level::Juxtaposition,
        // ∂ℓ/∂P(Yes) is a fraction on one line; typeset it has a bar, and in ASCII it is a call.
        Expr::Of(Quantity::Slope(_)) => match style {
            Style::Typeset => Level::Bar,
            _ => unless_ascii(Level::Product),
        },
        _ => Level::Atom,
    }
}

fn level_of_number(number: &Figure, style: Style) -> Level {
    if number.negative {
        Level::Negation
    } else if number.is_fraction() {
        match style {
            Style::Stacked { small: true, .. } => Level::Product,
            _ => level_of_fraction(style),
        }
    } else if style == Style::Typeset && number.scientific().is_some() {
        // 3.01 × 10⁻²¹ is written as a product.
        Level::Juxtaposition
    } else {
        Level::Atom
    }
}

fn level_of_fraction(style: Style) -> Level {
    match style {
        Style::Line { .. } => Level::Product,
        Style::Stacked { .. } | Style::Typeset => Level::Bar,
    }
}

pub(super) fn fence(child: &Expr, op: Op, style: Style) -> bool {
    let own = level(child, style);
    let signed = begins_with_minus(child);
    match op {
        Op::Term { first } => !first && (own == Level::Sum || signed),
        Op::Negated | Op::Body => own == Level::Sum || signed,
        Op::Factor { first, last } => {
            own == Level::Sum
                || !first && (signed || is_list(child) && own == Level::Product)
                || !last && is_open_right(child, style)
        }
        Op::Beside { first, last } => {
            let inside = match child.plain() {
                Expr::Neg(inner) if first => return fence(inner, op, style),
                Expr::Mul(items) => !items.is_empty(),
                Expr::Juxt(_) => !first && own <= Level::Juxtaposition,
                _ => false,
            };
            inside || own == Level::Sum || !first && signed || !last && is_open_right(child, style)
        }
        Op::Over => match style {
            Style::Line { .. } => own < Level::Power,
            // Two bars of one length over each other would not say which was drawn first.
            Style::Stacked { .. } => own == Level::Bar,
            Style::Typeset => false,
        },
        Op::Base | Op::Exponent => own < Level::Atom,
    }
}

/// Whether two things side by side need a dot between them: `1/n A` would read as 1/(n A).
fn is_dotted(left: &Expr, right: &Expr, style: Style) -> bool {
    let loose = |expr: &Expr| {
        let expr = match expr.plain() {
            Expr::Neg(inner) => inner.plain(),
            other => other,
        };
        match (style, expr) {
            (Style::Typeset, _) => false,
            (Style::Stacked { .. }, Expr::Big { .. }) => false,
            // A bracketed sum or product holds together.
            (_, Expr::Mul(_) | Expr::Add(_)) => false,
            _ => match figure(expr) {
                Some(number) => {
                    level_of_number(&Figure { negative: false, ..number }, style) == Level::Product
                }
                None => level(expr, style) == Level::Product,
            },
        }
    };
    loose(left) || loose(right)
}

fn is_list(expr: &Expr) -> bool {
    matches!(expr.plain(), Expr::Mul(_) | Expr::Juxt(_))
}

/// Whether a formula begins with a minus, so that no operator may stand before it.
fn begins_with_minus(expr: &Expr) -> bool {
    match expr.plain() {
        Expr::Neg(_) => true,
        Expr::Mul(items) | Expr::Juxt(items) => items.first().is_some_and(begins_with_minus),
        other => figure(other).is_some_and(|number| number.negative),
    }
}

/// Whether a formula ends in an unbracketed ∑ or ∏, which would take in what follows.
fn is_open_right(expr: &Expr, style: Style) -> bool {
    match expr.plain() {
        Expr::Big { .. } => true,
        Expr::Neg(inner) => !fence(inner, Op::Negated, style) && is_open_right(inner, style),
        Expr::Mul(items) | Expr::Juxt(items) => items.last().is_some_and(|last| is_open_right(last, style)),
        _ => false,
    }
}

/// A fraction longer than this is drawn as a decimal.
const LONGEST_FRACTION: usize = 40;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Figure {
    pub(super) negative: bool,
    /// Digits, or numerator and denominator; without a sign.
    pub(super) body: Body,
    pub(super) rounded: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Body {
    Digits(String),
    Fraction(String, String),
}

impl Figure {
    pub(super) fn is_fraction(&self) -> bool {
        matches!(self.body, Body::Fraction(..))
    }

    /// The digits before and after the `e` of a number written with an exponent.
    pub(super) fn scientific(&self) -> Option<(&str, &str)> {
        match &self.body {
            Body::Digits(digits) => digits.split_once('e'),
            Body::Fraction(..) => None,
        }
    }

    fn decimal(number: &Number, precision: Precision) -> Self {
        let number = number.rounded(precision);
        let digits = number.pointed().strip_prefix('-');
        let negative = digits.is_some();
        let body = Body::Digits(digits.unwrap_or(number.pointed()).to_owned());
        Figure { negative, body, rounded: !number.is_exact() }
    }

    fn of_number(number: &Number) -> Self {
        let written =
            |value: &BigRational| Self::fraction(value.numer(), value.denom(), value.denom().is_one());
        let written = number.as_exact().and_then(written);
        written.unwrap_or_else(|| Self::decimal(number, Precision::FACTOR))
    }

    fn of_ratio(numerator: &BigInt, denominator: &BigInt) -> Option<Self> {
        let value = || Number::ratio(numerator.clone(), denominator.clone());
        let decimal = || Some(Self::decimal(&value()?, Precision::FACTOR));
        Self::fraction(numerator, denominator, false).or_else(decimal)
    }

    /// The fraction (or whole number) written out, unless it is too long.
    fn fraction(numerator: &BigInt, denominator: &BigInt, whole: bool) -> Option<Self> {
        // Writing out a very long number is slow, and its length is known from its bits.
        let bits = numerator.bits() + denominator.bits();
        if bits > 4 * LONGEST_FRACTION as u64 {
            return None;
        }
        let (above, below) = (numerator.magnitude().to_string(), denominator.magnitude().to_string());
        let length = if whole { above.len() } else { above.len() + 1 + below.len() };
        (length <= LONGEST_FRACTION).then(|| Figure {
            negative: numerator.is_negative() != denominator.is_negative(),
            body: if whole { Body::Digits(above) } else { Body::Fraction(above, below) },
            rounded: false,
        })
    }
}

pub(super) fn figure(expr: &Expr) -> Option<Figure> {
    let counted = |body| Figure { negative: false, body, rounded: false };
    match expr.plain() {
        Expr::Num(number) => Some(Figure::of_number(number)),
        Expr::Rounded(number, precision) => Some(Figure::decimal(number, *precision)),
        Expr::Decimal(digits) => Some(counted(Body::Digits(digits.clone()))),
        Expr::Ratio(above, below) => Some(
            Figure::of_ratio(above, below)
                .unwrap_or_else(|| counted(Body::Fraction(above.to_string(), below.to_string()))),
        ),
        Expr::Frac(above, below) => Some(counted(Body::Fraction(digits(above)?, digits(below)?))),
        _ => None,
    }
}

fn digits(expr: &Expr) -> Option<String> {
    let Expr::Num(number) = expr.plain() else { return None };
    match Figure::of_number(number) {
        Figure { negative: false, body: Body::Digits(digits), .. } if !digits.contains('e') => Some(digits),
        _ => None,
    }
}

/// The relation as it must be drawn: before a single number that had to be rounded, `=` would be untrue.
pub(super) fn relation(rel: Rel, side: &Expr) -> Rel {
    let number = match side.plain() {
        Expr::Neg(inner) => figure(inner),
        other => figure(other),
    };
    match rel {
        Rel::Eq if number.is_some_and(|number| number.rounded) => Rel::Approx,
        other => other,
    }
}
