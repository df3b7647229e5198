//! Changing cuts one by one: what a person does who sees where the numbers lie.
//!
//! Whatever the cuts came from, after a change they are cut points. Where the last cut goes, one bin is left, which a
//! recipe writes as one bin of equal width.

use num_rational::BigRational;

use super::bins::Cuts;
use super::spread::Spread;
use crate::math::Number;
use crate::recipe::{Bins, Written};

/// Why cuts cannot be changed so.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// Two cuts would be the same.
    #[error("There is a cut at {0} already.")]
    Taken(String),
    /// There is no cut to change.
    #[error("There is no cut yet: Ins adds one, and so does a number that is typed.")]
    NoCut,
    /// No number lies between the least and the greatest.
    #[error("All numbers are the same: type the number to cut at.")]
    NoRoom,
}

/// The changed cuts, and the place of the one that was changed.
type Edited = Result<(Bins, usize), EditError>;

impl Cuts {
    /// A cut goes to the next multiple of `step` above it or below it.
    ///
    /// # Errors
    /// When there is no such cut, or another one stands there.
    pub fn moved(&self, at: usize, step: &BigRational, up: bool) -> Edited {
        let now = self.exact().get(at).ok_or(EditError::NoCut)?;
        let steps = now / step;
        let one = BigRational::from_integer(1.into());
        let steps = if up { steps.floor() + one } else { steps.ceil() - one };
        self.placed(Some(at), written(steps * step))
    }

    /// A number takes the place of a cut; where there is no such cut, it is added.
    ///
    /// # Errors
    /// When another cut stands there.
    pub fn placed(&self, at: Option<usize>, cut: Written) -> Edited {
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
    ///
    /// # Errors
    /// When all numbers are the same.
    pub fn divided(&self, spread: &Spread) -> Edited {
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

    /// Without a cut, and the place of the one that follows it.
    ///
    /// # Errors
    /// When there is no such cut.
    pub fn without(&self, at: usize) -> Edited {
        if at >= self.exact().len() {
            return Err(EditError::NoCut);
        }
        let kept = (0..).zip(self.texts()).filter(|(place, _)| *place != at);
        let kept: Vec<Written> = kept.filter_map(|(_, text)| Written::any(text).ok()).collect();
        let last = kept.len().saturating_sub(1);
        Ok((if kept.is_empty() { Bins::Width(1) } else { Bins::Cuts(kept) }, at.min(last)))
    }
}

/// A number as the shortest decimal of its float, as computed cuts are written.
fn written(value: BigRational) -> Written {
    let text = Number::Exact(value).to_f64().to_string();
    Written::any(&text).unwrap_or_else(|_| Written::int(0))
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
}
