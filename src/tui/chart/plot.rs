//! Where the points of a chart stand: shares of the axes as cells of the terminal, and the axes themselves.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::super::pane::cell_right;
use super::super::theme::Theme;
use super::axis::Ruler;
use super::{Chart, Point, Series};
use crate::workbench::words::width;

/// The rectangle of the points between its axes.
pub(super) struct Plot<'a> {
    pub area: Rect,
    pub x: &'a Ruler,
    pub y: &'a Ruler,
    /// Whether a cell has the eight dots of braille, or is one.
    pub fine: bool,
}

impl Plot<'_> {
    /// The column of a share of the width: where the canvas puts its dots.
    fn column(&self, share: f64) -> u16 {
        let dots = if self.fine { 2 } else { 1 };
        let last = f64::from(self.area.width) * f64::from(dots) - 1.0;
        self.area.x + ((share * last).round() as u16 / dots).min(self.area.width.saturating_sub(1))
    }

    fn row(&self, share: f64) -> u16 {
        let dots = if self.fine { 4 } else { 1 };
        let last = f64::from(self.area.height) * f64::from(dots) - 1.0;
        self.area.y + (((1.0 - share) * last).round() as u16 / dots).min(self.area.height.saturating_sub(1))
    }

    fn share(&self, x: f64, y: f64) -> Option<(f64, f64)> {
        self.x.place(x).zip(self.y.place(y))
    }

    pub fn cell(&self, x: f64, y: f64) -> Option<(u16, u16)> {
        self.share(x, y).map(|(x, y)| (self.column(x), self.row(y)))
    }

    /// The pieces of a series' line, in shares of the axes.
    pub fn segments(&self, series: &Series) -> Vec<((f64, f64), (f64, f64))> {
        let places: Vec<_> = series.points.iter().map(|point| self.share(point.x, point.y)).collect();
        let pair = |pair: &[Option<(f64, f64)>]| match pair {
            [Some(from), Some(to)] => Some((*from, *to)),
            _ => None,
        };
        places.windows(2).filter_map(pair).collect()
    }

    /// The bars of a series, in shares of the axes: where, from, to. What reaches beyond the axis ends there.
    pub fn intervals(&self, series: &Series) -> Vec<(f64, f64, f64)> {
        let bar = |point: &Point| {
            let (low, high) = point.interval?;
            let (from, to) = (self.y.place(low).unwrap_or(0.0), self.y.place(high).unwrap_or(1.0));
            Some((self.x.place(point.x)?, from, to))
        };
        series.points.iter().filter_map(bar).collect()
    }

    /// Dots along a line, some three apart.
    pub fn dots(&self, (x1, y1): (f64, f64), (x2, y2): (f64, f64)) -> Vec<(f64, f64)> {
        let (across, down) = if self.fine { (2.0, 4.0) } else { (1.0, 1.0) };
        let columns = (x2 - x1).abs() * f64::from(self.area.width) * across;
        let rows = (y2 - y1).abs() * f64::from(self.area.height) * down;
        let many = (columns.max(rows) / 3.0).round().max(1.0);
        (0..=many as u16)
            .map(|at| f64::from(at) / many)
            .map(|share| (x1 + share * (x2 - x1), y1 + share * (y2 - y1)))
            .collect()
    }

    pub fn bars(&self, chart: &Chart, theme: &Theme, buffer: &mut Buffer) {
        for series in chart.series.iter().rev() {
            for (x, low, high) in self.intervals(series) {
                for row in self.row(high)..=self.row(low) {
                    buffer.set_stringn(self.column(x), row, "|", 1, theme.text.patch(series.style));
                }
            }
        }
    }

    /// Both axes with their ticks.
    pub fn axes(&self, theme: &Theme, left: u16, buffer: &mut Buffer) {
        let (area, edge) = (self.area, self.area.x.saturating_sub(1));
        for row in area.top()..area.bottom() {
            buffer.set_stringn(edge, row, "│", 1, theme.secondary);
        }
        buffer.set_stringn(edge, area.bottom(), "└", 1, theme.secondary);
        for column in area.left()..area.right() {
            buffer.set_stringn(column, area.bottom(), "─", 1, theme.secondary);
        }
        for (number, text) in &self.y.ticks {
            let Some(row) = self.y.place(*number).map(|share| self.row(share)) else { continue };
            let text = cell_right(text, usize::from(left));
            buffer.set_stringn(edge.saturating_sub(left), row, text, usize::from(left), theme.secondary);
        }
        let mut free = edge.saturating_sub(left);
        for (number, text) in &self.x.ticks {
            let Some(share) = self.x.place(*number) else { continue };
            let column = self.column(share);
            buffer.set_stringn(column, area.bottom(), "┴", 1, theme.secondary);
            let wide = width(text) as u16;
            let from = column.saturating_sub(wide / 2).min(area.right().saturating_sub(wide));
            if from >= free && wide <= area.width {
                buffer.set_stringn(from, area.bottom() + 1, text, usize::from(wide), theme.secondary);
                free = from + wide + 1;
            }
        }
    }
}
