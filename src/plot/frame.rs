//! One frame of a scene in cells: its ranges, axes and titles, and what is drawn between them.

use super::axis::Tick;
use super::raster::{
    Area, Cell, Cells, EMPTY, Emphasis, Glyphs, LEAST, Look, bar_fill, labels, place, up_ticks,
};
use super::scene::{Frame, Role};
use crate::text::{display_width, name, shown};

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

    /// The ranges of the axes; where both have one scale, the other is widened about its middle.
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

    /// A crosshair, or a point that is selected, whose sign stays; with its places on both axes.
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
