//! Named conventions, which fill in what a recipe leaves open as another program does. Formulas that no option can express
//! (the 0.001 of e1071, Orange's product) belong to the model and its working.

use super::file::wrong_kind;
use super::{Bins, ColumnChoice, ExactNumber, Feature, ModelKind, Prior, Recipe, Split, Variance};
use crate::problem::{Problem, words};
use crate::table::Kind;
use num_traits::Zero;

/// On which side of a cut a number on it falls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CutSide {
    #[default]
    Above,
    Below,
}

impl CutSide {
    pub fn bins(self) -> &'static str {
        match self {
            CutSide::Above => "[a, b)",
            CutSide::Below => "(a, b]",
        }
    }
}

/// Which quantile of the rows a cut between equally full bins is (Hyndman and Fan, "Sample quantiles in statistical
/// packages", 1996).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Quantile {
    /// Type 7: on the line between the two nearest rows.
    #[default]
    Linear,
    /// Type 2: a row, or halfway between two where the share falls exactly between them.
    AveragedInvertedCdf,
}

/// The conventions: kind, word, program, what it gives no choice of, and what it does otherwise.
macro_rules! conventions {
    ($($(#[$doc:meta])* $kind:ident = $word:literal, $program:literal,
        ($smoothing:expr, $variance:expr, $share:expr), $meaning:literal;)+) => {
        words!(Convention, "convention" { $($(#[$doc])* $kind = $word),+ });

        impl Convention {
            pub fn program(self) -> &'static str {
                match self { $(Convention::$kind => $program),+ }
            }

            pub fn meaning(self) -> &'static str {
                match self { $(Convention::$kind => $meaning),+ }
            }

            /// Returns the number added to counts, the variance and ε, where the program gives no choice.
            pub(super) fn fixed(self) -> (Option<ExactNumber>, Option<Variance>, Option<ExactNumber>) {
                let (smoothing, variance, share) = match self {
                    $(Convention::$kind => ($smoothing, $variance, $share)),+
                };
                (smoothing.map(ExactNumber::int), variance, share.and_then(|share| ExactNumber::any(share).ok()))
            }
        }
    };
}

conventions!(
    Cs229 = "cs229", "the CS229 notes", (None, Some(Variance::Population), Some("0")),
        "The conventions of the CS229 notes, the default.";
    /// scikit-learn 1.9.
    ScikitLearn = "scikit-learn", "scikit-learn", (None, Some(Variance::Population), Some("1e-9")),
        "scikit-learn 1.9: variances divide by n, and a billionth of the largest variance is added to each; bins of equal frequency are cut at averaged quantiles, those of equal width in floating point.";
    Weka = "weka", "WEKA", (Some(1), None, None),
        "WEKA: the prior is smoothed by 1 too, α is 1, and a number on a cut falls into the bin below; cuts of equal width are added up in floating point. WEKA's own rounding of numbers without bins is not reproduced.";
    /// The package e1071 of R.
    RE1071 = "r-e1071", "e1071", (None, Some(Variance::Unbiased), Some("0")),
        "The package e1071 of R: variances divide by n − 1, and a probability of 0 is replaced by 0.001 when a case is scored, as is a standard deviation of 0.";
    Mass = "mass", "MASS", (None, Some(Variance::Unbiased), None),
        "The package MASS of R (lda and qda): Σ divides by the rows minus the classes. It has no naive Bayes.";
    Orange = "orange", "Orange", (Some(1), None, None),
        "Orange: a score is the prior times P(class | value)/P(class) for each value, both smoothed by 1. Numbers fall into four bins of equal frequency.";
);

impl Convention {
    pub fn cut_side(self) -> CutSide {
        if self == Convention::Weka { CutSide::Below } else { CutSide::Above }
    }

    pub fn quantile(self) -> Quantile {
        if self == Convention::ScikitLearn { Quantile::AveragedInvertedCdf } else { Quantile::Linear }
    }

    /// Returns whether cuts of equal width are added up in floats.
    pub fn in_floats(self) -> bool {
        matches!(self, Convention::ScikitLearn | Convention::Weka)
    }

    pub(super) fn bins(self) -> Option<Bins> {
        (self == Convention::Orange).then_some(Bins::Frequency(4))
    }

    /// Returns how its numbers differ from those of the program.
    pub(super) fn warning(self, model: ModelKind, features: &[Feature]) -> Option<String> {
        let numbers = features.iter().filter(|feature| feature.is_bare_number());
        let numbers: Vec<&str> = numbers.map(|feature| feature.name.as_str()).take(8).collect();
        Some(match self {
            Convention::Cs229 => return None,
            _ if model.is_of_counts() => format!(
                "{} has no {} naive Bayes: this convention changes only the prior here",
                self.program(),
                model.family().name
            ),
            Convention::Weka if model.is_joint() => {
                "WEKA has no Gaussian discriminant analysis: this convention changes only the prior here".into()
            }
            Convention::Weka if !numbers.is_empty() => format!(
                "WEKA rounds numbers before it takes their mean and variance, which is not reproduced: the factors of {} are not WEKA's. Pass --bins to get WEKA's",
                numbers.join(", ")
            ),
            Convention::RE1071 if model.is_joint() => {
                "e1071 has no Gaussian discriminant analysis: only the variance follows it here".into()
            }
            Convention::Mass if !model.is_joint() => {
                "MASS has no naive Bayes: it fits gda and qda, and changes no count here".into()
            }
            Convention::Orange if model == ModelKind::Gaussian => {
                "Orange has no Gaussian naive Bayes: the numbers are put into bins, and the model is categorical".into()
            }
            _ => return None,
        })
    }

    pub(super) fn check(self, model: ModelKind, features: &[Feature]) -> Result<(), Problem> {
        let (what, fix) = match self {
            Convention::Orange if features.iter().any(Feature::is_bare_number) => (
                "the naive Bayes of Orange puts every number into bins",
                "choose another convention, or other bins than none",
            ),
            Convention::Orange if model.is_joint() => (
                "there is no Gaussian discriminant analysis in Orange",
                "choose another convention, such as mass, or another model",
            ),
            Convention::Orange if features.iter().any(|feature| feature.kind == Kind::Text) => (
                "the naive Bayes of Orange counts values and cannot read text",
                "choose another convention, or leave the text column out",
            ),
            _ => return Ok(()),
        };
        Err(wrong_kind(None, what, fix))
    }
}

impl Recipe {
    pub fn convention(&self) -> Convention {
        self.convention.unwrap_or(Convention::Cs229)
    }

    pub fn prior_or_default(&self) -> Prior {
        let own = || self.convention().fixed().0.map(Prior::Laplace);
        self.prior.clone().or_else(own).unwrap_or(Prior::Counts)
    }

    pub fn variance_or_default(&self) -> Variance {
        self.variance.or_else(|| self.convention().fixed().1).unwrap_or(Variance::Population)
    }

    pub fn var_smoothing_or_default(&self) -> ExactNumber {
        let own = || self.convention().fixed().2;
        self.var_smoothing.clone().or_else(own).unwrap_or_else(|| ExactNumber::int(0))
    }

    pub(crate) fn ridge_or_default(&self) -> ExactNumber {
        self.ridge.clone().unwrap_or_else(|| ExactNumber::int(0))
    }

    pub(crate) fn split_or_default(&self) -> Split {
        self.split.clone().unwrap_or(Split::None)
    }

    pub fn seed_or_default(&self) -> u64 {
        self.seed.unwrap_or(1)
    }

    pub fn bins_or_default(&self) -> Option<Bins> {
        self.bins_of(None)
    }

    pub fn bins_of(&self, choice: Option<&ColumnChoice>) -> Option<Bins> {
        let own = choice.and_then(|choice| choice.bins.clone()).or_else(|| self.bins.clone());
        own.or_else(|| self.convention().bins()).filter(|bins| *bins != Bins::None)
    }

    /// Returns this recipe as another program would follow it, without the options that the program does not have.
    #[must_use]
    pub fn under(&self, convention: Convention) -> Recipe {
        let mut recipe = Recipe { convention: Some(convention), ..self.clone() };
        let (smoothing, variance, share) = convention.fixed();
        if smoothing.is_some() {
            (recipe.prior, recipe.alpha) = (None, None);
        }
        recipe.variance = recipe.variance.filter(|_| variance.is_none());
        recipe.var_smoothing = recipe.var_smoothing.filter(|_| share.is_none());
        recipe
    }

    /// Returns the settings of the recipe that override its convention.
    pub(super) fn against_convention(&self) -> Vec<String> {
        let convention = self.convention();
        if convention == Convention::Cs229 {
            return Vec::new();
        }
        let (smoothing, own_variance, own_share) = convention.fixed();
        let prior = self.prior.as_ref().zip(smoothing.as_ref());
        let prior = prior
            .filter(|(prior, own)| !matches!(prior, Prior::Laplace(a) if a.value() == own.value()))
            .map(|(prior, _)| format!("prior {prior}"));
        let differs = |(written, own): &(&ExactNumber, ExactNumber)| written.value() != own.value();
        let alpha = self.alpha.as_ref().zip(smoothing.clone()).filter(differs);
        let variance = self.variance.zip(own_variance).filter(|(variance, own)| variance != own);
        let share = self.var_smoothing.as_ref().zip(own_share).filter(differs);
        let share = share.map(|(share, _)| match share.value().is_zero() {
            true => "no ε".to_owned(),
            false => format!("ε of {}", share.text()),
        });
        let alpha = alpha.map(|(alpha, _)| format!("α = {}", alpha.text()));
        let variance = variance.map(|(variance, _)| format!("variance {variance}"));
        [prior, alpha, variance, share].into_iter().flatten().collect()
    }
}
