//! What a student has who rounds along the way: the chain worked out again with every number that is written down
//! rounded, in the ways that people round.

use std::cell::Cell;

use crate::math::{Event, Number, Quantity};
use crate::model::{Case, Fitted};
use crate::practice::mistakes;
use crate::worked::{Context, Evaluator};

/// To how much a number is rounded.
#[derive(Clone, Copy)]
enum To {
    Figures(usize),
    Decimals(usize),
}

/// Five figures are what tables of densities are printed with.
const ROUNDED: [To; 7] = [
    To::Figures(2),
    To::Figures(3),
    To::Figures(4),
    To::Figures(5),
    To::Decimals(2),
    To::Decimals(3),
    To::Decimals(4),
];

/// Which numbers are written down, and so rounded.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kept {
    Everything,
    Factors,
    /// What is multiplied, and the evidence as it is counted: 0.33 · 0.64 / 0.36.
    FactorsAndEvidence,
    /// The scores and their sum; the factors are kept as fractions.
    Sums,
    /// Means and variances.
    Moments,
}

const KEPT: [Kept; 5] =
    [Kept::Everything, Kept::Factors, Kept::FactorsAndEvidence, Kept::Sums, Kept::Moments];

/// What a quantity comes to when it is worked out with rounded numbers; each value once, without those of chains that
/// collapse to 0.
pub(super) fn rounded_early(fitted: &Fitted, case: Option<&Case>, goal: &Quantity) -> Vec<Number> {
    let mut found: Vec<Number> = Vec::new();
    for kept in KEPT {
        for to in ROUNDED {
            let value = chain(fitted, case, goal, kept, to);
            found.extend(value.filter(|value| !found.contains(value)));
        }
    }
    found
}

fn chain(fitted: &Fitted, case: Option<&Case>, goal: &Quantity, kept: Kept, to: To) -> Option<Number> {
    let context = Context { fitted, case };
    let collapsed = Cell::new(false);
    let unrounded = |quantity: &Quantity| Evaluator::new(context, Vec::new()).value(quantity).ok().flatten();
    let round = |quantity: &Quantity, value: &Number| {
        if quantity == goal || value.is_zero() || !kept.rounds(quantity) {
            return value.clone();
        }
        let counted = kept == Kept::FactorsAndEvidence && is_sum(quantity);
        let value =
            if counted { unrounded(quantity).unwrap_or_else(|| value.clone()) } else { value.clone() };
        let rounded = to.round(&value);
        // Of a score of which only one figure is left, too much is lost to call the method right.
        let lost = rounded.is_zero() || (is_sum(quantity) && figures_left(&value, to) < 2);
        collapsed.set(collapsed.get() || lost);
        rounded
    };
    let value = Evaluator::new(context, Vec::new()).rounding(&round).value(goal).ok().flatten();
    value.filter(|value| !collapsed.get() && !value.is_zero())
}

impl Kept {
    fn rounds(self, quantity: &Quantity) -> bool {
        match self {
            Kept::Everything => is_factor(quantity) || is_sum(quantity),
            Kept::Factors => is_factor(quantity),
            Kept::FactorsAndEvidence => is_factor(quantity) || is_evidence(quantity),
            Kept::Sums => is_sum(quantity),
            Kept::Moments => matches!(quantity, Quantity::Mean { .. } | Quantity::Var { .. }),
        }
    }
}

fn is_factor(quantity: &Quantity) -> bool {
    match quantity {
        Quantity::Prob { event: Event::Class(_), given } => given.is_none(),
        Quantity::Prob { event: Event::Value { .. }, given } => given.is_some(),
        Quantity::Density { .. }
        | Quantity::Mean { .. }
        | Quantity::Var { .. }
        | Quantity::Cov { .. }
        | Quantity::Det { .. }
        | Quantity::Inverse { .. }
        | Quantity::SquaredDistance(_)
        | Quantity::Difference { .. }
        | Quantity::Solved { .. }
        | Quantity::Ratio { .. }
        | Quantity::Logit
        | Quantity::Discriminant(_)
        | Quantity::Theta { .. } => true,
        Quantity::Ln(inner) => is_factor(inner),
        _ => false,
    }
}

fn is_sum(quantity: &Quantity) -> bool {
    matches!(quantity, Quantity::Score(_) | Quantity::Prob { event: Event::Case, .. })
        || is_evidence(quantity)
}

fn is_evidence(quantity: &Quantity) -> bool {
    matches!(quantity, Quantity::Prob { event: Event::Case | Event::Value { .. }, given: None })
}

impl To {
    fn round(self, value: &Number) -> Number {
        let rounded = match self {
            To::Figures(figures) => value.significant(figures),
            To::Decimals(decimals) => value.fixed(decimals),
        };
        rounded.number().unwrap_or_else(|| value.clone())
    }
}

fn figures_left(value: &Number, to: To) -> usize {
    match to {
        To::Figures(figures) => figures,
        To::Decimals(decimals) => mistakes::figures_left(value, decimals),
    }
}
