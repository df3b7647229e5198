//! How likely a number is that nobody has an explanation for: what a known mistake must beat.

use num_traits::{One, ToPrimitive};

use crate::math::Number;
use crate::practice::mark::Key;
use crate::practice::read::{Form, Near, Places, Written};

/// How likely an answer is under a rule that gives a value: 1 where it agrees in every figure that was written. `usual` are the
/// figures that the sheet usually has: one with fewer may agree because of that alone.
pub(super) fn fit(written: &Written, value: &Number, figures: usize, usual: usize) -> f64 {
    let Some(near) = Near::of(value) else { return 0.0 };
    if near.is(&written.value) {
        return 1.0;
    }
    match &written.form {
        Form::Decimal(places) if near.rounds_to(&written.value, places) => few(places, usual),
        Form::Decimal(places) if near.cuts_to(&written.value, places) => CUT * few(places, usual),
        Form::Formula if written.has_decimals() && written.may_be(&near, figures) => 1.0,
        Form::Whole => match Places::of_whole(&written.value) {
            Some(places) if places.figures > 1 && near.rounds_to(&written.value, &places) => {
                few(&places, usual)
            }
            _ => 0.0,
        },
        _ => 0.0,
    }
}

/// Few people cut off, and fewer write 0.5 for 0.4962 who write four figures elsewhere.
const CUT: f64 = 0.1;
pub(super) const FEW: f64 = 0.15;

fn few(places: &Places, usual: usize) -> f64 {
    if places.figures < usual { FEW } else { 1.0 }
}

/// Denominators up to this are written by people who work by hand.
const SMALL: u32 = 40;

/// How many fractions with such denominators lie between 0 and 1.
const FRACTIONS: f64 = 490.0;

/// How often a wrong fraction is any small one, and how often one over the right denominator.
const ANY_SMALL: f64 = 0.35;
const MISCOUNTED: f64 = 0.3;

/// Nothing that is written is less likely than this.
const LEAST: f64 = 1e-9;

/// The probability that an unknown slip is written so.
pub(super) fn chance(written: &Written, key: &Key) -> f64 {
    let value = written.value.to_f64();
    let centre = key.truth.as_ref().map_or(value, Number::to_f64);
    let density = density(value, centre, key.is_share);
    let found = match &written.form {
        Form::Decimal(places) => density * places.unit.to_f64().unwrap_or(0.0),
        Form::Whole => 0.5 * density.min(1.0),
        Form::Fraction { .. } | Form::Formula => fraction(written, key, density),
    };
    if value == 0.0 { ZERO } else { found }.clamp(LEAST, 1.0)
}

/// 0 is written for want of anything else.
const ZERO: f64 = 0.02;

/// Around the right value, on a scale of ratios with heavy tails; of a share half of it anywhere from 0 to 1.
fn density(value: f64, centre: f64, is_share: bool) -> f64 {
    let (size, centre) = (value.abs(), centre.abs());
    if size == 0.0 || centre == 0.0 || !value.is_finite() {
        return 1.0;
    }
    let apart = (size / centre).ln().abs();
    let around = 0.5 / size * (0.7 * (-apart).exp() + 0.3 / (1.0 + apart).powi(2));
    if is_share && (0.0..=1.0).contains(&value) { 0.5 * around + 0.5 } else { around }
}

fn fraction(written: &Written, key: &Key, density: f64) -> f64 {
    let Some(exact) = written.value.as_exact() else { return density * 1e-4 };
    // 4/12 has a larger denominator than 1/3.
    let bottom = match &written.form {
        Form::Fraction { bottom, .. } => bottom,
        _ => exact.denom(),
    };
    let bottom = bottom.to_f64().unwrap_or(f64::INFINITY);
    // Of all numbers with such a denominator it is one.
    let any = density / (bottom * bottom);
    let small = if bottom <= f64::from(SMALL) { ANY_SMALL / FRACTIONS } else { 0.0 };
    let over = match (&written.form, &key.counted) {
        (Form::Fraction { bottom, .. }, Some((_, right))) if bottom == right && !right.is_one() => {
            MISCOUNTED / right.to_f64().unwrap_or(f64::INFINITY)
        }
        _ => 0.0,
    };
    (0.35 * any + small).max(over)
}
