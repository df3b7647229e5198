//! The spread of a numeric column: extremes, mean, standard deviation and a histogram by class.

use super::profile::{Bin, ClassCounts, NumberProfile};
use super::store::Table;

/// Describes the known numbers of a column; `None` when there is none.
pub(super) fn numbers(
    table: &Table,
    column: usize,
    class: &impl Fn(usize) -> u32,
    k: usize,
) -> Option<NumberProfile> {
    let known = || table.numbers(column).filter(|value| !value.is_nan());
    let first = known().next()?;
    let (mut n, mut min, mut max, mut sum) = (0.0, first, first, 0.0);
    for value in known() {
        n += 1.0;
        min = value.min(min);
        max = value.max(max);
        sum += value - first;
    }
    // Deviations from a first guess of the mean keep their digits where plain sums of squares lose them all.
    let guess = first + sum / n;
    let (mut off, mut squares) = (0.0, 0.0);
    for value in known() {
        off += value - guess;
        squares += (value - guess) * (value - guess);
    }
    let mean = guess + off / n;
    let variance = ((squares - off * off / n) / n).max(0.0);
    let width = max - min;
    let count = if width > 0.0 && width.is_finite() { bins_for(n) } else { 1 };
    let edge = |i: usize| if i == count { max } else { min + width * i as f64 / count as f64 };
    let mut tallies = vec![ClassCounts::default(); count];
    for (row, value) in table.numbers(column).enumerate().filter(|(_, value)| !value.is_nan()) {
        let place = if count == 1 { 0.0 } else { (value - min) / width * count as f64 };
        let mut bin = (place as usize).min(count - 1);
        // Rounding may put a number that lies on an edge one bin too low or too high.
        if bin + 1 < count && value >= edge(bin + 1) {
            bin += 1;
        } else if value < edge(bin) {
            bin = bin.saturating_sub(1);
        }
        if let Some(tally) = tallies.get_mut(bin) {
            tally.add(class(row), k);
        }
    }
    let bins = tallies.into_iter().enumerate().map(|(i, tally)| Bin {
        low: edge(i),
        high: edge(i + 1),
        count: tally.count,
        by_class: tally.by_class(k),
    });
    Some(NumberProfile { min, mean, max, sd: variance.sqrt(), bins: bins.collect() })
}

/// Sturges' rule, within what a panel can show.
fn bins_for(n: f64) -> usize {
    ((n.log2().ceil() as usize) + 1).clamp(8, 16)
}
