//! Opening an exercise: from a file, or from a text that is part of the program.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::super::app::{App, Pane};
use super::super::course as progress;
use super::super::job::Job;
use super::super::opened;
use super::super::problem::ProblemDialog;
use super::super::screen_id::ScreenId;
use super::super::session::Loaded;
use super::super::source::{Order, Source};
use super::in_hand::{self, InHand};
use super::start;
use crate::practice::course::{self, COURSE, Lesson};
use crate::practice::worksheet::{Level, Questions};
use crate::practice::{Exercise, ExerciseFile, Reach, Worksheet};
use crate::problem::Problem;
use crate::table;
use crate::text::shown;

/// Which data of an exercise that draws them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// Those of its first seed, or the only ones.
    Usual,
    /// Those of a seed.
    Seed(u64),
    /// Those of the seed after another.
    After(u64),
}

impl From<Option<u64>> for Variant {
    fn from(seed: Option<u64>) -> Variant {
        seed.map_or(Variant::Usual, Variant::Seed)
    }
}

/// Where an exercise comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExerciseSource {
    /// A file, and where those may lie that it names.
    File(PathBuf, Reach),
    /// A text that is part of the program.
    Text {
        /// What messages call it.
        name: String,
        /// The exercise as TOML.
        text: Arc<str>,
    },
}

impl ExerciseSource {
    /// That of a name: a path, or `course:ID`.
    ///
    /// # Errors
    /// When the course has no exercise of that id.
    pub fn named(name: &OsStr, reach: Reach) -> Result<ExerciseSource, Problem> {
        match name.to_str().and_then(|text| text.strip_prefix(COURSE)) {
            Some(id) => Ok(ExerciseSource::of_course(course::lesson(id)?)),
            None => Ok(ExerciseSource::File(PathBuf::from(name), reach)),
        }
    }

    /// That of an exercise of the course.
    pub fn of_course(lesson: &Lesson) -> ExerciseSource {
        ExerciseSource::Text { name: lesson.name(), text: lesson.toml.into() }
    }

    /// What messages call it.
    pub fn name(&self) -> String {
        match self {
            ExerciseSource::File(path, _) => path.to_string_lossy().into_owned(),
            ExerciseSource::Text { name, .. } => name.clone(),
        }
    }

    /// Reads it, with data of its own where they are drawn.
    ///
    /// # Errors
    /// When it cannot be opened, or has no random data and a seed is asked for.
    pub fn read(&self, variant: Variant) -> Result<Exercise, Problem> {
        let file = match self {
            ExerciseSource::File(path, reach) => ExerciseFile::read(path, *reach),
            ExerciseSource::Text { name, text } => {
                ExerciseFile::from_toml(text, Path::new(name), Reach::Beside)
            }
        }?;
        match variant {
            Variant::Usual => file.open(None),
            Variant::Seed(seed) => file.open(Some(seed)),
            Variant::After(seed) => file.open(Some(file.seed_after(seed)?)),
        }
    }
}

/// An exercise with its questions, and its data and model for the session.
struct Opened {
    exercise: Arc<Exercise>,
    questions: Arc<Questions>,
    loaded: Loaded,
    level: Level,
}

/// Opens an exercise on screen 7, blank where no level is given. What is unfinished there is asked about once.
pub fn open_exercise(
    app: &mut App,
    source: ExerciseSource,
    variant: Variant,
    level: Option<Level>,
) -> Option<Job> {
    if in_hand::stays(app, "Open the other one once more to leave it.") {
        return None;
    }
    let label = format!("opening {} …", shown(&source.name()));
    let work = move || (opened(&source, variant, level.unwrap_or(Level::Blank)), source);
    Some(start(app, label, work, |app, (found, source)| {
        match found {
            Ok(opened) => take(app, source, opened),
            Err(problem) => {
                app.show(ProblemDialog::new(Source::File(source.name().into()).into(), problem.into()));
            }
        }
        None
    }))
}

/// Reads an exercise and makes its questions; takes as long as reading its data does.
fn opened(source: &ExerciseSource, variant: Variant, level: Level) -> Result<Opened, Problem> {
    let exercise = Arc::new(source.read(variant)?);
    let questions = Arc::new(Questions::of_exercise(Arc::clone(&exercise))?);
    let loaded = Loaded::new(exercise.study.clone());
    Ok(Opened { exercise, questions, loaded, level })
}

/// Opens an exercise that was read and goes to screen 7.
fn take(app: &mut App, source: ExerciseSource, opened: Opened) {
    let held = InHand { exercise: Arc::clone(&opened.exercise), source };
    lay(app, &opened.exercise, opened.loaded);
    let mut sheet = Worksheet::new(opened.questions, opened.level);
    if sheet.is_closed_book() && opened.level != Level::Blank {
        sheet.set_level(Level::Blank);
        app.say("This exercise keeps its answers back: it is blank.");
    }
    let screen = &mut app.screens.practice;
    screen.exercise = Some(held);
    screen.level = sheet.level;
    screen.sheet = Some(sheet);
    screen.first_open();
    in_hand::seal(app);
    progress::begun(app);
    (app.room, app.pane) = (ScreenId::Practice, Pane::Master);
}

/// Opens the data of an exercise: every screen starts over.
pub(super) fn lay(app: &mut App, exercise: &Exercise, loaded: Loaded) {
    let study = &exercise.study;
    let source = match &study.source {
        table::Source::Path(path) => Source::File(path.clone()),
        table::Source::Sample(sample) => Source::Sample(sample.name.into()),
        _ => Source::Exercise {
            name: exercise.path.to_string_lossy().into_owned(),
            seed: exercise.seed,
            reach: exercise.reach,
        },
    };
    let order = Order { source, recipe: Box::new(study.recipe.clone()) };
    opened::begun(app, order, loaded);
}
