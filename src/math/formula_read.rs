//! Reading a formula over addresses: sums, products, signs, powers and brackets, with a bound on all of them.

use super::formula::{Formula, Operation};
use super::quantity_read::{Read, Reader};

/// Brackets and signs inside each other, and parts one after the other: more are no question.
const DEPTH: usize = 30;

const POWER: u32 = 1_000;

impl Reader {
    pub(super) fn formula(&mut self, depth: usize) -> Read<Formula> {
        let mut found = self.product(depth)?;
        for _ in 0..DEPTH {
            let operation = match () {
                () if self.takes('+') => Operation::Add,
                () if self.takes('-') || self.takes('−') => Operation::Subtract,
                () => return Ok(found),
            };
            found = Formula::Two(operation, found.into(), self.product(depth)?.into());
        }
        self.wanted("fewer parts")
    }

    fn product(&mut self, depth: usize) -> Read<Formula> {
        let mut found = self.factor(depth)?;
        for _ in 0..DEPTH {
            let operation = match () {
                () if self.takes('*') || self.takes('·') || self.takes('×') => Operation::Multiply,
                () if self.takes('/') || self.takes('÷') => Operation::Divide,
                () => return Ok(found),
            };
            found = Formula::Two(operation, found.into(), self.factor(depth)?.into());
        }
        self.wanted("fewer parts")
    }

    fn factor(&mut self, depth: usize) -> Read<Formula> {
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

    pub(super) fn signed(&mut self) -> Read<String> {
        let negative = self.takes('-') || self.takes('−');
        self.blanks();
        if !self.peek().is_some_and(|c| c.is_ascii_digit() || c == '.') {
            return self.wanted("a number such as 0.85");
        }
        let decimal = self.decimal()?;
        Ok(if negative && decimal != "0" { format!("-{decimal}") } else { decimal })
    }

    fn decimal(&mut self) -> Read<String> {
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
