//! How a recipe writes bins, word lists and splits.

use super::file::{bad, unknown_word};
use super::{Feature, Recipe, Written};
use crate::problem::Problem;
use crate::text::shown;
use num_rational::BigRational;
use num_traits::{One, Signed};
use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bins {
    Width(u32),
    Frequency(u32),
    /// At these cuts, in increasing order.
    Cuts(Vec<Written>),
    /// By minimum description length (Fayyad and Irani 1993).
    Mdl,
    /// No bins: the number itself, also where bins were said before. A feature that is resolved never has these.
    None,
}

impl fmt::Display for Bins {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Bins::Width(k) => write!(f, "width:{k}"),
            Bins::Frequency(k) => write!(f, "frequency:{k}"),
            Bins::Cuts(cuts) => {
                let texts: Vec<&str> = cuts.iter().map(Written::text).collect();
                write!(f, "cuts:{}", texts.join(","))
            }
            Bins::Mdl => f.write_str("mdl"),
            Bins::None => f.write_str("none"),
        }
    }
}

impl FromStr for Bins {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let wrong = || {
            let fix = "write width:5, frequency:4, cuts:400,800,1200 (increasing), mdl, or none for no bins";
            bad("does not say how to make bins", text, fix)
        };
        let count =
            |k: &str| k.trim().parse::<u32>().ok().filter(|k| (1..=1000).contains(k)).ok_or_else(wrong);
        match text.trim().split_once(':') {
            None if text.trim() == "mdl" => Ok(Bins::Mdl),
            None if text.trim() == "none" => Ok(Bins::None),
            Some(("width", k)) => Ok(Bins::Width(count(k)?)),
            Some(("frequency", k)) => Ok(Bins::Frequency(count(k)?)),
            Some(("cuts", list)) => {
                let mut cuts = Vec::new();
                for cut in list.split(',') {
                    cuts.push(Written::any(cut).map_err(|_| wrong())?);
                }
                if cuts
                    .windows(2)
                    .any(|pair| pair.first().map(Written::value) >= pair.last().map(Written::value))
                {
                    return Err(wrong());
                }
                Ok(Bins::Cuts(cuts))
            }
            _ => Err(wrong()),
        }
    }
}

/// The words that a text column may use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Vocabulary {
    Training,
    /// Those of all rows, also of the rows without a class.
    AllRows,
    File(String),
}

impl fmt::Display for Vocabulary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Vocabulary::Training => f.write_str("training"),
            Vocabulary::AllRows => f.write_str("all-rows"),
            Vocabulary::File(path) => write!(f, "file:{path}"),
        }
    }
}

impl FromStr for Vocabulary {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        match text.trim() {
            "training" => Ok(Vocabulary::Training),
            "all-rows" => Ok(Vocabulary::AllRows),
            other => other
                .strip_prefix("file:")
                .map(|path| Vocabulary::File(path.to_owned()))
                .ok_or_else(|| unknown_word("vocabulary", text, &["training", "all-rows", "file:PATH"])),
        }
    }
}

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
            "the dictionary alone is the vocabulary of {}: stop_words and min_count have no effect",
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

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Split {
    None,
    Holdout(Written),
    Folds(FoldRule),
    LeaveOneOut,
    File(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FoldRule {
    Random(u32),
    Column(String),
    /// Those with the same value in a column stay together; these groups are dealt to so many folds.
    Groups {
        folds: u32,
        column: String,
    },
}

impl fmt::Display for Split {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Split::None => f.write_str("none"),
            Split::Holdout(share) => write!(f, "holdout:{}", share.text()),
            Split::Folds(FoldRule::Random(folds)) => write!(f, "folds:{folds}"),
            Split::Folds(FoldRule::Column(column)) => write!(f, "column:{column}"),
            Split::Folds(FoldRule::Groups { folds, column }) => write!(f, "groups:{folds}:{column}"),
            Split::LeaveOneOut => f.write_str("leave-one-out"),
            Split::File(path) => write!(f, "file:{path}"),
        }
    }
}

impl fmt::Display for FoldRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FoldRule::Random(folds) => write!(f, "{folds} folds"),
            FoldRule::Column(column) => write!(f, "the folds of {}", shown(column)),
            FoldRule::Groups { folds, column } => {
                write!(f, "{folds} folds of whole groups of {}", shown(column))
            }
        }
    }
}

impl Split {
    pub fn folds(folds: u32) -> Split {
        Split::Folds(FoldRule::Random(folds))
    }

    pub fn column(&self) -> Option<&str> {
        match self {
            Split::Folds(FoldRule::Column(column) | FoldRule::Groups { column, .. }) => Some(column),
            _ => None,
        }
    }

    /// Which rows judge a model, behind a noun: `by 10 folds`.
    pub(crate) fn judged_on(&self) -> String {
        match self {
            Split::None => "on the training rows".to_owned(),
            Split::Holdout(share) => {
                format!("on the rows held out, a share of {} of each class", share.text())
            }
            Split::Folds(rule) => format!("by {rule}"),
            Split::LeaveOneOut => "by leaving one out".to_owned(),
            Split::File(path) => format!("on the rows of {}", shown(path)),
        }
    }
}

impl FromStr for Split {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let wrong = || {
            let words = [
                "none",
                "holdout:0.3",
                "folds:10",
                "leave-one-out",
                "column:COLUMN",
                "groups:10:COLUMN",
                "file:TEST.csv",
            ];
            unknown_word("split", text, &words)
        };
        let many = |text: &str| text.parse().ok().filter(|folds: &u32| *folds >= 2);
        let named = |column: &str| Some(column.trim().to_owned()).filter(|column| !column.is_empty());
        match text.trim().split_once(':') {
            None if text.trim() == "none" => Ok(Split::None),
            None if text.trim() == "leave-one-out" => Ok(Split::LeaveOneOut),
            Some(("holdout", share)) => {
                let share = Written::non_negative(share, "share that is held out")?;
                let inside = share.value().is_positive() && *share.value() < BigRational::one();
                inside.then_some(Split::Holdout(share)).ok_or_else(wrong)
            }
            Some(("folds", folds)) => many(folds).map(Split::folds).ok_or_else(wrong),
            Some(("column", column)) => {
                named(column).map(|column| Split::Folds(FoldRule::Column(column))).ok_or_else(wrong)
            }
            Some(("groups", rule)) => {
                let (folds, column) = rule.split_once(':').ok_or_else(wrong)?;
                let rule = many(folds).zip(named(column));
                let rule = rule.map(|(folds, column)| FoldRule::Groups { folds, column });
                rule.map(Split::Folds).ok_or_else(wrong)
            }
            Some(("file", path)) => Ok(Split::File(path.to_owned())),
            _ => Err(wrong()),
        }
    }
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
