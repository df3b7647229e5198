//! Least mean squares, step by step.

use super::document::{Document, Grid, Role, cells, plural, to};
use crate::math::{Number, Precision, Sentence, sentence};
use crate::worked::{LmsMethod, LmsRun, LmsStep};

/// Steps that are worked in full; all are in the table of parameters.
const WORKED: usize = 3;
const LISTED: usize = 40;

fn number(value: f64) -> Sentence {
    to(&Number::Float(value), Precision::Figures(5))
}

/// The number after `=`, or after `≈` if it is rounded.
fn is(value: f64) -> Sentence {
    let rounded = Number::Float(value).rounded(Precision::Figures(5));
    sentence!("{} {}", if rounded.is_exact() { "=" } else { "≈" }, number(value))
}

fn numbers(values: &[f64]) -> impl Iterator<Item = Sentence> {
    values.iter().map(|value| number(*value))
}

/// The data, the first steps with every number, and θ and J after each step.
pub fn lms(run: &LmsRun) -> Document {
    let mut out = Document::default();
    out.heading(sentence!("Least mean squares: {}", method(run.method)));
    let features = run.features.join(", ");
    out.text(sentence!(
        "φ(x) = ({}), y = {}, α = {}, and θ = 0 at the start.",
        features,
        run.target,
        number(run.rate)
    ));
    out.text(update(run.method));
    out.text(rate(run));
    let mut data = Grid::of(["row"]).numbers(&run.features).numbers(["y"]);
    for ((row, phi), y) in run.rows.iter().zip(&run.phi).zip(&run.y) {
        data.named((row + 1).to_string(), numbers(phi).chain([number(*y)]));
    }
    out.grid(data);
    if run.method == LmsMethod::Kernel {
        kernel(run, &mut out);
    }
    let zeros = (vec![0.0; run.features.len()], vec![0.0; run.rows.len()]);
    for (at, step) in run.steps.iter().enumerate().take(WORKED) {
        let before = at.checked_sub(1).and_then(|before| run.steps.get(before));
        let (theta, beta) = before.map_or((&zeros.0, &zeros.1), |before| (&before.theta, &before.beta));
        out.heading(format!("Step {}", at + 1));
        if run.method == LmsMethod::Kernel {
            kernel_step(run, at as u64 + 1, step, beta, &mut out);
        } else {
            theta_step(run, step, theta, &mut out);
        }
    }
    out.heading("All steps");
    let names = (0..run.features.len()).map(|at| format!("θ{}", subscript(at)));
    let mut all = Grid::of([">step"]).numbers(names).numbers(["J(θ)"]);
    all.named("0", numbers(&zeros.0).chain([number(run.first_cost)]));
    for (at, step) in (1..).zip(&run.steps).filter(|(at, _)| *at <= LISTED || *at == run.steps.len()) {
        all.named(at.to_string(), numbers(&step.theta).chain([number(step.cost)]));
    }
    out.grid(all);
    if run.is_cut {
        out.say(Role::Warning, "The numbers of the next step are too large to be computed.");
    }
    out
}

fn method(method: LmsMethod) -> &'static str {
    match method {
        LmsMethod::Batch => "batch gradient descent",
        LmsMethod::Stochastic => "stochastic gradient descent",
        LmsMethod::Kernel => "the kernel form of batch gradient descent",
    }
}

fn update(method: LmsMethod) -> &'static str {
    match method {
        LmsMethod::Batch => "Each step uses all rows: θ := θ + α ∑ᵢ (yᵢ − θᵀφ(xᵢ)) φ(xᵢ).",
        LmsMethod::Stochastic => "Each step uses one row, in turn: θ := θ + α (yᵢ − θᵀφ(xᵢ)) φ(xᵢ).",
        LmsMethod::Kernel => {
            "θ = ∑ᵢ βᵢ φ(xᵢ), and each step changes every β: βᵢ := βᵢ + α (yᵢ − ∑ⱼ βⱼ K(xⱼ, xᵢ)), with \
             K(x, z) = φ(x)ᵀφ(z)."
        }
    }
}

fn rate(run: &LmsRun) -> Sentence {
    let largest = number(run.largest_rate);
    let chosen = if run.is_chosen { " This α was chosen for that." } else { "" };
    match (run.converges(), run.method) {
        (true, LmsMethod::Stochastic) => {
            sentence!("Batch steps converge for every α below {}.{}", largest, chosen)
        }
        (true, _) => sentence!("The steps converge for every α below {}.{}", largest, chosen),
        (false, _) => sentence!("α is too large: batch steps converge only for α below {}.", largest),
    }
}

fn subscript(at: usize) -> char {
    u32::try_from(at).ok().and_then(|at| char::from_u32(0x2080 + at)).unwrap_or('?')
}

fn theta_step(run: &LmsRun, step: &LmsStep, before: &[f64], out: &mut Document) {
    let parts = run.features.iter().map(|feature| format!("(y − θᵀφ)·{feature}"));
    let mut grid = Grid::of(["row", ">θᵀφ", ">y − θᵀφ"]).numbers(parts);
    for (at, row) in step.rows.iter().enumerate() {
        let Some((predicted, error)) = step.predictions.get(at).zip(step.errors.get(at)) else { continue };
        let name = run.rows.get(*row).map(|row| (row + 1).to_string()).unwrap_or_default();
        let phi = run.phi.get(*row).map(Vec::as_slice).unwrap_or_default();
        let parts = phi.iter().map(|phi| number(error * phi));
        grid.named(name, [number(*predicted), number(*error)].into_iter().chain(parts));
    }
    if step.rows.len() > 1 {
        grid.named("sum", cells!["", ""].into_iter().chain(numbers(&step.sums)));
    }
    out.grid(grid);
    for (at, ((before, sum), after)) in before.iter().zip(&step.sums).zip(&step.theta).enumerate() {
        // `θ₁ = 0.5 + 0.01 · 3 = 0.53`
        let name = format!("θ{}", subscript(at));
        let sum = if *sum < 0.0 { sentence!("({})", number(*sum)) } else { number(*sum) };
        out.item(sentence!("{} = {} + {} · {} {}", name, number(*before), number(run.rate), sum, is(*after)));
    }
    out.text(sentence!("J(θ) = ½ ∑ᵢ (yᵢ − θᵀφ(xᵢ))² {}.", is(step.cost)));
}

fn kernel(run: &LmsRun, out: &mut Document) {
    out.heading("K(xᵢ, xⱼ)");
    let names = || run.rows.iter().map(|row| (row + 1).to_string());
    let mut grid = Grid::of(["row"]).numbers(names());
    for (name, row) in names().zip(&run.kernel) {
        grid.named(name, numbers(row));
    }
    out.grid(grid);
}

fn kernel_step(run: &LmsRun, number_of_step: u64, step: &LmsStep, before: &[f64], out: &mut Document) {
    let mut grid = Grid::of(["row", ">y", ">∑ⱼ βⱼ K", ">y − ∑ⱼ βⱼ K", ">β before", ">β after"]);
    for (at, row) in run.rows.iter().enumerate() {
        let of = |all: &[f64]| all.get(at).map_or_else(Sentence::default, |value| number(*value));
        let columns: [&[f64]; 5] = [&run.y, &step.predictions, &step.errors, before, &step.beta];
        grid.named((row + 1).to_string(), columns.map(of));
    }
    out.grid(grid);
    let theta = step.theta.iter().enumerate();
    let theta = theta.map(|(at, value)| sentence!("θ{} {}", subscript(at).to_string(), is(*value)));
    let (theta, steps, cost) = (Sentence::join(theta, ", "), plural(number_of_step, "step"), is(step.cost));
    out.text(sentence!(
        "θ = ∑ᵢ βᵢ φ(xᵢ): {}, the same as after {} of the batch form. J(θ) {}.",
        theta,
        steps,
        cost
    ));
}

/// A row for each step: `step,rows,theta…,cost`, from step 0.
pub fn lms_sheet(run: &LmsRun) -> super::Sheet {
    let zeros = vec![0.0; run.features.len()];
    let steps = run.steps.iter().map(|step| (&step.theta, step.cost));
    let row = |(at, (theta, cost)): (usize, (&Vec<f64>, f64))| {
        let numbers = theta.iter().chain([&cost]).map(f64::to_string);
        [at.to_string()].into_iter().chain(numbers).collect()
    };
    let rows = [(&zeros, run.first_cost)].into_iter().chain(steps).enumerate().map(row).collect();
    let thetas = (0..run.features.len()).map(|at| format!("theta_{at}"));
    let header = ["step".to_owned()].into_iter().chain(thetas).chain(["cost".to_owned()]).collect();
    super::Sheet { header, rows }
}
