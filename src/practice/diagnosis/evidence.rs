//! The lines of a sheet as evidence: what each mistake gives there on the student's own earlier lines, and how well that fits what
//! was written.

use std::collections::HashMap;
use std::sync::Arc;

use super::chance::chance;
use super::finding::{Line, Standing};
use super::sheet::Sheet;
use super::slots::Slip;
use crate::math::Number;
use crate::practice::carry::Earlier;
use crate::practice::mistakes::{Made, frequency, same};
use crate::worked::Context;

/// One mistake as it is made throughout a sheet: a tag, and which of the ways to make it.
#[derive(Clone, Debug)]
pub(super) struct Mistake {
    pub tag: &'static str,
    pub way: u64,
    pub synonyms: Vec<&'static str>,
    pub prior: f64,
    /// On each line: what it gives and how well that fits; `None` where it changes nothing.
    pub at: Vec<Option<Effect>>,
    /// The same where it is made inside a formula, whatever stands on the lines before.
    pub inside: Vec<Option<Effect>>,
}

#[derive(Clone, Debug)]
pub(super) struct Effect {
    pub made: Arc<Made>,
    pub value: Number,
    pub fit: f64,
}

/// What is known of the lines.
pub(super) struct Evidence<'a> {
    pub lines: &'a [Line<'a>],
    pub chance: Vec<f64>,
    pub mistakes: Vec<Mistake>,
    sheet: Sheet<'a>,
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
        share_out(&mut mistakes, lines);
        if lines.len() == 1 {
            // What was written before is not seen, but a mistake at the number itself is nearer.
            let inherited = |mistake: &Mistake| !mistake.at.iter().flatten().any(|effect| effect.made.own);
            mistakes
                .iter_mut()
                .filter(|mistake| inherited(mistake))
                .for_each(|mistake| mistake.prior *= INHERITED);
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

    /// On each wrong line that was written as a formula, the one slip in it.
    pub fn slips(&self) -> &[Option<Slip>] {
        &self.sheet.slips
    }

    pub fn context(&self) -> Context<'a> {
        self.sheet.context
    }

    /// How well a line fits where several mistakes are made there.
    pub fn together(&mut self, line: usize, mistakes: &[usize]) -> f64 {
        let key = (line, mistakes.to_vec());
        if let Some(known) = self.together.get(&key) {
            return known.unwrap_or(0.0);
        }
        let made: Vec<Arc<Made>> = mistakes
            .iter()
            .filter_map(|at| {
                self.mistakes.get(*at)?.at.get(line)?.as_ref().map(|effect| Arc::clone(&effect.made))
            })
            .collect();
        let made: Vec<&Made> = made.iter().map(Arc::as_ref).collect();
        let fit = self.sheet.fit(line, &made, false).map(|(_, fit)| fit);
        self.together.insert(key, fit);
        fit.unwrap_or(0.0)
    }
}

/// A mistake with several ways is as common as all of them together.
fn share_out(mistakes: &mut [Mistake], lines: &[Line<'_>]) {
    for mistake in mistakes {
        let ways = |line: &Line<'_>| line.key.made.iter().filter(|made| made.tag == mistake.tag).count();
        let ways = lines.iter().map(ways).max().unwrap_or(1).max(1);
        mistake.prior = PRIOR * frequency(mistake.tag) / (ways as f64).sqrt();
    }
}

/// How much rarer a mistake is at a number that an answer rests on, where that answer stands alone.
const INHERITED: f64 = 0.3;

/// How often a sheet has a mistake that is neither common nor rare.
const PRIOR: f64 = 0.012;

/// Mistakes that give the same on every line are one, by the name of the most common. On a single line many do that mean other
/// things.
fn merged(mistakes: Vec<Mistake>) -> Vec<Mistake> {
    let mut found: Vec<Mistake> = Vec::new();
    for mistake in mistakes {
        match found.iter_mut().find(|other| alike(&other.at, &mistake.at)) {
            None => found.push(mistake),
            Some(other) => {
                let prior = other.prior + mistake.prior;
                let (mut first, second) = if mistake.prior > other.prior {
                    (mistake, other.clone())
                } else {
                    (other.clone(), mistake)
                };
                let more = std::iter::once(second.tag).chain(second.synonyms);
                first.synonyms.extend(more);
                let own = first.tag;
                first.synonyms.retain(|tag| *tag != own);
                first.synonyms.dedup();
                *other = Mistake { prior, ..first };
            }
        }
    }
    found
}

fn alike(a: &[Option<Effect>], b: &[Option<Effect>]) -> bool {
    a.iter().zip(b).all(|pair| match pair {
        (None, None) => true,
        (Some(a), Some(b)) => same(Some(&a.value), Some(&b.value)),
        _ => false,
    })
}
