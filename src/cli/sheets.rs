//! Answer sheets from files and folders, each with the exercise that it answers.

use std::fs;
use std::path::{Path, PathBuf};

use crate::practice::{
    AnswerSheet, Exercise, ExerciseFile, MarkedSheet, Marker, is_wide, read_sheet, read_wide,
};
use crate::problem::Problem;
use crate::recipe::folded;
use crate::table::{Source, read_text};

/// Bytes of the longest sheet that is read; a CSV of a whole course is a sheet, too.
const LONGEST: u64 = 16 << 20;

/// Sheets and exercises.
pub(super) struct Pile {
    files: Vec<ExerciseFile>,
    /// The exercises that sheets answer, each opened once: of random data one for each seed.
    exercises: Vec<Exercise>,
    sheets: Vec<(AnswerSheet, usize)>,
    /// Sheets that could not be read, or whose exercise is not known.
    pub unread: Vec<String>,
    /// What was noticed, and why sheets were not read.
    pub remarks: Vec<String>,
}

/// Reads all sheets and finds their exercises.
pub(super) fn read(paths: &[PathBuf], given: &[PathBuf]) -> Result<Pile, Problem> {
    let mut pile = Pile {
        files: Vec::new(),
        exercises: Vec::new(),
        sheets: Vec::new(),
        unread: Vec::new(),
        remarks: Vec::new(),
    };
    for path in given {
        pile.know(ExerciseFile::named(path)?)?;
    }
    if given.is_empty() {
        pile.look_beside(paths)?;
    }
    if let Some(twice) = pile.twice() {
        return Err(usage(
            format!("two exercises have the id {twice}"),
            "name the one that is meant: --exercise FILE",
        ));
    }
    for path in paths {
        if path.is_dir() {
            for file in listed(path)? {
                pile.take(&file, true)?;
            }
        } else {
            pile.take(path, false)?;
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

impl Pile {
    /// Marks every sheet, in order.
    pub(super) fn marked(&self) -> Result<Vec<MarkedSheet>, Problem> {
        let markers: Vec<Marker<'_>> = self.exercises.iter().map(Marker::new).collect::<Result<_, _>>()?;
        let mut marked = Vec::new();
        for (sheet, exercise) in &self.sheets {
            let Some(marker) = markers.get(*exercise) else { continue };
            marked.push(marker.mark(sheet)?);
        }
        Ok(marked)
    }

    /// The exercises beside the sheets, and in the folder above.
    fn look_beside(&mut self, paths: &[PathBuf]) -> Result<(), Problem> {
        let mut folders: Vec<PathBuf> = Vec::new();
        for path in paths {
            let own = if path.is_dir() { path.clone() } else { parent(path) };
            let above = fs::canonicalize(&own).ok().and_then(|whole| whole.parent().map(Path::to_path_buf));
            for folder in std::iter::once(own).chain(above) {
                let whole = fs::canonicalize(&folder).unwrap_or(folder);
                if !folders.contains(&whole) {
                    folders.push(whole);
                }
            }
        }
        for folder in folders {
            for file in listed(&folder).unwrap_or_default() {
                if file.extension().is_none_or(|ending| ending != "toml") {
                    continue;
                }
                let text = read_text(&Source::Path(file.clone()), LONGEST).map(|(text, _)| text);
                if !text.is_ok_and(|text| Exercise::is_one(&text)) {
                    continue;
                }
                let known = ExerciseFile::read(&file).and_then(|file| self.know(file));
                match known {
                    Ok(()) => {}
                    Err(problem) => {
                        let place = problem.place.unwrap_or_else(|| file.to_string_lossy().into_owned());
                        self.remarks.push(format!("{place}: {}", problem.what));
                    }
                }
            }
        }
        if self.files.is_empty() {
            let said = self.remarks.first().map(|remark| format!(" ({remark})")).unwrap_or_default();
            return Err(usage(
                format!("there is no exercise beside the sheets{said}"),
                "name it: --exercise FILE.toml",
            ));
        }
        Ok(())
    }

    fn twice(&self) -> Option<&str> {
        let ids: Vec<&str> = self.files.iter().map(|file| file.id.as_str()).collect();
        let again = ids.iter().enumerate().find(|(at, id)| ids.iter().take(*at).any(|other| other == *id));
        again.map(|(_, id)| *id)
    }

    /// Takes a file of sheets. Of a folder, what is no sheet is passed over, and what cannot be read is said.
    fn take(&mut self, path: &Path, from_folder: bool) -> Result<(), Problem> {
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        let wide = is_wide(&name);
        if from_folder && (!(wide || name.to_lowercase().ends_with(".txt")) || self.is_data(path)) {
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
        if !wide {
            self.add(read_sheet(&name, &text));
            return Ok(());
        }
        let rows = read_wide(&name, &text);
        if from_folder && text.starts_with("student,exercise,seed,step,") {
            return Ok(());
        }
        rows.into_iter().for_each(|sheet| self.add(sheet));
        Ok(())
    }

    /// Whether a file is the data of an exercise.
    fn is_data(&self, path: &Path) -> bool {
        let whole = |path: &Path| fs::canonicalize(path).ok();
        let data = self.files.iter().filter_map(|file| file.data.as_deref());
        let mut data = data.filter_map(whole);
        whole(path).is_some_and(|path| data.any(|data| data == path))
    }

    fn add(&mut self, sheet: AnswerSheet) {
        let found = self.file_of(&sheet).and_then(|file| self.variant(file, &sheet));
        match found {
            Ok(at) => self.sheets.push((sheet, at)),
            Err(why) => {
                self.remarks.push(format!("{} was not marked: {why}", sheet.name));
                self.unread.push(sheet.name);
            }
        }
    }

    /// The exercise that a sheet answers, or why there is none.
    fn file_of(&self, sheet: &AnswerSheet) -> Result<usize, String> {
        let ids = || self.files.iter().map(|file| file.id.as_str()).collect::<Vec<_>>().join(", ");
        match &sheet.exercise {
            Some(id) => self
                .files
                .iter()
                .position(|file| folded(&file.id) == folded(id))
                .ok_or_else(|| format!("there is no exercise “{id}” here, only: {}", ids())),
            None if self.files.len() == 1 => Ok(0),
            None => Err(format!("it does not say which exercise it answers: {}", ids())),
        }
    }

    /// The exercise with the data of the sheet's seed. Where the data are drawn, a sheet is never marked against any
    /// others than its own.
    fn variant(&mut self, file: usize, sheet: &AnswerSheet) -> Result<usize, String> {
        let Some(own) = self.files.get(file) else { return Err("there is no exercise".into()) };
        let seed = match (&own.random, &sheet.seed) {
            (None, _) => None,
            (Some(_), None) => {
                return Err("the data of this exercise are drawn, and the sheet has no line “seed: N”".into());
            }
            (Some(_), Some(text)) => {
                let seed = text.parse().map_err(|_| format!("its seed, “{text}”, is no whole number"))?;
                Some(seed)
            }
        };
        let known = self.exercises.iter().position(|one| one.path == own.path && one.seed == seed);
        if let Some(at) = known {
            return Ok(at);
        }
        let exercise = own.open(seed).map_err(|problem| problem.what)?;
        if let Some(note) = exercise.seed_note() {
            self.remarks.push(format!("{}: {note}", sheet.name));
        }
        self.exercises.push(exercise);
        Ok(self.exercises.len() - 1)
    }

    /// Takes an exercise. One with a table of its own is opened at once, so that what is wrong with it is said.
    fn know(&mut self, file: ExerciseFile) -> Result<(), Problem> {
        if file.random.is_none() {
            self.exercises.push(file.open(None)?);
        }
        self.files.push(file);
        Ok(())
    }
}

fn parent(path: &Path) -> PathBuf {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_path_buf(),
        _ => PathBuf::from("."),
    }
}

/// The files of a folder that are not hidden, by name.
fn listed(folder: &Path) -> Result<Vec<PathBuf>, Problem> {
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
