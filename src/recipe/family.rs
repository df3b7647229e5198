//! The models, each with one description: what it reads, what a number is to it, and what is said of it on every face.
//!
//! What other layers decide by a model's name they ask its [`Family`] for, so that a new model is described here and nowhere
//! else. How it is computed is no part of it.

use std::fmt;
use std::str::FromStr;

use super::choices::words;
use super::file::unknown_word;
use super::{Covariance, EventModel};
use crate::problem::Problem;

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

/// Which columns a model reads.
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
                made: "All numbers have one normal distribution in each class: means of its own, and one Σ that the classes share.",
                claim: "In each class all numbers together are normal, with one Σ for all classes unless said otherwise.",
            },
            ModelKind::Qda => Family {
                name: "QDA",
                reads: Reading::Numbers,
                number: NumberAs::Together(Covariance::PerClass),
                made: "All numbers have one normal distribution in each class, with means and a Σ of its own.",
                claim: "In each class all numbers together are normal, with a Σ of its own.",
            },
            ModelKind::Gaussian => Family {
                name: "Gaussian",
                reads: Reading::Numbers,
                number: NumberAs::Curve,
                made: "Each number has a normal curve in each class, with the mean and variance of the class's rows.",
                claim: "In each class each number is normal, whatever the others are.",
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
                made: "Each word or yes/no column is there or not; what is absent counts too, with 1 − P.",
                claim: "In each class each yes/no, or each word being there, has a probability.",
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
                made: "A document is a row of words, each drawn from its class's own shares of words. Columns of numbers alone each count a word.",
                claim: "In each class each word of a text is drawn from the same bag of words.",
            },
            ModelKind::Mixed => Family {
                name: "mixed",
                reads: Reading::All,
                number: NumberAs::Curve,
                made: "Each column has the factor that its kind needs: a table of values, shares of words, or a normal curve.",
                claim: "In each class each column has the factor that fits its kind.",
            },
            ModelKind::Logistic => Family {
                name: "logistic",
                reads: Reading::All,
                number: NumberAs::Other,
                made: "Logistic regression models P(class | x) only. It is no generative model: `posterior evaluate` fits it.",
                claim: "It weighs the features to tell the classes apart, and says nothing of how rows come about.",
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
