//! The evaluation of the model: the cells of the confusion matrix, and the figures computed from them and from the rows.
//!
//! The predictions come with the model; see [`Verdicts`].

use super::definition::Context;
use super::definition::{Defined, Definition, LISTED, Rule};
use crate::math::{BigOp, Expr, Name, Number, Quality, Quantity, Symbol, symbols};
use crate::model::{MeanOfRows, Verdicts};

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
            let right = summed(labels, cell, &symbols::C.into());
            (Rule::Accuracy, right / Quantity::matrix(None, None).into())
        }
        Quality::BalancedAccuracy => {
            let of = |class: &Name| Quantity::Quality(Quality::Recall(class.clone()));
            (Rule::BalancedAccuracy, mean(verdicts, of, |class| verdicts.support(class) > 0))
        }
        Quality::MacroF1 => {
            let of = |class: &Name| Quantity::Quality(Quality::F1(class.clone()));
            let has = |class: usize| verdicts.support(class) + predicted_count(verdicts, class) > 0;
            (Rule::MacroF1, mean(verdicts, of, has))
        }
        Quality::MeanCost => return super::posterior::mean_cost(context),
        Quality::LogLoss => return Ok(log_loss(&verdicts.losses())),
        Quality::Brier => return Ok(brier(&verdicts.distances())),
        Quality::Area(class) => {
            let [won, tied, positives, negatives] = verdicts.pairs(context.label(class)?);
            let half = Expr::ratio(1, 2) * Expr::int(tied);
            (Rule::Area, (Expr::int(won) + half) / (Expr::int(positives) * Expr::int(negatives)))
        }
    };
    Ok(Definition::Formula { rule, expr })
}

/// A cell is counted. A row, a column or the whole matrix is a sum of cells, if there are few and no others.
pub(super) fn matrix(actual: Option<&Name>, predicted: Option<&Name>, context: &Context<'_>) -> Defined {
    let verdicts = context.verdicts()?;
    let labels = verdicts.labels();
    let place = |name: Option<&Name>| name.map(|name| context.label(name)).transpose();
    let few = labels.len() <= LISTED;
    let all = 0..labels.len();
    let (value, sum) = match (place(actual)?, place(predicted)?) {
        (Some(actual), Some(predicted)) => (verdicts.cell(actual, predicted), None),
        (None, Some(at)) => {
            let of = |label: &Name| Quantity::matrix(Some(label), predicted).into();
            (predicted_count(verdicts, at), Some(labels.iter().map(of).collect()))
        }
        (Some(at), None) => {
            // Rows without a posterior have no predicted class.
            let support = verdicts.support(at);
            let named: u64 = all.map(|label| verdicts.cell(at, label)).sum();
            let of = |label: &Name| Quantity::matrix(actual, Some(label)).into();
            (support, (named == support).then(|| labels.iter().map(of).collect()))
        }
        (None, None) => {
            let of = |label: &Name| Quantity::matrix(Some(label), None).into();
            (all.map(|label| verdicts.support(label)).sum(), Some(labels.iter().map(of).collect()))
        }
    };
    Ok(match sum {
        Some(terms) if few => Definition::Formula { rule: Rule::CellsAdded, expr: Expr::sum(terms) },
        _ => {
            let rule = if verdicts.is_weighted() { Rule::JudgedWeighed } else { Rule::Judged };
            Definition::Fact { rule, value: Number::from(value) }
        }
    })
}

fn predicted_count(verdicts: &dyn Verdicts, class: usize) -> u64 {
    (0..verdicts.labels().len()).map(|actual| verdicts.cell(actual, class)).sum()
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
    let n = Expr::int(classes.len() as u64);
    let general = Expr::from(of(&Name::new("c")));
    summed(&classes, |class| of(class).into(), &general) / n
}

fn summed(classes: &[Name], term: impl Fn(&Name) -> Expr, general: &Expr) -> Expr {
    let terms: Vec<Expr> = classes.iter().map(&term).collect();
    if terms.len() <= LISTED {
        return Expr::sum(terms);
    }
    let body = if *general == Expr::from(symbols::C) { term(&Name::new("c")) } else { general.clone() };
    Expr::big(BigOp::Sum, symbols::C, Expr::int(terms.len() as u64), body, terms)
}

/// The mean of −ln P(actual class | x).
fn log_loss(rows: &MeanOfRows) -> Definition {
    // A probability that underflows is written as its logarithm.
    let term = |ln: f64| match ln.exp() {
        p if p > 0.0 => Expr::float(p).ln(),
        _ => Expr::float(ln),
    };
    let general = Expr::general(symbols::P, Expr::of_row(symbols::Y), Some(Expr::of_row(symbols::X))).ln();
    if rows.terms.iter().any(|(ln, _)| !ln.is_finite()) {
        return Definition::Formula { rule: Rule::LogLossInfinite, expr: symbols::INFINITY.into() };
    }
    mean_of(rows, Rule::LogLoss, |sum| -sum, term, general)
}

fn brier(rows: &MeanOfRows) -> Definition {
    let general = Expr::of_row(DISTANCE).squared();
    mean_of(rows, Rule::Brier, |sum| sum, Expr::float, general)
}

const DISTANCE: Symbol = Symbol { uni: "d", ascii: "d", tex: "d" };

/// More terms are written with a sum sign.
const TERMS: usize = 16;

fn mean_of(
    rows: &MeanOfRows,
    rule: Rule,
    sign: impl Fn(Expr) -> Expr,
    term: impl Fn(f64) -> Expr,
    general: Expr,
) -> Definition {
    let times = |(value, times): &(f64, u64)| match times {
        1 => term(*value),
        times => Expr::int(*times) * term(*value),
    };
    let sum = match rows.terms.len() {
        0 => Expr::int(0),
        few if few <= TERMS => Expr::sum(rows.terms.iter().map(times).collect()),
        _ => Expr::over_rows(Expr::int(rows.n), general, Vec::new()),
    };
    Definition::defined(rule, sign(sum) / Expr::int(rows.n), rows.value.clone())
}
