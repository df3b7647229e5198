//! Mistakes with expected costs.

use super::asked::{Asked, Place};
use super::entry::How::Ways;
use super::entry::{Change, Entry, Slip, entry, instead};
use crate::math::{Expr, Name, Number, Quantity, sentence};
use crate::worked::{Context, Definition, Kinds, Rule};

pub(super) const ENTRIES: &[Entry] = &[
    entry("D1", "which name of a cost is the action, and which the class", is_expected, Ways(turned)),
    entry("D2", "which posterior a cost is multiplied by", is_expected, Ways(other_posterior)),
    entry("D3", "what you multiply the costs by", is_expected, Ways(unweighed)),
    entry("D4", "whether the scores are divided by their sum", is_expected, Ways(by_scores)),
    entry("D5", "which action the question asks for", is_expected, Ways(other_action)),
];

fn is_expected(asked: &Asked<'_>) -> bool {
    asked.place == Place::Cost && !asked.ln && asked.right(&asked.quantity).is_some()
}

/// With more classes than this, swapped posteriors are not tried.
const CLASSES: usize = 6;

fn expected(of: impl Fn(&Name, &Context<'_>) -> Option<Expr> + Send + Sync + 'static) -> Change {
    Change::new(Kinds::COST, move |quantity, right, context| {
        let Quantity::Cost { action, class: None } = quantity else { return None };
        Some(instead(right, of(action, context)?))
    })
}

fn sum(context: &Context<'_>, term: impl Fn(&Name) -> Expr) -> Expr {
    Expr::sum(context.fitted.classes.iter().map(term).collect())
}

fn cost(action: &Name, class: &Name) -> Expr {
    Expr::from(Quantity::cost(action, Some(class)))
}

fn turned(asked: &Asked<'_>) -> Vec<Slip> {
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

fn other_posterior(asked: &Asked<'_>) -> Vec<Slip> {
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
        let change = expected(move |action, context| {
            let swapped = |class: &Name| match class {
                class if *class == a => b.clone(),
                class if *class == b => a.clone(),
                class => class.clone(),
            };
            Some(sum(context, |class| cost(action, class) * Quantity::posterior(&swapped(class)).into()))
        });
        Some(Slip::new(change, says).by(&(one, other)))
    };
    pairs.filter_map(slip).collect()
}

fn unweighed(_: &Asked<'_>) -> Vec<Slip> {
    let says = "You get this number if you add the costs of the action as they are. First multiply each by the posterior of its class.";
    vec![Slip::new(expected(|action, context| Some(sum(context, |class| cost(action, class)))), says)]
}

fn by_scores(_: &Asked<'_>) -> Vec<Slip> {
    let says =
        "You get this number if you multiply the costs by the scores. First divide the scores by their sum.";
    let change = expected(|action, context| {
        Some(sum(context, |class| cost(action, class) * Quantity::score(class).into()))
    });
    vec![Slip::new(change, says)]
}

fn other_action(asked: &Asked<'_>) -> Vec<Slip> {
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
