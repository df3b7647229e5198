//! A case worked out with one mistake, line by line, and the relation of each line to the first wrong one.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::math::{Number, Quantity, Sentence, sentence};
use crate::model::leaders_of;
use crate::practice::carry::{Earlier, posteriors};
use crate::practice::grader::numbered;
use crate::practice::mistakes::{Made, same};
use crate::practice::worksheet::{Kind, Question, Questions, Right};
use crate::worked::{Constants, Context, Step, WorkedError, derive_all};

#[derive(Clone, Debug)]
pub struct Solution {
    pub questions: Arc<Questions>,
    pub tag: &'static str,
    pub says: Sentence,
    /// The first wrong line, from 0.
    pub first: usize,
    pub lines: Vec<Finished>,
    /// The class that results from the mistake, if it differs from the right one.
    pub flips: Option<String>,
    asked: Vec<Option<Quantity>>,
}

#[derive(Clone, Debug)]
pub struct Finished {
    pub written: Right,
    pub status: LineStatus,
    pub step: Option<Step>,
}

/// The relation of a line to the first wrong one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineStatus {
    Right,
    First,
    /// The same mistake, repeated.
    Again,
    With(Vec<usize>),
}

impl Solution {
    pub(super) fn new(
        questions: &Arc<Questions>,
        first: usize,
        made: &Made,
    ) -> Result<Solution, WorkedError> {
        let (fitted, case) = (&questions.fitted, questions.case.as_deref());
        let asked = questions.in_case();
        let goals: Vec<Quantity> = asked.iter().flatten().cloned().collect();
        let steps = derive_all(fitted, case, &goals, &[made])?.into_iter();
        let steps: HashMap<Quantity, Step> = steps.map(|step| (step.of.clone(), step)).collect();
        let mut solution = Solution {
            questions: Arc::clone(questions),
            tag: made.tag,
            says: made.says.clone(),
            first,
            lines: Vec::new(),
            flips: None,
            asked,
        };
        for (line, question) in questions.list.iter().enumerate() {
            let finished = match solution.of(line).and_then(|of| steps.get(of)) {
                Some(step) => solution.number(line, question, step, &steps)?,
                None if question.kind == Kind::Class => solution.decision(question),
                None => Finished {
                    written: question.right.clone(),
                    status: LineStatus::Right,
                    step: questions.step(line).cloned(),
                },
            };
            solution.lines.push(finished);
        }
        Ok(solution)
    }

    /// A number with the mistake. A line without a mistake of its own is worked out from the lines above and from right values,
    /// even if the mistake would give the same value.
    fn number(
        &self,
        line: usize,
        question: &Question,
        step: &Step,
        steps: &HashMap<Quantity, Step>,
    ) -> Result<Finished, WorkedError> {
        let is_right = match &question.right {
            Right::Number(_, right) => same(right.as_ref(), step.value.as_ref()),
            Right::Class(_) => false,
        };
        let behind = self.wrong_behind(self.uses(&step.of).iter().collect());
        let again = if line == self.first { LineStatus::First } else { LineStatus::Again };
        if is_right && self.wrong().next().is_none() {
            return Ok(Finished {
                written: question.right.clone(),
                status: LineStatus::Right,
                step: self.questions.step(line).cloned(),
            });
        }
        let own = match is_right || (line != self.first && !behind.is_empty()) {
            true => self.follows(step, steps)?,
            false => None,
        };
        let (status, step) = match own {
            Some(own) if is_right => (LineStatus::Right, own),
            Some(own) => (LineStatus::With(behind), own),
            None if is_right => (LineStatus::Right, self.questions.step(line).unwrap_or(step).clone()),
            None => (again, step.clone()),
        };
        let written = if is_right {
            question.right.clone()
        } else {
            Right::Number(step.shown.clone(), step.value.clone())
        };
        Ok(Finished { written, status, step: Some(step) })
    }

    /// A step worked out from the wrong lines above, with no other mistake; `None` if that gives another value. If the numbers
    /// in it are the same, the step is unchanged, with its fractions as counted.
    fn follows(&self, step: &Step, steps: &HashMap<Quantity, Step>) -> Result<Option<Step>, WorkedError> {
        let earlier = self.wrong().filter_map(|at| self.earlier(at));
        let earlier = Constants(earlier.map(|line| (line.quantity, line.value)).collect());
        let (fitted, case) = (&self.questions.fitted, self.questions.case.as_deref());
        let own = derive_all(fitted, case, std::slice::from_ref(&step.of), &[&earlier])?;
        let own: HashMap<Quantity, Step> = own.into_iter().map(|step| (step.of.clone(), step)).collect();
        let value =
            |steps: &HashMap<Quantity, Step>, of: &Quantity| steps.get(of).and_then(|it| it.value.clone());
        let agrees = |of: &Quantity| same(value(&own, of).as_ref(), value(steps, of).as_ref());
        if !agrees(&step.of) {
            return Ok(None);
        }
        let Some(last) = own.get(&step.of) else { return Ok(None) };
        let stays = last.formula == step.formula && last.uses.iter().all(agrees);
        Ok(Some(if stays { step } else { last }.clone()))
    }

    /// The class that follows from the lines above, even if some posteriors are not among them.
    fn decision(&mut self, question: &Question) -> Finished {
        let context = Context { fitted: &self.questions.fitted, case: self.questions.case.as_deref() };
        let above: Vec<Earlier> = (0..self.lines.len()).filter_map(|at| self.earlier(at)).collect();
        let values: Option<Vec<Number>> =
            posteriors(context, &above.iter().collect::<Vec<_>>()).into_iter().collect();
        let named = values.map(|values| leaders_of(&values)).unwrap_or_default();
        let names = named.iter().filter_map(|at| Some(self.questions.fitted.classes.get(*at)?.as_str()));
        let names = names.collect::<Vec<&str>>().join(" or ");
        let Right::Class(right) = &question.right else {
            return Finished { written: question.right.clone(), status: LineStatus::Right, step: None };
        };
        if names.is_empty() || names == *right {
            return Finished { written: question.right.clone(), status: LineStatus::Right, step: None };
        }
        let all: Vec<Quantity> = self.questions.fitted.classes.iter().map(Quantity::posterior).collect();
        let with = self.wrong_behind(all.iter().collect());
        let with = if with.is_empty() { self.wrong().collect() } else { with };
        self.flips = Some(names.clone());
        Finished { written: Right::Class(names), status: LineStatus::With(with), step: None }
    }

    fn earlier(&self, at: usize) -> Option<Earlier> {
        let line = self.lines.get(at)?;
        let Right::Number(_, Some(value)) = &line.written else { return None };
        let is_wrong = line.status != LineStatus::Right;
        Some(Earlier {
            number: at + 1,
            quantity: self.of(at)?.clone(),
            value: value.clone(),
            meant: None,
            about: None,
            is_wrong,
            is_carried: false,
        })
    }

    fn wrong(&self) -> impl Iterator<Item = usize> + '_ {
        let lines = self.lines.iter().enumerate();
        lines.filter(|(_, line)| line.status != LineStatus::Right).map(|(at, _)| at)
    }

    /// The wrong lines among quantities and their inputs, without the wrong lines that those depend on.
    fn wrong_behind<'a>(&'a self, mut open: Vec<&'a Quantity>) -> Vec<usize> {
        let wrong: HashMap<&Quantity, usize> =
            self.wrong().filter_map(|at| Some((self.of(at)?, at))).collect();
        let mut seen: HashSet<&'a Quantity> = open.iter().copied().collect();
        let mut found = Vec::new();
        while let Some(next) = open.pop() {
            match wrong.get(next) {
                Some(at) => found.push(*at),
                None => open.extend(self.uses(next).iter().filter(|used| seen.insert(*used))),
            }
        }
        found.sort_unstable();
        found
    }

    fn of(&self, line: usize) -> Option<&Quantity> {
        self.asked.get(line)?.as_ref()
    }

    fn uses(&self, of: &Quantity) -> &[Quantity] {
        self.questions.step_of(of).map(|step| step.uses.as_slice()).unwrap_or_default()
    }

    pub fn said_of(&self, line: usize) -> String {
        let number = line + 1;
        match self.lines.get(line).map(|line| &line.status) {
            Some(LineStatus::First) => {
                format!("Yes: line {number} is the first wrong line. Now write the right value.")
            }
            Some(LineStatus::Again) => {
                format!("Line {number} has the same mistake, too: look further up for the first wrong line.")
            }
            Some(LineStatus::With(lines)) => {
                format!(
                    "Line {number} is right with {}: look further up.",
                    numbered(&lines.iter().map(|line| line + 1).collect::<Vec<_>>(), "the lines above")
                )
            }
            Some(LineStatus::Right) | None => format!("Line {number} is right."),
        }
    }

    pub(super) fn where_to_look(&self) -> String {
        let Some(question) = self.questions.list.get(self.first) else { return String::new() };
        let class = question.class.as_ref().map(ToString::to_string).unwrap_or_default();
        match question.kind {
            Kind::Prior => "Check the priors.".to_owned(),
            Kind::Factor | Kind::Rest => format!("Check the factors of {class}."),
            Kind::Score => "The factors are right. Check the scores.".to_owned(),
            Kind::Evidence => "The scores are right. Check their sum.".to_owned(),
            Kind::Parameter | Kind::Other => format!("Check the lines from {} on.", question.name),
            Kind::Posterior | Kind::Class => "The scores are right. Check the posteriors.".to_owned(),
        }
    }

    pub(super) fn formula(&self) -> Sentence {
        match self.questions.rule(self.first) {
            Some(rule) => sentence!("One of them should be {}.", rule),
            None => self.questions.reason(self.first),
        }
    }
}
