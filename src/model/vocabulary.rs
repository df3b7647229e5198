//! The words of a factor: which of them are in the vocabulary, which are left out and why.

use super::error;
use super::factor::Factor;
use super::factor::Form;
use super::statistics::Counts;
use crate::encode::Dataset;
use crate::math::Name;
use crate::problem::Problem;
use crate::recipe::{Feature, LeftOut, Resolved, WordRules};
use crate::table::Column;

/// A word of the training rows that is not in the vocabulary, since the recipe leaves it out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOutWord {
    pub word: Name,
    /// The column it stands in; its own, where each word has a column.
    pub column: usize,
    pub why: LeftOut,
}

impl Factor {
    /// The one factor of a table of word counts: each column is a word of the vocabulary, also one that
    /// never occurs unless the recipe asks for more.
    pub(super) fn of_word_counts(
        name: Name,
        columns: &[(&Feature, &Counts)],
        order: &[u32],
        resolved: &Resolved,
    ) -> Factor {
        let first = columns.first().map_or(0, |(feature, _)| feature.column);
        let mut factor = Factor::empty(name, first, order.len(), resolved.alpha.value());
        factor.form = Form::Words;
        for (feature, counts) in columns {
            let Counts::WordCounts { tokens, documents } = counts else { continue };
            let at = |table: &[u64], class: &u32| table.get(*class as usize).copied().unwrap_or(0);
            let all: Vec<u64> = order.iter().map(|class| at(tokens, class)).collect();
            if let Some(why) = resolved.words.why_not(feature.name.as_str(), all.iter().sum()) {
                factor.left_out.push(LeftOutWord { word: feature.name.clone(), column: feature.column, why });
                continue;
            }
            factor.by_word.insert(feature.name.clone(), factor.values.len());
            factor.values.push(feature.name.clone());
            factor.word_columns.push(feature.column);
            factor.counts.extend(all);
            factor.documents.extend(order.iter().map(|class| at(documents, class)));
        }
        factor.sum_up();
        factor
    }

    /// Takes over the words that training has seen, and those of the rows without a class that `others` counts, in order
    /// of first appearance; what the rules leave out is remembered. `others` counts by code.
    pub(super) fn take_seen_words(
        &mut self,
        column: &Column,
        tables: (&[u64], &[u64]),
        order: (&[u32], usize),
        others: &[u64],
        rules: &WordRules,
    ) {
        let (mut left_out, at) = (Vec::new(), self.column);
        self.take_codes(column, tables, order, |code, word, counts| {
            let count = counts.iter().sum::<u64>() + others.get(code).copied().unwrap_or(0);
            let why = rules.why_not(word.as_str(), count).filter(|_| count > 0);
            left_out.extend(why.map(|why| LeftOutWord { word: word.clone(), column: at, why }));
            count > 0 && why.is_none()
        });
        self.left_out = left_out;
    }

    pub(super) fn take_words(
        &mut self,
        column: &Column,
        words: &[Name],
        (table, documents): (&[u64], &[u64]),
        (order, codes): (&[u32], usize),
    ) {
        self.by_code = vec![None; column.dictionary.len()];
        for word in words {
            let code = column.dictionary.code(word.as_str()).map(|code| code as usize);
            let at = |table: &[u64], class: &u32| {
                code.and_then(|code| table.get(code * codes + *class as usize)).copied().unwrap_or(0)
            };
            if let Some(place) = code.and_then(|code| self.by_code.get_mut(code)) {
                *place = u32::try_from(self.values.len()).ok();
            }
            self.by_word.insert(word.clone(), self.values.len());
            self.values.push(word.clone());
            self.counts.extend(order.iter().map(|class| at(table, class)));
            self.documents.extend(order.iter().map(|class| at(documents, class)));
        }
    }

    /// The position of a word of a dictionary, or of one that is counted by a column of its own.
    pub(crate) fn by_word(&self, word: &str) -> Option<usize> {
        self.by_word.get(word).copied()
    }

    pub(super) fn is_listed(&self) -> bool {
        !self.by_word.is_empty()
    }

    pub fn is_word_counts(&self) -> bool {
        !self.word_columns.is_empty()
    }

    /// The words that the recipe leaves out of the vocabulary, in order of first appearance.
    pub fn left_out(&self) -> &[LeftOutWord] {
        &self.left_out
    }

    pub(crate) fn table_columns(&self) -> &[usize] {
        if self.is_word_counts() { &self.word_columns } else { std::slice::from_ref(&self.column) }
    }

    pub(super) fn check_words(&self, rules: &WordRules) -> Result<(), Problem> {
        if self.k() > 0 || self.left_out.is_empty() {
            return Ok(());
        }
        let most = self.left_out.iter().filter_map(|word| match word.why {
            LeftOut::Rare(count) => Some(count),
            LeftOut::StopWord => None,
        });
        Err(error::no_word_left(self.name.as_str(), rules.min_count, most.max()))
    }
}

/// What the one feature of such a table is called: `word`, or `word (2)` where a column or a class is called so.
pub(super) fn word_feature(data: &Dataset, classes: &[Name]) -> Name {
    let taken = |name: &str| {
        let mut columns = data.table.columns().iter().map(|column| &column.name);
        columns.any(|column| column.as_str() == name) || classes.iter().any(|class| class.as_str() == name)
    };
    let numbered = (2..).map(|number| format!("word ({number})"));
    let mut names = std::iter::once("word".to_owned()).chain(numbered);
    names.find(|name| !taken(name)).map(Name::new).unwrap_or_else(|| Name::from("word"))
}
