//! The key of a question: the right value, the values of known mistakes, and the values with rounding on the way.

use std::collections::HashMap;
use std::sync::Arc;

use num_bigint::BigInt;

use crate::math::{Event, Expr, Name, Number, Quality, Quantity};
use crate::model::{Case, Fitted};
use crate::practice::mistakes::{self, Made};
use crate::practice::read::Unread;
use crate::practice::{Answer, Candidate, Near, ParsedAnswer, Rules};
use crate::worked::{Constants, Context, Evaluator, Rule, Step, WorkedError, derive, derive_all, value_of};

#[derive(Clone, Debug, Default)]
pub struct Key {
    pub of: String,
    pub truth: Option<Number>,
    pub is_share: bool,
    /// The predicted class, if the question asks for a posterior: its name is then not an answer.
    pub predicted: Option<Name>,
    pub mistakes: Vec<Candidate>,
    /// The tags of the mistakes that were tried, and whether each way to make one changes the value.
    pub ways: Vec<(&'static str, bool)>,
    pub made: Vec<Arc<Made>>,
    pub early: Vec<Number>,
    pub inputs: Vec<Number>,
    pub parts: Vec<(Quantity, Number)>,
    /// The fraction as counted, if any: 9/14 and 4/12, not in lowest terms.
    pub counted: Option<(BigInt, BigInt)>,
    /// The fraction as counted with smoothing, 4/12, and without, 3/9.
    pub forms: Option<[(BigInt, BigInt); 2]>,
    pub uses: Vec<String>,
    pub accept: Vec<String>,
    pub carried: Option<Number>,
    pub policy: Rules,
}

impl Key {
    pub fn plain(of: impl Into<String>, truth: Option<Number>, is_share: bool) -> Key {
        Key { of: of.into(), truth, is_share, ..Key::default() }
    }

    pub fn of(fitted: &Fitted, case: Option<&Case>, quantity: &Quantity) -> Result<Key, WorkedError> {
        let steps = derive(fitted, case, quantity)?;
        let step = steps.last();
        let truth = step.and_then(|step| step.value.clone());
        let share = truth.as_ref().and_then(Near::of).is_none_or(|truth| truth.is_share());
        let mut key = Key::plain(quantity.to_string(), truth, share && is_share(fitted, quantity));
        let predicted = || fitted.classes.get(fitted.predict(case?).predicted?).cloned();
        if matches!(quantity, Quantity::Prob { event: Event::Class(_), given: Some(_) }) {
            key.predicted = predicted();
        }
        (key.mistakes, key.ways, key.made) = mistakes::all(fitted, case, quantity, true);
        if is_estimated(quantity) && steps.len() <= BY_HAND {
            key.early = rounded_early(Context { fitted, case }, quantity);
            key.inputs = inputs(quantity, &steps);
        }
        let parts = steps.iter().take(BY_HAND).filter(|part| part.of != *quantity);
        key.parts = parts.filter_map(|part| Some((part.of.clone(), part.value.clone()?))).collect();
        // The prior is the number that is most often taken instead.
        for (class, name) in fitted.classes.iter().enumerate() {
            let prior = Quantity::prior(name);
            if prior != *quantity && !key.parts.iter().any(|(of, _)| *of == prior) {
                key.parts.extend(fitted.prior(class).map(|value| (prior, value)));
            }
        }
        let mut evaluator = Evaluator::new(Context { fitted, case }, Vec::new());
        if let Quantity::Ln(inner) = quantity
            && let Ok(Some(value)) = evaluator.value(inner)
        {
            key.parts.push((inner.as_ref().clone(), value));
        }
        key.counted = step.and_then(|step| as_counted(&step.shown));
        let smoothed = step.filter(|step| step.rule == Rule::Smoothed);
        key.forms = smoothed.and_then(|step| forms(fitted, case, quantity, &step.shown));
        key.uses = step.map(|step| step.uses.iter().map(ToString::to_string).collect()).unwrap_or_default();
        Ok(key)
    }

    /// Resolves an ambiguous answer by the question, and never by whether it is right.
    pub(crate) fn settle(&self, answer: &Answer) -> Option<Answer> {
        let ParsedAnswer::Doubtful { readings, question } = &answer.parsed else { return None };
        let is_log = self.of.starts_with("ln ");
        let at = match question {
            Unread::WhichLog => Some(0),
            Unread::Thousands if self.is_share || is_log => Some(0),
            Unread::Strange(..) if self.is_share => Some(0),
            _ => None,
        };
        let parsed = ParsedAnswer::Number(Box::new(readings.get(at?)?.clone()));
        Some(Answer { parsed, ..answer.clone() })
    }
}

/// The values of the steps before the last one, and of the parts of all formulas; for a logarithm, also their logarithms.
fn inputs(goal: &Quantity, steps: &[Step]) -> Vec<Number> {
    let values = steps.iter().filter_map(|step| Some((&step.of, step.value.as_ref()?)));
    let values: HashMap<&Quantity, &Number> = values.collect();
    let lookup = |of: &Quantity| values.get(of).map(|value| (*value).clone());
    let mut all: Vec<Number> = Vec::new();
    for step in steps {
        all.extend(step.value.clone().filter(|_| step.of != *goal));
        of_parts(&step.formula, &lookup, &mut all);
    }
    all.retain(|value| !value.is_zero());
    all.sort_by(Number::compare);
    all.dedup();
    if matches!(goal, Quantity::Ln(_)) {
        let positive = all.iter().filter(|value| !value.is_negative());
        all.extend(positive.map(|value| Number::Float(value.ln())).collect::<Vec<Number>>());
    }
    all
}

fn of_parts(formula: &Expr, lookup: &impl Fn(&Quantity) -> Option<Number>, all: &mut Vec<Number>) {
    for part in formula.parts() {
        all.extend(value_of(part, lookup));
        of_parts(part, lookup, all);
    }
    if let Expr::Mul(factors) = formula {
        let first = (2..factors.len()).filter_map(|count| factors.get(..count));
        all.extend(first.filter_map(|first| value_of(&Expr::Mul(first.to_vec()), lookup)));
    }
}

const BY_HAND: usize = 400;

/// Whether the number is a probability. With densities, the likelihood, the score and the evidence are not.
pub(crate) fn is_share(fitted: &Fitted, quantity: &Quantity) -> bool {
    match quantity {
        Quantity::Score(_) | Quantity::Prob { event: Event::Case, .. } => !fitted.is_dense(),
        Quantity::Prob { .. } => true,
        Quantity::Quality(quality) => !matches!(quality, Quality::LogLoss | Quality::Brier),
        _ => false,
    }
}

fn is_estimated(quantity: &Quantity) -> bool {
    match quantity {
        Quantity::LogLik(_) | Quantity::Slope(_) | Quantity::Scatter { .. } | Quantity::Count { .. } => false,
        Quantity::Matrix { .. } => false,
        Quantity::Ln(inner) => is_estimated(inner),
        _ => true,
    }
}

fn forms(
    fitted: &Fitted,
    case: Option<&Case>,
    quantity: &Quantity,
    shown: &Expr,
) -> Option<[(BigInt, BigInt); 2]> {
    let raw = Constants([(Quantity::Alpha, Number::zero())].into());
    let unsmoothed = derive_all(fitted, case, std::slice::from_ref(quantity), &[&raw]).ok()?;
    Some([as_counted(shown)?, as_counted(&unsmoothed.last()?.shown)?])
}

pub(crate) fn as_counted(shown: &Expr) -> Option<(BigInt, BigInt)> {
    match shown {
        Expr::Ratio(top, bottom) => Some((top.clone(), bottom.clone())),
        _ => None,
    }
}

type IsKept = fn(&Quantity) -> bool;

/// The intermediate numbers that students write down, and so round, and whether sums are rounded as counted: all
/// numbers; the factors; the factors, and the evidence as counted, as in 0.33 · 0.64 / 0.36; the scores and their
/// sum; the moments.
const KEPT: [(IsKept, bool); 5] = [
    (|quantity| is_factor(quantity) || is_sum(quantity), false),
    (is_factor, false),
    (|quantity| is_factor(quantity) || is_evidence(quantity), true),
    (is_sum, false),
    (|quantity| matches!(quantity, Quantity::Mean { .. } | Quantity::Var { .. }), false),
];

/// The values of a quantity computed with rounded numbers, each once, without calculations that collapse to 0.
fn rounded_early(context: Context<'_>, goal: &Quantity) -> Vec<Number> {
    let mut found: Vec<Number> = Vec::new();
    for (is_kept, as_counted) in KEPT {
        // To decimals, or to significant figures: tables of densities are printed with five.
        let decimals = (2..=4).map(|places| (places, true));
        for (places, decimals) in (2..=5).map(|places| (places, false)).chain(decimals) {
            let value = chain(context, goal, is_kept, as_counted, places, decimals);
            found.extend(value.filter(|value| !found.contains(value)));
        }
    }
    found
}

fn chain(
    context: Context<'_>,
    goal: &Quantity,
    is_kept: fn(&Quantity) -> bool,
    as_counted: bool,
    places: usize,
    decimals: bool,
) -> Option<Number> {
    let collapsed = std::cell::Cell::new(false);
    let unrounded = |quantity: &Quantity| Evaluator::new(context, Vec::new()).value(quantity).ok().flatten();
    let round = |quantity: &Quantity, value: &Number| {
        let is_whole = Near::of(value).is_none_or(|value| value.is_whole());
        if quantity == goal || is_whole || !is_kept(quantity) {
            return value.clone();
        }
        let counted = if as_counted && is_sum(quantity) { unrounded(quantity) } else { None };
        let value = counted.unwrap_or_else(|| value.clone());
        let (rounded, figures) = match decimals {
            true => (value.fixed(places), mistakes::figures_left(&value, places)),
            false => (value.significant(places), places),
        };
        let rounded = rounded.number().unwrap_or_else(|| value.clone());
        // A score with only one figure left is too inaccurate to call the method right.
        let lost = rounded.is_zero() || is_sum(quantity) && figures < 2;
        collapsed.set(collapsed.get() || lost);
        rounded
    };
    let mut evaluator = Evaluator::new(context, Vec::new());
    evaluator.rounding = Some(&round);
    let value = evaluator.value(goal).ok().flatten();
    value.filter(|value| !collapsed.get() && !value.is_zero())
}

fn is_factor(quantity: &Quantity) -> bool {
    match quantity {
        Quantity::Ln(inner) => is_factor(inner),
        Quantity::Quality(_) => false,
        other => !is_sum(other),
    }
}

fn is_sum(quantity: &Quantity) -> bool {
    matches!(quantity, Quantity::Score(_) | Quantity::Prob { event: Event::Case, .. })
        || is_evidence(quantity)
}

fn is_evidence(quantity: &Quantity) -> bool {
    matches!(quantity, Quantity::Prob { event: Event::Case | Event::Value { .. }, given: None })
}
