//! What some repetitions have in common, and how far they lie apart.

/// A mean over repetitions, and where the middle four fifths of them lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// How many repetitions have a number.
    pub n: usize,
    /// Their mean.
    pub mean: f64,
    /// The 10th percentile (type 7: linear between neighbours).
    pub low: f64,
    /// The 90th percentile.
    pub high: f64,
}

impl Spread {
    /// Of numbers, in any order; `None` where there is none.
    pub fn of(mut numbers: Vec<f64>) -> Option<Spread> {
        numbers.sort_by(f64::total_cmp);
        let n = numbers.len();
        (n > 0).then(|| Spread {
            n,
            mean: numbers.iter().sum::<f64>() / n as f64,
            low: quantile(&numbers, 0.1),
            high: quantile(&numbers, 0.9),
        })
    }
}

/// The quantile of sorted numbers, linear between neighbours (type 7 of Hyndman and Fan 1996).
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let place = share * sorted.len().saturating_sub(1) as f64;
    let at = |place: f64| sorted.get(place as usize).copied().unwrap_or(f64::NAN);
    let (below, above) = (at(place.floor()), at(place.ceil()));
    below + (place - place.floor()) * (above - below)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_is_of_no_account_and_percentiles_lie_between() {
        let spread = Spread::of(vec![5.0, 1.0, 3.0, 2.0, 4.0]).unwrap();
        assert_eq!((spread.n, spread.mean), (5, 3.0));
        assert!((spread.low - 1.4).abs() < 1e-12 && (spread.high - 4.6).abs() < 1e-12, "{spread:?}");
        assert_eq!(Spread::of(vec![2.0]), Some(Spread { n: 1, mean: 2.0, low: 2.0, high: 2.0 }));
        assert_eq!(Spread::of(Vec::new()), None);
    }
}
