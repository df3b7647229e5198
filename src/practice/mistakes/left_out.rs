//! Rows that have no value of a feature: they are left out of its counts, and easily counted all the same.

use super::asked::Asked;
use super::cell::unit;
use super::entry::{Slip, one};
use super::words::{list, several};
use crate::math::{Event, Number, Quantity, Sentence, sentence};
use crate::worked::rows_behind;

/// Tables with more rows are not counted by hand, and nobody looks for a row in them.
const BY_HAND: usize = 400;

/// Rows that are named in a sentence.
const NAMED: usize = 4;

/// What a count of the known values becomes when the rows without one are counted, too; nothing where there are none.
pub(super) fn counted_too(of: &Quantity, asked: &Asked<'_>) -> Option<Slip> {
    let Quantity::Count { event: Event::Any(feature), class } = of else { return None };
    let fitted = asked.fitted;
    let rows = fitted.factor(feature.as_str()).is_some_and(|factor| unit(factor) == "rows");
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
    Some(Slip::new(one(of.clone(), Some(Number::from(all))), says))
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
