//! The claims of the notes, each as a curve that anybody can draw again.

use serde::Serialize;

use super::{CandidateModel, Parameter, Yardstick};
use crate::model::Study;
use crate::problem::{Problem, nearest};
use crate::recipe::Recipe;

/// A claim, and what is to be done to see whether it holds.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Experiment {
    /// What it is called on the command line.
    pub name: &'static str,
    /// A few words for a list.
    #[serde(skip)]
    pub title: &'static str,
    /// The claim, in one sentence.
    pub claim: &'static str,
    /// The sample that it is tried on.
    pub sample: &'static str,
    /// What is put over the sample's own recipe, as TOML.
    #[serde(skip)]
    pub over: &'static str,
    /// The curve that shows it.
    #[serde(rename = "curve")]
    pub course: Course,
    /// The figure that shows it best.
    #[serde(skip)]
    pub measure: Yardstick,
    /// What to look at.
    pub look: &'static str,
    /// Why it is so.
    pub why: &'static str,
}

/// What is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Course {
    /// How some models learn: the first is that of the recipe; the others have a name, and what they put over it.
    Learning(&'static str, &'static [(&'static str, &'static str)]),
    /// What becomes of the model under other values of a parameter.
    Sweep(Parameter),
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
    /// Whether it shows how models learn.
    pub fn learns(&self) -> bool {
        matches!(self.course, Course::Learning(..))
    }

    /// What is put over the sample's own recipe.
    ///
    /// # Errors
    /// When it is no recipe.
    pub fn recipe(&self) -> Result<Recipe, Problem> {
        Recipe::from_toml(self.over, self.name)
    }

    /// The models that take part, the one of the study first; none where a parameter is swept.
    ///
    /// # Errors
    /// When a recipe cannot be read.
    pub fn candidates(&self, study: &Study) -> Result<Vec<CandidateModel>, Problem> {
        let Course::Learning(first, others) = self.course else { return Ok(Vec::new()) };
        let mut all = vec![CandidateModel { name: first.to_owned(), recipe: study.recipe.clone() }];
        for (name, over) in others {
            let recipe = study.recipe.clone().overridden_by(Recipe::from_toml(over, name)?);
            all.push(CandidateModel { name: (*name).to_owned(), recipe });
        }
        Ok(all)
    }
}

/// The rival of every generative model.
const LOGISTIC: (&str, &str) = ("logistic regression", "model = \"logistic\"");

static EXPERIMENTS: [Experiment; 6] = [
    Experiment {
        name: "gda-needs-less",
        title: "GDA needs less data",
        claim: "Where the data are Gaussian with one Σ, GDA needs fewer rows than logistic regression.",
        sample: "elephants",
        over: "split = \"folds:10\"",
        course: Course::Learning("GDA", &[LOGISTIC]),
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
        course: Course::Learning("GDA", &[LOGISTIC]),
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
        course: Course::Learning("GDA", &[LOGISTIC]),
        measure: Yardstick::Accuracy,
        look: "GDA stops at about 0.83 and learns nothing from more rows; logistic regression goes on to 0.90.",
        why: "A few far rows pull the mean and Σ along; logistic regression hardly heeds what is far off.",
    },
    Experiment {
        name: "two-clusters",
        title: "two clusters: bins beat GDA",
        claim: "Where one class is two clusters, bins and naive Bayes beat GDA.",
        sample: "two-clusters",
        over: "split = \"folds:10\"",
        course: Course::Sweep(Parameter::Width),
        measure: Yardstick::Accuracy,
        look: "GDA itself is right for less than half of the rows; three bins are enough for 0.97.",
        why: "One Σ for both classes leaves a straight boundary, and no line has both clusters on one side and the \
              class between them on the other. One Gaussian a class is not what fails: QDA and Gaussian naive Bayes, \
              with variances of their own for each class, are right for 193 of 200 rows.",
    },
    Experiment {
        name: "smoothing",
        title: "smoothing rescues the spam set",
        claim: "Without smoothing one new word makes a posterior 0/0; any α above 0 rescues it.",
        sample: "spam",
        over: "split = \"leave-one-out\"",
        course: Course::Sweep(Parameter::Alpha),
        measure: Yardstick::Accuracy,
        look: "At α = 0 all 12 rows are 0/0. From 0.001 to 2 seven are right; from 10 on little is left but the prior, \
               which speaks against the row that was left out.",
        why: "A word that no class has seen makes every score 0; α gives every word a little.",
    },
    Experiment {
        name: "word-counts",
        title: "word counts beat presence",
        claim: "On longer text the multinomial event model beats the Bernoulli one.",
        sample: "letters",
        over: "split = \"folds:10\"",
        course: Course::Learning(
            "multinomial",
            &[("Bernoulli", "model = \"bernoulli\"\nevent = \"bernoulli\"")],
        ),
        measure: Yardstick::Accuracy,
        look: "The multinomial model is ahead at every size, at the end by 0.2.",
        why: "Almost every word stands in almost every letter: how often it does tells who writes.",
    },
];
