//! A frame in the cells of a terminal: axes, bars, points and lines become characters and dots.

use super::{
    Area, Emphasis, Glyphs, MarkShape, RasterCell, RasterCells, RasterStyle, Role, SceneFrame, bar_fill,
    class_sign, dot,
};
use crate::text::{display_width, name, shown};
use std::collections::BTreeMap;

/// The least columns and rows of a frame.
const LEAST: [usize; 2] = [12, 5];

/// The frame that is drawn. Columns and rows are those of the cells; rows are counted from the top.
struct FrameDrawing<'a> {
    cells: &'a mut RasterCells,
    frame: &'a SceneFrame,
    look: RasterStyle,
    classes: usize,
    /// The roles of the legend, which decide how bars are filled.
    legend: &'a [Role],
    area: Area,
}

/// Draws a frame into columns and rows from a corner, and adds its area if there is room. `left` is the width of the
/// labels beside it.
pub(super) fn draw(
    cells: &mut RasterCells,
    frame: &SceneFrame,
    look: RasterStyle,
    (classes, legend): (usize, &[Role]),
    left: Option<usize>,
    [x, y, columns, rows]: [usize; 4],
) {
    if columns < LEAST[0] || rows < LEAST[1].min(4) {
        return;
    }
    let area = Area { from: [x, y], size: [columns, rows], range: [frame.x.range, frame.y.range] };
    let mut drawing = FrameDrawing { cells, frame, look, classes, legend, area };
    if frame.y.names.is_empty() {
        drawing.plot(left);
    } else {
        drawing.rows();
    }
    let area = drawing.area;
    cells.areas.push(area);
}

/// Returns how many ticks an upward axis has at most: in a low frame every other row, in a high one every third.
fn up_ticks(rows: usize) -> usize {
    if rows < 9 { rows.div_ceil(2).max(2) } else { rows / 3 }
}

/// Returns the width of the labels beside a frame.
pub(super) fn labels(frame: &SceneFrame, rows: usize) -> usize {
    let texts = (2..=up_ticks(rows)).flat_map(|most| frame.y.ticks(frame.y.range, most));
    texts.map(|(_, text)| display_width(&text)).max().unwrap_or(0)
}

impl FrameDrawing<'_> {
    fn is_ascii(&self) -> bool {
        self.look.glyphs == Glyphs::Ascii
    }

    fn sign(&self, unicode: char, ascii: char) -> char {
        if self.is_ascii() { ascii } else { unicode }
    }

    fn class_sign(&self, class: usize, wrong: bool) -> char {
        class_sign(class, self.classes, wrong, self.is_ascii())
    }

    fn fill(&self, role: Role) -> char {
        let place = self.legend.iter().position(|one| *one == role).unwrap_or(2);
        bar_fill(place, self.is_ascii())
    }

    fn axis(&mut self, column: usize, row: usize, sign: char) {
        self.cells.put(column, row, RasterCell { sign, role: None, emphasis: Emphasis::Normal });
    }

    fn put(&mut self, [column, row]: [usize; 2], sign: char, role: Role, emphasis: Emphasis) {
        self.cells.put(column, row, RasterCell { sign, role: Some(role), emphasis });
    }

    fn plot(&mut self, left: Option<usize>) {
        let Area { from: [x, mut top], size: [columns, rows], .. } = self.area;
        let (frame, y) = (self.frame, top);
        if rows >= LEAST[1] + 2 {
            self.titles();
            top += 1;
        }
        let below = if frame.x.title.is_empty() { 0 } else { 2 };
        let high = (y + rows).saturating_sub(top + below).max(1);
        let left = left.unwrap_or_else(|| labels(frame, high)).min(columns / 3);
        let wide = columns.saturating_sub(left + 1).max(1);
        self.area =
            Area { from: [x + left + 1, top], size: [wide, high], range: [frame.x.range, frame.y.range] };
        self.axes(left, below > 0);
        let dots = self.lines();
        self.put_lines(&dots);
        self.put_density(&dots);
        self.put_blocks();
        self.put_points();
        self.look.crosshair.into_iter().for_each(|at| self.put_cursor(at, false));
        self.look.selected.into_iter().for_each(|at| self.put_cursor(at, true));
    }

    fn titles(&mut self) {
        let Area { from: [x, row], size: [columns, _], .. } = self.area;
        let frame = self.frame;
        let title = |title: &str| name(&shown(title), (columns / 2).saturating_sub(3)).to_string();
        let up = format!("{} {}", self.sign('↑', '^'), title(&frame.y.title));
        self.cells.text(x, row, &up, Emphasis::Dim);
        if !frame.x.title.is_empty() {
            let right = format!("{} {}", title(&frame.x.title), self.sign('→', '>'));
            let from = x + columns.saturating_sub(display_width(&right) + 1);
            self.cells.text(from, row, &right, Emphasis::Dim);
        }
    }

    fn axes(&mut self, left: usize, below: bool) {
        let Area { from: [column, row], size: [wide, high], range: [x, y] } = self.area;
        let line = row + high;
        let upright = self.sign('│', '|');
        (row..line).for_each(|row| self.axis(column - 1, row, upright));
        for (at, text) in self.frame.y.ticks(y, up_ticks(high)) {
            let Some(at) = dot(at, (y.1, y.0), high) else { continue };
            let text = name(&text, left);
            let from = column.saturating_sub(1 + display_width(&text));
            self.cells.text(from, row + at, &text, Emphasis::Normal);
        }
        if !below {
            return;
        }
        let [corner, level, tick] = [('└', '+'), ('─', '-'), ('┴', '+')].map(|(a, b)| self.sign(a, b));
        self.axis(column - 1, line, corner);
        (0..wide).for_each(|at| self.axis(column + at, line, level));
        let most = (2..=(wide / 7).max(2)).rev();
        let fits = |all: &Vec<(f64, String)>| {
            all.iter().map(|(_, text)| display_width(text) + 2).sum::<usize>() <= wide
        };
        let ticks = most.map(|most| self.frame.x.ticks(x, most)).find(fits).unwrap_or_default();
        let mut free = 0;
        for (at, text) in ticks {
            let Some(at) = dot(at, x, wide) else { continue };
            self.axis(column + at, line, tick);
            let width = display_width(&text);
            let from = (column + at).saturating_sub(width / 2).min(column + wide.saturating_sub(width));
            if from >= free {
                self.cells.text(from, line + 1, &text, Emphasis::Normal);
                free = from + width + 1;
            }
        }
    }

    /// Draws a crosshair, or a selected point, which keeps its sign; with marks on both axes.
    fn put_cursor(&mut self, at: [f64; 2], is_point: bool) {
        let Some([column, row]) = self.area.cell(at) else { return };
        let under = self.cells.at(column, row);
        let is_mark = matches!(under.role, Some(Role::Class(_) | Role::Wrong(_) | Role::Case))
            && !('\u{2800}'..='\u{28ff}').contains(&under.sign);
        let sign = match (is_point, is_mark) {
            (true, true) => under.sign,
            (true, false) => self.sign('●', 'o'),
            (false, _) => self.sign('┼', '@'),
        };
        self.cells.put(column, row, RasterCell { sign, role: under.role, emphasis: Emphasis::Selected });
        let (beside, below) = (self.sign('▸', '>').to_string(), self.sign('▴', '^').to_string());
        let Area { from, size, .. } = self.area;
        self.cells.text(from[0] - 1, row, &beside, Emphasis::Bold);
        self.cells.text(column, from[1] + size[1], &below, Emphasis::Bold);
    }

    fn put_density(&mut self, dots: &[Dots]) {
        let Area { from, size: [wide, high], .. } = self.area;
        let grids = marks(self.frame).filter_map(|(role, shape)| match shape {
            MarkShape::Grid { columns, levels } => Some((role, *columns, levels.as_slice())),
            _ => None,
        });
        let grids: Vec<(Role, usize, &[u32])> = grids.collect();
        let sum = |columns: usize, levels: &[u32], column: usize, row: usize| -> u64 {
            let rows = levels.len() / columns.max(1);
            let span = |at: usize, of: usize, many: usize| {
                (at * many / of)..(((at + 1) * many).div_ceil(of).max(at * many / of + 1))
            };
            let inside = span(high - 1 - row, high, rows)
                .flat_map(|y| span(column, wide, columns).map(move |x| (x, y)));
            inside.filter_map(|(x, y)| levels.get(y * columns + x)).map(|level| u64::from(*level)).sum()
        };
        let mut counted: Vec<(u64, [usize; 2], usize)> = Vec::new();
        let cells = (0..high).flat_map(|row| (0..wide).map(move |column| (column, row)));
        // Lines are drawn over counts.
        let free =
            |(column, row): &(usize, usize)| dots.get(row * wide + column).is_none_or(|dots| dots.bits == 0);
        for (column, row) in cells.filter(free) {
            let place = [from[0] + column, from[1] + row];
            let of_class = |(role, columns, levels): &(Role, usize, &[u32])| match role {
                Role::Class(class) => Some((sum(*columns, levels, column, row), *class)),
                _ => None,
            };
            let most = grids.iter().filter_map(of_class).rev().max_by_key(|(many, _)| *many);
            if let Some((many, class)) = most.filter(|(many, _)| *many > 0) {
                counted.push((many, place, class));
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
            self.put(place, sign, *role, Emphasis::Dim);
        }
        // By rank among the cells that have any: the lower half a point, the top tenth bold.
        counted.sort_by_key(|(many, ..)| *many);
        let all = counted.len();
        for (rank, (_, place, class)) in counted.into_iter().enumerate() {
            let sign = if rank * 2 < all { self.sign('·', '.') } else { self.class_sign(class, false) };
            let emphasis = if rank * 10 >= all * 9 { Emphasis::Bold } else { Emphasis::Normal };
            self.put(place, sign, Role::Class(class), emphasis);
        }
    }

    /// Draws bars upwards: an outline of dots for a histogram, solid blocks that differ by class for shares.
    fn put_blocks(&mut self) {
        let Area { from: corner, size: [wide, high], range: [x, y] } = self.area;
        let rows_of = |at: f64| (at - y.0) / (y.1 - y.0) * high as f64;
        let column = |at: f64| ((at - x.0) / (x.1 - x.0) * wide as f64).clamp(0.0, wide as f64);
        let frame = self.frame;
        for (role, shape) in marks(frame) {
            let MarkShape::Bar(low, top) = shape else { continue };
            let (from, to) = (column(low[0]).round() as usize, column(top[0]).round() as usize);
            let first = rows_of(low[1]).max(0.0).round() as usize;
            let last = rows_of(top[1]).min(high as f64).round() as usize;
            for at in from..to.max(from + 1).min(wide) {
                for row in first..last.min(high) {
                    let place = [corner[0] + at, corner[1] + high - 1 - row];
                    let sign = match role {
                        Role::Class(_) => self.fill(role),
                        // A histogram lies under everything: only its top is drawn.
                        _ if row + 1 == last && self.cells.at(place[0], place[1]).sign == ' ' => {
                            self.sign('▁', '_')
                        }
                        _ => continue,
                    };
                    let emphasis = if role == Role::Plain { Emphasis::Dim } else { Emphasis::Normal };
                    self.put(place, sign, role, emphasis);
                }
            }
        }
    }

    fn put_points(&mut self) {
        // Of several points in a cell, misclassified ones win, then the most frequent, then the first class.
        let frame = self.frame;
        let points = || {
            marks(frame).filter_map(|(role, shape)| match shape {
                MarkShape::Point(at) => Some((role, self.area.cell(*at)?)),
                _ => None,
            })
        };
        let mut counted: BTreeMap<[usize; 2], BTreeMap<(bool, usize), usize>> = BTreeMap::new();
        let mut others = Vec::new();
        for (role, cell) in points() {
            let key = match role {
                Role::Class(class) => (false, class),
                Role::Wrong(class) => (true, class),
                _ => {
                    others.push((role, cell));
                    continue;
                }
            };
            *counted.entry(cell).or_default().entry(key).or_default() += 1;
        }
        for (cell, found) in counted {
            let best = found.iter().max_by_key(|((wrong, class), many)| (*wrong, **many, usize::MAX - class));
            let Some(((wrong, class), _)) = best else { continue };
            let sign = self.class_sign(*class, *wrong);
            match wrong {
                true => self.put(cell, sign, Role::Wrong(*class), Emphasis::Bold),
                false => self.put(cell, sign, Role::Class(*class), Emphasis::Normal),
            }
        }
        for (role, [column, row]) in others {
            match role {
                Role::Mean(class) => {
                    let columns = self.area.from[0]..self.area.from[0] + self.area.size[0];
                    let signs = ['[', self.class_sign(class, false), ']'];
                    for (at, sign) in (column - 1..).zip(signs) {
                        if columns.contains(&at) {
                            self.put([at, row], sign, role, Emphasis::Bold);
                        }
                    }
                }
                Role::Case => self.put([column, row], self.sign('✕', 'X'), role, Emphasis::Bold),
                Role::Boundary(..) => self.put([column, row], self.sign('◇', '%'), role, Emphasis::Bold),
                _ => {}
            }
        }
    }

    fn lines(&self) -> Vec<Dots> {
        let [across, up] = self.look.glyphs.dots();
        let Area { size: [wide, high], range: [x, y], .. } = self.area;
        let mut dots = vec![Dots::default(); wide * high];
        for (role, shape) in marks(self.frame) {
            let (Some(pattern), MarkShape::Path(points)) = (pattern(role), shape) else { continue };
            let mut phase = 0;
            for (a, b) in points.iter().zip(points.iter().skip(1)) {
                let Some((a, b)) = clipped(*a, *b, [x, y]) else { continue };
                let to_dot = |at: [f64; 2]| {
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
                    let (column, row) = (at[0] as usize, (at[1] as usize).min(high * up - 1));
                    // Dashes are counted along the line.
                    let is_on = pattern.is_none_or(|[on, off]| (phase + step) % (on + off) < on);
                    let place = (row / up) * wide + column / across;
                    if let Some(found) = dots.get_mut(place).filter(|_| is_on) {
                        found.bits |= bit(self.look.glyphs, column % across, row % up);
                        found.role = Some(role);
                        found.slope = (-apart[1]).atan2(apart[0]);
                    }
                }
                phase += steps;
            }
        }
        dots
    }

    fn put_lines(&mut self, dots: &[Dots]) {
        let Area { from, size: [wide, _], .. } = self.area;
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
                Glyphs::Ascii => plain(role, dots.slope),
            };
            let emphasis = match role {
                Role::Boundary(..) => Emphasis::Bold,
                Role::Hidden(..) | Role::Evidence => Emphasis::Dim,
                _ => Emphasis::Normal,
            };
            self.put([from[0] + at % wide, from[1] + at / wide], sign, role, emphasis);
        }
    }

    /// Draws names down the left: each has a line for its name and its number, and one for its bar or its points. With too
    /// few rows, one line for both.
    fn rows(&mut self) {
        let Area { from: [x, y], size: [columns, rows], range: [(from, to), _] } = self.area;
        let frame = self.frame;
        let names = &frame.y.names;
        let apart = names.len() * 2 < rows;
        let each = if apart { 2 } else { 1 };
        let shown_rows = names.len().min(rows.saturating_sub(1) / each);
        let longest = || names.iter().map(|name| display_width(name)).max().unwrap_or(0);
        let label = if apart { 0 } else { longest().min(columns / 3) + 1 };
        let (left, top, wide) = (x + label, y + 1, columns.saturating_sub(label).max(1));
        let size = [wide, shown_rows * each];
        self.area = Area { from: [left, top], size, range: [(from, to), (0.0, shown_rows as f64)] };
        let most = wide.saturating_sub(1) as f64;
        let column = |at: f64| ((at - from) / (to - from) * most).round().clamp(0.0, most) as usize;
        let line_of = |row: usize| top + row * each + each - 1;
        self.cells.text(x, y, &frame.x.title, Emphasis::Dim);
        // Round numbers behind the title, those that have room.
        let mut free = x + display_width(&frame.x.title) + usize::from(!frame.x.title.is_empty());
        for (at, text) in frame.x.ticks((from, to), (wide / 7).max(2)) {
            let width = display_width(&text);
            let at = left + column(at).saturating_sub(width / 2).min(wide.saturating_sub(width));
            if at >= free {
                self.cells.text(at, y, &text, Emphasis::Dim);
                free = at + width + 1;
            }
        }
        if from < 0.0 && to > 0.0 {
            let upright = self.sign('│', '|');
            (0..shown_rows).for_each(|row| self.axis(left + column(0.0), line_of(row), upright));
        }
        let room = if apart { columns / 2 } else { label.saturating_sub(1) };
        for (row, text) in names.iter().enumerate().take(shown_rows) {
            self.cells.text(x, top + row * each, &name(&shown(text), room), Emphasis::Normal);
        }
        for (role, shape) in marks(frame) {
            let up = match shape {
                MarkShape::Bar(low, top) => f64::midpoint(low[1], top[1]),
                MarkShape::Point(at) | MarkShape::Label(at, _) => at[1],
                MarkShape::Path(points) => points.first().map_or(f64::INFINITY, |at| at[1]),
                MarkShape::Grid { .. } => continue,
            };
            let row = up.round().max(0.0) as usize;
            if row >= shown_rows {
                continue;
            }
            let line = line_of(row);
            match shape {
                MarkShape::Bar(low, top) => {
                    let (first, last) = (column(low[0]), column(top[0]));
                    let sign = if first == last { self.sign('·', '.') } else { self.fill(role) };
                    for at in first..last.max(first + 1) {
                        self.put([left + at, line], sign, role, Emphasis::Normal);
                    }
                }
                MarkShape::Label(at, text) => {
                    let text = text.plain();
                    let width = display_width(&text);
                    // A label at the beginning is for a mark that is before it.
                    let before = at[0] <= from;
                    if !apart && !before && width * 3 > wide {
                        continue;
                    }
                    let line = if before { line } else { top + row * each };
                    let from = column(at[0]).saturating_sub(if at[0] >= to { width } else { width / 2 });
                    let from = left + from.min(wide.saturating_sub(width));
                    // Of labels that would overlap, the first stays.
                    let mut around = from.saturating_sub(1)..from + width + 1;
                    if around.all(|at| self.cells.at(at, line).sign == ' ') {
                        self.cells.text(from, line, &text, Emphasis::Normal);
                    }
                }
                MarkShape::Point(at) => {
                    let sign = match role {
                        Role::Case => self.sign('✕', 'X'),
                        Role::Class(class) => self.class_sign(class, false),
                        _ => self.sign('┼', '+'),
                    };
                    self.put([left + column(at[0]), line], sign, role, Emphasis::Bold);
                }
                // From one number to another, with its ends.
                MarkShape::Path(points) => {
                    let [[low, _], [high, _]] = points.as_slice() else { continue };
                    let (first, last) = (column(*low), column(*high));
                    for at in first..=last {
                        let sign = match at {
                            at if at == first => self.sign('├', '|'),
                            at if at == last => self.sign('┤', '|'),
                            _ => self.sign('─', '-'),
                        };
                        self.put([left + at, line], sign, role, Emphasis::Normal);
                    }
                }
                MarkShape::Grid { .. } => {}
            }
        }
    }
}

fn marks(frame: &SceneFrame) -> impl Iterator<Item = (Role, &MarkShape)> {
    frame.layers.iter().flat_map(|layer| layer.marks.iter().map(|mark| (layer.role, &mark.shape)))
}

#[derive(Clone, Copy, Default)]
struct Dots {
    bits: u8,
    role: Option<Role>,
    /// The direction of a line, for plain characters.
    slope: f64,
}

/// Returns the character of a line in ASCII: of a boundary by its slope, of a ring a dot.
fn plain(role: Role, slope: f64) -> char {
    match (role, slope.to_degrees().rem_euclid(180.0)) {
        (Role::Ring(..) | Role::Evidence, _) => '.',
        (Role::Hidden(..), _) => ':',
        (Role::Rival, _) => '=',
        (_, turned) if !(22.5..157.5).contains(&turned) => '-',
        (_, turned) if turned < 67.5 => '/',
        (_, turned) if turned < 112.5 => '|',
        _ => '\\',
    }
}

/// Returns how many dots of a line are on and off in turn; `Some(None)` for a solid one, `None` for a role without lines.
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

/// Returns the bit of a dot in a cell; rows are counted from the top.
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

/// Returns the part of a line that lies inside (Liang and Barsky); `None` if all of it is outside, and for numbers that
/// are not finite.
fn clipped(a: [f64; 2], b: [f64; 2], range: [(f64, f64); 2]) -> Option<([f64; 2], [f64; 2])> {
    let (mut first, mut last) = (0.0_f64, 1.0_f64);
    for ((a, b), (from, to)) in a.into_iter().zip(b).zip(range) {
        let apart = b - a;
        if !apart.is_finite() || apart == 0.0 && !(from..=to).contains(&a) {
            return None;
        }
        if apart != 0.0 {
            let (one, other) = ((from - a) / apart, (to - a) / apart);
            let (enter, leave) = if one > other { (other, one) } else { (one, other) };
            (first, last) = (first.max(enter), last.min(leave));
        }
    }
    if first > last {
        return None;
    }
    let on = |a: f64, b: f64, (from, to): (f64, f64), share: f64| (a + (b - a) * share).clamp(from, to);
    let at = |share: f64| [on(a[0], b[0], range[0], share), on(a[1], b[1], range[1], share)];
    Some((at(first), at(last)))
}
