//! What was noticed in the data, with what else may be meant: notices, warnings with fixes, and the role of each
//! column.

use super::target::is_named_like_counts;
use super::{
    Marks, ModelKind, Prior, Recipe, Resolved, Split, find_column, is_left_out, looks_like_counts,
    target_column,
};
use crate::table::found_or;
use crate::table::{Column, Decimal, Kind, Loaded, Notice, NumberStyle, Table, Topic, capped, with_point};
use crate::text::{brief, flag, flag_of, flag_pair, grouped, list_item};
use std::collections::HashSet;
use std::fmt;

pub fn missing_cells(table: &Table, target: Option<usize>) -> Vec<DataWarning> {
    let lacking = table.columns().iter().enumerate().filter(|(_, column)| column.missing > 0);
    let found = lacking.map(|(at, column)| {
        let name = column.name.as_str();
        let (of, missing) = (grouped(table.described_rows() as u64), grouped(column.missing));
        // Sums count them in the training rows only.
        let what = match table.rows() == 0 && target != Some(at) {
            true => format!("{missing} cells missing in the training rows."),
            false => format!("{missing} of {of} cells missing."),
        };
        let notice = Notice::column(name, None, what);
        if target == Some(at) {
            return notice.into();
        }
        let out = Fix::new("left out", "the column is left out", RecipeChange::LeaveOut(name.to_owned()));
        let keep = Fix::new("used", "the other cells are used: 5 Explain shows how", RecipeChange::Keep);
        DataWarning::new(notice, Topic::Missing, vec![out, keep])
    });
    capped(found.collect(), NAMED, "cells missing there too")
}

pub fn of_notice(notice: &Notice, recipe: &Recipe, loaded: &Loaded) -> DataWarning {
    let name = notice.column.clone().unwrap_or_default();
    let missing = |texts: &[String]| RecipeChange::MissingIn(name.clone(), Marks(texts.to_vec()));
    let kind = |kind| RecipeChange::Kind(name.clone(), kind);
    let category = |words: &str| Fix::new("category", words, kind(Kind::Categorical));
    let number = |words: &str| Fix::new("number", words, kind(Kind::Numeric));
    let mut suggested = None;
    let fixes = match &notice.topic {
        Topic::Codes => vec![number("they are numbers"), category("they are codes; each is a category")],
        Topic::Styled(others) if (1..TOGETHER).contains(&others.len()) => {
            let all: Vec<&String> = std::iter::once(&name).chain(others).collect();
            let of = |kind| move |name: &&String| RecipeChange::Kind((*name).clone(), kind);
            let together = |kind| RecipeChange::All(all.iter().map(of(kind)).collect());
            let words = |name: &str| format!("{} alone has categories", brief(name));
            let alone = |name: &&String| Fix::new("category", words(name), of(Kind::Categorical)(name));
            let first = Fix::new("category", "all of them are categories", together(Kind::Categorical));
            let last = Fix::new("number", "they are numbers, written so", together(Kind::Numeric));
            std::iter::once(first).chain(all.iter().take(NAMED).map(alone)).chain([last]).collect()
        }
        Topic::Styled(_) => vec![category("they are categories"), number("they are numbers, written so")],
        Topic::Decimal(text) => {
            let column = loaded.table.position(&name).and_then(|at| loaded.table.columns().get(at));
            let is_number = column.is_some_and(|column| column.kind == Kind::Numeric);
            let comma = |column: &Column| column.style.is_comma();
            // A decimal comma goes with another delimiter than a comma.
            let comma = loaded.delimiter == b';' || loaded.table.columns().iter().any(comma);
            suggested = Some(usize::from(!comma));
            let fixes = decimals(&name, text).into_iter();
            fixes.chain((!is_number).then(|| category("they are categories"))).collect()
        }
        Topic::Odd(texts) => {
            let listed = texts.iter().map(|text| format!("“{}”", brief(text))).collect::<Vec<_>>().join(", ");
            let words = match texts.len() {
                1 => "it marks a missing cell".to_owned(),
                _ => format!("these mark missing cells: {listed}"),
            };
            vec![Fix::new("number", words, missing(texts)), category("they are categories, all of them")]
        }
        Topic::Mark(mark, _) => {
            let mut all = recipe.missing.clone().unwrap_or_else(always_missing);
            let marks = loaded.table.columns().iter().flat_map(|column| &column.marks);
            for mark in marks.map(|(mark, _)| mark).chain([mark]) {
                found_or(&mut all, |known| known == mark, || mark.clone());
            }
            let everywhere = RecipeChange::Missing(Some(all));
            vec![
                Fix::new("missing", "it is missing here", missing(std::slice::from_ref(mark))),
                Fix::new("missing everywhere", "it is missing in every column", everywhere),
                Fix::new("a value", "it is a value of its own", missing(&[])),
            ]
        }
        Topic::Marks => vec![
            Fix::new("values", "they are values of their own", RecipeChange::Missing(Some(always_missing()))),
            Fix::new("missing", "they are missing", RecipeChange::Missing(None)),
        ],
        Topic::FirstLine(_, is_row) => {
            let names = Fix::new("names", "it has their names", RecipeChange::Header(true));
            let row = Fix::new("a row", "it is a row", RecipeChange::Header(false));
            if *is_row { vec![names, row] } else { vec![row, names] }
        }
        _ => Vec::new(),
    };
    let last = fixes.len().saturating_sub(1);
    DataWarning { notice: notice.clone(), fixes, suggested: suggested.unwrap_or(last) }
}

fn always_missing() -> Vec<String> {
    Marks::default().all()
}

/// Returns what a mark in a number may be: before decimals if it is a comma, or between thousands.
fn decimals(name: &str, text: &str) -> [Fix; 2] {
    let fix = |mark, styles: [NumberStyle; 2], sign| {
        let value = styles.into_iter().find_map(|style| with_point(text, style, true)?.parse::<f64>().ok());
        let value = value.or_else(|| text.parse().ok()).unwrap_or(f64::NAN);
        let words = format!("“{}” is {value}: a decimal {sign}", brief(text));
        Fix::new("number", words, RecipeChange::Decimal(name.to_owned(), mark))
    };
    [
        fix(Decimal::Comma, [NumberStyle::CommaPoint, NumberStyle::Comma], "comma"),
        fix(Decimal::Point, [NumberStyle::PointComma, NumberStyle::Point], "point"),
    ]
}

const TOGETHER: usize = 200;
/// The most values of whole numbers that may be codes, and the rows that each must have on average.
const VALUES: usize = 10;
const ROWS_EACH: usize = 5;
/// Rows and columns in which they are looked for.
const ROWS: usize = 10_000;
const COLUMNS: usize = 1_000;
const NAMED: usize = 5;

pub fn few_numbers(recipe: &Recipe, table: &Table, resolved: Option<&Resolved>) -> Vec<DataWarning> {
    let counts = |resolved: &Resolved| matches!(resolved.model, ModelKind::Multinomial | ModelKind::Poisson);
    if recipe.bins.is_some() || resolved.is_some_and(counts) {
        return Vec::new();
    }
    let target = resolved.map(|resolved| resolved.target);
    let few = |(at, column): (usize, &Column)| {
        let name = column.name.as_str();
        let open = recipe.column(name).is_none_or(|choice| choice.kind.is_none() && choice.bins.is_none());
        let is_feature = open && role(recipe, table, target, at) == ColumnRole::Feature;
        let values = is_feature.then(|| few_whole(table, at)).flatten()?;
        let change = |kind| RecipeChange::Kind(name.to_owned(), kind);
        let fixes = vec![
            Fix::new("category", "they are codes", change(Kind::Categorical)),
            Fix::new("number", "they are numbers: 3 is more than 2", change(Kind::Numeric)),
        ];
        let what = format!("{values} whole numbers, or codes?");
        Some(DataWarning::new(Notice::column(name, None, what), Topic::Few, fixes))
    };
    let found = table.columns().iter().take(COLUMNS).enumerate().filter_map(few);
    capped(found.collect(), NAMED, "few whole numbers there too")
}

/// Returns how many values a column of few whole numbers has. 0 and 1 are not codes: they are no and yes.
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

/// A notice, and what else may be meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataWarning {
    pub notice: Notice,
    /// What may be meant; the last one is the default.
    pub fixes: Vec<Fix>,
    pub suggested: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    pub taken: String,
    /// The same as a clause, `it is missing here`, or why.
    pub words: String,
    pub change: RecipeChange,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecipeChange {
    Keep,
    Kind(String, Kind),
    Decimal(String, Decimal),
    MissingIn(String, Marks),
    Missing(Option<Vec<String>>),
    /// Whether the first line has the names of the columns. If that gives them other names, choices by name are removed.
    Header(bool),
    LeaveOut(String),
    Weight(String),
    Target(String),
    All(Vec<RecipeChange>),
}

/// Flags of a change of many columns that are printed.
const FLAGS: usize = 3;

impl RecipeChange {
    #[must_use]
    pub fn apply(&self, recipe: &Recipe, table: &Table) -> Recipe {
        let mut next = recipe.clone();
        match self {
            RecipeChange::Keep => {}
            RecipeChange::Kind(name, kind) => {
                next = recipe.with_role(table, name, ColumnRole::Feature);
                let choice = next.column_mut(name);
                (choice.kind, choice.decimal, choice.one) = (Some(*kind), None, None);
                choice.bins = choice.bins.take().filter(|_| *kind == Kind::Numeric);
            }
            RecipeChange::Decimal(name, mark) => {
                let choice = next.column_mut(name);
                (choice.kind, choice.decimal) = (None, Some(*mark));
            }
            RecipeChange::MissingIn(name, marks) => {
                let choice = next.column_mut(name);
                (choice.kind, choice.missing) = (None, Some(marks.clone()));
            }
            RecipeChange::Missing(listed) => {
                next.forget_of_columns("missing");
                next.missing.clone_from(listed);
            }
            RecipeChange::Header(has_names) => {
                let place = |at: usize| table.name_of(at) == format!("column {}", at + 1);
                let has_places = (0..table.columns().len()).all(place);
                if has_places == *has_names {
                    (next.columns, next.features, next.ignore, next.maps) = Default::default();
                    (next.target, next.weight, next.query) = Default::default();
                }
                next.header = Some(*has_names);
            }
            RecipeChange::LeaveOut(name) => next = recipe.with_role(table, name, ColumnRole::Ignored),
            RecipeChange::Weight(name) => next = recipe.with_role(table, name, ColumnRole::Weight),
            RecipeChange::Target(name) => {
                next = recipe.with_role(table, name, ColumnRole::Target);
                next.target = Some(name.clone());
            }
            RecipeChange::All(all) => {
                next = all.iter().fold(next, |recipe, change| change.apply(&recipe, table))
            }
        }
        next
    }

    pub(crate) fn holds_in(&self, recipe: &Recipe) -> bool {
        let of = |name| recipe.column(name);
        match self {
            RecipeChange::Keep | RecipeChange::Missing(None) => false,
            RecipeChange::Kind(name, kind) => {
                of(name).is_some_and(|choice| choice.kind == Some(*kind)) && !recipe.ignore.contains(name)
            }
            RecipeChange::Decimal(name, mark) => of(name).is_some_and(|choice| choice.decimal == Some(*mark)),
            RecipeChange::MissingIn(name, marks) => {
                of(name).is_some_and(|choice| choice.missing.as_ref() == Some(marks))
            }
            RecipeChange::Missing(listed) => recipe.missing == *listed,
            RecipeChange::Header(has_names) => recipe.header == Some(*has_names),
            RecipeChange::LeaveOut(name) => recipe.ignore.contains(name),
            RecipeChange::Weight(name) => recipe.weight.as_ref() == Some(name),
            RecipeChange::Target(name) => recipe.target.as_ref() == Some(name),
            RecipeChange::All(all) => all.iter().all(|change| change.holds_in(recipe)),
        }
    }

    fn flag(&self) -> Option<String> {
        let list = |texts: &[String]| texts.iter().map(|text| list_item(text)).collect::<Vec<_>>().join(",");
        Some(match self {
            RecipeChange::Kind(name, kind) => flag_pair("kind", name, kind.word()),
            RecipeChange::Decimal(name, mark) => flag_pair("decimal", name, &mark.to_string()),
            RecipeChange::MissingIn(name, marks) => flag_pair("missing-in", name, &list(&marks.0)),
            RecipeChange::Missing(Some(listed)) => flag("missing", &list(listed)),
            RecipeChange::Header(has_names) => format!("--header={has_names}"),
            RecipeChange::LeaveOut(name) => flag_of("ignore", name),
            RecipeChange::Weight(name) => flag_of("weight", name),
            RecipeChange::Target(name) => flag_of("target", name),
            RecipeChange::All(all) => {
                let flags: Vec<String> = all.iter().take(FLAGS).filter_map(RecipeChange::flag).collect();
                let more = if all.len() > FLAGS { " and so on" } else { "" };
                format!("{}{more}", flags.join(" "))
            }
            RecipeChange::Keep | RecipeChange::Missing(None) => return None,
        })
    }
}

impl Fix {
    pub(super) fn new(taken: impl Into<String>, words: impl Into<String>, change: RecipeChange) -> Fix {
        Fix { taken: taken.into(), words: words.into(), change }
    }
}

/// The notice in one line, with the flags of the fixes.
impl fmt::Display for DataWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = self.notice.to_string();
        let other = self.fixes.split_last().map_or(&[][..], |(_, other)| other);
        // A fix of all columns has the flags of each.
        let is_all = |fix: &Fix| matches!(fix.change, RecipeChange::All(_));
        let some = other.iter().any(is_all);
        let flags = other.iter().filter(|fix| !some || is_all(fix));
        let flags = flags.filter_map(|fix| Some(format!("if {}: {}", fix.words, fix.change.flag()?)));
        let flags = flags.collect::<Vec<_>>().join("; ");
        match what.strip_suffix('.') {
            _ if flags.is_empty() => f.write_str(&what),
            Some(what) => write!(f, "{what}; {flags}."),
            None if what.ends_with('?') => write!(f, "{what} I{}.", flags.trim_start_matches('i')),
            None => write!(f, "{what}; {flags}"),
        }
    }
}

impl From<Notice> for DataWarning {
    fn from(notice: Notice) -> DataWarning {
        DataWarning { notice, fixes: Vec::new(), suggested: 0 }
    }
}

impl DataWarning {
    pub(super) fn new(notice: Notice, topic: Topic, fixes: Vec<Fix>) -> DataWarning {
        let suggested = fixes.len().saturating_sub(1);
        DataWarning { notice: Notice { topic, ..notice }, fixes, suggested }
    }

    #[must_use]
    pub fn ended(mut self) -> DataWarning {
        self.notice.what.push('.');
        self
    }

    pub fn is_like(&self, other: &DataWarning) -> bool {
        let topic = |warning: &DataWarning| std::mem::discriminant(&warning.notice.topic);
        let has_same_text = self.fixes.is_empty() && self.notice.what == other.notice.what;
        (has_same_text || !self.fixes.is_empty() && !other.fixes.is_empty())
            && topic(self) == topic(other)
            && self.notice.column == other.notice.column
    }

    pub fn holding(&self, recipe: &Recipe) -> Option<usize> {
        self.chosen_fix(recipe).or_else(|| self.fixes.len().checked_sub(1))
    }

    pub fn chosen_fix(&self, recipe: &Recipe) -> Option<usize> {
        // A change of one column wins over a change of all.
        let of_all = |fix: &Fix| matches!(fix.change, RecipeChange::Missing(_));
        let is_chosen = |all: bool| move |fix: &Fix| of_all(fix) == all && fix.change.holds_in(recipe);
        self.fixes.iter().position(is_chosen(false)).or_else(|| self.fixes.iter().position(is_chosen(true)))
    }

    /// Returns the recipe with one of the fixes; the one that keeps everything undoes the others.
    pub fn taken(&self, fix: usize, recipe: &Recipe, table: &Table) -> Recipe {
        let Some(change) = self.fixes.get(fix).map(|fix| &fix.change) else { return recipe.clone() };
        if *change != RecipeChange::Keep {
            return change.apply(recipe, table);
        }
        let chosen = self.fixes.iter().map(|fix| &fix.change).filter(|change| change.holds_in(recipe));
        chosen.fold(recipe.clone(), |recipe, change| match change {
            RecipeChange::LeaveOut(name) => recipe.with_role(table, name, ColumnRole::Feature),
            RecipeChange::Kind(name, _) => recipe.with_role(table, name, ColumnRole::Ignored),
            _ => recipe,
        })
    }

    pub fn is_unclear(&self) -> bool {
        use Topic::{Counts, Decimal, Few, Mark, Odd};
        !self.fixes.is_empty() && matches!(self.notice.topic, Counts | Decimal(_) | Few | Mark(..) | Odd(_))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnRole {
    Target,
    Weight,
    Feature,
    Ignored,
}

pub(super) fn names(list: &[String], table: &Table, column: usize) -> bool {
    list.iter().any(|name| find_column(table, name) == Ok(column))
}

/// Returns whether a column is the weight: the recipe names it, or it looks like one.
pub fn is_weight(recipe: &Recipe, table: &Table, column: usize) -> bool {
    match &recipe.weight {
        Some(weight) => find_column(table, weight) == Ok(column),
        None => {
            let named = table.columns().get(column).is_some_and(is_named_like_counts);
            named && looks_like_counts(recipe, table) == Some(column)
        }
    }
}

pub fn role(recipe: &Recipe, table: &Table, target: Option<usize>, column: usize) -> ColumnRole {
    let chosen = match &recipe.features {
        Some(list) => names(list, table, column),
        None => !is_left_out(recipe, table, column),
    };
    if target == Some(column) {
        ColumnRole::Target
    } else if is_weight(recipe, table, column) {
        ColumnRole::Weight
    } else if chosen && !names(&recipe.ignore, table, column) {
        ColumnRole::Feature
    } else {
        ColumnRole::Ignored
    }
}

impl Recipe {
    /// Returns the recipe with another role for a column. The class or weight before becomes a feature; a class column
    /// stays the class until another column is.
    #[must_use]
    pub fn with_role(&self, table: &Table, name: &str, new: ColumnRole) -> Recipe {
        let mut next = self.clone();
        let Ok(column) = find_column(table, name) else { return next };
        let target = target_column(self, table).ok();
        let before = role(self, table, target, column);
        if before == new || before == ColumnRole::Target {
            return next;
        }
        if new == ColumnRole::Feature && is_left_out(self, table, column) {
            next.list_features(table, target);
        }
        for list in next.features.iter_mut().chain([&mut next.ignore]) {
            list.retain(|name| find_column(table, name) != Ok(column));
        }
        next.weight = next.weight.filter(|_| before != ColumnRole::Weight);
        let name = table.name_of(column).to_owned();
        match new {
            ColumnRole::Target => {
                next.target = Some(name);
                // These name the classes of the column before.
                (next.classes, next.decision) = (None, None);
                if matches!(next.prior, Some(Prior::Given(_))) {
                    next.prior = Some(Prior::Counts);
                }
                target.into_iter().for_each(|before| next.add_feature(table, before));
            }
            ColumnRole::Weight => {
                // How it was read as a feature has no meaning for a weight.
                next.columns.retain(|choice| choice.name != name);
                let before = next.weight.replace(name).and_then(|before| find_column(table, &before).ok());
                before.into_iter().for_each(|before| next.add_feature(table, before));
            }
            ColumnRole::Feature => {
                next.add_feature(table, column);
                if before == ColumnRole::Weight && is_weight(&next, table, column) {
                    next.column_mut(&name).kind = Some(Kind::Numeric);
                }
            }
            ColumnRole::Ignored => next.ignore.push(name),
        }
        next
    }

    /// Lists the features, so that a column that is left out by default can be one of them.
    fn list_features(&mut self, table: &Table, target: Option<usize>) {
        let columns = || (0..table.columns().len()).map(|at| (at, role(self, table, target, at)));
        let name = |(at, _)| table.name_of(at).to_owned();
        let features = columns().filter(|(_, role)| *role == ColumnRole::Feature).map(name).collect();
        let left_out =
            columns().filter(|(at, role)| *role == ColumnRole::Ignored && is_left_out(self, table, *at));
        self.chosen.left_out = left_out.map(name).collect();
        self.features = Some(features);
    }

    fn add_feature(&mut self, table: &Table, column: usize) {
        self.ignore.retain(|name| find_column(table, name) != Ok(column));
        if let Some(features) = self.features.as_mut().filter(|features| !names(features, table, column)) {
            features.push(table.name_of(column).to_owned());
        }
    }

    /// Returns the recipe without a split by a column, which sums do not have.
    pub(crate) fn of_sums(&self) -> Recipe {
        let split = self.split.clone().filter(|split| split.column().is_none());
        Recipe { split, ..self.clone() }
    }
}

/// Sets the split. A fold column is not a feature; the fold column before becomes one.
#[must_use]
pub fn with_split(recipe: &Recipe, table: &Table, split: Split) -> Recipe {
    let mut recipe = recipe.clone();
    let column = |split: &Split| split.column().and_then(|name| find_column(table, name).ok());
    let (before, now) = (recipe.split.as_ref().and_then(column), column(&split));
    if let Some(features) = recipe.features.as_mut().filter(|_| before != now) {
        features.retain(|name| now.is_none_or(|now| find_column(table, name) != Ok(now)));
        before.into_iter().for_each(|before| recipe.add_feature(table, before));
    }
    Recipe { split: Some(split), ..recipe }
}

/// Returns the same model, evaluated on its training rows: a fold column stays left out.
#[must_use]
pub fn on_training_rows(recipe: &Recipe) -> Recipe {
    let column = recipe.split.as_ref().and_then(Split::column).filter(|_| recipe.features.is_none());
    let ignore = recipe.ignore.iter().cloned().chain(column.map(str::to_owned)).collect();
    Recipe { split: Some(Split::None), ignore, ..recipe.clone() }
}
