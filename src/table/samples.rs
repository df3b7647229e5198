//! Data sets that are part of the program, each with the recipe that makes its point.

use super::error::TableError;
use crate::problem::nearest;

/// A data set that is part of the program.
#[derive(Debug, PartialEq, Eq)]
pub struct Sample {
    /// What it is called after `sample:`.
    pub name: &'static str,
    /// One line for a list.
    pub title: &'static str,
    /// What it teaches.
    pub teaches: &'static str,
    /// The data.
    pub csv: &'static str,
    /// The recipe, as TOML.
    pub recipe: &'static str,
}

/// Every sample, the simplest first.
pub fn samples() -> &'static [Sample] {
    &SAMPLES
}

/// The sample of a name.
///
/// # Errors
/// When there is none; the error names the one that was probably meant.
pub fn sample(name: &str) -> Result<&'static Sample, TableError> {
    SAMPLES.iter().find(|sample| sample.name == name).ok_or_else(|| TableError::UnknownSample {
        name: name.to_owned(),
        nearest: nearest(name, SAMPLES.iter().map(|sample| sample.name)),
    })
}

macro_rules! sample {
    ($name:literal, $title:literal, $teaches:literal) => {
        Sample {
            name: $name,
            title: $title,
            teaches: $teaches,
            csv: include_str!(concat!("../../samples/", $name, ".csv")),
            recipe: include_str!(concat!("../../samples/", $name, ".toml")),
        }
    };
}

static SAMPLES: [Sample; 5] = [
    sample!(
        "weather",
        "14 days, one feature: is the match played when it is sunny?",
        "Counts become a prior and likelihoods, and Bayes' rule turns them into a posterior: 3/5 against 2/5."
    ),
    sample!(
        "play-tennis",
        "14 days, four features: Mitchell's tennis table",
        "Naive Bayes multiplies one factor per feature; smoothing keeps Overcast from ruling No out."
    ),
    sample!(
        "chinese-japan",
        "Five short documents: China or Japan?",
        "The multinomial model counts words, repeats included; the row without a class is the question."
    ),
    sample!(
        "living-area",
        "27 houses: living area in square feet and a price class",
        "A number becomes a category by cutting it into bins; values on a cut show which bin takes them."
    ),
    sample!(
        "spam",
        "13 short messages, one with a word that nobody used before",
        "A word of the vocabulary that no class has seen makes every score 0, and the posterior 0/0, until it is smoothed."
    ),
];
