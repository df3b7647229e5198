//! A case: one row of features, held against a model.

use std::collections::HashMap;

use super::error::CaseError;
use super::factor::{Factor, Form};
use super::fitted::Fitted;
use super::word_counts;
use crate::math::Name;
use crate::recipe::folded;
use crate::table::{self, Cell, tokens};

/// The case in hand: one cell per feature of the model.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// One cell per factor of the model, in the same order.
    pub cells: Vec<CaseCell>,
    /// The row of the data it is, from 0.
    pub row: Option<usize>,
    /// What was read otherwise than it was written, one sentence each.
    pub notes: Vec<String>,
}

/// One cell of a case.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CaseCell {
    /// As written.
    pub text: String,
    /// What it is to the model.
    pub value: CaseValue,
}

/// What a cell is to a model.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum CaseValue {
    /// Nothing is known: no factor.
    #[default]
    Missing,
    /// A value of the factor, by its position; a bin, for numbers.
    Value(usize),
    /// A number that is read as it is.
    Number(f64),
    /// A value that training has not seen: no factor.
    Unseen,
    /// The words of a document with their counts, in order of first appearance.
    Words {
        /// Words of the vocabulary, by position.
        known: Vec<(usize, u32)>,
        /// Other words: no factor.
        unknown: Vec<(Name, u32)>,
    },
}

impl Case {
    /// A row of the data, counted from 0.
    ///
    /// # Errors
    /// When there is no such row, or it lacks a number and the model reads all of them together.
    pub fn from_row(fitted: &Fitted, row: usize) -> Result<Case, CaseError> {
        let table = &fitted.data.table;
        if row >= table.rows() {
            return Err(CaseError::NoRow { row: row.saturating_add(1), rows: table.rows() });
        }
        if let Some(factor) = word_counts::factor(fitted) {
            let cell = word_counts::cell_of_row(fitted, factor, row);
            return Ok(Case { cells: vec![cell], row: Some(row), notes: Vec::new() });
        }
        let cell = |factor: &Factor| {
            let text = table.cell_text(row, factor.column).into_owned();
            let value = match table.cell(row, factor.column) {
                Cell::Missing => CaseValue::Missing,
                Cell::Number(number) => number_value(factor, number),
                Cell::Category(name) if factor.form == Form::Flag => flag(factor, name.as_str()),
                Cell::Category(name) => {
                    fitted.position(factor, name.as_str()).map_or(CaseValue::Unseen, CaseValue::Value)
                }
                Cell::Text(text) => words(fitted, factor, text),
            };
            CaseCell { text, value }
        };
        Case { cells: fitted.factors.iter().map(cell).collect(), row: Some(row), notes: Vec::new() }
            .complete(fitted)
    }

    /// A query as a person types it: names and values match exactly, else the one that is equal without case or
    /// Unicode form, with a note. Features that are not named are missing; the class column may be named and is not
    /// read.
    ///
    /// # Errors
    /// When a column is no feature or is named twice, a cell of a numeric column is no number, or a number is missing
    /// and the model reads all of them together.
    pub fn from_typed(fitted: &Fitted, cells: &[(String, String)]) -> Result<Case, CaseError> {
        Case::from_cells(fitted, cells, true)
    }

    /// A row of a file of queries: values are compared exactly, as everything that a file contains.
    ///
    /// # Errors
    /// As [`Case::from_typed`].
    pub fn from_file(fitted: &Fitted, cells: &[(String, String)]) -> Result<Case, CaseError> {
        Case::from_cells(fitted, cells, false)
    }

    fn from_cells(fitted: &Fitted, cells: &[(String, String)], loose: bool) -> Result<Case, CaseError> {
        if let Some(factor) = word_counts::factor(fitted) {
            let mut notes = Vec::new();
            let cell = word_counts::cell_of_typed(fitted, factor, cells, &mut notes)?;
            return Ok(Case { cells: vec![cell], row: None, notes });
        }
        let mut found: Vec<(CaseCell, bool)> =
            fitted.factors.iter().map(|factor| (CaseCell::missing(factor), false)).collect();
        let mut notes = Vec::new();
        for (name, text) in cells {
            let names = fitted.factors.iter().map(|factor| &factor.name);
            let Some(at) = feature(fitted, names, name, &mut notes)? else { continue };
            let (Some(factor), Some(slot)) = (fitted.factors.get(at), found.get_mut(at)) else { continue };
            if slot.1 {
                return Err(CaseError::Twice { name: factor.name.as_str().to_owned() });
            }
            *slot = (CaseCell::read(fitted, factor, text, loose, &mut notes)?, true);
        }
        Case { cells: found.into_iter().map(|(cell, _)| cell).collect(), row: None, notes }.complete(fitted)
    }

    /// The case, if it has what the model cannot do without: all numbers, where they are read together.
    pub(super) fn complete(self, fitted: &Fitted) -> Result<Case, CaseError> {
        let cells = fitted.factors.iter().zip(&self.cells);
        let missing = cells.filter(|(_, cell)| fitted.gda.is_some() && cell.value == CaseValue::Missing);
        let names: Vec<String> = missing.map(|(factor, _)| factor.name.as_str().to_owned()).collect();
        if names.is_empty() {
            return Ok(self);
        }
        Err(CaseError::MissingFeature { names, row: self.row.map(|row| row + 1) })
    }

    /// The same case as another model of the same columns reads it.
    ///
    /// # Errors
    /// When the other model needs a number that the case does not have.
    pub fn under(&self, own: &Fitted, other: &Fitted) -> Result<Case, CaseError> {
        if let Some(row) = self.row {
            return Ok(Case { notes: self.notes.clone(), ..Case::from_row(other, row)? });
        }
        let case = Case::from_typed(other, &self.written(own))?;
        Ok(Case { notes: self.notes.clone(), ..case })
    }

    /// The case as a person would type it: column and cell, without those that are missing. [`Case::from_typed`] reads
    /// it back; of a table of word counts these are the words that stand in the document, with how often.
    pub fn written(&self, fitted: &Fitted) -> Vec<(String, String)> {
        let pair = |name: &Name, text: String| (name.as_str().to_owned(), text);
        if let (Some(factor), Some(CaseCell { value: CaseValue::Words { known, .. }, .. })) =
            (word_counts::factor(fitted), self.cells.first())
        {
            let word =
                |(word, times): &(usize, u32)| Some(pair(factor.values().get(*word)?, times.to_string()));
            return known.iter().filter_map(word).collect();
        }
        let cells = fitted.factors.iter().zip(&self.cells).filter(|(_, cell)| !cell.text.is_empty());
        cells.map(|(factor, cell)| pair(&factor.name, cell.text.clone())).collect()
    }

    /// The case with other texts in some of its cells: column and cell, empty where nothing is known any more.
    ///
    /// # Errors
    /// As [`Case::from_typed`].
    pub fn changed(&self, fitted: &Fitted, changes: &[(String, String)]) -> Result<Case, CaseError> {
        let mut cells = self.written(fitted);
        cells.retain(|(name, _)| !changes.iter().any(|(changed, _)| changed == name));
        cells.extend(changes.iter().filter(|(_, text)| !text.is_empty()).cloned());
        Case::from_typed(fitted, &cells)
    }

    /// The numbers of the case, in the order of the features; NaN for what is no number.
    pub fn numbers(&self) -> Vec<f64> {
        let number = |cell: &CaseCell| if let CaseValue::Number(x) = cell.value { x } else { f64::NAN };
        self.cells.iter().map(number).collect()
    }
}

impl CaseCell {
    /// A cell of which nothing is known: a text is then a document without words.
    pub(super) fn missing(factor: &Factor) -> Self {
        let value = if factor.is_words() {
            CaseValue::Words { known: Vec::new(), unknown: Vec::new() }
        } else {
            CaseValue::Missing
        };
        CaseCell { text: String::new(), value }
    }

    /// A cell of a file of queries.
    pub(super) fn from_file(fitted: &Fitted, factor: &Factor, text: &str) -> Result<Self, CaseError> {
        CaseCell::read(fitted, factor, text, false, &mut Vec::new())
    }

    fn read(
        fitted: &Fitted,
        factor: &Factor,
        text: &str,
        loose: bool,
        notes: &mut Vec<String>,
    ) -> Result<Self, CaseError> {
        let text = text.trim();
        let text = with_point(fitted, factor, text, notes).unwrap_or_else(|| text.to_owned());
        Ok(CaseCell { value: read(fitted, factor, &text, loose, notes)?, text })
    }
}

/// Which of the features a typed column name means; `None` for columns that the model does not read.
pub(super) fn feature<'a>(
    fitted: &Fitted,
    features: impl Iterator<Item = &'a Name> + Clone,
    name: &str,
    notes: &mut Vec<String>,
) -> Result<Option<usize>, CaseError> {
    let name = name.trim();
    if let Some(at) = features.clone().position(|feature| feature.as_str() == name) {
        return Ok(Some(at));
    }
    let columns = fitted.data.table.columns();
    if columns.iter().any(|column| column.name.as_str() == name) {
        notes.push(format!("{} is not read by the model", Name::new(name)));
        return Ok(None);
    }
    let wanted = folded(name);
    let mut alike = (0..).zip(features.clone()).filter(|(_, feature)| folded(feature.as_str()) == wanted);
    let unread = columns.iter().find(|column| folded(column.name.as_str()) == wanted);
    match (alike.next(), alike.next(), unread) {
        (Some((at, feature)), None, _) => {
            notes.push(format!("{} is read as {feature}", Name::new(name)));
            Ok(Some(at))
        }
        (None, None, Some(column)) => {
            notes.push(format!("{} is not read by the model", column.name));
            Ok(None)
        }
        _ => Err(CaseError::UnknownColumn {
            name: name.to_owned(),
            features: features.map(|feature| feature.as_str().to_owned()).collect(),
        }),
    }
}

/// A number that is written with a decimal comma, with a point, and a note that says so.
fn with_point(fitted: &Fitted, factor: &Factor, text: &str, notes: &mut Vec<String>) -> Option<String> {
    if !reads_numbers(factor) {
        return None;
    }
    let column = fitted.data.table.columns().get(factor.column);
    let point = table::with_point(text, column.is_some_and(|column| column.decimal_comma))?;
    notes.push(format!("{}={text} is read as {point}", factor.name));
    Some(point)
}

/// Whether the cells of a factor are numbers.
fn reads_numbers(factor: &Factor) -> bool {
    matches!(factor.form, Form::Bins(_) | Form::Gaussian(_) | Form::Together)
}

fn read(
    fitted: &Fitted,
    factor: &Factor,
    text: &str,
    loose: bool,
    notes: &mut Vec<String>,
) -> Result<CaseValue, CaseError> {
    if factor.is_words() {
        return Ok(words(fitted, factor, text));
    }
    if is_missing(fitted, text) {
        return Ok(CaseValue::Missing);
    }
    if reads_numbers(factor) {
        let number = text.parse::<f64>().ok().filter(|value| value.is_finite());
        return number.map(|number| number_value(factor, number)).ok_or_else(|| CaseError::NotANumber {
            name: factor.name.as_str().to_owned(),
            cell: text.to_owned(),
        });
    }
    if let Some(value) = fitted.position(factor, text) {
        return Ok(CaseValue::Value(value));
    }
    if factor.form == Form::Flag && !loose {
        return Ok(flag(factor, text));
    }
    let wanted = folded(text);
    let mut alike = (0..).zip(factor.values()).filter(|(_, value)| loose && folded(value.as_str()) == wanted);
    Ok(match (alike.next(), alike.next()) {
        (Some((at, value)), None) => {
            notes.push(format!("{}={} is read as {value}", factor.name, Name::new(text)));
            CaseValue::Value(at)
        }
        _ if factor.form == Form::Flag => flag(factor, text),
        _ => CaseValue::Unseen,
    })
}

/// Whether a text stands for a missing cell.
pub(super) fn is_missing(fitted: &Fitted, text: &str) -> bool {
    let markers = fitted.data.resolved.recipe.missing.as_deref().unwrap_or_default();
    markers.iter().any(|marker| marker.trim() == text)
}

/// Every known text of a yes/no column is a value: the one that counts as 1, or the other.
fn flag(factor: &Factor, text: &str) -> CaseValue {
    CaseValue::Value(usize::from(factor.values().first().is_none_or(|one| one.as_str() != text)))
}

fn number_value(factor: &Factor, number: f64) -> CaseValue {
    match &factor.form {
        Form::Gaussian(_) | Form::Together => CaseValue::Number(number),
        Form::Bins(cuts) => CaseValue::Value(cuts.bin(number)),
        _ => CaseValue::Unseen,
    }
}

fn words(fitted: &Fitted, factor: &Factor, text: &str) -> CaseValue {
    let mut known: Vec<(usize, u32)> = Vec::new();
    let mut unknown: Vec<(Name, u32)> = Vec::new();
    let mut places: HashMap<String, (bool, usize)> = HashMap::new();
    let lower = fitted.data.resolved.recipe.lower_case.unwrap_or(true);
    for token in tokens(text, lower) {
        if let Some((is_known, at)) = places.get(token.as_ref()) {
            let count = if *is_known {
                known.get_mut(*at).map(|k| &mut k.1)
            } else {
                unknown.get_mut(*at).map(|u| &mut u.1)
            };
            if let Some(count) = count {
                *count += 1;
            }
            continue;
        }
        let place = match fitted.position(factor, &token) {
            Some(value) => {
                known.push((value, 1));
                (true, known.len() - 1)
            }
            None => {
                unknown.push((Name::new(&*token), 1));
                (false, unknown.len() - 1)
            }
        };
        places.insert(token.into_owned(), place);
    }
    CaseValue::Words { known, unknown }
}
