//! Diagnoses a sheet: the mistake that explains the most wrong lines, then the same for the lines that are left.
//!
//! A mistake explains a line if it gives the written number from the student's own earlier lines. Right lines that it would
//! change count against it. Of mistakes that explain equally much, the most common comes first. Nothing here decides whether a
//! line is right.

mod formula;
mod sheet;

use super::carry::Earlier;
use super::mark::{Graded, Key, Verdict};
use super::mistakes;
use super::read::Written;
use crate::math::{Sentence, sentence};
use crate::worked::Context;
use serde::{Serialize, Serializer};
use sheet::{Cause, Sheet};
use std::cmp::{Ordering, Reverse};

/// Sheets with more lines are not diagnosed as a whole: nobody works so many by hand.
const LINES: usize = 200;

/// A number of a sheet and what is known of it.
#[derive(Clone, Debug)]
pub(in crate::practice) struct Line<'a> {
    pub of: &'a Earlier,
    pub key: &'a Key,
    pub written: &'a Written,
    pub standing: Standing,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::practice) enum Standing {
    Right,
    Wrong,
    /// It agrees with the right value, but has too few figures.
    Coarse,
    Open,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Diagnosis {
    /// The cause that explains the most lines comes first.
    pub findings: Vec<Finding>,
    #[serde(skip)]
    pub(crate) slips: Vec<SlipIn>,
    #[serde(skip)]
    is_of_one_line: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Finding {
    pub tag: &'static str,
    /// The tags of mistakes that give the same numbers on every line of this sheet.
    pub(crate) synonyms: Vec<&'static str>,
    /// The wrong lines that it explains; never empty.
    #[serde(serialize_with = "as_numbers")]
    lines: Vec<Explained>,
    /// The right lines that it would change.
    #[serde(skip)]
    pub(crate) against: Vec<usize>,
}

#[derive(Clone, Debug, PartialEq)]
struct Explained {
    number: usize,
    says: Sentence,
    hint: Sentence,
    /// How common it is among the causes that explain the line as well: its share, and their number.
    share: f64,
    causes: usize,
}

/// The one thing that is wrong in a formula.
#[derive(Clone, Debug, PartialEq)]
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
    let wrong = |line: &Line<'_>| line.standing == Standing::Wrong;
    if lines.len() > LINES || !lines.iter().any(wrong) {
        return Diagnosis::default();
    }
    let mut sheet = Sheet::new(context, before, lines);
    let causes = sheet.causes();
    let mut found: Vec<(usize, Finding)> = Vec::new();
    let mut left: Vec<usize> = (0..).zip(lines).filter(|(_, line)| wrong(line)).map(|(at, _)| at).collect();
    loop {
        let ranks: Vec<Option<Rank>> = causes.iter().map(|cause| rank(cause, lines, &left)).collect();
        let highest = ranks.iter().flatten().max_by(|a, b| a.partial_cmp(b).unwrap_or(Ordering::Equal));
        let best = causes.iter().enumerate().zip(&ranks).filter(|(_, rank)| rank.as_ref() == highest);
        let best: Vec<(usize, &Cause)> = best.map(|(cause, _)| cause).collect();
        let Some((_, first)) = best.first().filter(|_| highest.is_some()) else { break };
        let mut explained: Vec<usize> = left.iter().copied().filter(|at| first.explains(*at)).collect();
        left.retain(|at| !explained.contains(at));
        if explained.len() > 1 {
            let coarse = (0..).zip(lines).filter(|(_, line)| line.standing == Standing::Coarse);
            explained.extend(coarse.map(|(at, _)| at).filter(|at| first.is_exact(*at)));
        }
        explained.into_iter().for_each(|at| put(&mut found, lines, &best, at));
    }
    let findings = found.into_iter().map(|(_, finding)| finding).collect();
    Diagnosis { findings, slips: sheet.slips_in_words(), is_of_one_line: lines.len() == 1 }
}

/// How much a mistake explains of the lines that are left, and how many right lines it would change.
type Rank = (f64, Reverse<usize>);

/// The rank of a mistake; `None` if it explains too little to be named.
fn rank(cause: &Cause, lines: &[Line<'_>], left: &[usize]) -> Option<Rank> {
    let fits: Vec<f64> = left.iter().filter(|at| cause.explains(**at)).map(|at| cause.fit(*at)).collect();
    let against = against(cause, lines).count();
    // Many mistakes give a number of two figures by chance.
    let is_telling = || left.iter().any(|at| cause.is_telling(*at));
    let is_enough = fits.len() > 1 || fits.len() == 1 && (against == 0 || is_telling());
    is_enough.then(|| (fits.iter().sum(), Reverse(against)))
}

/// The right lines that a mistake would change.
fn against<'l>(cause: &'l Cause, lines: &'l [Line<'_>]) -> impl Iterator<Item = usize> + 'l {
    let changed = |(at, line): &(usize, &Line<'_>)| line.standing == Standing::Right && cause.changes(*at);
    lines.iter().enumerate().filter(changed).map(|(_, line)| line.of.number)
}

/// Adds a line to the findings of the causes that explain it. `best` are causes of equal rank, the most common first.
fn put(found: &mut Vec<(usize, Finding)>, lines: &[Line<'_>], best: &[(usize, &Cause)], line: usize) {
    let own: Vec<&(usize, &Cause)> = best.iter().filter(|(_, cause)| cause.explains(line)).collect();
    let sum: f64 = own.iter().map(|(_, cause)| cause.frequency).sum();
    let possible = own.iter().filter(|(_, cause)| cause.frequency >= POSSIBLE * sum).count();
    let listed = if possible == 0 { LISTED } else { possible };
    for (at, cause) in own.iter().take(listed) {
        let (Some(made), Some(written)) = (cause.made(line), lines.get(line)) else { continue };
        let explained = Explained {
            number: written.of.number,
            says: made.says.clone(),
            hint: made.hint.clone(),
            share: cause.frequency / sum,
            causes: own.len(),
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
    let tags: Vec<&'static str> = found.iter().map(|(tag, _)| *tag).collect();
    let with = |message, hint: &Sentence, causes: Vec<&'static str>| {
        let flips = marked.flips.clone().filter(|_| marked.causes.first() == causes.first());
        Graded { verdict: Verdict::Wrong, causes, message, hint: hint.clone(), flips, ..marked.clone() }
    };
    let is_known = found.first().is_some_and(|(_, first)| first.share >= LIKELY);
    let slip = diagnosis.slips.iter().find(|slip| slip.number == number);
    if let Some(slip) = slip.filter(|slip| !(slip.is_bare && is_known)) {
        let mut causes = tags.clone();
        if let Some(tag) = slip.tag.filter(|tag| !tags.contains(tag)) {
            causes.insert(0, tag);
        }
        return with(slip.says.clone(), &unknown.hint, causes);
    }
    match found.as_slice() {
        [(_, first), ..] if first.share >= FACT => with(first.says.clone(), &first.hint, tags),
        [(_, first), ..] if first.share >= LIKELY => {
            with(sentence!("Most likely: {}", first.says), &first.hint, tags)
        }
        [(_, first), (_, second)] => {
            let begin = if first.causes > 2 {
                "Several slips give this number. Most likely"
            } else {
                "Two slips give this number: either"
            };
            with(sentence!("{}: {} Or: {}", begin, first.says, second.says), &unknown.hint, tags)
        }
        // With more, none can be named: the message points to the first step.
        [_, ..] => with(unknown.message.clone().and(" Several slips give this number."), &unknown.hint, tags),
        // A single line that no mistake gives may still differ from one in the last figure.
        [] if diagnosis.is_of_one_line && !marked.causes.is_empty() => marked,
        [] if marked.causes.iter().any(|tag| mistakes::is_general(tag)) => marked,
        [] => Graded { causes: Vec::new(), flips: None, ..unknown.clone() },
    }
}

impl Diagnosis {
    /// Whether a cause explains a line.
    pub(super) fn explains(&self, number: usize) -> bool {
        !self.of_line(number).is_empty()
    }

    /// The causes of a line, the most likely first, each once.
    fn of_line(&self, number: usize) -> Vec<(&'static str, &Explained)> {
        let lines =
            self.findings.iter().flat_map(|finding| finding.lines.iter().map(|line| (finding.tag, line)));
        let mut found: Vec<(&'static str, &Explained)> =
            lines.filter(|(_, line)| line.number == number).collect();
        found.sort_by(|a, b| b.1.share.total_cmp(&a.1.share));
        let mut tags = Vec::new();
        found.retain(|(tag, _)| {
            let is_new = !tags.contains(tag);
            tags.push(*tag);
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
