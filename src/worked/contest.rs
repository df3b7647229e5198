//! The two classes that a case lies between, and how far each word of a long document moves the decision.

use super::posterior::{Row, RowKind};
use crate::math::Number;
use crate::model::leaders_of;

/// A document with more different words than this is told by what moves the decision, not in its own order.
const LISTED: usize = 8;

/// The two classes that a case lies between: the one with the highest score, and the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contest {
    /// The class with the highest score; the first of several in a tie.
    pub leader: usize,
    /// The class that comes next.
    pub rival: usize,
}

impl Contest {
    /// Between which classes the scores decide; `None` where there are no two, or a score is undefined.
    pub(super) fn of(scores: &[Option<Number>]) -> Option<Contest> {
        let scores = scores.iter().cloned().collect::<Option<Vec<Number>>>()?;
        let leader = leaders_of(&scores).first().copied().unwrap_or(0);
        let others: Vec<Number> = (0..)
            .zip(&scores)
            .map(|(class, score)| if class == leader { Number::zero() } else { score.clone() })
            .collect();
        let rest = || (0..scores.len()).find(|class| *class != leader);
        Some(Contest { leader, rival: leaders_of(&others).first().copied().or_else(rest)? })
    }

    /// ln of how many times more a factor gives the leader than the rival: above 0 it speaks for the leader. Infinite
    /// where one of them is 0; `None` where both are, or one is undefined.
    pub(super) fn moves(self, factors: &[Option<Number>]) -> Option<f64> {
        let ln = |class: usize| factors.get(class)?.as_ref().map(Number::ln);
        let moved = ln(self.leader)? - ln(self.rival)?;
        (!moved.is_nan()).then_some(moved)
    }
}

/// Puts the words of each long document in the order of how far they move the decision, the farthest first; words that
/// move it equally far keep their order. Returns whether there was a long document.
pub(super) fn sort_words(rows: &mut [Row]) -> bool {
    let feature = |row: &Row| match &row.kind {
        RowKind::Word { feature, .. } | RowKind::Absent { feature, .. } => Some(feature.clone()),
        _ => None,
    };
    let mut sorted = false;
    for words in rows.chunk_by_mut(|a, b| feature(a).is_some() && feature(a) == feature(b)) {
        if words.len() > LISTED {
            sorted = true;
            let far = |row: &Row| row.moves.map_or(0.0, f64::abs);
            words.sort_by(|a, b| far(b).total_cmp(&far(a)));
        }
    }
    sorted
}
