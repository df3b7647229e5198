//! Exercise files: their keys, their marking rules, and errors with line numbers.

use super::random::RawRandom;
use crate::practice::mark::Note;
use crate::practice::mistakes::tags;
use crate::practice::{Answer, Graded, ParsedAnswer, Verdict, about, problem, problem_in};
use crate::problem::{Problem, nearest};
use crate::text::shown;
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;
use std::path::Path;
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
    pub step: Vec<RawStep>,
    #[serde(default)]
    pub policy: Rules,
    pub random: Option<Spanned<RawRandom>>,
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

/// The text of an exercise file, for errors with the line of their cause.
#[derive(Clone, Debug)]
pub(super) struct Text {
    pub path: String,
    pub text: String,
}

impl Text {
    pub fn new(path: &Path, text: &str) -> Text {
        Text { path: path.to_string_lossy().into_owned(), text: text.to_owned() }
    }

    pub fn wrong(&self, at: Option<usize>, what: impl Into<String>, fix: impl Into<String>) -> Problem {
        let lines_before = |at: usize| self.text.get(..at).unwrap_or_default().matches('\n').count() as u64;
        let line = at.map(|at| 1 + lines_before(at));
        problem_in(&self.path, line, problem("bad_exercise", what, fix))
    }

    pub fn wrong_at<T>(
        &self,
        value: &Spanned<T>,
        what: impl Into<String>,
        fix: impl Into<String>,
    ) -> Problem {
        self.wrong(Some(value.span().start), what, fix)
    }

    pub fn line_from(&self, from: usize, is: impl Fn(&str) -> bool) -> Option<usize> {
        let mut start = from;
        self.text.get(from..).unwrap_or_default().split_inclusive('\n').find_map(|line| {
            let here = start;
            start += line.len();
            is(line).then_some(here)
        })
    }

    pub fn raw(&self) -> Result<Raw, Problem> {
        toml::from_str(&self.text).map_err(|error| {
            // For [step] and [[step]] the TOML parser blames the later one.
            if let Some(at) = self.line_from(0, |line| line.trim_start().starts_with("[step]")) {
                let what = "this is not an exercise: [step] has one pair of brackets";
                return self.wrong(Some(at), what, "begin each step with [[step]]");
            }
            let (cause, fix) = explain_cause(error.message());
            let at = error.span().map(|span| span.start);
            self.wrong(at, format!("this is not an exercise: {cause}"), fix)
        })
    }
}

impl RawStep {
    pub(super) fn accepted(&self, text: &Text) -> Result<Vec<String>, Problem> {
        let unread = |answer: &&Spanned<String>| {
            !matches!(
                Answer::alone(answer.get_ref()).parsed,
                ParsedAnswer::Number(_) | ParsedAnswer::Undefined
            )
        };
        if let Some(answer) = self.accept.iter().find(unread) {
            let what = format!("accept has “{}”, which is not a number", answer.get_ref());
            let fix = "write numbers as students write them, such as accept = [\"0.60\", \"0.59\"]";
            return Err(text.wrong_at(answer, what, fix));
        }
        Ok(self.accept.iter().map(|answer| answer.get_ref().clone()).collect())
    }
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
        let raw = Text { path: name.to_owned(), text: text.to_owned() }.raw()?;
        Ok(Outline {
            title: raw.title.or(raw.id).map_or_else(|| name.to_owned(), Spanned::into_inner),
            asks: raw.step.iter().map(|step| step.ask.get_ref().trim().to_owned()).collect(),
            marks: raw.step.iter().map(|step| step.marks.unwrap_or(USUAL)).sum(),
        })
    }
}

pub(super) const USUAL: f64 = 1.0;

pub(super) fn explain_cause(cause: &str) -> (String, String) {
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
    if let Some((what, fix)) = cause.split_once(FIX) {
        return (what.to_owned(), fix.to_owned());
    }
    let named: Vec<&str> = cause.split('`').skip(1).step_by(2).collect();
    match (named.as_slice(), cause) {
        (_, "duplicate key") => ("this key appears twice".into(), "delete one of the two".into()),
        ([typed, known @ ..], cause) if cause.starts_with("unknown field") => {
            let fix = match nearest(typed, known.iter().copied()) {
                Some(near) => format!("did you mean {near}?"),
                None => format!("the keys here are: {}", known.join(", ")),
            };
            (format!("there is no key “{}” here", shown(typed)), fix)
        }
        ([word, known @ ..], cause) if cause.starts_with("unknown variant") => {
            (format!("“{}” is not known here", shown(word)), format!("choose one of: {}", known.join(", ")))
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
    let between = |mark: char| Some(found.split_once(mark)?.1.rsplit_once(mark)?.0);
    match (found, between('"'), between('`')) {
        ("sequence", ..) => "a list".into(),
        ("map", ..) => "a table".into(),
        (_, Some(text), _) => format!("the text “{text}”"),
        (other, None, bare) => bare.unwrap_or(other).to_owned(),
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

/// How an exercise is marked, from `[policy]` of its file.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rules {
    /// The least significant figures of an answer.
    #[serde(deserialize_with = "figures")]
    pub figures: usize,
    /// The share of the marks for an answer that was rounded on the way, from 0 to 1.
    #[serde(deserialize_with = "share")]
    pub early_rounding: f64,
    /// The same for an answer that is right with the student's own earlier lines.
    #[serde(deserialize_with = "share")]
    pub carried: f64,
    /// The same for wrong answers by their cause; `*` is any other known cause.
    #[serde(deserialize_with = "shares")]
    causes: BTreeMap<String, f64>,
    pub unreduced: Unreduced,
    pub carry_forward: bool,
    /// Attempts before an answer may be shown; not used when sheets are marked.
    pub attempts: u32,
    pub reveal: Reveal,
    /// Mistakes to diagnose: `*` for all, `B4` for one, `!B23` to leave one out.
    #[serde(deserialize_with = "tags_to_find")]
    pub diagnose: Vec<String>,
}

/// What happens to a fraction that is not in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Unreduced {
    Ok,
    Note,
    Required,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reveal {
    Always,
    AfterAttempts,
    Teacher,
    Never,
}

/// Separates an error from what to do about it, since serde has one message for both.
const FIX: &str = " ⇒ ";

fn figures<'de, D: Deserializer<'de>>(value: D) -> Result<usize, D::Error> {
    const MOST: usize = 15;
    let figures = usize::deserialize(value)?;
    let wrong = || D::Error::custom(format!("figures is {figures}{FIX}write a number from 1 to {MOST}"));
    (1..=MOST).contains(&figures).then_some(figures).ok_or_else(wrong)
}

fn share<'de, D: Deserializer<'de>>(value: D) -> Result<f64, D::Error> {
    is_share(f64::deserialize(value)?)
}

fn is_share<E: Error>(share: f64) -> Result<f64, E> {
    let wrong = || E::custom(format!("{share} is not a share of the marks{FIX}write a number from 0 to 1"));
    (0.0..=1.0).contains(&share).then_some(share).ok_or_else(wrong)
}

fn shares<'de, D: Deserializer<'de>>(value: D) -> Result<BTreeMap<String, f64>, D::Error> {
    let causes = BTreeMap::<String, f64>::deserialize(value)?;
    for (tag, credit) in &causes {
        known_cause(tag, tag)?;
        is_share(*credit)?;
    }
    Ok(causes)
}

fn tags_to_find<'de, D: Deserializer<'de>>(value: D) -> Result<Vec<String>, D::Error> {
    let tags = Vec::<String>::deserialize(value)?;
    tags.iter().try_for_each(|written| known_cause(written, written.trim_start_matches('!')))?;
    Ok(tags)
}

fn known_cause<E: Error>(written: &str, tag: &str) -> Result<(), E> {
    if tag == "*" || about(tag).is_some() {
        return Ok(());
    }
    let fix = match tags().find(|known| known.eq_ignore_ascii_case(tag)) {
        Some(near) => format!("did you mean {near}?"),
        None => "write a tag such as B23, or * for all known causes".to_owned(),
    };
    Err(E::custom(format!("“{written}” is not a known cause{FIX}{fix}")))
}

pub fn tidy(marks: f64) -> f64 {
    (marks * 1e6).round() / 1e6
}

impl Default for Rules {
    fn default() -> Self {
        Rules {
            figures: 2,
            early_rounding: 1.0,
            carried: 1.0,
            causes: BTreeMap::new(),
            unreduced: Unreduced::Ok,
            carry_forward: true,
            attempts: 3,
            reveal: Reveal::AfterAttempts,
            diagnose: vec!["*".into()],
        }
    }
}

impl Rules {
    pub fn looks_for(&self, tag: &str) -> bool {
        let is_wanted = |pattern: &String| {
            let (wanted, pattern) =
                pattern.strip_prefix('!').map_or((true, pattern.as_str()), |p| (false, p));
            (pattern == "*" || pattern == tag).then_some(wanted)
        };
        self.diagnose.iter().rev().find_map(is_wanted).unwrap_or(false)
    }

    pub fn shows_solution(&self, asked: bool) -> bool {
        match self.reveal {
            Reveal::Always => true,
            Reveal::Never => false,
            Reveal::AfterAttempts | Reveal::Teacher => asked,
        }
    }

    /// The share of the marks that a verdict is worth, from 0 to 1.
    pub fn credit(&self, marked: &Graded) -> f64 {
        let right = match (marked.verdict, marked.note) {
            (Verdict::Unmarked, _) => 0.0,
            // If several causes are possible, the one that is best for the student.
            (Verdict::Wrong, _) => marked.causes.iter().map(|tag| self.of_cause(tag)).fold(0.0, f64::max),
            (_, Some(Note::RoundedEarly)) => self.early_rounding,
            (_, Some(Note::Unreduced)) if self.unreduced == Unreduced::Required => 0.0,
            _ => 1.0,
        };
        if marked.carried { right.min(self.carried) } else { right }
    }

    pub fn of_cause(&self, tag: &str) -> f64 {
        self.causes.get(tag).or_else(|| self.causes.get("*")).copied().unwrap_or(0.0)
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
                "invalid value: integer `-1`, expected u64",
                "-1 is not a whole number from 0",
                "write a whole number from 0, for example 3",
            ),
            (
                "unknown field `titel`, expected one of `format`, `title`",
                "there is no key “titel” here",
                "did you mean title?",
            ),
            ("duplicate key", "this key appears twice", "delete one of the two"),
        ] {
            assert_eq!(explain_cause(cause), (what.to_owned(), fix.to_owned()));
        }
    }
}
