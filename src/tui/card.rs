//! What is said of an answer, wherever it was typed.
//!
//! ```text
//! you wrote  3/14
//! read as    3/14
//!
//! ✗  3/14 is P(Sunny and Yes). Given Yes, divide by the 9 Yes
//!    days only.
//!    Hint: what you divide by
//! ```

use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::pane::wrap;
use super::theme::Theme;
use crate::math::Face;
use crate::practice::{Checked, Verdict};
use crate::report;
use crate::workbench::words::{clip, shorten, shown, worded};

/// Columns of a verdict and the blank after it.
const SIGN: usize = 3;
/// Columns of what stands before an answer.
const HEAD: usize = 11;
/// Rows of what an answer was read as.
const ROWS: usize = 2;

/// The sign of a verdict.
pub fn sign(verdict: Verdict, ascii: bool) -> &'static str {
    if ascii { verdict.ascii() } else { verdict.glyph() }
}

/// The style of a verdict.
pub fn style(verdict: Verdict, theme: &Theme) -> Style {
    match verdict {
        Verdict::Correct | Verdict::Noted => theme.good,
        Verdict::Wrong => theme.bad,
        Verdict::Unmarked => theme.warning,
    }
}

/// The card, in `columns` columns.
pub fn lines(checked: &Checked, columns: usize, face: Face, theme: &Theme) -> Vec<Line<'static>> {
    let room = columns.saturating_sub(HEAD);
    let part = |head: &str, text: String| {
        let head = format!("{head:<HEAD$}");
        Line::from(vec![Span::styled(head, theme.secondary), Span::styled(text, theme.text)])
    };
    let typed = shown(checked.answer.typed.trim()).into_owned();
    let mut lines = vec![part("you wrote", clip(&typed, room).into_owned())];
    let read_as = report::understood(checked, face);
    let mut rows = wrap(&worded(&shown(&read_as), face.ascii), room);
    if rows.len() > ROWS {
        // What it comes to is at the end, and worth more than the middle.
        rows = vec![shorten(&read_as, room).into_owned()];
    }
    for (at, row) in rows.into_iter().enumerate() {
        lines.push(part(if at == 0 { "read as" } else { "" }, row));
    }
    lines.push(Line::default());
    let marked = &checked.marked;
    let room = columns.saturating_sub(SIGN);
    for (at, text) in wrap(&checked.message(face), room).into_iter().enumerate() {
        let head = if at == 0 { sign(marked.verdict, face.ascii) } else { "" };
        lines.push(Line::from(vec![
            Span::styled(format!("{head:<SIGN$}"), style(marked.verdict, theme)),
            Span::styled(text, theme.strong),
        ]));
    }
    if !marked.hint.is_empty() {
        let hint = wrap(&format!("Hint: {}", checked.hint(face)), room).into_iter();
        lines.extend(hint.map(|text| Line::styled(format!("{:SIGN$}{text}", ""), theme.text)));
    }
    lines
}
