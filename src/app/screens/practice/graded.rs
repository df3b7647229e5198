//! Reading and marking sheets: work for another thread.

use std::path::PathBuf;
use std::sync::Arc;

use crate::app::session::Loaded;
use crate::app::source::Problem;
use crate::practice::worksheet::Questions;
use crate::practice::{AnswerSheet, Exercise, ExerciseLibrary, GradedSheet, Reach, SheetFolder, read_sheet};
use crate::problem;
use crate::table::{Source, read_text};
use crate::worked::WorkedError;

#[derive(Clone, Debug)]
pub enum Exercises {
    Beside(Reach),
    Files(Vec<PathBuf>, Reach),
    Held(Arc<Exercise>),
}

#[derive(Clone, Debug)]
pub struct Sheets {
    pub paths: Vec<PathBuf>,
    pub exercises: ExerciseLibrary,
}

#[derive(Clone, Debug)]
pub struct AnsweredExercise {
    pub exercise: Arc<Exercise>,
    pub questions: Arc<Questions>,
    pub loaded: Loaded,
}

#[derive(Clone, Debug)]
pub struct GradedSheets {
    pub marked: Vec<GradedSheet>,
    pub taught: Vec<Arc<AnsweredExercise>>,
    pub warnings: Vec<String>,
}

#[derive(Clone, Debug)]
pub enum SheetsFound {
    Opened { sheets: Arc<Sheets>, graded_sheets: Result<GradedSheets, Problem> },
    Refused(Option<PathBuf>, Box<Problem>),
    Data(PathBuf),
}

impl Sheets {
    fn marked(&self) -> Result<GradedSheets, Problem> {
        let folder = SheetFolder::read(&self.paths, &self.exercises)?;
        let marked = folder.marked()?;
        let mut taught: Vec<Arc<AnsweredExercise>> = Vec::new();
        for sheet in &marked {
            if !taught.iter().any(|taught| Arc::ptr_eq(&taught.exercise, &sheet.answered)) {
                taught.push(Arc::new(AnsweredExercise::of(&sheet.answered).map_err(problem::Problem::from)?));
            }
        }
        Ok(GradedSheets { taught, marked, warnings: folder.warnings })
    }
}

impl AnsweredExercise {
    fn of(exercise: &Arc<Exercise>) -> Result<AnsweredExercise, WorkedError> {
        let questions = Arc::new(Questions::of_exercise(Arc::clone(exercise))?);
        let loaded = Loaded::new(exercise.study.clone());
        Ok(AnsweredExercise { exercise: Arc::clone(exercise), questions, loaded })
    }
}

/// Reads and marks sheets. If `data` is set, a file that is not an answer sheet may be data.
pub(crate) fn open(paths: Vec<PathBuf>, exercises: Exercises, data: bool) -> SheetsFound {
    if data && !is_sheet(&paths, &exercises) {
        return SheetsFound::Data(paths.into_iter().next().unwrap_or_default());
    }
    let library = match exercises {
        Exercises::Beside(reach) => ExerciseLibrary::beside(&paths, reach),
        Exercises::Files(files, reach) => ExerciseLibrary::open(&files, reach),
        Exercises::Held(exercise) => match first(&paths).and_then(|sheet| sheet.exercise) {
            Some(id) if id != exercise.id => ExerciseLibrary::beside(&paths, Reach::Beside),
            _ => ExerciseLibrary::of(exercise),
        },
    };
    match library {
        Ok(library) => {
            let sheets = Sheets { paths, exercises: library };
            SheetsFound::Opened { graded_sheets: sheets.marked(), sheets: sheets.into() }
        }
        Err(problem) => SheetsFound::Refused(paths.into_iter().next(), Box::new(problem.into())),
    }
}

/// Whether the first path is an answer sheet: it names its exercise, or answers a step of the open one.
fn is_sheet(paths: &[PathBuf], exercises: &Exercises) -> bool {
    first(paths).is_some_and(|sheet| match exercises {
        _ if sheet.exercise.is_some() => true,
        Exercises::Held(exercise) => sheet.answers(exercise),
        _ => false,
    })
}

fn first(paths: &[PathBuf]) -> Option<AnswerSheet> {
    let path = paths.first()?;
    let (text, _) = read_text(&Source::Path(path.clone()), LONGEST).ok()?;
    Some(read_sheet(&path.to_string_lossy(), &text))
}

/// Bytes of the longest file that may be a sheet of one student.
const LONGEST: u64 = 1 << 20;
