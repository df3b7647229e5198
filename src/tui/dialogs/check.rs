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

use ratatui::layout::Position;
use ratatui::style::Style;

use super::super::pane::Pane;
use crate::report::card;
use crate::workbench::{CHECK_HEIGHT, CHECK_WIDTH, CheckDialog, Lane};

pub fn draw(pane: &mut Pane<'_>, dialog: &CheckDialog) -> Option<Position> {
    let theme = pane.theme;
    pane.dialog("Check an answer", "Esc closes", pane.app.frame.dialog(CHECK_WIDTH, CHECK_HEIGHT));
    let part = |text: &str, most: usize, style: Style| {
        let mut part = pane.inside();
        part.text(text, style);
        part.lines.truncate(most);
        part.lines
    };
    let mut above = pane.inside();
    above.lines.extend(part(&dialog.of, 2, theme.strong));
    above.lines.extend(part(&dialog.meaning, 2, theme.text));
    above.blank();
    let mut below = pane.inside();
    below.blank();
    if pane.app.jobs.waits_for(Lane::Practice) {
        below.text("checking …", theme.secondary);
    } else {
        match &dialog.card {
            None => below.lines.extend(part(
                "A fraction, a decimal, a percentage or a product. Every figure you write counts.",
                2,
                theme.secondary,
            )),
            Some(Ok(checked)) => below.document(&card(checked, below.face)),
            Some(Err(why)) => below.lines.extend(part(why, 4, theme.warning)),
        }
    }
    // Where there is little room, the words need it more than the blank lines do.
    if above.lines.len() + 1 + below.lines.len() > pane.height() {
        above.dense();
        below.dense();
    }
    pane.put(&above.lines);
    let line = pane.take(1);
    pane.lines(&below.lines, 0);
    pane.field("your answer: ", &dialog.field, line)
}
