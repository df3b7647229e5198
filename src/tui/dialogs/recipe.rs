//! The recipe, to be taken elsewhere.
//!
//! ```text
//! ┏━ ▶ Recipe ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
//! ┃ The command that prints this:                              ┃
//! ┃   posterior explain sample:play-tennis --row 5 --target …  ┃
//! ┃                                                            ┃
//! ┃ save as: recipe.toml_                                      ┃
//! ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::text::Line;

use super::super::pane::{self, Frame, wrap};
use super::super::theme::Theme;
use super::save_as;
use crate::workbench::words::shown;
use crate::workbench::{App, RECIPE_HEIGHT, RECIPE_WIDTH, RecipeDialog};

/// Draws the dialog and gives the place of the text cursor while a name is typed.
pub fn draw(
    app: &App,
    dialog: &RecipeDialog,
    theme: &Theme,
    body: Rect,
    buffer: &mut Buffer,
) -> Option<Position> {
    let size = app.frame.dialog(RECIPE_WIDTH, RECIPE_HEIGHT);
    let inside = Frame { title: "Recipe", foot: "", focused: true }.dialog(theme, size, body, buffer);
    let columns = usize::from(inside.width);
    let mut lines = vec![Line::styled("The command that prints this:", theme.heading)];
    let command = wrap(&shown(&dialog.command), columns.saturating_sub(2));
    // The last three lines are for the file.
    let room = usize::from(inside.height).saturating_sub(6).max(1);
    let cut = command.len() > room;
    lines.extend(command.into_iter().take(room).map(|line| Line::styled(format!("  {line}"), theme.text)));
    if cut {
        lines.push(Line::styled("  … c copies all of it", theme.secondary));
    }
    if !dialog.unsaid.is_empty() {
        let text =
            format!("No flag says {}: save the recipe and add --recipe FILE.", dialog.unsaid.join(", "));
        lines.extend(wrap(&text, columns).into_iter().map(|line| Line::styled(line, theme.warning)));
    }
    lines.push(Line::default());
    let last =
        Rect { y: inside.bottom().saturating_sub(2).max(inside.y), height: inside.height.min(1), ..inside };
    pane::lines(&lines, 0, Rect { height: inside.height.saturating_sub(3), ..inside }, buffer);
    save_as::draw(&dialog.save, "save as: ", theme, last, buffer).unwrap_or_else(|| {
        let text = "s saves the recipe as a file, t copies its text, c copies the command.";
        pane::lines(&[Line::styled(text, theme.text)], 0, last, buffer);
        None
    })
}
