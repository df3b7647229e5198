//! Mistakes with logarithms, with numbers too small for a calculator, and with scores rounded to too few figures.

use super::asked::{Asked, list, rounded};
use super::overlay::{Change, Slip, both, one};
use crate::math::{Name, Number, Quantity, Rounded, Sentence, sentence};
use std::f64::consts::{LN_2, LN_10};

pub(super) fn other_base(_: &Asked<'_>) -> Vec<Slip> {
    let slip = |(meaning, ln): (&str, f64)| {
        let factor = Number::Float(ln).significant(5);
        let says = sentence!(
            "That is {}. The ranking stays, but the question asks for ln, so multiply by {}.",
            meaning,
            factor
        );
        Slip { scale: 1.0 / ln, decides: false, ..Slip::new(Change::none(), says) }
    };
    [("the logarithm to base 10", LN_10), ("the logarithm to base 2", LN_2)].map(slip).into()
}

const LISTED: usize = 3;

pub(super) fn logarithms(asked: &Asked<'_>, of: f64) -> Sentence {
    let value = |class: &Name| Some(asked.right(&Quantity::score(class))?.ln() / of);
    let all = asked.fitted.classes.iter().take(LISTED).filter_map(value);
    list(&all.filter(|ln| ln.is_finite()).map(|ln| rounded(&Number::Float(ln))).collect::<Vec<_>>())
}

const DECIMALS: std::ops::RangeInclusive<usize> = 1..=6;

/// The significant figures that a score must keep.
const ENOUGH: usize = 2;

/// Each score rounded to the same number of decimals, if one of them then has a single figure.
pub(super) fn fixed_decimals(asked: &Asked<'_>) -> Vec<Slip> {
    let classes = &asked.fitted.classes;
    let scores: Option<Vec<(&Name, Number)>> =
        classes.iter().map(|class| Some((class, asked.right(&Quantity::score(class))?))).collect();
    let Some(scores) = scores else { return Vec::new() };
    DECIMALS.filter_map(|decimals| rounded_to(&scores, decimals)).collect()
}

fn rounded_to(scores: &[(&Name, Number)], decimals: usize) -> Option<Slip> {
    let left = || scores.iter().map(|(_, score)| figures_left(score, decimals));
    // A score that rounds to 0 gives a posterior of 0 or 1, which other slips give too.
    if left().any(|figures| figures == 0) || left().all(|figures| figures >= ENOUGH) {
        return None;
    }
    let texts: Vec<Rounded> = scores.iter().map(|(_, score)| score.fixed(decimals)).collect();
    let rounded: Vec<Number> = texts.iter().map(Rounded::number).collect::<Option<_>>()?;
    let right: Vec<Number> = scores.iter().map(|(_, score)| score.clone()).collect();
    // If the shares are still right, the rounding is not a mistake.
    if shares(&rounded)? == shares(&right)? {
        return None;
    }
    let kept = scores.iter().map(|(_, score)| score.significant(ENOUGH));
    let says = sentence!(
        "You get this number if you round the scores to {}. Keep at least two significant figures: {}.",
        list(&texts.iter().take(LISTED).collect::<Vec<_>>()),
        list(&kept.take(LISTED).collect::<Vec<_>>())
    );
    let change = scores
        .iter()
        .zip(rounded)
        .fold(Change::none(), |all, ((class, _), value)| both(all, one(Quantity::score(class), Some(value))));
    Some(Slip::new(change, says))
}

fn shares(scores: &[Number]) -> Option<Vec<Rounded>> {
    let sum = scores.iter().fold(Number::zero(), |sum, score| sum.add(score));
    scores.iter().map(|score| Some(score.div(&sum)?.significant(ENOUGH))).collect()
}

pub(in crate::practice) fn figures_left(value: &Number, decimals: usize) -> usize {
    let rounded = value.fixed(decimals);
    rounded.pointed().trim_start_matches(['-', '0', '.']).bytes().filter(u8::is_ascii_digit).count()
}
