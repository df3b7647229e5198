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
    lesson!("prior-from-counts", "How often is a match played? Two counts and a fraction."),
    lesson!(
        "given-the-class",
        "P(Sunny | Yes) looks at the Yes days only: the first trap, and the one most often stepped into."
    ),
    lesson!(
        "one-feature",
        "Prior times likelihood is the score; the scores, divided by their sum, are posteriors."
    ),
    lesson!(
        "evidence-is-a-sum",
        "P(x) adds the scores of all classes; it is no product of the features' own probabilities."
    ),
    lesson!(
        "four-features",
        "Naive Bayes multiplies a factor for each feature: the tennis table, worked out whole."
    ),
];

static GIVEN: [Lesson; 3] = [
    lesson!(
        "mammography",
        "Of those who test positive most are well: how rare the illness is weighs more than the test."
    ),
    lesson!(
        "two-tests",
        "The posterior after one test is the prior of the next: two positive tests, one after the other."
    ),
    lesson!("taxi", "A witness who is right four times in five, and a colour that is rare."),
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
        "The same day with α = 1: the zero becomes a small number, and the answer is less sure."
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
    lesson!(
        "tokens-or-documents",
        "The prior counts documents, the likelihood counts words: which count goes where."
    ),
    lesson!(
        "text-multinomial",
        "Every occurrence of a word is a factor: three times Chinese is a third power."
    ),
    lesson!(
        "text-bernoulli",
        "Only whether a word occurs counts, and absent words count too: the decision turns round."
    ),
    lesson!("logarithms", "Products of small numbers become sums; and how to come back to a posterior."),
];

static NUMBERS: [Lesson; 6] = [
    lesson!(
        "bins",
        "Cut points turn an area into a category, and a bracket says who gets the value on the cut."
    ),
    lesson!("mean-and-variance", "Two numbers describe a class: its mean, and its variance with n − 1."),
    lesson!("density-above-one", "A density takes the place of a probability, and 1.58 is no mistake."),
    lesson!("three-densities", "Three densities multiply in one score, over five powers of ten."),
    lesson!("numbers-and-categories", "Shares and densities are multiplied in one score."),
    lesson!(
        "missing-feature",
        "An empty cell counts neither above nor below the line, but its row has a class."
    ),
];

static DISCRIMINANT: [Lesson; 6] = [
    lesson!(
        "gda-means-and-sigma",
        "Two means and one covariance matrix for both classes, from seven points."
    ),
    lesson!("gda-posterior", "Determinant, inverse and quadratic form lead from Σ to the posterior."),
    lesson!("theta-from-sigma", "With one Σ the posterior is a logistic function, and Σ gives its weights."),
    lesson!("three-classes", "Three linear discriminants are compared: the largest names the group."),
    lesson!(
        "logistic-route",
        "With one Σ no density is needed: θ₀ + θᵀx is z, and the logistic function of z is the posterior."
    ),
    lesson!(
        "typicality",
        "A posterior of 99 % for a case that looks like neither class: q, and how much of a class lies beyond it."
    ),
];

static QUALITY: [Lesson; 3] = [
    lesson!(
        "confusion-matrix",
        "Actual against predicted classes: four counts, and the share on the diagonal."
    ),
    lesson!(
        "precision-and-recall",
        "One divides by a column of the matrix, the other by a row; F1 stays near the smaller of the two."
    ),
    lesson!(
        "three-class-matrix",
        "Three classes, each row predicted by a model of the others: a class against the rest."
    ),
];

static DRAWS: [Lesson; 2] = [
    lesson!(
        "draw-a-day",
        "A uniform number is compared with sums: first the class is drawn, then each feature by its class."
    ),
    lesson!("draw-numbers", "Σ = L Lᵀ, and μ + L z makes numbers that vary together as Σ says."),
];
