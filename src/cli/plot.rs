//! `posterior plot`: pictures of a model, and of the normal distribution without data.

use std::ffi::OsString;

use clap::{Args, ValueEnum};

use super::cases;
use super::evaluate::positive;
use super::flags::RecipeFlags;
use super::output::{self, Format, Outcome, OutputFlags};
use crate::evaluate::{Metrics, Trial};
use crate::math::Quantity;
use crate::model::{Case, CaseValue, Classifier, Fitted, Study};
use crate::plot::{
    Glyphs, Lines, Look, Others, Pair, Playground, Rows, Scene, Surface, View, drawable, feature_scene,
    figure, likelihood_scene, most_telling, nomogram, pushed, reliability, roc,
};
use crate::problem::{Problem, nearest};
use crate::report::{self, Picture, json, svg};
use crate::worked::resolve_quantity;

const PICTURE: &str = "Picture";

/// What is drawn.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// Two features: rows, means, rings, boundaries
    #[value(alias = "scatter")]
    Pair,
    /// One feature: what each class has of it, and the crossings
    #[value(alias = "density")]
    Feature,
    /// A case: what pushed it towards its class
    #[value(alias = "contributions")]
    Pushed,
    /// Every value of every feature as ln of a ratio
    Nomogram,
    /// ℓ along a parameter
    Likelihood,
    /// How good the model is: the ROC curve of a class
    Roc,
    /// How good the model is: what became of what it was sure of
    Reliability,
    /// A normal distribution in two dimensions, and the figures of the notes; reads no data
    Normal,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Signs {
    Braille,
    Blocks,
    Dots,
    Ascii,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Colours {
    Auto,
    Light,
    Dark,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Seen {
    Contours,
    Surface,
}

#[derive(Args)]
pub(super) struct Plot {
    /// pair, feature, pushed, nomogram, likelihood, roc, reliability or normal
    #[arg(id = "picture", value_enum, value_name = "KIND", hide_possible_values = true)]
    kind: Kind,
    /// A CSV file, sample:NAME, an exercise, or - for standard input; normal takes none
    #[arg(value_name = "DATA")]
    data: Option<OsString>,
    #[command(flatten)]
    recipe: RecipeFlags,
    /// The feature to the right
    #[arg(long, value_name = "COL", help_heading = PICTURE)]
    x: Option<String>,
    /// The feature upwards
    #[arg(long, value_name = "COL", help_heading = PICTURE)]
    y: Option<String>,
    /// The other features stand at the case (the default)
    #[arg(long, conflicts_with = "marginal", help_heading = PICTURE)]
    slice: bool,
    /// The other features are left out
    #[arg(long, help_heading = PICTURE)]
    marginal: bool,
    /// Squared distances at which rings are drawn: 1,4,9, or none
    #[arg(long, value_name = "Q,…", help_heading = PICTURE)]
    rings: Option<String>,
    /// The boundaries of every two classes, not of the leading ones only
    #[arg(long, help_heading = PICTURE)]
    all_boundaries: bool,
    /// Stipple where the largest posterior is below 0.95
    #[arg(long, help_heading = PICTURE)]
    bands: bool,
    /// Lay the boundary of logistic regression over it
    #[arg(long, help_heading = PICTURE)]
    rival: bool,
    /// A case: "outlook=sunny,wind=weak"; values with commas in double quotes
    #[arg(long, value_name = "COL=VALUE,…", conflicts_with = "row", help_heading = PICTURE)]
    query: Option<String>,
    /// The case is a row of the data, from 1
    #[arg(long, value_name = "N", help_heading = PICTURE)]
    row: Option<usize>,
    /// pushed: against all other classes together, not the next one
    #[arg(long, help_heading = PICTURE)]
    rest: bool,
    /// nomogram: the two classes, the first speaking to the right
    #[arg(long, value_name = "A,B", help_heading = PICTURE)]
    classes: Option<String>,
    /// likelihood: the parameter, as "mean(height | male)" or "P(yes)"
    #[arg(long, value_name = "PARAMETER", help_heading = PICTURE)]
    of: Option<String>,
    /// likelihood: over mean and variance together
    #[arg(long, help_heading = PICTURE)]
    region: bool,
    /// roc, reliability: the class that stands against the rest
    #[arg(long, value_name = "CLASS", help_heading = PICTURE)]
    positive: Option<String>,
    /// normal: a figure of the notes, 1 to 7
    #[arg(long, value_name = "N", help_heading = PICTURE)]
    figure: Option<usize>,
    /// normal: μ as "1,0"
    #[arg(long, value_name = "A,B", allow_hyphen_values = true, help_heading = PICTURE)]
    mu: Option<String>,
    /// normal: Σ as "1,0.8;0.8,1"
    #[arg(long, value_name = "A,B;B,C", allow_hyphen_values = true, help_heading = PICTURE)]
    sigma: Option<String>,
    /// normal: a second class at "2,1", with φ the prior of the first
    #[arg(long, value_name = "A,B", allow_hyphen_values = true, help_heading = PICTURE)]
    second: Option<String>,
    /// normal: the prior of the first class
    #[arg(long, value_name = "P", default_value_t = 0.5, help_heading = PICTURE)]
    phi: f64,
    /// normal: contours or surface
    #[arg(long, value_enum, hide_possible_values = true, help_heading = PICTURE)]
    view: Option<Seen>,
    /// In text: columns and rows, as 80x24
    #[arg(long, value_name = "CxR", help_heading = PICTURE)]
    size: Option<String>,
    /// In text: braille, blocks, dots or ascii
    #[arg(long, value_enum, hide_possible_values = true, help_heading = PICTURE)]
    glyphs: Option<Signs>,
    /// In SVG and HTML: auto, light or dark
    #[arg(long, value_enum, default_value = "auto", hide_possible_values = true, hide_default_value = true, help_heading = PICTURE)]
    theme: Colours,
    #[command(flatten)]
    pub(super) output: OutputFlags,
}

pub(super) fn run(command: Plot) -> Outcome {
    let (size, glyphs) = (command.size.as_deref().map(size).transpose()?, command.glyphs.map(Signs::glyphs));
    let theme = match command.theme {
        Colours::Auto => svg::Theme::Auto,
        Colours::Light => svg::Theme::Light,
        Colours::Dark => svg::Theme::Dark,
    };
    let (study, scene) = scene(&command)?;
    let look = Look { glyphs: glyphs.unwrap_or_default(), ..Look::default() };
    match command.output.format() {
        Some(Format::Svg) => output::deliver(&svg::page(&scene, theme), &command.output),
        Some(Format::Json) => {
            let answer = json::Picture::new(&scene);
            match &study {
                Some(study) => output::object(
                    &json::Answer::new(
                        study,
                        study.model().ok().map(|fitted| fitted as &dyn Classifier),
                        answer,
                    ),
                    &command.output,
                ),
                None => output::object(&answer, &command.output),
            }
        }
        _ => output::document(&report::plot(Picture { scene, look, size, theme }), &command.output),
    }
}

impl Signs {
    fn glyphs(self) -> Glyphs {
        match self {
            Signs::Braille => Glyphs::Braille,
            Signs::Blocks => Glyphs::Blocks,
            Signs::Dots => Glyphs::Dots,
            Signs::Ascii => Glyphs::Ascii,
        }
    }
}

/// Columns and rows of a picture in text: at least so that something is seen, at most what a page can hold.
fn size(text: &str) -> Result<(usize, usize), Problem> {
    let wrong = || {
        Problem::usage(
            format!("“{text}” is no size of a picture"),
            "columns and rows, as --size 80x24: 20x8 to 500x300",
        )
    };
    let (columns, rows) = text.split_once(['x', 'X', '×']).ok_or_else(wrong)?;
    let (columns, rows) =
        (columns.trim().parse().map_err(|_| wrong())?, rows.trim().parse().map_err(|_| wrong())?);
    if (20..=500).contains(&columns) && (8..=300).contains(&rows) {
        Ok((columns, rows))
    } else {
        Err(wrong())
    }
}

fn scene(command: &Plot) -> Result<(Option<Study>, Scene), Problem> {
    if command.kind == Kind::Normal {
        if let Some(data) = &command.data {
            return Err(Problem::usage(
                format!("plot normal reads no data, and “{}” was given", data.to_string_lossy()),
                "plot pair draws the normal distributions of a model",
            ));
        }
        return Ok((None, normal(command)?));
    }
    let Some(data) = &command.data else {
        return Err(Problem::usage(
            "there are no data to draw",
            "name a CSV or a sample, as in posterior plot pair sample:iris",
        ));
    };
    let study = command.recipe.study(data, &command.output)?;
    if matches!(command.kind, Kind::Roc | Kind::Reliability) {
        let drawn = judged(command, &study)?;
        return Ok((Some(study), drawn));
    }
    let fitted = study.model()?;
    let case = cases::one_case(command.query.as_deref(), command.row, &study, fitted)?;
    let drawn = of_model(command, &study, fitted, case.as_ref())?;
    Ok((Some(study), drawn))
}

fn of_model(command: &Plot, study: &Study, fitted: &Fitted, case: Option<&Case>) -> Result<Scene, Problem> {
    let feature = |name: &Option<String>| name.as_deref().map(|name| feature(fitted, name)).transpose();
    let no_case = || Problem::usage("there is no case to draw", "add --row N or --query \"column=value,…\"");
    match command.kind {
        Kind::Pair => pair(command, study, fitted, case),
        Kind::Feature => {
            let at = match feature(&command.x)? {
                Some(at) => at,
                None => drawable(fitted).first().copied().unwrap_or(0),
            };
            feature_scene(fitted, at, case, None)
        }
        Kind::Pushed => Ok(pushed(fitted, case.ok_or_else(no_case)?, command.rest)?.scene(fitted)),
        Kind::Nomogram => {
            let classes =
                match &command.classes {
                    Some(text) => two_classes(fitted, text)?,
                    None => case.and_then(|case| pushed(fitted, case, false).ok()).map_or((0, 1), |found| {
                        match found.against {
                            crate::plot::Against::Class(rival) => (found.leader, rival),
                            crate::plot::Against::Rest => (0, 1),
                        }
                    }),
                };
            nomogram(fitted, case, classes)
        }
        Kind::Likelihood => {
            let of = match &command.of {
                Some(typed) => resolve_quantity(fitted, typed)?.quantity,
                None => Quantity::prior(fitted.classes.first().ok_or_else(no_case)?),
            };
            likelihood_scene(fitted, &of, command.region)
        }
        Kind::Roc | Kind::Reliability => judged(command, study),
        Kind::Normal => normal(command),
    }
}

/// The model judged by the rows that its recipe says.
fn judged(command: &Plot, study: &Study) -> Result<Scene, Problem> {
    let trial = Trial::plan(study, None)?;
    let evaluation = trial.run(None)?;
    let said = evaluation.labels.get(..evaluation.predictable).unwrap_or_default();
    let positive = positive(command.positive.as_deref(), said, trial.positive())?;
    let metrics = Metrics::new(&evaluation, positive);
    let class = |at: usize| evaluation.labels.get(at);
    let none = || {
        Problem::usage(
            "there is no class to stand against the rest",
            "the data must have rows of two classes",
        )
    };
    Ok(match command.kind {
        Kind::Roc => roc(&metrics.roc, class(metrics.roc.positive).ok_or_else(none)?),
        _ => reliability(&metrics.calibration, metrics.calibration.of.and_then(class)),
    })
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

/// The boundary of logistic regression on the same features.
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

fn feature(fitted: &Fitted, name: &str) -> Result<usize, Problem> {
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

fn two_classes(fitted: &Fitted, text: &str) -> Result<(usize, usize), Problem> {
    let class = |name: &str| {
        fitted.class(name.trim()).ok_or_else(|| {
            let names: Vec<&str> = fitted.classes.iter().map(|class| class.as_str()).collect();
            Problem::usage(
                format!("there is no class “{}”", name.trim()),
                format!("the classes are {}", names.join(", ")),
            )
        })
    };
    let (a, b) = text.split_once(',').ok_or_else(|| {
        Problem::usage(format!("“{text}” are not two classes"), "two names with a comma between them")
    })?;
    Ok((class(a)?, class(b)?))
}

fn normal(command: &Plot) -> Result<Scene, Problem> {
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
    if command.view == Some(Seen::Surface) {
        play.view = View::Surface;
    }
    play.scene()
}
