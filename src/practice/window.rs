//! A right value, or a mistake's, for programs that compare decimals: with how much it may be off.

use crate::math::Number;

/// Decimals that count as one value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    /// The value at six figures.
    pub value: f64,
    /// Half a unit of its last figure that is compared: so far a decimal may be off.
    pub half: f64,
}

/// Decimals of smaller numbers are not compared with care.
const SMALLEST: f64 = 1e-12;

impl Window {
    /// The decimals that agree with a value in so many of its figures; `None` where it is too small or too large.
    pub fn of(value: &Number, figures: usize) -> Option<Window> {
        let value: f64 = value.significant(6).pointed().parse().unwrap_or_else(|_| value.to_f64());
        let size = value.abs();
        if !value.is_finite() || size < SMALLEST && size > 0.0 {
            return None;
        }
        let place = if size > 0.0 { size.log10().floor() - figures as f64 + 1.0 } else { -6.0 };
        let half: f64 = format!("{:.2e}", 0.5 * 10f64.powf(place)).parse().ok()?;
        Some(Window { value, half })
    }

    /// Whether some decimal counts as either value.
    pub fn meets(&self, other: &Window) -> bool {
        (self.value - other.value).abs() <= self.half + other.half
    }
}
