//! Numbers become categories: where the cuts lie, and which bin a number falls in.
//!
//! A bin is `[a, b)`: a number on a cut belongs to the bin above it, and the first and the last bin are open; a
//! convention may put it below, `(a, b]`. Cuts are computed as exact rationals from the shortest decimals of the numbers, rounded once to `f64`, and compared as `f64`.

use super::mdl::{self, MdlTest};
use super::value_counts::{Ordered, ValueCounts, shortest};
use crate::math::{Name, Number};
use crate::recipe::{Bins, Convention, CutSide, Quantile, Written};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;

/// The cuts between bins, in increasing order.
#[derive(Clone, Debug, PartialEq)]
pub struct Cuts {
    exact: Vec<BigRational>,
    texts: Vec<String>,
    values: Vec<f64>,
    pub side: CutSide,
    /// Every test that minimum description length made; empty for other methods.
    pub tests: Vec<MdlTest>,
}

impl Cuts {
    fn new(exact: Vec<BigRational>, texts: Vec<String>, tests: Vec<MdlTest>, side: CutSide) -> Self {
        let values = exact.iter().map(|cut| Number::Exact(cut.clone()).to_f64()).collect();
        Cuts { exact, texts, values, side, tests }
    }

    fn computed(exact: Vec<BigRational>, tests: Vec<MdlTest>, side: CutSide) -> Self {
        let texts = exact.iter().map(|cut| Number::Exact(cut.clone()).to_f64().to_string()).collect();
        Cuts::new(exact, texts, tests, side)
    }

    pub fn none() -> Self {
        Cuts::computed(Vec::new(), Vec::new(), CutSide::Above)
    }

    pub fn exact(&self) -> &[BigRational] {
        &self.exact
    }

    pub fn texts(&self) -> &[String] {
        &self.texts
    }

    pub fn values(&self) -> &[f64] {
        &self.values
    }

    pub fn bins(&self) -> usize {
        self.values.len() + 1
    }

    pub fn turned(&self) -> Cuts {
        let side = match self.side {
            CutSide::Above => CutSide::Below,
            CutSide::Below => CutSide::Above,
        };
        Cuts { side, ..self.clone() }
    }

    /// The bin of a number, from 0.
    pub fn bin(&self, value: f64) -> usize {
        match self.side {
            CutSide::Above => self.values.partition_point(|cut| *cut <= value),
            CutSide::Below => self.values.partition_point(|cut| *cut < value),
        }
    }

    pub(crate) fn number_in(&self, bin: usize) -> f64 {
        let below = bin.checked_sub(1).and_then(|at| self.values.get(at)).copied();
        let above = self.values.get(bin).copied();
        match (below, above, self.side) {
            (Some(low), _, CutSide::Above) | (None, Some(low), CutSide::Below) => low,
            (None, Some(high), CutSide::Above) => high - 1.0,
            (Some(_), Some(high), CutSide::Below) => high,
            (Some(low), None, CutSide::Below) => low + 1.0,
            (None, None, _) => 0.0,
        }
    }

    pub fn counts(&self, tally: &ValueCounts) -> Vec<Vec<u64>> {
        let mut before = tally.count_while(|_| false);
        let each = (0..self.bins()).map(|bin| {
            let up_to = tally.count_while(|value| self.bin(value) <= bin);
            let counts = up_to.iter().zip(&before).map(|(up_to, before)| up_to - before).collect();
            before = up_to;
            counts
        });
        each.collect()
    }

    /// The interval of a bin: `<400`, `[400,800)`, `≥1600`; or `≤400`, `(400,800]`, `>1600`.
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
        Bins::Cuts(cuts) => Cuts::new(
            cuts.iter().map(|cut| cut.value().clone()).collect(),
            cuts.iter().map(|cut| cut.text().to_owned()).collect::<Vec<String>>(),
            Vec::new(),
            side,
        ),
        Bins::Width(k) => equal_width(*k, tally.range(), convention),
        Bins::Frequency(k) => equal_frequency(*k, tally, convention),
        Bins::None => Cuts::computed(Vec::new(), Vec::new(), side),
        Bins::Mdl => {
            let (cuts, tests) = mdl::cuts(tally);
            Cuts::computed(cuts, tests, side)
        }
    }
}

/// Numbers in increasing order, each as often as it was seen.
pub trait InOrder {
    fn total(&self) -> u64;
    /// The number at a place, from 0; the last one beyond the end.
    fn nth(&self, at: u64) -> Option<f64>;
}

impl InOrder for ValueCounts {
    fn total(&self) -> u64 {
        ValueCounts::total(self)
    }

    fn nth(&self, at: u64) -> Option<f64> {
        ValueCounts::nth(self, at)
    }
}

impl InOrder for [Ordered] {
    fn total(&self) -> u64 {
        self.len() as u64
    }

    fn nth(&self, at: u64) -> Option<f64> {
        usize::try_from(at).ok().and_then(|at| self.get(at)).or(self.last()).map(|number| number.value())
    }
}

/// The cuts of `k` bins of one width between the least and the greatest number.
pub fn equal_width(k: u32, range: Option<(f64, f64)>, convention: Convention) -> Cuts {
    let side = convention.cut_side();
    let Some(range) = range else { return Cuts::computed(Vec::new(), Vec::new(), side) };
    let cuts = if convention.in_floats() { float_width(k, range) } else { width(k, range) };
    Cuts::computed(distinct(cuts, range, side), Vec::new(), side)
}

/// The cuts of `k` bins of about as many numbers each.
pub fn equal_frequency(k: u32, numbers: &(impl InOrder + ?Sized), convention: Convention) -> Cuts {
    let side = convention.cut_side();
    let last = numbers.total().checked_sub(1);
    let range = last.and_then(|last| Some((numbers.nth(0)?, numbers.nth(last)?)));
    let Some(range) = range else { return Cuts::computed(Vec::new(), Vec::new(), side) };
    let cuts = match convention.quantile() {
        Quantile::Linear => distinct(frequency(k, numbers), range, side),
        Quantile::AveragedInvertedCdf => averaged(k, numbers),
    };
    Cuts::computed(cuts, Vec::new(), side)
}

fn rational(value: impl Into<BigInt>) -> BigRational {
    BigRational::from_integer(value.into())
}

/// `k` bins of one width between the smallest and the largest number.
fn width(k: u32, (low, high): (f64, f64)) -> Vec<BigRational> {
    let (low, high) = (shortest(low), shortest(high));
    let step = (high - &low) / rational(k);
    (1..k).map(|i| &low + &step * rational(i)).collect()
}

/// The same in floats, as `numpy.linspace` has it: 0.1 + 2 · 0.8 is above 1.7 there.
fn float_width(k: u32, (low, high): (f64, f64)) -> Vec<BigRational> {
    let step = (high - low) / f64::from(k);
    (1..k).map(|i| shortest(f64::from(i) * step + low)).collect()
}

/// Cuts at the quantiles i/k on the line between two rows (type 7, Hyndman and Fan 1996).
fn frequency(k: u32, numbers: &(impl InOrder + ?Sized)) -> Vec<BigRational> {
    let linear = |i: u32| {
        let place = rational(numbers.total().saturating_sub(1)) * rational(i) / rational(k);
        let at = u64::try_from(place.floor().to_integer()).unwrap_or(0);
        let (below, above) = (nth(numbers, at), nth(numbers, at + 1));
        &below + (above - &below) * (place - rational(at))
    };
    (1..k).map(linear).collect()
}

/// The narrowest bin that scikit-learn keeps.
const NARROW: f64 = 1e-8;

/// Cuts at the quantiles i/k: a row, or halfway between two where the share of the rows falls exactly between them
/// (type 2, the averaged inverted distribution function), as `KBinsDiscretizer` of scikit-learn has them: in floats, and
/// without the edges, those at the ends among them, that are hardly above the one before.
fn averaged(k: u32, numbers: &(impl InOrder + ?Sized)) -> Vec<BigRational> {
    let total = numbers.total() as f64;
    let edge = |i: u32| {
        let share = if i == k { 1.0 } else { f64::from(i) * (100.0 / f64::from(k)) / 100.0 };
        let place = total * share - 1.0;
        let at = place.floor() as u64;
        if place >= 0.0 && place == place.floor() {
            (nth(numbers, at) + nth(numbers, at + 1)) / rational(2)
        } else {
            nth(numbers, place.ceil() as u64)
        }
    };
    let edges: Vec<BigRational> = (0..=k).map(edge).collect();
    let float = |edge: &BigRational| Number::Exact(edge.clone()).to_f64();
    let wide = edges.windows(2).filter_map(|pair| match pair {
        [before, edge] => (float(edge) - float(before) > NARROW).then(|| edge.clone()),
        _ => None,
    });
    // The first edge is that of the smallest number; the last that is left closes the last bin, wherever it lies.
    let mut cuts: Vec<BigRational> = wide.collect();
    cuts.pop();
    cuts
}

/// The number at a place of the sorted rows, from 0; the last one beyond the end.
fn nth(numbers: &(impl InOrder + ?Sized), at: u64) -> BigRational {
    numbers.nth(at).map_or_else(BigRational::zero, shortest)
}

/// Equal cuts merge, and a cut that leaves every number on one side of it is dropped.
fn distinct(mut cuts: Vec<BigRational>, (low, high): (f64, f64), side: CutSide) -> Vec<BigRational> {
    let (low, high) = (shortest(low), shortest(high));
    cuts.dedup();
    cuts.retain(|cut| match side {
        CutSide::Above => *cut > low,
        CutSide::Below => *cut < high,
    });
    cuts
}

impl From<&Cuts> for Bins {
    fn from(cuts: &Cuts) -> Self {
        let written = cuts.texts.iter().filter_map(|text| Written::any(text).ok());
        Bins::Cuts(written.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encode::Ordered;

    fn tally(values: &[f64]) -> ValueCounts {
        ValueCounts::of(1, values.iter().map(|value| (Ordered::new(*value), 0, 1)))
    }

    #[test]
    fn where_a_convention_says_so_it_belongs_to_the_bin_below() {
        let cuts = learn(&"cuts:400,800".parse().unwrap(), &ValueCounts::new(), Convention::Weka);
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
            assert_eq!(found.values(), right, "{bins} of {numbers:?}");
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
