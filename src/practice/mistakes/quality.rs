//! Mistakes with the confusion matrix, with the figures of an evaluation, and with expected costs.

use super::asked::Asked;
use super::each::Bound;
use super::overlay::{Change, Slip};
use crate::math::{Name, Number, Quality, Quantity, sentence};
use crate::model::{Fitted, Verdicts};
use crate::worked::{Definition, Kinds, Rule, meaning};

/// With more classes than this, other cells, the figures of other classes and swapped posteriors are not tried.
const CLASSES: usize = 6;

pub(super) fn figure<'a>(asked: &'a Asked<'_>) -> Option<&'a Quality> {
    if let Quantity::Quality(quality) = &asked.quantity { Some(quality) } else { None }
}

pub(super) fn verdicts(fitted: &Fitted) -> Option<&dyn Verdicts> {
    fitted.verdicts()?.as_ref().ok().map(AsRef::as_ref)
}

pub(super) fn rows_with_posterior(asked: &Asked<'_>) -> Option<u64> {
    let verdicts = verdicts(asked.fitted)?;
    Some(match figure(asked)? {
        Quality::LogLoss => verdicts.losses().n,
        _ => verdicts.distances().n,
    })
}

/// Pairs of a row of the class and another row: won, tied, and the rows of the class and of the others.
pub(super) fn pairs(asked: &Asked<'_>) -> Option<[u128; 4]> {
    let verdicts = verdicts(asked.fitted)?;
    let class = asked.quantity.class();
    Some(verdicts.pairs(verdicts.labels().iter().position(|label| Some(label) == class)?))
}

pub(super) fn right_rows(asked: &Asked<'_>) -> Option<Number> {
    let classes = match figure(asked)? {
        Quality::Precision(class) | Quality::Recall(class) => std::slice::from_ref(class),
        Quality::Accuracy => asked.fitted.classes.as_slice(),
        _ => return None,
    };
    let cell = |class: &Name| asked.right(&Quantity::matrix(Some(class), Some(class)));
    classes.iter().try_fold(Number::zero(), |sum, class| Some(sum.add(&cell(class)?)))
}

/// The meaning of a quantity, without its rows: `of the rows predicted Yes, the share that are Yes`.
pub(super) fn meant(asked: &Asked<'_>, quantity: &Quantity) -> String {
    let meaning = meaning(quantity, asked.fitted);
    let on = verdicts(asked.fitted).map(Verdicts::tested_on).unwrap_or_default();
    meaning.strip_suffix(&format!(", {on}")).unwrap_or(&meaning).to_owned()
}

pub(super) fn most_common(fitted: &Fitted) -> Option<(&Name, u64, u64)> {
    let verdicts = verdicts(fitted)?;
    let supports: Vec<u64> = (0..verdicts.labels().len()).map(|at| verdicts.support(at)).collect();
    let most = supports.iter().copied().max().unwrap_or(0);
    let class = verdicts.labels().get(supports.iter().position(|rows| *rows == most)?)?;
    Some((class, most, supports.iter().sum()))
}

pub(super) fn turned_cell(asked: &Asked<'_>) -> Vec<Bound> {
    let Quantity::Matrix { actual, predicted } = &asked.quantity else { return Vec::new() };
    let turned = Bound::quantity(Quantity::matrix(predicted.as_ref(), actual.as_ref()));
    if actual == predicted { Vec::new() } else { vec![turned] }
}

pub(super) fn margins(asked: &Asked<'_>) -> Vec<Bound> {
    let Quantity::Matrix { actual: Some(actual), predicted: Some(predicted) } = &asked.quantity else {
        return Vec::new();
    };
    let margin = |of: Quantity| {
        let rows = meant(asked, &of).replacen("all test rows", "test rows", 1);
        Bound { holes: vec![("rows of it", rows.into())], ..Bound::quantity(of) }
    };
    let all = Quantity::matrix(None, None);
    let margins = [Quantity::matrix(Some(actual), None), Quantity::matrix(None, Some(predicted)), all];
    margins.map(margin).into()
}

pub(super) fn other_cells(asked: &Asked<'_>) -> Vec<Bound> {
    let Quantity::Matrix { actual, predicted } = &asked.quantity else { return Vec::new() };
    let classes = &asked.fitted.classes;
    if classes.len() > CLASSES {
        return Vec::new();
    }
    let names: Vec<Option<&Name>> = classes.iter().map(Some).chain([None]).collect();
    let pairs = names.iter().flat_map(|one| names.iter().map(move |other| (*one, *other)));
    let own = (actual.as_ref(), predicted.as_ref());
    let others = pairs.filter(|pair| *pair != own && *pair != (own.1, own.0));
    // Dividing by all rows instead of some has its own sentence.
    let is_sum = actual.is_none() || predicted.is_none();
    let others = others.filter(|pair| !is_sum || *pair != (None, None));
    others.map(|(one, other)| Bound::quantity(Quantity::matrix(one, other))).collect()
}

pub(super) fn other_figures(asked: &Asked<'_>) -> Vec<Bound> {
    let Some(own) = figure(asked) else { return Vec::new() };
    let classes = &asked.fitted.classes;
    let mut others = vec![Quality::Accuracy, Quality::BalancedAccuracy, Quality::MacroF1];
    let named = asked.quantity.class();
    for class in classes.iter().filter(|class| classes.len() <= CLASSES || named == Some(*class)) {
        let all = [Quality::Precision, Quality::Recall, Quality::F1];
        others.extend(all.map(|of| of(class.clone())));
    }
    let same_kind = |other: &Quality| std::mem::discriminant(other) == std::mem::discriminant(own);
    // Precision for recall has its own sentence.
    let margins = |other: &Quality| match (own, other) {
        (Quality::Precision(one), Quality::Recall(other))
        | (Quality::Recall(one), Quality::Precision(other)) => one == other,
        _ => false,
    };
    let others = others.into_iter().filter(|other| !same_kind(other) && !margins(other));
    others.map(|other| Bound::quantity(Quantity::Quality(other))).collect()
}

pub(super) fn class_instead(asked: &Asked<'_>) -> Vec<Slip> {
    let says = sentence!(
        "That is a class, but the question asks for its probability. Write {} as a number.",
        asked.name(&asked.quantity)
    );
    vec![Slip { change: None, decides: false, ..Slip::new(Change::none(), says) }]
}

pub(super) fn turned_costs(asked: &Asked<'_>) -> Vec<Slip> {
    let turned = asked.fitted.decider.as_ref().and_then(|decider| decider.turned(&asked.fitted.classes));
    let Some(turned) = turned else { return Vec::new() };
    let change = Change::new(Kinds::COST, move |quantity, _, context| {
        let Quantity::Cost { action, class: Some(class) } = quantity else { return None };
        let at = turned.actions.iter().position(|one| one == action)?;
        let value = turned.cost(at, context.fitted.class(class.as_str())?).map(Number::Exact)?;
        Some(Definition::fact(Rule::Chosen, value))
    });
    let says = "You get this number if you swap the action and the class of each cost. Take the cost of this action in each class.";
    vec![Slip::new(change, says)]
}

pub(super) fn other_actions(asked: &Asked<'_>) -> Vec<Bound> {
    let Quantity::Cost { action, class: None } = &asked.quantity else { return Vec::new() };
    let actions = asked.fitted.decider.iter().flat_map(|decider| decider.actions.iter());
    let others = actions.filter(|other| *other != action).take(CLASSES);
    others.map(|other| Bound::quantity(Quantity::cost(other, None)).by(other)).collect()
}
