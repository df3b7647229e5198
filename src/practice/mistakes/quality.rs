//! Mistakes with the confusion matrix, with the figures of an evaluation, and with expected costs.

use super::asked::{Asked, Place, several, text};
use super::overlay::{Change, Slip, instead, other_value};
use crate::math::{Expr, Name, Number, Quality, Quantity, sentence};
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

/// The evaluated rows that have a posterior.
pub(super) fn rows_with_posterior(asked: &Asked<'_>) -> Option<u64> {
    let verdicts = verdicts(asked.fitted)?;
    Some(match figure(asked)? {
        Quality::LogLoss => verdicts.losses().n,
        _ => verdicts.distances().n,
    })
}

/// The meaning of a quantity, without its rows: `of the rows predicted Yes, the share that are Yes`.
fn meant(asked: &Asked<'_>, quantity: &Quantity) -> String {
    let meaning = meaning(quantity, asked.fitted);
    let on = verdicts(asked.fitted).map(Verdicts::judged_on).unwrap_or_default();
    meaning.strip_suffix(&format!(", {on}")).unwrap_or(&meaning).to_owned()
}

pub(super) fn swapped_names(asked: &Asked<'_>) -> Vec<Slip> {
    let Quantity::Matrix { actual, predicted } = &asked.quantity else { return Vec::new() };
    if actual == predicted {
        return Vec::new();
    }
    let other = Quantity::matrix(predicted.as_ref(), actual.as_ref());
    let says = sentence!(
        "That is {}, {}. The first name is the actual class, the second the predicted class.",
        asked.name(&other),
        meant(asked, &other)
    );
    vec![Slip::read_off(asked, other, says)]
}

pub(super) fn count_or_share(asked: &Asked<'_>) -> Vec<Slip> {
    let right_cell = |class: &Name| Quantity::matrix(Some(class), Some(class));
    if let Some(of) = figure(asked) {
        let cells = match of {
            Quality::Precision(class) | Quality::Recall(class) => vec![right_cell(class)],
            Quality::Accuracy => asked.fitted.classes.iter().map(right_cell).collect(),
            _ => return Vec::new(),
        };
        let count = cells.iter().map(|cell| asked.right(cell)).collect::<Option<Vec<Number>>>();
        let count = count.map(|counts| counts.iter().fold(Number::zero(), |sum, count| sum.add(count)));
        let Some(count) = count else { return Vec::new() };
        let rows = several(text(&count), "rows");
        let says = sentence!("That is a count, {}. Divide it: {} is a share of rows.", rows, asked.quantity);
        return other_value(asked, Some(count), says);
    }
    let Quantity::Matrix { actual: Some(actual), predicted: Some(predicted) } = &asked.quantity else {
        return Vec::new();
    };
    let Some(own) = asked.right(&asked.quantity) else { return Vec::new() };
    let share = |of: Quantity| {
        let value = asked.right(&of).and_then(|all| own.div(&all));
        let says = sentence!(
            "That is a share, out of the {}. A cell of the confusion matrix is a count: do not divide.",
            meant(asked, &of).replacen("all test rows", "test rows", 1)
        );
        other_value(asked, value, says)
    };
    let all = Quantity::matrix(None, None);
    let margins = [Quantity::matrix(Some(actual), None), Quantity::matrix(None, Some(predicted)), all];
    margins.into_iter().flat_map(share).collect()
}

pub(super) fn other_cell(asked: &Asked<'_>) -> Vec<Slip> {
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
    let slip = |(one, other): (Option<&Name>, Option<&Name>)| {
        let quantity = Quantity::matrix(one, other);
        let says = sentence!("That is {}, {}.", asked.name(&quantity), meant(asked, &quantity));
        Slip::read_off(asked, quantity, says)
    };
    others.map(slip).collect()
}

pub(super) fn baseline(asked: &Asked<'_>) -> Vec<Slip> {
    let Some(verdicts) = verdicts(asked.fitted) else { return Vec::new() };
    let supports: Vec<u64> = (0..verdicts.labels().len()).map(|at| verdicts.support(at)).collect();
    let rows = supports.iter().sum::<u64>();
    let most = supports.iter().copied().max().unwrap_or(0);
    let majority = verdicts.majority();
    // In the test rows another class may be the most common one.
    let common =
        supports.iter().position(|rows| *rows == most).filter(|_| majority.is_none_or(|of| of.0 != most));
    let common = common.and_then(|at| verdicts.labels().get(at)).map(|class| {
        let says = sentence!(
            "That is the share of the rows that are {}, the most common class. For accuracy, count the rows that are predicted right.",
            class
        );
        other_value(asked, Number::ratio(most, rows), says)
    });
    let mut all = common.unwrap_or_default();
    let Some((right, class)) = majority else { return all };
    let says = sentence!(
        "That is the accuracy of always predicting {}. Count the rows that the model predicts right.",
        class.map_or("the majority class of a fold’s training rows", Name::as_str)
    );
    all.extend(other_value(asked, Number::ratio(right, rows), says));
    all
}

pub(super) fn other_figure(asked: &Asked<'_>) -> Vec<Slip> {
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
    let slip = |other: Quality| {
        let quantity = Quantity::Quality(other);
        let says = sentence!(
            "That is {}, {}. The question asks for {}, {}.",
            asked.name(&quantity),
            meant(asked, &quantity),
            asked.quantity,
            meant(asked, &asked.quantity)
        );
        Slip::read_off(asked, quantity, says)
    };
    others.map(slip).collect()
}

pub(super) fn is_expected_cost(asked: &Asked<'_>) -> bool {
    asked.place == Place::Cost && !asked.ln && asked.right(&asked.quantity).is_some()
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

pub(super) fn swapped_posteriors(asked: &Asked<'_>) -> Vec<Slip> {
    let classes = &asked.fitted.classes;
    if classes.len() > CLASSES {
        return Vec::new();
    }
    let pairs = (0..classes.len()).flat_map(|one| (one + 1..classes.len()).map(move |other| (one, other)));
    let slip = |(one, other): (usize, usize)| {
        let (a, b) = (classes.get(one)?.clone(), classes.get(other)?.clone());
        let says = sentence!(
            "You get this number if you multiply the costs in class {} by the posterior of {}, and the other way round. Multiply each by its own.",
            a.to_string(),
            b.to_string()
        );
        let change = Change::new(Kinds::COST, move |quantity, right, context| {
            let Quantity::Cost { action, class: None } = quantity else { return None };
            let swapped = |class: &Name| match class {
                class if *class == a => b.clone(),
                class if *class == b => a.clone(),
                class => class.clone(),
            };
            let term = |class: &Name| {
                let cost = Expr::from(Quantity::cost(action, Some(class)));
                cost * Quantity::posterior(&swapped(class)).into()
            };
            Some(instead(right, Expr::sum(context.fitted.classes.iter().map(term).collect())))
        });
        Some(Slip::new(change, says).by(&(one, other)))
    };
    pairs.filter_map(slip).collect()
}

pub(super) fn other_action(asked: &Asked<'_>) -> Vec<Slip> {
    let Quantity::Cost { action, class: None } = &asked.quantity else { return Vec::new() };
    let actions = asked.fitted.decider.iter().flat_map(|decider| decider.actions.iter());
    let slip = |other: &Name| {
        let of = Quantity::cost(other, None);
        let says =
            sentence!("That is {}. The question asks for {}.", of.to_string(), asked.quantity.to_string());
        Slip::read_off(asked, of, says).by(&other)
    };
    actions.filter(|other| *other != action).take(CLASSES).map(slip).collect()
}
