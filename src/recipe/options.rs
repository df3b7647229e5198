//! The fields of a recipe, and the one table of their keys, flags and defaults.
//!
//! Files, flags, merging and resolving all work from a field and its entry in [`OPTIONS`] (or [`COLUMN_OPTIONS`]).

use super::option::{Field, Flag, Held, Reads, RecipeOption, Shape};
use super::{
    Bins, ByClass, Chosen, Convention, Covariance, Decision, Delimiter, EventModel, Given, GivenTable, Marks,
    ModelKind, Prior, Ragged, Split, Variance, Vocabulary, WordRules, Written, model_words,
};
use crate::table::{Decimal, Kind};

/// A recipe as written. The program chooses every field that is `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recipe {
    /// The data it was made for: a path, or `sample:NAME`. Opening the data removes it.
    pub data: Option<String>,
    pub target: Option<String>,
    /// The columns the model reads, in file order; by default all that remain.
    pub features: Option<Vec<String>>,
    pub ignore: Vec<String>,
    pub columns: Vec<ColumnChoice>,
    pub model: Option<ModelKind>,
    /// The shape of Σ.
    pub covariance: Option<Covariance>,
    /// The event model of text columns that name none of their own.
    pub event: Option<EventModel>,
    pub vocabulary: Option<Vocabulary>,
    pub bins: Option<Bins>,
    pub alpha: Option<Written>,
    pub prior: Option<Prior>,
    pub variance: Option<Variance>,
    pub var_smoothing: Option<Written>,
    /// The number added to the diagonal of Σ; for logistic regression, the penalty λ.
    pub ridge: Option<Written>,
    pub decision: Option<Decision>,
    pub convention: Option<Convention>,
    /// Cells that mean "missing". By default these are the empty cell, `?`, and marks such as `NA` where the column or the
    /// file shows that they mean it.
    pub missing: Option<Vec<String>>,
    /// The character between the fields of a line; detected in the file by default.
    pub delimiter: Option<Delimiter>,
    pub ragged: Option<Ragged>,
    pub weight: Option<String>,
    /// The classes in their order, including any that no row has.
    pub classes: Option<Vec<String>>,
    pub lower_case: Option<bool>,
    pub stop_words: Option<bool>,
    /// How often a word must occur to be in the vocabulary.
    pub min_count: Option<u64>,
    pub split: Option<Split>,
    pub seed: Option<u64>,
    pub given: Option<Given>,
    /// The query: column and cell, in the order written.
    pub query: Option<Vec<(String, String)>>,
    pub chosen: Chosen,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ColumnChoice {
    pub name: String,
    pub kind: Option<Kind>,
    pub bins: Option<Bins>,
    /// The text that counts as 1 in a binary column.
    pub one: Option<String>,
    /// The event model of a text column.
    pub event: Option<EventModel>,
    pub vocabulary: Option<Vocabulary>,
    pub values: Option<Vec<String>>,
    /// Texts that mean a missing cell here, besides the empty cell and `?`.
    pub missing: Option<Marks>,
    pub decimal: Option<Decimal>,
    /// Given P(value | class).
    pub table: Option<GivenTable>,
    pub mean: Option<ByClass>,
    pub variance: Option<ByClass>,
    /// Given rate λ of each class.
    pub rate: Option<ByClass>,
}

/// An entry: the field, its type and its name in messages; then its flag: the place, the word, the name of its value in
/// the help, and the help.
macro_rules! option {
    ($field:ident: $type:ty, $name:literal) => {
        RecipeOption {
            key: stringify!($field),
            name: $name,
            flag: None,
            applies: |_| true,
            fill: |_| {},
            read: |of, value| Ok(of.$field.put(<$type as Held>::read(value, $name)?)),
            value: |of| of.$field.held().and_then(Held::value),
            text: |of| of.$field.held().and_then(Held::text),
            over: |of, other| _ = other.$field.take().map(|held| of.$field.put(held)),
            clear: |of| _ = of.$field.take(),
        }
    };
    ($field:ident: $type:ty, $name:literal, $place:literal, $word:literal, $value:literal, $help:expr) => {
        RecipeOption {
            flag: Some(Flag {
                place: $place,
                word: $word,
                value_name: $value,
                help: $help,
                shape: <$type as Held>::SHAPE,
            }),
            ..option!($field: $type, $name)
        }
    };
}

/// One flag sets the bins of one column, or of all numeric columns.
const BINS: &str = "Bins of a column: COL=width:5, frequency:4, cuts:400,800, mdl or none; without COL=, of all numeric columns";

/// The options of a whole recipe, in the order of a file.
pub(crate) static OPTIONS: &[RecipeOption<Recipe>] = &[
    option!(data: String, "data"),
    option!(target: String, "target", 10, "target", "COL", "The column that holds the class"),
    option!(
        model: ModelKind, "model", 60, "model", "MODEL",
        concat!(
            model_words!(),
            "; evaluate also accepts logistic, and compare evaluates several models (--models)"
        )
    ),
    RecipeOption {
        applies: Reads::together,
        fill: |recipe| {
            let own = recipe.model.and_then(ModelKind::covariance);
            _ = recipe.covariance.get_or_insert(own.unwrap_or(Covariance::Shared));
        },
        ..option!(
            covariance: Covariance, "covariance", 130, "covariance", "SHAPE",
            "Shape of Σ for gda and qda: shared, per-class, shared-diagonal or per-class-diagonal"
        )
    },
    RecipeOption {
        applies: Reads::generative,
        fill: |recipe| _ = recipe.alpha.get_or_insert(Written::int(1)),
        ..option!(
            alpha: Written, "smoothing α", 90, "alpha", "NUMBER",
            "Number added to every count of a conditional: a decimal or a fraction"
        )
    },
    RecipeOption {
        applies: Reads::generative,
        fill: |recipe| recipe.prior = Some(recipe.prior_or_default()),
        ..option!(prior: Prior, "prior", 100, "prior", "PRIOR", "Prior of the classes: mle, laplace:1, uniform, or yes=0.6,no=0.4")
    },
    RecipeOption {
        applies: |reads| reads.together() || reads.curves(),
        fill: |recipe| recipe.variance = Some(recipe.variance_or_default()),
        ..option!(
            variance: Variance, "variance", 110, "variance", "WHICH",
            "Divisor of the variances: population (n) or unbiased (n - 1)"
        )
    },
    RecipeOption {
        applies: Reads::curves,
        fill: |recipe| recipe.var_smoothing = Some(recipe.var_smoothing_or_default()),
        ..option!(
            var_smoothing: Written, "variance smoothing ε", 120, "var-smoothing", "NUMBER",
            "Add this share of the largest variance to every variance"
        )
    },
    RecipeOption {
        applies: |reads| reads.together() || !reads.generative(),
        fill: |recipe| recipe.ridge = Some(recipe.ridge_or_default()),
        ..option!(
            ridge: Written, "ridge", 140, "ridge", "NUMBER",
            "Number added to the diagonal of Σ; with logistic, the penalty on squared weights"
        )
    },
    RecipeOption {
        applies: |reads| reads.marks,
        ..option!(
            missing: Vec<String>, "missing cells", 160, "missing", "A,B",
            "Cells that mean missing, separated by commas; they replace the empty cell, ? and marks such as NA among numbers"
        )
    },
    option!(
        delimiter: Delimiter, "delimiter", 165, "delimiter", "SIGN",
        "Field delimiter, such as ';', '#', '^', '~', ':', tab or blank; commas, semicolons, tabs and | are detected"
    ),
    option!(
        ragged: Ragged, "treatment of ragged rows", 170, "ragged", "RAGGED",
        "How to read rows of the wrong length: skip or extra"
    ),
    option!(
        weight: String, "weight", 150, "weight", "COL",
        "The weight column: how often each row was seen"
    ),
    RecipeOption {
        fill: |recipe| recipe.convention = Some(recipe.convention()),
        ..option!(
            convention: Convention, "convention", 180, "convention", "NAME",
            "Follow the conventions of cs229, scikit-learn, weka, r-e1071, mass or orange; other flags override them"
        )
    },
    option!(classes: Vec<String>, "classes"),
    RecipeOption {
        applies: |reads| reads.texts,
        fill: |recipe| recipe.lower_case = Some(WordRules::of(recipe).lower_case),
        ..option!(
            lower_case: bool, "lower case", 220, "lower-case", "true|false",
            "Convert words to lower case; --lower-case=false keeps them as written"
        )
    },
    RecipeOption {
        applies: Reads::words,
        fill: |recipe| recipe.stop_words = Some(WordRules::of(recipe).stop_words),
        ..option!(
            stop_words: bool, "stop words", 200, "stop-words", "true|false",
            "Leave English stop words out of the vocabulary; --stop-words=false keeps them, even if the recipe does not"
        )
    },
    RecipeOption {
        applies: Reads::words,
        fill: |recipe| recipe.min_count = Some(WordRules::of(recipe).min_count),
        ..RecipeOption::shaped(
            Shape::Whole(1),
            option!(
                min_count: u64, "least count of a word", 210, "min-count", "NUMBER",
                "How often a word must occur in the training rows to be in the vocabulary"
            ),
        )
    },
    RecipeOption {
        fill: |recipe| recipe.split = Some(recipe.split_or_default()),
        ..option!(
            split: Split, "split", 230, "split", "HOW",
            "Test rows: holdout:0.3, folds:10, leave-one-out, column:C, groups:5:C, file:T.csv or none (test on the training rows); parameters and posteriors always use all rows"
        )
    },
    RecipeOption {
        fill: |recipe| recipe.seed = Some(recipe.seed_or_default()),
        ..option!(
            seed: u64, "seed", 240, "seed", "NUMBER",
            "Seed of the random assignment to folds: the same seed gives the same folds"
        )
    },
    option!(ignore: Vec<String>, "ignored columns", 30, "ignore", "A,B", "Columns to leave out"),
    RecipeOption::shaped(
        Shape::Column("area=width:5"),
        option!(bins: Bins, "bins", 80, "bins", "COL=BINS", BINS),
    ),
    RecipeOption {
        applies: |reads| reads.texts,
        fill: |recipe| {
            let own = recipe.model.and_then(ModelKind::event);
            _ = recipe.event.get_or_insert(own.unwrap_or(EventModel::Multinomial));
        },
        ..option!(
            event: EventModel, "event model", 70, "event", "EVENT",
            "Event model of text columns: multinomial (word counts) or bernoulli (presence)"
        )
    },
    RecipeOption {
        applies: |reads| reads.texts,
        fill: |recipe| _ = recipe.vocabulary.get_or_insert(Vocabulary::Training),
        ..option!(
            vocabulary: Vocabulary, "vocabulary", 190, "vocabulary", "WHICH",
            "Where the vocabulary of text columns comes from: training, all-rows or file:PATH"
        )
    },
    option!(
        decision: Decision, "decision", 135, "decision", "RULE",
        "Decision rule: costs:well/ill=8,ill/well=1 (action, actual class, cost), file:COSTS.csv, threshold:ill=1/3 or reject:2/3"
    ),
    option!(query: Vec<(String, String)>, "query"),
    option!(given: Given, "given numbers"),
    RecipeOption {
        key: "feature",
        ..option!(features: Vec<String>, "features", 20, "features", "A,B", "The columns the model reads")
    },
];

/// The options of one column. The option of a recipe with the same key applies to all columns.
pub(crate) static COLUMN_OPTIONS: &[RecipeOption<ColumnChoice>] = &[
    RecipeOption::shaped(
        Shape::Column("area=categorical"),
        option!(
            kind: Kind, "kind of column", 40, "kind", "COL=KIND",
            "How a column is read: COL=numeric, categorical, binary or text"
        ),
    ),
    RecipeOption::shaped(
        Shape::Column("area=width:5"),
        option!(bins: Bins, "bins", 80, "bins", "COL=BINS", BINS),
    ),
    RecipeOption::shaped(
        Shape::Column("windy=TRUE"),
        option!(
            one: String, "value that counts as 1", 50, "one", "COL=VALUE",
            "The value that counts as 1 in a yes/no column"
        ),
    ),
    option!(event: EventModel, "event model"),
    option!(vocabulary: Vocabulary, "vocabulary"),
    option!(values: Vec<String>, "declared values"),
    RecipeOption::shaped(
        Shape::Column("pain=NA"),
        option!(
            missing: Marks, "missing cells of a column", 161, "missing-in", "COL=A,B",
            "Cells of one column that mean missing, besides the empty cell and ?; COL= for no others"
        ),
    ),
    RecipeOption::shaped(
        Shape::Column("price=comma"),
        option!(
            decimal: Decimal, "decimal mark", 162, "decimal", "COL=MARK",
            "Decimal mark of a column: comma or point; the other one marks thousands"
        ),
    ),
    option!(table: GivenTable, "given probabilities"),
    option!(mean: ByClass, "given means"),
    option!(variance: ByClass, "given variances"),
    option!(rate: ByClass, "given rates"),
];
