//! Where the numbers of a column lie, class by class: what an editor of bins draws, and the steps that it moves by.

use num_rational::BigRational;
use num_traits::One;

use super::counts::times;
use super::value_counts::{Ordered, ValueCounts, shortest};
use crate::math::{Name, Number};
use crate::table::Table;

/// Into how many steps the range of a column is divided, about.
const STEPS: f64 = 50.0;

/// The numbers of the rows that have a class.
#[derive(Clone, Debug, PartialEq)]
pub struct Spread {
    /// The classes; empty where no column of classes is known, and then all rows count as one.
    pub classes: Vec<Name>,
    /// How often each number was seen in each of the classes, each row as often as its weight says.
    pub numbers: ValueCounts,
    /// Rows that have a class and no number.
    pub missing: u64,
}

impl Spread {
    /// Counts a column of numbers. Rows are those with one of `classes` in the column `target`, as often as the column
    /// `weight` says; without classes all rows.
    pub fn of(
        table: &Table,
        column: usize,
        target: Option<usize>,
        weight: Option<usize>,
        classes: &[Name],
    ) -> Spread {
        let dictionary =
            target.and_then(|at| table.columns().get(at)).map(|column| column.dictionary.names());
        let place = |name: &Name| classes.iter().position(|class| class == name);
        let places: Vec<Option<usize>> = dictionary.unwrap_or_default().iter().map(place).collect();
        let (mut found, mut missing) = (Vec::new(), 0);
        for segment in table.segments() {
            let Some(cells) = segment.cells.get(column) else { continue };
            let codes = target.and_then(|at| segment.cells.get(at));
            let weights = weight.and_then(|at| segment.cells.get(at));
            for at in 0..segment.rows.len() {
                let class = match codes {
                    Some(codes) if !classes.is_empty() => {
                        let code = codes.code(at).and_then(|code| places.get(code as usize));
                        let Some(class) = code.copied().flatten() else { continue };
                        class
                    }
                    _ => 0,
                };
                let seen = weights.map_or(1, |cells| times(cells, at));
                match cells.number(at) {
                    _ if seen == 0 => {}
                    None => missing += seen,
                    Some(number) => found.push((Ordered::new(number), class, seen)),
                }
            }
        }
        Spread { classes: classes.to_vec(), numbers: ValueCounts::of(classes.len().max(1), found), missing }
    }

    /// The least and the greatest number; `None` where there is none.
    pub fn range(&self) -> Option<(f64, f64)> {
        self.numbers.range()
    }

    /// The same as exact decimals.
    pub(super) fn exact_range(&self) -> Option<(BigRational, BigRational)> {
        self.range().map(|(low, high)| (shortest(low), shortest(high)))
    }

    /// Where a number lies between the least, 0, and the greatest, 1; in the middle where all numbers are the same.
    pub fn place(&self, number: f64) -> f64 {
        let Some((low, high)) = self.range() else { return 0.5 };
        // Halves first: the range of the largest floats is no float.
        let wide = high / 2.0 - low / 2.0;
        let place = if wide > 0.0 { (number / 2.0 - low / 2.0) / wide } else { 0.5 };
        if place.is_nan() { 0.5 } else { place }
    }

    /// A histogram: how many rows of each class lie in each of `n` intervals of one width.
    pub fn bars(&self, n: usize) -> Vec<Vec<u64>> {
        let mut bars = vec![vec![0; self.classes.len().max(1)]; n.max(1)];
        let last = bars.len() - 1;
        for (number, counts) in self.numbers.iter() {
            let at = (self.place(number.value()) * bars.len() as f64) as usize;
            let Some(bar) = bars.get_mut(at.min(last)) else { continue };
            for (sum, count) in bar.iter_mut().zip(counts) {
                *sum += count;
            }
        }
        bars
    }

    /// A round number, 1, 2 or 5 times a power of ten, of which about fifty fill the range.
    pub fn step(&self) -> BigRational {
        round_step(self.range().map_or(0.0, |(low, high)| high / STEPS - low / STEPS))
    }
}

/// The smallest round number, 1, 2 or 5 times a power of ten, that is no less than `wide`; 1 where that is no width.
pub fn round_step(wide: f64) -> BigRational {
    if wide <= 0.0 || !wide.is_finite() {
        return BigRational::one();
    }
    let power = wide.log10().floor() as i32;
    let power = Number::from_int(10).powi(power).and_then(|power| power.as_exact().cloned());
    let power = power.unwrap_or_else(BigRational::one);
    let times = [1, 2, 5].map(|times| &power * BigRational::from_integer(times.into()));
    let enough = |step: &&BigRational| Number::Exact((*step).clone()).to_f64() >= wide;
    times.iter().find(enough).cloned().unwrap_or(power * BigRational::from_integer(10.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spread(numbers: &[f64]) -> Spread {
        let tally = ValueCounts::of(1, numbers.iter().map(|number| (Ordered::new(*number), 0, 1)));
        Spread { classes: Vec::new(), numbers: tally, missing: 0 }
    }

    #[test]
    fn every_number_is_in_one_bar() {
        let bars = spread(&[0.0, 0.9, 1.0, 4.9, 5.0, 10.0, 10.0]).bars(10);
        let counts: Vec<u64> = bars.iter().map(|bar| bar[0]).collect();
        assert_eq!(counts, [2, 1, 0, 0, 1, 1, 0, 0, 0, 2]);
        assert_eq!(spread(&[3.0, 3.0]).bars(3), [[0], [2], [0]]);
        assert_eq!(spread(&[]).bars(2), [[0], [0]]);
        let far = spread(&[-f64::MAX, 0.0, f64::MAX]).bars(3);
        assert_eq!(far, [[1], [1], [1]]);
    }

    #[test]
    fn steps_are_round_and_about_fifty() {
        let step = |numbers: &[f64]| Number::Exact(spread(numbers).step()).to_f64();
        assert_eq!(step(&[240.0, 2140.0]), 50.0);
        assert_eq!(step(&[0.0, 50.0]), 1.0);
        assert_eq!(step(&[0.0, 0.03]), 0.001);
        assert_eq!(step(&[7.0, 7.0]), 1.0);
        assert_eq!(step(&[]), 1.0);
    }
}
