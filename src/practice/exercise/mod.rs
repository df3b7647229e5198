//! Exercises: a data set, a case and a list of questions, whose right answers nobody types.
//!
//! An [`Exercise`] is opened from a TOML file; its steps are what is asked, in order, and [`Exercise::key`] works out
//! what an answer to one of them is held against. Nothing here reads an answer sheet: see [`super::sheet`].

mod author;
mod file;
mod inline;
mod key;
mod lint;
mod names;
mod open;
mod outline;
mod plain;
mod random;
mod reach;
mod rules;
mod search;
mod vet;

use std::path::PathBuf;
use std::sync::Arc;

pub use author::{author, data_path, few_enough, out_of_reach, questions, random_table, with_title};
pub use lint::{Accepted, Collision, Lint, Tested, figures_of, lint};
pub use open::ExerciseFile;
pub use outline::Outline;
pub use random::{Drawn, Level, Random};
pub use reach::Reach;
pub use rules::{Reveal, Rules, Unreduced};
pub use search::{Failed, Search, Seeds, seeds};
pub use vet::{Failure, Rule, Vetting, vet};

use super::grader::Asked;
use super::notation::Notation;
use crate::math::Name;
use crate::model::{Case, CaseValue, Fitted, Study};
use crate::problem::nearest;
use crate::text::shown;
use crate::worked::Context;

/// An exercise, opened: its data is read, its model fitted, and every step is a number of this model.
#[derive(Clone, Debug)]
pub struct Exercise {
    /// The word that answer sheets name it by.
    pub id: String,
    /// What stands above it.
    pub title: String,
    /// The file it was read from.
    pub path: PathBuf,
    /// Where the files may lie that it names.
    pub reach: Reach,
    /// The file of its data, or of their pattern; `None` for a sample, and where the exercise lists the columns.
    pub data: Option<PathBuf>,
    /// The data and the recipe.
    pub study: Study,
    /// The model.
    pub fitted: Arc<Fitted>,
    /// The case; `None` where no step needs one.
    pub case: Option<Case>,
    /// What is asked, in order; never empty.
    pub steps: Vec<Step>,
    /// How it is marked.
    pub rules: Rules,
    /// What this course writes: the base of `log`, and what σ names.
    pub notation: Notation,
    /// The seed that its data were drawn from; `None` where they stand in a file.
    pub seed: Option<u64>,
    /// What is drawn; `None` where the data stand in a file.
    pub random: Option<Arc<Random>>,
    /// Whether the self tests are about these data: those of the first seed that the file lists.
    pub runs_tests: bool,
}

/// One question of an exercise.
#[derive(Clone, Debug)]
pub struct Step {
    /// What is asked.
    pub asked: Asked,
    /// As the exercise writes it: what stands on question sheets.
    pub label: String,
    /// What a right answer is worth.
    pub marks: f64,
    /// Hints, from where to look to the value.
    pub hints: Vec<String>,
    /// A question about the reason.
    pub why: Option<String>,
    /// The answer to that question; without it the reason of the formula is told.
    pub because: Option<String>,
    /// Answers that are right because the exercise says so.
    pub accept: Vec<String>,
    /// Answers and what must be said of them: `correct`, `noted`, `wrong`, `unmarked`, or tags such as `B5|B6`.
    pub self_test: Vec<(String, String)>,
}

impl Exercise {
    /// The model and the case, to work numbers out.
    pub(in crate::practice) fn context(&self) -> Context<'_> {
        Context { fitted: &self.fitted, case: self.case.as_ref() }
    }

    /// Most marks that can be had.
    pub fn marks(&self) -> f64 {
        self.steps.iter().map(|step| step.marks).sum()
    }

    /// Whether it has tests of its own.
    pub fn has_tests(&self) -> bool {
        self.steps.iter().any(|step| !step.self_test.is_empty())
    }

    /// See [`unseen()`].
    pub fn unseen(&self) -> Vec<String> {
        self.case.as_ref().map(|case| unseen(&self.fitted, case)).unwrap_or_default()
    }

    /// What must be said of the seed, in one sentence: that nobody vetted it.
    pub fn seed_note(&self) -> Option<String> {
        let (seed, random) = (self.seed?, self.random.as_ref()?);
        let listed = random.seeds.is_empty() || random.seeds.contains(&seed);
        (!listed).then(|| {
            format!("seed {seed} is none of the seeds that {} lists, so it may not have been vetted", self.id)
        })
    }
}

/// Values of a case that no training row has, a sentence each: a misspelt value is one of them.
pub fn unseen(fitted: &Fitted, case: &Case) -> Vec<String> {
    let cells = case.cells.iter().zip(fitted.factors()).filter(|(cell, _)| cell.value == CaseValue::Unseen);
    let told = cells.map(|(cell, factor)| {
        let near = nearest(&cell.text, factor.values().iter().map(Name::as_str));
        let near = near.map(|near| format!(" Did you mean {}?", Name::new(near))).unwrap_or_default();
        let name = &factor.name;
        let value = shown(&cell.text);
        format!("{name} is “{value}” in the case x, and no row has that, so {name} has no factor.{near}")
    });
    told.collect()
}

impl Step {
    /// Its label where there is little room: without the feature, where the label is the whole name of a number.
    pub fn short(&self) -> String {
        match &self.asked {
            Asked::Number(quantity) if self.label == quantity.to_string() => quantity.short(),
            _ => self.label.clone(),
        }
    }
}
