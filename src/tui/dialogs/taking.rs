//! Dialogs that take something out: to the clipboard, or to a file.
//!
//! ```text
//! ┏━ ▶ Copy as ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓ ┏━ ▶ Save ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
//! ┃ what   ← its working →                          ┃ ┃   the recipe   toml                        ┃
//! ┃                                                 ┃ ┃ ▸ the story    html md tex txt json csv    ┃
//! ┃   text                                          ┃ ┃   this screen  svg html txt                ┃
//! ┃ ▸ Markdown                                      ┃ ┃                                            ┃
//! ┃                                                 ┃ ┃ save as: play-tennis-story.html_           ┃
//! ┃ $$P(\text{Sunny} \mid \text{Yes}) = …           ┃ ┃ Data, model, figures and cases, as HTML.   ┃
//! ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛ ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛
//! ```

use ratatui::layout::Position;
use ratatui::text::{Line, Span};

use super::super::pane::{Pane, cell, wrap};
use super::files::save_as;
use crate::workbench::copying::{HEIGHT, What};
use crate::workbench::saving::OTHER_LINES;
use crate::workbench::words::{clip, counted, shown, width};
use crate::workbench::{CopyDialog, SaveDialog, copying, saving};

/// Columns of the name of what can be saved.
const NAME: usize = 12;

pub fn copy(pane: &mut Pane<'_>, dialog: &CopyDialog) -> Option<Position> {
    let (app, theme) = (pane.app, pane.theme);
    pane.dialog("Copy as", "", (copying::WIDTH, HEIGHT));
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
    let cursor = save_as(pane, &dialog.save, "save as: ", name).flatten();
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
