//! Screen 7, answer sheets: a list of them with their marks; one of them, marked line by line; and what is said of the
//! selected line.

use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::app::screens::practice::view::put_case;
use crate::app::screens::practice::{SheetLine, SheetsScreen};
use crate::app::terminal::theme::Theme;
use crate::app::widgets::document::Writer;
use crate::app::widgets::pane::{Pane, cell, cell_of_name, cell_right, mark};
use crate::app::widgets::rows::{right, sign};
use crate::app::words::{clip, shown, width};
use crate::app::{App, follow};
use crate::practice::worksheet::Questions;
use crate::practice::{GradedSheet, LeftOver, MarkedLine, Verdict};
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

pub fn left(pane: &mut Pane<'_>) {
    let screen = &pane.app.screens.practice.sheets;
    match screen.sheet().filter(|_| screen.open) {
        Some(open) => one_sheet(pane, open),
        None => list(pane),
    }
}

pub fn right_pane(pane: &mut Pane<'_>) {
    let (app, mut out) = (pane.app, pane.writer());
    let screen = &app.screens.practice.sheets;
    let title = match screen.sheet() {
        _ if screen.open => {
            match screen.line(screen.line) {
                Some(SheetLine::Step(line)) => step(app, line, &mut out),
                Some(SheetLine::Other(left)) => unmarked(left, &mut out),
                None => out.text("This sheet has no lines.", pane.theme.text),
            }
            "This line".to_owned()
        }
        Some(sheet) => {
            let lines = Lines::new(app, sheet, out.columns, pane.theme);
            out.lines = sheet.lines.iter().map(|line| lines.beside(line)).collect();
            clip(&shown(sheet.who()), out.columns.saturating_sub(4)).into_owned()
        }
        None => {
            how(screen, &mut out);
            "What a sheet looks like".to_owned()
        }
    };
    pane.scrolled(&title, &out.lines, screen.detail);
}

fn list(pane: &mut Pane<'_>) {
    let (app, theme) = (pane.app, pane.theme);
    let screen = &app.screens.practice.sheets;
    let right = screen.marked.iter().filter(|sheet| verdict(sheet) == Verdict::Correct).count();
    let foot = match screen.marked.len() {
        0 => "none marked".to_owned(),
        sheets => format!("{}, {right} all right", counted(sheets, "sheet", "sheets")),
    };
    pane.frame("Answer sheets", &foot);
    let widest =
        |text: &dyn Fn(&GradedSheet) -> String| screen.marked.iter().map(|sheet| width(&text(sheet))).max();
    let name = widest(&|sheet| shown(sheet.who()).into_owned()).unwrap_or(0).min(NAME);
    let marks_wide = widest(&|sheet| marks(sheet.marks, sheet.max)).unwrap_or(0);
    let mut out = pane.inside();
    if screen.marked.is_empty() {
        out.line("No sheet could be marked.", theme.text);
    }
    for (at, marked) in screen.marked.iter().enumerate() {
        let own = at == screen.cursor;
        let style = if own { theme.strong } else { theme.text };
        let verdict = verdict(marked);
        let start = format!("{} ", mark(own));
        let score = cell_right(&marks(marked.marks, marked.max), marks_wide);
        let head = format!(" {} {score}  ", cell(&shown(marked.who()), name));
        let used = width(&start) + 2 + width(&head);
        let sign = cell(sign(verdict, app.settings.ascii), 2);
        out.lines.push(Line::from(vec![
            Span::styled(start, style),
            Span::styled(sign, theme.role(verdict_role(verdict))),
            Span::styled(head, style),
            Span::styled(state(marked, out.columns.saturating_sub(used)), style),
        ]));
    }
    if !screen.warnings.is_empty() {
        out.blank();
        screen.warnings.iter().for_each(|warning| out.text(warning, theme.warning));
    }
    pane.lines(&out.lines, follow(0, screen.cursor, pane.height()));
}

/// How a sheet is written so that it can be marked.
fn how(screen: &SheetsScreen, out: &mut Writer<'_>) {
    let theme = out.theme;
    out.paragraph("Its first line names the exercise:", theme.text);
    for id in screen.exercises() {
        out.line(clip(&format!("  exercise: {}", shown(id)), out.columns), theme.strong);
    }
    out.paragraph("Then each answer has a line:", theme.text);
    out.line("  P(Yes) = 9/14", theme.strong);
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

fn one_sheet(pane: &mut Pane<'_>, sheet: &GradedSheet) {
    let (app, theme) = (pane.app, pane.theme);
    let screen = &app.screens.practice.sheets;
    let title = format!("{} · {}", shown(sheet.who()), shown(&sheet.exercise));
    let wrong = sheet.first_wrong.map(|number| format!("first wrong line: {number} · ")).unwrap_or_default();
    let foot = format!("{wrong}{} of {} marks", number(sheet.marks), number(sheet.max));
    pane.frame(&clip(&title, usize::from(pane.area.width.saturating_sub(7))), &foot);
    if let Some(questions) = screen.questions() {
        put_case(pane, questions, "");
    }
    let own = Lines::new(app, sheet, pane.columns(), theme);
    let mut lines: Vec<Line<'_>> = sheet.lines.iter().map(|line| own.line(line, true)).collect();
    let mut cursor = screen.line;
    if !sheet.left_over.is_empty() {
        cursor += usize::from(cursor >= lines.len());
        lines.push(Line::default());
        let others = (sheet.lines.len()..).zip(&sheet.left_over);
        lines.extend(others.map(|(at, left)| own.other(at, left)));
    }
    pane.lines(&lines, follow(0, cursor, pane.height()));
}

/// `4/6`
fn marks(had: f64, most: f64) -> String {
    format!("{}/{}", number(had), number(most))
}

fn number(marks: f64) -> String {
    let text = format!("{marks:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

struct Lines<'a> {
    app: &'a App,
    columns: usize,
    label: usize,
    short: bool,
    marks: usize,
    theme: &'a Theme,
}

impl<'a> Lines<'a> {
    fn new(app: &'a App, sheet: &'a GradedSheet, columns: usize, theme: &'a Theme) -> Lines<'a> {
        let widest = |text: &dyn Fn(&MarkedLine) -> String| {
            sheet.lines.iter().map(|line| width(&text(line))).max().unwrap_or(0)
        };
        let marks = widest(&|line| self::marks(line.marks, line.max));
        let most = columns.saturating_sub(3 + 2 + 1 + 2 + ANSWER + 1 + SIGN + marks);
        let whole = widest(&|line| shown(&line.label).into_owned());
        let short = whole > most;
        let label = if short { widest(&|line| shown(&line.short).into_owned()).min(most) } else { whole };
        Lines { app, columns, label, short, marks, theme }
    }

    fn beside(&self, line: &MarkedLine) -> Line<'static> {
        if self.columns >= WIDE {
            return self.line(line, false);
        }
        let room = self.columns.saturating_sub(3 + 1 + SIGN + self.marks);
        let start = format!("{:>2} {} ", line.number, cell_of_name(&shown(&line.short), room));
        Line::from_iter(
            [Span::styled(start, self.theme.text)].into_iter().chain(self.end(line, self.theme.text)),
        )
    }

    fn line(&self, line: &MarkedLine, cursor: bool) -> Line<'static> {
        let screen = &self.app.screens.practice.sheets;
        let own = cursor && screen.line + 1 == line.number;
        let (style, typed_style) =
            if own { (self.theme.strong, self.theme.cursor) } else { (self.theme.text, self.theme.text) };
        let label = shown(if self.short { &line.short } else { &line.label });
        let label = cell_of_name(&label, self.label);
        let start = format!("{}  {:>2} {label}  ", mark(own), line.number);
        let room = self.columns.saturating_sub(width(&start) + 1 + SIGN + self.marks);
        let typed = line.answer.as_ref().map(|answer| shown(answer.typed.trim()).into_owned());
        let typed = cell(typed.as_deref().unwrap_or(NONE), room);
        let start = [Span::styled(start, style), Span::styled(typed, typed_style), Span::raw(" ")];
        Line::from_iter(start.into_iter().chain(self.end(line, style)))
    }

    fn end(&self, line: &MarkedLine, style: Style) -> [Span<'static>; 2] {
        let verdict = line.marked.verdict;
        let (sign, sign_style) = match line.answer {
            None => (String::new(), self.theme.secondary),
            Some(_) => {
                let with = line.with.first().map(ToString::to_string).unwrap_or_default();
                let sign = format!("{}{with}", sign(verdict, self.app.settings.ascii));
                (sign, self.theme.role(verdict_role(verdict)))
            }
        };
        let marks = cell_right(&self::marks(line.marks, line.max), self.marks);
        [Span::styled(cell(&sign, SIGN), sign_style), Span::styled(marks, style)]
    }

    fn other(&self, at: usize, left: &LeftOver) -> Line<'static> {
        let own = at == self.app.screens.practice.sheets.line;
        let text = format!("{} line {}, not marked: {}", mark(own), left.line, shown(&left.text));
        let style = if own { self.theme.strong } else { self.theme.warning };
        Line::styled(clip(&text, self.columns).into_owned(), style)
    }
}

fn step(app: &App, line: &MarkedLine, out: &mut Writer<'_>) {
    let screen = &app.screens.practice.sheets;
    let (theme, at) = (out.theme, line.number.saturating_sub(1));
    let questions = screen.questions();
    out.text(&line.label, theme.strong);
    if let Some(question) = questions.and_then(|questions| questions.list.get(at)) {
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
    if let Some(questions) = questions.filter(|_| screen.shown) {
        belongs(app, questions, at, out);
    }
}

fn belongs(app: &App, questions: &Questions, at: usize, out: &mut Writer<'_>) {
    let theme = out.theme;
    let Some(question) = questions.list.get(at) else { return };
    out.blank();
    let head = "right:     ";
    let right = right(app, question, out.columns.saturating_sub(head.len()));
    let spans = vec![Span::styled(head, theme.secondary), Span::styled(right, theme.strong)];
    out.lines.push(Line::from(spans));
    if let Some(step) = questions.step(at) {
        out.formula(&without_formula(step));
    }
    if let Some(tree) = questions.tree(at) {
        out.blank();
        out.tree(tree);
    }
}

fn unmarked(left: &LeftOver, out: &mut Writer<'_>) {
    let theme = out.theme;
    out.text(&left.text, theme.strong);
    out.paragraph(&format!("It was not marked: {}.", left.why), theme.warning);
    out.paragraph(&format!("line {} of the file", left.line), theme.secondary);
}
