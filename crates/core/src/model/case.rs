//! The cells of a case as the model reads them, from a row or from a typed query.

use super::{Factor, FactorForm, Fitted, error};
use crate::encode::TIMES;
use crate::math::Name;
use crate::problem::{Problem, nearest};
use crate::recipe::{Marks, folded};
use crate::table::{Cells, FeatureMap, is_whole, tokens};
use crate::text::listed;
use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::HashMap;
use std::hash::Hash;
use std::ops::AddAssign;

/// A case or query: one cell per feature of the model.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    pub cells: Vec<CaseCell>,
    /// Its row in the data, from 0.
    pub row: Option<usize>,
    /// Cells that are read differently from how they are written, one sentence each.
    pub notes: Vec<String>,
}

impl Case {
    /// Returns a row of the data, counted from 0, as a case.
    ///
    /// # Errors
    /// When there is no such row, or it lacks a number and the model needs every number.
    pub fn from_row(fitted: &Fitted, row: usize) -> Result<Case, Problem> {
        Case::of_row(fitted, row, true)
    }

    /// The same for many rows, with only what the model reads: without the texts of the cells and without words that
    /// are not in the vocabulary.
    pub fn unwritten(fitted: &Fitted, row: usize) -> Result<Case, Problem> {
        Case::of_row(fitted, row, false)
    }

    fn of_row(fitted: &Fitted, row: usize, is_written: bool) -> Result<Case, Problem> {
        let table = &fitted.data.table;
        if row >= table.rows() {
            return Err(error::no_row(row.saturating_add(1), table.rows()));
        }
        let cells = match word_counts(fitted) {
            Some(factor) => {
                // A missing cell counts as an absent word.
                let left_out = factor.left_out().iter().map(|word| word.column);
                let columns = factor.word_columns.iter().copied().chain(left_out);
                let times = columns.map(|column| fitted.data.times(row, column));
                vec![document(factor, times.map(|times| u32::try_from(times).unwrap_or(u32::MAX)))]
            }
            None => {
                (0..fitted.features.len()).map(|at| CaseCell::of_row(fitted, at, row, is_written)).collect()
            }
        };
        Case { cells, row: Some(row), notes: Vec::new() }.complete(fitted)
    }

    /// Parses a typed query. Names and values match exactly; otherwise the only one that differs just in case, Unicode
    /// form or number notation matches, with a note. Features that are not named are missing. The class column may be
    /// named but is ignored.
    ///
    /// # Errors
    /// When a column is not a feature or is named twice, a cell of a numeric column is not a number, or a number is
    /// missing and the model needs every number.
    pub fn from_typed(fitted: &Fitted, cells: &[(String, String)]) -> Result<Case, Problem> {
        Case::from_cells(fitted, cells, false)
    }

    /// Returns a first case where there are no rows: the most common value of each feature, or the mean of a number.
    /// A text is the most frequent word; word counts are missing. `None` if the model needs them.
    pub fn of_common_values(fitted: &Fitted) -> Option<Case> {
        let mut cells = Vec::new();
        for (at, feature) in fitted.features.iter().enumerate() {
            let factor = fitted.factors().get(at);
            let text = match factor {
                Some(factor) if factor.is_word_counts() => continue,
                Some(factor) if !factor.is_number() => {
                    let name = |value: usize| factor.values().get(value).map_or("", Name::as_str);
                    let is_usual =
                        |value: &usize| !factor.is_words() || name(*value).chars().all(char::is_alphanumeric);
                    let values = (0..factor.k()).rev().filter(is_usual);
                    match (values.max_by_key(|value| factor.count_in_all(*value)), factor.cuts()) {
                        (Some(most), Some(cuts)) => cuts.number_in(most).to_string(),
                        (Some(most), None) => name(most).to_owned(),
                        (None, _) if factor.is_words() => continue,
                        (None, _) => return None,
                    }
                }
                _ => {
                    let (mut n, mut sum) = (0.0, 0.0);
                    for class in 0..fitted.classes.len() {
                        let Some(mean) = fitted.mean(at, class) else { continue };
                        let times = fitted.known(at, class) as f64;
                        (n, sum) = (n + times, sum + times * mean);
                    }
                    // Four digits are enough for a case that the user will change.
                    let (mean, rounded) = (sum / n, format!("{:.3e}", sum / n).parse::<f64>().ok()?);
                    (if factor.is_some_and(Factor::is_count) { mean.round() } else { rounded }).to_string()
                }
            };
            cells.push((feature.name.as_str().to_owned(), text));
        }
        Case::from_file(fitted, &cells).ok()
    }

    /// Parses a row of a query file, like [`Case::from_typed`], but with numbers written as in the data.
    pub fn from_file(fitted: &Fitted, cells: &[(String, String)]) -> Result<Case, Problem> {
        Case::from_cells(fitted, cells, true)
    }

    fn from_cells(fitted: &Fitted, cells: &[(String, String)], file: bool) -> Result<Case, Problem> {
        let mut notes = Vec::new();
        let cells = if let Some(factor) = word_counts(fitted) {
            let names = FeatureNames::new(fitted, counted_words(factor));
            let times =
                names.read(cells, &mut notes, |_, word, text, _| times_of(fitted, word, text.trim()))?;
            vec![document(factor, times.into_iter().map(|times| times.unwrap_or(0)))]
        } else {
            let read =
                |at, _: &Name, text: &str, notes: &mut _| CaseCell::read(fitted, at, text, file, notes);
            let cells = with_derived(fitted, cells);
            let found = FeatureNames::of(fitted).read(&cells, &mut notes, read)?;
            let missing = |at: usize| CaseCell::missing(fitted.factors().get(at));
            found.into_iter().zip(0..).map(|(cell, at)| cell.unwrap_or_else(|| missing(at))).collect()
        };
        Case { cells, row: None, notes }.complete(fitted)
    }

    /// Returns the case if it is complete: where numbers are read together, all must be known.
    pub(super) fn complete(self, fitted: &Fitted) -> Result<Case, Problem> {
        let cells = fitted.features.iter().zip(&self.cells);
        let missing = cells.filter(|(_, cell)| !fitted.is_naive() && cell.value == CaseValue::Missing);
        let names: Vec<&str> = missing.map(|(feature, _)| feature.name.as_str()).collect();
        if names.is_empty() {
            return Ok(self);
        }
        Err(error::missing_feature(&names, self.row.map(|row| row + 1)))
    }

    /// Returns the case as another model of the same columns reads it.
    ///
    /// # Errors
    /// When the other model needs a number that the case does not have.
    pub fn under(&self, own: &Fitted, other: &Fitted) -> Result<Case, Problem> {
        let case = match self.row {
            Some(row) => Case::from_row(other, row)?,
            None => Case::from_typed(other, &self.written(own))?,
        };
        Ok(Case { notes: self.notes.clone(), ..case })
    }

    /// Returns the case as a typed query: column and cell, without missing cells. [`Case::from_typed`] parses it again.
    /// For a table of word counts these are the words of the document with their counts.
    pub fn written(&self, fitted: &Fitted) -> Vec<(String, String)> {
        let pair = |name: &Name, text: String| (name.as_str().to_owned(), text);
        let document = word_counts(fitted).zip(self.cells.first().map(|cell| &cell.value));
        if let Some((factor, CaseValue::Words { known, .. })) = document {
            let word =
                |(word, times): &(usize, u32)| Some(pair(factor.values().get(*word)?, times.to_string()));
            return known.iter().filter_map(word).collect();
        }
        // What is computed is computed again from the other cells.
        let cells = fitted.features.iter().zip(&self.cells);
        let cells =
            cells.filter(|(feature, cell)| !cell.text.is_empty() && !fitted.is_computed(&feature.name));
        cells.map(|(feature, cell)| pair(&feature.name, cell.text.clone())).collect()
    }

    /// Returns the case with other texts in some cells: column and cell, empty for a missing cell.
    pub fn changed(&self, fitted: &Fitted, changes: &[(String, String)]) -> Result<Case, Problem> {
        let mut cells = self.written(fitted);
        cells.retain(|(name, _)| !changes.iter().any(|(changed, _)| changed == name));
        cells.extend(changes.iter().filter(|(_, text)| !text.is_empty()).cloned());
        Case::from_typed(fitted, &cells)
    }

    /// Returns the numbers of the case in the order of the features; NaN where there is no number.
    pub fn numbers(&self) -> Vec<f64> {
        let number = |cell: &CaseCell| if let CaseValue::Number(x) = cell.value { x } else { f64::NAN };
        self.cells.iter().map(number).collect()
    }
}

/// The features by name, in a hash map, since a file may name very many.
pub(super) struct FeatureNames<'a> {
    fitted: &'a Fitted,
    names: Vec<&'a Name>,
    exact: HashMap<&'a str, usize>,
    similar: OnceCell<HashMap<String, Vec<usize>>>,
    /// The first column of the data with each name, including columns that are not features.
    columns: OnceCell<HashMap<String, usize>>,
}

impl<'a> FeatureNames<'a> {
    pub(super) fn new(fitted: &'a Fitted, names: impl Iterator<Item = &'a Name>) -> Self {
        let names: Vec<&Name> = names.collect();
        let exact = names.iter().enumerate().rev().map(|(at, name)| (name.as_str(), at)).collect();
        FeatureNames { fitted, names, exact, similar: OnceCell::new(), columns: OnceCell::new() }
    }

    pub(super) fn of(fitted: &'a Fitted) -> Self {
        FeatureNames::new(fitted, fitted.features.iter().map(|feature| &feature.name))
    }

    /// Returns the feature that a typed column name means; `Some(None)` for a column that the model does not read,
    /// `None` if the data have no such column.
    pub(super) fn find(&self, name: &str, notes: &mut Vec<String>) -> Option<Option<usize>> {
        let name = name.trim();
        if let Some(at) = self.exact.get(name) {
            return Some(Some(*at));
        }
        let table = &self.fitted.data.table;
        if let Some(column) = table.position(name) {
            notes.push(self.unread(column));
            return Some(None);
        }
        let similar = self.similar.get_or_init(|| {
            let mut similar: HashMap<String, Vec<usize>> = HashMap::new();
            for (at, name) in self.names.iter().enumerate() {
                similar.entry(folded(name.as_str())).or_default().push(at);
            }
            similar
        });
        let columns = self.columns.get_or_init(|| {
            let columns = table.columns().iter().enumerate().rev();
            columns.map(|(at, column)| (folded(column.name.as_str()), at)).collect()
        });
        let wanted = folded(name);
        match (similar.get(&wanted).map(Vec::as_slice), columns.get(&wanted)) {
            (Some([at]), _) => {
                notes.push(format!("{} is read as {}", Name::new(name), self.names.get(*at)?));
                Some(Some(*at))
            }
            (None, Some(column)) => {
                notes.push(self.unread(*column));
                Some(None)
            }
            _ => None,
        }
    }

    fn unread(&self, column: usize) -> String {
        let data = &self.fitted.data;
        let name = data.table.columns().get(column).map(|column| column.name.to_string()).unwrap_or_default();
        match column == data.resolved.target {
            true => format!("{name} is the class, so its value in the query is not used"),
            false => format!("{name} is not read by the model"),
        }
    }

    fn read<T: Clone>(
        &self,
        cells: &[(String, String)],
        notes: &mut Vec<String>,
        read: impl Fn(usize, &Name, &str, &mut Vec<String>) -> Result<T, Problem>,
    ) -> Result<Vec<Option<T>>, Problem> {
        let mut found = vec![None; self.names.len()];
        for (name, text) in cells {
            let Some(at) = self.find(name, notes).ok_or_else(|| self.unknown(name))? else { continue };
            let (Some(feature), Some(slot)) = (self.names.get(at), found.get_mut(at)) else { continue };
            if slot.is_some() {
                return Err(error::twice(feature));
            }
            *slot = Some(read(at, feature, text, notes)?);
        }
        Ok(found)
    }

    pub(super) fn unknown(&self, name: &str) -> Problem {
        error::unknown_column(name.trim(), self.names.iter().map(|feature| feature.as_str()))
    }
}

/// Adds the cells that are computed from the typed ones, and takes out those that only serve for this.
fn with_derived<'c>(fitted: &Fitted, cells: &'c [(String, String)]) -> Cow<'c, [(String, String)]> {
    let maps = &fitted.data.resolved.recipe.maps;
    let typed = |name: &str| cells.iter().find(|(typed, _)| folded(typed) == folded(name));
    let number = |name: &str| {
        let (_, text) = typed(name)?;
        let (plain, point) = (text.trim(), text.trim().replacen(',', ".", 1));
        plain.parse().or_else(|_| point.parse()).ok().filter(|number: &f64| number.is_finite())
    };
    let derived = maps.iter().filter(|map| fitted.feature(&map.to_string()).is_some());
    let found: Vec<(String, String)> =
        derived.filter_map(|map| Some((map.to_string(), map.value(number)?.to_string()))).collect();
    if found.is_empty() {
        return Cow::Borrowed(cells);
    }
    let is_computed = |name: &str| found.iter().any(|(computed, _)| computed == name);
    let serves = |name: &str| {
        let source =
            maps.iter().flat_map(FeatureMap::columns).any(|column| folded(column.as_str()) == folded(name));
        source && !fitted.features.iter().any(|feature| folded(feature.name.as_str()) == folded(name))
    };
    let kept = cells.iter().filter(|(name, _)| !is_computed(name) && !serves(name)).cloned();
    Cow::Owned(kept.collect::<Vec<_>>().into_iter().chain(found).collect())
}

/// Returns the only factor of a table of word counts; `None` for other models.
pub(super) fn word_counts(fitted: &Fitted) -> Option<&Factor> {
    fitted.factors().first().filter(|factor| factor.is_word_counts())
}

fn times_of(fitted: &Fitted, word: &Name, text: &str) -> Result<u32, Problem> {
    let column = fitted.data.table.position(word.as_str());
    if column.is_some_and(|column| is_missing(fitted, column, text)) {
        return Ok(0);
    }
    match text.parse::<f64>() {
        // At most a million, so nothing is truncated.
        Ok(number) if is_whole(number) && number <= TIMES => Ok(number as u32),
        _ => Err(error::not_a_count(word, text)),
    }
}

/// `chinese=3, tokyo=1`
fn document(factor: &Factor, times: impl Iterator<Item = u32>) -> CaseCell {
    let (mut known, mut unknown, mut text) = (Vec::new(), Vec::new(), Vec::new());
    for ((at, word), times) in counted_words(factor).enumerate().zip(times).filter(|(_, times)| *times > 0) {
        text.push(format!("{word}={times}"));
        if at < factor.k() { known.push((at, times)) } else { unknown.push((word.clone(), times)) }
    }
    CaseCell { text: text.join(", "), value: CaseValue::Words { known, unknown } }
}

pub(super) fn counted_words(factor: &Factor) -> impl Iterator<Item = &Name> {
    factor.values().iter().chain(factor.left_out().iter().map(|word| &word.word))
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct CaseCell {
    pub text: String,
    pub value: CaseValue,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub enum CaseValue {
    #[default]
    Missing,
    /// A value of the factor, by position; for numbers, a bin.
    Value(usize),
    Number(f64),
    /// A value that is not in the training rows: no factor.
    Unseen,
    /// The words of a document with their counts, in order of first appearance.
    Words {
        known: Vec<(usize, u32)>,
        unknown: Vec<(Name, u32)>,
    },
}

impl CaseValue {
    /// Whether the cell contributes to the scores.
    pub(super) fn has_factor(&self) -> bool {
        !matches!(self, CaseValue::Missing | CaseValue::Unseen)
    }
}

impl CaseCell {
    pub(super) fn missing(factor: Option<&Factor>) -> Self {
        let value = match factor.is_some_and(Factor::is_words) {
            true => CaseValue::Words { known: Vec::new(), unknown: Vec::new() },
            false => CaseValue::Missing,
        };
        CaseCell { text: String::new(), value }
    }

    /// Returns a sentence about a value that is not in the training rows, with the nearest known value; `None` for
    /// known values.
    pub fn unseen(&self, fitted: &Fitted, factor: &Factor) -> Option<String> {
        if self.value != CaseValue::Unseen {
            return None;
        }
        let (feature, value) = (&factor.name, Name::new(self.text.as_str()));
        if factor.is_given() {
            let known = listed(factor.values().iter().map(Name::as_str));
            return Some(format!(
                "no P({feature}={value} | class) is given, so it has no factor; the given values are {known}"
            ));
        }
        let column = fitted.data.table.columns().get(factor.column);
        let names = column.map(|column| column.dictionary.names()).unwrap_or_default();
        // A value that is only in rows without a class is not in the training rows either.
        let seen = |name: &&Name| {
            factor.form == FactorForm::Flag || fitted.position(factor, name.as_str()).is_some()
        };
        let near = nearest(&self.text, names.iter().filter(seen).map(Name::as_str));
        let near = near.map(|near| format!("; the nearest value is {}", Name::new(near))).unwrap_or_default();
        Some(format!("{feature} is never {value} in the training rows, so it has no factor{near}"))
    }

    pub(crate) fn of_row(fitted: &Fitted, at: usize, row: usize, is_written: bool) -> Self {
        let (table, factor) = (&fitted.data.table, fitted.factors().get(at));
        let (Some(feature), Some((segment, place))) = (fitted.features.get(at), table.locate(row)) else {
            return CaseCell::default();
        };
        let value = match segment.cells.get(feature.column) {
            Some(cells @ Cells::Numbers(_)) => {
                cells.number(place).map_or(CaseValue::Missing, |number| number_value(factor, number))
            }
            Some(cells @ Cells::Codes(_)) => cells.code(place).map_or(CaseValue::Missing, |code| {
                factor.and_then(|factor| factor.by_code(code)).map_or(CaseValue::Unseen, CaseValue::Value)
            }),
            Some(Cells::Tokens { .. }) if is_written => {
                let all = table.words(row, feature.column).map(|word| Cow::Borrowed(word.as_str()));
                factor.map_or(CaseValue::Unseen, |factor| words(fitted, factor, all))
            }
            Some(cells @ Cells::Tokens { .. }) => {
                let known = cells.tokens(place).filter_map(|code| factor?.by_code(code));
                let mut known: Vec<usize> = known.collect();
                known.sort_unstable();
                let counted = known.chunk_by(usize::eq).filter_map(|same| Some((*same.first()?, same.len())));
                let known = counted.map(|(word, times)| (word, u32::try_from(times).unwrap_or(u32::MAX)));
                CaseValue::Words { known: known.collect(), unknown: Vec::new() }
            }
            None => CaseValue::Missing,
        };
        let text = if is_written { table.cell_text(row, feature.column).into_owned() } else { String::new() };
        CaseCell { text, value }
    }

    /// Reads a number of a query file whose column was parsed as numbers, so its notation is lost.
    pub(super) fn from_number(fitted: &Fitted, at: usize, number: f64) -> Result<Self, Problem> {
        Ok(CaseCell { text: String::new(), value: read_number(fitted, at, number, || number.to_string())? })
    }

    /// Reads a cell as written. A value that the training rows write differently gets a note. In a `file`, numbers
    /// follow the notation of the column; typed numbers may also have a decimal point.
    pub(super) fn read(
        fitted: &Fitted,
        at: usize,
        text: &str,
        file: bool,
        notes: &mut Vec<String>,
    ) -> Result<Self, Problem> {
        let text = text.trim();
        let text = with_point(fitted, at, text, file, notes).unwrap_or_else(|| text.to_owned());
        Ok(CaseCell { value: value(fitted, at, &text, notes)?, text })
    }
}

/// Converts a number without a decimal point to one with a point, and adds a note.
fn with_point(fitted: &Fitted, at: usize, text: &str, file: bool, notes: &mut Vec<String>) -> Option<String> {
    let feature = fitted.features.get(at).filter(|_| reads_numbers(fitted, at))?;
    let point = fitted.data.table.columns().get(feature.column)?.with_point(text, file)?;
    if text.replace('−', "-") != point {
        notes.push(format!("{}={text} is read as {point}", feature.name));
    }
    Some(point)
}

pub(super) fn reads_numbers(fitted: &Fitted, at: usize) -> bool {
    let factor = fitted.factors().get(at);
    factor.is_none_or(|factor| factor.is_number() || factor.cuts().is_some())
}

fn value(fitted: &Fitted, at: usize, text: &str, notes: &mut Vec<String>) -> Result<CaseValue, Problem> {
    let factor = fitted.factors().get(at);
    if let Some(factor) = factor.filter(|factor| factor.is_words()) {
        let lower = fitted.data.resolved.recipe.lower_case.unwrap_or(true);
        return Ok(words(fitted, factor, tokens(text, lower)));
    }
    if fitted.features.get(at).is_some_and(|feature| is_missing(fitted, feature.column, text)) {
        return Ok(CaseValue::Missing);
    }
    let Some(factor) = factor.filter(|_| !reads_numbers(fitted, at)) else {
        return read_number(fitted, at, text.parse().unwrap_or(f64::NAN), || text.to_owned());
    };
    let Some(value) = fitted.meant(factor, text).or_else(|| factor.rest()) else {
        return Ok(CaseValue::Unseen);
    };
    if let Some(written) = factor.values().get(value).filter(|_| !is_written(fitted, factor, text)) {
        notes.push(format!("{}={} is read as {written}", factor.name, Name::new(text)));
    }
    Ok(CaseValue::Value(value))
}

fn is_written(fitted: &Fitted, factor: &Factor, text: &str) -> bool {
    let column = fitted.data.table.columns().get(factor.column);
    factor.values().iter().any(|value| value.as_str() == text)
        || column.is_some_and(|column| column.dictionary.code(text).is_some())
}

fn read_number(fitted: &Fitted, at: usize, x: f64, text: impl Fn() -> String) -> Result<CaseValue, Problem> {
    let (feature, factor) = (fitted.features.get(at), fitted.factors().get(at));
    let wrong = |of: fn(&Name, &str) -> Problem| {
        feature.map_or_else(Problem::default, |feature| of(&feature.name, &text()))
    };
    if factor.is_some_and(Factor::is_count) && !is_whole(x) {
        return Err(wrong(error::not_whole));
    }
    if !x.is_finite() {
        return Err(wrong(error::not_a_number));
    }
    Ok(number_value(factor, x))
}

/// Whether a text means a missing cell of a column. Given numbers have no rows in which a mark could be missing.
fn is_missing(fitted: &Fitted, column: usize, text: &str) -> bool {
    let (data, is_given) = (&fitted.data, fitted.data.resolved.recipe.given.is_some());
    data.table.columns().get(column).is_some_and(|column| {
        let listed = data.resolved.recipe.missing_in(column.name.as_str());
        column.is_missing(text, listed.or_else(|| is_given.then(|| Marks::default().all())).as_deref())
    })
}

fn number_value(factor: Option<&Factor>, number: f64) -> CaseValue {
    match factor {
        Some(factor) if !factor.is_number() => {
            factor.cuts().map_or(CaseValue::Unseen, |cuts| CaseValue::Value(cuts.bin(number)))
        }
        _ => CaseValue::Number(number),
    }
}

fn words<'t>(fitted: &Fitted, factor: &Factor, tokens: impl Iterator<Item = Cow<'t, str>>) -> CaseValue {
    let (mut known, mut unknown) = (Vec::new(), Vec::new());
    let (mut known_places, mut unknown_places) = (HashMap::new(), HashMap::new());
    for token in tokens {
        match fitted.position(factor, &token) {
            Some(word) => add_count(&mut known, &mut known_places, word, 1),
            None => add_count(&mut unknown, &mut unknown_places, Name::new(&*token), 1),
        }
    }
    CaseValue::Words { known, unknown }
}

/// Adds to the count of an item; items are in order of first appearance.
pub(super) fn add_count<T: Clone + Eq + Hash, N: AddAssign>(
    counts: &mut Vec<(T, N)>,
    places: &mut HashMap<T, usize>,
    item: T,
    times: N,
) {
    let next = counts.len();
    match counts.get_mut(*places.entry(item.clone()).or_insert(next)) {
        Some((_, before)) => *before += times,
        None => counts.push((item, times)),
    }
}
