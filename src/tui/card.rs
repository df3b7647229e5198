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
use crate::practice::{Checked, Verdict};
use crate::report;
use crate::workbench::words::{clip, shown};

/// Columns of a verdict and the blank after it.
const SIGN: usize = 3;

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
pub fn lines(checked: &Checked, columns: usize, ascii: bool, theme: &Theme) -> Vec<Line<'static>> {
    let part = |head: &str, text: &str| {
        let text = clip(&shown(text), columns.saturating_sub(11)).into_owned();
        Line::from(vec![Span::styled(format!("{head:<11}"), theme.secondary), Span::styled(text, theme.text)])
    };
    let mut lines = vec![
        part("you wrote", checked.answer.typed.trim()),
        part("read as", &report::understood(checked)),
        Line::default(),
    ];
    let marked = &checked.marked;
    let room = columns.saturating_sub(SIGN);
    for (at, text) in wrap(&shown(&marked.message), room).into_iter().enumerate() {
        let head = if at == 0 { sign(marked.verdict, ascii) } else { "" };
        lines.push(Line::from(vec![
            Span::styled(format!("{head:<SIGN$}"), style(marked.verdict, theme)),
            Span::styled(text, theme.strong),
        ]));
    }
    if !marked.hint.is_empty() {
        let hint = wrap(&format!("Hint: {}", shown(&marked.hint)), room).into_iter();
        lines.extend(hint.map(|text| Line::styled(format!("{:SIGN$}{text}", ""), theme.text)));
    }
    lines
}
