//! A frame with names down its left: a line for each name and what stands beside it, and one for its bar or its points.

use super::frame::Drawing;
use super::raster::{Area, Cell, Cells, EMPTY, Emphasis};
use super::scene::{Role, Shape};
use crate::text::{display_width, name, shown};

impl Drawing<'_> {
    /// Names down the left: each has a line for its name and what stands beside it, and one for its bar or its points. Where
    /// there are too few rows, one line for both.
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
