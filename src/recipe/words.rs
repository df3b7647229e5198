//! Which words of the documents a model may use, beside the vocabulary that a column names.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::{Feature, Recipe};

/// What is asked of a word before it belongs to the vocabulary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WordRules {
    pub lower_case: bool,
    pub stop_words: bool,
    /// How often a word must stand in the rows that the vocabulary is made of; 1 keeps every word.
    pub min_count: u64,
}

/// Why a word is not in the vocabulary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeftOut {
    /// It is one of [`stop_words`].
    StopWord,
    Rare(u64),
}

impl WordRules {
    pub(super) fn of(recipe: &Recipe) -> WordRules {
        WordRules {
            lower_case: recipe.lower_case.unwrap_or(true),
            stop_words: recipe.stop_words.unwrap_or(false),
            min_count: recipe.min_count.unwrap_or(1).max(1),
        }
    }

    pub(crate) fn leaves_out(&self) -> bool {
        self.stop_words || self.min_count > 1
    }

    /// Why a word that stands so many times in the rows does not belong to the vocabulary; `None` where it does.
    pub(crate) fn why_not(&self, word: &str, count: u64) -> Option<LeftOut> {
        if self.stop_words && is_stop_word(word) {
            return Some(LeftOut::StopWord);
        }
        (self.min_count > 1 && count < self.min_count).then_some(LeftOut::Rare(count))
    }

    /// What must be said where these rules meet columns that they say nothing of.
    pub(super) fn notes(&self, words: bool, features: &[Feature]) -> Vec<String> {
        let mut said = Vec::new();
        if self.stop_words {
            said.push("stop_words");
        }
        if self.min_count > 1 {
            said.push("min_count");
        }
        if !self.lower_case {
            said.push("lower_case");
        }
        if said.is_empty() {
            return Vec::new();
        }
        let verb = if said.len() == 1 { "changes" } else { "change" };
        if !words {
            return vec![format!("no column is read as words, so {} {verb} nothing", said.join(" and "))];
        }
        let listed = features.iter().filter(|feature| feature.dictionary_path().is_some());
        let names: Vec<&str> = listed.map(|feature| feature.name.as_str()).collect();
        if names.is_empty() || !self.leaves_out() {
            return Vec::new();
        }
        vec![format!(
            "the dictionary alone says which words of {} count: stop_words and min_count leave none of them out",
            names.join(", ")
        )]
    }
}

/// The English stop words: the list of NLTK, whose forms cut at the apostrophe (don, t) fit how documents are cut here.
pub fn stop_words() -> &'static [&'static str] {
    // There is always a list of English: the crate is built with it, and a test says so.
    stop_words::lookup("en").unwrap_or_default()
}

fn is_stop_word(word: &str) -> bool {
    static WORDS: LazyLock<HashSet<&'static str>> = LazyLock::new(|| stop_words().iter().copied().collect());
    WORDS.contains(word) || WORDS.contains(word.to_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_of_english_words() {
        assert!((100..300).contains(&stop_words().len()), "{}", stop_words().len());
        for word in ["the", "The", "of", "don", "t"] {
            assert!(is_stop_word(word), "{word}");
        }
        for word in ["money", "chinese", "THEOREM", ""] {
            assert!(!is_stop_word(word), "{word}");
        }
    }
}
