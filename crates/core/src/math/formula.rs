//! Formulas over quantities that a user types, such as `P(a)/P(b)`.

use super::quantity_read::{QuantityReader, ReadResult};
use super::{Expr, Number, Quantity, read_exact};

/// What two parts of a formula are put together by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Operation {
    Add,
    Subtract,
    Multiply,
    Divide,
}

/// A formula over addresses.
///
/// ```
/// use posterior_core::math::Quantity;
///
/// let odds: Quantity = "P(Yes|x)/(1 - P(Yes|x))".parse()?;
/// assert_eq!(odds.to_string(), "P(Yes | x) / (1 - P(Yes | x))");
/// # Ok::<(), posterior_core::math::ParseQuantityError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Formula {
    /// A number that is not negative, as it was written but for zeros at its ends: `0.5`.
    Number(String),
    Of(Quantity),
    /// −a
    Negative(Box<Formula>),
    Two(Operation, Box<Formula>, Box<Formula>),
    /// A part to a power from 2 on.
    Power(Box<Formula>, u32),
}

impl Formula {
    pub fn expr(&self) -> Expr {
        match self {
            Formula::Number(text) => {
                let value = read_exact(text).map(Number::Exact);
                Expr::Num(value.unwrap_or_else(|_| Number::zero()))
            }
            Formula::Of(quantity) => Expr::Of(quantity.clone()),
            Formula::Negative(part) => part.expr().negated(),
            Formula::Two(operation, one, other) => {
                let (one, other) = (one.expr(), other.expr());
                match operation {
                    Operation::Add => one + other,
                    Operation::Subtract => one - other,
                    Operation::Multiply => one * other,
                    Operation::Divide => one / other,
                }
            }
            Formula::Power(base, exponent) => Expr::pow(base.expr(), Expr::int(*exponent)),
        }
    }

    /// The numbers of the model in it, in the order of the formula, each once.
    pub fn quantities(&self) -> Vec<Quantity> {
        self.expr().quantities()
    }

    /// The formula with another number of the model in the place of each.
    ///
    /// # Errors
    /// The first that there is none for.
    pub fn map<E>(&self, with: &mut impl FnMut(&Quantity) -> Result<Quantity, E>) -> Result<Formula, E> {
        Ok(match self {
            Formula::Number(text) => Formula::Number(text.clone()),
            Formula::Of(quantity) => Formula::Of(with(quantity)?),
            Formula::Negative(part) => Formula::Negative(part.map(with)?.into()),
            Formula::Two(operation, one, other) => {
                let one = one.map(with)?;
                Formula::Two(*operation, one.into(), other.map(with)?.into())
            }
            Formula::Power(base, exponent) => Formula::Power(base.map(with)?.into(), *exponent),
        })
    }

    pub(super) fn written(&self, signs: (&str, &str), name: &impl Fn(&Quantity) -> String) -> String {
        let part = |part: &Formula, least: u8| {
            let text = part.written(signs, name);
            if part.binds() < least { format!("({text})") } else { text }
        };
        let (times, minus) = signs;
        match self {
            Formula::Number(text) => text.clone(),
            Formula::Of(quantity) => name(quantity),
            Formula::Negative(inner) => format!("{minus}{}", part(inner, 3)),
            Formula::Two(operation, one, other) => {
                let own = self.binds();
                let sign = match operation {
                    Operation::Add => "+",
                    Operation::Subtract => minus,
                    Operation::Multiply => times,
                    Operation::Divide => "/",
                };
                format!("{} {sign} {}", part(one, own), part(other, own + 1))
            }
            Formula::Power(base, exponent) => format!("{}^{exponent}", part(base, 4)),
        }
    }

    /// How closely it holds together: a sum least, a number most.
    fn binds(&self) -> u8 {
        match self {
            Formula::Two(Operation::Add | Operation::Subtract, ..) => 1,
            Formula::Two(..) => 2,
            Formula::Negative(_) => 2,
            Formula::Power(..) => 3,
            // The logarithm of a number needs no brackets.
            Formula::Of(Quantity::Ln(_)) => 3,
            Formula::Number(_) | Formula::Of(_) => 4,
        }
    }
}

impl From<Formula> for Quantity {
    fn from(formula: Formula) -> Quantity {
        match formula {
            Formula::Of(quantity) => quantity,
            other => Quantity::Formula(Box::new(other)),
        }
    }
}

/// Brackets and signs inside each other, and parts one after the other: more than that is not a question.
pub(super) const DEPTH: usize = 30;
const POWER: u32 = 1_000;

impl QuantityReader {
    pub(super) fn formula(&mut self, depth: usize) -> ReadResult<Formula> {
        let signs = [('+', Operation::Add), ('-', Operation::Subtract), ('−', Operation::Subtract)];
        self.row_of(depth, &signs, QuantityReader::product)
    }

    fn product(&mut self, depth: usize) -> ReadResult<Formula> {
        let times = ['*', '·', '×'].map(|sign| (sign, Operation::Multiply));
        let over = ['/', '÷'].map(|sign| (sign, Operation::Divide));
        self.row_of(depth, &[times.as_slice(), &over].concat(), QuantityReader::factor)
    }

    fn row_of(
        &mut self,
        depth: usize,
        signs: &[(char, Operation)],
        part: fn(&mut Self, usize) -> ReadResult<Formula>,
    ) -> ReadResult<Formula> {
        let mut found = part(self, depth)?;
        for _ in 0..DEPTH {
            let Some((_, operation)) = signs.iter().find(|(sign, _)| self.takes(*sign)) else {
                return Ok(found);
            };
            found = Formula::Two(*operation, found.into(), part(self, depth)?.into());
        }
        self.wanted("fewer parts")
    }

    fn factor(&mut self, depth: usize) -> ReadResult<Formula> {
        if depth > DEPTH {
            return self.wanted("fewer brackets");
        }
        if self.takes('-') || self.takes('−') {
            return Ok(Formula::Negative(self.factor(depth + 1)?.into()));
        }
        let base = if self.takes('(') {
            let inside = self.formula(depth + 1)?;
            self.expect(')', "a closing bracket")?;
            inside
        } else if self.peek().is_some_and(|c| c.is_ascii_digit() || c == '.') {
            Formula::Number(self.decimal()?)
        } else {
            Formula::Of(self.quantity()?)
        };
        if !self.takes('^') {
            return Ok(base);
        }
        self.blanks();
        let digits = self.digits();
        match digits.parse::<u32>() {
            Ok(exponent) if (2..=POWER).contains(&exponent) => Ok(Formula::Power(base.into(), exponent)),
            _ => self.wanted("a whole number from 2 on"),
        }
    }

    pub(super) fn signed(&mut self) -> ReadResult<String> {
        let negative = self.takes('-') || self.takes('−');
        self.blanks();
        if !self.peek().is_some_and(|c| c.is_ascii_digit() || c == '.') {
            return self.wanted("a number such as 0.85");
        }
        let decimal = self.decimal()?;
        Ok(if negative && decimal != "0" { format!("-{decimal}") } else { decimal })
    }

    fn decimal(&mut self) -> ReadResult<String> {
        let whole = self.digits();
        let whole = Some(whole.trim_start_matches('0')).filter(|digits| !digits.is_empty()).unwrap_or("0");
        if self.peek() != Some('.') {
            return Ok(whole.to_owned());
        }
        self.at += 1;
        let places = self.digits();
        if places.is_empty() {
            return self.wanted("the decimals");
        }
        let places = places.trim_end_matches('0');
        Ok(if places.is_empty() { whole.to_owned() } else { format!("{whole}.{places}") })
    }
}
