//! Between which shares the true one lies, as far as so many rows can tell.

/// The 97.5 % point of the normal distribution: 95 % lie within it on both sides.
pub const Z: f64 = 1.959963984540054;

/// A 95 % interval for a share.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The middle, drawn from the share towards ½.
    pub centre: f64,
    /// Half of its width.
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

    /// The lower end.
    pub fn low(&self) -> f64 {
        settled(self.centre - self.half)
    }

    /// The upper end.
    pub fn high(&self) -> f64 {
        settled(self.centre + self.half)
    }

    /// Whether a share lies in it.
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
