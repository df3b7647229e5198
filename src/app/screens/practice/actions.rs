//! Screen 7: the worksheet of this case.

use crate::app::dialogs::argument::open_argument;
use crate::app::dialogs::exercise::ExerciseDialog;
use crate::app::dialogs::ways;
use crate::app::prelude::*;
use crate::app::screens::practice::opening::{InHand, Variant, next_lesson, open_exercise};
use crate::app::screens::practice::state::{View, Why, leave, seal, start};
use crate::app::screens::practice::{find_error, sheets as sheet_keys, typing};
use crate::app::screens::start::state as start_list;
use crate::app::session::Pick;
use crate::math::Sentence;
use crate::model::Case;
use crate::practice::Worksheet;
use crate::practice::worksheet::{Kept, Line, Questions};
use std::sync::Arc;

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
            Action::FindError if app.session.sealed => {
                app.say("This would show the answers. It opens when the exercise is finished.");
                return Reply::Taken;
            }
            Action::LookAt if !app.typing() => {
                ways::open(app);
                return Reply::Taken;
            }
            Action::FindError if !app.typing() => return find_error::toggle(app),
            action if app.screens.practice.view == View::FindError => return find_error::act(app, action),
            _ => {}
        }
        if matches!(action, Action::Back) && !detail && !app.screens.practice.writing {
            return if leave(app) { Reply::Taken } else { Reply::Pass };
        }
        if let (Action::Reload, Some(held)) = (action, app.screens.practice.exercise.clone()) {
            let level = app.screens.practice.level;
            return Reply::of(open_exercise(app, held.source, held.exercise.seed.into(), Some(level)));
        }
        let reply = acted(app, action);
        seal(app);
        start_list::begun(app);
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
                "What was typed, how it was read, and the feedback."
            }
            Pane::Detail if screen.data => "The rows to count. d: back to the line.",
            Pane::Detail if alone => "The question and the feedback. Tab: the lines.",
            Pane::Detail => "The question, the counts behind it, and the feedback.",
        }
    }

    fn entered(&self, app: &mut App) -> Option<Job> {
        app.screens.practice.come_back();
        refresh(app)
    }

    fn scroll<'a>(&self, screens: &'a mut Screens) -> Option<&'a mut usize> {
        let screen = &mut screens.practice;
        Some(match screen.view {
            View::Sheets => &mut screen.sheets.detail,
            View::FindError => &mut screen.find.detail,
            View::Worksheet => &mut screen.detail,
        })
    }

    fn wide(&self, app: &App) -> bool {
        app.screens.practice.view == View::Sheets
    }

    fn works(&self, app: &App, action: &Action) -> bool {
        app.screens.practice.works(&app.session, action)
    }
}

fn acted(app: &mut App, action: &Action) -> Reply {
    let detail = app.pane == Pane::Detail;
    // If only one pane fits, the message repeats the other one.
    let alone = app.frame.shape() == Shape::One && !detail;
    let page = app.frame.page(2);
    let screen = &mut app.screens.practice;
    let asked_all = std::mem::take(&mut screen.asked_all);
    let asked_again = std::mem::take(&mut screen.asked_again);
    if screen.writing && !detail {
        match typing::act(app, action) {
            Reply::Pass => {}
            reply => return reply,
        }
    }
    let screen = &mut app.screens.practice;
    let (cursor, Some(sheet)) = (screen.cursor, &mut screen.sheet) else { return Reply::Pass };
    match action {
        Action::Enter if detail && screen.why == Why::Reason => argument(app),
        Action::Enter => typing::enter(app),
        Action::Hint if sheet.lines.get(cursor).is_some_and(Line::is_open) => {
            let hinted = sheet.hint(cursor);
            // The pane has room for one of the two: show the hint.
            (screen.why, screen.data, screen.detail) = (Why::No, false, 0);
            let grade = sheet.lines.get(cursor).map_or(0, |line| line.hints);
            let hint = sheet.hint_text(cursor, grade);
            let hint = hint.filter(|_| alone && hinted.is_ok());
            kept(app, hinted);
            hint.into_iter().for_each(|hint| app.say(hint.text(app.settings.face())));
            return Reply::of(start_list::worked(app));
        }
        Action::ShowStep if sheet.lines.get(cursor).is_some_and(Line::is_open) => {
            let shown = sheet.show(cursor);
            kept(app, shown);
            return Reply::of(start_list::worked(app));
        }
        Action::Hint | Action::ShowStep if sheet.is_done() => app.say("This line needs no answer."),
        Action::Hint | Action::ShowStep => app.say("This line needs no answer. Enter: the next blank line."),
        Action::Confirm if asked_all => {
            let shown = sheet.show_all();
            kept(app, shown);
            return Reply::of(start_list::worked(app));
        }
        Action::ShowSteps if sheet.is_done() => app.say("No line is blank. m: leave lines blank for you."),
        Action::ShowSteps => {
            screen.asked_all = true;
            app.say("Press s to show all answers. Any other key leaves the lines blank.");
        }
        Action::WhyFormula => why(app, alone),
        Action::Dispute => {
            let said = match sheet.dispute(cursor) {
                Some(true) => "Noted. Press S to save your answers with this note for your teacher.",
                Some(false) => "The note is removed.",
                None => "Press D only on an answer that was not accepted.",
            };
            app.say(said);
        }
        Action::ShowData => {
            (screen.data, screen.detail) = (!screen.data, 0);
            if app.frame.shape() == Shape::One {
                app.pane = if screen.data { Pane::Detail } else { Pane::Master };
            }
        }
        Action::SameAgain if sheet.is_begun() && !sheet.is_done() => {
            screen.asked_again = true;
            app.say("Press b to begin again without your answers. Any other key keeps them.");
        }
        Action::SameAgain => return Reply::of(again(app)),
        Action::BeginAgain if asked_again => return Reply::of(again(app)),
        Action::NextCase if screen.exercise.is_some() => {
            if let Some(job) = next_lesson(app) {
                return Reply::of(job);
            }
            if let Some((held, seed)) = app.screens.practice.exercise.clone().and_then(InHand::drawn) {
                let level = app.screens.practice.level;
                return Reply::of(open_exercise(app, held.source, Variant::After(seed), Some(level)));
            }
            app.say("An exercise has one case. R: begin it again.");
        }
        Action::Save => ExerciseDialog::open(app),
        Action::NextCase => return next_case(app),
        action if detail => {
            /// The number of lines is known where they are drawn; the data have the most.
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

/// Asks the same questions again. In an exercise, the score restarts, too.
fn again(app: &mut App) -> Option<Job> {
    let screen = &mut app.screens.practice;
    let sheet = screen.sheet.as_mut()?;
    if screen.exercise.is_some() {
        *sheet = Worksheet::new(Arc::clone(&sheet.questions), sheet.level);
    } else {
        sheet.again();
    }
    screen.first_open();
    start_list::worked(app)
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

/// Opens the argument for the formula of the selected line. It shows the value, so the line must be filled in first.
fn argument(app: &mut App) {
    let screen = &mut app.screens.practice;
    let Some(sheet) = &screen.sheet else { return };
    let open = sheet.lines.get(screen.cursor).is_some_and(Line::is_open);
    let Some(quantity) = sheet.questions.quantity(screen.cursor).cloned() else { return };
    if open {
        app.say("The argument shows the value. It opens when the line is filled in.");
        return;
    }
    screen.why = Why::No;
    open_argument(app, &quantity);
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
