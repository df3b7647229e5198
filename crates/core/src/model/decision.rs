//! Decisions: a recipe's costs, threshold or bound, resolved for the classes of a model, and the action they choose for
//! a posterior.

use super::prediction::first_and_tied;
use super::{NEAR, error, leaders_of};
use crate::math::{Name, Number};
use crate::problem::Problem;
use crate::recipe::{Decision, ExactNumber};
use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};
use std::sync::Arc;

const REJECT: &str = "reject";

#[derive(Clone, Debug, PartialEq)]
pub struct Decider {
    /// The actions, in order; of several equally good ones the first is chosen.
    pub actions: Arc<[Name]>,
    pub rule: DecisionRule,
    /// The costs as floats, by action and class; empty for other rules.
    floats: Arc<[Vec<f64>]>,
}

/// How an action is chosen: by the least expected cost, from costs by action and class; one class if its posterior
/// reaches a threshold; or the most probable class, and the last action if its posterior is below a bound.
#[derive(Clone, Debug, PartialEq)]
pub enum DecisionRule {
    Costs(Arc<[Vec<BigRational>]>),
    Threshold { positive: usize, at: BigRational },
    RejectBelow(BigRational),
}

impl Decider {
    pub fn new(decision: &Decision, classes: &[Name]) -> Result<Decider, Problem> {
        let class = |name: &str| {
            let found = classes.iter().position(|class| class.as_str() == name);
            found.ok_or_else(|| of_decision(error::unknown_class("decision", name, classes)))
        };
        let (actions, rule): (Vec<Name>, _) = match decision {
            Decision::Costs(costs) => {
                costs.classes.iter().try_for_each(|name| class(name).map(drop))?;
                let place = |name: &Name| {
                    let found = costs.classes.iter().position(|class| class == name.as_str());
                    found.ok_or_else(|| of_decision(error::class_left_out("decision", name.as_str())))
                };
                let places = classes.iter().map(place).collect::<Result<Vec<usize>, Problem>>()?;
                let row = |row: &Vec<ExactNumber>| {
                    places.iter().filter_map(|at| Some(row.get(*at)?.value().clone())).collect()
                };
                let actions = costs.actions.iter().map(|name| Name::new(name.as_str())).collect();
                (actions, DecisionRule::Costs(costs.table.iter().map(row).collect()))
            }
            Decision::Threshold { positive, at } => (
                classes.to_vec(),
                DecisionRule::Threshold { positive: class(positive)?, at: at.value().clone() },
            ),
            Decision::RejectBelow(bound) => {
                let actions = classes.iter().cloned().chain([Name::new(REJECT)]).collect();
                (actions, DecisionRule::RejectBelow(bound.value().clone()))
            }
            Decision::File(path) => {
                let what = format!("the costs of {path} were not read");
                return Err(Problem::usage(what, "open the data again"));
            }
        };
        Ok(Decider::by(actions.into(), rule))
    }

    fn by(actions: Arc<[Name]>, rule: DecisionRule) -> Decider {
        let costs: &[Vec<BigRational>] = if let DecisionRule::Costs(table) = &rule { table } else { &[] };
        let floats = costs.iter().map(|row| row.iter().map(float).collect()).collect();
        Decider { actions, rule, floats }
    }

    /// Returns the cost of an action when a class is actual. Under a threshold a wrong class costs 1 and the right one
    /// 0; a rejection has no cost.
    pub fn cost(&self, action: usize, class: usize) -> Option<BigRational> {
        match &self.rule {
            DecisionRule::Costs(table) => table.get(action)?.get(class).cloned(),
            DecisionRule::Threshold { .. } => {
                Some(BigRational::from_integer(u8::from(action != class).into()))
            }
            DecisionRule::RejectBelow(_) => None,
        }
    }

    /// The same with action and class of each cost swapped, if there are as many actions as classes. An action means
    /// the class with its name, else the class in its place.
    pub fn turned(&self, classes: &[Name]) -> Option<Decider> {
        let DecisionRule::Costs(table) = &self.rule else { return None };
        let class_of = |action: usize| {
            let name = self.actions.get(action)?;
            Some(classes.iter().position(|class| class == name).unwrap_or(action))
        };
        let actions = 0..self.actions.len();
        let action_of = |class: usize| actions.clone().find(|action| class_of(*action) == Some(class));
        let cost = |action: usize, class| table.get(action_of(class)?)?.get(class_of(action)?).cloned();
        let row = |action: usize| (0..classes.len()).map(|class| cost(action, class)).collect();
        let table: Option<Arc<[Vec<BigRational>]>> = actions.clone().map(row).collect();
        let table = table.filter(|_| self.actions.len() == classes.len())?;
        Some(Decider::by(Arc::clone(&self.actions), DecisionRule::Costs(table)))
    }

    pub fn has_costs(&self) -> bool {
        matches!(self.rule, DecisionRule::Costs(_))
    }

    pub fn rejects(&self) -> Option<usize> {
        let last = self.actions.len().checked_sub(1);
        last.filter(|_| matches!(self.rule, DecisionRule::RejectBelow(_)))
    }

    /// Returns the expected cost of each action; empty if the rule has no costs.
    pub fn expected(&self, posterior: &[Number]) -> Vec<Number> {
        let DecisionRule::Costs(table) = &self.rule else { return Vec::new() };
        let expected = |row: &Vec<BigRational>| {
            let terms = row.iter().zip(posterior).filter(|(cost, _)| !cost.is_zero());
            terms.fold(Number::zero(), |sum, (cost, p)| sum.add(&p.mul(&Number::Exact(cost.clone()))))
        };
        table.iter().map(expected).collect()
    }

    /// For two classes, returns the cheapest action as the posterior of one of them grows from 0 to 1: the posterior
    /// from which it is cheapest, and the action. At a bound the previous action costs the same. An action that is not
    /// listed is never cheaper than all others. `None` if the rule has no costs, or there are not two classes.
    pub fn by_posterior(&self, positive: usize) -> Option<Vec<(BigRational, usize)>> {
        let DecisionRule::Costs(table) = &self.rule else { return None };
        // The expected cost is at + p · slope.
        let line = |row: &Vec<BigRational>| match row.as_slice() {
            [first, second] if positive == 0 => Some((second.clone(), first - second)),
            [first, second] => Some((first.clone(), second - first)),
            _ => None,
        };
        let lines = table.iter().map(line).collect::<Option<Vec<_>>>()?;
        let one = BigRational::from_integer(1.into());
        let mut parts =
            vec![(BigRational::zero(), (0..lines.len()).min_by_key(|action| lines.get(*action))?)];
        while let Some((now, slope)) = parts.last().and_then(|(_, action)| lines.get(*action)) {
            let flatter = (0..).zip(&lines).filter(|(_, (_, other))| other < slope);
            let met = flatter.map(|(action, (at, other))| ((at - now) / (slope - other), other, action));
            let Some((from, _, action)) = met.min().filter(|(from, ..)| *from < one) else { break };
            parts.push((from, action));
        }
        Some(parts)
    }

    /// Returns the first action with the least expected cost, and all of them if there are several; none if the rule
    /// has no costs. Nearly equal costs of floats are equal, relative to the costs that are added: gains and losses may
    /// cancel.
    pub fn least(&self, posterior: &[Number]) -> (Option<usize>, Vec<usize>) {
        let tied: Vec<usize> = if posterior.iter().all(Number::is_exact) {
            let expected = self.expected(posterior);
            let least = expected.iter().min_by(|a, b| a.compare(b));
            (0..).zip(&expected).filter(|(_, cost)| least == Some(*cost)).map(|(action, _)| action).collect()
        } else {
            let posterior: Vec<f64> = posterior.iter().map(Number::to_f64).collect();
            let expected = |row: &Vec<f64>| {
                let terms = row.iter().zip(&posterior).filter(|(cost, _)| **cost != 0.0);
                let terms = terms.map(|(cost, p)| cost * p);
                terms.fold((0.0, 0.0), |(sum, size), term: f64| (sum + term, size + term.abs()))
            };
            let expected: Vec<(f64, f64)> = self.floats.iter().map(expected).collect();
            let least = expected.iter().copied().min_by(|a, b| a.0.total_cmp(&b.0));
            let is_least =
                |cost: &(f64, f64)| least.is_some_and(|least| cost.0 - least.0 <= NEAR * cost.1.max(least.1));
            (0..).zip(&expected).filter(|(_, cost)| is_least(cost)).map(|(action, _)| action).collect()
        };
        let (first, tied) = first_and_tied(&tied);
        (first, tied.to_vec())
    }

    pub fn choose(&self, posterior: &[Number], predicted: Option<usize>) -> Option<usize> {
        let reaches = |class: usize, bound: &BigRational| match posterior.get(class)? {
            Number::Exact(p) => Some(p >= bound),
            // The float 1/3 reaches 1/3.
            p => {
                let (p, at) = (p.to_f64(), float(bound));
                Some(p >= at || at - p <= NEAR * at)
            }
        };
        match &self.rule {
            DecisionRule::Costs(_) => self.least(posterior).0,
            DecisionRule::Threshold { positive, at } if reaches(*positive, at)? => Some(*positive),
            DecisionRule::Threshold { positive, .. } if predicted == Some(*positive) => {
                let mut others = posterior.to_vec();
                others.get_mut(*positive).into_iter().for_each(|p| *p = Number::zero());
                let leading = leaders_of(&others).first().copied();
                leading.or_else(|| (0..self.actions.len()).find(|class| class != positive))
            }
            DecisionRule::Threshold { .. } => predicted,
            DecisionRule::RejectBelow(bound) if reaches(predicted?, bound)? => predicted,
            DecisionRule::RejectBelow(_) => self.rejects(),
        }
    }

    /// The same for floats; `None` without a posterior.
    pub fn choose_float(&self, posterior: &[f64], predicted: Option<usize>) -> Option<usize> {
        let posterior: Vec<Number> = posterior.iter().copied().map(Number::Float).collect();
        if posterior.is_empty() { None } else { self.choose(&posterior, predicted) }
    }
}

/// A class that is only in the decision, or only in the data.
fn of_decision(problem: Problem) -> Problem {
    Problem { kind: "unknown_class", ..problem }
}

fn float(cost: &BigRational) -> f64 {
    cost.to_f64().unwrap_or(f64::INFINITY)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decider(text: &str) -> Result<Decider, Problem> {
        let classes = ["a", "b", "c"].map(Name::new);
        Decider::new(&text.parse().unwrap(), &classes)
    }

    fn third(a: i32, b: i32, c: i32) -> Vec<Number> {
        [a, b, c].map(|n| Number::ratio(n, a + b + c).unwrap()).into()
    }

    #[test]
    fn exact_and_float_posteriors_choose_the_same_action_at_a_bound() {
        for (text, posterior, chosen) in [
            ("threshold:b=1/3", third(1, 1, 1), "b"),
            ("threshold:b=1/3", third(4, 3, 3), "a"),
            ("threshold:b=1/2", third(1, 2, 3), "c"),
            ("threshold:b=0", third(1, 0, 0), "b"),
            ("reject:2/3", third(0, 2, 1), "b"),
            ("reject:2/3", third(1, 3, 1), "reject"),
            ("reject:1/3", third(1, 1, 1), "a"),
            ("costs:go/a=0,go/b=9,go/c=9,wait/a=3,wait/b=3,wait/c=3", third(2, 1, 0), "go"),
            ("costs:go/a=0,go/b=9,go/c=9,wait/a=3,wait/b=3,wait/c=3", third(1, 1, 0), "wait"),
            ("costs:a/b=1,a/c=1,b/a=1,b/c=1,c/a=1,c/b=1", third(1, 2, 2), "b"),
        ] {
            let decider = decider(text).unwrap();
            let best = leaders_of(&posterior).first().copied();
            let named = |at: Option<usize>| at.and_then(|at| decider.actions.get(at)).map(Name::to_string);
            assert_eq!(named(decider.choose(&posterior, best)).as_deref(), Some(chosen), "{text}");
            let floats: Vec<f64> = posterior.iter().map(Number::to_f64).collect();
            assert_eq!(named(decider.choose_float(&floats, best)).as_deref(), Some(chosen), "{text}, floats");
        }
        assert_eq!(decider("reject:1/2").unwrap().choose_float(&[], None), None);
    }

    #[test]
    fn each_action_has_a_range_of_posteriors_of_two_classes_or_none() {
        let parts = |text: &str| {
            let decider = Decider::new(&text.parse().unwrap(), &["well", "ill"].map(Name::new)).unwrap();
            let range = |(from, action): (BigRational, usize)| format!("{from} {}", decider.actions[action]);
            decider.by_posterior(1).map(|parts| parts.into_iter().map(range).collect::<Vec<_>>().join(", "))
        };
        let three = "costs:wait/ill=8,wait/well=0,test/ill=2,test/well=1,treat/ill=0,treat/well=4";
        for (text, expected) in [
            ("costs:well/ill=8,ill/well=1", "0 well, 1/9 ill"),
            (three, "0 wait, 1/7 test, 3/5 treat"),
            // One that is never the cheapest, one that is never worse, and two that are equal.
            (
                "costs:wait/ill=8,wait/well=0,test/ill=7,test/well=3,treat/ill=0,treat/well=1",
                "0 wait, 1/9 treat",
            ),
            ("costs:wait/ill=8,wait/well=1,treat/ill=0,treat/well=1", "0 treat"),
            ("costs:a/ill=1,a/well=1,b/ill=1,b/well=1", "0 a"),
            // They meet at 1 only.
            ("costs:a/ill=1,a/well=0,b/ill=1,b/well=2", "0 a"),
        ] {
            assert_eq!(parts(text).as_deref(), Some(expected), "{text}");
        }
        assert_eq!(parts("threshold:ill=1/3"), None);
        assert_eq!(decider("costs:a/b=1,a/c=1,b/a=1,b/c=1,c/a=1,c/b=1").unwrap().by_posterior(1), None);
        let costs = "costs:well/ill=8,ill/well=1".parse().unwrap();
        let decider = Decider::new(&costs, &["ill", "well"].map(Name::new)).unwrap();
        let ninth = BigRational::new(1.into(), 9.into());
        assert_eq!(decider.by_posterior(0), Some(vec![(BigRational::zero(), 0), (ninth, 1)]));
    }

    #[test]
    fn unknown_and_missing_classes_are_named() {
        for (text, expected) in [
            ("threshold:d=1/2", "names “d”"),
            ("costs:go/a=1,go/b=1,go/d=1", "names “d”"),
            ("costs:go/a=1,go/b=1", "leaves out the class “c”"),
        ] {
            let error = decider(text).unwrap_err();
            assert!(error.what.contains(expected), "{text}: {}", error.what);
        }
    }
}
