//! What the user chose, as plain data.
//!
//! A [`Recipe`] says as much as somebody wrote down, in a TOML file or with flags; [`resolve`] holds it against a table
//! and fills in the rest, telling every default that it chose. A [`Resolved`] recipe holds everything that changes a
//! number. This room knows the table's columns but nothing of how a model is computed.

mod bins;
mod choices;
mod chosen;
mod classes;
mod convention;
mod error;
mod file;
mod flags;
mod left_out;
mod models;
mod prior;
mod rebin;
mod resolve;
mod target;
mod weight;
mod visible;
mod words;

use std::path::{Path, PathBuf};

pub use bins::{Bins, Vocabulary};
pub use choices::{Convention, Covariance, EventModel, ModelKind, Ragged, Variance, Written};
pub use chosen::Chosen;
pub use classes::check_classes;
pub use convention::{CutSide, Quantile};
pub use error::RecipeError;
pub(crate) use file::kind;
pub use file::recipe_text;
pub use flags::{Flags, quoted};
pub use left_out::is_left_out;
pub use prior::{Prior, Split};
pub use rebin::with_bins;
pub use resolve::{Feature, Resolved, counts_as_one, find_column, folded, resolve};
pub use target::{candidates, target_column};
pub use visible::to_text;
pub use weight::looks_like_counts;
pub use words::{LeftOut, WordRules, stop_words};

/// A recipe as written: what is `None` is left to the program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recipe {
    /// The column that holds the class.
    pub target: Option<String>,
    /// The columns the model reads, in file order; all others when nothing is said.
    pub features: Option<Vec<String>>,
    /// Columns to leave out.
    pub ignore: Vec<String>,
    /// What was said of single columns.
    pub columns: Vec<ColumnChoice>,
    /// The model.
    pub model: Option<ModelKind>,
    /// The shape of Σ.
    pub covariance: Option<Covariance>,
    /// The event model of text columns of which nothing else is said.
    pub event: Option<EventModel>,
    /// The words of text columns of which nothing else is said.
    pub vocabulary: Option<Vocabulary>,
    /// Bins of all numeric columns of which nothing else is said.
    pub bins: Option<Bins>,
    /// Smoothing of conditionals.
    pub alpha: Option<Written>,
    /// Where the prior comes from.
    pub prior: Option<Prior>,
    /// What a sum of squares is divided by.
    pub variance: Option<Variance>,
    /// Share of the largest variance that is added to every variance.
    pub var_smoothing: Option<Written>,
    /// What is added to the diagonal of Σ; the penalty λ of logistic regression.
    pub ridge: Option<Written>,
    /// Whose conventions hold.
    pub convention: Option<Convention>,
    /// Cells that mean "missing"; where none are listed the empty cell, `?`, and marks such as `NA` where the column or the
    /// file shows that they are meant so.
    pub missing: Option<Vec<String>>,
    /// What to do with rows of the wrong length.
    pub ragged: Option<Ragged>,
    /// The column that says how many times a row was seen.
    pub weight: Option<String>,
    /// The order of the classes.
    pub classes: Option<Vec<String>>,
    /// Whether words are lower-cased.
    pub lower_case: Option<bool>,
    /// Whether stop words are left out.
    pub stop_words: Option<bool>,
    /// How often a word must occur to be in the vocabulary.
    pub min_count: Option<u64>,
    /// What the model is tested on.
    pub split: Option<Split>,
    /// Seed of every random choice.
    pub seed: Option<u64>,
    /// The case in hand: column and cell, in the order written.
    pub query: Option<Vec<(String, String)>>,
    /// Which of these were chosen for the user.
    pub chosen: Chosen,
}

/// What was said of one column.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ColumnChoice {
    /// The column.
    pub name: String,
    /// How its cells are read.
    pub kind: Option<crate::table::Kind>,
    /// How its numbers become categories.
    pub bins: Option<Bins>,
    /// The text that counts as 1 in a binary column.
    pub one: Option<String>,
    /// The event model of a text column.
    pub event: Option<EventModel>,
    /// The words a text column may use.
    pub vocabulary: Option<Vocabulary>,
}

impl ColumnChoice {
    /// Whether its numbers are said to fall into bins.
    pub fn is_binned(&self) -> bool {
        self.bins.as_ref().is_some_and(|bins| *bins != Bins::None)
    }
}

impl Recipe {
    /// The recipe of a file in a folder: a dictionary or a test file that it names lies beside it, unless its path begins
    /// at the root.
    #[must_use]
    pub fn in_folder(mut self, folder: &Path) -> Recipe {
        let columns = self.columns.iter_mut().filter_map(|choice| choice.vocabulary.as_mut());
        for vocabulary in columns.chain(&mut self.vocabulary) {
            if let Vocabulary::File(path) = vocabulary {
                *path = folder.join(&*path).to_string_lossy().into_owned();
            }
        }
        if let Some(Split::File(path)) = &mut self.split {
            *path = folder.join(&*path).to_string_lossy().into_owned();
        }
        self
    }

    /// The files that it names: dictionaries, and the rows that it is tested on.
    pub fn files(&self) -> Vec<PathBuf> {
        let columns = self.columns.iter().filter_map(|choice| choice.vocabulary.as_ref());
        let dictionaries = columns.chain(&self.vocabulary).filter_map(|vocabulary| match vocabulary {
            Vocabulary::File(path) => Some(path),
            _ => None,
        });
        let tested = self.split.iter().filter_map(|split| match split {
            Split::File(path) => Some(path),
            _ => None,
        });
        dictionaries.chain(tested).map(PathBuf::from).collect()
    }

    /// What was said of a column, to be added to.
    pub fn column_mut(&mut self, name: &str) -> &mut ColumnChoice {
        let at = self.columns.iter().position(|choice| choice.name == name);
        let at = at.unwrap_or_else(|| {
            self.columns.push(ColumnChoice { name: name.to_owned(), ..ColumnChoice::default() });
            self.columns.len() - 1
        });
        // The position was just found or made.
        #[expect(clippy::indexing_slicing)]
        &mut self.columns[at]
    }

    /// What was said of a column.
    pub fn column(&self, name: &str) -> Option<&ColumnChoice> {
        self.columns.iter().find(|choice| choice.name == name)
    }

    /// This recipe with everything that `other` says put over it. A feature that `other` makes the class is no feature
    /// any more, nor is one that it makes the weight, unless `other` says so itself.
    #[must_use]
    pub fn overridden_by(mut self, other: Recipe) -> Recipe {
        fn over<T>(mine: &mut Option<T>, theirs: Option<T>) {
            if theirs.is_some() {
                *mine = theirs;
            }
        }
        self.chosen.overridden_by(&other);
        self.follow_model_of_text(&other);
        if let (Some(target), Some(features)) = (&other.target, &mut self.features) {
            features.retain(|feature| folded(feature) != folded(target));
        }
        if let (Some(weight), Some(features)) = (&other.weight, &mut self.features) {
            features.retain(|feature| folded(feature) != folded(weight));
        }
        // Where the new class was the only feature, all other columns are.
        self.features = self.features.filter(|features| !features.is_empty());
        over(&mut self.target, other.target);
        over(&mut self.features, other.features);
        self.ignore.extend(other.ignore);
        // What is said of all columns is meant of those, too, of which this recipe said something else.
        for mine in &mut self.columns {
            if other.event.is_some() {
                mine.event = None;
            }
            if other.vocabulary.is_some() {
                mine.vocabulary = None;
            }
            if other.bins.is_some() {
                mine.bins = None;
            }
        }
        for choice in other.columns {
            let mine = self.column_mut(&choice.name);
            // Bins are made of numbers: who asks for them does not mean the kind that stood there before.
            if choice.is_binned() {
                mine.kind = None;
            }
            // A column of numbers without bins is the number itself: that too must be able to win over bins.
            if choice.kind == Some(crate::table::Kind::Numeric) && choice.bins.is_none() {
                mine.bins = None;
            }
            over(&mut mine.kind, choice.kind);
            over(&mut mine.bins, choice.bins);
            over(&mut mine.one, choice.one);
            over(&mut mine.event, choice.event);
            over(&mut mine.vocabulary, choice.vocabulary);
        }
        over(&mut self.model, other.model);
        over(&mut self.covariance, other.covariance);
        over(&mut self.event, other.event);
        over(&mut self.vocabulary, other.vocabulary);
        over(&mut self.bins, other.bins);
        over(&mut self.alpha, other.alpha);
        over(&mut self.prior, other.prior);
        over(&mut self.variance, other.variance);
        over(&mut self.var_smoothing, other.var_smoothing);
        over(&mut self.ridge, other.ridge);
        over(&mut self.convention, other.convention);
        over(&mut self.missing, other.missing);
        over(&mut self.ragged, other.ragged);
        over(&mut self.weight, other.weight);
        over(&mut self.classes, other.classes);
        over(&mut self.lower_case, other.lower_case);
        over(&mut self.stop_words, other.stop_words);
        over(&mut self.min_count, other.min_count);
        over(&mut self.split, other.split);
        over(&mut self.seed, other.seed);
        over(&mut self.query, other.query);
        self
    }

    /// Who names one of the two models of text, or one of their event models, means the other of the pair with it.
    fn follow_model_of_text(&mut self, other: &Recipe) {
        let is_of_text =
            |model: Option<ModelKind>| matches!(model, Some(ModelKind::Bernoulli | ModelKind::Multinomial));
        if is_of_text(other.model) && other.event.is_none() {
            self.event = None;
            self.columns.iter_mut().for_each(|column| column.event = None);
        }
        if other.event.is_some() && other.model.is_none() && is_of_text(self.model) {
            self.model = None;
        }
    }
}
