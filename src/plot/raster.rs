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
//! The dots of all lines of a cell are put together and the topmost line says what the cell is; a sign takes a cell for itself,
//! and the eye bridges it. Classes differ by the shape of their signs first.

use super::axis::Tick;
use super::scene::{Frame, Role, Scene, Shape};
use crate::text::{display_width, name, shown};

/// With what dots are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Glyphs {
    /// Eight dots a cell.
    #[default]
    Braille,
    /// Two.
    Blocks,
    /// One.
    Dots,
    /// One, of plain characters.
    Ascii,
}

impl Glyphs {
    /// All of them, in the order of the key that changes them.
    pub const ALL: [Glyphs; 4] = [Glyphs::Braille, Glyphs::Blocks, Glyphs::Dots, Glyphs::Ascii];

    /// Its name.
    pub fn word(self) -> &'static str {
        match self {
            Glyphs::Braille => "braille",
            Glyphs::Blocks => "blocks",
            Glyphs::Dots => "dots",
            Glyphs::Ascii => "ascii",
        }
    }

    /// Dots of a cell, across and upwards.
    pub fn dots(self) -> [usize; 2] {
        match self {
            Glyphs::Braille => [2, 4],
            Glyphs::Blocks => [1, 2],
            Glyphs::Dots | Glyphs::Ascii => [1, 1],
        }
    }
}

/// How a picture is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// With what.
    pub glyphs: Glyphs,
    /// The height of a cell over its width.
    pub ratio: f64,
    /// Where the crosshair stands, in the units of the first frame.
    pub crosshair: Option<[f64; 2]>,
}

impl Default for Look {
    fn default() -> Self {
        Look { glyphs: Glyphs::Braille, ratio: 2.0, crosshair: None }
    }
}

/// How a cell stands out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Emphasis {
    /// As it is.
    #[default]
    Normal,
    /// It stands out.
    Bold,
    /// It stands back.
    Dim,
    /// It is selected.
    Selected,
}

/// One cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell {
    /// Its character, one column wide.
    pub sign: char,
    /// What it belongs to; `None` for axes and their numbers.
    pub role: Option<Role>,
    /// How it stands out.
    pub emphasis: Emphasis,
}

const EMPTY: Cell = Cell { sign: ' ', role: None, emphasis: Emphasis::Normal };

/// A picture in cells.
#[derive(Clone, Debug)]
pub struct Cells {
    /// Columns.
    pub columns: usize,
    /// Rows.
    pub rows: usize,
    cells: Vec<Cell>,
    /// Where each frame was drawn.
    pub areas: Vec<Area>,
}

/// Where a frame is drawn between its axes, in cells, and what it shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    /// The first column and row.
    pub from: [usize; 2],
    /// Columns and rows.
    pub size: [usize; 2],
    /// The ranges that are seen: those of the frame, one of them widened where both axes have one scale.
    pub range: [(f64, f64); 2],
}

/// Frames in a row at most.
const BESIDE: usize = 3;
/// The least columns and rows of a frame.
const LEAST: [usize; 2] = [12, 5];

impl Area {
    /// The cell of a point; `None` outside.
    pub fn cell(&self, at: [f64; 2]) -> Option<[usize; 2]> {
        let [x, y] = self.range;
        let column = place(at[0], x, self.size[0])?;
        // Rows are counted from the top.
        let row = place(at[1], (y.1, y.0), self.size[1])?;
        Some([self.from[0] + column, self.from[1] + row])
    }

    /// The point in the middle of a cell.
    pub fn point(&self, cell: [usize; 2]) -> [f64; 2] {
        let share = |at: usize, of: usize, (from, to): (f64, f64)| {
            if of > 1 { from + (to - from) * at as f64 / (of - 1) as f64 } else { f64::midpoint(from, to) }
        };
        let row = (self.from[1] + self.size[1] - 1).saturating_sub(cell[1]);
        [
            share(cell[0].saturating_sub(self.from[0]), self.size[0], self.range[0]),
            share(row, self.size[1], self.range[1]),
        ]
    }
}

/// Of `n` dots over a range the one of a number, from 0; `None` outside.
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

fn place(at: f64, range: (f64, f64), n: usize) -> Option<usize> {
    dot(at, range, n)
}

/// What the bars of the legend's first, second … entry are filled with.
pub fn bar_fill(place: usize, ascii: bool) -> char {
    let fills = if ascii { ['#', '=', '.', ':', '%'] } else { ['█', '▒', '░', '▓', '▚'] };
    fills.get(place % fills.len()).copied().unwrap_or('█')
}

/// The sign of a class, of one that is called another, and where there are only plain characters. Over five classes they are
/// letters.
pub fn class_sign(class: usize, classes: usize, wrong: bool, ascii: bool) -> char {
    if classes > 5 {
        let letter = char::from(b'a' + u8::try_from(class % 26).unwrap_or(0));
        return if wrong { letter.to_ascii_uppercase() } else { letter };
    }
    let signs = match (ascii, wrong) {
        (false, false) => ['●', '▲', '■', '◆', '✚'],
        (false, true) => ['○', '△', '□', '◇', '✛'],
        (true, false) => ['o', '^', '#', '*', '+'],
        (true, true) => ['0', 'A', 'H', '%', 'T'],
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

    fn put(&mut self, column: usize, row: usize, cell: Cell) {
        if let Some(place) = self.cells.get_mut(row * self.columns + column)
            && column < self.columns
        {
            *place = cell;
        }
    }

    fn text(&mut self, column: usize, row: usize, text: &str, role: Option<Role>, emphasis: Emphasis) {
        for (at, sign) in text.chars().enumerate() {
            self.put(column + at, row, Cell { sign, role, emphasis });
        }
    }

    /// The rows as text, without blanks at their ends.
    pub fn lines(&self) -> Vec<String> {
        let line = |row: usize| {
            let line: String = (0..self.columns).map(|column| self.at(column, row).sign).collect();
            line.trim_end().to_owned()
        };
        (0..self.rows).map(line).collect()
    }
}

/// Draws a scene into so many columns and rows.
pub fn raster(scene: &Scene, (columns, rows): (usize, usize), look: &Look) -> Cells {
    let mut cells = Cells::new(columns, rows);
    let classes = classes(scene);
    let bars: Vec<Role> = scene.legend.iter().map(|key| key.role).collect();
    let frames: Vec<&Frame> = scene.frames.iter().collect();
    // Frames below each other share the width where the second is a band under the first.
    let stacked = frames.len() == 2;
    let areas: Vec<[usize; 4]> = if stacked {
        let low = (rows / 4).clamp(4, 8).min(rows / 2);
        vec![[0, 0, columns, rows - low], [0, rows - low, columns, low]]
    } else {
        let beside = frames.len().clamp(1, BESIDE);
        let high = rows / frames.len().div_ceil(beside).max(1);
        let wide = columns / beside;
        (0..frames.len()).map(|at| [at % beside * wide, at / beside * high, wide, high]).collect()
    };
    // What stands below each other has one left edge.
    let left = if stacked { frames.iter().map(|frame| labels(frame, rows)).max() } else { None };
    for (at, (frame, area)) in frames.iter().zip(areas).enumerate() {
        let crosshair = look.crosshair.filter(|_| at == 0);
        let drawn = Drawing { frame, look, classes, left, bars: &bars }.draw(&mut cells, area, crosshair);
        cells.areas.extend(drawn);
    }
    cells
}

/// How many classes have signs.
fn classes(scene: &Scene) -> usize {
    let roles = scene.frames.iter().flat_map(|frame| &frame.layers).map(|layer| layer.role);
    let class = |role: Role| match role {
        Role::Class(class) | Role::Wrong(class) | Role::Mean(class) | Role::Ring(class, _) => class + 1,
        _ => 0,
    };
    roles.chain(scene.legend.iter().map(|key| key.role)).map(class).max().unwrap_or(0)
}

/// The columns that the numbers of the upward axis take, however many of them there are.
fn labels(frame: &Frame, rows: usize) -> usize {
    let texts = (2..=(rows / 3).max(2)).flat_map(|most| frame.y.ticks(frame.y.range, most));
    texts.map(|tick| display_width(&tick.text)).max().unwrap_or(0)
}

struct Drawing<'a> {
    frame: &'a Frame,
    look: &'a Look,
    classes: usize,
    left: Option<usize>,
    /// The roles of the legend: what stands first in it has solid bars.
    bars: &'a [Role],
}

/// Dots of a cell and whose they are.
#[derive(Clone, Copy, Default)]
struct Dots {
    bits: u8,
    role: Option<Role>,
    /// The direction of a line, for plain characters.
    slope: f64,
}

impl Drawing<'_> {
    fn is_ascii(&self) -> bool {
        self.look.glyphs == Glyphs::Ascii
    }

    fn sign(&self, unicode: char, ascii: char) -> char {
        if self.is_ascii() { ascii } else { unicode }
    }

    fn draw(&self, cells: &mut Cells, area: [usize; 4], crosshair: Option<[f64; 2]>) -> Option<Area> {
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
        if let Some(at) = crosshair {
            self.put_crosshair(cells, &placed, at);
        }
        Some(placed)
    }

    /// The ranges of the axes; where both have one scale, the other is widened about its middle.
    fn ranges(&self, [wide, high]: [usize; 2]) -> [(f64, f64); 2] {
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

    fn titles(&self, cells: &mut Cells, [x, row, columns]: [usize; 3]) {
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

    fn axes(&self, cells: &mut Cells, area: &Area, left: usize, below: bool) {
        let [column, row] = area.from;
        let [wide, high] = area.size;
        let upright = self.sign('│', '|');
        for at in 0..high {
            cells.put(column - 1, row + at, Cell { sign: upright, ..EMPTY });
        }
        for tick in self.frame.y.ticks(area.range[1], (high / 3).max(2)) {
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

    /// Ticks to the right, as many as their texts leave room for.
    fn across(&self, area: &Area) -> Vec<Tick> {
        let wide = area.size[0];
        let fits =
            |all: &Vec<Tick>| all.iter().map(|tick| display_width(&tick.text) + 2).sum::<usize>() <= wide;
        (2..=(wide / 7).max(2))
            .rev()
            .map(|most| self.frame.x.ticks(area.range[0], most))
            .find(fits)
            .unwrap_or_default()
    }

    /// The dots of all lines, cell by cell.
    fn lines(&self, area: &Area) -> Vec<Dots> {
        let [across, up] = self.look.glyphs.dots();
        let [wide, high] = area.size;
        let mut dots = vec![Dots::default(); wide * high];
        for layer in &self.frame.layers {
            let Some(pattern) = pattern(layer.role) else { continue };
            for mark in &layer.marks {
                let Shape::Path(points) = &mark.shape else { continue };
                let mut phase = 0;
                for pair in points.windows(2) {
                    let [a, b] = pair else { continue };
                    let Some((a, b)) = clipped(*a, *b, area.range) else { continue };
                    let to_dot = |at: [f64; 2]| {
                        let [x, y] = area.range;
                        [
                            (at[0] - x.0) / (x.1 - x.0) * (wide * across - 1) as f64,
                            (y.1 - at[1]) / (y.1 - y.0) * (high * up - 1) as f64,
                        ]
                    };
                    let (a, b) = (to_dot(a), to_dot(b));
                    let apart = [b[0] - a[0], b[1] - a[1]];
                    let steps = apart[0].abs().max(apart[1].abs()).ceil().max(1.0) as usize;
                    for step in 0..=steps {
                        let share = step as f64 / steps as f64;
                        let at = [(a[0] + apart[0] * share).round(), (a[1] + apart[1] * share).round()];
                        let (column, row) = (at[0] as usize, at[1] as usize);
                        // Where a dash is depends on the place, so that it stands still while the view moves.
                        let is_on = pattern.is_none_or(|[on, off]| (phase + step) % (on + off) < on);
                        let row = row.min(high * up - 1);
                        let place = (row / up) * wide + column / across;
                        if let Some(found) = dots.get_mut(place).filter(|_| is_on) {
                            found.bits |= bit(self.look.glyphs, column % across, row % up);
                            found.role = Some(layer.role);
                            found.slope = (-apart[1]).atan2(apart[0]);
                        }
                    }
                    phase += steps;
                }
            }
        }
        dots
    }

    fn put_lines(&self, cells: &mut Cells, area: &Area, dots: &[Dots]) {
        let [wide, _] = area.size;
        for (at, dots) in dots.iter().enumerate().filter(|(_, dots)| dots.bits != 0) {
            let Some(role) = dots.role else { continue };
            let sign = match self.look.glyphs {
                Glyphs::Braille => char::from_u32(0x2800 + u32::from(dots.bits)).unwrap_or('·'),
                Glyphs::Blocks => match dots.bits {
                    1 => '▀',
                    2 => '▄',
                    _ => '█',
                },
                Glyphs::Dots => '·',
                Glyphs::Ascii => self.plain(role, dots.slope),
            };
            let emphasis = match role {
                Role::Boundary(..) => Emphasis::Bold,
                Role::Hidden(..) | Role::Evidence => Emphasis::Dim,
                _ => Emphasis::Normal,
            };
            cells.put(
                area.from[0] + at % wide,
                area.from[1] + at / wide,
                Cell { sign, role: Some(role), emphasis },
            );
        }
    }

    /// A line of plain characters: boundaries by their slope, rings by dots.
    fn plain(&self, role: Role, slope: f64) -> char {
        match role {
            Role::Ring(..) | Role::Evidence => return '.',
            Role::Hidden(..) => return ':',
            Role::Rival => return '=',
            _ => {}
        }
        let turned = slope.to_degrees().rem_euclid(180.0);
        match turned {
            turned if !(22.5..157.5).contains(&turned) => '-',
            turned if turned < 67.5 => '/',
            turned if turned < 112.5 => '|',
            _ => '\\',
        }
    }

    /// Counts by class, and the stipple of doubt, where no line is.
    fn put_density(&self, cells: &mut Cells, area: &Area, dots: &[Dots]) {
        let [wide, high] = area.size;
        let mut grids: Vec<(Role, usize, &[u32])> = Vec::new();
        for layer in &self.frame.layers {
            for mark in &layer.marks {
                if let Shape::Grid { columns, levels } = &mark.shape {
                    grids.push((layer.role, *columns, levels));
                }
            }
        }
        let sum = |columns: usize, levels: &[u32], column: usize, row: usize| -> u64 {
            let rows = levels.len() / columns.max(1);
            let span = |at: usize, of: usize, many: usize| {
                (at * many / of)..(((at + 1) * many).div_ceil(of).max(at * many / of + 1))
            };
            let inside = span(high - 1 - row, high, rows)
                .flat_map(|y| span(column, wide, columns).map(move |x| (x, y)));
            inside.filter_map(|(x, y)| levels.get(y * columns + x)).map(|level| u64::from(*level)).sum()
        };
        let is_class = |role: &Role| matches!(role, Role::Class(_));
        let mut counted: Vec<(u64, usize, usize, Role)> = Vec::new();
        for row in 0..high {
            for column in 0..wide {
                let free = dots.get(row * wide + column).is_none_or(|dots| dots.bits == 0);
                // Lines lie above what is counted.
                if !free {
                    continue;
                }
                let most = grids
                    .iter()
                    .filter(|(role, ..)| is_class(role))
                    .map(|(role, columns, levels)| (sum(*columns, levels, column, row), *role))
                    .rev()
                    .max_by_key(|(many, _)| *many);
                if let Some((many, role)) = most.filter(|(many, _)| *many > 0) {
                    counted.push((many, column, row, role));
                    continue;
                }
                let doubt = grids.iter().find(|(role, ..)| *role == Role::Doubt);
                let Some((role, columns, levels)) = doubt else { continue };
                let rows = levels.len() / (*columns).max(1);
                let (x, y) =
                    ((2 * column + 1) * columns / (2 * wide), (2 * (high - 1 - row) + 1) * rows / (2 * high));
                let level = levels.get(y * columns + x).copied().unwrap_or(0);
                let sign = match (level, self.look.glyphs) {
                    (0, _) => continue,
                    (1, Glyphs::Braille) => '⠂',
                    (_, Glyphs::Braille) => '⠢',
                    (1, Glyphs::Ascii) => ',',
                    (_, Glyphs::Ascii) => ';',
                    (1, _) => '·',
                    _ => ':',
                };
                let cell = Cell { sign, role: Some(*role), emphasis: Emphasis::Dim };
                cells.put(area.from[0] + column, area.from[1] + row, cell);
            }
        }
        // By rank among the cells that have any: the lower half a point, the top tenth bold.
        counted.sort_by_key(|(many, ..)| *many);
        let all = counted.len();
        for (rank, (_, column, row, role)) in counted.into_iter().enumerate() {
            let Role::Class(class) = role else { continue };
            let sign = if rank * 2 < all {
                self.sign('·', '.')
            } else {
                class_sign(class, self.classes, false, self.is_ascii())
            };
            let emphasis = if rank * 10 >= all * 9 { Emphasis::Bold } else { Emphasis::Normal };
            cells.put(area.from[0] + column, area.from[1] + row, Cell { sign, role: Some(role), emphasis });
        }
    }

    /// Bars upwards: of a histogram an outline of dots, of a share solid blocks that differ by class.
    fn put_blocks(&self, cells: &mut Cells, area: &Area) {
        let [wide, high] = area.size;
        let rows_of = |y: f64| (y - area.range[1].0) / (area.range[1].1 - area.range[1].0) * high as f64;
        for layer in &self.frame.layers {
            for mark in &layer.marks {
                let Shape::Bar(low, top) = &mark.shape else { continue };
                let [x, _] = area.range;
                let column = |at: f64| ((at - x.0) / (x.1 - x.0) * wide as f64).clamp(0.0, wide as f64);
                let (from, to) = (column(low[0]).round() as usize, column(top[0]).round() as usize);
                let (bottom, upper) = (rows_of(low[1]).max(0.0), rows_of(top[1]).min(high as f64));
                for at in from..to.max(from + 1).min(wide) {
                    let (first, last) = (bottom.round() as usize, upper.round() as usize);
                    for row in first..last.min(high) {
                        let here = [area.from[0] + at, area.from[1] + high - 1 - row];
                        let sign = match layer.role {
                            role @ Role::Class(_) => self.fill(role),
                            // A histogram lies under everything: only its top is drawn.
                            _ if row + 1 == last && cells.at(here[0], here[1]).sign == ' ' => {
                                self.sign('▁', '_')
                            }
                            _ => continue,
                        };
                        let emphasis =
                            if layer.role == Role::Plain { Emphasis::Dim } else { Emphasis::Normal };
                        cells.put(here[0], here[1], Cell { sign, role: Some(layer.role), emphasis });
                    }
                }
            }
        }
    }

    /// What bars are filled with: solid for what the legend begins with.
    fn fill(&self, role: Role) -> char {
        let place = self.bars.iter().position(|one| *one == role).unwrap_or(2);
        bar_fill(place, self.is_ascii())
    }

    fn put_points(&self, cells: &mut Cells, area: &Area) {
        use std::collections::BTreeMap;
        // Of several points in a cell those called another class win, then the most, then the first class.
        let mut counted: BTreeMap<[usize; 2], BTreeMap<(bool, usize), usize>> = BTreeMap::new();
        for layer in &self.frame.layers {
            let key = match layer.role {
                Role::Class(class) => (false, class),
                Role::Wrong(class) => (true, class),
                _ => continue,
            };
            for mark in &layer.marks {
                if let Shape::Point(at) = mark.shape
                    && let Some(cell) = area.cell(at)
                {
                    *counted.entry(cell).or_default().entry(key).or_default() += 1;
                }
            }
        }
        for (cell, found) in counted {
            let best = found.iter().max_by_key(|((wrong, class), many)| (*wrong, **many, usize::MAX - class));
            let Some(((wrong, class), _)) = best else { continue };
            let sign = class_sign(*class, self.classes, *wrong, self.is_ascii());
            let role = Some(if *wrong { Role::Wrong(*class) } else { Role::Class(*class) });
            let emphasis = if *wrong { Emphasis::Bold } else { Emphasis::Normal };
            cells.put(cell[0], cell[1], Cell { sign, role, emphasis });
        }
        for layer in &self.frame.layers {
            for mark in &layer.marks {
                let (Shape::Point(at), role) = (&mark.shape, layer.role) else { continue };
                let Some([column, row]) = area.cell(*at) else { continue };
                let put = |cells: &mut Cells, column: usize, sign: char, emphasis| {
                    if (area.from[0]..area.from[0] + area.size[0]).contains(&column) {
                        cells.put(column, row, Cell { sign, role: Some(role), emphasis });
                    }
                };
                match role {
                    Role::Mean(class) => {
                        put(cells, column.wrapping_sub(1), '[', Emphasis::Bold);
                        put(
                            cells,
                            column,
                            class_sign(class, self.classes, false, self.is_ascii()),
                            Emphasis::Bold,
                        );
                        put(cells, column + 1, ']', Emphasis::Bold);
                    }
                    Role::Case => put(cells, column, self.sign('✕', 'X'), Emphasis::Bold),
                    Role::Boundary(..) => put(cells, column, self.sign('◇', '%'), Emphasis::Bold),
                    _ => {}
                }
            }
        }
    }

    fn put_crosshair(&self, cells: &mut Cells, area: &Area, at: [f64; 2]) {
        let Some([column, row]) = area.cell(at) else { return };
        let (sign, under) = (self.sign('┼', '@'), cells.at(column, row));
        cells.put(column, row, Cell { sign, role: under.role, emphasis: Emphasis::Selected });
        let mark = |sign| Cell { sign, role: None, emphasis: Emphasis::Bold };
        cells.put(area.from[0] - 1, row, mark(self.sign('▸', '>')));
        cells.put(column, area.from[1] + area.size[1], mark(self.sign('▴', '^')));
    }

    /// Names down the left: each has a line for its name and what stands beside it, and one for its bar or its points. Where
    /// there are too few rows, one line for both.
    fn bars(&self, cells: &mut Cells, [x, y, columns, rows]: [usize; 4]) -> Area {
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
        if from < 0.0 && to > 0.0 {
            let zero = area.from[0] + column(0.0);
            cells.text(x, y, &self.frame.x.title, None, Emphasis::Dim);
            cells.put(zero, y, Cell { sign: '0', ..EMPTY });
            for row in 0..shown_rows {
                cells.put(
                    zero,
                    area.from[1] + row * each + each - 1,
                    Cell { sign: self.sign('│', '|'), ..EMPTY },
                );
            }
        } else {
            cells.text(x, y, &self.frame.x.title, None, Emphasis::Dim);
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
                        if row >= shown_rows || (!apart && wide_text * 3 > wide) {
                            continue;
                        }
                        let line = area.from[1] + row * each;
                        let from =
                            column(at[0]).saturating_sub(if at[0] >= to { wide_text } else { wide_text / 2 });
                        let from = area.from[0] + from.min(wide.saturating_sub(wide_text));
                        // Names that stand close to each other: what is there stays.
                        let free = (0..wide_text + 1).all(|at| cells.at(from + at, line).sign == ' ');
                        if free {
                            cells.text(from, line, &text, None, Emphasis::Normal);
                        }
                    }
                    Shape::Point(at) => {
                        let row = at[1].round().max(0.0) as usize;
                        if row >= shown_rows {
                            continue;
                        }
                        let sign = if layer.role == Role::Case {
                            self.sign('✕', 'X')
                        } else {
                            self.sign('┼', '+')
                        };
                        let line = area.from[1] + row * each + each - 1;
                        cells.put(
                            area.from[0] + column(at[0]),
                            line,
                            Cell { sign, role: Some(layer.role), emphasis: Emphasis::Bold },
                        );
                    }
                    Shape::Path(_) | Shape::Grid { .. } => {}
                }
            }
        }
        area
    }
}

/// Dots on and off along a line; `Some(None)` for a solid one, `None` for a layer without lines.
fn pattern(role: Role) -> Option<Option<[usize; 2]>> {
    Some(match role {
        Role::Boundary(..) | Role::Class(_) | Role::Ring(_, 1) | Role::Plain => None,
        Role::Ring(_, 4) => Some([1, 1]),
        Role::Ring(..) => Some([1, 3]),
        Role::Rival => Some([4, 3]),
        Role::Evidence => Some([1, 2]),
        Role::Hidden(..) => Some([1, 5]),
        _ => return None,
    })
}

/// The bit of a dot in a cell; rows from the top.
fn bit(glyphs: Glyphs, column: usize, row: usize) -> u8 {
    match glyphs {
        Glyphs::Braille => {
            let bits = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];
            bits.get(row).and_then(|row| row.get(column)).copied().unwrap_or(0)
        }
        Glyphs::Blocks => 1 << row.min(1),
        Glyphs::Dots | Glyphs::Ascii => 1,
    }
}

/// The part of a stretch that lies inside (Liang and Barsky); `None` for one outside, and for numbers that are not finite.
fn clipped(a: [f64; 2], b: [f64; 2], range: [(f64, f64); 2]) -> Option<([f64; 2], [f64; 2])> {
    let (mut first, mut last) = (0.0_f64, 1.0_f64);
    for ((a, b), (from, to)) in a.into_iter().zip(b).zip(range) {
        let apart = b - a;
        if !apart.is_finite() {
            return None;
        }
        if apart == 0.0 {
            if !(from..=to).contains(&a) {
                return None;
            }
            continue;
        }
        let (mut enter, mut leave) = ((from - a) / apart, (to - a) / apart);
        if enter > leave {
            std::mem::swap(&mut enter, &mut leave);
        }
        (first, last) = (first.max(enter), last.min(leave));
    }
    if first > last {
        return None;
    }
    let on = |a: f64, b: f64, (from, to): (f64, f64), share: f64| (a + (b - a) * share).clamp(from, to);
    let at = |share: f64| [on(a[0], b[0], range[0], share), on(a[1], b[1], range[1], share)];
    Some((at(first), at(last)))
}
