//! A picture as data: frames with axes, and layers of marks with addresses.

use crate::math::{Name, Number, Precision, Quantity, Rounded, Sentence, sentence};
use crate::model::Fitted;
use crate::text::{grouped, shown};
use std::borrow::Cow;

#[derive(Clone, Debug, Default)]
pub struct Scene {
    pub title: String,
    pub frames: Vec<SceneFrame>,
    /// What each role means.
    pub legend: Vec<(Role, Sentence)>,
    /// Notes for reading the picture.
    pub notes: Vec<Sentence>,
    pub facts: Vec<Fact>,
}

#[derive(Clone, Debug)]
pub struct SceneFrame {
    pub x: Axis,
    pub y: Axis,
    pub layers: Vec<Layer>,
}

#[derive(Clone, Debug, Default)]
pub struct Axis {
    /// The measured quantity; empty for none.
    pub title: String,
    pub range: (f64, f64),
    /// The names of the places 0, 1, 2 …; empty for numbers.
    pub names: Vec<String>,
    /// Whether the scale is logarithmic; numbers of 0 or less have no place then.
    pub log: bool,
}

#[derive(Clone, Debug)]
pub struct Layer {
    pub role: Role,
    pub marks: Vec<Mark>,
}

/// The kind of a layer. Classes are counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Doubt,
    Class(usize),
    Wrong(usize),
    Mean(usize),
    /// Where the squared distance of a class is 1, 4 or 9.
    Ring(usize, u8),
    Boundary(usize, usize),
    Hidden(usize, usize),
    Rival,
    Evidence,
    Case,
    Plain,
}

#[derive(Clone, Debug)]
pub struct Mark {
    pub shape: MarkShape,
    pub address: Address,
    /// A description; empty where the legend describes the layer.
    pub title: Sentence,
}

/// Where a mark is, in the units of the axes.
#[derive(Clone, Debug)]
pub enum MarkShape {
    Point([f64; 2]),
    Path(Vec<[f64; 2]>),
    Bar([f64; 2], [f64; 2]),
    /// A grid over the whole frame, from the lower left, row by row: 0 is empty.
    Grid {
        columns: usize,
        levels: Vec<u32>,
    },
    Label([f64; 2], Sentence),
}

#[derive(Clone, Debug, Default, PartialEq)]
pub enum Address {
    #[default]
    None,
    Numbers(Vec<Quantity>),
    /// A row of the data, from 0.
    Row(usize),
}

#[derive(Clone, Debug)]
pub struct Fact {
    pub what: Sentence,
    pub address: Address,
    pub value: Sentence,
}

impl Scene {
    pub(super) fn titled(title: impl Into<String>) -> Scene {
        Scene { title: title.into(), ..Scene::default() }
    }

    pub(super) fn key(&mut self, role: Role, text: impl Into<Sentence>) {
        self.legend.push((role, text.into()));
    }

    pub(super) fn fact(&mut self, what: impl Into<Sentence>, value: impl Into<Sentence>) {
        self.fact_at(Address::None, what, value);
    }

    pub(super) fn fact_at(&mut self, address: Address, what: impl Into<Sentence>, text: impl Into<Sentence>) {
        self.facts.push(Fact { what: what.into(), address, value: text.into() });
    }

    pub(super) fn note(&mut self, note: impl Into<Sentence>) {
        self.notes.push(note.into());
    }

    pub(super) fn frame(&mut self, x: Axis, y: Axis, layers: Vec<Layer>) {
        self.frames.push(SceneFrame { x, y, layers });
    }

    fn any(&self, role: Role, is: impl Fn(&MarkShape) -> bool) -> bool {
        // A legend names the boundaries of all classes once.
        let own = |other: Role| match role {
            Role::Boundary(..) => matches!(other, Role::Boundary(..)),
            role => other == role,
        };
        let layers = self.frames.iter().flat_map(|frame| &frame.layers).filter(|layer| own(layer.role));
        layers.flat_map(|layer| &layer.marks).any(|mark| is(&mark.shape))
    }

    /// Returns whether a role has bars, so that a legend shows how they are filled.
    pub fn has_bars(&self, role: Role) -> bool {
        self.any(role, |shape| matches!(shape, MarkShape::Bar(..)))
    }

    pub fn has_lines(&self, role: Role) -> bool {
        self.any(role, |shape| matches!(shape, MarkShape::Path(_)))
    }
}

impl Layer {
    pub(super) fn new(role: Role, marks: impl IntoIterator<Item = Mark>) -> Layer {
        Layer { role, marks: marks.into_iter().collect() }
    }
}

impl Mark {
    pub(super) fn point(at: [f64; 2]) -> Mark {
        Mark::new(MarkShape::Point(at))
    }

    pub(super) fn path(points: Vec<[f64; 2]>) -> Mark {
        Mark::new(MarkShape::Path(points))
    }

    pub fn new(shape: MarkShape) -> Mark {
        Mark { shape, address: Address::None, title: Sentence::default() }
    }

    #[must_use]
    pub fn at(self, address: Address) -> Mark {
        Mark { address, ..self }
    }

    #[must_use]
    pub fn titled(self, title: impl Into<Sentence>) -> Mark {
        Mark { title: title.into(), ..self }
    }
}

impl Axis {
    pub fn of(title: impl Into<String>, range: (f64, f64)) -> Axis {
        Axis { title: title.into(), range, ..Axis::default() }
    }

    /// Returns an axis of names: each has a place, with half a place beside the first and the last.
    pub fn of_names(title: impl Into<String>, names: Vec<String>) -> Axis {
        Axis { range: (-0.5, names.len().max(1) as f64 - 0.5), names, ..Axis::of(title, (0.0, 0.0)) }
    }

    pub fn of_ratios(title: impl Into<String>, range: (f64, f64)) -> Axis {
        Axis { log: true, ..Axis::of(title, range) }
    }

    /// Returns round numbers or some of the names, `most` at most. The range is that of [`SceneFrame::flat`].
    pub fn ticks(&self, range: (f64, f64), most: usize) -> Vec<(f64, String)> {
        if self.log {
            log_ticks(range, most)
        } else if self.names.is_empty() {
            ticks(range, most)
        } else {
            let every = self.names.len().div_ceil(most.max(1));
            let some = self.names.iter().enumerate().step_by(every);
            some.map(|(at, name)| (at as f64, shown(name).into_owned())).collect()
        }
    }

    pub fn flat(&self, number: f64) -> f64 {
        if self.log { number.log10() } else { number }
    }
}

impl SceneFrame {
    /// Returns the frame with linear axes: on a logarithmic axis, numbers become their logarithms to the base 10.
    pub fn flat(&self) -> Cow<'_, SceneFrame> {
        if !self.x.log && !self.y.log {
            return Cow::Borrowed(self);
        }
        let (x, y) = (self.x.clone(), self.y.clone());
        let to = |[across, up]: [f64; 2]| [x.flat(across), y.flat(up)];
        let mut frame = self.clone();
        frame.x.range = (x.flat(x.range.0), x.flat(x.range.1));
        frame.y.range = (y.flat(y.range.0), y.flat(y.range.1));
        for mark in frame.layers.iter_mut().flat_map(|layer| &mut layer.marks) {
            match &mut mark.shape {
                MarkShape::Point(at) | MarkShape::Label(at, _) => *at = to(*at),
                MarkShape::Path(points) => points.iter_mut().for_each(|at| *at = to(*at)),
                MarkShape::Bar(low, top) => (*low, *top) = (to(*low), to(*top)),
                MarkShape::Grid { .. } => {}
            }
        }
        Cow::Owned(frame)
    }
}

pub(super) fn class_name(fitted: &Fitted, class: usize) -> &str {
    fitted.classes.get(class).map_or("", Name::as_str)
}

pub(super) fn number(value: f64) -> Rounded {
    Number::Float(value).rounded(Precision::TERM)
}

pub(super) fn shares_text(fitted: &Fitted, shares: &[f64]) -> Sentence {
    let share = |(class, share): (usize, &f64)| {
        sentence!("{} {}", class_name(fitted, class), Number::Float(*share).rounded(Precision::Share))
    };
    Sentence::join(shares.iter().enumerate().map(share), ", ")
}

pub(super) fn rows_text(rows: u64) -> String {
    format!("{} {}", grouped(rows), if rows == 1 { "row" } else { "rows" })
}

/// Returns a range around numbers, with room beside the outermost; `None` for no numbers.
pub fn around(numbers: impl Iterator<Item = f64>, room: f64) -> Option<(f64, f64)> {
    let (from, to) = numbers.filter(|number| number.is_finite()).fold(None, |range, number| {
        let (from, to): (f64, f64) = range.unwrap_or((number, number));
        Some((from.min(number), to.max(number)))
    })?;
    let wide = to - from;
    let beside = if wide > 0.0 && wide.is_finite() { wide * room } else { 1.0_f64.max(from.abs() / 8.0) };
    Some((from - beside, to + beside))
}

/// Returns a range around numbers that ends on round numbers, so that the ticks come near its ends.
pub fn rounded_range(numbers: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    let (from, to) = around(numbers, 0.0)?;
    let ends = ticks((from, to), 12);
    let step = match ends.as_slice() {
        [first, second, ..] => second.0 - first.0,
        _ => return Some((from, to)),
    };
    Some((((from / step + 1e-9).floor() * step).min(from), ((to / step - 1e-9).ceil() * step).max(to)))
}

pub fn ratio_range(numbers: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    let (from, to) = around(numbers.filter(|number| *number > 0.0).map(f64::log10), 0.0)?;
    Some((10f64.powf(from), 10f64.powf(to)))
}

/// Returns the middle of the highest part of a curve, where its sign is drawn; `None` if it is nowhere above `least`.
pub(super) fn summit(points: &[[f64; 2]], least: f64) -> Option<[f64; 2]> {
    let top = points.iter().map(|at| at[1]).filter(|y| y.is_finite()).fold(least, f64::max);
    let high: Vec<&[f64; 2]> =
        points.iter().filter(|at| at[1] >= top * (1.0 - 1e-3) && at[1] > least).collect();
    high.get(high.len() / 2).map(|at| **at)
}

/// The most decimals of a tick.
const DECIMALS: i32 = 15;

/// Returns the ticks of a range, `most` at most.
///
/// ```
/// let texts: Vec<String> = posterior_core::plot::ticks((-0.1, 2.9), 6).into_iter().map(|(_, text)| text).collect();
/// assert_eq!(texts, ["0", "0.5", "1.0", "1.5", "2.0", "2.5"]);
/// ```
pub fn ticks((from, to): (f64, f64), most: usize) -> Vec<(f64, String)> {
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
            (at, if at.abs() < step / 2.0 { "0".to_owned() } else { written(at, decimals) })
        })
        .collect()
}

/// Returns the ticks of a range of logarithms to the base 10, `most` at most: 1, 2 and 5 times the powers of ten if there is
/// room, else powers of ten.
///
/// ```
/// let texts = |range, most| -> Vec<String> {
///     posterior_core::plot::log_ticks(range, most).into_iter().map(|(_, text)| text).collect()
/// };
/// assert_eq!(texts((0.0, 1.0), 6), ["1", "2", "5", "10"]);
/// assert_eq!(texts((-2.0, 2.0), 6), ["0.01", "0.1", "1", "10", "100"]);
/// ```
pub fn log_ticks((from, to): (f64, f64), most: usize) -> Vec<(f64, String)> {
    let wide = to - from;
    if !(wide > 0.0 && from > f64::from(f64::MIN_10_EXP) && to < f64::from(f64::MAX_10_EXP)) || most == 0 {
        return Vec::new();
    }
    let powers = from.floor() as i32..=to.ceil() as i32;
    let of = |times: &[f64]| -> Vec<(f64, String)> {
        let each = powers.clone().flat_map(|power| times.iter().map(move |times| (*times, power)));
        let tick = |(times, power): (f64, i32)| {
            let at = times.log10() + f64::from(power);
            let inside = at >= from - 1e-9 * wide && at <= to + 1e-9 * wide;
            let decimals = (-power).clamp(0, DECIMALS) as usize;
            inside.then(|| (at, written(times * 10f64.powi(power), decimals)))
        };
        each.filter_map(tick).collect()
    };
    let fine = of(&[1.0, 2.0, 5.0]);
    let found = if fine.len() <= most { fine } else { of(&[1.0]) };
    let every = found.len().div_ceil(most).max(1);
    let some: Vec<(f64, String)> = found.into_iter().step_by(every).collect();
    // Within one power of ten, linear ticks are more useful.
    if some.len() < 2 && most >= 2 {
        let numbers = ticks((10f64.powf(from), 10f64.powf(to)), most);
        return numbers.into_iter().map(|(at, text)| (at.log10(), text)).collect();
    }
    some
}

/// Formats a number with so many decimals; very large and very small ones with a power of ten.
fn written(at: f64, decimals: usize) -> String {
    if at.abs() >= 1e7 || decimals > 7 { format!("{at:e}") } else { format!("{at:.decimals$}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn ticks_are_distinct_and_within_the_range(from in -1e6..1e6f64, wide in 1e-3..1e6f64, most in 2..12usize) {
            let all = ticks((from, from + wide), most);
            prop_assert!(all.len() <= most, "{all:?}");
            prop_assert!(!all.is_empty(), "{from} {wide} {most}");
            for pair in all.windows(2) {
                prop_assert!(pair[0].1 != pair[1].1, "{all:?}");
            }
            prop_assert!(all.iter().all(|(at, _)| *at >= from - 1e-6 * wide && *at <= from + wide * (1.0 + 1e-6)));
        }
    }
}
