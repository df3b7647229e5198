//! The report of a posterior over mistakes: the most likely cause of each wrong line, lines with the same cause together, and
//! formulas with a single wrong part.

use std::sync::Arc;

use num_traits::One;

use super::evidence::{
    Diagnosis, Explained, FACT, Factors, Finding, Hypothesis, Known, LIKELY, Line, POSSIBLE, SlipIn, Standing,
};
use super::evidence::{Effect, Evidence, fit};
use super::search::{Found, Tried, fit_of};
use super::sheet::{Odd, Slip};
use crate::math::{Event, Expr, Name, Number, Quantity, Sentence, ToSentence, sentence};
use crate::practice::mark::{Graded, Verdict};
use crate::practice::mistakes::{self, Made, frequency, list};
use crate::practice::read::{Form, Written};
use crate::worked::{Context, Variations};

const SHOWN: usize = 4;

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
        let here = tried
            .parts
            .iter()
            .filter_map(|at| found.parts.get(*at))
            .filter(|part| part.lines.contains(&line));
        let here: Vec<_> = here.collect();
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
    of(&mistake.at)
        .filter(|effect| effect.fit > 0.0)
        .or_else(|| of(&mistake.inside))
        .or_else(|| of(&mistake.at))
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
            equal.lines.push(line.number);
            equal.factors.iter_mut().zip(&factors).for_each(|(product, factor)| *product *= factor);
        } else {
            rows.push(Factors { lines: vec![line.number], factors });
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
    let with = |message, hint: &crate::math::Sentence, causes: Vec<&'static str>| {
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
        return Some(SlipIn { number: line.number, is_bare, tag: Some(cause.tag), says });
    }
    let right: Vec<Sentence> = slip.right.iter().take(LISTED).map(|(_, part)| part.named()).collect();
    let are = if right.len() == 1 { "is" } else { "are" };
    let begin = sentence!("{} {} right", list(&right), are);
    let of_other = if slip.of == line.quantity {
        Sentence::default()
    } else {
        sentence!(" in {},", slip.of.to_string())
    };
    let (tag, says) = match &slip.odd {
        Odd::Missing { place } => {
            (left_out(place), sentence!("{}, but {} is left out.", begin, name(place, context)?))
        }
        Odd::Extra { part } => (None, sentence!("{}, but {} does not belong here.", begin, part.named())),
        Odd::Operand { place, part } => match (factor(place), operand(place, context)) {
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
    Some(SlipIn { number: line.number, is_bare, tag, says })
}

fn left_out(place: &Expr) -> Option<&'static str> {
    Some(match factor(place)? {
        Quantity::Prob { event: Event::Class(_), given: None } => "B1",
        Quantity::Prob { event: Event::Value { .. }, given: Some(_) } | Quantity::Density { .. } => "B24",
        _ => return None,
    })
}

fn factor(place: &Expr) -> Option<&Quantity> {
    match place {
        Expr::Of(Quantity::Count { .. } | Quantity::Rows | Quantity::Alpha | Quantity::Values(_)) => None,
        Expr::Of(quantity) => Some(quantity),
        Expr::Pow(base, _) => factor(base),
        _ => None,
    }
}

fn name(place: &Expr, context: Context<'_>) -> Option<Sentence> {
    match factor(place) {
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
