//! The normal-density playground: densities set by hand, and the figures of the notes.

use super::border::borders;
use super::scene::{Axis, Layer, Mark, MarkShape, Role, Scene, SceneFrame, number};
use super::surface::{Plane, Surface};
use crate::math::sentence;
use crate::problem::Problem;
use std::f64::consts::{FRAC_PI_2, TAU};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DensityView {
    /// The rings q = 1, 4 and 9.
    #[default]
    Contours,
    Shades,
    Surface,
}

impl DensityView {
    /// All of them, in the order of the key that changes them.
    pub const ALL: [DensityView; 3] = [DensityView::Contours, DensityView::Shades, DensityView::Surface];

    pub fn word(self) -> &'static str {
        match self {
            DensityView::Contours => "contours",
            DensityView::Shades => "shades",
            DensityView::Surface => "surface",
        }
    }
}

/// A normal distribution that is set by hand, and a second one beside it.
#[derive(Clone, Debug, PartialEq)]
pub struct Playground {
    /// μ₁ and μ₂.
    pub mean: [f64; 2],
    /// σ₁ and σ₂.
    pub deviation: [f64; 2],
    pub correlation: f64,
    /// A second class with the same Σ at this mean, and φ, the prior of the first.
    pub second: Option<([f64; 2], f64)>,
    pub view: DensityView,
}

impl Default for Playground {
    fn default() -> Self {
        let view = DensityView::Contours;
        Playground { mean: [0.0; 2], deviation: [1.0; 2], correlation: 0.0, second: None, view }
    }
}

/// Curves of a surface, and places on each.
const CURVES: usize = 21;
const ACROSS: usize = 241;
/// How far points behind are moved to the right and upwards, per unit.
const SLANT: [f64; 2] = [0.45, 0.30];
/// The height of the peak of N(0, I).
const HEIGHT: f64 = 4.2;

impl Playground {
    pub fn plane(&self) -> Plane {
        let [a, b] = self.deviation;
        let cov = self.correlation * a * b;
        let prior = self.second.map_or(1.0, |(_, phi)| phi);
        Plane { ln_prior: prior.ln(), mean: self.mean, cov: [[a * a, cov], [cov, b * b]] }
    }

    pub fn planes(&self) -> Vec<Plane> {
        let first = self.plane();
        let second = self.second.map(|(mean, phi)| Plane { ln_prior: (1.0 - phi).ln(), mean, ..first });
        std::iter::once(first).chain(second).collect()
    }

    pub fn scene(&self) -> Result<Scene, Problem> {
        let planes = self.planes();
        let first = self.plane();
        definite(&first)?;
        let reach = planes.iter().map(|plane| {
            let wide = |variance: f64, mean: f64| 3.0 * variance.sqrt() + mean.abs();
            wide(plane.cov[0][0], plane.mean[0]).max(wide(plane.cov[1][1], plane.mean[1]))
        });
        let reach = reach.fold(3.0, f64::max) * 1.04;
        let mut scene = Scene::titled("Normal in two dimensions");
        scene.frames.push(match self.view {
            DensityView::Contours => contours(&planes, (-reach, reach), &RINGS),
            DensityView::Shades => shades(&planes, (-reach, reach)),
            DensityView::Surface => surface(&planes, reach.min(3.0).max(first.cov[0][0].sqrt() * 3.0)),
        });
        numbers(&first, &mut scene);
        if self.view == DensityView::Contours {
            rings(&mut scene);
        }
        if let [_, second] = planes.as_slice() {
            let phi = first.ln_prior.exp();
            scene.key(Role::Class(0), sentence!("first class, φ = {}", number(phi)));
            let [x, y] = second.mean.map(number);
            scene.key(Role::Class(1), sentence!("second class, mean {}, {}", x, y));
            scene.key(Role::Boundary(0, 1), "posteriors equal");
            scene.note("The line moves away from the class that φ favours.");
        }
        scene.note("x₁ and x₂ have the same scale: a circle is round.");
        Ok(scene)
    }
}

/// Checks that Σ is positive definite; the error gives the reason if it is not.
pub fn definite(plane: &Plane) -> Result<(), Problem> {
    if plane.is_definite() {
        return Ok(());
    }
    let axes = plane.axes();
    let turned = axes.angle.unwrap_or(0.0) + FRAC_PI_2;
    let (x, y) = (turned.cos(), turned.sin());
    let [x, y] = (if x < 0.0 { [-x, -y] } else { [x, y] }).map(number);
    let what = if axes.lambda[1] < -1e-12 * axes.lambda[0].abs() {
        let det = number(plane.det());
        sentence!("|Σ| = {}: along ({}, {}) q would be negative, so Σ is not a covariance matrix", det, x, y)
    } else {
        sentence!("|Σ| = 0: all points are on a line, so there is no density across ({}, {})", x, y)
    };
    Err(Problem {
        kind: "not_definite",
        what: what.plain(),
        fix: "choose an off-diagonal entry between −σ₁σ₂ and σ₁σ₂, so that |ρ| is below 1".into(),
        usage: true,
        ..Problem::default()
    })
}

/// The squared distances at which rings are drawn, the outermost first.
const RINGS: [u8; 3] = [9, 4, 1];

fn rings(scene: &mut Scene) {
    for (q, inside) in [(1, 0.3935), (4, 0.8647), (9, 0.9889)] {
        scene.key(Role::Ring(0, q), sentence!("q = {}: {} inside", q.to_string(), number(inside)));
    }
}

/// Adds |Σ|, Σ⁻¹ and the axes.
fn numbers(plane: &Plane, scene: &mut Scene) {
    let matrix = |[[a, b], [_, d]]: [[f64; 2]; 2]| {
        sentence!("[{} {}; {} {}]", number(a), number(b), number(b), number(d))
    };
    scene.fact("Σ", matrix(plane.cov));
    scene.fact("|Σ|", sentence!("{}", number(plane.det())));
    scene.fact("Σ⁻¹", matrix(plane.inverse()));
    let axes = plane.axes();
    for (at, lambda) in axes.lambda.iter().enumerate() {
        let turned = axes.angle.map(|angle| angle + FRAC_PI_2 * at as f64);
        let way = match turned {
            Some(angle) => {
                let part = |part: f64| if part.abs() < 1e-12 { 0.0 } else { part };
                let (x, y) = (part(angle.cos()), part(angle.sin()));
                sentence!("eigenvector ({}, {}), {}°", number(x), number(y), number(angle.to_degrees()))
            }
            None => "every direction is an eigenvector".into(),
        };
        let axis = sentence!("λ = {}, half axis {}, {}", number(*lambda), number(lambda.sqrt()), way);
        scene.fact(format!("axis {}", at + 1), axis);
    }
    let highest = plane.ln_density(plane.mean).exp() * plane.ln_prior.exp();
    scene.fact("highest", sentence!("{}", number(highest)));
}

fn contours(planes: &[Plane], range: (f64, f64), rings: &[u8]) -> SceneFrame {
    let mut layers = Vec::new();
    for q in rings {
        for (class, plane) in planes.iter().enumerate() {
            let ring = Mark::path(plane.ring(f64::from(*q)));
            layers.push(Layer::new(Role::Ring(class, *q), [ring.titled(sentence!("q = {}", q.to_string()))]));
        }
    }
    if planes.len() == 2 {
        let both = Surface::Normal(planes.iter().copied().map(Some).collect());
        let lines = borders(&both, range, range).into_iter();
        let marks = lines.map(|line| Mark::path(line.points).titled("posteriors equal"));
        layers.push(Layer::new(Role::Boundary(0, 1), marks));
    }
    for (class, plane) in planes.iter().enumerate() {
        let title = sentence!("mean {}, {}", number(plane.mean[0]), number(plane.mean[1]));
        layers.push(Layer::new(Role::Mean(class), [Mark::point(plane.mean).titled(title)]));
    }
    let title = String::new();
    SceneFrame { title, x: Axis::of("x₁", range), y: Axis::of("x₂", range), equal: true, layers }
}

/// Cells of the shades, each way, and their steps.
const SHADES: (usize, f64) = (144, 200.0);

fn shades(planes: &[Plane], range: (f64, f64)) -> SceneFrame {
    let (cells, steps) = SHADES;
    let at = |cell: usize| range.0 + (range.1 - range.0) * (cell as f64 + 0.5) / cells as f64;
    let mut frame = contours(planes, range, &[]);
    let top = planes.iter().map(|plane| plane.score(plane.mean).exp()).fold(0.0, f64::max);
    for (class, plane) in planes.iter().enumerate().rev() {
        let level = |cell: usize| {
            let height = plane.score([at(cell % cells), at(cell / cells)]).exp();
            // Below a fiftieth of the highest nothing is drawn.
            if height < top / 50.0 { 0 } else { (steps * height / top).ceil() as u32 }
        };
        let levels = (0..cells * cells).map(level).collect();
        let grid = Mark::new(MarkShape::Grid { columns: cells, levels });
        let mark = grid.titled("darker where the density is higher");
        frame.layers.insert(0, Layer::new(Role::Class(class), [mark]));
    }
    frame
}

/// Draws curves over x₁ for some values of x₂, front to back; nearer curves hide those behind.
fn surface(planes: &[Plane], reach: f64) -> SceneFrame {
    let [right, up] = SLANT;
    let from = -reach - right * reach;
    let step = 2.0 * (reach + right * reach) / (ACROSS - 1) as f64;
    let mut horizon = [f64::NEG_INFINITY; ACROSS];
    let mut marks = Vec::new();
    let mut top = 0.0_f64;
    for curve in 0..CURVES {
        let x2 = -reach + 2.0 * reach * curve as f64 / (CURVES - 1) as f64;
        let mut seen: Vec<[f64; 2]> = Vec::new();
        for (at, horizon) in horizon.iter_mut().enumerate() {
            let x = from + step * at as f64;
            let x1 = x - right * x2;
            let density: f64 = planes.iter().map(|plane| plane.score([x1, x2]).exp()).sum();
            let y = up * x2 + HEIGHT * density * TAU;
            if x1.abs() <= reach * (1.0 + 1e-9) && y >= *horizon {
                *horizon = y;
                top = top.max(y);
                seen.push([x, y]);
            } else if seen.len() > 1 {
                marks.push(Mark::path(std::mem::take(&mut seen)));
            } else {
                seen.clear();
            }
        }
        if seen.len() > 1 {
            marks.push(Mark::path(seen));
        }
    }
    let x = (from, from + step * (ACROSS - 1) as f64);
    let y = (-up * reach - 0.3, (HEIGHT + up * reach).max(top) * 1.03);
    SceneFrame {
        title: String::new(),
        x: Axis { bare: true, ..Axis::of("x₁, and x₂ to the back", x) },
        y: Axis { bare: true, ..Axis::of("p(x)", y) },
        equal: false,
        layers: vec![Layer::new(Role::Class(0), marks)],
    }
}

/// A title, μ and Σ.
type Panel = (&'static str, [f64; 2], [[f64; 2]; 2]);

const I: [[f64; 2]; 2] = [[1.0, 0.0], [0.0, 1.0]];
const ORIGIN: [f64; 2] = [0.0, 0.0];

/// The figures of the notes, in their order: the view of each, and its panels.
pub const FIGURES: [(DensityView, &[Panel]); 6] = [
    (
        DensityView::Surface,
        &[
            ("Σ = I", ORIGIN, I),
            ("Σ = 0.6 I", ORIGIN, [[0.6, 0.0], [0.0, 0.6]]),
            ("Σ = 2 I", ORIGIN, [[2.0, 0.0], [0.0, 2.0]]),
        ],
    ),
    (DensityView::Surface, &LEANING),
    (DensityView::Contours, &LEANING),
    (
        DensityView::Contours,
        &[
            ("Σ = [1 -0.5; -0.5 1]", ORIGIN, [[1.0, -0.5], [-0.5, 1.0]]),
            ("Σ = [1 -0.8; -0.8 1]", ORIGIN, [[1.0, -0.8], [-0.8, 1.0]]),
            ("Σ = [3 0.8; 0.8 1]", ORIGIN, [[3.0, 0.8], [0.8, 1.0]]),
        ],
    ),
    (
        DensityView::Surface,
        &[
            ("μ = (1, 0)", [1.0, 0.0], I),
            ("μ = (-0.5, 0)", [-0.5, 0.0], I),
            ("μ = (-1, -1.5)", [-1.0, -1.5], I),
        ],
    ),
    (
        DensityView::Surface,
        &[
            ("μ = (0, 1)", [0.0, 1.0], I),
            ("μ = (0, -0.5)", [0.0, -0.5], I),
            ("μ = (1, -1.5)", [1.0, -1.5], I),
        ],
    ),
];

const LEANING: [Panel; 3] = [
    ("Σ = [1 0; 0 1]", ORIGIN, I),
    ("Σ = [1 0.5; 0.5 1]", ORIGIN, [[1.0, 0.5], [0.5, 1.0]]),
    ("Σ = [1 0.8; 0.8 1]", ORIGIN, [[1.0, 0.8], [0.8, 1.0]]),
];

/// Draws a figure of the notes, from 1; 7 is the standard normal of one number.
pub fn figure(which: usize) -> Result<Scene, Problem> {
    if which == FIGURES.len() + 1 {
        return Ok(standard_normal());
    }
    let Some((view, panels)) = which.checked_sub(1).and_then(|at| FIGURES.get(at)) else {
        return Err(Problem {
            kind: "no_figure",
            what: format!("there is no figure {which}"),
            fix: format!("choose a figure from 1 to {}", FIGURES.len() + 1),
            usage: true,
            ..Problem::default()
        });
    };
    let mut scene = Scene::titled(format!("Figure {which} of the notes"));
    for (title, mean, cov) in *panels {
        let plane = Plane { ln_prior: 0.0, mean: *mean, cov: *cov };
        let frame = match view {
            DensityView::Contours | DensityView::Shades => contours(&[plane], (-3.0, 3.0), &RINGS),
            DensityView::Surface => surface(&[plane], 3.0),
        };
        scene.frames.push(SceneFrame { title: (*title).to_owned(), ..frame });
        let peak = plane.ln_density(plane.mean).exp();
        scene.fact(*title, sentence!("|Σ| = {}, highest {}", number(plane.det()), number(peak)));
    }
    let upwards = scene.frames.iter().map(|frame| frame.y.range);
    let common = upwards.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)));
    scene.frames.iter_mut().for_each(|frame| frame.y.range = common.unwrap_or(frame.y.range));
    if *view == DensityView::Contours {
        rings(&mut scene);
        scene.note("x₁ and x₂ have the same scale: a circle is round.");
    } else {
        scene.note("All panels have the same vertical scale: a narrow density is high, a wide one is low.");
    }
    Ok(scene)
}

fn standard_normal() -> Scene {
    let point = |at: usize| {
        let x = -3.5 + 7.0 * at as f64 / 240.0;
        [x, (-0.5 * x * x).exp() / TAU.sqrt()]
    };
    let curve = Mark::path((0..=240).map(point).collect()).titled("the density of N(0, 1)");
    let mut scene = Scene::titled("Figure 7: N(0, 1)");
    for (wide, inside) in [(1, 0.6827), (2, 0.9545), (3, 0.9973)] {
        let share = sentence!("{} of the rows", number(inside));
        scene.fact(sentence!("within {} σ", wide.to_string()), share);
    }
    scene.fact("highest", sentence!("1/√(2π) = {}", number(1.0 / TAU.sqrt())));
    let layers = vec![Layer::new(Role::Class(0), [curve])];
    scene.frame(Axis::of("x", (-3.5, 3.5)), Axis::of("p(x)", (0.0, 0.42)), layers);
    scene
}
