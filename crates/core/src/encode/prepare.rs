//! Reads a table as a recipe asks, checks that the model fits it, and adds the rows of a test file.

use super::checks;
use super::counts::read_counts;
use super::dataset::Dataset;
use super::sums::read_sums;
use crate::math::Name;
use crate::problem::{Problem, nearest};
use crate::recipe::{
    self, ColumnChoice, Given, Marks, Recipe, Resolved, Vocabulary, check_classes, check_given, resolve,
};
use crate::table::{
    self, Cells, Column, Encoding, Kind, Loaded, MISSING, Notice, NumberStyle, Options, Ragged, Segment,
    Source, Table, TableError, TableSums, Watch, plain, read_file, tokens,
};
use crate::text::{brief, listed, shown};
use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::sync::Arc;

/// Reads a table with what the recipe says of reading; the kinds of the columns are inferred from their cells. `watch`
/// reports progress and can stop it. `documents` keeps the texts of documents, to show them.
pub fn load(
    source: &Source,
    recipe: &Recipe,
    watch: Option<Arc<Watch>>,
    documents: bool,
) -> Result<Loaded, TableError> {
    if let Some(given) = &recipe.given {
        return Ok(given_table(&source.label(), recipe, given)?);
    }
    if let Some(sums) = read_sums(source)? {
        return Ok(sums);
    }
    if let Some(counts) = read_counts(source, recipe)? {
        return Ok(counts);
    }
    let loaded = table::load(source, &Options { watch, documents, ..options(recipe) })?;
    check_maps(recipe, &loaded.table)?;
    Ok(loaded)
}

fn check_maps(recipe: &Recipe, table: &Table) -> Result<(), Problem> {
    for map in &recipe.maps {
        let wrong = |why: String, fix: &str| {
            let what = format!("the feature “{}” {why}", shown(&map.to_string()));
            Problem { column: Some(map.to_string()), ..Problem::usage(what, fix) }
        };
        if map.is_column() {
            return Err(wrong("is a column already".to_owned(), "leave it out of the feature maps"));
        }
        for name in map.columns() {
            let Some(at) = table.position(name.as_str()) else {
                let names = || table.columns().iter().map(|column| column.name.as_str());
                let near = nearest(name.as_str(), names());
                let near = near.map_or(String::new(), |near| format!("did you mean “{}”? ", brief(near)));
                let why = format!("needs the column “{}”, which the data do not have", brief(name.as_str()));
                return Err(wrong(why, &format!("{near}the columns are: {}", listed(names()))));
            };
            let is_number = |name: &Name| name.as_str().parse::<f64>().is_ok();
            let has_numbers = |column: &Column| match column.kind {
                Kind::Numeric => true,
                Kind::Text => false,
                _ => column.dictionary.names().iter().any(is_number),
            };
            if !table.columns().get(at).is_some_and(has_numbers) {
                let why = format!("needs numbers, and the column “{}” has none", brief(name.as_str()));
                return Err(wrong(why, "name columns of numbers"));
            }
        }
    }
    Ok(())
}

pub(super) fn without_rows(table: Table, notices: Vec<Notice>, sums: Option<TableSums>) -> Loaded {
    let (table, sums) = (Arc::new(table), sums.map(Arc::new));
    let (delimiter, encoding) = (b',', Encoding::Utf8);
    Loaded { table, delimiter, encoding, notices, skipped: 0, has_names: true, sums }
}

/// Compares a recipe with a table, and reads the table again if the recipe wants a column read differently. `plain` must
/// come from [`load`] with a recipe that says the same of reading; `before` is what an earlier recipe wanted, and is used
/// again if this one wants the same.
pub fn prepare(
    source: &Source,
    plain: &Arc<Loaded>,
    before: Option<&Arc<Loaded>>,
    recipe: &Recipe,
) -> Result<(Arc<Loaded>, Dataset), Problem> {
    let mut resolved = resolve(recipe, &plain.table)?;
    if !plain.has_names {
        resolved.recipe.header = Some(false);
    }
    read_dictionaries(&mut resolved)?;
    let mut kinds = resolved.kinds(&plain.table);
    let other = |table: &'_ Table| {
        let wanted = |column: &Column| kinds.get(column.name.as_str()).copied().unwrap_or(column.kind);
        table.columns().iter().find(|column| wanted(column) != column.kind).cloned()
    };
    let whole = checks::whole(&resolved, &plain.table);
    let found = [Some(plain), before].into_iter().flatten().find(|loaded| other(&loaded.table).is_none());
    let loaded = match found.filter(|loaded| checks::are_whole(&whole, &loaded.table)) {
        Some(loaded) => Arc::clone(loaded),
        None if plain.sums.is_some() => return Err(other_kind(other(&plain.table), &plain.table)),
        // Reading again finds the line of a cell that is not a whole number.
        None => {
            // A kind that is inferred anyway is inferred again, so that the notices about it stay.
            let columns = plain.table.columns().iter();
            let inferred: HashSet<_> = columns.map(|column| (column.name.as_str(), column.kind)).collect();
            kinds
                .retain(|name, kind| whole.contains_key(name) || !inferred.contains(&(name.as_str(), *kind)));
            let read = table::load(source, &of_file(Options { kinds, whole, ..options(recipe) }));
            let read = read.map_err(|error| checks::explain(error, &resolved, &plain.table))?;
            checks::check_counts(&resolved, &read.table)?;
            Arc::new(read)
        }
    };
    let table = Arc::clone(&loaded.table);
    // Only now the documents of a text have been read as categories.
    check_classes(&table, resolved.target)?;
    let mut data = Dataset { sums: loaded.sums.clone(), ..Dataset::new(Arc::clone(&table), resolved) };
    note_declared(&mut data, &table);
    checks::check_sums(&data)?;
    checks::check_size(&data)?;
    Ok((loaded, data))
}

/// Notes which classes are only declared, and which values of the data a list of declared ones lacks.
fn note_declared(data: &mut Dataset, read: &Table) {
    let mut notes = Vec::new();
    let classes = data.names(data.resolved.target);
    let only = data.declared.clone().filter_map(|code| classes.get(code as usize)).map(Name::as_str);
    let only: Vec<&str> = only.collect();
    if !only.is_empty() {
        let are = if only.len() == 1 { "a class that" } else { "classes that" };
        notes.push(format!("no row is {}, {are} the recipe declares", listed(only)));
    }
    for feature in data.resolved.features.iter().filter(|feature| !feature.values.is_empty()) {
        let declared: HashSet<&str> = feature.values.iter().map(String::as_str).collect();
        let column = read.columns().get(feature.column);
        let found = column.into_iter().flat_map(|column| column.dictionary.names()).map(Name::as_str);
        let others: Vec<&str> = found.filter(|name| !declared.contains(name)).collect();
        if !others.is_empty() {
            let others = listed(others);
            notes.push(format!("{} also has {others}, which its declared values lack", feature.name));
        }
    }
    data.resolved.warnings.extend(notes.into_iter().map(|what| Notice::file(what).into()));
}

/// Returns why a column of sums cannot be read otherwise than it was summed.
fn other_kind(column: Option<Column>, table: &Table) -> Problem {
    let (name, kind) = column.as_ref().map_or(("", ""), |column| (column.name.as_str(), column.kind.word()));
    let sums = format!("{} has sums of “{}” as {kind}", shown(&table.source), brief(name));
    let what = format!("{sums}, and a file of sums has no rows to sum differently");
    let fix = "sum the rows again with this recipe: posterior sums DATA, or posterior sql".to_owned();
    checks::of_column("bad_sums", name, what, fix)
}

fn options(recipe: &Recipe) -> Options {
    fn chosen<T>(recipe: &Recipe, of: impl Fn(&ColumnChoice) -> Option<T>) -> BTreeMap<String, T> {
        recipe.columns.iter().filter_map(|choice| Some((choice.name.clone(), of(choice)?))).collect()
    }
    let options = Options::default();
    Options {
        missing: recipe.missing.clone(),
        missing_in: chosen(recipe, |choice| choice.missing.as_ref().map(Marks::all)),
        decimals: chosen(recipe, |choice| choice.decimal),
        delimiter: recipe.delimiter.map(|delimiter| delimiter.0),
        header: recipe.header,
        ragged: match recipe.ragged {
            None => Ragged::Error,
            Some(recipe::Ragged::Skip) => Ragged::Skip,
            Some(recipe::Ragged::Extra) => Ragged::Extra,
        },
        maps: recipe.maps.clone(),
        lower_case: recipe.lower_case.unwrap_or(options.lower_case),
        ..options
    }
}

/// Options without those of computed columns.
fn of_file(mut options: Options) -> Options {
    let computed: Vec<String> = options.maps.iter().map(ToString::to_string).collect();
    options.kinds.retain(|name, _| !computed.contains(name));
    options.whole.retain(|name, _| !computed.contains(name));
    options
}

/// Bytes of the longest dictionary that is read: some million words.
const LONGEST: u64 = 16 << 20;

fn read_dictionaries(resolved: &mut Resolved) -> Result<(), Problem> {
    let lower = resolved.recipe.lower_case.unwrap_or(true);
    for feature in resolved.features.iter_mut().filter(|feature| feature.kind == Kind::Text) {
        let Vocabulary::File(path) = &feature.vocabulary else { continue };
        let words = read_dictionary(path, lower).map_err(|problem| {
            let line = problem.line.map(|line| format!(", line {line}")).unwrap_or_default();
            let name = shown(feature.name.as_str());
            let place = Some(format!("{}{line}, the vocabulary of “{name}”", shown(path)));
            Problem { place, ..problem }
        });
        feature.dictionary = Some(words?);
    }
    Ok(())
}

fn read_dictionary(path: &str, lower: bool) -> Result<Arc<[Name]>, Problem> {
    let problem = |kind: &'static str, what: &str, fix: &str| Problem {
        kind,
        what: format!("the dictionary “{}” {what}", shown(path)),
        fix: fix.to_owned(),
        ..Problem::default()
    };
    let bytes = read_file(Path::new(path), LONGEST).map_err(|cause| {
        let fix = "check the path; in a recipe file it begins in the folder of that file";
        problem("no_data", &format!("cannot be read: {}", plain(&cause)), fix)
    })?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let before = error.as_bytes().get(..error.utf8_error().valid_up_to()).unwrap_or_default();
        let line = Some(1 + before.iter().filter(|byte| **byte == b'\n').count() as u64);
        Problem { line, ..problem("bad_encoding", "is not UTF-8 text", "save it as UTF-8") }
    })?;
    let mut seen = HashSet::new();
    let words = tokens(&text, lower).map(|word| Name::new(&*word));
    let words: Vec<Name> = words.filter(|word| seen.insert(word.clone())).collect();
    if words.is_empty() {
        let fix = "write one word on each line, or use vocabulary = \"training\"";
        return Err(problem("no_data", "has no word", fix));
    }
    Ok(words.into())
}

/// Returns the columns of a model whose numbers are given, with the classes and values that these name.
fn given_table(label: &str, recipe: &Recipe, given: &Given) -> Result<Loaded, Problem> {
    check_given(recipe, given)?;
    let table = described(recipe, label)?;
    let values = |(at, column): (usize, &Column)| {
        let name = column.name.as_str();
        let values = match recipe.target.as_deref() == Some(name) {
            true => given.classes().collect(),
            false => recipe.column(name).map(ColumnChoice::given_values).unwrap_or_default(),
        };
        values.into_iter().map(move |value| (at, value))
    };
    let filled = table.with_names(table.columns().iter().enumerate().flat_map(values));
    Ok(without_rows(filled.of_rows_elsewhere(0), Vec::new(), None))
}

/// Returns the columns that a recipe describes, without rows.
pub fn described(recipe: &Recipe, name: &str) -> Result<Table, Problem> {
    let open = |what: &str| {
        let what = format!("the recipe does not say {what}, and there are no rows to infer it from");
        let fix = "name rows or sums with the same columns: --model-from DATA; or write it into the recipe";
        Problem::usage(what, fix)
    };
    let target = recipe.target.as_ref().ok_or_else(|| open("which column is the class: target = \"…\""))?;
    let features = recipe.features.clone().unwrap_or_else(|| {
        recipe.columns.iter().map(|choice| choice.name.clone()).filter(|name| name != target).collect()
    });
    if features.is_empty() {
        return Err(open("which columns are read: [[feature]] with name and kind"));
    }
    let mut columns = Vec::new();
    for name in &features {
        let choice = recipe.column(name);
        let binned = choice.is_some_and(ColumnChoice::is_binned);
        let kind = choice.and_then(|choice| choice.kind).or(binned.then_some(Kind::Numeric));
        let kind = kind.ok_or_else(|| open(&format!("how “{}” is read: kind = \"…\"", brief(name))))?;
        columns.push(Column::named(name, if kind == Kind::Binary { Kind::Categorical } else { kind }));
    }
    columns.push(Column::named(target, Kind::Categorical));
    columns.extend(recipe.weight.iter().map(|name| Column::named(name, Kind::Numeric)));
    Ok(Table::new(name.to_owned(), columns, Vec::new()))
}

/// Returns the data with the rows of a test file behind its own: they begin where [`Dataset::test`] says.
pub fn with_test_file(data: &Dataset, path: &str, watch: Option<Arc<Watch>>) -> Result<Dataset, Problem> {
    let resolved = &data.resolved;
    let styles = data.table.columns().iter().filter(|column| column.style != NumberStyle::Point);
    let mut plain = options(&resolved.recipe);
    plain.header = Some(plain.header.unwrap_or(true));
    // The columns of training decide which cells of categories are missing: what is a value there is one here.
    let values = data.table.columns().iter().filter(|column| column.is_category());
    let values = values.map(|column| (column.name.as_str().to_owned(), Marks::default().all()));
    let read = of_file(Options {
        kinds: resolved.kinds(&data.table),
        missing_in: values.chain(plain.missing_in).collect(),
        whole: checks::whole(resolved, &data.table),
        styles: styles.map(|column| (column.name.as_str().to_owned(), column.style)).collect(),
        watch,
        ..plain
    });
    let source = Source::from_arg(path)?;
    let test = table::load(&source, &read).map_err(|error| explain_role(error, data))?.table;
    let from = data.table.rows();
    let mut used: HashSet<usize> = resolved.features.iter().map(|feature| feature.column).collect();
    used.extend([resolved.target].into_iter().chain(resolved.weight));
    let mut columns: Vec<Column> = data.table.columns().to_vec();
    let mut notes = Vec::new();
    // For each column its place in the test file, and the code here of each code there.
    let mut places: Vec<Option<(usize, Vec<u32>)>> = Vec::new();
    for (at, column) in columns.iter_mut().enumerate() {
        let place = test.position(column.name.as_str());
        let Some((place, other)) = place.and_then(|place| Some((place, test.columns().get(place)?))) else {
            places.push(None);
            continue;
        };
        if let Some(unit) = other.unit.as_ref().filter(|unit| Some(*unit) != column.unit.as_ref()) {
            let name = column.name.as_str();
            let here = column.unit.as_ref().map_or("no unit".to_owned(), |unit| format!("the unit {unit}"));
            let numbers = format!("the numbers of “{}” have the unit {unit}", brief(name));
            let file = brief(&source.label());
            let what = format!("in the test file {file} {numbers}, and in the training rows {here}");
            let problem = Problem::usage(what, "write the column in one unit in both files");
            return Err(Problem { column: Some(name.to_owned()), ..problem });
        }
        let names = other.dictionary.names();
        let recoded = || (place, codes(column, names, &resolved.recipe, &mut notes));
        places.push(used.contains(&at).then(recoded));
    }
    let mut segments = data.table.segments().to_vec();
    for segment in test.segments() {
        let rows = segment.rows.len();
        let cells = columns.iter().zip(&places).map(|(column, place)| {
            let found = place.as_ref().and_then(|(place, codes)| Some((segment.cells.get(*place)?, codes)));
            let Some((cells, codes)) = found else { return Cells::missing(column.kind, rows) };
            let mut cells = cells.clone();
            cells.recode(codes);
            cells
        });
        let cells = cells.collect();
        segments.push(Segment { rows: from + segment.rows.start..from + segment.rows.end, cells });
    }
    let mut table = Table::new(data.table.source.clone(), columns, segments);
    if data.sums.is_some() {
        table = table.of_rows_elsewhere(data.rows() + test.rows());
    }
    let place = Some(source.label());
    check_classes(&table, resolved.target).map_err(|problem| Problem { place, ..problem })?;
    let test = Some((from, source.label()));
    Ok(Dataset { table: Arc::new(table), test, held_out: None, test_notes: notes, ..data.clone() })
}

const NAMED: usize = 5;

/// Returns the codes in a column of training for the values of a test file, by the same rule as for a query. New values
/// are added to the column.
fn codes(column: &mut Column, names: &[Name], recipe: &Recipe, notes: &mut Vec<String>) -> Vec<u32> {
    if !column.is_category() {
        return names.iter().map(|name| column.dictionary.intern(name.as_str())).collect();
    }
    let listed = recipe.missing_in(column.name.as_str());
    let trained = column.clone();
    let mut reread = Vec::new();
    let code = |name: &Name| {
        let text = name.as_str();
        if trained.is_missing(text, listed.as_deref()) {
            return MISSING;
        }
        let Some(code) = trained.dictionary.meant(text) else { return column.dictionary.intern(text) };
        let written = trained.dictionary.name(code).filter(|written| *written != name);
        reread.extend(written.map(|written| format!("{name} is read as {written}")));
        code
    };
    let codes = names.iter().map(code).collect();
    let more = reread.len().saturating_sub(NAMED);
    reread.truncate(NAMED);
    reread.extend((more > 0).then(|| format!("{more} more values as the ones that they equal")));
    if !reread.is_empty() {
        notes.push(format!("In {} of the test file {}.", trained.name, reread.join(", ")));
    }
    codes
}

/// Adds to the problem of a missing column what it is to the model.
fn explain_role(error: TableError, data: &Dataset) -> Problem {
    let problem = Problem::from(error);
    let (Some(column), Some(file), "unknown_column") = (&problem.column, &problem.place, problem.kind) else {
        return problem;
    };
    let is = |at: usize| data.table.name_of(at) == column;
    let role = if is(data.resolved.target) {
        "the class, without which its rows cannot be tested"
    } else if data.resolved.weight.is_some_and(is) {
        "the weight of the rows"
    } else {
        "a feature of the model"
    };
    let what = format!("the test file {} has no column “{}”: {role}", brief(file), brief(column));
    Problem { what, ..problem }
}
