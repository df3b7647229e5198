//! The working of a quantity as a flat list of steps.

use num_traits::One;

use super::context::Context;
use super::definition::{Definition, Rule};
use super::error::WorkedError;
use super::evaluate::{Evaluated, Evaluator, value_of};
use super::overlay::Overlay;
use crate::math::{BigOp, Chain, Event, Expr, Name, Number, Quantity, Share, significant};
use crate::model::{Case, Factor, Fitted, Form};
use crate::recipe::Convention;

/// One step: a quantity, its formula, the formula with the numbers put in, and its value.
#[derive(Clone, Debug)]
pub struct Step {
    /// What this step finds.
    pub of: Quantity,
    /// What that is, in words.
    pub title: String,
    /// Why it may be written so.
    pub rule: Rule,
    /// `quantity = formula = numbers = value`.
    pub chain: Chain,
    /// Its value; `None` when it is undefined.
    pub value: Option<Number>,
    /// The value as it is put into other formulas: a fraction as counted, where it is one.
    pub shown: Expr,
    /// The steps that it rests on.
    pub uses: Vec<Quantity>,
    /// The formula alone, with an address for each entry of a matrix; for a fact, its value.
    pub formula: Expr,
    /// The formula with numbers put in, where that is short enough to write down.
    pub numbers: Option<Expr>,
}

/// Steps in dependency order; the last one finds the goal.
#[derive(Clone, Debug)]
pub struct Derivation {
    /// What was asked for.
    pub goal: Quantity,
    /// The steps.
    pub steps: Vec<Step>,
}

impl Derivation {
    /// The step that finds the goal.
    pub fn last(&self) -> Option<&Step> {
        self.steps.last()
    }

    /// The step that finds a quantity.
    pub fn step(&self, quantity: &Quantity) -> Option<&Step> {
        self.steps.iter().find(|step| step.of == *quantity)
    }
}

/// The working of a quantity.
///
/// # Errors
/// When the quantity is none of this model, or is about a case and none is given.
pub fn derive(fitted: &Fitted, case: Option<&Case>, goal: &Quantity) -> Result<Derivation, WorkedError> {
    derive_under(fitted, case, goal, &[])
}

/// The working of a quantity with some definitions replaced.
///
/// # Errors
/// As [`derive()`], and when the replaced definitions go in a circle.
pub fn derive_under(
    fitted: &Fitted,
    case: Option<&Case>,
    goal: &Quantity,
    overlays: &[&dyn Overlay],
) -> Result<Derivation, WorkedError> {
    let steps = derive_all(fitted, case, std::slice::from_ref(goal), overlays)?;
    Ok(Derivation { goal: goal.clone(), steps })
}

/// The steps of several quantities in one list, each step once.
///
/// # Errors
/// As [`derive_under`].
pub fn derive_all(
    fitted: &Fitted,
    case: Option<&Case>,
    goals: &[Quantity],
    overlays: &[&dyn Overlay],
) -> Result<Vec<Step>, WorkedError> {
    let mut evaluator = Evaluator::new(Context { fitted, case }, overlays.to_vec());
    for goal in goals {
        evaluator.work_out(goal)?;
    }
    Ok(evaluator.order().iter().filter_map(|of| Some(step(of, evaluator.known(of)?, &evaluator))).collect())
}

/// Formulas with more numbers than this are not written out with the numbers put in.
const WRITTEN: usize = 24;

fn step(of: &Quantity, evaluated: &Evaluated, evaluator: &Evaluator<'_>) -> Step {
    let uses = evaluated.definition.uses();
    let (formula, numbers) = match &evaluated.definition {
        Definition::Fact { value, .. } => (Expr::Num(value.clone()), None),
        Definition::Formula { expr, .. }
        | Definition::Estimated { expr, .. }
        | Definition::Matrices { expr, .. } => {
            let put = |quantity: &Quantity| {
                evaluator.known(quantity).map_or(Expr::ratio(0, 0), |known| known.shown.clone())
            };
            let short = added_up(&spelled_out(expr), evaluator);
            let short_enough = short.quantities().len() <= WRITTEN && !has_big(&short);
            let written = short_enough && !uses.is_empty() && !matches!(short, Expr::Num(_));
            (expr.clone(), written.then(|| tidy(short.replace(&put))))
        }
    };
    let first = match &evaluated.definition {
        Definition::Matrices { general, .. } => general.clone(),
        _ => formula.clone(),
    };
    let mut chain = Chain::new(Expr::Of(of.clone())).eq(first);
    if let Some(numbers) = &numbers {
        chain = chain.eq(numbers.clone());
    }
    let chain = result(chain, evaluated);
    Step {
        title: meaning(of, evaluator.fitted()),
        rule: evaluated.definition.rule(),
        chain,
        value: evaluated.value.clone(),
        shown: evaluated.shown.clone(),
        uses,
        formula,
        numbers,
        of: of.clone(),
    }
}

/// Sums over more rows than this keep their sign when the numbers are put in.
pub(super) const ROWS: usize = 6;

/// The formula with short sums over rows written out.
pub(super) fn spelled_out(expr: &Expr) -> Expr {
    expr.map(&|part| match part {
        // A sum over many rows may stand for fewer terms that come to the same.
        Expr::Big { op: BigOp::Sum, upper, terms, .. } if **upper != Expr::int(terms.len() as u64) => None,
        Expr::Big { op: BigOp::Sum, terms, .. } if (2..=ROWS).contains(&terms.len()) => {
            Some(Expr::Add(terms.clone()))
        }
        Expr::Big { op: BigOp::Sum, terms, .. } if terms.len() == 1 => terms.first().cloned(),
        _ => None,
    })
}

/// The formula with each long sum over rows as the number it comes to: 250.3/50.
fn added_up(expr: &Expr, evaluator: &Evaluator<'_>) -> Expr {
    let lookup = |quantity: &Quantity| evaluator.known(quantity).and_then(|known| known.value.clone());
    expr.map(&|part| match part {
        Expr::Big { op: BigOp::Sum, terms, .. } if !terms.is_empty() => value_of(part, &lookup).map(|sum| {
            Expr::Num(match sum {
                Number::Float(value) => Number::Float(settled(value)),
                other => other,
            })
        }),
        _ => None,
    })
}

/// A sum or difference of decimals without the last digits, where floats leave 73.09999999999998 for 73.1.
pub(super) fn settled(value: f64) -> f64 {
    format!("{value:.12e}").parse().unwrap_or(value)
}

pub(super) fn has_big(expr: &Expr) -> bool {
    matches!(expr, Expr::Big { .. }) || expr.parts().into_iter().any(has_big)
}

/// A fraction of two whole numbers is one fraction, as counted.
pub(super) fn tidy(expr: Expr) -> Expr {
    let whole = |expr: &Expr| match expr {
        Expr::Num(Number::Exact(value)) if value.denom().is_one() => Some(value.numer().clone()),
        _ => None,
    };
    match &expr {
        Expr::Frac(top, bottom) => match (whole(top), whole(bottom)) {
            (Some(top), Some(bottom)) => Expr::Ratio(top, bottom),
            _ => expr,
        },
        _ => expr,
    }
}

/// Ends a chain: the fraction as counted, or the value in lowest terms, and the decimal.
fn result(mut chain: Chain, evaluated: &Evaluated) -> Chain {
    let last = chain.rest.last().map(|(_, side)| side.clone());
    let differs = |side: &Expr| !last.as_ref().is_some_and(|last| drawn_alike(last, side));
    let Some(value) = &evaluated.value else {
        return if differs(&evaluated.shown) { chain.eq(evaluated.shown.clone()) } else { chain };
    };
    let counted = matches!(evaluated.shown, Expr::Ratio(..));
    let readable = value.to_fraction().is_some_and(|text| text.len() <= LONGEST);
    if (counted || readable) && differs(&evaluated.shown) {
        chain = chain.eq(evaluated.shown.clone());
    }
    if value.as_exact().is_some_and(|value| value.denom().is_one()) && readable {
        return if counted { chain.eq(Expr::Num(value.clone())) } else { chain };
    }
    let (_, exact) = significant(value, FIGURES);
    let decimal = Expr::Num(match value {
        Number::Log(_) => value.clone(),
        // Too small for a float, but not 0.
        tiny if !tiny.is_zero() && tiny.to_f64() == 0.0 => Number::Log(tiny.ln()),
        other => Number::Float(other.to_f64()),
    });
    if !differs(&decimal) {
        return chain;
    }
    if exact { chain.eq(decimal) } else { chain.approx(decimal) }
}

/// Whether two sides are the same fraction, written the same.
fn drawn_alike(one: &Expr, other: &Expr) -> bool {
    let parts = |expr: &Expr| match expr {
        Expr::Ratio(top, bottom) => Some((top.clone(), bottom.clone())),
        Expr::Num(Number::Exact(value)) => Some((value.numer().clone(), value.denom().clone())),
        _ => None,
    };
    one == other || parts(one).is_some_and(|fraction| parts(other) == Some(fraction))
}

/// Fractions with more characters than this are left to the decimal.
const LONGEST: usize = 40;

/// Figures of a decimal in a formula.
const FIGURES: usize = 6;

/// What a quantity is, in words and without its value.
pub fn meaning(quantity: &Quantity, fitted: &Fitted) -> String {
    let factor = quantity.feature().and_then(|name| fitted.factor(name.as_str()));
    let (words, documents) =
        (factor.is_some_and(Factor::is_words), factor.is_some_and(|factor| factor.form == Form::Presence));
    match quantity {
        Quantity::Prob { event: Event::Class(class), given: None } => format!("how common {class} is"),
        Quantity::Prob { event: Event::Value { value, .. }, given: Some(Event::Class(class)) }
            if documents =>
        {
            format!("how often a document of {class} has the word {value}")
        }
        Quantity::Count { event: Event::Any(_), class: Some(class) } if documents => {
            format!("documents of {class}")
        }
        Quantity::Count { event: Event::Any(_), class: None } if documents => "documents".into(),
        Quantity::Count { event: Event::Value { value, .. }, class: Some(class) } if documents => {
            format!("documents of {class} with the word {value}")
        }
        Quantity::Prob { event: Event::Value { value, .. }, given: Some(Event::Class(class)) } if words => {
            format!("the share of the word {value} among the words of {class}")
        }
        Quantity::Prob { event: Event::Value { feature, value }, given: Some(Event::Class(class)) } => {
            format!("how often {feature} is {value} in {class}")
        }
        Quantity::Prob { event: Event::Value { feature, value }, given: None } => {
            format!("how often {feature} is {value} in any class")
        }
        Quantity::Prob { event: Event::Class(class), given: Some(Event::Value { feature, value }) }
            if fitted.convention() == Convention::Orange =>
        {
            format!("how common {class} is where {feature} = {value}")
        }
        Quantity::Prob { event: Event::Class(class), given: Some(Event::Value { feature, value }) } => {
            format!("the posterior of {class} when only {feature} = {value} is known")
        }
        Quantity::Prob { event: Event::Case, given: Some(Event::Class(class)) } => {
            format!("how likely the case is in {class}")
        }
        Quantity::Prob { event: Event::Case, given: None } => "the sum of the scores".into(),
        Quantity::Prob { event: Event::Class(class), given: Some(Event::Case) } => {
            format!("the posterior of {class}")
        }
        Quantity::Count { event: Event::Class(class), class: None } => format!("rows with {class}"),
        Quantity::Count { event: Event::Any(_), class: Some(class) } if words => {
            format!("all words of {class}")
        }
        Quantity::Count { event: Event::Any(_), class: None } if words => "all words".into(),
        Quantity::Count { event: Event::Value { value, .. }, class: Some(class) } if words => {
            format!("how often the word {value} stands in {class}")
        }
        Quantity::Values(feature) if words => format!("different words in the vocabulary of {feature}"),
        Quantity::Count { event: Event::Any(feature), class: Some(class) } => {
            format!("all known {feature} in {class}")
        }
        Quantity::Count { event: Event::Any(feature), class: None } => format!("all known {feature}"),
        Quantity::Count { event, class: Some(class) } => format!("rows with {event} and {class}"),
        Quantity::Count { event, class: None } => format!("rows with {event}, of any class"),
        Quantity::Rows => "number of training rows".into(),
        Quantity::Alpha => "smoothing".into(),
        Quantity::Values(feature) => format!("values of {feature}"),
        Quantity::Score(class) => format!("the score of {class}"),
        Quantity::Mean { feature, class: Some(class) } => format!("the mean {feature} in {class}"),
        Quantity::Var { feature, class: Some(class) } => format!("the variance of {feature} in {class}"),
        Quantity::Cov { a, b, class } if a == b => format!("the variance of {a}{}", within(class)),
        Quantity::Cov { a, b, class } => format!("the covariance of {a} and {b}{}", within(class)),
        Quantity::Det { class } => format!("the determinant of Σ{}", within(class)),
        Quantity::Inverse { a, b, class } => format!("the entry of Σ⁻¹ for {a} and {b}{}", within(class)),
        Quantity::Discriminant(class) => format!("the linear discriminant of {class} at the case"),
        Quantity::Quadratic(class) => format!("the squared distance of the case from the mean of {class}"),
        Quantity::Density { event: Event::Case, given: Some(class) } => {
            format!("the density of {class} at the case")
        }
        Quantity::Theta { feature, class } => {
            let weight = match feature {
                None => "the intercept θ₀".to_owned(),
                Some(feature) => format!("the weight of {feature}"),
            };
            match class {
                None => weight,
                Some(class) => format!("{weight} in the discriminant of {class}"),
            }
        }
        Quantity::Density { event: Event::Value { feature, value }, given: Some(class) } => {
            format!("the density of {class} at {feature} = {value}")
        }
        Quantity::Ln(inner) => format!("the logarithm of {inner}"),
        Quantity::LogLik(Share::Whole) => "the log-likelihood of the training rows".into(),
        Quantity::LogLik(Share::Class(class)) => format!("the log-likelihood of the rows of {class}"),
        Quantity::LogLik(Share::Feature { feature, class }) => {
            format!("what {feature} adds to the log-likelihood in {class}")
        }
        Quantity::LogLik(Share::Together(class)) => {
            format!("what the numbers add to the log-likelihood in {class}")
        }
        Quantity::Scatter { a, b, class } if a == b => {
            format!("the squared distances of {a} from the mean, added{}", within(class))
        }
        Quantity::Scatter { a, b, class } => {
            format!("the distances of {a} and {b} from their means, multiplied and added{}", within(class))
        }
        Quantity::Slope(of) => format!("how fast ℓ rises with {of}"),
        other => other.to_string(),
    }
}

/// Of which class a Σ is, where each has its own.
fn within(class: &Option<Name>) -> String {
    class.as_ref().map(|class| format!(" in {class}")).unwrap_or_default()
}
