//! Answer sheets from files and folders, and their exercises, each with the keys of its steps.

use super::plain::COLUMNS;
use super::{AnswerSheet, ClassSummary, Gradebook, GradedSheet, Marker, is_table, read_sheet, read_table};
use crate::practice::{Exercise, ExerciseFile, Reach, Roster, Student, Tables, problem};
use crate::problem::{Problem, nearest};
use crate::recipe::{folded, recipe_text};
use crate::table::{Source, read_text};
use crate::text::shown;
use rayon::prelude::*;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const LONGEST: u64 = 16 << 20;

#[derive(Clone, Debug, Default)]
pub struct SheetFolder {
    sheets: Vec<(AnswerSheet, Arc<Marker>)>,
    pub files: Vec<PathBuf>,
    pub unread: Vec<String>,
    pub warnings: Vec<String>,
    /// Remarks for the teacher: unknown names, several sheets of one student, the table of another student.
    pub remarks: Vec<String>,
    pub roster: Option<Roster>,
}

fn may_hold_sheets(path: &Path) -> bool {
    let name = called(path).to_lowercase();
    is_table(&name) || name.ends_with(".txt")
}

/// Endings of files beside sheets that are not sheets. Any other file may have been handed in.
const BESIDE: [&str; 6] = ["toml", "md", "html", "tex", "json", "log"];

/// Why something in a folder was not read; `None` for sheets, and for files that are known not to be sheets.
fn passed_over(path: &Path, library: &ExerciseLibrary) -> Option<String> {
    let name = called(path);
    if path.is_dir() {
        let has_sheets = entries(path).unwrap_or_default().iter().any(|file| may_hold_sheets(file));
        return has_sheets
            .then(|| format!("the folder {name} was skipped; pass it as well to mark its sheets"));
    }
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default();
    let is_other = !may_hold_sheets(path) && !BESIDE.contains(&ending.as_str()) && !library.is_data(path);
    is_other.then(|| format!("{name} was not read: sheets are .txt or .csv files"))
}

impl SheetFolder {
    pub fn read(
        paths: &[PathBuf],
        library: &ExerciseLibrary,
        roster: Option<Roster>,
    ) -> Result<SheetFolder, Problem> {
        let warnings = library.warnings.clone();
        let mut folder = SheetFolder { warnings, roster, ..SheetFolder::default() };
        let mut sheets = Vec::new();
        for path in paths {
            if path.is_dir() {
                for file in entries(path)? {
                    folder.warnings.extend(passed_over(&file, library));
                    if file.is_file() && may_hold_sheets(&file) && !library.is_data(&file) {
                        sheets.extend(folder.take(&file, true)?);
                    }
                }
            } else {
                sheets.extend(folder.take(path, false)?);
            }
        }
        folder.find_exercises(sheets, library);
        folder.unread.sort();
        folder.remarks.extend(folder.twice());
        folder.warnings.extend(folder.remarks.iter().cloned());
        if folder.sheets.is_empty() && folder.unread.is_empty() {
            let colon = if folder.warnings.is_empty() { "" } else { ": " };
            let warnings = format!("{colon}{}", folder.warnings.join("; "));
            let fix = "sheets are text files that end in .txt, or CSV files with an answer on each row";
            return Err(problem("no_data", format!("there are no answer sheets here{warnings}"), fix));
        }
        Ok(folder)
    }

    fn twice(&self) -> Vec<String> {
        let mut found: BTreeMap<(String, &str), Vec<&str>> = BTreeMap::new();
        for (sheet, marker) in &self.sheets {
            if let Some(student) = &sheet.student {
                found.entry((folded(student), &marker.exercise.id)).or_default().push(&sheet.name);
            }
        }
        let remark = |((_, exercise), sheets): ((String, &str), Vec<&str>)| {
            let (names, count) = (sheets.join(", "), sheets.len());
            format!("{names} are {count} sheets of one student for {exercise}, and each was marked")
        };
        found.into_iter().filter(|(_, sheets)| sheets.len() > 1).map(remark).collect()
    }

    pub fn absent(&self, class: &ClassSummary<'_>) -> Vec<&Student> {
        let Some(roster) = &self.roster else { return Vec::new() };
        let there: Vec<String> = class.sheets.iter().map(|(_, sheet)| folded(sheet.who())).collect();
        roster.students.iter().filter(|student| !there.contains(&folded(&student.id))).collect()
    }

    pub fn marked(&self) -> Result<Vec<GradedSheet>, Problem> {
        Ok(self.sheets.par_iter().map(|(sheet, marker)| marker.mark(sheet)).collect::<Result<_, _>>()?)
    }

    fn take(&mut self, path: &Path, from_folder: bool) -> Result<Vec<AnswerSheet>, Problem> {
        let name = called(path);
        let text = match read_text(&Source::Path(path.to_path_buf()), LONGEST) {
            Ok((text, warnings)) => {
                self.warnings.extend(warnings.iter().map(|warning| format!("{name}: {warning}")));
                text
            }
            Err(error) if from_folder => {
                self.leave_out(name, &error.to_string());
                return Ok(Vec::new());
            }
            Err(error) => return Err(error.into()),
        };
        if is_table(&name) && from_folder && Gradebook::is_one(&text) {
            return Ok(Vec::new());
        }
        self.files.push(path.to_path_buf());
        if !is_table(&name) {
            return Ok(vec![read_sheet(&name, &text)]);
        }
        let sheets = read_table(&name, &text);
        if sheets.is_none() {
            let why = "a table of answers needs the columns step and answer";
            self.leave_out(name, &format!("{why} (possible columns: {COLUMNS})"));
        }
        Ok(sheets.unwrap_or_default())
    }

    fn leave_out(&mut self, name: String, why: &str) {
        self.warnings.push(format!("{name} was not marked: {why}"));
        self.unread.push(name);
    }

    /// Finds the exercise of every sheet. Keys are computed once for each table, in parallel.
    fn find_exercises(&mut self, sheets: Vec<AnswerSheet>, library: &ExerciseLibrary) {
        let places: Vec<_> = sheets.iter().map(|sheet| library.place(sheet)).collect();
        let wanted: HashSet<_> = places.iter().flatten().copied().collect();
        let markers: HashMap<_, _> =
            wanted.into_par_iter().map(|place| (place, library.marker(place))).collect();
        for (mut sheet, place) in sheets.into_iter().zip(places) {
            let marker = |place| markers.get(&place).cloned().unwrap_or_else(|| library.marker(place));
            match place.and_then(|place| Ok((place, marker(place)?))) {
                Ok((place, marker)) => {
                    let note = marker.exercise.seed_note();
                    self.warnings.extend(note.map(|note| format!("{}: {note}", sheet.name)));
                    self.remarks.extend(self.roster.as_ref().and_then(|roster| name(roster, &mut sheet)));
                    self.remarks.extend(library.remark(&sheet, place));
                    self.sheets.push((sheet, marker));
                }
                Err(why) => self.leave_out(sheet.name, &why),
            }
        }
    }
}

fn called(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, Problem> {
    let failed = |cause: std::io::Error| {
        let what = format!("the folder {} cannot be read: {cause}", folder.to_string_lossy());
        problem("no_data", what, "check the path")
    };
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if !called(&path).starts_with('.') {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

#[derive(Clone, Debug, Default)]
pub struct ExerciseLibrary {
    /// Each with its marker, if its data are fixed, and with the tables of its students.
    exercises: Vec<(ExerciseFile, Option<Arc<Marker>>, Tables)>,
    pub reach: Reach,
    pub warnings: Vec<String>,
}

impl ExerciseLibrary {
    pub fn open(names: &[PathBuf], reach: Reach) -> Result<ExerciseLibrary, Problem> {
        let mut library = ExerciseLibrary { reach, ..ExerciseLibrary::default() };
        for name in names {
            let file = ExerciseFile::named(name, reach)?;
            let fixed = fixed(&file)?;
            library.put(file, fixed)?;
        }
        Ok(library)
    }

    pub fn beside(sheets: &[PathBuf], reach: Reach) -> Result<ExerciseLibrary, Problem> {
        let mut library = ExerciseLibrary { reach, ..ExerciseLibrary::default() };
        for path in around(sheets).iter().flat_map(|folder| entries(folder).unwrap_or_default()) {
            let is_toml = path.is_file() && path.extension().is_some_and(|ending| ending == "toml");
            if !is_toml || !recipe_text(&path).is_ok_and(|text| Exercise::is_one(&text)) {
                continue;
            }
            match ExerciseFile::read(&path, reach).and_then(|file| Ok((fixed(&file)?, file))) {
                Ok((fixed, file)) => library.put(file, fixed)?,
                Err(problem) => {
                    let place = problem.place.unwrap_or_else(|| path.to_string_lossy().into_owned());
                    library.warnings.push(format!("{place}: {}", problem.what));
                }
            }
        }
        if library.exercises.is_empty() {
            let cause = library.warnings.first().map(|warning| format!(" ({warning})")).unwrap_or_default();
            let what = format!("there is no exercise beside the sheets{cause}");
            return Err(Problem::usage(what, "pass --exercise FILE.toml"));
        }
        Ok(library)
    }

    fn put(&mut self, file: ExerciseFile, fixed: Option<Arc<Marker>>) -> Result<(), Problem> {
        if self.ids().any(|id| id == file.id) {
            let what = format!("two exercises have the id {}", file.id);
            return Err(Problem::usage(what, "pass --exercise FILE to choose one of them"));
        }
        let tables =
            if fixed.is_none() { Tables::read(&Tables::beside(&file.path))? } else { Tables::default() };
        self.warnings.extend(tables.changed(&file));
        self.exercises.push((file, fixed, tables));
        Ok(())
    }

    pub fn paths(&self) -> Vec<PathBuf> {
        self.exercises.iter().map(|(file, ..)| file.path.clone()).collect()
    }

    pub fn files(&self) -> Vec<PathBuf> {
        self.exercises.iter().flat_map(|(file, ..)| file.files()).collect()
    }

    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.exercises.iter().map(|(file, ..)| file.id.as_str())
    }

    /// Whether a file is the data of an exercise, or the list of its students' tables.
    fn is_data(&self, path: &Path) -> bool {
        let whole = |path: &Path| fs::canonicalize(path).ok();
        let files = self
            .exercises
            .iter()
            .flat_map(|(file, ..)| file.data.clone().into_iter().chain([Tables::beside(&file.path)]));
        whole(path).is_some_and(|path| files.into_iter().any(|file| whole(&file).as_ref() == Some(&path)))
    }

    /// The position of a sheet's exercise, and its seed. With random data, a sheet is only marked with its own seed.
    fn place(&self, sheet: &AnswerSheet) -> Result<(usize, Option<u64>), String> {
        let ids = || self.ids().collect::<Vec<_>>().join(", ");
        let at = match &sheet.exercise {
            Some(id) => self
                .ids()
                .position(|known| folded(known) == folded(id))
                .ok_or_else(|| format!("there is no exercise “{id}” here, only: {}", ids()))?,
            None if self.exercises.len() == 1 => 0,
            None => return Err(format!("it does not name its exercise, which may be: {}", ids())),
        };
        if self.exercises.get(at).is_some_and(|(_, fixed, _)| fixed.is_some()) {
            return Ok((at, None));
        }
        let none = "the data of this exercise depend on a seed, but the sheet has no line “seed: N”";
        let text = sheet.seed.as_deref().ok_or(none)?;
        let seed = text.parse().map_err(|_| format!("its seed, “{text}”, is not a whole number"))?;
        Ok((at, Some(seed)))
    }

    fn marker(&self, (at, seed): (usize, Option<u64>)) -> Result<Arc<Marker>, String> {
        let (file, fixed, _) = self.exercises.get(at).ok_or("there is no exercise")?;
        if let Some(marker) = fixed {
            return Ok(Arc::clone(marker));
        }
        let exercise = file.open(seed).map_err(|problem| problem.what)?;
        Ok(Arc::new(Marker::new(Arc::new(exercise)).map_err(|error| error.to_string())?))
    }

    fn remark(&self, sheet: &AnswerSheet, (at, seed): (usize, Option<u64>)) -> Option<String> {
        let (_, _, tables) = self.exercises.get(at)?;
        Some(format!("{}: {}", sheet.name, tables.remark(sheet.student.as_ref()?, seed?)?))
    }
}

/// The marker of an exercise with fixed data, which is opened at once, so that its problems are reported.
fn fixed(file: &ExerciseFile) -> Result<Option<Arc<Marker>>, Problem> {
    if file.random.is_some() {
        return Ok(None);
    }
    Ok(Some(Arc::new(Marker::new(Arc::new(file.open(None)?))?)))
}

fn around(sheets: &[PathBuf]) -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = Vec::new();
    for path in sheets {
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        let own = if path.is_dir() { path.as_path() } else { parent.unwrap_or(Path::new(".")) };
        let above = fs::canonicalize(own).ok().and_then(|whole| whole.parent().map(Path::to_path_buf));
        for folder in std::iter::once(own.to_path_buf()).chain(above) {
            let whole = fs::canonicalize(&folder).unwrap_or(folder);
            if !folders.contains(&whole) {
                folders.push(whole);
            }
        }
    }
    folders
}

/// Sets the student of a sheet by the roster, by its head or its file name; returns a remark if there is none.
fn name(roster: &Roster, sheet: &mut AnswerSheet) -> Option<String> {
    let stem = Path::new(&sheet.name).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let written = sheet.student.clone().or(stem).unwrap_or_default();
    if let Some(student) = roster.find(&written) {
        sheet.student = Some(student.id.clone());
        sheet.full_name.clone_from(&student.name);
        return None;
    }
    let of = &sheet.name;
    let Some(student) = &sheet.student else {
        return Some(format!("{of} names no student, and its file name is not in the list of students"));
    };
    let names = roster.students.iter().flat_map(|student| {
        [Some(student.id.as_str()), student.name.as_deref(), student.email.as_deref()].into_iter().flatten()
    });
    let near = nearest(student, names).map(|near| format!("; did you mean {}?", shown(near)));
    let near = near.unwrap_or_default();
    Some(format!("“{}” of {of} is not in the list of students{near}", shown(student)))
}
