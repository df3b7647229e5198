//! A file of rows that judge a model: put behind the rows that it learns from, and read in the same words.
//!
//! Columns are found by their names. What the test file alone has (categories, words, classes) is put at the end of the
//! dictionaries, so that no code of the training rows changes.

use std::sync::Arc;

use super::counts;
use super::dataset::Dataset;
use super::prepare::options;
use crate::math::Name;
use crate::problem::Problem;
use crate::recipe::{Marks, Recipe, check_classes};
use crate::table::{
    self, Cells, Column, Documents, Kind, MISSING, NumberStyle, Options, Segment, Source, Table, TableError,
    Watch,
};
use crate::text::brief;

/// Values that are named in a sentence.
const NAMED: usize = 5;

/// The data with the rows of a test file behind its own: they begin where [`Dataset::test`] says.
pub fn with_test_file(data: &Dataset, path: &str, watch: Option<Arc<Watch>>) -> Result<Dataset, Problem> {
    let resolved = &data.resolved;
    let styles = data.table.columns().iter().filter(|column| column.style != NumberStyle::Point);
    let plain = options(&resolved.recipe);
    // Which of their cells are missing is asked of the columns of training: what is a value there is one here.
    let values = data.table.columns().iter().filter(|column| is_category(column)).map(|column| {
        let name = column.name.as_str().to_owned();
        (name, Marks::default().all())
    });
    let read = Options {
        kinds: resolved.kinds(&data.table),
        missing_in: values.chain(plain.missing_in).collect(),
        whole: counts::whole(resolved, &data.table),
        styles: styles.map(|column| (column.name.as_str().to_owned(), column.style)).collect(),
        watch,
        ..plain
    };
    let source = Source::from_arg(path)?;
    let test = table::load(&source, &read).map_err(|error| told(error, data))?.table;
    for (column, other) in data.table.columns().iter().filter_map(|column| {
        let other = test.columns().get(test.position(column.name.as_str())?)?;
        Some((column, other))
    }) {
        if let Some(unit) = other.unit.as_ref().filter(|unit| Some(*unit) != column.unit.as_ref()) {
            let name = column.name.as_str();
            let here = column.unit.as_ref().map_or("no unit".to_owned(), |unit| format!("the unit {unit}"));
            let what = format!(
                "in the test file {} the numbers of “{}” have the unit {unit}, and in the training rows {here}",
                brief(&source.label()),
                brief(name)
            );
            let fix = "write the column in one unit in both files".to_owned();
            return Err(Problem { column: Some(name.to_owned()), ..Problem::usage(what, fix) });
        }
    }
    let from = data.table.rows();
    let read = |at: usize| {
        at == resolved.target
            || Some(at) == resolved.weight
            || resolved.features.iter().any(|feature| feature.column == at)
    };
    let mut columns: Vec<Column> = data.table.columns().to_vec();
    let mut notes = Vec::new();
    // For each column its place in the test file, and the code here of each code there.
    let mut places: Vec<Option<(usize, Vec<u32>)>> = Vec::new();
    for (at, column) in columns.iter_mut().enumerate() {
        let place = test.position(column.name.as_str()).filter(|_| read(at));
        let names = place.and_then(|place| test.columns().get(place)).map(|column| column.dictionary.names());
        let codes = codes(column, names.unwrap_or_default(), &resolved.recipe, &mut notes);
        places.push(place.map(|place| (place, codes)));
    }
    let mut segments = data.table.segments().to_vec();
    for segment in test.segments() {
        let rows = segment.rows.len();
        let cells = columns.iter().zip(&places).map(|(column, place)| {
            let found = place.as_ref().and_then(|(place, codes)| Some((segment.cells.get(*place)?, codes)));
            found.map_or_else(|| unknown(column.kind, rows), |(cells, codes)| recoded(cells, codes))
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
    Ok(Dataset {
        table: Arc::new(table),
        resolved: resolved.clone(),
        test: Some((from, source.label())),
        held_out: None,
        sums: data.sums.clone(),
        declared: data.declared.clone(),
        test_notes: notes,
    })
}

fn is_category(column: &Column) -> bool {
    matches!(column.kind, Kind::Binary | Kind::Categorical)
}

/// The codes in a column of training for the values of a test file, by the same rule as in a query; new values are put behind
/// the others.
fn codes(column: &mut Column, names: &[Name], recipe: &Recipe, notes: &mut Vec<String>) -> Vec<u32> {
    if !is_category(column) {
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
    if more > 0 {
        reread.push(format!("{more} more values as the ones that they equal"));
    }
    if !reread.is_empty() {
        notes.push(format!("In {} of the test file {}.", trained.name, reread.join(", ")));
    }
    codes
}

fn recoded(cells: &Cells, codes: &[u32]) -> Cells {
    let code = |code: &u32| codes.get(*code as usize).copied().unwrap_or(MISSING);
    match cells {
        Cells::Numbers(numbers) => Cells::Numbers(numbers.clone()),
        Cells::Codes(all) => Cells::Codes(all.iter().map(code).collect()),
        Cells::Tokens { starts, ids, raw } => {
            let ids = ids.iter().map(code).collect();
            Cells::Tokens { starts: starts.clone(), ids, raw: raw.clone() }
        }
    }
}

fn unknown(kind: Kind, rows: usize) -> Cells {
    match kind {
        Kind::Numeric => Cells::Numbers(vec![f64::NAN; rows]),
        Kind::Binary | Kind::Categorical => Cells::Codes(vec![MISSING; rows]),
        Kind::Text => {
            Cells::Tokens { starts: vec![0; rows + 1], ids: Vec::new(), raw: Documents::empty(rows) }
        }
    }
}

fn told(error: TableError, data: &Dataset) -> Problem {
    let problem = Problem::from(error);
    let (Some(column), Some(file), "unknown_column") = (&problem.column, &problem.place, problem.kind) else {
        return problem;
    };
    let is = |at: Option<usize>| {
        let found = at.and_then(|at| data.table.columns().get(at));
        found.is_some_and(|found| found.name.as_str() == column)
    };
    let role = if is(Some(data.resolved.target)) {
        "the class, without which its rows cannot be judged"
    } else if is(data.resolved.weight) {
        "the weight of the rows"
    } else {
        "a feature of the model"
    };
    let what = format!("the test file {} has no column “{}”: {role}", brief(file), brief(column));
    Problem { what, ..problem }
}
