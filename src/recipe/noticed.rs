//! What was noticed in the data, with what else may be meant: notices, warnings with fixes, and the role of each
//! column.

use super::target::is_named_like_counts;
use super::{
    Marks, ModelKind, Prior, Recipe, Resolved, Split, find_column, is_left_out, looks_like_counts,
    target_column,
};
use crate::table::{Column, Decimal, Kind, Loaded, Notice, NumberStyle, Table, Topic, with_point};
use crate::text::{brief, flag, flag_of, flag_pair, grouped, list_item};
use std::collections::HashSet;
use std::fmt;

pub fn missing_cells(table: &Table, target: Option<usize>) -> Vec<Warning> {
    let lacking = table.columns().iter().enumerate().filter(|(_, column)| column.missing > 0);
    let told = lacking.map(|(at, column)| {
        let name = column.name.as_str();
        let (of, missing) = (grouped(table.described_rows() as u64), grouped(column.missing));
        // Sums count them in the rows that are learned from, and not in the others.
        let is_summed = table.rows() == 0 && target != Some(at);
        let what = match is_summed {
            true => format!("{missing} cells missing in the training rows."),
            false => format!("{missing} of {of} cells missing."),
        };
        let notice = Notice::column(name, None, what);
        if target == Some(at) {
            return notice.into();
        }
        let out = Fix::new("left out", "the column is left out", Change::LeaveOut(name.to_owned()));
        let keep = "the other cells are used: 5 Explain shows how";
        Warning::new(notice, Topic::Missing, vec![out, Fix::new("used", keep, Change::Keep)])
    });
    capped(told.collect(), "cells missing there too")
}

pub fn of_notice(notice: &Notice, recipe: &Recipe, loaded: &Loaded) -> Warning {
    let name = notice.column.clone().unwrap_or_default();
    let kind = |kind| Change::Kind(name.clone(), kind);
    let missing = |texts: &[String]| Change::MissingIn(name.clone(), Marks(texts.to_vec()));
    let categories = |words: &str| Fix::new("category", words, kind(Kind::Categorical));
    let numbers = |words: &str| Fix::new("number", words, kind(Kind::Numeric));
    let mut suggested = None;
    let fixes = match &notice.topic {
        Topic::Codes => {
            vec![numbers("they are numbers"), categories("they are codes; each is a category")]
        }
        Topic::Styled(others) if (1..TOGETHER).contains(&others.len()) => {
            let all: Vec<&String> = std::iter::once(&name).chain(others).collect();
            let of = |kind| move |name: &&String| Change::Kind((*name).clone(), kind);
            let together = |kind| Change::All(all.iter().map(of(kind)).collect());
            let one = |name: &&String| {
                let words = format!("{} alone has categories", brief(name));
                Fix::new("category", words, of(Kind::Categorical)(name))
            };
            let mut fixes =
                vec![Fix::new("category", "all of them are categories", together(Kind::Categorical))];
            fixes.extend(all.iter().take(TOLD).map(one));
            fixes.push(Fix::new("number", "they are numbers, written so", together(Kind::Numeric)));
            fixes
        }
        Topic::Styled(_) => {
            vec![categories("they are categories"), numbers("they are numbers, written so")]
        }
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

fn everywhere(recipe: &Recipe, table: &Table) -> Vec<String> {
    let mut all = recipe.missing.clone().unwrap_or_else(|| ["", "?"].map(str::to_owned).into());
    for (mark, _) in table.columns().iter().flat_map(|column| &column.marks) {
        if !all.contains(mark) {
            all.push(mark.clone());
        }
    }
    all
}

/// Columns whose kind is changed at once.
const TOGETHER: usize = 200;
/// The most values of whole numbers that may be codes, and the rows that each must have on average.
const VALUES: usize = 10;
const ROWS_EACH: usize = 5;
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

/// What was noticed, and what else may be meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    pub notice: Notice,
    /// What may be meant; the last one is how it is read where nothing is said. None where nothing else may be.
    pub fixes: Vec<Fix>,
    pub suggested: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    pub taken: String,
    /// The same as a clause: `it is missing here`.
    pub words: String,
    pub change: Change,
}

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

/// What a column is to a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Target,
    Weight,
    Feature,
    Ignored,
}

fn names(list: &[String], table: &Table, column: usize) -> bool {
    list.iter().any(|name| find_column(table, name) == Ok(column))
}

/// The role that a recipe gives to a column; `target` is the position of the class column.
pub fn role(recipe: &Recipe, table: &Table, target: Option<usize>, column: usize) -> Role {
    let chosen = match &recipe.features {
        Some(list) => names(list, table, column),
        None => !is_left_out(recipe, table, column),
    };
    if target == Some(column) {
        Role::Target
    } else if is_weight(recipe, table, column) {
        Role::Weight
    } else if chosen && !names(&recipe.ignore, table, column) {
        Role::Feature
    } else {
        Role::Ignored
    }
}

/// A feature is left out, and what was left out is a feature again. The class column stays what it is.
pub fn toggled(recipe: &Recipe, table: &Table, column: usize) -> Option<Recipe> {
    let target = target_column(recipe, table).ok();
    let mut recipe = recipe.clone();
    match role(&recipe, table, target, column) {
        Role::Target | Role::Weight => return None,
        Role::Feature => leave_out(&mut recipe, table, column),
        Role::Ignored => {
            if is_left_out(&recipe, table, column) {
                list_features(&mut recipe, table, target);
            }
            take_in(&mut recipe, table, column);
        }
    }
    Some(recipe)
}

/// Writes down which columns are features, so that one that is left out by default can be one of them.
fn list_features(recipe: &mut Recipe, table: &Table, target: Option<usize>) {
    let of = |wanted: Role| {
        let columns = (0..table.columns().len()).filter(|at| role(recipe, table, target, *at) == wanted);
        columns.collect::<Vec<usize>>()
    };
    let left_out = of(Role::Ignored).into_iter().filter(|at| is_left_out(recipe, table, *at));
    let left_out = left_out.map(|at| table.name_of(at).to_owned()).collect();
    let features = of(Role::Feature).into_iter().map(|at| table.name_of(at).to_owned()).collect();
    recipe.chosen.left_out = left_out;
    recipe.features = Some(features);
}

/// Whether a column is the weight: the recipe names it, or it looks like one.
pub fn is_weight(recipe: &Recipe, table: &Table, column: usize) -> bool {
    match &recipe.weight {
        Some(weight) => find_column(table, weight) == Ok(column),
        None => {
            let named = table.columns().get(column).is_some_and(is_named_like_counts);
            named && looks_like_counts(recipe, table) == Some(column)
        }
    }
}

fn without_weight(recipe: &mut Recipe, table: &Table, column: usize) {
    recipe.weight = None;
    take_in(recipe, table, column);
    if is_weight(recipe, table, column) {
        recipe.column_mut(table.name_of(column)).kind = Some(Kind::Numeric);
    }
}

/// The column says how many times its row was seen, and is no feature; where it did so before, it is a feature again.
pub fn with_weight(recipe: &Recipe, table: &Table, column: usize) -> Option<Recipe> {
    let mut recipe = recipe.clone();
    if is_weight(&recipe, table, column) {
        without_weight(&mut recipe, table, column);
        return Some(recipe);
    }
    let before = recipe.weight.as_ref().and_then(|weight| find_column(table, weight).ok());
    if let Some(before) = before {
        take_in(&mut recipe, table, before);
    }
    if let Some(features) = &mut recipe.features {
        features.retain(|name| find_column(table, name) != Ok(column));
    }
    let name = table.name_of(column).to_owned();
    // How it was read as a feature has no meaning for a weight.
    recipe.columns.retain(|choice| choice.name != name);
    recipe.weight = Some(name);
    Some(recipe)
}

/// Tested on other rows. A column that says which go together is no feature; the one that did so before is one again.
#[must_use]
pub fn with_split(recipe: &Recipe, table: &Table, split: Split) -> Recipe {
    let mut recipe = recipe.clone();
    let column = |split: &Split| split.column().and_then(|name| find_column(table, name).ok());
    let (before, now) = (recipe.split.as_ref().and_then(column), column(&split));
    if let Some(features) = recipe.features.as_mut().filter(|_| before != now) {
        features.retain(|name| now.is_none() || find_column(table, name).ok() != now);
        before.into_iter().for_each(|before| take_in(&mut recipe, table, before));
    }
    Recipe { split: Some(split), ..recipe }
}

/// The same model, judged by its training rows: a column that said the folds stays left out.
#[must_use]
pub fn on_training_rows(recipe: &Recipe) -> Recipe {
    let column = recipe.split.as_ref().and_then(Split::column).filter(|_| recipe.features.is_none());
    let ignore = recipe.ignore.iter().cloned().chain(column.map(str::to_owned)).collect();
    Recipe { split: Some(Split::None), ignore, ..recipe.clone() }
}

fn leave_out(recipe: &mut Recipe, table: &Table, column: usize) {
    if let Some(features) = &mut recipe.features {
        features.retain(|name| find_column(table, name) != Ok(column));
    }
    recipe.ignore.push(table.name_of(column).to_owned());
}

fn take_in(recipe: &mut Recipe, table: &Table, column: usize) {
    recipe.ignore.retain(|name| find_column(table, name) != Ok(column));
    let wanted = table.name_of(column).to_owned();
    if let Some(features) = recipe.features.as_mut().filter(|features| !names(features, table, column)) {
        features.push(wanted);
    }
}

/// Another class column; the one before becomes a feature.
pub fn with_target(recipe: &Recipe, table: &Table, column: usize) -> Option<Recipe> {
    let before = target_column(recipe, table).ok();
    if before == Some(column) {
        return None;
    }
    let mut recipe = recipe.clone();
    take_in(&mut recipe, table, column);
    if let Some(features) = &mut recipe.features {
        features.retain(|name| find_column(table, name) != Ok(column));
    }
    if is_weight(&recipe, table, column) {
        recipe.weight = None;
    }
    recipe.target = Some(table.name_of(column).to_owned());
    if let Some(before) = before {
        take_in(&mut recipe, table, before);
    }
    // These name the classes of the column before.
    (recipe.classes, recipe.decision) = (None, None);
    if matches!(recipe.prior, Some(Prior::Given(_))) {
        recipe.prior = Some(Prior::Counts);
    }
    Some(recipe)
}

impl Change {
    #[must_use]
    pub(crate) fn apply(&self, recipe: &Recipe, table: &Table) -> Recipe {
        let mut next = recipe.clone();
        let at = |name: &String| find_column(table, name).ok();
        let target = recipe.target.as_ref().and_then(at);
        let role = |name: &String| at(name).map(|at| role(recipe, table, target, at));
        if let Change::Kind(name, _) | Change::LeaveOut(name) = self
            && role(name) == Some(Role::Weight)
        {
            let feature = at(name).and_then(|at| with_weight(recipe, table, at));
            return feature.map_or(next, |recipe| self.apply(&recipe, table));
        }
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
            Change::All(all) => return all.iter().fold(next, |recipe, change| change.apply(&recipe, table)),
            Change::LeaveOut(_) | Change::TakeIn(_) | Change::Weight(_) => {}
        }
        next
    }

    fn undone(&self, recipe: &Recipe, table: &Table) -> Recipe {
        match self {
            Change::LeaveOut(name) => Change::TakeIn(name.clone()).apply(recipe, table),
            Change::Kind(name, _) => Change::LeaveOut(name.clone()).apply(recipe, table),
            _ => recipe.clone(),
        }
    }
}

impl Warning {
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
}

impl Recipe {
    #[must_use]
    pub(crate) fn of_sums(&self) -> Recipe {
        let split = self.split.clone().filter(|split| split.column().is_none());
        Recipe { split, ..self.clone() }
    }
}
