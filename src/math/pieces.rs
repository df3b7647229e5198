//! The smallest pieces of one-line text: signs, symbols, numbers and terms, with or without Unicode.
//!
//! The picture uses them too, so that a minus or a term looks the same in both. This module knows nothing of how
//! formulas are put together.

use super::figure::{Body, Figure};
use super::glyphs::superscript;
use super::linear::Linear;
use super::picture::{Role, Row, Span};
use super::{BigOp, Expr, Func, Quantity, Rel, Symbol};
use crate::text::shown;

impl Linear {
    pub(super) fn minus(&self) -> &'static str {
        if self.ascii { "-" } else { "−" }
    }

    pub(super) fn dot(&self) -> Span {
        operator(if self.ascii { " * " } else { " · " })
    }

    pub(super) fn plus(&self) -> Span {
        operator(" + ")
    }

    /// The minus between two terms.
    pub(super) fn less(&self) -> Span {
        operator(if self.ascii { " - " } else { " − " })
    }

    pub(super) fn rel(&self, rel: Rel) -> Span {
        operator(match (rel, self.ascii) {
            (Rel::Eq, _) => " = ",
            (Rel::Approx, false) => " ≈ ",
            (Rel::Approx, true) => " ~= ",
            (Rel::Propto, false) => " ∝ ",
            (Rel::Propto, true) => " ~ ",
        })
    }

    pub(super) fn symbol(&self, symbol: &Symbol) -> Span {
        let role = if symbol.is_matrix() { Role::Matrix } else { Role::Plain };
        Span::new(if self.ascii { symbol.ascii } else { symbol.uni }, role)
    }

    pub(super) fn quantity(&self, quantity: &Quantity) -> Span {
        let text = self.quantity_text(quantity);
        Span { text: shown(&text).into_owned(), role: Role::Name, link: Some(quantity.clone()) }
    }

    fn quantity_text(&self, quantity: &Quantity) -> String {
        match quantity {
            Quantity::Ln(inner) => format!("ln {}", self.quantity_text(inner)),
            Quantity::Alpha if !self.ascii => quantity.parts().headed("α"),
            Quantity::LogLik(_) if !self.ascii => quantity.parts().headed("ℓ"),
            Quantity::Slope(of) if !self.ascii => format!("∂ℓ/∂{}", self.quantity_text(of)),
            other => other.to_string(),
        }
    }

    pub(super) fn number(&self, number: &Figure) -> Row {
        let mut row = Row::new();
        if number.negative {
            row.push(Span::new(self.minus(), Role::Number));
        }
        row.push(match &number.body {
            Body::Digits(digits) => Span::new(digits, Role::Number),
            Body::Fraction(above, below) => Span::new(format!("{above}/{below}"), Role::Number),
        });
        row
    }

    /// The exponent in superscript characters.
    pub(super) fn script(&self, exponent: &Expr) -> Option<String> {
        if self.ascii { None } else { superscript(&self.expr(exponent)) }
    }

    pub(super) fn index(&self, index: &Symbol) -> Row {
        if self.ascii {
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

/// A bracket or a letter.
pub(super) fn plain(text: impl Into<String>) -> Span {
    Span::new(text, Role::Plain)
}

fn operator(text: &str) -> Span {
    Span::new(text, Role::Operator)
}
