//! Questions about shapes: which ellipse belongs to Σ, which Σ to an ellipse, and which line to a prior.

use super::question::{Expected, LETTERS, PictureQuestion, number};
use crate::math::{Sentence, sentence};
use crate::plot::{Plane, panels};
use crate::practice::exercise::Dice;

/// Σ as it is written in a line.
fn matrix([[a, b], [_, d]]: [[f64; 2]; 2]) -> Sentence {
    sentence!("[{} {}; {} {}]", number(a), number(b), number(b), number(d))
}

/// Some covariance matrices that look different: variances, and how far they lean.
fn some_sigmas(dice: &mut Dice) -> [[[f64; 2]; 2]; 3] {
    let lean = [0.5, 0.8].get(dice.below(2) as usize).copied().unwrap_or(0.8);
    let sign = if dice.below(2) == 0 { 1.0 } else { -1.0 };
    let of = |a: f64, b: f64, d: f64| [[a, b], [b, d]];
    let first = of(1.0, sign * lean, 1.0);
    let second = of(1.0, -sign * lean, 1.0);
    let third = match dice.below(3) {
        0 => of(1.0, 0.0, 1.0),
        1 => of(2.5, 0.0, 0.5),
        _ => of(3.0, sign * 0.8, 1.0),
    };
    let mut all = [first, second, third];
    let by = dice.below(3) as usize;
    all.rotate_left(by);
    if dice.below(2) == 1 {
        all.swap(0, 1);
    }
    all
}

/// How an ellipse lies, by its Σ.
fn lies([[a, b], [_, d]]: [[f64; 2]; 2]) -> Sentence {
    let leans = match b.partial_cmp(&0.0) {
        Some(std::cmp::Ordering::Greater) => "it rises to the right, since the covariance is above 0",
        Some(std::cmp::Ordering::Less) => "it falls to the right, since the covariance is below 0",
        _ if a == d => "it is a circle: no covariance, and both variances the same",
        _ => "it lies along an axis, since the covariance is 0",
    };
    let wide = if a > d {
        ", and it is wider than high, since the variance of x₁ is the larger"
    } else if a < d {
        ", and it is higher than wide, since the variance of x₂ is the larger"
    } else {
        ""
    };
    sentence!("{}{}.", leans, wide)
}

fn plane(cov: [[f64; 2]; 2]) -> Plane {
    Plane { ln_prior: 0.0, mean: [0.0; 2], cov }
}

const LOOK: &str =
    "The sign of the covariance says which way it leans; the variances, how wide and how high it is.";

pub(super) fn which_ellipse(dice: &mut Dice) -> PictureQuestion {
    let all = some_sigmas(dice);
    let right = dice.below(3) as usize;
    let of = |at: usize| all.get(at).copied().unwrap_or_default();
    let frames = (0..3).map(|at| (letter(at), vec![plane(of(at))])).collect();
    let told = (0..3).map(|at| sentence!("{} has Σ = {}: {}", letter(at), matrix(of(at)), lies(of(at))));
    PictureQuestion {
        scene: panels("Three normal distributions".into(), frames),
        ask: sentence!("Which ellipse belongs to Σ = {}?", matrix(of(right))),
        choices: Vec::new(),
        hint: LOOK.into(),
        why: sentence!("{}: {}", letter(right), lies(of(right))),
        of: None,
        expected: Expected::Choice(right, told.collect()),
    }
}

pub(super) fn which_matrix(dice: &mut Dice) -> PictureQuestion {
    let all = some_sigmas(dice);
    let right = dice.below(3) as usize;
    let of = |at: usize| all.get(at).copied().unwrap_or_default();
    let told = (0..3).map(|at| sentence!("With Σ = {} {}", matrix(of(at)), lies(of(at))));
    PictureQuestion {
        scene: panels("A normal distribution".into(), vec![(String::new(), vec![plane(of(right))])]),
        ask: "Which Σ belongs to this ellipse?".into(),
        choices: (0..3).map(|at| sentence!("{}  {}", letter(at), matrix(of(at)))).collect(),
        hint: LOOK.into(),
        why: sentence!("Σ = {}: {}", matrix(of(right)), lies(of(right))),
        of: None,
        expected: Expected::Choice(right, told.collect()),
    }
}

/// Two classes with one Σ and three priors: the line moves away from the class that is more common.
pub(super) fn which_line(dice: &mut Dice) -> PictureQuestion {
    let lean = [-0.5, 0.0, 0.5].get(dice.below(3) as usize).copied().unwrap_or(0.0);
    let cov = [[0.8, 0.8 * lean], [0.8 * lean, 0.8]];
    let means = [[-1.0, -0.6], [1.0, 0.6]];
    let mut shares = [0.05, 0.5, 0.95];
    shares.rotate_left(dice.below(3) as usize);
    let right = dice.below(3) as usize;
    let of = |at: usize| shares.get(at).copied().unwrap_or(0.5);
    let two = |phi: f64| -> Vec<Plane> {
        let [a, b] = means;
        vec![Plane { ln_prior: phi.ln(), mean: a, cov }, Plane { ln_prior: (1.0 - phi).ln(), mean: b, cov }]
    };
    let frames = (0..3).map(|at| (letter(at), two(of(at)))).collect();
    let what = |phi: f64| -> Sentence {
        if phi == 0.5 {
            "both are as common, and the line halves the way between the means".into()
        } else if phi > 0.5 {
            "the first class (●) is the more common: the line stands nearer to the other mean".into()
        } else {
            "the second class (▲) is the more common: the line stands nearer to the mean of ●".into()
        }
    };
    let told = (0..3).map(|at| sentence!("In {} φ = {}: {}.", letter(at), number(of(at)), what(of(at))));
    PictureQuestion {
        scene: panels("Two classes with one Σ".into(), frames),
        ask: sentence!("In which picture is φ = {}, the prior of the first class (●)?", number(of(right))),
        choices: Vec::new(),
        hint: "The line moves away from the class that is more common.".into(),
        why: sentence!("{}: {}.", letter(right), what(of(right))),
        of: None,
        expected: Expected::Choice(right, told.collect()),
    }
}

fn letter(at: usize) -> String {
    LETTERS.get(at).copied().unwrap_or('A').to_string()
}
