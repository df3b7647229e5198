//! Two models on the same rows: where only one of them is right, and McNemar's test of the difference.

use num_bigint::BigInt;
use num_traits::{One, Zero};

use super::Comparison;
use crate::evaluate::figures::text;
use crate::math::{BigOp, Chain, Expr, Number, Symbol, symbols};

/// Below this p the difference is significant.
const SELDOM: f64 = 0.05;

/// Rows of difference up to which p is exact; with more, a float is faster and precise enough.
const EXACT: u64 = 1000;
/// Rows of difference up to which p is written as a fraction of counts.
const WRITTEN: u64 = 40;

/// Two models, row by row. With weights, every count of rows is a sum of weights.
#[derive(Clone, Debug)]
pub struct Pair {
    /// The first model, as a position among the results.
    pub a: usize,
    pub b: usize,
    pub both: u64,
    /// Rows that only the first predicts right.
    pub only_a: u64,
    /// Rows that only the second predicts right.
    pub only_b: u64,
    pub neither: u64,
    /// McNemar's exact p, two-sided.
    pub p: Number,
    /// Its formula with the numbers put in; `None` if both are right for the same rows.
    pub chain: Option<Chain>,
    /// The rows with different predictions, as positions in [`Comparison::rows`].
    pub differ: Vec<usize>,
}

impl Pair {
    /// Whether the difference is significant for this many pairs (Bonferroni's bound).
    pub fn is_seldom(&self, pairs: usize) -> bool {
        self.p.to_f64() * (pairs as f64) < SELDOM
    }
}

impl Comparison {
    /// Compares two models; `None` if one of them does not exist.
    pub fn pair(&self, a: usize, b: usize) -> Option<Pair> {
        let (first, second) = (self.results.get(a)?, self.results.get(b)?);
        let (mut both, mut only_a, mut only_b, mut neither) = (0, 0, 0, 0);
        let mut differ = Vec::new();
        let said = first.said.iter().zip(&second.said);
        for (at, (row, (of_a, of_b))) in self.rows.iter().zip(said).enumerate() {
            let is = Some(row.actual);
            let count = match (of_a.class == is, of_b.class == is) {
                (true, true) => &mut both,
                (true, false) => &mut only_a,
                (false, true) => &mut only_b,
                (false, false) => &mut neither,
            };
            *count += row.weight;
            if of_a.class != of_b.class {
                differ.push(at);
            }
        }
        let p = mcnemar(only_a, only_b);
        Some(Pair { a, b, both, only_a, only_b, neither, p, chain: chain(only_a, only_b), differ })
    }

    /// All pairs, in the order of the results.
    pub fn pairs(&self) -> impl Iterator<Item = Pair> + '_ {
        let models = self.results.len();
        let places = (0..models).flat_map(move |a| (a + 1..models).map(move |b| (a, b)));
        places.filter_map(|(a, b)| self.pair(a, b))
    }
}

/// The two-sided p of McNemar's test, exact: with n rows that only one of two models predicts right, the probability
/// that fair coins give a split at least this uneven.
///
/// # Formula
/// `p = 2 · ∑ C(n, k)/2ⁿ` for k from 0 to the smaller count, and at most 1 (McNemar 1947, in the exact binomial form). Up to
/// 1,000 rows it is a rational, beyond that a float.
fn mcnemar(only_a: u64, only_b: u64) -> Number {
    let (n, least) = (only_a + only_b, only_a.min(only_b));
    if only_a == only_b {
        return Number::one();
    }
    if n <= EXACT {
        let (top, below) = counted(n, least);
        return Number::ratio(top, below).unwrap_or_else(Number::one);
    }
    // ln C(n, k) grows by ln((n − k + 1)/k); the largest term is the last.
    let half = std::f64::consts::LN_2;
    let mut ln = -(n as f64) * half;
    let (mut highest, mut sum) = (ln, 1.0);
    for k in 1..=least {
        ln += ((n - k + 1) as f64 / k as f64).ln();
        sum = sum * (highest - ln).exp() + 1.0;
        highest = ln;
    }
    Number::Float((half + highest + sum.ln()).exp().min(1.0))
}

/// 2 · ∑ C(n, k), and 2ⁿ.
fn counted(n: u64, least: u64) -> (BigInt, BigInt) {
    let (mut choose, mut sum) = (BigInt::one(), BigInt::zero());
    for k in 0..=least {
        sum += &choose;
        choose = choose * (n - k) / (k + 1);
    }
    (sum * 2, BigInt::one() << n)
}

fn chain(only_a: u64, only_b: u64) -> Option<Chain> {
    let (n, least) = (only_a + only_b, only_a.min(only_b));
    if n == 0 {
        return None;
    }
    const CHOOSE: Symbol = Symbol { uni: "C", ascii: "C", tex: "\\operatorname{C}" };
    const LEAST: Symbol = Symbol { uni: "m", ascii: "m", tex: "m" };
    let p = |n: Expr, upper: Expr| {
        let args = vec![n.clone(), Expr::Sym(symbols::K)];
        let (lower, upper) = (Box::new(Expr::int(0)), Box::new(upper));
        let body = Box::new(Expr::General { head: CHOOSE, args, given: None });
        let sum = Expr::Big { op: BigOp::Sum, index: symbols::K, lower, upper, body, terms: Vec::new() };
        Expr::int(2) * sum / Expr::pow(Expr::int(2), n)
    };
    let mut chain = Chain::new(text("p")).eq(p(Expr::Sym(symbols::N), Expr::Sym(LEAST)));
    chain = chain.eq(p(Expr::int(n), Expr::int(least)));
    if n <= WRITTEN {
        let (top, below) = counted(n, least);
        chain = chain.eq(Expr::ratio(top, below));
    }
    // With equal counts both halves contain the middle term, so the sum exceeds 1 and is limited to 1.
    if only_a == only_b {
        return Some(chain);
    }
    Some(chain.eq(Expr::float(mcnemar(only_a, only_b).to_f64())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn known_values() {
        assert_eq!(mcnemar(0, 5).to_fraction(), Some("1/16".to_owned()));
        assert_eq!(mcnemar(5, 0).to_fraction(), Some("1/16".to_owned()));
        assert!((mcnemar(10, 25).to_f64() - 0.016_673_847_8).abs() < 1e-9, "{}", mcnemar(10, 25).to_f64());
        assert!((mcnemar(12, 3).to_f64() - 0.035_156_25).abs() < 1e-15);
        assert_eq!(mcnemar(7, 7), Number::one());
        assert_eq!(mcnemar(0, 0), Number::one());
        assert_eq!(mcnemar(0, 1), Number::one());
    }

    #[test]
    fn many_rows_take_the_float_and_agree() {
        let (top, below) = counted(1001, 460);
        let exact = Number::ratio(top, below).unwrap().to_f64();
        assert!((mcnemar(460, 541).to_f64() / exact - 1.0).abs() < 1e-10);
        assert!(mcnemar(400_000, 600_000).to_f64() < 1e-300);
    }

    proptest! {
        #[test]
        fn it_is_a_probability_and_symmetric(a in 0u64..60, b in 0u64..60) {
            let p = mcnemar(a, b);
            prop_assert!(p.compare(&Number::one()).is_le() && !p.is_negative() && !p.is_zero());
            prop_assert_eq!(p, mcnemar(b, a));
        }
    }
}
