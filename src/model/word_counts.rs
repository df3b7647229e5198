//! Tables of word counts: each column is a word, and its number says how often the word stands in the row's document.

use super::case::FeatureNames;
use super::case_cell::{CaseCell, CaseValue, is_missing};
use super::error;
use super::factor::Factor;
use super::fitted::Fitted;
use crate::encode::{Dataset, TIMES, times};
use crate::math::Name;
use crate::problem::Problem;
use crate::table::{Segment, is_whole};

/// What the one feature of such a table is called: `word`, or `word (2)` where a column or a class is called so.
pub(super) fn name(data: &Dataset, classes: &[Name]) -> Name {
    let taken = |name: &str| {
        let mut columns = data.table.columns().iter().map(|column| &column.name);
        columns.any(|column| column.as_str() == name) || classes.iter().any(|class| class.as_str() == name)
    };
    let numbered = (2..).map(|number| format!("word ({number})"));
    let mut names = std::iter::once("word".to_owned()).chain(numbered);
    names.find(|name| !taken(name)).map(Name::new).unwrap_or_else(|| Name::from("word"))
}

/// The one factor of a table of word counts; `None` for other models.
pub(super) fn factor(fitted: &Fitted) -> Option<&Factor> {
    fitted.factors().first().filter(|factor| factor.is_word_counts())
}

/// The document of a row of the data: a missing cell is a word that is not known to stand in it.
pub(super) fn cell_of_row(fitted: &Fitted, factor: &Factor, row: usize) -> CaseCell {
    let left_out = factor.left_out().iter().map(|word| word.column);
    let columns = factor.word_columns.iter().copied().chain(left_out);
    let times = columns.map(|column| fitted.data.times(row, column));
    cell(factor, times.map(|times| u32::try_from(times).unwrap_or(u32::MAX)))
}

/// The document of a query: columns that it does not name are missing.
pub(super) fn cell_of_typed(
    fitted: &Fitted,
    factor: &Factor,
    cells: &[(String, String)],
    notes: &mut Vec<String>,
) -> Result<CaseCell, Problem> {
    let words: Vec<&Name> = words(factor).collect();
    let mut found: Vec<Option<u32>> = vec![None; words.len()];
    let names = FeatureNames::new(fitted, words.iter().copied());
    for (name, text) in cells {
        let Some(at) = names.find(name, notes).ok_or_else(|| names.unknown(name))? else { continue };
        let (Some(word), Some(slot)) = (words.get(at), found.get_mut(at)) else { continue };
        if slot.is_some() {
            return Err(error::twice(word));
        }
        *slot = Some(count(fitted, word, text.trim())?);
    }
    Ok(cell(factor, found.into_iter().map(|times| times.unwrap_or(0))))
}

fn count(fitted: &Fitted, word: &Name, text: &str) -> Result<u32, Problem> {
    let column = fitted.data.table.position(word.as_str());
    if column.is_some_and(|column| is_missing(fitted, column, text)) {
        return Ok(0);
    }
    let number = text.parse::<f64>().ok().filter(|number| is_whole(*number) && *number <= TIMES);
    // At most a million, so nothing is cut off.
    let count = number.map(|number| number as u32);
    count.ok_or_else(|| error::not_a_count(word, text))
}

/// `chinese=3, tokyo=1`
fn cell(factor: &Factor, times: impl Iterator<Item = u32>) -> CaseCell {
    let (mut known, mut unknown, mut text) = (Vec::new(), Vec::new(), Vec::new());
    for ((at, word), times) in words(factor).enumerate().zip(times).filter(|(_, times)| *times > 0) {
        text.push(format!("{word}={times}"));
        if at < factor.k() {
            known.push((at, times));
        } else {
            unknown.push((word.clone(), times));
        }
    }
    CaseCell { text: text.join(", "), value: CaseValue::Words { known, unknown } }
}

/// Every word that a column counts: those of the vocabulary, then those that are left out.
pub(super) fn words(factor: &Factor) -> impl Iterator<Item = &Name> {
    factor.values().iter().chain(factor.left_out().iter().map(|word| &word.word))
}

/// Adds the logarithms of the words of a block of rows to its scores; `logs` holds ln P(word | class) by word and class.
pub(super) fn add_logs(
    factor: &Factor,
    segment: &Segment,
    block: &[usize],
    logs: &[f64],
    joints: &mut [f64],
) {
    let classes = (joints.len() / block.len().max(1)).max(1);
    for (column, logs) in factor.word_columns.iter().zip(logs.chunks_exact(classes)) {
        let Some(cells) = segment.cells.get(*column) else { continue };
        for (row, joint) in block.iter().copied().zip(joints.chunks_exact_mut(classes)) {
            let times = times(cells, row);
            // 0 times minus infinity has no value, and a word that is not there has no factor.
            if times > 0 {
                joint.iter_mut().zip(logs).for_each(|(joint, log)| *joint += times as f64 * log);
            }
        }
    }
}
