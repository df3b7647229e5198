//! The course: the exercises of the program, in teaching order, each a TOML file like a teacher's own.

use super::exercise::{Exercise, ExerciseFile, Outline, Reach};
use super::problem;
use crate::problem::{Problem, nearest};
use crate::table::Source;
use std::ffi::OsStr;
use std::path::Path;
use std::sync::OnceLock;

pub const COURSE: &str = "course:";

#[derive(Debug)]
pub struct Topic {
    pub title: &'static str,
    pub lessons: &'static [Lesson],
}

#[derive(Debug)]
pub struct Lesson {
    pub id: &'static str,
    pub teaches: &'static str,
    pub toml: &'static str,
    outline: OnceLock<Outline>,
}

impl Lesson {
    pub fn name(&self) -> String {
        format!("{COURSE}{}", self.id)
    }

    pub fn outline(&self) -> &Outline {
        // Exercises of the program can be read: a test opens each.
        self.outline.get_or_init(|| Outline::read(self.toml, &self.name()).unwrap_or_default())
    }

    pub fn open(&self) -> Result<Exercise, Problem> {
        self.file()?.open(None)
    }

    fn file(&self) -> Result<ExerciseFile, Problem> {
        ExerciseFile::from_toml(self.toml, Path::new(&self.name()), Reach::Beside)
    }
}

pub fn topics() -> &'static [Topic] {
    TOPICS
}

pub fn lessons() -> impl Iterator<Item = &'static Lesson> {
    topics().iter().flat_map(|topic| topic.lessons)
}

pub fn lesson(id: &str) -> Result<&'static Lesson, Problem> {
    lessons().find(|lesson| lesson.id == id).ok_or_else(|| {
        let all: Vec<&str> = lessons().map(|lesson| lesson.id).collect();
        let meant = nearest(id, all.iter().copied());
        let meant = meant.map(|id| format!("Did you mean {COURSE}{id}? ")).unwrap_or_default();
        let fix = format!("{meant}The course has {}", all.join(", "));
        problem("no_data", format!("there is no exercise {COURSE}{id}"), fix)
    })
}

pub fn after(id: &str) -> Option<&'static Lesson> {
    lessons().skip_while(|lesson| lesson.id != id).nth(1)
}

impl Exercise {
    /// Whether a name is that of an exercise and not of data: a file that ends in `.toml`, or `course:ID`.
    pub fn is_named(name: impl AsRef<OsStr>) -> bool {
        let name = name.as_ref();
        name.to_str().is_some_and(|text| text.starts_with(COURSE))
            || Path::new(name).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("toml"))
    }

    pub fn named(name: impl AsRef<OsStr>) -> Result<Exercise, Problem> {
        ExerciseFile::named(name, Reach::Beside)?.open(None)
    }
}

impl ExerciseFile {
    pub fn named(name: impl AsRef<OsStr>, reach: Reach) -> Result<ExerciseFile, Problem> {
        let name = name.as_ref();
        match name.to_str().and_then(|text| text.strip_prefix(COURSE)) {
            Some(id) => lesson(id)?.file(),
            None => ExerciseFile::read(Path::new(name), reach),
        }
    }
}

static DATA: [(&str, &str); 4] = [
    ("buys-computer.csv", include_str!("../../course/buys-computer.csv")),
    ("clinic.csv", include_str!("../../course/clinic.csv")),
    ("seven-points.csv", include_str!("../../course/seven-points.csv")),
    ("three-groups.csv", include_str!("../../course/three-groups.csv")),
];

pub(super) fn beside(exercise: &str, file: &Path) -> Option<Source> {
    exercise.strip_prefix(COURSE)?;
    let (name, text) = DATA.iter().find(|(name, _)| Path::new(name) == file)?;
    Some(Source::bytes(*name, text.as_bytes()))
}

macro_rules! topics {
    ($($title:literal { $($id:literal: $teaches:literal)* })*) => {
        static TOPICS: &[Topic] = &[$(Topic {
            title: $title,
            lessons: {
                static LESSONS: [Lesson; [$($id),*].len()] = [$(Lesson {
                    id: $id,
                    teaches: $teaches,
                    toml: include_str!(concat!("../../course/", $id, ".toml")),
                    outline: OnceLock::new(),
                }),*];
                &LESSONS
            },
        }),*];
    };
}

topics! {
    "Counting" {
        "prior-from-counts": "How often is a match played? Two counts and a fraction."
        "given-the-class":
            "P(Sunny | Yes) counts only the Yes days. Counting all days is the most common mistake."
        "one-feature": "The score is prior times likelihood. Scores divided by their sum are posteriors."
        "evidence-is-a-sum": "P(x) is the sum of the scores of all classes, not a product over the features."
        "four-features":
            "Naive Bayes multiplies one factor for each feature: all features of the tennis table."
    }
    "Given numbers" {
        "mammography":
            "Most people who test positive are well: the illness is so rare that the prior decides."
        "two-tests":
            "The posterior after one test is the prior of the next: two positive tests, one after the other."
        "taxi": "A witness who is right four times in five, and a colour that is rare."
    }
    "Smoothing" {
        "smooth-one-table":
            "α is added to every count, and k times α to the total, so that shares still add up to 1."
        "zero-count": "A value never seen with a class makes its score 0. No other feature can change that."
        "zero-smoothed":
            "The same day with α = 1: the zero becomes a small number, and the posterior is no longer 1."
        "values-per-feature": "Outlook has three values and Wind two: each table is smoothed by its own k."
        "decision-and-alpha":
            "With a very large α every value is equally likely in each class, so only the prior decides."
        "laplace-prior": "Some programs smooth the prior, too. Its k is the number of classes."
    }
    "Text" {
        "tokens-or-documents":
            "The prior counts documents, the likelihood counts words: which count goes where."
        "text-multinomial": "Every occurrence of a word is a factor: three times Chinese is a third power."
        "text-bernoulli":
            "Only the presence of a word counts, and absent words count, too: the decision changes."
        "logarithms": "Products of small numbers become sums of logarithms. exp leads back to a posterior."
    }
    "Numbers" {
        "bins": "Cut points turn an area into a category. Brackets show which bin includes a cut point."
        "mean-and-variance": "Two numbers describe a class: its mean, and its variance with n − 1."
        "density-above-one": "A density replaces a probability, and 1.58 is not a mistake."
        "three-densities":
            "Three densities are multiplied in one score. The scores differ by five powers of ten."
        "numbers-and-categories": "Shares and densities are multiplied in one score."
        "missing-feature": "An empty cell is left out of the factor, but its row still counts for the prior."
    }
    "Discriminant analysis" {
        "gda-means-and-sigma": "Two means and one covariance matrix for both classes, from seven points."
        "gda-posterior": "Determinant, inverse and quadratic form lead from Σ to the posterior."
        "theta-from-sigma": "With one Σ the posterior is a logistic function, and Σ gives its weights."
        "three-classes": "Three linear discriminants are compared: the group with the largest is predicted."
        "logistic-route":
            "With one Σ no density is needed: z = θ₀ + θᵀx, and its logistic function is the posterior."
        "typicality":
            "A posterior of 99 % for a case that looks like neither class: q and the tail probability beyond it."
    }
    "Evaluation" {
        "confusion-matrix": "Actual and predicted classes: four counts, and the share on the diagonal."
        "precision-and-recall":
            "Precision divides by a column of the matrix, recall by a row. F1 is near the smaller one."
        "three-class-matrix":
            "Three classes, each row predicted by a model trained on the others: one class and the rest."
    }
}
