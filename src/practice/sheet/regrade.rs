//! A teacher's second thoughts, in a file that is kept beside the marks and applied whenever they are made: an answer that
//! is accepted of everyone, the marks of one line of one student, a line that does not count.
//!
//! ```toml
//! [[rule]]
//! line   = "P(Sunny|Yes)"          # as the exercise writes it, or its number
//! accept = ["3/14", "0.21"]        # of everyone, however the number is written
//! reason = "the question could be read so"
//!
//! [[rule]]
//! exercise = "weather-sunny"       # where sheets of several are marked
//! student  = "s05"
//! line     = 3
//! marks    = 0.5
//!
//! [[rule]]
//! line = "class"
//! drop = true
//! ```

use std::path::{Path, PathBuf};

use serde::Deserialize;
use toml::Spanned;

use super::placed::step_of;
use super::{GradedSheet, MarkedLine};
use crate::math::{Sentence, sentence};
use crate::practice::exercise::{Exercise, Text, plain_words};
use crate::practice::mark::{Graded, Verdict};
use crate::practice::read::{Answer, Near, ParsedAnswer};
use crate::problem::{Problem, nearest};
use crate::recipe::{folded, recipe_text};
use crate::text::shown;

/// The name of the file where it is kept beside the marks.
pub const REGRADE: &str = "regrade.toml";

/// Rules that change marks.
#[derive(Clone, Debug, Default)]
pub struct Regrade {
    /// Where they were read from.
    pub path: PathBuf,
    /// The rules, in the order of the file; later ones win.
    pub rules: Vec<RegradeRule>,
}

/// One rule.
#[derive(Clone, Debug)]
pub struct RegradeRule {
    /// Its number in the file, from 1.
    pub number: usize,
    /// The line of the file that it begins on.
    pub at: u64,
    /// The exercise; `None` for each that has the line.
    pub exercise: Option<String>,
    /// The student; `None` for everyone.
    pub student: Option<String>,
    /// The seed of the table; `None` for any.
    pub seed: Option<u64>,
    /// The line, by its label or its number.
    pub line: String,
    /// What it does.
    pub does: Does,
    /// Why, as the student and the report are told.
    pub reason: Option<String>,
}

/// What a rule does to a line.
#[derive(Clone, Debug, PartialEq)]
pub enum Does {
    /// These answers are right, and worth so many marks; without a number all of them.
    Accept(Vec<String>, Option<f64>),
    /// The line is worth so many marks, whatever stands there.
    Marks(f64),
    /// The line does not count.
    Drop,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    format: Option<i64>,
    #[serde(default)]
    rule: Vec<Spanned<RawRule>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawRule {
    exercise: Option<String>,
    student: Option<String>,
    seed: Option<u64>,
    line: toml::Value,
    #[serde(default)]
    accept: Vec<String>,
    marks: Option<f64>,
    #[serde(default)]
    drop: bool,
    reason: Option<String>,
}

impl Regrade {
    /// Reads the rules of a file.
    ///
    /// # Errors
    /// When it cannot be read, has an unknown key, or a rule does nothing or several things.
    pub fn open(path: &Path) -> Result<Regrade, Problem> {
        let text = recipe_text(path).map_err(|error| Problem {
            fix: "name a file of rules, each below [[rule]]".into(),
            ..Problem { what: format!("the rules for regrading cannot be read: {error}"), ..error.into() }
        })?;
        Regrade::from_toml(&text, path)
    }

    /// The same from a text; the path names it in errors.
    ///
    /// # Errors
    /// As [`Regrade::open`].
    pub fn from_toml(content: &str, path: &Path) -> Result<Regrade, Problem> {
        let shown = path.to_string_lossy();
        let text = Text { path: &shown, text: content };
        let wrong =
            |at, what: String, fix: &str| Problem { kind: "bad_regrade", ..text.wrong(at, what, fix) };
        let raw: Raw = toml::from_str(content).map_err(|error| {
            let (what, fix) = plain_words(error.message());
            let at = error.span().map(|span| span.start);
            Problem { fix, ..wrong(at, format!("these are no rules for regrading: {what}"), "") }
        })?;
        if raw.format.is_some_and(|format| format != 1) {
            return Err(wrong(None, "this program reads rules of format 1".into(), "write format = 1"));
        }
        let mut rules = Vec::new();
        for (number, rule) in (1..).zip(raw.rule) {
            let start = rule.span().start;
            let at = text.line(start);
            let rule = rule.into_inner();
            let does = rule
                .does()
                .map_err(|(what, fix)| wrong(Some(start), format!("rule {number} {what}"), fix))?;
            let line = match &rule.line {
                toml::Value::String(label) => label.trim().to_owned(),
                toml::Value::Integer(number) => number.to_string(),
                other => {
                    let what = format!("rule {number}: line is {other}, which is no line of an exercise");
                    return Err(wrong(
                        Some(start),
                        what,
                        "write its label, line = \"P(Yes)\", or its number, line = 2",
                    ));
                }
            };
            let RawRule { exercise, student, seed, reason, .. } = rule;
            rules.push(RegradeRule { number, at, exercise, student, seed, line, does, reason });
        }
        Ok(Regrade { path: path.to_path_buf(), rules })
    }

    /// The rules that are about an exercise, each with the place of the step that it is about.
    pub(super) fn of(&self, exercise: &Exercise) -> Vec<(usize, RegradeRule)> {
        let mine = self.rules.iter().filter(|rule| rule.is_of(exercise));
        mine.filter_map(|rule| Some((rule.step(exercise)?, rule.clone()))).collect()
    }

    /// What the file is called in messages.
    pub fn name(&self) -> String {
        shown(&self.path.file_name().unwrap_or_default().to_string_lossy()).into_owned()
    }

    /// Rules that changed nothing, each in a sentence without a full stop that says why.
    pub fn idle(&self, sheets: &[GradedSheet]) -> Vec<String> {
        let used = |rule: &&RegradeRule| {
            !sheets.iter().flat_map(|sheet| &sheet.lines).any(|line| line.regraded.contains(&rule.number))
        };
        let told = |rule: &RegradeRule| {
            format!(
                "rule {} of {} (line {}) changed nothing: {}",
                rule.number,
                self.name(),
                rule.at,
                rule.idle(sheets)
            )
        };
        self.rules.iter().filter(used).map(told).collect()
    }
}

impl RawRule {
    fn does(&self) -> Result<Does, (&'static str, &'static str)> {
        const ONE: &str = "give it accept = [\"3/14\"], marks = 1 with a student, or drop = true";
        if self.marks.is_some_and(|marks| !marks.is_finite() || marks < 0.0) {
            return Err(("gives marks below 0, or no number of them", "write a number that is 0 or more"));
        }
        match (self.accept.is_empty(), self.marks, self.drop) {
            (true, None, true) => Ok(Does::Drop),
            (false, marks, false) => Ok(Does::Accept(self.accept.clone(), marks)),
            (true, Some(marks), false) if self.student.is_some() => Ok(Does::Marks(marks)),
            (true, Some(_), false) => Err((
                "gives everyone the same marks",
                "name the student, student = \"s05\", or what is accepted, accept = [\"3/14\"]",
            )),
            (true, None, false) => Err(("does nothing", ONE)),
            _ => Err(("does several things", ONE)),
        }
    }
}

impl RegradeRule {
    fn is_of(&self, exercise: &Exercise) -> bool {
        self.exercise.as_ref().is_none_or(|id| folded(id) == folded(&exercise.id))
            && self.seed.is_none_or(|seed| exercise.seed == Some(seed))
    }

    /// The place of the step that it is about.
    fn step(&self, exercise: &Exercise) -> Option<usize> {
        match self.line.parse::<usize>() {
            Ok(number) => number.checked_sub(1).filter(|at| *at < exercise.steps.len()),
            Err(_) => step_of(exercise, &self.line),
        }
    }

    fn is_for(&self, student: &str) -> bool {
        self.student.as_ref().is_none_or(|name| folded(name) == folded(student))
    }

    /// Whether it makes an answer right.
    pub(super) fn accepts(&self) -> bool {
        matches!(self.does, Does::Accept(..))
    }

    /// Changes a line, if it is about it.
    pub(super) fn apply(&self, student: &str, line: &mut MarkedLine) {
        if !self.is_for(student) {
            return;
        }
        let why = self.reason.as_ref().map(|reason| format!(": {}", reason.trim().trim_end_matches('.')));
        let why = why.unwrap_or_default();
        match &self.does {
            Does::Accept(answers, marks) => {
                let Some(answer) = &line.answer else { return };
                if !answers.iter().any(|listed| is_same(listed, answer)) {
                    return;
                }
                let message = sentence!("Your teacher accepts this answer{}.", Sentence::data(why));
                line.marked =
                    Graded { carried: line.marked.carried, ..Graded::new(Verdict::Correct, message) };
                line.flagged = false;
                line.marks = marks.unwrap_or(line.max).min(line.max);
            }
            Does::Marks(marks) => {
                line.marks = marks.min(line.max);
                let given = format!(" Your teacher gives {} of {} marks{why}.", line.marks, line.max);
                line.marked.message = match line.marked.is_for_teacher() {
                    true => Sentence::data(given.trim_start()),
                    false => sentence!("{}{}", line.marked.message, Sentence::data(given)),
                };
            }
            Does::Drop => {
                (line.marks, line.max) = (0.0, 0.0);
                let said = Sentence::data(format!(" This line does not count{why}."));
                line.marked.message = sentence!("{}{}", line.marked.message, said);
            }
        }
        line.regraded.push(self.number);
    }

    /// Why it changed nothing.
    fn idle(&self, sheets: &[GradedSheet]) -> String {
        let ids = || sheets.iter().map(|sheet| sheet.exercise.as_str());
        let near = |typed: &str, names: &mut dyn Iterator<Item = &str>| {
            nearest(typed, names).map(|near| format!("; did you mean {}?", shown(near))).unwrap_or_default()
        };
        if let Some(id) = self.exercise.as_ref().filter(|id| !ids().any(|other| folded(other) == folded(id)))
        {
            return format!("no sheet answers the exercise “{}”{}", shown(id), near(id, &mut ids()));
        }
        let mine = || sheets.iter().filter(|sheet| self.is_of(&sheet.answered));
        if mine().next().is_none() {
            return "no sheet has this seed".into();
        }
        if !mine().any(|sheet| self.step(&sheet.answered).is_some()) {
            let labels = mine().next().map(|sheet| sheet.lines.as_slice()).unwrap_or_default();
            let mut labels = labels.iter().map(|line| line.label.as_str());
            return format!(
                "the exercise has no line “{}”{}",
                shown(&self.line),
                near(&self.line, &mut labels)
            );
        }
        if let Some(name) = self.student.as_ref().filter(|_| !mine().any(|sheet| self.is_for(sheet.who()))) {
            let mut students = mine().map(GradedSheet::who);
            return format!("there is no sheet of “{}”{}", shown(name), near(name, &mut students));
        }
        "nobody has such an answer there".into()
    }

    /// What it does, in words: `3/14 and 0.21 accepted`.
    pub fn told(&self) -> String {
        let who = self.student.as_ref().map(|name| format!(" for {}", shown(name))).unwrap_or_default();
        let seed = self.seed.map(|seed| format!(", seed {seed}")).unwrap_or_default();
        match &self.does {
            Does::Accept(answers, marks) => {
                let list = answers.iter().map(|answer| shown(answer)).collect::<Vec<_>>().join(" and ");
                let worth = marks.map(|marks| format!(" for {marks} marks")).unwrap_or_default();
                format!("line {}{seed}: {list} accepted{worth}{who}", shown(&self.line))
            }
            Does::Marks(marks) => format!("line {}{seed}: {marks} marks{who}", shown(&self.line)),
            Does::Drop => format!("line {}{seed} does not count{who}", shown(&self.line)),
        }
    }
}

/// Whether an answer is one that is accepted: the same text, or the same number.
fn is_same(listed: &str, answer: &Answer) -> bool {
    let plain = |text: &str| folded(text).split_whitespace().collect::<String>();
    if plain(listed) == plain(&answer.typed) || plain(listed) == plain(&answer.last) {
        return true;
    }
    match (&Answer::alone(listed).parsed, &answer.parsed) {
        (ParsedAnswer::Number(listed), ParsedAnswer::Number(written)) => {
            Near::of(&listed.value).is_some_and(|listed| listed.is(&written.value))
        }
        (ParsedAnswer::Undefined, ParsedAnswer::Undefined) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Regrade, Problem> {
        Regrade::from_toml(text, Path::new("marks/regrade.toml"))
    }

    #[test]
    fn rules_are_read_strictly() {
        let rules = read(
            "[[rule]]\nline = \" P(Yes) \"\naccept = [\"0.6\"]\nmarks = 1\n[[rule]]\nline = 2\ndrop = true\n",
        );
        let rules = rules.unwrap().rules;
        assert_eq!(rules[0].does, Does::Accept(vec!["0.6".into()], Some(1.0)));
        assert_eq!((rules[0].line.as_str(), rules[1].line.as_str(), rules[1].at), ("P(Yes)", "2", 5));
        for (text, said) in [
            ("[[rule]]\nline = 2\n", "rule 1 does nothing"),
            ("[[rule]]\nline = 2\nmarks = 1\n", "rule 1 gives everyone the same marks"),
            ("[[rule]]\nline = 2\naccept = [\"1\"]\ndrop = true\n", "rule 1 does several things"),
            ("[[rule]]\nline = 2\nstudent = \"s\"\nmarks = -1\n", "rule 1 gives marks below 0"),
            ("[[rule]]\nline = 2\nstudent = \"s\"\nmarks = nan\n", "rule 1 gives marks below 0"),
            ("[[rule]]\nline = 2.5\ndrop = true\n", "line is 2.5"),
            ("[[rule]]\naccept = [\"1\"]\n", "the key line is missing"),
            ("[[rule]]\nline = 2\nacept = [\"1\"]\n", "there is no key “acept” here"),
            ("format = 2\n", "format 1"),
        ] {
            let problem = read(text).unwrap_err();
            assert!(problem.what.contains(said), "{text}: {}", problem.what);
            assert_eq!(problem.kind, "bad_regrade");
        }
    }

    #[test]
    fn an_answer_is_the_same_by_its_text_or_its_number() {
        for (listed, typed, same) in [
            ("3/14", "3/14", true),
            ("3/14", "6 / 28", true),
            ("0.21", "0,21", true),
            ("0.21", "0.2", false),
            ("0.21", "3/14", false),
            ("yes", "YES", true),
            ("undefined", "0/0", true),
            ("9 of the days", "9 of  the Days", true),
        ] {
            assert_eq!(is_same(listed, &Answer::alone(typed)), same, "{listed} {typed}");
        }
    }
}
