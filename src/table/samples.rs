//! The data sets that are part of the program.

use super::error::{TableError, quoted};
use crate::problem::nearest;

/// A data set that is part of the program.
#[derive(Debug, PartialEq, Eq)]
pub struct Sample {
    /// What it is called after `sample:`.
    pub name: &'static str,
    pub title: &'static str,
    pub teaches: &'static str,
    pub csv: &'static str,
    pub recipe: &'static str,
}

impl Sample {
    /// Whether it has rows: where it has none, the numbers of its model are given.
    pub fn has_rows(&self) -> bool {
        !self.csv.is_empty()
    }
}

pub fn samples() -> &'static [Sample] {
    &SAMPLES
}

/// The sample of a name.
///
/// # Errors
/// When there is none; the error names the one that was probably meant.
pub fn sample(name: &str) -> Result<&'static Sample, TableError> {
    SAMPLES.iter().find(|sample| sample.name == name).ok_or_else(|| {
        let fix = match nearest(name, SAMPLES.iter().map(|sample| sample.name)) {
            Some(name) => format!("Did you mean sample:{name}?"),
            None => "The command “posterior samples” lists them.".to_owned(),
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
        "13 short messages, one with a word that is in no other",
        "A word of the vocabulary that no class has seen makes every score 0, and the posterior 0/0, until it is smoothed."
    ),
    sample!(
        "person",
        "8 people: height, weight and foot, and a ninth to guess",
        "Each number has a normal distribution in each class; a density takes the place of a probability."
    ),
    sample!(
        "loan",
        "10 borrowers: two categories and an income",
        "Shares and densities multiply in one score; one share of 0 rules a class out for any income."
    ),
    sample!(
        "iris",
        "150 flowers of three species: four measurements",
        "A flower between two species: the petals decide, and the training rows show where the model errs."
    ),
    sample!(
        "elephants",
        "200 young elephants and large dogs: weight and height",
        "Drawn as discriminant analysis has it: one Σ for both classes, so the boundary is a line and the posterior logistic."
    ),
    sample!(
        "bolts",
        "200 bolts from two machines: length and width",
        "The machines differ in spread, hardly in mean: a Σ for each class makes a curved boundary, one Σ for both fails."
    ),
    sample!(
        "calls",
        "200 hours at a help desk, by day or by night: two counts",
        "Counts from Poisson distributions, which no Gaussian makes: logistic regression assumes less and fits them better."
    ),
    sample!(
        "two-clusters",
        "200 rooms: too cold or too warm is bad, between is fine",
        "One class is two clusters on either side of the other: one Σ cannot tell them apart, ten bins and naive Bayes can."
    ),
    sample!(
        "repairs",
        "200 repairs, minor or major: minutes and cost of parts",
        "A few repairs take days: they pull the mean and Σ along, while logistic regression is hardly affected."
    ),
    sample!(
        "letters",
        "200 letters by a sailor or a farmer, 60 to 140 words",
        "Both use the same words, one of them somewhat more often: how often they occur shows who wrote it, whether they occur says little."
    ),
    sample!(
        "mammography",
        "Given numbers: 1 % have cancer, a mammogram is positive",
        "The base rate: of those who test positive most are well, 7.8 % are ill (Eddy 1982); no row is counted, every number is given."
    ),
    sample!(
        "two-tests",
        "Given numbers: two tests in a row, both positive",
        "Evidence multiplies: one positive test makes 15 % of 1 %, two independent ones 77 %."
    ),
    sample!(
        "taxi",
        "Given numbers: most cabs are green, a witness says blue",
        "The base rate against a witness who is right in 80 % of cases: 41 % (Tversky and Kahneman 1982)."
    ),
];
