//! What must be known of the data before a model is believed, with what else may be meant: each fix is a change of the
//! recipe, on screen behind a key, on the command line a flag.

use std::collections::HashSet;
use std::fmt;

use super::flags::quoted;
use super::{Marks, ModelKind, Recipe, Resolved, Role, find_column, role, toggled, with_target, with_weight};
use crate::table::{Column, Decimal, Kind, Loaded, Notice, NumberStyle, Table, Topic, with_point};
use crate::text::{brief, grouped};

/// What was noticed, and what else may be meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// What was noticed, and where.
    pub notice: Notice,
    /// What may be meant; the last one is how it is read where nothing is said. None where nothing else may be.
    pub fixes: Vec<Fix>,
    /// Which of them is suggested.
    pub suggested: usize,
}

/// One thing that may be meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What it is then, in a word or two.
    pub taken: String,
    /// The same as a clause: `it is missing here`.
    pub words: String,
    /// What says so.
    pub change: Change,
}

/// A change of a recipe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// None: it stays as it is.
    Keep,
    /// A column is a feature of this kind.
    Kind(String, Kind),
    /// What stands before the decimals of a column.
    Decimal(String, Decimal),
    /// Which texts are missing cells of one column.
    MissingIn(String, Marks),
    /// Which are of all columns.
    Missing(Option<Vec<String>>),
    /// A column is left out.
    LeaveOut(String),
    /// A column that is left out by default is a feature.
    TakeIn(String),
    /// A column says how many times its row was seen.
    Weight(String),
    /// A column holds the class.
    Target(String),
}

impl Change {
    /// The recipe with it.
    #[must_use]
    pub fn apply(&self, recipe: &Recipe, table: &Table) -> Recipe {
        let mut next = recipe.clone();
        let at = |name: &String| find_column(table, name).ok();
        let target = recipe.target.as_ref().and_then(at);
        let role = |name: &String| at(name).map(|at| role(recipe, table, target, at));
        match self {
            Change::Keep => {}
            Change::Kind(name, kind) => {
                if role(name) == Some(Role::Ignored) {
                    next = Change::TakeIn(name.clone()).apply(recipe, table);
                }
                let said = next.column_mut(name);
                (said.kind, said.decimal, said.one) = (Some(*kind), None, None);
                said.bins = said.bins.take().filter(|_| *kind == Kind::Numeric);
            }
            Change::Decimal(name, mark) => {
                let said = next.column_mut(name);
                (said.kind, said.decimal) = (None, Some(*mark));
            }
            Change::MissingIn(name, marks) => {
                let said = next.column_mut(name);
                (said.kind, said.missing) = (None, Some(marks.clone()));
            }
            Change::Missing(listed) => {
                next.forget_of_columns("missing");
                next.missing.clone_from(listed);
            }
            Change::LeaveOut(name) if role(name) == Some(Role::Feature) => {
                next = at(name).and_then(|at| toggled(recipe, table, at)).unwrap_or(next);
            }
            Change::TakeIn(name) if role(name) == Some(Role::Ignored) => {
                next = at(name).and_then(|at| toggled(recipe, table, at)).unwrap_or(next);
            }
            Change::Weight(name) if role(name) != Some(Role::Weight) => {
                next = at(name).and_then(|at| with_weight(recipe, table, at)).unwrap_or(next);
            }
            Change::Target(name) => {
                next = at(name).and_then(|at| with_target(recipe, table, at)).unwrap_or(next);
                next.target = Some(name.clone());
            }
            Change::LeaveOut(_) | Change::TakeIn(_) | Change::Weight(_) => {}
        }
        next
    }

    /// The recipe without it, where it only gives a column another role.
    fn undone(&self, recipe: &Recipe, table: &Table) -> Recipe {
        match self {
            Change::LeaveOut(name) => Change::TakeIn(name.clone()).apply(recipe, table),
            Change::Kind(name, _) => Change::LeaveOut(name.clone()).apply(recipe, table),
            _ => recipe.clone(),
        }
    }

    /// Whether a recipe says so.
    pub fn is_said(&self, recipe: &Recipe) -> bool {
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
        }
    }

    /// The flag that says so; `None` where none does by itself.
    fn flag(&self) -> Option<String> {
        let of = |flag: &str, value: String| Some(format!("--{flag} {}", quoted(&brief(&value))));
        match self {
            Change::Kind(name, kind) => of("kind", format!("{name}={kind}")),
            Change::Decimal(name, mark) => of("decimal", format!("{name}={mark}")),
            Change::MissingIn(name, marks) => of("missing-in", format!("{name}={}", marks.0.join(","))),
            Change::Missing(Some(listed)) => of("missing", listed.join(",")),
            Change::LeaveOut(name) => of("ignore", name.clone()),
            Change::Weight(name) => of("weight", name.clone()),
            Change::Target(name) => of("target", name.clone()),
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
        let flags = other.iter().filter_map(|fix| Some(format!("if {}: {}", fix.words, fix.change.flag()?)));
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

    /// The same as a sentence by itself.
    #[must_use]
    pub fn ended(mut self) -> Warning {
        self.notice.what.push('.');
        self
    }

    /// Whether another one is about the same.
    pub fn is_like(&self, other: &Warning) -> bool {
        let alike = std::mem::discriminant(&self.notice.topic) == std::mem::discriminant(&other.notice.topic);
        alike
            && self.notice.column == other.notice.column
            && match self.fixes.is_empty() {
                true => self.notice.what == other.notice.what,
                false => !other.fixes.is_empty(),
            }
    }

    /// Which of the fixes holds under a recipe.
    pub fn holding(&self, recipe: &Recipe) -> Option<usize> {
        self.said(recipe).or_else(|| self.fixes.len().checked_sub(1))
    }

    /// The fix that a recipe says.
    pub fn said(&self, recipe: &Recipe) -> Option<usize> {
        self.fixes.iter().position(|fix| fix.change.is_said(recipe))
    }

    /// The recipe with one of the fixes; the one that changes nothing takes the others back.
    pub fn taken(&self, fix: usize, recipe: &Recipe, table: &Table) -> Recipe {
        match self.fixes.get(fix).map(|fix| &fix.change) {
            Some(Change::Keep) => {
                let said = self.fixes.iter().filter(|fix| fix.change.is_said(recipe));
                said.fold(recipe.clone(), |recipe, fix| fix.change.undone(&recipe, table))
            }
            Some(change) => change.apply(recipe, table),
            None => recipe.clone(),
        }
    }

    /// Whether nobody can know from the data alone what is meant.
    pub fn is_unclear(&self) -> bool {
        use Topic::{Counts, Decimal, Few, Mark, Odd};
        !self.fixes.is_empty() && matches!(self.notice.topic, Counts | Decimal(_) | Few | Mark(..) | Odd(_))
    }
}

/// The columns that lack cells: each may be left out.
pub fn missing_cells(recipe: &Recipe, table: &Table) -> Vec<Warning> {
    let lacking = table.columns().iter().filter(|column| column.missing > 0);
    let told = lacking.map(|column| {
        let name = column.name.as_str();
        let of = grouped(table.rows() as u64);
        let notice =
            Notice::column(name, None, format!("{} of {of} cells missing.", grouped(column.missing)));
        if recipe.target.as_deref() == Some(name) {
            return notice.into();
        }
        let out = Fix::new("left out", "the column is left out", Change::LeaveOut(name.to_owned()));
        let keep = "the other cells are used: 5 Explain says what is done without one";
        Warning::new(notice, Topic::Missing, vec![out, Fix::new("used", keep, Change::Keep)])
    });
    capped(told.collect(), "cells missing there too")
}

/// What was noticed by reading, with what else may be meant.
pub fn of_notice(notice: &Notice, recipe: &Recipe, loaded: &Loaded) -> Warning {
    let name = notice.column.clone().unwrap_or_default();
    let kind = |kind| Change::Kind(name.clone(), kind);
    let missing = |texts: &[String]| Change::MissingIn(name.clone(), Marks(texts.to_vec()));
    let categories = |words: &str| Fix::new("category", words, kind(Kind::Categorical));
    let numbers = |words: &str| Fix::new("number", words, kind(Kind::Numeric));
    let mut suggested = None;
    let fixes = match &notice.topic {
        Topic::Codes => {
            vec![numbers("they are numbers"), categories("they are codes, and each is counted by itself")]
        }
        Topic::Styled => vec![categories("they are categories"), numbers("they are numbers, written so")],
        Topic::Decimal(text) => {
            let column = loaded.table.position(&name).and_then(|at| loaded.table.columns().get(at));
            let read = column.is_some_and(|column| column.kind == Kind::Numeric);
            let comma = |column: &Column| column.style.is_comma();
            // Where a comma stands before decimals, fields are parted by something else.
            let comma = loaded.dialect.delimiter == b';' || loaded.table.columns().iter().any(comma);
            suggested = Some(usize::from(!comma));
            let fixes = decimals(&name, text).into_iter();
            fixes.chain((!read).then(|| categories("they are categories"))).collect()
        }
        Topic::Odd(texts) => {
            let are = if texts.len() == 1 { "it marks a missing cell" } else { "these mark missing cells" };
            let listed: Vec<String> = texts.iter().map(|text| format!("“{}”", brief(text))).collect();
            let words =
                if texts.len() == 1 { are.to_owned() } else { format!("{are}: {}", listed.join(", ")) };
            vec![Fix::new("number", words, missing(texts)), categories("they are categories, all of them")]
        }
        Topic::Mark(mark, _) => {
            suggested = Some(0);
            let mut everywhere = everywhere(recipe, &loaded.table);
            everywhere.push(mark.clone());
            vec![
                Fix::new("missing", "it is missing here", missing(std::slice::from_ref(mark))),
                Fix::new(
                    "missing everywhere",
                    "it is missing in every column",
                    Change::Missing(Some(everywhere)),
                ),
                Fix::new("a value", "it is a value of its own", missing(&[])),
            ]
        }
        Topic::Marks => {
            let values = Change::Missing(Some(["", "?"].map(str::to_owned).into()));
            vec![
                Fix::new("values", "they are values of their own", values),
                Fix::new("missing", "they are missing", Change::Missing(None)),
            ]
        }
        _ => Vec::new(),
    };
    let last = fixes.len().saturating_sub(1);
    Warning { notice: notice.clone(), fixes, suggested: suggested.unwrap_or(last) }
}

/// What a mark in a number may be: before decimals if it is a comma, or between thousands.
fn decimals(name: &str, text: &str) -> [Fix; 2] {
    let fix = |mark, styles: [NumberStyle; 2], sign| {
        let value = styles.into_iter().find_map(|style| with_point(text, style, true)?.parse::<f64>().ok());
        let value = value.or_else(|| text.parse().ok()).unwrap_or(f64::NAN);
        let words = format!("“{}” is {value}: a decimal {sign}", brief(text));
        Fix::new("number", words, Change::Decimal(name.to_owned(), mark))
    };
    [
        fix(Decimal::Comma, [NumberStyle::CommaPoint, NumberStyle::Comma], "comma"),
        fix(Decimal::Point, [NumberStyle::PointComma, NumberStyle::Point], "point"),
    ]
}

/// All texts that mean a missing cell now.
fn everywhere(recipe: &Recipe, table: &Table) -> Vec<String> {
    let mut all = recipe.missing.clone().unwrap_or_else(|| ["", "?"].map(str::to_owned).into());
    for (mark, _) in table.columns().iter().flat_map(|column| &column.marks) {
        if !all.contains(mark) {
            all.push(mark.clone());
        }
    }
    all
}

/// The most values of whole numbers that may be codes, and the rows that each must have on average.
const VALUES: usize = 10;
const ROWS_EACH: usize = 3;
/// Rows in which they are looked for.
const ROWS: usize = 10_000;
/// Columns in which they are looked for, and of which is told.
const COLUMNS: usize = 1_000;
const TOLD: usize = 5;

/// Columns of few whole numbers: a mean says something of counts and grades, and nothing of codes.
pub fn few_numbers(recipe: &Recipe, table: &Table, resolved: Option<&Resolved>) -> Vec<Warning> {
    let counts = |resolved: &Resolved| matches!(resolved.model, ModelKind::Multinomial | ModelKind::Poisson);
    if recipe.bins.is_some() || resolved.is_some_and(counts) {
        return Vec::new();
    }
    let target = resolved.map(|resolved| resolved.target);
    let few = |(at, column): (usize, &Column)| {
        let open =
            recipe.column(column.name.as_str()).is_none_or(|said| said.kind.is_none() && said.bins.is_none());
        let is_feature = role(recipe, table, target, at) == Role::Feature;
        let values = Some(column).filter(|_| open && is_feature).and_then(|_| few_whole(table, at))?;
        let name = column.name.as_str();
        let what = format!("{values} whole numbers, or codes?");
        let change = |kind| Change::Kind(name.to_owned(), kind);
        let fixes = vec![
            Fix::new("category", "they are codes", change(Kind::Categorical)),
            Fix::new("number", "they are numbers: 3 is more than 2", change(Kind::Numeric)),
        ];
        Some(Warning::new(Notice::column(name, None, what), Topic::Few, fixes))
    };
    let found = table.columns().iter().take(COLUMNS).enumerate().filter_map(few);
    capped(found.collect(), "few whole numbers there too")
}

/// The first few, and how many more columns are so.
fn capped(mut found: Vec<Warning>, about: &str) -> Vec<Warning> {
    let more = found.len().saturating_sub(TOLD);
    if more > 0 {
        found.truncate(TOLD);
        let columns = if more == 1 { "column" } else { "columns" };
        found.push(Notice::file(format!("{} more {columns}: {about}.", grouped(more as u64))).into());
    }
    found
}

/// How many values a column of few whole numbers has; `None` where they are no codes: 0 and 1 are no and yes.
fn few_whole(table: &Table, at: usize) -> Option<usize> {
    let column = table.columns().get(at)?;
    if column.kind != Kind::Numeric || column.decimals > 0 {
        return None;
    }
    let (mut seen, mut known) = (HashSet::new(), 0);
    for value in table.numbers(at).take(ROWS).filter(|value| !value.is_nan()) {
        (known, _) = (known + 1, seen.insert(value.to_bits()));
        if seen.len() > VALUES || value < 0.0 {
            return None;
        }
    }
    (seen.len() > 2 && known >= ROWS_EACH * seen.len()).then_some(seen.len())
}
