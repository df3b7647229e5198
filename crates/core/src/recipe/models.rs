//! The model families: which kinds of columns each reads, and how it wants them read.

use super::file::wrong_kind;
use super::{ColumnChoice, Covariance, EventModel, Feature, Recipe, quoted};
use crate::problem::{Problem, words};
use crate::table::{Kind, Table};
use crate::text::{brief, flag_of, flag_pair};
use std::collections::{BTreeMap, HashMap};

#[derive(Clone, Copy, Debug)]
pub struct Family {
    pub name: &'static str,
    pub reads: ReadableKinds,
    pub number: NumberAs,
    pub made: &'static str,
    pub claim: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadableKinds {
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
    /// A part of one normal distribution of all numbers; Σ has this shape by default.
    Together(Covariance),
}

/// The models: kind, word, name, what it reads, what a number is to it, how it is made, and what it claims.
macro_rules! models {
    ($($(#[$doc:meta])* $kind:ident = $word:literal, $name:literal, $reads:expr, $number:expr,
        $made:literal, $claim:literal;)+) => {
        words!(ModelKind, "model" { $($(#[$doc])* $kind = $word),+ });

        impl ModelKind {
            pub fn family(self) -> Family {
                match self {
                    $(ModelKind::$kind => Family {
                        name: $name, reads: $reads, number: $number, made: $made, claim: $claim,
                    }),+
                }
            }
        }
    };
}

models!(
    Auto = "auto", "auto", ReadableKinds::All, NumberAs::Curve,
        "The kinds of the columns decide: words alone are multinomial, numbers alone Gaussian, categories and bins categorical, several together mixed.",
        "The model that fits the kinds of the columns.";
    Gda = "gda", "GDA", ReadableKinds::Numbers, NumberAs::Together(Covariance::Shared),
        "All numbers have a joint normal distribution in each class: each class has its own means, and all classes share one Σ.",
        "In each class all numbers together are normal, with one Σ for all classes by default.";
    /// Gaussian discriminant analysis with a Σ per class.
    Qda = "qda", "QDA", ReadableKinds::Numbers, NumberAs::Together(Covariance::PerClass),
        "All numbers have a joint normal distribution in each class, with its own means and Σ.",
        "In each class all numbers together are normal, with a Σ of its own.";
    Gaussian = "gaussian", "Gaussian", ReadableKinds::Numbers, NumberAs::Curve,
        "Each number has a normal distribution in each class, with the mean and variance of the class's rows.",
        "In each class each number is normal, independently of the others.";
    Bernoulli = "bernoulli", "Bernoulli", ReadableKinds::Flags, NumberAs::Other,
        "Each word or yes/no column is present or absent. Absent ones count too, with 1 − P.",
        "In each class each yes/no column, and the presence of each word, has a probability.";
    Categorical = "categorical", "categorical", ReadableKinds::Values, NumberAs::Other,
        "Each feature has a table: how often each value occurs in each class.",
        "In each class each column has a table of shares; numbers are cut into bins first.";
    Multinomial = "multinomial", "multinomial", ReadableKinds::Words, NumberAs::WordCount,
        "A document is a sequence of words, each drawn from the word shares of its class. Columns of numbers alone each count a word.",
        "In each class the words of a text are drawn independently from the same shares.";
    Poisson = "poisson", "Poisson", ReadableKinds::Numbers, NumberAs::Count,
        "Each count has a Poisson distribution in each class, with the mean of the class's rows as λ.",
        "In each class each count is Poisson, with a rate of its own.";
    Mixed = "mixed", "mixed", ReadableKinds::All, NumberAs::Curve,
        "Each column has the factor that its kind needs: a table of values, shares of words, or a normal distribution.",
        "In each class each column has the factor that fits its kind.";
    /// Logistic regression: no generative model, so it can be evaluated and nothing else.
    Logistic = "logistic", "logistic", ReadableKinds::All, NumberAs::Other,
        "Logistic regression models P(class | x) only, so it is not a generative model. `posterior evaluate` fits it.",
        "It weighs the features to separate the classes, and does not model how rows arise.";
);

/// The generative models as help and questions list them.
macro_rules! model_words {
    () => {
        "auto, gaussian, gda, qda, categorical, bernoulli, multinomial, poisson or mixed"
    };
}
pub(crate) use model_words;

impl ModelKind {
    /// The models in the order in which a person steps through them.
    pub const OFFERED: &'static [ModelKind] = {
        use ModelKind::*;
        &[Auto, Categorical, Multinomial, Bernoulli, Gaussian, Poisson, Mixed, Gda, Qda]
    };

    pub const COMPARED: &'static [ModelKind] = {
        use ModelKind::*;
        &[Gda, Qda, Gaussian, Poisson, Categorical, Bernoulli, Multinomial, Mixed, Logistic]
    };

    /// Returns the shape of Σ by default; `None` for models without a joint density of their numbers.
    pub fn covariance(self) -> Option<Covariance> {
        match self.family().number {
            NumberAs::Together(shape) => Some(shape),
            _ => None,
        }
    }

    pub fn is_joint(self) -> bool {
        self.covariance().is_some()
    }

    pub fn is_of_counts(self) -> bool {
        self.family().number == NumberAs::Count
    }

    /// Returns the event model of the two models of text.
    pub fn event(self) -> Option<EventModel> {
        match self.family().reads {
            ReadableKinds::Words => Some(EventModel::Multinomial),
            ReadableKinds::Flags => Some(EventModel::Bernoulli),
            _ => None,
        }
    }

    pub(crate) fn reads_bins(self, bins: bool) -> bool {
        match self.family().reads {
            ReadableKinds::All => true,
            ReadableKinds::Values => bins,
            // A number that is left bare may be a count of words, or yes or no.
            ReadableKinds::Numbers | ReadableKinds::Words | ReadableKinds::Flags => !bins,
        }
    }
}

/// Returns the model that fits the kinds of the features. It may read open numbers that are 0 and 1 as yes/no.
pub(super) fn automatic(recipe: &Recipe, table: &Table, features: &[Feature]) -> ModelKind {
    let choices = choices(recipe);
    let is_flag = |feature: &Feature| {
        let open = || is_open(choices.get(feature.name.as_str()).copied(), feature);
        let number = feature.kind == Kind::Numeric && open();
        feature.kind == Kind::Binary || number && table.could_be_binary(feature.column).is_some()
    };
    let count = |is: &dyn Fn(&Feature) -> bool| features.iter().filter(|feature| is(feature)).count();
    let is_text = |feature: &Feature| feature.kind == Kind::Text;
    let (flags, texts) = (count(&is_flag), count(&is_text));
    let numbers = count(&|feature| feature.is_bare_number() && !is_flag(feature));
    let absences = count(&|feature| is_text(feature) && feature.event == EventModel::Bernoulli);
    match (texts, numbers) {
        _ if flags + absences == features.len() => ModelKind::Bernoulli,
        (0, 0) if flags == 0 => ModelKind::Categorical,
        (0, n) if n == features.len() => ModelKind::Gaussian,
        (t, 0) if t == features.len() && absences == 0 => ModelKind::Multinomial,
        _ => ModelKind::Mixed,
    }
}

pub(super) fn choices(recipe: &Recipe) -> HashMap<&str, &ColumnChoice> {
    recipe.columns.iter().rev().map(|choice| (choice.name.as_str(), choice)).collect()
}

fn is_open(choice: Option<&ColumnChoice>, feature: &Feature) -> bool {
    choice.is_none_or(|choice| choice.kind.is_none()) && feature.bins.is_none()
}

/// Returns whether each feature is a word, and its numbers are how often it occurs in a document.
pub(super) fn is_word_counts(model: ModelKind, features: &[Feature]) -> bool {
    let number = model.family().number;
    number == NumberAs::WordCount && !features.is_empty() && features.iter().all(Feature::is_bare_number)
}

/// Reads the columns as a model wants them, where the recipe leaves it open.
pub(super) fn adapt(model: ModelKind, recipe: &Recipe, table: &Table, features: &mut [Feature]) {
    let choices = choices(recipe);
    for feature in features {
        let choice = choices.get(feature.name.as_str()).copied();
        let open = is_open(choice, feature);
        let categorical = open && feature.kind == Kind::Categorical;
        if categorical && model.family().reads == ReadableKinds::Words {
            // A column of short documents may have been taken for categories.
            feature.kind = Kind::Text;
        }
        let candidate = table.could_be_binary(feature.column);
        let is_flag = match model {
            ModelKind::Logistic => categorical && candidate.is_some(),
            ModelKind::Mixed => open && candidate.is_some(),
            // A value that counts as 1 makes it a yes/no column.
            ModelKind::Bernoulli => open && candidate.is_some() || categorical && feature.one.is_some(),
            _ => false,
        };
        if is_flag {
            feature.kind = Kind::Binary;
        }
        if feature.kind == Kind::Binary && feature.one.is_none() {
            let lone = table.columns().get(feature.column).is_some_and(|column| column.kind == Kind::Numeric);
            let one = candidate.map(|(_, one)| one.as_str().to_owned());
            feature.one = one.or_else(|| lone.then(|| "1".to_owned()));
        }
        let event = choice.and_then(|choice| choice.event).or(recipe.event);
        feature.event = event.or(model.event()).unwrap_or(feature.event);
    }
}

pub(super) fn covariance(model: ModelKind, chosen: Option<Covariance>) -> Result<Covariance, Problem> {
    let shape = chosen.or(model.covariance()).unwrap_or(Covariance::Shared);
    if model != ModelKind::Qda || !matches!(shape, Covariance::Shared | Covariance::SharedDiagonal) {
        return Ok(shape);
    }
    Err(Problem::usage(
        format!("qda has a Σ for each class, but the recipe asks for {shape}"),
        format!("use --model gda --covariance {shape}, or --covariance per-class or per-class-diagonal"),
    ))
}

/// Returns the text that counts as 1 in each yes/no column, where the recipe leaves it open.
pub(super) fn ones(recipe: &Recipe, features: &[Feature]) -> BTreeMap<String, String> {
    let choices = choices(recipe);
    let is_chosen = |feature: &&Feature| {
        let one = choices.get(feature.name.as_str()).and_then(|choice| choice.one.as_ref());
        one.is_none_or(|one| recipe.chosen.one.get(feature.name.as_str()) == Some(one))
    };
    let flags = features.iter().filter(|feature| feature.kind == Kind::Binary).filter(is_chosen);
    flags.filter_map(|feature| Some((feature.name.as_str().to_owned(), feature.one.clone()?))).collect()
}

pub(super) fn check(model: ModelKind, features: &[Feature]) -> Result<(), Problem> {
    if is_word_counts(model, features) {
        return Ok(());
    }
    let refuse = |feature: &Feature, is: &str, fix: String| {
        let name = feature.name.as_str();
        let what = format!("{} cannot read “{}”, which is {is}", model.word(), brief(name));
        Err(Problem { feature: Some(name.to_owned()), ..wrong_kind(Some(name), what, fix) })
    };
    let is_count =
        |feature: &&Feature| model.family().number == NumberAs::WordCount && feature.is_bare_number();
    let (counts, others): (Vec<&Feature>, Vec<&Feature>) = features.iter().partition(is_count);
    // Beside counts of words it is the other columns that cannot be read.
    if let Some(feature) = others.first().filter(|_| 2 * counts.len() > features.len()) {
        let them = if others.len() == 1 { "it" } else { "them" };
        let fix = format!("{WORDS}; leave {them} out: {}; or use --model mixed", ignore(&others));
        return refuse(feature, &format!("{}, beside columns of counts", feature.kind.word()), fix);
    }
    for feature in features {
        if let Some(fix) = refused(model, feature) {
            let kind = match (feature.kind, &feature.bins) {
                (Kind::Numeric, Some(_)) => "a number in bins",
                (Kind::Numeric, None) => "a number",
                (kind, _) => kind.word(),
            };
            let beside_counts = is_count(&feature).then(|| beside_counts(&counts, &others)).flatten();
            return refuse(feature, kind, beside_counts.unwrap_or(fix));
        }
    }
    let columns = features.len();
    if model.is_joint() && columns > TOGETHER {
        let entries = columns as u64 * (columns as u64 + 1) / 2;
        let of_all = format!("{columns} of them would have {entries} covariances");
        let what = format!("{model} reads all numbers together, and {of_all}");
        let fix = "use --model gaussian, which has a variance for each number, or choose at most";
        return Err(wrong_kind(None, what, format!("{fix} {TOGETHER}: --features A,B")));
    }
    Ok(())
}

/// The most numbers that are read together: their covariances take 100 megabytes for each class.
const TOGETHER: usize = 5_000;
const WORDS: &str = "multinomial reads columns of text, or only columns of numbers that each count a word";
const NAMED: usize = 20;

fn ignore(features: &[&Feature]) -> String {
    let names: Vec<&str> = features.iter().map(|feature| feature.name.as_str()).collect();
    format!("--ignore {}", quoted(&names.join(",")))
}

/// Returns what to leave out of numbers and other columns: numbers count words only if there is no other column.
fn beside_counts(counts: &[&Feature], others: &[&Feature]) -> Option<String> {
    if others.is_empty() || counts.len().max(others.len()) > NAMED {
        return None;
    }
    let mut fix = format!("{WORDS}; if the numbers count words, leave the others out: {}", ignore(others));
    if others.iter().all(|other| other.kind == Kind::Text) {
        fix += &format!("; to count the words of the text, leave the numbers out: {}", ignore(counts));
    }
    Some(fix + "; or use --model mixed")
}

/// Returns how to change a feature that a model cannot read.
fn refused(model: ModelKind, feature: &Feature) -> Option<String> {
    let name = feature.name.as_str();
    let categories = flag_pair("kind", name, "categorical");
    let without = format!("leave it out: {}", flag_of("ignore", name));
    let bins = flag_pair("bins", name, "width:5");
    let one = flag_pair("one", name, "VALUE");
    Some(match (model.family().reads, feature.kind) {
        (ReadableKinds::All | ReadableKinds::Values | ReadableKinds::Flags, Kind::Binary)
            if feature.one.is_none() =>
        {
            format!("say which value counts as 1: {one}")
        }
        (ReadableKinds::Values, Kind::Numeric) if feature.bins.is_none() => {
            format!("make bins of it: {bins}; count its values: {categories}; or use --model mixed")
        }
        (ReadableKinds::Numbers, Kind::Numeric) if feature.bins.is_some() => format!(
            "take its bins away: {}; or use --model categorical for bins, or --model mixed",
            flag_pair("bins", name, "none")
        ),
        (ReadableKinds::Numbers, Kind::Categorical | Kind::Binary | Kind::Text) => {
            format!("use --model mixed, or {without}")
        }
        (ReadableKinds::Values, Kind::Text) => {
            format!("use --model multinomial, or count whole cells: {categories}")
        }
        (ReadableKinds::Words, Kind::Numeric | Kind::Categorical | Kind::Binary) => {
            format!("{WORDS}; use --model mixed, or {without}")
        }
        (ReadableKinds::Words, Kind::Text) if feature.event == EventModel::Bernoulli => {
            "use --model bernoulli, or --event multinomial".to_owned()
        }
        (ReadableKinds::Flags, Kind::Categorical | Kind::Numeric) => format!(
            "say which value counts as 1: {} {one}; or use --model mixed, or {without}",
            flag_pair("kind", name, "binary")
        ),
        (ReadableKinds::Flags, Kind::Text) if feature.event == EventModel::Multinomial => {
            "use --model multinomial, or --event bernoulli".to_owned()
        }
        _ => return None,
    })
}
