//! A chart: axes, series of points with lines and marks, one marked point, bars for what is uncertain.
//!
//! ```text
//! ↑ sensitivity        1 − specificity →
//!  1.0│    ▲⠤⠤⠤⠒⠒⠒⠒⠉⠉⠉▲
//!     │  ⢀⠎      ⡀ ⠄
//!  0.5▸ ▲  ⡀ ⠄ ⠁          the marked point has its places on both axes marked
//!     │⡜⠁
//!    0└─▴────────────────
//!      0      0.5      1.0
//! ```
//!
//! Lines are drawn in braille; where there is no Unicode, in plain characters of the same columns. Series differ by the
//! shape of their marks, and only then by colour. What does not fit is left out: first the legend, then the titles,
//! then the axes.

mod axis;
#[cfg(test)]
mod tests;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};
use ratatui::symbols::Marker;
use ratatui::widgets::Widget;
use ratatui::widgets::canvas::{Canvas, Line, Points};

use super::pane::cell_right;
use super::theme::Theme;
use crate::workbench::words::{clip, shown, width};
pub use axis::Axis;
use axis::Ruler;

/// A chart, to be drawn into any rectangle.
#[derive(Clone, Debug, Default)]
pub struct Chart {
    pub x: Axis,
    pub y: Axis,
    /// What is drawn; an earlier series lies above a later one.
    pub series: Vec<Series>,
    /// The marked point: which series, which of its points.
    pub marked: Option<(usize, usize)>,
}

/// Points that belong together.
#[derive(Clone, Debug, Default)]
pub struct Series {
    /// For the legend; empty for a series that is not in it.
    pub name: String,
    pub style: Style,
    /// What stands at each point; `None` for a line alone. See [`super::theme::class_mark`].
    pub mark: Option<char>,
    pub stroke: Stroke,
    /// The points, from left to right. A coordinate that is not finite leaves a gap.
    pub points: Vec<Point>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stroke {
    None,
    #[default]
    Solid,
    /// By a line of dots: for what is only compared with.
    Dotted,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// To the right; for a category its place, from 0.
    pub x: f64,
    pub y: f64,
    /// Where the bar through it begins and ends.
    pub interval: Option<(f64, f64)>,
}

impl From<(f64, f64)> for Point {
    fn from((x, y): (f64, f64)) -> Point {
        Point { x, y, interval: None }
    }
}

/// Below this many rows there are no titles.
const TITLED: u16 = 6;
/// Below this many rows there is no legend.
const NAMED: u16 = 8;
/// Rows that a tick of the upward axis needs.
const APART: u16 = 2;

impl Chart {
    /// Draws the chart and gives the rectangle between the axes, so that more can be written below it.
    pub fn draw(&self, theme: &Theme, ascii: bool, area: Rect, buffer: &mut Buffer) -> Rect {
        let area = area.intersection(buffer.area);
        if area.width < 6 || area.height < 3 {
            return Rect::ZERO;
        }
        let mut top = area.y;
        if area.height >= TITLED {
            top += self.titles(theme, Rect { height: 1, ..area }, buffer);
        }
        if area.height >= NAMED {
            top += self.legend(theme, Rect { y: top, height: area.height / 6, ..area }, buffer);
        }
        let rows = (area.bottom() - top).saturating_sub(2).max(1);
        let y = self.y.ruler(self.along_y(), usize::from((rows - 1) / APART) + 1);
        let left = (y.widest() as u16).min(area.width / 3);
        let plot =
            Rect { x: area.x + left + 1, y: top, width: area.width.saturating_sub(left + 1), height: rows };
        let x = self.along_x(plot.width);
        let frame = Plot { area: plot, x: &x, y: &y, fine: !ascii };
        frame.axes(theme, left, buffer);
        self.lines(&frame, theme, buffer);
        self.marks(&frame, theme, buffer);
        plot
    }

    fn along_y(&self) -> impl Iterator<Item = f64> {
        let ends = |point: &Point| {
            let (low, high) = point.interval.unwrap_or((point.y, point.y));
            [low, point.y, high]
        };
        self.series.iter().flat_map(|series| &series.points).flat_map(ends)
    }

    /// As many ticks as their texts leave room for.
    fn along_x(&self, columns: u16) -> Ruler {
        let numbers = || self.series.iter().flat_map(|series| &series.points).map(|point| point.x);
        let fitting = |most: &usize| {
            let ruler = self.x.ruler(numbers(), *most);
            ruler.ticks.len() * (ruler.widest() + 2) <= usize::from(columns) + 2
        };
        let most = (2..=12).rev().find(fitting).unwrap_or(2);
        self.x.ruler(numbers(), most)
    }

    /// What is measured, upwards on the left and to the right on the right; gives the rows it takes.
    fn titles(&self, theme: &Theme, row: Rect, buffer: &mut Buffer) -> u16 {
        if self.x.title.is_empty() && self.y.title.is_empty() {
            return 0;
        }
        let columns = usize::from(row.width);
        let up =
            if self.y.title.is_empty() { String::new() } else { format!("↑ {}", shown(&self.y.title)) };
        let up = clip(&up, columns).into_owned();
        buffer.set_stringn(row.x, row.y, &up, columns, theme.secondary);
        let right = format!("{} →", shown(&self.x.title));
        let room = columns.saturating_sub(width(&up) + 2);
        if !self.x.title.is_empty() && room >= 4 {
            let right = if width(&right) <= room {
                right
            } else {
                format!("{} →", clip(&shown(&self.x.title), room.saturating_sub(2)))
            };
            let at = row.right().saturating_sub(width(&right) as u16);
            buffer.set_stringn(at, row.y, &right, room, theme.secondary);
        }
        1
    }

    /// The names of the series with their marks, where there is more than one; gives the rows it takes.
    fn legend(&self, theme: &Theme, area: Rect, buffer: &mut Buffer) -> u16 {
        let named: Vec<&Series> = self.series.iter().filter(|series| !series.name.is_empty()).collect();
        if named.len() < 2 {
            return 0;
        }
        let (mut column, mut row) = (0, 0);
        let text = |series: &Series| {
            let mark = series.mark.unwrap_or(if series.stroke == Stroke::Dotted { '·' } else { '─' });
            format!("{mark} {}", shown(&series.name))
        };
        // Where the names are too long for the rows, each is shortened: none is left out.
        let all: usize = named.iter().map(|series| width(&text(series)) + 2).sum();
        let room = usize::from(area.width) + 2;
        let per_row = named.len().div_ceil(usize::from(area.height).max(1));
        let longest = if all <= room { room } else { room / per_row };
        for series in named {
            let text = clip(&text(series), longest.saturating_sub(2)).into_owned();
            let wide = width(&text) as u16;
            if column > 0 && column + wide > area.width {
                (column, row) = (0, row + 1);
            }
            if row >= area.height {
                break;
            }
            let room = usize::from(area.width.saturating_sub(column));
            buffer.set_stringn(area.x + column, area.y + row, &text, room, theme.text.patch(series.style));
            column += wide + 2;
        }
        (row + 1).min(area.height)
    }

    fn lines(&self, plot: &Plot<'_>, theme: &Theme, buffer: &mut Buffer) {
        // In braille lines that cross share a cell; plain characters lie on top of each other, the first series last.
        let each: Vec<&Series> = self.series.iter().rev().collect();
        let at_once = if plot.fine { each.len().max(1) } else { 1 };
        for some in each.chunks(at_once) {
            let dotted = some.iter().all(|series| series.stroke == Stroke::Dotted);
            let marker = match plot.fine {
                true => Marker::Braille,
                false => Marker::Custom(if dotted { '\'' } else { '.' }),
            };
            let canvas = Canvas::default()
                .marker(marker)
                .x_bounds([0.0, 1.0])
                .y_bounds([0.0, 1.0])
                .background_color(theme.text.bg.unwrap_or(Color::Reset))
                .paint(|context| {
                    for series in some {
                        let color = theme.text.patch(series.style).fg.unwrap_or(Color::Reset);
                        for (x, low, high) in plot.intervals(series) {
                            context.draw(&Line::new(x, low, x, high, color));
                        }
                        for ((x1, y1), (x2, y2)) in plot.segments(series) {
                            match series.stroke {
                                Stroke::None => {}
                                Stroke::Solid => context.draw(&Line::new(x1, y1, x2, y2, color)),
                                Stroke::Dotted => {
                                    let coords = plot.dots((x1, y1), (x2, y2));
                                    context.draw(&Points { coords: &coords, color });
                                }
                            }
                        }
                    }
                });
            canvas.render(plot.area, buffer);
        }
        if !plot.fine {
            plot.bars(self, theme, buffer);
        }
    }

    fn marks(&self, plot: &Plot<'_>, theme: &Theme, buffer: &mut Buffer) {
        for series in self.series.iter().rev() {
            let Some(mark) = series.mark else { continue };
            for (column, row) in series.points.iter().filter_map(|point| plot.cell(point.x, point.y)) {
                buffer.set_stringn(column, row, mark.to_string(), 1, theme.text.patch(series.style));
            }
        }
        let marked = self.marked.and_then(|(series, point)| {
            let series = self.series.get(series)?;
            series.points.get(point).map(|point| (series, point))
        });
        if let Some((series, point)) = marked
            && let Some((column, row)) = plot.cell(point.x, point.y)
        {
            buffer.set_stringn(column, row, series.mark.unwrap_or('●').to_string(), 1, theme.cursor);
            buffer.set_stringn(plot.area.x.saturating_sub(1), row, "▸", 1, theme.strong);
            buffer.set_stringn(column, plot.area.bottom(), "▴", 1, theme.strong);
        }
    }
}

/// The rectangle of the points between its axes.
struct Plot<'a> {
    area: Rect,
    x: &'a Ruler,
    y: &'a Ruler,
    /// Whether a cell has the eight dots of braille, or is one.
    fine: bool,
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

    fn cell(&self, x: f64, y: f64) -> Option<(u16, u16)> {
        self.share(x, y).map(|(x, y)| (self.column(x), self.row(y)))
    }

    /// The pieces of a series' line, in shares of the axes.
    fn segments(&self, series: &Series) -> Vec<((f64, f64), (f64, f64))> {
        let places: Vec<_> = series.points.iter().map(|point| self.share(point.x, point.y)).collect();
        let pair = |pair: &[Option<(f64, f64)>]| match pair {
            [Some(from), Some(to)] => Some((*from, *to)),
            _ => None,
        };
        places.windows(2).filter_map(pair).collect()
    }

    /// The bars of a series, in shares of the axes: where, from, to. What reaches beyond the axis ends there.
    fn intervals(&self, series: &Series) -> Vec<(f64, f64, f64)> {
        let bar = |point: &Point| {
            let (low, high) = point.interval?;
            let (from, to) = (self.y.place(low).unwrap_or(0.0), self.y.place(high).unwrap_or(1.0));
            Some((self.x.place(point.x)?, from, to))
        };
        series.points.iter().filter_map(bar).collect()
    }

    /// Dots along a line, some three apart.
    fn dots(&self, (x1, y1): (f64, f64), (x2, y2): (f64, f64)) -> Vec<(f64, f64)> {
        let (across, down) = if self.fine { (2.0, 4.0) } else { (1.0, 1.0) };
        let columns = (x2 - x1).abs() * f64::from(self.area.width) * across;
        let rows = (y2 - y1).abs() * f64::from(self.area.height) * down;
        let many = (columns.max(rows) / 3.0).round().max(1.0);
        (0..=many as u16)
            .map(|at| f64::from(at) / many)
            .map(|share| (x1 + share * (x2 - x1), y1 + share * (y2 - y1)))
            .collect()
    }

    fn bars(&self, chart: &Chart, theme: &Theme, buffer: &mut Buffer) {
        for series in chart.series.iter().rev() {
            for (x, low, high) in self.intervals(series) {
                for row in self.row(high)..=self.row(low) {
                    buffer.set_stringn(self.column(x), row, "|", 1, theme.text.patch(series.style));
                }
            }
        }
    }

    /// Both axes with their ticks.
    fn axes(&self, theme: &Theme, left: u16, buffer: &mut Buffer) {
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
