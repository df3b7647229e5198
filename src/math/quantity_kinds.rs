//! The kinds of quantities that come in several of a kind.

use super::Name;

/// What is asked of several events in the same rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Several {
    /// How many rows have all of them.
    Count,
    /// Their share of the rows, as counted.
    Joint,
    /// The share of the rows that have them and the class.
    WithClass,
    /// The share of the first among the rows that have the others.
    Given,
    /// The product of their probabilities, as if they were independent.
    Product,
}

/// What a model takes for granted, as far as it decides how many parameters it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Assumed {
    /// The features are independent given the class.
    Naive,
    /// Nothing: each combination of values has a probability of its own.
    Joint,
    /// Numbers have one Σ for all classes.
    Shared,
    /// Numbers have a Σ in each class.
    Own,
}

impl Assumed {
    /// All of them, each with its word.
    pub const WORDS: [(Assumed, &'static str); 4] = [
        (Assumed::Naive, "naive"),
        (Assumed::Joint, "joint"),
        (Assumed::Shared, "shared"),
        (Assumed::Own, "own"),
    ];

    /// Its word in an address.
    pub fn word(self) -> &'static str {
        Assumed::WORDS.iter().find(|(assumed, _)| *assumed == self).map_or("", |(_, word)| word)
    }
}

/// A figure of an evaluation.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Quality {
    /// Share of the rows that are called what they are.
    Accuracy,
    /// Mean recall.
    BalancedAccuracy,
    /// Mean F1.
    MacroF1,
    /// Mean of −ln P(true class | x).
    LogLoss,
    /// Mean squared distance of the posteriors from the truth.
    Brier,
    /// What the chosen actions cost a row.
    MeanCost,
    /// Of the rows that are called so, the share that are so.
    Precision(Name),
    /// Of the rows that are so, the share that are called so.
    Recall(Name),
    /// The harmonic mean of both.
    F1(Name),
    /// Area under the ROC curve of a class against the rest.
    Area(Name),
}

/// How the evidence P(x) of a training row compares with that of the case in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rank {
    /// It is less.
    Below,
    /// It is the same.
    Equal,
    /// It is more.
    Above,
}

/// Which part of the log-likelihood of the training rows.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Share {
    /// All of it.
    Whole,
    /// That of the rows of a class.
    Class(Name),
    /// What a feature adds to that of a class.
    Feature {
        /// The column.
        feature: Name,
        /// The class.
        class: Name,
    },
    /// What all numbers, read together, add to that of a class.
    Together(Name),
}
