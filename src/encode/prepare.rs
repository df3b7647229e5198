//! Reads a table as a recipe asks, and checks that the model fits it.

use super::counts;
use super::dataset::{Counted, Dataset};
use super::sql::described;
use super::sums::read_sums;
use crate::math::Name;
use crate::problem::Problem;
use crate::recipe::{
    self, Bins, ColumnChoice, Feature, Given, Marks, ModelKind, Recipe, Resolved, Vocabulary, check_classes,
    check_given, resolve,
};
use crate::table::{
    self, Column, Dialect, Kind, Loaded, Notice, Options, Ragged, Source, Table, TableError, Watch, plain,
    read_file, tokens,
};
use crate::text::{brief, flag_of, grouped, listed, shown};
use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::sync::Arc;

/// Reads a table with what the recipe says of reading; the kinds of the columns are judged by their cells. `watch`
/// tells how far reading is, and stops it. Documents are kept as they are
/// written where somebody may look at them.
pub fn load(
    source: &Source,
    recipe: &Recipe,
    watch: Option<Arc<Watch>>,
    documents: bool,
) -> Result<Loaded, TableError> {
    if let Some(given) = &recipe.given {
        let loaded = given_table(&source.label(), recipe, given);
        return loaded.map_err(|problem| TableError { problem: Box::new(problem), ragged: None, row: None });
    }
    if let Some(sums) = read_sums(source)? {
        return Ok(sums);
    }
    table::load(source, &Options { watch, documents, ..options(recipe) })
}

/// Holds a recipe against a table, and reads the table again when the recipe wants a column read otherwise. `plain`
/// must have come from [`load`] with a recipe that says the same of reading; `before` is what an earlier recipe wanted,
/// and serves again where this one wants the same.
pub fn prepare(
    source: &Source,
    plain: &Arc<Loaded>,
    before: Option<&Arc<Loaded>>,
    recipe: &Recipe,
) -> Result<(Arc<Loaded>, Dataset), Problem> {
    let mut resolved = resolve(recipe, &plain.table)?;
    read_all(&mut resolved)?;
    let kinds = resolved.kinds(&plain.table);
    let fits = |loaded: &&Arc<Loaded>| {
        let mut columns = loaded.table.columns().iter();
        columns.all(|column| kinds.get(column.name.as_str()).is_none_or(|kind| *kind == column.kind))
    };
    let whole = counts::whole(&resolved, &plain.table);
    let found = [Some(plain), before].into_iter().flatten().find(fits);
    let is_whole = |loaded: &&Arc<Loaded>| counts::is_whole(&whole, &loaded.table);
    let loaded = match found.filter(is_whole) {
        Some(loaded) => Arc::clone(loaded),
        None if plain.sums.is_some() => return Err(other_kind(&kinds, &plain.table)),
        // A cell that is no whole number is found again by reading, which knows its line.
        None => {
            // What is judged by its cells anyway is judged again, so that what was noticed of it is still said.
            let columns = plain.table.columns().iter();
            let judged: HashSet<(&str, Kind)> =
                columns.map(|column| (column.name.as_str(), column.kind)).collect();
            let mut kinds = kinds;
            kinds.retain(|name, kind| whole.contains_key(name) || !judged.contains(&(name.as_str(), *kind)));
            let read = table::load(source, &Options { kinds, whole, ..options(recipe) });
            Arc::new(read.map_err(|error| counts::told(error, &resolved, &plain.table))?)
        }
    };
    let table = Arc::clone(&loaded.table);
    // A text is judged only now that its documents have been read as categories.
    check_classes(&table, resolved.target)?;
    let mut data = Dataset { sums: loaded.sums.clone(), ..Dataset::new(Arc::clone(&table), resolved) };
    tell_declared(&mut data, &table);
    counts::check_sizes(&data)?;
    check(&data)?;
    Ok((loaded, data))
}

/// Says which classes are only declared, and which values of the data a list of declared ones lacks.
fn tell_declared(data: &mut Dataset, read: &table::Table) {
    let names = |table: &table::Table, at: usize| {
        table.columns().get(at).map(|column| column.dictionary.names().to_vec()).unwrap_or_default()
    };
    let target = data.resolved.target;
    let classes = names(&data.table, target);
    let only: Vec<&str> =
        data.declared.clone().filter_map(|code| classes.get(code as usize)).map(Name::as_str).collect();
    let are = if only.len() == 1 { "a class that" } else { "classes that" };
    let mut notes: Vec<String> = (!only.is_empty())
        .then(|| format!("no row is {}, {are} the recipe declares", listed(only)))
        .into_iter()
        .collect();
    for feature in data.resolved.features.iter().filter(|feature| !feature.values.is_empty()) {
        let declared: HashSet<&str> = feature.values.iter().map(String::as_str).collect();
        let found = names(read, feature.column);
        let others: Vec<&str> =
            found.iter().map(Name::as_str).filter(|name| !declared.contains(name)).collect();
        if !others.is_empty() {
            notes.push(format!(
                "{} also has {}, which its declared values lack",
                feature.name,
                listed(others)
            ));
        }
    }
    data.resolved.warnings.extend(notes.into_iter().map(|what| Notice::file(what).into()));
}

/// Why a column of sums cannot be read otherwise than it was summed.
fn other_kind(kinds: &BTreeMap<String, Kind>, table: &table::Table) -> Problem {
    let mut columns = table.columns().iter();
    let other =
        columns.find(|column| kinds.get(column.name.as_str()).is_some_and(|kind| *kind != column.kind));
    let name = other.map(|column| column.name.as_str().to_owned());
    Problem {
        kind: "bad_sums",
        what: format!(
            "{} has sums of “{}” as {}, and a file of sums has no rows to sum differently",
            shown(&table.source),
            brief(name.as_deref().unwrap_or_default()),
            other.map_or("", |column| column.kind.word()),
        ),
        fix: "sum the rows again with this recipe: posterior sums DATA, or posterior sql".into(),
        feature: name.clone(),
        column: name,
        ..Problem::default()
    }
}

pub(super) fn options(recipe: &Recipe) -> Options {
    fn said<T>(recipe: &Recipe, of: impl Fn(&ColumnChoice) -> Option<T>) -> BTreeMap<String, T> {
        recipe.columns.iter().filter_map(|said| Some((said.name.clone(), of(said)?))).collect()
    }
    let options = Options::default();
    Options {
        missing: recipe.missing.clone(),
        missing_in: said(recipe, |said| said.missing.as_ref().map(Marks::all)),
        decimals: said(recipe, |said| said.decimal),
        delimiter: recipe.delimiter.map(|delimiter| delimiter.0),
        ragged: match recipe.ragged {
            None => Ragged::Error,
            Some(recipe::Ragged::Skip) => Ragged::Skip,
            Some(recipe::Ragged::Extra) => Ragged::Extra,
        },
        lower_case: recipe.lower_case.unwrap_or(options.lower_case),
        ..Options::default()
    }
}

/// Bytes of the longest dictionary that is read: some million words.
const LONGEST: u64 = 16 << 20;

pub(super) fn read_all(resolved: &mut Resolved) -> Result<(), Problem> {
    let lower = resolved.recipe.lower_case.unwrap_or(true);
    for feature in resolved.features.iter_mut().filter(|feature| feature.kind == Kind::Text) {
        if let Vocabulary::File(path) = &feature.vocabulary {
            let words = read(path, lower).map_err(|problem| of_feature(problem, feature, path))?;
            feature.dictionary = Some(words);
        }
    }
    Ok(())
}

fn read(path: &str, lower: bool) -> Result<Arc<[Name]>, Problem> {
    let bytes = read_file(Path::new(path), LONGEST).map_err(|cause| Problem {
        kind: "no_data",
        what: format!("the dictionary “{}” cannot be read: {}", shown(path), plain(&cause)),
        fix: "check the path; in a recipe file it begins in the folder of that file".to_owned(),
        ..Problem::default()
    })?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let before = error.as_bytes().get(..error.utf8_error().valid_up_to()).unwrap_or_default();
        Problem {
            kind: "bad_encoding",
            what: format!("the dictionary “{}” is not UTF-8 text", shown(path)),
            fix: "save it as UTF-8".to_owned(),
            line: Some(1 + before.iter().filter(|byte| **byte == b'\n').count() as u64),
            ..Problem::default()
        }
    })?;
    let mut seen = HashSet::new();
    let words = tokens(&text, lower).map(|word| Name::new(&*word));
    let words: Vec<Name> = words.filter(|word| seen.insert(word.clone())).collect();
    if words.is_empty() {
        return Err(Problem {
            kind: "no_data",
            what: format!("the dictionary “{}” has no word", shown(path)),
            fix: "write one word on each line, or use vocabulary = \"training\"".to_owned(),
            ..Problem::default()
        });
    }
    Ok(words.into())
}

fn of_feature(problem: Problem, feature: &Feature, path: &str) -> Problem {
    let line = problem.line.map(|line| format!(", line {line}")).unwrap_or_default();
    Problem {
        place: Some(format!("{}{line}, the vocabulary of “{}”", shown(path), shown(feature.name.as_str()))),
        ..problem
    }
}

/// The most counts of a model. Every model of a comparison has so many, and every fold of each.
const COUNTS: u64 = 1 << 22;

/// The most covariances of all classes together.
const COVARIANCES: u64 = 1 << 25;

/// Entries that the moments of a number take in each class.
const MOMENTS: u64 = 4;

pub(super) fn check(data: &Dataset) -> Result<(), Problem> {
    if data.resolved.model == ModelKind::Logistic {
        return Ok(());
    }
    let layout = data.layout();
    let classes = layout.classes as u64;
    let together = layout.features.iter().filter(|(_, counted)| *counted == Counted::Together).count() as u64;
    let covariances = (together * (together + 1) / 2).saturating_mul(classes);
    if covariances > COVARIANCES {
        let what = format!(
            "{} numbers read together would have {} covariances in {} classes, and at most {} are kept",
            grouped(together),
            grouped(covariances),
            grouped(classes),
            grouped(COVARIANCES),
        );
        let fix = "use --model gaussian, which has a variance for each number, or choose fewer of them: --features A,B";
        return Err(Problem { kind: "too_large", what, fix: fix.into(), ..Problem::default() });
    }
    let (mut sum, mut largest) = (0u64, (0, 0));
    for (column, counted) in &layout.features {
        let room = COUNTS.saturating_sub(sum) / classes.max(1);
        let values = values(data, *column, counted, room);
        sum = sum.saturating_add(values.saturating_mul(classes));
        largest = largest.max((values, *column));
    }
    if sum <= COUNTS {
        return Ok(());
    }
    let (values, column) = largest;
    let name = data.table.columns().get(column).map_or("", |column| column.name.as_str());
    Err(Problem {
        kind: "too_large",
        what: format!(
            "a count of each value in each of {} classes would be {} counts, and at most {} are kept",
            grouped(classes),
            grouped(sum),
            grouped(COUNTS)
        ),
        fix: format!(
            "leave out “{}”, which has {} values: {}; or choose a class of fewer values with --target",
            brief(name),
            grouped(values),
            flag_of("ignore", name)
        ),
        feature: Some(name.to_owned()),
        column: Some(name.to_owned()),
        ..Problem::default()
    })
}

/// How many entries a column has in each class; where it is clear that there is `room` for them, rather too many.
fn values(data: &Dataset, column: usize, counted: &Counted, room: u64) -> u64 {
    let rows = data.table.rows() as u64;
    match counted {
        Counted::Together => 0,
        Counted::Moments => MOMENTS,
        Counted::WordCounts => 2,
        Counted::Bins(Bins::Width(k) | Bins::Frequency(k), _) => u64::from(*k),
        Counted::Bins(Bins::Cuts(cuts), _) => cuts.len() as u64 + 1,
        // As many as pay for themselves, of which nothing is known before.
        Counted::Bins(Bins::Mdl | Bins::None, _) => 1,
        Counted::Numbers if rows <= room => rows,
        Counted::Numbers | Counted::Codes | Counted::Words => data.table.distinct(column) as u64,
    }
}

/// The columns of a model whose numbers are given, with the classes and values that these name.
pub(super) fn given_table(label: &str, recipe: &Recipe, given: &Given) -> Result<Loaded, Problem> {
    check_given(recipe, given)?;
    let table = described(recipe, label)?;
    let target = recipe.target.as_deref().unwrap_or_default();
    let filled = |column: &Column| {
        let mut column = column.clone();
        let name = column.name.as_str().to_owned();
        if name == target {
            given.classes().for_each(|class| _ = column.dictionary.intern(class));
        } else if let Some(choice) = recipe.column(&name) {
            choice.given_values().iter().for_each(|value| _ = column.dictionary.intern(value));
        }
        column
    };
    let columns: Vec<Column> = table.columns().iter().map(filled).collect();
    let table = Table::new(label.to_owned(), columns, Vec::new()).of_rows_elsewhere(0);
    Ok(Loaded {
        table: Arc::new(table),
        dialect: Dialect::default(),
        notices: Vec::new(),
        skipped: 0,
        sums: None,
    })
}
