//! Formulas as lines of a pane.

use ratatui::text::{Line, Span};

use super::theme::Theme;
use crate::math::{Chain, Linear, Role, Stacked, Tier};
use crate::workbench::words::width;

/// A chain on one line where it fits, else in two dimensions, `indent` columns in.
pub fn short(chain: &Chain, indent: usize, columns: usize, ascii: bool, theme: &Theme) -> Vec<Line<'static>> {
    let room = columns.saturating_sub(indent);
    let row = Linear { ascii }.chain_row(chain);
    let wide: usize = row.iter().map(|span| width(&span.text)).sum();
    if wide > room {
        return stacked(chain, indent, columns, ascii, theme);
    }
    vec![line(&row, indent, theme)]
}

/// A chain in two dimensions, `indent` columns in.
pub fn stacked(
    chain: &Chain,
    indent: usize,
    columns: usize,
    ascii: bool,
    theme: &Theme,
) -> Vec<Line<'static>> {
    let glyphs = if ascii { Tier::Ascii } else { Tier::Box };
    let picture = Stacked { width: columns.saturating_sub(indent), glyphs }.chain(chain);
    picture.rows().iter().map(|row| line(row, indent, theme)).collect()
}

fn line(row: &[crate::math::Span], indent: usize, theme: &Theme) -> Line<'static> {
    let mut line = Line::raw(" ".repeat(indent));
    for span in row {
        let style = match span.role {
            Role::Number => theme.number,
            Role::Matrix => theme.strong,
            Role::Plain | Role::Operator | Role::Name => theme.text,
        };
        line.push_span(Span::styled(crate::text::shown(&span.text).into_owned(), style));
    }
    line
}
