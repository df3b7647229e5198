//! The round numbers beside an axis: the largest number of them that fits, 1, 2 or 5 times a power of ten apart (Heckbert,
//! Nice Numbers for Graph Labels, in Graphics Gems, 1990).

/// A round number on an axis, as it is written.
#[derive(Clone, Debug, PartialEq)]
pub struct Tick {
    /// Where it stands.
    pub at: f64,
    /// Its digits.
    pub text: String,
}

/// Decimals that are written at most.
const DECIMALS: i32 = 15;

/// The ticks of a range, `most` at most.
///
/// ```
/// let texts: Vec<String> = posterior::plot::ticks((-0.1, 2.9), 6).into_iter().map(|tick| tick.text).collect();
/// assert_eq!(texts, ["0", "0.5", "1.0", "1.5", "2.0", "2.5"]);
/// ```
pub fn ticks((from, to): (f64, f64), most: usize) -> Vec<Tick> {
    let wide = to - from;
    if !(wide > 0.0 && wide.is_finite()) || most == 0 {
        return Vec::new();
    }
    let start = (wide / most as f64).log10().floor() as i32;
    let found = (start..start + 4).flat_map(|power| [1.0, 2.0, 5.0].map(|times| (times, power))).find_map(
        |(times, power)| {
            let step = times * 10f64.powi(power);
            let slack = 1e-9 * wide;
            let (first, last) = (((from - slack) / step).ceil(), ((to + slack) / step).floor());
            let many = last - first + 1.0;
            (many >= 0.0 && many <= most as f64).then_some((first, many as usize, step, power))
        },
    );
    let Some((first, many, step, power)) = found else { return Vec::new() };
    let decimals = (-power).clamp(0, DECIMALS) as usize;
    (0..many)
        .map(|at| {
            let at = (first + at as f64) * step;
            let text = if at.abs() < step / 2.0 { "0".to_owned() } else { written(at, decimals) };
            Tick { at, text }
        })
        .collect()
}

/// A number with so many decimals; very large and very small ones with a power of ten.
fn written(at: f64, decimals: usize) -> String {
    if at.abs() >= 1e7 || decimals > 7 { format!("{at:e}") } else { format!("{at:.decimals$}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn ticks_lie_within_and_are_evenly_apart(from in -1e6..1e6f64, wide in 1e-3..1e6f64, most in 2..12usize) {
            let all = ticks((from, from + wide), most);
            prop_assert!(all.len() <= most, "{all:?}");
            prop_assert!(!all.is_empty(), "{from} {wide} {most}");
            for pair in all.windows(2) {
                prop_assert!(pair[0].text != pair[1].text, "{all:?}");
            }
            prop_assert!(all.iter().all(|tick| tick.at >= from - 1e-6 * wide && tick.at <= from + wide * (1.0 + 1e-6)));
        }
    }
}
