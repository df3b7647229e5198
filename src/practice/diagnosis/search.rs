//! Hypotheses about a sheet, and their posteriors: mistakes one by one with where they are made, then together, the best first.

use std::cmp::Ordering;
use std::collections::HashMap;

use super::chance::FEW;
use super::evidence::Evidence;
use super::finding::{Scope, Standing};
use super::places::{Part, Reason, parts};

/// Parts together, by their positions in the list of all.
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

/// Hypotheses that are extended at each depth, and how many mistakes one person makes on a sheet.
const BEAM: usize = 10;
const DEPTH: usize = 12;

/// Parts that are tried beside others, the likeliest by themselves. Every wrong line of a long sheet brings many.
const JOINED: usize = 200;

/// A slip for no known reason on a line; a line that is right although the mistake would change it.
const SLIP: f64 = 0.03;
const LAPSE: f64 = 0.03;

/// A line that is right by luck under a reason that nobody lists.
const LUCK: f64 = 0.25;

/// Hypotheses that are so much less likely than the best add nothing.
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
                // What is less likely than without its last part leads nowhere.
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

/// Whether a part says something beside others: not the same mistake again on lines that it has.
fn may_join(parts: &[Part], own: &[usize], at: usize) -> bool {
    let Some(part) = parts.get(at) else { return false };
    own.iter().filter_map(|at| parts.get(*at)).all(|other| {
        let meets = || other.lines.iter().any(|line| part.lines.contains(line));
        let inside = |part: &Part| matches!(part.scope, Scope::Inside(_));
        let one_of_two = other.reason == part.reason
            || inside(other)
            || inside(part)
            || other.reason == Reason::Unlisted
            || part.reason == Reason::Unlisted;
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
        match part.reason {
            Reason::Unlisted => return LUCK * right + (1.0 - LUCK) * chance * (1.0 - right),
            Reason::Mistake(at) => mistakes.push(at),
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
