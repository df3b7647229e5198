//! Pictures of a model, and of how good it is.

use super::super::evaluate::positive;
use super::{PlotCommand, PlotKind};
use crate::evaluate::{
    CandidateModel, Comparison, ComparisonProgress, Learning, Metrics, ModelSpec, SEEDS, Sweep, Trial,
};
use crate::model::{Case, CaseValue, Fitted, Study};
use crate::plot::{
    self, BoundaryLines, FeaturePair, Others, PairRows, Scene, Surface, contributions, drawable,
    feature_scene, most_telling, reliability, roc,
};
use crate::problem::{Problem, nearest};

pub(super) fn scene(
    command: &PlotCommand,
    study: &Study,
    fitted: &Fitted,
    case: Option<&Case>,
) -> Result<Scene, Problem> {
    let no_case = || Problem::usage("there is no case to draw", "add --row N or --query \"column=value,…\"");
    match command.kind {
        PlotKind::Feature => {
            let at = feature(fitted, command.x.as_deref())?;
            let at = at.or_else(|| drawable(fitted).first().copied()).unwrap_or(0);
            feature_scene(fitted, at, case, None)
        }
        PlotKind::Pushed => Ok(contributions(fitted, case.ok_or_else(no_case)?, command.rest)?.scene(fitted)),
        _ => pair(command, study, fitted, case),
    }
}

fn pair(
    command: &PlotCommand,
    study: &Study,
    fitted: &Fitted,
    case: Option<&Case>,
) -> Result<Scene, Problem> {
    let telling = most_telling(fitted).map(Vec::from).unwrap_or_default();
    let all: Vec<usize> = telling.into_iter().chain(drawable(fitted)).collect();
    let (x, y) = (feature(fitted, command.x.as_deref())?, feature(fitted, command.y.as_deref())?);
    let free = |but: Option<usize>| all.iter().copied().find(|at| Some(*at) != but);
    let (Some(x), Some(y)) = (x.or_else(|| free(y)), y.or_else(|| free(x.or_else(|| free(y))))) else {
        return Err(Problem::usage(
            "a picture of two features needs two numeric features",
            "draw one with posterior plot feature",
        ));
    };
    if x == y {
        return Err(Problem::usage("both axes have the same feature", "name another with --x or --y"));
    }
    let mut pair = FeaturePair::new([x, y]);
    pair.others = if command.marginal { Others::Marginal } else { Others::Slice };
    pair.lines = if command.all_boundaries { BoundaryLines::All } else { BoundaryLines::Leading };
    pair.doubt = command.bands;
    pair.rings = command.rings.as_deref().map_or(Ok(vec![4]), rings)?;
    let rows = PairRows::of(fitted, pair.features);
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
    let names: Vec<String> = fitted.feature_names().map(|name| name.as_str().to_owned()).collect();
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
            format!("“{text}” is not a list of rings"),
            "pass squared distances, whole numbers from 1 to 100, as in --rings 1,4,9, or --rings none",
        )
    })
}

fn feature(fitted: &Fitted, name: Option<&str>) -> Result<Option<usize>, Problem> {
    let Some(name) = name else { return Ok(None) };
    fitted.feature(name).map(Some).ok_or_else(|| {
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

pub(super) fn evaluated(command: &PlotCommand, study: &Study) -> Result<Scene, Problem> {
    let trial = Trial::plan(study, None)?;
    let evaluation = trial.run(None)?;
    let labels = evaluation.labels.get(..evaluation.predictable).unwrap_or_default();
    let positive = positive(command.positive.as_deref(), labels, trial.positive())?;
    let metrics = Metrics::new(&evaluation, positive);
    let class = |at: usize| evaluation.labels.get(at);
    let none = || Problem::usage("there is no positive class", "the data must have rows of two classes");
    Ok(match command.kind {
        PlotKind::Roc => roc(&metrics.roc, &evaluation.rows, class(metrics.roc.positive).ok_or_else(none)?),
        _ => reliability(&metrics.calibration, metrics.calibration.of.and_then(class)),
    })
}

pub(super) fn sweep(command: &PlotCommand, study: &Study) -> Result<Scene, Problem> {
    let found = Sweep::run(study, None)?;
    Ok(plot::sweep(&found, command.measure, found.current(&study.recipe)))
}

/// The models that are asked for; `None` for none.
fn models(command: &PlotCommand) -> Result<Option<Vec<ModelSpec>>, Problem> {
    command.models.as_deref().map(ModelSpec::list).transpose()
}

pub(super) fn learning(command: &PlotCommand, study: &Study) -> Result<Scene, Problem> {
    let candidates = match models(command)? {
        Some(specs) => {
            let resolved = &study.model()?.data.resolved;
            specs.iter().map(|spec| spec.candidate(&study.recipe, resolved)).collect()
        }
        None => {
            let name = study.model()?.title().to_owned();
            vec![CandidateModel { name, recipe: study.recipe.clone() }]
        }
    };
    Ok(plot::learning(&Learning::run(study, &candidates, SEEDS, None)?, command.measure))
}

pub(super) fn compare(command: &PlotCommand, study: &Study) -> Result<Scene, Problem> {
    let found = Comparison::run(study, models(command)?.as_deref(), Some(&ComparisonProgress::default()))?;
    Ok(plot::comparison(&found, &found.sorted(None)))
}
