//! The evaluation of the model: the cells of the confusion matrix, the figures computed from them and from the rows, and the
//! costs of decisions.
//!
//! The predictions come with the model; see [`Verdicts`].

use super::definition::{over, summed};
use super::{Context, Defined, LISTED, Result, Rule, WorkedError, fact, formula, over_classes, with_value};
use crate::math::{Expr, Name, Number, Quality, Quantity, Symbol, symbols};
use crate::model::{Decider, MeanOfRows, Verdicts};
use std::ops::Range;

pub(super) fn define(quality: &Quality, context: &Context<'_>) -> Defined {
    let verdicts = context.verdicts()?;
    let labels = verdicts.labels();
    let (rule, expr) = match quality {
        Quality::Precision(class) => {
            context.label(class)?;
            (Rule::Precision, cell(class) / Quantity::matrix(None, Some(class)).into())
        }
        Quality::Recall(class) => {
            context.label(class)?;
            (Rule::Recall, cell(class) / Quantity::matrix(Some(class), None).into())
        }
        Quality::F1(class) => f1(class, context.label(class)?, verdicts),
        Quality::Accuracy => {
            let right = over(labels, LISTED, cell);
            (Rule::Accuracy, right / Quantity::matrix(None, None).into())
        }
        Quality::BalancedAccuracy => {
            let of = |class: &Name| Quantity::Quality(Quality::Recall(class.clone()));
            (Rule::BalancedAccuracy, mean(verdicts, of, |class| verdicts.support(class) > 0))
        }
        Quality::MacroF1 => {
            let of = |class: &Name| Quantity::Quality(Quality::F1(class.clone()));
            let predicted = |class| (0..labels.len()).map(|actual| verdicts.cell(actual, class)).sum::<u64>();
            let has = |class: usize| verdicts.support(class) + predicted(class) > 0;
            (Rule::MacroF1, mean(verdicts, of, has))
        }
        Quality::MeanCost => return mean_cost(context),
        Quality::LogLoss => return log_loss(&verdicts.losses()),
        Quality::Brier => {
            let rows = verdicts.distances();
            let sum = sum_of_rows(&rows, Expr::float, Expr::of_row(DISTANCE).squared());
            return with_value(Rule::Brier, sum / Expr::int(rows.n), rows.value.clone());
        }
        Quality::Area(class) => {
            (Rule::Area, area_under_curve(verdicts.pairs(context.label(class)?).map(Expr::int)))
        }
    };
    formula(rule, expr)
}

/// A cell is counted. A row, a column or the whole matrix is a sum of cells, if there are few and no others.
pub(super) fn matrix(actual: Option<&Name>, predicted: Option<&Name>, context: &Context<'_>) -> Defined {
    let verdicts = context.verdicts()?;
    let labels = verdicts.labels();
    let places = |name: Option<&Name>| -> Result<Range<usize>> {
        let at = name.map(|name| context.label(name)).transpose()?;
        Ok(at.map_or(0..labels.len(), |at| at..at + 1))
    };
    let (rows, columns) = (places(actual)?, places(predicted)?);
    let cells = rows.clone().flat_map(|row| columns.clone().map(move |column| (row, column)));
    let named: u64 = cells.map(|(row, column)| verdicts.cell(row, column)).sum();
    let value = match predicted {
        Some(_) => named,
        // Rows without a posterior have no predicted class.
        None => rows.map(|row| verdicts.support(row)).sum(),
    };
    let cell = |label: &Name| match actual {
        Some(_) => Quantity::matrix(actual, Some(label)).into(),
        None => Quantity::matrix(Some(label), predicted).into(),
    };
    let is_sum = actual.is_none() || predicted.is_none() && named == value;
    if is_sum && labels.len() <= LISTED {
        return formula(Rule::CellsAdded, Expr::sum(labels.iter().map(cell).collect()));
    }
    test_rows(verdicts, value)
}

fn test_rows(verdicts: &dyn Verdicts, rows: u64) -> Defined {
    fact(if verdicts.is_weighted() { Rule::TestedWeighed } else { Rule::Tested }, rows)
}

fn cell(class: &Name) -> Expr {
    Quantity::matrix(Some(class), Some(class)).into()
}

/// 2PR/(P + R), or the equal 2TP/(2TP + FP + FN) if precision or recall is 0 or 0/0.
fn f1(class: &Name, at: usize, verdicts: &dyn Verdicts) -> (Rule, Expr) {
    if verdicts.cell(at, at) == 0 {
        let both =
            Expr::from(Quantity::matrix(None, Some(class))) + Quantity::matrix(Some(class), None).into();
        return (Rule::F1OfCounts, Expr::int(2) * cell(class) / both);
    }
    let precision = || Expr::from(Quantity::Quality(Quality::Precision(class.clone())));
    let recall = || Expr::from(Quantity::Quality(Quality::Recall(class.clone())));
    (Rule::F1, Expr::int(2) * precision() * recall() / (precision() + recall()))
}

fn mean(verdicts: &dyn Verdicts, of: impl Fn(&Name) -> Quantity, has: impl Fn(usize) -> bool) -> Expr {
    let classes = (0..).zip(verdicts.labels()).filter(|(at, _)| has(*at));
    let classes: Vec<Name> = classes.map(|(_, label)| label.clone()).collect();
    over(&classes, LISTED, |class| of(class).into()) / Expr::int(classes.len() as u64)
}

/// The area under the ROC curve from pairs of a positive and a negative row, and from the rows of each.
pub fn area_under_curve([won, tied, positives, negatives]: [Expr; 4]) -> Expr {
    (won + Expr::ratio(1, 2) * tied) / (positives * negatives)
}

/// The mean of −ln P(actual class | x).
fn log_loss(rows: &MeanOfRows) -> Defined {
    // A probability that underflows is written as its logarithm.
    let term = |ln: f64| match ln.exp() {
        p if p > 0.0 => Expr::float(p).ln(),
        _ => Expr::float(ln),
    };
    let general = Expr::general(symbols::P, Expr::of_row(symbols::Y), Some(Expr::of_row(symbols::X))).ln();
    if rows.terms.iter().any(|(ln, _)| !ln.is_finite()) {
        return formula(Rule::LogLossInfinite, symbols::INFINITY);
    }
    let sum = sum_of_rows(rows, term, general);
    with_value(Rule::LogLoss, -sum / Expr::int(rows.n), rows.value.clone())
}

const DISTANCE: Symbol = Symbol { uni: "d", ascii: "d", tex: "d" };

/// More terms are written with a sum sign.
const TERMS: usize = 16;

fn sum_of_rows(rows: &MeanOfRows, term: impl Fn(f64) -> Expr, general: Expr) -> Expr {
    let times = |(value, times): &(f64, u64)| match times {
        1 => term(*value),
        times => Expr::int(*times) * term(*value),
    };
    if rows.terms.len() > TERMS {
        return Expr::over_rows(Expr::int(rows.n), general, Vec::new());
    }
    Expr::sum(rows.terms.iter().map(times).collect())
}

/// The cost of an action in a class, or its expected cost for the case: Σ cost · posterior.
pub(super) fn cost(action: &Name, class: Option<&Name>, context: &Context<'_>) -> Defined {
    let decider = decider(context)?;
    let at = place(action, decider)?;
    if !decider.has_costs() {
        return Err(WorkedError::NotHere);
    }
    if let Some(class) = class {
        let value = decider.cost(at, context.class(class)?).map(Number::Exact).ok_or(WorkedError::NotHere)?;
        return fact(Rule::Chosen, value);
    }
    context.case()?;
    let term =
        |class: &Name| Expr::from(Quantity::cost(action, Some(class))) * Quantity::posterior(class).into();
    formula(Rule::ExpectedCost, over_classes(context, term))
}

pub(super) fn decided(actual: Option<&Name>, action: Option<&Name>, context: &Context<'_>) -> Defined {
    let decider = decider(context)?;
    let verdicts = context.verdicts()?;
    let class = actual.map(|class| context.class(class)).transpose()?;
    let action = action.map(|action| place(action, decider)).transpose()?;
    test_rows(verdicts, verdicts.decided(class, action))
}

/// Σ cost · rows of each cell, over all rows. By default a wrong class costs 1.
fn mean_cost(context: &Context<'_>) -> Defined {
    let decider = decider(context)?;
    context.verdicts()?;
    if decider.rejects().is_some() {
        return Err(WorkedError::NotHere);
    }
    let rows = |action: &Name, class: &Name| Expr::from(Quantity::decided(Some(action), Some(class)));
    let priced =
        |action: &Name, class: &Name| Expr::from(Quantity::cost(action, Some(class))) * rows(action, class);
    let mut terms = Vec::new();
    for (at, action) in decider.actions.iter().enumerate() {
        for (class, name) in context.fitted.classes.iter().enumerate() {
            let cost = decider.cost(at, class).map(Number::Exact).filter(|cost| !cost.is_zero());
            let term = || if decider.has_costs() { priced(action, name) } else { rows(action, name) };
            terms.extend(cost.map(|_| term()));
        }
    }
    let general = || priced(&Name::new("a"), &Name::new("c"));
    let sum = summed(terms, LISTED, symbols::I, general);
    formula(Rule::MeanCost, sum / Quantity::decided(None, None).into())
}

fn decider<'a>(context: &Context<'a>) -> Result<&'a Decider> {
    context.fitted.decider.as_ref().ok_or(WorkedError::NoDecision)
}

fn place(action: &Name, decider: &Decider) -> Result<usize> {
    let found = decider.actions.iter().position(|one| one == action);
    found.ok_or_else(|| WorkedError::NoAction(action.clone(), decider.actions.to_vec()))
}
