//! `posterior exercise sheet`: answer sheets to be filled in, as text.

use std::path::PathBuf;

use clap::Args;

use super::super::flags::Outside;
use super::super::output::{self, Format, OutputFlags};
use super::super::{Outcome, student_files};
use super::handout::{handed_out, students};
use crate::practice::{ExerciseFile, empty_sheet};
use crate::table::FilesRead;

#[derive(Args)]
pub(in crate::cli) struct Sheet {
    /// The exercise
    #[arg(value_name = "EXERCISE")]
    file: PathBuf,
    /// The seed of its data, where they are drawn; without it each student has the seed of their question sheet
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// A text file with a student on each line: each gets a sheet
    #[arg(long, value_name = "FILE", requires = "folder", conflicts_with = "output")]
    students: Option<PathBuf>,
    /// The folder that the sheets of students are written into
    #[arg(long, value_name = "FOLDER", requires = "students", group = "written")]
    folder: Option<PathBuf>,
    #[command(flatten)]
    outside: Outside,
    #[command(flatten)]
    pub(super) output: OutputFlags,
}

/// Writes the sheets: all of them, or none where one of the files is there already.
pub(super) fn run(sheet: &Sheet) -> Outcome {
    let taken = [Format::Text];
    output::refuse_format(&sheet.output, "answer sheets are printed as text", &taken)?;
    let exercise = ExerciseFile::named(&sheet.file, sheet.outside.reach())?;
    let read: FilesRead = exercise.files().into_iter().chain(sheet.students.clone()).collect();
    sheet.output.spare(&read)?;
    let (Some(list), Some(folder)) = (&sheet.students, &sheet.folder) else {
        let handed = handed_out(&exercise, sheet.seed, 1)?;
        let text: String = handed.iter().map(|handout| empty_sheet(&handout.exercise, None)).collect();
        return output::deliver(&text, &sheet.output);
    };
    let students = students(list)?;
    let files = student_files::paths(folder, students.iter().map(String::as_str), "txt");
    for file in &files {
        output::spare(file, &read)?;
        output::refuse_over(file, sheet.output.force)?;
    }
    output::make_folder(folder)?;
    for handout in handed_out(&exercise, sheet.seed, students.len())? {
        for (file, student) in handout.students.iter().filter_map(|at| files.get(*at).zip(students.get(*at)))
        {
            output::save(&empty_sheet(&handout.exercise, Some(student)), file, sheet.output.force)?;
        }
    }
    output::note(&format!("{} sheets in {}", files.len(), folder.to_string_lossy()));
    Ok(())
}
