//! The keys of an exercise file: read strictly, so that a misspelt key is an error and not a silent default.

use serde::Deserialize;
use toml::{Spanned, Table as Toml, Value};

use super::random::RawRandom;
use super::rules::Rules;
use crate::practice::Notation;
use crate::practice::mark::Policy;
use crate::problem::{Problem, nearest};

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Raw {
    pub format: Option<i64>,
    pub id: Option<String>,
    pub title: Option<String>,
    pub data: Option<String>,
    pub query: Option<Toml>,
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
    pub marks: Option<f64>,
    #[serde(default)]
    pub hint: Vec<String>,
    pub why: Option<String>,
    pub because: Option<String>,
    #[serde(default)]
    pub accept: Vec<String>,
    #[serde(default)]
    pub self_test: Toml,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawPolicy {
    figures: Option<usize>,
    coarse: Option<Spanned<String>>,
    early_rounding: Option<Spanned<f64>>,
    unreduced: Option<Spanned<String>>,
    carry_forward: Option<bool>,
    attempts: Option<u32>,
    reveal: Option<Spanned<String>>,
    diagnose: Option<Vec<String>>,
}

/// The text of a file, to tell where in it something is.
#[derive(Clone, Copy)]
pub(super) struct Text<'a> {
    pub path: &'a str,
    pub text: &'a str,
}

impl Text<'_> {
    pub(super) fn line(&self, at: usize) -> u64 {
        1 + self.text.get(..at).unwrap_or_default().matches('\n').count() as u64
    }

    /// What is wrong, at a place of the text.
    pub(super) fn wrong(
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
            let cause = error.message();
            let at = error.span().map(|span| span.start);
            self.wrong(at, format!("this is no exercise: {cause}"), meant(cause))
        })
    }
}

/// The key that an unknown one most likely meant: the reader names the unknown one first, then those it knows.
fn meant(cause: &str) -> String {
    let mut names = cause.split('`').skip(1).step_by(2);
    let near =
        names.next().filter(|_| cause.contains("unknown field")).and_then(|typed| nearest(typed, names));
    match near {
        Some(near) => format!("did you mean {near}?"),
        None => "mend that line; `posterior exercise new DATA` writes an exercise to begin with".into(),
    }
}

/// The choice that a word names.
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

impl RawPolicy {
    pub(super) fn rules(self, text: &Text<'_>) -> Result<Rules, Problem> {
        let usual = Rules::default();
        let unreduced =
            choice(text, self.unreduced, "unreduced", &Rules::UNREDUCED)?.unwrap_or(usual.unreduced);
        if let Some(credit) =
            self.early_rounding.as_ref().filter(|credit| !(0.0..=1.0).contains(credit.get_ref()))
        {
            let what = format!("early_rounding is {}, and it is a share of the marks", credit.get_ref());
            return Err(text.wrong(Some(credit.span().start), what, "write a number from 0 to 1"));
        }
        Ok(Rules {
            policy: Policy {
                figures: self.figures.unwrap_or(usual.policy.figures),
                coarse: choice(text, self.coarse, "coarse", &Rules::COARSE)?.unwrap_or(usual.policy.coarse),
                note_unreduced: unreduced != usual.unreduced,
            },
            early_rounding: self.early_rounding.map_or(usual.early_rounding, Spanned::into_inner),
            unreduced,
            carry_forward: self.carry_forward.unwrap_or(usual.carry_forward),
            attempts: self.attempts.unwrap_or(usual.attempts),
            reveal: choice(text, self.reveal, "reveal", &Rules::REVEAL)?.unwrap_or(usual.reveal),
            diagnose: self.diagnose.unwrap_or(usual.diagnose),
        })
    }
}
