//! What the course consists of.

use std::path::Path;
use std::sync::OnceLock;

use crate::practice::exercise::Outline;
use crate::table::Source;

/// What stands before the name of an exercise of the course.
pub const COURSE: &str = "course:";

#[derive(Debug)]
pub struct Topic {
    pub title: &'static str,
    pub lessons: &'static [Lesson],
}

#[derive(Debug)]
pub struct Lesson {
    /// What it is called after `course:`.
    pub id: &'static str,
    pub teaches: &'static str,
    pub toml: &'static str,
    pub(super) outline: OnceLock<Outline>,
}

pub fn topics() -> &'static [Topic] {
    &TOPICS
}

macro_rules! lesson {
    ($id:literal, $teaches:literal) => {
        Lesson {
            id: $id,
            teaches: $teaches,
            toml: include_str!(concat!("../../../course/", $id, ".toml")),
            outline: OnceLock::new(),
        }
    };
}

macro_rules! data {
    ($($name:literal),*) => {
        [$(($name, include_str!(concat!("../../../course/", $name)))),*]
    };
}

/// Data of the course that are no samples.
static DATA: [(&str, &str); 4] =
    data!["buys-computer.csv", "clinic.csv", "seven-points.csv", "three-groups.csv"];

/// A file beside an exercise of the course; `None` for any other exercise.
pub(in crate::practice) fn beside(exercise: &str, file: &Path) -> Option<Source> {
    exercise.strip_prefix(COURSE)?;
    let (name, text) = DATA.iter().find(|(name, _)| Path::new(name) == file)?;
    Some(Source::bytes(*name, text.as_bytes()))
}

static TOPICS: [Topic; 8] = [
    Topic { title: "Counting", lessons: &COUNTING },
    Topic { title: "Given numbers", lessons: &GIVEN },
    Topic { title: "Smoothing", lessons: &SMOOTHING },
    Topic { title: "Text", lessons: &TEXT },
    Topic { title: "Numbers", lessons: &NUMBERS },
    Topic { title: "Discriminant analysis", lessons: &DISCRIMINANT },
    Topic { title: "How good it is", lessons: &QUALITY },
    Topic { title: "Draws", lessons: &DRAWS },
];

static COUNTING: [Lesson; 5] = [
    lesson!("prior-from-counts", "How often is a match played? One prior from two counts."),
    lesson!(
        "given-the-class",
        "P(Sunny | Yes) counts the Yes days only. Forgetting this is the most common mistake."
    ),
    lesson!(
        "one-feature",
        "Prior times likelihood is the score; the scores, divided by their sum, are posteriors."
    ),
    lesson!(
        "evidence-is-a-sum",
        "P(x) is the sum of the scores, not a product of the features' own probabilities."
    ),
    lesson!("four-features", "Naive Bayes multiplies one factor per feature: the whole tennis table."),
];

static GIVEN: [Lesson; 3] = [
    lesson!(
        "mammography",
        "Most people who test positive are well: the illness is rare, and that outweighs the test."
    ),
    lesson!(
        "two-tests",
        "The posterior after one test is the prior of the next: two positive tests, one after the other."
    ),
    lesson!("taxi", "A witness is right four times in five, but the colour is rare."),
];

static SMOOTHING: [Lesson; 6] = [
    lesson!(
        "smooth-one-table",
        "α is added to every count, and k times α to the total, so that shares still add to 1."
    ),
    lesson!(
        "zero-count",
        "A value never seen with a class makes its score 0; no other feature can change that."
    ),
    lesson!(
        "zero-smoothed",
        "The same day with α = 1: the zero becomes a small number, and the posterior less extreme."
    ),
    lesson!(
        "values-per-feature",
        "Outlook has three values and Wind two: each table is smoothed by its own k."
    ),
    lesson!(
        "decision-and-alpha",
        "With a very large α every value is as likely in each class, and only the prior decides."
    ),
    lesson!("laplace-prior", "Some programs smooth the prior as well; its k is the number of classes."),
];

static TEXT: [Lesson; 4] = [
    lesson!("tokens-or-documents", "The prior counts documents, the likelihood counts words."),
    lesson!(
        "text-multinomial",
        "Every occurrence of a word is a factor: three times Chinese is a third power."
    ),
    lesson!("text-bernoulli", "Only presence counts, and absent words count too: the prediction changes."),
    lesson!("logarithms", "Products of small numbers become sums of logarithms, and then a posterior again."),
];

static NUMBERS: [Lesson; 6] = [
    lesson!(
        "bins",
        "Cut points turn an area into a category. A square bracket includes the value on the cut."
    ),
    lesson!("mean-and-variance", "Two numbers describe a class: its mean, and its variance with n − 1."),
    lesson!("density-above-one", "A density replaces the probability, and it may exceed 1."),
    lesson!("three-densities", "Three densities multiply to one score."),
    lesson!("numbers-and-categories", "Shares and densities are multiplied in one score."),
    lesson!(
        "missing-feature",
        "An empty cell is left out of the fraction, but its row still counts for the prior."
    ),
];

static DISCRIMINANT: [Lesson; 6] = [
    lesson!(
        "gda-means-and-sigma",
        "Two means and one covariance matrix for both classes, from seven points."
    ),
    lesson!("gda-posterior", "Determinant, inverse and quadratic form lead from Σ to the posterior."),
    lesson!("theta-from-sigma", "With one Σ the posterior is a logistic function, and Σ gives its weights."),
    lesson!(
        "three-classes",
        "Compare three linear discriminants: the model predicts the group with the largest."
    ),
    lesson!(
        "logistic-route",
        "With one Σ no density is needed: θ₀ + θᵀx is z, and the logistic function of z is the posterior."
    ),
    lesson!(
        "typicality",
        "A posterior of 99 % for a case far from both classes: q and the share of a class beyond it."
    ),
];

static QUALITY: [Lesson; 3] = [
    lesson!(
        "confusion-matrix",
        "Actual and predicted classes: four counts, and the accuracy on the diagonal."
    ),
    lesson!(
        "precision-and-recall",
        "Precision divides by a column of the matrix, recall by a row. F1 is near the smaller of the two."
    ),
    lesson!("three-class-matrix", "Three classes, cross-validated: one class against the rest."),
];

static DRAWS: [Lesson; 2] = [
    lesson!(
        "draw-a-day",
        "Compare a uniform number with cumulative sums: draw the class first, then each feature given it."
    ),
    lesson!("draw-numbers", "Σ = L Lᵀ, and μ + L z makes numbers that vary together as Σ says."),
];
