//! Formulas as lines of a pane.

use ratatui::text::{Line, Span};

use super::theme::Theme;
use crate::math::{Chain, Linear, Role, Row, Stacked, Tier};
use crate::workbench::words::width;

/// A chain on one line, broken before its relations where it is too long; in two dimensions where that does not help.
pub fn short(chain: &Chain, indent: usize, columns: usize, ascii: bool, theme: &Theme) -> Vec<Line<'static>> {
    let room = columns.saturating_sub(indent);
    let rows = Linear { ascii }.sides(chain, room);
    if rows.iter().any(|row| wide(row) > room) {
        return stacked(chain, indent, columns, ascii, theme);
    }
    rows.iter().map(|row| line(row, indent, theme)).collect()
}

fn wide(row: &Row) -> usize {
    row.iter().map(|span| width(&span.text)).sum()
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

/// A chain in two dimensions where that fits; else on lines that are broken at relations and operators.
pub fn fitting(chain: &Chain, columns: usize, ascii: bool, theme: &Theme) -> Vec<Line<'static>> {
    let drawn = stacked(chain, 0, columns, ascii, theme);
    if drawn.iter().all(|line| line.width() <= columns) {
        return drawn;
    }
    let broken = Linear { ascii }.lines(chain, columns);
    broken.into_iter().map(|row| Line::styled(crate::text::shown(&row).into_owned(), theme.number)).collect()
}

fn line(row: &Row, indent: usize, theme: &Theme) -> Line<'static> {
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
