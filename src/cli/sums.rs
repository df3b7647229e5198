//! `posterior sums`: what was counted of the rows, as a CSV that is opened in their place.

use clap::Args;

use super::flags::OfData;
use super::output::{self, Format, Outcome};
use crate::model::{Statistics, write_sums};

#[derive(Args)]
pub(super) struct SumsOf {
    #[command(flatten)]
    pub of: OfData,
}

pub(super) fn run(command: SumsOf) -> Outcome {
    let flags = &command.of.output;
    output::refuse_format(flags, "sums are written", &[Format::Csv])?;
    let study = command.of.data.last_study(flags)?;
    let data = &study.model()?.data;
    let all = &study.model()?.statistics;
    let weighted = data.resolved.weight.is_some();
    let once = if weighted { Some(Statistics::of_rows(data)?) } else { None };
    let (engine, asked) = match &data.sums {
        Some(sums) => (sums.engine.clone(), sums.asked.clone()),
        None => ("posterior".to_owned(), study.source.label()),
    };
    let once = once.as_ref().unwrap_or(all);
    output::deliver(&write_sums(data, &engine, &asked, (all, once))?, flags)
}
