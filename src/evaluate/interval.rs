//! Where a figure lies: the 95 % interval of a share, and the mean and the spread of repetitions.

/// A mean over repetitions, and where the middle four fifths of them lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// How many repetitions have a number.
    pub n: usize,
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

/// The 97.5 % point of the normal distribution: 95 % lie within it on both sides.
pub const Z: f64 = 1.959963984540054;

/// A 95 % interval for a share.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    pub centre: f64,
    pub half: f64,
}

impl Interval {
    /// The interval of Wilson for `right` of `n` rows; `None` without rows.
    ///
    /// # Formula
    /// `(right + z²/2)/(n + z²) ± z/(n + z²) · √(right · (n − right)/n + z²/4)` (E. B. Wilson, "Probable inference, the
    /// law of succession, and statistical inference", JASA 22, 1927).
    pub fn wilson(right: u64, n: u64) -> Option<Interval> {
        if n == 0 {
            return None;
        }
        let (k, n) = (right as f64, n as f64);
        let below = n + Z * Z;
        let half = Z / below * (k * (n - k) / n + Z * Z / 4.0).sqrt();
        Some(Interval { centre: (k + Z * Z / 2.0) / below, half })
    }

    pub fn low(&self) -> f64 {
        settled(self.centre - self.half)
    }

    pub fn high(&self) -> f64 {
        settled(self.centre + self.half)
    }

    pub fn holds(&self, share: f64) -> bool {
        (self.low()..=self.high()).contains(&share)
    }
}

/// With no row right the lower end is 0 and with all rows right the upper end is 1, up to the last digit of a float.
fn settled(end: f64) -> f64 {
    match end {
        _ if end < 1e-12 => 0.0,
        _ if end > 1.0 - 1e-12 => 1.0,
        end => end,
    }
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
