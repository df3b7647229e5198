//! Screen 7, left: the steps of the posterior as lines to be filled in.
//!
//! ```text
//! ┏━ ▶ Practice · faded ━━━━━━━━━━━━━━━━━┓
//! ┃ Weather=Sunny                        ┃
//! ┃                                      ┃
//! ┃    1 P(No)                  5/14     ┃
//! ┃ ▸  2 P(Sunny | Yes)         3/14  ✗  ┃
//! ┃    3 score(Yes)          3/14·…   ✓ 2┃
//! ┃    4 score(No)           ▁▁▁▁▁▁      ┃
//! ┗━━━━━━━ 1 right, 1 wrong · 2 of 4 ━━━━┛
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};

use super::super::card;
use super::super::pane::{self, Frame, cell_of_name, cell_right};
use super::super::theme::Theme;
use super::answer_cell::{right, value_columns, value_room};
use super::practice_data;
use super::steps::case_lines;
use crate::practice::Worksheet;
use crate::practice::worksheet::{Line as Filled, Question};
use crate::report;
use crate::report::mark_words;
use crate::workbench::words::{clip, shown, width};
use crate::workbench::{App, NumberForm, PracticeView, follow};

/// What stands where an answer is wanted.
const BLANK: &str = "▁▁▁▁▁▁";
/// The most lines that the case takes.
const CASE: usize = 2;
/// Panes at least this wide also show the data, where that many rows are left.
const WIDE: usize = 60;
const LEAST: u16 = 6;
/// Columns of the verdict.
const SIGN: usize = 2;

/// Draws the left pane and gives the place of the text cursor while an answer is typed.
pub fn draw(app: &App, theme: &Theme, focused: bool, area: Rect, buffer: &mut Buffer) -> Option<Position> {
    let screen = &app.screens.practice;
    if screen.view == PracticeView::FindError {
        return super::find_error::draw(app, theme, focused, area, buffer);
    }
    let Some(sheet) = screen.sheet(&app.session) else {
        let inside = Frame { title: "Practice", foot: "", focused }.draw(theme, area, buffer);
        let waiting = if app.jobs.busy().is_some() {
            "making the worksheet …"
        } else {
            "Press 7 to make the worksheet."
        };
        pane::lines(&[Line::default(), Line::styled(waiting, theme.secondary)], 0, inside, buffer);
        return None;
    };
    let title = title(app, sheet, area.width.into());
    let inside =
        Frame { title: &title, foot: &score(sheet, area.width.into()), focused }.draw(theme, area, buffer);
    let columns = usize::from(inside.width);
    let mut head = Vec::new();
    if let Some(case) = &sheet.questions.case {
        let cells = report::case_cells(&sheet.questions.fitted, case);
        head = case_lines(&cells, &app.session.origin(), theme, columns, CASE);
        head.push(Line::default());
    }
    pane::lines(&head, 0, inside, buffer);
    let used = u16::try_from(head.len()).unwrap_or(u16::MAX).min(inside.height);
    let body = Rect { y: inside.y + used, height: inside.height - used, ..inside };
    let first = follow(0, screen.cursor, usize::from(body.height));
    let fits = |question: &Question| {
        width(&shown(&question.name)) + 2 + 2 + 1 + value_columns(columns) + 1 + SIGN <= columns
    };
    let short = !sheet.questions.list.iter().all(fits);
    let pen = Pen { app, sheet, theme, columns, short };
    let mut cursor = None;
    for (row, at) in body.rows().zip(first..sheet.lines.len()) {
        let place = pen.line(at, row, buffer);
        cursor = cursor.or(place);
    }
    let used = u16::try_from(sheet.lines.len()).unwrap_or(u16::MAX).min(body.height);
    let below = Rect { y: body.y + used, height: body.height - used, ..body };
    if columns >= WIDE && below.height >= LEAST {
        let mut rows = practice_data::lines(app, sheet, columns, theme);
        rows.insert(0, Line::default());
        pane::lines(&rows, 0, below, buffer);
    }
    cursor
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

struct Pen<'a> {
    app: &'a App,
    sheet: &'a Worksheet,
    theme: &'a Theme,
    columns: usize,
    /// Whether names go without their features.
    short: bool,
}

impl Pen<'_> {
    fn line(&self, at: usize, row: Rect, buffer: &mut Buffer) -> Option<Position> {
        let (line, question) = (self.sheet.lines.get(at)?, self.sheet.questions.list.get(at)?);
        let screen = &self.app.screens.practice;
        let marked = at == screen.cursor;
        let value = value_columns(self.columns);
        let sign = self.sign(line);
        let after = width(&sign).max(SIGN);
        let name = self.columns.saturating_sub(2 + 2 + 1 + value + 1 + after);
        let style = if marked { self.theme.strong } else { self.theme.text };
        let asked = shown(if self.short { &question.short } else { &question.name });
        let start =
            format!("{}{:>2} {}", if marked { "▸ " } else { "  " }, at + 1, cell_of_name(&asked, name));
        let left = (width(&start) as u16).min(row.width);
        if let Some(field) = screen.field.as_ref().filter(|_| marked) {
            pane::lines(&[Line::styled(start, style)], 0, row, buffer);
            return pane::field(
                "",
                field,
                self.theme,
                Rect { x: row.x + left, width: row.width - left, ..row },
                buffer,
            );
        }
        let room = value_room(&asked, name, value);
        let text = cell_right(&self.value(line, question, room), value);
        let value_style = match line.verdict() {
            _ if marked => self.theme.cursor,
            _ if line.blank => self.theme.strong,
            _ => self.theme.text,
        };
        let verdict = line.verdict().filter(|_| line.blank);
        let sign_style = verdict.map_or(self.theme.secondary, |verdict| card::style(verdict, self.theme));
        let spans = vec![
            Span::styled(start, style),
            Span::styled(text, value_style),
            Span::raw(" "),
            Span::styled(sign, sign_style),
        ];
        pane::lines(&[Line::from(spans)], 0, row, buffer);
        None
    }

    /// The verdict, with the lines that an answer is right with; a line that was shown says so.
    fn sign(&self, line: &Filled) -> String {
        if line.shown {
            return "s".to_owned();
        }
        let Some(verdict) = line.verdict().filter(|_| line.blank) else { return String::new() };
        let sign = card::sign(verdict, self.app.settings.ascii);
        match line.told.as_ref().and_then(|told| told.with.first()) {
            Some(with) => format!("{sign}{with}"),
            None if line.disputed => format!("{sign}f"),
            None => sign.to_owned(),
        }
    }

    fn value(&self, line: &Filled, question: &Question, room: usize) -> String {
        let answer = line.told.as_ref().map(|told| shown(told.answer.typed.trim()).into_owned());
        match answer {
            Some(answer) if line.blank && !line.shown => clip(&answer, room).into_owned(),
            None if line.is_open() => BLANK.to_owned(),
            _ => right(self.app, question, room),
        }
    }
}
