//! What must be known of the data before a model is believed, with what else may be meant: each fix is a change of the
//! recipe, on screen behind a key, on the command line a flag.

use std::fmt;

use super::{Marks, Recipe};
use crate::table::{Decimal, Kind, Notice, Topic};
use crate::text::{flag, flag_of, flag_pair, list_item};

/// What was noticed, and what else may be meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    pub notice: Notice,
    /// What may be meant; the last one is how it is read where nothing is said. None where nothing else may be.
    pub fixes: Vec<Fix>,
    pub suggested: usize,
}

/// One thing that may be meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    pub taken: String,
    /// The same as a clause: `it is missing here`.
    pub words: String,
    pub change: Change,
}

/// A change of a recipe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// None: it stays as it is.
    Keep,
    Kind(String, Kind),
    Decimal(String, Decimal),
    MissingIn(String, Marks),
    Missing(Option<Vec<String>>),
    LeaveOut(String),
    TakeIn(String),
    Weight(String),
    Target(String),
    All(Vec<Change>),
}

/// Flags of many that say the same of a column each.
const FLAGS: usize = 3;

impl Change {
    pub(crate) fn is_said(&self, recipe: &Recipe) -> bool {
        let of = |name: &String| recipe.column(name);
        match self {
            Change::Keep => false,
            Change::Kind(name, kind) => {
                of(name).is_some_and(|said| said.kind == Some(*kind)) && !recipe.ignore.contains(name)
            }
            Change::Decimal(name, mark) => of(name).is_some_and(|said| said.decimal == Some(*mark)),
            Change::MissingIn(name, marks) => {
                of(name).is_some_and(|said| said.missing.as_ref() == Some(marks))
            }
            Change::Missing(None) => false,
            Change::Missing(listed) => recipe.missing == *listed,
            Change::LeaveOut(name) => recipe.ignore.contains(name),
            Change::TakeIn(name) => recipe.features.as_ref().is_some_and(|all| all.contains(name)),
            Change::Weight(name) => recipe.weight.as_ref() == Some(name),
            Change::Target(name) => recipe.target.as_ref() == Some(name),
            Change::All(all) => all.iter().all(|change| change.is_said(recipe)),
        }
    }

    /// The flag that says so; `None` where none does by itself.
    fn flag(&self) -> Option<String> {
        let list = |texts: &[String]| texts.iter().map(|text| list_item(text)).collect::<Vec<_>>().join(",");
        match self {
            Change::Kind(name, kind) => Some(flag_pair("kind", name, kind.word())),
            Change::Decimal(name, mark) => Some(flag_pair("decimal", name, &mark.to_string())),
            Change::MissingIn(name, marks) => Some(flag_pair("missing-in", name, &list(&marks.0))),
            Change::Missing(Some(listed)) => Some(flag("missing", &list(listed))),
            Change::LeaveOut(name) => Some(flag_of("ignore", name)),
            Change::Weight(name) => Some(flag_of("weight", name)),
            Change::Target(name) => Some(flag_of("target", name)),
            Change::All(all) => {
                let flags: Vec<String> = all.iter().take(FLAGS).filter_map(Change::flag).collect();
                let more = if all.len() > FLAGS { " and so on" } else { "" };
                Some(format!("{}{more}", flags.join(" ")))
            }
            Change::Keep | Change::Missing(None) | Change::TakeIn(_) => None,
        }
    }
}

impl Fix {
    pub(super) fn new(taken: impl Into<String>, words: impl Into<String>, change: Change) -> Fix {
        Fix { taken: taken.into(), words: words.into(), change }
    }
}

/// What was noticed in one line, and the flags for what else may be meant.
impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = self.notice.to_string();
        let other = self.fixes.split_last().map_or(&[][..], |(_, other)| other);
        // What is meant of all columns has the flags of each.
        let is_all = |fix: &Fix| matches!(fix.change, Change::All(_));
        let some = other.iter().any(is_all);
        let flags = other
            .iter()
            .filter(|fix| !some || is_all(fix))
            .filter_map(|fix| Some(format!("if {}: {}", fix.words, fix.change.flag()?)));
        let flags: Vec<String> = flags.collect();
        match what.strip_suffix('.') {
            _ if flags.is_empty() => f.write_str(&what),
            Some(what) => write!(f, "{what}; {}.", flags.join("; ")),
            None if what.ends_with('?') => write!(f, "{what} I{}.", flags.join("; ").trim_start_matches('i')),
            None => write!(f, "{what}; {}", flags.join("; ")),
        }
    }
}

impl From<Notice> for Warning {
    fn from(notice: Notice) -> Warning {
        Warning { notice, fixes: Vec::new(), suggested: 0 }
    }
}

impl Warning {
    pub(super) fn new(notice: Notice, topic: Topic, fixes: Vec<Fix>) -> Warning {
        let suggested = fixes.len().saturating_sub(1);
        Warning { notice: Notice { topic, ..notice }, fixes, suggested }
    }

    #[must_use]
    pub fn ended(mut self) -> Warning {
        self.notice.what.push('.');
        self
    }

    pub(crate) fn is_like(&self, other: &Warning) -> bool {
        let alike = std::mem::discriminant(&self.notice.topic) == std::mem::discriminant(&other.notice.topic);
        alike
            && self.notice.column == other.notice.column
            && match self.fixes.is_empty() {
                true => self.notice.what == other.notice.what,
                false => !other.fixes.is_empty(),
            }
    }

    pub fn holding(&self, recipe: &Recipe) -> Option<usize> {
        self.said(recipe).or_else(|| self.fixes.len().checked_sub(1))
    }

    pub fn said(&self, recipe: &Recipe) -> Option<usize> {
        // What is said of one column wins over what is said of all.
        let of_all = |fix: &Fix| matches!(fix.change, Change::Missing(_));
        let said = |all: bool| move |fix: &Fix| of_all(fix) == all && fix.change.is_said(recipe);
        self.fixes.iter().position(said(false)).or_else(|| self.fixes.iter().position(said(true)))
    }

    pub fn is_unclear(&self) -> bool {
        use Topic::{Counts, Decimal, Few, Mark, Odd};
        !self.fixes.is_empty() && matches!(self.notice.topic, Counts | Decimal(_) | Few | Mark(..) | Odd(_))
    }
}
