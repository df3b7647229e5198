//! The working of a quantity as a flat list of steps.

use super::evaluate::EvaluatedQuantity;
use super::route::{has_big, proved, spelled_out, tidy};
use super::{Context, Definition, Evaluator, Overlay, Posterior, Result, Rule, meaning};
use crate::math::{BigOp, Chain, Expr, Number, Quantity, settled};
use crate::model::{Case, Fitted};
use num_traits::One;

/// One step: a quantity, its formula, the formula with the numbers put in, and its value.
#[derive(Clone, Debug)]
pub struct Step {
    pub of: Quantity,
    pub title: String,
    pub rule: Rule,
    /// `quantity = formula = numbers = value`.
    pub chain: Chain,
    pub value: Option<Number>,
    /// The value as written in other formulas: a counted fraction, if it is one.
    pub shown: Expr,
    pub uses: Vec<Quantity>,
    /// The formula alone, with an address for each entry of a matrix; for a fact, its value.
    pub formula: Expr,
    /// The formula in numbers, if that is short enough.
    pub numbers: Option<Expr>,
}

/// Returns the working of a quantity: steps in dependency order, of which the last one finds it.
///
/// # Errors
/// If the model does not have the quantity, or it needs a case and none is given.
pub fn derive(fitted: &Fitted, case: Option<&Case>, goal: &Quantity) -> Result<Vec<Step>> {
    derive_all(fitted, case, std::slice::from_ref(goal), &[])
}

/// Returns the steps of several quantities in one list, each step once, with some definitions replaced.
pub fn derive_all(
    fitted: &Fitted,
    case: Option<&Case>,
    goals: &[Quantity],
    overlays: &[&dyn Overlay],
) -> Result<Vec<Step>> {
    let working = QuantityWorking::new(fitted, case, goals, overlays)?;
    Ok(working.order().iter().filter_map(|of| working.step(of)).collect())
}

/// The working of some quantities. Steps are built on demand: each has several formulas, a page shows few, and thousands of
/// features have tens of thousands.
pub struct QuantityWorking<'a> {
    pub(super) evaluator: Evaluator<'a>,
    steps: usize,
}

impl<'a> QuantityWorking<'a> {
    pub fn new(
        fitted: &'a Fitted,
        case: Option<&'a Case>,
        goals: &[Quantity],
        overlays: &[&'a dyn Overlay],
    ) -> Result<QuantityWorking<'a>> {
        let mut evaluator = Evaluator::new(Context { fitted, case }, overlays.to_vec());
        evaluator.keeps = false;
        goals.iter().try_for_each(|goal| evaluator.work_out(goal)).map_err(|error| error.in_model(fitted))?;
        Ok(QuantityWorking { steps: evaluator.order.len(), evaluator })
    }

    pub fn order(&self) -> &[Quantity] {
        self.evaluator.order.get(..self.steps).unwrap_or_default()
    }

    pub fn step(&self, of: &Quantity) -> Option<Step> {
        step(of, &self.evaluator, true)
    }

    pub(super) fn put(&self, expr: &Expr) -> Expr {
        expr.replace(&|quantity| self.evaluator.shown(quantity))
    }

    /// The same step with only the quantity in its chain: printing numbers that agree takes half of the time.
    pub fn without_chain(&self, of: &Quantity) -> Option<Step> {
        step(of, &self.evaluator, false)
    }

    pub fn posterior(&mut self) -> Result<Posterior> {
        Posterior::by(&mut self.evaluator)
    }
}

/// Formulas with more numbers than this are not written in numbers.
const WRITTEN: usize = 24;

fn step(of: &Quantity, evaluator: &Evaluator<'_>, chained: bool) -> Option<Step> {
    let (evaluated, definition) = (evaluator.known.get(of)?, evaluator.definition(of)?);
    let uses = definition.uses();
    let short = added_up(&spelled_out(&definition.formula), evaluator);
    let short_enough = short.quantities().len() <= WRITTEN && !has_big(&short);
    let written = short_enough && !uses.is_empty() && !matches!(short, Expr::Num(_));
    let rounded = |quantity: &Quantity| match evaluator.shown(quantity) {
        Expr::Num(value) if !value.is_exact() => Expr::Rounded(value, quantity.precision()),
        other => other,
    };
    let printed = (written && chained).then(|| tidy(short.replace(&rounded)));
    let numbers = written.then(|| tidy(short.replace(&|quantity| evaluator.shown(quantity))));
    let chain = match chained {
        true => chain(of, &definition, evaluated, printed),
        false => Chain::new(Expr::Of(of.clone())),
    };
    Some(Step {
        title: meaning(of, evaluator.context.fitted),
        rule: match definition.rule {
            Rule::Normalise => match evaluator.lookup(&Quantity::evidence()) {
                Some(sum) if sum.is_zero() => Rule::NoSum,
                Some(sum) if sum.to_f64() == 1.0 => Rule::AddToOne,
                _ => Rule::Normalise,
            },
            rule => rule,
        },
        chain,
        value: evaluated.value.clone(),
        shown: evaluated.shown.clone(),
        uses,
        formula: definition.formula.clone(),
        numbers,
        of: of.clone(),
    })
}

/// `quantity = formula = numbers = value`, with the `printed` numbers.
fn chain(of: &Quantity, definition: &Definition, found: &EvaluatedQuantity, printed: Option<Expr>) -> Chain {
    let first = definition.general.clone().unwrap_or_else(|| definition.formula.clone());
    // The formula of a question is its own name.
    let mut chain = match of {
        Quantity::Formula(_) => Chain::new(first),
        _ => Chain::new(Expr::Of(of.clone())).eq(first),
    };
    let mut precision = of.precision();
    match (printed, &found.value) {
        (Some(numbers), Some(value)) => {
            let (line, result) = proved(&numbers, value, precision);
            precision = result;
            chain.rest.push(line);
        }
        (Some(numbers), None) => chain = chain.eq(numbers),
        (None, _) => {}
    }
    let last = chain.rest.last().map(|(_, side)| side.clone());
    let differs = |side: &Expr| !last.as_ref().is_some_and(|last| looks_same(last, side));
    let value = found.value.as_ref();
    let counted = matches!(found.shown, Expr::Ratio(..));
    let fraction = value.and_then(Number::to_fraction);
    let readable = fraction.is_some_and(|text| text.len() <= LONGEST);
    if (value.is_none() || counted || readable) && differs(&found.shown) {
        chain = chain.eq(found.shown.clone());
    }
    let Some(value) = value else { return chain };
    if readable && value.as_exact().is_some_and(|value| value.denom().is_one()) {
        return if counted { chain.eq(Expr::Num(value.clone())) } else { chain };
    }
    let decimal = match value {
        // Too small for a float, but not 0.
        tiny if !tiny.is_zero() && !tiny.is_negative() && tiny.to_f64() == 0.0 => Number::Log(tiny.ln()),
        other => other.clone(),
    };
    let decimal = Expr::Rounded(decimal, precision);
    match value.rounded(precision).is_exact() {
        _ if !differs(&decimal) => chain,
        true => chain.eq(decimal),
        false => chain.approx(decimal),
    }
}

/// The formula with each long sum over rows replaced by its value: 250.3/50.
fn added_up(expr: &Expr, evaluator: &Evaluator<'_>) -> Expr {
    expr.map(&|part| match part {
        Expr::Big { op: BigOp::Sum, terms, .. } if !terms.is_empty() => {
            Some(Expr::Num(match evaluator.known_value_of(part)? {
                Number::Float(value) => Number::Float(settled(value)),
                other => other,
            }))
        }
        _ => None,
    })
}

fn looks_same(one: &Expr, other: &Expr) -> bool {
    if let (Expr::Rounded(one, _) | Expr::Num(one @ Number::Float(_)), Expr::Rounded(other, _)) = (one, other)
    {
        return one == other;
    }
    let parts = |expr: &Expr| match expr {
        Expr::Ratio(top, bottom) => Some((top.clone(), bottom.clone())),
        Expr::Num(Number::Exact(value)) => Some((value.numer().clone(), value.denom().clone())),
        _ => None,
    };
    one == other || parts(one).is_some_and(|fraction| parts(other) == Some(fraction))
}

/// Fractions with more characters than this are shown as decimals.
const LONGEST: usize = 40;
