//! Screen 7, left: one answer sheet, marked line by line.
//!
//! ```text
//! ┏━ ▶ s02 · weather-sunny ━━━━━━━━━━━━━━━━━━━━┓
//! ┃ Weather=Sunny                              ┃
//! ┃                                            ┃
//! ┃    1 P(Yes)        9/14              ✓  1/1┃
//! ┃ ▸  2 P(Sunny|Yes)  3/14              ✗  0/2┃
//! ┃    3 score(Yes)    3/14 * 9/14       ✓2 1/1┃
//! ┃    4 class         –                    0/1┃
//! ┃                                            ┃
//! ┃   line 8 answers no step: P(Maybe) = 3     ┃
//! ┗━━━━━━━ first wrong line: 2 · 2 of 5 marks ━┛
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::super::card;
use super::super::pane::{self, Frame, cell, cell_of_name, cell_right};
use super::super::theme::Theme;
use super::steps::case_lines;
use crate::practice::{GradedSheet, LeftOver, MarkedLine};
use crate::report;
use crate::workbench::words::{clip, shown, width};
use crate::workbench::{App, follow};

/// What stands where there is no answer.
const NONE: &str = "–";
/// The most lines that the case takes.
const CASE: usize = 2;
/// Columns of a sign with the line that an answer is right with.
const SIGN: usize = 4;
/// Panes at least this wide show the answers beside the list of sheets.
const WIDE: usize = 40;
/// The least columns of an answer.
const ANSWER: usize = 9;

/// Draws the pane.
pub fn draw(app: &App, sheet: &GradedSheet, theme: &Theme, focused: bool, area: Rect, buffer: &mut Buffer) {
    let screen = &app.screens.practice.sheets;
    let title = format!("{} · {}", shown(sheet.who()), shown(&sheet.exercise));
    let title = clip(&title, usize::from(area.width.saturating_sub(7))).into_owned();
    let inside = Frame { title: &title, foot: &foot(sheet), focused }.draw(theme, area, buffer);
    let columns = usize::from(inside.width);
    let mut head = Vec::new();
    if let Some((questions, case)) = screen.questions().and_then(|all| Some((all, all.case.as_ref()?))) {
        let cells = report::case_cells(&questions.fitted, case);
        head = case_lines(&cells, "", theme, columns, CASE);
        head.push(Line::default());
    }
    pane::lines(&head, 0, inside, buffer);
    let used = u16::try_from(head.len()).unwrap_or(u16::MAX).min(inside.height);
    let body = Rect { y: inside.y + used, height: inside.height - used, ..inside };
    let pen = Pen::new(app, sheet, columns, theme);
    let mut lines: Vec<Line> = sheet.lines.iter().map(|line| pen.line(line, true)).collect();
    let mut cursor = screen.line;
    if !sheet.left_over.is_empty() {
        // What answers no step stands apart.
        cursor += usize::from(cursor >= lines.len());
        lines.push(Line::default());
        lines.extend(
            sheet.left_over.iter().enumerate().map(|(at, left)| pen.other(sheet.lines.len() + at, left)),
        );
    }
    let first = follow(0, cursor, usize::from(body.height));
    pane::lines(&lines, first, body, buffer);
}

/// The steps of a sheet with their signs, for beside the list; with the answers where there is room.
pub fn signs(app: &App, sheet: &GradedSheet, columns: usize, theme: &Theme) -> Vec<Line<'static>> {
    let pen = Pen::new(app, sheet, columns, theme);
    let brief = |line: &MarkedLine| {
        let room = columns.saturating_sub(3 + 1 + SIGN + pen.marks);
        let (sign, style) = pen.sign(line);
        Line::from(vec![
            Span::styled(
                format!("{:>2} {} ", line.number, cell_of_name(&shown(&line.short), room)),
                theme.text,
            ),
            Span::styled(cell(&sign, SIGN), style),
            Span::styled(cell_right(&marks(line.marks, line.max), pen.marks), theme.text),
        ])
    };
    let line = |line| if columns < WIDE { brief(line) } else { pen.line(line, false) };
    sheet.lines.iter().map(line).collect()
}

/// `first wrong line: 2 · 4 of 6 marks`
fn foot(sheet: &GradedSheet) -> String {
    let wrong = sheet.first_wrong.map(|number| format!("first wrong line: {number} · ")).unwrap_or_default();
    format!("{wrong}{} of {} marks", number(sheet.marks), number(sheet.max))
}

/// `4/6`
pub fn marks(had: f64, most: f64) -> String {
    format!("{}/{}", number(had), number(most))
}

/// Marks as short as they are exact, to two decimals.
fn number(marks: f64) -> String {
    let text = format!("{marks:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

struct Pen<'a> {
    app: &'a App,
    sheet: &'a GradedSheet,
    columns: usize,
    /// Columns of the labels.
    label: usize,
    /// Whether labels go without their features.
    short: bool,
    /// Columns of the marks.
    marks: usize,
    theme: &'a Theme,
}

impl<'a> Pen<'a> {
    fn new(app: &'a App, sheet: &'a GradedSheet, columns: usize, theme: &'a Theme) -> Pen<'a> {
        let widest = |text: &dyn Fn(&MarkedLine) -> String| {
            sheet.lines.iter().map(|line| width(&text(line))).max().unwrap_or(0)
        };
        let marks = widest(&|line| self::marks(line.marks, line.max));
        let most = columns.saturating_sub(3 + 2 + 1 + 2 + ANSWER + 1 + SIGN + marks);
        let whole = widest(&|line| shown(&line.label).into_owned());
        let short = whole > most;
        let label = if short { widest(&|line| shown(&line.short).into_owned()).min(most) } else { whole };
        Pen { app, sheet, columns, label, short, marks, theme }
    }

    /// A step: its number, its label, what was typed, the sign, the marks.
    fn line(&self, line: &MarkedLine, cursor: bool) -> Line<'static> {
        let screen = &self.app.screens.practice.sheets;
        let own = cursor && screen.line + 1 == line.number;
        let changed = screen.has_changed(self.sheet, line.number);
        let style = if own { self.theme.strong } else { self.theme.text };
        let start = format!(
            "{}{} {:>2} {}  ",
            if own { "▸" } else { " " },
            if changed { "*" } else { " " },
            line.number,
            cell_of_name(&shown(if self.short { &line.short } else { &line.label }), self.label)
        );
        let room = self.columns.saturating_sub(width(&start) + 1 + SIGN + self.marks);
        let typed = line.answer.as_ref().map(|answer| shown(answer.typed.trim()).into_owned());
        let typed = cell(typed.as_deref().unwrap_or(NONE), room);
        let (sign, sign_style) = self.sign(line);
        Line::from(vec![
            Span::styled(start, style),
            Span::styled(typed, if own { self.theme.cursor } else { self.theme.text }),
            Span::raw(" "),
            Span::styled(cell(&sign, SIGN), sign_style),
            Span::styled(cell_right(&self::marks(line.marks, line.max), self.marks), style),
        ])
    }

    /// The verdict, with the line that an answer is right with.
    fn sign(&self, line: &MarkedLine) -> (String, Style) {
        if line.answer.is_none() {
            return (String::new(), self.theme.secondary);
        }
        let sign = card::sign(line.marked.verdict, self.app.settings.ascii);
        let with = line.with.first().map(ToString::to_string).unwrap_or_default();
        (format!("{sign}{with}"), card::style(line.marked.verdict, self.theme))
    }

    /// A line that answers no step.
    fn other(&self, at: usize, left: &LeftOver) -> Line<'static> {
        let own = at == self.app.screens.practice.sheets.line;
        let place = match &left.column {
            Some(_) => "a column".to_owned(),
            None => format!("line {}", left.line),
        };
        let text = format!("{} {place}, not marked: {}", if own { "▸" } else { " " }, shown(&left.text));
        let style = if own { self.theme.strong } else { self.theme.warning };
        Line::styled(clip(&text, self.columns).into_owned(), style)
    }
}
