//! Formulas as they will be drawn.

use std::collections::HashSet;

use num_bigint::BigInt;

use super::{Number, Precision, Quantity};

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
    /// Number of training rows.
    pub const N: Symbol = symbol("n", "n", "n");
    /// Number of values of a feature.
    pub const K: Symbol = symbol("k", "k", "k");
    /// Sample index.
    pub const I: Symbol = symbol("i", "i", "i");
    pub const D: Symbol = symbol("d", "d", "d");
    /// The case in hand.
    pub const X: Symbol = symbol("x", "x", "x");
    /// How many times a row was seen.
    pub const W: Symbol = symbol("w", "w", "w");
    pub const Y: Symbol = symbol("y", "y", "y");
    /// Prior of class 1.
    pub const PHI: Symbol = symbol("φ", "phi", "\\phi");
    pub const MU: Symbol = symbol("μ", "mu", "\\mu");
    pub const SIGMA: Symbol = symbol("σ", "sigma", "\\sigma");
    /// Variance, as a symbol of its own where it stands among words.
    pub const VARIANCE: Symbol = symbol("σ²", "sigma^2", "\\sigma^2");
    pub const COVARIANCE: Symbol = symbol("Σ", "Sigma", "\\Sigma");
    pub const SCATTER: Symbol = symbol("S", "S", "S");
    /// Weights of the logistic form.
    pub const THETA: Symbol = symbol("θ", "theta", "\\theta");
    /// Intercept of the logistic form.
    pub const THETA_0: Symbol = symbol("θ₀", "theta_0", "\\theta_{0}");
    /// 2π, one thing in every formula it stands in.
    pub const TWO_PI: Symbol = symbol("2π", "2*pi", "2\\pi");
    /// The i-th word of a document.
    pub const WORD_I: Symbol = symbol("wᵢ", "w[i]", "w_i");
    /// The i-th feature of a case.
    pub const X_I: Symbol = symbol("xᵢ", "x[i]", "x_i");
    /// A class, running.
    pub const C: Symbol = symbol("c", "c", "c");
    /// Infinity: the logarithm of 0 is minus this.
    pub const INFINITY: Symbol = symbol("∞", "inf", "\\infty");
    /// Head of a probability in general form.
    pub const P: Symbol = symbol("P", "P", "P");
    /// Head of a density in general form.
    pub const DENSITY: Symbol = symbol("p", "p", "p");
    /// Head of a mean in general form.
    pub const MEAN: Symbol = symbol("μ", "mu", "\\mu");
    /// The multiplier of a constraint (Lagrange).
    pub const LAMBDA: Symbol = symbol("λ", "lambda", "\\lambda");
    /// The log-likelihood of the training rows, as head of a term in general form.
    pub const LOG_LIKELIHOOD: Symbol = symbol("ℓ", "loglik", "\\ell");
    /// Head of a count in general form.
    pub const COUNT: Symbol = symbol("count", "count", "\\operatorname{count}");
}

/// Functions that are written with their name before the argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Func {
    Exp,
    Ln,
    /// Logarithm to base 10.
    Log10,
    /// Logarithm to base 2.
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
    Rounded(Number, Precision),
    /// A fraction as counted: 6/14 stays 6/14.
    Ratio(BigInt, BigInt),
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
    /// A number without a sign as somebody wrote it, zeros at its end and all, with a point.
    Decimal(String),
    /// a + b − c; a term that is a [`Expr::Neg`] is drawn with a minus.
    Add(Vec<Expr>),
    /// a · b · c
    Mul(Vec<Expr>),
    Juxt(Vec<Expr>),
    /// −a
    Neg(Box<Expr>),
    Frac(Box<Expr>, Box<Expr>),
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
        /// ∑ or ∏.
        op: BigOp,
        index: Symbol,
        lower: Box<Expr>,
        upper: Box<Expr>,
        body: Box<Expr>,
        terms: Vec<Expr>,
    },
    Sample(Box<Expr>, Symbol),
    Transpose(Box<Expr>),
    /// A⁻¹
    Inverse(Box<Expr>),
    /// 1{y⁽ⁱ⁾ = 1}
    Indicator(Box<Chain>),
    Matrix(Vec<Vec<Expr>>),
}

/// How two sides of a chain relate.
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

    /// Whether it is written with numbers only: nothing stands for a number, and no matrix is in it.
    pub fn is_of_numbers(&self) -> bool {
        match self {
            Expr::Of(_) | Expr::Sym(_) | Expr::Big { .. } | Expr::Matrix(_) => false,
            other => other.parts().into_iter().all(Expr::is_of_numbers),
        }
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

    /// The addresses that stand in this formula, each once, in reading order.
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
            Expr::Indicator(chain) => Expr::Indicator(Box::new(Chain {
                lhs: chain.lhs.map(with),
                rest: chain.rest.iter().map(|(rel, side)| (*rel, side.map(with))).collect(),
            })),
            Expr::Matrix(rows) => Expr::Matrix(rows.iter().map(|row| all(row)).collect()),
            leaf => leaf.clone(),
        }
    }

    pub fn negated(self) -> Self {
        Expr::Neg(Box::new(self))
    }
}

impl Chain {
    /// `lhs` with nothing said of it yet.
    pub fn new(lhs: Expr) -> Self {
        Chain { lhs, rest: Vec::new() }
    }

    pub fn sides(&self) -> impl Iterator<Item = &Expr> {
        std::iter::once(&self.lhs).chain(self.rest.iter().map(|(_, side)| side))
    }

    /// Adds `= expr`.
    #[must_use]
    pub fn eq(mut self, expr: Expr) -> Self {
        self.rest.push((Rel::Eq, expr));
        self
    }

    /// Adds `≈ expr`.
    #[must_use]
    pub fn approx(mut self, expr: Expr) -> Self {
        self.rest.push((Rel::Approx, expr));
        self
    }
}
