//! The exercises of answer sheets, each with the keys of its steps.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;

use super::sheet_folder::listed;
use super::{AnswerSheet, Marker};
use crate::practice::{Exercise, ExerciseFile, Reach, Tables};
use crate::problem::Problem;
use crate::recipe::{folded, recipe_text};

/// The exercises of the sheets. For random data, each seed is opened when a sheet first names it.
#[derive(Clone, Debug, Default)]
pub struct ExerciseLibrary {
    exercises: Vec<LibraryEntry>,
    pub reach: Reach,
    opened: Arc<Mutex<Vec<Opened>>>,
    pub warnings: Vec<String>,
}

#[derive(Clone, Debug)]
enum LibraryEntry {
    Opened(Arc<Exercise>),
    Drawn(Arc<ExerciseFile>),
}

#[derive(Clone, Debug)]
struct Opened {
    at: usize,
    seed: Option<u64>,
    marker: Arc<Marker>,
    /// The note about the seed, until it is reported.
    note: Option<String>,
}

impl Opened {
    fn is(&self, (at, seed): (usize, Option<u64>)) -> bool {
        self.at == at && self.seed == seed
    }
}

impl ExerciseLibrary {
    pub fn of(exercise: Arc<Exercise>) -> Result<ExerciseLibrary, Problem> {
        let mut library = ExerciseLibrary { reach: exercise.reach, ..ExerciseLibrary::default() };
        if exercise.random.is_some() {
            library.add(ExerciseFile::named(&exercise.path, exercise.reach)?)?;
        } else {
            library.put(LibraryEntry::Opened(exercise))?;
        }
        Ok(library)
    }

    /// Opens exercises by name: files, or `course:ID`.
    pub fn open(names: &[PathBuf], reach: Reach) -> Result<ExerciseLibrary, Problem> {
        let mut library = ExerciseLibrary { reach, ..ExerciseLibrary::default() };
        for name in names {
            library.add(ExerciseFile::named(name, reach)?)?;
        }
        Ok(library)
    }

    pub fn beside(sheets: &[PathBuf], reach: Reach) -> Result<ExerciseLibrary, Problem> {
        let mut library = ExerciseLibrary { reach, ..ExerciseLibrary::default() };
        for folder in around(sheets) {
            for file in listed(&folder).unwrap_or_default() {
                if file.extension().is_none_or(|ending| ending != "toml") {
                    continue;
                }
                if !recipe_text(&file).is_ok_and(|text| Exercise::is_one(&text)) {
                    continue;
                }
                match ExerciseFile::read(&file, reach).and_then(LibraryEntry::of) {
                    Ok(exercise) => library.put(exercise)?,
                    Err(problem) => {
                        let place = problem.place.unwrap_or_else(|| file.to_string_lossy().into_owned());
                        library.warnings.push(format!("{place}: {}", problem.what));
                    }
                }
            }
        }
        if library.exercises.is_empty() {
            let said = library.warnings.first().map(|warning| format!(" ({warning})")).unwrap_or_default();
            return Err(Problem::usage(
                format!("there is no exercise beside the sheets{said}"),
                "pass --exercise FILE.toml",
            ));
        }
        Ok(library)
    }

    fn add(&mut self, file: ExerciseFile) -> Result<(), Problem> {
        self.put(LibraryEntry::of(file)?)
    }

    fn put(&mut self, exercise: LibraryEntry) -> Result<(), Problem> {
        if self.exercises.iter().any(|other| other.id() == exercise.id()) {
            return Err(Problem::usage(
                format!("two exercises have the id {}", exercise.id()),
                "pass --exercise FILE to choose one of them",
            ));
        }
        self.exercises.push(exercise);
        Ok(())
    }

    pub fn paths(&self) -> Vec<PathBuf> {
        self.exercises.iter().map(|exercise| exercise.path().to_path_buf()).collect()
    }

    pub fn files(&self) -> Vec<PathBuf> {
        let files = |exercise: &LibraryEntry| match exercise {
            LibraryEntry::Opened(exercise) => exercise.files(),
            LibraryEntry::Drawn(file) => file.files(),
        };
        self.exercises.iter().flat_map(files).collect()
    }

    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.exercises.iter().map(LibraryEntry::id)
    }

    pub fn drawn<'a>(&'a self) -> impl Iterator<Item = &'a ExerciseFile> {
        let drawn = |exercise: &'a LibraryEntry| match exercise {
            LibraryEntry::Drawn(file) => Some(&**file),
            LibraryEntry::Opened(_) => None,
        };
        self.exercises.iter().filter_map(drawn)
    }

    /// Whether a file is the data of an exercise, or the list of its students' tables.
    pub(super) fn is_data(&self, path: &Path) -> bool {
        let whole = |path: &Path| fs::canonicalize(path).ok();
        let tables = self.exercises.iter().map(|exercise| Tables::beside(exercise.path()));
        let data = self.exercises.iter().filter_map(LibraryEntry::data).map(Path::to_path_buf);
        whole(path).is_some_and(|path| data.chain(tables).any(|file| whole(&file).as_ref() == Some(&path)))
    }

    pub(super) fn prepare(&self, sheets: &[AnswerSheet]) {
        let mut wanted: Vec<(usize, Option<u64>)> = Vec::new();
        for sheet in sheets {
            let Ok(found) = self.place(sheet) else { continue };
            if !wanted.contains(&found) && !self.with_opened(|all| all.iter().any(|one| one.is(found))) {
                wanted.push(found);
            }
        }
        // An exercise that cannot be opened is reported with the sheet that needs it.
        let opened: Vec<Opened> =
            wanted.into_par_iter().filter_map(|place| self.opened(place).ok()).collect();
        self.with_opened(|all| all.extend(opened));
    }

    /// The marker of a sheet, with the note about its seed the first time; or why there is none.
    pub(super) fn marker_of(&self, sheet: &AnswerSheet) -> Result<(Arc<Marker>, Option<String>), String> {
        let place = self.place(sheet)?;
        let known = |all: &mut Vec<Opened>| {
            let known = all.iter_mut().find(|known| known.is(place))?;
            Some((Arc::clone(&known.marker), known.note.take()))
        };
        if let Some(known) = self.with_opened(known) {
            return Ok(known);
        }
        let opened = self.opened(place)?;
        let found = (Arc::clone(&opened.marker), opened.note.clone());
        self.with_opened(|all| all.push(Opened { note: None, ..opened }));
        Ok(found)
    }

    fn with_opened<T>(&self, work: impl FnOnce(&mut Vec<Opened>) -> T) -> T {
        work(&mut self.opened.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn place(&self, sheet: &AnswerSheet) -> Result<(usize, Option<u64>), String> {
        let at = self.answered(sheet)?;
        Ok((at, self.exercises.get(at).map_or(Ok(None), |own| own.seed_of(sheet))?))
    }

    fn opened(&self, (at, seed): (usize, Option<u64>)) -> Result<Opened, String> {
        let exercise = match self.exercises.get(at) {
            Some(LibraryEntry::Drawn(file)) => Arc::new(file.open(seed).map_err(|problem| problem.what)?),
            Some(LibraryEntry::Opened(exercise)) => Arc::clone(exercise),
            None => return Err("there is no exercise".into()),
        };
        let note = exercise.seed_note();
        let marker = Marker::new(exercise).map_err(|error| error.to_string())?;
        Ok(Opened { at, seed, marker: Arc::new(marker), note })
    }

    /// The exercise of a sheet: the one that it names, or the only one; or why there is none.
    fn answered(&self, sheet: &AnswerSheet) -> Result<usize, String> {
        let ids = || self.ids().collect::<Vec<_>>().join(", ");
        match &sheet.exercise {
            Some(id) => self
                .exercises
                .iter()
                .position(|exercise| folded(exercise.id()) == folded(id))
                .ok_or_else(|| format!("there is no exercise “{id}” here, only: {}", ids())),
            None if self.exercises.len() == 1 => Ok(0),
            None => Err(format!("it does not name its exercise, which may be: {}", ids())),
        }
    }
}

impl LibraryEntry {
    /// An exercise with fixed data is opened at once, so that its problems are reported.
    fn of(file: ExerciseFile) -> Result<LibraryEntry, Problem> {
        match file.random {
            Some(_) => Ok(LibraryEntry::Drawn(file.into())),
            None => Ok(LibraryEntry::Opened(file.open(None)?.into())),
        }
    }

    fn id(&self) -> &str {
        match self {
            LibraryEntry::Opened(exercise) => &exercise.id,
            LibraryEntry::Drawn(file) => &file.id,
        }
    }

    fn path(&self) -> &Path {
        match self {
            LibraryEntry::Opened(exercise) => &exercise.path,
            LibraryEntry::Drawn(file) => &file.path,
        }
    }

    fn data(&self) -> Option<&Path> {
        match self {
            LibraryEntry::Opened(exercise) => exercise.data.as_deref(),
            LibraryEntry::Drawn(file) => file.data.as_deref(),
        }
    }

    /// The seed of a sheet. With random data, a sheet is only marked with its own seed.
    fn seed_of(&self, sheet: &AnswerSheet) -> Result<Option<u64>, String> {
        match (self, &sheet.seed) {
            (LibraryEntry::Opened(_), _) => Ok(None),
            (LibraryEntry::Drawn(_), None) => {
                Err("the data of this exercise depend on a seed, but the sheet has no line “seed: N”".into())
            }
            (LibraryEntry::Drawn(_), Some(text)) => {
                text.parse().map(Some).map_err(|_| format!("its seed, “{text}”, is not a whole number"))
            }
        }
    }
}

/// The folders of the sheets and their parents, each once.
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
