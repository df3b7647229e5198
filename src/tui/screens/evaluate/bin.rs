//! Screen 4, right: the marked bin of the reliability plot.
//!
//! ```text
//! ╭─ ParsedAnswer 0.9–1.0 ────────────────────────╮
//! │ Of 8 rows said 0.9–1.0, 6 are so.     │
//! │                                       │
//! │ said      0.9421  on average          │
//! │ is so     6/8 = 0.75                  │
//! │ interval  0.4093–0.9285               │
//! │ What was said lies above that.        │
//! │                                       │
//! │ ▸ ● 6 Rain     Cool      0.7410       │
//! ╰───────────────────────────────────────╯
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::super::super::pane::{self, Frame, wrap};
use super::super::super::theme::Theme;
use super::rows::RowList;
use crate::evaluate::Bin;
use crate::math::Number;
use crate::report::{bin_told, decimal, equals, interval, tenth, too_sure};
use crate::workbench::App;

/// Draws the right pane.
pub fn draw(app: &App, theme: &Theme, focused: bool, area: Rect, buffer: &mut Buffer) {
    let screen = &app.screens.evaluate;
    let found = screen.judged(&app.session).zip(screen.metrics(&app.session)).zip(app.session.fitted());
    let Some(((judged, metrics), fitted)) = found else {
        Frame { title: "This bin", foot: "", focused }.draw(theme, area, buffer);
        return;
    };
    let (calibration, at) = (&metrics.calibration, screen.reliability.bin);
    let Some(bin) = calibration.bins.get(at) else { return };
    let foot = match bin.rows.len() {
        0 => String::new(),
        total => format!("{} of {total}", screen.reliability.row + 1),
    };
    let title = format!("Said {}", tenth(at));
    let inside = Frame { title: &title, foot: &foot, focused }.draw(theme, area, buffer);
    let columns = usize::from(inside.width);
    let mut lines = vec![Line::default()];
    let mut text = |text: &str, style| {
        lines.extend(wrap(text, columns).into_iter().map(|line| Line::styled(line, style)));
    };
    text(&bin_told(calibration, at), theme.strong);
    text("", theme.text);
    for line in about(bin) {
        text(&line, theme.text);
    }
    let too_sure = too_sure(metrics, judged.is_naive());
    let after: Vec<Line> =
        too_sure.into_iter().flat_map(|text| wrap(&text, columns)).map(Line::from).collect();
    lines.push(Line::default());
    let spare = usize::from(inside.height).saturating_sub(lines.len());
    let list = RowList {
        total: bin.rows.len(),
        marked: screen.reliability.row,
        row_at: &|at| bin.rows.get(at).and_then(|at| judged.at(*at)),
        class: calibration.of,
        marks: true,
        seen: judged.is_weighted().then_some(bin.n),
    };
    // The list has the room that the sentence leaves, but some rows are always seen.
    let room = if spare >= after.len() + 1 + LEAST { spare - after.len() - 1 } else { spare };
    lines.extend(list.lines(app, (judged, fitted), (columns, room), theme));
    if room < spare && !after.is_empty() {
        lines.push(Line::default());
        lines.extend(after);
    }
    pane::lines(&lines, 0, inside, buffer);
}

/// Lines that the list of rows is given at least.
const LEAST: usize = 4;

fn about(bin: &Bin) -> Vec<String> {
    let (Some(said), Some(observed), Some(range)) = (bin.said(), bin.observed(), bin.interval()) else {
        return Vec::new();
    };
    // One bin of many: what all of them together say of the model is told by its own test.
    let verdict = match (range.holds(said), said > range.high()) {
        (true, _) => "What was said lies in that.",
        (false, true) => "What was said lies above that.",
        (false, false) => "What was said lies below that.",
    };
    vec![
        format!("was said\u{a0}\u{a0}{} on average", decimal(&Number::Float(said))),
        format!("is so\u{a0}\u{a0}\u{a0}\u{a0}\u{a0}{}/{} {}", bin.so, bin.n, equals(&observed)),
        format!("95\u{a0}%\u{a0}\u{a0}\u{a0}\u{a0}\u{a0}\u{a0}{} (Wilson)", interval(&range)),
        verdict.to_owned(),
    ]
}
