//! Opening an exercise on screen 7.

use super::state::{seal, start, stays};
use crate::practice::course::{self, COURSE, Lesson};
use crate::practice::progress::{Begun, BegunKey, ProgressStore};
use crate::practice::worksheet::{Level, Questions};
use crate::practice::{Exercise, ExerciseFile, Reach, Reveal, Worksheet};
use crate::problem::Problem;
use crate::table;
use crate::text::shown;
use crate::workbench::course as progress;
use crate::workbench::load::begun;
use crate::workbench::prelude::*;
use crate::workbench::problem::ProblemDialog;
use crate::workbench::session::Loaded;
use crate::workbench::source::{Order, Source};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

struct Opened {
    exercise: Arc<Exercise>,
    sheet: Worksheet,
    loaded: Loaded,
    said: Option<&'static str>,
}

/// Opens an exercise on screen 7, blank where no level is given. What is unfinished there is asked about once.
pub fn open_exercise(
    app: &mut App,
    source: ExerciseSource,
    variant: Variant,
    level: Option<Level>,
) -> Option<Job> {
    if stays(app, "Open the other one once more to leave it.") {
        return None;
    }
    let label = format!("opening {} …", shown(&source.name()));
    let keep = app.screens.course.keep.clone();
    let work = move || (opened(&source, variant, level, &keep), source);
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

/// Reads an exercise and makes its questions; takes as long as reading its data does. Where no other level is asked for, it
/// is as it was left.
fn opened(
    source: &ExerciseSource,
    variant: Variant,
    level: Option<Level>,
    keep: &ProgressStore,
) -> Result<Opened, Problem> {
    let exercise = Arc::new(source.read(variant)?);
    let questions = Arc::new(Questions::of_exercise(Arc::clone(&exercise))?);
    let loaded = Loaded::new(exercise.study.clone());
    let begun = BegunKey::of(&questions).and_then(|key| keep.begun(&key));
    let begun = begun.filter(|begun| level.is_none_or(|level| begun.level() == Some(level)));
    let level = begun.as_ref().and_then(Begun::level).or(level).unwrap_or(Level::Blank);
    let mut sheet = Worksheet::new(questions, level);
    let mut said = None;
    if sheet.is_closed_book() && level != Level::Blank {
        sheet.set_level(Level::Blank);
        said = Some("This exercise keeps its answers back: it is blank.");
    }
    if let Some(begun) = begun {
        begun.put_into(&mut sheet);
        said = Some("Your answers of last time are here. Esc, then R: begin again.");
    }
    Ok(Opened { exercise, sheet, loaded, said })
}

fn take(app: &mut App, source: ExerciseSource, opened: Opened) {
    let held = InHand { exercise: Arc::clone(&opened.exercise), source };
    lay(app, &opened.exercise, opened.loaded);
    let screen = &mut app.screens.practice;
    screen.exercise = Some(held);
    screen.level = opened.sheet.level;
    screen.sheet = Some(opened.sheet);
    screen.first_open();
    let untouched = screen.sheet.as_ref().is_some_and(|sheet| !sheet.is_begun());
    let lesson = progress::in_hand(app).filter(|_| untouched).map(|lesson| lesson.teaches);
    opened.said.or(lesson).into_iter().for_each(|said| app.say(said));
    seal(app);
    progress::begun(app);
    // A go that goes on was counted when it began.
    app.screens.course.counted |= !untouched;
    (app.screen, app.pane) = (ScreenId::Practice, Pane::Master);
}

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
    begun(app, order, loaded);
    // What an exercise brings along is no file that one goes on with: the course leads back to it.
    app.screens.start.recents.opened = 0;
}

pub fn open_lesson(app: &mut App, lesson: &'static Lesson) -> Option<Job> {
    open_exercise(app, ExerciseSource::of_course(lesson), Variant::Usual, None)
}

/// Goes to the exercise after the one in hand; `None` where that is none of the course.
pub(super) fn next_lesson(app: &mut App) -> Option<Option<Job>> {
    let now = progress::in_hand(app)?;
    Some(match course::after(now.id) {
        Some(lesson) => open_lesson(app, lesson),
        None => {
            app.say("That was the last exercise of the course. Esc leaves.");
            None
        }
    })
}

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

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExerciseSource {
    File(PathBuf, Reach),
    Text { name: String, text: Arc<str> },
}

impl ExerciseSource {
    /// That of a name: a path, or `course:ID`.
    pub fn named(name: &OsStr, reach: Reach) -> Result<ExerciseSource, Problem> {
        match name.to_str().and_then(|text| text.strip_prefix(COURSE)) {
            Some(id) => Ok(ExerciseSource::of_course(course::lesson(id)?)),
            None => Ok(ExerciseSource::File(PathBuf::from(name), reach)),
        }
    }

    pub fn of_course(lesson: &Lesson) -> ExerciseSource {
        ExerciseSource::Text { name: lesson.name(), text: lesson.toml.into() }
    }

    pub fn name(&self) -> String {
        match self {
            ExerciseSource::File(path, _) => path.to_string_lossy().into_owned(),
            ExerciseSource::Text { name, .. } => name.clone(),
        }
    }

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

#[derive(Clone, Debug)]
pub struct InHand {
    pub exercise: Arc<Exercise>,
    pub source: ExerciseSource,
}

impl InHand {
    pub fn lesson(&self) -> Option<&'static Lesson> {
        course::lesson(self.source.name().strip_prefix(COURSE)?).ok()
    }

    pub fn is_of_course(&self) -> bool {
        self.lesson().is_some()
    }

    /// Whether its data are drawn, so that there are others.
    pub fn is_drawn(&self) -> bool {
        self.exercise.seed.is_some()
    }

    pub(super) fn drawn(self) -> Option<(InHand, u64)> {
        let seed = self.exercise.seed?;
        Some((self, seed))
    }

    pub(super) fn is_open_book(&self) -> bool {
        self.exercise.rules.reveal == Reveal::Always
    }
}
