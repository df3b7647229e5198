//! Scores that are written down with so few figures that their shares are lost.

use super::asked::Asked;
use super::entry::{Change, Entry, Slip, both, one};
use super::place::Place;
use super::words::list;
use crate::math::{Name, Number, Quantity, Rounded, sentence};

pub(super) const ENTRIES: &[Entry] = &[Entry {
    tag: "N6",
    hint: "how many figures of the scores are kept",
    at: |asked| asked.place == Place::Posterior,
    slips: fixed_decimals,
}];

/// Decimals to which people round.
const DECIMALS: std::ops::RangeInclusive<usize> = 1..=6;

/// Figures that a score must keep for its share to be worth anything.
const ENOUGH: usize = 2;

/// Classes that are listed in a sentence.
const LISTED: usize = 3;

/// Each score rounded to the same number of decimals, where that leaves one of them a single figure.
fn fixed_decimals(asked: &Asked<'_>) -> Vec<Slip> {
    let classes = &asked.fitted.classes;
    let scores: Option<Vec<(&Name, Number)>> =
        classes.iter().map(|class| Some((class, asked.right(&Quantity::score(class))?))).collect();
    let Some(scores) = scores else { return Vec::new() };
    DECIMALS.filter_map(|decimals| rounded_to(&scores, decimals)).collect()
}

fn rounded_to(scores: &[(&Name, Number)], decimals: usize) -> Option<Slip> {
    let left = || scores.iter().map(|(_, score)| figures_left(score, decimals));
    // A score that rounds to 0 leaves a posterior of 0 or 1, which other slips give, too.
    if left().any(|figures| figures == 0) || left().all(|figures| figures >= ENOUGH) {
        return None;
    }
    let texts: Vec<Rounded> = scores.iter().map(|(_, score)| score.fixed(decimals)).collect();
    let rounded: Vec<Number> = texts.iter().map(Rounded::number).collect::<Option<_>>()?;
    let right: Vec<Number> = scores.iter().map(|(_, score)| score.clone()).collect();
    // Where the shares come out right all the same, nothing was lost.
    if shares(&rounded)? == shares(&right)? {
        return None;
    }
    let kept = scores.iter().map(|(_, score)| score.significant(ENOUGH));
    let says = sentence!(
        "This is what you get if the scores are rounded to {}; too few of their figures are left, so keep at least two: {}.",
        list(&texts.iter().take(LISTED).collect::<Vec<_>>()),
        list(&kept.take(LISTED).collect::<Vec<_>>())
    );
    let change = scores
        .iter()
        .zip(rounded)
        .fold(Change::none(), |all, ((class, _), value)| both(all, one(Quantity::score(class), Some(value))));
    Some(Slip::new(change, says))
}

/// Each score's share of their sum, in as many figures as are enough.
fn shares(scores: &[Number]) -> Option<Vec<Rounded>> {
    let sum = scores.iter().fold(Number::zero(), |sum, score| sum.add(score));
    scores.iter().map(|score| Some(score.div(&sum)?.significant(ENOUGH))).collect()
}

/// How many significant figures are left of a number that is rounded to so many decimals.
pub(in crate::practice) fn figures_left(value: &Number, decimals: usize) -> usize {
    let rounded = value.fixed(decimals);
    rounded.pointed().trim_start_matches(['-', '0', '.']).bytes().filter(u8::is_ascii_digit).count()
}
