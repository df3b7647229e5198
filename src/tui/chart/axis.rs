//! One axis of a chart: its scale, how far it reaches, and the few round numbers that are written beside it.

use crate::workbench::words::shown;

#[derive(Clone, Debug, Default, PartialEq)]
pub enum Scale {
    /// Equal differences are equally far apart.
    #[default]
    Linear,
    /// Equal ratios are equally far apart; numbers of 0 or less have no place.
    Logarithmic,
    /// 0, 1, 2 … stand for these names.
    Categories(Vec<String>),
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Axis {
    /// What is measured along it; empty for nothing.
    pub title: String,
    pub scale: Scale,
    /// From where to where it reaches; `None` as far as the points do, to round numbers where it is linear.
    pub reach: Option<(f64, f64)>,
}

impl Axis {
    pub fn linear(title: impl Into<String>) -> Axis {
        Axis { title: title.into(), ..Axis::default() }
    }

    /// An axis of positive numbers of very different sizes.
    pub fn logarithmic(title: impl Into<String>) -> Axis {
        Axis { title: title.into(), scale: Scale::Logarithmic, ..Axis::default() }
    }

    pub fn categories(title: impl Into<String>, names: impl IntoIterator<Item = String>) -> Axis {
        Axis { title: title.into(), scale: Scale::Categories(names.into_iter().collect()), ..Axis::default() }
    }

    /// The same axis from one number to another.
    #[must_use]
    pub fn within(self, from: f64, to: f64) -> Axis {
        Axis { reach: Some((from, to)), ..self }
    }

    /// Lays the axis out for points with these coordinates, with at most so many ticks.
    pub(super) fn ruler(&self, numbers: impl Iterator<Item = f64>, most: usize) -> Ruler {
        let most = most.max(2);
        let log = self.scale == Scale::Logarithmic;
        let (from, to) = match (&self.scale, self.reach) {
            (Scale::Categories(names), _) => (-0.5, names.len().max(1) as f64 - 0.5),
            (_, Some(reach)) => reach,
            _ => spread(numbers.filter(|number| number.is_finite() && (!log || *number > 0.0)), log),
        };
        match &self.scale {
            Scale::Linear => linear(from, to, most, self.reach.is_none()),
            Scale::Logarithmic => logarithmic(from, to, most),
            Scale::Categories(names) => {
                let every = names.len().div_ceil(most).max(1);
                let ticks = names.iter().enumerate().step_by(every);
                let ticks = ticks.map(|(at, name)| (at as f64, shown(name).into_owned())).collect();
                Ruler { from, to, log, ticks }
            }
        }
    }
}

/// The least and the greatest of some numbers, apart from each other.
fn spread(numbers: impl Iterator<Item = f64>, log: bool) -> (f64, f64) {
    let reach = numbers.fold(None, |reach: Option<(f64, f64)>, number| {
        let (from, to) = reach.unwrap_or((number, number));
        Some((from.min(number), to.max(number)))
    });
    match reach {
        None if log => (1.0, 10.0),
        None => (0.0, 1.0),
        Some((from, to)) if from < to => (from, to),
        Some((only, _)) if log => (only / 10.0, only * 10.0),
        Some((only, _)) => {
            let by = if only == 0.0 { 1.0 } else { only.abs() / 10.0 };
            (only - by, only + by)
        }
    }
}

/// An axis that is laid out.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Ruler {
    from: f64,
    to: f64,
    log: bool,
    /// Numbers with what is written beside them.
    pub(super) ticks: Vec<(f64, String)>,
}

impl Ruler {
    /// How far along the axis a number stands, from 0 to 1; `None` where it has no place.
    pub(super) fn place(&self, number: f64) -> Option<f64> {
        let scaled = |number: f64| if self.log { number.ln() } else { number };
        let (from, to) = (scaled(self.from), scaled(self.to));
        let at = (scaled(number) - from) / (to - from);
        // What lies on the end may fall a rounding error beyond it.
        let slack = 1e-9;
        (at.is_finite() && at >= -slack && at <= 1.0 + slack).then(|| at.clamp(0.0, 1.0))
    }

    /// The widest text beside a tick.
    pub(super) fn widest(&self) -> usize {
        self.ticks.iter().map(|(_, text)| crate::workbench::words::width(text)).max().unwrap_or(0)
    }
}

fn linear(from: f64, to: f64, most: usize, round: bool) -> Ruler {
    // The points reach almost to the ends; the ticks are coarser.
    let fine = step((to - from) / (2 * most) as f64);
    let (from, to) =
        if round { ((from / fine).floor() * fine, (to / fine).ceil() * fine) } else { (from, to) };
    let ends = |step: f64| ((from / step - 1e-9).ceil(), (to / step + 1e-9).floor());
    let many = |step: f64| {
        let (first, last) = ends(step);
        last - first >= most as f64
    };
    let mut apart = fine;
    while many(apart) {
        apart = step(apart * 1.5);
    }
    let (first, last) = ends(apart);
    let numbers = (0..most).map(|at| first + at as f64).take_while(|at| *at <= last);
    let ticks = numbers.map(|at| (at * apart, written(at * apart, apart))).collect();
    Ruler { from, to, log: false, ticks }
}

/// The smallest of 1, 2, 5, 10, 20 … and of 0.5, 0.2, 0.1 … that is at least so large.
fn step(least: f64) -> f64 {
    if !least.is_finite() || least <= 0.0 {
        return 1.0;
    }
    let power = 10f64.powf(least.log10().floor());
    let large_enough = |times: &f64| times * power >= least * (1.0 - 1e-9);
    [1.0, 2.0, 5.0].into_iter().find(large_enough).unwrap_or(10.0) * power
}

fn written(number: f64, step: f64) -> String {
    if number != 0.0 && !(1e-5..1e8).contains(&number.abs()) {
        return format!("{number:.0e}");
    }
    let decimals = (-(step * 1.000_001).log10().floor()).clamp(0.0, 8.0) as usize;
    let text = format!("{number:.decimals$}");
    if text.trim_start_matches('-').chars().all(|c| matches!(c, '0' | '.')) { "0".to_owned() } else { text }
}

fn logarithmic(from: f64, to: f64, most: usize) -> Ruler {
    let (low, high) = (from.log10().floor() as i32, to.log10().ceil() as i32);
    let within = |number: &f64| (from * (1.0 - 1e-9)..=to * (1.0 + 1e-9)).contains(number);
    let of = |times: &[f64]| -> Vec<f64> {
        let each =
            |power: i32| times.iter().map(move |times| times * 10f64.powi(power)).collect::<Vec<f64>>();
        (low..=high).flat_map(each).filter(within).collect()
    };
    let fine = of(&[1.0, 2.0, 5.0]);
    let numbers = if fine.len() <= most { fine } else { of(&[1.0]) };
    let every = numbers.len().div_ceil(most).max(1);
    let ticks = numbers.into_iter().step_by(every).map(|number| (number, written(number, number))).collect();
    Ruler { from, to, log: true, ticks }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(axis: Axis, numbers: &[f64], most: usize) -> Vec<String> {
        axis.ruler(numbers.iter().copied(), most).ticks.into_iter().map(|(_, text)| text).collect()
    }

    #[test]
    fn ticks_are_few_and_round() {
        assert_eq!(labels(Axis::linear("").within(0.0, 1.0), &[], 3), ["0", "0.5", "1.0"]);
        assert_eq!(
            labels(Axis::linear("").within(0.0, 1.0), &[], 6),
            ["0", "0.2", "0.4", "0.6", "0.8", "1.0"]
        );
        assert_eq!(labels(Axis::linear(""), &[0.913, 0.957], 4), ["0.92", "0.94", "0.96"]);
        assert_eq!(labels(Axis::linear(""), &[-3.0, 4.0], 4), ["-2", "0", "2", "4"]);
        assert_eq!(labels(Axis::linear(""), &[10.0, 1_000_000.0], 3), ["0", "500000", "1000000"]);
        assert_eq!(labels(Axis::logarithmic(""), &[0.01, 100.0], 6), ["0.01", "0.1", "1", "10", "100"]);
        assert_eq!(labels(Axis::logarithmic(""), &[1.0, 10.0], 6), ["1", "2", "5", "10"]);
        let names = ["a", "b", "c", "d", "e"].map(str::to_owned);
        assert_eq!(labels(Axis::categories("", names), &[], 3), ["a", "c", "e"]);
    }

    #[test]
    fn every_number_of_the_axis_has_a_place_and_no_other() {
        let ruler = Axis::linear("").ruler([2.0, 7.0].into_iter(), 4);
        assert!(ruler.place(2.0).is_some() && ruler.place(7.0).is_some());
        assert_eq!(Axis::linear("").within(0.0, 1.0).ruler([].into_iter(), 4).place(1.1), None);
        let log = Axis::logarithmic("").ruler([0.0, 1.0, 100.0].into_iter(), 4);
        assert_eq!((log.place(0.0), log.place(10.0)), (None, Some(0.5)));
        for odd in [f64::NAN, f64::INFINITY] {
            let ruler = Axis::linear("").ruler([odd].into_iter(), 4);
            assert_eq!(ruler.place(odd), None);
        }
        // One number alone stands in the middle.
        assert_eq!(Axis::logarithmic("").ruler([3.0].into_iter(), 4).place(3.0), Some(0.5));
    }

    #[test]
    fn there_are_never_more_ticks_than_asked_for() {
        for most in 2..12 {
            for (from, to) in
                [(0.0, 1.0), (0.913, 0.957), (-7.3, 12.9), (3.0, 3.0), (1e-9, 2e-9), (1e12, 4e12)]
            {
                let count = labels(Axis::linear(""), &[from, to], most).len();
                assert!((1..=most).contains(&count), "{count} ticks for {from}–{to}, {most} asked for");
            }
        }
    }
}
