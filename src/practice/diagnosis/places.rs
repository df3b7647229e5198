//! Where mistakes are made: each with every place that changes lines of its own.

use super::evidence::{Effect, Evidence};
use super::finding::{Line, Scope, Standing};
use crate::math::{Event, Quantity};

/// What a hypothesis says of some lines.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Reason {
    Mistake(usize),
    Unlisted,
}

/// A reason with where it holds.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub reason: Reason,
    pub scope: Scope,
    pub lines: Vec<usize>,
    pub prior: f64,
}

/// Where mistakes are made: everywhere, in one kind of numbers, for one class, for one feature, on one line, inside one.
const EVERYWHERE: f64 = 0.66;
const ONE_KIND: f64 = 0.06;
const ONE_CLASS: f64 = 0.06;
const ONE_FEATURE: f64 = 0.06;
const ONE_LINE: f64 = 0.12;
const INSIDE: f64 = 0.04;

/// How often a sheet is wrong for a reason that nobody lists.
const UNLISTED: f64 = 0.03;

/// Every mistake with every place where it can be made.
pub(super) fn parts(evidence: &Evidence<'_>) -> Vec<Part> {
    let mut found = Vec::new();
    for (at, mistake) in evidence.mistakes.iter().enumerate() {
        let reason = Reason::Mistake(at);
        let of = |effects: &[Option<Effect>]| -> Vec<usize> {
            (0..).zip(effects).filter(|(_, effect)| effect.is_some()).map(|(line, _)| line).collect()
        };
        let (all, inside) = (of(&mistake.at), of(&mistake.inside));
        let helps = |effects: &[Option<Effect>], lines: &[usize]| {
            lines.iter().any(|line| {
                let wrong = evidence.lines.get(*line).is_some_and(|line| line.standing == Standing::Wrong);
                wrong && effects.get(*line).and_then(Option::as_ref).is_some_and(|effect| effect.fit > 0.0)
            })
        };
        let mut own: Vec<Part> = Vec::new();
        let mut put = |scope: Scope, lines: Vec<usize>, share: f64| {
            let prior = mistake.prior * share;
            match own.iter_mut().find(|part| part.lines == lines) {
                Some(known) => known.prior += prior,
                None if helps(&mistake.at, &lines) => {
                    own.push(Part { reason: reason.clone(), scope, lines, prior });
                }
                None => {}
            }
        };
        put(Scope::Everywhere, all.clone(), EVERYWHERE);
        for kind in KINDS {
            let of =
                |line: &usize| evidence.lines.get(*line).is_some_and(|line| kind_of(&line.quantity) == kind);
            put(Scope::Kind(kind), all.iter().copied().filter(of).collect(), ONE_KIND);
        }
        let mut of_groups = |name: fn(&Quantity) -> Option<String>,
                             scope: fn(String) -> Scope,
                             share: f64| {
            let named = |line: &usize| evidence.lines.get(*line).and_then(|line| name(&line.quantity));
            let mut names: Vec<String> = all.iter().filter_map(named).collect();
            names.sort_unstable();
            names.dedup();
            for own in &names {
                let lines = all.iter().copied().filter(|line| named(line).as_ref() == Some(own)).collect();
                put(scope(own.clone()), lines, share / names.len() as f64);
            }
        };
        of_groups(class_of, Scope::Class, ONE_CLASS);
        of_groups(feature_of, Scope::Feature, ONE_FEATURE);
        let number = |line: usize| evidence.lines.get(line).map_or(0, |line| line.number);
        for line in &all {
            put(Scope::Line(number(*line)), vec![*line], ONE_LINE / all.len() as f64);
        }
        found.extend(own);
        for line in inside.iter().filter(|line| !all.contains(line)) {
            if helps(&mistake.inside, &[*line]) {
                let prior = mistake.prior * INSIDE / inside.len() as f64;
                found.push(Part {
                    reason: reason.clone(),
                    scope: Scope::Inside(number(*line)),
                    lines: vec![*line],
                    prior,
                });
            }
        }
    }
    found.extend(unlisted(evidence));
    found
}

/// A reason nobody lists, for all lines of a kind of which several are wrong.
fn unlisted(evidence: &Evidence<'_>) -> Vec<Part> {
    let kind = |line: &Line<'_>| (kind_of(&line.quantity), std::mem::discriminant(of_ln(&line.quantity)));
    let mut found: Vec<Part> = Vec::new();
    for line in evidence.lines {
        let alike = (0..).zip(evidence.lines).filter(|(_, other)| kind(other) == kind(line));
        let (lines, standings): (Vec<usize>, Vec<Standing>) =
            alike.map(|(at, other)| (at, other.standing)).unzip();
        let wrong = standings.iter().filter(|standing| **standing == Standing::Wrong);
        if wrong.count() > 1 && !found.iter().any(|part| part.lines == lines) {
            found.push(Part { reason: Reason::Unlisted, scope: Scope::Everywhere, lines, prior: UNLISTED });
        }
    }
    found
}

/// The kinds of numbers that a person does alike.
const KINDS: [&str; 6] = ["priors", "conditionals", "likelihoods", "scores", "evidence", "posteriors"];

fn of_ln(quantity: &Quantity) -> &Quantity {
    match quantity {
        Quantity::Ln(inner) => inner,
        other => other,
    }
}

fn kind_of(quantity: &Quantity) -> &'static str {
    match of_ln(quantity) {
        Quantity::Prob { event: Event::Class(_), given: None } => "priors",
        Quantity::Prob { event: Event::Value { .. }, given: Some(_) } => "conditionals",
        Quantity::Prob { event: Event::Case, given: Some(_) } => "likelihoods",
        Quantity::Prob { event: Event::Class(_), given: Some(_) } => "posteriors",
        Quantity::Prob { .. } => "evidence",
        Quantity::Score(_) => "scores",
        _ => "",
    }
}

fn class_of(quantity: &Quantity) -> Option<String> {
    quantity.class().map(ToString::to_string)
}

fn feature_of(quantity: &Quantity) -> Option<String> {
    match quantity {
        Quantity::Prob { event: Event::Value { feature, .. }, .. } => Some(feature.to_string()),
        other => other.feature().map(ToString::to_string),
    }
}
