//! `posterior plot`: pictures of a model, and of the normal distribution without data.

mod args;
mod of_model;

pub(super) use args::Plot;
use args::{Colours, Kind, Signs};

use super::cases;
use super::output::{self, Format, Outcome};
use crate::model::{Classifier, Study};
use crate::plot::{Look, Scene};
use crate::problem::Problem;
use crate::report::{self, Picture, json, svg};

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
        return Ok((None, of_model::normal(command)?));
    }
    let Some(data) = &command.data else {
        return Err(Problem::usage(
            "there are no data to draw",
            "name a CSV or a sample, as in posterior plot pair sample:iris",
        ));
    };
    let study = cases::asked_by(command.recipe.study(data, &command.output)?, &command.query)?;
    let drawn = of_study(command, &study)?;
    Ok((Some(study), drawn))
}

fn of_study(command: &Plot, study: &Study) -> Result<Scene, Problem> {
    match command.kind {
        Kind::Roc | Kind::Reliability => of_model::judged(command, study),
        Kind::Sweep => of_model::sweep(command, study),
        Kind::Learning => of_model::learning(command, study),
        Kind::Compare => of_model::compare(command, study),
        _ => {
            let fitted = study.model()?;
            let case = cases::one_case(command.query.as_deref(), command.row, study, fitted)?;
            of_model::scene(command, study, fitted, case.as_ref())
        }
    }
}
