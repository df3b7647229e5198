//! Screen 7: typing answers, and checking one number.

use super::state::{Why, class_of, seal, start};
use crate::practice::worksheet::{Line, Questions};
use crate::practice::{Checked, Verdict};
use crate::workbench::prelude::*;
use std::sync::Arc;

/// What a key does while keys write; [`Reply::Pass`] where it does what it does else.
pub(super) fn act(app: &mut App, action: &Action) -> Reply {
    let page = app.frame.page(2);
    let screen = &mut app.screens.practice;
    let choosing = screen.asks_for_class();
    match action {
        Action::Back => {
            screen.close_field();
            screen.writing = false;
        }
        Action::Edit(_) | Action::Paste(_) => {
            if screen.field.is_none() && screen.waits(screen.cursor) {
                // What comes while an answer is being checked belongs to the line behind it.
                if let Some(next) = screen.next_to_write() {
                    screen.mark(next);
                }
            }
            match &mut screen.field {
                Some(field) => {
                    field.take(action, &mut app.toast);
                }
                None if matches!(action, Action::Edit(Edit::InsertChar(_)) | Action::Paste(_)) => {
                    app.say(nothing_to_write(app))
                }
                None => {}
            }
        }
        Action::Left | Action::Right if choosing => choose(app, matches!(action, Action::Right)),
        Action::Enter if screen.field.is_some() => return submit(app),
        Action::Enter => enter(app),
        Action::PageUp | Action::PageDown => {
            /// How far the lines reach is known where they are drawn.
            const FARTHEST: usize = 400;
            moves(&mut screen.detail, FARTHEST, page, action);
        }
        _ => return Reply::Pass,
    }
    Reply::Taken
}

fn nothing_to_write(app: &App) -> &'static str {
    let screen = &app.screens.practice;
    match &screen.sheet {
        Some(sheet) if sheet.is_done() => "Every line is filled in. Esc: then letters are commands again.",
        _ => "This line is filled in. Enter: the next blank one. Esc: commands.",
    }
}

fn choose(app: &mut App, after: bool) {
    let screen = &mut app.screens.practice;
    let Some(sheet) = &screen.sheet else { return };
    let classes = &sheet.questions.fitted.classes;
    let last = classes.len().saturating_sub(1);
    let to = match (screen.chosen(), after) {
        (None, true) => 0,
        (None, false) => last,
        (Some(at), true) if at == last => 0,
        (Some(at), true) => at + 1,
        (Some(at), false) => at.checked_sub(1).unwrap_or(last),
    };
    let name = classes.get(to).map(|name| name.as_str().to_owned());
    screen.field = name.map(Field::selected);
}

fn submit(app: &mut App) -> Reply {
    let screen = &mut app.screens.practice;
    let line = screen.cursor;
    let Some((field, sheet)) = screen.field.as_ref().zip(screen.sheet.as_ref()) else { return Reply::Pass };
    let class = class_of(&sheet.questions, field.text()).filter(|_| screen.asks_for_class());
    let class = class.and_then(|at| sheet.questions.fitted.classes.get(at));
    let typed = class.map_or_else(|| field.text().trim().to_owned(), |name| name.as_str().to_owned());
    let told = sheet.lines.get(line).and_then(|line| line.told.as_ref());
    if typed.is_empty() {
        let said = match screen.asks_for_class() {
            true => "← → chooses a class; its first letters do, too. ↓ goes on.",
            false => "Type an answer first: a fraction, a decimal or a product. ↓ goes on.",
        };
        app.say(said);
        return Reply::Taken;
    }
    if told.is_some_and(|told| told.answer.typed.trim() == typed) {
        app.say("This answer was checked already: type another one.");
        return Reply::Taken;
    }
    (screen.field, screen.detail) = (None, 0);
    screen.drafts.remove(&line);
    Reply::of(check(app, line, typed))
}

/// Writing goes on: on the selected line where it is open, else on the next one that is.
pub(super) fn enter(app: &mut App) {
    app.pane = Pane::Master;
    let screen = &mut app.screens.practice;
    let here = screen.marked().is_some_and(|(line, _)| line.is_open());
    let next = if here { Some(screen.cursor) } else { screen.next_to_write() };
    screen.writing = next.is_some();
    let Some(next) = next else {
        let said = match &screen.exercise {
            Some(held) if held.is_of_course() => {
                "Every line is filled in. n: the next exercise. R: once more."
            }
            Some(held) if held.is_drawn() => {
                "Every line is filled in. n: the same with other data. R: once more. Esc leaves."
            }
            Some(_) => "Every line is filled in. R: once more. Esc leaves.",
            None => "No line is blank. n: the next case. m: more or fewer blanks.",
        };
        app.say(said);
        return;
    };
    if next != screen.cursor {
        screen.mark(next);
    }
    screen.open_field();
}

/// Has an answer checked; one that was typed while another is being checked waits for it.
fn check(app: &mut App, line: usize, typed: String) -> Option<Job> {
    let busy = app.jobs.waits_for(Lane::Practice);
    let screen = &mut app.screens.practice;
    if busy && screen.checking.is_some() {
        screen.ahead.push_back((line, typed));
        return None;
    }
    screen.ahead.clear();
    next_check(app, line, typed)
}

fn next_check(app: &mut App, line: usize, typed: String) -> Option<Job> {
    let screen = &mut app.screens.practice;
    let sheet = screen.sheet.as_ref()?;
    let (questions, others) = (Arc::clone(&sheet.questions), sheet.others(line));
    screen.checking = Some(line);
    let work = move || {
        let told = questions.check(line, &typed, &others);
        (told.map(Arc::new).map_err(|error| error.to_string()), questions)
    };
    Some(start(app, "checking …", work, move |app, (told, questions)| {
        answered(app, &questions, line, told)
    }))
}

/// Takes what is said of an answer, and has the next one checked that was typed in the meantime.
fn answered(
    app: &mut App,
    questions: &Arc<Questions>,
    line: usize,
    told: Result<Arc<Checked>, String>,
) -> Option<Job> {
    let alone = app.frame.shape() == Shape::One;
    let face = app.settings.face();
    let sheet = app.screens.practice.sheet.as_mut()?;
    if !Arc::ptr_eq(&sheet.questions, questions) {
        return None;
    }
    app.screens.practice.checking = None;
    match told {
        Ok(told) => {
            let marked = &told.marked;
            let sign = if face.ascii { marked.verdict.ascii() } else { marked.verdict.glyph() };
            let right = matches!(marked.verdict, Verdict::Correct | Verdict::Noted);
            let said = format!("{sign} {}", told.message(face));
            let sheet = app.screens.practice.sheet.as_mut()?;
            sheet.take(line, told);
            let goes_on = !sheet.lines.get(line).is_some_and(Line::is_open) && !sheet.is_done();
            let screen = &mut app.screens.practice;
            screen.data = false;
            if !right {
                // What is wrong is looked at now, and there is no room for both.
                screen.why = Why::No;
            }
            let here = screen.cursor == line && screen.field.is_none() && screen.writing;
            match screen.next_to_write().filter(|_| goes_on && here) {
                // The card of a line that is left is not seen: what it says is said below.
                Some(next) => {
                    screen.mark(next);
                    app.say(format!("Line {}: {said}", line + 1));
                }
                None => {
                    screen.open_field();
                    // Where one pane fits, the card is on the other one.
                    if alone {
                        app.say(said);
                    }
                }
            }
        }
        Err(why) => {
            app.screens.practice.open_field();
            app.say(why);
        }
    }
    seal(app);
    let (line, typed) = app.screens.practice.ahead.pop_front()?;
    next_check(app, line, typed)
}
