//! The keys of an exercise file: read strictly, so that a misspelt key is an error and not a silent default.

use serde::Deserialize;
use toml::{Spanned, Table as Toml, Value};

use super::plain;
use super::policy::RawPolicy;
use super::random::RawRandom;
use crate::practice::Notation;
use crate::practice::mistakes::tags;
use crate::practice::read::{Answer, ParsedAnswer};
use crate::problem::Problem;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Raw {
    pub format: Option<i64>,
    pub id: Option<Spanned<String>>,
    pub title: Option<Spanned<String>>,
    pub course: Option<Spanned<String>>,
    pub intro: Option<Spanned<String>>,
    pub deadline: Option<Spanned<Value>>,
    pub reminders: Option<bool>,
    pub data: Option<Spanned<String>>,
    pub query: Option<Spanned<Toml>>,
    pub recipe: Option<Spanned<Value>>,
    #[serde(default)]
    pub notation: RawNotation,
    #[serde(default)]
    pub step: Vec<RawStep>,
    #[serde(default)]
    pub policy: RawPolicy,
    pub random: Option<Spanned<RawRandom>>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawNotation {
    log: Option<Spanned<String>>,
    sigma_means: Option<Spanned<String>>,
}

impl RawNotation {
    pub(super) fn notation(self, text: &Text<'_>) -> Result<Notation, Problem> {
        Ok(Notation {
            log: choice(text, self.log, "log", &Notation::LOG)?,
            sigma: choice(text, self.sigma_means, "sigma_means", &Notation::SIGMA)?,
        })
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawStep {
    pub ask: Spanned<String>,
    pub text: Option<Spanned<String>>,
    pub marks: Option<f64>,
    #[serde(default)]
    pub hint: Vec<String>,
    pub why: Option<String>,
    pub because: Option<String>,
    #[serde(default)]
    pub accept: Vec<Spanned<String>>,
}

#[derive(Clone, Copy)]
pub(in crate::practice) struct Text<'a> {
    pub path: &'a str,
    pub text: &'a str,
}

impl Text<'_> {
    pub(in crate::practice) fn line(&self, at: usize) -> u64 {
        1 + self.text.get(..at).unwrap_or_default().matches('\n').count() as u64
    }

    pub(in crate::practice) fn wrong(
        &self,
        at: Option<usize>,
        what: impl Into<String>,
        fix: impl Into<String>,
    ) -> Problem {
        let line = at.map(|at| self.line(at));
        let path = self.path;
        Problem {
            kind: "bad_exercise",
            what: what.into(),
            place: Some(line.map_or_else(|| path.to_owned(), |line| format!("{path}, line {line}"))),
            fix: fix.into(),
            line,
            ..Problem::default()
        }
    }

    pub(super) fn raw(&self) -> Result<Raw, Problem> {
        toml::from_str(self.text).map_err(|error| {
            // Of [step] and [[step]] the reader blames whichever comes later.
            if let Some(at) = self.begins("[step]") {
                let what = "this is no exercise: [step] stands in one pair of brackets";
                return self.wrong(Some(at), what, "begin each step with [[step]]");
            }
            let (cause, fix) = plain::told(error.message());
            let at = error.span().map(|span| span.start);
            self.wrong(at, format!("this is no exercise: {cause}"), fix)
        })
    }

    fn begins(&self, word: &str) -> Option<usize> {
        let mut start = 0;
        self.text.split_inclusive('\n').find_map(|line| {
            let here = start;
            start += line.len();
            line.trim_start().starts_with(word).then_some(here)
        })
    }
}

pub(super) fn choice<T: Copy>(
    text: &Text<'_>,
    word: Option<Spanned<String>>,
    what: &str,
    words: &[(&str, T)],
) -> Result<Option<T>, Problem> {
    let Some(word) = word else { return Ok(None) };
    let found = words.iter().find(|(name, _)| name == word.get_ref()).map(|(_, value)| *value);
    let names = || words.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
    let wrong = || {
        let said = format!("“{}” is nothing that {what} can be", word.get_ref());
        text.wrong(Some(word.span().start), said, format!("choose one of: {}", names()))
    };
    found.ok_or_else(wrong).map(Some)
}

impl RawStep {
    /// Answers that are right because the exercise says so: numbers, written as a student writes them.
    pub(super) fn accepted(&self, text: &Text<'_>) -> Result<Vec<String>, Problem> {
        let unread = |answer: &&Spanned<String>| {
            !matches!(
                Answer::alone(answer.get_ref()).parsed,
                ParsedAnswer::Number(_) | ParsedAnswer::Undefined
            )
        };
        if let Some(answer) = self.accept.iter().find(unread) {
            let what = format!("accept has “{}”, which is no number", answer.get_ref());
            let fix = "write numbers as students write them, such as accept = [\"0.60\", \"0.59\"]";
            return Err(text.wrong(Some(answer.span().start), what, fix));
        }
        Ok(self.accept.iter().map(|answer| answer.get_ref().clone()).collect())
    }
}

pub(super) fn near_tag(tag: &str, fix: String) -> String {
    let near = tags().find(|known| known.eq_ignore_ascii_case(tag));
    near.map_or(fix, |near| format!("did you mean {near}?"))
}

/// What can be told of an exercise without its data.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outline {
    pub title: String,
    pub asks: Vec<String>,
    pub marks: f64,
}

impl Outline {
    pub fn read(text: &str, name: &str) -> Result<Outline, Problem> {
        let raw = Text { path: name, text }.raw()?;
        Ok(Outline {
            title: raw.title.or(raw.id).map_or_else(|| name.to_owned(), Spanned::into_inner),
            asks: raw.step.iter().map(|step| step.ask.get_ref().trim().to_owned()).collect(),
            marks: raw.step.iter().map(|step| step.marks.unwrap_or(USUAL)).sum(),
        })
    }
}

/// Marks of a step that says nothing of them.
pub(super) const USUAL: f64 = 1.0;
