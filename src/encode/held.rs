//! Rows that a model does not see, so that it can be judged by them.
//!
//! What is dealt are cases. A row that was seen several times is as many cases, and some of them may be held out while
//! the model learns from the others.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::dataset::Dataset;

/// The part that each case of a data set is in.
#[derive(Clone, Debug, Default)]
pub struct Partition {
    /// By row, the part of all its cases.
    whole: Vec<u32>,
    /// By row and part, how many of its cases are in it, where they are not all in one.
    split: BTreeMap<(usize, u32), u64>,
}

impl Partition {
    /// The part of rows that are in none.
    const NEVER: u32 = u32::MAX;
    /// The part of rows whose cases are counted by part.
    const SPLIT: u32 = u32::MAX - 1;

    /// So many rows, none of which is in any part.
    pub fn new(rows: usize) -> Partition {
        Partition { whole: vec![Partition::NEVER; rows], split: BTreeMap::new() }
    }

    /// Puts some of the cases of a row into a part; `of` says how many it has.
    pub fn put(&mut self, row: usize, part: u32, cases: u64, of: u64) {
        let Some(whole) = self.whole.get_mut(row) else { return };
        if cases == of {
            *whole = part;
            return;
        }
        *whole = Partition::SPLIT;
        *self.split.entry((row, part)).or_default() += cases;
    }

    /// How many of the cases of a row are in a part; `of` says how many it has. `None` where it has none there.
    pub fn cases(&self, row: usize, part: u32, of: u64) -> Option<u64> {
        match self.whole.get(row)? {
            &Partition::SPLIT => self.split.get(&(row, part)).copied(),
            whole => (*whole == part && part != Partition::NEVER).then_some(of),
        }
    }

    /// The parts that a row has cases in, each with how many; `of` says how many it has.
    pub fn of_row(&self, row: usize, of: u64) -> impl Iterator<Item = (usize, u64)> + '_ {
        let whole = self.whole.get(row).copied().unwrap_or(Partition::NEVER);
        let split = (whole == Partition::SPLIT).then(|| self.split.range((row, 0)..=(row, u32::MAX)));
        let one = (whole < Partition::SPLIT).then_some((whole as usize, of));
        one.into_iter().chain(split.into_iter().flatten().map(|((_, part), cases)| (*part as usize, *cases)))
    }

    /// The rows of each part that has any, in increasing order.
    pub fn rows(&self) -> Vec<Vec<usize>> {
        let mut rows: Vec<Vec<usize>> = Vec::new();
        for row in 0..self.whole.len() {
            for (part, _) in self.of_row(row, 0) {
                if rows.len() <= part {
                    rows.resize(part + 1, Vec::new());
                }
                rows.get_mut(part).into_iter().for_each(|rows| rows.push(row));
            }
        }
        rows
    }
}

/// The cases of a data set that one model is kept from, and the classes that it must know all the same.
#[derive(Clone, Debug)]
pub struct HeldOut {
    dealt: Arc<Partition>,
    part: u32,
    order: Arc<[u32]>,
}

impl HeldOut {
    /// Holds out one part of the cases; `order` gives the class codes of the whole data in the order of the classes, which
    /// every model keeps to.
    pub fn new(dealt: Arc<Partition>, part: u32, order: Arc<[u32]>) -> HeldOut {
        HeldOut { dealt, part, order }
    }

    /// How many cases of a row are held out; `of` says how many it has. `None` where none of them is.
    pub fn cases(&self, row: usize, of: u64) -> Option<u64> {
        self.dealt.cases(row, self.part, of)
    }

    /// The class codes of the whole data, in the order of the classes.
    pub fn order(&self) -> &[u32] {
        &self.order
    }
}

impl Dataset {
    /// The same data, of which some rows are not to be learned from.
    #[must_use]
    pub fn without(&self, held_out: HeldOut) -> Dataset {
        Dataset { held_out: Some(held_out), ..self.clone() }
    }

    /// Whether no case of a row is to be learned from, since a model is judged by them.
    pub fn is_held_out(&self, row: usize) -> bool {
        let seen = self.seen(row);
        self.held_out.as_ref().and_then(|held_out| held_out.cases(row, seen)).is_some_and(|held| held >= seen)
    }
}
