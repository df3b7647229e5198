//! Screen 7: the worksheet of the case in hand.

use std::sync::Arc;

use super::exercise::{InHand, Variant};
use super::in_hand::{leave, seal, start};
use super::opening::{next_lesson, open_exercise};
use super::state::{View, Why};
use super::writing::ExerciseDialog;
use super::{find_error, pictures, projector, sheet_keys};
use crate::math::Sentence;
use crate::model::Case;
use crate::practice::worksheet::{Kept, Level, Line, Questions};
use crate::practice::{Checked, Verdict, Worksheet};
use crate::workbench::course;
use crate::workbench::field::{self, Typed};
use crate::workbench::prelude::*;
use crate::workbench::session::Pick;
use crate::workbench::shared_dialogs::open_argument;

#[derive(Debug)]
pub struct Practice;

impl Screen for Practice {
    fn act(&self, app: &mut App, action: &Action) -> Reply {
        if app.screens.practice.view == View::Sheets {
            return sheet_keys::act(app, action);
        }
        let detail = app.pane == Pane::Detail;
        if matches!(action, Action::Form) {
            app.settings.form = app.settings.form.next();
            app.say(format!("Numbers are shown as {}.", app.settings.form.words()));
            return Reply::Taken;
        }
        if app.screens.practice.sheet(&app.session).is_none() {
            return Reply::Pass;
        }
        match action {
            Action::FromPicture | Action::FindError | Action::Project if app.session.sealed => {
                app.say("That would tell the answers: it opens when the exercise is finished.");
                return Reply::Taken;
            }
            Action::FromPicture if !app.screens.practice.typing() => return pictures::toggle(app),
            action if app.screens.practice.view == View::Pictures => return pictures::act(app, action),
            Action::FindError if !app.screens.practice.typing() => return find_error::toggle(app),
            Action::Project => return projector::ask(app),
            action if app.screens.practice.view == View::FindError => return find_error::act(app, action),
            _ => {}
        }
        if matches!(action, Action::Back) && !detail && app.screens.practice.field.is_none() {
            return if leave(app) { Reply::Taken } else { Reply::Pass };
        }
        if let (Action::Reload, Some(held)) = (action, app.screens.practice.exercise.clone()) {
            let level = app.screens.practice.level;
            return Reply::of(open_exercise(app, held.source, held.exercise.seed.into(), Some(level)));
        }
        let reply = acted(app, action);
        seal(app);
        course::begun(app);
        reply
    }

    fn scopes(&self, app: &App) -> &'static [Scope] {
        app.screens.practice.scopes(app.pane)
    }

    fn hint(&self, app: &App) -> &'static str {
        let (screen, alone) = (&app.screens.practice, app.frame.shape() == Shape::One);
        match app.pane {
            Pane::Master if alone => screen.reading_alone(),
            Pane::Master => screen.reading(),
            Pane::Detail if screen.view == View::Sheets => {
                "What was typed, how it was read, and what is said of it."
            }
            Pane::Detail if screen.data => "The rows to be counted. d goes back to the line.",
            Pane::Detail if alone => "What is asked, and what is said of it. Tab: the lines.",
            Pane::Detail => "What is asked, the counts behind it, and what is said of the answer.",
        }
    }

    fn entered(&self, app: &mut App) -> Option<Job> {
        refresh(app)
    }

    fn scroll<'a>(&self, screens: &'a mut Screens) -> Option<&'a mut usize> {
        let screen = &mut screens.practice;
        Some(match screen.view {
            View::Sheets => &mut screen.sheets.detail,
            View::FindError => &mut screen.find.detail,
            View::Pictures => &mut screen.pictures.detail,
            View::Worksheet => &mut screen.detail,
        })
    }

    fn wide(&self, app: &App) -> bool {
        matches!(app.screens.practice.view, View::Sheets | View::Pictures)
    }

    fn works(&self, app: &App, action: &Action) -> bool {
        app.screens.practice.works(&app.session, action)
    }
}

fn acted(app: &mut App, action: &Action) -> Reply {
    let detail = app.pane == Pane::Detail;
    // Where one pane fits, what the other one says is said in the sentence, too.
    let alone = app.frame.shape() == Shape::One && !detail;
    let page = app.frame.page(2);
    let busy = app.jobs.waits_for(Lane::Practice);
    let screen = &mut app.screens.practice;
    let asked_all = std::mem::take(&mut screen.asked_all);
    if screen.field.is_some() {
        return typed(app, action);
    }
    let (cursor, Some(sheet)) = (screen.cursor, &mut screen.sheet) else { return Reply::Pass };
    match action {
        Action::Edit(Edit::InsertChar(c)) => {
            let line = screen.line_to_type(busy);
            if line != cursor {
                screen.mark(line);
            }
            screen.field = Some(Field::new(c.to_string()));
        }
        Action::Enter if detail && screen.why == Why::Reason => argument(app),
        Action::Enter => return enter(app),
        Action::Hint if sheet.lines.get(cursor).is_some_and(Line::is_open) => {
            let hinted = sheet.hint(cursor);
            // What was asked for last is what is looked at, and there is no room for both.
            screen.why = Why::No;
            let grade = sheet.lines.get(cursor).map_or(0, |line| line.hints);
            let hint = sheet.questions.hint(cursor, grade);
            let hint = hint.filter(|_| alone && hinted.is_ok());
            kept(app, hinted);
            hint.into_iter().for_each(|hint| app.say(hint.text(app.settings.face())));
        }
        Action::ShowStep if sheet.lines.get(cursor).is_some_and(Line::is_open) => {
            let shown = sheet.show(cursor);
            kept(app, shown);
        }
        Action::Hint | Action::ShowStep if sheet.is_done() => app.say("Nothing is wanted on this line."),
        Action::Hint | Action::ShowStep => {
            app.say("Nothing is wanted on this line: Enter goes to the next blank.")
        }
        Action::Confirm if asked_all => {
            let shown = sheet.show_all();
            kept(app, shown);
        }
        Action::ShowSteps if sheet.is_done() => app.say("Nothing is blank. v leaves lines blank for you."),
        Action::ShowSteps => {
            screen.asked_all = true;
            app.say("y shows every blank line; any other key leaves them blank.");
        }
        Action::WhyFormula => why(app, alone),
        Action::Dispute => {
            let said = match sheet.dispute(cursor) {
                Some(true) => "Noted: e writes your answers, with this note for your teacher.",
                Some(false) => "The note is taken back.",
                None => "f is for an answer that was not taken as right.",
            };
            app.say(said);
        }
        Action::ShowData => {
            (screen.data, screen.detail) = (!screen.data, 0);
            if app.frame.shape() == Shape::One {
                app.pane = if screen.data { Pane::Detail } else { Pane::Master };
            }
        }
        Action::NextLevel => level(app),
        Action::SameAgain if screen.exercise.is_some() => {
            *sheet = Worksheet::new(Arc::clone(&sheet.questions), sheet.level);
            screen.first_open();
        }
        Action::SameAgain => {
            sheet.again();
            screen.first_open();
        }
        Action::NextCase if screen.exercise.is_some() => {
            if let Some(job) = next_lesson(app) {
                return Reply::of(job);
            }
            if let Some((held, seed)) = app.screens.practice.exercise.clone().and_then(InHand::drawn) {
                let level = app.screens.practice.level;
                return Reply::of(open_exercise(app, held.source, Variant::After(seed), Some(level)));
            }
            app.say("An exercise has one case. r asks the same once more.");
        }
        Action::WriteExercise => ExerciseDialog::open(app),
        Action::NextCase => return next_case(app),
        action if detail => {
            /// How far the lines reach is known where they are drawn; the data reach farthest.
            const FARTHEST: usize = 200;
            const LISTED: usize = 400;
            let rows = sheet.questions.fitted.data.table.rows();
            let farthest = if screen.data { rows.clamp(FARTHEST, LISTED) } else { FARTHEST };
            return Reply::moved(moves(&mut screen.detail, farthest, page, action));
        }
        action => {
            let (mut to, last) = (cursor, sheet.lines.len().saturating_sub(1));
            if !moves(&mut to, last, page, action) {
                return Reply::Pass;
            }
            screen.mark(to);
        }
    }
    Reply::Taken
}

fn kept(app: &mut App, shown: Result<(), Kept>) {
    if let Err(kept) = shown {
        app.say(kept.to_string());
    }
}

/// An exercise that keeps its answers back stays as it is until it is finished.
fn level(app: &mut App) {
    let sealed = app.session.sealed;
    let screen = &mut app.screens.practice;
    let Some(sheet) = &mut screen.sheet else { return };
    if sealed {
        app.say("The level stays as it is until the exercise is finished.");
        return;
    }
    let mut level = sheet.level.next();
    if sheet.is_closed_book() {
        level = Level::Blank;
    }
    sheet.set_level(level);
    screen.level = level;
    screen.first_open();
    app.say(format!("Level: {}.", level.word()));
}

fn why(app: &mut App, alone: bool) {
    let screen = &mut app.screens.practice;
    let Some(sheet) = &screen.sheet else { return };
    let question = sheet.questions.why(screen.cursor).map(Sentence::from);
    let reason = sheet.questions.because(screen.cursor);
    screen.data = false;
    screen.why = match screen.why {
        Why::No if question.is_some() => Why::Asked,
        Why::No | Why::Asked => Why::Reason,
        Why::Reason if sheet.questions.is_parameter(screen.cursor) => {
            argument(app);
            return;
        }
        Why::Reason => Why::No,
    };
    let said = match screen.why {
        Why::No => None,
        Why::Asked => question,
        Why::Reason => Some(reason),
    };
    said.into_iter().filter(|_| alone).for_each(|said| app.say(said.text(app.settings.face())));
}

/// Opens the whole argument for the formula of the selected line. It ends in the value, so the line comes first.
fn argument(app: &mut App) {
    let screen = &mut app.screens.practice;
    let Some(sheet) = &screen.sheet else { return };
    let open = sheet.lines.get(screen.cursor).is_some_and(Line::is_open);
    let Some(quantity) = sheet.questions.quantity(screen.cursor).cloned() else { return };
    if open {
        app.say("The whole argument ends in the value: it opens when the line is filled in.");
        return;
    }
    screen.why = Why::No;
    open_argument(app, &quantity);
}

/// On a blank line typing begins, with the answer that was wrong; on any other the next blank line is marked.
fn enter(app: &mut App) -> Reply {
    let screen = &mut app.screens.practice;
    app.pane = Pane::Master;
    if let Some((line, _)) = screen.marked().filter(|(line, _)| line.is_open()) {
        let before = line.told.as_ref().map(|told| told.answer.typed.clone());
        screen.field = Some(Field::new(before.unwrap_or_default()));
        return Reply::Taken;
    }
    match screen.sheet.as_ref().and_then(|sheet| sheet.next_open(screen.cursor)) {
        Some(to) => screen.mark(to),
        None if screen.exercise.as_ref().is_some_and(InHand::is_of_course) => {
            app.say("Every line is filled in. n: the next exercise.")
        }
        None if screen.exercise.as_ref().is_some_and(InHand::is_drawn) => {
            app.say("Every line is filled in. n: the same with other data. r: once more. Esc leaves.")
        }
        None if screen.exercise.is_some() => app.say("Every line is filled in. r: once more. Esc leaves."),
        None => app.say("No line is blank. n: the next case. v: more or fewer blanks."),
    }
    Reply::Taken
}

fn typed(app: &mut App, action: &Action) -> Reply {
    let screen = &mut app.screens.practice;
    match field::typed(&mut screen.field, action, &mut app.toast) {
        Typed::Taken => Reply::Taken,
        Typed::Other => Reply::Pass,
        Typed::Answer(typed) => {
            screen.detail = 0;
            let line = screen.cursor;
            Reply::of(check(app, line, typed))
        }
    }
}

fn next_case(app: &mut App) -> Reply {
    let Some(fitted) = app.session.fitted().cloned() else { return Reply::Pass };
    let rows = fitted.data.table.rows();
    let now = match &app.session.pick {
        Pick::Row(row) => Some(*row),
        _ => app.session.case.as_ref().and_then(|case| case.row),
    };
    let from = now.map_or(0, |row| row + 1);
    let mut after = (from..rows).chain(0..from.min(rows));
    match after.find(|row| Case::from_row(&fitted, *row).is_ok()) {
        Some(row) => Reply::of(app.choose(Pick::Row(row))),
        None => {
            app.say("The data have no other case.");
            Reply::Taken
        }
    }
}

fn refresh(app: &mut App) -> Option<Job> {
    let screen = &app.screens.practice;
    if screen.view != View::Worksheet || screen.sheet(&app.session).is_some() {
        return None;
    }
    let (fitted, case) = (Arc::clone(app.session.fitted()?), app.session.case.clone()?);
    let work = move || Questions::new(fitted, case);
    Some(start(app, "making the worksheet …", work, |app, questions| {
        match questions {
            Ok(questions) => app.screens.practice.take(Arc::new(questions)),
            Err(error) => app.say(error.to_string()),
        }
        None
    }))
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
    match told {
        Ok(told) => {
            let marked = &told.marked;
            let sign = if face.ascii { marked.verdict.ascii() } else { marked.verdict.glyph() };
            let said = format!("{sign} {}", told.message(face));
            let right = matches!(marked.verdict, Verdict::Correct | Verdict::Noted);
            sheet.take(line, told);
            let screen = &mut app.screens.practice;
            screen.data = false;
            if !right {
                // What is wrong is looked at now, and there is no room for both.
                screen.why = Why::No;
            }
            // Where one pane fits, the card is on the other one.
            if alone {
                app.say(said);
            }
        }
        Err(why) => app.say(why),
    }
    seal(app);
    app.screens.practice.checking = None;
    let (line, typed) = app.screens.practice.ahead.pop_front()?;
    next_check(app, line, typed)
}
