//! The values of a column as its profile lists them, and the filter that shows the rows of each.

use super::filter::condition;
use super::words::{number, shown};
use crate::table::{Bin, Column, Profile, ValueCount};

/// The most different numbers that are shown one by one.
const FEW_NUMBERS: usize = 12;

/// A value or an interval, and how often it occurs.
#[derive(Clone, Debug)]
pub struct Part<'a> {
    pub label: String,
    /// For narrow panes: the lower end of an interval.
    pub short: String,
    pub total: u64,
    pub by_class: &'a [u64],
    pub filter: String,
}

/// The parts and the heading over them, with the heading of their short labels.
pub fn parts<'a>(column: &Column, profile: &'a Profile) -> (Vec<Part<'a>>, &'static str, &'static str) {
    let words = profile.words.as_ref().map_or(&[][..], |words| &words.commonest);
    let name = column.name.as_str();
    let value = |v: &'a ValueCount| {
        let label = shown(v.value.as_str()).into_owned();
        let filter = condition(name, "=", v.value.as_str());
        Part { short: label.clone(), label, total: v.count, by_class: &v.by_class, filter }
    };
    match &profile.numbers {
        // A few different numbers are better shown one by one than in intervals.
        Some(numbers) if profile.distinct > FEW_NUMBERS => {
            let decimals = decimals_of_edges(column, &numbers.bins);
            let last = numbers.bins.len().saturating_sub(1);
            let interval = |(at, bin): (usize, &'a Bin)| {
                let short = number(bin.low, decimals);
                let label = format!("{short} to {}", number(bin.high, decimals));
                let below = if at == last { "≤" } else { "<" };
                let ends = [("≥", bin.low), (below, bin.high)];
                let filter = ends.map(|(sign, edge)| condition(name, sign, &edge.to_string())).join(", ");
                Part { label, short, total: bin.count, by_class: &bin.by_class, filter }
            };
            (numbers.bins.iter().enumerate().map(interval).collect(), "Interval", "From")
        }
        _ => {
            let heading = if profile.words.is_some() { "Word" } else { "Value" };
            (profile.values.iter().chain(words).map(value).collect(), heading, heading)
        }
    }
}

/// As few decimals as tell the edges exactly, else one more than the data have.
fn decimals_of_edges(column: &Column, bins: &[Bin]) -> u8 {
    let most = column.decimals.saturating_add(1);
    let told = |decimals: &u8| {
        let scale = 10_f64.powi(i32::from(*decimals));
        bins.iter().all(|bin| ((bin.low * scale).round() / scale - bin.low).abs() <= bin.low.abs() * 1e-12)
    };
    (0..most).find(told).unwrap_or(most)
}
