//! One frame: the screen, what lies on top of it, and what stands on every screen.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::macros::{line, vertical};
use ratatui::text::Line;

use super::theme::Theme;
use super::{chrome, dialogs, pane, screens, sweep};
use crate::workbench::{App, Frame, LEAST_HEIGHT, LEAST_WIDTH, Pane, Shape};

/// Draws the workbench and gives the place of the text cursor, where a text field has one.
pub fn draw(app: &App, theme: &Theme, ascii: bool, area: Rect, buffer: &mut Buffer) -> Option<Position> {
    app.settings.sign.while_writing(|| frame(app, theme, ascii, area, buffer))
}

fn frame(app: &App, theme: &Theme, ascii: bool, area: Rect, buffer: &mut Buffer) -> Option<Position> {
    let theme = &theme.in_ascii(ascii);
    let area = area.intersection(buffer.area);
    buffer.set_style(area, theme.text);
    let frame = Frame { width: area.width, height: area.height };
    let cursor = if frame.shape() == Shape::Tiny {
        too_small(theme, area, buffer);
        None
    } else {
        let [top, body, sentence, footer] = area.layout(&vertical![==1, >=3, ==1, ==1]);
        chrome::breadcrumb(app, theme, top, buffer);
        let mut cursor = room(app, theme, frame, body, buffer);
        for dialog in &app.dialogs {
            let area = if dialog.whole() { area } else { body };
            cursor = dialogs::draw(app, &**dialog, theme, area, buffer);
        }
        // One that has the whole screen keeps it, unless something lies on top of it.
        if !app.dialogs.last().is_some_and(|dialog| dialog.whole()) {
            chrome::sentence(app, theme, sentence, buffer);
            chrome::footer(app, theme, footer, buffer);
        }
        cursor
    };
    sweep::sweep(buffer, ascii);
    cursor
}

/// The screen's two panes, or the focused one where only one fits; gives the place of the text cursor.
fn room(app: &App, theme: &Theme, frame: Frame, body: Rect, buffer: &mut Buffer) -> Option<Position> {
    let left = frame.left(app.answers().wide(app), screens::needed(app, theme)).min(body.width);
    let (master, detail) = match (frame.shape(), app.pane) {
        (Shape::Two, _) => (
            Some(Rect { width: left, ..body }),
            Some(Rect { x: body.x + left, width: body.width - left, ..body }),
        ),
        (_, Pane::Master) => (Some(body), None),
        (_, Pane::Detail) => (None, Some(body)),
    };
    let focus = |pane: Pane| app.dialogs.is_empty() && app.pane == pane;
    let left = master.and_then(|area| screens::left(app, theme, focus(Pane::Master), area, buffer));
    if let Some(area) = detail {
        screens::right(app, theme, focus(Pane::Detail), area, buffer);
    }
    left
}

/// ```text
///   This window is 44×8.
///   The workbench needs 60×15 or more.
///
///   Make it bigger, or use a smaller font.
///   q quits. Nothing is lost.
/// ```
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
    pane::lines(&text, 0, inside, buffer);
}
