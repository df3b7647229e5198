//! Dialogs about files: which one to open, and where to write an exercise or answers.

use ratatui::layout::{Position, Rect};
use ratatui::macros::horizontal;
use ratatui::text::{Line, Span};

use crate::app::dialogs::copy::{HEIGHT, WIDTH};
use crate::app::dialogs::save as saving;
use crate::app::dialogs::save::OTHER_LINES;
use crate::app::dialogs::save::What;
use crate::app::screens::practice::{EXERCISE_HEIGHT, EXERCISE_WIDTH, ExerciseDialog, Part};
use crate::app::screens::view::about_table;
use crate::app::widgets::pane::{Pane, cell, cell_right, wrap};
use crate::app::words::{clip, shorten, shown, width};
use crate::app::{CopyDialog, Head, OPEN_HEIGHT, OPEN_WIDTH, OpenDialog, SaveAs, SaveDialog, size};
use crate::report::Document;
use crate::report::Role::Warning;
use crate::text::counted;

pub fn open(pane: &mut Pane<'_>, dialog: &OpenDialog) -> Option<Position> {
    let names = dialog.matching();
    let foot = if names.is_empty() { String::new() } else { counted(names.len(), "name", "names") };
    let (width, height) = pane.app.frame.dialog(OPEN_WIDTH, OPEN_HEIGHT);
    // The names of files leave room for what they hold, in all but the narrowest windows.
    let list = if width < 76 { width } else { 2 * width / 5 };
    pane.dialog("Open a file", &foot, (width, height));
    pane.take(1);
    let line = pane.take(2);
    let cursor = pane.field("path: ", &dialog.field, line);
    pane.area.height = pane.area.height.saturating_sub(1);
    if list < width {
        let [names, _, beside] = pane.area.layout(&horizontal![==list, ==2, >=0]);
        pane.area = beside;
        preview(pane, dialog);
        pane.area = names;
    }
    let columns = pane.columns();
    let mut list = pane.inside();
    let theme = pane.theme;
    match &dialog.entries {
        None => list.text("reading the folder …", theme.secondary),
        Some(Err(why)) => list.text(why, theme.warning),
        Some(Ok(_)) if names.is_empty() => list.text(
            "No folder and no file that ends in .csv, .tsv, .txt, .tab, .dat or .data begins like this. Enter tries the path as it is.",
            theme.secondary,
        ),
        Some(Ok(_)) => list.lines.extend(names.iter().enumerate().map(|(at, entry)| {
            let name = shown(&entry.name);
            let (name, bytes) =
                if entry.folder { (format!("{name}/"), String::new()) } else { (name.into(), size(entry.bytes)) };
            let text = format!("{} {}", cell(&name, columns.saturating_sub(12)), cell_right(&bytes, 9));
            pane.entry(dialog.only().or(dialog.cursor) == Some(at), &text)
        })),
    }
    pane.lines(&list.lines, dialog.scroll);
    cursor
}

fn preview(pane: &mut Pane<'_>, dialog: &OpenDialog) {
    let mut out = pane.inside();
    let theme = pane.theme;
    match dialog.preview() {
        None if dialog.file().is_some() => out.text("reading …", theme.secondary),
        None => {}
        Some(Err(why)) => out.text(why, theme.warning),
        Some(Ok(Head::Text(lines))) => lines.iter().for_each(|line| out.line(line.as_str(), theme.secondary)),
        Some(Ok(Head::Table(loaded, whole))) => {
            let notices: Vec<String> = loaded.notices.iter().map(ToString::to_string).collect();
            about_table("", &loaded.table, *whole, &notices, &mut out);
            out.lines.remove(0);
        }
    }
    pane.lines(&out.lines, 0);
}

pub fn exercise(pane: &mut Pane<'_>, dialog: &ExerciseDialog) -> Option<Position> {
    pane.dialog("Write an exercise", "", pane.app.frame.dialog(EXERCISE_WIDTH, EXERCISE_HEIGHT));
    let steps = counted(dialog.steps(), "step", "steps");
    let mut said = Document::default();
    match &dialog.refused {
        Some(why) => said.say(Warning, why.as_str()),
        None => said.text(format!(
            "s writes the exercise: the {steps} of this worksheet, its data and its recipe. The answers are not in it."
        )),
    }
    said.blank();
    said.text(format!(
        "a writes an empty answer sheet for students: the labels, and the line “exercise: {}”.",
        dialog.id
    ));
    said.blank();
    said.text("m writes your answers so far, to be handed in.");
    let last = above_line(pane, &said);
    let prompt = match dialog.part {
        Part::Exercise => "save the exercise as: ",
        Part::Sheet => "save the sheet as: ",
        Part::Answers => "save your answers as: ",
    };
    save_as(pane, &dialog.save, prompt, last)
}

fn above_line(pane: &mut Pane<'_>, said: &Document) -> Rect {
    let all = pane.area;
    pane.area.height = all.height.saturating_sub(3);
    let mut text = pane.inside();
    text.document(said);
    pane.lines(&text.lines, 0);
    Rect { y: all.bottom().saturating_sub(2).max(all.y), height: all.height.min(1), ..all }
}

fn save_as(pane: &mut Pane<'_>, save: &SaveAs, prompt: &str, line: Rect) -> Option<Position> {
    if let Some(path) = &save.over {
        let question = |name: &str| format!("{name} is there already. w writes over it, Enter keeps it.");
        let room = usize::from(line.width).saturating_sub(width(&question("")));
        let text = question(&shorten(&shown(&path.to_string_lossy()), room));
        pane.row(line, Line::styled(text, pane.theme.warning));
        return None;
    }
    save.field.as_ref().and_then(|field| pane.field(prompt, field, line))
}

const NAME: usize = 12;

pub fn copy(pane: &mut Pane<'_>, dialog: &CopyDialog) -> Option<Position> {
    let (app, theme) = (pane.app, pane.theme);
    pane.dialog("Copy as", "", (WIDTH, HEIGHT));
    let what = dialog.what();
    let chosen = Span::styled(format!("← {} →", what.name()), theme.strong);
    pane.put(&[Line::from(vec![Span::styled("what   ", theme.secondary), chosen]), Line::default()]);
    let format = |format: &_| pane.entry(*format == dialog.format, crate::report::Format::name(*format));
    let formats: Vec<Line<'_>> = dialog.formats().iter().map(format).collect();
    pane.put(&formats);
    pane.take(1);
    let (columns, rows) = (pane.columns(), pane.height());
    let mut lines: Vec<Line<'_>> = Vec::new();
    match &dialog.text {
        Err(why) => {
            lines.extend(wrap(why, columns).into_iter().map(|line| Line::styled(line, theme.warning)))
        }
        Ok(_) if what == What::Screen => {
            let size = format!(
                "The screen without this window: {} lines of {} characters.",
                app.frame.height, app.frame.width
            );
            lines.extend(wrap(&size, columns).into_iter().map(|line| Line::styled(line, theme.text)));
        }
        Ok(text) => {
            let unsaid = if what == What::Command { dialog.unsaid(app) } else { Vec::new() };
            let note = match unsaid.is_empty() {
                true => Vec::new(),
                false => wrap(
                    &format!(
                        "No flag says {}: save the recipe (S) and add --recipe FILE.",
                        unsaid.join(", ")
                    ),
                    columns,
                ),
            };
            // A line of what is short is read whole; of a longer text, the look of it.
            let whole = matches!(what, What::Command | What::Marked);
            let parts = |line: &str| match whole && width(line) > columns {
                true => wrap(&shown(line), columns),
                false => vec![clip(&shown(line), columns).into_owned()],
            };
            let room = rows.saturating_sub(if note.is_empty() { 0 } else { note.len() + 1 });
            let all = text.lines().count();
            let seen = text.lines().take(rows + 1).enumerate();
            let seen: Vec<(usize, String)> =
                seen.flat_map(|(at, line)| parts(line).into_iter().map(move |part| (at, part))).collect();
            let fitting = if seen.len() > room { room.saturating_sub(1) } else { room };
            let text = seen.iter().take(fitting);
            lines.extend(text.map(|(_, part)| Line::styled(part.clone(), theme.text)));
            if let Some((at, _)) = seen.get(fitting) {
                let more = counted(all - at, "more line", "more lines");
                lines.push(Line::styled(format!("… {more}"), theme.secondary));
            }
            if !note.is_empty() {
                lines.push(Line::default());
                lines.extend(note.into_iter().map(|line| Line::styled(line, theme.warning)));
            }
        }
    }
    pane.lines(&lines, 0);
    None
}

pub fn save(pane: &mut Pane<'_>, dialog: &SaveDialog) -> Option<Position> {
    let theme = pane.theme;
    let rows = u16::try_from(dialog.things.len()).unwrap_or_default() + OTHER_LINES;
    pane.dialog("Save", "", (saving::WIDTH, rows));
    pane.take(1);
    let thing = |thing: &saving::Thing| {
        let text = format!("{} {}", cell(thing.name(), NAME), thing.endings().join(" "));
        pane.entry(*thing == dialog.thing(), &text)
    };
    let things: Vec<Line<'_>> = dialog.things.iter().map(thing).collect();
    pane.put(&things);
    pane.take(1);
    let name = pane.take(1);
    let cursor = save_as(pane, &dialog.save, "save as: ", name);
    pane.take(1);
    let (said, style) = match dialog.becomes() {
        Ok(said) => (said, theme.secondary),
        Err(said) => (said, theme.warning),
    };
    if dialog.save.over.is_none() {
        let lines: Vec<Line<'_>> =
            wrap(&said, pane.columns()).into_iter().map(|line| Line::styled(line, style)).collect();
        pane.lines(&lines, 0);
    }
    cursor
}
