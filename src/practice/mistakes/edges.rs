//! Mistakes at the edges: 0/0, and numbers on the edge of a bin.

use super::asked::Asked;
use super::cell::{Cell, whole};
use super::entry::{Change, Entry, Slip, both, one, shares, taken};
use super::place::Place;
use crate::math::{Event, Number, Quantity, sentence};
use crate::model::{Factor, Fitted, Form};
use crate::recipe::CutSide;
use crate::worked::Kinds;

pub(super) const ENTRIES: &[Entry] = &[
    Entry { tag: "N8", hint: "0/0", at: |asked| !asked.ln && asked.is_of_shares(), slips: zero_by_zero },
    Entry {
        tag: "N9",
        hint: "numbers on the edge of a bin",
        at: |asked| {
            (asked.is_of_shares() || asked.place == Place::Count)
                && asked.any(|factor| factor.cuts().is_some())
        },
        slips: other_side,
    },
];

fn zero_by_zero(asked: &Asked<'_>) -> Vec<Slip> {
    if asked.right(&asked.quantity).is_some() {
        return Vec::new();
    }
    let says = match asked.cell().filter(|_| asked.place == Place::Conditional) {
        Some(cell) => sentence!(
            "That is 0, and 0/0 is no number: {} has 0 {} to count in, so say that it is undefined.",
            cell.class_name(),
            cell.unit()
        ),
        None => {
            "That is 0, and 0/0 is no number: every score is 0 or undefined, so say that it is undefined."
                .into()
        }
    };
    let change = one(asked.quantity.clone(), Some(Number::zero()));
    vec![Slip { decides: false, ..Slip::new(change, says) }]
}

/// Rows by bin and class.
type Bins = Vec<Vec<u64>>;

/// What each binned feature counts by the other convention; nothing for others.
fn recounted(fitted: &Fitted) -> Vec<Option<Bins>> {
    let bins = |(at, factor): (usize, &Factor)| fitted.recounted(at, &factor.cuts()?.turned());
    fitted.factors().iter().enumerate().map(bins).collect()
}

fn count(recounted: &[Option<Bins>], at: usize, bin: usize, class: usize) -> Option<u64> {
    recounted.get(at)?.as_ref()?.get(bin)?.get(class).copied()
}

/// The bin of each binned feature into which the case falls by the other convention, where it is another one.
fn moved(asked: &Asked<'_>) -> Vec<Option<(usize, usize)>> {
    let cells = asked.context.case.map(|case| case.cells.as_slice()).unwrap_or_default();
    let place = |(factor, at): (&Factor, usize)| {
        let cuts = factor.cuts().filter(|_| asked.is_about_case())?;
        let x: f64 = cells.get(at)?.text.trim().parse().ok()?;
        let (bin, other) = (cuts.bin(x), cuts.turned().bin(x));
        (bin != other).then_some((bin, other))
    };
    asked.fitted.factors().iter().zip(0..).map(place).collect()
}

fn other_side(asked: &Asked<'_>) -> Vec<Slip> {
    let fitted = asked.fitted;
    let Some((edge, bin, side)) = edge(asked) else { return Vec::new() };
    let says = sentence!(
        "This is what you get if a number on an edge goes to the other bin; bins are {} here, so {} belongs to {}.",
        side,
        edge,
        bin
    );
    let bins = recounted(fitted);
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
        let classes = match class {
            Some(class) => {
                let class = fitted.class(class.as_str())?;
                class..class + 1
            }
            None => 0..fitted.classes.len(),
        };
        let sum = classes.map(|class| count(&again, at, bin, class)).sum::<Option<u64>>()?;
        Some(taken(right, Some(Number::from(sum))))
    });
    vec![Slip::new(both(probabilities, counts), says)]
}

/// An edge that a training row or the case lies on, the bin it belongs to, and how bins are written.
fn edge(asked: &Asked<'_>) -> Option<(String, String, &'static str)> {
    let factor = asked.factors().into_iter().find(|factor| matches!(factor.form, Form::Bins(_)))?;
    let cuts = factor.cuts()?;
    let at = asked.cell().filter(|cell| cell.factor.name == factor.name).map(|cell| cell.value);
    // Of the edges of the bin in hand the one that belongs to it is the better example.
    let near = at.and_then(|bin| match cuts.side {
        CutSide::Above => bin.checked_sub(1),
        CutSide::Below => Some(bin),
    });
    let text = near.and_then(|near| cuts.texts().get(near)).or_else(|| cuts.texts().first())?;
    let x: f64 = text.parse().ok()?;
    Some((text.clone(), cuts.label(cuts.bin(x)).as_str().to_owned(), cuts.side.bins()))
}
