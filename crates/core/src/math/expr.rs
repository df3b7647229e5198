//! Formulas as they will be drawn.

use super::{Number, Precision, Quantity};
use num_bigint::BigInt;
use std::collections::HashSet;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// A symbol with its three spellings in one place, so that no notation can forget one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symbol {
    pub uni: &'static str,
    pub ascii: &'static str,
    pub tex: &'static str,
}

impl Symbol {
    /// Whether the symbol is written as a product, as 2π is, and so needs a bracket under a power.
    pub(crate) fn is_product(&self) -> bool {
        self.ascii.contains(['*', ' '])
    }

    pub(crate) fn is_matrix(&self) -> bool {
        *self == symbols::COVARIANCE || *self == symbols::SCATTER
    }
}

/// The symbols the notes use.
pub mod symbols {
    use super::Symbol;

    const fn symbol(uni: &'static str, ascii: &'static str, tex: &'static str) -> Symbol {
        Symbol { uni, ascii, tex }
    }
    pub const N: Symbol = symbol("n", "n", "n");
    pub const K: Symbol = symbol("k", "k", "k");
    pub const I: Symbol = symbol("i", "i", "i");
    pub const D: Symbol = symbol("d", "d", "d");
    pub const X: Symbol = symbol("x", "x", "x");
    pub const W: Symbol = symbol("w", "w", "w");
    pub const Y: Symbol = symbol("y", "y", "y");
    pub const PHI: Symbol = symbol("φ", "phi", "\\phi");
    pub const MU: Symbol = symbol("μ", "mu", "\\mu");
    pub const SIGMA: Symbol = symbol("σ", "sigma", "\\sigma");
    pub const VARIANCE: Symbol = symbol("σ²", "sigma^2", "\\sigma^2");
    pub const COVARIANCE: Symbol = symbol("Σ", "Sigma", "\\Sigma");
    pub const SCATTER: Symbol = symbol("S", "S", "S");
    pub const THETA: Symbol = symbol("θ", "theta", "\\theta");
    pub const THETA_0: Symbol = symbol("θ₀", "theta_0", "\\theta_{0}");
    /// 2π, one symbol in every formula.
    pub const TWO_PI: Symbol = symbol("2π", "2*pi", "2\\pi");
    pub const WORD_I: Symbol = symbol("wᵢ", "w[i]", "w_i");
    pub const X_I: Symbol = symbol("xᵢ", "x[i]", "x_i");
    pub const C: Symbol = symbol("c", "c", "c");
    /// Infinity: the logarithm of 0 is minus this.
    pub const INFINITY: Symbol = symbol("∞", "inf", "\\infty");
    pub const P: Symbol = symbol("P", "P", "P");
    pub const DENSITY: Symbol = symbol("p", "p", "p");
    pub const MEAN: Symbol = symbol("μ", "mu", "\\mu");
    /// The multiplier of a constraint (Lagrange).
    pub const LAMBDA: Symbol = symbol("λ", "lambda", "\\lambda");
    /// The log-likelihood of the training rows, as head of a term in general form.
    pub const LOG_LIKELIHOOD: Symbol = symbol("ℓ", "loglik", "\\ell");
    pub const COUNT: Symbol = symbol("count", "count", "\\operatorname{count}");
}

/// Functions that are written with their name before the argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Func {
    Exp,
    Ln,
    Log10,
    Log2,
    /// The product of the whole numbers up to it, written behind it: k!
    Factorial,
    /// The chance that a χ² variable of so many degrees of freedom lies beyond it: P(χ²₄ > q).
    ChiSquareTail(u32),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BigOp {
    /// ∑
    Sum,
    /// ∏
    Product,
}

/// A formula as drawn: never reordered, never simplified.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    /// A value, held unrounded; the notation rounds when it draws a float.
    Num(Number),
    /// A value that is drawn with this precision.
    Rounded(Number, Precision),
    /// A fraction as counted: 6/14 stays 6/14.
    Ratio(BigInt, BigInt),
    /// A letter or a word of the notation.
    Sym(Symbol),
    /// A term with an address, and so with working of its own.
    Of(Quantity),
    /// A term in general form, where an address would have names: P(wᵢ | China), mean(x | y⁽ⁱ⁾).
    General {
        head: Symbol,
        args: Vec<Expr>,
        given: Option<Box<Expr>>,
    },
    /// Free text as a term, such as a long name in a golden file.
    Text(String),
    /// A number without a sign as it was written, zeros at its end and all, with a point.
    Decimal(String),
    /// a + b − c; a term that is a [`Expr::Neg`] is drawn with a minus.
    Add(Vec<Expr>),
    /// a · b · c
    Mul(Vec<Expr>),
    /// A b: factors without a sign between them, such as matrices.
    Juxt(Vec<Expr>),
    /// −a
    Neg(Box<Expr>),
    /// a/b
    Frac(Box<Expr>, Box<Expr>),
    /// aᵇ
    Pow(Box<Expr>, Box<Expr>),
    /// exp(a), ln(a)
    Call(Func, Box<Expr>),
    /// √a
    Sqrt(Box<Expr>),
    /// |A|
    Det(Box<Expr>),
    /// ∑ or ∏ with limits. `terms` are what it stands for, so that the formula can be evaluated; empty in general
    /// formulas.
    Big {
        op: BigOp,
        index: Symbol,
        lower: Box<Expr>,
        upper: Box<Expr>,
        body: Box<Expr>,
        terms: Vec<Expr>,
    },
    /// x⁽ⁱ⁾
    Sample(Box<Expr>, Symbol),
    /// Aᵀ
    Transpose(Box<Expr>),
    /// A⁻¹
    Inverse(Box<Expr>),
    /// 1{y⁽ⁱ⁾ = 1}
    Indicator(Box<Chain>),
    Matrix(Vec<Vec<Expr>>),
}

impl Func {
    /// The name before the brackets, of functions that have one.
    pub(super) fn symbol(self) -> Symbol {
        let (name, tex) = match self {
            Func::Exp => ("exp", "\\exp"),
            Func::Ln => ("ln", "\\ln"),
            Func::Log10 => ("log10", "\\log_{10}"),
            Func::Log2 => ("log2", "\\log_{2}"),
            Func::Factorial | Func::ChiSquareTail(_) => ("", ""),
        };
        Symbol { uni: name, ascii: name, tex }
    }
}

impl BigOp {
    pub(super) fn symbol(self) -> Symbol {
        match self {
            BigOp::Sum => Symbol { uni: "∑", ascii: "sum", tex: "\\sum" },
            BigOp::Product => Symbol { uni: "∏", ascii: "prod", tex: "\\prod" },
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rel {
    /// =
    Eq,
    /// ≈, before a rounded number.
    Approx,
}

/// `lhs = a = b ≈ c`: the unit that is laid out, broken, aligned and evaluated.
#[derive(Clone, Debug, PartialEq)]
pub struct Chain {
    pub lhs: Expr,
    pub rest: Vec<(Rel, Expr)>,
}

impl Expr {
    /// The formula itself, out of any list of one: a sum of one term is that term.
    pub fn plain(&self) -> &Expr {
        match self {
            Expr::Add(items) | Expr::Mul(items) | Expr::Juxt(items) => match items.as_slice() {
                [only] => only.plain(),
                _ => self,
            },
            _ => self,
        }
    }

    pub fn int(value: impl Into<BigInt>) -> Self {
        Expr::Num(Number::from_int(value))
    }

    pub fn ratio(numerator: impl Into<BigInt>, denominator: impl Into<BigInt>) -> Self {
        Expr::Ratio(numerator.into(), denominator.into())
    }

    pub fn float(value: f64) -> Self {
        Expr::Num(Number::Float(value))
    }

    pub fn frac(numerator: Expr, denominator: Expr) -> Self {
        Expr::Frac(Box::new(numerator), Box::new(denominator))
    }

    pub fn pow(base: Expr, exponent: Expr) -> Self {
        Expr::Pow(Box::new(base), Box::new(exponent))
    }

    /// Whether it is written with numbers only: no name of a number, and no matrix is in it.
    pub fn is_of_numbers(&self) -> bool {
        !self.any(&|part| matches!(part, Expr::Of(_) | Expr::Sym(_) | Expr::Big { .. } | Expr::Matrix(_)))
    }

    /// Whether the formula or one of its parts is such.
    pub fn any(&self, is: &impl Fn(&Expr) -> bool) -> bool {
        is(self) || self.parts().into_iter().any(|part| part.any(is))
    }

    /// The parts of this formula that are formulas: of a big operator, what it stands for.
    pub fn parts(&self) -> Vec<&Expr> {
        match self {
            Expr::Add(parts) | Expr::Mul(parts) | Expr::Juxt(parts) => parts.iter().collect(),
            Expr::Neg(part)
            | Expr::Call(_, part)
            | Expr::Sqrt(part)
            | Expr::Det(part)
            | Expr::Sample(part, _)
            | Expr::Transpose(part)
            | Expr::Inverse(part) => vec![part],
            Expr::Frac(a, b) | Expr::Pow(a, b) => vec![a, b],
            Expr::Big { terms, .. } => terms.iter().collect(),
            Expr::Indicator(chain) => chain.sides().collect(),
            Expr::Matrix(rows) => rows.iter().flatten().collect(),
            _ => Vec::new(),
        }
    }

    /// The addresses in this formula, each once, in reading order.
    pub fn quantities(&self) -> Vec<Quantity> {
        fn collect(expr: &Expr, seen: &mut HashSet<Quantity>, found: &mut Vec<Quantity>) {
            if let Expr::Of(quantity) = expr
                && seen.insert(quantity.clone())
            {
                found.push(quantity.clone());
            }
            expr.parts().into_iter().for_each(|part| collect(part, seen, found));
        }
        let mut found = Vec::new();
        collect(self, &mut HashSet::new(), &mut found);
        found
    }

    #[must_use]
    pub fn replace(&self, with: &impl Fn(&Quantity) -> Expr) -> Expr {
        self.map(&|part| match part {
            Expr::Of(quantity) => Some(with(quantity)),
            _ => None,
        })
    }

    /// The same formula with something else in the place of the parts that `with` knows a substitute for. Of a big
    /// operator, the terms it stands for are looked at.
    #[must_use]
    pub fn map(&self, with: &impl Fn(&Expr) -> Option<Expr>) -> Expr {
        if let Some(other) = with(self) {
            return other;
        }
        let one = |part: &Expr| Box::new(part.map(with));
        let all = |parts: &[Expr]| parts.iter().map(|part| part.map(with)).collect::<Vec<Expr>>();
        match self {
            Expr::Add(parts) => Expr::Add(all(parts)),
            Expr::Mul(parts) => Expr::Mul(all(parts)),
            Expr::Juxt(parts) => Expr::Juxt(all(parts)),
            Expr::Neg(part) => Expr::Neg(one(part)),
            Expr::Frac(a, b) => Expr::Frac(one(a), one(b)),
            Expr::Pow(a, b) => Expr::Pow(one(a), one(b)),
            Expr::Call(func, part) => Expr::Call(*func, one(part)),
            Expr::Sqrt(part) => Expr::Sqrt(one(part)),
            Expr::Det(part) => Expr::Det(one(part)),
            Expr::Sample(part, index) => Expr::Sample(one(part), *index),
            Expr::Transpose(part) => Expr::Transpose(one(part)),
            Expr::Inverse(part) => Expr::Inverse(one(part)),
            Expr::Big { op, index, lower, upper, body, terms } => Expr::Big {
                op: *op,
                index: *index,
                lower: lower.clone(),
                upper: upper.clone(),
                body: body.clone(),
                terms: all(terms),
            },
            Expr::Indicator(chain) => Expr::Indicator(Box::new(chain.map(with))),
            Expr::Matrix(rows) => Expr::Matrix(rows.iter().map(|row| all(row)).collect()),
            leaf => leaf.clone(),
        }
    }

    pub fn negated(self) -> Self {
        Expr::Neg(Box::new(self))
    }

    pub fn ln(self) -> Self {
        Expr::Call(Func::Ln, Box::new(self))
    }

    pub fn exp(self) -> Self {
        Expr::Call(Func::Exp, Box::new(self))
    }

    pub fn sqrt(self) -> Self {
        Expr::Sqrt(Box::new(self))
    }

    pub fn squared(self) -> Self {
        Expr::pow(self, Expr::int(2))
    }

    /// 1 less this: the other one of two probabilities.
    pub fn opposite(self) -> Self {
        Expr::int(1) - self
    }

    pub fn of_row(part: impl Into<Expr>) -> Self {
        Expr::Sample(Box::new(part.into()), symbols::I)
    }

    /// A term in general form: `head(argument | given)`.
    pub fn general(head: Symbol, argument: impl Into<Expr>, given: Option<Expr>) -> Self {
        Expr::General { head, args: vec![argument.into()], given: given.map(Box::new) }
    }

    /// Some terms added: one is itself, none are 0.
    pub fn sum(mut terms: Vec<Expr>) -> Self {
        if terms.len() > 1 { Expr::Add(terms) } else { terms.pop().unwrap_or(Expr::int(0)) }
    }

    /// Some terms multiplied: one is itself, none are 1.
    pub fn product(mut terms: Vec<Expr>) -> Self {
        if terms.len() > 1 { Expr::Mul(terms) } else { terms.pop().unwrap_or(Expr::int(1)) }
    }

    /// ∑ or ∏ from 1 to `upper` of a body in general form, with the terms that it stands for.
    pub fn big(op: BigOp, index: Symbol, upper: impl Into<Expr>, body: Expr, terms: Vec<Expr>) -> Self {
        let (lower, upper, body) = (Box::new(Expr::int(1)), Box::new(upper.into()), Box::new(body));
        Expr::Big { op, index, lower, upper, body, terms }
    }

    pub(crate) fn over_rows(upper: impl Into<Expr>, body: Expr, terms: Vec<Expr>) -> Self {
        Expr::big(BigOp::Sum, symbols::I, upper, body, terms)
    }
}

impl Chain {
    pub fn new(lhs: Expr) -> Self {
        Chain { lhs, rest: Vec::new() }
    }

    pub fn sides(&self) -> impl Iterator<Item = &Expr> {
        std::iter::once(&self.lhs).chain(self.rest.iter().map(|(_, side)| side))
    }

    #[must_use]
    pub fn map(&self, with: &impl Fn(&Expr) -> Option<Expr>) -> Self {
        let rest = self.rest.iter().map(|(rel, side)| (*rel, side.map(with)));
        Chain { lhs: self.lhs.map(with), rest: rest.collect() }
    }

    #[must_use]
    pub fn eq(mut self, expr: Expr) -> Self {
        self.rest.push((Rel::Eq, expr));
        self
    }

    #[must_use]
    pub fn approx(mut self, expr: Expr) -> Self {
        self.rest.push((Rel::Approx, expr));
        self
    }
}

macro_rules! operators {
    ($($trait:ident::$method:ident($one:ident, $other:ident) => $result:expr;)+) => {$(
        impl $trait for Expr {
            type Output = Expr;

            fn $method(self, $other: Expr) -> Expr {
                let $one = self;
                $result
            }
        }
    )+};
}

// `a + b + c` is one sum of three, and `a * b * c` one product of three, as they are written.
operators! {
    Add::add(one, other) => Expr::Add(match one {
        Expr::Add(parts) => [parts, vec![other]].concat(),
        one => vec![one, other],
    });
    Mul::mul(one, other) => Expr::Mul(match one {
        Expr::Mul(parts) => [parts, vec![other]].concat(),
        one => vec![one, other],
    });
    Sub::sub(one, other) => Expr::add(one, other.negated());
    Div::div(one, other) => Expr::frac(one, other);
}

impl Neg for Expr {
    type Output = Expr;

    fn neg(self) -> Expr {
        self.negated()
    }
}

impl From<Quantity> for Expr {
    fn from(quantity: Quantity) -> Expr {
        Expr::Of(quantity)
    }
}

impl From<Symbol> for Expr {
    fn from(symbol: Symbol) -> Expr {
        Expr::Sym(symbol)
    }
}
