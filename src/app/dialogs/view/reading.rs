//! Dialogs that are read: the keys scroll them.

use ratatui::layout::{Margin, Position, Rect};
use ratatui::text::{Line, Span};

use crate::app::widgets::pane::{Pane, cell, closes, reach, scrolled};
use crate::app::words::{clip, shown};
use crate::app::{
    ArgumentDialog, CONVENTIONS_HEIGHT, CONVENTIONS_WIDTH, ConventionsDialog, HELP_HEIGHT, HELP_WIDTH,
    HelpLine, HelpScreen, ProblemDialog, WarningLine, WarningsDialog,
};
use crate::report;
use crate::report::Block;

const WIDTH: u16 = 100;

pub fn against(pane: &mut Pane<'_>, dialog: &ConventionsDialog) -> Option<Position> {
    let (app, theme) = (pane.app, pane.theme);
    let size = app.frame.dialog(CONVENTIONS_WIDTH, CONVENTIONS_HEIGHT);
    let mut text = pane.writer();
    text.columns = usize::from(size.0.saturating_sub(4));
    match dialog.found() {
        None => text.text("comparing …", theme.secondary),
        Some(Err(why)) => text.text(why, theme.text),
        Some(Ok(found)) => text.spaced(&report::compared(found, 60)),
    }
    // The border, the choice and a blank line.
    let list = Rect { x: 0, y: 0, width: size.0, height: size.1.saturating_sub(4) };
    let (scroll, foot) = scrolled(app, text.lines.len(), dialog.scroll, list);
    pane.dialog("Why does my other program give another number?", &foot, size);
    let line = pane.take(2);
    let choice = vec![
        Span::styled(format!("here {}, there ", dialog.here.program()), theme.text),
        Span::styled(format!("← {} →", dialog.there.program()), theme.cursor),
    ];
    pane.row(line, choice);
    pane.lines(&text.lines, scroll);
    None
}

pub fn argument(pane: &mut Pane<'_>, dialog: &ArgumentDialog) -> Option<Position> {
    let size = pane.app.frame.dialog(WIDTH, u16::MAX);
    let mut text = pane.writer();
    text.columns = usize::from(size.0.saturating_sub(4));
    let mut argument = report::argument_up_to(dialog.shown(), dialog.revealed);
    argument.blocks.retain(|block| !matches!(block, Block::Heading(_)));
    text.spaced(&argument);
    let title = format!("Why this formula? {}", shown(&dialog.argument.parameter.to_string()));
    let title = clip(&title, usize::from(size.0.saturating_sub(8)));
    pane.text_dialog(&title, "PgDn · ", size, &text.lines, dialog.scroll);
    None
}

pub fn help(pane: &mut Pane<'_>, help: &HelpScreen) -> Option<Position> {
    let (app, theme) = (pane.app, pane.theme);
    let (columns, _) = app.frame.dialog(HELP_WIDTH, HELP_HEIGHT);
    let keys_width = if columns < HELP_WIDTH { 18 } else { 24 };
    let room = usize::from(columns).saturating_sub(keys_width + 7);
    let line = |line| match line {
        HelpLine::Blank => Line::default(),
        HelpLine::Heading(title) => Line::styled(title, theme.heading),
        HelpLine::Key(keys, sentence) => Line::from(vec![
            Span::styled(format!("  {} ", cell(&keys, keys_width)), theme.key),
            Span::styled(clip(sentence, room).into_owned(), theme.text),
        ]),
    };
    let lines: Vec<Line<'_>> = help.lines().into_iter().map(line).collect();
    let (_, rows) = app.frame.dialog(HELP_WIDTH, HELP_HEIGHT.min(lines.len().clamp(6, 40) as u16 + 4));
    let list = Rect { x: 0, y: 0, width: columns, height: rows.saturating_sub(4) };
    let (scroll, place) = scrolled(app, lines.len(), help.scroll, list);
    pane.dialog(&format!("Keys: {}", help.title()), &closes(&place, "PgDn · "), (columns, rows));
    let line = pane.take(2);
    let cursor = if help.typing || !help.field.text().is_empty() {
        pane.field("/ ", &help.field, line).filter(|_| help.typing)
    } else {
        pane.row(line, Line::styled("/ searches these keys", theme.secondary));
        None
    };
    if lines.is_empty() {
        pane.lines(&[Line::raw("No key matches. Esc: show all keys.")], 0);
    }
    pane.lines(&lines, scroll);
    cursor
}

pub fn problem(pane: &mut Pane<'_>, dialog: &ProblemDialog) -> Option<Position> {
    let app = pane.app;
    let (columns, _) = app.frame.dialog(64, 1);
    let mut text = pane.writer();
    text.columns = usize::from(columns.saturating_sub(4));
    text.problem(&dialog.problem);
    let mut lines = text.lines;
    let choices = &dialog.problem.choices;
    lines.extend((!choices.is_empty()).then(Line::default));
    lines.extend(choices.iter().enumerate().map(|(at, (choice, _))| {
        let choice = clip(choice, usize::from(columns.saturating_sub(7)));
        pane.entry(at == dialog.cursor, &format!("{choice} "))
    }));
    let size = app.frame.dialog(columns, u16::try_from(lines.len()).unwrap_or(u16::MAX).saturating_add(3));
    let list = Rect { x: 0, y: 0, width: size.0, height: size.1.saturating_sub(2) };
    // The selected choice stays in sight.
    let selected = lines.len().saturating_sub(choices.len()) + dialog.cursor + 1;
    let least = if choices.is_empty() { 0 } else { selected.saturating_sub(usize::from(list.height)) };
    let (scroll, place) = scrolled(app, lines.len(), dialog.scroll.max(least), list);
    pane.dialog(dialog.title, &closes(&place, ""), size);
    pane.lines(&lines, scroll);
    None
}

pub fn warnings(pane: &mut Pane<'_>, dialog: &WarningsDialog) -> Option<Position> {
    let (app, theme) = (pane.app, pane.theme);
    let lines = dialog.lines(app);
    let (scroll, place) = reach(lines.len(), dialog.scroll, pane.area.inner(Margin::new(1, 1)));
    let area = pane.area;
    pane.dialog("Warnings", &closes(&place, ""), (area.width, area.height));
    let line = |line: &WarningLine| {
        let mark = match line {
            WarningLine { first: false, .. } => " ",
            WarningLine { selected: true, .. } => "▸",
            _ => " ",
        };
        let tick = if line.holds && line.first { "✓" } else { " " };
        let (lead, style) = match line {
            _ if line.is_fix => (format!("  {mark} {tick} "), theme.text),
            _ if line.settled => (format!("{mark}{tick}"), theme.secondary),
            _ => (format!("{mark}{tick}"), theme.strong),
        };
        let style = if line.selected { theme.cursor } else { style };
        Line::styled(format!("{lead}{}", line.text), style)
    };
    let lines: Vec<Line<'_>> = lines.iter().map(line).collect();
    pane.lines(&lines, scroll);
    None
}
