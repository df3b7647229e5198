//! Decision boundaries: the lines on which the two leading posteriors are equal, for any model that has a score at every
//! point.
//!
//! The leading class is computed at the corners of a grid over the frame. Between two corners with different leaders,
//! bisection finds a point of the boundary to the last digits. Cells in which three classes meet are divided.

use super::{Surface, leader};
use std::cell::Cell;
use std::collections::{HashMap, VecDeque};

use rayon::prelude::*;

/// A line on which two classes have the same posterior and no other a larger one.
#[derive(Clone, Debug, PartialEq)]
pub struct Border {
    pub classes: (usize, usize),
    pub points: Vec<[f64; 2]>,
}

/// The most scores that are computed on the grid.
const WORK: usize = 3_000_000;
/// Columns and rows of the grid of a picture that fills a screen.
pub const FINE: [usize; 2] = [384, 256];
/// Columns and rows of a grid at least.
const LEAST: usize = 16;
/// How often a cell in which three classes meet is divided in four.
const DEEPEST: u32 = 6;
const HALVINGS: usize = 60;

/// The most scores that are computed besides, to divide cells and to bisect.
const BESIDES: usize = 6_000_000;

/// A surface, and how many more scores may be computed.
struct BorderSearch<'a> {
    surface: &'a Surface,
    left: Cell<usize>,
}

impl BorderSearch<'_> {
    fn scores(&self, point: [f64; 2]) -> Vec<f64> {
        self.left.set(self.left.get().saturating_sub(self.surface.classes()));
        self.surface.scores(point)
    }

    fn leader(&self, point: [f64; 2]) -> Option<usize> {
        leader(&self.scores(point))
    }

    fn may_divide(&self, depth: u32) -> bool {
        depth < DEEPEST && self.left.get() > 0
    }
}

/// A corner of a cell, with its leading class.
type Corner = ([f64; 2], Option<usize>);
type Piece = ((usize, usize), [f64; 2], [f64; 2]);

/// Finds the boundaries within a frame, on a grid of at most so many columns and rows. It is coarser for more classes, of which
/// there are at most 5,000.
pub fn borders(surface: &Surface, [x, y]: [(f64, f64); 2], most: [usize; 2]) -> Vec<Border> {
    let points = WORK / surface.classes().max(1);
    let root = (points as f64 / 1.5).sqrt() as usize;
    let (columns, rows) = ((root * 3 / 2).clamp(LEAST, most[0]), root.clamp(LEAST, most[1]));
    let at = |column: usize, row: usize| {
        [x.0 + (x.1 - x.0) * column as f64 / columns as f64, y.0 + (y.1 - y.0) * row as f64 / rows as f64]
    };
    let corner = |point: [f64; 2]| -> Corner { (point, leader(&surface.scores(point))) };
    let line = |row: usize| (0..=columns).map(|column| corner(at(column, row))).collect();
    let lines: Vec<Vec<Corner>> = (0..=rows).into_par_iter().map(line).collect();
    let search = BorderSearch { surface, left: Cell::new(BESIDES) };
    let mut pieces = Vec::new();
    for (below, above) in lines.iter().zip(lines.iter().skip(1)) {
        let (south, north) = (below.iter().zip(below.iter().skip(1)), above.iter().zip(above.iter().skip(1)));
        for ((a, b), (d, c)) in south.zip(north) {
            cell(&search, [*a, *b, *c, *d], 0, &mut pieces);
        }
    }
    joined(pieces)
}

fn middle(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [f64::midpoint(a[0], b[0]), f64::midpoint(a[1], b[1])]
}

fn cell(search: &BorderSearch<'_>, corners: [Corner; 4], depth: u32, pieces: &mut Vec<Piece>) {
    let [a, b, c, d] = corners;
    if corners.iter().all(|corner| corner.1 == a.1) {
        return;
    }
    let mut led: Vec<usize> = corners.iter().filter_map(|corner| corner.1).collect();
    led.sort_unstable();
    led.dedup();
    let centre = middle(a.0, c.0);
    let [first, second] = led.as_slice() else {
        if search.may_divide(depth) && !led.is_empty() {
            divide(search, corners, centre, depth, pieces);
        }
        return;
    };
    let classes = (*first, *second);
    let sides = [(a, b), (b, c), (c, d), (d, a)].into_iter().filter(|(from, to)| from.1 != to.1);
    let cuts: Vec<[f64; 2]> = sides.filter_map(|(from, to)| change(search.surface, from, to)).collect();
    match cuts.as_slice() {
        // A third class may lead inside without leading at a corner.
        [one, other] if leads(search, classes, *one) && leads(search, classes, *other) => {
            pieces.push((classes, *one, *other));
        }
        [south, east, north, west] => {
            let with_first = search.leader(centre) == a.1;
            let pairs =
                if with_first { [(south, east), (north, west)] } else { [(west, south), (east, north)] };
            pieces.extend(pairs.map(|(one, other)| (classes, *one, *other)));
        }
        [_, _] if search.may_divide(depth) => divide(search, corners, centre, depth, pieces),
        _ => {}
    }
}

fn divide(
    search: &BorderSearch<'_>,
    corners: [Corner; 4],
    centre: [f64; 2],
    depth: u32,
    pieces: &mut Vec<Piece>,
) {
    let asked = |point: [f64; 2]| -> Corner { (point, search.leader(point)) };
    let [a, b, c, d] = corners;
    let [ab, bc, cd, da] = [(a, b), (b, c), (c, d), (d, a)].map(|(a, b)| asked(middle(a.0, b.0)));
    let o = asked(centre);
    for part in [[a, ab, o, da], [ab, b, bc, o], [o, bc, c, cd], [da, o, cd, d]] {
        cell(search, part, depth + 1, pieces);
    }
}

/// Returns whether no other class leads these two by more than rounding.
fn leads(search: &BorderSearch<'_>, (a, b): (usize, usize), point: [f64; 2]) -> bool {
    let scores = search.scores(point);
    let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let both = [a, b].iter().filter_map(|class| scores.get(*class)).copied().fold(f64::INFINITY, f64::min);
    both >= most - 1e-6 * (1.0 + most.abs())
}

/// Returns where the leader changes between two corners. It is the same from both sides, so that neighbouring pieces join.
fn change(surface: &Surface, from: Corner, to: Corner) -> Option<[f64; 2]> {
    let (mut low, mut high) = if from.0 <= to.0 { (from, to) } else { (to, from) };
    let (own, other) = (low.1?, high.1?);
    // Only these two are compared: if a third leads in between, the caller finds that the point is not theirs.
    let ahead = |point: [f64; 2]| {
        let (own_score, other_score) = (surface.score(own, point), surface.score(other, point));
        if own < other { own_score >= other_score } else { own_score > other_score }
    };
    for _ in 0..HALVINGS {
        let point = middle(low.0, high.0);
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

/// Joins pieces that have the same classes and a common end.
fn joined(pieces: Vec<Piece>) -> Vec<Border> {
    let mut ends: HashMap<((usize, usize), [u64; 2]), Vec<usize>> = HashMap::new();
    for (at, (classes, a, b)) in pieces.iter().enumerate() {
        ends.entry((*classes, key(*a))).or_default().push(at);
        ends.entry((*classes, key(*b))).or_default().push(at);
    }
    let mut left: Vec<Option<Piece>> = pieces.into_iter().map(Some).collect();
    let mut all = Vec::new();
    for start in 0..left.len() {
        let Some((classes, a, b)) = left.get_mut(start).and_then(Option::take) else { continue };
        let mut points = VecDeque::from([a, b]);
        for forward in [true, false] {
            while let Some(end) = if forward { points.back() } else { points.front() }.copied() {
                let mut next = ends.get(&(classes, key(end))).into_iter().flatten();
                let Some((_, a, b)) = next.find_map(|at| left.get_mut(*at)?.take()) else { break };
                let other = if key(a) == key(end) { b } else { a };
                if forward { points.push_back(other) } else { points.push_front(other) }
            }
        }
        all.push(Border { classes, points: points.into() });
    }
    all
}
