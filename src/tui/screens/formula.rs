//! A step of a derivation, drawn in two dimensions in a narrow pane.
//!
//! ```text
//! P(Outlook=Sunny | No)
//!     count(Outlook=Sunny, No) + α
//!   = ────────────────────────────
//!      count(No) + α · k(Outlook)
//!
//!     3 + 1     4
//!   = ───────── = ─ = 0.5
//!     5 + 1 · 3   8
//! ```
//!
//! On one row where the width allows it. Where not, the formula stands by itself and its numbers follow together:
//! one equal sign a row would not fit above the rows that were counted.

use ratatui::text::{Line, Span};

use super::super::theme::Theme;
use crate::math::{Chain, Linear, Picture, Quantity, Rel, Role, Stacked, Tier};
use crate::workbench::words::width;

/// The rows of a chain; the address that is explained is strong.
pub fn lines(chain: &Chain, of: &Quantity, ascii: bool, columns: usize, theme: &Theme) -> Vec<Line<'static>> {
    let stacked = Stacked { width: columns, glyphs: if ascii { Tier::Ascii } else { Tier::Box } };
    let whole = stacked.chain(chain);
    let Some(((_, formula), numbers)) = chain.rest.split_first() else {
        return styled(&whole, "", of, theme);
    };
    let tall = stacked.expr(formula).height();
    let Some(((relation, first), rest)) = numbers.split_first() else {
        return styled(&whole, "", of, theme);
    };
    let numbers = Chain { lhs: first.clone(), rest: rest.to_vec() };
    let sign = match relation {
        Rel::Eq => "  = ",
        Rel::Approx if ascii => "  ~ ",
        Rel::Approx => "  ≈ ",
        Rel::Propto => "  ∝ ",
    };
    let narrow = Stacked { width: columns.saturating_sub(width(sign)), ..stacked };
    let numbers_alone = narrow.chain(&numbers);
    if whole.height() <= tall.max(3) + 1 || numbers_alone.height() > 3 {
        return styled(&whole, "", of, theme);
    }
    let head =
        stacked.chain(&Chain { lhs: chain.lhs.clone(), rest: chain.rest.iter().take(1).cloned().collect() });
    let mut lines = styled(&head, "", of, theme);
    lines.push(Line::default());
    lines.extend(styled(&numbers_alone, sign, of, theme));
    lines
}

fn styled(picture: &Picture, sign: &str, of: &Quantity, theme: &Theme) -> Vec<Line<'static>> {
    let rows = picture.rows().iter().enumerate().map(|(at, row)| {
        let before = if at == picture.baseline() { sign.to_owned() } else { " ".repeat(width(sign)) };
        let mut line = Line::raw(before);
        for span in row {
            let style = match (&span.link, span.role) {
                (Some(link), _) if link == of => theme.strong,
                (_, Role::Number) => theme.number,
                _ => theme.text,
            };
            line.push_span(Span::styled(span.text.clone(), style));
        }
        line
    });
    rows.collect()
}

/// An address within `columns`, its names left out where they do not fit: `count(…)`.
pub fn address(quantity: &Quantity, ascii: bool, columns: usize) -> String {
    let whole = Linear { ascii }.expr(&crate::math::Expr::Of(quantity.clone()));
    if width(&whole) <= columns {
        return whole;
    }
    match whole.split_once('(') {
        Some((head, _)) if ascii => format!("{head}(..)"),
        Some((head, _)) => format!("{head}(…)"),
        None => whole,
    }
}
