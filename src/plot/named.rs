//! A frame with names down its left: a line for each name and what stands beside it, and one for its bar or its points.

use super::raster::{Area, Cell, Cells, EMPTY, Emphasis, class_sign};
use super::scene::Drawing;
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
                        // What stands at the beginning stands for a mark that lies before it.
                        let before = at[0] <= from;
                        if row >= shown_rows || (!apart && !before && wide_text * 3 > wide) {
                            continue;
                        }
                        let line = area.from[1] + row * each + if before { each - 1 } else { 0 };
                        let from =
                            column(at[0]).saturating_sub(if at[0] >= to { wide_text } else { wide_text / 2 });
                        let from = area.from[0] + from.min(wide.saturating_sub(wide_text));
                        // Names that stand close to each other: what is there stays.
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
