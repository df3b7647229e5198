//! Screen 7, the worksheet: left the steps of the posterior as lines to be filled in, right the selected line.
//!
//! ```text
//! ┏━ ▶ Practice · faded ━━━━━━━━━━━━━━━━━┓╭─ This line ──────────────────────────╮
//! ┃ Weather=Sunny                        ┃│ P(Weather=Sunny | Yes)               │
//! ┃                                      ┃│ how often Weather is Sunny in Yes    │
//! ┃    1 P(No)                  5/14     ┃│                                      │
//! ┃ ▸  2 P(Sunny | Yes)         3/14  ✗  ┃│ 14 rows ┬─ 5 No ──┬─ 2 Sunny         │
//! ┃    3 score(Yes)          3/14·…   ✓ 2┃│         │         └─ 3 other         │
//! ┃    4 score(No)           ▁▁▁▁▁▁      ┃│ you wrote: 3/14                      │
//! ┗━━━━━━━ 1 right, 1 wrong · 2 of 4 ━━━━┛╰──────────────────────────────────────╯
//! ```

use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::super::document::Writer;
use super::super::numbers::{right, sign, value_columns, value_room};
use super::super::pane::{Pane, cell_of_name, cell_right, mark};
use super::super::row_line::listed;
use super::explain::case_lines;
use super::{find_error, picture_question};
use crate::math::sentence;
use crate::practice::worksheet::{Line as Filled, OFFERED, Question, Questions};
use crate::practice::{Checked, Worksheet};
use crate::report::{self, mark_words, verdict_role, without_formula};
use crate::workbench::practice::{InHand, Why};
use crate::workbench::words::{clip, shown, width};
use crate::workbench::{App, Field, Lane, NumberForm, PracticeView, follow};

/// What stands where an answer is wanted.
const BLANK: &str = "▁▁▁▁▁▁";
/// The most lines that the case takes.
const CASE: usize = 2;
/// Panes at least this wide also show the data, where that many rows are left.
const WIDE: usize = 60;
const LEAST: usize = 6;
/// Columns of the verdict.
const SIGN: usize = 2;

pub fn left(pane: &mut Pane<'_>) -> Option<Position> {
    let (app, theme) = (pane.app, pane.theme);
    let screen = &app.screens.practice;
    match screen.view {
        PracticeView::FindError => return find_error::left(pane),
        PracticeView::Pictures => return picture_question::left(pane),
        _ => {}
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
    let short = !sheet.questions.list.iter().all(|question| {
        width(&question.in_symbols(false).text(app.settings.face()))
            + 2
            + 2
            + 1
            + value_columns(columns)
            + 1
            + SIGN
            <= columns
    });
    let mut cursor = None;
    for at in (first..sheet.lines.len()).take(pane.height()) {
        let (Some(line), Some(question)) = (sheet.lines.get(at), sheet.questions.list.get(at)) else {
            continue;
        };
        let (sign, sign_style) = signed(pane, line);
        let name = &question.in_symbols(short).text(app.settings.face());
        let style = if line.blank { theme.strong } else { theme.text };
        let row = AnswerRow { at, name, sign: &sign, sign_style, least: SIGN, style };
        let field = screen.field.as_ref();
        let place = row.draw(pane, at == screen.cursor, field, |room| value(app, line, question, room));
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

/// Writes the case of the questions above their lines.
pub fn put_case(pane: &mut Pane<'_>, questions: &Questions, origin: &str) {
    if let Some(case) = &questions.case {
        let cells = report::case_cells(&questions.fitted, case);
        let mut head = case_lines(&cells, origin, pane.theme, pane.columns(), CASE);
        head.push(Line::default());
        pane.put(&head);
    }
}

/// A line with a number that is asked or told.
pub struct AnswerRow<'a> {
    pub at: usize,
    pub name: &'a str,
    pub sign: &'a str,
    pub sign_style: Style,
    /// Columns that are kept for signs.
    pub least: usize,
    /// The style of its value, where the cursor is elsewhere.
    pub style: Style,
}

impl AnswerRow<'_> {
    /// The columns of names, in a pane of so many.
    pub fn name_columns(columns: usize, sign: usize) -> usize {
        columns.saturating_sub(2 + 2 + 1 + value_columns(columns) + 1 + sign)
    }

    /// Draws it on the next row of the pane: the number, the name, the value in the room it has, the sign. On the
    /// selected line a text field stands for the value; gives the place of its cursor.
    pub fn draw(
        &self,
        pane: &mut Pane<'_>,
        selected: bool,
        field: Option<&Field>,
        value: impl Fn(usize) -> String,
    ) -> Option<Position> {
        let (theme, columns, row) = (pane.theme, pane.columns(), pane.take(1));
        let name = Self::name_columns(columns, width(self.sign).max(self.least));
        let asked = shown(self.name);
        let start = format!("{} {:>2} {}", mark(selected), self.at + 1, cell_of_name(&asked, name));
        let (style, value_style) =
            if selected { (theme.strong, theme.cursor) } else { (theme.text, self.style) };
        let left = (width(&start) as u16).min(row.width);
        if let Some(field) = field.filter(|_| selected) {
            pane.row(row, Line::styled(start, style));
            return pane.field("", field, Rect { x: row.x + left, width: row.width - left, ..row });
        }
        let wide = value_columns(columns);
        let text = cell_right(&value(value_room(&asked, name, wide)), wide);
        let sign = Span::styled(self.sign.to_owned(), self.sign_style);
        pane.row(
            row,
            vec![Span::styled(start, style), Span::styled(text, value_style), Span::raw(" "), sign],
        );
        None
    }
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

/// The verdict, with the lines that an answer is right with; a line that was shown says so.
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

fn value(app: &App, line: &Filled, question: &Question, room: usize) -> String {
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
    match screen.view {
        PracticeView::FindError => return find_error::detail(pane),
        PracticeView::Pictures => return picture_question::detail(pane),
        _ => {}
    }
    let mut text = pane.writer();
    match screen.sheet(&pane.app.session) {
        Some(sheet) if screen.data => listed(pane.app, sheet, &mut text),
        Some(sheet) => selected_line(pane.app, sheet, &mut text),
        None => {}
    }
    pane.scrolled(if screen.data { "Data" } else { "This line" }, &text.lines, screen.detail);
}

fn selected_line(app: &App, sheet: &Worksheet, out: &mut Writer<'_>) {
    let screen = &app.screens.practice;
    let (at, questions, theme) = (screen.cursor, &sheet.questions, out.theme);
    let Some((line, question)) = screen.marked() else { return };
    out.text(&question.in_symbols(false), theme.strong);
    out.text(&question.meaning, theme.text);
    // In an exercise the counts are part of what is asked.
    let counts = screen.exercise.is_none() || !line.is_open();
    behind(questions, at, counts, out);
    why(app, sheet, at, line.is_open(), out);
    if !line.is_open() && (!line.blank || line.shown) {
        out.blank();
        match questions.step(at) {
            Some(step) if questions.is_in_notation(at) => out.formula(&step.chain),
            Some(step) => out.formula(&without_formula(step)),
            None => out.text(&right(app, question, out.columns), theme.strong),
        }
    }
    let lesson = screen.exercise.as_ref().and_then(InHand::lesson).filter(|_| !sheet.is_begun());
    if let Some(lesson) = lesson {
        out.paragraph(lesson.teaches, theme.secondary);
    }
    out.blank();
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
            let hint = questions.hint(at, grade).unwrap_or_default();
            out.text(&sentence!("{}. {}", grade, hint), theme.text);
        }
        if line.hints + 1 == questions.grades(at) && sheet.may_show(at).is_ok() {
            out.text("i once more shows the value.", theme.secondary);
        }
    }
}

/// The counts behind a line, and the numbers that are given for it.
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

/// The exercise's question about the reason, or below it the reason.
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
        let text = "You think that this is right. e writes your answers, with this note.";
        out.paragraph(text, out.theme.text);
    }
    if line.is_open() && line.misses >= OFFERED && may_show {
        out.paragraph("s shows this step.", out.theme.secondary);
    }
}
