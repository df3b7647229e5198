//! The choices a recipe can hold, each with the word that names it in a file and in a flag.

use std::fmt;
use std::str::FromStr;

use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

use super::RecipeError;
use crate::math::read_exact;

/// An exact number with the text it was written as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    text: String,
    value: BigRational,
}

impl Written {
    /// Reads a non-negative number; `what` names it in the error.
    ///
    /// # Errors
    /// When the text is no number or below 0.
    pub fn non_negative(text: &str, what: &'static str) -> Result<Self, RecipeError> {
        let value = read_exact(text).map_err(|cause| RecipeError::BadNumber { what, cause })?;
        if value.is_negative() {
            return Err(RecipeError::Negative { what, text: text.trim().to_owned() });
        }
        Ok(Written { text: text.trim().to_owned(), value })
    }

    /// Reads a number of any sign.
    ///
    /// # Errors
    /// When the text is no number.
    pub fn any(text: &str) -> Result<Self, RecipeError> {
        let value = read_exact(text).map_err(|cause| RecipeError::BadNumber { what: "number", cause })?;
        Ok(Written { text: text.trim().to_owned(), value })
    }

    /// A whole number.
    pub fn int(value: u32) -> Self {
        Written { text: value.to_string(), value: BigRational::from_integer(value.into()) }
    }

    /// The text as written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The exact value.
    pub fn value(&self) -> &BigRational {
        &self.value
    }
}

/// Enums whose variants are named by one word each.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident, $what:literal { $($(#[$vdoc:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name { $($(#[$vdoc])* $variant),+ }

        impl $name {
            /// All of them, in the order they are offered.
            pub const ALL: &'static [$name] = &[$($name::$variant),+];

            /// The word for it in recipes and flags.
            pub fn word(self) -> &'static str {
                match self { $($name::$variant => $word),+ }
            }
        }

        impl FromStr for $name {
            type Err = RecipeError;
            fn from_str(text: &str) -> Result<Self, RecipeError> {
                Self::ALL.iter().copied().find(|choice| choice.word() == text.trim()).ok_or_else(|| {
                    RecipeError::UnknownWord {
                        what: $what,
                        text: text.to_owned(),
                        words: Self::ALL.iter().map(|choice| choice.word()).collect(),
                    }
                })
            }
        }
    };
}

words!(
    /// Which model is fitted.
    ModelKind, "model" {
        /// Chosen by the kinds of the features.
        Auto = "auto",
        /// Gaussian discriminant analysis.
        Gda = "gda",
        /// Gaussian discriminant analysis with a Σ per class.
        Qda = "qda",
        /// Gaussian naive Bayes.
        Gaussian = "gaussian",
        /// Bernoulli naive Bayes.
        Bernoulli = "bernoulli",
        /// Categorical naive Bayes.
        Categorical = "categorical",
        /// The multinomial event model for text.
        Multinomial = "multinomial",
        /// Naive Bayes in which each column's factor follows its kind.
        Mixed = "mixed",
    }
);

words!(
    /// The shape of the covariance matrices.
    Covariance, "covariance" {
        /// One Σ for all classes.
        Shared = "shared",
        /// A Σ for each class.
        PerClass = "per-class",
        /// One diagonal Σ.
        SharedDiagonal = "shared-diagonal",
        /// A diagonal Σ for each class.
        PerClassDiagonal = "per-class-diagonal",
    }
);

words!(
    /// How a document is a product of words.
    EventModel, "event model" {
        /// Over its tokens.
        Multinomial = "multinomial",
        /// Over the words of the vocabulary, present or absent.
        Bernoulli = "bernoulli",
    }
);

words!(
    /// What a sum of squares is divided by.
    Variance, "variance" {
        /// By n.
        Population = "population",
        /// By n − 1.
        Unbiased = "unbiased",
    }
);

words!(
    /// Whose conventions hold.
    Convention, "convention" {
        /// The notes on generative learning.
        Cs229 = "cs229",
        /// scikit-learn 1.9.
        ScikitLearn = "scikit-learn",
        /// Weka.
        Weka = "weka",
        /// The package e1071 of R.
        RE1071 = "r-e1071",
        /// The package MASS of R.
        Mass = "mass",
        /// Orange.
        Orange = "orange",
    }
);

words!(
    /// What happens to rows of the wrong length.
    Ragged, "treatment of ragged rows" {
        /// They are left out.
        Skip = "skip",
        /// They are padded, or widen the table.
        Extra = "extra",
    }
);

/// How numbers become categories.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bins {
    /// So many bins of one width.
    Width(u32),
    /// So many bins of about the same number of rows.
    Frequency(u32),
    /// At these cuts, in increasing order.
    Cuts(Vec<Written>),
    /// By minimum description length (Fayyad and Irani 1993).
    Mdl,
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
        }
    }
}

impl FromStr for Bins {
    type Err = RecipeError;

    fn from_str(text: &str) -> Result<Self, RecipeError> {
        let wrong = || RecipeError::BadBins { text: text.to_owned() };
        let count =
            |k: &str| k.trim().parse::<u32>().ok().filter(|k| (1..=1000).contains(k)).ok_or_else(wrong);
        match text.trim().split_once(':') {
            None if text.trim() == "mdl" => Ok(Bins::Mdl),
            Some(("width", k)) => Ok(Bins::Width(count(k)?)),
            Some(("frequency", k)) => Ok(Bins::Frequency(count(k)?)),
            Some(("cuts", list)) => {
                let mut cuts = Vec::new();
                for cut in list.split(',') {
                    cuts.push(Written::any(cut).map_err(|_| wrong())?);
                }
                if cuts.windows(2).any(|pair| pair.first().map(|c| &c.value) >= pair.last().map(|c| &c.value))
                {
                    return Err(wrong());
                }
                Ok(Bins::Cuts(cuts))
            }
            _ => Err(wrong()),
        }
    }
}

/// Where the prior comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Prior {
    /// The share of the rows.
    Counts,
    /// Counts with this much added to each.
    Laplace(Written),
    /// The same for every class.
    Uniform,
    /// Said by the user, class by class.
    Given(Vec<(String, Written)>),
}

impl Prior {
    /// A table of priors, which must be non-negative and sum to 1.
    ///
    /// # Errors
    /// When a class is named twice, when a number cannot be read or is below 0, or when they do not sum to exactly 1.
    pub fn given(values: Vec<(String, String)>) -> Result<Self, RecipeError> {
        let mut read: Vec<(String, Written)> = Vec::new();
        for (class, text) in values {
            if read.iter().any(|(other, _)| *other == class) {
                return Err(RecipeError::PriorTwice { class });
            }
            read.push((class, Written::non_negative(&text, "prior")?));
        }
        let sum = read.iter().fold(BigRational::zero(), |sum, (_, value)| sum + value.value());
        if !sum.is_one() {
            return Err(RecipeError::PriorSum { sum: sum.to_string() });
        }
        Ok(Prior::Given(read))
    }
}

impl fmt::Display for Prior {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Prior::Counts => f.write_str("mle"),
            Prior::Laplace(a) => write!(f, "laplace:{}", a.text()),
            Prior::Uniform => f.write_str("uniform"),
            Prior::Given(values) => {
                let parts: Vec<String> = values.iter().map(|(c, v)| format!("{c}={}", v.text())).collect();
                f.write_str(&parts.join(","))
            }
        }
    }
}

impl FromStr for Prior {
    type Err = RecipeError;

    fn from_str(text: &str) -> Result<Self, RecipeError> {
        match text.trim() {
            "mle" | "counts" => return Ok(Prior::Counts),
            "uniform" => return Ok(Prior::Uniform),
            _ => {}
        }
        if let Some(a) = text.trim().strip_prefix("laplace:") {
            return Written::non_negative(a, "prior smoothing").map(Prior::Laplace);
        }
        let mut values = Vec::new();
        for part in text.split(',') {
            let Some((class, value)) = part.rsplit_once('=') else {
                return Err(RecipeError::BadPrior { text: text.to_owned() });
            };
            values.push((class.trim().to_owned(), value.trim().to_owned()));
        }
        Prior::given(values)
    }
}

/// The words that a text column may use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Vocabulary {
    /// Those of the training rows.
    Training,
    /// Those of all rows, also of the rows without a class.
    AllRows,
    /// Those of a file, one a line.
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
    type Err = RecipeError;

    fn from_str(text: &str) -> Result<Self, RecipeError> {
        match text.trim() {
            "training" => Ok(Vocabulary::Training),
            "all-rows" => Ok(Vocabulary::AllRows),
            other => {
                other.strip_prefix("file:").map(|path| Vocabulary::File(path.to_owned())).ok_or_else(|| {
                    RecipeError::UnknownWord {
                        what: "vocabulary",
                        text: text.to_owned(),
                        words: vec!["training", "all-rows", "file:PATH"],
                    }
                })
            }
        }
    }
}

/// What a model is tested on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Split {
    /// The training rows themselves.
    None,
    /// A share of the rows is held out.
    Holdout(Written),
    /// So many folds.
    Folds(u32),
    /// Each row by the others.
    LeaveOneOut,
    /// A file of its own.
    File(String),
}

impl fmt::Display for Split {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Split::None => f.write_str("none"),
            Split::Holdout(share) => write!(f, "holdout:{}", share.text()),
            Split::Folds(k) => write!(f, "folds:{k}"),
            Split::LeaveOneOut => f.write_str("leave-one-out"),
            Split::File(path) => write!(f, "file:{path}"),
        }
    }
}

impl FromStr for Split {
    type Err = RecipeError;

    fn from_str(text: &str) -> Result<Self, RecipeError> {
        let wrong = || RecipeError::UnknownWord {
            what: "split",
            text: text.to_owned(),
            words: vec!["none", "holdout:0.3", "folds:10", "leave-one-out", "file:TEST.csv"],
        };
        match text.trim().split_once(':') {
            None if text.trim() == "none" => Ok(Split::None),
            None if text.trim() == "leave-one-out" => Ok(Split::LeaveOneOut),
            Some(("holdout", share)) => {
                let share = Written::non_negative(share, "share that is held out")?;
                let inside = share.value().is_positive() && *share.value() < BigRational::one();
                inside.then_some(Split::Holdout(share)).ok_or_else(wrong)
            }
            Some(("folds", k)) => k.parse().ok().filter(|k| *k >= 2).map(Split::Folds).ok_or_else(wrong),
            Some(("file", path)) => Ok(Split::File(path.to_owned())),
            _ => Err(wrong()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_printed_again() {
        for text in ["width:5", "frequency:4", "cuts:400,800.5,1/3e3", "mdl"] {
            let found = text.parse::<Bins>().map(|bins| bins.to_string());
            if text.contains("1/3") {
                assert!(found.is_err(), "{text}: cuts must increase");
            } else {
                assert_eq!(found.unwrap(), text);
            }
        }
        for text in ["mle", "laplace:1", "uniform", "yes=0.6,no=0.4", "a=1/3,b=2/3"] {
            assert_eq!(text.parse::<Prior>().unwrap().to_string(), text);
        }
        for text in ["none", "holdout:0.3", "folds:10", "leave-one-out", "file:t.csv"] {
            assert_eq!(text.parse::<Split>().unwrap().to_string(), text);
        }
        for kind in ModelKind::ALL {
            assert_eq!(kind.word().parse::<ModelKind>().unwrap(), *kind);
        }
    }

    #[test]
    fn what_cannot_be_meant_is_refused() {
        for text in ["width:0", "width:x", "cuts:", "cuts:2,1", "cuts:1,1", "quantile:3"] {
            assert!(text.parse::<Bins>().is_err(), "{text}");
        }
        for text in ["yes=0.6,no=0.5", "yes=-1,no=2", "laplace:-1", "half"] {
            assert!(text.parse::<Prior>().is_err(), "{text}");
        }
        assert!("folds:1".parse::<Split>().is_err() && "holdout:1".parse::<Split>().is_err());
        assert!(Written::non_negative("-1", "α").is_err());
    }
}
