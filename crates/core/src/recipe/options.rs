//! The fields of a recipe, and the one table of their keys, flags and defaults, from which files, flags, merging and resolving
//! work.

use super::file::{bad, is_not_a, values};
use super::{
    Bins, ByName, Chosen, Convention, CountsKind, Covariance, Decision, Delimiter, EventModel, ExactNumber,
    Marks, ModelKind, NumberAs, Prior, Ragged, Split, Variance, Vocabulary, WordRules, model_words,
};
use crate::problem::Problem;
use crate::table::{Decimal, FeatureMap, Kind};
use crate::text::{list, list_item, pair_item};
use serde::Deserialize;
use toml::{Table as Toml, Value};

/// An option of a record.
pub struct RecipeOption<R> {
    pub key: &'static str,
    pub name: &'static str,
    pub flag: Option<Flag>,
    pub applies: fn(&Reads) -> bool,
    pub fill: fn(&mut R),
    /// The value in a file, if it is set.
    pub value: fn(&R) -> Option<Value>,
    /// The value of the flag, if that differs from the value in a file.
    text: fn(&R) -> Option<String>,
    pub clear: fn(&mut R),
    pub(super) read: fn(&mut R, Value) -> Result<(), RecipeError>,
    pub(super) over: fn(&mut R, &mut R),
}

#[derive(Clone, Copy)]
pub struct Flag {
    /// Its place in the help.
    pub place: u8,
    /// Its name without `--`.
    pub word: &'static str,
    pub value_name: &'static str,
    pub help: &'static str,
    pub shape: FlagShape,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlagShape {
    Text,
    Signed,
    Words(&'static [&'static str]),
    List,
    /// True or false; alone it is true.
    Switch,
    Whole(u64),
    /// A column, `=` and a text, as in this example.
    Column(&'static str),
}

/// What a model reads, as far as it decides which options matter.
#[derive(Clone, Copy, Debug)]
pub struct Reads {
    pub model: ModelKind,
    /// Whether a feature is a number without bins.
    pub numbers: bool,
    pub texts: bool,
    pub counts: bool,
    pub marks: bool,
}

impl Reads {
    pub fn curves(&self) -> bool {
        self.numbers && self.model.family().number == NumberAs::Curve
    }

    pub fn generative(&self) -> bool {
        self.model != ModelKind::Logistic
    }

    pub fn words(&self) -> bool {
        self.texts || self.counts
    }
}

impl<R> RecipeOption<R> {
    const fn named(key: &'static str, name: &'static str) -> Self {
        RecipeOption {
            key,
            name,
            flag: None,
            applies: |_| true,
            fill: |_| {},
            value: |_| None,
            text: |_| None,
            clear: |_| {},
            read: |_, _| Ok(()),
            over: |_, _| {},
        }
    }

    /// Reads the value of the flag.
    pub fn parse(&self, into: &mut R, text: &str) -> Result<(), Problem> {
        let wrong = || bad(&is_not_a(self.name), text, "write a whole number, 1 or more");
        let is_too_small = |least: u64| text.trim().parse().is_ok_and(|whole: u64| whole < least);
        if matches!(self.flag, Some(Flag { shape: FlagShape::Whole(least), .. }) if is_too_small(least)) {
            return Err(wrong());
        }
        (self.read)(into, Value::String(text.to_owned())).map_err(|unread| match unread {
            RecipeError::Value(error) => error,
            RecipeError::File(..) => wrong(),
        })
    }
}

impl<R: Default> RecipeOption<R> {
    /// Returns the value of the flag; `Some(None)` where no flag would be read back as it is.
    pub fn flag_value(&self, of: &R) -> Option<Option<String>> {
        let value = (self.value)(of)?;
        let joined = |parts: Vec<String>| parts.join(",");
        let text = (self.text)(of).unwrap_or_else(|| match &value {
            Value::Array(all) => joined(all.iter().map(|of| list_item(&scalar(of)).into_owned()).collect()),
            Value::Table(all) => joined(all.iter().map(|(name, of)| pair_item(name, &scalar(of))).collect()),
            one => scalar(one),
        });
        let mut again = R::default();
        let same = self.parse(&mut again, &text).is_ok() && (self.value)(&again) == Some(value);
        Some(same.then_some(text))
    }
}

pub(super) enum RecipeError {
    /// It is not TOML, or not that of a recipe; at which byte.
    File(String, Option<usize>),
    Value(Problem),
}

impl From<Problem> for RecipeError {
    fn from(error: Problem) -> RecipeError {
        RecipeError::Value(error)
    }
}

impl From<toml::de::Error> for RecipeError {
    fn from(error: toml::de::Error) -> RecipeError {
        RecipeError::File(error.message().to_owned(), error.span().map(|span| span.start))
    }
}

/// Defines a record and the table of its options. An option is a field, its type, its name in messages, perhaps a
/// flag (place in the help, word, name of the value, help, shape of the value), and what differs from
/// [`RecipeOption::named`].
macro_rules! options {
    (
        $(#[$doc:meta])* $record:ident, $table:ident { $($other:ident: $other_type:ty,)* }
        $(
            $(#[$field_doc:meta])*
            $field:ident: $type:ty $(as $list:ident)?, $name:literal
            $([$place:literal, $word:literal, $value:literal, $help:expr $(, $shape:expr)?])?
            $({ $($key:ident: $of:expr,)+ })?;
        )+
    ) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct $record {
            $(pub $other: $other_type,)*
            $($(#[$field_doc])* pub $field: options!(@field $type $(, $list)?),)+
        }

        pub static $table: &[RecipeOption<$record>] = &[$(
            RecipeOption {
                $(flag: Some(Flag {
                    place: $place,
                    word: $word,
                    value_name: $value,
                    help: $help,
                    shape: options!(@shape $type $(, $shape)?),
                }),)?
                $($($key: $of,)+)?
                ..options!(@entry $field: $type, $name $(, $list)?)
            },
        )+];
    };
    (@field $type:ty) => { Option<$type> };
    (@field $type:ty, list) => { $type };
    (@shape $type:ty) => { <$type as Held>::SHAPE };
    (@shape $type:ty, $shape:expr) => { $shape };
    (@entry $field:ident: $type:ty, $name:literal) => {
        RecipeOption {
            read: |of, value| Ok(of.$field = Some(<$type as Held>::read(value, Some($name))?)),
            value: |of| Held::value(of.$field.as_ref()?),
            over: |of, other| of.$field = other.$field.take().or(of.$field.take()),
            clear: |of| of.$field = None,
            ..RecipeOption::named(stringify!($field), $name)
        }
    };
    // A list that other lists are added to.
    (@entry $field:ident: $type:ty, $name:literal, list) => {
        RecipeOption {
            read: |of, value| Ok(of.$field.extend(<$type as Held>::read(value, Some($name))?)),
            value: |of| Some(&of.$field).filter(|list| !list.is_empty()).and_then(Held::value),
            over: |of, other| of.$field.append(&mut other.$field),
            clear: |of| of.$field.clear(),
            ..RecipeOption::named(stringify!($field), $name)
        }
    };
}

/// One flag sets the bins of one column, or of all numeric columns.
const BINS: &str = "Bins of a column: COL=width:5, frequency:4, cuts:400,800, mdl or none; without COL=, of all numeric columns";

options!(
    /// A recipe as written, in the order of a file. The program chooses every field that is `None`.
    Recipe, OPTIONS { columns: Vec<ColumnChoice>, chosen: Chosen, }
    /// A path, or `sample:NAME`. Opening the data removes it.
    data: String, "data";
    target: String, "target" [10, "target", "COL", "The column that holds the class"];
    model: ModelKind, "model" [60, "model", "MODEL",
        concat!(
            model_words!(),
            "; evaluate also accepts logistic, and compare evaluates several models (--models)"
        )];
    covariance: Covariance, "covariance" [130, "covariance", "SHAPE",
        "Shape of Σ for gda and qda: shared, per-class, shared-diagonal or per-class-diagonal"] {
        applies: |reads| reads.model.is_joint(),
        fill: |recipe| {
            let own = recipe.model.and_then(ModelKind::covariance);
            _ = recipe.covariance.get_or_insert(own.unwrap_or(Covariance::Shared));
        },
    };
    alpha: ExactNumber, "smoothing α" [90, "alpha", "NUMBER",
        "Number added to every count of a conditional: a decimal or a fraction"] {
        applies: Reads::generative,
        fill: |recipe| _ = recipe.alpha.get_or_insert(ExactNumber::int(1)),
    };
    prior: Prior, "prior" [100, "prior", "PRIOR",
        "Prior of the classes: mle, laplace:1, uniform, or yes=0.6,no=0.4"] {
        applies: Reads::generative,
        fill: |recipe| recipe.prior = Some(recipe.prior_or_default()),
    };
    variance: Variance, "variance" [110, "variance", "WHICH",
        "Divisor of the variances: population (n) or unbiased (n - 1)"] {
        applies: |reads| reads.model.is_joint() || reads.curves(),
        fill: |recipe| recipe.variance = Some(recipe.variance_or_default()),
    };
    var_smoothing: ExactNumber, "variance smoothing ε" [120, "var-smoothing", "NUMBER",
        "Add this share of the largest variance to every variance"] {
        applies: Reads::curves,
        fill: |recipe| recipe.var_smoothing = Some(recipe.var_smoothing_or_default()),
    };
    ridge: ExactNumber, "ridge" [140, "ridge", "NUMBER",
        "Number added to the diagonal of Σ; with logistic, the penalty on squared weights"] {
        applies: |reads| reads.model.is_joint() || !reads.generative(),
        fill: |recipe| recipe.ridge = Some(recipe.ridge_or_default()),
    };
    missing: Vec<String>, "missing cells" [160, "missing", "A,B",
        "Cells that mean missing, separated by commas; they replace the empty cell, ? and marks such as NA among numbers"] {
        applies: |reads| reads.marks,
    };
    delimiter: Delimiter, "delimiter" [165, "delimiter", "SIGN",
        "Field delimiter, such as ';', '#', '^', '~', ':', tab or blank; commas, semicolons, tabs and | are detected"];
    header: bool, "header" [166, "header", "true|false",
        "Whether the first line has the names of the columns; --header=false reads it as a row"];
    counts: CountsKind, "kind of counts" [167, "counts", "KIND",
        "Read a table of counts instead of rows: table (rows with a value), documents (documents with a word) or tokens (occurrences of a word), by class"];
    ragged: Ragged, "treatment of ragged rows" [170, "ragged", "RAGGED",
        "How to read rows of the wrong length: skip or extra"];
    weight: String, "weight" [150, "weight", "COL",
        "The weight column: how often each row was seen"];
    convention: Convention, "convention" [180, "convention", "NAME",
        "Follow the conventions of cs229, scikit-learn, weka, r-e1071, mass or orange; other flags override them"] {
        fill: |recipe| recipe.convention = Some(recipe.convention()),
    };
    /// The classes in their order, including any that no row has.
    classes: Vec<String>, "classes";
    lower_case: bool, "lower case" [220, "lower-case", "true|false",
        "Convert words to lower case; --lower-case=false keeps them as written"] {
        applies: |reads| reads.texts,
        fill: |recipe| recipe.lower_case = Some(WordRules::of(recipe).lower_case),
    };
    stop_words: bool, "stop words" [200, "stop-words", "true|false",
        "Leave English stop words out of the vocabulary; --stop-words=false keeps them, even if the recipe does not"] {
        applies: Reads::words,
        fill: |recipe| recipe.stop_words = Some(WordRules::of(recipe).stop_words),
    };
    min_count: u64, "least count of a word" [210, "min-count", "NUMBER",
        "How often a word must occur in the training rows to be in the vocabulary", FlagShape::Whole(1)] {
        applies: Reads::words,
        fill: |recipe| recipe.min_count = Some(WordRules::of(recipe).min_count),
    };
    split: Split, "split" [230, "split", "HOW",
        "Test rows: holdout:0.3, folds:10, leave-one-out, column:C, groups:5:C, file:T.csv or none (test on the training rows); parameters and posteriors always use all rows"] {
        fill: |recipe| recipe.split = Some(recipe.split_or_default()),
    };
    seed: u64, "seed" [240, "seed", "NUMBER",
        "Seed of the random assignment to folds: the same seed gives the same folds"] {
        fill: |recipe| recipe.seed = Some(recipe.seed_or_default()),
    };
    ignore: Vec<String> as list, "ignored columns" [30, "ignore", "A,B", "Columns to leave out"];
    maps: Vec<FeatureMap> as list, "feature maps" [25, "maps", "A,B",
        "Features computed from columns, such as x^2, x*y or ln x; read by logistic regression, and by other models if --features names them"];
    bins: Bins, "bins" [80, "bins", "COL=BINS", BINS, FlagShape::Column("area=width:5")];
    event: EventModel, "event model" [70, "event", "EVENT",
        "Event model of text columns: multinomial (word counts) or bernoulli (presence)"] {
        applies: |reads| reads.texts,
        fill: |recipe| {
            let own = recipe.model.and_then(ModelKind::event);
            _ = recipe.event.get_or_insert(own.unwrap_or(EventModel::Multinomial));
        },
    };
    vocabulary: Vocabulary, "vocabulary" [190, "vocabulary", "WHICH",
        "Where the vocabulary of text columns comes from: training, all-rows or file:PATH"] {
        applies: |reads| reads.texts,
        fill: |recipe| _ = recipe.vocabulary.get_or_insert(Vocabulary::Training),
    };
    decision: Decision, "decision" [135, "decision", "RULE",
        "Decision rule: costs:well/ill=8,ill/well=1 (action, actual class, cost), file:COSTS.csv, threshold:ill=1/3 or reject:2/3"] {
        text: |recipe| Some(recipe.decision.as_ref()?.to_string()),
    };
    /// The query: column and cell, in the order written.
    query: ByName<String>, "query";
    given: Given, "given numbers";
    features: Vec<String>, "features" [20, "features", "A,B", "The columns the model reads"] {
        key: "feature",
    };
);

options!(
    /// The options of one column. The option of a recipe with the same key applies to all columns.
    ColumnChoice, COLUMN_OPTIONS { name: String, }
    kind: Kind, "kind of column" [40, "kind", "COL=KIND",
        "How a column is read: COL=numeric, categorical, binary or text", FlagShape::Column("area=categorical")];
    bins: Bins, "bins" [80, "bins", "COL=BINS", BINS, FlagShape::Column("area=width:5")];
    one: String, "value that counts as 1" [50, "one", "COL=VALUE",
        "The value that counts as 1 in a yes/no column", FlagShape::Column("windy=TRUE")];
    event: EventModel, "event model";
    vocabulary: Vocabulary, "vocabulary";
    values: Vec<String>, "declared values";
    missing: Marks, "missing cells of a column" [161, "missing-in", "COL=A,B",
        "Cells of one column that mean missing, besides the empty cell and ?; COL= for no others",
        FlagShape::Column("pain=NA")];
    decimal: Decimal, "decimal mark" [162, "decimal", "COL=MARK",
        "Decimal mark of a column: comma or point; the other one marks thousands",
        FlagShape::Column("price=comma")];
    table: ByName<ByName<ExactNumber>>, "given probabilities";
    mean: ByName<ExactNumber>, "given means";
    variance: ByName<ExactNumber>, "given variances";
    rate: ByName<ExactNumber>, "given rates";
);

options!(
    /// What is given of the model as a whole; what is given of a feature is in its [`ColumnChoice`].
    Given, GIVEN {}
    prior: ByName<ExactNumber> as list, "given priors";
    mean: ByName<Vec<ExactNumber>> as list, "given means";
    /// Σ, row by row: by class, or once under the name `shared`.
    sigma: ByName<Vec<Vec<ExactNumber>>> as list, "given Σ" {
        key: "Sigma",
    };
);

/// What a key holds.
pub(super) trait Held: Sized {
    const SHAPE: FlagShape = FlagShape::Text;
    /// Reads a value of a file, or the text of a flag. `name` is what messages call it; a part of a list or a table has
    /// none.
    fn read(value: Value, name: Option<&'static str>) -> Result<Self, RecipeError>;
    /// `None` where TOML has no such number.
    fn value(&self) -> Option<Value>;
}

/// Types that TOML reads and writes by these expressions.
macro_rules! held {
    ($value:ident => $read:expr, $of:ident => $write:expr; $($type:ty = $shape:expr),+ $(,)?) => { $(
        impl Held for $type {
            const SHAPE: FlagShape = $shape;

            fn read($value: Value, _: Option<&'static str>) -> Result<Self, RecipeError> {
                Ok($read)
            }

            fn value(&self) -> Option<Value> {
                let $of = self;
                $write
            }
        }
    )+ };
}

held!(
    value => String::deserialize(value)?, of => Some(Value::String(of.clone()));
    String = FlagShape::Text,
);
held!(
    value => match value {
        Value::String(text) => text.trim().parse().map_err(|_| RecipeError::File("invalid value".into(), None))?,
        other => Self::deserialize(other)?,
    },
    of => Value::try_from(of).ok();
    bool = FlagShape::Switch, u64 = FlagShape::Whole(0),
);
held!(
    value => String::deserialize(value)?.parse::<Self>()?, of => Some(Value::String(of.to_string()));
    ModelKind = FlagShape::Words(ModelKind::WORDS),
    Covariance = FlagShape::Words(Covariance::WORDS),
    EventModel = FlagShape::Words(EventModel::WORDS),
    Variance = FlagShape::Words(Variance::WORDS),
    Convention = FlagShape::Words(Convention::WORDS),
    Ragged = FlagShape::Words(Ragged::WORDS),
    CountsKind = FlagShape::Words(CountsKind::WORDS),
    Bins = FlagShape::Text, Delimiter = FlagShape::Text, Split = FlagShape::Text,
    Vocabulary = FlagShape::Text, Kind = FlagShape::Text, Decimal = FlagShape::Text,
);

held!(
    value => Marks(Vec::read(value, None)?.into_iter().filter(|text: &String| !text.is_empty()).collect()),
    of => of.0.value();
    Marks = FlagShape::Text,
);
held!(
    value => match value {
        Value::Table(_) => Prior::given(Held::read(value, None)?)?,
        other => scalar(&other).parse()?,
    },
    of => match of {
        Prior::Given(values) => values.value(),
        other => Some(Value::String(other.to_string())),
    };
    Prior = FlagShape::Signed,
);
held!(
    value => match value {
        Value::Table(table) => Decision::of_table(&table)?,
        other => scalar(&other).parse()?,
    },
    of => Some(Value::Table(of.to_table()));
    Decision = FlagShape::Text,
);
held!(
    value => Given::of_table(Toml::deserialize(value)?)?,
    of => Some(Value::Table(values(GIVEN, of).collect()));
    Given = FlagShape::Text,
);

held!(
    value => scalar(&value).parse::<FeatureMap>()?, of => Some(Value::String(of.to_string()));
    FeatureMap = FlagShape::Text,
);

/// A number of the recipe is 0 or more; one in a table has any sign.
impl Held for ExactNumber {
    const SHAPE: FlagShape = FlagShape::Signed;

    fn read(value: Value, name: Option<&'static str>) -> Result<Self, RecipeError> {
        let text = scalar(&value);
        Ok(name.map_or_else(|| ExactNumber::any(&text), |name| ExactNumber::non_negative(&text, name))?)
    }

    fn value(&self) -> Option<Value> {
        Some(Value::String(self.text().to_owned()))
    }
}

/// Reads a part of a list or a table, in which a number may be written without quotes.
fn part<T: Held>(value: Value) -> Result<T, RecipeError> {
    match value {
        Value::Array(_) | Value::Table(_) => T::read(value, None),
        other => T::read(Value::String(scalar(&other)), None),
    }
}

/// A list in a file, texts between commas behind a flag.
impl<T: Held> Held for Vec<T> {
    const SHAPE: FlagShape = FlagShape::List;

    fn read(value: Value, _: Option<&'static str>) -> Result<Self, RecipeError> {
        let parts = match value {
            Value::Array(_) | Value::Table(_) => Vec::<Value>::deserialize(value)?,
            text => list(&scalar(&text)).into_iter().map(Value::String).collect(),
        };
        parts.into_iter().map(part).collect()
    }

    fn value(&self) -> Option<Value> {
        self.iter().map(T::value).collect::<Option<_>>().map(Value::Array)
    }
}

impl<T: Held> Held for ByName<T> {
    fn read(value: Value, _: Option<&'static str>) -> Result<Self, RecipeError> {
        Toml::deserialize(value)?.into_iter().map(|(name, value)| Ok((name, part(value)?))).collect()
    }

    fn value(&self) -> Option<Value> {
        let parts = self.iter().map(|(name, part)| Some((name.clone(), part.value()?)));
        parts.collect::<Option<_>>().map(Value::Table)
    }
}

pub(super) fn scalar(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
