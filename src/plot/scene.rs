//! A picture as data: marks in the units of the data, each with what it is and the numbers it stands for. No size and no
//! colour: the raster and the page give them these.

use std::borrow::Cow;

use super::axis::{Tick, log_ticks, ticks};
use crate::math::{Quantity, Sentence};
use crate::text::shown;

#[derive(Clone, Debug, Default)]
pub struct Scene {
    pub title: String,
    pub frames: Vec<Frame>,
    pub legend: Vec<Key>,
    /// What must be known to read it.
    pub notes: Vec<Sentence>,
    pub facts: Vec<Fact>,
}

#[derive(Clone, Debug)]
pub struct Frame {
    pub title: String,
    pub x: Axis,
    pub y: Axis,
    pub equal: bool,
    pub layers: Vec<Layer>,
}

#[derive(Clone, Debug, Default)]
pub struct Axis {
    /// What is measured along it; empty for nothing.
    pub title: String,
    pub range: (f64, f64),
    /// The names of the places 0, 1, 2 …; empty for numbers.
    pub names: Vec<String>,
    /// Whether equal ratios are equally far apart; numbers of 0 or less have no place then.
    pub log: bool,
    pub bare: bool,
}

#[derive(Clone, Debug)]
pub struct Layer {
    pub role: Role,
    pub marks: Vec<Mark>,
}

/// What a layer is. Classes are counted from 0.
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
    pub shape: Shape,
    pub address: Address,
    /// What it says of itself; empty where that is said of the layer.
    pub title: Sentence,
}

/// Where a mark is, in the units of the axes.
#[derive(Clone, Debug)]
pub enum Shape {
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
pub struct Key {
    pub role: Role,
    pub text: Sentence,
}

#[derive(Clone, Debug)]
pub struct Fact {
    pub what: Sentence,
    pub address: Address,
    pub value: Sentence,
}

impl Scene {
    fn any(&self, role: Role, is: impl Fn(&Shape) -> bool) -> bool {
        // A legend names the boundaries of all classes once.
        let own = |other: Role| match role {
            Role::Boundary(..) => matches!(other, Role::Boundary(..)),
            role => other == role,
        };
        let layers = self.frames.iter().flat_map(|frame| &frame.layers).filter(|layer| own(layer.role));
        layers.flat_map(|layer| &layer.marks).any(|mark| is(&mark.shape))
    }

    /// Whether a role has bars, so that a legend shows how they are filled.
    pub fn has_bars(&self, role: Role) -> bool {
        self.any(role, |shape| matches!(shape, Shape::Bar(..)))
    }

    pub fn has_lines(&self, role: Role) -> bool {
        self.any(role, |shape| matches!(shape, Shape::Path(_)))
    }
}

impl Mark {
    pub fn new(shape: Shape) -> Mark {
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

    /// An axis of names: each has a place, with half a place beside the first and the last.
    pub fn of_names(title: impl Into<String>, names: Vec<String>) -> Axis {
        Axis { range: (-0.5, names.len().max(1) as f64 - 0.5), names, ..Axis::of(title, (0.0, 0.0)) }
    }

    pub fn of_ratios(title: impl Into<String>, range: (f64, f64)) -> Axis {
        Axis { log: true, ..Axis::of(title, range) }
    }

    /// Its round numbers or some of its names, so many at most. The range is that of [`Frame::flat`].
    pub fn ticks(&self, range: (f64, f64), most: usize) -> Vec<Tick> {
        if self.bare {
            Vec::new()
        } else if self.log {
            log_ticks(range, most)
        } else if self.names.is_empty() {
            ticks(range, most)
        } else {
            let every = self.names.len().div_ceil(most.max(1));
            let some = self.names.iter().enumerate().step_by(every);
            some.map(|(at, name)| Tick { at: at as f64, text: shown(name).into_owned() }).collect()
        }
    }

    pub fn flat(&self, number: f64) -> f64 {
        if self.log { number.log10() } else { number }
    }
}

impl Frame {
    /// The same with equal differences equally far apart on both axes: where ratios are, logarithms to the base 10 stand for
    /// the numbers.
    pub fn flat(&self) -> Cow<'_, Frame> {
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
                Shape::Point(at) | Shape::Label(at, _) => *at = to(*at),
                Shape::Path(points) => points.iter_mut().for_each(|at| *at = to(*at)),
                Shape::Bar(low, top) => (*low, *top) = (to(*low), to(*top)),
                Shape::Grid { .. } => {}
            }
        }
        Cow::Owned(frame)
    }
}

/// A range around numbers, with room beside the outermost; `None` for no numbers.
pub fn around(numbers: impl Iterator<Item = f64>, room: f64) -> Option<(f64, f64)> {
    let (from, to) = numbers.filter(|number| number.is_finite()).fold(None, |range, number| {
        let (from, to): (f64, f64) = range.unwrap_or((number, number));
        Some((from.min(number), to.max(number)))
    })?;
    let wide = to - from;
    let beside = if wide > 0.0 && wide.is_finite() { wide * room } else { 1.0_f64.max(from.abs() / 8.0) };
    Some((from - beside, to + beside))
}

/// A range around numbers that ends on round numbers, so that the ticks come near its ends.
pub fn rounded_range(numbers: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    let (from, to) = around(numbers, 0.0)?;
    let ends = ticks((from, to), 12);
    let step = match ends.as_slice() {
        [first, second, ..] => second.at - first.at,
        _ => return Some((from, to)),
    };
    Some((((from / step + 1e-9).floor() * step).min(from), ((to / step - 1e-9).ceil() * step).max(to)))
}

pub fn ratio_range(numbers: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    let (from, to) = around(numbers.filter(|number| *number > 0.0).map(f64::log10), 0.0)?;
    Some((10f64.powf(from), 10f64.powf(to)))
}

/// The middle of the highest stretch of a curve, where its sign stands; `None` where it is nowhere above `least`.
pub(super) fn summit(points: &[[f64; 2]], least: f64) -> Option<[f64; 2]> {
    let top = points.iter().map(|at| at[1]).filter(|y| y.is_finite()).fold(least, f64::max);
    let high: Vec<&[f64; 2]> =
        points.iter().filter(|at| at[1] >= top * (1.0 - 1e-3) && at[1] > least).collect();
    high.get(high.len() / 2).map(|at| **at)
}
