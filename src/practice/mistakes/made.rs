//! Mistakes as somebody makes them who works out a whole case: each shows first in one number, and what follows rests
//! on it.

use std::fmt;

use super::asked::Asked;
use super::entry::Slip;
use super::run::same;
use super::table;
use crate::math::{Number, Quantity, Rounded, Sentence, sentence};
use crate::model::{Case, Fitted, leaders_of};
use crate::practice::mark::is_share;
use crate::worked::{Context, Definition, Kinds, Overlay, Under};

/// One mistake of the catalogue, ready to be worked out with.
pub struct Made {
    pub tag: &'static str,
    /// Which of the ways to make it this is: the same on every line of a sheet.
    pub way: u64,
    pub says: Sentence,
    /// Where to look.
    pub hint: Sentence,
    /// Whether it is made at the number itself, not at one that it rests on.
    pub own: bool,
    slip: Slip,
}

impl Made {
    /// A way to make a mistake; `None` where it leads to no number.
    pub(super) fn of(
        tag: &'static str,
        says: Sentence,
        hint: Sentence,
        own: bool,
        slip: Slip,
    ) -> Option<Made> {
        let is_number = slip.change.is_some() && !slip.harmless;
        is_number.then_some(Made { tag, way: slip.way, says, hint, own, slip })
    }

    /// What a natural logarithm is multiplied with.
    pub fn scale(&self) -> f64 {
        self.slip.scale
    }
}

impl fmt::Debug for Made {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Made({})", self.tag)
    }
}

impl Overlay for Made {
    fn tag(&self) -> &str {
        self.tag
    }

    fn kinds(&self) -> Kinds {
        self.slip.kinds()
    }

    fn replace(&self, quantity: &Quantity, right: &Definition, context: &Context<'_>) -> Option<Definition> {
        self.slip.replace(quantity, right, context)
    }
}

/// The numbers that a case is worked out by, in order.
#[derive(Clone, Copy, Debug)]
pub struct Written<'a> {
    pub lines: &'a [Quantity],
    /// Those that are not, and that no mistake may change.
    pub unwritten: &'a [Quantity],
}

/// Rounding along the way is no mistake, and its numbers depend on who rounds.
const ROUNDED: &str = "N7";

/// The mistakes that first show in one of the numbers that are written down: they leave those before it alone, give it
/// another value at two figures, and let everything after it be worked out, without a probability above 1 or a tie that is not
/// there.
pub fn first_at(fitted: &Fitted, case: Option<&Case>, written: Written<'_>, at: usize) -> Vec<Made> {
    let asked = written.lines.get(at).and_then(|of| Asked::new(fitted, case, of.clone(), false, None));
    let Some(asked) = asked else { return Vec::new() };
    let mut found: Vec<(Option<Number>, Made)> = Vec::new();
    for entry in table::all().filter(|entry| entry.tag != ROUNDED && (entry.at)(&asked)) {
        for slip in (entry.slips)(&asked) {
            if slip.harmless || slip.change.is_none() || slip.scale != 1.0 {
                continue;
            }
            let Some(value) = shows_first(&asked, &slip, written, at) else { continue };
            let again = |(other, made): &(Option<Number>, Made)| {
                made.tag == entry.tag && same(other.as_ref(), Some(&value))
            };
            if !found.iter().any(again) {
                let (says, hint) = (slip.says.clone(), sentence!("Look at {}.", entry.hint));
                found.extend(Made::of(entry.tag, says, hint, true, slip).map(|made| (Some(value), made)));
            }
        }
    }
    found.into_iter().map(|(_, made)| made).collect()
}

/// The value that a mistake gives where it first shows; `None` where it shows elsewhere or leads nowhere.
fn shows_first(asked: &Asked<'_>, slip: &Slip, written: Written<'_>, at: usize) -> Option<Number> {
    let (before, rest) = written.lines.split_at_checked(at)?;
    let (own, after) = rest.split_first()?;
    let right = |of: &Quantity| asked.right(of);
    // The model is lent out while a mistake is tried, so what is right is asked before.
    let alone: Vec<(&Quantity, Option<Number>)> =
        before.iter().chain(written.unwritten).map(|of| (of, right(of))).collect();
    let defined: Vec<&Quantity> = after.iter().filter(|of| right(of).is_some()).collect();
    let (own_right, posteriors) = (right(own)?, asked.right_posteriors());
    let mut variations = asked.variations();
    let mut under = variations.under(slip);
    let value = value(&mut under, own)?;
    // What no probability can be is seen at a glance, and goes back with a question unless it is a known fraction.
    let above_one = is_share(asked.fitted, own) && value.compare(&Number::one()).is_gt();
    let impossible = value.is_negative() != own_right.is_negative() || (above_one && !value.is_exact());
    if impossible || two_figures(&value) == two_figures(&own_right) {
        return None;
    }
    if !alone.iter().all(|(of, right)| same(self::value(&mut under, of).as_ref(), right.as_ref())) {
        return None;
    }
    let possible =
        |of: &Quantity, value: Number| !is_share(asked.fitted, of) || value.compare(&Number::one()).is_le();
    if !defined.iter().all(|of| self::value(&mut under, of).is_some_and(|value| possible(of, value))) {
        return None;
    }
    let now: Option<Vec<Number>> = asked.posteriors().iter().map(|of| self::value(&mut under, of)).collect();
    let leading = |posteriors: Option<Vec<Number>>| posteriors.map_or(0, |all| leaders_of(&all).len());
    (leading(now) == leading(posteriors)).then_some(value)
}

fn value(under: &mut Under<'_, '_>, of: &Quantity) -> Option<Number> {
    under.value(of).ok().flatten()
}

fn two_figures(value: &Number) -> Rounded {
    value.significant(2)
}
