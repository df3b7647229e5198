//! `posterior plot`: pictures of a model, and of how good it is.

use std::ffi::OsString;

use clap::{Args, ValueEnum};

use super::cases;
use super::evaluate::positive;
use super::flags::{RecipeFlags, WordChoice};
use super::output::{self, Format, Outcome, OutputFlags};
use crate::evaluate::{
    CandidateModel, Comparison, ComparisonProgress, Learning, Measure, Metrics, ModelSpec, SEEDS, Sweep,
    Trial,
};
use crate::model::{Case, CaseCell, CaseValue, Classifier, Fitted, Study};
use crate::plot::{
    self, BoundaryLines, FeaturePair, Glyphs, Others, PairRows, RasterStyle, Scene, Surface, contributions,
    drawable, feature_scene, most_informative, reliability, roc,
};
use crate::problem::{Problem, nearest};
use crate::report::{self, Picture, json, svg};

const PICTURE: &str = "Picture";

/// What is drawn.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum PlotKind {
    /// Two features: rows, means, rings, boundaries
    #[value(alias = "scatter")]
    Pair,
    /// One feature: its distribution in each class, and the crossings
    #[value(alias = "density")]
    Feature,
    /// A case: its log-odds contributions
    #[value(alias = "contributions")]
    Pushed,
    /// Evaluation: the ROC curve of a class
    Roc,
    /// Evaluation: calibration
    Reliability,
    /// Sweep: figures by smoothing α
    Sweep,
    /// Learning curve: figures by number of training rows
    Learning,
    /// Several models, evaluated on the same rows
    Compare,
}

const FIGURES: [(&str, Measure); 3] =
    [("accuracy", Measure::Accuracy), ("log-loss", Measure::LogLoss), ("brier", Measure::Brier)];

const GLYPHS: [(&str, Glyphs); 4] = [
    ("braille", Glyphs::Braille),
    ("blocks", Glyphs::Blocks),
    ("dots", Glyphs::Dots),
    ("ascii", Glyphs::Ascii),
];

#[derive(Args)]
pub(super) struct PlotCommand {
    /// pair, feature, pushed, roc, reliability, sweep, learning or compare
    #[arg(id = "picture", value_enum, value_name = "KIND", hide_possible_values = true)]
    kind: PlotKind,
    /// A CSV file, sample:NAME, an exercise, or - for standard input
    #[arg(value_name = "DATA")]
    data: Option<OsString>,
    #[command(flatten)]
    recipe: RecipeFlags,
    /// The feature on the x axis
    #[arg(long, value_name = "COL", help_heading = PICTURE)]
    x: Option<String>,
    /// The feature on the y axis
    #[arg(long, value_name = "COL", help_heading = PICTURE)]
    y: Option<String>,
    /// Fix the other features at the case (the default)
    #[arg(long, conflicts_with = "marginal", help_heading = PICTURE, hide_short_help = true)]
    slice: bool,
    /// Leave the other features out
    #[arg(long, help_heading = PICTURE, hide_short_help = true)]
    marginal: bool,
    /// Squared distances at which rings are drawn: 1,4,9, or none
    #[arg(long, value_name = "Q,…", help_heading = PICTURE, hide_short_help = true)]
    rings: Option<String>,
    /// Draw the boundaries of all pairs of classes, not only of the leading ones
    #[arg(long, help_heading = PICTURE, hide_short_help = true)]
    all_boundaries: bool,
    /// Stipple where the largest posterior is below 0.95
    #[arg(long, help_heading = PICTURE, hide_short_help = true)]
    bands: bool,
    /// Add the boundary of logistic regression
    #[arg(long, help_heading = PICTURE, hide_short_help = true)]
    rival: bool,
    /// A case: "outlook=sunny,wind=weak"; values with commas in double quotes
    #[arg(long, value_name = "COL=VALUE,…", conflicts_with = "row", help_heading = PICTURE)]
    query: Option<String>,
    /// The case is a row of the data, counted from 1
    #[arg(long, value_name = "N", help_heading = PICTURE)]
    row: Option<usize>,
    /// pushed: compare with all other classes together, not with the next one
    #[arg(long, help_heading = PICTURE, hide_short_help = true)]
    rest: bool,
    /// roc, reliability: the positive class
    #[arg(long, value_name = "CLASS", help_heading = PICTURE, hide_short_help = true)]
    positive: Option<String>,
    /// sweep, learning: accuracy, log-loss or brier
    #[arg(long, value_parser = WordChoice(&FIGURES), default_value = "accuracy", value_name = "FIGURE", hide_possible_values = true, hide_default_value = true, help_heading = PICTURE, hide_short_help = true)]
    measure: Measure,
    /// learning, compare: the models, as posterior compare --models has them
    #[arg(long, value_name = "A,B,…", value_delimiter = ',', help_heading = PICTURE, hide_short_help = true)]
    models: Option<Vec<String>>,
    /// In text: columns and rows, as 80x24
    #[arg(long, value_name = "CxR", help_heading = PICTURE, hide_short_help = true)]
    size: Option<String>,
    /// In text: braille, blocks, dots or ascii
    #[arg(long, value_parser = WordChoice(&GLYPHS), hide_possible_values = true, help_heading = PICTURE, hide_short_help = true)]
    glyphs: Option<Glyphs>,
    #[command(flatten)]
    output: OutputFlags,
}

pub(super) fn run(command: PlotCommand) -> Outcome {
    let size = command.size.as_deref().map(size).transpose()?;
    let (study, scene) = scene(&command)?;
    let look = RasterStyle { glyphs: command.glyphs.unwrap_or_default(), ..RasterStyle::default() };
    match command.output.format() {
        Some(Format::Svg) => output::deliver(&svg::page(&scene), &command.output),
        Some(Format::Json) => {
            let model = study.model().ok().map(|fitted| fitted as &dyn Classifier);
            output::answer(&study, model, json::picture(&scene), &command.output)
        }
        _ => output::document(&report::plot(Picture { scene, look, size }), &command.output),
    }
}

fn size(text: &str) -> Result<(usize, usize), Problem> {
    let wrong = || {
        Problem::usage(
            format!("“{text}” is not the size of a picture"),
            "pass columns and rows, as in --size 80x24, from 20x8 to 500x300",
        )
    };
    let (columns, rows) = text.split_once(['x', 'X', '×']).ok_or_else(wrong)?;
    match (columns.trim().parse(), rows.trim().parse()) {
        (Ok(columns @ 20..=500), Ok(rows @ 8..=300)) => Ok((columns, rows)),
        _ => Err(wrong()),
    }
}

fn scene(command: &PlotCommand) -> Result<(Study, Scene), Problem> {
    let Some(data) = &command.data else {
        let fix = "name a CSV or a sample, as in posterior plot pair sample:iris";
        return Err(Problem::usage("there are no data to draw", fix));
    };
    let study = cases::study_for(command.recipe.study(data, &command.output)?, &command.query)?;
    let scene = match command.kind {
        PlotKind::Roc | PlotKind::Reliability => evaluated(command, &study),
        PlotKind::Sweep => sweep(command, &study),
        PlotKind::Learning => learning(command, &study),
        PlotKind::Compare => compare(command, &study),
        _ => {
            let fitted = study.model()?;
            let case = cases::one_case(command.query.as_deref(), command.row, &study, fitted)?;
            of_model(command, &study, fitted, case.as_ref())
        }
    }?;
    Ok((study, scene))
}

fn of_model(
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
    let informative = most_informative(fitted).map(Vec::from).unwrap_or_default();
    let all: Vec<usize> = informative.into_iter().chain(drawable(fitted)).collect();
    let (x, y) = (feature(fitted, command.x.as_deref())?, feature(fitted, command.y.as_deref())?);
    let free = |but: Option<usize>| all.iter().copied().find(|at| Some(*at) != but);
    let (Some(x), Some(y)) = (x.or_else(|| free(y)), y.or_else(|| free(x.or_else(|| free(y))))) else {
        let what = "a picture of two features needs two numeric features";
        return Err(Problem::usage(what, "draw one with posterior plot feature"));
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
    let rival = command.rival.then(|| rival(study, fitted, case, [x, y])).transpose()?;
    pair.scene(fitted, case, &rows, rival.as_ref())
}

fn rival(
    study: &Study,
    fitted: &Fitted,
    case: Option<&Case>,
    features: [usize; 2],
) -> Result<Surface, Problem> {
    let logistic = study.rival()?;
    let names: Vec<&str> = fitted.feature_names().map(|name| name.as_str()).collect();
    let known = |(name, cell): (&&str, &CaseCell)| match cell.value {
        CaseValue::Number(number) => Some(((*name).to_owned(), number)),
        _ => None,
    };
    let others: Vec<(String, f64)> =
        case.into_iter().flat_map(|case| names.iter().zip(&case.cells)).filter_map(known).collect();
    let axes = features.map(|at| names.get(at).copied().unwrap_or_default());
    Surface::rival(&logistic, axes, &others).ok_or_else(|| {
        let what = "logistic regression has no line over these two features";
        Problem::usage(what, "both must be numbers, and the others known in the case")
    })
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
        let near = nearest(name, names.iter().copied()).map(|near| format!("did you mean “{near}”?"));
        let all = || format!("the features are {}", names.get(..12).unwrap_or(&names).join(", "));
        Problem::usage(format!("the model has no feature “{name}”"), near.unwrap_or_else(all))
    })
}

fn evaluated(command: &PlotCommand, study: &Study) -> Result<Scene, Problem> {
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

fn sweep(command: &PlotCommand, study: &Study) -> Result<Scene, Problem> {
    let found = Sweep::run(study, None)?;
    Ok(plot::sweep(&found, command.measure, found.current(&study.recipe)))
}

fn models(command: &PlotCommand) -> Result<Option<Vec<ModelSpec>>, Problem> {
    command.models.as_deref().map(ModelSpec::list).transpose()
}

fn learning(command: &PlotCommand, study: &Study) -> Result<Scene, Problem> {
    let (specs, fitted) = (models(command)?, study.model()?);
    let candidate = |spec: &ModelSpec| spec.candidate(&study.recipe, &fitted.data.resolved);
    let candidates = match specs {
        Some(specs) => specs.iter().map(candidate).collect(),
        None => vec![CandidateModel { name: fitted.title().to_owned(), recipe: study.recipe.clone() }],
    };
    Ok(plot::learning(&Learning::run(study, &candidates, SEEDS, None)?, command.measure))
}

fn compare(command: &PlotCommand, study: &Study) -> Result<Scene, Problem> {
    let found = Comparison::run(study, models(command)?.as_deref(), Some(&ComparisonProgress::default()))?;
    Ok(plot::comparison(&found, &found.sorted(None)))
}
