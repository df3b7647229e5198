//! Find the error: a worked case with one mistake of the catalogue, carried through all later lines. The student
//! picks the first wrong line, then corrects it.

use super::carry::{Earlier, posteriors};
use super::mistakes::{Made, first_at, same};
use super::worksheet::{Kind, Question, Questions, Right, Score};
use super::{Checked, Verdict};
use crate::evaluate::shuffled;
use crate::math::{Number, Quantity, Sentence, sentence};
use crate::model::leaders_of;
use crate::worked::{Step, WorkedError, derive_all};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::collections::HashMap;
use std::sync::Arc;

#[derive(Clone, Debug)]
pub struct Errors {
    pub questions: Arc<Questions>,
    /// For each tag, its mistakes and the lines that they first show in.
    kinds: Vec<Vec<(usize, Arc<Made>)>>,
}

impl Errors {
    pub fn new(questions: Arc<Questions>) -> Errors {
        let asked = (0..).zip(questions.in_case()).filter_map(|(line, of)| Some((line, of?)));
        let (lines, written): (Vec<usize>, Vec<Quantity>) = asked.unzip();
        let mut kinds: Vec<Vec<(usize, Arc<Made>)>> = Vec::new();
        for (at, line) in lines.into_iter().enumerate() {
            let (case, unwritten) = (questions.case.as_deref(), questions.unasked());
            for made in first_at(&questions.fitted, case, &written, unwritten, at) {
                let kind = kinds.iter_mut().find(|kind| kind.iter().any(|(_, one)| one.tag == made.tag));
                match kind {
                    Some(kind) => kind.push((line, Arc::new(made))),
                    None => kinds.push(vec![(line, Arc::new(made))]),
                }
            }
        }
        Errors { questions, kinds }
    }

    pub fn tags(&self) -> Vec<&'static str> {
        self.kinds.iter().filter_map(|kind| Some(kind.first()?.1.tag)).collect()
    }

    /// The case with one mistake. Every tag has its turn before one is repeated. `None` if no mistake is possible.
    pub fn solution(&self, seed: u64, turn: u64) -> Result<Option<Solution>, WorkedError> {
        let order = shuffled(&self.kinds.iter().collect::<Vec<_>>(), &mut ChaCha8Rng::seed_from_u64(seed));
        let kinds = order.len().max(1) as u64;
        let kind = order.get((turn % kinds) as usize).map(|kind| kind.as_slice()).unwrap_or_default();
        let round = turn / kinds;
        let site = kind.get((round % kind.len().max(1) as u64) as usize);
        site.map(|(line, made)| Solution::new(&self.questions, *line, made)).transpose()
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stage {
    #[default]
    Looking,
    Mending,
    Mended,
    Shown,
}

#[derive(Clone, Debug)]
pub struct FindError {
    pub solution: Arc<Solution>,
    pub stage: Stage,
    pub picks: Vec<usize>,
    pub hints: Vec<Sentence>,
    pub checked: Option<Arc<Checked>>,
    pub score: Score,
    grade: usize,
}

impl FindError {
    pub fn new(solution: Arc<Solution>, score: Score) -> FindError {
        FindError {
            solution,
            stage: Stage::Looking,
            picks: Vec::new(),
            hints: Vec::new(),
            checked: None,
            score,
            grade: 0,
        }
    }

    pub fn again(&mut self) {
        *self = FindError::new(Arc::clone(&self.solution), self.score);
    }

    pub fn questions(&self) -> &Arc<Questions> {
        &self.solution.questions
    }

    pub fn is_done(&self) -> bool {
        matches!(self.stage, Stage::Mended | Stage::Shown)
    }

    /// The status of a picked line; `None` for any other. At the end, every line has one.
    pub fn known(&self, line: usize) -> Option<&LineStatus> {
        let status = &self.solution.lines.get(line)?.status;
        let known = self.is_done()
            || self.picks.contains(&line)
            || (self.stage == Stage::Mending && line == self.solution.first);
        known.then_some(status)
    }

    /// Picks a line as the first wrong one. The same line twice costs nothing more.
    pub fn pick(&mut self, line: usize) {
        if self.stage != Stage::Looking || line >= self.solution.lines.len() {
            return;
        }
        let new = !self.picks.contains(&line);
        self.picks.retain(|picked| *picked != line);
        self.picks.push(line);
        if line == self.solution.first {
            self.stage = Stage::Mending;
            self.score.add_right();
        } else if new {
            self.score.add_wrong();
        }
    }

    pub fn verdict(&self) -> Option<String> {
        let line = *self.picks.last()?;
        let number = line + 1;
        Some(match self.solution.lines.get(line).map(|line| &line.status) {
            Some(LineStatus::First) => {
                format!("Yes: line {number} is the first wrong line. Now write the right value.")
            }
            Some(LineStatus::Later) => {
                format!("Line {number} is not the first wrong line: look further up.")
            }
            Some(LineStatus::Right) | None => format!("Line {number} is right."),
        })
    }

    /// Takes the graded correction of the wrong line. An answer that could not be graded costs nothing.
    pub fn take(&mut self, checked: Arc<Checked>) {
        if self.stage != Stage::Mending {
            return;
        }
        match checked.marked.verdict {
            Verdict::Correct | Verdict::Noted => {
                self.stage = Stage::Mended;
                self.score.add_right();
            }
            Verdict::Wrong => self.score.add_wrong(),
            Verdict::Unmarked => {}
        }
        self.checked = Some(checked);
    }

    /// Gives the next hint: the first wrong line, then the hints of that line, the last of which shows the value.
    pub fn hint(&mut self) {
        let first = self.solution.first;
        match self.stage {
            Stage::Looking => {
                self.hints.push(sentence!("Line {} is the first wrong line.", first + 1));
                self.stage = Stage::Mending;
            }
            Stage::Mending if self.is_last_hint() => self.show(),
            Stage::Mending => {
                self.grade += 1;
                self.hints.extend(self.solution.questions.hint(first, self.grade));
            }
            Stage::Mended | Stage::Shown => {}
        }
    }

    pub fn is_last_hint(&self) -> bool {
        self.stage == Stage::Mending && self.grade + 1 == self.questions().grades(self.solution.first)
    }

    pub fn show(&mut self) {
        if !self.is_done() {
            self.stage = Stage::Shown;
            self.score.add_shown();
        }
    }

    pub fn wrong_lines(&self) -> impl Iterator<Item = usize> + '_ {
        let lines = self.solution.lines.iter().enumerate();
        lines.filter(|(_, line)| line.status != LineStatus::Right).map(|(at, _)| at)
    }

    /// The explanation of the catalogue without its tag, which is for teachers; `None` until the task is done.
    pub fn cause(&self) -> Option<Sentence> {
        let flips = match &self.solution.flips {
            None => " The answer stays the same.".to_owned(),
            Some(class) => format!(" With this slip the answer changes to {class}."),
        };
        self.is_done().then(|| self.solution.says.clone().and(flips))
    }
}

#[derive(Clone, Debug)]
pub struct Solution {
    pub questions: Arc<Questions>,
    pub tag: &'static str,
    pub says: Sentence,
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

impl Finished {
    fn right(question: &Question, step: Option<Step>) -> Finished {
        Finished { written: question.right.clone(), status: LineStatus::Right, step }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineStatus {
    Right,
    First,
    /// A wrong line that repeats the mistake or follows from it.
    Later,
}

impl Solution {
    fn new(questions: &Arc<Questions>, first: usize, made: &Made) -> Result<Solution, WorkedError> {
        let (fitted, case) = (&questions.fitted, questions.case.as_deref());
        let asked = questions.in_case();
        let goals: Vec<Quantity> = asked.iter().flatten().cloned().collect();
        let steps = derive_all(fitted, case, &goals, &[&made.slip])?.into_iter();
        let steps: HashMap<Quantity, Step> = steps.map(|step| (step.of.clone(), step)).collect();
        let mut solution = Solution {
            questions: Arc::clone(questions),
            tag: made.tag,
            says: made.slip.says.clone(),
            first,
            lines: Vec::new(),
            flips: None,
            asked,
        };
        for (line, question) in questions.list.iter().enumerate() {
            let finished = match solution.of(line).and_then(|of| steps.get(of)) {
                Some(step) => solution.number(line, question, step),
                None if question.kind == Kind::Class => solution.decision(question),
                None => Finished::right(question, questions.step(line).cloned()),
            };
            solution.lines.push(finished);
        }
        Ok(solution)
    }

    fn number(&self, line: usize, question: &Question, step: &Step) -> Finished {
        if matches!(&question.right, Right::Number(_, right) if same(right.as_ref(), step.value.as_ref())) {
            return Finished::right(question, Some(step.clone()));
        }
        let status = if line == self.first { LineStatus::First } else { LineStatus::Later };
        let written = Right::Number(step.shown.clone(), step.value.clone());
        Finished { written, status, step: Some(step.clone()) }
    }

    /// The class that follows from the lines above, even if some posteriors are not among them.
    fn decision(&mut self, question: &Question) -> Finished {
        let earlier = |(at, line): (usize, &Finished)| {
            let Right::Number(_, Some(value)) = &line.written else { return None };
            let (quantity, value) = (self.of(at)?.clone(), value.clone());
            let differs = line.status != LineStatus::Right;
            Some(Earlier {
                number: at + 1,
                quantity,
                value,
                meant: None,
                about: None,
                differs,
                is_carried: false,
            })
        };
        let above: Vec<Earlier> = self.lines.iter().enumerate().filter_map(earlier).collect();
        let above: Vec<&Earlier> = above.iter().collect();
        let values: Option<Vec<Number>> = posteriors(self.questions.context(), &above).into_iter().collect();
        let named = values.map(|values| leaders_of(&values)).unwrap_or_default();
        let names = named.iter().filter_map(|at| Some(self.questions.fitted.classes.get(*at)?.as_str()));
        let names = names.collect::<Vec<&str>>().join(" or ");
        let is_right = matches!(&question.right, Right::Class(right) if *right == names);
        if names.is_empty() || is_right {
            return Finished::right(question, None);
        }
        self.flips = Some(names.clone());
        Finished { written: Right::Class(names), status: LineStatus::Later, step: None }
    }

    fn of(&self, line: usize) -> Option<&Quantity> {
        self.asked.get(line)?.as_ref()
    }
}
