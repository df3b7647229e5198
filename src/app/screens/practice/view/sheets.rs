//! Screen 7, answer sheets: left a list of them with their marks, or one of them line by line; right the feedback for the
//! selected line.

use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::app::screens::practice::sheets::SheetLine;
use crate::app::screens::practice::view::put_case;
use crate::app::terminal::theme::Theme;
use crate::app::widgets::document::Writer;
use crate::app::widgets::pane::{Canvas, cell, cell_of_name, cell_right, mark};
use crate::app::widgets::rows::{right, sign};
use crate::app::words::{clip, shown, width};
use crate::app::{App, follow};
use crate::practice::{GradedSheet, MarkedLine, Verdict};
use crate::report;
use crate::report::{verdict_role, without_formula};
use crate::text::counted;

/// Columns of the longest name of a student.
const NAME: usize = 18;
const NONE: &str = "–";
const SIGN: usize = 4;
/// Panes at least this wide show the answers beside the list of sheets.
const WIDE: usize = 40;
const ANSWER: usize = 9;

pub fn left(pane: &mut Canvas<'_>) {
    let screen = &pane.app.screens.practice.sheets;
    match screen.sheet().filter(|_| screen.open) {
        Some(open) => one_sheet(pane, open),
        None => list(pane),
    }
}

pub fn right_pane(pane: &mut Canvas<'_>) {
    let (app, theme, mut out) = (pane.app, pane.theme, pane.writer());
    let screen = &app.screens.practice.sheets;
    let title = match screen.sheet() {
        _ if screen.open => {
            match screen.line(screen.line) {
                Some(SheetLine::Step(line)) => step(app, line, &mut out),
                Some(SheetLine::Other(left)) => {
                    out.text(&left.text, theme.strong);
                    out.paragraph(&format!("It was not marked: {}.", left.why), theme.warning);
                    out.paragraph(&format!("line {} of the file", left.line), theme.secondary);
                }
                None => out.text("This sheet has no lines.", theme.text),
            }
            "This line".to_owned()
        }
        Some(sheet) => {
            let lines = SheetLayout::new(app, theme, sheet, out.columns);
            out.lines = sheet.lines.iter().map(|line| lines.beside(line)).collect();
            clip(&shown(sheet.who()), out.columns.saturating_sub(4)).into_owned()
        }
        None => {
            out.paragraph("Its first line names the exercise:", theme.text);
            for id in screen.library.ids() {
                out.line(clip(&format!("  exercise: {}", shown(id)), out.columns), theme.strong);
            }
            out.paragraph("Then each answer has a line:", theme.text);
            out.line("  P(Yes) = 9/14", theme.strong);
            "What a sheet looks like".to_owned()
        }
    };
    pane.scrolling(&title, &out.lines, &screen.detail);
}

fn list(pane: &mut Canvas<'_>) {
    let (app, theme) = (pane.app, pane.theme);
    let screen = &app.screens.practice.sheets;
    let right = screen.marked.iter().filter(|sheet| verdict(sheet) == Verdict::Correct).count();
    let foot = match screen.marked.len() {
        0 => "none marked".to_owned(),
        sheets => format!("{}, {right} all right", counted(sheets, "sheet", "sheets")),
    };
    pane.frame("Answer sheets", &foot);
    let sheets = screen.marked.iter();
    let name = sheets.clone().map(|sheet| width(&shown(sheet.who()))).max().unwrap_or(0).min(NAME);
    let marks_wide = sheets.clone().map(|sheet| marks(sheet.marks, sheet.max).len()).max().unwrap_or(0);
    let mut out = pane.inside();
    if screen.marked.is_empty() {
        out.line("No sheet could be marked.", theme.text);
    }
    for (at, sheet) in sheets.enumerate() {
        let selected = at == screen.cursor;
        let style = if selected { theme.strong } else { theme.text };
        let verdict = verdict(sheet);
        let sign = cell(sign(verdict, app.settings.ascii), 2);
        let score = cell_right(&marks(sheet.marks, sheet.max), marks_wide);
        let head = format!(" {} {score}  ", cell(&shown(sheet.who()), name));
        // The mark, the blank after it and the sign.
        let used = 2 + 2 + width(&head);
        out.lines.push(Line::from(vec![
            Span::styled(format!("{} ", mark(selected)), style),
            Span::styled(sign, theme.role(verdict_role(verdict))),
            Span::styled(head, style),
            Span::styled(state(sheet, out.columns.saturating_sub(used)), style),
        ]));
    }
    if !screen.warnings.is_empty() {
        out.blank();
        screen.warnings.iter().for_each(|warning| out.text(warning, theme.warning));
    }
    pane.lines(&out.lines, follow(0, screen.cursor, pane.height()));
}

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

/// Returns `first wrong: 2 P(Sunny|Yes)`, in little room `first wrong: 2`.
fn state(sheet: &GradedSheet, room: usize) -> String {
    let wrong = sheet.first_wrong.and_then(|number| sheet.lines.get(number.checked_sub(1)?));
    let open = sheet.lines.iter().filter(|line| line.answer.is_none()).count();
    let unmarked = sheet.lines.iter().filter(|line| line.is(Verdict::Unmarked)).count();
    let brief = match wrong {
        Some(line) => format!("first wrong: {}", line.number),
        None if open + unmarked == 0 => String::new(),
        None => format!("{} open", open + unmarked),
    };
    let whole = match (wrong, open, unmarked) {
        (Some(line), ..) => format!("{brief} {}", shown(&line.short)),
        (None, 0, 0) => "all right".to_owned(),
        (None, 0, _) => format!("{unmarked} not marked"),
        (None, _, 0) => format!("{open} not answered"),
        (None, ..) => format!("{open} not answered, {unmarked} not marked"),
    };
    if width(&whole) <= room { whole } else { clip(&brief, room).into_owned() }
}

fn one_sheet(pane: &mut Canvas<'_>, sheet: &GradedSheet) {
    let (app, theme) = (pane.app, pane.theme);
    let screen = &app.screens.practice.sheets;
    let title = format!("{} · {}", shown(sheet.who()), shown(&sheet.exercise));
    let wrong = sheet.first_wrong.map(|number| format!("first wrong line: {number} · ")).unwrap_or_default();
    let foot = format!("{wrong}{} of {} marks", number(sheet.marks), number(sheet.max));
    pane.frame(&clip(&title, usize::from(pane.area.width.saturating_sub(7))), &foot);
    if let Some(questions) = screen.questions() {
        put_case(pane, questions, "");
    }
    let columns = pane.columns();
    let layout = SheetLayout::new(app, theme, sheet, columns);
    let mut lines: Vec<Line<'_>> = sheet.lines.iter().map(|line| layout.line(line, screen.line)).collect();
    let mut cursor = screen.line;
    if !sheet.left_over.is_empty() {
        cursor += usize::from(cursor >= lines.len());
        lines.push(Line::default());
    }
    for (at, left) in (sheet.lines.len()..).zip(&sheet.left_over) {
        let selected = at == screen.line;
        let text = format!("{} line {}, not marked: {}", mark(selected), left.line, shown(&left.text));
        let style = if selected { theme.strong } else { theme.warning };
        lines.push(Line::styled(clip(&text, columns).into_owned(), style));
    }
    pane.lines(&lines, follow(0, cursor, pane.height()));
}

/// Returns `4/6`.
fn marks(had: f64, most: f64) -> String {
    format!("{}/{}", number(had), number(most))
}

fn number(marks: f64) -> String {
    let text = format!("{marks:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The columns of the lines of a sheet.
struct SheetLayout<'a> {
    theme: &'a Theme,
    ascii: bool,
    columns: usize,
    label: usize,
    short: bool,
    marks: usize,
}

impl<'a> SheetLayout<'a> {
    fn new(app: &App, theme: &'a Theme, sheet: &GradedSheet, columns: usize) -> SheetLayout<'a> {
        let widest = |text: &dyn Fn(&MarkedLine) -> String| {
            sheet.lines.iter().map(|line| width(&text(line))).max().unwrap_or(0)
        };
        let marks = widest(&|line| self::marks(line.marks, line.max));
        let most = columns.saturating_sub(3 + 2 + 1 + 2 + ANSWER + 1 + SIGN + marks);
        let whole = widest(&|line| shown(&line.label).into_owned());
        let short = whole > most;
        let label = if short { widest(&|line| shown(&line.short).into_owned()).min(most) } else { whole };
        SheetLayout { theme, ascii: app.settings.ascii, columns, label, short, marks }
    }

    /// Returns a line beside the list of sheets: without the answer if there is little room.
    fn beside(&self, line: &MarkedLine) -> Line<'static> {
        if self.columns >= WIDE {
            return self.line(line, usize::MAX);
        }
        let room = self.columns.saturating_sub(3 + 1 + SIGN + self.marks);
        let start = format!("{:>2} {} ", line.number, cell_of_name(&shown(&line.short), room));
        let [sign, marks] = self.end(line, self.theme.text);
        Line::from(vec![Span::styled(start, self.theme.text), sign, marks])
    }

    fn line(&self, line: &MarkedLine, selected: usize) -> Line<'static> {
        let selected = line.number.checked_sub(1) == Some(selected);
        let style = if selected { self.theme.strong } else { self.theme.text };
        let label = cell_of_name(&shown(if self.short { &line.short } else { &line.label }), self.label);
        let start = format!("{}  {:>2} {label}  ", mark(selected), line.number);
        let room = self.columns.saturating_sub(width(&start) + 1 + SIGN + self.marks);
        let typed = line.answer.as_ref().map_or(NONE, |answer| answer.typed.trim());
        let typed_style = if selected { self.theme.cursor } else { self.theme.text };
        let typed = Span::styled(cell(&shown(typed), room), typed_style);
        let [sign, marks] = self.end(line, style);
        Line::from(vec![Span::styled(start, style), typed, Span::raw(" "), sign, marks])
    }

    fn end(&self, line: &MarkedLine, style: Style) -> [Span<'static>; 2] {
        let verdict = line.marked.verdict;
        let with = line.with.first().map(ToString::to_string).unwrap_or_default();
        let (sign, sign_style) = match line.answer {
            None => (String::new(), self.theme.secondary),
            Some(_) => {
                (format!("{}{with}", sign(verdict, self.ascii)), self.theme.role(verdict_role(verdict)))
            }
        };
        let marks = cell_right(&self::marks(line.marks, line.max), self.marks);
        [Span::styled(cell(&sign, SIGN), sign_style), Span::styled(marks, style)]
    }
}

fn step(app: &App, line: &MarkedLine, out: &mut Writer<'_>) {
    let screen = &app.screens.practice.sheets;
    let (theme, at) = (out.theme, line.number.saturating_sub(1));
    let question = screen.questions().and_then(|questions| Some((questions, questions.list.get(at)?)));
    out.text(&line.label, theme.strong);
    if let Some((_, question)) = question {
        out.text(&question.meaning, theme.text);
    }
    out.blank();
    match line.checked() {
        Some(checked) => out.document(&report::card(&checked, out.face)),
        None => out.text(&line.message(out.face), theme.secondary),
    }
    if let Some(line) = line.at {
        out.paragraph(&format!("line {line} of the file"), theme.secondary);
    }
    if line.flagged && line.answer.is_some() {
        out.text("It has few figures but was accepted.", theme.secondary);
    }
    let first = screen.sheet().and_then(|sheet| sheet.first_wrong);
    if let Some(first) = first.filter(|first| line.is(Verdict::Wrong) && line.number > *first) {
        out.paragraph(&format!("Line {first} before it is wrong: start there."), theme.text);
    }
    let Some((questions, question)) = question.filter(|_| screen.shown) else { return };
    out.blank();
    let head = "right:     ";
    let right = right(app, question, out.columns.saturating_sub(head.len()));
    out.lines.push(Line::from(vec![Span::styled(head, theme.secondary), Span::styled(right, theme.strong)]));
    if let Some(step) = questions.step(at) {
        out.formula(&without_formula(step));
    }
    if let Some(tree) = questions.tree(at) {
        out.blank();
        out.tree(tree);
    }
}
