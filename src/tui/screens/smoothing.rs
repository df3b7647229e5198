//! Screen 2, right, on the line of α: the case in hand and the smallest probability under other α.
//!
//! ```text
//! │ P(Yes | x) of the case, by α         │
//! │       0  ▒▒▒▒▒▒▒▒▒▒▒▒▒████  0.7954   │
//! │     1/2  ▒▒▒▒▒▒▒▒▒▒▒▒█████  0.7521   │
//! │ ▸     1  ▒▒▒▒▒▒▒▒▒▒▒▒█████  0.7201   │
//! │ smallest P(value | class)            │
//! │       0  0  5 of 20 are 0            │
//! │ ▸     1  1/12 ≈ 0.0833               │
//! ```

use ratatui::text::{Line, Span};

use super::super::theme::{Theme, class_mark};
use super::so_far::segments;
use crate::math::{Number, fixed, significant};
use crate::model::UnderAlpha;
use crate::workbench::model::Smoothing;
use crate::workbench::words::clip;

/// The widest that an α is written.
const ALPHA: usize = 6;

/// The curve, turned on its side, and the numbers of the tables.
pub fn lines(found: &Smoothing, theme: &Theme, columns: usize) -> Vec<Line<'static>> {
    let name = found.classes.get(found.class).map(ToString::to_string).unwrap_or_default();
    let name = clip(&name, columns.saturating_sub(24).max(6)).into_owned();
    let mut lines = vec![Line::default()];
    lines.push(Line::styled(format!("P({name} | x) of the case, by α"), theme.heading));
    for (at, point) in found.points.iter().enumerate() {
        let mut line = Line::from(label(found, at, point, theme));
        match &point.posterior {
            Some(posterior) => {
                let shares: Vec<f64> = posterior.iter().map(Number::to_f64).collect();
                line.extend(segments(&shares, found.class, columns.saturating_sub(ALPHA + 13), theme));
                let share = posterior.get(found.class).map(|share| fixed(share, 4)).unwrap_or_default();
                line.push_span(Span::raw(format!("  {share}")));
            }
            None => line.push_span(Span::styled("0/0 undefined", theme.warning)),
        }
        lines.push(line);
    }
    let others = (0..found.classes.len()).filter(|class| *class != found.class);
    let marks: Vec<Span<'static>> = std::iter::once(found.class)
        .chain(others)
        .take(4)
        .enumerate()
        .map(|(place, class)| {
            let name = found.classes.get(class).map(ToString::to_string).unwrap_or_default();
            let mark = format!("{}{} {} ", theme.share_fill(place), class_mark(class), clip(&name, 10));
            Span::styled(mark, theme.class(class))
        })
        .collect();
    lines.push(Line::from([vec![Span::raw(" ")], marks].concat()));
    lines.push(Line::default());
    lines.push(Line::styled("smallest P(value | class)", theme.heading));
    for (at, point) in found.points.iter().enumerate() {
        let mut line = Line::from(label(found, at, point, theme));
        line.push_span(Span::raw(smallest(point)));
        lines.push(line);
    }
    lines
}

/// The α of a row, the one that was chosen marked.
fn label(found: &Smoothing, at: usize, point: &UnderAlpha, theme: &Theme) -> Span<'static> {
    let now = found.now == Some(at);
    let alpha = clip(point.alpha.text(), ALPHA).into_owned();
    let text = format!("{} {alpha:>ALPHA$}  ", if now { "▸" } else { " " });
    Span::styled(text, if now { theme.strong } else { theme.secondary })
}

fn smallest(point: &UnderAlpha) -> String {
    if point.zeros > 0 {
        return format!("0, as {} of {} are", point.zeros, point.conditionals);
    }
    let value = point.smallest.as_ref().and_then(|estimate| estimate.value());
    value.map_or_else(|| "undefined".to_owned(), |value| significant(&value, 4).0)
}
