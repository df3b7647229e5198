//! How typical the case is: the χ² tail of its squared distance in each class, and the rank of its evidence among the
//! training rows.

use super::definition::Context;
use super::definition::{Defined, Definition, Rule};
use super::error::WorkedError;
use crate::math::{Expr, Func, Name, Number, Precision, Quantity, Rank, Sentence, sentence};
use crate::model::{Case, CaseValue, Fitted};
use crate::text::grouped;

/// P(χ² > q) of a class: under a normal distribution q has a χ² distribution with as many degrees of freedom as there are
/// numbers (Johnson and Wichern, Applied Multivariate Statistical Analysis, result 4.7).
pub(super) fn tail(class: &Name, context: &Context<'_>) -> Defined {
    context.class(class)?;
    let case = context.case()?;
    let k = match context.fitted.gda() {
        Some(_) => case.numbers().len(),
        None => case.cells.iter().filter(|cell| matches!(cell.value, CaseValue::Number(_))).count(),
    };
    let k = u32::try_from(k).map_err(|_| WorkedError::NotHere)?;
    let q = Box::new(Quantity::SquaredDistance(class.clone()).into());
    Ok(Definition::Formula { rule: Rule::Tail, expr: Expr::Call(Func::ChiSquareTail(k), q) })
}

pub(super) fn ranked(rank: Rank, context: &Context<'_>) -> Defined {
    let rule = Rule::Ranked;
    let Some(ranking) = context.fitted.rank(context.case()?) else {
        return Ok(Definition::Formula { rule, expr: Expr::ratio(0, 0) });
    };
    let rows = match rank {
        Rank::Below => ranking.below,
        Rank::Equal => ranking.equal,
        Rank::Above => ranking.above,
    };
    Ok(Definition::Fact { rule, value: Number::from(rows) })
}

pub(super) fn share(context: &Context<'_>) -> Defined {
    let rule = if has_document(context.case()?) { Rule::TypicalityOfDocument } else { Rule::Typicality };
    let [below, equal, above] =
        [Rank::Below, Rank::Equal, Rank::Above].map(|rank| Expr::from(Quantity::Ranked(rank)));
    let expr = (below.clone() + equal.clone()) / (below + equal + above);
    Ok(Definition::Formula { rule, expr })
}

/// The most training rows for ranking a case: each of them is predicted.
const RANKED: u64 = 200_000;

/// The most classes whose shares are listed.
const LISTED: usize = 5;

/// Shares of a class beyond which a case may lie, the largest first.
const BEYOND: [(f64, &str); 4] = [(1e-4, "99.99"), (1e-3, "99.9"), (1e-2, "99"), (5e-2, "95")];

/// Describes how typical a case is: the rank of its evidence among the training rows and, for normal distributions, how far
/// out it lies in each class. Empty if neither is known.
pub fn how_typical(fitted: &Fitted, case: &Case) -> Vec<Sentence> {
    ranked_among(fitted, case).into_iter().chain(far_out(fitted, case)).collect()
}

/// The rank of the evidence; `None` for documents, whose lengths differ, and without features.
fn ranked_among(fitted: &Fitted, case: &Case) -> Option<Sentence> {
    let rows = (0..fitted.classes.len()).map(|class| fitted.class_count(class)).sum::<u64>();
    let compared = fitted.compared(case);
    if has_document(case) || !compared.contains(&true) || rows > RANKED {
        return None;
    }
    let ranking = fitted.rank(case).filter(|ranking| ranking.rows() > 0)?;
    let names: Vec<&str> = fitted
        .feature_names()
        .zip(&compared)
        .filter(|(_, has)| **has)
        .map(|(name, _)| name.as_str())
        .collect();
    let is_whole = names.len() == compared.len();
    let by = match names.len() {
        _ if is_whole => String::new(),
        few if few <= NAMED => format!(" on the known features ({})", names.join(", ")),
        many => format!(" on the {many} known features"),
    };
    let complete = match is_whole {
        _ if ranking.rows() == rows => "",
        true => " without missing cells",
        false => " that have them",
    };
    let [below, above, all] = [ranking.below, ranking.above, ranking.rows()].map(grouped);
    let equal = match ranking.equal {
        0 => String::new(),
        1 => "; 1 is equally typical".to_owned(),
        many => format!("; {} are equally typical", grouped(many)),
    };
    Some(sentence!(
        "By P(x){}, {} of the {} training {}{}{} {} less typical than this case and {} more{}.",
        by,
        below,
        all,
        if ranking.rows() == 1 { "row" } else { "rows" },
        complete,
        if fitted.weight_column().is_some() { ", each times its weight," } else { "" },
        if ranking.below == 1 { "is" } else { "are" },
        above,
        equal
    ))
}

fn has_document(case: &Case) -> bool {
    case.cells.iter().any(|cell| matches!(cell.value, CaseValue::Words { .. }))
}

fn far_out(fitted: &Fitted, case: &Case) -> Option<Sentence> {
    let tails = fitted.tails(case);
    let known: Vec<(f64, &Name)> =
        tails.iter().zip(&fitted.classes).filter_map(|(tail, class)| Some(((*tail)?, class))).collect();
    let largest = known.iter().map(|(tail, _)| *tail).fold(0.0, f64::max);
    if known.is_empty() {
        return None;
    }
    if let Some((_, share)) = BEYOND.iter().find(|(left, _)| largest < *left) {
        let [none, all] =
            if known.len() == 2 { ["Neither class", "both classes"] } else { ["No class", "every class"] };
        return Some(sentence!(
            "{} is close to this case: {} lies farther out than {} % of {}.",
            none,
            numbers_named(fitted, case),
            *share,
            all
        ));
    }
    if known.len() > LISTED {
        return None;
    }
    let part = |(tail, class): &(f64, &Name)| {
        sentence!("{} {}", class.to_string(), Number::Float(*tail).rounded(Precision::Share))
    };
    let parts = Sentence::join(known.iter().map(part), ", ");
    Some(sentence!("Share of each class at least as far from its mean as this case: {} (χ² of q).", parts))
}

/// The most features named in a sentence.
const NAMED: usize = 3;

fn numbers_named(fitted: &Fitted, case: &Case) -> String {
    let cells = fitted.feature_names().zip(&case.cells);
    let numbers = cells.filter(|(_, cell)| matches!(cell.value, CaseValue::Number(_)));
    let named: Vec<String> = numbers.map(|(name, cell)| format!("{name}={}", cell.text)).collect();
    if named.len() > NAMED { "it".to_owned() } else { named.join(", ") }
}
