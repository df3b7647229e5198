//! Changing cuts one by one: where the numbers of a column lie, class by class, and the steps that an editor moves by.
//!
//! Whatever the cuts came from, after a change they are cut points. Where the last cut goes, one bin is left, which a
//! recipe writes as one bin of equal width.

use num_rational::BigRational;
use num_traits::One;

use super::bins::Cuts;
use super::counts::times;
use super::value_counts::{Ordered, ValueCounts, shortest};
use crate::math::{Name, Number};
use crate::recipe::{Bins, Written};
use crate::table::Table;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum EditError {
    #[error("There is a cut at {0} already.")]
    Taken(String),
    #[error("There is no cut yet. Press Ins or type a number to add one.")]
    NoCut,
    /// No number lies between the least and the greatest.
    #[error("All numbers are the same: type the number to cut at.")]
    NoRoom,
}

/// The changed cuts, and the place of the one that was changed.
type Edited = Result<(Bins, usize), EditError>;

impl Cuts {
    /// A cut goes to the next multiple of `step` above it or below it.
    pub(crate) fn moved(&self, at: usize, step: &BigRational, up: bool) -> Edited {
        let now = self.exact().get(at).ok_or(EditError::NoCut)?;
        let steps = now / step;
        let one = BigRational::from_integer(1.into());
        let steps = if up { steps.floor() + one } else { steps.ceil() - one };
        self.placed(Some(at), written(steps * step))
    }

    /// A number takes the place of a cut; where there is no such cut, it is added.
    pub(crate) fn placed(&self, at: Option<usize>, cut: Written) -> Edited {
        let others = (0..).zip(self.exact().iter().zip(self.texts()));
        let others = others.filter(|(place, _)| Some(*place) != at);
        let mut cuts: Vec<Written> = others.filter_map(|(_, (_, text))| Written::any(text).ok()).collect();
        if let Some(other) = cuts.iter().find(|other| other.value() == cut.value()) {
            return Err(EditError::Taken(other.text().to_owned()));
        }
        let place = cuts.iter().filter(|other| other.value() < cut.value()).count();
        cuts.insert(place, cut);
        Ok((Bins::Cuts(cuts), place))
    }

    /// A cut more, in the middle of the widest bin, at a multiple of the spread's step where one lies in the bin.
    pub(crate) fn divided(&self, spread: &Spread) -> Edited {
        let (low, high) = spread.exact_range().ok_or(EditError::NoRoom)?;
        let inside = self.exact().iter().filter(|cut| **cut > low && **cut < high);
        let mut ends: Vec<&BigRational> = vec![&low];
        ends.extend(inside);
        ends.push(&high);
        let mut widest: Option<(&BigRational, &BigRational)> = None;
        for (from, to) in ends.iter().copied().zip(ends.iter().copied().skip(1)) {
            if widest.is_none_or(|(a, b)| to - from > b - a) {
                widest = Some((from, to));
            }
        }
        let (from, to) = widest.filter(|(from, to)| from < to).ok_or(EditError::NoRoom)?;
        let middle = (from + to) / BigRational::from_integer(2.into());
        let step = spread.step();
        let round = (&middle / &step).round() * step;
        self.placed(None, written(if round > *from && round < *to { round } else { middle }))
    }

    pub(crate) fn without(&self, at: usize) -> Edited {
        if at >= self.exact().len() {
            return Err(EditError::NoCut);
        }
        let kept = (0..).zip(self.texts()).filter(|(place, _)| *place != at);
        let kept: Vec<Written> = kept.filter_map(|(_, text)| Written::any(text).ok()).collect();
        let last = kept.len().saturating_sub(1);
        Ok((if kept.is_empty() { Bins::Width(1) } else { Bins::Cuts(kept) }, at.min(last)))
    }
}

fn written(value: BigRational) -> Written {
    let text = Number::Exact(value).to_f64().to_string();
    Written::any(&text).unwrap_or_else(|_| Written::int(0))
}

/// Into how many steps the range of a column is divided, about.
const STEPS: f64 = 50.0;

/// The numbers of the rows that have a class.
#[derive(Clone, Debug, PartialEq)]
pub struct Spread {
    /// The classes; empty where no column of classes is known, and then all rows count as one.
    pub classes: Vec<Name>,
    /// How often each number was seen in each of the classes, each row as often as its weight says.
    pub numbers: ValueCounts,
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
    use crate::encode::{Ordered, ValueCounts, learn};
    use crate::recipe::Convention;

    fn cuts(bins: &str) -> Cuts {
        learn(&bins.parse().unwrap(), &ValueCounts::new(), Convention::Cs229)
    }

    fn spread(numbers: &[f64]) -> Spread {
        let tally = ValueCounts::of(1, numbers.iter().map(|number| (Ordered::new(*number), 0, 1)));
        Spread { classes: Vec::new(), numbers: tally, missing: 0 }
    }

    fn text((bins, at): (Bins, usize)) -> String {
        format!("{bins} at {at}")
    }

    #[test]
    fn a_cut_moves_to_the_next_multiple_and_never_onto_another() {
        let step = BigRational::from_integer(50.into());
        let cuts = cuts("cuts:612.8,650,800");
        assert_eq!(text(cuts.moved(0, &step, false).unwrap()), "cuts:600,650,800 at 0");
        assert_eq!(cuts.moved(0, &step, true), Err(EditError::Taken("650".into())));
        assert_eq!(text(cuts.moved(2, &step, true).unwrap()), "cuts:612.8,650,850 at 2");
        assert_eq!(cuts.moved(3, &step, true), Err(EditError::NoCut));
    }

    #[test]
    fn a_typed_number_keeps_the_cuts_in_order() {
        let cuts = cuts("cuts:1,2,3");
        let typed = |at, text: &str| cuts.placed(at, Written::any(text).unwrap());
        assert_eq!(text(typed(Some(0), "9").unwrap()), "cuts:2,3,9 at 2");
        assert_eq!(text(typed(None, "-4.50").unwrap()), "cuts:-4.50,1,2,3 at 0");
        assert_eq!(typed(None, "2.0"), Err(EditError::Taken("2".into())));
        assert_eq!(text(typed(Some(1), "2.0").unwrap()), "cuts:1,2.0,3 at 1");
    }

    #[test]
    fn cuts_are_added_in_the_widest_bin_and_the_last_one_leaves_one_bin() {
        let numbers = spread(&[240.0, 2140.0]);
        assert_eq!(text(cuts("cuts:400,800").divided(&numbers).unwrap()), "cuts:400,800,1450 at 2");
        assert_eq!(text(cuts("width:1").divided(&numbers).unwrap()), "cuts:1200 at 0");
        // Cuts beyond the numbers make no bin wide.
        assert_eq!(text(cuts("cuts:9000").divided(&numbers).unwrap()), "cuts:1200,9000 at 0");
        assert_eq!(cuts("width:1").divided(&spread(&[7.0])), Err(EditError::NoRoom));
        assert_eq!(text(cuts("cuts:1,2").without(1).unwrap()), "cuts:1 at 0");
        assert_eq!(text(cuts("cuts:1").without(0).unwrap()), "width:1 at 0");
        assert_eq!(cuts("width:1").without(0), Err(EditError::NoCut));
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
