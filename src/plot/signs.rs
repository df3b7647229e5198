//! What takes a cell for itself: counts of rows, the stipple of doubt, bars, points, means and the case.

use std::collections::BTreeMap;

use super::frame::Drawing;
use super::raster::{Area, Cell, Cells, Emphasis, Glyphs, class_sign};
use super::scene::{Role, Shape};
use super::strokes::Dots;

impl Drawing<'_> {
    pub(super) fn put_density(&self, cells: &mut Cells, area: &Area, dots: &[Dots]) {
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
    pub(super) fn put_blocks(&self, cells: &mut Cells, area: &Area) {
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

    pub(super) fn put_points(&self, cells: &mut Cells, area: &Area) {
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
}
