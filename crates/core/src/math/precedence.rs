//! Which part of a formula needs brackets, in each notation, and how numbers are written in formulas.
//!
//! A stacked fraction delimits itself while `3/9` on one line does not. Left and right matter too: a minus needs no
//! brackets at the beginning of a product, and ∑ takes in all that follows it, so it needs them unless it is the last
//! factor.

use super::{Expr, Func, Number, Precision, Quantity, Rel};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed};

/// The notation in which a formula is about to be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FormulaStyle {
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

impl FormulaStyle {
    fn is_ascii(self) -> bool {
        matches!(self, FormulaStyle::Line { ascii: true } | FormulaStyle::Stacked { ascii: true, .. })
    }
}

/// How tightly a formula holds together; the first is the loosest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum BindingLevel {
    Sum,
    Negation,
    Product,
    Juxtaposition,
    Power,
    /// A fraction with a bar of its own: an atom everywhere except under a power or in another fraction.
    Bar,
    Atom,
}

/// The place of a part in its surroundings; a body is what ∑ or ∏ runs over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Op {
    Term { first: bool },
    Negated,
    Factor { first: bool, last: bool },
    Beside { first: bool, last: bool },
    Body,
    Over,
    Base,
    Exponent,
}

/// The sign before an item of a sum, a product or a row of neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InfixSign {
    Plus,
    Less,
    Times,
    Beside { dotted: bool },
}

/// The terms, factors or neighbours of a list, each but the first with the sign before it; nothing of another formula.
pub(super) fn items(list: &Expr, style: FormulaStyle) -> Vec<(Option<InfixSign>, &Expr, Op)> {
    let (Expr::Add(all) | Expr::Mul(all) | Expr::Juxt(all)) = list else { return Vec::new() };
    let mut before: Option<&Expr> = None;
    let mut item = |(at, item)| {
        let (first, last) = (at == 0, at + 1 == all.len());
        let (sign, op) = match list {
            Expr::Add(_) => (InfixSign::Plus, Op::Term { first }),
            Expr::Mul(_) => (InfixSign::Times, Op::Factor { first, last }),
            _ => {
                let dotted = before.is_some_and(|before| is_dotted(before, item, style));
                (InfixSign::Beside { dotted }, Op::Beside { first, last })
            }
        };
        before = Some(item);
        match item.plain() {
            Expr::Neg(inner) if !first && sign == InfixSign::Plus => (Some(InfixSign::Less), &**inner, op),
            item => ((!first).then_some(sign), item, op),
        }
    };
    all.iter().enumerate().map(&mut item).collect()
}

fn level(expr: &Expr, style: FormulaStyle) -> BindingLevel {
    if let Some(number) = figure(expr) {
        return level_of_number(&number, style);
    }
    let unless_ascii = |level| if style.is_ascii() { BindingLevel::Atom } else { level };
    match expr.plain() {
        Expr::Add(_) => BindingLevel::Sum,
        Expr::Neg(_) => BindingLevel::Negation,
        Expr::Mul(_) | Expr::Big { .. } => BindingLevel::Product,
        Expr::Juxt(items) => {
            let dotted = items.windows(2).any(|pair| matches!(pair, [a, b] if is_dotted(a, b, style)));
            if dotted { BindingLevel::Product } else { BindingLevel::Juxtaposition }
        }
        Expr::Frac(..) => level_of_fraction(style),
        Expr::Pow(..) | Expr::Transpose(_) | Expr::Call(Func::Factorial, _) => BindingLevel::Power,
        Expr::Inverse(_) | Expr::Sample(..) => unless_ascii(BindingLevel::Power),
        // There a root covers its body, and in LaTeX a second superscript on a sample is an error.
        Expr::Sqrt(_) if style == FormulaStyle::Typeset => BindingLevel::Atom,
        Expr::Sqrt(_) => unless_ascii(BindingLevel::Power),
        Expr::Sym(symbol) if symbol.is_product() => BindingLevel::Juxtaposition,
        Expr::Of(Quantity::Ln(_)) => BindingLevel::Juxtaposition,
        // ∂ℓ/∂P(Yes) is a fraction on one line; typeset it has a bar, and in ASCII it is a call.
        Expr::Of(Quantity::Slope(_)) => match style {
            FormulaStyle::Typeset => BindingLevel::Bar,
            _ => unless_ascii(BindingLevel::Product),
        },
        _ => BindingLevel::Atom,
    }
}

fn level_of_number(number: &DrawnNumber, style: FormulaStyle) -> BindingLevel {
    if number.negative {
        BindingLevel::Negation
    } else if number.denominator.is_some() {
        match style {
            FormulaStyle::Stacked { small: true, .. } => BindingLevel::Product,
            _ => level_of_fraction(style),
        }
    } else if style == FormulaStyle::Typeset && number.scientific().is_some() {
        // 3.01 × 10⁻²¹ is written as a product.
        BindingLevel::Juxtaposition
    } else {
        BindingLevel::Atom
    }
}

fn level_of_fraction(style: FormulaStyle) -> BindingLevel {
    match style {
        FormulaStyle::Line { .. } => BindingLevel::Product,
        FormulaStyle::Stacked { .. } | FormulaStyle::Typeset => BindingLevel::Bar,
    }
}

pub(super) fn fence(child: &Expr, op: Op, style: FormulaStyle) -> bool {
    let own = level(child, style);
    let signed = begins_with_minus(child);
    match op {
        Op::Term { first } => !first && (own == BindingLevel::Sum || signed),
        Op::Negated | Op::Body => own == BindingLevel::Sum || signed,
        Op::Factor { first, last } => {
            own == BindingLevel::Sum
                || !first && (signed || is_list(child) && own == BindingLevel::Product)
                || !last && is_open_right(child, style)
        }
        Op::Beside { first, last } => {
            let inside = match child.plain() {
                Expr::Neg(inner) if first => return fence(inner, op, style),
                Expr::Mul(items) => !items.is_empty(),
                Expr::Juxt(_) => !first && own <= BindingLevel::Juxtaposition,
                _ => false,
            };
            inside || own == BindingLevel::Sum || !first && signed || !last && is_open_right(child, style)
        }
        Op::Over => match style {
            FormulaStyle::Line { .. } => own < BindingLevel::Power,
            // Two bars of one length over each other would not say which was drawn first.
            FormulaStyle::Stacked { .. } => own == BindingLevel::Bar,
            FormulaStyle::Typeset => false,
        },
        Op::Base | Op::Exponent => own < BindingLevel::Atom,
    }
}

/// Whether two things side by side need a dot between them: `1/n A` would read as 1/(n A).
fn is_dotted(left: &Expr, right: &Expr, style: FormulaStyle) -> bool {
    let loose = |expr: &Expr| {
        let expr = match expr.plain() {
            Expr::Neg(inner) => inner.plain(),
            other => other,
        };
        match (style, expr) {
            (FormulaStyle::Typeset, _) => false,
            (FormulaStyle::Stacked { .. }, Expr::Big { .. }) => false,
            // A bracketed sum or product holds together.
            (_, Expr::Mul(_) | Expr::Add(_)) => false,
            _ => {
                let of_number = |of| level_of_number(&DrawnNumber { negative: false, ..of }, style);
                let level = figure(expr).map_or_else(|| level(expr, style), of_number);
                level == BindingLevel::Product
            }
        }
    };
    loose(left) || loose(right)
}

fn is_list(expr: &Expr) -> bool {
    matches!(expr.plain(), Expr::Mul(_) | Expr::Juxt(_))
}

/// Whether a formula begins with a minus, so that no operator may be before it.
fn begins_with_minus(expr: &Expr) -> bool {
    match expr.plain() {
        Expr::Neg(_) => true,
        Expr::Mul(items) | Expr::Juxt(items) => items.first().is_some_and(begins_with_minus),
        other => figure(other).is_some_and(|number| number.negative),
    }
}

/// Whether a formula ends in an unbracketed ∑ or ∏, which would take in what follows.
fn is_open_right(expr: &Expr, style: FormulaStyle) -> bool {
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
pub(super) struct DrawnNumber {
    pub(super) negative: bool,
    /// The digits, of a fraction those of its numerator; without a sign.
    pub(super) digits: String,
    pub(super) denominator: Option<String>,
    pub(super) rounded: bool,
}

impl DrawnNumber {
    /// The digits before and after the `e` of a number written with an exponent.
    pub(super) fn scientific(&self) -> Option<(&str, &str)> {
        self.digits.split_once('e').filter(|_| self.denominator.is_none())
    }

    fn decimal(number: &Number, precision: Precision) -> Self {
        let number = number.rounded(precision);
        let size = number.pointed().strip_prefix('-');
        let digits = size.unwrap_or(number.pointed()).to_owned();
        DrawnNumber { negative: size.is_some(), digits, denominator: None, rounded: !number.is_exact() }
    }

    fn of_number(number: &Number) -> Self {
        let fraction = |of: &BigRational| Self::fraction(of.numer(), of.denom(), of.denom().is_one());
        let fraction = number.as_exact().and_then(fraction);
        fraction.unwrap_or_else(|| Self::decimal(number, Precision::FACTOR))
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
        (length <= LONGEST_FRACTION).then(|| DrawnNumber {
            negative: numerator.is_negative() != denominator.is_negative(),
            digits: above,
            denominator: (!whole).then_some(below),
            rounded: false,
        })
    }
}

pub(super) fn figure(expr: &Expr) -> Option<DrawnNumber> {
    let counted =
        |digits, denominator| Some(DrawnNumber { negative: false, digits, denominator, rounded: false });
    match expr.plain() {
        // An empty list is drawn as the number it amounts to.
        Expr::Add(items) if items.is_empty() => counted("0".to_owned(), None),
        Expr::Mul(items) | Expr::Juxt(items) if items.is_empty() => counted("1".to_owned(), None),
        Expr::Num(number) => Some(DrawnNumber::of_number(number)),
        Expr::Rounded(number, precision) => Some(DrawnNumber::decimal(number, *precision)),
        Expr::Decimal(digits) => counted(digits.clone(), None),
        Expr::Ratio(above, below) => {
            let value = || Number::ratio(above.clone(), below.clone());
            DrawnNumber::fraction(above, below, false)
                .or_else(|| Some(DrawnNumber::decimal(&value()?, Precision::FACTOR)))
                .or_else(|| counted(above.to_string(), Some(below.to_string())))
        }
        Expr::Frac(above, below) => counted(digits(above)?, Some(digits(below)?)),
        _ => None,
    }
}

fn digits(expr: &Expr) -> Option<String> {
    let Expr::Num(number) = expr.plain() else { return None };
    let number = DrawnNumber::of_number(number);
    let is_plain = !number.negative && number.denominator.is_none() && !number.digits.contains('e');
    is_plain.then_some(number.digits)
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
