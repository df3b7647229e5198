//! Parses a text into tokens (literals, operators, brackets, functions), and these into a tree with a value. Factors may be
//! side by side, as in `(3/9)(9/14)`.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

use super::Unread;
use super::clean::{ABOUT, REPEATS, is_among};
use super::written::{Literal, ten_to};
use crate::math::{Expr, Func, Number, read_exact};

const DEPTH: usize = 40;

const BARS: usize = 2;

/// Parses one side of an answer: `pointed` has points as decimal marks, `text` is the side as typed.
pub(super) fn parse(pointed: &str, text: &str) -> Result<Node, Unread> {
    let mut parser = Parser { tokens: tokens(pointed)?, at: 0, depth: 0, text };
    let node = parser.sum()?;
    match parser.peek() {
        None => Ok(node),
        Some(Token::Close) => Err(Unread::Bracket),
        Some(_) => Err(Unread::Strange(text.trim().to_owned())),
    }
}

struct Parser<'a> {
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
    text: &'a str,
}

type Parsed = Result<Node, Unread>;

impl Parser<'_> {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    fn takes(&mut self, token: &Token) -> bool {
        let found = self.peek() == Some(token);
        self.at += usize::from(found);
        found
    }

    fn deeper(&mut self, part: fn(&mut Self) -> Parsed) -> Parsed {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(Unread::TooDeep);
        }
        let node = part(self);
        self.depth -= 1;
        node
    }

    fn sum(&mut self) -> Parsed {
        let mut parts = vec![self.product()?];
        loop {
            if self.takes(&Token::Plus) {
                parts.push(self.product()?);
            } else if self.takes(&Token::Minus) {
                parts.push(Node::Negative(Box::new(self.product()?)));
            } else {
                return Ok(single(parts, Node::Sum));
            }
        }
    }

    fn product(&mut self) -> Parsed {
        let mut parts = vec![self.signed()?];
        // The number of fraction bars in a row after the last part.
        let mut bars = 0;
        loop {
            if self.takes(&Token::Times) {
                parts.push(self.signed()?);
                bars = 0;
            } else if self.takes(&Token::Over) {
                bars += 1;
                let bottom = self.signed()?;
                if bars > BARS {
                    return Err(Unread::Bars);
                }
                let top = parts.pop();
                parts.extend(top.map(|top| over(top, bottom)));
            } else if self.takes(&Token::Divided) {
                let bottom = self.fraction()?;
                let top = parts.pop();
                parts.extend(top.map(|top| over(top, bottom)));
                bars = 0;
            } else if self.begins_a_factor() {
                self.not_side_by_side(parts.last())?;
                parts.push(self.power()?);
                bars = 0;
            } else {
                return Ok(single(parts, product));
            }
        }
    }

    fn fraction(&mut self) -> Parsed {
        let top = self.signed()?;
        if !self.takes(&Token::Over) {
            return Ok(top);
        }
        Ok(over(top, self.signed()?))
    }

    fn begins_a_factor(&self) -> bool {
        matches!(
            self.peek(),
            Some(
                Token::Literal(_)
                    | Token::Repeating(..)
                    | Token::Open
                    | Token::Function(_)
                    | Token::Pi
                    | Token::E
            )
        )
    }

    /// Two fractions may be side by side, `3/9 9/14`; `3 1/9` and `1 234` are unclear.
    fn not_side_by_side(&self, left: Option<&Node>) -> Result<(), Unread> {
        let Some(Token::Literal(right)) = self.tokens.get(self.at) else { return Ok(()) };
        let fraction =
            matches!(left, Some(Node::Quotient(..))) && self.tokens.get(self.at + 1) == Some(&Token::Over);
        let last = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        if fraction || matches!(last, Some(Token::Close | Token::Pi | Token::E)) {
            return Ok(());
        }
        let before = match last {
            Some(Token::Literal(before)) => before.text.clone(),
            _ => self.text.trim().to_owned(),
        };
        Err(Unread::SideBySide(before, right.text.clone()))
    }

    fn signed(&mut self) -> Parsed {
        if self.takes(&Token::Minus) {
            return Ok(Node::Negative(Box::new(self.deeper(Self::signed)?)));
        }
        if self.takes(&Token::Plus) {
            return self.deeper(Self::signed);
        }
        self.power()
    }

    fn power(&mut self) -> Parsed {
        let base = self.percent()?;
        if !self.takes(&Token::Power) {
            return Ok(base);
        }
        let exponent = self.deeper(Self::signed)?;
        Ok(Node::Power(Box::new(base), Box::new(exponent)))
    }

    fn percent(&mut self) -> Parsed {
        let mut node = self.atom()?;
        if self.takes(&Token::Factorial) {
            node = Node::Call(Function::Factorial, Box::new(node));
        }
        if !self.takes(&Token::Percent) {
            return Ok(node);
        }
        Ok(match node {
            Node::Literal(literal) => Node::Literal(literal.percent()),
            other => Node::Percent(Box::new(other)),
        })
    }

    fn atom(&mut self) -> Parsed {
        let token = self.peek().cloned();
        self.at += 1;
        match token {
            Some(Token::Literal(literal)) => Ok(Node::Literal(literal)),
            Some(Token::Repeating(top, bottom)) => Ok(over(Node::Literal(top), Node::Literal(bottom))),
            Some(Token::Pi) => Ok(Node::Pi),
            Some(Token::E) => Ok(Node::E),
            Some(Token::Open) => {
                let inner = self.deeper(Self::sum)?;
                if self.takes(&Token::Close) { Ok(inner) } else { Err(Unread::Bracket) }
            }
            Some(Token::Function(Function::Root)) => {
                Ok(Node::Call(Function::Root, Box::new(self.deeper(Self::atom)?)))
            }
            Some(Token::Function(function)) if self.peek() == Some(&Token::Open) => {
                Ok(Node::Call(function, Box::new(self.deeper(Self::atom)?)))
            }
            // ln 3/9 can be ln(3/9) or (ln 3)/9; ln 3 is clear.
            Some(Token::Function(function)) => {
                let argument = self.deeper(Self::atom)?;
                if matches!(self.peek(), Some(Token::Over | Token::Power | Token::Times)) {
                    return Err(Unread::Bracket);
                }
                Ok(Node::Call(function, Box::new(argument)))
            }
            Some(Token::Close) => Err(Unread::Bracket),
            None if self
                .tokens
                .iter()
                .any(|token| matches!(token, Token::Literal(_) | Token::Pi | Token::E)) =>
            {
                Err(Unread::Unfinished(self.text.trim().to_owned()))
            }
            _ => Err(Unread::Strange(self.text.trim().to_owned())),
        }
    }
}

/// The bar belongs to the factor before it: 3/9 · 9/14 is a product of two fractions.
fn over(top: Node, bottom: Node) -> Node {
    match top {
        Node::Negative(top) => Node::Negative(Box::new(over(*top, bottom))),
        top => Node::Quotient(Box::new(top), Box::new(bottom)),
    }
}

fn single(mut parts: Vec<Node>, several: fn(Vec<Node>) -> Node) -> Node {
    match (parts.pop(), parts.is_empty()) {
        (Some(only), true) => only,
        (last, _) => several(parts.into_iter().chain(last).collect()),
    }
}

/// A product; `3.01 · 10^-4` is one number.
fn product(parts: Vec<Node>) -> Node {
    if let [Node::Literal(mantissa), Node::Power(ten, exponent)] = parts.as_slice()
        && ten.whole() == Some(10.into())
        && let Some(power) = whole_power(exponent)
        && !mantissa.text.contains(['e', '%'])
    {
        return Node::Literal(mantissa.times_ten_to(power));
    }
    Node::Product(parts)
}

fn whole_power(exponent: &Node) -> Option<i32> {
    let power = match exponent {
        Node::Negative(inner) => -inner.whole()?,
        other => other.whole()?,
    };
    power.to_i32().filter(|power| power.abs() <= EXPONENT)
}

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Literal(Literal),
    Repeating(Literal, Literal),
    Plus,
    Minus,
    Times,
    Over,
    Divided,
    Power,
    Open,
    Close,
    Percent,
    Factorial,
    Function(Function),
    Pi,
    E,
}

/// The tokens of a cleaned text with points as decimal marks.
fn tokens(text: &str) -> Result<Vec<Token>, Unread> {
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
            '*' if rest.get(1) == Some(&'*') => (2, Token::Power),
            '*' => (1, Token::Times),
            '+' => (1, Token::Plus),
            '-' => (1, Token::Minus),
            '/' => (1, Token::Over),
            '÷' => (1, Token::Divided),
            '\\' => return Err(Unread::Strange(command(rest))),
            ':' => return Err(Unread::Ratio),
            '^' => (1, Token::Power),
            '(' | '[' | '{' => (1, Token::Open),
            ')' | ']' | '}' => (1, Token::Close),
            '%' => (1, Token::Percent),
            '!' => (1, Token::Factorial),
            '√' => (1, Token::Function(Function::Root)),
            'π' => (1, Token::Pi),
            ';' | ',' => return Err(Unread::List),
            c if c.is_alphabetic() => match about(rest) {
                Some(length) => {
                    at += length;
                    continue;
                }
                None => word(rest)?,
            },
            c => return Err(Unread::Strange(c.to_string())),
        };
        found.push(token);
        at += length;
    }
    Ok(found)
}

fn command(rest: &[char]) -> String {
    let name = rest.iter().skip(1).take_while(|c| c.is_alphabetic());
    std::iter::once(&'\\').chain(name).collect()
}

/// The length of a word for a rounded number, including a point after it.
fn about(rest: &[char]) -> Option<usize> {
    let length = rest.iter().take_while(|c| c.is_alphabetic()).count();
    let word: String = rest.iter().take(length).collect::<String>().to_lowercase();
    let point =
        usize::from(rest.get(length) == Some(&'.') && !matches!(rest.get(length + 1), Some('0'..='9')));
    is_among(ABOUT, &word).then_some(length + point)
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
    if rest.get(end) == Some(&REPEATS) && text.contains('.') && !text.contains(['e', 'E']) {
        let (top, bottom, length) = repeating(&text, rest.get(end + 1..).unwrap_or_default())?;
        return Ok((end + length, Token::Repeating(top, bottom)));
    }
    if rest.get(end) == Some(&'…') && text.contains('.') {
        return Ok((end + 1, Token::Literal(Literal::read(&text)?.going_on())));
    }
    Ok((end, Token::Literal(Literal::read(&text)?)))
}

const REPEATING: usize = 40;

/// A decimal, `0.2`, with the repeating digits after it, as a fraction; also the number of characters of these digits.
fn repeating(text: &str, rest: &[char]) -> Result<(Literal, Literal, usize), Unread> {
    let block: String = rest.iter().take_while(|c| c.is_ascii_digit()).take(REPEATING).collect();
    let decimals = text.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    if block.is_empty() || decimals > REPEATING || rest.get(block.len()) != Some(&REPEATS) {
        return Err(Unread::Strange(text.to_owned()));
    }
    let power = |digits: usize| ten_to(i32::try_from(digits).unwrap_or_default());
    let block_value: BigInt = block.parse().unwrap_or_default();
    let nines = power(block.len()) - BigRational::one();
    let first = read_exact(text).unwrap_or_default();
    let value = first + BigRational::from_integer(block_value) / nines / power(decimals);
    let (top, bottom) = (value.numer().clone(), value.denom().clone());
    Ok((Literal::whole(top), Literal::whole(bottom), block.len() + 2))
}

fn word(rest: &[char]) -> Result<(usize, Token), Unread> {
    let mut length = rest.iter().take_while(|c| c.is_alphabetic()).count();
    let letters: String = rest.iter().take(length).collect::<String>().to_lowercase();
    let base: String = rest.iter().skip(length).take_while(|c| c.is_ascii_digit() || **c == '_').collect();
    let token = match letters.as_str() {
        "x" => Token::Times,
        "e" => Token::E,
        "pi" => Token::Pi,
        "percent" | "pct" | "prozent" => Token::Percent,
        // 3 of 9, 3 out of 9, 3 von 9.
        "of" | "over" | "von" | "aus" | "in" => Token::Over,
        "out" | "per" => {
            let (second, token) =
                if letters == "out" { ("of", Token::Over) } else { ("cent", Token::Percent) };
            let blanks = rest.iter().skip(length).take_while(|c| **c == ' ').count();
            let next: String = rest.iter().skip(length + blanks).take_while(|c| c.is_alphabetic()).collect();
            if next.to_lowercase() != second {
                return Err(Unread::Strange(letters));
            }
            length += blanks + next.chars().count();
            token
        }
        "sqrt" | "root" => Token::Function(Function::Root),
        "exp" => Token::Function(Function::Exp),
        "ln" => Token::Function(Function::Ln),
        "lg" => Token::Function(Function::Log(10)),
        "log" => {
            length += base.chars().count();
            Token::Function(Function::Log(match base.trim_start_matches('_') {
                "10" => 10,
                "2" => 2,
                _ => return Err(Unread::WhichLog),
            }))
        }
        _ => return Err(Unread::Strange(rest.iter().take(length).collect())),
    };
    Ok((length, token))
}

/// The most bits of a numerator and a denominator together.
const BITS: u64 = 40_000;

/// The largest exponent.
const EXPONENT: i32 = 10_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::practice) enum Function {
    Root,
    Exp,
    Ln,
    Log(u8),
    Factorial,
}

#[derive(Clone, Debug, PartialEq)]
pub(in crate::practice) enum Node {
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
    /// The value with each literal replaced by `at`, in reading order.
    pub(super) fn value(&self, at: &mut impl FnMut(&Literal) -> BigRational) -> Value {
        let value = match self {
            Node::Literal(literal) => Some(Number::Exact(at(literal))),
            Node::Pi => Some(Number::Float(std::f64::consts::PI)),
            Node::E => Some(Number::Float(std::f64::consts::E)),
            Node::Negative(part) => part.value(at)?.map(|value| value.neg()),
            Node::Percent(part) => {
                let hundredth = Number::Exact(ten_to(-2));
                part.value(at)?.map(|value| value.mul(&hundredth))
            }
            Node::Sum(parts) => fold(parts, Number::zero(), at, Number::add)?,
            Node::Product(parts) => fold(parts, Number::one(), at, Number::mul)?,
            Node::Quotient(top, bottom) => match (top.value(at)?, bottom.value(at)?) {
                (Some(top), Some(bottom)) => divided(&top, &bottom)?,
                _ => None,
            },
            // e to a power is exp, not a power of a rounded e.
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

fn ln(value: &Number) -> Result<Number, Unread> {
    if value.is_zero() || value.is_negative() {
        return Err(Unread::NotPositive("The logarithm"));
    }
    Ok(Number::Float(value.ln()))
}

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
