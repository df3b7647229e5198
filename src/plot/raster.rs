//! A scene in the cells of a terminal: lines in dots, points as signs, axes around them.
//!
//! ```text
//! ↑ petal_width            petal_length →
//!  2│        ⢀⡠■■
//!   │   ▲▲⡠⠔⠉■■
//!  1│ ⢀⡠⠊▲▲
//!   └──┴─────┴──────
//!      1     2
//! ```
//!
//! The lines in a cell share its dots, and the topmost line gives its role. A sign takes a whole cell. Classes differ first by
//! the shape of their signs.

use super::scene::{Drawing, Frame, Role, Scene, Shape};
use crate::text::{display_width, name, shown};
use std::borrow::Cow;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Glyphs {
    #[default]
    Braille,
    Blocks,
    Dots,
    /// One dot in a cell, in ASCII.
    Ascii,
}

impl Glyphs {
    /// All of them, in the order of the key that changes them.
    pub const ALL: [Glyphs; 4] = [Glyphs::Braille, Glyphs::Blocks, Glyphs::Dots, Glyphs::Ascii];

    pub fn word(self) -> &'static str {
        match self {
            Glyphs::Braille => "braille",
            Glyphs::Blocks => "blocks",
            Glyphs::Dots => "dots",
            Glyphs::Ascii => "ascii",
        }
    }

    pub fn dots(self) -> [usize; 2] {
        match self {
            Glyphs::Braille => [2, 4],
            Glyphs::Blocks => [1, 2],
            Glyphs::Dots | Glyphs::Ascii => [1, 1],
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    pub glyphs: Glyphs,
    pub ratio: f64,
    pub crosshair: Option<[f64; 2]>,
    pub selected: Option<[f64; 2]>,
}

impl Default for Look {
    fn default() -> Self {
        Look { glyphs: Glyphs::Braille, ratio: 2.0, crosshair: None, selected: None }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Emphasis {
    #[default]
    Normal,
    Bold,
    Dim,
    Selected,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell {
    pub sign: char,
    /// The role of its mark; `None` for axes and their numbers.
    pub role: Option<Role>,
    pub emphasis: Emphasis,
}

pub(super) const EMPTY: Cell = Cell { sign: ' ', role: None, emphasis: Emphasis::Normal };

#[derive(Clone, Debug)]
pub struct Cells {
    pub columns: usize,
    pub rows: usize,
    cells: Vec<Cell>,
    pub areas: Vec<Area>,
}

/// Where a frame is drawn between its axes, in cells, and what it shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    pub from: [usize; 2],
    pub size: [usize; 2],
    /// The visible ranges: those of the frame, one of them widened if both axes have the same scale.
    pub range: [(f64, f64); 2],
}

const BESIDE: usize = 3;
/// The least columns and rows of a frame.
pub(super) const LEAST: [usize; 2] = [12, 5];

impl Area {
    /// The cell of a point; `None` outside.
    pub fn cell(&self, at: [f64; 2]) -> Option<[usize; 2]> {
        let [x, y] = self.range;
        let column = place(at[0], x, self.size[0])?;
        // Rows are counted from the top.
        let row = place(at[1], (y.1, y.0), self.size[1])?;
        Some([self.from[0] + column, self.from[1] + row])
    }
}

/// The index of a number among `n` dots over a range, from 0; `None` outside.
///
/// ```
/// use posterior::plot::dot;
///
/// assert_eq!(dot(3.3, (0.0, 10.0), 40), Some(13));
/// assert_eq!(dot(10.0001, (0.0, 10.0), 40), None);
/// ```
pub fn dot(at: f64, (from, to): (f64, f64), n: usize) -> Option<usize> {
    let share = (at - from) / (to - from);
    if !(0.0..=1.0).contains(&share) {
        return None;
    }
    Some((share * n.saturating_sub(1) as f64).round() as usize)
}

pub(super) fn place(at: f64, range: (f64, f64), n: usize) -> Option<usize> {
    dot(at, range, n)
}

pub fn bar_fill(place: usize, ascii: bool) -> char {
    let fills =
        if ascii { ['#', '=', '.', ':', '%', '/'] } else { ['█', '▒', '░', '▓', '▚', '▞'] };
    fills.get(place % fills.len()).copied().unwrap_or('█')
}

/// The sign of a class, also for a misclassified row, in Unicode or ASCII. With more than six classes, signs are letters.
pub fn class_sign(class: usize, classes: usize, wrong: bool, ascii: bool) -> char {
    if classes > 6 {
        let letter = char::from(b'a' + u8::try_from(class % 26).unwrap_or(0));
        return if wrong { letter.to_ascii_uppercase() } else { letter };
    }
    let signs = match (ascii, wrong) {
        (false, false) => ['●', '▲', '■', '◆', '✚', '★'],
        (false, true) => ['○', '△', '□', '◇', '✛', '☆'],
        (true, false) => ['o', '^', '#', '*', '+', '&'],
        (true, true) => ['0', 'A', 'H', '%', 'T', '8'],
    };
    signs.get(class % signs.len()).copied().unwrap_or('?')
}

impl Cells {
    fn new(columns: usize, rows: usize) -> Cells {
        Cells { columns, rows, cells: vec![EMPTY; columns * rows], areas: Vec::new() }
    }

    /// A cell; empty outside.
    pub fn at(&self, column: usize, row: usize) -> Cell {
        if column >= self.columns {
            EMPTY
        } else {
            self.cells.get(row * self.columns + column).copied().unwrap_or(EMPTY)
        }
    }

    pub(super) fn put(&mut self, column: usize, row: usize, cell: Cell) {
        if let Some(place) = self.cells.get_mut(row * self.columns + column)
            && column < self.columns
        {
            *place = cell;
        }
    }

    pub(super) fn text(
        &mut self,
        column: usize,
        row: usize,
        text: &str,
        role: Option<Role>,
        emphasis: Emphasis,
    ) {
        for (at, sign) in text.chars().enumerate() {
            self.put(column + at, row, Cell { sign, role, emphasis });
        }
    }

    pub fn lines(&self) -> Vec<String> {
        let line = |row: usize| {
            let line: String = (0..self.columns).map(|column| self.at(column, row).sign).collect();
            line.trim_end().to_owned()
        };
        (0..self.rows).map(line).collect()
    }
}

pub fn raster(scene: &Scene, (columns, rows): (usize, usize), look: &Look) -> Cells {
    let mut cells = Cells::new(columns, rows);
    let classes = classes(scene);
    let bars: Vec<Role> = scene.legend.iter().map(|key| key.role).collect();
    let frames: Vec<Cow<'_, Frame>> = scene.frames.iter().map(Frame::flat).collect();
    // Frames below each other share the width where the second is a band under the first.
    let stacked = frames.len() == 2;
    let areas: Vec<[usize; 4]> = if stacked {
        // Frames with names get rows in proportion to their names.
        let named: Vec<usize> = frames.iter().map(|frame| frame.y.names.len()).collect();
        let low = match named.as_slice() {
            [above, below] if *above > 0 && *below > 0 => {
                let all = 2 * (above + below) + 2;
                if all <= rows { 2 * below + 1 } else { (rows * below / (above + below)).max(below + 1) }
            }
            _ => (rows / 4).clamp(4, 8).min(rows / 2),
        };
        vec![[0, 0, columns, rows.saturating_sub(low)], [0, rows.saturating_sub(low), columns, low]]
    } else {
        let beside = frames.len().clamp(1, BESIDE);
        let high = rows / frames.len().div_ceil(beside).max(1);
        let wide = columns / beside;
        (0..frames.len()).map(|at| [at % beside * wide, at / beside * high, wide, high]).collect()
    };
    // Stacked frames have the same left edge.
    let left = if stacked { frames.iter().map(|frame| labels(frame, rows)).max() } else { None };
    for (at, (frame, area)) in frames.iter().zip(areas).enumerate() {
        let here = |point: Option<[f64; 2]>| {
            let [x, y] = point.filter(|_| at == 0)?;
            Some([frame.x.flat(x), frame.y.flat(y)])
        };
        let look = &Look { crosshair: here(look.crosshair), selected: here(look.selected), ..*look };
        let drawn = Drawing { frame, look, classes, left, bars: &bars }.draw(&mut cells, area);
        cells.areas.extend(drawn);
    }
    cells
}

pub fn classes(scene: &Scene) -> usize {
    let roles = scene.frames.iter().flat_map(|frame| &frame.layers).map(|layer| layer.role);
    let class = |role: Role| match role {
        Role::Class(class) | Role::Wrong(class) | Role::Mean(class) | Role::Ring(class, _) => class + 1,
        _ => 0,
    };
    roles.chain(scene.legend.iter().map(|key| key.role)).map(class).max().unwrap_or(0)
}

/// Ticks upwards at most: in a low frame every other row, in a high one every third.
pub(super) fn up_ticks(rows: usize) -> usize {
    if rows < 9 { rows.div_ceil(2).max(2) } else { rows / 3 }
}

pub(super) fn labels(frame: &Frame, rows: usize) -> usize {
    let texts = (2..=up_ticks(rows)).flat_map(|most| frame.y.ticks(frame.y.range, most));
    texts.map(|tick| display_width(&tick.text)).max().unwrap_or(0)
}

impl Drawing<'_> {
    /// Names down the left: each has a line for its name and its number, and one for its bar or its points. With too few
    /// rows, one line for both.
    pub(super) fn bars(&self, cells: &mut Cells, [x, y, columns, rows]: [usize; 4]) -> Area {
        let names = &self.frame.y.names;
        let apart = names.len() * 2 < rows;
        let each = if apart { 2 } else { 1 };
        let shown_rows = names.len().min(rows.saturating_sub(1) / each);
        let label = if apart {
            0
        } else {
            names.iter().map(|name| display_width(name)).max().unwrap_or(0).min(columns / 3) + 1
        };
        let area = Area {
            from: [x + label, y + 1],
            size: [columns.saturating_sub(label).max(1), shown_rows * each],
            range: [self.frame.x.range, (0.0, shown_rows as f64)],
        };
        let wide = area.size[0];
        let (from, to) = self.frame.x.range;
        let column = |at: f64| {
            ((at - from) / (to - from) * wide.saturating_sub(1) as f64)
                .round()
                .clamp(0.0, wide.saturating_sub(1) as f64) as usize
        };
        cells.text(x, y, &self.frame.x.title, None, Emphasis::Dim);
        // Round numbers behind the title, those that have room.
        let mut free = x + display_width(&self.frame.x.title) + usize::from(!self.frame.x.title.is_empty());
        for tick in self.frame.x.ticks((from, to), (wide / 7).max(2)) {
            let text = display_width(&tick.text);
            let at = area.from[0] + column(tick.at).saturating_sub(text / 2).min(wide.saturating_sub(text));
            if at >= free {
                cells.text(at, y, &tick.text, None, Emphasis::Dim);
                free = at + text + 1;
            }
        }
        if from < 0.0 && to > 0.0 {
            for row in 0..shown_rows {
                let sign = self.sign('│', '|');
                cells.put(
                    area.from[0] + column(0.0),
                    area.from[1] + row * each + each - 1,
                    Cell { sign, ..EMPTY },
                );
            }
        }
        for (row, name_of) in names.iter().enumerate().take(shown_rows) {
            let line = area.from[1] + row * each;
            let room = if apart { columns / 2 } else { label.saturating_sub(1) };
            cells.text(x, line, &name(&shown(name_of), room), None, Emphasis::Normal);
        }
        for layer in &self.frame.layers {
            for mark in &layer.marks {
                match &mark.shape {
                    Shape::Bar(low, top) => {
                        let row = f64::midpoint(low[1], top[1]).round().max(0.0) as usize;
                        if row >= shown_rows {
                            continue;
                        }
                        let line = area.from[1] + row * each + each - 1;
                        let (first, last) = (column(low[0]), column(top[0]));
                        let sign = self.fill(layer.role);
                        if first == last {
                            cells.put(
                                area.from[0] + first,
                                line,
                                Cell {
                                    sign: self.sign('·', '.'),
                                    role: Some(layer.role),
                                    emphasis: Emphasis::Normal,
                                },
                            );
                        }
                        for at in first..last {
                            cells.put(
                                area.from[0] + at,
                                line,
                                Cell { sign, role: Some(layer.role), emphasis: Emphasis::Normal },
                            );
                        }
                    }
                    Shape::Label(at, text) => {
                        let row = at[1].round().max(0.0) as usize;
                        let text = text.plain();
                        let wide_text = display_width(&text);
                        // A label at the beginning is for a mark that is before it.
                        let before = at[0] <= from;
                        if row >= shown_rows || (!apart && !before && wide_text * 3 > wide) {
                            continue;
                        }
                        let line = area.from[1] + row * each + if before { each - 1 } else { 0 };
                        let from =
                            column(at[0]).saturating_sub(if at[0] >= to { wide_text } else { wide_text / 2 });
                        let from = area.from[0] + from.min(wide.saturating_sub(wide_text));
                        // Of labels that would overlap, the first stays.
                        let mut around = from.saturating_sub(1)..from + wide_text + 1;
                        let free = around.all(|at| cells.at(at, line).sign == ' ');
                        if free {
                            cells.text(from, line, &text, None, Emphasis::Normal);
                        }
                    }
                    Shape::Point(at) => {
                        let row = at[1].round().max(0.0) as usize;
                        if row >= shown_rows {
                            continue;
                        }
                        let sign = match layer.role {
                            Role::Case => self.sign('✕', 'X'),
                            Role::Class(class) => class_sign(class, self.classes, false, self.is_ascii()),
                            _ => self.sign('┼', '+'),
                        };
                        let line = area.from[1] + row * each + each - 1;
                        cells.put(
                            area.from[0] + column(at[0]),
                            line,
                            Cell { sign, role: Some(layer.role), emphasis: Emphasis::Bold },
                        );
                    }
                    // From one number to another, with its ends.
                    Shape::Path(points) => {
                        let [[low, y], [high, _]] = points.as_slice() else { continue };
                        let row = y.round().max(0.0) as usize;
                        if row >= shown_rows {
                            continue;
                        }
                        let line = area.from[1] + row * each + each - 1;
                        let (first, last) = (column(*low), column(*high));
                        for at in first..=last {
                            let sign = match at {
                                at if at == first => self.sign('├', '|'),
                                at if at == last => self.sign('┤', '|'),
                                _ => self.sign('─', '-'),
                            };
                            let cell = Cell { sign, role: Some(layer.role), emphasis: Emphasis::Normal };
                            cells.put(area.from[0] + at, line, cell);
                        }
                    }
                    Shape::Grid { .. } => {}
                }
            }
        }
        area
    }
}
