//! The evaluator: computes definitions, each once, and the values of expressions.

use super::{Context, Definition, Overlay, Result, Rule, WorkedError, conventions, naive_bayes};
use crate::math::{BigOp, Expr, Func, Number, Quantity, ln_chi_square_tail, ln_factorial, symbols};
use foldhash::fast::FixedState;
use nalgebra::DMatrix;
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::f64::consts::{LN_2, LN_10};

/// The number that is used instead of one.
type Rounding<'a> = &'a dyn Fn(&Quantity, &Number) -> Number;

/// Values of quantities under a list of overlays; the first overlay that replaces a definition wins.
pub struct Evaluator<'a> {
    pub(super) context: Context<'a>,
    overlays: Vec<&'a dyn Overlay>,
    pub(super) known: HashMap<Quantity, EvaluatedQuantity, FixedState>,
    pub(super) order: Vec<Quantity>,
    open: HashSet<Quantity, FixedState>,
    /// Rounds each number before it is used, as a student who rounds along the way.
    pub rounding: Option<Rounding<'a>>,
    /// Whether definitions are kept with the values.
    pub(super) keeps: bool,
}

/// The most quantities listed for an estimate, if no definition is replaced.
const MANY: usize = 4_000;

#[derive(Clone, Debug)]
pub(super) struct EvaluatedQuantity {
    /// Its definition; `None` if it is defined again on demand.
    pub definition: Option<Definition>,
    pub value: Option<Number>,
    /// The value as written in other formulas: a counted fraction, if it is one.
    pub shown: Expr,
    /// The quantities that it rests on; of very many, those that were computed.
    pub uses: Vec<Quantity>,
    touched: bool,
}

impl<'a> Evaluator<'a> {
    pub fn new(context: Context<'a>, overlays: Vec<&'a dyn Overlay>) -> Self {
        Evaluator {
            context,
            overlays,
            known: HashMap::default(),
            order: Vec::new(),
            open: HashSet::default(),
            rounding: None,
            keeps: true,
        }
    }

    /// The value of a quantity; `None` if undefined.
    ///
    /// # Errors
    /// If the model does not have the quantity, or one that it rests on.
    pub fn value(&mut self, quantity: &Quantity) -> Result<Option<Number>> {
        self.work_out(quantity)?;
        Ok(self.lookup(quantity))
    }

    pub(super) fn value_of(&mut self, expr: &Expr) -> Result<Option<Number>> {
        expr.quantities().iter().try_for_each(|used| self.work_out(used))?;
        Ok(self.known_value_of(expr))
    }

    pub(super) fn known_value_of(&self, expr: &Expr) -> Option<Number> {
        value_of(expr, &|quantity| self.lookup(quantity))
    }

    pub(super) fn lookup(&self, quantity: &Quantity) -> Option<Number> {
        self.known.get(quantity)?.value.clone()
    }

    pub(super) fn shown(&self, quantity: &Quantity) -> Expr {
        self.known.get(quantity).map_or(Expr::ratio(0, 0), |known| known.shown.clone())
    }

    pub(super) fn work_out(&mut self, quantity: &Quantity) -> Result<()> {
        if self.known.contains_key(quantity) {
            return Ok(());
        }
        if !self.open.insert(quantity.clone()) {
            return Err(WorkedError::Circular(quantity.clone()));
        }
        let (definition, own) = self.define(quantity)?;
        let mut uses = definition.uses();
        // The model holds the value without them, and ℓ over a large vocabulary has tens of thousands.
        let plain = self.overlays.is_empty() && self.rounding.is_none();
        let known = plain && definition.value.is_some() && definition.general.is_none();
        let mut below = false;
        uses.truncate(if known { MANY } else { usize::MAX });
        for used in &uses {
            self.work_out(used)?;
            below |= self.known.get(used).is_some_and(|used| used.touched);
        }
        let mut evaluated = self.evaluate(&definition, below);
        if let (Some(rounding), Some(value)) = (self.rounding, &evaluated.value) {
            let written = rounding(quantity, value);
            if written != *value {
                let shown = Expr::Num(written.clone());
                evaluated = EvaluatedQuantity { value: Some(written), shown, touched: true, ..evaluated };
            }
        }
        evaluated.touched |= own;
        if self.keeps {
            (evaluated.definition, evaluated.uses) = (Some(definition), uses);
        }
        self.open.remove(quantity);
        self.order.push(quantity.clone());
        self.known.insert(quantity.clone(), evaluated);
        Ok(())
    }

    fn define(&self, quantity: &Quantity) -> Result<(Definition, bool)> {
        let context = &self.context;
        let right = naive_bayes::define(quantity, context).map_err(|error| error.of(quantity))?;
        let right = conventions::replaced(quantity, &right, context).unwrap_or(right);
        let mut overlays = self.overlays.iter();
        let replaced = overlays.find_map(|overlay| overlay.replace(quantity, &right, context));
        Ok(replaced.map_or((right, false), |replaced| (replaced, true)))
    }

    pub(super) fn definition(&self, quantity: &Quantity) -> Option<Cow<'_, Definition>> {
        match &self.known.get(quantity)?.definition {
            Some(definition) => Some(Cow::Borrowed(definition)),
            None => self.define(quantity).ok().map(|(definition, _)| Cow::Owned(definition)),
        }
    }

    /// `touched` means that a definition below was replaced, so the value of the model does not apply.
    fn evaluate(&self, definition: &Definition, touched: bool) -> EvaluatedQuantity {
        let lookup = |quantity: &Quantity| self.lookup(quantity);
        let value = definition.value(touched, &lookup);
        let counted = match definition.rule {
            _ if definition.value.is_some() => None,
            Rule::Frequency
            | Rule::CountedTogether
            | Rule::Typicality
            | Rule::TypicalityOfDocument
            | Rule::Smoothed
            | Rule::ClassGivenValue
            | Rule::Precision
            | Rule::Recall
            | Rule::Accuracy
            | Rule::F1OfCounts
            | Rule::Uniform => as_counted(&definition.formula, &lookup),
            Rule::Complement => {
                let of = definition.uses().first().map(|of| opposite(&self.shown(of)));
                of.filter(|shown| matches!(shown, Expr::Ratio(..)))
            }
            _ => None,
        };
        let shown = counted.unwrap_or_else(|| match &value {
            Some(value) => Expr::Num(value.clone()),
            None if self.is_minus_infinity(definition) => minus_infinity(),
            None if definition.rule == Rule::Slope => self.endless(definition),
            None if definition.rule == Rule::LogLossInfinite => Expr::Sym(symbols::INFINITY),
            None => Expr::ratio(0, 0),
        });
        EvaluatedQuantity { definition: None, value, shown, uses: Vec::new(), touched }
    }

    /// A slope that divides by 0: it is +∞ where a probability leaves 0, and −∞ where it reaches 1.
    fn endless(&self, definition: &Definition) -> Expr {
        let uses = definition.uses();
        let mut values = uses.iter().filter_map(|used| self.known.get(used)?.value.as_ref());
        if values.any(Number::is_zero) { Expr::Sym(symbols::INFINITY) } else { minus_infinity() }
    }

    /// Whether a logarithm without a value is ln 0: it rests on a 0 or on such a logarithm, and on no 0/0.
    fn is_minus_infinity(&self, definition: &Definition) -> bool {
        let uses = definition.uses();
        let mut known = uses.iter().filter_map(|used| self.known.get(used));
        matches!(definition.rule, Rule::Logarithm | Rule::LogLikelihood | Rule::Discriminant)
            && known.all(|known| known.value.is_some() || known.shown == minus_infinity())
    }
}

fn minus_infinity() -> Expr {
    Expr::Sym(symbols::INFINITY).negated()
}

/// 1 minus a number as written: a fraction stays a fraction.
pub(super) fn opposite(shown: &Expr) -> Expr {
    match shown {
        Expr::Ratio(top, bottom) => Expr::Ratio(bottom - top, bottom.clone()),
        other => other.clone().opposite(),
    }
}

fn as_counted(expr: &Expr, lookup: &impl Fn(&Quantity) -> Option<Number>) -> Option<Expr> {
    if let Expr::Ratio(..) = expr {
        return Some(expr.clone());
    }
    let Expr::Frac(top, bottom) = expr else { return None };
    let (top, bottom) = (value_of(top, lookup)?, value_of(bottom, lookup)?);
    let (top, bottom) = (top.as_exact()?, bottom.as_exact()?);
    let clear = BigRational::from_integer(top.denom().lcm(bottom.denom()));
    let whole = |value: &BigRational| -> BigInt { (value * &clear).to_integer() };
    Some(Expr::Ratio(whole(top), whole(bottom)))
}

/// Returns the value of a formula, given the values of its addresses; `None` if it is undefined (0/0, ln 0) or contains
/// something without a value, such as a free symbol.
pub fn value_of(expr: &Expr, lookup: &impl Fn(&Quantity) -> Option<Number>) -> Option<Number> {
    match expr {
        Expr::Num(number) | Expr::Rounded(number, _) => Some(number.clone()),
        Expr::Ratio(top, bottom) => Number::ratio(top.clone(), bottom.clone()),
        Expr::Of(quantity) => lookup(quantity),
        Expr::Sym(symbol) if *symbol == symbols::TWO_PI => Some(Number::Float(std::f64::consts::TAU)),
        Expr::Add(parts) => sum(parts, lookup),
        Expr::Mul(parts) | Expr::Juxt(parts) if parts.iter().any(is_matrix) => {
            let product = matrix(expr, lookup)?;
            product.get((0, 0)).filter(|_| product.shape() == (1, 1)).copied().and_then(finite)
        }
        Expr::Det(part) => finite(matrix(part, lookup).filter(DMatrix::is_square)?.determinant()),
        Expr::Mul(parts) | Expr::Juxt(parts) => product(parts, lookup),
        Expr::Neg(part) => Some(value_of(part, lookup)?.neg()),
        Expr::Frac(top, bottom) => value_of(top, lookup)?.div(&value_of(bottom, lookup)?),
        Expr::Pow(base, exponent) => value_of(base, lookup)?.powi(whole(exponent, lookup)?),
        Expr::Call(func, part) => called(*func, &value_of(part, lookup)?),
        Expr::Sqrt(part) => value_of(part, lookup)?.sqrt(),
        Expr::Big { op: BigOp::Sum, terms, .. } if !terms.is_empty() => sum(terms, lookup),
        Expr::Big { op: BigOp::Product, terms, .. } if !terms.is_empty() => product(terms, lookup),
        _ => None,
    }
}

fn called(func: Func, of: &Number) -> Option<Number> {
    let (value, ln) = (of.to_f64(), of.ln());
    match func {
        Func::Factorial if value < 100.0 => {
            Some(Number::from_int((2..=value as u64).map(BigInt::from).product::<BigInt>()))
        }
        Func::Factorial => Some(Number::from_ln(ln_factorial(value))),
        Func::ChiSquareTail(k) => Some(Number::from_ln(ln_chi_square_tail(k, value))),
        Func::Ln => finite(ln),
        Func::Log10 => finite(ln / LN_10),
        Func::Log2 => finite(ln / LN_2),
        // A density that underflows is kept as its logarithm: it is small, but never 0.
        Func::Exp => (value < f64::INFINITY).then(|| Number::from_ln(value)),
    }
}

fn finite(value: f64) -> Option<Number> {
    value.is_finite().then_some(Number::Float(value))
}

fn whole(expr: &Expr, lookup: &impl Fn(&Quantity) -> Option<Number>) -> Option<i32> {
    let value = value_of(expr, lookup)?;
    let value = value.as_exact()?;
    value.denom().is_one().then(|| value.numer().to_i32()).flatten()
}

fn sum(parts: &[Expr], lookup: &impl Fn(&Quantity) -> Option<Number>) -> Option<Number> {
    parts.iter().try_fold(Number::zero(), |sum, part| Some(sum.add(&value_of(part, lookup)?)))
}

fn product(parts: &[Expr], lookup: &impl Fn(&Quantity) -> Option<Number>) -> Option<Number> {
    let factor = |part: &Expr| {
        if let Expr::Pow(base, exponent) = part
            && let Some(times) = whole(exponent, lookup).and_then(|times| u32::try_from(times).ok())
        {
            return Some((value_of(base, lookup)?, times));
        }
        Some((value_of(part, lookup)?, 1))
    };
    Some(Number::powers(&parts.iter().map(factor).collect::<Option<Vec<(Number, u32)>>>()?))
}

fn is_matrix(expr: &Expr) -> bool {
    match expr {
        Expr::Matrix(_) => true,
        Expr::Inverse(part) | Expr::Transpose(part) => is_matrix(part),
        _ => false,
    }
}

fn matrix(expr: &Expr, lookup: &impl Fn(&Quantity) -> Option<Number>) -> Option<DMatrix<f64>> {
    match expr {
        Expr::Matrix(rows) => {
            let width = rows.first()?.len();
            let cells = rows.iter().filter(|row| row.len() == width).flatten();
            let cells: Vec<f64> =
                cells.map(|cell| Some(value_of(cell, lookup)?.to_f64())).collect::<Option<_>>()?;
            (cells.len() == rows.len() * width).then(|| DMatrix::from_row_slice(rows.len(), width, &cells))
        }
        // The inverse or determinant of infinite entries would not terminate.
        Expr::Inverse(part) => {
            let of = matrix(part, lookup)?;
            if of.is_square() && of.iter().all(|cell| cell.is_finite()) { of.try_inverse() } else { None }
        }
        Expr::Transpose(part) => Some(matrix(part, lookup)?.transpose()),
        Expr::Mul(parts) | Expr::Juxt(parts) => {
            let mut all = parts.iter().map(|part| matrix(part, lookup));
            let first = all.next()??;
            all.try_fold(first, |product, next| {
                let next = next?;
                (product.ncols() == next.nrows()).then(|| product * next)
            })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quadratic_form_is_one_number() {
        let matrix = |rows: &[&[i32]]| {
            Expr::Matrix(rows.iter().map(|row| row.iter().map(|cell| Expr::int(*cell)).collect()).collect())
        };
        let (x, sigma) = (matrix(&[&[1], &[2]]), matrix(&[&[4, 2], &[2, 3]]));
        let value = |expr: &Expr| value_of(expr, &|_: &Quantity| None).map(|value| value.to_f64());
        let inverse = Expr::Inverse(Box::new(sigma.clone()));
        let form = Expr::Juxt(vec![Expr::Transpose(Box::new(x.clone())), inverse, x.clone()]);
        assert!((value(&form).unwrap() - 11.0 / 8.0).abs() < 1e-15);
        assert!((value(&Expr::Det(Box::new(sigma.clone()))).unwrap() - 8.0).abs() < 1e-14);
        // No value: a matrix itself, sizes that do not fit, and the inverse of a singular matrix.
        let singular = Expr::Inverse(Box::new(matrix(&[&[1, 1], &[1, 1]])));
        let row = Expr::Transpose(Box::new(x.clone()));
        for none in [
            sigma.clone(),
            Expr::Juxt(vec![x.clone(), sigma]),
            Expr::Juxt(vec![row, singular, x.clone()]),
            Expr::Det(Box::new(x)),
        ] {
            assert_eq!(value(&none), None, "{none:?}");
        }
    }
}
