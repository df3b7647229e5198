//! Answer sheets from files and folders, each with the exercise that it answers.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{AnswerSheet, MarkedSheet, Marker, is_wide, read_sheet, read_wide};
use crate::practice::Exercise;
use crate::problem::Problem;
use crate::recipe::folded;
use crate::table::{Source, read_text};

/// Bytes of the longest sheet that is read; a CSV of a whole course is a sheet, too.
const LONGEST: u64 = 16 << 20;

/// The exercises that sheets may answer, each with what is known of its steps.
#[derive(Clone, Debug, Default)]
pub struct Shelf {
    markers: Vec<Marker>,
    /// Why exercises that lie beside the sheets were not opened.
    pub remarks: Vec<String>,
}

/// Sheets, each with the exercise that it answers.
#[derive(Clone, Debug, Default)]
pub struct Pile {
    sheets: Vec<(AnswerSheet, usize)>,
    /// Sheets that could not be read, or whose exercise is not known.
    pub unread: Vec<String>,
    /// What was noticed, and why sheets were not read.
    pub remarks: Vec<String>,
}

impl Shelf {
    /// These exercises.
    ///
    /// # Errors
    /// When two have the same id.
    pub fn of(exercises: impl IntoIterator<Item = Arc<Exercise>>) -> Result<Shelf, Problem> {
        let mut shelf = Shelf::default();
        for exercise in exercises {
            shelf.add(exercise)?;
        }
        Ok(shelf)
    }

    /// The exercises of these files.
    ///
    /// # Errors
    /// When one cannot be opened, or two have the same id.
    pub fn open(files: &[PathBuf]) -> Result<Shelf, Problem> {
        let mut shelf = Shelf::default();
        for file in files {
            shelf.add(Exercise::open(file)?.into())?;
        }
        Ok(shelf)
    }

    /// The exercises beside the sheets, and in the folder above.
    ///
    /// # Errors
    /// When there is none, or two have the same id.
    pub fn beside(sheets: &[PathBuf]) -> Result<Shelf, Problem> {
        let mut shelf = Shelf::default();
        for folder in around(sheets) {
            for file in listed(&folder).unwrap_or_default() {
                if file.extension().is_none_or(|ending| ending != "toml") {
                    continue;
                }
                let text = read_text(&Source::Path(file.clone()), LONGEST).map(|(text, _)| text);
                if !text.is_ok_and(|text| Exercise::is_one(&text)) {
                    continue;
                }
                match Exercise::open(&file) {
                    Ok(exercise) => shelf.add(exercise.into())?,
                    Err(problem) => {
                        let place = problem.place.unwrap_or_else(|| file.to_string_lossy().into_owned());
                        shelf.remarks.push(format!("{place}: {}", problem.what));
                    }
                }
            }
        }
        if shelf.markers.is_empty() {
            let said = shelf.remarks.first().map(|remark| format!(" ({remark})")).unwrap_or_default();
            return Err(usage(
                format!("there is no exercise beside the sheets{said}"),
                "name it: --exercise FILE.toml",
            ));
        }
        Ok(shelf)
    }

    fn add(&mut self, exercise: Arc<Exercise>) -> Result<(), Problem> {
        if self.exercises().any(|other| other.id == exercise.id) {
            return Err(usage(
                format!("two exercises have the id {}", exercise.id),
                "name the one that is meant: --exercise FILE",
            ));
        }
        self.markers.push(Marker::new(exercise)?);
        Ok(())
    }

    /// The exercises, in order.
    pub fn exercises(&self) -> impl Iterator<Item = &Arc<Exercise>> {
        self.markers.iter().map(|marker| &marker.exercise)
    }

    /// Whether a file is the data of an exercise.
    fn is_data(&self, path: &Path) -> bool {
        let whole = |path: &Path| fs::canonicalize(path).ok();
        let data = self.exercises().filter_map(|exercise| exercise.data.as_deref());
        let mut data = data.filter_map(whole);
        whole(path).is_some_and(|path| data.any(|data| data == path))
    }

    /// The exercise that a sheet answers: the one that it names, or the only one.
    fn answered(&self, sheet: &AnswerSheet) -> Option<usize> {
        match &sheet.exercise {
            Some(id) => self.exercises().position(|exercise| folded(&exercise.id) == folded(id)),
            None => (self.markers.len() == 1).then_some(0),
        }
    }
}

/// Whether a file of a folder is one of sheets by its name.
pub(super) fn may_hold_sheets(path: &Path) -> bool {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().to_lowercase();
    is_wide(&name) || name.ends_with(".txt")
}

impl Pile {
    /// Reads all sheets and finds their exercises.
    ///
    /// # Errors
    /// When a file that was named cannot be read, or there are no sheets at all.
    pub fn read(paths: &[PathBuf], shelf: &Shelf) -> Result<Pile, Problem> {
        let mut pile = Pile { remarks: shelf.remarks.clone(), ..Pile::default() };
        for path in paths {
            if path.is_dir() {
                for file in listed(path)? {
                    pile.take(&file, true, shelf)?;
                }
            } else {
                pile.take(path, false, shelf)?;
            }
        }
        if pile.sheets.is_empty() && pile.unread.is_empty() {
            return Err(usage(
                "there are no answer sheets here".into(),
                "sheets are text files that end in .txt, or CSV files with a row for each student",
            ));
        }
        Ok(pile)
    }

    /// Marks every sheet, in order.
    ///
    /// # Errors
    /// As [`Marker::mark`].
    pub fn marked(&self, shelf: &Shelf) -> Result<Vec<MarkedSheet>, Problem> {
        let mut marked = Vec::new();
        for (sheet, exercise) in &self.sheets {
            let Some(marker) = shelf.markers.get(*exercise) else { continue };
            marked.push(marker.mark(sheet)?);
        }
        Ok(marked)
    }

    /// Takes a file of sheets. Of a folder, what is no sheet is passed over, and what cannot be read is said.
    fn take(&mut self, path: &Path, from_folder: bool, shelf: &Shelf) -> Result<(), Problem> {
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        if from_folder && (!may_hold_sheets(path) || shelf.is_data(path)) {
            return Ok(());
        }
        let text = match read_text(&Source::Path(path.to_path_buf()), LONGEST) {
            Ok((text, notices)) => {
                self.remarks.extend(notices.iter().map(|notice| format!("{name}: {notice}")));
                text
            }
            Err(error) if from_folder => {
                self.remarks.push(format!("{name} was not marked: {error}"));
                self.unread.push(name);
                return Ok(());
            }
            Err(error) => return Err(error.into()),
        };
        if !is_wide(&name) {
            self.add(read_sheet(&name, &text), shelf);
            return Ok(());
        }
        let rows = read_wide(&name, &text);
        if from_folder && text.starts_with("student,exercise,seed,step,") {
            return Ok(());
        }
        rows.into_iter().for_each(|sheet| self.add(sheet, shelf));
        Ok(())
    }

    fn add(&mut self, sheet: AnswerSheet, shelf: &Shelf) {
        if let Some(at) = shelf.answered(&sheet) {
            self.sheets.push((sheet, at));
            return;
        }
        let ids: Vec<&str> = shelf.exercises().map(|exercise| exercise.id.as_str()).collect();
        let ids = ids.join(", ");
        let why = match &sheet.exercise {
            Some(id) => format!("there is no exercise “{id}” here, only: {ids}"),
            None => format!("it does not say which exercise it answers: {ids}"),
        };
        self.remarks.push(format!("{} was not marked: {why}", sheet.name));
        self.unread.push(sheet.name);
    }
}

/// The folders of the sheets and those above, each once.
fn around(sheets: &[PathBuf]) -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = Vec::new();
    for path in sheets {
        let own = if path.is_dir() { path.clone() } else { parent(path) };
        let above = fs::canonicalize(&own).ok().and_then(|whole| whole.parent().map(Path::to_path_buf));
        for folder in std::iter::once(own).chain(above) {
            let whole = fs::canonicalize(&folder).unwrap_or(folder);
            if !folders.contains(&whole) {
                folders.push(whole);
            }
        }
    }
    folders
}

fn parent(path: &Path) -> PathBuf {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_path_buf(),
        _ => PathBuf::from("."),
    }
}

/// The files of a folder that are not hidden, by name.
pub(super) fn listed(folder: &Path) -> Result<Vec<PathBuf>, Problem> {
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
        if path.is_file() && !hidden {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

fn usage(what: String, fix: &str) -> Problem {
    Problem { kind: "usage", what, fix: fix.into(), usage: true, ..Problem::default() }
}
