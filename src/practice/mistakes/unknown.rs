//! What is done with words and values that training has not seen.

use super::asked::Asked;
use super::cell::{count_text, whole};
use super::entry::{Change, Entry, Slip, both, products, shares};
use super::smoothing::power;
use crate::math::{Expr, Name, Number, sentence};
use crate::model::{CaseValue, Fitted, Form};
use crate::worked::{Context, multiplied};

pub(super) const ENTRIES: &[Entry] = &[Entry {
    tag: "X15",
    hint: "words and values that training has not seen",
    at: |asked| asked.is_about_case() && !unknown(asked).is_empty(),
    slips: counted,
}];

/// A word or value without a factor: of which feature, and how often.
#[derive(Clone)]
struct Unknown {
    factor: usize,
    name: String,
    times: u32,
}

fn unknown(asked: &Asked<'_>) -> Vec<Unknown> {
    let fitted = asked.fitted;
    let cells = asked.context.case.map(|case| case.cells.as_slice()).unwrap_or_default();
    let mut found = Vec::new();
    for (at, (factor, cell)) in fitted.factors().iter().zip(cells).enumerate() {
        match &cell.value {
            CaseValue::Words { unknown, .. } => {
                let unseen = unknown.iter().filter(|(word, _)| fitted.why_left_out(factor, word).is_none());
                found.extend(unseen.map(|(word, times)| Unknown {
                    factor: at,
                    name: word.to_string(),
                    times: *times,
                }));
            }
            CaseValue::Unseen => {
                let name = Name::new(cell.text.as_str()).to_string();
                found.push(Unknown { factor: at, name, times: 1 });
            }
            _ => {}
        }
    }
    found
}

/// The factors of a class with one more for each unknown word.
fn with(
    unknown: &[Unknown],
    of: impl Fn(&Fitted, usize, usize) -> Option<Number> + Send + Sync + 'static,
) -> Change {
    let unknown = unknown.to_vec();
    products(move |class: &Name, context: &Context<'_>| {
        let fitted = context.fitted;
        let at = fitted.class(class.as_str())?;
        let terms = context.terms().ok()?;
        let known = terms.iter().map(|term| power(multiplied(term, class, context), term.times));
        let added = unknown.iter().map(|word| {
            let p = of(fitted, word.factor, at).map_or(Expr::ratio(0, 0), Expr::Num);
            power(p, word.times)
        });
        Some(known.chain(added).collect())
    })
}

/// (0 + α)/(total + α · k)
fn smoothed(fitted: &Fitted, factor: usize, class: usize, more: u64) -> Option<Number> {
    let factor = fitted.factors().get(factor)?;
    let alpha = fitted.alpha();
    let k = whole(factor.outcomes() as u64 + more);
    Number::Exact(alpha.clone()).div(&Number::Exact(whole(factor.total(class)) + alpha * k))
}

fn counted(asked: &Asked<'_>) -> Vec<Slip> {
    let all = unknown(asked);
    let (Some(first), Some(class)) = (all.first(), asked.class()) else { return Vec::new() };
    let Some(factor) = asked.fitted.factors().get(first.factor) else { return Vec::new() };
    let unseen = sentence!("{} is not in the training data; leave it out", first.name);
    let zero = with(&all, |_, _, _| Some(Number::zero()));
    let mut slips = vec![Slip::new(
        zero,
        sentence!("This is what you get if {} has the probability 0; {}.", first.name, unseen),
    )];
    if num_traits::Zero::is_zero(asked.fitted.alpha()) {
        return slips;
    }
    let below = whole(factor.total(class)) + asked.fitted.alpha() * whole(factor.outcomes() as u64);
    let says = sentence!(
        "This is what you get if {} has the probability {}/{} in {}; {}.",
        first.name,
        count_text(asked.fitted.alpha()),
        count_text(&below),
        asked.class_name(),
        unseen
    );
    slips.push(Slip::new(with(&all, |fitted, factor, class| smoothed(fitted, factor, class, 0)), says));
    // A word of Bernoulli's model has two outcomes, however many words there are.
    if factor.form == Form::Presence {
        return slips;
    }
    let more = more(&all, asked.fitted);
    let k = factor.k() as u64 + more.get(first.factor).copied().unwrap_or(0);
    let says = sentence!("This is what you get with k = {}, {} included; {}.", k, first.name, unseen);
    let own = more.clone();
    let product = with(&all, move |fitted, factor, class| {
        smoothed(fitted, factor, class, own.get(factor).copied().unwrap_or(0))
    });
    let larger = shares(move |cell| {
        let k = cell.outcomes() + whole(*more.get(cell.at)?);
        (cell.factor.form != Form::Presence).then(|| (cell.above(), cell.total() + cell.alpha() * k))
    });
    slips.push(Slip::new(both(product, larger), says));
    slips
}

/// How many unknown words or values each feature has.
fn more(all: &[Unknown], fitted: &Fitted) -> Vec<u64> {
    let of = |at: usize| all.iter().filter(|word| word.factor == at).count() as u64;
    (0..fitted.factors().len()).map(of).collect()
}
