//! An answer, and what is said of it.
//!
//! ```text
//! ┏━ ▶ Check an answer ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
//! ┃ P(Outlook=Sunny | Yes)                                      ┃
//! ┃ how often Outlook is Sunny in Yes                           ┃
//! ┃                                                             ┃
//! ┃ your answer: 2/9_                                           ┃
//! ┃                                                             ┃
//! ┃ you wrote  3/14                                             ┃
//! ┃ …                                                           ┃
//! ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ Esc closes ━┛
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::text::Line;

use super::super::card;
use super::super::pane::{self, Frame, wrap};
use super::super::theme::Theme;
use crate::workbench::words::shown;
use crate::workbench::{App, CHECK_HEIGHT, CHECK_WIDTH, CheckDialog, Lane};

/// Draws the dialog and gives the place of the text cursor.
pub fn draw(
    app: &App,
    dialog: &CheckDialog,
    theme: &Theme,
    body: Rect,
    buffer: &mut Buffer,
) -> Option<Position> {
    let size = app.frame.dialog(CHECK_WIDTH, CHECK_HEIGHT);
    let frame = Frame { title: "Check an answer", foot: "Esc closes", focused: true };
    let inside = frame.dialog(theme, size, body, buffer);
    let columns = usize::from(inside.width);
    let part = |text: &str, most, style| {
        let lines = wrap(&shown(text), columns).into_iter().take(most);
        lines.map(move |line| Line::styled(line, style)).collect::<Vec<Line>>()
    };
    let mut lines = part(&dialog.of, 2, theme.strong);
    lines.extend(part(&dialog.meaning, 2, theme.text));
    lines.push(Line::default());
    let mut below = vec![Line::default()];
    if app.jobs.waits_for(Lane::Practice) {
        below.push(Line::styled("checking …", theme.secondary));
    } else {
        match &dialog.card {
            None => below.extend(part(
                "A fraction, a decimal, a percentage or a product. Every figure you write counts.",
                2,
                theme.secondary,
            )),
            Some(Ok(checked)) => below.extend(card::lines(checked, columns, app.settings.face(), theme)),
            Some(Err(why)) => below.extend(part(why, 4, theme.warning)),
        }
    }
    // Where there is little room, the words need it more than the blank lines do.
    if lines.len() + 1 + below.len() > usize::from(inside.height) {
        lines.retain(|line| line.width() > 0);
        below.retain(|line| line.width() > 0);
    }
    let at = u16::try_from(lines.len()).unwrap_or(u16::MAX);
    lines.push(Line::default());
    lines.append(&mut below);
    pane::lines(&lines, 0, inside, buffer);
    let row = Rect { y: inside.y.saturating_add(at), height: 1, ..inside };
    pane::field("your answer: ", &dialog.field, theme, row.intersection(inside), buffer)
}
