//! The topics and exercises of the course.

use std::path::Path;
use std::sync::OnceLock;

use crate::practice::exercise::Outline;
use crate::table::Source;

/// The prefix of the name of an exercise of the course.
pub const COURSE: &str = "course:";

#[derive(Debug)]
pub struct Topic {
    pub title: &'static str,
    pub lessons: &'static [Lesson],
}

#[derive(Debug)]
pub struct Lesson {
    /// Its name after `course:`.
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

/// Data of the course that are not samples.
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
    Topic { title: "Evaluation", lessons: &QUALITY },
    Topic { title: "Draws", lessons: &DRAWS },
];

static COUNTING: [Lesson; 5] = [
    lesson!("prior-from-counts", "How often is a match played? Two counts and a fraction."),
    lesson!(
        "given-the-class",
        "P(Sunny | Yes) counts only the Yes days. Counting all days is the most common mistake."
    ),
    lesson!(
        "one-feature",
        "The score is prior times likelihood. Scores divided by their sum are posteriors."
    ),
    lesson!(
        "evidence-is-a-sum",
        "P(x) is the sum of the scores of all classes, not a product over the features."
    ),
    lesson!(
        "four-features",
        "Naive Bayes multiplies one factor for each feature: all features of the tennis table."
    ),
];

static GIVEN: [Lesson; 3] = [
    lesson!(
        "mammography",
        "Most people who test positive are well: the illness is so rare that the prior decides."
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
        "α is added to every count, and k times α to the total, so that shares still add up to 1."
    ),
    lesson!(
        "zero-count",
        "A value never seen with a class makes its score 0. No other feature can change that."
    ),
    lesson!(
        "zero-smoothed",
        "The same day with α = 1: the zero becomes a small number, and the posterior is no longer 1."
    ),
    lesson!(
        "values-per-feature",
        "Outlook has three values and Wind two: each table is smoothed by its own k."
    ),
    lesson!(
        "decision-and-alpha",
        "With a very large α every value is equally likely in each class, so only the prior decides."
    ),
    lesson!("laplace-prior", "Some programs smooth the prior, too. Its k is the number of classes."),
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
        "Only the presence of a word counts, and absent words count, too: the decision changes."
    ),
    lesson!(
        "logarithms",
        "Products of small numbers become sums of logarithms. exp leads back to a posterior."
    ),
];

static NUMBERS: [Lesson; 6] = [
    lesson!("bins", "Cut points turn an area into a category. Brackets show which bin includes a cut point."),
    lesson!("mean-and-variance", "Two numbers describe a class: its mean, and its variance with n − 1."),
    lesson!("density-above-one", "A density replaces a probability, and 1.58 is not a mistake."),
    lesson!(
        "three-densities",
        "Three densities are multiplied in one score. The scores differ by five powers of ten."
    ),
    lesson!("numbers-and-categories", "Shares and densities are multiplied in one score."),
    lesson!(
        "missing-feature",
        "An empty cell is left out of the factor, but its row still counts for the prior."
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
        "Three linear discriminants are compared: the group with the largest is predicted."
    ),
    lesson!(
        "logistic-route",
        "With one Σ no density is needed: z = θ₀ + θᵀx, and its logistic function is the posterior."
    ),
    lesson!(
        "typicality",
        "A posterior of 99 % for a case that looks like neither class: q and the tail probability beyond it."
    ),
];

static QUALITY: [Lesson; 3] = [
    lesson!("confusion-matrix", "Actual and predicted classes: four counts, and the share on the diagonal."),
    lesson!(
        "precision-and-recall",
        "Precision divides by a column of the matrix, recall by a row. F1 is near the smaller one."
    ),
    lesson!(
        "three-class-matrix",
        "Three classes, each row predicted by a model trained on the others: one class and the rest."
    ),
];

static DRAWS: [Lesson; 2] = [
    lesson!(
        "draw-a-day",
        "Compare a uniform number with sums: draw the class first, then each feature given the class."
    ),
    lesson!("draw-numbers", "Σ = L Lᵀ, and μ + L z draws numbers with mean μ and covariance Σ."),
];
