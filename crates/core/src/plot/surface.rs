//! Log scores of each class over two features, the others fixed or left out; the normal densities they come from; and
//! the decision boundaries, on which the two leading posteriors are equal, for any model that has a score at every point.
//!
//! The leading class is computed at the corners of a grid over the frame. Between two corners with different leaders,
//! bisection finds a point of the boundary to the last digits. Cells in which three classes meet are divided.

use crate::math::Name;
use crate::model::{Case, CaseCell, Factor, FactorForm, Fitted, Logistic, leaders};
use crate::table::FeatureMap;
use rayon::prelude::*;
use std::cell::Cell;
use std::collections::{HashMap, VecDeque};
use std::f64::consts::TAU;

/// How the features that are not drawn are treated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Others {
    #[default]
    Slice,
    Marginal,
}

/// The scores over a plane of two features.
#[derive(Clone, Debug)]
pub enum Surface {
    /// Normal distributions, one a class; `None` for a class without one.
    Normal(Vec<Option<Plane>>),
    /// Two independent factors, by class: the score without them, and the two.
    Naive {
        /// ln of the score without the two.
        base: Vec<f64>,
        parts: Box<[Factor; 2]>,
    },
    /// θᵀx + θ₀ of each class.
    Linear(Vec<PlaneWeights>),
}

/// Returns ln P(x | c) of a factor of numbers, also of a number that is not in the data: a count is rounded.
pub(super) fn ln_conditional(factor: &Factor, class: usize, x: f64) -> f64 {
    let ln = match &factor.form {
        FactorForm::Gaussian(_) => factor.normal(class).map(|normal| normal.ln_density(x)),
        FactorForm::Counts(family, _) => {
            factor.rate(class).map(|rate| (family.ln_probability)(rate, x.round().max(0.0)))
        }
        FactorForm::Bins(cuts) => Some(factor.ln_above(cuts.bin(x), class) - factor.ln_below(class)),
        _ => None,
    };
    ln.unwrap_or(f64::NEG_INFINITY)
}

/// Returns the features that the model reads as numbers.
pub fn drawable(fitted: &Fitted) -> Vec<usize> {
    (0..fitted.features.len()).filter(|at| is_drawable(fitted, *at)).collect()
}

pub(super) fn is_drawable(fitted: &Fitted, feature: usize) -> bool {
    fitted.gda().is_some() || fitted.factors().get(feature).is_some_and(has_numbers)
}

fn has_numbers(factor: &Factor) -> bool {
    factor.is_number() || factor.cuts().is_some()
}

pub(super) fn ln_prior(fitted: &Fitted, class: usize) -> f64 {
    fitted.prior(class).map_or(f64::NEG_INFINITY, |prior| prior.ln())
}

/// θᵀx + θ₀ over two features, with the features that are computed from them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlaneWeights {
    pub intercept: f64,
    pub weights: [f64; 2],
    pub mapped: Vec<(f64, MapOnPlane)>,
}

/// A computed feature as a function of the two axes, its other columns at the case.
#[derive(Clone, Debug, PartialEq)]
pub struct MapOnPlane {
    map: FeatureMap,
    axes: [String; 2],
    others: Vec<(Name, f64)>,
}

impl MapOnPlane {
    fn of(map: &FeatureMap, axes: [&str; 2], value: impl Fn(&str) -> Option<f64>) -> Option<MapOnPlane> {
        let others = map.columns().filter(|column| !axes.contains(&column.as_str()));
        let others = others.map(|column| Some((column.clone(), value(column.as_str())?)));
        let others = others.collect::<Option<_>>()?;
        Some(MapOnPlane { map: map.clone(), axes: axes.map(str::to_owned), others })
    }

    fn value(&self, x: [f64; 2]) -> f64 {
        let column = |name: &str| match self.axes.iter().position(|axis| axis == name) {
            Some(at) => x.get(at).copied(),
            None => self.others.iter().find(|(other, _)| other.as_str() == name).map(|(_, value)| *value),
        };
        self.map.value(column).unwrap_or(f64::NAN)
    }
}

impl PlaneWeights {
    fn score(&self, x: [f64; 2]) -> f64 {
        let [a, b] = self.weights;
        let mapped: f64 = self.mapped.iter().map(|(weight, map)| weight * map.value(x)).sum();
        self.intercept + a * x[0] + b * x[1] + mapped
    }
}

impl Surface {
    /// Returns the scores of a model over two of its features; `None` if they are not numbers, and for a slice without a case.
    pub fn of(fitted: &Fitted, features: [usize; 2], others: Others, case: Option<&Case>) -> Option<Surface> {
        let classes = fitted.classes.len();
        if let Some(gda) = fitted.gda() {
            let x = case.map(Case::numbers);
            let all = fitted.features.len() <= 2;
            let plane = |class: usize| {
                let sigma = gda.sigma(class)?;
                let mean = [gda.mean(class, features[0])?, gda.mean(class, features[1])?];
                let cov = features.map(|a| features.map(|b| sigma.entry(a, b)));
                if all || others == Others::Marginal {
                    return Some(Plane { ln_prior: ln_prior(fitted, class), mean, cov });
                }
                let distances = gda.distances(class, x.as_ref()?)?;
                let (shift, cov, ln) = sigma.given(features, &distances)?;
                let mean = [mean[0] + shift[0], mean[1] + shift[1]];
                Some(Plane { ln_prior: ln_prior(fitted, class) + ln, mean, cov })
            };
            if !all && others == Others::Slice {
                case?;
            }
            return Some(Surface::Normal((0..classes).map(plane).collect()));
        }
        let factor = |at: usize| fitted.factors().get(at).filter(|factor| has_numbers(factor));
        let parts = [factor(features[0])?, factor(features[1])?];
        let base: Vec<f64> = match others {
            Others::Slice => {
                let mut cells = case.map(|case| case.cells.clone()).unwrap_or_default();
                if cells.len() != fitted.features.len() {
                    if fitted.features.len() > 2 {
                        return None;
                    }
                    cells = vec![CaseCell::default(); 2];
                }
                for at in features {
                    cells.get_mut(at).into_iter().for_each(|cell| *cell = CaseCell::default());
                }
                let joint = fitted.predict(&Case { cells, row: None, notes: Vec::new() }).joint;
                joint.into_iter().map(|score| score.map_or(f64::NEG_INFINITY, |score| score.ln())).collect()
            }
            Others::Marginal => (0..classes).map(|class| ln_prior(fitted, class)).collect(),
        };
        if parts.iter().all(|factor| factor.is_gaussian()) {
            let plane = |class: usize| {
                let (a, b) = (parts[0].normal(class)?, parts[1].normal(class)?);
                let cov = [[a.variance, 0.0], [0.0, b.variance]];
                Some(Plane { ln_prior: *base.get(class)?, mean: [a.mean, b.mean], cov })
            };
            return Some(Surface::Normal((0..classes).map(plane).collect()));
        }
        Some(Surface::Naive { base, parts: Box::new(parts.map(Factor::clone)) })
    }

    /// Returns the scores of logistic regression over two features, its others at the case; `None` if one of them is not a
    /// column of its own, or another is not known.
    pub fn rival(logistic: &Logistic, names: [&str; 2], case: &[(String, f64)]) -> Option<Surface> {
        let columns = logistic.columns();
        let column = |name: &str| columns.iter().position(|column| column.number() == Some(name));
        let [first, second] = [column(names[0])?, column(names[1])?];
        let value = |name: &str| case.iter().find(|(other, _)| other == name).map(|(_, value)| *value);
        let recipe = &logistic.data.resolved.recipe;
        let class = |class: usize| {
            let mut found = PlaneWeights::default();
            if logistic.base() == Some(class) {
                return Some(found);
            }
            let (intercept, weights) = logistic.coefficients(class)?;
            found.intercept = intercept;
            found.weights = [*weights.get(first)?, *weights.get(second)?];
            for (at, (column, weight)) in columns.iter().zip(&weights).enumerate() {
                if at == first || at == second {
                    continue;
                }
                let name = column.number()?;
                match recipe.map_named(name) {
                    Some(map) => found.mapped.push((*weight, MapOnPlane::of(map, names, value)?)),
                    None => found.intercept += weight * value(name)?,
                }
            }
            Some(found)
        };
        (0..logistic.classes.len()).map(class).collect::<Option<Vec<_>>>().map(Surface::Linear)
    }

    pub fn classes(&self) -> usize {
        match self {
            Surface::Normal(planes) => planes.len(),
            Surface::Naive { base, .. } => base.len(),
            Surface::Linear(all) => all.len(),
        }
    }

    pub fn score(&self, class: usize, x: [f64; 2]) -> f64 {
        match self {
            Surface::Normal(planes) => {
                planes.get(class).and_then(Option::as_ref).map_or(f64::NEG_INFINITY, |plane| plane.score(x))
            }
            Surface::Naive { base, parts } => {
                let [first, second] = &**parts;
                base.get(class).copied().unwrap_or(f64::NEG_INFINITY)
                    + ln_conditional(first, class, x[0])
                    + ln_conditional(second, class, x[1])
            }
            Surface::Linear(all) => all.get(class).map_or(f64::NEG_INFINITY, |weights| weights.score(x)),
        }
    }

    pub fn scores(&self, x: [f64; 2]) -> Vec<f64> {
        (0..self.classes()).map(|class| self.score(class, x)).collect()
    }

    pub fn posteriors(&self, x: [f64; 2]) -> Vec<f64> {
        shares(&self.scores(x))
    }

    /// Returns the surface of two classes alone, numbered 0 and 1.
    pub fn only(&self, classes: [usize; 2]) -> Option<Surface> {
        Some(match self {
            Surface::Normal(planes) => {
                Surface::Normal(classes.iter().filter_map(|class| planes.get(*class).copied()).collect())
            }
            Surface::Linear(all) => {
                Surface::Linear(classes.iter().filter_map(|class| all.get(*class).cloned()).collect())
            }
            Surface::Naive { .. } => return None,
        })
    }

    pub fn plane(&self, class: usize) -> Option<&Plane> {
        let Surface::Normal(planes) = self else { return None };
        planes.get(class)?.as_ref()
    }
}

/// Returns the class with the largest ln score, the first of those that tie; `None` if every score is 0.
pub fn leader(scores: &[f64]) -> Option<usize> {
    leaders(scores, |_, _| None).first().copied()
}

pub fn shares(scores: &[f64]) -> Vec<f64> {
    let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let sum: f64 = scores.iter().map(|score| (score - most).exp()).sum();
    scores.iter().map(|score| (score - most).exp() / sum).collect()
}

/// Returns for each class q(c) and ln p(x | c) if it has a normal density, and P(c | x).
pub fn reading(surface: &Surface, at: [f64; 2]) -> Vec<(Option<(f64, f64)>, f64)> {
    let posteriors = surface.posteriors(at).into_iter().enumerate();
    let density = |class: usize| surface.plane(class).map(|plane| (plane.q(at), plane.ln_density(at)));
    posteriors.map(|(class, share)| (density(class), share)).collect()
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane {
    /// ln P(c), or ln of what replaces the prior; minus infinity for 0.
    pub ln_prior: f64,
    /// μ, in the units of the axes.
    pub mean: [f64; 2],
    /// Σ, in their products.
    pub cov: [[f64; 2]; 2],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConicKind {
    /// One straight line, as where both have the same Σ.
    Line,
    Lines,
    Ellipse,
    Parabola,
    Hyperbola,
    Nothing,
}

/// `A u² + B uv + C v² + D u + E v + F`, ln of the odds of two classes, with (u, v) = x − about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Conic {
    /// The middle between the means: about 0, data far from it would lose their digits.
    pub about: [f64; 2],
    pub coefficients: [f64; 6],
}

/// Points of a whole ellipse.
const AROUND: usize = 96;
/// Second-order terms up to this size within the frame count as 0.
const FLAT: f64 = 1e-9;

impl Plane {
    pub fn det(&self) -> f64 {
        self.cov[0][0] * self.cov[1][1] - self.cov[0][1] * self.cov[1][0]
    }

    pub fn inverse(&self) -> [[f64; 2]; 2] {
        let det = self.det();
        [[self.cov[1][1] / det, -self.cov[0][1] / det], [-self.cov[1][0] / det, self.cov[0][0] / det]]
    }

    /// Returns (x − μ)ᵀ Σ⁻¹ (x − μ).
    pub fn q(&self, x: [f64; 2]) -> f64 {
        let [u, v] = [x[0] - self.mean[0], x[1] - self.mean[1]];
        // By the columns of L: sums of squares only.
        let l = self.cov[0][0].sqrt();
        let (z, below) = (u / l, self.cov[0][1] / l);
        let rest = (self.cov[1][1] - below * below).sqrt();
        z * z + ((v - below * z) / rest).powi(2)
    }

    pub fn ln_density(&self, x: [f64; 2]) -> f64 {
        -0.5 * (2.0 * TAU.ln() + self.det().ln() + self.q(x))
    }

    /// Returns ln P(c) + ln p(x | c).
    pub fn score(&self, x: [f64; 2]) -> f64 {
        self.ln_prior + self.ln_density(x)
    }

    /// Returns the points at which (x − μ)ᵀ Σ⁻¹ (x − μ) = q, all around: μ + √q L (cos t, sin t) with Σ = L Lᵀ.
    pub fn ring(&self, q: f64) -> Vec<[f64; 2]> {
        let root = q.sqrt();
        let l = self.cov[0][0].sqrt();
        let below = self.cov[0][1] / l;
        let rest = (self.cov[1][1] - below * below).max(0.0).sqrt();
        (0..=AROUND)
            .map(|at| {
                let (sin, cos) = (TAU * (at % AROUND) as f64 / AROUND as f64).sin_cos();
                [self.mean[0] + root * l * cos, self.mean[1] + root * (below * cos + rest * sin)]
            })
            .collect()
    }
}

impl Conic {
    /// Returns ln of the odds of `a` against `b`, expanded about the middle between their means.
    ///
    /// # Formula
    /// With o = (μ_a + μ_b)/2, δ = (μ_a − μ_b)/2 and u = x − o it is uᵀQu + lᵀu + F, where Q = ½(Σ_b⁻¹ − Σ_a⁻¹),
    /// l = (Σ_a⁻¹ + Σ_b⁻¹) δ and F = ln P(a)/P(b) − ½ ln |Σ_a|/|Σ_b| + δᵀQδ.
    pub fn between(a: &Plane, b: &Plane) -> Conic {
        let (ia, ib) = (a.inverse(), b.inverse());
        let ([ax, ay], [bx, by]) = (a.mean, b.mean);
        let about = [f64::midpoint(ax, bx), f64::midpoint(ay, by)];
        let [dx, dy] = [(ax - bx) / 2.0, (ay - by) / 2.0];
        let shared = a.cov == b.cov;
        let half = |one: f64, other: f64| if shared { 0.0 } else { 0.5 * (one - other) };
        let l = [
            (ia[0][0] + ib[0][0]) * dx + (ia[0][1] + ib[0][1]) * dy,
            (ia[1][0] + ib[1][0]) * dx + (ia[1][1] + ib[1][1]) * dy,
        ];
        let [qa, qb, qc] =
            [half(ib[0][0], ia[0][0]), 2.0 * half(ib[0][1], ia[0][1]), half(ib[1][1], ia[1][1])];
        let dets = if shared { 0.0 } else { (a.det() / b.det()).ln() };
        let square = qa * dx * dx + qb * dx * dy + qc * dy * dy;
        let constant = a.ln_prior - b.ln_prior - 0.5 * dets + square;
        Conic { about, coefficients: [qa, qb, qc, l[0], l[1], constant] }
    }

    pub fn at(&self, x: [f64; 2]) -> f64 {
        let [a, b, c, d, e, f] = self.coefficients;
        let [u, v] = [x[0] - self.about[0], x[1] - self.about[1]];
        a * u * u + b * u * v + c * v * v + d * u + e * v + f
    }

    /// Returns the figure of the points at which it is 0, within a distance `reach` along each axis.
    pub fn figure(&self, reach: [f64; 2]) -> ConicKind {
        // In units of the frame, so that both axes count equally.
        let [a, b, c, d, e, f] = self.coefficients;
        let (a, b, c) = (a * reach[0] * reach[0], b * reach[0] * reach[1], c * reach[1] * reach[1]);
        let (d, e) = (d * reach[0], e * reach[1]);
        let h = (a - c).hypot(b);
        let first = if a + c >= 0.0 { (a + c + h) / 2.0 } else { (a + c - h) / 2.0 };
        let second = if first == 0.0 { 0.0 } else { (a * c - b * b / 4.0) / first };
        if first.abs() <= FLAT {
            return if d == 0.0 && e == 0.0 { ConicKind::Nothing } else { ConicKind::Line };
        }
        if second.abs() <= FLAT * first.abs().max(1.0) {
            // The direction without second-order terms.
            let angle = 0.5 * b.atan2(a - c);
            let (cos, sin) = (angle.cos(), angle.sin());
            let along_first = (a * cos * cos + b * cos * sin + c * sin * sin).abs() >= first.abs() / 2.0;
            let flat = if along_first { [-sin, cos] } else { [cos, sin] };
            let across = if along_first { [cos, sin] } else { [-sin, cos] };
            if (d * flat[0] + e * flat[1]).abs() > FLAT {
                return ConicKind::Parabola;
            }
            let slope = d * across[0] + e * across[1];
            return if slope * slope - 4.0 * first * f >= 0.0 {
                ConicKind::Lines
            } else {
                ConicKind::Nothing
            };
        }
        let det = a * c - b * b / 4.0;
        let centre = [(b * e / 2.0 - c * d) / (2.0 * det), (b * d / 2.0 - a * e) / (2.0 * det)];
        let least = f + 0.5 * (d * centre[0] + e * centre[1]);
        match (det > 0.0, least == 0.0) {
            (true, _) if least * first < 0.0 => ConicKind::Ellipse,
            (true, _) => ConicKind::Nothing,
            (false, true) => ConicKind::Lines,
            (false, false) => ConicKind::Hyperbola,
        }
    }
}

impl ConicKind {
    pub fn word(self) -> &'static str {
        match self {
            ConicKind::Line => "a straight line",
            ConicKind::Lines => "two straight lines",
            ConicKind::Ellipse => "an ellipse",
            ConicKind::Parabola => "a parabola",
            ConicKind::Hyperbola => "a hyperbola",
            ConicKind::Nothing => "nowhere",
        }
    }

    /// Returns where a boundary is, after its classes; empty for [`ConicKind::Nothing`].
    pub(super) fn part(self) -> String {
        match self {
            ConicKind::Line => format!(", on {}", self.word()),
            ConicKind::Nothing => String::new(),
            _ => format!(", on a part of {}", self.word()),
        }
    }
}

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

/// The classes of a piece of a line, and one of its ends.
type End = ((usize, usize), [u64; 2]);
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
    let [first, second] = led.as_slice() else {
        if search.may_divide(depth) && !led.is_empty() {
            divide(search, corners, depth, pieces);
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
            let with_first = search.leader(middle(a.0, c.0)) == a.1;
            let pairs =
                if with_first { [(south, east), (north, west)] } else { [(west, south), (east, north)] };
            pieces.extend(pairs.map(|(one, other)| (classes, *one, *other)));
        }
        [_, _] if search.may_divide(depth) => divide(search, corners, depth, pieces),
        _ => {}
    }
}

fn divide(search: &BorderSearch<'_>, corners: [Corner; 4], depth: u32, pieces: &mut Vec<Piece>) {
    let asked = |point: [f64; 2]| -> Corner { (point, search.leader(point)) };
    let [a, b, c, d] = corners;
    let [ab, bc, cd, da] = [(a, b), (b, c), (c, d), (d, a)].map(|(a, b)| asked(middle(a.0, b.0)));
    let o = asked(middle(a.0, c.0));
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
    let mut ends: HashMap<End, Vec<usize>> = HashMap::new();
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
