//! `posterior exercise sheet`: answer sheets to be filled in, as text.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use clap::Args;

use super::flags::{Format, OutputFlags};
use super::question_sheets::handed_out;
use super::{mark, output};
use crate::practice::{ExerciseFile, empty_sheet};
use crate::problem::Problem;
use crate::recipe::folded;
use crate::table::{Source, read_text};

#[derive(Args)]
pub(super) struct Sheet {
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
    pub(super) output: OutputFlags,
}

/// Writes the sheets: all of them, or none where one of the files is there already.
pub(super) fn run(sheet: &Sheet) -> Result<(), Problem> {
    let taken = [Format::Text];
    super::exercise::refuse_format(&sheet.output, "answer sheets are printed as text", &taken)?;
    let exercise = ExerciseFile::named(&sheet.file)?;
    let (Some(list), Some(folder)) = (&sheet.students, &sheet.folder) else {
        let handed = handed_out(&exercise, sheet.seed, 1)?;
        let text: String = handed.iter().map(|handout| empty_sheet(&handout.exercise, None)).collect();
        return output::deliver(&text, &sheet.output);
    };
    let students = students(list)?;
    let files = mark::files_of(folder, students.iter().map(String::as_str), "txt");
    for file in &files {
        output::refuse_over(file, sheet.output.force)?;
    }
    mark::make(folder)?;
    for handout in handed_out(&exercise, sheet.seed, students.len())? {
        for (file, student) in handout.students.iter().filter_map(|at| files.get(*at).zip(students.get(*at)))
        {
            output::save(&empty_sheet(&handout.exercise, Some(student)), file, sheet.output.force)?;
        }
    }
    output::note(&format!("{} sheets in {}", files.len(), folder.to_string_lossy()));
    Ok(())
}

/// The students of a list, one on each line. Two of one name may be two people or a slip, so it is said.
pub(super) fn students(list: &Path) -> Result<Vec<String>, Problem> {
    let (text, _) = read_text(&Source::Path(list.to_path_buf()), 1 << 20)?;
    let all: Vec<String> =
        text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect();
    if all.is_empty() {
        return Err(Problem {
            kind: "no_data",
            what: "the list names no student".into(),
            place: Some(list.to_string_lossy().into_owned()),
            fix: "write a name on each line".into(),
            ..Problem::default()
        });
    }
    let mut seen = HashSet::new();
    for name in all.iter().filter(|name| !seen.insert(folded(name))) {
        output::note(&format!("{name} stands in the list more than once, and gets a sheet for each"));
    }
    Ok(all)
}
