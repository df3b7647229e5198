//! The catalogue of mistakes, as overlays on the definitions.
//!
//! An [`Entry`] describes where a mistake can be made and which definitions it replaces. [`candidates`] evaluates a
//! quantity under each entry that can change it. Marking an answer happens elsewhere.

mod asked;
mod bayes;
mod costs;
mod counting;
mod draws;
mod entry;
mod estimates;
mod gaussian;
mod lines;
pub(super) mod logs;
mod occurrences;
mod poisson;
mod quality;
mod run;
mod smoothing;

pub(super) use asked::{list, text};
pub use entry::Candidate;
pub(in crate::practice) use logs::figures_left;
pub(super) use logs::{OTHER_BASE, other_bases};
pub use run::{Made, Way, Written, candidates, first_at, of_decision};
pub(super) use run::{all, numbers, of_one_value, same};

use entry::Entry;

/// Returns what to check for a mistake, in a few words; `None` for an unknown tag.
pub fn about(tag: &str) -> Option<&'static str> {
    // Mistakes that need no formula.
    const GENERAL: [(&str, &str); 9] = [
        ("B35", "which score is the largest, not which class is the most common"),
        ("B21", "the question: it asks for a class"),
        ("B30", "which score is the largest"),
        ("D6", "the decision: the least expected cost, or the threshold"),
        ("D7", "which class the threshold is for"),
        ("U2", "which outcome u draws, not which is most probable"),
        ("N10", "percentages: write a number from 0 to 1"),
        ("N11", "the decimal point"),
        ("N12", "the last figure and its rounding"),
    ];
    let general = GENERAL.iter().find(|(name, _)| *name == tag).map(|(_, hint)| *hint);
    general.or_else(|| entries().find(|entry| entry.tag == tag).map(|entry| entry.hint))
}

pub(super) fn is_general(tag: &str) -> bool {
    matches!(tag, "B20" | "B21" | "N1" | "N10" | "N11" | "N12")
}

/// How common a mistake is; 1 is neither common nor rare.
pub(super) fn frequency(tag: &str) -> f64 {
    const COMMON: [(f64, &[&str]); 4] = [
        (4.0, &["S1", "B1", "B9"]),
        (2.5, &["S2", "S4", "B2", "B3", "B4", "B5", "B6", "B7", "B19", "G1", "N6", "X1", "X3"]),
        (1.5, &["S3", "S5", "S9", "B12", "B23", "G2", "G5", "N1", "X9", "X10"]),
        (0.3, &["B15", "B27", "B28", "B17", "B22", "S6", "S7", "S8", "S11", "S12", "N5", "N6", "B14", "B10"]),
    ];
    COMMON.iter().find(|(_, tags)| tags.contains(&tag)).map_or(1.0, |(frequency, _)| *frequency)
}

pub fn tags() -> impl Iterator<Item = &'static str> {
    entries().map(|entry| entry.tag).chain(["B21", "B30", "B35", "D6", "D7", "U2", "N10", "N11", "N12"])
}

/// All entries in the order of the catalogue. Entries that explain any slightly wrong number come last.
fn entries() -> impl Iterator<Item = &'static Entry> {
    [
        bayes::PRIORS,
        counting::ENTRIES,
        bayes::GIVEN,
        bayes::POSTERIORS,
        smoothing::ENTRIES,
        occurrences::ENTRIES,
        smoothing::UNSEEN,
        gaussian::ENTRIES,
        estimates::ENTRIES,
        lines::ENTRIES,
        poisson::ENTRIES,
        quality::ENTRIES,
        costs::ENTRIES,
        draws::ENTRIES,
        logs::ENTRIES,
        counting::EDGES,
    ]
    .into_iter()
    .flatten()
}
