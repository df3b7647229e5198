//! Screen 7, the worksheet: left the steps of the posterior as lines to be filled in, right the selected line.

pub(crate) mod find_error;
pub(crate) mod sheets;

use crate::app::screens::explain::view::case_lines;
use crate::app::widgets::document::Writer;
use crate::app::widgets::pane::{Pane, cell_of_name, centred, mark};
use crate::app::widgets::rows;
use crate::app::widgets::rows::{fits, listed};
use crate::app::widgets::rows::{right, sign};

use crate::app::screens::practice::{InHand, Why};
use crate::app::words::{clip, shown, width};
use crate::app::{App, Field, Lane, NumberForm, PracticeView, follow};
use crate::math::sentence;
use crate::practice::worksheet::{Line as Filled, OFFERED, Question, Questions};
use crate::practice::{Checked, Worksheet};
use crate::report;
use crate::report::{mark_words, verdict_role};
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

const BLANK: &str = "▁▁▁▁▁▁";
const CASE: usize = 2;
const RULES: usize = 3;
const WIDE: usize = 60;
const LEAST: usize = 6;
/// Terminals at least this wide have such a left pane.
const SHARED: usize = 120;
const SIGN: usize = 2;

pub fn left(pane: &mut Pane<'_>) -> Option<Position> {
    let (app, theme) = (pane.app, pane.theme);
    let screen = &app.screens.practice;
    if screen.view == PracticeView::FindError {
        return find_error::left(pane);
    }
    let Some(sheet) = screen.sheet(&app.session) else {
        pane.frame("Practice", "");
        let waiting = if app.jobs.busy().is_some() {
            "making the worksheet …"
        } else {
            "Press 7 to make the worksheet."
        };
        pane.lines(&[Line::default(), Line::styled(waiting, theme.secondary)], 0);
        return None;
    };
    let columns = usize::from(pane.area.width);
    pane.frame(&title(app, sheet, columns), &score(sheet, columns));
    put_case(pane, &sheet.questions, &app.session.origin());
    let columns = pane.columns();
    let first = follow(0, screen.cursor, pane.height());
    let named = |short: bool| -> Vec<String> {
        let names = sheet.questions.list.iter();
        names.map(|question| question.in_symbols(short).text(app.settings.face())).collect()
    };
    let (names, name_wide) = fitting(named, columns, SIGN);
    let mut cursor = None;
    for at in (first..sheet.lines.len()).take(pane.height()) {
        let (Some(line), Some(question), Some(name)) =
            (sheet.lines.get(at), sheet.questions.list.get(at), names.get(at))
        else {
            continue;
        };
        let (sign, sign_style) = signed(pane, line);
        let style = if line.blank { theme.strong } else { theme.text };
        let row = AnswerRow { at, name, name_wide, sign: &sign, sign_style, style };
        let class =
            screen.chosen().and_then(|class| sheet.questions.fitted.classes.get(class).zip(Some(class)));
        let entry = match (&screen.field, class) {
            (Some(_), Some((name, class))) => Entry::Chosen(rows::named(class, name.as_str())),
            (Some(field), None) if screen.asks_for_class() && field.text().is_empty() => {
                Entry::Chosen("choose".to_owned())
            }
            (Some(field), None) => Entry::Field(field),
            (None, _) => Entry::None,
        };
        let place = row.draw(pane, at == screen.cursor, entry, |room| value(app, at, line, question, room));
        cursor = cursor.or(place);
    }
    if columns >= WIDE && pane.height() >= LEAST {
        let mut rows = pane.inside();
        rows.blank();
        listed(app, sheet, &mut rows);
        pane.lines(&rows.lines, 0);
    }
    cursor
}

/// Writes the case of the questions above their lines, and what they are to be worked out by.
pub fn put_case(pane: &mut Pane<'_>, questions: &Questions, origin: &str) {
    if let Some(case) = &questions.case {
        let cells = report::case_cells(&questions.fitted, case);
        pane.put(&case_lines(&cells, origin, pane.theme, pane.columns(), CASE));
    }
    let mut rules = pane.inside();
    for rule in report::rules(&questions.fitted) {
        rules.text(&rule, pane.theme.secondary);
    }
    rules.lines.truncate(RULES);
    if questions.case.is_some() || !rules.lines.is_empty() {
        rules.lines.push(Line::default());
    }
    pane.put(&rules.lines);
}

/// `Practice · Play when it is sunny? · seed 17 · blank`; where that is too long, the screen is named above it and the level
/// is seen in the lines, and only then the title is cut.
fn title(app: &App, sheet: &Worksheet, columns: usize) -> String {
    let logarithms = if app.settings.form == NumberForm::Ln { " · ln" } else { "" };
    let level = format!("{}{logarithms}", sheet.level.word());
    let Some(held) = &app.screens.practice.exercise else { return format!("Practice · {level}") };
    let seed = held.exercise.seed.map(|seed| format!(" · seed {seed}")).unwrap_or_default();
    let own = shown(&held.exercise.title);
    // Corners, borders, the mark of the focus and the blanks around.
    let room = columns.saturating_sub(8);
    let whole = format!("Practice · {own}{seed} · {level}");
    if width(&whole) <= room {
        return whole;
    }
    let rest = [format!("{seed} · {level}"), seed.clone()];
    let fits = |rest: &&String| width(&own) + width(rest) <= room;
    let rest = rest.iter().find(fits).unwrap_or(&seed);
    format!("{}{rest}", clip(&own, room.saturating_sub(width(rest))))
}

/// `2 right, 2 in a row, 1 wrong · 3 of 6`, without the row where there is no room, or of an exercise `3 of 6 marks · 4 of 5 lines`
fn score(sheet: &Worksheet, columns: usize) -> String {
    let score = &sheet.score;
    let (filled, blanks) = sheet.filled();
    if blanks == 0 {
        return String::new();
    }
    if let Some((had, most)) = sheet.marks() {
        return format!("{} of {} marks · {filled} of {blanks} lines", mark_words(had), mark_words(most));
    }
    let said =
        |streak: &str| format!("{} right{streak}, {} wrong · {filled} of {blanks}", score.right, score.wrong);
    let whole = said(&format!(", {} in a row", score.streak));
    // Corners, and a piece of the border that shows it is one.
    if score.streak > 1 && width(&whole) + 6 <= columns { whole } else { said("") }
}

fn signed(pane: &Pane<'_>, line: &Filled) -> (String, Style) {
    let verdict = line.verdict().filter(|_| line.blank);
    let style = verdict.map_or(pane.theme.secondary, |verdict| pane.theme.role(verdict_role(verdict)));
    let sign = verdict.map_or("", |verdict| sign(verdict, pane.app.settings.ascii));
    let text = match line.told.as_ref().and_then(|told| told.with.first()) {
        _ if line.shown => "s".to_owned(),
        _ if verdict.is_none() => String::new(),
        Some(with) => format!("{sign}{with}"),
        None if line.disputed => format!("{sign}f"),
        None => sign.to_owned(),
    };
    (text, style)
}

fn value(app: &App, at: usize, line: &Filled, question: &Question, room: usize) -> String {
    if let Some(draft) = app.screens.practice.draft(at).filter(|_| line.is_open()) {
        return clip(&format!("~{}", shown(draft)), room).into_owned();
    }
    let answer = line.told.as_ref().map(|told| shown(told.answer.typed.trim()).into_owned());
    match answer {
        Some(answer) if line.blank && !line.shown => clip(&answer, room).into_owned(),
        None if line.is_open() => BLANK.to_owned(),
        _ => right(app, question, room),
    }
}

/// Draws the right pane: what is asked, the counts behind it, hints, and what is said of the answer.
pub fn detail(pane: &mut Pane<'_>) {
    let screen = &pane.app.screens.practice;
    if screen.view == PracticeView::FindError {
        return find_error::detail(pane);
    }
    let Some(sheet) = screen.sheet(&pane.app.session) else {
        pane.scrolled("This line", &[], 0);
        return;
    };
    let mut table = pane.writer();
    listed(pane.app, sheet, &mut table);
    let rows = sheet.questions.fitted.data.table.rows();
    let title = match sheet.questions.fitted.data.is_given() {
        true => "Given numbers".to_owned(),
        false => format!("The table · {rows} rows"),
    };
    if screen.data {
        return pane.scrolled(&title, &table.lines, screen.detail);
    }
    let told = screen.marked().is_some_and(|(line, _)| line.told.is_some() || line.hints > 0);
    let mut text = pane.writer();
    selected_line(pane.app, sheet, true, &mut text);
    let room = pane.height().saturating_sub(2);
    let beside = usize::from(pane.app.frame.width) < SHARED && fits(pane.app, sheet, pane.inner());
    let both = |text: &Writer<'_>| text.lines.len() + 1 + table.lines.len() <= room;
    if beside && !told && screen.why == Why::No && !both(&text) {
        // Counts are looked up in the table.
        let mut short = pane.writer();
        selected_line(pane.app, sheet, false, &mut short);
        if both(&short) {
            text = short;
        }
    }
    if beside && both(&text) {
        table.blank();
        if told {
            text.blank();
            table.lines.pop();
            text.lines.append(&mut table.lines);
            return pane.scrolled("This line", &text.lines, screen.detail);
        }
        table.lines.append(&mut text.lines);
        return pane.scrolled(&title, &table.lines, screen.detail);
    }
    pane.scrolled("This line", &text.lines, screen.detail);
}

/// What is asked on the selected line and said of it; where it is not `whole`, without the counts behind it and without what
/// the exercise is about.
fn selected_line(app: &App, sheet: &Worksheet, whole: bool, out: &mut Writer<'_>) {
    let screen = &app.screens.practice;
    let (at, questions, theme) = (screen.cursor, &sheet.questions, out.theme);
    let Some((line, question)) = screen.marked() else { return };
    out.text(&question.in_symbols(false), theme.strong);
    out.text(&question.meaning, theme.text);
    // In an exercise the counts are part of what is asked.
    let counts = whole && (screen.exercise.is_none() || !line.is_open());
    if screen.field.is_some() && screen.asks_for_class() {
        class_list(app, sheet, out);
    }
    behind(questions, at, counts, out);
    why(app, sheet, at, line.is_open(), out);
    if !line.is_open() && (!line.blank || line.shown) {
        out.blank();
        match sheet.working(at) {
            Some(working) => out.formula(&working),
            None => out.text(&right(app, question, out.columns), theme.strong),
        }
    }
    let lesson = screen.exercise.as_ref().and_then(InHand::lesson).filter(|_| !sheet.is_begun());
    if let Some(lesson) = lesson.filter(|_| whole) {
        out.paragraph(lesson.teaches, theme.secondary);
    }
    out.blank();
    if let Some(exercise) =
        sheet.questions.exercise.as_ref().filter(|_| line.is_open() && line.told.is_none())
    {
        let figures = exercise.rules.policy.figures;
        let is_number = questions.quantity(at).is_some();
        let enough = (figures > 2 && is_number).then(|| format!("{figures} significant figures, please."));
        let all: Vec<String> = exercise.notation.sentences().into_iter().chain(enough).collect();
        if !all.is_empty() {
            out.text(&all.join(" "), theme.secondary);
            out.blank();
        }
    }
    if app.jobs.waits_for(Lane::Practice) {
        out.text("checking …", theme.secondary);
    } else if let Some(told) = &line.told {
        feedback(line, told, sheet.may_show(at).is_ok(), out);
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
        if line.hints + 1 == questions.grades(at) && sheet.may_show(at).is_ok() {
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
        let text = format!("{} {}", mark(chosen == Some(at)), rows::named(at, name.as_str()));
        let style = if chosen == Some(at) { out.theme.cursor } else { out.theme.class(at) };
        out.line(text, style);
    }
    if classes.len() > LISTED {
        let place = chosen.map_or_else(String::new, |at| format!("{} of ", at + 1));
        out.line(format!("  {place}{} classes", classes.len()), out.theme.secondary);
    }
    let typed = app.screens.practice.field.as_ref().map(|field| field.text().trim().to_owned());
    match typed.filter(|typed| !typed.is_empty()) {
        Some(typed) if chosen.is_none() => {
            out.paragraph(&format!("No class name begins with “{}”.", shown(&typed)), out.theme.text)
        }
        _ => {}
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
    let theme = out.theme;
    match (app.screens.practice.why, sheet.questions.why(at)) {
        (Why::Asked, Some(question)) => {
            out.paragraph(question, theme.strong);
            out.text("Answer for yourself, then press w.", theme.secondary);
        }
        (Why::Reason, question) => {
            let because = sheet.questions.because(at);
            match question {
                Some(question) => {
                    out.paragraph(question, theme.strong);
                    out.text(&because, theme.text);
                }
                None => {
                    out.blank();
                    out.text(&sentence!("Why: {}", because), theme.text);
                }
            }
            if sheet.questions.is_parameter(at) {
                // It ends in the value.
                let when = if open { "comes when the line is filled in" } else { "opens with w once more" };
                out.text(&format!("The whole argument {when}."), theme.secondary);
            }
        }
        _ => {}
    }
}

fn feedback(line: &Filled, told: &Checked, may_show: bool, out: &mut Writer<'_>) {
    out.document(&report::card(told, out.face));
    if line.disputed {
        let text = "You think that this is right. S saves your answers, with this note.";
        out.paragraph(text, out.theme.text);
    }
    if line.is_open() && line.misses >= OFFERED && may_show {
        out.paragraph("Esc, then a: shows this step.", out.theme.secondary);
    }
}

/// Columns of the mark and the number before a name, with the blanks behind them.
const NUMBER: usize = 5;
const VALUE: usize = 9;

pub struct AnswerRow<'a> {
    pub at: usize,
    pub name: &'a str,
    pub name_wide: usize,
    pub sign: &'a str,
    pub sign_style: Style,
    pub style: Style,
}

/// What is written on the selected line.
pub enum Entry<'a> {
    None,
    Field(&'a Field),
    Chosen(String),
}

/// The names of the lines, in their short form where the long ones do not all fit into a pane of so many columns, and the
/// columns that they take with the blanks behind them.
pub fn fitting(names: impl Fn(bool) -> Vec<String>, columns: usize, sign: usize) -> (Vec<String>, usize) {
    let most = columns.saturating_sub(NUMBER + VALUE + 1 + sign + 1);
    let longest = |names: &[String]| names.iter().map(|name| width(&shown(name))).max().unwrap_or(0);
    let long = names(false);
    let names = if longest(&long) <= most { long } else { names(true) };
    let wide = longest(&names).min(most);
    let gap = if wide < most { 2 } else { 1 };
    (names, wide + gap)
}

impl AnswerRow<'_> {
    /// Draws it on the next row of the pane: the number, the name, the value in the room it has, the sign. On the
    /// selected line is what is written there; gives the place of its cursor.
    pub fn draw(
        &self,
        pane: &mut Pane<'_>,
        selected: bool,
        entry: Entry<'_>,
        value: impl Fn(usize) -> String,
    ) -> Option<Position> {
        let (theme, columns, row) = (pane.theme, pane.columns(), pane.take(1));
        let asked = shown(self.name);
        let name = cell_of_name(&asked, self.name_wide.saturating_sub(1));
        let start = format!("{} {:>2} {name} ", mark(selected), self.at + 1);
        let (style, value_style) =
            if selected { (theme.strong, theme.cursor) } else { (theme.text, self.style) };
        let left = width(&start).min(columns);
        match entry {
            Entry::Field(field) if selected => {
                let x = u16::try_from(left).unwrap_or(row.width).min(row.width);
                pane.row(row, Line::styled(start, style));
                let rest = Rect { x: row.x + x, width: row.width - x, ..row };
                let sign = if field.is_selected() { self.sign } else { "" };
                return pane.bracketed(field, rest, (sign, self.sign_style));
            }
            Entry::Chosen(name) if selected => {
                let room = columns.saturating_sub(left + 2);
                let name = Span::styled(format!("‹{}›", clip(&name, room)), theme.cursor);
                pane.row(row, vec![Span::styled(start, style), name]);
                return None;
            }
            _ => {}
        }
        let room = columns.saturating_sub(left + 1 + width(self.sign));
        let text = Span::styled(value(room), value_style);
        let sign = Span::styled(self.sign.to_owned(), self.sign_style);
        pane.row(row, vec![Span::styled(start, style), text, Span::raw(" "), sign]);
        None
    }
}
