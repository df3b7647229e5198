//! The data sets that are part of the program.

use super::error::{TableError, quoted};
use crate::problem::nearest;

/// A data set that is part of the program.
#[derive(Debug, PartialEq, Eq)]
pub struct Sample {
    /// Its name after `sample:`.
    pub name: &'static str,
    pub title: &'static str,
    pub teaches: &'static str,
    pub csv: &'static str,
    pub recipe: &'static str,
}

impl Sample {
    /// Whether it has rows. Without rows, the numbers of its model are given.
    pub fn has_rows(&self) -> bool {
        !self.csv.is_empty()
    }
}

pub fn samples() -> &'static [Sample] {
    &SAMPLES
}

/// Returns the sample with a name.
///
/// # Errors
/// When there is none; the error suggests a similar name.
pub fn sample(name: &str) -> Result<&'static Sample, TableError> {
    SAMPLES.iter().find(|sample| sample.name == name).ok_or_else(|| {
        let fix = match nearest(name, SAMPLES.iter().map(|sample| sample.name)) {
            Some(name) => format!("Did you mean sample:{name}?"),
            None => "Run posterior samples to list them.".to_owned(),
        };
        let mut error = TableError::new("no_data", "", format!("there is no sample {}", quoted(name)), fix);
        error.problem.place = None;
        error
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

static SAMPLES: [Sample; 17] = [
    sample!(
        "weather",
        "14 days, one feature: is the match played when sunny?",
        "Counts become a prior and likelihoods, and Bayes' rule turns them into a posterior: 3/5 against 2/5."
    ),
    sample!(
        "play-tennis",
        "14 days, four features: Mitchell's tennis table",
        "Naive Bayes multiplies one factor per feature. Without smoothing, Overcast would rule out No."
    ),
    sample!(
        "chinese-japan",
        "Five short documents: China or Japan?",
        "The multinomial model counts words, repeats included. The row without a class is the query."
    ),
    sample!(
        "living-area",
        "27 houses: living area in square feet and a price class",
        "Bins turn a number into a category. Values exactly on a cut show which bin they fall into."
    ),
    sample!(
        "spam",
        "13 short messages, one with a word that is in no other",
        "A vocabulary word that no class has seen makes every score 0 and the posterior 0/0. Smoothing prevents that."
    ),
    sample!(
        "person",
        "8 people: height, weight and foot; a ninth to predict",
        "Each number has a normal distribution in each class. The score multiplies densities, not probabilities."
    ),
    sample!(
        "loan",
        "10 borrowers: two categories and an income",
        "A score multiplies probabilities and densities. A single probability of 0 rules out a class for any income."
    ),
    sample!(
        "iris",
        "150 flowers of three species: four measurements",
        "The query lies between two species: the petals decide. The training rows show where the model is wrong."
    ),
    sample!(
        "elephants",
        "200 young elephants and large dogs: weight and height",
        "Drawn from a Gaussian in each class, with one Σ for both. So the boundary is a line and the posterior is logistic."
    ),
    sample!(
        "bolts",
        "200 bolts from two machines: length and width",
        "The machines differ in spread, hardly in mean. A Σ for each class gives a curved boundary; one Σ for both fails."
    ),
    sample!(
        "calls",
        "200 hours at a help desk, by day or by night: two counts",
        "The counts are Poisson, not Gaussian. Logistic regression assumes less and fits them better."
    ),
    sample!(
        "two-clusters",
        "200 rooms: too cold or too warm is bad, between is fine",
        "One class is two clusters, one on each side of the other class. One Σ cannot separate them; naive Bayes with ten bins can."
    ),
    sample!(
        "repairs",
        "200 repairs, minor or major: minutes and cost of parts",
        "A few repairs take days. They distort the mean and Σ; logistic regression is hardly affected."
    ),
    sample!(
        "letters",
        "200 letters by a sailor or a farmer, 60 to 140 words",
        "Both use the same words, but not equally often. How often a word occurs shows the writer; whether it occurs says little."
    ),
    sample!(
        "mammography",
        "Given numbers: 1 % have cancer, a mammogram is positive",
        "The base rate: only 7.8 % of those who test positive are ill (Eddy 1982). Every number is given; no row is counted."
    ),
    sample!(
        "two-tests",
        "Given numbers: two tests in a row, both positive",
        "Evidence multiplies: one positive test raises 1 % to 15 %, two independent ones raise it to 77 %."
    ),
    sample!(
        "taxi",
        "Given numbers: most cabs are green, a witness says blue",
        "The witness is right in 80 % of cases, but few cabs are blue: only 41 % (Tversky and Kahneman 1982)."
    ),
];
