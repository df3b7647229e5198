//! `posterior exercise print` and `sheet`: question sheets with the key, and empty answer sheets.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use clap::Args;

use super::super::flags::Outside;
use super::super::output::{self, Format, Outcome, OutputFlags};
use super::One;
use super::handout::{Handout, Handouts, Students};
use crate::practice::{ExerciseFile, empty_sheet};
use crate::problem::Problem;
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
    #[command(flatten)]
    students: Students,
}

pub(super) fn print(print: &Print) -> Outcome {
    let flags = &print.one.output;
    output::refuse_format(flags, output::ON_PAPER, &output::PAPER)?;
    let file = print.one.read()?;
    let read: FilesRead = file.files().into_iter().chain(print.students.files()).collect();
    flags.spare(&read)?;
    print.key.iter().try_for_each(|path| output::spare(path, &read))?;
    let handouts = print.students.handouts(&file, print.one.seed)?;
    let mut sheets: Vec<(usize, Document)> = Vec::new();
    for handout in &handouts.all {
        for at in &handout.students {
            sheets.push((*at, report::question_sheet(&handout.exercise, handouts.student(*at))));
        }
    }
    sheets.sort_by_key(|(at, _)| *at);
    let mut all = Document::default();
    sheets.into_iter().for_each(|(_, sheet)| all.append(sheet));
    for path in print.key.iter().chain(&flags.output) {
        output::refuse_over(path, flags.force)?;
    }
    let format = flags.format().unwrap_or(Format::Markdown);
    handouts.keep()?;
    output::deliver(&format.draw(&all, flags.style()), flags)?;
    let Some(path) = &print.key else { return Ok(()) };
    let key = key(&handouts)?;
    let format = Format::by_ending(path).filter(|format| output::PAPER.contains(format)).unwrap_or(format);
    output::save(&format.draw(&key, flags.style()), path, flags.force)
}

fn key(handouts: &Handouts) -> Result<Document, Problem> {
    let mut key = Document::default();
    let several = handouts.all.len() > 1;
    for Handout { exercise, students } in &handouts.all {
        let names: Vec<&str> = students
            .iter()
            .filter_map(|at| handouts.student(*at))
            .map(|student| student.id.as_str())
            .collect();
        let known = if several { exercise.right_values()? } else { exercise.keys()? };
        key.append(report::answer_key_of(exercise, &known, &names));
    }
    if several {
        key.text("The key of one seed (--seed N) also lists what known mistakes give.");
    }
    Ok(key)
}

#[derive(Args)]
pub(in crate::cli) struct Sheet {
    /// The exercise
    #[arg(value_name = "EXERCISE")]
    file: PathBuf,
    /// The seed of its data, where they are drawn; without it each student has the seed of their question sheet
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[command(flatten)]
    students: Students,
    /// The folder that the sheets of students are written into
    #[arg(long, value_name = "FOLDER", requires = "students", group = "written")]
    folder: Option<PathBuf>,
    #[command(flatten)]
    outside: Outside,
    #[command(flatten)]
    pub(super) output: OutputFlags,
}

/// Writes the sheets: all of them, or none where one of the files is there already.
pub(super) fn sheet(sheet: &Sheet) -> Outcome {
    let taken = [Format::Text];
    output::refuse_format(&sheet.output, "answer sheets are printed as text", &taken)?;
    let exercise = ExerciseFile::named(&sheet.file, sheet.outside.reach())?;
    let read: FilesRead = exercise.files().into_iter().chain(sheet.students.files()).collect();
    sheet.output.spare(&read)?;
    if sheet.students.students.is_some() != sheet.folder.is_some() {
        let what = "a sheet for each student is a file, and they go into a folder";
        return Err(Problem::usage(what, "name both: --students FILE --folder FOLDER"));
    }
    let handouts = sheet.students.handouts(&exercise, sheet.seed)?;
    let Some(folder) = &sheet.folder else {
        let text: String = handouts.all.iter().map(|handout| empty_sheet(&handout.exercise, None)).collect();
        return output::deliver(&text, &sheet.output);
    };
    let files = student_files(folder, handouts.students.iter().map(|student| student.id.as_str()), "txt");
    for file in &files {
        output::spare(file, &read)?;
        output::refuse_over(file, sheet.output.force)?;
    }
    output::make_folder(folder)?;
    handouts.keep()?;
    for handout in &handouts.all {
        for at in &handout.students {
            let Some((file, student)) = files.get(*at).zip(handouts.student(*at)) else { continue };
            output::save(&empty_sheet(&handout.exercise, Some(&student.id)), file, sheet.output.force)?;
        }
    }
    output::note(&format!("{} sheets in {}", files.len(), folder.to_string_lossy()));
    Ok(())
}

/// A file for each student; no two have the same name.
pub(in crate::cli) fn student_files<'a>(
    folder: &Path,
    students: impl Iterator<Item = &'a str>,
    ending: &str,
) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = Vec::new();
    // Where letters of another case are the same letters, so are the names.
    let mut taken: HashSet<String> = HashSet::new();
    let mut last: HashMap<String, usize> = HashMap::new();
    for student in students {
        let name = file_name(student);
        let number = last.entry(name.to_lowercase()).or_insert(0);
        loop {
            *number += 1;
            let file = match *number {
                1 => format!("{name}.{ending}"),
                number => format!("{name}-{number}.{ending}"),
            };
            if taken.insert(file.to_lowercase()) {
                files.push(folder.join(file));
                break;
            }
        }
    }
    files
}

fn file_name(student: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '@') { c } else { '-' };
    let name: String = student.trim().chars().map(plain).take(80).collect();
    let name = name.trim_matches(['.', '-']).to_owned();
    if name.is_empty() { "sheet".into() } else { name }
}
