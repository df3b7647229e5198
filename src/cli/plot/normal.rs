//! The normal distribution in two dimensions, without data.

use super::args::{Plot, Seen};
use crate::plot::{Playground, Scene, View, figure};
use crate::problem::Problem;

pub(super) fn scene(command: &Plot) -> Result<Scene, Problem> {
    if let Some(which) = command.figure {
        return figure(which);
    }
    let mut play = Playground::default();
    let numbers = |text: &str| {
        text.split([',', ';', ' '])
            .filter(|part| !part.is_empty())
            .map(|part| part.parse::<f64>().ok().filter(|number| number.is_finite() && number.abs() < 1e9))
            .collect::<Option<Vec<f64>>>()
    };
    let point = |text: &String| match numbers(text).as_deref() {
        Some([a, b]) => Ok([*a, *b]),
        _ => Err(Problem::usage(
            format!("“{text}” are not two numbers"),
            "two numbers with a comma between them, as --mu 1,0",
        )),
    };
    if let Some(mu) = &command.mu {
        play.mean = point(mu)?;
    }
    if let Some(sigma) = &command.sigma {
        let wrong =
            |what: String| Problem::usage(what, "rows between semicolons, as --sigma \"1,0.8;0.8,1\"");
        let Some(&[a, b, c, d]) = numbers(sigma).as_deref().and_then(|all| <&[f64; 4]>::try_from(all).ok())
        else {
            return Err(wrong(format!("“{sigma}” is no matrix of two rows")));
        };
        if !(a > 0.0 && d > 0.0) {
            return Err(wrong(format!("“{sigma}” has no two variances above 0 on its diagonal")));
        }
        if b != c {
            return Err(wrong(format!(
                "Σ is symmetric, and “{sigma}” has {b} above its diagonal and {c} below"
            )));
        }
        play.deviation = [a.sqrt(), d.sqrt()];
        play.correlation = b / (a * d).sqrt();
    }
    if let Some(second) = &command.second {
        if !(command.phi > 0.0 && command.phi < 1.0) {
            return Err(Problem::usage(
                format!("φ = {} is no probability between 0 and 1", command.phi),
                "as --phi 0.5",
            ));
        }
        play.second = Some((point(second)?, command.phi));
    }
    play.view = match command.view {
        None | Some(Seen::Contours) => View::Contours,
        Some(Seen::Shades) => View::Shades,
        Some(Seen::Surface) => View::Surface,
    };
    play.scene()
}
