//! How far the student is in the course: what an answer has changed is taken down, and another thread keeps it on the disk.

use super::prelude::*;
use super::start_list::{CourseScreen, keep_all};
use crate::practice::course::Lesson;
use crate::practice::progress::{Begun, BegunKey, Progress, Read, Record, StateFolder};

/// Reads what was kept; done before the first frame, and told on the start screen where something is wrong.
pub fn read(app: &mut App, folder: &StateFolder) {
    let mut screen = CourseScreen::new(folder);
    let Read { progress, said } = screen.keep.read();
    screen.progress = progress;
    screen.said = said.is_some();
    app.screens.course = screen;
    said.into_iter().for_each(|said| app.say(said));
}

pub fn in_hand(app: &App) -> Option<&'static Lesson> {
    app.screens.practice.exercise.as_ref()?.lesson()
}

/// Takes down what an answer, a hint or a line that was shown has changed, and has it kept.
pub fn worked(app: &mut App) -> Option<Job> {
    let sheet = app.screens.practice.sheet(&app.session)?;
    let answered = sheet.lines.iter().any(|line| line.told.is_some());
    let record = Record::of(sheet, !app.screens.course.counted).filter(|_| answered).zip(in_hand(app));
    let begun = BegunKey::of(&sheet.questions).map(|key| (key, Begun::of(sheet)));
    let screen = &mut app.screens.course;
    if let Some((record, lesson)) = record {
        screen.counted = true;
        screen.progress.add(lesson.id, &record);
        screen.gained.add(lesson.id, &record);
    }
    if let Some(begun) = begun.filter(|begun| screen.begun.as_ref() != Some(begun)) {
        screen.begun = Some(begun.clone());
        screen.unkept.retain(|(key, _)| *key != begun.0);
        screen.unkept.push(begun);
    }
    keep(app)
}

pub fn begun(app: &mut App) {
    let untouched = app
        .screens
        .practice
        .sheet(&app.session)
        .is_none_or(|sheet| sheet.lines.iter().all(|line| line.told.is_none()));
    if untouched {
        app.screens.course.counted = false;
    }
}

/// Has what was gained written, unless that is being done: then it is written after.
fn keep(app: &mut App) -> Option<Job> {
    let screen = &mut app.screens.course;
    if screen.writing || (screen.gained.is_empty() && screen.unkept.is_empty()) {
        return None;
    }
    screen.writing = true;
    let (gained, unkept) = (std::mem::take(&mut screen.gained), std::mem::take(&mut screen.unkept));
    let keep = screen.keep.clone();
    let work = move || {
        let result = if gained.is_empty() { Ok(None) } else { keep.add(&gained).map(Some) };
        (result, keep_all(&keep, unkept), gained)
    };
    Some(app.jobs.start(Lane::Progress, "", work, |app, (result, answers, gained)| {
        let screen = &mut app.screens.course;
        screen.loses = answers.is_err();
        if screen.loses {
            // They are given again with the next answer.
            screen.begun = None;
        }
        let result = result.map(|read| {
            read.unwrap_or_else(|| Read { progress: app.screens.course.progress.clone(), said: None })
        });
        let said = answers.unwrap_or_else(Some);
        let job = kept(app, gained, result);
        if let (Some(said), false) = (said, app.screens.course.said) {
            app.screens.course.said = true;
            app.say(said);
        }
        job
    }))
}

pub fn comes_back(app: &App) -> bool {
    let screen = &app.screens.course;
    app.screens.practice.exercise.is_some() && screen.keep.path().is_some() && !screen.loses
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

pub fn ask_to_wipe(app: &mut App) {
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
    app.say(format!("d deletes the progress of {exercises}; any other key keeps it."));
}

pub fn wipe(app: &mut App) -> Job {
    let keep = app.screens.course.keep.clone();
    app.jobs.start(
        Lane::Progress,
        "",
        move || keep.wipe(),
        |app, result: Result<String, String>| {
            let screen = &mut app.screens.course;
            if result.is_ok() {
                (screen.progress, screen.cursor, screen.begun) = (Progress::default(), 0, None);
                screen.settle(app.frame.lines());
            }
            app.say(result.unwrap_or_else(|why| why));
            None
        },
    )
}
