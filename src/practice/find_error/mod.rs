//! Find the error: a worked case with one mistake of the catalogue, carried through all later lines.
//!
//! [`Errors`] are the possible mistakes of a case, in an order by a seed. A [`Solution`] is the case worked out with one of
//! them. A [`FindError`] is the state of the task: pick the first wrong line, then correct it.

mod solution;

use std::sync::Arc;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::mistakes::{Made, Written, first_at};
use crate::evaluate::shuffled;
use crate::math::{Quantity, Sentence, sentence};
use crate::practice::worksheet::{Questions, Score};
use crate::practice::{Checked, Verdict};
use crate::worked::WorkedError;

pub use solution::{Finished, LineStatus, Solution};

/// Every possible mistake of a worked case.
#[derive(Clone, Debug)]
pub struct Errors {
    pub questions: Arc<Questions>,
    kinds: Vec<Vec<Site>>,
}

/// A mistake and the line that it first shows in.
#[derive(Clone, Debug)]
struct Site {
    line: usize,
    made: Arc<Made>,
}

impl Errors {
    /// Finds the mistakes; takes a while for long documents. A sheet with logarithms to another base than e has none.
    pub fn new(questions: Arc<Questions>) -> Errors {
        let (lines, written): (Vec<usize>, Vec<Quantity>) = (0..)
            .zip(questions.in_case())
            .filter_map(|(line, of)| Some((line, of?)))
            .filter(|_| questions.has_natural_logarithms())
            .unzip();
        let all = Written { lines: &written, unwritten: questions.unasked() };
        let mut kinds: Vec<Vec<Site>> = Vec::new();
        for (at, line) in lines.into_iter().enumerate() {
            for made in first_at(&questions.fitted, questions.case.as_deref(), all, at) {
                let site = Site { line, made: Arc::new(made) };
                match kinds.iter_mut().find(|kind| kind.first().is_some_and(|one| one.tag() == site.tag())) {
                    Some(kind) => kind.push(site),
                    None => kinds.push(vec![site]),
                }
            }
        }
        Errors { questions, kinds }
    }

    pub fn tags(&self) -> Vec<&'static str> {
        self.kinds.iter().filter_map(|kind| Some(kind.first()?.tag())).collect()
    }

    /// The case with one mistake. Every tag has its turn before one is repeated, and none comes twice in a row. `None` if the
    /// case has no possible mistake.
    pub fn solution(&self, seed: u64, turn: u64) -> Result<Option<Solution>, WorkedError> {
        let Some(kind) = self.kind(seed, turn) else { return Ok(None) };
        let mut draw = ChaCha8Rng::seed_from_u64(seed);
        draw.set_stream(turn.wrapping_add(1) << 1);
        let site = (draw.next_u64() % (kind.len().max(1) as u64)) as usize;
        let Some(site) = kind.get(site) else { return Ok(None) };
        Solution::new(&self.questions, site.line, &site.made).map(Some)
    }

    /// The case with each mistake, at each line that it can first show in.
    pub fn all(&self) -> impl Iterator<Item = Result<Solution, WorkedError>> + '_ {
        let sites = self.kinds.iter().flatten();
        sites.map(|site| Solution::new(&self.questions, site.line, &site.made))
    }

    fn kind(&self, seed: u64, turn: u64) -> Option<&Vec<Site>> {
        let kinds = self.kinds.len() as u64;
        let round = turn.checked_div(kinds)?;
        let place = usize::try_from(turn.checked_rem(kinds)?).ok()?;
        let order = self.order(seed, round);
        self.kinds.get(*order.get(place)?)
    }

    fn order(&self, seed: u64, round: u64) -> Vec<usize> {
        let shuffled_for = |round: u64| {
            let mut draw = ChaCha8Rng::seed_from_u64(seed);
            draw.set_stream(round << 1 | 1);
            shuffled(&(0..self.kinds.len()).collect::<Vec<usize>>(), &mut draw)
        };
        // With two kinds, repeating the same order alternates them.
        if self.kinds.len() < 3 {
            return shuffled_for(0);
        }
        let mut order = shuffled_for(round);
        let before = round.checked_sub(1).map(shuffled_for);
        if before.is_some_and(|before| before.last() == order.first()) {
            order.swap(0, 1);
        }
        order
    }
}

impl Site {
    fn tag(&self) -> &'static str {
        self.made.tag
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

/// The grades of hints: where to look, the formula, the line, the value.
const GRADES: usize = 4;

#[derive(Clone, Debug)]
pub struct FindError {
    pub solution: Arc<Solution>,
    pub stage: Stage,
    pub picks: Vec<usize>,
    pub hints: Vec<Sentence>,
    pub told: Option<Arc<Checked>>,
    /// The score over all solutions since the first.
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
            told: None,
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
            self.won();
        } else if new {
            self.lost();
        }
    }

    pub fn said(&self) -> Option<String> {
        Some(self.solution.said_of(*self.picks.last()?))
    }

    /// Takes the graded correction of the wrong line. An answer that could not be graded costs nothing.
    pub fn take(&mut self, told: Arc<Checked>) {
        if self.stage != Stage::Mending {
            return;
        }
        match told.marked.verdict {
            Verdict::Correct | Verdict::Noted => {
                self.stage = Stage::Mended;
                self.won();
            }
            Verdict::Wrong => self.lost(),
            Verdict::Unmarked => {}
        }
        self.told = Some(told);
    }

    /// Gives the next hint: where to look, the formula, the line, the value. If the line is already found, the third hint shows
    /// the numbers of its formula.
    pub fn hint(&mut self) {
        let (first, questions) = (self.solution.first, Arc::clone(self.questions()));
        let found = self.stage == Stage::Mending;
        if self.is_done() {
            return;
        }
        self.grade = if found { (self.grade + 1).max(3) } else { self.grade + 1 };
        match self.grade {
            1 => self.hints.push(self.solution.where_to_look().into()),
            2 => self.hints.push(self.solution.formula()),
            3 if found => self.hints.extend(questions.hint(first, 3)),
            3 => {
                self.hints.push(sentence!("Line {} is the first wrong line.", first + 1));
                self.stage = Stage::Mending;
            }
            _ => self.show(),
        }
    }

    pub fn is_last_hint(&self) -> bool {
        self.grade + 1 == GRADES
    }

    pub fn show(&mut self) {
        if !self.is_done() {
            self.stage = Stage::Shown;
            self.score.shown += 1;
            self.score.streak = 0;
        }
    }

    pub fn wrong_lines(&self) -> impl Iterator<Item = usize> + '_ {
        let lines = self.solution.lines.iter().enumerate();
        lines.filter(|(_, line)| line.status != LineStatus::Right).map(|(at, _)| at)
    }

    /// The explanation of the catalogue without its tag, which is for teachers; `None` until the task is done.
    pub fn cause(&self) -> Option<Sentence> {
        let solution = &self.solution;
        let flips = match &solution.flips {
            Some(class) => format!(" With this slip the answer changes to {class}."),
            None => " The answer stays the same.".to_owned(),
        };
        self.is_done().then(|| solution.says.clone().and(flips))
    }

    fn won(&mut self) {
        self.score.right += 1;
        self.score.streak += 1;
    }

    fn lost(&mut self) {
        self.score.wrong += 1;
        self.score.streak = 0;
    }
}
