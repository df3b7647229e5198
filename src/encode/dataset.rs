//! A table as the recipe reads it: features, class codes, weights, and the rows of a test file.
//!
//! Cases are partitioned, not rows. A row that was seen several times is as many cases, and some of them may be held out
//! while the model learns from the others.

use super::counts;
use super::prepare::options;
use crate::math::Name;
use crate::problem::Problem;
use crate::recipe::{Bins, Convention, Feature, Marks, Recipe, Resolved, Split, check_classes};
use crate::table::{
    self, Cells, Column, Documents, Kind, MISSING, NumberStyle, Options, Segment, Source, Sums, Table,
    TableError, Watch,
};
use crate::text::{brief, shown};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

#[derive(Clone, Debug)]
pub struct Dataset {
    pub table: Arc<Table>,
    pub resolved: Resolved,
    pub test: Option<(usize, String)>,
    pub held_out: Option<HeldOut>,
    pub declared: Range<u32>,
    /// The sums of all rows, when these are somewhere else: then the table has none.
    pub sums: Option<Arc<Sums>>,
    /// What a test file writes otherwise than the rows that are learned from, one sentence for each column.
    pub test_notes: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Counted {
    Codes,
    /// Its numbers, each value by itself, so that cuts can be learned from the counts.
    Numbers,
    /// Its numbers by bin, the cuts learned beforehand: of tables that are too long to count each value by itself.
    Bins(Bins, Convention),
    Moments,
    /// Its numbers together with those of the other features: means and scatter of the rows in which all are known.
    Together,
    Words,
    WordCounts,
}

fn with_declared(table: Arc<Table>, resolved: &Resolved) -> Arc<Table> {
    let classes = resolved.recipe.classes.iter().flatten().map(|class| (resolved.target, class.as_str()));
    let values = resolved
        .features
        .iter()
        .flat_map(|feature| feature.values.iter().map(move |value| (feature.column, value.as_str())));
    let is_new = |(column, name): &(usize, &str)| {
        table.columns().get(*column).is_some_and(|column| column.dictionary.code(name).is_none())
    };
    let new: Vec<(usize, &str)> = classes.chain(values).filter(is_new).collect();
    if new.is_empty() || resolved.recipe.given.is_some() {
        return table;
    }
    Arc::new(table.with_names(new.into_iter()))
}

/// From so many rows on numbers are counted by bin: fewer are counted each by itself, so that other cuts cost no look at
/// the rows.
const BY_BIN: usize = 1 << 16;

/// Which columns are counted, and how: what two sums must share to be merged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    pub target: usize,
    pub classes: usize,
    pub features: Vec<(usize, Counted)>,
    pub weight: Option<usize>,
}

impl Dataset {
    pub fn new(table: Arc<Table>, resolved: Resolved) -> Dataset {
        let codes = |table: &Table| {
            let column = table.columns().get(resolved.target);
            column.map_or(0, |column| u32::try_from(column.dictionary.len()).unwrap_or(u32::MAX))
        };
        let from = codes(&table);
        let table = with_declared(table, &resolved);
        let declared = from..codes(&table);
        let test_notes = Vec::new();
        Dataset { table, resolved, test: None, held_out: None, sums: None, declared, test_notes }
    }

    pub fn rows(&self) -> usize {
        match &self.sums {
            Some(sums) => usize::try_from(sums.rows()).unwrap_or(usize::MAX),
            None => self.table.rows(),
        }
    }

    /// Whether the table has every row: where it has not, what is said row by row is not said.
    pub(crate) fn has_all_rows(&self) -> bool {
        self.sums.is_none() && !self.is_given()
    }

    pub fn is_given(&self) -> bool {
        self.resolved.recipe.given.is_some()
    }

    pub(crate) fn need_rows(&self, what: &str) -> Result<(), Problem> {
        let source = shown(&self.table.source);
        let (why, open) = match &self.sums {
            Some(sums) => (
                format!("{source} has their sums only; the rows are in {}", shown(&sums.asked)),
                "open the rows themselves, or ",
            ),
            None if self.is_given() => (format!("the numbers of {source} are given"), ""),
            None => return Ok(()),
        };
        Err(Problem {
            kind: "no_rows",
            what: format!("{what} needs rows, and {why}"),
            fix: format!(
                "{open}name a file of rows: --split file:TEST.csv tests on it, --queries FILE.csv predicts it"
            ),
            ..Problem::default()
        })
    }

    pub fn layout(&self) -> Layout {
        let classes =
            self.table.columns().get(self.resolved.target).map_or(0, |column| column.dictionary.len());
        let model = self.resolved.model;
        let words = self.resolved.is_word_counts();
        let recipe = &self.resolved.recipe;
        let rows = self.test.as_ref().map_or_else(|| self.rows(), |(from, _)| *from);
        // One row left out moves the cuts of quantiles, which sorted numbers tell without a look at the others.
        let by_bin = self.sums.is_none() && rows >= BY_BIN && recipe.split_or_default() != Split::LeaveOneOut;
        let counted = |feature: &Feature| {
            let counted = match feature.kind {
                Kind::Text => Counted::Words,
                Kind::Numeric if model.is_joint() => Counted::Together,
                Kind::Numeric if words => Counted::WordCounts,
                Kind::Numeric if feature.bins.is_none() && !model.is_of_counts() => Counted::Moments,
                Kind::Numeric => match &feature.bins {
                    Some(bins) if by_bin || self.is_summed_by_bin(feature) => {
                        Counted::Bins(bins.clone(), recipe.convention())
                    }
                    _ => Counted::Numbers,
                },
                Kind::Categorical | Kind::Binary => Counted::Codes,
            };
            (feature.column, counted)
        };
        Layout {
            target: self.resolved.target,
            classes,
            features: self.resolved.features.iter().map(counted).collect(),
            weight: self.resolved.weight,
        }
    }

    fn is_summed_by_bin(&self, feature: &Feature) -> bool {
        self.sums.as_ref().is_some_and(|sums| sums.bins.contains_key(feature.name.as_str()))
    }

    /// The place of a row in its own file, from 0.
    pub(crate) fn row_number(&self, row: usize) -> usize {
        match &self.test {
            Some((from, _)) if row >= *from => row - from,
            _ => row,
        }
    }

    /// What a person calls a row: `row 3`, or `row 3 of TEST.csv`.
    pub fn row_name(&self, row: usize) -> String {
        match &self.test {
            Some((from, file)) if row >= *from => {
                format!("row {} of {}", self.row_number(row) + 1, shown(file))
            }
            _ => format!("row {}", row + 1),
        }
    }

    /// The code of a row's class; `None` for a row without one.
    pub(crate) fn class_code(&self, row: usize) -> Option<u32> {
        let (segment, at) = self.table.locate(row)?;
        segment.cells.get(self.resolved.target)?.code(at)
    }

    /// The rows without a class, from 0; rows that are held out are not among them.
    pub fn unlabelled(&self) -> impl Iterator<Item = usize> + '_ {
        let target = self.resolved.target;
        let of = move |segment: &'_ Segment| {
            let codes = match segment.cells.get(target) {
                Some(Cells::Codes(codes)) => codes.as_slice(),
                _ => &[],
            };
            let from = segment.rows.start;
            let none = codes.iter().enumerate().filter(|(_, code)| **code == MISSING);
            none.map(|(at, _)| from + at).collect::<Vec<usize>>()
        };
        self.table.segments().iter().flat_map(of).filter(|row| !self.is_held_out(*row))
    }

    /// How many rows have a class and weight 0, and so were never seen.
    pub(crate) fn weightless(&self) -> usize {
        let seen = |row: &usize| self.class_code(*row).is_some() && self.seen(*row) == 0;
        if let Some(sums) = &self.sums {
            let of = sums.of_rows.weightless.saturating_sub(sums.of_rows.weightless_unlabelled);
            return usize::try_from(of).unwrap_or(usize::MAX);
        }
        if self.resolved.weight.is_some() { (0..self.table.rows()).filter(seen).count() } else { 0 }
    }

    pub fn number(&self, row: usize, column: usize) -> Option<f64> {
        let (segment, at) = self.table.locate(row)?;
        // Adding zero turns −0 into 0.
        Some(segment.cells.get(column)?.number(at)? + 0.0)
    }
}

impl Dataset {
    pub fn varies(&self, column: usize, classes: &[u32]) -> bool {
        let learned = |row: &usize| {
            self.weight(*row) > 0 && self.class_code(*row).is_some_and(|code| classes.contains(&code))
        };
        let mut numbers = (0..self.table.rows()).filter(learned).filter_map(|row| self.number(row, column));
        numbers.next().is_some_and(|first| numbers.any(|other| other != first))
    }
}

impl Layout {
    pub(crate) fn is_complete_case(&self) -> bool {
        self.features.iter().any(|(_, counted)| *counted == Counted::Together)
    }
}

/// The part that each case of a data set is in.
#[derive(Clone, Debug, Default)]
pub struct Partition {
    whole: Vec<u32>,
    /// By row and part, how many of its cases are in it, where they are not all in one.
    split: BTreeMap<(usize, u32), u64>,
}

impl Partition {
    /// The part of rows that are in none.
    const NEVER: u32 = u32::MAX;
    /// The part of rows whose cases are counted by part.
    const SPLIT: u32 = u32::MAX - 1;

    /// So many rows, none of which is in any part.
    pub fn new(rows: usize) -> Partition {
        Partition { whole: vec![Partition::NEVER; rows], split: BTreeMap::new() }
    }

    /// Puts some of the cases of a row into a part; `of` says how many it has.
    pub fn put(&mut self, row: usize, part: u32, cases: u64, of: u64) {
        let Some(whole) = self.whole.get_mut(row) else { return };
        if cases == of {
            *whole = part;
            return;
        }
        *whole = Partition::SPLIT;
        *self.split.entry((row, part)).or_default() += cases;
    }

    /// How many of the cases of a row are in a part; `of` says how many it has. `None` where it has none there.
    pub fn cases(&self, row: usize, part: u32, of: u64) -> Option<u64> {
        match self.whole.get(row)? {
            &Partition::SPLIT => self.split.get(&(row, part)).copied(),
            whole => (*whole == part && part != Partition::NEVER).then_some(of),
        }
    }

    /// The parts that a row has cases in, each with how many; `of` says how many it has.
    pub fn of_row(&self, row: usize, of: u64) -> impl Iterator<Item = (usize, u64)> + '_ {
        let whole = self.whole.get(row).copied().unwrap_or(Partition::NEVER);
        let split = (whole == Partition::SPLIT).then(|| self.split.range((row, 0)..=(row, u32::MAX)));
        let one = (whole < Partition::SPLIT).then_some((whole as usize, of));
        one.into_iter().chain(split.into_iter().flatten().map(|((_, part), cases)| (*part as usize, *cases)))
    }

    pub fn rows(&self) -> Vec<Vec<usize>> {
        let mut rows: Vec<Vec<usize>> = Vec::new();
        let mut put = |row: usize, part: usize| {
            if rows.len() <= part {
                rows.resize(part + 1, Vec::new());
            }
            rows.get_mut(part).into_iter().for_each(|rows| rows.push(row));
        };
        for (row, whole) in self.whole.iter().enumerate() {
            match *whole {
                Partition::NEVER => {}
                Partition::SPLIT => self.of_row(row, 0).for_each(|(part, _)| put(row, part)),
                part => put(row, part as usize),
            }
        }
        rows
    }
}

/// The cases of a data set that one model is kept from, and the classes that it must know all the same.
#[derive(Clone, Debug)]
pub struct HeldOut {
    partition: Arc<Partition>,
    part: u32,
    order: Arc<[u32]>,
}

impl HeldOut {
    /// Holds out one part of the cases; `order` gives the class codes of the whole data in the order of the classes, which
    /// every model keeps to.
    pub fn new(partition: Arc<Partition>, part: u32, order: Arc<[u32]>) -> HeldOut {
        HeldOut { partition, part, order }
    }

    /// How many cases of a row are held out; `of` says how many it has. `None` where none of them is.
    pub fn cases(&self, row: usize, of: u64) -> Option<u64> {
        self.partition.cases(row, self.part, of)
    }

    pub fn order(&self) -> &[u32] {
        &self.order
    }
}

impl Dataset {
    #[must_use]
    pub fn without(&self, held_out: HeldOut) -> Dataset {
        Dataset { held_out: Some(held_out), ..self.clone() }
    }

    /// Whether no case of a row is to be learned from, since a model is judged by them.
    pub(crate) fn is_held_out(&self, row: usize) -> bool {
        let seen = self.seen(row);
        self.held_out.as_ref().and_then(|held_out| held_out.cases(row, seen)).is_some_and(|held| held >= seen)
    }
}

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
        "the class, without which its rows cannot be tested"
    } else if is(data.resolved.weight) {
        "the weight of the rows"
    } else {
        "a feature of the model"
    };
    let what = format!("the test file {} has no column “{}”: {role}", brief(file), brief(column));
    Problem { what, ..problem }
}
