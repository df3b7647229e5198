//! Every entry of the catalogue. Within a group the frequent come first.

use super::entry::Entry;
use super::{
    bayes, counting, density, edges, evidence, gaussian, logs, miscounted, occurrences, rounding, sigma,
    smoothing, training, unknown, vocabulary,
};

/// All entries, in the order of the catalogue but for those that explain any number a little off, which come last.
pub(super) fn all() -> impl Iterator<Item = &'static Entry> {
    [
        bayes::ENTRIES,
        counting::ENTRIES,
        evidence::ENTRIES,
        smoothing::ENTRIES,
        vocabulary::ENTRIES,
        occurrences::ENTRIES,
        training::ENTRIES,
        unknown::ENTRIES,
        gaussian::ENTRIES,
        density::ENTRIES,
        sigma::ENTRIES,
        logs::ENTRIES,
        rounding::ENTRIES,
        edges::ENTRIES,
        miscounted::ENTRIES,
    ]
    .into_iter()
    .flatten()
}
