//! The terminal: the event loop, input, colours and every screen.
//!
//! Drawing takes the [`App`] as it is and computes no number of the model. Keys are only translated here; the key
//! table decides what they mean. [`run`] starts it.

pub(crate) mod events;
pub(crate) mod export;
pub(crate) mod screen;
pub mod theme;

use crate::app::mouse::Target;
use crate::app::recents::Recents;
use crate::app::screens::start as start_list;
pub use crate::app::terminal::events::Surroundings;
pub use crate::app::terminal::export::{export, picture_of};
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
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::macros::{line, vertical};
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget};
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
    let left = frame.left(app.answers().wide(app), needed).min(body.width);
    let below = app.answers().lines(app).filter(|_| !frame.fits_beside(needed));
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

#[cfg(test)]
mod tests {
    use ratatui::layout::Rect;

    use super::*;

    #[test]
    fn nothing_that_acts_or_hides_is_left() {
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
