//! Signs become a tree. What is written side by side is multiplied, as in `(3/9)(9/14)`.

use num_traits::ToPrimitive;

use super::node::{EXPONENT, Function, Node};
use super::tokens::{Spaced, Token};
use super::unread::Unread;

/// Brackets, signs, roots and powers inside each other.
const DEPTH: usize = 40;

/// Of more bars one after the other, as in 3/14/5/14, nobody knows which of them is the long one.
const BARS: usize = 2;

pub(super) fn parse(tokens: Vec<Spaced>, text: &str) -> Result<Node, Unread> {
    let mut parser = Parser { tokens, at: 0, depth: 0, text };
    let node = parser.sum()?;
    match parser.peek() {
        None => Ok(node),
        Some(Token::Close) => Err(Unread::Bracket),
        Some(_) => Err(Unread::Strange { text: text.trim().to_owned() }),
    }
}

struct Parser<'a> {
    tokens: Vec<Spaced>,
    at: usize,
    depth: usize,
    text: &'a str,
}

type Parsed = Result<Node, Unread>;

impl Parser<'_> {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at).map(|(_, token)| token)
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
        // How many bars stand behind the last part, one after the other.
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

    /// Two fractions may stand side by side, `3/9 9/14`; of `3 1/9` and `1 234` nobody knows what they mean.
    fn not_side_by_side(&self, left: Option<&Node>) -> Result<(), Unread> {
        let Some((_, Token::Literal(right))) = self.tokens.get(self.at) else { return Ok(()) };
        let fraction = matches!(left, Some(Node::Quotient(..)))
            && matches!(self.tokens.get(self.at + 1), Some((_, Token::Over)));
        let closed = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        let closed = matches!(closed, Some((_, Token::Close | Token::Pi | Token::E)));
        if fraction || closed {
            return Ok(());
        }
        let before = match self.at.checked_sub(1).and_then(|at| self.tokens.get(at)) {
            Some((_, Token::Literal(before))) => before.text.clone(),
            _ => self.text.trim().to_owned(),
        };
        Err(Unread::SideBySide { left: before, right: right.text.clone() })
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
            // ln 3/9 is ln(3/9) for one reader and (ln 3)/9 for another; ln 3 is the same for all.
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
                .any(|(_, token)| matches!(token, Token::Literal(_) | Token::Pi | Token::E)) =>
            {
                Err(Unread::Unfinished { text: self.text.trim().to_owned() })
            }
            _ => Err(Unread::Strange { text: self.text.trim().to_owned() }),
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
