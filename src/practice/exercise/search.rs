//! Looking for seeds that make good questions.

use std::collections::BTreeSet;

use rayon::prelude::*;

use super::ExerciseFile;
use super::vet::{Failure, Rule, Vetting, fixed};
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
    /// The seeds that obey the rule, in order.
    pub seeds: Vec<u64>,
    /// How many were tried: up to the last one found, or all.
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
    /// The mistakes that are to blame, with how many seeds each spoils; the most frequent first.
    pub tags: Vec<(&'static str, u64)>,
}

/// Seeds that are vetted side by side.
const AT_ONCE: u64 = 32;

/// Vets seeds one after the other until enough are found. What is found depends on nothing but the exercise and the
/// search.
///
/// # Errors
/// When the exercise draws no data.
pub fn seeds(file: &ExerciseFile, search: Search) -> Result<Seeds, Problem> {
    seeds_besides(file, search, &[])
}

/// The same without some seeds, which are not tried.
fn seeds_besides(file: &ExerciseFile, search: Search, known: &[u64]) -> Result<Seeds, Problem> {
    let vetting = Vetting::new(file).ok_or_else(|| fixed(file))?;
    let mut out = Seeds { seeds: Vec::new(), tried: 0, search, failed: Vec::new() };
    let mut ahead =
        (search.from..=u64::MAX).filter(|seed| !known.contains(seed)).take(search.tries as usize).peekable();
    while out.seeds.len() < search.want && ahead.peek().is_some() {
        let some: Vec<u64> = ahead.by_ref().take(AT_ONCE as usize).collect();
        let vetted: Vec<(u64, Option<Failure>)> =
            some.into_par_iter().map(|seed| (seed, vetting.first_failure(seed))).collect();
        for (seed, failure) in vetted {
            if out.seeds.len() < search.want {
                out.take(seed, failure);
            }
        }
    }
    out.failed.sort_by_key(|failed| failed.rule);
    for failed in &mut out.failed {
        failed.tags.sort_by(|(a, most), (b, least)| least.cmp(most).then_with(|| a.cmp(b)));
    }
    Ok(out)
}

impl Seeds {
    fn take(&mut self, seed: u64, failure: Option<Failure>) {
        self.tried += 1;
        let Some(Failure { rule, what, tags }) = failure else {
            self.seeds.push(seed);
            return;
        };
        let at = self.failed.iter().position(|failed| failed.rule == rule).unwrap_or_else(|| {
            self.failed.push(Failed { rule, count: 0, seed, example: what, tags: Vec::new() });
            self.failed.len() - 1
        });
        let Some(failed) = self.failed.get_mut(at) else { return };
        failed.count += 1;
        for tag in BTreeSet::from_iter(tags) {
            match failed.tags.iter_mut().find(|(known, _)| *known == tag) {
                Some((_, count)) => *count += 1,
                None => failed.tags.push((tag, 1)),
            }
        }
    }

    /// Whether as many were found as were wanted.
    pub fn is_enough(&self) -> bool {
        self.seeds.len() >= self.search.want
    }

    /// The part of the rule that most seeds did not obey, where hardly a seed obeys all: one in twenty at most.
    pub fn obstacle(&self) -> Option<&Failed> {
        let rare = self.seeds.len() as u64 * 20 <= self.tried;
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
const TRIES: u64 = 500;

/// The first seed that obeys the rule.
pub(super) fn first_seed(file: &ExerciseFile) -> Result<u64, Problem> {
    let found = seeds(file, Search { tries: TRIES, ..Search::default() })?;
    found.seeds.first().copied().ok_or_else(|| none(file, &found))
}

/// That no seed, or not enough, were found: which part of the rule stands in the way, and what to change.
fn none(file: &ExerciseFile, found: &Seeds) -> Problem {
    let most = found.failed.iter().max_by_key(|failed| failed.count);
    let why = most.map_or_else(String::new, |failed| {
        format!("; {} of them fail {}: {}", failed.count, failed.rule.title(), failed.example)
    });
    Problem {
        kind: "bad_exercise",
        what: format!("none of {} seeds makes a good question{}", found.tried, why.trim_end_matches('.')),
        place: Some(file.path.to_string_lossy().into_owned()),
        fix: most.map(Failed::advice).unwrap_or_default(),
        ..Problem::default()
    }
}

impl ExerciseFile {
    /// A seed for each of so many students: those that the file lists in turn; where it lists fewer, further ones that
    /// obey the rule, and where there are not enough of these, the same once more.
    ///
    /// # Errors
    /// When the exercise draws no data, or no seed is listed and none obeys the rule.
    pub fn seeds_for(&self, students: usize) -> Result<Vec<u64>, Problem> {
        let random = self.random.as_deref().ok_or_else(|| fixed(self))?;
        let mut all: Vec<u64> = random.seeds.iter().copied().take(students).collect();
        if all.len() < students {
            let search = Search { want: students - all.len(), ..Search::default() };
            let found = seeds_besides(self, search, &random.seeds)?;
            all.extend(&found.seeds);
            if all.is_empty() {
                return Err(none(self, &found));
            }
        }
        Ok(all.iter().copied().cycle().take(students).collect())
    }

    /// The seed after another: the next one of the list, from its start again; where there is no list, the next one that
    /// obeys the rule.
    ///
    /// # Errors
    /// When the exercise draws no data, or no seed obeys the rule.
    pub fn seed_after(&self, seed: u64) -> Result<u64, Problem> {
        let random = self.random.as_deref().ok_or_else(|| fixed(self))?;
        if random.seeds.len() > 1 {
            let mut after = random.seeds.iter().cycle().take(2 * random.seeds.len());
            let next = after.find(|listed| **listed == seed).and_then(|_| after.next());
            return next.or(random.seeds.first()).copied().ok_or_else(|| fixed(self));
        }
        let found = seeds(self, Search { from: seed.saturating_add(1), tries: TRIES, ..Search::default() })?;
        found.seeds.first().copied().ok_or_else(|| none(self, &found))
    }
}
