//! Screen 7, answer sheets: a list of them with their marks, beside it the signs of the marked one.
//!
//! ```text
//! ┏━ ▶ Answer sheets ━━━━━━━━━━━━━━━━━━━━━━━━━━┓╭─ s02 ────────────────╮
//! ┃   ✓ s01   6/6  all right                   ┃│ 1 P(Yes)        ✓    │
//! ┃ ▸ ✗ s02   4/6  first wrong: 2 P(Sunny|Yes) ┃│ 2 P(Sunny|Yes)  ✗    │
//! ┗━━━━━━━━━━━━━━━━━━━ 2 sheets, 1 all right ━━┛╰──────────────────────╯
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect};
use ratatui::text::{Line, Span};

use super::super::card;
use super::super::pane::{self, Frame, cell, cell_right, wrap};
use super::super::theme::Theme;
use super::{sheet, sheet_line};
use crate::practice::{GradedSheet, Verdict};
use crate::workbench::practice::SheetsScreen;
use crate::workbench::words::{clip, counted, shown, width};
use crate::workbench::{App, follow};

/// Columns of the longest name of a student.
const NAME: usize = 18;

/// Draws the left pane: the list, or the open sheet.
pub fn left(app: &App, theme: &Theme, focused: bool, area: Rect, buffer: &mut Buffer) {
    let screen = &app.screens.practice.sheets;
    match screen.sheet().filter(|_| screen.open) {
        Some(open) => sheet::draw(app, open, theme, focused, area, buffer),
        None => list(app, theme, focused, area, buffer),
    }
}

/// Draws the right pane: the marked line, or the signs of the marked sheet.
pub fn right(app: &App, theme: &Theme, focused: bool, area: Rect, buffer: &mut Buffer) {
    let screen = &app.screens.practice.sheets;
    if screen.open {
        return sheet_line::draw(app, theme, focused, area, buffer);
    }
    let columns = usize::from(area.width.saturating_sub(4));
    let (title, lines) = match screen.sheet() {
        Some(marked) => {
            let title = clip(&shown(marked.who()), columns.saturating_sub(4)).into_owned();
            (title, sheet::signs(app, marked, columns, theme))
        }
        None => ("What a sheet looks like".to_owned(), how(screen, columns, theme)),
    };
    let (scroll, foot) = pane::scrolled(app, lines.len(), screen.detail, area.inner(Margin::new(1, 1)));
    let inside = Frame { title: &title, foot: &foot, focused }.draw(theme, area, buffer);
    pane::lines(&lines, scroll, inside, buffer);
}

fn list(app: &App, theme: &Theme, focused: bool, area: Rect, buffer: &mut Buffer) {
    let screen = &app.screens.practice.sheets;
    let right = screen.marked.iter().filter(|sheet| verdict(sheet) == Verdict::Correct).count();
    let foot = match screen.marked.len() {
        0 => "none marked".to_owned(),
        sheets => format!("{}, {right} all right", counted(sheets, "sheet", "sheets")),
    };
    let inside = Frame { title: "Answer sheets", foot: &foot, focused }.draw(theme, area, buffer);
    let columns = usize::from(inside.width);
    let widest =
        |text: &dyn Fn(&GradedSheet) -> String| screen.marked.iter().map(|sheet| width(&text(sheet))).max();
    let marks = |sheet: &GradedSheet| sheet::marks(sheet.marks, sheet.max);
    let name = widest(&|sheet| shown(sheet.who()).into_owned()).unwrap_or(0).min(NAME);
    let marks_wide = widest(&marks).unwrap_or(0);
    let mut lines: Vec<Line> = Vec::new();
    for (at, marked) in screen.marked.iter().enumerate() {
        let own = at == screen.cursor;
        let style = if own { theme.strong } else { theme.text };
        let changed = marked.lines.iter().any(|line| screen.has_changed(marked, line.number));
        let verdict = verdict(marked);
        let start = format!("{}{}", if own { "▸" } else { " " }, if changed { "*" } else { " " });
        let head =
            format!(" {} {}  ", cell(&shown(marked.who()), name), cell_right(&marks(marked), marks_wide));
        let used = width(&start) + 2 + width(&head);
        lines.push(Line::from(vec![
            Span::styled(start, style),
            Span::styled(cell(card::sign(verdict, app.settings.ascii), 2), card::style(verdict, theme)),
            Span::styled(head, style),
            Span::styled(state(marked, columns.saturating_sub(used)), style),
        ]));
    }
    let sheets = lines.len();
    if !screen.remarks.is_empty() {
        lines.push(Line::default());
        let remarks = screen.remarks.iter().flat_map(|remark| wrap(&shown(remark), columns));
        lines.extend(remarks.map(|line| Line::styled(line, theme.warning)));
    }
    if sheets == 0 {
        lines.insert(0, Line::styled("No sheet could be marked.", theme.text));
    }
    let first = follow(0, screen.cursor, usize::from(inside.height));
    pane::lines(&lines, first, inside, buffer);
}

/// How a sheet is written so that it can be marked.
fn how(screen: &SheetsScreen, columns: usize, theme: &Theme) -> Vec<Line<'static>> {
    let text = |text: &str| wrap(text, columns).into_iter().map(|line| Line::styled(line, theme.text));
    let mut lines = vec![Line::default()];
    lines.extend(text("Its first line names the exercise:"));
    let names = screen.exercises().map(|id| format!("  exercise: {}", shown(id)));
    lines.extend(names.map(|name| Line::styled(clip(&name, columns).into_owned(), theme.strong)));
    lines.push(Line::default());
    lines.extend(text("Then each answer has a line:"));
    lines.push(Line::styled("  P(Yes) = 9/14", theme.strong));
    lines
}

/// What is said of a sheet in one sign: that of its worst line.
fn verdict(sheet: &GradedSheet) -> Verdict {
    let open = sheet.lines.iter().any(|line| line.answer.is_none());
    if sheet.has(Verdict::Wrong) {
        Verdict::Wrong
    } else if open || sheet.has(Verdict::Unmarked) {
        Verdict::Unmarked
    } else {
        Verdict::Correct
    }
}

/// `first wrong: 2 P(Sunny|Yes)`, or where there is less room `first wrong: 2`
fn state(sheet: &GradedSheet, room: usize) -> String {
    let wrong = sheet.first_wrong.and_then(|number| sheet.lines.get(number.checked_sub(1)?));
    let open = sheet.lines.iter().filter(|line| line.answer.is_none()).count();
    let unmarked = sheet.lines.iter().filter(|line| line.is(Verdict::Unmarked)).count();
    let (whole, brief) = match (wrong, open, unmarked) {
        (Some(line), ..) => {
            let brief = format!("first wrong: {}", line.number);
            (format!("{brief} {}", shown(&line.short)), brief)
        }
        (None, 0, 0) => ("all right".into(), String::new()),
        (None, 0, unmarked) => (format!("{unmarked} not marked"), format!("{unmarked} open")),
        (None, open, 0) => (format!("{open} not answered"), format!("{open} open")),
        (None, open, unmarked) => {
            (format!("{open} not answered, {unmarked} not marked"), format!("{} open", open + unmarked))
        }
    };
    if width(&whole) <= room { whole } else { clip(&brief, room).into_owned() }
}
