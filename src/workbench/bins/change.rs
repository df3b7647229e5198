//! How a key of the editor changes a recipe: the bins of a column, and the model where it cannot read them.

use crate::recipe::Bins;
use crate::workbench::model::{Column, Role};

/// The most bins of equal width or frequency.
const MOST: u32 = 50;
const FIRST: u32 = 10;

/// A way to make bins, in the order of the key that goes through them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// None: the number itself.
    Number,
    Width,
    Frequency,
    Cuts,
    /// Minimum description length.
    Mdl,
}

impl Method {
    pub const ALL: [Method; 5] =
        [Method::Number, Method::Width, Method::Frequency, Method::Cuts, Method::Mdl];

    pub fn of(bins: Option<&Bins>) -> Method {
        match bins {
            None | Some(Bins::None) => Method::Number,
            Some(Bins::Width(_)) => Method::Width,
            Some(Bins::Frequency(_)) => Method::Frequency,
            Some(Bins::Cuts(_)) => Method::Cuts,
            Some(Bins::Mdl) => Method::Mdl,
        }
    }

    pub fn words(self) -> &'static str {
        match self {
            Method::Number => "the number itself",
            Method::Width => "equal width",
            Method::Frequency => "equal frequency",
            Method::Cuts => "cut points",
            Method::Mdl => "MDL (Fayyad–Irani)",
        }
    }

    /// The method before or after this one, round and round.
    #[must_use]
    pub fn beside(self, forward: bool) -> Method {
        let at = Method::ALL.iter().position(|method| *method == self).unwrap_or(0);
        let step = if forward { 1 } else { Method::ALL.len() - 1 };
        Method::ALL.get((at + step) % Method::ALL.len()).copied().unwrap_or(self)
    }

    /// The bins of this method. The number of bins there were is kept; `drawn` are the cuts there were.
    pub fn bins(self, before: Option<&Bins>, drawn: Option<Bins>) -> Option<Bins> {
        let k = match (before, &drawn) {
            (Some(Bins::Width(k) | Bins::Frequency(k)), _) => *k,
            (Some(_), Some(Bins::Cuts(cuts))) => u32::try_from(cuts.len() + 1).unwrap_or(MOST),
            _ => FIRST,
        };
        let k = k.clamp(1, MOST);
        match self {
            Method::Number => None,
            Method::Width => Some(Bins::Width(k)),
            Method::Frequency => Some(Bins::Frequency(k)),
            // No cut at all is one bin, which has no cut points to write.
            Method::Cuts => drawn.filter(|bins| !matches!(bins, Bins::Cuts(cuts) if cuts.is_empty())),
            Method::Mdl => Some(Bins::Mdl),
        }
    }
}

/// One bin more or fewer, where a number of bins is chosen; `None` at the ends.
pub fn counted(bins: &Bins, more: bool) -> Option<Bins> {
    let next = |k: u32| if more { k + 1 } else { k.saturating_sub(1) };
    let within = |k: &u32| (1..=MOST).contains(k);
    match bins {
        Bins::Width(k) => Some(next(*k)).filter(within).map(Bins::Width),
        Bins::Frequency(k) => Some(next(*k)).filter(within).map(Bins::Frequency),
        Bins::Cuts(_) | Bins::Mdl | Bins::None => None,
    }
}

pub fn numbers(columns: &[Column]) -> Vec<usize> {
    let is_number =
        |column: &Column| column.role == Role::Feature && column.kind == crate::table::Kind::Numeric;
    (0..).zip(columns).filter(|(_, column)| is_number(column)).map(|(at, _)| at).collect()
}
