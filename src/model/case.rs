//! A case: one row of features, held against a model.

use super::case_cell::{CaseCell, CaseValue};
use super::case_error::CaseError;
use super::fitted::Fitted;
use super::word_counts;
use crate::math::Name;
use crate::recipe::folded;

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
        let cells = fitted.factors.iter().map(|factor| CaseCell::of_row(fitted, factor, row)).collect();
        Case { cells, row: Some(row), notes: Vec::new() }.complete(fitted)
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
