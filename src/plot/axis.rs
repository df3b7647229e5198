//! The round numbers beside an axis: the largest number of them that fits, 1, 2 or 5 times a power of ten apart (Heckbert,
//! Nice Numbers for Graph Labels, in Graphics Gems, 1990).

#[derive(Clone, Debug, PartialEq)]
pub struct Tick {
    pub at: f64,
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

/// The ticks of a range of logarithms to the base 10, `most` at most: 1, 2 and 5 times the powers of ten where there is room,
/// else powers of ten.
///
/// ```
/// let texts = |range, most| -> Vec<String> {
///     posterior::plot::log_ticks(range, most).into_iter().map(|tick| tick.text).collect()
/// };
/// assert_eq!(texts((0.0, 1.0), 6), ["1", "2", "5", "10"]);
/// assert_eq!(texts((-2.0, 2.0), 6), ["0.01", "0.1", "1", "10", "100"]);
/// ```
pub fn log_ticks((from, to): (f64, f64), most: usize) -> Vec<Tick> {
    let wide = to - from;
    if !(wide > 0.0 && from > f64::from(f64::MIN_10_EXP) && to < f64::from(f64::MAX_10_EXP)) || most == 0 {
        return Vec::new();
    }
    let powers = from.floor() as i32..=to.ceil() as i32;
    let of = |times: &[f64]| -> Vec<Tick> {
        let each = powers.clone().flat_map(|power| times.iter().map(move |times| (*times, power)));
        let tick = |(times, power): (f64, i32)| {
            let at = times.log10() + f64::from(power);
            let inside = at >= from - 1e-9 * wide && at <= to + 1e-9 * wide;
            let decimals = (-power).clamp(0, DECIMALS) as usize;
            inside.then(|| Tick { at, text: written(times * 10f64.powi(power), decimals) })
        };
        each.filter_map(tick).collect()
    };
    let fine = of(&[1.0, 2.0, 5.0]);
    let found = if fine.len() <= most { fine } else { of(&[1.0]) };
    let every = found.len().div_ceil(most).max(1);
    let some: Vec<Tick> = found.into_iter().step_by(every).collect();
    // Within one power of ten the round numbers of the numbers themselves say more.
    if some.len() < 2 && most >= 2 {
        let numbers = ticks((10f64.powf(from), 10f64.powf(to)), most);
        return numbers.into_iter().map(|tick| Tick { at: tick.at.log10(), ..tick }).collect();
    }
    some
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
