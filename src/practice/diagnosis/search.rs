//! Hypotheses about a sheet and their posteriors: single mistakes with their scope, then combinations, the best first. And the
//! report of the posteriors: the most likely cause of each wrong line, lines with the same cause together, and formulas with a
//! single wrong part.

use super::sheet::{Odd, Slip, without_ln};
use super::{
    Diagnosis, Effect, Evidence, Explained, FACT, FEW, Factors, Finding, Hypothesis, Known, LIKELY, Line,
    POSSIBLE, Scope, SlipIn, Standing, fit,
};
use crate::math::{Event, Expr, Name, Number, Quantity, Sentence, ToSentence, sentence};
use crate::practice::mark::{Graded, Verdict};
use crate::practice::mistakes::{self, Made, frequency, list};
use crate::practice::read::{Form, Written};
use crate::worked::{Context, Variations};
use num_traits::One;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::Arc;

#[derive(Clone, Debug)]
struct Tried {
    pub parts: Vec<usize>,
    pub ln_prior: f64,
    pub ln_score: f64,
    pub posterior: f64,
}

struct Found {
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

fn posterior(evidence: &mut Evidence<'_>) -> Found {
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
    fn factor(&self, evidence: &mut Evidence<'_>, of: &Tried, line: usize) -> f64 {
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

fn fit_of(evidence: &Evidence<'_>, mistake: usize, scope: &Scope, line: usize) -> f64 {
    let Some(mistake) = evidence.mistakes.get(mistake) else { return 0.0 };
    let effects = if matches!(scope, Scope::Inside(_)) { &mistake.inside } else { &mistake.at };
    effects.get(line).and_then(Option::as_ref).map_or(0.0, |effect| effect.fit)
}

#[derive(Clone, Debug)]
struct Part {
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
            let of = |line: &usize| {
                evidence.lines.get(*line).is_some_and(|line| kind_of(&line.of.quantity) == kind)
            };
            put(Scope::Kind(kind), all.iter().copied().filter(of).collect(), ONE_KIND);
        }
        let mut of_groups = |name: fn(&Quantity) -> Option<String>,
                             scope: fn(String) -> Scope,
                             share: f64| {
            let named = |line: &usize| evidence.lines.get(*line).and_then(|line| name(&line.of.quantity));
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
        let number = |line: usize| evidence.lines.get(line).map_or(0, |line| line.of.number);
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
    let kind = |line: &Line<'_>| {
        (kind_of(&line.of.quantity), std::mem::discriminant(without_ln(&line.of.quantity).0))
    };
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

fn kind_of(quantity: &Quantity) -> &'static str {
    match without_ln(quantity).0 {
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

const SHOWN: usize = 4;

const ALIKE: f64 = 1e-6;

pub(super) fn diagnose(evidence: &mut Evidence<'_>) -> Diagnosis {
    let found = &posterior(evidence);
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
        known.push(Known { number: line.of.number, posterior, tags });
        for (mistake, posterior) in causes {
            if posterior < least {
                continue;
            }
            let Some(effect) = effect(evidence, mistake, at) else { continue };
            let explained = Explained {
                number: line.of.number,
                says: effect.made.says.clone(),
                hint: effect.made.hint.clone(),
                posterior,
            };
            if let Some((_, finding)) = findings.iter_mut().find(|(own, _)| *own == mistake) {
                finding.lines.push(explained);
                continue;
            }
            let of = evidence.mistakes.get(mistake);
            let synonyms = of.map(|of| of.synonyms.clone()).unwrap_or_default();
            findings.push((mistake, Finding { tag: effect.made.tag, synonyms, lines: vec![explained] }));
        }
    }
    let mut findings: Vec<Finding> = findings.into_iter().map(|(_, finding)| finding).collect();
    let first = |finding: &Finding| finding.lines.first().map_or(0, |line| line.number);
    findings.sort_by(|a, b| b.posterior().total_cmp(&a.posterior()).then_with(|| first(a).cmp(&first(b))));
    let slips = evidence.lines.iter().zip(&evidence.sheet.slips);
    let slips = slips.filter_map(|(line, slip)| said(evidence.sheet.context, line, slip.as_ref()?));
    Diagnosis {
        slips: slips.collect(),
        known,
        findings,
        is_of_one_line: evidence.lines.len() == 1,
        hypotheses: hypotheses(evidence, found),
        working,
    }
}

/// The causes of a wrong line: the mistakes that fit there with their posteriors, the most likely first.
fn causes(evidence: &Evidence<'_>, found: &Found, line: usize) -> Vec<(usize, f64)> {
    let mut all: Vec<(usize, f64)> = Vec::new();
    for tried in &found.tried {
        let parts = tried.parts.iter().filter_map(|at| found.parts.get(*at));
        let here: Vec<&Part> = parts.filter(|part| part.lines.contains(&line)).collect();
        for part in &here {
            let Some(mistake) = part.mistake else { continue };
            // With several on one line, each is a cause.
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
    let at = of(&mistake.at);
    at.filter(|effect| effect.fit > 0.0).or_else(|| of(&mistake.inside)).or(at)
}

fn hypotheses(evidence: &Evidence<'_>, found: &Found) -> Vec<Hypothesis> {
    let tag = |at: usize| evidence.mistakes.get(at).map_or("", |mistake| mistake.tag);
    let hypothesis = |tried: &Tried| {
        let parts = tried.parts.iter().filter_map(|at| found.parts.get(*at));
        Hypothesis {
            parts: parts.map(|part| (part.mistake.map_or("", tag), part.scope.clone())).collect(),
            prior: tried.ln_prior.exp(),
            ln_score: tried.ln_score,
            posterior: tried.posterior,
        }
    };
    found.tried.iter().take(SHOWN).map(hypothesis).collect()
}

fn working(evidence: &mut Evidence<'_>, found: &Found) -> Vec<Factors> {
    let shown: Vec<&Tried> = found.tried.iter().take(SHOWN).collect();
    let mut rows = Vec::new();
    let mut equal = Factors { lines: Vec::new(), factors: vec![1.0; shown.len()] };
    for (at, line) in evidence.lines.iter().enumerate() {
        let factors: Vec<f64> = shown.iter().map(|tried| found.factor(evidence, tried, at)).collect();
        let first = factors.first().copied().unwrap_or(1.0);
        if factors.iter().all(|other| (other - first).abs() <= ALIKE * first.abs()) {
            equal.lines.push(line.of.number);
            equal.factors.iter_mut().zip(&factors).for_each(|(product, factor)| *product *= factor);
        } else {
            rows.push(Factors { lines: vec![line.of.number], factors });
        }
    }
    rows.extend(Some(equal).filter(|equal| !equal.lines.is_empty()));
    rows
}

/// Replaces the causes of a wrong line by those that the whole sheet suggests. Slips that can happen to any number are kept.
pub(in crate::practice) fn caused(
    marked: Graded,
    unknown: &Graded,
    number: usize,
    diagnosis: &Diagnosis,
) -> Graded {
    let found = diagnosis.of_line(number);
    let tags: Vec<&'static str> = found.iter().map(|(tag, _)| *tag).collect();
    let with = |message, hint: &Sentence, causes: Vec<&'static str>| {
        let flips = marked.flips.clone().filter(|_| marked.causes.first() == causes.first());
        Graded { verdict: Verdict::Wrong, causes, message, hint: hint.clone(), flips, ..marked.clone() }
    };
    let known = diagnosis.known.iter().find(|known| known.number == number);
    let is_explained = known.is_some_and(|known| known.posterior >= LIKELY);
    // A single line that no mistake gives may still differ from one in the last figure.
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
                "Two slips give this number: either"
            };
            with(sentence!("{}: {} Or: {}", begin, first.says, second.says), &unknown.hint, tags)
        }
        // With more, none can be named: the message points to the first step.
        [_, _, ..] => {
            with(unknown.message.clone().and(" Several slips give this number."), &unknown.hint, tags)
        }
        // Several that are equally likely.
        _ if (is_explained || is_near) && !marked.causes.is_empty() => marked,
        _ if marked.causes.iter().any(|tag| mistakes::is_general(tag)) => marked,
        _ => Graded { causes: Vec::new(), flips: None, ..unknown.clone() },
    }
}

const LISTED: usize = 3;

fn said(context: Context<'_>, line: &Line<'_>, slip: &Slip) -> Option<SlipIn> {
    let is_bare = matches!(line.written.form, Form::Fraction { .. });
    if let Some((factor, part)) = &slip.factor
        && let Some(cause) = cause(context, factor, part)
    {
        let says = sentence!("Check {}: you have {}. {}", factor.to_string(), part.named(), cause.says);
        return Some(SlipIn { number: line.of.number, is_bare, tag: Some(cause.tag), says });
    }
    let right: Vec<Sentence> = slip.right.iter().take(LISTED).map(|(_, part)| part.named()).collect();
    let are = if right.len() == 1 { "is" } else { "are" };
    let begin = sentence!("{} {} right", list(&right), are);
    let of_other = if slip.of == line.of.quantity {
        Sentence::default()
    } else {
        sentence!(" in {},", slip.of.to_string())
    };
    let (tag, says) = match &slip.odd {
        Odd::Missing { place } => {
            (left_out(place), sentence!("{}, but {} is left out.", begin, name(place, context)?))
        }
        Odd::Extra { part } => (None, sentence!("{}, but {} does not belong here.", begin, part.named())),
        Odd::Operand { place, part } => match (factor_at(place), operand(place, context)) {
            (Some(factor), _) => {
                let cause = cause(context, factor, part);
                let because = cause.as_ref().map(|made| sentence!(" {}", made.says)).unwrap_or_default();
                let says = sentence!(
                    "{}. Check {}: you have {}.{}",
                    begin,
                    factor.to_string(),
                    part.named(),
                    because
                );
                (cause.map(|made| made.tag), says)
            }
            (None, Some((name, value))) => (
                None,
                sentence!("{};{} {} is {}, but you have {}.", begin, of_other, name, value, part.named()),
            ),
            (None, None) => (None, sentence!("{};{} check {}.", begin, of_other, part.named())),
        },
    };
    Some(SlipIn { number: line.of.number, is_bare, tag, says })
}

fn left_out(place: &Expr) -> Option<&'static str> {
    Some(match factor_at(place)? {
        Quantity::Prob { event: Event::Class(_), given: None } => "B1",
        Quantity::Prob { event: Event::Value { .. }, given: Some(_) } | Quantity::Density { .. } => "B24",
        _ => return None,
    })
}

fn factor_at(place: &Expr) -> Option<&Quantity> {
    match place {
        Expr::Of(Quantity::Count { .. } | Quantity::Rows | Quantity::Alpha | Quantity::Values(_)) => None,
        Expr::Of(quantity) => Some(quantity),
        Expr::Pow(base, _) => factor_at(base),
        _ => None,
    }
}

fn name(place: &Expr, context: Context<'_>) -> Option<Sentence> {
    match factor_at(place) {
        Some(quantity) => Some(quantity.to_string().to_sentence()),
        None => operand(place, context).map(|(name, _)| name),
    }
}

/// The name and the value of a count, α or k.
fn operand(place: &Expr, context: Context<'_>) -> Option<(Sentence, Sentence)> {
    let values = |feature: &Name| {
        let is_words = context.fitted.factor(feature.as_str()).is_some_and(|factor| factor.is_words());
        if is_words { "V" } else { "k" }
    };
    let (name, quantity): (Sentence, &Quantity) = match place {
        Expr::Of(of @ Quantity::Values(feature)) => (values(feature).into(), of),
        Expr::Of(of @ Quantity::Alpha) => ("α".into(), of),
        Expr::Of(of @ Quantity::Rows) => ("n".into(), of),
        Expr::Of(of @ Quantity::Count { .. }) => (of.to_string().to_sentence(), of),
        // α = 1 is not written.
        Expr::Mul(parts) => match parts.as_slice() {
            [Expr::Of(Quantity::Alpha), Expr::Of(of @ Quantity::Values(feature))]
                if context.fitted.alpha().is_one() =>
            {
                (values(feature).into(), of)
            }
            _ => return None,
        },
        _ => return None,
    };
    let value = Variations::new(context).right(quantity).ok()??;
    Some((name, mistakes::text(&value)))
}

fn cause(context: Context<'_>, of: &Quantity, part: &Written) -> Option<Arc<Made>> {
    let tried = mistakes::all(context.fitted, context.case, of);
    let mut variations = Variations::new(context);
    let mut gives = |made: &Made| -> Option<Number> { variations.under(made).value(of).ok()? };
    let fits = |value: Number| fit(part, &value, 2, 0) > 0.0;
    let fitting = tried.made.into_iter().filter(|made| made.scale() == 1.0 && gives(made).is_some_and(fits));
    fitting.min_by(|a, b| frequency(b.tag).total_cmp(&frequency(a.tag)))
}
