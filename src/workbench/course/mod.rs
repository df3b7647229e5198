//! The course on the workbench: the list on the start screen, the way from one exercise to the next, and progress, which
//! another thread keeps on the disk.

mod list;

pub use list::{Line, act, lines, settle, show};

use super::app::App;
use super::job::{Job, Lane};
use super::practice::{ExerciseSource, Variant, open_exercise};
use crate::practice::course::{self, Lesson};
use crate::practice::progress::{Progress, ProgressStore, Read, Record, StateFolder};

/// How far the student is, and what is marked in the list of the course.
#[derive(Clone, Debug)]
pub struct CourseScreen {
    /// What was done, all sessions together.
    pub progress: Progress,
    /// Whether the list of the course is on screen, in the place of the start screen's own.
    pub open: bool,
    /// The marked exercise, from 0.
    pub cursor: usize,
    /// The first line shown.
    pub scroll: usize,
    /// Whether it was asked, once, to wipe the progress.
    asked_to_wipe: bool,
    keep: ProgressStore,
    /// What was done here and is not on the disk yet.
    gained: Progress,
    /// Whether another thread is writing.
    writing: bool,
    /// Whether this go at the exercise in hand is counted.
    counted: bool,
    /// Whether it was said that something is wrong with the file.
    said: bool,
}

impl Default for CourseScreen {
    fn default() -> Self {
        CourseScreen::new(&StateFolder::none(), Progress::default())
    }
}

impl CourseScreen {
    fn new(folder: &StateFolder, progress: Progress) -> CourseScreen {
        CourseScreen {
            progress,
            open: false,
            cursor: 0,
            scroll: 0,
            asked_to_wipe: false,
            keep: folder.keep(),
            gained: Progress::default(),
            writing: false,
            counted: false,
            said: false,
        }
    }

    /// Whether another thread is writing.
    pub fn is_writing(&self) -> bool {
        self.writing
    }

    /// Writes what is not on the disk yet, when the program ends.
    pub fn finish(&mut self) {
        let gained = std::mem::take(&mut self.gained);
        if !gained.is_empty() {
            // There is nobody left to tell, and it was told before.
            let _ = self.keep.add(&gained);
        }
    }
}

/// Reads what was kept; done before the first frame, and told on the start screen where something is wrong.
pub fn read(app: &mut App, folder: &StateFolder) {
    let mut screen = CourseScreen::new(folder, Progress::default());
    let Read { progress, said } = screen.keep.read();
    screen.progress = progress;
    screen.said = said.is_some();
    app.screens.course = screen;
    said.into_iter().for_each(|said| app.say(said));
}

/// The exercise of the course that is in hand.
pub fn in_hand(app: &App) -> Option<&'static Lesson> {
    app.screens.practice.exercise.as_ref()?.lesson()
}

/// Opens an exercise of the course on screen 7.
pub fn open(app: &mut App, lesson: &'static Lesson) -> Option<Job> {
    open_exercise(app, ExerciseSource::of_course(lesson), Variant::Usual, None)
}

/// Goes to the exercise after the one in hand; `None` where that is none of the course.
pub fn next(app: &mut App) -> Option<Option<Job>> {
    let now = in_hand(app)?;
    Some(match course::after(now.id) {
        Some(lesson) => open(app, lesson),
        None => {
            app.say("That was the last exercise of the course. Esc leaves.");
            None
        }
    })
}

/// Takes down what an answer has changed, and has it kept.
pub fn answered(app: &mut App) -> Option<Job> {
    let lesson = in_hand(app)?;
    let sheet = app.screens.practice.sheet(app)?;
    if sheet.lines.iter().all(|line| line.told.is_none()) {
        return None;
    }
    let record = Record::of(sheet, !app.screens.course.counted)?;
    let screen = &mut app.screens.course;
    screen.counted = true;
    screen.progress.add(lesson.id, &record);
    screen.gained.add(lesson.id, &record);
    keep(app)
}

/// A go begins where nothing was answered yet.
pub fn begun(app: &mut App) {
    let untouched = app
        .screens
        .practice
        .sheet(app)
        .is_none_or(|sheet| sheet.lines.iter().all(|line| line.told.is_none()));
    if untouched {
        app.screens.course.counted = false;
    }
}

/// Has what was gained written, unless that is being done: then it is written after.
fn keep(app: &mut App) -> Option<Job> {
    let screen = &mut app.screens.course;
    if screen.writing || screen.gained.is_empty() {
        return None;
    }
    screen.writing = true;
    let gained = std::mem::take(&mut screen.gained);
    let keep = screen.keep.clone();
    let work = move || (keep.add(&gained), gained);
    Some(app.jobs.start(Lane::Progress, "", work, |app, (result, gained)| kept(app, gained, result)))
}

/// Takes what became of it: everything that is kept now, or why nothing is. That is said once.
fn kept(app: &mut App, gained: Progress, result: Result<Read, String>) -> Option<Job> {
    let screen = &mut app.screens.course;
    screen.writing = false;
    let failed = result.is_err();
    let said = match result {
        Ok(Read { mut progress, said }) => {
            progress.merge(&screen.gained);
            screen.progress = progress;
            said
        }
        // It is tried again with the next answer.
        Err(why) => {
            let later = std::mem::replace(&mut screen.gained, gained);
            screen.gained.merge(&later);
            Some(why)
        }
    };
    if let (Some(said), false) = (said, screen.said) {
        screen.said = true;
        app.say(said);
    }
    if failed { None } else { keep(app) }
}

/// Asks whether the progress is to be deleted.
fn ask_to_wipe(app: &mut App) {
    let screen = &mut app.screens.course;
    if screen.progress.is_empty() {
        app.say("There is no progress to delete.");
        return;
    }
    let exercises = match screen.progress.begun() {
        1 => "1 exercise".to_owned(),
        n => format!("{n} exercises"),
    };
    screen.asked_to_wipe = true;
    app.say(format!("y deletes the progress of {exercises}; any other key keeps it."));
}

/// Has the progress deleted.
fn wipe(app: &mut App) -> Job {
    let keep = app.screens.course.keep.clone();
    app.jobs.start(
        Lane::Progress,
        "",
        move || keep.wipe(),
        |app, result| {
            wiped(app, result);
            None
        },
    )
}

/// Tells what was deleted.
fn wiped(app: &mut App, result: Result<String, String>) {
    if result.is_ok() {
        app.screens.course.progress = Progress::default();
        app.screens.course.cursor = 0;
        settle(app);
    }
    app.say(result.unwrap_or_else(|why| why));
}
