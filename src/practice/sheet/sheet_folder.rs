//! Answer sheets from files and folders, each with its exercise.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;

use super::layout::COLUMNS;
use super::{
    AnswerSheet, Course, ExerciseLibrary, Gradebook, GradedSheet, Marker, is_table, read_sheet, read_table,
};
use crate::practice::Roster;
use crate::problem::Problem;
use crate::recipe::folded;
use crate::table::{Source, read_text};

/// The most bytes of a sheet; a CSV of a whole course is a sheet, too.
pub(super) const LONGEST: u64 = 16 << 20;

const NAMED: usize = 8;

/// Sheets, each with its exercise.
#[derive(Clone, Debug, Default)]
pub struct SheetFolder {
    sheets: Vec<(AnswerSheet, Arc<Marker>)>,
    read: Vec<AnswerSheet>,
    pub files: Vec<PathBuf>,
    pub unread: Vec<String>,
    pub warnings: Vec<String>,
    /// Remarks for the teacher: unknown names, several sheets of one student, the table of another student.
    pub remarks: Vec<String>,
    pub roster: Option<Roster>,
}

pub(super) fn may_hold_sheets(path: &Path) -> bool {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().to_lowercase();
    is_table(&name) || name.ends_with(".txt")
}

/// Endings of files beside sheets that are not sheets: exercises and reports. Any other file may have been handed in, so the
/// program warns about it.
const BESIDE: [&str; 6] = ["toml", "md", "html", "tex", "json", "log"];

/// Why something in a folder was not read; `None` for sheets, and for files that are known not to be sheets.
fn passed_over(path: &Path, library: &ExerciseLibrary) -> Option<String> {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    if path.is_dir() {
        let sheets = listed(path).unwrap_or_default().iter().filter(|file| may_hold_sheets(file)).count();
        return (sheets > 0)
            .then(|| format!("the folder {name} was skipped; pass it as well to mark its sheets"));
    }
    if !path.is_file() {
        return Some(format!("{name} was not read: it is not a file, or a broken link"));
    }
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default();
    let is_other = !may_hold_sheets(path) && !BESIDE.contains(&ending.as_str()) && !library.is_data(path);
    is_other.then(|| format!("{name} was not read: sheets are .txt or .csv files"))
}

impl SheetFolder {
    pub fn read(paths: &[PathBuf], library: &ExerciseLibrary) -> Result<SheetFolder, Problem> {
        SheetFolder::read_with(paths, library, &Course::default())
    }

    pub fn read_with(
        paths: &[PathBuf],
        library: &ExerciseLibrary,
        course: &Course,
    ) -> Result<SheetFolder, Problem> {
        let (warnings, roster) = (library.warnings.clone(), course.roster.clone());
        let mut folder = SheetFolder { warnings, roster, ..SheetFolder::default() };
        for path in paths {
            if path.is_dir() {
                for file in entries(path)? {
                    folder.warnings.extend(passed_over(&file, library));
                    if file.is_file() {
                        folder.take(&file, true, library)?;
                    }
                }
            } else {
                folder.take(path, false, library)?;
            }
        }
        folder.find_exercises(library, course);
        folder.unread.sort();
        folder.warnings.extend(folder.blank());
        folder.remarks.extend(folder.twice());
        folder.warnings.extend(folder.remarks.iter().cloned());
        if folder.sheets.is_empty() && folder.unread.is_empty() {
            let warnings = if folder.warnings.is_empty() {
                String::new()
            } else {
                format!(": {}", folder.warnings.join("; "))
            };
            let fix = "sheets are text files that end in .txt, or CSV files with an answer on each row";
            let problem = Problem::usage(format!("there are no answer sheets here{warnings}"), fix);
            return Err(Problem { kind: "no_data", usage: false, ..problem });
        }
        Ok(folder)
    }

    fn blank(&self) -> Option<String> {
        let is_blank = |sheet: &AnswerSheet| sheet.entries.iter().all(|entry| entry.answer.is_empty());
        let blank: Vec<&str> = self
            .sheets
            .iter()
            .filter(|(sheet, _)| is_blank(sheet))
            .map(|(sheet, _)| sheet.name.as_str())
            .collect();
        let named = blank.iter().take(NAMED).copied().collect::<Vec<_>>().join(", ");
        match blank.len() {
            0 => None,
            1 => Some(format!("{named} has no answers")),
            many if many > NAMED => Some(format!("{named} and {} more have no answers", many - NAMED)),
            _ => Some(format!("{named} have no answers")),
        }
    }

    /// Remarks on students with several sheets of one exercise.
    fn twice(&self) -> Vec<String> {
        let mut found: Vec<(String, &str, Vec<&str>)> = Vec::new();
        for (sheet, marker) in &self.sheets {
            let (Some(student), exercise) = (&sheet.student, marker.exercise.id.as_str()) else { continue };
            let own = folded(student);
            match found.iter_mut().find(|(other, of, _)| *other == own && *of == exercise) {
                Some((.., sheets)) => sheets.push(&sheet.name),
                None => found.push((own, exercise, vec![&sheet.name])),
            }
        }
        found.retain(|(.., sheets)| sheets.len() > 1);
        let remark = |(_, exercise, sheets): &(String, &str, Vec<&str>)| {
            let count = sheets.len();
            format!(
                "{} are {count} sheets of one student for {exercise}, and each was marked",
                sheets.join(", ")
            )
        };
        found.iter().map(remark).collect()
    }

    /// Marks every sheet, in order.
    pub fn marked(&self) -> Result<Vec<GradedSheet>, Problem> {
        Ok(self.sheets.par_iter().map(|(sheet, marker)| marker.mark(sheet)).collect::<Result<_, _>>()?)
    }

    /// Reads a file of sheets. In a folder, other files are skipped, and unreadable files become warnings.
    fn take(&mut self, path: &Path, from_folder: bool, library: &ExerciseLibrary) -> Result<(), Problem> {
        let name = called(path);
        if from_folder && (!may_hold_sheets(path) || library.is_data(path)) {
            return Ok(());
        }
        let text = match read_text(&Source::Path(path.to_path_buf()), LONGEST) {
            Ok((text, warnings)) => {
                self.warnings.extend(warnings.iter().map(|warning| format!("{name}: {warning}")));
                text
            }
            Err(error) if from_folder => {
                self.warnings.push(format!("{name} was not marked: {error}"));
                self.unread.push(name);
                return Ok(());
            }
            Err(error) => return Err(error.into()),
        };
        if is_table(&name) && from_folder && Gradebook::is_one(&text) {
            return Ok(());
        }
        self.files.push(path.to_path_buf());
        if !is_table(&name) {
            self.read.push(read_sheet(&name, &text));
        } else if let Some(sheets) = read_table(&name, &text) {
            self.read.extend(sheets);
        } else {
            self.warnings.push(format!(
                "{name} was not marked: a table of answers needs the columns step and answer (possible columns: {COLUMNS})"
            ));
            self.unread.push(name);
        }
        Ok(())
    }

    /// Finds the exercise of every sheet. Keys are computed once for each table, in parallel.
    fn find_exercises(&mut self, library: &ExerciseLibrary, course: &Course) {
        let mut read = std::mem::take(&mut self.read);
        let unknown: Vec<Option<String>> = read.iter_mut().map(|sheet| course.name(sheet)).collect();
        library.prepare(&read);
        for (sheet, unknown) in read.into_iter().zip(unknown) {
            match library.marker_of(&sheet) {
                Ok((marker, note)) => {
                    self.warnings.extend(note.map(|note| format!("{}: {note}", sheet.name)));
                    self.remarks.extend(unknown);
                    self.remarks.extend(course.table(&sheet, &marker));
                    self.sheets.push((sheet, marker));
                }
                Err(why) => {
                    self.warnings.push(format!("{} was not marked: {why}", sheet.name));
                    self.unread.push(sheet.name);
                }
            }
        }
    }
}

fn called(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

pub(super) fn listed(folder: &Path) -> Result<Vec<PathBuf>, Problem> {
    Ok(entries(folder)?.into_iter().filter(|path| path.is_file()).collect())
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, Problem> {
    let failed = |cause: std::io::Error| Problem {
        kind: "no_data",
        what: format!("the folder {} cannot be read: {cause}", folder.to_string_lossy()),
        fix: "check the path".into(),
        ..Problem::default()
    };
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if !hidden {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
