//! `posterior exercise print`: question sheets, each student's on a page of its own, and the key.

use std::path::{Path, PathBuf};

use clap::Args;

use super::exercise::{One, keys, refuse_format};
use super::flags::Format;
use super::{Outcome, output};
use crate::practice::{Exercise, ExerciseFile};
use crate::problem::Problem;
use crate::report::{self, Document};
use crate::table::{Source, read_text};

#[derive(Args)]
pub(super) struct Print {
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
    refuse_format(flags, "question sheets are printed as Markdown, LaTeX, HTML or text", &SHEETS)?;
    let students: Vec<Option<String>> = match &print.students {
        None => vec![None],
        Some(path) => listed(path)?.into_iter().map(Some).collect(),
    };
    let format = flags.format().unwrap_or(Format::Markdown);
    let handouts = handed_out(&print.one, &students)?;
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
        key.append(report::answer_key_of(exercise, &keys(exercise)?, &names));
    }
    let format = by_ending(path).unwrap_or(format);
    output::save(&output::drawn(&key, format, flags.style()), path, flags.force)
}

/// An exercise and the places of the students who get it.
struct Handout {
    exercise: Exercise,
    students: Vec<usize>,
}

/// Who gets what: where data are drawn, each student another seed.
fn handed_out(one: &One, students: &[Option<String>]) -> Result<Vec<Handout>, Problem> {
    let all = (0..students.len()).collect();
    let file = ExerciseFile::named(&one.file)?;
    let Some(random) = file.random.as_ref().filter(|_| one.seed.is_none() && students.len() > 1) else {
        return Ok(vec![Handout { exercise: one.open()?, students: all }]);
    };
    let seeds = file.seeds_for(students.len())?;
    let mut handouts: Vec<Handout> = Vec::new();
    for (at, seed) in seeds.iter().enumerate() {
        match handouts.iter_mut().find(|handout| handout.exercise.seed == Some(*seed)) {
            Some(handout) => handout.students.push(at),
            None => handouts.push(Handout { exercise: file.open(Some(*seed))?, students: vec![at] }),
        }
    }
    let given: Vec<u64> = handouts.iter().filter_map(|handout| handout.exercise.seed).collect();
    if given.iter().any(|seed| !random.seeds.contains(seed)) {
        let line = report::seeds_line(&given);
        output::note(&format!(
            "the file lists fewer seeds than there are students; these were given out: {line}"
        ));
    }
    if given.len() < students.len() {
        output::note(&format!("{} seeds for {} students: some share a table", given.len(), students.len()));
    }
    Ok(handouts)
}

/// The lines of a text file that are not empty.
fn listed(path: &Path) -> Result<Vec<String>, Problem> {
    let (text, _) = read_text(&Source::Path(path.to_path_buf()), 1 << 20)?;
    Ok(text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect())
}

/// The formats of question sheets and keys.
const SHEETS: [Format; 4] = [Format::Text, Format::Markdown, Format::Latex, Format::Html];

/// The format that the name of a file ends with.
fn by_ending(path: &Path) -> Option<Format> {
    let ending = path.extension()?.to_string_lossy().to_lowercase();
    match ending.as_str() {
        "md" | "markdown" => Some(Format::Markdown),
        "tex" => Some(Format::Latex),
        "html" | "htm" => Some(Format::Html),
        "txt" => Some(Format::Text),
        _ => None,
    }
}
