//! Screen 7: left the steps of the posterior as lines to be filled in, or a solution with one wrong line; right
//! the selected line.

pub(crate) mod sheets;

use crate::app::follow;
use crate::app::prelude::*;
use crate::app::screens::explain::view::{case_lines, waiting};
use crate::app::screens::practice::{ShownReason, View, lesson_of};
use crate::app::widgets::pane::mark;
use crate::app::widgets::rows::{fits, listed, sign, written};
use crate::practice::find_error::{FindError, LineStatus, Stage};
use crate::practice::worksheet::{Line as Filled, OFFERED, Question};
use crate::report::{mark_words, verdict_role, without_formula};
use ratatui::layout::Rect;
use ratatui::text::Line;

const BLANK: &str = "▁▁▁▁▁▁";
const CASE: usize = 2;
const RULES: usize = 3;
/// Panes at least this wide and high show the rows below the lines.
const WIDE: usize = 60;
const LEAST: usize = 6;
/// Terminals at least this wide have such a left pane.
const SHARED: usize = 120;
/// The columns for a value that names leave.
const VALUE: usize = 9;
/// The blanks between cells that a table leaves out where it is narrow.
const BLANKS: usize = 4;
const NUMBER: usize = 10;

pub fn left(canvas: &mut Canvas<'_>) {
    match canvas.app.screens.practice.view {
        View::Worksheet => worksheet(canvas),
        View::FindError => solution(canvas),
        View::Sheets => sheets::left(canvas),
    }
}

pub fn needed(_: &App, _: &Theme) -> usize {
    0
}

pub fn right(canvas: &mut Canvas<'_>) {
    match canvas.app.screens.practice.view {
        View::Worksheet => question(canvas),
        View::FindError => feedback(canvas),
        View::Sheets => sheets::right(canvas),
    }
}

fn worksheet(pane: &mut Canvas<'_>) {
    let (app, theme) = (pane.app, pane.theme);
    let screen = &app.screens.practice;
    let Some(sheet) = screen.sheet(&app.session) else {
        let busy = app.jobs.busy().is_some();
        let text = if busy { "making the worksheet …" } else { "Press 7 to make the worksheet." };
        return waiting(pane, "Practice", text);
    };
    let columns = usize::from(pane.area.width);
    pane.frame(&title(app, sheet, columns), &score(sheet, columns));
    put_case(pane, &sheet.questions, &app.session.origin());
    let classes = &sheet.questions.fitted.classes;
    let choice = screen.chosen().and_then(|class| Some(named(class, classes.get(class)?.as_str())));
    let is_empty = screen.field.as_ref().is_some_and(|field| field.text().is_empty());
    let choice = choice.or((is_empty && screen.asks_for_class()).then(|| "choose".to_owned()));
    let field = screen.field.as_ref().filter(|_| choice.is_none());
    let line = |at: usize, question: &Question, room: usize| {
        if let Some(choice) = choice.as_ref().filter(|_| at == screen.cursor) {
            let choice = clip(choice, room.saturating_sub(2));
            return [format!("‹{choice}›").into(), TableCell::default()];
        }
        let Some(line) = sheet.lines.get(at) else { return Default::default() };
        let style = if line.blank { theme.strong } else { theme.text };
        [TableCell::styled(value(app, at, line, question, room), style), line_sign(app, theme, line)]
    };
    draw_lines(pane, &sheet.questions, screen.cursor, field, line);
    if pane.columns() >= WIDE && pane.height() >= LEAST {
        let mut rows = pane.inside();
        rows.blank();
        listed(app, sheet, &mut rows);
        pane.lines(&rows.lines, 0);
    }
}

fn put_case(pane: &mut Canvas<'_>, questions: &Questions, origin: &str) {
    let (theme, mut out) = (pane.theme, pane.inside());
    if let Some(case) = &questions.case {
        let lines = case_lines(&questions.fitted, case, origin, out.columns, CASE);
        lines.into_iter().for_each(|line| out.line(line, theme.strong));
    }
    let most = out.lines.len() + RULES;
    report::rules(&questions.fitted).iter().for_each(|rule| out.text(rule, theme.secondary));
    out.lines.truncate(most);
    if !out.lines.is_empty() {
        out.blank();
    }
    pane.put(&out.lines);
}

/// Returns `Practice · Play when it is sunny? · seed 17 · blank`; if it is too long, without the name of the screen, then
/// without the level, and only then with a cut title.
fn title(app: &App, sheet: &Worksheet, columns: usize) -> String {
    let logarithms = if app.settings.form == NumberForm::Ln { " · ln" } else { "" };
    let level = format!("{}{logarithms}", sheet.level.word());
    let Some(open) = &app.screens.practice.exercise else { return format!("Practice · {level}") };
    let seed = open.seed.map(|seed| format!(" · seed {seed}")).unwrap_or_default();
    let own = shown(&open.title);
    // Corners, borders, the mark of the focus and the blanks around.
    let room = columns.saturating_sub(8);
    let forms = [format!("Practice · {own}{seed} · {level}"), format!("{own}{seed} · {level}")];
    let whole = forms.into_iter().find(|form| width(form) <= room);
    whole.unwrap_or_else(|| format!("{}{seed}", clip(&own, room.saturating_sub(width(&seed)))))
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

fn signed(app: &App, theme: &Theme, verdict: Verdict, with: &str) -> TableCell {
    let text = format!("{}{with}", sign(verdict, app.settings.ascii));
    TableCell::styled(text, theme.role(verdict_role(verdict)))
}

fn line_sign(app: &App, theme: &Theme, line: &Filled) -> TableCell {
    match line.verdict().filter(|_| line.blank) {
        _ if line.shown => TableCell::styled("s", theme.secondary),
        None => TableCell::default(),
        Some(verdict) => {
            let with =
                line.checked.as_ref().and_then(|checked| checked.with.first()).map(ToString::to_string);
            let disputed = if line.disputed { "f" } else { "" };
            signed(app, theme, verdict, with.as_deref().unwrap_or(disputed))
        }
    }
}

fn value(app: &App, at: usize, line: &Filled, question: &Question, room: usize) -> String {
    let draft = app.screens.practice.draft(at).filter(|_| line.is_open());
    match (draft, &line.checked) {
        (Some(draft), _) => clip(&format!("~{}", shown(draft)), room).into_owned(),
        (None, Some(checked)) if line.blank && !line.shown => {
            clip(&shown(checked.answer.typed.trim()), room).into_owned()
        }
        (None, None) if line.is_open() => BLANK.to_owned(),
        _ => written(app, &question.right, room),
    }
}

fn question(pane: &mut Canvas<'_>) {
    let app = pane.app;
    let screen = &app.screens.practice;
    let Some(sheet) = screen.sheet(&app.session) else { return pane.frame("This line", "") };
    let data = &sheet.questions.fitted.data;
    let title = match data.is_given() {
        true => "Given numbers".to_owned(),
        false if data.table.rows() == 0 => "The counts".to_owned(),
        false => format!("The table · {} rows", data.table.rows()),
    };
    let mut table = pane.writer();
    listed(app, sheet, &mut table);
    let table = table.lines;
    if screen.data {
        return pane.scrolling(&title, &table, &screen.detail);
    }
    let write = |whole: bool| {
        let mut out = pane.writer();
        selected_line(app, sheet, whole, &mut out);
        out.lines
    };
    let room = pane.height().saturating_sub(2);
    let beside = usize::from(app.frame.width) < SHARED && fits(app, sheet, pane.inner());
    let both = |text: &[Line<'_>]| beside && text.len() + 1 + table.len() <= room;
    let is_fresh = screen.marked().is_some_and(|(line, _)| line.checked.is_none() && line.hints == 0);
    let mut text = write(true);
    if is_fresh && screen.why == ShownReason::Hidden && !both(&text) {
        text = Some(write(false)).filter(|short| both(short)).unwrap_or(text);
    }
    let (title, parts) = match both(&text) {
        false => return pane.scrolling("This line", &text, &screen.detail),
        true if is_fresh => (title.as_str(), [table, text]),
        true => ("This line", [text, table]),
    };
    pane.scrolling(title, &parts.join(&Line::default()), &screen.detail);
}

/// Writes the question of the selected line and the feedback for its answer; if not `whole`, without the topic of the
/// exercise.
fn selected_line(app: &App, sheet: &Worksheet, whole: bool, out: &mut Writer<'_>) {
    let screen = &app.screens.practice;
    let (at, questions, theme) = (screen.cursor, &sheet.questions, out.theme);
    let Some((line, question)) = screen.marked() else { return };
    let is_open = line.is_open();
    out.text(&question.in_symbols(false), theme.strong);
    out.text(&question.meaning, theme.text);
    if screen.field.is_some() && screen.asks_for_class() {
        class_list(app, sheet, out);
    }
    given(questions, at, out);
    why(app, sheet, at, is_open, out);
    if !is_open && (!line.blank || line.shown) {
        out.blank();
        match sheet.working(at) {
            Some(working) => out.formula(&working),
            None => out.text(&written(app, &question.right, out.columns), theme.strong),
        }
    }
    let lesson = screen.exercise.as_deref().and_then(lesson_of);
    if let Some(lesson) = lesson.filter(|_| whole && !sheet.is_begun()) {
        out.paragraph(lesson.teaches, theme.secondary);
    }
    out.blank();
    if let Some(exercise) = questions.exercise.as_ref().filter(|_| is_open && line.checked.is_none()) {
        let figures = exercise.rules.figures;
        if figures > 2 && questions.quantity(at).is_some() {
            out.paragraph(&format!("{figures} significant figures, please."), theme.secondary);
            out.blank();
        }
    }
    let may_show = sheet.may_show(at).is_ok();
    if app.jobs.waits_for(Lane::Practice) {
        out.text("checking …", theme.secondary);
    } else if let Some(checked) = &line.checked {
        out.document(&report::card(checked, out.face));
        if line.disputed {
            out.paragraph("You think that this is right. S saves your answers, with this note.", theme.text);
        }
        if is_open && line.misses >= OFFERED && may_show {
            out.paragraph("Esc, then a: shows this step.", theme.secondary);
        }
    }
    if is_open && line.hints > 0 {
        // Below a card there is room for the last hint only.
        let first = if line.checked.is_some() { line.hints } else { 1 };
        if line.checked.is_some() {
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
    let first = chosen.unwrap_or(0).saturating_sub(LISTED / 2).min(classes.len().saturating_sub(LISTED));
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

fn given(questions: &Questions, at: usize, out: &mut Writer<'_>) {
    let given = questions.given(at);
    if !given.is_empty() {
        out.blank();
    }
    given.iter().for_each(|number| out.text(number, out.theme.text));
}

fn why(app: &App, sheet: &Worksheet, at: usize, open: bool, out: &mut Writer<'_>) {
    let (theme, why, question) = (out.theme, app.screens.practice.why, sheet.questions.why(at));
    if why == ShownReason::Hidden {
        return;
    }
    question.iter().for_each(|question| out.paragraph(*question, theme.strong));
    if why == ShownReason::Question {
        return out.text("Answer for yourself, then press w.", theme.secondary);
    }
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

/// Returns the table with long names if it fits into `columns`, else the one with short names. `table` gets whether
/// names are short, and how wide a value may be.
fn fitting<'a>(columns: usize, table: impl Fn(bool, usize) -> Table<'a>) -> Table<'a> {
    let spare = |short| (columns + BLANKS).checked_sub(table(short, NUMBER).needed());
    let short = spare(false).is_none();
    table(short, NUMBER + spare(short).unwrap_or(0))
}

/// Draws the lines that fit into the pane: number, name, value and sign; on the selected line, `field` instead of
/// the value. `cells` returns a value of at most so many columns, and a sign.
fn draw_lines(
    pane: &mut Canvas<'_>,
    questions: &Questions,
    selected: usize,
    field: Option<&Field>,
    cells: impl Fn(usize, &Question, usize) -> [TableCell; 2],
) {
    let (face, cells) = (pane.app.settings.face(), &cells);
    let table = |short, room| {
        let row = move |at: usize| {
            let Some(question) = questions.list.get(at) else { return Vec::new() };
            let name = shown(&question.in_symbols(short).text(face)).into_owned();
            let mut row = vec![(at + 1).to_string().into(), name.into()];
            row.extend(cells(at, question, room).into_iter().filter(|_| field.is_none() || at != selected));
            row
        };
        let columns = [Column::number("").least(2), Column::formula(""), Column::text("").least(VALUE)];
        let columns = columns.into_iter().chain([Column::text("")]);
        Table::new(columns, questions.list.len(), row).row(selected).field(2)
    };
    let table = fitting(pane.columns(), table);
    let place = table.draw_from(pane, follow(0, selected, pane.height()));
    if let (Some(field), Some(place), Some(question)) = (field, place, questions.list.get(selected)) {
        let [_, sign] = cells(selected, question, 0);
        let text = if field.is_selected() { &*sign.text } else { "" };
        let rest = Rect { width: pane.area.right().saturating_sub(place.x), ..place };
        pane.bracketed(field, rest, (text, sign.style.unwrap_or_default()));
    }
}

fn solution(pane: &mut Canvas<'_>) {
    let (app, theme) = (pane.app, pane.theme);
    let screen = &app.screens.practice.find;
    let Some(game) = app.screens.practice.game(&app.session) else {
        return waiting(pane, "Find the error", "making a mistake …");
    };
    pane.frame("Find the error", &format!("{} right, {} wrong", game.score.right, game.score.wrong));
    put_case(pane, game.questions(), &app.session.origin());
    let sign = |at: usize| match game.known(at) {
        None => TableCell::default(),
        Some(LineStatus::Right) => signed(app, theme, Verdict::Correct, ""),
        Some(LineStatus::First | LineStatus::Later) => signed(app, theme, Verdict::Wrong, ""),
    };
    let line = |at: usize, _: &Question, room: usize| {
        let line = game.solution.lines.get(at);
        [line.map(|line| written(app, &line.written, room)).unwrap_or_default().into(), sign(at)]
    };
    draw_lines(pane, game.questions(), screen.cursor, screen.field.as_ref(), line);
}

fn feedback(pane: &mut Canvas<'_>) {
    let (app, theme, mut out) = (pane.app, pane.theme, pane.writer());
    let screen = &app.screens.practice.find;
    let Some(game) = app.screens.practice.game(&app.session) else {
        return pane.scrolling("This line", &[], &screen.detail);
    };
    if game.is_done() {
        mistake(app, game, &mut out);
        return pane.scrolling("This line", &out.lines, &screen.detail);
    }
    if app.jobs.waits_for(Lane::Practice) {
        out.text("checking …", theme.secondary);
    } else if let Some(checked) = &game.checked {
        out.document(&report::card(checked, out.face));
    } else if let Some(text) = game.verdict() {
        out.text(&text, if game.stage == Stage::Mending { theme.good } else { theme.strong });
        let last = game.picks.last().copied().unwrap_or_default();
        if matches!(game.known(last), Some(LineStatus::Right)) {
            out.text(&game.questions().reason(last), theme.text);
        }
    }
    if !out.lines.is_empty() {
        out.blank();
    }
    if !game.hints.is_empty() && !app.jobs.waits_for(Lane::Practice) {
        game.hints.iter().for_each(|hint| out.text(&sentence!("Hint: {}", hint), theme.text));
        if game.is_last_hint() {
            out.text("Press i again to see the value.", theme.secondary);
        }
        out.blank();
    }
    let (at, questions) = (screen.cursor, game.questions());
    if let (Some(line), Some(question)) = (game.solution.lines.get(at), questions.list.get(at)) {
        out.text(&question.in_symbols(false), theme.strong);
        out.text(&question.meaning, theme.text);
        match &line.step {
            Some(step) => out.formula(&without_formula(step)),
            None => out.text(&written(app, &line.written, out.columns), theme.strong),
        }
        given(questions, at, &mut out);
    }
    if game.stage == Stage::Looking && game.picks.is_empty() && game.hints.is_empty() {
        let text = "One of these lines has a mistake. The lines after it follow from it correctly.";
        out.paragraph(text, theme.text);
    }
    pane.scrolling("This line", &out.lines, &screen.detail);
}

fn mistake(app: &App, game: &FindError, out: &mut Writer<'_>) {
    let (theme, solution, list) = (out.theme, &game.solution, &game.questions().list);
    if game.stage == Stage::Mended {
        out.text(&format!("{} Mended.", sign(Verdict::Correct, out.ascii)), theme.good);
    } else {
        out.text("Here it is.", theme.strong);
    }
    let name = list.get(solution.first).map(|question| question.in_symbols(false)).unwrap_or_default();
    out.text(&sentence!("Line {}, {}:", solution.first + 1, name), theme.text);
    out.text(&game.cause().unwrap_or_default(), theme.strong);
    out.blank();
    let mut grid = Grid::of([">", "", ">written", ">right"]);
    for at in game.wrong_lines() {
        let (Some(line), Some(question)) = (solution.lines.get(at), list.get(at)) else { continue };
        let role = if grid.rows.is_empty() { Role::Strong } else { Role::Text };
        let (written, right) = (written(app, &line.written, NUMBER), written(app, &question.right, NUMBER));
        let number = (at + 1).to_string();
        grid.push(role, [number.into(), question.in_symbols(true), written.into(), right.into()]);
    }
    out.grid(&grid);
}
