//! Pictures of a model: its features, its parameters, and what it makes of a case.

use super::args::{Kind, Plot};
use crate::model::{Case, CaseValue, Fitted, Study};
use crate::plot::{Lines, Others, Pair, Rows, Scene, Surface, drawable, feature_scene, most_telling, pushed};
use crate::problem::{Problem, nearest};

pub(super) fn scene(
    command: &Plot,
    study: &Study,
    fitted: &Fitted,
    case: Option<&Case>,
) -> Result<Scene, Problem> {
    let feature = |name: &Option<String>| name.as_deref().map(|name| feature(fitted, name)).transpose();
    let no_case = || Problem::usage("there is no case to draw", "add --row N or --query \"column=value,…\"");
    match command.kind {
        Kind::Feature => {
            let at = match feature(&command.x)? {
                Some(at) => at,
                None => drawable(fitted).first().copied().unwrap_or(0),
            };
            feature_scene(fitted, at, case, None)
        }
        Kind::Pushed => Ok(pushed(fitted, case.ok_or_else(no_case)?, command.rest)?.scene(fitted)),
        _ => pair(command, study, fitted, case),
    }
}

fn pair(command: &Plot, study: &Study, fitted: &Fitted, case: Option<&Case>) -> Result<Scene, Problem> {
    let telling = most_telling(fitted).map(Vec::from).unwrap_or_default();
    let all: Vec<usize> = telling.into_iter().chain(drawable(fitted)).collect();
    let at = |name: &Option<String>| name.as_deref().map(|name| feature(fitted, name)).transpose();
    let (x, y) = (at(&command.x)?, at(&command.y)?);
    let free = |but: Option<usize>| all.iter().copied().find(|at| Some(*at) != but);
    let (Some(x), Some(y)) = (x.or_else(|| free(y)), y.or_else(|| free(x.or_else(|| free(y))))) else {
        return Err(Problem::usage(
            "a picture of two features takes two that are read of numbers",
            "posterior plot feature draws one",
        ));
    };
    if x == y {
        return Err(Problem::usage("both axes have the same feature", "name another with --x or --y"));
    }
    let mut pair = Pair::new([x, y]);
    pair.others = if command.marginal { Others::Marginal } else { Others::Slice };
    pair.lines = if command.all_boundaries { Lines::All } else { Lines::Leading };
    pair.doubt = command.bands;
    pair.rings = command.rings.as_deref().map_or(Ok(vec![4]), rings)?;
    let rows = Rows::of(fitted, pair.features);
    let rival = if command.rival { Some(rival(study, fitted, case, [x, y])?) } else { None };
    pair.scene(fitted, case, &rows, rival.as_ref())
}

fn rival(
    study: &Study,
    fitted: &Fitted,
    case: Option<&Case>,
    features: [usize; 2],
) -> Result<Surface, Problem> {
    let none = || {
        Problem::usage(
            "logistic regression has no line over these two features",
            "both must be numbers, and the others known in the case",
        )
    };
    let logistic = study.rival()?;
    let names: Vec<String> = fitted.feature_names().map(ToString::to_string).collect();
    let known = |(name, cell): (&String, &crate::model::CaseCell)| match cell.value {
        CaseValue::Number(number) => Some((name.clone(), number)),
        _ => None,
    };
    let others: Vec<(String, f64)> =
        case.into_iter().flat_map(|case| names.iter().zip(&case.cells)).filter_map(known).collect();
    let [x, y] = features.map(|at| names.get(at).map_or("", String::as_str));
    Surface::rival(&logistic, [x, y], &others).ok_or_else(none)
}

fn rings(text: &str) -> Result<Vec<u8>, Problem> {
    if text == "none" {
        return Ok(Vec::new());
    }
    let one = |part: &str| part.trim().parse::<u8>().ok().filter(|q| (1..=100).contains(q));
    text.split(',').map(one).collect::<Option<Vec<u8>>>().ok_or_else(|| {
        Problem::usage(
            format!("“{text}” are no rings"),
            "squared distances between commas, whole numbers of 1 to 100, as --rings 1,4,9, or none",
        )
    })
}

pub(in crate::cli) fn feature(fitted: &Fitted, name: &str) -> Result<usize, Problem> {
    fitted.feature(name).ok_or_else(|| {
        let names: Vec<&str> = fitted.feature_names().map(|name| name.as_str()).collect();
        let fix = match nearest(name, names.iter().copied()) {
            Some(near) => format!("did you mean “{near}”?"),
            None => {
                format!("the features are {}", names.iter().take(12).copied().collect::<Vec<_>>().join(", "))
            }
        };
        Problem::usage(format!("the model has no feature “{name}”"), fix)
    })
}
