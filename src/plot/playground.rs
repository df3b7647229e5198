//! The normal-density playground: densities set by hand, and the figures of the notes.

use super::border::borders;
use super::pair::number;
use super::scene::{Address, Axis, Fact, Frame, Key, Layer, Mark, Role, Scene, Shape};
use super::surface::{Plane, Surface};
use crate::math::{Number, Precision, sentence};
use crate::problem::Problem;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// The rings q = 1, 4 and 9.
    #[default]
    Contours,
    Shades,
    Surface,
}

impl View {
    /// All of them, in the order of the key that changes them.
    pub const ALL: [View; 3] = [View::Contours, View::Shades, View::Surface];

    pub fn word(self) -> &'static str {
        match self {
            View::Contours => "contours",
            View::Shades => "shades",
            View::Surface => "surface",
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
    pub view: View,
}

impl Default for Playground {
    fn default() -> Self {
        Playground {
            mean: [0.0; 2],
            deviation: [1.0; 2],
            correlation: 0.0,
            second: None,
            view: View::Contours,
        }
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
        let mut scene = Scene { title: "Normal in two dimensions".into(), ..Scene::default() };
        scene.frames.push(match self.view {
            View::Contours => contours(&planes, (-reach, reach), &[9, 4, 1], String::new()),
            View::Shades => shades(&planes, (-reach, reach)),
            View::Surface => {
                surface(&planes, reach.min(3.0).max(first.cov[0][0].sqrt() * 3.0), String::new())
            }
        });
        numbers(&first, &mut scene);
        if self.view == View::Contours {
            rings(&mut scene);
        }
        if let [_, second] = planes.as_slice() {
            let phi = first.ln_prior.exp();
            scene
                .legend
                .push(Key { role: Role::Class(0), text: sentence!("first class, φ = {}", number(phi)) });
            scene.legend.push(Key {
                role: Role::Class(1),
                text: sentence!("second class, mean {}, {}", number(second.mean[0]), number(second.mean[1])),
            });
            scene.legend.push(Key { role: Role::Boundary(0, 1), text: "posteriors equal".into() });
            scene.notes.push("The line moves away from the class that φ favours.".into());
        }
        scene.notes.push("x₁ and x₂ have the same scale: a circle is round.".into());
        Ok(scene)
    }
}

/// Checks that Σ is positive definite; the error gives the reason if it is not.
pub fn definite(plane: &Plane) -> Result<(), Problem> {
    if plane.is_definite() {
        return Ok(());
    }
    let axes = plane.axes();
    let turned = axes.angle.unwrap_or(0.0) + std::f64::consts::FRAC_PI_2;
    let (x, y) = (turned.cos(), turned.sin());
    let (x, y) = if x < 0.0 { (-x, -y) } else { (x, y) };
    let det = Number::Float(plane.det()).rounded(Precision::TERM);
    let what = match axes.lambda[1] < -1e-12 * axes.lambda[0].abs() {
        true => sentence!(
            "|Σ| = {}: along ({}, {}) q would be negative, so Σ is not a covariance matrix",
            det,
            number(x),
            number(y)
        ),
        false => sentence!(
            "|Σ| = 0: all points are on a line, so there is no density across ({}, {})",
            number(x),
            number(y)
        ),
    };
    Err(Problem {
        kind: "not_definite",
        what: what.plain(),
        fix: "choose an off-diagonal entry between −σ₁σ₂ and σ₁σ₂, so that |ρ| is below 1".into(),
        usage: true,
        ..Problem::default()
    })
}

pub(super) fn rings(scene: &mut Scene) {
    for (q, inside) in [(1_u8, 0.3935), (4, 0.8647), (9, 0.9889)] {
        scene.legend.push(Key {
            role: Role::Ring(0, q),
            text: sentence!("q = {}: {} inside", q.to_string(), number(inside)),
        });
    }
}

/// |Σ|, Σ⁻¹, the axes.
fn numbers(plane: &Plane, scene: &mut Scene) {
    let mut fact =
        |what: &str, value| scene.facts.push(Fact { what: what.into(), address: Address::None, value });
    let [[a, b], [_, d]] = plane.cov;
    fact("Σ", sentence!("[{} {}; {} {}]", number(a), number(b), number(b), number(d)));
    fact("|Σ|", sentence!("{}", number(plane.det())));
    let [[a, b], [_, d]] = plane.inverse();
    fact("Σ⁻¹", sentence!("[{} {}; {} {}]", number(a), number(b), number(b), number(d)));
    let axes = plane.axes();
    for (at, lambda) in axes.lambda.iter().enumerate() {
        let turned = axes.angle.map(|angle| angle + std::f64::consts::FRAC_PI_2 * at as f64);
        let way = match turned {
            Some(angle) => {
                let part = |part: f64| if part.abs() < 1e-12 { 0.0 } else { part };
                let (x, y) = (part(angle.cos()), part(angle.sin()));
                sentence!("eigenvector ({}, {}), {}°", number(x), number(y), number(angle.to_degrees()))
            }
            None => "every direction is an eigenvector".into(),
        };
        let name = format!("axis {}", at + 1);
        fact(&name, sentence!("λ = {}, half axis {}, {}", number(*lambda), number(lambda.sqrt()), way));
    }
    fact("highest", sentence!("{}", number(plane.ln_density(plane.mean).exp() * plane.ln_prior.exp())));
}

pub(super) fn contours(planes: &[Plane], range: (f64, f64), at: &[u8], title: String) -> Frame {
    let mut layers = Vec::new();
    for q in at {
        for (class, plane) in planes.iter().enumerate() {
            let title = sentence!("q = {}", q.to_string());
            layers.push(Layer {
                role: Role::Ring(class, *q),
                marks: vec![Mark::new(Shape::Path(plane.ring(f64::from(*q)))).titled(title)],
            });
        }
    }
    if planes.len() == 2 {
        let both = Surface::Normal(planes.iter().copied().map(Some).collect());
        let marks = borders(&both, range, range)
            .into_iter()
            .map(|line| Mark::new(Shape::Path(line.points)).titled("posteriors equal"));
        layers.push(Layer { role: Role::Boundary(0, 1), marks: marks.collect() });
    }
    for (class, plane) in planes.iter().enumerate() {
        let title = sentence!("mean {}, {}", number(plane.mean[0]), number(plane.mean[1]));
        layers.push(Layer {
            role: Role::Mean(class),
            marks: vec![Mark::new(Shape::Point(plane.mean)).titled(title)],
        });
    }
    Frame { title, x: Axis::of("x₁", range), y: Axis::of("x₂", range), equal: true, layers }
}

/// Cells of the shades, each way, and their steps.
const SHADES: (usize, f64) = (144, 200.0);

fn shades(planes: &[Plane], range: (f64, f64)) -> Frame {
    let (cells, steps) = SHADES;
    let at = |cell: usize| range.0 + (range.1 - range.0) * (cell as f64 + 0.5) / cells as f64;
    let mut frame = contours(planes, range, &[], String::new());
    let top = planes.iter().map(|plane| plane.score(plane.mean).exp()).fold(0.0, f64::max);
    for (class, plane) in planes.iter().enumerate().rev() {
        let level = |cell: usize| {
            let height = plane.score([at(cell % cells), at(cell / cells)]).exp();
            // Below a fiftieth of the highest nothing is drawn.
            if height < top / 50.0 { 0 } else { (steps * height / top).ceil() as u32 }
        };
        let levels = (0..cells * cells).map(level).collect();
        let mark =
            Mark::new(Shape::Grid { columns: cells, levels }).titled("darker where the density is higher");
        frame.layers.insert(0, Layer { role: Role::Class(class), marks: vec![mark] });
    }
    frame
}

/// Curves over x₁ for some values of x₂, front to back; nearer curves hide those behind.
pub(super) fn surface(planes: &[Plane], reach: f64, title: String) -> Frame {
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
            let y = up * x2 + HEIGHT * density * std::f64::consts::TAU;
            if x1.abs() <= reach * (1.0 + 1e-9) && y >= *horizon {
                *horizon = y;
                top = top.max(y);
                seen.push([x, y]);
            } else if seen.len() > 1 {
                marks.push(Mark::new(Shape::Path(std::mem::take(&mut seen))));
            } else {
                seen.clear();
            }
        }
        if seen.len() > 1 {
            marks.push(Mark::new(Shape::Path(seen)));
        }
    }
    let y = (-up * reach - 0.3, (HEIGHT + up * reach).max(top) * 1.03);
    Frame {
        title,
        x: Axis {
            bare: true,
            ..Axis::of("x₁, and x₂ to the back", (from, from + step * (ACROSS - 1) as f64))
        },
        y: Axis { bare: true, ..Axis::of("p(x)", y) },
        equal: false,
        layers: vec![Layer { role: Role::Class(0), marks }],
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Panel {
    pub title: &'static str,
    pub mean: [f64; 2],
    pub cov: [[f64; 2]; 2],
}

const fn panel(title: &'static str, mean: [f64; 2], cov: [[f64; 2]; 2]) -> Panel {
    Panel { title, mean, cov }
}

const I: [[f64; 2]; 2] = [[1.0, 0.0], [0.0, 1.0]];
const ORIGIN: [f64; 2] = [0.0, 0.0];

/// The figures of the notes, in their order: the view of each, and its panels.
pub const FIGURES: [(View, &[Panel]); 6] = [
    (
        View::Surface,
        &[
            panel("Σ = I", ORIGIN, I),
            panel("Σ = 0.6 I", ORIGIN, [[0.6, 0.0], [0.0, 0.6]]),
            panel("Σ = 2 I", ORIGIN, [[2.0, 0.0], [0.0, 2.0]]),
        ],
    ),
    (View::Surface, &LEANING),
    (View::Contours, &LEANING),
    (
        View::Contours,
        &[
            panel("Σ = [1 -0.5; -0.5 1]", ORIGIN, [[1.0, -0.5], [-0.5, 1.0]]),
            panel("Σ = [1 -0.8; -0.8 1]", ORIGIN, [[1.0, -0.8], [-0.8, 1.0]]),
            panel("Σ = [3 0.8; 0.8 1]", ORIGIN, [[3.0, 0.8], [0.8, 1.0]]),
        ],
    ),
    (
        View::Surface,
        &[
            panel("μ = (1, 0)", [1.0, 0.0], I),
            panel("μ = (-0.5, 0)", [-0.5, 0.0], I),
            panel("μ = (-1, -1.5)", [-1.0, -1.5], I),
        ],
    ),
    (
        View::Surface,
        &[
            panel("μ = (0, 1)", [0.0, 1.0], I),
            panel("μ = (0, -0.5)", [0.0, -0.5], I),
            panel("μ = (1, -1.5)", [1.0, -1.5], I),
        ],
    ),
];

const LEANING: [Panel; 3] = [
    panel("Σ = [1 0; 0 1]", ORIGIN, I),
    panel("Σ = [1 0.5; 0.5 1]", ORIGIN, [[1.0, 0.5], [0.5, 1.0]]),
    panel("Σ = [1 0.8; 0.8 1]", ORIGIN, [[1.0, 0.8], [0.8, 1.0]]),
];

/// A figure of the notes, from 1; 7 is the standard normal of one number.
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
    let mut scene = Scene { title: format!("Figure {which} of the notes"), ..Scene::default() };
    for panel in *panels {
        let plane = Plane { ln_prior: 0.0, mean: panel.mean, cov: panel.cov };
        scene.frames.push(match view {
            View::Contours | View::Shades => {
                contours(&[plane], (-3.0, 3.0), &[9, 4, 1], panel.title.to_owned())
            }
            View::Surface => surface(&[plane], 3.0, panel.title.to_owned()),
        });
        let peak = plane.ln_density(plane.mean).exp();
        scene.facts.push(Fact {
            what: panel.title.into(),
            address: Address::None,
            value: sentence!("|Σ| = {}, highest {}", number(plane.det()), number(peak)),
        });
    }
    let upwards = scene.frames.iter().map(|frame| frame.y.range);
    let common = upwards.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)));
    scene.frames.iter_mut().for_each(|frame| frame.y.range = common.unwrap_or(frame.y.range));
    if *view == View::Contours {
        rings(&mut scene);
        scene.notes.push("x₁ and x₂ have the same scale: a circle is round.".into());
    } else {
        scene.notes.push(
            "All panels have the same vertical scale: a narrow density is high, a wide one is low.".into(),
        );
    }
    Ok(scene)
}

fn standard_normal() -> Scene {
    let point = |at: usize| {
        let x = -3.5 + 7.0 * at as f64 / 240.0;
        [x, (-0.5 * x * x).exp() / std::f64::consts::TAU.sqrt()]
    };
    let curve = Mark::new(Shape::Path((0..=240).map(point).collect())).titled("the density of N(0, 1)");
    let mut scene = Scene { title: "Figure 7: N(0, 1)".into(), ..Scene::default() };
    for (wide, inside) in [(1, 0.6827), (2, 0.9545), (3, 0.9973)] {
        scene.facts.push(Fact {
            what: sentence!("within {} σ", wide.to_string()),
            address: Address::None,
            value: sentence!("{} of the rows", number(inside)),
        });
    }
    scene.facts.push(Fact {
        what: "highest".into(),
        address: Address::None,
        value: sentence!("1/√(2π) = {}", number(1.0 / std::f64::consts::TAU.sqrt())),
    });
    scene.frames.push(Frame {
        title: String::new(),
        x: Axis::of("x", (-3.5, 3.5)),
        y: Axis::of("p(x)", (0.0, 0.42)),
        equal: false,
        layers: vec![Layer { role: Role::Class(0), marks: vec![curve] }],
    });
    scene
}
