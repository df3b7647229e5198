//! Hypotheses about a sheet and their posteriors: single mistakes with their scope, then combinations, the best first.

use std::cmp::Ordering;
use std::collections::HashMap;

use super::evidence::{Effect, Evidence, FEW};
use super::evidence::{Line, Scope, Standing};
use crate::math::{Event, Quantity};

#[derive(Clone, Debug)]
pub(super) struct Tried {
    pub parts: Vec<usize>,
    pub ln_prior: f64,
    pub ln_score: f64,
    pub posterior: f64,
}

pub(super) struct Found {
    pub parts: Vec<Part>,
    pub tried: Vec<Tried>,
}

/// The most hypotheses that are extended at each depth, and the most mistakes on a sheet.
const BEAM: usize = 10;
const DEPTH: usize = 12;

/// The most parts that are combined: those that are most likely by themselves.
const JOINED: usize = 200;

/// The probability of a slip without a known reason on a line, and of a right line that the mistake would change.
const SLIP: f64 = 0.03;
const LAPSE: f64 = 0.03;

/// The probability of a right line under an unlisted reason.
const LUCK: f64 = 0.25;

/// Hypotheses that are less likely than this, relative to the best, are dropped.
const NEGLIGIBLE: f64 = 1e-12;

pub(super) fn posterior(evidence: &mut Evidence<'_>) -> Found {
    let parts = parts(evidence);
    let nothing = score(evidence, &parts, Vec::new());
    let mut tried: HashMap<Vec<usize>, Tried> = HashMap::new();
    let mut beam = vec![nothing.clone()];
    let mut joined: Vec<usize> = (0..parts.len()).collect();
    tried.insert(Vec::new(), nothing);
    for depth in 0..DEPTH {
        let mut next: Vec<Tried> = Vec::new();
        for start in &beam {
            for at in &joined {
                if !may_join(&parts, &start.parts, *at) {
                    continue;
                }
                let mut own = start.parts.clone();
                own.push(*at);
                own.sort_unstable();
                if tried.contains_key(&own) {
                    continue;
                }
                let found = score(evidence, &parts, own.clone());
                tried.insert(own, found.clone());
                // Do not extend a hypothesis that is less likely than without its last part.
                if found.ln_score > start.ln_score {
                    next.push(found);
                }
            }
        }
        next.sort_by(likelier);
        if depth == 0 {
            joined = next.iter().take(JOINED).flat_map(|one| one.parts.iter().copied()).collect();
        }
        next.truncate(BEAM);
        if next.is_empty() {
            break;
        }
        beam = next;
    }
    let mut tried: Vec<Tried> = tried.into_values().collect();
    tried.sort_by(likelier);
    let best = tried.first().map_or(0.0, |first| first.ln_score);
    tried.retain(|one| (one.ln_score - best).exp() > NEGLIGIBLE);
    let sum: f64 = tried.iter().map(|one| (one.ln_score - best).exp()).sum();
    for one in &mut tried {
        one.posterior = (one.ln_score - best).exp() / sum;
    }
    Found { parts, tried }
}

fn likelier(a: &Tried, b: &Tried) -> Ordering {
    b.ln_score.total_cmp(&a.ln_score).then_with(|| a.parts.cmp(&b.parts))
}

fn may_join(parts: &[Part], own: &[usize], at: usize) -> bool {
    let Some(part) = parts.get(at) else { return false };
    own.iter().filter_map(|at| parts.get(*at)).all(|other| {
        let meets = || other.lines.iter().any(|line| part.lines.contains(line));
        let inside = |part: &Part| matches!(part.scope, Scope::Inside(_));
        let is_unlisted = other.mistake.is_none() || part.mistake.is_none();
        let one_of_two = other.mistake == part.mistake || inside(other) || inside(part) || is_unlisted;
        !(one_of_two && meets())
    })
}

fn score(evidence: &mut Evidence<'_>, parts: &[Part], own: Vec<usize>) -> Tried {
    let chosen: Vec<&Part> = own.iter().filter_map(|at| parts.get(*at)).collect();
    let ln_prior: f64 = chosen.iter().map(|part| part.prior.ln()).sum();
    let ln_factors: f64 = (0..evidence.lines.len()).map(|line| factor(evidence, &chosen, line).ln()).sum();
    Tried { parts: own, ln_prior, ln_score: ln_prior + ln_factors, posterior: 0.0 }
}

impl Found {
    pub fn factor(&self, evidence: &mut Evidence<'_>, of: &Tried, line: usize) -> f64 {
        let chosen: Vec<&Part> = of.parts.iter().filter_map(|at| self.parts.get(*at)).collect();
        factor(evidence, &chosen, line)
    }
}

fn factor(evidence: &mut Evidence<'_>, parts: &[&Part], line: usize) -> f64 {
    let Some(standing) = evidence.lines.get(line).map(|line| line.standing) else { return 1.0 };
    if standing == Standing::Open {
        return 1.0;
    }
    let chance = evidence.chance.get(line).copied().unwrap_or(1.0);
    let right = match standing {
        Standing::Right => 1.0,
        Standing::Coarse => FEW,
        Standing::Wrong | Standing::Open => 0.0,
    };
    let here: Vec<&&Part> = parts.iter().filter(|part| part.lines.contains(&line)).collect();
    if here.is_empty() {
        return (1.0 - SLIP) * right + SLIP * chance;
    }
    let mut mistakes = Vec::new();
    for part in &here {
        match part.mistake {
            None => return LUCK * right + (1.0 - LUCK) * chance * (1.0 - right),
            Some(at) => mistakes.push(at),
        }
    }
    let fit = match (mistakes.as_slice(), here.as_slice()) {
        ([only], [part]) => fit_of(evidence, *only, &part.scope, line),
        _ => evidence.together(line, &mistakes),
    };
    (1.0 - SLIP - LAPSE) * fit + LAPSE * right + SLIP * chance
}

pub(super) fn fit_of(evidence: &Evidence<'_>, mistake: usize, scope: &Scope, line: usize) -> f64 {
    let Some(mistake) = evidence.mistakes.get(mistake) else { return 0.0 };
    let effects = if matches!(scope, Scope::Inside(_)) { &mistake.inside } else { &mistake.at };
    effects.get(line).and_then(Option::as_ref).map_or(0.0, |effect| effect.fit)
}

#[derive(Clone, Debug)]
pub(super) struct Part {
    /// Its position among all; `None` for an unlisted reason.
    pub mistake: Option<usize>,
    pub scope: Scope,
    pub lines: Vec<usize>,
    pub prior: f64,
}

/// The probabilities of the scopes of a mistake: everywhere, one kind of number, one class, one feature, one line, inside one.
const EVERYWHERE: f64 = 0.66;
const ONE_KIND: f64 = 0.06;
const ONE_CLASS: f64 = 0.06;
const ONE_FEATURE: f64 = 0.06;
const ONE_LINE: f64 = 0.12;
const INSIDE: f64 = 0.04;

/// The probability that a sheet is wrong for an unlisted reason.
const UNLISTED: f64 = 0.03;

fn parts(evidence: &Evidence<'_>) -> Vec<Part> {
    let mut found = Vec::new();
    for (at, mistake) in evidence.mistakes.iter().enumerate() {
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
                    own.push(Part { mistake: Some(at), scope, lines, prior });
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
        of_groups(|of| of.class().map(ToString::to_string), Scope::Class, ONE_CLASS);
        of_groups(feature_of, Scope::Feature, ONE_FEATURE);
        let number = |line: usize| evidence.lines.get(line).map_or(0, |line| line.number);
        for line in &all {
            put(Scope::Line(number(*line)), vec![*line], ONE_LINE / all.len() as f64);
        }
        found.extend(own);
        for line in inside.iter().filter(|line| !all.contains(line)) {
            if helps(&mistake.inside, &[*line]) {
                let prior = mistake.prior * INSIDE / inside.len() as f64;
                let scope = Scope::Inside(number(*line));
                found.push(Part { mistake: Some(at), scope, lines: vec![*line], prior });
            }
        }
    }
    found.extend(unlisted(evidence));
    found
}

fn unlisted(evidence: &Evidence<'_>) -> Vec<Part> {
    let kind = |line: &Line<'_>| (kind_of(&line.quantity), std::mem::discriminant(of_ln(&line.quantity)));
    let mut found: Vec<Part> = Vec::new();
    for line in evidence.lines {
        let same_kind = (0..).zip(evidence.lines).filter(|(_, other)| kind(other) == kind(line));
        let (lines, standings): (Vec<usize>, Vec<Standing>) =
            same_kind.map(|(at, other)| (at, other.standing)).unzip();
        let wrong = standings.iter().filter(|standing| **standing == Standing::Wrong);
        if wrong.count() > 1 && !found.iter().any(|part| part.lines == lines) {
            found.push(Part { mistake: None, scope: Scope::Everywhere, lines, prior: UNLISTED });
        }
    }
    found
}

/// The kinds of numbers that a person computes in the same way.
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

fn feature_of(quantity: &Quantity) -> Option<String> {
    match quantity {
        Quantity::Prob { event: Event::Value { feature, .. }, .. } => Some(feature.to_string()),
        other => other.feature().map(ToString::to_string),
    }
}
