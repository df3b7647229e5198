//! `posterior exercise sheet`: answer sheets to be filled in, as text.

use std::path::{Path, PathBuf};

use clap::Args;

use super::flags::OutputFlags;
use super::{mark, output};
use crate::practice::{Exercise, empty_sheet};
use crate::problem::Problem;
use crate::table::{Source, read_text};

#[derive(Args)]
pub(super) struct Sheet {
    /// The exercise
    #[arg(value_name = "EXERCISE")]
    file: PathBuf,
    /// A text file with a student on each line: each gets a sheet
    #[arg(long, value_name = "FILE", requires = "folder", conflicts_with = "output")]
    students: Option<PathBuf>,
    /// The folder that the sheets of students are written into
    #[arg(long, value_name = "FOLDER", requires = "students", group = "written")]
    folder: Option<PathBuf>,
    #[command(flatten)]
    pub(super) output: OutputFlags,
}

/// Writes the sheets: all of them, or none where one of the files is there already.
pub(super) fn run(sheet: &Sheet) -> Result<(), Problem> {
    super::exercise::refuse_format(&sheet.output, "answer sheets are printed as text")?;
    let exercise = Exercise::open(&sheet.file)?;
    let (Some(list), Some(folder)) = (&sheet.students, &sheet.folder) else {
        return output::deliver(&empty_sheet(&exercise, None), &sheet.output);
    };
    let students = students(list)?;
    let files = mark::files_of(folder, students.iter().map(String::as_str), "txt");
    for file in &files {
        output::refuse_over(file, sheet.output.force)?;
    }
    mark::make(folder)?;
    for (file, student) in files.iter().zip(&students) {
        output::save(&empty_sheet(&exercise, Some(student)), file, sheet.output.force)?;
    }
    output::note(&format!("{} sheets in {}", files.len(), folder.to_string_lossy()));
    Ok(())
}

/// The students of a list, one on each line.
pub(super) fn students(list: &Path) -> Result<Vec<String>, Problem> {
    let (text, _) = read_text(&Source::Path(list.to_path_buf()), 1 << 20)?;
    Ok(text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect())
}
