//! Dialogs that are lists with a selected line.

use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};

use crate::app::dialogs::palette;
use crate::app::dialogs::palette::{Does, Palette};
use crate::app::dialogs::picture::{Choice, PictureDialog};
use crate::app::screens::model::ListDialog;
use crate::app::settings::{SETTINGS, Setting};
use crate::app::terminal::theme::class_mark;
use crate::app::widgets::pane::{Pane, cell, mark, reach};
use crate::app::widgets::rows;
use crate::app::words::digits;
use crate::app::words::{clip, shown, width, wrap};
use crate::app::{
    App, CHOOSE_HEIGHT, CHOOSE_WIDTH, ChooseDialog, Field, FilterLine, FindLine, GivenLine, LOOK_HEIGHT,
    LOOK_WIDTH, LookDialog, Pick, RowLine, SettingsDialog, TEST_HEIGHT, TEST_WIDTH, TestDialog, TestLine,
    View, WAYS_HEIGHT, WAYS_WIDTH, Way, WaysDialog,
};
use crate::evaluate::Measured;
use crate::text::counted;

const CLASS: usize = 14;

pub fn choose(pane: &mut Pane<'_>, dialog: &ChooseDialog) -> Option<Position> {
    let (app, theme) = (pane.app, pane.theme);
    let foot = format!("{} of {}", (dialog.cursor + 1).min(dialog.len()), dialog.len());
    pane.dialog("Choose the case", &foot, app.frame.dialog(CHOOSE_WIDTH, CHOOSE_HEIGHT));
    let line = pane.take(2);
    let cursor = pane.field("row: ", &dialog.field, line);
    let fitted = app.session.fitted()?;
    let number = digits(fitted.data.table.rows()).max(5);
    let room = pane.columns().saturating_sub(number + 4 + CLASS);
    let names = rows::names(app, fitted, room);
    let mut lines = vec![Line::styled(format!("  {}  {names}", cell("row", number)), theme.heading)];
    for at in (dialog.scroll..dialog.len()).take(pane.height().saturating_sub(1)) {
        let selected = at == dialog.cursor;
        let (label, cells, (class, style)) = match dialog.pick(at) {
            Some(Pick::Row(row)) => {
                let cells = rows::features(app, fitted, &fitted.data.table, row, room);
                ((row + 1).to_string(), cells, rows::class(fitted, fitted.class_of_row(row), theme))
            }
            Some(Pick::Query) => ("query".to_owned(), query(app, room), ("?".to_owned(), theme.secondary)),
            Some(Pick::Changed(_)) | None => continue,
        };
        let mut line = pane.entry(selected, &format!("{}  {}  ", cell(&label, number), cell(&cells, room)));
        let class = cell(&class, CLASS.saturating_sub(2));
        line.push_span(if selected { Span::raw(class) } else { Span::styled(class, style) });
        lines.push(line);
    }
    pane.lines(&lines, 0);
    cursor
}

fn query(app: &App, room: usize) -> String {
    let query = app.session.study.as_ref().and_then(|study| study.recipe.query.as_ref());
    let parts = query.into_iter().flatten().map(|(name, text)| format!("{}={}", shown(name), shown(text)));
    clip(&parts.collect::<Vec<String>>().join(" "), room).into_owned()
}

/// What to find in the data: at the bottom of the screen, so that it hides as few rows as can be.
pub fn find(pane: &mut Pane<'_>, find: &FindLine) -> Option<Position> {
    let body = pane.area;
    pane.area = Rect { y: body.bottom().saturating_sub(4).max(body.y), height: body.height.min(3), ..body };
    pane.dialog("Find", "", pane.app.frame.dialog(56, 3));
    pane.field("/ ", &find.field, pane.area)
}

pub fn filter(pane: &mut Pane<'_>, line: &FilterLine) -> Option<Position> {
    let example = "age>60, again=yes, a=? (missing), actual≠predicted, or any text";
    let (offered, all) = &line.offered;
    let below = match (offered.is_empty(), line.passing) {
        (false, _) => {
            let more = if *all > offered.len() { format!(", … ({all} in all)") } else { String::new() };
            format!("{}{more}", offered.join(", "))
        }
        (true, Some((passing, of))) => format!("{passing} of {}", counted(of, "row", "rows")),
        (true, None) => example.to_owned(),
    };
    asked(pane, ("Filter", "f "), &line.field, line.wrong.as_deref(), &below)
}

pub fn row(pane: &mut Pane<'_>, line: &RowLine) -> Option<Position> {
    asked(pane, ("Go to a row", "row "), &line.field, line.wrong.as_deref(), "")
}

pub fn given(pane: &mut Pane<'_>, line: &GivenLine) -> Option<Position> {
    let names = line.names.iter().map(|name| clip(&shown(name), NAME).into_owned());
    let below = match line.names.len() {
        0..=1 => String::new(),
        2 => "One number; the other one is what is left of 1.".to_owned(),
        many => {
            let named = names.take(NAMES).collect::<Vec<_>>().join(", ");
            let more = if many > NAMES { ", …" } else { "" };
            format!("All {many}, with blanks between them: {named}{more}")
        }
    };
    let title = line.place.quantity().to_string();
    let title = clip(&shown(&title), usize::from(ASKED).saturating_sub(8)).into_owned();
    asked(pane, (&title, "= "), &line.field, line.wrong.as_deref(), &below)
}

const NAMES: usize = 8;

fn asked(
    pane: &mut Pane<'_>,
    (title, prompt): (&str, &str),
    field: &Field,
    wrong: Option<&str>,
    example: &str,
) -> Option<Position> {
    let (columns, _) = pane.app.frame.dialog(ASKED, 3);
    let style = if wrong.is_some() { pane.theme.warning } else { pane.theme.secondary };
    let below = Some(wrong.unwrap_or(example)).filter(|below| !below.is_empty());
    let below = below.map(|below| wrap(below, usize::from(columns).saturating_sub(4))).unwrap_or_default();
    let lines: Vec<Line<'_>> = below.into_iter().map(|line| Line::styled(line, style)).collect();
    let rows = lines.len() as u16 + 3;
    let body = pane.area;
    let height = rows.min(body.height);
    pane.area = Rect { y: body.bottom().saturating_sub(height + 1).max(body.y), height, ..body };
    pane.dialog(title, "", (columns, rows));
    let line = pane.take(1);
    let cursor = pane.field(prompt, field, line);
    pane.lines(&lines, 0);
    cursor
}

const ASKED: u16 = 72;

pub fn palette(pane: &mut Pane<'_>, dialog: &Palette) -> Option<Position> {
    let app = pane.app;
    let foot = counted(dialog.len(), "command", "commands");
    pane.dialog("Commands", &foot, app.frame.dialog(palette::WIDTH, palette::HEIGHT));
    let line = pane.take(2);
    let cursor = pane.field("> ", &dialog.field, line);
    let columns = pane.columns().saturating_sub(3);
    let mut lines = Vec::new();
    for at in (dialog.scroll..dialog.len()).take(Palette::room(app)) {
        let Some(entry) = dialog.get(at) else { continue };
        let left = cell(&shown(&entry.name), columns.saturating_sub(width(&entry.place)));
        let mut line = pane.entry(at == dialog.cursor, &format!("{left} {}", entry.place));
        if matches!(entry.does, Does::Not(_)) && at != dialog.cursor {
            line = line.style(pane.theme.secondary);
        }
        lines.push(line);
    }
    pane.lines(&lines, 0);
    cursor
}

fn menu(pane: &mut Pane<'_>, mut lines: Vec<Line<'static>>) -> Option<Position> {
    lines.insert(0, Line::default());
    pane.lines(&lines, 0);
    None
}

pub fn look(pane: &mut Pane<'_>, dialog: &LookDialog) -> Option<Position> {
    pane.dialog("Views", "", pane.app.frame.dialog(LOOK_WIDTH, LOOK_HEIGHT));
    let view = |(at, view): (usize, &View)| {
        pane.entry(at == dialog.cursor, &format!("{} {}", cell(view.title(), 22), view.answers()))
    };
    let lines = View::ALL.iter().enumerate().map(view).collect();
    menu(pane, lines)
}

pub fn ways(pane: &mut Pane<'_>, dialog: &WaysDialog) -> Option<Position> {
    pane.dialog("How to practise", "", pane.app.frame.dialog(WAYS_WIDTH, WAYS_HEIGHT));
    let way = |(at, way): (usize, &Way)| {
        let star = if dialog.on == Some(at) { "*" } else { " " };
        pane.entry(at == dialog.cursor, &format!("{star} {} {}", cell(way.name(), 16), way.meaning()))
    };
    let lines = Way::ALL.iter().enumerate().map(way).collect();
    menu(pane, lines)
}

pub fn picture(pane: &mut Pane<'_>, dialog: &PictureDialog) -> Option<Position> {
    let lines = dialog.lines(pane.app);
    let height = u16::try_from(lines.len()).unwrap_or(12).saturating_add(4);
    pane.dialog("Picture", "", pane.app.frame.dialog(58, height));
    let room = pane.columns().saturating_sub(30);
    let line = |(at, (_, name, value)): (usize, &(Choice, &str, String))| {
        pane.entry(at == dialog.cursor, &format!("{} ← {} →", cell(name, 20), clip(&shown(value), room)))
    };
    let lines = lines.iter().enumerate().map(line).collect();
    menu(pane, lines)
}

pub fn settings(pane: &mut Pane<'_>, dialog: &SettingsDialog) -> Option<Position> {
    let (settings, theme) = (&pane.app.settings, pane.theme);
    pane.dialog("Settings", "", pane.app.frame.dialog(62, 14));
    let entry = |(at, setting): (usize, &Setting)| {
        let (word, purpose) = setting.chosen(settings);
        pane.entry(dialog.cursor == at, &format!("{:<8} ← {word:^12} →  {purpose}", setting.key))
    };
    let mut lines = vec![Line::default()];
    lines.extend(SETTINGS.iter().enumerate().map(entry));
    lines.extend([Line::default(), Line::styled("Five classes look like this:", theme.secondary)]);
    let mark = |class: usize| Span::styled(format!("{} ", class_mark(class)), theme.class(class));
    let fill = |class: usize| Span::styled(theme.class_fill(class).to_string().repeat(3), theme.class(class));
    lines.push((0..5).map(mark).chain([Span::raw("  ")]).chain((0..5).map(fill)).collect());
    pane.lines(&lines, 0);
    None
}

const NAME: usize = 14;
const VALUE: usize = 11;

pub fn test_on(pane: &mut Pane<'_>, dialog: &TestDialog) -> Option<Position> {
    let theme = pane.theme;
    pane.dialog("Test on", "", pane.app.frame.dialog(TEST_WIDTH, TEST_HEIGHT));
    let columns = pane.columns();
    let line = |(at, line): (usize, TestLine)| {
        let selected = at == dialog.cursor;
        let star = if line.on { "*" } else { " " };
        let value = if line.steps {
            format!("← {} →", cell(&line.value, VALUE - 4).trim_end())
        } else {
            shown(&line.value).into_owned()
        };
        let room = if line.meaning.is_empty() { columns.saturating_sub(NAME + 5) } else { VALUE };
        let (name, value) = (cell(line.name, NAME), cell(&value, room));
        let text = format!("{}{star} {name} {value} {}", mark(selected), line.meaning);
        Line::styled(text, if selected { theme.cursor } else { theme.text })
    };
    let mut lines = vec![Line::default()];
    lines.extend(dialog.lines().into_iter().enumerate().map(line));
    lines.extend([Line::default(), Line::styled("* is what it is tested on now.", theme.secondary)]);
    pane.lines(&lines, 0);
    let area = pane.area;
    let last = Rect { y: area.bottom().saturating_sub(1).max(area.y), height: area.height.min(1), ..area };
    dialog.field.as_ref().and_then(|field| pane.field("file: ", field, last))
}

/// What may be on a line of the recipe, and below it what may not, with the reason.
pub fn choices(pane: &mut Pane<'_>, dialog: &ListDialog) -> Option<Position> {
    let (theme, area) = (pane.theme, pane.area);
    let columns = pane.inner();
    let figured = dialog.rows.is_some();
    let figures = |right: &str, loss: &str| format!("{right:>9}{loss:>8}");
    let room = columns.saturating_sub(if figured { 19 } else { 2 });
    let mut lines = Vec::new();
    let mut at_cursor = 0..0;
    if let Some(rows) = dialog.rows {
        let head = cell("on their own rows", room);
        let head = format!("  {head}{}", figures(&format!("right/{rows}"), "−ln"));
        lines.push(Line::styled(head, theme.heading));
    }
    for (at, choice) in dialog.choices.iter().enumerate() {
        let selected = at == dialog.cursor;
        let first_not = choice.recipe.is_err()
            && at
                .checked_sub(1)
                .is_none_or(|at| dialog.choices.get(at).is_some_and(|before| before.recipe.is_ok()));
        if first_not {
            lines.extend([Line::default(), Line::styled(dialog.unable, theme.heading)]);
        }
        let from = lines.len();
        let mark = if selected { "▸" } else { " " };
        let was = if dialog.was == Some(at) { "←" } else { "" };
        match &choice.recipe {
            Ok(_) => {
                let name =
                    cell(&format!("{}{was}", clip(&shown(&choice.name), room.saturating_sub(1))), room);
                let told = choice.figures.as_ref().map(|(right, loss)| {
                    let loss = match loss {
                        Measured::Value(value) => value.fixed(4).written(theme.face.sign),
                        Measured::Infinite => "∞".to_owned(),
                        Measured::Undefined => "–".to_owned(),
                    };
                    figures(&right.to_string(), &loss)
                });
                let text = format!("{mark} {name}{}", told.unwrap_or_default());
                lines.push(Line::styled(text, if selected { theme.cursor } else { theme.text }));
            }
            Err(why) => {
                let style = if selected { theme.cursor } else { theme.secondary };
                lines.push(Line::styled(format!("{mark} {}", clip(&shown(&choice.name), room)), style));
                let why = wrap(&shown(why), columns.saturating_sub(4));
                lines.extend(why.into_iter().map(|why| Line::styled(format!("    {why}"), theme.secondary)));
            }
        }
        if selected {
            at_cursor = from..lines.len();
        }
    }
    if let Some(refused) = &pane.app.screens.model.refused {
        lines.extend([Line::default(), Line::styled("This choice makes no model", theme.bad)]);
        let why = wrap(&shown(&refused.what), columns.saturating_sub(2));
        lines.extend(why.into_iter().map(|why| Line::styled(format!("  {why}"), theme.text)));
    }
    let inside = Rect { height: area.height.saturating_sub(2), ..area };
    let least = at_cursor.end.saturating_sub(usize::from(inside.height)).min(at_cursor.start);
    let (scroll, place) = reach(lines.len(), least, inside);
    pane.dialog(&dialog.title, &place, (area.width, area.height));
    pane.lines(&lines, scroll);
    None
}
