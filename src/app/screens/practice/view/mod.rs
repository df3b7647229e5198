//! Screen 7, the worksheet: left the steps of the posterior as lines to be filled in, right the selected line.

pub(crate) mod find_error;
pub(crate) mod sheets;

use crate::app::mouse::Target;
use crate::app::screens::explain::view::case_lines;
use crate::app::screens::practice::OpenExercise;
use crate::app::screens::practice::state::{ShownReason, View};
use crate::app::terminal::theme::Theme;
use crate::app::widgets::document::Writer;
use crate::app::widgets::pane::{Canvas, cell_of_name, centred, mark};
use crate::app::widgets::rows::{fits, listed, named, right, sign};
use crate::app::words::{clip, shown, width};
use crate::app::{App, Field, Lane, NumberForm, follow};
use crate::math::sentence;
use crate::practice::Worksheet;
use crate::practice::worksheet::{Line as Filled, OFFERED, Question, Questions};
use crate::report;
use crate::report::{mark_words, verdict_role};
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};

const BLANK: &str = "▁▁▁▁▁▁";
const CASE: usize = 2;
const RULES: usize = 3;
const WIDE: usize = 60;
const LEAST: usize = 6;
/// Terminals at least this wide have such a left pane.
const SHARED: usize = 120;
const SIGN: usize = 2;
/// Columns of the mark and the number before a name, with the blanks behind them.
const NUMBER: usize = 5;
const VALUE: usize = 9;

pub fn left(pane: &mut Canvas<'_>) -> Option<Position> {
    let (app, theme) = (pane.app, pane.theme);
    let screen = &app.screens.practice;
    if screen.view == View::FindError {
        return find_error::left(pane);
    }
    let Some(sheet) = screen.sheet(&app.session) else {
        pane.frame("Practice", "");
        let waiting = match app.jobs.busy() {
            Some(_) => "making the worksheet …",
            None => "Press 7 to make the worksheet.",
        };
        pane.lines(&[Line::default(), Line::styled(waiting, theme.secondary)], 0);
        return None;
    };
    let columns = usize::from(pane.area.width);
    pane.frame(&title(app, sheet, columns), &score(sheet, columns));
    put_case(pane, &sheet.questions, &app.session.origin());
    let entry = match &screen.field {
        None => AnswerEntry::None,
        Some(field) if screen.asks_for_class() => {
            let class = screen.chosen();
            let name = class.and_then(|class| sheet.questions.fitted.classes.get(class));
            match class.zip(name) {
                Some((class, name)) => AnswerEntry::Chosen(named(class, name.as_str())),
                None if field.text().is_empty() => AnswerEntry::Chosen("choose".to_owned()),
                None => AnswerEntry::Field(field),
            }
        }
        Some(field) => AnswerEntry::Field(field),
    };
    let name = |question: &Question, short| question.in_symbols(short).text(app.settings.face());
    let cursor =
        draw_lines(pane, &sheet.questions, screen.cursor, SIGN, &entry, name, |at, question, room| {
            let line = sheet.lines.get(at)?;
            let style = if line.blank { theme.strong } else { theme.text };
            let sign = signed(app, theme, line);
            let value = value(app, at, line, question, room.saturating_sub(width(&sign.content)));
            Some([Span::styled(value, style), sign])
        });
    if pane.columns() >= WIDE && pane.height() >= LEAST {
        let mut rows = pane.inside();
        rows.blank();
        listed(app, sheet, &mut rows);
        pane.lines(&rows.lines, 0);
    }
    cursor
}

/// Writes the case of the questions above their lines, and the rules of the model.
pub fn put_case(pane: &mut Canvas<'_>, questions: &Questions, origin: &str) {
    if let Some(case) = &questions.case {
        let case = case_lines(&questions.fitted, case, origin, pane.columns(), CASE);
        let lines: Vec<Line<'_>> =
            case.into_iter().map(|line| Line::styled(line, pane.theme.strong)).collect();
        pane.put(&lines);
    }
    let mut rules = pane.inside();
    for rule in report::rules(&questions.fitted) {
        rules.text(&rule, pane.theme.secondary);
    }
    rules.lines.truncate(RULES);
    if questions.case.is_some() || !rules.lines.is_empty() {
        rules.blank();
    }
    pane.put(&rules.lines);
}

/// Returns `Practice · Play when it is sunny? · seed 17 · blank`; if it is too long, without the name of the screen, then
/// without the level, and only then with a cut title.
fn title(app: &App, sheet: &Worksheet, columns: usize) -> String {
    let logarithms = if app.settings.form == NumberForm::Ln { " · ln" } else { "" };
    let level = format!("{}{logarithms}", sheet.level.word());
    let Some(open) = &app.screens.practice.exercise else { return format!("Practice · {level}") };
    let seed = open.exercise.seed.map(|seed| format!(" · seed {seed}")).unwrap_or_default();
    let own = shown(&open.exercise.title);
    // Corners, borders, the mark of the focus and the blanks around.
    let room = columns.saturating_sub(8);
    let whole = format!("Practice · {own}{seed} · {level}");
    if width(&whole) <= room {
        return whole;
    }
    let rest = format!("{seed} · {level}");
    let rest = if width(&own) + width(&rest) <= room { rest } else { seed };
    format!("{}{rest}", clip(&own, room.saturating_sub(width(&rest))))
}

/// Returns `2 right, 2 in a row, 1 wrong · 3 of 6`, in little room without the row; for an exercise
/// `3 of 6 marks · 4 of 5 lines`.
fn score(sheet: &Worksheet, columns: usize) -> String {
    let score = &sheet.score;
    let (filled, blanks) = sheet.filled();
    if blanks == 0 {
        return String::new();
    }
    if let Some((had, most)) = sheet.marks() {
        return format!("{} of {} marks · {filled} of {blanks} lines", mark_words(had), mark_words(most));
    }
    let text =
        |streak: &str| format!("{} right{streak}, {} wrong · {filled} of {blanks}", score.right, score.wrong);
    let whole = text(&format!(", {} in a row", score.streak));
    // Corners, and a piece of the border that shows it is one.
    if score.streak > 1 && width(&whole) + 6 <= columns { whole } else { text("") }
}

fn signed(app: &App, theme: &Theme, line: &Filled) -> Span<'static> {
    let verdict = line.verdict().filter(|_| line.blank);
    let style = verdict.map_or(theme.secondary, |verdict| theme.role(verdict_role(verdict)));
    let text = match verdict {
        _ if line.shown => "s".to_owned(),
        None => String::new(),
        Some(verdict) => {
            let with = line.told.as_ref().and_then(|checked| checked.with.first()).map(ToString::to_string);
            let disputed = if line.disputed { "f" } else { "" };
            format!("{}{}", sign(verdict, app.settings.ascii), with.as_deref().unwrap_or(disputed))
        }
    };
    Span::styled(text, style)
}

fn value(app: &App, at: usize, line: &Filled, question: &Question, room: usize) -> String {
    if let Some(draft) = app.screens.practice.draft(at).filter(|_| line.is_open()) {
        return clip(&format!("~{}", shown(draft)), room).into_owned();
    }
    match &line.told {
        Some(checked) if line.blank && !line.shown => {
            clip(&shown(checked.answer.typed.trim()), room).into_owned()
        }
        None if line.is_open() => BLANK.to_owned(),
        _ => right(app, question, room),
    }
}

/// Draws the right pane: the question, the counts behind it, hints, and the feedback for the answer.
pub fn detail(pane: &mut Canvas<'_>) {
    let app = pane.app;
    let screen = &app.screens.practice;
    if screen.view == View::FindError {
        return find_error::detail(pane);
    }
    let Some(sheet) = screen.sheet(&app.session) else { return pane.frame("This line", "") };
    let data = &sheet.questions.fitted.data;
    let title = match data.is_given() {
        true => "Given numbers".to_owned(),
        false => format!("The table · {} rows", data.table.rows()),
    };
    let mut table = pane.writer();
    listed(app, sheet, &mut table);
    if screen.data {
        return pane.scrolling(&title, &table.lines, &screen.detail);
    }
    let mut text = pane.writer();
    selected_line(app, sheet, true, &mut text);
    let room = pane.height().saturating_sub(2);
    let beside = usize::from(app.frame.width) < SHARED && fits(app, sheet, pane.inner());
    let both = |text: &Writer<'_>| beside && text.lines.len() + 1 + table.lines.len() <= room;
    let is_fresh = screen.marked().is_some_and(|(line, _)| line.told.is_none() && line.hints == 0);
    if is_fresh && screen.why == ShownReason::Hidden && !both(&text) {
        // Counts are looked up in the table.
        let mut short = pane.writer();
        selected_line(app, sheet, false, &mut short);
        if both(&short) {
            text = short;
        }
    }
    let (title, mut first, mut second) = match both(&text) {
        false => return pane.scrolling("This line", &text.lines, &screen.detail),
        true if is_fresh => (title.as_str(), table, text),
        true => ("This line", text, table),
    };
    first.blank();
    first.lines.append(&mut second.lines);
    pane.scrolling(title, &first.lines, &screen.detail);
}

/// Writes the question of the selected line and the feedback for its answer; if not `whole`, without the counts behind it
/// and without the topic of the exercise.
fn selected_line(app: &App, sheet: &Worksheet, whole: bool, out: &mut Writer<'_>) {
    let screen = &app.screens.practice;
    let (at, questions, theme) = (screen.cursor, &sheet.questions, out.theme);
    let Some((line, question)) = screen.marked() else { return };
    out.text(&question.in_symbols(false), theme.strong);
    out.text(&question.meaning, theme.text);
    if screen.field.is_some() && screen.asks_for_class() {
        class_list(app, sheet, out);
    }
    // In an exercise the counts are part of what is asked.
    let counts = whole && (screen.exercise.is_none() || !line.is_open());
    behind(questions, at, counts, out);
    why(app, sheet, at, line.is_open(), out);
    if !line.is_open() && (!line.blank || line.shown) {
        out.blank();
        match sheet.working(at) {
            Some(working) => out.formula(&working),
            None => out.text(&right(app, question, out.columns), theme.strong),
        }
    }
    let lesson = screen.exercise.as_ref().filter(|_| whole && !sheet.is_begun());
    if let Some(lesson) = lesson.and_then(OpenExercise::lesson) {
        out.paragraph(lesson.teaches, theme.secondary);
    }
    out.blank();
    if let Some(exercise) = &questions.exercise
        && line.is_open()
        && line.told.is_none()
    {
        let mut rules = exercise.notation.sentences();
        let figures = exercise.rules.policy.figures;
        if figures > 2 && questions.quantity(at).is_some() {
            rules.push(format!("{figures} significant figures, please."));
        }
        if !rules.is_empty() {
            out.text(&rules.join(" "), theme.secondary);
            out.blank();
        }
    }
    let may_show = sheet.may_show(at).is_ok();
    if app.jobs.waits_for(Lane::Practice) {
        out.text("checking …", theme.secondary);
    } else if let Some(checked) = &line.told {
        out.document(&report::card(checked, out.face));
        if line.disputed {
            out.paragraph("You think that this is right. S saves your answers, with this note.", theme.text);
        }
        if line.is_open() && line.misses >= OFFERED && may_show {
            out.paragraph("Esc, then a: shows this step.", theme.secondary);
        }
    }
    if line.is_open() && line.hints > 0 {
        // Below a card there is room for the last hint only.
        let first = if line.told.is_some() { line.hints } else { 1 };
        if line.told.is_some() {
            out.blank();
        }
        for grade in first..=line.hints {
            let hint = sheet.hint_text(at, grade).unwrap_or_default();
            out.text(&sentence!("{}. {}", grade, hint), theme.text);
        }
        if line.hints + 1 == questions.grades(at) && may_show {
            out.text("One more hint shows the value.", theme.secondary);
        }
    }
}

fn class_list(app: &App, sheet: &Worksheet, out: &mut Writer<'_>) {
    const LISTED: usize = 8;
    let classes = &sheet.questions.fitted.classes;
    let chosen = app.screens.practice.chosen();
    let first = centred(chosen.unwrap_or(0), classes.len(), LISTED);
    out.blank();
    for (at, name) in classes.iter().enumerate().skip(first).take(LISTED) {
        let text = format!("{} {}", mark(chosen == Some(at)), named(at, name.as_str()));
        let style = if chosen == Some(at) { out.theme.cursor } else { out.theme.class(at) };
        out.line(text, style);
    }
    if classes.len() > LISTED {
        let place = chosen.map_or_else(String::new, |at| format!("{} of ", at + 1));
        out.line(format!("  {place}{} classes", classes.len()), out.theme.secondary);
    }
    let typed = app.screens.practice.field.as_ref().map_or("", |field| field.text().trim());
    if chosen.is_none() && !typed.is_empty() {
        out.paragraph(&format!("No class name begins with “{}”.", shown(typed)), out.theme.text);
    }
}

pub fn behind(questions: &Questions, at: usize, counts: bool, out: &mut Writer<'_>) {
    if let Some(tree) = questions.tree(at).filter(|_| counts) {
        out.blank();
        out.tree(tree);
    }
    let given = questions.given(at);
    if !given.is_empty() {
        out.blank();
    }
    given.iter().for_each(|number| out.text(number, out.theme.text));
}

fn why(app: &App, sheet: &Worksheet, at: usize, open: bool, out: &mut Writer<'_>) {
    let (theme, question) = (out.theme, sheet.questions.why(at));
    let why = app.screens.practice.why;
    if let Some(question) = question.filter(|_| why != ShownReason::Hidden) {
        out.paragraph(question, theme.strong);
    }
    match why {
        ShownReason::Hidden => {}
        ShownReason::Question => out.text("Answer for yourself, then press w.", theme.secondary),
        ShownReason::Reason => {
            let reason = sheet.questions.because(at);
            match question {
                Some(_) => out.text(&reason, theme.text),
                None => out.paragraph(&sentence!("Why: {}", reason), theme.text),
            }
            if sheet.questions.is_parameter(at) {
                // It ends in the value.
                let when = if open { "comes when the line is filled in" } else { "opens with w once more" };
                out.text(&format!("The whole argument {when}."), theme.secondary);
            }
        }
    }
}

/// What is written on the selected line.
pub enum AnswerEntry<'a> {
    None,
    Field(&'a Field),
    Chosen(String),
}

/// Draws the lines of a solution that fit into the pane: number, name, value and sign; on the selected line, `entry` instead
/// of the value. Returns the position of the cursor. `name` returns the long or the short name of a question; the short names
/// are drawn if the long ones do not all fit. `line` returns a value and a sign; both must fit into the columns that it gets.
pub fn draw_lines(
    pane: &mut Canvas<'_>,
    questions: &Questions,
    selected: usize,
    sign_columns: usize,
    entry: &AnswerEntry<'_>,
    name: impl Fn(&Question, bool) -> String,
    line: impl Fn(usize, &Question, usize) -> Option<[Span<'static>; 2]>,
) -> Option<Position> {
    let (theme, columns, rows) = (pane.theme, pane.columns(), pane.height());
    let most = columns.saturating_sub(NUMBER + VALUE + 1 + sign_columns + 1);
    let names = |short| -> Vec<String> {
        questions.list.iter().map(|question| shown(&name(question, short)).into_owned()).collect()
    };
    let widest = |names: &[String]| names.iter().map(|name| width(name)).max().unwrap_or(0);
    let long = names(false);
    let names = if widest(&long) <= most { long } else { names(true) };
    let name_columns = (widest(&names) + 1).min(most);
    let first = follow(0, selected, rows);
    let mut position = None;
    for (at, (question, name)) in questions.list.iter().zip(&names).enumerate().skip(first).take(rows) {
        let start = format!("{} {:>2} {} ", mark(at == selected), at + 1, cell_of_name(name, name_columns));
        let left = width(&start).min(columns);
        let Some([value, sign]) = line(at, question, columns.saturating_sub(left + 1)) else { continue };
        let row = pane.take(1);
        pane.note([row.x, row.y, row.width, 1], Target::Row(at));
        if at != selected {
            pane.row(row, vec![Span::styled(start, theme.text), value, Span::raw(" "), sign]);
            continue;
        }
        match entry {
            AnswerEntry::Field(field) => {
                pane.row(row, Line::styled(start, theme.strong));
                let x = u16::try_from(left).unwrap_or(row.width).min(row.width);
                let rest = Rect { x: row.x + x, width: row.width - x, ..row };
                let text = if field.is_selected() { &*sign.content } else { "" };
                position = pane.bracketed(field, rest, (text, sign.style));
            }
            AnswerEntry::Chosen(name) => {
                let name = format!("‹{}›", clip(name, columns.saturating_sub(left + 2)));
                pane.row(row, vec![Span::styled(start, theme.strong), Span::styled(name, theme.cursor)]);
            }
            AnswerEntry::None => {
                let value = value.style(theme.cursor);
                pane.row(row, vec![Span::styled(start, theme.strong), value, Span::raw(" "), sign]);
            }
        }
    }
    position
}
