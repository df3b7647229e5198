//! Practice: screen 7 with its worksheet, and the exercises that are opened there.

pub(crate) mod actions;
pub(crate) mod find_error;
pub(crate) mod sheets;
pub(crate) mod state;
pub(crate) mod view;

use std::ffi::OsStr;
use std::path::PathBuf;
use std::sync::Arc;

pub use actions::Practice;
pub use sheets::{Exercises, open_sheets};
pub use state::{PracticeScreen, View};
pub(crate) use state::{stays, stops};

use crate::app::dialogs::problem::ProblemDialog;
use crate::app::prelude::*;
use crate::app::session::Loaded;
use crate::app::source::begun;
use crate::app::source::{Order, Source};
use crate::practice::course::{self, COURSE, Lesson};
use crate::practice::progress::{Begun, BegunKey, ProgressStore};
use crate::practice::worksheet::{Level, Questions};
use crate::practice::{Exercise, ExerciseFile, Reach, Worksheet};
use crate::problem::Problem;
use crate::table;
use crate::text::shown;
use state::{seal, start};

/// The data of a random exercise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    Usual,
    Seed(u64),
    After(u64),
}

impl From<Option<u64>> for Variant {
    fn from(seed: Option<u64>) -> Variant {
        seed.map_or(Variant::Usual, Variant::Seed)
    }
}

/// A file, or `course:ID`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExerciseSource {
    pub file: PathBuf,
    pub reach: Reach,
}

impl ExerciseSource {
    /// Parses a name; refuses an exercise that the course does not have.
    pub fn named(name: &OsStr, reach: Reach) -> Result<ExerciseSource, Problem> {
        name.to_str().and_then(|text| text.strip_prefix(COURSE)).map(course::lesson).transpose()?;
        Ok(ExerciseSource { file: name.into(), reach })
    }

    pub fn of_course(lesson: &Lesson) -> ExerciseSource {
        ExerciseSource { file: lesson.name().into(), reach: Reach::Beside }
    }

    pub fn name(&self) -> String {
        self.file.to_string_lossy().into_owned()
    }

    pub fn read(&self, variant: Variant) -> Result<Exercise, Problem> {
        let file = ExerciseFile::named(&self.file, self.reach)?;
        match variant {
            Variant::Usual => file.open(None),
            Variant::Seed(seed) => file.open(Some(seed)),
            Variant::After(seed) => file.open(Some(file.seed_after(seed)?)),
        }
    }
}

#[derive(Clone, Debug)]
pub struct OpenExercise {
    pub exercise: Arc<Exercise>,
    pub source: ExerciseSource,
}

impl OpenExercise {
    /// Returns the exercise of the course that it is.
    pub fn lesson(&self) -> Option<&'static Lesson> {
        course::lesson(self.source.name().strip_prefix(COURSE)?).ok()
    }

    /// Whether its data are random, so that other data can be drawn.
    fn is_random(&self) -> bool {
        self.exercise.seed.is_some()
    }
}

/// Opens an exercise on screen 7, blank if no level is given. Asks once before leaving an unfinished one.
pub fn open_exercise(
    app: &mut App,
    source: ExerciseSource,
    variant: Variant,
    level: Option<Level>,
) -> Option<Job> {
    if stays(app, "Open the other one again to leave it.") {
        return None;
    }
    let name = source.name();
    let label = format!("opening {} …", shown(&name));
    let store = app.screens.course.store();
    let work = move || read(source, variant, level, &store);
    Some(start(app, label, work, |app, opened| {
        let (exercise, sheet, loaded, message) = match opened {
            Ok(opened) => opened,
            Err(problem) => {
                app.show(ProblemDialog::new(Source::File(name.into()).into(), problem.into()));
                return None;
            }
        };
        open_data(app, &exercise.exercise, loaded);
        // A continued attempt was counted when it began.
        app.screens.course.counted = sheet.is_begun();
        let screen = &mut app.screens.practice;
        (screen.exercise, screen.level, screen.sheet) = (Some(exercise), sheet.level, Some(sheet));
        screen.first_open();
        seal(app);
        (app.screen, app.pane) = (ScreenId::Practice, Pane::Master);
        if let Some(message) = message {
            app.say(message);
        }
        None
    }))
}

/// Reads an exercise and makes its questions; as slow as reading its data. Restores the last state, unless another level is
/// wanted; returns a message about that.
fn read(
    source: ExerciseSource,
    variant: Variant,
    level: Option<Level>,
    store: &ProgressStore,
) -> Result<(OpenExercise, Worksheet, Loaded, Option<&'static str>), Problem> {
    let exercise = Arc::new(source.read(variant)?);
    let questions = Arc::new(Questions::of_exercise(Arc::clone(&exercise))?);
    let loaded = Loaded::new(exercise.study.clone());
    let begun = BegunKey::of(&questions).and_then(|key| store.begun(&key));
    let begun = begun.filter(|begun| level.is_none_or(|level| begun.level() == Some(level)));
    let level = begun.as_ref().and_then(Begun::level).or(level).unwrap_or(Level::Blank);
    let mut sheet = Worksheet::new(questions, level);
    let mut message = None;
    if sheet.is_closed_book() && level != Level::Blank {
        sheet.set_level(Level::Blank);
        message = Some("This exercise does not show its answers, so it is blank.");
    }
    if let Some(begun) = begun {
        begun.put_into(&mut sheet);
        message = Some("Your earlier answers are restored. Esc, then R: begin again.");
    }
    let opened = OpenExercise { exercise, source };
    let lesson = opened.lesson().filter(|_| !sheet.is_begun());
    Ok((opened, sheet, loaded, message.or(lesson.map(|lesson| lesson.teaches))))
}

fn open_data(app: &mut App, exercise: &Exercise, loaded: Loaded) {
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
    begun(app, Order { source, recipe: Box::new(study.recipe.clone()) }, loaded);
    // The data of an exercise are no recent file: the course leads back to it.
    app.screens.start.recents.opened = 0;
}

pub fn open_lesson(app: &mut App, lesson: &'static Lesson) -> Option<Job> {
    open_exercise(app, ExerciseSource::of_course(lesson), Variant::Usual, None)
}

/// Opens the next exercise of the course, or the same one with other data.
fn open_next(app: &mut App, open: OpenExercise) -> Option<Job> {
    match (open.lesson(), open.exercise.seed) {
        (Some(lesson), _) => match course::after(lesson.id) {
            Some(next) => return open_lesson(app, next),
            None => app.say("This was the last exercise of the course. Esc: leave."),
        },
        (None, Some(seed)) => {
            let level = app.screens.practice.level;
            return open_exercise(app, open.source, Variant::After(seed), Some(level));
        }
        (None, None) => app.say("An exercise has one case. R: begin it again."),
    }
    None
}
