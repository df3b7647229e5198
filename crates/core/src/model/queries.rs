//! Many queries: a table from another file, whose columns and cells are read once, and the predicted classes and
//! posteriors, without derivations.

use super::case::{FeatureNames, add_count, counted_words, reads_numbers, word_counts};
use super::{Case, CaseCell, CaseValue, Factor, FeatureColumn, Fitted, error};
use crate::math::Name;
use crate::problem::Problem;
use crate::table::{Column, Kind, MISSING, Table};
use std::cmp::Reverse;
use std::collections::HashMap;

/// Reads the rows of a table as cases of a model; a clone reads them on another thread.
#[derive(Clone)]
pub struct Queries<'a> {
    fitted: &'a Fitted,
    table: &'a Table,
    /// The column of each feature; `None` if the table has none.
    columns: Vec<Option<usize>>,
    /// The columns that count words, if the model reads such a table.
    words: Option<Vec<usize>>,
    /// The cells of a factor, by the code of their text: repeated texts are read once.
    read: Vec<HashMap<u32, Result<CaseCell, Problem>>>,
    /// Cells that are read differently from how they are written, and ignored columns, one sentence each.
    pub notes: Vec<String>,
    unseen: Vec<Unseen>,
}

/// The values of a feature that are not in the training rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unseen {
    pub feature: Name,
    pub is_words: bool,
    pub rows: u64,
    /// Each value or word with the number of rows that contain it, in order of appearance.
    pub values: Vec<(Name, u64)>,
    /// The first values that the training rows write differently, one sentence each.
    pub notes: Vec<String>,
    at: HashMap<Name, usize>,
}

/// The most texts of a factor that are remembered.
const REMEMBERED: usize = 65_536;

impl<'a> Queries<'a> {
    /// A table whose columns [`Queries::as_written`] are categories without missing cells, so that every cell keeps its
    /// text. The columns `kept` are for another use.
    pub fn new(fitted: &'a Fitted, table: &'a Table, kept: &[usize]) -> Result<Self, Problem> {
        let mut columns: Vec<Option<usize>> = vec![None; fitted.features.len()];
        let mut words = word_counts(fitted).map(|_| Vec::new());
        let names = match word_counts(fitted) {
            Some(factor) => FeatureNames::new(fitted, counted_words(factor)),
            None => FeatureNames::of(fitted),
        };
        let (mut notes, mut unknown) = (Vec::new(), Vec::new());
        for (at, column) in table.columns().iter().enumerate() {
            let mut own = Vec::new();
            match (names.find(column.name.as_str(), &mut own), &mut words) {
                // The class, and columns that the recipe leaves out.
                (Some(None), _) => {}
                (Some(Some(_)), Some(words)) => words.push(at),
                (Some(Some(found)), None) => match columns.get_mut(found) {
                    Some(slot @ None) => {
                        *slot = Some(at);
                        notes.append(&mut own);
                    }
                    _ => return Err(error::twice(&column.name)),
                },
                (None, _) if kept.contains(&at) => {}
                (None, words) => {
                    if words.is_none() {
                        let name = &column.name;
                        notes.push(format!("column {name} is ignored: the model has no such feature"));
                    }
                    unknown.push(&column.name);
                }
            }
        }
        if words.is_none() {
            for (feature, _) in fitted.features.iter().zip(&columns).filter(|(_, column)| column.is_none()) {
                if let Some(name) = unknown.first() {
                    return Err(names.unknown(name.as_str()));
                }
                notes.push(format!("there is no column {}, so it is missing in every row", feature.name));
            }
        } else if !unknown.is_empty() {
            let list = error::first_of(unknown, NAMED, ", ");
            notes.push(format!("the training data have no column for {list}, so there is no factor"));
        }
        let read = vec![HashMap::new(); columns.len()];
        Ok(Queries { fitted, table, columns, words, read, notes, unseen: Unseen::all(fitted) })
    }

    /// The columns of a file whose cells must keep their text: all that the model reads, except those with only plain
    /// numbers here and in the training rows.
    pub fn as_written(fitted: &Fitted, file: &Table) -> Vec<String> {
        let (table, recipe) = (&fitted.data.table, &fitted.data.resolved.recipe);
        // A number may mean a missing cell.
        let own = recipe.columns.iter().flat_map(|choice| &choice.missing).flat_map(|marks| &marks.0);
        let mut marks = recipe.missing.iter().flatten().chain(own);
        let all = marks.any(|mark| mark.trim().parse::<f64>().is_ok()) || word_counts(fitted).is_some();
        let kept = |column: &Column| match fitted.feature(column.name.as_str()) {
            None => table.position(column.name.as_str()).is_some(),
            Some(at) => {
                let trained = fitted.features.get(at).and_then(|feature| table.columns().get(feature.column));
                let plain = column.is_plain() && trained.is_some_and(Column::is_plain);
                column.kind == Kind::Numeric && column.missing == 0 && plain && reads_numbers(fitted, at)
            }
        };
        let columns = file.columns().iter().filter(|column| all || !kept(column));
        columns.map(|column| column.name.as_str().to_owned()).collect()
    }

    pub fn rows(&self) -> usize {
        self.table.rows()
    }

    /// Reads a row as a case, and counts its values that are not in the training rows.
    pub fn case(&mut self, row: usize) -> Result<Case, Problem> {
        let case = match &self.words {
            Some(columns) => {
                let cell = |at: &usize| {
                    let name = self.table.columns().get(*at)?.name.as_str().to_owned();
                    Some((name, self.table.cell_text(row, *at).into_owned()))
                };
                Case::from_file(self.fitted, &columns.iter().filter_map(cell).collect::<Vec<_>>())?
            }
            None => {
                let cells = (0..self.columns.len()).map(|at| self.cell(row, at)).collect::<Result<_, _>>()?;
                Case { cells, row: None, notes: Vec::new() }.complete(self.fitted)?
            }
        };
        for (cell, unseen) in case.cells.iter().zip(&mut self.unseen) {
            let values: Vec<Name> = match &cell.value {
                CaseValue::Unseen => vec![Name::new(cell.text.as_str())],
                CaseValue::Words { unknown, .. } => unknown.iter().map(|(word, _)| word.clone()).collect(),
                _ => continue,
            };
            unseen.rows += u64::from(!values.is_empty());
            values.into_iter().for_each(|value| add_count(&mut unseen.values, &mut unseen.at, value, 1));
        }
        Ok(case)
    }

    fn cell(&mut self, row: usize, at: usize) -> Result<CaseCell, Problem> {
        let Some(Some(column)) = self.columns.get(at) else {
            return Ok(CaseCell::missing(self.fitted.factors().get(at)));
        };
        let located = self.table.locate(row);
        if let Some(number) = located.and_then(|(segment, at)| segment.cells.get(*column)?.number(at)) {
            return CaseCell::from_number(self.fitted, at, number);
        }
        let code = located.and_then(|(segment, at)| segment.cells.get(*column)?.code(at)).unwrap_or(MISSING);
        if let Some(found) = self.read.get(at).and_then(|read| read.get(&code)) {
            return found.clone();
        }
        let text = self.table.cell_text(row, *column);
        let mut notes = Vec::new();
        let found = CaseCell::read(self.fitted, at, &text, true, &mut notes);
        // Numbers get no note on how each is written.
        if let Some(unseen) = self.unseen.get_mut(at).filter(|_| !reads_numbers(self.fitted, at)) {
            notes.into_iter().for_each(|note| unseen.add_note(note));
        }
        if let Some(read) = self.read.get_mut(at).filter(|read| read.len() < REMEMBERED) {
            read.insert(code, found.clone());
        }
        found
    }

    /// Adds the unseen values of the rows read since the last call, by feature, to those of earlier rows.
    pub fn add_unseen_to(&mut self, before: &mut Vec<Unseen>) {
        if before.is_empty() {
            *before = Unseen::all(self.fitted);
        }
        let found = std::mem::replace(&mut self.unseen, Unseen::all(self.fitted));
        for (before, more) in before.iter_mut().zip(found) {
            before.rows += more.rows;
            more.notes.into_iter().for_each(|note| before.add_note(note));
            for (value, rows) in more.values {
                add_count(&mut before.values, &mut before.at, value, rows);
            }
        }
    }
}

const NAMED: usize = 5;

impl Unseen {
    fn all(fitted: &Fitted) -> Vec<Unseen> {
        let of = |feature: &FeatureColumn| Unseen {
            feature: feature.name.clone(),
            is_words: fitted.factor(feature.name.as_str()).is_some_and(Factor::is_words),
            rows: 0,
            values: Vec::new(),
            notes: Vec::new(),
            at: HashMap::new(),
        };
        fitted.features.iter().map(of).collect()
    }

    fn add_note(&mut self, mut note: String) {
        if self.notes.len() >= NAMED {
            let feature = &self.feature;
            note = format!("other values of {feature} are also read as the training values that they equal");
        }
        if self.notes.len() <= NAMED && !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    pub fn most_first(&self) -> Vec<&(Name, u64)> {
        let mut values: Vec<_> = self.values.iter().collect();
        values.sort_by_key(|(_, rows)| Reverse(*rows));
        values
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct QueryAnswer {
    /// The class with the largest posterior, the first of the tied; `None` where there is none.
    pub predicted: Option<usize>,
    pub is_tie: bool,
    /// The reason why there is no posterior: `zero_evidence`, `undefined_parameter`, `missing_feature` or
    /// `not_a_number`.
    pub undefined: Option<&'static str>,
    /// P(c | x) by class: the float nearest to the exact value, or within 1e-11 with densities or very many factors or
    /// classes. Empty if it is undefined.
    pub posterior: Vec<f64>,
}

impl QueryAnswer {
    pub(super) fn undefined(why: &'static str) -> QueryAnswer {
        QueryAnswer { undefined: Some(why), ..QueryAnswer::default() }
    }
}
