//! Lines in dots: the dots of all lines of a cell are put together, and the topmost line says what the cell is.

use super::frame::Drawing;
use super::raster::{Area, Cell, Cells, Emphasis, Glyphs};
use super::scene::{Role, Shape};

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
