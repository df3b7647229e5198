//! The claims of the notes, each as a curve that anybody can draw again.

use serde::Serialize;

use super::{CandidateModel, Yardstick};
use crate::model::Study;
use crate::problem::{Problem, nearest};
use crate::recipe::Recipe;

/// A claim, and what is to be done to see whether it holds.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Experiment {
    pub name: &'static str,
    #[serde(skip)]
    pub title: &'static str,
    pub claim: &'static str,
    pub sample: &'static str,
    #[serde(skip)]
    pub over: &'static str,
    #[serde(skip)]
    pub first: &'static str,
    /// The models that learn beside it: a name, and what is put over the recipe.
    #[serde(skip)]
    pub others: &'static [(&'static str, &'static str)],
    #[serde(skip)]
    pub measure: Yardstick,
    pub look: &'static str,
    pub why: &'static str,
}

/// Every experiment, in the order of the notes.
pub fn experiments() -> &'static [Experiment] {
    &EXPERIMENTS
}

/// The experiment of a name.
///
/// # Errors
/// When there is none; the error names the one that was probably meant.
pub fn experiment(name: &str) -> Result<&'static Experiment, Problem> {
    EXPERIMENTS.iter().find(|one| one.name == name).ok_or_else(|| {
        let nearest = nearest(name, EXPERIMENTS.iter().map(|one| one.name));
        let meant = nearest.map(|nearest| format!("did you mean {nearest}? "));
        Problem::usage(
            format!("there is no experiment named {name}"),
            format!("{}posterior experiments lists them", meant.unwrap_or_default()),
        )
    })
}

impl Experiment {
    /// What is put over the sample's own recipe.
    ///
    /// # Errors
    /// When it is no recipe.
    pub fn recipe(&self) -> Result<Recipe, Problem> {
        Recipe::from_toml(self.over, self.name)
    }

    /// The models that take part, the one of the study first.
    ///
    /// # Errors
    /// When a recipe cannot be read.
    pub fn candidates(&self, study: &Study) -> Result<Vec<CandidateModel>, Problem> {
        let mut all = vec![CandidateModel { name: self.first.to_owned(), recipe: study.recipe.clone() }];
        for (name, over) in self.others {
            let recipe = study.recipe.clone().overridden_by(Recipe::from_toml(over, name)?);
            all.push(CandidateModel { name: (*name).to_owned(), recipe });
        }
        Ok(all)
    }
}

/// The rival of every generative model.
const LOGISTIC: (&str, &str) = ("logistic regression", "model = \"logistic\"");

static EXPERIMENTS: [Experiment; 4] = [
    Experiment {
        name: "gda-needs-less",
        title: "GDA needs less data",
        claim: "Where the data are Gaussian with one Σ, GDA needs fewer rows than logistic regression.",
        sample: "elephants",
        over: "split = \"folds:10\"",
        first: "GDA",
        others: &[LOGISTIC],
        measure: Yardstick::Accuracy,
        look: "From 15 to 30 rows GDA is ahead; with all of them the two are equal. With 4 or 5 rows it is behind: a Σ \
               from so few is worse than none. Where so few rows are separated by a line, as in nearly all \
               draws up to 10, in two of three at 15 and in a quarter at 20, plain logistic regression has no finite \
               weights: there it stands with a ridge penalty of 0.01, while GDA has none. What is said of each size \
               counts these draws.",
        why: "GDA assumes what is true here, and an assumption that holds is worth rows.",
    },
    Experiment {
        name: "counts",
        title: "counts: logistic is closer",
        claim: "On Poisson counts logistic regression has the better posteriors, once there are rows enough.",
        sample: "calls",
        over: "split = \"folds:10\"",
        first: "GDA",
        others: &[LOGISTIC],
        measure: Yardstick::LogLoss,
        look: "From 70 rows on its log loss is lower by about 0.01; before that GDA still gains by assuming more. In \
               accuracy the two hardly differ.",
        why: "Counts are not Gaussian, but the posterior of two Poisson classes is logistic all the same.",
    },
    Experiment {
        name: "long-tails",
        title: "long tails: logistic holds up",
        claim: "On data with a long tail logistic regression is right more often than GDA.",
        sample: "repairs",
        over: "split = \"folds:10\"",
        first: "GDA",
        others: &[LOGISTIC],
        measure: Yardstick::Accuracy,
        look: "GDA stops at about 0.83 and learns nothing from more rows; logistic regression goes on to 0.90.",
        why: "A few far rows pull the mean and Σ along; logistic regression hardly heeds what is far off.",
    },
    Experiment {
        name: "word-counts",
        title: "word counts beat presence",
        claim: "On longer text the multinomial event model beats the Bernoulli one.",
        sample: "letters",
        over: "split = \"folds:10\"",
        first: "multinomial",
        others: &[("Bernoulli", "model = \"bernoulli\"\nevent = \"bernoulli\"")],
        measure: Yardstick::Accuracy,
        look: "The multinomial model is ahead at every size, at the end by 0.2.",
        why: "Almost every word stands in almost every letter: how often it does tells who writes.",
    },
];
