//! `posterior exercise print`: question sheets, each student's on a page of its own, and the key.

use std::path::PathBuf;

use clap::Args;

use super::super::Outcome;
use super::super::output::{self, Format};
use super::handout::{Handout, handed_out, students};
use super::one::One;
use crate::report::{self, Document};
use crate::table::FilesRead;

#[derive(Args)]
pub(in crate::cli) struct Print {
    #[command(flatten)]
    pub(super) one: One,
    /// Write the key into this file: Markdown, LaTeX, HTML or text, as its name ends (.md, .tex, .html, .txt), else as the
    /// sheets are
    #[arg(long, value_name = "FILE", group = "written")]
    key: Option<PathBuf>,
    /// A text file with a student on each line: each gets a sheet
    #[arg(long, value_name = "FILE")]
    students: Option<PathBuf>,
}

/// Prints the sheets, and writes the key.
pub(super) fn run(print: &Print) -> Outcome {
    let flags = &print.one.output;
    output::refuse_format(flags, output::ON_PAPER, &output::PAPER)?;
    let file = print.one.read()?;
    let read: FilesRead = file.files().into_iter().chain(print.students.clone()).collect();
    flags.spare(&read)?;
    print.key.iter().try_for_each(|path| output::spare(path, &read))?;
    let students: Vec<Option<String>> = match &print.students {
        None => vec![None],
        Some(path) => students(path)?.into_iter().map(Some).collect(),
    };
    let format = flags.format().unwrap_or(Format::Markdown);
    let handouts = handed_out(&file, print.one.seed, students.len())?;
    let mut sheets: Vec<(usize, Document)> = Vec::new();
    for handout in &handouts {
        for at in &handout.students {
            let student = students.get(*at).and_then(Option::as_deref);
            sheets.push((*at, report::question_sheet(&handout.exercise, student)));
        }
    }
    sheets.sort_by_key(|(at, _)| *at);
    let mut all = Document::default();
    sheets.into_iter().for_each(|(_, sheet)| all.append(sheet));
    if let Some(path) = &print.key {
        output::refuse_over(path, flags.force)?;
    }
    output::deliver(&output::drawn(&all, format, flags.style()), flags)?;
    let Some(path) = &print.key else { return Ok(()) };
    let mut key = Document::default();
    for Handout { exercise, students: own } in &handouts {
        let names: Vec<&str> =
            own.iter().filter_map(|at| students.get(*at).and_then(Option::as_deref)).collect();
        let mut known = exercise.keys()?;
        if handouts.len() > 1 {
            known.iter_mut().flatten().for_each(|key| key.mistakes.clear());
        }
        key.append(report::answer_key_of(exercise, &known, &names));
    }
    if handouts.len() > 1 {
        key.text("The key of one seed (--seed N) also lists what known mistakes give.");
    }
    let format = Format::by_ending(path).filter(|format| output::PAPER.contains(format)).unwrap_or(format);
    output::save(&output::drawn(&key, format, flags.style()), path, flags.force)
}
