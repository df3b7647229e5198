//! Whether the data of a seed make a good question: every known mistake must show.
//!
//! A seed obeys the rule when (a) at two figures no mistake that is looked for gives the right value of any number that
//! is asked, (b) at least 80 of 100 pairs of mistakes differ somewhere on the sheet, (c) the priors and the conditionals
//! P(value | class) that are asked have, as they are counted, denominators that a person can work with, (d) every class
//! has rows, and (e) the class that wins is as far ahead as the exercise says. Posteriors, scores and P(class | word)
//! are no part of (c): their denominators are products and sums, and nobody counts them.
//!
//! Left out of (a) is what cannot be told by a number: X16, which is harmless, and B20, which is a word. So is a mistake
//! that gives exactly the right value in a step, as long as another number of the sheet shows it: a feature of two values
//! hides “k is the number of classes” in its own shares, and not in those of the next. A mistake that no number of the
//! sheet shows is let through only where no draw shows it, because it cannot change the value at all: S1 at α = 0, a
//! determinant that cancels. That is tried with a few probes; where one of them shows the mistake and this seed does not,
//! it is hidden by chance (equal priors hide B2), and the seed is refused. B23, a count that is off by one, is a mistake
//! like the others wherever it gives another number: in a score, too, where it may move the third figure only.

use std::collections::BTreeSet;

use num_bigint::BigInt;
use num_traits::ToPrimitive;
use rayon::prelude::*;

use super::lint::Shows;
use super::random::{Level, Random};
use super::vetted::{ALIKE, COLLIDES, Failure, HIDDEN, Rule, UNHANDY, USELESS, Vetted};
use super::{Collision, Exercise, ExerciseFile};
use crate::math::{Event, Number, Quantity};
use crate::practice::choice::Choice;
use crate::practice::grader::Asked;
use crate::practice::mark::as_counted;
use crate::problem::Problem;
use crate::worked::{WorkedError, derive};

/// The seeds that are drawn to see where a mistake can change a value.
const PROBES: std::ops::RangeInclusive<u64> = 1..=12;

/// What is known of an exercise before a seed is vetted.
#[derive(Debug)]
pub struct Vetting<'a> {
    file: &'a ExerciseFile,
    random: &'a Random,
    /// The mistakes that one of the probes shows.
    pub(super) shown: BTreeSet<&'static str>,
}

impl<'a> Vetting<'a> {
    /// Draws the probes. `None` where the exercise draws no data.
    pub fn new(file: &'a ExerciseFile) -> Option<Vetting<'a>> {
        Vetting::with(file, None)
    }

    /// The same with the mistakes that the probes show, where that is known.
    pub(super) fn with(file: &'a ExerciseFile, known: Option<BTreeSet<&'static str>>) -> Option<Vetting<'a>> {
        let random = file.random.as_deref()?;
        if let Some(shown) = known {
            return Some(Vetting { file, random, shown });
        }
        let shown = |seed| Some(shows(&file.open(Some(seed)).ok()?, u64::MAX).ok()?.shown);
        let shown: Vec<_> = PROBES.into_par_iter().filter_map(shown).collect();
        let shown = shown.into_iter().flatten().filter(|(_, shows)| *shows).map(|(tag, _)| tag).collect();
        Some(Vetting { file, random, shown })
    }

    /// Which parts of the rule a seed does not obey; none where it is a good one.
    pub fn failures(&self, seed: u64) -> Vec<Failure> {
        self.vetted(seed, u64::MAX).failures
    }

    /// What the table of a seed lacks, until that is more than `most`. Mistakes are tried last, as they take long.
    pub(super) fn vetted(&self, seed: u64, most: u64) -> Vetted {
        let exercise = match self.opened(seed) {
            Ok(exercise) => exercise,
            Err(failure) => return Vetted { seed, failures: vec![failure], is_whole: true },
        };
        let mut failures = self.quickly(&exercise);
        let is_quick = failures.iter().map(|failure| failure.lack).sum::<u64>() > most;
        let is_whole = !is_quick && self.slowly(&exercise, most, &mut failures);
        Vetted { seed, failures, is_whole }
    }

    fn opened(&self, seed: u64) -> Result<Exercise, Failure> {
        let drawn = self.random.draw(seed);
        if let Some(class) = self.random.missing_class(&drawn) {
            return Err(Failure::of(Rule::Classes, USELESS, format!("No row of {class} was drawn.")));
        }
        let opened = self.file.with_data(self.file.source_of(seed, drawn), Some(seed));
        opened.map_err(|problem| Failure::of(Rule::Model, USELESS, format!("{}.", problem.what)))
    }

    fn quickly(&self, exercise: &Exercise) -> Vec<Failure> {
        denominator(exercise, self.random.denominator)
            .into_iter()
            .chain(lead(exercise, self.random))
            .chain(faults(exercise))
            .collect()
    }

    /// Tries the mistakes; whether all of them.
    fn slowly(&self, exercise: &Exercise, most: u64, failures: &mut Vec<Failure>) -> bool {
        let found = match shows(exercise, most) {
            Ok(found) => found,
            Err(error) => {
                let what = format!("{}.", Problem::from(error).what);
                failures.push(Failure::of(Rule::Model, USELESS, what));
                return true;
            }
        };
        failures.extend(right(exercise, &found.collisions));
        if !found.is_whole(exercise) {
            return false;
        }
        failures.extend(self.hidden(&found));
        let (apart, pairs) = found.pairs();
        if apart * 5 < pairs * 4 {
            let what = format!("Only {apart} of {pairs} pairs of mistakes differ somewhere on the sheet.");
            let missing = 80_usize.saturating_sub(apart * 100 / pairs.max(1)) as u64;
            failures.push(Failure::of(Rule::Pairs, ALIKE * missing.max(1), what));
        }
        true
    }

    /// A mistake that no number of this sheet shows, and that another draw does.
    fn hidden(&self, found: &Shows) -> Option<Failure> {
        let hidden = found.shown.iter().filter(|(tag, shows)| !**shows && self.shown.contains(*tag));
        let tags: Vec<&'static str> = hidden.map(|(tag, _)| *tag).collect();
        let (verb, lack) = (if tags.len() == 1 { "gives" } else { "give" }, HIDDEN * tags.len() as u64);
        let what = format!("{} {verb} exactly the right values everywhere on this sheet.", tags.join(", "));
        (!tags.is_empty()).then(|| Failure { tags, ..Failure::of(Rule::Right, lack, what) })
    }
}

/// What the numbers of a sheet show of mistakes, until what it lacks is more than `most`. What comes last, posteriors and
/// scores, is where most is lacking.
fn shows(exercise: &Exercise, most: u64) -> Result<Shows, WorkedError> {
    let mut shows = Shows::of(exercise);
    for (at, step) in exercise.steps.iter().enumerate().rev() {
        if let Some(known) = exercise.numbers(step)? {
            shows.take((at + 1, step), known.truth.as_ref(), &known.mistakes, &known.ways);
        }
        shows.tried += 1;
        let lack = shows.collisions.iter().filter_map(Collision::gives_right).map(<[_]>::len).sum::<usize>();
        if COLLIDES * lack as u64 > most {
            break;
        }
    }
    shows.collisions.reverse();
    Ok(shows)
}

/// That mistakes give the right value: where there is one, in a sentence, else number by number.
/// Questions with options that no answer, or any, would be right to.
fn faults(exercise: &Exercise) -> impl Iterator<Item = Failure> {
    let choices = exercise.steps.iter().filter_map(|step| step.asked.choice());
    choices.flat_map(Choice::faults).map(|what| Failure::of(Rule::Model, USELESS, what))
}

fn right(exercise: &Exercise, collisions: &[Collision]) -> Option<Failure> {
    let right: Vec<&Collision> =
        collisions.iter().filter(|collision| collision.gives_right().is_some()).collect();
    let what = match right.as_slice() {
        [] => return None,
        [one] => one.told(exercise.fitted.alpha()),
        several => {
            let each = several.iter().map(|collision| match collision {
                Collision::Right { of, tags, .. } => format!("{of} by {}", tags.join(", ")),
                _ => String::new(),
            });
            format!("The right value is also given of {}.", each.collect::<Vec<_>>().join("; of "))
        }
    };
    let tags: Vec<&'static str> = right.iter().flat_map(|collision| collision.tags()).copied().collect();
    Some(Failure { lack: COLLIDES * tags.len() as u64, tags, ..Failure::of(Rule::Right, 0, what) })
}

/// Which parts of the rule a seed of an exercise does not obey.
///
/// # Errors
/// When the exercise draws no data.
pub fn vet(file: &ExerciseFile, seed: u64) -> Result<Vec<Failure>, Problem> {
    Vetting::new(file).map(|vetting| vetting.failures(seed)).ok_or_else(|| fixed(file))
}

/// An exercise that draws no data has no seeds.
pub(super) fn fixed(file: &ExerciseFile) -> Problem {
    Problem {
        place: Some(file.path.to_string_lossy().into_owned()),
        ..Problem::usage(
            format!("the exercise {} has one table, so it has no seeds", file.id),
            "add a line [random] and below it rows = [10, 20]: the data it names are then the pattern",
        )
    }
}

/// A prior or a conditional that is asked and has too large a denominator, as it is counted.
fn denominator(exercise: &Exercise, most: u64) -> Option<Failure> {
    exercise.steps.iter().find_map(|step| {
        let Asked::Number(quantity) = &step.asked else { return None };
        let counted = matches!(
            quantity,
            Quantity::Prob { event: Event::Class(_), given: None }
                | Quantity::Prob { event: Event::Value { .. }, given: Some(Event::Class(_)) }
        );
        if !counted {
            return None;
        }
        let derivation = derive(&exercise.fitted, None, quantity).ok()?;
        let (top, bottom) = as_counted(&derivation.last()?.shown)?;
        let what = || format!("{} is {top}/{bottom}, and {most} is the largest denominator.", step.label);
        let over = || (&bottom - BigInt::from(most)).to_u64().unwrap_or(UNHANDY).min(UNHANDY);
        (bottom > most.into()).then(|| Failure::of(Rule::Denominators, UNHANDY + over(), what()))
    })
}

/// A lead of the winner that is not within the level.
fn lead(exercise: &Exercise, random: &Random) -> Option<Failure> {
    let case = exercise.case.as_ref()?;
    let Some(mut posteriors) = exercise.fitted.predict(case).posterior else {
        let what = "The posteriors are 0/0, so there is no winner.".to_owned();
        return (!random.empty_class).then(|| Failure::of(Rule::Lead, 2 * UNHANDY, what));
    };
    posteriors.sort_by(|a, b| b.compare(a));
    let [first, second, ..] = posteriors.as_slice() else { return None };
    let ahead = first.sub(second);
    let (least, most) = random.level.hundredths();
    let share = |hundredths: u8| Number::ratio(hundredths, 100).unwrap_or_else(Number::zero);
    let within = ahead.compare(&share(least)).is_ge() && ahead.compare(&share(most)).is_le();
    (!within).then(|| {
        let what = format!(
            "The winner is ahead by {:.2}, and {} is from {} to {}.",
            ahead.to_f64(),
            told(random.level),
            share(least).to_f64(),
            share(most).to_f64()
        );
        let (ahead, least, most) = (ahead.to_f64(), share(least).to_f64(), share(most).to_f64());
        let off = (least - ahead).max(ahead - most) * 100.0;
        Failure::of(Rule::Lead, UNHANDY + off.ceil().max(0.0) as u64, what)
    })
}

fn told(level: Level) -> String {
    format!("“{}”", level.word())
}
