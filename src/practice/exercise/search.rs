//! Looking for seeds that make good questions: the best there are.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

use std::path::PathBuf;

use super::ExerciseFile;
use super::kept::{Known, content};
use super::vet::{Vetting, fixed};
use super::vetted::{Failure, Rule, UNHANDY, USELESS, Vetted};
use crate::problem::Problem;

/// What is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Search {
    /// So many seeds.
    pub want: usize,
    /// The first seed that is tried; the next ones follow.
    pub from: u64,
    /// Most seeds that are tried.
    pub tries: u64,
}

impl Default for Search {
    fn default() -> Self {
        Search { want: 1, from: 1, tries: 2_000 }
    }
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seeds {
    /// As many as were wanted, the best first: those that obey the rule in order, then those that lack least.
    pub best: Vec<Vetted>,
    /// How many of those that were tried obey the rule.
    pub passed: u64,
    /// How many were tried: up to the last one that was needed, or all.
    pub tried: u64,
    /// What was looked for.
    pub search: Search,
    /// For each part of the rule how many did not obey it. A seed counts where it fails first: (d), (c), (e), (a), (b).
    pub failed: Vec<Failed>,
}

/// How many seeds did not obey one part of the rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failed {
    /// The part.
    pub rule: Rule,
    /// How many seeds.
    pub count: u64,
    /// The first of them.
    pub seed: u64,
    /// On what it failed.
    pub example: String,
    /// The mistakes that are to blame in the first seeds that were tried, with how many each spoils; the most frequent
    /// first.
    pub tags: Vec<(&'static str, u64)>,
}

/// Seeds that are vetted side by side.
const AT_ONCE: usize = 64;

/// Vets seeds one after the other until enough are found that obey the rule; where there are not enough, those follow that
/// lack least. What is found depends on nothing but the exercise and the search.
///
/// # Errors
/// When the exercise draws no data.
pub fn seeds(file: &ExerciseFile, search: Search) -> Result<Seeds, Problem> {
    seeds_besides(file, search, &BTreeSet::new())
}

/// The same without some seeds, which are not tried.
fn seeds_besides(file: &ExerciseFile, search: Search, others: &BTreeSet<u64>) -> Result<Seeds, Problem> {
    let mut bench = Bench::new(file);
    let mut all: Vec<Vetted> = Vec::new();
    let mut ahead =
        (search.from..=u64::MAX).filter(|seed| !others.contains(seed)).take(search.tries as usize).peekable();
    let mut passed = 0;
    let mut most = UNHANDY - 1;
    while passed < search.want && ahead.peek().is_some() {
        let some: Vec<u64> = ahead.by_ref().take(AT_ONCE).collect();
        for vetted in bench.vetted(&some, most)? {
            if passed < search.want {
                passed += usize::from(vetted.passes());
                all.push(vetted);
            }
        }
        // What lacks more than the last of the best so far is none of the best.
        let mut lacks: Vec<u64> = all.iter().filter(|vetted| vetted.is_whole).map(Vetted::lack).collect();
        lacks.sort_unstable();
        most =
            search.want.checked_sub(1).and_then(|last| lacks.get(last)).map_or(most, |last| most.min(*last));
    }
    let (passed, tried) = (passed as u64, all.len() as u64);
    let mut out = Seeds { best: Vec::new(), passed, tried, search, failed: Vec::new() };
    all.iter().enumerate().for_each(|(at, vetted)| out.take(vetted, at < AT_ONCE));
    all.retain(|vetted| vetted.lack() < USELESS);
    // What is known to lack at least so much may lack more.
    loop {
        all.sort_by_key(|vetted| (vetted.lack(), vetted.seed));
        let best = all.iter().take(search.want);
        let partly: Vec<u64> = best.filter(|vetted| !vetted.is_whole).map(|vetted| vetted.seed).collect();
        if partly.is_empty() {
            break;
        }
        let mut whole = bench.vetted(&partly, u64::MAX)?;
        all.retain(|vetted| !partly.contains(&vetted.seed));
        all.append(&mut whole);
    }
    all.truncate(search.want);
    out.best = all;
    out.failed.sort_by_key(|failed| failed.rule);
    for failed in &mut out.failed {
        failed.tags.sort_by(|(a, most), (b, least)| least.cmp(most).then_with(|| a.cmp(b)));
    }
    bench.keep();
    Ok(out)
}

/// Vets seeds, each once: what was found out before is read, and what is found out is kept.
struct Bench<'a> {
    file: &'a ExerciseFile,
    vetting: Option<Vetting<'a>>,
    known: Known,
    is_new: bool,
}

impl<'a> Bench<'a> {
    fn new(file: &'a ExerciseFile) -> Bench<'a> {
        Bench { file, vetting: None, known: file.cache.read(content_of(file)), is_new: false }
    }

    /// What each lacks, until that is more than `most`.
    fn vetted(&mut self, seeds: &[u64], most: u64) -> Result<Vec<Vetted>, Problem> {
        let has = |known: &Known, seed: &u64| {
            known.vetted.get(seed).is_some_and(|vetted| vetted.is_whole || vetted.lack() > most)
        };
        let missing: Vec<u64> = seeds.iter().filter(|seed| !has(&self.known, seed)).copied().collect();
        if !missing.is_empty() {
            if self.vetting.is_none() {
                self.vetting = Vetting::with(self.file, self.known.shown.clone());
            }
            let vetting = self.vetting.as_ref().ok_or_else(|| fixed(self.file))?;
            let found: Vec<Vetted> = missing.into_par_iter().map(|seed| vetting.vetted(seed, most)).collect();
            self.known.shown = Some(vetting.shown.clone());
            self.known.vetted.extend(found.into_iter().map(|vetted| (vetted.seed, vetted)));
            self.is_new = true;
        }
        Ok(seeds.iter().filter_map(|seed| self.known.vetted.get(seed).cloned()).collect())
    }

    fn keep(&self) {
        if self.is_new {
            self.file.cache.write(content_of(self.file), &self.known);
        }
    }
}

impl Seeds {
    /// Counts what a seed does not obey; of some also the mistakes that are to blame.
    fn take(&mut self, vetted: &Vetted, is_sample: bool) {
        let Some(Failure { rule, what, tags, .. }) = vetted.failures.first() else { return };
        let seed = vetted.seed;
        let at = self.failed.iter().position(|failed| failed.rule == *rule).unwrap_or_else(|| {
            let example = what.clone();
            self.failed.push(Failed { rule: *rule, count: 0, seed, example, tags: Vec::new() });
            self.failed.len() - 1
        });
        let Some(failed) = self.failed.get_mut(at) else { return };
        failed.count += 1;
        for tag in BTreeSet::from_iter(tags.iter().filter(|_| is_sample)) {
            match failed.tags.iter_mut().find(|(known, _)| known == tag) {
                Some((_, count)) => *count += 1,
                None => failed.tags.push((tag, 1)),
            }
        }
    }

    /// The seeds, the best first.
    pub fn seeds(&self) -> Vec<u64> {
        self.best.iter().map(|vetted| vetted.seed).collect()
    }

    /// Whether as many were found as were wanted that obey the rule.
    pub fn is_enough(&self) -> bool {
        self.passed as usize >= self.search.want
    }

    /// The part of the rule that most seeds did not obey, where hardly a seed obeys all: one in twenty at most.
    pub fn obstacle(&self) -> Option<&Failed> {
        let rare = self.passed * 20 <= self.tried;
        self.failed.iter().max_by_key(|failed| failed.count).filter(|_| rare)
    }
}

impl Failed {
    /// What a teacher can change where this part of the rule stands in the way.
    pub fn advice(&self) -> String {
        let tags: Vec<String> = self.tags.iter().take(NAMED).map(|(tag, _)| format!("\"!{tag}\"")).collect();
        match self.rule {
            Rule::Right if !tags.is_empty() => format!(
                "ask fewer steps, or leave out the mistakes that are in the way most often: [policy] diagnose = [\"*\", {}]",
                tags.join(", ")
            ),
            rule => rule.advice().to_owned(),
        }
    }
}

/// Mistakes that are named.
const NAMED: usize = 3;

/// Seeds that are tried for an exercise that lists none, when it is opened.
const TRIES: u64 = 100;

/// The first seed that obeys the rule; where none of the first ones does, the one that lacks least.
/// The content of an exercise, as what is known of its seeds is kept by.
fn content_of(file: &ExerciseFile) -> Option<String> {
    let others: Vec<PathBuf> = file.files().into_iter().filter(|path| *path != file.path).collect();
    content(&file.text, &others)
}

pub(super) fn first_seed(file: &ExerciseFile) -> Result<u64, Problem> {
    best_from(file, 1)
}

fn best_from(file: &ExerciseFile, from: u64) -> Result<u64, Problem> {
    let found = seeds(file, Search { from, tries: TRIES, ..Search::default() })?;
    found.best.first().map(|vetted| vetted.seed).ok_or_else(|| none(file, &found))
}

/// That nothing can be asked of any seed: which part of the rule stands in the way, and what to change.
fn none(file: &ExerciseFile, found: &Seeds) -> Problem {
    let most = found.failed.iter().max_by_key(|failed| failed.count);
    let why = most.map_or_else(String::new, |failed| {
        format!("; {} of them fail {}: {}", failed.count, failed.rule.title(), failed.example)
    });
    Problem {
        kind: "bad_exercise",
        what: format!("none of {} seeds makes a question{}", found.tried, why.trim_end_matches('.')),
        place: Some(file.path.to_string_lossy().into_owned()),
        fix: most.map(Failed::advice).unwrap_or_default(),
        ..Problem::default()
    }
}

/// Seeds that are tried for each student who needs one, and for all of them at least and at most.
const EACH: usize = 8;
const LEAST: usize = 200;
const MOST: usize = 2_000;

/// Seeds for students, and what is known of those that were looked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dealt {
    /// One for each student, in order.
    pub seeds: Vec<u64>,
    /// Those that the file does not list.
    pub found: Vec<Vetted>,
}

impl ExerciseFile {
    /// A seed for each of so many students, beside those that were given out before, with how many have each: those that
    /// the file lists in turn, then further ones that obey the rule or lack least. Where there are not enough that a hand
    /// can work, students share, as few as can be.
    ///
    /// # Errors
    /// When the exercise draws no data, or nothing can be asked of any seed.
    pub fn seeds_for(&self, students: usize, given: &BTreeMap<u64, usize>) -> Result<Dealt, Problem> {
        let random = self.random.as_deref().ok_or_else(|| fixed(self))?;
        let is_free = |seed: &u64| !given.contains_key(seed);
        let mut seeds: Vec<u64> = random.seeds.iter().copied().filter(is_free).take(students).collect();
        let mut dealt = Dealt::default();
        if seeds.len() < students {
            let others: BTreeSet<u64> = random.seeds.iter().chain(given.keys()).copied().collect();
            let want = students - seeds.len();
            let tries = (EACH * want).clamp(LEAST, MOST) as u64;
            let mut found = seeds_besides(self, Search { want, from: 1, tries }, &others)?;
            if others.is_empty() && found.best.is_empty() {
                return Err(none(self, &found));
            }
            let is_handy = |vetted: &Vetted| vetted.lack() < UNHANDY;
            if !others.is_empty() || found.best.iter().any(is_handy) {
                found.best.retain(is_handy);
            }
            seeds.extend(found.seeds());
            dealt.found = found.best;
        }
        // Those whom nothing is left for share with those who have the rarest.
        let mut shared: Vec<(usize, u64)> = given.iter().map(|(seed, many)| (*many, *seed)).collect();
        shared.extend(seeds.iter().map(|seed| (1, *seed)));
        while seeds.len() < students {
            let Some(rarest) = shared.iter_mut().min() else { break };
            rarest.0 += 1;
            seeds.push(rarest.1);
        }
        dealt.seeds = seeds;
        Ok(dealt)
    }

    /// The seed after another: the next one of the list, from its start again; where there is no list, the next one that
    /// obeys the rule, or lacks least.
    ///
    /// # Errors
    /// When the exercise draws no data, or nothing can be asked of any seed.
    pub fn seed_after(&self, seed: u64) -> Result<u64, Problem> {
        let random = self.random.as_deref().ok_or_else(|| fixed(self))?;
        if random.seeds.len() > 1 {
            let mut after = random.seeds.iter().cycle().take(2 * random.seeds.len());
            let next = after.find(|listed| **listed == seed).and_then(|_| after.next());
            return next.or(random.seeds.first()).copied().ok_or_else(|| fixed(self));
        }
        best_from(self, seed.saturating_add(1))
    }
}
