//! A picture as data: frames with axes, and layers of marks with addresses.

use super::raster::{
    Area, Cell, Cells, EMPTY, Emphasis, Glyphs, LEAST, Look, bar_fill, labels, place, up_ticks,
};
use crate::math::{Quantity, Sentence};
use crate::text::{display_width, name, shown};
use std::borrow::Cow;

#[derive(Clone, Debug, Default)]
pub struct Scene {
    pub title: String,
    pub frames: Vec<Frame>,
    pub legend: Vec<Key>,
    /// Notes for reading the picture.
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
    /// The measured quantity; empty for none.
    pub title: String,
    pub range: (f64, f64),
    /// The names of the places 0, 1, 2 …; empty for numbers.
    pub names: Vec<String>,
    /// Whether the scale is logarithmic; numbers of 0 or less have no place then.
    pub log: bool,
    pub bare: bool,
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
    pub shape: Shape,
    pub address: Address,
    /// A description; empty where the legend describes the layer.
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

    /// Round numbers or some of the names, `most` at most. The range is that of [`Frame::flat`].
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
    /// The frame with linear axes: on a logarithmic axis, numbers become their logarithms to the base 10.
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

/// The middle of the highest stretch of a curve, where its sign is drawn; `None` where it is nowhere above `least`.
pub(super) fn summit(points: &[[f64; 2]], least: f64) -> Option<[f64; 2]> {
    let top = points.iter().map(|at| at[1]).filter(|y| y.is_finite()).fold(least, f64::max);
    let high: Vec<&[f64; 2]> =
        points.iter().filter(|at| at[1] >= top * (1.0 - 1e-3) && at[1] > least).collect();
    high.get(high.len() / 2).map(|at| **at)
}

pub(super) struct Drawing<'a> {
    pub(super) frame: &'a Frame,
    pub(super) look: &'a Look,
    pub(super) classes: usize,
    pub(super) left: Option<usize>,
    pub(super) bars: &'a [Role],
}

impl Drawing<'_> {
    pub(super) fn is_ascii(&self) -> bool {
        self.look.glyphs == Glyphs::Ascii
    }

    pub(super) fn sign(&self, unicode: char, ascii: char) -> char {
        if self.is_ascii() { ascii } else { unicode }
    }

    pub(super) fn draw(&self, cells: &mut Cells, area: [usize; 4]) -> Option<Area> {
        let [x, y, columns, rows] = area;
        if columns < LEAST[0] || rows < LEAST[1].min(4) {
            return None;
        }
        if !self.frame.y.names.is_empty() {
            return Some(self.bars(cells, area));
        }
        let (frame, mut top) = (self.frame, y);
        let titled = rows >= LEAST[1] + 2;
        if titled {
            self.titles(cells, [x, y, columns]);
            top += 1;
        }
        let below = if frame.x.title.is_empty() { 0 } else { 2 };
        let high = (y + rows).saturating_sub(top + below).max(1);
        let left = self.left.unwrap_or_else(|| labels(frame, high)).min(columns / 3);
        let wide = columns.saturating_sub(left + 1).max(1);
        let range = self.ranges([wide, high]);
        let placed = Area { from: [x + left + 1, top], size: [wide, high], range };
        self.axes(cells, &placed, left, below > 0);
        let dots = self.lines(&placed);
        self.put_lines(cells, &placed, &dots);
        self.put_density(cells, &placed, &dots);
        self.put_blocks(cells, &placed);
        self.put_points(cells, &placed);
        self.look.crosshair.into_iter().for_each(|at| self.put_cursor(cells, &placed, at, false));
        self.look.selected.into_iter().for_each(|at| self.put_cursor(cells, &placed, at, true));
        Some(placed)
    }

    /// The ranges of the axes; if both have the same scale, one of them is widened about its middle.
    pub(super) fn ranges(&self, [wide, high]: [usize; 2]) -> [(f64, f64); 2] {
        let (x, y) = (self.frame.x.range, self.frame.y.range);
        if !self.frame.equal {
            return [x, y];
        }
        let [across, up] = [wide as f64, high as f64 * self.look.ratio];
        let unit = ((x.1 - x.0) / across).max((y.1 - y.0) / up);
        let about = |(from, to): (f64, f64), many: f64| {
            let middle = f64::midpoint(from, to);
            (middle - unit * many / 2.0, middle + unit * many / 2.0)
        };
        [about(x, across), about(y, up)]
    }

    pub(super) fn titles(&self, cells: &mut Cells, [x, row, columns]: [usize; 3]) {
        let frame = self.frame;
        if !frame.title.is_empty() {
            return cells.text(
                x + 2,
                row,
                &name(&frame.title, columns.saturating_sub(3)),
                None,
                Emphasis::Bold,
            );
        }
        let half = columns / 2;
        let up = format!("{} {}", self.sign('↑', '^'), name(&shown(&frame.y.title), half.saturating_sub(3)));
        cells.text(x, row, &up, None, Emphasis::Dim);
        if !frame.x.title.is_empty() {
            let right =
                format!("{} {}", name(&shown(&frame.x.title), half.saturating_sub(3)), self.sign('→', '>'));
            let from = x + columns.saturating_sub(display_width(&right) + 1);
            cells.text(from, row, &right, None, Emphasis::Dim);
        }
    }

    pub(super) fn axes(&self, cells: &mut Cells, area: &Area, left: usize, below: bool) {
        let [column, row] = area.from;
        let [wide, high] = area.size;
        let upright = self.sign('│', '|');
        for at in 0..high {
            cells.put(column - 1, row + at, Cell { sign: upright, ..EMPTY });
        }
        for tick in self.frame.y.ticks(area.range[1], up_ticks(high)) {
            let (from, to) = area.range[1];
            let Some(at) = place(tick.at, (to, from), high) else { continue };
            let text = name(&tick.text, left);
            let from = column.saturating_sub(1 + display_width(&text));
            cells.text(from, row + at, &text, None, Emphasis::Normal);
        }
        if !below {
            return;
        }
        let line = row + high;
        cells.put(column - 1, line, Cell { sign: self.sign('└', '+'), ..EMPTY });
        for at in 0..wide {
            cells.put(column + at, line, Cell { sign: self.sign('─', '-'), ..EMPTY });
        }
        let mut free = 0;
        for tick in self.across(area) {
            let Some(at) = place(tick.at, area.range[0], wide) else { continue };
            cells.put(column + at, line, Cell { sign: self.sign('┴', '+'), ..EMPTY });
            let wide_text = display_width(&tick.text);
            let from =
                (column + at).saturating_sub(wide_text / 2).min(column + wide.saturating_sub(wide_text));
            if from >= free {
                cells.text(from, line + 1, &tick.text, None, Emphasis::Normal);
                free = from + wide_text + 1;
            }
        }
    }

    pub(super) fn across(&self, area: &Area) -> Vec<Tick> {
        let wide = area.size[0];
        let fits =
            |all: &Vec<Tick>| all.iter().map(|tick| display_width(&tick.text) + 2).sum::<usize>() <= wide;
        (2..=(wide / 7).max(2))
            .rev()
            .map(|most| self.frame.x.ticks(area.range[0], most))
            .find(fits)
            .unwrap_or_default()
    }

    /// A crosshair, or a selected point, which keeps its sign; with marks on both axes.
    pub(super) fn put_cursor(&self, cells: &mut Cells, area: &Area, at: [f64; 2], is_point: bool) {
        let Some([column, row]) = area.cell(at) else { return };
        let under = cells.at(column, row);
        let is_mark = matches!(under.role, Some(Role::Class(_) | Role::Wrong(_) | Role::Case))
            && !('\u{2800}'..='\u{28ff}').contains(&under.sign);
        let sign = match (is_point, is_mark) {
            (true, true) => under.sign,
            (true, false) => self.sign('●', 'o'),
            (false, _) => self.sign('┼', '@'),
        };
        cells.put(column, row, Cell { sign, role: under.role, emphasis: Emphasis::Selected });
        let mark = |sign| Cell { sign, role: None, emphasis: Emphasis::Bold };
        cells.put(area.from[0] - 1, row, mark(self.sign('▸', '>')));
        cells.put(column, area.from[1] + area.size[1], mark(self.sign('▴', '^')));
    }

    pub(super) fn fill(&self, role: Role) -> char {
        let place = self.bars.iter().position(|one| *one == role).unwrap_or(2);
        bar_fill(place, self.is_ascii())
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Tick {
    pub at: f64,
    pub text: String,
}

/// The most decimals of a tick.
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
    // Within one power of ten, linear ticks are more useful.
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
