//! Unfinished exercises with their answers so far, so that a student can continue. Stored in a file beside the progress, by
//! exercise and seed. The answers are checked again when they are loaded.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::Unreadable;
use crate::math::Linear;
use crate::practice::worksheet::{Level, Line, Questions, Right, Worksheet};

const FORMAT: i64 = 1;
/// The most exercises that are kept; the least recently changed ones are dropped.
const MOST: usize = 60;
/// The most lines of an exercise, and bytes of an answer, that are kept.
const LINES: usize = 400;
const LONGEST: usize = 1000;
const BYTES: usize = 1 << 20;

/// An exercise by its id, the seed of its data, and a hash of its questions: a changed exercise has another key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BegunKey {
    exercise: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    seed: String,
    asks: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Begun {
    #[serde(flatten)]
    key: BegunKey,
    level: String,
    #[serde(default)]
    line: Vec<BegunLine>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct BegunLine {
    number: usize,
    #[serde(skip_serializing_if = "String::is_empty")]
    answer: String,
    misses: usize,
    hints: usize,
    shown: bool,
    disputed: bool,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct AllBegun(Vec<Begun>);

#[derive(Default, Serialize, Deserialize)]
struct File {
    format: i64,
    #[serde(default)]
    begun: Vec<Begun>,
}

impl BegunKey {
    /// The key of an exercise; `None` for the worksheet of a case.
    pub fn of(questions: &Questions) -> Option<BegunKey> {
        let exercise = questions.exercise.as_ref()?;
        Some(BegunKey {
            exercise: exercise.id.clone(),
            seed: exercise.seed.map(|seed| seed.to_string()).unwrap_or_default(),
            asks: asks(questions),
        })
    }
}

/// A hash of the questions and right answers of an exercise (Fowler, Noll and Vo).
fn asks(questions: &Questions) -> String {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    let mut add = |text: &str| {
        for byte in text.bytes().chain([0]) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    for question in &questions.list {
        add(&question.name);
        match &question.right {
            Right::Number(shown, _) => add(&Linear::default().expr(shown)),
            Right::Class(name) => add(name),
        }
    }
    format!("{hash:016x}")
}

impl Begun {
    /// The state of a worksheet of an exercise; `None` if nothing was done, or if it is finished.
    pub fn of(sheet: &Worksheet) -> Option<Begun> {
        let key = BegunKey::of(&sheet.questions)?;
        if sheet.is_done() {
            return None;
        }
        let touched = |line: &Line| line.told.is_some() || line.shown || line.hints > 0;
        let lines = (1..).zip(&sheet.lines).filter(|(_, line)| touched(line)).take(LINES);
        let line: Vec<BegunLine> = lines
            .map(|(number, line)| {
                let typed = line.told.as_ref().map_or("", |told| told.answer.typed.as_str());
                BegunLine {
                    number,
                    answer: if typed.len() > LONGEST { String::new() } else { typed.to_owned() },
                    misses: line.misses,
                    hints: line.hints,
                    shown: line.shown,
                    disputed: line.disputed,
                }
            })
            .collect();
        let level = sheet.level.word().to_owned();
        (!line.is_empty()).then_some(Begun { key, level, line })
    }

    pub fn level(&self) -> Option<Level> {
        Level::named(&self.level)
    }

    /// Puts the answers back into a fresh worksheet with the same questions: each is checked again, in the order of the lines.
    pub fn put_into(&self, sheet: &mut Worksheet) {
        for kept in &self.line {
            let Some(at) = kept.number.checked_sub(1) else { continue };
            if !sheet.lines.get(at).is_some_and(|line| line.blank) {
                continue;
            }
            if !kept.answer.is_empty()
                && let Ok(told) = sheet.questions.check(at, &kept.answer, &sheet.others(at))
            {
                sheet.take(at, Arc::new(told));
            }
            let grades = sheet.questions.grades(at);
            let Some(line) = sheet.lines.get_mut(at) else { continue };
            sheet.score.wrong += kept.misses.saturating_sub(line.misses);
            sheet.score.shown += usize::from(kept.shown);
            line.misses = kept.misses.max(line.misses);
            (line.hints, line.shown, line.disputed) = (kept.hints.min(grades), kept.shown, kept.disputed);
        }
    }
}

impl AllBegun {
    pub fn read(text: &str) -> Result<AllBegun, Unreadable> {
        super::format_of(text, FORMAT)?;
        let file: File = toml::from_str(text).map_err(|_| Unreadable::Broken)?;
        Ok(AllBegun(file.begun))
    }

    pub fn to_toml(&self) -> String {
        let mut begun = self.0.clone();
        loop {
            let file = File { format: FORMAT, begun: begun.clone() };
            // Plain numbers and words can be written.
            let text = toml::to_string(&file).unwrap_or_default();
            if text.len() <= BYTES || begun.is_empty() {
                return text;
            }
            let half = begun.len().div_ceil(2);
            begun.drain(..half);
        }
    }

    pub fn get(&self, key: &BegunKey) -> Option<&Begun> {
        self.0.iter().find(|begun| begun.key == *key)
    }

    pub fn last(&self) -> Option<(BegunKey, Begun)> {
        self.0.last().map(|begun| (begun.key.clone(), begun.clone()))
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Replaces the kept state of an exercise, or removes it if `begun` is `None`.
    pub fn put(&mut self, key: &BegunKey, begun: Option<Begun>) {
        self.0.retain(|kept| kept.key != *key);
        self.0.extend(begun);
        let many = self.0.len().saturating_sub(MOST);
        self.0.drain(..many);
    }
}
