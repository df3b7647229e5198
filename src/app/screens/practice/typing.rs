//! Screen 7: typing answers, and checking one number.

use crate::app::prelude::*;
use crate::app::screens::practice::state::{Why, class_of, seal, start};
use crate::practice::worksheet::{Line, Questions};
use crate::practice::{Checked, Verdict};
use std::sync::Arc;

/// Handles a key while typing; [`Reply::Pass`] if it works as usual.
pub(crate) fn act(app: &mut App, action: &Action) -> Reply {
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
                // Text typed while an answer is checked belongs to the next line.
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
            /// The number of lines is known only where they are drawn.
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
        Some(sheet) if sheet.is_done() => "Every line is filled in. Esc: back to commands.",
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
            true => "Choose a class with ← → or its first letters. ↓: next line.",
            false => "Type an answer first: a fraction, a decimal or a product. ↓: next line.",
        };
        app.say(said);
        return Reply::Taken;
    }
    if told.is_some_and(|told| told.answer.typed.trim() == typed) {
        app.say("This answer was checked already. Type another one.");
        return Reply::Taken;
    }
    (screen.field, screen.detail) = (None, 0);
    screen.drafts.remove(&line);
    Reply::of(check(app, line, typed))
}

/// Continues typing on the selected line if it is open, else on the next open one.
pub(crate) fn enter(app: &mut App) {
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
                "Every line is filled in. n: the same with other data. R: once more. Esc: leave."
            }
            Some(_) => "Every line is filled in. R: once more. Esc: leave.",
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

/// Checks an answer; it waits while another one is checked.
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

/// Shows the feedback for an answer, and checks the next one typed in the meantime.
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
                // The pane has room for one of the two: show the feedback.
                screen.why = Why::No;
            }
            let here = screen.cursor == line && screen.field.is_none() && screen.writing;
            match screen.next_to_write().filter(|_| goes_on && here) {
                // The card of the old line is hidden, so its message is shown below.
                Some(next) => {
                    screen.mark(next);
                    app.say(format!("Line {}: {said}", line + 1));
                }
                None => {
                    screen.open_field();
                    // If only one pane fits, the card is on the other one.
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
