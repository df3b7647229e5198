//! `posterior experiments`: the claims of the notes, and the curve of one; and `posterior samples`: what is embedded.

use super::output::{self, Outcome, OutputFlags};
use crate::evaluate::{Experiment, Learning, SEEDS, experiment, experiments};
use crate::model::Study;
use crate::report::json::{all_experiments, drawn};
use crate::report::{self, Document, Grid};
use crate::table::{self, Source, sample};
use clap::Args;

#[derive(Args)]
pub(super) struct Experiments {
    /// Draw the curve of this experiment
    name: Option<String>,
    #[command(flatten)]
    pub(super) output: OutputFlags,
}

pub(super) fn run(command: Experiments) -> Outcome {
    let flags = &command.output;
    if let Some(name) = &command.name {
        return one(experiment(name)?, flags);
    }
    if flags.is_json() {
        return output::object(&all_experiments(), flags);
    }
    let mut grid = Grid::of(["experiment", "claim"]);
    experiments().iter().for_each(|one| grid.row([one.name, one.title]));
    let mut document = Document::default();
    document.grid(grid);
    document.text("`posterior experiments NAME` draws its curve; the start screen does it with keys.");
    output::document(&document, flags)
}

fn one(experiment: &'static Experiment, flags: &OutputFlags) -> Outcome {
    let source = Source::from_arg(format!("sample:{}", experiment.sample))?;
    let study = Study::open(source, experiment.recipe()?)?;
    let candidates = experiment.candidates(&study)?;
    let learning = Learning::run(&study, &candidates, SEEDS, None)?;
    if flags.is_json() {
        return output::object(&drawn(experiment, &learning), flags);
    }
    if flags.is_csv() {
        return output::sheet(&report::sheets::learning(&learning), flags);
    }
    let title = format!("{}, on sample:{}", experiment.title, experiment.sample);
    let mut document = Document::titled(title);
    document.texts([experiment.claim, experiment.look]);
    document.append(report::learning(&learning));
    document.text(format!("Why: {}", experiment.why));
    output::document(&document, flags)
}

#[derive(Args)]
pub(super) struct Samples {
    /// Print this sample as CSV
    name: Option<String>,
    /// Print its recipe instead of its data
    #[arg(long, requires = "name")]
    recipe: bool,
}

pub(super) fn samples(command: &Samples) -> Outcome {
    if let Some(name) = &command.name {
        let found = sample(name.strip_prefix("sample:").unwrap_or(name))?;
        return output::print(if command.recipe || found.csv.is_empty() { found.recipe } else { found.csv });
    }
    let mut grid = Grid::of(["sample", "what it is"]);
    for sample in table::samples() {
        grid.row([format!("sample:{}", sample.name), sample.title.to_owned()]);
    }
    let mut document = Document::default();
    document.grid(grid);
    document.text("`posterior sample:NAME` opens one; `posterior samples NAME` prints its CSV.");
    output::document(&document, &OutputFlags::default())
}
