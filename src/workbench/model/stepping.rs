//! The choice before or after another, as ← and → go through them.

use num_rational::BigRational;

use crate::recipe::Written;

/// The place before or after; from a choice that is not in the list, the first one.
fn step(at: Option<usize>, len: usize, forward: bool) -> Option<usize> {
    match (at, forward) {
        (None, _) => Some(0),
        (Some(at), true) => Some(at + 1).filter(|at| *at < len),
        (Some(at), false) => at.checked_sub(1),
    }
}

/// The choice beside that at a place.
pub(super) fn beside<T>(all: &[T], at: Option<usize>, forward: bool) -> Option<&T> {
    all.get(step(at, all.len(), forward)?)
}

/// The next smaller or greater of the numbers that are offered.
pub(super) fn number(all: &[&str], now: &BigRational, forward: bool) -> Option<Written> {
    let all = all.iter().filter_map(|text| Written::non_negative(text, "number").ok());
    if forward {
        all.into_iter().find(|number| number.value() > now)
    } else {
        all.into_iter().rfind(|number| number.value() < now)
    }
}
