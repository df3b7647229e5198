//! The terminal: the event loop, input, colours, every screen, and the screen as an SVG or text file.
//!
//! Drawing takes the [`App`] as it is and computes no number of the model. Keys are only translated here; the key
//! table decides what they mean. [`run`] starts it.

pub(crate) mod events;
pub(crate) mod screen;
pub mod theme;

use crate::app::mouse::Target;
use crate::app::prelude::*;
use crate::app::recents::Recents;
use crate::app::screens::start as start_list;
pub use crate::app::terminal::events::Surroundings;
pub use crate::app::terminal::screen::{HANGUP, Trouble, check, size};
use crate::app::terminal::theme::Theme;
use crate::app::widgets::chrome;
use crate::app::widgets::pane::{At, Canvas};
use crate::app::{
    App, Beginning, Frame, LEAST_HEIGHT, LEAST_WIDTH, Pane as Side, Remembered, Settings, Shape, begin,
};
use crate::math::Face;
use crate::practice::progress::StateFolder;
use crate::text::{in_one_cell, is_hidden};
use anyhow::Context;
use html_escape::encode_text;
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::{Position, Rect};
use ratatui::macros::{line, vertical};
use ratatui::style::{Color, Modifier};
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget};
use std::fmt::Write;
use unicode_width::UnicodeWidthStr;

/// Runs the workbench on the terminal, until the user leaves.
///
/// Fails with [`Trouble`] if there is no terminal, or if it was closed.
pub fn run(settings: Settings, remembered: Remembered, beginning: Beginning) -> anyhow::Result<()> {
    check()?;
    let surroundings = Surroundings::read();
    let settings = Settings { ascii: settings.ascii || surroundings.ascii, ..settings };
    screen::install_panic_hook();
    let screen = screen::Screen::take().context("the terminal cannot be taken over")?;
    let size = screen::area();
    let mut remembered = remembered;
    remembered.begin(settings);
    let mut app = App::new(settings, size.width, size.height);
    let folder = StateFolder::of_user();
    start_list::read(&mut app, &folder);
    app.screens.start.recents = Recents::read(&folder);
    let job = begin(&mut app, beginning);
    events::Loop::new(app, screen, surroundings)?.run(job, remembered)
}

/// Draws the workbench and gives the place of the text cursor, where a text field has one.
pub fn draw(app: &App, theme: &Theme, ascii: bool, area: Rect, buffer: &mut Buffer) -> Option<Position> {
    let theme = &theme.for_reader(Face { ascii, sign: app.settings.sign });
    let area = area.intersection(buffer.area);
    buffer.set_style(area, theme.text);
    app.targets.clear();
    let frame = Frame { zoom: app.frame.zoom, ..Frame::new(area.width, area.height) };
    let cursor = if frame.shape() == Shape::Tiny {
        too_small(theme, area, buffer);
        None
    } else {
        let [top, body, sentence, footer] = area.layout(&vertical![==1, >=3, ==1, ==1]);
        if !app.presenting {
            chrome::breadcrumb(app, theme, top, buffer);
        }
        let (mut cursor, at) = room(app, theme, frame, body, buffer);
        for dialog in &app.dialogs {
            let area = match dialog.beside().map(|least| frame.beside(least)) {
                Some(width) => Rect { x: body.right() - width, width, ..body },
                None => body,
            };
            // Only the dialog on top can be clicked.
            app.targets.clear();
            let buffer = &mut *buffer;
            let mut canvas = Canvas { app, theme, focused: true, area, at, buffer, cursor: None };
            dialog.draw(&mut canvas);
            cursor = canvas.cursor;
        }
        chrome::sentence(app, theme, sentence, buffer);
        if !app.presenting || !app.dialogs.is_empty() {
            chrome::footer(app, theme, footer, buffer);
        }
        cursor
    };
    sweep(buffer, ascii);
    cursor
}

fn room(app: &App, theme: &Theme, frame: Frame, body: Rect, buffer: &mut Buffer) -> (Option<Position>, At) {
    let at = At::default();
    let needed = app.screen.needed(app, theme);
    let left = frame.left(app.handler().wide(app), needed).min(body.width);
    let below = app.handler().lines(app).filter(|_| !frame.fits_beside(needed));
    let (master, detail) = match (frame.shape(), app.pane) {
        (Shape::Two, _) if below.is_some() => {
            let upper = frame.upper(below.unwrap_or_default());
            let [upper, lower] = body.layout(&vertical![==upper, >=0]);
            (Some(upper), Some(lower))
        }
        (Shape::Two, _) => (
            Some(Rect { width: left, ..body }),
            Some(Rect { x: body.x + left, width: body.width - left, ..body }),
        ),
        (_, Side::Master) => (Some(body), None),
        (_, Side::Detail) => (None, Some(body)),
    };
    let mut cursor = None;
    for (area, side) in [(master, Side::Master), (detail, Side::Detail)] {
        let Some(area) = area else { continue };
        app.targets.note([area.x, area.y, area.width, area.height], Target::Pane(side));
        let focused = app.dialogs.is_empty() && app.pane == side;
        let mut canvas = Canvas { app, theme, focused, area, at, buffer: &mut *buffer, cursor };
        match side {
            Side::Master => app.screen.left(&mut canvas),
            Side::Detail => app.screen.right(&mut canvas),
        }
        cursor = canvas.cursor;
    }
    let at = match (frame.shape(), below) {
        (Shape::Two, Some(_)) => At::Below,
        (Shape::Two, None) => At::Right,
        _ => At::Middle,
    };
    (cursor, at)
}

fn too_small(theme: &Theme, area: Rect, buffer: &mut Buffer) {
    let text = [
        line![format!("This window is {}×{}.", area.width, area.height)].style(theme.strong),
        line![format!("The workbench needs {LEAST_WIDTH}×{LEAST_HEIGHT} or more.")],
        Line::default(),
        line!["Make it bigger, or use a smaller font."],
        line!["q quits. Nothing is lost."],
    ];
    let (left, top) = (3.min(area.width.saturating_sub(40) / 2), 2.min(area.height.saturating_sub(5)));
    let inside =
        Rect { x: area.x + left, y: area.y + top, width: area.width - left, height: area.height - top };
    Paragraph::new(text.to_vec()).render(inside, buffer);
}

pub fn sweep(buffer: &mut Buffer, ascii: bool) {
    for cell in &mut buffer.content {
        let symbol = cell.symbol();
        let plain = symbol.len() == 1 && symbol.bytes().all(|b| (0x20..0x7f).contains(&b));
        if plain || symbol.is_empty() {
            continue;
        }
        if symbol == "\u{2800}" {
            // A blank of a plot drawn in braille.
            cell.set_symbol(" ");
        } else if symbol.chars().any(is_hidden) {
            cell.set_symbol("?");
        } else if ascii {
            match in_one_cell(symbol) {
                Some(one) => cell.set_symbol(one),
                None => cell.set_symbol(&"?".repeat(symbol.width().max(1))),
            };
        }
    }
}

/// Pixels of a cell, of a letter, and of the margin.
const CELL: (f64, f64) = (8.4, 18.0);
const LETTER: f64 = 14.0;
const MARGIN: f64 = 12.0;
const FONT: &str = "ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace";

/// Draws the screen again for a file. `theme` must have true colours; `dark` is for a theme without a page colour.
pub fn export(app: &mut App, theme: &Theme, dark: bool, format: Format) -> String {
    let (dialogs, toast) = (std::mem::take(&mut app.dialogs), app.toast.take());
    let drawn = picture_of(app, theme, dark, format);
    (app.dialogs, app.toast) = (dialogs, toast);
    drawn
}

pub fn picture_of(app: &App, theme: &Theme, dark: bool, format: Format) -> String {
    let area = Rect::new(0, 0, app.frame.width, app.frame.height);
    let mut buffer = Buffer::empty(area);
    draw(app, theme, app.settings.ascii, area, &mut buffer);
    let (ink, paper) = if dark { ("#ececec", "#16181c") } else { ("#1b1b1b", "#ffffff") };
    let of = |colour: Option<Color>, other: &str| colour.and_then(hex).unwrap_or_else(|| other.to_owned());
    let page = [of(theme.text.fg, ink), of(theme.text.bg, paper)];
    let title = format!("posterior: {}, {}", app.screen.name(), app.session.headline(60));
    match format {
        Format::Svg => svg(&buffer, &page, &title),
        _ => text(&buffer),
    }
}

fn hex(colour: Color) -> Option<String> {
    let Color::Rgb(r, g, b) = colour else { return None };
    Some(format!("#{r:02x}{g:02x}{b:02x}"))
}

/// Cells of a row with the same look.
struct StyledRun {
    x: usize,
    columns: usize,
    text: String,
    ink: String,
    paper: Option<String>,
    modifiers: Modifier,
}

fn rows(buffer: &Buffer, page: &[String; 2]) -> Vec<Vec<StyledRun>> {
    let [ink_of_page, paper_of_page] = page;
    let width = usize::from(buffer.area.width).max(1);
    let row = |cells: &[Cell]| {
        let mut runs: Vec<StyledRun> = Vec::new();
        let mut next = 0;
        for (x, cell) in cells.iter().enumerate() {
            // The cell after a wide character is part of it.
            if x < next {
                continue;
            }
            let (text, columns) = (cell.symbol(), cell.symbol().width().max(1));
            next = x + columns;
            let ink = hex(cell.fg).unwrap_or_else(|| ink_of_page.clone());
            let paper = hex(cell.bg).filter(|paper| paper != paper_of_page);
            let (ink, paper) = match cell.modifier.contains(Modifier::REVERSED) {
                true => (paper.unwrap_or_else(|| paper_of_page.clone()), Some(ink)),
                false => (ink, paper),
            };
            match runs.last_mut() {
                Some(run) if (&run.ink, &run.paper, run.modifiers) == (&ink, &paper, cell.modifier) => {
                    run.text.push_str(text);
                    run.columns += columns;
                }
                _ => {
                    let (text, modifiers) = (text.to_owned(), cell.modifier);
                    runs.push(StyledRun { x, columns, text, ink, paper, modifiers });
                }
            }
        }
        runs
    };
    buffer.content.chunks(width).map(row).collect()
}

fn text(buffer: &Buffer) -> String {
    let line = |runs: Vec<StyledRun>| runs.into_iter().map(|run| run.text).collect::<String>();
    rows(buffer, &Default::default())
        .into_iter()
        .map(line)
        .map(|line| format!("{}\n", line.trim_end()))
        .collect()
}

fn svg(buffer: &Buffer, page: &[String; 2], title: &str) -> String {
    let (across, down) = CELL;
    let wide = f64::from(buffer.area.width) * across + 2.0 * MARGIN;
    let high = f64::from(buffer.area.height) * down + 2.0 * MARGIN;
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {wide:.1} {high:.1}\" role=\"img\">\n\
         <title>{}</title>\n\
         <style>text {{ font: {LETTER}px {FONT}; white-space: pre; }}</style>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"{}\"/>\n",
        encode_text(title),
        page[1]
    );
    for (row, runs) in rows(buffer, page).into_iter().enumerate() {
        let top = MARGIN + row as f64 * down;
        for run in runs {
            let (x, length) = (MARGIN + run.x as f64 * across, run.columns as f64 * across);
            if let Some(paper) = &run.paper {
                let _ = writeln!(
                    out,
                    "<rect x=\"{x:.1}\" y=\"{top:.1}\" width=\"{length:.1}\" height=\"{down:.1}\" fill=\"{paper}\"/>"
                );
            }
            if run.text.trim().is_empty() {
                continue;
            }
            let bold = if run.modifiers.contains(Modifier::BOLD) { " font-weight=\"bold\"" } else { "" };
            let underlined = run.modifiers.contains(Modifier::UNDERLINED);
            let line = if underlined { " text-decoration=\"underline\"" } else { "" };
            let _ = writeln!(
                out,
                "<text x=\"{x:.1}\" y=\"{:.1}\" textLength=\"{length:.1}\" lengthAdjust=\"spacingAndGlyphs\" fill=\"{}\"{bold}{line} xml:space=\"preserve\">{}</text>",
                top + LETTER,
                run.ink,
                encode_text(&run.text)
            );
        }
    }
    out.push_str("</svg>\n");
    out
}

#[cfg(test)]
mod tests {
    use ratatui::layout::Rect;

    use super::*;

    #[test]
    fn control_and_hidden_characters_are_replaced() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 4, 1));
        for (x, symbol) in ["\u{1b}", "a\u{202e}", "é", "\u{2800}"].into_iter().enumerate() {
            buffer.content[x].set_symbol(symbol);
        }
        sweep(&mut buffer, false);
        let symbols: Vec<&str> = buffer.content.iter().map(|cell| cell.symbol()).collect();
        assert_eq!(symbols, ["?", "?", "é", " "]);
    }

    #[test]
    fn ascii_mode_sends_ascii_only() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 20, 1));
        buffer.set_string(0, 0, "┏▶ 東 ● 1–5 …┓", ratatui::style::Style::new());
        sweep(&mut buffer, true);
        let line: String = buffer.content.iter().map(|cell| cell.symbol()).collect();
        assert!(line.is_ascii(), "{line}");
        assert!(line.starts_with("+> ?"), "{line}");
    }
}
