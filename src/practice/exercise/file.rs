//! Exercise files: their keys, and errors with line numbers.

use super::random::RawRandom;
use super::rules::RawPolicy;
use crate::practice::Notation;
use crate::practice::mistakes::tags;
use crate::practice::read::{Answer, ParsedAnswer};
use crate::problem::{Problem, nearest};
use crate::text::shown;
use serde::Deserialize;
use toml::{Spanned, Table as Toml, Value};

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
            // For [step] and [[step]] the TOML parser blames the later one.
            if let Some(at) = self.begins("[step]") {
                let what = "this is not an exercise: [step] has one pair of brackets";
                return self.wrong(Some(at), what, "begin each step with [[step]]");
            }
            let (cause, fix) = told(error.message());
            let at = error.span().map(|span| span.start);
            self.wrong(at, format!("this is not an exercise: {cause}"), fix)
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
        let said = format!("“{}” is not a value of {what}", word.get_ref());
        text.wrong(Some(word.span().start), said, format!("choose one of: {}", names()))
    };
    found.ok_or_else(wrong).map(Some)
}

impl RawStep {
    /// Answers that the exercise accepts as right: numbers, written as a student writes them.
    pub(super) fn accepted(&self, text: &Text<'_>) -> Result<Vec<String>, Problem> {
        let unread = |answer: &&Spanned<String>| {
            !matches!(
                Answer::alone(answer.get_ref()).parsed,
                ParsedAnswer::Number(_) | ParsedAnswer::Undefined
            )
        };
        if let Some(answer) = self.accept.iter().find(unread) {
            let what = format!("accept has “{}”, which is not a number", answer.get_ref());
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

/// The parts of an exercise that do not need its data.
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

/// The default marks of a step.
pub(super) const USUAL: f64 = 1.0;

pub(in crate::practice) fn told(cause: &str) -> (String, String) {
    if let Some((of_kind, rest)) = cause.strip_prefix("invalid ").and_then(|rest| rest.split_once(": "))
        && let Some((found, wanted)) = rest.split_once(", expected ")
    {
        let (found, (wanted, example)) = (thing(found), kind(wanted));
        let what = match of_kind {
            "type" => format!("expected {wanted}, found {found}"),
            _ => format!("{found} is not {wanted}"),
        };
        return (what, format!("write {wanted}, for example {example}"));
    }
    if cause == "duplicate key" {
        return ("this key appears twice".into(), "delete one of the two".into());
    }
    let named: Vec<&str> = cause.split('`').skip(1).step_by(2).collect();
    match (named.as_slice(), cause) {
        ([typed, known @ ..], cause) if cause.starts_with("unknown field") => {
            let fix = match nearest(typed, known.iter().copied()) {
                Some(near) => format!("did you mean {near}?"),
                None => format!("the keys here are: {}", known.join(", ")),
            };
            (format!("there is no key “{}” here", shown(typed)), fix)
        }
        ([missing], cause) if cause.starts_with("missing field") => {
            (format!("the key {missing} is missing here"), format!("add it: {missing} = …"))
        }
        _ => (cause.to_owned(), OTHERWISE.to_owned()),
    }
}

const OTHERWISE: &str = "correct this line; `posterior exercise new DATA` writes an exercise to start from";

/// Describes a value that the TOML parser reports: `string "two"`, ``integer `3` ``.
fn thing(found: &str) -> String {
    let quoted = found.split_once('"').and_then(|(_, rest)| rest.rsplit_once('"')).map(|(text, _)| text);
    let bare = found.split_once('`').and_then(|(_, rest)| rest.rsplit_once('`')).map(|(text, _)| text);
    match (found, quoted, bare) {
        ("sequence", ..) => "a list".into(),
        ("map", ..) => "a table".into(),
        (_, Some(text), _) => format!("the text “{text}”"),
        (_, _, Some(text)) => text.to_owned(),
        (other, ..) => other.to_owned(),
    }
}

fn kind(wanted: &str) -> (&str, &str) {
    match wanted {
        "a string" => ("text in quotes", "\"text\""),
        "f64" | "f32" => ("a number", "2 or 0.5"),
        "usize" | "u64" | "u32" => ("a whole number from 0", "3"),
        "i64" => ("a whole number", "1"),
        "a boolean" => ("true or false", "true"),
        "a sequence" | "an array" => ("a list", "[\"one\", \"two\"] or [10, 20]"),
        other if other.starts_with("struct") || other == "a map" => ("a table", "{ outlook = \"Sunny\" }"),
        other => (other, "as in the file that posterior exercise new DATA writes"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_the_reader_are_reported_in_plain_english() {
        for (cause, what, fix) in [
            (
                "invalid type: string \"two\", expected f64",
                "expected a number, found the text “two”",
                "write a number, for example 2 or 0.5",
            ),
            (
                "invalid type: integer `3`, expected a string",
                "expected text in quotes, found 3",
                "write text in quotes, for example \"text\"",
            ),
            (
                "invalid value: integer `-1`, expected u64",
                "-1 is not a whole number from 0",
                "write a whole number from 0, for example 3",
            ),
            (
                "unknown field `titel`, expected one of `format`, `title`",
                "there is no key “titel” here",
                "did you mean title?",
            ),
            (
                "unknown field `colour`, expected `ask` or `marks`",
                "there is no key “colour” here",
                "the keys here are: ask, marks",
            ),
            ("missing field `ask`", "the key ask is missing here", "add it: ask = …"),
            ("duplicate key", "this key appears twice", "delete one of the two"),
        ] {
            assert_eq!(told(cause), (what.to_owned(), fix.to_owned()));
        }
    }
}
