//! Tables that make good questions: seeds are tried one after the other until no known mistake gives a right value.
//!
//! A mistake gives a right value where its number is the right one in as many figures as the exercise asks for, and where
//! no number of the sheet changes with it although one of some other tables does: equal priors hide a prior that was left
//! out. A mistake that no table shows cannot change a value of this model: no smoothing at α = 0.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

use super::random::Random;
use super::{Exercise, ExerciseFile, figures_of};
use crate::math::Number;
use crate::problem::Problem;
use crate::text::grouped;

/// Most seeds that are tried for one table.
const TRIES: usize = 1_000;

/// Seeds that are tried side by side.
const AT_ONCE: usize = 8;

/// The seeds of the tables that tell which mistakes can change a value.
const PROBES: std::ops::RangeInclusive<u64> = 1..=12;

const NAMED: usize = 3;

struct Rejected {
    what: String,
    tags: BTreeSet<&'static str>,
}

impl Rejected {
    fn because(what: impl Into<String>) -> Rejected {
        Rejected { what: what.into(), tags: BTreeSet::new() }
    }
}

/// For each mistake that can be made on a sheet, whether one of its numbers changes with it.
type Shown = BTreeMap<&'static str, bool>;

struct Tries<'a> {
    file: &'a ExerciseFile,
    random: &'a Random,
    shown: BTreeSet<&'static str>,
}

impl<'a> Tries<'a> {
    fn new(file: &'a ExerciseFile) -> Result<Tries<'a>, Problem> {
        let random = file.random.as_deref().ok_or_else(|| fixed(file))?;
        let mut tries = Tries { file, random, shown: BTreeSet::new() };
        let probe = |seed| Some(numbers(&tries.opened(seed).ok()?).0);
        let probes: Vec<Shown> = PROBES.into_par_iter().filter_map(probe).collect();
        tries.shown = probes.into_iter().flatten().filter(|(_, shows)| *shows).map(|(tag, _)| tag).collect();
        Ok(tries)
    }

    /// The first seeds from one on that are not among the others and whose tables are not rejected.
    fn seeds(&self, want: usize, from: u64, others: &BTreeSet<u64>) -> Result<Vec<u64>, Problem> {
        let mut ahead = (from..=u64::MAX).filter(|seed| !others.contains(seed));
        let (mut seeds, mut rejected): (Vec<u64>, Vec<Rejected>) = (Vec::new(), Vec::new());
        while seeds.len() < want {
            let some: Vec<u64> = ahead.by_ref().take(AT_ONCE).collect();
            if some.is_empty() {
                return Err(self.none(&rejected));
            }
            let tried: Vec<_> = some.into_par_iter().map(|seed| (seed, self.rejects(seed))).collect();
            for (seed, found) in tried {
                match found {
                    None if seeds.len() < want => {
                        seeds.push(seed);
                        rejected.clear();
                    }
                    None => {}
                    Some(found) => rejected.push(found),
                }
                if rejected.len() == TRIES && seeds.len() < want {
                    return Err(self.none(&rejected));
                }
            }
        }
        Ok(seeds)
    }

    fn opened(&self, seed: u64) -> Result<Exercise, Rejected> {
        let drawn = self.random.draw(seed);
        if let Some(class) = self.random.missing_class(&drawn) {
            return Err(Rejected::because(format!("no row of {class} is drawn")));
        }
        let opened = self.file.with_data(self.file.source_of(seed, drawn), Some(seed));
        opened.map_err(|problem| Rejected::because(problem.what))
    }

    /// Why the table of a seed is not used; `None` where it is.
    fn rejects(&self, seed: u64) -> Option<Rejected> {
        let exercise = match self.opened(seed) {
            Ok(exercise) => exercise,
            Err(rejected) => return Some(rejected),
        };
        let mut questions = exercise.steps.iter().filter_map(|step| step.asked.name_question());
        if let Some(tied) = questions.find(|question| question.is_tied) {
            let right = tied.solution().map(|option| option.name.to_string()).unwrap_or_default();
            return Some(Rejected::because(format!("{}: what is compared is equal in {right}", tied.label)));
        }
        let (shown, right) = numbers(&exercise);
        if right.is_some() {
            return right;
        }
        let hidden = shown.iter().filter(|(tag, shows)| !**shows && self.shown.contains(*tag));
        let tags: BTreeSet<&'static str> = hidden.map(|(tag, _)| *tag).collect();
        let what = format!("all right values are also those of {}", listed(&tags));
        (!tags.is_empty()).then_some(Rejected { what, tags })
    }

    /// That none of the tables can be used: the mistakes that are in the way most often, and an example.
    fn none(&self, rejected: &[Rejected]) -> Problem {
        let mut counts: BTreeMap<&'static str, usize> = BTreeMap::new();
        rejected.iter().flat_map(|one| &one.tags).for_each(|tag| *counts.entry(tag).or_default() += 1);
        let mut counts: Vec<(&'static str, usize)> = counts.into_iter().collect();
        counts.sort_by(|(a, most), (b, least)| least.cmp(most).then_with(|| a.cmp(b)));
        let example = rejected.first().map(|one| one.what.as_str()).unwrap_or_default();
        let tags: Vec<String> = counts.iter().take(NAMED).map(|(tag, _)| format!("\"!{tag}\"")).collect();
        let fix = if tags.is_empty() {
            "change what is drawn or asked: the steps and the query must fit any table".to_owned()
        } else {
            format!(
                "ask fewer steps, or leave out the mistakes that are in the way most often: [policy] diagnose = [\"*\", {}]",
                tags.join(", ")
            )
        };
        let tried = grouped(rejected.len() as u64);
        Problem {
            kind: "bad_exercise",
            what: format!("none of {tried} tables can be used; of the first, {example}"),
            place: Some(self.file.path.to_string_lossy().into_owned()),
            fix,
            ..Problem::default()
        }
    }
}

/// Which mistakes the numbers of a sheet show; and what is rejected of it, where a mistake gives a right value. What
/// comes last, posteriors and scores, is tried first: there most mistakes meet.
fn numbers(exercise: &Exercise) -> (Shown, Option<Rejected>) {
    let figures = figures_of(exercise);
    // As numbers: 0.6 and 0.60 are the same answer.
    let written = |value: Option<&Number>| value?.significant(figures).pointed().parse::<f64>().ok();
    let mut shown = Shown::new();
    let mut rejected = None;
    for step in exercise.steps.iter().rev() {
        let known = match exercise.numbers(step) {
            Ok(Some(known)) => known,
            Ok(None) => continue,
            Err(error) => return (shown, Some(Rejected::because(Problem::from(error).what))),
        };
        for way in &known.ways {
            *shown.entry(way.tag).or_default() |= way.changes;
        }
        let right = written(known.truth.as_ref());
        // B20 is a word where a number is asked for.
        let wrong = known.mistakes.iter().filter(|mistake| !mistake.harmless && mistake.tag != "B20");
        let same = wrong.filter(|mistake| written(mistake.value.as_ref()) == right);
        let tags: BTreeSet<&'static str> = same.map(|mistake| mistake.tag).collect();
        if rejected.is_none() && !tags.is_empty() {
            let what = format!("the right value of {} is also that of {}", step.label, listed(&tags));
            rejected = Some(Rejected { what, tags });
        }
    }
    (shown, rejected)
}

fn listed(tags: &BTreeSet<&'static str>) -> String {
    tags.iter().copied().collect::<Vec<_>>().join(", ")
}

fn fixed(file: &ExerciseFile) -> Problem {
    Problem {
        place: Some(file.path.to_string_lossy().into_owned()),
        ..Problem::usage(
            format!("the exercise {} has one table, so it has no seeds", file.id),
            "add a line [random] and below it rows = [10, 20]: the data it names are then the pattern",
        )
    }
}

impl ExerciseFile {
    pub(super) fn first_seed(&self) -> Result<u64, Problem> {
        self.seed_from(1)
    }

    fn seed_from(&self, from: u64) -> Result<u64, Problem> {
        let seeds = Tries::new(self)?.seeds(1, from, &BTreeSet::new())?;
        seeds.first().copied().ok_or_else(|| fixed(self))
    }

    /// A seed for each of so many students, beside those that were given out before: those that the file lists, then further
    /// ones whose tables are not rejected.
    pub fn seeds_for(&self, students: usize, given: &BTreeSet<u64>) -> Result<Vec<u64>, Problem> {
        let random = self.random.as_deref().ok_or_else(|| fixed(self))?;
        let free = random.seeds.iter().copied().filter(|seed| !given.contains(seed));
        let mut seeds: Vec<u64> = free.take(students).collect();
        if seeds.len() < students {
            let others: BTreeSet<u64> = random.seeds.iter().chain(given).copied().collect();
            seeds.extend(Tries::new(self)?.seeds(students - seeds.len(), 1, &others)?);
        }
        Ok(seeds)
    }

    /// The seed after another: the next one of the list, from its start again; where there is no list, the next one whose
    /// table is not rejected.
    pub fn seed_after(&self, seed: u64) -> Result<u64, Problem> {
        let random = self.random.as_deref().ok_or_else(|| fixed(self))?;
        if random.seeds.len() > 1 {
            let mut after = random.seeds.iter().cycle().take(2 * random.seeds.len());
            let next = after.find(|listed| **listed == seed).and_then(|_| after.next());
            return next.or(random.seeds.first()).copied().ok_or_else(|| fixed(self));
        }
        self.seed_from(seed.saturating_add(1))
    }
}
