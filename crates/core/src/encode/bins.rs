//! Numbers become categories: where the cuts lie, and which bin a number falls in.
//!
//! A bin is `[a, b)`, or `(a, b]` by some conventions; the first and the last bin are open. Cuts are computed as exact
//! rationals from the shortest decimals of the numbers, rounded once to `f64`, and compared as `f64`.

use super::mdl::{self, MdlTest};
use super::value_counts::ValueCounts;
use crate::math::{Name, Number, read_exact};
use crate::recipe::{Bins, Convention, CutSide, Quantile};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;

#[derive(Clone, Debug, PartialEq)]
pub struct Cuts {
    pub exact: Vec<BigRational>,
    texts: Vec<String>,
    pub values: Vec<f64>,
    pub side: CutSide,
    /// Every test that minimum description length made; empty for other methods.
    pub tests: Vec<MdlTest>,
}

impl Cuts {
    fn new(exact: Vec<BigRational>, side: CutSide) -> Self {
        let values: Vec<f64> = exact.iter().map(|cut| Number::Exact(cut.clone()).to_f64()).collect();
        Cuts { exact, texts: values.iter().map(f64::to_string).collect(), values, side, tests: Vec::new() }
    }

    pub fn none() -> Self {
        Cuts::new(Vec::new(), CutSide::Above)
    }

    pub fn texts(&self) -> &[String] {
        &self.texts
    }

    pub fn bins(&self) -> usize {
        self.values.len() + 1
    }

    /// Returns the same cuts with a number on a cut in the other bin.
    pub fn turned(&self) -> Cuts {
        let side = match self.side {
            CutSide::Above => CutSide::Below,
            CutSide::Below => CutSide::Above,
        };
        Cuts { side, ..self.clone() }
    }

    pub fn bin(&self, value: f64) -> usize {
        match self.side {
            CutSide::Above => self.values.partition_point(|cut| *cut <= value),
            CutSide::Below => self.values.partition_point(|cut| *cut < value),
        }
    }

    pub(crate) fn number_in(&self, bin: usize) -> f64 {
        let below = bin.checked_sub(1).and_then(|at| self.values.get(at)).copied();
        match (self.side, below, self.values.get(bin).copied()) {
            (CutSide::Above, Some(low), _) => low,
            (CutSide::Above, None, Some(high)) => high - 1.0,
            (CutSide::Below, _, Some(high)) => high,
            (CutSide::Below, Some(low), None) => low + 1.0,
            (_, None, None) => 0.0,
        }
    }

    /// Counts the rows of each class in each bin.
    pub fn counts(&self, tally: &ValueCounts) -> Vec<Vec<u64>> {
        let mut before = tally.count_while(|_| false);
        let counts = |bin| {
            let up_to = tally.count_while(|value| self.bin(value) <= bin);
            let before = std::mem::replace(&mut before, up_to.clone());
            up_to.iter().zip(before).map(|(up_to, before)| up_to - before).collect()
        };
        (0..self.bins()).map(counts).collect()
    }

    /// Returns the interval of a bin: `<400`, `[400,800)`, `≥1600`; or `≤400`, `(400,800]`, `>1600`.
    pub fn label(&self, bin: usize) -> Name {
        let below = bin.checked_sub(1).and_then(|at| self.texts.get(at));
        Name::new(match (below, self.texts.get(bin), self.side) {
            (None, None, _) => "any".to_owned(),
            (None, Some(high), CutSide::Above) => format!("<{high}"),
            (Some(low), Some(high), CutSide::Above) => format!("[{low},{high})"),
            (Some(low), None, CutSide::Above) => format!("≥{low}"),
            (None, Some(high), CutSide::Below) => format!("≤{high}"),
            (Some(low), Some(high), CutSide::Below) => format!("({low},{high}]"),
            (Some(low), None, CutSide::Below) => format!(">{low}"),
        })
    }
}

/// Finds the cuts that a recipe asks for, by a convention's rules for quantiles and for numbers on a cut.
pub fn learn(bins: &Bins, tally: &ValueCounts, convention: Convention) -> Cuts {
    let side = convention.cut_side();
    match bins {
        Bins::Cuts(cuts) => Cuts {
            texts: cuts.iter().map(|cut| cut.text().to_owned()).collect(),
            ..Cuts::new(cuts.iter().map(|cut| cut.value().clone()).collect(), side)
        },
        Bins::Width(k) => equal_width(*k, tally.range(), convention),
        Bins::Frequency(k) => equal_frequency(*k, tally.total(), |at| tally.nth(at), convention),
        Bins::None => Cuts::new(Vec::new(), side),
        Bins::Mdl => {
            let (cuts, tests) = mdl::cuts(tally);
            Cuts { tests, ..Cuts::new(cuts, side) }
        }
    }
}

/// Returns the cuts of `k` bins of one width between the smallest and the largest number.
pub fn equal_width(k: u32, range: Option<(f64, f64)>, convention: Convention) -> Cuts {
    let side = convention.cut_side();
    let cuts = |(low, high): (f64, f64)| -> Vec<BigRational> {
        if convention.in_floats() {
            // As `numpy.linspace` computes them: 0.1 + 2 · 0.8 is above 1.7 there.
            let step = (high - low) / f64::from(k);
            return (1..k).map(|i| shortest(f64::from(i) * step + low)).collect();
        }
        let low = shortest(low);
        let step = (shortest(high) - &low) / rational(k);
        (1..k).map(|i| &low + &step * rational(i)).collect()
    };
    Cuts::new(range.map(|range| distinct(cuts(range), range, side)).unwrap_or_default(), side)
}

/// Returns the cuts of `k` bins of about as many numbers each. `nth` returns the number at a place of the `total` sorted
/// numbers, from 0; beyond the end the last one.
pub fn equal_frequency(k: u32, total: u64, nth: impl Fn(u64) -> Option<f64>, convention: Convention) -> Cuts {
    let side = convention.cut_side();
    let Some(range) = nth(0).zip(nth(total.saturating_sub(1))) else { return Cuts::new(Vec::new(), side) };
    let nth = |at: u64| nth(at).map_or_else(BigRational::zero, shortest);
    // On the line between two rows (type 7, Hyndman and Fan 1996).
    let linear = |i: u32| {
        let place = rational(total.saturating_sub(1)) * rational(i) / rational(k);
        let at = u64::try_from(place.floor().to_integer()).unwrap_or(0);
        let (below, above) = (nth(at), nth(at + 1));
        &below + (above - &below) * (place - rational(at))
    };
    let cuts = match convention.quantile() {
        Quantile::Linear => distinct((1..k).map(linear).collect(), range, side),
        Quantile::AveragedInvertedCdf => averaged(k, total, nth),
    };
    Cuts::new(cuts, side)
}

fn rational(value: impl Into<BigInt>) -> BigRational {
    BigRational::from_integer(value.into())
}

const NARROW: f64 = 1e-8;

/// Returns cuts at the quantiles i/k: a row, or halfway between two if the share of the rows falls exactly between them
/// (type 2, the averaged inverted distribution function), as `KBinsDiscretizer` of scikit-learn computes them: in
/// floats, and without edges, also at the ends, that are hardly above the one before.
fn averaged(k: u32, total: u64, nth: impl Fn(u64) -> BigRational) -> Vec<BigRational> {
    let edge = |i: u32| {
        let share = if i == k { 1.0 } else { f64::from(i) * (100.0 / f64::from(k)) / 100.0 };
        let place = total as f64 * share - 1.0;
        let at = place.floor() as u64;
        if place >= 0.0 && place == place.floor() {
            (nth(at) + nth(at + 1)) / rational(2)
        } else {
            nth(place.ceil() as u64)
        }
    };
    let edges: Vec<BigRational> = (0..=k).map(edge).collect();
    let float = |edge: &BigRational| Number::Exact(edge.clone()).to_f64();
    let pairs = edges.iter().zip(edges.iter().skip(1));
    let wide = pairs.filter(|(before, edge)| float(edge) - float(before) > NARROW);
    // The first edge is that of the smallest number; the last that is left closes the last bin, wherever it lies.
    let mut cuts: Vec<BigRational> = wide.map(|(_, edge)| edge.clone()).collect();
    cuts.pop();
    cuts
}

/// Merges equal cuts, and drops a cut that leaves every number on one side of it.
fn distinct(mut cuts: Vec<BigRational>, (low, high): (f64, f64), side: CutSide) -> Vec<BigRational> {
    let (low, high) = (shortest(low), shortest(high));
    cuts.dedup();
    cuts.retain(|cut| match side {
        CutSide::Above => *cut > low,
        CutSide::Below => *cut < high,
    });
    cuts
}

/// Returns the shortest decimal that rounds to a float.
pub(super) fn shortest(value: f64) -> BigRational {
    read_exact(&value.to_string()).unwrap_or_else(|_| BigRational::zero())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(values: &[f64]) -> ValueCounts {
        ValueCounts::of(1, values.iter().map(|value| (*value, 0, 1)))
    }

    #[test]
    fn by_some_conventions_a_number_on_a_cut_belongs_to_the_bin_below() {
        let cuts = learn(&"cuts:400,800".parse().unwrap(), &ValueCounts::default(), Convention::Weka);
        let bins: Vec<usize> = [400.0, 400.01, 800.0, 801.0].iter().map(|v| cuts.bin(*v)).collect();
        assert_eq!(bins, [0, 1, 1, 2]);
        let labels: Vec<String> = (0..3).map(|bin| cuts.label(bin).to_string()).collect();
        assert_eq!(labels, ["≤400", "(400,800]", ">800"]);
        // A cut at the smallest number has something below it now, and one at the greatest nothing above it.
        let texts =
            |values: &[f64]| learn(&"frequency:4".parse().unwrap(), &tally(values), Convention::Weka).texts;
        assert_eq!(texts(&[1.0, 1.0, 1.0, 1.0, 5.0]), ["1"]);
        assert_eq!(texts(&[1.0, 5.0, 5.0, 5.0, 5.0]), Vec::<String>::new());
    }

    #[test]
    fn cuts_are_the_inner_edges_of_scikit_learn() {
        // `bin_edges_[0][1:-1]` of KBinsDiscretizer(k, quantile_method="averaged_inverted_cdf"), version 1.9.1.
        let whole = |to: u32| (1..=to).map(f64::from).collect::<Vec<f64>>();
        let nines = [1.0, 2.0, 3.0, 4.0, 5.0, 9.0, 9.0, 9.0, 9.0, 9.0];
        let near = 1.0 - 5e-9;
        let cases: [(&str, &[f64], &[f64]); 15] = [
            ("frequency:4", &nines, &[3.0, 7.0]),
            ("frequency:4", &[1.0, 1.0, 1.0, 1.0, 5.0], &[]),
            ("frequency:4", &[1.0, 5.0, 5.0, 5.0, 5.0], &[]),
            ("frequency:5", &[1.0, 1.0, 1.0, 2.0, 2.0, 3.0, 3.0, 3.0], &[2.0]),
            // A bin is kept when it is wider than 1e-8, and the last edge kept closes the last bin.
            ("frequency:3", &[0.0, 1e-8, 2e-8, 1.0, 1.0 + 1e-8], &[]),
            ("frequency:2", &[0.0, 2e-8, 4e-8], &[2e-8]),
            ("frequency:2", &[0.0, 1e-8, 2e-8], &[]),
            ("frequency:2", &[0.0, 5e-9], &[]),
            ("frequency:3", &[0.0, 5e-9, 1.0], &[0.500_000_002_5]),
            ("frequency:4", &[0.0, 0.0, 0.0, 1.0, near, near], &[0.499_999_997_5]),
            ("frequency:2", &[0.0, 0.5, near, near, 1.0], &[]),
            // In floats 7 · (2/7) − 1 is above 1, and 7 · (3/7) − 1 is 2.
            ("frequency:7", &whole(7), &[2.0, 3.0, 3.5, 5.0, 5.5, 6.5]),
            ("frequency:6", &whole(21), &[4.0, 8.0, 11.0, 15.0, 18.0]),
            ("width:3", &[0.1, 2.5], &[0.899_999_999_999_999_9, 1.7]),
            ("width:3", &[0.0, 9.0], &[3.0, 6.0]),
        ];
        for (bins, numbers, right) in cases {
            let found = learn(&bins.parse().unwrap(), &tally(numbers), Convention::ScikitLearn);
            assert_eq!(found.values, right, "{bins} of {numbers:?}");
        }
        let halves = learn(&"frequency:2".parse().unwrap(), &tally(&[1.0, 2.0]), Convention::ScikitLearn);
        assert_eq!(halves.texts, ["1.5"]);
    }

    #[test]
    fn cuts_are_computed_in_decimals_and_equal_ones_are_merged() {
        let cases: [(&str, &[f64], &[&str]); 6] = [
            ("width:5", &[350.0, 2104.0], &["700.8", "1051.6", "1402.4", "1753.2"]),
            ("width:3", &[0.1, 0.4], &["0.2", "0.3"]),
            ("width:4", &[7.0, 7.0], &[]),
            ("frequency:4", &[1.0, 2.0, 3.0, 4.0], &["1.75", "2.5", "3.25"]),
            ("frequency:4", &[1.0, 1.0, 1.0, 1.0, 5.0], &[]),
            ("frequency:2", &[0.0, -0.0, 3.0, 3.0], &["1.5"]),
        ];
        for (bins, numbers, right) in cases {
            let found = learn(&bins.parse().unwrap(), &tally(numbers), Convention::Cs229);
            assert_eq!(found.texts, right, "{bins} of {numbers:?}");
        }
    }
}
