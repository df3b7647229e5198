//! Screen 4, left: what is so against what was said, with the rows of each bin counted below.
//!
//! ```text
//! ┏━ ▶ Evaluate ━━━━━━━━━━━━━━━━━━━━━━━━┓
//! ┃ P(Yes | x) against what is so       ┃
//! ┃ Calibration error 0.1234 (ECE)      ┃
//! ┃ ↑ is so                  was said → ┃
//! ┃ 1.0│                   ⡇ ⠠ ⠂●       ┃
//! ┃    │            ⡀ ⠄ ●               ┃
//! ┃   0└─────┴─────┴─────┴              ┃
//! ┃ rows 2  1        3  1  2  5         ┃
//! ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::super::super::chart::{Axis, Chart, Point, Series, Stroke};
use super::super::super::pane::{self, Frame, wrap};
use super::super::super::theme::{Theme, class_mark};
use crate::evaluate::{Bin, Calibration};
use crate::math::{Name, Number};
use crate::report::decimal;
use crate::text::shown;
use crate::workbench::App;

/// Panes with fewer lines do without blank ones.
const SPACIOUS: u16 = 14;

/// Draws the left pane.
pub fn draw(app: &App, theme: &Theme, focused: bool, area: Rect, buffer: &mut Buffer) {
    let inside = Frame { title: "Evaluate", foot: "", focused }.draw(theme, area, buffer);
    let screen = &app.screens.evaluate;
    let Some((judged, metrics)) = screen.judged(&app.session).zip(screen.metrics(&app.session)) else {
        return super::waiting(app, theme, inside, buffer);
    };
    let calibration = &metrics.calibration;
    let columns = usize::from(inside.width);
    let mut lines = vec![Line::default()];
    let mut text = |text: &str, style| {
        lines.extend(wrap(text, columns).into_iter().map(|line| Line::styled(line, style)));
    };
    text(&format!("{}, and what is so", said(calibration, &judged.evaluation.labels)), theme.strong);
    match calibration.error() {
        Some(error) => {
            text(&format!("Calibration error {} (ECE)", decimal(&Number::Float(error))), theme.text)
        }
        None => text("No row has a posterior.", theme.text),
    }
    lines.push(Line::default());
    if inside.height < SPACIOUS {
        lines.retain(|line| line.width() > 0);
    }
    pane::lines(&lines, 0, inside, buffer);
    let above = (lines.len() as u16).min(inside.height);
    let place = Rect { y: inside.y + above, height: (inside.height - above).saturating_sub(1), ..inside };
    let marked = screen.reliability.bin;
    let plot = chart(calibration, marked, theme).draw(theme, app.settings.ascii, place, buffer);
    counts(calibration, marked, theme, plot, inside, buffer);
}

/// What was said: `P(Yes | x)`, or the largest posterior.
pub(super) fn said(calibration: &Calibration, labels: &[Name]) -> String {
    match calibration.of.and_then(|class| labels.get(class)) {
        Some(label) => format!("P({} | x)", shown(label.as_str())),
        None => "The largest posterior".to_owned(),
    }
}

fn chart(calibration: &Calibration, marked: usize, theme: &Theme) -> Chart {
    let point = |bin: &Bin| {
        let interval = bin.interval().map(|interval| (interval.low(), interval.high()));
        Some(Point { x: bin.said()?, y: bin.observed()?.to_f64(), interval })
    };
    let filled = |bin: &&Bin| bin.n > 0;
    let class = calibration.of.unwrap_or(0);
    let before = calibration.bins.iter().take(marked).filter(filled).count();
    let points: Vec<Point> = calibration.bins.iter().filter_map(point).collect();
    Chart {
        x: Axis::linear("was said").within(0.0, 1.0),
        y: Axis::linear("is so").within(0.0, 1.0),
        marked: calibration.bins.get(marked).filter(filled).map(|_| (0, before)),
        series: vec![
            Series {
                name: "rows, 95 %".into(),
                style: theme.class(class),
                mark: Some(class_mark(class)),
                stroke: Stroke::None,
                points,
            },
            Series {
                name: "said = so".into(),
                style: theme.secondary,
                points: vec![(0.0, 0.0).into(), (1.0, 1.0).into()],
                stroke: Stroke::Dotted,
                ..Series::default()
            },
        ],
    }
}

/// The rows of each bin, below the part of the axis that it is.
fn counts(
    calibration: &Calibration,
    marked: usize,
    theme: &Theme,
    plot: Rect,
    inside: Rect,
    buffer: &mut Buffer,
) {
    let Some(row) = inside.bottom().checked_sub(1).filter(|row| *row >= inside.y && plot.width > 0) else {
        return;
    };
    let bins = calibration.bins.len().max(1) as u16;
    let room = usize::from((plot.width / bins).max(1));
    for (at, bin) in (0u16..).zip(&calibration.bins).filter(|(_, bin)| bin.n > 0) {
        let text = short(bin.n, room);
        let from = plot.x + at * plot.width / bins;
        let blanks = room.saturating_sub(text.len()) as u16 / 2;
        let style = if usize::from(at) == marked { theme.cursor } else { theme.number };
        buffer.set_stringn(from + blanks, row, text, room, style);
    }
    buffer.set_stringn(inside.x, row, "n", usize::from(plot.x.saturating_sub(inside.x)), theme.secondary);
}

/// A count in at most so many columns: in thousands or millions where it is longer. The right pane has it in full.
fn short(count: u64, columns: usize) -> String {
    let forms = [count.to_string(), format!("{}k", count / 1_000), format!("{}M", count / 1_000_000)];
    forms.into_iter().find(|text| text.len() <= columns).unwrap_or_else(|| "+".to_owned())
}
