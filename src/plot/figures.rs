//! The figures of the CS229 notes on generative learning, without data.

use super::pair::number;
use super::plane::Plane;
use super::playground::{View, contours, rings, surface};
use super::scene::{Address, Axis, Fact, Frame, Layer, Mark, Role, Scene, Shape};
use crate::math::sentence;
use crate::problem::Problem;

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

/// The figures of the notes, in their order: as what each is seen, and its panels.
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
        return Ok(bell());
    }
    let Some((view, panels)) = which.checked_sub(1).and_then(|at| FIGURES.get(at)) else {
        return Err(Problem {
            kind: "no_figure",
            what: format!("there is no figure {which}"),
            fix: format!("the figures are 1 to {}", FIGURES.len() + 1),
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
        scene.notes.push("x₁ and x₂ have one scale: a circle is round.".into());
    } else {
        scene
            .notes
            .push("All panels have one scale upwards: a narrow density is high, a wide one is low.".into());
    }
    Ok(scene)
}

fn bell() -> Scene {
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
