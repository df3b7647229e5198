//! How points, bars and lines of a scene become characters and dots.

use super::raster::{Area, Cell, Cells, Emphasis, Glyphs, class_sign};
use super::scene::{Drawing, Role, Shape};
use std::collections::BTreeMap;

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
                // Lines are drawn over counts.
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
        // Of several points in a cell, misclassified ones win, then the most frequent, then the first class.
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

#[derive(Clone, Copy, Default)]
pub(super) struct Dots {
    pub(super) bits: u8,
    pub(super) role: Option<Role>,
    /// The direction of a line, for plain characters.
    pub(super) slope: f64,
}

impl Drawing<'_> {
    pub(super) fn lines(&self, area: &Area) -> Vec<Dots> {
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

    pub(super) fn put_lines(&self, cells: &mut Cells, area: &Area, dots: &[Dots]) {
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
    pub(super) fn plain(&self, role: Role, slope: f64) -> char {
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
