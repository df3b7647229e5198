//! An answer as a tree: its value, and how it is written in one notation.
//!
//! The value is exact while it can be. Every operation looks at the length of its numbers first, so that nothing that
//! can be typed takes long.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

use super::literal::Literal;
use super::unread::Unread;
use crate::math::{Expr, Func, Number};

/// Numerators and denominators with more bits than this together are of no use to a student.
const BITS: u64 = 40_000;

/// Exponents beyond this are no statistics.
pub(super) const EXPONENT: i32 = 10_000;

/// A function of one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Function {
    Root,
    Exp,
    Ln,
    /// The logarithm to a base.
    Log(u8),
    Factorial,
}

/// A formula as it was written.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Node {
    Literal(Literal),
    Pi,
    E,
    Negative(Box<Node>),
    Sum(Vec<Node>),
    Product(Vec<Node>),
    Quotient(Box<Node>, Box<Node>),
    Power(Box<Node>, Box<Node>),
    Percent(Box<Node>),
    Call(Function, Box<Node>),
}

/// A value, or why there is none; `None` for 0/0.
pub(super) type Value = Result<Option<Number>, Unread>;

impl Node {
    /// The value with each literal taken as `at` says; literals are numbered in reading order.
    pub(super) fn value(&self, at: &mut impl FnMut(&Literal) -> BigRational) -> Value {
        let value = match self {
            Node::Literal(literal) => Some(Number::Exact(at(literal))),
            Node::Pi => Some(Number::Float(std::f64::consts::PI)),
            Node::E => Some(Number::Float(std::f64::consts::E)),
            Node::Negative(part) => part.value(at)?.map(|value| value.neg()),
            Node::Percent(part) => {
                let hundredth = Number::Exact(super::literal::ten_to(-2));
                part.value(at)?.map(|value| value.mul(&hundredth))
            }
            Node::Sum(parts) => fold(parts, Number::zero(), at, Number::add)?,
            Node::Product(parts) => fold(parts, Number::one(), at, Number::mul)?,
            Node::Quotient(top, bottom) => match (top.value(at)?, bottom.value(at)?) {
                (Some(top), Some(bottom)) => divided(&top, &bottom)?,
                _ => None,
            },
            // e to a power is exp, not a rounded e multiplied with itself.
            Node::Power(base, exponent) if **base == Node::E => {
                exponent.value(at)?.map(|exponent| exp(&exponent)).transpose()?
            }
            Node::Power(base, exponent) => match (base.value(at)?, exponent.value(at)?) {
                (Some(base), Some(exponent)) => Some(power(&base, &exponent)?),
                _ => None,
            },
            Node::Call(function, part) => part.value(at)?.map(|value| function.of(&value)).transpose()?,
        };
        value.map(within).transpose()
    }

    /// The literals in reading order, those of exponents that are whole numbers included.
    pub(super) fn literals(&self) -> Vec<&Literal> {
        match self {
            Node::Literal(literal) => vec![literal],
            Node::Pi | Node::E => Vec::new(),
            Node::Negative(part) | Node::Percent(part) | Node::Call(_, part) => part.literals(),
            Node::Sum(parts) | Node::Product(parts) => parts.iter().flat_map(Node::literals).collect(),
            Node::Quotient(a, b) | Node::Power(a, b) => [a.literals(), b.literals()].concat(),
        }
    }

    pub(super) fn expr(&self) -> Expr {
        let boxed = |node: &Node| Box::new(node.expr());
        match self {
            Node::Literal(literal) => literal.expr(),
            Node::Pi => Expr::Text("π".into()),
            Node::E => Expr::Text("e".into()),
            Node::Negative(part) => Expr::Neg(boxed(part)),
            Node::Percent(part) => Expr::Mul(vec![part.expr(), Expr::Text("1 %".into())]),
            Node::Sum(parts) => Expr::Add(parts.iter().map(Node::expr).collect()),
            Node::Product(parts) => Expr::Mul(parts.iter().map(Node::expr).collect()),
            Node::Quotient(top, bottom) => match (top.whole(), bottom.whole()) {
                (Some(top), Some(bottom)) => Expr::ratio(top, bottom),
                _ => Expr::Frac(boxed(top), boxed(bottom)),
            },
            Node::Power(base, exponent) => Expr::Pow(boxed(base), boxed(exponent)),
            Node::Call(Function::Root, part) => Expr::Sqrt(boxed(part)),
            Node::Call(Function::Exp, part) => Expr::Call(Func::Exp, boxed(part)),
            Node::Call(Function::Factorial, part) => Expr::Call(Func::Factorial, boxed(part)),
            Node::Call(Function::Ln, part) => Expr::Call(Func::Ln, boxed(part)),
            Node::Call(Function::Log(base), part) => {
                let base = Expr::Call(Func::Ln, Box::new(Expr::int(*base)));
                Expr::frac(Expr::Call(Func::Ln, boxed(part)), base)
            }
        }
    }

    /// The whole number that is written here, if nothing else is.
    pub(super) fn whole(&self) -> Option<BigInt> {
        match self {
            Node::Literal(literal) if literal.places.is_none() => Some(literal.value.to_integer()),
            _ => None,
        }
    }
}

impl Literal {
    fn expr(&self) -> Expr {
        match self.places {
            None => Expr::int(self.value.to_integer()),
            Some(_) => Expr::Decimal(self.text.clone()),
        }
    }
}

impl Function {
    fn of(self, value: &Number) -> Result<Number, Unread> {
        match self {
            Function::Root => root(value),
            Function::Exp => exp(value),
            Function::Ln => ln(value),
            Function::Factorial => factorial(value),
            Function::Log(base) => Ok(Number::Float(ln(value)?.to_f64() / f64::from(base).ln())),
        }
    }
}

fn fold(
    parts: &[Node],
    start: Number,
    at: &mut impl FnMut(&Literal) -> BigRational,
    with: fn(&Number, &Number) -> Number,
) -> Value {
    let mut all = Some(start);
    for part in parts {
        all = match (all, part.value(at)?) {
            (Some(all), Some(part)) => {
                short_enough(&all, &part)?;
                Some(within(with(&all, &part))?)
            }
            _ => None,
        };
    }
    Ok(all)
}

/// Even the sum of two fractions has the digits of both below its bar.
fn short_enough(a: &Number, b: &Number) -> Result<(), Unread> {
    if bits(a).saturating_add(bits(b)) > BITS { Err(Unread::TooLarge) } else { Ok(()) }
}

fn bits(number: &Number) -> u64 {
    number.as_exact().map_or(0, |value| value.numer().bits() + value.denom().bits())
}

/// The number, where it is short enough to be worked with and finite.
fn within(number: Number) -> Result<Number, Unread> {
    match &number {
        Number::Exact(_) if bits(&number) <= BITS => Ok(number),
        Number::Float(value) if value.is_finite() => Ok(number),
        _ => Err(Unread::TooLarge),
    }
}

fn divided(top: &Number, bottom: &Number) -> Value {
    short_enough(top, bottom)?;
    match top.div(bottom) {
        None if top.is_zero() => Ok(None),
        None => Err(Unread::DividesByZero),
        quotient => Ok(quotient),
    }
}

fn power(base: &Number, exponent: &Number) -> Result<Number, Unread> {
    let whole = exponent.as_exact().filter(|value| value.denom().is_one());
    if let Some(whole) = whole {
        let times = whole.numer().to_i32().filter(|times| times.abs() <= EXPONENT).ok_or(Unread::Exponent)?;
        if bits(base).saturating_mul(u64::from(times.unsigned_abs())) > BITS {
            return Err(Unread::TooLarge);
        }
        return base.powi(times).ok_or(Unread::DividesByZero);
    }
    if exponent.as_exact().is_some_and(|value| *value == BigRational::new(1.into(), 2.into())) {
        return root(base);
    }
    if base.is_negative() || base.is_zero() {
        return Err(Unread::NotPositive { what: "The power" });
    }
    Ok(Number::Float(base.to_f64().powf(exponent.to_f64())))
}

/// The root, exact where the number is the square of a fraction.
fn root(value: &Number) -> Result<Number, Unread> {
    if value.is_negative() {
        return Err(Unread::NotPositive { what: "The root" });
    }
    if let Some(exact) = value.as_exact() {
        let (top, bottom) = (exact.numer().sqrt(), exact.denom().sqrt());
        let found = BigRational::new(top, bottom);
        if &found * &found == *exact {
            return Ok(Number::Exact(found));
        }
    }
    let root = value.to_f64().sqrt();
    if root == 0.0 { Err(Unread::TooLarge) } else { Ok(Number::Float(root)) }
}

fn ln(value: &Number) -> Result<Number, Unread> {
    if value.is_zero() || value.is_negative() {
        return Err(Unread::NotPositive { what: "The logarithm" });
    }
    Ok(Number::Float(value.ln()))
}

/// 1000! is short enough to be worked with.
const FACTORIAL: u32 = 1000;

fn factorial(value: &Number) -> Result<Number, Unread> {
    let whole = value.as_exact().filter(|value| value.denom().is_one() && !value.is_negative());
    let k = whole.ok_or(Unread::NotWhole)?.numer().to_u32().filter(|k| *k <= FACTORIAL);
    Ok(Number::from_int((2..=k.ok_or(Unread::TooLarge)?).fold(BigInt::one(), |product, i| product * i)))
}

fn exp(value: &Number) -> Result<Number, Unread> {
    if value.as_exact().is_some_and(|value| value.abs().is_zero()) {
        return Ok(Number::one());
    }
    let exp = value.to_f64().exp();
    if exp == 0.0 { Err(Unread::TooLarge) } else { Ok(Number::Float(exp)) }
}
