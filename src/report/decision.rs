//! Decisions from posteriors, in sentences and tables.

use num_traits::Zero;

use super::document::{Document, Grid, decimal, equals, many, with_capital};
use crate::evaluate::{Decisions, Evaluation, Metrics};
use crate::math::{Expr, Name, Number, Quantity, Sentence, sentence};
use crate::model::{Decider, DecisionRule, Fitted, Prediction};
use crate::recipe::Decision;
use crate::text::grouped;

const NAMED: usize = 6;

/// The rule as a sentence without a capital and a full stop: `ill is predicted if P(ill | x) ≥ 1/3`.
pub fn rule(decision: &Decision) -> String {
    match decision {
        Decision::Threshold { positive, at } => {
            let address = Quantity::posterior(&Name::new(positive.as_str()));
            format!("{positive} is predicted if {address} ≥ {}", at.text())
        }
        Decision::RejectBelow(bound) => {
            format!("no class is predicted if the largest posterior is below {}", bound.text())
        }
        Decision::File(path) => {
            format!("the action with the least expected cost is chosen, with the costs in {path}")
        }
        Decision::Costs(costs) => {
            let above_0 = costs.cells().filter(|(.., cost)| !cost.value().is_zero());
            let above_0 = above_0
                .map(|(action, class, cost)| format!("{action} costs {} in class {class}", cost.text()));
            let above_0: Vec<String> = above_0.collect();
            let (chosen, actions) = ("with the least expected cost is chosen", costs.actions.len());
            match above_0.len() {
                0 => format!("the action {chosen}, and all costs are 0"),
                1..=NAMED => format!("the action {chosen}: {}", above_0.join(", ")),
                _ => format!("of {actions} actions, the one {chosen}"),
            }
        }
    }
}

/// The action chosen for a case and why, in a sentence; `None` without a decision rule.
pub fn decided(fitted: &Fitted, prediction: &Prediction) -> Option<Sentence> {
    let decider = fitted.decider.as_ref()?;
    let Some(posterior) = &prediction.posterior else {
        return Some("No decision: the posterior is undefined.".into());
    };
    let name = |action: usize| decider.actions.get(action).map(Name::to_string).unwrap_or_default();
    let reaches = |reached: bool| if reached { "reaches" } else { "is below" };
    let chosen = decider.choose(posterior, prediction.predicted)?;
    Some(match &decider.rule {
        DecisionRule::Costs(_) => {
            let expected = decider.expected(posterior);
            let (_, tied) = decider.least(posterior);
            let least = expected.get(chosen).map(decimal).unwrap_or_default();
            let action = name(chosen);
            match tied.len() {
                0 => sentence!("By cost: {}. Its expected cost, {}, is the least.", action, least),
                several => {
                    let first = format!("By cost: {action}, the first of {several} actions");
                    sentence!("{} that share the least expected cost, {}.", first, least)
                }
            }
        }
        DecisionRule::Threshold { positive, at } => {
            let address = Quantity::posterior(fitted.classes.get(*positive)?).to_string();
            let value = posterior.get(*positive).map(equals)?;
            let (bound, reached) = (Expr::Num(Number::Exact(at.clone())), chosen == *positive);
            let (reaches, action) = (reaches(reached), name(chosen));
            sentence!("{} {} {} the threshold of {}: {}.", address, value, reaches, bound, action)
        }
        DecisionRule::RejectBelow(bound) => {
            let best = prediction.predicted?;
            let rejected = decider.rejects() == Some(chosen);
            let action = if rejected { "no class is predicted".to_owned() } else { name(chosen) };
            let bound = Expr::Num(Number::Exact(bound.clone()));
            let largest = posterior.get(best).map(decimal).unwrap_or_default();
            let reaches = reaches(!rejected);
            sentence!("The largest posterior, {}, {} the bound of {}: {}.", largest, reaches, bound, action)
        }
    })
}

pub(super) fn purpose(decider: &Decider) -> &'static str {
    match decider.rule {
        DecisionRule::Costs(_) => {
            "Multiply the cost of each action in each class by the posterior of the class, and add. The action with the least \
             expected cost is chosen. Of several such actions, the first is chosen."
        }
        DecisionRule::Threshold { .. } => {
            "If the posterior of this class reaches the threshold, the class is predicted, even if another is more probable."
        }
        DecisionRule::RejectBelow(_) => "If the largest posterior is below the bound, no class is predicted.",
    }
}

pub fn describe_decision(decision: &Decision) -> String {
    // A threshold begins with the name of a class, whose case is kept.
    let is_threshold = matches!(decision, Decision::Threshold { .. });
    let rule = rule(decision);
    format!("{}.", if is_threshold { rule } else { with_capital(rule) })
}

/// The cheapest action for each range of the posterior, for two classes: `wait up to P(ill | x) = 1/9, then treat.`
pub fn by_posterior(decider: &Decider, classes: &[Name], positive: usize) -> Option<Sentence> {
    let parts = decider.by_posterior(positive)?;
    let address = Quantity::posterior(classes.get(positive)?).to_string();
    let name = |action: &usize| decider.actions.get(*action).map(Name::to_string).unwrap_or_default();
    let named = |(at, (_, action)): (usize, &(_, usize))| {
        let until = parts.get(at + 1).map(|(until, _)| Expr::Num(Number::Exact(until.clone())));
        let action = name(action);
        match (at, until) {
            (0, None) => sentence!("{} always costs the least", action),
            (0, Some(until)) => sentence!("{} costs the least up to {} = {}", action, address.clone(), until),
            (_, None) => sentence!(", then {}", action),
            (_, Some(until)) => sentence!(", then {} up to {}", action, until),
        }
    };
    let ranges = parts.iter().enumerate().map(named).fold(Sentence::default(), Sentence::and);
    let unused = |action: &usize| parts.iter().all(|(_, chosen)| chosen != action);
    let never: Vec<String> = (0..decider.actions.len()).filter(unused).map(|action| name(&action)).collect();
    Some(match never.len() {
        0 => sentence!("{}.", ranges),
        _ => sentence!("{}. Never cheaper than all others: {}.", ranges, never.join(", ")),
    })
}

/// The decisions on the test rows; empty without a decision rule.
pub(super) fn decisions(evaluation: &Evaluation, metrics: &Metrics) -> Document {
    let Some(found) = evaluation.decisions.as_deref() else { return Document::default() };
    let mut out = Document::headed("Decisions");
    out.text(describe_decision(&found.decision));
    out.grid(decided_matrix(evaluation, found));
    out.texts(describe_decisions(found));
    out.texts(by_posterior(&found.decider, &evaluation.labels, metrics.roc.positive));
    out
}

pub fn decided_matrix(evaluation: &Evaluation, found: &Decisions) -> Grid {
    let labels = evaluation.labels.iter().take(evaluation.predictable);
    let mut grid = Grid::of(["action \\ class"]).numbers(labels).numbers(["rows"]);
    for (action, (name, row)) in found.decider.actions.iter().zip(&found.matrix).enumerate() {
        let all = found.count(None, Some(action));
        let counts = row.iter().chain([&all]).map(u64::to_string);
        grid.named(name.to_string(), counts);
    }
    grid
}

pub fn describe_decisions(found: &Decisions) -> Vec<Sentence> {
    let rows = |n: u64| many(n, "row");
    let mut all = Vec::new();
    if let Some(cost) = &found.mean_cost {
        let wrong = if found.decider.has_costs() { "" } else { " A wrong class costs 1, the right one 0." };
        let (exact, rows) = (Expr::Num(cost.clone()), rows(found.n));
        all.push(sentence!("Mean cost per row: {} {}, over {}.{}", exact, equals(cost), rows, wrong));
    }
    if let Some(rejected) = found.rejected() {
        let named = found.n - rejected;
        let get = if rejected == 1 { "gets" } else { "get" };
        let mut text = sentence!("{} of {} {} no prediction.", grouped(rejected), rows(found.n), get);
        if let Some(share) = Number::ratio(found.right(), named) {
            text.push(sentence!(" Right among the others: {}/{} {}.", found.right(), named, equals(&share)));
        }
        all.push(text);
    }
    if found.undecided > 0 {
        all.push(sentence!("{} without a posterior, so without a decision.", rows(found.undecided)));
    }
    if found.unknown > 0 {
        let rows = rows(found.unknown);
        all.push(sentence!("{} of a class that no training row has, so the cost is unknown.", rows));
    }
    all
}
