//! Diagnoses a sheet: the mistake that explains the most wrong lines, then the same for the lines that are left.
//!
//!
//! A mistake explains a line if it gives the written number from the student's own earlier lines. Right lines that it
//! would change count against it; of equally good mistakes, the most common comes first.

mod formula;
mod sheet;

use super::carry::Earlier;
use super::mark::{Graded, Key, Verdict};
use super::mistakes::{Made, is_general};
use super::read::Written;
use crate::math::{Sentence, sentence};
use crate::worked::Context;
use serde::{Serialize, Serializer};
pub(super) use sheet::fit;
use sheet::{Cause, Effect, Sheet};
use std::cmp::{Ordering, Reverse};
use std::sync::Arc;

/// Sheets with more lines are not diagnosed as a whole: nobody works so many by hand.
const LINES: usize = 200;

#[derive(Clone, Debug)]
pub(crate) struct Line<'a> {
    pub of: &'a Earlier,
    pub key: &'a Key,
    pub written: &'a Written,
    pub verdict: Verdict,
    /// Whether it is unmarked, agrees with the right value, but has too few figures.
    pub is_coarse: bool,
}

#[derive(Clone, Debug, Default, Serialize)]
pub struct Diagnosis {
    /// The cause that explains the most lines comes first.
    pub findings: Vec<Finding>,
    #[serde(skip)]
    pub(crate) slips: Vec<SlipIn>,
    #[serde(skip)]
    is_of_one_line: bool,
}

#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    pub tag: &'static str,
    /// The tags of mistakes that give the same numbers on every line of this sheet.
    pub(crate) synonyms: Vec<&'static str>,
    #[serde(serialize_with = "as_numbers")]
    lines: Vec<Explained>,
    #[serde(skip)]
    pub(crate) against: Vec<usize>,
}

#[derive(Clone, Debug)]
struct Explained {
    number: usize,
    made: Arc<Made>,
    /// How common it is among the causes that explain the line as well: its share, and their number.
    share: f64,
    causes: usize,
    is_telling: bool,
}

/// The one thing that is wrong in a formula.
#[derive(Clone, Debug)]
pub(crate) struct SlipIn {
    pub number: usize,
    pub is_bare: bool,
    pub tag: Option<&'static str>,
    pub says: Sentence,
}

/// The least share of a cause that is named alone, as the most likely, and as one of several.
const FACT: f64 = 0.8;
const LIKELY: f64 = 0.5;
const POSSIBLE: f64 = 0.2;

/// The most causes of a line that are listed if none of them is more common than the others.
const LISTED: usize = 3;

/// The causes of the wrong lines. `before` are earlier lines, which are not diagnosed again. Empty if no line is wrong.
pub(super) fn diagnose(context: Context<'_>, before: &[Earlier], lines: &[Line<'_>]) -> Diagnosis {
    let wrong = |line: &Line<'_>| line.verdict == Verdict::Wrong;
    if lines.len() > LINES || !lines.iter().any(wrong) {
        return Diagnosis::default();
    }
    let mut sheet = Sheet::new(context, before, lines);
    let causes = sheet.causes();
    let mut found: Vec<(usize, Finding)> = Vec::new();
    let mut left: Vec<usize> = (0..).zip(lines).filter(|(_, line)| wrong(line)).map(|(at, _)| at).collect();
    loop {
        let ranks: Vec<_> = causes.iter().map(|cause| rank(cause, lines, &left)).collect();
        let highest = ranks.iter().flatten().max_by(|a, b| a.partial_cmp(b).unwrap_or(Ordering::Equal));
        let best = causes.iter().enumerate().zip(&ranks).filter(|(_, rank)| rank.as_ref() == highest);
        let best: Vec<(usize, &Cause)> = best.map(|(cause, _)| cause).collect();
        let Some((_, first)) = best.first().filter(|_| highest.is_some()) else { break };
        let mut explained: Vec<usize> =
            left.iter().copied().filter(|at| first.explains(*at).is_some()).collect();
        left.retain(|at| !explained.contains(at));
        if explained.len() > 1 {
            let coarse = (0..).zip(lines).filter(|(_, line)| line.is_coarse);
            let is_exact = |at: &usize| first.explains(*at).is_some_and(|effect| effect.is_exact);
            explained.extend(coarse.map(|(at, _)| at).filter(is_exact));
        }
        explained.into_iter().for_each(|at| put(&mut found, lines, &best, at));
    }
    let findings = found.into_iter().map(|(_, finding)| finding).collect();
    Diagnosis { findings, slips: sheet.slips_in_words(), is_of_one_line: lines.len() == 1 }
}

/// How much a mistake explains, and how many right lines it would change; `None` if it explains too little.
fn rank(cause: &Cause, lines: &[Line<'_>], left: &[usize]) -> Option<(f64, Reverse<usize>)> {
    let explained: Vec<&Effect> = left.iter().filter_map(|at| cause.explains(*at)).collect();
    let against = against(cause, lines).count();
    let is_enough = match explained.as_slice() {
        [] => false,
        // Many mistakes give a number of two figures by chance.
        [only] => against == 0 || only.is_telling,
        _ => true,
    };
    is_enough.then(|| (explained.iter().map(|effect| effect.fit).sum(), Reverse(against)))
}

fn against<'l>(cause: &'l Cause, lines: &'l [Line<'_>]) -> impl Iterator<Item = usize> + 'l {
    let is_right = |line: &Line<'_>| matches!(line.verdict, Verdict::Correct | Verdict::Noted);
    let changed = move |(at, line): &(usize, &Line<'_>)| is_right(line) && cause.changes(*at);
    lines.iter().enumerate().filter(changed).map(|(_, line)| line.of.number)
}

/// Adds a line to the findings of the causes that explain it. `best` are causes of equal rank, the most common first.
fn put(found: &mut Vec<(usize, Finding)>, lines: &[Line<'_>], best: &[(usize, &Cause)], line: usize) {
    let Some(number) = lines.get(line).map(|line| line.of.number) else { return };
    let own = best.iter().filter_map(|(at, cause)| Some((*at, *cause, cause.explains(line)?)));
    let own: Vec<(usize, &Cause, &Effect)> = own.collect();
    let sum_of = |counts: &dyn Fn(&Cause) -> bool| -> f64 {
        own.iter().filter(|(_, cause, _)| counts(cause)).map(|(_, cause, _)| cause.frequency).sum()
    };
    let sum = sum_of(&|_| true);
    // If none is likely by itself, the ways to make one mistake count together.
    let is_open = own.first().is_some_and(|(_, first, _)| first.frequency < LIKELY * sum);
    let is_possible = |(_, cause, _): &&(usize, &Cause, &Effect)| {
        let own = if is_open { sum_of(&|other| other.tag == cause.tag) } else { cause.frequency };
        own >= POSSIBLE * sum
    };
    let mut listed: Vec<_> = own.iter().filter(is_possible).collect();
    if listed.is_empty() {
        listed.extend(own.iter().take(LISTED));
    }
    for (at, cause, effect) in listed {
        let explained = Explained {
            number,
            made: Arc::clone(&effect.made),
            share: cause.frequency / sum,
            causes: own.len(),
            is_telling: effect.is_telling,
        };
        match found.iter_mut().find(|(known, _)| known == at) {
            Some((_, finding)) => finding.lines.push(explained),
            None => {
                let (tag, synonyms) = (cause.tag, cause.synonyms.clone());
                let against = against(cause, lines).collect();
                found.push((*at, Finding { tag, synonyms, lines: vec![explained], against }));
            }
        }
    }
}

/// Replaces the causes of a wrong line by those that the whole sheet suggests. Slips that can happen to any number are kept.
pub(super) fn caused(marked: Graded, unknown: &Graded, number: usize, diagnosis: &Diagnosis) -> Graded {
    let found = diagnosis.of_line(number);
    let tags: Vec<&'static str> = found.iter().map(|(finding, _)| finding.tag).collect();
    let with = |message, hint: &Sentence, causes: Vec<&'static str>| {
        let flips = marked.flips.clone().filter(|_| marked.causes.first() == causes.first());
        Graded { verdict: Verdict::Wrong, causes, message, hint: hint.clone(), flips, ..marked.clone() }
    };
    let is_known = found.first().is_some_and(|(_, first)| first.share >= LIKELY);
    let slip = diagnosis.slips.iter().find(|slip| slip.number == number);
    if let Some(slip) = slip.filter(|slip| !(slip.is_bare && is_known)) {
        let own = slip.tag.filter(|tag| !tags.contains(tag));
        return with(slip.says.clone(), &unknown.hint, own.into_iter().chain(tags).collect());
    }
    let is_certain = |finding: &Finding, line: &Explained| {
        line.share >= FACT && (line.is_telling || finding.lines.len() > 1)
    };
    match found.as_slice() {
        [(finding, first), ..] if is_certain(finding, first) => {
            with(first.made.slip.says.clone(), &first.made.hint, tags)
        }
        [(_, first), ..] if first.share >= LIKELY => {
            with(sentence!("Most likely: {}", first.made.slip.says), &first.made.hint, tags)
        }
        [(_, first), (_, second)] => {
            let begin = match first.causes {
                ..=2 => "Two slips give this number: either",
                _ => "Several slips give this number. Most likely",
            };
            let (first, second) = (&first.made.slip.says, &second.made.slip.says);
            with(sentence!("{}: {} Or: {}", begin, first, second), &unknown.hint, tags)
        }
        // With more, none can be named: the message points to the first step.
        [_, ..] => with(unknown.message.clone().and(" Several slips give this number."), &unknown.hint, tags),
        // A single line that no mistake gives may still differ from one in the last figure.
        [] if diagnosis.is_of_one_line && !marked.causes.is_empty() => marked,
        [] if marked.causes.iter().any(|tag| is_general(tag)) => marked,
        [] => Graded { causes: Vec::new(), flips: None, ..unknown.clone() },
    }
}

impl Diagnosis {
    pub(super) fn explains(&self, number: usize) -> bool {
        !self.of_line(number).is_empty()
    }

    fn of_line(&self, number: usize) -> Vec<(&Finding, &Explained)> {
        let all =
            self.findings.iter().flat_map(|finding| finding.lines.iter().map(move |line| (finding, line)));
        let mut found: Vec<(&Finding, &Explained)> = all.filter(|(_, line)| line.number == number).collect();
        found.sort_by(|a, b| b.1.share.total_cmp(&a.1.share));
        let mut tags = Vec::new();
        found.retain(|(finding, _)| {
            let is_new = !tags.contains(&finding.tag);
            tags.push(finding.tag);
            is_new
        });
        found
    }
}

impl Finding {
    pub fn numbers(&self) -> Vec<usize> {
        self.lines.iter().map(|line| line.number).collect()
    }
}

fn as_numbers<S: Serializer>(lines: &[Explained], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(lines.iter().map(|line| line.number))
}
