//! A picture as data: marks in the units of the data, each with what it is and the numbers it stands for. No size and no
//! colour: the raster and the page give them these.

use super::axis::{Tick, ticks};
use crate::math::{Quantity, Sentence};

/// A picture.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// What is seen.
    pub title: String,
    /// One frame, or several beside each other with the same ranges.
    pub frames: Vec<Frame>,
    /// What its signs mean.
    pub legend: Vec<Key>,
    /// What must be known to read it.
    pub notes: Vec<Sentence>,
    /// The same in words: the table for readers who cannot see it.
    pub facts: Vec<Fact>,
}

/// Two axes and what is drawn between them.
#[derive(Clone, Debug)]
pub struct Frame {
    /// Stands above it, where there are several.
    pub title: String,
    /// To the right.
    pub x: Axis,
    /// Upwards.
    pub y: Axis,
    /// Whether both axes have one scale.
    pub equal: bool,
    /// What is drawn, from the bottom to the top.
    pub layers: Vec<Layer>,
}

/// An axis.
#[derive(Clone, Debug, Default)]
pub struct Axis {
    /// What is measured along it; empty for nothing.
    pub title: String,
    /// From where to where it reaches.
    pub range: (f64, f64),
    /// The names of the places 0, 1, 2 …; empty for numbers.
    pub names: Vec<String>,
    /// Whether no numbers stand beside it: those of a surface would be read wrongly.
    pub bare: bool,
}

/// Marks that belong together.
#[derive(Clone, Debug)]
pub struct Layer {
    /// What they are.
    pub role: Role,
    /// The marks.
    pub marks: Vec<Mark>,
}

/// What a layer is. Classes are counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// How sure the model is: the levels of a stipple.
    Doubt,
    /// What belongs to a class: its rows, its curve, its bars.
    Class(usize),
    /// Rows of a class that are called another.
    Wrong(usize),
    /// The mean of a class.
    Mean(usize),
    /// Where the squared distance of a class is 1, 4 or 9.
    Ring(usize, u8),
    /// Where two classes have the same posterior and lead.
    Boundary(usize, usize),
    /// The same where another class leads.
    Hidden(usize, usize),
    /// The boundary of another model.
    Rival,
    /// The sum of the scores.
    Evidence,
    /// The case in hand.
    Case,
    /// What is neither of a class nor of the case.
    Plain,
}

/// One mark.
#[derive(Clone, Debug)]
pub struct Mark {
    /// Where it is.
    pub shape: Shape,
    /// What it stands for.
    pub address: Address,
    /// What it says of itself; empty where that is said of the layer.
    pub title: Sentence,
}

/// Where a mark is, in the units of the axes.
#[derive(Clone, Debug)]
pub enum Shape {
    /// A point.
    Point([f64; 2]),
    /// A line through points.
    Path(Vec<[f64; 2]>),
    /// From one number to another across, and from one to another upwards.
    Bar([f64; 2], [f64; 2]),
    /// A grid over the whole frame, from the lower left, row by row: 0 is empty.
    Grid {
        /// Columns.
        columns: usize,
        /// The levels.
        levels: Vec<u32>,
    },
    /// A text at a place.
    Label([f64; 2], Sentence),
}

/// What a mark stands for.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Address {
    /// Nothing that opens.
    #[default]
    None,
    /// Numbers of the model.
    Numbers(Vec<Quantity>),
    /// A row of the data, from 0.
    Row(usize),
}

/// A sign and what it means.
#[derive(Clone, Debug)]
pub struct Key {
    /// The layer that has it.
    pub role: Role,
    /// What it means.
    pub text: Sentence,
}

/// Something that is seen, in words.
#[derive(Clone, Debug)]
pub struct Fact {
    /// What.
    pub what: Sentence,
    /// What it stands for.
    pub address: Address,
    /// Its numbers.
    pub value: Sentence,
}

impl Mark {
    /// A mark that says nothing of itself.
    pub fn new(shape: Shape) -> Mark {
        Mark { shape, address: Address::None, title: Sentence::default() }
    }

    /// What it stands for.
    #[must_use]
    pub fn at(self, address: Address) -> Mark {
        Mark { address, ..self }
    }

    /// What it says of itself.
    #[must_use]
    pub fn titled(self, title: impl Into<Sentence>) -> Mark {
        Mark { title: title.into(), ..self }
    }
}

impl Axis {
    /// An axis of numbers.
    pub fn of(title: impl Into<String>, range: (f64, f64)) -> Axis {
        Axis { title: title.into(), range, ..Axis::default() }
    }

    /// Its round numbers, so many at most.
    pub fn ticks(&self, range: (f64, f64), most: usize) -> Vec<Tick> {
        if self.bare { Vec::new() } else { ticks(range, most) }
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
