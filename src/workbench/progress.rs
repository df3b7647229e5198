//! How far work is, in the words that stand beside it.

use std::sync::atomic::Ordering;

use crate::table::Watch;
use crate::text::grouped;

/// Ticks in a second.
const TICKS: u64 = 4;

/// How far a watched work is: `3 of 14 done, 830,000 rows/s`, or `21 % done` where it has no parts; `ticks` is how long it has taken. `None` before
/// anything is known.
pub fn words(watch: &Watch, ticks: u64) -> Option<String> {
    let read = |counter: &std::sync::atomic::AtomicU64| counter.load(Ordering::Relaxed);
    let (done, total, parts) = (read(&watch.done), read(&watch.total), read(&watch.parts));
    let of = |parts: u64| done.min(total).saturating_mul(parts).checked_div(total);
    let far = match parts {
        0 => format!("{} % done", of(100)?),
        _ => format!("{} of {parts} done", of(parts)?),
    };
    let rate = (done * TICKS).checked_div(ticks).filter(|rate| *rate > 0);
    Some(rate.map_or(far.clone(), |rate| format!("{far}, {} rows/s", grouped(rate))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_and_rows_a_second() {
        let watch = Watch::default();
        assert_eq!(words(&watch, 3), None);
        watch.total.store(14_000_000, Ordering::Relaxed);
        watch.done.store(7_000_000, Ordering::Relaxed);
        assert_eq!(words(&watch, 0).unwrap(), "50 % done");
        watch.done.store(0, Ordering::Relaxed);
        watch.parts.store(14, Ordering::Relaxed);
        assert_eq!(words(&watch, 0).unwrap(), "0 of 14 done");
        watch.done.store(3_320_000, Ordering::Relaxed);
        assert_eq!(words(&watch, 16).unwrap(), "3 of 14 done, 830,000 rows/s");
    }
}
