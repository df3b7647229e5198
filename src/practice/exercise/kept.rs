//! What was found out about the seeds of an exercise, kept between runs: vetting tries every mistake in every number, which
//! takes long, and the same seeds are looked at when they are listed, printed and practised.
//!
//! It is kept in the user's cache, a file for each exercise, under a mark of all that decides what a seed draws and asks
//! and of the program itself. A file that cannot be read, or is of another exercise or program, is as good as none; any of
//! them may be deleted at any time.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use etcetera::{BaseStrategy, choose_base_strategy};
use serde::{Deserialize, Serialize};
use toml::{Table as Toml, Value};

use super::vetted::{Failure, Rule, Vetted};
use crate::practice::mistakes::tags;
use crate::table::{read_file, write_file};

/// Seeds that are kept of an exercise, bytes of the longest file, and files in the folder.
const SEEDS: usize = 10_000;
const LONGEST: u64 = 16 << 20;
const FILES: usize = 40;

/// Where what is known of seeds is kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeedCache(Option<PathBuf>);

/// What is known of the seeds of an exercise.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Known {
    pub vetted: BTreeMap<u64, Vetted>,
    /// The mistakes that probes show; none before they were drawn.
    pub shown: Option<BTreeSet<&'static str>>,
}

#[derive(Serialize, Deserialize)]
struct Kept {
    of: String,
    shown: Vec<String>,
    seeds: Vec<KeptSeed>,
}

#[derive(Serialize, Deserialize)]
struct KeptSeed {
    seed: u64,
    whole: bool,
    failures: Vec<KeptFailure>,
}

#[derive(Serialize, Deserialize)]
struct KeptFailure {
    rule: String,
    what: String,
    tags: Vec<String>,
    lack: u64,
}

impl SeedCache {
    /// That of the user: `$XDG_CACHE_HOME/posterior/seeds`, else `~/.cache/posterior/seeds`; on Windows below the folder of
    /// application data.
    pub fn of_user() -> SeedCache {
        let base = choose_base_strategy().ok();
        SeedCache(base.map(|base| base.cache_dir().join("posterior").join("seeds")))
    }

    /// A folder of one's own choice.
    pub fn at(folder: impl Into<PathBuf>) -> SeedCache {
        SeedCache(Some(folder.into()))
    }

    fn file(&self, of: &str) -> Option<PathBuf> {
        self.0.as_ref().map(|folder| folder.join(format!("{of}.json")))
    }

    /// What is kept of an exercise with this content.
    pub(super) fn read(&self, content: Option<String>) -> Known {
        let found = || {
            let of = content?;
            let bytes = read_file(&self.file(&of)?, LONGEST).ok()?;
            let kept: Kept = serde_json::from_slice(&bytes).ok()?;
            (kept.of == of).then(|| kept.known())?
        };
        found().unwrap_or_default()
    }

    /// Keeps what is known. Where it cannot be kept, it is found out again.
    pub(super) fn write(&self, content: Option<String>, known: &Known) {
        let Some((of, folder)) = content.zip(self.0.as_deref()) else { return };
        let Some(path) = self.file(&of) else { return };
        let Ok(text) = serde_json::to_string(&Kept::of(of, known)) else { return };
        if fs::create_dir_all(folder).is_ok() && write_file(&path, &text, true).is_ok() {
            thin_out(folder);
        }
    }
}

/// Deletes the files that were written longest ago, where there are too many.
fn thin_out(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut files: Vec<(SystemTime, PathBuf)> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "json"))
        .filter_map(|path| Some((fs::metadata(&path).ok()?.modified().ok()?, path)))
        .collect();
    files.sort();
    let many = files.len().saturating_sub(FILES);
    // One that another run deleted meanwhile is gone all the same.
    files.iter().take(many).for_each(|(_, path)| drop(fs::remove_file(path)));
}

impl Kept {
    fn of(of: String, known: &Known) -> Kept {
        let texts = |tags: &[&'static str]| tags.iter().map(|tag| (*tag).to_owned()).collect();
        let failure = |failure: &Failure| KeptFailure {
            rule: failure.rule.word().to_owned(),
            what: failure.what.clone(),
            tags: texts(&failure.tags),
            lack: failure.lack,
        };
        let seed = |vetted: &Vetted| KeptSeed {
            seed: vetted.seed,
            whole: vetted.is_whole,
            failures: vetted.failures.iter().map(failure).collect(),
        };
        Kept {
            of,
            shown: known.shown.iter().flatten().map(|tag| (*tag).to_owned()).collect(),
            seeds: known.vetted.values().take(SEEDS).map(seed).collect(),
        }
    }

    /// `None` where it names what this program does not know.
    fn known(self) -> Option<Known> {
        let all: BTreeMap<&str, &'static str> = tags().map(|tag| (tag, tag)).collect();
        let tag = |text: &String| all.get(text.as_str()).copied();
        let failure = |failure: KeptFailure| {
            Some(Failure {
                rule: Rule::ALL.into_iter().find(|rule| rule.word() == failure.rule)?,
                what: failure.what,
                tags: failure.tags.iter().map(tag).collect::<Option<_>>()?,
                lack: failure.lack,
            })
        };
        let shown = self.shown.iter().map(tag).collect::<Option<_>>()?;
        let seed = |kept: KeptSeed| {
            let failures = kept.failures.into_iter().map(failure).collect::<Option<_>>()?;
            Some((kept.seed, Vetted { seed: kept.seed, failures, is_whole: kept.whole }))
        };
        Some(Known { vetted: self.seeds.into_iter().map(seed).collect::<Option<_>>()?, shown: Some(shown) })
    }
}

/// A mark of what decides about the seeds of an exercise, and of the program: its text, and the other files that it names. `None`
/// where a file of it cannot be read.
pub(super) fn content(text: &str, files: &[PathBuf]) -> Option<String> {
    let mut parts = vec![program().into_bytes()];
    let mut table: Toml = text.parse().ok()?;
    for words in ["id", "title", "course", "intro", "deadline", "reminders"] {
        table.remove(words);
    }
    if let Some(Value::Table(random)) = table.get_mut("random") {
        random.remove("seeds");
    }
    // What a step asks decides, and not what is said of it or what it is worth.
    for step in table.get_mut("step").and_then(Value::as_array_mut).into_iter().flatten() {
        if let Value::Table(step) = step {
            step.retain(|key, _| ASKED.contains(&key));
        }
    }
    parts.push(table.to_string().into_bytes());
    for path in files {
        parts.push(read_file(path, LONGEST).ok()?);
    }
    let parts: Vec<u8> = parts.iter().flat_map(|part| mark(part).to_le_bytes()).collect();
    Some(format!("{:016x}", mark(&parts)))
}

/// The keys of a step that say what is asked.
const ASKED: [&str; 6] = ["ask", "kind", "of", "claim", "options", "change"];

/// A number for bytes, the same on every system and in every version: FNV-1a.
pub(in crate::practice) fn mark(bytes: &[u8]) -> u64 {
    let step = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}

/// The version, and which program this is of those that call themselves so while one is worked on.
fn program() -> String {
    let about = std::env::current_exe().and_then(fs::metadata).ok();
    let built = about.as_ref().and_then(|about| about.modified().ok()?.duration_since(UNIX_EPOCH).ok());
    format!("{} {:?} {:?}", env!("CARGO_PKG_VERSION"), about.map(|about| about.len()), built)
}
