//! The catalogue of mistakes, as overlays on the definitions. `catalogue.txt` has the entries, and [`candidates`]
//! evaluates a quantity under each entry that can change it.

mod asked;
mod bayes;
mod catalogue;
mod conditions;
mod counting;
mod each;
mod gda;
mod overlay;
mod quality;
mod run;
mod scopes;
mod smoothing;

pub(super) use asked::{list, text};
pub(super) use bayes::figures_left;
pub use overlay::Candidate;
pub use run::{Made, candidates, first_at};
pub(super) use run::{all, of_one_value, same, without_ln};

use catalogue::entries;

pub fn about(tag: &str) -> Option<&'static str> {
    entries().find(|entry| entry.tag == tag).map(|entry| entry.hint)
}

pub fn in_words(tag: &str) -> String {
    let cause = entries().filter(|entry| entry.tag == tag).find_map(|entry| entry.cause);
    cause.map_or_else(|| format!("a slip about {}", about(tag).unwrap_or("this step")), str::to_owned)
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
        (0.3, &["B15", "B27", "B28", "B17", "B22", "S6", "S7", "S8", "S11", "S12", "N6", "B14", "B10"]),
    ];
    COMMON.iter().find(|(_, tags)| tags.contains(&tag)).map_or(1.0, |(frequency, _)| *frequency)
}

/// The tags of the catalogue; those with several entries several times.
pub fn tags() -> impl Iterator<Item = &'static str> {
    entries().map(|entry| entry.tag)
}
