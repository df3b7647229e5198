//! Mistakes in counting: numbers on the edge of a bin, another table, and a count that is one too high or too low.

use std::sync::{Arc, LazyLock, OnceLock};

use super::asked::{Asked, describe_value, several, text};
use super::overlay::{Cell, Change, Slip, both, one, shares, taken, whole};
use crate::math::{Event, Name, Number, Quantity, Sentence, ToSentence, sentence};
use crate::model::{Factor, FactorForm, Fitted, Study};
use crate::recipe::{CutSide, Recipe};
use crate::table::{Sample, Source, samples};
use crate::worked::Kinds;

pub(super) fn with_value(count: impl ToSentence, factor: &Factor, value: &Name) -> Sentence {
    let one = count.to_sentence().plain() == "1";
    let counted = several(count, factor.form.unit());
    match factor.form {
        FactorForm::Words if one => sentence!("{} that is {}", counted, value),
        FactorForm::Words => sentence!("{} that are {}", counted, value),
        _ => sentence!("{} with {}", counted, describe_value(factor, value)),
    }
}

fn recounted(fitted: &Fitted) -> Vec<Option<Vec<Vec<u64>>>> {
    let bins = |(at, factor): (usize, &Factor)| fitted.recounted(at, &factor.cuts()?.turned());
    fitted.factors().iter().enumerate().map(bins).collect()
}

fn count(recounted: &[Option<Vec<Vec<u64>>>], at: usize, bin: usize, class: usize) -> Option<u64> {
    recounted.get(at)?.as_ref()?.get(bin)?.get(class).copied()
}

/// The bin of the case in each binned feature, and that under the other convention.
fn moved(asked: &Asked<'_>) -> Vec<Option<(usize, usize)>> {
    let cells = asked.cells();
    let place = |(at, factor): (usize, &Factor)| {
        let cuts = factor.cuts().filter(|_| asked.is_about_case())?;
        let x: f64 = cells.get(at)?.text.trim().parse().ok()?;
        Some((cuts.bin(x), cuts.turned().bin(x)))
    };
    asked.fitted.factors().iter().enumerate().map(place).collect()
}

pub(super) fn other_side(asked: &Asked<'_>) -> Vec<Slip> {
    let Some((edge, bin, side)) = edge(asked) else { return Vec::new() };
    let says = sentence!(
        "You get this number if you put a number on an edge into the other bin. Bins are {} here, so {} belongs to {}.",
        side,
        edge,
        bin
    );
    let bins = recounted(asked.fitted);
    let (moved, again) = (moved(asked), bins.clone());
    let probabilities = shares(move |cell: &Cell<'_>| {
        let to = moved.get(cell.at).copied().flatten().filter(|(from, _)| *from == cell.value);
        let bin = to.map_or(cell.value, |(_, to)| to);
        let count = whole(count(&bins, cell.at, bin, cell.class)?);
        Some((count + cell.alpha(), cell.total() + cell.alpha() * cell.outcomes()))
    });
    let counts: Change = Change::new(Kinds::COUNT, move |quantity, right, context| {
        let Quantity::Count { event: Event::Value { feature, value }, class } = quantity else { return None };
        let fitted = context.fitted;
        let at = fitted.feature(feature.as_str())?;
        let bin = fitted.position(fitted.factors().get(at)?, value.as_str())?;
        let of = |class| count(&again, at, bin, class);
        let sum = match class {
            Some(class) => of(fitted.class(class.as_str())?)?,
            None => (0..fitted.classes.len()).map(of).sum::<Option<u64>>()?,
        };
        Some(taken(right, Some(Number::from(sum))))
    });
    vec![Slip::new(both(probabilities, counts), says)]
}

/// An edge that a training row or the case lies on, the bin it belongs to, and how bins are written.
fn edge(asked: &Asked<'_>) -> Option<(String, String, &'static str)> {
    let factor = asked.factors().into_iter().find(|factor| matches!(factor.form, FactorForm::Bins(_)))?;
    let cuts = factor.cuts()?;
    let at = asked.cell().filter(|cell| cell.factor.name == factor.name).map(|cell| cell.value);
    // Of the two edges of the bin, the one that belongs to it is the better example.
    let near = at.and_then(|bin| match cuts.side {
        CutSide::Above => bin.checked_sub(1),
        CutSide::Below => Some(bin),
    });
    let text = near.and_then(|near| cuts.texts().get(near)).or_else(|| cuts.texts().first())?;
    let x: f64 = text.parse().ok()?;
    Some((text.clone(), cuts.label(cuts.bin(x)).as_str().to_owned(), cuts.side.bins()))
}

pub(super) fn other_table(asked: &Asked<'_>) -> Vec<Slip> {
    let Some(cell) = asked.cell().filter(|cell| cell.factor.form == FactorForm::Categories) else {
        return Vec::new();
    };
    let columns = cell.fitted.data.table.columns();
    let target = columns.get(cell.fitted.data.resolved.target).map(|column| column.name.clone());
    let Some(target) = target else { return Vec::new() };
    let fits = |sample: &&Sample| {
        let header = sample.csv.lines().next().unwrap_or_default();
        header.split(',').any(|name| name == target.as_str())
            && sample.csv.contains(cell.value_name().as_str())
    };
    samples().iter().filter(fits).filter_map(|sample| from_sample(sample, &cell, asked)).collect()
}

/// The model of a sample, fitted once: sheets and seeds ask for it often.
fn fitted(sample: &'static Sample) -> Option<Arc<Fitted>> {
    static ALL: LazyLock<Vec<OnceLock<Option<Arc<Fitted>>>>> =
        LazyLock::new(|| samples().iter().map(|_| OnceLock::new()).collect());
    let at = samples().iter().position(|other| other.name == sample.name)?;
    let fit = || Study::open(Source::Sample(sample), Recipe::default()).ok()?.fitted.ok();
    ALL.get(at)?.get_or_init(fit).clone()
}

fn from_sample(sample: &'static Sample, cell: &Cell<'_>, asked: &Asked<'_>) -> Option<Slip> {
    let other = fitted(sample)?;
    let (count, total, _) = counts_in(&other, cell)?;
    if (count, total) == (cell.factor.count(cell.value, cell.class), cell.factor.total(cell.class)) {
        return None;
    }
    let says = sentence!(
        "You get this number from another table: {}/{} for {} is from the sample {}. Count in this table.",
        count,
        total,
        asked.name(&cell.quantity()),
        sample.name
    );
    let change = shares(move |cell| {
        let (count, total, k) = counts_in(&other, cell)?;
        Some((whole(count) + cell.alpha(), whole(total) + cell.alpha() * whole(k)))
    });
    Some(Slip::new(change, says))
}

fn counts_in(other: &Fitted, cell: &Cell<'_>) -> Option<(u64, u64, u64)> {
    let name = cell.value_name();
    let factor = other.factors().iter().find(|factor| factor.values().contains(&name))?;
    let value = other.position(factor, name.as_str())?;
    let class = other.class(cell.class_name().as_str())?;
    Some((factor.count(value, class), factor.total(class), factor.k() as u64))
}

const COUNTS: usize = 40;

pub(super) fn miscounted(asked: &Asked<'_>) -> Vec<Slip> {
    let grounds = asked.variations().grounds(&asked.quantity).unwrap_or_default();
    let counts: Vec<Quantity> =
        grounds.into_iter().filter(|of| matches!(of, Quantity::Count { .. } | Quantity::Rows)).collect();
    if counts.len() > COUNTS {
        return Vec::new();
    }
    let slip = |of: &Quantity, up: bool| {
        let count = asked.right(of)?.add(&Number::from_int(if up { 1 } else { -1 }));
        let says =
            sentence!("You get this number if you count {}. Count again.", counted(of, text(&count), asked)?);
        // Nobody misses the only row of a class.
        let is_whole_class =
            matches!(of, Quantity::Rows | Quantity::Count { event: Event::Class(_) | Event::Any(_), .. });
        let possible = if is_whole_class { !count.is_zero() } else { !count.is_negative() };
        possible.then(|| Slip::new(one(of.clone(), Some(count)), says).by(&(of, up)))
    };
    // Of two slips with the same value, the first is reported.
    let all = |of| [counted_too(of, asked), slip(of, false), slip(of, true)];
    counts.iter().flat_map(all).flatten().collect()
}

/// `4 rows of Yes with Weather=Sunny`
fn counted(quantity: &Quantity, count: impl ToSentence, asked: &Asked<'_>) -> Option<Sentence> {
    Some(match quantity {
        Quantity::Rows => sentence!("{} in all", several(count, "rows")),
        Quantity::Count { event: Event::Class(class), .. } => {
            sentence!("{} of {}", several(count, "rows"), class)
        }
        Quantity::Count { event: Event::Any(feature), class } => {
            let factor = asked.fitted.factor(feature.as_str())?;
            let of = class.as_ref().map_or_else(|| "in all".into(), |class| sentence!("of {}", class));
            let known =
                if factor.is_words() { Sentence::default() } else { sentence!(" with a known {}", feature) };
            sentence!("{} {}{}", several(count, factor.form.unit()), of, known)
        }
        Quantity::Count { event: Event::Value { feature, value }, class } => {
            let with = with_value(count, asked.fitted.factor(feature.as_str())?, value);
            match class {
                Some(class) => sentence!("{} in {}", with, class),
                None => with,
            }
        }
        _ => return None,
    })
}

fn counted_too(of: &Quantity, asked: &Asked<'_>) -> Option<Slip> {
    let Quantity::Count { event: Event::Any(feature), class } = of else { return None };
    let fitted = asked.fitted;
    let rows = fitted.factor(feature.as_str()).is_some_and(|factor| factor.form.unit() == "rows");
    let (all, whose) = match class {
        Some(class) => (fitted.class_count(fitted.class(class.as_str())?), sentence!("of {}", class)),
        None => (fitted.rows(), "in all".into()),
    };
    let without = Number::from(all).sub(&asked.right(of)?);
    if !rows || without.is_zero() || without.is_negative() {
        return None;
    }
    let says = sentence!(
        "You get this number if you count all {} {}. Leave out those without a value of {}.",
        several(all, "rows"),
        whose,
        feature
    );
    Some(Slip::new(one(of.clone(), Some(Number::from(all))), says).by(&(of, all)))
}
