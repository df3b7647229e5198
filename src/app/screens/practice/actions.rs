//! The keys of the worksheet on screen 7, and copies of its lines.

use crate::app::dialogs::menu::MenuDialog;
use crate::app::dialogs::why::open_argument;
use crate::app::prelude::*;
use crate::app::screens::practice::{
    ExerciseSource, ShownReason, View, leave, lesson_of, repeat, seal, start,
};
use crate::app::screens::practice::{find_error, open_exercise, open_next, sheets};
use crate::app::screens::start as start_list;
use crate::app::widgets::rows::sign;
use crate::practice::worksheet::{Kept, Level, Line, Right};
use crate::practice::{Checked, course};
use crate::report::Sheet;

pub struct Practice;

impl Screen for Practice {
    /// Copies the selected line, or all lines; never the answer of an open line.
    fn extract<'a>(&self, app: &'a App, what: What) -> Option<Found<'a>> {
        let screen = &app.screens.practice;
        let sheet = screen.sheet(&app.session).filter(|_| screen.view == View::Worksheet)?;
        match what {
            What::Marked => Some(Ok(Extract::default().line(move || {
                let [name, value] = copied(app, sheet, screen.cursor);
                if value.is_empty() { name } else { format!("{name} = {value}") }
            }))),
            What::Table => {
                let rows = move || (0..sheet.lines.len()).map(|at| copied(app, sheet, at).into()).collect();
                let lines = move || Sheet { rows: rows(), ..Sheet::new(["step", "value"]) };
                Some(Ok(Extract::default().document(move || lines().document()).sheet(lines)))
            }
            _ => None,
        }
    }

    fn act(&self, app: &mut App, action: &Action) -> Reply {
        let screen = &app.screens.practice;
        match action {
            _ if screen.view == View::Sheets => return sheets::act(app, action),
            Action::Form => {
                app.settings.form = app.settings.form.next();
                app.say(format!("Numbers are shown as {}.", app.settings.form.words()));
            }
            _ if screen.sheet(&app.session).is_none() => return Reply::Pass,
            Action::FindError if app.session.sealed => {
                app.say("This would show the answers. It opens when the exercise is finished.");
            }
            Action::LookAt if !app.typing() => choose_way(app),
            Action::FindError if !app.typing() => return find_error::toggle(app),
            action if screen.view == View::FindError => return find_error::act(app, action),
            Action::Back if app.pane == Pane::Master && !screen.writing => return Reply::moved(leave(app)),
            action => {
                let reply = act_on_worksheet(app, action);
                seal(app);
                return reply;
            }
        }
        Reply::Taken
    }

    fn scopes(&self, app: &App) -> &'static [Scope] {
        use Scope::{
            Always, AnswerLines, Detail, Everywhere, Filled, FindError, Finished, List, Page, TypedAnswer,
        };
        let screen = &app.screens.practice;
        let (typing, open) = (screen.field.is_some(), screen.sheets.open);
        match (screen.view, app.pane) {
            (View::Worksheet, Pane::Detail) => &[Detail, Scope::Practice, Page, Everywhere, Always],
            (View::Worksheet, _) if typing && screen.asks_for_class() => {
                &[Scope::ClassList, AnswerLines, TypedAnswer, Always]
            }
            (View::Worksheet, _) if typing => &[AnswerLines, TypedAnswer, Always],
            (View::Worksheet, _)
                if screen.writing && screen.sheet.as_ref().is_some_and(Worksheet::is_done) =>
            {
                &[AnswerLines, Finished, Filled, Always]
            }
            (View::Worksheet, _) if screen.writing => &[AnswerLines, Filled, Always],
            (View::Worksheet, _) => &[List, Scope::Practice, Page, Everywhere, Always],
            (View::FindError, Pane::Detail) => &[Detail, FindError, Page, Everywhere, Always],
            (View::FindError, _) if screen.find.field.is_some() => &[TypedAnswer, Always],
            (View::FindError, _) => &[List, FindError, Page, Everywhere, Always],
            (View::Sheets, Pane::Master) if open => &[List, Scope::Sheet, Page, Everywhere, Always],
            (View::Sheets, Pane::Master) => &[List, Scope::Sheets, Page, Everywhere, Always],
            (View::Sheets, _) if open => &[Detail, Scope::Sheet, Page, Everywhere, Always],
            (View::Sheets, _) => &[Detail, Scope::Sheets, Page, Everywhere, Always],
        }
    }

    fn hint(&self, app: &App) -> &'static str {
        let (screen, alone) = (&app.screens.practice, app.frame.shape() == Shape::One);
        match (app.pane, screen.view) {
            (Pane::Master, View::Worksheet) => screen.hint(alone),
            (Pane::Master, View::FindError) => screen.find.hint(),
            (Pane::Master, View::Sheets) => screen.sheets.hint(),
            (Pane::Detail, View::Sheets) => "What was typed, how it was read, and the feedback.",
            (Pane::Detail, _) if screen.data => "The rows to count. d: back to the line.",
            (Pane::Detail, _) if alone => "The question and the feedback. Tab: the lines.",
            (Pane::Detail, _) => "The question, the counts behind it, and the feedback.",
        }
    }

    fn entered(&self, app: &mut App) -> Option<Job> {
        let screen = &mut app.screens.practice;
        screen.writing |= screen.view == View::Worksheet && screen.is_open();
        screen.open_field();
        if screen.view != View::Worksheet || screen.sheet(&app.session).is_some() {
            return None;
        }
        let (fitted, case) = (Arc::clone(app.session.fitted()?), app.session.case.clone()?);
        let work = move || Questions::new(fitted, case).map(Arc::new);
        Some(start(app, "making the worksheet …", work, |app, questions| {
            let questions = app.or_report(questions)?;
            let screen = &mut app.screens.practice;
            screen.sheet = Some(match &screen.sheet {
                Some(before) => before.next(questions),
                None => Worksheet::new(questions, screen.level),
            });
            screen.view = View::Worksheet;
            screen.first_open();
            None
        }))
    }

    fn wide(&self, app: &App) -> bool {
        app.screens.practice.view == View::Sheets
    }

    fn works(&self, app: &App, action: &Action) -> bool {
        let screen = &app.screens.practice;
        match screen.view {
            View::Worksheet => {}
            View::FindError => {
                return screen.game(&app.session).is_none_or(|game| find_error::works(game, action));
            }
            View::Sheets => return screen.sheets.works(action),
        }
        let (Some(sheet), Some((line, _))) = (screen.sheet(&app.session), screen.marked()) else {
            return true;
        };
        let may_show = sheet.may_show(screen.cursor).is_ok();
        match action {
            Action::Enter => !sheet.is_done(),
            Action::Hint => {
                line.is_open() && (may_show || line.hints + 1 < sheet.questions.grades(screen.cursor))
            }
            Action::ShowStep => line.is_open() && may_show,
            Action::Dispute => matches!(line.verdict(), Some(Verdict::Wrong | Verdict::Unmarked)),
            Action::NextCase => screen.exercise.as_ref().is_none_or(|open| match lesson_of(open) {
                Some(lesson) => course::after(lesson.id).is_some(),
                None => open.seed.is_some(),
            }),
            Action::SameAgain => sheet.is_begun(),
            Action::LookAt | Action::FindError => !app.session.sealed,
            Action::Left | Action::Right => screen.asks_for_class(),
            _ => true,
        }
    }
}

fn act_on_worksheet(app: &mut App, action: &Action) -> Reply {
    let (detail, page) = (app.pane == Pane::Detail, app.frame.page(2));
    let asked = app.screens.practice.asked.take();
    if app.screens.practice.writing && !detail {
        match type_answer(app, action) {
            Reply::Pass => {}
            reply => return reply,
        }
    }
    let screen = &mut app.screens.practice;
    let is_open = screen.is_open();
    let (cursor, Some(sheet)) = (screen.cursor, &mut screen.sheet) else { return Reply::Pass };
    match action {
        Action::Enter if detail && screen.why == ShownReason::Reason => argument(app),
        Action::Enter => edit_line(app),
        Action::Hint if is_open => {
            let hinted = sheet.hint(cursor);
            let grade = sheet.lines.get(cursor).map_or(0, |line| line.hints);
            let hint = sheet.hint_text(cursor, grade).filter(|_| hinted.is_ok());
            // The pane has room for one of the two: show the hint.
            (screen.why, screen.data, screen.detail) = (ShownReason::Hidden, false, Scroll::default());
            repeat(app, hint);
            return record(app, hinted);
        }
        Action::ShowStep if is_open => {
            let shown = sheet.show(cursor);
            return record(app, shown);
        }
        Action::Hint | Action::ShowStep if sheet.is_done() => app.say("This line needs no answer."),
        Action::Hint | Action::ShowStep => app.say("This line needs no answer. Enter: the next blank line."),
        Action::Confirm if matches!(asked, Some(Action::ShowSteps)) => {
            let shown = sheet.show_all();
            return record(app, shown);
        }
        Action::ShowSteps if sheet.is_done() => app.say("No line is blank. m: leave lines blank for you."),
        Action::ShowSteps => {
            screen.asked = Some(Action::ShowSteps);
            app.say("Press s to show all answers. Any other key leaves the lines blank.");
        }
        Action::WhyFormula => why(app),
        Action::Dispute => {
            let text = match sheet.dispute(cursor) {
                Some(true) => "Noted. Press S to save your answers with this note for your teacher.",
                Some(false) => "The note is removed.",
                None => "Press D only on an answer that was not accepted.",
            };
            app.say(text);
        }
        Action::ShowData => {
            (screen.data, screen.detail) = (!screen.data, Scroll::default());
            if app.frame.shape() == Shape::One {
                app.pane = if screen.data { Pane::Detail } else { Pane::Master };
            }
        }
        Action::SameAgain if sheet.is_begun() && !sheet.is_done() => {
            screen.asked = Some(Action::SameAgain);
            app.say("Press s to begin again without your answers. Any other key keeps them.");
        }
        Action::Confirm if asked.is_none() => return Reply::Pass,
        Action::SameAgain | Action::Confirm => {
            if screen.exercise.is_some() {
                // The score of an exercise restarts, too.
                *sheet = Worksheet::new(Arc::clone(&sheet.questions), sheet.level);
            } else {
                sheet.again();
            }
            screen.first_open();
            return Reply::of(start_list::record(app));
        }
        Action::NextCase => {
            return match screen.exercise.clone() {
                Some(open) => Reply::of(open_next(app, &open)),
                None => next_case(app),
            };
        }
        Action::Reload => {
            let Some(open) = screen.exercise.clone() else { return Reply::Pass };
            let (source, level) = (ExerciseSource::of(&open), screen.level);
            return Reply::of(open_exercise(app, source, open.seed.into(), Some(level)));
        }
        action if detail => return Reply::moved(screen.detail.moves(action)),
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

fn record(app: &mut App, shown: Result<(), Kept>) -> Reply {
    app.or_report(shown);
    Reply::of(start_list::record(app))
}

/// Shows the question about the formula, then the reason, then the argument.
fn why(app: &mut App) {
    let screen = &mut app.screens.practice;
    let (cursor, Some(sheet)) = (screen.cursor, &screen.sheet) else { return };
    let question = sheet.questions.why(cursor).map(Sentence::from);
    screen.data = false;
    let text;
    (screen.why, text) = match screen.why {
        ShownReason::Hidden if question.is_some() => (ShownReason::Question, question),
        ShownReason::Reason if sheet.questions.is_parameter(cursor) => return argument(app),
        ShownReason::Reason => (ShownReason::Hidden, None),
        _ => (ShownReason::Reason, Some(sheet.questions.because(cursor))),
    };
    repeat(app, text);
}

/// Opens the argument for the formula of the selected line. It shows the value, so the line must be filled in first.
fn argument(app: &mut App) {
    let screen = &mut app.screens.practice;
    let sheet = screen.sheet.as_ref();
    let Some(quantity) = sheet.and_then(|sheet| sheet.questions.quantity(screen.cursor)).cloned() else {
        return;
    };
    if screen.is_open() {
        return app.say("The argument shows the value. It opens when the line is filled in.");
    }
    screen.why = ShownReason::Hidden;
    open_argument(app, &quantity);
}

fn next_case(app: &mut App) -> Reply {
    let Some(fitted) = app.session.fitted() else { return Reply::Pass };
    let rows = fitted.data.table.rows();
    let row = app.session.case.as_ref().and_then(|case| case.row);
    let from = row.map_or(0, |row| row + 1);
    let mut after = (from..rows).chain(0..from.min(rows));
    match after.find(|row| Case::from_row(fitted, *row).is_ok()) {
        Some(row) => Reply::of(app.choose(Pick::Row(row))),
        None => app.reply("The data have no other case."),
    }
}

fn type_answer(app: &mut App, action: &Action) -> Reply {
    let screen = &mut app.screens.practice;
    match action {
        Action::Back => {
            screen.close_field();
            screen.writing = false;
        }
        Action::Edit(_) | Action::Paste(_) => {
            // Text typed while an answer is checked belongs to the next line.
            let waits = screen.field.is_none() && screen.is_unchecked(screen.cursor);
            if let Some(next) = screen.next_to_write().filter(|_| waits) {
                screen.mark(next);
            }
            if let Some(field) = &mut screen.field {
                field.take(action, &mut app.toast);
            } else if matches!(action, Action::Edit(Edit::InsertChar(_)) | Action::Paste(_)) {
                let text = match screen.sheet.as_ref().is_some_and(Worksheet::is_done) {
                    true => "Every line is filled in. Esc: back to commands.",
                    false => "This line is filled in. Enter: the next blank one. Esc: commands.",
                };
                app.say(text);
            }
        }
        Action::Left | Action::Right if screen.asks_for_class() => {
            let Some(sheet) = &screen.sheet else { return Reply::Taken };
            let classes = &sheet.questions.fitted.classes;
            let all = classes.len().max(1);
            let to = match screen.chosen() {
                chosen if matches!(action, Action::Right) => chosen.map_or(0, |at| (at + 1) % all),
                chosen => chosen.unwrap_or(0).checked_sub(1).unwrap_or(all - 1),
            };
            screen.field = classes.get(to).map(|name| Field::selected(name.as_str()));
        }
        Action::Enter if screen.field.is_some() => return submit(app),
        Action::Enter => edit_line(app),
        Action::PageUp | Action::PageDown => {
            screen.detail.moves(action);
        }
        _ => return Reply::Pass,
    }
    Reply::Taken
}

fn submit(app: &mut App) -> Reply {
    let screen = &mut app.screens.practice;
    let line = screen.cursor;
    let Some((field, sheet)) = screen.field.as_ref().zip(screen.sheet.as_ref()) else { return Reply::Pass };
    let class = screen.chosen().and_then(|at| sheet.questions.fitted.classes.get(at));
    let typed = class.map_or_else(|| field.text().trim(), |name| name.as_str()).to_owned();
    let refused = match typed.as_str() {
        "" if screen.asks_for_class() => "Choose a class with ← → or its first letters. ↓: next line.",
        "" => "Type an answer first: a fraction, a decimal or a product. ↓: next line.",
        typed if typed == screen.last_answer() => "This answer was checked already. Type another one.",
        _ => "",
    };
    if !refused.is_empty() {
        return app.reply(refused);
    }
    (screen.field, screen.detail) = (None, Scroll::default());
    screen.drafts.remove(&line);
    if !app.jobs.waits_for(Lane::Practice) {
        screen.unchecked.clear();
    }
    screen.unchecked.push_back((line, typed));
    Reply::of(if screen.unchecked.len() == 1 { check_next(app) } else { None })
}

fn edit_line(app: &mut App) {
    app.pane = Pane::Master;
    let screen = &mut app.screens.practice;
    let next = if screen.is_open() { Some(screen.cursor) } else { screen.next_to_write() };
    screen.writing = next.is_some();
    let text = match (next, &screen.exercise) {
        (Some(next), _) if next != screen.cursor => return screen.mark(next),
        (Some(_), _) => return screen.open_field(),
        (None, Some(open)) if lesson_of(open).is_some() => {
            "Every line is filled in. n: the next exercise. R: once more."
        }
        (None, Some(open)) if open.seed.is_some() => {
            "Every line is filled in. n: the same with other data. R: once more. Esc: leave."
        }
        (None, Some(_)) => "Every line is filled in. R: once more. Esc: leave.",
        (None, None) => "No line is blank. n: the next case. m: more or fewer blanks.",
    };
    app.say(text);
}

fn check_next(app: &mut App) -> Option<Job> {
    let screen = &app.screens.practice;
    let (line, typed) = screen.unchecked.front().cloned()?;
    let sheet = screen.sheet.as_ref()?;
    let (questions, others) = (Arc::clone(&sheet.questions), sheet.others(line));
    let work = move || (questions.check(line, &typed, &others), questions);
    Some(start(app, "checking …", work, move |app, (checked, questions)| {
        let screen = &mut app.screens.practice;
        if !Arc::ptr_eq(&screen.sheet.as_ref()?.questions, &questions) {
            return None;
        }
        screen.unchecked.pop_front();
        match app.or_report(checked) {
            Some(checked) => take(app, line, Arc::new(checked)),
            None => app.screens.practice.open_field(),
        }
        seal(app);
        check_next(app)
    }))
}

fn take(app: &mut App, line: usize, checked: Arc<Checked>) {
    let face = app.settings.face();
    let screen = &mut app.screens.practice;
    let Some(sheet) = &mut screen.sheet else { return };
    let verdict = checked.marked.verdict;
    let text = format!("{} {}", sign(verdict, face.ascii), checked.message(face));
    sheet.take(line, checked);
    let goes_on = !sheet.lines.get(line).is_some_and(Line::is_open) && !sheet.is_done();
    screen.data = false;
    if !matches!(verdict, Verdict::Correct | Verdict::Noted) {
        // The pane has room for one of the two: show the feedback.
        screen.why = ShownReason::Hidden;
    }
    let here = screen.cursor == line && screen.field.is_none() && screen.writing;
    match screen.next_to_write().filter(|_| goes_on && here) {
        // The card of the old line is hidden, so its message is shown below.
        Some(next) => {
            screen.mark(next);
            app.say(format!("Line {}: {text}", line + 1));
        }
        None => {
            screen.open_field();
            repeat(app, Some(text.into()));
        }
    }
}

fn copied(app: &App, sheet: &Worksheet, at: usize) -> [String; 2] {
    let (Some(line), Some(question)) = (sheet.lines.get(at), sheet.questions.list.get(at)) else {
        return Default::default();
    };
    let face = app.settings.face();
    let checked = line.checked.as_ref().filter(|_| line.blank && !line.shown);
    let answer = checked.map(|checked| checked.answer.typed.as_str());
    let value = match (app.screens.practice.draft(at).or(answer), &question.right) {
        (Some(typed), _) => typed.to_owned(),
        (None, _) if line.is_open() => String::new(),
        (None, Right::Number(shown, _)) => Linear(face).expr(shown),
        (None, Right::Class(name)) => name.clone(),
    };
    [question.in_symbols(false).text(face), value]
}

const LEVELS: [(Level, &str); 3] = [
    (Level::Worked, "every line is filled in, to read"),
    (Level::Faded, "some lines are yours to fill in"),
    (Level::Blank, "every line is yours to fill in"),
];

/// Returns the line of the present way among [`LEVELS`] and the one after them.
fn way(app: &App) -> Option<usize> {
    let screen = &app.screens.practice;
    let level = screen.sheet.as_ref().map(|sheet| sheet.level);
    match screen.view {
        View::FindError => Some(LEVELS.len()),
        _ => LEVELS.iter().position(|(of, _)| Some(*of) == level),
    }
}

fn choose_way(app: &mut App) {
    app.show(MenuDialog {
        title: "How to practise",
        scopes: &[Scope::List, Scope::Ways, Scope::Page, Scope::Always],
        size: (64, 1),
        selection: Selection::new(way(app).unwrap_or_default()),
        rows: |app| {
            let ways = LEVELS.iter().map(|(level, meaning)| (level.word(), *meaning));
            let ways = ways.chain([("find the error", "find one mistake in a finished solution")]);
            let star = |at: usize| if way(app) == Some(at) { "*" } else { " " };
            let row = |(at, (name, meaning)): (usize, (&str, &str))| {
                vec![format!("{} {name}", star(at)).into(), meaning.into()]
            };
            ways.enumerate().map(row).collect()
        },
        act: |app, at, action| match (action, LEVELS.get(at)) {
            (Action::Enter, Some((level, _))) => {
                app.screens.practice.view = View::Worksheet;
                set_level(app, *level);
                Reply::Close(None)
            }
            (Action::Enter, None) if app.screens.practice.view == View::FindError => Reply::Close(None),
            (Action::Enter, None) => Reply::Close(match Practice.act(app, &Action::FindError) {
                Reply::Job(job) => Some(job),
                _ => None,
            }),
            _ => Reply::Pass,
        },
        below: |_| {},
    });
}

/// Sets the level, unless the exercise hides its answers until it is finished.
fn set_level(app: &mut App, level: Level) {
    let sealed = app.session.sealed;
    let screen = &mut app.screens.practice;
    let Some(sheet) = screen.sheet.as_mut().filter(|sheet| sheet.level != level) else { return };
    if sealed {
        app.say("The level cannot change until the exercise is finished.");
    } else if sheet.is_closed_book() && level != Level::Blank {
        app.say("This exercise does not show its answers, so it stays blank.");
    } else {
        sheet.set_level(level);
        screen.level = level;
        screen.first_open();
        app.screens.course.counted = false;
        seal(app);
        app.say(format!("Level: {}.", level.word()));
    }
}
