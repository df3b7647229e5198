//! A cell of a case: what a text or a row of the data is to a feature of a model.

use std::borrow::Cow;
use std::collections::HashMap;

use super::error;
use super::factor::Factor;
use super::fitted::Fitted;
use super::form::Form;
use crate::math::Name;
use crate::problem::{Problem, nearest};
use crate::recipe::{Marks, counts_as_one};
use crate::table::{self, Cell, Cells, tokens};
use crate::text::listed;

/// One cell of a case.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CaseCell {
    pub text: String,
    pub value: CaseValue,
}

/// What a cell is to a model.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum CaseValue {
    #[default]
    Missing,
    /// A value of the factor, by its position; a bin, for numbers.
    Value(usize),
    Number(f64),
    /// A value that training has not seen: no factor.
    Unseen,
    /// The words of a document with their counts, in order of first appearance.
    Words {
        known: Vec<(usize, u32)>,
        unknown: Vec<(Name, u32)>,
    },
}

impl CaseCell {
    pub(super) fn missing(factor: Option<&Factor>) -> Self {
        let value = if factor.is_some_and(Factor::is_words) {
            CaseValue::Words { known: Vec::new(), unknown: Vec::new() }
        } else {
            CaseValue::Missing
        };
        CaseCell { text: String::new(), value }
    }

    /// What must be said of a value that training has not seen, with the value that was probably meant; `None` of all others.
    pub fn unseen(&self, fitted: &Fitted, factor: &Factor) -> Option<String> {
        if self.value != CaseValue::Unseen {
            return None;
        }
        let (feature, value) = (&factor.name, Name::new(self.text.as_str()));
        if factor.is_given() {
            let known = listed(factor.values().iter().map(Name::as_str));
            return Some(format!(
                "no P({feature}={value} | class) is given, so it has no factor; given are {known}"
            ));
        }
        let column = fitted.data.table.columns().get(factor.column);
        let names = column.map(|column| column.dictionary.names()).unwrap_or_default();
        // A value that is only in rows without a class was not seen either.
        let seen =
            |name: &&Name| factor.form == Form::Flag || fitted.position(factor, name.as_str()).is_some();
        let near = nearest(&self.text, names.iter().filter(seen).map(Name::as_str));
        let near =
            near.map_or_else(String::new, |near| format!("; the nearest value is {}", Name::new(near)));
        Some(format!("{feature} never is {value} in the training rows, so it has no factor{near}"))
    }

    pub(super) fn of_row(fitted: &Fitted, at: usize, row: usize) -> Self {
        let Some(feature) = fitted.features.get(at) else { return CaseCell::default() };
        let table = &fitted.data.table;
        let text = table.cell_text(row, feature.column).into_owned();
        let value = match (table.cell(row, feature.column), fitted.factors().get(at)) {
            (Cell::Missing, _) => CaseValue::Missing,
            (Cell::Number(number), factor) => number_value(factor, number),
            (_, None) => CaseValue::Unseen,
            (Cell::Category(name), Some(factor)) if factor.form == Form::Flag => flag(factor, name.as_str()),
            (Cell::Category(name), Some(factor)) => {
                fitted.position(factor, name.as_str()).map_or(CaseValue::Unseen, CaseValue::Value)
            }
            (Cell::Text(_), Some(factor)) => {
                let all = table.words(row, feature.column).map(|word| Cow::Borrowed(word.as_str()));
                words(fitted, factor, all)
            }
        };
        CaseCell { text, value }
    }

    pub(super) fn unwritten(fitted: &Fitted, at: usize, row: usize) -> Self {
        let factor = fitted.factors().get(at);
        let cells = fitted.features.get(at).and_then(|feature| {
            let (segment, at) = fitted.data.table.locate(row)?;
            Some((segment.cells.get(feature.column)?, at))
        });
        let value = match cells {
            Some((cells @ Cells::Numbers(_), at)) => {
                cells.number(at).map_or(CaseValue::Missing, |number| number_value(factor, number))
            }
            Some((cells @ Cells::Codes(_), at)) => cells.code(at).map_or(CaseValue::Missing, |code| {
                factor.and_then(|factor| factor.by_code(code)).map_or(CaseValue::Unseen, CaseValue::Value)
            }),
            Some((cells @ Cells::Tokens { .. }, at)) => {
                let words = cells.tokens(at).filter_map(|code| factor?.by_code(code));
                let mut words: Vec<usize> = words.collect();
                words.sort_unstable();
                let times = words
                    .chunk_by(usize::eq)
                    .filter_map(|same| Some((*same.first()?, u32::try_from(same.len()).unwrap_or(u32::MAX))));
                CaseValue::Words { known: times.collect(), unknown: Vec::new() }
            }
            None => CaseValue::Missing,
        };
        CaseCell { text: String::new(), value }
    }

    /// A number of a file of queries whose column was read as numbers; how it was written is not kept.
    pub(super) fn from_number(fitted: &Fitted, at: usize, number: f64) -> Result<Self, Problem> {
        Ok(CaseCell { text: String::new(), value: read_number(fitted, at, number, || number.to_string())? })
    }

    /// A cell as it was written: a value that training writes otherwise is noted. Numbers are written as the column writes them
    /// in a `file`, and with a point, too, where they are typed.
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

/// A number that is written otherwise than with a point, with a point, and a note that says so.
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

fn read_number(
    fitted: &Fitted,
    at: usize,
    number: f64,
    text: impl Fn() -> String,
) -> Result<CaseValue, Problem> {
    let (feature, factor) = (fitted.features.get(at), fitted.factors().get(at));
    let wrong = |of: fn(&Name, &str) -> Problem| {
        feature.map_or_else(Problem::default, |feature| of(&feature.name, &text()))
    };
    if factor.is_some_and(Factor::is_count) && !table::is_whole(number) {
        return Err(wrong(error::not_whole));
    }
    if !number.is_finite() {
        return Err(wrong(error::not_a_number));
    }
    Ok(number_value(factor, number))
}

/// Whether a text stands for a missing cell of a column. Given numbers have no rows in which a mark could be missing.
pub(super) fn is_missing(fitted: &Fitted, column: usize, text: &str) -> bool {
    let (data, is_given) = (&fitted.data, fitted.data.resolved.recipe.given.is_some());
    data.table.columns().get(column).is_some_and(|column| {
        let listed = data.resolved.recipe.missing_in(column.name.as_str());
        column.is_missing(text, listed.or_else(|| is_given.then(|| Marks::default().all())).as_deref())
    })
}

/// Every known text of a yes/no column is a value: the one that counts as 1, or the other.
fn flag(factor: &Factor, text: &str) -> CaseValue {
    CaseValue::Value(usize::from(
        !factor.values().first().is_some_and(|one| counts_as_one(one.as_str(), text)),
    ))
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
    let mut known: Vec<(usize, u32)> = Vec::new();
    let mut unknown: Vec<(Name, u32)> = Vec::new();
    let mut places: HashMap<String, (bool, usize)> = HashMap::new();
    for token in tokens {
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
