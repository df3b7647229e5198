//! The cases that a command is about: typed, a row of the data, or a CSV of them.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};

use super::no_data::HEAD;
use super::output::{self, OutputFlags};
use crate::model::{Case, Fitted, Study, no_row};
use crate::problem::Problem;
use crate::recipe::Recipe;
use crate::table::{self, FeatureMap, Kind, LIMIT, Loaded, Options, Source, Table};
use crate::text::{parts, read_pair_item};

pub(super) fn of_query(fitted: &Fitted, query: &str) -> Result<Case, Problem> {
    let case = Case::from_typed(fitted, &pairs(query)?)?;
    warn_unseen(fitted, &case);
    Ok(case)
}

/// The study for typed queries: if they give a value of a class column that was guessed, another column is the class.
pub(super) fn study_for<'q>(
    mut study: Study,
    queries: impl IntoIterator<Item = &'q String>,
) -> Result<Study, Problem> {
    for query in queries {
        if let Some(other) = study.giving_way(&pairs(query)?)? {
            study = other;
        }
    }
    Ok(study)
}

/// The same for a file of queries, which may have the class, too: where it leaves out a single column, that is the class.
pub(super) fn study_for_file(study: &Study, file: Option<&OsString>) -> Result<Option<Study>, Problem> {
    let source = file.map(Source::from_arg).transpose()?;
    // What is not a file can be read only once.
    let is_file = |source: &Source| matches!(source, Source::Path(path) if path.is_file());
    let Some(source) = source.filter(is_file) else { return Ok(None) };
    let (head, _) = table::head(&source, HEAD, Some(study.loaded.has_names))?;
    let columns = head.table.columns().iter().map(|column| column.name.as_str());
    let named: Vec<(String, String)> = columns.map(|name| (name.to_owned(), name.to_owned())).collect();
    // Files with the class and fewer features are common: nothing is asked of them.
    Ok(study.giving_way(&named).ok().flatten())
}

/// The cases of the study. Warns about values of typed cases that training has not seen.
pub(super) fn of_study(study: &Study, fitted: &Fitted) -> Result<Vec<Case>, Problem> {
    let cases = study.cases()?;
    cases.iter().filter(|case| case.row.is_none()).for_each(|case| warn_unseen(fitted, case));
    Ok(cases)
}

fn warn_unseen(fitted: &Fitted, case: &Case) {
    let cells = fitted.factors().iter().zip(&case.cells);
    output::warn_all(cells.filter_map(|(factor, cell)| cell.unseen(fitted, factor)));
}

/// A row of the data as a case, counted from 1.
pub(super) fn of_row(fitted: &Fitted, row: usize) -> Result<Case, Problem> {
    let rows = fitted.data.table.rows();
    Case::from_row(fitted, row.checked_sub(1).ok_or(no_row(row, rows))?)
}

pub(super) fn one_case(
    query: Option<&str>,
    row: Option<usize>,
    study: &Study,
    fitted: &Fitted,
) -> Result<Option<Case>, Problem> {
    match (query, row) {
        (Some(query), _) => of_query(fitted, query).map(Some),
        (None, Some(row)) => Ok(Some(of_row(fitted, row)?)),
        (None, None) => Ok(of_study(study, fitted)?.into_iter().next()),
    }
}

/// `outlook=sunny,wind="weak, or so"`: commas outside quotes divide, then the first `=`.
pub(super) fn pairs(text: &str) -> Result<Vec<(String, String)>, Problem> {
    let quotes = "put a name or a value with a comma or = in double quotes: --query '\"height, m\"=\"1,75\"'";
    let pair = |part: &str| {
        let Some((column, value)) = read_pair_item(part) else {
            let what = format!("“{}” in the query has no “=”", part.trim());
            let fix = "write column=value between commas: --query \"outlook=sunny,wind=weak\"";
            return Err(Problem::usage(what, if text.contains('=') { quotes } else { fix }));
        };
        if [&column, &value].iter().any(|text| text.starts_with('"')) && !part.contains("\"\"") {
            let what = format!("the query “{text}” opens a quote and never closes it");
            return Err(Problem::usage(what, quotes));
        }
        Ok((column, value))
    };
    parts(text).into_iter().filter(|part| !part.trim().is_empty()).map(pair).collect()
}

pub(super) fn of_file(fitted: &Fitted, file: &OsStr, output: &OutputFlags) -> Result<Vec<Case>, Problem> {
    let source = source(file, output)?;
    let bytes = source.read(LIMIT)?;
    // What is computed is computed from the cells of each case.
    let recipe = &fitted.data.resolved.recipe;
    let loaded = load(&Source::bytes(source.label(), bytes), recipe, &[], |table| {
        table.columns().iter().map(|column| column.name.as_str().to_owned()).collect()
    })?;
    let table = &loaded.table;
    let case = |row: usize| {
        let cells = (0..)
            .zip(table.columns())
            .map(|(at, column)| (column.name.as_str().to_owned(), table.cell_text(row, at).into_owned()));
        Case::from_file(fitted, &cells.collect::<Vec<_>>())
    };
    (0..table.rows()).map(case).collect()
}

pub(super) fn source(file: &OsStr, output: &OutputFlags) -> Result<Source, Problem> {
    let source = Source::from_arg(file)?;
    output.protect(&source.file().into_iter().collect())?;
    Ok(source)
}

/// Reads cases from a file like that of the training rows: the columns that must be read as they are written are categories,
/// and no cell of them is missing.
pub(super) fn load(
    source: &Source,
    recipe: &Recipe,
    maps: &[FeatureMap],
    as_written: impl Fn(&Table) -> Vec<String>,
) -> Result<Loaded, Problem> {
    let options = Options {
        missing: Some(Vec::new()),
        maps: maps.to_vec(),
        delimiter: recipe.delimiter.map(|delimiter| delimiter.0),
        header: Some(recipe.header.unwrap_or(true)),
        ..Options::default()
    };
    let first = table::load(source, &options)?;
    let all = as_written(&first.table).into_iter();
    let kinds: BTreeMap<String, Kind> = all.map(|name| (name, Kind::Categorical)).collect();
    Ok(if kinds.is_empty() { first } else { table::load(source, &Options { kinds, ..options })? })
}
