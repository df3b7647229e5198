//! What explains any number that is a little off: another table, and a count that is one too many or too few.

use std::sync::{Arc, LazyLock, OnceLock};

use super::asked::{Asked, Place};
use super::cell::{Cell, list, several, text, whole};
use super::counting::with_value;
use super::entry::{Entry, Slip, entry, one, shares};
use crate::math::{Event, Number, Quantity, Sentence, ToSentence, sentence};
use crate::model::{Factor, Fitted, Form, Study};
use crate::recipe::Recipe;
use crate::table::{Sample, Source, samples};
use crate::worked::rows_behind;

pub(super) const ENTRIES: &[Entry] = &[
    entry("B22", "which table is used", |asked| asked.is_of_shares(), wrong_table),
    entry("B23", "the counts", is_of_counts, miscounted),
];

/// Another sample with the same class column, and the feature of it that has the value.
fn wrong_table(asked: &Asked<'_>) -> Vec<Slip> {
    let Some(cell) = asked.cell().filter(|cell| cell.factor.form == Form::Categories) else {
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

/// The model of a sample, which is fitted once: sheets and seeds ask for it again and again.
fn fitted(sample: &'static Sample) -> Option<Arc<Fitted>> {
    type Slot = OnceLock<Option<Arc<Fitted>>>;
    static ALL: LazyLock<Vec<(&str, Slot)>> =
        LazyLock::new(|| samples().iter().map(|sample| (sample.name, OnceLock::new())).collect());
    let (_, slot) = ALL.iter().find(|(name, _)| *name == sample.name)?;
    let fit = || Study::open(Source::Sample(sample), Recipe::default()).ok()?.fitted.ok();
    slot.get_or_init(fit).clone()
}

fn from_sample(sample: &'static Sample, cell: &Cell<'_>, asked: &Asked<'_>) -> Option<Slip> {
    let other = fitted(sample)?;
    let place = |cell: &Cell<'_>| {
        let name = cell.value_name();
        let of = |factor: &&Factor| factor.values().contains(&name);
        let factor = other.factors().iter().find(of)?;
        let value = other.position(factor, name.as_str())?;
        let class = other.class(cell.class_name().as_str())?;
        Some((factor.count(value, class), factor.total(class)))
    };
    let (count, total) = place(cell)?;
    if (count, total) == (cell.factor.count(cell.value, cell.class), cell.factor.total(cell.class)) {
        return None;
    }
    let says = sentence!(
        "This is what you get from another table: {}/{} for {} is of the sample {}; count in this table.",
        count,
        total,
        asked.name(&cell.quantity()),
        sample.name
    );
    let change = shares(move |cell| {
        let name = cell.value_name();
        let factor = other.factors().iter().find(|factor| factor.values().contains(&name))?;
        let (value, class) =
            (other.position(factor, name.as_str())?, other.class(cell.class_name().as_str())?);
        let (alpha, k) = (cell.alpha(), whole(factor.k() as u64));
        Some((whole(factor.count(value, class)) + &alpha, whole(factor.total(class)) + alpha * k))
    });
    Some(Slip::new(change, says))
}

/// Of more counts than this no single one can be told from a wrong number.
const COUNTS: usize = 40;

fn is_of_counts(asked: &Asked<'_>) -> bool {
    asked.place == Place::Count
        || asked.place == Place::Prior
        || asked.is_of_shares() && asked.fitted.is_exact()
}

fn miscounted(asked: &Asked<'_>) -> Vec<Slip> {
    let grounds = asked.variations().grounds(&asked.quantity).unwrap_or_default();
    let counts: Vec<Quantity> =
        grounds.into_iter().filter(|of| matches!(of, Quantity::Count { .. } | Quantity::Rows)).collect();
    if counts.len() > COUNTS {
        return Vec::new();
    }
    let slip = |of: &Quantity, up: bool| {
        let right = asked.right(of)?;
        let count = if up { right.add(&Number::one()) } else { right.sub(&Number::one()) };
        let says = sentence!(
            "This is what you get if you count {}; count again.",
            counted(of, text(&count), asked)?
        );
        // Nobody misses the only row of a class.
        let possible = if is_whole_class(of) { !count.is_zero() } else { !count.is_negative() };
        possible.then(|| Slip::new(one(of.clone(), Some(count)), says).by(&(of, up)))
    };
    // Of two slips that come to the same, the first is told.
    let all = |of| [counted_too(of, asked), slip(of, false), slip(of, true)];
    counts.iter().flat_map(all).flatten().collect()
}

/// Whether all rows or words are counted, of a class or of the data.
fn is_whole_class(of: &Quantity) -> bool {
    matches!(of, Quantity::Rows | Quantity::Count { event: Event::Class(_) | Event::Any(_), .. })
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

/// Tables with more rows are not counted by hand, and nobody looks for a row in them.
const BY_HAND: usize = 400;

/// Rows that are named in a sentence.
const NAMED: usize = 4;

/// What a count of the known values becomes when the rows without one are counted, too; nothing where there are none.
pub(super) fn counted_too(of: &Quantity, asked: &Asked<'_>) -> Option<Slip> {
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
    let whole = class
        .as_ref()
        .map_or(Quantity::Rows, |class| Quantity::Count { event: Event::Class(class.clone()), class: None });
    let out = named(asked, [&whole, of]).unwrap_or_else(|| "some of them".into());
    let (has, is) = if out.plain().starts_with("row ") { ("has", "is") } else { ("have", "are") };
    let says = sentence!(
        "This is what you get if you count all {} {}; {} {} no value of {} and {} left out.",
        several(all, "rows"),
        whose,
        out,
        has,
        feature,
        is
    );
    Some(Slip::new(one(of.clone(), Some(Number::from(all))), says).by(&(of, all)))
}

/// `row 7`, `rows 2 and 7`: those behind the first count and not behind the second, counted from 1. `None` where they are
/// too many to be named.
fn named(asked: &Asked<'_>, counts: [&Quantity; 2]) -> Option<Sentence> {
    if asked.fitted.data.table.rows() > BY_HAND {
        return None;
    }
    let behind = rows_behind(asked.fitted, &counts, BY_HAND);
    let [all, known] = behind.as_slice() else { return None };
    let missing = all.rows.iter().filter(|row| !known.rows.contains(row));
    let missing: Vec<String> = missing.map(|row| (row + 1).to_string()).collect();
    match missing.len() {
        0 => None,
        1 => Some(sentence!("row {}", list(&missing))),
        2..=NAMED => Some(sentence!("rows {}", list(&missing))),
        many => Some(sentence!("{} of them", many)),
    }
}
