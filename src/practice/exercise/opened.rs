//! An exercise that was opened: its data, its case and its steps, and what an answer to one of them is compared with.

use std::path::PathBuf;
use std::sync::Arc;

use super::{Random, Reach, Rules, Words};
use crate::math::{Name, Number, Quantity};
use crate::model::{Case, CaseValue, Fitted, Study};
use crate::practice::grader::{Asked, Checked, Grader, check};
use crate::practice::label::{Base, Notation, is_log};
use crate::practice::mark::{Key, as_counted};
use crate::practice::mistakes::{self, Candidate, Way};
use crate::practice::read::Answer;
use crate::problem::nearest;
use crate::text::shown;
use crate::worked::{Context, Evaluator, WorkedError, derive};

/// An exercise, opened: its data is read, its model fitted, and every step is a number of this model.
#[derive(Clone, Debug)]
pub struct Exercise {
    pub id: String,
    pub title: String,
    pub words: Words,
    pub path: PathBuf,
    pub reach: Reach,
    /// The file of its data, or of their pattern; `None` for a sample, and where the exercise lists the columns.
    pub data: Option<PathBuf>,
    pub study: Study,
    pub fitted: Arc<Fitted>,
    /// The case; `None` where no step needs one.
    pub case: Option<Case>,
    pub steps: Vec<Step>,
    pub rules: Rules,
    /// What this course writes: the base of `log`, and what σ names.
    pub notation: Notation,
    /// The seed that its data were drawn from; `None` where they stand in a file.
    pub seed: Option<u64>,
    /// What is drawn; `None` where the data stand in a file.
    pub random: Option<Arc<Random>>,
}

#[derive(Clone, Debug)]
pub struct Step {
    pub asked: Asked,
    pub label: String,
    pub text: Option<String>,
    pub marks: f64,
    pub hints: Vec<String>,
    pub why: Option<String>,
    /// The answer to that question; without it the reason of the formula is told.
    pub because: Option<String>,
    /// Answers that are right because the exercise says so.
    pub accept: Vec<String>,
}

#[derive(Debug)]
pub(super) struct Numbers {
    pub truth: Option<Number>,
    pub mistakes: Vec<Candidate>,
    pub ways: Vec<Way>,
}

impl Exercise {
    pub(in crate::practice) fn context(&self) -> Context<'_> {
        Context { fitted: &self.fitted, case: self.case.as_ref() }
    }

    /// What an answer to a step is compared with; `None` where the class is asked.
    pub fn key(&self, step: &Step) -> Result<Option<Key>, WorkedError> {
        let Asked::Number(quantity) = &step.asked else { return Ok(None) };
        let mut key = Key::of(&self.fitted, self.case.as_ref(), quantity)?;
        if is_log(quantity) {
            key = key.in_base(self.notation.base());
        }
        for mistake in &mut key.mistakes {
            mistake.message = self.notation.sentence(std::mem::take(&mut mistake.message));
        }
        for made in key.made.iter_mut().filter_map(Arc::get_mut) {
            made.says = self.notation.sentence(std::mem::take(&mut made.says));
        }
        key.mistakes.retain(|mistake| self.rules.looks_for(mistake.tag));
        key.ways.retain(|way| self.rules.looks_for(way.tag));
        key.made.retain(|made| self.rules.looks_for(made.tag));
        key.others.retain(|other| self.rules.looks_for(other.tag));
        key.accept.clone_from(&step.accept);
        key.policy = self.rules.policy.clone();
        Ok(Some(key))
    }

    /// The right value of a step and what mistakes give there, without anything that is said of them; `None` where the
    /// class is asked. Many tables are tried by these.
    pub(super) fn numbers(&self, step: &Step) -> Result<Option<Numbers>, WorkedError> {
        let Asked::Number(quantity) = &step.asked else { return Ok(None) };
        if is_log(quantity) && self.notation.base() != Base::E {
            let numbers = |key: Key| Numbers { truth: key.truth, mistakes: key.mistakes, ways: key.ways };
            return Ok(self.key(step)?.map(numbers));
        }
        let truth = Evaluator::new(self.context(), Vec::new()).value(quantity)?;
        let mut tried = mistakes::numbers(&self.fitted, self.case.as_ref(), quantity);
        tried.candidates.retain(|mistake| self.rules.looks_for(mistake.tag));
        tried.ways.retain(|way| self.rules.looks_for(way.tag));
        Ok(Some(Numbers { truth, mistakes: tried.candidates, ways: tried.ways }))
    }

    pub fn keys(&self) -> Result<Vec<Option<Key>>, WorkedError> {
        self.steps.iter().map(|step| self.key(step)).collect()
    }

    /// The right values of its steps alone, as they are counted: for the keys of very many tables.
    pub fn right_values(&self) -> Result<Vec<Option<Key>>, WorkedError> {
        let right = |step: &Step| {
            let Asked::Number(quantity) = &step.asked else { return Ok(None) };
            let derivation = derive(&self.fitted, self.case.as_ref(), quantity)?;
            let last = derivation.last();
            let mut key = Key::plain(step.label.as_str(), last.and_then(|step| step.value.clone()), false);
            key.counted = last.and_then(|step| as_counted(&step.shown));
            if is_log(quantity) {
                key = key.in_base(self.notation.base());
                key.mistakes.clear();
            }
            Ok(Some(key))
        };
        self.steps.iter().map(right).collect()
    }

    pub(in crate::practice) fn grader<'a>(
        &'a self,
        step: &'a Step,
        line: usize,
        key: Option<&'a Key>,
    ) -> Grader<'a> {
        Grader { context: self.context(), line, asked: &step.asked, key, rules: &self.rules }
    }

    pub fn heading(&self) -> String {
        match &self.words.course {
            Some(course) => format!("{course}: {}", self.title),
            None => self.title.clone(),
        }
    }

    pub fn step(&self, asked: &Asked) -> Option<&Step> {
        self.steps.iter().find(|step| step.asked == *asked)
    }

    /// Checks one answer that stands alone. What is no step is compared with the model without the exercise's rules.
    pub fn check(&self, asked: &Asked, answer: Answer) -> Result<Checked, WorkedError> {
        let Some(step) = self.step(asked) else {
            return check(&self.fitted, self.case.as_ref(), asked, answer);
        };
        let key = self.key(step)?;
        self.grader(step, 1, key.as_ref()).grade(answer, &[])
    }

    /// What the model says of each row of the table; `None` where nothing is asked about that, and where rows of another file
    /// judge the model.
    pub fn called(&self) -> Option<Vec<String>> {
        let is_asked = |step: &Step| step.asked.number().is_some_and(Quantity::is_about_evaluation);
        self.steps.iter().any(is_asked).then(|| self.fitted.called()).flatten()
    }

    pub fn marks(&self) -> f64 {
        self.steps.iter().map(|step| step.marks).sum()
    }

    /// See [`unseen()`].
    pub fn unseen(&self) -> Vec<String> {
        self.case.as_ref().map(|case| unseen(&self.fitted, case)).unwrap_or_default()
    }

    /// What must be said of the seed, in one sentence: that the file does not list it.
    pub fn seed_note(&self) -> Option<String> {
        let (seed, random) = (self.seed?, self.random.as_ref()?);
        let listed = random.seeds.is_empty() || random.seeds.contains(&seed);
        (!listed).then(|| format!("seed {seed} is none of the seeds that {} lists", self.id))
    }
}

/// The figures in which values are compared: as many as the exercise asks for, and two at least.
pub fn figures_of(exercise: &Exercise) -> usize {
    exercise.rules.policy.figures.max(2)
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
