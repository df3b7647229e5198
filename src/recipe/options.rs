//! Everything that a recipe can say: its fields, and the one table of their keys, flags and defaults.
//!
//! A field and its entry in [`OPTIONS`] (or [`COLUMN_OPTIONS`]) are all that files, flags, merging and resolving need to
//! know of it.

use super::option::{Field, Flag, Held, Reads, RecipeOption, Shape};
use super::{
    Bins, ByClass, Chosen, Convention, Covariance, Decision, Delimiter, EventModel, Given, GivenTable, Marks,
    ModelKind, Prior, Ragged, Split, Variance, Vocabulary, WordRules, Written, model_words,
};
use crate::table::{Decimal, Kind};

/// A recipe as written: what is `None` is left to the program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recipe {
    /// The data it was made for: a path, or `sample:NAME`. Who opens the data takes it out.
    pub data: Option<String>,
    pub target: Option<String>,
    /// The columns the model reads, in file order; all others when nothing is said.
    pub features: Option<Vec<String>>,
    pub ignore: Vec<String>,
    pub columns: Vec<ColumnChoice>,
    pub model: Option<ModelKind>,
    /// The shape of Σ.
    pub covariance: Option<Covariance>,
    /// The event model of text columns of which nothing else is said.
    pub event: Option<EventModel>,
    pub vocabulary: Option<Vocabulary>,
    pub bins: Option<Bins>,
    pub alpha: Option<Written>,
    pub prior: Option<Prior>,
    pub variance: Option<Variance>,
    pub var_smoothing: Option<Written>,
    /// What is added to the diagonal of Σ; the penalty λ of logistic regression.
    pub ridge: Option<Written>,
    pub decision: Option<Decision>,
    pub convention: Option<Convention>,
    /// Cells that mean "missing"; where none are listed the empty cell, `?`, and marks such as `NA` where the column or the
    /// file shows that they are meant so.
    pub missing: Option<Vec<String>>,
    /// What divides the fields of a line; found in the file where nothing is said.
    pub delimiter: Option<Delimiter>,
    pub ragged: Option<Ragged>,
    pub weight: Option<String>,
    /// The classes in their order; one that no row has counts all the same.
    pub classes: Option<Vec<String>>,
    pub lower_case: Option<bool>,
    pub stop_words: Option<bool>,
    /// How often a word must occur to be in the vocabulary.
    pub min_count: Option<u64>,
    pub split: Option<Split>,
    pub seed: Option<u64>,
    pub given: Option<Given>,
    /// The case in hand: column and cell, in the order written.
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
    /// Texts that mean a missing cell here, beside the empty cell and `?`; no others do.
    pub missing: Option<Marks>,
    pub decimal: Option<Decimal>,
    /// Given P(value | class).
    pub table: Option<GivenTable>,
    pub mean: Option<ByClass>,
    pub variance: Option<ByClass>,
    /// Given rate λ of each class.
    pub rate: Option<ByClass>,
}

/// An entry: the field, its type and what messages call it; then its flag: the place, the word, what stands for the value
/// in the help, and the help.
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

/// One flag says the bins of a column, and those of all.
const BINS: &str = "COL=width:5, frequency:4, cuts:400,800, mdl or none; none is the number itself, and without COL= it is of all numeric columns";

/// The options of a whole recipe, in the order of a file.
pub(crate) static OPTIONS: &[RecipeOption<Recipe>] = &[
    option!(data: String, "data"),
    option!(target: String, "target", 10, "target", "COL", "The column that holds the class"),
    option!(
        model: ModelKind, "model", 60, "model", "MODEL",
        concat!(
            model_words!(),
            "; evaluate also takes logistic, and compare evaluates several side by side (--models)"
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
            "Σ of gda and qda: shared, per-class, shared-diagonal or per-class-diagonal"
        )
    },
    RecipeOption {
        applies: Reads::generative,
        fill: |recipe| _ = recipe.alpha.get_or_insert(Written::int(1)),
        ..option!(
            alpha: Written, "smoothing α", 90, "alpha", "NUMBER",
            "Smoothing of conditionals: a decimal or a fraction"
        )
    },
    RecipeOption {
        applies: Reads::generative,
        fill: |recipe| recipe.prior = Some(recipe.prior_or_default()),
        ..option!(prior: Prior, "prior", 100, "prior", "PRIOR", "mle, laplace:1, uniform, or yes=0.6,no=0.4")
    },
    RecipeOption {
        applies: |reads| reads.together() || reads.curves(),
        fill: |recipe| recipe.variance = Some(recipe.variance_or_default()),
        ..option!(
            variance: Variance, "variance", 110, "variance", "WHICH",
            "What a sum of squares is divided by: population (n) or unbiased (n - 1)"
        )
    },
    RecipeOption {
        applies: Reads::curves,
        fill: |recipe| recipe.var_smoothing = Some(recipe.var_smoothing_or_default()),
        ..option!(
            var_smoothing: Written, "variance smoothing ε", 120, "var-smoothing", "NUMBER",
            "Share of the largest variance that is added to every variance"
        )
    },
    RecipeOption {
        applies: |reads| reads.together() || !reads.generative(),
        fill: |recipe| recipe.ridge = Some(recipe.ridge_or_default()),
        ..option!(
            ridge: Written, "ridge", 140, "ridge", "NUMBER",
            "What is added to the diagonal of Σ; with logistic, the penalty on squared weights"
        )
    },
    RecipeOption {
        applies: |reads| reads.marks,
        ..option!(
            missing: Vec<String>, "missing cells", 160, "missing", "A,B",
            "Cells that mean missing, between commas, instead of the empty cell, ? and marks such as NA among numbers"
        )
    },
    option!(
        delimiter: Delimiter, "delimiter", 165, "delimiter", "SIGN",
        "Field delimiter, such as ';', '#', '^', '~', ':', tab or blank; detected where it is a comma, a semicolon, a tab or |"
    ),
    option!(
        ragged: Ragged, "treatment of ragged rows", 170, "ragged", "RAGGED",
        "What to do with rows of the wrong length: skip or extra"
    ),
    option!(
        weight: String, "weight", 150, "weight", "COL",
        "The column that says how many times its row was seen"
    ),
    RecipeOption {
        fill: |recipe| recipe.convention = Some(recipe.convention()),
        ..option!(
            convention: Convention, "convention", 180, "convention", "NAME",
            "Whose conventions: cs229, scikit-learn, weka, r-e1071, mass or orange; other flags win over it"
        )
    },
    option!(classes: Vec<String>, "classes"),
    RecipeOption {
        applies: |reads| reads.texts,
        fill: |recipe| recipe.lower_case = Some(WordRules::of(recipe).lower_case),
        ..option!(
            lower_case: bool, "lower case", 220, "lower-case", "true|false",
            "Whether words are lower-cased: --lower-case=false keeps them as written"
        )
    },
    RecipeOption {
        applies: Reads::words,
        fill: |recipe| recipe.stop_words = Some(WordRules::of(recipe).stop_words),
        ..option!(
            stop_words: bool, "stop words", 200, "stop-words", "true|false",
            "Leave English stop words out of the vocabulary: --stop-words=false keeps them where a recipe leaves them out"
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
            "holdout:0.3, folds:10, leave-one-out, column:C, groups:5:C, file:T.csv; the test rows, with none the training rows; parameters and posteriors always use all rows"
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
            "How a text is a product of words: multinomial or bernoulli"
        )
    },
    RecipeOption {
        applies: |reads| reads.texts,
        fill: |recipe| _ = recipe.vocabulary.get_or_insert(Vocabulary::Training),
        ..option!(
            vocabulary: Vocabulary, "vocabulary", 190, "vocabulary", "WHICH",
            "The words of text columns: training, all-rows or file:PATH"
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

/// The options of one column. What the option of a recipe with the same key says holds for all columns.
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
            "Cells of one column that mean missing, beside the empty cell and ?; COL= for no others"
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
