//! Screen 5, left: the case in hand and the steps of its posterior.
//!
//! ```text
//! ┏━ ▶ Steps ━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
//! ┃ Outlook=Sunny  Temp=Cool             ┃
//! ┃ Humidity=High  Wind=Strong           ┃
//! ┃                                      ┃
//! ┃   step            ● No     ▲ Yes     ┃
//! ┃ ✓ 1 prior         5/14      9/14     ┃
//! ┃ ▸ 2 × Sunny      ▸ 4/8◂     3/12     ┃
//! ┃   3 × Cool           ·         ·     ┃
//! ┃                                      ┃
//! ┃ so far ● No   5/14 · 4/8             ┃
//! ┃ ● No leads  ████████▒▒▒▒▒▒▒▒▒  53 %  ┃
//! ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛
//! ```
//!
//! What is not revealed is `·`, and only the steps on screen are looked at.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::super::numbers::Form;
use super::super::pane::{self, Frame, wrap};
use super::super::theme::Theme;
use super::steps_view::View;
use super::{so_far, step_table};
use crate::report::CellText;
use crate::workbench::App;
use crate::workbench::words::{clip, shown};

/// The most lines that the case takes.
const CASE: usize = 3;
/// Panes with fewer lines do without blank ones.
const SPACIOUS: usize = 14;

/// Draws the left pane.
pub fn draw(app: &App, theme: &Theme, focused: bool, area: Rect, buffer: &mut Buffer) {
    let screen = &app.screens.explain;
    let Some(told) = screen.explanation(&app.session) else {
        let inside = Frame { title: "Steps", foot: "", focused }.draw(theme, area, buffer);
        let waiting =
            if app.jobs.busy().is_some() { "working it out …" } else { "Press 5 to work it out." };
        pane::lines(&[Line::default(), Line::styled(waiting, theme.secondary)], 0, inside, buffer);
        return;
    };
    let foot = format!("{} of {} revealed", screen.revealed, told.rows().len());
    let inside = Frame { title: "Steps", foot: &foot, focused }.draw(theme, area, buffer);
    let (columns, height) = (usize::from(inside.width), usize::from(inside.height));
    let view =
        View { told, screen, form: Form { form: app.settings.form, ascii: app.settings.ascii }, theme };
    // Where there are few lines, the steps need them more than the case.
    let mut lines = if height >= SPACIOUS { vec![Line::default()] } else { Vec::new() };
    lines.extend(case(&view, columns, if height >= SPACIOUS { CASE } else { 1 }));
    lines.push(Line::default());
    let left = height.saturating_sub(lines.len());
    // The heading, and the last name on a line of its own.
    let needed = told.rows().len() + 2;
    let least = (left / 3).min(told.posterior.classes.len() + 3);
    let room_below = left.saturating_sub(needed).max(least);
    let below = so_far::draw(&view, columns, room_below);
    lines.extend(step_table::table(&view, columns, left.saturating_sub(below.len())));
    lines.extend(below);
    pane::lines(&lines, 0, inside, buffer);
}

/// The columns that the table of the steps needs to show every class.
pub fn needed(app: &App, theme: &Theme) -> usize {
    let screen = &app.screens.explain;
    let form = Form { form: app.settings.form, ascii: app.settings.ascii };
    screen.explanation(&app.session).map_or(0, |told| step_table::needed(&View { told, screen, form, theme }))
}

fn case(view: &View<'_>, columns: usize, most: usize) -> Vec<Line<'static>> {
    case_lines(&view.told.cells, &view.told.origin, view.theme, columns, most)
}

/// The cells of a case and what it is called, on `most` lines.
pub fn case_lines(
    cells: &[CellText],
    origin: &str,
    theme: &Theme,
    columns: usize,
    most: usize,
) -> Vec<Line<'static>> {
    let mut text = String::new();
    for cell in cells {
        let bin = cell.bin.as_ref().map(|bin| format!(" → {bin}")).unwrap_or_default();
        text.push_str(&format!(
            "{}={}{bin} ",
            shown(&cell.name),
            shown(clip(&cell.text, columns * most).as_ref())
        ));
    }
    if !origin.is_empty() {
        text.push_str(&format!("({origin})"));
    }
    let all = wrap(&text, columns);
    let more = all.len() > most;
    let mut lines: Vec<Line> =
        all.into_iter().take(most).map(|line| Line::styled(line, theme.strong)).collect();
    if let Some(last) = lines.last_mut().filter(|_| more) {
        let short = format!("{} …", clip(&last.to_string(), columns.saturating_sub(2)).trim_end_matches('…'));
        *last = Line::styled(short, theme.strong);
    }
    lines
}
