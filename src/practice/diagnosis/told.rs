//! What is told of a posterior over mistakes: for each wrong line what most likely led there, and lines with one reason together.

use super::evidence::{Effect, Evidence};
use super::finding::{
    Diagnosis, Explained, FACT, Factors, Finding, Hypothesis, Known, LIKELY, POSSIBLE, Scope, Standing,
};
use super::places::Reason;
use super::search::{Found, Tried, fit_of};
use super::words;
use crate::math::sentence;
use crate::practice::mark::{Graded, Verdict};
use crate::practice::mistakes;

/// Hypotheses whose working is shown.
const SHOWN: usize = 4;

/// Factors that differ less than this from each other tell nothing.
const ALIKE: f64 = 1e-6;

pub(super) fn told(evidence: &mut Evidence<'_>, found: &Found) -> Diagnosis {
    let working = working(evidence, found);
    let evidence: &Evidence<'_> = evidence;
    let mut findings: Vec<(usize, Finding)> = Vec::new();
    let mut known = Vec::new();
    for (at, line) in evidence.lines.iter().enumerate() {
        let least = match line.standing {
            Standing::Wrong => POSSIBLE,
            Standing::Coarse => FACT,
            Standing::Right | Standing::Open => continue,
        };
        let causes = causes(evidence, found, at);
        let mut tags: Vec<&'static str> =
            causes.iter().filter_map(|(mistake, _)| Some(evidence.mistakes.get(*mistake)?.tag)).collect();
        tags.sort_unstable();
        tags.dedup();
        let posterior = causes.iter().map(|(_, posterior)| posterior).sum();
        known.push(Known { number: line.number, posterior, tags });
        for (mistake, posterior) in causes {
            if posterior < least {
                continue;
            }
            let Some(effect) = effect(evidence, mistake, at) else { continue };
            let explained = Explained {
                number: line.number,
                says: effect.made.says.clone(),
                hint: effect.made.hint.clone(),
                posterior,
            };
            match findings.iter_mut().find(|(own, _)| *own == mistake) {
                Some((_, finding)) => finding.lines.push(explained),
                None => {
                    let of = evidence.mistakes.get(mistake);
                    let synonyms = of.map(|of| of.synonyms.clone()).unwrap_or_default();
                    findings
                        .push((mistake, Finding { tag: effect.made.tag, synonyms, lines: vec![explained] }));
                }
            }
        }
    }
    let mut findings: Vec<Finding> = findings.into_iter().map(|(_, finding)| finding).collect();
    let first = |finding: &Finding| finding.lines.first().map_or(0, |line| line.number);
    findings.sort_by(|a, b| b.posterior().total_cmp(&a.posterior()).then_with(|| first(a).cmp(&first(b))));
    let slips = (0..).zip(evidence.slips()).filter_map(|(at, slip)| {
        let line = evidence.lines.get::<usize>(at)?;
        words::said(evidence.context(), line, slip.as_ref()?)
    });
    Diagnosis {
        slips: slips.collect(),
        known,
        findings,
        is_of_one_line: evidence.lines.len() == 1,
        hypotheses: hypotheses(evidence, found),
        working,
    }
}

/// What led to a wrong line, with the posterior of each mistake that fits there, the likeliest first.
fn causes(evidence: &Evidence<'_>, found: &Found, line: usize) -> Vec<(usize, f64)> {
    let mut all: Vec<(usize, f64)> = Vec::new();
    for tried in &found.tried {
        let here = tried
            .parts
            .iter()
            .filter_map(|at| found.parts.get(*at))
            .filter(|part| part.lines.contains(&line));
        let here: Vec<_> = here.collect();
        for part in &here {
            let Reason::Mistake(mistake) = part.reason else { continue };
            // Of several on one line each is a reason.
            if here.len() == 1 && fit_of(evidence, mistake, &part.scope, line) == 0.0 {
                continue;
            }
            match all.iter_mut().find(|(known, _)| *known == mistake) {
                Some((_, posterior)) => *posterior += tried.posterior,
                None => all.push((mistake, tried.posterior)),
            }
        }
    }
    all.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    all
}

fn effect<'e>(evidence: &'e Evidence<'_>, mistake: usize, line: usize) -> Option<&'e Effect> {
    let mistake = evidence.mistakes.get(mistake)?;
    let of = |effects: &'e [Option<Effect>]| effects.get(line).and_then(Option::as_ref);
    of(&mistake.at)
        .filter(|effect| effect.fit > 0.0)
        .or_else(|| of(&mistake.inside))
        .or_else(|| of(&mistake.at))
}

fn hypotheses(evidence: &Evidence<'_>, found: &Found) -> Vec<Hypothesis> {
    let name = |reason: &Reason| match reason {
        Reason::Mistake(at) => evidence.mistakes.get(*at).map_or("", |mistake| mistake.tag),
        Reason::Unlisted => "",
    };
    let parts = |own: &[usize]| -> Vec<(&'static str, Scope)> {
        let own = own.iter().filter_map(|at| found.parts.get(*at));
        own.map(|part| (name(&part.reason), part.scope.clone())).collect()
    };
    found
        .tried
        .iter()
        .take(SHOWN)
        .map(|tried| Hypothesis {
            parts: parts(&tried.parts),
            prior: tried.ln_prior.exp(),
            ln_score: tried.ln_score,
            posterior: tried.posterior,
        })
        .collect()
}

/// The factors of the hypotheses that are shown, a row for each line that tells them apart, and one for all others together.
fn working(evidence: &mut Evidence<'_>, found: &Found) -> Vec<Factors> {
    let shown: Vec<&Tried> = found.tried.iter().take(SHOWN).collect();
    let mut rows = Vec::new();
    let mut alike = Factors { lines: Vec::new(), factors: vec![1.0; shown.len()] };
    for (at, line) in evidence.lines.iter().enumerate() {
        let factors: Vec<f64> = shown.iter().map(|tried| found.factor(evidence, tried, at)).collect();
        let first = factors.first().copied().unwrap_or(1.0);
        if factors.iter().all(|other| (other - first).abs() <= ALIKE * first.abs()) {
            alike.lines.push(line.number);
            alike.factors.iter_mut().zip(&factors).for_each(|(product, factor)| *product *= factor);
        } else {
            rows.push(Factors { lines: vec![line.number], factors });
        }
    }
    rows.extend(Some(alike).filter(|alike| !alike.lines.is_empty()));
    rows
}

/// A wrong line with what the sheet says of its causes in the place of what its value alone does. What can happen to any number
/// stays.
pub(in crate::practice) fn caused(
    marked: Graded,
    unknown: &Graded,
    number: usize,
    diagnosis: &Diagnosis,
) -> Graded {
    let found = diagnosis.of_line(number);
    let tags: Vec<&'static str> = found.iter().map(|(tag, _)| *tag).collect();
    let with = |message, hint: &crate::math::Sentence, causes: Vec<&'static str>| {
        let flips = marked.flips.clone().filter(|_| marked.causes.first() == causes.first());
        Graded { verdict: Verdict::Wrong, causes, message, hint: hint.clone(), flips, ..marked.clone() }
    };
    let known = diagnosis.known.iter().find(|known| known.number == number);
    let is_explained = known.is_some_and(|known| known.posterior >= LIKELY);
    // Of a line by itself that no mistake gives, the value may still be one but for the last figure.
    let is_near = diagnosis.is_of_one_line && known.is_some_and(|known| known.tags.is_empty());
    let is_known = found.first().is_some_and(|(_, first)| first.posterior >= LIKELY);
    let slip = diagnosis.slips.iter().find(|slip| slip.number == number);
    if let Some(slip) = slip.filter(|slip| !(slip.is_bare && is_known)) {
        let mut causes = tags.clone();
        if let Some(tag) = slip.tag.filter(|tag| !tags.contains(tag)) {
            causes.insert(0, tag);
        }
        return with(slip.says.clone(), &unknown.hint, causes);
    }
    match found.as_slice() {
        [(_, only), ..] if only.posterior >= FACT => with(only.says.clone(), &only.hint, tags),
        [(_, first), ..] if first.posterior >= LIKELY => {
            with(sentence!("Most likely: {}", first.says), &first.hint, tags)
        }
        [(_, first), (_, second)] => {
            let others = known.is_some_and(|known| known.tags.len() > 2);
            let begin = if others {
                "Several slips give this number. Most likely"
            } else {
                "Two slips give this number. Either"
            };
            with(sentence!("{}: {} Or: {}", begin, first.says, second.says), &unknown.hint, tags)
        }
        // Of more no single one can be told: the first step is pointed at.
        [_, _, ..] => with(unknown.message.clone().and(" Several slips give it."), &unknown.hint, tags),
        // Several, each of which is as likely as the others.
        _ if (is_explained || is_near) && !marked.causes.is_empty() => marked,
        _ if marked.causes.iter().any(|tag| mistakes::is_general(tag)) => marked,
        _ => Graded { causes: Vec::new(), flips: None, ..unknown.clone() },
    }
}
