//! Screen 7, answer sheets: left a list of them with their marks, or one of them line by line; right the feedback for the
//! selected line.

use ratatui::text::{Line, Span};

use crate::app::prelude::*;
use crate::app::screens::practice::view::{VALUE, fitting, put_case, signed};
use crate::app::widgets::rows::written;
use crate::app::widgets::table::draw_tables;
use crate::practice::{GradedSheet, MarkedLine};
use crate::report::{mark_words, without_formula};

const NAME: usize = 18;

pub fn left(pane: &mut Canvas<'_>) {
    let screen = &pane.app.screens.practice.sheets;
    match screen.sheet().filter(|_| screen.open) {
        Some(open) => one_sheet(pane, open),
        None => list(pane),
    }
}

pub fn right(pane: &mut Canvas<'_>) {
    let (app, theme, mut out) = (pane.app, pane.theme, pane.writer());
    let screen = &app.screens.practice.sheets;
    let mut title = "This line".to_owned();
    match (screen.sheet(), screen.step()) {
        (Some(_), Some(line)) if screen.open => step(app, line, &mut out),
        (Some(sheet), None) if screen.open => {
            match screen.line.checked_sub(sheet.lines.len()).and_then(|at| sheet.left_over.get(at)) {
                Some(left) => {
                    out.text(&left.text, theme.strong);
                    out.paragraph(&format!("It was not marked: {}.", left.why), theme.warning);
                    out.paragraph(&format!("line {} of the file", left.line), theme.secondary);
                }
                None => out.text("This sheet has no lines.", theme.text),
            }
        }
        (Some(sheet), _) => {
            let title = clip(&shown(sheet.who()), out.columns.saturating_sub(4)).into_owned();
            // Its border and the heading.
            screen.detail.text(sheet.lines.len(), pane.height().saturating_sub(3));
            pane.frame(&title, &screen.detail.place(sheet.lines.len()));
            steps(app, theme, sheet, pane.columns(), None).draw(pane, &screen.detail);
            return;
        }
        (None, _) => {
            title = "What a sheet looks like".to_owned();
            out.paragraph("Its first line names the exercise:", theme.text);
            for id in screen.exercises.ids() {
                out.line(clip(&format!("  exercise: {}", shown(id)), out.columns), theme.strong);
            }
            out.paragraph("Then each answer has a line:", theme.text);
            out.line("  P(Yes) = 9/14", theme.strong);
        }
    }
    pane.scrolling(&title, &out.lines, &screen.detail);
}

fn list(pane: &mut Canvas<'_>) {
    let (app, theme) = (pane.app, pane.theme);
    let screen = &app.screens.practice.sheets;
    let right = screen.marked.iter().filter(|sheet| summary(sheet).0 == Verdict::Correct).count();
    let foot = match screen.marked.len() {
        0 => "none marked".to_owned(),
        all => format!("{}, {right} all right", counted(all, "sheet", "sheets")),
    };
    pane.frame("Answer sheets", &foot);
    let row = |at: usize| {
        let Some(sheet) = screen.marked.get(at) else { return Vec::new() };
        let (verdict, summary) = summary(sheet);
        vec![
            signed(app, theme, verdict, ""),
            shown(sheet.who()).into_owned().into(),
            marks(sheet.marks, sheet.max).into(),
            summary.into(),
        ]
    };
    let columns = [Column::text(""), Column::text("").most(NAME), Column::number(""), Column::prose("")];
    Table::new(columns, screen.marked.len(), row).row(screen.cursor).draw(pane, &screen.scroll);
    let mut out = pane.inside();
    if screen.marked.is_empty() {
        out.line("No sheet could be marked.", theme.text);
    }
    if !screen.warnings.is_empty() {
        out.blank();
        screen.warnings.iter().for_each(|warning| out.text(warning, theme.warning));
    }
    pane.lines(&out.lines, 0);
}

/// Returns the verdict on a sheet, and the reason: `first wrong: 2 P(Sunny|Yes)`.
fn summary(sheet: &GradedSheet) -> (Verdict, String) {
    let wrong = sheet.first_wrong.and_then(|number| sheet.lines.get(number.checked_sub(1)?));
    let open = sheet.lines.iter().filter(|line| line.answer.is_none()).count();
    let unmarked = sheet.lines.iter().filter(|line| line.is(Verdict::Unmarked)).count();
    match (wrong, open, unmarked) {
        (Some(line), ..) => (Verdict::Wrong, format!("first wrong: {} {}", line.number, shown(&line.short))),
        (None, 0, 0) => (Verdict::Correct, "all right".to_owned()),
        (None, 0, _) => (Verdict::Unmarked, format!("{unmarked} not marked")),
        (None, _, 0) => (Verdict::Unmarked, format!("{open} not answered")),
        (None, ..) => (Verdict::Unmarked, format!("{open} not answered, {unmarked} not marked")),
    }
}

fn one_sheet(pane: &mut Canvas<'_>, sheet: &GradedSheet) {
    let (app, theme) = (pane.app, pane.theme);
    let screen = &app.screens.practice.sheets;
    let title = format!("{} · {}", shown(sheet.who()), shown(&sheet.exercise));
    let wrong = sheet.first_wrong.map(|number| format!("first wrong line: {number} · ")).unwrap_or_default();
    let foot = format!("{wrong}{} of {} marks", mark_words(sheet.marks), mark_words(sheet.max));
    pane.frame(&clip(&title, usize::from(pane.area.width.saturating_sub(7))), &foot);
    if let Some((_, questions, _)) = screen.answered() {
        put_case(pane, questions, "");
    }
    let lens = [sheet.lines.len(), sheet.left_over.len()];
    let left_over = |at: usize| {
        let Some(left) = sheet.left_over.get(at) else { return Vec::new() };
        let cells = [format!("line {}", left.line), shown(&left.text).into_owned()];
        cells.map(|text| TableCell::styled(text, theme.warning)).into()
    };
    let left_over = Table::new([Column::text("not marked"), Column::prose("")], lens[1], left_over)
        .row(screen.line.checked_sub(lens[0]).unwrap_or(usize::MAX))
        .offset(lens[0]);
    let tables = [steps(app, theme, sheet, pane.columns(), Some(screen.line)), left_over];
    let lens = if lens[1] == 0 { &lens[..1] } else { &lens };
    draw_tables(pane, &screen.scroll, lens, screen.line, |pane, at, _, first| {
        tables.get(at).map(|table| table.draw_from(pane, first));
    });
}

fn marks(had: f64, most: f64) -> String {
    format!("{}/{}", mark_words(had), mark_words(most))
}

/// Returns the steps of a sheet. Beside the list none is selected, and in little room there are no answers.
fn steps<'a>(
    app: &'a App,
    theme: &'a Theme,
    sheet: &'a GradedSheet,
    columns: usize,
    selected: Option<usize>,
) -> Table<'a> {
    fitting(columns, |short, room| {
        let row = move |at: usize| {
            let Some(line) = sheet.lines.get(at) else { return Vec::new() };
            let typed = line.answer.as_ref().map_or("–", |answer| answer.typed.trim());
            let with = line.with.first().map(ToString::to_string).unwrap_or_default();
            let sign = line.answer.as_ref().map(|_| signed(app, theme, line.marked.verdict, &with));
            vec![
                line.number.to_string().into(),
                shown(if short { &line.short } else { &line.label }).into_owned().into(),
                clip(&shown(typed), room).into_owned().into(),
                sign.unwrap_or_default(),
                marks(line.marks, line.max).into(),
            ]
        };
        let answer = Column::prose("answer").least(VALUE);
        let columns = [
            Column::number("").least(2),
            Column::formula("step"),
            if selected.is_some() { answer } else { answer.optional() },
            Column::text(""),
            Column::number("marks"),
        ];
        Table::new(columns, sheet.lines.len(), row).row(selected.unwrap_or(usize::MAX))
    })
}

fn step(app: &App, line: &MarkedLine, out: &mut Writer<'_>) {
    let screen = &app.screens.practice.sheets;
    let (theme, at) = (out.theme, line.number.saturating_sub(1));
    let question = screen.answered().and_then(|(_, questions, _)| Some((questions, questions.list.get(at)?)));
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
    let first = screen.sheet().and_then(|sheet| sheet.first_wrong);
    if let Some(first) = first.filter(|first| line.is(Verdict::Wrong) && line.number > *first) {
        out.paragraph(&format!("Line {first} before it is wrong: start there."), theme.text);
    }
    let Some((questions, question)) = question.filter(|_| screen.shown) else { return };
    out.blank();
    let head = "right:     ";
    let right = written(app, &question.right, out.columns.saturating_sub(head.len()));
    out.lines.push(Line::from(vec![Span::styled(head, theme.secondary), Span::styled(right, theme.strong)]));
    if let Some(step) = questions.step(at) {
        out.formula(&without_formula(step));
    }
}
