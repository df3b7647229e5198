//! Changes of single cuts, and the histogram that their editor draws. After a change, cuts of any origin are cut points;
//! without a cut one bin is left, which a recipe writes as one bin of equal width.

use super::bins::{Cuts, shortest};
use super::dataset::times;
use super::value_counts::{SeenValues, ValueCounts};
use crate::math::{Name, Number};
use crate::recipe::{Bins, ExactNumber};
use crate::table::{Cells, Table};
use num_rational::BigRational;
use num_traits::One;

/// The changed cuts and the place of the one that was changed, or why there is no change.
type Edited = Result<(Bins, usize), String>;

const NO_CUT: &str = "There is no cut yet. Press Ins or type a number to add one.";
const NO_ROOM: &str = "All numbers are the same: type the number to cut at.";

impl Cuts {
    pub fn written(&self) -> Vec<ExactNumber> {
        self.texts().iter().filter_map(|text| ExactNumber::any(text).ok()).collect()
    }

    /// Moves a cut to the next multiple of `step` above it or below it.
    pub fn moved(&self, at: usize, step: &BigRational, up: bool) -> Edited {
        let steps = self.exact.get(at).ok_or(NO_CUT)? / step;
        let steps = if up { steps.floor() + BigRational::one() } else { steps.ceil() - BigRational::one() };
        self.placed(Some(at), written(steps * step))
    }

    /// Replaces a cut by a number, or adds it if there is no such cut.
    pub fn placed(&self, at: Option<usize>, cut: ExactNumber) -> Edited {
        let mut cuts = self.written();
        if let Some(at) = at.filter(|at| *at < cuts.len()) {
            cuts.remove(at);
        }
        if let Some(other) = cuts.iter().find(|other| other.value() == cut.value()) {
            return Err(format!("There is a cut at {} already.", other.text()));
        }
        let place = cuts.iter().filter(|other| other.value() < cut.value()).count();
        cuts.insert(place, cut);
        Ok((Bins::Cuts(cuts), place))
    }

    /// Adds a cut in the middle of the widest bin, at a multiple of the histogram's step if one lies in the bin.
    pub fn divided(&self, histogram: &Histogram) -> Edited {
        let (low, high) = histogram.numbers.range().ok_or(NO_ROOM)?;
        let (low, high) = (shortest(low), shortest(high));
        let inside = self.exact.iter().filter(|cut| **cut > low && **cut < high);
        let ends: Vec<&BigRational> = [&low].into_iter().chain(inside).chain([&high]).collect();
        let bins = ends.iter().zip(ends.iter().skip(1)).rev();
        let widest = bins.max_by_key(|(from, to)| **to - **from).filter(|(from, to)| from < to);
        let (from, to) = widest.ok_or(NO_ROOM)?;
        let middle = (*from + *to) / BigRational::from_integer(2.into());
        let step = histogram.step();
        let round = (&middle / &step).round() * step;
        self.placed(None, written(if round > **from && round < **to { round } else { middle }))
    }

    pub fn without(&self, at: usize) -> Edited {
        let mut cuts = self.written();
        if at >= cuts.len() {
            return Err(NO_CUT.to_owned());
        }
        cuts.remove(at);
        let last = cuts.len().saturating_sub(1);
        Ok((if cuts.is_empty() { Bins::Width(1) } else { Bins::Cuts(cuts) }, at.min(last)))
    }
}

fn written(value: BigRational) -> ExactNumber {
    let text = Number::Exact(value).to_f64().to_string();
    ExactNumber::any(&text).unwrap_or_else(|_| ExactNumber::int(0))
}

/// How many steps fill the range of a column, about.
const STEPS: f64 = 50.0;

/// The numbers of a column, by class.
#[derive(Clone, Debug, PartialEq)]
pub struct Histogram {
    /// The classes; empty if no column of classes is known, and then all rows count as one.
    pub classes: Vec<Name>,
    /// How often each number was seen in each class, each row as often as its weight.
    pub numbers: ValueCounts,
    pub missing: u64,
}

impl Histogram {
    /// Counts a column of numbers in the rows that have one of `classes` in the column `target`, each as often as the
    /// column `weight` holds; without classes in all rows.
    pub fn of(
        table: &Table,
        column: usize,
        target: Option<usize>,
        weight: Option<usize>,
        classes: &[Name],
    ) -> Histogram {
        let target = target.filter(|_| !classes.is_empty());
        let names = target.and_then(|at| table.columns().get(at)).map(|column| column.dictionary.names());
        let place = |name: &Name| classes.iter().position(|class| class == name);
        let places: Vec<_> = names.unwrap_or_default().iter().map(place).collect();
        let (mut found, mut missing) = (SeenValues::new(classes.len().max(1)), 0);
        for segment in table.segments() {
            let Some(cells) = segment.cells.get(column) else { continue };
            let codes = target.and_then(|at| segment.cells.get(at));
            let weights = weight.and_then(|at| segment.cells.get(at));
            for at in 0..segment.rows.len() {
                let place = |codes: &Cells| codes.code(at).and_then(|code| *places.get(code as usize)?);
                let Some(class) = codes.map_or(Some(0), place) else { continue };
                let seen = weights.map_or(1, |cells| times(cells, at));
                match cells.number(at) {
                    None => missing += seen,
                    Some(number) => found.push(number, class, seen),
                }
            }
        }
        Histogram { classes: classes.to_vec(), numbers: found.into(), missing }
    }

    /// Returns where a number lies between the smallest, 0, and the largest, 1; 0.5 if all numbers are the same.
    pub fn place(&self, number: f64) -> f64 {
        let Some((low, high)) = self.numbers.range() else { return 0.5 };
        // Halves first: the range of the largest floats is not a float.
        let wide = high / 2.0 - low / 2.0;
        let place = if wide > 0.0 { (number / 2.0 - low / 2.0) / wide } else { 0.5 };
        if place.is_nan() { 0.5 } else { place }
    }

    /// Counts the rows of each class in each of `n` intervals of one width.
    pub fn bars(&self, n: usize) -> Vec<Vec<u64>> {
        let mut bars = vec![vec![0; self.classes.len().max(1)]; n.max(1)];
        let last = bars.len() - 1;
        for (number, counts) in self.numbers.iter() {
            let at = (self.place(number) * bars.len() as f64) as usize;
            let bar = bars.get_mut(at.min(last)).into_iter().flatten();
            bar.zip(counts).for_each(|(sum, count)| *sum += count);
        }
        bars
    }

    /// Returns a round number, 1, 2 or 5 times a power of ten, of which about fifty fill the range.
    pub fn step(&self) -> BigRational {
        round_step(self.numbers.range().map_or(0.0, |(low, high)| high / STEPS - low / STEPS))
    }
}

/// Returns the smallest round number, 1, 2 or 5 times a power of ten, that is at least `wide`; 1 if that is not a width.
pub fn round_step(wide: f64) -> BigRational {
    if wide <= 0.0 || !wide.is_finite() {
        return BigRational::one();
    }
    let power = BigRational::from_integer(10.into()).pow(wide.log10().floor() as i32);
    let mut steps = [1, 2, 5, 10].map(|times| &power * BigRational::from_integer(times.into())).into_iter();
    steps.find(|step| Number::Exact(step.clone()).to_f64() >= wide).unwrap_or(power)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn histogram(numbers: &[f64]) -> Histogram {
        let numbers = ValueCounts::of(1, numbers.iter().map(|number| (*number, 0, 1)));
        Histogram { classes: Vec::new(), numbers, missing: 0 }
    }

    #[test]
    fn every_number_is_in_one_bar() {
        let bars = histogram(&[0.0, 0.9, 1.0, 4.9, 5.0, 10.0, 10.0]).bars(10);
        let counts: Vec<u64> = bars.iter().map(|bar| bar[0]).collect();
        assert_eq!(counts, [2, 1, 0, 0, 1, 1, 0, 0, 0, 2]);
        assert_eq!(histogram(&[3.0, 3.0]).bars(3), [[0], [2], [0]]);
        assert_eq!(histogram(&[]).bars(2), [[0], [0]]);
        let far = histogram(&[-f64::MAX, 0.0, f64::MAX]).bars(3);
        assert_eq!(far, [[1], [1], [1]]);
    }

    #[test]
    fn steps_are_round_and_about_fifty() {
        let step = |numbers: &[f64]| Number::Exact(histogram(numbers).step()).to_f64();
        assert_eq!(step(&[240.0, 2140.0]), 50.0);
        assert_eq!(step(&[0.0, 50.0]), 1.0);
        assert_eq!(step(&[0.0, 0.03]), 0.001);
        assert_eq!(step(&[7.0, 7.0]), 1.0);
        assert_eq!(step(&[]), 1.0);
    }
}
