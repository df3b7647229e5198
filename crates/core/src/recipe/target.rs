//! Which column holds the class if a recipe does not name it: the one that is named so, else the last, else a question.
//! Columns that name, number or date the rows are not features by default, and one column may be the weight.

use super::file::wrong_kind;
use super::noticed::names;
use super::{DataWarning, Fix, Recipe, RecipeChange, Split, find_column, folded};
use crate::math::Name;
use crate::problem::Problem;
use crate::table::{Column, FeatureMap, Kind, Notice, Table, Topic, is_whole, words};
use crate::text::{brief, flag, grouped, listed};
use std::collections::{BTreeSet, HashSet};

/// Bytes of the longest column name in a suggested formula.
const SHORT: usize = 60;
/// The last words of names of class columns.
const NAMES: &str = "class target label y outcome diagnosis survived species type play result classes labels";
/// Those of them that features often have, too: a last column of 0 and 1, or no and yes, is a better guess.
const WEAK: [&str; 3] = ["type", "play", "result"];
/// The most classes of a column that is named so, and of one that is only the last.
const CALLED: usize = 50;
const LAST: usize = 20;

/// Returns the position of the class column of a recipe.
///
/// # Errors
/// When the recipe names a column that is not there, or several columns may be the class.
pub fn target_column(recipe: &Recipe, table: &Table) -> Result<usize, Problem> {
    if let Some(name) = &recipe.target {
        return find_column(table, name);
    }
    let free = free(recipe, table)?;
    let named =
        |at: &usize| Some((*at, weak_class_name(table, *at).filter(|_| may_be_class(table, *at, CALLED))?));
    let last = free.last().copied();
    if let Some((at, is_weak)) = free.iter().rev().find_map(named) {
        let flag = last.filter(|last| is_weak && is_only_flag(table, &free, *last));
        return Ok(flag.unwrap_or(at));
    }
    if let Some(at) = last {
        // If all other columns have a role, the one that is left is meant.
        let is_left = taken(recipe, table)?.len() + 1 == table.columns().len();
        if is_left || may_be_class(table, at, LAST) && !is_nearly_unique(table, at) {
            return Ok(at);
        }
    }
    let candidates = candidates(recipe, table)?;
    match candidates.as_slice() {
        [only] if may_be_class(table, *only, CALLED) && is_repeated(table, *only) => Ok(*only),
        _ => Err(no_target(recipe, table, &candidates)),
    }
}

fn no_target(recipe: &Recipe, table: &Table, candidates: &[usize]) -> Problem {
    let taken = taken(recipe, table).unwrap_or_default();
    let mut named =
        (0..table.columns().len()).rev().filter(|at| !taken.contains(at) && is_named_like_class(table, *at));
    let of_name = named.find_map(|at| {
        let name = brief(table.name_of(at));
        Some(format!("“{name}” is named like one, but {}", why_no_class(table, at)?))
    });
    if candidates.is_empty() {
        let of_name = of_name.map(|why| format!("; {why}")).unwrap_or_default();
        let what = format!(
            "no column looks like a class: none has from 2 to {CALLED} values that occur in several rows{of_name}"
        );
        let mut fix =
            "pass --target COL if one has classes after all; to predict a number, write its intervals \
                       into a column first"
                .to_owned();
        let numbers = table.columns().iter().filter(|column| column.kind == Kind::Numeric && !column.derived);
        let names = numbers.map(|column| column.name.as_str()).filter(|name| name.len() <= SHORT);
        if let [x, .., y] = names.map(FeatureMap::of_column).collect::<Vec<_>>().as_slice() {
            let regression = flag("lms", &format!("{y} ~ {x}"));
            fix += &format!(", or work a regression on up to ten rows: explain {regression}");
        }
        return Problem { kind: "no_target", what, fix, ..Problem::default() };
    }
    let unnamed = || "no column is named like one, and the last does not look like one".to_owned();
    unclear_target(table, &of_name.unwrap_or_else(unnamed), " (t in 2)", candidates)
}

fn unclear_target(table: &Table, why: &str, key: &str, candidates: &[usize]) -> Problem {
    let what = format!("cannot tell which column is the class: {why}");
    let names = listed(candidates.iter().map(|at| table.name_of(*at)));
    let fix = format!("pass --target COL{key}; candidates: {names}");
    Problem { kind: "no_target", what, fix, ..Problem::default() }
}

/// Returns why a column that is named like a class cannot be one.
fn why_no_class(table: &Table, at: usize) -> Option<String> {
    if let Some(why) = table.row_name(at) {
        return Some(format!("it {why}"));
    }
    let column = table.columns().get(at)?;
    let values = table.distinct(at);
    match column.kind {
        _ if may_be_class(table, at, CALLED) => None,
        Kind::Text => Some("it holds texts".to_owned()),
        Kind::Numeric => Some(format!("it has {} different numbers", grouped(values as u64))),
        _ if values < 2 => Some("it does not have two values".to_owned()),
        _ => Some(format!("it has {} values, more than {CALLED}", grouped(values as u64))),
    }
}

/// Returns the columns that look like a class, in file order. A column that is named so may have many values.
pub fn candidates(recipe: &Recipe, table: &Table) -> Result<Vec<usize>, Problem> {
    let mut free = free(recipe, table)?;
    let has_many = |at: usize| {
        table.columns().get(at).is_some_and(|column| matches!(column.kind, Kind::Categorical | Kind::Binary))
            && table.distinct(at) > CALLED
            && check_classes(table, at).is_ok()
    };
    free.retain(|at| may_be_class(table, *at, CALLED) || is_named_like_class(table, *at) && has_many(*at));
    Ok(free)
}

/// If the class column was only guessed and a query has a value for it, returns the recipe with the column that
/// the query leaves out as the class. Several such columns are an error.
pub fn giving_way(
    recipe: &Recipe,
    table: &Table,
    query: &[(String, String)],
) -> Result<Option<Recipe>, Problem> {
    if recipe.target.is_some() {
        return Ok(None);
    }
    let Ok(guess) = target_column(recipe, table) else { return Ok(None) };
    let known = query.iter().filter(|(_, text)| !matches!(text.trim(), "" | "?"));
    let named: BTreeSet<usize> = known.filter_map(|(name, _)| find_column(table, name).ok()).collect();
    if !named.contains(&guess) {
        return Ok(None);
    }
    let mut left = free(recipe, table)?;
    left.retain(|at| !named.contains(at));
    match left.as_slice() {
        [] => Ok(None),
        [only] => {
            let mut next = Recipe { target: Some(table.name_of(*only).to_owned()), ..recipe.clone() };
            next.chosen.note("target", next.target.clone());
            Ok(Some(next))
        }
        several => {
            let why = format!("the query has a value for “{}”", brief(table.name_of(guess)));
            Err(unclear_target(table, &why, "", several))
        }
    }
}

/// Returns the columns that may be the class: they have no other role, and do not identify or count rows.
fn free(recipe: &Recipe, table: &Table) -> Result<Vec<usize>, Problem> {
    let taken = taken(recipe, table)?;
    let counts = looks_like_counts(recipe, table);
    // Surplus fields of longer rows have no name in the header.
    let surplus =
        |at: &usize| table.columns().get(*at).is_some_and(|column| column.surplus || column.derived);
    let free = |at: &usize| {
        !taken.contains(at) && !is_left_out(recipe, table, *at) && counts != Some(*at) && !surplus(at)
    };
    Ok((0..table.columns().len()).filter(free).collect())
}

fn taken(recipe: &Recipe, table: &Table) -> Result<BTreeSet<usize>, Problem> {
    let named = recipe.features.iter().flatten().chain(&recipe.ignore).chain(&recipe.weight);
    named.map(|name| find_column(table, name)).collect()
}

/// Returns whether a column is named as classes are: `Class`, `outlook_class`, `is_spam`.
fn is_named_like_class(table: &Table, at: usize) -> bool {
    weak_class_name(table, at).is_some()
}

/// Returns whether features often have the same name, for a column that is named as classes are.
fn weak_class_name(table: &Table, at: usize) -> Option<bool> {
    let words = words(table.name_of(at));
    let (last, before) = words.split_last()?;
    let is_named = NAMES.split(' ').any(|name| name == last);
    // A second y is a coordinate.
    let is_class = is_named && (before.is_empty() || last != "y");
    let is_either = is_class || before.first().is_some_and(|first| first == "is");
    is_either.then(|| !is_named || WEAK.contains(&last.as_str()))
}

/// Returns whether a column holds 0 and 1, or no and yes, and is the only one that does.
fn is_only_flag(table: &Table, free: &[usize], at: usize) -> bool {
    let flag = |at: usize| table.could_be_binary(at).is_some() && table.distinct(at) == 2;
    flag(at) && !free.iter().any(|other| *other != at && flag(*other))
}

fn is_repeated(table: &Table, at: usize) -> bool {
    let Some(column) = table.columns().get(at) else { return false };
    if column.kind == Kind::Numeric {
        return !is_nearly_unique(table, at);
    }
    let known = (table.rows() as u64).saturating_sub(column.missing);
    let counts = |other: usize| {
        table.columns().get(other).is_some_and(|column| column.kind == Kind::Numeric)
            && table.numbers(other).all(|value| value.is_nan() || is_whole(value))
    };
    (table.distinct(at) as u64) < known
        || (0..table.columns().len()).all(|other| other == at || counts(other))
}

/// Returns whether a column has at least two values, and few enough for classes. A text never has, and a number that
/// is continuous or nearly unique neither.
fn may_be_class(table: &Table, at: usize, most: usize) -> bool {
    let Some(column) = table.columns().get(at) else { return false };
    if column.kind != Kind::Numeric {
        return column.kind != Kind::Text && (2..=most).contains(&column.dictionary.len());
    }
    let Some(counts) = table.number_counts(at, most) else { return false };
    let (values, known) = (counts.len(), counts.iter().sum::<u64>());
    let whole = column.decimals == 0 || table.numbers(at).all(|value| value.is_nan() || value.fract() == 0.0);
    let usual = if whole && values <= LAST { 2 } else { ROWS_OF_A_NUMBER };
    values == 2 || values > 2 && known >= usual * values as u64
}

/// Rows that each of many numbers, or of numbers with a fraction, must have on average to be a class.
const ROWS_OF_A_NUMBER: u64 = 10;

fn is_nearly_unique(table: &Table, at: usize) -> bool {
    let Some(column) = table.columns().get(at) else { return false };
    if column.kind == Kind::Numeric {
        let alone = |counts: Vec<u64>| counts.len() > 2 && counts.iter().any(|count| *count < 2);
        return table.number_counts(at, LAST).is_none_or(alone);
    }
    let known = (table.rows() as u64).saturating_sub(column.missing);
    known > 10 && column.dictionary.len() as u64 * 2 > known
}

pub(super) fn place(recipe: &Recipe, table: &Table, at: usize) -> &'static str {
    match at {
        _ if is_named_like_class(table, at) && may_be_class(table, at, CALLED) => "by its name",
        _ if Some(at) == table.columns().iter().rposition(|column| !column.surplus && !column.derived) => {
            "the last column"
        }
        _ if candidates(recipe, table).is_ok_and(|all| all == [at]) => "the only column that looks like one",
        _ => "the last column that is left",
    }
}

/// A table of few rows may have a class in each of them.
const FEW: usize = 20;
/// The most classes of a column of numbers: beyond them it is a measurement.
const OF_NUMBERS: usize = 1_000;
/// The most classes of any column. Confusion matrices have a cell for each pair of them.
const MOST: usize = 5_000;

/// Refuses a class column with too many classes, or too few rows for them.
pub fn check_classes(table: &Table, target: usize) -> Result<(), Problem> {
    let Some(column) = table.columns().get(target).filter(|column| column.kind != Kind::Text) else {
        return Ok(());
    };
    let classes = table.distinct(target);
    let rows = (table.described_rows() as u64).saturating_sub(column.missing);
    let unique = classes > FEW && table.described_rows() > 0 && rows < 2 * classes as u64;
    let most = if column.kind == Kind::Numeric { OF_NUMBERS } else { MOST };
    if !unique && classes <= most {
        return Ok(());
    }
    let name = column.name.as_str();
    let most =
        if unique { String::new() } else { format!(", and at most {} are read", grouped(most as u64)) };
    let (name_of, of, rows) = (brief(name), grouped(classes as u64), grouped(rows));
    let what = format!("“{name_of}” has {of} classes in {rows} rows{most}");
    let fix = "a class needs several rows to learn from: choose a column of few values with --target, or join its \
               values into fewer before";
    Err(wrong_kind(Some(name), what, fix))
}

const NAMED: usize = 5;

/// Returns whether a column is left out by default: it names, numbers or dates the rows, or assigns them to folds.
pub fn is_left_out(recipe: &Recipe, table: &Table, at: usize) -> bool {
    let is_fold_column = |typed: &str| match table.position(typed) {
        Some(column) => column == at,
        None => folded(table.name_of(at)) == folded(typed),
    };
    let described = || recipe.columns.iter().filter(|choice| choice.kind.is_some() || choice.bins.is_some());
    let is_described = || described().any(|choice| find_column(table, &choice.name) == Ok(at));
    recipe.features.is_none()
        && (recipe.split.as_ref().and_then(Split::column).is_some_and(is_fold_column)
            || table.row_name(at).is_some() && !is_described())
}

/// Warns of columns that name, number or date the rows, with a fix for each of the first, and one that keeps all.
pub(super) fn columns_warning(table: &Table, columns: &[usize], are_features: bool) -> Option<DataWarning> {
    let reason = |at: &usize| {
        let why = table.row_name(*at).map_or("is the fold column".to_owned(), |why| why.to_string());
        Some(format!("{} ({why})", table.columns().get(*at)?.name))
    };
    let mut named = columns.iter().filter_map(reason).take(NAMED).collect::<Vec<_>>().join(", ");
    if columns.len() > NAMED {
        named += &format!(" and {} more", columns.len() - NAMED);
    }
    let [are, stay, them] =
        if columns.len() == 1 { ["is", "it stays", "it"] } else { ["are", "all stay", "them"] };
    let (topic, what, taken, words) = if are_features {
        let learned = format!("what the model learns from {them} does not carry over to new rows");
        let words = "they are features nevertheless".to_owned();
        (Topic::Names, format!("the features have {named}: {learned}"), "feature", words)
    } else {
        (Topic::LeftOut, format!("{named} {are} left out"), "left out", format!("{stay} left out"))
    };
    let keep = Fix::new(taken, words, RecipeChange::Keep);
    let fix = |column: &Column| {
        let name = column.name.as_str().to_owned();
        if are_features {
            return Fix::new("left out", format!("{name} is left out"), RecipeChange::LeaveOut(name));
        }
        Fix::new("feature", format!("{name} is a feature"), RecipeChange::Kind(name, column.kind))
    };
    let some = columns.iter().take(NAMED).filter_map(|at| table.columns().get(*at));
    let fixes = some.map(fix).chain([keep]).collect();
    (!columns.is_empty()).then(|| DataWarning::new(Notice::file(what), topic, fixes))
}

/// Returns the position of the weight column: the one that the recipe names, or one that looks like it.
pub(super) fn weight(recipe: &Recipe, table: &Table, target: usize) -> Result<Option<usize>, Problem> {
    let Some(typed) = &recipe.weight else {
        return Ok(looks_like_counts(recipe, table).filter(|at| *at != target));
    };
    let at = find_column(table, typed)?;
    let Some(column) = table.columns().get(at) else { return Ok(None) };
    let name = column.name.as_str();
    let is_feature = recipe.features.as_ref().is_some_and(|list| names(list, table, at));
    if at == target || is_feature {
        let (role, other) = match at == target {
            true => ("the class", "another class with --target"),
            false => ("a feature", "leave this one out of the features"),
        };
        let what = format!("“{}” cannot be both the weight and {role}", brief(name));
        let fix = format!("choose another column with --weight, or {other}");
        return Err(Problem { column: Some(name.to_owned()), ..Problem::usage(what, fix) });
    }
    let names = column.dictionary.names();
    let is_number = |name: &Name| name.as_str().parse::<f64>().is_ok();
    let kind = match recipe.column(name).and_then(|choice| choice.kind).unwrap_or(column.kind) {
        Kind::Numeric => return Ok(Some(at)),
        // One cell that is not a number makes a category of a column. It is reported when the cells are read.
        Kind::Categorical if names.is_empty() || names.iter().any(is_number) => return Ok(Some(at)),
        Kind::Text => "text",
        Kind::Binary => "a yes/no column",
        Kind::Categorical => "a category",
    };
    let what = format!("“{}” cannot be the weight: it is {kind}, but a weight is a number", brief(name));
    let fix = "choose a column of whole numbers: how many times each row was seen";
    Err(wrong_kind(Some(name), what, fix))
}

const WEIGHT_NAMES: [&str; 8] = ["freq", "freqs", "frequency", "n", "count", "counts", "n_obs", "nobs"];
/// The most values of a column beside counts.
const VALUES: usize = 50;

pub(super) fn is_named_like_counts(column: &Column) -> bool {
    let name = column.name.as_str();
    column.kind == Kind::Numeric && WEIGHT_NAMES.iter().any(|word| word.eq_ignore_ascii_case(name))
}

/// Returns the column that seems to hold how many times its row was seen, if the recipe names none: it is named like a
/// count and holds whole numbers, not all equal. All other columns are categories with few values, and no two rows agree
/// in them. A count that was measured is found beside numbers or rows that repeat.
pub fn looks_like_counts(recipe: &Recipe, table: &Table) -> Option<usize> {
    if recipe.weight.is_some() || recipe.features.is_some() || !(2..=ROWS).contains(&table.rows()) {
        return None;
    }
    let at = table.columns().iter().position(is_named_like_counts)?;
    let ignored = names(&recipe.ignore, table, at);
    let described = recipe.column(table.name_of(at)).is_some();
    let whole = || table.numbers(at).all(|value| value.is_nan() || is_whole(value));
    if ignored || described || table.number_counts(at, 1).is_some() || !whole() {
        return None;
    }
    let is_other = |other: &usize| *other != at && table.row_name(*other).is_none();
    let others: Vec<usize> = (0..table.columns().len()).filter(is_other).collect();
    let is_few = |column: &Column| {
        matches!(column.kind, Kind::Categorical | Kind::Binary) && column.dictionary.len() <= VALUES
    };
    if others.len() < 2 || !others.iter().all(|other| table.columns().get(*other).is_some_and(is_few)) {
        return None;
    }
    let cells = |row: usize| others.iter().map(|other| table.cell_text(row, *other)).collect::<Vec<_>>();
    let mut seen = HashSet::new();
    (0..table.rows()).all(|row| seen.insert(cells(row))).then_some(at)
}

/// The most rows of a table of counts.
const ROWS: usize = 10_000;

pub(super) fn weight_warning(recipe: &Recipe, table: &Table) -> Option<DataWarning> {
    let chosen = recipe.weight.clone().filter(|_| recipe.is_chosen("weight"));
    let found = || Some(table.name_of(looks_like_counts(recipe, table)?).to_owned());
    let name = chosen.or_else(found)?;
    let what = format!("{name} is the weight: how many times each row was seen, by its name");
    let fixes = vec![
        Fix::new("number", "it is a feature", RecipeChange::Kind(name.clone(), Kind::Numeric)),
        Fix::new("weight", "rows count so often", RecipeChange::Weight(name)),
    ];
    Some(DataWarning::new(Notice::file(what), Topic::Counts, fixes))
}
