//! Find the error: a worked case with one mistake of the catalogue in it, carried through all later lines.
//!
//! [`Errors`] are the mistakes that can be put into a case, and deal them out by a seed; a [`Solution`] is the case
//! worked out with one of them; a [`FindError`] is what a learner makes of it: pick the first wrong line, then mend it.

mod game;
mod solution;

use std::sync::Arc;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

pub use game::{FindError, Stage};
pub use solution::{Finished, LineStatus, Solution};

use super::mistakes::{Made, Written, first_at};
use super::worksheet::Questions;
use crate::evaluate::shuffled;
use crate::math::Quantity;
use crate::worked::WorkedError;

/// Every mistake that can be put into a worked case.
#[derive(Clone, Debug)]
pub struct Errors {
    /// The case.
    pub questions: Arc<Questions>,
    /// The mistakes, by their tag, in the order of the catalogue.
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

    /// The tags of the mistakes.
    pub fn tags(&self) -> Vec<&'static str> {
        self.kinds.iter().filter_map(|kind| Some(kind.first()?.tag())).collect()
    }

    /// The case with one mistake in it. Every tag has its turn before one comes again, and none comes twice in a row;
    /// `None` where the case has none.
    ///
    /// # Errors
    /// When the working under the mistake cannot be told, which none that was found causes.
    pub fn solution(&self, seed: u64, turn: u64) -> Result<Option<Solution>, WorkedError> {
        let Some(kind) = self.kind(seed, turn) else { return Ok(None) };
        let mut draw = ChaCha8Rng::seed_from_u64(seed);
        draw.set_stream(turn.wrapping_add(1) << 1);
        let site = (draw.next_u64() % (kind.len().max(1) as u64)) as usize;
        let Some(site) = kind.get(site) else { return Ok(None) };
        Solution::new(&self.questions, site.line, &site.made).map(Some)
    }

    /// Every case with a mistake in it: each mistake, at each line that it can first show in.
    ///
    /// # Errors
    /// As [`Errors::solution`].
    pub fn all(&self) -> impl Iterator<Item = Result<Solution, WorkedError>> + '_ {
        let sites = self.kinds.iter().flatten();
        sites.map(|site| Solution::new(&self.questions, site.line, &site.made))
    }

    /// The mistakes with the tag whose turn it is.
    fn kind(&self, seed: u64, turn: u64) -> Option<&Vec<Site>> {
        let kinds = self.kinds.len() as u64;
        let round = turn.checked_div(kinds)?;
        let place = usize::try_from(turn.checked_rem(kinds)?).ok()?;
        let order = self.order(seed, round);
        self.kinds.get(*order.get(place)?)
    }

    /// The order of a round: shuffled, but what came last does not come first again.
    fn order(&self, seed: u64, round: u64) -> Vec<usize> {
        let dealt = |round: u64| {
            let mut draw = ChaCha8Rng::seed_from_u64(seed);
            draw.set_stream(round << 1 | 1);
            shuffled(&(0..self.kinds.len()).collect::<Vec<usize>>(), &mut draw)
        };
        // Of two, the same order again alternates.
        if self.kinds.len() < 3 {
            return dealt(0);
        }
        let mut order = dealt(round);
        let before = round.checked_sub(1).map(dealt);
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
