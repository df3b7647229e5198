//! Decision boundaries: the lines on which the two leading posteriors are equal, for any model that has a score at every
//! point.
//!
//! The leading class is computed at the corners of a grid over the frame. Between two corners with different leaders,
//! bisection finds a point of the boundary to the last digits. Cells in which three classes meet are divided.

use std::cell::Cell;
use std::collections::HashMap;
use std::num::NonZero;
use std::panic::resume_unwind;
use std::thread;

use super::surface::{Surface, leader};

/// A line on which two classes have the same posterior and no other a larger one.
#[derive(Clone, Debug, PartialEq)]
pub struct Border {
    pub classes: (usize, usize),
    pub points: Vec<[f64; 2]>,
}

/// The most scores that are computed on the grid.
const WORK: usize = 3_000_000;
/// Columns and rows of the grid at most, and at least.
const MOST: [usize; 2] = [384, 256];
const LEAST: usize = 16;
/// How often a cell in which three classes meet is divided in four.
const DEEPEST: u32 = 6;
const HALVINGS: usize = 60;

/// The most scores that are computed besides, to divide cells and to bisect.
const BESIDES: usize = 6_000_000;

/// A surface, and how many more scores may be computed.
struct Looked<'a> {
    surface: &'a Surface,
    left: Cell<usize>,
}

impl Looked<'_> {
    /// The leading class at a point, among all classes.
    fn leader(&self, point: [f64; 2]) -> Option<usize> {
        self.left.set(self.left.get().saturating_sub(self.surface.classes()));
        leader(&self.surface.scores(point))
    }

    fn may_divide(&self, depth: u32) -> bool {
        depth < DEEPEST && self.left.get() > 0
    }
}

/// A corner of a cell, with its leading class.
type Corner = ([f64; 2], Option<usize>);
/// The classes of a piece of a line, and one of its ends.
type End = ((usize, usize), [u64; 2]);
/// A piece of a line, with its classes.
type Piece = ((usize, usize), [f64; 2], [f64; 2]);

/// The boundaries within a frame. The grid is coarser for more classes, of which there are at most 5,000.
pub fn borders(surface: &Surface, x: (f64, f64), y: (f64, f64)) -> Vec<Border> {
    let points = WORK / surface.classes().max(1);
    let root = (points as f64 / 1.5).sqrt() as usize;
    let (columns, rows) = ((root * 3 / 2).clamp(LEAST, MOST[0]), root.clamp(LEAST, MOST[1]));
    let at = |column: usize, row: usize| {
        [x.0 + (x.1 - x.0) * column as f64 / columns as f64, y.0 + (y.1 - y.0) * row as f64 / rows as f64]
    };
    let line = |row: usize| -> Vec<Corner> {
        let mut scores = Vec::with_capacity(surface.classes());
        let corner = |column: usize| {
            let point = at(column, row);
            scores.clear();
            scores.extend((0..surface.classes()).map(|class| surface.score(class, point)));
            (point, leader(&scores))
        };
        (0..=columns).map(corner).collect()
    };
    let looked = Looked { surface, left: Cell::new(BESIDES) };
    let mut pieces = Vec::new();
    let mut corners = by_threads(rows + 1, &line).into_iter();
    let mut below = corners.next().unwrap_or_default();
    for above in corners {
        for ((a, b), (d, c)) in
            below.iter().zip(below.iter().skip(1)).zip(above.iter().zip(above.iter().skip(1)))
        {
            cell(&looked, [*a, *b, *c, *d], 0, &mut pieces);
        }
        below = above;
    }
    joined(pieces)
}

/// Computes every line of a grid, in order, with all threads.
fn by_threads<T: Send>(lines: usize, line: &(impl Fn(usize) -> T + Sync)) -> Vec<T> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get).min(lines.max(1));
    let each = lines.div_ceil(threads).max(1);
    thread::scope(|scope| {
        let some =
            |from: usize| scope.spawn(move || (from..(from + each).min(lines)).map(line).collect::<Vec<T>>());
        let running: Vec<_> = (0..lines).step_by(each).map(some).collect();
        // A thread that panics takes this one with it.
        let joined = |one: thread::ScopedJoinHandle<'_, Vec<T>>| {
            one.join().unwrap_or_else(|panic| resume_unwind(panic))
        };
        running.into_iter().flat_map(joined).collect()
    })
}

/// The pieces in a cell, its corners counter-clockwise.
fn cell(looked: &Looked<'_>, corners: [Corner; 4], depth: u32, pieces: &mut Vec<Piece>) {
    let [a, b, c, d] = corners;
    if corners.iter().all(|corner| corner.1 == a.1) {
        return;
    }
    let mut led: Vec<usize> = corners.iter().filter_map(|corner| corner.1).collect();
    led.sort_unstable();
    led.dedup();
    let middle = |a: [f64; 2], b: [f64; 2]| [f64::midpoint(a[0], b[0]), f64::midpoint(a[1], b[1])];
    let centre = middle(a.0, c.0);
    if let [first, second] = led.as_slice() {
        let sides = [(a, b), (b, c), (c, d), (d, a)];
        let cuts: Vec<[f64; 2]> = sides
            .iter()
            .filter(|(from, to)| from.1 != to.1)
            .filter_map(|(from, to)| change(looked.surface, *from, *to))
            .collect();
        // A third class may lead inside without leading at a corner.
        let own = |point: &[f64; 2]| leads(looked, (*first, *second), *point);
        match cuts.as_slice() {
            [one, other] if own(one) && own(other) => pieces.push(((*first, *second), *one, *other)),
            [south, east, north, west] => {
                let with_first = looked.leader(centre) == a.1;
                let pairs =
                    if with_first { [(south, east), (north, west)] } else { [(west, south), (east, north)] };
                pieces.extend(pairs.map(|(one, other)| ((*first, *second), *one, *other)));
            }
            [_, _] if looked.may_divide(depth) => divide(looked, corners, centre, depth, pieces),
            _ => {}
        }
        return;
    }
    if looked.may_divide(depth) && !led.is_empty() {
        divide(looked, corners, centre, depth, pieces);
    }
}

fn divide(looked: &Looked<'_>, corners: [Corner; 4], centre: [f64; 2], depth: u32, pieces: &mut Vec<Piece>) {
    let asked = |point: [f64; 2]| -> Corner { (point, looked.leader(point)) };
    let middle = |a: Corner, b: Corner| asked([f64::midpoint(a.0[0], b.0[0]), f64::midpoint(a.0[1], b.0[1])]);
    let [a, b, c, d] = corners;
    let (ab, bc, cd, da) = (middle(a, b), middle(b, c), middle(c, d), middle(d, a));
    let o = asked(centre);
    for part in [[a, ab, o, da], [ab, b, bc, o], [o, bc, c, cd], [da, o, cd, d]] {
        cell(looked, part, depth + 1, pieces);
    }
}

/// Whether no other class leads these two by more than rounding.
fn leads(looked: &Looked<'_>, (a, b): (usize, usize), point: [f64; 2]) -> bool {
    looked.left.set(looked.left.get().saturating_sub(looked.surface.classes()));
    let scores = looked.surface.scores(point);
    let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let both = [a, b].iter().filter_map(|class| scores.get(*class)).copied().fold(f64::INFINITY, f64::min);
    both >= most - 1e-6 * (1.0 + most.abs())
}

/// The point between two corners where the leader changes. It is the same from both sides, so that neighbouring pieces join.
fn change(surface: &Surface, from: Corner, to: Corner) -> Option<[f64; 2]> {
    let (mut low, mut high) = if from.0 <= to.0 { (from, to) } else { (to, from) };
    let (own, other) = (low.1?, high.1?);
    // Only these two are compared: if a third leads in between, the caller finds that the point is not theirs.
    let ahead = |point: [f64; 2]| {
        let (own_score, other_score) = (surface.score(own, point), surface.score(other, point));
        if own < other { own_score >= other_score } else { own_score > other_score }
    };
    for _ in 0..HALVINGS {
        let point = [f64::midpoint(low.0[0], high.0[0]), f64::midpoint(low.0[1], high.0[1])];
        if point == low.0 || point == high.0 {
            break;
        }
        if ahead(point) { low.0 = point } else { high.0 = point }
    }
    Some(low.0)
}

fn key(point: [f64; 2]) -> [u64; 2] {
    point.map(f64::to_bits)
}

fn joined(pieces: Vec<Piece>) -> Vec<Border> {
    let mut ends: HashMap<End, Vec<usize>> = HashMap::new();
    for (at, (classes, a, b)) in pieces.iter().enumerate() {
        ends.entry((*classes, key(*a))).or_default().push(at);
        ends.entry((*classes, key(*b))).or_default().push(at);
    }
    let mut taken = vec![false; pieces.len()];
    let mut all = Vec::new();
    for start in 0..pieces.len() {
        let Some((classes, a, b)) = pieces.get(start).filter(|_| !taken.get(start).copied().unwrap_or(true))
        else {
            continue;
        };
        if let Some(taken) = taken.get_mut(start) {
            *taken = true;
        }
        let mut points = std::collections::VecDeque::from([*a, *b]);
        for forward in [true, false] {
            loop {
                let end = if forward { points.back() } else { points.front() };
                let Some(end) = end.copied() else { break };
                let next = ends
                    .get(&(*classes, key(end)))
                    .into_iter()
                    .flatten()
                    .find(|at| taken.get(**at) == Some(&false));
                let Some((at, (_, a, b))) = next.and_then(|at| Some((*at, pieces.get(*at)?))) else { break };
                if let Some(taken) = taken.get_mut(at) {
                    *taken = true;
                }
                let other = if key(*a) == key(end) { *b } else { *a };
                if forward { points.push_back(other) } else { points.push_front(other) }
            }
        }
        all.push(Border { classes: *classes, points: points.into() });
    }
    all
}
