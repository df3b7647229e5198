//! Answer sheets from files and folders, each with the exercise that it answers, and whether they were saved since.
//!
//! Time of change and length are looked up again and again, which works on every file system, also where no notice of
//! a change arrives from: a shared folder, a container, another machine. Editors empty a file before they write it, or
//! put another in its place: what changed is taken only when it has come to rest.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use std::{fs, thread};

use rayon::prelude::*;

use super::submission::{self, Submitter};
use super::wide::is_table_of_students;
use super::{
    AnswerSheet, Course, ExerciseLibrary, Gradebook, GradedSheet, Marker, is_wide, read_sheet, read_wide,
};
use crate::practice::Roster;
use crate::problem::Problem;
use crate::recipe::folded;
use crate::table::{Source, read_text};

/// Bytes of the longest sheet that is read; a CSV of a whole course is a sheet, too.
pub(super) const LONGEST: u64 = 16 << 20;

/// Blank sheets that are named.
const NAMED: usize = 8;

/// Sheets, each with the exercise that it answers.
#[derive(Clone, Debug, Default)]
pub struct SheetFolder {
    sheets: Vec<(AnswerSheet, Arc<Marker>)>,
    /// Those whose exercise is not looked for yet.
    read: Vec<AnswerSheet>,
    /// The files that hold sheets.
    pub files: Vec<PathBuf>,
    /// Sheets that could not be read, or whose exercise is not known.
    pub unread: Vec<String>,
    /// What was noticed, and why sheets were not read.
    pub warnings: Vec<String>,
    /// What must be looked at of who handed in what: unknown names, several sheets of one student, the table of another.
    pub remarks: Vec<String>,
    /// The students of the course, where they are known.
    pub roster: Option<Roster>,
}

/// Whether a file of a folder is one of sheets by its name. What was handed in on a platform may be any text.
pub(super) fn may_hold_sheets(path: &Path) -> bool {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().to_lowercase();
    is_wide(&name)
        || name.ends_with(".txt")
        || submission::is_online_text(path)
        || submission::submitter(path).is_some() && submission::may_be_read(path)
}

/// Endings of what lies beside sheets and is none: exercises, and what is written of them. Anything else was perhaps
/// handed in, and a folder with such files is not marked completely.
const BESIDE: [&str; 7] = ["toml", "md", "html", "tex", "json", "gift", "log"];

/// Why something in a folder was not read; `None` of sheets, and of what is none.
fn passed_over(path: &Path, library: &ExerciseLibrary) -> Option<String> {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    if submission::is_submission(path) {
        return None;
    }
    if path.is_dir() {
        let sheets = listed(path).unwrap_or_default().iter().filter(|file| may_hold_sheets(file)).count();
        return (sheets > 0).then(|| {
            format!("the folder {name} was not looked into; name it, too, to have its sheets marked")
        });
    }
    if !path.is_file() {
        return Some(format!("{name} was not read: it is no file, or leads to none"));
    }
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default();
    let is_other = !may_hold_sheets(path) && !BESIDE.contains(&ending.as_str()) && !library.is_data(path);
    is_other.then(|| format!("{name} was not read: sheets are .txt or .csv files"))
}

impl SheetFolder {
    /// Reads all sheets and finds their exercises.
    ///
    /// # Errors
    /// When a file that was named cannot be read, or there are no sheets at all.
    pub fn read(paths: &[PathBuf], library: &ExerciseLibrary) -> Result<SheetFolder, Problem> {
        SheetFolder::read_with(paths, library, &Course::default())
    }

    /// The same with what is known of the course.
    ///
    /// # Errors
    /// As [`SheetFolder::read`].
    pub fn read_with(
        paths: &[PathBuf],
        library: &ExerciseLibrary,
        course: &Course,
    ) -> Result<SheetFolder, Problem> {
        let (warnings, roster) = (library.warnings.clone(), course.roster.clone());
        let mut folder = SheetFolder { warnings, roster, ..SheetFolder::default() };
        for path in paths {
            if submission::is_submission(path) {
                folder.take_submission(path, library)?;
            } else if path.is_dir() {
                for file in entries(path)? {
                    let passed = passed_over(&file, library);
                    if passed.is_some() && submission::submitter(&file).is_some() {
                        folder.unread.push(called(&file));
                    }
                    folder.warnings.extend(passed);
                    if submission::is_submission(&file) {
                        folder.take_submission(&file, library)?;
                    } else if file.is_file() {
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
            let fix = "sheets are text files that end in .txt, or CSV files with a row for each student";
            let problem = Problem::usage(format!("there are no answer sheets here{warnings}"), fix);
            return Err(Problem { kind: "no_data", usage: false, ..problem });
        }
        Ok(folder)
    }

    /// What is said of sheets on which nothing was answered.
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

    /// What is said of students with several sheets of one exercise: it is not known which of them counts.
    fn twice(&self) -> Vec<String> {
        let mut found: Vec<(String, &str, Vec<&str>)> = Vec::new();
        for (sheet, marker) in &self.sheets {
            let (Some(student), exercise) = (&sheet.student, marker.exercise.id.as_str()) else { continue };
            let own = format!("{} {}", folded(student), sheet.id.as_deref().unwrap_or_default());
            match found.iter_mut().find(|(other, of, _)| *other == own && *of == exercise) {
                Some((.., sheets)) => sheets.push(&sheet.name),
                None => found.push((own, exercise, vec![&sheet.name])),
            }
        }
        found.retain(|(.., sheets)| sheets.len() > 1);
        let told = |(_, exercise, sheets): &(String, &str, Vec<&str>)| {
            let count = sheets.len();
            format!(
                "{} are {count} sheets of one student for {exercise}, and each was marked",
                sheets.join(", ")
            )
        };
        found.iter().map(told).collect()
    }

    /// Marks every sheet; what is said of them stands in their order.
    ///
    /// # Errors
    /// As [`Marker::mark`].
    pub fn marked(&self) -> Result<Vec<GradedSheet>, Problem> {
        Ok(self.sheets.par_iter().map(|(sheet, marker)| marker.mark(sheet)).collect::<Result<_, _>>()?)
    }

    /// Takes what one student handed in on a platform. There is nothing that is passed over: it was handed in.
    fn take_submission(&mut self, folder: &Path, library: &ExerciseLibrary) -> Result<(), Problem> {
        for file in submission::files(folder) {
            if submission::may_be_read(&file) {
                self.take(&file, true, library)?;
                continue;
            }
            let name = called(&file);
            self.warnings.push(format!(
                "{name} was not marked: only text can be read, as .txt, .csv, .html and .md are"
            ));
            self.unread.push(name);
        }
        Ok(())
    }

    /// Takes a file of sheets. Of a folder, what is no sheet is passed over, and what cannot be read is said.
    fn take(&mut self, path: &Path, from_folder: bool, library: &ExerciseLibrary) -> Result<(), Problem> {
        let name = called(path);
        let submitter = submission::submitter(path);
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
        if is_wide(&name) && from_folder && Gradebook::is_one(&text) {
            return Ok(());
        }
        self.files.push(path.to_path_buf());
        let own = |sheet: AnswerSheet| of(submitter.as_ref(), sheet);
        if is_wide(&name) || is_table_of_students(&text) {
            self.read.extend(read_wide(&name, &text).into_iter().map(own));
        } else {
            self.read.push(own(read_sheet(&name, &text)));
        }
        Ok(())
    }

    /// Finds the exercise of every sheet. What is known of a table is worked out once, and of several at the same time.
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

/// What messages call a file: by its name, and of one that a platform packed also its folder.
fn called(path: &Path) -> String {
    let name = |path: &Path| path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    match path.parent().filter(|folder| submission::is_submission(folder)) {
        Some(folder) => format!("{}/{}", name(folder), name(path)),
        None => name(path),
    }
}

/// A sheet with the student whom the platform names, where it does not name one itself.
fn of(submitter: Option<&Submitter>, sheet: AnswerSheet) -> AnswerSheet {
    let student = sheet.student.clone().or_else(|| submitter.map(|submitter| submitter.name.clone()));
    AnswerSheet { student, id: submitter.map(|submitter| submitter.id.clone()), ..sheet }
}

/// The files of a folder that are not hidden, by name.
pub(super) fn listed(folder: &Path) -> Result<Vec<PathBuf>, Problem> {
    Ok(entries(folder)?.into_iter().filter(|path| path.is_file()).collect())
}

/// What is in a folder and not hidden, by name.
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

/// How long a file must stay as it is before it is read.
const REST: Duration = Duration::from_millis(60);

/// What the files of sheets looked like when they were read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileStamps(Vec<(PathBuf, Option<FileStamp>)>);

/// When a file was changed, and its length in bytes.
type FileStamp = (Option<SystemTime>, u64);

/// What was seen of the files of sheets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seen {
    /// They are as they were.
    Same,
    /// They are being written.
    Restless,
    /// A file is not there, perhaps for a moment only.
    Gone(PathBuf),
    /// They were changed, and are at rest.
    Changed,
}

impl FileStamps {
    /// What the files look like now; of a folder, all that may hold sheets.
    pub fn of(paths: &[PathBuf]) -> FileStamps {
        let mut all: Vec<PathBuf> = Vec::new();
        for path in paths {
            if path.is_dir() {
                let packed = entries(path).unwrap_or_default().into_iter();
                let packed = packed.filter(|folder| submission::is_submission(folder)).chain([path.clone()]);
                let files = packed.flat_map(|folder| listed(&folder).unwrap_or_default());
                all.extend(files.filter(|file| may_hold_sheets(file)));
            } else {
                all.push(path.clone());
            }
        }
        FileStamps(
            all.into_iter().map(|path| (stamp(&path), path)).map(|(stamp, path)| (path, stamp)).collect(),
        )
    }

    /// Looks at the files again. Waits for a moment where they have changed.
    pub fn look(&self, paths: &[PathBuf]) -> (Seen, FileStamps) {
        let now = FileStamps::of(paths);
        if now == *self {
            return (Seen::Same, now);
        }
        if let Some(gone) = self.gone(&now) {
            return (Seen::Gone(gone), now);
        }
        thread::sleep(REST);
        let later = FileStamps::of(paths);
        (if later == now { Seen::Changed } else { Seen::Restless }, later)
    }

    /// A file that was there and is not there now.
    fn gone(&self, now: &FileStamps) -> Option<PathBuf> {
        let there = |path: &PathBuf| now.0.iter().any(|(other, stamp)| other == path && stamp.is_some());
        let was = self.0.iter().filter(|(_, stamp)| stamp.is_some());
        was.map(|(path, _)| path).find(|path| !there(path)).cloned()
    }
}

fn stamp(path: &Path) -> Option<FileStamp> {
    let about = fs::metadata(path).ok()?;
    Some((about.modified().ok(), about.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_seen_once_and_a_file_that_is_gone_is_told_from_it() {
        let folder = tempfile::tempdir().unwrap();
        let (sheet, other) = (folder.path().join("s.txt"), folder.path().join("s.new"));
        fs::write(&sheet, "P(Yes) = 1").unwrap();
        for paths in [vec![sheet.clone()], vec![folder.path().to_path_buf()]] {
            fs::write(&sheet, "P(Yes) = 1").unwrap();
            let first = FileStamps::of(&paths);
            assert_eq!(first.look(&paths).0, Seen::Same);
            fs::write(&other, "P(Yes) = 9/14").unwrap();
            fs::rename(&other, &sheet).unwrap();
            let (seen, second) = first.look(&paths);
            assert_eq!((seen, second.look(&paths).0), (Seen::Changed, Seen::Same));
            fs::remove_file(&sheet).unwrap();
            assert_eq!(second.look(&paths).0, Seen::Gone(sheet.clone()));
        }
    }
}
