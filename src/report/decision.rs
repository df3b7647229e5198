//! What is done with a posterior, in sentences and tables.

use super::number::{decimal, written};
use crate::math::{Name, Number, Precision, Quantity, Sentence, sentence};
use crate::model::{Decider, DecisionRule, Fitted, Prediction};
use crate::recipe::Decision;

/// Actions and classes whose costs are named in a line.
const NAMED: usize = 6;

/// The rule in a few words: `a threshold of 1/3 on P(ill | x)`.
pub fn rule(decision: &Decision) -> String {
    match decision {
        Decision::Threshold { positive, at } => {
            format!("a threshold of {} on {}", at.text(), Quantity::posterior(&Name::new(positive.as_str())))
        }
        Decision::RejectBelow(bound) => format!("no answer below a posterior of {}", bound.text()),
        Decision::File(path) => format!("the costs of {path}"),
        Decision::Costs(costs) if costs.actions.len() * costs.classes.len() > NAMED => {
            format!("the least expected cost of {} actions", costs.actions.len())
        }
        Decision::Costs(costs) => {
            let cell = |action: &String, class: &String, cost: &str| format!("{action} where {class} costs {cost}");
            let cells = costs.cells().flat_map(|(action, row)| {
                row.map(move |(class, cost)| cell(action, class, cost.text())).collect::<Vec<String>>()
            });
            format!("the least expected cost: {}", cells.collect::<Vec<String>>().join(", "))
        }
    }
}

/// What is chosen for a case and why, in a sentence; `None` where nothing is done with a posterior.
pub fn decided(fitted: &Fitted, prediction: &Prediction) -> Option<Sentence> {
    let decider = fitted.decider.as_ref()?;
    let Some(posterior) = &prediction.posterior else {
        return Some("An undefined posterior decides nothing.".into());
    };
    let name = |action: usize| decider.actions.get(action).map(Name::to_string).unwrap_or_default();
    let exact = |value: &Number| written(&crate::math::Expr::Num(value.clone()), Some(value), Precision::Share);
    let said = |value: &Number, reached: bool, what: &str, bound: &Number, action: usize, address: String| {
        let reaches = if reached { "reaches" } else { "is below" };
        sentence!("{} ≈ {} {} the {} of {}: {}.", address, decimal(value), reaches, what, exact(bound), name(action))
    };
    let chosen = decider.choose(posterior)?;
    Some(match &decider.rule {
        DecisionRule::Costs(_) => {
            let expected = decider.expected(posterior);
            let (_, tied) = decider.least(&expected);
            let least = expected.get(chosen).map(decimal).unwrap_or_default();
            match tied.len() {
                0 => sentence!("By cost: {}, with the least expected cost, {}.", name(chosen), least),
                several => sentence!(
                    "By cost: {}, the first of {} actions with the least expected cost, {}.",
                    name(chosen),
                    several,
                    least
                ),
            }
        }
        DecisionRule::Threshold { positive, at } => {
            let class = fitted.classes.get(*positive)?;
            let bound = Number::Exact(at.clone());
            said(posterior.get(*positive)?, chosen == *positive, "threshold", &bound, chosen, Quantity::posterior(class).to_string())
        }
        DecisionRule::RejectBelow(bound) => {
            let best = prediction.predicted?;
            let rejected = decider.rejects() == Some(chosen);
            let action = if rejected { "nothing is named".to_owned() } else { name(chosen) };
            let reaches = if rejected { "is below" } else { "reaches" };
            let bound = exact(&Number::Exact(bound.clone()));
            let largest = posterior.get(best).map(decimal).unwrap_or_default();
            sentence!("The largest posterior, {}, {} the bound of {}: {}.", largest, reaches, bound, action)
        }
    })
}

/// What the step does with the posteriors, in plain words.
pub(super) fn purpose(decider: &Decider) -> &'static str {
    match decider.rule {
        DecisionRule::Costs(_) => {
            "Weigh what each action costs in each class by how likely the class is, and add. The least expected cost is chosen; of \
             several the first."
        }
        DecisionRule::Threshold { .. } => {
            "Where the posterior of this class reaches the threshold, it is named, though another may be more probable."
        }
        DecisionRule::RejectBelow(_) => "Where the largest posterior is below the bound, nothing is named.",
    }
}
