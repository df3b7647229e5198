//! The model families: which kinds of columns each reads, and how it wants them read.

use super::choices::words;
use super::file::{unknown_word, wrong_kind};
use super::{ColumnChoice, Covariance, EventModel, Feature, Recipe, quoted};
use crate::problem::Problem;
use crate::table::{Kind, Table};
use crate::text::{brief, flag_of, flag_pair};
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::str::FromStr;

/// The model that fits the kinds of the features. Numbers that are 0 and 1 are flags to it, where nobody said otherwise.
pub(super) fn automatic(recipe: &Recipe, table: &Table, features: &[Feature]) -> ModelKind {
    let said = said(recipe);
    let features: Vec<Feature> = features
        .iter()
        .map(|feature| {
            let open = is_open(said.get(feature.name.as_str()).copied(), feature);
            let number = feature.kind == Kind::Numeric && open;
            let flag = number && table.could_be_binary(feature.column).is_some();
            Feature { kind: if flag { Kind::Binary } else { feature.kind }, ..feature.clone() }
        })
        .collect();
    let count = |is: &dyn Fn(&Feature) -> bool| features.iter().filter(|feature| is(feature)).count();
    let texts = count(&|feature| feature.kind == Kind::Text);
    let numbers = count(&|feature| feature.kind == Kind::Numeric && feature.bins.is_none());
    let flags = count(&|feature| feature.kind == Kind::Binary);
    let absences = count(&|feature| feature.kind == Kind::Text && feature.event == EventModel::Bernoulli);
    match (texts, numbers) {
        _ if flags + absences == features.len() => ModelKind::Bernoulli,
        (0, 0) if flags == 0 => ModelKind::Categorical,
        (0, n) if n == features.len() => ModelKind::Gaussian,
        (t, 0) if t == features.len() && absences == 0 => ModelKind::Multinomial,
        _ => ModelKind::Mixed,
    }
}

pub(super) fn said(recipe: &Recipe) -> HashMap<&str, &ColumnChoice> {
    recipe.columns.iter().rev().map(|choice| (choice.name.as_str(), choice)).collect()
}

fn is_open(said: Option<&ColumnChoice>, feature: &Feature) -> bool {
    said.is_none_or(|choice| choice.kind.is_none()) && feature.bins.is_none()
}

/// Whether each feature is a word, and its numbers say how often it stands in a document: a table of counts under the
/// multinomial model.
pub(super) fn is_word_counts(model: ModelKind, features: &[Feature]) -> bool {
    let counts = |feature: &Feature| feature.kind == Kind::Numeric && feature.bins.is_none();
    model.family().number == NumberAs::WordCount && !features.is_empty() && features.iter().all(counts)
}

/// Reads the columns as a model wants them, where nobody said otherwise.
pub(super) fn adapt(model: ModelKind, recipe: &Recipe, table: &Table, features: &mut [Feature]) {
    let said = said(recipe);
    for feature in features {
        let said = said.get(feature.name.as_str());
        let open = is_open(said.copied(), feature);
        if model.family().reads == Reading::Words && open && feature.kind == Kind::Categorical {
            // A column of short documents may have been taken for categories.
            feature.kind = Kind::Text;
        }
        let candidate = table.could_be_binary(feature.column);
        if model == ModelKind::Logistic && open && feature.kind == Kind::Categorical && candidate.is_some() {
            feature.kind = Kind::Binary;
        }
        if matches!(model, ModelKind::Bernoulli | ModelKind::Mixed) && open && candidate.is_some() {
            feature.kind = Kind::Binary;
        }
        // Who says which value counts as 1 says that it is a yes/no column.
        if model == ModelKind::Bernoulli && open && feature.kind == Kind::Categorical && feature.one.is_some()
        {
            feature.kind = Kind::Binary;
        }
        if feature.kind == Kind::Binary && feature.one.is_none() {
            let lone = table.columns().get(feature.column).is_some_and(|column| column.kind == Kind::Numeric);
            let one = candidate.map(|(_, one)| one.as_str().to_owned());
            feature.one = one.or_else(|| lone.then(|| "1".to_owned()));
        }
        if let (None, None, Some(event)) = (said.and_then(|choice| choice.event), recipe.event, model.event())
        {
            feature.event = event;
        }
    }
}

/// The shape of Σ: what was said, else what the model's name says.
pub(super) fn covariance(model: ModelKind, said: Option<Covariance>) -> Result<Covariance, Problem> {
    let own = model.covariance().unwrap_or(Covariance::Shared);
    match (model, said) {
        (ModelKind::Qda, Some(shape @ (Covariance::Shared | Covariance::SharedDiagonal))) => {
            let shape = shape.word();
            Err(Problem::usage(
                format!("qda has a Σ for each class, but the recipe asks for {shape}"),
                format!(
                    "use --model gda --covariance {shape}, or --covariance per-class or per-class-diagonal"
                ),
            ))
        }
        (_, said) => Ok(said.unwrap_or(own)),
    }
}

/// Which text counts as 1 in each yes/no column, where nobody said it: column and text.
pub(super) fn ones(recipe: &Recipe, features: &[Feature]) -> BTreeMap<String, String> {
    let said = said(recipe);
    let chosen = features
        .iter()
        .filter(|feature| recipe.one_is_chosen(said.get(feature.name.as_str()).copied(), feature));
    chosen.filter_map(|feature| Some((feature.name.as_str().to_owned(), feature.one.clone()?))).collect()
}

pub(super) fn check(model: ModelKind, features: &[Feature]) -> Result<(), Problem> {
    if is_word_counts(model, features) {
        return Ok(());
    }
    // Beside counts of words it is the other columns that cannot be read.
    let count = |feature: &&Feature| feature.kind == Kind::Numeric && feature.bins.is_none();
    let counts = features.iter().filter(count).count();
    let is_table_of_counts = model.family().number == NumberAs::WordCount && 2 * counts > features.len();
    let in_the_way = features.iter().find(|feature| is_table_of_counts && !count(feature));
    if let Some(feature) = in_the_way {
        let name = feature.name.as_str();
        let what = format!(
            "{} cannot read “{}”, which is {}, beside columns of counts",
            model.word(),
            brief(name),
            feature.kind.word()
        );
        let others = features.iter().filter(|feature| !count(feature)).map(|feature| feature.name.as_str());
        let others: Vec<&str> = others.collect();
        let them = if others.len() == 1 { "it" } else { "them" };
        let fix = format!(
            "{WORDS}; leave {them} out: --ignore {}; or use --model mixed",
            quoted(&others.join(","))
        );
        return Err(Problem { feature: Some(name.to_owned()), ..wrong_kind(Some(name), what, fix) });
    }
    for feature in features {
        if let Some(fix) = refused(model, feature) {
            let kind = match (feature.kind, &feature.bins) {
                (Kind::Numeric, Some(_)) => "a number in bins",
                (Kind::Numeric, None) => "a number",
                (kind, _) => kind.word(),
            };
            let name = feature.name.as_str();
            let fix = beside_counts(model, feature, features).unwrap_or(fix);
            let what = format!("{} cannot read “{}”, which is {kind}", model.word(), brief(name));
            return Err(Problem { feature: Some(name.to_owned()), ..wrong_kind(Some(name), what, fix) });
        }
    }
    let columns = features.len();
    if model.is_joint() && columns > TOGETHER {
        let entries = columns as u64 * (columns as u64 + 1) / 2;
        let model = model.word();
        return Err(wrong_kind(
            None,
            format!(
                "{model} reads all numbers together, and {columns} of them would have {entries} covariances"
            ),
            format!(
                "use --model gaussian, which has a variance for each number, or choose at most {TOGETHER}: --features A,B"
            ),
        ));
    }
    Ok(())
}

/// The most numbers that are read together: their covariances take 100 megabytes for each class.
const TOGETHER: usize = 5_000;

/// What the multinomial model reads.
const WORDS: &str = "multinomial reads columns of text, or only columns of numbers that each count a word";

/// What to leave out of columns of words and of numbers: the numbers are counts of words only where no text is beside them.
fn beside_counts(model: ModelKind, refused: &Feature, features: &[Feature]) -> Option<String> {
    let (counts, others): (Vec<_>, Vec<_>) =
        features.iter().cloned().partition(|feature| is_word_counts(model, std::slice::from_ref(feature)));
    let names = |of: &[Feature]| {
        let names: Vec<&str> = of.iter().take(NAMED).map(|feature| feature.name.as_str()).collect();
        quoted(&names.join(","))
    };
    let listed = counts.len().max(others.len()) <= NAMED && counts.contains(refused);
    (listed && !others.is_empty()).then(|| {
        let texts = match others.iter().all(|other| other.kind == Kind::Text) {
            true => format!("; to count the words of the text, leave the numbers out: --ignore {}", names(&counts)),
            false => String::new(),
        };
        format!(
            "{WORDS}; if the numbers count words, leave the others out: --ignore {}{texts}; or use --model mixed",
            names(&others)
        )
    })
}

const NAMED: usize = 20;

fn refused(model: ModelKind, feature: &Feature) -> Option<String> {
    let name = feature.name.as_str();
    let categories = flag_pair("kind", name, "categorical");
    let without = format!("leave it out: {}", flag_of("ignore", name));
    let bins = flag_pair("bins", name, "width:5");
    let one = flag_pair("one", name, "VALUE");
    Some(match (model.family().reads, feature.kind) {
        (Reading::All | Reading::Values | Reading::Flags, Kind::Binary) if feature.one.is_none() => {
            format!("say which value counts as 1: {one}")
        }
        (Reading::Values, Kind::Numeric) if feature.bins.is_none() => {
            format!("make bins of it: {bins}; count its values: {categories}; or use --model mixed")
        }
        (Reading::Numbers, Kind::Numeric) if feature.bins.is_some() => format!(
            "take its bins away: {}; or use --model categorical for bins, or --model mixed",
            flag_pair("bins", name, "none")
        ),
        (Reading::Numbers, Kind::Categorical | Kind::Binary | Kind::Text) => {
            format!("use --model mixed, or {without}")
        }
        (Reading::Values, Kind::Text) => {
            format!("use --model multinomial, or count whole cells: {categories}")
        }
        (Reading::Words, Kind::Numeric | Kind::Categorical | Kind::Binary) => {
            format!("{WORDS}; use --model mixed, or {without}")
        }
        (Reading::Words, Kind::Text) if feature.event == EventModel::Bernoulli => {
            "use --model bernoulli, or --event multinomial".to_owned()
        }
        (Reading::Flags, Kind::Categorical | Kind::Numeric) => format!(
            "say which value counts as 1: {} {one}; or use --model mixed, or {without}",
            flag_pair("kind", name, "binary")
        ),
        (Reading::Flags, Kind::Text) if feature.event == EventModel::Multinomial => {
            "use --model multinomial, or --event bernoulli".to_owned()
        }
        _ => return None,
    })
}

words!(
    ModelKind, "model" {
        Auto = "auto",
        Gda = "gda",
        /// Gaussian discriminant analysis with a Σ per class.
        Qda = "qda",
        Gaussian = "gaussian",
        Bernoulli = "bernoulli",
        Categorical = "categorical",
        /// The multinomial event model for text.
        Multinomial = "multinomial",
        Poisson = "poisson",
        Mixed = "mixed",
        /// Logistic regression: no generative model, so it can be evaluated and nothing else.
        Logistic = "logistic",
    }
);

/// The generative models as help and questions list them.
macro_rules! model_words {
    () => {
        "auto, gaussian, gda, qda, categorical, bernoulli, multinomial, poisson or mixed"
    };
}
pub(crate) use model_words;

/// What there is to know of a model before anything is counted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Family {
    pub name: &'static str,
    pub reads: Reading,
    /// What a number without bins is to it.
    pub number: NumberAs,
    pub made: &'static str,
    pub claim: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    All,
    /// Numbers alone, and none in bins.
    Numbers,
    Values,
    Words,
    Flags,
}

/// What a number without bins is to a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberAs {
    Other,
    Curve,
    Count,
    WordCount,
    /// A part of one normal distribution of all numbers; Σ has this shape where nothing else is said.
    Together(Covariance),
}

impl ModelKind {
    /// The models in the order in which a person steps through them.
    pub const OFFERED: &'static [ModelKind] = &[
        ModelKind::Auto,
        ModelKind::Categorical,
        ModelKind::Multinomial,
        ModelKind::Bernoulli,
        ModelKind::Gaussian,
        ModelKind::Poisson,
        ModelKind::Mixed,
        ModelKind::Gda,
        ModelKind::Qda,
    ];

    /// The models that can be compared, in the order of a table.
    pub const COMPARED: &'static [ModelKind] = &[
        ModelKind::Gda,
        ModelKind::Qda,
        ModelKind::Gaussian,
        ModelKind::Poisson,
        ModelKind::Categorical,
        ModelKind::Bernoulli,
        ModelKind::Multinomial,
        ModelKind::Mixed,
        ModelKind::Logistic,
    ];

    pub(crate) fn family(self) -> Family {
        match self {
            ModelKind::Auto => Family {
                name: "auto",
                reads: Reading::All,
                number: NumberAs::Curve,
                made: "The kinds of the columns decide: words alone are multinomial, numbers alone Gaussian, categories and bins categorical, several together mixed.",
                claim: "The model that fits the kinds of the columns.",
            },
            ModelKind::Gda => Family {
                name: "GDA",
                reads: Reading::Numbers,
                number: NumberAs::Together(Covariance::Shared),
                made: "All numbers have a joint normal distribution in each class: each class has its own means, and all classes share one Σ.",
                claim: "In each class all numbers together are normal, with one Σ for all classes by default.",
            },
            ModelKind::Qda => Family {
                name: "QDA",
                reads: Reading::Numbers,
                number: NumberAs::Together(Covariance::PerClass),
                made: "All numbers have a joint normal distribution in each class, with its own means and Σ.",
                claim: "In each class all numbers together are normal, with a Σ of its own.",
            },
            ModelKind::Gaussian => Family {
                name: "Gaussian",
                reads: Reading::Numbers,
                number: NumberAs::Curve,
                made: "Each number has a normal distribution in each class, with the mean and variance of the class's rows.",
                claim: "In each class each number is normal, independently of the others.",
            },
            ModelKind::Poisson => Family {
                name: "Poisson",
                reads: Reading::Numbers,
                number: NumberAs::Count,
                made: "Each count has a Poisson distribution in each class, with the mean of the class's rows as λ.",
                claim: "In each class each count is Poisson, with a rate of its own.",
            },
            ModelKind::Bernoulli => Family {
                name: "Bernoulli",
                reads: Reading::Flags,
                number: NumberAs::Other,
                made: "Each word or yes/no column is present or absent. Absent ones count too, with 1 − P.",
                claim: "In each class each yes/no column, and the presence of each word, has a probability.",
            },
            ModelKind::Categorical => Family {
                name: "categorical",
                reads: Reading::Values,
                number: NumberAs::Other,
                made: "Each feature has a table: how often each value occurs in each class.",
                claim: "In each class each column has a table of shares; numbers are cut into bins first.",
            },
            ModelKind::Multinomial => Family {
                name: "multinomial",
                reads: Reading::Words,
                number: NumberAs::WordCount,
                made: "A document is a sequence of words, each drawn from the word shares of its class. Columns of numbers alone each count a word.",
                claim: "In each class the words of a text are drawn independently from the same shares.",
            },
            ModelKind::Mixed => Family {
                name: "mixed",
                reads: Reading::All,
                number: NumberAs::Curve,
                made: "Each column has the factor that its kind needs: a table of values, shares of words, or a normal distribution.",
                claim: "In each class each column has the factor that fits its kind.",
            },
            ModelKind::Logistic => Family {
                name: "logistic",
                reads: Reading::All,
                number: NumberAs::Other,
                made: "Logistic regression models P(class | x) only, so it is not a generative model. `posterior evaluate` fits it.",
                claim: "It weighs the features to separate the classes, and does not model how rows arise.",
            },
        }
    }

    /// The shape of Σ where nothing is said; `None` where numbers are not read together.
    pub fn covariance(self) -> Option<Covariance> {
        match self.family().number {
            NumberAs::Together(shape) => Some(shape),
            _ => None,
        }
    }

    pub(crate) fn is_joint(self) -> bool {
        self.covariance().is_some()
    }

    pub(crate) fn is_of_counts(self) -> bool {
        self.family().number == NumberAs::Count
    }

    /// The event model that it stands for, of the two models of text.
    pub fn event(self) -> Option<EventModel> {
        match self.family().reads {
            Reading::Words => Some(EventModel::Multinomial),
            Reading::Flags => Some(EventModel::Bernoulli),
            _ => None,
        }
    }

    pub(crate) fn reads_bins(self, bins: bool) -> bool {
        match self.family().reads {
            Reading::All => true,
            Reading::Values => bins,
            // A number that is left bare may be a count of words, or yes or no.
            Reading::Numbers | Reading::Words | Reading::Flags => !bins,
        }
    }
}
