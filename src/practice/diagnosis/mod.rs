//! Diagnoses a sheet: a posterior over mistakes.
//!
//! The classes are hypotheses: a mistake of the catalogue (everywhere, for one class, for one feature or on one line), several
//! mistakes together, or an unlisted reason. The features are the lines: a line follows from the student's own earlier lines by
//! the definition of the hypothesis, or it is a slip without a known reason. Right lines are evidence, too: they rule out
//! mistakes that would have changed them. Nothing here decides whether a line is right.

mod search;
mod sheet;

pub(super) use search::caused;

use super::carry::Earlier;
use super::mark::Key;
use super::mistakes::{Made, frequency, same};
use super::read::{Form, Near, Places, Written};
use crate::math::{Number, Sentence};
use crate::worked::Context;
use num_traits::{One, ToPrimitive};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use sheet::Sheet;
use std::collections::HashMap;
use std::sync::Arc;

/// Sheets with more lines are not diagnosed as a whole: nobody works so many by hand.
const LINES: usize = 200;

/// The posterior over mistakes. `before` are earlier lines, which are not diagnosed again. Empty if no line is wrong.
pub(super) fn diagnose(context: Context<'_>, before: &[Earlier], lines: &[Line<'_>]) -> Diagnosis {
    if lines.len() > LINES || !lines.iter().any(|line| line.standing == Standing::Wrong) {
        return Diagnosis::default();
    }
    search::diagnose(&mut Evidence::of(context, before, lines))
}

#[derive(Clone, Debug)]
struct Mistake {
    pub tag: &'static str,
    pub way: u64,
    pub synonyms: Vec<&'static str>,
    pub prior: f64,
    /// For each line, its value and how well that fits; `None` if it changes nothing.
    pub at: Vec<Option<Effect>>,
    pub inside: Vec<Option<Effect>>,
}

#[derive(Clone, Debug)]
struct Effect {
    pub made: Arc<Made>,
    pub value: Number,
    pub fit: f64,
}

struct Evidence<'a> {
    pub lines: &'a [Line<'a>],
    pub chance: Vec<f64>,
    pub mistakes: Vec<Mistake>,
    pub sheet: Sheet<'a>,
    together: HashMap<(usize, Vec<usize>), Option<f64>>,
}

impl<'a> Evidence<'a> {
    pub fn of(context: Context<'a>, before: &[Earlier], lines: &'a [Line<'a>]) -> Evidence<'a> {
        let mut sheet = Sheet::new(context, before, lines);
        let right: Vec<Option<Number>> = (0..lines.len()).map(|at| sheet.value(at, &[], false)).collect();
        let mut mistakes: Vec<Mistake> = Vec::new();
        for (at, line) in lines.iter().enumerate().filter(|(_, line)| line.standing == Standing::Wrong) {
            for made in &line.key.made {
                let known = mistakes.iter().any(|other| other.tag == made.tag && other.way == made.way);
                if known || !sheet.fits(at, made, right.get(at)) {
                    continue;
                }
                mistakes.push(sheet.throughout(made, &right));
            }
        }
        for mistake in &mut mistakes {
            let ways = |line: &Line<'_>| line.key.made.iter().filter(|made| made.tag == mistake.tag).count();
            let ways = lines.iter().map(ways).max().unwrap_or(1).max(1);
            mistake.prior = PRIOR * frequency(mistake.tag) / (ways as f64).sqrt();
            // If earlier lines are unknown, a mistake at the number itself is more likely.
            if lines.len() == 1 && !mistake.at.iter().flatten().any(|effect| effect.made.own) {
                mistake.prior *= INHERITED;
            }
        }
        let chance = lines.iter().map(|line| chance(line.written, line.key)).collect();
        Evidence {
            lines,
            chance,
            mistakes: if lines.len() > 1 { merged(mistakes) } else { mistakes },
            sheet,
            together: HashMap::new(),
        }
    }

    pub fn together(&mut self, line: usize, mistakes: &[usize]) -> f64 {
        let key = (line, mistakes.to_vec());
        if let Some(known) = self.together.get(&key) {
            return known.unwrap_or(0.0);
        }
        let of = |at: &usize| self.mistakes.get(*at)?.at.get(line)?.as_ref();
        let made: Vec<Arc<Made>> =
            mistakes.iter().filter_map(of).map(|effect| Arc::clone(&effect.made)).collect();
        let made: Vec<&Made> = made.iter().map(Arc::as_ref).collect();
        let fit = self.sheet.fit(line, &made, false).map(|(_, fit)| fit);
        self.together.insert(key, fit);
        fit.unwrap_or(0.0)
    }
}

/// The factor for a mistake at an input of a single answer.
const INHERITED: f64 = 0.3;

/// The prior of a mistake of average frequency.
const PRIOR: f64 = 0.012;

/// Merges mistakes with the same values on every line under the name of the most common. Not used for single lines, where
/// different mistakes often agree.
fn merged(mistakes: Vec<Mistake>) -> Vec<Mistake> {
    let mut found: Vec<Mistake> = Vec::new();
    for mistake in mistakes {
        match found.iter_mut().find(|other| other.at.iter().zip(&mistake.at).all(have_same_value)) {
            None => found.push(mistake),
            Some(other) => {
                let prior = other.prior + mistake.prior;
                let mut second = mistake;
                if second.prior > other.prior {
                    std::mem::swap(other, &mut second);
                }
                other.prior = prior;
                other.synonyms.push(second.tag);
                other.synonyms.extend(second.synonyms);
                let own = other.tag;
                other.synonyms.retain(|tag| *tag != own);
                other.synonyms.dedup();
            }
        }
    }
    found
}

fn have_same_value((a, b): (&Option<Effect>, &Option<Effect>)) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => same(Some(&a.value), Some(&b.value)),
        (a, b) => a.is_none() && b.is_none(),
    }
}

/// The likelihood of an answer under a rule that gives `value`: 1 if all written figures agree. `usual` are the usual figures of
/// the sheet: an answer with fewer may agree by chance.
fn fit(written: &Written, value: &Number, figures: usize, usual: usize) -> f64 {
    let Some(near) = Near::of(value) else { return 0.0 };
    if near.is(&written.value) {
        return 1.0;
    }
    match &written.form {
        Form::Decimal(places) if near.rounds_to(&written.value, places) => few(places, usual),
        Form::Decimal(places) if near.cuts_to(&written.value, places) => CUT * few(places, usual),
        Form::Formula if written.has_decimals() && written.may_be(&near, figures) => 1.0,
        Form::Whole => match Places::of_whole(&written.value) {
            Some(places) if places.figures > 1 && near.rounds_to(&written.value, &places) => {
                few(&places, usual)
            }
            _ => 0.0,
        },
        _ => 0.0,
    }
}

/// The factors for cutting off, and for fewer figures than usual, such as 0.5 for 0.4962.
const CUT: f64 = 0.1;
const FEW: f64 = 0.15;

fn few(places: &Places, usual: usize) -> f64 {
    if places.figures < usual { FEW } else { 1.0 }
}

/// The largest usual denominator of work by hand.
const SMALL: u32 = 40;

/// The number of fractions between 0 and 1 with such denominators.
const FRACTIONS: f64 = 490.0;

/// The probabilities that a wrong fraction is any small one, and that it has the right denominator.
const ANY_SMALL: f64 = 0.35;
const MISCOUNTED: f64 = 0.3;

/// The least probability of an answer.
const LEAST: f64 = 1e-9;

fn chance(written: &Written, key: &Key) -> f64 {
    let value = written.value.to_f64();
    let centre = key.truth.as_ref().map_or(value, Number::to_f64);
    let density = density(value, centre, key.is_share);
    let found = match &written.form {
        Form::Decimal(places) => density * places.unit.to_f64().unwrap_or(0.0),
        Form::Whole => 0.5 * density.min(1.0),
        Form::Fraction { .. } | Form::Formula => fraction(written, key, density),
    };
    if value == 0.0 { ZERO } else { found }.clamp(LEAST, 1.0)
}

/// The probability of the answer 0.
const ZERO: f64 = 0.02;

/// A density around the right value, on a scale of ratios with heavy tails; for a share, half of it is uniform from 0 to 1.
fn density(value: f64, centre: f64, is_share: bool) -> f64 {
    let (size, centre) = (value.abs(), centre.abs());
    if size == 0.0 || centre == 0.0 || !value.is_finite() {
        return 1.0;
    }
    let apart = (size / centre).ln().abs();
    let around = 0.5 / size * (0.7 * (-apart).exp() + 0.3 / (1.0 + apart).powi(2));
    if is_share && (0.0..=1.0).contains(&value) { 0.5 * around + 0.5 } else { around }
}

fn fraction(written: &Written, key: &Key, density: f64) -> f64 {
    let Some(exact) = written.value.as_exact() else { return density * 1e-4 };
    // 4/12 has a larger denominator than 1/3.
    let bottom = match &written.form {
        Form::Fraction { bottom, .. } => bottom,
        _ => exact.denom(),
    };
    let bottom = bottom.to_f64().unwrap_or(f64::INFINITY);
    // It is one of all numbers with this denominator.
    let any = density / (bottom * bottom);
    let small = if bottom <= f64::from(SMALL) { ANY_SMALL / FRACTIONS } else { 0.0 };
    let over = match (&written.form, &key.counted) {
        (Form::Fraction { bottom, .. }, Some((_, right))) if bottom == right && !right.is_one() => {
            MISCOUNTED / right.to_f64().unwrap_or(f64::INFINITY)
        }
        _ => 0.0,
    };
    (0.35 * any + small).max(over)
}

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
    Coarse,
    Open,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Diagnosis {
    pub findings: Vec<Finding>,
    #[serde(skip)]
    pub(crate) slips: Vec<SlipIn>,
    #[serde(skip)]
    known: Vec<Known>,
    #[serde(skip)]
    pub(crate) hypotheses: Vec<Hypothesis>,
    #[serde(skip)]
    pub(crate) working: Vec<Factors>,
    #[serde(skip)]
    is_of_one_line: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    pub tag: &'static str,
    /// The tags of mistakes that give the same numbers on every line of this sheet.
    pub(crate) synonyms: Vec<&'static str>,
    /// The wrong lines that it explains; never empty.
    pub(crate) lines: Vec<Explained>,
}

#[derive(Clone, Debug, PartialEq)]
struct Known {
    pub number: usize,
    pub posterior: f64,
    pub tags: Vec<&'static str>,
}

/// The one thing that is wrong in a formula.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SlipIn {
    pub number: usize,
    pub is_bare: bool,
    pub tag: Option<&'static str>,
    pub says: Sentence,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Explained {
    pub number: usize,
    pub says: Sentence,
    pub hint: Sentence,
    pub posterior: f64,
}

impl Serialize for Finding {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut out = to.serialize_struct("Finding", 4)?;
        out.serialize_field("tag", self.tag)?;
        out.serialize_field("synonyms", &self.synonyms)?;
        out.serialize_field("posterior", &self.posterior())?;
        out.serialize_field("lines", &self.numbers())?;
        out.end()
    }
}

impl Diagnosis {
    pub(in crate::practice) fn of_line(&self, number: usize) -> Vec<(&'static str, &Explained)> {
        let own = |finding: &'_ Finding| finding.lines.iter().position(|line| line.number == number);
        let lines = self.findings.iter();
        let lines = lines.filter_map(|finding| Some((finding.tag, finding.lines.get(own(finding)?)?)));
        let mut found: Vec<(&'static str, &Explained)> = lines.collect();
        found.sort_by(|a, b| b.1.posterior.total_cmp(&a.1.posterior));
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
    /// Its smallest posterior on any of its lines.
    pub fn posterior(&self) -> f64 {
        self.lines.iter().map(|line| line.posterior).fold(1.0, f64::min)
    }

    pub fn numbers(&self) -> Vec<usize> {
        self.lines.iter().map(|line| line.number).collect()
    }
}

/// A hypothesis. Its posterior is its prior times the [`Factors`] of the lines, divided by the sum over all hypotheses.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Hypothesis {
    /// Its mistakes with their scopes; empty for none.
    pub parts: Vec<(&'static str, Scope)>,
    pub prior: f64,
    pub ln_score: f64,
    pub posterior: f64,
}

/// The likelihood of a line under each hypothesis; lines that do not distinguish the hypotheses are multiplied into one.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Factors {
    pub lines: Vec<usize>,
    pub factors: Vec<f64>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Scope {
    Everywhere,
    Kind(&'static str),
    Class(String),
    Feature(String),
    Line(usize),
    /// Inside the formula of one line, in contrast to the lines before it.
    Inside(usize),
}

const FACT: f64 = 0.8;

const LIKELY: f64 = 0.5;

const POSSIBLE: f64 = 0.2;
