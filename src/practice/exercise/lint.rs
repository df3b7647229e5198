//! What an exercise cannot show: where a mistake gives the right number, or two mistakes the same one, in as many
//! figures as the exercise asks for.

use std::collections::{BTreeMap, BTreeSet};

use num_rational::BigRational;
use serde::Serialize;

use super::{Exercise, Step};
use crate::math::Number;
use crate::practice::choice::Choice;
use crate::practice::mark::{Forms, Key, Verdict, mark};
use crate::practice::mistakes::{Candidate, Way, too_many};
use crate::practice::read::Answer;
use crate::worked::WorkedError;

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct Lint {
    /// Numbers that do not tell.
    pub collisions: Vec<Collision>,
    /// Pairs of mistakes that differ somewhere on the sheet, and all pairs.
    pub pairs: (usize, usize),
    /// How many factors its case has, where mistakes are not tried at so many.
    pub untried: Option<usize>,
    /// Answers that are wrong but for `accept`: one may be a slip of the teacher's.
    pub accepted: Vec<Accepted>,
    /// Why a question with options cannot be asked so, each in a sentence.
    pub faults: Vec<String>,
    /// The exercise's own tests; none of a seed that they are not about.
    pub tests: Vec<Tested>,
    /// Mistakes that can be made on this sheet, and whether one of its numbers differs with them.
    pub shown: BTreeMap<&'static str, bool>,
}

/// A number that does not tell what was done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Collision {
    /// Mistakes give the right value in the figures that are asked for.
    Right {
        /// The number of the step, from 1.
        step: usize,
        /// What is asked.
        of: String,
        /// The value in these figures.
        value: String,
        /// The mistakes.
        #[serde(rename = "causes")]
        tags: Vec<&'static str>,
    },
    /// Mistakes give the same wrong value in these figures.
    Alike {
        /// The number of the step, from 1.
        step: usize,
        /// What is asked.
        of: String,
        /// The value in these figures.
        value: String,
        /// The mistakes.
        #[serde(rename = "causes")]
        tags: Vec<&'static str>,
    },
    /// With smoothing and without it the value is the same.
    Smoothing {
        /// What is asked.
        of: String,
        /// Both fractions, as counted.
        #[serde(flatten)]
        forms: Forms,
    },
}

impl Collision {
    /// The mistakes that cannot be told.
    pub fn tags(&self) -> &[&'static str] {
        match self {
            Collision::Right { tags, .. } | Collision::Alike { tags, .. } => tags,
            Collision::Smoothing { .. } => &[],
        }
    }

    /// The mistakes that give the right value; `None` of other collisions.
    pub(super) fn gives_right(&self) -> Option<&[&'static str]> {
        matches!(self, Collision::Right { .. }).then(|| self.tags())
    }

    /// One sentence; `alpha` is that of the model.
    pub fn told(&self, alpha: &BigRational) -> String {
        match self {
            Collision::Right { step, of, value, tags } => {
                format!("Step {step}, {of}: {value} is right, and {} would give it, too.", tags.join(", "))
            }
            Collision::Alike { step, of, value, tags } => {
                format!("Step {step}, {of}: {value} can be any of {}.", tags.join(", "))
            }
            Collision::Smoothing { of, forms } => format!(
                "With α = {alpha}, {of} is {}/{} = {}/{}: this table cannot show whether smoothing was used.",
                forms.right.0, forms.right.1, forms.unsmoothed.0, forms.unsmoothed.1
            ),
        }
    }
}

/// An answer that only the exercise takes as right.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Accepted {
    /// The number of the step, from 1.
    pub step: usize,
    /// What is asked.
    pub of: String,
    /// The answer.
    pub answer: String,
    /// The mistakes that give it; empty where none does.
    #[serde(rename = "causes")]
    pub tags: Vec<&'static str>,
}

impl Accepted {
    /// One sentence.
    pub fn told(&self) -> String {
        let Accepted { step, of, answer, tags } = self;
        let cause = if tags.is_empty() { String::new() } else { format!(" ({})", tags.join(", ")) };
        format!("Step {step}, {of}: accept takes {answer} as right, which is wrong otherwise{cause}.")
    }
}

/// A test of the exercise's own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Tested {
    /// The number of the step, from 1.
    pub step: usize,
    /// The answer.
    pub answer: String,
    /// What must be said of it.
    pub wanted: String,
    /// What is said.
    pub found: String,
    /// Whether it is what must be said: the verdict, or every tag among the causes.
    pub passed: bool,
}

/// Looks for numbers that do not tell, and runs the exercise's own tests.
///
/// # Errors
/// When a quantity is none of the model; those of an opened exercise are.
pub fn lint(exercise: &Exercise) -> Result<Lint, WorkedError> {
    let untried = exercise.case.as_ref().and_then(|case| too_many(&exercise.fitted, case));
    let mut out = Lint { untried, ..Lint::default() };
    let mut shows = Shows::of(exercise);
    for (number, step) in (1..).zip(&exercise.steps) {
        out.faults.extend(step.asked.choice().map(Choice::faults).unwrap_or_default());
        if let Some(key) = exercise.key(step)? {
            shows.take((number, step), key.truth.as_ref(), &key.mistakes, &key.ways);
            shows.collisions.extend(key.forms.as_ref().and_then(|forms| hidden_smoothing(step, forms)));
            out.accepted.extend(accepted(number, step, &key));
        }
        for (answer, wanted) in step.self_test.iter().filter(|_| exercise.runs_tests) {
            out.tests.push(tested(exercise, number, step, answer, wanted)?);
        }
    }
    out.pairs = shows.pairs();
    (out.collisions, out.shown) = (shows.collisions, shows.shown);
    Ok(out)
}

/// What the numbers of a sheet show of mistakes.
#[derive(Debug)]
pub(super) struct Shows {
    places: usize,
    pub collisions: Vec<Collision>,
    pub shown: BTreeMap<&'static str, bool>,
    /// For each mistake what it gives in each step, in as many figures as are asked for.
    seen: BTreeMap<&'static str, Vec<BTreeSet<String>>>,
    rights: Vec<BTreeSet<String>>,
    /// Steps that were tried.
    pub tried: usize,
}

impl Shows {
    /// Whether all steps were tried.
    pub(super) fn is_whole(&self, exercise: &Exercise) -> bool {
        self.tried == exercise.steps.len()
    }

    pub(super) fn of(exercise: &Exercise) -> Shows {
        Shows {
            places: figures_of(exercise),
            collisions: Vec::new(),
            shown: BTreeMap::new(),
            seen: BTreeMap::new(),
            rights: Vec::new(),
            tried: 0,
        }
    }

    /// Takes the number of a step, and what mistakes make of it.
    pub(super) fn take(
        &mut self,
        (number, step): (usize, &Step),
        truth: Option<&Number>,
        mistakes: &[Candidate],
        ways: &[Way],
    ) {
        for Way { tag, changes } in ways {
            *self.shown.entry(tag).or_default() |= changes;
        }
        let right = figures(truth, self.places);
        let at = self.rights.len();
        let mut groups: BTreeMap<String, Vec<&'static str>> = BTreeMap::new();
        for mistake in mistakes.iter().filter(|mistake| !mistake.harmless) {
            let value = figures(mistake.value.as_ref(), self.places);
            let own = self.seen.entry(mistake.tag).or_default();
            own.resize(at + 1, BTreeSet::new());
            if let Some(values) = own.get_mut(at) {
                values.insert(value.clone());
            }
            let tags = groups.entry(value).or_default();
            if mistake.tag != "B20" && !tags.contains(&mistake.tag) {
                tags.push(mistake.tag);
            }
        }
        collisions(number, step, &right, groups, &mut self.collisions);
        self.rights.push(BTreeSet::from([right]));
    }

    /// Pairs of mistakes that differ somewhere on the sheet, and all pairs.
    pub(super) fn pairs(&self) -> (usize, usize) {
        told_apart(&self.seen, &self.rights)
    }
}

/// The answers of `accept` that are wrong without it.
fn accepted<'a>(number: usize, step: &'a Step, key: &'a Key) -> impl Iterator<Item = Accepted> + 'a {
    let alone = Key { accept: Vec::new(), ..key.clone() };
    step.accept.iter().filter_map(move |answer| {
        let marked = mark(&Answer::alone(answer), &alone);
        (marked.verdict == Verdict::Wrong).then(|| Accepted {
            step: number,
            of: step.label.clone(),
            answer: answer.clone(),
            tags: marked.causes,
        })
    })
}

/// The figures in which values are compared: as many as the exercise asks for, and two at least.
pub fn figures_of(exercise: &Exercise) -> usize {
    exercise.rules.policy.figures.max(2)
}

/// A value in so many figures, the same text for the same value.
fn figures(value: Option<&Number>, places: usize) -> String {
    let Some(value) = value else { return "0/0".into() };
    let text = value.significant(places);
    text.pointed().parse::<f64>().map_or_else(|_| text.pointed().to_owned(), |number| number.to_string())
}

fn collisions(
    number: usize,
    step: &Step,
    right: &str,
    mut groups: BTreeMap<String, Vec<&'static str>>,
    out: &mut Vec<Collision>,
) {
    if let Some(tags) = groups.remove(right).filter(|tags| !tags.is_empty()) {
        out.push(Collision::Right { step: number, of: step.label.clone(), value: right.to_owned(), tags });
    }
    for (value, mut tags) in groups {
        // A count that is off by one gives about any number.
        tags.retain(|tag| *tag != "B23");
        if tags.len() < 2 {
            continue;
        }
        out.push(Collision::Alike { step: number, of: step.label.clone(), value, tags });
    }
}

/// Where the value is the same with smoothing and without it.
fn hidden_smoothing(step: &Step, forms: &Forms) -> Option<Collision> {
    let ((a, b), (c, d)) = (&forms.right, &forms.unsmoothed);
    let is_hidden = (a, b) != (c, d) && a * d == c * b;
    is_hidden.then(|| Collision::Smoothing { of: step.label.clone(), forms: forms.clone() })
}

/// How many pairs of mistakes differ somewhere on the sheet; a mistake that a step does not show gives the right value
/// there.
fn told_apart(
    seen: &BTreeMap<&'static str, Vec<BTreeSet<String>>>,
    rights: &[BTreeSet<String>],
) -> (usize, usize) {
    let whole = |own: &Vec<BTreeSet<String>>| -> Vec<BTreeSet<String>> {
        let at = |(step, right): (usize, &BTreeSet<String>)| {
            own.get(step).filter(|values| !values.is_empty()).unwrap_or(right).clone()
        };
        rights.iter().enumerate().map(at).collect()
    };
    let all: Vec<Vec<BTreeSet<String>>> = seen.values().map(whole).collect();
    let (mut apart, mut pairs) = (0, 0);
    for (at, one) in all.iter().enumerate() {
        for other in all.iter().skip(at + 1) {
            pairs += 1;
            apart += usize::from(one != other);
        }
    }
    (apart, pairs)
}

fn tested(
    exercise: &Exercise,
    number: usize,
    step: &Step,
    answer: &str,
    wanted: &str,
) -> Result<Tested, WorkedError> {
    let marked = exercise.check(&step.asked, Answer::alone(answer))?.marked;
    let verdict = marked.verdict.word();
    let passed = wanted == verdict || wanted.split('|').all(|tag| marked.causes.contains(&tag.trim()));
    let found = format!("{verdict} {}", marked.causes.join("|")).trim_end().to_owned();
    Ok(Tested { step: number, answer: answer.to_owned(), wanted: wanted.to_owned(), found, passed })
}
