//! Parses a text into a tree with a value. Factors may be side by side, as in `(3/9)(9/14)`.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

use std::f64::consts::{E, PI};

use super::Unread;
use super::written::Literal;
use crate::math::{Expr, Func, Number};

const DEPTH: usize = 40;

const BARS: usize = 2;

/// Parses one side of an answer: `pointed` has points as decimal marks, `text` is the side as typed, and `log` is the
/// meaning of a logarithm without a base.
pub(super) fn parse(pointed: &str, text: &str, log: Option<Func>) -> Result<Expr, Unread> {
    let mut parser = Parser { tokens: tokens(pointed, log)?, at: 0, depth: 0, text };
    let node = parser.sum()?;
    match parser.peek() {
        None => Ok(node),
        Some(Token::Sign(')')) => Err(Unread::Bracket),
        Some(_) => Err(Unread::Strange(text.trim().to_owned())),
    }
}

struct Parser<'a> {
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
    text: &'a str,
}

type Parsed = Result<Expr, Unread>;

impl Parser<'_> {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    fn takes(&mut self, sign: char) -> bool {
        let found = self.peek() == Some(&Token::Sign(sign));
        self.at += usize::from(found);
        found
    }

    fn deeper(&mut self, part: fn(&mut Self) -> Parsed) -> Parsed {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(Unread::TooLarge);
        }
        let node = part(self);
        self.depth -= 1;
        node
    }

    fn sum(&mut self) -> Parsed {
        let mut parts = vec![self.product()?];
        loop {
            if self.takes('+') {
                parts.push(self.product()?);
            } else if self.takes('-') {
                parts.push(Expr::Neg(Box::new(self.product()?)));
            } else {
                return Ok(single(parts, Expr::Add));
            }
        }
    }

    fn product(&mut self) -> Parsed {
        let mut parts = vec![self.signed()?];
        // The number of fraction bars in a row after the last part.
        let mut bars = 0;
        loop {
            if self.takes('*') {
                parts.push(self.signed()?);
                bars = 0;
            } else if self.takes('/') {
                bars += 1;
                let bottom = self.signed()?;
                if bars > BARS {
                    return Err(Unread::Bars);
                }
                let top = parts.pop();
                parts.extend(top.map(|top| over(top, bottom)));
            } else if let Some(Token::Literal(_) | Token::Function(_) | Token::Sign('(' | 'π' | 'e')) =
                self.peek()
            {
                self.not_side_by_side(parts.last())?;
                parts.push(self.power()?);
                bars = 0;
            } else {
                return Ok(single(parts, product));
            }
        }
    }

    /// Two fractions may be side by side, `3/9 9/14`; `3 1/9` and `1 234` are unclear.
    fn not_side_by_side(&self, left: Option<&Expr>) -> Result<(), Unread> {
        let Some(Token::Literal(right)) = self.tokens.get(self.at) else { return Ok(()) };
        let is_next_over = self.tokens.get(self.at + 1) == Some(&Token::Sign('/'));
        let fraction = matches!(left, Some(Expr::Frac(..))) && is_next_over;
        let last = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        if fraction || matches!(last, Some(Token::Sign(')' | 'π' | 'e'))) {
            return Ok(());
        }
        let before = match last {
            Some(Token::Literal(before)) => before.text.clone(),
            _ => self.text.trim().to_owned(),
        };
        Err(Unread::SideBySide(before, right.text.clone()))
    }

    fn signed(&mut self) -> Parsed {
        if self.takes('-') {
            return Ok(Expr::Neg(Box::new(self.deeper(Self::signed)?)));
        }
        if self.takes('+') {
            return self.deeper(Self::signed);
        }
        self.power()
    }

    fn power(&mut self) -> Parsed {
        let base = self.percent()?;
        if !self.takes('^') {
            return Ok(base);
        }
        let exponent = self.deeper(Self::signed)?;
        Ok(Expr::pow(base, exponent))
    }

    fn percent(&mut self) -> Parsed {
        let mut node = self.atom()?;
        if self.takes('!') {
            node = Expr::Call(Func::Factorial, Box::new(node));
        }
        if !self.takes('%') {
            return Ok(node);
        }
        Ok(match Literal::of(&node) {
            Some(literal) => literal.percent().expr(),
            None => Expr::frac(node, Expr::int(100)),
        })
    }

    fn atom(&mut self) -> Parsed {
        let token = self.peek().cloned();
        self.at += 1;
        match token {
            Some(Token::Literal(literal)) => Ok(literal.expr()),
            Some(Token::Sign(sign @ ('π' | 'e'))) => Ok(Expr::Text(sign.to_string())),
            Some(Token::Sign('(')) => {
                let inner = self.deeper(Self::sum)?;
                if self.takes(')') { Ok(inner) } else { Err(Unread::Bracket) }
            }
            Some(Token::Sign('√')) => Ok(Expr::Sqrt(Box::new(self.deeper(Self::atom)?))),
            Some(Token::Function(function)) if self.peek() == Some(&Token::Sign('(')) => {
                Ok(Expr::Call(function, Box::new(self.deeper(Self::atom)?)))
            }
            // At the end, ln 3/9 is ln(3/9); elsewhere it can be (ln 3)/9.
            Some(Token::Function(function)) => {
                let mut argument = self.deeper(Self::atom)?;
                if self.tokens.len() == self.at + 2 && self.takes('/') {
                    argument = over(argument, self.deeper(Self::atom)?);
                }
                if matches!(self.peek(), Some(Token::Sign('/' | '^' | '*'))) {
                    return Err(Unread::Bracket);
                }
                Ok(Expr::Call(function, Box::new(argument)))
            }
            Some(Token::Sign(')')) => Err(Unread::Bracket),
            _ => Err(Unread::Strange(self.text.trim().to_owned())),
        }
    }
}

/// The bar belongs to the factor before it: 3/9 · 9/14 is a product of two fractions.
fn over(top: Expr, bottom: Expr) -> Expr {
    match top {
        Expr::Neg(top) => Expr::Neg(Box::new(over(*top, bottom))),
        top => Expr::frac(top, bottom),
    }
}

fn single(mut parts: Vec<Expr>, several: fn(Vec<Expr>) -> Expr) -> Expr {
    match (parts.pop(), parts.is_empty()) {
        (Some(only), true) => only,
        (last, _) => several(parts.into_iter().chain(last).collect()),
    }
}

/// A product; `3.01 · 10^-4` is one number.
fn product(parts: Vec<Expr>) -> Expr {
    if let [mantissa, Expr::Pow(ten, exponent)] = parts.as_slice()
        && whole(ten) == Some(10.into())
        && let Some(mantissa) = Literal::of(mantissa).filter(|of| !of.text.contains(['e', '%', '…']))
        && let Some(power) = whole_power(exponent)
    {
        return mantissa.times_ten_to(power).expr();
    }
    Expr::Mul(parts)
}

fn whole_power(exponent: &Expr) -> Option<i32> {
    let power = match exponent {
        Expr::Neg(inner) => -whole(inner)?,
        other => whole(other)?,
    };
    power.to_i32().filter(|power| power.abs() <= EXPONENT)
}

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Literal(Literal),
    Function(Func),
    /// An operator, a round bracket, `π` or `e`.
    Sign(char),
}

fn tokens(text: &str, log: Option<Func>) -> Result<Vec<Token>, Unread> {
    let chars: Vec<char> = text.chars().collect();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(c) = chars.get(at).copied() {
        let rest = chars.get(at..).unwrap_or_default();
        let (length, token) = match c {
            ' ' => {
                at += 1;
                continue;
            }
            '0'..='9' | '.' => number(rest)?,
            '*' if rest.get(1) == Some(&'*') => (2, Token::Sign('^')),
            '*' | '+' | '-' | '/' | '^' | '%' | '!' | '√' | 'π' => (1, Token::Sign(c)),
            '÷' => (1, Token::Sign('/')),
            '(' | '[' | '{' => (1, Token::Sign('(')),
            ')' | ']' | '}' => (1, Token::Sign(')')),
            ':' => return Err(Unread::Ratio),
            ';' | ',' => return Err(Unread::List),
            c if c.is_alphabetic() => word(rest, log)?,
            c => return Err(Unread::Strange(c.to_string())),
        };
        found.push(token);
        at += length;
    }
    Ok(found)
}

/// `12`, `0.33`, `.690`, `3.`, `3.01e-4`.
fn number(rest: &[char]) -> Result<(usize, Token), Unread> {
    let digits = |from: usize| rest.iter().skip(from).take_while(|c| c.is_ascii_digit()).count();
    let mut end = digits(0);
    if rest.get(end) == Some(&'.') {
        end += 1 + digits(end + 1);
    }
    // A space may precede a signed power: 3.01 e-4.
    let blanks = rest.iter().skip(end).take_while(|c| **c == ' ').count();
    let at = end + blanks;
    if matches!(rest.get(at), Some('e' | 'E')) {
        let signed = usize::from(matches!(rest.get(at + 1), Some('+' | '-')));
        let exponent = digits(at + 1 + signed);
        if exponent > 0 && (blanks == 0 || signed > 0) {
            end = at + 1 + signed + exponent;
        }
    }
    let text: String = rest.iter().take(end).filter(|c| **c != ' ').collect();
    if rest.get(end) == Some(&'…') && text.contains('.') {
        return Ok((end + 1, Token::Literal(Literal::read(&text)?.going_on())));
    }
    Ok((end, Token::Literal(Literal::read(&text)?)))
}

fn word(rest: &[char], log: Option<Func>) -> Result<(usize, Token), Unread> {
    let mut length = rest.iter().take_while(|c| c.is_alphabetic()).count();
    let letters: String = rest.iter().take(length).collect::<String>().to_lowercase();
    let base: String = rest.iter().skip(length).take_while(|c| c.is_ascii_digit() || **c == '_').collect();
    let token = match letters.as_str() {
        "x" => Token::Sign('*'),
        "e" => Token::Sign('e'),
        "pi" => Token::Sign('π'),
        "percent" | "pct" | "prozent" => Token::Sign('%'),
        // 3 of 9, 3 von 9.
        "of" | "over" | "von" | "aus" | "in" => Token::Sign('/'),
        "sqrt" | "root" => Token::Sign('√'),
        "exp" => Token::Function(Func::Exp),
        "ln" => Token::Function(Func::Ln),
        "lg" => Token::Function(Func::Log10),
        "log" => {
            length += base.chars().count();
            Token::Function(match base.trim_start_matches('_') {
                "10" => Func::Log10,
                "2" => Func::Log2,
                "" => log.ok_or(Unread::WhichLog)?,
                _ => return Err(Unread::Strange(format!("log{base}"))),
            })
        }
        _ => return Err(Unread::Strange(rest.iter().take(length).collect())),
    };
    Ok((length, token))
}

const BITS: u64 = 40_000;

const EXPONENT: i32 = 10_000;

/// A value, or why there is none; `None` for 0/0.
pub(super) type Value = Result<Option<Number>, Unread>;

/// The value with each decimal replaced by `at`, in reading order.
pub(super) fn value(of: &Expr, at: &mut impl FnMut(&Literal) -> BigRational) -> Value {
    let value = match of {
        Expr::Num(number) => Some(number.clone()),
        Expr::Decimal(text) => Some(Number::Exact(at(&Literal::read(text)?))),
        Expr::Text(letter) => Some(Number::Float(if letter == "π" { PI } else { E })),
        Expr::Neg(part) => value(part, at)?.map(|value| value.neg()),
        Expr::Add(parts) => fold(parts, Number::zero(), at, Number::add)?,
        Expr::Mul(parts) => fold(parts, Number::one(), at, Number::mul)?,
        Expr::Frac(top, bottom) => match (value(top, at)?, value(bottom, at)?) {
            (Some(top), Some(bottom)) => divided(&top, &bottom)?,
            _ => None,
        },
        Expr::Pow(base, exponent) => match (value(base, at)?, value(exponent, at)?) {
            // e to a power is exp, not a power of a rounded e.
            (_, Some(exponent)) if matches!(&**base, Expr::Text(letter) if letter == "e") => {
                Some(exp(&exponent)?)
            }
            (Some(base), Some(exponent)) => Some(power(&base, &exponent)?),
            _ => None,
        },
        Expr::Sqrt(part) => value(part, at)?.map(|value| root(&value)).transpose()?,
        Expr::Call(function, part) => {
            let called = |value: Number| match function {
                Func::Exp => exp(&value),
                Func::Factorial => factorial(&value),
                Func::Log10 => log(&value, 10.0),
                Func::Log2 => log(&value, 2.0),
                _ => log(&value, E),
            };
            value(part, at)?.map(called).transpose()?
        }
        _ => None,
    };
    value.map(within).transpose()
}

pub(super) fn decimals(of: &Expr) -> Vec<Literal> {
    match of {
        Expr::Decimal(text) => Literal::read(text).into_iter().collect(),
        other => other.parts().into_iter().flat_map(decimals).collect(),
    }
}

pub(super) fn whole(of: &Expr) -> Option<BigInt> {
    match of {
        Expr::Num(number) => Some(number.as_exact()?.to_integer()),
        _ => None,
    }
}

fn fold(
    parts: &[Expr],
    start: Number,
    at: &mut impl FnMut(&Literal) -> BigRational,
    with: fn(&Number, &Number) -> Number,
) -> Value {
    let mut all = Some(start);
    for part in parts {
        all = match (all, value(part, at)?) {
            (Some(all), Some(part)) => {
                short_enough(&all, &part)?;
                Some(within(with(&all, &part))?)
            }
            _ => None,
        };
    }
    Ok(all)
}

fn short_enough(a: &Number, b: &Number) -> Result<(), Unread> {
    if bits(a).saturating_add(bits(b)) > BITS { Err(Unread::TooLarge) } else { Ok(()) }
}

fn bits(number: &Number) -> u64 {
    number.as_exact().map_or(0, |value| value.numer().bits() + value.denom().bits())
}

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
        let times = whole.numer().to_i32().filter(|times| times.abs() <= EXPONENT).ok_or(Unread::TooLarge)?;
        if bits(base).saturating_mul(u64::from(times.unsigned_abs())) > BITS {
            return Err(Unread::TooLarge);
        }
        return base.powi(times).ok_or(Unread::DividesByZero);
    }
    if exponent.as_exact().is_some_and(|value| *value == BigRational::new(1.into(), 2.into())) {
        return root(base);
    }
    if base.is_negative() || base.is_zero() {
        return Err(Unread::NotPositive("The power"));
    }
    Ok(Number::Float(base.to_f64().powf(exponent.to_f64())))
}

fn root(value: &Number) -> Result<Number, Unread> {
    if value.is_negative() {
        return Err(Unread::NotPositive("The root"));
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

fn log(value: &Number, base: f64) -> Result<Number, Unread> {
    if value.is_zero() || value.is_negative() {
        return Err(Unread::NotPositive("The logarithm"));
    }
    Ok(Number::Float(value.ln() / base.ln()))
}

const FACTORIAL: u32 = 1000;

fn factorial(value: &Number) -> Result<Number, Unread> {
    let whole = value.as_exact().filter(|value| value.denom().is_one() && !value.is_negative());
    let k = whole.ok_or(Unread::NotPositive("A factorial"))?.numer().to_u32().filter(|k| *k <= FACTORIAL);
    Ok(Number::from_int((2..=k.ok_or(Unread::TooLarge)?).fold(BigInt::one(), |product, i| product * i)))
}

fn exp(value: &Number) -> Result<Number, Unread> {
    if value.as_exact().is_some_and(|value| value.abs().is_zero()) {
        return Ok(Number::one());
    }
    let exp = value.to_f64().exp();
    if exp == 0.0 { Err(Unread::TooLarge) } else { Ok(Number::Float(exp)) }
}
