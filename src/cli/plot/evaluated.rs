//! Pictures of how good a model is.

use super::super::evaluate::positive;
use super::args::{Kind, Measured, Plot};
use crate::evaluate::{
    CandidateModel, Comparison, Learning, Metrics, ModelSpec, SEEDS, Stage, Sweep, Trial, Yardstick,
};
use crate::model::Study;
use crate::plot::{self, Scene, reliability, roc};
use crate::problem::Problem;

pub(super) fn judged(command: &Plot, study: &Study) -> Result<Scene, Problem> {
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
        Kind::Roc => roc(&metrics.roc, &evaluation.rows, class(metrics.roc.positive).ok_or_else(none)?),
        _ => reliability(&metrics.calibration, metrics.calibration.of.and_then(class)),
    })
}

fn measure(command: &Plot) -> Yardstick {
    match command.measure {
        Measured::Accuracy => Yardstick::Accuracy,
        Measured::LogLoss => Yardstick::LogLoss,
        Measured::Brier => Yardstick::Brier,
    }
}

pub(super) fn sweep(command: &Plot, study: &Study) -> Result<Scene, Problem> {
    let found = Sweep::run(study, None)?;
    Ok(plot::sweep(&found, measure(command), found.current(&study.recipe)))
}

/// The models that are asked for; `None` for none.
fn models(command: &Plot) -> Result<Option<Vec<ModelSpec>>, Problem> {
    command.models.as_deref().map(ModelSpec::list).transpose()
}

pub(super) fn learning(command: &Plot, study: &Study) -> Result<Scene, Problem> {
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
    Ok(plot::learning(&Learning::run(study, &candidates, SEEDS, None)?, measure(command)))
}

pub(super) fn compare(command: &Plot, study: &Study) -> Result<Scene, Problem> {
    let found = Comparison::run(study, models(command)?.as_deref(), Some(&Stage::default()))?;
    Ok(plot::comparison(&found, &found.sorted(None)))
}
