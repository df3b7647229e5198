//! `posterior plot`: pictures of a model.

mod of_model;

use std::ffi::OsString;

use clap::{Args, ValueEnum};

use super::cases;
use super::flags::{RecipeFlags, WordChoice};
use super::output::{self, Format, Outcome, OutputFlags};
use crate::evaluate::Measure;
use crate::model::{Classifier, Study};
use crate::plot::{Glyphs, RasterStyle, Scene};
use crate::problem::Problem;
use crate::report::{self, Picture, json, svg};

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
        return Err(Problem::usage(
            "there are no data to draw",
            "name a CSV or a sample, as in posterior plot pair sample:iris",
        ));
    };
    let study = cases::asked_by(command.recipe.study(data, &command.output)?, &command.query)?;
    let scene = match command.kind {
        PlotKind::Roc | PlotKind::Reliability => of_model::evaluated(command, &study),
        PlotKind::Sweep => of_model::sweep(command, &study),
        PlotKind::Learning => of_model::learning(command, &study),
        PlotKind::Compare => of_model::compare(command, &study),
        _ => {
            let fitted = study.model()?;
            let case = cases::one_case(command.query.as_deref(), command.row, &study, fitted)?;
            of_model::scene(command, &study, fitted, case.as_ref())
        }
    }?;
    Ok((study, scene))
}

const PICTURE: &str = "Picture";

/// What is drawn.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum PlotKind {
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
pub(in crate::cli) struct PlotCommand {
    /// pair, feature, pushed, roc, reliability, sweep, learning or compare
    #[arg(id = "picture", value_enum, value_name = "KIND", hide_possible_values = true)]
    pub(super) kind: PlotKind,
    /// A CSV file, sample:NAME, an exercise, or - for standard input
    #[arg(value_name = "DATA")]
    pub(super) data: Option<OsString>,
    #[command(flatten)]
    pub(super) recipe: RecipeFlags,
    /// The feature on the x axis
    #[arg(long, value_name = "COL", help_heading = PICTURE)]
    pub(super) x: Option<String>,
    /// The feature on the y axis
    #[arg(long, value_name = "COL", help_heading = PICTURE)]
    pub(super) y: Option<String>,
    /// Fix the other features at the case (the default)
    #[arg(long, conflicts_with = "marginal", help_heading = PICTURE, hide_short_help = true)]
    pub(super) slice: bool,
    /// Leave the other features out
    #[arg(long, help_heading = PICTURE, hide_short_help = true)]
    pub(super) marginal: bool,
    /// Squared distances at which rings are drawn: 1,4,9, or none
    #[arg(long, value_name = "Q,…", help_heading = PICTURE, hide_short_help = true)]
    pub(super) rings: Option<String>,
    /// Draw the boundaries of all pairs of classes, not only of the leading ones
    #[arg(long, help_heading = PICTURE, hide_short_help = true)]
    pub(super) all_boundaries: bool,
    /// Stipple where the largest posterior is below 0.95
    #[arg(long, help_heading = PICTURE, hide_short_help = true)]
    pub(super) bands: bool,
    /// Add the boundary of logistic regression
    #[arg(long, help_heading = PICTURE, hide_short_help = true)]
    pub(super) rival: bool,
    /// A case: "outlook=sunny,wind=weak"; values with commas in double quotes
    #[arg(long, value_name = "COL=VALUE,…", conflicts_with = "row", help_heading = PICTURE)]
    pub(super) query: Option<String>,
    /// The case is a row of the data, counted from 1
    #[arg(long, value_name = "N", help_heading = PICTURE)]
    pub(super) row: Option<usize>,
    /// pushed: compare with all other classes together, not with the next one
    #[arg(long, help_heading = PICTURE, hide_short_help = true)]
    pub(super) rest: bool,
    /// roc, reliability: the positive class
    #[arg(long, value_name = "CLASS", help_heading = PICTURE, hide_short_help = true)]
    pub(super) positive: Option<String>,
    /// sweep, learning: accuracy, log-loss or brier
    #[arg(long, value_parser = WordChoice(&FIGURES), default_value = "accuracy", value_name = "FIGURE", hide_possible_values = true, hide_default_value = true, help_heading = PICTURE, hide_short_help = true)]
    pub(super) measure: Measure,
    /// learning, compare: the models, as posterior compare --models has them
    #[arg(long, value_name = "A,B,…", value_delimiter = ',', help_heading = PICTURE, hide_short_help = true)]
    pub(super) models: Option<Vec<String>>,
    /// In text: columns and rows, as 80x24
    #[arg(long, value_name = "CxR", help_heading = PICTURE, hide_short_help = true)]
    pub(super) size: Option<String>,
    /// In text: braille, blocks, dots or ascii
    #[arg(long, value_parser = WordChoice(&GLYPHS), hide_possible_values = true, help_heading = PICTURE, hide_short_help = true)]
    pub(super) glyphs: Option<Glyphs>,
    #[command(flatten)]
    pub(in crate::cli) output: OutputFlags,
}
