//! The evaluator: definitions become values, each computed once.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;

use super::context::Context;
use super::definition::{Definition, Rule};
use super::error::WorkedError;
use super::overlay::Overlay;
use super::value::value_of;
use super::{conventions, likelihood, naive_bayes};
use crate::math::{Expr, Number, Quantity, symbols};
use crate::model::Fitted;

/// Values of quantities under a list of overlays; the first overlay that replaces a definition wins.
pub struct Evaluator<'a> {
    context: Context<'a>,
    overlays: Vec<&'a dyn Overlay>,
    known: HashMap<Quantity, Evaluated>,
    order: Vec<Quantity>,
    open: HashSet<Quantity>,
    rounding: Option<Rounding<'a>>,
    keeps: bool,
}

/// What a number is written down as before others are worked out from it.
pub type Rounding<'a> = &'a dyn Fn(&Quantity, &Number) -> Number;

/// An estimate that rests on more quantities than this is told with so many of them only, where nothing is replaced.
const MANY: usize = 4_000;

#[derive(Clone, Debug)]
pub(super) struct Evaluated {
    /// How it is defined here; `None` where it is defined again when it is asked for.
    pub definition: Option<Definition>,
    /// Its value; `None` for what is undefined, such as 0/0.
    pub value: Option<Number>,
    /// The value as it is put into other formulas: a fraction as counted, where it is one.
    pub shown: Expr,
    /// What it rests on; of very many, those that were worked out.
    pub uses: Vec<Quantity>,
    touched: bool,
}

impl<'a> Evaluator<'a> {
    pub fn new(context: Context<'a>, overlays: Vec<&'a dyn Overlay>) -> Self {
        Evaluator {
            context,
            overlays,
            known: HashMap::new(),
            order: Vec::new(),
            open: HashSet::new(),
            rounding: None,
            keeps: true,
        }
    }

    #[must_use]
    pub(super) fn of_values(self) -> Self {
        Evaluator { keeps: false, ..self }
    }

    /// The same, writing each number down before it works on with it, as a student does who rounds along the way.
    #[must_use]
    pub fn rounding(self, rounding: Rounding<'a>) -> Self {
        Evaluator { rounding: Some(rounding), ..self }
    }

    /// The value of a quantity; `None` when it is undefined.
    ///
    /// # Errors
    /// When the quantity, or one that it rests on, is none of this model.
    pub fn value(&mut self, quantity: &Quantity) -> Result<Option<Number>, WorkedError> {
        self.work_out(quantity)?;
        Ok(self.known(quantity).and_then(|evaluated| evaluated.value.clone()))
    }

    pub(super) fn fitted(&self) -> &'a Fitted {
        self.context.fitted
    }

    pub(super) fn context(&self) -> Context<'a> {
        self.context
    }

    pub(super) fn known(&self, quantity: &Quantity) -> Option<&Evaluated> {
        self.known.get(quantity)
    }

    pub(super) fn order(&self) -> &[Quantity] {
        &self.order
    }

    pub(super) fn work_out(&mut self, quantity: &Quantity) -> Result<(), WorkedError> {
        if self.known.contains_key(quantity) {
            return Ok(());
        }
        if !self.open.insert(quantity.clone()) {
            return Err(WorkedError::Circular(quantity.clone()));
        }
        let (definition, own) = self.define(quantity)?;
        let mut uses = definition.uses();
        // What the model holds is known without them, and of ℓ over a large vocabulary nobody reads tens of thousands.
        let plain = self.overlays.is_empty() && self.rounding.is_none();
        let known = plain && matches!(definition, Definition::Estimated { .. });
        let mut below = false;
        uses.truncate(if known { MANY } else { usize::MAX });
        for used in &uses {
            self.work_out(used)?;
            below |= self.known(used).is_some_and(|used| used.touched);
        }
        let mut evaluated = self.evaluate(&definition, below);
        if let (Some(rounding), Some(value)) = (self.rounding, &evaluated.value) {
            let written = rounding(quantity, value);
            if written != *value {
                let shown = Expr::Num(written.clone());
                evaluated = Evaluated { value: Some(written), shown, touched: true, ..evaluated };
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

    fn define(&self, quantity: &Quantity) -> Result<(Definition, bool), WorkedError> {
        let right = right(quantity, &self.context).map_err(|error| error.of(quantity))?;
        let mut overlays = self.overlays.iter();
        let replaced = overlays.find_map(|overlay| overlay.replace(quantity, &right, &self.context));
        let own = replaced.is_some();
        Ok((replaced.unwrap_or(right), own))
    }

    pub(super) fn definition(&self, quantity: &Quantity) -> Option<Cow<'_, Definition>> {
        match &self.known(quantity)?.definition {
            Some(definition) => Some(Cow::Borrowed(definition)),
            None => self.define(quantity).ok().map(|(definition, _)| Cow::Owned(definition)),
        }
    }

    /// `touched` says that a replaced definition stands below: what the model holds is then not what follows.
    fn evaluate(&self, definition: &Definition, touched: bool) -> Evaluated {
        let lookup = |quantity: &Quantity| self.known(quantity).and_then(|known| known.value.clone());
        let value = value_by(definition, touched, &lookup);
        let counted = match definition {
            Definition::Formula { rule, expr } => match rule {
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
                | Rule::Uniform => as_counted(expr, &lookup),
                Rule::Complement => {
                    let of =
                        definition.uses().first().and_then(|of| self.known(of)).map(|of| opposite(&of.shown));
                    of.filter(|shown| matches!(shown, Expr::Ratio(..)))
                }
                _ => None,
            },
            _ => None,
        };
        let shown = counted.unwrap_or_else(|| match &value {
            Some(value) => Expr::Num(value.clone()),
            None if self.is_minus_infinity(definition) => minus_infinity(),
            None if definition.rule() == Rule::Slope => self.endless(definition),
            None if definition.rule() == Rule::LogLossInfinite => Expr::Sym(symbols::INFINITY),
            None => Expr::ratio(0, 0),
        });
        Evaluated { definition: None, value, shown, uses: Vec::new(), touched }
    }

    /// A slope that divides by 0: ℓ rises without end where a probability leaves 0, and falls so where it reaches 1.
    fn endless(&self, definition: &Definition) -> Expr {
        let uses = definition.uses();
        let mut values = uses.iter().filter_map(|used| self.known(used)?.value.as_ref());
        if values.any(Number::is_zero) { Expr::Sym(symbols::INFINITY) } else { minus_infinity() }
    }

    /// Whether a logarithm without a value is that of 0: it rests on a 0 or on such a logarithm, and on nothing that is
    /// itself 0/0.
    fn is_minus_infinity(&self, definition: &Definition) -> bool {
        matches!(definition.rule(), Rule::Logarithm | Rule::LogLikelihood | Rule::Discriminant)
            && definition
                .uses()
                .iter()
                .filter_map(|used| self.known(used))
                .all(|known| known.value.is_some() || known.shown == minus_infinity())
    }
}

fn right(quantity: &Quantity, context: &Context<'_>) -> Result<Definition, WorkedError> {
    let taught = match likelihood::define(quantity, context)? {
        Some(definition) => definition,
        None => naive_bayes::define(quantity, context)?,
    };
    let own = conventions::of_convention(context.fitted);
    let own = own.and_then(|overlay| overlay.replace(quantity, &taught, context));
    Ok(own.unwrap_or(taught))
}

/// The value that a definition gives. What was estimated is what the model holds, unless a replaced definition stands
/// below (`touched`).
pub(super) fn value_by(
    definition: &Definition,
    touched: bool,
    lookup: &impl Fn(&Quantity) -> Option<Number>,
) -> Option<Number> {
    match definition {
        Definition::Estimated { expr, .. } | Definition::Matrices { expr, .. } if touched => {
            value_of(expr, lookup)
        }
        Definition::Fact { value, .. }
        | Definition::Estimated { value, .. }
        | Definition::Matrices { value, .. } => Some(value.clone()),
        Definition::Formula { expr, .. } => value_of(expr, lookup),
    }
}

fn minus_infinity() -> Expr {
    Expr::Sym(symbols::INFINITY).negated()
}

/// 1 less a number as shown: a fraction keeps its bar.
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
