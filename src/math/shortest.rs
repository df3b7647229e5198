//! Floats as the shortest decimals that read back as them.

/// The digits fit into a machine word, so that thousands of them are rounded in the time of one long fraction.
pub(super) struct Shortest {
    pub(super) negative: bool,
    /// Without zeros at the end; 0 of 0.
    pub(super) digits: u64,
    count: i64,
    pub(super) exponent: i64,
}

impl Shortest {
    /// `None` of what is not finite.
    pub(super) fn of(value: f64) -> Option<Shortest> {
        let text = format!("{:e}", value.abs());
        let (mantissa, exponent) = text.split_once('e')?;
        let digits = mantissa.replace('.', "");
        Some(Shortest {
            negative: value < 0.0,
            count: i64::try_from(digits.len()).ok()?,
            digits: digits.parse().ok()?,
            exponent: exponent.parse().ok()?,
        })
    }

    pub(super) fn is_one(&self) -> bool {
        !self.negative && self.digits == 1 && self.exponent == 0
    }

    /// The first digits, the last of them rounded half away from zero, and whether the others are zeros.
    pub(super) fn first(&self, kept: i64) -> (u64, bool) {
        let power = u32::try_from(self.count - kept).map_or(1, |dropped| 10u64.pow(dropped));
        let (digits, rest) = (self.digits / power, self.digits % power);
        (digits + u64::from(2 * rest >= power), rest == 0)
    }
}
