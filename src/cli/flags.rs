//! The flags that say which data are meant, and by which recipe.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Args, Command};

use super::not_data;
use super::output::{self, OutputFlags};
use crate::model::Study;
use crate::practice::{Exercise, ExerciseFile, Reach};
use crate::problem::Problem;
use crate::recipe::{self, Convention, Prior, Recipe, RecipeError, Written};
use crate::table::Source;

/// The names of conventions, for the completions of a shell. A wrong name is left to the recipe, which says so to
/// programs, too.
#[derive(Clone)]
pub(super) struct Conventions;

impl TypedValueParser for Conventions {
    type Value = String;

    fn parse_ref(&self, _: &Command, _: Option<&Arg>, value: &OsStr) -> Result<String, clap::Error> {
        Ok(value.to_string_lossy().into_owned())
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Convention::ALL.iter().map(|convention| PossibleValue::new(convention.word()))))
    }
}

/// The data and the recipe.
#[derive(Args)]
pub(super) struct DataFlags {
    /// A CSV file, sample:NAME, an exercise, or - for standard input
    #[arg(value_name = "DATA")]
    pub data: OsString,
    #[command(flatten)]
    pub recipe: RecipeFlags,
}

/// What an exercise may read.
#[derive(Args, Clone, Copy, Default)]
pub(super) struct Outside {
    /// An exercise may name files that lie neither beside it nor below it: add this to one that you trust
    #[arg(long, help_heading = "Exercise")]
    outside: bool,
}

impl Outside {
    pub(super) fn reach(self) -> Reach {
        if self.outside { Reach::Anywhere } else { Reach::Beside }
    }
}

/// What a recipe can say, as flags.
#[derive(Args, Default)]
#[command(next_help_heading = "Recipe (overrides --recipe)")]
pub(super) struct RecipeFlags {
    /// A recipe as TOML
    #[arg(long, value_name = "FILE")]
    recipe: Option<PathBuf>,
    /// The column that holds the class
    #[arg(long, value_name = "COL")]
    target: Option<String>,
    /// The columns the model reads
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    features: Option<Vec<String>>,
    /// Columns to leave out
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    ignore: Vec<String>,
    /// How a column is read: COL=numeric, categorical, binary or text
    #[arg(long, value_name = "COL=KIND")]
    kind: Vec<String>,
    /// The value that counts as 1 in a yes/no column
    #[arg(long, value_name = "COL=VALUE")]
    one: Vec<String>,
    /// auto, gaussian, gda, qda, categorical, bernoulli, multinomial or mixed; evaluate also takes logistic, and
    /// compare judges several side by side (--models)
    #[arg(long)]
    model: Option<String>,
    /// How a text is a product of words: multinomial or bernoulli
    #[arg(long, value_name = "EVENT")]
    event: Option<String>,
    /// Bins of a column: COL=width:5, frequency:4, cuts:400,800, mdl, or none for the number itself; without
    /// COL=, of all numeric columns
    #[arg(long, value_name = "COL=BINS")]
    bins: Vec<String>,
    /// Smoothing of conditionals: a decimal or a fraction
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    alpha: Option<String>,
    /// mle, laplace:1, uniform, or yes=0.6,no=0.4
    #[arg(long, allow_hyphen_values = true)]
    prior: Option<String>,
    /// What a sum of squares is divided by: population (n) or unbiased (n - 1)
    #[arg(long, value_name = "WHICH")]
    variance: Option<String>,
    /// Share of the largest variance that is added to every variance
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    var_smoothing: Option<String>,
    /// Σ of gda and qda: shared, per-class, shared-diagonal or per-class-diagonal
    #[arg(long, value_name = "SHAPE")]
    covariance: Option<String>,
    /// What is added to the diagonal of Σ; with logistic, the penalty on squared weights
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    ridge: Option<String>,
    /// The column that says how many times its row was seen
    #[arg(long, value_name = "COL")]
    weight: Option<String>,
    /// Cells that mean missing, between commas, instead of the empty cell, ? and marks such as NA among numbers
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    missing: Option<Vec<String>>,
    /// What to do with rows of the wrong length: skip or extra
    #[arg(long)]
    ragged: Option<String>,
    /// Whose conventions: cs229, scikit-learn, weka, r-e1071, mass or orange; other flags win over it
    #[arg(long, value_name = "NAME", value_parser = Conventions, hide_possible_values = true)]
    convention: Option<String>,
    /// The words of text columns: training, all-rows or file:PATH
    #[arg(long, value_name = "WHICH")]
    vocabulary: Option<String>,
    /// Leave English stop words out of the vocabulary: --stop-words=false keeps them where a recipe leaves them out
    #[arg(long, value_name = "true|false", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    stop_words: Option<bool>,
    /// How often a word must stand in the training rows to be in the vocabulary
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..=i64::MAX as u64))]
    min_count: Option<u64>,
    /// Whether words are lower-cased: --lower-case=false keeps them as written
    #[arg(long, value_name = "true|false", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    lower_case: Option<bool>,
    /// The rows that judge the model: none (its training rows), holdout:0.3, folds:10, leave-one-out or file:TEST.csv;
    /// parameters and posteriors are of all rows whatever is said here
    #[arg(long, value_name = "HOW")]
    split: Option<String>,
    /// What the dealing of rows to folds starts from: the same seed deals the same folds
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
    #[command(flatten)]
    pub(super) outside: Outside,
}

impl RecipeFlags {
    /// The recipe of these flags, over that of `--recipe`.
    pub(super) fn recipe(&self) -> Result<Recipe, Problem> {
        let file = match &self.recipe {
            None => Recipe::default(),
            Some(path) => Recipe::open(path)?,
        };
        Ok(file.overridden_by(self.said()?))
    }

    /// Opens data under the recipe. What is read is not to be written by the same command.
    pub(super) fn study(&self, data: &OsStr, output: &OutputFlags) -> Result<Study, Problem> {
        not_data::refuse(data)?;
        let (source, recipe) = (Source::from_arg(data)?, self.recipe()?);
        output.spare(&source.file().into_iter().chain(recipe.files()).collect())?;
        let study = Study::open(source, recipe)?;
        output::warn(&study);
        Ok(study)
    }

    fn said(&self) -> Result<Recipe, RecipeError> {
        fn word<T: std::str::FromStr<Err = RecipeError>>(
            text: &Option<String>,
        ) -> Result<Option<T>, RecipeError> {
            text.as_deref().map(str::parse).transpose()
        }
        let mut recipe = Recipe {
            target: self.target.clone(),
            features: self.features.clone(),
            ignore: self.ignore.clone(),
            model: word(&self.model)?,
            event: word(&self.event)?,
            alpha: self
                .alpha
                .as_deref()
                .map(|text| Written::non_negative(text, "smoothing α"))
                .transpose()?,
            prior: word::<Prior>(&self.prior)?,
            variance: word(&self.variance)?,
            var_smoothing: self
                .var_smoothing
                .as_deref()
                .map(|text| Written::non_negative(text, "variance smoothing ε"))
                .transpose()?,
            covariance: word(&self.covariance)?,
            ridge: self.ridge.as_deref().map(|text| Written::non_negative(text, "ridge")).transpose()?,
            weight: self.weight.clone(),
            missing: self.missing.clone(),
            ragged: word(&self.ragged)?,
            convention: word(&self.convention)?,
            vocabulary: word(&self.vocabulary)?,
            stop_words: self.stop_words,
            min_count: self.min_count,
            lower_case: self.lower_case,
            split: word(&self.split)?,
            seed: self.seed,
            ..Recipe::default()
        };
        for text in &self.kind {
            let (name, kind) = pair(text, "--kind", "--kind area=categorical")?;
            recipe.column_mut(name).kind = Some(recipe::kind(kind)?);
        }
        for text in &self.one {
            let (name, one) = pair(text, "--one", "--one windy=TRUE")?;
            recipe.column_mut(name).one = Some(one.to_owned());
        }
        for text in &self.bins {
            match text.parse() {
                Ok(bins) => recipe.bins = Some(bins),
                Err(_) => {
                    let (name, bins) = pair(text, "--bins", "--bins area=width:5")?;
                    recipe.column_mut(name).bins = Some(bins.parse()?);
                }
            }
        }
        Ok(recipe)
    }
}

fn pair<'a>(
    text: &'a str,
    flag: &'static str,
    example: &'static str,
) -> Result<(&'a str, &'a str), RecipeError> {
    text.rsplit_once('=').ok_or_else(|| RecipeError::NoColumn { flag, text: text.to_owned(), example })
}

impl DataFlags {
    /// Opens the data under the recipe. An exercise in the place of data brings its own recipe and case, over which the
    /// flags are put.
    pub(super) fn study(&self, output: &OutputFlags) -> Result<Study, Problem> {
        if !Exercise::is_named(&self.data) {
            return self.recipe.study(&self.data, output);
        }
        not_data::refuse(&self.data)?;
        let mut recipe = self.recipe.recipe()?;
        let file = ExerciseFile::named(&self.data, self.recipe.outside.reach())?;
        output.spare(&file.files().into_iter().chain(recipe.files()).collect())?;
        // Where data are drawn the seed is theirs.
        let seed = file.random.as_ref().and_then(|_| recipe.seed.take());
        let own = file.open(seed)?.study;
        let study = own.with_recipe(own.recipe.clone().overridden_by(recipe))?;
        output::warn(&study);
        Ok(study)
    }
}
