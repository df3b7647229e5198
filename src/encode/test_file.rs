//! A file of rows that judge a model: put behind the rows that it learns from, and read in the same words.
//!
//! Columns are found by their names. What the test file alone has (categories, words, classes) is put at the end of the
//! dictionaries, so that no code of the training rows changes.

use std::sync::Arc;

use super::counts;
use super::dataset::Dataset;
use super::prepare::options;
use crate::problem::Problem;
use crate::recipe::check_classes;
use crate::table::{
    self, Cells, Column, Documents, Kind, MISSING, NumberStyle, Options, Segment, Source, Table, TableError,
    Watch, WordIds,
};
use crate::text::brief;

/// The data with the rows of a test file behind its own: they begin where [`Dataset::test`] says.
///
/// # Errors
/// When the file cannot be read, or has not every column that the model reads, the class among them.
pub fn with_test_file(data: &Dataset, path: &str, watch: Option<Arc<Watch>>) -> Result<Dataset, Problem> {
    let resolved = &data.resolved;
    let styles = data.table.columns().iter().filter(|column| column.style != NumberStyle::Point);
    let read = Options {
        kinds: resolved.kinds(&data.table),
        whole: counts::whole(resolved, &data.table),
        styles: styles.map(|column| (column.name.as_str().to_owned(), column.style)).collect(),
        watch,
        ..options(&resolved.recipe)
    };
    let source = Source::from_arg(path)?;
    let test = table::load(&source, &read).map_err(|error| told(error, data))?.table;
    let from = data.table.rows();
    let read = |at: usize| {
        at == resolved.target
            || Some(at) == resolved.weight
            || resolved.features.iter().any(|feature| feature.column == at)
    };
    let mut columns: Vec<Column> = data.table.columns().to_vec();
    // For each column its place in the test file, and the code here of each code there.
    let mut places: Vec<Option<(usize, Vec<u32>)>> = Vec::new();
    for (at, column) in columns.iter_mut().enumerate() {
        let place = test.position(column.name.as_str()).filter(|_| read(at));
        let names = place.and_then(|place| test.columns().get(place)).map(|column| column.dictionary.names());
        let codes = names.unwrap_or_default().iter().map(|name| column.dictionary.intern(name.as_str()));
        places.push(place.map(|place| (place, codes.collect())));
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
    })
}

fn recoded(cells: &Cells, codes: &[u32]) -> Cells {
    let code = |code: &u32| codes.get(*code as usize).copied().unwrap_or(MISSING);
    match cells {
        Cells::Numbers(numbers) => Cells::Numbers(numbers.clone()),
        Cells::Codes(all) => Cells::Codes(all.iter().map(code).collect()),
        Cells::Tokens { starts, ids, raw } => {
            let mut ids = ids.clone();
            ids.recode(|id| code(&id));
            Cells::Tokens { starts: starts.clone(), ids, raw: raw.clone() }
        }
    }
}

/// The cells of a column that nobody reads.
fn unknown(kind: Kind, rows: usize) -> Cells {
    match kind {
        Kind::Numeric => Cells::Numbers(vec![f64::NAN; rows]),
        Kind::Binary | Kind::Categorical => Cells::Codes(vec![MISSING; rows]),
        Kind::Text => {
            Cells::Tokens { starts: vec![0; rows + 1], ids: WordIds::new(), raw: Documents::empty(rows) }
        }
    }
}

/// What a column that is not in the test file is to the model.
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
